"""What the parts of a controller share: the game, what is looked at, and long answers that are worked on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..slices import Slices

if TYPE_CHECKING:
    from theomachy.engine.game.game import Game

    from ..present.moment import Moment, ViewState


class Asks:
    """A part of a controller: it hears some of the messages of a screen (`do_NAME`)."""

    game: Game
    view_state: ViewState
    slices: Slices
    redraw: Callable[[], None]  # something was found that nobody clicked for

    if TYPE_CHECKING:

        @property
        def moment(self) -> Moment: ...
        def forget(self) -> None: ...

    def found(self) -> None:
        """A long answer has come, or a part of it: the screen shows it."""
        self.forget()
        self.redraw()
