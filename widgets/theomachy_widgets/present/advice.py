"""Plans compared for whoever is asked: their figures, their distributions, the one that was taken."""

from __future__ import annotations

from typing import Any

from theomachy.engine.game.game import Option
from theomachy.engine.runtime.decision import Secret
from theomachy.engine.runtime.forecast import Advice, Plan

from .moment import Moment

MOST_PLANS = 8
FEWEST_COLUMNS, MOST_COLUMNS = 5, 7
Model = dict[str, Any]


def advice(m: Moment) -> Advice | None:
    """What the game advises at this moment: for the question of this screen, or for the event that is looked at."""
    wanted = m.view_state.objective
    if m.told is not None:
        event = m.told.event
        key = f"advice {m.view_state.event} {wanted}"
        return m.of_position(key, lambda: m.system.advice(m.seen_state, None, wanted)) if event.state else None
    asked = m.game.position.decision
    if asked is None or not m.may_answer or isinstance(asked, Secret):
        return None
    return m.of_position(f"advice {wanted}", lambda: m.system.advice(m.state, asked, wanted))


def open_plan(m: Moment, found: Advice) -> int:
    """The plan whose distribution is shown: the one that was pointed at, else the one that was taken, else the best."""
    k = m.view_state.plan
    if k is not None and 0 <= k < len(found.plans):
        return k
    return next((i for i, plan in enumerate(found.plans) if plan.taken), 0)


def option_of(m: Moment, plan: Plan) -> Option | None:
    """The option that a plan is, if it is one."""
    if plan.answer is None or m.decision is None or m.told is not None or not m.may_answer:
        return None
    return next((option for option in m.decision.options if option.value == plan.answer), None)


def model(m: Moment) -> Model:
    """The model of the panel."""
    found = advice(m)
    if found is None or not found.plans:
        return {}
    on = open_plan(m, found)
    shown = list(range(min(MOST_PLANS, len(found.plans))))
    if on not in shown:
        shown[-1] = on
    taken = next((i for i, plan in enumerate(found.plans) if plan.taken), -1)
    if taken >= 0 and taken not in shown:
        shown.append(taken)
    option = option_of(m, found.plans[on])
    return {
        "name": found.name,
        "rule": found.rule,
        "note": found.note,
        "objectives": [{"k": k, "name": name, "on": k == found.objective} for k, name in found.objectives],
        "columns": list(found.columns),
        "plans": [
            {
                "k": k,
                "name": found.plans[k].name,
                "figures": list(found.plans[k].figures),
                "on": k == on,
                "taken": found.plans[k].taken,
            }
            for k in shown
        ],
        "more": len(found.plans) - len(shown),
        "answer": {"i": option.index, "label": option.label} if option is not None else None,
        "of": found.of,
        "mean": f"{found.plans[on].mean:.2f}",
        "bars": columns(found.plans[on].rows, found.before, found.rolled),
        "before_note": found.before_note if found.before else "",
    }


def columns(rows: tuple[tuple[str, float], ...], before: tuple[tuple[str, float], ...], rolled: str) -> list[list[Any]]:
    """(label, chance, chance before or None, whether it came) of each outcome; unlikely high ones stand together."""
    was = dict(before)
    labels = list(dict.fromkeys([label for label, _ in rows] + [label for label, _ in before]))
    now = dict(rows)
    found: list[list[Any]] = [
        [label, now.get(label, 0.0), was.get(label, 0.0) if was else None, label == rolled] for label in labels
    ]
    while len(found) > MOST_COLUMNS or (len(found) > FEWEST_COLUMNS and _slight(found[-1])):
        a, b = found[-2:]
        past = (a[2] or 0.0) + (b[2] or 0.0) if was else None
        found[-2:] = [[f"{str(a[0]).rstrip('+')}+", a[1] + b[1], past, a[3] or b[3]]]
    return [[label, round(p, 4), None if q is None else round(q, 4), on] for label, p, q, on in found]


def _slight(row: list[Any]) -> bool:
    """Does an outcome hardly ever come?"""
    return row[1] < 0.05 and (row[2] or 0.0) < 0.05 and not row[3]
