"""What an army may strive for in a round: a stone absorbed, a divinity or another unit destroyed, a scenario's aim."""

from __future__ import annotations

from collections.abc import Callable

from ....engine.runtime.goals import Goal, threshold
from ....engine.runtime.requirement import Verdict
from ..rules.score import GOALS
from ..rules.state import State
from ..rules.wounds import does


def goals(s: State, seat: int) -> tuple[Goal, ...]:
    """Stones, then the scenario's aims, then enemies, divinities first (MB-ABS-002, MB-WIN-006, MB-DST-001)."""
    if not s.round:
        return ()
    n, wanted = s.absorbed[seat], s.config.fact("victory.stones")
    found = []
    if s.divinity(seat) >= 0:
        more = threshold(
            "stone",
            f"Absorb {'a stone' if n + 1 == 1 else f'stone {n + 1} of {wanted}'}",
            "MB-ABS-002",
            lambda s: s.absorbed[seat],
            n + 1,
            what="stones absorbed",
            one="stone absorbed",
            group="Stones",
        )
        found.append(more)
    scenario = s.config.scenario
    for i, goal in enumerate(scenario.goals if scenario is not None else ()):
        if seat in goal.seats:
            test = GOALS[goal.rule]
            won: Callable[[State], bool] = lambda s, test=test, goal=goal: test(s, goal)  # type: ignore[misc]  # noqa: E731
            found.append(Goal(f"aim:{i}", goal.text, "MB-WIN-006", won, "Scenario"))
    allies = s.config.allies[seat]
    enemies = [u for foe in range(len(s.hands)) if not allies >> foe & 1 for u in s.army(foe) if s.place[u] >= 0]
    for unit in sorted(enemies, key=lambda u: not s.config.units[u].is_divinity):
        found.append(_destroyed(s, unit))
    return tuple(found)


def goals_at(s: State, seat: int, area: int) -> tuple[Goal, ...]:
    """A unit of the army in one area (MB-RUN-001)."""
    if not s.round:
        return ()
    name = s.config.map.names[area]
    here: Callable[[State], bool] = lambda s: any(s.place[u] == area for u in s.army(seat))  # noqa: E731
    return (Goal(f"unit:{area}", f"Have a unit in {name}", "MB-RUN-001", here, "In this area"),)


def _destroyed(s: State, unit: int) -> Goal:
    card = s.config.units[unit]

    def gone(s: State) -> bool:
        return bool(s.fallen >> unit & 1) or s.place[unit] < 0

    def parts(s: State) -> tuple[Verdict, ...]:
        return (
            Verdict(
                "MB-DST-001", does(s, unit, "{} has no vitality left").format(card.name), gone(s), str(s.vitality[unit])
            ),
        )

    def far(s: State) -> float:
        return 0.0 if gone(s) else 0.5 + s.vitality[unit] / 4

    rule = "MB-WIN-003" if card.is_divinity else "MB-DST-001"
    group = "Divinities" if card.is_divinity else "Units"
    at = (f"area:{s.place[unit]}",)
    return Goal(
        f"destroyed:{unit}",
        does(s, unit, "{} is destroyed").format(card.name),
        rule,
        gone,
        group,
        "",
        far,
        parts,
        about=at,
    )
