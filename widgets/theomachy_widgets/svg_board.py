"""The accessible board in SVG: the same scene as interactive SVG, with roles, labels and keys.

The browser builds the picture from plain data with `createElementNS`, `setAttribute` and `textContent`; no markup is
ever pasted. The ground travels once; every `show` sends the moving part and the list of what can be reached, of which
the browser draws anew what has changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from typing import Any

import anywidget
import traitlets

from theomachy.engine.tabletop.table import NO_MARKS, Marks, Table, Target

from .board_view import BoardView
from .esm import bundle, module
from .render.svg import Names, SvgElement, tree
from .scene.build import Hit, Scene, build
from .scene.geometry import path_of
from .scene.shapes import Ring
from .scene.style import STYLE
from .scene.window import Focus

# The module of the widget: what stands in files beside it is taken from there.
SCRIPT = 'import { render } from "./data/svg_board.js";\nexport default { render };\n'


def _file(name: str) -> str:
    return resources.files("theomachy_widgets").joinpath("data", name).read_text(encoding="utf-8")


def plain(node: SvgElement) -> list[Any]:
    """A node as plain data: tag, attributes, text, children."""
    return [node.tag, node.attrs, node.text, [plain(child) for child in node.children]]


def _layers(scene: Scene, layers: tuple[str, ...], names: Names) -> list[Any]:
    root = tree(scene, layers=layers, names=names)
    return [plain(child) for child in root.children if child.tag in ("defs", "g")]


class Outlines:
    """The outlines of what can be reached, as paths: those of areas are the same objects from picture to picture."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[tuple[Ring, ...], str]] = {}

    def of(self, hits: Sequence[Hit]) -> list[str]:
        """One for each; "" for what is round."""
        now = {id(hit.rings): self._known.get(id(hit.rings)) or (hit.rings, path_of(hit.rings)) for hit in hits}
        self._known = now  # with the objects, so that no other one gets the place of one of them
        return ["" if hit.disc is not None else now[id(hit.rings)][1] for hit in hits]


def _reach(hit: Hit, marked: str, outline: str) -> dict[str, Any]:
    shape = {"c": [round(v, 1) for v in hit.disc]} if hit.disc is not None else {"d": outline}
    label = f"{hit.label}, {marked}" if marked else hit.label
    told = {"t": hit.target, "a": hit.area, "l": label, "on": hit.selectable, "sel": hit.selected, **shape}
    return told | ({"more": list(hit.more)} if hit.more else {}) | ({"quiet": True} if hit.quiet else {})


def _drawn(table: Table, marks: Marks) -> dict[Target, str]:
    """What a person has drawn at each thing, in words: who does not see the picture hears of it."""
    names = {area.id: area.name for area in table.board.areas}
    found = {target: ["ringed"] for target in marks.rings}
    for arrow in marks.drawn:
        found.setdefault(f"area:{arrow.start}", []).append(f"arrow to {names.get(arrow.end, '')}")
    return {target: ", ".join(words) for target, words in found.items()}


class _SvgWidget(anywidget.AnyWidget):
    """The widget: state in traits, so that reloads and several sessions need nothing more."""

    _esm = module("board svg", lambda: bundle(SCRIPT))
    _css = _file("svg_board.css")
    box = traitlets.Dict().tag(sync=True)
    ground: Any = traitlets.List().tag(sync=True)
    play: Any = traitlets.List().tag(sync=True)
    reach: Any = traitlets.List().tag(sync=True)
    strip = traitlets.Unicode("").tag(sync=True)
    stamp = traitlets.Int(0).tag(sync=True)


