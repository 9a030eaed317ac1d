"""The progress of conditions."""

from __future__ import annotations

from typing import Any

from theomachy.engine.tabletop.table import Condition

from .moment import Moment

Model = dict[str, Any]


def model(m: Moment) -> Model:
    """The progress of conditions: those that are nearest come first, those that are reached last."""
    found = sorted(m.shown.conditions, key=lambda c: (c.reached or c.holds, c.most - c.value))
    if not found:
        return {}
    rewards = {one.reward for one in found}
    same = rewards.pop() if len(rewards) == 1 and len(found) > 1 else ""  # what all bring is said once
    return {"rows": [{**condition(m, one), **({"reward": ""} if same else {})} for one in found], "reward": same}


def condition(m: Moment, one: Condition) -> Model:
    """The progress of one condition."""
    return {
        "name": one.name,
        "help": one.target,
        "text": one.text,
        "reward": one.reward,
        "rule": one.rule,
        "t": m.seat_token(one.seat),
        "value": one.value,
        "most": one.most,
        "reached": one.reached or one.holds,
        "parts": [
            {"name": part.name, "t": m.seat_token(part.seat), "have": part.have, "need": part.need, "done": part.done}
            for part in one.parts
        ],
        "near": [{"t": m.seat_token(seat), "name": m.seat_name(seat)} for seat in one.near],
    }
