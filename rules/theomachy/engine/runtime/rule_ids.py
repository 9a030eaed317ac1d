"""The rule ids that a power names, each looked for in the rule index: a misspelt one would quote nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from ..errors import shown
from ..reference.rulebook import Rulebook
from .ability import Ability, Vocabulary
from .requirement import Requirement

ID = re.compile(r"[A-Z]{2}-[A-Z]{2,4}-[0-9]{3}")


def named(ability: Ability) -> Iterator[tuple[str, str]]:
    """Every rule id that a power names, with its place: its own, those of its requirements, those in its methods."""
    kind = type(ability)
    functions = [f for f in vars(kind).values() if isinstance(f, FunctionType)]
    at = f"{kind.__module__}.{kind.__qualname__}"
    yield ability.rule, at
    for each in (*getattr(ability, "when", ()), *getattr(ability, "requirements", ())):
        if isinstance(each, Requirement):
            yield each.rule, f"{at}, the requirement {shown(each.text)}"
    for function in functions:
        code = function.__code__
        for text in _constants(code):
            if ID.fullmatch(text):
                yield text, f"{at}.{function.__name__} ({Path(code.co_filename).name}, line {code.co_firstlineno})"


def _constants(code: CodeType) -> Iterator[str]:
    stack: list[Any] = [code]
    while stack:
        each = stack.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, CodeType):
            stack += each.co_consts
        elif isinstance(each, tuple | frozenset):
            stack += each


def strange_rule(ability: Ability, book: Rulebook) -> str:
    """A sentence for the first rule id of a power that the rule index does not have; "" if it has all."""
    for rule, at in named(ability):
        if rule not in book:
            return f"{at} names the rule {shown(rule)}, which no rule index has"
    return ""


def strange_rules(vocabularies: Iterable[Vocabulary], book: Rulebook) -> str:
    """The same of all powers of a game."""
    return next((said for v in vocabularies for a in v.abilities if (said := strange_rule(a, book))), "")
