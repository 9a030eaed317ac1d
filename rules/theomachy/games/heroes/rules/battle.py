"""Combat: deploying in secret or not, totals, losses, rewards; and what stands in a region for the taking."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from ....engine.runtime.ability import window
from ....engine.runtime.decision import Ruled, choose, nested, number, rule_of, sealed, some, yes
from ....engine.runtime.layers import Part, Total, fold, folded, sources
from ....engine.runtime.trace import group, report
from .artefacts import hand_over
from .maps import NOTHING, RESOURCES, Amounts, Fort
from .state import (
    BEATEN,
    CIRCLED,
    ENSLAVED,
    FOUGHT,
    FREE,
    LOST,
    MAY_TAKE,
    MONSTER_FIGHT,
    MOST,
    PLAYERS_FIGHT,
    SPENT,
    TAMED,
    TAMED_SPENT,
    TOOK_ARTEFACT,
    WON,
    Combat,
)
from .stock import counted, plural, receive, spend
from .timings import VOCABULARY, Fighter, Offer, asked
from .topics import Limit, OnGain

if TYPE_CHECKING:
    from .state import State


class Deployment(NamedTuple):
    """What one player sends into a combat, as he has decided it (HE-CBT-002)."""

    units: tuple[int, ...]  # how many of each kind
    helpers: tuple[Fighter, ...]
    bought: tuple[tuple[Offer, tuple[int, ...]], ...]  # offers taken, with the resources paid


def unit_power(s: State, me: int, unit: int) -> Total:
    """The power of one unit of a kind, with what changes it now (HE-CBT-002)."""
    kind = s.config.factions[me].units[unit]
    start = Total(kind.power, (Part(kind.name, kind.power, "HE-BLD-014"),))
    return fold(start, VOCABULARY.mine(s.key, "strength", me), s, me, unit)


def power_of(s: State, me: int, unit: int) -> int:
    """The same as a number alone."""
    hooks = VOCABULARY.mine(s.key, "strength", me)
    return folded(s.config.factions[me].units[unit].power, hooks, s, me, unit)


def worth(s: State, me: int, sent: Deployment) -> int:
    """The total power of a deployment as a number alone."""
    value = sum([n * power_of(s, me, unit) for unit, n in enumerate(sent.units) if n])
    value += sum([helper.power for helper in sent.helpers])
    value += sum([sum(paid) // offer.n * offer.gain for offer, paid in sent.bought])
    return min(max(folded(value, VOCABULARY.mine(s.key, "fixed_results", me), s, me, s.combat), 0), MOST)


def total(s: State, me: int, sent: Deployment) -> Total:
    """The total power of a deployment, as the sum that people see."""
    value = 0
    parts: list[Part] = []
    for unit, n in enumerate(sent.units):
        if n:
            each = unit_power(s, me, unit).value
            value += n * each
            parts.append(
                Part(f"{counted(n, s.config.factions[me].units[unit].name)} of {each}", n * each, "HE-CBT-002")
            )
    for helper in sent.helpers:
        value += helper.power
        parts.append(Part(helper_name(s, helper), helper.power, "HE-CUL-019"))
    for offer, paid in sent.bought:
        gain = sum(paid) // offer.n * offer.gain
        value += gain
        parts.append(Part(offer.name, gain, offer.rule))
    flat = fold(Total(value, tuple(parts)), VOCABULARY.mine(s.key, "fixed_results", me), s, me, s.combat)
    return flat.within(0, MOST, "not below nothing", "HE-CBT-002")


def helper_name(s: State, helper: Fighter) -> str:
    """ "monster of power 13"; "fortress of Wirs"."""
    if helper.kind == "monster":
        return f"monster of power {s.config.monsters[helper.at].power}"
    return f"fortress of {s.config.map.names[helper.at]}"


def offers(s: State, me: int) -> list[Offer]:
    """The power that this player may buy in the combat under way."""
    return [offer for _, _, dice in VOCABULARY.mine(s.key, "dice", me) for offer in (dice(s, me, s.combat),) if offer]


def fighters(s: State, me: int) -> list[Fighter]:
    """What may be sent besides units."""
    return [f for _, _, takes_part in VOCABULARY.mine(s.key, "takes_part", me) for f in takes_part(s, me, s.combat)]


async def deploy(s: State, me: int) -> Deployment:
    """Decide what to send: it looks at the state and changes nothing, so that it can be a secret plan (HE-PVP-002)."""
    faction, army = s.config.factions[me], s.sheets[me].army
    units = []
    for unit, have in enumerate(army):
        units.append(await number(me, 0, have, "HE-CBT-002", f"deploy {faction.units[unit].name}"))
    ready = fighters(s, me)
    helpers: list[Fighter] = []

    def left() -> list[tuple[str, int]]:
        return [(f.kind, f.at) for f in ready if f not in helpers]

    async for kind, at in some(me, "choice", left, "HE-CUL-019", "deploy a slave", argument="slave"):
        helpers += [f for f in ready if (f.kind, f.at) == (kind, at)]
    spent = [0, 0, 0]
    bought: list[tuple[Offer, tuple[int, ...]]] = []
    for offer in offers(s, me):
        paid = await _buy(s, me, offer, spent)
        if any(paid):
            bought.append((offer, tuple(paid)))
    return Deployment(tuple(units), tuple(helpers), tuple(bought))


async def _buy(s: State, me: int, offer: Offer, spent: list[int]) -> list[int]:
    """How often an offer is taken, and what is paid; `spent` is what earlier ones have taken of the stock."""
    stock, paid = s.sheets[me].stock, [0, 0, 0]
    have = sum(stock[kind] - spent[kind] for kind in offer.kinds)
    most = have // offer.n
    times = await number(me, 0, min(most, offer.times) if offer.times else most, offer.rule, f"buy {offer.name}")
    for _ in range(times * offer.n):
        kinds = [kind for kind in offer.kinds if stock[kind] > spent[kind]]
        kind = await choose(me, "choice", kinds, offer.rule, f"pay {offer.name}", argument="resource")
        paid[kind] += 1
        spent[kind] += 1
    return paid


def announce(s: State, me: int, sent: Deployment) -> int:
    """Pay what was bought and say the total power (HE-PVP-003)."""
    combat = s.combat
    assert combat is not None
    summed = Total(worth(s, me, sent)) if s.trace is None else total(s, me, sent)
    for offer, paid in sent.bought:
        spend(s, me, offer.rule, paid)
    combat.sent += tuple((me, unit, n) for unit, n in enumerate(sent.units) if n)
    combat.helpers += tuple((me, int(f.kind == "fortress"), f.at, f.power) for f in sent.helpers)
    combat.totals += ((me, summed.value),)
    rule = "HE-PVP-003" if combat.sort == PLAYERS_FIGHT else "HE-CBT-002"
    report(s, rule, "comes to a power of {}", summed.value, who=me, why=sources(summed))
    return summed.value


async def perish(s: State, seats: Iterable[int]) -> None:
    """All deployed units are lost, whatever the outcome; powers that look at it speak now (HE-CBT-004)."""
    combat = s.combat
    assert combat is not None
    for me in seats:
        lost = combat.sent_by(me)
        for unit, n in lost:
            s.sheets[me].army[unit] -= n
        if lost and s.trace is not None:
            names = [counted(n, s.config.factions[me].units[unit].name) for unit, n in lost]
            report(s, "HE-CBT-004", "loses {}", ", ".join(names), who=me)
    for me in s.order() if VOCABULARY.hooks(s.key, "post_battle") else ():
        if VOCABULARY.mine(s.key, "post_battle", me):
            await window(s, VOCABULARY, "post_battle", me, s, me, combat)


# -- monsters and fortresses ------------------------------------------------------------------------------------------
def leftmost(s: State, me: int) -> int:
    """The place of the leftmost monster that is neither beaten nor enslaved; -1 when there is none (HE-MON-002)."""
    monsters = s.sheets[me].monsters
    return monsters.index(FREE) if FREE in monsters else -1


def within_reach(s: State, me: int) -> list[int]:
    """The monsters that stand, from the left, as far as points are left to skip those before them (HE-MON-003)."""
    sheet = s.sheets[me]
    return [place for place, fate in enumerate(sheet.monsters) if fate == FREE][: sheet.points + 1]


def skipped(s: State, me: int, place: int) -> int:
    """How many undefeated monsters stand left of one: each takes a movement point to skip (HE-MON-003)."""
    return sum(1 for fate in s.sheets[me].monsters[:place] if fate == FREE)


def defence(s: State, me: int, power: int) -> Total:
    """The power of a monster or fortress against this player."""
    start = Total(power, (Part("printed", power, "HE-CBT-003"),))
    return fold(start, VOCABULARY.mine(s.key, "defence", me), s, me, s.combat).within(
        0, 9999, "not below nothing", "HE-CBT-003"
    )


async def fight(s: State, me: int, sort: int, foe: int, power: int) -> bool:
    """A combat with a monster or for a fortress; True when it is won (HE-CBT-003)."""
    s.combat = combat = Combat.fresh(s.config)
    combat.sort, combat.region, combat.foe, combat.parties = sort, s.sheets[me].region, foe, (me,)
    against = defence(s, me, power)
    combat.power = against.value
    sent = await nested(deploy(s, me))
    mine = announce(s, me, sent)
    won = mine > combat.power
    combat.winner = me if won else -1
    rule = "HE-MON-004" if sort == MONSTER_FIGHT else "HE-FRT-001"
    text = "{} exceeds {}" if won else "{} does not exceed {}"
    report(s, rule, text, mine, combat.power, who=me, figure=f"{mine} : {combat.power}", why=sources(against))
    await perish(s, (me,))
    return won


async def beat_monster(s: State, me: int, by: Ruled | str, place: int, spoils: bool = True) -> None:
    """Circle a monster: its VP count at the end, and its resources come now (HE-MON-004)."""
    monster, sheet = s.config.monsters[place], s.sheets[me]
    sheet.monsters[place] = {ENSLAVED: TAMED, SPENT: TAMED_SPENT}.get(sheet.monsters[place], BEATEN)
    sheet.fresh_monsters |= 1 << place
    report(s, rule_of(by), "circles the monster of power {}: {} VP", monster.power, monster.vp, who=me,
           touched=(f"monster:{place}",))  # fmt: skip
    if spoils:
        await receive(s, me, "HE-MON-004", monster.gains, "monster")
    await window(s, VOCABULARY, "on_gain", me, s, me, OnGain.MONSTER, place)


def fort_here(s: State, me: int) -> Fort | None:
    """The fortress, or the citadel on one's own board, in the current region (HE-FRT-001, HE-CUL-025)."""
    region = s.sheets[me].region
    return None if region < 0 else fort_of(s, me, region)


