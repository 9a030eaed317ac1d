"""Odds before the dice, against every throw there is: counted face by face, and played out by the rules."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.runtime.position import Position
from theomachy.games.gods_war import GodsWar
from theomachy.games.gods_war.display.labels import detail, forecasts
from theomachy.games.gods_war.reckoning import odds
from theomachy.games.gods_war.rules.battle import muster
from theomachy.games.gods_war.rules.council import in_rift

PLAYERS = ["Ana", "Ben", "Cleo"]
DICE: dict[int, tuple[int, int]] = {6: (1, 0), 5: (0, 1), 4: (0, 1)}  # face: kills, routs


def system(*empires: str) -> GodsWar:
    return GodsWar.build(players=PLAYERS, options={"empires": list(empires)})


def counted(n: int) -> dict[tuple[int, int], Fraction]:
    """Kills and routs of n dice, throw by throw."""
    found: Counter[tuple[int, int]] = Counter()
    for faces in product(range(1, 7), repeat=n):
        results = [DICE.get(face, (0, 0)) for face in faces]
        found[sum(k for k, _ in results), sum(r for _, r in results)] += 1
    return {pair: Fraction(ways, 6**n) for pair, ways in found.items()}


@pytest.mark.rule("GW-ROL-004", "GW-ROL-005")
@pytest.mark.parametrize("n", range(6))
def test_dice_are_those_of_every_throw(n: int) -> None:
    die = system("sky", "storm", "darkness").config.die
    assert odds.thrown(die, n) == counted(n)


def position(one: str, units: str, building: str = "") -> Any:
    """Storm against another empire in Jrustela, Storm to act."""
    third = next(slug for slug in ("darkness", "sky") if slug != one)
    game = system("storm", one, third)
    letters = game.seats[1].letters
    setup: dict[str, Any] = {
        "phase": "action", "active": "ST", "power": {"ST": 3, letters: 1},
        "units": {"ST": {"Jrustela": "Barbarian, Champion"}, letters: {"Jrustela": units}},
    }  # fmt: skip
    if building:
        setup["buildings"] = {letters: {"Jrustela": building}}
    return game, game.arrange(setup)


def played(game: GodsWar, s: Any, area: int) -> tuple[dict[tuple[int, int], Fraction], Fraction, Fraction]:
    """What the defender must take, and how often each side stands without units: over all throws, by the rules; each
    asked side saves whom it can, by trying all answers."""
    takes: Counter[Any] = Counter()
    start = Position(game, s)
    start.play(("battle", area, 1))
    gone = [Fraction(0), Fraction(0)]

    def walk(p: Position, chance: Fraction) -> None:
        decision = p.decision
        if decision is not None and decision.player == CHANCE and p.state.battle is not None:
            weights = decision.weights or (1,) * len(decision.options)
            for option, weight in zip(decision.options, weights, strict=True):
                after = p.clone()
                after.play(option)
                walk(after, chance * Fraction(weight, sum(weights)))
            return
        b = p.state.battle
        if b is not None:
            takes[tuple(b.kills), tuple(b.routs)] += chance  # type: ignore[assignment]
        for seat in (0, 1):
            gone[seat] += chance * (not survives(p, seat, area))

    walk(start, Fraction(1))
    return takes, gone[0], gone[1]  # type: ignore[return-value]


def survives(p: Any, seat: int, area: int) -> bool:
    """Can this seat keep a unit in the area, whatever the other one does?"""
    if p.state.battle is None or p.decision is None:
        return bool(p.state.crowd(seat, area))
    found = []
    for option in p.decision.options:
        after = p.clone()
        after.play(option)
        found.append(survives(after, seat, area))
    return any(found) if p.decision.player == seat else all(found)


@pytest.mark.rule("GW-PST-002", "GW-PST-004", "GW-ROL-006")
@pytest.mark.parametrize(
    ("one", "units", "building"),
    [("sky", "Archer", ""), ("sky", "Archer, Phoenix", ""), ("sky", "Archer", "Temple"), ("darkness", "Shade", "")],
)
def test_who_is_left_is_as_the_rules_play_it_out(one: str, units: str, building: str) -> None:
    game, s = position(one, units, building)
    area = game.config.map.index["jrustela"]
    mine, theirs = odds.before(s, area, 0, 1)
    _, attacker, defender = played(game, s, area)
    assert (mine.emptied, theirs.emptied) == (attacker, defender)
    assert sum(mine.takes.values()) == sum(theirs.takes.values()) == 1


@pytest.mark.rule("GW-ROL-006")
def test_a_building_adds_its_results() -> None:
    _, plain = position("darkness", "Troll")
    game, s = position("darkness", "Troll", "Ziggurat")
    area = game.config.map.index["jrustela"]
    with_, without = odds.before(s, area, 0, 1)[0].takes, odds.before(plain, area, 0, 1)[0].takes
    building = s.building(s.mine_in(1, area), area)
    assert building.kills + building.routs
    assert with_ == {(k + building.kills, r + building.routs): p for (k, r), p in without.items()}


@pytest.mark.rule("GW-FAQ-009")
def test_a_rating_that_is_a_die_is_reckoned_with_every_face() -> None:
    game, s = position("chaos", "Magna Mater")
    area = game.config.map.index["jrustela"]
    b = muster(s, area, 0, 1)
    expected: Counter[int] = Counter()
    for face in range(1, 7):
        after = b.copy()
        after.rated = ((1, next(iter(b.roster[1])), face),)
        expected[next(iter(odds.totals(s, after, 1)))] += 1
    assert odds.totals(s, b, 1) == {n: Fraction(ways, 6) for n, ways in expected.items()}
    assert len(expected) == 6
    mixed: Counter[tuple[int, int]] = Counter()
    for n, ways in expected.items():
        for pair, p in counted(n).items():
            mixed[pair] += p * ways / 6  # type: ignore[assignment]
    assert odds.deals(s, b, 1) == dict(mixed)


@pytest.mark.rule("GW-FAQ-025")
def test_units_that_take_two_results_hold_out_longer() -> None:
    """Shades with Spectral Form: two of them fall to three results, one to one; beside a Troll it takes all."""
    for gifts, units, need in (
        ("", "2 Shade", 2), ("Spectral Form", "Shade", 1), ("Spectral Form", "2 Shade", 3),
        ("Spectral Form", "2 Shade, Troll", 5),
    ):  # fmt: skip
        game = system("storm", "darkness", "sky")
        setup: dict[str, Any] = {
            "phase": "action", "active": "ST", "power": {"ST": 3},
            "units": {"ST": {"Jrustela": "Barbarian"}, "DA": {"Jrustela": units}},
        }  # fmt: skip
        s = game.arrange(setup | ({"gifts": {"DA": gifts}} if gifts else {}))
        assert odds.fewest(s, muster(s, game.config.map.index["jrustela"], 0, 1), 1) == need


@pytest.mark.rule("GW-RIF-010", "GW-RIF-011")
@pytest.mark.parametrize("total", [2, 3, 4, 10, 11, 18, 19])
def test_the_rift_closes_when_the_total_is_more_than_the_dice(total: int) -> None:
    s = system("sky", "storm", "darkness").start()
    ways = sum(sum(faces) < total for faces in product(range(1, 7), repeat=3))
    assert odds.closes(s, total) == Fraction(ways, 216)


def struggle(power: dict[str, int]) -> Position:
    """A Struggle of Sky and Darkness against Chaos."""
    setup = {
        "phase": "struggle", "first": "SK", "middle": "chaos rift", "power": power, "vp": {"SK": 12},
        "units": {"SK": {"Altinela": "2 Archer"}, "DA": {"Altinela": "2 Troll"}},
    }  # fmt: skip
    game = system("sky", "darkness", "chaos")
    return Position(game, game.arrange(setup))


@pytest.mark.rule("GW-RIF-005")
def test_the_range_of_totals_is_that_of_all_bids() -> None:
    power = {"SK": 3, "DA": 8, "CH": 2}
    s = struggle(power).state
    found = []
    for made in product(range(1, 7), repeat=3):
        held = [n if n <= p else 0 for n, p in zip(made, power.values(), strict=True)]
        found.append((made, held[0] + held[1] - held[2] + in_rift(s)))
    assert odds.reach(s) == (min(t for _, t in found), max(t for _, t in found))
    for bid in range(1, 7):
        mine = [t for made, t in found if made[0] == bid]
        assert odds.reach(s, 0, bid) == (min(mine), max(mine))


def test_the_odds_stand_beside_the_options() -> None:
    game, s = position("sky", "Archer, Phoenix")
    p = Position(game, s)
    area = game.config.map.index["jrustela"]
    assert p.decision is not None
    mine, theirs = odds.before(s, area, 0, 1)
    told, _ = detail(s, p.decision, ("battle", area, 1))
    assert f"the area alone: {100 * float(odds.holds(mine, theirs)):.0f} %" in told
    bars = forecasts(s, p.decision)
    assert [f.rows for f in bars[:2]] == [
        tuple((str(n), float(q)) for n, q in odds.one(side.takes, 0).items() if q > 0.0005) for side in (theirs, mine)
    ]
    p.play(("battle", area, 1))
    assert p.decision is not None
    while p.decision.what != "battle dice":
        p.play(next(o for o in p.decision.options if o in ("done", False)))
    assert [f.title for f in forecasts(p.state, p.decision)] == [
        "Kills by Storm", "Routs by Storm", "Kills by Sky", "Routs by Sky"
    ]  # fmt: skip
    p.play(p.decision.options[0])
    assert p.decision.what == "battle dice"
    assert [f.title for f in forecasts(p.state, p.decision)] == ["Kills by Sky", "Routs by Sky"]


def test_the_odds_of_the_rift_stand_beside_the_bids() -> None:
    p = struggle({"SK": 3, "DA": 8, "CH": 2})
    while (decision := p.decision) is not None and decision.what != "bid":
        p.play(decision.options[0])
    assert decision is not None
    s = p.state
    (told,) = forecasts(s, decision)
    low, high = odds.reach(s)
    assert dict(told.rows) == {str(t): float(q) for t in range(low, high + 1) if (q := odds.closes(s, t)) > 0.0005}
    rows = [detail(s, decision, n)[0] for n in (1, 3, 6)]
    assert rows[0] != rows[1]
    assert rows[2].startswith("more than you have: it counts 0; closes with")
