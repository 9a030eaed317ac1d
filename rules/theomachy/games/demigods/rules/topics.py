"""Closed lists that cards of Demigods name."""

from __future__ import annotations

from ....engine.runtime.topic import Topic


class Until(Topic):
    """How long does a card last? One that names nothing lasts for ever."""

    TURN = "turn"  # until it ends
    NEXT_TURN = "next turn"  # until the next one of its player begins
    MIRACLES = "miracles"  # until his next miracle phase begins