class SvgBoard(BoardView):
    """A board as accessible SVG: the same calls as `Board` (`show`, `on_pick`, `on_hover`, `on_error`, `widget`,
    `close`).

    Tab comes to the board, arrow keys go to the nearest thing in that direction, Page Up and Page Down go through
    what can be chosen, plus and minus through all that belongs to an area (its pieces, what they carry, its borders and
    zones), Enter or Space picks, Escape leaves the pieces for their area. A drag, or Shift and Enter on two
    things in turn, is a stroke from one to the other.
    """

    def __init__(
        self,
        table: Table,
        marks: Marks = NO_MARKS,
        theme: str = "light",
        width: float = 876,
        *,
        focus: int | None = None,
    ) -> None:
        super().__init__(table, marks, theme, width, focus)
        self._names, self._outlines = Names("p"), Outlines()
        self.widget = _SvgWidget(**self._state(with_ground=True))
        self.widget.on_msg(self._on_message)

    def _state(self, with_ground: bool) -> dict[str, Any]:
        scene, look = self.scene, STYLE["theme"][self.theme]
        drawn = _drawn(self.table, self.marks)
        state: dict[str, Any] = {
            "box": {
                "w": scene.width,
                "h": scene.height,
                "title": scene.title,
                "text": scene.description,
                "focus": look["accent"],
                "paper": STYLE["mark"]["paper"],
                "bad": look["bad"],
                "bad_soft": look["bad_soft"],
            },
            "play": _layers(scene, ("under", "pieces", "ui"), self._names),
            "reach": [
                _reach(hit, drawn.get(hit.target, ""), outline)
                for hit, outline in zip(scene.hits, self._outlines.of(scene.hits), strict=True)
            ],
        }
        if with_ground:
            state["ground"] = _layers(scene, ("ground",), Names("g"))
        return state

    def show(self, table: Table | None = None, marks: Marks | None = None, focus: Focus = "same") -> None:
        """Show another table, other marks, or the board round another area (`focus`; None: all of it).

        The ground is sent only when it is another one.
        """
        with self.lock:
            if self.closed:
                return
            table, marks = table if table is not None else self.table, marks if marks is not None else self.marks
            focus = self.focus if focus == "same" else focus
            scene = build(table, marks, self.theme, self.width, focus)
            other = scene.ground is not self.scene.ground
            self.table, self.marks, self.scene, self.focus = table, marks, scene, focus
            with self.widget.hold_sync():
                for name, value in self._state(with_ground=other).items():
                    setattr(self.widget, name, value)

    def report(self, error: BaseException) -> None:
        """Show an error where it cannot be missed, and go on."""
        if text := self._failed(error):
            self.widget.strip = text

    def _on_message(self, _widget: object, content: object, _buffers: object) -> None:
        with self.lock:
            if self.closed or not isinstance(content, dict):
                return
            try:
                self._hear(content)
            except Exception as error:
                self.report(error)

    def _hear(self, content: dict[str, Any]) -> None:
        hit = self.scene.hit(str(content.get("target", "")))
        event = content.get("event")
        if event == "hover":
            for hover in list(self._hovers):
                hover(hit.target if hit else "")
        elif event == "stroke":
            ends = [self.scene.hit(str(content.get(name, ""))) for name in ("from", "to")]
            if ends[0] is None or ends[1] is None:
                return
            if self.door is not None:
                a, b = (self.meant(end.target) for end in ends if end is not None)
                self.door({"do": "stroke", "stamp": content.get("stamp"), "start": a, "end": b})
            else:
                for stroke in list(self._strokes):
                    stroke((ends[0].target, ends[0].area), (ends[1].target, ends[1].area))
        elif event == "pick":
            self.widget.strip = ""
            if self.door is not None:
                targets = self.meant(hit.target) if hit else []
                self.door({"do": "pick", "stamp": content.get("stamp"), "targets": targets})
                return
            x, y = (float(content.get(name, -1)) for name in ("x", "y"))
            for pick in list(self._picks):
                pick(hit.target if hit else "", hit.area if hit else -1, x, y)

    def stand(self, stamp: int) -> None:
        self.widget.stamp = stamp

    def close(self) -> None:
        """Close the channel to the browser."""
        with self.lock:
            if not self.closed:
                self.closed = True
                self.widget.layout.close()
                self.widget.close()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        with self.lock:
            made = self.widget._repr_mimebundle_()
            return dict((made[0] if isinstance(made, tuple) else made) or {}) | self._stills()
