"""The powers of the spirits: one forced, one that throws a die, one that costs a coin, one that speaks instead."""

from __future__ import annotations

from tests.engine.pocket_rules import Gift, gain, lose
from theomachy.engine.runtime.ability import No
from theomachy.engine.runtime.decision import die


class Gale(Gift):
    """Before a battle one army of a side of more than three is blown away."""

    rule, forced = "PG-GFT-001", True

    def may_pre_battle(self, s, me, mine, theirs):
        return s.army[theirs] > 3

    async def pre_battle(self, s, me, mine, theirs):
        lose(s, theirs, 1, self.rule)


class SpearDance(Gift):
    """Before a battle, throw a die: a 6 kills an enemy army."""

    rule = "PG-GFT-002"

    def may_pre_battle(self, s, me, mine, theirs):
        return s.army[theirs] > 1

    async def pre_battle(self, s, me, mine, theirs):
        if await die(self, "spear dance") == 6:
            lose(s, theirs, 1, self.rule)


class ShieldWall(Gift):
    """Before a battle, pay a coin for one more army."""

    rule = "PG-GFT-003"

    def may_pre_battle(self, s, me, mine, theirs):
        return s.coins[me] > 0 or No("there is no coin for it")

    async def pre_battle(self, s, me, mine, theirs):
        s.coins[me] -= 1
        gain(s, self, me, mine)

    def strength(self, s, me, island):
        return 0


class Phoenix(Gift):
    """The first army that would be lost in a battle is saved, if a coin is paid."""

    rule = "PG-GFT-004"

    def would_be_eliminated(self, s, me):
        if s.coins[me] < 1 or s.saved & (1 << me):
            return False
        s.coins[me] -= 1
        s.saved |= 1 << me
        return True


# -- printed on things that nobody has from the beginning -------------------------------------------------------------
class Aegis(Gift):
    """A relic: no army of its bearer is lost."""

    rule, on, printed = "PG-GFT-005", "Aegis", "Aegis"

    def would_be_eliminated(self, s, me):
        return True


class Drown(Gift):
    """The Trident, a relic: before a battle, drown an enemy army."""

    rule, on = "PG-GFT-006", "Trident"

    async def pre_battle(self, s, me, mine, theirs):
        lose(s, theirs, 1, self.rule)


class Reef(Gift):
    """A sea: nobody attacks Ios."""

    rule, on = "PG-GFT-007", "Reef"

    def may_battle(self, s, me, a, b):
        return No("reefs lie before Ios") if b == 4 else True


class Mist(Gift):
    """A sea of fog: each spirit may save one army a battle."""

    rule, on = "PG-GFT-008", "each Fog"

    def would_be_eliminated(self, s, me):
        found, s.saved = not s.saved >> me & 1, s.saved | 1 << me
        return found


class ManyHeads(Gift):
    """The hydra, a neutral beast: whoever holds its island loses no army there to anybody."""

    rule, on = "PG-GFT-009", "Hydra"

    def would_be_eliminated(self, s, me):
        return s.fight is not None and me.unit in (s.fight.home, s.fight.target)
