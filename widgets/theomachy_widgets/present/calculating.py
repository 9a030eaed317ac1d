"""What one screen reckons with the calculator: the fight, the setting in hand, the one beside it, what is known."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from theomachy.answers.calculator import AUTO, EXACT, SAMPLED, Reckoned, fights_of, first_setting
from theomachy.engine.errors import TheoError
from theomachy.engine.runtime.line_up import Fights, LineUp, Setting
from theomachy.engine.runtime.position import Position
from theomachy.play.observation import imagined

if TYPE_CHECKING:
    from .moment import Moment

WAYS = (AUTO, EXACT, SAMPLED)
Key = tuple[Setting, str]


@dataclass
class Calculation:
    """One open calculator. `position` is what this screen may know, with all else imagined."""

    position: Position
    fights: Fights[Any]
    setting: Setting
    board: Setting  # as it stands
    other: Setting | None = None
    how: str = AUTO
    found: dict[Key, Reckoned] = field(default_factory=dict)
    done: set[Key] = field(default_factory=set)
    asked: dict[str, Key] = field(default_factory=dict)
    fault: str = ""
    picture: str = ""
    at: int = 50  # which part of its height is in sight, in hundredths
    drawn: tuple[Any, ...] = ()

    @property
    def beside(self) -> Setting | None:
        """What the setting in hand is compared with: one that was kept, else the board, if they differ."""
        other = self.board if self.other is None else self.other
        return other if other != self.setting else None

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
        beside = self.beside
        pairs = {"calculator": (self.setting, self.how)}
        return pairs if beside is None else {**pairs, "calculator beside": (beside, self.how)}


def world(m: Moment) -> Position:
    """The position as this screen may know it. Raises `TheoError` where nobody can tell."""
    position = m.game.position
    if m.all:
        return position
    found = imagined(position, m.viewer if m.viewer is not None else -1, Random("calculator"))
    if found is None:
        raise TheoError("what this seat knows does not say enough to reckon a fight")
    return found


def opened(m: Moment, target: str = "", place: str = "") -> Calculation:
    """A calculator of a fight that touches a thing on the board, or of the likeliest. Raises `TheoError`."""
    fights = fights_of(m.system)
    position = world(m)
    if target and not place:
        at = {piece.target: f"area:{piece.area}" for piece in m.table.pieces}.get(target, target)
        place = next((p.id for p in fights.places(position.state) if p.target in (target, at)), "")
        if not place:
            raise TheoError("nobody could fight anybody there as the board stands")
    setting = first_setting(m.system, position.state, place)
    return Calculation(position, fights, setting, setting)
