"""One decision, and the people (or chance) who take it.

Rules never build an `Ask` themselves: they await the helpers below (`choose`, `yes`, `number`, `roll`, ...), which are
`async def`, so that a forgotten `await` is caught by mypy and by `-W error`.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from .dice import D6, Dice, Outcome
from .errors import RulesError

CHANCE = -1
T = TypeVar("T")
Answer = Any  # an int, a short string, or a small tuple of them
Options = Sequence[Answer] | Callable[[], Sequence[Answer]]

# The closed list of kinds: an interface that can render these can play every game.
KINDS = ("action", "area", "unit", "card", "power", "player", "number", "yes_no", "choice", "dice", "draw", "secret")


class Ruled(Protocol):
    """Whatever names the rule that asks: an ability, an action."""

    @property
    def rule(self) -> str: ...


class Ask:
    """A question to one player; `options` are lazy, never empty, unique, and in a fixed order.

    `what` is the stable short name of the question, which stands in logs and scripts ("retreat to"); `prompt` is the
    question for people. `owner` is the only one who may ever see the answer (a card drawn). `private` options may be
    seen by the asked player only (a hand). `quiet`: that this player is asked at all is nobody else's business.
    """

    __slots__ = (
        "_options",
        "_source",
        "dice",
        "kind",
        "names",
        "owner",
        "player",
        "private",
        "prompt",
        "quiet",
        "rule",
        "weights",
        "what",
        "word",
    )

    def __init__(
        self,
        player: int,
        kind: str,
        options: Options,
        rule: str,
        what: str,
        prompt: str = "",
        word: str = "",
        weights: Sequence[int] | None = None,
        owner: int | None = None,
        private: bool = False,
        quiet: bool = False,
        names: Mapping[Answer, str] | None = None,
        dice: tuple[Dice, int] | None = None,
    ) -> None:
        self.player, self.kind, self.rule, self.what, self.prompt = player, kind, rule, what, prompt
        self.word = word or kind  # which word of the game names the options
        self.weights, self.owner, self.private, self.quiet = weights, owner, private, quiet
        self.names, self.dice = names, dice
        self._source: Options = options
        self._options: tuple[Answer, ...] | None = None

    @property
    def options(self) -> tuple[Answer, ...]:
        """All legal answers. Raises `RulesError` when the rules offer none."""
        if self._options is None:
            source = self._source
            self._options = tuple(source() if callable(source) else source)
            if not self._options:
                raise RulesError(f"the question {self.what!r} ({self.rule}) has no options")
        return self._options

    def stale(self) -> None:
        """Forget the options: something happened while the question waited."""
        if callable(self._source):
            self._options = None

    def __await__(self) -> Generator[Ask, Answer, Answer]:
        return (yield self)


class Secret(Ask):
    """One decision of several players at once: each answers `(player, value)`.

    Nobody's view shows an answer before all are in; the rules then get a dictionary player -> value.
    """

    __slots__ = ("choices", "given", "waiting")

    def __init__(
        self, choices: Mapping[int, Sequence[Answer]], rule: str, what: str, *, prompt: str = "", word: str = ""
    ) -> None:
        super().__init__(min(choices), "secret", self._left, rule, what, prompt=prompt, word=word, private=True)
        self.choices = choices
        self.given: dict[int, Answer] = {}
        self.waiting = sorted(choices)

    def _left(self) -> list[Answer]:
        return [(player, value) for player in self.waiting for value in self.choices[player]]

    def take(self, answer: Answer) -> bool:
        """Note one answer; True when nobody is missing."""
        player, value = answer
        self.waiting.remove(player)
        self.given[player] = value
        if self.waiting:
            self.player = self.waiting[0]
        self.stale()
        return not self.waiting


class Checkpoint:
    """Await it where the state alone says how to go on: a step begun from a copy would continue exactly here."""

    __slots__ = ()

    def __await__(self) -> Generator[Checkpoint, None, None]:
        yield self


CHECKPOINT = Checkpoint()
PASSED = Checkpoint()  # a mark of a rule inside another: a silent step like any, but nothing begins there


async def checkpoint() -> None:
    """Mark this point inside a long step as one from which the state alone can go on."""
    await CHECKPOINT


class Nested(Generic[T]):
    """A rule inside another; see `nested`."""

    __slots__ = ("rule",)

    def __init__(self, rule: Coroutine[Any, Any, T]) -> None:
        self.rule = rule

    def __await__(self) -> Generator[Ask | Checkpoint, Answer, T]:
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


async def nested(rule: Coroutine[Any, Any, T]) -> T:
    """Await a rule that has marks of its own where the outer rule goes on afterwards with what only it knows.

    The state says where the inner rule stands, not the outer one: a step begun at an inner mark would forget the rest.
    So inner marks are passed by, and all answers of the whole are run again where somebody looks.
    """
    return await Nested(rule)


def rule_of(by: Ruled | str) -> str:
    """The rule id of whatever asks."""
    return by if isinstance(by, str) else by.rule


# The helpers below fill in `Ask` by position, and say the rule in place: they stand under every question of every game.
async def choose(
    player: int,
    kind: str,
    options: Options,
    by: Ruled | str,
    what: str,
    *,
    prompt: str = "",
    word: str = "",
    private: bool = False,
    quiet: bool = False,
    names: Mapping[Answer, str] | None = None,
    owner: int | None = None,
) -> Answer:
    """Let a player pick one option; a single option is taken without asking (and is not in the log)."""
    if not callable(options) and len(options) == 1:
        return options[0]
    rule = by if isinstance(by, str) else by.rule
    return await Ask(player, kind, options, rule, what, prompt, word, None, owner, private, quiet, names)


async def yes(player: int, by: Ruled | str, what: str, *, prompt: str = "", quiet: bool = False) -> bool:
    """Ask a yes-or-no question."""
    answer = await Ask(player, "yes_no", ("yes", "no"), rule_of(by), what, prompt=prompt, quiet=quiet)
    return bool(answer == "yes")


async def number(player: int, low: int, high: int, by: Ruled | str, what: str, *, prompt: str = "") -> int:
    """Ask for a whole number from `low` to `high`, the highest first; asks nothing when they are equal."""
    if low == high:
        return low
    return int(await Ask(player, "number", range(high, low - 1, -1), rule_of(by), what, prompt=prompt))


async def together(
    choices: Mapping[int, Sequence[Answer]], by: Ruled | str, what: str, *, prompt: str = "", word: str = ""
) -> dict[int, Answer]:
    """A secret, simultaneous choice: player -> what that player chose."""
    return dict(await Secret(choices, rule_of(by), what, prompt=prompt, word=word))


async def roll(dice: Dice, n: int, by: Ruled | str, what: str, *, prompt: str = "") -> Outcome:
    """Chance throws `n` dice. No dice give the empty outcome without asking."""
    if n <= 0:
        return dice.read([])
    outcomes, weights = dice.outcomes(n)
    rule = by if isinstance(by, str) else by.rule
    answer: Outcome = await Ask(
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
    word: str = "",
    owner: int | None = None,
) -> Answer:
    """Chance draws one option, as likely as its weight (how many of it are left); `owner` alone sees what came."""
    if len(options) == 1:
        return options[0]
    return await Ask(CHANCE, "draw", options, rule_of(by), what, prompt=prompt, word=word, weights=weights, owner=owner)
