"""What a page that needs no kernel draws: the shapes of many boards, each kept once, in one theme or in both."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from theomachy.engine.tabletop.table import Table

from .render.svg import LONG, SvgElement, _Writer
from .scene.build import Scene, build
from .scene.shapes import Shape

WIDTH = 876
LAYERS = ("ground", "under", "pieces", "ui")  # the ground too: maps may grow while they are played
MOVING = LAYERS[1:]


class Kept:
    """Things that occur often, kept once and named by their number."""

    def __init__(self) -> None:
        self.all: list[Any] = []
        self._known: dict[str, int] = {}

    def number(self, thing: Any) -> int:
        key = json.dumps(thing, sort_keys=True)
        if key not in self._known:
            self._known[key] = len(self.all)
            self.all.append(thing)
        return self._known[key]


class _Twice(Counter[object]):
    """Everything is worth keeping: what occurs once in a frame occurs in others."""

    def __getitem__(self, key: object) -> int:
        return 2


class Pictures:
    """All that is ever drawn, in one theme or in both.

    The scenes of two themes are the same shapes in other colours: a value that differs becomes a number, its place in
    the palette of pairs.
    """

    def __init__(self, themes: tuple[str, ...], width: float = WIDTH, prefix: str = "p") -> None:
        self.themes, self.width = themes, width
        self.palette, self.pieces = Kept(), Kept()
        self.parts: list[Any] = []
        self._known: dict[Shape, int] = {}
        self._ground: tuple[Any, list[int]] = None, []
        self._writers = []
        for _ in themes:
            writer = _Writer(prefix)
            writer.uses = _Twice()
            self._writers.append(writer)

    def merged(self, nodes: list[SvgElement]) -> Any:
        """One element for all themes, as plain data: tag, attributes, text, children."""
        first = nodes[0]
        shapes = {(n.tag, n.text, len(n.children), *n.attrs) for n in nodes}
        if len(shapes) > 1:  # drawn otherwise at night: both are kept
            return ["?", {}, "", [self.merged([n]) for n in nodes]]
        attrs: dict[str, Any] = {}
        for name, value in first.attrs.items():
            values = [n.attrs[name] for n in nodes]
            attrs[name] = self._value(name, value) if len(set(values)) == 1 else self.palette.number(values)
        kids = [self.merged(list(group)) for group in zip(*(n.children for n in nodes), strict=True)]
        return [first.tag, attrs, first.text, kids] if kids else [first.tag, attrs, first.text]

    def _value(self, name: str, value: str) -> Any:
        """A long outline as the numbers of its pieces: most of a coast is the same when a hex is added."""
        if name != "d" or len(value) < LONG or not value.startswith("M"):
            return value
        return [self.pieces.number("M" + piece) for piece in value.split("M")[1:]]

    def layers(self, table: Table, marks: Any) -> tuple[Scene, list[list[int]]]:
        """The numbers of the parts of each layer. Other themes are drawn only when something new appears."""
        scene = build(table, marks, self.themes[0], self.width)
        if scene.ground is not self._ground[0]:
            others = [build(table, marks, theme, self.width) for theme in self.themes[1:]]
            self._learn(scene, others, LAYERS)
            self._ground = scene.ground, self._numbers(scene.ground.shapes)
        drawn = [shapes for name, shapes in scene.layers if name in MOVING]
        if any(shape not in self._known for shapes in drawn for shape in shapes):
            self._learn(scene, [build(table, marks, theme, self.width) for theme in self.themes[1:]], MOVING)
        return scene, [self._ground[1], *map(self._numbers, drawn)]

    def _numbers(self, shapes: Sequence[Shape]) -> list[int]:
        return [k for shape in shapes if (k := self._known[shape]) >= 0]

    def _learn(self, scene: Scene, others: list[Scene], names: tuple[str, ...]) -> None:
        for group in zip(*(each.layers for each in (scene, *others)), strict=True):
            if group[0][0] in names:
                for shapes in zip(*(shapes for _, shapes in group), strict=True):
                    self._keep(shapes)

    def _keep(self, group: tuple[Shape, ...]) -> None:
        if group[0] in self._known:
            return
        nodes = [writer.one(shape) for writer, shape in zip(self._writers, group, strict=True)]
        if nodes[0]:
            self.parts.append(self.merged([each[0] for each in nodes]))
        self._known[group[0]] = len(self.parts) - 1 if nodes[0] else -1

    def part(self, shape: Shape) -> int:
        """The number of a shape that was drawn."""
        return self._known[shape]

    def defs(self) -> list[Any]:
        """What the parts share."""
        return [self.merged(list(group)) for group in zip(*(w.defs.values() for w in self._writers), strict=True)]
