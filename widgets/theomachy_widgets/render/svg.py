"""Any scene as SVG: first a tree of plain elements, then text. The tree also feeds the interactive twin.

Everything that comes from a table goes through the escaping of `text`; nothing is pasted. The same scene gives the
same bytes.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from itertools import count

from ..scene.build import Hit, Scene
from ..scene.geometry import path_of
from ..scene.shapes import Disc, Dots, Paint, Path, Poly, Shape, Stamp, TextShape, Token
from ..scene.style import STYLE
from ..scene.tokens import token_shapes

LONG = 90  # paths longer than this are kept once when they occur twice


@dataclass(slots=True)
class SvgElement:
    """One element. `text` is set as text, never as markup."""

    tag: str
    attrs: dict[str, str] = field(default_factory=dict)
    children: list[SvgElement] = field(default_factory=list)
    text: str = ""


def number(value: float) -> str:
    """A length to two places, without a tail of zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _paint(p: Paint) -> dict[str, str]:
    out = {"fill": p.fill or "none"}
    if p.fill and p.fill_opacity != 1:
        out["fill-opacity"] = number(p.fill_opacity)
    if p.stroke:
        out["stroke"] = p.stroke
        if p.width != 1:
            out["stroke-width"] = number(p.width)
        if p.stroke_opacity != 1:
            out["stroke-opacity"] = number(p.stroke_opacity)
        if p.dash:
            out["stroke-dasharray"] = " ".join(map(number, p.dash))
        if p.cap != "butt":
            out["stroke-linecap"] = p.cap
        if p.join != "miter":
            out["stroke-linejoin"] = p.join
    if p.opacity != 1:
        out["opacity"] = number(p.opacity)
    return out


class Names:
    """Ids of what pictures keep once.

    Handed from one picture of a board to the next they stay the same, and what was kept is kept as long as it is drawn:
    the same thing is told in the same words, whatever else has changed.
    """

    def __init__(self, prefix: str) -> None:
        self.prefix, self.known, self._next = prefix, dict[object, str](), count()

    def of(self, key: object) -> str:
        """The id of a thing."""
        if key not in self.known:
            self.known[key] = f"{self.prefix}{next(self._next):x}"
        return self.known[key]

    def forget_but(self, drawn: Collection[object]) -> None:
        """Only these are drawn now: the ids of others are not used again."""
        self.known = {key: name for key, name in self.known.items() if key in drawn}


