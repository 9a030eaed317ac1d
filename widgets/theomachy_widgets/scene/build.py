"""From a table and marks to a scene: layers of plain shapes and a map of what a point on it means."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

from theomachy.engine.tabletop.beside import Amount
from theomachy.engine.tabletop.describe import (
    beyond,
    borders_of,
    carried_words,
    corner_words,
    crossed_here,
    gauge_words,
    marks_here,
    printed_here,
    way_words,
    zone_words,
)
from theomachy.engine.tabletop.table import (
    NO_MARKS,
    Area,
    Arrow,
    Carried,
    Corner,
    Gauge,
    Marks,
    Piece,
    Place,
    Prop,
    Table,
    Target,
    Zone,
)  # fmt: skip
from theomachy.engine.tabletop.ways import WAY, ways_of
from theomachy.engine.wording import together

from . import inks, rays
from . import marks as draw
from .borders import band, border_shapes, boxes_of, middle_of
from .buildings import silhouette
from .geometry import box_of, inside
from .ground import Ground, Spot
from .grounds import ground_of
from .labels import Labels
from .places import BODIES, look_of
from .proposals import Numbers, lettering, proposal, standing
from .shapes import Face, Point, Ring, Shape, Token
from .style import STYLE, letter_ink, owner_colour, owner_paint
from .tokens import grown
from .zones import Plate, plate_of, plate_shapes, zone_shapes

_RANKS = {
    "carried": 0,
    "piece": 1,
    "zone": 3,
    "border": 3,
    "corner": 1,
    "area": 4,
}  # what a pointer means first; all else between
DEAD = ("killed", "eliminated")  # fates of a fight that leave a body


@dataclass(frozen=True, slots=True)
class Hit:
    """One thing that a pointer or a key can reach."""

    target: Target
    label: str
    area: int
    rings: tuple[Ring, ...] = ()  # of an area
    box: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)  # round the rings
    disc: tuple[float, float, float] | None = None  # of a token: x, y, radius
    selectable: bool = False
    selected: bool = False
    more: tuple[int, ...] = ()  # other areas that it belongs to: the far side of a border, the rest of a zone
    quiet: bool = False  # a pointer goes through it to what lies below, for now nothing can be done with it

    def holds(self, x: float, y: float) -> bool:
        if self.disc is not None:
            return math.hypot(x - self.disc[0], y - self.disc[1]) <= self.disc[2]
        return self.box[0] <= x <= self.box[2] and self.box[1] <= y <= self.box[3] and inside(x, y, self.rings)


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture of one table. The ground is kept apart, for it seldom changes."""

    width: float
    height: float
    theme: str
    title: str
    description: str
    ground: Ground = field(compare=False)
    under: tuple[Shape, ...]
    pieces: tuple[Token, ...]
    ui: tuple[Shape, ...]
    hits: tuple[Hit, ...]

    @property
    def layers(self) -> tuple[tuple[str, tuple[Shape, ...]], ...]:
        """Name and shapes of each layer, from below."""
        return (("ground", self.ground.shapes), ("under", self.under), ("pieces", self.pieces), ("ui", self.ui))

    def at(self, x: float, y: float) -> tuple[Target, ...]:
        """What lies under a point, nearest first: pieces, then places, labels and borders, then the area.

        What is quiet comes last.
        """
        found: list[tuple[int, float, int, Target]] = []
        for i, hit in enumerate(self.hits):
            if not hit.holds(x, y):
                continue
            rank = 5 if hit.quiet else _RANKS.get(hit.target.partition(":")[0], 2)
            away = math.hypot(x - hit.disc[0], y - hit.disc[1]) if hit.disc is not None else 0.0
            found.append((rank, away, i if hit.disc is None else -i, hit.target))
        return tuple(target for _, _, _, target in sorted(found))

    def area_at(self, x: float, y: float) -> int | None:
        """The area under a point, or None beside the map."""
        return next((hit.area for hit in self.hits if hit.target.startswith("area:") and hit.holds(x, y)), None)

    def hit(self, target: Target) -> Hit | None:
        return next((hit for hit in self.hits if hit.target == target), None)

    def token(self, target: Target) -> Token | None:
        return next((token for token in self.pieces if token.target == target), None)

    def hover(self, target: Target) -> tuple[Shape, ...]:
        """What a pointer lights, to be drawn on top: cheap, no rule is asked. On a small map the name comes with it."""
        hit, ground = self.hit(target), self.ground
        return (*self._lit(target), *(ground.name_tag(hit.area) if hit is not None else ()))

    def _lit(self, target: Target) -> tuple[Shape, ...]:
        token = self.token(target)
        if token is not None:  # the token once more, for its ring would cover its badge; and who sits in it above
            seated = [
                t for t in self.pieces if token.face.ring and not t.face.ring and (t.x, t.y) == (token.x, token.y)
            ]
            riding = [t for t in self.pieces if t.on and t.on == target]
            return (*draw.token_hovered(token), token, *seated, *riding)
        hit = self.hit(target)
        if hit is not None and target.startswith(f"{WAY}:"):  # the sign, and where it leads as far as that is seen
            there = [area for area in hit.more if area in self.ground.areas]
            return (*(draw.lifted(self.ground, area) for area in there), *draw.sign_hovered(hit.disc or (0, 0, 0)))
        if hit is None or hit.disc is not None:
            return ()
        if not target.startswith("area:"):
            areas = (hit.area, *hit.more) if target.startswith("zone:") else ()
            return (*(draw.lifted(self.ground, area) for area in areas), *draw.thing_hovered(hit.rings))
        line = () if hit.selected else draw.hovered(self.ground, hit.area)  # the ink of what is selected stays on top
        return (draw.lifted(self.ground, hit.area), *line)


