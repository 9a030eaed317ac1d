"""What is printed in a row below the name of an area: a glyph, the letter of a tunnel, the numbers of a Citadel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from theomachy.engine.tabletop.table import PrintedSign

from .forms import icon_at
from .shapes import Disc, Path, Shape, TextShape
from .style import STYLE

GAP = 3.0  # between two signs
HIGH = 18.0  # of the row
# Drawing -> paths with fill, stroke and width, the colour of letters, and where their base line is; about 18 high.
Drawing = tuple[tuple[tuple[str, str, str, float], ...], str, float]
PLAIN: Drawing = ((), "#1f2328", 4.0)  # letters on a disc of paper
DRAWN: dict[str, Drawing] = {
    "peak": (
        (("M-9 7L-5.5 -5L-1 .6L2.8 -8.4L9 7z", "#e9f8ff", "#2a6f92", 1.4), ("M2.8 -8.4L1 7", "", "#7fbfdc", 1.0)),
        "#1f4f6a",
        5.0,
    ),
    "arch": ((("M-9 8.4V-1A9 9 0 0 1 9 -1V8.4z", "#1c1524", "#e2c27a", 1.4),), "#f6e2a8", 5.0),
    "open arch": (
        (
            ("M-8.4 8.4V-1A8.4 8.4 0 0 1 8.4 -1V8.4z", "#16224a", "#bcd4f2", 2.0),
            (
                "M-2.6 -2.4l.9 2.1 2.1 .9 -2.1 .9 -.9 2.1 -.9 -2.1 -2.1 -.9 2.1 -.9z"
                "M3 1.6l.7 1.7 1.7 .7 -1.7 .7 -.7 1.7 -.7 -1.7 -1.7 -.7 1.7 -.7z"
                "M2.6 -5.6l.5 1.2 1.2 .5 -1.2 .5 -.5 1.2 -.5 -1.2 -1.2 -.5 1.2 -.5z",
                "#ffffff",
                "",
                0.0,
            ),
        ),
        "#ffffff",
        5.0,
    ),
    "sun": (
        (
            ("M-8.6 0H8.6M0 -8.6V8.6M-6.1 -6.1L6.1 6.1M6.1 -6.1L-6.1 6.1", "", "#ff9a4a", 2.4),
            ("M-5.4 0a5.4 5.4 0 1 0 10.8 0a5.4 5.4 0 1 0 -10.8 0z", "#3a0f08", "#ff9a4a", 1.6),
        ),
        "#fff6dc",
        4.0,
    ),
    "hole": (
        (
            ("M-9.6 4A9.6 5.4 0 1 1 9.6 4A9.6 5.4 0 1 1 -9.6 4z", "#0d0a0f", "#c9bba0", 1.3),
            ("M-5 2.4Q0 -1 5 2.4", "", "#8f7f68", 1.1),
        ),
        "#f6e2a8",
        5.0,
    ),
    "book": (
        (
            ("M-8 -8.4H6.4Q8.4 -8.4 8.4 -6.4V8.4H-6A2.6 2.6 0 0 1 -8.4 6V-8z", "#4c1f3d", "#f0d9a0", 1.3),
            ("M-8.2 6A2.4 2.4 0 0 1 -6 4H8.4M0 -5L4 -1.6L0 1.8L-4 -1.6z", "", "#f0d9a0", 1.1),
        ),
        "#fff0cf",
        5.0,
    ),
    "steps": ((("M-9.5 8.4V3H-6.5V-2.4H-3.5V-8.4H9.5V8.4z", "#4a2415", "#f0d9a0", 1.3),), "#fff2cf", 6.0),
    "walls": (
        (("M-10 8.4V-4H-6V-8.4H-2V-4H2V-8.4H6V-4H10V8.4z", "#7c1f2a", "#f0d9a0", 1.2),),
        "#fff0cf",
        6.0,
    ),
    "flask": (
        (
            ("M-3 -8.4H3V-2L8.4 6.4Q9 8.4 7 8.4H-7Q-9 8.4 -8.4 6.4L-3 -2z", "#1c1a33", "#9fe6ae", 1.3),
            ("M-5.6 3H5.6M-4.4 -8.4H4.4", "", "#9fe6ae", 1.3),
        ),
        "#f6f0ff",
        5.0,
    ),
    "drop": (
        (("M0 -8.8Q8.2 0 8.2 3.4A8.2 5.6 0 0 1 -8.2 3.4Q-8.2 0 0 -8.8z", "#4f6b1c", "#c9e07a", 1.3),),
        "#f4fad8",
        5.0,
    ),
    "plus": (
        (
            ("M-8.4 -8.4H8.4V8.4H-8.4z", "#23402c", "#9fe6ae", 1.3),
            ("M0 -5V5M-5 0H5", "", "#e6ffe9", 2.2),
        ),
        "#e6ffe9",
        5.0,
    ),
    "plate": ((("M-12.4 -8.4H12.4V8.4H-12.4z", "#f4ead0", "#2a1a12", 1.2),), "#1f2328", 3.6),
}  # fmt: skip


def width_of(sign: PrintedSign) -> float:
    """How wide a sign is: one with long letters is wider."""
    if sign.icon:
        return 16.0
    return float(_look(sign)["size"]) + 5.0 * max(len(sign.text) - 2, 0)


def _look(sign: PrintedSign) -> dict[str, Any]:
    found: dict[str, Any] = STYLE["sign"].get(sign.kind) or STYLE["sign"]["other"]
    return found


def row_width(signs: Sequence[PrintedSign]) -> float:
    """How wide a row of signs is."""
    return sum(map(width_of, signs)) + GAP * max(len(signs) - 1, 0)


def left_of(signs: Sequence[PrintedSign], number: int) -> float:
    """Where a sign of a row begins, from the middle of the row."""
    return sum(width_of(sign) + GAP for sign in signs[:number]) - row_width(signs) / 2


def row_shapes(signs: Sequence[PrintedSign], x: float, y: float, k: float, colours: dict[str, Any]) -> list[Shape]:
    """A row of signs, its middle at a point, so much larger than the numbers above say."""
    at, out = x - row_width(signs) * k / 2, list[Shape]()
    for sign in signs:
        wide = width_of(sign) * k
        out += _shapes(sign, round(at + wide / 2, 1), round(y, 1), round(k, 3), colours)
        at += wide + GAP * k
    return out


def _shapes(sign: PrintedSign, x: float, y: float, k: float, colours: dict[str, Any]) -> list[Shape]:
    if sign.icon:
        return [icon_at(sign.icon, x, y, 15 * k, colours.get("sign", colours["land_text"]))]
    out: list[Shape] = []
    paths, ink, base = DRAWN.get(str(_look(sign)["draw"]), PLAIN)
    if not paths:
        out.append(Disc(x, y, round(8.4 * k, 1), fill="#f4ead0", stroke="#2a1a12", width=round(1.2 * k, 1)))
    for d, fill, stroke, width in paths:
        out.append(Path(d, (x, y), zoom=k, fill=fill, stroke=stroke, width=width, join="round"))
    if sign.text:
        size = round((11.5 if len(sign.text) < 3 else 9.5) * k, 1)
        out.append(TextShape(x, round(y + base * k, 1), sign.text, size, weight=700, fill=ink))
    return out
