"""Actions and their named requirements: legal means that none fails, and the same list answers "why not?".

A requirement takes only the arguments that it looks at. The menu walks the arguments one after the other and drops a
whole branch at the first failure: a requirement that looks at the player alone drops everything, one that looks at the
first argument drops that argument for every second one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from inspect import Parameter, signature
from itertools import product
from typing import Any, ClassVar, Generic, NamedTuple

from ..plain import Json
from ..state.declare import Declared
from ..state.typing import S
from ..tabletop.argument import ArgumentTypes
from ..tabletop.table import Target
from .decision import Answer, Options, checkpoint, choose
from .trace import group
from .walk import Fill, Look, walker

Args = tuple[Any, ...]


class Requirement(NamedTuple):
    """One named requirement.

    `text` states it as it should be ("No neighbour has a temple"), with {0}, {1} for the names of the arguments.
    `test(s, me, *args)` takes the first arguments only, as many as it looks at. `fact` gives the figure or name that
    decided ("C3"), `fault` one more sentence when it fails, `against` the targets that stand against it; all three
    take the same arguments as the test. `implied_by` are words all of whose candidates meet the requirement by
    themselves ("my gate" is under your control), so that the menu does not test it again after them; that this is so is
    proved for each game against the filtered product of all arguments. `only_with` names the powers that alone could
    fail it (a word of `State.key` for what those in force say all together): where there are none it is met, untested.
    Where one test stands for what several printed things say, `ruled` names the rule of the one that fails.
    """

    rule: str
    text: str
    test: Callable[..., Any]
    fact: Callable[..., Any] | None = None
    fault: Callable[..., str] | None = None
    against: Callable[..., Iterable[Target]] | None = None
    implied_by: tuple[str, ...] = ()
    ruled: Callable[..., str] | None = None
    only_with: str = ""


class Action(Generic[S]):
    """Something a player may do. `shape` names its arguments by words of the game.

    The first `asked` arguments stand in the menu (all of them by default); the others are asked one by one afterwards,
    each with a question of its own from `asks`. `when` are requirements of the moment (whose turn, which phase): the
    menu is built from actions that are offered anyway, so only `why_not` tests them.
    """

    verb: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    shape: ClassVar[tuple[str, ...]] = ()
    asked: ClassVar[int] = 9
    asks: ClassVar[tuple[str, ...]] = ()  # prompts for the arguments that are asked later
    phrase: ClassVar[str] = ""  # for people: "Attack from {} into {}"
    also: ClassVar[tuple[str, ...]] = ()  # what else people call it when they type: "fight", "raise armies"
    when: tuple[Requirement, ...] = ()
    requirements: ClassVar[tuple[Requirement, ...]] = ()
    fixed: ClassVar[bool] = False  # the price is the same all game: a game may know by the purse what to offer

    @property
    def text(self) -> str:
        """What it does, for people: the docstring of its class."""
        return " ".join((type(self).__doc__ or "").split())

    def price(self, s: S, me: int) -> int:
        """What it costs, in the game's coin; subclasses may take the first arguments too."""
        return 0

    def due(self, s: S, me: int, args: Args, priced: int) -> int:
        """The price with its first arguments, `priced` of them; a game may know powers that change it where it is."""
        return self.price(s, me, *args[:priced])

    def purse(self, s: S, me: int) -> int:
        """What the player has of that coin."""
        return 0

    async def do(self, s: S, me: int, *args: Answer) -> None:
        """Carry it out; the price is already paid."""
        raise NotImplementedError


Test = Callable[..., Any]


class Plan(NamedTuple):
    """The tests of an action by the number of arguments that they look at; the price is the last test of its level."""

    levels: tuple[tuple[Test, ...], ...]
    priced: int  # how many arguments the price looks at; -1 when the action is free
    shape: tuple[str, ...]
    asked: int  # how many of them the menu asks
    fill: Fill  # the same as loops: each legal option is handed to a function
    any: Look  # is there one?


@lru_cache(4096)
def depth(fn: Callable[..., Any]) -> int:
    """How many arguments of the action a function (s, me, ...) looks at."""
    return len([p for p in signature(fn).parameters.values() if p.kind is Parameter.POSITIONAL_OR_KEYWORD]) - 2


