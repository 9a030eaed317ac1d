"""Primeval Earth: Glaciers come at the end of each Doom phase and lie for good. Nobody holds the gate under one."""

from __future__ import annotations

from ......engine.masks import with_bit
from ......engine.runtime.decision import choose
from ......engine.runtime.trace import report
from ....rules.common import control_changed, gate_left
from ....rules.domains import DOOM, HELD_GATE, NO_GATE
from ....rules.state import State, bits
from ....rules.timings import Power
from ....rules.topics import ControllerOf
from ...daemon_sultan import CHAOS

GROUND = "ground.primeval"
GLACIER = "glacier"  # the marker, and the glyph on the board
FIRST = 2  # the round that has begun when the first Doom phase is over

PROMPTS = {
    "area that freezes": "The Doom phase ends. Which area with a Glacier Glyph freezes?",
}


def ice(s: State) -> int:
    """The areas under Glaciers, as a mask."""
    return s.tokens[s.config.token(GLACIER)]


def left(s: State) -> int:
    """How many Glaciers are still to be had."""
    most = "glaciers_in_the_box" if s.config.rulings.thirteen_glaciers else "glaciers"
    return int(s.config.facts[f"worlds.primeval.{most}"]) - ice(s).bit_count()


def open_glyphs(s: State) -> list[int]:
    """Areas with a Glacier Glyph and without a Glacier."""
    return list(bits(s.config.map.printed(GLACIER) & ~ice(s)))


async def freeze(s: State, area: int, rule: str) -> None:
    """A Glacier comes: a gate there is covered, and whoever controls it steps off."""
    token, before = s.config.token(GLACIER), s.gate[area]
    s.tokens = with_bit(s.tokens, token, area)
    if s.trace is not None:
        report(s, rule, "A Glacier lies in {}", s.config.map.names[area], touched=(f"area:{area}",))
    if before == NO_GATE:
        return
    s.open_gate(area)
    if s.sort(area) == CHAOS and gate_left(s) and (s.round != FIRST or s.config.rulings.first_ice_changes_chaos_gates):
        s.make_sort(area, "")
    if s.trace is not None:
        text, gate = "It covers the gate in {}", (f"place:{area}:gate",)
        report(s, rule, text, s.config.map.names[area], touched=gate)
    if before >= HELD_GATE:
        await control_changed(s, area, before - HELD_GATE)


class FirstGlaciers(Power):
    """At the end of the first Doom phase a Glacier comes to the start area of every faction that has one; not where a
    gate is that nobody can take from it.
    """

    rule, on, forced, printed = "CW-PRI-003", GROUND, True, "The first Glaciers"

    def _homes(self, s: State) -> list[int]:
        homes = [s.start[seat] for seat in s.order(s.first) if s.start[seat] >= 0]
        return [area for area in homes if not s.is_fixed(area)]

    def may_phase_end(self, s: State, me: int, phase: int) -> bool:
        return phase == DOOM and s.round == FIRST and s.config.rulings.glaciers_come and bool(self._homes(s))

    async def phase_end(self, s: State, me: int, phase: int) -> None:
        for area in self._homes(s):
            if left(s) > 0 and not ice(s) >> area & 1:
                await freeze(s, area, self.rule)


class Glaciers(Power):
    """At the end of every later Doom phase the first player selects two areas with a Glacier Glyph, and a Glacier comes
    to each.
    """

    rule, on, forced = "CW-PRI-005", GROUND, True

    def may_phase_end(self, s: State, me: int, phase: int) -> bool:
        more = bool(open_glyphs(s)) and left(s) > 0
        return phase == DOOM and s.round > FIRST and s.config.rulings.glaciers_come and more

    async def phase_end(self, s: State, me: int, phase: int) -> None:
        chosen: list[int] = []
        for _ in range(min(s.config.facts["worlds.primeval.a_phase"], left(s))):
            if free := [area for area in open_glyphs(s) if area not in chosen]:
                chosen.append(await choose(s.first, "area", free, self, "area that freezes"))
        for area in chosen:
            await freeze(s, area, self.rule)


class UnderTheIce(Power):
    """Nobody controls a gate under a Glacier: it is abandoned."""

    rule, on, printed, about = "CW-PRI-010", GROUND, "Under the ice", (ControllerOf.GATE,)

    def controller_of(self, s: State, me: int, area: int, seat: int, code: int, what: ControllerOf) -> int | None:
        return -1 if ice(s) >> area & 1 else None