class _Writer:
    """Turns shapes into nodes; keeps long paths and stamps that occur more than once."""

    def __init__(self, prefix: str, names: Names | None = None) -> None:
        self.names = names or Names(prefix)
        self.defs: dict[object, SvgElement] = {}
        self.uses: Counter[object] = Counter()

    # counting: what is worth keeping
    def count(self, shapes: Iterable[Shape]) -> None:
        for shape in shapes:
            if isinstance(shape, Token):
                self.count(token_shapes(shape))
            elif isinstance(shape, Stamp):
                self.uses[shape.body] += 1
                if self.uses[shape.body] == 1:
                    self.count(shape.body)
            elif isinstance(shape, Path):
                self.uses[shape.d] += 1
            elif isinstance(shape, Poly):
                self.uses[_poly_path(shape)] += 1

    def _often(self, key: object) -> bool:
        """Is it worth keeping?"""
        return self.uses[key] > 1 or key in self.names.known

    def _kept(self, key: object, make: Callable[[], SvgElement]) -> str:
        name = self.names.of(key)
        if key not in self.defs:
            node = make()
            node.attrs = {"id": name, **node.attrs}
            self.defs[key] = node
        return name

    def _path(self, d: str, attrs: dict[str, str]) -> SvgElement:
        if len(d) > LONG and self._often(d):
            name = self._kept(d, lambda: SvgElement("path", {"d": d}))
            return SvgElement("use", {"href": f"#{name}", **attrs})
        return SvgElement("path", {"d": d, **attrs})

    def _clip(self, d: str) -> str:
        name = self._kept(("clip", d), lambda: SvgElement("clipPath", {}, [SvgElement("path", {"d": d})]))
        return f"url(#{name})"

    def write(self, shapes: Iterable[Shape]) -> list[SvgElement]:
        return [node for shape in shapes for node in self.one(shape)]

    def one(self, shape: Shape) -> list[SvgElement]:
        if isinstance(shape, Token):
            return [SvgElement("g", {}, self.write(token_shapes(shape)))]
        if isinstance(shape, Stamp):
            return self._stamp(shape)
        if isinstance(shape, TextShape):
            return [_text(shape)]
        if isinstance(shape, Disc):
            return [
                SvgElement(
                    "circle", {"cx": number(shape.x), "cy": number(shape.y), "r": number(shape.r), **_paint(shape)}
                )
            ]
        if isinstance(shape, Dots):
            d = "".join(_dot(*spot) for spot in shape.spots)
            return [SvgElement("path", {"d": d, **_paint(shape)})] if d else []
        if isinstance(shape, Poly):
            return [self._path(_poly_path(shape), _paint(shape))] if shape.rings else []
        attrs = _paint(shape)
        if shape.even_odd:
            attrs["fill-rule"] = "evenodd"
        moves = _move(shape.at[0], shape.at[1], shape.turn, shape.zoom, shape.zoom)
        if moves:
            attrs["transform"] = moves
        if shape.clip:
            attrs["clip-path"] = self._clip(shape.clip)
        return [self._path(shape.d, attrs)]

    def _stamp(self, shape: Stamp) -> list[SvgElement]:
        attrs = {"opacity": number(shape.opacity)} if shape.opacity != 1 else {}
        if shape.clip:
            attrs["clip-path"] = self._clip(shape.clip)
        if self._often(shape.body):
            name = self._kept(shape.body, lambda: SvgElement("g", {}, self.write(shape.body)))
            if shape.sx == shape.sy == 1:
                return [SvgElement("use", {"href": f"#{name}", "x": number(shape.x), "y": number(shape.y), **attrs})]
            return [
                SvgElement(
                    "use", {"href": f"#{name}", "transform": _move(shape.x, shape.y, 0, shape.sx, shape.sy), **attrs}
                )
            ]
        return [
            SvgElement(
                "g", {"transform": _move(shape.x, shape.y, 0, shape.sx, shape.sy), **attrs}, self.write(shape.body)
            )
        ]


def _dot(x: float, y: float, r: float) -> str:
    half = f"{number(r)} {number(r)} 0 1 0"
    return f"M{number(x - r)} {number(y)}a{half} {number(2 * r)} 0a{half} {number(-2 * r)} 0z"


@lru_cache(maxsize=4096)
def _poly_path(shape: Poly) -> str:
    return path_of(shape.rings, shape.closed)


def _move(x: float, y: float, turn: float, sx: float, sy: float) -> str:
    parts = []
    if x or y:
        parts.append(f"translate({number(x)} {number(y)})")
    if turn:
        parts.append(f"rotate({number(turn)})")
    if sx != 1 or sy != 1:
        parts.append(f"scale({sx:.4g})" if sx == sy else f"scale({sx:.4g} {sy:.4g})")
    return "".join(parts)


def _text(shape: TextShape) -> SvgElement:
    attrs = {
        "x": number(shape.x),
        "y": number(shape.y),
        "font-family": STYLE["font"][shape.family].replace('"', "'"),
        "font-size": number(shape.size),
        "fill": shape.fill or "none",
    }
    if shape.anchor != "start":
        attrs["text-anchor"] = shape.anchor
    if shape.weight != 400:
        attrs["font-weight"] = str(shape.weight)
    if shape.italic:
        attrs["font-style"] = "italic"
    if shape.spacing:
        attrs["letter-spacing"] = number(shape.spacing)
    if shape.stroke:
        attrs |= {
            "paint-order": "stroke",
            "stroke": shape.stroke,
            "stroke-width": number(shape.width),
            "stroke-opacity": number(shape.stroke_opacity),
            "stroke-linejoin": "round",
        }
    if shape.opacity != 1:
        attrs["opacity"] = number(shape.opacity)
    if shape.turn:
        attrs["transform"] = f"rotate({number(shape.turn)} {number(shape.x)} {number(shape.y)})"
    return SvgElement("text", attrs, [], shape.text)


