"""What each player may know, what a lawful position is, and the state as data.

Hands are secret, everything else is open (DG-DRAW-004): an unknown card is a -1 in the hand, and counts for the deck.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...engine.errors import SaveError
from ...engine.tabletop.table import Target
from .setup import begin
from .state import BATTLE, KINDS, MOVEMENT, OVER, TEMPLE, TERRAINS, WORLD_FIRST, BattleRecord, State

if TYPE_CHECKING:
    from random import Random

    from . import Demigods

UNKNOWN = -1
Fault = tuple[str, str, tuple[Target, ...]]


def view(s: State, viewer: int | None) -> State:
    """Others' cards become unknown ones, and are counted among those that may still be in the deck."""
    seen = s.copy()
    if s.game.open_hands:
        return seen
    for seat, hand in enumerate(s.hands):
        if seat != viewer:
            for card in hand:
                if card != UNKNOWN:
                    seen.deck[card] += 1
            seen.hands[seat] = (UNKNOWN,) * len(hand)
    seen.rekey()
    return seen


def resample(s: State, viewer: int | None, rng: Random) -> State:
    """Hands of the others drawn anew from all cards that the viewer has not seen."""
    other = s.copy()
    if s.game.open_hands:
        return other
    for seat, hand in enumerate(other.hands):
        if seat != viewer:
            for card in hand:
                other.deck[card] += 1
    for seat, hand in enumerate(other.hands):
        if seat != viewer:
            drawn = []
            for _ in hand:
                card = rng.choices(range(len(other.deck)), other.deck)[0]
                other.deck[card] -= 1
                drawn.append(card)
            other.hands[seat] = tuple(sorted(drawn))
    other.rekey()
    return other


def violations(s: State) -> list[Fault]:
    """What is impossible about a position."""
    game, names, found = s.game, s.game.grid.names, list[Fault]()
    for h in range(game.grid.size):
        here, at = [c[h] for c in s.counters], (f"area:{h}",)
        if any(here) and not s.terrain[h]:
            found.append(("DG-MOV-005", f"counters stand on {names[h]}, which is water", at))
        if any(here) is not bool(s.owner[h]):
            found.append(("DG-GRO-004", f"the counters on {names[h]} have no owner, or an owner has none", at))
        if here[TEMPLE] > 1:
            found.append(("DG-TMP-002", f"{names[h]} has {here[TEMPLE]} temples; one is the most", at))
        if s.terrain[h] and s.total(h) > s.limit(h) and not game.surplus_stays:
            found.append(("DG-GRO-002", f"{names[h]} holds {s.total(h)} counters; its limit is {s.limit(h)}", at))
    for t in range(1, len(TERRAINS)):
        used = s.terrain.count(t) + s.pile[t - 1] + (s.drawn == t)
        if used != game.terrain_counters[t - 1]:
            found.append(
                ("DG-WLD-002", f"there are {used} counters of {TERRAINS[t]}, not {game.terrain_counters[t - 1]}", ())
            )
    for c, card in enumerate(game.cards):
        n = s.deck[c] + s.discard[c] + sum(hand.count(c) for hand in s.hands)
        hidden = sum(hand.count(UNKNOWN) for hand in s.hands)
        if n != game.copies and not hidden:
            found.append(("DG-CRD-001", f"there are {n} cards {card.name}, not {game.copies}", ()))
    for c, _, h in s.effects:
        if game.cards[c].marker and s.owner[h]:
            name = game.cards[c].name
            found.append((game.cards[c].rule, f"{name} lies on {names[h]}, but counters stand there", (f"area:{h}",)))
    for h in range(game.grid.size):
        if not s.again[h] <= s.fought[h] <= s.fighters(h):
            found.append(("DG-BAT-011", f"more fighters of {names[h]} have attacked than stand there", (f"area:{h}",)))
        if s.came[0][h] > s.counters[0][h] or s.came[1][h] > s.counters[1][h]:
            found.append(("DG-MOV-002", f"more counters have come to {names[h]} than stand there", (f"area:{h}",)))
    if s.phase not in (MOVEMENT, OVER) and (any(s.came[0]) or any(s.came[1])):
        found.append(("DG-MOV-002", "counters have moved before the movement phase", ()))
    if s.phase not in (WORLD_FIRST, OVER) and s.out >> s.active & 1:
        found.append(("DG-GEN-002", f"{game.seats[s.active].name} is out, and cannot be active", ()))
    if s.fight is not None:
        own = s.owner[s.fight.target] == s.active + 1 and not game.winner_advances
        if s.phase != BATTLE or own or (s.fight.paused and not (s.fight.parties and s.owner[s.fight.target])):
            found.append(("DG-BAT-001", "a battle is under way that nobody could have begun", ()))
        for h, n in s.fight.parties:
            if n > s.fought[h] or s.owner[h] != s.active + 1:
                found.append(
                    (
                        "DG-BAT-001",
                        f"{n} fighters of {names[h]} are in a battle, but do not stand there or have not attacked",
                        (f"area:{h}",),
                    )
                )
    return found


# -- the state as data ------------------------------------------------------------------------------------------------
NUMBERS = ("phase", "active", "first", "turn", "drawn", "out")
ROWS = ("terrain", "owner", "raised", "disbanded", "fought", "again")


