"""Theomachy: a rules laboratory for games of warring gods.

>>> import theomachy as th
>>> game = th.new("demigods", players=["Aglaia", "Bronteas"], seed=7, preset="island")
>>> game
<Demigods, turn 1, Temples, Aglaia; Aglaia: Where is a temple built? (2 answers)>
>>> print(game.decision)
Aglaia: Where is a temple built?
    1  Build a temple on C3  (−6 population)
    2  No more temples
>>> print(*game.why_not("build temple d3").faults, sep="\\n")  # doctest: +ELLIPSIS
Verdict(rule='DG-GRO-004', text='D3 is under your control', holds=False, ...
Verdict(rule='DG-TMP-001', text='population counters for a temple stand on D3', holds=False, ...
>>> game.play("build c3").decision
<Aglaia: Where are armies raised or disbanded? (2 answers)>
>>> "Build a temple on C3" in game.undo().legal()
True

`game.save("g.json")` keeps it, `th.load("g.json")` opens it again, and `th.simulate` plays many games by bots.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .analysis import Analysis, analyse
from .engine import VERSION
from .engine.authoring.editor import Editor
from .engine.authoring.lesson import Lesson
from .engine.authoring.scenario import Scenario
from .engine.authoring.study import Study
from .engine.errors import (
    DataError,
    IllegalAnswer,
    RulesError,
    SaveError,
    ScenarioError,
    TheoError,
    UnknownName,
    shown,
)
from .engine.game import notation_read as _notation
from .engine.game import position_read as _line
from .engine.game import registry as _registry
from .engine.game import save as _save
from .engine.game.begin import begin
from .engine.game.game import DecisionView, Game, Option, View, WhyNot
from .engine.game.registry import add
from .engine.game.registry import games as catalogue
from .engine.runtime.forecast import Forecast
from .engine.tabletop.palette import EditError

if TYPE_CHECKING:
    from .analysis.many import analyse_many
    from .play import bot, record, simulate

__version__ = VERSION
__all__ = [
    "Analysis",
    "DataError",
    "DecisionView",
    "EditError",
    "Editor",
    "Forecast",
    "Game",
    "IllegalAnswer",
    "Option",
    "RulesError",
    "SaveError",
    "ScenarioError",
    "Study",
    "TheoError",
    "UnknownName",
    "View",
    "WhyNot",
    "add",
    "analyse",
    "analyse_many",
    "bot",
    "catalogue",
    "editor",
    "load",
    "new",
    "notation",
    "position",
    "record",
    "simulate",
    "study",
]
LATER = {"analyse_many": ".analysis.many", "bot": ".play", "record": ".play", "simulate": ".play"}


def __getattr__(name: str) -> Any:
    """Bots, games by bots and tables of many games, from their packages when somebody first asks for them."""
    if name in LATER:
        return getattr(import_module(LATER[name], __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def new(
    game: str,
    *,
    players: int | Sequence[str] | None = None,
    seed: int | str = 0,
    rulings: Mapping[str, str] | None = None,
    overlay: str | Path | Mapping[str, Any] | None = None,
    preset: str = "",
    **options: Any,
) -> Game:
    """Set up a game and stand at its first decision.

    `players` is a number of seats or their names; `options` are the game's own (`map=`, `factions=` ...); `rulings`
    settles open questions by name; `overlay` is a TOML file (or dictionary) that replaces component values; `preset`
    is a quick start of the game (`theomachy games GAME` lists them). Raises `UnknownName` for a game, option, ruling,
    choice or quick start that does not exist, `DataError` for a wrong overlay.
    """
    return begin(game, players=players, seed=seed, rulings=rulings, overlay=overlay, preset=preset, options=options)


def load(path: str | Path) -> Game:
    """A saved game or a record (`Game.notation`) of one, standing where it was saved.

    Raises `SaveError` with a sentence if it is no sound save.
    """
    text = _save.read(path)
    return _notation.read(text) if _notation.is_record(text) else _save.load(text)


def notation(text: str) -> Game:
    """The game of a record, as `Game.notation` writes it. Raises `SaveError` with a sentence that names the line."""
    return _notation.read(text)


def position(line: str, *, seed: int | str = 0) -> Game:
    """A game that begins at a position of one line, as `Game.line` writes it. Raises `SaveError` with a sentence.

    Of a seat's line what that seat cannot know is drawn by the seed.
    """
    return _line.read(line, seed=seed)


def editor(
    game: str,
    *,
    players: int | Sequence[str] | None = None,
    rulings: Mapping[str, str] | None = None,
    overlay: str | Path | Mapping[str, Any] | None = None,
    setup: Mapping[str, Any] | None = None,
    position: Mapping[str, Any] | None = None,
    name: str = "",
    **options: Any,
) -> Editor:
    """A position editor of a game that is set up as by `new`.

    It begins with the start of the game, with `setup` (the words of a scenario's `[setup]`) or with `position` (the
    state as JSON-able data). Raises what `new` raises, and `EditError` or `SaveError` for a position that is none.
    """
    return Editor.new(
        game, players=players, rulings=rulings, overlay=overlay, setup=setup, position=position, name=name, **options
    )


def study(
    source: str | Path | Game | Editor | Lesson | Scenario,
    *,
    title: str = "",
    about: str = "",
    seat: int | str | None = None,
    moments: Sequence[int] | None = None,
) -> Study:
    """A study: positions in order as chapters, with text, marks and questions.

    The source is a file (JSON, or the page a study was shared as), the short name of a game for an empty one, a game
    (its present position, or those of `moments`, positions of its tree), a position editor, or a lesson. With a `seat`
    every position is kept as that seat knows it. Raises `TheoError` with one sentence.
    """
    if isinstance(source, str | Path) and source not in _registry.games():
        if title or about or seat is not None or moments is not None:
            raise IllegalAnswer("a study that is opened has its title and seat already: rename it afterwards")
        return Study.load(source)
    if isinstance(source, str | Path):
        if isinstance(seat, str):
            raise IllegalAnswer("the seat of an empty study is a number, from 0: it has no names yet")
        return Study(str(source), title, about, seat)
    if isinstance(source, Lesson | Scenario):
        lesson = source if isinstance(source, Lesson) else Lesson(source)
        viewer = lesson.game.seat(seat)
        return Study(lesson.game.slug, title or lesson.scenario.title, about, viewer).add_lesson(lesson)
    game = source.game() if isinstance(source, Editor) else source
    if not isinstance(game, Game):
        raise IllegalAnswer(f"a study begins with a file, a game, an editor or a lesson, not {shown(source)}")
    made = Study(game.slug, title or game.names.get("title", ""), about, game.seat(seat))
    return made.add(source) if moments is None else made.add_moments(game, moments)
