"""Steps that many rules share: windows, gains, losses of pieces, Heroquests, names for people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from ....engine.errors import RulesError
from ....engine.masks import bits
from ....engine.runtime import ability as _ability
from ....engine.runtime.ability import Ability, Hook
from ....engine.runtime.decision import Ruled, choose, rule_of
from ....engine.runtime.layers import replaced
from ....engine.runtime.trace import Source, group, report
from ....engine.tabletop.table import Arrow, Target
from .adjacency import OPEN, SPIKE
from .domains import PEN, PLACES, POOL, RIFT
from .packing import KIND
from .state import DESTROYED, FLIPPED, NOTHING, State
from .timings import VOCABULARY, Part, Quest, asked
from .topics import CostOf, InPhase, MayTarget, OnElimination, OnGain, OnPay, Setup, Watches

MOST_ROUNDS = 50  # a loop that may neither ask nor end has its own bound: the driver cannot see it
STOPPED = 20  # the stage of a battle whose area is no more
BINDING = ("unique weakness", "greater god", "monster")  # kinds of powers that nobody may do without


class Changing(Protocol):
    """An event that becomes another one: whom does that affect?"""

    def struck(self, now: Any) -> Iterable[int]: ...


E = TypeVar("E", bound=Changing)
Unit = tuple[int, int, int]  # seat, area, kind: what a question about a unit offers


class Loss(NamedTuple):
    """A unit that is about to leave play; `to` is where it goes."""

    seat: int
    kind: int
    area: int
    cause: OnElimination
    by: int  # whose doing it is, -1: nobody's
    to: int = POOL


async def window(
    s: State,
    timing: str,
    seat: int,
    *args: Any,
    only: Sequence[Ability] = (),
    among: Sequence[int] = (),
    until: Callable[[], Any] | None = None,
    say_could: bool = True,
) -> bool:
    """One player's chance at a timing: what is forced, then what he likes, each power once and in his order.

    An Uncontrolled Faction does what is forced alone, unless somebody decides for it (ruling `uncontrolled_acts`). Some
    powers `only`, and with the ruling that a power may be declined, a single one is asked for by its name; what binds
    its owner whatever the ruling still does. `among`: powers of these owners are his to use here, beside his own.
    """
    if not s.mine(seat, timing) and not (among and any(s.mine(owner, timing) for owner in among)):
        return False
    declined = s.config.rulings.powers_may_be_declined and not s.config.nobodys >> seat & 1
    named = declined or bool(only)

    befores = marks(s)

    def then(hook: Hook) -> None:
        nonlocal befores
        affected(s, hook[0], hook[1], befores)
        befores = marks(s)

    def binds(hook: Hook) -> bool:
        kind = s.config.facts.table(getattr(hook[1], "at", "")).get("kind", "gift") if declined else ""
        bound = kind in BINDING or getattr(hook[1], "binding", False)
        return hook[1].forced and (not declined or bound)

    def which(hook: Hook) -> bool:
        return (not only or hook[1] in only) and (s.tended(seat) or binds(hook))

    return await _ability.window(
        s,
        VOCABULARY,
        timing,
        seat,
        *args,
        among=(seat, *among),
        until=until,
        say_could=say_could,
        freely=named or s.tended(seat),
        plain=named,
        which=which if named else None,
        binds=binds,
        then=then if befores else None,
        who=actor(s, seat),
    )


async def instead(s: State, timing: str, seat: int, event: E) -> E | None:
    """What a seat's powers make of an event: `replaced`, and whom a gift among them has affected by it."""
    b, befores = s.battle, marks(s)
    hooks, used = s.mine(seat, timing), b.used if b is not None else ()
    now = await replaced(s, VOCABULARY, timing, seat, event, seats=(seat,), plain=True)
    if befores and b is not None and now is not None and now != event:
        names = {name for who, name in b.used[len(used) :] if who == seat}
        for _, power, _ in hooks:
            if power.name in names:
                affect(s, seat, power, event.struck(now))
    return now


