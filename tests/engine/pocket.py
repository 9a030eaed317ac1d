"""The engine's own test game: five islands in a ring, two to four spirits, and one of everything an engine must do.

A secret bid, actions with requirements, a later argument, a number, a private hand, a battle with a window, a
replacement, rounds with marks inside the step, a retreat, interjections with and without a question, dice, hidden
draws, an open ruling.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from theomachy.engine.ability import Ability, No, window
from theomachy.engine.ask import Ask, checkpoint, choose, die, draw, number, roll, together, yes
from theomachy.engine.dice import Dice
from theomachy.engine.errors import DataError, SaveError, unknown
from theomachy.engine.facts import Facts
from theomachy.engine.game import Forecast
from theomachy.engine.need import Action, Menu, Need, Word, complete
from theomachy.engine.rulebook import Rulebook
from theomachy.engine.rulings import read, settle
from theomachy.engine.seating import named
from theomachy.engine.system import System
from theomachy.engine.table import Area, Board, Card, Figure, Hand, Piece, Seat, Sheet, Table
from theomachy.engine.timing import Vocabulary
from theomachy.engine.trace import say, under

DATA = Path(__file__).parent / "pocket_data"
HITS = Dice("battle", (("hit", (5, 6)),))
CARDS = ("rain", "flood", "star")
OMENS, DEEDS, HARVEST = 0, 1, 2
NAMES = ("Aglaia", "Bronteas", "Circe", "Dione")
GIFTS = (("Gale", "Spear Dance", "Phoenix"), ("Spear Dance", "Shield Wall", "Phoenix"), ("Shield Wall",), ("Gale",))


class State:
    """Where everything is. `fight` is () or (from, to, round): a battle can begin again from it alone."""

    __slots__ = (
        "active", "army", "asked", "coins", "deck", "fight", "guessed", "hands", "order", "owner", "phase", "saved",
        "trace", "turn",
    )  # fmt: skip

    def __init__(self, seats: int, islands: int) -> None:
        self.turn, self.phase, self.active, self.fight = 1, OMENS, 0, ()
        self.order = tuple(range(seats))
        self.owner, self.army = [-1] * islands, [0] * islands
        self.coins, self.guessed, self.saved = [0] * seats, [0] * seats, 0
        self.hands: list[tuple[int, ...]] = [()] * seats
        self.deck: list[int] = [0, 0, 0]
        self.trace: Any = None
        self.asked: tuple[int, ...] = ()  # arguments known while the others are asked

    def copy(self) -> State:
        other = State.__new__(State)
        for name in State.__slots__:
            value = getattr(self, name)
            setattr(other, name, value[:] if type(value) is list else value)
        other.trace = None
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and all(
            getattr(self, name) == getattr(other, name) for name in State.__slots__ if name != "trace"
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def key(self) -> tuple[int, ...]:
        return tuple(range(len(self.coins)))


FIELDS = tuple(name for name in State.__slots__ if name not in ("trace", "asked"))
VOCABULARY = Vocabulary(
    {
        "pre_battle": ("s", "me", "mine", "theirs"),
        "would_be_eliminated": ("s", "me"),
        "strength": ("s", "me", "island"),
    }
)


class Gift(Ability, abstract=True):
    vocabulary = VOCABULARY


class Gale(Gift):
    """Before a battle one army of a side of more than three is blown away."""

    rule, forced = "PG-GFT-001", True

    def may_pre_battle(self, s, me, mine, theirs):
        return s.army[theirs] > 3

    async def pre_battle(self, s, me, mine, theirs):
        lose(s, theirs, 1, self.rule)


class SpearDance(Gift):
    """Before a battle, throw a die: a 6 kills an enemy army."""

    rule = "PG-GFT-002"

    def may_pre_battle(self, s, me, mine, theirs):
        return s.army[theirs] > 1

    async def pre_battle(self, s, me, mine, theirs):
        if await die(self, "spear dance") == 6:
            lose(s, theirs, 1, self.rule)


class ShieldWall(Gift):
    """Before a battle, pay a coin for one more army."""

    rule = "PG-GFT-003"

    def may_pre_battle(self, s, me, mine, theirs):
        return s.coins[me] > 0 or No("there is no coin for it")

    async def pre_battle(self, s, me, mine, theirs):
        s.coins[me] -= 1
        s.army[mine] += 1
        say(s, self.rule, "{} gains an army", island(s, mine), touched=(f"area:{mine}",))

    def strength(self, s, me, island):
        return 0


class Phoenix(Gift):
    """The first army that would be lost in a battle is saved, if a coin is paid."""

    rule = "PG-GFT-004"

    def would_be_eliminated(self, s, me):
        if s.coins[me] < 1 or s.saved & (1 << me):
            return False
        s.coins[me] -= 1
        s.saved |= 1 << me
        return True


VOCABULARY.in_force = lambda key: [(seat, VOCABULARY.named(name)) for seat in key for name in GIFTS[seat]]


def island(s: State, i: int) -> str:
    return ISLANDS[i]


ISLANDS: list[str] = ["Kos", "Delos", "Naxos", "Paros", "Ios"]


def near(i: int) -> tuple[int, int]:
    return (i - 1) % 5, (i + 1) % 5


def lose(s: State, i: int, n: int, rule: str) -> None:
    """The one door by which armies leave: replacements stand in it, each source once a battle."""
    me = s.owner[i]
    for _ in range(min(n, s.army[i])):
        saved = next((h for h in VOCABULARY.mine(s.key, "would_be_eliminated", me) if h[2](s, me)), None)
        if saved is not None:
            say(s, saved[1].rule, "{} saves an army in {}", saved[1].name, island(s, i), who=me)
            continue
        s.army[i] -= 1
        say(s, rule, "an army of {} is lost", island(s, i), touched=(f"area:{i}",))
    if s.army[i] == 0:
        s.owner[i] = -1


def mine(s: State, me: int) -> list[int]:
    return [i for i in range(5) if s.owner[i] == me]


WORDS = {
    "island": Word(lambda s, me: range(5), island, lambda s, i: (f"area:{i}",)),
    "own island": Word(mine, island, lambda s, i: (f"area:{i}",), base="island"),
    "card": Word(lambda s, me: range(3), lambda s, c: CARDS[c].capitalize(), lambda s, c: (f"card:{c}",)),
}

YOURS = Need("PG-DEE-001", "{0} is yours", lambda s, me, a: s.owner[a] == me, lambda s, me, a: holder(s, a))
TWO = Need(
    "PG-DEE-003",
    "Two armies stand in {0}",
    lambda s, me, a: s.army[a] > 1,
    lambda s, me, a: str(s.army[a]),
    lambda s, me, a: "one must stay behind",
    lambda s, me, a: (f"area:{a}",),
)
NEAR = Need("PG-DEE-003", "{0} and {1} are neighbours", lambda s, me, a, b: b in near(a))
ROOM = Need("PG-DEE-002", "{0} has room", lambda s, me, a: s.army[a] < MOST, lambda s, me, a: str(s.army[a]))
TURN = Need("PG-DEE-001", "It is your turn to act", lambda s, me: s.phase == DEEDS and s.order[s.active] == me)


def holder(s: State, i: int) -> str:
    return "free" if s.owner[i] < 0 else NAMES[s.owner[i]]


class Raise(Action):
    verb, rule, shape, when = "raise", "PG-DEE-002", ("own island",), (TURN,)
    phrase = "Raise an army in {}"
    needs = (YOURS, ROOM)

    def price(self, s, me):
        return 1

    def purse(self, s, me):
        return s.coins[me]

    async def do(self, s, me, a):
        s.army[a] += 1
        say(s, self.rule, "{} gains an army", island(s, a), who=me, touched=(f"area:{a}",))


class March(Action):
    verb, rule, shape, when = "march", "PG-DEE-003", ("own island", "island"), (TURN,)
    asked, asks = 1, ("March from {} to which island?",)
    needs = (YOURS, TWO, NEAR, Need("PG-DEE-003", "{1} is free or yours", lambda s, me, a, b: s.owner[b] in (-1, me)))

    async def do(self, s, me, a, b):
        n = await number(me, 1, s.army[a] - 1, self, "march number")
        s.army[a] -= n
        s.army[b] += n
        s.owner[b] = me
        say(s, self.rule, "{} armies march from {} to {}", n, island(s, a), island(s, b), who=me)


class Attack(Action):
    verb, rule, shape, when = "attack", "PG-BAT-001", ("own island", "island"), (TURN,)
    phrase = "Attack from {} into {}"
    needs = (YOURS, TWO, NEAR, Need("PG-BAT-001", "{1} is another's", lambda s, me, a, b: s.owner[b] not in (-1, me)))

    async def do(self, s, me, a, b):
        s.fight, s.saved = (a, b, 0), 0
        foe = s.owner[b]
        await window(s, VOCABULARY, "pre_battle", me, s, me, a, b)
        if s.owner[b] == foe:
            await window(s, VOCABULARY, "pre_battle", foe, s, foe, b, a, quiet=True)
        await battle(s)


class Invoke(Action):
    verb, rule, shape, when = "invoke", "PG-DEE-004", ("card",), (TURN,)
    needs = (Need("PG-DEE-004", "{0} is in your hand", lambda s, me, c: c in s.hands[me]),)

    async def do(self, s, me, c):
        hand = list(s.hands[me])
        hand.remove(c)
        s.hands[me] = tuple(hand)
        with under(s, self.rule, "{} is invoked", CARDS[c], who=me):
            if c == 0:
                s.coins[me] += 2
            elif c == 1:
                drowned = await choose(me, "area", [i for i in range(5) if s.army[i]], self, "flood", word="island")
                lose(s, drowned, 1, self.rule)


MOST = 6
ACTIONS = (Raise(), March(), Attack(), Invoke())


async def battle(s: State) -> None:
    """The rounds; `s.fight` says all, so that a round can begin from the state."""
    while s.fight:
        await checkpoint()
        a, b, n = s.fight
        me, foe = s.owner[a], s.owner[b]
        if me < 0 or foe < 0 or me == foe or n == 4:
            s.fight = ()
            return
        with under(s, "PG-BAT-002", "round {}", n + 1):
            hits = await roll(HITS, s.army[a], "PG-BAT-002", "attack dice")
            back = await roll(HITS, s.army[b], "PG-BAT-002", "defence dice")
            say(s, "PG-BAT-002", "{} hits against {}", hits, back, dice=(HITS, s.army[a], hits))
            lose(s, b, hits, "PG-BAT-002")
            lose(s, a, back, "PG-BAT-002")
        if s.owner[a] == me and s.owner[b] < 0 and s.army[a] > 1:
            s.army[a], s.army[b], s.owner[b] = s.army[a] - 1, 1, me
        ways = [i for i in near(b) if s.owner[i] in (-1, foe)] if s.owner[b] == foe else []
        if ways and await yes(foe, "PG-BAT-002", "retreat", prompt="Retreat?"):
            to = await choose(foe, "area", ways, "PG-BAT-002", "retreat to", word="island")
            s.army[to] += s.army[b]
            s.owner[to], s.owner[b], s.army[b], s.fight = foe, -1, 0, ()
            return
        s.fight = (a, b, n + 1)


class Pocket(System):
    slug, title, phases = "pocket", "Pocket war", ("omens", "deeds", "harvest")
    verbs, interjects = ("raise", "march", "attack", "invoke"), ("bless", "omen")
    words, vocabularies = WORDS, (VOCABULARY,)
    afford = Need("PG-PAY-001", "The price of {} can be paid", lambda s, me: True)
    rulebook = Rulebook.read(DATA / "rulebook.toml")

    def __init__(self, names: list[str], options: dict[str, Any], rulings: dict[str, str], facts: Facts) -> None:
        colours = ("blue", "red", "green", "amber")
        self.seats = tuple(Seat(i, n, colours[i], "temple", n[:2]) for i, n in enumerate(names))
        self.options, self.rulings, self.facts = options, rulings, facts

    @classmethod
    def build(cls, *, players=None, options=None, rulings=None, overlay=None):
        said = named(players)
        names = list(said) if isinstance(said, tuple) else list(NAMES[: 2 if said is None else max(said, 0)])
        if not 2 <= len(names) <= 4 or (isinstance(said, int) and len(names) != said):
            raise DataError("the pocket game is for 2 to 4 spirits")
        for name in options or {}:
            if name != "coins":
                raise unknown("option", name, ["coins"])
        facts = Facts.read(DATA / "components.toml", overlay=overlay, bounds={"purse.*": (0, 20)})
        chosen = {"coins": facts["purse.coins"], **(options or {})}
        if type(chosen["coins"]) is not int or not 0 <= chosen["coins"] <= 20:
            raise DataError("coins must be a number from 0 to 20")
        return cls(names, chosen, settle(read(DATA / "rulings.toml"), rulings), facts)

    @classmethod
    def samples(cls):
        return tuple({"players": n} for n in (2, 3, 4))

    # -- rules --------------------------------------------------------------------------------------------------------
    def start(self):
        s = State(len(self.seats), 5)
        s.coins = [self.options["coins"]] * len(self.seats)
        s.deck = [self.facts[f"deck.{c}"] for c in CARDS]
        for seat in self.seats:
            s.owner[seat.index], s.army[seat.index] = seat.index, self.facts["islands.army.start"]
        return s

    def living(self, s):
        return [seat.index for seat in self.seats if seat.index in s.owner]

    def over(self, s):
        return s.turn > self.facts["end.turns"] or (len(self.living(s)) < 2 and not s.fight)

    def winners(self, s):
        held = [s.owner.count(seat.index) for seat in self.seats]
        return tuple(i for i, n in enumerate(held) if n == max(held) and n > 0)

    async def step(self, s):
        if s.fight:
            await battle(s)
        elif s.phase == OMENS:
            await self.omens(s)
        elif s.phase == DEEDS:
            await self.deed(s)
        else:
            await self.harvest(s)

    async def omens(self, s):
        bids = await together({p: range(min(s.coins[p], 2) + 1) for p in self.living(s)}, "PG-OMN-001", "bid")
        best = max(bids, key=lambda p: (bids[p], -p))
        s.coins[best] -= min(bids[best], s.coins[best])  # a favour may have cost some meanwhile
        s.order = (best, *(p for p in bids if p != best))
        s.phase, s.active = DEEDS, 0
        say(s, "PG-OMN-001", "{} acts first for {}", self.seats[best].name, bids[best], who=best)

    async def deed(self, s):
        me = s.order[s.active]
        if s.owner.count(me):
            menu = Menu(WORDS, s, me)
            menu.any(*ACTIONS)  # as a game does that passes when nothing is possible
            pick = await Ask(me, "action", lambda: [*menu.all(*ACTIONS), "end"], "PG-DEE-001", "deed", private=True)
            if pick != "end":
                action = self.action(s, me, pick[0])
                s.coins[me] -= action.price(s, me)
                args = await complete(WORDS, action, s, me, pick[1:])
                with under(s, action.rule, "{}", self.action_label(s, me, (action.verb, *args)), who=me):
                    await action.do(s, me, *args)
                return
        s.active += 1
        if s.active >= len(s.order):
            s.phase, s.active = HARVEST, 0

    async def harvest(self, s):
        for p in self.living(s):
            s.coins[p] = min(s.coins[p] + 1, self.facts["purse.most"])
            if any(s.deck):
                kinds = [c for c in range(3) if s.deck[c]]
                card = await draw(kinds, [s.deck[c] for c in kinds], "PG-HAR-001", "card", word="card", owner=p)
                s.deck[card] -= 1
                s.hands[p] = tuple(sorted((*s.hands[p], card)))
                say(s, "PG-HAR-001", "{} draws {}", self.seats[p].name, CARDS[card],
                    secret=(p, f"{self.seats[p].name} draws a card"))  # fmt: skip
        if await die("PG-HAR-002", "storm") == 1:
            with under(s, "PG-HAR-002", "a storm"):
                for i in range(5):
                    if s.army[i] > (self.rulings["storm"] == "spare"):
                        s.army[i] -= 1
                    if not s.army[i]:
                        s.owner[i] = -1
        s.turn, s.phase, s.active, s.guessed = s.turn + 1, OMENS, 0, [0] * len(s.guessed)

    def interjections(self, s):
        found = [("!", "bless", p, i) for p in self.living(s) if s.coins[p] > 1 for i in mine(s, p) if s.army[i] < MOST]
        return (*found, *(("!", "omen", p) for p in self.living(s) if s.coins[p] and not s.guessed[p]))

    def interjection_label(self, s, answer):
        _, name, me, *rest = answer
        return f"{self.seats[me].name}: {name}{f' {island(s, rest[0])}' if rest else ''}"

    def interject(self, s, answer):
        _, name, me, *rest = answer
        if name == "bless":
            s.coins[me] -= 2
            s.army[rest[0]] += 1
            say(s, "PG-INT-001", "{} is blessed", island(s, rest[0]), who=me)
            return None
        return self.omen(s, me)

    async def omen(self, s, me):
        s.coins[me] -= 1
        s.guessed[me] = 1
        guess = await number(me, 1, 6, "PG-INT-002", "guess")
        if await die("PG-INT-002", "omen die") == guess:
            s.coins[me] += 3
            say(s, "PG-INT-002", "{} guessed right", self.seats[me].name, who=me)

    # -- data ---------------------------------------------------------------------------------------------------------
    def to_json(self, s):
        return {name: thawed(getattr(s, name)) for name in FIELDS}

    def from_json(self, raw):
        if not isinstance(raw, dict) or set(raw) != set(FIELDS):
            raise SaveError("the position does not have the fields of a pocket war")
        s = State(len(self.seats), 5)
        for name in FIELDS:
            old, new = getattr(s, name), raw[name]
            if isinstance(old, int):
                good = type(new) is int and abs(new) < 1000
            elif name == "hands":
                good = isinstance(new, list) and len(new) == len(old) and all(ints(hand) for hand in new)
            else:
                good = ints(new) and (name in ("fight", "order") or len(new) == len(old))
            if not good:
                raise SaveError(f"{name!r} of the position is not of the right shape")
            setattr(s, name, new if isinstance(old, int) else type(old)(new))
        s.hands = [tuple(hand) for hand in s.hands]
        return s

    def faults(self, s):
        found = []
        seats = range(len(self.seats))
        for i in range(5):
            if s.owner[i] not in (-1, *seats) or not 0 <= s.army[i] <= 40 or (s.army[i] > 0) != (s.owner[i] >= 0):
                found.append(("PG-DEE-002", f"{ISLANDS[i]} has no spirit, no armies or too many", (f"area:{i}",)))
        if not all(0 <= c <= 99 for c in s.coins) or s.phase not in (0, 1, 2) or not 0 <= s.active < len(s.order):
            found.append(("PG-PAY-001", "coins or phase are out of range", ()))
        if not set(s.order) <= set(seats) or len(set(s.order)) != len(s.order) or not s.order:
            found.append(("PG-OMN-001", "the order names a spirit twice or none", ()))
        if any(not 0 <= c < 3 for hand in s.hands for c in hand) or any(c < 0 for c in s.deck):
            found.append(("PG-HAR-001", "a card does not exist", ()))
        if s.fight and not (len(s.fight) == 3 and all(0 <= i < 5 for i in s.fight)):
            found.append(("PG-BAT-001", "the battle is nowhere", ()))
        return found

    def view(self, s, viewer):
        other = s.copy()
        for p, hand in enumerate(s.hands):
            if p != viewer:
                for c in hand:
                    other.deck[c] += 1
                other.hands[p] = (-1,) * len(hand)
        return other

    def resample(self, s, viewer, rng: Random):
        other = self.view(s, viewer)
        pool = [c for c in range(3) for _ in range(other.deck[c])]
        rng.shuffle(pool)
        for p, hand in enumerate(other.hands):
            if p != viewer:
                other.hands[p] = tuple(sorted(pool.pop() for _ in hand))
        other.deck = [pool.count(c) for c in range(3)]
        return other

    # -- for people ---------------------------------------------------------------------------------------------------
    def table(self, s, viewer=None):
        areas = tuple(
            Area(i, ISLANDS[i], "plains", near(i), cell=(i % 3, i // 3), label=(ISLANDS[i],)) for i in range(5)
        )
        pieces = tuple(
            Piece(f"{i}:{s.owner[i]}:army", i, s.owner[i], "army", "Army", "spartan", count=s.army[i], letters="A")
            for i in range(5)
            if s.army[i]
        )
        hands = tuple(
            Hand(p, tuple(Card(f"card:{p}:{c}", CARDS[c].capitalize(), "cards") for c in hand if c >= 0), len(hand))
            for p, hand in enumerate(s.hands)
        )
        sheets = tuple(
            Sheet(p, "to act" if self.moment(s)[2] == p else "waits", (Figure("Coins", s.coins[p], key="coins"),))
            for p in range(len(self.seats))
        )
        _turn, phase, active = self.moment(s)
        return Table(
            self.slug, self.title, self.where(s), viewer, self.seats, self.phases, phase,
            active if active >= 0 else None, Board("pocket", "hexes", (3, 2), areas), pieces,
            sheets=sheets, hands=hands,
        )  # fmt: skip

    def figures(self, s):
        return tuple(
            {"islands": s.owner.count(p), "armies": sum(s.army[i] for i in mine(s, p)), "coins": s.coins[p]}
            for p in range(len(self.seats))
        )

    def strength(self, s):
        return tuple(float(row["armies"] + row["islands"]) for row in self.figures(s))

    def moment(self, s):
        active = s.order[s.active] if s.phase == DEEDS and s.active < len(s.order) else -1
        return s.turn, s.phase, active

    def actions(self, s, me):
        return ACTIONS

    def offered(self, s, me):
        return ACTIONS

    def forecasts(self, s, ask):
        found = []
        for option in ask.options if ask.what == "deed" else ():
            if option[0] == "attack":
                outcomes, weights = HITS.outcomes(s.army[option[1]])
                rows = tuple((HITS.say(o), w / sum(weights)) for o, w in zip(outcomes, weights, strict=True))
                found.append(Forecast(self.label(s, ask, option), "first round", "PG-BAT-002", rows))
        return tuple(found)

    # -- scenarios ----------------------------------------------------------------------------------------------------
    def arrange(self, setup: Mapping[str, Any]) -> State:
        s = self.start()
        for word, value in setup.items():
            if word in ("turn", "phase"):
                setattr(s, word, self.phases.index(value) if word == "phase" else value)
            elif word == "order":
                s.order = tuple(self._seat(name) for name in value)
            elif word == "active":
                s.active = s.order.index(self._seat(value))
            elif word == "coins":
                for name, n in value.items():
                    s.coins[self._seat(name)] = n
            elif word == "hands":
                for name, cards in value.items():
                    s.hands[self._seat(name)] = tuple(sorted(CARDS.index(c) for c in cards))
                    for c in cards:
                        s.deck[CARDS.index(c)] -= 1
            elif word == "islands":
                s.owner, s.army = [-1] * 5, [0] * 5
                for name, said in value.items():
                    who, _, n = said.rpartition(" ")
                    s.owner[self._island(name)], s.army[self._island(name)] = self._seat(who), int(n)
            else:
                known = ["turn", "phase", "order", "active", "coins", "hands", "islands"]
                raise unknown("word of the set-up", word, known)
        return s

    def _seat(self, name: str) -> int:
        for seat in self.seats:
            if seat.name == name:
                return seat.index
        raise unknown("seat", name, [seat.name for seat in self.seats])

    def _island(self, name: str) -> int:
        if name not in ISLANDS:
            raise unknown("island", name, ISLANDS)
        return ISLANDS.index(name)

    def described(self, s: State) -> dict[str, Any]:
        rows: dict[str, Any] = {ISLANDS[i]: f"{self.seats[s.owner[i]].name} {s.army[i]}" for i in range(5) if s.army[i]}
        rows |= {ISLANDS[i]: "free" for i in range(5) if not s.army[i]}
        rows |= {f"coins {seat.name}": s.coins[seat.index] for seat in self.seats}
        rows |= {f"hand {seat.name}": [CARDS[c] if c >= 0 else "?" for c in s.hands[seat.index]] for seat in self.seats}
        return rows | {"turn": s.turn, "phase": self.phases[s.phase]}

    def check(self, s: State, expect: Mapping[str, Any]) -> list[str]:
        found, rows = [], self.described(s)
        for key, wanted in expect.items():
            if key not in rows:
                raise unknown("expectation", key, rows)
            if rows[key] != wanted:
                found.append(f"{key}: expected {wanted!r}, found {rows[key]!r}")
        return found

    def arrange_text(self, s: State) -> str:
        rows = [
            f"turn = {s.turn}",
            f'phase = "{self.phases[s.phase]}"',
            f"order = {[self.seats[p].name for p in s.order]}",
            f'active = "{self.seats[s.order[s.active]].name}"',
            "coins = { " + ", ".join(f"{seat.name} = {s.coins[seat.index]}" for seat in self.seats) + " }",
            "hands = { "
            + ", ".join(f"{seat.name} = {[CARDS[c] for c in s.hands[seat.index]]}" for seat in self.seats)
            + " }",
            "islands = { "
            + ", ".join(f'{ISLANDS[i]} = "{self.seats[s.owner[i]].name} {s.army[i]}"' for i in range(5) if s.army[i])
            + " }",
        ]
        return "\n".join(rows).replace("'", '"')


def thawed(value: Any) -> Any:
    return [thawed(part) for part in value] if isinstance(value, (list, tuple)) else value


def ints(value: Any) -> bool:
    return isinstance(value, list) and all(type(v) is int and abs(v) < 1000 for v in value)


SYSTEM = Pocket
