"""The phases, cut into steps: one step is one action, one slot of the Doom phase, or a phase that asks little.

A step begins from the state alone (phase, active seat, part of the turn), so that every step is a checkpoint.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ....engine.runtime.decision import CHANCE, Answer, Asking, Decision, checkpoint, choose, draw
from ....engine.runtime.layers import fold
from ....engine.runtime.requirement import Menu, carry_out
from ....engine.runtime.trace import group, report
from .act import Act, due, note_paid
from .actions import RITUAL_ACT
from .arguments import ARGUMENT_TYPES
from .battle import fight_out
from .common import acts, earn, gain_doom, gain_power, may_act, notice, ritual_price, says, tell, title, window, windows
from .domains import ACTION, AFTER, BEFORE, DOOM, FIRST, GATHER, OVER, SECOND, SETUP, WAITS
from .menu import affordable, idle, in_doom, menu, note_end
from .movement import MOVE, MOVING
from .score import doom_for_gates, ending, finish, gather_power
from .setup import set_up
from .state import State, bits
from .timings import VOCABULARY, Power
from .topics import GainOf, OnGain, Watches

CLOCKWISE = {1: "Clockwise", -1: "Counterclockwise"}


def step(s: State) -> Asking[None]:
    """The coroutine that carries the game on by one step."""
    if (s.config.lot or s.config.sleepers) and s.to_draw:
        return draw_cards(s)
    if s.has_edges() and s.begins_now:
        return edge(s)
    if s.counters and s.counter(-1, WAITS):
        return prelude(s)
    return STEPS[s.phase](s)


async def edge(s: State) -> None:
    """One phase is over and the next begins: whoever speaks then, the first player first. Who has the first turn of
    the Action phase is looked at after that: Power may have come or gone.
    """
    told, (ended, before) = 8 * s.round + s.phase, now(s)
    if before != s.phase:
        await windows(s, "phase_end", s.order(s.first), before)
        if await closed(s):
            return
        if before == DOOM and (ending(s) or s.instant_death):  # all of the Doom phase was gone through (CW-VIC-002)
            s.round, s.phase, s.active = ended, before, s.order(s.first)[-1]
            await earn(s)
            await end(s)
            return
    s.edges = told  # from here on the next one is under way
    await windows(s, "phase_start", s.order(s.first), s.phase)
    if s.phase == DOOM and opened(s):
        await doom_for_gates(s)
    await earn(s)
    if not await closed(s) and s.phase == ACTION and not s.counter(-1, WAITS):
        pass_on(s, s.order(s.first))


async def prelude(s: State) -> None:
    """Before the first turn of an Action phase what the map brings goes on, one thing a step, until nothing of it waits
    (`WAITS`): each time as when the phase began.
    """
    if not await windows(s, "phase_start", (), s.phase):
        s.count_to(-1, WAITS, 0)  # nothing speaks for what was said to wait
    await earn(s)
    if not await closed(s) and not s.counter(-1, WAITS):
        pass_on(s, s.order(s.first))


def now(s: State) -> tuple[int, int]:
    """The round and the phase that people are in: the phase before as long as powers speak at its end."""
    if not s.begins_now or (s.phase == ACTION and s.round == 1):
        return s.round, s.phase
    return s.round - (s.phase == ACTION), BEFORE_IT[s.phase]


def opened(s: State) -> bool:
    """Does a power speak at the very beginning of the Doom phase, before the Doom for gates?"""
    return any(power.opens for _, power, _ in s.hooks("phase_start") if isinstance(power, Power))


def begin_action(s: State) -> None:
    """The Action phase is about to begin: with the first who has Power, since who has spent all is skipped at once
    (CW-ACT-005).
    """
    s.phase, s.active = ACTION, s.first
    if not s.has_edges():
        pass_on(s, s.order(s.first))


async def gap(s: State) -> None:
    """Nothing is under way: powers that may be used at any time."""
    if s.key.any_time:
        if await windows(s, "any_time", s.order(s.active)):
            await earn(s)


async def closed(s: State) -> bool:
    """Does a power end the game at once, or has it ended already?"""
    hooks = s.key.game_over
    if hooks and s.phase != OVER and any(ends(s, me) for me, _, ends in hooks):
        await end(s)
    return s.phase == OVER


async def end(s: State) -> None:
    """The end is fixed: powers that wait for it, then the winner is judged."""
    if s.hooks("end_of_game"):
        await windows(s, "end_of_game", s.order(s.active))
    finish(s)


async def begin(s: State) -> None:
    """Factions of which something is asked are set up, one a step; then the first first player chooses the direction
    and the first Action phase begins.
    """
    if s.unready:
        await set_up(s)
        return
    await direction(s)
    begin_action(s)


async def draw_cards(s: State) -> None:
    """So many of the cards of the box are in this game, by lot, one by one."""
    for n, mask in s.to_draw:
        cards = bits(mask)
        for _ in range(min(n, len(cards))):
            left = [i for i in cards if not s.offer >> i & 1]
            card = await draw(left, [1] * len(left), "CW-DOM-003", "card of the market", argument="card")
            s.offer |= 1 << card
            text = "{} may be awakened in this game" if mask == s.config.awakened else "{} may be bought in this game"
            report(s, "CW-DOM-003", text, s.config.cards[card].name, touched=(f"card:{card}",))


# -- action phase -----------------------------------------------------------------------------------------------------
async def action_step(s: State) -> None:
    """One action: unlimited, main, or the second of a pair; then whatever waits for the end of an action."""
    me = s.active
    if not s.doing:
        offers: Mapping[str, Act] = {}

        def options() -> list[Answer]:  # what is offered is looked up once, by whoever reads the menu
            nonlocal offers
            offers = affordable(s, me)
            return menu(s, me, offers)

        answer = await Decision(me, "action", options, "CW-ACT-003", "action")
        if isinstance(answer, str):
            await no_action(s, answer)
            return
        verb, *args = answer
        await act(s, me, (offers or affordable(s, me))[verb], args)
    elif s.doing == MOVING:
        await MOVE.do(s, me)
        spend_turn(s, MOVE)
    if s.battle is not None:
        await fight_out(s)
    if s.doing != "after" and notice(s):
        await checkpoint()
        await earn(s)
    if s.key.after_action:
        s.doing = "after"
        await checkpoint()
        if await windows(s, "after_action", s.order(me)):
            await earn(s)
    s.doing, s.ended, s.trek = "", 0, ()
    if s.key.any_time:
        await gap(s)
    if (s.phase == OVER or s.key.game_over) and await closed(s):
        return
    if s.stage == AFTER and idle(s, me):
        await next_turn(s)


async def act(s: State, me: int, action: Act, args: Sequence[Answer]) -> None:
    """Pay, then perform (CW-ACT-002)."""
    price = due(s, me, action, args)
    s.power[me] -= price
    s.doing = action.verb
    if s.key.bars_by_ends:
        note_end(s, me, action, args)
    if s.key.on_pay:
        await note_paid(s, me, action, price)
    paid = f"{s.power[me] + price} → {s.power[me]}" if price and s.trace is not None else ""
    await carry_out(ARGUMENT_TYPES, action, s, me, args, title(s, me), paid)
    spend_turn(s, action)


async def no_action(s: State, word: str) -> None:
    """The second action of a pair is declined, the turn ends, or the Power drops to 0 (CW-ACT-004)."""
    if word == "no second":
        s.stage, s.barred, s.moved = AFTER, (), ()
        return
    if word == "pass":
        says(s, "CW-ACT-004", s.active, "drops to 0 Power", figure=f"{s.power[s.active]} → 0")
        s.power[s.active] = 0
        if notice(s):  # a card may ask for somebody without Power
            await earn(s)
        if s.key.any_time:
            await gap(s)  # a power may bring Power back to who is out of it
    await next_turn(s)


def spend_turn(s: State, action: Act) -> None:
    """Which part of the turn this action was."""
    if action.unlimited or (action.verb == "battle" and s.stage == BEFORE and s.unlimited_battle(s.active)):
        if s.stage == BEFORE:
            s.barred = ("pass",)  # an unlimited action does not stand for the main one (CW-UNL-009)
        return  # a battle may turn out to be the unlimited one: decided later (CW-UNL-013)
    if action.double and s.stage != SECOND:
        pairs = s.config.rulings.second_must_be_plain
        doubles = tuple(a.verb for _, a, _ in s.mine(s.active, "do") if isinstance(a, Act) and a.double)
        s.stage, s.barred = SECOND, doubles if pairs else (action.verb,)
    else:
        s.stage, s.barred, s.moved = AFTER, (), ()


async def next_turn(s: State) -> None:
    """The turn is over: the next player, or the end of the game (CW-VIC-003)."""
    if ending(s):
        end_turn(s)
        await end(s)
        return
    pass_on(s, (*s.order(s.active)[1:], s.active))


def end_turn(s: State) -> None:
    """What holds for one turn only is over."""
    s.stage, s.fought, s.barred, s.moved = BEFORE, 0, (), ()


def pass_on(s: State, seats: Sequence[int]) -> None:
    """The first of these with Power has the turn; out of Power all, the phase ends (CW-ACT-005 to CW-ACT-008)."""
    end_turn(s)
    if s.config.two:
        next_of_two(s, seats[0])
        return
    for seat in seats:
        if acts(s, seat):
            s.active = seat
            return
    s.phase = GATHER


def next_of_two(s: State, seat: int) -> None:
    """Two players: who is out of Power raises Decay instead; a turn begins by paying it (CW-2PL-016, CW-2PL-019)."""
    if not any(acts(s, f) for f in s.config.seats):
        s.phase = GATHER
        return
    if not acts(s, seat):
        s.decay += 1
        text = "takes no turn: Decay rises to {}" if s.power[seat] else "is out of Power: Decay rises to {}"
        says(s, "CW-2PL-019", seat, text, s.decay, touched=("track:decay",))
        seat = 1 - seat
    s.active = seat
    if not s.decay:
        return
    before = s.power[seat]
    s.power[seat] = max(before - s.decay, 0)
    says(s, "CW-2PL-016", seat, "pays {} Power for Decay", s.decay, figure=f"{before} → {s.power[seat]}")
    if not s.power[seat]:
        if s.config.rulings.decay_ends_at_once or not any(s.power):
            s.phase = GATHER
        else:
            next_of_two(s, 1 - seat)


# -- gather power, first player ---------------------------------------------------------------------------------------
async def gather(s: State) -> None:
    """The Gather Power phase."""
    s.decay = 0  # CW-2PL-021
    gather_power(s)
    s.spent = ()
    await earn(s)
    await gap(s)
    if VOCABULARY.about(s.key, "on_gain", OnGain.POWER):
        for seat in s.order(s.first):
            await window(s, "on_gain", seat, s, seat, seat, OnGain.POWER, s.power[seat], say_could=False)
    s.phase = FIRST


async def first_player(s: State) -> None:
    """The most Power leads; on a tie the last first player decides; then the direction (CW-FPL-001 to CW-FPL-004)."""
    most = max(s.power)
    best = [seat for seat in s.order(s.first) if s.power[seat] == most]
    s.first = await choose(s.first, "player", best, "CW-FPL-002", "first player")
    says(s, "CW-FPL-001", s.first, "is first player", touched=(f"seat:{s.first}",), figure=f"{most} Power")
    await direction(s)
    if not opened(s):
        await doom_for_gates(s)
    s.phase, s.active, s.slot = DOOM, s.first, None


async def direction(s: State) -> None:
    """The first player chooses the way round (CW-SET-016, CW-FPL-003)."""
    s.active = s.first
    s.way = await Decision(s.first, "choice", (1, -1), "CW-FPL-003", "direction", names=CLOCKWISE)


# -- doom phase -------------------------------------------------------------------------------------------------------
async def doom_slot(s: State) -> None:
    """One thing that a player does in the own slot of the Doom phase: ritual, powers, requirements, in any order."""
    me = s.active
    if s.key.any_time:
        await gap(s)
    if (s.phase == OVER or s.key.game_over) and await closed(s):
        return
    if s.slot is None:
        s.slot = ()
    tell(s, Watches.DOOM, me)
    while any(s.owed):  # the book of one requirement may be what the other asks for
        await earn(s)
        tell(s, Watches.DOOM, me)
    await earn(s)
    powers = [(a, run) for _, a, run in s.mine(me, "in_phase") if a.name not in s.slot and a.may_in_phase(s, me)]  # type: ignore[attr-defined]
    names = [a.name for a, _ in powers]
    deals = {action.verb: action for action in in_doom(s, me)}
    found = Menu(ARGUMENT_TYPES, s, me).all(*deals.values()) if deals else []
    price = ritual_price(s, me)
    if not deals and "ritual" not in s.slot and s.power[me] >= price and may_act(s, me, "ritual"):
        names.append("ritual")
    answer: Answer = "done"
    if names or found:
        text = f"Ritual of Annihilation for {price} Power"
        kind, labels = "power", dict[Answer, str]({"ritual": text})
        if deals:  # a question of actions, the ritual among them: what is bought stands on the table
            kind, labels = "action", {name: name for name in names} | {RITUAL_ACT.option: text}
        answer = await Decision(me, kind, ("done", *names, *found), "CW-DOM-003", "doom phase", names=labels)
    if isinstance(answer, tuple) and answer != RITUAL_ACT.option:
        verb, *args = answer
        s.slot += (verb,)
        price = due(s, me, deals[verb], args)
        s.power[me] -= price
        paid = f"{s.power[me] + price} → {s.power[me]}" if price and s.trace is not None else ""
        await carry_out(ARGUMENT_TYPES, deals[verb], s, me, args, title(s, me), paid)
    elif answer in ("ritual", RITUAL_ACT.option):
        s.power[me] -= price
        s.slot += ("ritual",)
        with group(
            s,
            "CW-RIT-001",
            "{} performs a Ritual of Annihilation",
            title(s, me),
            who=me,
            figure=f"{s.power[me] + price} → {s.power[me]}",
            touched=("track:ritual",),
        ):
            await RITUAL_ACT.do(s, me)
    elif answer != "done":
        ability, run = powers[names.index(answer)]
        s.slot += (answer,)
        with group(s, ability.rule, "{}: {}", title(s, me), ability.name, who=me):
            await run(s, me)
    else:
        await next_slot(s)


async def next_slot(s: State) -> None:
    """The next player's slot, or the end of the phase (CW-DOM-007), or of the game (CW-VIC-002, CW-VIC-004)."""
    order = s.order(s.first)
    at = order.index(s.active) + 1
    s.slot = None
    if at < len(order):
        s.active = order[at]
    elif await closed(s):
        return  # somebody has won at once: the phase goes no further
    elif (ending(s) or s.instant_death) and not s.has_edges():
        await end(s)
    else:  # also where powers speak at the end of the last Doom phase: then the game ends after them
        s.round += 1
        begin_action(s)


