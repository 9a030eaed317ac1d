"""Several people at one screen, who pass it on: between two of them a curtain, in front of which all is public.

The screen belongs to one seat at a time, as one of a shared table does. When somebody else is asked it shows what a
spectator sees, and who is to take it; whoever does says so, and from then on it shows his seat.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING

from theomachy.engine.errors import IllegalAnswer
from theomachy.engine.game.game import Game

from ..present import SPECTATOR, ViewState
from .asking import Asks

if TYPE_CHECKING:
    from theomachy.play.opponents import Opponents

CURTAIN = "curtain"  # the remark about a game that is passed on, so that it is wherever it is gone on with
# What stays when somebody else sits down; all else of a screen was of the person before.
STAYS = frozenset("locked curtain bots bots_wait thinks theme renderer stamp told by zoom near error".split())


def is_passed_on(game: Game) -> bool:
    """Is this a game of several people at one screen, with a curtain between them?"""
    return bool(game.names.get(CURTAIN))


class CurtainAsks(Asks):
    """The part of a controller that draws and lifts the curtain."""

    opponents: Opponents

    if TYPE_CHECKING:

        def close_hints(self) -> None: ...
        def close_reach(self) -> None: ...
        def close_readings(self) -> None: ...
        def look_anew(self) -> None: ...

    def curtain_falls(self) -> None:
        """Draw the curtain if somebody is asked who does not hold the screen."""
        look = self.view_state
        if not look.curtain or look.drawn:
            return
        asked = {*self.game.asked(all_seen=True)} & {*self.opponents.people}
        if asked and look.view not in asked:
            self._pass(SPECTATOR, drawn=True)

    def do_draw(self) -> None:
        """The screen is passed on, though nobody else is asked."""
        if not self.view_state.curtain:
            raise IllegalAnswer("this screen is not passed on")
        self._pass(SPECTATOR, drawn=True)

    def do_lift(self, seat: int) -> None:
        """Whoever plays this seat has taken the screen."""
        if not self.view_state.drawn:
            raise IllegalAnswer("there is no curtain to lift here")
        if seat not in self.opponents.people:
            raise IllegalAnswer("nobody at this screen plays that seat")
        self._pass(seat, drawn=False)

    def _pass(self, view: int | str, drawn: bool) -> None:
        self.close_hints()
        self.close_reach()
        self.close_readings()
        look, new = self.view_state, ViewState()
        for each in fields(ViewState):
            if each.name not in STAYS:
                setattr(look, each.name, getattr(new, each.name))
        look.view, look.drawn = view, drawn
        look.stamp += 1  # a click on the picture of the person before means nothing any more
        self.look_anew()
