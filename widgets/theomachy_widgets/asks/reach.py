"""Can it be reached: asked at the dashboard, found in slices, lit on the board, tried on a branch."""

from __future__ import annotations

from theomachy.answers.reach import Reached, known_to, reach
from theomachy.engine.errors import IllegalAnswer

from ..present.reach import known as choices
from ..present.reach import may_ask, may_seek, seeker
from ..present.sought import Sought
from ..slices import patience
from .asking import Asks

THINKS = 10.0  # seconds of its own time
NAME = "reach"


class ReachAsks(Asks):
    """The part of a controller that looks for ways to goals. What is hidden from who asks is drawn anew."""

    def do_reach(self) -> None:
        """Open the list of goals; or, where it stands, close it."""
        if self.view_state.sought is not None:
            self.close_reach()
            return
        seat = seeker(self.moment)
        if seat is None or not may_seek(self.moment):
            raise IllegalAnswer("there is nothing to reach, from this view or at this moment")
        self.view_state.sought = Sought(seat)

    def do_reachfor(self, key: str, seat: int | None = None, area: int | None = None) -> None:
        """Look for a way to a goal; with "" none is chosen any more.

        `seat` is whose goal it is, where it is asked at its sheet; `area` is the one at which it is asked.
        """
        if seat is not None or area is not None:
            self._ask_for(seat, area)
        elif self.view_state.sought is None:
            self.do_reach()
        asked, m = self.view_state.sought, self.moment
        assert asked is not None
        self.slices.stop(NAME)
        goal = next((goal for goal in choices(m, asked) if goal.key == key), None)
        asked.key, asked.found, asked.busy = (key if goal is not None else ""), None, goal is not None
        if goal is None:
            if key:
                raise IllegalAnswer("that goal is not open any more")
            return
        known = known_to(self.game.position, asked.seat, all_seen=m.all)
        asked.whole = known.whole
        if not known.worlds:
            asked.busy = False
            raise IllegalAnswer("no world was found that fits what this seat knows; ask again at the next question")
        self.slices.start(NAME, reach(known, asked.seat, goal), self._reached, patience(THINKS))

    def _ask_for(self, seat: int | None, area: int | None) -> None:
        m = self.moment
        seat = seeker(m) if seat is None else seat
        if seat is None or not 0 <= seat < len(m.system.seats) or not may_ask(m, seat):
            raise IllegalAnswer("this view cannot ask what that seat can reach, or not at this moment")
        if area is not None and all(area != one.id for one in m.table.board.areas):
            raise IllegalAnswer("there is no such area")
        self.close_reach()
        self.view_state.sought = Sought(seat, area=area)

    def _reached(self, found: Reached | None, over: bool) -> None:
        asked = self.view_state.sought
        if asked is None:
            return
        asked.found = found if found is not None else asked.found
        if over and asked.found is not None:
            asked.found = asked.found.stopped()
        asked.busy = not over
        self.found()

    def do_reachlight(self) -> None:
        """Show the line on the board, or no more."""
        if self.view_state.sought is not None:
            self.view_state.sought.lit = not self.view_state.sought.lit

    def do_reachtry(self) -> None:
        """Play the line on a branch: what others and chance answer in it too."""
        asked = self.view_state.sought
        if asked is None or asked.found is None or not asked.found.answers or not asked.whole:
            raise IllegalAnswer("there is no line to be tried")
        name, answers = asked.found.name, [answer for _, _, answer in asked.found.answers]
        by_hand, before = self.game.dice_by_hand, self.game.here
        self.game.dice_by_hand = True  # chance gives what the line says
        try:
            self.game.play(*answers)
        finally:
            self.game.dice_by_hand = by_hand
        tree = self.game.tree
        path = tree.path(self.game.here)
        tree.nodes[path[path.index(before) + 1]].name = f"reach: {name}"[:80]
        self.close_reach()

    def close_reach(self) -> None:
        """Nobody asks any more."""
        self.slices.stop(NAME)
        self.view_state.sought = None
