"""The bar above the board: where the game is, for whom it waits, what a person may do with the screen."""

from __future__ import annotations

from typing import Any

from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.tabletop.beside import ActionBox
from theomachy.engine.tabletop.describe import action_words
from theomachy.engine.tabletop.table import Table

from .leaving import leave
from .moment import ALL, SPECTATOR, Moment
from .picking import can

Model = dict[str, Any]


def model(m: Moment) -> dict[str, Any]:
    """The bar above the board."""
    t, look, d = m.shown, m.view_state, m.decision
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
        "actions": actions(m),
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
        "curtain": look.curtain,
        "error": look.error,
        "notice": notice(m),
        "name": look.name,
        "pen": look.pen,
        "compare": look.other is not None,
        "lines": not look.locked and len(m.game.tree.nodes) > len(m.game.tree.line(m.game.here)),
        "marked": bool((node := m.game.tree.nodes[m.stands]).rings or node.arrows),
        "leave": leave(m),
        "bots": "" if not look.bots else "due" if d is not None and d.player in look.bots else "on",
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
    elif m.me is not None and m.me in asked:
        others = [m.seat_name(seat) for seat in asked if seat != m.me]
        text = f"Your turn, {m.seat_name(m.me)}{f'; also {_listed(others)}' if others else ''}"
    else:
        text = f"Waiting for {_listed([m.seat_name(seat) for seat in asked])}"
    return {"seats": [m.seat_token(seat) for seat in asked], "text": text}


def _listed(names: list[str]) -> str:
    """Names in a sentence."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def pills(t: Table, *, plain: bool = False) -> list[list[str]]:
    """The phases of a turn with how far it is; `plain`: the actions that a round has announced in their place."""
    if t.actions is not None:
        named = [(f"{box.level} {box.name}".strip(), box.state) for box in t.actions.boxes]
        return [[name, "on" if state == "now" else state] for name, state in named] if plain else []
    return [[p, "on" if i == t.phase else "done" if i < t.phase else ""] for i, p in enumerate(t.phases)]


def place(m: Moment) -> str:
    """Where the game stands, in few words: the turn, and the fight under way."""
    parts, f = m.shown.place.split(", "), m.shown.fight
    turn = next((part for part in reversed(parts) if any(c.isdigit() for c in part)), parts[-1])
    if f is None:
        return turn
    return turn if f.stepwise else f"{turn} · {f.title[:1].lower()}{f.title[1:]}"  # that one says so itself


def actions(m: Moment) -> Model:
    """The announced actions in order; nothing where a game has none."""
    row = m.shown.actions
    if row is None:
        return {}
    first = {"t": m.seat_token(row.first), "name": m.seat_name(row.first)} if 0 <= row.first < len(m.seats) else None
    return {"name": row.name, "boxes": [_action(m, box) for box in row.boxes], "first": first, "rule": row.rule}


def _action(m: Moment, box: ActionBox) -> Model:
    return {
        "id": box.id,
        "name": box.name,
        "level": box.level,
        "state": box.state,
        "icon": box.icon,
        "said": action_words(box),
        **can(m, box.chosen_by),
    }
