"""Building and recruiting: prices, levels, foundations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.runtime.ability import No, window
from ....engine.runtime.decision import choose, number, yes
from ....engine.runtime.layers import replaced
from ....engine.runtime.trace import report
from .maps import Amounts
from .movement import own_level
from .state import BUILDING_OVER, BUILT, BUILT_SERVER, FOUNDED, RECRUITED, RECRUITING
from .stock import can_pay, counted, pay, plural, said
from .timings import VOCABULARY, Level, asked
from .topics import CostOf, Limit, MayAct

if TYPE_CHECKING:
    from .config import Block
    from .state import State


def block_of(s: State, me: int, block: int) -> Block:
    """A block of the building zone."""
    return s.config.factions[me].blocks[block]


def level_of(s: State, me: int, block: int) -> int:
    """The level of a structure: that of the next time, where it is built several times (HE-HAL-017)."""
    card = block_of(s, me, block)
    return s.sheets[me].built[block] + 1 if card.times > 1 else card.level


def level_limit(s: State, me: int, block: int) -> int:
    """The highest level at which a block may be built in the action under way (HE-BLD-002)."""
    return asked(s, "limit", Limit.LEVEL, me, block, own_level(s, me))


def discount(s: State, me: int, block: int, what: CostOf = CostOf.BUILD) -> int:
    """How many resources less a structure costs, of kinds of one's own choice."""
    return max(asked(s, "cost_of", what, me, block), 0)


def price_of(s: State, me: int, block: int) -> Amounts:
    """The price of a structure before the discount: powers may change its gold."""
    wood, iron, gold = block_of(s, me, block).cost
    return wood, iron, max(asked(s, "cost_of", CostOf.GOLD, me, block, gold), 0)


def priced(s: State, me: int, block: int) -> str:
    """The price for people, with what is let off."""
    less = discount(s, me, block)
    return said(price_of(s, me, block)) + (f", less {less}" if less else "")


def points_of(s: State, me: int, block: int) -> int:
    """The points that building a block once more would stand for."""
    vp = block_of(s, me, block).vp
    return vp[min(s.sheets[me].built[block], len(vp) - 1)]


async def saving(s: State, me: int, block: int) -> int:
    """How much of a discount is used: all that there is, unless a power lets one split it (HE-MEC-021)."""
    price = price_of(s, me, block)
    most = min(discount(s, me, block), sum(price))
    if not most or not asked(s, "limit", Limit.SPLIT, me, block, own=True):
        return most
    lack = sum(max(0, n - have) for have, n in zip(s.sheets[me].stock, price, strict=True))
    return await number(me, lack, most, "HE-BLD-002", "discount used")


def required(s: State, me: int, block: int) -> bool:
    """Does a required structure stand (any one of several)? (HE-BLD-003)"""
    requires = block_of(s, me, block).requires
    return not requires or any(s.sheets[me].built[other] for other in requires)


def next_blocks(s: State, me: int) -> tuple[int, ...]:
    """The structures that the arrows and the times built leave open, from what is built alone; remembered by that."""
    built = s.sheets[me].built
    key = "next", me, *built
    found: tuple[int, ...] | None = s.config.memory.get(key)
    if found is None:
        blocks = s.config.factions[me].blocks
        found = tuple(
            i for i, block in enumerate(blocks)
            if built[i] < block.times and required(s, me, i) and not s.crossed(me, i)
        )  # fmt: skip
        VOCABULARY.remember(s.config, key, found)
    return found


def barred(s: State, what: MayAct, me: int, it: int) -> str:
    """Why a power forbids something; "" if none does."""
    for holder, _, may_act in VOCABULARY.hooks(s.key, "may_act"):
        answer = may_act(s, holder, what, me, it)
        if not answer:
            return str(answer) or "a power forbids it"
    return ""


def room(s: State, me: int, block: int) -> bool:
    """May one more structure (or server) be built in this action? (HE-BLD-002, HE-MEC-006)"""
    server = block_of(s, me, block).kind == "server"
    return not s.sheets[me].did(BUILT_SERVER if server else BUILT)


def is_foundation(s: State, me: int, region: int) -> bool:
    """Does a region take levels on this player's board (HE-FND-001)?"""
    answers = [place(s, me, region) for _, _, place in VOCABULARY.mine(s.key, "may_place", me)]
    if any(isinstance(answer, No) for answer in answers):
        return False
    if s.config.map.regions[region].object == "foundation":
        return True
    return any(answers)


def founding(s: State, me: int, region: int, level: int) -> bool:
    """Could a level be written there now: higher than the old one, and not forbidden (HE-FND-003, HE-DEM-004)?"""
    if not is_foundation(s, me, region) or barred(s, MayAct.FOUND, me, region):
        return False
    return level > s.sheets[me].founded.get(region, 0) or bool(VOCABULARY.mine(s.key, "would_be_placed", me))


