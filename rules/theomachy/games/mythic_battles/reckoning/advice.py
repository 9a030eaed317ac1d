"""What the solver says to whoever decides: the odds of an attack before it, plans at each choice, what came of them.

The solver itself (`solver.py`) knows dice alone; here it gets the dice and the defence of an attack. Before anything is
rolled the values are those of the moment (MB-ATK-001); who steps in or evades cannot be known.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ....engine.runtime.forecast import Advice, Plan
from ....engine.runtime.layers import folded
from ..rules import assault
from ..rules.battle import is_struck, open_fight
from ..rules.sight import Spec
from ..rules.state import AT_FIRST, AT_RETALIATION, AT_SECOND, AT_WOUNDS, RETALIATION
from ..rules.timings import VOCABULARY
from ..rules.topics import Limit
from ..rules.values import defence, offence
from . import solver

if TYPE_CHECKING:
    from ....engine.runtime.decision import Answer, Decision
    from ..rules.state import Fight, State

MOST = "most"
CHOICES = ("first discards", "second assault", "second discards")
RULES = {"first discards": "MB-ATK-005", "second assault": "MB-ATK-008", "second discards": "MB-ATK-010"}
HIGHEST = 3  # of the aims "so many or more"
AGAIN = ("roll again",)  # which dice a power rolls again before blanks go (MB-TAL-025, MB-UTL-030)
NAMES = {"first discards": "What to discard", "second assault": "How many fives", "second discards": "What to discard"}


# -- what a die and an attack allow -----------------------------------------------------------------------------------
def terms(s: State, attacker: int) -> solver.Terms:
    """The dice of the data, the ruling on dice that wound, and whether this unit has a second assault."""
    limits = VOCABULARY.about(s.key, "limit", Limit.SECOND)
    second = folded(solver.MOST_DICE, limits, s, -1, Limit.SECOND, attacker) > 0
    faces = tuple(sorted(s.config.fact("dice.faces")))
    return solver.Terms(faces, not s.config.rulings.wounding_dice_roll_again, second)


def left_of(s: State, fight: Fight) -> int:
    """The vitality that the target had before the wounds of this attack."""
    lost = fight.wounds if fight.step >= AT_WOUNDS else 0
    return min(s.vitality[fight.target] + lost, s.config.units[fight.target].most)


def aims(left: int) -> tuple[tuple[str, str], ...]:
    """What an attacker may want: as many wounds as can be, so many at least, all that is left."""
    found = [(MOST, "most wounds")]
    found += [(str(n), f"{n} or more") for n in range(2, HIGHEST + 1) if n < left]
    return (*found, ("all", "destroy")) if left > 1 else tuple(found)


def aim_of(left: int, objective: str) -> tuple[str, solver.Aim, int]:
    """The objective that is meant, its aim, and the number of wounds that its second figure is about."""
    known = dict(aims(left))
    on = objective if objective in known else MOST
    if on == MOST:
        return on, solver.most(max(left, 1)), min(max(left, 1), HIGHEST)
    n = left if on == "all" else int(on)
    return on, solver.least(n), n


# -- before anybody attacks -------------------------------------------------------------------------------------------
def values(s: State, spec: Spec, target: int, at: int) -> tuple[int, int]:
    """The effective offence and defence of an attack that has not been declared."""
    tried = s.copy()
    fight = open_fight(tried, spec, target, at, tried.commander(spec.unit))
    tried.touch()
    return offence(tried, fight).value, defence(tried, fight).value


def expected(s: State, spec: Spec, target: int, at: int) -> tuple[float, int, int]:
    """The wounds to expect of an attack, its dice, and what they must reach."""
    dice, wall = values(s, spec, target, at)
    odds = solver.before(dice, wall, solver.most(max(s.vitality[target], 1)), terms(s, spec.unit))
    capped = sum(min(n, s.vitality[target]) * share for n, share in enumerate(odds.floats))
    return capped, dice, wall


def of_attack(s: State, spec: Spec, target: int, at: int) -> str:
    """ "1.5 wounds", and below it "6 dice against 8"."""
    mean, dice, wall = expected(s, spec, target, at)
    return f"{mean:.1f} wounds\n{dice} dice against {wall}"


def of_area(s: State, spec: Spec, area: int) -> tuple[str, str]:
    """Of an area attack who is struck, allies too, and the wounds to expect of each."""
    told, foes = [], 0.0
    for unit in s.units_in(area):
        if unit == spec.unit or not is_struck(s, spec, unit):
            continue
        mean, *_ = expected(s, spec, unit, s.config.map.distance[s.place[spec.unit]][area])
        told.append(f"{s.config.units[unit].short} {mean:.1f}")
        foes += 0 if s.friends(spec.unit, unit) else mean
    return ", ".join(told), f"{foes:.1f} wounds\n{spec.dice or 'its'} dice"


def of_retaliation(s: State, fight: Fight) -> str:
    """The same for the answer to an attack (MB-RET-002)."""
    return of_attack(s, Spec(fight.target, RETALIATION), fight.attacker, 0)


# -- while it is decided ----------------------------------------------------------------------------------------------
def plans(s: State, fight: Fight, what: str, aim: solver.Aim) -> tuple[solver.Plan, ...]:
    """The plans of a choice of an attack under way, the best first."""
    pool, known = assault.Pool(fight.pool, fight.card), terms(s, fight.attacker)
    ask = {"first discards": solver.first, "second assault": solver.fives, "second discards": solver.second}[what]
    return ask(pool, fight.defence, aim, known).plans


def again(s: State, fight: Fight, decision: Decision, aim: solver.Aim) -> tuple[solver.Plan, ...]:
    """Which dice to roll again, the best for whoever is asked first: a defender wants the contrary."""
    most = max(len(option) for option in decision.options if isinstance(option, tuple))
    count = most if decision.player == fight.by else -most
    found = solver.again(fight.rolled, fight.defence, (count,), aim, terms(s, fight.attacker)).plans
    return tuple(plan for plan in found if plan.again in decision.options)


def worth_again(s: State, fight: Fight, decision: Decision, option: Answer) -> float:
    """The wounds on average when these dice are rolled again, and all that follows is done best."""
    aim = solver.most(max(s.vitality[fight.target], 1))
    return next(float(plan.odds.mean) for plan in again(s, fight, decision, aim) if plan.again == option)


def worth(s: State, fight: Fight, what: str, option: Answer) -> float:
    """The wounds on average when this is answered, and all that follows is done best."""
    aim, known = solver.most(max(s.vitality[fight.target], 1)), terms(s, fight.attacker)
    pool = assault.Pool(fight.pool, fight.card)
    if what == "second assault":
        found = next(p for p in plans(s, fight, what, aim) if p.rolled == option)
        return float(found.odds.mean)
    last = what == "second discards"
    if option == "done":
        if last or not assault.fives(pool, locked=known.locked) or not known.second:
            return float(len(pool.card))
        return float(solver.fives(pool, fight.defence, aim, known).best.odds.mean)
    assert isinstance(option, tuple)
    pool = assault.discard(pool, option[0], option[1], fight.defence)
    ask = solver.second if last else solver.first
    return float(ask(pool, fight.defence, aim, known).best.odds.mean)


def advice(s: State, decision: Decision | None, objective: str = "") -> Advice | None:
    """Plans for the choice that is asked; later in an attack those of its first assault, and what was taken."""
    fight = s.fight
    if fight is None or not fight.rolled or fight.step < AT_FIRST or s.place[fight.attacker] < 0:
        return None
    on, aim, n = aim_of(left_of(s, fight), objective)
    asked = decision.what if decision is not None else ""
    if decision is not None and asked in AGAIN:
        found = [_plan(plan, n, decision) for plan in again(s, fight, decision, aim)]
        return _advice(s, fight, asked, on, aim, n, tuple(found), "")
    if asked in CHOICES:
        found = [_plan(plan, n, decision) for plan in plans(s, fight, asked, aim)]
        return _advice(s, fight, asked, on, aim, n, tuple(found), "")
    if decision is not None and fight.step < AT_RETALIATION:
        return None
    return _looked_back(s, fight, on, aim, n)


def _looked_back(s: State, fight: Fight, on: str, aim: solver.Aim, n: int) -> Advice | None:
    """The plans that the first assault offered, the one that was taken, and the wounds that came of it."""
    pool = assault.kept(fight.rolled, fight.defence)
    known = terms(s, fight.attacker)
    found = []
    for plan in solver.first(pool, fight.defence, aim, known).plans:
        taken = fight.step >= AT_SECOND and sorted(plan.discards) == sorted(fight.lifts) and plan.rolled == fight.again
        found.append(_plan(plan, n, None, taken=taken))
    if fight.step >= AT_SECOND and not any(plan.taken for plan in found):
        found.append(_as_played(fight, aim, n, known))
    came = str(fight.wounds) if fight.step >= AT_WOUNDS else ""
    return _advice(s, fight, "first discards", on, aim, n, tuple(found), came)


def _as_played(fight: Fight, aim: solver.Aim, n: int, known: solver.Terms) -> Plan:
    """What was done where it is no plan that could be the best: the discards as they came, then the throw."""
    pool = assault.kept(fight.rolled, fight.defence)
    for gone, raised in fight.lifts:
        pool = assault.discard(pool, gone, raised, fight.defence)
    after = next(p for p in solver.fives(pool, fight.defence, aim, known).plans if p.rolled == fight.again)
    done = f"discarded {len(fight.lifts)}, " if fight.lifts else ""
    threw = f"threw {fight.again} of {after.fives} fives" if fight.again else "threw none"
    return _plan(replace(after, discards=fight.lifts), n, None, taken=True, name=f"{done}{threw}".capitalize())


def _plan(plan: solver.Plan, n: int, decision: Decision | None, *, taken: bool = False, name: str = "") -> Plan:
    odds = plan.odds
    figures = (f"{float(odds.mean):.2f}", f"{100 * float(odds.at_least(n)):.1f}\u2009%")
    return Plan(name or str(plan), float(odds.mean), rows(odds), figures, taken, answer_of(plan, decision))


def answer_of(plan: solver.Plan, decision: Decision | None) -> Answer | None:
    """The next answer of a plan, where the question offers it."""
    if decision is None:
        return None
    answer: Answer
    if decision.what in AGAIN:
        answer = plan.again
    elif decision.what == "second assault":
        answer = plan.rolled
    else:
        answer = plan.discards[0] if plan.discards else "done"
    return answer if answer in decision.options else None


def _advice(
    s: State, fight: Fight, what: str, on: str, aim: solver.Aim, n: int, found: tuple[Plan, ...], came: str
) -> Advice:
    name = s.config.units[fight.target].short
    at_first = solver.before(fight.offence, fight.defence, aim, terms(s, fight.attacker))
    mean = float(at_first.mean)
    counted = f"{len(found)} plans" if len(found) != 1 else "One plan"
    return Advice(
        NAMES.get(what, "What to roll again"), found, aims(left_of(s, fight)), on, ("wounds", f"{n} or more"),
        f"Wounds on {name}",
        rows(at_first), f"before the roll, {fight.offence} dice against {fight.defence}: {mean:.2f} on average", came,
        f"{counted} compared, every throw counted.", RULES.get(what, "MB-ATK-004"),
    )  # fmt: skip


def rows(odds: solver.Odds) -> tuple[tuple[str, float], ...]:
    """Outcomes with their chances, up to the last that can come."""
    return tuple((str(n), share) for n, share in enumerate(odds.floats))
