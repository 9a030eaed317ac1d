"""Hands in stacks: cards of one name together, the hidden ones as backs, and what the piles hold."""

from __future__ import annotations

from typing import Any

from theomachy.engine.tabletop.beside import Stack
from theomachy.engine.tabletop.table import Figure, Hand

from ..models.decision import HandSideFigure
from .amount import amount_of
from .moment import Moment
from .picking import can

MOST_SIGNS = 8  # of a figure at the head of a hand
MOST_BACKS = 14
Model = dict[str, Any]


def model(m: Moment) -> Model:
    """The hands of all players, where a game tells them so: the own one first."""
    told = [hand for hand in m.shown.hands if hand.stacks or hand.figure is not None or hand.deck >= 0]
    if not told:
        return {}
    told.sort(key=lambda hand: hand.seat != m.viewer)
    return {"sides": [_side(m, hand) for hand in told]}


def tell_all(m: Moment) -> bool:
    """Do the heads of the hands say all that the row of players would? Then it stands nowhere."""
    told = {hand.seat: {"hand", hand.figure.label} for hand in m.shown.hands if hand.figure is not None}
    picked = m.decision is not None and m.decision.kind == "player"
    sheets = m.shown.sheets
    return bool(sheets) and not picked and all(
        sheet.seat in told and {figure.label for figure in sheet.figures} <= told[sheet.seat] for sheet in sheets
    )  # fmt: skip


def _side(m: Moment, hand: Hand) -> Model:
    known = [stack for stack in hand.stacks if stack.hand > 0]
    piles = [f"hand {hand.count}"] if known or not hand.count else []
    piles += [f"deck {hand.deck}"] if hand.deck >= 0 else []
    piles += [f"discard {hand.discard}"] if hand.discard >= 0 else []
    return {
        "seat": hand.seat,
        "t": m.seat_token(hand.seat),
        "name": m.seat_name(hand.seat),
        "now": next((m.status(x) for x in m.shown.sheets if x.seat == hand.seat in (*m.shown.to_act, m.me)), ""),
        "figure": _figure(hand.figure) if hand.figure is not None else None,
        "piles": " · ".join(piles),
        "stacks": [{**stack_of(m, stack), "help": f"stack:{hand.seat}:{stack.name}"} for stack in known],
        "backs": 0 if known else min(hand.count, MOST_BACKS),
        "hidden": f"hand {hand.count}, hidden" if hand.count and not known else "",
        "note": hand.note,
    }


def _figure(figure: Figure) -> HandSideFigure:
    sign = amount_of(figure.sign) if figure.sign is not None and 0 < figure.most <= MOST_SIGNS else None
    of = f" of {figure.most}" if figure.most else ""
    label = "" if sign is not None else f" {figure.label}"  # the signs say it, and the words of the whole
    return {"value": figure.value, "most": figure.most, "sign": sign, "said": f"{figure.value}{of}{label}",
            "name": f"{figure.value}{of} {figure.label}"}  # fmt: skip


def stack_of(m: Moment, stack: Stack) -> Model:
    """Cards of one name, as a plain model."""
    return {
        "name": stack.name,
        "icon": stack.icon,
        "kind": stack.kind,
        "n": stack.hand,
        "deck": stack.deck,
        "discard": stack.discard,
        "note": stack.note,
        "text": stack.text,
        "rule": stack.rule,
        **can(m, stack.target),
    }
