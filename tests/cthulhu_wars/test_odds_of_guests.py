"""Powers of an outside package in the calculator: it has a switch for each, and asks nothing of their author."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from tests.answers.test_calculator import brute_force
from tests.cthulhu_wars.outside import guests
from tests.cthulhu_wars.scene import AR, EA, table
from theomachy.answers.calculator import Reckoned, reckon
from theomachy.answers.work import finish
from theomachy.engine.runtime.decision import choose
from theomachy.engine.runtime.layers import Changes, add
from theomachy.engine.runtime.line_up import Setting
from theomachy.games.cthulhu_wars.rules.domains import DOOMED, KILL, KIND
from theomachy.games.cthulhu_wars.rules.fight import Hit, Resolution
from theomachy.games.cthulhu_wars.rules.leaving import eliminate
from theomachy.games.cthulhu_wars.rules.results import throw_pool
from theomachy.games.cthulhu_wars.rules.state import State
from theomachy.games.cthulhu_wars.rules.timings import Power

HALF, SIXTH = Fraction(1, 2), Fraction(1, 6)


def define() -> None:
    """The powers of the package; nothing in them is about the calculator but `spends`."""

    class Muster(Power):
        """Two dice more for the whole side, as often as its counter says."""

        rule = "CW-BAT-011"

        def strength(self, fight: Resolution, me: int, seat: int, foe: int, n: int) -> Changes:
            return add(fight.s.counter(me, self.name)) if seat == me else None

    class Bait(Power):
        """Before the battle one unit of the enemy leaves it, whichever you like."""

        rule = "CW-BAT-006"

        async def pre_battle(self, fight: Resolution, me: int, foe: int) -> None:
            unit = await choose(me, "unit", fight.options(foe, fight.units(foe)), self, "baited")
            await fight.lose(foe, unit[2], me, self.rule, "baited")

    class Ransom(Power):
        """A result on a unit of yours comes to nothing, for 1 Power."""

        rule, spends = "CW-BAT-024", True

        def may_would_take_result(self, s: State, me: int, event: Hit) -> bool:
            return s.power[me] > 0

        def would_take_result(self, s: State, me: int, event: Hit) -> None:
            s.power[me] -= 1
            event.spared(me, self)

    class Overkill(Power):
        """Who has rolled three kills or more loses a unit of his own afterwards: late, it asks for dice."""

        rule, forced = "CW-BAT-034", True

        def may_battle_end(self, fight: Resolution, me: int) -> bool:
            return fight.fights(me) and fight.b.rolled[fight.side(me)][1] >= 3

        async def battle_end(self, fight: Resolution, me: int) -> None:
            code = next(iter(fight.units(me)))
            await eliminate(fight.s, me, code & KIND, fight.b.area, me, self.rule)

    class Doomsayer(Power):
        """After the kills the enemy takes an elimination, and throws a die of his own."""

        rule = "CW-BAT-020"

        def may_post_battle(self, fight: Resolution, me: int, given: int) -> bool:
            return given == KILL and fight.scored(DOOMED) == 0

        async def post_battle(self, fight: Resolution, me: int, given: int) -> None:
            kills, _ = await throw_pool(fight, fight.b.sides[0], 1, self.name)
            fight.owe(fight.b.sides[1], DOOMED, kills, self.name)


@pytest.fixture(autouse=True)
def _outside() -> Iterator[None]:
    with guests(define):
        yield


def fight_of(
    lent: str, mine: str = "Starspawn", theirs: str = "2 Nightgaunt", seat: str = "GC"
) -> tuple[State, Setting]:
    """Great Cthulhu attacks Crawling Chaos in Arabia; a power is lent to a seat, and can be switched."""
    units = {"GC": {AR: mine}, "CC": {AR: theirs}, "BG": {EA: "Ghoul"}}
    s = table("GC CC BG YS", units, power=3).state.copy()
    seats = {letters: i for i, letters in enumerate(card.letters for card in s.config.factions)}
    s.lend(seats[seat], lent)
    s.derive()
    return s, Setting(f"{s.config.map.names.index(AR)}:{seats['GC']}:{seats['CC']}")


def found(s: State, setting: Setting) -> Reckoned:
    """Exactly, and as by a walk without any short cut."""
    system = table("GC CC BG YS", {}).system
    told = finish(reckon(system, s, setting, how="exact"))
    assert told.chances == brute_force(system, s, setting)
    return told


def test_dice_of_a_counter() -> None:
    s, setting = fight_of("Muster")
    s.count_to(0, "Muster", 2)
    told = found(s, setting)
    assert told.line_up.sides[0].total == "5 dice"
    assert "Muster" in {switch.name for switch in told.line_up.sides[0].switches}
    assert found(s, setting.switching("0:Muster", False)).line_up.sides[0].total == "3 dice"


def test_a_choice_before_the_battle_takes_the_dearest_of_the_enemy() -> None:
    s, setting = fight_of("Bait", theirs="Acolyte, Flying Polyp")
    told = found(s, setting)
    polyp = next(row.id for row in told.line_up.rows if row.words == "Flying Polyp" and row.group == "fate")
    assert told.fraction(polyp) == 1
    assert "baited" in told.assumed
    assert found(s, setting.switching("0:Bait", False)).fraction(polyp) < 1


def test_results_are_bought_off_with_the_power_that_is_set() -> None:
    s, setting = fight_of("Ransom", theirs="Flying Polyp")
    told = found(s, setting)
    assert told.fraction("lost:0", 1) == 0, "one die, and 2 Power"
    assert told.mean("spent:0") == HALF
    assert found(s, setting.counting("0:Power", 0)).fraction("lost:0", 1) == SIXTH


def test_dice_that_are_asked_for_late_are_not_taken_together() -> None:
    """Two kills and three come to the same for two units, and not for who asks."""
    s, setting = fight_of("Overkill", theirs="Nightgaunt, Acolyte")
    told = found(s, setting)
    assert told.fraction("lost:0", 1) == SIXTH**3
    assert told.fraction("lost:1", 1) == 1 - Fraction(5, 6) ** 3


def test_dice_thrown_apart_and_eliminations_by_a_power() -> None:
    s, setting = fight_of("Doomsayer", mine="Starspawn", theirs="2 Nightgaunt")
    told = found(s, setting)
    assert told.fraction("lost:1", 2) == 1 - (Fraction(5, 6) ** 4 + 4 * SIXTH * Fraction(5, 6) ** 3)


def test_powers_of_others_are_left_out_and_that_is_said() -> None:
    s, setting = fight_of("Doomsayer", seat="BG")
    told = found(s, setting)
    s2, _ = fight_of("Muster")
    assert told.fraction("lost:1", 2) == found(s2, setting).fraction("lost:1", 2)
    assert told.assumed == ("powers of others, which are not used",)
