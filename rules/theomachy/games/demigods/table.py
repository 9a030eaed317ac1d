"""What lies on the table of Demigods, as plain descriptions."""

from __future__ import annotations

from functools import lru_cache

from ...engine.runtime.dice import number_of_dice
from ...engine.tabletop.table import (
    HAZARD,
    Area,
    Board,
    Card,
    Fight,
    Figure,
    Force,
    Hand,
    Piece,
    Sheet,
    Side,
    Stage,
    Table,
)
from .domains import ARMY, ICONS, MIRACLES, MONSTER, ORDER, OVER, POPULATION, TEMPLE, TERRAINS
from .land import Grid
from .score import figures
from .state import State


@lru_cache(64)
def board(grid: Grid, terrain: bytes) -> Board:
    """The ground: it changes only when a card changes it."""
    areas = tuple(
        Area(i, grid.names[i], TERRAINS[t], grid.near[i], cell=(i % grid.cols, i // grid.cols))
        for i, t in enumerate(terrain)
    )
    return Board(f"hexes-{grid.cols}x{grid.rows}-{terrain.hex()}", "hexes", (grid.cols, grid.rows), areas)


def table(s: State, viewer: int | None) -> Table:
    """The table; `s` is what the viewer may see."""
    game = s.config
    tints = tuple(
        (h, card.name.lower(), f"{card.name} of {game.seats[seat].name}")
        for c, seat, h in s.effects
        if h >= 0 and (card := game.cards[c])
    )
    return Table(
        game.slug,
        game.title,
        f"turn {s.turn}" if s.turn else "world building",
        viewer,
        game.seats,
        game.phases,
        s.phase if 0 <= s.phase < len(game.phases) else -1,
        s.active if s.phase != OVER else None,
        board(game.grid, bytes(s.terrain)),
        pieces(s),
        sheets=sheets(s),
        hands=hands(s, viewer),
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
    return Piece(
        f"{h}:{seat}:{name.lower()}",
        h,
        seat,
        name.lower(),
        name,
        ICONS[kind],
        "place" if kind == TEMPLE else "common",
        n,
    )


def sheets(s: State) -> tuple[Sheet, ...]:
    """What each player has, for everybody to see."""
    found = []
    for seat, row in enumerate(figures(s)):
        shown = [k for k in row if k != "monsters" or row[k]]
        status = "out" if s.out >> seat & 1 else "to act" if seat == s.active and s.phase != OVER else "waits"
        found.append(Sheet(seat, status, tuple(Figure(k, row[k], key=k) for k in shown)))
    return tuple(found)


def hands(s: State, viewer: int | None) -> tuple[Hand, ...]:
    """All hands: face up where the cards are known."""
    game, found = s.config, []
    for seat, hand in enumerate(s.hands):
        if -1 in hand or (viewer is not None and viewer != seat and not game.open_hands):
            found.append(Hand(seat, (), len(hand), game.hand_limit))
            continue
        cards = []
        for c in hand:
            card = game.cards[c]
            live = not card.reacts and s.phase == MIRACLES and seat == s.active
            note = "" if live else "waits for its moment" if card.reacts else "for the miracle phase"
            cards.append(Card(f"card:{seat}:{c}", card.name, card.icon, card.text, card.rule, live, note))
        found.append(Hand(seat, tuple(cards), len(hand), game.hand_limit))
    return tuple(found)


def fight(s: State) -> Fight | None:
    """The battle under way."""
    f = s.fight
    if f is None:
        return None
    foe, names = s.holder(f.target), s.config.grid.names
    attackers = tuple(
        Force(
            piece(s, h, s.active, ARMY if s.counters[ARMY][h] else MONSTER, n),
            f"{2 * n} dice",
            "DG-BAT-002",
            note=f"from {names[h]}",
        )
        for h, n in f.parties
    )
    total = 2 * sum(n for _, n in f.parties)
    sides = [Side(s.active, "attacks", attackers, f"{total} dice")]
    if foe >= 0:
        forces = []
        dice = {ARMY: 2, MONSTER: 2, POPULATION: 0, TEMPLE: 0}
        for kind in ORDER[1:]:
            if n := s.counters[kind][f.target]:
                each = (n + 1) // 2 if kind == POPULATION else dice[kind] * n
                figure = number_of_dice(each)
                forces.append(Force(piece(s, f.target, foe, kind, n), figure, "DG-BAT-003"))
        if s.counters[TEMPLE][f.target]:
            forces.append(Force(piece(s, f.target, foe, TEMPLE, 1), "no dice", "DG-BAT-003"))
        theirs = 2 * s.fighters(f.target) + (s.counters[POPULATION][f.target] + 1) // 2
        sides.append(Side(foe, "defends", tuple(forces), number_of_dice(theirs)))
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
