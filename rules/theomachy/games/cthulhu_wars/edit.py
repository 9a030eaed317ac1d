"""The tools of the position editor, a small class each family. What is not elsewhere is in the pool or the bag."""

from __future__ import annotations

from collections.abc import Iterator

from ...engine.errors import unknown
from ...engine.tabletop.palette import Choice, EditError, Tool, Value, area_of
from ...engine.tabletop.table import HAZARD, NEUTRAL, Seat, Target
from .common import keepers
from .config import KINDS
from .state import (
    ACTION,
    AFTER,
    BEFORE,
    CARD,
    DOOM,
    FIRST,
    GATHER,
    HELD,
    NO_GATE,
    OPEN_GATE,
    OVER,
    PLACES,
    POOL,
    ROW,
    SECOND,
    SETUP,
    State,
)

MOST_FIGURES = 30  # of one kind in one place, as in files
PHASES = {SETUP: "Set-up", ACTION: "Action", GATHER: "Gather Power", FIRST: "First Player", DOOM: "Doom"}
STAGES = {BEFORE: "Main action to come", SECOND: "Second action of a pair", AFTER: "Main action done"}
CHECKS = (
    ("CW-UNI-006", "Every figure is on the map, in a pool or on a card"),
    ("CW-GAT-001", "Every controlled gate has its keeper"),
    ("CW-ES-001", "Elder Signs in the bag and in hands are not too many"),
    ("CW-SPB-001", "Six spellbooks and open requirements together, at most"),
)
Args = list[str]


class ToolFamily:
    """Tools of one sort; the parts of an id after its first are arguments."""

    word = ""

    def tools(self, s: State, seats: tuple[Seat, ...]) -> Iterator[Tool]:
        """The tools, with how they stand."""
        raise NotImplementedError

    def placed(self, s: State, args: Args, a: int) -> int:
        """How many are in an area; only of families that place."""
        return 0

    def apply(self, s: State, args: Args, a: int, value: Value) -> None:
        """Change a copy."""
        raise NotImplementedError


def put(s: State, seat: int, kind: int, place: int, n: int) -> None:
    """n figures of a kind in a place; the pool holds the rest, and a gate without its keeper is abandoned."""
    at = seat * ROW + kind
    s.units[at + place * KINDS] = n
    elsewhere = sum(s.units[at + p * KINDS] for p in range(PLACES) if p != POOL)
    s.units[at + POOL * KINDS] = max(s.config.limit[seat][kind] - elsewhere, 0)
    if place < POOL and not n and s.keeper(seat, place) == kind:
        s.gate[place] = OPEN_GATE


class Units(ToolFamily):
    """The figures of a faction on the map."""

    word = "unit"

    def tools(self, s: State, seats: tuple[Seat, ...]) -> Iterator[Tool]:
        for seat, card in enumerate(s.config.factions):
            for kind, unit in enumerate(card.units):
                yield Tool(
                    f"unit:{seat}:{kind}",
                    "Pieces",
                    unit.name,
                    "place",
                    unit.icon,
                    seat,
                    seat,
                    value=s.on_map(seat, (kind,)),
                    high=MOST_FIGURES,
                    most=s.config.limit[seat][kind],
                    rule=unit.rule,
                    piece=True,
                )

    def placed(self, s: State, args: Args, a: int) -> int:
        return s.n(int(args[0]), int(args[1]), a)

    def apply(self, s: State, args: Args, a: int, value: Value) -> None:
        seat, kind = map(int, args)
        put(s, seat, kind, a, int(value))
        if value and kind in s.config.goos[seat]:
            s.awoken |= 1 << (8 * seat + kind)


class Gates(ToolFamily):
    """Gates, and who stands on them."""

    word = "gate"

    def tools(self, s: State, seats: tuple[Seat, ...]) -> Iterator[Tool]:
        n = sum(1 for g in s.gate if g)
        yield Tool(
            "gate:",
            "Pieces",
            "Gate",
            "place",
            "magic-portal",
            HAZARD,
            value=n,
            high=1,
            most=s.config.supply,
            rule="CW-GAT-001",
            text="Abandoned, until somebody steps on it.",
        )
        for seat in s.config.seats:
            yield Tool(
                f"gate:{seat}",
                "Pieces",
                "Held gate",
                "place",
                "magic-portal",
                seat,
                seat,
                value=len(s.gates(seat)),
                high=1,
                rule="CW-GAT-001",
            )

    def placed(self, s: State, args: Args, a: int) -> int:
        return int(s.holder(a) == int(args[0]) if args[0] else s.gate[a] != NO_GATE)

    def apply(self, s: State, args: Args, a: int, value: Value) -> None:
        if not args[0]:
            s.gate[a] = (s.gate[a] or OPEN_GATE) if value else NO_GATE
            return
        seat = int(args[0])
        if not value:
            s.gate[a] = OPEN_GATE if s.holder(a) == seat else s.gate[a]
        elif s.holder(a) != seat:
            kinds = [kind for kind in keepers(s, seat) if s.n(seat, kind, a)]
            if not kinds:
                who, where = s.config.factions[seat].title, s.config.map.names[a]
                raise EditError(f"{who} has nobody in {where} who could stand on the gate")
            s.hold(seat, kinds[0], a)


