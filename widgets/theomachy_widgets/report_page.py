"""A report that stands by itself: where a decision is tried again, the board takes its place until one comes back."""

from __future__ import annotations

from .playable import Playable
from .present.film import moment_of
from .report import Report


class ReportPage(Playable, Report):
    """The report of a game or of a saved one, as a page or a cell; its arguments are those of `Report`."""

    looks = Report.looks | {"comeback"}

    def _play_from(self, node: int) -> None:
        self.slices.stop_all()
        self.game.go(node)
        self.play_on(self.game)

    def _do_comeback(self) -> None:
        """Back to the report: what was played shows as variations."""
        self.come_back()
        self.m = moment_of(self.game, self.viewer)
        if not self.told and not self.empty:
            self.measure()

    def _leave(self) -> None:
        self.slices.stop_all()
        super()._leave()
