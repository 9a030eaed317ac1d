"""The option `data`: boards and scenarios of a player's own, from a file or as tables, kept whole in saves."""

from __future__ import annotations

import copy
import json
import random
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import theomachy as th
from theomachy import app
from theomachy.engine.authoring import scenario
from theomachy.engine.errors import DataError, ScenarioError, TheoError

HERE = Path(__file__).parent / "ground"
GROUND = HERE / "proving_ground.toml"
TABLES = tomllib.loads(GROUND.read_text("utf-8"))
PAGE = Path(__file__).resolve().parents[2] / "docs" / "boards.md"
EXAMPLE = tomllib.loads(re.findall(r"```toml\n(.*?)```", PAGE.read_text("utf-8"), re.S)[-1])
ARMIES = [["hoplites"], ["spartans"]]
FILES = [path for path in sorted(HERE.glob("*.toml")) if path != GROUND]


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_scenario_on_the_proving_ground(path: Path, proves: Callable[..., None]) -> None:
    found = scenario.load(path)
    proves(*found.rules)
    result = found.run(rehearse=True).result
    assert result.ok, str(result)


def test_there_are_scenarios_on_the_proving_ground() -> None:
    assert len(FILES) > 5


@pytest.mark.parametrize("data", [GROUND, TABLES], ids=["a file", "tables"])
def test_a_board_of_ones_own_is_played_and_saved(data: object, tmp_path: Path) -> None:
    game = th.new("mythic_battles", data=data, armies=ARMIES, seed=3)
    assert game.system.config.map.boards[0].name == "The Proving Ground"
    game.play(game.options[0].label)
    kept = tmp_path / "game.json"
    game.save(kept)
    assert str(GROUND) not in kept.read_text("utf-8"), "no path is in a save"
    loaded = th.load(kept)
    assert loaded.system.setup() == game.system.setup()
    assert loaded.system.config.map.names == game.system.config.map.names


def test_the_setup_is_plain_data() -> None:
    setup = th.new("mythic_battles", data=GROUND, armies=ARMIES).system.setup()
    assert json.loads(json.dumps(setup)) == setup


def test_a_scenario_of_ones_own_is_played() -> None:
    game = th.new("mythic_battles", data=EXAMPLE, scenario="ferry")
    assert game.system.config.scenario is not None
    assert [board.slug for board in game.system.config.map.boards] == ["two_fields"]


def test_the_command_line_reads_a_file() -> None:
    system = app.build("mythic_battles", seats="2", options=[f"data=@{GROUND}"])
    assert [board.slug for board in system.config.map.boards] == ["proving_ground"]


def test_a_name_is_no_file() -> None:
    """What comes out of a save or a page of the web is words and tables: it must not open files here."""
    for named in (str(GROUND), f"@{GROUND}"):
        with pytest.raises(DataError, match="a table of boards and scenarios"):
            th.new("mythic_battles", players=2, data=named)


@pytest.mark.parametrize("named", ["@../test_boards.py", "@/etc/passwd", "@..\\x.toml", "@nobody.toml"])
def test_a_scenario_names_files_of_its_own_folder_alone(named: str, tmp_path: Path) -> None:
    path = tmp_path / "one.toml"
    path.write_text(
        f'title = "x"\ngame = "mythic_battles"\noptions = {{ data = {json.dumps(named)} }}\n[[step]]\nplay = "x"\n',
        "utf-8",
    )
    with pytest.raises(ScenarioError):
        scenario.load(path)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"boards": {}}, "there is no 'boards'"),
        ({"board": {"x.y": {}}}, "there is no 'board.x.y'"),
        ({"board": {"sunken_sanctuary": TABLES["board"]["proving_ground"]}}, "a board 'sunken_sanctuary' already"),
        ({"board": {"x": {"size": [1, -1]}}}, "board.x.size must be a list of 2, each a whole number"),
        ({"board": {"x": {"name": "a\nb"}}}, "board.x.name must be a text of at most 80 signs"),
        ({"board": {"x": {"area": []}}}, "board.x.area must be a table"),
        ({"board": {"x": {"name": "X"}}}, "does not say its players"),
    ],
)
def test_a_wrong_table_is_told(wrong: dict[str, Any], told: str) -> None:
    with pytest.raises(DataError, match=re.escape(told)):
        th.new("mythic_battles", players=2, data=wrong)


def _paths(table: dict[str, Any], at: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for key, value in table.items():
        yield (*at, key)
        if isinstance(value, dict):
            yield from _paths(value, (*at, key))


WEIRD = (
    -1, 0, 99, "x", "", None, [], [[]], {}, {"value": 3}, {"value": {}, "source": "house", "where": "x"}, True, 1.5,
    ["a1"], [["a"]], [[1, 2]], "rift", "chains", ["a1", "a1"], [9], "adventure", ["hoplites"],
)  # fmt: skip


@pytest.mark.parametrize("seed", range(60))
def test_whatever_is_broken_is_a_sentence(seed: int) -> None:
    """A table with something missing or of a wrong kind is played, or refused with a sentence: nothing else."""
    rng = random.Random(seed)
    source, chosen = rng.choice(
        [(TABLES, {"players": 2}), (EXAMPLE, {"scenario": "ferry"}), (EXAMPLE, {"players": 2, "board": "two_fields"})]
    )
    broken = copy.deepcopy(source)
    *way, last = rng.choice(list(_paths(broken)))
    table: Any = broken
    for key in way:
        table = table[key]
    if rng.random() < 0.4:
        del table[last]
    else:
        table[last] = rng.choice(WEIRD)
    try:
        game = th.new("mythic_battles", data=broken, **chosen)
    except TheoError as fault:
        told = str(fault)
    else:
        told = game.decision.prompt if game.decision else ""
    assert told
