"""The words of scenarios that are this game's own; all others follow from the declaration of the state.

    [setup]
    active = "GC"
    units = { GC = { Arabia = "Cthulhu, 2 Deep One" }, YS = { Arabia = "King in Yellow, Acolyte" } }
    gates = { Arabia = "GC" }
    books = { GC = "Absorb, Devolve" }
    power = { GC = 9 }

With `units` the map is swept first, no requirement slot is open unless `open` says so, and it is the Action phase.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ....engine.errors import ScenarioError
from ....engine.plain import Said
from ....engine.state import Each, Flag, Many, Number, OneOf, Phrase, Rows, StatePath, Text
from ..rules import setup
from ..rules.common import bars_holding, keepers
from ..rules.config import Config
from ..rules.domains import ACTION, AREA, BOOK, FIXED, HELD, HOLDER, ITEM, KIND, POOL, SEAT, UNIT, UNKEPT
from ..rules.sorts import sorts_of
from ..rules.state import State, bits
from ..rules.timings import Power

MANY = Number(0, 1000)
PLAIN = "plain"  # a gate of no sort of its own
UNKEPT_WORD = "nobody"  # "GC: nobody": a gate that is held though no unit stands on it
NOBODY = {"": "abandoned", "abandoned": "abandoned", "nobody": "abandoned", "none": "none"}


# -- where a set-up begins, and what goes without saying --------------------------------------------------------------
def blank(b: Config, said: Mapping[str, Said]) -> State:
    """The start of the game, or a swept map."""
    if "units" not in said:
        s = setup.begin(b)
        if set(said) - {"power", "doom", "signs"}:
            s.phase, s.unready = ACTION, 0
        return s
    s = setup.empty(b)
    s.phase, s.open = ACTION, (0,) * len(b.seats)
    return s


def arranged(s: State, setup: Mapping[str, Said]) -> None:
    """Whoever is in play has been awakened; a spellbook covers a slot; whose turn it is began the round."""
    s.note_awoken()
    if "books" in setup and "open" not in setup:
        for seat in s.config.seats:
            spare = s.count_books(seat) + s.open[seat].bit_count() - len(s.config.factions[seat].slots)
            for bit in bits(s.open[seat])[: max(spare, 0)]:
                s.cover_slot(seat, bit)
    s.rekey()
    for area, kind in enumerate(s.warden):
        seat = s.holder(area)
        by = bars_holding(s, seat, kind, area) if seat >= 0 and kind != UNKEPT else None
        if isinstance(by, Power) and by.on.startswith("ground."):
            raise ScenarioError(
                f"gates: {s.config.factions[seat].title} cannot hold the gate in {s.config.map.names[area]}"
            )
    s.under_way(begins=bool(setup.get("phase_begins")))
    if "first" in setup and "active" not in setup:
        s.active = s.first
    elif "active" in setup and "first" not in setup:
        s.first = s.active


# -- gates ------------------------------------------------------------------------------------------------------------
def _read_gate(s: State, area: int, who: Said) -> None:
    s.rekey()  # who may hold a gate depends on powers
    owner, _, unit = str(who).partition(":")  # "BG: Dark Young" names the keeper
    match NOBODY.get(owner.lower()):
        case "abandoned":
            s.open_gate(area)
        case "none":
            s.close_gate(area)
        case _:
            at = s.at("gates")
            seat = SEAT.member(at, owner)
            if unit.strip() == UNKEPT_WORD:
                s.hold(seat, UNKEPT, area)
                return
            wanted = [UNIT.member(at.into(SEAT, seat), unit)] if unit else keepers(s, seat)
            kinds = [k for k in wanted if s.n(seat, k, area)]
            if not kinds:
                who, where = s.config.factions[seat].title, s.config.map.names[area]
                raise ScenarioError(f"{who} has nobody in {where} who could stand on the gate")
            s.hold(seat, kinds[0], area)


def _say_gate(s: State, area: int) -> str:
    """Who holds a gate; the keeper too when it is no plain Cultist."""
    seat = s.holder(area)
    if seat < 0:
        return "abandoned" if s.gate[area] else "none"
    if s.warden[area] == UNKEPT:
        return f"{SEAT.name(s.at('gates'), seat)}: {UNKEPT_WORD}"
    plain = s.warden[area] == next((k for k in keepers(s, seat) if s.n(seat, k, area)), -1)
    return SEAT.name(s.at("gates"), seat) + ("" if plain else f": {s.config.name[seat][s.warden[area]]}")


def _expected_gate(s: State, area: int, who: Said) -> str:
    if word := NOBODY.get(str(who).lower()):
        return word
    seat = SEAT.member(s.at("gates"), who)
    return _say_gate(s, area) if s.holder(area) == seat else SEAT.name(s.at("gates"), seat)


def _read_sort(s: State, area: int, said: Said) -> None:
    s.make_sort(area, _sort(s, said))


def _sort(s: State, said: Said) -> str:
    """The sort that a word names; "" for a plain gate."""
    word, known = str(said), {PLAIN: "", **{one.casefold(): one for one in sorts_of(s.config)}}
    if word.casefold() not in known:
        raise ScenarioError(f"gate_sorts: {said!r:.80} is no sort of gate in this game: {', '.join(known)}")
    return known[word.casefold()]


def _say_sort(s: State, area: int) -> str:
    return s.sort(area) or PLAIN


def _expected_sort(s: State, area: int, said: Said) -> str:
    return _sort(s, said) or PLAIN


# -- captives, units that have moved, the battle ----------------------------------------------------------------------
class Held(Many):
    """Units of one owner in a place without a name; a number alone means its first Cultists."""

    def read(self, at: StatePath, said: Said) -> tuple[int, ...]:
        if type(said) is int:
            cultists: tuple[int, ...] = at.config.cultists[at.members[-1]] or (0,)
            return cultists[:1] * said
        return super().read(at, said)

    def say(self, at: StatePath, value: tuple[int, ...]) -> Said:
        if set(value) <= set(at.config.cultists[at.members[-1]][:1]):
            return len(value)
        return super().say(at, value)

    def differences(self, at: StatePath, value: tuple[int, ...], expected: Said) -> Iterator[str]:
        if (wanted := self.read(at, expected)) != value:
            yield f"{at.path}: expected {self.say(at, wanted)}, found {self.say(at, value)}"


HELD_UNITS = Held(UNIT)


def _held(s: State, owner: int, captor: int) -> tuple[int, ...]:
    return tuple(k for k in s.config.kinds[owner] for _ in range(s.n(owner, k, HELD + captor)))


def _captives(s: State) -> list[list[tuple[int, ...]]]:
    seats, owners = s.config.seats, s.config.owners
    return [[_held(s, owner, captor) if owner != captor else () for owner in owners] for captor in seats]


def _take_captives(s: State, rows: list[list[tuple[int, ...]]]) -> None:
    for captor, row in enumerate(rows):
        for owner, kinds in enumerate(row):
            if owner != captor:
                _take(s, owner, kinds, HELD + captor, "captives")


def _take(s: State, owner: int, kinds: tuple[int, ...], place: int, word: str) -> None:
    s.fit_forms()
    s.fit_fragile()
    for kind in kinds:
        beside = s.bound_for(owner, kind, POOL)
        if not s.n(owner, s.config.forms[owner].get(kind, kind), beside):
            what = "Cultists" if kind in s.config.cultists[owner] else s.config.name[owner][kind]
            raise ScenarioError(f"{word}: {s.config.factions[owner].title} has not so many {what} left")
        if place != beside:
            s.move(owner, kind, beside, place)


def _out(s: State) -> list[tuple[int, ...]]:
    return [tuple(k for k in s.config.kinds[f] for _ in range(s.gone(f, k))) for f in s.config.seats]


def _take_out(s: State, rows: list[tuple[int, ...]]) -> None:
    for owner, kinds in enumerate(rows):
        _take(s, owner, kinds, s.out(owner), "out_of_game")


def _fighters(s: State) -> list[tuple[int, ...]]:
    """Kinds of unit in the battle under way, by seat."""
    found: list[tuple[int, ...]] = [()] * len(s.config.owners)
    if s.battle is not None:
        for seat, roster in zip(s.battle.sides, s.battle.roster, strict=True):
            found[seat] = tuple(sorted(code & KIND for code, n in roster.items() for _ in range(n)))
    return found


def _set_begins(s: State, begins: bool) -> None:
    """Seen to when all else is read (`arranged`)."""


def _moved(s: State) -> tuple[tuple[int, int], ...]:
    """Its own units alone: those of others have no name on its card."""
    return tuple(row for row in s.moved if row[0] <= KIND)


def _set_moved(s: State, moved: tuple[tuple[int, int], ...]) -> None:
    s.moved = moved


def _perched(s: State) -> tuple[tuple[int, str, int, str], ...]:
    named = s.config.name
    return tuple((f, named[f][kind], foe, s.config.factions[foe].books[book].name) for f, kind, foe, book in s.perched)


def _perch(s: State, rows: tuple[tuple[int, str, int, str], ...]) -> None:
    s.rekey()
    for seat, unit, foe, book in rows:
        at = s.at("units").into(SEAT, seat)
        kind, bit = UNIT.member(at, unit), BOOK.member(s.at("books").into(SEAT, foe), book)
        if not s.n(seat, kind, POOL):
            raise ScenarioError(f"on_spellbooks: {s.config.factions[seat].title} has no {unit} left")
        s.perch(seat, kind, foe, bit)


def _laid(s: State) -> tuple[tuple[int, str, int], ...]:
    return tuple((f, s.config.name[f][kind], card) for f, kind, card in s.laid)


def _lay(s: State, rows: tuple[tuple[int, str, int], ...]) -> None:
    for seat, unit, card in rows:
        kind = UNIT.member(s.at("units").into(SEAT, seat), unit)
        if not s.n(seat, kind, POOL):
            raise ScenarioError(f"on_cards: {s.config.factions[seat].title} has no {unit} left")
        s.lay(seat, kind, card)


PHRASES = (
    Phrase.valued(
        "on_spellbooks", "units that lie on spellbooks: whose, which, and on what of whom; it is silent",
        Rows(OneOf(SEAT), Text(), OneOf(SEAT), Text()), _perched, _perch, covers=("perched",),
        example='[["BG", "Ghoul", "GC", "Dreams"]]',
    ),
    Phrase.valued(
        "on_cards", "units that lie on loyalty cards: whose, which, and on which card; they are in nobody's pool",
        Rows(OneOf(SEAT), Text(), OneOf(ITEM)), _laid, _lay, covers=("laid",),
        example='[["BG", "Ghoul", "Yig"]]',
    ),
    Phrase.valued(
        "captives", "units that a faction holds captive, by their owner; a number: Cultists",
        Each(SEAT, Each(HOLDER, HELD_UNITS)), _captives, _take_captives, example="{ GC = { BG = 1 } }",
    ),
    Phrase.valued(
        "out_of_game", "figures that have left the game; a number: Cultists", Each(SEAT, HELD_UNITS), _out, _take_out,
        example='{ BG = "Ghoul" }',
    ),
    Phrase.each(
        "gates", 'who holds each gate ("BG: Dark Young" names the unit), "abandoned", "none"', AREA,
        lambda s: [area for area, gate in enumerate(s.gate) if gate], _read_gate, _say_gate, _expected_gate,
        example='{ Arabia = "GC", "North Asia" = "abandoned" }',
    ),
    Phrase.each(
        "gate_sorts", 'gates of another sort than the others, by the word of the power that makes them; "plain"', AREA,
        lambda s: [area for area, word in s.sorts if word != FIXED], _read_sort, _say_sort, _expected_sort,
        covers=("sorts",), example='{ Arabia = "Chaos" }',
    ),
    Phrase.valued(
        "moved", "units that the first action of the pair has moved, and where each is now",
        Rows(OneOf(UNIT), OneOf(AREA)), _moved, _set_moved,
        at=lambda s: s.at("moved").into(SEAT, s.active),
        covers=("moved",), example='[["Dark Young", "North Asia"]]',
    ),
    Phrase.valued(
        "phase_begins", "whether the phase begins just now, before powers that speak at its beginning", Flag(),
        lambda s: s.begins_now, _set_begins, covers=("edges",), example="true",
    ),
    Phrase.valued(
        "battle", 'the area of the battle under way, or "none"', OneOf(AREA, none="none"),
        lambda s: -1 if s.battle is None else s.battle.area, example='"Arabia"',
    ),
    Phrase.valued(
        "fight", "who takes part in the battle under way, by faction", Each(HOLDER, Many(UNIT)), _fighters,
        example='{ GC = "Cthulhu" }',
    ),
    Phrase.valued(
        "gate_count", "gates that each faction holds; one number for all", Each(SEAT, MANY),
        lambda s: [s.count_gates(seat) for seat in s.config.seats], example="{ GC = 2 }",
    ),
    Phrase.valued("ritual_cost", "the price of a ritual now", MANY, State.ritual_cost, example="5"),
)  # fmt: skip
