"""Can it be reached: lines that hold when they are played, "no" only where all was seen, luck and others told."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

import theomachy as th
from tests.cthulhu_wars.scene import table
from theomachy.answers.reach import NO, NOT_FOUND, YES, Reached, goal_of, known_to, open_goals, open_goals_at, reach
from theomachy.answers.work import Budget, Running, finish
from theomachy.engine.authoring import scenario
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.runtime.goals import Goal
from theomachy.engine.runtime.position import Position
from theomachy.games.heroes import Heroes
from theomachy.play import Observation

BOARD = "earth_4p_3w5e"
SCENARIOS = Path("examples/scenarios")


@cache
def played(slug: str, answers: int, seed: int = 1) -> Position:
    """A position of a game by busy bots, where an action is chosen."""
    game, rng, bot = th.new(slug, seed=seed), Random(seed), th.play.bot("busy")
    while answers > 0 or (game.decision is not None and game.decision.kind != "action"):
        game.play(bot.choose(Observation(game.position), rng))
        answers -= 1
    return game.position


def ask(p: Position, seat: int, key: str, most: int = 2_000) -> Reached:
    goal = goal_of(p.system, p.state, seat, key)
    assert goal is not None, [g.key for g in p.system.goals(p.state, seat)]
    return finish(reach(p, seat, goal, most=most))


def all_reached(p: Position, seat: int, goal: Goal, until: int) -> bool:
    """Does any sequence of answers lead there? Without merging, order, or any thought."""
    if goal.met(p.state):
        return True
    if p.decision is None or p.system.moment(p.state)[0] > until:
        return False
    ways = [p.clone() for _ in p.decision.options]
    for way, answer in zip(ways, p.decision.options, strict=True):
        way.play(answer)
    return any(all_reached(way, seat, goal, until) for way in ways)


@pytest.mark.parametrize(
    ("slug", "answers"), [("demigods", 60), ("cthulhu_wars", 80), ("heroes", 60), ("gods_war", 90)]
)
def test_a_line_leads_there_when_it_is_played(slug: str, answers: int) -> None:
    p = played(slug, answers)
    assert p.decision is not None
    seat, yes = p.decision.player, 0
    goals = open_goals(p.system, p.state, seat)
    assert goals
    for goal in goals:
        found = finish(reach(p, seat, goal, most=120))
        if found.verdict != YES:
            continue
        yes += 1
        again = p.clone()
        for _, _, answer in found.answers:
            again.play(answer)
        assert goal.met(again.state), found
        assert sum(step.answers for step in found.line) == len(found.answers)
        assert all(step.rule in p.system.rulebook for step in found.line if step.rule), found.line
    assert yes


def test_a_stone_is_claimed_and_absorbed() -> None:
    """Mythic Battles: the line of a scenario that absorbs is found again (MB-ABS-001)."""
    game = scenario.load(SCENARIOS / "mythic_battles" / "absorb_from_the_ground.toml").games()[0]
    assert game.decision is not None
    found = ask(game.position, game.decision.player, "stone")
    assert found.verdict == YES
    assert ("stones", 0, 1) in found.figures
    assert found.line[-1].text


def test_no_is_said_only_where_nothing_at_all_leads_there() -> None:
    p = played("heroes", 60)
    assert p.decision is not None
    seat, verdicts = p.decision.player, set()
    for goal in open_goals(p.system, p.state, seat):
        found = finish(reach(p, seat, goal))
        assert found.verdict in (YES, NO)
        assert (found.verdict == YES) is all_reached(p, seat, goal, p.system.term(p.state, seat)[0]), goal.name
        verdicts.add(found.verdict)
    assert verdicts == {YES, NO}


def test_the_chance_counts_every_roll_that_will_do() -> None:
    """Six dice against one Acolyte: one kill is enough, and a kill is a six (CW-BAT-013)."""
    units = {"GC": {"Arabia": "2 Starspawn"}, "BG": {"Arabia": "Acolyte", "East Africa": "2 Acolyte"}}
    p = table("GC BG", units, power={"GC": 1, "BG": 0}, open={"GC": "Kill or devour one"}, board=BOARD)
    found = ask(p, 0, "slot:2")
    assert found.verdict == YES
    assert found.actions == 1
    assert found.chance == pytest.approx(1 - (5 / 6) ** 6)
    assert found.headline == "Yes: one action, at least 67 %"
    roll = next(step for step in found.line if step.seat == CHANCE)
    assert roll.chance is not None
    assert roll.chance < found.chance


def test_what_others_do_may_break_it() -> None:
    """The one Acolyte that could hold the gate stands beside a monster that captures (CW-CAP-001, CW-CRG-001)."""
    units = {"CC": {"Arabia": "Acolyte"}, "GC": {"Arabia": "Starspawn"}}
    p = table("GC CC", units, power={"CC": 3, "GC": 4}, board=BOARD)
    found = ask(p, 1, "gate")
    assert (found.verdict, found.actions) == (YES, 2)
    assert found.headline == "Yes, if others let it: two actions"
    assert found.assuming == "others play their own turns as little as they can"
    assert [step.text for step in found.line if step.seat == 1][:1] == ["Create a gate in Arabia"]
    assert any(broken.text.startswith("Capture") for broken in found.breaks), found.breaks
    s = p.state.copy()
    s.active = 1
    at_once = finish(reach(Position(p.system, s), 1, goal_of(p.system, s, 1, "gate")))  # type: ignore[arg-type]
    assert (at_once.headline, at_once.breaks) == ("Yes: two actions", ())
    assert ("power", 3, 0) in at_once.figures


def test_what_others_could_help_with_is_not_called_impossible() -> None:
    """Whoever holds the gate may abandon it, and the Acolyte beside it then takes it (CW-GAT-001)."""
    units = {"CC": {"Arabia": "Acolyte"}, "GC": {"Arabia": "Acolyte"}}
    p = table("GC CC", units, power={"CC": 2, "GC": 1}, gates={"Arabia": "GC"}, board=BOARD)
    found = ask(p, 1, "gate")
    assert (found.verdict, found.helped) == (NOT_FOUND, True)
    assert found.headline == "Not found: only if others help"
    alone = ask(p, 1, "doom")
    assert (alone.verdict, alone.assuming) == (NO, "")  # whatever they do
    early = ask(p, 1, "doom", most=300)  # too few to see all that they could do
    assert early.headline.startswith("Not found without help of others: all ")


def test_an_area_has_goals_of_its_own_and_those_that_speak_of_it() -> None:
    p = played("heroes", 60)
    seat = p.decision.player  # type: ignore[union-attr]
    forts = [g for g in open_goals(p.system, p.state, seat) if g.group == "Fortresses"]
    assert forts
    at = int(forts[0].about[0].removeprefix("area:"))
    here = open_goals_at(p.system, p.state, seat, at)
    assert forts[0].key in {g.key for g in here}
    assert f"stand:{at}" in {g.key for g in here}
    assert all(not g.met(p.state) for g in here)
    stood = p.state.sheets[seat].region  # type: ignore[attr-defined]
    assert f"stand:{stood}" not in {g.key for g in open_goals_at(p.system, p.state, seat, stood)}


def test_not_found_says_how_far_it_looked() -> None:
    p = played("cthulhu_wars", 60)
    found = ask(p, p.decision.player, "doom", most=300)  # type: ignore[union-attr]
    assert found.verdict == NOT_FOUND
    assert found.looked >= 300
    assert found.headline == f"Not found: {found.deep} actions, {found.looked:,} positions"
    assert found.stands
    assert not found.stands[0].holds


def test_a_requirement_that_cannot_hold_is_told_at_once() -> None:
    """Of two structures that exclude one another one stands (HE-BLD-005)."""
    system = Heroes.build(options={"factions": ["elementals", "gremlins"]})
    s = system.start()
    towers = s.config.places[0]["floating_towers"]
    goal = goal_of(system, s, 0, f"structure:{towers}")
    assert goal is not None
    s.sheets[0].built[s.config.places[0]["green_terraces"]] = 1
    found = finish(reach(Position(system, s), 0, goal))
    assert (found.verdict, found.looked, found.headline) == (NO, 0, "No: a requirement cannot hold")
    assert [verdict.rule for verdict in found.proof] == ["HE-BLD-005"]
    assert goal_of(system, s, 0, goal.key) is None  # and is no goal any more


@pytest.mark.parametrize(("slug", "answers"), [("gods_war", 90), ("mythic_battles", 60)])
def test_it_knows_no_more_than_its_seat(slug: str, answers: int) -> None:
    """Two games that differ in secrets alone get the same answer."""
    p = played(slug, answers)
    real = Position(p.system, p.base)
    seat = real.decision.player  # type: ignore[union-attr]
    other = Position(p.system, p.system.resample(p.base, seat, Random(5)))
    assert real.state != other.state
    here, there = known_to(real, seat), known_to(other, seat)
    assert not here.whole
    assert len(here.worlds) == len(there.worlds) == 3
    for goal in open_goals(p.system, p.system.view(real.state, seat), seat)[:2]:
        assert finish(reach(here, seat, goal, most=200)) == finish(reach(there, seat, goal, most=200))


def test_where_nothing_is_hidden_it_looks_at_the_position_itself() -> None:
    p = played("heroes", 60)
    assert known_to(p, p.decision.player).whole  # type: ignore[union-attr]
    assert not known_to(played("demigods", 60), None).worlds  # a spectator imagines nothing


def test_it_comes_in_pieces_and_can_be_stopped() -> None:
    p = played("cthulhu_wars", 60)
    goal = goal_of(p.system, p.state, p.decision.player, "doom")  # type: ignore[union-attr]
    assert goal is not None
    running = Running(reach(p, p.decision.player, goal), Budget(pieces=5))  # type: ignore[union-attr]
    while not running.go(0.0):
        assert running.latest is not None
        assert running.latest.verdict == "looking"
    assert running.latest is not None
    assert not running.whole
    assert 24 <= running.latest.looked <= 150
