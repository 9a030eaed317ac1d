"""What the present decision does not offer, and why: enemies that cannot be attacked, powers that cannot be used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.runtime.forecast import Barred
from ....engine.runtime.requirement import Action, Requirement, depth, evaluate
from ..rules import actions
from ..rules.actions import CORE, Attack, acting
from ..rules.arguments import ARGUMENT_TYPES
from ..rules.sight import distance

if TYPE_CHECKING:
    from ....engine.runtime.decision import Decision
    from ..rules.state import State

MOST = 6  # rows: what else cannot be done is asked of "why not?"
ATTACK = next(action for action in CORE if isinstance(action, Attack))
SAID = {"MB-TGT-002": "out of range", "MB-UNI-001": "an ally"}


def barred(s: State, decision: Decision) -> tuple[Barred, ...]:
    """Rows in grey below the options of a unit that acts, or of a player who activates one."""
    if decision.what == "action" and s.activation is not None:
        return (*_targets(s, decision.player), *_powers(s, decision.player))[:MOST]
    if decision.what == "activate":
        return _units(s, decision.player)[:MOST]
    return ()


def _targets(s: State, me: int) -> tuple[Barred, ...]:
    """Enemies that an attack cannot be aimed at, those with one reason in one row."""
    unit = acting(s)
    a = s.activation
    if a is None or a.complex or s.place[unit] < 0 or _fault(s, ATTACK, me, ()) is not None:
        return ()
    rows: dict[tuple[str, str], list[int]] = {}
    for other in range(len(s.place)):
        if s.place[other] < 0 or s.friends(unit, other):
            continue
        found = _fault(s, ATTACK, me, ((other, distance(s, unit, s.place[other])),))
        if found is not None:
            rows.setdefault(found, []).append(other)
    units = s.config.units
    return tuple(
        Barred(f"{', '.join(units[u].short for u in who)}: {text}", rule, tuple(f"piece:{u}" for u in who))
        for (text, rule), who in rows.items()
    )


def _powers(s: State, me: int) -> tuple[Barred, ...]:
    """Powers of the unit that nothing can be done with just now."""
    a = s.activation
    if a is None or a.complex:
        return ()
    found = []
    for action in actions.known(s, me):
        if action in CORE or not all(moment.test(s, me) for moment in action.when):
            continue
        fault = _fault(s, action, me, ())
        if fault is not None:
            name = getattr(action, "name", action.verb)
            found.append(Barred(f"{name}: {fault[0]}", fault[1]))
    return tuple(found)


def _units(s: State, me: int) -> tuple[Barred, ...]:
    """Units of the player that cannot be activated, and why."""
    action, rows = CORE[0], dict[tuple[str, str], list[int]]()
    for unit in s.army(me):
        if s.fallen >> unit & 1:
            continue
        found = _fault(s, action, me, (unit,))
        if found is not None:
            rows.setdefault(found, []).append(unit)
    units = s.config.units
    return tuple(
        Barred(f"{', '.join(units[u].short for u in who)}: {text}", rule, tuple(f"piece:{u}" for u in who))
        for (text, rule), who in rows.items()
    )


WORDS = {
    "One of its activation cards is in your hand": "no card in hand",
    "{0} has not acted in this turn": "has acted",
    "It was not used in this turn": "used already",
    "It is available in the current row": "not available any more",
    "Its price can be paid": "too few Art of War cards",
    "It has not attacked yet": "it has attacked already",
    "A simple action is left": "no simple action is left",
}


def _fault(s: State, action: Action[State], me: int, args: tuple[object, ...]) -> tuple[str, str] | None:
    """The first requirement that fails with these arguments, in a few words: (text, rule)."""
    for requirement, verdict in zip(
        _asked(action, len(args)), evaluate(ARGUMENT_TYPES, action, s, me, args), strict=False
    ):
        if not verdict.holds:
            text = WORDS.get(requirement.text) or verdict.fault or SAID.get(verdict.rule) or _not(verdict.text)
            return text, verdict.rule
    return None


def _asked(action: Action[State], n: int) -> list[Requirement]:
    """The requirements that `evaluate` goes through, in its order."""
    return [r for r in (*action.when, *action.requirements) if depth(r.test) <= n]


def _not(text: str) -> str:
    return f"only if {text[:1].lower()}{text[1:]}"
