"""Can this seat still reach this goal in the time that it counts, and how? By search, with the line, or with why not.

The seat's own answers are all tried, the shortest lines first, best hopes before others. Chance may fall as it likes:
the line says how likely what it needs is. What others are asked on the way may be answered in any manner: what would
break the line is said. Others' own turns are played by a policy that is said too. "No" is said only where all that
there is was seen, whatever others do in their turns, or where a requirement proves it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from heapq import heappop, heappush
from math import log2
from random import Random
from typing import Any, NamedTuple

from ..engine.runtime.decision import CHANCE, Answer, Decision, Secret
from ..engine.runtime.goals import Goal
from ..engine.runtime.position import Position
from ..engine.runtime.requirement import Verdict
from ..engine.runtime.system import System
from ..play.bots import Bot
from ..play.observation import Observation, imagined
from .reach_line import Break, Given, LineStep, is_least, told
from .state_key import PositionKeys
from .work import Work

YES, NO, NOT_FOUND, LOOKING = "yes", "no", "not found", "looking"
MOST_POSITIONS, A_PIECE = 12_000, 12
MOST_BROKEN, TRIED_AGAINST, OUTCOMES, IN_ONE_ACTION = 3, 8, 60, 12
OF_ANSWER, OF_LUCK = 0.12, 0.4  # beside one action: what an answer, and a bit of luck needed, weigh in the order
AGAIN = 250  # positions that are looked at to see whether a line can be mended


@dataclass(frozen=True, slots=True)
class Reached:
    """The answer. `verdict` is "yes", "no", "not found", or "looking" while it is not known.

    `line` leads there, `chance` is how likely it comes off if one plays on as well as was seen (1.0: no luck needed, or
    none that matters), `actions` how many own actions it takes, `figures` what it changes (name, before, after).
    `breaks` are answers of others after which no way was found. `stands` says how what the goal asks for stands now,
    `proof` the requirement by which it is "no" at once. `looked` positions were seen, all lines of up to `sure`
    actions, some of `deep`. `when` says in what time it counts, `assuming` how others play their own turns; empty
    where none of them came. `worlds` says in how many of the imagined worlds the line works: (2, 3). `alone`: all lines
    were seen as long as others do so, and none leads there; `helped`: one does if they help.
    """

    key: str
    name: str
    rule: str
    seat: int
    verdict: str = LOOKING
    line: tuple[LineStep, ...] = ()
    answers: tuple[Given, ...] = ()  # (who, the question, the answer) each, chance among them
    chance: float = 1.0
    actions: int = 0
    figures: tuple[tuple[str, int, int], ...] = ()
    breaks: tuple[Break, ...] = ()
    checked: bool = False  # was it looked at what would break it?
    stands: tuple[Verdict, ...] = ()
    proof: tuple[Verdict, ...] = ()
    looked: int = 0
    deep: int = 0
    sure: int = 0
    when: str = ""
    assuming: str = ""
    worlds: tuple[int, int] = (1, 1)
    alone: bool = False
    helped: bool = False

    def stopped(self) -> Reached:
        """The same, where nobody looks any longer: what was not found till then is "not found"."""
        return replace(self, verdict=NOT_FOUND) if self.verdict == LOOKING else self

    @property
    def headline(self) -> str:
        """One line for people: "Yes: two actions, 4 of 5 Power"."""
        if self.verdict == YES:
            if not self.answers:
                return "It is there already"
            n = number_word(self.actions)
            how = f"{n} action{'' if self.actions == 1 else 's'}" if self.actions else "nothing more to do"
            luck = "" if self.chance >= 0.9995 else f", at least {percent(self.chance)}"
            sure = "Yes, if others let it" if self.breaks else "Yes"
            return f"{sure}: {how}{luck}"
        if self.verdict == NO:
            return "No: a requirement cannot hold" if self.proof else f"No: all {self.looked:,} positions seen"
        if self.helped:
            return "Not found: only if others help"
        if self.alone and self.verdict == NOT_FOUND:
            return f"Not found without help of others: all {self.looked:,} positions seen"
        seen = f"{self.deep} action{'' if self.deep == 1 else 's'}, {self.looked:,} positions"
        return f"Looking: {seen}" if self.verdict == LOOKING else f"Not found: {seen}"


def number_word(n: int) -> str:
    """Small numbers in words."""
    return ("no", "one", "two", "three", "four", "five", "six")[n] if n < 7 else str(n)


def percent(share: float) -> str:
    """A share for people; a small one never reads as nothing."""
    found = 100 * share
    return f"{found:.0f} %" if found >= 1 else f"{found:.1g} %"


class _Node:
    """A position that was seen, and how it was come to."""

    __slots__ = ("actions", "answer", "luck", "parent", "position", "steps")

    def __init__(
        self, position: Position | None, parent: _Node | None, answer: Any, luck: float, actions: int, steps: int
    ) -> None:
        self.position, self.parent, self.answer = position, parent, answer
        self.luck, self.actions, self.steps = luck, actions, steps  # luck: the product of what chance had to give

    def path(self) -> list[Given]:
        found, node = [], self
        while node.parent is not None:
            found.append(node.answer)
            node = node.parent
        return found[::-1]


class Search:
    """One search from one position; it can be asked for more positions again and again.

    With `free` everything is tried that anybody may do: others help, all is given up, jumps come at any time. Without,
    `narrowed` says that something was left out.
    """

    def __init__(
        self,
        position: Position,
        seat: int,
        goal: Goal,
        until: int,
        others: Bot | None,
        rng: Random,
        free: bool = False,
    ) -> None:
        self.free, self.narrowed = free, False
        self.system: System = position.system
        self.seat, self.goal, self.until, self.others, self.rng = seat, goal, until, others, rng
        self.keys = PositionKeys()
        self.found: _Node | None = None
        self.looked = self.deep = 0
        self.assumed = self.cut = False
        self._queue: list[tuple[float, int, _Node]] = []  # all that is left, the nearest first
        self._between: list[tuple[float, int, _Node]] = []  # those of them at which an own action would begin
        self._left: Counter[int] = Counter()  # how many are left after so many own actions
        self._known: dict[int, float] = {}
        self._n = 0
        self._see(_Node(position.clone(), None, None, 1.0, 0, 0))

    @property
    def over(self) -> bool:
        """Is it found, or is there nothing left to look at?"""
        return self.found is not None or not self._queue

    @property
    def sure(self) -> int:
        """All lines of up to so many own actions were seen."""
        return min((actions for actions, n in self._left.items() if n), default=self.deep + 1) - 1

    def go(self, positions: int) -> None:
        """Look at so many more."""
        until = self.looked + positions
        while self.looked < until and not self.over:
            line = self._between if self._between and self.looked % 2 else self._queue
            _, _, node = heappop(line)
            if node.position is not None:  # it has not been looked at from the other line
                self._expand(node)

    def _see(self, node: _Node) -> None:
        position = node.position
        assert position is not None
        self.looked += 1
        self.deep = max(self.deep, node.actions)
        state = position.state
        if self.goal.met(state):
            self.found = self.found or node
            return
        if position.decision is None or self.system.moment(state)[0] > self.until:
            return
        far = self.goal.far(state) if self.goal.far is not None else 0.0
        weighs = node.actions + OF_ANSWER * node.steps - OF_LUCK * log2(node.luck)
        key = self.keys(position)
        if self._known.get(key, 1e9) <= weighs:
            return
        self._known[key] = weighs
        self._n += 1
        self._left[node.actions] += 1
        heappush(self._queue, (weighs + far, self._n, node))
        decision = position.decision
        if decision.kind == "action" and decision.player == self.seat:
            heappush(self._between, (node.steps + 2 * far - log2(node.luck), self._n, node))

    def _expand(self, node: _Node) -> None:
        position = node.position
        assert position is not None
        self._left[node.actions] -= 1
        node.position = None  # only those in the queue keep theirs
        ways = self.ways(position)
        decision = position.decision
        acts = decision is not None and decision.kind in ("action", "secret") and decision.player != CHANCE
        for at, (who, what, answer, luck) in enumerate(ways):
            after = position if at == len(ways) - 1 else position.clone()
            own = who == self.seat
            counts = acts and own and not is_least(answer)
            after.play(answer)
            child = _Node(after, node, (who, what, answer), node.luck * luck, node.actions + counts, node.steps + own)
            self._see(child)
            if self.found is not None:
                return

    def ways(self, position: Position) -> list[tuple[int, str, Answer, float]]:
        """(who, question, answer, how likely) of all that is tried here: own answers, outcomes, others' answers."""
        decision = position.decision
        assert decision is not None
        what = decision.what
        if decision.player == CHANCE:
            return [(CHANCE, what, answer, luck) for answer, luck in outcomes(decision)]
        if self.free:
            every = [(decision.player, o) for o in decision.options]
            if isinstance(decision, Secret):
                every = [(o[0], o) for o in decision.options]
            every += [(o[2], o) for o in position.anytime_actions]
            return [(who, what, option, 1.0) for who, option in every]
        jumps = len(position.anytime_actions)
        if isinstance(decision, Secret):
            self.narrowed = self.narrowed or jumps > 0
            mine = [option for option in decision.options if option[0] == self.seat]
            if mine:
                return [(self.seat, what, option, 1.0) for option in mine]
            self.assumed = True
            return [(decision.player, what, self._policy(position, decision), 1.0)]
        if decision.player == self.seat:
            given_up = self.system.gives_up
            own = [o for o in decision.options if not (type(o) is tuple and o and o[0] in given_up)]
            weighed = self.system.weighed
            own += [o for o in position.anytime_actions if o[2] == self.seat and o[1] in weighed]
            self.narrowed = self.narrowed or len(own) < len(decision.options) + jumps
            return [(self.seat, what, option, 1.0) for option in own or decision.options]
        self.narrowed = self.narrowed or jumps > 0
        active = self.system.moment(position.state)[2]
        if decision.kind == "action" or decision.player == active:
            self.assumed = True
            return [(decision.player, what, self._policy(position, decision), 1.0)]
        return [(decision.player, what, option, 1.0) for option in decision.options]

    def _policy(self, position: Position, decision: Decision) -> Answer:
        if self.others is not None:
            return self.others.choose(Observation(position), self.rng)
        options = [o for o in decision.options if o[0] == decision.player] if isinstance(decision, Secret) else None
        return least(options or decision.options)


