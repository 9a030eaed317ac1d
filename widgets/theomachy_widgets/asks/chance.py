"""The chance to win under the timeline: opened by a menu or key, measured in slices, gone on with as the line grows."""

from __future__ import annotations

from theomachy.answers.graph import Graph, graph, points_of
from theomachy.engine.errors import IllegalAnswer

from ..present.chance import untold
from ..present.charted import Charted
from ..slices import patience
from .asking import Asks

WALKS = 96  # of each turn, in the end
THINKS = 40.0  # seconds of its own time for one line
MOST_KNOWN = 200  # positions of which measurements are kept
NAME = "chance"
MESSAGES = frozenset(("graph", "graphseat"))  # which only look


class ChanceAsks(Asks):
    """The part of a controller that measures the chances along the line. What is hidden from a seat is drawn anew."""

    def do_graph(self) -> None:
        """Show the chance to win under the timeline; or no more."""
        if self.view_state.charted is not None:
            self.close_graph()
            return
        if text := untold(self.moment):
            raise IllegalAnswer(text)
        self._open(self.moment.viewer)

    def _open(self, seat: int | None) -> Charted:
        opened = Charted(self.view_state.view, seat if seat is not None else self._somebody())
        self.view_state.charted = opened
        return opened

    def _somebody(self) -> int:
        """Whose chance is told first to who sees all: that of a person who plays, if there is one."""
        people = [seat.index for seat in self.game.seats if seat.index not in self.view_state.bots]
        return people[0] if people else 0

    def do_graphseat(self, i: int) -> None:
        """The chance of another seat, by the same walks."""
        if not 0 <= i < len(self.game.seats):
            raise IllegalAnswer("there is no such seat")
        if self.view_state.charted is not None:
            self.view_state.charted.seat = i

    def do_swing(self, step: int) -> None:
        """To the next swing of the graph, or to the one before."""
        asked = self.view_state.charted
        if asked is None or asked.graph is None:
            return
        nodes = self.game.tree.nodes
        found = [asked.graph.points[at].node for at, _ in asked.graph.swings(asked.seat)]
        now = nodes[self.game.here].depth
        later = [n for n in found if (nodes[n].depth - now) * (1 if step > 0 else -1) > 0]
        if later:
            self.game.go(later[0] if step > 0 else later[-1])

    def follow_graph(self) -> None:
        """Measure the line on which one stands, unless it is being measured; another view begins anew."""
        asked, m = self.view_state.charted, self.moment
        if asked is None:
            return
        if untold(m):
            self.close_graph()
            self.forget()
            return
        if asked.view != self.view_state.view:
            asked = self._open(m.viewer if m.viewer is not None else asked.seat)
        line = tuple(point.node for point in points_of(self.game, line=m.line))
        same = line == asked.begun
        if same and (asked.whole or self.slices.busy(NAME)):
            return
        if len(asked.known) > MOST_KNOWN:
            asked.known.clear()
        asked.begun, asked.whole, asked.busy = line, False, True
        if len(line) < 2:
            asked.graph, asked.busy, asked.whole = None, False, True
            return
        work = graph(self.game, m.viewer, line=m.line, walks=WALKS, known=asked.known)
        self.slices.start(NAME, work, self._charted, patience(THINKS))

    def _charted(self, found: Graph | None, over: bool) -> None:
        asked = self.view_state.charted
        if asked is None:
            return
        asked.graph = found if found is not None else asked.graph
        if over:
            asked.busy, asked.whole = False, True
        self.found()

    def close_graph(self) -> None:
        """Nobody looks at it any more."""
        self.slices.stop(NAME)
        self.view_state.charted = None