def tree(
    scene: Scene,
    *,
    prefix: str = "",
    layers: tuple[str, ...] = ("ground", "under", "pieces", "ui"),
    interactive: bool = False,
    names: Names | None = None,
) -> SvgElement:
    """The scene as elements.

    `prefix` begins every id (so that two pictures on a page do not clash); `interactive` adds a transparent, labelled
    and focusable element over each area and piece. `names` are the ids of the picture before of the same board.
    """
    prefix = prefix or "t"
    writer = _Writer(prefix, names)
    chosen = [(name, shapes) for name, shapes in scene.layers if name in layers]
    for _, shapes in chosen:
        writer.count(shapes)
    groups = [SvgElement("g", {"class": f"th-{name}"}, writer.write(shapes)) for name, shapes in chosen]
    if names is not None:
        names.forget_but(writer.defs)
    box = f"0 0 {number(scene.width)} {number(scene.height)}"
    root = SvgElement(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": box,
            "width": number(scene.width),
            "height": number(scene.height),
            "role": "group" if interactive else "img",
            "aria-labelledby": f"{prefix}-t {prefix}-d",
        },
    )
    root.children = [
        SvgElement("title", {"id": f"{prefix}-t"}, [], scene.title),
        SvgElement("desc", {"id": f"{prefix}-d"}, [], scene.description),
    ]
    if writer.defs:
        root.children.append(SvgElement("defs", {}, list(writer.defs.values())))
    root.children += groups
    if interactive:
        root.children.append(
            SvgElement(
                "g",
                {"class": "th-hits", "role": "listbox", "aria-label": scene.title},
                [_hit(hit) for hit in scene.hits],
            )
        )
    return root


def _hit(hit: Hit) -> SvgElement:
    attrs = {
        "data-target": hit.target,
        "data-area": str(hit.area),
        "role": "option",
        "aria-label": hit.label,
        "tabindex": "-1",
        "fill": "transparent",
        "aria-selected": "true" if hit.selected else "false",
    }
    if hit.quiet:
        attrs["pointer-events"] = "none"
    if hit.disc is not None:
        x, y, r = hit.disc
        return SvgElement("circle", {"cx": number(x), "cy": number(y), "r": number(r), **attrs})
    return SvgElement("path", {"d": path_of(hit.rings), "fill-rule": "evenodd", **attrs})


def text(node: SvgElement) -> str:
    """A node as markup, everything escaped."""
    out: list[str] = []
    _write(node, out)
    return "".join(out)


def _write(node: SvgElement, out: list[str]) -> None:
    out.append(f"<{node.tag}")
    for name, value in node.attrs.items():
        out.append(f' {name}="{clean(value)}"')
    if not node.children and not node.text:
        out.append("/>")
        return
    out.append(">")
    out.append(clean(node.text))
    for child in node.children:
        _write(child, out)
    out.append(f"</{node.tag}>")


