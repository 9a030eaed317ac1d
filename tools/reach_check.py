"""Can it be reached, beside an exhaustive search: questions drawn from random games; every disagreement is listed.

usage: reach_check.py [--each 10] [--seed 0] [--positions 1000] [GAME ...]

A question is drawn by its seed: busy bots play so many answers of a game, and on to the end of the turn or round. From
there one goes back to the earliest question of a player from which all that can happen within the term (whatever
anybody answers, every outcome of chance) is at most so many positions. Of the open goals of the seat that is asked,
those of three drawn areas among them, one is drawn that can be reached, if there is any, and one that cannot. The
exhaustive search merges nothing and has no order.

- "Yes" is right where its line, played by the engine, comes to the goal.
- "No" is right where no position at all that can come meets the goal.
- "Not found" is right where no position meets it as long as others do as little as they can, and one does else.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from random import Random
from typing import Any

from theomachy.answers.reach import NO, NOT_FOUND, YES, open_goals, open_goals_at, reach
from theomachy.answers.reach_line import is_least
from theomachy.answers.work import finish
from theomachy.engine.game.game import Game
from theomachy.engine.game.registry import game as class_of
from theomachy.engine.game.registry import games
from theomachy.engine.runtime.decision import CHANCE, Answer, Secret
from theomachy.engine.runtime.position import Position
from theomachy.play.bots import BusyBot
from theomachy.play.observation import Observation

LONGEST = 240  # answers before the questions that are drawn begin
MOST = 1_000  # positions of an exhaustive search
TRIED = 600  # answers more, until one is small enough


@dataclass(frozen=True, slots=True)
class Checked:
    """One question, what is answered, and what is wrong with it ("": nothing)."""

    game: str
    seed: int
    seat: int
    goal: str
    verdict: str
    positions: int
    wrong: str = ""

    def __str__(self) -> str:
        says = f"WRONG: {self.wrong}" if self.wrong else "right"
        return f"{self.game} {self.seed}: seat {self.seat}, {self.goal}: {self.verdict}, {self.positions}: {says}"


def all_that_can_come(position: Position, seat: int, until: int, most: int, *, helped: bool) -> list[Any] | None:
    """Every state within the term, None where there are more than `most`; without `helped` others' turns are idle."""
    found: list[Any] = []
    waits = [position.clone()]
    while waits:
        here = waits.pop()
        found.append(here.state)
        if len(found) > most:
            return None
        if here.decision is None or here.system.moment(here.state)[0] > until:
            continue
        for answer in _answers(here, seat, helped):
            there = here.clone()
            there.play(answer)
            waits.append(there)
    return found


def _answers(position: Position, seat: int, helped: bool) -> list[Answer]:
    decision, system = position.decision, position.system
    assert decision is not None
    if decision.player == CHANCE:
        weights = decision.weights or [1] * len(decision.options)
        return [option for option, weight in zip(decision.options, weights, strict=True) if weight]
    jumps = position.anytime_actions
    if helped:
        return [*decision.options, *jumps]
    if isinstance(decision, Secret):
        own = [option for option in decision.options if option[0] == seat]
        return own or [_idle([option for option in decision.options if option[0] == decision.player])]
    if decision.player == seat:
        given = [o for o in decision.options if not (type(o) is tuple and o and o[0] in system.gives_up)]
        return [*given, *(o for o in jumps if o[2] == seat and o[1] in system.weighed)] or [*decision.options]
    if decision.kind == "action" or decision.player == system.moment(position.state)[2]:
        return [_idle(list(decision.options))]
    return [*decision.options]


def _idle(options: list[Answer]) -> Answer:
    return next((option for option in options if is_least(option)), options[0])


def drawn(slug: str, seed: int, most: int = MOST, longest: int = LONGEST) -> Position:
    """The earliest question of a turn or round of a random game from which all that can come in its term is small."""
    rng, bot = Random(f"reach/{slug}/{seed}"), BusyBot()
    game = Game(class_of(slug).build(), seed=seed)
    after, given = rng.randrange(longest), 0
    asked: list[Position] = []
    while game.decision is not None and given < after + TRIED:
        position = game.position
        decision = position.decision
        if asked and position.system.moment(position.state)[0] != asked[-1].system.moment(asked[-1].state)[0]:
            found: Position | None = None
            for one in reversed(asked):
                if not _small(one, most):
                    break
                found = one
            if found is not None:
                return found
            asked = []
        if (
            given >= after
            and decision is not None
            and decision.player != CHANCE
            and open_goals(position.system, position.state, decision.player)
        ):
            asked.append(position.clone())
        game.play(bot.choose(Observation(position), rng))
        given += 1
    return drawn(slug, seed + 1_000, most, longest)


def _small(position: Position, most: int) -> bool:
    decision = position.decision
    assert decision is not None
    until = position.system.term(position.state, decision.player)[0]
    return all_that_can_come(position, decision.player, until, most, helped=True) is not None


def check(slug: str, seed: int, most: int = MOST, longest: int = LONGEST) -> list[Checked]:
    """Draw a position and two questions there at most, and hold the answers against an exhaustive search."""
    position, rng = drawn(slug, seed, most, longest), Random(f"goal/{slug}/{seed}")
    system, s = position.system, position.state
    assert position.decision is not None
    seat = position.decision.player
    until = system.term(s, seat)[0]
    can = all_that_can_come(position, seat, until, most, helped=True)
    idle = all_that_can_come(position, seat, until, most, helped=False)
    assert can is not None
    assert idle is not None
    areas = [area.id for area in system.table(s, None).board.areas]
    goals = list(open_goals(system, s, seat))
    goals += [goal for area in rng.sample(areas, 3) for goal in open_goals_at(system, s, seat, area)]
    goals = list({goal.key: goal for goal in goals}.values())
    rng.shuffle(goals)
    met = {goal.key: any(map(goal.met, can)) for goal in goals}
    rows = []
    for goal in [next((goal for goal in goals if met[goal.key] is wanted), None) for wanted in (True, False)]:
        if goal is None:
            continue
        found = finish(reach(position, seat, goal, most=10 * most))
        there, alone = met[goal.key], any(map(goal.met, idle))
        wrong = ""
        if found.verdict == YES:
            again = position.clone()
            for _, _, answer in found.answers:
                again.play(answer)
            wrong = "" if goal.met(again.state) else "the line does not lead there"
        elif found.verdict == NO:
            wrong = "it can be reached" if there else ""
        elif found.verdict == NOT_FOUND:
            wrong = "there is a line" if alone else "nothing leads there" if not there else ""
        rows.append(Checked(slug, seed, seat, goal.name, found.verdict, len(can), wrong))
    return rows


def main() -> int:
    """List all; 1 where one is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=sorted(games()))
    parser.add_argument("--each", type=int, default=10, help="positions a game")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--positions", type=int, default=MOST)
    said = parser.parse_args()
    wrong = 0
    for slug in said.games:
        rows = [row for k in range(said.each) for row in check(slug, said.seed + k, said.positions)]
        for row in rows:
            print(row)
        wrong += sum(bool(row.wrong) for row in rows)
        verdicts = {verdict: sum(row.verdict == verdict for row in rows) for verdict in (YES, NO, NOT_FOUND)}
        print(f"{slug}: {sum(not row.wrong for row in rows)} of {len(rows)} right, {verdicts}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
