"""A position editor as plain models for its panels: the palette, the check, the texts; it goes by kinds of tools."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from theomachy.engine.authoring.editor import Editor
from theomachy.engine.tabletop.palette import Tool, Violation, groups
from theomachy.engine.tabletop.table import NEUTRAL, Marks, Ray, Table, Target

from ..models.common import Token
from ..models.editor import ToolBlockSeat
from ..scene.buildings import silhouette
from ..scene.style import kind, map_colours, owner_colour
from . import measuring
from .desk import Desk
from .measured import line_of
from .measuring import Measure
from .rule import read
from .why import capital

MOST_FAULTS, MOST_AREAS = 6, 12
Model = dict[str, Any]


@dataclass
class EditViewState:
    """The choices of one editor's screen; nothing in here belongs to the position."""

    group: str = ""
    seat: int = 0
    tool: str = ""  # the tool that a click on the board uses
    take: bool = False  # a click takes away
    area: Target = ""  # what stands in this area is listed
    fault: int | None = None  # the fault that is lit alone
    glance: int | None = None  # the same while the pointer is on it
    rule: str = ""
    copied: tuple[str, str] | None = None  # what was asked for, and the text
    pasting: bool = False
    measure: Measure | None = None  # what is measured on the board


class Screen:
    """An editor as one screen shows it."""

    def __init__(self, editor: Editor, view_state: EditViewState, shown: str = "light") -> None:
        self.editor, self.view_state, self.shown = editor, view_state, shown
        self.table: Table = editor.table()
        self.tools = editor.tools
        self.groups = groups(self.tools)
        self.group = view_state.group if view_state.group in self.groups else next(iter(self.groups), "")
        self.names = {area.target: area.name for area in self.table.board.areas}
        self.picked = next((tool for tool in self.tools if tool.id == view_state.tool), None)

    # -- signs --------------------------------------------------------------------------------------------------------
    def colour(self, owner: int | str) -> str:
        """The word of an owner's colour."""
        return owner_colour(owner, self.table.seats)

    def seat_name(self, seat: int) -> str:
        """What a player is called at the table."""
        return self.table.seats[seat].title or self.table.seats[seat].name

    def seat_token(self, seat: int) -> Token:
        return {"o": self.colour(seat), "i": self.table.seats[seat].icon}

    def token(self, tool: Tool) -> Token | None:
        """The token of a tool, if it has one."""
        if form := silhouette(tool.form):
            return {"o": self.colour(tool.owner), "i": tool.icon, "f": form}
        if tool.icon:
            return {"o": self.colour(tool.owner), "i": tool.icon}
        return self.seat_token(tool.owner) if isinstance(tool.owner, int) else None

    def swatch(self, tool: Tool) -> str:
        """The colour of the ground that a tool paints."""
        found = map_colours(self.shown)[kind(tool.ground)["ground"]] if tool.ground else ""
        return str(found)

    # -- the palette --------------------------------------------------------------------------------------------------
    def page(self, tools: list[Tool]) -> int:
        """Whose page of a group is open."""
        pages = self.pages(tools)
        return self.view_state.seat if self.view_state.seat in pages else (pages[0] if pages else -1)

    @staticmethod
    def pages(tools: list[Tool]) -> list[int]:
        """The players that have tools of their own in a group; -1 when cards lie outside of hands."""
        found = sorted({tool.seat for tool in tools if tool.seat >= 0})
        if found and any(tool.seat < 0 and tool.kind == "card" for tool in tools):
            found.append(-1)
        return found

    def open_tools(self) -> list[Tool]:
        """The tools of the open tab and page, in the order in which they are drawn."""
        mine = [tool for tool in self.tools if tool.group == self.group]
        page = self.page(mine)
        shown = [t for t in mine if t.seat == page or (t.seat < 0 and (t.kind != "card" or page < 0))]
        sections = list(dict.fromkeys(t.section for t in shown))
        # What a click puts on the board comes first, also of owners that nobody plays; numbers of places off it after.
        return sorted(shown, key=lambda t: (not self.placed_on(t), sections.index(t.section), t.seat < 0))

    @staticmethod
    def placed_on(tool: Tool) -> bool:
        """Is a tool a piece of somebody, which a click puts on the board, or what lies on it and is nobody's?"""
        return tool.kind == "place" and bool(tool.piece or not tool.section)

    def blocks(self) -> list[Model]:
        """The open tab: runs of tools under one heading; the players are named before the first that is theirs."""
        mine = [tool for tool in self.tools if tool.group == self.group]
        pages, page, told = self.pages(mine), self.page(mine), False
        keys = {tool.id: i for i, tool in enumerate(self.keyed(), 1) if i <= 9}
        found: list[Model] = []
        last: tuple[str, bool] | None = None
        for tool in self.open_tools():
            paged = bool(pages) and (tool.seat >= 0 or tool.kind == "card")
            if last is None or (tool.section and tool.section != last[0]) or paged != last[1]:
                seats = None
                if paged and not told:
                    seats, told = [self._page(p, p == page) for p in pages], True
                found.append({"title": tool.section, "about": "", "seats": seats, "tools": []})
                last = tool.section, paged
            if not found[-1]["about"] and any(c.value == -1 and c.seat < 0 for c in tool.choices):
                found[-1]["about"] = self.told(tool)
            found[-1]["tools"].append(self._tool(tool, keys.get(tool.id, 0)))
        return found

    def keyed(self) -> list[Tool]:
        """What the keys 1 to 9 pick."""
        return [tool for tool in self.open_tools() if tool.kind == "place"]

    def _page(self, seat: int, on: bool) -> ToolBlockSeat:
        if seat < 0:
            return {"k": -1, "t": {"o": self.colour(NEUTRAL), "i": "card-random"}, "name": "Nobody's",
                    "text": "what no player has: the piles, and what lies open to all", "on": on}  # fmt: skip
        name = self.seat_name(seat)
        return {"k": seat, "t": self.seat_token(seat), "name": name, "text": f"what {name} has", "on": on}

    def _tool(self, tool: Tool, key: int = 0) -> Model:
        most = tool.most
        return {
            "id": tool.id,
            "kind": tool.kind,
            "name": tool.name,
            "t": self.token(tool),
            "ground": self.swatch(tool),
            "icon": tool.icon,
            "n": tool.value,
            "low": tool.low,
            "high": tool.high,
            "most": most,
            "over": bool(most) and isinstance(tool.value, int) and tool.value > most,
            "on": tool.id == self.view_state.tool,
            "text": self.told(tool),
            "rule": tool.rule,
            "key": key,
            "choices": [
                {"v": c.value, "label": c.label, "t": self.seat_token(c.seat) if c.seat >= 0 else None}
                for c in tool.choices
            ],
        }

    def told(self, tool: Tool) -> str:
        """What a tool does, in a line: its own words, else by its kind and the rule that it is of."""
        if tool.text:
            return tool.text
        book = self.editor.system.rulebook
        of = f" ({book[tool.rule].title[:1].lower()}{book[tool.rule].title[1:]})" if tool.rule in book else ""
        if tool.kind == "place":
            return f"a click on the board puts one there{of}"
        none = next((c.label for c in tool.choices if c.value == -1 and c.seat < 0), "")
        if none and any(c.seat >= 0 for c in tool.choices):
            return f"a click says which player has this; {none}: no player has{of}"
        if tool.kind == "choice":
            return f"a click says which of these it is{of}"
        return f"on or off{of}" if tool.kind == "toggle" else f"how many there are{of}"

    def spoken(self, tool: Tool) -> str:
        """A tool with its owner."""
        return f"{tool.name}, {self.seat_name(tool.seat)}" if tool.seat >= 0 else tool.name

    def here(self) -> Model | None:
        """Everything that lies in the area that was clicked last."""
        area = self.view_state.area
        if area not in self.names:
            return None
        rows = []
        for tool in self.tools:
            if tool.kind == "place" and not tool.ground and (n := self.editor.placed(tool.id, area)):
                rows.append(
                    {"id": tool.id, "name": self.spoken(tool), "t": self.token(tool), "n": n, "high": tool.high}
                )
        ground = next((t.name for t in self.tools if t.ground and self.editor.placed(t.id, area)), "")
        return {"name": self.names[area], "ground": ground, "rows": rows}

    def spread(self) -> list[str]:
        """Where the picked tool's things are, when the board itself does not show them."""
        tool = self.picked
        if tool is None or tool.kind != "place" or tool.piece or tool.ground or not tool.value:
            return []
        return [target for target in self.names if self.editor.placed(tool.id, target)]

    # -- the check ----------------------------------------------------------------------------------------------------
    def faults(self) -> Model:
        """What is impossible, how it could be mended, and what holds."""
        found = self.editor.violations
        hot = self.view_state.fault if self.view_state.fault is not None and self.view_state.fault < len(found) else 0
        rows = []
        for k, fault in enumerate(found[:MOST_FAULTS]):
            said = capital(fault.sentence)
            where = [self.names[t] for t in fault.targets if t in self.names and self.names[t] not in said]
            where += [f"{self.names[t]} {n}" for t, n, _ in self.too_many(fault)]
            more = f" and {len(where) - MOST_AREAS} more" if len(where) > MOST_AREAS else ""
            told = ", ".join(where[:MOST_AREAS]) + more
            rows.append({"k": k, "text": said, "where": told, "rule": fault.rule, "hot": k == self.view_state.fault})
        fix = self.editor.fix(found[hot]) if found else None
        return {
            "n": len(found),
            "rows": rows,
            "more": max(len(found) - MOST_FAULTS, 0),
            "fix": fix.sentence if fix else "",
            "fixes": hot,
            "checks": [{"text": check.sentence, "rule": check.rule} for check in self.editor.checks],
        }

    def too_many(self, fault: Violation) -> list[tuple[Target, int, Tool]]:
        """Where the pieces are that a fault names, and of which there are more than exist, when it names no place."""
        if any(target in self.names for target in fault.targets):
            return []
        over = [t for t in self.tools if t.kind == "place" and t.most and isinstance(t.value, int) and t.value > t.most]
        named = [tool for tool in over if tool.name.lower() in fault.sentence.lower()]
        return [(a, n, tool) for tool in named for a in self.names if (n := self.editor.placed(tool.id, a))]

    def lit(self, fault: Violation) -> set[Target]:
        """What a fault lights: its targets, or the pieces of which there are too many."""
        over = {(area, tool.owner, tool.icon) for area, _, tool in self.too_many(fault)}
        pieces = {p.target for p in self.table.pieces if (f"area:{p.area}", p.owner, p.icon) in over}
        return {*fault.targets, *(pieces or (area for area, _, _ in over))}

    def marks(self) -> Marks:
        """What is lit: faults (one alone while it is pointed at), the clicked area, where unseen things are."""
        if self.view_state.measure is not None:
            return measuring.marks(self.view_state.measure, self.ray[0])
        found = self.editor.violations
        k = self.view_state.glance if self.view_state.glance is not None else self.view_state.fault
        shown = found if k is None or k >= len(found) else found[k : k + 1]
        selected = frozenset((self.view_state.area,)) if self.view_state.area in self.names else frozenset()
        return Marks(
            selected=selected,
            faults=frozenset(target for fault in shown for target in self.lit(fault)),
            touched=frozenset(self.spread()),
            dim=False,
        )

    @property
    def ray(self) -> tuple[Ray | None, str]:
        """The line that somebody measures, and what went wrong."""
        return measuring.measured(self.editor.system, self.editor.state, self.view_state.measure)

    # -- panels -------------------------------------------------------------------------------------------------------
    def bar(self, playing: bool) -> Model:
        """The bar: what game, which position, play or edit."""
        editor = self.editor
        return {
            "title": editor.title,
            "place": self.table.place,
            "name": editor.name,
            "playing": playing,
            "violations": len(editor.violations),
        }

    def side(self) -> Model:
        """The side column."""
        view_state, editor = self.view_state, self.editor
        picked = None
        if self.picked is not None and self.picked.kind == "place":
            picked = {"name": self.spoken(self.picked), "text": self.picked.text, "high": self.picked.high,
                      "where": [self.names[t] for t in self.spread()][:MOST_AREAS]}  # fmt: skip
        return {
            "undo": editor.can_undo,
            "redo": editor.can_redo,
            "tabs": [{"k": g, "on": g == self.group} for g in self.groups],
            "blocks": self.blocks(),
            "keys": min(len(self.keyed()), 9),
            "take": view_state.take,
            "picked": picked,
            "here": self.here(),
            "check": self.faults(),
            "measuring": editor.system.measuring,
            "measured": line_of(editor.system, self.table, view_state.measure, *self.ray),
            "rule": read(editor.system.rulebook, view_state.rule, editor.system.slug),
            "copied": {"kind": view_state.copied[0], "text": view_state.copied[1]} if view_state.copied else None,
            "pasting": view_state.pasting,
        }

    def foot(self) -> Model:
        """The sheets on which is painted, and the table of all pieces on the map."""
        rows: list[Model] = []
        for seat in self.table.seats:
            mine = [tool for tool in self.tools if tool.piece and tool.seat == seat.index]
            if mine:
                rows.append({"t": self.seat_token(seat.index), "name": self.seat_name(seat.index),
                             "cells": [self._tool(tool) for tool in mine]})  # fmt: skip
        desk = Desk(self.table, self.tools).model() if self.table.papers or self.table.lines else {}
        pool = any(cell["most"] for row in rows for cell in row["cells"])
        return {"rows": rows, "pool": pool, "desk": desk} if rows or desk else {}
