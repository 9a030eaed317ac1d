"""The bars of rolls before and after they are made."""

from __future__ import annotations

from typing import Any

from theomachy.engine.runtime.decision import CHANCE

from .advice import advice
from .bout import VisibleEvent
from .moment import Moment

MOST_BARS = 9


def model(m: Moment) -> dict[str, Any]:
    """The bars: of the event that is looked at, of the decision that is due, or of the last rolls."""
    found, bars = advice(m), list[dict[str, Any]]()
    if found is not None and found.plans:
        return {}  # these tell them
    if m.told is not None:
        bars = [bar for t in _near(m) if (bar := rolled(m, t))]
    elif m.decision is not None and not m.decision.hidden and m.decision.player != CHANCE:
        for f in m.forecasts[:3]:
            bars.append(
                {
                    "title": f.title,
                    "note": f.note or _expected(f.expected),
                    "rule": f.rule,
                    "rows": trimmed([[a, p, a == f.actual] for a, p in f.rows]),
                }
            )
    if not bars and m.told is None:
        recent = [t for t in m.story[-12:] if t.event.dice is not None][-2:]
        bars = [bar for t in recent if (bar := rolled(m, t))]
    return {"bars": bars} if bars else {}


def _near(m: Moment) -> list[VisibleEvent]:
    """The event that is looked at and what hangs under it, as far as it rolled dice."""
    k = m.view_state.event or 0
    found = [m.story[k]]
    for t in m.story[k + 1 :]:
        if t.depth <= m.story[k].depth or len(found) > 24:
            break
        found.append(t)
    return [t for t in found if t.event.dice is not None][:2]


def rolled(m: Moment, told: VisibleEvent) -> dict[str, Any] | None:
    """The bars of a roll that was made, by its first group, with what came marked."""
    if told.event.dice is None or told.secret:
        return None
    dice, n, outcome = told.event.dice
    if n < 1 or dice.by_face:
        return None
    outcomes, weights = dice.outcomes(n)
    total, by = sum(weights), dict[int, int]()
    for o, w in zip(outcomes, weights, strict=True):
        first = o if isinstance(o, int) else o[0]
        by[first] = by.get(first, 0) + w
    came = outcome if isinstance(outcome, int) else outcome[0]
    word = "" if dice.pick or dice.total else f"{dice.groups[0][0]}s, "
    return {
        "title": f"{word}{n} {'die' if n == 1 else 'dice'}",
        "note": _expected(dice.expected(n)[0]),
        "rule": told.event.rule,
        "rows": trimmed([[str(k), by[k] / total, k == came] for k in sorted(by)]),
    }


def _expected(mean: float | None) -> str:
    return "" if mean is None else f"expected {mean:.1f}"


def trimmed(rows: list[list[Any]]) -> list[list[Any]]:
    """At most so many bars: the unlikely ends go first, what was rolled stays."""
    rows = [[label, round(p, 4), on] for label, p, on in rows]
    while len(rows) > MOST_BARS:
        at = 0 if rows[0][1] < rows[-1][1] else len(rows) - 1
        if rows[at][2]:
            at = len(rows) - 1 - at
        rows.pop(at)
    return rows
