"""What is asked of an outline quickly is what the literal reading of all its edges says, to the last bit."""

import math
from random import Random

import pytest

from theomachy_widgets.scene.geometry import inside
from theomachy_widgets.scene.nearby import Edges, Rings, Strewn, room_at, sides_of
from theomachy_widgets.scene.shapes import Ring

HAND = Random(4)


def ragged(x: float, y: float, r: float, n: int) -> Ring:
    """An outline with bays, to a tenth of a pixel as drawn ones are."""
    around = [(2 * math.pi * i / n, r * HAND.uniform(0.4, 1.0)) for i in range(n)]
    return tuple((round(x + d * math.cos(a), 1), round(y + d * math.sin(a), 1)) for a, d in around)


# An area with a hole, one that leaves the page at the left and above, and one of few long edges.
OUTLINES = [
    (ragged(200, 150, 140, 300), ragged(190, 160, 40, 60)),
    (ragged(10, 5, 120, 200),),
    (((20.0, 20.0), (400.0, 24.0), (400.0, 300.0), (24.0, 296.0)),),
]


@pytest.mark.parametrize("rings", OUTLINES)
def test_points_lie_where_all_edges_say(rings: tuple[Ring, ...]) -> None:
    held, edges = Rings(rings), Edges(sides_of(rings))
    corners = [p for ring in rings for p in ring]
    points = [(HAND.uniform(-150, 450), HAND.uniform(-150, 350)) for _ in range(250)] + corners
    assert {inside(*p, rings) for p in points} == {True, False}
    for p in points:
        assert held.hold(*p) == inside(*p, rings), p
        for most in (14.0, 30.0, 60.0):
            assert edges.room(*p, most) == room_at(*p, sides_of(rings), most), p


@pytest.mark.parametrize("tall", [1.0, 1.35])
def test_what_is_strewn_keeps_its_distance(tall: float) -> None:
    strewn, found = Strewn(11.0, tall), list[tuple[float, float]]()
    for _ in range(3000):
        x, y = HAND.uniform(-40, 160), HAND.uniform(-40, 160)
        clear = not any(math.hypot(x - u, (y - v) * tall) < 11.0 for u, v in found)
        assert strewn.clear(x, y) == clear
        if clear:
            strewn.add(x, y)
            found.append((x, y))
    assert len(found) > 100


def test_nothing_lies_in_no_outline() -> None:
    assert not Rings(()).hold(3, 3)
    assert Edges([]).room(3, 3, 20.0) == 20.0
