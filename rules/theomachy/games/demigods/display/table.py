"""What lies on the table of Demigods, as plain descriptions."""

from __future__ import annotations

from functools import lru_cache, partial

from ....engine.runtime.dice import number_of_dice
from ....engine.state import schema
from ....engine.tabletop.table import HAZARD, Area, Board, Fight, Force, Piece, Side, Stage, Table
from ..rules.domains import ARMY, ICONS, MIRACLES, MONSTER, ORDER, OVER, POPULATION, TEMPLE, TERRAINS
from ..rules.maps import Grid
from ..rules.score import figures
from ..rules.state import State


@lru_cache(64)
def board(grid: Grid, terrain: bytes) -> Board:
    """The ground: it changes only when a card changes it."""
    areas = tuple(
        Area(i, grid.names[i], TERRAINS[t], grid.near[i], cell=(i % grid.cols, i // grid.cols))
        for i, t in enumerate(terrain)
    )
    return Board(f"hexes-{grid.cols}x{grid.rows}-{terrain.hex()}", "hexes", (grid.cols, grid.rows), areas)


def table(s: State, viewer: int | None = None) -> Table:
    """The table; `s` is what the viewer may see."""
    game = s.config
    active = s.active if s.phase != OVER else None
    tints = tuple(
        (h, card.name.lower(), f"{card.name} of {game.seats[seat].name}")
        for c, seat, h in s.effects
        if h >= 0 and (card := game.cards[c])
    )
    return game.laid(
        s,
        viewer,
        f"turn {s.turn}" if s.turn else "world building",
        board(game.grid, bytes(s.terrain)),
        pieces(s),
        sheets=schema.sheets(s, figures(s), active, out=s.out, shown=lambda key, n: key != "monsters" or n > 0),
        hands=schema.hands(s, "hands", viewer, most=game.hand_limit, waits=partial(waits, s)),
        fight=fight(s),
        tints=tints,
        notes=notes(s),
    )


def pieces(s: State) -> tuple[Piece, ...]:
    """One token a kind of counter and hex."""
    found = []
    for h, owner in enumerate(s.owner):
        if owner:
            for kind in ORDER:
                if n := s.counters[kind][h]:
                    found.append(piece(s, h, owner - 1, kind, n))
    for c, _, h in s.effects:
        if icon := s.config.cards[c].marker:
            name = s.config.cards[c].name
            found.append(Piece(f"{h}:{name.lower()}", h, HAZARD, name.lower(), name, icon, "elite"))
    return tuple(found)


def piece(s: State, h: int, seat: int, kind: int, n: int) -> Piece:
    """The token of n counters."""
    name = s.config.counter_names[kind]
    word, size = name.lower(), "place" if kind == TEMPLE else "common"
    return Piece(f"{h}:{seat}:{word}", h, seat, word, name, ICONS[kind], size, n)


def waits(s: State, seat: int, number: int) -> str:
    """Why a card cannot be played now; "" if it can."""
    if s.config.cards[number].reacts:
        return "waits for its moment"
    return "" if s.phase == MIRACLES and seat == s.active else "for the miracle phase"


def fight(s: State) -> Fight | None:
    """The battle under way."""
    f = s.fight
    if f is None:
        return None
    foe, names = s.holder(f.target), s.config.grid.names
    attackers = []
    for h, n in f.parties:
        token = piece(s, h, s.active, ARMY if s.counters[ARMY][h] else MONSTER, n)
        attackers.append(Force(token, f"{2 * n} dice", "DG-BAT-002", note=f"from {names[h]}"))
    total = 2 * sum(n for _, n in f.parties)
    sides = [Side(s.active, "attacks", tuple(attackers), f"{total} dice")]
    if foe >= 0:
        people, armies, temples, monsters = (row[f.target] for row in s.counters)
        rows = ((MONSTER, monsters, 2 * monsters), (ARMY, armies, 2 * armies), (POPULATION, people, (people + 1) // 2))
        forces = tuple(
            Force(piece(s, f.target, foe, kind, n), number_of_dice(dice) if dice else "no dice", "DG-BAT-003")
            for kind, n, dice in (*rows, (TEMPLE, temples, 0))
            if n
        )
        sides.append(Side(foe, "defends", forces, number_of_dice(sum(dice for _, _, dice in rows))))
    stages = (
        Stage("Declared", f"into {names[f.target]}", "done"),
        Stage("Dice", f"round {f.rounds}" if f.rounds else "first round", "done" if f.paused else "now"),
        Stage("Retreat?", "the attacker decides", "now" if f.paused else "ahead"),
    )
    return Fight(f"Battle for {names[f.target]}", f.target, stages, tuple(sides), "DG-BAT-006")


def notes(s: State) -> tuple[str, ...]:
    """Short remarks under the board."""
    found = [
        f"{sum(s.pile)} terrain counters in reserve",
        f"{sum(s.deck)} cards in the deck, {sum(s.discard)} discarded",
    ]
    if s.drawn:
        found.insert(0, f"drawn: {TERRAINS[s.drawn].replace('_', ' ')}")
    return tuple(found)
