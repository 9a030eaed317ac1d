"""One puzzle being solved: what is asked, what an answer comes to, and a line that shows it, played by the rules.

A wrong answer is refuted: played to a line that fails, with how often it does. The right one is played too.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil

from ..engine.errors import IllegalAnswer, TheoError
from ..engine.game.game import Game
from ..engine.runtime.decision import Answer, Decision
from ..engine.runtime.theme import Aim, Theme
from .exact import Solver, Worth
from .puzzle import Puzzle, aim_of, answers_of, opened, opened_decision, refused, theme_of

MOST_WALKED = 20_000  # positions of one option: more than any puzzle was proven with
HINTS = 2


@dataclass(frozen=True, slots=True)
class Bar:
    """One thing that an answer may come to: in words, how likely, and whether that is too little."""

    label: str
    share: float
    bad: bool


@dataclass(frozen=True, slots=True)
class Reply:
    """What an answer came to. `node` is where its line ends in the tree of the game, `number` the place of the option.

    `head` says it in one sentence with its figure, `text` what it is measured against, `note` how it was reckoned.
    """

    number: int
    right: bool
    head: str
    text: str
    bars: tuple[Bar, ...]
    note: str
    node: int


@dataclass(slots=True)
class Solving:
    """A puzzle and what was tried. `fault` is a sentence where the rules refuse it: it is withdrawn then."""

    puzzle: Puzzle
    tried: list[int] = field(default_factory=list)
    solved: bool = False
    shown: bool = False  # its answer was asked for
    hints: int = 0
    fault: str = ""
    _replies: dict[int, Reply] = field(default_factory=dict)
    _game: Game | None = None
    start: int = 0  # the node where the puzzle stands

    def __post_init__(self) -> None:
        self.fault = refused(self.puzzle)
        if not self.fault:
            self._game = opened(self.puzzle)
            self.start = self._game.here

    @property
    def game(self) -> Game:
        """The game in which lines are played; the puzzle stands at `start`. Raises `IllegalAnswer` if withdrawn."""
        if self._game is None:
            raise IllegalAnswer(f"this puzzle is withdrawn: {self.fault}")
        return self._game

    @property
    def decision(self) -> Decision:
        return opened_decision(self.puzzle)

    @property
    def theme(self) -> Theme:
        return theme_of(self.puzzle)

    @property
    def aim(self) -> Aim:
        return aim_of(self.puzzle, opened(self.puzzle))

    def labels(self) -> list[str]:
        """The options in words."""
        state = opened(self.puzzle).position.state
        return [self.game.system.label(state, self.decision, option) for option in answers_of(self.puzzle)]

    @property
    def asked(self) -> str:
        """What the game asks there, in its own words."""
        return self.game.system.prompt(opened(self.puzzle).position.state, self.decision)

    # -- answering ----------------------------------------------------------------------------------------------------
    def answer(self, number: int) -> Reply:
        """Answer with an option, by its place from 0 on. Raises `IllegalAnswer` for one that is not there."""
        if not 0 <= number < len(self.puzzle.options):
            raise IllegalAnswer(f"the puzzle has the answers 1 to {len(self.puzzle.options)}")
        reply = self.reply(number)
        if reply.right:
            self.solved = True
        elif number not in self.tried:
            self.tried.append(number)
        return reply

    def give_up(self) -> Reply:
        """Show a right answer."""
        self.shown = True
        return self.reply(self.puzzle.right[0])

    def hint(self) -> str:
        """The next hint: how many are right, then what the best comes to."""
        self.hints = min(self.hints + 1, HINTS)
        return self.hinted

    @property
    def hinted(self) -> str:
        """The hints that were asked for."""
        if not self.hints:
            return ""
        n = len(self.puzzle.right)
        said = "One answer is right." if n == 1 else f"{n} answers are right."
        if self.hints > 1:
            said += f" The best {self._comes(self._worth(self.puzzle.right[0])[0])}."
        return said

    def reply(self, number: int) -> Reply:
        """What an option comes to, with its line played."""
        _ = self.game  # a puzzle that is withdrawn has none
        if number not in self._replies:
            self._replies[number] = self._made(number)
        return self._replies[number]

    def _worth(self, number: int) -> tuple[Worth, Solver]:
        solver = Solver(self.aim, self.puzzle.seat, MOST_WALKED)
        return solver.option(opened(self.puzzle).position, answers_of(self.puzzle)[number]), solver

    def _made(self, number: int) -> Reply:
        right = number in self.puzzle.right
        top, _ = self._worth(self.puzzle.right[0])
        worth, solver = self._worth(number)
        target = ceil(top.low)
        option = answers_of(self.puzzle)[number]
        node = self._played([option, *solver.line(opened(self.puzzle).position, option, target, fails=not right)])
        comes, best = self._comes(worth), self._comes(top)
        head = f"Right: it {comes}." if right else f"Not this one: it {comes}."
        text = "" if right else f"The best {best}."
        tell = self.aim.tell
        bars = [Bar(tell(n), float(share), n < target) for n, share in worth.shares if share]
        if worth.unseen:
            bars.append(Bar("anything else", float(worth.unseen), True))
        note = "Exact: every way on, yours the best, those of others the worst for you."
        if not worth.exact:
            note = f"Every way on that is likelier than 1 in {int(1 / solver.least)}; the others counted both ways."
        return Reply(number, right, head, text, tuple(bars), note, node)

    def _comes(self, worth: Worth) -> str:
        """What an answer comes to, as the end of a sentence."""
        aim = self.aim
        if aim.most - aim.least == 1:
            share = worth.high if worth.exact else (worth.low + worth.high) / 2
            if share == 1:
                return "comes off whatever happens"
            if share == 0:
                return "never comes off"
            return f"comes off in {_hundredths(share)} of 100"
        if len(worth.shares) == 1 and worth.exact:
            return f"comes to {aim.tell(worth.shares[0][0])}"
        mean = float(worth.low + worth.high) / 2
        return f"comes to {mean:.2f} on average"

    def _played(self, answers: list[Answer]) -> int:
        """The node where a line ends; it begins at the puzzle, and stays in the tree."""
        tree, node = self.game.tree, self.start
        position = tree.nodes[node].position
        try:
            for answer in answers:
                position = position.clone()
                position.play(answer)
                entry = position.last
                assert entry is not None
                node = tree.add(node, position, entry)
        except TheoError as fault:
            raise IllegalAnswer(f"the line of this answer cannot be played: {fault}") from fault
        return node


def _hundredths(share: Fraction) -> str:
    n = float(share) * 100
    return f"{n:.0f}" if 1 <= n <= 99 else f"{n:.1f}"