def least(options: Sequence[Answer]) -> Answer:
    """The answer by which somebody does as little as he can; the first where none says so."""
    return next((option for option in options if is_least(option)), options[0])


def outcomes(decision: Decision) -> list[tuple[Answer, float]]:
    """What chance may give, the likeliest first."""
    options = decision.options
    weights = decision.weights or [1] * len(options)
    total = sum(weights)
    found = [(option, weight / total) for option, weight in zip(options, weights, strict=True) if weight]
    return sorted(found, key=lambda row: -row[1])


def open_goals(system: System, s: Any, seat: int) -> tuple[Goal, ...]:
    """What a seat may strive for, without what it has."""
    return tuple(goal for goal in system.goals(s, seat) if not goal.met(s))


def open_goals_at(system: System, s: Any, seat: int, area: int) -> tuple[Goal, ...]:
    """What it may strive for in one area, without what it has: what it is asked everywhere first."""
    here = [goal for goal in system.goals(s, seat) if f"area:{area}" in goal.about]
    return tuple(goal for goal in (*here, *system.goals_at(s, seat, area)) if not goal.met(s))


def goal_of(system: System, s: Any, seat: int, key: str) -> Goal | None:
    """One of them by its stable name."""
    return next((goal for goal in system.goals(s, seat) if goal.key == key), None)