class Markers(ToolFamily):
    """Markers that factions put on areas."""

    word = "token"

    def tools(self, s: State, seats: tuple[Seat, ...]) -> Iterator[Tool]:
        for i, token in enumerate(s.config.tokens):
            yield Tool(
                f"token:{i}",
                "Pieces",
                token.name,
                "place",
                token.icon,
                NEUTRAL,
                token.seat,
                value=s.tokens[i].bit_count(),
                high=1,
                most=token.figures,
                rule="CW-CMP-005",
            )

    def placed(self, s: State, args: Args, a: int) -> int:
        return s.marked(int(args[0]), a)

    def apply(self, s: State, args: Args, a: int, value: Value) -> None:
        i, bit = int(args[0]), 1 << a
        s.tokens = tuple((old & ~bit | (bit if value else 0)) if k == i else old for k, old in enumerate(s.tokens))


class Tracks(ToolFamily):
    """Power, Doom, Elder Signs, captives, and figures that wait on the own card."""

    word = "track"

    def tools(self, s: State, seats: tuple[Seat, ...]) -> Iterator[Tool]:
        config, group = s.config, "Tracks"
        for seat in config.seats:
            yield Tool(
                f"track:power:{seat}",
                group,
                "Power",
                "number",
                seat=seat,
                value=s.power[seat],
                high=500,
                rule="CW-ACT-002",
            )
            yield Tool(
                f"track:doom:{seat}",
                group,
                "Doom",
                "number",
                seat=seat,
                value=s.doom[seat],
                high=500,
                rule="CW-VIC-001",
            )
            for v in (1, 2, 3):
                n = s.signs[seat].count(v)
                yield Tool(
                    f"track:sign:{seat}:{v}",
                    group,
                    f"Elder Signs worth {v}",
                    "number",
                    seat=seat,
                    value=n,
                    high=40,
                    rule="CW-ES-002",
                )
            for foe in config.foes[seat]:
                n = s.n(foe, config.cultists[foe][0], HELD + seat)
                yield Tool(
                    f"track:captive:{seat}:{foe}",
                    group,
                    f"Captives of {config.factions[foe].title}",
                    "number",
                    owner=foe,
                    seat=seat,
                    section="Captives",
                    value=n,
                    high=MOST_FIGURES,
                    rule="CW-CAP-001",
                )
            for kind, unit in enumerate(config.factions[seat].units):
                yield Tool(
                    f"track:card:{seat}:{kind}",
                    group,
                    f"{unit.name} off the map",
                    "number",
                    unit.icon,
                    seat,
                    seat,
                    section="In play on the own card",
                    value=s.n(seat, kind, CARD),
                    high=MOST_FIGURES,
                    rule=unit.rule,
                )

    def apply(self, s: State, args: Args, a: int, value: Value) -> None:
        name, seat, n = args[0], int(args[1]), int(value)
        if name in ("power", "doom"):
            getattr(s, name)[seat] = n
        elif name == "captive":
            foe = int(args[2])
            put(s, foe, s.config.cultists[foe][0], HELD + seat, n)
        elif name == "card":
            put(s, seat, int(args[2]), CARD, n)
        else:
            v = int(args[2])
            more = n - s.signs[seat].count(v)
            s.signs[seat] = tuple(sorted([*(x for x in s.signs[seat] if x != v), *[v] * n]))
            most = s.config.bag[v - 1] - sum(signs.count(v) for signs in s.signs)
            left = list(s.bag)
            left[v - 1] = max(min(left[v - 1] - more, most), 0)
            s.bag = left[0], left[1], left[2]


class Books(ToolFamily):
    """Spellbooks on the cards, requirements that are met, Great Old Ones that have been awake, powers used up."""

    word = "book"

    def tools(self, s: State, seats: tuple[Seat, ...]) -> Iterator[Tool]:
        for seat, card in enumerate(s.config.factions):
            for bit, book in enumerate(card.books):
                has = s.has_book(seat, bit)
                yield self.switch(f"has:{seat}:{bit}", seat, book.name, "Spellbooks", has, book.rule, book.text)
            for slot in card.slots:
                met = not s.open >> (8 * seat + slot.bit) & 1
                at = f"met:{seat}:{slot.bit}"
                yield self.switch(at, seat, slot.name, "Requirements met", met, slot.rule, slot.text)
            for kind in s.config.goos[seat]:
                was, unit = s.awoken >> (8 * seat + kind) & 1, card.units[kind]
                yield self.switch(
                    f"awoken:{seat}:{kind}", seat, f"{unit.name} has been awake", "Before", was, unit.rule
                )
        for what in ("spent", "lent"):
            for seat, name in getattr(s, what):
                said = f"{name} {'is used up' if what == 'spent' else 'is lent'}"
                yield self.switch(f"{what}:{seat}:{name}", seat, said, "Before", True, "")

    @staticmethod
    def switch(args: str, seat: int, name: str, section: str, on: object, rule: str, text: str = "") -> Tool:
        """One switch."""
        return Tool(
            f"book:{args}",
            "Books",
            name,
            "toggle",
            seat=seat,
            section=section,
            value=int(bool(on)),
            high=1,
            rule=rule,
            text=text,
        )

    def apply(self, s: State, args: Args, a: int, value: Value) -> None:
        name, seat = args[0], int(args[1])
        if name in ("spent", "lent"):
            power = ":".join(args[2:])
            row = tuple(item for item in getattr(s, name) if item != (seat, power))
            setattr(s, name, (*row, (seat, power)) if value else row)
            return
        bit = 1 << (8 * seat + int(args[2]))
        if name == "has":
            s.books = s.books | bit if value else s.books & ~bit
        elif name == "awoken":
            s.awoken = s.awoken | bit if value else s.awoken & ~bit
        else:
            s.open = s.open & ~bit if value else s.open | bit


