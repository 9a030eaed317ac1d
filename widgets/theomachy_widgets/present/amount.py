"""So much of something."""

from __future__ import annotations

from theomachy.engine.tabletop.beside import Amount

from ..models.common import Amount as AmountModel


def amount_of(amount: Amount) -> AmountModel:
    """So much of something, as a plain model."""
    return {
        "name": amount.name,
        "n": amount.n,
        "letter": amount.letter,
        "icon": amount.icon,
        "shape": amount.shape,
        "tint": amount.tint,
    }