def fort_of(s: State, me: int, region: int) -> Fort | None:
    """What can be seized in a region by this player."""
    printed = s.config.map.regions[region]
    return printed.citadel if s.config.factions[me].citadels and printed.citadel is not None else printed.fort


async def seize(s: State, me: int, fort: Fort) -> None:
    """A fortress falls: its resources, its VP at the end, and nobody else can have it (HE-FRT-002)."""
    s.seized[fort.region] = me
    s.sheets[me].fresh_regions |= 1 << fort.region
    name = s.config.map.names[fort.region]
    what = "citadel" if fort.citadel else "fortress"
    report(s, "HE-FRT-002", "seizes the {} of {}: {} VP", what, name, fort.vp, who=me, touched=(f"area:{fort.region}",))
    await receive(s, me, "HE-FRT-002", fort.gains, "fortress")
    await window(s, VOCABULARY, "on_gain", me, s, me, OnGain.FORTRESS, fort.region)


def may_take(s: State, me: int) -> bool:
    """May this player seize or collect in his region: alone, the winner, or by agreement (HE-MOV-011, HE-PVP-012)?"""
    sheet = s.sheets[me]
    if sheet.did(LOST):
        return False
    if sheet.did(WON) or sheet.did(MAY_TAKE):
        return True
    return not any(other.region == sheet.region for seat, other in enumerate(s.sheets) if seat != me)


