"""A game from its document: set up again, every answer led through the gate."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator
from typing import Any

from ..errors import SaveError, TheoError, UnknownName
from ..runtime.position import Position
from .document import BRACKETS as BRACKETS
from .document import CRASHES as CRASHES
from .document import FORMAT as FORMAT
from .document import KEYS as KEYS
from .document import QUOTED as QUOTED
from .document import checked as checked
from .document import digest as digest
from .document import dump as dump
from .document import opening as opening
from .document import parse as parse
from .document import read as read
from .document import remark, replay
from .document import remarks as remarks
from .document import rows as rows
from .document import write as write
from .game import Game
from .registry import game as system_class
from .tree import Tree


def load(text: str) -> Game:
    """A game from its document. Raises `SaveError` with one sentence for anything that is not a sound save."""
    return rebuild(checked(parse(text)))


def rebuild(raw: dict[str, Any]) -> Game:
    """The game that a checked document describes; a digest of None is not compared."""
    try:
        system = system_class(raw["game"]).restore(raw["setup"])
        base = system.start() if raw["start"] is None else system.from_json(raw["start"])
        if raw["start"] is not None and (wrong := system.violations(base)):
            raise SaveError(f"the position in the file is impossible: {wrong[0][1]}")
        tree = Tree(Position(system, base))
    except SaveError:
        raise
    except UnknownName as fault:
        hint = "perhaps a package that adds it is not installed here"
        raise SaveError(f"the saved game cannot be set up: {fault} ({hint})") from fault
    except TheoError as fault:
        raise SaveError(f"the saved game cannot be set up: {fault}") from fault
    except CRASHES as fault:
        raise SaveError(f"the saved game cannot be set up: its set-up is not of the right shape ({fault})") from fault
    with _keeping_all():
        replay(tree, raw["nodes"])
    remark(tree, raw["remarks"])
    if not 0 <= raw["here"] < len(tree.nodes):
        raise SaveError(f"the file stands at position {raw['here']}, but has only {len(tree.nodes)}")
    game = Game(system, seed=raw["seed"], tree=tree)
    game.names.update(raw["names"])
    game.dice_by_hand = raw["by_hand"]
    game.go(raw["here"])
    if raw["digest"] is not None and digest(game) != raw["digest"]:
        raise SaveError(
            "the answers in the file lead to another position than it was saved at: "
            "the file was changed, or the rules were"
        )
    return game


@contextlib.contextmanager
def _keeping_all() -> Iterator[None]:
    """While a tree grows nothing of it can be thrown away, and to look for that again and again takes a sixth of the
    time.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
