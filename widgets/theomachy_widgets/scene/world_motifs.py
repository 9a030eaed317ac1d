"""The small signs that are scattered over the lands of a world: one drawing a motif, of a body and a line."""

from __future__ import annotations

import math
from functools import lru_cache

from .shapes import Disc, Path, Shape

LINES = {
    "palm": "M-1 10C1 4 2 -1 1 -6M1 -6C-4 -10 -9 -8 -11 -3M1 -6C6 -10 11 -8 12 -3M1 -6C-1 -12 -6 -14 -10 -12"
    "M1 -6C3 -12 8 -14 11 -12",
    "hill": "M-13 5C-7 -8 4 -8 12 5M3 1C7 -5 13 -5 17 3",
    "tuft": "M-6 4C-6 0 -8 -3 -9 -4M-4 4C-4 -2 -4 -5 -4 -7M-2 4C-2 0 0 -3 2 -4"
    "M7 8C7 5 6 3 5 2M9 8V0M11 8C11 5 13 3 14 2",
    "terrace": "M-14 6C-6 -2 6 -2 14 6M-9 -1C-4 -6 4 -6 9 -1M-5 -7C-2 -10 2 -10 5 -7",
    "dune": "M-15 3C-9 -5 -4 -5 0 3C5 -4 10 -4 15 2M-2 8C2 5 6 5 10 8",
    "ray": "M-11 5A11 11 0 0 1 11 5M-17 5H17M0 -9V-16M-8 -6L-12 -12M8 -6L12 -12M-13 0L-19 -3M13 0L19 -3",
    "isle": "M-6 4C-6 0 -8 -3 -9 -4M-4 4C-4 -2 -4 -5 -4 -7M-2 4C-2 0 0 -3 2 -4",
}
_PEAK = (
    "M-14 9L-3 -13L1 -16L6 -11L15 9z",
    "M1 -16L6 -11L15 9H5L2 -3L4 -9z",
    "M-3 -13L1 -16L6 -11L3 -7L1 -9L-2 -6L-5 -9z",
)
_TREES = {
    "tree": (
        "M0 9V1",
        "M0 -12C6 -12 8 -6 6 -2C5 2 -5 2 -6 -2C-8 -6 -6 -12 0 -12z",
        "M0 -12C6 -12 8 -6 6 -2C5 2 2 2 1 1C4 -3 3 -9 0 -12z",
    ),
    "jungle": (
        "M0 10V0",
        "M0 -14C8 -15 12 -8 8 -3C13 0 8 6 0 3C-8 6 -13 0 -8 -3C-12 -8 -8 -15 0 -14z",
        "M0 -14C8 -15 12 -8 8 -3C13 0 8 6 1 3C6 -2 5 -9 0 -14z",
    ),
}


@lru_cache(maxsize=128)
def motif(name: str, z: float, body: str, line: str) -> tuple[Shape, ...]:
    """One sign round 0, 0; a name that is not known is a tuft."""
    if name in ("peak", "ice"):
        whole, shade, snow = _PEAK
        return (
            Path(whole, zoom=z, fill=body, stroke=line, width=1.5, join="round"),
            Path(shade, zoom=z, fill=line, fill_opacity=0.55),
            Path(snow, zoom=z, fill="#fffdf7"),
        )
    if name in _TREES:
        stem, crown, shade = _TREES[name]
        return (
            Path(stem, zoom=z, stroke=line, width=1.9, cap="round"),
            Path(crown, zoom=z, fill=body, stroke=line, width=1.2),
            Path(shade, zoom=z, fill=line, fill_opacity=0.5),
        )
    if name == "flower":
        turns = (-1.57, -0.3, 0.95, 2.2, 3.45)
        leaves = [(4 * math.cos(a) * z, (-4 + 4 * math.sin(a)) * z) for a in turns]
        stem = "M0 9V0M0 6C-4 5 -6 2 -6 0M0 7C4 6 5 4 6 2"
        return (
            Path(stem, zoom=z, stroke=line, width=1.7, cap="round"),
            *(Disc(round(x, 2), round(y, 2), round(2.9 * z, 2), fill=body) for x, y in leaves),
            Disc(0, round(-4 * z, 2), round(1.8 * z, 2), fill="#f7e7a8"),
        )
    if name == "star":
        star = "M0 -9L2 -2L9 0L2 2L0 9L-2 2L-9 0L-2 -2z"
        small = "M14 6L15 9L18 10L15 11L14 14L13 11L10 10L13 9z"
        return (Path(star, zoom=z, fill=body), Path(small, zoom=z, fill=body, fill_opacity=0.7))
    return (Path(LINES.get(name, LINES["tuft"]), zoom=z, stroke=line, width=1.9, cap="round", join="round"),)


_FOG = "M-60 0C-42 -14 -30 -14 -12 -4S36 4 60 -4C48 14 18 16 0 10S-42 12 -60 0z"
_SERPENT = (
    "M-34 10C-34 -12 -14 -12 -14 10M-8 10C-8 -8 8 -8 8 10M14 10C14 -30 22 -34 32 -30L42 -25L33 -22C27 -20 28 -6 28 10",
    "M-44 8L-40 0M-42 12H-34M-12 12H-9M9 12H13M29 12H41",
)
_POINT, _SMALL = "M0 -40L5 -8L0 0L-5 -8z", "M0 -24L5 -8L0 0L-5 -8z"


@lru_cache(maxsize=64)
def lore(name: str, z: float, line: str, shown: float) -> tuple[Shape, ...]:
    """What a map tells beside its lands, round 0, 0: "fog", a "serpent", a "compass"; nothing else is known."""
    if name == "fog":
        return (Path(_FOG, zoom=z, fill=line, fill_opacity=shown),)
    if name == "serpent":
        body, water = _SERPENT
        return (
            Path(body, zoom=round(1.1 * z, 3), stroke=line, stroke_opacity=shown, width=2.8, cap="round"),
            Path(water, zoom=round(1.1 * z, 3), stroke=line, stroke_opacity=shown, width=1.9, cap="round"),
        )
    if name == "compass":
        return (
            Disc(0, 0, round(27 * z, 1), stroke=line, stroke_opacity=0.6, width=1.2),
            *(Path(_SMALL, turn=q, zoom=z, fill="#8d7542") for q in (45, 135, 225, 315)),
            *(Path(_POINT, turn=q, zoom=z, fill=line) for q in (0, 90, 180, 270)),
        )
    return ()
