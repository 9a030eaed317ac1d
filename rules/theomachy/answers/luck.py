"""Luck in the fights of a game: what each seat rolled, less what was to be expected of just those dice."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..analysis.analysis import Analysis
from ..analysis.walk import Walk, parts
from ..engine.game.game import Game

MOST = 40  # signs of a title


@dataclass(slots=True)
class Fight:
    """The rolls of one step: its turn, what it was, where it began, and for each seat (rolled, expected)."""

    turn: int
    title: str
    node: int
    by: dict[int, tuple[float, float]] = field(default_factory=dict)


@dataclass(slots=True)
class Luck:
    """All fights with the dice that were thrown most, in order of play; `what` is counted, of so many dice."""

    what: str = ""
    dice: int = 0
    fights: list[Fight] = field(default_factory=list)

    def total(self, seat: int) -> float:
        """How much luckier a seat was than to be expected, in all."""
        return sum(got - due for fight in self.fights for got, due in [fight.by.get(seat, (0.0, 0.0))])


def luck(game: Game, viewer: int | None = None, *, node: int | None = None) -> Luck:
    """The luck along the line through a node (where the game stands), as a viewer may know it."""
    analysis, walk = Analysis(game, node=node, viewer=viewer), Walk(game, node)
    name, group = analysis.main_dice
    found = Luck(group if group not in ("sum", "face") else "pips")
    fight, begun, title = None, None, ""
    for step, depth, event in walk.events():
        text = event.text if viewer is None else event.seen(viewer)
        if step is not begun:
            fight, begun, title = None, step, ""
        if depth == 0 and event.dice is None and text and not title:
            title = text
        if event.dice is None or event.dice[0].name != name or not text or not 0 <= event.who < len(game.seats):
            continue
        dice, n, outcome = event.dice
        got, due = next(
            (float(value), mean)
            for (word, value), mean in zip(parts(dice, outcome), dice.expected(n), strict=True)
            if word == group
        )
        if fight is None:
            turn = game.system.moment(step.before)[0]
            fight = Fight(turn, short(title or text), walk.nodes[step.first])
            found.fights.append(fight)
        before = fight.by.get(event.who, (0.0, 0.0))
        fight.by[event.who] = before[0] + got, before[1] + due
        found.dice += n
    return found


def short(text: str) -> str:
    """The beginning of a sentence, without its stop."""
    text = text.split(": ")[0].rstrip(".")
    return text if len(text) <= MOST else text[: MOST - 1].rstrip() + "…"
