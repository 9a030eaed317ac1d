"""A figure that decides, with its parts, as a plain model."""

from __future__ import annotations

from typing import Any

from theomachy.engine.tabletop.beside import Sum

from .moment import Moment


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
