"""Power, Victory Points and the end: what the rules count."""

from __future__ import annotations

from ....engine.runtime.layers import Part, Total, fold, folded
from ....engine.wording import number_of
from .adjacency import OPEN
from .state import OVER, State, bits
from .timings import VOCABULARY
from .topics import GainOf


def types(s: State, seat: int) -> list[str]:
    """The kinds of building that a seat has on the map, by their types (GW-PWR-004, GW-PWR-005)."""
    buildings = s.config.empires[seat].buildings
    return sorted({buildings[kind].type for kind in bits(s.built[seat])})


def n_types(s: State, seat: int) -> int:
    """How many; remembered, since who weighs positions asks for it at each."""
    at = "types", seat, s.built[seat]
    found: int | None = s.config.memory.get(at)
    if found is None:
        found = len(types(s, seat))
        VOCABULARY.remember(s.config, at, found)
    return found


def counted(s: State, seat: int, what: GainOf, n: int) -> int:
    """So many buildings, or kinds of them, by what lies on the map; some powers count otherwise."""
    hooks = s.mine(seat, "gain_of")
    return folded(n, hooks, s, seat, what) if hooks else n


def begun(s: State, seat: int) -> int:
    """Fragments with a gift (GW-PWR-007)."""
    laid = s.filled(seat)
    return sum([bool(laid & fragment) for fragment in s.config.fragments[seat]])


def full(s: State, seat: int) -> int:
    """Fragments with a gift in every slot (GW-CNC-007)."""
    laid = s.filled(seat)
    return sum([laid & fragment == fragment for fragment in s.config.fragments[seat]])


def base_income(s: State, seat: int, told: bool = False) -> Total:
    """Blessing, kinds of building, fragments (GW-PWR-002 to GW-PWR-007); with its parts if they are read."""
    fact = s.config.fact
    blessing = (
        0 if s.rift == OPEN else folded(fact("power.blessing"), s.mine(seat, "gain_of"), s, seat, GainOf.BLESSING)
    )
    kinds, fragments = counted(s, seat, GainOf.TYPES, n_types(s, seat)), begun(s, seat)
    by_kind, by_fragment = kinds * fact("power.per_type"), fragments * fact("power.per_fragment")
    if s.trace is None and not told:
        return Total(blessing + by_kind + by_fragment)
    parts = (
        Part("Glorantha's Blessing", blessing, "GW-PWR-002"),
        Part(number_of(kinds, "kind of building", "kinds of building"), by_kind, "GW-PWR-004"),
        Part(number_of(fragments, "fragment"), by_fragment, "GW-PWR-007"),
    )
    said = tuple(part for part in parts if part.change)
    return Total(sum(part.change for part in said), said)


def income(s: State, seat: int, told: bool = False) -> Total:
    """All Power that comes without a choice: what the next Power Phase brings."""
    return fold(base_income(s, seat, told), s.mine(seat, "income"), s, seat)


def points(s: State, seat: int, told: bool = False) -> Total:
    """Victory Points for buildings and full fragments (GW-CNC-006, GW-CNC-007); with parts if they are read."""
    fact = s.config.fact
    n = counted(s, seat, GainOf.BUILDINGS, s.homes(seat).bit_count())
    fragments = full(s, seat)
    by_building, by_fragment = n * fact("victory.per_building"), fragments * fact("victory.per_full_fragment")
    if s.trace is None and not told:
        return Total(by_building + by_fragment)
    parts = (
        Part(number_of(n, "building"), by_building, "GW-CNC-006"),
        Part(number_of(fragments, "full fragment"), by_fragment, "GW-CNC-007"),
    )
    said = tuple(part for part in parts if part.change)
    return Total(sum(part.change for part in said), said)


def winners(s: State) -> tuple[int, ...]:
    """The most Victory Points; those who share them win together (GW-VIC-006, GW-VIC-007)."""
    if s.phase != OVER:
        return ()
    anybody = s.config.rulings.an_empty_seat_may_win
    able = [seat for seat in s.config.seats if anybody or not s.left >> seat & 1]
    most = max(s.vp[seat] for seat in able)
    return tuple(seat for seat in able if s.vp[seat] == most)


def over(s: State) -> bool:
    """Is the game over?"""
    return s.phase == OVER


def figures(s: State) -> tuple[dict[str, int], ...]:
    """Open numbers of each seat."""
    return tuple(
        {
            "victory points": s.vp[seat],
            "power": s.power[seat],
            "buildings": s.sited[seat].bit_count() + s.nested[seat].bit_count(),
            "units": s.playing(seat),
            "gifts": s.count_gifts(seat),
            "rune cards": len(s.hands[seat]),
        }
        for seat in s.config.seats
    )
