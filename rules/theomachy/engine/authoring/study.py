"""A study: several positions in order as chapters, each with a text, marks on the board and questions.

It is plain data in one file. Every change can be undone. A study of one seat holds nothing that this seat may not know:
its positions are lines of that seat, and a file that says otherwise is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from threading import RLock
from typing import Any
from zlib import crc32

from .. import bounds
from ..errors import IllegalAnswer, SaveError, TheoError, expect, unknown
from ..game.game import Game
from ..game.registry import game as system_class
from ..plain import Json
from ..tabletop.table import Table, Target
from . import chapter as chapters
from . import markup, study_text
from .chapter import Chapter
from .editor import Editor
from .grading import Given, Grade, given_up, is_right, told
from .lesson import Lesson
from .scenario_run import legal
from .script import Question

MOST_STATES = 400  # kept for undo
Listener = Callable[["Study"], None]


@dataclass(frozen=True, slots=True)
class Pages:
    """What a study holds at one moment."""

    title: str
    about: str = ""
    chapters: tuple[Chapter, ...] = ()


class Study:
    """Positions in order, told; `theomachy.study` makes or opens one.

    Chapters are counted from 1. With a `seat` (a number, from 0) every position is kept as that seat knows it. Raises
    `TheoError` with one sentence for what cannot be done, and changes nothing then.

    >>> import theomachy as th
    >>> study = th.study(th.new("demigods", players=2, seed=7), title="A beginning")
    >>> study.write(1, text="Nobody has a temple yet.").chapters[0].text
    'Nobody has a temple yet.'
    >>> study.undo().chapters[0].text
    ''
    """

    def __init__(self, game: str, title: str = "", about: str = "", seat: int | None = None) -> None:
        self.system_class = system_class(game)
        self.slug, self.seat = game, seat
        self.lock = RLock()
        title = " ".join(str(title).split()) or "A study"
        self._states = [Pages(bounds.text(title, "the title of a study", chapters.MOST_TITLE), about)]
        self._at = 0
        self._games: dict[str, Game | str] = {}  # by position: its game, or why the rules refuse it
        self._listeners: list[Listener] = []

    # -- looking ------------------------------------------------------------------------------------------------------
    @property
    def pages(self) -> Pages:
        """All of it as it stands."""
        return self._states[self._at]

    @property
    def title(self) -> str:
        """What it is called."""
        return self.pages.title

    @property
    def about(self) -> str:
        """A sentence about it."""
        return self.pages.about

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """The chapters in their order."""
        return self.pages.chapters

    @property
    def game_title(self) -> str:
        """The name of its game for people."""
        return self.system_class.title

    @property
    def asks(self) -> int:
        """How many questions it puts."""
        return sum(len(each.questions) for each in self.chapters)

    @property
    def digest(self) -> str:
        """A checksum of its positions and questions: answers name it."""
        told = [[each.position, [chapters.question_document(q) for q in each.questions]] for each in self.chapters]
        return f"{crc32(study_text.plain_json(told).encode()):08x}"

    def __len__(self) -> int:
        return len(self.chapters)

    def __repr__(self) -> str:
        return f"<Study {self.title!r} of {self.game_title}: {self.counted()}>"

    def counted(self) -> str:
        """ "6 chapters, 9 questions"."""
        n, q = len(self), self.asks
        return f"{n} chapter{'' if n == 1 else 's'}, {q} question{'' if q == 1 else 's'}"

    def chapter(self, n: int) -> Chapter:
        """A chapter by its number, from 1. Raises `IllegalAnswer`."""
        expect(n, int, "a chapter is named by its number")
        if not 1 <= n <= len(self):
            raise IllegalAnswer(f"the study has {self.counted()}, and no chapter {n}")
        return self.chapters[n - 1]

    def game(self, n: int) -> Game:
        """A game of its own that stands at the position of a chapter. Raises `SaveError` if the rules refuse it."""
        found = self._opened(self.chapter(n))
        if isinstance(found, str):
            raise SaveError(f"the position of chapter {n} does not hold: {found}")
        return found.copy()

    def fault(self, n: int) -> str:
        """Why the rules of today refuse the position of a chapter, or a question of it; "" for nothing."""
        found = self._opened(self.chapter(n))
        return found if isinstance(found, str) else ""

    def faults(self) -> list[str]:
        """What of it the rules of today refuse: positions, commands that are said to be legal and are not, moves that
        cannot be made, rules that are named and do not exist. A sentence each; empty for a sound study.
        """
        found = []
        for n, each in enumerate(self.chapters, 1):
            if fault := self.fault(n):
                found.append(f"chapter {n}: {fault}")
                continue
            game = self.game(n)
            book = game.system.rulebook
            found += [
                f"chapter {n}: there is no rule {name}" for name in markup.rules_of(each.text) if name not in book
            ]
            for q, question in enumerate(each.questions, 1):
                found += [f"chapter {n}, question {q}: {said}" for said in _wrong(question, game)]
        return found

    def table(self, n: int) -> Table:
        """What lies on the table of a chapter, as the seat of the study sees it. Raises `SaveError`."""
        game = self._opened(self.chapter(n))
        if isinstance(game, str):
            raise SaveError(f"the position of chapter {n} does not hold: {game}")
        return game.table(self.seat)

    def _opened(self, each: Chapter) -> Game | str:
        key = each.position if isinstance(each.position, str) else study_text.plain_json(each.position)
        if key not in self._games:
            try:
                self._games[key] = chapters.opened(each, self.slug)
            except TheoError as fault:
                self._games[key] = str(fault).split("\n")[0]
        return self._games[key]

    def holds(self) -> str:
        """What who gets the file learns from it, in words for people."""
        if self.seat is None:
            held = "It holds the whole of each position, also what lies hidden in hands and decks"
        else:
            name = next((self.table(n).seats[self.seat].name for n in range(1, len(self) + 1) if not self.fault(n)), "")
            held = f"It holds what {name or f'seat {self.seat + 1}'} may know of each position, and nothing else of it"
        return f"{held}; and all that its author has written, with the answers to its questions."

    # -- answering ----------------------------------------------------------------------------------------------------
    def question(self, n: int, q: int) -> Question:
        """A question by its chapter and number, both from 1. Raises `IllegalAnswer`."""
        found = self.chapter(n).questions
        expect(q, int, "a question is named by its number")
        if not 1 <= q <= len(found):
            raise IllegalAnswer(f"chapter {n} has no question {q}")
        return found[q - 1]

    def answer(self, n: int, q: int, given: Given) -> Grade:
        """Grade an answer. Raises `IllegalAnswer` where it cannot be understood."""
        question, game = self.question(n, q), self.game(n)
        return told(question, given, is_right(question, given, game.position), game)

    def give_up(self, n: int, q: int) -> Grade:
        """The answer to a question."""
        return given_up(self.question(n, q))

    # -- changing -----------------------------------------------------------------------------------------------------
    def rename(self, title: str | None = None, about: str | None = None) -> Study:
        """Another title, or another sentence about it."""
        said = self.title if title is None else " ".join(bounds.text(title, "the title", chapters.MOST_TITLE).split())
        more = self.about if about is None else bounds.text(about, "what the study is about", chapters.MOST_WRITTEN)
        if not said:
            raise SaveError("a study needs a title")
        return self._push(replace(self.pages, title=said, about=more))

    def add(
        self, source: Game | Editor | str | Mapping[str, Any], title: str = "", *, at: int | None = None, **told: Any
    ) -> Study:
        """A position as a new chapter, behind the others or as number `at`.

        The source is a game (where it stands), a position editor, a line or the words of a scenario; `told` is what
        `write` takes. A note and marks that stand at the position of a game come along.
        """
        position: str | Mapping[str, Any]
        if isinstance(source, Editor):
            title = title or source.name
            source = source.game()
        if isinstance(source, Game):
            position, more = self._taken(source)
            told = more | told
        else:
            position = "".join(source.split()) if isinstance(source, str) else source
        name = told.pop("title", "")
        name = title or name or f"Position {len(self) + 1}"
        raw = {"title": name[: chapters.MOST_TITLE], "position": position} | _plain(told)
        chapters.check_position(position, "the new chapter", self.slug, self.seat)
        if isinstance(found := self._opened(Chapter(name, position)), str):
            raise SaveError(f"the position cannot be a chapter: {found}")
        raw = _with_names(raw, found.table(self.seat))
        made = chapters.chapter_of(raw, "the new chapter", self.slug, self.seat)
        if len(self) >= study_text.MOST_CHAPTERS:
            raise SaveError(f"a study has at most {study_text.MOST_CHAPTERS} chapters")
        rows = list(self.chapters)
        rows.insert(len(rows) if at is None else max(0, min(at - 1, len(rows))), made)
        return self._push(replace(self.pages, chapters=tuple(rows)))

    def _taken(self, game: Game) -> tuple[str, dict[str, Any]]:
        """The position of a game as this study keeps it, and what was written there, where that is for all to see."""
        if game.slug != self.slug:
            raise SaveError(f"a position of {game.title} is none of {self.game_title}")
        line = game.line(self.seat)
        if self.seat is not None:  # a note and a name may tell what the seat does not know
            return line, {"title": game.table(self.seat).place}
        node = game.tree.nodes[game.here]
        more: dict[str, Any] = {"title": node.name or game.table().place}
        if node.note:
            more["text"] = node.note
        if node.rings:
            more["rings"] = list(node.rings)[: chapters.MOST_MARKS]
        if node.arrows:
            more["arrows"] = [[f"area:{a}", f"area:{b}"] for a, b in node.arrows][: chapters.MOST_MARKS]
        return line, more

    def add_moments(self, game: Game, nodes: Iterable[int]) -> Study:
        """Chosen positions of a game as chapters, in their order; one step to undo."""
        before = self._at
        copy = game.copy()
        try:
            for node in nodes:
                self.add(copy.go(node))
        except TheoError:
            self._back_to(before)
            raise
        return self._as_one(before)

    def add_lesson(self, lesson: Lesson | str | Path) -> Study:
        """The stops of a lesson that tell or ask something, those of one position together; one step to undo."""
        lesson = lesson if isinstance(lesson, Lesson) else Lesson(lesson)
        if lesson.game.slug != self.slug:
            raise SaveError(f"a lesson of {lesson.game.title} is none of {self.game_title}")
        game, before, groups = lesson.game.copy(), self._at, list[tuple[int, list[str], list[Question]]]()
        for beat in lesson.beats:
            if beat.did and groups and not (beat.say or beat.question):
                continue
            if not groups or groups[-1][0] != beat.node:
                groups.append((beat.node, [], []))
            groups[-1][1].extend([beat.say] if beat.say else [])
            groups[-1][2].extend([beat.question] if beat.question is not None else [])
        try:
            for i, (node, says, asks) in enumerate(groups, 1):
                title = lesson.scenario.title if i == 1 else f"Step {i}"
                raw = [chapters.question_document(each) for each in asks]
                self.add(game.go(node), title, text="\n\n".join(says), questions=raw)
        except TheoError:
            self._back_to(before)
            raise
        return self._as_one(before)

    def write(self, n: int, **told: Any) -> Study:
        """Change a chapter: `title`, `say` (the presenter's sentence), `text`, `near`, `areas`, `rings`, `arrows`,
        `questions`, `position`. Areas are named as on the board or by targets. None takes a thing away.
        """
        each = self.chapter(n)
        raw = each.document() | _plain(told)
        for key in [key for key, value in told.items() if value is None]:
            raw.pop(key, None)
        if isinstance(game := raw.get("position"), Game):
            raw["position"] = self._taken(game)[0]
        table = None if self.fault(n) else self.table(n)
        made = chapters.chapter_of(
            raw if table is None else _with_names(raw, table), f"chapter {n}", self.slug, self.seat
        )
        rows = list(self.chapters)
        rows[n - 1] = made
        return self._push(replace(self.pages, chapters=tuple(rows)))

    def ask(self, n: int, question: str, answer: Json, kind: str = "what", **told: Any) -> Study:
        """Put one more question in a chapter: `options`, `hint` and `why` are as in a scenario."""
        raw = {"question": question, "kind": kind, "answer": answer, **told}
        return self.write(n, questions=[*map(chapters.question_document, self.chapter(n).questions), raw])

    def mark(self, n: int, what: str, target: Target, end: Target = "") -> Study:
        """Draw, or wipe out what is drawn there.

        `what` is "area", "ring", "arrow" (from `target` to `end`), "near" (what the board is shown round) or "clear".
        """
        each = self.chapter(n)
        if what == "clear":
            return self.write(n, areas=None, rings=None, arrows=None)
        table = self.table(n)
        at = chapters.target_of(table, target)
        if what == "near":
            return self.write(n, near=None if each.near == at else at)
        if what == "arrow":
            arrow = (at, chapters.target_of(table, end))
            if arrow[0] == arrow[1]:
                raise IllegalAnswer("an arrow leads from one area to another")
            return self.write(n, arrows=_toggled(each.arrows, arrow))
        if what not in ("area", "ring"):
            raise unknown("mark", what, ("area", "ring", "arrow", "near", "clear"))
        key = "areas" if what == "area" else "rings"
        return self.write(n, **{key: _toggled(getattr(each, key), at)})

    def move(self, n: int, to: int) -> Study:
        """Put a chapter in another place."""
        each, rows = self.chapter(n), list(self.chapters)
        expect(to, int, "the place of a chapter is a number")
        rows.pop(n - 1)
        rows.insert(max(0, min(to - 1, len(rows))), each)
        return self._push(replace(self.pages, chapters=tuple(rows)))

    def remove(self, n: int) -> Study:
        """Take a chapter out."""
        self.chapter(n)
        return self._push(replace(self.pages, chapters=self.chapters[: n - 1] + self.chapters[n:]))

    # -- undo ---------------------------------------------------------------------------------------------------------
    @property
    def can_undo(self) -> bool:
        """Has anything been changed?"""
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        """Has a change been taken back?"""
        return self._at + 1 < len(self._states)

    def undo(self) -> Study:
        """Take the last change back."""
        with self.lock:
            if not self.can_undo:
                raise IllegalAnswer("there is nothing to undo: this is the beginning")
            return self._stand(self._at - 1)

    def redo(self) -> Study:
        """Make the change again that was taken back."""
        with self.lock:
            if not self.can_redo:
                raise IllegalAnswer("there is nothing to redo")
            return self._stand(self._at + 1)

    def _push(self, pages: Pages) -> Study:
        with self.lock:
            if pages == self.pages:
                return self
            del self._states[self._at + 1 :]
            self._states.append(pages)
            if len(self._states) > MOST_STATES:
                del self._states[1]  # the beginning is kept
            return self._stand(len(self._states) - 1)

    def _stand(self, at: int) -> Study:
        self._at = at
        for listener in list(self._listeners):
            listener(self)
        return self

    def _back_to(self, at: int) -> None:
        del self._states[at + 1 :]
        self._stand(at)

    def _as_one(self, before: int) -> Study:
        """The changes since then as one step."""
        del self._states[before + 1 : self._at]
        return self._stand(min(before + 1, len(self._states) - 1))

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call `listener(study)` after every change; what comes back ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    # -- out and in ---------------------------------------------------------------------------------------------------
    def save(self, path: str | Path | None = None) -> str:
        """The study as one JSON document; written to a file if a path is given."""
        return study_text.dump(self, path)

    @classmethod
    def read(cls, text: str) -> Study:
        """A study from its JSON, or from the page that it was shared as. Raises `SaveError` with one sentence."""
        return cls._of(study_text.read(text))

    @classmethod
    def load(cls, path: str | Path) -> Study:
        """A study from its file. Raises `SaveError`."""
        return cls._of(study_text.load(path))

    @classmethod
    def _of(cls, raw: dict[str, Any]) -> Study:
        made = cls(raw["game"], raw["title"], raw["about"], raw["seat"])
        made._states[0] = replace(made.pages, chapters=raw["chapters"])
        return made


def _wrong(question: Question, game: Game) -> list[str]:
    """What the rules say against a question about moves."""
    if question.kind == "play":
        return [f"the move {text!r} is not legal" for text in question.answer if not legal(game.position, text, None)]
    if question.kind != "which":
        return []
    return [
        f"{text!r} is {'' if may else 'not '}legal"
        for text in question.options
        if (may := legal(game.position, text, None)) != (text in question.answer)
    ]


def _toggled(rows: tuple[Any, ...], each: Any) -> list[Any]:
    return [row for row in rows if row != each] if each in rows else [*rows, each]


def _plain(told: Mapping[str, Any]) -> dict[str, Any]:
    """Keyword arguments as a file would hold them."""
    found: dict[str, Any] = {}
    for key, value in told.items():
        if key == "questions" and value is not None:
            value = [chapters.question_document(each) if isinstance(each, Question) else each for each in value]
        elif isinstance(value, tuple):
            value = list(value)
        if value is not None:
            found[key] = value
    return found


def _with_names(raw: dict[str, Any], table: Table) -> dict[str, Any]:
    """Names of areas as targets."""
    found = dict(raw)
    if isinstance(near := raw.get("near"), str) and near:
        found["near"] = chapters.target_of(table, near)
    for key in ("areas", "rings"):
        if isinstance(rows := raw.get(key), list):
            found[key] = [chapters.target_of(table, each) for each in rows]
    if isinstance(rows := raw.get("arrows"), list):
        found["arrows"] = [
            [chapters.target_of(table, end) for end in arrow] if isinstance(arrow, list | tuple) else arrow
            for arrow in rows
        ]
    return found
