"""The Council: first player, points, powers, the Chaos Rift Struggle, the Great Compromise (GW-CNC, GW-RIF, GW-GCO)."""

from __future__ import annotations

from ....engine.masks import bits
from ....engine.runtime.decision import Answer, Asking, Decision, checkpoint, choose, roll, sealed, yes
from ....engine.runtime.layers import sources
from ....engine.runtime.trace import group, report
from .adjacency import OPEN, POOLED
from .common import (
    Unit,
    area_name,
    cost_of_building,
    ended,
    gain_power,
    gain_vp,
    lose_vp,
    phase_powers,
    release,
    says,
    set_up,
    settle,
    unit_name,
    window,
)
from .config import GREATER
from .domains import PEN, POOL, RIFT
from .score import points
from .state import ACTION, COMPROMISE, COUNCIL, END, NOTHING, POINTS, STRUGGLE, Compromise, State, Struggle
from .topics import InPhase, MayAct, PhaseEnd, Setup

CLOCKWISE = {1: "Clockwise", -1: "Counterclockwise"}


def may_lead(s: State, seat: int) -> bool:
    """May this seat be first player (GW-CNC-002)?"""
    return not any(may(s, h, MayAct.FIRST_PLAYER, seat, NOTHING) is False for h, _, may in s.mine(seat, "may_act"))


async def direction(s: State) -> None:
    """The first player says which way round play goes (GW-CNC-004)."""
    s.active = s.turn = s.first
    way = await Decision(s.first, "choice", (1, -1), "GW-CNC-004", "direction", names=CLOCKWISE)
    if not s.left >> s.first & 1:  # who has left the table says nothing: it stays
        s.way = way


async def first_player(s: State) -> None:
    """The most Power leads; on a tie the first player so far decides (GW-CNC-002 to GW-CNC-004)."""
    able = [seat for seat in s.order() if may_lead(s, seat)] or list(s.order())
    most = max(s.power[seat] for seat in able)
    best = [seat for seat in able if s.power[seat] == most]
    s.first = await choose(s.first, "player", best, "GW-CNC-003", "first player")
    says(s, "GW-CNC-002", s.first, "is first player", touched=(f"seat:{s.first}",), figure=f"{most} Power")
    await direction(s)
    s.phase, s.counted = POINTS, 0


def next_seat(s: State) -> int:
    """The next who is not done in this phase, or -1."""
    return next((seat for seat in s.order() if not s.counted >> seat & 1), NOTHING)


async def count_points(s: State) -> None:
    """Players count one after the other: what one brings about is there for the next (GW-CNC-005, GW-SPK-006)."""
    while (seat := next_seat(s)) >= 0:
        s.active = seat
        s.counted |= 1 << seat
        total = points(s, seat)
        if s.config.rulings.spike_breaks_into_the_count:
            due = total.value
            while due > 0:
                await gain_vp(s, seat, 1, "GW-CNC-006")
                due -= 1
                due = min(due, max(points(s, seat).value - (total.value - due), 0))
        else:
            await gain_vp(s, seat, total.value, "GW-CNC-006", sources(total))
        await settle(s)
        await checkpoint()
    s.phase, s.counted = COUNCIL, 0


async def powers(s: State) -> None:
    """One player's Council powers, in any order (GW-CNC-008)."""
    seat = next_seat(s)
    if seat < 0:
        s.counted = 0
        s.phase = STRUGGLE if s.rift == OPEN else COMPROMISE
        return
    s.active = seat
    await phase_powers(s, seat, InPhase.COUNCIL)
    s.counted |= 1 << seat
    if ended(s):  # before anybody else has his turn in the Council
        s.ending, s.phase, s.counted = True, END, 0


# -- the Chaos Rift Struggle ------------------------------------------------------------------------------------------
def gives(s: State, seat: int) -> list[Unit | tuple[str, int, int]]:
    """What a player may put into the Rift: units but greater gods, and buildings (GW-RIF-002)."""
    units: list[Answer] = [
        (seat, area, kind)
        for area in s.areas(seat)
        for kind in s.kinds_in(seat, area)
        if s.config.rank[seat][kind] != GREATER
    ]
    built = [(area, code) for area in range(len(s.site)) for code in s.buildings_in(area) if s.owner(code) == seat]
    return [*units, *(("building", area, code) for area, code in built)]


