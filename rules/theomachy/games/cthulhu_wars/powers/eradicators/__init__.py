"""Eradicators: a card for experienced players, and markers that spread over the map."""

from __future__ import annotations

from .....engine.masks import with_bit
from .....engine.runtime.decision import choose
from .....engine.runtime.layers import Changes, add
from ...rules.common import pick, says, units_in
from ...rules.domains import DOOM, GATHER
from ...rules.leaving import eliminate
from ...rules.state import State, bits
from ...rules.timings import Power
from ...rules.topics import OnGain

RULE, CARD, MARKER = "CW-ERA-001", "eradicators", "eradicator"
PROMPTS = {
    "first Eradicator": "{who}, where do you lay an Eradicator?",
    "next Eradicator": "{who}, where do you put the next Eradicator?",
    "eradicated": "{who}, which unit is eliminated beside the Eradicator?",
}


def marked(s: State) -> int:
    """Areas with an Eradicator, a bit each."""
    return s.tokens[s.config.token(MARKER)]


def lay(s: State, seat: int, area: int) -> None:
    """One comes to an area, for good."""
    s.tokens = with_bit(s.tokens, s.config.token(MARKER), area)
    says(s, RULE, seat, "puts an Eradicator into {}", s.config.map.names[area], touched=(f"area:{area}",))


def free(s: State) -> list[int]:
    """Areas of the board without one."""
    return [a for a in s.standing() if not (marked(s) | s.config.map.islands) >> a & 1]


def is_left(s: State) -> bool:
    """Is there one more, and an area for it?"""
    return marked(s).bit_count() < s.config.tokens[s.config.token(MARKER)].figures and bool(free(s))


def heated(s: State, seat: int) -> int:
    """Areas with a gate that a seat controls, and an Eradicator."""
    return s.gate_mask(seat) & marked(s)


class TheFirstEradicators(Power):
    """Whoever buys the card has one laid into each player's start area; who has none there says where his comes."""

    rule, on, forced, about = RULE, f"card.{CARD}", True, (OnGain.CARD,)

    def may_on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> bool:
        return seat == me and what is OnGain.CARD and thing == s.config.card(CARD)

    async def on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> None:
        for f in s.order(me):
            if is_left(s):
                home = s.start[f] if s.start[f] in free(s) else -1
                area = home if home >= 0 else await choose(f, "area", free(s), self, "first Eradicator")
                lay(s, f, area)


class Overclock(Power):
    """Gather Power: a gate beside an Eradicator brings 1 Power more, and 2 for whoever has the card; then its
    controller loses a unit there.
    """

    rule, on, forced = RULE, f"box.{CARD}", True

    def income(self, s: State, me: int) -> Changes:
        n = sum(s.count_gates_in(area, me) for area in bits(heated(s, me)))
        word = "overclock_owner" if s.cards[s.config.card(CARD)] == me else "overclock"
        return add(n * s.config.amounts[word]) if n else None

    def may_any_time(self, s: State, me: int) -> bool:
        return s.phase == GATHER and not s.is_spent(me, self.name) and bool(heated(s, me) & s.on[me])

    async def any_time(self, s: State, me: int) -> None:
        s.spent = tuple(sorted({*s.spent, (me, self.name)}))
        for area in bits(heated(s, me) & s.on[me]):
            for _ in range(s.count_gates_in(area, me)):  # one for each gate, Yog-Sothoth too
                if s.here(me, area):
                    unit = await pick(s, me, units_in(s, me, area), self, "eradicated")
                    await eliminate(s, me, unit[2], area, me, self.rule)


class Annihilation(Power):
    """As a Doom phase begins each player in order puts one more into an area without any, as long as there are some."""

    rule, on, forced = RULE, f"box.{CARD}", True

    def may_phase_start(self, s: State, me: int, phase: int) -> bool:
        return phase == DOOM and marked(s) > 0 and is_left(s)

    async def phase_start(self, s: State, me: int, phase: int) -> None:
        lay(s, me, await choose(me, "area", free(s), self, "next Eradicator"))
