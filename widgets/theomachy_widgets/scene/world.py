"""The ground of a board of style "world": an old map in a gilded frame, with boards beside it, doors, tiles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from theomachy.engine.tabletop.table import Area, Board, Door, Tile

from . import sideboards
from .doors import half_of, sign_of
from .geometry import box_of, chance, path_of
from .nearby import Edges, Strewn, sides_of
from .outlines import Box, Edge, Lettered, OutlineGround
from .shapes import Disc, Path, Point, Poly, Ring, Shape, Stamp, TextShape, Token
from .sideboards import mixed
from .style import STYLE, is_water, kind
from .world_motifs import lore, motif

PAPER, INK = STYLE["mark"]["paper"], STYLE["mark"]["ink"]
_SHOALS = (52, 34, 17)
_NIGHT = "#27352f"


class WorldGround(OutlineGround):
    """Lands of quiet papers in one sea; what lies beside them belongs to the picture."""

    title = "Board"
    faint = True

    inward = 120.0

    def _drawn(self, board: Board) -> tuple[Board, None]:
        return board, None

    @property
    def look(self) -> dict[str, Any]:
        """The colours of a world."""
        found: dict[str, Any] = STYLE["world"][self.theme]
        return found

    @cached_property
    def beside(self) -> frozenset[int]:
        """The areas of all sideboards."""
        return frozenset(area for each in self.board.sideboards for area in each.areas)

    @cached_property
    def tiles(self) -> dict[int, Tile]:
        return {tile.area: tile for tile in self.board.tiles}

    def paper(self, area: int) -> str:
        """The paper of a land."""
        look = STYLE["motif"].get(self.areas[area].motif) or STYLE["motif"]["tuft"]
        return mixed(look["paper"], _NIGHT, 0.5) if self.theme == "dark" else str(look["paper"])

    def base(self, area: int) -> str:
        if area in self.beside:
            side = next(each for each in self.board.sideboards if area in each.areas)
            return str(self.look[side.kind][1])
        return str(self.look["sea"][0]) if self.is_sea(area) else self.paper(area)

    @cached_property
    def apart(self) -> tuple[int, ...]:
        """The tiles and what stands in the middle: each has its name below it, for there is no room on it."""
        return (*self.tiles, *(a.id for a in self.areas.values() if a.kind in _MIDDLES and a.polygons))

    def _covered(self, area: int) -> list[Box]:
        """The tiles and the middle, each with its name below it, and the doors on the frame."""
        below, out = 1.6 * 11 * self.ink, list[Box]()
        for other in self.apart:
            x0, y0, x1, y1 = box_of(self.rings(other))
            n0, _, n1, _ = super()._name_box(self.areas[other], self.areas[other].label, ((x0 + x1) / 2, y1))
            named = (min(x0, n0), y1, max(x1, n1), y1 + below)
            out += [(x0, y0, x1, y1), named] if other != area else []
        half = STYLE["token"]["gate"] / 2 * self.scale
        for each in self.areas.values():  # where a building of another area stands
            if each.id != area and each.gate_at is not None:
                x, y = self.at(each.gate_at)
                out.append((x - half, y - half, x + half, y + half))
        for door in self.board.doors:
            if door.area < 0:
                (x, y), half, high = self.at(door.at), half_of(door.name, door.kind, self.ink), 8.0 * self.ink
                wide, tall = (high, half) if door.turn else (half, high)
                out.append((x - wide, y - tall, x + wide, y + tall))
        return out

    def _set_apart(self, out: dict[int, Lettered]) -> dict[int, Lettered]:
        found: dict[int, Lettered] = {}
        for area in self.apart:
            x0, _, x1, y1 = box_of(self.rings(area))
            if out[area][0] is not None:
                found[area] = (round((x0 + x1) / 2, 1), round(y1 + 9 * self.ink, 1)), None
        return found

    # doors ------------------------------------------------------------------------------------------------------------
    def _inside_doors(self, area: int) -> list[Door]:
        """The doors that have opened in an area: they stand below its name."""
        return [door for door in self.board.doors if door.area == area]

    def _name_box(self, area: Area, lines: Sequence[str], at: Point) -> Box:
        x0, y0, x1, y1 = super()._name_box(area, lines, at)
        for door in self._inside_doors(area.id):
            half = half_of(door.name, door.kind, self.ink)
            x0, x1, y1 = min(x0, at[0] - half), max(x1, at[0] + half), y1 + 19 * self.ink
        return x0, y0, x1, y1

    @property
    def signs(self) -> list[Token]:
        """The doors as signs that lie above all highlights: where a way leads must be read when it is lit."""
        out = [sign_of(door, self.at(door.at), self.ink, self.theme) for door in self.board.doors if door.area < 0]
        for area in {door.area: None for door in self.board.doors if door.area in self.areas}:
            name = self._lettered[area][0]
            if name is None:
                continue
            below = super()._name_box(self.areas[area], self.areas[area].label, name)[3]
            for i, door in enumerate(self._inside_doors(area)):
                at = name[0], round(below + (10 + 19 * i) * self.ink, 1)
                out.append(sign_of(door, at, self.ink, self.theme))
        return [sign for sign in out if self.sees((sign.x, sign.y), -20 * self.ink)]

    def _boxes(self, area: Area) -> list[tuple[float, float, float, float, float]]:
        grow = 9 * self.scale
        others = [self._name_box(a, a.label, at) for a in self.areas.values() if a.id != area.id
                  for at in (self._lettered[a.id][0],) if at]  # fmt: skip
        beyond = ((x0 - grow, y0 - grow, x1 + grow, y1 + grow, 120.0) for x0, y0, x1, y1 in others)
        return [*super()._boxes(area), *((*box, 120.0) for box in self._covered(area.id)), *beyond]

    def lettering(self, area: Area) -> tuple[float, float, float]:
        size, lead, spacing = super().lettering(area)
        least = 11.0 * min(1.0, self.width / 876)
        return (size, lead, spacing) if size >= least else (least, lead * least / size, spacing)

    # the picture ------------------------------------------------------------------------------------------------------
    def paint(self) -> list[Shape]:
        m, z = self.look, self.z
        frame = self.ring(self.board.frame)
        page = ((0.0, 0.0), (self.width, 0.0), (self.width, self.height), (0.0, self.height))
        out: list[Shape] = [Poly((page,), fill=m["page"]), *self._sideboards(), *self._sea(frame)]
        solid = [a.id for a in self.areas.values() if self._is_land(a)]
        clip = path_of((frame,))
        out += self._lore()
        if solid:
            whole = path_of([ring for area in solid for ring in self.rings(area)])
            for wide, colour in zip(_SHOALS, m["shoal"], strict=True):
                out.append(Path(whole, stroke=colour, width=round(wide * z, 1), join="round", clip=clip))
            low = [tuple((x + 2 * z, y + 5 * z) for x, y in ring) for area in solid for ring in self.rings(area)]
            out.append(Path(path_of(low), fill="#1c3440", fill_opacity=0.3, clip=clip))
        for area in solid:
            out.append(Path(path_of(self.rings(area)), fill=self.paper(area)))
            out += self._dawn(area) if self.areas[area].motif == "ray" else []
        for area in solid:
            out += self._strewn_over(area) if self.shows(area) else []
        coast, land, sea = self._lines_of()
        k = self.ink
        if sea:
            dots = path_of(sea, closed=False)
            out.append(Path(dots, stroke=m["sea_letters"], stroke_opacity=0.75, width=1.5 * k, dash=(0.1, 4.6 * k),
                            cap="round"))  # fmt: skip
        if land:
            inland = path_of(land, closed=False)
            out.append(Path(inland, stroke=m["edge"], stroke_opacity=0.6, width=1.2 * k, dash=(5 * k, 3 * k)))
        if coast:
            shore = path_of(coast, closed=False)
            out.append(Path(shore, stroke=m["coast"], width=1.6 * k, cap="round", join="round"))
        out.append(Path(clip, stroke="#1c2c3c", stroke_opacity=0.1, width=round(22 * z, 1), clip=clip))
        for broad, gilt in zip((12, 8.4, 1.6), m["rim"], strict=True):
            out.append(Path(clip, stroke=gilt, width=round(broad * z, 1), join="round"))
        for each in self.areas.values():
            draw = _MIDDLES.get(each.kind)
            out += draw(self, each) if draw is not None and each.polygons else []
        out += self._links()
        for tile in self.board.tiles:
            out += self._tile(tile)
        return [*out, *self._names()]

    def _is_land(self, area: Area) -> bool:
        """One that is painted as land: no sea, no sideboard, no tile, no middle."""
        if area.id in self.beside or area.id in self.tiles or area.kind in _MIDDLES:
            return False
        return bool(area.polygons) and not is_water(area.kind)

    def _sideboards(self) -> list[Shape]:
        out: list[Shape] = []
        (wide, high), frame = self.board.size, self.board.frame
        for each in sorted(self.board.sideboards, key=lambda each: each.kind != "sky"):
            boxes = box_of([ring for area in each.areas for part in self.areas[area].polygons for ring in part])
            if each.kind == "sky":
                low = min(y for x, y in frame if x == max(x for x, _ in frame))
                out += sideboards.sky(frame, (wide, high), boxes[0], low, self.look, self.z, self.ring)
            else:
                shape = [ring for area in each.areas for ring in self.rings(area)]
                out += sideboards.underworld(frame, (wide, high), boxes[1], shape, self.look, self.z, self.ring)
            colour = PAPER if each.kind == "sky" else "#e08a4e"
            for i, a in enumerate(each.areas):
                for b in each.areas[i + 1 :]:
                    for line in self.shared(a, b):
                        out.append(Poly((line,), closed=False, stroke=colour, width=round(3.2 * self.z, 1),
                                        dash=(round(10 * self.z, 1), round(7 * self.z, 1)), cap="round"))  # fmt: skip
        return out

    def _sea(self, frame: Ring) -> list[Shape]:
        """Water that is lighter in the middle, and small waves."""
        m, clip = self.look, path_of((frame,))
        x0, y0, x1, y1 = box_of((frame,))
        cx, cy, far = (x0 + x1) / 2, (y0 + y1) / 2, 0.62 * (x1 - x0)
        blends = ((1 - i / 13, mixed(m["sea"][1], m["sea"][0], i / 12)) for i in range(1, 13))
        rings = tuple(Disc(cx, cy, round(far * share, 1), fill=colour) for share, colour in blends)
        out: list[Shape] = [Path(clip, fill=m["sea"][1]), Stamp(rings, 0, 0, clip=clip)]
        wave, z = "M-11 0q5.5 -6 11 0q5.5 -6 11 0", self.z
        body = (Path(wave, zoom=z, stroke=m["wave"], stroke_opacity=0.55, width=1.7, cap="round"),)
        for area in self.areas.values():
            if is_water(area.kind) and area.polygons and self.shows(area.id):
                out += [Stamp(body, *p) for p in self._sown(area.id, 62, 34, 40, 90)]
        return out

    def _lore(self) -> list[Shape]:
        """What makes a map a myth: waters of their own colour, fog, a serpent, a compass. It lies under everything."""
        out, m, z = list[Shape](), self.look, self.z
        for area in self.areas.values():
            if not is_water(area.kind) or not area.polygons or not self.shows(area.id):
                continue
            if area.motif == "brown":
                out.append(Path(path_of(self.rings(area.id)), fill="#8a6a3c", fill_opacity=m["brown"]))
            elif kind(area.kind).get("drowned"):
                out += self._drowned(area)
            elif area.motif == "fog":
                hand = chance("fog", self.board.seed, area.id)
                for p in self._sown(area.id, 84, 14, 60, 0):
                    bank = lore("fog", round(z * hand.uniform(0.75, 1.15), 3), PAPER, m["fog"])
                    out.append(Stamp(bank, *p))
        for name, rings in self.board.decoration:
            for point in (p for ring in rings for p in ring):
                line = m["sea_letters"] if name == "serpent" else m["rim"][0 if self.theme == "light" else 2]
                out.append(Stamp(lore(name, z, line, 0.62 if name == "serpent" else 1.0), *self.at(point)))
        return out

    def _drowned(self, area: Area) -> list[Shape]:
        """Land under the sea: its paper and its signs shine through, and its old coast is a broken line."""
        d, m, z = path_of(self.rings(area.id)), self.look, self.z
        ghost = 0.30 if self.theme == "light" else 0.36
        return [
            Path(d, fill=self.paper(area.id), fill_opacity=ghost),
            *(replace(sign, opacity=0.24) for sign in self._strewn_over(area.id) if isinstance(sign, Stamp)),
            Path(d, stroke=m["shoal"][2], stroke_opacity=0.9, width=round(14 * z, 1), join="round", clip=d),
            Path(d, stroke=m["coast"], stroke_opacity=0.55, width=1.4 * self.ink, dash=(7 * self.ink, 4 * self.ink),
                 join="round"),
        ]  # fmt: skip

    def _dawn(self, area: int) -> list[Shape]:
        """The glow of the sun that rises at the edge of a land."""
        clip, (x0, y0, x1, y1) = path_of(self.rings(area)), self.hit_box(area)
        y, far = round((y0 + y1) / 2, 1), 0.8 * (x1 - x0)
        glow = tuple(Disc(x1, y, round(far * (1 - i / 10), 1), fill="#f5b942", fill_opacity=0.075) for i in range(10))
        return [Stamp(glow, 0, 0, clip=clip)]

    def _sown(self, area: int, apart: float, edge: float, tries: int, clear: float) -> list[Point]:
        """Points strewn over an area: apart from one another, from its edge, from its name and from its places."""
        a, z = self.areas[area], self.z
        rings = self._largest[area]
        x0, y0, x1, y1 = box_of([ring for part in a.polygons for ring in part])
        hand, found = chance("sown", self.board.seed, area), list[Point]()
        held, edges, strewn = self._held(area), Edges(sides_of(rings)), Strewn(apart * z)
        keep = [self.at(p) for p in (*a.slots, *((a.gate_at,) if a.gate_at else ()))]
        words = self._words
        for _ in range(10 * tries):
            p = self.at((hand.uniform(x0, x1), hand.uniform(y0, y1)))
            if not strewn.clear(*p) or not held.hold(*p):
                continue
            if any(math.dist(p, q) < min(clear, 27) * z for q in keep):
                continue
            if any(b[0] - 10 * z < p[0] < b[2] + 10 * z and b[1] - 14 * z < p[1] < b[3] + 14 * z for b in words):
                continue
            if edges.room(*p, edge * z + 1) >= edge * z:
                found.append(p)
                strewn.add(*p)
        return sorted(found, key=lambda p: p[1])

    def _strewn_over(self, area: int) -> list[Shape]:
        """The sign of a land, scattered."""
        name = self.areas[area].motif
        look = STYLE["motif"].get(name)
        if look is None:
            return []
        body, line = look["body"], look["line"]
        if self.theme == "dark":
            body, line = mixed(body, "#2c3a33", 0.42), mixed(line, "#1a2b22", 0.5)
        drawn = motif(name, round(1.12 * self.z, 3), body, line)
        shown = 0.62 if self.theme == "light" else 0.8
        return [Stamp(drawn, *p, opacity=shown) for p in self._sown(area, look["apart"], 19, 120, 27)]

    def _lines_of(self) -> tuple[tuple[Ring, ...], tuple[Ring, ...], tuple[Ring, ...]]:
        """Coasts, borders of two lands, borders of two seas, within the frame."""
        kinds: tuple[list[Edge], list[Edge], list[Edge]] = ([], [], [])
        for edge, owners in self._edges.items():
            here = [o for o in owners if o not in self.beside and o not in self.tiles]
            if len(here) < 2 or any(self.areas[o].kind in _MIDDLES for o in here):
                continue
            wet = sum(is_water(self.areas[o].kind) for o in here)
            kinds[1 if not wet else 2 if wet == len(here) else 0].append(edge)
        return self._lines(kinds[0]), self._lines(kinds[1]), self._lines(kinds[2])

    def _tile(self, tile: Tile) -> list[Shape]:
        """An area that lies on the sea: a long shadow, a shoal of its own, wooden docks."""
        rings, m, z = self.rings(tile.area), self.look, self.z
        low = [tuple((x + 5 * z, y + 9 * z) for x, y in ring) for ring in rings]
        d = path_of(rings)
        out: list[Shape] = [
            Path(path_of(low), fill="#10242e", fill_opacity=0.38),
            Path(d, fill=m["shoal"][2], stroke=m["shoal"][2], width=round(9 * z, 1), join="round", opacity=0.8),
            Path(d, fill=self.paper(tile.area), stroke=m["coast"], width=1.8 * self.ink, join="round"),
        ]
        x0, y0, x1, y1 = box_of(rings)
        out.append(Path("M-40 -8C-30 -22 20 -26 42 -10", ((x0 + x1) / 2, (y0 + y1) / 2), tile.turn, z, stroke=PAPER,
                        stroke_opacity=0.6, width=2.2, cap="round"))  # fmt: skip
        planks = "M-9 -2.6H9M-9 2.8H9"
        for p in tile.docks:
            out += [
                Path("M-9 -8H9V8H-9z", self.at(p), tile.turn, z, fill="#c9a75c", stroke=INK, width=1.8, join="round"),
                Path(planks, self.at(p), tile.turn, z, stroke=INK, stroke_opacity=0.7, width=1.2),
            ]
        return out

    def _names(self) -> list[Shape]:
        m, out = self.look, list[Shape]()
        for area in self.areas.values():
            at = self._lettered[area.id][0]
            if at is None:
                continue
            wet, side = is_water(area.kind), next((s for s in self.board.sideboards if area.id in s.areas), None)
            size, lead, spacing = self.lettering(area)
            fill, halo = m["letters"], m["sea"][0] if area.id in self.tiles else self.paper(area.id)
            if side is not None:
                first = side.areas[0] == area.id
                fill, halo = m["sky_letters"][0 if first else 1] if side.kind == "sky" else "#f6d9bd", ""
            elif wet or area.kind in _MIDDLES:
                halo = m["sea"][0]
                fill = m["sea_letters"] if wet else m["letters"]
            family = "map" if wet or side is not None else "ui"
            for i, words in enumerate(area.label):
                base = round(at[1] + (i - (len(area.label) - 1) / 2) * lead + 0.35 * size, 1)
                out.append(
                    TextShape(at[0], base, words if family == "map" else words.upper(), round(size, 1), family,
                              700 if not wet else 400, wet, round(spacing, 2), fill=fill, stroke=halo,
                              stroke_opacity=0.8 if halo else 0.0, width=2.6 if halo else 0.0, join="round")
                )  # fmt: skip
        return out


# what stands in the middle of a world ---------------------------------------------------------------------------------
def _rim(ground: WorldGround, area: Area) -> list[Shape]:
    d, m, z = path_of(ground.rings(area.id)), ground.look, ground.z
    return [Path(d, stroke=m["rim"][i], width=round(w * z, 1), join="round") for i, w in ((0, 9), (1, 6))]


def _hub(ground: WorldGround, area: Area) -> tuple[float, float, float]:
    x0, y0, x1, y1 = box_of(ground.rings(area.id))
    return round((x0 + x1) / 2, 1), round((y0 + y1) / 2, 1), (x1 - x0) / 164


def _peak(ground: WorldGround, area: Area) -> list[Shape]:
    """A mountain taller than its tile."""
    x, y, z = _hub(ground, area)
    light, d = ground.theme == "light", path_of(ground.rings(area.id))
    whole = "M-68 52L-46 8L-34 16L-20 -44L-8 -36L0 -104L10 -42L20 -50L34 8L46 0L68 52C40 62 -40 62 -68 52z"
    shade = "M0 -104L10 -42L20 -50L34 8L46 0L68 52C50 57 30 59 12 60L22 18L8 -6L14 -30z"
    return [
        Path(d, fill="#f4f2ea" if light else "#585f63"),
        *_rim(ground, area),
        Path(whole, (x, y), zoom=z, fill="#dbe3e8" if light else "#8b98a2", stroke="#4d5866", width=2.4, join="round"),
        Path(shade, (x, y), zoom=z, fill="#74879a", fill_opacity=0.62),
        Path("M0 -104L-8 -36L-3 -44L2 -30L6 -52z", (x, y), zoom=z, fill=PAPER),
        Path("M-20 -44L-28 -8L-21 -18L-14 -6z", (x, y), zoom=z, fill=PAPER, fill_opacity=0.9),
    ]


def _chasm(ground: WorldGround, area: Area) -> list[Shape]:
    """A spiral in blood and plum with a black eye; cracks run into the seas."""
    x, y, z = _hub(ground, area)
    hand, out = chance("cracks"), list[Shape]()
    for i in range(16):
        t = i * math.tau / 16 + hand.uniform(-0.12, 0.12)
        u, v, points = 76 * math.cos(t), 76 * math.sin(t), list[Point]()
        for j in range(5):
            points.append((round(x + u * z, 1), round(y + v * z, 1)))
            turn, far = t + (-1) ** j * hand.uniform(0.25, 0.85), hand.uniform(9, 19 - i % 2 * 5)
            u, v = u + far * math.cos(turn), v + far * math.sin(turn)
        wide = (4.2 - i % 3 * 0.8) * z
        out.append(Poly((tuple(points),), closed=False, stroke="#2a0f1a", stroke_opacity=0.9, width=round(wide, 1)))
        out.append(Poly((tuple(points),), closed=False, stroke="#d8553a", stroke_opacity=0.9, width=round(1.1 * z, 1)))
    out += [Path(path_of(ground.rings(area.id)), fill="#1c0d17"), Disc(x, y, round(78 * z, 1), fill="#2c1222")]
    arm = "M78 0C60 34 22 40 10 12C30 22 52 10 78 0z"
    for i in range(14):
        out.append(Path(arm, (x, y), round(i * 360 / 14, 1), z, fill=("#7a1f2e", "#54203f", "#a8372c")[i % 3],
                        fill_opacity=0.8))  # fmt: skip
    out.append(Disc(x, y, round(22 * z, 1), fill="#0b0509", stroke="#e0703c", width=round(2 * z, 1)))
    return [*out, *_rim(ground, area)]


def _whirlpool(ground: WorldGround, area: Area) -> list[Shape]:
    """The same spiral in blues."""
    x, y, z = _hub(ground, area)
    arm = "M78 0C62 30 26 34 12 10C32 18 56 8 78 0z"
    return [
        Path(path_of(ground.rings(area.id)), fill="#3f7d9c"),
        *(Path(arm, (x, y), i * 40, z, fill=("#2f6684", "#5b9ab5", "#245470")[i % 3]) for i in range(9)),
        Disc(x, y, round(18 * z, 1), fill="#12303f"),
        *_rim(ground, area),
    ]


_MIDDLES = {"peak": _peak, "chasm": _chasm, "whirlpool": _whirlpool}
