"""The checks of tools/house.py: the repository passes them, and each fails on a tree that is made wrong."""

import json
from collections.abc import Callable
from pathlib import Path

import house
import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("check", house.CHECKS, ids=lambda check: check.__name__)
def test_the_repository_passes(check: Callable[[Path], list[str]]) -> None:
    assert check(ROOT) == []


def test_the_checks_see_the_repository() -> None:
    seen = {path.relative_to(ROOT).as_posix() for path in house.files(ROOT)}
    assert {"pyproject.toml", ".ci/run", "tools/house.py", "tests/house/test_house.py"} <= seen
    assert not any(path.startswith((".git/", ".venv/", "build/")) for path in seen)


def write(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    "line",
    [
        "import random",
        "from random import choice",
        "import time",
        "from datetime import date",
        "def f():\n    import pickle",
        "import subprocess",
        "import os\nos.system('ls')",
        "from os import system",
        "eval('1')",
        "exec('a = 1')",
        "__import__('random')",
        "if TYPE_CHECKING:\n    pass\nelse:\n    import random",
    ],
)
@pytest.mark.parametrize("folder", ["engine", "games/some_game", "games/some_game/powers"])
def test_a_rule_that_cannot_be_replayed_is_found(tmp_path: Path, folder: str, line: str) -> None:
    write(tmp_path, f"rules/theomachy/{folder}/bad.py", line)
    assert house.repeatable_rules(tmp_path)


@pytest.mark.parametrize(
    "line",
    [
        "import re\nre.compile('a')",
        "from . import time",
        "import os\nos.fsync(3)",
        "if TYPE_CHECKING:\n    from random import Random",
    ],
)
def test_harmless_rules_pass(tmp_path: Path, line: str) -> None:
    write(tmp_path, "rules/theomachy/engine/good.py", line)
    assert house.repeatable_rules(tmp_path) == []


def test_luck_has_one_door(tmp_path: Path) -> None:
    write(tmp_path, "rules/theomachy/engine/runtime/sampling.py", "import random")
    assert house.repeatable_rules(tmp_path) == []
    write(tmp_path, "rules/theomachy/engine/runtime/sampling.py", "import random\nimport time")
    assert house.repeatable_rules(tmp_path) == ["rules/theomachy/engine/runtime/sampling.py:2: imports time"]


@pytest.mark.parametrize(
    "line",
    [
        "import pickle",
        "import dill as d",
        "from joblib import load",
        "import pandas\npandas.read_pickle('x')",
        "import numpy\nnumpy.load('x', allow_pickle=True)",
    ],
)
def test_unpickling_is_found(tmp_path: Path, line: str) -> None:
    write(tmp_path, "widgets/some.py", line)
    assert house.no_unpickling(tmp_path)


def test_loading_without_pickles_passes(tmp_path: Path) -> None:
    write(tmp_path, "widgets/some.py", "import numpy\nnumpy.load('x', allow_pickle=False)")
    assert house.no_unpickling(tmp_path) == []


# Put together here, so that this file does not hold what the check looks for.
@pytest.mark.parametrize(
    "parts",
    [
        ("see https://py", "pi.org/simple"),
        ("https://files.python", "hosted.org/x"),
        ("http://deb.deb", "ian.org"),
        ("registry.npm", "js.org"),
        ("path = '/wo", "rk/main'"),
        ("cd /ro", "ot/x"),
        ("/ho", "me/ann/notes"),
        ("open('/tm", "p/x')"),
    ],
)
def test_hosts_and_machine_paths_are_found(tmp_path: Path, parts: tuple[str, str]) -> None:
    write(tmp_path, "docs/notes.md", "".join(parts))
    assert house.no_foreign_names(tmp_path)


@pytest.mark.parametrize(
    "line", ["#!/usr/bin/env bash", "rules/work/x", "https://example.com/work/a", "and/or", "./tmp/x"]
)
def test_other_slashes_pass(tmp_path: Path, line: str) -> None:
    write(tmp_path, "docs/notes.md", line)
    assert house.no_foreign_names(tmp_path) == []


def notebook(**cell: object) -> dict[str, object]:
    return {
        "cells": [{"cell_type": "code", "source": "1", "metadata": {}, "outputs": [], "execution_count": None} | cell],
        "metadata": {},
        "nbformat": 4,
        "nbformat_minor": 5,
    }


@pytest.mark.parametrize(
    "book",
    [
        notebook(execution_count=3),
        notebook(outputs=[{"output_type": "stream", "name": "stdout", "text": "1"}]),
        notebook() | {"metadata": {"widgets": {}}},
    ],
    ids=["counter", "output", "widgets"],
)
def test_a_notebook_that_was_run_is_found_and_can_be_stripped(tmp_path: Path, book: dict[str, object]) -> None:
    import strip_notebooks

    write(tmp_path, "notebooks/a.ipynb", json.dumps(book))
    assert house.bare_notebooks(tmp_path)
    strip_notebooks.main([str(tmp_path)])
    assert house.bare_notebooks(tmp_path) == []
    assert json.loads((tmp_path / "notebooks/a.ipynb").read_text())["cells"][0]["source"] == "1"


def test_a_game_that_lacks_a_file_is_found(tmp_path: Path) -> None:
    game = tmp_path / "rules/theomachy/games/some_game"
    for name in house.GAME_FILES:
        write(game, name if "." in name else f"{name}/x.toml", "")
    assert house.same_files_in_every_game(tmp_path) == []
    write(tmp_path, "rules/theomachy/games/no_game_yet/data/map.toml", "")
    assert house.same_files_in_every_game(tmp_path) == []
    (game / "rules/score.py").unlink()
    assert house.same_files_in_every_game(tmp_path) == ["rules/theomachy/games/some_game: lacks rules/score.py"]


@pytest.mark.parametrize("line", ["a==1 @ file:x", "-e .", "a @ git+x", "a>=1", "--find-links x", ""])
def test_a_constraint_of_another_form_is_found(tmp_path: Path, line: str) -> None:
    write(tmp_path, "constraints.txt", f"good==1.0\n{line}\n")
    assert house.plain_constraints(tmp_path)


def test_the_command_prints_complaints_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, "constraints.txt", "good==1.0\n")
    assert house.main([str(tmp_path)]) == 0
    write(tmp_path, "some.py", "import pickle")
    assert house.main([str(tmp_path)]) == 1
    assert capsys.readouterr().out == "some.py:1: imports pickle\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("const a = 1;\n", "// @ts-check"),
        ("// @ts-check\n// " + "x" * 118 + "\n", "a line of 121 signs"),
        ("// @ts-check\n// @ts-ignore\n", "excused"),
        ("// @ts-check\n/* @ts-nocheck */\n", "excused"),
        ("// @ts-check\n// biome-ignore lint/style/noVar:\n", "excused"),
    ],
)
def test_scripts_that_are_not_typed_wide_or_excused_are_refused(text: str, says: str, tmp_path: Path) -> None:
    write(tmp_path, "widgets/a.js", text)
    (complaint,) = house.typed_scripts(tmp_path)
    assert complaint.startswith("widgets/a.js:")
    assert says in complaint


def test_typed_scripts_pass(tmp_path: Path) -> None:
    write(tmp_path, "a.js", "// @ts-check\n// " + "x" * 117 + "\n// @ts-expect-error the library lacks it\n")
    write(tmp_path, "node_modules/b.js", "const a = 1;\n")
    assert house.typed_scripts(tmp_path) == []
