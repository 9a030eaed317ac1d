"""A puzzle of the day in the terminal: the board in words, the options with their keys, what an answer comes to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

from ..app import trace_lines
from ..engine.errors import TheoError
from ..engine.tabletop.beside_words import line
from ..engine.tabletop.describe import describe
from .day import of_the_day
from .solving import Reply, Solving

KEYS = "an answer by its number, h for a hint, s to be shown the answer, q to leave"


def solve(slug: str, day: date, number: int, given: Iterator[str], tell: Callable[[str], None]) -> bool:
    """Put a puzzle of a set and hear answers until it is solved or left; True if it was solved.

    Raises `TheoError` for a number that the set does not have.
    """
    found = of_the_day(day, slug)
    if not 1 <= number <= len(found):
        raise TheoError(f"the set of {day:%d %B %Y} has {len(found)} puzzles of this game")
    solving = Solving(found[number - 1])
    if solving.fault:
        tell(f"This puzzle is withdrawn: {line(solving.fault)}.")
        return False
    game, me = solving.game, solving.puzzle.seat
    set_ = f"puzzle {number} of {len(found)} for {day:%d %B %Y}"
    tell(f"{game.title}, {set_}: {solving.theme.title} ({solving.puzzle.grade})")
    tell(describe(game.table(game.seats[me].name)))
    tell(f"\n{line(game.seats[me].title or game.seats[me].name)}: {line(solving.asked)}")
    tell(f"{line(solving.aim.ask)}  [{solving.aim.rule}]")
    for i, label in enumerate(solving.labels(), 1):
        tell(f"{i:>4}  {line(label)}")
    if (among := len(solving.decision.options)) > len(solving.puzzle.options):
        tell(f"      of these; the rules offer {among} answers")
    tell(f"({KEYS})")
    for text in given:
        word = text.strip().lower()
        if word in ("q", "quit"):
            return False
        if word in ("h", "hint"):
            tell(solving.hint())
        elif word in ("s", "show"):
            _told(solving, solving.give_up(), tell)
            return False
        elif word.isdecimal() and 1 <= int(word[:6]) <= len(solving.puzzle.options):
            _told(solving, solving.answer(int(word[:6]) - 1), tell)
            if solving.solved:
                return True
        else:
            tell(KEYS)
    return False


def _told(solving: Solving, reply: Reply, tell: Callable[[str], None]) -> None:
    tell(line(f"{reply.head} {reply.text}".strip()))
    for bar in reply.bars:
        tell(f"  {line(bar.label):<28} {100 * bar.share:5.1f} %  {'█' * round(30 * bar.share)}")
    tell("One way it goes on:")
    game = solving.game
    game.go(reply.node)
    for text in trace_lines(game, solving.puzzle.seat, all_seen=False):
        tell(f"  {text}")
    game.go(solving.start)
