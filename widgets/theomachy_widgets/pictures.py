"""One resolution as pictures: a strip of PNG frames, or an animated GIF, each frame with its sentence and its rule."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageFont

from theomachy.engine.game.game import Game
from theomachy.engine.runtime.trace import Trace

from .present.bout import with_fallen
from .present.film import Frame, capital, film, moment_of, of_trace
from .present.story import brief
from .render.png import font_files, rasterise, whole_png
from .render.svg import SvgElement, _Writer, number
from .render.svg import text as markup
from .scene.build import build, fight_at
from .scene.forms import outline
from .scene.shapes import Disc, Poly, Shape, TextShape
from .scene.shapes import Path as Outline
from .scene.style import STYLE, THEMES, owner_paint

MOST = 200  # frames of one picture
PAD, GAP, LINE = 12, 16, 18
HOLD, LAST = 1100, 3000  # milliseconds that a frame of an animation stands, and the last one


def strip_png(
    game: Game,
    path: str | Path | None = None,
    *,
    trace: Trace | None = None,
    nodes: tuple[int, int] | None = None,
    view: int | str | None = None,
    columns: int = 0,
    width: int = 420,
    theme: str = "light",
    scale: float = 1,
    could: bool = False,
    zoom: bool = True,
) -> bytes:
    """A resolution as one PNG: a frame an event, left to right and line by line; also written to `path` if given.

    Shown is the last step of the game (what `game.trace` tells); with `trace` another one, with `nodes` what happened
    from one position of the tree to a later one. `view` is a seat or "spectator", who sees nothing hidden; None hides
    nothing. `columns` frames stand side by side (0: as fits), each `width` pixels wide at a `scale` of 1. `could` also
    shows what could have happened and did not. A fight is drawn larger, with its surroundings; without `zoom` the whole
    board is in every frame. Raises `ValueError` for a width, scale, theme or number of columns that
    cannot be drawn, or when there is nothing to show, or more than 200 frames.
    """
    frames = _frames(game, trace, nodes, view, could)
    _check(width, theme, scale)
    if columns < 0:
        raise ValueError(f"columns is {columns!r}; it has to be a number of frames, or 0")
    across = min(columns or max(1, math.ceil(math.sqrt(len(frames) * 1.2))), len(frames))
    cells = _cells(frames, width, theme, scale, zoom)
    down = math.ceil(len(cells) / across)
    w, h = cells[0].size
    gap = round(GAP * scale)
    sheet = Image.new("RGB", (across * (w + gap) + gap, down * (h + gap) + gap), STYLE["theme"][theme]["page"])
    for i, cell in enumerate(cells):
        sheet.paste(cell, (gap + i % across * (w + gap), gap + i // across * (h + gap)))
    out = io.BytesIO()
    sheet.save(out, "PNG", optimize=True)
    return _kept(out.getvalue(), path)


def gif(
    game: Game,
    path: str | Path | None = None,
    *,
    trace: Trace | None = None,
    nodes: tuple[int, int] | None = None,
    view: int | str | None = None,
    width: int = 640,
    theme: str = "light",
    scale: float = 1,
    could: bool = False,
    zoom: bool = True,
    hold: int = HOLD,
) -> bytes:
    """A resolution as an animated GIF that goes round for ever; also written to `path` if given.

    What is shown, and how large, is chosen as for `strip_png`; `hold` is how long a frame stands, in milliseconds (at
    least 20).
    """
    frames = _frames(game, trace, nodes, view, could)
    _check(width, theme, scale)
    if hold < 20:
        raise ValueError(f"hold is {hold!r}; a frame has to stand 20 milliseconds at least")
    cells = _cells(frames, width, theme, scale, zoom)
    # One palette for all, or quiet places would flicker.
    known = Image.new("RGB", (cells[0].width, cells[0].height * min(3, len(cells))))
    for i, cell in enumerate((cells[0], cells[len(cells) // 2], cells[-1])[: min(3, len(cells))]):
        known.paste(cell, (0, i * cell.height))
    palette = known.quantize(255, Image.Quantize.MEDIANCUT)
    drawn = [cell.quantize(palette=palette, dither=Image.Dither.NONE) for cell in cells]
    out = io.BytesIO()
    times = [hold] * (len(drawn) - 1) + [max(hold, LAST)]
    drawn[0].save(out, "GIF", save_all=True, append_images=drawn[1:], duration=times, loop=0, disposal=1)
    return _kept(out.getvalue(), path)


def _kept(data: bytes, path: str | Path | None) -> bytes:
    if path is not None:
        Path(path).write_bytes(data)
    return data


def _check(width: int, theme: str, scale: float) -> None:
    if not 160 <= width <= 2000:
        raise ValueError(f"width is {width!r}; it has to lie between 160 and 2000")
    if theme not in THEMES:
        raise ValueError(f"theme is {theme!r}; known themes are {', '.join(THEMES)}")
    if not 0.5 <= scale <= 4:
        raise ValueError(f"scale is {scale!r}; it has to lie between 0.5 and 4")


def _frames(
    game: Game, trace: Trace | None, nodes: tuple[int, int] | None, view: int | str | None, could: bool
) -> list[Frame]:
    m = moment_of(game, view)
    if trace is not None and nodes is not None:
        raise ValueError("a trace and a range of positions are two different things to show")
    if nodes is not None:
        first, last = (game.tree.check(n) for n in nodes)
        path = game.tree.path(last)
        if first not in path:
            raise ValueError(f"position {first} does not lie before position {last}")
        found = film(m, tuple(path), game.tree.nodes[first].depth)
    else:
        found = of_trace(m, game.trace if trace is None else trace)
    # Answers that told nothing are parts of a choice: what came of them is an event.
    found = [
        frame if frame.who == "not used" else replace(frame, text=capital(brief(m, frame.told)))
        for frame in found
        if frame.told is not None and (could or frame.who != "not used")
    ]
    if not found:
        raise ValueError("nothing happened there that could be shown")
    if len(found) > MOST:
        raise ValueError(f"that would be {len(found)} frames; at most {MOST} are drawn: choose fewer positions")
    return found


# -- where one looks --------------------------------------------------------------------------------------------------
def _cells(frames: list[Frame], width: int, theme: str, scale: float, zoom: bool) -> list[Image.Image]:
    tall, places = _caption_height(frames, width), _places(frames) if zoom else [None] * len(frames)
    frames = _with_fallen(frames)
    pairs = zip(frames, places, strict=True)
    return [_cell(frame, i, width, tall, theme, scale, place) for i, (frame, place) in enumerate(pairs, 1)]


def _places(frames: list[Frame]) -> list[int | None]:
    """The area round which each frame is drawn larger: its fight; all over when nearly all is one fight."""
    fights = [fight_at(frame.table) for frame in frames]
    areas = {area for area in fights if area is not None}
    if len(areas) == 1 and sum(area is not None for area in fights) * 2 >= len(fights):
        return [areas.pop()] * len(fights)
    return list(fights)


def _with_fallen(frames: list[Frame]) -> list[Frame]:
    """The frames with the dead of each fight on their tables, since its beginning."""
    found: list[Frame] = []
    first: Frame | None = None
    for frame in frames:
        area = fight_at(frame.table)
        if area is None or first is None or fight_at(first.table) != area:
            first = frame if area is not None else None
        found.append(frame if first is None else replace(frame, table=with_fallen(frame.table, first.table)))
    return found


# -- one frame --------------------------------------------------------------------------------------------------------
def _cell(frame: Frame, n: int, width: int, tall: int, theme: str, scale: float, place: int | None) -> Image.Image:
    scene = build(frame.table, frame.marks, theme, width, place)
    board = Image.open(io.BytesIO(whole_png(scene, scale))).convert("RGB")
    words = _caption(frame, n, width, tall, theme, scale)
    cell = Image.new("RGB", (board.width, board.height + words.height), STYLE["theme"][theme]["page"])
    cell.paste(board, (0, 0))
    cell.paste(words, (0, board.height))
    return cell


def _caption_height(frames: Sequence[Frame], width: int) -> int:
    return PAD + LINE * max(len(_wrapped(frame, width)) for frame in frames)


def _sentence(frame: Frame) -> str:
    told = frame.told
    figure = told.event.figure if told is not None and not told.secret else ""
    return f"{frame.text}  {figure}" if figure and figure not in frame.text else frame.text


def _wrapped(frame: Frame, width: int) -> list[str]:
    """The sentence in lines; the rule id has the end of the first to itself."""
    font = _font(False)
    found, room = [""], width - 50 - _font(True).getlength(frame.rule) - (12 if frame.rule else 0)
    for word in _sentence(frame).split():
        longer = f"{found[-1]} {word}".strip()
        if found[-1] and font.getlength(longer) > room:
            found.append(word)
            room = width - 50
        else:
            found[-1] = longer
    return found[:4]


@lru_cache(maxsize=2)
def _font(small: bool) -> ImageFont.FreeTypeFont:
    """For measuring only: the letters are drawn by the same hand as those of the board."""
    return ImageFont.truetype(font_files()[0], 11 if small else 13)


def _caption(frame: Frame, n: int, width: int, tall: int, theme: str, scale: float) -> Image.Image:
    look = STYLE["theme"][theme]
    shapes: list[Shape] = [
        _mark(frame.who, theme),
        TextShape(6, PAD + 8, str(n), 10.5, anchor="start", fill=look["ink_3"]),
    ]
    for i, row in enumerate(_wrapped(frame, width)):
        weight = 600 if i == 0 and frame.told is not None and frame.told.depth == 0 else 400
        shapes.append(TextShape(44, PAD + 8 + LINE * i, row, 13, weight=weight, anchor="start", fill=look["ink"]))
    if frame.rule:
        shapes.append(TextShape(width - 6, PAD + 8, frame.rule, 10.5, anchor="end", fill=look["ink_3"]))
    size = {"width": number(width), "height": number(tall), "viewBox": f"0 0 {width} {tall}"}
    paper = SvgElement("rect", {"width": str(width), "height": str(tall), "fill": look["page"]})
    root = SvgElement("svg", {"xmlns": "http://www.w3.org/2000/svg", **size}, [paper, *_Writer("c").write(shapes)])
    return Image.open(io.BytesIO(rasterise(markup(root), scale))).convert("RGB")


def _mark(who: str, theme: str) -> Shape:
    """The mark that opens the row: the owner's shape, or that of chance, a rule, something that could have been."""
    look, x, y = STYLE["theme"][theme], 33.0, PAD + 3.5
    if who == "chance":
        box = ((x - 4.4, y - 4.4), (x + 4.4, y - 4.4), (x + 4.4, y + 4.4), (x - 4.4, y + 4.4))
        return Poly((box,), stroke=look["ink_2"], width=1.3)
    if who == "not used":
        return Disc(x, y, 3.6, stroke=look["ink_3"], width=1.3, dash=(2, 1.6))
    if who not in STYLE["owner"]:
        return Disc(x, y, 2.4, fill=look["ink_3"])
    fill, _, shape = owner_paint(who, theme)
    return Outline(outline(shape, 4.6), (x, y), fill=fill)
