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
