"""The tokens of units, on the map and beside it."""

from __future__ import annotations

from ....engine.tabletop.table import HAZARD, NEUTRAL, Piece, Seat
from ..rules.config import ELDER_GOD, GOO, MONSTER, TERROR, Config, Marker
from ..rules.domains import HELD, KEEPER, KIND, POOL
from ..rules.state import State
from ..rules.topics import CountsAs
from .battle_powers import combat

SIZES = {MONSTER: "elite", TERROR: "toothed", GOO: "great", ELDER_GOD: "great"}
LIVING = "living"  # a unit that counts as a gate stands in a ring of its own


def whose(config: Config, owner: int) -> int | str:
    """How the pieces of an owner look: a seat's own, or wild."""
    return owner if owner in config.seats else HAZARD


def nobodys(config: Config) -> tuple[Seat, ...]:
    """What has units and is played by nobody."""
    cards = [(owner, config.factions[owner]) for owner in config.wild]
    return tuple(Seat(owner, c.title, HAZARD, c.icon, c.letters, many=c.many) for owner, c in cards)


def piece(s: State, seat: int, place: int, code: int, n: int, *, where: str = "", marks: tuple[str, ...] = ()) -> Piece:
    """The token of n units of one class; beside the map its id names the place."""
    unit = s.config.factions[seat].units[code & KIND]
    id_, name, stands = f"{where or place}:{seat}:{unit.key}", unit.name, ""
    if code & KEEPER:
        id_, name, stands = f"{id_}:gate", f"{name} on the gate", "gate"
    elif not where and (code & KIND) in s.gate_kinds(seat, CountsAs.GATE):
        stands = LIVING
    size, area = SIZES.get(unit.rank, "common"), -1 if where else place
    dice = combat(s, seat, code & KIND) if seat in s.config.wild and s.mine(seat, "dice") else ""
    letters = "" if seat in s.config.seats else s.config.factions[seat].letters  # of nobody: told by more than a colour
    return Piece(
        id_, area, whose(s.config, seat), unit.key, name, unit.icon, size, n, letters, marks, stands, badge=dice
    )


def beside(s: State, seat: int, place: int, where: str) -> tuple[Piece, ...]:
    """Figures of a seat in a place beside the map."""
    return tuple(piece(s, seat, place, k, n, where=where) for k in s.config.kinds[seat] if (n := s.n(seat, k, place)))


def face(s: State, target: str) -> Piece | None:
    """The token of a kind of unit that an option names, also when no figure of it is left in the pool; and of a gate
    that is to come.
    """
    kind, *where = target.split(":")
    if kind == "place" and where[1:] == ["gate"] and where[0].isdecimal():
        return Piece(target, int(where[0]), NEUTRAL, "gate", "Gate", "portal")
    if kind != "piece" or len(where) != 3 or where[0] != "pool" or not where[1].isdecimal():
        return None
    seat = int(where[1])
    units = s.config.factions[seat].units if seat in s.config.seats else ()
    found = next((k for k, unit in enumerate(units) if unit.key == where[2]), None)
    return None if found is None else piece(s, seat, POOL, found, 1, where="pool")


def lost(s: State, seat: int) -> tuple[Piece, ...]:
    """Figures of a seat that are out of the game."""
    place = s.out(seat)
    return tuple(piece(s, seat, place, k, n, where="out") for k in s.config.kinds[seat] if (n := s.gone(seat, k)))


def captive_pieces(s: State, seat: int) -> tuple[Piece, ...]:
    """Enemy units on this card."""
    return tuple(
        piece(s, f, HELD + seat, k, n, where=f"held:{seat}")
        for f in s.config.against[seat]
        for k in s.config.kinds[f]
        if (n := s.n(f, k, HELD + seat))
    )


def marker(token: Marker, id_: str, area: int = -1, n: int = 1) -> Piece:
    """A marker of a faction or of the world, on an area or in its pile."""
    whose, form = (token.seat, token.key) if token.owned else (NEUTRAL if token.covers else HAZARD, token.form)
    return Piece(
        id_, area, whose, token.key, token.name, token.icon, count=n, letters=token.letters, form=form, face=token.face
    )
