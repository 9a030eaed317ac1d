"""Fights worked out by hand from the rulebooks, a plain one and a hostile one at least of each game.

Nothing here asks the rules of the house: each figure is counted anew, die by die.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest

import theomachy as th
from theomachy.answers.calculator import Reckoned, first_setting, reckon
from theomachy.answers.work import finish
from theomachy.engine.runtime.line_up import Setting

from . import fights_of_games as small

SIX = range(1, 7)
KILL, PAIN = (6,), (4, 5)


def found(fought: tuple[Any, Any, Any]) -> Reckoned:
    """What the calculator says."""
    system, s, setting = fought
    return finish(reckon(system, s, setting, how="exact"))


def results(n: int) -> Iterator[tuple[int, int, Fraction]]:
    """Kills and pains (or routs) of so many dice, throw by throw."""
    for faces in product(SIX, repeat=n):
        yield sum(f in KILL for f in faces), sum(f in PAIN for f in faces), Fraction(1, 6**n)


def share(cases: Iterator[tuple[int, int, Fraction]], holds: Any) -> Fraction:
    """The chance of what holds of kills and pains."""
    return sum((p for kills, pains, p in cases if holds(kills, pains)), Fraction(0))


def unearned(fought: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
    """The same with every spellbook of the attacker still to earn."""
    system, s, setting = fought
    s = s.copy()
    s.open = ((1 << len(s.config.factions[0].slots)) - 1, 0)
    s.derive()
    return system, s, setting


# -- Cthulhu Wars -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-BAT-001", "CW-GAT-001", "CW-SPB-006")
def test_five_dice_against_a_ghoul_and_the_keeper() -> None:
    told = found(unearned(small.cthulhu("2 Deep One, Starspawn", "Ghoul, Acolyte")))
    assert told.fraction("gate") == share(results(5), lambda k, p: k + p <= 1)
    assert told.fraction("first alone") == share(results(5), lambda k, p: k + p >= 2)
    assert told.fraction("lost:1", 1) == 1 - Fraction(5, 6) ** 5
    assert told.fraction("lost:0", 1) == 0, "nobody strikes back"
    assert told.fraction("book:0") == 1 - Fraction(5, 6) ** 5, "for one victim"
    assert told.fraction("books:0") == 0, "two give one book, three give two"


def test_three_dice_beside_a_kill_and_a_miss_that_lie() -> None:
    system, s, setting = unearned(small.cthulhu("2 Deep One, Starspawn", "Ghoul, Acolyte"))
    told = found((system, s, setting.showing(0, 0, 6).showing(0, 1, 1)))
    assert told.said == "Exact: all 10 rolls"
    assert told.fraction("gate") == Fraction(1, 8), "no other die may count"
    assert told.fraction("lost:1", 1) == told.fraction("book:0") == 1


def test_who_is_surrounded_loses_one_and_stays() -> None:
    system, s, _ = small.cthulhu()
    names = s.config.map.names
    near = [names[at] for at in s.config.map.near[names.index("Arabia")]]
    units = ["Acolyte", "Acolyte", "Acolyte", "Acolyte", "Acolyte", "Deep One", "Deep One"]
    around = dict(zip(near, units, strict=True))
    position = {
        "phase": "action", "active": "GC", "gates": {"Arabia": "BG"},
        "units": {"GC": {"Arabia": "Starspawn"} | around, "BG": {"Arabia": "Ghoul, 2 Acolyte"}},
    }  # fmt: skip
    s = system.arrange(position)
    told = found((system, s, first_setting(system, s, f"{names.index('Arabia')}:0:1")))

    def left(kills: int, pains: int) -> int:
        stays = max(3 - kills, 0)
        return stays - 1 if pains and stays else stays

    assert told.fraction("both") == share(results(3), lambda k, p: left(k, p) > 0)
    assert told.fraction("gate") == share(results(3), lambda k, p: left(k, p) > 0)
    for n in (1, 2, 3):
        assert told.fraction("lost:1", n) == share(results(3), lambda k, p, n=n: 3 - left(k, p) >= n)


def test_cthulhu_devours_one_before_the_dice() -> None:
    told = found(unearned(small.cthulhu("Cthulhu", "3 Acolyte")))
    assert told.fraction("lost:1", 1) == 1
    assert told.fraction("first alone") == share(results(6), lambda k, p: k + p >= 2)
    assert told.fraction("lost:1", 3) == share(results(6), lambda k, p: k >= 2)
    assert told.fraction("book:0") == 1
    assert told.fraction("books:0") == share(results(6), lambda k, p: k >= 2)


# -- the Gods War -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("GW-BAT-001", "GW-CON-001")
def test_five_dice_of_storm_against_two_of_sky() -> None:
    told = found(small.gods_war("3 Barbarian, Champion", "2 Archer"))
    takes = share(results(5), lambda k, r: k + r >= 2)  # two dice leave at least two of four: Storm is always there
    assert told.fraction("first alone") == told.fraction("takes:0") == takes
    assert told.fraction("lost:0", 1) == share(results(2), lambda k, _: k >= 1)
    assert told.fraction("lost:1", 2) == share(results(5), lambda k, _: k >= 2)


def test_what_sky_has_rolled_is_told_apart_from_what_storm_will_roll() -> None:
    system, s, setting = small.gods_war("3 Barbarian, Champion", "2 Archer")
    told = found((system, s, setting.showing(1, 0, 6).showing(1, 1, 1).showing(0, 0, 1)))
    assert told.fraction("lost:0", 1) == 1
    assert told.fraction("lost:0", 2) == 0
    assert told.fraction("takes:0") == share(results(4), lambda k, r: k + r >= 2)


def test_a_temple_routs_without_a_die() -> None:
    """That of Sky counts two routs, so two Barbarians are always gone."""
    system, s, _ = small.gods_war()
    position = {
        "phase": "action", "active": "ST", "buildings": {"SK": {"Spike": "Temple"}},
        "units": {"ST": {"Spike": "2 Barbarian"}, "SK": {"Spike": "2 Archer"}},
    }  # fmt: skip
    s = system.arrange(position)
    told = found((system, s, first_setting(system, s)))
    both = share(results(2), lambda k, r: k + r >= 2)
    assert told.fraction("nobody") == both
    assert told.fraction("second alone") == 1 - both
    assert told.fraction("takes:0") == 0
    assert told.fraction("lost:0", 1) == share(results(2), lambda k, _: k >= 1)


def test_the_sun_god_is_routed_instead_of_killed() -> None:
    told = found(small.gods_war("2 Barbarian", "The Sun God Yelm"))
    gone = share(results(2), lambda k, r: k + r >= 1)
    (id_,) = [row.id for row in told.line_up.rows if row.id.startswith("gone:1")]
    assert told.fraction(id_) == gone
    assert told.fraction("lost:1", 1) == 0


@pytest.mark.rule("GW-RIF-002", "GW-RIF-005", "GW-RIF-008", "GW-RIF-010", "GW-RIF-011")
def test_the_rift_closes_when_all_bids_exceed_its_dice() -> None:
    """Three bid 2, 5 and 6, Chaos takes 5 away, a Barbarian and an Archer of 1 are given: 10 against four dice. A bid
    without Power is 0.
    """
    system, s, _ = small.gods_war("2 Barbarian, Champion")
    s = s.copy()
    s.power = [8 for _ in s.power]
    order = list(s.order())
    bids = dict(zip([seat for seat in order if seat != s.config.feeder], (2, 5, 6), strict=True)) | {s.config.feeder: 5}
    setting = Setting("rift")
    for side, seat in enumerate(order):
        setting = setting.counting(f"{side}:bid", bids[seat])
    told = found((system, s, setting))
    throws = list(product(SIX, repeat=4))
    assert told.fraction("closes") == Fraction(sum(sum(faces) < 10 for faces in throws), len(throws))
    assert [told.chance(f"least:{seat}") for seat in order] == [bids[seat] == 2 for seat in order]
    champion = next(k for k, words in told.line_up.sides[order.index(0)].policies if words == "Champion, 2")
    more = found((system, s, setting.giving(order.index(0), champion)))
    assert more.fraction("closes") == Fraction(sum(sum(faces) < 11 for faces in throws), len(throws))
    lie = found((system, s, setting.showing(0, 0, 6).showing(0, 1, 1)))
    assert lie.fraction("closes") == Fraction(1, 36), "two more that must be ones"
    poor = next(seat for seat in order if bids[seat] == 6)
    s.power[poor] = 1
    told = found((system, s, setting))
    assert told.fraction("closes") == Fraction(0), "4 is never more than four dice"
    assert told.chance(f"least:{poor}") == 1


# -- Demigods ---------------------------------------------------------------------------------------------------------
def cleared(attackers: int, armies: int, people: int, *, mountains: bool = False) -> Fraction:
    """The chance that a hex is cleared when it is fought to the end: both roll at once, a 1 hits, armies go first."""

    @cache
    def hits(n: int) -> dict[int, Fraction]:
        chances: defaultdict[int, Fraction] = defaultdict(Fraction)
        for faces in product((0, 0, 0, 0, 0, 1), repeat=n) if n <= 6 else ():
            chances[sum(faces)] += Fraction(1, 6**n)
        return dict(chances)

    @cache
    def wins(mine: int, theirs: int, crowd: int) -> Fraction:
        if theirs + crowd == 0:
            return Fraction(1)
        if mine == 0:
            return Fraction(0)
        stay, sure = Fraction(0), Fraction(0)
        for a, p in hits(2 * mine).items():
            got = max(a - 1, 0) if mountains else a
            for b, q in hits(2 * theirs + (crowd + 1) // 2).items():
                armed = min(got, theirs)
                after = max(mine - b, 0), theirs - armed, max(crowd - (got - armed), 0)
                if after == (mine, theirs, crowd):
                    stay += p * q
                else:
                    sure += p * q * wins(*after)
        return sure / (1 - stay)

    return wins(attackers, armies, people)


@pytest.mark.rule("DG-BAT-002", "DG-BAT-003", "DG-BAT-005", "DG-BAT-006")
def test_three_armies_against_an_army_and_its_people() -> None:
    assert found(small.demigods(3, 1, 2)).fraction("cleared") == cleared(3, 1, 2)


def test_dice_lie_in_the_first_round_and_no_later_one() -> None:
    system, s, setting = small.demigods(2, 1, 1)
    missed = setting
    for hand, n in enumerate((4, 3)):
        for i in range(n):
            missed = missed.showing(hand, i, 6)
    assert found((system, s, missed)).fraction("cleared") == cleared(2, 1, 1), "nobody was hit: as at the beginning"
    hit = missed.showing(0, 0, 1).showing(0, 1, 1)
    assert found((system, s, hit)).fraction("cleared") == 1
    assert found((system, s, missed.showing(1, 0, 1).showing(1, 1, 1))).fraction("cleared") == 0


@pytest.mark.rule("DG-BAT-012")
def test_mountains_take_a_hit_of_each_roll() -> None:
    system, s, setting = small.demigods(2, 1, 1)
    told = found((system, s, setting.switching("1:mountains", True)))
    assert told.fraction("cleared") == cleared(2, 1, 1, mountains=True) < cleared(2, 1, 1)


# -- Mythic Battles ---------------------------------------------------------------------------------------------------
def reached(dice: tuple[int, ...], wall: int) -> int:
    """The most dice that can reach the wall, each other one given up for one more."""
    high = sorted(dice, reverse=True)
    can = [w for w in range(len(high) + 1) if sum(max(wall - d, 0) for d in high[:w]) <= len(high) - w]
    return max(can)


@cache
def best(dice: tuple[int, ...], wall: int) -> Fraction:
    """The wounds to expect of a first assault, blanks and all, when what is best on average is done."""
    lie = tuple(sorted((d for d in dice if d), reverse=True))
    options = {Fraction(reached(lie, wall))}
    for lifted in range(len(lie) + 1):
        for some in combinations(range(len(lie)), lifted):
            if any(lie[i] == 5 for i in some):
                continue
            price = sum(5 - lie[i] for i in some)
            others = [i for i in range(len(lie)) if i not in some]
            for paid in combinations(others, price) if price <= len(others) else ():
                rest = [lie[i] for i in others if i not in paid]
                fives = lifted + rest.count(5)
                for k in range(1, fives + 1):
                    kept = [d for d in rest if d != 5] + [5] * (fives - k)
                    worth = sum(
                        reached((*kept, *(5 + f for f in thrown if f)), wall) for thrown in product(range(6), repeat=k)
                    )
                    options.add(Fraction(worth, 6**k))
    return max(options)


def wounds(n: int, wall: int) -> Fraction:
    """The wounds to expect before the dice are thrown."""
    return sum((best(tuple(sorted(faces)), wall) for faces in product(range(6), repeat=n)), Fraction(0)) / 6**n


@pytest.mark.rule("MB-ATK-004", "MB-ATK-005", "MB-ATK-008", "MB-ATK-010")
@pytest.mark.parametrize(("vitality", "wall"), [(8, 9), (5, 8)])
def test_four_dice_of_the_hoplites_against_cerberus(vitality: int, wall: int) -> None:
    """Against 9 and, once he has lost three, against 8: ruins give one more."""
    system, s, setting = small.mythic("hoplites", "cerberus")
    told = found((system, s, setting.counting("1:1", vitality).switching("1:Retaliation", False)))
    assert told.line_up.sides[1].total == f"to reach {wall}"
    assert told.mean("mean") == wounds(4, wall)


@pytest.mark.rule("MB-RET-001", "MB-RET-002")
def test_what_strikes_back_has_the_dice_that_are_left_to_it() -> None:
    """Four dice while four Hoplites live, three of fewer, none of nobody; Cerberus in ruins is at 9."""
    system, s, setting = small.mythic("cerberus", "hoplites")
    told = found((system, s, setting))
    lost = told.spread("wounds")
    back = (lost[0] + lost[1]) * wounds(4, 9) + (lost[2] + lost[3] + lost[4]) * wounds(3, 9)
    assert told.mean("back mean") == back
    assert lost[5] == told.fraction("destroyed") > 0


# -- Heroes -----------------------------------------------------------------------------------------------------------
def heroes(goons: int, cores: int, stock: int = 0) -> Reckoned:
    """Gremlins against Mechanisms in one region, who have so much wood."""
    game = th.new("heroes", players=["a", "b"], seed=3, factions=["gremlins", "mechanisms"])
    sheet: dict[str, Any] = {
        "a": {"region": "Suleen", "army": {"Goon": goons}}, "b": {"region": "Suleen", "army": {"Core": cores}},
    }  # fmt: skip
    s = game.system.arrange({"sheet": sheet})
    s.sheets[1].stock = [stock, 0, 0]
    return found((game.system, s, first_setting(game.system, s, f"p:{s.sheets[0].region}:0:1")))


@pytest.mark.rule("HE-PVP-004", "HE-CBT-004")
def test_the_same_height_defeats_everybody() -> None:
    power = [int(side.total.split()[0]) for side in heroes(1, 1).line_up.sides]
    told = heroes(2 * power[1], 2 * power[0])
    assert [int(side.total.split()[0]) for side in told.line_up.sides] == [2 * power[0] * power[1]] * 2
    assert [told.chance(row) for row in ("wins", "loses", "tie")] == [0, 0, 1]
    assert [float(told.mean(f"lost:{seat}")) for seat in (0, 1)] == [2 * power[1], 2 * power[0]]


@pytest.mark.rule("HE-PVP-008")
def test_the_winner_takes_the_difference_or_what_there_is() -> None:
    for stock in (1, 9):
        told = heroes(4, 1, stock)
        high, low = (int(side.total.split()[0]) for side in told.line_up.sides)
        assert high > low + 1
        assert told.chance("wins") == 1
        assert told.mean("gained:0") == min(high - low, stock)
        assert told.mean("gained:1") == 0
        assert [told.mean(f"lost:{seat}") for seat in (0, 1)] == [4, 1]
