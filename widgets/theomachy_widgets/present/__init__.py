"""A game as plain models for the panels: dictionaries, lists, texts and numbers, ready for JSON.

What is shown in a seat's view is built from that seat's view alone (`Moment` is the only door to the game), so that
nothing hidden ever reaches the state of a widget. Everything goes by kinds of things and never by game.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from theomachy.engine.tabletop.table import Board, Table

from ..scene.lands import is_drawn
from ..scene.style import icon_path
from . import advice, asides, attack, beside, decision, hands, ink, lab, legend, measuring, table, timeline, why
from . import story as happened
from .fight import focus, is_near
from .marks import marks
from .moment import ALL, SPECTATOR, Moment, ViewState, Why

__all__ = ["ALL", "SPECTATOR", "Moment", "ViewState", "Why", "focus", "icons_of", "marks", "models", "on_board"]

Model = dict[str, Any]


def models(m: Moment) -> dict[str, Model]:
    """The model of every panel by its name; an empty one hides the panel."""
    asking = m.view_state.why is not None  # one question at a time: the rest of the side column waits
    advised = advice.model(m)
    found: dict[str, Any] = {
        "bar": table.bar(m),
        "fronts": beside.fronts(m),
        "stages": table.stages(m),
        "paper": beside.paper(m),
        "cards": beside.cards(m),
        "attack": attack.model(m),
        "decision": {} if asking else decision.model(m),
        "measured": measuring.model(m.system, m.shown, m.view_state.measure, *m.ray),
        "sealed": {} if asking else beside.sealed(m),
        "hand": {} if asking else table.hand(m),
        "sheet": table.sheet(m),
        "tableau": table.tableau(m),
        "conditions": {} if asking else beside.conditions(m),
        "story": {} if asking else happened.model(m),
        "advice": {} if asking else advised,
        "odds": {} if asking or advised else happened.odds(m),
        "why": why.model(m),
        "rule": lab.rule(m, m.view_state.rule),
        "thumbs": {} if asking else ink.thumbs(m),
        "legend": {} if asking else legend.model(m),
        "zoom": table.zoom(m),
        "hands": hands.model(m),
        "inks": ink.inks(m),
        "lines": ink.lines(m),
        "fight": table.fight(m),
        "sums": beside.sums(m),
        "throws": beside.throws(m),
        "timeline": timeline.model(m),
        "tracks": table.tracks(m, remarks=False),
        "notes": table.notes(m),
        "strip": {} if hands.tell_all(m) else table.strip(m),
        "lab": lab.model(m),
    }
    return {**found, "asides": asides.model(m, found)}


def on_board(m: Moment) -> Table:
    """The table as the board shows it: where something else stands in front, lands drawn by hand become a small map."""
    table = m.shown
    if (beside.front(m) == beside.BOARD and not is_near(m)) or not _drawn_small(table.board):
        return table
    return replace(table, board=replace(table.board, key=f"{table.board.key} small", small=True))


def _drawn_small(board: Board) -> bool:
    """Has the board a small picture of its own?"""
    return board.style == "terrain" or any(is_drawn(area.kind) for area in board.areas)


def icons_of(models: Any) -> dict[str, str]:
    """The paths of all icons that models name."""
    found: set[str] = {"death-skull", "bleeding-wound", "spell-book"}
    _gather(models, found)
    return {name: icon_path(name) for name in sorted(found)}


def _gather(thing: Any, found: set[str]) -> None:
    if isinstance(thing, dict):
        for key, value in thing.items():
            if key in ("i", "icon", "cost_icon") and isinstance(value, str) and value:
                found.add(value)
            else:
                _gather(value, found)
    elif isinstance(thing, list):
        for value in thing:
            _gather(value, found)
