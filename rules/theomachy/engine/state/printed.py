"""Where powers are printed: what a field of a state shows, to whom, and what another silences.

    books: tuple[int, ...] = field(Each(SEAT, Mask(BOOK), frozen=True), "Spellbooks", shows=Shows(of_book))
    cards: list[int] = field(Each(CARD, OneOf(SEAT, none="nobody")), "Cards", shows=Shows(of_card))
    lent: tuple[tuple[int, str], ...] = field(Rows(OneOf(SEAT), Text()), "Lent", shows=Shows())  # copies, by name
    hushed: tuple[int, ...] = field(Each(SEAT, Mask(BOOK), frozen=True), "Silenced", silences="books")

A *thing* is what can be printed on: a faction card, a spellbook or gift, a card held, a kind of unit, a rune, a map.
From the kind of the field follow the things that it shows and the seat that shows them; from all fields of a state
together, which abilities are in force and by what they are remembered (`engine/runtime/in_force.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..masks import bits
from .domain import Domain
from .each import Each, Pile
from .kind import Flag, Kind, Number, OneOf, Word
from .rows import Rows
from .some import Many, Mask, Texts
from .sparse import Sparse

GROUND = -1  # the holder of what is nobody's: a map, its terrain
Thing = Any  # a member of a domain, or a word
OnThing = Callable[[Any, int, Any], Iterable[Any]]  # (config, seat, thing) -> the abilities that are printed on it


@dataclass(frozen=True, slots=True)
class Shows:
    """That a field shows printed things. `printed(config, seat, thing)` are the abilities on one of them.

    Without `printed` a thing is the printed name of an ability: a *copy*, which its seat has while the row stands
    there. What no seat shows is the `GROUND`'s, or with `each` everybody's, each for himself; what a state has
    `printed` from the beginning to the end, such as a faction card, is each seat's, or with `ground` the ground's.
    `holder(seat, thing)` is who has the power where units bear it.

    Where the kind does not say what is shown, `things(config, seat, value)` does, or `by`, an expression of the state
    `s` and `seat` that gives a mask. `among(config, seat)` are those of a mask on which something is printed, where
    others should not count.

    Abilities are asked in printed order; those of a higher `rank` come later, and with `in_row` in the order of the
    field, as often as they stand there. `lasting`: an effect under way, which no silence ends. `look_up` names the
    attribute of the state, where it has several vocabularies.
    """

    printed: OnThing | None = None
    each: bool = False
    ground: bool = False
    holder: Callable[[int, Any], Any] | None = None
    things: Callable[[Any, int, Any], Iterable[Any]] | None = None
    by: str = ""
    among: Callable[[Any, int], int] | None = None
    rank: int = 0
    in_row: bool = False
    lasting: bool = False
    look_up: str = "key"


class Sight(NamedTuple):
    """How a value is looked at: an expression of `s` and `seat` that is a key, and the things in what it gives."""

    text: str
    things: Callable[[Any], Iterable[Thing]]
    by_seat: bool = False


class Place(NamedTuple):
    """One declared place of printed things, or of silence about those of the place `silences` ("*": by name)."""

    name: str
    shows: Shows
    sight: Sight
    silences: str = ""


def places(cls: Any, look_up: str = "key", at: str = "s", seat: bool = False) -> list[Place]:
    """All places of a state that a look-up looks at, in the order of the declaration; those of the sheets of seats too.

    `at` is the expression of the record, and `seat` says that it is that of one seat.
    """
    found = [
        Place(name, shows, Sight("", lambda value: (0,), by_seat=not shows.ground))
        for name, shows in getattr(cls, "printed", {}).items()
        if shows.look_up == look_up
    ]
    for name, item in cls.fields.items():
        kind, value = item.kind, f"{at}.{name}"
        if isinstance(kind, Each) and kind.of.is_seats and (record := getattr(kind.kind, "record", None)):
            found += places(record, look_up, f"{value}[seat]", True)
        for shows in item.shows:
            if shows.look_up == look_up:
                sight = Sight(shows.by, bits, True) if shows.by else seen(kind, value, shows.things is None, seat)
                found.append(Place(name, shows, sight))
        if item.silences and look_up == "key":
            found.append(Place(name, Shows(), seen(kind, value, True, seat), item.silences))
    for name, rest in cls.follows.items():  # what is derived and shows something is a mask a seat, or names a seat
        found += [
            Place(name, shows, Sight(f"{at}.{name}[seat]", bits, True))
            for shows in rest.shows
            if shows.look_up == look_up
        ]
        if rest.silences and look_up == "key":
            found.append(Place(name, Shows(), Sight(f"{at}.{name}[seat]", tuple, True), rest.silences))
    return found


def seen(kind: Kind[Any], value: str, things: bool = True, seat: bool = False) -> Sight:
    """How a value of a kind is looked at: by seat, where seats are what it is by, or what it holds.

    Raises `TypeError` for a kind of which nobody has said what it shows; without `things` that is told elsewhere.
    """
    if seat:
        return plain(kind, value, things)._replace(by_seat=True)
    if isinstance(kind, Each) and kind.of.is_seats:
        return plain(kind.kind, f"{value}[seat]", things)._replace(by_seat=True)
    if isinstance(kind, Each) and held(kind.kind):
        return Sight(f"sum([1 << i for i, who in enumerate({value}) if who == seat])", bits, True)
    if isinstance(kind, Sparse) and held(kind.kind):
        return Sight(f"tuple([i for i, who in sorted({value}.items()) if who == seat])", tuple, True)
    if isinstance(kind, Rows):
        mine = [i for i, column in enumerate(kind.kinds) if held(column)]
        what = next(i for i in range(len(kind.kinds)) if i not in mine[:1])
        if mine:
            return Sight(
                f"(tuple([r[{what}] for r in {value} if r[{mine[0]}] == seat]) if {value} else ())", tuple, True
            )
        return Sight(f"tuple([r[{what}] for r in {value}])", tuple)
    return plain(kind, value, things)


def held(kind: Kind[Any]) -> bool:
    """Is such a value a seat?"""
    return isinstance(kind, OneOf) and isinstance(kind.of, Domain) and kind.of.is_seats


def plain(kind: Kind[Any], value: str, things: bool = True) -> Sight:
    """How a value that knows no seats is looked at."""
    if isinstance(kind, Mask):
        return Sight(value, bits)
    if isinstance(kind, Many | Texts):
        return Sight(value, dict.fromkeys)
    if isinstance(kind, OneOf | Word):
        return Sight(value, lambda one: (one,) if one != -1 else ())
    if isinstance(kind, Flag | Number):
        return Sight(value, lambda n: (int(n),) if n else ())
    if isinstance(kind, Pile) or (isinstance(kind, Each) and not isinstance(kind.kind, OneOf)):
        return Sight(f"tuple({value})", lambda row: [i for i, n in enumerate(row) if n])
    if isinstance(kind, Each):
        return Sight(f"tuple({value})", lambda row: [one for one in row if one != -1])
    if not things:
        return Sight(value, lambda value: ())
    raise TypeError(f"{value}: nobody has said which things a {type(kind).__name__} shows")


def check(name: str, fields: Mapping[str, Any], silences: str) -> None:
    """Refuse a silence about a field that shows nothing (`TypeError`)."""
    if silences not in ("", "*") and not (silences in fields and fields[silences].shows):
        raise TypeError(f"{name} silences {silences!r}, which is no field that shows printed things")
