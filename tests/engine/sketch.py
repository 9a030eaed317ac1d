"""A whole game in few lines: what is written here is all that a game of its own must say, the rest is declared.

Two to four harbours on a ring of isles. In your turn you sail a ship to the next isle, trade a secret good, or pass;
whoever holds most isles when the wind has died seven times wins.
"""

from __future__ import annotations

from tests.engine.pocket_rules import DATA
from theomachy.engine.reference.facts import Facts
from theomachy.engine.reference.rulebook import Rulebook
from theomachy.engine.runtime.decision import Decision, die, draw
from theomachy.engine.runtime.players import seated
from theomachy.engine.runtime.requirement import Action, Menu, Requirement, complete
from theomachy.engine.runtime.system import System
from theomachy.engine.runtime.trace import group, report
from theomachy.engine.state import (
    NOBODY,
    OWNER,
    Counts,
    Declared,
    Domain,
    Each,
    Many,
    Number,
    OneOf,
    Pile,
    Stock,
    declared,
    derived,
    field,
    schema,
)  # fmt: skip
from theomachy.engine.tabletop.table import Area, Board, Piece, Table

ISLES, GOODS = ("Aea", "Bute", "Coll", "Delos", "Eigg", "Fogo"), ("Amber", "Salt", "Wool")
SHIPS, COPIES, CALMS = 4, 4, 7
POOL = len(ISLES)
NAMES, COLOURS = ("Ada", "Ben", "Cas", "Dov"), ("blue", "red", "green", "amber")
SEAT = Domain("harbour", lambda game: [seat.name for seat in game.seats], target="seat:{}")
PLACE = Domain("isle", ISLES, target="area:{}", beside={"harbour": POOL})
ISLE = Domain("isle", ISLES, target="area:{}")
SHIP = Domain("ship", ("ship",))
GOOD = Domain("good", GOODS, target="card:{}")
FLEET = Counts(SEAT, PLACE, SHIP, POOL + 1, 1, POOL, lambda game, seat, kind: SHIPS)


@declared
class State(Declared):
    ships: bytearray = field(FLEET, "Ships", group="Pieces", rule="PG-DEE-003")
    coins: list[int] = field(Each(SEAT, Number(0, 99)), "Coins", group="Coins", rule="PG-PAY-001")
    goods: list[tuple[int, ...]] = field(Each(SEAT, Many(GOOD)), "Goods", group="Goods", seen=OWNER, pile="store")
    store: list[int] = field(Pile(GOOD), "Store", rule="PG-HAR-001", seen=NOBODY)
    sold: list[int] = field(Pile(GOOD), "Sold", rule="PG-HAR-001")
    active: int = field(OneOf(SEAT), "Whose turn", group="Turn")
    calms: int = field(Number(0, CALMS), "Calms", group="Turn", rule="PG-HAR-002")
    asked: tuple[int, ...] = field(Many(ISLE, ordered=True))
    fleet: list[int] = derived()  # ships at sea, by seat

    stocks = (Stock(GOOD, lambda game, good: COPIES, ("store", "goods", "sold"), "PG-HAR-001"),)

    def derive(self) -> None:
        self.fleet = [sum(self.at_isle(seat, isle) for isle in range(POOL)) for seat in range(len(self.coins))]

    def at_isle(self, seat: int, isle: int) -> int:
        return self.ships[FLEET.index(self.at("ships"), seat, isle, 0)]

    def sail(self, seat: int, a: int, b: int) -> None:
        FLEET.move(self.at("ships"), self.ships, seat, 0, a, b)
        self.derive()


def held(s: State, seat: int) -> list[int]:
    """Isles where a harbour has more ships than any other."""

    def most(isle: int) -> bool:
        rows = [s.at_isle(other, isle) for other in range(len(s.coins)) if other != seat]
        return s.at_isle(seat, isle) > max(rows)

    return [isle for isle in range(POOL) if most(isle)]


TYPES = {"isle": ISLE.argument(), "good": GOOD.argument()}
MINE = Requirement("PG-DEE-001", "A ship of yours lies at {0}", lambda s, me, a: s.at_isle(me, a) > 0)
NEXT = Requirement("PG-DEE-003", "{0} and {1} are neighbours", lambda s, me, a, b: (b - a) % POOL in (1, POOL - 1))
TURN = Requirement("PG-DEE-001", "It is your turn", lambda s, me: s.active == me)


class Sail(Action):
    verb, rule, shape, asked, when, requirements = "sail", "PG-DEE-003", ("isle", "isle"), 1, (TURN,), (MINE, NEXT)
    asks = ("Sail from {} to which isle?",)

    async def do(self, s: State, me: int, a: int, b: int) -> None:
        s.sail(me, a, b)


