"""What one screen reckons with the calculator: the fight, the setting in hand, the one beside it, what is known."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from theomachy.answers.calculator import AUTO, EXACT, SAMPLED, Reckoned
from theomachy.engine.runtime.line_up import UNSET, Fights, Hand, LineUp, Setting, Throw
from theomachy.engine.runtime.position import Position

WAYS = (AUTO, EXACT, SAMPLED)
MOST_KEPT = 2
WORKS = tuple(f"calculator {n}" for n in range(2 * (1 + MOST_KEPT)))
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
    swaps: dict[str, tuple[str, str]] = field(default_factory=dict)  # by place
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

    def midst(self, setting: Setting) -> Position | None:
        """The position, where the fight of a setting is under way: it goes on from there."""
        return self.position if self.fights.under_way(self.position.state) == setting.place else None

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

    def swapped(self) -> tuple[str, str]:
        """The place of the fight in which the defender attacks, on the board or else as if they had met; where there is
        none, why not in a sentence.
        """
        place = self.setting.place
        if place not in self.swaps:
            self.swaps[place] = self._swapped()
        return self.swaps[place]

    def _swapped(self) -> tuple[str, str]:
        s, fights, setting = self.position.state, self.fights, self.setting
        if why := fights.one_way(s, setting):
            return "", why
        place = fights.place(s, setting.place)
        back = place.sides[:2][::-1] if place is not None else ()
        mine = [p for p in fights.places(s) if p.sides[:2] == back]
        if place is not None and (here := next((p.id for p in mine if p.target == place.target), "")):
            return here, ""
        picks = {one.id: dict(one.options) for one in fights.pickers(s, setting)}
        first, key = fights.swaps(s, setting)
        if key in picks.get(first, {}):
            return fights.picked(s, setting, first, key), ""
        return (mine[0].id, "") if mine else ("", "The other side could not attack here.")

    def throw(self) -> Throw | None:
        """The dice that can be set, each with the face that lies or was set."""
        found = self.fights.throw(self.position.state, self.setting)
        if found is None:
            return None
        return replace(found, hands=tuple(self._shown(k, hand) for k, hand in enumerate(found.hands)))

    def _shown(self, k: int, hand: Hand) -> Hand:
        set_ = self.setting.dice[k] if k < len(self.setting.dice) else ()
        lie = (set_ or hand.lie)[: hand.n]
        return replace(hand, lie=lie + (UNSET,) * (hand.n - len(lie)))
