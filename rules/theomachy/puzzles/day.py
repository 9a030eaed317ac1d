"""The set of a day: three puzzles a game, one of each grade, by the date alone and so the same for all.

Of each grade of a game all puzzles come once, in an order of their own, before any comes again.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from random import Random

from .. import shipped
from ..engine.errors import UnknownName
from ..engine.game.registry import game as system_class
from ..engine.game.registry import games
from .grade import GRADES
from .puzzle import Puzzle, load


def set_of(puzzles: Sequence[Puzzle], day: date) -> list[Puzzle]:
    """Those of one game for a day, from easy to hard; fewer where there are fewer."""
    found: list[Puzzle] = []
    for grade in GRADES:
        among = [one for one in puzzles if one.grade == grade] or [one for one in puzzles if one not in found]
        if not among:
            continue
        turn, at = divmod(day.toordinal(), len(among))
        Random(f"puzzles of the day/{among[0].slug}/{grade}/{turn}").shuffle(among)
        found += [one for one in among[at:] + among[:at] if one not in found][:1]
    return found


def of_the_day(day: date, slug: str = "", folder: Path | None = None) -> list[Puzzle]:
    """The set of a day: of one game, or of all, game by game. Raises `SaveError`, and `UnknownName` for another game.

    `folder` holds files of puzzles, a game each; without one those of the examples are taken.
    """
    if slug:
        system_class(slug)
    known = {path.stem: path for path in (shipped.puzzles() if folder is None else sorted(folder.glob("*.json")))}
    found: list[Puzzle] = []
    for name in games():
        if name in known and slug in ("", name):
            found += set_of([one for one in load(known[name]) if one.slug == name], day)
    if slug and not found:
        raise UnknownName(f"there are no puzzles of {system_class(slug).title} here")
    return found
