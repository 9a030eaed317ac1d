"""The pocket game's state, declared once, and the deeds that its spirits can do."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from theomachy.engine.runtime.ability import Ability, Bearer, window
from theomachy.engine.runtime.decision import checkpoint, choose, number, roll, yes
from theomachy.engine.runtime.dice import Dice
from theomachy.engine.runtime.in_force import InForce
from theomachy.engine.runtime.requirement import Action, Requirement
from theomachy.engine.runtime.seat_abilities import Topical
from theomachy.engine.runtime.trace import group, report
from theomachy.engine.state import (
    NOBODY,
    OWNER,
    Appearance,
    Declared,
    Domain,
    Each,
    Many,
    Mask,
    Maybe,
    Number,
    Of,
    OneOf,
    Pile,
    Record,
    Rows,
    Shows,
    Text,
    Word,
    declared,
    field,
)  # fmt: skip

DATA = Path(__file__).parent / "pocket_data"
HITS = Dice("battle", (("hit", (5, 6)),))
CARDS, ISLANDS = ("rain", "flood", "star"), ("Kos", "Delos", "Naxos", "Paros", "Ios")
OMENS, DEEDS, HARVEST = 0, 1, 2
NAMES = ("Aglaia", "Bronteas", "Circe", "Dione")
GIFTS = (("Gale", "Spear Dance", "Phoenix"), ("Spear Dance", "Shield Wall", "Phoenix"), ("Shield Wall",), ("Gale",))
MOST = 6
SEAT = Domain("seat", lambda system: [seat.name for seat in system.seats], target="seat:{}")
ISLAND = Domain("island", ISLANDS, target="area:{}")
RELIC, SEA = Domain("relic", ("Aegis", "Trident")), Domain("sea", ("Fog", "Reef"))
CARD = Domain("card", ("Rain", "Flood", "Star"), target="card:{}", look=lambda system, card: Appearance("cards"))


@declared
class Fight(Record):
    """A battle under way; it can begin again from this alone."""

    home: int = field(OneOf(ISLAND))
    target: int = field(OneOf(ISLAND))
    rounds: int = field(Number(0, 9))


VOCABULARY = Topical(
    {
        "pre_battle": ("s", "me", "mine", "theirs"), "would_be_eliminated": ("s", "me"),
        "strength": ("s", "me", "island"), "may_battle": ("s", "me", "a", "b"),
    },
    words=("on",),
)  # fmt: skip


class Gift(Ability, abstract=True):
    """`on` is the relic, sea or beast on which it is printed; the gifts of a spirit are printed on nothing."""

    vocabulary, on = VOCABULARY, ""

    @property
    def thing(self):
        return self.on or self.name


@declared
class State(Declared):
    turn: int = field(Number(1, 999), "Turn", group="Turn")
    phase: int = field(Word({"omens": OMENS, "deeds": DEEDS, "harvest": HARVEST}), "Phase", group="Turn")
    order: tuple[int, ...] = field(Many(SEAT, ordered=True), "Order")
    active: int = field(OneOf(SEAT), "Active", group="Turn")
    owner: list[int] = field(Each(ISLAND, OneOf(SEAT, none="nobody")), "Owner", group="Pieces", rule="PG-DEE-002")
    army: list[int] = field(Each(ISLAND, Number(0, 40)), "Army", group="Pieces", rule="PG-DEE-002")
    coins: list[int] = field(Each(SEAT, Number(0, 99)), "Coins", group="Coins", rule="PG-PAY-001")
    guessed: int = field(Mask(SEAT), "Guessed", group="Turn")
    saved: int = field(Mask(SEAT), "Saved", group="Turn")
    hands: list[tuple[int, ...]] = field(Each(SEAT, Many(CARD)), "Hand", group="Cards", seen=OWNER, pile="deck")
    deck: list[int] = field(Pile(CARD), "Deck", group="Cards", rule="PG-HAR-001", seen=NOBODY)
    gone: int = field(Mask(SEAT), "Gone")  # who has left the table: test_leaving.py has a rule for it
    fight: Fight | None = field(Maybe(Of(Fight)), "Battle", rule="PG-BAT-001")
    asked: tuple[int, ...] = field(Many(Domain("number", tuple(map(str, range(40)))), ordered=True))  # so far
    # things on which powers are printed, besides what each spirit is given at the beginning
    relics: list[int] = field(
        Each(RELIC, OneOf(SEAT, none="nobody")), "Relics", later=True, shows=Shows(lambda c, me, i: on(RELIC, i))
    )
    sea: int = field(
        OneOf(SEA, none="calm"), "Sea", later=True,
        shows=(Shows(lambda c, me, sea: on(SEA, sea)), Shows(lambda c, me, sea: on(SEA, sea, "each"), each=True)),
    )  # fmt: skip
    hydra: int = field(
        OneOf(ISLAND, none="asleep"), "Hydra", later=True,
        shows=Shows(lambda c, me, i: VOCABULARY.on("Hydra"), by="s.stirs(seat)", holder=Bearer),
    )  # fmt: skip
    lent: tuple[tuple[int, str], ...] = field(Rows(OneOf(SEAT), Text()), "Lent", later=True, shows=Shows(rank=1))
    hushed: tuple[tuple[int, str], ...] = field(Rows(OneOf(SEAT), Text()), "Silenced", later=True, silences="*")
    sunk: int = field(Mask(RELIC), "Relics without their power", later=True, silences="relics")
    oaths: tuple[tuple[int, str], ...] = field(
        Rows(OneOf(SEAT), Text()), "Sworn", later=True, shows=Shows(rank=2, in_row=True, lasting=True)
    )

    printed: ClassVar = {"gifts": Shows(lambda c, me, _: [VOCABULARY.named(name) for name in GIFTS[me]])}

    @property
    def key(self):
        return IN_FORCE(self)

    def stirs(self, seat):
        """The island of the hydra, a neutral beast, as a mask: for whoever holds it."""
        return 1 << self.hydra if self.hydra >= 0 and self.owner[self.hydra] == seat else 0


IN_FORCE = InForce(State, VOCABULARY)


def on(domain: Domain, thing: int, word: str = "") -> Any:
    """What is printed on a relic or a sea; `word` "each" for what a sea gives to everybody."""
    return VOCABULARY.on(f"{word} {domain.names[thing]}".strip())


def island(s: State, i: int) -> str:
    return ISLANDS[i]


def near(i: int) -> tuple[int, int]:
    return (i - 1) % 5, (i + 1) % 5


def mine(s: State, me: int) -> list[int]:
    return [i for i in range(5) if s.owner[i] == me]


def barred(s: State, a: int, b: int) -> bool:
    return any(not may(s, who, a, b) for who, _, may in VOCABULARY.hooks(s.key, "may_battle"))


def gain(s: State, by: Any, me: int, i: int) -> None:
    s.army[i] += 1
    report(s, by.rule, "{} gains an army", island(s, i), who=me, touched=(f"area:{i}",))


def lose(s: State, i: int, n: int, rule: str) -> None:
    """The one door by which armies leave: replacements stand in it, each source once a battle."""
    me = s.owner[i]
    for _ in range(min(n, s.army[i])):
        saved = next((h for h in VOCABULARY.mine(s.key, "would_be_eliminated", me) if h[2](s, h[0])), None)
        if saved is not None:
            report(s, saved[1].rule, "{} saves an army in {}", saved[1].name, island(s, i), who=me)
            continue
        s.army[i] -= 1
        report(s, rule, "an army of {} is lost", island(s, i), touched=(f"area:{i}",))
    s.owner[i] = me if s.army[i] else -1


ARGUMENT_TYPES = {
    "island": ISLAND.argument(),
    "own island": ISLAND.argument(mine, base="island"),
    "card": CARD.argument(),
}
YOURS = Requirement("PG-DEE-001", "{0} is yours", lambda s, me, a: s.owner[a] == me, lambda s, me, a: holder(s, a))
TWO = Requirement(
    "PG-DEE-003", "Two armies stand in {0}", lambda s, me, a: s.army[a] > 1, lambda s, me, a: str(s.army[a]),
    lambda s, me, a: "one must stay behind", lambda s, me, a: (f"area:{a}",),
)  # fmt: skip
NEAR = Requirement("PG-DEE-003", "{0} and {1} are neighbours", lambda s, me, a, b: b in near(a))
ROOM = Requirement("PG-DEE-002", "{0} has room", lambda s, me, a: s.army[a] < MOST, lambda s, me, a: str(s.army[a]))
TURN = Requirement("PG-DEE-001", "It is your turn to act", lambda s, me: s.phase == DEEDS and s.active == me)


def holder(s: State, i: int) -> str:
    return "free" if s.owner[i] < 0 else NAMES[s.owner[i]]


class Raise(Action):
    verb, rule, shape, when = "raise", "PG-DEE-002", ("own island",), (TURN,)
    phrase, requirements = "Raise an army in {}", (YOURS, ROOM)

    def price(self, s, me):
        return 1

    def purse(self, s, me):
        return s.coins[me]

    async def do(self, s, me, a):
        gain(s, self, me, a)


class March(Action):
    verb, rule, shape, when = "march", "PG-DEE-003", ("own island", "island"), (TURN,)
    asked, asks = 1, ("March from {} to which island?",)
    requirements = (
        YOURS,
        TWO,
        NEAR,
        Requirement("PG-DEE-003", "{1} is free or yours", lambda s, me, a, b: s.owner[b] in (-1, me)),
    )

    async def do(self, s, me, a, b):
        n = await number(me, 1, s.army[a] - 1, self, "march number")
        s.army[a], s.army[b], s.owner[b] = s.army[a] - n, s.army[b] + n, me
        report(s, self.rule, "{} armies march from {} to {}", n, island(s, a), island(s, b), who=me)


class Attack(Action):
    verb, rule, shape, when = "attack", "PG-BAT-001", ("own island", "island"), (TURN,)
    phrase = "Attack from {} into {}"
    requirements = (
        YOURS,
        TWO,
        NEAR,
        Requirement("PG-BAT-001", "{1} is another's", lambda s, me, a, b: s.owner[b] not in (-1, me)),
        Requirement("PG-BAT-001", "No power forbids it", lambda s, me, a, b: not barred(s, a, b)),
    )

    async def do(self, s, me, a, b):
        s.fight, s.saved, foe = Fight.fresh(s.config), 0, s.owner[b]
        s.fight.home, s.fight.target = a, b
        await window(s, VOCABULARY, "pre_battle", me, s, me, a, b)
        if s.owner[b] == foe:
            await window(s, VOCABULARY, "pre_battle", foe, s, foe, b, a, quiet=True)
        await battle(s)


class Invoke(Action):
    verb, rule, shape, when = "invoke", "PG-DEE-004", ("card",), (TURN,)
    requirements = (Requirement("PG-DEE-004", "{0} is in your hand", lambda s, me, c: c in s.hands[me]),)

    async def do(self, s, me, c):
        hand = list(s.hands[me])
        hand.remove(c)
        s.hands[me] = tuple(hand)
        with group(s, self.rule, "{} is invoked", CARDS[c], who=me):
            s.coins[me] += 2 * (c == 0)
            if c == 1:
                drowned = await choose(me, "area", [i for i in range(5) if s.army[i]], self, "flood", argument="island")
                lose(s, drowned, 1, self.rule)


ACTIONS = (Raise(), March(), Attack(), Invoke())


async def battle(s: State) -> None:
    """The rounds; `s.fight` says all, so that a round can begin from the state."""
    while s.fight is not None:
        await checkpoint()
        a, b = s.fight.home, s.fight.target
        me, foe = s.owner[a], s.owner[b]
        if me < 0 or foe < 0 or me == foe or s.fight.rounds == 4:
            s.fight = None
            return
        s.fight.rounds += 1
        with group(s, "PG-BAT-002", "round {}", s.fight.rounds):
            hits = await roll(HITS, s.army[a], "PG-BAT-002", "attack dice")
            back = await roll(HITS, s.army[b], "PG-BAT-002", "defence dice")
            report(s, "PG-BAT-002", "{} hits against {}", hits, back, dice=(HITS, s.army[a], hits))
            lose(s, b, hits, "PG-BAT-002")
            lose(s, a, back, "PG-BAT-002")
        if s.owner[a] == me and s.owner[b] < 0 and s.army[a] > 1:
            s.army[a], s.army[b], s.owner[b] = s.army[a] - 1, 1, me
        ways = [i for i in near(b) if s.owner[i] in (-1, foe)] if s.owner[b] == foe else []
        if ways and await yes(foe, "PG-BAT-002", "retreat", prompt="Retreat?"):
            to = await choose(foe, "area", ways, "PG-BAT-002", "retreat to", argument="island")
            s.army[to], s.army[b], s.owner[to], s.owner[b], s.fight = s.army[to] + s.army[b], 0, foe, -1, None
