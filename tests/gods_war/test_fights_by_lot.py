"""Exact figures of battles with Monsters and elder races on either side, beside battles that are played.

What the calculator walks begins with the battle, and holds like positions for one. Here whole actions are played from
the menu on (a Monster's attack, which no menu offers, from its battle on), each question answered by the same policies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from math import sqrt
from random import Random

import pytest

from theomachy.answers.calculator import Reckoned, reckon
from theomachy.answers.walk import Walker
from theomachy.answers.work import finish
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.runtime.line_up import Setting
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.sampling import sample_chance
from theomachy.games.gods_war import GodsWar
from theomachy.games.gods_war.display.labels import detail
from theomachy.games.gods_war.reckoning import odds
from theomachy.games.gods_war.rules.packing import kind_of
from theomachy.games.gods_war.rules.state import State

EMPIRES = ("storm", "sky", "moon", "sea", "chaos")
RACES = ("elves", "ducks", "giants", "scorpion_folk", "slarges", "boggles", "dragonewts")
MONSTERS = ("black_dragon", "brown_dragon", "red_dragon", "androgeus", "juggernaut", "sky_terror")
FIGHTS = 24
FAR = 4.5  # standard errors: of some hundreds of rows none lies farther by luck
Fight = tuple[State, int, int, int]  # the position, the area, who attacks, who is attacked


@cache
def table() -> GodsWar:
    options = {"empires": list(EMPIRES), "races": list(RACES), "monsters": list(MONSTERS), "experts": "yes"}
    return GodsWar.build(options=options)


def army(rng: Random, s: State, seat: int, allies: list[int]) -> str:
    """Two kinds of an empire's own units, and one of each ally."""
    own = [kind for kind in s.config.kinds[seat] if not s.config.empires[seat].units[kind].of]
    kinds = [*rng.sample(own[:3], 2), *(kind_of(s.config.guests[seat][race][0]) for race in allies)]
    names = [s.config.empires[seat].units[kind].name for kind in kinds]
    return ", ".join(name.partition(",")[0].removeprefix("The ") for name in names)


def by_lot(number: int) -> Fight:
    """A fight: every third against a Monster, every third begun by one, else empires with allies on each side."""
    rng, game = Random(f"fight {number}"), table()
    blank = game.start()
    me, foe = rng.sample(range(len(EMPIRES)), 2)
    races = [game.config.race(slug) for slug in rng.sample(RACES, 2)]
    letters = [game.config.empires[seat].letters for seat in (me, foe)]
    sides = [me, foe]
    units = {letters[i]: {"Teshnos": army(rng, blank, sides[i], [races[i]])} for i in (0, 1)}
    allies = {game.config.races[races[i]].title: letters[i] for i in (0, 1)}
    if number % 3:
        wild = [f for f in game.config.wild if number % 3 == 1 or game.config.empires[f].attacks]
        monster = rng.choice([f for f in wild if game.config.slugs[f] in MONSTERS])
        card = game.config.empires[monster]
        units = {letters[0]: units[letters[0]], card.letters: {"Teshnos": card.units[0].name}}
        sides = [me, monster] if number % 3 == 1 else [monster, me]
    s = game.arrange({
        "phase": "action", "active": letters[0], "middle": "magasta's pool", "power": dict.fromkeys(letters, 9),
        "units": units, "allies": allies, "vp": dict.fromkeys(letters, 5),
    })  # fmt: skip
    return s, game.config.map.index["teshnos"], sides[0], sides[1]


def exact(fight: Fight) -> tuple[Setting, Reckoned]:
    s, area, me, foe = fight
    setting = Setting(f"{area}:{me}:{foe}")
    return setting, finish(reckon(table(), s, setting, how="exact"))