async def phase_powers(s: State, seat: int, phase: InPhase) -> None:
    """A player's powers of the Power or Council Phase, with those of monsters that speak in his slot, in any order;
    then, once each, those that a gift has brought meanwhile. Nothing follows what ends the game at once.
    """
    known = [power for _, power, _ in s.mine(seat, "in_phase")]
    await window(s, "in_phase", seat, s, seat, phase, among=s.config.neutrals, until=lambda: ended(s))
    await triggers(s, seat)
    await settle(s)
    while new := [power for _, power, _ in s.mine(seat, "in_phase") if power not in known]:
        known += new
        await window(s, "in_phase", seat, s, seat, phase, only=new)
        await triggers(s, seat)
        await settle(s)


# -- names for reports ------------------------------------------------------------------------------------------------
def title(s: State, seat: int) -> str:
    """The name of an empire."""
    return s.config.empires[seat].title


def actor(s: State, owner: int) -> int:
    """Whom an event names as the one who does it: a seat; nobody for an owner that nobody plays."""
    return owner if owner < len(s.config.seats) else NOTHING


def says(s: State, by: Ruled | str, seat: int, text: str, *args: Any, **more: Any) -> None:
    """Report what an empire does, its name first: `says(s, rule, me, "gains {} Power", n)`."""
    if s.trace is not None:
        report(s, rule_of(by), "{} " + text, title(s, seat), *args, who=actor(s, seat), **more)


def unit_name(s: State, seat: int, kind: int) -> str:
    """The name of a kind of unit."""
    return s.config.name[seat][kind]


def the(s: State, seat: int, kind: int) -> str:
    """The same within a sentence: "the Barbarian", "the Sun God"."""
    return f"the {unit_name(s, seat, kind).split(',')[0].removeprefix('The ')}"


def area_name(s: State, area: int) -> str:
    """The name of an area."""
    return s.config.pen if area == PEN else s.config.map.names[area]


def piece(s: State, seat: int, area: int, kind: int) -> Target:
    """What units of a kind are on the table."""
    return f"piece:{area}:{seat}:{s.config.empires[seat].units[kind].key}"


def built(s: State, area: int, code: int) -> Target:
    """What a building is on the table."""
    return f"piece:{area}:{code >> 3}:{s.config.empires[code >> 3].buildings[code & 7].key}"


def arrow(a: int, b: int, kind: str = "move") -> Arrow | None:
    """The trail of a unit, when both ends are on the map."""
    return Arrow(a, b, kind) if a < PEN and b < PEN else None


# -- Heroquests -------------------------------------------------------------------------------------------------------
def slot_of(s: State, seat: int, quest: Quest) -> int:
    """The slot in which a Heroquest is printed."""
    return s.config.slot_things[seat].index((quest.empire, quest.key))


def free_gifts(s: State, seat: int, slot: int) -> tuple[int, ...]:
    """Gifts that may be laid into a slot (GW-GAB-011, GW-GAB-016)."""
    return bits(s.config.fits[seat][slot] & ~s.gifts(seat))


def fulfilled(parts: Iterable[Part]) -> bool:
    """Is every part of a Heroquest there? Looks no further than the first that is not."""
    told = False
    for part in parts:
        if part.have < part.need:
            return False
        told = True
    return told


def tell(s: State, event: Watches, thing: Any, seats: Iterable[int] | None = None) -> None:
    """Something happened that an open Heroquest may ask for; its gift comes with the next `settle`."""
    for holder, quest, test in s.watching(event):
        if (seats is None or holder in seats) and fulfilled(test(s, holder, thing)):
            _owe(s, holder, quest)  # type: ignore[arg-type]


def notice(s: State) -> bool:
    """Which Heroquests are fulfilled now? Gives back whether any gift is owed."""
    for seat, quest, test in s.to_notice():
        if fulfilled(test(s, seat, None)):
            _owe(s, seat, quest)  # type: ignore[arg-type]
    s.stirred = 0
    return any(s.owed)


def _owe(s: State, seat: int, quest: Quest) -> None:
    slot = slot_of(s, seat, quest)
    if free_gifts(s, seat, slot):
        s.owe(seat, slot)


async def settle(s: State) -> None:
    """Gifts of all Heroquests that are fulfilled, until quiet; never in a battle (GW-GAB-015, GW-GAB-018)."""
    if s.battle is not None:
        notice(s)
        return
    for _ in range(MOST_ROUNDS):
        if s.emptied:
            await tell_spent(s)
        if not notice(s):
            return
        for seat in s.order(s.active):
            for slot in bits(s.owed[seat]):
                if s.owed[seat] >> slot & 1:
                    await cover(s, seat, slot)
    raise RulesError("gifts without end")


