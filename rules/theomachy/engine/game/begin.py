"""A new game, as the rules begin it or as a quick start does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..errors import DataError, UnknownName, unknown
from ..plain import Json
from ..runtime.players import named
from ..runtime.position import Position
from ..runtime.system import System
from .game import Game
from .registry import game as system_class


def begin(
    slug: str,
    *,
    players: int | Sequence[str] | None = None,
    seed: int | str = 0,
    rulings: Mapping[str, str] | None = None,
    overlay: str | Path | Mapping[str, Json] | None = None,
    preset: str = "",
    options: Mapping[str, Any] | None = None,
) -> Game:
    """A game at its first decision; a quick start gives it its name. Raises `UnknownName` and `DataError`."""
    kind = system_class(slug)
    if not preset:
        return Game(kind.build(players=players, options=options, rulings=rulings, overlay=overlay), seed=seed)
    system, state = prepare(kind, preset, players=players, options=options, rulings=rulings, overlay=overlay)
    game = Game(system, None if state is None else Position(system, state), seed=seed)
    game.names["title"] = kind.presets[preset].title
    return game


def prepare(
    game: type[System],
    name: str,
    *,
    players: int | Sequence[str] | None = None,
    options: Mapping[str, Any] | None = None,
    rulings: Mapping[str, str] | None = None,
    overlay: str | Path | Mapping[str, Json] | None = None,
) -> tuple[System, Any]:
    """The game of a quick start, and its first state; None where it begins as its rules do.

    Names of players, rulings and options that the quick start leaves open may be given besides. Raises `UnknownName`
    for a quick start that there is not, another number of players, or an option that it settles.
    """
    if name not in game.presets:
        raise unknown(f"quick start of {game.title}", name, game.presets)
    preset = game.presets[name]
    said = named(players)
    wanted = len(said) if isinstance(said, tuple) else said
    if wanted not in (None, preset.players):
        raise UnknownName(f"the quick start {name} is for {preset.players} players, not {wanted}")
    if settled := set(options or {}) & set(preset.options):
        raise UnknownName(f"the quick start {name} settles the option {min(settled)} itself")

    def built(seats: int | tuple[str, ...]) -> System:
        both = {**preset.options, **(options or {})}
        return game.build(players=seats, options=both, rulings=rulings, overlay=overlay)

    system = built(said if isinstance(said, tuple) else preset.players)
    if preset.setup is None:
        return system, None
    usual = built(preset.players)  # the words of a set-up name players as the game calls them
    state = system.from_json(usual.to_json(usual.arrange(preset.setup)))
    for rule, sentence, _ in system.violations(state)[:1]:
        raise DataError(f"the quick start {name} does not fit the values of the overlay: {sentence} [{rule}]")
    return system, state
