"""Every scenario file of the examples, in strict mode, with clone, save and undo compared after each step."""

from collections.abc import Callable
from pathlib import Path

import pytest

from theomachy.engine.authoring import scenario
from theomachy.engine.game.registry import games

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "examples" / "scenarios"
FILES = sorted(FOLDER.rglob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=[path.relative_to(FOLDER).as_posix() for path in FILES])
def test_scenario(path: Path, proves: Callable[..., None]) -> None:
    found = scenario.load(path)
    proves(*found.rules)
    result = found.run(rehearse=True).result
    assert result.ok, str(result)


def test_every_game_has_scenarios_in_its_folder() -> None:
    for path in FILES:
        assert scenario.load(path).game == path.relative_to(FOLDER).parts[0], path
    assert {path.relative_to(FOLDER).parts[0] for path in FILES} == set(games())
