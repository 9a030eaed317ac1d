"""Tools of the position editor that are this game's own, and what no position can be besides its bounds."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.state import Trick, schema
from ...engine.tabletop.palette import EditError, Tool, Value
from ...engine.tabletop.table import HAZARD, Target
from .actions import known
from .arrange import held_by
from .common import keepers
from .state import HELD, KEEPER, KIND, NO_GATE, POOL, BattleRecord, State, with_bit

MOST_SIGNS, MOST_CAPTIVES = 40, 30
CHECKS = (
    ("CW-UNI-006", "Every figure is on the map, in a pool or on a card"),
    ("CW-GAT-001", "Every controlled gate has its keeper"),
    ("CW-ES-001", "Elder Signs in the bag and in hands are not too many"),
    ("CW-SPB-001", "Spellbooks and open requirements together are no more than the card has"),
)
Violation = tuple[str, str, tuple[Target, ...]]


class Gates(Trick):
    """Gates, and who stands on them."""

    word = "gates"

    def tools(self, s: State) -> Iterator[Tool]:
        n, most = len(s.gate) - s.gate.count(NO_GATE), s.config.supply
        tool = Tool("gates:", "Pieces", "Gate", "place", "magic-portal", HAZARD, high=1, most=most, rule="CW-GAT-001")
        yield tool.of("place", value=n, text="Abandoned, until somebody steps on it.")
        for seat in s.config.seats:
            mine = Tool(f"gates:{seat}", "Pieces", "Held gate", "place", "magic-portal", seat, seat)
            yield mine.of("place", value=len(s.gates(seat)), high=1, rule="CW-GAT-001")

    def placed(self, s: State, args: list[str], area: int) -> int:
        return int(s.holder(area) == int(args[0]) if args[0] else s.gate[area] != NO_GATE)

    def edit(self, s: State, args: list[str], area: int, change: Value) -> None:
        seat = int(args[0] or -1)
        if seat < 0 and not change:
            s.close_gate(area)
        elif seat < 0 and s.gate[area] == NO_GATE:
            s.open_gate(area)
        elif seat >= 0 and s.holder(area) == seat and not change:
            s.open_gate(area)
        elif seat >= 0 and s.holder(area) != seat and change:
            kinds = [kind for kind in keepers(s, seat) if s.n(seat, kind, area)]
            if not kinds:
                who, where = s.config.factions[seat].title, s.config.map.names[area]
                raise EditError(f"{who} has nobody in {where} who could stand on the gate")
            s.hold(seat, kinds[0], area)


class Markers(Trick):
    """Markers that factions put on areas."""

    word = "marker"

    def tools(self, s: State) -> Iterator[Tool]:
        for i, token in enumerate(s.config.tokens):
            tool = Tool(f"marker:{i}", "Pieces", token.name, "place", token.icon, seat=token.seat, rule="CW-CMP-005")
            yield tool.of("place", value=s.tokens[i].bit_count(), high=1, most=token.figures)

    def placed(self, s: State, args: list[str], area: int) -> int:
        return s.marked(int(args[0]), area)

    def edit(self, s: State, args: list[str], area: int, change: Value) -> None:
        s.tokens = with_bit(s.tokens, int(args[0]), area, bool(change))


class Signs(Trick):
    """Elder Signs by their value: those of a seat come from the bag, and go back."""

    word = "sign"

    def tools(self, s: State) -> Iterator[Tool]:
        for v in (1, 2, 3):
            for seat in s.config.seats:
                tool = Tool(f"sign:{v}:{seat}", "Tracks", f"Elder Signs worth {v}", "number", seat=seat)
                yield tool.of("number", value=s.signs[seat].count(v), high=MOST_SIGNS, rule="CW-ES-002")
            tool = Tool(f"sign:{v}", "Turn", f"Elder Signs worth {v} in the bag", "number", section="Elder Signs left")
            yield tool.of("number", value=s.bag[v - 1], high=200, rule="CW-ES-001")

    def edit(self, s: State, args: list[str], area: int, change: Value) -> None:
        v, n = int(args[0]), int(change)
        if len(args) == 1:
            s.bag[v - 1] = n
            return
        seat = int(args[1])
        before = s.signs[seat].count(v)
        s.signs[seat] = tuple(sorted([*(x for x in s.signs[seat] if x != v), *[v] * n]))
        most = s.config.bag[v - 1] - sum(signs.count(v) for signs in s.signs)
        s.bag[v - 1] = max(min(s.bag[v - 1] + before - n, most), 0)


class Captives(Trick):
    """Cultists on the cards of others."""

    word = "captive"

    def tools(self, s: State) -> Iterator[Tool]:
        for seat in s.config.seats:
            for foe in s.config.foes[seat]:
                name = f"Captives of {s.config.factions[foe].title}"
                tool = Tool(f"captive:{seat}:{foe}", "Tracks", name, "number", "", foe, seat, "Captives")
                yield tool.of("number", value=held_by(s, seat, foe), high=MOST_CAPTIVES, rule="CW-CAP-001")

    def edit(self, s: State, args: list[str], area: int, change: Value) -> None:
        captor, owner = map(int, args)
        kind = s.config.cultists[owner][0]
        more = int(change) - s.n(owner, kind, HELD + captor)
        s.units[s.row(owner, HELD + captor) + kind] = int(change)
        s.units[s.row(owner, POOL) + kind] = max(s.n(owner, kind, POOL) - more, 0)


class UnderWay(Trick):
    """An action under way, which can be ended."""

    word = "under_way"

    def tools(self, s: State) -> Iterator[Tool]:
        if s.battle is not None or s.doing:
            tool = Tool("under_way", "Turn", "An action is under way", "toggle", section="This turn", rule="CW-BAT-001")
            yield tool.of("toggle", value=1, high=1, text="Switch it off to stand before the next action.")

    def edit(self, s: State, args: list[str], area: int, change: Value) -> None:
        if not change:
            s.battle, s.doing = None, ""


TRICKS = (Gates(), Markers(), Signs(), Captives(), UnderWay())


# -- what no position can be ------------------------------------------------------------------------------------------
def violations(s: State) -> list[Violation]:
    """What is impossible about this state."""
    found = schema.violations(s)
    return found or [*_cards(s), *_board(s), *(_battle(s, s.battle) if s.battle is not None else ())]


def _cards(s: State) -> Iterator[Violation]:
    config = s.config
    for seat, card in enumerate(config.factions):
        who = (f"seat:{seat}",)
        if held_by(s, seat, seat):
            yield "CW-CAP-002", f"{card.title} has captured its own Cultist", who
        if s.count_books(seat) + s.open[seat].bit_count() > len(card.slots):
            yield "CW-SPB-001", f"{card.title} has more spellbooks and open slots than {len(card.slots)}", who
        if s.owed[seat] & ~s.open[seat]:
            yield "CW-SPB-001", f"{card.title} is owed a spellbook for a covered slot", who
    for v in (1, 2, 3):
        if s.bag[v - 1] + sum(signs.count(v) for signs in s.signs) > config.bag[v - 1]:
            yield "CW-ES-001", f"there are too many Elder Signs worth {v}", ()
    for verb in set(s.barred) - {"pass", *(action.verb for action in known(s, s.active))}:
        yield "CW-YS-021", f"{config.factions[s.active].title} has no action {verb!r} that could be barred", ()


def _board(s: State) -> Iterator[Violation]:
    config = s.config
    if s.on != [sum(1 << a for a in range(len(s.gate)) if s.crowd(f, a)) for f in config.seats]:
        yield "CW-UNI-007", "the index of occupied areas is wrong", ()
    for area, kind in enumerate(s.warden):
        seat = s.holder(area)
        if kind not in config.kinds[seat] or not s.n(seat, kind, area) if seat >= 0 else kind:
            yield "CW-GAT-001", f"the gate in {config.map.names[area]} has no keeper", (f"place:{area}:gate",)
    if len(s.gate) - s.gate.count(NO_GATE) > config.supply and config.rulings["gate_supply"] == "limit":
        yield "CW-CMP-002", f"more than {config.supply} gates are on the map", ()
    for token, areas in zip(config.tokens, s.tokens, strict=True):
        if areas.bit_count() > token.figures:
            yield "CW-CMP-005", f"there are more than {token.figures} {token.name} markers", ()


def _battle(s: State, b: BattleRecord) -> Iterator[Violation]:
    here = (f"area:{b.area}",)
    for seat, roster in zip(b.sides, b.roster, strict=True):
        for code in roster:
            kind = code & KIND
            there = s.n(seat, kind, b.area) if kind in s.config.kinds[seat] else 0
            if sum(n for c, n in roster.items() if c & KIND == kind) > there:
                name = s.config.name[seat][kind] if kind in s.config.kinds[seat] else f"unit {kind}"
                yield "CW-BAT-002", f"more {name} fight than are there", here
            if code & KEEPER and s.keeper(seat, b.area) != kind:
                yield "CW-GAT-001", "a unit fights on a gate that it does not hold", (f"place:{b.area}:gate",)
