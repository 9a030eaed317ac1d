"""One decision, and the people (or chance) who take it.

Rules never build a `Decision` themselves: they await the helpers below (`choose`, `yes`, `number`, `roll`, ...), which
are `async def`, so that a forgotten `await` is caught by mypy and by `-W error`.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar, final

from ..errors import RulesError
from .dice import D6, Dice, Outcome

CHANCE = -1
LEAVES = "leaves"  # the any-time action of a player who leaves the table for good
T = TypeVar("T")
Answer = Any  # an int, a short string, or a small tuple of them
MOST_TAKEN = 1_000  # by one question of "any number"
Options = Sequence[Answer] | Callable[[], Sequence[Answer]]
Prompt = str | Callable[[], str]  # words that name things are made when somebody reads them

# The closed list of kinds: an interface that can render these can play every game.
KINDS = ("action", "area", "unit", "card", "power", "player", "number", "yes_no", "choice", "dice", "draw", "secret")


class Ruled(Protocol):
    """Whatever names the rule that asks: an ability, an action."""

    @property
    def rule(self) -> str: ...


QUIET_NO = ("no", "done", "none", "end")  # how a quiet question is declined: then nobody learns that it was asked


class Decision:
    """A question to one player; `options` are lazy, never empty, unique, and in a fixed order.

    `what` is the stable short name of the question, which stands in logs and scripts ("retreat to"); `prompt` is the
    question for people. `owner` is the only one who may ever see the answer (a card drawn). `private` options may be
    seen by the asked player only (a hand). `quiet`: that this player is asked at all is nobody else's business.
    """

    __slots__ = (
        "_options",
        "_prompt",
        "_source",
        "argument",
        "dice",
        "instead_of",
        "kind",
        "names",
        "owner",
        "player",
        "private",
        "quiet",
        "rule",
        "weights",
        "what",
    )

    def __init__(
        self,
        player: int,
        kind: str,
        options: Options,
        rule: str,
        what: str,
        prompt: Prompt = "",
        argument: str = "",
        weights: Sequence[int] | None = None,
        owner: int | None = None,
        private: bool = False,
        quiet: bool = False,
        names: Mapping[Answer, str] | None = None,
        dice: tuple[Dice, int] | None = None,
    ) -> None:
        self.player, self.kind, self.rule, self.what, self._prompt = player, kind, rule, what, prompt
        self.argument = argument or kind  # which word of the game names the options
        self.weights, self.owner, self.private, self.quiet = weights, owner, private, quiet
        self.names, self.dice = names, dice
        self.instead_of = -1  # the seat that was asked and has left the table, when `player` answers for it
        self._source: Options = options
        self._options: tuple[Answer, ...] | None = None

    def __repr__(self) -> str:
        """Who is asked what, and among how many answers; `Game.decision` has it in words."""
        n = "not yet listed" if self._options is None else f"{len(self._options)} options"
        who = "chance" if self.player == CHANCE else f"seat {self.player}"
        return f"<{type(self).__name__} {self.what!r} of {who}, {self.kind}, {n} ({self.rule})>"

    @property
    def prompt(self) -> str:
        """The question for people; "" where the short name says it."""
        return self._prompt if isinstance(self._prompt, str) else self._prompt()

    @property
    def options(self) -> tuple[Answer, ...]:
        """All legal answers. Raises `RulesError` when the rules offer none."""
        if self._options is None:
            source = self._source
            self._options = tuple(source() if callable(source) else source)
            if not self._options:
                raise RulesError(f"the question {self.what!r} ({self.rule}) has no options")
        return self._options

    @property
    def idle(self) -> bool:
        """Is it asked only lest somebody learn that there is nothing to ask: quiet, and "no" is all one can say?"""
        return self.quiet and len(self.options) == 1 and self.options[0] in QUIET_NO

    def share(self, same: Decision) -> None:
        """Take over the options of the same question, asked at the same moment of a copy of the position."""
        self._options = same._options

    def stale(self) -> None:
        """Forget the options: something happened while the question waited."""
        if callable(self._source):
            self._options = None

    def __await__(self) -> Generator[Decision, Answer, Answer]:
        return (yield self)


class LogEntry(NamedTuple):
    """One line of the log: who was asked what, the answer, and who alone may see it (None: everybody).

    `faces` are those of dice that somebody threw or typed; a roll of which only the outcome is known has none.
    """

    who: int
    what: str
    answer: Answer
    owner: int | None = None
    quiet: bool = False
    faces: tuple[int, ...] | None = None

    def __repr__(self) -> str:
        shown = self if self.faces is not None else self[:-1]  # few answers have any
        return f"Entry({', '.join(f'{name}={value!r}' for name, value in zip(self._fields, shown, strict=False))})"


class Secret(Decision):
    """Several players plan at once, each by as many questions as it takes; an answer is `(player, value)`.

    `plans` are rules, one a player, that ask this player alone; they look at the state, and neither change nor report.
    Nobody's view shows anything of a plan before all are done; the rules then get a dictionary player -> plan.
    """

    __slots__ = ("asks", "began", "given", "plans", "waiting")

    def __init__(self, plans: Mapping[int, Asking[Any]], rule: str, what: str, prompt: str = "") -> None:
        super().__init__(min(plans), "secret", self._left, rule, what, prompt=prompt, private=True)
        self.plans = dict(plans)
        self.asks: dict[int, Decision] = {}  # what each player is asked now
        self.given: dict[int, Any] = {}  # the plans that are done
        self.began = 0  # answers of the step before this question
        try:
            for player in sorted(plans):
                self._go_on(player, None)
        except BaseException:
            for plan in self.plans.values():  # perhaps it never began
                plan.close()
            raise
        self.waiting = sorted(self.asks)
        if self.waiting:  # the first may have nothing to decide
            self.player = self.waiting[0]

    def _go_on(self, player: int, answer: Answer) -> None:
        try:
            asked = self.plans[player].send(answer)
            while isinstance(asked, Checkpoint):  # one plan says nothing of the others
                asked = self.plans[player].send(None)
        except StopIteration as end:
            self.given[player] = end.value
            self.asks.pop(player, None)
            return
        if asked.player != player:
            raise RulesError(f"the plan of one player asks another ({self.what!r}, {self.rule})")
        self.asks[player] = asked

    def _left(self) -> list[Answer]:
        return [(player, value) for player in self.waiting for value in self.asks[player].options]

    def take(self, answer: Answer) -> bool:
        """Note one answer; True when every plan is done."""
        player, value = answer
        self._go_on(player, value)
        self.waiting = sorted(self.asks)
        if self.waiting:
            self.player = self.waiting[0]
        self.stale()
        return not self.waiting

    def stale(self) -> None:
        super().stale()
        for asked in self.asks.values():
            asked.stale()


def asked_of(decision: Decision | None, viewer: int | None, *, all_seen: bool = False) -> tuple[int, ...]:
    """The seats that a decision asks, as far as this viewer may know: several while they plan in secret."""
    if isinstance(decision, Secret):
        return tuple(decision.waiting)
    if decision is None or decision.player < 0:
        return ()
    return () if decision.quiet and not all_seen and decision.player != viewer else (decision.player,)


@final
class Checkpoint:
    """Await it where the state alone says how to go on: a step begun from a copy would continue exactly here."""

    __slots__ = ()

    def __await__(self) -> Generator[Checkpoint, None, None]:
        return iter((self,))  # type: ignore[return-value]  # is sent nothing, so an iterator will do


Asking: TypeAlias = Coroutine[Decision | Checkpoint, Answer, T]  # a rule that runs: what it asks, is told, and gives
CHECKPOINT = Checkpoint()
PASSED = Checkpoint()  # a mark of a rule inside another: a silent step like any, but nothing begins there


def checkpoint() -> Checkpoint:
    """Mark this point inside a long step as one from which the state alone can go on: to be awaited.

    Marks are many and mostly passed by, so there is no coroutine behind them; mypy finds one that nobody awaits.
    """
    return CHECKPOINT


class Nested(Generic[T]):
    """A rule inside another; see `nested`."""

    __slots__ = ("rule",)

    def __init__(self, rule: Asking[T]) -> None:
        self.rule = rule

    def __await__(self) -> Generator[Decision | Checkpoint, Answer, T]:
        answer: Answer = None
        try:
            while True:
                try:
                    asked = self.rule.send(answer)
                except StopIteration as end:
                    result: T = end.value
                    return result
                answer = yield PASSED if asked is CHECKPOINT else asked
        finally:
            self.rule.close()


async def nested(rule: Asking[T]) -> T:
    """Await a rule that has marks of its own where the outer rule goes on afterwards with what only it knows.

    The state says where the inner rule stands, not the outer one: a step begun at an inner mark would forget the rest.
    So inner marks are passed by, and all answers of the whole are run again where somebody looks.
    """
    return await Nested(rule)


def rule_of(by: Ruled | str) -> str:
    """The rule id of whatever asks."""
    return by if isinstance(by, str) else by.rule


# The helpers below fill in `Decision` by position, and say the rule in place: they stand under every question of every
# game.
async def choose(
    player: int,
    kind: str,
    options: Options,
    by: Ruled | str,
    what: str,
    *,
    prompt: Prompt = "",
    argument: str = "",
    private: bool = False,
    quiet: bool = False,
    names: Mapping[Answer, str] | None = None,
    owner: int | None = None,
) -> Answer:
    """Let a player pick one option; a single option is taken without asking (and is not in the log).

    One that is private is asked all the same: whether a question comes would tell what he holds.
    """
    if not callable(options) and len(options) == 1 and not private:
        return options[0]
    rule = by if isinstance(by, str) else by.rule
    return await Decision(player, kind, options, rule, what, prompt, argument, None, owner, private, quiet, names)


async def yes(player: int, by: Ruled | str, what: str, *, prompt: str = "", quiet: bool = False) -> bool:
    """Ask a yes-or-no question."""
    answer = await Decision(player, "yes_no", ("yes", "no"), rule_of(by), what, prompt=prompt, quiet=quiet)
    return bool(answer == "yes")


_unasked: ContextVar[list[int] | None] = ContextVar("numbers that are taken without asking", default=None)


@contextmanager
def unasked() -> Iterator[list[int]]:
    """The list gets each number that goes without saying meanwhile: people write it all the same."""
    found: list[int] = []
    before = _unasked.set(found)
    try:
        yield found
    finally:
        _unasked.reset(before)


async def number(player: int, low: int, high: int, by: Ruled | str, what: str, *, prompt: str = "") -> int:
    """Ask for a whole number from `low` to `high`, the highest first; asks nothing when they are equal."""
    if low == high:
        if (heard := _unasked.get()) is not None:
            heard.append(low)
        return low
    return int(await Decision(player, "number", range(high, low - 1, -1), rule_of(by), what, prompt=prompt))


async def sealed(plans: Mapping[int, Asking[T]], by: Ruled | str, what: str, *, prompt: str = "") -> dict[int, T]:
    """Secret plans of several players at once: player -> what the rule that asked that player returned."""
    decision = Secret(plans, rule_of(by), what, prompt)
    return dict(await decision) if decision.waiting else decision.given


async def simultaneous(
    choices: Mapping[int, Sequence[Answer]], by: Ruled | str, what: str, *, prompt: str = "", argument: str = ""
) -> dict[int, Answer]:
    """A secret, simultaneous choice: player -> what that player chose. Who has one option only is asked as well."""

    async def plan(player: int, options: Sequence[Answer]) -> Answer:
        return await Decision(player, "choice", options, rule_of(by), what, prompt, argument or "secret")

    return await sealed({p: plan(p, options) for p, options in choices.items()}, by, what, prompt=prompt)


class some:
    """Any number of options, one after the other, then "done": `async for area in some(me, "area", areas, ...)`.

    The options are looked up anew each time. No fewer than `least` are taken, while there are any, and at most `most`.
    """

    def __init__(
        self,
        player: int,
        kind: str,
        options: Callable[[], Sequence[Answer]],
        by: Ruled | str,
        what: str,
        *,
        least: int = 0,
        most: int = MOST_TAKEN,
        prompt: str = "",
        argument: str = "",
        private: bool = False,
    ) -> None:
        self.player, self.kind, self.options, self.rule, self.what = player, kind, options, rule_of(by), what
        self.least, self.most, self.prompt, self.argument, self.private = least, most, prompt, argument, private
        self.taken = 0

    def __aiter__(self) -> some:
        return self

    async def __anext__(self) -> Answer:
        if self.taken >= self.most or not self.options():
            raise StopAsyncIteration
        answer = await Decision(
            self.player, self.kind, self._left, self.rule, self.what, self.prompt, self.argument, private=self.private
        )
        if answer == "done":
            raise StopAsyncIteration
        self.taken += 1
        return answer

    def _left(self) -> list[Answer]:
        left = list(self.options())
        return left if self.taken < self.least and left else [*left, "done"]


async def roll(dice: Dice, n: int, by: Ruled | str, what: str, *, prompt: str = "") -> Outcome:
    """Chance throws `n` dice. No dice give the empty outcome without asking."""
    if n <= 0:
        return dice.read([])
    outcomes, weights = dice.outcomes(n)
    rule = by if isinstance(by, str) else by.rule
    answer: Outcome = await Decision(
        CHANCE, "dice", outcomes, rule, what, prompt, "", weights, None, False, False, None, (dice, n)
    )
    return answer


async def die(by: Ruled | str, what: str, *, prompt: str = "") -> int:
    """Chance throws one D6."""
    face = await roll(D6, 1, by, what, prompt=prompt)
    assert isinstance(face, int)
    return face


async def draw(
    options: Sequence[Answer],
    weights: Sequence[int],
    by: Ruled | str,
    what: str,
    *,
    prompt: str = "",
    argument: str = "",
    owner: int | None = None,
) -> Answer:
    """Chance draws one option, as likely as its weight (how many of it are left); `owner` alone sees what came.

    A single option comes without asking, but not to one owner: that would tell others that all that is left is alike.
    """
    if len(options) == 1 and owner is None:
        return options[0]
    return await Decision(
        CHANCE, "draw", options, rule_of(by), what, prompt=prompt, argument=argument, weights=weights, owner=owner
    )
