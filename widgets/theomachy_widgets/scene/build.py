"""From a table and marks to a scene: layers of plain shapes and a map of what a point on it means."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

from theomachy.engine.tabletop.table import NO_MARKS, Area, Arrow, Marks, Piece, Place, Table, Target

from . import marks as draw
from .geometry import inside
from .ground import Ground
from .grounds import ground_of
from .hexes import HexGround
from .shapes import Face, Point, Ring, Shape, Token
from .style import STYLE, is_water, owner_colour

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
        """What lies under a point, nearest first: pieces, then places, then the area."""
        found: list[tuple[int, float, int, Target]] = []
        for i, hit in enumerate(self.hits):
            if not hit.holds(x, y):
                continue
            if hit.disc is not None:
                away = math.hypot(x - hit.disc[0], y - hit.disc[1])
                found.append((0 if hit.target.startswith("piece:") else 1, away, -i, hit.target))
            else:
                found.append((2, 0.0, i, hit.target))
        return tuple(target for _, _, _, target in sorted(found))

    def area_at(self, x: float, y: float) -> int | None:
        """The area under a point, or None beside the map."""
        return next((hit.area for hit in self.hits if hit.disc is None and hit.holds(x, y)), None)

    def hit(self, target: Target) -> Hit | None:
        return next((hit for hit in self.hits if hit.target == target), None)

    def token(self, target: Target) -> Token | None:
        return next((token for token in self.pieces if token.target == target), None)

    def hover(self, target: Target) -> tuple[Shape, ...]:
        """What a pointer lights, to be drawn on top: cheap, no rule is asked."""
        token = self.token(target)
        if token is not None:  # the token once more, for its ring would cover its badge; and who sits in it above
            seated = [
                t for t in self.pieces if token.face.ring and not t.face.ring and (t.x, t.y) == (token.x, token.y)
            ]
            return (*draw.token_hovered(token), token, *seated)
        hit = self.hit(target)
        if hit is None or hit.disc is not None:
            return ()
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
        self.table, self.marks, self.theme = table, marks, theme
        self.ground = ground_of(table.board, theme, width, focus)
        self.areas: dict[int, Area] = {area.id: area for area in table.board.areas}
        found = fight_at(table)
        self.fight = self.ground.focus if found is None else found
        # On the whole board there is no room for the dead.
        dead = fallen(table) if self.ground.focus is not None else []
        self.pieces: tuple[Piece, ...] = (*table.pieces, *dead)
        self.standing: dict[int, list[Piece]] = {}
        for piece in self.pieces:
            if piece.area in self.areas:
                self.standing.setdefault(piece.area, []).append(piece)
        self.places: dict[int, list[Place]] = {}
        for place in table.places:
            if place.area in self.areas:
                self.places.setdefault(place.area, []).append(place)
        self.tokens: list[Token] = []
        self.anchor: dict[int, Point] = {}
        self._lay_out()
        self.by_target = {token.target: token for token in self.tokens}

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
        mark = next((mark for mark in ("kill", "pain", "book") if mark in piece.marks), "")
        return Face(owner_colour(piece.owner, self.table.seats), piece.icon, round(size, 1), self.theme, body, mark)

    def _token(self, piece: Piece, x: float, y: float, zoom: float) -> Token:
        rank = STYLE["token"].get(piece.size, STYLE["token"]["common"])
        size = rank * self.ground.scale * zoom
        letters = piece.letters if size >= 0.9 * STYLE["token"]["letters_from"] else ""
        return Token(
            self._face(piece, size),
            round(x, 1),
            round(y, 1),
            piece.count,
            letters,
            piece.target,
            self._piece_label(piece),
        )

    def _lay_out(self) -> None:
        rank = STYLE["token"]
        for area in self.areas:
            pieces, places = self.standing.get(area, []), self.places.get(area, [])
            seated = [piece for piece in pieces if piece.seat] if places else []
            ground = sorted((piece for piece in pieces if piece not in seated), key=lambda piece: piece.size != "place")
            buildings = len(places) + sum(piece.size == "place" for piece in ground)
            sizes = [rank["gate"] * self.ground.scale for _ in places] + [
                rank.get(p.size, rank["common"]) * self.ground.scale for p in ground
            ]
            spots = self.ground.spots(area, tuple(sizes), buildings)
            for place, (x, y, zoom) in zip(places, spots, strict=False):
                size = round(rank["gate"] * self.ground.scale * zoom, 1)
                body = "held" if seated or place.holder is not None else "whole"
                self.tokens.append(
                    Token(
                        Face("neutral", place.icon, size, self.theme, body, "", True),
                        round(x, 1),
                        round(y, 1),
                        1,
                        "",
                        place.target,
                        self._place_label(place),
                    )
                )
                eye = next((piece for piece in seated if piece.seat == place.kind), None)
                if eye is not None:
                    face = self._face(eye, size * 0.6)
                    self.tokens.append(
                        Token(face, round(x, 1), round(y, 1), eye.count, "", eye.target, self._piece_label(eye))
                    )
                    seated.remove(eye)
                elif place.holder is not None:
                    face = Face(
                        owner_colour(place.holder, self.table.seats), place.icon, round(size * 0.6, 1), self.theme
                    )
                    self.tokens.append(
                        Token(face, round(x, 1), round(y, 1), 1, "", place.target, self._place_label(place))
                    )
            for piece, (x, y, zoom) in zip(ground, spots[len(places) :], strict=True):
                self.tokens.append(self._token(piece, x, y, zoom))
            if spots:
                self.anchor[area] = (sum(x for x, _, _ in spots) / len(spots), sum(y for _, y, _ in spots) / len(spots))

    def _stacked(self) -> list[Token]:
        """Rings of places below all; then from the south-east, so that no count is covered by the next token."""
        eyes = {(token.x, token.y) for token in self.tokens if token.face.ring}
        return sorted(
            self.tokens, key=lambda token: (not token.face.ring, (token.x, token.y) not in eyes, -token.y, -token.x)
        )

    # words --------------------------------------------------------------------------------------------------------
    def _owner_word(self, owner: int | str) -> str:
        if isinstance(owner, int) and 0 <= owner < len(self.table.seats):
            return f" of {self.table.seats[owner].name}"
        return ""

    def _piece_label(self, piece: Piece) -> str:
        many = f"{piece.count} × " if piece.count > 1 else ""
        marks = f" ({', '.join(piece.marks)})" if piece.marks else ""
        return f"{many}{piece.name}{self._owner_word(piece.owner)}{marks}"

    def _place_label(self, place: Place) -> str:
        return (
            f"{place.name}, held{self._owner_word(place.holder)}".replace("held of", "held by")
            if place.holder is not None
            else f"{place.name}, held by nobody"
        )

    def _area_label(self, area: Area) -> str:
        words = [area.kind.replace("_", " ")] if area.kind.lower() not in area.name.lower() else []
        words += [name for where, _, name in self.table.tints if where == area.id and name]
        words += [self._place_label(place) for place in self.places.get(area.id, [])]
        words += [self._piece_label(piece) for piece in self.standing.get(area.id, [])]
        m = self.marks
        words += [
            word
            for word, group in (
                ("can be chosen", m.selectable),
                ("chosen", m.selected),
                ("aimed at", m.aimed),
                ("stands against it", m.faults),
            )
            if area.target in group
        ]
        return f"{area.name}: {', '.join(words)}" if words else area.name

    # layers -------------------------------------------------------------------------------------------------------
    def _areas_in(self, targets: frozenset[Target]) -> list[int]:
        return [area for area in self.areas if self.areas[area].target in targets]

    def _tokens_in(self, targets: frozenset[Target]) -> list[Token]:
        return [token for token in self.tokens if token.target in targets]

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
        if isinstance(ground, HexGround):
            out += [draw.faded(ground, area) for area in sorted(self.standing) if not is_water(self.areas[area].kind)]
        for area, name, _ in self.table.tints:
            if area in self.areas:
                out += draw.tint(ground, area, name)
        if isinstance(ground, HexGround):
            for seat, areas in self._owned().items():
                out += draw.territory(ground, owner_colour(seat, self.table.seats), areas)
        chosen = self._areas_in(m.selectable)
        if m.dim and chosen:
            keep = {*chosen, *self._areas_in(m.selected), *self._areas_in(m.aimed), self.fight}
            out += draw.dimmed(ground, [a for a in self.areas if a not in keep and not is_water(self.areas[a].kind)])
        if not isinstance(ground, HexGround):
            out += [draw.lifted(ground, area, 0.26) for area in chosen]
        out += [draw.lifted(ground, area, 0.2) for area in self._areas_in(m.selected)]
        hover = self._areas_in(frozenset((m.hover,)))
        out += [draw.lifted(ground, area) for area in hover]
        out += [draw.fault_hatch(ground, area) for area in self._areas_in(m.faults)]
        if not isinstance(
            ground, HexGround
        ):  # outlines run under the pieces, for many areas are hardly larger than they
            out += self._outlines()
        for targets, ring in (
            (m.touched, draw.token_touched),
            (m.selectable, draw.token_selectable),
            (m.selected, draw.token_selected),
        ):
            for token in self._tokens_in(targets):
                out += ring(token)
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
        anchor = {} if isinstance(self.ground, HexGround) else self.anchor
        return anchor.get(each.start) or self.ground.centre(each.start), anchor.get(each.end) or self.ground.centre(
            each.end
        )

    def _ui(self) -> list[Shape]:
        ground, m, out = self.ground, self.marks, list[Shape]()
        for each in m.arrows:
            ends = self._ends(each)
            out += draw.arrow(ground, each, ends) if ends else []
        if isinstance(ground, HexGround):
            out += self._outlines()
        for token in self._tokens_in(frozenset((m.hover,))):
            out += draw.token_hovered(token)
        for area in self._areas_in(m.aimed):
            out += draw.aimed(ground, area)
        for token in self._tokens_in(m.aimed):
            out += draw.token_aimed(token)
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
            out += draw.arrow(ground, each, ends, by_hand=True) if ends else []
        return out

    def _hits(self) -> list[Hit]:
        m = self.marks
        out = [
            Hit(
                area.target,
                self._area_label(area),
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
        where = {piece.target: piece.area for piece in self.pieces} | {
            place.target: place.area for place in self.table.places
        }
        seen: set[Target] = set()
        for token in self.tokens:
            if token.target in seen or (self.ground.focus is not None and not self.ground.sees((token.x, token.y))):
                continue
            seen.add(token.target)
            disc = (token.x, token.y, round(token.face.size / 2 + 2.5, 1))
            out.append(
                Hit(
                    token.target,
                    token.label,
                    where[token.target],
                    (),
                    (0.0, 0.0, 0.0, 0.0),
                    disc,
                    token.target in m.selectable,
                    token.target in m.selected,
                )
            )
        return out

    def scene(self) -> Scene:
        t = self.table
        parts = [t.title, t.place] if t.place else [t.title]
        turn = f" {t.seats[t.active].name} to act." if t.active is not None and 0 <= t.active < len(t.seats) else ""
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
            tuple(self._stacked()),
            tuple(self._ui()),
            tuple(self._hits()),
        )
