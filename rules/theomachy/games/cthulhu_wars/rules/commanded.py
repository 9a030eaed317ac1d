"""Units that another seat than their owner commands: it alone moves and captures them, and they fight for it.

In a battle of whoever commands it such a unit is a guest: a figure of the kind on the commander's card that stands for
units of others fights in its place, whose loss is nobody's but its owner's. Afterwards, and wherever it has retreated,
it is its owner's again.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....engine.runtime.decision import choose
from ....engine.runtime.trace import report
from .common import Unit, title
from .domains import CARD, HELD, KEEPER, KIND, POOL, figure, kind_of, seat_of
from .state import State
from .topics import ControllerOf


def commander(s: State, owner: int, code: int, area: int) -> int:
    """Who commands a unit of a class; the last power that speaks holds."""
    found = owner
    for me, _, controller_of in s.key.commands:
        said = controller_of(s, me, area, owner, code, ControllerOf.UNIT)
        found = found if said is None else said
    return found


def obeys(s: State, owner: int, area: int, code: int) -> bool:
    """Does a unit do what its owner likes?"""
    return not s.key.commands or commander(s, owner, code, area) == owner


def obedient(s: State, me: int, area: int, kinds: Sequence[int] | None) -> list[Unit]:
    """Units of these kinds of a seat there, without those that another commands: no power of its own takes these."""
    return [(me, area, c) for c in s.codes(me, area, kinds) if obeys(s, me, area, c)]


def led(s: State, me: int) -> list[Unit]:
    """Units of others on the map that a seat commands."""
    if not any(seat == me for seat, _, _ in s.key.commands):
        return []
    there = [(f, a, c) for f in s.config.foes[me] for a in s.areas(f) for c in s.codes(f, a)]
    return [(f, a, c) for f, a, c in there if commander(s, f, c, a) == me]


def prisoners(s: State, me: int, area: int, foe: int, kinds: Sequence[int]) -> list[Unit]:
    """Units of these kinds of an enemy that a seat may capture: those that another commands it may not."""
    codes = s.codes(foe, area, kinds)
    if s.key.commands:
        codes = [c for c in codes if commander(s, foe, c, area) in (foe, me)]
    return [(foe, area, c) for c in codes]


def out_of_reach(s: State, me: int, area: int, foe: int, kinds: Sequence[int]) -> str:
    """Why a seat captures nobody of an enemy that has such units there: whoever commands them alone does."""
    codes = s.codes(foe, area, kinds) if s.key.commands else []
    seats = sorted({commander(s, foe, c, area) for c in codes} - {foe})
    if not seats or me in seats or prisoners(s, me, area, foe, kinds):
        return ""
    return f"{title(s, seats[0])} alone may capture them."


# -- in a battle ------------------------------------------------------------------------------------------------------
def enlist(s: State, area: int, sides: tuple[int, int]) -> None:
    """A battle begins: units there join the side of whoever commands them."""
    if not s.key.commands:
        return
    units = [(f, c) for f in s.config.seats for c in s.codes(f, area) if not c & KEEPER]
    for owner, kind in units:
        seat = commander(s, owner, kind, area)
        if seat == owner or seat not in sides or s.config.guests[seat] < 0:
            continue
        guest, n = s.config.guests[seat], s.n(owner, kind, area) - (s.keeper(owner, area) == kind)
        n = min(n, s.n(seat, guest, s.out(seat)))
        for _ in range(n):
            s.move(owner, kind, area, s.out(owner))
            s.move(seat, guest, s.out(seat), area)
            s.led = (*s.led, (owner, kind, seat))
        if n and s.trace is not None:
            by = next(power.rule for me, power, _ in s.key.commands if me == seat)
            text, name = "{} of {} fights for {}", s.config.name[owner][kind]
            report(s, by, text, f"{n} × {name}" if n > 1 else name, title(s, owner), title(s, seat), who=seat)


def is_guest(s: State, seat: int, code: int) -> bool:
    """Does this figure stand for a unit of another?"""
    return s.config.guests[seat] == code & KIND


async def dismiss(s: State, seat: int, area: int, to: int) -> tuple[int, int]:
    """A guest of a seat goes from an area to a place, and is its owner's again; of several owners the seat says whose
    it was. Gives back its owner and kind.
    """
    rows = [row for row in s.led if row[2] == seat]
    options = sorted({figure(owner, kind) for owner, kind, _ in rows})
    names = {fid: f"{s.config.name[seat_of(fid)][kind_of(fid)]} of {title(s, seat_of(fid))}" for fid in options}
    fid = await choose(seat, "choice", options, "CW-BAT-016", "whose it was", names=names, argument="figure",
                       prompt="Whose unit was it?")  # fmt: skip
    owner, kind = seat_of(fid), kind_of(fid)
    _strike(s, owner, kind, seat)
    s.move(seat, s.config.guests[seat], area, s.out(seat))
    if to in (s.out(seat), HELD + owner):
        to = POOL if to == HELD + owner else s.out(owner)
    if to != s.out(owner):
        s.move(owner, kind, s.out(owner), to)
    return owner, kind


def lent_by(before: Sequence[tuple[int, int, int]], after: Sequence[tuple[int, int, int]]) -> tuple[int, int]:
    """Whose a guest was that has gone: owner and kind, from `State.led` before and after it."""
    left = list(after)
    for row in before:
        if row not in left:
            return row[0], row[1]
        left.remove(row)
    raise ValueError("no guest has gone")


def _strike(s: State, owner: int, kind: int, seat: int) -> None:
    rows = list(s.led)
    rows.remove((owner, kind, seat))
    s.led = tuple(rows)


async def disband(s: State, there: int, *, all_: bool) -> None:
    """A battle there is over: guests are their owners' again where they are; if no other battle waits (`all_`), those
    that some power has sent elsewhere too, and those that are nowhere are in their pools.
    """
    for seat in sorted({seat for _, _, seat in s.led}):
        guest = s.config.guests[seat]
        for area in [a for a in s.where(seat, guest) if all_ or a == there]:
            for _ in range(s.n(seat, guest, area)):
                await dismiss(s, seat, area, area)
        for owner, kind, _ in [row for row in s.led if row[2] == seat] if all_ else ():
            _strike(s, owner, kind, seat)
            s.move(owner, kind, s.out(owner), POOL)
        for place in (POOL, CARD, *(HELD + f for f in s.config.foes[seat])) if all_ else ():
            for _ in range(s.n(seat, guest, place)):
                s.move(seat, guest, place, s.out(seat))
