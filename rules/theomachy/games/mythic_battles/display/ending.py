"""What decided a game that is over. Source: MB-WIN-002 to MB-WIN-006."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules.score import GOALS, led, winners

if TYPE_CHECKING:
    from ..rules.state import State


def outcome(s: State) -> tuple[str, str]:
    """Why the game has been won, and the rule: a goal of the scenario, stones, or the last divinity."""
    won = winners(s)
    if s.config.scenario is not None:
        goals = (goal for goal in s.config.scenario.goals if goal.seats == won and GOALS[goal.rule](s, goal))
        met = next(goals, None)
        return (f"{met.text[:1].upper()}{met.text[1:]}.", "MB-WIN-006") if met is not None else ("", "")
    wanted = s.config.fact("victory.stones")
    if won and sum(s.absorbed[seat] for seat in won) >= wanted:
        return f"{wanted} stones are absorbed.", "MB-WIN-005" if s.config.mode == "teams" else "MB-WIN-004"
    names = s.config.players
    dead = [names[seat] for seat in range(len(s.hands)) if led(s, seat) and s.divinity(seat) < 0]
    if s.config.mode == "teams":
        return f"The divinity of {' and '.join(dead)} is destroyed.", "MB-WIN-005"
    return ("One divinity is left." if won else "No divinity is left."), "MB-WIN-003"
