"""What people read in questions: a sentence of its own for each, never the short name by which rules know it."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conformance.support import CASES, SLUGS, games, walk
from theomachy.engine.runtime.decision import Decision, Secret
from theomachy.engine.runtime.system import System
from theomachy.engine.runtime.timing import CANON

GAMES, LONG = 10, 200  # random games of each game whose words are read
AGAIN = 6  # so often the words of one question are read; what it asks and offers changes with the position
OPTIONS = 12  # of its options
RULE = re.compile(r"\b[A-Z]{2}-[A-Z]{2,4}-\d{3}\b")
UNREADY = re.compile(r"_|[{}<>]|\bNone\b|\s\s|^\s|\s$|\bTrue\b|\bFalse\b")
TIMINGS = {name.replace("_", " ") for name in CANON}


def flaws(prompt: str) -> Iterator[str]:
    """What a person would stumble over in a question."""
    words = re.findall(r"[\w']+", prompt)
    if UNREADY.search(prompt):
        yield "it shows what is meant for machines"
    if RULE.search(prompt):
        yield "it shows the id of a rule"
    if len(words) < 2:
        yield "it is a single word"
    if prompt[:1] != prompt[:1].upper():
        yield "it begins small"
    if prompt.rstrip("?").replace("_", " ").strip().lower() in TIMINGS:
        yield "it is the name of a timing"
    if prompt.endswith("!"):
        yield "it shouts"


def of_option(label: str) -> Iterator[str]:
    """The same in an option."""
    if not label or UNREADY.search(label):
        yield "it shows what is meant for machines"
    if RULE.search(label):
        yield "it shows the id of a rule"
    if label.startswith(("(", "[", "'")):
        yield "it is a value, not a name"
    if label.lower() in TIMINGS - {"do", "strength", "setup", "limit"}:
        yield "it is the name of a timing"


def asked(decision: Decision) -> tuple[Decision, ...]:
    """A question and, of a plan in secret, what each is asked."""
    return (decision, *decision.asks.values()) if isinstance(decision, Secret) else (decision,)


def read(system: System[Any], s: Any, decision: Decision) -> Iterator[str]:
    """The flaws of one question with its options."""
    prompt = system.prompt(s, decision)
    if decision.what not in system.prompts and prompt == f"{decision.what[:1].upper()}{decision.what[1:]}?":
        yield f"{prompt!r}: it is the short name of the question and no sentence"
    yield from (f"{prompt!r}: {flaw}" for flaw in flaws(prompt))
    if isinstance(decision, Secret):
        return
    options = decision.options
    for option in (*options[:OPTIONS], *options[-2:]):
        label = system.label(s, decision, option)
        yield from (f"{prompt!r}, {label!r}: {flaw}" for flaw in of_option(label))


def found(slug: str, n: int) -> dict[str, str]:
    """The flaws in random games of all samples, each question (by its name) once."""
    wrong: dict[str, str] = {}
    times: dict[tuple[str, str], int] = {}
    samples = [sample for s, sample in CASES if s == slug][::-1]
    for k in range(n):
        for position, decision, _ in walk(slug, samples[k % len(samples)], f"words {k}"):
            for each in asked(decision):
                key = each.what, each.kind
                times[key] = times.get(key, 0) + 1
                if times[key] <= AGAIN:
                    for flaw in read(position.system, position.state, each):
                        wrong[each.what] = flaw
    return wrong


@pytest.mark.parametrize("slug", SLUGS)
def test_every_question_is_a_sentence_for_people(slug: str) -> None:
    assert found(slug, GAMES) == {}


@pytest.mark.nightly
@pytest.mark.parametrize("slug", SLUGS)
def test_every_question_of_many_games_is_a_sentence_for_people(slug: str) -> None:
    assert found(slug, LONG) == {}


@pytest.mark.parametrize("slug", SLUGS)
def test_the_tables_of_questions_hold_sentences(slug: str) -> None:
    """Also of questions that random games hardly ever come to."""
    prompts = games()[slug].prompts
    wrong = {what: list(flaws(text.replace("{who}", "Who"))) for what, text in prompts.items()}
    assert {what: flaw for what, flaw in wrong.items() if flaw} == {}


ASKS = {"choose": 4, "yes": 2, "number": 4, "some": 4, "roll": 3, "die": 1, "draw": 3, "Decision": 4, "pick": 4}


def named_only(slug: str) -> Iterator[tuple[str, int, str]]:
    """Calls that ask by a short name without saying the question: (file, line, name)."""
    folder = Path(str(inspect.getfile(games()[slug]))).parent
    for path in sorted(folder.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id not in ASKS:
                continue
            said = call.args[ASKS[call.func.id] :][:1]
            if said and isinstance(said[0], ast.Constant) and "prompt" not in {word.arg for word in call.keywords}:
                yield path.name, call.lineno, said[0].value


@pytest.mark.parametrize("slug", SLUGS)
def test_every_question_of_the_rules_has_its_words(slug: str) -> None:
    """Read from the rules themselves: what hardly ever comes up in play needs a sentence as well."""
    prompts = games()[slug].prompts
    found = list(named_only(slug))
    assert found
    assert [x for x in found if x[2] not in prompts] == []


@pytest.mark.parametrize(
    ("prompt", "sees"),
    [
        ("Order of on_elimination?", "machines"), ("Announced?", "single"), ("Battle_declared?", "machines"),
        ("Pay?", "single"), ("Who pays (HE-CMP-013)?", "rule"), ("which power?", "small"), ("Phase end?", "timing"),
        ("Pay {n} Power?", "machines"), ("Roll for  Zeus", "machines"), ("Who fights!", "shouts"),
    ],
)  # fmt: skip
def test_the_reader_sees_what_people_stumble_over(prompt: str, sees: str) -> None:
    assert any(sees in flaw for flaw in flaws(prompt))
    assert not list(flaws("Ana, which power do you use before the dice?"))
    assert list(of_option("('rune', 3)"))
    assert not list(of_option("Build: Shrine in Altinela"))
