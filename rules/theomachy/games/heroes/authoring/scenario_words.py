"""Where a `[setup]` begins, and what goes without saying in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ....engine.masks import bits
from ....engine.plain import Said
from ..rules.config import ACTIONS, BUILD, MOVE
from ..rules.setup import begin
from ..rules.state import ACTION_BEGINS, ANNOUNCED, ANNOUNCEMENT, ARRIVAL, BUILDING, GATHERING, ROUTES, State

if TYPE_CHECKING:
    from ..rules.config import Config


def blank(config: Config, said: Mapping[str, Said]) -> State:
    """Before the first announcement, each player in a portal region of his own, with nothing in stock.

    An empty `[setup]` is the start of the game.
    """
    s = begin(config)
    if said and said.get("stage") != "starting regions":
        s.stage, s.waits = ANNOUNCEMENT, 0
        for sheet, region in zip(s.sheets, bits(config.map.portals), strict=False):
            sheet.region = region
    return s


def arranged(s: State, setup: Mapping[str, Said]) -> None:
    """Who stands in a region has visited it; who acts has not acted yet; an action has its number in the boxes."""
    for sheet in s.sheets:
        if sheet.region >= 0 and s.stage != ARRIVAL:
            sheet.visited |= 1 << sheet.region
    if "action" in setup and "stage" not in setup:
        s.stage = {BUILD: BUILDING, MOVE: ROUTES}.get(s.action, GATHERING)
    if s.stage >= ACTION_BEGINS or s.stage == ANNOUNCED:
        everybody = (1 << len(s.sheets)) - 1
        if "acting" not in setup and s.stage != ANNOUNCED:
            s.acting = everybody
        if "waits" not in setup:
            s.waits = s.acting if s.stage != ANNOUNCED else everybody
        if "level" not in setup and s.stage != ANNOUNCED:
            s.level = 1
        if "numbers" not in setup:
            s.numbers = _numbers(s)
    if "turn" not in setup:
        s.turn = next((seat for seat in s.order() if s.waits >> seat & 1), s.first)


def _numbers(s: State) -> list[int]:
    """The action under way has its level; what comes next is one that asks, so that nothing runs on by itself."""
    numbers = [0] * len(ACTIONS)
    if s.action >= 0:
        numbers[s.action] = s.level
    for level in sorted({1, 2, 3, 4} - set(numbers), key=lambda n: (n < s.level, n)):
        numbers[next(action for action in (MOVE, BUILD, 0, 1, 2) if not numbers[action])] = level
    return numbers
