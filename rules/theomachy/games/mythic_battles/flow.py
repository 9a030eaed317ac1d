"""The turn, cut into steps: one step is a phase, an action of a unit, or a choice of setting up (MB-TURN-001 to 010).

A step begins from the state alone: the stage, the active player, and the activation under way.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from ...engine.runtime.ability import window
from ...engine.runtime.decision import choose, yes
from ...engine.runtime.layers import folded, replaced
from ...engine.runtime.requirement import Menu
from ...engine.runtime.trace import group, report
from . import actions, setup
from .arguments import ARGUMENT_TYPES
from .battle import bought
from .cards import box, card_of, discard, draw_cards, fetch, funds, holds, left, pay
from .config import OMPHALOS
from .domains import DRAW, MANOEUVRES, SEARCH
from .movement import closed, enter, room
from .score import bring_home, judge
from .state import (
    ACTING,
    ACTIVATE,
    BOARDS,
    COMPLEX_DONE,
    DIVINITIES,
    FLEW,
    FOR_ACTIVATION,
    FOR_ROUND,
    FOR_TURN,
    HANDS,
    LEAD,
    OVER,
    OVER_NOW,
    PROPOSALS,
    RECRUITMENT,
    SIDES,
    TROOPS,
    TURN,
    TURN_END,
    Activation,
    State,
    at_hand,
    begun,
)
from .timings import GROUND, MOVED, VOCABULARY, Draw, Step, barred_by
from .wounds import drop, heal, name, shed

if TYPE_CHECKING:
    from ...engine.runtime.ability import Hook


def step(s: State) -> Coroutine[Any, Any, None]:
    """One step of the game."""
    return STEPS[s.stage](s)


# -- the start of a turn ----------------------------------------------------------------------------------------------
async def turn(s: State) -> None:
    """Phase 1: what lasted a round is over, a card is drawn (MB-TURN-003, MB-TURN-004)."""
    me = s.active
    s.units_done, s.acted, s.struck_back, s.owed, s.free = 0, 0, 0, (), 0
    s.expire(FOR_ROUND, me)
    if VOCABULARY.mine(s.key, "turn_start", me):
        await window(s, VOCABULARY, "turn_start", me, s, me)
    drawn: Draw | None = Draw(me)
    if VOCABULARY.mine(s.key, "would_gain", me):
        drawn = await replaced(s, VOCABULARY, "would_gain", me, Draw(me), seats=(me,), quiet=True)
    if drawn is not None:
        await draw_cards(s, me, s.config.fact("turn.draw"), "MB-TURN-004")
    s.go(ACTIVATE)


# -- activating -------------------------------------------------------------------------------------------------------
async def activate(s: State) -> None:
    """Phases 2.a and 3: which unit acts next, if any; passing brings a further card (MB-TURN-005, MB-TURN-009)."""
    me = s.active
    if s.owed:
        await _owed(s)
        return
    menu = Menu(ARGUMENT_TYPES, s, me)
    looked = [menu]  # it knows candidates already; whoever looks again looks anew
    last, further = ("end", True) if s.units_done else ("pass", False)  # that somebody can pay is his own business
    answer: Any = last
    if not s.units_done or menu.any(ACTIVATION):
        s.idle = True
        answer = await choose(
            me, "action",
            lambda: (*(looked.pop() if looked else Menu(ARGUMENT_TYPES, s, me)).options(ACTIVATION), last),
            "MB-TURN-006", "activate",
            private=True, quiet=further, names={"pass": "Pass", "end": "No further unit"},
        )  # fmt: skip
        s.idle = False
    if answer == "pass":
        n = s.config.fact("turn.pass")
        if await yes(me, "MB-TURN-005", "draw for passing", prompt="Draw another card for passing?"):
            await draw_cards(s, me, n, "MB-TURN-005")
        else:
            report(s, "MB-TURN-005", "passes", who=me)
    if answer in ("pass", "end"):
        s.go(TURN_END)
        return
    price = actions.another_price(s)
    if price:
        await pay(s, me, price, "MB-TURN-009")
    await begin(s, me, answer[1])


ACTIVATION = actions.CORE[0]


async def _owed(s: State) -> None:
    """A unit that a leader lets act at once (MB-TAL-019, MB-UTL-020)."""
    unit, *rest = s.owed
    s.owed = tuple(rest)
    me = s.commander(unit)
    if s.fallen >> unit & 1 or not holds(s, me, unit) or s.acted >> unit & 1 or barred_by(s, "activate", unit):
        return
    await begin(s, me, unit)


async def begin(s: State, me: int, unit: int) -> None:
    """A unit is activated: its card is discarded, simple or complex is said, its start is resolved (MB-TURN-006)."""
    with group(s, "MB-TURN-006", "activates {}", name(s, unit), who=me, touched=(f"piece:{unit}",)):
        discard(s, me, card_of(unit))
        s.acted |= 1 << unit
        if not s.free >> unit & 1:
            s.units_done += 1
        s.activation = a = begun(s.config, Activation)
        a.unit = unit
        s.stage = ACTING
        s.touch(unit)
        if s.place[unit] < 0:
            a.complex = True
        else:
            ways = ("complex",) if barred_by(s, "simple", unit) else ("simple", "complex")
            said = await choose(
                me, "choice", ways, "MB-TURN-006", "simple or complex",
                names={"simple": "Simple actions", "complex": "One complex action"},
            )  # fmt: skip
            if said == "complex":
                a.complex = True
                s.touch(unit)
        a.declared = True
        if here(s, "activation_start", unit):
            await window(s, VOCABULARY, "activation_start", me, s, me, unit, among=(s.owner[unit], GROUND), order=True)
        a.began = True


def here(s: State, timing: str, unit: int) -> tuple[Hook, ...]:
    """Who may speak about a unit where it stands: no ground that lies elsewhere, nobody who speaks of another alone."""
    area = s.place[unit]
    return at_hand(s, timing, (s.terrains[area],) if area >= 0 else (), unit=unit)


async def act(s: State) -> None:
    """Phase 2.c: one action of the unit, or the end of its activation (MB-TURN-008)."""
    a = s.activation
    assert a is not None
    me = s.commander(a.unit)
    menu, known = Menu(ARGUMENT_TYPES, s, me), actions.offered(s, me)
    looked = [menu]  # it knows candidates already; whoever looks again looks anew
    over = s.place[a.unit] < 0 and (a.did(COMPLEX_DONE) or not a.complex)
    if over or a.did(OVER_NOW) or a.did(COMPLEX_DONE) or not menu.any(*known):
        await finish(s)
        return
    s.idle = True
    answer = await choose(
        me, "action", lambda: (*(looked.pop() if looked else Menu(ARGUMENT_TYPES, s, me)).all(*known), "end"),
        "MB-TURN-008", "action",
        private=True, names={"end": "End the activation"},
    )  # fmt: skip
    s.idle = False
    if answer == "end":
        await finish(s)
        return
    action = next(action for action in known if action.verb == answer[0])
    await action.do(s, me, *answer[1:])


async def finish(s: State) -> None:
    """Phase 2.d: what happens at the end of the activation (MB-TURN-007)."""
    a = s.activation
    assert a is not None
    me, unit = s.commander(a.unit), a.unit
    if not s.ended and here(s, "activation_end", unit):
        among = (s.owner[unit], GROUND)
        await window(s, VOCABULARY, "activation_end", me, s, me, unit, among=among, order=True, quiet=True)
    s.activation = None
    s.expire(FOR_ACTIVATION)
    s.touch(unit)
    bring_home(s, unit)
    s.go(ACTIVATE if not s.out >> s.active & 1 else TURN_END)


# -- the end of a turn ------------------------------------------------------------------------------------------------
def recallable(s: State, me: int) -> list[int]:
    """The troops that can be recalled to the divinity (MB-RCL-001)."""
    god = s.divinity(me)
    if god < 0 or s.place[god] < 0:
        return []
    area = s.place[god]
    found = []
    for unit in s.army(me):
        card = s.config.units[unit]
        if not card.is_troop or closed(s, unit, Step(-1, area, MOVED)):
            continue
        if room(s, unit, area) or _joins_huge(s, area):
            found.append(unit)
    return found


def _joins_huge(s: State, area: int) -> bool:
    capacity = s.config.map.areas[area].capacity
    return s.config.rulings.recall_joins_huge and s.bodies(area) < capacity


async def turn_end(s: State) -> None:
    """Phase 4: a troop may be recalled, then it is the next player's turn (MB-TURN-010)."""
    me = s.active
    price = s.config.fact("turn.recall")
    if not s.out >> me & 1 and funds(s, me) >= price and (known := [recallable(s, me)])[0]:
        s.idle = True

        def options() -> tuple[Any, ...]:
            found = known.pop() if known else recallable(s, me)  # whoever looks again looks anew
            return (*(found if funds(s, me) >= price else ()), "none")

        unit: Any = await choose(
            me, "unit", options, "MB-TURN-010", "recall",
            argument="unit", private=True, quiet=True, names={"none": "No troop recall"},
        )  # fmt: skip
        s.idle = False
        if unit != "none":
            await pay(s, me, price, "MB-TURN-010")
            await recall(s, me, unit)
    s.expire(FOR_TURN)
    s.lent = ()
    s.acted = s.struck_back = s.free = 0
    s.owed = ()
    s.units_done = 0
    _next_player(s)