class Known(NamedTuple):
    """What a search may look at: one position where nothing is hidden from the asker, else worlds as he imagines them.

    `whole` says that nothing is hidden.
    """

    worlds: tuple[Position, ...]
    whole: bool = True


def known_to(position: Position, viewer: int | None, *, all_seen: bool = False, n: int = 3, seed: int = 0) -> Known:
    """What a viewer knows of a position. With `all_seen`, or where nothing is hidden from him, it is the real one.

    Else all that he cannot know is drawn anew; there may be no world at all that fits.
    """
    if all_seen or (viewer is not None and _open_to(position, viewer)):
        return Known((position,))
    if viewer is None:
        return Known((), False)
    rng = Random(f"reach/{seed}")
    found = [imagined(position, viewer, rng) for _ in range(n)]
    return Known(tuple(world for world in found if world is not None), False)


def _open_to(position: Position, viewer: int) -> bool:
    state, decision = position.state, position.decision
    if position.system.view(state, viewer) != state or isinstance(decision, Secret):
        return False
    hidden = [entry for entry in position.entries if entry.owner not in (None, viewer) or entry.quiet]
    return not hidden and (decision is None or decision.player in (CHANCE, viewer) or not decision.private)


def reach(
    known: Position | Known,
    seat: int,
    goal: Goal,
    *,
    others: Bot | None = None,
    most: int = MOST_POSITIONS,
    seed: int = 0,
) -> Work[Reached]:
    """Look for a way to a goal, in pieces of some milliseconds.

    `known` is what the asker knows (`known_to`): the search goes through the first of its worlds, and the line is tried
    in the others too. A position alone is all seen. `others` plays the own turns of others; without it they do as
    little as they can. `most` positions are seen at most. Raises `ValueError` where there is no world.
    """
    known = Known((known,)) if isinstance(known, Position) else known
    if not known.worlds:
        raise ValueError("no world was found that fits what is known")
    position, *worlds = known.worlds
    system, state = position.system, position.state
    until, when = system.term(state, seat)
    base = Reached(goal.key, goal.name, goal.rule, seat, when=when, stands=goal.parts(state))
    if goal.met(state):
        return replace(base, verdict=YES, checked=True)
    proof = tuple(verdict for verdict in goal.never(state) if not verdict.holds)
    if proof:
        return replace(base, verdict=NO, proof=proof, checked=True)
    search = Search(position, seat, goal, until, others, Random(f"{seed}/{goal.key}"))
    yield base
    while not search.over and search.looked < most:
        search.go(A_PIECE)
        yield replace(base, looked=search.looked, deep=search.deep, sure=max(search.sure, 0))
    policy = f"as {getattr(others, 'name', 'a bot')} would" if others is not None else "as little as they can"
    assuming = f"others play their own turns {policy}" if search.assumed else ""
    seen = replace(base, looked=search.looked, deep=search.deep, sure=max(search.sure, 0), assuming=assuming)
    if search.found is None:
        if not search.over or not known.whole:
            return replace(seen, verdict=NOT_FOUND, checked=True)
        if not search.assumed and not search.narrowed:
            return replace(seen, verdict=NO, checked=True)
        seen = replace(seen, alone=True)
        free = Search(position, seat, goal, until, None, Random(0), free=True)
        while not free.over and search.looked + free.looked < most:
            free.go(A_PIECE)
            yield seen
        if free.found is None and free.over:
            return replace(seen, verdict=NO, looked=free.looked, assuming="", alone=False, checked=True)
        return replace(seen, verdict=NOT_FOUND, helped=free.found is not None, checked=True)
    answers = tuple(search.found.path())
    after = _after(position, answers)
    assert after is not None
    seen = replace(
        seen,
        verdict=YES,
        line=told(position, answers, seat),
        answers=answers,
        chance=search.found.luck,
        actions=search.found.actions,
        figures=_changed(system, state, after.state, seat),
    )
    yield seen
    checking = _checked(position, answers, seat, goal, until, others)
    ended: tuple[float, list[Break]] | None = None
    while ended is None:
        try:
            next(checking)
            yield seen
        except StopIteration as end:
            ended = end.value
    chance, breaks = ended
    held = 0
    for world in worlds:
        then = _after(world, answers)
        held += then is not None and goal.met(then.state)
        yield replace(seen, chance=chance, breaks=tuple(breaks))
    return replace(seen, chance=chance, breaks=tuple(breaks), checked=True, worlds=(1 + held, 1 + len(worlds)))


