"""The hints that a screen has asked for."""

from __future__ import annotations

from dataclasses import dataclass

from theomachy.answers.told import Hints


@dataclass
class Hinted:
    """What was found so far. `busy`: hints are still being looked for; `lit` is the proposal that the
    button plays.
    """

    found: Hints
    busy: bool = True
    lit: int = 0
