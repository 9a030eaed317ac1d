"""What a query or a window is about: a closed list of words for each timing that is asked about several things."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from enum import EnumType, StrEnum
from typing import Any, NoReturn

from ..plain import Json


class _Named(EnumType):
    """A member that does not exist says who asked for it, and which one was meant."""

    def __getattr__(cls, name: str) -> Any:
        members: Mapping[str, Json] = cls.__dict__.get("_member_map_", {})
        if name in members:
            return members[name]
        if name.startswith("_"):
            raise AttributeError(name)
        asks = sys._getframe(1).f_code
        hint = _hint(name, members)
        raise AttributeError(f"{asks.co_qualname} ({asks.co_filename}): {cls.__name__} has no topic {name}{hint}")


class Topic(StrEnum, metaclass=_Named):
    """Subclass once a timing, named after it: `class CostOf(Topic)` lists what `cost_of` may be about.

    Members are compared with `is`: mypy knows them, and a misspelt one is no member. Their values stand in data, logs
    and saves.
    """


Topics = Mapping[str, type[Topic] | tuple[type[Topic], ...]]  # timing -> what it may be about


def refuse(cls: type, slip: str) -> NoReturn:
    """A fault in the declaration of a power: class, file, and a sentence (`TypeError`)."""
    where = getattr(sys.modules.get(cls.__module__), "__file__", None) or cls.__module__
    raise TypeError(f"{cls.__qualname__} ({where}): {slip}")


def check(cls: type, word: str, said: Iterable[object], known: Collection[Topic], of: str) -> None:
    """Refuse a word that is no topic of those known, or one that is spelt as text."""
    for topic in said:
        if isinstance(topic, Topic) and any(topic is each for each in known):
            continue
        for each in known:
            if each == topic:
                refuse(cls, f"{word} names {topic!r}; write {type(each).__name__}.{each.name}")
        refuse(cls, f"{word} names {str(topic)!r}, no topic of {of}{_hint(str(topic), known)}")


def _hint(name: str, known: Iterable[str]) -> str:
    listed = [str(each) for each in known]
    near = get_close_matches(name, listed, n=1, cutoff=0.5)
    return f"; did you mean {near[0]!r}?" if near else f"; there is {', '.join(listed) or 'none'}"
