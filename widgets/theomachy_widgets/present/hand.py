"""One open hand of cards."""

from __future__ import annotations

from typing import Any

from .decision import jumps
from .moment import Moment


def model(m: Moment) -> dict[str, Any]:
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
            "help": c.target if c.name else "",
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