def to_json(s: State) -> dict[str, Any]:
    """Everything but what is derived."""
    raw: dict[str, Any] = {name: getattr(s, name) for name in (*NUMBERS, "begun")}
    raw |= {name: getattr(s, name).hex() for name in ROWS}
    raw |= {kind: s.counters[k].hex() for k, kind in enumerate(KINDS)}
    raw |= {
        "came": [c.hex() for c in s.came],
        "pile": s.pile,
        "deck": s.deck,
        "discard": s.discard,
        "hands": [list(h) for h in s.hands],
    }
    raw |= {"redraws": s.redraws, "start": s.start, "effects": [list(e) for e in s.effects]}
    raw["lost"] = [[h, p, *dead] for (h, p), dead in sorted(s.lost.items())]
    f = s.fight
    raw["fight"] = None if f is None else [f.target, [list(x) for x in f.parties], f.rounds, f.defence, f.paused]
    return raw


def from_json(game: Demigods, raw: Any) -> State:
    """The state again; every field is checked (`SaveError`)."""
    s = begin(game)
    if not isinstance(raw, dict) or set(raw) != set(to_json(s)):
        raise SaveError("the position in the file does not have the fields of a position of Demigods")
    n, seats, cards = game.grid.size, len(game.seats), len(game.cards)
    for name, low, high in zip(
        NUMBERS, (WORLD_FIRST, 0, 0, 0, 0, 0), (OVER, seats - 1, seats - 1, 100_000, 6, (1 << seats) - 1), strict=True
    ):
        setattr(s, name, _whole(raw, name, low, high))
    s.begun = _is(raw["begun"], bool, "begun")
    for name in ROWS:
        setattr(s, name, _bytes(raw[name], n, name))
    a, b, c, d = (_bytes(raw[kind], n, kind) for kind in KINDS)
    s.counters = (a, b, c, d)
    came = _list(raw["came"], "came", 2, 2)
    s.came = (_bytes(came[0], n, "came"), _bytes(came[1], n, "came"))
    s.pile = _numbers(raw["pile"], "pile", 6, 0, 100)
    s.deck, s.discard = _numbers(raw["deck"], "deck", cards, 0, 100), _numbers(raw["discard"], "discard", cards, 0, 100)
    s.redraws, s.start = (
        _numbers(raw["redraws"], "redraws", seats, 0, 100),
        _numbers(raw["start"], "start", seats, 0, 6 * game.start_dice),
    )
    s.hands = [
        tuple(sorted(_numbers(hand, "hands", None, 0, cards - 1)))
        for hand in _list(raw["hands"], "hands", seats, seats)
    ]
    s.effects = tuple(_effect(e, game) for e in _list(raw["effects"], "effects", 0, 200))
    for row in _list(raw["lost"], "lost", 0, 1000):
        h, p, *dead = _numbers(row, "lost", 6, 0, 255)
        if h >= n or p >= seats:
            raise SaveError("the losses in the file name a hex or a seat that is not there")
        s.lost[h, p] = (dead[0], dead[1], dead[2], dead[3])
    if max(s.terrain) > 6 or max(s.owner) > seats:
        raise SaveError("the map in the file names a terrain or a seat that is not there")
    if raw["fight"] is not None:
        s.fight = _fight(raw["fight"], n)
    s.derive()
    return s


def _is(value: Any, kind: type, name: str) -> Any:
    if type(value) is not kind:
        raise SaveError(f"{name!r} of the position in the file is of the wrong type")
    return value


def _whole(raw: dict[str, Any], name: str, low: int, high: int) -> int:
    value: int = _is(raw[name], int, name)
    if not low <= value <= high:
        raise SaveError(f"{name!r} of the position in the file is {value}, which is not between {low} and {high}")
    return value


def _list(value: Any, name: str, low: int, high: int) -> list[Any]:
    found: list[Any] = _is(value, list, name) if not isinstance(value, tuple) else list(value)
    if not low <= len(found) <= high:
        raise SaveError(f"{name!r} of the position in the file has {len(found)} parts, which cannot be")
    return found


def _numbers(value: Any, name: str, length: int | None, low: int, high: int) -> list[int]:
    found = _list(value, name, *((length, length) if length is not None else (0, 200)))
    if any(type(v) is not int or not low <= v <= high for v in found):
        raise SaveError(
            f"{name!r} of the position in the file holds something that is no number between {low} and {high}"
        )
    return found


def _bytes(value: Any, n: int, name: str) -> bytearray:
    try:
        found = bytearray.fromhex(_is(value, str, name))
    except ValueError:
        raise SaveError(f"{name!r} of the position in the file is not written in hexadecimal") from None
    if len(found) != n:
        raise SaveError(f"{name!r} of the position in the file is for {len(found)} hexes, not {n}")
    return found


def _effect(value: Any, game: Demigods) -> tuple[int, int, int]:
    card, seat, h = _numbers(value, "effects", 3, -1, 1000)
    if card not in game.lasting_bit or not 0 <= seat < len(game.seats) or h >= game.grid.size:
        raise SaveError("an effect in the file is of a card that does not last, or of nobody")
    if (h < 0) is bool(game.cards[card].shape):
        raise SaveError(f"{game.cards[card].name} in the file is in force at the wrong place: on a hex, or everywhere")
    return card, seat, h


def _fight(value: Any, n: int) -> BattleRecord:
    target, parties, rounds, defence, paused = _list(value, "fight", 5, 5)
    pairs = [(_numbers(p, "fight", 2, 0, 255)[0], p[1]) for p in _list(parties, "fight", 1, 6)]
    if type(target) is not int or not 0 <= target < n or any(h >= n or not k for h, k in pairs):
        raise SaveError("the battle in the file is on a hex that is not there")
    counts = _numbers([rounds, defence], "fight", 2, 0, 10_000)
    return BattleRecord(target, pairs, counts[0], counts[1], _is(paused, bool, "fight"))
