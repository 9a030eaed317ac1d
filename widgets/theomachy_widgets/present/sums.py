"""Figures that decide, with their parts."""

from __future__ import annotations

from typing import Any

from theomachy.engine.tabletop.beside import Sum

from .fronts import FIGHT, front
from .moment import Moment

Model = dict[str, Any]


def model(m: Moment, *, every: bool = False) -> Model:
    """The figures that decide at this moment."""
    apart = every or front(m) != FIGHT  # there they stand in their stages
    apart = apart and (every or m.shown.fight is None or m.shown.fight.contest is None)  # a ledger draws them
    return {"sums": [sum_of(m, each) for each in m.shown.sums]} if m.shown.sums and apart else {}


def sum_of(m: Moment, each: Sum) -> dict[str, Any]:
    """A figure with its parts: the first is where it begins, the others say by how much they change it."""
    terms = [
        [term.name, term.fact or (str(term.n) if k == 0 else f"{term.n:+d}"), term.rule, ""]
        for k, term in enumerate(each.terms)
    ]
    return {
        "head": each.head,
        "t": m.seat_token(each.seat),
        "name": each.name,
        "value": each.value,
        "terms": terms,
        "rule": each.rule,
        "note": each.note,
    }
