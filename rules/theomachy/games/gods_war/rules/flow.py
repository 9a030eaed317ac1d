"""The phases, cut into steps: one step is one action, one player's part of a phase, or a phase that asks little.

A step begins from the state alone, so that every step is a checkpoint. Source: GW-BAS-002, GW-ACT, GW-PWR, GW-VIC.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ....engine.runtime.decision import Answer, Asking, Decision, checkpoint, choose, some
from ....engine.runtime.layers import Total, folded, sources
from ....engine.runtime.requirement import carry_out, plan
from ....engine.runtime.trace import group
from . import runes, setup
from .actions import MOVE, Act, chosen, in_a_row, may_go_on, menu
from .arguments import ARGUMENT_TYPES
from .common import (
    affected,
    ended,
    gain_power,
    gain_vp,
    lose_vp,
    marks,
    phase_powers,
    says,
    settle,
    title,
    triggers,
    window,
)
from .council import compromise, count_points, drop_tokens, first_player, next_seat, powers, struggle
from .losses import battle
from .score import base_income
from .state import (
    ACTION,
    COMPROMISE,
    COUNCIL,
    END,
    FIRST,
    LAST_RUNES,
    NOTHING,
    OVER,
    POINTS,
    POWER,
    SETUP,
    STRUGGLE,
    State,
)
from .timings import Power
from .topics import InPhase


def step(s: State) -> Asking[None]:
    """The coroutine that carries the game on by one step."""
    return STEPS[s.phase](s)


# -- action phase -----------------------------------------------------------------------------------------------------
async def action_step(s: State) -> None:
    """One action with all that it causes; then the next player, or the end of the phase (GW-ACT-004)."""
    me = s.active
    if not s.doing:
        if s.left >> me & 1 or not any(s.power):
            if s.power[me]:
                gain_power(s, me, -s.power[me], "GW-SPC-010")
                await settle(s)
            next_turn(s)
            return
        if not s.power[me] or (s.began >= 0 and not in_a_row(s, me)):
            next_turn(s)
            return
        answer = await Decision(me, "action", lambda: menu(s, me), "GW-ACT-004", "action")
        if s.left >> me & 1:  # he has left the table while he was asked: the step begins anew
            return
        if isinstance(answer, str):
            if answer == "drop":
                s.doing = answer  # no rune before all have heard of it
                gain_power(s, me, -s.power[me], "GW-ACT-007")
                await settle(s)
                s.doing = ""
            next_turn(s, acted=answer in ("drop", "enough"))
            return
        verb, *args = answer
        action = chosen(s, me, verb)
        s.last_rune = NOTHING
        await act(s, me, action, args)
    elif s.doing == MOVE.verb and s.origin >= 0:  # a mark inside a move
        await MOVE.go_on(s, me)
    if s.battle is not None:
        area = s.battle.area
        with group(s, "GW-BAT-001", "Battle in {}", s.config.map.names[area], kind="rule", touched=(f"area:{area}",)):
            await battle(s)
    await over(s, me)
    await settle(s)
    s.ending = s.ending or ended(s)
    s.doing = ""
    next_turn(s, acted=True, again=may_go_on(s, me, s.began))


async def act(s: State, me: int, action: Act, args: Sequence[Answer]) -> None:
    """Pay, then perform (GW-ACT-001, GW-ACT-003)."""
    staged = plan(action)
    price = action.price(s, me, *args[: staged.priced]) if staged.priced >= 0 else 0
    s.set_power(me, s.power[me] - price)
    s.doing, s.began = action.verb, action.begins(s, me, *args)
    paid = f"{s.power[me] + price} → {s.power[me]}" if price and s.trace is not None else ""
    befores = marks(s)
    await carry_out(ARGUMENT_TYPES, action, s, me, args, title(s, me), paid)
    if isinstance(action, Power):
        affected(s, me, action, befores)


async def over(s: State, me: int) -> None:
    """An action is over with all that it caused: powers that look at what it did, those of nobody last."""
    if s.hooks("after_action"):
        for seat in s.order(s.active):
            await window(s, "after_action", seat, s, seat, me, say_could=False)
    await triggers(s, me)


def next_turn(s: State, *, acted: bool = False, again: bool = False) -> None:
    """Another action of the same player, one out of turn, or the next player with Power; else the phase ends. `again`:
    a power lets him go on at once; what follows is bound by where that has begun.
    """
    acted = acted or s.began >= 0  # a row of actions is over too
    if s.ending:
        s.began, s.phase = NOTHING, END
        return
    if acted:
        s.last_rune = NOTHING
        if s.active == s.turn:
            runes.acted(s, s.turn)
    if again and s.power[s.active]:
        return
    s.began = NOTHING
    if acted and s.active == s.turn:
        if s.more[s.turn] and s.power[s.turn]:
            s.more[s.turn] -= 1
            return
        s.more[s.turn] = 0  # two actions one after the other, or never
        runes.turn_over(s, s.turn)
    while due := [row for row in s.extra if row[1] == s.turn]:
        rows = list(s.extra)
        rows.remove(due[0])
        s.extra = tuple(rows)
        if s.power[due[0][0]]:
            s.active = due[0][0]
            return
    pass_on(s, (*s.order(s.turn)[1:], s.turn))


def pass_on(s: State, seats: Sequence[int]) -> None:
    """The first of these with Power has the turn; out of Power all, the phase is nearly over (GW-ACT-005)."""
    for seat in seats:
        if s.power[seat]:
            s.active = s.turn = seat
            return
    s.phase = LAST_RUNES


async def last_runes(s: State) -> None:
    """Runes after the last action; who has Power by one goes on (GW-FAQ-044, ruling `rune_at_phase_end`)."""
    if await runes.last_runes(s):
        if s.ending:
            s.phase = END
        elif any(s.power) and not s.config.rulings.last_runes_end_the_phase:
            s.phase = ACTION
            pass_on(s, (*s.order(s.turn)[1:], s.turn))
        return
    drop_tokens(s, "action")
    runes.phase_over(s)
    s.last_rune = NOTHING
    s.rekey()
    s.phase, s.counted = POWER, 0


# -- power phase ------------------------------------------------------------------------------------------------------
def receive(s: State, seat: int, total: Total) -> None:
    """Power of a source comes in."""
    gain_power(s, seat, total.value, "GW-PWR-001", sources(total))


async def power_phase(s: State) -> None:
    """Income for all, then powers seat by seat, then the minimum (GW-PWR-001 to GW-PWR-011)."""
    apart = s.config.rulings.power_seat_by_seat
    if not s.counted and not apart:
        for seat in s.order():
            receive(s, seat, base_income(s, seat))
    while (seat := next_seat(s)) >= 0:
        s.active = seat
        if apart:
            receive(s, seat, base_income(s, seat))
        more = folded(0, s.mine(seat, "income"), s, seat)
        gain_power(s, seat, more, "GW-PWR-008")
        s.counted |= 1 << seat
        await phase_powers(s, seat, InPhase.POWER)
        await checkpoint()
    least = -(-max(s.power) // s.config.fact("power.minimum_of_leader"))
    for seat in s.order():
        if s.power[seat] < least:
            gain_power(s, seat, least - s.power[seat], "GW-PWR-011")
    s.counted = 0
    s.phase = END if s.ending else FIRST


# -- the end ----------------------------------------------------------------------------------------------------------
async def end(s: State) -> None:
    """Runes are shown for their points, in turn order; then the game is over (GW-RUN-011, GW-RUN-012)."""
    for seat in s.order():
        halves = 0

        def left(seat: int = seat) -> list[int]:
            return runes.holds(s, seat)

        async for card in some(seat, "card", left, "GW-RUN-011", "rune at the end", argument="rune", private=True):
            s.part_with(seat, card)
            s.discard[card] += 1
            halves += await show(s, seat, card)
        half = s.config.fact("runes.half")
        await gain_vp(s, seat, -(-halves // half), "GW-RUN-011")
    s.phase = OVER


async def show(s: State, seat: int, card: int) -> int:
    """One rune at the end: its points, or what counts as half a point (GW-FAQ-046 to GW-FAQ-048)."""
    row = s.config.runes[card]
    says(s, "GW-RUN-011", seat, "shows the rune {}", row.name)
    figures = s.config.facts.table(f"rune.{row.key}.figures")
    if row.end == "takes":
        foe = await choose(seat, "player", list(s.order(seat)), row.rule, "rune takes from")
        lose_vp(s, foe, figures["vp"], row.rule)
        return 0
    if row.end == "printed":
        await gain_vp(s, seat, runes.worth(s, seat, card), row.rule)
        if "other_vp" in figures:
            fewest = min(s.vp)
            lowest = [f for f in s.order(seat) if s.vp[f] == fewest]
            who = await choose(seat, "player", lowest, row.rule, "rune gives to")
            await gain_vp(s, who, figures["other_vp"], row.rule)
        return 0
    return int(s.config.fact("runes.half")) if s.config.rulings.each_rune_rounds_up else 1


STEPS: dict[int, Callable[[State], Asking[None]]] = {
    SETUP: setup.begin_play,
    ACTION: action_step,
    LAST_RUNES: last_runes,
    POWER: power_phase,
    FIRST: first_player,
    POINTS: count_points,
    COUNCIL: powers,
    STRUGGLE: struggle,
    COMPROMISE: compromise,
    END: end,
}


# -- at any time ------------------------------------------------------------------------------------------------------
def anytime_actions(s: State) -> tuple[Answer, ...]:
    """Runes that may be played between actions, by everybody (GW-RUN-004)."""
    if not runes.gap(s) or s.ending:
        return ()
    return tuple(
        ("!", "rune", seat, card)
        for seat in s.order(s.active)
        if not s.left >> seat & 1
        for card in runes.holds(s, seat)
        if runes.plays(s, seat, card)
    )


def act_anytime(s: State, answer: Answer) -> Asking[None]:
    """A rune is played while an action is waited for."""
    return runes.play(s, answer[2], answer[3])
