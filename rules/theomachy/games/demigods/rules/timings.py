"""Which timings of the closed list Demigods uses, and what they receive.

`s` is the state, `me` the seat that holds the card (or played it), `hex_` a hex.
"""

from __future__ import annotations

from ....engine.runtime.ability import Ability
from ....engine.runtime.seat_abilities import Seated
from .topics import Until

VOCABULARY = Seated(
    {
        "do": (),
        "gain_of": ("s", "me", "hex_"),  # population gained in a hex, by growth or a card
        "may_move": ("s", "me", "hex_"),  # may counters enter, by whatever means?
        "may_battle": ("s", "me", "hex_"),  # may this hex be attacked?
        "limit": ("s", "me"),  # attacks of one army in this turn
        "phase_start": ("s", "me"),  # the miracle phase begins
        "would_take_effect": ("s", "me", "by", "card"),  # a card of `by` is announced, nothing done
        "phase_end": ("s", "me"),  # the battle phase is over
    },
    words="verb shape asked asks phrase when requirements price purse icon reacts lasts until short marker".split(),
    topics={"until": Until},
)


class Power(Ability, abstract=True):
    """A printed card."""

    vocabulary = VOCABULARY
