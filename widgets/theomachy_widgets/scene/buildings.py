"""Buildings as silhouettes on a plinth: steps tell the rank, the owner's shape is cut out."""

from __future__ import annotations

from collections.abc import Callable

from .forms import INK, PAPER, icon_at, outline
from .shapes import Disc, Face, Path, Shape
from .style import STYLE, owner_paint

# Outline, lines on it, and where the owner's shape is cut out (x, y, radius), in a box of 40 by 34 round 0, 0.
SILHOUETTES: dict[str, tuple[str, str, tuple[float, float, float]]] = {
    "stele": (
        "M-7 6V-5.5C-7 -9.6 -3.8 -12 0 -12S7 -9.6 7 -5.5V6H10V10.6H-10V6z",
        "M-7 6H7",
        (0, -3.4, 4),
    ),
    "temple": (
        "M-11.5 4.2V-3.2H-13.5V-5.8L0 -13.4L13.5 -5.8V-3.2H11.5V4.2H12.7V7.1H14.7V10.7H-14.7V7.1H-12.7V4.2z",
        "M-11.5 -3.2H11.5M-11.5 4.2H11.5M-12.7 7.1H12.7M-6.4 -2.6V3.8M-2.1 -2.6V3.8M2.1 -2.6V3.8M6.4 -2.6V3.8",
        (0, -7.6, 2.5),
    ),
    "pyramid": (
        "M-16.5 11V5.4H-13.1V0.6H-9.7V-4.2H-6.3V-9H-3.5V-14H3.5V-9H6.3V-4.2H9.7V0.6H13.1V5.4H16.5V11z",
        "M-13.1 5.4H13.1M-9.7 0.6H9.7M-6.3 -4.2H6.3M-3.5 -9H3.5",
        (0, 5.6, 4.2),
    ),
    "nest": (
        "M-13.5 10.4L-11 4.6L-15 -0.6L-9.2 -1.8L-9.8 -8.2L-4.6 -5.6L0 -12.6L4.6 -5.6L9.8 -8.2L9.2 -1.8L15 -0.6L11 4.6"
        "L13.5 10.4z",
        "",
        (0, 2, 4.3),
    ),
    "ringed nest": (
        "M-13.5 10.4L-11 4.6L-15 -0.6L-9.2 -1.8L-9.8 -8.2L-4.6 -5.6L0 -12.6L4.6 -5.6L9.8 -8.2L9.2 -1.8L15 -0.6L11 4.6"
        "L13.5 10.4z",
        "M-12.2 7.6H12.2",
        (0, 2, 4.3),
    ),
    "spires": (
        "M-13 11V-4L-9.5 -14L-6 -4V-1.5H-3.4L0 -7L3.4 -1.5H6V-4L9.5 -14L13 -4V11z",
        "M-6 -1V11M6 -1V11M-13 -4H-6M6 -4H13",
        (0, 4.6, 3.8),
    ),
    "tower": (
        "M-7.5 11V-5H-9.5V-9.4H-7L0 -16L7 -9.4H9.5V-5H7.5V11z",
        "M-7.5 -5H7.5M-7 -9.4H7",
        (0, 3.2, 4),
    ),
    "castle": (
        "M-12 11V-6H-13.5V-12H-10.5V-9.6H-8.1V-12H-5.1V-9.6H-2V-15H2V-9.6H5.1V-12H8.1V-9.6H10.5V-12H13.5V-6H12V11z",
        "M-12 -4H12",
        (0, 4, 4),
    ),
    "guest": (  # in panels; on boards a figure (`guest_shapes`)
        "M0 -13A13 13 0 1 1 0 13A13 13 0 1 1 0 -13z",
        "M0 -10.6A10.6 10.6 0 1 1 0 10.6A10.6 10.6 0 1 1 0 -10.6z",
        (0, 0, 6.5),
    ),
    "ice": (  # in panels; on boards it is drawn as ice (`ice_shapes`)
        "M-14 9.2L-12.2 -1.8L-6.7 -7.9L-1.8 -4.9L3 -10.4L9.2 -6.7L13.4 1.8L14.6 9.2z",
        "M3 -10.4L1.2 -1.8L5.5 9.2M-1.8 -4.9L-4.9 9.2M13.4 1.8L5.5 9.2",
        (0, 0, 0),
    ),
    "sun": (  # in panels; on boards it has arms of fire (`sun_shapes`)
        "M0 -15L2.7 -7.5L9.6 -11.5L6.9 -4L14.8 -2.6L7.9 1.4L13 7.5L5.1 6.1L5.1 14.1L0 8L-5.1 14.1L-5.1 6.1L-13 7.5"
        "L-7.9 1.4L-14.8 -2.6L-6.9 -4L-9.6 -11.5L-2.7 -7.5z",
        "",
        (0, 0, 3.4),
    ),
}  # fmt: skip
BOX = 36.0  # the width of the box at zoom 1, about

