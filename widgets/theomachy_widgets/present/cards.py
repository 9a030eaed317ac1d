"""Cards with a current row."""

from __future__ import annotations

from typing import Any

from theomachy.engine.tabletop.beside import CardSheet

from ..models.sheets import CardSheetStack
from .fronts import CARDS, front
from .moment import Moment
from .picking import can
from .sums import sum_of

Model = dict[str, Any]


def model(m: Moment, *, every: bool = False) -> Model:
    """The cards with a current row, when they stand in front: which one is open is the page's own affair."""
    if not m.shown.cards or not (every or front(m) == CARDS):
        return {}
    seats = list(dict.fromkeys(card.seat for card in m.shown.cards))
    asked = m.decision.player if m.decision is not None else -1
    mine = next((seat for seat in (m.viewer, asked, m.shown.active) if seat in seats), seats[0])
    acting = {piece.target for piece in m.shown.pieces if "acting" in piece.marks}
    return {
        "open": next((card.id for card in m.shown.cards if card.piece in acting and card.seat == mine), ""),
        "mine": mine,
        "seats": [{"seat": seat, "t": m.seat_token(seat), "name": m.seat_name(seat)} for seat in seats],
        "cards": [_card(m, card) for card in m.shown.cards],
    }


def _card(m: Moment, card: CardSheet) -> Model:
    token = m.seat_token(card.seat) or {"o": "neutral", "i": card.icon}
    powers, carried = [], [thing for thing in m.shown.carried if card.piece and thing.by == card.piece]
    for power in card.powers:
        values = [power.values[row] if row < len(power.values) else "" for row in range(card.rows)]
        powers.append(
            {
                "name": power.name,
                "text": power.text,
                "rule": power.rule,
                "letter": power.letter or power.name[:1],
                "dark": power.dark,
                "kind": power.kind,
                "cost": power.cost,
                "house": power.house,
                "icon": power.icon,
                "cost_icon": power.cost_icon,
                "railed": power.railed,
                "rail": [card.has(power, row) for row in range(card.rows)],
                "values": values,
                "live": card.has(power),
                **can(m, power.target),
            }
        )
    return {
        "id": card.id,
        "seat": card.seat,
        "t": {**token, "i": card.icon or token["i"]},
        "name": card.name,
        "line": card.line,
        "brief": card.brief or card.line,
        "row": card.row,
        "columns": [
            {"name": column.name, "icon": column.icon, "values": list(column.values)} for column in card.columns
        ],
        "powers": powers,
        "falls": [[f"{card.columns[0].name} {card.columns[0].values[row]}", said, row] for row, said in card.falls()],
        "sums": [sum_of(m, each) for each in card.sums],
        "marks": list(card.marks),
        "carried": [{"name": thing.name, "kind": thing.kind, "icon": thing.icon} for thing in carried],
        "stack": _stack(card),
        "here": [[term.name, term.fact or f"{term.n:+d}", term.rule, term.bad] for term in card.here],
        "here_name": card.here_name,
        "beads": list(card.beads) if card.beads is not None else None,
        "rule": card.rule,
        **can(m, card.target),
    }


def _stack(card: CardSheet) -> CardSheetStack | None:
    stack = card.stack
    if stack is None:
        return None
    counts = ((stack.hand, "in hand"), (stack.deck, "in the deck"), (stack.discard, "discarded"))
    said = [f"{n} {where}" for n, where in counts if n >= 0]
    return {"hand": stack.hand, "deck": stack.deck, "discard": stack.discard, "said": ", ".join(said)}
