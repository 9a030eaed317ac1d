"""The position editor of a notebook: palette, board and check; every click is a change that can be undone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from theomachy.engine.editor import Editor
from theomachy.engine.game import Game
from theomachy.engine.palette import EditError, Tool
from theomachy.engine.table import Marks, Table, Target

from .admit import Stale
from .board import Board
from .cell import Cell, Model
from .dashboard import WIDTH
from .present.edit import EditLook, Screen
from .twin import Twin

COPIES: dict[str, Callable[[Editor], str]] = {
    "python": Editor.as_python,
    "scenario": Editor.as_scenario,
    "json": Editor.as_json,
}


class PositionEditor(Cell):
    """A position to be made by clicking: an `Editor`, a game (its present step), or the short name of a game.

    With a name, the options are those of `theomachy.editor` (players, map, rulings, setup ...). `theme` is "auto" (as
    the page), "light" or "dark"; `renderer` is "canvas", or "svg" for the accessible twin of the board. `editor` is the
    position; `game` and `dashboard` are there once it was played from. Raises `UnknownName` for a game that does not
    exist and `ValueError` for a theme or renderer that is none.
    """

    parts_at = {"editbar": "bar", "editside": "side", "editfoot": "foot"}  # noqa: RUF012
    files = ("editor",)
    sheets = ("editor",)
    kind = "editor"
    looks = frozenset(("tab", "seat", "tool", "key", "mode", "undo", "redo", "copy", "paste"))

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
        self.look = EditLook()
        self.seed = seed
        self.game: Game | None = None
        self.add_board("board", *self.tables()["board"], width=width)
        self._unlisten = self.editor.listen(self._changed)
        self._assemble()

    @property
    def board(self) -> Board | Twin:
        """The board."""
        return self.boards["board"]

    @property
    def screen(self) -> Screen:
        """What is to be shown now."""
        return Screen(self.editor, self.look, self.shown)

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
            self.look.fault = self.look.glance = self.look.copied = None
            if not self.busy:
                self.refresh()

    # -- the board ----------------------------------------------------------------------------------------------------
    def stands(self) -> tuple[Any, ...]:
        """Another position to edit, or a game: within one, clicks name all that they mean, and may come fast."""
        return id(self.editor), self.playing

    def picked(self, targets: list[Target]) -> None:
        self._use(_area_of(targets), self.look.take)

    def _use(self, area: int, take: bool) -> None:
        """A click on an area: one more or one fewer of the picked tool; without one, look at what is there."""
        if area < 0:
            self.look.area = ""
            return
        target, tool = f"area:{area}", self.screen.picked
        self.look.area = target
        if tool is None:
            return
        if tool.high == 1:
            there = self.editor.placed(tool.id, target)
            self.editor.set(tool.id, int(bool(tool.ground) or not there) if not take else 0, target)
        else:
            self.editor.add(tool.id, target, -1 if take else 1)

    def _do_take(self, x: float, y: float) -> None:
        self._use(_area_of(self.board.under(float(x), float(y))), take=True)

    # -- the palette --------------------------------------------------------------------------------------------------
    def _tool(self, name: str) -> Tool:
        found = next((tool for tool in self.editor.tools if tool.id == name), None)
        if found is None:
            raise EditError("that tool is not there any more")
        return found

    def _do_tab(self, tab: str) -> None:
        self.look.group = str(tab)

    def _do_seat(self, seat: int) -> None:
        self.look.seat = int(seat)

    def _do_tool(self, id_: str) -> None:
        if not id_ or id_ == self.look.tool:
            self.look.tool = ""
            return
        tool = self._tool(id_)
        self.look.tool, self.look.take, self.look.group = tool.id, False, tool.group
        if tool.seat >= 0:
            self.look.seat = tool.seat

    def _do_key(self, n: int) -> None:
        tools = self.screen.keyed()
        if 1 <= n <= len(tools):
            self.look.tool, self.look.take = tools[n - 1].id, False

    def _do_mode(self, take: bool) -> None:
        self.look.take = bool(take)

    def _do_letgo(self) -> None:
        self.look.tool, self.look.take, self.look.area, self.look.fault = "", False, "", None

    def _do_value(self, id_: str, n: int | str) -> None:
        self.editor.set(self._tool(id_).id, n)

    def _do_here(self, id_: str, n: int) -> None:
        self.editor.set(self._tool(id_).id, n, self.look.area)

    def _do_undo(self) -> None:
        self.editor.undo()

    def _do_redo(self) -> None:
        self.editor.redo()

    # -- the check ----------------------------------------------------------------------------------------------------
    def _do_fault(self, k: int) -> None:
        self.look.fault = None if self.look.fault == k else int(k)
        if self.look.fault is not None and self.look.fault < len(self.editor.faults):
            self.look.rule = self.editor.faults[self.look.fault].rule

    def _do_glance(self, k: int | None = None) -> None:
        self.look.glance = k if isinstance(k, int) else None

    def _do_mend(self, k: int, say: str = "") -> None:
        faults = self.editor.faults
        mend = self.editor.mend(faults[k]) if 0 <= k < len(faults) else None
        if mend is None:
            raise EditError("no single change mends that")
        if say and say != mend.sentence:
            raise Stale(
                "the position had changed before that click came, so nothing was done: this is how it stands now"
            )
        self.editor.set(mend.tool, mend.value, mend.target)

    def _do_rule(self, id_: str) -> None:
        self.look.rule = "" if id_ == self.look.rule else str(id_)[:40]

    # -- texts --------------------------------------------------------------------------------------------------------
    def _do_name(self, text: str) -> None:
        self.editor.name = " ".join(str(text).split())[:80]
        self.look.copied = None

    def _do_copy(self, as_: str) -> None:
        self.look.pasting = False
        self.look.copied = (as_, COPIES[as_](self.editor)) if as_ in COPIES else None

    def _do_paste(self) -> None:
        self.look.pasting, self.look.copied = not self.look.pasting, None

    def _do_read(self, text: str) -> None:
        self.open(Editor.read(str(text)))
        self.look.pasting = False

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
                self.look = EditLook()
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

    def _do_edit(self) -> None:
        self.come_back()

    def close(self) -> None:
        with self.lock:
            if not self.closed:
                self._unlisten()
            super().close()


def _area_of(targets: list[Target]) -> int:
    area = next((t for t in targets if t.startswith("area:")), "area:-1")
    return int(area[5:])


def _editor_of(source: Editor | Game | str, options: dict[str, Any]) -> Editor:
    if isinstance(source, Editor):
        return source
    return Editor.of(source) if isinstance(source, Game) else Editor.new(source, **options)
