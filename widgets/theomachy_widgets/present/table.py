"""What the table itself tells: the bar, the hands, the players, tracks, a battle under way."""

from __future__ import annotations

from typing import Any

from theomachy.engine.table import Sheet, Side

from .moment import ALL, SPECTATOR, Moment
from .story import faces

FATE_MARK = {"killed": "kill", "pained": "pain"}


def bar(m: Moment) -> dict[str, Any]:
    """The bar above the board."""
    t, look = m.shown, m.look
    names = {ALL: "Everything", SPECTATOR: "Spectator"}
    views: list[dict[str, Any]] = [
        {
            "k": s.index,
            "label": f"As {m.seat_name(s.index)}",
            "short": f"as {m.seat_name(s.index)}",
            "t": m.seat_token(s.index),
        }
        for s in m.seats
    ]
    views += [
        {"k": k, "label": names[k], "short": "sees all" if k == ALL else "as spectator", "t": None}
        for k in (SPECTATOR, ALL)
    ]
    if look.locked:
        views = [v for v in views if v["k"] == look.view]
    active = t.active
    if active is None and m.decision is not None and m.decision.player >= 0:
        active = m.decision.player
    state = ["on" if i == t.phase else "done" if i < t.phase else "" for i in range(len(t.phases))]
    return {
        "title": t.title,
        "place": t.place,
        "phases": [[p, at] for p, at in zip(t.phases, state, strict=True)],
        "who": None if active is None else {"t": m.seat_token(active), "name": m.seat_name(active)},
        "undo": m.game.can_undo and not look.locked,
        "redo": m.game.can_redo and not look.locked,
        "views": views,
        "view": look.view,
        "theme": look.theme,
        "locked": look.locked,
        "error": look.error,
        "name": look.name,
        "pen": look.pen,
        "marked": bool((node := m.game.tree.nodes[m.game.here]).rings or node.arrows),
    }


def stages(m: Moment) -> dict[str, Any]:
    """The stages of a battle."""
    f = m.shown.fight
    return {} if f is None else {"stages": [{"name": s.name, "note": s.note, "state": s.state} for s in f.stages]}


def fight(m: Moment) -> dict[str, Any]:
    """The two sides of a battle."""
    f = m.shown.fight
    if f is None:
        return {}
    return {"title": f.title, "rule": f.rule, "sides": [_side(m, side) for side in f.sides]}


def _side(m: Moment, side: Side) -> dict[str, Any]:
    forces = []
    for force in side.forces:
        token = m.piece_token(force.piece)
        if force.fate in FATE_MARK:
            token["m"] = FATE_MARK[force.fate]
        gone = force.fate not in ("", "stays", "pained")
        if gone:
            token["b"] = 0.45
        forces.append(
            {
                "t": token,
                "name": force.piece.name,
                "figure": force.figure,
                "rule": force.rule,
                "fate": force.fate,
                "note": force.note,
                "gone": gone,
            }
        )
    upto = m.story if m.look.event is None else m.story[: m.look.event + 1]
    last = next(
        (t for t in reversed(upto[-40:]) if t.event.dice is not None and t.event.who == side.seat and not t.secret),
        None,
    )
    dice = None
    if last is not None and last.event.dice is not None:
        kind, n, outcome = last.event.dice
        means = kind.expected(n)
        dice = {
            "say": f"{n} dice: {kind.say(outcome)}",
            "expected": "expected " + " and ".join(f"{x:.1f}" for x in means),
            "faces": faces(kind, n, outcome),
        }
    return {
        "t": m.seat_token(side.seat),
        "name": m.seat_name(side.seat),
        "role": side.role,
        "total": side.total,
        "forces": forces,
        "parts": [list(p) for p in side.parts],
        "dice": dice,
    }


def tracks(m: Moment) -> dict[str, Any]:
    """Printed rows with a marker, and remarks."""
    t = m.shown
    notes = [*t.notes, *([t.board.house] if t.board.house else [])]
    if not t.tracks and not notes:
        return {}
    rows = [
        {"name": x.name, "cells": list(x.cells), "at": x.at, "rule": x.rule, "note": x.note, "house": x.house}
        for x in t.tracks
    ]
    return {"tracks": rows, "notes": notes}


def hand(m: Moment) -> dict[str, Any]:
    """One hand that the viewer may see: his own, or, seeing all, that of whoever is asked."""
    open_hands = [x for x in m.shown.hands if x.cards and any(c.name for c in x.cards)]
    if not open_hands:
        mine = next((x for x in m.shown.hands if x.seat == m.viewer), None)
        return {} if mine is None or not mine.note else {"note": mine.note, "cards": [], "seats": []}
    asked = m.decision.player if m.decision is not None else -1
    wanted = m.look.hand if m.look.hand is not None else asked
    shown = (
        next((x for x in open_hands if x.seat == wanted), None)
        or next((x for x in open_hands if x.seat == m.shown.active), None)
        or open_hands[0]
    )
    live = {
        t for o in (m.decision.options if m.decision and m.may_answer and m.told is None else ()) for t in o.targets
    }
    cards = [
        {
            "k": k,
            "name": c.name,
            "icon": c.icon or "card-random",
            "text": c.text,
            "rule": c.rule,
            "live": c.target in live,
            "note": c.note,
            "target": c.target if c.target in live else "",
        }
        for k, c in enumerate(shown.cards)
    ]
    note = (
        f"{shown.count} of {shown.most}" if shown.most else f"{shown.count} {'card' if shown.count == 1 else 'cards'}"
    )
    if shown.note:
        note += f" · {shown.note}"
    seats = [
        {"seat": x.seat, "t": m.seat_token(x.seat), "name": m.seat_name(x.seat), "on": x is shown} for x in open_hands
    ]
    return {"note": note, "cards": cards, "seats": seats}


def strip(m: Moment) -> dict[str, Any]:
    """The players, with the line of their strength."""
    t = m.shown
    if not t.sheets:
        return {}
    past = m.history()
    seats = []
    for sheet_ in t.sheets:
        seat = t.seats[sheet_.seat]
        books = [[name, [s.filled for s in slots]] for name, slots in sheet_.slots[:1] if len(slots) <= 10]
        counted = {name for name, _ in books}  # what stands there as squares needs no number
        figures = [f for f in sheet_.figures if f.label not in counted][:7]
        seats.append(
            {
                "seat": sheet_.seat,
                "t": m.seat_token(sheet_.seat),
                "name": m.seat_name(sheet_.seat),
                "letters": seat.letters,
                "status": sheet_.status,
                "figures": [{"l": f.label, "v": f.value, "most": f.most, "note": f.note} for f in figures],
                "books": books,
                "spark": [row[1][sheet_.seat] for row in past][-40:],
                "now": sheet_.seat == t.active,
            }
        )
    return {"seats": seats}


def sheet(m: Moment) -> dict[str, Any]:
    """The open sheet of one player."""
    found: Sheet | None = next((x for x in m.shown.sheets if x.seat == m.look.sheet), None)
    if found is None:
        return {}
    return {
        "name": m.seat_name(found.seat),
        "status": found.status,
        "tokens": list(found.tokens),
        "figures": [{"l": f.label, "v": f.value, "note": f.note} for f in found.figures],
        "slots": [
            [
                name,
                [
                    {"name": s.name, "text": s.text, "rule": s.rule, "filled": s.filled, "icon": s.icon, "live": s.live}
                    for s in slots
                ],
            ]
            for name, slots in found.slots
        ],
        "pieces": [[name, [{"t": m.piece_token(p), "name": p.name} for p in pieces]] for name, pieces in found.pieces],
    }
