"""The puzzles of a day in a cell: a board, a question, options; a wrong answer is refuted on the board with numbers.

What a visitor has solved and tried stays in the browser (`panels/puzzle.js`), which tells it whenever the page is
opened.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from theomachy.engine.authoring import classwork
from theomachy.engine.authoring.classwork import Answers
from theomachy.engine.errors import IllegalAnswer
from theomachy.engine.game.game import Game
from theomachy.engine.tabletop.table import Marks, Table
from theomachy.puzzles.day import of_the_day
from theomachy.puzzles.handed import MOST_OF_A_SET, row_of, task_of_puzzles
from theomachy.puzzles.puzzle import Puzzle
from theomachy.puzzles.solving import Solving

from .cell import Model
from .handing import hand_over
from .playable import Playable
from .present import puzzle as present

MOST_KEPT = 2_000  # ids that a browser may tell
MOST_SAID = 400  # signs that it may tell of one puzzle


@dataclass(slots=True)
class Tried:
    """What was answered to a puzzle, as it is handed in: every try until it was right or shown."""

    tries: list[int] = field(default_factory=list)  # places of options
    shown: bool = False

    def add(self, number: int, right: tuple[int, ...]) -> None:
        """One more answer; what comes after the right one, or after it was shown, is none."""
        if not self.shown and not set(self.tries) & set(right) and len(self.tries) < classwork.MOST_TRIES:
            self.tries.append(number)

    def row(self, id_: str) -> str:
        """As the browser keeps it: the puzzle, the places of the tries, whether it was shown."""
        return " ".join([id_, *map(str, self.tries), *(["shown"] if self.shown else [])])

    @classmethod
    def read(cls, text: str, puzzle: Puzzle) -> Tried:
        """The same from what a browser says; what is no answer of the puzzle is left out."""
        found, known = cls(), {str(i): i for i in range(len(puzzle.options))}
        words = text[:MOST_SAID].split()[1:]
        for word in words:
            if word in known:
                found.add(known[word], puzzle.right)
        found.shown = "shown" in words and not set(found.tries) & set(puzzle.right)
        return found


class PuzzlePage(Playable):
    """The set of a day: of one game, by its short name, or of all.

    Keys: 1 to 9 answer, R again, H a hint, S the answer, arrows go through the line, N the next puzzle. `day` is today
    by default; `folder` holds the files of puzzles (by default those of the examples). `puzzles` are taken instead of a
    set. Raises `UnknownName` for a game that has none, `SaveError` for files that are no puzzles.
    """

    parts_at = {"puzzlebar": "bar", "puzzleside": "side", "puzzlefoot": "foot"}  # noqa: RUF012
    script = "puzzle"
    sheets = ("puzzle",)
    kind = "puzzle"
    looks = frozenset(("kept", "hint", "again", "open", "next", "step", "handin"))

    def __init__(
        self,
        slug: str = "",
        day: date | None = None,
        *,
        folder: str | Path | None = None,
        puzzles: list[Puzzle] | None = None,
        theme: str = "auto",
        renderer: str = "canvas",
        width: float = 900,
    ) -> None:
        self.day = date.today() if day is None else day
        place = None if folder is None else Path(folder)
        self._usual = folder is None and puzzles is None  # the set of the day, which its date names
        self.puzzles = of_the_day(self.day, slug, place) if puzzles is None else puzzles
        super().__init__(theme, renderer)
        self.at = 0
        self.solved: set[str] = set()
        self.tried: dict[str, Tried] = {}
        self.solving: Solving | None = Solving(self.puzzles[0]) if self.puzzles else None
        self.line: present.Played | None = None
        self.rule = ""
        self._width = width
        self._began = False  # the visitor has answered something here
        if shown := self.tables():
            self.add_board("board", *shown["board"], width=width)
        self._assemble()

    # -- looking ------------------------------------------------------------------------------------------------------
    def tables(self) -> dict[str, tuple[Table, Marks]]:
        if self.solving is None or self.solving.fault:
            return dict(self._seen)  # what stood there stays
        return {"board": present.table(self.solving, self.line)}

    def stands(self) -> tuple[Any, ...]:
        line = self.line
        return self.at, self.playing, None if line is None else line.reply.number

    def models(self) -> dict[str, Model]:
        more = any(one.id not in self.solved for one in self.puzzles)
        return {
            "puzzlebar": present.bar(self.puzzles, self.at, self.solved, self.day, self.playing, self._tried()),
            "puzzleside": present.side(
                self.solving, self.line, self.solved, more=more, rule=self.rule, handin=self._hands_in()
            ),
            "puzzlefoot": present.foot(self.solving, self.line),
        }

    # -- which one ----------------------------------------------------------------------------------------------------
    def _do_kept(self, solved: list[str], tried: list[str]) -> None:
        """What the browser knows to be solved and tried; it begins with the first that is not solved."""
        self.solved |= {str(one)[:60] for one in solved[:MOST_KEPT]}
        rows = {text.partition(" ")[0]: text for text in tried}
        for puzzle in self.puzzles:
            if puzzle.id in rows and puzzle.id not in self.tried:
                self.tried[puzzle.id] = Tried.read(rows[puzzle.id], puzzle)
        if not self._began and self.line is None:
            first = next((i for i, one in enumerate(self.puzzles) if one.id not in self.solved), 0)
            self._open(first)

    def _do_open(self, i: int) -> None:
        self._open(int(i))

    def _do_next(self) -> None:
        """The next of the set that is not solved, else the next one."""
        n = len(self.puzzles)
        if not n:
            return
        after = [(self.at + k) % n for k in range(1, n + 1)]
        self._open(next((i for i in after if self.puzzles[i].id not in self.solved), after[0]))

    def _open(self, i: int) -> None:
        if not 0 <= i < len(self.puzzles):
            raise IllegalAnswer("there is no such puzzle in this set")
        self.come_back()
        if i != self.at:
            self.at, self.solving = i, Solving(self.puzzles[i])
        self.line, self.rule = None, ""
        if not self.boards and (shown := self.tables()):
            self.add_board("board", *shown["board"], width=self._width)

    # -- answering ----------------------------------------------------------------------------------------------------
    def _asked(self) -> Solving:
        if self.solving is None or self.solving.fault:
            raise IllegalAnswer("this puzzle is withdrawn")
        return self.solving

    def _do_answer(self, i: int) -> None:
        """An option by its number, as long as the question is open."""
        solving = self._asked()
        if self.line is not None or not 1 <= int(i) <= len(solving.puzzle.options):
            return
        self._began = True
        reply = solving.answer(int(i) - 1)
        self._try(solving.puzzle).add(int(i) - 1, solving.puzzle.right)
        if reply.right:
            self.solved.add(solving.puzzle.id)
        self.line = present.played(solving, reply)

    def _do_key(self, n: int) -> None:
        self._do_answer(n)

    def _do_again(self) -> None:
        """Back to the question; what was tried stays marked."""
        solving = self._asked()
        solving.solved = False
        self.line = None

    def _do_hint(self) -> None:
        if self.line is None:
            self._asked().hint()

    def _do_show(self) -> None:
        """The answer, played; that is no puzzle solved."""
        solving = self._asked()
        if self.line is None or not self.line.reply.right:
            self._began = True
            self.line = present.played(solving, solving.give_up(), shown=True)
            tried = self._try(solving.puzzle)
            tried.shown = tried.shown or not set(tried.tries) & set(solving.puzzle.right)

    def _do_step(self, by: int) -> None:
        """Go through the line on the board."""
        if self.line is not None:
            self.line.at = min(max(self.line.at + (1 if int(by) > 0 else -1), 0), len(self.line.frames))

    def _do_rule(self, id_: str) -> None:
        self.rule = "" if id_ == self.rule else str(id_)[:40]

    # -- handing in --------------------------------------------------------------------------------------------------
    def _try(self, puzzle: Puzzle) -> Tried:
        return self.tried.setdefault(puzzle.id, Tried())

    def _tried(self) -> list[str]:
        """What was tried, as the browser keeps it."""
        return [one.row(id_) for id_, one in self.tried.items()]

    def _hands_in(self) -> bool:
        """Is it a moment to hand in? Something was answered, and no answer is waited for."""
        done = self.line is not None and (self.line.shown or self.line.reply.right)
        return bool(self.tried) and done

    def answers(self, name: str) -> Answers:
        """What was answered to the puzzles of this set, to be handed in (`classwork.dump`). Raises `SaveError`."""
        mine = self.puzzles
        if not self._usual and len(mine) > MOST_OF_A_SET:
            mine = [one for one in mine if one.id in self.tried][-MOST_OF_A_SET:]
        none, usual = Tried(), self._usual  # a set of one's own is known by its puzzles alone: all of them are named
        known = [(one, self.tried.get(one.id, none)) for one in mine if not usual or one.id in self.tried]
        rows = [row_of(one, tried.tries, shown=tried.shown) for one, tried in known]
        return classwork.claimed(name, task_of_puzzles(mine, self.day if usual else None), rows)

    def _do_handin(self, name: str) -> None:
        """The answers, as a file for the person at the screen."""
        hand_over(self.parts["puzzleside"], self.answers(str(name)))

    # -- leaving and coming back --------------------------------------------------------------------------------------
    def _do_play(self) -> None:
        """Play on from where the board stands, in a game of its own."""
        if self.playing:
            return
        solving = self._asked()
        node = solving.start if self.line is None or not self.line.at else self.line.frames[self.line.at - 1].node
        game = Game(solving.game.system, solving.game.tree.nodes[node].position.clone(), seed=0, dice_by_hand=True)
        game.dice_by_hand = False
        self.play_on(game)

    def _do_puzzle(self) -> None:
        self.come_back()

    def words(self) -> str:
        """The puzzle in words, with the board."""
        if self.solving is None or self.solving.fault:
            return "This puzzle is withdrawn."
        rows = [f"{i} {text}" for i, text in enumerate(self.solving.labels(), 1)]
        return "\n\n".join([self.solving.theme.title, self.solving.aim.ask, "\n".join(rows), super().words()])


def puzzles(slug: str = "", day: date | None = None, **more: Any) -> PuzzlePage:
    """The puzzles of a day, of one game or of all, as a cell of a notebook."""
    return PuzzlePage(slug, day, **more)


__all__ = ["PuzzlePage", "puzzles"]
