"""The words and figures of a report: turning points, graph, luck, moves. Texts are what the viewer may know."""

from __future__ import annotations

import io
from base64 import b64encode
from dataclasses import replace
from functools import lru_cache
from importlib.util import find_spec
from itertools import groupby, pairwise
from typing import Any

from theomachy.answers.chance import Chance
from theomachy.answers.graph import Graph
from theomachy.answers.luck import Fight, Luck
from theomachy.answers.moves import Step, places_of, step_of
from theomachy.answers.moves import moves as worded
from theomachy.answers.moves import told as told_moves
from theomachy.answers.turning import Turning
from theomachy.engine.runtime.decision import CHANCE, Decision
from theomachy.engine.runtime.system import System
from theomachy.engine.tabletop.table import Marks, Table

from ..models.report import (
    LuckRow,
    ReportFigures,
    ReportgraphModel,
    ReportLine,
    ReportMove,
    ReportmovesModel,
    ReportOption,
    ReportPoint,
    ReportSpot,
    ReportSwing,
    ReportWhich,
)
from ..render.png import whole_png
from ..render.svg import number, text, tree
from ..scene.build import Scene, build
from . import timeline
from .chance import THIN, came, per_cent, term
from .moment import Moment

MOST_ROWS, MOST_PARTS, MOST_FIGHTS = 300, 12, 12
SIGNS = {"!!": "brilliant", "!": "good", "?": "doubtful", "??": "a blunder", "dice": "luck of the dice"}
MOST_STEPS, MOST_TOLD = 12, 3  # answers of one action that are looked at, and moves that are told of it
EMPTY = "Two turns make a report."
WIDE, TALL = 208, 156  # pixels of a picture, shown at half of that


def point(m: Moment, k: int, one: Turning, seat: int, picture: str, on: bool) -> ReportPoint:
    """A turning point as a card."""
    who = one.who if one.who >= 0 else m.game.tree.nodes[one.node].moment[2]
    if one.who < 0 and not one.sign:
        title = "No choice"
    else:
        title = _title(m, one) if one.label and m.all else timeline.said(m, one.after)
    return {
        "k": k,
        "o": m.colour(who) if who >= 0 else "chance",
        "turn": one.turn,
        "sign": one.sign,
        "says": SIGNS.get(one.sign, ""),
        "came": came(one.start, one.end, seat),
        "title": title,
        "text": _sentence(m, one, seat),
        "picture": picture,
        "on": on,
    }


def _title(m: Moment, one: Turning) -> str:
    """What was done at a turning point: the answer, and what its seat answered after it in the same action."""
    nodes, node, steps = m.game.tree.nodes, one.after, list[Step]()
    while len(steps) < MOST_STEPS and (entry := nodes[node].entry) is not None:
        asked = nodes[nodes[node].parent].position.decision
        if steps and (entry.who != one.who or asked is None or asked.kind == "action"):
            break
        steps.append(_step(m, node, asked))
        if not nodes[node].children:
            break
        node = nodes[node].children[0]
    said = told_moves(worded(steps, places_of(m.system, nodes[0].position.state)))
    return ", ".join(said[:MOST_TOLD]) + (" …" if len(said) > MOST_TOLD else "")


def _sentence(m: Moment, one: Turning, seat: int) -> str:
    """What is to be said of a turning point, in one sentence."""
    names = [s.name for s in m.game.seats]
    if one.sign == "dice":
        return "The answer hardly mattered; the dice after it did."
    if one.who < 0:
        return "Nobody chose here: it is how the turn fell."
    taken = next((each for each in one.options if each.taken), None)
    if taken is None:
        return f"{names[one.who]} decided here."
    others = [each for each in one.options if not each.taken]
    if not others:
        return f"{per_cent(taken.chance.shares[one.who])} for {names[one.who]} after it."
    best = max(others, key=lambda each: each.chance.shares[one.who])
    mine, theirs = (per_cent(each.chance.shares[one.who]) for each in (taken, best))
    if one.sign in ("!", "!!"):
        return f"{mine} for {names[one.who]}; the next best, {best.label}, {theirs}."
    if one.sign:
        return f"{mine} for {names[one.who]}; {best.label} would have had {theirs}."
    return f"{mine} for {names[one.who]} after it; what else was tried is within the error."


