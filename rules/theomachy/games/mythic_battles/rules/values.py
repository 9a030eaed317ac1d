"""Effective offence and defence: the figures of the rows with all that changes them (MB-ATK-001)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.runtime.decision import yes
from ....engine.runtime.layers import Part, Total, fold
from .config import DEFENCE, OFFENCE
from .timings import VOCABULARY, Talent, once

if TYPE_CHECKING:
    from ....engine.runtime.ability import Hook
    from ....engine.runtime.layers import Changes
    from .state import Fight, State


def offence(s: State, fight: Fight) -> Total:
    """The dice of the first assault (MB-ATK-001, MB-ATK-002)."""
    if fight.dice:
        name = s.config.names[fight.power] if fight.power >= 0 else "dice"
        start = Total(fight.dice, (Part(f"{name}: X dice", fight.dice, "MB-POW-005"),))
        if not s.config.rulings.x_dice_take_modifiers:
            return start
    else:
        row = s.stat(fight.attacker, OFFENCE)
        start = Total(row, (Part("Offence of the row", row, "MB-UNI-007"),))
    return _changed(s, start, once(_usable(s, "strength", fight), s, fight))


def defence(s: State, fight: Fight) -> Total:
    """What a die must reach (MB-ATK-001)."""
    row = s.stat(fight.target, DEFENCE)
    start = Total(row, (Part("Defence of the row", row, "MB-UNI-007"),))
    return _changed(s, start, once(_usable(s, "defence", fight), s, fight))


def _usable(s: State, timing: str, fight: Fight) -> tuple[Hook, ...]:
    """Who speaks about a value; against a token the talents of the attacker are ignored (MB-TOK-004)."""
    hooks = VOCABULARY.hooks(s.key, timing)
    if not s.config.units[fight.target].is_token:
        return hooks
    return tuple(hook for hook in hooks if not isinstance(hook[1], Talent) or hook[0].unit != fight.attacker)


def _changed(s: State, start: Total, said: list[tuple[Changes, Hook]]) -> Total:
    hooks = [(hook[0], hook[1], _answer(change)) for change, hook in said]
    low, high = s.config.fact("value.least"), s.config.fact("value.most")
    return fold(start, hooks, s, -1).within(low, high, "never beyond", "MB-UNI-010")


def _answer(change: Changes):  # type: ignore[no-untyped-def]  # a query that says what was said before
    return lambda *_: change


__all__ = ["defence", "offence", "yes"]
