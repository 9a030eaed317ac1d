"""A study in a notebook cell or on a served page: read, presented, printed; and made by clicks, with undo."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zlib import crc32

from theomachy.engine.authoring import classwork, markup, study_text
from theomachy.engine.authoring.chapter import question_document
from theomachy.engine.authoring.study import Study
from theomachy.engine.errors import IllegalAnswer, SaveError
from theomachy.engine.game import save as saves
from theomachy.engine.game.document import write
from theomachy.engine.game.game import Game
from theomachy.engine.tabletop.describe import describe

from .alone import document
from .cell import Cell, Model
from .esm import bundle
from .esm import sheet as css
from .panels import look, told
from .present import study as present
from .present.moment import THEMES
from .render.svg import svg
from .scene.build import build
from .scene.style import icon_path
from .text import escape

MOST_MOMENTS = 80
ICONS = ("death-skull",)
Source = Callable[[], Game]


def _icons() -> dict[str, str]:
    return {name: icon_path(name) for name in ICONS}


class StudyView(Cell):
    """A study: a `Study`, the path of its file, or what `theomachy.study` takes.

    Nothing is played from it: that is `StudyPage`.

    Keys: arrows go through the chapters, 1 to 9 answer, p presents, h shows the handout, e edits. `path` is where Save
    writes; without one it hands a file to the browser. `game` is a game beside it whose present position can be added;
    `view` who looks at that game. Raises `SaveError` for a file that is no study.
    """

    parts_at = {"study": "bar"}  # noqa: RUF012
    script = "study"
    sheets = ("study",)
    kind = "study"
    plays = False  # can a game be played on from here?
    looks = frozenset(("at", "editing", "here", "add", "undo", "redo", "save", "share", "bring", "moment"))

    def __init__(
        self,
        source: Study | str | Path,
        *,
        theme: str = "auto",
        renderer: str = "canvas",
        path: str | Path | None = None,
        game: Game | Source | None = None,
        adds: str = "Add this position",
        editing: bool = False,
        name: str = "",
    ) -> None:
        self.study = source if isinstance(source, Study) else Study.load(source)
        self.path = Path(path) if path is not None else None
        if self.path is None and isinstance(source, str | Path) and Path(source).suffix == ".json":
            self.path = Path(source)
        self.name = name or (Path(source).name if isinstance(source, str | Path) else "")
        super().__init__(theme, renderer)
        self.beside = game
        self.adds = adds if game is not None else ""
        self.editing, self.at = editing, 0
        self.brought: Game | None = None
        self._drawn: present.Drawn | None = None
        self._unlisten = self.study.listen(self._changed)
        self._assemble()

    def models(self) -> dict[str, Model]:
        study = self.study
        if self._drawn is None or self._drawn.study is not study:
            self._drawn = present.Drawn(study, ("light", "dark"), prefix_of(study))
        self.at = max(0, min(self.at, len(study) - 1))
        state: dict[str, Any] = {
            "theme": self.shown,
            "name": self.name,
            "digest": digest_of(study),
            "editing": self.editing,
            "undo": study.can_undo,
            "redo": study.can_redo,
            "adds": self.adds,
            "keeps": str(self.path) if self.path is not None else "",
            "plays": self.plays,
            "playing": self.playing,
            "at": self.at,
            "brought": self._moments(),
            "icons": _icons(),
            "error": "",
        }
        return {"study": present.model(self._drawn, **state)}

    def stands(self) -> Any:
        return id(self.study), self.playing, len(self.study)

    def words(self) -> str:
        """The study in words, chapter by chapter."""
        return words_of(self.study)

    def _changed(self, _study: Study) -> None:
        with self.lock:
            if not self.busy:
                self.refresh()

    @property
    def playing(self) -> bool:
        """Is a game played on from here?"""
        return False

    # -- looking ------------------------------------------------------------------------------------------------------
    def _do_at(self, at: int) -> None:
        self.at = int(at)

    def _do_editing(self) -> None:
        self.editing = not self.editing

    # -- making -------------------------------------------------------------------------------------------------------
    def _added(self) -> None:
        """Stand at the chapter that has come."""
        self.at, self.editing = len(self.study) - 1, True

    def add(self) -> StudyView:
        """Add the present position of the game beside it as a chapter."""
        with self.lock:
            self._do_here()
            if not self.busy:
                self.refresh()
        return self

    def _do_here(self) -> None:
        if self.beside is None:
            raise IllegalAnswer("there is no board beside this study: add a position by its line")
        self.study.add(self.beside if isinstance(self.beside, Game) else self.beside())
        self._added()

    def _do_add(self, line: str) -> None:
        self.study.add(str(line))
        self._added()

    def _do_bring(self, text: str) -> None:
        game = saves.load(str(text))
        if game.slug != self.study.slug:
            raise SaveError(f"a game of {game.title} has no position of {self.study.game_title}")
        self.brought = game

    def _moments(self) -> Model | None:
        """The moments of a saved game that one may choose: where turns begin, and what has a name or a note."""
        game = self.brought
        if game is None:
            return None
        rows: list[Model] = []
        last: Any = None
        path = game.tree.path(game.tree.main()[-1])
        for node in path:
            each = game.tree.nodes[node]
            if each.moment[:2] != last or each.name or each.note:
                last = each.moment[:2]
                place = game.copy().go(node).table().place
                note = each.name or each.note[:60]
                rows.append(
                    {"node": node, "label": f"{place}, answer {each.depth}{f': {note}' if note else ''}", "on": False}
                )
            if len(rows) >= MOST_MOMENTS:
                break
        return {"title": game.names.get("title", "") or game.title, "moments": rows}

    def _do_moment(self, node: int) -> None:
        if self.brought is None:
            raise IllegalAnswer("open a saved game first")
        self.study.add_moments(self.brought, [int(node)])
        self._added()

    def _do_rename(self, text: str) -> None:
        self.study.rename(str(text))

    def _do_write(self, n: int, key: str, text: str) -> None:
        if key not in ("title", "say", "text"):
            raise IllegalAnswer(f"a chapter has no {str(key)[:20]!r} to be written")
        self.study.write(int(n), **{key: str(text)})

    def _do_mark(self, n: int, kind: str, target: str, end: str = "") -> None:
        self.study.mark(int(n), str(kind), str(target), str(end))

    def _do_ask(
        self, n: int, i: int, question: str, kind: str, options: list[str], answer: list[str], hint: str, why: str
    ) -> None:
        """Question i of a chapter, from 0, as it is now written; behind the last it is one more."""
        told: dict[str, Any] = {"question": question, "kind": kind, "hint": hint, "why": why}
        told |= {"options": list(options)} if options else {}
        told["answer"] = list(answer)
        if kind == "number":
            told["answer"] = _number("".join(answer))
        rows = [question_document(each) for each in self.study.chapter(int(n)).questions]
        rows[max(0, i) : max(0, i) + 1] = [{key: value for key, value in told.items() if value != ""}]
        self.study.write(int(n), questions=rows)

    def _do_unask(self, n: int, i: int) -> None:
        rows = [question_document(each) for each in self.study.chapter(int(n)).questions]
        if not 0 <= int(i) < len(rows):
            raise IllegalAnswer("there is no such question")
        del rows[int(i)]
        self.study.write(int(n), questions=rows)

    def _do_move(self, n: int, to: int) -> None:
        self.study.move(int(n), int(to))
        self.at = max(0, min(int(to) - 1, len(self.study) - 1))

    def _do_remove(self, n: int) -> None:
        self.study.remove(int(n))

    def _do_undo(self) -> None:
        self.study.undo()

    def _do_redo(self) -> None:
        self.study.redo()

    # -- files --------------------------------------------------------------------------------------------------------
    def open(self, study: Study) -> StudyView:
        """Show another study here."""
        with self.lock:
            self._unlisten()
            self.study, self.at, self.path = study, 0, None
            self._unlisten = study.listen(self._changed)
            if not self.busy:
                self.refresh()
        return self

    def _do_open(self, text: str) -> None:
        self.open(Study.read(str(text)))

    def _do_save(self) -> None:
        """To its file; without one, to the person at the screen."""
        if self.path is not None:
            self.study.save(self.path)
            return
        self._hand(f"{file_name(self.study)}.json", "application/json", self.study.save().encode())

    def _do_share(self) -> None:
        self._hand(f"{file_name(self.study)}.html", "text/html", study_html(self.study).encode())

    def _hand(self, name: str, kind: str, data: bytes) -> None:
        self.parts["study"].send({"do": "save", "name": name, "type": kind}, [data])

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        data = super()._repr_mimebundle_(include, exclude)
        n = next((n for n in range(1, len(self.study) + 1) if not self.study.fault(n)), 0)
        if n:  # where no kernel runs the first board still shows
            each = self.study.chapter(n)
            drawn = (
                build(self.study.table(n), each.marks, theme, present.WIDTH, each.focus) for theme in ("light", "dark")
            )
            day, night = drawn
            data["image/svg+xml"] = svg(day, night=night)
        return data

    def close(self) -> None:
        with self.lock:
            if not self.closed:
                self._unlisten()
            super().close()


def _number(text: str) -> float:
    try:
        return float(text.replace(",", "."))
    except ValueError:
        raise IllegalAnswer(f"{text[:40]!r} is no number") from None


def file_name(study: Study) -> str:
    """A name for its file."""
    return re.sub(r"[^a-z0-9]+", "_", study.title.lower()).strip("_")[:60] or "study"


def prefix_of(study: Study) -> str:
    """What the names in its pictures begin with, so that two studies of a page do not meet."""
    return f"st{crc32(f'{study.slug} {study.title} {id(study)}'.encode()):x}"


def digest_of(study: Study) -> str:
    """What its answers name."""
    return classwork.task_of_study(study).digest


def words_of(study: Study) -> str:
    """A study in words, for who sees no page."""
    rows = [f"{study.title}: a study of {study.game_title}, {study.counted()}", *([study.about] if study.about else [])]
    for n, each in enumerate(study.chapters, 1):
        rows.append(f"{n}. {each.title}")
        rows += [text for text in (each.say, markup.plain(each.text)) if text]
        rows.append(study.fault(n) or describe(study.table(n)))
        rows += [question.question for question in each.questions]
    return "\n\n".join(rows)


# -- one file ---------------------------------------------------------------------------------------------------------
def study_html(study: Study, path: str | Path | None = None, theme: str = "auto") -> str:
    """A study as one HTML document that opens anywhere without a kernel or a network; also written to `path` if given.

    Boards are drawn in it, questions are graded in it, it presents and prints itself, and `theomachy.study` opens it
    again. What it holds is told by `Study.holds`. `theme` is "auto" (as the reader's machine), "light" or "dark".
    Raises `ValueError` for another theme, and `SaveError` for a study without chapters.
    """
    if theme not in THEMES:
        raise ValueError(f"theme is {theme!r}; it can be {', '.join(THEMES)}")
    if not len(study):
        raise SaveError("a study without a chapter cannot be shared: add a position first")
    drawn = present.Drawn(study, ("light", "dark") if theme == "auto" else (theme,), "st")
    name = Path(path).with_suffix(".json").name if path is not None else ""
    state = {"alone": True, "digest": digest_of(study), "name": name, "icons": _icons()}
    model = present.model(drawn, **state)
    script = bundle('import "./data/study.js";', script=True)
    whole_look = look() + css("data/study.css") + css("data/study_page.css")
    held = {"model": model, "style": told(""), "theme": theme}
    text = document(
        escape(f"{study.title}, a study of {study.game_title}"),
        script,
        whole_look,
        {
            study_text.HOLDER: json.dumps(json.loads(study.save()), separators=(",", ":")),
            "study-drawn": json.dumps(held, separators=(",", ":"), sort_keys=True),
        },
        words_of(study),
        images="data:",
    )
    if path is not None:
        write(Path(path), text)
    return text
