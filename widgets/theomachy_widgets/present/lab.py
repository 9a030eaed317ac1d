"""The lower tabs: the tree of lines with names and notes, figures over the turns, the rule index."""

from __future__ import annotations

from typing import Any

from . import timeline
from .moment import Moment

MOST_RULES, MOST_LINES, MOST_TICKS = 60, 24, 400


def model(m: Moment) -> dict[str, Any]:
    """The tabs; only the open one is filled."""
    tab = m.look.tab
    found: dict[str, Any] = {"tab": tab}
    if tab == "tree":
        found["tree"] = tree(m)
    elif tab == "chart":
        found["chart"] = chart(m)
    elif tab == "rules":
        found["rules"] = rules(m)
    return found


def rule(m: Moment, rule_id: str) -> dict[str, Any]:
    """One rule; empty when none is open."""
    if not rule_id or rule_id not in m.system.rulebook:
        return {}
    r = m.system.rulebook[rule_id]
    return {"id": r.id, "title": r.title, "text": r.text, "where": r.where, "ruling": r.ruling}


def rules(m: Moment) -> dict[str, Any]:
    """The rule index, searched."""
    book = m.system.rulebook
    hits = book.search(m.look.rules) if m.look.rules.strip() else list(book)
    say = f"{len(hits)} of {len(book)}"
    return {
        "text": m.look.rules,
        "say": say,
        "hits": [{"id": r.id, "title": r.title, "where": r.where} for r in hits[:MOST_RULES]],
        "open": rule(m, m.look.rule) or None,
    }


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
    """All lines of the tree: the main line first, then every branch as (where it leaves, its positions)."""
    t = m.game.tree
    return [(None, t.main()), *list(t.branches())[: MOST_LINES - 1]]


def tree(m: Moment) -> dict[str, Any]:
    """The tree as lines in lanes, with its named positions. Positions are told by their place in `order`."""
    game, t = m.game, m.game.tree
    known = lines(m)
    lane_of: dict[int, int] = {}
    spans: list[tuple[int, int, int]] = []  # lane, from, to
    drawn, nodes, order = [], [], []
    here = game.here
    for count, (leaves, run) in enumerate(known):
        start, end = t.nodes[leaves].depth if leaves is not None else 0, t.nodes[run[-1]].depth
        up = lane_of.get(leaves) if leaves is not None else None
        lane = 0 if leaves is None else _free(spans, start, end + 20, count)
        spans.append((lane, start, end + 20))
        lane_of |= {n: lane for n in run}
        every = max(1, len(run) // 120)
        ticks = [
            [t.nodes[n].depth, m.colour(e.who)] for n in run[::every] if (e := t.nodes[n].entry) and not m.silent(e)
        ][:MOST_TICKS]
        last = t.nodes[run[-1]]
        where = m.system.where(m.seen(last.position.state)) if len(known) <= 12 else f"turn {last.moment[0]}"
        name = "main line" if leaves is None else timeline.name_of(m, run)
        order.append(run[-1])
        drawn.append(
            {
                "lane": lane,
                "up": up,
                "from": start,
                "to": end,
                "ticks": ticks,
                "name": name,
                "note": last.note or where,
                "end": len(order) - 1,
            }
        )
        marked = [n for n in run if t.nodes[n].name or t.nodes[n].note or n == here or n == run[-1]]
        for n in ([0] if leaves is None else []) + marked:
            if n == 0 and any(x["depth"] == 0 for x in nodes):
                continue
            node = t.nodes[n]
            order.append(n)
            nodes.append(
                {
                    "n": len(order) - 1,
                    "depth": node.depth,
                    "lane": lane,
                    "o": m.colour(node.entry.who) if node.entry else "neutral",
                    "name": node.name or ("start" if n == 0 else ""),
                    "note": node.note,
                    "here": n == here,
                    "end": n == run[-1] and n != 0,
                    "say": f"turn {node.moment[0]}",
                }
            )
    turns: list[list[Any]] = []
    for n in known[0][1]:
        if t.nodes[n].moment[0] > 0 and (not turns or turns[-1][1] != str(t.nodes[n].moment[0])):
            turns.append([t.nodes[n].depth, str(t.nodes[n].moment[0])])
    lanes = [s[0] for s in spans]
    notes = sum(bool(n.note) for n in t.nodes)
    node = t.nodes[here]
    say = f"{len(known)} {'line' if len(known) == 1 else 'lines'}, {notes} {'note' if notes == 1 else 'notes'}"
    main = set(known[0][1])
    return {
        "lines": drawn,
        "nodes": nodes,
        "turns": turns[:: max(1, len(turns) // 30)],
        "deep": max(n.depth for n in t.nodes),
        "low": min(lanes),
        "high": max(lanes),
        "say": say,
        "name": node.name,
        "note": node.note,
        "main": here in main,
        "where": m.table.place,
        "stamp": m.look.stamp,
    }


def order(m: Moment) -> list[int]:
    """The positions behind the numbers of the drawn tree, in the same order."""
    t, here, found, seen_root = m.game.tree, m.game.here, [], False
    for leaves, run in lines(m):
        found.append(run[-1])
        marked = [n for n in run if t.nodes[n].name or t.nodes[n].note or n == here or n == run[-1]]
        for n in ([0] if leaves is None else []) + marked:
            if n == 0 and seen_root:
                continue
            seen_root = seen_root or n == 0
            found.append(n)
    return found


def _free(spans: list[tuple[int, int, int]], start: int, end: int, count: int) -> int:
    """The nearest lane that is free there, above and below in turn."""
    for distance in range(1, 40):
        for lane in (-distance, distance) if count % 2 else (distance, -distance):
            if all(s[0] != lane or end < s[1] or s[2] < start for s in spans):
                return lane
    return 40
