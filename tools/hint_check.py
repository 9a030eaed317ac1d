"""The first hint beside an exhaustive search, in small endings of random games; every disagreement is listed.

usage: hint_check.py [--each 10] [--seed 0] [--pieces 400] [GAME ...]
       hint_check.py --times [GAME ...]      (seconds of the processor until the hints of the largest question)

An ending is drawn by its seed: a random game is played out, and from its end one goes back to the earliest question
of a player from which all that can still happen is small enough to be looked at whole (`MOST` positions). None is
thrown out: where even the last question has more to it, the search is as deep as so many positions allow, and weighs
where it stops. It goes through every answer of everybody and every outcome of chance; each player takes what is best
for himself, at random among equals. What it weighs is what hints weigh: a win, the sooner the better, and the lead in
strength. It knows what is hidden, so it is asked in imagined worlds of the seat, and the mean counts; hints are given
so many pieces of work.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import nan
from random import Random
from time import process_time

from theomachy.answers.hints import PATIENT, look
from theomachy.answers.walks import Walks
from theomachy.answers.work import Budget, Running, finish
from theomachy.engine.errors import RulesError
from theomachy.engine.game.registry import games
from theomachy.engine.runtime.decision import CHANCE, Answer, Secret
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.sampling import sample_chance
from theomachy.play.bots import BusyBot
from theomachy.play.observation import Observation, imagined

MOST = 400  # positions that are looked at from one question
DEPTHS = (200, 20, 12, 8, 6, 4, 3, 2, 1)  # answers in a row
WORLDS = 3
BACK = 40  # questions of players that one goes back at most
SURE = 1e-9


class TooLarge(Exception):
    """There is more to be looked at than somebody wants to."""


@dataclass(frozen=True, slots=True)
class Checked:
    """One ending: what the search says of each option, and of the hint."""

    game: str
    seed: int
    question: str
    deep: int  # how many answers the search looked ahead; `DEPTHS[0]`: to the end of the game
    positions: int
    best: str
    hint: str
    lost: float  # by which the hint is worse
    choice: float  # by which the worst option is
    equal: bool  # the hint calls the best one equal to its first

    def __str__(self) -> str:
        how = "to the end" if self.deep == DEPTHS[0] else f"{self.deep} answers ahead"
        return (
            f"{self.game} {self.seed}: {self.question}: best {self.best}, hint {self.hint}, {self.lost:.2f} less of "
            f"{self.choice:.2f}{', called equal' if self.equal else ''} ({self.positions} positions, {how})"
        )


class Search:
    """All that can happen from a position, so many answers ahead; raises `TooLarge`."""

    def __init__(self, walks: Walks, most: int, deep: int) -> None:
        self.walks, self.left, self.most, self.deep = walks, most, most, deep

    def options(self, position: Position) -> dict[Answer, float]:
        """What each option of the seat comes to."""
        found, me = {}, self.walks.me
        for option in Observation(position, me).options:
            after = position.clone()
            after.play(option)
            found[option] = self.worth(after, 0)[me]
        return found

    def worth(self, position: Position, given: int) -> Sequence[float]:
        """What it comes to for each seat."""
        self.left -= 1
        if self.left < 0 or given > DEPTHS[0]:
            raise TooLarge
        decision = position.decision
        if decision is None or (given >= self.deep and self.deep < DEPTHS[0]):
            return self.walks.leads(position, given)
        asked = decision.player
        among = Observation(position).options if asked != CHANCE else decision.options
        each = []
        for option in among:
            after = position.clone() if len(among) > 1 else position
            after.play(option)
            each.append(self.worth(after, given + 1))
        if asked == CHANCE:
            weights: Sequence[float] = decision.weights or [1] * len(each)
        else:
            most = max(row[asked] for row in each)
            weights = [float(row[asked] >= most - SURE) for row in each]
        total = sum(weights)
        return [sum(w * row[seat] for w, row in zip(weights, each, strict=True)) / total for seat in self.walks.seats]


def ending(slug: str, seed: int) -> tuple[Position, int, int]:
    """The ending that a seed draws: the position, the seat that is asked, and how deep is looked."""
    cls, rng = games()[slug], Random(f"ending/{seed}")
    build = cls.samples()[seed % len(cls.samples())]
    system = cls.build(**{**build, "options": {**cls.simulation, **build.get("options", {})}})
    position, asked = Position(system, system.start()), list[tuple[Position, int]]()
    while (decision := position.decision) is not None:
        if decision.player != CHANCE:
            seat = decision.waiting[-1] if isinstance(decision, Secret) else decision.player
            if len(Observation(position, seat).options) > 1:
                asked = [*asked[1 - BACK :], (position.clone(), seat)]
        position.play(sample_chance(decision, rng))
    for deep in DEPTHS:
        found = None
        for before, seat in reversed(asked) if deep == DEPTHS[0] else asked[-1:]:
            try:
                Search(walks_of(before, seat), MOST, deep).options(before.clone())
            except TooLarge:
                break
            except RulesError:  # no world is found that looks the same to the seat: there are no hints
                return before, seat, 0
            found = before, seat, deep
        if found is not None:
            return found
    return *asked[-1], 1


def worlds(position: Position, seat: int) -> Iterator[Position]:
    """Positions that look the same to a seat."""
    for number in range(PATIENT):
        if (found := imagined(position, seat, Random(number))) is not None:
            yield found


def walks_of(position: Position, seat: int) -> Walks:
    """What weighs a position; it begins in a world of the seat as hints do."""
    return Walks(position, seat, first=next(worlds(position, seat), None))


def in_worlds(walks: Walks, position: Position, deep: int) -> tuple[dict[Answer, float], int]:
    """What each option comes to in the mean of some imagined worlds, and how many positions were looked at."""
    sums, positions = dict[Answer, float](), 0
    among = list(islice(worlds(position, walks.me), WORLDS))
    for world in among:
        search = Search(walks, 20 * MOST, deep)
        for option, value in search.options(world).items():
            sums[option] = sums.get(option, 0.0) + value / len(among)
        positions += search.most - search.left
    return sums, positions


def check(slug: str, seed: int, pieces: int) -> Checked:
    """One ending, looked at both ways."""
    position, seat, deep = ending(slug, seed)
    hints = finish(look(position, seat), Budget(pieces=pieces))
    if not deep or hints.fault:
        return Checked(slug, seed, hints.question, deep, 0, "not looked for", hints.fault, nan, nan, equal=False)
    walks, sums, positions = walks_of(position, seat), dict[Answer, float](), 0
    for depth in DEPTHS[DEPTHS.index(deep) :]:
        try:
            sums, positions = in_worlds(walks, position, depth)
        except TooLarge:  # in a world there is more to come than in the real one
            continue
        deep = depth
        break
    best, first = max(sums, key=lambda option: sums[option]), hints.best[0]
    assert position.decision is not None
    label = position.system.label(position.state, position.decision, best)
    lost, choice = sums[best] - sums[first.answer], sums[best] - min(sums.values())
    equal = any(hint.answer == best and hint.equal for hint in hints.best)
    return Checked(slug, seed, hints.question, deep, positions, label, first.label, lost, choice, equal)


def largest(slug: str, seeds: int = 3) -> tuple[Position, int]:
    """The question with the most options in some games by busy bots, and who is asked."""
    cls, found = games()[slug], list[tuple[int, Position, int]]()
    for seed in range(seeds):
        for build in cls.samples():
            system, rng, busy = cls.build(**build), Random(seed), BusyBot()
            position = Position(system, system.start())
            while (decision := position.decision) is not None:
                if decision.player == CHANCE:
                    position.play(sample_chance(decision, rng))
                    continue
                seen = Observation(position)
                if not found or len(seen.options) > found[0][0]:
                    found = [(len(seen.options), position.clone(), seen.me)]
                position.play(busy.choose(seen, rng))
    return found[0][1], found[0][2]


def times(slug: str) -> str:
    """When the first hint stands, what does after 200 ms, and when all options were looked at and the best often."""
    position, seat = largest(slug)
    running, at, early, settled = Running(look(position, seat), clock=process_time), 0.0, "", 0.0
    while not settled:
        running.go(0.0)
        found = running.latest
        assert found is not None
        at = at or (running.spent if found.best else 0.0)
        if running.spent <= 0.2:
            early = f"{found.looked} of {found.options}"
        settled = running.spent if found.settled or running.over else 0.0
    assert running.latest is not None
    ends = f"{1000 * at:.0f} ms, after 200 ms {early} looked at, settled after {settled:.2f} s"
    return f"{slug}: {running.latest.question!r}, {running.latest.options} options: first hint after {ends}"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--each", type=int, default=10, help="endings of each game")
    parser.add_argument("--seed", type=int, default=0, help="of the first one")
    parser.add_argument("--pieces", type=int, default=400, help="of work that a hint is given")
    parser.add_argument("--times", action="store_true", help="only how long hints take on the largest question")
    parser.add_argument("games", nargs="*", default=[], metavar="GAME")
    given = parser.parse_args(argv)
    for slug in given.games or sorted(games()):
        if given.times:
            print(times(slug), flush=True)
            continue
        found = []
        for seed in range(given.seed, given.seed + given.each):
            found.append(check(slug, seed, given.pieces))
            print(f"  {found[-1]}", file=sys.stderr, flush=True)
        wrong = [one for one in found if not one.lost <= SURE]
        told = sum(one.choice > SURE for one in found)
        print(f"{slug}: {len(found) - len(wrong)} of {len(found)} agree; in {told} the options are not all the same")
        for one in wrong:
            print(f"  {one}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