@cache
def plan(action: Action) -> Plan:
    """Sort the requirements of an action by depth."""
    levels: list[list[Test]] = [[] for _ in range(len(action.shape) + 1)]
    names: dict[str, Json] = {}
    said: list[list[str]] = [[] for _ in levels]
    for requirement in action.requirements:
        at, test = depth(requirement.test), requirement.test
        if not (at and action.shape[at - 1] in requirement.implied_by):
            levels[at].append(partial(is_met, requirement) if requirement.only_with else test)
            spared = f"not s.key.{requirement.only_with} or " if requirement.only_with else ""
            said[at].append(spared + called(names, test, at))
    priced = -1 if type(action).price is Action.price else depth(action.price)
    if priced >= 0:
        price, purse = action.price, action.purse
        levels[priced].append(lambda s, me, *args: price(s, me, *args) <= purse(s, me))
        paid = f"{called(names, price, priced)} <= {called(names, purse, 0)}"
        said[priced].append(f"menu.paid or {paid}" if action.fixed else paid)
    asked = min(action.asked, len(action.shape))
    fill, any_ = walker(action.verb, action.shape, asked, said, names)
    return Plan(tuple(map(tuple, levels)), priced, action.shape, asked, fill, any_)


@lru_cache(4096)
def fills(actions: tuple[Action, ...]) -> tuple[Fill, ...]:
    """The loops of several actions."""
    return tuple(plan(action).fill for action in actions)


def is_met(requirement: Requirement, s: Any, me: int, *args: Any) -> bool:
    """Is a requirement met with these arguments, as many as it looks at or more?"""
    if requirement.only_with and not getattr(s.key, requirement.only_with):
        return True
    return bool(requirement.test(s, me, *args[: depth(requirement.test)]))


class Menu:
    """Walks actions for one player at one moment; candidates of a word are computed once a menu.

    `paid`: only actions whose `fixed` price the player has are asked for, so that it need not be looked at again.
    """

    __slots__ = ("known", "me", "paid", "s", "types")

    def __init__(self, types: ArgumentTypes, s: Declared, me: int, *, paid: bool = False) -> None:
        self.types, self.s, self.me, self.paid = types, s, me, paid
        self.known: dict[str, Sequence[Json]] = {}

    def candidates(self, word: str, args: Args = ()) -> Iterable[Answer]:
        """What may be tried for a word, after these arguments."""
        if args and (after := self.types[word].after) is not None:
            return after(self.s, self.me, *args)
        found = self.known.get(word)
        return self.look_up(word) if found is None else found

    def look_up(self, word: str) -> Sequence[Answer]:
        """The candidates of a word of which nothing is known yet."""
        found = self.known[word] = tuple(self.types[word].candidates(self.s, self.me))
        return found

    def options(self, action: Action) -> list[tuple[Answer, ...]]:
        """The legal (verb, *args), cut to the arguments that the menu asks."""
        return self.all(action)

    def any(self, *actions: Action) -> bool:
        """Is there a legal way to do one of them? Stops at the first, so that the options can wait for a reader."""
        for action in actions:
            if plan(action).any(self, self.s, self.me):
                return True
        return False

    def all(self, *actions: Action) -> list[tuple[Answer, ...]]:
        """The options of several actions, in order."""
        found: list[tuple[Answer, ...]] = []
        s, me, take = self.s, self.me, found.append
        for fill in fills(actions):
            fill(self, s, me, take)
        return found

    def next(self, action: Action, args: Args) -> list[Answer]:
        """The legal values of the argument that follows `args`."""
        staged = plan(action)
        if not args and not all(test(self.s, self.me) for test in staged.levels[0]):
            return []
        found = self._values(staged, args)
        if len(args) + 1 < len(staged.shape):
            found = [value for value in found if self._completes(staged, (*args, value))]
        return found

    def _values(self, staged: Plan, args: Args) -> list[Answer]:
        """The values of the argument after `args` that pass the requirements that look at it last, test after test."""
        s, me, at = self.s, self.me, len(args)
        found = self.candidates(staged.shape[at], args)
        for test in staged.levels[at + 1]:
            found = [value for value in found if test(s, me, *args, value)]
        return list(found)

    def _completes(self, staged: Plan, args: Args) -> bool:
        """Can these arguments be completed?"""
        return len(args) == len(staged.shape) or any(
            self._completes(staged, (*args, value)) for value in self._values(staged, args)
        )


def called(names: dict[str, Any], fn: Callable[..., Any], n: int) -> str:
    """The call of a function with the first n arguments, under a name of its own."""
    name = f"f{len(names)}"
    names[name] = fn
    return f"{name}(s, me{''.join(f', a{at}' for at in range(n))})"


def domain(types: ArgumentTypes, action: Action, s: Declared, me: int) -> Iterator[Args]:
    """Every combination of arguments of the right shape, legal or not: what the menu must agree with."""
    return product(*(tuple(types[types[word].base or word].candidates(s, me)) for word in action.shape))


@dataclass(frozen=True, slots=True)
class Verdict:
    """How one requirement stands."""

    rule: str
    text: str
    holds: bool
    fact: str = ""
    fault: str = ""
    against: tuple[Target, ...] = ()


