"""Monte Carlo tree search over information sets: a player that looks further than one action.

Each walk draws anew all that its seat cannot know, goes down the tree of what was tried so far, adds one node, plays on
from there for a few decisions as busy bots would, and has the game's own strength say how everybody then stands. Every
seat goes for its own chance. Answers that the seat of the root does not see share one node; of a secret plan each
player knows his own part alone. Many outcomes of chance are let in by and by.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from math import inf, log, sqrt
from random import Random
from typing import Any, ClassVar

from ..engine.runtime.decision import CHANCE, Answer, Decision, Secret
from ..engine.runtime.position import Playout, Position
from ..engine.runtime.sampling import sample_chance
from .bots import BOTS, DECLINES, BusyBot
from .bots import _word as word
from .chances import chances
from .observation import Observation
from .thinking import Look, Thinking, Thought, ended

MOST_WALKS = 100_000  # of one decision
GLANCE = 16  # answers after which a glance ends in any case
WORLDS = 64  # imagined ones that are kept; later walks begin in them again
MOST_PATH = 400  # decisions of one walk: a question that is asked again and again must not hold it for ever


class Arm:
    """One answer at one node: what came of it for whoever gave it, and where it leads."""

    __slots__ = ("lean", "node", "offered", "seat", "squares", "total", "visits")

    def __init__(self, seat: int) -> None:
        self.seat, self.lean = seat, 0.0
        self.visits, self.offered, self.total, self.squares = 0, 0, 0.0, 0.0
        self.node: Node | None = None

    def note(self, value: float) -> None:
        """One walk went through here and came to this."""
        self.visits += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        """The chance to win, as far as it was looked at."""
        return self.total / self.visits if self.visits else 0.0

    @property
    def rank(self) -> float:
        """The same as it is compared."""
        return self.mean + self.lean

    @property
    def error(self) -> float:
        """The standard error of the mean; infinite for an answer that was hardly tried."""
        if self.visits < 2:
            return inf
        return sqrt(max(self.squares / self.visits - self.mean**2, 0.0) / (self.visits - 1))


class Node:
    """What one seat knows when it is asked: the answers tried there; or the outcomes of chance let in so far."""

    __slots__ = ("after", "arms", "outcomes", "plans", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.arms: dict[Answer, Arm] = {}
        self.outcomes: dict[Any, Node] = {}  # of chance, and of plans once they are open
        self.plans: dict[int, Node] = {}  # the part of each seat in a secret plan
        self.after: Node | None = None  # what comes after something that the root does not see


@dataclass(frozen=True, slots=True)
class Weighed:
    """One option: how many walks began with it, the chance to win after it, and the standard error of that."""

    option: Answer
    visits: int
    chance: float
    error: float


@dataclass(slots=True)
class Found:
    """What a search has found so far; it grows while the search goes on. `options` are best first."""

    me: int
    root: Node = field(repr=False)
    walks: int = 0
    lost: int = 0  # worlds that did not fit what was answered
    field: int = 0  # options that are walked; 0 while it is not settled which

    @property
    def options(self) -> tuple[Weighed, ...]:
        """All options that were tried, best first."""
        found = [
            Weighed(option, arm.visits, arm.mean, arm.error) for option, arm in self.root.arms.items() if arm.visits
        ]
        return tuple(sorted(found, key=lambda one: (-one.visits, -one.chance)))

    @property
    def best(self) -> Answer | None:
        """What is to be taken: of those tried most what stands best; None before the first walk.

        What was left out early may have a higher mean: it was seldom tried, and luck is not worn off.
        """
        arms = {option: arm for option, arm in self.root.arms.items() if arm.visits}
        most = max((arm.visits for arm in arms.values()), default=0)
        tried = [option for option, arm in arms.items() if 2 * arm.visits >= most]
        return max(tried, key=lambda option: arms[option].rank, default=None)

    @property
    def so_far(self) -> Answer | None:
        """What would be taken now, once each option was walked at least once; None before."""
        return self.best if 0 < self.field <= self.walks + self.lost else None

    def line(self, most: int = 6) -> tuple[tuple[int, Answer], ...]:
        """How the search thinks that play goes on: (seat, answer) each, as long as it has looked twice."""
        found: list[tuple[int, Answer]] = []
        node: Node | None = self.root
        while node is not None and len(found) < most and node.arms:
            answer, arm = max(node.arms.items(), key=lambda one: one[1].visits)
            if arm.visits < 2:
                break
            found.append((arm.seat, answer))
            node = arm.node
            while node is not None and not node.arms and node.outcomes:  # the outcome that came most
                node = max(node.outcomes.values(), key=lambda one: one.visits)
        return tuple(found)


class Worlds:
    """Imagined positions by their numbers, and the luck in them: so options are compared, and not their luck."""

    def __init__(self, observation: Observation, rng: Random) -> None:
        self.observation, self.seed = observation, rng.getrandbits(64)
        self.known: dict[int, Position | None] = {}

    def luck(self, number: int) -> Random:
        """The luck of a walk."""
        return Random(self.seed + number)

    def begun(self, option: Answer, number: int) -> Playout | None:
        """The world of a walk, in which an option is about to be taken; None where it is not offered there."""
        number %= WORLDS
        if number not in self.known:
            self.known[number] = self.observation.imagine(Random(self.seed - 1 - number))
        world = self.known[number]
        if world is None or world.decision is None:
            return None
        jump = type(option) is tuple and option[:1] == ("!",)
        return Playout(world) if option in (world.anytime_actions if jump else world.decision.options) else None


class SearchBot:
    """Takes so many walks a decision and then what stood best. The same luck gives the same answer."""

    name: ClassVar[str] = "search"
    figures: ClassVar[range] = range(1, MOST_WALKS + 1)
    kept = 12  # options of a longer menu that are walked, after a glance at all of them
    glances = 2  # worlds in which it glances
    each = 32  # walks an option at most: a yes or no needs fewer than a long menu
    lean = 0.5  # in strength: of two that stand about alike it rather does something than nothing
    cut = 20  # decisions of a playout, chance included
    curious = 0.7  # how far it looks beyond what stands best, in standard deviations of what it has seen
    widening = 2.0  # of answers of others, and of outcomes of chance: so many times the root of the visits

    def __init__(self, walks: int = 200) -> None:
        self.walks = walks
        self._helper = BusyBot()
        self.idle = DECLINES  # and what gives all away: words that playouts seldom say

    def choose(self, observation: Observation, rng: Random) -> Answer:
        """Pick what stands best after all walks; as a busy bot does where no walk was possible."""
        return ended(self.think(observation, rng)).answer

    def think(self, observation: Observation, rng: Random) -> Thinking:
        """The same in pieces, a walk each, with the chance to win after each option."""
        offered = len(observation.options) + len(anytime(observation))
        if offered == 1:
            return Thought(observation.options[0])
        found, walks = None, min(self.walks, self.each * offered)
        for found in self.look(observation, rng, walks):
            yield Thought(found.so_far, found.walks + found.lost, walks)
        if found is None or found.best is None:
            return Thought(self._helper.choose(observation, rng))
        best = found.best
        looks = [Look(one.option, one.chance, error=one.error, tries=one.visits) for one in found.options]
        looks.sort(key=lambda look: look.option != best)
        return Thought(best, walks, walks, tuple(looks))

    def look(self, observation: Observation, rng: Random, walks: int = MOST_WALKS) -> Generator[Found, None, Found]:
        """Search, and yield what was found after each glance and walk: one and the same object, which grows."""
        top, me = Node(), observation.me
        root = child(top.plans, me) if isinstance(observation.decision, Secret) else top
        found = Found(me, root)
        lean = self.lean / observation.system.spread / 4  # as much as it is worth where the chances are even
        everything = (*anytime(observation), *observation.options)
        given_up = observation.system.gives_up
        offered = [option for option in everything if word(option) not in given_up] or everything
        idle = self.idle = DECLINES.union(given_up)
        order = in_turns(offered, rng)
        worlds = Worlds(observation, rng)
        if len(order) > self.kept:  # what stands badly as soon as it is done is not looked at any further
            sums = {option: self.glances * lean * (word(option) not in idle) for option in order}
            for number in range(self.glances):
                for option in order:
                    if (world := worlds.begun(option, number)) is not None:
                        world.give(option)
                        sums[option] += self.playout(world, worlds.luck(number), glance=True)[me]
                    yield found
            order = sorted(order, key=lambda option: -sums[option])[: self.kept]
        found.field = len(order)
        for option in turns(order, root, min(walks, 200)):
            if found.walks + found.lost >= walks:
                break
            arm = root.arms.get(option)
            number = 0 if arm is None else arm.offered
            world = worlds.begun(option, number)
            if arm is None:
                arm = root.arms[option] = Arm(me)
                arm.lean = lean * (word(option) not in idle)
            arm.offered += 1
            if world is None:
                found.lost += 1
            else:
                self._walk(world, top, root, option, worlds.luck(number))
                found.walks += 1
            yield found
        return found

    # -- one walk -----------------------------------------------------------------------------------------------------
    def _walk(self, world: Playout, top: Node, root: Node, option: Answer, rng: Random) -> None:
        """One walk from an option of the root on: down the tree, one node more, some answers by busy bots."""
        me = root.arms[option].seat
        node = top
        path: list[Arm] = []
        plan: Secret | None = None
        mine: dict[int, Node] = {}
        given: list[Answer] = []
        early: list[float] | None = None  # how it stands when the option has been carried out
        for _ in range(MOST_PATH):
            decision = world.decision
            if plan is not None and decision is not plan:  # all have planned: what they did is open
                node, plan = child(node.outcomes, tuple(sorted(given, key=repr))), None
            if decision is None:
                break
            if early is None and path and decision.kind == "action" and decision.player != CHANCE:
                early = chances(world.system, world.state)
                if world.system.at_once >= 1:
                    break  # nothing that comes afterwards counts
            if decision.player == CHANCE:
                answer = self._falls(node, decision, me, rng)
                node = node_after(node, decision, answer, me)
                world.give(answer)
                continue
            seat, at = decision.player if path else me, node
            if type(decision) is Secret:
                if plan is None:
                    plan, mine, given = decision, {}, []
                at = mine.get(seat) or child(node.plans, seat)
            if not path:
                answer, arm, fresh = option, root.arms[option], not root.arms[option].visits
            else:
                options = decision.options
                if plan is not None:
                    options = tuple([option for option in options if option[0] == seat])
                if len(options) == 1:
                    if plan is not None:
                        given.append(options[0])
                    world.give(options[0])
                    continue
                answer, arm, fresh = self._pick(at, decision, options, seat, rng)
            path.append(arm)
            world.give(answer)
            if fresh:
                break
            if arm.node is None:
                arm.node = Node()
            if plan is not None:
                given.append(answer)
                mine[seat] = arm.node
            elif decision.owner not in (None, me) and seat != me:
                node = node.after = node.after or Node()
            else:
                node = arm.node
        values = self.playout(world, rng, early)
        for arm in path:
            arm.note(values[arm.seat])

    def _pick(
        self, node: Node, decision: Decision, options: tuple[Answer, ...], seat: int, rng: Random
    ) -> tuple[Answer, Arm, bool]:
        """An answer, its arm, and whether it is tried for the first time."""
        node.visits += 1
        arms = node.arms
        fresh: list[Answer] = []
        for option in options:
            arm = arms.get(option)
            if arm is None:
                fresh.append(option)
            else:
                arm.offered += 1
        tried = len(options) - len(fresh)
        if fresh and (not tried or tried < self.widening * sqrt(node.visits)):
            answer = busily(decision, fresh, rng, self.idle)
            arm = arms[answer] = Arm(seat)
            arm.offered = 1
            return answer, arm, True
        total = squares = n = 0.0
        known = [(option, arms[option]) for option in options if option in arms]
        for _, arm in known:
            total += arm.total
            squares += arm.squares
            n += arm.visits
        mean = total / n if n else 0.0
        wide = self.curious * sqrt(max(squares / n - mean * mean, 1e-9)) if n else 1.0
        best, answer, chosen = -inf, None, None
        for option, arm in known:
            if not arm.visits:
                worth = inf
            else:
                worth = arm.total / arm.visits + wide * sqrt(log(arm.offered + 1) / arm.visits)
            if worth > best:
                best, answer, chosen = worth, option, arm
        assert chosen is not None
        return answer, chosen, False

    def _falls(self, node: Node, decision: Decision, me: int, rng: Random) -> Answer:
        """An outcome of chance: a new one while there are few for so many visits, else one of those let in."""
        node.visits += 1
        if decision.owner in (None, me) and len(node.outcomes) >= self.widening * sqrt(node.visits):
            weights = decision.weights or (1,) * len(decision.options)
            known = [(o, w) for o, w in zip(decision.options, weights, strict=True) if o in node.outcomes]
            if known:
                return rng.choices([o for o, _ in known], [w for _, w in known])[0]
        return sample_chance(decision, rng)

    def playout(
        self, world: Playout, rng: Random, early: list[float] | None = None, *, glance: bool = False
    ) -> list[float]:
        """Play on for a while; the chance of each seat, as the game's strength says on the way and at the cut.

        `early` is how it stood when the first action was over, if it is; a `glance` ends there.
        """
        system, left = world.system, self.cut
        near = system.at_once
        while (decision := world.decision) is not None:
            if decision.player != CHANCE and decision.kind == "action" and early is None:
                early = chances(system, world.state)
            if early is not None and (glance or near >= 1):
                return early
            if left <= 0 and (early is not None or left <= -self.cut):
                break
            left -= 1
            if glance and left < self.cut - GLANCE:
                break
            world.give(sample_chance(decision, rng) if decision.player == CHANCE else busy(decision, rng, self.idle))
        late = chances(system, world.state, over=world.decision is None)
        if early is None:
            return late
        return [near * a + (1 - near) * b for a, b in zip(early, late, strict=True)]


def node_after(node: Node, decision: Decision, answer: Answer, me: int) -> Node:
    """Where an outcome of chance leads: those that the seat of the root does not see lead to one node."""
    if decision.owner not in (None, me):
        node.after = node.after or Node()
        return node.after
    return child(node.outcomes, answer)


def child(nodes: dict[Any, Node], key: Any) -> Node:
    """The node of a key, made at first need."""
    found = nodes.get(key)
    if found is None:
        found = nodes[key] = Node()
    return found


def anytime(observation: Observation) -> tuple[Answer, ...]:
    """What is weighed beside the options: only where an action is chosen."""
    return observation.anytime if observation.decision.kind == "action" else ()


def turns(order: list[Answer], root: Node, walks: int) -> Iterator[Answer]:
    """Which option is walked next: all of them a little, then again and again the better half, twice as often."""
    rounds = max(1, (len(order) - 1).bit_length())
    least = max(1, walks // (len(order) * rounds))
    while True:
        field, quota = order, least
        while True:
            for _ in range(quota):
                yield from field
            field = sorted(field, key=lambda option: -root.arms[option].rank)
            if len(field) <= 2:
                break
            field, quota = field[: (len(field) + 1) // 2], quota * 2
        order = (
            order if len(order) <= 2 else sorted(order, key=lambda one: -root.arms[one].rank)[: (len(order) + 1) // 2]
        )


def in_turns(options: Iterable[Answer], rng: Random) -> list[Answer]:
    """All options in the order in which they are tried first: verbs take turns, so that none crowds out the others."""
    piles: dict[Answer, list[Answer]] = {}
    for option in options:
        piles.setdefault(word(option), []).append(option)
    for pile in piles.values():
        rng.shuffle(pile)
    found: list[Answer] = []
    rows = list(piles.values())
    rng.shuffle(rows)
    while rows:
        found += [row.pop() for row in rows]
        rows = [row for row in rows if row]
    return found


def busy(decision: Decision, rng: Random, idle: frozenset[str] = DECLINES) -> Answer:
    """What a busy bot answers, of whoever is asked first."""
    options = decision.options
    if type(decision) is Secret:
        options = tuple([option for option in options if option[0] == decision.player])
    return busily(decision, options, rng, idle)


def busily(
    decision: Decision, options: tuple[Answer, ...] | list[Answer], rng: Random, idle: frozenset[str] = DECLINES
) -> Answer:
    """The same of some of the options."""
    n = len(options)
    if n == 1:
        return options[0]
    if decision.kind == "action":
        verbs: dict[Answer, list[Answer]] = {}
        rest = []
        for option in options:
            verb = word(option)
            if verb in idle:
                rest.append(option)
            else:
                verbs.setdefault(verb, []).append(option)
        if rest and (not verbs or rng.random() < BusyBot.rest):
            return rest[int(rng.random() * len(rest))]
        rows = list(verbs.values())
        row = rows[int(rng.random() * len(rows))]
        return row[int(rng.random() * len(row))]
    if options[-1] in idle or options[0] in idle:
        active = [option for option in options if option not in idle]
        if active and rng.random() >= BusyBot.rest:
            return active[int(rng.random() * len(active))]
        return options[int(rng.random() * n)]
    if decision.kind == "number" and rng.random() < 0.75:
        return max(options)
    return options[int(rng.random() * n)]


BOTS[SearchBot.name] = SearchBot
