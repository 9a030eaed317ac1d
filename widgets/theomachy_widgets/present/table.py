"""What the table itself tells: the bar, the hands, the players, tracks, a battle under way."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from theomachy.engine.game.game import Option
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.tabletop.table import Figure, Sheet, Slot, Table

from ..models.common import Nothing
from ..models.page import ZoomModel
from ..models.sheets import Slot as SlotModel
from . import fight as fights
from . import ink
from .beside import FIGHT, amount_of, condition, front
from .bout import bout
from .decision import jumps
from .moment import ALL, SPECTATOR, Moment
from .sums import sum_of


def bar(m: Moment) -> dict[str, Any]:
    """The bar above the board."""
    t, look = m.shown, m.view_state
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
    return {
        "title": t.title,
        "place": place(m),
        "where": t.place,
        "phases": pills(t),
        "actions": ink.actions(m),
        "who": who(m),
        "undo": m.game.can_undo and not look.locked,
        "redo": m.game.can_redo and not look.locked,
        "views": views,
        "view": look.view,
        "theme": look.theme,
        "renderer": look.renderer,
        "board": f"Board of {t.title}. Up and down choose, Enter answers, Tab and Escape leave. "
        "The menu of views has a board that is read out.",
        "locked": look.locked,
        "error": look.error,
        "notice": notice(m),
        "name": look.name,
        "pen": look.pen,
        "compare": look.other is not None,
        "lines": not look.locked and len(m.game.tree.nodes) > len(m.game.tree.line(m.game.here)),
        "marked": bool((node := m.game.tree.nodes[m.stands]).rings or node.arrows),
        "leave": leave(m),
    }


def notice(m: Moment) -> str:
    """What is to be known of the file of the game, until it has been read; a locked screen learns nothing hidden."""
    if m.view_state.told:
        return ""
    return m.game.unread.notice(m.system, whole=False) if m.view_state.locked else m.game.notice


def who(m: Moment) -> dict[str, Any]:
    """For whom the game waits, in a sentence: by the decision, as far as the viewer may know, never by the turn."""
    d, asked = m.decision, m.table.asked or ()
    if d is None:
        text = "The game is over"
    elif not asked:
        text = "Waiting for chance" if d.player == CHANCE else "Waiting for anybody who may react"
    else:
        text = f"Waiting for {_listed([m.seat_name(seat) for seat in asked])}"
    return {"seats": [m.seat_token(seat) for seat in asked], "text": text}


def _listed(names: list[str]) -> str:
    """Names in a sentence."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def leavings(m: Moment) -> list[Option]:
    """Whose players may leave the table for good, as far as this screen may speak for them."""
    look = m.view_state
    return [o for o in m.game.legal().leaving if not look.locked or o.value[2] == look.view]


def leave(m: Moment) -> dict[str, Any] | None:
    """A player leaves in mid-game: what that means, and who it is; None where nobody may."""
    found, wanted = leavings(m), m.view_state.leaving
    if not found:
        return None
    rule, text = m.system.leave_rule()
    one = [o for o in found if o.value[2] == wanted] or found
    rows = [{"seat": o.value[2], "name": o.label, "t": m.seat_token(o.value[2])} for o in one]
    back = "" if m.view_state.locked else "Undo takes it back."
    return {"open": wanted is not None, "rule": rule, "text": f"{text} {back}".strip(), "seats": rows}


def pills(t: Table, *, plain: bool = False) -> list[list[str]]:
    """The phases of a turn with how far it is; `plain`: the actions that a round has announced in their place."""
    if t.actions is not None:
        named = [(f"{box.level} {box.name}".strip(), box.state) for box in t.actions.boxes]
        return [[name, "on" if state == "now" else state] for name, state in named] if plain else []
    return [[p, "on" if i == t.phase else "done" if i < t.phase else ""] for i, p in enumerate(t.phases)]


def stages(m: Moment, *, jump: bool = True) -> dict[str, Any]:
    """The stages of a battle; with `jump` a click looks at one that has been, where they are told step by step."""
    f = fights.shown(m)
    if f is None:
        return {}
    rows = [
        {"name": s.name, "note": s.note, "state": s.state, "jump": jump and f.stepwise and s.state != "ahead"}
        for s in f.stages
    ]
    return {"stages": rows}


def fight(m: Moment) -> dict[str, Any]:
    """The two sides of a battle, unless they stand in front."""
    return {} if front(m) == FIGHT else fights.model(m)


def place(m: Moment) -> str:
    """Where the game stands, in few words: the turn, and the fight under way."""
    parts, f = m.shown.place.split(", "), m.shown.fight
    turn = next((part for part in reversed(parts) if any(c.isdigit() for c in part)), parts[-1])
    if f is None:
        return turn
    return turn if f.stepwise else f"{turn} · {f.title[:1].lower()}{f.title[1:]}"  # that one says so itself


