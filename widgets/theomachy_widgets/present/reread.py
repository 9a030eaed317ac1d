"""The two readings of a game that a screen compares: which ruling, which other choice, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass

from theomachy.answers.readings import Readings


@dataclass
class TwoReadings:
    """A ruling by its name ("" while none is chosen) with the choice that is tried, and what differs.

    With `values` a component value or card text is read otherwise instead: `find` is looked for, `value` is its key (""
    for none yet), `typed` what it is to be.

    `whole`: the game up to here was played again; without it the position alone was looked at, as its seat may imagine
    it. `pictures` are the boards of both as addresses of data, drawn in the theme `drawn`.
    """

    ruling: str = ""
    choice: str = ""
    values: bool = False
    find: str = ""
    value: str = ""
    typed: str = ""
    found: Readings | None = None
    whole: bool = True
    pictures: tuple[str, str] = ("", "")
    drawn: str = ""

    def let_go(self) -> None:
        """What was found is true no more; the question stays."""
        self.found, self.whole, self.pictures, self.drawn = None, True, ("", ""), ""
