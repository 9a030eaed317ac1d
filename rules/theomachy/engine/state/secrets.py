"""What one player may know of a state, and the rest drawn anew: both follow from who may see each field.

A hidden member of a hand is `first - 1` of its domain. It goes back into the pile that the field names, so that a view
holds all that may be in either; `resample` deals the hidden hands out of it again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from .declare import NOBODY, OWNER, Declared, Field
from .domain import Keys
from .groups import Each, Many, Pile

if TYPE_CHECKING:
    from random import Random

S = TypeVar("S", bound=Declared)


def view(s: S, viewer: int | None) -> S:
    """A copy without what `viewer` (None: a spectator) may not know."""
    t = s.copy()
    for name, item in t.fields.items():
        if item.seen == OWNER:
            _hide(t, name, item, viewer)
        elif item.seen == NOBODY and not isinstance(item.kind, Pile):
            setattr(t, name, _in_order(item, getattr(t, name)))
    t.derive()
    return t


def _hide(t: Declared, name: str, item: Field, viewer: int | None) -> None:
    kind = item.kind
    if not isinstance(kind, Each):
        raise TypeError(f"{type(t).__name__}.{name} is seen by its owner, but is no list by seat")
    rows = list(getattr(t, name))
    for seat, value in enumerate(rows):
        if seat == viewer:
            continue
        if isinstance(kind.kind, Many):
            unknown = kind.kind.of.first - 1
            _give_back(t, item, seat, [x for x in value if x != unknown])
            rows[seat] = (unknown,) * len(value)
        else:
            rows[seat] = kind.kind.fresh(kind.within(Keys(t.config, name), seat))
    setattr(t, name, kind.make(rows))


def _give_back(t: Declared, item: Field, seat: int, members: list[int]) -> None:
    """Hidden members lie with those that nobody has seen."""
    if not item.pile:
        return
    pile, kind = getattr(t, item.pile), t.fields[item.pile].kind
    if isinstance(kind, Pile):
        for member in members:
            pile[member - kind.of.first] += 1
    else:  # every seat draws from a pile of its own
        pile[seat] = tuple(sorted((*pile[seat], *members)))


def _in_order(item: Field, value: Any) -> Any:
    """A pile whose order nobody knows."""
    if isinstance(item.kind, Many):
        return tuple(sorted(value))
    return item.kind.make([tuple(sorted(row)) for row in value]) if isinstance(item.kind, Each) else value


def resample(s: S, viewer: int | None, rng: Random) -> S:
    """A copy in which everything that `viewer` cannot know is drawn anew: it must look the same to him."""
    t = view(s, viewer)
    for name, item in t.fields.items():
        if item.seen == OWNER and item.pile and isinstance(item.kind, Each):
            rows = list(getattr(t, name))
            for seat, value in enumerate(rows):
                if seat != viewer:
                    rows[seat] = tuple(sorted(_drawn(t, item, seat, len(value), rng)))
            setattr(t, name, item.kind.make(rows))
    for name, item in t.fields.items():
        if item.seen == NOBODY and not isinstance(item.kind, Pile):
            setattr(t, name, _shuffled(item, getattr(t, name), rng))
    t.derive()
    return t


def _drawn(t: Declared, item: Field, seat: int, n: int, rng: Random) -> list[int]:
    pile, kind = getattr(t, item.pile), t.fields[item.pile].kind
    if not isinstance(kind, Pile):
        left = list(pile[seat])
        rng.shuffle(left)
        pile[seat] = tuple(sorted(left[n:]))
        return left[:n]
    found = []
    for _ in range(n):
        member = rng.choices(range(len(pile)), pile)[0]
        pile[member] -= 1
        found.append(member + kind.of.first)
    return found


def _shuffled(item: Field, value: Any, rng: Random) -> Any:
    if isinstance(item.kind, Many):
        return tuple(rng.sample(value, len(value)))
    if isinstance(item.kind, Each):
        return item.kind.make([tuple(rng.sample(row, len(row))) for row in value])
    return value
