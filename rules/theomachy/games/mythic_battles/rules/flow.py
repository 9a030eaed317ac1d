"""The turn, cut into steps: one step is a phase, an action of a unit, or a choice of setting up (MB-TURN-001 to 010).

A step begins from the state alone: the stage, the active player, and the activation under way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ....engine.runtime.ability import window
from ....engine.runtime.decision import Answer, Asking, choose, yes
from ....engine.runtime.layers import replaced
from ....engine.runtime.requirement import Menu
from ....engine.runtime.trace import group, report
from ....engine.state import GROUND
from . import actions, setup
from .arguments import ARGUMENT_TYPES
from .cards import box, card_of, discard, draw_cards, funds, holds, keeps_secrets, pay
from .config import ART_OF_WAR, OMPHALOS
from .domains import MANOEUVRES
from .manoeuvres import draw_more, for_cards, rests, search
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
from .timings import MOVED, VOCABULARY, Draw, Step, barred_by
from .topics import MayAct
from .wounds import drop, heal, name, shed

if TYPE_CHECKING:
    from ....engine.runtime.ability import Hook
    from ....engine.runtime.decision import Decision
    from ....engine.runtime.requirement import Action


def step(s: State) -> Asking[None]:
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
    answer: Answer = last
    if not s.units_done or menu.any(ACTIVATION) or _may_yet(s, me):
        answer = await choose(
            me, "action",
            lambda: (*(looked.pop() if looked else Menu(ARGUMENT_TYPES, s, me)).options(ACTIVATION), last),
            "MB-TURN-006", "activate",
            private=True, quiet=further, names={"pass": "Pass", "end": "No further unit"},
        )  # fmt: skip
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


def _may_yet(s: State, me: int) -> bool:
    """Could a manoeuvre bring the cards for a further unit, or might he hold them for all that everybody knows?"""
    if s.units_done >= actions.unit_limit(s) or not (keeps_secrets(s, me) or for_cards(s, me)):
        return False
    gone = s.fallen | s.acted
    return any(not gone >> unit & 1 and not barred_by(s, MayAct.ACTIVATE, unit) for unit in s.army(me))


async def _owed(s: State) -> None:
    """A unit that a leader lets act at once (MB-TAL-019, MB-UTL-020)."""
    unit, *rest = s.owed
    s.owed = tuple(rest)
    me = s.commander(unit)
    if s.fallen >> unit & 1 or not holds(s, me, unit) or s.acted >> unit & 1 or barred_by(s, MayAct.ACTIVATE, unit):
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
            ways = ("complex",) if barred_by(s, MayAct.SIMPLE, unit) else ("simple", "complex")
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
    over = a.did(OVER_NOW) or (s.place[a.unit] < 0 and (a.did(COMPLEX_DONE) or not a.complex))
    goes_on = not a.did(COMPLEX_DONE) and (menu.any(*known) or _for_cards_alone(s, me, known))
    if over or not (goes_on or can_drop(s)):
        await finish(s)
        return
    answer = await choose(
        me, "action", lambda: (*(looked.pop() if looked else Menu(ARGUMENT_TYPES, s, me)).all(*known), "end"),
        "MB-TURN-008", "action",
        private=True, names={"end": "End the activation"},
    )  # fmt: skip
    if answer == "end":
        await finish(s)
        return
    action = next(action for action in known if action.verb == answer[0])
    await action.do(s, me, *answer[1:])


def _for_cards_alone(s: State, me: int, known: tuple[Action[State], ...]) -> bool:
    """Is there something that only Art of War cards may be lacking for? Then the question is put all the same: whether
    a hand holds them is not told by it, and a manoeuvre may bring them.
    """
    dearest = max((power.cost for power in s.config.units[actions.acting(s)].powers), default=0)
    if funds(s, me) >= dearest:
        return False
    rich = s.copy()
    rich.trace = None
    rich.hands[me] = ((ART_OF_WAR,) * dearest) + s.hands[me]
    return Menu(ARGUMENT_TYPES, rich, me).any(*known)


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
    can_pay = keeps_secrets(s, me) or funds(s, me) >= price or for_cards(s, me)
    if not s.out >> me & 1 and can_pay and (known := [recallable(s, me)])[0]:

        def options() -> tuple[Answer, ...]:
            found = known.pop() if known else recallable(s, me)  # whoever looks again looks anew
            return (*(found if funds(s, me) >= price else ()), "none")

        unit: Any = await choose(
            me, "unit", options, "MB-TURN-010", "recall",
            argument="unit", private=True, quiet=True, names={"none": "No troop recall"},
        )  # fmt: skip
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
def anytime_at(s: State, decision: Decision) -> tuple[Answer, ...]:
    """What is open while a question waits. That a quiet one waits is known to the asked alone."""
    if not rests(decision):
        return ()
    found = anytime_actions(s)
    return tuple(each for each in found if each[2] == decision.player) if decision.quiet else found


def anytime_actions(s: State) -> tuple[Answer, ...]:
    """Manoeuvres of everybody, omphalos cards and dropping a stone (MB-MAN-001, MB-STN-003, MB-STN-006)."""
    found: list[Answer] = []
    for seat in s.order(s.active):
        found += [("!", MANOEUVRES[manoeuvre], seat) for manoeuvre in for_cards(s, seat)]
        god = s.divinity(seat)
        if seat == s.active and OMPHALOS in s.hands[seat] and god >= 0 and s.place[god] >= 0 and (
            s.vitality[god] < s.config.units[god].most
        ):  # fmt: skip
            found.append(("!", "heal", seat))
    if can_drop(s):
        found.append(("!", "drop", s.commander(actions.acting(s))))
    return tuple(found)


def can_drop(s: State) -> bool:
    """May the unit that acts drop a stone? At any moment of its activation but its flight (MB-STN-003)."""
    a = s.activation
    if a is None or s.carries[a.unit] < 0 or a.did(OVER_NOW):
        return False
    return not a.did(FLEW) or a.did(COMPLEX_DONE)


async def anytime(s: State, what: str, seat: int) -> None:
    """Carry one out."""
    if what == "drop":
        drop(s, actions.acting(s), "MB-STN-003")
    elif what == "heal":
        box(s, seat, OMPHALOS)
        report(s, "MB-STN-006", "puts an omphalos card back into the box", who=seat)
        heal(s, s.divinity(seat), s.config.fact("omphalos.heal"), "MB-STN-006")
    elif what == "draw":
        await draw_more(s, seat)
    else:
        await search(s, seat)


STEPS: dict[int, Callable[[State], Asking[None]]] = {
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
