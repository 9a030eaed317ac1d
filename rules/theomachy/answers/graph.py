"""The chance to win along a line of a game: a point where each turn begins, measured roughly first and then better."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass, field

from ..engine.errors import RulesError
from ..engine.game.game import Game
from .chance import WALKS, Chance, Estimate
from .work import Work

FIRST, STEP = 12, 4  # walks of a point in the first round, and in each round after it
MOST_POINTS = 32  # of one graph; of more turns some are left out
FEW = 8  # turns: of a game with fewer, each change of who acts is a point


@dataclass(slots=True)
class Point:
    """A place on the line: its turn, and the chance there; None as long as it is not measured, with a `fault` if it
    cannot be.
    """

    node: int
    turn: int
    chance: Chance | None = None
    fault: str = ""


@dataclass(slots=True)
class Graph:
    """The points of a line, in order; it grows while it is measured. `walks` are those of every point at least."""

    points: list[Point]
    viewer: int | None = None
    walks: int = 0
    wanted: int = WALKS
    estimates: list[Estimate] = field(default_factory=list, repr=False)

    @property
    def measured(self) -> int:
        """How many points have a figure."""
        return sum(point.chance is not None for point in self.points)

    def swings(self, seat: int, most: int = 3) -> list[tuple[int, float]]:
        """(number of the point before it, by how much) of the largest swings beyond the error, in order of play."""
        found = []
        for at, (one, other) in enumerate(zip(self.points, self.points[1:], strict=False)):
            if one.chance is not None and other.chance is not None and one.chance.apart(other.chance, seat):
                found.append((at, other.chance.shares[seat] - one.chance.shares[seat]))
        return sorted(sorted(found, key=lambda swing: -abs(swing[1]))[:most])


def points_of(game: Game, node: int | None = None, line: Sequence[int] | None = None) -> list[Point]:
    """Where the turns of a line begin, and where it ends.

    `line` are the positions to go by; without it those of the line through a node, or through where the game stands.
    """
    nodes = game.tree.nodes
    if line is None:
        line = game.tree.line(game.here if node is None else node)
    turns = {nodes[n].moment[0] for n in line if nodes[n].moment[0] > 0}
    found: list[Point] = []
    last: object = None
    for n in line:
        turn, phase, active = nodes[n].moment
        now = turn if len(turns) >= FEW else (turn, phase, active)
        if turn > 0 and now != last:
            found.append(Point(n, turn))
            last = now
    if found and found[-1].node != line[-1]:
        found.append(Point(line[-1], nodes[line[-1]].moment[0]))
    if len(found) > MOST_POINTS:
        keep = {round(i * (len(found) - 1) / (MOST_POINTS - 1)) for i in range(MOST_POINTS)}
        found = [point for at, point in enumerate(found) if at in keep]
    return found


def graph(
    game: Game,
    viewer: int | None = None,
    *,
    node: int | None = None,
    line: Sequence[int] | None = None,
    walks: int = WALKS,
    seed: int | str = 0,
    known: MutableMapping[int, Estimate] | None = None,
) -> Work[Graph]:
    """Measure the chances along a line, from its end to its beginning, then all of them again and again.

    It yields one and the same object after each walk. A point that cannot be played out has a `fault`. `known` are
    measurements of positions that were begun before, by the same viewer: they are gone on with, and new ones added.
    """
    found = Graph(points_of(game, node, line), viewer, wanted=walks)
    nodes, known = game.tree.nodes, {} if known is None else known
    for point in found.points:
        if point.node not in known:
            known[point.node] = Estimate(nodes[point.node].position, viewer, f"{seed}/{point.node}")
        found.estimates.append(known[point.node])
        point.chance = known[point.node].chance
    while found.walks < walks:
        goal = min(found.walks + (STEP if found.walks else FIRST), walks)
        for point, estimate in reversed(list(zip(found.points, found.estimates, strict=True))):
            while not point.fault and not estimate.over and estimate.walks + estimate.failed < goal:
                try:
                    estimate.walk()
                except RulesError as fault:
                    point.fault = f"Turn {point.turn} could not be played out: {fault}"
                    break
                if not found.walks:
                    point.chance = estimate.chance
                yield found
            point.chance = estimate.chance
        found.walks = goal
        yield found
    return found
