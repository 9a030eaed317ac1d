"""The rule index of a game as plain models: search, one rule with its open question, and the scenarios that show it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from theomachy.app import shown_by
from theomachy.engine.reference.rulebook import Rulebook
from theomachy.engine.reference.rulings import Ruling
from theomachy.engine.runtime.system import System

from .rule import read

MOST_RULES = 3_000  # more than any game has
Model = dict[str, Any]


def switches(system: System) -> dict[str, Ruling]:
    """The open questions of a game by name, those of outside packages too."""
    return dict(system.questions)


def scenarios_of(system: System, folder: Path) -> dict[str, list[str]]:
    """Rule id -> the scenario files under a folder that show it; none where there is no folder.

    Raises `ScenarioError` for a file there that is no scenario.
    """
    return shown_by(folder, system.slug) if folder.is_dir() else {}


def found(book: Rulebook, words: str) -> Model:
    """The rules that answer words or a question, the best match first; or all rules."""
    hits = book.search(words) if words.strip() else list(book)
    return {
        "text": words,
        "say": f"{len(hits)} of {len(book)}",
        "hits": [{"id": r.id, "title": r.title, "where": r.where} for r in hits[:MOST_RULES]],
    }


def opened(system: System, name: str, shown: dict[str, list[str]]) -> Model:
    """One rule with all that hangs on it; empty for a rule that is not there."""
    book = system.rulebook
    if not name or name not in book:
        return {}
    r = book[name]
    open_questions = []
    for switch, ruling in switches(system).items():
        if ruling.rule == r.id or switch == r.ruling:
            now = system.rulings.get(switch, ruling.default)
            choices = [
                {"name": choice, "text": text, "on": choice == now, "default": choice == ruling.default}
                for choice, text in ruling.choices.items()
            ]
            open_questions.append({"name": switch, "question": ruling.question, "choices": choices})
    return {
        **(read(book, name, system.slug) or {}),
        "ruling": "",
        "questions": open_questions,
        "files": list(shown.get(r.id, ())),
    }
