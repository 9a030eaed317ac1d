"""What one screen reckons with the calculator: the fight, the setting in hand, the one beside it, what is known."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from theomachy.answers.calculator import AUTO, EXACT, SAMPLED, Reckoned
from theomachy.engine.runtime.line_up import Fights, LineUp, Setting, Throw
from theomachy.engine.runtime.position import Position

WAYS = (AUTO, EXACT, SAMPLED)
MOST_KEPT = 2
WORKS = tuple(f"calculator {n}" for n in range(2 * (1 + MOST_KEPT)))
UNSET = -1  # a die that nobody has set
Key = tuple[Setting, str]


@dataclass
class Calculation:
    """One open calculator. `position` is what this screen may know, with all else imagined."""

    position: Position
    fights: Fights[Any]
    setting: Setting
    board: Setting  # as it stands
    kept: tuple[Setting, ...] = ()  # line-ups to compare with, at most two
    drawn_up: dict[Setting, LineUp] = field(default_factory=dict)
    faces: tuple[int, ...] = ()  # dice as rolled, as far as they were set
    free: bool = False  # nobody can fight as the board stands
    how: str = AUTO
    found: dict[Key, Reckoned] = field(default_factory=dict)
    done: set[Key] = field(default_factory=set)
    asked: dict[str, Key] = field(default_factory=dict)
    fault: str = ""
    copied: Setting | None = None  # what was given to the clipboard
    picture: str = ""
    at: int = 50  # which part of its height is in sight, in hundredths
    drawn: tuple[Any, ...] = ()

    @property
    def beside(self) -> tuple[Setting, ...]:
        """What the setting in hand is compared with: those that were kept, else the board, if they differ and it can be
        fought as it stands.
        """
        others = self.kept or (() if self.line_up(self.board).fault else (self.board,))
        return tuple(other for other in others if other != self.setting)

    @property
    def midst(self) -> Position | None:
        """The position, where the fight is under way and nothing about it is changed."""
        return self.position if self.fights.under_way(self.position.state) == self.setting.place else None

    def line_up(self, setting: Setting) -> LineUp:
        """A setting drawn up, once."""
        if setting not in self.drawn_up:
            self.drawn_up[setting] = self.fights.line_up(self.position.state, setting)
        return self.drawn_up[setting]

    def latest(self, setting: Setting | None) -> Reckoned | None:
        """What is known of a setting."""
        return self.found.get((setting, self.how)) if setting is not None else None

    def wanted(self) -> dict[str, Key]:
        """What is to be reckoned, by the name of the work."""
        settings = (self.setting, *self.beside)
        asides = [one for one in map(self.aside, settings) if one is not None]
        return {name: (one, self.how) for name, one in zip(WORKS, (*settings, *asides), strict=False)}

    def aside(self, setting: Setting) -> Setting | None:
        """What is told with a setting, under a heading of its own."""
        return self.fights.aside(self.position.state, setting)

    def throw(self) -> Throw | None:
        """The dice that can be set, with what lies already or was set."""
        found = self.fights.throw(self.position.state, self.setting)
        if found is None:
            return None
        set_ = (self.faces or found.lie)[: found.n]
        return replace(found, lie=set_ + (UNSET,) * (found.n - len(set_)))