def clean(value: str) -> str:
    """Escaped for text and attributes; characters that XML forbids become U+FFFD."""
    if value.isprintable():
        return escape(value)
    return escape(
        "".join(
            c if c in "\t\n\r" or (c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff") else "\ufffd"
            for c in value
        )
    )


# -- light and dark in one picture -------------------------------------------------------------------------------------
_PLAIN = {  # what is painted when nothing is said
    "fill": "black",
    "stroke": "none",
    "opacity": "1",
    "fill-opacity": "1",
    "stroke-opacity": "1",
    "stroke-width": "1",
    "stroke-dasharray": "none",
}
_Look = tuple[tuple[str, str, str], ...]  # (attribute, by day, at night)


def _merged(light: SvgElement, dark: SvgElement, looks: dict[_Look, str], prefix: str) -> bool:
    """Give every element of `light` that looks otherwise at night a class, collected in `looks`.

    False where the two pictures are not the same elements.
    """
    if (light.tag, light.text, len(light.children)) != (dark.tag, dark.text, len(dark.children)):
        return False
    other: list[tuple[str, str, str]] = []
    for name in dict.fromkeys((*light.attrs, *dark.attrs)):
        day, night = (node.attrs.get(name, _PLAIN.get(name, "")) for node in (light, dark))
        if day != night:
            if name not in _PLAIN:
                return False
            other.append((name, day, night))
    if other:
        light.attrs["class"] = looks.setdefault(tuple(other), f"{prefix}c{len(looks):x}")
    return all(_merged(a, b, looks, prefix) for a, b in zip(light.children, dark.children, strict=True))


def _sheet(looks: dict[_Look, str], root: str) -> str:
    """The style sheet of a picture in two themes; `root` is the class of the whole picture.

    The page's own word goes before the wish of the machine: a picture that stands inside a notebook finds it in
    `data-jp-theme-light`, one that is loaded as a file is told by the browser. Variables reach what is drawn by `use`,
    which no selector from outside does. Readers that know no variables keep to the attributes.
    """
    each = [(f"--{name}-{i}", row) for other, name in looks.items() for i, row in enumerate(other)]
    day, night = (";".join(f"{variable}:{row[at]}" for variable, row in each) for at in (1, 2))
    paint = "".join(
        f".{name}{{{';'.join(f'{row[0]}:var(--{name}-{i})' for i, row in enumerate(other))}}}"
        for other, name in looks.items()
    )
    return (
        f"@supports (fill:var(--a)){{.{root}{{{day}}}{paint}}}"
        f"@media (prefers-color-scheme:dark){{.{root}{{{night}}}}}"
        f"[data-jp-theme-light=true] .{root}{{{day}}}[data-jp-theme-light=false] .{root}{{{night}}}"
    )


def _following(scene: Scene, night: Scene, prefix: str) -> SvgElement:
    """The scene in the colours of the page: `night` is the same scene in the dark theme."""
    root, dark = tree(scene, prefix=prefix), tree(night, prefix=prefix)
    looks: dict[_Look, str] = {}
    if not _merged(root, dark, looks, prefix):
        raise ValueError("the two scenes are not the same table at the same size")
    root.attrs["class"] = f"{prefix}page"
    root.children.insert(2, SvgElement("style", {}, [], _sheet(looks, f"{prefix}page")))
    return root


def svg(scene: Scene, *, prefix: str = "", interactive: bool = False, night: Scene | None = None) -> str:
    """The scene as a standalone SVG document.

    Ids begin with `prefix`, by default a mark made from the content, so that several pictures on one page do not clash.
    With `night`, the same scene in the dark theme, the picture follows the page: a dark notebook, a dark machine.
    Raises `ValueError` when `night` is another scene.
    """

    def drawn(start: str) -> SvgElement:
        return tree(scene, prefix=start, interactive=interactive) if night is None else _following(scene, night, start)

    if not prefix:
        prefix = f"t{hashlib.sha256(text(drawn('t')).encode()).hexdigest()[:8]}-"
    return text(drawn(prefix))


def shapes_svg(shapes: Iterable[Shape], width: float, height: float) -> str:
    """Loose shapes on nothing, as an SVG document."""
    kept = tuple(shapes)
    writer = _Writer("s")
    writer.count(kept)
    drawn = writer.write(kept)
    root = SvgElement(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {number(width)} {number(height)}",
            "width": number(width),
            "height": number(height),
        },
        [SvgElement("defs", {}, list(writer.defs.values())), *drawn],
    )
    return text(root)
