"""Sheets in the position editor: a box that names a tool is painted by a click."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from theomachy.engine.game.game import Option
from theomachy.engine.tabletop.beside import Block, BlockGroup, BoxRow, Line, WriteBox, WriteSheet
from theomachy.engine.tabletop.palette import Tool
from theomachy.engine.tabletop.table import Table

from .lines import model as lines_of
from .moment import Moment, ViewState
from .paper import sheet_of

Model = dict[str, Any]
PAINTS = ("toggle", "number", "card", "choice")  # kinds of tools that need no area


class Desk(Moment):
    """A table in an editor, at which everything that names a tool may be written."""

    def __init__(self, table: Table, tools: Iterable[Tool]) -> None:
        self.tools = {tool.id: tool for tool in tools if tool.kind in PAINTS}
        self.live: dict[str, Option] = {}
        self.kept = {"live": self.live, "hot": ()}
        self.view_state, self.viewer, self.all, self._colours = ViewState(), None, True, {}
        papers = tuple(self._sheet(paper) for paper in table.papers)
        lines = tuple(self._line(line) for line in table.lines)
        self.__dict__["table"] = self.__dict__["shown"] = replace(table, papers=papers, lines=lines)

    def _tool(self, tool: str, target: str) -> str:
        """The tool that a thing names: by itself, or in the words in which options name it."""
        for id_ in (tool, target):
            if (found := self.tools.get(id_.partition("=")[0])) is not None:
                self.live[id_] = Option(0, id_, found.name, found.text, "", (id_,))
                return id_
        return ""

    def _box(self, box: WriteBox) -> WriteBox:
        return replace(box, target=self._tool(box.tool, box.target), brings="")

    def _rows(self, rows: Iterable[BoxRow]) -> tuple[BoxRow, ...]:
        return tuple(replace(row, boxes=tuple(map(self._box, row.boxes))) for row in rows)

    def _block(self, block: Block) -> Block:
        box = self._box(block.box) if block.box is not None else None
        return replace(block, box=box, rows=self._rows(block.rows))

    def _group(self, group: BlockGroup) -> BlockGroup:
        return replace(group, blocks=tuple(map(self._block, group.blocks)), rows=self._rows(group.rows))

    def _sheet(self, sheet: WriteSheet) -> WriteSheet:
        groups, aside = (tuple(map(self._group, groups)) for groups in (sheet.groups, sheet.aside))
        return replace(sheet, groups=groups, aside=aside, rounds=tuple(map(self._box, sheet.rounds)))

    def _line(self, line: Line) -> Line:
        return replace(
            line, items=tuple(replace(item, target=self._tool(item.tool, item.target)) for item in line.items)
        )

    def model(self) -> Model:
        """All sheets and lines on which something can be painted."""
        sheets = [sheet_of(self, paper) for paper in self.shown.papers if any(box.target for box in paper.boxes)]
        lines = lines_of(self) if any(item.target for line in self.shown.lines for item in line.items) else {}
        return {"sheets": sheets, "lines": lines} if sheets or lines else {}


def painted(tool: Tool, *, take: bool, to: str = "") -> int | str:
    """What a click makes of a tool: a tick comes or goes, a number rises or falls, a choice goes on to its next.

    With `to` it becomes that; if it is that already, or is to be taken away, one less, or the choice of nothing.
    """
    values = [choice.value for choice in tool.choices]
    if to:
        wanted = int(to)
        back: int | str = (-1 if -1 in values else values[0]) if values else max(tool.low, wanted - 1)
        return back if take or tool.value == wanted else wanted
    if tool.kind == "toggle" or (tool.kind == "number" and tool.high - tool.low == 1):
        return tool.low if take or tool.value != tool.low else tool.high
    if tool.kind == "choice":
        return values[(values.index(tool.value) + (-1 if take else 1)) % len(values)]
    assert isinstance(tool.value, int)
    return max(tool.low, min(tool.high, tool.value + (-1 if take else 1)))