def build(
    table: Table, marks: Marks = NO_MARKS, theme: str = "light", width: float = 876, focus: int | None = None
) -> Scene:
    """The scene of a table.

    `theme` is "light" or "dark", `width` the width in pixels (the height follows from the board). `focus` is the area
    round which the board is drawn larger (`fight_at` tells that of a battle); None shows all of it. Raises `ValueError`
    for an unknown theme or style of board. Pieces and marks of areas that the board does not have are left out.
    """
    return _Builder(table, marks, theme, width, focus).scene()


def fight_at(table: Table) -> int | None:
    """The area of the fight under way, if the board has it."""
    fight = table.fight
    return fight.area if fight is not None and any(area.id == fight.area for area in table.board.areas) else None


def fallen(table: Table) -> list[Piece]:
    """The dead of a fight as pieces where they fell, like ones together; they are shown until the fight is over."""
    fight, found = table.fight, dict[Target, Piece]()
    if fight is None:
        return []
    known = {piece.target for piece in table.pieces}
    for force in (force for side in fight.sides for force in side.forces):
        piece = force.piece
        if force.fate not in DEAD or piece.target in known:
            continue
        before, where = found.get(piece.target), piece.area if piece.area >= 0 else fight.area
        count = piece.count + (before.count if before else 0)
        found[piece.target] = replace(piece, area=where, marks=("kill",), count=count, seat="")
    return list(found.values())