async def recall(s: State, me: int, unit: int) -> None:
    """All miniatures of a troop, lost ones too, come to the divinity (MB-RCL-001, MB-RCL-002)."""
    with group(s, "MB-RCL-001", "recalls {}", name(s, unit), who=me):
        drop(s, unit, "MB-RCL-002")
        shed(s, unit)
        s.fallen &= ~(1 << unit)
        s.vitality[unit] = s.config.units[unit].most
        area = s.place[s.divinity(me)]
        if s.place[unit] != area:
            await enter(s, unit, area, MOVED, "MB-RCL-001")
            s.halted = False
        s.touch()


def _next_player(s: State) -> None:
    n, before = len(s.hands), s.active
    following = [(before + i) % n for i in range(1, n + 1)]
    s.active = next((seat for seat in following if not s.out >> seat & 1), before)
    ahead = (s.active - s.lead) % n
    if ahead <= (before - s.lead) % n:  # past the lead player, or whoever comes in his place
        s.round += 1
        s.manoeuvres = [0] * n
        s.spent = ()
        judge(s)
        if s.config.rounds and s.round > s.config.rounds and s.stage != OVER:
            s.stage = OVER
            report(s, "MB-TURN-001", "the agreed number of rounds is over", kind="rule")
    s.go(TURN)


