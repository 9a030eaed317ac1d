"""What one screen reckons with the calculator: the fight, the setting in hand, the one beside it, what is known."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from theomachy.answers.calculator import AUTO, EXACT, SAMPLED, Reckoned
from theomachy.engine.runtime.line_up import Fights, LineUp, Setting
from theomachy.engine.runtime.position import Position

WAYS = (AUTO, EXACT, SAMPLED)
WORKS = ("calculator", "calculator beside", "calculator third")
MOST_KEPT = len(WORKS) - 1
Key = tuple[Setting, str]


@dataclass
class Calculation:
    """One open calculator. `position` is what this screen may know, with all else imagined."""

    position: Position
    fights: Fights[Any]
    setting: Setting
    board: Setting  # as it stands
    kept: tuple[Setting, ...] = ()  # line-ups to compare with, at most two
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
        """What the setting in hand is compared with: those that were kept, else the board, if they differ."""
        return tuple(other for other in self.kept or (self.board,) if other != self.setting)

    @property
    def midst(self) -> Position | None:
        """The position, where the fight is under way and nothing about it is changed."""
        return self.position if self.fights.under_way(self.position.state) == self.setting.place else None

    def line_up(self, setting: Setting) -> LineUp:
        """A setting drawn up."""
        return self.fights.line_up(self.position.state, setting)

    def latest(self, setting: Setting | None) -> Reckoned | None:
        """What is known of a setting."""
        return self.found.get((setting, self.how)) if setting is not None else None

    def wanted(self) -> dict[str, Key]:
        """What is to be reckoned, by the name of the work."""
        return {name: (one, self.how) for name, one in zip(WORKS, (self.setting, *self.beside), strict=False)}
