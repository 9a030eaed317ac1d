"""What makes two positions the same: the state where their step began, and the answers given since."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from ..engine.runtime.position import Position
from ..engine.state.declare import Record


def state_key(value: Any) -> Hashable:
    """All of a state, or of a part of it, as something that can be looked up: equal states have equal keys."""
    kind = type(value)
    if kind is int or kind is str or kind is bool or value is None or kind is float or kind is bytes:
        return value  # type: ignore[no-any-return]
    if kind is tuple or kind is list:
        return tuple([state_key(x) for x in value])
    if kind is bytearray:
        return bytes(value)
    if kind is dict:
        return tuple(sorted([(state_key(k), state_key(x)) for k, x in value.items()], key=repr))
    if isinstance(value, Record):
        return tuple([state_key(getattr(value, name)) for name in value.fields])
    if isinstance(value, set | frozenset):
        return tuple(sorted(map(state_key, value), key=repr))
    return tuple([state_key(x) for x in value]) if isinstance(value, tuple) else repr(value)


class PositionKeys:
    """Keys of positions; that of a base which many share is worked out once."""

    def __init__(self) -> None:
        self._bases: dict[int, tuple[Any, int]] = {}

    def __call__(self, position: Position) -> int:
        base = position.base
        known = self._bases.get(id(base))
        if known is None or known[0] is not base:
            if len(self._bases) > 4_000:
                self._bases.clear()
            known = self._bases[id(base)] = (base, hash(state_key(base)))
        return hash((known[1], tuple([(entry.who, state_key(entry.answer)) for entry in position.entries])))
