"""The position editor of a notebook: palette, board and check; every click is a change that can be undone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from theomachy.engine.authoring.editor import Editor
from theomachy.engine.authoring.study import Study
from theomachy.engine.game.game import Game
from theomachy.engine.tabletop.palette import EditError, Tool
from theomachy.engine.tabletop.table import Marks, Table, Target

from .admit import Stale
from .boards import Board
from .cell import Model
from .dashboard import WIDTH
from .playable import Playable
from .present.desk import PAINTS, painted
from .present.edit import EditViewState, Screen
from .present.measuring import Measure

COPIES: dict[str, Callable[[Editor], str]] = {
    "python": Editor.as_python,
    "scenario": Editor.as_scenario,
    "json": Editor.as_json,
    "line": lambda editor: editor.game().line(),  # for a study: where the first question from here is asked
}


class PositionEditor(Playable):
    """A position to be made by clicking: an `Editor`, a game (its present step), or the short name of a game.

    With a name, the options are those of `theomachy.editor` (players, map, rulings, setup ...). `theme` is "auto" (as
    the page), "light" or "dark"; `renderer` is "canvas", or "svg" for the accessible board in SVG. `editor` is the
    position; `game` and `dashboard` are there once it was played from. Raises `UnknownName` for a game that does not
    exist and `ValueError` for a theme or renderer that is none.
    """

    parts_at = {"editbar": "bar", "editside": "side", "editfoot": "foot"}  # noqa: RUF012
    script = "editor"
    sheets = ("editor",)
    kind = "editor"
    looks = frozenset(("tab", "seat", "tool", "key", "mode", "undo", "redo", "copy", "paste", "measure", "measured"))

    def __init__(
        self,
        source: Editor | Game | str,
        *,
        theme: str = "auto",
        renderer: str = "canvas",
        width: float = WIDTH,
        seed: int | str = 0,
        **options: Any,
    ) -> None:
        if options and not isinstance(source, str):
            raise ValueError(f"{', '.join(options)} is settled already: only a game's name takes options")
        self.editor = _editor_of(source, options)
        super().__init__(theme, renderer)
        self.view_state = EditViewState()
        self.seed = seed
        self.game: Game | None = None
        self.add_board("board", *self.tables()["board"], width=width)
        self._unlisten = self.editor.listen(self._changed)
        self._assemble()

    @property
    def board(self) -> Board:
        """The board."""
        return self.boards["board"]

    @property
    def screen(self) -> Screen:
        """What is to be shown now."""
        return Screen(self.editor, self.view_state, self.shown)

    # -- drawing ------------------------------------------------------------------------------------------------------
    def tables(self) -> dict[str, tuple[Table, Marks]]:
        screen = self.screen
        return {"board": (screen.table, screen.marks())}

    def models(self) -> dict[str, Model]:
        screen = self.screen
        return {"editbar": screen.bar(self.playing), "editside": screen.side(), "editfoot": screen.foot()}

    def _changed(self, _editor: Editor) -> None:
        """The position was changed, by a click or by a cell."""
        with self.lock:
            self.view_state.fault = self.view_state.glance = self.view_state.copied = None
            if not self.busy:
                self.refresh()

    # -- the board ----------------------------------------------------------------------------------------------------
    def stands(self) -> tuple[Any, ...]:
        """Another position to edit, or a game: within one, clicks name all that they mean, and may come fast."""
        return id(self.editor), self.playing

    def picked(self, targets: list[Target]) -> None:
        if self.view_state.measure is not None:
            self.view_state.measure.pick(targets)
            return
        self._use(_area_of(targets), self.view_state.take)

    def _use(self, area: int, take: bool) -> None:
        """A click on an area: one more or one fewer of the picked tool; without one, look at what is there."""
        if area < 0:
            self.view_state.area = ""
            return
        target, tool = f"area:{area}", self.screen.picked
        self.view_state.area = target
        if tool is None:
            return
        if tool.high == 1:
            there = self.editor.placed(tool.id, target)
            self.editor.set(tool.id, int(bool(tool.ground) or not there) if not take else 0, target)
        else:
            self.editor.add(tool.id, target, -1 if take else 1)

    def _do_measure(self) -> None:
        """Take up the line, or lay it down."""
        self.view_state.measure = Measure() if self.view_state.measure is None else None

    def _do_measured(self, which: str, target: str) -> None:
        if self.view_state.measure is not None:
            self.view_state.measure.choose(str(which), str(target)[:80])

    def _do_take(self, x: float, y: float) -> None:
        self._use(_area_of(self.board.under(float(x), float(y))), take=True)

    # -- the palette --------------------------------------------------------------------------------------------------
    def _tool(self, name: str) -> Tool:
        found = next((tool for tool in self.editor.tools if tool.id == name), None)
        if found is None:
            raise EditError("that tool is not there any more")
        return found

    def _do_tab(self, tab: str) -> None:
        self.view_state.group = str(tab)

    def _do_seat(self, seat: int) -> None:
        self.view_state.seat = int(seat)

    def _do_tool(self, id_: str) -> None:
        if not id_ or id_ == self.view_state.tool:
            self.view_state.tool = ""
            return
        tool = self._tool(id_)
        self.view_state.tool, self.view_state.take, self.view_state.group = tool.id, False, tool.group
        if tool.seat >= 0:
            self.view_state.seat = tool.seat

    def _do_key(self, n: int) -> None:
        tools = self.screen.keyed()
        if 1 <= n <= len(tools):
            self.view_state.tool, self.view_state.take = tools[n - 1].id, False

    def _do_mode(self, take: bool) -> None:
        self.view_state.take = bool(take)

    def _do_letgo(self) -> None:
        if self.view_state.measure is not None:
            self.view_state.measure = None
            return
        self.view_state.tool, self.view_state.take, self.view_state.area, self.view_state.fault = "", False, "", None

    def _do_value(self, id_: str, n: int | str) -> None:
        self.editor.set(self._tool(id_).id, n)

    def _do_box(self, id_: str) -> None:
        name, _, to = str(id_).partition("=")
        tool = self._tool(name)
        if tool.kind not in PAINTS:
            raise EditError(f"{tool.name} is placed on the board")
        if to and not to.lstrip("-").isdecimal():
            raise EditError(f"{tool.name} is set to a number, not {to!r:.20}")
        self.editor.set(tool.id, painted(tool, take=self.view_state.take, to=to))

    def _do_here(self, id_: str, n: int) -> None:
        self.editor.set(self._tool(id_).id, n, self.view_state.area)

    def _do_undo(self) -> None:
        self.editor.undo()

    def _do_redo(self) -> None:
        self.editor.redo()

    # -- the check ----------------------------------------------------------------------------------------------------
    def _do_fault(self, k: int) -> None:
        self.view_state.fault = None if self.view_state.fault == k else int(k)
        if self.view_state.fault is not None and 0 <= self.view_state.fault < len(self.editor.violations):
            self.view_state.rule = self.editor.violations[self.view_state.fault].rule

    def _do_glance(self, k: int | None = None) -> None:
        self.view_state.glance = k if isinstance(k, int) else None

    def _do_fix(self, k: int, say: str = "") -> None:
        violations = self.editor.violations
        fix = self.editor.fix(violations[k]) if 0 <= k < len(violations) else None
        if fix is None:
            raise EditError("no single change fixes that")
        if say and say != fix.sentence:
            raise Stale(
                "the position had changed before that click came, so nothing was done: this is how it stands now"
            )
        self.editor.set(fix.tool, fix.value, fix.target)

    def _do_rule(self, id_: str) -> None:
        self.view_state.rule = "" if id_ == self.view_state.rule else str(id_)[:40]

    # -- texts --------------------------------------------------------------------------------------------------------
    def _do_name(self, text: str) -> None:
        self.editor.name = " ".join(str(text).split())[:80]
        self.view_state.copied = None

    def _do_copy(self, as_: str) -> None:
        self.view_state.pasting = False
        self.view_state.copied = (as_, COPIES[as_](self.editor)) if as_ in COPIES else None

    def _do_paste(self) -> None:
        self.view_state.pasting, self.view_state.copied = not self.view_state.pasting, None

    def _do_read(self, text: str) -> None:
        self.open(Editor.read(str(text)))
        self.view_state.pasting = False

    def open(self, source: Editor | Game) -> PositionEditor:
        """Edit another position; of the same game, set up alike, it is one step that can be undone."""
        with self.lock:
            editor, mine = _editor_of(source, {}), self.editor
            if (editor.slug, editor.system.setup()) == (mine.slug, mine.system.setup()):
                mine.name = editor.name or mine.name
                mine.replace(editor.state)
            else:
                self._unlisten()
                self.editor, self._unlisten = editor, editor.listen(self._changed)
                self.view_state = EditViewState()
            if not self.busy:
                self.refresh()
        return self

    # -- playing ------------------------------------------------------------------------------------------------------
    def play(self) -> Game:
        """Make a game that begins here and show it. Raises `EditError` while the position has faults."""
        with self.lock:
            self.game = self.editor.game(self.seed)
            self.play_on(self.game)
            if not self.busy:
                self.refresh()
            return self.game

    def _do_play(self) -> None:
        if not self.playing:
            self.play()

    def _do_study(self) -> None:
        """This position as a chapter of a study below; of one that is there already, as one more."""
        game = self.editor.game(self.seed)
        page = self.study_page
        if page is None or page.study.slug != game.slug:
            made = Study(game.slug, self.editor.name)
            page = self.study_below(made, lambda: self.editor.game(self.seed), "Add the position above")
        page.add()

    def _do_edit(self) -> None:
        self.come_back()

    def close(self) -> None:
        with self.lock:
            if not self.closed:
                self._unlisten()
            super().close()


def _area_of(targets: list[Target]) -> int:
    area = next((t.removeprefix("area:") for t in targets if t.startswith("area:")), "")
    return int(area) if area.isascii() and area.isdecimal() else -1


def _editor_of(source: Editor | Game | str, options: dict[str, Any]) -> Editor:
    if isinstance(source, Editor):
        return source
    return Editor.of(source) if isinstance(source, Game) else Editor.new(source, **options)