class _Builder:
    def __init__(self, table: Table, marks: Marks, theme: str, width: float, focus: int | None) -> None:
        if table.fight is not None and table.fight.target:
            marks = replace(marks, aimed=marks.aimed | {table.fight.target})
        self.table, self.marks, self.theme = table, marks, theme
        self.ground = ground_of(table.board, theme, width, focus)
        self.areas: dict[int, Area] = {area.id: area for area in table.board.areas}
        found = fight_at(table)
        self.fight = self.ground.focus if found is None else found
        # On the whole board there is no room for the dead.
        dead = fallen(table) if self.ground.focus is not None else []
        self.pieces: tuple[Piece, ...] = (*table.pieces, *dead)
        self.labels = Labels(table, marks, self.pieces)
        self.corners: dict[Target, Corner] = {
            corner.target: corner for corner in table.board.corners if self.areas.keys() >= set(corner.areas)
        }
        # What lies in land that nobody may enter is not there.
        self.closed = {area for area, kind, _ in table.tints if kind == "closed" and area in self.areas}
        self.standing: dict[int, list[Piece]] = {}
        self.cornered: dict[Target, list[Piece]] = {}
        for piece in self.pieces:
            if piece.corner in self.corners:
                self.cornered.setdefault(piece.corner, []).append(piece)
            elif piece.area in self.areas and piece.area not in self.closed:
                self.standing.setdefault(piece.area, []).append(piece)
        self.places: dict[int, list[Place]] = {}
        for place in table.places:
            if place.area in self.areas and place.area not in self.closed:
                self.places.setdefault(place.area, []).append(place)
        self.gauges: dict[Target, list[Gauge]] = {}
        for gauge in table.gauges:
            self.gauges.setdefault(gauge.of, []).append(gauge)
        self.carried: dict[Target, list[Carried]] = {}
        for thing in table.carried:
            self.carried.setdefault(thing.by, []).append(thing)
        self.props: dict[int, list[Prop]] = {}
        for prop in table.props:
            if prop.area in self.areas:
                self.props.setdefault(prop.area, []).append(prop)
        self.borders = [border for border in borders_of(table) if self.areas.keys() >= set(border.between)]
        self.zones = [zone for zone in table.zones if any(area in self.areas for area in zone.areas)]
        self.where: dict[Target, int] = {piece.target: piece.area for piece in self.pieces}
        self.where |= {place.target: place.area for place in table.places}
        self.tokens: list[Token] = []
        self.anchor: dict[int, Point] = {}
        self._lay_out()
        signs = self.ground.signs
        self.tokens = [*signs, *self._stacked()]
        self.plates = self._plates()
        self.said = self._said()

    def _said(self) -> list[tuple[list[Shape], tuple[float, float, float, float]]]:
        """The words of the measured lines, each where it hides least of tokens and of those before it."""
        out: list[tuple[list[Shape], tuple[float, float, float, float]]] = []
        taken = [self._box(token) for token in self.tokens] if self.marks.rays else []
        for ray in self.marks.rays:
            said = rays.words(self.ground, ray, taken)
            if said is not None:
                out.append(said)
                taken.append(said[1])
        return out

    # pieces -------------------------------------------------------------------------------------------------------
    def _face(self, piece: Piece, size: float) -> Face:
        body = next(
            (
                body
                for mark, body in (("ghost", "ghost"), ("kill", "killed"), ("spent", "spent"))
                if mark in piece.marks
            ),
            "whole",
        )
        mark = next((mark for mark in ("kill", "pain", "book", "sealed") if mark in piece.marks), "")
        if "acted" in piece.marks:
            body, mark = ("spent" if body == "whole" else body), mark or "acted"
        icon = "" if piece.face else piece.icon
        shape = silhouette(piece.form) or STYLE["piece"].get(piece.kind, {}).get("shape", "")
        colour = owner_colour(piece.owner, self.table.seats)
        double, teeth = "double" in piece.marks, piece.size == "toothed" and body != "ghost"
        return Face(colour, icon, round(size, 1), self.theme, body, mark, False, shape, double, teeth)

    def _token(self, piece: Piece, x: float, y: float, zoom: float) -> Token:
        size = self.ground.size_of(piece) * self.tall * zoom
        return Token(
            self._face(piece, size),
            round(x, 1),
            round(y, 1),
            piece.count,
            self.ground.letters_of(piece, size),
            piece.target,
            self.labels.piece(piece),
            self._capsules(piece.target),
            piece.face,
            laden=piece.target in self.carried,
            badge=piece.badge if "ghost" not in piece.marks and "sealed" not in piece.marks else "",
        )

    @property
    def penned(self) -> bool:
        """Is the board drawn by hand?"""
        return self.ground.penned

    @property
    def tall(self) -> float:
        """The scale of tokens: on a small drawn board, which has little else, they are larger."""
        return self.ground.scale * (1.35 if self.ground.slim else 1.0)

    # places with a drawing of their own, and what is printed ------------------------------------------------------
    def _place_size(self, place: Place) -> float:
        look = look_of(place.kind)
        said = look["draw"] in BODIES or place.kind in STYLE["place"]
        return float(str(look["size"])) if said else float(STYLE["token"]["gate"])

    def _drawn_place(self, place: Place, body: str, x: float, y: float, zoom: float) -> None:
        """A place that has a drawing, with what is written on it and the signs at its side."""
        table, mine = self.table, self.ground.scale
        size = round(self._place_size(place) * self.tall * zoom, 1)
        level = next(iter(marks_here(table, place.area, "level", place.kind)), None)
        gone = next(iter(marks_here(table, place.area, "crossed", place.kind)), None)
        taken = place.holder is not None and table.layer is not None and place.holder != table.ink
        crossed = place.crossed or gone is not None or (taken and body in ("fortress", "artefact"))
        fresh = any(mark is not None and mark.fresh for mark in (level, gone))
        mark = " ".join(word for word, on in (("cross", crossed), ("new", fresh)) if on)
        holder = "neutral" if place.holder is None else owner_colour(place.holder, table.seats)
        written = level.text if level is not None else place.text if body == "plinth" else ""
        face = Face(holder, written, size, self.theme, body, mark, True)
        eye = place.text if place.holder is None else self._letters(place.holder)
        figure = eye if body == "fortress" and size >= 20 else ""
        self.tokens.append(Token(face, x, y, 1, "", place.target, self.labels.place(place), (), figure))
        if place.holder is not None or (self.ground.slim):
            return
        instead = dict(table.layer.instead) if table.layer is not None else {}
        if place.worth is not None:
            self._sign(place.worth, x + 31 * mine, y - 9 * mine, "star", on=place.target, figure=str(place.worth.n))
        for i, amount in enumerate(place.gains):
            other = instead.get(amount.name, amount)
            at = x + (39 + 27 * i) * mine
            self._sign(other, at, y + 10 * mine, "sign", tag=str(amount.n), on=place.target)

    def _letters(self, seat: int) -> str:
        return self.table.seats[seat].letters if 0 <= seat < len(self.table.seats) else ""

    def _sign(self, amount: Amount, x: float, y: float, rank: str, mark: str = "", tag: str = "", on: Target = "",
              figure: str = "") -> None:  # fmt: skip
        face = Face(
            amount.tint, amount.shape, round(STYLE["token"][rank] * self.ground.scale, 1), self.theme, "chip", mark
        )
        letter = figure or amount.letter
        self.tokens.append(Token(face, round(x, 1), round(y, 1), figure=letter, on=on, tag=tag))

    def _print(self) -> None:
        """The signs of what is printed in the areas, crossed out where the pen has been."""
        for area in self.table.board.areas:
            if not area.amounts or area.id in self.closed:
                continue
            crossed, spots = crossed_here(self.table, area), self.ground.chips(area.id)
            for i, (amount, (x, y)) in enumerate(zip(printed_here(self.table, area), spots, strict=False)):
                fresh = i in crossed and crossed[i].fresh
                mark = f"slash {(i + area.id) % 3}{' new' if fresh else ''}" if i in crossed else ""
                self._sign(amount, x, y, "chip", mark)

    def _on_corners(self) -> None:
        for target, pieces in self.cornered.items():
            x, y = self.ground.meeting(self.corners[target])
            for i, piece in enumerate(pieces):
                self.where[piece.target] = self.corners[target].areas[0]
                self.tokens.append(self._token(piece, x + (i - (len(pieces) - 1) / 2) * 20 * self.ground.scale, y, 1.0))

    def _capsules(self, target: Target) -> tuple[tuple[int, int, str], ...]:
        return tuple((gauge.value, gauge.most, gauge.shape) for gauge in self.gauges.get(target, ()))

    def _worn(self, target: Target) -> float:
        """How much more room a token takes for its gauges, in pixels."""
        return 9.0 * self.ground.scale * len(self.gauges.get(target, ()))

    def _tower(self, target: Target) -> Gauge | None:
        """The gauge that is drawn as the walls round a place."""
        return next((gauge for gauge in self.gauges.get(target, ()) if gauge.shape == "tower"), None)

    def _mounted(self, on: Token) -> list[Token]:
        """What a token carries: round its upper left, the first at the north-west."""
        out: list[Token] = []
        size = STYLE["token"]["carried"] * grown(on.face.size / 26, 0.8, 1.25) * min(1.0, self.ground.scale * 1.3)
        for i, thing in enumerate(self.carried.get(on.target, ())):
            away = on.face.size / 2 + 2.5
            apart = 2 * math.asin(min(1.0, size / 2 / away))  # side by side, first to the left and then to the right
            turn = math.radians(225) + (0, -1, 1, -2, 2)[i % 5] * apart
            self.where[thing.target] = self.where[on.target]
            out.append(self._thing(thing, on.x + away * math.cos(turn), on.y + away * math.sin(turn), size, on.target))
        return out

    def _thing(self, thing: Carried, x: float, y: float, size: float, on: Target = "") -> Token:
        face = Face(thing.kind, thing.icon, round(size, 1), self.theme, "carried")
        return Token(face, round(x, 1), round(y, 1), 1, "", thing.target, carried_words(thing), on=on)

    def _area_gauge(self, gauge: Gauge, x: float, y: float, zoom: float) -> Token:
        tower = gauge.shape == "tower"
        size = round(STYLE["token"]["tower" if tower else "plate"] * self.ground.scale * zoom, 1)
        face = Face("neutral", "", size, self.theme, "tower" if tower else "plate", "", tower)
        steps = ((gauge.value, gauge.most, gauge.shape),) if gauge.most and not tower else ()
        label = f"{gauge_words(gauge)}, {self.areas[int(gauge.of[5:])].name}"
        return Token(face, round(x, 1), round(y, 1), 1, "", gauge.target, label, steps, str(gauge.value))

    def _plates(self) -> list[Plate]:
        """The labels of the zones, each where it hides least of tokens and of labels before it."""
        taken = [self._box(token) for token in self.tokens]
        taken += [box for border in self.borders for box in boxes_of(self.ground, border)]
        out: list[Plate] = []
        for zone in self.zones:
            if not zone.plate:
                continue
            plate = plate_of(self.ground, zone, self._zone_colour(zone), (*taken, *self.ground.names))
            if plate is not None:
                out.append(plate)
                taken.append(plate.box)
        return out

    def _zone_colour(self, zone: Zone) -> str:
        return owner_colour(zone.owner, self.table.seats)

    @staticmethod
    def _box(token: Token) -> tuple[float, float, float, float]:
        r = token.face.size / 2 + 3
        return token.x - r, token.y - r, token.x + r, token.y + r + 9 * len(token.gauges)

    def _lay_out(self) -> None:
        rank = STYLE["token"]
        for area in self.areas:
            pieces, places = self.standing.get(area, []), self.places.get(area, [])
            own, lying = self.gauges.get(self.areas[area].target, []), self.carried.get(self.areas[area].target, [])
            seated = [piece for piece in pieces if piece.seat] if places else []
            ground = sorted((piece for piece in pieces if piece not in seated), key=lambda piece: piece.size != "place")
            buildings = len(places) + len(own) + sum(piece.size == "place" for piece in ground)
            scale = self.ground.scale
            sizes = [
                *(self._place_size(place) * scale for place in places),
                *(rank["tower" if gauge.shape == "tower" else "plate"] * scale for gauge in own),
                *(self.ground.size_of(p) * self.tall + self._worn(p.target) for p in ground),
                *(rank["lying"] * scale for _ in lying),
            ]
            before, points = len(places) + len(own), dict(self.areas[area].stands)
            wished = (*(None for _ in range(before)), *(points.get(p.stand) if p.stand else None for p in ground))
            busy = self._scenery(area)
            spots = self.ground.arranged(area, tuple(sizes), buildings, wished, len(lying), busy)
            for place, (x, y, zoom) in zip(places, spots, strict=False):
                body = str(look_of(place.kind)["draw"])
                if body in BODIES and not seated and self._tower(place.target) is None:
                    self._drawn_place(place, body, round(x, 1), round(y, 1), zoom)
                    continue
                size = round(self._place_size(place) * scale * zoom, 1)
                held = bool(seated) or place.holder is not None
                tower = self._tower(place.target)
                body = "tower" if tower else "held" if held else "barred" if place.barred else "whole"
                self.tokens.append(
                    Token(
                        Face("neutral", place.icon, size, self.theme, body, "", True, place.sort),
                        round(x, 1),
                        round(y, 1),
                        1,
                        place.letters,
                        place.target,
                        self.labels.place(place),
                        () if tower and not held else self._capsules(place.target),
                        str(tower.value) if tower and not held else "",
                    )
                )
                if place.covered:
                    over = Face("neutral", "", round(size * 1.12, 1), self.theme, shape=place.covered)
                    self.tokens.append(
                        Token(over, round(x, 1), round(y, 1), 1, "", place.target, self.labels.place(place))
                    )
                eye = next((piece for piece in seated if piece.seat == place.kind), None)
                if eye is not None:
                    face = self._face(eye, size * 0.6)
                    self.tokens.append(
                        Token(face, round(x, 1), round(y, 1), eye.count, "", eye.target, self.labels.piece(eye))
                    )
                    seated.remove(eye)
                elif place.holder is not None:
                    face = Face(
                        owner_colour(place.holder, self.table.seats), place.icon, round(size * 0.6, 1), self.theme
                    )
                    self.tokens.append(
                        Token(face, round(x, 1), round(y, 1), 1, "", place.target, self.labels.place(place))
                    )
            rest = iter(spots[len(places) :])
            for gauge, (x, y, zoom) in zip(own, rest, strict=False):
                self.where[gauge.target] = area
                self.tokens.append(self._area_gauge(gauge, x, y, zoom))
            for piece, (x, y, zoom) in zip(ground, rest, strict=False):
                self.tokens.append(self._token(piece, x, y - self._worn(piece.target) / 2 * zoom, zoom))
            for thing, (x, y, zoom) in zip(lying, rest, strict=True):
                self.where[thing.target] = area
                self.tokens.append(self._thing(thing, x, y, rank["lying"] * scale * zoom))
            if spots:
                self.anchor[area] = (sum(x for x, _, _ in spots) / len(spots), sum(y for _, y, _ in spots) / len(spots))
        self._print()
        self._on_corners()
        self._set_up_props()

    def _scenery(self, area: int) -> tuple[Spot, ...]:
        """Where scenery stands in an area, for what keeps clear of it."""
        points = [self.ground.prop_at(prop) for prop in self.props.get(area, ())]
        return tuple((*point, 12.0 * self.ground.scale) for point in points if point is not None)

    def _set_up_props(self) -> None:
        for area, props in self.props.items():
            free = [prop for prop in props if self.ground.prop_at(prop) is None]
            for i, prop in enumerate(props):
                look = STYLE["prop"].get(prop.kind) or STYLE["prop"]["other"]
                size = round(look["size"] * self.ground.scale, 1)
                if (own := self.ground.prop_at(prop)) is not None:
                    x, y = own
                else:
                    home, n = self.ground.centre(area), len(free)
                    x, y = home[0] + (i - (n - 1) / 2) * size, home[1] + 1.1 * size
                self.where[prop.target] = area
                face = Face("neutral", str(look["draw"]), size, self.theme, "prop")
                label = f"{prop.name}, {self.areas[area].name}"
                self.tokens.append(Token(face, round(x, 1), round(y, 1), 1, "", prop.target, label))

    def _stacked(self) -> list[Token]:
        """Rings of places below all; then from the south-east, so that no count is covered by the next token; what is
        carried right above its carrier."""
        eyes = {(token.x, token.y) for token in self.tokens if token.face.ring}
        stacked = sorted(
            self.tokens, key=lambda token: (not token.face.ring, (token.x, token.y) not in eyes, -token.y, -token.x)
        )
        out: list[Token] = []
        mounted: set[Target] = set()
        for i, token in enumerate(stacked):
            out.append(token)
            seated = any((t.x, t.y) == (token.x, token.y) for t in stacked[i + 1 :]) if token.face.ring else False
            if token.target in self.carried and token.target not in mounted and not seated:
                mounted.add(token.target)
                out += self._mounted(token)
        return out

    # layers -------------------------------------------------------------------------------------------------------
    def _areas_in(self, targets: frozenset[Target]) -> list[int]:
        return [area for area in self.areas if self.areas[area].target in targets]

    def _tokens_in(self, targets: frozenset[Target]) -> list[Token]:
        return [token for token in self.tokens if token.target and token.target in targets]

    def _owned(self) -> dict[int, list[int]]:
        """Seat -> the hexes where only its pieces stand."""
        out: dict[int, list[int]] = {}
        for area, pieces in self.standing.items():
            owners = {piece.owner for piece in pieces if "ghost" not in piece.marks and "kill" not in piece.marks}
            seats = [owner for owner in owners if isinstance(owner, int)]
            if len(owners) == len(seats) == 1 and 0 <= seats[0] < len(self.table.seats):
                out.setdefault(seats[0], []).append(area)
        return dict(sorted(out.items()))

    def _under(self) -> list[Shape]:
        ground, m, out = self.ground, self.marks, list[Shape]()
        if ground.celled:
            out += [draw.faded(ground, area) for area in sorted(self.standing) if not ground.is_sea(area)]
        for area, name, _ in self.table.tints:
            if area in self.areas:
                closed = ground.closed(area) if name == "closed" else None
                out += draw.tint(ground, area, name) if closed is None else closed
        for area in self.areas.keys() - self.closed:
            out += ground.written(self.table, area)
        for seat, areas in self._owned().items():
            out += ground.held(owner_colour(seat, self.table.seats), areas)
        for zone in self.zones:
            out += zone_shapes(ground, zone, self._zone_colour(zone))
        veiled = {area for area, _, _ in self.table.tints} | {area for zone in self.zones for area in zone.areas}
        if ground.celled:
            veiled |= set(self.standing)
        printed = self.table.board.borders  # once more where a veil or the band of a zone covers them
        covered = [border for border in self.borders if border not in printed or veiled & set(border.between)]
        out += ground.kept(("covered", tuple(covered)), lambda: tuple(border_shapes(ground, covered, printed)))
        chosen = self._areas_in(m.selectable)
        if m.dim and chosen:
            keep = {*chosen, *self._areas_in(m.selected), *self._areas_in(m.aimed), self.fight}
            keep |= {area for area, name, _ in self.table.tints if STYLE["tint"].get(name, {}).get("opacity") == 1}
            out += draw.dimmed(ground, [a for a in self.areas if a not in keep and not ground.is_sea(a)])
        faint = self.penned or ground.faint
        if not ground.celled:
            out += [draw.lifted(ground, area, ground.lift(area, 0.14 if faint else 0.26)) for area in chosen]
        if not self.penned:  # it has its names in the ground, which a veil would make pale
            picked = self._areas_in(m.selected)
            out += [draw.lifted(ground, area, ground.lift(area, 0.14 if faint else 0.2)) for area in picked]
        out += self._signs_and_names()
        hover = self._areas_in(frozenset((m.hover,)))
        out += [draw.lifted(ground, area) for area in hover]
        out += [draw.fault_hatch(ground, area) for area in self._areas_in(m.faults)]
        for ray in m.rays:
            out += rays.hidden(ground, ray, self.borders)
        if not ground.celled:  # outlines run under the pieces, for many areas are hardly larger than they
            out += self._outlines()
        for ray in m.rays:
            out += rays.line(ground, ray)
        acting = frozenset(piece.target for piece in self.pieces if "acting" in piece.marks)
        for targets, ring in (
            (m.touched, draw.token_touched),
            (m.selectable, draw.token_selectable),
            (m.selected | acting, draw.token_selected),
        ):
            for token in self._tokens_in(targets):
                out += ring(token) if not token.on else []
        return out

    def _signs_and_names(self) -> list[Shape]:
        """The signs of full areas, and on grounds that are named anew the names where tokens leave them room."""
        ground, out = self.ground, list[Shape]()
        full = [area for area in self.table.full if area in self.areas]
        for area in full:
            out += ground.full_sign(area)
        if not ground.renamed:
            return out
        stand: dict[int, list[Spot]] = {}
        for token in self.tokens:
            if token.target and not token.on and token.face.body not in ("prop", "sign"):
                r = token.face.size / 2 + 4 * ground.scale
                stand.setdefault(self.where[token.target], []).append((token.x, token.y, r))
                if token.gauges:
                    stand[self.where[token.target]].append((token.x, token.y + token.face.size / 2, r * 0.8))
        for spot in self._measured():
            below = next((hit for hit in self.areas if inside(*spot[:2], ground.rings(hit))), None)
            if below is not None:
                stand.setdefault(below, []).append(spot)
        for area in self.areas:
            if ground.shows(area):
                still = self._scenery(area)
                out += ground.name_of(area, still, tuple(stand.get(area, ())))
        return out

    def _measured(self) -> list[Spot]:
        """Measured lines and their words, as discs in a row, for what had better not lie below them."""
        found: list[Spot] = []
        for ray in self.marks.rays:
            ends = rays.ends_of(self.ground, ray)
            if ends is not None:
                (x, y), (u, v) = ends
                found += [(x + (u - x) * i / 24, y + (v - y) * i / 24, 5.0) for i in range(25)]
        for _, (x0, y0, x1, y1) in self.said:
            found += [(x0 + (x1 - x0) * i / 6, (y0 + y1) / 2, (y1 - y0) / 2) for i in range(7)]
        return found

    def _things(self) -> dict[Target, tuple[tuple[Ring, ...], Point]]:
        """Borders and zones: the rings that highlights follow, and where the mark of a fault hangs."""
        lit = self.marks
        wanted = {*lit.selectable, *lit.selected, *lit.aimed, *lit.faults, *lit.touched, *lit.rings, lit.hover}
        out: dict[Target, tuple[tuple[Ring, ...], Point]] = {}
        for target, corner in self.corners.items():
            if target in wanted:
                out[target] = (self._round_corner(corner),), self.ground.meeting(corner)
        for border in self.borders:
            if border.target in wanted:
                out[border.target] = band(self.ground, border), middle_of(self.ground, border)
        plates = {plate.zone.target: (plate.x, plate.y) for plate in self.plates}
        for zone in self.zones:
            if zone.target in wanted:
                rings = self.ground.round_all(zone.areas)
                out[zone.target] = rings, plates.get(zone.target, rings[0][0])
        return out

    def _round_corner(self, corner: Corner) -> Ring:
        x, y = self.ground.meeting(corner)
        r = 11.5 * max(0.75, self.ground.scale)
        turns = [math.tau * i / 24 for i in range(24)]

        def ring() -> Ring:
            return tuple((round(x + r * math.cos(a), 1), round(y + r * math.sin(a), 1)) for a in turns)

        return self.ground.kept(("round corner", x, y), ring)

    def _lit_things(self) -> list[Shape]:
        """The highlights of borders and zones."""
        m, out = self.marks, list[Shape]()
        for target, (rings, at) in self._things().items():
            for group, line in (
                (m.touched, draw.thing_touched),
                (m.selectable, draw.thing_selectable),
                (m.selected, draw.thing_selected),
            ):
                out += line(rings) if target in group else []
            out += draw.thing_hovered(rings) if target == m.hover else []
            out += draw.thing_aimed(at) if target in m.aimed else []
            out += draw.thing_fault(rings, at, target.startswith("zone:")) if target in m.faults else []
            out += draw.thing_ringed(at) if target in m.rings else []
        for group, ring in (
            (m.touched, draw.token_touched),
            (m.selectable, draw.token_selectable),
            (m.selected, draw.token_selected),
        ):
            for token in self._tokens_in(group):
                out += ring(token) if token.on else []  # what rides on a token would have its ring hidden below
        return out

    def _outlines(self) -> list[Shape]:
        ground, m, out = self.ground, self.marks, list[Shape]()
        fight = frozenset((self.areas[self.fight].target,)) if self.fight is not None else frozenset[Target]()
        for targets, line in (
            (m.touched - fight, draw.touched),
            (m.selectable, draw.selectable),
            (fight, draw.fought),
            (frozenset((m.hover,)), draw.hovered),
            (m.selected, draw.selected),
        ):
            for area in self._areas_in(targets):
                out += line(ground, area)
        return out

    def _ends(self, each: Arrow) -> tuple[Point, Point] | None:
        if each.start not in self.areas or each.end not in self.areas:
            return None
        anchor = {} if self.ground.celled else self.anchor
        return anchor.get(each.start) or self.ground.centre(each.start), anchor.get(each.end) or self.ground.centre(
            each.end
        )

    def _stops(self, seat: int) -> inks.Stops:
        """Where the ways of a seat lead: its own tokens, the portals, the middles of the areas."""
        own = {piece.target: piece for piece in self.pieces if piece.owner == seat and not piece.corner}
        stand: dict[int, Point] = {}
        ghosts: dict[int, Point] = {}
        for token in self.tokens:
            if token.target in own:
                where = ghosts if "ghost" in own[token.target].marks else stand
                where.setdefault(self.where[token.target], (token.x, token.y))
        portals = {self.where[t.target]: (t.x, t.y) for t in self.tokens if t.face.body == "portal"}
        ground = self.ground
        middles = {area: ground.stand(area) for area in self.areas}
        taken = tuple((t.x, t.y, t.face.size / 2) for t in self.tokens)
        return inks.Stops(stand, ghosts, portals, middles, taken)

    def _ui(self) -> list[Shape]:
        ground, m, out = self.ground, self.marks, list[Shape]()
        for route in self.table.routes:
            mine = route.seat in (self.table.viewer, self.table.ink)
            colour = owner_colour(route.seat, self.table.seats)
            paint = () if mine else (owner_paint(colour, self.theme)[0], letter_ink(colour, self.theme))
            out += inks.route(ground, route, self._stops(route.seat), *paint)
        for each in m.arrows:
            ends = self._ends(each)
            out += draw.arrow(ground, each, ends) if ends else []
        if ground.celled:
            out += self._outlines()
        out += self._lit_things()
        for token in self._tokens_in(frozenset((m.hover,))):
            out += draw.token_hovered(token)
        for area in self._areas_in(m.aimed):
            out += draw.aimed(ground, area)
        for token in self._tokens_in(m.aimed):
            out += draw.token_aimed(token)
        for plate in self.plates:
            out += plate_shapes(ground, plate)
        for ray in m.rays:
            out += rays.crosses(ground, ray)
        for shapes, _ in self.said:
            out += shapes
        for area in self._areas_in(m.faults):
            out += draw.fault(ground, area)
        for token in self._tokens_in(m.faults):
            out += draw.token_fault(token)
        for area in self._areas_in(m.rings):
            out += draw.drawn_ring(ground, area)
        for token in self._tokens_in(m.rings):
            out += draw.token_ringed(token)
        for each in m.drawn:
            ends = self._ends(each)
            out += draw.arrow(ground, each, ends, draw.DRAWN) if ends else []
        return out + self._proposals()

    def _proposals(self) -> list[Shape]:
        """The lit one lies on top, and all numbers over all arrows; they stay where they are when another one is lit.

        A proposal whose arrows are on the board has its number there alone, and only once at one place: more of them
        would hide those of others.
        """
        if not self.marks.proposals:
            return []
        ground = self.ground
        names = lettering(self._signs_and_names()) if ground.renamed else ground.kept(
            "lettering", lambda: lettering(ground.shapes))  # fmt: skip
        arrows, discs = (list[Shape](), list[Shape]()), (list[Shape](), list[Shape]())  # of those below, of the lit one
        numbers, told = Numbers(ground, standing(self.tokens), names), set[tuple[int, Point, Point | None]]()
        led = {each.n for each in self.marks.proposals if self._stand(each.start) and self._stand(each.end)}
        for each in self.marks.proposals:
            start, end = self._stand(each.start), self._stand(each.end)
            if start is None:  # what comes from a stock points at where it goes
                start, end = end, None
            if start is None:
                continue
            ends = start[1], None if end is None else end[1]
            if (each.n, *ends) in told or (end is None and each.n in led):
                continue
            told.add((each.n, *ends))
            areas = start[0], start[0] if end is None else end[0]
            lines, disc = proposal(each, *ends, areas, numbers)
            arrows[each.lit].extend(lines)
            discs[each.lit].extend(disc)
        return [*arrows[0], *arrows[1], *discs[0], *discs[1]]

    def _stand(self, target: Target) -> tuple[int, Point] | None:
        """Where a thing stands, with its area; None for what does not lie on the board, or not in sight."""
        token = next((token for token in self.tokens if token.target == target), None) if target else None
        if token is not None:
            return self.where[target], (token.x, token.y)
        area = next((area.id for area in self.areas.values() if area.target == target), None)
        if area is not None:
            return area, self.ground.centre(area) if self.ground.celled else self.anchor.get(
                area, self.ground.centre(area)
            )
        border = next((border for border in self.borders if border.target == target), None)
        if border is not None:
            return border.between[0], middle_of(self.ground, border)
        corner = self.corners.get(target)
        return None if corner is None else (corner.areas[0], self.ground.meeting(corner))

    def _hits(self) -> list[Hit]:
        m = self.marks
        out = [
            Hit(
                area.target,
                self.labels.area(area),
                area.id,
                self.ground.hit_rings(area.id),
                self.ground.hit_box(area.id),
                None,
                area.target in m.selectable,
                area.target in m.selected,
            )
            for area in self.table.board.areas
            if self.ground.focus is None or self.ground.shows(area.id)
        ]
        for border in self.borders:
            rings = band(self.ground, border)
            if rings and (self.ground.focus is None or self.ground.sees(middle_of(self.ground, border))):
                out.append(self._hit(border.target, self.labels.border(border), border.between, rings, True))
        for plate in self.plates:
            areas = tuple(area for area in plate.zone.areas if area in self.areas)
            out.append(self._hit(plate.zone.target, zone_words(self.table, plate.zone), areas, (plate.ring,), False))
        for corner in self.corners.values():
            if self.ground.focus is None or self.ground.sees(self.ground.meeting(corner)):
                words = corner_words(self.table, corner)
                out.append(self._hit(corner.target, words, corner.areas, (self._round_corner(corner),), True))
        out += self._ways()
        seen: set[Target] = {""}
        for token in self.tokens:
            if token.target in seen or (self.ground.focus is not None and not self.ground.sees((token.x, token.y))):
                continue
            seen.add(token.target)
            disc = (token.x, token.y, round(token.face.size / 2 + 2.5, 1))
            out.append(
                Hit(
                    token.target,
                    token.label,
                    self.where[token.target],
                    (),
                    (0.0, 0.0, 0.0, 0.0),
                    disc,
                    token.target in m.selectable,
                    token.target in m.selected,
                    (),
                    (bool(token.on) or token.face.body == "prop") and token.target not in m.selectable,
                )
            )
        return out

    def _ways(self) -> list[Hit]:
        """The printed signs that lead elsewhere, also to another sheet, with what waits there."""
        names, out = self.table.board.names(), list[Hit]()
        for way in ways_of(self.table.board):
            disc = self.ground.sign_at(way.area, way.number)
            if disc is None or not self.ground.sees(disc[:2]):
                continue
            there = "; ".join(f"{names[end]}: {beyond(self.table, end)}" for end in way.ends)
            out.append(Hit(way.target, f"{way_words(way, names)}. {there}", way.area, disc=disc, more=way.ends))
        return out

    def _hit(
        self, target: Target, words: str, areas: tuple[int, ...], rings: tuple[Ring, ...], only_when_lit: bool
    ) -> Hit:
        """A border or a label: a thing of several areas."""
        m = self.marks
        label = ", ".join((words, *self.labels.lit(target)))
        quiet = only_when_lit and target not in m.selectable
        return Hit(
            target,
            label,
            areas[0],
            rings,
            box_of(rings),
            None,
            target in m.selectable,
            target in m.selected,
            areas[1:],
            quiet,
        )

    def scene(self) -> Scene:
        t = self.table
        parts = [t.title, t.place] if t.place else [t.title]
        acting = together([t.seats[seat].name for seat in t.to_act if 0 <= seat < len(t.seats)])
        turn = f" {acting} to act." if acting else ""
        phase = f" Phase: {t.phases[t.phase]}." if 0 <= t.phase < len(t.phases) else ""
        pieces = sum(piece.count for piece in t.pieces if piece.area >= 0)
        part = f" Seen larger: {self.areas[self.ground.focus].name}." if self.ground.focus is not None else ""
        description = f"A board of {len(self.areas)} areas with {pieces} pieces.{part}{phase}{turn}"
        return Scene(
            self.ground.width,
            self.ground.height,
            self.theme,
            ", ".join(parts),
            description,
            self.ground,
            tuple(self._under()),
            tuple(self.tokens),
            tuple(self._ui()),
            tuple(self._hits()),
        )
