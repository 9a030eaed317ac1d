"""A chapter of a study: a position, a text, marks on the board, and questions; typed before it is believed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .. import bounds
from ..errors import SaveError, ScenarioError, TheoError, expect
from ..game import position_line, position_read
from ..game.game import Game
from ..plain import Json
from ..tabletop.table import Arrow, Marks, Table, Target
from ..wording import tokens
from .scenario import of_tables, question_of
from .script import Question

MOST_TITLE, MOST_SAID, MOST_WRITTEN = 120, 240, 20_000  # signs of a title, of the presenter's sentence, of the text
MOST_MARKS, MOST_QUESTIONS, MOST_OPTIONS = 60, 20, 12
WORDS = (
    "players",
    "options",
    "rulings",
    "overlay",
    "seed",
    "setup",
    "step",
)  # of a position in the words of a scenario
STEP = ("who", "play", "roll", "chance")
KEYS: dict[str, Any] = {
    "title": str, "position": (str, dict), "say": str, "text": str, "near": str, "areas": list, "rings": list,
    "arrows": list, "questions": list,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Chapter:
    """One position of a study.

    `position` is a line (`Game.line`) or the words of a scenario (players, options, rulings, overlay, seed, setup, and
    steps that only play). `say` is the one sentence of the presenter, `near` the area round which the board is shown
    larger (`area:12`, or "" for all of it). Marks are areas that are outlined, targets that are ringed, and arrows from
    area to area.
    """

    title: str
    position: str | Mapping[str, Any]
    say: str = ""
    text: str = ""
    near: Target = ""
    areas: tuple[Target, ...] = ()
    rings: tuple[Target, ...] = ()
    arrows: tuple[tuple[Target, Target], ...] = ()
    questions: tuple[Question, ...] = ()

    @property
    def marks(self) -> Marks:
        """What the author has drawn."""
        drawn = tuple(Arrow(int(a[5:]), int(b[5:])) for a, b in self.arrows)
        return Marks(selected=frozenset(self.areas), rings=frozenset(self.rings), drawn=drawn, dim=False)

    @property
    def focus(self) -> int | None:
        """The area round which the board is shown larger."""
        return int(self.near[5:]) if self.near else None

    def document(self) -> dict[str, Any]:
        """As a file holds it; what is empty is left out."""
        found: dict[str, Any] = {"title": self.title, "position": self.position}
        found |= {key: value for key in ("say", "text", "near") if (value := getattr(self, key))}
        found |= {key: list(value) for key in ("areas", "rings") if (value := getattr(self, key))}
        if self.arrows:
            found["arrows"] = [list(arrow) for arrow in self.arrows]
        if self.questions:
            found["questions"] = [question_document(each) for each in self.questions]
        return found


def question_document(question: Question) -> dict[str, Any]:
    """A question as a file holds it."""
    found: dict[str, Any] = {"question": question.question, "kind": question.kind}
    if question.options:
        found["options"] = list(question.options)
    answers = list(question.answer)
    found["answer"] = float(answers[0]) if question.kind == "number" else answers
    return found | {key: value for key in ("hint", "why") if (value := getattr(question, key))}


# -- the door ---------------------------------------------------------------------------------------------------------
def chapter_of(raw: Any, where: str, slug: str, seat: int | None) -> Chapter:
    """A chapter from what a file holds. Raises `SaveError` with one sentence that says where."""
    if not isinstance(raw, dict):
        raise SaveError(f"{where} is no table")
    for key, value in raw.items():
        if key not in KEYS:
            raise SaveError(f"{where} has an unknown key {bounds.shown(key)}")
        if not isinstance(value, KEYS[key]):
            raise SaveError(f"{where}: {key!r} is not of the right kind, but {bounds.shown(value)}")
    title = _said(raw.get("title", ""), f"{where}: its title", MOST_TITLE).strip()
    if not title:
        raise SaveError(f"{where} has no title")
    position = raw.get("position")
    check_position(position, where, slug, seat)
    arrows = []
    for arrow in _listed(raw, "arrows", where, MOST_MARKS):
        if not isinstance(arrow, list | tuple) or len(arrow) != 2:
            raise SaveError(f"{where}: an arrow joins two areas")
        arrows.append((_area(arrow[0], where), _area(arrow[1], where)))
    questions = _listed(raw, "questions", where, MOST_QUESTIONS)
    return Chapter(
        title,
        position,  # type: ignore[arg-type]  # it was looked at
        _said(raw.get("say", ""), f"{where}: its sentence", MOST_SAID).strip(),
        _said(raw.get("text", ""), f"{where}: its text", MOST_WRITTEN),
        _area(raw["near"], where) if raw.get("near") else "",
        tuple(_area(each, where) for each in _listed(raw, "areas", where, MOST_MARKS)),
        tuple(_said(each, f"{where}: a ring", bounds.MOST_WORD) for each in _listed(raw, "rings", where, MOST_MARKS)),
        tuple(arrows),
        tuple(asked_of(each, f"{where}, question {i}") for i, each in enumerate(questions, 1)),
    )


def asked_of(raw: Any, where: str) -> Question:
    """A question of a chapter. Raises `SaveError`."""
    try:
        found = question_of(raw, where)
    except ScenarioError as fault:
        raise SaveError(str(fault)) from fault
    if len(found.options) > MOST_OPTIONS:
        raise SaveError(f"{where} has more than {MOST_OPTIONS} options")
    for said in (found.question, found.hint, found.why, *found.options, *found.answer):
        _said(said, f"{where}: a text", 1_000)
    return found


def check_position(position: Json, where: str, slug: str, seat: int | None) -> None:
    """Is it one that a study may hold? It is not set up yet. Raises `SaveError`."""
    if isinstance(position, str):
        if len(position) > position_line.LONGEST:
            raise SaveError(f"{where}: the line of its position is too long")
        game, held = position_read.head(position)
        if game != slug:
            raise SaveError(f"{where} is of {bounds.shown(game)}, and the study of {slug}")
        if seat is not None and held != seat:
            raise SaveError(f"{where} holds more than the seat of this study may know")
        return
    if not isinstance(position, Mapping):
        raise SaveError(f"{where} has no position")
    if seat is not None:
        raise SaveError(f"{where} holds more than the seat of this study may know: its words say everything")
    for key in position:
        if key not in WORDS:
            raise SaveError(f"{where}: its position has an unknown key {bounds.shown(key)}")
    steps = position.get("step", [])
    if not isinstance(steps, list) or not all(isinstance(step, dict) and set(step) <= set(STEP) for step in steps):
        raise SaveError(f"{where}: the steps of its position only play: {', '.join(STEP)}")


def _said(value: Any, what: str, most: int) -> str:
    return bounds.text(value, what, most)


def _area(value: Any, where: str) -> Target:
    number = value.removeprefix("area:") if isinstance(value, str) else ""
    if not (number.isascii() and number.isdecimal() and int(number[:6]) <= bounds.LARGEST_AREA and number != value):
        raise SaveError(f"{where}: an area is named area:NUMBER, not {bounds.shown(value)}")
    return f"area:{int(number)}"


def _listed(raw: dict[str, Any], key: str, where: str, most: int) -> list[Any]:
    found = raw.get(key, [])
    if len(found) > most:
        raise SaveError(f"{where}: at most {most} {key}, not {len(found)}")
    return list(found)


# -- its game ---------------------------------------------------------------------------------------------------------
def opened(chapter: Chapter, slug: str, seed: int | str = 0) -> Game:
    """The game that stands at the position. Raises `TheoError` where the rules of today refuse it."""
    if isinstance(chapter.position, str):
        return position_read.read(chapter.position, seed=seed)
    words = dict(chapter.position)
    words["step"] = words.get("step") or [{"say": chapter.title}]
    run = of_tables({"title": chapter.title, "game": slug, **words}, "its position").run()
    if not run.result.ok:
        raise SaveError(str(run.result))
    return run.game


def target_of(table: Table, name: str) -> Target:
    """The target of an area or a thing by its name, or by the target itself. Raises `TheoError`."""
    expect(name, str, "what is marked is named by a text")
    known = {area.target for area in table.board.areas} | {piece.target for piece in table.pieces}
    known |= {place.target for place in table.places}
    if name in known:
        return name
    area = next((area for area in table.board.areas if tokens(area.name) == tokens(name)), None)
    if area is None:
        raise SaveError(f"the board has nothing that is called {bounds.shown(name)}")
    return area.target


def fault_of(chapter: Chapter, slug: str) -> str:
    """Why the rules of today refuse the position of a chapter; "" when they do not."""
    try:
        opened(chapter, slug)
    except TheoError as fault:
        return str(fault)
    return ""
