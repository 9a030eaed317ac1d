"""The turn, cut into steps: one step is one action, one card, one counter of world building, or an automatic phase.

A step begins from the state alone (phase, active seat, what is under way), so every step is a checkpoint.
Source: DG-TURN-001, DG-TURN-002.
"""

from __future__ import annotations

from collections.abc import Callable

from ....engine.runtime.ability import window
from ....engine.runtime.decision import Asking, choose
from ....engine.runtime.requirement import Action, Menu, complete
from ....engine.runtime.trace import Source, group, report
from ....engine.tabletop.table import Arrow
from . import setup
from .actions import BY_PHASE
from .battle import battle
from .common import discard_surplus, draw_cards, gain, grows, judge, keeps_secrets, might_hold, takes_effect
from .domains import (
    ARMIES,
    BATTLE,
    DRAW,
    GROWTH,
    MIRACLES,
    MOVEMENT,
    OVER,
    ROLLS,
    SETTLE,
    TEMPLE,
    TEMPLES,
    WORLD,
    WORLD_FIRST,
)
from .maps import bits
from .state import LOOKED, NOTHING, State
from .timings import VOCABULARY, Power
from .topics import Until

PROMPTS = {
    TEMPLES: "Where is a temple built?",
    ARMIES: "Where are armies raised or disbanded?",
    MIRACLES: "Which miracle?",
    BATTLE: "From which hex is an attack made?",
    MOVEMENT: "From which hex do counters move?",
}
MORE = {  # the way out of each phase's menu, for people
    TEMPLES: "No more temples",
    ARMIES: "No more armies",
    MIRACLES: "No more miracles",
    BATTLE: "No more attacks",
    MOVEMENT: "No more moves",
}


def step(s: State) -> Asking[None]:
    """One step of the game."""
    return STEPS[s.phase](s)


def next_phase(s: State) -> None:
    """Judge, and go on to the next phase or turn."""
    judge(s)
    s.begun, s.doing = False, ""
    living = s.living()
    if len(living) <= 1:
        s.phase = OVER
        for p in living:
            report(s, "DG-GEN-002", "is the last demigod, and the one true deity", who=p)
    elif s.phase == MOVEMENT or s.out >> s.active & 1:
        next_turn(s)
    else:
        s.phase += 1
        if s.phase in BY_PHASE:
            look(s, *BY_PHASE[s.phase])


def next_turn(s: State) -> None:
    """The next living player; what lasts for this turn is over."""
    if s.config.turn_cap and s.turn >= s.config.turn_cap:
        s.phase = OVER
        report(s, "DG-OPN-004", "the agreed number of turns is over", kind="rule")
        return
    game = s.config
    s.expire(*[e for e in s.effects if game.ends(Until.TURN, e, s.active)])
    seat = s.active
    while True:
        seat = (seat + 1) % len(s.hands)
        s.expire(*[e for e in s.effects if game.ends(Until.NEXT_TURN, e, seat)])
        if not s.out >> seat & 1:
            break
        s.expire(*[e for e in s.effects if game.ends(Until.MIRACLES, e, seat)])  # its miracle phase will not come
    s.active, s.phase = seat, DRAW
    s.lost = {}
    n = game.grid.size
    s.raised, s.disbanded, s.fought, s.again = bytearray(n), bytearray(n), bytearray(n), bytearray(n)
    s.came = (bytearray(n), bytearray(n))


# -- draw and growth --------------------------------------------------------------------------------------------------
async def draw_phase(s: State) -> None:
    """One card and one for each temple; then down to the hand limit (DG-DRAW-001 to DG-DRAW-005)."""
    s.turn += 1
    me = s.active
    for p in s.order(me) if s.config.rulings.everybody_draws else [me]:
        temples = s.sums(p)[TEMPLE]
        told = f"1 card and {temples} for {s.config.tally(TEMPLE, temples)}" if temples else "1 card"
        why: list[Source] = [("every turn", 1, "DG-DRAW-001"), ("temples", temples, "DG-DRAW-001")]
        with group(s, "DG-DRAW-001", "draws {}", told, who=p, figure=f"+{1 + temples}", why=why):
            await draw_cards(s, p, 1 + temples, "DG-DRAW-001")
            await discard_surplus(s, p)
    next_phase(s)


async def growth(s: State) -> None:
    """Every held hex without army, monster or temple gains one (DG-GRO-001, DG-GRO-005)."""
    hexes = [h for h in bits(s.held[s.active]) if grows(s, h)]
    told = "1 hex" if len(hexes) == 1 else f"{len(hexes)} hexes"
    if hexes:
        with group(s, "DG-GRO-001", "grows in {}", told, who=s.active):
            for h in hexes:
                gain(s, h, 1, "DG-GRO-001")
    next_phase(s)