def trust(system: System) -> str:
    """How far the figure is to be trusted: how such figures came true in whole games."""
    told = "Bots play on a little way, and the game’s own strength says who stands better then."
    if not system.calibrated:
        return f"{told} How such figures come true has not been measured in this game."
    games, said, true = system.calibrated
    how = "won every time" if true == 1 else f"won {per_cent(true)} of the time"
    return f"{told} In {games} whole games by bots, sides given 70{THIN}% or more ({per_cent(said)} on average) {how}."


def graph(m: Moment, found: Graph, told: list[Turning], luck: Luck, seat: int, here: int) -> ReportgraphModel:
    """The chance along the line, and the luck in the fights."""
    spots: list[ReportSpot] = [
        {
            "node": p.node,
            "turn": p.turn,
            "p": None if p.chance is None else round(100 * p.chance.shares[seat], 1),
            "e": 0.0 if p.chance is None else round(100 * p.chance.errors[seat], 1),
            "fault": p.fault,
        }
        for p in found.points
    ]
    swings: list[ReportSwing] = []
    for at, _ in found.swings(seat):
        start, end = found.points[at].chance, found.points[at + 1].chance
        assert start is not None
        assert end is not None
        k = next((k for k, one in enumerate(told) if one.start is start), -1)
        who = told[k].who if k >= 0 else m.game.tree.nodes[found.points[at].node].moment[2]
        swings.append({"at": at, "o": m.colour(who) if who >= 0 else "chance", "came": came(start, end, seat), "k": k})
    seats = m.game.seats
    others = [s.name for s in seats if s.index != seat]
    least = min((e.walks for e in found.estimates if not e.over), default=0)
    how = (
        f"each {term(m)} played on {least} times by busy bots" if least else "measured by busy bots, the last one first"
    )
    note = f"{how}; the band is the 95{THIN}% interval of that"
    fights = sorted(luck.fights, key=lambda f: -max((abs(a - b) for a, b in f.by.values()), default=0))[:MOST_FIGHTS]
    fights.sort(key=lambda f: f.node)
    rows: list[LuckRow] = [
        {"turn": f.turn, "title": f.title, "node": f.node, "cells": [_rolled(f, s.index) for s in seats]}
        for f in fights
    ]
    return {
        "who": seats[seat].name,
        "term": term(m),
        "other": others[0] if len(others) == 1 else "another",
        "seats": [
            {"i": s.index, "o": m.colour(s.index), "name": s.name, "on": s.index == seat} for s in seats
        ],
        "spots": spots,
        "swings": swings,
        "at": _stands(m, found, here),
        "note": note,
        "luck": rows,
        "most": max((abs(a - b) for f in fights for a, b in f.by.values()), default=1.0) or 1.0,
        "totals": [round(luck.total(s.index), 1) for s in seats],
        "what": luck.what if luck.what.endswith("s") else f"{luck.what}s",
        "dice": luck.dice,
        "more": len(luck.fights) - len(fights),
    }  # fmt: skip


def _rolled(fight: Fight, seat: int) -> tuple[float, float] | None:
    """(rolled, expected) of a seat in a fight."""
    found = fight.by.get(seat)
    return None if found is None else (round(found[0], 1), round(found[1], 1))


def _stands(m: Moment, found: Graph, here: int) -> float:
    """Where on the graph the board stands; -1 beside the line."""
    path, nodes = m.game.tree.path(found.points[-1].node) if found.points else [], m.game.tree.nodes
    if here not in path:
        return -1.0
    for at, (one, other) in enumerate(pairwise(found.points)):
        a, b, now = nodes[one.node].depth, nodes[other.node].depth, nodes[here].depth
        if a <= now <= b:
            return round(at + (now - a) / max(b - a, 1), 3)
    return 0.0


