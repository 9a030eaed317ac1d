"""Two positions of one tree beside each other: what lies differently, the figures, and where their lines part."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from theomachy.engine.errors import UnknownName
from theomachy.engine.game.game import Game
from theomachy.engine.tabletop.beside import WriteSheet
from theomachy.engine.tabletop.table import Marks, Piece, Table, Target
from theomachy.engine.wording import whose

from ..models.lab import CmpbaseFigure
from . import timeline
from .film import capital, lines
from .moment import Moment, View, ViewState

Model = dict[str, Any]
MOST_ROWS = 200
MOST_LINES = 7  # of the tree above the boards
MOST_TICKS = 120  # of one line
Key = tuple[int, int | str, str, tuple[str, ...]]  # area, owner, kind, condition


@dataclass(frozen=True, slots=True)
class Difference:
    """Something that lies otherwise: `before` and `after` are in words, `target` is where."""

    what: str
    before: str
    after: str
    target: Target = ""
    owner: int | str = -2


def node_of(game: Game, which: int | str) -> int:
    """A position by its number, by the name of a position or of a line ("main line": the end of the main line).

    Raises `IllegalAnswer` for a number and `UnknownName` for a name that is not there.
    """
    tree = game.tree
    if isinstance(which, int) and not isinstance(which, bool):
        return tree.check(which)
    wanted = str(which).strip().casefold()
    if wanted == "main line":
        return tree.main()[-1]
    named = [(n, node.name) for n, node in enumerate(tree.nodes) if node.name]
    for n, name in named:
        if name.casefold() == wanted:
            # The name of the first position after a parting is the name of the line: its end is meant.
            first = tree.nodes[n].parent >= 0 and len(tree.nodes[tree.nodes[n].parent].children) > 1
            end = n
            while first and tree.nodes[end].children:
                end = tree.nodes[end].children[0]
            return end
    known = ", ".join(["main line", *(name for _, name in named)])
    raise UnknownName(f"there is no position or line {str(which)[:80]!r}; there are {known}")


def counted(table: Table) -> dict[Key, tuple[int, Piece]]:
    """The pieces of a table, equal ones in one place counted together."""
    found: dict[Key, tuple[int, Piece]] = {}
    for piece in table.pieces:
        key = (piece.area, piece.owner, piece.kind, tuple(sorted(piece.marks)))
        found[key] = (found.get(key, (0, piece))[0] + piece.count, piece)
    return found


def differences(a: Table, b: Table) -> list[Difference]:
    """What lies differently on two tables: ground, pieces, places, tints, tracks, sheets, lines and what is written."""
    areas = {area.id: area for area in (*a.board.areas, *b.board.areas)}
    found = []
    kinds = {area.id: area.kind for area in a.board.areas}
    for area in b.board.areas:
        if kinds.get(area.id, area.kind) != area.kind:
            found.append(_plain(f"Ground of {area.name}", kinds[area.id], area.kind, area.target))
    before, after = counted(a), counted(b)
    for key in sorted({*before, *after}, key=lambda k: (k[0], str(k[1]), k[2], k[3])):
        n, m = (side.get(key, (0, None))[0] for side in (before, after))
        if n == m:
            continue
        piece = (before.get(key) or after[key])[1]
        where = areas[piece.area].name if piece.area in areas else "beside the board"
        state = f" ({', '.join(key[3])})" if key[3] else ""
        target = areas[piece.area].target if piece.area in areas else ""
        found.append(Difference(f"{where}: {piece.name}{state}", str(n), str(m), target, piece.owner))
    found += _places(a, b, {area.id: area.name for area in areas.values()})
    tints = [{(area, name) for area, _, name in t.tints} for t in (a, b)]
    for area_id, name in sorted(tints[0] ^ tints[1]):
        here = areas[area_id]
        was, now = ("yes" if (area_id, name) in side else "no" for side in tints)
        found.append(Difference(f"{here.name}: {name}", was, now, here.target))
    tracks = {t.name: t.cells[t.at] if 0 <= t.at < len(t.cells) else "none" for t in a.tracks}
    for t in b.tracks:
        now = t.cells[t.at] if 0 <= t.at < len(t.cells) else "none"
        if tracks.get(t.name, now) != now:
            found.append(Difference(t.name, tracks[t.name], now))
    return found + _sheets(a, b) + _lines(a, b) + _papers(a, b)


def _plain(what: str, before: str, after: str, target: Target) -> Difference:
    return Difference(what, before.replace("_", " "), after.replace("_", " "), target)


def _places(a: Table, b: Table, names: dict[int, str]) -> list[Difference]:
    """Gates and the like: there or not, and who holds them."""

    def held(table: Table) -> dict[tuple[int, str], str]:
        return {
            (p.area, p.name): "nobody's" if p.holder is None else whose(table.seats[p.holder].name)
            for p in table.places
        }

    old, new = held(a), held(b)
    return [
        Difference(f"{names.get(key[0], '')}: {key[1]}", old.get(key, "none"), new.get(key, "none"), f"area:{key[0]}")
        for key in sorted({*old, *new})
        if old.get(key) != new.get(key)
    ]


def _sheets(a: Table, b: Table) -> list[Difference]:
    found = []
    for one, two in zip(a.sheets, b.sheets, strict=False):
        before = {(row, s.name): s.filled for row, slots in one.slots for s in slots if s.name}
        after = {(row, s.name): s.filled for row, slots in two.slots for s in slots if s.name}
        for (row, name), filled in after.items():
            if before.get((row, name), filled) != filled:
                was, now = ("yes" if x else "no" for x in (before[row, name], filled))
                found.append(Difference(f"{row}: {name}", was, now, "", one.seat))
        for token in dict.fromkeys((*one.tokens, *two.tokens)):
            if (token in one.tokens) != (token in two.tokens):
                was, now = ("yes" if token in side.tokens else "no" for side in (one, two))
                found.append(Difference(capital(token), was, now, "", one.seat))
    return found


def _lines(a: Table, b: Table) -> list[Difference]:
    """Marks on things of a line, such as monsters that somebody has beaten."""

    def marks(table: Table) -> dict[tuple[str, int], str]:
        return {(item.name, mark.seat): mark.name for line in table.lines for item in line.items for mark in item.marks}

    old, new = marks(a), marks(b)
    return [
        Difference(key[0], old.get(key, "no mark"), new.get(key, "no mark"), "", key[1])
        for key in dict.fromkeys((*old, *new))
        if old.get(key) != new.get(key)
    ]


def _papers(a: Table, b: Table) -> list[Difference]:
    """Boxes of sheets that are written on; not of one that nobody may look at."""
    found = []
    for one, two in zip(a.papers, b.papers, strict=False):
        if one.closed or two.closed:
            continue
        before, after = written(one), written(two)
        for name, now in after.items():
            if before.get(name, now) != now:
                found.append(Difference(capital(name), before[name] or "empty", now or "empty", "", two.seat))
    return found


def written(sheet: WriteSheet) -> dict[str, str]:
    """What stands in each box of a sheet, by its name; a box that has no name of its own has that of its block."""
    found: dict[str, str] = {}
    for group in (*sheet.groups, *sheet.aside):
        for block in group.blocks:
            if block.box is not None:
                found[block.name] = block.box.text or block.box.mark
            for row in block.rows:
                alone = row.name if len(row.boxes) == 1 else ""  # of several boxes each has a name of its own
                found |= {f"{block.name}, {alone or box.name}": box.text or box.mark for box in row.boxes}
        for row in group.rows:
            found |= {f"{row.name or group.name}: {box.name}": box.text or box.mark for box in row.boxes}
    return found


class Pair:
    """Two positions of a game as one viewer may see them.

    `level`: of two lines that end at different moments, the longer is looked at where the shorter ends; what the two
    are called follows from the ends.
    """

    def __init__(self, game: Game, a: int, b: int, view: View, *, level: bool = False) -> None:
        self.game, self.ends = game, (a, b)
        self.m = Moment(game, ViewState(view=view))
        tree = game.tree
        self.nodes = self._level() if level else self.ends
        self.tables = tuple(self.m.table_of(tree.nodes[n].position.state) for n in self.nodes)
        paths = [tree.path(n) for n in self.nodes]
        self.depth = next(
            (i for i, pair in enumerate(zip(*paths, strict=False)) if pair[0] != pair[1]), min(map(len, paths))
        )
        self.paths = paths
        self.found = differences(*self.tables)

    def _level(self) -> tuple[int, int]:
        """The last positions of both lines at the latest turn and phase that both have come to."""
        tree = self.game.tree
        runs = [tree.path(n) for n in self.ends]
        shared = sum(1 for x, y in zip(*runs, strict=False) if x == y)
        if min(map(len, runs)) == shared:
            return self.ends  # one lies on the way to the other
        latest = min(tree.nodes[run[-1]].moment[:2] for run in runs)
        found = []
        for run in runs:
            seen = [n for n in self.m.visible(run)[shared:] if tree.nodes[n].moment[:2] <= latest]
            found.append(seen[-1] if seen else run[-1])
        return found[0], found[1]

    @property
    def may_level(self) -> bool:
        """Do the two end at different moments of lines that have parted?"""
        return self._level() != self.ends

    @property
    def parted(self) -> int:
        """The last position that both lines share."""
        return self.paths[0][self.depth - 1]

    def marks(self) -> Marks:
        """The areas where something lies differently."""
        return Marks(aimed=frozenset(d.target for d in self.found if d.target), dim=False)

    def side(self, i: int) -> Model:
        """The heading of one board."""
        tree, m, n = self.game.tree, self.m, self.nodes[i]
        node, table = tree.nodes[n], self.tables[i]
        run = tree.path(self.ends[i])[self.depth :]
        name = tree.nodes[self.ends[i]].name if m.all else ""
        if not name and self.ends[i] == tree.main()[-1]:
            name = timeline.main_name(m)
        if not name and run:
            name = timeline.line_name(m, run)
        phase = table.phases[table.phase] if 0 <= table.phase < len(table.phases) else ""
        turn = tree.nodes[self.parted].moment[0]
        left = f" · parted {f'at turn {turn}' if turn > 0 else 'at the set-up'}" if run and turn >= 0 else ""
        return {
            "name": capital(name or f"Position {n}"),
            "o": m.colour(node.entry.who) if node.entry else "rule",
            "sub": ", ".join(part for part in (table.place, phase.lower()) if part) + left,
            "note": node.note if m.all else "",
        }

    def lines(self) -> list[tuple[int, str]]:
        """The ends of all lines, by position, with what each is called; and the two positions, if they are no ends."""
        m, tree = self.m, self.game.tree
        found = {}
        for each in lines(m, tree.main()[-1]):
            run = list(each.path[each.depth + 1 :])
            turn = tree.nodes[each.path[each.depth]].moment[0]
            name = f"{capital(timeline.line_name(m, run))} · {f'turn {turn}' if turn > 0 else 'set-up'}"
            found[each.path[-1]] = capital(timeline.main_name(m)) if each.parent < 0 else name
        for i, n in enumerate(self.ends):
            found.setdefault(n, self.side(i)["name"])
        return sorted(found.items())

    def tree(self) -> Model:
        """The lines as they leave one another, drawn over turns; where the two positions stand on them."""
        m, nodes = self.m, self.game.tree.nodes
        every = lines(m, self.game.tree.main()[-1])
        kept = [each for each in every if each.parent < 0 or each.path[-1] in self.ends]
        kept += [each for each in every if each not in kept][: MOST_LINES - len(kept)]
        kept.sort(key=every.index)
        around = [n for n in self.nodes if not any(n in each.path for each in kept)]
        if around:
            return {}  # a position that this viewer has no line for
        turns = sorted({nodes[n].moment[0] for each in kept for n in each.path})
        rows = []
        for each in kept:
            above = every[each.parent] if each.parent >= 0 else None
            while above is not None and above not in kept:
                above = every[above.parent]
            own = m.visible(list(each.path))
            across = self._across(own, turns)
            run = [n for n in own if n not in set(each.path[: each.depth + 1])]
            ticks = [[across[n], m.colour(entry.who)] for n in run if (entry := nodes[n].entry) is not None]
            name = capital(timeline.main_name(m) if above is None else timeline.line_name(m, run))
            last = nodes[each.path[-1]]
            rows.append(
                {
                    "name": name,
                    "end": each.path[-1],
                    "note": last.note if m.all else "",
                    "over": kept.index(above) if above is not None else -1,
                    "from": max((across[n] for n in own if n not in run), default=0.0),
                    "to": across[own[-1]],
                    "o": m.colour(last.entry.who) if last.entry else "rule",
                    "ticks": ticks[:: -(-len(ticks) // MOST_TICKS) or 1],
                    "sides": [i for i, end in enumerate(self.ends) if end == each.path[-1]],
                    "at": [[i, across[n]] for i, n in enumerate(self.nodes) if n in across and n in (run or own)],
                }
            )
        words = [str(turn) if turn > 0 else "set-up" for turn in turns]
        return {"turns": words, "lines": rows, "more": len(every) - len(kept)}

    def _across(self, path: list[int], turns: list[int]) -> dict[int, float]:
        """How far to the right each position of a line is drawn: a turn is as long as any other."""
        nodes, found = self.game.tree.nodes, dict[int, float]()
        for at, turn in enumerate(turns):
            within = [n for n in path if nodes[n].moment[0] == turn]
            found |= {n: round(at + i / len(within), 3) for i, n in enumerate(within)}
        return found

    def base(self) -> Model:
        """Figures beside each other, where the lines part, and the list of differences."""
        m = self.m
        columns = [self.side(i)["name"] for i in (0, 1)]
        return {
            "columns": columns,
            "figures": self._figures(),
            "seats": [{"t": m.seat_token(s.index), "name": m.seat_name(s.index)} for s in m.seats],
            "parting": self._parting(),
            "rows": [
                {"what": d.what, "a": d.before, "b": d.after, "o": m.colour(d.owner) if d.owner != -2 else "rule"}
                for d in self.found[:MOST_ROWS]
            ],
            "more": max(0, len(self.found) - MOST_ROWS),
        }

    def _figures(self) -> list[CmpbaseFigure]:
        """A row a figure; for each seat both values and the difference."""
        rows: dict[str, list[Any]] = {}
        for seat in self.m.seats:
            sides = [
                {f.label: f.value for sheet in t.sheets if sheet.seat == seat.index for f in sheet.figures}
                for t in self.tables
            ]
            for label in dict.fromkeys((*sides[0], *sides[1])):
                a, b = (side.get(label, 0) for side in sides)
                rows.setdefault(label, [[0, 0, 0] for _ in self.m.seats])[seat.index] = [a, b, b - a]
        return [{"label": capital(label), "cells": cells} for label, cells in rows.items()]

    def _parting(self) -> Model:
        """The first answer of each line after they part."""
        tree, m = self.game.tree, self.m
        steps = []
        for i in (0, 1):
            run = m.visible(list(self.paths[i]))
            run = [n for n in self.paths[i][self.depth :] if n in run]
            if not run:
                steps.append({"o": "rule", "say": "stays here", "who": ""})
                continue
            entry = tree.nodes[run[0]].entry
            assert entry is not None
            steps.append(
                {"o": m.colour(entry.who), "say": timeline.said(m, run[0]), "who": m.system.name_of(entry.who)}
            )
        where = m.system.where(m.seen(tree.nodes[self.parted].position.state))
        decision = tree.nodes[self.parted].position.decision
        rule = decision.rule if decision is not None and not (decision.quiet and not m.all) else ""
        return {"where": where, "steps": steps, "rule": rule}
