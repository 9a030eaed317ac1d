"""A study that stands by itself: where a game is played on from a chapter, the board takes its place."""

from __future__ import annotations

from typing import Any

from .playable import Playable
from .study import StudyView


class StudyPage(Playable, StudyView):
    """A study as a page or a cell; its arguments are those of `StudyView`."""

    looks = StudyView.looks | {"back"}
    plays = True

    def _do_play(self, n: int) -> None:
        self.play_on(self.study.game(int(n)))

    def _do_back(self) -> None:
        self.come_back()

    def stands(self) -> Any:
        return self.playing, StudyView.stands(self)