def played(fight: Fight, setting: Setting, rng: Random) -> tuple[int, ...]:
    """One battle to its end, and what is measured of it."""
    s, area, me, foe = fight
    game, fights = table(), table().fights
    begun = fights.begin(s, setting)
    if me in s.config.seats:
        position: Position[State] = Position(game, s)
        position.play(("battle", area, foe))
    else:
        walker = Walker(game, fights, setting)
        return walker.once(walker.begin(s), rng)
    while position.state.battle is not None:
        decision = position.decision
        assert decision is not None
        if decision.player == CHANCE:
            position.play(sample_chance(decision, rng))
            continue
        reply = fights.answer(position.state, decision, setting)
        assert reply is not None
        position.play(reply.answer)
    return fights.measure(begun, position.state, setting)


def compared(number: int, n: int) -> list[str]:
    """The rows of a fight that lie too far from what is exact."""
    fight = by_lot(number)
    setting, found = exact(fight)
    assert found.whole
    assert sum(found.chances.values()) == 1
    rng = Random(f"played {number}")
    ends = Counter(played(fight, setting, rng) for _ in range(n))
    wrong = []
    for i, row in enumerate(found.line_up.rows):
        true = {value: float(p) for value, p in found.spread(row.id).items()}
        values: Mapping[int, int] = Counter()
        for end, times in ends.items():
            values[end[i]] += times  # type: ignore[index]
        for value in {*true, *values}:
            p, seen = true.get(value, 0.0), values[value] / n
            error = sqrt(max(p * (1 - p), 1 / n / 4) / n) if 0 < p < 1 else 0.0
            if abs(p - seen) > FAR * error:
                wrong.append(f"fight {number}, {row.words} {value}: exact {p:.4f}, played {seen:.4f}")
    return wrong


@pytest.mark.parametrize("number", range(3))  # against a Monster, by one, empires alone
def test_what_is_reckoned_is_what_is_played(number: int) -> None:
    assert not compared(number, 60)


@pytest.mark.nightly
@pytest.mark.timeout(900)
@pytest.mark.parametrize("number", range(FIGHTS))
def test_figures_of_fights_by_lot_lie_within_their_error(number: int) -> None:
    assert not compared(number, 600)


def test_the_fights_have_monsters_and_allies_on_each_side() -> None:
    fights = [by_lot(number) for number in range(FIGHTS)]
    seats = table().config.seats
    assert {me in seats for _, _, me, _ in fights} == {foe in seats for _, _, _, foe in fights} == {True, False}
    for side in (2, 3):
        allied = [f for f in fights if f[side] in seats and f[0].allied(f[side])]  # type: ignore[arg-type,operator]
        assert len(allied) >= FIGHTS // 3


@pytest.mark.parametrize("number", [*range(4), *(pytest.param(n, marks=pytest.mark.nightly) for n in range(4, FIGHTS))])
def test_what_the_odds_of_the_menu_leave_out_is_named(number: int) -> None:
    """They go by the dice: what comes of all rolls by the rules is the same, or a power is named that may speak."""
    fight = by_lot(number)
    s, area, me, foe = fight
    mine, theirs = odds.before(s, area, me, foe)
    for side in (mine, theirs):
        assert sum(side.takes.values()) == 1
        assert 0 <= side.emptied <= 1
    if mine.still or theirs.still:
        decision = Position(table(), s).decision
        assert decision is not None
        if me == decision.player:
            line, _ = detail(s, decision, ("battle", area, foe))
            assert all(name in line.partition(", before ")[2] for name in (*mine.still, *theirs.still))
        return
    _, found = exact(fight)
    told = found.fraction("first alone"), found.fraction("second alone")
    assert told == (odds.holds(mine, theirs), odds.holds(theirs, mine))


def test_some_odds_leave_out_a_power_and_most_none() -> None:
    rows = [odds.before(*by_lot(number)) for number in range(FIGHTS)]
    named = [side.still for row in rows for side in row if side.still]
    assert FIGHTS // 6 <= len(named) <= FIGHTS
    assert {"Feasting", "Mischief"} <= {name for row in named for name in row}
