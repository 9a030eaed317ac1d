"""The words of scenarios that are Demigods' own; all others follow from the declaration of the state.

map = "island"                      # a named map, or rows of letters: ~ water, M F P S D R
stacks = { F4 = "Aglaia: 5 armies", G5 = "Bronteas: army, 4 population, temple" }
effects = { D3 = "Famine by Bronteas" }
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....engine.errors import ScenarioError, unknown
from ....engine.plain import Said
from ....engine.reference.facts import Facts
from ....engine.state import Phrase, Pile, StatePath
from ....engine.wording import listed
from ..rules.domains import CARD, COUNTER, EVERYWHERE, HEX, MOST, ORDER, SEAT
from ..rules.state import Effect, State

if TYPE_CHECKING:
    from .. import Demigods

LETTERS = "~MFPSDR"
TALLY = Pile(COUNTER, most=MOST)
SPOT = replace(HEX, beside={EVERYWHERE: -1})


def hex_named(game: Demigods, name: str) -> int:
    """A hex such as D4. Raises `UnknownName`."""
    return HEX.member(StatePath(game, "hex"), name)


def _text(at: StatePath, said: Said) -> str:
    if not isinstance(said, str):
        raise ScenarioError(f"{at.path}: {said!r:.80} must be text")
    return said


# -- the ground -------------------------------------------------------------------------------------------------------
@cache
def maps() -> dict[str, list[str]]:
    """The named maps of the lessons, as rows of letters."""
    facts = Facts.read(Path(__file__).parents[1] / "data" / "maps.toml")
    return {fact.key.removesuffix(".rows"): fact.value for fact in facts}


def paint(s: State, said: Said) -> None:
    """Lay the ground; what is not on the map stays in the reserve. Raises `TheoError`."""
    grid = s.config.grid
    if isinstance(said, str):
        if said not in maps():
            raise unknown("map", said, maps())
        said = maps()[said]
    if not isinstance(said, list) or len(said) != grid.rows or any(not isinstance(row, str) for row in said):
        raise ScenarioError(f"the map must have {grid.rows} rows of {grid.cols} letters")
    for y, row in enumerate(said):
        if len(row) != grid.cols or set(row) - set(LETTERS):
            raise ScenarioError(f"row {y + 1} of the map is {row!r}: it must be {grid.cols} letters of {LETTERS}")
        for x, letter in enumerate(row):
            s.paint(y * grid.cols + x, LETTERS.index(letter))


def map_text(s: State) -> Any:
    """The map by its name, or as rows of letters."""
    cols, letters = s.config.grid.cols, "".join(LETTERS[t] for t in s.terrain)
    rows = [letters[i : i + cols] for i in range(0, len(letters), cols)]
    return next((name for name, known in maps().items() if known == rows), rows)


# -- counters ---------------------------------------------------------------------------------------------------------
def stack_read(at: StatePath, said: Said) -> tuple[int, Sequence[int]]:
    """ "Aglaia: 5 armies, temple": whose, and how many of each kind. Raises `TheoError`."""
    who, colon, what = _text(at, said).partition(":")
    if not colon:
        raise ScenarioError(f"{said!r} does not say whose counters: write a name and a colon before them")
    return SEAT.member(at, who), TALLY.read(at, what)


def stack_said(at: StatePath, seat: int, counts: Said) -> str:
    """The way back; "empty" for no counters."""
    kinds = at.config.listing(ORDER, counts)
    return f"{SEAT.name(at, seat)}: {kinds}" if kinds else "empty"


def stack_text(s: State, h: int) -> str:
    """What stands in a hex, in the words of a scenario."""
    return stack_said(s.at("stacks"), s.holder(h), [row[h] for row in s.counters])


def _read_stack(s: State, h: int, said: Said) -> None:
    seat, counts = stack_read(s.at("stacks"), said)
    for kind, n in enumerate(counts):
        s.add(h, seat, kind, n)


def _expected_stack(s: State, h: int, said: Said) -> str:
    at = s.at("stacks")
    return "empty" if _text(at, said).strip().lower() == "empty" else stack_said(at, *stack_read(at, said))


# -- lasting cards ----------------------------------------------------------------------------------------------------
def _effects_read(s: State, h: int, said: Said) -> list[Effect]:
    at, found = s.at("effects"), []
    for _, part in listed(said, at.path):
        card, by, who = part.rpartition(" by ")
        if not by:
            raise ScenarioError(
                f"{said!r} does not say who played it: write '{CARD.name(at, CARD.member(at, part))} by' and a name"
            )
        found.append((CARD.member(at, card), SEAT.member(at, who), h))
    return found


def _effects_said(s: State, effects: Iterable[Effect]) -> str:
    at = s.at("effects")
    return ", ".join(f"{CARD.name(at, card)} by {SEAT.name(at, seat)}" for card, seat, _ in effects) or "none"


def _read_effects(s: State, h: int, said: Said) -> None:
    s.effects += tuple(_effects_read(s, h, said))


PHRASES = (
    Phrase(
        "map", "Map: its name, or rows of letters: ~ water, Mountains, Forests, Plains, Swamps, Deserts, River valleys",
        paint, map_text, covers=("terrain",), example='"island"',
    ),
    Phrase.each(
        "stacks", 'Counters: who stands in each hex, with what ("empty"); an expectation may name a hex alone', HEX,
        lambda s: [h for h, owner in enumerate(s.owner) if owner], _read_stack, stack_text, _expected_stack,
        covers=("owner", "counters"), alone=True,
        example='{ F4 = "Aglaia: 5 armies, 2 population", G5 = "Bronteas: temple" }',
    ),
    Phrase.each(
        "effects", 'Lasting miracles by hex, or "everywhere"', SPOT,
        lambda s: dict.fromkeys(h for _, _, h in s.effects), _read_effects,
        lambda s, h: _effects_said(s, [effect for effect in s.effects if effect[2] == h]),
        lambda s, h, said: _effects_said(s, _effects_read(s, h, said)), covers=("effects",),
        example='{ D3 = "Famine by Bronteas" }',
    ),
)  # fmt: skip
