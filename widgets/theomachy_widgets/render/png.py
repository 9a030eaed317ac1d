"""Any scene as PNG, through resvg, with lettering of our own: the same picture on every machine, fonts installed or
not."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Iterable
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from theomachy.app import part
from theomachy.engine.tabletop.table import Board

from ..picture_cache import PictureCache, name_of, usual_folder
from ..scene.build import Scene
from ..scene.shapes import Face, Shape, Stamp
from ..scene.tokens import face_shapes, reach
from .svg import shapes_svg, text, tree

_FONTS = ("NotoSans-Regular.ttf", "NotoSans-Bold.ttf", "NotoSerif-Italic.ttf")
# What the fonts of the house hold; for other letters the fonts of the machine are asked as well.
_LETTERS = ((0x20, 0x7E), (0xA0, 0x17F), (0x2010, 0x2015), (0x2018, 0x201E))
_SIGNS = frozenset("•…′″×\n\t")
# Signs that they lack, and that a machine without more fonts would leave out: the nearest that they hold.
_NEAREST = str.maketrans({"→": "»", "−": "–"})


@lru_cache(maxsize=1)
def font_files() -> tuple[str, ...]:
    folder = resources.files("theomachy_widgets").joinpath("data", "fonts")
    return tuple(str(folder.joinpath(name)) for name in _FONTS)


def _at_home(markup: str) -> bool:
    if markup.isascii():
        return True
    return all(c in _SIGNS or any(low <= ord(c) <= high for low, high in _LETTERS) for c in set(markup))


def _asked(markup: str, scale: float) -> dict[str, Any]:
    markup = markup.translate(_NEAREST)
    return {
        "svg_string": markup,
        "zoom": scale,
        "skip_system_fonts": _at_home(markup),
        "font_files": list(font_files()),
        "font_family": "Noto Sans",
        "sans_serif_family": "Noto Sans",
        "serif_family": "Noto Serif",
        "resources_dir": None,
    }


def rasterise(markup: str, scale: float) -> bytes:
    """An SVG document as PNG, `scale` pixels for each of its units. Raises `ValueError` when it cannot be drawn."""
    resvg_py = part("resvg_py", "a picture")  # a page that draws all it shows itself has neither this nor Pillow
    return bytes(resvg_py.svg_to_bytes(**_asked(markup, scale)))


_APART = "import json, resvg_py, sys; sys.stdout.buffer.write(bytes(resvg_py.svg_to_bytes(**json.load(sys.stdin))))"


def rasterise_apart(markup: str, scale: float) -> bytes:
    """The same in a process of its own, so that this one goes on meanwhile: resvg keeps the interpreter to itself.

    Where no process can be started it is drawn here. The process sees neither the folder it is started in nor the
    settings of the person, so that nothing that lies beside a notebook is run.
    """
    words = [sys.executable, "-I", "-c", _APART]
    try:
        asked = json.dumps(_asked(markup, scale)).encode()
        found = subprocess.run(words, input=asked, capture_output=True, timeout=60, check=True)
        return found.stdout or rasterise(markup, scale)
    except (OSError, subprocess.SubprocessError):
        return rasterise(markup, scale)


def png(scene: Scene, scale: float = 2, layers: Iterable[str] = ("ground", "under", "pieces", "ui")) -> bytes:
    """The scene as PNG. `layers` chooses what is drawn; without the ground the picture is transparent."""
    if not 0 < scale <= 8:
        raise ValueError(f"scale is {scale!r}; it has to lie above 0 and not above 8")
    return rasterise(text(tree(scene, layers=tuple(layers))), scale)


_grounds: dict[tuple[str, str, float, int | None, float], bytes] = {}
MOST_GROUNDS = 40  # half a megabyte each, at most


def ground_kept(board: Board, theme: str, width: float, focus: int | None, scale: float = 2) -> bool:
    """Whether the picture of a ground is at hand: the first time it takes some tenths of a second."""
    return (board.key, theme, float(round(width)), focus, scale) in _grounds


@lru_cache(maxsize=8)
def _cache_in(folder: Path | None) -> PictureCache:
    return PictureCache(folder)


def ground_png(scene: Scene, scale: float = 2, *, apart: bool = False) -> bytes:
    """The ground alone, kept: it is the same for every position of a board. `apart`: drawn in another process.

    It is kept in memory, and in the user's cache folder for the next time: to paint one takes a second.
    """
    ground = scene.ground
    key = (ground.board.key, ground.theme, ground.width, ground.focus, scale)
    found = _grounds.pop(key, None)
    if found is None:
        while len(_grounds) >= MOST_GROUNDS:
            _grounds.pop(next(iter(_grounds)), None)
        found = _painted(scene, scale, apart)
    _grounds[key] = found  # the latest last: the first to go is what nobody has looked at for longest
    return found


def _painted(scene: Scene, scale: float, apart: bool) -> bytes:
    """The ground as it was painted before, by somebody else, or now."""
    ground, cache = scene.ground, _cache_in(usual_folder("grounds"))
    shown = (ground.theme, str(ground.width), str(ground.focus), str(scale))
    name = name_of(shown, repr(ground.board).encode("utf-8", "surrogatepass"))
    found = cache.get(name)
    if found is None:
        markup = text(tree(scene, layers=("ground",)))
        found = rasterise_apart(markup, scale) if apart else rasterise(markup, scale)
        cache.put(name, found)
    return found


def whole_png(scene: Scene, scale: float = 1) -> bytes:
    """The same as `png`, made from the kept ground: quicker from the second position of a board on."""
    from PIL import Image

    below = Image.open(io.BytesIO(ground_png(scene, scale))).convert("RGBA")
    above = Image.open(io.BytesIO(png(scene, scale, ("under", "pieces", "ui")))).convert("RGBA")
    out = io.BytesIO()
    Image.alpha_composite(below, above).convert("RGB").save(out, "PNG", compress_level=4)
    return out.getvalue()


def shapes_png(shapes: Iterable[Shape], width: float, height: float, scale: float) -> bytes:
    """Loose shapes on nothing, as PNG."""
    return rasterise(shapes_svg(shapes, width, height), scale)


def sheet_png(faces: Iterable[tuple[Face, float, float]], width: float, height: float, scale: float) -> bytes:
    """Faces of tokens on one sheet, each centred at its point."""
    return shapes_png([Stamp(face_shapes(face), x, y) for face, x, y in faces], width, height, scale)


@lru_cache(maxsize=256)
def face_png(face: Face, scale: float = 2) -> bytes:
    """One token alone, for lists and legends."""
    r = reach(face)
    return sheet_png(((face, r, r),), 2 * r, 2 * r, scale)