BEFORE_IT = {ACTION: DOOM, GATHER: ACTION, DOOM: GATHER}  # choosing the first player belongs to Gather Power here
STEPS: dict[int, Callable[[State], Asking[None]]] = {
    SETUP: begin,
    ACTION: action_step,
    GATHER: gather,
    FIRST: first_player,
    DOOM: doom_slot,
}


# -- at any time ------------------------------------------------------------------------------------------------------
def anytime_actions(s: State) -> tuple[Answer, ...]:
    """Elder Signs may be revealed whenever somebody is asked anything (CW-ES-004)."""
    return tuple(("!", "reveal", seat, v) for seat in s.config.seats for v in sorted(set(s.signs[seat])))


def anytime_at(s: State, decision: Decision) -> tuple[Answer, ...]:
    """The same while this question waits: who is asked which Elder Sign of his goes has none of them to reveal before
    it is gone, and none is revealed while one is drawn.
    """
    found = anytime_actions(s)
    if decision.argument != "sign":
        return found
    return tuple(answer for answer in found if decision.player not in (CHANCE, answer[2]))


def reveal(s: State, answer: Answer) -> None:
    """An Elder Sign is turned up and leaves the game. It changes nothing that a waiting rule may hold (CW-ES-005)."""
    _, _, seat, v = answer
    signs = list(s.signs[seat])
    signs.remove(v)
    s.signs[seat] = tuple(signs)
    gain_doom(s, seat, v, "CW-ES-003", "an Elder Sign is revealed")
    paid = fold(0, VOCABULARY.about(s.key, "gain_of", GainOf.REVEALED), s, seat, seat, GainOf.REVEALED, -1, v)
    for part in paid.parts:
        gain_power(s, seat, part.change, part.rule, [(part.name, part.change, part.rule)])
