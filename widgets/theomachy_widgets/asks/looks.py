"""What only looks: the view, the theme, what stands in front, which rule, sheet or hand is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from theomachy.engine.errors import IllegalAnswer
from theomachy.engine.tabletop.table import Target

from ..present import ALL, SPECTATOR
from ..present.attack import stage_event
from ..present.boardsheets import ALL_SHEETS
from ..present.bout import bout
from ..present.measuring import Measure
from ..present.moment import RENDERERS, THEMES
from .asking import Asks


class LookAsks(Asks):
    """The part of a controller that changes what is looked at, and never the game."""

    shown: str
    still: bool

    if TYPE_CHECKING:

        def close_hints(self) -> None: ...
        def close_reach(self) -> None: ...
        def close_readings(self) -> None: ...
        def do_event(self, k: int | None = None, by: int = 0) -> None: ...

    def do_view(self, k: int | str) -> None:
        if k not in (ALL, SPECTATOR):
            k = self.game.seat(k)  # type: ignore[assignment]
        self.close_hints()
        self.close_reach()
        self.close_readings()
        self.view_state.view, self.view_state.other, self.view_state.report = k, None, False
        self.view_state.let_go()
        self.view_state.event = self.view_state.glance = self.view_state.hand = None

    def do_theme(self, theme: str) -> None:
        if theme not in THEMES:
            raise IllegalAnswer(f"the theme is {' or '.join(THEMES)}")
        self.view_state.theme = theme

    def do_renderer(self, renderer: str) -> None:
        if renderer not in RENDERERS:
            raise IllegalAnswer(f"the board is drawn by {' or '.join(RENDERERS)}")
        self.view_state.renderer = renderer

    def do_shown(self, theme: str, still: bool = False) -> None:
        self.still = bool(still)
        self.shown = "dark" if theme == "dark" else "light"

    def do_measure(self) -> None:
        """Take up the line, or lay it down."""
        if not self.moment.system.measuring:
            raise IllegalAnswer("there is nothing to measure in this game")
        self.view_state.measure = Measure() if self.view_state.measure is None else None

    def do_measured(self, which: str, target: Target) -> None:
        if self.view_state.measure is None:
            self.view_state.measure = Measure()
        self.view_state.measure.choose(str(which), str(target)[:80])

    def do_legend(self) -> None:
        self.view_state.legend = not self.view_state.legend

    def do_objective(self, k: str) -> None:
        self.view_state.objective, self.view_state.plan = str(k)[:40], None

    def do_plan(self, k: int) -> None:
        self.view_state.plan = int(k)

    def do_stage(self, k: int) -> None:
        """To the moment at which a stage of the fight was under way."""
        self.do_event(stage_event(self.moment, int(k)))

    def do_zoom(self) -> None:
        if bout(self.moment) is not None:
            self.view_state.zoom = not self.view_state.zoom
        else:
            self.view_state.near = not self.view_state.near

    def do_boardsheet(self, k: int) -> None:
        """One sheet of the board alone, or -1: all of them."""
        look = self.view_state
        most = len(self.moment.shown.board.sheets)
        look.boardsheet, look.boardsheet_at = max(ALL_SHEETS, min(int(k), most - 1)), look.stamp
        look.near, look.beyond = False, ()

    def do_rule(self, id: str) -> None:
        self.view_state.rule = str(id)[:40]

    def do_rules(self, text: str) -> None:
        self.view_state.rules = str(text)[:80]

    def do_questions(self) -> None:
        self.view_state.asked = not self.view_state.asked

    def do_sheet(self, seat: int | None = None) -> None:
        self.view_state.sheet = None if seat == self.view_state.sheet else seat

    def do_hand(self, seat: int) -> None:
        self.view_state.hand = int(seat)

    def do_front(self, k: str) -> None:
        self.view_state.front = str(k)[:12]

    def do_ink(self, k: int) -> None:
        self.view_state.ink = int(k)

    def do_tab(self, tab: str) -> None:
        self.view_state.tab = tab if tab in ("tree", "chart", "rules") else ""

    def do_calm(self) -> None:
        self.view_state.error = ""

    def do_told(self) -> None:
        """The notice about the file has been read."""
        self.view_state.told = True