class Launch(Action):
    verb, rule, shape, when = "launch", "PG-DEE-002", ("isle",), (TURN,)
    requirements = (Requirement("PG-DEE-002", "A ship is left", lambda s, me: s.fleet[me] < SHIPS),)

    def price(self, s: State, me: int) -> int:
        return 1

    def purse(self, s: State, me: int) -> int:
        return s.coins[me]

    async def do(self, s: State, me: int, a: int) -> None:
        s.sail(me, POOL, a)


class Trade(Action):
    verb, rule, shape, when = "trade", "PG-DEE-004", ("good",), (TURN,)
    requirements = (Requirement("PG-DEE-004", "You have {0}", lambda s, me, good: good in s.goods[me]),)

    async def do(self, s: State, me: int, good: int) -> None:
        left = list(s.goods[me])
        left.remove(good)
        s.goods[me], s.coins[me] = tuple(left), s.coins[me] + 1
        s.sold[good] += 1
        report(s, self.rule, "{} is sold", GOODS[good], who=me)


ACTIONS = (Sail(), Launch(), Trade())


class Sketch(System[State]):
    slug, title, phases, state, verbs = "sketch", "Harbours", ("sail",), State, ("sail", "launch", "trade")
    argument_types, rulebook = TYPES, Rulebook.read(DATA / "rulebook.toml")
    afford = Requirement("PG-PAY-001", "The price of {} can be paid", lambda s, me: True)

    @classmethod
    def build(cls, *, players=None, options=None, rulings=None, overlay=None):
        return cls(seated(cls.title, players, NAMES, COLOURS, "trireme"), {}, {}, Facts({}))

    def start(self) -> State:
        s = State.fresh(self)
        s.store, s.coins = [COPIES] * len(GOODS), [1] * len(self.seats)
        for seat in range(len(self.seats)):
            s.sail(seat, POOL, seat)
        return s

    async def step(self, s: State) -> None:
        me = s.active
        menu = Menu(TYPES, s, me).all(*self.offered(s, me))
        pick = await Decision(me, "action", [*menu, "end"], "PG-DEE-001", "turn")
        if pick != "end":
            action = self.action(s, me, pick[0])
            args = await complete(TYPES, action, s, me, pick[1:])
            s.coins[me] -= action.price(s, me)
            with group(s, action.rule, "{}", self.action_label(s, me, (action.verb, *args)), who=me):
                await action.do(s, me, *args)
        if any(s.store):
            left = [good for good, n in enumerate(s.store) if n]
            good = await draw(left, [s.store[good] for good in left], "PG-HAR-001", "good", argument="good", owner=me)
            s.store[good] -= 1
            s.goods[me] = tuple(sorted((*s.goods[me], good)))
        s.calms += await die("PG-HAR-002", "wind") == 1
        s.active = (me + 1) % len(s.coins)

    def over(self, s: State) -> bool:
        return s.calms == CALMS

    def winners(self, s: State) -> tuple[int, ...]:
        isles = [len(held(s, seat)) for seat in range(len(s.coins))]
        return tuple(seat for seat, n in enumerate(isles) if n == max(isles))

    def actions(self, s: State, me: int) -> tuple[Action, ...]:
        return ACTIONS

    def table(self, s: State, viewer: int | None = None) -> Table:
        areas = tuple(
            Area(i, n, "plains", ((i - 1) % POOL, (i + 1) % POOL), cell=(i % 3, i // 3), label=(n,))
            for i, n in enumerate(ISLES)
        )
        pieces = tuple(
            Piece(f"{isle}:{seat}", isle, seat, "ship", "Ship", "trireme", count=n)
            for seat in range(len(s.coins)) for isle in range(POOL) if (n := s.at_isle(seat, isle))
        )  # fmt: skip
        sheets, hands = schema.sheets(s, self.figures(s), s.active), schema.hands(s, "goods", viewer)
        board = Board("sketch", "hexes", (3, 2), areas)
        return self.laid(s, viewer, self.where(s), board, pieces, sheets=sheets, hands=hands)

    def figures(self, s: State) -> tuple[dict[str, int], ...]:
        return tuple({"isles": len(held(s, i)), "coins": n} for i, n in enumerate(s.coins))

    def strength(self, s: State) -> tuple[float, ...]:
        return tuple(float(row["isles"]) for row in self.figures(s))

    def moment(self, s: State) -> tuple[int, int, int]:
        return s.calms, 0, s.active
