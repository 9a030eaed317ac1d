"""Everything that lies beside the board, for a page on which nothing of it can come to the front."""

from __future__ import annotations

from typing import Any

from . import attack, cards, conditions, hands, lines, paper, sealed, sums, throws
from .moment import Moment

Model = dict[str, Any]


def all_of(m: Moment) -> Model:
    """Everything that lies beside the board, for a page on which nothing of it can come to the front."""
    steps = attack.model(m, every=True)
    return {
        "lines": lines.model(m),
        "hands": hands.model(m),
        "attack": steps,
        "paper": paper.model(m, every=True),
        "cards": cards.model(m, every=True),
        "sums": {} if steps else sums.model(m, every=True),
        "throws": {} if steps else throws.model(m, every=True),
        "sealed": sealed.model(m),
        "conditions": conditions.model(m),
    }
