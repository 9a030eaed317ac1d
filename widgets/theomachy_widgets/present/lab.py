"""The lower tabs: the tree of lines with names and notes, figures over the turns, the rule index."""

from __future__ import annotations

from typing import Any

from theomachy import shipped
from theomachy.engine.errors import ScenarioError

from ..models.lab import LabNode
from . import rules as pages
from . import timeline
from .moment import Moment
from .readings import may_compare

MOST_RULES, MOST_LINES = 60, 24


def model(m: Moment) -> dict[str, Any]:
    """The tabs; only the open one is filled."""
    tab = m.view_state.tab
    found: dict[str, Any] = {"tab": tab}
    if tab == "tree":
        found["tree"] = tree(m)
    elif tab == "chart":
        found["chart"] = chart(m)
    elif tab == "rules":
        found["rules"] = rules(m)
    return found


def rules(m: Moment) -> dict[str, Any]:
    """The rule index, searched."""
    book = m.system.rulebook
    hits = book.search(m.view_state.rules) if m.view_state.rules.strip() else list(book)
    open_ = _with_questions(m)
    if m.view_state.asked:
        hits = [r for r in hits if r.id in open_]
    return {
        "text": m.view_state.rules,
        "say": f"{len(hits)} of {len(open_ if m.view_state.asked else book)}",
        "asked": m.view_state.asked,
        "hits": [{"id": r.id, "title": r.title, "where": r.where, "q": r.id in open_} for r in hits[:MOST_RULES]],
        "open": _page(m) or None,
    }


def _with_questions(m: Moment) -> set[str]:
    """The rules that leave a question open."""
    known = pages.switches(m.system)
    return {ruling.rule for ruling in known.values()} | {r.id for r in m.system.rulebook if r.ruling in known}


def _page(m: Moment) -> dict[str, Any]:
    """The open rule with its questions and the scenarios that show it; those are looked for when first asked for."""
    if not m.view_state.rule:
        return {}
    if m.memory.scenarios is None:
        try:
            m.memory.scenarios = pages.scenarios_of(m.system, shipped.scenarios(m.system.slug))
        except ScenarioError:  # somebody's half-written file must not close the rule index
            m.memory.scenarios = {}
    return pages.opened(m.system, m.view_state.rule, m.memory.scenarios)


def chart(m: Moment) -> dict[str, Any]:
    """The figures of every seat over the turns."""
    past = m.history()
    keys = list(past[-1][2][0]) if past and past[-1][2] else []
    series = [
        [
            {
                "name": m.seat_name(s.index),
                "o": m.colour(s.index),
                "values": [row[2][s.index].get(key, 0) for row in past],
            }
            for s in m.seats
        ]
        for key in keys
    ]
    return {
        "keys": [k.replace("_", " ").capitalize() for k in keys],
        "turns": [row[0] for row in past],
        "series": series,
    }


def lines(m: Moment) -> list[tuple[int | None, list[int]]]:
    """All lines of the tree: the main line first, then every branch as (where it leaves, its positions).

    A screen of one player shows the line on which the game stands.
    """
    t = m.game.tree
    if m.view_state.locked:
        return [(None, m.line)]
    return [(None, t.main()), *list(t.branches())[: MOST_LINES - 1]]


def stations(m: Moment) -> list[tuple[int, int]]:
    """The positions that are drawn, as (line, node): ends, names, notes and here; a click tells one by its place."""
    t, here, found = m.game.tree, m.stands, []
    for i, (leaves, run) in enumerate(lines(m)):
        named = [] if m.view_state.locked else [n for n in run if t.nodes[n].name or t.nodes[n].note]
        kept = [n for n in run if n in (here, run[-1]) or n in named]
        found += [(i, n) for n in ([0] if leaves is None and 0 not in kept else []) + kept]
    return found


def tree(m: Moment) -> dict[str, Any]:
    """The tree as lines in lanes, with its named positions."""
    t, here, known = m.game.tree, m.stands, lines(m)
    deep: dict[int, int] = {}  # how deep a position lies, for this viewer
    lane_of: dict[int, int] = {}
    spans: list[tuple[int, int, int]] = []  # lane, from, to
    drawn: list[dict[str, Any]] = []
    places = stations(m)
    for i, (leaves, run) in enumerate(known):
        last, shown = t.nodes[run[-1]], m.visible(run)
        start = deep[leaves] if leaves is not None else 0
        at, seen = (start if leaves is not None else -1), set(shown)
        for n in run:
            at += n in seen
            deep[n] = at
        lane = 0 if leaves is None else _free(spans, start, at + 20, i)
        spans.append((lane, start, at + 20))
        lane_of |= dict.fromkeys(run, lane)
        entries = [(deep[n], e) for n in shown[:: max(1, len(shown) // 120)] if (e := t.nodes[n].entry)]
        where = m.system.where(m.seen(last.position.state)) if len(known) <= 12 else f"turn {last.moment[0]}"
        drawn.append(
            {
                "lane": lane,
                "up": None if leaves is None else lane_of[leaves],
                "from": start,
                "to": at,
                "ticks": [[depth, m.colour(e.who)] for depth, e in entries],
                "name": timeline.main_name(m) if leaves is None else timeline.name_of(m, shown or run),
                "note": where if m.view_state.locked else last.note or where,
                "end": places.index((i, run[-1])),
            }
        )
    nodes = [_station(m, k, i, n, deep[n], drawn[i]["lane"], known[i][1][-1]) for k, (i, n) in enumerate(places)]
    turns: list[list[Any]] = []
    for n in known[0][1]:
        turn = str(t.nodes[n].moment[0])
        if turn != "0" and (not turns or turns[-1][1] != turn):
            turns.append([deep[n], turn])
    notes = 0 if m.view_state.locked else sum(bool(n.note) for n in t.nodes)
    say = f"{len(known)} {'line' if len(known) == 1 else 'lines'}, {notes} {'note' if notes == 1 else 'notes'}"
    return {
        "lines": drawn,
        "nodes": nodes,
        "turns": turns,
        "deep": max(deep.values()),
        "low": min(s[0] for s in spans),
        "high": max(s[0] for s in spans),
        "say": say,
        "name": "" if m.view_state.locked else t.nodes[here].name,
        "note": "" if m.view_state.locked else t.nodes[here].note,
        "main": here in set(known[0][1]),
        "where": m.table.place,
        "readings": may_compare(m),
    }


def _station(m: Moment, k: int, line: int, n: int, depth: int, lane: int, last: int) -> LabNode:
    node, mine = m.game.tree.nodes[n], not m.view_state.locked
    entry = m.game.tree.nodes[m.visible(m.game.tree.path(n))[-1]].entry
    return {
        "n": k,
        "l": line,
        "depth": depth,
        "lane": lane,
        "o": m.colour(entry.who) if entry else "neutral",
        "name": (node.name if mine else "") or ("start" if n == 0 else ""),
        "note": node.note if mine else "",
        "here": n == m.stands,
        "end": n == last and n != 0,
        "say": f"turn {node.moment[0]}",
    }


def _free(spans: list[tuple[int, int, int]], start: int, end: int, count: int) -> int:
    """The nearest lane that is free there, above and below in turn."""
    for distance in range(1, 40):
        for lane in (-distance, distance) if count % 2 else (distance, -distance):
            if all(s[0] != lane or end < s[1] or s[2] < start for s in spans):
                return lane
    return 40
