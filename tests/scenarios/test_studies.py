"""The studies of the examples: one a game at least, sound under the rules of today, as their script makes them."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

import theomachy as th
from theomachy import shipped
from theomachy.engine.game.registry import games

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples" / "studies"
FILES = sorted(FOLDER.rglob("*.json"))


def script() -> Any:
    spec = importlib.util.spec_from_file_location("make_studies", ROOT / "examples" / "make_studies.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_every_game_has_one_and_it_travels_with_the_package() -> None:
    assert {path.parent.name for path in FILES} == set(games())
    assert all(path.relative_to(ROOT) in shipped.files() for path in FILES)
    assert shipped.studies("demigods") == [path for path in FILES if path.parent.name == "demigods"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_it_is_sound_and_as_its_script_makes_it(path: Path) -> None:
    study = th.study(path)
    assert study.faults() == []
    assert len(study) >= 5
    assert study.asks >= 5
    assert all(each.text and each.say for each in study.chapters)
    for n, each in enumerate(study.chapters, 1):
        book = study.game(n).system.rulebook
        for q, question in enumerate(each.questions, 1):
            assert not question.hint or " " in question.hint or question.hint in book, question.hint
            given = list(question.answer) if question.kind == "which" else question.answer[0]
            assert study.answer(n, q, given).right
    made = script().STUDIES[path.relative_to(FOLDER).with_suffix("").as_posix()]()
    assert made.save() == path.read_text("utf-8")