class MomentTools(ToolFamily):
    """The phase, whose turn it is, and what is counted for all."""

    word = "moment"

    def tools(self, s: State, seats: tuple[Seat, ...]) -> Iterator[Tool]:
        group, phases = "Turn", PHASES | ({OVER: "The end"} if s.phase == OVER else {})
        players = tuple(Choice(seat.index, seat.title or seat.name, seat.icon, seat.index) for seat in seats)
        for name, title, options, rule in (
            ("phase", "Phase", tuple(Choice(k, v) for k, v in phases.items()), "CW-GEN-001"),
            ("stage", "Part of the turn", tuple(Choice(k, v) for k, v in STAGES.items()), "CW-ACT-003"),
            ("active", "Whose turn", players, "CW-ACT-001"),
            ("first", "First player", players, "CW-FPL-001"),
            ("way", "Direction", (Choice(1, "Clockwise"), Choice(-1, "Counterclockwise")), "CW-FPL-003"),
        ):
            yield Tool(f"moment:{name}", group, title, "choice", value=getattr(s, name), choices=options, rule=rule)
        numbers = [
            ("round", "Round", 1, 1_000, "CW-GEN-001"),
            ("ritual", "Ritual track", 0, len(s.config.track), "CW-RIT-001"),
        ]
        if s.config.two:
            numbers.append(("decay", "Decay", 0, 500, "CW-2PL-016"))
        for name, title, low, high, rule in numbers:
            yield Tool(f"moment:{name}", group, title, "number", value=getattr(s, name), low=low, high=high, rule=rule)
        for v in (1, 2, 3):
            yield Tool(
                f"moment:bag:{v}",
                group,
                f"Elder Signs worth {v} in the bag",
                "number",
                value=s.bag[v - 1],
                high=200,
                section="Elder Signs left" if v == 1 else "",
                rule="CW-ES-001",
            )
        yield Tool(
            "moment:fought",
            group,
            "Battle fought here this turn",
            "place",
            "crossed-swords",
            section="This turn",
            value=s.fought.bit_count(),
            high=1,
            rule="CW-UNL-011",
        )
        if s.battle is not None or s.doing:
            yield Tool(
                "moment:under_way",
                group,
                "An action is under way",
                "toggle",
                section="This turn",
                value=1,
                high=1,
                rule="CW-BAT-001",
                text="Switch it off to stand before the next action.",
            )

    def placed(self, s: State, args: Args, a: int) -> int:
        return s.fought >> a & 1

    def apply(self, s: State, args: Args, a: int, value: Value) -> None:
        name, n = args[0], int(value)
        if name == "bag":
            left = list(s.bag)
            left[int(args[1]) - 1] = n
            s.bag = left[0], left[1], left[2]
        elif name == "fought":
            s.fought = s.fought & ~(1 << a) | n << a
        elif name == "under_way":
            s.battle, s.doing = (s.battle, s.doing) if n else (None, "")
        else:
            setattr(s, name, n)
            if name == "phase":
                s.slot, s.battle, s.doing = None, None, ""
            if name == "stage" and n != SECOND:
                s.barred = s.moved = ()


FAMILIES: dict[str, ToolFamily] = {
    family.word: family for family in (Units(), Gates(), Markers(), Tracks(), Books(), MomentTools())
}


def palette(s: State, seats: tuple[Seat, ...]) -> tuple[Tool, ...]:
    """All tools."""
    return tuple(tool for family in FAMILIES.values() for tool in family.tools(s, seats))


def _family(tool: str) -> tuple[ToolFamily, Args]:
    word, *args = tool.split(":")
    if word not in FAMILIES:
        raise unknown("tool", tool, FAMILIES)
    return FAMILIES[word], args


def placed(s: State, tool: str, target: Target) -> int:
    """How many of a placing tool are in an area."""
    family, args = _family(tool)
    return family.placed(s, args, _area(s, target))


def edit(s: State, tool: str, target: Target, value: Value) -> State:
    """A copy in which the tool has this value."""
    family, args = _family(tool)
    other = s.copy()
    family.apply(other, args, _area(s, target) if target else -1, value)
    other.derive()
    return other


def _area(s: State, target: Target) -> int:
    area = area_of(target)
    if area >= len(s.gate):
        raise EditError(f"the map has no area {area}")
    return area
