"""Dice with what became of each, step by step."""

from __future__ import annotations

from typing import Any

from theomachy.engine.tabletop.beside import Throw, ThrownDie
from theomachy.engine.tabletop.table import Target

from .advice import advice, open_plan, option_of
from .decision import narrowed
from .fronts import FIGHT, front
from .moment import Moment
from .picking import can
from .story import told_faces

Model = dict[str, Any]


def model(m: Moment, *, every: bool = False) -> Model:
    """Dice with what became of each, step by step."""
    apart = every or front(m) != FIGHT
    return {"throws": [throw_of(m, throw) for throw in m.shown.throws]} if m.shown.throws and apart else {}


def throw_of(m: Moment, throw: Throw) -> Model:
    """Dice with what became of each, as a plain model."""
    steps, last, known = [], len(throw.steps) - 1, set[Target]()
    for k, step in enumerate(throw.steps):
        sets = []
        for each in step.sets:
            dice = []
            for die in each.dice or tuple(map(ThrownDie, told_faces(m, each.total))):
                may = _die(m, die, known) if k == last else {}
                dice.append({"face": die.face, "fate": die.fate, "to": die.to, "adds": die.adds, **may})
            sets.append({"dice": dice, "name": each.name, "note": each.note, "total": each.total})
        steps.append({"name": step.name, "note": step.note, "rule": step.rule, "sets": sets})
    return {
        "name": throw.name,
        "t": m.seat_token(throw.seat),
        "note": throw.note,
        "rule": throw.rule,
        "steps": steps,
    }


def _die(m: Moment, die: ThrownDie, known: set[Target]) -> Model:
    """What a click on a die does; of two that a choice names, which one is picked, or what is advised.

    Of equal dice the first is the one that goes; the others may be named second.
    """
    if not die.second:
        return can(m, die.target)
    picked, again = m.view_state.picked, die.target in known
    known.add(die.target)
    mine = die.target in picked and not again
    second = bool(picked) and not mine and any(die.second in option.targets for option in narrowed(m))
    may = can(m, die.second if second else die.target)
    if "target" not in may:
        return may
    goes, gains = (picked[0], "") if picked else _advised(m)
    mark = "goes" if die.target == goes and not again else "gains" if die.second == gains else ""
    if mark == "gains" and gains in known:
        mark = ""
    elif mark == "gains":
        known.add(gains)
    brings = may["label"] if second else "Put it back" if mine else "Discard this die"
    return {**may, "hot": mine, "label": "", "brings": brings, "mark": mark}


def _advised(m: Moment) -> tuple[Target, Target]:
    """The two dice of the next step of the plan whose odds are shown; nothing where it names no two."""
    found = advice(m)
    option = option_of(m, found.plans[open_plan(m, found)]) if found is not None and found.plans else None
    return option.targets if option is not None and len(option.targets) == 2 else ("", "")
