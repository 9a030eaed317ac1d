"""The goal that a screen asks about: can it be reached?"""

from __future__ import annotations

from dataclasses import dataclass

from theomachy.answers.reach import Reached


@dataclass
class Sought:
    """What was asked (the key of a goal, "" while none is chosen) and what is found so far.

    `area` is the one that was asked about, None for none. `busy`: it is still being looked for; `lit`: the line is
    shown on the board; `whole`: nothing is hidden.
    """

    seat: int
    key: str = ""
    found: Reached | None = None
    busy: bool = False
    lit: bool = True
    whole: bool = True
    area: int | None = None