# -- combats between players ------------------------------------------------------------------------------------------
async def strife(s: State, region: int) -> None:
    """Players share a region: does anybody want combat? If nobody does, they may agree who takes what (HE-MOV-009).

    In a Movement that a player performs alone, nobody else begins a combat or takes anything.
    """
    group_ = [seat for seat in s.order() if s.sheets[seat].region == region]
    fresh, name = [seat for seat in group_ if not s.sheets[seat].did(FOUGHT)], s.config.map.names[region]
    for seat in [seat for seat in fresh if s.acting >> seat & 1]:
        if (len(fresh) > 1 or reaches_out(s, seat)) and await yes(
            seat, "HE-MOV-009", "begin a combat", prompt=f"Begin a combat in {name}?"
        ):
            with group(s, "HE-MOV-009", "begins a combat in {}", name, who=seat, touched=(f"area:{region}",)):
                await between_players(s, region, fresh, seat)
            return
    if len(group_) > 1:
        await agree(s, region, group_)


def reaches_out(s: State, me: int) -> bool:
    """Could this player begin a combat with players of other regions (HE-CUL-026)?"""
    if s.sheets[me].did(FOUGHT) or not s.acting >> me & 1:
        return False
    return asked(s, "limit", Limit.DRAW_IN, me, s.sheets[me].region, own=True) > 0


