"""A puzzle as data: a position, a question with some of its options, and which of these are right.

A file of them is JSON of plain words and numbers, one puzzle a line. It is typed and bounded before it is believed, and
what it holds is opened by the rules as any position is; nothing in it is executed. A puzzle that the rules do not bear
out any more is withdrawn, with a sentence.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..engine import bounds, files
from ..engine.errors import SaveError, TheoError
from ..engine.game import document
from ..engine.game.game import Game
from ..engine.game.position_line import LONGEST
from ..engine.game.position_read import read as read_line
from ..engine.game.registry import game as system_class
from ..engine.runtime.decision import Answer, Decision, Secret
from ..engine.runtime.position import answer_from_json
from ..engine.runtime.theme import Aim, Theme

VERSION = 1
MOST_SHOWN = 6  # options of a puzzle
MOST_PROVEN = 20_000  # positions that a puzzle may have when it is proven anew
MOST_PUZZLES, LARGEST = 1_000, 8_000_000  # of a file; bytes
KEYS = ("theme", "aim", "seat", "line", "options", "right", "grade", "found", "from")


@dataclass(frozen=True, slots=True)
class Source:
    """The simulated game that a puzzle is from: its seed, how many questions were before it, who played."""

    seed: str
    answers: int
    bots: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle. `options` are answers of the question as files hold them, `right` their places; `found` how many bots
    found it.
    """

    slug: str
    theme: str
    aim: str
    seat: int
    line: str
    options: tuple[Answer, ...]
    right: tuple[int, ...]
    grade: str
    found: tuple[int, ...]
    source: Source

    @property
    def id(self) -> str:
        """What it is called in addresses and in what a visitor has solved: the checksum of its position and aim."""
        return f"{self.theme}-{self.line[-8:]}"


@lru_cache(64)
def _opened(line: str) -> Game:
    game = read_line(line)
    game.dice_by_hand = game.keeps_pauses = True  # a roll that is due stays due
    return game


def opened(puzzle: Puzzle) -> Game:
    """A game of one's own that stands at the puzzle. Raises `SaveError` where the rules refuse it."""
    known = _opened(puzzle.line)
    game = Game(known.system, known.position.clone(), seed=0, dice_by_hand=True)
    game.keeps_pauses = True  # a pause that passes by itself would be an answer that nobody gave
    return game


def opened_decision(puzzle: Puzzle) -> Decision:
    """What is asked there. Raises `SaveError` where nothing is."""
    decision = _opened(puzzle.line).position.decision
    if decision is None or isinstance(decision, Secret) or decision.player != puzzle.seat:
        raise SaveError("the seat of the puzzle is not asked at its position")
    return decision


def answers_of(puzzle: Puzzle) -> list[Answer]:
    """Its options as the rules put them. Raises `SaveError` where the rules refuse it."""
    decision = opened_decision(puzzle)
    put = _opened(puzzle.line).system.answer_from_file
    return [put(option, decision.options) for option in puzzle.options]


def theme_of(puzzle: Puzzle) -> Theme:
    """Its theme. Raises `SaveError` for one that the game does not have."""
    found = next((one for one in system_class(puzzle.slug).themes if one.key == puzzle.theme), None)
    if found is None:
        raise SaveError(f"the game has no puzzles of the theme {puzzle.theme!r:.60}")
    return found


def aim_of(puzzle: Puzzle, game: Game) -> Aim:
    """What it asks for. Raises `SaveError` where its theme does not ask that here."""
    decision = opened_decision(puzzle)
    for aim in theme_of(puzzle).aims(game.system, game.state, decision, puzzle.seat):
        if aim.key == puzzle.aim:
            return aim
    raise SaveError(f"its theme does not ask for {puzzle.aim!r:.60} at this position any more")


def refused(puzzle: Puzzle) -> str:
    """Why the rules refuse a puzzle, as a sentence; "" for one that holds."""
    try:
        aim_of(puzzle, opened(puzzle))
        if set(answers_of(puzzle)) - set(opened_decision(puzzle).options):
            return "an option of it is not offered any more"
    except TheoError as fault:
        return str(fault)
    return ""


# -- files ------------------------------------------------------------------------------------------------------------
def dump(slug: str, puzzles: Iterable[Puzzle], version: str, seed: str = "", games: int = 0) -> str:
    """The text of a file; `seed` and `games` say which simulated games were gone through for it."""
    rows = [json.dumps(to_json(one), separators=(",", ":"), ensure_ascii=False) for one in puzzles]
    head = json.dumps({"puzzles": VERSION, "game": slug, "version": version, "seed": seed, "games": games})[1:-1]
    inside = ",\n".join(rows)
    return f'{{{head}, "all": [\n{inside}\n]}}\n'


