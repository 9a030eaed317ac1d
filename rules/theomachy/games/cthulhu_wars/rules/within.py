"""An action that a power allows outside a turn: inside a battle that was declared, or after somebody else's action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....engine.runtime.decision import Answer, Ruled, choose, nested
from ....engine.runtime.requirement import Action, Menu, Verdict, carry_out
from .act import Act, due, note_paid
from .arguments import ARGUMENT_TYPES
from .battle import fight_out
from .common import barring, earn, may_act, title, windows
from .domains import ACTION, AFTER, BEFORE
from .fight import muster
from .menu import ends_in, open_to
from .state import State


async def act_within(
    s: State, me: int, actions: Sequence[Act], by: Ruled, what: str, *, area: int = -1, prompt: str = ""
) -> Act | None:
    """One of these actions, at its price, with all that it causes, a battle too; it spends nobody's turn.

    `area`: where it must begin, if it has to do with areas. None: there was nothing to do, or it was declined. A battle
    that is under way waits meanwhile; what holds for the turn (units that have moved, battles fought) is as it was
    before.
    """
    turn = s.doing, s.stage, s.barred, s.moved, s.fought, s.paid, s.tolled, s.begins, s.guest
    ended, s.ended = s.ended, 0
    stage = AFTER if all(action.unlimited for action in actions) else BEFORE
    s.doing, s.stage, s.barred, s.moved, s.fought, s.paid, s.tolled = "", stage, (), (), 0, 0, 0
    s.begins, s.guest = area, me
    done = await do_one(s, me, actions, by, what, prompt=prompt, must=False)
    s.doing, s.stage, s.barred, s.moved, s.fought, s.paid, s.tolled, s.begins, s.guest = turn
    s.ended = ended
    if s.battle is not None and not s.battle.declared:
        s.battle.roster = muster(s, s.battle.area, *s.battle.sides).roster  # who would fight by now
    if done is not None:
        if s.doing != "after":  # what follows an action does not follow itself
            await windows(s, "after_action", s.order(me))
        await earn(s)
    return done


def begins_in(action: Action[Any], args: Sequence[Answer], area: int) -> bool:
    """Does an action with these arguments begin in an area? The first area that it names says so; one that names none
    begins nowhere, and may be done.
    """
    words = [ARGUMENT_TYPES[word].base or word for word in action.shape]
    return next((arg == area for word, arg in zip(words, args, strict=False) if word == "area"), True)


def elsewhere(s: State, me: int, action: Action[Any], args: Sequence[Answer]) -> list[Verdict]:
    """Does an action that a power allows outside a turn begin where it must, and may it be done, and end there, where
    powers bar actions of any sort? For "why not?".
    """
    if s.phase == ACTION and isinstance(action, Act) and s.key.bars_by_ends:
        areas = ends_in(s, me, action, args) if len(args) == len(action.shape) else []
        for area in (-1, *areas):
            if not may_act(s, me, action.verb, area):
                return [Verdict(barring(s, me, action.verb, area), "No power bars you from it", False)]
    if s.guest != me or s.begins < 0 or (action.shape and not args):
        return []
    text = f"It begins in {s.config.map.names[s.begins]}, or in no area"
    return [Verdict(action.rule, text, begins_in(action, args, s.begins))]


async def do_one(
    s: State, me: int, actions: Sequence[Act], by: Ruled, what: str, *, prompt: str = "", must: bool = True
) -> Act | None:
    """One of these actions, at its price, as a part of what is done already; None: there was nothing to do, or
    (not `must`) it was declined.
    """
    by_verb = {action.verb: action for action in actions}
    area = s.begins
    found = Menu(ARGUMENT_TYPES, s, me).all(*actions)
    found = open_to(s, me, [o for o in found if area < 0 or begins_in(by_verb[str(o[0])], o[1:], area)], by_verb)
    if s.key.tolls:
        found = [option for option in found if due(s, me, by_verb[str(option[0])], option[1:]) <= s.power[me]]
    options: list[Answer] = [*found, *(() if must and found else ("done",))]
    answer = await choose(me, "action", options, by, what, prompt=prompt)
    if answer == "done":
        return None
    verb, *args = answer
    action = by_verb[verb]
    price = due(s, me, action, args)
    s.power[me] -= price
    s.doing, waiting = verb, s.battle
    await note_paid(s, me, action, price)
    paid = f"{s.power[me] + price} → {s.power[me]}" if price and s.trace is not None else ""
    await nested(carry_out(ARGUMENT_TYPES, action, s, me, args, title(s, me), paid))
    if s.battle is not waiting:
        await nested(fight_out(s))
    return action