# -- at any time ------------------------------------------------------------------------------------------------------
def price_of(s: State, seat: int, what: str) -> int:
    """The Art of War cards that a manoeuvre costs a player (MB-MAN-001)."""
    start = s.config.fact(f"manoeuvre.{what}.cost")
    hooks = [h for h in VOCABULARY.about(s.key, "cost_of", what) if h[0] != GROUND and h[0].seat == seat]
    return max(folded(start, tuple(hooks), s, -1, what, -1), 0)


def anytime_actions(s: State) -> tuple[Any, ...]:
    """Manoeuvres of everybody, omphalos cards and dropping a stone (MB-MAN-001, MB-STN-003, MB-STN-006)."""
    if not s.idle:
        return ()
    found: list[Any] = []
    for seat in s.order(s.active):
        hand = s.hands[seat]
        for manoeuvre in (DRAW, SEARCH):
            what = MANOEUVRES[manoeuvre]
            cards = left(s, seat) or (manoeuvre == DRAW and s.discards[seat])
            if not s.manoeuvres[seat] >> manoeuvre & 1 and cards and funds(s, seat) >= price_of(s, seat, what):
                found.append(("!", what, seat))
        god = s.divinity(seat)
        if seat == s.active and OMPHALOS in hand and god >= 0 and s.place[god] >= 0 and (
            s.vitality[god] < s.config.units[god].most
        ):  # fmt: skip
            found.append(("!", "heal", seat))
    unit = actions.acting(s)
    if s.stage == ACTING and unit >= 0 and s.carries[unit] >= 0 and s.activation and not s.activation.did(FLEW):
        found.append(("!", "drop", s.commander(unit)))
    return tuple(found)


async def anytime(s: State, what: str, seat: int) -> None:
    """Carry one out."""
    s.idle = False
    if what == "drop":
        drop(s, actions.acting(s), "MB-STN-003")
    elif what == "heal":
        box(s, seat, OMPHALOS)
        report(s, "MB-STN-006", "puts an omphalos card back into the box", who=seat)
        heal(s, s.divinity(seat), s.config.fact("omphalos.heal"), "MB-STN-006")
    elif what == "draw":
        with group(s, "MB-MAN-002", "buys the manoeuvre draw cards", who=seat):
            await bought(s, seat, what, DRAW, price_of(s, seat, what))
            await draw_cards(s, seat, s.config.fact("manoeuvre.draw.cards"), "MB-MAN-002")
    else:
        with group(s, "MB-MAN-003", "buys the manoeuvre search for a card", who=seat):
            await bought(s, seat, what, SEARCH, price_of(s, seat, what))
            await search(s, seat)
    s.idle = True


async def search(s: State, seat: int) -> None:
    """Look through the deck, take a card, shuffle (MB-MAN-003)."""
    options = tuple(sorted({*s.decks[seat], *s.tops[seat]}))
    card = await choose(seat, "card", options, "MB-MAN-003", "search for", argument="card", private=True, owner=seat)
    fetch(s, seat, card)
    report(s, "MB-MAN-003", "takes a card out of the deck and shuffles", who=seat)


STEPS: dict[int, Callable[[State], Coroutine[Any, Any, None]]] = {
    PROPOSALS: setup.proposals,
    LEAD: setup.lead_roll,
    BOARDS: setup.boards,
    SIDES: setup.sides,
    DIVINITIES: setup.choose_divinities,
    RECRUITMENT: setup.recruitment,
    TROOPS: setup.troops,
    HANDS: setup.hands,
    TURN: turn,
    ACTIVATE: activate,
    ACTING: act,
    TURN_END: turn_end,
}