# -- the phases of action ---------------------------------------------------------------------------------------------
async def act(s: State) -> None:
    """One action of the temple, army, battle or movement phase, or the end of the phase."""
    me, actions = s.active, BY_PHASE[s.phase]
    if s.fight is None:
        if not s.doing:  # an edited position
            look(s, *actions)
        if s.doing == NOTHING:
            await finish(s)
            return
        sure = s.doing != LOOKED
        if not sure:
            s.doing, menu = "", Menu(s.config.argument_types, s, me)
            answer = await choose(
                me,
                "action",
                lambda: (*menu.all(*actions), "done"),
                "DG-TURN-002",
                s.config.phases[s.phase].lower(),
                prompt=PROMPTS[s.phase],
                names={"done": MORE[s.phase]},
            )
            if answer == "done":
                await finish(s)
                return
            s.doing, s.asked = answer[0], answer[1:]
        action = s.config.by_verb[s.doing]
        args = await complete(s.config.argument_types, action, s, me, s.asked, sure=sure)
        s.doing = ""
        await action.do(s, me, *args)
    if s.fight is not None:
        await fight(s)
    look(s, *actions)


def look(s: State, *actions: Action) -> None:
    """Is there anything to do? A step that ends finds it out, since it takes long: who wakes at the menu knows it."""
    s.doing = LOOKED if Menu(s.config.argument_types, s, s.active).any(*actions) else NOTHING


async def fight(s: State) -> None:
    """The battle that an attack has opened; told as what the attacking hexes do."""
    assert s.fight is not None
    names, target, hexes = s.config.grid.names, s.fight.target, [h for h, _ in s.fight.parties]
    told = " and ".join(names[h] for h in hexes), "attacks" if len(hexes) == 1 else "attack", names[target]
    arrow, touched = Arrow(hexes[0], target, "attack"), tuple(f"area:{h}" for h in (*hexes, target))
    with group(s, "DG-BAT-001", "{} {} {}", *told, who=s.active, arrow=arrow, touched=touched):
        await battle(s)


async def finish(s: State) -> None:
    """The phase is over; a battle phase ends with whoever has a card for it (DG-CRD-024)."""
    s.doing = ""
    if s.phase == BATTLE:
        for p in s.order(s.active):
            while await window(
                s, VOCABULARY, "phase_end", p, s, p, quiet=True, pause=might_hold(s, p, "phase_end", s, p)
            ):
                pass
    next_phase(s)


# -- miracles ---------------------------------------------------------------------------------------------------------
async def miracles(s: State) -> None:
    """One card, or the end of the phase (DG-MIR-001). What is blighted is rolled for first."""
    me = s.active
    if not s.begun:
        s.begun = True
        s.expire(*[e for e in s.effects if s.config.ends(Until.MIRACLES, e, me)])
        for holder in range(len(s.hands)):
            await window(s, VOCABULARY, "phase_start", holder, s, holder)
        look_at_cards(s, me)
        return
    if not s.doing:
        look_at_cards(s, me)
    answer, sure = "done", s.doing not in (LOOKED, NOTHING)
    if not sure:
        if s.doing == LOOKED:
            s.doing, menu, cards = "", Menu(s.config.argument_types, s, me), playable(s, me)
            answer = await choose(
                me,
                "action",
                lambda: (*menu.all(*cards), "done"),
                "DG-MIR-001",
                "miracle",
                prompt=PROMPTS[MIRACLES],
                private=True,
                names={"done": MORE[MIRACLES]},
            )
        if answer == "done":
            next_phase(s)
            return
        s.doing = answer[0]
    action = s.config.by_verb[s.doing]
    assert isinstance(action, Power)
    card = s.config.number[action.name]
    if not sure:  # it is announced, and in nobody's hand while its targets are chosen
        s.spend(me, card)
    args = await complete(s.config.argument_types, action, s, me, s.asked, sure=sure)
    s.doing = ""
    names = [s.config.argument_types[w].name(s, v) for w, v in zip(action.shape, args, strict=True)]
    title = f"{action.name} on {' to '.join(names)}" if names else action.name
    touched = tuple(f"area:{h}" for h in args)
    with group(s, action.rule, "plays {}", title, who=me, touched=touched):
        if await takes_effect(s, me, card, title):
            await action.do(s, me, *args)
    judge(s)
    if len(s.living()) <= 1 or s.out >> me & 1:
        next_phase(s)
    else:
        look_at_cards(s, me)


def look_at_cards(s: State, me: int) -> None:
    """Is there a card to play? Who holds any is asked in any case, unless the ruling `pause` lets it be told."""
    if keeps_secrets(s, me):
        s.doing = LOOKED
    else:
        look(s, *playable(s, me))


def playable(s: State, me: int) -> list[Action]:
    """The cards in hand that belong to the own miracle phase, each once."""
    cards = [s.config.cards[c] for c in dict.fromkeys(s.hands[me])]
    return [card for card in cards if not card.reacts and VOCABULARY.lives(card)]


STEPS: dict[int, Callable[[State], Asking[None]]] = {
    WORLD_FIRST: setup.who_builds,
    WORLD: setup.build_world,
    ROLLS: setup.rolls,
    SETTLE: setup.settle,
    DRAW: draw_phase,
    TEMPLES: act,
    ARMIES: act,
    GROWTH: growth,
    MIRACLES: miracles,
    BATTLE: act,
    MOVEMENT: act,
}
