"""Signs of areas and scenery that can be counted (trees, columns), round 0, 0."""

from __future__ import annotations

from functools import lru_cache

from .forms import INK, PAPER
from .shapes import Disc, Face, Path, Shape
from .style import STYLE, map_colours

SIGNS = {  # in a box of 24 by 24 round 0, 0
    "disc": "M-10 0a10 10 0 1 0 20 0a10 10 0 1 0-20 0z",
    "flower": "M0-12.5C3-12.5 5.4-10 5-7.4C8-8.6 11.4-6.6 11.6-3.4C11.8-.6 10-1 9 1.4C11.6 4 10.6 8 7.2 9"
    "C4.6 9.8 3 8.4 0 8.6C-3 8.4-4.6 9.8-7.2 9C-10.6 8-11.6 4-9 1.4"
    "C-10-1-11.8-.6-11.6-3.4C-11.4-6.6-8-8.6-5-7.4C-5.4-10-3-12.5 0-12.5z",
    "house": "M0-13L12-5.5V-3H9.6V8H12V10.6H-12V8H-9.6V-3H-12V-5.5z",
    "hexagon": "M-6.4-10.6H6.4L12.2 0L6.4 10.6H-6.4L-12.2 0z",
    "triangle": "M0-13.5L13 9.6H-13z",
    "steps": "M-12 10.6V2.6H-4.4V-4.4H3.2V-11H12V10.6z",
    "drop": "M0-14C6-6 10-2.4 10 2.2A10 10 0 0 1-10 2.2C-10-2.4-6-6 0-14z",
    "pill": "M-5-8.6H5A8.6 8.6 0 0 1 5 8.6H-5A8.6 8.6 0 0 1-5-8.6z",
    "flame": "M1-15C3-9 11-5 10.5 3C10 9 5 11.4 0 11.4C-5 11.4-10 9-10.5 3C-10.8-1-8-4-6.6-7.6C-5.4-5.6-4-5-3-5"
    "C-4-9-1.6-13 1-15z",
    "star": "M0-13L3.6-7.2L11.3-6.5L7.6 0L11.3 6.5L3.6 7.2L0 13L-3.6 7.2L-11.3 6.5L-7.6 0L-11.3-6.5L-3.6-7.2z",
    "lens": "M0-14.5C5-9 9-5 9 0C9 5 5 9 0 14.5C-5 9-9 5-9 0C-9-5-5-9 0-14.5z",
    "arch": "M-10.5 10.5V-4A10.5 9 0 0 1 10.5-4V10.5z",
    "square": "M-10-10H10V10H-10z",
}
SIGN_MIDDLE = {  # where the number stands in it
    "house": (0.0, 6.2),
    "triangle": (0.0, 7.4),
    "steps": (3.4, 8.2),
    "drop": (0.0, 6.4),
    "flower": (0.0, 4.4),
    "flame": (0.0, 6.4),
    "arch": (0.0, 6.0),
}
COLUMN = (
    "M-6 9h12v-2.6h-12zM-4.4 6.4V-10l3-2.6 2 2.4 2-3.4 1.8 2.2V6.4z",
    "M-1.4 6V-8M1.6 6V-8",
)


@lru_cache(maxsize=256)
def sign_shapes(face: Face) -> tuple[Shape, ...]:
    """The sign of an area, paper in an ink line; ink in a paper line when it is full."""
    full = face.mark == "full"
    d, zoom = SIGNS.get(face.icon, SIGNS["square"]), round(face.size / 24, 3)
    return (
        Path(
            d, zoom=zoom, fill=INK if full else PAPER, fill_opacity=0.96 if full else 0.9,
            stroke=PAPER if full else INK, stroke_opacity=1.0 if full else 0.75, width=1.3, join="round",
        ),
    )  # fmt: skip


@lru_cache(maxsize=128)
def tree(tall: float, theme: str, piece: bool) -> tuple[Shape, ...]:
    """A conifer with a lit side; one that can be counted stands on a paper disc."""
    m, w, h = map_colours(theme), 0.42 * tall, tall
    dark, light = m["motif_forests"], m["forests"]
    body = (
        f"M0 {-0.86 * h:.1f}C{0.4 * w:.1f} {-0.5 * h:.1f} {w:.1f} {-0.2 * h:.1f} {w:.1f} {0.02 * h:.1f}"
        f"C{0.5 * w:.1f} {0.16 * h:.1f} {-0.5 * w:.1f} {0.16 * h:.1f} {-w:.1f} {0.02 * h:.1f}"
        f"C{-w:.1f} {-0.2 * h:.1f} {-0.4 * w:.1f} {-0.5 * h:.1f} 0 {-0.86 * h:.1f}z"
    )
    lit = (
        f"M{-0.1 * w:.1f} {-0.7 * h:.1f}C{-0.5 * w:.1f} {-0.4 * h:.1f} {-0.8 * w:.1f} {-0.15 * h:.1f} {-0.76 * w:.1f} 0"
        f"C{-0.4 * w:.1f} {0.06 * h:.1f} {-0.36 * w:.1f} {-0.35 * h:.1f} {-0.1 * w:.1f} {-0.7 * h:.1f}z"
    )
    out: list[Shape] = [_foot(1.5 * w, 0.62 * w, 3)] if piece else []
    return (
        *out,
        Path(f"M0 {0.02 * h:.1f}v{0.22 * h:.1f}", stroke=m["wall_joint"], width=2.2 if piece else 1.4),
        Path(
            body, fill=dark, stroke=INK if piece else light, width=1 if piece else 0.7,
            stroke_opacity=0.75 if piece else 1.0,
        ),
        Path(lit, fill=light, fill_opacity=0.55),
    )  # fmt: skip


def _foot(wide: float, high: float, down: float) -> Path:
    half = f"a{wide:.1f} {high:.1f} 0 1 0"
    d = f"M{-wide:.1f} {down:.1f}{half} {2 * wide:.1f} 0{half} {-2 * wide:.1f} 0z"
    return Path(d, fill=PAPER, stroke=INK, stroke_opacity=0.7, width=1.1)


def prop_shapes(face: Face) -> tuple[Shape, ...]:
    """A piece of scenery by the name of its drawing, its middle at 0, 0."""
    k = face.size / 27
    if face.icon == "tree":
        foot = 6 * k
        return tuple(
            _moved(shape, foot) for shape in tree(round(27 * k, 1), face.theme, True) if isinstance(shape, Path)
        )
    if face.icon == "column":
        m, zoom = map_colours(face.theme), round(k, 3)
        return (
            _foot(11 * k, 4.6 * k, 9 * k),
            Path(COLUMN[0], zoom=zoom, fill=m["wall"], stroke=INK, stroke_opacity=0.8, width=1, join="round"),
            Path(COLUMN[1], zoom=zoom, stroke=m["wall_joint"], width=1),
        )
    r = 0.42 * face.size
    return (
        Disc(0, 0.7, r + 0.8, fill=STYLE["token"]["edge"], fill_opacity=0.5),
        Disc(0, 0, r, fill=PAPER, stroke=INK, width=1.1),
        Disc(0, 0, 0.5 * r, fill=INK),
    )


def _moved(shape: Path, down: float) -> Path:
    return Path(
        shape.d, (shape.at[0], shape.at[1] + down), shape.turn, shape.zoom, fill=shape.fill,
        fill_opacity=shape.fill_opacity, stroke=shape.stroke, stroke_opacity=shape.stroke_opacity, width=shape.width,
    )  # fmt: skip
