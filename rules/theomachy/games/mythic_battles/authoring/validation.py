"""What makes a position impossible (for set-ups and the editor)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ....engine.masks import bits
from ..rules.cards import UNITS
from ..rules.config import CONSTRUCTED
from ..rules.state import ACTING, HANDS, LEAD, OVER, PROPOSALS, RECRUITMENT, TURN
from ..rules.wounds import in_pool

if TYPE_CHECKING:
    from ....engine.tabletop.table import Target
    from ..rules.state import State

LAWS = (
    ("MB-BRD-002", "No area holds more units than its capacity"),
    ("MB-DST-001", "Who stands on the board has vitality, and who is destroyed does not"),
    ("MB-STN-002", "Only a unit on the board carries a stone, and no more than one"),
    ("MB-REC-007", "An army has one divinity at most"),
    ("MB-REC-009", "No side has the same unit twice"),
    ("MB-TBL-005", "There are as many activation cards as a unit prints"),
    ("MB-TOK-001", "No pool gives more tokens than it has"),
    ("MB-CLS-006", "No huge unit stands in an area of a capacity below 3"),
    ("MB-TURN-006", "A unit acts while its player's turn lasts, and at no other time"),
    ("MB-WIN-002", "A game that goes on has no winner"),
)


def violations(s: State) -> Iterator[tuple[str, str, tuple[Target, ...]]]:
    """What is impossible about this state: (rule id, sentence, targets)."""
    yield from _places(s)
    yield from _units(s)
    yield from _armies(s)
    yield from _cards(s)
    for token, kind in enumerate(s.config.tokens):
        if in_pool(s, token) < 0:
            yield "MB-TOK-001", f"there are more than {kind.n} {kind.key} tokens", ()
    a = s.activation
    if s.stage != OVER and (a is None) is (s.stage == ACTING):
        yield "MB-TURN-006", "a unit acts in the stage acting, and at no other", ()
    if a is not None and s.owner[a.unit] < 0:
        yield "MB-TURN-006", "the unit that acts is in no army", (f"piece:{a.unit}",)
    if s.stage != OVER and s.victors:
        yield "MB-WIN-002", "somebody has won, but the game goes on", ()
    unled = (PROPOSALS, LEAD, *((RECRUITMENT,) if s.config.recruitment == CONSTRUCTED else ()))
    if s.stage not in unled and s.lead < 0:
        yield "MB-SET-004", "nobody leads", ()
    if TURN <= s.stage < OVER and s.out >> s.active & 1:
        yield "MB-DST-003", "the active player is out of the game", ()
    for seat in bits(s.out):
        if s.stage < TURN or len(s.hands) < 3 or s.config.mode == "teams" or any(s.place[u] >= 0 for u in s.army(seat)):
            yield "MB-DST-003", "who is out of the game had a divinity, and nothing of his is left", (f"seat:{seat}",)


def _places(s: State) -> Iterator[tuple[str, str, tuple[Target, ...]]]:
    map_ = s.config.map
    for area, printed in enumerate(map_.areas):
        n = s.bodies(area)
        if n > printed.capacity:
            yield (
                "MB-BRD-002",
                f"{map_.names[area]} holds {n} units, but only {printed.capacity} fit",
                (f"area:{area}",),
            )
        on = s.held[area] or any(lying[area] for lying in s.stones)
        if on and area not in map_.boards[s.board].areas and s.stage >= HANDS:
            yield "MB-SET-003", f"{map_.names[area]} is on another board", (f"area:{area}",)


def _units(s: State) -> Iterator[tuple[str, str, tuple[Target, ...]]]:
    for unit, card in enumerate(s.config.units):
        at = (f"piece:{unit}",)
        on = s.place[unit] >= 0
        if on and s.owner[unit] < 0:
            yield "MB-UNI-001", f"{card.name} stands on the board, but is in no army", at
        if on and (s.fallen >> unit & 1 or not s.vitality[unit]):
            yield "MB-DST-001", f"{card.name} is destroyed, but stands on the board", at
        if not on and not s.vitality[unit] and not s.fallen >> unit & 1:
            yield "MB-DST-001", f"{card.name} has no vitality, but is not destroyed", at
        if s.carries[unit] >= 0 and (not on or card.is_token):
            yield "MB-STN-002", f"{card.name} carries a stone, but is not on the board", at
        if (
            on
            and "huge" in card.classes
            and s.config.map.areas[s.place[unit]].capacity < s.config.fact("class.huge.capacity")
        ):
            yield "MB-CLS-006", f"{s.config.map.names[s.place[unit]]} is too small for {card.name}", at
        if on and not s.entered >> unit & 1 and not card.is_token:
            yield "MB-DEP-001", f"{card.name} stands on the board without having entered it", at


def _armies(s: State) -> Iterator[tuple[str, str, tuple[Target, ...]]]:
    units = s.config.units
    for seat in range(len(s.hands)):
        gods = [units[unit].name for unit in s.army(seat) if units[unit].is_divinity]
        if len(gods) > 1:
            yield "MB-REC-007", f"{' and '.join(gods)} lead one army", (f"seat:{seat}",)
    for side in set(s.config.sides):
        seats = [seat for seat in range(len(s.hands)) if s.config.sides[seat] == side]
        count = Counter(units[unit].character for seat in seats for unit in s.army(seat))
        for character, n in count.items():
            if n > 1:
                yield "MB-REC-009", f"{character} is {n} times on one side", ()


def _cards(s: State) -> Iterator[tuple[str, str, tuple[Target, ...]]]:
    for seat in range(len(s.hands)):
        dealt = s.stage > HANDS or (s.stage == HANDS and seat <= s.turn)
        if not dealt and any(cards[seat] for cards in (s.hands, s.tops, s.decks, s.discards)):
            yield "MB-TBL-006", "nobody has cards before the decks are made", (f"seat:{seat}",)
    if any(-1 in hand for hand in s.hands):
        return
    count: Counter[int] = Counter()
    for pile in (s.hands, s.tops, s.decks, s.discards):
        for cards in pile:
            count.update(cards)
    for unit, card in enumerate(s.config.units):
        n = count[unit + UNITS]
        if n and (s.owner[unit] < 0 or card.is_token):
            yield "MB-TBL-005", f"there are cards of {card.name}, which is in no army", ()
        elif n > card.cards:
            yield "MB-TBL-005", f"there are {n} cards of {card.name}, not {card.cards}", ()
