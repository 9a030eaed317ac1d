"""Which actions a player has, and which of them may be taken now."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from ....engine.runtime.decision import Answer
from ....engine.runtime.requirement import Menu
from .act import Act, can_act, cheapest, due, has_begun
from .actions import BASIC, RITUAL_ACT, Battle
from .arguments import ARGUMENT_TYPES, held_gates
from .capture import Capture
from .common import may_act, needs_no_power
from .config import Config
from .domains import AFTER, SECOND
from .state import State
from .timings import VOCABULARY, Power

PLACED = (Battle.verb, Capture.verb)


def offered(s: State, me: int) -> tuple[Act, ...]:
    """Actions that may be taken at this point of the turn, whatever their needs."""
    six, barred, power = s.unlimited_battle(me), s.barred, can_act(s, me)
    unique = tuple(a for _, a, _ in s.mine(me, "do") if isinstance(a, Act) and a.in_use(s.config) and not a.in_doom)
    if s.stage == AFTER:
        return tuple(a for a in BASIC + unique if a.unlimited or (six and a.verb == "battle"))
    if s.stage == SECOND:
        return tuple(a for a in BASIC + unique if not a.unlimited and a.verb not in barred) if power else ()
    if power:
        return BASIC + unique
    begun = has_begun(s)
    return tuple(a for a in BASIC + unique if needs_no_power(s, me, a.verb) or (begun and a.unlimited))


def affordable(s: State, me: int) -> dict[str, Act]:
    """Those offered whose fixed price is not too high, so that the menu need not look at the others, by their verbs.

    Remembered.
    """
    power, config = s.power[me], s.config
    if power > config.dearest:
        power = config.dearest
    both = config.two and s.unlimited_battle(me)  # the own books are in the key
    at = s.key.seats[me], me, s.stage, s.barred, s.fought > 0, power, both
    found: dict[str, Act] | None = config.memory.get(at)
    if found is None:
        prices = config.prices
        found = {a.verb: a for a in offered(s, me) if not a.fixed or prices.get(a._coin, 0) <= power}
        VOCABULARY.remember(config, at, found)
    if s.key.tolls:
        found = {a.verb: a for a in offered(s, me) if not a.fixed or cheapest(s, me, a) <= s.power[me]}
    if s.key.may_act:
        return {verb: action for verb, action in found.items() if may_act(s, me, verb)}
    return found


def in_doom(s: State, me: int) -> tuple[Act, ...]:
    """What is done in the own slot of the Doom phase beside powers; nothing, where a ritual is all that there is."""
    if not s.config.market:
        return ()
    found = tuple(a for _, a, _ in s.mine(me, "do") if isinstance(a, Act) and a.in_doom)
    return (*found, RITUAL_ACT) if found and "ritual" not in (s.slot or ()) else found


def in_hand(s: State, me: int) -> tuple[Act, ...]:
    """The actions that a seat has, in whoever's turn: for a power that allows one of them (`within.act_within`)."""
    own = (a for _, a, _ in s.mine(me, "do") if isinstance(a, Act) and a.in_use(s.config) and not a.in_doom)
    found = (*BASIC, *own)
    return tuple(a for a in found if may_act(s, me, a.verb))


def known(s: State, me: int) -> tuple[Act, ...]:
    """Every action that this seat could ever take: what "why not?" knows."""
    return (*BASIC, *unique(s.config, me, {name for seat, name in s.lent if seat == me}), RITUAL_ACT)


def unique(config: Config, seat: int, lent: Collection[str] = ()) -> list[Act]:
    """The actions that are not everybody's: of the own card, of other things in the box, and those that are lent."""
    powers: list[Power] | None = config.memory.get("unique actions")
    if powers is None:
        found = [power for power in VOCABULARY.abilities if isinstance(power, Power)]
        powers = [power for power in found if isinstance(power, Act) and power.in_use(config)]
        VOCABULARY.remember(config, "unique actions", powers)
    own: set[Power] | None = config.memory.get(("own actions", seat))
    if own is None:
        own = {power for power in powers if config.has(power, seat)}
        VOCABULARY.remember(config, ("own actions", seat), own)
    return [a for a in powers if isinstance(a, Act) and (a in own or a.name in lent)]


def verbs(config: Config, seat: int) -> tuple[str, ...]:
    """The verbs of a seat: the common ones and its own."""
    return tuple(a.verb for a in (*BASIC, *unique(config, seat), RITUAL_ACT))


def idle(s: State, me: int) -> bool:
    """Is nothing left but to end the turn?"""
    if s.key.may_act and not may_act(s, me):
        return True
    left = held_gates(s, me) if s.sorts else s.gates(me)
    return not left and not Menu(ARGUMENT_TYPES, s, me, paid=True).any(*affordable(s, me).values())


# -- where actions end ------------------------------------------------------------------------------------------------
def note_end(s: State, me: int, action: Act, args: Sequence[Answer]) -> None:
    """Where an action ends, for powers that ask."""
    for area in ends_in(s, me, action, args):
        s.ended |= 1 << area


def ends_in(s: State, me: int, action: Act, args: Sequence[Answer]) -> list[int]:
    """The areas where an action takes place or ends; a Move says so itself."""
    areas = action.ends(s, me, *args)
    return [area for area in ((areas,) if isinstance(areas, int) else areas) if area >= 0]


def open_to(
    s: State, me: int, found: list[tuple[Answer, ...]], acts: Mapping[str, Act] | None = None
) -> list[tuple[Answer, ...]]:
    """These options without the battles and captures that a power bars in their areas; of those of `acts`, any others
    that it bars there.
    """
    if not s.key.may_act:
        return found
    if acts is not None and s.key.bars_by_ends:
        ends = [[(str(o[0]), a) for a in ends_in(s, me, acts[str(o[0])], o[1:])] for o in found]
        barred = {end for end in {end for each in ends for end in each} if not may_act(s, me, *end)}
        return [o for o, each in zip(found, ends, strict=True) if barred.isdisjoint(each)]
    return [o for o in found if o[0] not in PLACED or may_act(s, me, str(o[0]), int(o[1]))]


def menu(s: State, me: int, offers: Mapping[str, Act]) -> list[Answer]:
    """What the active player may do now of what is offered; a word ends the turn or drops the Power to 0."""
    found = Menu(ARGUMENT_TYPES, s, me, paid=True).all(*offers.values())
    if s.key.may_act:
        found = open_to(s, me, found, offers)
    if s.key.tolls:
        found = [o for o in found if not offers[o[0]].fixed or due(s, me, offers[o[0]], o[1:]) <= s.power[me]]
    if s.stage == SECOND:
        return ["no second", *found]
    if s.stage == AFTER or s.fought:
        return ["end", *found]
    if s.config.two or "pass" in s.barred:  # a main action must follow (CW-2PL-018, CW-UNL-009)
        if any(not offers[option[0]].unlimited for option in found):
            return found
    if s.key.bars_by_ends and found and not may_act(s, me, "pass"):  # what must be done is done first
        return found
    return ["pass", *found]
