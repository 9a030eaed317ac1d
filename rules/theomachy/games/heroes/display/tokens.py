"""How resources, points and armies are shown: letter, shape and colour of each kind."""

from __future__ import annotations

from collections.abc import Sequence

from ....engine.tabletop.beside import Amount
from ..rules.maps import RESOURCES

SHAPES = ("square", "hexagon", "disc")
TINTS = ("brown", "grey", "gold")
CORE = Amount("Core", 1, "C", shape="octagon", tint="blue")


def sign(kind: int, n: int = 1) -> Amount:
    """So much of one resource."""
    return Amount(RESOURCES[kind], n, RESOURCES[kind][0].upper(), shape=SHAPES[kind], tint=TINTS[kind])


def signs(amounts: Sequence[int]) -> tuple[Amount, ...]:
    """What a price or a gain is made of."""
    return tuple(sign(kind, n) for kind, n in enumerate(amounts) if n)


def points(n: int) -> Amount:
    """Victory points."""
    return Amount("victory points", n, shape="star")
