"""The round, cut into steps: one step is one player's part of one stage, or what all do at once.

A step begins from the state alone: the stage, the action under way and its level, who is still to act (`waits`) and
what each has done in it (`deeds`). Source: HE-RND-001 to HE-RND-007, HE-MOV-001 to HE-MOV-012.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....engine.masks import bits
from ....engine.runtime.ability import window
from ....engine.runtime.decision import Answer, Asking, Decision, checkpoint, choose, sealed, yes
from ....engine.runtime.layers import counted, sources
from ....engine.runtime.requirement import Menu, complete
from ....engine.runtime.trace import group, report
from ....engine.tabletop.table import Arrow
from . import actions, setup
from .arguments import ARGUMENT_TYPES
from .battle import reaches_out, strife
from .config import ACTION_TITLES, ACTIONS, BUILD, MOVE
from .maps import RESOURCES
from .movement import Plan, may_raise, own_level, plan, purchase, trip_to, waves
from .state import (
    ACTED_ALONE,
    ACTION_BEGINS,
    ANNOUNCED,
    ANNOUNCEMENT,
    ARRIVAL,
    BEGUN,
    BUILDING,
    COMBAT,
    EMPTY,
    FINDS,
    GATHERING,
    LEVEL_BONUS,
    MOVED,
    NEXT,
    OVER,
    RAISED,
    ROUTES,
    STAGE_FIVE,
    START,
    STRIFE,
    TOOK_STEP,
    State,
)
from .stock import of_kind, receive, spend
from .timings import VOCABULARY
from .topics import GainOf, Limit

GATHERED = (GainOf.WOOD, GainOf.IRON, GainOf.GOLD)


def step(s: State) -> Asking[None]:
    """One step of the game."""
    return STEPS[s.stage](s)


ORDINALS = ("first", "second", "third", "fourth")


# -- the round --------------------------------------------------------------------------------------------------------
async def announcement(s: State) -> None:
    """The first player writes 1 to 4 in four of the five boxes (HE-RND-002)."""
    numbers = [0] * len(ACTIONS)
    for level in range(1, 5):
        left = [action for action, n in enumerate(numbers) if not n]
        action = await choose(
            s.first, "choice", left, "HE-RND-002", f"action {level}",
            prompt=f"Which action comes {ORDINALS[level - 1]} this round?",
            argument="round action",
        )  # fmt: skip
        numbers[action] = level
    s.numbers = numbers
    named = sorted((n, ACTION_TITLES[action]) for action, n in enumerate(numbers) if n)
    report(s, "HE-RND-004", "announces {}", ", ".join(f"{n} {name}" for n, name in named), who=s.first)
    s.stage, s.level, s.action = ANNOUNCED, 0, -1
    s.waits = everybody(s)


async def announced(s: State) -> None:
    """Before the first action: powers that speak after the announcement, player by player."""
    while (me := _next(s)) >= 0:
        s.turn = me
        await window(s, VOCABULARY, "announced", me, s, me)
        if s.stage != ANNOUNCED:  # a power has begun an action of its own
            return
        s.waits &= ~(1 << me)
        await checkpoint()
    _begin_next(s)


def begin(s: State, action: int, level: int, acting: int, *, alone: bool = False) -> None:
    """An action begins for these players (HE-RND-003)."""
    s.action, s.level, s.acting, s.waits, s.alone = action, level, acting, acting, alone
    for sheet in s.sheets:
        sheet.deeds = sheet.points = sheet.saved = 0
    for seat in bits(acting) if alone else ():
        s.sheets[seat].tasks |= 1 << ACTED_ALONE
    s.settled = 0
    s.stage = ACTION_BEGINS if action != MOVE else ROUTES
    report(s, "HE-RND-003", "{}, level {}", ACTION_TITLES[action], level, kind="rule")


def everybody(s: State) -> int:
    """All seats."""
    return (1 << len(s.sheets)) - 1


def _next(s: State) -> int:
    """The next of those who are still to act, clockwise from the first player; -1 when all are done."""
    late = s.waits >> s.first << s.first or s.waits
    return (late & -late).bit_length() - 1


def _turn(s: State) -> int:
    """It is the turn of the next of those who are still to act."""
    s.turn = _next(s)
    return s.turn


async def _done(s: State, me: int) -> bool:
    """A player has acted. True if everybody has; else the next one can go on from here."""
    s.waits &= ~(1 << me)
    if s.waits:
        await checkpoint()
    return not s.waits


def _begin_next(s: State) -> None:
    """The action with the next number, or the end of the round (HE-RND-003, HE-RND-007)."""
    level = s.level + 1
    if level > 4:
        s.stage = NEXT
        return
    begin(s, s.numbers.index(level), level, everybody(s))


def end(s: State) -> None:
    """An action is over."""
    for sheet in s.sheets:
        sheet.points = 0  # what is not spent is lost (HE-MOV-004)
    if s.alone:
        alone, s.alone = s.acting, False
        s.stage, s.level, s.action = ANNOUNCED, 0, -1
        after = s.order()[s.order().index(bits(alone)[0]) :]
        s.waits = sum(1 << seat for seat in after)
        return
    _begin_next(s)


async def next_round(s: State) -> None:
    """A round is over: it is crossed out, and the next player to the left begins (HE-RND-007)."""
    for sheet in s.sheets:
        sheet.fresh_blocks = sheet.fresh_regions = sheet.fresh_monsters = 0
        sheet.tasks = sheet.erased = sheet.deeds = sheet.saved = 0
        sheet.route = ()
        sheet.was = sheet.amounts
        sheet.borrowed = 0
    s.rekey()
    s.numbers, s.action, s.level, s.acting, s.waits = [0] * len(ACTIONS), -1, 0, 0, 0
    if s.round >= s.config.rounds:
        s.stage = OVER
        report(s, "HE-CMP-002", "round {} is over: the points are counted", s.round, kind="rule")
        return
    s.round += 1
    s.first = s.turn = (s.first + 1) % len(s.sheets)
    s.stage = ANNOUNCEMENT


async def action_begins(s: State) -> None:
    """Who may raise the level of this action for himself (HE-HAL-013)? Then the action itself."""
    raised = VOCABULARY.about(s.key, "limit", Limit.RAISE)
    for me in [seat for seat in s.order() if s.acting >> seat & 1] if raised else ():
        skip = s.sheets[me].erased >> s.action & 1
        if not skip and may_raise(s, me) and await yes(me, "HE-HAL-013", "raise the level"):
            _raise(s, me)
    s.stage = BUILDING if s.action == BUILD else GATHERING
    s.turn = _next(s)


def _raise(s: State, me: int) -> None:
    s.sheets[me].do(RAISED)
    s.sheets[me].tasks |= 1 << LEVEL_BONUS
    report(s, "HE-HAL-013", "acts at level {}", own_level(s, me), who=me)


# -- gathering --------------------------------------------------------------------------------------------------------
async def gathering(s: State) -> None:
    """One player after the other gathers (HE-GTH-001)."""
    while True:
        me = _turn(s)
        if not s.sheets[me].erased >> s.action & 1:
            await gather(s, me, s.action, own_level(s, me))
        if await _done(s, me):
            end(s)
            return


async def gather(s: State, me: int, kind: int, level: int) -> None:
    """As many resources as the level, with what powers add."""
    n = counted(level, VOCABULARY.mine(s.key, "gain_of", me), s, me, GATHERED[kind])
    with group(s, "HE-GTH-001", "gathers {}", RESOURCES[kind], who=me, figure=f"+{n.value}", why=sources(n)):
        await receive(s, me, "HE-GTH-001", of_kind(kind, n.value), "gathering", level)


# -- building ---------------------------------------------------------------------------------------------------------
async def building(s: State) -> None:
    """The next thing that somebody does in a Building action (HE-BLD-001)."""
    while True:
        me = _turn(s)
        sheet = s.sheets[me]
        if not sheet.did(BEGUN):
            sheet.do(BEGUN)
            await window(s, VOCABULARY, "phase_start", me, s, me, BUILD)
            await checkpoint()
        if await _act(s, me, "what to build or recruit"):
            return
        await window(s, VOCABULARY, "phase_end", me, s, me, BUILD)
        if await _done(s, me):
            end(s)
            return


async def _act(s: State, me: int, what: str) -> bool:
    """One action of the menu, or "end"; nothing is asked when there is nothing to do. True if something was done."""
    known = actions.offered(s, me)
    options = Menu(ARGUMENT_TYPES, s, me).all(*known)
    if not options:
        return False
    pick = await Decision(me, "action", [*options, "end"], known[0].rule, what)
    if pick == "end":
        return False
    action = next(a for a in known if a.verb == pick[0])
    with group(s, action.rule, "{}", _phrase(s, action, pick), who=me):
        args = await complete(ARGUMENT_TYPES, action, s, me, pick[1:])
        await action.do(s, me, *args)
    return True


def _phrase(s: State, action: Any, pick: tuple[Answer, ...]) -> str:
    if s.trace is None:
        return ""
    names = [ARGUMENT_TYPES[w].named(s, s.turn, v) for w, v in zip(action.shape, pick[1:], strict=False)]
    return str(action.phrase).format(*names) if names or "{" not in action.phrase else action.verb.capitalize()


# -- movement ---------------------------------------------------------------------------------------------------------
async def routes(s: State) -> None:
    """Everybody chooses his destination in secret; then all are shown (HE-MOV-001 to HE-MOV-006)."""
    movers = [seat for seat in s.order() if s.acting >> seat & 1]
    for me in movers:
        if VOCABULARY.mine(s.key, "phase_start", me):
            await window(s, VOCABULARY, "phase_start", me, s, me, MOVE)
    plans = await sealed({me: plan(s, me) for me in movers}, "HE-MOV-002", "destination")
    for me in movers:
        show(s, me, plans[me])
    staying = s.config.rulings.staying_visits
    s.stage, s.waits = ARRIVAL, sum(1 << me for me in movers if staying or s.sheets[me].did(MOVED))


def show(s: State, me: int, chosen: Plan) -> None:
    """A plan is carried out: points are bought and spent, the new region is circled (HE-MOV-005)."""
    sheet, names, here = s.sheets[me], s.config.map.names, s.sheets[me].region
    way = purchase(s, me)
    if chosen.raised:
        _raise(s, me)
    if way is not None and chosen.bought:
        left, paid = chosen.bought * way.n, [0, 0, 0]
        for kind in way.kinds:
            paid[kind] = min(left, sheet.stock[kind])
            left -= paid[kind]
        spend(s, me, way.rule, paid)
    sheet.points = chosen.points
    if chosen.to != here:
        trip = trip_to(s, me, chosen.to, waves(s, me, chosen.most))
        sheet.region, sheet.route = chosen.to, (here, *trip.path)
        sheet.do(MOVED)
        sheet.tasks |= 1 << TOOK_STEP
        report(s, "HE-MOV-005", "goes from {} to {}", names[here], names[chosen.to], who=me, figure=str(trip.cost),
               touched=(f"area:{chosen.to}",), arrow=Arrow(here, chosen.to))  # fmt: skip


async def arrival(s: State) -> None:
    """One player after the other arrives: what waits for visitors, then the resources of the region (HE-MOV-007)."""
    while (me := _next(s)) >= 0:
        s.turn = me
        await arrive(s, me)
        s.waits &= ~(1 << me)
        await checkpoint()
    s.stage = STAGE_FIVE


async def arrive(s: State, me: int) -> None:
    """The visit of a region (HE-MOV-006, HE-MOV-007): what others do to a visitor comes before what he receives."""
    sheet = s.sheets[me]
    for seat in (*[seat for seat in s.order() if seat != me], me) if VOCABULARY.hooks(s.key, "on_move") else ():
        if VOCABULARY.mine(s.key, "on_move", seat):
            await window(s, VOCABULARY, "on_move", seat, s, seat, me, sheet.region)
    bit = 1 << sheet.region
    if not sheet.visited & bit or sheet.untaken & bit:
        sheet.visited |= bit
        sheet.fresh_regions |= bit
        if sheet.did(EMPTY):
            sheet.untaken |= bit
            return
        sheet.untaken &= ~bit
        await receive(s, me, "HE-MOV-007", s.config.map.regions[sheet.region].gains, "region")


async def stage_five(s: State) -> None:
    """Everybody stands where he has gone: what looks at that, before all combats, for those who act (HE-BLD-008)."""
    for seat in [seat for seat in s.order() if s.acting >> seat & 1]:
        if VOCABULARY.mine(s.key, "in_phase", seat):
            await window(s, VOCABULARY, "in_phase", seat, s, seat)
    s.stage = STRIFE


async def strifes(s: State) -> None:
    """The next region that players share, beginning with the first player's (HE-MOV-012)."""
    for seat in s.order():
        region = s.sheets[seat].region
        here = [other for other, sheet in enumerate(s.sheets) if sheet.region == region]
        meet = len(here) > 1 or reaches_out(s, seat)
        if meet and not s.settled >> region & 1 and any(s.acting >> other & 1 for other in here):
            s.turn = seat
            s.settled |= 1 << region
            await strife(s, region)
            return
    s.stage, s.waits = COMBAT, s.acting


async def combats(s: State) -> None:
    """The next combat of somebody with a monster or for a fortress (HE-MOV-012)."""
    while not await _act(s, _turn(s), "what to attack"):
        if await _done(s, s.turn):
            s.stage, s.waits = FINDS, s.acting
            return


async def finds(s: State) -> None:
    """The next player who collects the artefact of his region (HE-ART-008)."""
    while not await _act(s, _turn(s), "whether to collect"):
        if await _done(s, s.turn):
            end(s)
            return


STEPS: dict[int, Callable[[State], Asking[None]]] = {
    START: setup.starting_region,
    ANNOUNCEMENT: announcement,
    ANNOUNCED: announced,
    ACTION_BEGINS: action_begins,
    GATHERING: gathering,
    BUILDING: building,
    ROUTES: routes,
    ARRIVAL: arrival,
    STAGE_FIVE: stage_five,
    STRIFE: strifes,
    COMBAT: combats,
    FINDS: finds,
    NEXT: next_round,
}
