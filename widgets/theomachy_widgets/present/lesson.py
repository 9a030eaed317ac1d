"""A lesson as plain models for its panels: the bar, the side column with narration and question, the rules below."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from theomachy.engine.authoring.lesson import Lesson
from theomachy.engine.authoring.scenario import Question
from theomachy.engine.tabletop.table import Marks

from ..models.common import RuleText
from ..models.lesson import LessonAsk, LessonAskOption, LessonsideRule
from . import decision, sheet, strip
from .beside import all_of
from .film import Frame, capital, film, moment_of, who_of
from .marks import marks as marks_of_choice
from .moment import ALL, Moment, ViewState
from .rule import read
from .rules import switches
from .story import faces

Model = dict[str, Any]
MOST_ROWS = 40


@dataclass
class Outcome:
    """What the learner has done with one question."""

    chosen: list[str] = field(default_factory=list)  # picked, not yet checked
    wrong: list[tuple[str, ...]] = field(default_factory=list)  # every wrong try
    said: str = ""
    state: str = "open"  # open, first (right at once), later, shown
    hint: bool = False


@dataclass
class LessonViewState:
    """The choices of one screen; the lesson itself knows nothing of them."""

    outcomes: dict[int, Outcome] = field(default_factory=dict)
    rule: str = ""
    sheet: int | None = None  # the player whose sheet is open

    def outcome(self, at: int) -> Outcome:
        """The record of the question at a stop."""
        return self.outcomes.setdefault(at, Outcome())


def frames(lesson: Lesson) -> list[Frame]:
    """What happened between the stop before and this one."""
    beat = lesson.beat
    before = lesson.beats[lesson.at - 1].node if lesson.at else -1
    if not beat.did or before < 0 or before == beat.node:
        return []
    path = lesson.game.tree.path(beat.node)
    if before not in path:
        return []
    return [f for f in film(moment_of(lesson.game, None), tuple(path), path.index(before)) if f.told is not None]


def marks(lesson: Lesson, trial: Moment | None) -> Marks:
    """What is lit: what may be chosen while the learner plays himself, else what the last move touched."""
    if trial is not None:
        return marks_of_choice(trial)
    last = next((f for f in reversed(frames(lesson)) if f.marks.arrows or f.marks.touched), None)
    return Marks(touched=last.marks.touched, arrows=last.marks.arrows, dim=False) if last else Marks(dim=False)


def bar(lesson: Lesson, playing: bool) -> Model:
    """The bar: which game is taught, from which file; back, and on into the game."""
    return {
        "title": lesson.game.title,
        "name": lesson.scenario.name,
        "at": lesson.at,
        "playing": playing,
        "waits": lesson.waits,
        "over": lesson.at == len(lesson.beats) - 1,
    }


def side(lesson: Lesson, view_state: LessonViewState, trial: Moment | None) -> Model:
    """The side column: where we are, what is told, what is asked, what came of it."""
    beat, m = lesson.beat, Moment(lesson.game, ViewState(view=ALL))
    p, t = lesson.progress, m.table
    phase = t.phases[t.phase] if 0 <= t.phase < len(t.phases) else ""
    rows = [_row(m, f) for f in frames(lesson)[:MOST_ROWS]]
    least = min((row["d"] for row in rows), default=0)
    for row in rows:  # the step may have begun at an earlier stop
        row["d"] -= least
    coming = lesson.beats[lesson.at + 1] if lesson.at + 1 < len(lesson.beats) else None
    return {
        "at": lesson.at,
        "of": p.beats,
        "phase": phase,
        "dashes": [dash(lesson, view_state, i) for i in range(len(lesson.beats))],
        "title": lesson.scenario.title,
        "say": beat.say,
        "did": capital(beat.did),
        "rows": rows,
        "rules": [] if rows else rules(lesson, beat.rules),
        "ask": question(lesson, view_state) if beat.question is not None else None,
        "decision": {**decision.model(trial), "why": False, "tools": False} if trial is not None else None,
        "waits": lesson.waits,
        "next": "" if coming is None else next_word(coming),
        "over": lesson.over,
        "points": [p.right, p.solved, p.asked],
        "answered": any(o.wrong or o.state != "open" for o in view_state.outcomes.values()),
        "rule": opened(lesson, view_state.rule),
    }


def next_word(coming: Any) -> str:
    """What the button that goes on says."""
    if not coming.did:
        return "Go on"
    if coming.did.startswith("the dice show"):
        return "Roll the dice"
    return "See what the rules say" if coming.did.endswith("is refused") else "Play it"


def dash(lesson: Lesson, view_state: LessonViewState, i: int) -> str:
    """One stop of the line of progress."""
    if i == lesson.at:
        return "now"
    outcome = view_state.outcomes.get(i)
    if lesson.beats[i].question is not None and outcome is not None and outcome.state != "open":
        return "right" if outcome.state == "first" else "later"
    return "done" if i < lesson.at else "ahead"


def question(lesson: Lesson, view_state: LessonViewState) -> LessonAsk:
    """The question of a stop, as far as it has been answered."""
    asked = lesson.beat.question
    assert asked is not None
    outcome = view_state.outcome(lesson.at)
    open_ = outcome.state == "open"
    tries = len(outcome.wrong)
    return {
        "text": asked.question,
        "kind": asked.kind,
        "open": open_,
        "options": [_option(asked, outcome, i, text) for i, text in enumerate(asked.options, 1)],
        "chosen": bool(outcome.chosen),
        "tries": tries,
        "said": outcome.said,
        "state": outcome.state,
        "answer": [] if open_ else list(asked.answer),
        "hint": lesson.hint() if outcome.hint else "",
        "hints": bool(asked.hint),
    }


def _option(asked: Question, outcome: Outcome, i: int, text: str) -> LessonAskOption:
    tried = next((k for k, wrong in enumerate(outcome.wrong) if asked.kind == "what" and text in wrong), -1)
    note, mark = "", ""
    if outcome.state != "open" and text in asked.answer:
        mark, note = "right", "legal" if asked.kind == "which" else "right"
    elif tried >= 0:
        mark, note = "wrong", "your first try" if tried == 0 else "tried"
    elif outcome.state != "open" and asked.kind == "which":
        note = "not legal"
    shown = capital(text) if asked.kind == "which" else text  # commands begin small
    return {"i": i, "text": shown, "on": text in outcome.chosen, "mark": mark, "note": note}


def _row(m: Moment, frame: Frame) -> Model:
    told = frame.told
    assert told is not None
    e = told.event
    return {
        "d": min(told.depth, 4),
        "who": who_of(m, told),
        "say": told.text,
        "fig": e.beside,
        "dice": faces(e),
        "rule": e.rule,
    }


def rules(lesson: Lesson, ids: tuple[str, ...]) -> list[LessonsideRule]:
    """Rules by their titles."""
    book = lesson.game.system.rulebook
    return [{"id": name, "title": book[name].title} for name in ids if name in book]


def opened(lesson: Lesson, name: str) -> RuleText | None:
    """The open rule."""
    return read(lesson.game.system.rulebook, name, lesson.game.slug)


def players(m: Moment) -> Model:
    """The players with their figures; the narration calls them by name, so the names stand there too."""
    model = strip.players(m)
    for row in model.get("seats", ()):
        seat = m.seats[row["seat"]]
        if seat.title and seat.title != seat.name:
            row["letters"] = seat.name
            row["status"] = " · ".join(part for part in (seat.name, row["status"]) if part)
    return model


def foot(lesson: Lesson, view_state: LessonViewState, trial: Moment | None) -> Model:
    """Below the board: the players, the open questions of the rules that this lesson settles, the rules it shows."""
    system, scenario = lesson.game.system, lesson.scenario
    m = trial if trial is not None else Moment(lesson.game, ViewState(view=ALL))
    m.view_state.sheet = view_state.sheet
    if trial is None:
        m.kept["live"] = {}  # nothing is written while the lesson tells
    settled = []
    for name, ruling in switches(system).items():
        if name in scenario.rulings or ruling.rule in scenario.rules:
            choice = ruling.choices[system.rulings.get(name, ruling.default)]
            said = f"{ruling.question} {capital(choice).removesuffix('.')}."
            settled.append({"text": said, "rule": ruling.rule})
    return {
        "players": players(m),
        "sheet": sheet.model(m, every=True),  # nothing stands in front of a lesson
        "beside": {name: model for name, model in all_of(m).items() if model},
        "rulings": settled,
        "rules": rules(lesson, scenario.rules),
    }
