"""The moving part of a scene as canvas commands: few, flat, and one message a frame.

The words are those of ipycanvas 0.14. Tokens are pictures on one sheet (an unseen canvas); long lines travel as binary
numbers. Attributes are set only where they change. Every frame says which canvas it draws on and what it needs, so
that a frame never depends on one that was lost.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from ipycanvas.canvas import COMMANDS, Canvas

from ..scene.shapes import Disc, Dots, Face, Paint, Poly, Ring, Shape, TextShape, Token
from ..scene.style import STYLE
from ..scene.tokens import badge, reach
from .png import sheet_png

_A = Canvas.ATTRS
FILL, STROKE, ALPHA, FONT, ALIGN = (
    _A["fill_style"],
    _A["stroke_style"],
    _A["global_alpha"],
    _A["font"],
    _A["text_align"],
)
WIDTH, CAP, JOIN, DASH = _A["line_width"], _A["line_cap"], _A["line_join"], -1


def command(name: str, *args: object, buffers: int = 0) -> str:
    """One command as JSON."""
    return json.dumps([COMMANDS[name], list(args), buffers], separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Op:
    """One drawing command, the attributes it needs, and its binary parts."""

    needs: tuple[tuple[int, str], ...]  # attribute -> value as JSON
    draw: str
    buffers: tuple[bytes, ...] = ()


@dataclass(slots=True)
class CommandBatch:
    """Commands of one message, in order."""

    parts: list[str] = field(default_factory=list)
    buffers: list[bytes] = field(default_factory=list)
    _set: dict[int, str] = field(default_factory=dict)

    def on(self, model: str, density: float, *, wipe: tuple[float, float] | None = None) -> None:
        """Go on drawing on another canvas; `wipe` clears that many pixels of it."""
        self.parts.append(f'[{COMMANDS["switchCanvas"]},["IPY_MODEL_{model}"]]')
        self.parts.append(command("setTransform", 1, 0, 0, 1, 0, 0))
        if wipe:
            self.parts.append(command("clearRect", 0, 0, *wipe))
        if density != 1:
            self.scale(density)
        self._set.clear()
        self.need(ALPHA, "1")

    def scale(self, density: float) -> None:
        """Draw in units of the scene from here on."""
        self.parts.append(command("setTransform", density, 0, 0, density, 0, 0))

    def need(self, attribute: int, value: str) -> None:
        if self._set.get(attribute) != value:
            self._set[attribute] = value
            if attribute == DASH:
                self.parts.append(f"[{COMMANDS['setLineDash']},[{value}],0]")
            else:
                self.parts.append(f"[{COMMANDS['set']},[{attribute},{value}],0]")

    def add(self, ops: Iterable[Op]) -> None:
        for op in ops:
            for attribute, value in op.needs:
                self.need(attribute, value)
            self.parts.append(op.draw)
            self.buffers += op.buffers

    def picture(self, model: str, x: float, y: float, width: float, height: float) -> None:
        """Copy a whole canvas."""
        self.parts.append(command("drawImage", f"IPY_MODEL_{model}", x, y, width, height))

    def put(self, png: bytes, x: float, y: float) -> None:
        """Paint a PNG; it waits until the picture is decoded."""
        self.parts.append(command("putImageData", x, y, buffers=1))
        self.buffers.append(png)

    def payload(self) -> bytes:
        return ("[" + ",".join(self.parts) + "]").encode()

    def __len__(self) -> int:
        return len(self.parts)


@lru_cache(maxsize=512)
def colour(value: str, opacity: float) -> str:
    """A colour with its opacity, as a JSON string."""
    if opacity >= 1 or not value.startswith("#") or len(value) != 7:
        return json.dumps(value)
    r, g, b = (int(value[i : i + 2], 16) for i in (1, 3, 5))
    return f'"rgba({r},{g},{b},{opacity:g})"'


def _fill(p: Paint) -> tuple[tuple[int, str], ...]:
    return ((FILL, colour(p.fill, p.fill_opacity * p.opacity)),)


def _stroke(p: Paint) -> tuple[tuple[int, str], ...]:
    return (
        (STROKE, colour(p.stroke, p.stroke_opacity * p.opacity)),
        (WIDTH, f"{p.width:g}"),
        (CAP, f'"{p.cap}"'),
        (JOIN, f'"{p.join}"'),
        (DASH, json.dumps(list(p.dash))),
    )


def _numbers(values: Iterable[float]) -> bytes:
    return array("f", values).tobytes()


def _flat(ring: Ring) -> list[float]:
    return [value for point in ring for value in point]


@lru_cache(maxsize=2048)
def ops(shape: Poly | Disc | Dots | TextShape) -> tuple[Op, ...]:
    """A shape as commands. Rings with holes are filled as one line that goes to each and back: the ways cancel out."""
    out: list[Op] = []
    if isinstance(shape, Poly):
        if not shape.rings:
            return ()
        if shape.fill:
            flat = _flat(shape.rings[0])
            if len(shape.rings) > 1:
                home = shape.rings[0][0]
                flat += home
                for ring in shape.rings[1:]:
                    flat += [*_flat(ring), *ring[0], *home]
            meta = {"shape": [len(flat)], "dtype": "float32", "idx": 0}
            out.append(Op(_fill(shape), command("fillPolygon", meta, buffers=1), (_numbers(flat),)))
        if shape.stroke:
            out.append(_stroked(shape))
    elif isinstance(shape, Disc):
        if shape.fill:
            out.append(Op(_fill(shape), command("fillCircle", round(shape.x, 2), round(shape.y, 2), shape.r)))
        if shape.stroke:
            out.append(Op(_stroke(shape), command("strokeCircle", round(shape.x, 2), round(shape.y, 2), shape.r)))
    elif isinstance(shape, Dots):
        metas = [{"shape": [len(shape.spots)], "dtype": "float32", "idx": i} for i in range(3)]
        columns = tuple(_numbers(spot[i] for spot in shape.spots) for i in range(3))
        if shape.spots:
            out.append(Op(_fill(shape), command("fillCircles", *metas, buffers=3), columns))
    else:
        style = "italic " if shape.italic else ""
        font = f"{style}{shape.weight} {shape.size:g}px {STYLE['font'][shape.family]}"
        align = {"middle": "center", "end": "right"}.get(shape.anchor, "left")
        out.append(
            Op(
                ((FONT, json.dumps(font)), (ALIGN, f'"{align}"'), *_fill(shape)),
                command("fillText", shape.text, round(shape.x, 2), round(shape.y, 2)),
            )
        )
    return tuple(out)


def _stroked(shape: Poly) -> Op:
    if len(shape.rings) == 1:
        flat = _flat(shape.rings[0])
        meta = {"shape": [len(flat)], "dtype": "float32", "idx": 0}
        return Op(
            _stroke(shape),
            command("strokePolygon" if shape.closed else "strokeLines", meta, buffers=1),
            (_numbers(flat),),
        )
    flat = [value for ring in shape.rings for value in _flat(ring)]
    counts = array("i", [len(ring) for ring in shape.rings])
    metas = ({"shape": [len(flat)], "dtype": "float32", "idx": 0}, {"shape": [len(counts)], "dtype": "int32", "idx": 1})
    name = "strokePolygons" if shape.closed else "strokeLineSegments"
    return Op(_stroke(shape), command(name, len(shape.rings), *metas, buffers=2), (_numbers(flat), counts.tobytes()))


class SpriteSheet:
    """Where each face stands on the sheet of sprites, and the pictures that bring it there.

    `side` is the side of the sheet in pixels. When the sheet is full it begins anew with what is asked for.
    """

    def __init__(self, side: int = 1024, density: float = 2.0) -> None:
        self.side, self.density = side, density
        self.at: dict[Face, tuple[float, float, float]] = {}  # left, top, half a side, in units of the scene
        self.blocks: list[tuple[float, float, bytes]] = []  # x, y in pixels, PNG
        self.fresh = True  # the sheet has to be wiped before the blocks are put
        self._y = 0.0

    def add(self, faces: Iterable[Face]) -> None:
        """Make sure that these faces are on the sheet."""
        wanted = dict.fromkeys(faces)
        missing = [face for face in wanted if face not in self.at]
        if not missing:
            return
        if not self._place(missing):
            self.at.clear()
            self.blocks.clear()
            self._y, self.fresh = 0.0, True
            if not self._place(list(wanted)):
                raise ValueError(f"{len(wanted)} faces do not fit on a sheet of {self.side} pixels")

    def _place(self, faces: Sequence[Face]) -> bool:
        edge = self.side / self.density
        x, y, line = 0.0, self._y, 0.0
        put: list[tuple[Face, float, float]] = []
        for face in sorted(faces, key=lambda f: (-f.size, f.colour, f.icon, f.body, f.mark)):
            half = reach(face)
            if x + 2 * half > edge:
                x, y, line = 0.0, y + line, 0.0
            line = max(line, 2 * half)
            if y + line > edge:
                return False
            put.append((face, x + half, y + half))
            x += 2 * half
        top, bottom = self._y, y + line
        picture = sheet_png(((face, fx, fy - top) for face, fx, fy in put), edge, bottom - top, self.density)
        for face, fx, fy in put:
            half = reach(face)
            self.at[face] = (fx - half, fy - half, half)
        self.blocks.append((0.0, top * self.density, picture))
        self._y = bottom
        return True

    def draw(self, face: Face, x: float, y: float, model: str, zoom: float = 1.0) -> list[str]:
        """The commands that copy a face from the sheet to a point."""
        left, top, half = self.at[face]
        edge, h = self.side / self.density, half * zoom
        x, y = round(x, 2), round(y, 2)
        return [
            _SAVE,
            _BEGIN,
            command("rect", x - h, y - h, 2 * h, 2 * h),
            _CLIP,
            command(
                "drawImage", f"IPY_MODEL_{model}", x - h - left * zoom, y - h - top * zoom, edge * zoom, edge * zoom
            ),
            _RESTORE,
        ]


_SAVE, _BEGIN, _CLIP, _RESTORE = (command(name) for name in ("save", "beginPath", "clip", "restore"))


def draw(frame: CommandBatch, shapes: Iterable[Shape], sheet: SpriteSheet, model: str) -> None:
    """Add shapes to a frame. The faces of all tokens among them must be on the sheet."""
    for shape in shapes:
        if isinstance(shape, Token):
            frame.parts += sheet.draw(shape.face, shape.x, shape.y, model)
            for part in badge(shape):
                frame.add(ops(part))
        elif isinstance(shape, Poly | Disc | Dots | TextShape):
            frame.add(ops(shape))
        else:
            raise TypeError(
                f"{type(shape).__name__} belongs to the ground; what moves is lines, discs, text and tokens"
            )


def faces(*layers: Iterable[Shape]) -> list[Face]:
    """The faces of the tokens in some layers."""
    return [shape.face for layer in layers for shape in layer if isinstance(shape, Token)]
