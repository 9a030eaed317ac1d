"""A puzzle as plain models for its panels: the set of the day in the bar, the question at the side, the line below."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from theomachy.engine.game.registry import game as system_class
from theomachy.engine.tabletop.table import Marks, Table
from theomachy.puzzles.puzzle import Puzzle
from theomachy.puzzles.solving import HINTS, Reply, Solving

from ..models.puzzle import PuzzleOption, PuzzleReply, PuzzleRow
from . import strip
from .beside import all_of
from .film import Frame, film, who_of
from .moment import Moment, ViewState
from .rule import read
from .story import faces

Model = dict[str, Any]
MOST_ROWS = 30


@dataclass
class Played:
    """The line of an answer, and at which of its steps the board stands (0: before it)."""

    reply: Reply
    frames: list[Frame]
    at: int = 0
    shown: bool = False  # it was asked for, not found


def moment(solving: Solving, node: int) -> Moment:
    """The game at a node of a line, as the seat of the puzzle sees it."""
    game = solving.game
    game.go(node)
    return Moment(game, ViewState(view=solving.puzzle.seat))


def played(solving: Solving, reply: Reply, *, shown: bool = False) -> Played:
    """The line of an answer as frames; the board stands at its end."""
    m = moment(solving, reply.node)
    path = solving.game.tree.path(reply.node)
    found = film(m, tuple(path), path.index(solving.start))
    found = [frame for frame in found if frame.told is not None] or found
    solving.game.go(solving.start)
    return Played(reply, found, len(found), shown)


def table(solving: Solving, line: Played | None) -> tuple[Table, Marks]:
    """What the board shows: the position, or the line at its step with what moved there."""
    if line is None or not line.at:
        return moment(solving, solving.start).shown, Marks(dim=False)
    frame = line.frames[line.at - 1]
    arrows = tuple(dict.fromkeys(arrow for one in line.frames[: line.at] for arrow in one.marks.arrows))
    touched = frame.marks.touched or next(
        (one.marks.touched for one in reversed(line.frames[: line.at]) if one.marks.touched), frozenset()
    )
    return frame.table, Marks(touched=touched, arrows=arrows[-3:], dim=False)


def row(puzzle: Puzzle, solved: Collection[str], on: bool) -> PuzzleRow:
    """A puzzle of the set."""
    kind = system_class(puzzle.slug)
    title = next((theme.title for theme in kind.themes if theme.key == puzzle.theme), puzzle.theme)
    return {
        "id": puzzle.id,
        "title": title,
        "game": kind.title,
        "grade": puzzle.grade,
        "solved": puzzle.id in solved,
        "on": on,
    }


def bar(
    found: Sequence[Puzzle], at: int, solved: Collection[str], day: date, playing: bool, tried: Sequence[str]
) -> Model:
    """The bar: which puzzle of which set, how many are solved, the way to the next."""
    rows = [row(one, solved, i == at) for i, one in enumerate(found)]
    return {
        "title": rows[at]["title"] if rows else "",
        "game": rows[at]["game"] if rows else "",
        "day": f"{day.day} {day:%B %Y}",
        "at": at,
        "of": len(rows),
        "solved": sum(one["solved"] for one in rows),
        "rows": rows,
        "keeps": sorted(solved),
        "tried": list(tried),
        "playing": playing,
    }


def side(
    solving: Solving | None,
    line: Played | None,
    solved: Collection[str],
    *,
    more: bool,
    rule: str,
    handin: bool,
) -> Model:
    """The question with its options, and what came of the answer."""
    if solving is None or solving.fault:
        return {
            "withdrawn": "There are no puzzles here." if solving is None else f"{solving.fault}.",
            "title": "" if solving is None else "Withdrawn",
            "who": "",
            "asked": "",
            "ask": "",
            "rule": "",
            "grade": "",
            "options": [],
            "among": 0,
            "open": False,
            "reply": None,
            "hint": "",
            "hints": 0,
            "tries": 0,
            "solved": False,
            "more": more,
            "handin": False,
            "opened": None,
        }
    system, seat = solving.game.system, solving.game.seats[solving.puzzle.seat]
    done = solving.solved or (line is not None and line.shown)
    return {
        "withdrawn": "",
        "title": solving.theme.title,
        "who": seat.title or seat.name,
        "asked": solving.asked,
        "ask": solving.aim.ask,
        "rule": solving.aim.rule,
        "grade": solving.puzzle.grade,
        "options": [_option(solving, line, i, text, done) for i, text in enumerate(solving.labels())],
        "among": len(solving.decision.options),
        "open": not done and line is None,
        "reply": None if line is None else _reply(line),
        "hint": solving.hinted,
        "hints": HINTS - solving.hints,
        "tries": len(solving.tried),
        "solved": solving.puzzle.id in solved,
        "more": more,
        "handin": handin,
        "opened": read(system.rulebook, rule, system.slug),
    }


def _option(solving: Solving, line: Played | None, i: int, text: str, done: bool) -> PuzzleOption:
    mark = note = ""
    if done and i in solving.puzzle.right:
        mark, note = "right", "right"
    elif line is not None and line.reply.number == i and not line.reply.right:
        mark, note = "wrong", "your try"
    elif i in solving.tried:
        mark, note = "wrong", "tried"
    return {"i": i + 1, "text": text, "mark": mark, "note": note}


def _reply(line: Played) -> PuzzleReply:
    reply = line.reply
    return {
        "right": reply.right,
        "shown": line.shown,
        "head": reply.head,
        "text": reply.text,
        "note": reply.note,
        "bars": [{"label": one.label, "share": one.share, "bad": one.bad} for one in reply.bars],
    }


def _rule(book: Any, name: str) -> Model | None:
    if not name or name not in book:
        return None
    found = book[name]
    return {"id": found.id, "title": found.title, "text": found.text, "where": found.where, "ruling": found.ruling}


def foot(solving: Solving | None, line: Played | None) -> Model:
    """Below the board: what happens in the line, step by step, and the players."""
    if solving is None or solving.fault:
        return {"head": "", "step": 0, "steps": 0, "rows": [], "players": {}, "beside": {}}
    at = solving.start if line is None or not line.at else line.frames[line.at - 1].node
    m = moment(solving, at)
    rows = [] if line is None else [_row(m, frame) for frame in line.frames[: line.at][-MOST_ROWS:]]
    least = min((one["d"] for one in rows), default=0)
    for one in rows:
        one["d"] -= least
    found = {
        "head": "" if line is None else "Your answer, played out" if not line.shown else "The answer, played out",
        "step": 0 if line is None else line.at,
        "steps": 0 if line is None else len(line.frames),
        "rows": rows,
        "players": strip.players(m),
        "beside": {name: model for name, model in all_of(m).items() if model},
    }
    solving.game.go(solving.start)
    return found


def _row(m: Moment, frame: Frame) -> Model:
    told = frame.told
    if told is None:
        return {"d": 0, "who": frame.who, "say": frame.text, "fig": "", "dice": [], "rule": frame.rule}
    e = told.event
    return {
        "d": min(told.depth, 4),
        "who": who_of(m, told),
        "say": told.text,
        "fig": e.beside,
        "dice": faces(e),
        "rule": e.rule,
    }
