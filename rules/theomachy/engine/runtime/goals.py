"""What a seat may still strive for: a spellbook, a quest, an artefact, a threshold; each with a test of the state.

A game names them (`Reckoning.goals`, `Reckoning.goals_at`); `answers/reach.py` looks for a way there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..tabletop.board import Target
from ..wording import number_of
from .requirement import Verdict


def _nothing(s: Any) -> tuple[Verdict, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Goal:
    """One thing that can be reached.

    `key` is its stable name ("slot:4"), `name` and `text` are for people, `group` is what it is one of ("Spellbooks"),
    `rule` the id of what asks for it. `met(s)` says whether it is there. `far(s)` says how far off it is, 0 when it is
    there, about 1 for what one action brings: a search goes on where it is least. `parts(s)` says how what it asks
    for stands now, as "why not?" does; `never(s)` gives the requirement that proves that it cannot be had any more.
    `about` are the things of the table that it is asked of: its slot or box on a sheet, areas.
    """

    key: str
    name: str
    rule: str
    met: Callable[[Any], bool]
    group: str = ""
    text: str = ""
    far: Callable[[Any], float] | None = None
    parts: Callable[[Any], tuple[Verdict, ...]] = _nothing
    never: Callable[[Any], tuple[Verdict, ...]] = _nothing
    about: tuple[Target, ...] = ()


def threshold(
    key: str,
    name: str,
    rule: str,
    have: Callable[[Any], int],
    need: int,
    *,
    what: str,
    one: str = "",
    group: str = "",
    text: str = "",
    about: tuple[Target, ...] = (),
) -> Goal:
    """A threshold: `have(s)` of `what` must come to `need`; `one` says what a single one is."""

    def parts(s: Any) -> tuple[Verdict, ...]:
        return (Verdict(rule, number_of(need, one or what, what), have(s) >= need, f"{have(s)} of {need}"),)

    return Goal(
        key,
        name,
        rule,
        lambda s: have(s) >= need,
        group,
        text,
        lambda s: float(max(need - have(s), 0)),
        parts,
        about=about,
    )