def zoom(m: Moment) -> ZoomModel | Nothing:
    """The button on the board that shows a fight, or on a small screen what is going on, larger, or the whole board."""
    found = bout(m)
    name = next((a.name for a in m.shown.board.areas if found is not None and a.id == found.area), "")
    if name:
        return {"on": m.view_state.zoom, "name": name, "fight": True}
    near = fights.is_near(m)
    return {"on": near, "name": "", "fight": False} if m.shown.board.style == fights.NEAR else {}


def notes(m: Moment) -> dict[str, Any]:
    """Short remarks."""
    t = m.shown
    found = [*t.notes, *([t.board.house] if t.board.house else [])]
    return {"notes": found} if found else {}


def tracks(m: Moment, *, remarks: bool = True) -> dict[str, Any]:
    """Printed rows with a marker, and, for a page that has no other place for them, remarks."""
    t = m.shown
    said = notes(m)["notes"] if remarks and notes(m) else []
    if not t.tracks and not said:
        return {}
    rows = [
        {
            "name": x.name,
            "cells": list(x.cells),
            "at": x.at,
            "rule": x.rule,
            "note": x.note,
            "house": x.house,
            "markers": [
                {
                    "t": m.seat_token(k.seat),
                    "name": k.name or m.seat_name(k.seat),
                    "at": k.at,
                    "next": k.next,
                    "icon": k.icon,
                    "guest": bool(k.name),
                }
                for k in x.markers
            ],
            "flags": [{"at": f.at, "name": f.name, "icon": f.icon} for f in x.flags],
        }
        for x in t.tracks
    ]
    return {"tracks": rows, "notes": said}


def hand(m: Moment) -> dict[str, Any]:
    """One hand that the viewer may see: his own, or, seeing all, that of whoever is asked."""
    open_hands = [x for x in m.shown.hands if x.cards and any(c.name for c in x.cards)]
    if not open_hands:
        mine = next((x for x in m.shown.hands if x.seat == m.viewer), None)
        return {} if mine is None or not mine.note else {"note": mine.note, "cards": [], "seats": []}
    asked = m.decision.player if m.decision is not None else -1
    wanted = m.view_state.hand if m.view_state.hand is not None else asked
    shown = (
        next((x for x in open_hands if x.seat == wanted), None)
        or next((x for x in open_hands if x.seat == m.shown.active), None)
        or open_hands[0]
    )
    live = {
        t for o in (m.decision.options if m.decision and m.may_answer and m.told is None else ()) for t in o.targets
    }
    useful = {t: o.index for o in (jumps(m) if m.told is None else ()) for t in o.targets[:1]}
    cards = [
        {
            "k": k,
            "jump": useful.get(c.target, -1),
            "name": c.name,
            "icon": c.icon or "card-random",
            "text": c.text,
            "rule": c.rule,
            "live": c.target in live,
            "note": c.note,
            "line": c.line,
            "target": c.target if c.target in live else "",
        }
        for k, c in enumerate(shown.cards)
    ]
    words = shown.word or "cards"
    word = words if shown.count != 1 else words.removesuffix("s")
    note = f"{shown.count} of {shown.most}" if shown.most else f"{shown.count} {word}"
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
    asked = {t for o in (m.decision.options if m.decision and m.may_answer and m.told is None else ())
             for t in o.targets[:1]} if m.decision is not None and m.decision.kind == "player" else set()  # fmt: skip
    known = dict.fromkeys(f.label for sheet_ in t.sheets for f in sheet_.figures)  # some have what others lack
    seats = []
    for sheet_ in t.sheets:
        seat = t.seats[sheet_.seat]
        books = [
            [name, [s.filled for s in slots], [s.group for s in slots]]
            for name, slots in sheet_.slots[:1]
            if len(slots) <= 10
        ]
        counted = {name for name, *_ in books}  # what stands there as squares needs no number
        mine = {f.label: f for f in sheet_.figures}
        figures = [mine.get(label, Figure(label, 0)) for label in known if label not in counted][:7]
        if sheet_.closed:  # at most the first is told
            figures = [mine[label] for label in list(known)[:1] if label in mine]
        seats.append(
            {
                "seat": sheet_.seat,
                "t": m.seat_token(sheet_.seat),
                "name": m.seat_name(sheet_.seat),
                "letters": seat.letters,
                "status": ", ".join(part for part in (sheet_.status, _allies(m, sheet_.seat)) if part),
                "figures": [_figure(m, f) for f in figures],
                "closed": sheet_.closed,
                "brief": sheet_.brief,
                "pick": f"seat:{sheet_.seat}" if f"seat:{sheet_.seat}" in asked else "",
                "books": books,
                "spark": [row[1][sheet_.seat] for row in past][-40:],
                "now": sheet_.seat in t.to_act,
            }
        )
    return {"seats": seats}


