"""What a game must tell the engine: one `System` is one game, set up with its seats, options, rulings and overlay.

A game's folder holds one subclass. It has three faces, each of which stands alone for whoever needs no more: `Rules`
(what may be done, and what comes of it), `Words` (what is told to people) and `Reckoning` (figures, odds, advice).
Everything that interfaces need has a default built on the game's words, so that a game says each thing once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from ..plain import Said
from ..state import Declared, StatePath, schema
from ..state.reading import table
from ..state.typing import S
from ..tabletop.table import Target
from ..wording import toml
from .reckoning import Reckoning
from .words import STANDARD as STANDARD
from .words import Words

if TYPE_CHECKING:
    from ..tabletop.palette import Tool, Value


class System(Words[S], Reckoning[S]):
    """One configured game. Subclasses fill in what is abstract in its three faces; authors find theirs here."""

    exemplary: ClassVar[int] = 0  # the sample that examples of the page of keys are of
    core_samples: ClassVar[int | None] = None  # so many of the samples are of the core box alone; None: all

    # -- goals --------------------------------------------------------------------------------------------------------
    def term(self, s: S, seat: int) -> tuple[int, str]:
        """Up to which round or turn number (`moment`) a goal of this seat counts, in words: "this round"."""
        return self.moment(s)[0], "this round"

    # -- scenarios -----------------------------------------------------------------------------------------------------
    def blank(self, setup: Mapping[str, Said]) -> S:
        """Where the words of a `[setup]` begin: by default at the start of the game."""
        return self.start()

    def arranged(self, s: S, setup: Mapping[str, Said]) -> None:
        """What goes without saying once the words of a `[setup]` have been read ("active" is "first" too)."""

    def arrange(self, setup: Mapping[str, Said]) -> S:
        """The state that the `[setup]` table of a scenario describes in the game's own words.

        What is not named stays as at the start of the game. Raises `TheoError` for a word, name or number that does not
        fit; whether the whole is lawful is asked of `violations` afterwards.
        """
        s = self.blank(setup)
        schema.read(s, setup)
        self.arranged(s, setup)
        s.derive()
        return s

    def arrange_text(self, s: S) -> str:
        """The lines of TOML that would make `arrange` build this state: how a position becomes a scenario."""
        return schema.text(schema.briefly(s, self.arrange))

    @classmethod
    def keys(cls) -> dict[str, list[schema.KeyRow]]:
        """The keys of `[setup]` and of `expect`, each with an example, as the exemplary of the samples reads them."""
        system = cls.build(**cls.samples()[cls.exemplary])
        who = toml({system.seats[0].name: 4})
        open_ = [schema.KeyRow(key, who, f"the {key} of each player") for key in system.figures(system.start())[0]]
        expected = schema.keys(cls.state, system.config, expected=True)
        named = {row.key for row in expected}
        more = [row for row in open_ if row.key not in named]
        return {"[setup]": schema.keys(cls.state, system.config), "expect": [*expected, *more]}

    def check(self, s: S, expect: Mapping[str, Said]) -> list[str]:
        """The differences between a state (or a view of one) and the `expect` table of a scenario, a line each.

        A line reads "power.Aglaia: expected 3, found 4". Besides the words of the state it knows the open figures of
        each seat. Raises `TheoError` for a word that the game does not know.
        """
        known = schema.words(self.state, covered=True)
        figures = self.figures(s)
        found = []
        for key, wanted in expect.items():
            if key not in known and figures and key in figures[0]:
                for who, n in table(StatePath(self.config, key), wanted).items():
                    got = figures[schema.seat_domain(self.state).member(StatePath(self.config, key), who)][key]
                    found += [f"{key}.{who}: expected {n}, found {got}"] if got != n else []
            else:
                found += schema.differences(s, {key: wanted}, figures[0] if figures else None)
        return found

    # -- editing -------------------------------------------------------------------------------------------------------
    def palette(self, s: S) -> tuple[Tool, ...]:
        """What can be changed in a position, and how it stands."""
        return tuple(schema.palette(s)) if isinstance(s, Declared) else ()

    def placed(self, s: S, tool: str, target: Target) -> int:
        """How many of a placing tool are in an area."""
        return schema.placed(s, tool, target)

    def edit(self, s: S, tool: str, target: Target, value: Value) -> S:
        """A copy in which the tool has this value (in the area `target`, if it places). The value fits the tool.

        The copy may be impossible, which `violations` then says. Raises `EditError` for a change that has no meaning.
        """
        return schema.edit(s, tool, target, value)

    def checks(self, s: S) -> tuple[tuple[str, str], ...]:
        """What `violations` looks at, (rule id, sentence that holds) each, for people."""
        return self.laws
