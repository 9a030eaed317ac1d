"""How somebody stands, for bots and charts: a sum of named parts, each an open figure of the position times a weight.

An evaluation, no rule. It looks at what lies open only, so it is the same for everybody at the table. Weights are in
Victory Points at the end of the game, and measured: `tools/gods_strength.py` says how, and against what.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.masks import bits
from ....engine.runtime.layers import folded
from ..rules.adjacency import SPIKE
from ..rules.movement import faces, rating, rolled
from ..rules.reach import roams, steps
from ..rules.score import base_income, counted, points
from ..rules.state import COMPROMISE, COUNCIL, END, OVER, POINTS, STRUGGLE
from ..rules.topics import GainOf

if TYPE_CHECKING:
    from ..rules.state import State

COUNTED = (COUNCIL, STRUGGLE, COMPROMISE, END, OVER)  # the points of this round have been counted
FROM_AFAR = 0.5  # the share of a threat that must move up first

# What one of each is worth. What is "to come" counts the more, the longer the game will go on: see `left`.
WEIGHTS = {
    "Victory Points": 1.0,
    "the next count": 1.0,
    "counts to come": 5.0,
    "Power": 0.1,
    "income to come": 1.2,
    "combat to come": 0.1,
    "gifts to come": 0.3,
    "allies to come": 0.8,
    "runes": 0.3,
    "buildings in danger": -0.3,
    "on the Spike": -0.3,
    "monsters near": -0.05,
    "monsters in reach": 0.1,
}
WORTH = {"vp": 1.0, "runes": 0.5, "power": 0.3}  # of a reward, in Victory Points
SURE = 12  # dice that would kill about every other monster


def strength(s: State) -> tuple[float, ...]:
    """How each seat stands."""
    weights = WEIGHTS.values()
    return tuple(sum(w * n for w, n in zip(weights, row, strict=True)) for row in figures(s))


def parts(s: State, seat: int) -> dict[str, float]:
    """The same of one seat, by what it is made of: all that is not nothing."""
    row = figures(s)[seat]
    return {name: w * n for (name, w), n in zip(WEIGHTS.items(), row, strict=True) if n}


def left(s: State) -> float:
    """How much of the game is still to come: 1 at its beginning, 0 once its end is sure."""
    if s.ending or s.phase == OVER:
        return 0.0
    goal, rounds = s.config.fact("victory.goal"), s.config.rounds
    found: float = max(goal - max(s.vp), 0) / goal
    return min(found, max(rounds - s.round, 0) / WEIGHTS["counts to come"]) if rounds else found


def figures(s: State) -> list[tuple[float, ...]]:
    """What the weights are applied to, a row a seat."""
    more, spike = left(s), s.config.map.spike
    dice = [_dice(s, seat) for seat in s.config.seats]
    danger, (near, prey) = _danger(s, dice), _monsters(s, dice)
    breaks = max(s.vp) / max(s.config.fact("victory.spike_at"), 1) if s.rift == SPIKE else 0.0
    found: list[tuple[float, ...]] = []
    for seat in s.config.seats:
        due = not s.ending and s.phase not in COUNTED and not (s.phase == POINTS and s.counted >> seat & 1)
        count = points(s, seat).value
        come = folded(base_income(s, seat).value, s.mine(seat, "income"), s, seat)
        come += counted(s, seat, GainOf.COUNCIL, 0)
        allies = len(s.allied(seat)) if s.config.races else 0
        exposed = (dice[seat].get(spike, 0.0) + (s.mine_in(seat, spike) >= 0)) * breaks
        found.append((
            s.vp[seat], count * due, count * more, s.power[seat], come * more, sum(dice[seat].values()) * more,
            s.count_gifts(seat) * more, allies * more, len(s.hands[seat]), danger[seat], exposed,
            near[seat], prey[seat],
        ))  # fmt: skip
    return found


def _monsters(s: State, dice: list[dict[int, float]]) -> tuple[list[float], list[float]]:
    """For each seat the dice of monsters that attack and may come where it has something, by its share of what is
    there; and the rewards of those that it might kill, by its dice beside them.
    """
    n = len(s.power)
    near, prey = [0.0] * n, [0.0] * n
    for owner in s.config.wild:
        for area, theirs in _dice(s, owner).items():
            if s.config.empires[owner].attacks:
                reach = (roams(s, area) & ~s.config.map.hell if s.config.empires[owner].sort else 0) | 1 << area
                here = [((s.on[seat] | s.homes(seat)) & reach).bit_count() for seat in range(n)]
                for seat in range(n):
                    near[seat] += theirs * here[seat] / sum(here) if here[seat] else 0.0
            if worth := sum([WORTH[what] * many for what, many in s.config.empires[owner].reward]):
                for seat in range(n):
                    mine = dice[seat].get(area, 0.0) if s.power[seat] else 0.0
                    prey[seat] += worth * mine / (mine + SURE)
    return near, prey


def _dice(s: State, seat: int) -> dict[int, float]:
    """The combat of a seat, by areas."""
    found, dies = {}, bool(s.mine(seat, "counts_as"))
    for area in bits(s.on[seat]):
        found[area] = sum([
            s.n(seat, kind, area)
            * (rating(s, seat, kind, area) + (_die(s, seat, kind) if dies and rolled(s, seat, kind) else 0.0))
            for kind in s.kinds_in(seat, area)
        ])  # fmt: skip
    return found


def _die(s: State, seat: int, kind: int) -> float:
    """What the die comes to of a rating that is rolled."""
    row = faces(s, seat, kind)
    return sum(row) / len(row)


def _danger(s: State, dice: list[dict[int, float]]) -> list[float]:
    """Of each seat its buildings beside which enemies with Power stand, or to which they could move: each by the share
    of all dice there that would be the attacker's.
    """
    found = [0.0] * len(s.power)
    foes = [(foe, s.on[foe], dice[foe], steps(s, foe)) for foe in s.config.seats if s.power[foe]]
    for row in (s.site, s.nest):
        for area, code in enumerate(row):
            if code < 0:
                continue
            owner, building = code >> 3, s.building(code, area)
            guard = dice[owner].get(area, 0.0) + 2 * building.kills + building.routs
            worst = 0.0
            for foe, on, theirs, step in foes:
                if foe == owner:
                    continue
                if on >> area & 1:
                    come = theirs[area] + 1
                    worst = max(worst, come / (come + guard))
                elif near := on & step[area]:
                    come = max([theirs[a] for a in bits(near)]) + 1
                    worst = max(worst, FROM_AFAR * come / (come + guard))
            found[owner] += worst
    return found