def _allies(m: Moment, seat: int) -> str:
    """With whom a player plays."""
    side = m.seats[seat].side
    mine = [m.seat_name(other.index) for other in m.seats if side and other.side == side and other.index != seat]
    return f"with {' and '.join(mine)}" if mine else ""


def _figure(m: Moment, f: Figure) -> dict[str, Any]:
    sign = amount_of(f.sign) if f.sign is not None else None
    found: dict[str, Any] = {"l": f.label, "v": f.text or f.value, "most": f.most, "note": f.note, "sign": sign}
    if f.next is not None:
        found["next"] = f.next
    if f.pieces:
        found["pieces"] = [{"t": m.piece_token(replace(p, count=1)), "name": p.name, "n": p.count} for p in f.pieces]
    return found


def _open(m: Moment) -> Sheet | None:
    return next((x for x in m.shown.sheets if x.seat == m.view_state.sheet), None)


def tableau(m: Moment) -> dict[str, Any]:
    """The open sheet of one player, where it has so much on it that it stands in front."""
    found = _open(m)
    if found is None or not found.tables:
        return {}
    told = {one.id: one for one in m.shown.conditions}
    slots = [slot for _, row in found.slots[:1] for slot in row]
    groups = []
    for part, number in zip(found.parts, sorted({slot.group for slot in slots}), strict=False):
        mine = [slot for slot in slots if slot.group == number]
        rows = []
        for slot in mine:
            near = told.get(slot.condition)
            rows.append({**_slot(slot), "condition": condition(m, near) if near is not None else None})
        groups.append({"name": part.name, "note": part.note, "full": all(slot.filled for slot in mine), "slots": rows})
    tables = []
    for each in found.tables:
        lines = [
            {"t": m.piece_token(row.piece), "name": row.name, "line": row.line, "cells": list(row.cells),
             "have": row.have, "most": row.most, "rule": row.rule}
            for row in each.rows
        ]  # fmt: skip
        tables.append({"name": each.name, "columns": list(each.columns), "rows": lines})
    return {
        "seat": found.seat,
        "t": m.seat_token(found.seat),
        "name": m.seat_name(found.seat),
        "status": found.status,
        "tokens": list(found.tokens),
        "figures": [_figure(m, f) for f in found.figures],
        "groups": groups,
        "tables": tables,
        "passages": [
            [name, [{"name": x.name, "text": x.text, "rule": x.rule, "tag": x.tag, "when": x.when, "live": x.live}
                    for x in rows]]
            for name, rows in found.passages
        ],
        "sums": [sum_of(m, each) for each in found.sums],
        "pieces": _beside(m, found),
        "leave": next(([o.value[2], o.label] for o in leavings(m) if o.value[2] == found.seat), None),
        "stands": _stands(m, found),
        "others": [{"seat": x.seat, "t": m.seat_token(x.seat), "name": m.seat_name(x.seat), "on": x is found}
                   for x in m.shown.sheets if x.tables],
    }  # fmt: skip


def _slot(s: Slot) -> SlotModel:
    return {"name": s.name, "text": s.text, "rule": s.rule, "filled": s.filled, "icon": s.icon, "live": s.live}


def _beside(m: Moment, sheet_: Sheet) -> list[list[Any]]:
    return [[name, [{"t": m.piece_token(p), "name": p.name} for p in pieces]] for name, pieces in sheet_.pieces]


def sheet(m: Moment, *, every: bool = False) -> dict[str, Any]:
    """The open sheet of one player; with `every` also one that would stand in front, for a page where nothing does."""
    found = _open(m)
    if found is None or (found.tables and not every):
        return {}
    return {
        "name": m.seat_name(found.seat),
        "leave": next(([o.value[2], o.label] for o in leavings(m) if o.value[2] == found.seat), None),
        "status": found.status,
        "tokens": list(found.tokens),
        "figures": [_figure(m, f) for f in (found.figures[:1] if found.closed else found.figures)],
        "slots": [
            [
                name,
                [_slot(s) for s in slots],
            ]
            for name, slots in found.slots
        ],
        "pieces": _beside(m, found),
        "stands": _stands(m, found),
    }


def _stands(m: Moment, found: Sheet) -> dict[str, Any] | None:
    """What the strength of a player is made of, of a sheet that lies open."""
    each = None if found.closed else m.system.stands(m.seen_state, found.seat)
    return None if each is None else sum_of(m, each)
