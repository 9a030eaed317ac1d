"""The tools of the position editor, a small class each family of them, and what only an editor can get wrong.

What lies in the reserve and in the deck follows from what lies elsewhere, as far as there are counters and cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...engine.errors import unknown
from ...engine.tabletop.palette import Choice, EditError, Tool, Value, area_of
from ...engine.tabletop.table import HAZARD, Target
from .land import bits
from .state import (
    ARMY,
    BATTLE,
    MOVEMENT,
    OVER,
    PLAINS,
    POPULATION,
    ROLLS,
    SETTLE,
    TEMPLE,
    TERRAINS,
    WORLD,
    WORLD_FIRST,
    BattleRecord,
    State,
)
from .table import ICONS

if TYPE_CHECKING:
    from . import Demigods

SETTING_UP = {WORLD_FIRST: "Who builds first", WORLD: "World building", ROLLS: "Starting rolls", SETTLE: "Settling"}
CHECKS = (
    ("DG-MOV-005", "Counters stand on land"),
    ("DG-TMP-002", "One temple a hex"),
    ("DG-GRO-002", "No hex is over its limit"),
    ("DG-WLD-002", "The terrain counters are all there"),
    ("DG-CRD-001", "Two cards of each kind"),
)
Args = list[str]


class ToolFamily:
    """Tools of one sort; the parts of an id after its first are arguments."""

    word = ""

    def tools(self, s: State) -> Iterator[Tool]:
        """The tools, with how they stand."""
        raise NotImplementedError

    def placed(self, s: State, args: Args, h: int) -> int:
        """How many are on a hex; only of families that place."""
        return 0

    def apply(self, s: State, args: Args, h: int, value: Value) -> None:
        """Change a copy."""
        raise NotImplementedError


def seats(s: State) -> range:
    return range(len(s.hands))


class Counters(ToolFamily):
    """Population, armies, temples and monsters of a seat."""

    word = "counter"

    def tools(self, s: State) -> Iterator[Tool]:
        for seat in seats(s):
            sums = s.sums(seat)
            for kind, name in enumerate(s.game.counter_names):
                yield Tool(
                    f"counter:{seat}:{kind}",
                    "Pieces",
                    name,
                    "place",
                    ICONS[kind],
                    seat,
                    seat,
                    value=sums[kind],
                    high=9 if kind == TEMPLE else 99,
                    rule="DG-GRO-003",
                    piece=True,
                )

    def placed(self, s: State, args: Args, h: int) -> int:
        seat, kind = map(int, args)
        return s.counters[kind][h] if s.owner[h] == seat + 1 else 0

    def apply(self, s: State, args: Args, h: int, value: Value) -> None:
        seat, kind = map(int, args)
        n = int(value) - self.placed(s, args, h)
        if n > 0:
            if s.owner[h] not in (0, seat + 1):
                holder = s.game.seats[s.owner[h] - 1].name
                raise EditError(f"{s.game.grid.names[h]} is held by {holder}: take those counters away first")
            s.add(h, seat, kind, n)
        else:
            s.remove(h, kind, -n)
        for moved in (POPULATION, ARMY):
            s.came[moved][h] = min(s.came[moved][h], s.counters[moved][h])


class GroundTools(ToolFamily):
    """The terrain of a hex; without any it is water."""

    word = "terrain"

    def tools(self, s: State) -> Iterator[Tool]:
        for t, word in enumerate(TERRAINS):
            if t:
                yield Tool(
                    f"terrain:{t}",
                    "Ground",
                    word.replace("_", " ").capitalize(),
                    "place",
                    value=s.terrain.count(t),
                    high=1,
                    most=s.game.terrain_counters[t - 1],
                    ground=word,
                    rule="DG-WLD-002",
                )
        yield Tool(
            "terrain:0", "Ground", "Water", "place", value=s.terrain.count(0), high=1, ground="water", rule="DG-WLD-008"
        )

    def placed(self, s: State, args: Args, h: int) -> int:
        return int(s.terrain[h] == int(args[0]))

    def apply(self, s: State, args: Args, h: int, value: Value) -> None:
        t = int(args[0])
        if value:
            s.paint(h, t)
        elif not t:
            raise EditError(f"{s.game.grid.names[h]} needs some ground: paint another over the water")
        elif s.terrain[h] == t:
            s.paint(h, 0)
        for i, counters in enumerate(s.game.terrain_counters):
            s.pile[i] = max(counters - s.terrain.count(i + 1) - (s.drawn == i + 1), 0)


class Hands(ToolFamily):
    """Cards of a hand, and of the discard pile (seat -1); the rest is the deck."""

    word = "card"

    def tools(self, s: State) -> Iterator[Tool]:
        game = s.game
        for seat in (*seats(s), -1):
            held = s.hands[seat] if seat >= 0 else None
            for c, card in enumerate(game.cards):
                yield Tool(
                    f"card:{seat}:{c}",
                    "Cards",
                    card.name if held is not None else f"{card.name} discarded",
                    "card",
                    card.icon,
                    seat=seat,
                    section="" if held is not None else "Discarded",
                    value=held.count(c) if held is not None else s.discard[c],
                    high=game.copies,
                    rule=card.rule,
                    text=card.text,
                )

    def apply(self, s: State, args: Args, h: int, value: Value) -> None:
        seat, c = map(int, args)
        if seat < 0:
            s.discard[c] = int(value)
        else:
            s.hands[seat] = tuple(sorted([*(x for x in s.hands[seat] if x != c), *[c] * int(value)]))
        s.deck[c] = max(s.game.copies - s.discard[c] - sum(hand.count(c) for hand in s.hands), 0)


class Effects(ToolFamily):
    """Cards that go on having an effect: on a hex, or everywhere."""

    word = "effect"

    def tools(self, s: State) -> Iterator[Tool]:
        for seat in seats(s):
            for c in s.game.lasting_bit:
                card = s.game.cards[c]
                on = sum(1 for e in s.effects if e[:2] == (c, seat))
                yield Tool(
                    f"effect:{seat}:{c}",
                    "Effects",
                    f"{card.name} in force",
                    "place" if card.shape else "toggle",
                    card.marker or card.icon,
                    HAZARD if card.shape else seat,
                    seat,
                    value=on if card.shape else min(on, 1),
                    high=1,
                    rule=card.rule,
                    text=card.text,
                )

    def placed(self, s: State, args: Args, h: int) -> int:
        seat, c = map(int, args)
        return int((c, seat, h) in s.effects)

    def apply(self, s: State, args: Args, h: int, value: Value) -> None:
        seat, c = map(int, args)
        s.effects = tuple(e for e in s.effects if e != (c, seat, h))
        if value:
            s.effects += ((c, seat, h),)


class MomentTools(ToolFamily):
    """The phase, whose turn it is, and what else is a number or a switch of the whole game."""

    word = "moment"

    def tools(self, s: State) -> Iterator[Tool]:
        game = s.game
        phases = dict(enumerate(game.phases)) | SETTING_UP | ({OVER: "The end"} if s.phase == OVER else {})
        order = sorted(phases, key=lambda phase: (phase < 0, phase))
        players = tuple(Choice(seat.index, seat.name, seat.icon, seat.index) for seat in game.seats)
        yield Tool("moment:turn", "Turn", "Turn", "number", value=s.turn, high=1_000, rule="DG-TURN-001")
        yield Tool(
            "moment:phase",
            "Turn",
            "Phase",
            "choice",
            value=s.phase,
            rule="DG-TURN-002",
            choices=tuple(Choice(phase, phases[phase]) for phase in order),
        )
        yield Tool("moment:active", "Turn", "Whose turn", "choice", value=s.active, choices=players, rule="DG-TURN-001")
        yield Tool(
            "moment:first", "Turn", "Who went first", "choice", value=s.first, choices=players, rule="DG-SET-004"
        )
        yield Tool(
            "moment:begun",
            "Turn",
            "Blights of this miracle phase are rolled",
            "toggle",
            value=int(s.begun),
            high=1,
            rule="DG-MIR-001",
        )
        for seat in seats(s):
            section = "Eliminated" if not seat else ""
            yield Tool(
                f"moment:out:{seat}",
                "Turn",
                game.seats[seat].name,
                "toggle",
                "death-skull",
                seat,
                section=section,
                value=s.out >> seat & 1,
                high=1,
                rule="DG-GEN-002",
            )
        for what, title, most, rule in (
            ("start", "People still to settle", 6 * game.start_dice, "DG-SET-001"),
            ("redraws", "Terrain thrown back", game.redraws, "DG-WLD-007"),
        ):
            for seat in seats(s):
                yield Tool(
                    f"moment:{what}:{seat}",
                    "Turn",
                    game.seats[seat].name,
                    "number",
                    owner=seat,
                    section=title if not seat else "",
                    value=getattr(s, what)[seat],
                    high=most,
                    rule=rule,
                )

    def apply(self, s: State, args: Args, h: int, value: Value) -> None:
        name, n = args[0], int(value)
        if name == "begun":
            s.begun = bool(n)
        elif name == "out":
            seat = int(args[1])
            s.out = s.out & ~(1 << seat) | n << seat
        elif name in ("start", "redraws"):
            getattr(s, name)[int(args[1])] = n
        else:
            setattr(s, name, n)


class DoneTools(ToolFamily):
    """What has been done in this turn, a number a hex: rules look back at it until the turn ends."""

    word = "done"
    rows = (
        ("raised", "Armies raised", "spartan", "DG-ARM-001"),
        ("disbanded", "Armies disbanded", "meeple-group", "DG-ARM-002"),
        ("fought", "Have attacked", "crossed-swords", "DG-BAT-001"),
        ("again", "Have attacked twice", "swords-power", "DG-CRD-012"),
        ("came0", "People that moved here", "walking-boot", "DG-MOV-001"),
        ("came1", "Armies that moved here", "wingfoot", "DG-MOV-001"),
    )

    def row(self, s: State, name: str) -> bytearray:
        """The numbers by hex."""
        found: bytearray = s.came[int(name[-1])] if name.startswith("came") else getattr(s, name)
        return found

    def tools(self, s: State) -> Iterator[Tool]:
        for name, title, icon, rule in self.rows:
            n, section = sum(self.row(s, name)), "Done in this turn"
            yield Tool(f"done:{name}", "This turn", title, "place", icon, section=section, value=n, rule=rule)

    def placed(self, s: State, args: Args, h: int) -> int:
        return self.row(s, args[0])[h]

    def apply(self, s: State, args: Args, h: int, value: Value) -> None:
        name, where = args[0], s.game.grid.names[h]
        most = {
            "fought": s.fighters(h),
            "again": s.fought[h],
            "came0": s.counters[POPULATION][h],
            "came1": s.counters[ARMY][h],
        }.get(name, 99)
        if int(value) > most:
            what = {"again": "have attacked", "came0": "people", "came1": "armies"}.get(name, "armies and monsters")
            raise EditError(f"on {where} there are {most} {what}: {value} is too many")
        self.row(s, name)[h] = int(value)
        s.again[h] = min(s.again[h], s.fought[h])


class Lost(ToolFamily):
    """Counters that were destroyed in this turn, by hex: some cards bring them back."""

    word = "lost"

    def tools(self, s: State) -> Iterator[Tool]:
        for seat in seats(s):
            for kind, name in enumerate(s.game.counter_names):
                yield Tool(
                    f"lost:{seat}:{kind}",
                    "This turn",
                    f"{name} lost",
                    "place",
                    ICONS[kind],
                    seat,
                    seat,
                    section="Lost in this turn",
                    value=sum(row[kind] for (_, p), row in s.lost.items() if p == seat),
                    rule="DG-CRD-024",
                )

    def placed(self, s: State, args: Args, h: int) -> int:
        seat, kind = map(int, args)
        return s.lost.get((h, seat), (0, 0, 0, 0))[kind]

    def apply(self, s: State, args: Args, h: int, value: Value) -> None:
        seat, kind = map(int, args)
        row = list(s.lost.pop((h, seat), (0, 0, 0, 0)))
        row[kind] = int(value)
        if any(row):
            s.lost[h, seat] = (row[0], row[1], row[2], row[3])


class Battles(ToolFamily):
    """A battle under way: where, from where, and how far it has come."""

    word = "battle"

    def tools(self, s: State) -> Iterator[Tool]:
        f, group, section = s.fight, "This turn", "Battle"
        yield Tool(
            "battle:target",
            group,
            "Attacked hex",
            "place",
            "crossed-swords",
            HAZARD,
            section=section,
            value=int(f is not None),
            high=1,
            rule="DG-BAT-001",
            text="Everybody who stands beside it attacks, until you say otherwise.",
        )
        if f is None:
            return
        yield Tool(
            "battle:party",
            group,
            "Attackers",
            "place",
            "spartan-helmet",
            s.active,
            section=section,
            value=sum(n for _, n in f.parties),
            rule="DG-BAT-010",
        )
        for name, title, n, rule in (
            ("rounds", "Rounds fought", f.rounds, "DG-BAT-006"),
            ("defence", "Hits that the ground took", f.defence, "DG-BAT-012"),
        ):
            yield Tool(f"battle:{name}", group, title, "number", section=section, value=n, high=999, rule=rule)

    def placed(self, s: State, args: Args, h: int) -> int:
        if s.fight is None:
            return 0
        return int(s.fight.target == h) if args[0] == "target" else dict(s.fight.parties).get(h, 0)

    def apply(self, s: State, args: Args, h: int, value: Value) -> None:
        name, n, f = args[0], int(value), s.fight
        if name == "target":
            if not n:
                s.fight = None if f is not None and f.target == h else f
                return
            near = [a for a in bits(s.game.grid.near_mask[h]) if s.owner[a] == s.active + 1 and s.fighters(a)]
            if not near:
                raise EditError(f"no fighters of {s.game.seats[s.active].name} stand beside {s.game.grid.names[h]}")
            s.fight = BattleRecord(h, [(a, s.fighters(a)) for a in near])
            for a in near:
                s.fought[a] = s.fighters(a)  # who is in a battle has attacked
        elif f is None:
            raise EditError("there is no battle: choose the attacked hex first")
        elif name == "party":
            parties = dict(f.parties) | {h: n}
            f.parties = sorted((a, k) for a, k in parties.items() if k)
            s.fought[h] = max(s.fought[h], n)
            if not f.parties:
                raise EditError("a battle needs an attacker; take the attacked hex away to end it")
        elif name == "rounds":
            f.rounds, f.paused = n, n > 0  # between two rounds the attacker is asked whether to fight on
        else:
            f.defence = n


FAMILIES: dict[str, ToolFamily] = {
    family.word: family
    for family in (Counters(), GroundTools(), Hands(), Effects(), MomentTools(), DoneTools(), Lost(), Battles())
}


def palette(s: State) -> tuple[Tool, ...]:
    """All tools."""
    return tuple(tool for family in FAMILIES.values() for tool in family.tools(s))


def _family(tool: str) -> tuple[ToolFamily, Args]:
    word, *args = tool.split(":")
    if word not in FAMILIES:
        raise unknown("tool", tool, FAMILIES)
    return FAMILIES[word], args


def placed(s: State, tool: str, target: Target) -> int:
    """How many of a placing tool are on a hex."""
    family, args = _family(tool)
    return family.placed(s, args, hex_of(s.game, target))


def edit(s: State, tool: str, target: Target, value: Value) -> State:
    """A copy in which the tool has this value."""
    family, args = _family(tool)
    other = s.copy()
    other.asked = ()
    family.apply(other, args, hex_of(s.game, target) if target else -1, value)
    other.derive()
    return other


def hex_of(game: Demigods, target: Target) -> int:
    """The hex of a target."""
    h = area_of(target)
    if h >= game.grid.size:
        raise EditError(f"the map has no hex {h}")
    return h


def violations(s: State) -> list[tuple[str, str, tuple[Target, ...]]]:
    """What a game never comes to, but an editor can say."""
    game, names, found = s.game, s.game.grid.names, list[tuple[str, str, tuple[Target, ...]]]()
    who = [seat.name for seat in game.seats]
    playing = s.phase != OVER
    if playing and len(s.living()) < 2:
        found.append(("DG-GEN-002", "fewer than two players are in the game, and it goes on", ()))
    if playing and s.out >> s.active & 1:
        found.append(("DG-GEN-002", f"{who[s.active]} is eliminated, and has the turn", ()))
    for seat in seats(s):
        people, armies, temples, monsters = s.sums(seat)
        left = people or armies or temples or (monsters and (game.monsters_keep_alive or not game.monsters_stay))
        if s.out >> seat & 1 and (left or s.hands[seat]):
            at = tuple(f"area:{h}" for h in bits(s.held[seat]))
            found.append(("DG-GEN-002", f"{who[seat]} is eliminated, but has counters or cards", at))
    if s.phase in (WORLD_FIRST, WORLD) and sum(s.pile) + (s.drawn > 0) <= game.reserve:
        found.append(("DG-WLD-003", "the world is to be built, but no terrain counters are left for it", ()))
    if s.phase in (ROLLS, SETTLE):
        free = sum(1 for h in bits(s.land) if s.terrain[h] == PLAINS and not s.owner[h])
        waiting = sum(1 for n in s.start if n) if s.phase == SETTLE else len(who)
        if free < max(waiting, 1):
            found.append(("DG-SET-002", f"{max(waiting, 1)} starting hexes are needed, but {free} plains are free", ()))
    if (f := s.fight) is not None:
        at = (f"area:{f.target}",)
        if s.phase != BATTLE:
            now = game.phases[s.phase].lower() if 0 <= s.phase <= MOVEMENT else "set-up"
            found.append(("DG-BAT-001", f"a battle is under way on {names[f.target]}, but it is the {now} phase", at))
        if s.owner[f.target] == s.active + 1:
            found.append(
                ("DG-BAT-001", f"{who[s.active]} attacks {names[f.target]}, which is {who[s.active]}'s own", at)
            )
    return found
