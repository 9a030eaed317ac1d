"""What one player may know of a state, and the rest drawn anew: both follow from who may see each field.

A hidden member of a hand is `first - 1` of its domain. It goes back into the pile that the field names, so that a view
holds all that may be in either; `resample` deals the hidden hands out of it again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from .declare import ALL, NOBODY, OWNER, Declared, Field
from .domain import StatePath
from .each import Each, Pile
from .some import Many

if TYPE_CHECKING:
    from random import Random

S = TypeVar("S", bound=Declared)


def view(s: S, viewer: int | None) -> S:
    """A copy without what `viewer` (None: a spectator) may not know."""
    t = _veiled(s, viewer)
    t.derive()
    return t


_known: dict[type[Any], tuple[tuple[str, Field], ...]] = {}


def _veils(s: Declared) -> tuple[tuple[str, Field], ...]:
    """The fields of which not all may see everything; by class, since bots imagine many positions."""
    found = _known.get(type(s))
    if found is None:
        found = tuple((name, item) for name, item in s.fields.items() if item.seen != ALL or item.kind.hides)
        _known[type(s)] = found
    return found


def _veiled(s: S, viewer: int | None) -> S:
    """A view of which nothing was made anew yet that follows from the fields."""
    t = s.copy()
    for name, item in _veils(t):
        at, value, seen = StatePath(t.config, name), getattr(t, name), seen_by(item, s)
        if seen == OWNER and item.pile:
            _hide(t, name, item, viewer)
        elif seen == OWNER:
            setattr(t, name, item.kind.of_others(at, value, viewer))
        elif seen == NOBODY:
            setattr(t, name, item.kind.of_nobody(at, value))
    for name, item in _veils(t):
        if item.kind.hides:
            setattr(t, name, item.kind.veiled(StatePath(t.config, name), getattr(t, name), viewer))
    return t


def seen_by(item: Field, s: Declared) -> str:
    """Who may see a field now."""
    return item.seen(s) if callable(item.seen) else item.seen


def _hide(t: Declared, name: str, item: Field, viewer: int | None) -> None:
    """Members out of a pile: how many they are stays known."""
    cards, rows = many_of(t, name, item), list(getattr(t, name))
    unknown = cards.of.first - 1
    for seat, value in enumerate(rows):
        if seat != viewer:
            _give_back(t, item, seat, [x for x in value if x != unknown])
            rows[seat] = (unknown,) * len(value)
    setattr(t, name, item.kind.make(rows))  # type: ignore[attr-defined]


def many_of(t: Declared, name: str, item: Field) -> Many:
    """The kind of the hands of a field that come out of a pile."""
    if not isinstance(item.kind, Each) or not isinstance(item.kind.kind, Many):
        raise TypeError(f"{type(t).__name__}.{name} comes from a pile, but holds no hands")
    return item.kind.kind


def _give_back(t: Declared, item: Field, seat: int, members: list[int]) -> None:
    """Hidden members lie with those that nobody has seen."""
    pile, kind = getattr(t, item.pile), t.fields[item.pile].kind
    if isinstance(kind, Pile):
        for member in members:
            pile[member - kind.of.first] += 1
    elif isinstance(kind, Many):  # a deck in its order
        setattr(t, item.pile, tuple(sorted((*pile, *members))))
    else:  # every seat draws from a pile of its own
        pile[seat] = tuple(sorted((*pile[seat], *members)))


def resample(s: S, viewer: int | None, rng: Random) -> S:
    """A copy in which everything that `viewer` cannot know is drawn anew: it must look the same to him.

    Hands are dealt from their piles, decks are shuffled, each deal as likely as any other. What is hidden whole is
    what its field `drawn` says, and stays as at the start if it says nothing.
    """
    t, veils = _veiled(s, viewer), _veils(s)
    if any(item.drawn is not None for _, item in veils):
        t.derive()  # a rule of the game draws, which may look at anything
    for name, item in veils:
        if item.seen != ALL and seen_by(item, s) == OWNER and isinstance(item.kind, Each):
            rows = list(getattr(t, name))
            for seat, value in enumerate(rows):
                if seat != viewer and item.pile:
                    rows[seat] = many_of(t, name, item).in_order(_drawn(t, item, seat, len(value), rng))
                elif seat != viewer and item.drawn is not None:
                    rows[seat] = item.drawn(t, seat, rng)
            setattr(t, name, item.kind.make(rows))
    for name, item in veils:
        at, value = StatePath(t.config, name), getattr(t, name)
        if seen_by(item, s) == NOBODY:
            setattr(t, name, item.kind.shuffled(at, value, rng))
        elif item.kind.hides:
            setattr(t, name, item.kind.drawn(at, value, viewer, rng))
    t.derive()
    return t


def _drawn(t: Declared, item: Field, seat: int, n: int, rng: Random) -> list[int]:
    pile, kind = getattr(t, item.pile), t.fields[item.pile].kind
    if not isinstance(kind, Pile):
        left = list(pile if isinstance(kind, Many) else pile[seat])
        rng.shuffle(left)
        if isinstance(kind, Many):
            setattr(t, item.pile, tuple(sorted(left[n:])))
        else:
            pile[seat] = tuple(sorted(left[n:]))
        return left[:n]
    found = []
    for _ in range(n):
        member = rng.choices(range(len(pile)), pile)[0]
        pile[member] -= 1
        found.append(member + kind.of.first)
    return found
