"""A study as one plain model: boards as shapes that are kept once, texts as runs, questions with their answers."""

from __future__ import annotations

from collections import Counter
from typing import Any

from theomachy.engine.authoring import markup
from theomachy.engine.authoring.chapter import Chapter, question_document
from theomachy.engine.authoring.grading import hint_of
from theomachy.engine.authoring.script import Question
from theomachy.engine.authoring.study import Study
from theomachy.engine.errors import IllegalAnswer, TheoError
from theomachy.engine.game import commands
from theomachy.engine.game.game import Game
from theomachy.engine.reference.rulebook import Rulebook
from theomachy.engine.tabletop.table import Table
from theomachy.engine.wording import together

from ..drawn import Pictures
from ..scene.build import Scene, build
from ..scene.geometry import path_of

Model = dict[str, Any]
WIDTH = 664  # of the board of the reader: the letters of a board are made for it
MOST_MOVES = 40  # moves to choose from, beside the right ones
MOST_HERE = 8


class Drawn:
    """The chapters of one study as they were drawn; what has not changed is not drawn again."""

    def __init__(self, study: Study, themes: tuple[str, ...], prefix: str) -> None:
        self.study = study
        self.pictures = Pictures(themes, WIDTH, prefix)
        self.prefix = prefix
        self._known: dict[Chapter, Model] = {}
        self._scenes: dict[Chapter, Scene] = {}

    def ink(self) -> Model:
        """All shapes so far."""
        p = self.pictures
        return {
            "key": f"{self.prefix}-{len(p.parts)}",
            "palette": p.palette.all,
            "defs": p.defs(),
            "parts": p.parts,
            "pieces": p.pieces.all,
        }

    def chapters(self, open_at: int = -1) -> list[Model]:
        """All chapters; the one at `open_at` (from 0) with what its author needs."""
        found = []
        keep: dict[Chapter, Model] = {}
        for n, each in enumerate(self.study.chapters, 1):
            key = _hashed(each)
            keep[key] = model = self._known.get(key) or self._chapter(n, each)
            questions = [{**q, "at": f"{n}.{i}"} for i, q in enumerate(model["questions"], 1)]
            row = {**model, "n": n, "questions": questions, "draft": None, "hits": []}
            if n - 1 == open_at:
                row |= {"draft": _draft(each, self.study, n), "hits": self._hits(n, each)}
            found.append(row)
        self._known = keep
        return found

    def _chapter(self, n: int, each: Chapter) -> Model:
        found: Model = {
            "title": each.title,
            "say": each.say,
            "blocks": markup.blocks(each.text),
            "fault": self.study.fault(n),
            "line": "",
            "view": [0, 0, WIDTH, WIDTH * 0.6],
            "near": False,
            "mid": [0, 0, WIDTH, WIDTH * 0.6],
            "box": [WIDTH, WIDTH * 0.6],
            "layers": [[], [], [], []],
            "alt": "",
            "here": [],
            "questions": [],
            "rules": [],
        }
        if found["fault"]:
            return found
        game, table = self.study.game(n), self.study.table(n)
        book = game.system.rulebook
        scene, layers = self.pictures.layers(table, each.marks)
        found |= {
            "line": _line(game, self.study.seat, each),
            "box": [scene.width, scene.height],
            "layers": layers,
            "alt": scene.description,
            "here": _here(table, each),
            "questions": [_question(each, q, game) for q in each.questions],
            "rules": _rules(each, book),
        }
        found["view"] = found["mid"] = [0, 0, round(scene.width, 1), round(scene.height, 1)]
        if (middle := _middle(each, table)) in scene.ground.areas:
            w = scene.ground.round(middle)
            found["mid"] = [round(x, 1) for x in (w.x, w.y, scene.width / w.k, scene.height / w.k)]
            if each.focus == middle:
                found |= {"near": True, "view": found["mid"]}
        return found

    def _hits(self, n: int, each: Chapter) -> list[Model]:
        if self.study.fault(n):
            return []
        scene = build(self.study.table(n), each.marks, self.pictures.themes[0], WIDTH)
        found = []
        for hit in scene.hits:
            if hit.area < 0 or hit.target.partition(":")[0] not in ("area", "piece", "place"):
                continue
            shape = {"c": [round(v, 1) for v in hit.disc]} if hit.disc is not None else {"d": path_of(hit.rings)}
            found.append({"t": hit.target, "a": hit.area, "l": hit.label, **shape})
        return found


def _hashed(each: Chapter) -> Any:
    """A chapter as a key: a position in words is a table, which has no hash."""
    return each if isinstance(each.position, str) else repr(each)


def _middle(each: Chapter, table: Table) -> int:
    """Where one looks who looks from near: where the author points, else where the most pieces are; -1 for nowhere."""
    wanted = [each.near, *each.areas, *(end for arrow in each.arrows for end in arrow)]
    named = next((int(target[5:]) for target in wanted if target.startswith("area:")), None)
    if named is not None:
        return named
    count = Counter(piece.area for piece in table.pieces if piece.area >= 0)
    return max(count, key=lambda area: (count[area], -area), default=-1)


def _line(game: Game, seat: int | None, each: Chapter) -> str:
    """The position on one line; "" for one that is too long for that."""
    if isinstance(each.position, str):
        return each.position
    try:
        return game.line(seat)
    except TheoError:
        return ""


