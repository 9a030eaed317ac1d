"""Two positions or branches side by side: both boards with what differs ringed, figures, and where they part."""

from __future__ import annotations

from theomachy.engine.errors import IllegalAnswer
from theomachy.engine.game.game import Game
from theomachy.engine.tabletop.table import Marks, Table

from .cell import Cell, Model
from .present import ALL, SPECTATOR
from .present.compare import Difference, Pair, node_of
from .present.moment import View
from .present.rules import opened


class Compare(Cell):
    """Two positions of a game: numbers of positions, or names of positions and lines ("main line", "Plague on G6").

    The name of a line means its end. `view` is a seat (index, name, title or letters), "spectator", or None to see
    everything. `differences` lists what lies differently. Raises `IllegalAnswer` or `UnknownName` for a position, seat
    or line that is not there, and `ValueError` for a theme or renderer that is none.
    """

    parts_at = {"cmpbar": "bar", "cmpleft": "left", "cmpright": "right", "cmpbase": "base"}  # noqa: RUF012
    script = "compare"
    kind = "compare"

    def __init__(
        self,
        game: Game,
        node_a: int | str,
        node_b: int | str,
        *,
        view: int | str | None = None,
        theme: str = "auto",
        renderer: str = "canvas",
        width: float = 640,
    ) -> None:
        self.game = game
        seat = view if view in (None, ALL, SPECTATOR) else game.seat(view)
        wanted: View = ALL if seat is None else seat
        a, b = node_of(game, node_a), node_of(game, node_b)
        self.level = not any(game.tree.nodes[n].children for n in (a, b))  # two lines: at the same moment
        self.pair = Pair(game, a, b, wanted, level=self.level)
        super().__init__(theme, renderer)
        self.rule = ""
        for name, place in (("board", ""), ("board2", "board2")):
            self.add_board(name, *self.tables()[name], width=width, place=place)
        self._assemble()

    @property
    def differences(self) -> tuple[Difference, ...]:
        """What lies differently."""
        return tuple(self.pair.found)

    def tables(self) -> dict[str, tuple[Table, Marks]]:
        marks = self.pair.marks()
        return {"board": (self.pair.tables[0], marks), "board2": (self.pair.tables[1], marks)}

    def stands(self) -> tuple[int, int]:
        return self.pair.nodes

    def models(self) -> dict[str, Model]:
        pair, n = self.pair, len(self.pair.found)
        rule = opened(pair.m.system, self.rule, {})
        lines = [list(line) for line in pair.lines()]
        return {
            "cmpbar": {
                "title": self.game.title,
                "say": f"{n} {'difference' if n == 1 else 'differences'}",
                "level": self.level if pair.may_level else None,
                "tree": pair.tree(),
            },
            "cmpleft": {**pair.side(0), "lines": lines, "at": pair.ends[0]},
            "cmpright": {**pair.side(1), "lines": lines, "at": pair.ends[1]},
            "cmpbase": {**pair.base(), "rule": rule},
        }

    def _do_rule(self, id_: str) -> None:
        self.rule = "" if id_ == self.rule else str(id_)[:40]

    def _do_swap(self) -> None:
        a, b = self.pair.ends
        self._show(b, a)

    def _do_level(self) -> None:
        """Both at the same moment, or each at its end."""
        self.level = not self.level
        self._show(*self.pair.ends)

    def _show(self, a: int, b: int) -> None:
        self.pair = Pair(self.game, a, b, self.pair.m.view_state.view, level=self.level)

    def _do_line(self, i: int, node: int) -> None:
        """Show the end of another line at the left (0) or at the right (1); only one of the list."""
        if node not in {end for end, _ in self.pair.lines()}:
            raise IllegalAnswer("that line is not in the list")
        a, b = self.pair.ends
        self._show(a if i else node, node if i else b)

    def _do_stand(self, i: int) -> None:
        """Let the game itself stand at one of the two."""
        self.game.go(self.pair.nodes[1 if i else 0])

    def words(self) -> str:
        """The differences in words."""
        base = self.pair.base()
        rows = [f"{d.what}: {d.before} → {d.after}" for d in self.pair.found]
        return "\n".join([" / ".join(base["columns"]), f"parted at {base['parting']['where']}", *rows])