async def tell_spent(s: State) -> None:
    """Who has spent the last Power: powers that ask for it, in turn order."""
    gone, s.emptied = bits(s.emptied), 0
    for who in gone:
        for me in s.order(s.active):
            await window(s, "on_pay", me, s, me, OnPay.SPENT, who, say_could=False)


async def cover(s: State, seat: int, slot: int) -> None:
    """One slot is covered with a gift of its owner's choice, and what the Heroquest brings comes with it."""
    empire, free = s.config.empires[seat], free_gifts(s, seat, slot)
    row = empire.slots[slot]
    names = {i: empire.gifts[i].name for i in free}
    gift = await choose(
        seat,
        "card",
        free,
        row.rule,
        "gift",
        names=names,
        argument="gift",
        prompt=lambda: f"{row.title}: which gift?",
    )
    s.lay(seat, slot, gift)
    says(
        s,
        row.rule,
        seat,
        "takes the gift {} ({})",
        names[gift],
        row.title,
        touched=(f"gift:{seat}:{gift}", f"slot:{seat}:{slot}"),
    )
    quest = next((quest for quest in empire.quests if quest.thing == s.config.slot_things[seat][slot]), None)
    if quest is not None and hasattr(quest, "reward"):
        await quest.reward(s, seat)
    if s.mine(seat, "on_gain"):
        await window(s, "on_gain", seat, s, seat, OnGain.GIFT, gift, say_could=False)


async def further_gift(s: State, seat: int, rule: str) -> None:
    """A gift that a ruling gives besides that of the slot: it goes into the next free one."""
    own = sum(s.config.fragments[seat])
    empty = next(iter(bits(s.opened[seat] & own & ~s.owed[seat])), NOTHING)
    free = free_gifts(s, seat, empty) if empty >= 0 else ()
    if not free:
        return
    names = {i: s.config.empires[seat].gifts[i].name for i in free}
    gift = await choose(seat, "card", free, rule, "gift", names=names, argument="gift", prompt="Which further gift?")
    s.lay(seat, empty, gift)
    says(s, rule, seat, "takes the gift {}", names[gift], touched=(f"gift:{seat}:{gift}",))
    await window(s, "on_gain", seat, s, seat, OnGain.GIFT, gift, say_could=False)


# -- gifts that affect others -----------------------------------------------------------------------------------------
def marks(s: State) -> tuple[Any, ...]:
    """All that a gift can change of each empire; nothing where no open Heroquest asks for it."""
    if not s.watching(Watches.GIFT):
        return ()
    return tuple(_mark(s, seat) for seat in s.config.seats)


def _mark(s: State, seat: int) -> tuple[Any, ...]:
    units, buildings, b = s.row(seat, 0), s.place_of_buildings(seat, 0), s.battle
    mark: tuple[Any, ...] = (
        bytes(s.units[units : units + PLACES * s.config.width]),
        bytes(s.buildings[buildings : buildings + PLACES * s.config.width_b]),
        s.power[seat],
        s.vp[seat],
        s.hands[seat],
    )
    if b is None or seat not in b.sides:
        return mark
    side = b.sides.index(seat)
    less = tuple(row for row in b.less if row[0] == seat)
    against = () if s.config.rulings.a_miss_is_no_target else tuple(row for row in b.rolled if row[0] != side)
    return *mark, sorted(b.roster[side].items()), b.kills[side], b.routs[side], b.extra[side], b.calm, less, against


def affected(s: State, me: int, power: Ability, befores: tuple[Any, ...]) -> None:
    """A power of a seat has acted: whom has it affected?"""
    if befores:
        affect(s, me, power, [seat for seat in s.config.seats if _mark(s, seat) != befores[seat]])


def affect(s: State, me: int, power: Ability, seats: Iterable[int]) -> None:
    """A gift of one seat affects others, or is aimed at them."""
    for seat in seats:
        if seat != me and _of_gift(power):
            tell(s, Watches.GIFT, (me, seat), (seat,))


