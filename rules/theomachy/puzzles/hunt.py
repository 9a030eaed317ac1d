"""A hunt for puzzles, game after game, into one file, so that it can be stopped at any time and gone on with.

Of one theme and of one grade no more than a share is kept, so that what is found last is not all of one sort.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..engine.errors import SaveError, TheoError
from ..engine.game import document
from ..engine.game.registry import game as system_class
from .alike import Alikeness, sign_of
from .find import Finder, Looked
from .puzzle import Puzzle, dump, opened, read, refused, text_of

OF_A_THEME, OF_A_GRADE = 0.55, 0.75  # the largest share of one theme, of one grade
MOST = 100


@dataclass(frozen=True, slots=True)
class Found:
    """What a game has brought: its number, what is new, all so far, and what went wrong in it ("" if nothing did)."""

    number: int
    new: tuple[Puzzle, ...]
    puzzles: tuple[Puzzle, ...]
    fault: str = ""


def hunt(
    slug: str,
    folder: Path,
    *,
    games: int,
    seed: str,
    version: str,
    most: int = MOST,
    looked: dict[str, Looked] | None = None,
) -> Iterator[Found]:
    """Go through so many simulated games, from where the file in the folder stands, until there are enough puzzles.

    Raises `SaveError` for a file of another seed, or one that is none.
    """  # fmt: skip
    system_class(slug)
    path = folder / f"{slug}.json"
    puzzles: list[Puzzle] = []
    begin = 0
    if path.exists():
        puzzles, known, begin = read(text_of(path))
        if known != seed:
            raise SaveError(f"{path.name} is from games of the seed {known!r}, not {seed!r}")
    finder = Finder(slug, seed, _likeness(puzzles), looked={} if looked is None else looked)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(begin, games):
        if len(puzzles) >= most:
            return
        themes, grades = Counter(one.theme for one in puzzles), Counter(one.grade for one in puzzles)
        several = len(system_class(slug).themes) > 1
        finder.enough = frozenset(key for key, n in themes.items() if several and n >= OF_A_THEME * most)
        new: list[Puzzle] = []
        fault = ""
        try:
            for one in finder.game(number):
                if grades[one.grade] < OF_A_GRADE * most and len(puzzles) + len(new) < most:
                    grades[one.grade] += 1
                    new.append(one)
        except TheoError as wrong:  # that game stops there; what was found before it stands
            fault = str(wrong)
        puzzles += new
        document.write(path, dump(slug, puzzles, version, seed, number + 1))
        yield Found(number, tuple(new), tuple(puzzles), fault)


def _likeness(puzzles: list[Puzzle]) -> Alikeness:
    """The signs of puzzles that are there already."""
    found = Alikeness()
    for one in puzzles:
        if not refused(one):
            game = opened(one)
            found.admits(one.theme, sign_of(game.system, game.state, one))
    return found
