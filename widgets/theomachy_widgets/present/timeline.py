"""The timeline: every answer of the line that one stands on, with the branches that leave it."""

from __future__ import annotations

from typing import Any

from theomachy.engine.errors import IllegalAnswer
from theomachy.engine.runtime.decision import LEAVES, Decision, LogEntry, Secret

from ..models.page import TimelineMenu
from . import chance
from .moment import Moment

MOST_MARKS, FEW_MARKS, MOST_BRANCHES = 110, 5, 8


def at(m: Moment, line: list[int]) -> int:
    """Where on that line one stands: here, or the last position before it that shows."""
    here = set(m.path)
    return max(i for i, n in enumerate(line) if n in here)


def side_lines(m: Moment) -> list[tuple[int, int, list[int]]]:
    """Lines that leave the present one: (place on the line, first position, all positions to the end)."""
    tree, line = m.game.tree, m.line
    own = set(tree.line(m.game.here))
    begun = [(i, child) for i, node in enumerate(line) for child in tree.nodes[node].children if child not in own]
    here = at(m, line)
    found = []
    for i, child in sorted(begun, key=lambda b: abs(b[0] - here)):
        run = [child]
        while tree.nodes[run[-1]].children:
            run.append(tree.nodes[run[-1]].children[0])
        if (m.view_state.locked and line[i] in m.cuts) or child not in (shown := m.visible(run)):
            continue
        found.append((i, child, shown))
        if len(found) == MOST_BRANCHES:
            break
    return sorted(found)


def other_end(m: Moment) -> int:
    """The end of the line that leaves the present one nearest to here, or of any other. Raises `IllegalAnswer`."""
    lines = side_lines(m)
    if lines:
        here = at(m, m.line)
        return min(lines, key=lambda line: abs(line[0] - here))[2][-1]
    own = set(m.game.tree.line(m.game.here))
    ends = [n for n, node in enumerate(m.game.tree.nodes) if not node.children and n not in own]
    if not ends:
        raise IllegalAnswer("there is no other line to compare with: undo, and answer otherwise")
    return ends[-1]


def name_of(m: Moment, run: list[int]) -> str:
    """What a line is called: its first name, else the answer that begins it."""
    nodes = m.game.tree.nodes
    named = next((nodes[n].name for n in run if nodes[n].name), "")
    return named or said(m, run[0])


def line_name(m: Moment, run: list[int]) -> str:
    """The same for a viewer: the words of a person may tell what is hidden, so only who sees all gets them."""
    return name_of(m, run) if m.all else said(m, run[0])


def main_name(m: Moment) -> str:
    """What the main line is called: by the name that it was given where another line leaves it, else the main line."""
    nodes = m.game.tree.nodes
    forks = [n for n in m.game.tree.main()[1:] if len(nodes[nodes[n].parent].children) > 1] if m.all else []
    return next((nodes[n].name for n in reversed(forks) if nodes[n].name), "main line")


def said(m: Moment, node: int) -> str:
    """The answer that led to a position, as far as the viewer may know it."""
    tree = m.game.tree
    entry, parent = tree.nodes[node].entry, tree.nodes[node].parent
    if entry is None or parent < 0:
        return "the beginning"
    position = tree.nodes[parent].position
    decision = position.decision
    if untold(m, entry, decision):
        return f"{m.system.name_of(entry.who)}: {entry.what}"
    if isinstance(entry.answer, tuple) and entry.answer[:2] == ("!", LEAVES):
        return m.system.unasked_label(position.state, entry.answer)
    if decision is None or entry.what.startswith("!"):
        return entry.what.lstrip("!")
    text = m.system.label(m.seen(position.state), decision, entry.answer)
    return text if len(text) <= 40 else text[:39] + "…"


def untold(m: Moment, entry: LogEntry, asked: Decision | None) -> bool:
    """Is it the viewer's business alone that something was answered, and not what?"""
    if m.hides(entry):
        return True
    mine, jump = m.all or entry.who == m.viewer, entry.what.startswith("!")
    return not mine and not jump and (isinstance(asked, Secret) or (entry.quiet and isinstance(entry.answer, tuple)))


def model(m: Moment) -> dict[str, Any]:
    """The model of the timeline."""
    tree, line = m.game.tree, m.line
    nodes, now = tree.nodes, at(m, line)
    turns: list[dict[str, Any]] = []
    for k, n in enumerate(line):
        entry = nodes[n].entry
        if entry is None:
            continue
        # An answer belongs to the turn in which it was given, which is that of the position before it.
        turn = nodes[nodes[n].parent].moment[0]
        if not turns or turns[-1]["turn"] != turn:
            turns.append({"turn": turn, "label": str(turn) if turn > 0 else "set-up", "marks": []})
        tall = entry.who >= 0 and isinstance(entry.answer, tuple) and not m.hides(entry)
        turns[-1]["marks"].append([k, m.colour(entry.who), int(tall)])
    _shorten(turns, now)
    branches = []
    for b, (i, child, run) in enumerate(side_lines(m)):
        entry = nodes[child].entry
        branches.append(
            {
                "b": b,
                "at": i,
                "n": len(run),
                "name": said(m, run[0]) if m.view_state.locked else name_of(m, run),
                "o": m.colour(entry.who if entry else -2),
            }
        )
    names = {m.colour(s.index): m.seat_name(s.index) for s in m.seats} | {"chance": "Chance"}
    return {
        "turns": [{"label": t["label"], "marks": t["marks"]} for t in turns],
        "now": now,
        "last": len(line) - 1,
        "branches": branches,
        "names": names,
        "command": m.view_state.plays,
        "unit": m.view_state.by,
        "event": m.view_state.event,  # a step by event draws the timeline anew, which is what playing waits for
        "begin": now == 0 and not m.view_state.event,
        "end": now == len(line) - 1 and m.view_state.event is None,
        "chance": chance.strip(m),
        "menu": _menu(m),
    }


def _menu(m: Moment) -> TimelineMenu:
    """What the menu at the timeline opens."""
    look = m.view_state
    return {
        "graph": "" if chance.untold(m) else "off" if look.charted is None else "on",
        "report": "" if chance.untold(m) else "on" if look.report else "off",
    }


def _shorten(turns: list[dict[str, Any]], now: int) -> None:
    """Long games: the turns near the present in full, of the others a few marks each, or one in very long games."""
    if sum(len(t["marks"]) for t in turns) <= MOST_MARKS:
        return
    here = next((i for i, t in enumerate(turns) if t["marks"][-1][0] >= now), len(turns) - 1)
    few = FEW_MARKS if len(turns) * FEW_MARKS < MOST_MARKS else 1
    left = MOST_MARKS - few * len(turns)
    for i in sorted(range(len(turns)), key=lambda i: (abs(i - here), i)):
        marks = turns[i]["marks"]
        if len(marks) <= left or i == here:
            left -= len(marks)
        else:
            turns[i]["marks"] = marks[:: max(1, -(-len(marks) // few))]
            left = 0
