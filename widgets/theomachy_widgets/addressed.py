"""What the address of a page names: a game to be played, or another screen. A server and a page without one alike."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import theomachy as th
from theomachy.engine.authoring.study import Study
from theomachy.engine.game.begin import begin as new_game
from theomachy.engine.game.game import Game
from theomachy.engine.game.position_line import LONGEST, is_line
from theomachy.engine.game.registry import game as system_class
from theomachy.engine.runtime import sampling

from .asked import AddressError, asked_for, given, number_of_players, options_of_game
from .cell import Cell
from .library import Library
from .opened import Opened
from .values import Values


class Addressed:
    """What there is to open by the words of an address (`asked`).

    `overlay` is a file of component values, `puzzles` a folder of puzzles other than the usual one.
    """

    def __init__(self, library: Library, overlay: str | Path | None = None, puzzles: str | Path | None = None) -> None:
        self.library = library
        self.opened = Opened()
        self.values = Values(overlay)
        self.puzzles = puzzles

    def game(self) -> Game | None:
        """The game to be played, None if the address names none."""
        if given("edit"):
            return None
        if name := asked_for("save"):
            return self.library.saved(name)
        if token := asked_for("opened"):
            return self.opened.game(token)
        if name := asked_for("position", LONGEST):
            if is_line(name):
                return th.position(name, seed=sampling.typed(asked_for("seed") or "0"))
            return self.library.position(*halves(name))
        if slug := asked_for("game"):
            return new_game(
                slug,
                players=number_of_players(),
                seed=sampling.typed(asked_for("seed") or "0"),
                preset=asked_for("preset"),
                options=options_of_game(slug),
                overlay=self.values.asked(slug),
            )
        return None

    def cell(self, renderer: str = "canvas") -> Cell | None:
        """Anything else that the address names; `renderer` of its boards is "canvas" or "svg"."""
        from .compare import Compare
        from .editor import PositionEditor
        from .lesson import LessonPlayer, lessons
        from .puzzle_page import PuzzlePage
        from .report_page import ReportPage
        from .rules import rule_page
        from .study_page import StudyPage
        from .values_page import ValuesPage

        if given("puzzles"):
            return PuzzlePage(asked_for("puzzles"), day_of(asked_for("day")), folder=self.puzzles, renderer=renderer)
        if slug := asked_for("lessons"):
            system_class(slug)
            made = lessons(slug, self.library.place_of(slug), renderer=renderer)
            if entry := next((one for one in made if one.name == asked_for("open")), None):
                made.open(entry.path)  # the one that was open when the page was loaded anew
            return made
        if name := asked_for("lesson"):
            return LessonPlayer(self.library.lesson(*halves(name)), renderer=renderer)
        if name := asked_for("study"):
            path = self.library.study_path(*halves(name))
            return StudyPage(
                Study.load(path), name=path.name, renderer=renderer
            )  # a visitor's changes are his: he takes the file along
        if token := asked_for("studied"):
            return StudyPage(self.opened.study(token), renderer=renderer)
        if slug := asked_for("newstudy"):
            return StudyPage(Study(slug), editing=True, renderer=renderer)
        if slug := asked_for("rules"):
            system_class(slug)
            return rule_page(slug, asked_for("words"), self.library.place_of(slug), renderer=renderer)
        if slug := asked_for("values"):
            return ValuesPage(slug, overlay=self.values.asked(slug) or {}, served=True)
        if name := asked_for("compare"):
            return Compare(*two_lines(self.library.saved(name)), renderer=renderer)
        if name := asked_for("report"):
            return ReportPage(self.library.saved(name), renderer=renderer)
        if given("edit"):
            slug = asked_for("edit")
            if not slug:
                return PositionEditor(self.library.saved(asked_for("save")), renderer=renderer)
            own = self.values.asked(slug)
            return PositionEditor(
                th.editor(slug, players=number_of_players(), overlay=own, **options_of_game(slug)), renderer=renderer
            )
        return None


def day_of(text: str) -> date | None:
    """The day of an address; None where none is named. Raises `AddressError` for what is none."""
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise AddressError(f"{text!r:.40} is no day such as 2026-11-28") from None


def halves(name: str) -> tuple[str, str]:
    """Game and file of a name such as "pocket/the_fords.toml"."""
    slug, _, file = name.partition("/")
    return slug, file


def two_lines(game: Game) -> tuple[Game, int, int]:
    """What to compare first: the main line with the first branch, or the beginning with the end of the only line."""
    main = game.tree.main()
    for _, branch in game.tree.branches():
        return game, main[-1], branch[-1]
    return game, main[0], main[-1]
