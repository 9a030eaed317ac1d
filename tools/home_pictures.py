"""The pictures of games on the start page: a part of each board, near to and without words, by day and by night.

usage: python -m tools.home_pictures [GAME ...]     (without names it takes all of them)

They travel with the package, so that a first visitor sees boards at once. Drawn without a browser.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

from PIL import Image

import theomachy as th
from theomachy.engine.tabletop.table import NO_MARKS
from theomachy_widgets.gallery import SHIPPED
from theomachy_widgets.render.png import png
from theomachy_widgets.scene.build import build
from theomachy_widgets.scene.shapes import TextShape

SIZE = (512, 364)
WIDTH = 1400  # pixels of the whole board
# The quick start that is shown, the area in the middle, how much the board is enlarged, and a shift in pixels.
PICTURES: dict[str, tuple[str, str, float, tuple[int, int]]] = {
    "demigods": ("fords", "F4", 1.0, (0, 0)),
    "cthulhu_wars": ("africa", "Africa", 1.15, (40, 0)),
    "heroes": ("four", "Harrax", 1.1, (70, 10)),
    "mythic_battles": ("clash", "Court of the Oracle", 0.95, (-20, -70)),
    "gods_war": ("round_two", "The Spike", 0.8, (70, 20)),
}


def wordless(shapes: Sequence[Any]) -> tuple[Any, ...]:
    """Shapes without the names of areas; figures and signs of one or two letters stay."""
    return tuple(shape for shape in shapes if not (isinstance(shape, TextShape) and len(shape.text) > 2))


def take(slug: str, theme: str) -> Image.Image:
    """The picture of a game."""
    preset, name, scale, (right, down) = PICTURES[slug]
    table = th.new(slug, preset=preset, seed=1).table()
    area = next(area.id for area in table.board.areas if area.name == name)
    scene = build(table, NO_MARKS, theme, round(WIDTH * scale))
    ground = copy(scene.ground)
    ground._shapes = wordless(ground.shapes)
    scene = replace(scene, ground=ground, under=wordless(scene.under), ui=wordless(scene.ui))
    x, y = scene.ground.centre(area)
    w, h = SIZE
    left = min(max(0, round(x + right - w / 2)), round(scene.width) - w)
    top = min(max(0, round(y + down - h / 2)), round(scene.height) - h)
    whole = Image.open(io.BytesIO(png(scene, 1))).convert("RGB")
    return whole.crop((left, top, left + w, top + h))


def main(names: list[str]) -> int:
    SHIPPED.mkdir(parents=True, exist_ok=True)
    for slug in names or PICTURES:
        for theme in ("light", "dark"):
            take(slug, theme).save(Path(SHIPPED) / f"{slug}_{theme}.webp", quality=82, method=6)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