def moves(m: Moment, line: list[int], told: list[Turning], here: int, notes: bool) -> ReportmovesModel:
    """The moves of a line, a row for each run of answers of a player in a turn, with variations and notes."""
    nodes, rows = m.game.tree.nodes, list[ReportMove]()
    ends = dict[int, int]()  # the first node of a row -> how deep its last one lies
    steps = dict[int, list[tuple[Step, str]]]()  # ... -> its answers, with their signs
    better = {one.after: one for one in told}
    last: Any = None
    shown = set(m.visible(line))
    for node in line[1:]:
        entry, parent = nodes[node].entry, nodes[node].parent
        if entry is None or node not in shown:
            continue
        asked, turn = nodes[parent].position.decision, nodes[parent].moment[0]
        who = entry.who if entry.who >= 0 else (last[1] if last else -1)
        who = who if turn > 0 else -1  # the set-up is one row
        if (turn, who) != last:
            rows.append({
                "turn": str(turn) if turn > 0 else "set-up", "o": m.colour(who) if who >= 0 else "chance", "node": node,
                "parts": [], "notes": [], "lines": [], "on": False,
            })  # fmt: skip
            last = (turn, who)
            steps[node] = []
        row = rows[-1]
        ends[row["node"]] = nodes[node].depth
        one = better.get(node)
        sign = nodes[node].sign if m.all else ""
        sign = sign or (one.sign if one is not None else "")
        if entry.who != CHANCE:  # dice stand in the story
            steps[row["node"]].append((_step(m, node, asked), sign))
        if notes and nodes[node].note:
            row["notes"].append((node, nodes[node].note))
        row["lines"] += _lines(m, parent, node)
        if one is not None and (best := one.better) is not None:
            theirs, mine = (per_cent(c.shares[one.who]) for c in (best.chance, _taken(one)))
            name = m.game.seats[one.who].name
            row["lines"].append(
                {"title": best.label, "text": f"{name} {theirs} to win, not {mine}", "sign": "", "node": -1}
            )
    for row in rows:
        row["parts"] = _worded(m, steps[row["node"]])
    rows = _together([row for row in rows if row["parts"] or row["notes"] or row["lines"]], ends)
    # The row of what is asked where the board stands, or of the next that tells something; or the last one.
    if rows and here in line:
        next((row for row in rows if ends[row["node"]] > nodes[here].depth), rows[-1])["on"] = True
    return {
        "term": term(m),
        "moves": rows[:MOST_ROWS],
        "more": max(len(rows) - MOST_ROWS, 0),
        "which": None,
        "copies": m.all,
        "notes": [
            {"turn": row["turn"], "o": row["o"], "node": node, "text": text}
            for row in rows
            for node, text in row["notes"]
        ],
        "lines": [(row["turn"], line) for row in rows for line in row["lines"]],
        "figures": None,
        "may": notes,
        "noting": None,
    }


def _together(rows: list[ReportMove], ends: dict[int, int]) -> list[ReportMove]:
    """Rows of the same player in the same turn as one: others were only asked in between, and said nothing."""
    found = list[ReportMove]()
    for row in rows:
        before = found[-1] if found else None
        if before is None or (before["turn"], before["o"]) != (row["turn"], row["o"]):
            found.append(row)
            continue
        ends[before["node"]] = ends[row["node"]]
        before["parts"] += row["parts"]
        before["notes"] += row["notes"]
        before["lines"] += row["lines"]
    for row in found:
        row["parts"] = _counted(row["parts"])
    return found


def _counted(parts: list[tuple[str, bool, str]]) -> list[tuple[str, bool, str]]:
    """Parts that say the same one after the other, as one with its count."""
    found = list[tuple[str, bool, str]]()
    for part, same in groupby(parts):
        n = len(list(same))
        found.append((f"{part[0]} ×{n}", *part[1:]) if n > 1 and part[0] != "…" else part)
    return found


def figures(m: Moment, found: Graph) -> ReportFigures | None:
    """The chances of all seats, point by point; None while nothing is measured."""
    if not found.measured:
        return None
    return {
        "names": [seat.name for seat in m.game.seats],
        "rows": [
            (point.turn, point.node, _each(point.chance, len(m.game.seats)), point.fault) for point in found.points
        ],
    }


def _each(chance: Chance | None, seats: int) -> list[tuple[float, float] | None]:
    if chance is None:
        return [None] * seats
    return [(round(100 * p, 1), round(100 * e, 1)) for p, e in zip(chance.shares, chance.errors, strict=True)]


def _step(m: Moment, node: int, asked: Decision | None) -> Step:
    """An answer as far as the viewer may know it."""
    entry, position = m.game.tree.nodes[node].entry, m.game.tree.nodes[m.game.tree.nodes[node].parent].position
    assert entry is not None
    if asked is None or timeline.untold(m, entry, asked) or entry.what.startswith("!"):
        said = timeline.said(m, node)
        if said.endswith(f": {entry.what}"):  # of what is nobody else's business the question alone
            said = f"{entry.what}, in secret"
        return Step(entry.answer, said)
    return step_of(m.system, m.seen(position.state), asked, entry.answer)


