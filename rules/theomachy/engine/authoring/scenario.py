"""Scenario files: a position, a script and what must come of it, in TOML; strict, readable, and good for teaching.

A scenario is read (`load`, `read`), run (`Scenario.run`) and judged (`verify`). Nothing in it is left to luck unless it
names a seed: an unscripted choice or roll, a line that is not used, an unknown key and a wrong expectation all fail,
with the file, the step and what was expected beside what was found. docs/scenarios.md explains the format.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from .. import files as door
from ..errors import ScenarioError, slip
from ..game.game import Game
from ..plain import Json
from .scenario_run import Run, ScenarioResult
from .script import Question, ScenarioStep, Script

__all__ = ["Question", "Run", "Scenario", "ScenarioResult", "ScenarioStep", "files", "load", "read", "verify"]

LARGEST = 500_000  # bytes of a scenario file
TOP: dict[str, Any] = {
    "title": str, "about": str, "game": str, "rules": list, "players": (list, int), "options": dict, "rulings": dict,
    "overlay": dict, "seed": (int, str), "setup": dict, "step": list,
}  # fmt: skip
STEP: dict[str, Any] = {
    "say": str, "mark": str, "asks": str, "who": str, "play": (str, list), "roll": (str, list), "chance": (str, list),
    "refuse": (str, list), "because": (str, list), "expect": dict, "seen_by": str, "offered": (str, list),
    "not_offered": (str, list), "only": (str, list), "question": str, "over": bool, "winner": (str, list),
    "says": (str, list), "not_says": (str, list), "odds": dict, "ask": dict,
}  # fmt: skip
QUESTION: dict[str, Any] = {
    "question": str, "kind": str, "options": list, "answer": (str, list, int, float), "hint": str, "why": str,
}  # fmt: skip
STEPS = re.compile(r"^\s*(?:\[\[\s*step|step\s*=)", re.MULTILINE)  # no scenario is without
KINDS = ("which", "what", "number", "play")


class Scenario(Script):
    """A scenario that can be played; `name` is its file."""

    def run(self, *, rehearse: bool = False) -> Run:
        """Play the script. `rehearse` compares clone, save and load, and undo after every step."""
        return Run(self, rehearse=rehearse)

    def games(self) -> list[Game]:
        """The game as it stands before each step, and at the end. Raises `ScenarioError` if the scenario fails."""
        run = self.run()
        if not run.result.ok:
            raise ScenarioError(str(run.result))
        return [run.game.fork().go(node) for node in (*run.before, run.game.here)]


# -- reading ----------------------------------------------------------------------------------------------------------
def load(path: str | Path) -> Scenario:
    """A scenario file. Raises `ScenarioError` with file, step and key for whatever is wrongly written."""
    return read(door.text(path, "scenario", LARGEST, ScenarioError), Path(path).name, Path(path).parent)


def read(text: str, name: str = "scenario", beside: Path | None = None) -> Scenario:
    """A scenario from its text. An option "@FILE.toml" is the tables of a file `beside` it. Raises `ScenarioError`."""
    return of_tables(door.toml(text, name, ScenarioError), name, beside)


def of_tables(raw: Any, name: str = "scenario", beside: Path | None = None) -> Scenario:
    """A scenario from what its text holds. Raises `ScenarioError`."""
    _keys(raw, TOP, name)
    for key in ("title", "game", "step"):
        if not raw.get(key):
            raise ScenarioError(f"{name} lacks {key!r}")
    players = raw.get("players")
    rulings = raw.get("rulings", {})
    if not all(isinstance(choice, str) for choice in rulings.values()):
        raise ScenarioError(f"{name}: each ruling is a word")
    return Scenario(
        name=name,
        title=raw["title"],
        game=raw["game"],
        steps=tuple(_step(row, i, name) for i, row in enumerate(raw["step"], 1)),
        about=raw.get("about", ""),
        rules=_texts(raw.get("rules", []), f"{name}: rules"),
        players=players if players is None or isinstance(players, int) else _texts(players, f"{name}: players"),
        options={key: _brought(value, beside, name) for key, value in raw.get("options", {}).items()},
        rulings=rulings,
        overlay=raw.get("overlay"),
        seed=raw.get("seed"),
        setup=raw.get("setup"),
    )


def _brought(value: Json, beside: Path | None, name: str) -> Any:
    """The value of an option; of "@FILE.toml" the tables of that file, which lies in the folder of the scenario."""
    if not isinstance(value, str) or not value.startswith("@"):
        return value
    if beside is None or Path(value[1:]).name != value[1:] or "\\" in value:
        raise ScenarioError(f"{name}: {value!r:.80} names no file in the folder of the scenario")
    return door.read_toml(beside / value[1:], "file beside a scenario", LARGEST, ScenarioError)


def _keys(raw: Any, known: Mapping[str, Any], where: str) -> None:
    if not isinstance(raw, dict):
        raise ScenarioError(f"{where} is no table")
    for key, value in raw.items():
        if key not in known:
            near_ = get_close_matches(key, known, n=1)
            hint = f"did you mean {near_[0]!r}?" if near_ else f"there is {', '.join(known)}"
            raise ScenarioError(f"{where} has an unknown key {key!r}; {hint}")
        kind = known[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            kinds = kind if isinstance(kind, tuple) else (kind,)
            names = " or ".join({str: "text", dict: "table", int: "whole number"}.get(k, k.__name__) for k in kinds)
            raise ScenarioError(f"{where}: {key!r} must be a {names}, not {value!r:.80}")


def _texts(value: Any, where: str) -> tuple[str, ...]:
    rows = [value] if isinstance(value, str) else value
    if not all(isinstance(row, str) and row.strip() for row in rows):
        raise ScenarioError(f"{where} must be text, or a list of texts")
    return tuple(rows)


def _step(raw: Any, number: int, name: str) -> ScenarioStep:
    where = f"{name}, step {number}"
    _keys(raw, STEP, where)
    if not raw:
        raise ScenarioError(f"{where} says nothing")
    lists = ("play", "chance", "refuse", "because", "offered", "not_offered", "only", "winner", "says", "not_says")
    values: dict[str, Any] = dict(raw)
    for key in lists:
        if key in raw:
            values[key] = _texts(raw[key], f"{where}: {key!r}")
            if not values[key] and key != "winner":
                raise ScenarioError(f"{where}: {key!r} is empty")
    if values.get("winner") == ("nobody",):
        values["winner"] = ()
    if "roll" in raw:
        rows = _texts(raw["roll"], f"{where}: 'roll'")
        values["roll"] = tuple(part.strip() for row in rows for part in row.split("/"))
    if "ask" in raw:
        values["ask"] = question_of(raw["ask"], f"{where}, its question")
    for key, needs in (
        ("because", ("refuse",)),
        ("seen_by", ("expect",)),
        ("who", ("play", "refuse", "asks", "offered", "not_offered", "only")),
    ):
        if key in raw and not any(need in raw for need in needs):
            raise ScenarioError(f"{where}: {key!r} says nothing without {' or '.join(needs)}")
    if "refuse" in raw and any(key in raw for key in ("play", "roll", "chance")):
        raise ScenarioError(f"{where} refuses and plays: write two steps")
    return ScenarioStep(number=number, **values)


def question_of(raw: Any, where: str) -> Question:
    """A question to a learner from its table; `where` it stands is for the sentence. Raises `ScenarioError`."""
    _keys(raw, QUESTION, where)
    for key in ("question", "kind", "answer"):
        if key not in raw:
            raise ScenarioError(f"{where} lacks {key!r}")
    kind, answer = raw["kind"], raw["answer"]
    if kind not in KINDS:
        raise ScenarioError(f"{where}: kind must be {', '.join(KINDS)}, not {kind!r}")
    if (kind == "number") != (isinstance(answer, int | float)):
        raise ScenarioError(f"{where}: a question of kind {kind!r} has an answer of another kind ({answer!r:.80})")
    options = _texts(raw.get("options", []), f"{where}: 'options'")
    answers = (f"{answer:g}",) if isinstance(answer, int | float) else _texts(answer, f"{where}: 'answer'")
    if kind in ("which", "what"):
        if len(options) < 2 or len(set(options)) != len(options):
            raise ScenarioError(f"{where} needs two or more different options")
        if missing := [text for text in answers if text not in options]:
            raise ScenarioError(f"{where}: the answer {missing[0]!r} is none of the options")
        if kind == "what" and len(answers) != 1:
            raise ScenarioError(f"{where} needs one answer that is right, not {len(answers) or 'none'}")
    elif options:
        raise ScenarioError(f"{where}: a question of kind {kind!r} has no options")
    if kind == "play" and not answers:
        raise ScenarioError(f"{where} needs an answer")
    return Question(raw["question"], kind, options, answers, raw.get("hint", ""), raw.get("why", ""))


# -- judging ----------------------------------------------------------------------------------------------------------
def files(path: str | Path) -> list[Path]:
    """The scenario files at a path: itself, or all `*.toml` under a folder but those that scenarios bring along.

    Raises `ScenarioError` if there is none.
    """
    path = Path(path)
    if not path.exists():
        raise ScenarioError(f"there is no file or folder {path}")
    found = [each for each in sorted(path.rglob("*.toml")) if not _beside(each)] if path.is_dir() else [path]
    if not found:
        raise ScenarioError(f"there is no scenario file under {path}")
    return found


def _beside(path: Path) -> bool:
    """Is it a file of tables that lies beside scenarios (a board, an overlay), with nothing of a scenario in it?"""
    try:
        text = door.text(path, "scenario", LARGEST, ScenarioError)
        raw = {} if STEPS.search(text) else door.toml(text, path.name, ScenarioError)
    except ScenarioError:
        return False  # whoever reads it says what is wrong
    return bool(raw) and not raw.keys() & TOP.keys()


def verify(path: str | Path, *, rehearse: bool = False) -> list[ScenarioResult]:
    """Run the scenario at a path, or all under a folder. A file that is wrongly written gives a failed result too."""
    found = []
    for file in files(path):
        name = file.relative_to(path).as_posix() if Path(path).is_dir() else file.name
        try:
            result = replace(load(file), name=name).run(rehearse=rehearse).result
        except ScenarioError as fault:
            result = ScenarioResult(name, file.stem, str(fault).removeprefix(file.name).lstrip(":, "))
        except Exception as fault:
            result = ScenarioResult(name, file.stem, slip(fault))
        found.append(result)
    return found
