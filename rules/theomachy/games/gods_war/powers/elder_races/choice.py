"""Which elder races are in a game, where they were not all chosen by name (GW-ELD-001, GW-ELD-002)."""

from __future__ import annotations

from .....engine.runtime.decision import draw
from .....engine.runtime.trace import report
from ...rules.setup import ELDER_RACES
from ...rules.state import State, bits
from ...rules.timings import Power
from ...rules.topics import Setup


def due(s: State) -> int:
    """How many are still to be drawn: one more for each that was drawn and leaves room for another ally."""
    drawn = bits(s.included & ~s.config.named)
    more = sum(s.config.races[race].beside for race in drawn)
    return s.config.lots + more - len(drawn)


class TheChoiceOfRaces(Power):
    """Races are drawn by lot before the game until there are enough; one that lacks its home is laid aside."""

    rule, empire, item, forced = "GW-ELD-001", ELDER_RACES, "abilities.choice", True
    printed = "The choice of races"

    def may_setup(self, s: State, me: int, what: Setup) -> bool:
        return what is Setup.DRAW and due(s) > 0

    async def setup(self, s: State, me: int, what: Setup) -> None:
        left = [race for race in range(len(s.config.races)) if not s.included >> race & 1]
        while left and due(s) > 0:
            race = await draw(left, [1] * len(left), self, "elder race", argument="race")
            left.remove(race)
            row = s.config.races[race]
            if row.lacks:
                report(s, "GW-ELD-002", "The {} are drawn and laid aside: {}", row.title, row.lacks, kind="rule")
                continue
            report(s, self.rule, "The {} are in the game", row.title, kind="rule")
            s.included |= 1 << race
            for key, area, n in row.start:
                for _ in range(n):
                    s.bring(me, s.config.by_key[me][key], s.config.map.index[area])
