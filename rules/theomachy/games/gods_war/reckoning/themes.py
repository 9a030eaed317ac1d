"""What puzzles of the Gods War can be about: Heroquests, buildings, who is killed or routed, points."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ....engine.runtime.decision import Decision
from ....engine.runtime.theme import Aim, Earns, Theme, next_action
from ..rules.score import base_income, points

if TYPE_CHECKING:
    from ..rules.state import State

MOST = 60  # Power: what all units of an empire cost together
LOSSES = ("takes a kill", "takes a rout", "spare rout", "rout to")


def dealt(s: State, decision: Decision) -> bool:
    """Are kills and routs taken, so that the routed are sent away or the action is over?"""
    return next_action(s, decision) or decision.what not in LOSSES[:3]


def standing(s: State, seat: int) -> int:
    """What the units on the map cost together."""
    empire = s.config.empires[seat]
    areas = range(len(s.config.map.names))
    return sum(unit.cost * s.n(seat, kind, a) for kind, unit in enumerate(empire.units) for a in areas)


def buildings(s: State, seat: int) -> int:
    """Buildings on the map."""
    return s.sited[seat].bit_count() + s.nested[seat].bit_count()


class Quest(Earns):
    """Which answer earns a Heroquest?"""

    key, title = "heroquest", "A Heroquest"
    groups, kinds = ("Heroquests",), ("action", "area", "unit", "choice", "card", "player")
    ask = "Which answer earns this Heroquest: {}?"


class Building(Earns):
    """Which answer brings a building more, an ally or the reward of a monster?"""

    key, title = "building", "A building, an ally, a reward"
    groups, kinds = ("Thresholds", "Elder races", "Monsters"), ("action", "area", "unit", "choice", "card")
    ask = "Which answer comes to this: {}?"


class Losses(Theme):
    """Who is given up, who is routed, and where to?"""

    key, title = "losses", "Whom to give up"

    def aims(self, system: Any, s: State, decision: Decision, me: int) -> Iterable[Aim]:
        """The buildings, then what is left of one's own units, then of those of the others."""
        if decision.what not in LOSSES:
            return
        mine, homes = standing(s, me), buildings(s, me)
        others = [seat for seat in s.config.seats if seat != me]
        theirs = sum(standing(s, seat) for seat in others)
        yield Aim(
            "buildings", "After which do you have the most buildings when the action is over?", "GW-CON-004",
            lambda s: min(max(buildings(s, me) - homes, -9), 9), least=-9, most=9,
            tell=lambda n: f"{n:+d} building{'s' * (abs(n) != 1)}",
        )  # fmt: skip
        yield Aim(
            "units", "After which do you keep the most units, counted in Power?", "GW-PST-002",
            lambda s: min(max(standing(s, me) - mine, -MOST), MOST), least=-MOST, most=MOST, over=dealt,
            tell=lambda n: f"{n:+d} Power of units",
        )  # fmt: skip
        yield Aim(
            "theirs", "Which costs the others the most units, counted in Power?", "GW-PST-002",
            lambda s: min(max(theirs - sum(standing(s, seat) for seat in others), -MOST), MOST), least=-MOST,
            most=MOST, tell=lambda n: f"{n} Power of units lost by them",
        )  # fmt: skip


class Points(Theme):
    """Which answer brings the most Victory Points?"""

    key, title = "points", "Victory Points"

    def aims(self, system: Any, s: State, decision: Decision, me: int) -> Iterable[Aim]:
        """Points gained before the next action is asked for."""
        before = s.vp[me]
        yield Aim(
            "vp", "Which brings you the most Victory Points before the next action?", "GW-CNC-006",
            lambda s: min(max(s.vp[me] - before, -30), 30), least=-30, most=30,
            tell=lambda n: f"{n:+d} Victory Points",
        )  # fmt: skip


class Count(Theme):
    """What makes the next count of points, or the income, the largest?"""

    key, title = "count", "The next count"

    def aims(self, system: Any, s: State, decision: Decision, me: int) -> Iterable[Aim]:
        """What one would be given if points were counted, and Power handed out, when the action is over."""
        counted, income = points(s, me).value, base_income(s, me).value
        yield Aim(
            "points", "After which would a count of points bring you the most?", "GW-CNC-006",
            lambda s: min(max(points(s, me).value - counted, -20), 20), least=-20, most=20,
            tell=lambda n: f"{n:+d} Victory Points a count",
        )  # fmt: skip
        yield Aim(
            "income", "After which would your income be the largest?", "GW-PWR-004",
            lambda s: min(max(base_income(s, me).value - income, -20), 20), least=-20, most=20,
            tell=lambda n: f"{n:+d} Power of income",
        )  # fmt: skip


THEMES: tuple[Theme, ...] = (Quest(), Count(), Building(), Losses(), Points())