def _of_gift(power: Ability) -> bool:
    return str(getattr(power, "item", "")).startswith("gifts.")


# -- what things cost -------------------------------------------------------------------------------------------------
def cost_of_building(s: State, code: int, area: int = NOTHING) -> int:
    """What a building costs, whoever asks and whatever for (GW-FAQ-069); in an area by the face that it shows there."""
    seat = code >> 3
    row = s.building(code, area) if area >= 0 else s.config.empires[seat].buildings[code & 7]
    return max(asked(s, "cost_of", CostOf.BUILDING, seat, code, row.cost, own=True), 0)


def charged(s: State, me: int, verb: str, n: int) -> int:
    """What a common action costs in Power when all but the action itself has been reckoned."""
    if not s.mine(me, "cost_of"):  # nothing changes a price, as mostly: menus ask it of each option
        return n
    return max(asked(s, "cost_of", CostOf.ACTION, me, verb, n, own=True), 0)


def vp_of(s: State, what: CostOf, me: int, area: int) -> int:
    """Victory Points that an action there costs, by a power."""
    return asked(s, "cost_of", what, me, area)


# -- Power and Victory Points -----------------------------------------------------------------------------------------
def gain_power(s: State, seat: int, n: int, rule: str, why: list[Source] | None = None) -> None:
    """Power comes, or goes when `n` is negative; it never falls below 0."""
    before = s.power[seat]
    s.set_power(seat, max(before + n, 0))
    if s.trace is not None and n:
        report(
            s,
            rule,
            "{} gains {} Power" if n > 0 else "{} loses {} Power",
            title(s, seat),
            abs(n),
            who=seat,
            figure=f"{before} → {s.power[seat]}",
            touched=(f"seat:{seat}",),
            why=why,
        )


async def gain_vp(s: State, seat: int, n: int, rule: str, why: list[Source] | None = None) -> None:
    """Victory Points come; the Spike may shatter by them, at once (GW-SPK-001), or the end be fixed."""
    before = s.vp[seat]
    s.score(seat, n)
    if s.trace is not None and n:
        figure = f"{before} → {s.vp[seat]}"
        report(
            s, rule, "{} gains {} VP", title(s, seat), n, who=seat, figure=figure, touched=(f"seat:{seat}",), why=why
        )
    if s.vp[seat] >= s.config.fact("victory.goal"):
        s.ending = True
    if s.rift == SPIKE and s.vp[seat] >= s.config.fact("victory.spike_at"):
        await shatter(s)


def lose_vp(s: State, seat: int, n: int, rule: str) -> None:
    """Victory Points go, down to 0 (ruling `vp_below_zero`)."""
    before = s.vp[seat]
    s.score(seat, -n if s.config.rulings.vp_may_be_negative else max(-n, min(-before, 0)))
    if s.trace is not None and n:
        figure = f"{before} → {s.vp[seat]}"
        report(s, rule, "{} loses {} VP", title(s, seat), n, who=seat, figure=figure, touched=(f"seat:{seat}",))


def can_pay_vp(s: State, seat: int, n: int) -> bool:
    """Has the player these points to spend?"""
    return s.vp[seat] >= n or s.config.rulings.vp_may_be_negative


# -- units that join another empire -----------------------------------------------------------------------------------
def joins(s: State, seat: int, owner: int, kind: int, area: int) -> None:
    """Report that a unit which has come out of the pool of a seat is another one's, if it is."""
    if owner != seat and s.trace is not None:
        rule = s.config.empires[owner].units[kind].rule
        says(
            s, rule, owner, "controls {} from now on", unit_name(s, owner, kind), touched=(piece(s, owner, area, kind),)
        )