def _after(position: Position, answers: Sequence[Given]) -> Position | None:
    """The position after a line; None where it cannot be played."""
    again = position.clone()
    for who, what, answer in answers:
        decision = again.decision
        if decision is None or (decision.player, decision.what) != (who, what):
            jump = type(answer) is tuple and answer[:1] == ("!",)
            secret = isinstance(decision, Secret)
            if not jump and not secret:
                return None
        if decision is None or (answer not in decision.options and answer not in again.unasked):
            return None
        again.play(answer)
    return again


def _changed(system: System, before: Any, after: Any, seat: int) -> tuple[tuple[str, int, int], ...]:
    was, now = system.figures(before)[seat], system.figures(after)[seat]
    return tuple((name, was[name], now[name]) for name in was if now.get(name, was[name]) != was[name])


def _checked(
    position: Position,
    answers: Sequence[Given],
    seat: int,
    goal: Goal,
    until: int,
    others: Bot | None,
) -> Generator[None, None, tuple[float, list[Break]]]:
    """What would break a line: from its end to its beginning, each other outcome and each other answer is tried.

    Gives the chance that it comes off, counting the other outcomes after which a way was found as well.
    """
    places = [position]
    for _, _, answer in answers:
        after = places[-1].clone()
        after.play(answer)
        places.append(after)
    again = partial(_mended, seat=seat, goal=goal, until=until, others=others)
    chance, breaks = 1.0, list[Break]()
    for at in range(len(answers) - 1, -1, -1):
        who, _, answer = answers[at]
        if who == seat:
            continue
        here, rest = places[at], answers[at + 1 :]
        decision = here.decision
        assert decision is not None
        if who == CHANCE:
            found = 0.0
            for outcome, luck in outcomes(decision)[:OUTCOMES]:
                if outcome == answer:
                    found += luck * chance
                else:
                    found += luck * (yield from again(here, [(who, "", outcome)], rest))
            chance = min(found, 1.0)
            continue
        options = [o for o in decision.options if not isinstance(decision, Secret) or o[0] == who]
        spread = max(len(options) // TRIED_AGAINST, 1)
        for option in options[::spread][:TRIED_AGAINST]:
            if option == answer or len(breaks) >= MOST_BROKEN:
                continue
            instead = _whole_action(here, (who, decision.what, option))
            if not (yield from again(here, instead, rest)):
                row = told(here, instead, who)[0]
                broken = Break(who, row.text, row.rule)
                breaks += [broken] if broken not in breaks else []
    return chance, breaks


def _whole_action(here: Position, first: Given) -> list[Given]:
    """An answer of somebody else and what he is asked on the way, some action of his: answered by a fixed luck."""
    who, found, after, rng = first[0], [first], here.clone(), Random(repr(first))
    after.play(first[2])
    for _ in range(IN_ONE_ACTION):
        decision = after.decision
        if decision is None or decision.player != who or decision.kind == "action" or isinstance(decision, Secret):
            break
        answer = rng.choice(decision.options)
        found.append((who, decision.what, answer))
        after.play(answer)
    return found


def _mended(
    here: Position,
    instead: Sequence[Given],
    rest: Sequence[Given],
    *,
    seat: int,
    goal: Goal,
    until: int,
    others: Bot | None,
) -> Generator[None, None, float]:
    """How likely the goal is still come to after other answers: by the rest of the line, or by a short search.

    0.0 where neither comes to it.
    """
    after = here.clone()
    for _, _, answer in instead:
        after.play(answer)
    search = Search(after.clone(), seat, goal, until, others, Random(0))
    if search.found is not None or _follows(search, after, rest):
        return 1.0
    while not search.over and search.looked < AGAIN:
        search.go(A_PIECE)
        yield
    return search.found.luck if search.found is not None else 0.0


def _follows(search: Search, position: Position, rest: Sequence[Given]) -> bool:
    """Does the rest of a line still lead to the goal, without any luck, others answering as they did or by policy?"""
    own = [(what, answer) for who, what, answer in rest if who == search.seat]
    said = {(who, what): answer for who, what, answer in rest if who != search.seat}
    for _ in range(len(rest) + 40):
        decision = position.decision
        if search.goal.met(position.state):
            return True
        if decision is None or decision.player == CHANCE or isinstance(decision, Secret):
            return False
        if decision.player == search.seat:
            if not own or own[0][0] != decision.what or own[0][1] not in (*decision.options, *position.anytime_actions):
                return False
            position.play(own.pop(0)[1])
            continue
        answer = said.get((decision.player, decision.what))
        position.play(answer if answer in decision.options else least(decision.options))
    return False
