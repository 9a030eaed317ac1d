"""A question to a learner, graded: what is right, what is said of a wrong answer, the hint, for lessons and studies."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..errors import IllegalAnswer
from ..game import commands
from ..game.game import Game
from ..plain import Json
from ..reference.rulebook import Rulebook
from ..runtime.position import Position
from .script import Question

Given = str | int | float | Iterable[Json]


@dataclass(frozen=True, slots=True)
class Grade:
    """What came of an answer: right or not, and what to say about it."""

    right: bool
    text: str
    answer: tuple[str, ...] = ()  # the right answer, once it is given or given up


def is_right(question: Question, given: Given, position: Position) -> bool:
    """Is an answer right? Option(s), a number, or a command (or the answers that it stands for), as the question wants.

    Raises `IllegalAnswer` where it cannot be understood.
    """
    if question.kind == "number":
        try:
            return float(str(given).replace(",", ".")) == float(question.answer[0])
        except ValueError:
            raise IllegalAnswer(f"{given!r:.80} is no number") from None
    if question.kind == "play":
        said = isinstance(given, str | int | float)
        answers = commands.resolve(position, str(given)) if said else list(given)  # type: ignore[arg-type]
        return any(commands.resolve(position, text) == answers for text in question.answer)
    chosen = chosen_of(given)
    if unknown := sorted(chosen - set(question.options)):
        raise IllegalAnswer(f"{unknown[0]!r:.80} is none of the options: {'; '.join(question.options)}")
    if question.kind == "any":
        return len(chosen) == 1 and chosen <= set(question.answer)
    return chosen == set(question.answer)


def chosen_of(given: Given) -> set[str]:
    """The options that are meant, one or several."""
    return set(map(str, given)) if isinstance(given, Iterable) and not isinstance(given, str) else {str(given)}


def hint_of(question: Question, book: Rulebook) -> str:
    """The hint of a question: a rule with its text, or a sentence; "" if there is none."""
    if not question.hint or question.hint not in book:
        return question.hint
    rule = book[question.hint]
    text = rule.text.removeprefix(f"{rule.title}. ")  # many texts begin so
    return f"{rule.id}, {rule.title}: {text}"


def told(question: Question, given: Given, right: bool, game: Game) -> Grade:
    """What is said of an answer; the game stands where it was asked, and is not played in."""
    if right:
        return Grade(True, f"Right. {question.why}".strip(), question.answer)
    said = ["Not so.", _amiss(question, given, game), hint_of(question, game.system.rulebook)]
    return Grade(False, " ".join(part for part in said if part))


def given_up(question: Question) -> Grade:
    """The answer is shown."""
    said = f"The answer is: {', '.join(question.answer) or 'none'}. {question.why}".strip()
    return Grade(False, said, question.answer)


def _amiss(question: Question, given: Given, game: Game) -> str:
    """What is wrong with a choice of commands: the first that is not legal, with its reason; "" for other kinds."""
    if question.kind != "which":
        return ""
    chosen = chosen_of(given)
    wrong = next((text for text in question.options if text in chosen and text not in question.answer), None)
    if wrong is None:
        return "All that is chosen is legal, but not all that is legal is chosen."
    try:
        faults = game.why_not(wrong).faults
    except IllegalAnswer:  # no action, such as a place
        faults = ()
    if not faults:
        return f"“{wrong}” is not legal."
    fault = faults[0]
    why = "; ".join(part for part in (fault.fact, fault.fault.rstrip(".")) if part)
    rule = "" if fault.rule == question.hint else f" [{fault.rule}]"  # the hint begins with it
    return f"“{wrong}” is not legal. What fails: {fault.text}{f' ({why})' if why else ''}{rule}."
