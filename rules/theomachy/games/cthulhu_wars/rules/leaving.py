"""Units that leave play, all by one door: there a power may keep one, or send it elsewhere than to its pool."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from ....engine.runtime import layers
from ....engine.runtime.trace import report
from ....engine.wording import article
from .commanded import dismiss, is_guest
from .common import gain_doom, piece, tell, title, unit_name, windows
from .domains import HELD, KIND, POOL
from .state import State
from .timings import SLOTS, VOCABULARY
from .topics import Watches, WouldBeEliminated


class Fought(Protocol):
    """What one asks of the battle in which a unit is lost (`fight.Resolution`)."""

    def foe(self, seat: int, /) -> int: ...
    def has_goo(self, seat: int, /) -> bool: ...


class Leaving(NamedTuple):
    """A unit of `seat` is about to leave play because of `by`: a power may keep it (None), or say where `to` it goes.

    `code` is its class; in a battle, `fight`, with the results on it.
    """

    seat: int
    code: int
    area: int
    cause: WouldBeEliminated
    by: int
    to: int = POOL
    fight: Fought | None = None


async def leaves(s: State, event: Leaving) -> Leaving | None:
    """What becomes of a unit that would leave play: its owner's powers speak first, if nobody plays it too, then those
    of the others in order.

    None: it stays; with two players that brings the enemy half of its worth (CW-2PL-014).
    """
    if not s.hooks("would_be_eliminated"):
        return event
    now: Leaving | None = event
    wild = event.seat not in s.config.seats
    for seat in (event.seat, *s.order(s.active)) if wild else s.order(event.seat):
        if now is not None and s.mine(seat, "would_be_eliminated"):
            now = await layers.replaced(s, VOCABULARY, "would_be_eliminated", seat, now, seats=(seat,), plain=True)
    if now is None and s.config.two:
        repay(s, event.seat, event.code & KIND, spared=True)
    return now


async def eliminate(
    s: State,
    seat: int,
    code: int,
    area: int,
    by: int,
    rule: str,
    *,
    to: int = POOL,
    replaced: bool = False,
    note: str = "",
    together: list[int] | None = None,
    cause: WouldBeEliminated | None = None,
) -> bool:
    """One unit leaves the map because of `by`; its owner and others may react. `replaced`: another takes its place.

    `together`: one event takes several units; its kind is noted there, and the caller tells of all with `lost`.
    Returns whether it has left: a power may have kept it.
    """
    if cause is None:
        cause = WouldBeEliminated.SACRIFICED if by == seat else WouldBeEliminated.ELIMINATED
        if to >= HELD:
            cause = WouldBeEliminated.REMOVED if to == s.out(seat) else WouldBeEliminated.CAPTURED
    event = await leaves(s, Leaving(seat, code, area, cause, by, to))
    if event is not None:
        await taken(s, event, rule, replaced=replaced, note=note, together=together)
    return event is not None


async def taken(
    s: State, event: Leaving, rule: str, *, replaced: bool = False, note: str = "", together: list[int] | None = None
) -> None:
    """A unit that nothing has kept leaves the map."""
    seat, code, area, _, by, to, _ = event
    to = s.bound_for(seat, code & KIND, to)
    owner, kind = seat, code & KIND
    if is_guest(s, seat, code):
        owner, kind = await dismiss(s, seat, area, to)
    else:
        s.move(seat, code, area, to)
    if s.trace is not None:
        aside = to == s.out(seat) and code & KIND in s.config.aside[seat]  # beside the game, not out of it
        text = "{} loses {} {}" if to == POOL or aside else "{} loses {} {} as a captive"
        text = "{} loses {} {}, out of the game" if to == s.out(seat) and not aside else text
        where = f"in {s.config.map.names[area]}" if area < POOL else "on its card"
        report(
            s,
            rule,
            text,
            title(s, seat),
            article(unit_name(s, seat, code)),
            where,
            who=seat,
            note=note,
            touched=(piece(s, seat, area, code),),
        )
    if s.config.two and not (replaced and s.config.rulings.spares_replaced):
        if to in (POOL, s.out(seat)) or s.config.rulings.captured_count:
            repay(s, owner, kind)
    if together is None:
        await lost(s, seat, by, (code & KIND,))
    else:
        together.append(code & KIND)


async def lost(s: State, owner: int, by: int, kinds: Sequence[int]) -> None:
    """Units left the map in one event: powers may speak, once; not of those that only fought for this side."""
    kinds = [kind for kind in kinds if kind != s.config.guests[owner]]
    if kinds and Watches.LOST in SLOTS.watched:
        tell(s, Watches.LOST, owner, tuple(kinds))
    if kinds and s.hooks("on_elimination"):
        await windows(s, "on_elimination", s.order(s.active), owner, by, tuple(kinds))


def repay(s: State, seat: int, kind: int, *, spared: bool = False) -> None:
    """Two players: a loss is Doom for the opponent, half of it when a power saved the unit (CW-2PL-006, CW-2PL-014).
    What nobody plays is no loss.
    """
    if seat in s.config.wild:
        return
    worth = s.config.worth[seat][kind]
    n = -(-worth // 2) if spared else worth
    name = s.config.name[seat][kind]
    if spared:
        gain_doom(s, 1 - seat, n, "CW-2PL-014", f"half of {name}, which was spared")
    else:
        gain_doom(s, 1 - seat, n, "CW-2PL-006", f"{name} was lost")