def evaluate(
    types: ArgumentTypes, action: Action, s: Declared, me: int, args: Args, afford: Requirement | None = None
) -> list[Verdict]:
    """All requirements of an action with these arguments (perhaps only the first few), in rule order."""
    names = [types[word].named(s, me, value) for word, value in zip(action.shape, args, strict=False)]
    requirements = (*action.when, *action.requirements)
    found = [
        _verdict(requirement, s, me, args, names)
        for requirement in requirements
        if depth(requirement.test) <= len(args)
    ]
    staged = plan(action)
    if 0 <= staged.priced <= len(args) and afford is not None:
        price, purse = action.due(s, me, args, staged.priced), action.purse(s, me)
        if price:
            found.append(Verdict(afford.rule, afford.text.format(price), price <= purse, str(purse)))
    return found


def _verdict(requirement: Requirement, s: Declared, me: int, args: Args, names: list[str]) -> Verdict:
    def at(fn: Callable[..., Any]) -> Any:
        return fn(s, me, *args[: depth(fn)])

    holds = is_met(requirement, s, me, *args)
    return Verdict(
        at(requirement.ruled) if requirement.ruled and not holds else requirement.rule,
        requirement.text.format(*names, *["it"] * 3),
        holds,
        str(at(requirement.fact)) if requirement.fact else "",
        at(requirement.fault) if requirement.fault and not holds else "",
        tuple(at(requirement.against)) if requirement.against and not holds else (),
    )


def legal(types: ArgumentTypes, action: Action, s: Declared, me: int, args: Args) -> bool:
    """Does no requirement fail (those of the moment aside)? The slow, plain reading that the menu is tested against."""
    if not all(is_met(requirement, s, me, *args) for requirement in action.requirements):
        return False
    staged = plan(action)
    return staged.priced < 0 or action.due(s, me, args, staged.priced) <= action.purse(s, me)


def named(text: str, types: ArgumentTypes, action: Action, s: Declared, me: int, args: Args) -> str:
    """A text with the names of the first arguments in their places."""
    return text.format(*(types[word].named(s, me, value) for word, value in zip(action.shape, args, strict=False)))


async def carry_out(
    types: ArgumentTypes, action: Action, s: Declared, me: int, args: Sequence[Answer], who: str, paid: str = ""
) -> None:
    """Do an action, as one event with all that it causes: `who` does it, and has `paid` what it costs ("5 → 3")."""
    if s.trace is None:
        return await action.do(s, me, *args)
    if not s.trace.words:
        with group(s, action.rule, "", who=me, figure=paid):
            return await action.do(s, me, *args)
    words = [types[word].named(s, me, value) for word, value in zip(action.shape, args, strict=True)]
    text = action.phrase.format(*words) if action.phrase else " ".join([action.verb.capitalize(), *words])
    targets = tuple(
        t for word, value in zip(action.shape, args, strict=True) for t in types[word].targets(s, me, value)
    )
    with group(s, action.rule, "{}: {}", who, text, who=me, touched=targets, figure=paid):
        await action.do(s, me, *args)


async def complete(
    types: ArgumentTypes, action: Action, s: Any, me: int, args: Args, *, sure: bool | None = None
) -> Args:
    """Ask for the arguments that the menu did not ask, one by one; `s.asked` holds those that are known meanwhile.

    Where the state says too which action is under way, the step is marked before each question and when all arguments
    are known, so that whoever wakes there runs none of them again. The rule then passes `sure`: has the step begun at
    such a mark? If so `args` are `s.asked`, and the next one is a question for sure (one with a single answer is none).
    """
    while len(args) < len(action.shape):
        word, at = action.shape[len(args)], len(args)
        s.asked = args
        kind = types[word].base or word
        prompt = action.asks[at - min(action.asked, len(action.shape))] if action.asks else ""
        following = partial(Menu(types, s, me).next, action, args)
        found: Options = following
        if not sure:
            found = following()
            if len(found) == 1:
                args = (*args, found[0])
                continue
            if sure is not None:
                await checkpoint()
        sure = None if sure is None else False
        value = await choose(
            me,
            kind if kind in ASKABLE else "choice",
            found,
            action.rule,
            f"{action.verb} {ORDINAL[at]}",
            prompt=partial(named, prompt, types, action, s, me, args) if args and prompt else prompt,
            argument=word,
        )
        args = (*args, value)
    if sure is not None and action.asked < len(action.shape):
        s.asked = args
        await checkpoint()
    s.asked = ()
    return args


ASKABLE = frozenset({"area", "unit", "card", "player", "number"})
ORDINAL = ("first", "second", "third", "fourth")
