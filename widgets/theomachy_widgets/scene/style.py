"""The numbers of the look and the paths of the icons, read once from `data/`."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources
from typing import Any

from theomachy.engine.files import toml
from theomachy.engine.tabletop.table import HAZARD, NEUTRAL, Seat

THEMES = ("light", "dark")


def _read(name: str) -> str:
    return resources.files("theomachy_widgets").joinpath("data", name).read_text(encoding="utf-8")


STYLE: dict[str, Any] = toml(_read("style.toml"), "style.toml")
COLOURS: tuple[str, ...] = tuple(name for name in STYLE["owner"] if name not in (NEUTRAL, HAZARD))


@lru_cache(maxsize=1)
def icons() -> dict[str, str]:
    """Icon name -> the `d` of its path in a box of 512 by 512."""
    data: dict[str, str] = json.loads(_read("icons.json"))
    return data


def icon_path(name: str) -> str:
    """The path of an icon; a name that is not in the data draws a plain question mark, so that nothing vanishes."""
    return icons().get(name) or UNKNOWN_ICON


UNKNOWN_ICON = (
    "M150 190C150 60 362 60 362 190C362 270 290 280 290 340H222C222 250 290 240 290 190C290 150 222 150 222 190z"
    "M256 380A40 40 0 1 0 256.1 380z"
)


@lru_cache(maxsize=64)
def map_colours(theme: str, light: str = "") -> dict[str, Any]:
    """The colours of the ground. `theme` is "light" or "dark"; anything else is a `ValueError`. A board with a `light`
    of its own has those of this name (the table `light`) for some; one that is not named there has the usual ones.
    """
    if theme not in THEMES:
        raise ValueError(f"theme is {theme!r}; known themes are {', '.join(THEMES)}")
    colours: dict[str, Any] = STYLE["map"][theme]
    return colours | STYLE["light"].get(light, {}).get(theme, {}) if light else colours


def kind(name: str) -> dict[str, Any]:
    """How an area of this kind is painted; an unknown kind is plain land."""
    found: dict[str, Any] = STYLE["kind"].get(name) or STYLE["kind"]["land"]
    return found


def is_water(name: str) -> bool:
    return bool(kind(name).get("water"))


def owner_colour(owner: int | str, seats: tuple[Seat, ...]) -> str:
    """The name of the owner's colour: a seat's own, or that of nobody and of hazards."""
    if isinstance(owner, int):
        if not 0 <= owner < len(seats):
            return NEUTRAL
        return seats[owner].colour if seats[owner].colour in STYLE["owner"] else COLOURS[owner % len(COLOURS)]
    return owner if owner in STYLE["owner"] else NEUTRAL


def owner_paint(colour: str, theme: str) -> tuple[str, str, str]:
    """(fill, colour of the icon on it, name of the token's shape) of an owner's colour."""
    row = STYLE["owner"].get(colour) or STYLE["owner"][NEUTRAL]
    return row[theme], STYLE["mark"]["paper" if row["icon"] == "paper" else "ink"], row["shape"]


def brightness(colour: str) -> float:
    """Relative luminance of a colour."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@lru_cache(maxsize=64)
def letter_ink(colour: str, theme: str) -> str:
    """The colour of letters on an owner's body: paper where it stands out enough, else near-black."""
    fill, paper, dark = brightness(owner_paint(colour, theme)[0]), STYLE["mark"]["paper"], "#0e1216"
    on_paper, on_dark = (1.05) / (fill + 0.05), (fill + 0.05) / 0.0555
    return str(paper) if on_paper >= max(4.5, on_dark) else dark