async def agree(s: State, region: int, group_: list[int]) -> None:
    """Everybody names who may seize or collect here; if all name the same, he may (HE-MOV-010, HE-ART-008)."""
    if not there(s, region, group_):
        return
    named, takers = -1, [seat for seat in group_ if s.acting >> seat & 1]
    for seat in group_:
        who = await choose(
            seat, "player", [*takers, "nobody"], "HE-MOV-010", "who may take", names={"nobody": "Nobody"}
        )
        if who == "nobody" or (named >= 0 and who != named):
            return
        named = who
    s.sheets[named].do(MAY_TAKE)
    report(s, "HE-MOV-010", "may take what {} holds: the others agree", s.config.map.names[region], who=named)


def there(s: State, region: int, group_: list[int]) -> bool:
    """Is there anything to agree about: a fortress that still stands, an artefact that nobody has?"""
    fort = any(fort_of(s, seat, region) is not None for seat in group_) and region not in s.seized
    rows = s.config.map.artefacts
    return fort or (region in rows and s.held[rows.index(region)] < 0)


async def between_players(s: State, region: int, parties: list[int], starter: int) -> None:
    """A combat between players, from deploying to the reward (HE-PVP-001 to HE-PVP-013)."""
    s.combat = combat = Combat.fresh(s.config)
    combat.sort, combat.region, combat.parties, combat.starter = PLAYERS_FIGHT, region, tuple(parties), starter
    for seat in s.order():
        await window(s, VOCABULARY, "battle_declared", seat, s, seat, combat)
    seats = combat.parties
    if len(seats) < 2:
        s.combat = None
        return
    plans = await sealed({seat: deploy(s, seat) for seat in seats}, "HE-PVP-002", "deployment")
    for seat in seats:
        announce(s, seat, plans[seat])
    best = max(combat.total(seat) for seat in seats)
    first = [seat for seat in seats if combat.total(seat) == best]
    combat.winner = first[0] if len(first) == 1 else -1
    if combat.winner < 0:
        report(s, "HE-PVP-004", "{} stands twice: everybody is defeated", best)
    for seat in seats:
        s.sheets[seat].do(FOUGHT)
        if s.sheets[seat].region == region:  # what lies elsewhere has not been fought for
            s.sheets[seat].do(WON if seat == combat.winner else LOST)
    await perish(s, seats)
    if combat.winner >= 0:
        with group(s, "HE-PVP-006", "wins with {}", best, who=combat.winner):
            await reward(s, combat.winner, [seat for seat in seats if seat != combat.winner])
    s.combat = None