# -- losing pieces ----------------------------------------------------------------------------------------------------
async def eliminate(
    s: State, seat: int, kind: int, area: int, cause: OnElimination, by: int, rule: str, *, to: int = POOL
) -> bool:
    """One unit leaves play; a power of its owner may save it. Returns whether it is gone."""
    if s.mine(seat, "would_be_eliminated"):
        loss = Loss(seat, kind, area, cause, by, to)
        found = await replaced(s, VOCABULARY, "would_be_eliminated", seat, loss, seats=(seat,), plain=True)
        if found is None:
            out_of_battle(s, seat, kind, area, cause)
            return False
        to = found.to
    s.move(seat, kind, area, to)
    out_of_battle(s, seat, kind, area, cause)
    if s.trace is not None:
        report(
            s,
            rule,
            "{} loses {} in {}",
            title(s, seat),
            unit_name(s, seat, kind),
            area_name(s, area),
            who=actor(s, seat),
            note=cause,
            touched=(piece(s, seat, area, kind),),
        )
    if s.hooks("on_elimination"):
        for me in (*s.order(s.active), *s.config.neutrals):
            await window(s, "on_elimination", me, s, me, seat, kind, cause, say_could=False)
    return True


def out_of_battle(s: State, seat: int, kind: int, area: int, cause: OnElimination) -> None:
    """Who has left the area of the battle under way by anything but its results fights there no more."""
    b = s.battle
    if b is None or b.area != area or seat not in b.sides:
        return
    side = b.sides.index(seat)
    roster = b.roster[side]
    codes = sorted(code for code in roster if code & KIND == kind)
    apart = b.apart.count((seat, kind))
    if sum(roster[code] for code in codes) + apart <= s.n(seat, kind, area):
        return  # its results have taken it out of the battle before
    if not codes:
        at = b.apart.index((seat, kind))
        b.apart = (*b.apart[:at], *b.apart[at + 1 :])
        return
    roster[codes[0]] -= 1
    if not roster[codes[0]]:
        del roster[codes[0]]
    b.fates += ((side, kind, str(cause)),)


def raze(s: State, area: int, code: int, rule: str, *, whole: bool = False, to: int = POOL) -> int:
    """A building leaves the map; one that shows its second face is only turned over, unless it is taken `whole`."""
    seat, kind = code >> 3, code & 7
    name = s.building(code, area).name
    if s.config.second[seat][kind] >= 0 and s.faced >> area & 1 and not whole:
        s.turn_over(area, False)
        says(s, rule, seat, "has its {} in {} turned over", name, area_name(s, area), touched=(built(s, area, code),))
        return FLIPPED
    says(s, rule, seat, "loses its {} in {}", name, area_name(s, area), touched=(built(s, area, code),))
    s.shift(seat, kind, area, to)
    return DESTROYED


async def erect(
    s: State, seat: int, kind: int, area: int, rule: str, verb: str = "builds", *, word: str = "building"
) -> None:
    """A building comes from the pool; powers and Heroquests look at it. `word`: what that is noted as."""
    s.shift(seat, kind, POOL, area)
    s.note(word, seat, kind, POOL, area)
    code = seat * 8 + kind
    says(
        s,
        rule,
        seat,
        verb + " a {} in {}",
        s.building(code, area).name,
        area_name(s, area),
        touched=(built(s, area, code), f"area:{area}"),
    )
    tell(s, Watches.PLACED, (seat, kind, area))
    if s.hooks("on_placement"):
        for me in (*s.order(s.active), *s.config.neutrals):
            await window(s, "on_placement", me, s, me, seat, kind, area, say_could=False)


async def shatter(s: State) -> None:
    """The Spike shatters: everything on it is lost, and the Chaos Rift is open (GW-SPK-002 to GW-SPK-005).

    Who may be saved is asked last, when nothing else stands there any more.
    """
    spike = s.config.map.spike
    with group(s, "GW-SPK-001", "The Spike shatters", kind="rule", touched=(f"area:{spike}",)):
        s.rift = OPEN
        s.reground()
        for code in s.buildings_in(spike):
            raze(s, spike, code, "GW-SPK-002", whole=True)
        for seat in sorted(
            (*s.order(), *s.config.neutrals), key=lambda seat: bool(s.mine(seat, "would_be_eliminated"))
        ):
            for kind in s.kinds_in(seat, spike):
                for _ in range(s.n(seat, kind, spike)):
                    await eliminate(s, seat, kind, spike, OnElimination.SPIKE, NOTHING, "GW-SPK-002")
        if s.battle is not None and s.battle.area == spike:
            s.battle.stage = STOPPED
        tell(s, Watches.SPIKE, spike)
    s.reground()
    await set_up(s, Setup.RIFT)