async def struggle(s: State) -> None:
    """Sacrifices, bids in secret, and the strength of the Rift (GW-RIF-001 to GW-RIF-014)."""
    if s.struggle is None:
        s.struggle = Struggle.fresh(s.config)
    record = s.struggle
    for seat in s.order():
        if record.given >> seat & 1 or seat == s.config.feeder or s.left >> seat & 1:
            continue
        s.active = seat
        for _ in range(s.config.fact("rift.sacrifices")):
            if options := gives(s, seat):
                await give(s, seat, options)
        record.given |= 1 << seat
        await settle(s)
        await checkpoint()
    bids = await bid(s)
    await weigh(s, bids)
    if s.rift == OPEN:
        for seat in s.order() if s.hooks("phase_end") else ():
            await window(s, "phase_end", seat, s, seat, PhaseEnd.RIFT)
    s.struggle, s.phase, s.counted = None, COMPROMISE, 0
    await settle(s)


async def give(s: State, seat: int, options: list[Answer]) -> None:
    """One piece goes into the Rift."""
    thing = await choose(seat, "choice", options, "GW-RIF-002", "sacrifice", argument="offering")
    if s.left >> seat & 1:  # its player has left: nothing is given (GW-SPC-008)
        return
    if thing[0] == "building":
        _, area, code = thing
        says(s, "GW-RIF-002", seat, "gives a {} in {} to the Rift", s.building(code, area).name, area_name(s, area))
        s.shift(seat, code & 7, area, RIFT)
    else:
        _, area, kind = thing
        says(s, "GW-RIF-002", seat, "gives {} in {} to the Rift", unit_name(s, seat, kind), area_name(s, area))
        s.move(seat, kind, area, RIFT)


async def bid(s: State) -> dict[int, int]:
    """Everybody sets a die in secret (GW-RIF-004); the Uncontrolled Faction always the same (GW-SPC-008)."""
    fact = s.config.fact
    low, high = fact("rift.least_bid"), fact("rift.most_bid")

    async def plan(seat: int) -> int:
        return int(await Decision(seat, "number", range(low, high + 1), "GW-RIF-004", "bid"))

    asked: dict[int, Asking[int]] = {seat: plan(seat) for seat in s.order() if not s.left >> seat & 1}
    shown = await sealed(asked, "GW-RIF-004", "bid")
    always = fact("rift.uncontrolled_bid")  # also of a player who has left after he bid
    return {seat: always if s.left >> seat & 1 else shown[seat] for seat in s.config.seats}


def in_rift(s: State) -> int:
    """What the pieces in the Rift cost together (GW-RIF-009)."""
    n = 0
    for seat in s.config.seats:
        empire = s.config.empires[seat]
        n += sum(unit.cost * s.n(seat, kind, RIFT) for kind, unit in enumerate(empire.units))
        n += sum(
            cost_of_building(s, seat << 3 | kind) * laid
            for kind in range(len(empire.buildings))
            if (laid := s.stock(seat, kind, RIFT))
        )
    return n


def counts(s: State, seat: int, n: int) -> tuple[int, int]:
    """What a bid counts, and what is paid for it (GW-RIF-005, GW-SPC-009)."""
    if n <= s.power[seat]:
        return n, n
    if s.left >> seat & 1:
        if s.config.rulings.short_bid_is_what_it_has:
            return s.power[seat], s.power[seat]
        if s.config.rulings.short_bid_counts_in_full:
            return n, s.power[seat]
    return 0, 0


async def weigh(s: State, bids: dict[int, int]) -> None:
    """The bids are shown, counted and paid; then the dice (GW-RIF-005 to GW-RIF-012)."""
    record, fact = s.struggle, s.config.fact
    assert record is not None
    counted, paid = {}, {}
    for seat, n in bids.items():
        counted[seat], paid[seat] = counts(s, seat, n)
    record.bids = tuple((seat, bids[seat], counted[seat]) for seat in s.order())
    total = 0
    for seat in s.order():
        says(s, "GW-RIF-005", seat, "bids {}", bids[seat], figure=str(counted[seat]), touched=(f"seat:{seat}",))
        total += -counted[seat] if seat == s.config.feeder else counted[seat]
        gain_power(s, seat, -paid[seat], "GW-RIF-006")
    least = min(counted.values())
    for seat in s.order():
        if counted[seat] == least:
            lose_vp(s, seat, fact("rift.vp_for_the_least"), "GW-RIF-008")
    record.total = total + in_rift(s)
    n = fact("rift.dice_per_empire") * len(s.config.seats)
    dice = await roll(s.config.rift_dice, n, "GW-RIF-010", "strength of the Rift")
    assert isinstance(dice, int)
    record.strength = dice
    if s.trace is not None:
        what = (s.config.rift_dice, n, dice)
        report(s, "GW-RIF-010", "The strength of the Rift is {}", dice, kind="chance", figure=str(dice), dice=what)
    if record.total > dice:
        with group(s, "GW-RIF-011", "The Rift closes: {} against {}", record.total, dice, kind="rule"):
            release(s)
            s.rift = POOLED
            s.reground()
    elif s.trace is not None:
        report(s, "GW-RIF-011", "The Rift stays open: {} against {}", record.total, dice, kind="rule")