def to_json(one: Puzzle) -> dict[str, Any]:
    """One puzzle as plain data."""
    source = one.source
    return {
        "theme": one.theme,
        "aim": one.aim,
        "seat": one.seat,
        "line": one.line,
        "options": one.options,
        "right": one.right,
        "grade": one.grade,
        "found": one.found,
        "from": [source.seed, source.answers, " ".join(source.bots)],
    }


def is_puzzles(text: str) -> bool:
    """Does a text look like a file of puzzles, sound or not?"""
    return re.match(r'\s*\{\s*"puzzles"', text) is not None


def load(path: str | Path) -> list[Puzzle]:
    """The puzzles of a file. Raises `SaveError` with a sentence for anything else."""
    return parse(text_of(path))


def text_of(path: str | Path) -> str:
    """The text of a file, bounded. Raises `SaveError`."""
    return files.text(path, "file of puzzles", LARGEST, SaveError)


def parse(text: str) -> list[Puzzle]:
    """The puzzles of the text of a file. Raises `SaveError`."""
    return read(text)[0]


def read(text: str) -> tuple[list[Puzzle], str, int]:
    """The same, with the seed and number of the games that were gone through for it."""
    raw = document.parse(text)
    if not isinstance(raw, dict) or set(raw) != {"puzzles", "game", "version", "seed", "games", "all"}:
        raise SaveError("that is no file of puzzles")
    if raw["puzzles"] != VERSION or type(raw["puzzles"]) is not int:
        raise SaveError(f"the puzzles are of another version; this library reads version {VERSION}")
    slug = bounds.text(raw["game"], "the game of the puzzles", 40)
    system_class(slug)
    if not isinstance(raw["all"], list) or len(raw["all"]) > MOST_PUZZLES:
        raise SaveError(f"a file has a list of at most {MOST_PUZZLES:,} puzzles")
    seed = bounds.text(raw["seed"], "the seed of the puzzles", 100)
    if type(raw["games"]) is not int or not 0 <= raw["games"] < 10**9:
        raise SaveError("how many games the puzzles are from is a number")
    return [from_json(slug, row, number) for number, row in enumerate(raw["all"], 1)], seed, raw["games"]


def from_json(slug: str, row: Any, number: int = 1) -> Puzzle:
    """One puzzle from plain data. Raises `SaveError`."""
    from .grade import ASKED, GRADES

    what = f"puzzle {number}"
    if not isinstance(row, dict) or set(row) != set(KEYS):
        raise SaveError(f"{what} is not of {', '.join(KEYS)}")
    texts = {key: bounds.text(row[key], f"the {key} of {what}", most) for key, most in _TEXTS.items()}
    options, right, found, source = row["options"], row["right"], row["found"], row["from"]
    if type(row["seat"]) is not int or not 0 <= row["seat"] < bounds.MOST_SEATS:
        raise SaveError(f"the seat of {what} is a number of a seat")
    if not isinstance(options, list) or not 2 <= len(options) <= MOST_SHOWN:
        raise SaveError(f"{what} has 2 to {MOST_SHOWN} options")
    if not _numbers(right, len(options)) or not right or len(set(right)) != len(right) or len(right) == len(options):
        raise SaveError(f"the right answers of {what} are places of some of its options")
    if not _numbers(found, 100) or len(found) != len(ASKED):
        raise SaveError(f"who found {what} is a number for each sort of bot")
    if texts["grade"] not in GRADES:
        raise SaveError(f"the grade of {what} is one of {', '.join(GRADES)}")
    if not isinstance(source, list) or [type(one) for one in source] != [str, int, str]:
        raise SaveError(f"where {what} is from is a seed, a number and bots")
    answers = tuple(answer_from_json(one) for one in options)
    if not all(_plain(one) for one in answers) or len({repr(one) for one in answers}) != len(answers):
        raise SaveError(f"the options of {what} are different answers")
    seed, bots = (bounds.text(source[i], f"where {what} is from", 200) for i in (0, 2))
    return Puzzle(
        slug, texts["theme"], texts["aim"], row["seat"], texts["line"], answers, tuple(right), texts["grade"],
        tuple(found), Source(seed, source[1], tuple(bots.split())),
    )  # fmt: skip


_TEXTS = {"theme": 40, "aim": 80, "line": LONGEST, "grade": 10}


def _numbers(found: Any, below: int) -> bool:
    return isinstance(found, list) and all(type(one) is int and 0 <= one < below for one in found)


def _plain(answer: Any, depth: int = 0) -> bool:
    if isinstance(answer, tuple):
        return depth < 6 and len(answer) < 50 and all(_plain(one, depth + 1) for one in answer)
    return answer is None or type(answer) is int or (isinstance(answer, str) and len(answer) <= 200)
