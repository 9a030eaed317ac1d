"""The small pictures of `docs/table.md`: each kind of thing that can lie on a board, cut out of a picture of a board.

usage: python -m tools.table_pictures [NAME ...]     (without names it takes all of them)

They are drawn without a browser, from the made-up tables of the tests and from games that are just begun, and kept
small by a palette, since a repository remembers every version of a picture.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from PIL import Image

import theomachy as th
from tests.widgets.fixtures import hex_table
from tests.widgets.inked import inked_table
from tests.widgets.terrain import terrain_marks, terrain_table
from tests.widgets.things import outline_table
from theomachy.engine.tabletop.table import NO_MARKS, Marks, Table
from theomachy_widgets.render.png import png
from theomachy_widgets.scene.build import Scene, build

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "pictures" / "table"
WIDTH, COLOURS = 900, 64


def game(slug: str, **asked: object) -> Table:
    """The table of a game that is just begun, as a spectator sees it."""
    return th.new(slug, seed=5, **asked).table()  # type: ignore[arg-type]


@cache
def drawn(source: Callable[[], Table], marks: Callable[[], Marks] | None, width: int) -> tuple[Scene, Image.Image]:
    scene = build(source(), marks() if marks else NO_MARKS, "light", width)
    return scene, Image.open(io.BytesIO(png(scene, 1))).convert("RGB")


def world() -> Table:
    return game("gods_war", empires=["sky", "storm", "darkness", "chaos"])


def earth() -> Table:
    return game("cthulhu_wars", players=4)


# name: (table, marks, what the picture is cut round: targets, or areas by number; margin; width of the whole board)
Cut = tuple[Callable[[], Table], Callable[[], Marks] | None, tuple[str, ...], float, int]
PICTURES: dict[str, Cut] = {
    "hexes": (hex_table, None, ("area:23", "area:24", "area:33", "area:34"), 6, WIDTH),
    "outlines": (inked_table, None, ("area:0", "area:1", "area:7"), 6, WIDTH),
    "terrain": (terrain_table, None, ("area:1", "area:2", "area:8"), 4, WIDTH),
    "world": (world, None, ("area:22",), 30, 1200),
    "doors": (world, None, ("area:18",), 10, 700),
    "pieces": (outline_table, None, ("area:14", "area:9"), 4, WIDTH),
    "places": (inked_table, None, ("area:3", "area:8", "area:10"), 4, WIDTH),
    "borders": (outline_table, None, ("area:8", "area:14", "area:15"), 6, WIDTH),
    "gauges": (outline_table, None, ("area:3", "area:10"), 4, WIDTH),
    "carried": (outline_table, None, ("area:21", "area:22"), 4, WIDTH),
    "zones": (outline_table, None, ("area:0", "area:8"), 10, WIDTH),
    "corners": (inked_table, None, ("area:1", "area:2"), 24, WIDTH),
    "ink": (inked_table, None, ("area:6", "area:7"), 4, WIDTH),
    "routes": (inked_table, None, ("area:14", "area:15"), 6, WIDTH),
    "trails": (terrain_table, None, ("area:9", "area:10", "area:11"), 4, WIDTH),
    "props": (terrain_table, None, ("area:1",), 6, WIDTH),
    "rays": (terrain_table, terrain_marks, ("area:14", "area:15", "area:16", "area:17"), 6, WIDTH),
    "tints": (hex_table, None, ("area:45",), 40, WIDTH),
    "links": (earth, None, ("area:12",), 60, 1000),
}


def box(scene: Scene, targets: Iterable[str], margin: float) -> tuple[int, int, int, int]:
    """The part of a picture that holds these targets. Raises `LookupError` for one that is not drawn."""
    found = []
    for target in targets:
        hit = scene.hit(target)
        if hit is None:
            raise LookupError(f"{target} is not drawn")
        x, y, r = hit.disc or (0.0, 0.0, 0.0)
        found.append((x - r, y - r, x + r, y + r) if hit.disc else hit.box)
    left, top = min(b[0] for b in found) - margin, min(b[1] for b in found) - margin
    right, bottom = max(b[2] for b in found) + margin, max(b[3] for b in found) + margin
    return max(0, int(left)), max(0, int(top)), min(int(scene.width), int(right)), min(int(scene.height), int(bottom))


def take(name: str) -> Image.Image:
    """One picture, with few colours."""
    source, marks, targets, margin, width = PICTURES[name]
    scene, whole = drawn(source, marks, width)
    cut = whole.crop(box(scene, targets, margin))
    return cut.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE)


def main(names: list[str]) -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in names or PICTURES:
        take(name).save(FOLDER / f"{name}.png", optimize=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
