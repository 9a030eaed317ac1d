"""Whether a model is what `theomachy_widgets.models` says of it, looked at as it is: it travels as JSON."""

from __future__ import annotations

import types
from functools import cache
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from theomachy_widgets.models import PANELS
from theomachy_widgets.models.common import Nothing


@cache
def fields_of(kind: type) -> dict[str, tuple[bool, Any]]:
    """The fields of a `TypedDict`: whether each may be left out, and its type."""
    hints = get_type_hints(kind, include_extras=True)
    free = {name: get_origin(hint) is NotRequired for name, hint in hints.items()}
    return {name: (free[name], get_args(hint)[0] if free[name] else hint) for name, hint in hints.items()}


def wrong(value: Any, kind: Any, where: str) -> list[str]:
    """Where a value is not what its type says."""
    origin, inside = get_origin(kind), get_args(kind)
    if kind is Any:
        return []
    if origin in (Union, types.UnionType):
        found = [wrong(value, each, where) for each in inside if each is not Nothing or not value]
        return [] if [] in found else min(found, key=len)
    if origin is Literal:
        return [] if value in inside else [f"{where}: {value!r} is none of {inside}"]
    if origin is dict:
        if not isinstance(value, dict):
            return [f"{where}: no table, {value!r}"[:200]]
        return [
            x for k, each in value.items() for x in wrong(k, inside[0], where) + wrong(each, inside[1], f"{where}.{k}")
        ]
    if origin is list:
        if not isinstance(value, list):
            return [f"{where}: no list, {value!r}"[:200]]
        return [x for i, each in enumerate(value) for x in wrong(each, inside[0], f"{where}[{i}]")]
    if hasattr(kind, "_fields"):
        origin, inside = tuple, tuple(get_type_hints(kind).values())
    if origin is tuple:
        if not isinstance(value, tuple | list) or len(value) != len(inside):
            return [f"{where}: {value!r} has not {len(inside)} members"[:200]]
        return [
            x for i, (each, k) in enumerate(zip(value, inside, strict=True)) for x in wrong(each, k, f"{where}[{i}]")
        ]
    if is_typeddict(kind):
        return _table(value, fields_of(kind), where)
    if kind is float:
        kind = int | float
    right = isinstance(value, kind) and (kind is bool or not isinstance(value, bool))
    return [] if right else [f"{where}: {value!r} is no {kind}"[:200]]


def _table(value: Any, fields: dict[str, tuple[bool, Any]], where: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{where}: no table, {value!r}"[:200]]
    found = [f"{where}.{name} is not declared" for name in value if name not in fields]
    for name, (free, kind) in fields.items():
        if name in value:
            found += wrong(value[name], kind, f"{where}.{name}")
        elif not free:
            found.append(f"{where}.{name} is missing")
    return found


def faults(name: str, model: dict[str, Any]) -> list[str]:
    """What is wrong with the model of a panel; an empty one draws nothing."""
    return wrong(model, PANELS[name], name) if model else []