async def build(s: State, me: int, block: int) -> None:
    """Pay for a structure, tick it, and have its effect; perhaps on the foundation of the region (HE-BLD-004)."""
    sheet, level = s.sheets[me], level_of(s, me, block)
    less = await saving(s, me, block)
    await pay(s, me, "HE-BLD-004", price_of(s, me, block), less)
    sheet.saved += less
    await erect(s, me, block)
    if not sheet.did(FOUNDED) and not barred(s, MayAct.PUT, me, block) and founding(s, me, sheet.region, level):
        name = s.config.map.names[sheet.region]
        if await yes(me, "HE-FND-001", "build on the foundation", prompt=f"Build it on the foundation of {name}?"):
            await found(s, me, sheet.region, level, block)


async def erect(s: State, me: int, block: int) -> None:
    """What is paid for is ticked and has its effect (HE-BLD-004)."""
    sheet, card = s.sheets[me], block_of(s, me, block)
    sheet.built[block] += 1
    sheet.fresh_blocks |= 1 << block
    sheet.do(BUILT_SERVER if card.kind == "server" else BUILT)
    sheet.deeds &= ~(1 << FOUNDED)
    if sheet.did(RECRUITING):
        sheet.do(RECRUITED)
    s.rekey()
    report(s, "HE-BLD-004", "builds {}", card.name, who=me, touched=(f"block:{me}:{block}",))
    await window(s, VOCABULARY, "on_placement", me, s, me, block)


async def found(s: State, me: int, region: int, level: int, block: int) -> None:
    """Write a level on a foundation (HE-FND-001)."""
    event: Level | None = Level(region, level, block)
    if VOCABULARY.mine(s.key, "would_be_placed", me):
        event = await replaced(s, VOCABULARY, "would_be_placed", me, event, seats=(me,))
    s.sheets[me].do(FOUNDED)
    if event is not None and event.level > s.sheets[me].founded.get(event.region, 0):
        s.sheets[me].founded[event.region] = event.level
        s.sheets[me].fresh_regions |= 1 << event.region
        name = s.config.map.names[event.region]
        report(s, "HE-FND-001", "writes {} on the foundation of {}", event.level, name, who=me,
               touched=(f"area:{event.region}",))  # fmt: skip


# -- recruiting -------------------------------------------------------------------------------------------------------
def prices(s: State, me: int, unit: int) -> list[Amounts]:
    """The prices at which one unit of a kind can be hired now (HE-BLD-013)."""
    wood, iron, gold = s.config.factions[me].units[unit].cost
    gold = max(asked(s, "cost_of", CostOf.HIRE, me, unit, gold), 0)
    found: list[Amounts] = [(wood, iron, gold)]
    for _, _, cost_of in VOCABULARY.about(s.key.seats[me], "cost_of", CostOf.PRICES):
        found += cost_of(s, me, CostOf.PRICES, me, unit) or ()
    return list(dict.fromkeys(price for price in found if any(price)))


def recruits(s: State, me: int, unit: int) -> bool:
    """Does a structure of theirs recruit them (HE-BLD-011)? Units without a price come in other ways."""
    return asked(s, "limit", Limit.HIRE, me, unit, own=True) > 0


def for_hire(s: State, me: int) -> tuple[int, ...]:
    """The kinds of unit that can be hired; that follows from powers alone, and is remembered by them."""
    key = "hire", me, VOCABULARY.about(s.key.seats[me], "limit", Limit.HIRE)
    found: tuple[int, ...] | None = s.config.memory.get(key)
    if found is None:
        found = tuple(unit for unit in range(len(s.config.factions[me].units)) if recruits(s, me, unit))
        VOCABULARY.remember(s.config, key, found)
    return found


async def recruit(s: State, me: int, unit: int) -> None:
    """Hire some units of one kind, each paid by itself (HE-BLD-011)."""
    known, sheet = prices(s, me, unit), s.sheets[me]
    sheet.do(RECRUITING)
    if sheet.did(BUILT) or sheet.did(BUILT_SERVER):
        sheet.do(BUILDING_OVER)
    name = s.config.factions[me].units[unit].name
    if len(known) == 1:
        most = min(sheet.stock[kind] // n for kind, n in enumerate(known[0]) if n)
        n = await number(me, 1, most, "HE-BLD-011", "how many", prompt=f"How many {plural(name)}?")
        wood, iron, gold = (n * part for part in known[0])
        await pay(s, me, "HE-BLD-013", (wood, iron, gold))
    else:  # one by one, each at a price of its own
        can = [price for price in known if can_pay(s, me, price)]
        n, price = 1, await choose(me, "choice", can, "HE-BLD-013", "price", names={p: said(p) for p in can})
        await pay(s, me, "HE-BLD-013", price)
    sheet.army[unit] += n
    report(s, "HE-BLD-011", "recruits {}", counted(n, name), who=me)
