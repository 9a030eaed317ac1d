"""What decided a game: the turns in which the chance swung, the decision in them, and what else could be done there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from ..engine.errors import RulesError
from ..engine.game.game import Game
from ..engine.runtime.decision import CHANCE, Answer, Decision, Secret
from ..engine.runtime.position import Position
from ..play.bots import _word as word
from .chance import Chance, Estimate
from .graph import Graph
from .moves import moves, places_of, step_of
from .work import Work

PARTS = 8  # moments of a turn between which the swing is looked for
PART = 3  # a choice is looked for where the chance changed by a third at least of what it did at most
LOOK, WEIGH = 40, 60  # walks of a moment, and of an option
OPTIONS = 4  # others that are weighed beside what was answered
GLANCED, GLANCE = 40, 3  # others that are glanced at, to find those that are weighed; walks of a glance
GRAVE = 0.15  # a difference that makes "!" "!!" and "?" "??"
DICE = "dice"


@dataclass(frozen=True, slots=True)
class Weighed:
    """An option of the decision of a turning point: its words, the chance after it, and whether it was taken."""

    answer: Answer
    label: str
    chance: Chance
    taken: bool = False


@dataclass(slots=True)
class Turning:
    """One turning point: the turn, and the decision in it that the swing hangs on.

    `node` is where it was asked, `after` where its answer led, `who` answered (-1: nobody but luck). `sign` is "dice"
    where luck did it, "" where nothing can be said within the error.
    """

    turn: int
    start: Chance
    end: Chance
    node: int
    after: int
    who: int
    label: str = ""
    sign: str = ""
    options: list[Weighed] = field(default_factory=list)

    @property
    def better(self) -> Weighed | None:
        """What would have been better for whoever decided, beyond the error."""
        if not self.options or self.who < 0:
            return None
        best = max(self.options, key=lambda one: one.chance.shares[self.who])
        taken = next(one for one in self.options if one.taken)
        return best if best.chance.apart(taken.chance, self.who) else None


def turnings(game: Game, found: Graph, seat: int, *, most: int = 3, seed: int | str = 0) -> Work[list[Turning]]:
    """Look into the largest swings of a graph, one after the other; yields those found so far."""
    told: list[Turning] = []
    for at, _ in found.swings(seat, most):
        begin, end = found.points[at], found.points[at + 1]
        assert begin.chance is not None
        assert end.chance is not None
        path = game.tree.path(end.node)
        steps = _moments(game, path[path.index(begin.node) :])
        chances = [begin.chance]
        for node in steps[1:-1]:
            yield from _measured(game.tree.nodes[node].position, found.viewer, f"{seed}/{node}", LOOK, told, chances)
        chances.append(end.chance)
        by = [abs(chances[i + 1].shares[seat] - chances[i].shares[seat]) for i in range(len(steps) - 1)]
        order = sorted((i for i in range(len(by)) if PART * by[i] >= max(by)), key=lambda i: -by[i])
        around = begin.chance, end.chance
        decided = [(k, _decided(game, path, steps[k], steps[k + 1], begin.turn, around)) for k in order]
        k, one = next(((k, one) for k, one in decided if one is not None and one.who >= 0), decided[0])
        if one is None:
            continue
        told.append(one)
        yield told
        yield from _weighed(game, one, found.viewer, seat, (chances[k], chances[k + 1]), told, f"{seed}/{one.node}")
    return told


def _moments(game: Game, path: list[int]) -> list[int]:
    """Where actions of a turn begin, not more than a few of them, with the beginning and the end of the turn."""
    nodes = game.tree.nodes
    between = [
        n
        for n in path[1:-1]
        if (asked := nodes[n].position.decision) is not None and asked.kind == "action" and asked.player != CHANCE
    ] or path[1:-1]
    if len(between) > PARTS:
        between = [between[round(i * (len(between) - 1) / (PARTS - 1))] for i in range(PARTS)]
    return [path[0], *between, path[-1]]


def _measured(
    position: Position, viewer: int | None, seed: str, walks: int, told: list[Turning], into: list[Chance]
) -> Work[list[Turning]]:
    """The chance at one position, a walk each piece."""
    estimate = Estimate(position, viewer, seed)
    yield from _walked(estimate, walks, told)
    found = estimate.chance
    if found is None:
        raise RulesError("a position of that turn cannot be played out")
    into.append(found)
    return told


def _decided(
    game: Game, path: list[int], start: int, end: int, turn: int, chances: tuple[Chance, Chance]
) -> Turning | None:
    """The first choice between two moments; None where nobody chose or threw anything.

    That something else would only have given things away makes no choice.
    """
    nodes, run = game.tree.nodes, path[path.index(start) : path.index(end) + 1]
    for before, after in pairwise(run):
        entry, asked = nodes[after].entry, nodes[before].position.decision
        if entry is not None and asked is not None and entry.who != CHANCE:
            mine = asked.asks.get(entry.who, asked) if isinstance(asked, Secret) else asked
            if _others(game, mine.options, entry.answer[1] if isinstance(asked, Secret) else entry.answer):
                return Turning(turn, *chances, before, after, entry.who)
    answered = [pair for pair in pairwise(run) if (entry := nodes[pair[1]].entry) is not None]
    thrown = next((pair for pair in answered if nodes[pair[1]].entry.who == CHANCE), None)  # type: ignore[union-attr]
    if thrown is None:
        return Turning(turn, *chances, *answered[0], CHANCE) if answered else None
    return Turning(turn, *chances, *thrown, CHANCE, sign=DICE)


def _weighed(
    game: Game,
    one: Turning,
    viewer: int | None,
    seat: int,
    swing: tuple[Chance, Chance],
    told: list[Turning],
    seed: str,
) -> Work[list[Turning]]:
    """The options of the decision beside one another, and the sign that follows from them."""
    nodes = game.tree.nodes
    position, entry = nodes[one.node].position, nodes[one.after].entry
    asked = position.decision
    assert entry is not None
    if one.who < 0 or asked is None:
        return told
    jump = entry.what.startswith("!")
    system, state = game.system, position.state
    hidden = viewer is not None and entry.who != viewer and (
        entry.owner is not None or asked.private or asked.quiet or isinstance(asked, Secret)
    )  # fmt: skip
    if hidden:
        return told  # what else was offered is nobody else's business
    one.label = system.unasked_label(state, entry.answer) if jump else _words(game, position, asked, entry.answer)
    taken: list[Chance] = []
    yield from _measured(nodes[one.after].position, viewer, seed, WEIGH, told, taken)
    if _luck(game, one, seat, taken[0], swing):
        one.sign = DICE
        return told
    one.options = [Weighed(entry.answer, one.label, taken[0], taken=True)]
    mine = [option for option in asked.options if not isinstance(asked, Secret) or option[0] == one.who]
    glanced = list[tuple[float, Answer, Estimate]]()
    for option in [] if jump else _some(_others(game, mine, entry.answer)):
        after = position.clone()
        try:
            after.play(option)
            estimate = Estimate(after, viewer, f"{seed}/{option!r}")
            yield from _walked(estimate, GLANCE, told)
        except RulesError:
            continue
        found = estimate.chance
        if found is not None:
            glanced.append((found.shares[one.who], option, estimate))
    glanced.sort(key=lambda each: -each[0])
    for _, option, estimate in glanced[:OPTIONS]:
        yield from _walked(estimate, WEIGH, told)
        if (chance := estimate.chance) is not None:
            one.options.append(Weighed(option, _words(game, position, asked, option), chance))
        yield told
    one.options.sort(key=lambda each: -each.chance.shares[one.who])
    one.sign = _sign(one)
    return told


def _luck(game: Game, one: Turning, seat: int, taken: Chance, swing: tuple[Chance, Chance]) -> bool:
    """Did dice between the answer and the end of the action do more than the answer itself?"""
    chosen, fallen = (
        abs(taken.shares[seat] - swing[0].shares[seat]), abs(swing[1].shares[seat] - taken.shares[seat])
    )  # fmt: skip
    nodes, at = game.tree.nodes, one.after
    thrown = False
    while not thrown and nodes[at].children:  # dice that follow at once
        asked = nodes[at].position.decision
        if asked is None or asked.kind == "action":
            break
        thrown = asked.player == CHANCE
        at = nodes[at].children[0]
    return thrown and fallen > chosen and taken.apart(swing[1], seat)


def _walked(estimate: Estimate, walks: int, told: list[Turning]) -> Work[list[Turning]]:
    """So many walks of a measurement in all, a piece each. Raises `RulesError` where it cannot be played out."""
    while not estimate.over and estimate.walks + estimate.failed < walks:
        estimate.walk()
        yield told
    return told


def _words(game: Game, position: Position, asked: Decision, option: Answer) -> str:
    """An option in words, as hints tell it."""
    step = step_of(game.system, position.state, asked, option)
    return moves((step,), places_of(game.system, position.state))[0].text


def _others(game: Game, options: Sequence[Answer], taken: Answer) -> list[Answer]:
    """The other options, without those that only give something away."""
    given_up = game.system.gives_up
    return [one for one in options if one != taken and word(one) not in given_up]


def _some(options: Sequence[Answer]) -> list[Answer]:
    """Of very many options some, spread over all that there are."""
    if len(options) <= GLANCED:
        return [*options]
    return [options[round(i * (len(options) - 1) / (GLANCED - 1))] for i in range(GLANCED)]


def _sign(one: Turning) -> str:
    """How good the answer was beside the others; "" within the error."""
    taken = next(each for each in one.options if each.taken)
    rest = [each for each in one.options if not each.taken]
    if not rest:
        return ""
    best = max(rest, key=lambda each: each.chance.shares[one.who])
    gap = taken.chance.shares[one.who] - best.chance.shares[one.who]
    if not taken.chance.apart(best.chance, one.who):
        return ""
    return ("!!" if gap >= GRAVE else "!") if gap > 0 else ("??" if gap <= -GRAVE else "?")
