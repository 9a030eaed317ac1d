"""What the two renderers of a board have in common: what they show, who listens, and how they stand still."""

from __future__ import annotations

import base64
import threading
from collections.abc import Callable
from typing import Any

from theomachy.engine.tabletop.describe import describe
from theomachy.engine.tabletop.table import Marks, Table, Target

from .render.png import whole_png
from .render.svg import svg
from .scene.build import Scene, build

Pick = Callable[[Target, int, float, float], None]
Hover = Callable[[Target], None]
Door = Callable[[dict[str, Any]], None]
Stroke = Callable[[tuple[Target, int], tuple[Target, int]], None]
ErrorStrip = Callable[[str], None]


class BoardView:
    """A table with marks as one scene, with callbacks of a program. Every entry to it takes the `lock`."""

    def __init__(self, table: Table, marks: Marks, theme: str, width: float, focus: int | None) -> None:
        self.lock = threading.RLock()
        self.table, self.marks, self.theme, self.width = table, marks, theme, float(width)
        self.focus = focus
        self.scene: Scene = build(table, marks, theme, width, focus)
        self.errors: list[str] = []
        self.closed = False
        self.door: Door | None = None  # where picks and strokes go instead of to the callbacks
        self._picks: list[Pick] = []
        self._hovers: list[Hover] = []
        self._strokes: list[Stroke] = []
        self._strips: list[ErrorStrip] = []

    def on_pick(self, callback: Pick) -> Pick:
        """Call `callback(target, area, x, y)` at every click or its key: "" and -1 beside everything. A decorator."""
        self._picks.append(callback)
        return callback

    def on_hover(self, callback: Hover) -> Hover:
        """Call `callback(target)` when the pointer or the focus comes to another thing; "" when it leaves."""
        self._hovers.append(callback)
        return callback

    def on_stroke(self, callback: Stroke) -> Stroke:
        """Call `callback((target, area), (target, area))` when two things are joined, the first and the last."""
        self._strokes.append(callback)
        return callback

    def on_error(self, callback: ErrorStrip) -> ErrorStrip:
        """Call `callback(text)` with the text of an error in a callback; without one the board shows a strip itself."""
        self._strips.append(callback)
        return callback

    def at(self, x: float, y: float) -> tuple[Target, ...]:
        """What lies under a point of the board, in CSS pixels, nearest first."""
        return self.scene.at(x, y)

    def under(self, x: float, y: float) -> list[Target]:
        """What a click means at a point from 0 to 1: the thing itself, then the area that it lies in."""
        targets = self.scene.at(x * self.scene.width, y * self.scene.height)
        return self.meant(targets[0] if targets else "")

    def lies(self, area: int) -> tuple[float, float, float, float] | None:
        """Where the pieces of an area stand: left, top, right, bottom, each from 0 to 1; None for one out of sight."""
        scene = self.scene
        if area not in scene.ground.areas or not scene.ground.shows(area):
            return None
        x0, y0, x1, y1 = scene.ground.seat(area)
        discs = [hit.disc for hit in scene.hits if hit.area == area and hit.disc is not None]
        if discs and (x1 - x0) * (y1 - y0) > scene.width * scene.height / 12:  # a sea: where somebody is in it
            x0, y0 = min(x - r for x, _, r in discs), min(y - r for _, y, r in discs)
            x1, y1 = max(x + r for x, _, r in discs), max(y + r for _, y, r in discs)
        box = x0 / scene.width, y0 / scene.height, x1 / scene.width, y1 / scene.height
        left, top, right, bottom = (min(max(part, 0.0), 1.0) for part in box)
        return left, top, right, bottom

    def meant(self, target: Target) -> list[Target]:
        """What a click on a thing means: itself, then the area that it lies in; nothing if it is not there."""
        hit = self.scene.hit(target)
        if hit is None:
            return []
        return list(dict.fromkeys((hit.target, *((f"area:{hit.area}",) if hit.area >= 0 else ()))))

    def stand(self, stamp: int) -> None:
        """What is shown belongs to the picture with this number."""

    def _failed(self, error: BaseException) -> str:
        """Note an error and tell who wants to hear of it. Returns the text if nobody did, "" otherwise."""
        text = f"{type(error).__name__}: {error}"
        self.errors.append(text)
        for strip in self._strips:
            strip(text)
        return "" if self._strips else text

    def still(self, follow: bool = True) -> str:
        """The board as it stands as one SVG document, which follows the theme of its page unless `follow` is False."""
        with self.lock:
            if not follow:
                return svg(self.scene)
            focus = self.scene.ground.focus
            day, night = (build(self.table, self.marks, theme, self.width, focus) for theme in ("light", "dark"))
            return svg(day, night=night)

    def _stills(self) -> dict[str, Any]:
        """The same for hosts without widgets, by its type."""
        return {
            "image/svg+xml": self.still(),
            "image/png": base64.b64encode(whole_png(self.scene, 1)).decode(),
            "text/plain": describe(self.table),
        }
