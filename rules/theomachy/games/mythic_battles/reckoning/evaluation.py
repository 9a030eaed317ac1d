"""How somebody stands, for bots and charts: what is left of an army, stones on their way, and what a unit could do now.

An evaluation, no rule: rough on purpose, by printed values and distances. Winning asks for a dead divinity or four
stones, so that is what weighs: wounds by whom they hit, stones by how near they are to the divinity that absorbs them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from ..rules.actions import absorbable
from ..rules.config import DEFENCE, MOVEMENT, OFFENCE, RANGE
from ..rules.state import ATTACKED, CLAIMED, COMPLEX_DONE, FLEW, OVER, OVER_NOW, WALKED
from . import solver

if TYPE_CHECKING:
    from ..rules.state import State

WIN = 1000.0
GOD, STONE, CARD = 24.0, 16.0, 0.25  # the worth of a whole divinity, of an absorbed stone, of a card in hand
CARRIED, STEP = 10.0, 1.2  # of a carried stone; less for each area that it is away from where it counts
FAR = 8  # areas: nothing is farther, for this purpose
THREAT = 0.4  # of an attack that is possible in a later turn
AT_ONCE = 0.7  # the share of what a unit could do that counts before it does it


NAMES = (
    "victory", "stones that count", "cards in hand", "units", "units in play", "stones carried", "threats",
    "stones within reach", "the activation",
)  # fmt: skip
Row = tuple[int, int, int, float]  # of a unit in play: place, defence, vitality, what a wound of it is worth


def strength(s: State) -> tuple[float, ...]:
    """How each seat stands: the higher the better; of no meaning by itself."""
    rows = _rows(s)
    return tuple([sum(_values(s, seat, rows)) for seat in range(len(s.hands))])


def parts(s: State, seat: int) -> dict[str, float]:
    """The same of one seat, by what it is made of: all that is not nothing."""
    return {name: value for name, value in zip(NAMES, _values(s, seat, _rows(s)), strict=True) if value}


def worth(s: State, unit: int) -> float:
    """What a whole unit is worth."""
    card = s.config.units[unit]
    return GOD if card.is_divinity else float(max(card.rp, 1))


def _rows(s: State) -> dict[int, Row]:
    """The units in play, tokens left out."""
    return {
        unit: (place, s.stat(unit, DEFENCE), s.vitality[unit], worth(s, unit) / s.config.units[unit].most)
        for unit, place in enumerate(s.place)
        if place >= 0 and not s.config.units[unit].is_token
    }


def _foes(s: State, seat: int, rows: dict[int, Row]) -> list[Row]:
    allies, owner = s.config.allies[seat], s.owner
    return [row for unit, row in rows.items() if not allies >> owner[unit] & 1]


def _values(s: State, seat: int, rows: dict[int, Row]) -> tuple[float, ...]:
    """One number for each of `NAMES`."""
    if s.stage == OVER and s.victors:
        return (WIN if s.victors >> seat & 1 else 0.0, *(0.0,) * (len(NAMES) - 1))
    a, doing, god = s.activation, 0.0, s.divinity(seat)
    foes = _foes(s, seat, rows)
    if a is not None and s.owner[a.unit] == seat and not s.fallen >> a.unit & 1:
        doing = AT_ONCE * _prospect(s, a.unit, foes)
    if god < 0 and s.config.scenario is None:
        return (*(0.0,) * (len(NAMES) - 1), doing)
    whole = in_play = carried = threats = near = 0.0
    config = s.config
    places: set[int] = set()
    for unit in s.army(seat):
        if s.fallen >> unit & 1:
            continue
        whole += worth(s, unit) * (0.3 + 0.7 * s.vitality[unit] / config.units[unit].most)
        place = s.place[unit]
        if place < 0:
            continue
        in_play += _in_play(s, unit)
        if s.carries[unit] >= 0:
            carried += CARRIED - STEP * _way(s, seat, unit, god)
        else:
            places.add(place)
        threats += THREAT * _threat(s, unit, foes)
    if places:
        for stone, lying in enumerate(s.stones):
            for area, n in enumerate(lying):
                if n:
                    away = min([config.map.distance[place][area] for place in places])
                    if away < FAR:
                        near += (3.0 if stone == 0 else 1.0) * (1 - away / FAR)
    counted = STONE * (s.absorbed[seat] + s.home[seat])
    return (0.0, counted, CARD * len(s.hands[seat]), whole, in_play, carried, threats, near, doing)


def _in_play(s: State, unit: int) -> float:
    """A unit on the board can do something; a divinity is waited for with stones."""
    return 5.0 if s.config.units[unit].is_divinity else 1.0


def _threat(s: State, unit: int, foes: list[Row]) -> float:
    """What the best attack of a unit would be worth, the less the more turns away it is."""
    offence, _, reach, movement = s.config.units[unit].rows[s.vitality[unit]].stats
    far, best, step = s.config.map.distance[s.place[unit]], 0.0, max(movement, 1)
    for place, defence, vitality, a_wound in foes:
        nearness = 1 + max(far[place] - reach, 0) / step
        if vitality * a_wound > best * nearness:  # else no dice would make it the best
            best = max(best, wounds(offence, defence, vitality) * a_wound / nearness)
    return best


def _way(s: State, seat: int, unit: int, god: int) -> float:
    """How far a carried stone is from where it counts: the divinity, or what a scenario names."""
    if s.config.units[unit].is_divinity:
        return 0.0
    far, place = s.config.map.distance[s.place[unit]], s.place[god] if god >= 0 else -1
    goals = [place] if place >= 0 else list(s.zone(seat))  # it will deploy somewhere there
    if s.config.scenario is not None:
        goals += [area for goal in s.config.scenario.goals if seat in goal.seats for area in goal.areas]
    return min((min(far[area], FAR) for area in goals), default=FAR)


@lru_cache(1024)
def wounds(offence: int, defence: int, most: int) -> float:
    """The wounds that so many dice inflict on average, no more than there is vitality."""
    odds = solver.before(max(min(offence, solver.MOST_DICE), 0), defence)
    return sum(min(n, most) * share for n, share in enumerate(odds.floats))


def prospect(s: State, unit: int) -> float:
    """The most that a unit which acts could do in what is left of its activation."""
    return _prospect(s, unit, _foes(s, s.owner[unit], _rows(s)))


def _prospect(s: State, unit: int, foes: list[Row]) -> float:
    a, place = s.activation, s.place[unit]
    if a is None or a.did(OVER_NOW) or a.did(COMPLEX_DONE) or a.did(FLEW):
        return 0.0
    if place < 0:
        return _in_play(s, unit)
    seat, far = s.owner[unit], s.config.map.distance[place]
    stat = s.config.units[unit].rows[s.vitality[unit]].stats
    best = 0.0
    if a.complex:
        if s.config.units[unit].is_divinity and absorbable(s, unit):
            best = STONE - CARRIED
        elif s.carries[unit] >= 0:
            best = STEP * min(stat[MOVEMENT] + 1, _way(s, seat, unit, s.divinity(seat)))
        return best
    left = 2 - a.simple
    steps = stat[MOVEMENT] if not a.did(WALKED) and left > 1 else 0
    if left > 0 and not a.did(ATTACKED):
        for at, defence, vitality, a_wound in foes:
            if far[at] <= stat[RANGE] + steps:
                best = max(best, wounds(stat[OFFENCE], defence, vitality) * 0.7 * a_wound)
    if left > 0 and not a.did(CLAIMED) and s.carries[unit] < 0:
        near = min((far[area] for lying in s.stones for area, n in enumerate(lying) if n), default=FAR)
        if near <= steps:
            best += CARRIED / 2
    return best
