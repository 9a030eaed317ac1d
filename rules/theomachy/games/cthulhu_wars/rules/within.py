"""An action that a power allows outside a turn: inside a battle that was declared, or after somebody else's action."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ....engine.runtime.decision import Answer, Ruled, choose, nested
from ....engine.runtime.requirement import Menu, carry_out
from .actions import Act, due, note_paid, open_to, tolls
from .arguments import ARGUMENT_TYPES
from .battle import fight_out
from .common import title
from .domains import BEFORE
from .state import State


async def act_within(
    s: State, me: int, actions: Sequence[Act], by: Ruled, what: str, only: Callable[..., bool] | None = None
) -> Act | None:
    """One of these actions, at its price, with all that it causes, a battle too; it spends nobody's turn.

    `only(verb, *args)` bars options ("it must begin in this area"). None: there was nothing to do, or it was declined.
    A battle that is under way waits meanwhile; what holds for the turn (units that have moved, battles fought) is as
    it was before.
    """
    turn = s.doing, s.stage, s.barred, s.moved, s.fought, s.paid
    s.doing, s.stage, s.barred, s.moved, s.fought, s.paid = "", BEFORE, (), (), 0, 0
    done = await _act(s, me, actions, by, what, only)
    s.doing, s.stage, s.barred, s.moved, s.fought, s.paid = turn
    return done


async def _act(
    s: State, me: int, actions: Sequence[Act], by: Ruled, what: str, only: Callable[..., bool] | None
) -> Act | None:
    by_verb = {action.verb: action for action in actions}
    found = [option for option in Menu(ARGUMENT_TYPES, s, me).all(*actions) if only is None or only(*option)]
    found = open_to(s, me, found)
    if tolls(s):
        found = [option for option in found if due(s, me, by_verb[option[0]], option[1:]) <= s.power[me]]
    options: list[Answer] = [*found, "done"]
    answer = await choose(me, "action", options, by, what)
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
