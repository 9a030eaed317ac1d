"""What may be pointed at now, and what a click on it would do."""

from __future__ import annotations

from typing import Any

from theomachy.engine.game.game import Option
from theomachy.engine.tabletop.table import Target

from .decision import hottest, narrowed
from .marks import marks
from .moment import Moment

Model = dict[str, Any]


def live(m: Moment) -> dict[Target, Option]:
    """The targets that an option of the present question names, with the first option that does."""
    if "live" not in m.kept:
        d, found = m.decision, dict[Target, Option]()
        for option in d.options if d is not None and m.may_answer and m.told is None else ():
            for target in option.targets:
                found.setdefault(target, option)
        m.kept["live"] = found
    known: dict[Target, Option] = m.kept["live"]
    return known


def _hot(m: Moment) -> tuple[Target, ...]:
    """The targets of the option that the solid button answers."""
    if "hot" not in m.kept:
        hot = hottest(m, narrowed(m)) if live(m) else None
        m.kept["hot"] = hot.targets if hot is not None else ()
    hot_: tuple[Target, ...] = m.kept["hot"]
    return hot_


def _faults(m: Moment) -> frozenset[Target]:
    """What stands against a why-not."""
    return marks(m).faults if m.view_state.why is not None else frozenset()


def can(m: Moment, target: Target) -> Model:
    """Whether a thing may be picked now, whether the button would answer with it, and what it would bring."""
    option = live(m).get(target) if target else None
    if option is None:
        return {"fault": True} if target and target in _faults(m) else {}
    brings = " · ".join(part for part in (option.detail, option.figure.replace("\n", ", ")) if part)
    return {"target": target, "hot": target in _hot(m), "brings": brings, "label": option.label}