def _worded(m: Moment, steps: list[tuple[Step, str]]) -> list[tuple[str, bool, str]]:
    """The moves of a row in words, the first ones and those that have a sign."""
    places = places_of(m.system, m.game.tree.nodes[0].position.state)
    parts = list[tuple[str, bool, str]]()
    for move in worded([replace(step, forced=step.forced and not sign) for step, sign in steps], places):
        sign = next((steps[k][1] for k in move.steps if steps[k][1]), "")
        if len(parts) < MOST_PARTS or sign:
            parts.append((move.text, move.action, sign))
        elif parts[-1][0] != "…":
            parts.append(("…", False, ""))
    return parts


def _taken(one: Turning) -> Chance:
    return next(each.chance for each in one.options if each.taken)


def _lines(m: Moment, parent: int, taken: int) -> list[ReportLine]:
    """The other lines that leave a position."""
    tree = m.game.tree
    found: list[ReportLine] = []
    for child in tree.nodes[parent].children:
        if child == taken or child not in m.visible([child]):
            continue
        run = [child]
        while len(run) < 4 and tree.nodes[run[-1]].children:
            run.append(tree.nodes[run[-1]].children[0])
        title = timeline.line_name(m, run)
        rest = [timeline.said(m, n) for n in m.visible(run[1:]) if (e := tree.nodes[n].entry) and e.who >= 0]
        sign = tree.nodes[child].sign if m.all else ""
        found.append({"title": title, "text": ", ".join(rest), "sign": sign, "node": child})
    return found


def which(m: Moment, k: int, one: Turning) -> ReportWhich | None:
    """The options of a turning point beside one another."""
    if len(one.options) < 2:
        return None
    name, walks = m.game.seats[one.who].name, one.options[0].chance.walks
    rows: list[ReportOption] = [
        {"i": i, "label": each.label, "p": round(100 * each.chance.shares[one.who], 1), "taken": each.taken,
         "say": each.chance.told(one.who).replace(" %", f"{THIN}%")}
        for i, each in enumerate(one.options)
    ]  # fmt: skip
    note = f"chance of {name}, played on {walks} times by bots from each"
    return {"k": k, "title": f"{term(m).capitalize()} {one.turn}: which?", "note": note, "rows": rows}


@lru_cache(64)
def picture(table: Table, marks: Marks, theme: str, area: int | None) -> str:
    """A small picture of what a decision is about, as an address that holds it."""
    scene = build(table, marks, theme, 420, area)
    # The whole of it as far as it fits, or what lies round the area.
    fits = WIDE / scene.width if area is None else 1.0
    wide, high = scene.width * fits, max(scene.height * fits, TALL) if area is None else scene.height
    x, y = wide / 2, high / 2
    place = next((hit for hit in scene.hits if area is not None and hit.target == f"area:{area}"), None)
    if place is not None:
        x, y = (place.box[0] + place.box[2]) / 2, (place.box[1] + place.box[3]) / 2
    left = min(max(x - WIDE / 2, 0), max(wide - WIDE, 0))
    top = min(max(y - TALL / 2, 0), max(high - TALL, 0))
    if find_spec("resvg_py") is not None:
        return _as_png(scene, fits, (left, top))
    root = tree(scene)  # where nothing rasterises, the browser draws it
    root.attrs["viewBox"] = " ".join(number(v / fits) for v in (left, top, WIDE, TALL))
    root.attrs |= {"width": number(WIDE), "height": number(TALL)}
    return "data:image/svg+xml;base64," + b64encode(text(root).encode()).decode()


def _as_png(scene: Scene, fits: float, corner: tuple[float, float]) -> str:
    from PIL import Image

    drawn = Image.open(io.BytesIO(whole_png(scene, 1))).convert("RGB")
    if fits != 1:
        drawn = drawn.resize((WIDE, max(round(drawn.height * fits), TALL)), Image.Resampling.LANCZOS)
    left, top = corner
    out = io.BytesIO()
    drawn.crop((round(left), round(top), round(left + WIDE), round(top + TALL))).save(out, "PNG", optimize=True)
    return "data:image/png;base64," + b64encode(out.getvalue()).decode()
