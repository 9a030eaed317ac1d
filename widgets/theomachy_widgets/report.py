"""The report of a game: turning points, the chance to win turn by turn, luck in the fights, moves with variations."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import theomachy as th
from theomachy.answers.graph import Graph, graph, points_of
from theomachy.answers.luck import Luck, luck
from theomachy.answers.turning import Turning, turnings
from theomachy.answers.work import Budget, Work
from theomachy.engine.errors import IllegalAnswer
from theomachy.engine.game.game import Game
from theomachy.engine.game.questions import question_of
from theomachy.engine.runtime.decision import Answer
from theomachy.engine.tabletop.table import Marks, Table, Target
from theomachy.engine.wording import together
from theomachy.play.opponents import opponents_of

from .allowance import Visit
from .cell import Cell, Model
from .present import report
from .present.chance import term
from .present.film import moment_of
from .present.moment import Moment
from .slices import Later, Slices, patience

WALKS = 96  # of each turn, in the end
SECONDS = 60.0  # of the graph, and of looking into its swings
LONGEST_NOTE = 2_000  # signs
AT_ONCE = Budget(seconds=6.0)  # where no event loop shows what there is meanwhile


class Report(Cell):
    """What decided a game, measured while one reads; the line through where the game stands, to its end.

    To play on lets the game stand there, for whoever shows it.
    `view` is a seat (index, name, title or letters), or None to know everything. `walks` are those of each turn in the
    end; `later` brings what is found into the turn of a served page, `visit` pays for it. Raises `UnknownName` for a
    seat that is not there, `ValueError` for a theme or renderer that is none.
    """

    parts_at = {  # noqa: RUF012
        "reportbar": "bar", "reportpoints": "points", "reportgraph": "graph", "reportmoves": "moves",
    }  # fmt: skip
    script = "report"
    sheets = ("report",)
    kind = "report"
    looks = frozenset(("go", "seat", "point", "retry", "option", "turn", "swing", "copy", "again", "noting", "note"))

    def __init__(
        self,
        game: Game | str | Path,
        *,
        view: int | str | None = None,
        walks: int = WALKS,
        theme: str = "auto",
        renderer: str = "canvas",
        later: Later | None = None,
        visit: Visit | None = None,
    ) -> None:
        super().__init__(theme, renderer)
        self.game = game if isinstance(game, Game) else th.load(game)
        self.m: Moment = moment_of(self.game, view)
        self.viewer = self.game.seat(view)
        self.line = self.game.tree.line(self.game.here)
        self.end = self.line[-1]
        self.walks = walks
        mine = opponents_of(self.game)  # whoever plays against bots alone has written all notes himself
        self.notes = self.m.all or (bool(mine.bots) and len(mine.people) < 2)
        self.seat = self.viewer or 0
        self.at = self.line[0]  # where the board stands
        self.chosen = -1  # the turning point that is looked at
        self.graph = Graph(points_of(self.game, self.end))
        self.told: list[Turning] = []
        self.luck: Luck = luck(self.game, self.viewer, node=self.end)
        self.fault = ""
        self.noting = False  # a note is being written at the turn where the board stands
        self.slices = Slices(later, visit)
        self.slices.tell = self._cut_short
        self.add_board("board", *self.tables()["board"], width=544)
        self._assemble()
        if not self.empty:
            self.at = self.graph.points[-1].node
            self.measure()

    @property
    def playing(self) -> bool:
        """Is a game played on in place of it?"""
        return False

    def measure(self) -> None:
        """Begin to measure, from the last turn on."""
        self._work("graph", graph(self.game, self.viewer, node=self.end, walks=self.walks), self._measured)

    @property
    def empty(self) -> bool:
        """Is there too little for a report?"""
        return len({point.turn for point in self.graph.points}) < 2

    # -- measuring ----------------------------------------------------------------------------------------------------
    def _work(self, name: str, work: Work[Any], show: Callable[[Any, bool], None]) -> None:
        self.slices.start(name, work, show, patience(SECONDS, AT_ONCE))

    def _cut_short(self, why: str) -> None:
        self.error = why

    def _measured(self, latest: Graph | None, over: bool) -> None:
        if self.closed:
            return
        if latest is not None:
            self.graph = latest
        if over:
            self._look_into()
        self.refresh()

    def _look_into(self) -> None:
        """Look into the swings of the seat that the graph is of."""
        self.told, self.chosen = [], -1
        self._work("turnings", turnings(self.game, self.graph, self.seat), self._found)

    def _found(self, latest: list[Turning] | None, over: bool) -> None:
        if self.closed:
            return
        self.told = [*(latest or [])]
        if self.told and self.chosen < 0:
            self._choose(max(range(len(self.told)), key=lambda k: abs(self._swing(self.told[k]))))
        self.refresh()

    def _swing(self, one: Turning) -> float:
        return one.end.shares[self.seat] - one.start.shares[self.seat]

    # -- what it shows ------------------------------------------------------------------------------------------------
    def tables(self) -> dict[str, tuple[Table, Marks]]:
        table, marks, _ = self._look(self.at, self._answer())
        return {"board": (table, marks)}

    def _answer(self) -> Answer:
        one = self.told[self.chosen] if 0 <= self.chosen < len(self.told) else None
        entry = self.game.tree.nodes[one.after].entry if one is not None and one.node == self.at else None
        return None if entry is None else entry.answer

    def _look(self, node: int, answer: Answer = None) -> tuple[Table, Marks, int | None]:
        """The table at a node as the viewer sees it, with what an answer points at."""
        position, system = self.game.tree.nodes[node].position, self.game.system
        seen = position.state if self.m.all else system.view(position.state, self.viewer)
        table, targets = system.table(seen, self.viewer), tuple[Target, ...]()
        asked = position.decision
        if answer is not None and asked is not None and self.m.all:
            found = (o for o in question_of(system, position.state, asked).options if o.value == answer)
            targets = next((o.targets for o in found), ())
        areas = [int(t.removeprefix("area:")) for t in targets if t.startswith("area:")]
        return table, Marks(selected=frozenset(targets)), areas[0] if areas else None

    def stands(self) -> tuple[int, bool]:
        return self.at, self.playing

    def models(self) -> dict[str, Model]:
        turn = self.game.tree.nodes[self.at].moment[0]
        bar = {
            "title": self.game.names.get("title", "") or self.game.title,
            "line": self._summary(),
            "result": self._result(),
            "turn": max(turn, 0),
            "term": term(self.m),
            "playing": self.playing,
            "empty": report.EMPTY if self.empty else "",
        }
        if self.empty or self.playing:
            return {"reportbar": bar, "reportpoints": {}, "reportgraph": {}, "reportmoves": {}}
        points = [
            report.point(self.m, k, one, self.seat, self._picture(one), k == self.chosen)
            for k, one in enumerate(self.told)
        ]
        moves = report.moves(self.m, self.line, self.told, self.at, self.notes)
        if 0 <= self.chosen < len(self.told):
            moves["which"] = report.which(self.m, self.chosen, self.told[self.chosen])
        moves["figures"] = report.figures(self.m, self.graph)
        at = next((k for k, row in enumerate(moves["moves"]) if row["on"]), -1)
        if self.noting and at >= 0:
            moves["noting"] = {"at": at, "text": self.game.tree.nodes[self._noted()].note}
        return {
            "reportbar": bar,
            "reportpoints": {
                "who": self.game.seats[self.seat].name,
                "term": term(self.m),
                "points": points,
                "busy": self._busy(),
                "trust": report.trust(self.game.system),
            },
            "reportgraph": dict(report.graph(self.m, self.graph, self.told, self.luck, self.seat, self.at)),
            "reportmoves": dict(moves),
        }

    def _busy(self) -> str:
        if self.slices.busy("graph"):
            done, n = self.graph.measured, len(self.graph.points)
            return f"measuring: {done} of {n} {term(self.m)}s" if done < n else "measuring more closely"
        if self.slices.busy("turnings"):
            return "looking into the swings"
        if (done := self.graph.measured) < (n := len(self.graph.points)):
            return f"cut short: {done} of {n} {term(self.m)}s are measured"
        return "" if self.told else "No swing is larger than its error."

    def _picture(self, one: Turning) -> str:
        entry = self.game.tree.nodes[one.after].entry
        table, marks, area = self._look(one.node, None if entry is None else entry.answer)
        return report.picture(table, marks, self.shown, area)

    def _summary(self) -> str:
        names = [seat.name for seat in self.game.seats]
        who = " against ".join(names) if len(names) == 2 else ", ".join(names)
        turns = max((self.game.tree.nodes[n].moment[0] for n in self.line), default=0)
        named = [self.game.title] if self.game.names.get("title") else []  # it stands before this where it has no other
        return " · ".join([*named, who, f"{turns} {term(self.m)}s", f"{len(self.line) - 1:,} answers"])

    def _result(self) -> str:
        position = self.game.tree.nodes[self.end].position
        if position.decision is not None:
            return "not over"
        won = [self.m.person(w) for w in self.game.system.winners(position.state)]
        return f"{together(won)} won" if won else "nobody won"

    def words(self) -> str:
        """The report in words."""
        if self.empty:
            return report.EMPTY
        points = [report.point(self.m, k, one, self.seat, "", False) for k, one in enumerate(self.told)]
        return "\n".join(
            [f"{self._summary()}; {self._result()}", *(
                f"turn {p['turn']} {p['sign']} {p['came']}  {p['title']}: {p['text']}" for p in points
            )]
        )  # fmt: skip

    # -- what is done -------------------------------------------------------------------------------------------------
    def _choose(self, k: int) -> None:
        self.chosen, self.at, self.noting = k, self.told[k].node, False

    def _point(self, k: int) -> Turning:
        if not 0 <= k < len(self.told):
            raise IllegalAnswer("there is no such turning point")
        return self.told[k]

    def _do_point(self, k: int) -> None:
        """Let the board stand at a turning point."""
        self._point(k)
        self._choose(k)

    def _do_swing(self, step: int) -> None:
        """The next turning point, or the one before."""
        if self.told:
            self._choose((self.chosen + (1 if step > 0 else -1)) % len(self.told))

    def _do_go(self, node: int) -> None:
        """Let the board stand anywhere on the line, or on one that leaves it."""
        self.at, self.noting = self.game.tree.check(node), False

    def _do_turn(self, step: int) -> None:
        """The turn before or after the one where the board stands."""
        nodes = [point.node for point in self.graph.points]
        later = [n for n in nodes if n > self.at] if step > 0 else [n for n in reversed(nodes) if n < self.at]
        self.at, self.noting = (later[0] if later else self.at), False

    def _do_seat(self, i: int) -> None:
        """The chance of another seat."""
        if not 0 <= i < len(self.game.seats):
            raise IllegalAnswer("there is no such seat")
        self.seat = i
        if not self.slices.busy("graph"):
            self._look_into()

    def _do_retry(self, k: int) -> None:
        """Play on from the decision of a turning point; what is answered there is a new line."""
        self._play_from(self._point(k).node)

    def _do_play(self) -> None:
        """Play on from where the board stands."""
        self._play_from(self.at)

    def _do_option(self, k: int, i: int) -> None:
        """Play another answer of a turning point, as a new line, and go on from there."""
        one = self._point(k)
        if not 0 <= i < len(one.options):
            raise IllegalAnswer("there is no such option")
        self.game.go(one.node)
        self.game.play(one.options[i].answer)
        self._play_from(self.game.here)

    def _play_from(self, node: int) -> None:
        self.game.go(node)

    def _do_again(self) -> None:
        """Try the decision of the turning point again, if the board stands there; else play on from where it stands."""
        here = 0 <= self.chosen < len(self.told) and self.told[self.chosen].node == self.at
        if here:
            self._do_retry(self.chosen)
        else:
            self._do_play()

    def _noted(self) -> int:
        """The position at which a note of this turn stands: what the answer that is due led to, or the end."""
        one = self.told[self.chosen] if 0 <= self.chosen < len(self.told) else None
        if one is not None and one.node == self.at:
            return one.after
        place = self.line.index(self.at) if self.at in self.line else -1
        return self.line[place + 1] if 0 <= place < len(self.line) - 1 else self.at

    def _do_noting(self, on: bool = True) -> None:
        """Begin to write a note at the turn where the board stands, or leave it."""
        if on and not self.notes:
            raise IllegalAnswer("notes are for who may see all")
        self.noting = bool(on)

    def _do_note(self, text: str) -> None:
        """Write the note at the turn where the board stands; "" takes it away. It is saved with the game."""
        if not self.notes:
            raise IllegalAnswer("notes are for who may see all")
        self.noting = False
        self.game.note(str(text).strip()[:LONGEST_NOTE], self._noted())

    def _do_copy(self) -> None:
        """Hand the record of the whole game to the page."""
        if not self.m.all:
            raise IllegalAnswer("the moves of all are for who may see all")
        self.parts["reportmoves"].send({"do": "copy", "text": self.game.notation()})

    # -- in a page ----------------------------------------------------------------------------------------------------
    def panel(self) -> Any:
        import panel as pn

        from .visit import visit_of

        if pn.state.curdoc is not None and self.slices.later is None:
            self.slices.later = pn.state.curdoc.add_next_tick_callback
            self.slices.visit = visit_of(pn.state.curdoc)
        return super().panel()

    def _leave(self) -> None:
        self.slices.stop_all()
