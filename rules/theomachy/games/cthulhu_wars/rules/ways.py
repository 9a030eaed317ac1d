"""Which areas are next to one another, for whom and for what: the map, and what powers add to it or cut."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ....engine.runtime.ability import Hook
from ....engine.runtime.layers import fold
from .domains import KIND
from .state import State, bits
from .timings import VOCABULARY
from .topics import Adjacent, Ignores, MayPlace


def ways(s: State, seat: int, area: int, what: Adjacent, steps: int = 1, *, over: bool | None = None) -> Sequence[int]:
    """Areas that a unit of a seat may reach from an area in so many steps, for a purpose. Areas that are gone are never
    among them; `over`: on the way they are no steps, as they are if nothing is said in a move alone.
    """
    if s.config.ending and (gone := s.vanished()):
        return bits(_past(s, seat, area, what, steps, gone, over=what is Adjacent.MOVE if over is None else over))
    if not s.hooks("adjacent"):
        return s.config.map.within(steps)[area]
    found = last = 1 << area
    for _ in range(steps):
        fresh = 0
        for a in bits(last):
            fresh |= _next(s, seat, a, what)
        last = fresh & ~found
        found |= fresh
    return bits(found & ~(1 << area))


def _past(s: State, seat: int, area: int, what: Adjacent, steps: int, gone: int, *, over: bool) -> int:
    """The same where areas are gone, as a mask."""
    found = last = 1 << area
    for _ in range(steps):
        fresh = void = 0
        for a in bits(last):
            fresh |= _next(s, seat, a, what)
        while over and (through := fresh & gone & ~void):
            void |= through
            for a in bits(through):
                fresh |= _next(s, seat, a, what)
        last = fresh & ~found & ~gone
        found |= last
    return found & ~(1 << area)


def leads_over(s: State, seat: int, kind: int, a: int, b: int, what: Adjacent = Adjacent.MOVE) -> bool:
    """Is there no other way for such a unit from one area to another than over some that are gone? Whom a power takes
    there, however far it is, goes over none.
    """
    if not s.config.ending or not s.vanished():
        return False
    if any(may(s, me, seat, kind, a, b) for me, _, may in _beyond_reach(s.key.may_move)):
        return False
    steps = fold(1, s.mine(seat, "reach"), s, seat).value if what is Adjacent.MOVE else 1
    return b not in ways(s, seat, a, what, steps, over=False) and b in ways(s, seat, a, what, steps, over=True)


def may_enter(s: State, seat: int, kind: int, area: int) -> bool:
    """May a unit that a pain or a power sends to an area come there? Who moves is asked about otherwise (`goals`)."""
    if s.config.ending and s.vanished() >> area & 1:
        return False
    for me, _, said in s.key.bar_entry:
        if said(s, me, seat, MayPlace.ENTER, (kind, area)) is False:
            return False
    return True


def _next(s: State, seat: int, area: int, what: Adjacent) -> int:
    """One step, as a mask: all links that are added, then without what is cut."""
    found, cut = s.config.map.near_mask[area], 0
    for me, _, adjacent in s.hooks("adjacent"):
        if said := adjacent(s, me, seat, area, what):
            found, cut = found | said[0], cut | said[1]
    return found & ~cut


def goals(s: State, seat: int, code: int, area: int, steps: int) -> Iterable[int]:
    """Where a unit may go in a Move: within its reach or wherever a power takes it, and where none bars it. Looked up
    one by one, since mostly it is asked whether there is any.
    """
    found, hooks = ways(s, seat, area, Adjacent.MOVE, steps), s.key.may_move
    return found if not hooks else _open_goals(s, hooks, seat, code & KIND, area, found)


def _open_goals(
    s: State, hooks: Sequence[Hook], seat: int, kind: int, area: int, reach: Sequence[int]
) -> Iterator[int]:
    far = _beyond_reach(hooks)
    for b in s.standing() if far else reach:
        if b != area and (b in reach or any(may(s, me, seat, kind, area, b) for me, _, may in far)):
            for me, _, may in hooks:
                if may(s, me, seat, kind, area, b) is False:
                    break
            else:
                yield b


def _beyond_reach(hooks: Sequence[Hook]) -> list[Hook]:
    """Those of `may_move` that may take a unit further than it goes by itself."""
    return [hook for hook in hooks if getattr(hook[1], "beyond_reach", False)]


def driven(s: State, by: int, owner: int, codes: Sequence[int], area: int) -> list[int]:
    """Those of these classes of units in an area that a power of a seat may send away as a pain does."""
    what = Ignores.DRIVEN
    hooks = VOCABULARY.about(s.key, "ignores", what)
    return [c for c in codes if not any(spares(s, f, owner, c & KIND, area, what, by) for f, _, spares in hooks)]
