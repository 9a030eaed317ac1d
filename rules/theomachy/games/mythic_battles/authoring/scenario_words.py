"""A `[setup]` in the words of the game: where it begins, and what goes without saying."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ....engine.plain import Said
from ....engine.state import Each, Maybe, Number, Of, Phrase
from ..rules.cards import left
from ..rules.domains import SEAT
from ..rules.setup import begin, lay_stones
from ..rules.state import ACTING, ACTIVATE, Fight, State

if TYPE_CHECKING:
    from ..rules.config import Config


def blank(config: Config, said: Mapping[str, Said]) -> State:
    """A `[setup]` begins in the first turn of the lead player, after the draw, with nobody on the board but those that
    stand there from the start; an empty one is the start of the game.
    """
    s = begin(config)
    if not said:
        return s
    s.stage, s.round = ACTIVATE, 1
    s.lead = max(s.lead, 0)
    s.active = s.lead
    if len(config.map.boards) > 1:
        lay_stones(s)
    if "stones" in said:
        for lying in s.stones:
            lying[:] = bytearray(len(lying))
    if "area" in said:
        for unit in range(len(s.place)):
            s.place[unit] = -1
        s.entered = 0
    return s


def arranged(s: State, setup: Mapping[str, Said]) -> None:
    """Who stands on the board has entered it; who is destroyed is gone; whose turn it is leads, if nobody else does."""
    for unit, area in enumerate(s.place):
        if area >= 0:
            s.entered |= 1 << unit
    for unit in range(len(s.place)):
        if s.fallen >> unit & 1:
            s.vitality[unit] = 0
            s.entered |= 1 << unit
    if "active" in setup and "lead" not in setup:
        s.lead = s.active
    if s.activation is not None:
        s.stage = ACTING
        s.acted |= 1 << s.activation.unit
        s.activation.declared = s.activation.began = True
        if "activated" not in setup:
            s.units_done = 1


PHRASES = (
    Phrase.valued(
        "fight", 'the attack under way, as far as it is said, or "none"', Maybe(Of(Fight)), lambda s: s.fight,
        example="{ offence = 4, defence = 7, distance = 0 }",
    ),
    Phrase.valued(
        "cards", "how many cards each player holds; one number for all", Each(SEAT, Number(0, 99)),
        lambda s: [len(hand) for hand in s.hands], example="{ Blue = 5 }",
    ),
    Phrase.valued(
        "left", "how many cards are left in each deck; one number for all", Each(SEAT, Number(0, 99)),
        lambda s: [left(s, seat) for seat in range(len(s.decks))], example="{ Blue = 20 }",
    ),
)  # fmt: skip
