"""What an action of this game is: when it may be taken, and what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from ....engine.runtime import requirement
from ....engine.runtime.ability import words_of
from ....engine.runtime.decision import Answer
from ....engine.runtime.requirement import Requirement, plan
from .arguments import ARGUMENT_TYPES
from .common import arrive, barring, may_act, price_of, tell, title, windows
from .config import NEUTRAL, Config
from .domains import ACTION, AFTER, BEFORE, DOOM, SECOND, kind_of
from .state import State
from .timings import CARD_BIT, Power, SpellbookSlot
from .topics import CostOf, Watches

COMMON, UNIQUE, REQUIREMENT, UNLIMITED, RITUAL = "common", "unique", "requirement", "unlimited", "ritual"


def _moment(s: State, me: int) -> str:
    return ("before the main action", "second action of a pair", "after the main action")[s.stage]


YOUR_TURN = Requirement(
    "CW-ACT-001",
    "It is your turn",
    lambda s, me: s.guest == me if s.guest >= 0 else s.active == me and s.phase == ACTION,
    fact=lambda s, me: f"turn of {title(s, s.active)}" + (f", {title(s, s.guest)} may act" if s.guest >= 0 else ""),
)
MAIN_OPEN = Requirement("CW-ACT-003", "Your main action is still to come", lambda s, me: s.stage != AFTER, fact=_moment)
NOT_IN_PAIR = Requirement(
    "CW-UNL-003", "You are not between two actions of a pair", lambda s, me: s.stage != SECOND, fact=_moment
)
HAS_POWER = Requirement(
    "CW-ACT-005",
    "You have Power left",
    lambda s, me: s.guest == me or can_act(s, me),
    fact=lambda s, me: s.power[me],
)
TURN_BEGUN = Requirement(
    "CW-ACT-005",
    "You have Power, or had some in this turn",
    lambda s, me: s.guest == me or s.power[me] > 0 or has_begun(s),
    fact=lambda s, me: s.power[me],
)
BATTLE_OPEN = Requirement(
    "CW-UNL-011",
    "Your main action is still to come, or your spellbooks unlock Unlimited Battle",
    lambda s, me: s.stage != AFTER and not s.outer if s.guest >= 0 else s.stage != AFTER or s.unlimited_battle(me),
    fact=lambda s, me: (
        "not besides another action or battle"
        if s.guest >= 0
        else f"{s.count_books(me)} of {s.config.books[1]} spellbooks"
    ),
)
BATTLE_POWER = HAS_POWER._replace(
    test=lambda s, me: s.stage == AFTER or s.guest == me or can_act(s, me)
)  # later its price says so
YOUR_SLOT = Requirement(
    "CW-DOM-003", "It is your slot of the Doom phase", lambda s, me: s.phase == DOOM and s.active == me
)


def has_begun(s: State) -> bool:
    """Has the active player done anything in this turn?"""
    return s.stage != BEFORE or s.fought > 0 or bool(s.barred)


def can_act(s: State, me: int) -> bool:
    """Has the player Power for a main action? The ruling `zero_cost` lets a turn go on that began with Power."""
    return s.power[me] > 0 or ((s.stage != BEFORE or s.fought > 0) and s.config.rulings.free_at_zero)


# -- requirements that actions have by what they are printed on -------------------------------------------------------
def holds_book(name: str, bit: int) -> Requirement:
    """The spellbook of a unique action is on the card."""
    return Requirement(
        "CW-ABI-001",
        f"You have earned the spellbook {name}",
        lambda s, me: s.has_book(me, bit) and not s.is_silent(me, name),
        fault=lambda s, me: "It is silent for now." if s.has_book(me, bit) else "",
    )


def holds_neutral(thing: str, name: str) -> Requirement:
    """The spellbook of an action, which is no faction's, is on the card."""

    def bits_of(s: State, me: int) -> list[int]:
        return [bit for bit, book in enumerate(s.config.factions[me].books) if book.on == thing]

    return Requirement(
        "CW-ABI-001",
        f"You have earned the spellbook {name}",
        lambda s, me: any(s.has_book(me, bit) for bit in bits_of(s, me)) and not s.is_silent(me, name),
        fault=lambda s, me: "It is silent for now." if any(s.has_book(me, bit) for bit in bits_of(s, me)) else "",
    )


def holds_card(key: str) -> Requirement:
    """The card of an action lies before its player."""

    def test(s: State, me: int) -> bool:
        return any(card.key == key and holder == me for card, holder in zip(s.config.cards, s.cards, strict=True))

    return Requirement("CW-ABI-001", f"You have the card {words_of(key.title().replace('_', ''))}", test)


def speaks(name: str) -> Requirement:
    """The special ability of a Great Old One is not silent where it is."""
    text = "No power silences it where its Great Old One is"
    return Requirement("CW-ABI-004", text, lambda s, me: not s.is_silent(me, name))


def may_be_second(verb: str) -> Requirement:
    """The first action of a pair bars some from being the second."""
    return Requirement("CW-ACT-003", "It may follow the first action of the pair", lambda s, me: verb not in s.barred)


def holds_book_of(key: str) -> Requirement:
    """The spellbook of an action lies on the card, and the card before its player."""

    def test(s: State, me: int) -> bool:
        return any(card.key == key and s.has_earned(me, i) for i, card in enumerate(s.config.cards))

    name = words_of(key.title().replace("_", ""))
    return Requirement("CW-ABI-001", f"You have earned the spellbook on the card {name}", test)