# -- the Great Compromise ---------------------------------------------------------------------------------------------
def awards(config_judge: int, first: int, step: int, players: int) -> list[int]:
    """What the Judge and those whom he names receive, in order (GW-GCO-006)."""
    return [config_judge, *(first - step * i for i in range(players - 1))]


async def compromise(s: State) -> None:
    """A Judge, if somebody wants to be it, gives out the awards (GW-GCO-001 to GW-GCO-009)."""
    fact = s.config.fact
    if s.compromise is None:
        if not any(vp >= fact("victory.compromise_at") for vp in s.vp):
            await close(s)
            return
        s.compromise = Compromise.fresh(s.config)
        s.compromise.judge = NOTHING
        await set_up(s, Setup.COMPROMISE)
    record = s.compromise
    while record.judge < 0:
        seat = next((f for f in s.order() if not (record.asked | s.left) >> f & 1), NOTHING)
        if seat < 0:
            s.compromise = None
            await close(s)
            return
        s.active = seat
        record.asked |= 1 << seat
        if await yes(seat, "GW-GCO-003", "be the Judge", prompt="Do you want to be the Judge of the Great Compromise?"):
            record.judge = seat
            price = s.power[seat] // fact("compromise.judge_pays_one_of")
            says(s, "GW-GCO-003", seat, "is the Judge", touched=(f"seat:{seat}",))
            gain_power(s, seat, -price, "GW-GCO-005")
        await checkpoint()
    worth = awards(fact("compromise.judge"), fact("compromise.next"), fact("compromise.step"), len(s.config.seats))
    while len(record.named) < len(s.config.seats):
        n = worth[len(record.named)]
        left = [f for f in s.order(record.judge) if f not in record.named]
        who = left[0] if not record.named else await choose(
            record.judge, "player", left, "GW-GCO-006", "award", prompt=f"Who receives {n} VP?"
        )  # fmt: skip
        record.named += (who,)
        if n >= 0:
            await gain_vp(s, who, n, "GW-GCO-006")
        else:
            lose_vp(s, who, -n, "GW-GCO-006")
        await settle(s)
        await checkpoint()
    s.compromise = None
    await close(s)


async def close(s: State) -> None:
    """The Council is over: what lasts a round ends, and the next one begins, or the game ends (GW-VIC-002)."""
    if s.hooks("phase_end"):
        for owner in (*s.order(), *s.config.neutrals):
            await window(s, "phase_end", owner, s, owner, PhaseEnd.COUNCIL, say_could=False)
        await settle(s)
    drop_tokens(s, "council")
    s.spent, s.counted = (), 0
    await settle(s)
    if s.config.rulings.goal_must_be_kept and max(s.vp) < s.config.fact("victory.goal"):
        s.ending = False
    if not s.ending and 0 < s.config.rounds <= s.round:
        report(s, "GW-BAS-002", "The agreed number of rounds is over", kind="rule")
        s.ending = True
    if s.ending:
        s.phase = END
        return
    s.phase, s.round, s.active, s.turn = ACTION, s.round + 1, s.first, s.first


def drop_tokens(s: State, when: str) -> None:
    """Tokens of runes whose time is over leave play."""
    for seat in s.config.seats:
        for kind in bits(s.config.shared[seat]):
            if s.config.empires[seat].units[kind].leaves == when:
                for area in (*s.where(seat, kind), PEN) if s.in_play[seat] >> kind & 1 else ():
                    for _ in range(s.n(seat, kind, area)):
                        says(s, "GW-RUN-006", seat, "loses {} in {}", unit_name(s, seat, kind), area_name(s, area))
                        s.move(seat, kind, area, POOL)