async def reward(s: State, me: int, losers: list[int]) -> None:
    """The winner circles the leftmost monster and takes one of three rewards (HE-PVP-006 to HE-PVP-010)."""
    combat = s.combat
    assert combat is not None
    place = mark_for(s, me)
    if place >= 0:
        await beat_monster(s, me, "HE-PVP-006", place, spoils=False)
    gains = s.config.monsters[place].gains if place >= 0 else NOTHING
    lead = combat.total(me) - min(combat.total(seat) for seat in losers)
    artefacts = [a for a, owner in enumerate(s.held) if owner in losers]
    options = ["monster"] if any(gains) else []
    options += ["resources"] if lead and _spoils(s, me, losers) else []
    options += ["artefact"] if artefacts else []
    if options == ["artefact"]:  # another reward may be chosen, though it brings nothing
        options += ["nothing"]
    if place < 0 and s.config.rulings.no_mark_no_reward:
        options = []
    if options:
        what = await choose(me, "choice", options, "HE-PVP-006", "reward", names=REWARDS)
        if what == "monster":
            await receive(s, me, "HE-PVP-007", gains, "monster")
        elif what == "resources":
            await plunder(s, me, "HE-PVP-008", losers, lead)
        elif what == "artefact":
            artefact = await choose(me, "choice", artefacts, "HE-PVP-010", "artefact", argument="artefact")
            s.sheets[me].tasks |= 1 << TOOK_ARTEFACT
            await hand_over(s, me, artefact)


REWARDS = {
    "monster": "The resources of the monster",
    "resources": "Resources of the losers",
    "artefact": "An artefact",
    "nothing": "A reward that brings nothing",
}


def mark_for(s: State, me: int) -> int:
    """The monster that marks a victory over players: the leftmost that is not circled (HE-PVP-006)."""
    if not s.config.rulings.mark_on_enslaved:
        return leftmost(s, me)
    open_ = [place for place, fate in enumerate(s.sheets[me].monsters) if fate not in CIRCLED]
    return open_[0] if open_ else -1


def _spoils(s: State, me: int, losers: list[int]) -> list[tuple[int, int]]:
    """What can be taken: (loser, kind of resource); only kinds that the winner has a box for."""
    keeps = s.config.factions[me].keeps
    return [(seat, kind) for seat in losers for kind in keeps if s.sheets[seat].stock[kind]]


async def plunder(s: State, me: int, by: Ruled | str, others: list[int], n: int) -> None:
    """Take up to `n` resources of others, from whom and of which kinds one likes."""
    taken = [0, 0, 0]
    async for seat, kind in some(
        me, "choice", lambda: _spoils(s, me, others), by, "take a resource", most=n, argument="spoil"
    ):
        s.sheets[seat].stock[kind] -= 1
        taken[kind] += 1
        report(s, rule_of(by), "loses 1 {}", RESOURCES[kind], who=seat)
    wood, iron, gold = taken
    gains: Amounts = (wood, iron, gold)
    await receive(s, me, by, gains, "losers")


def deploy_detail(s: State, me: int, name: str, n: int) -> tuple[str, str]:
    """What so many units of a kind add, for people."""
    for unit, kind in enumerate(s.config.factions[me].units):
        if kind.name == name:
            each = unit_power(s, me, unit).value
            return f"{counted(n, name)} of power {each}" if n else f"no {plural(name)}", str(n * each)
    return "", ""