def _draft(each: Chapter, study: Study, n: int) -> Model:
    names = {} if study.fault(n) else {area.target: area.name for area in study.table(n).board.areas}
    drawn = [f"area {names.get(t, t)}" for t in each.areas]
    drawn += [f"circle {names.get(t, t)}" for t in each.rings]
    drawn += [f"arrow {names.get(a, a)} to {names.get(b, b)}" for a, b in each.arrows]
    return {
        "text": each.text,
        "near": names.get(each.near, ""),
        "drawn": drawn,
        "questions": [question_document(q) for q in each.questions],
    }


def _here(table: Table, each: Chapter) -> list[Model]:
    """What stands where the author points: a row for each owner in each area, and what the author has drawn."""
    wanted = [*each.areas, *([each.near] if each.near else []), *(end for arrow in each.arrows for end in arrow)]
    names = {area.target: area.name for area in table.board.areas}
    rows: list[Model] = []
    for target in dict.fromkeys(wanted):
        standing: dict[str, list[str]] = {}
        for piece in table.pieces:
            if f"area:{piece.area}" == target:
                told = f"{piece.count} {piece.name}" if piece.count > 1 else piece.name
                standing.setdefault(_colour(table, piece.owner), []).append(told)
        rows += [
            {"who": who, "text": f"{', '.join(what)} in {names.get(target, '')}"} for who, what in standing.items()
        ]
    drawn = [("area", len(each.areas)), ("circle", len(each.rings)), ("arrow", len(each.arrows))]
    told = together([f"{n} {word}{'' if n == 1 else 's'}" for word, n in drawn if n])
    if not rows:
        rows = [{"who": s.colour, "text": f"{s.name}: {_status(table, s.index)}"} for s in table.seats]
    return [*rows[:MOST_HERE], *([{"who": "", "text": f"{told} drawn by the author"}] if told else [])]


def _colour(table: Table, owner: int | str) -> str:
    return next((seat.colour for seat in table.seats if seat.index == owner), "")


def _status(table: Table, seat: int) -> str:
    sheet = next((sheet for sheet in table.sheets if sheet.seat == seat), None)
    figures = [f"{figure.label} {figure.value}" for figure in sheet.figures[:3]] if sheet is not None else []
    return ", ".join(figures) or "at the table"


def _rules(each: Chapter, book: Rulebook) -> list[Model]:
    """The rules that text and hints name."""
    named = [*markup.rules_of(each.text), *(q.hint for q in each.questions if q.hint in book)]
    return [
        {"id": name, "title": book[name].title, "text": book[name].text}
        for name in dict.fromkeys(named)
        if name in book
    ]


# -- questions --------------------------------------------------------------------------------------------------------
def _question(each: Chapter, question: Question, game: Game) -> Model:
    options, first = _options(question, game)
    return {
        "at": "",
        "text": question.question,
        "kind": question.kind,
        "options": options,
        "answer": list(question.answer),
        "hint": hint_of(question, game.system.rulebook),
        "why": question.why,
        "first": first,
    }


def _options(question: Question, game: Game) -> tuple[list[Model], bool]:
    """What can be chosen, and whether of a move only the first part is asked for."""
    if question.kind == "number":
        return [], False
    if question.kind != "play":
        rows = [{"text": text, "right": text in question.answer, "amiss": ""} for text in question.options]
        if question.kind == "which":
            for row in rows:
                row["amiss"] = "" if row["right"] else _refused(game, str(row["text"]))
        return rows, False
    try:
        meant = [(text, commands.resolve(game.position, text)) for text in question.answer]
    except TheoError:
        meant = []
    right = {_frozen(answers[0]): text for text, answers in meant if answers}
    moves: list[Model] = []
    for option in game.legal():
        text = right.get(_frozen(option.value))
        moves.append({"text": option.label, "right": text is not None, "amiss": ""})
    others = [row for row in moves if not row["right"]][:MOST_MOVES]
    kept = [row for row in moves if row["right"] or row in others]
    return kept, any(len(answers) > 1 for _, answers in meant)


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


def _refused(game: Game, text: str) -> str:
    """Why a command is not legal."""
    try:
        faults = game.why_not(text).faults
    except IllegalAnswer:
        return ""
    if not faults:
        return ""
    fault = faults[0]
    return f"{fault.text}{f' ({fault.fault.rstrip(chr(46))})' if fault.fault else ''} [{fault.rule}]"


def model(drawn: Drawn, **state: Any) -> Model:
    """The whole model; `state` is that of the screen."""
    study = drawn.study
    seen = ""
    if study.seat is not None:
        n = next((n for n in range(1, len(study) + 1) if not study.fault(n)), 0)
        seen = f"as {study.table(n).seats[study.seat].name} sees it" if n else f"of seat {study.seat + 1}"
    rows = drawn.chapters(int(state.get("at", 0)) if state.get("editing") else -1)
    return {
        "title": study.title,
        "about": study.about,
        "game": study.game_title,
        "slug": study.slug,
        "name": "",
        "digest": "",
        "counted": study.counted(),
        "seen": seen,
        "holds": study.holds(),
        "theme": "light",
        "alone": False,
        "editing": False,
        "undo": False,
        "redo": False,
        "adds": "",
        "keeps": "",
        "plays": False,
        "playing": False,
        "at": 0,
        "brought": None,
        "chapters": rows,
        "ink": drawn.ink(),
        "icons": {},
        **state,
    }
