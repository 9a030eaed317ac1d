"""What moves between two tables, and where it is at a moment: no clock and no canvas in here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from theomachy.engine.tabletop.table import Arrow, Piece, Table, Target

from .scene.geometry import bend
from .scene.shapes import Face, Point
from .scene.style import STYLE

_TIMES = STYLE["motion"]


@dataclass(frozen=True, slots=True)
class Motion:
    """One token's way: `kind` is move, retreat, place or remove.

    `piece` is the piece as it is drawn on the way; `start` and `end` are area ids (None where it comes from or goes
    to nowhere); `arrives` is the target of the token that has to stay unseen until this motion ends, "" if none.
    """

    kind: str
    piece: Piece
    start: int | None
    end: int | None
    arrives: Target = ""

    @property
    def ms(self) -> int:
        """How long it lasts."""
        if self.kind == "remove":
            return int(_TIMES["kill_mark"] + _TIMES["remove"])
        return int(_TIMES[self.kind])


def motions(before: Table, after: Table, arrows: Iterable[Arrow] = ()) -> tuple[Motion, ...]:
    """What moved between two tables: losses and gains of like pieces are matched, first along the arrows, then by
    adjacency.

    Placements and removals are what is left over. Tables of different boards have nothing in common and give nothing.
    """
    if before.board.key != after.board.key:
        return ()
    old, new = _counts(before), _counts(after)
    kinds = {(p.area, p.owner, p.kind): p for p in (*before.pieces, *after.pieces)}
    lost: dict[tuple[int | str, str], dict[int, int]] = {}
    won: dict[tuple[int | str, str], dict[int, int]] = {}
    for key in sorted(old.keys() | new.keys(), key=str):
        (area, owner, kind), change = key, new.get(key, 0) - old.get(key, 0)
        if change:
            (won if change > 0 else lost).setdefault((owner, kind), {})[area] = abs(change)
    wanted = [(arrow.start, arrow.end, "retreat" if arrow.kind == "retreat" else "move") for arrow in arrows]
    near = {area.id: area.near for area in after.board.areas}
    moved: list[Motion] = []
    for like, gains in won.items():
        losses = lost.get(like, {})
        pairs = (
            wanted
            + [(a, b, "move") for b in gains for a in losses if b in near.get(a, ())]
            + [(a, b, "move") for b in gains for a in losses]
        )
        for a, b, kind in pairs:
            n = min(losses.get(a, 0), gains.get(b, 0))
            if n:
                losses[a] -= n
                gains[b] -= n
                piece = kinds[(b, *like)]
                moved.append(Motion(kind, _alone(piece, n), a, b, piece.target))
    for like, losses in lost.items():
        moved += [Motion("remove", _alone(kinds[(area, *like)], n), area, None) for area, n in losses.items() if n]
    for like, gains in won.items():
        moved += [
            Motion("place", _alone(kinds[(area, *like)], n), None, area, kinds[(area, *like)].target)
            for area, n in gains.items()
            if n
        ]
    order = {"move": 0, "remove": 1, "retreat": 2, "place": 3}
    return tuple(sorted(moved, key=lambda motion: order[motion.kind]))


def _counts(table: Table) -> dict[tuple[int, int | str, str], int]:
    out: dict[tuple[int, int | str, str], int] = {}
    for piece in table.pieces:
        if piece.area >= 0 and "ghost" not in piece.marks:
            key = (piece.area, piece.owner, piece.kind)
            out[key] = out.get(key, 0) + piece.count
    return out


def _alone(piece: Piece, count: int) -> Piece:
    return Piece(piece.id, piece.area, piece.owner, piece.kind, piece.name, piece.icon, piece.size, count, "", ())


@dataclass(frozen=True, slots=True)
class MotionStep:
    """A token on its way at one moment."""

    face: Face
    x: float
    y: float
    zoom: float = 1.0
    alpha: float = 1.0


@dataclass(frozen=True, slots=True)
class Way:
    """A motion between two points of the scene, with its time: milliseconds from the start of the whole."""

    motion: Motion
    face: Face
    a: Point
    b: Point
    begins: float

    @property
    def ends(self) -> float:
        return self.begins + self.motion.ms

    def at(self, ms: float) -> MotionStep | None:
        """Where the token is, or None when it has not begun or is done."""
        if not self.begins <= ms < self.ends:
            return MotionStep(self.face, *self.a) if ms < self.begins and self.motion.start is not None else None
        t = (ms - self.begins) / self.motion.ms
        if self.motion.kind == "place":
            eased = 1 - (1 - t) ** 2
            return MotionStep(self.face, *self.b, zoom=0.6 + 0.4 * eased, alpha=eased)
        if self.motion.kind == "remove":
            hold = _TIMES["kill_mark"] / self.motion.ms
            t = max(0.0, (t - hold) / (1 - hold)) ** 2
            return MotionStep(self.face, *self.a, zoom=1 - 0.2 * t, alpha=1 - t)
        eased = t * t * (3 - 2 * t)
        line = bend(self.a, self.b, _TIMES["arc"])
        i = min(int(eased * (len(line) - 1)), len(line) - 2)
        u = eased * (len(line) - 1) - i
        return MotionStep(
            self.face, line[i][0] + (line[i + 1][0] - line[i][0]) * u, line[i][1] + (line[i + 1][1] - line[i][1]) * u
        )