ICE = "M-23 15L-20 -3L-11 -13L-3 -8L5 -17L15 -11L22 3L24 15z"  # a block of it, in a box of 48 by 34


def silhouette(form: str) -> str:
    """The name of the drawing of a form; "" when it is drawn as a token."""
    look = STYLE["form"].get(form)
    return str(look["draw"]) if look else ""


def building_shapes(face: Face) -> tuple[Shape, ...]:
    """A building round 0, 0: shadow, edge, ring, body in its owner's colour, lines, the owner's shape."""
    body, lines, (x, y, r) = SILHOUETTES[face.shape]
    fill, ink, shape = owner_paint(face.colour, face.theme)
    z = round(face.size / BOX, 3)
    if face.body == "ghost":
        return (Path(body, zoom=z, fill=PAPER, fill_opacity=0.35, stroke=INK, width=1.4, dash=(3, 2.5)),)
    token = STYLE["token"]
    share = {"killed": token["killed"], "spent": token["spent"]}.get(face.body, 1.0)
    out: list[Shape] = [
        Path("M-14 11.6A14 2.6 0 1 0 14 11.6A14 2.6 0 1 0 -14 11.6z", zoom=z, fill=token["edge"], fill_opacity=0.28),
        Path(body, zoom=z, stroke=token["edge"], stroke_opacity=0.6, width=5.4, join="round"),
        Path(body, zoom=z, fill=PAPER, stroke=PAPER, width=3.8, join="round"),
        Path(body, zoom=z, fill=fill, opacity=share),
    ]
    if lines:
        out.append(Path(lines, zoom=z, stroke=ink, stroke_opacity=0.62, width=1.1))
    if face.shape == "ringed nest":
        out.append(Disc(round(x * z, 1), round(y * z, 1), round(6.6 * z, 1), stroke=ink, width=round(1.3 * z, 1)))
    out.append(Path(outline(shape, round(r * z, 2)), (round(x * z, 2), round(y * z, 2)), fill=ink))
    return tuple(out)


def ice_shapes(face: Face) -> tuple[Shape, ...]:
    """A block of ice: what stands under it shows through."""
    z = round(face.size / 46, 3)
    if face.body == "ghost":
        return (Path(ICE, zoom=z, fill=PAPER, fill_opacity=0.5, stroke=INK, width=1.4, dash=(3.4, 2.6)),)
    facets = "M5 -17L2 -3L9 15H-8L-3 -8zM22 3L9 15"
    return (
        Path(ICE, (1, 2.4 * z), zoom=z, fill="#143c50", fill_opacity=0.35),
        Path(ICE, zoom=z, fill="#d9eef7", fill_opacity=0.72, stroke="#2a6f92", width=1.5, join="round"),
        Path(facets, zoom=z, fill=PAPER, fill_opacity=0.38, stroke="#5aa0c2", width=1),
        Path("M-11 -13L-8 15M-20 -3L-8 4", zoom=z, stroke="#5aa0c2", width=1),
    )


def sun_shapes(face: Face) -> tuple[Shape, ...]:
    """A sun with bent arms of fire; what is written on it stands in its dark core."""
    z = round(face.size / 42, 3)
    if face.body == "ghost":
        return (Disc(0, 0, round(10.6 * z, 1), fill=PAPER, fill_opacity=0.5, stroke=INK, width=1.4, dash=(3.4, 2.6)),)
    arm = "M0 -9C5 -13 3 -17 8 -20"
    return (
        *(Path(arm, turn=40 * i, zoom=z, stroke="#2a0d08", width=5.4, cap="round") for i in range(9)),
        Disc(0, 0, round(13.4 * z, 1), fill="#2a0d08"),
        *(Path(arm, turn=40 * i, zoom=z, stroke="#ff8a4a", width=3, cap="round") for i in range(9)),
        Disc(0, 0, round(11 * z, 1), fill=PAPER),
        Disc(0, 0, round(9.6 * z, 1), fill="#7a1f12"),
    )


def guest_shapes(face: Face) -> tuple[Shape, ...]:
    """A figure that is no unit: a disc within a line of brass."""
    r, token = face.size / 2, STYLE["token"]
    fill, ink, _ = owner_paint(face.colour, face.theme)
    return (
        Disc(0, 0.7, round(r + 2.6, 1), fill=token["edge"], fill_opacity=token["edge_opacity"]),
        Disc(0, 0, round(r + 1.9, 1), fill=PAPER),
        Disc(0, 0, round(r, 1), fill=fill),
        Disc(0, 0, round(r - 2.2, 1), stroke="#e2bd6a", width=round(max(1.2, 0.1 * r), 1)),
        icon_at(face.icon, 0, 0, round(1.16 * r, 1), ink),
    )


DRAWN_FORMS: dict[str, Callable[[Face], tuple[Shape, ...]]] = {
    "ice": ice_shapes, "sun": sun_shapes, "guest": guest_shapes,
}  # fmt: skip