async def set_up(s: State, what: Setup) -> None:
    """What nobody plays comes to the map at its moment."""
    for owner in s.config.neutrals:
        arrive(s, owner, what)
        await window(s, "setup", owner, s, owner, what, say_could=False)


def arrive(s: State, owner: int, what: Setup) -> None:
    """The first unit of a card comes out of the pool at the moment that the card names."""
    empire, index = s.config.empires[owner], s.config.map.index
    if empire.arrival != what or not s.n(owner, 0, POOL):
        return
    area = next(index[slug] for slug in empire.home if slug in index and not s.ways.closed >> index[slug] & 1)
    s.move(owner, 0, POOL, area)
    says(s, empire.units[0].rule, owner, "comes to {}", area_name(s, area), touched=(f"area:{area}",))


def release(s: State) -> None:
    """Everything in the Rift returns to its owners' pools (GW-RIF-014)."""
    for seat in s.config.seats:
        for kind in s.kinds_in(seat, RIFT):
            for _ in range(s.n(seat, kind, RIFT)):
                s.move(seat, kind, RIFT, POOL)
        for kind in range(len(s.config.empires[seat].buildings)):
            for _ in range(s.stock(seat, kind, RIFT)):
                s.shift(seat, kind, RIFT, POOL)


def in_play(s: State, seat: int) -> bool:
    """Has a player any unit or building in play?"""
    return bool(s.in_play[seat] or s.built[seat])


def ended(s: State) -> bool:
    """Does a card end the game at once?"""
    hooks = s.hooks("game_over")
    return any(over(s, holder) for holder, _, over in hooks) if hooks else False


async def triggers(s: State, who: int) -> None:
    """Something is over that a player did: what nobody plays looks at what that has done."""
    if s.hooks("after_action"):
        for owner in s.config.neutrals:
            await window(s, "after_action", owner, s, owner, who, say_could=False)
    s.happened = ()


# -- choosing units ---------------------------------------------------------------------------------------------------
def units_in(s: State, seat: int, area: int, kinds: Sequence[int] | None = None) -> list[Unit]:
    """The kinds of units of a seat in an area, as options of a question."""
    return [(seat, area, kind) for kind in s.kinds_in(seat, area) if kinds is None or kind in kinds]


def targets(s: State, units: Iterable[Unit], what: MayTarget = MayTarget.PICKED) -> list[Unit]:
    """Those of some units that a gift or ability may choose; a rune is neither, and asks nobody."""
    return [unit for unit in units if is_target(s, unit[0], unit[2] & KIND, what)]


def is_target(s: State, owner: int, kind: int, what: MayTarget = MayTarget.PICKED) -> bool:
    """May a gift or ability choose such a unit of an owner? Powers of its owner may shut it off."""
    hooks = VOCABULARY.about(s.key.seats[owner], "may_target", what)
    return not hooks or all(may(s, holder, owner, kind, what) is not False for holder, _, may in hooks)


def shut_off_by(s: State, owner: int, kind: int, default: str) -> str:
    """The rule of the power that does."""
    hooks = VOCABULARY.about(s.key.seats[owner], "may_target", MayTarget.PICKED)
    rules = (power.rule for holder, power, may in hooks if may(s, holder, owner, kind, MayTarget.PICKED) is False)
    return next(rules, default)


def everywhere(s: State, seat: int, kinds: Sequence[int] | None = None) -> list[Unit]:
    """The same, anywhere on the map."""
    return [unit for area in s.areas(seat) for unit in units_in(s, seat, area, kinds)]


def anywhere(s: State, seat: int, kinds: Sequence[int] | None = None) -> list[Unit]:
    """The same, anywhere in play: off the map too, where units are held (GW-FAQ-041)."""
    return [*everywhere(s, seat, kinds), *units_in(s, seat, PEN, kinds)]


def reached(s: State, start: int) -> tuple[int, ...]:
    """Whose units on the map powers reach: those of everybody, from a seat on, then of monsters; of none that is at
    peace with all.
    """
    return (*s.order(start), *s.config.wild)


async def pick(s: State, who: int, options: Sequence[Unit], rule: Any, what: str, **more: Any) -> Unit:
    """One unit of several; when all are alike nothing is asked."""
    unit: Unit = await choose(who, "unit", options, rule, what, argument="unit", **more)
    return unit