def slot_open(*slots: type[SpellbookSlot]) -> Requirement:
    """All these slots are still open (CW-ACT-014)."""
    mask = sum(1 << slot.bit for slot in slots)
    text = "This requirement is not covered yet" if len(slots) == 1 else "These requirements are not covered yet"
    return Requirement("CW-ACT-014", text, lambda s, me: s.open[me] & mask == mask)


def unbarred(verb: str) -> Requirement:
    """No power bars the whole action, wherever it be."""
    return Requirement(
        "CW-ABI-004",
        "No power bars you from it",
        lambda s, me: may_act(s, me, verb),
        ruled=lambda s, me: barring(s, me, verb),
        only_with="may_act",
    )


# -- actions ----------------------------------------------------------------------------------------------------------
class Act(requirement.Action):
    """An action of this game. `category` is one of the four of the rulebook; `double`: a second action follows at
    once.
    """

    category: ClassVar[str] = UNIQUE
    unlimited: ClassVar[bool] = False
    double: ClassVar[bool] = False
    costs: ClassVar[CostOf] = CostOf.ACTION  # what its price is called where that is the one of the data files
    paid_late: ClassVar[bool] = False  # it costs more as it goes on: told when all is paid
    in_doom: ClassVar[bool] = False  # no action of a turn: it is done in the own slot of the Doom phase
    joins: ClassVar[str] = ""  # of one that brings figures: the verb of an action which may bring some of these too
    _coin: ClassVar[str] = ""  # its price in the data files

    def __init_subclass__(cls, **more: Any) -> None:
        cls._coin, cls.fixed = cls.verb.replace(" ", "_"), cls.price is Act.price
        if "when" not in vars(cls):
            own = () if cls.unlimited else (MAIN_OPEN, HAS_POWER)
            cls.when = (YOUR_TURN, *((NOT_IN_PAIR, TURN_BEGUN) if cls.unlimited else own))
            if issubclass(cls, Power) and cls.bit < CARD_BIT:
                cls.when += (holds_book(cls.printed or words_of(cls.__name__), cls.bit),)
            if issubclass(cls, Power) and cls.on.startswith("card."):
                cls.when += (holds_card(cls.on.removeprefix("card.")),)
            if issubclass(cls, Power) and cls.on.startswith("book."):
                cls.when += (holds_book_of(cls.on.removeprefix("book.")),)
            if issubclass(cls, Power) and cls.on.startswith(f"{NEUTRAL}."):
                cls.when += (holds_neutral(cls.on, cls.printed or words_of(cls.__name__)),)
            if issubclass(cls, Power) and cls.special:
                cls.when += (speaks(cls.printed or words_of(cls.__name__)),)
            if cls.double:
                cls.when += (may_be_second(cls.verb),)
        super().__init_subclass__(**more)

    def price(self, s: State, me: int) -> int:
        return s.config.prices.get(self._coin, 0)

    def in_use(self, config: Config) -> bool:
        """Is there such an action at this table? One that a ruling brings says so."""
        return True

    def ends(self, s: State, me: int, *args: Answer) -> int | tuple[int, ...]:
        """The area where the action takes place or ends, or several, for powers that change prices there; -1: none, or
        not yet.
        """
        words = [ARGUMENT_TYPES[word].base or word for word in self.shape]
        area: int = next((args[i] for i, word in enumerate(words) if word == "area" and i < len(args)), -1)
        return area

    async def brings(self, s: State, me: int, area: int, fid: int) -> None:
        """One figure comes, of an action that brings some."""
        await arrive(s, me, kind_of(fid), area, "summon", self.rule)

    def due(self, s: State, me: int, args: Sequence[Answer], priced: int) -> int:
        return due(s, me, self, args)

    def purse(self, s: State, me: int) -> int:
        return s.power[me]


class SlotAct(Act):
    """The action of a requirement slot that begins with "As your Action": a whole action, once a game."""

    category: ClassVar[str] = REQUIREMENT

    async def do(self, s: State, me: int, *args: Answer) -> None:
        """The slot is filled; what else is printed comes before."""
        tell(s, Watches.ACTION, me, self.verb)


# -- what an action costs, and where it ends --------------------------------------------------------------------------
def due(s: State, me: int, action: Act, args: Sequence[Answer]) -> int:
    """The price of an action with its arguments, after all powers that change it."""
    if not action.fixed:
        return action.price(s, me, *args[: plan(action).priced])
    price = action.price(s, me)
    if not s.key.tolls:
        return price
    areas = action.ends(s, me, *args)
    if isinstance(areas, int):
        return price_of(s, me, action.costs, -1, price, areas)
    return max(price_of(s, me, action.costs, -1, price, area) for area in areas)  # once, however many it is


def toll(s: State, me: int, action: Act, area: int) -> int:
    """What an action of several areas costs more because it ends in this one, too: once an action (`State.tolled`)."""
    if s.tolled >> area & 1:
        return 0
    base = s.config.prices.get(action._coin, 0)
    return price_of(s, me, action.costs, -1, base, area) - price_of(s, me, action.costs, -1, base)


def cheapest(s: State, me: int, action: Act) -> int:
    """The least that a fixed price may come to, in any area."""
    base, most = action.price(s, me), len(s.gate)
    return min(price_of(s, me, action.costs, -1, base, area) for area in range(-1, most))


async def note_paid(s: State, me: int, action: Act, price: int) -> None:
    """The price of an action is paid, though perhaps not all of it."""
    s.paid = price
    if not action.paid_late:
        await tell_paid(s, me, action.verb)


async def tell_paid(s: State, me: int, verb: str) -> None:
    """An action is paid: powers may speak."""
    n, s.paid = s.paid, 0
    if n and s.key.on_pay:
        await windows(s, "on_pay", s.order(me), me, n, verb)
