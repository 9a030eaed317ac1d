"""What a player may do in the phases of a turn, cards aside; each requirement has a name and a rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from ....engine.runtime.decision import choose, number
from ....engine.runtime.layers import folded
from ....engine.runtime.requirement import Action, Requirement
from ....engine.runtime.trace import report
from ....engine.tabletop.table import Arrow
from .domains import ARMIES, ARMY, BATTLE, MONSTER, MOVEMENT, POPULATION, SWAMPS, TEMPLE, TEMPLES, TERRAINS
from .maps import bits
from .state import BattleRecord, State
from .timings import VOCABULARY

Able = Callable[[State, int, int], int]  # how many counters of a kind (second number) in a hex (first) could go


def area(hex_: int) -> tuple[str]:
    """The target of a hex."""
    return (f"area:{hex_}",)


def phase_is(phase: int, rule: str, name: str) -> Requirement:
    """It must be this phase of the own turn."""
    return Requirement(
        rule,
        f"it is the {name} phase",
        lambda s, me: s.phase == phase,
        fact=lambda s, me: s.config.phases[s.phase] if 0 <= s.phase < 7 else "set-up",
        fault=lambda s, me: "this phase of the turn is over" if s.phase > phase else "this phase comes later",
    )


YOUR_TURN = Requirement(
    "DG-TURN-001",
    "it is your turn",
    lambda s, me: s.active == me,
    fact=lambda s, me: s.config.seats[s.active].name,
)
CONTROL = Requirement(
    "DG-GRO-004",
    "{0} is under your control",
    lambda s, me, h: s.owner[h] == me + 1,
    fact=lambda s, me, h: s.config.seats[s.owner[h] - 1].name if s.owner[h] else "nobody",
    against=lambda s, me, h: area(h),
    implied_by=("my hex", "my front", "my movers"),
)


# -- temples ----------------------------------------------------------------------------------------------------------
def temples_near(s: State, me: int, h: int) -> int:
    """The neighbouring temples that forbid one here, as a mask (DG-TMP-003)."""
    near = s.config.grid.near_mask[h] & s.temples
    return near & s.held[me] if s.config.rulings.own_temples_only else near


class Build(Action):
    """Population counters of one hex become a temple; the price is six."""

    verb, rule, shape, phrase = "build", "DG-TMP-001", ("my hex",), "Build a temple on {}"
    also = ("place temple", "raise temple", "put temple")
    when = (YOUR_TURN, phase_is(TEMPLES, "DG-TURN-001", "temple"))
    requirements = (
        CONTROL,
        Requirement(
            "DG-TMP-001",
            "population counters for a temple stand on {0}",
            lambda s, me, h: s.counters[POPULATION][h] >= s.config.temple_price,
            fact=lambda s, me, h: f"{s.counters[POPULATION][h]} of {s.config.temple_price}",
        ),
        Requirement(
            "DG-TMP-002",
            "{0} has no temple",
            lambda s, me, h: not s.counters[TEMPLE][h],
            against=lambda s, me, h: area(h),
        ),
        Requirement(
            "DG-TMP-005",
            "{0} is no swamp",
            lambda s, me, h: s.terrain[h] != SWAMPS,
            fact=lambda s, me, h: TERRAINS[s.terrain[h]].replace("_", " "),
            against=lambda s, me, h: area(h),
        ),
        Requirement(
            "DG-TMP-003",
            "no neighbour of {0} has a temple",
            lambda s, me, h: not temples_near(s, me, h),
            fact=lambda s, me, h: ", ".join(s.config.grid.names[x] for x in bits(temples_near(s, me, h))),
            fault=lambda s, me, h: "a temple stands next to it",
            against=lambda s, me, h: tuple(f"area:{x}" for x in bits(temples_near(s, me, h))),
        ),
    )

    async def do(self, s: State, me: int, h: int) -> None:
        before = s.counters[POPULATION][h]  # what it costs, not how many counters of all kinds stand there
        s.remove(h, POPULATION, s.config.temple_price)
        s.add(h, me, TEMPLE, 1)
        figure = f"{before} → {s.counters[POPULATION][h]}"
        report(s, self.rule, "builds a temple on {}", s.config.grid.names[h], who=me, figure=figure, touched=area(h))


# -- armies -----------------------------------------------------------------------------------------------------------
def raisable(s: State, h: int) -> int:
    """How many population counters of a hex may still become armies (DG-ARM-001)."""
    at_start = s.counters[POPULATION][h] + s.raised[h] - s.disbanded[h]
    half = (at_start + 1) // 2 if s.config.rulings.raise_half_up else at_start // 2
    return with_room(s, h, ARMY, half - s.raised[h])


def disbandable(s: State, h: int) -> int:
    """How many armies of a hex may still become population (DG-ARM-002)."""
    return with_room(s, h, POPULATION, s.counters[ARMY][h] - (s.raised[h] if s.config.rulings.change_once else 0))


def with_room(s: State, h: int, kind: int, n: int) -> int:
    """Of n counters those that may become this kind: all, unless only one kind counts for the limit (DG-GRO-003)."""
    return max(min(n, s.room(h, kind)) if s.config.rulings.limit_population_only else n, 0)


class Exchange(Action):
    """In the army phase counters of one kind in a hex become as many of the other: `most` says how many may."""

    shape = ("my hex",)
    when = (YOUR_TURN, phase_is(ARMIES, "DG-TURN-001", "army"))
    gives: ClassVar[int]
    takes: ClassVar[int]
    sign: ClassVar[str]  # are there more armies afterwards, or fewer?

    def most(self, s: State, h: int) -> int:
        """How many counters may be exchanged."""
        raise NotImplementedError

    def done(self, s: State) -> bytearray:
        """How many have been in this turn, by hex."""
        raise NotImplementedError

    async def do(self, s: State, me: int, h: int) -> None:
        name = s.config.grid.names[h]
        prompt = f"How many armies does {name} {self.verb}?"
        n = await number(me, 1, self.most(s, h), self, f"armies to {self.verb}", prompt=prompt)
        s.remove(h, self.gives, n)
        s.add(h, me, self.takes, n)
        self.done(s)[h] += n
        told, figure = s.config.tally(ARMY, n), f"{self.sign}{n}"
        report(s, self.rule, f"{self.verb}s {{}} on {{}}", told, name, who=me, figure=figure, touched=area(h))


class Raise(Exchange):
    """Up to half the population of a hex become armies."""

    verb, rule, phrase = "raise", "DG-ARM-001", "Raise armies on {}"
    also = ("recruit", "train", "build armies", "make armies")
    gives, takes, sign = POPULATION, ARMY, "+"
    requirements = (
        CONTROL,
        Requirement(
            "DG-ARM-001",
            "half of the population of {0} has not been raised yet",
            lambda s, me, h: raisable(s, h) > 0,
            fact=lambda s, me, h: f"{s.counters[POPULATION][h]} population, {s.raised[h]} raised",
            against=lambda s, me, h: area(h),
        ),
    )

    def most(self, s: State, h: int) -> int:
        return raisable(s, h)

    def done(self, s: State) -> bytearray:
        return s.raised


class Disband(Exchange):
    """Armies of a hex become population again."""

    verb, rule, phrase = "disband", "DG-ARM-002", "Disband armies on {}"
    also = ("dismiss", "dissolve")
    gives, takes, sign = ARMY, POPULATION, "−"
    requirements = (
        CONTROL,
        Requirement(
            "DG-ARM-002",
            "an army that was not raised in this turn stands on {0}",
            lambda s, me, h: disbandable(s, h) > 0,
            fact=lambda s, me, h: f"{s.counters[ARMY][h]} armies, {s.raised[h]} raised",
            against=lambda s, me, h: area(h),
        ),
    )

    def most(self, s: State, h: int) -> int:
        return disbandable(s, h)

    def done(self, s: State) -> bytearray:
        return s.disbanded


# -- battle -----------------------------------------------------------------------------------------------------------
def attacks_allowed(s: State, me: int) -> int:
    """Attacks of one army in this turn (DG-BAT-011)."""
    return folded(1, VOCABULARY.mine(s.key, "limit", me), s, me)


def ready(s: State, me: int, h: int) -> int:
    """Fighters of a hex that may still attack."""
    fighters = s.fighters(h)
    if s.config.rulings.attack_without_end:
        return fighters
    fresh = fighters - s.fought[h]
    return fresh + (s.fought[h] - s.again[h] if fresh < fighters and attacks_allowed(s, me) > 1 else 0)


class Attack(Action):
    """Armies attack an adjacent hex; others beside it may join."""

    verb, rule, shape, asked = "attack", "DG-BAT-001", ("my front", "neighbour"), 1
    also = ("fight", "battle", "strike", "invade", "attack armies")
    asks = ("Attack from {0} into which hex?",)
    phrase = "Attack from {} into {}"
    when = (YOUR_TURN, phase_is(BATTLE, "DG-TURN-001", "battle"))
    requirements = (
        CONTROL,
        Requirement(
            "DG-BAT-001",
            "an army or monster stands on {0}",
            lambda s, me, a: s.counters[ARMY][a] or s.counters[MONSTER][a],
            fact=lambda s, me, a: s.fighters(a),
            fault=lambda s, me, a: "population counters never attack",
            against=lambda s, me, a: area(a),
        ),
        Requirement(
            "DG-BAT-011",
            "one of them has an attack left in this turn",
            lambda s, me, a: ready(s, me, a) > 0,
            fact=lambda s, me, a: f"{ready(s, me, a)} of {s.fighters(a)}",
            against=lambda s, me, a: area(a),
        ),
        Requirement(
            "DG-BAT-001",
            "{1} is next to {0}",
            lambda s, me, a, b: s.config.grid.near_mask[a] >> b & 1,
            fact=lambda s, me, a, b: f"distance {s.config.grid.distance(a, b)}",
            against=lambda s, me, a, b: area(b),
            implied_by=("neighbour",),
        ),
        Requirement(
            "DG-BAT-001",
            "enemy counters stand on {1}",
            lambda s, me, a, b: s.owner[b] not in (0, me + 1),
            fact=lambda s, me, a, b: s.config.seats[s.owner[b] - 1].name if s.owner[b] else "nobody",
            against=lambda s, me, a, b: area(b),
        ),
        Requirement(
            "DG-CRD-020",
            "{1} may be attacked at all",
            lambda s, me, a, b: all(query(s, holder, b) for holder, _, query in VOCABULARY.hooks(s.key, "may_battle")),
            fault=lambda s, me, a, b: "; ".join(
                str(query(s, holder, b))
                for holder, _, query in VOCABULARY.hooks(s.key, "may_battle")
                if not query(s, holder, b)
            ),
            against=lambda s, me, a, b: area(b),
        ),
    )

    async def do(self, s: State, me: int, a: int, b: int) -> None:
        names = s.config.grid.names
        n = await number(me, 1, ready(s, me, a), self, "attackers", prompt=f"How many attack from {names[a]}?")
        parties = [(a, n)]
        joiners = [h for h in s.config.grid.near[b] if h != a and s.owner[h] == me + 1 and ready(s, me, h)]
        while joiners and s.config.rulings.attacks_combine:
            h = await choose(
                me,
                "area",
                [*joiners, "done"],
                "DG-BAT-010",
                "who joins",
                names={"done": "Nobody else"},
                prompt=f"Who joins the attack on {names[b]}?",
            )
            if h == "done":
                break
            joiners.remove(h)
            more = await number(
                me, 1, ready(s, me, h), "DG-BAT-010", "attackers", prompt=f"How many attack from {names[h]}?"
            )
            parties.append((h, more))
        for h, n in parties:
            engage(s, h, n)
        s.fight = BattleRecord.fresh(s.config)
        s.fight.target, s.fight.parties = b, tuple(parties)


def engage(s: State, h: int, n: int) -> None:
    """Note that n fighters of a hex attack: those that have not attacked yet go first."""
    fresh = min(n, s.fighters(h) - s.fought[h])
    s.fought[h] += fresh
    s.again[h] = min(s.again[h] + n - fresh, s.fought[h])


# -- movement ---------------------------------------------------------------------------------------------------------
def movable(s: State, h: int, kind: int) -> int:
    """Counters of a kind that have not moved in this turn (DG-MOV-002)."""
    return s.counters[kind][h] - s.came[kind][h]


def may_enter(s: State, me: int, h: int) -> bool:
    """No power bars the hex."""
    for holder, _, query in VOCABULARY.hooks(s.key, "may_move"):
        if not query(s, holder, h):
            return False
    return True


def travellers(s: State, a: int, b: int, able: Able) -> list[tuple[int, int]]:
    """(kind, how many at most) of the counters that may go from a to b: population and armies (DG-TMP-006)."""
    lost = s.config.rulings.arrivals_discard
    most = {kind: able(s, a, kind) if lost else min(able(s, a, kind), s.room(b, kind)) for kind in (POPULATION, ARMY)}
    return [(kind, n) for kind, n in most.items() if n]


ENTER = (
    Requirement(
        "DG-MOV-005",
        "{1} is land",
        lambda s, me, a, b: s.land >> b & 1,
        fault=lambda s, me, a, b: "no counter may stand on water",
        against=lambda s, me, a, b: area(b),
        implied_by=("land", "my reach"),
    ),
    Requirement(
        "DG-MOV-004",
        "no enemy stands on {1}",
        lambda s, me, a, b: s.owner[b] in (0, s.owner[a] or me + 1),
        fact=lambda s, me, a, b: s.config.seats[s.owner[b] - 1].name if s.owner[b] else "nobody",
        against=lambda s, me, a, b: area(b),
    ),
    Requirement(
        "DG-CRD-019",
        "{1} may be entered at all",
        lambda s, me, a, b: may_enter(s, me, b),
        fault=lambda s, me, a, b: "; ".join(
            str(query(s, holder, b))
            for holder, _, query in VOCABULARY.hooks(s.key, "may_move")
            if not query(s, holder, b)
        ),
        against=lambda s, me, a, b: area(b),
    ),
)


def fits(s: State, a: int, b: int, able: Able) -> bool:
    """Are there `travellers`? The menu asks this of every neighbour of every hex."""
    for kind in (POPULATION, ARMY):
        if able(s, a, kind) and (s.config.rulings.arrivals_discard or s.room(b, kind)):
            return True
    return False


def room_for(able: Able) -> Requirement:
    """The target has room for one of the counters that are able to go there."""
    return Requirement(
        "DG-MOV-003",
        "{1} has room for one more",
        lambda s, me, a, b: fits(s, a, b, able),
        fact=lambda s, me, a, b: f"{s.total(b)} of {s.limit(b)}",
        fault=lambda s, me, a, b: "the terrain limit is reached",
        against=lambda s, me, a, b: area(b),
    )


class Move(Action):
    """Population and army counters of a hex go one hex far."""

    verb, rule, shape, asked = "move", "DG-MOV-001", ("my movers", "my reach"), 1
    also = ("march", "walk", "send", "go", "move armies", "move population", "move people")
    asks = ("Move from {0} to which hex?",)
    phrase = "Move from {} to {}"
    when = (YOUR_TURN, phase_is(MOVEMENT, "DG-TURN-001", "movement"))
    requirements = (
        CONTROL,
        Requirement(
            "DG-MOV-001",
            "population or an army that has not moved stands on {0}",
            lambda s, me, a: movable(s, a, POPULATION) or movable(s, a, ARMY),
            fact=lambda s, me, a: f"{movable(s, a, POPULATION)} population, {movable(s, a, ARMY)} armies",
            fault=lambda s, me, a: "temples and monsters stay, and a counter moves once a turn",
            against=lambda s, me, a: area(a),
        ),
        Requirement(
            "DG-MOV-001",
            "{1} is next to {0}",
            lambda s, me, a, b: s.config.grid.near_mask[a] >> b & 1,
            fact=lambda s, me, a, b: f"distance {s.config.grid.distance(a, b)}",
            against=lambda s, me, a, b: area(b),
            implied_by=("my reach",),
        ),
        *ENTER,
        room_for(movable),
    )

    async def do(self, s: State, me: int, a: int, b: int) -> None:
        most = dict(travellers(s, a, b, movable))
        kind = await choose(
            me,
            "choice",
            list(most),
            "DG-MOV-002",
            "counters to move",
            argument="counter",
            prompt="Which counters move?",
        )
        prompt = f"How many move to {s.config.grid.names[b]}?"
        n = await number(me, 1, most[kind], "DG-MOV-002", "number to move", prompt=prompt)
        travel(s, me, a, b, kind, n, self.rule)


def travel(s: State, me: int, a: int, b: int, kind: int, n: int, rule: str) -> None:
    """Counters arrive; what is over the limit is lost (only with that ruling)."""
    names, game, owner = s.config.grid.names, s.config, s.holder(a)
    s.remove(a, kind, n)
    kept = min(n, s.room(b, kind))
    s.add(b, owner, kind, kept)
    if s.phase == MOVEMENT:
        s.came[kind][b] += kept
    report(
        s,
        rule,
        "moves {} from {} to {}",
        game.tally(kind, n),
        names[a],
        names[b],
        who=me,
        arrow=Arrow(a, b),
        touched=(*area(a), *area(b)),
    )
    if kept < n:
        over, lost = game.tally(kind, n - kept), f"−{n - kept}"
        report(s, "DG-MOV-003", "loses {} over the limit of {}", over, names[b], who=me, figure=lost, touched=area(b))


BUILD, RAISE, DISBAND, ATTACK, MOVE = Build(), Raise(), Disband(), Attack(), Move()
BY_PHASE: dict[int, tuple[Action, ...]] = {
    TEMPLES: (BUILD,),
    ARMIES: (RAISE, DISBAND),
    BATTLE: (ATTACK,),
    MOVEMENT: (MOVE,),
}
ALL: tuple[Action, ...] = (BUILD, RAISE, DISBAND, ATTACK, MOVE)
