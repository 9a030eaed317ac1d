"""Walks from a decision of one seat: an option, then some twenty answers of everybody, and how all stand then.

Each walk is in an imagined world, so what the seat cannot know is drawn anew. Walks of one number have the same world
and the same luck whatever the option, so that options are compared with one another and not with their luck. The first
answers after an option are remembered in a tree: everybody comes to prefer what was good for himself, chance falls as
it may; what lies beyond the tree is answered by a busy bot.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from random import Random

from ..engine.errors import RulesError
from ..engine.runtime.decision import CHANCE, Answer, Decision
from ..engine.runtime.position import Playout, Position
from ..engine.runtime.sampling import sample_chance
from ..play.bots import BusyBot
from ..play.observation import Observation, imagined

CUT, MOST_ANSWERS = 20, 30  # a walk ends where an action is asked for after so many answers; at so many in any case
WORLDS = 64  # imagined ones that are kept; later walks begin in them again
LEAST_PRIZE = 10.0  # of a win, in strength; with four times what anybody has it outweighs all else
HASTE = 0.01  # the share of it that is lost with each answer before the end: a win now is better than one to come
MARGIN = 0.1  # the share of a lead that counts beside the prize
CURIOUS = 0.2  # how much a try of what was rarely tried is worth, of the span between the worst and the best


class Node:
    """An answer in the tree: how often it was given, what it came to for each seat, and what was answered next."""

    __slots__ = ("n", "next", "sums")

    def __init__(self, seats: int) -> None:
        self.n, self.next = 0, dict[Answer, Node]()
        self.sums = [0.0] * seats

    def best(self, seat: int, among: Sequence[Answer], spread: float) -> Answer:
        """The answer to try next: good so far, or hardly tried; of answers that were given here before."""
        scale = CURIOUS * spread * sqrt(log(self.n + 1))
        known = [(found, answer) for answer in among if (found := self.next.get(answer)) is not None]
        return max(known, key=lambda one: one[0].sums[seat] / one[0].n + scale / sqrt(one[0].n))[1]


class Walks:
    """All walks for one seat at one position. The position itself is left alone, and what is hidden in it unread."""

    def __init__(self, real: Position, me: int, seed: int | str = 0, first: Position | None = None) -> None:
        """`first` is a world that was imagined already. Raises `RulesError` where none is found or nobody is asked."""
        self.me, self.system, self.seed = me, real.system, seed
        self.roots: dict[Answer, Node] = {}
        self._real = real
        self._worlds: list[Position] = [] if first is None else [first]
        self._most = WORLDS
        self.busy = BusyBot()
        self.seen = Observation(self.world(0), me)  # the decision as the seat sees it, in a world of its own
        state = self.world(0).state
        self.seats = range(len(self.system.strength(state)))
        self.prize = LEAST_PRIZE + 4 * max(abs(x) for x in self.system.strength(state))
        self.now = self.leads(self.world(0))
        self._low = [*self.now]
        self._high = [*self.now]

    def world(self, number: int) -> Position:
        """The imagined world of a walk. Raises `RulesError` when none was found that looks the same to the seat."""
        while len(self._worlds) <= number % self._most:
            found = imagined(self._real, self.me, Random(f"hint/{self.seed}/world/{len(self._worlds)}"))
            if found is not None:
                self._worlds.append(found)
            elif self._worlds:
                self._most = len(self._worlds)  # they are hard to find, so these must do
            else:
                raise RulesError("what is hidden here could not be imagined")
        return self._worlds[number % self._most]

    def leads(self, position: Position, given: int = 0) -> list[float]:
        """How far each seat is ahead of the strongest other; at the end who has won gets the prize, others give it."""
        system, state = self.system, position.state
        found = system.strength(state)
        first, second = sorted((0.0, *found) if len(found) < 2 else found)[:-3:-1]
        leads = [x - (second if x == first else first) for x in found]
        if position.decision is None:
            won, prize = system.winners(state), self.prize * (1 - HASTE * given)
            return [(prize if seat in won else -prize) + MARGIN * lead for seat, lead in enumerate(leads)]
        return leads

    def begun(self, option: Answer, number: int) -> Playout | None:
        """The world of a walk after an option; None where that world does not offer it."""
        world = self.world(number)
        assert world.decision is not None
        jump = type(option) is tuple and option[:1] == ("!",)
        if option not in (world.anytime_actions if jump else world.decision.options):
            return None
        position = Playout(world)
        if type(position.decision) is type(world.decision) is Decision:
            position.decision.share(world.decision)  # a menu is dear to work out, and this is the same one
        position.play(option)
        return position

    def walk(self, option: Answer, number: int, cut: int = CUT) -> tuple[float, bool | None] | None:
        """How far the seat is ahead at the end of one walk, and if the game is over there, whether the seat has won.

        None where the option is not offered in its world.
        """
        position = self.begun(option, number)
        if position is None:
            return None
        luck, ways = Random(f"hint/{self.seed}/{number}/luck"), Random(f"hint/{self.seed}/{number}/ways")
        node = self.roots.setdefault(option, Node(len(self.seats)))
        path, grows = [node], True
        given = 0
        for given in range(MOST_ANSWERS):
            decision = position.decision
            if decision is None or (given >= cut and decision.kind == "action" and decision.player != CHANCE):
                break
            if decision.player == CHANCE:
                answer = sample_chance(decision, luck)
            elif len(decision.options) == 1:
                answer = decision.options[0]
            elif grows:
                answer = self._tried(node, position, ways)
            else:
                answer = self.busy.choose(Observation(position), ways)
            position.play(answer)
            if grows:
                found = node.next.get(answer)
                if found is None:
                    found, grows = node.next.setdefault(answer, Node(len(self.seats))), False
                node = found
                path.append(node)
        leads = self.leads(position, given)
        for seat, lead in enumerate(leads):
            self._low[seat], self._high[seat] = min(self._low[seat], lead), max(self._high[seat], lead)
        for node in path:
            node.n += 1
            for seat, lead in enumerate(leads):
                node.sums[seat] += lead
        won = None if position.decision is not None else self.me in self.system.winners(position.state)
        return leads[self.me], won

    def _tried(self, node: Node, position: Position, ways: Random) -> Answer:
        """An answer inside the tree: a new one as long as few were tried for the number of walks, else a good one."""
        decision = position.decision
        assert decision is not None
        among = [answer for answer in decision.options if answer in node.next]
        if not among or (len(among) < len(decision.options) and len(among) < 1 + 1.5 * sqrt(node.n)):
            return self.busy.choose(Observation(position), ways)
        seat = decision.player
        return node.best(seat, among, self._high[seat] - self._low[seat])
