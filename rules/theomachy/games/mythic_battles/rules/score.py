"""Who has won, and figures for charts and bots (MB-WIN-001 to MB-WIN-006)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ....engine.masks import bits
from ....engine.runtime.trace import report
from .state import OVER

if TYPE_CHECKING:
    from .config import Goal
    from .state import State


def over(s: State) -> bool:
    """Is the game over?"""
    return s.stage == OVER


def winners(s: State) -> tuple[int, ...]:
    """The seats that have won; a side wins together."""
    return bits(s.victors)


def win(s: State, seats: int, rule: str, text: str) -> None:
    """The game ends at once (MB-WIN-002)."""
    if s.stage == OVER:
        return
    s.victors, s.stage = seats, OVER
    names = " and ".join(s.config.players[seat] for seat in bits(seats))
    report(s, rule, "{}: {} wins" if len(bits(seats)) == 1 else "{}: {} win", text, names or "nobody", kind="rule")


def judge(s: State) -> None:
    """Look at every winning condition: after a divinity has died, a stone was absorbed or brought home."""
    if s.stage == OVER:
        return
    if s.config.scenario is not None:
        for goal in s.config.scenario.goals:
            if GOALS[goal.rule](s, goal):
                win(s, sum(1 << seat for seat in goal.seats), "MB-WIN-006", goal.text)
                return
        return
    _by_stones(s)
    if s.config.mode == "teams":
        _teams(s)
    else:
        _last_one(s)


def _by_stones(s: State) -> None:
    """Four absorbed stones, of a divinity or of a side (MB-WIN-004, MB-WIN-005)."""
    wanted, teams = s.config.fact("victory.stones"), s.config.mode == "teams"
    for seat in range(len(s.absorbed)):
        allies = s.config.allies[seat]
        if sum(s.absorbed[ally] for ally in bits(allies)) >= wanted:
            rule = "MB-WIN-005" if teams else "MB-WIN-004"
            win(s, allies, rule, f"{wanted} stones are absorbed")


def _last_one(s: State) -> None:
    """One divinity alone is alive (MB-WIN-003), of those that led an army."""
    alive = [seat for seat in range(len(s.hands)) if s.divinity(seat) >= 0]
    if len(alive) == 1 and any(led(s, seat) for seat in range(len(s.hands)) if seat not in alive):
        win(s, 1 << alive[0], "MB-WIN-003", "one divinity is left")


def led(s: State, seat: int) -> bool:
    """Had a seat a divinity?"""
    return any(s.config.units[unit].is_divinity for unit in s.army(seat))


def _teams(s: State) -> None:
    """The first death decides, or that of the last divinity of a side (MB-WIN-005)."""
    n = len(s.hands)
    for side in range(2):
        seats = [seat for seat in range(n) if s.config.sides[seat] == side]
        dead = [seat for seat in seats if s.divinity(seat) < 0 and led(s, seat)]
        lost = all(s.divinity(seat) < 0 for seat in seats) or not s.config.rulings.teams_fight_to_the_last
        if dead and lost:
            others = sum(1 << seat for seat in range(n) if s.config.sides[seat] != side)
            win(s, others, "MB-WIN-005", f"the divinity of {s.config.players[dead[0]]} is destroyed")


# -- what scenarios ask for -------------------------------------------------------------------------------------------
def _home(s: State, goal: Goal) -> bool:
    return sum(s.home[seat] for seat in goal.seats) >= goal.n


def _dead(s: State, goal: Goal) -> bool:
    return s.divinity(goal.of) < 0


def _time(s: State, goal: Goal) -> bool:
    return s.round > goal.n


def _stones(s: State, goal: Goal) -> bool:
    return sum(s.absorbed[seat] for seat in goal.seats) >= goal.n


GOALS: dict[str, Callable[[State, Goal], bool]] = {
    "stones_home": _home,
    "divinity_destroyed": _dead,
    "rounds_over": _time,
    "stones_absorbed": _stones,
}


def bring_home(s: State, unit: int) -> None:
    """A stone that a scenario wants carried home leaves the board at the end of an activation."""
    if s.config.scenario is None or s.place[unit] < 0:
        return
    for goal in s.config.scenario.goals:
        if goal.rule == "stones_home" and s.owner[unit] in goal.seats and s.carries[unit] == goal.stone and (
            s.place[unit] in goal.areas
        ):  # fmt: skip
            s.carries[unit] = -1
            s.home[s.owner[unit]] += 1
            report(s, "MB-WIN-006", "{} brings the {} home", s.config.units[unit].name,
                   s.config.stone_names[goal.stone], who=s.owner[unit])  # fmt: skip
    judge(s)


# -- figures ----------------------------------------------------------------------------------------------------------
def figures(s: State) -> tuple[dict[str, int], ...]:
    """Open numbers of each seat."""
    return tuple(
        {
            "stones": s.absorbed[seat],
            "divinity": s.vitality[god] if (god := s.divinity(seat)) >= 0 else 0,
            "vitality": sum(s.vitality[unit] for unit in s.army(seat) if not s.fallen >> unit & 1),
            "units": sum(1 for unit in s.army(seat) if s.place[unit] >= 0),
            "carried": sum(1 for unit in s.army(seat) if s.carries[unit] >= 0),
            "hand": len(s.hands[seat]),
        }
        for seat in range(len(s.hands))
    )
