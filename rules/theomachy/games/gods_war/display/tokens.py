"""The pieces of the table: tokens of units with their sizes and letters, buildings by their form."""

from __future__ import annotations

from ....engine.tabletop.table import HAZARD, NEUTRAL, Piece, Seat
from ..rules.config import GREATER, HERO, LESSER, Config, Unit
from ..rules.maps import NEST

SIZES = {HERO: "elite", LESSER: "elite", GREATER: "great"}


def whose(config: Config, owner: int) -> int | str:
    """How the pieces of an owner look: a seat's own; of those that nobody plays what threatens, and what does not."""
    if owner in config.seats:
        return owner
    return NEUTRAL if config.empires[owner].peaceful else HAZARD


def nobodys(config: Config) -> tuple[Seat, ...]:
    """The owners that nobody plays."""
    cards = [(owner, config.empires[owner]) for owner in config.neutrals]
    return tuple(Seat(owner, e.title, str(whose(config, owner)), e.icon, e.letters) for owner, e in cards)


def token(unit: Unit, id_: str, area: int, seat: int | str, n: int = 1, marks: tuple[str, ...] = ()) -> Piece:
    """The token of so many units of one kind; `seat` is a seat, or the look of an owner that nobody plays."""
    words = unit.name.split(",")[0].removeprefix("The ").split()
    letters = "".join(word[0] for word in words) if len(words) > 1 else words[0][:2]
    return Piece(
        id_, area, seat, unit.key, unit.name, unit.icon, SIZES.get(unit.rank, "common"), n,
        letters, marks,
    )  # fmt: skip


def building(config: Config, id_: str, area: int, seat: int, kind: int, n: int = 1, *, face: str = "") -> Piece:
    """The token of a building; `face` is the key of the one that it shows."""
    empire = config.empires[seat]
    row = next((row for row in empire.faces if row.key == face), empire.buildings[kind])
    stand = NEST if row.nest else ""
    return Piece(id_, area, seat, row.key, row.name, empire.icon, "place", n, form=row.shape, stand=stand)
