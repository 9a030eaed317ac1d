"""The saved games that come with the library: small, sound, and worth a look."""

import json
from pathlib import Path

import pytest

import theomachy as th

FOLDER = Path(__file__).parents[2] / "examples" / "saves"
SAVES = sorted(FOLDER.glob("*/*.json"))


def test_there_are_some() -> None:
    assert {path.name for path in SAVES} >= {"two_rivers.json", "three_shores.json"}


def test_every_game_has_one_with_a_title() -> None:
    assert {path.parent.name for path in SAVES} == set(th.catalogue())
    titles = [json.loads(path.read_text("utf-8"))["names"]["title"] for path in SAVES]
    assert all(titles)
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_a_saved_game_is_small_ends_and_can_be_analysed(path: Path) -> None:
    assert path.stat().st_size < 200_000
    game = th.load(path)
    assert game.slug == path.parent.name
    assert game.over
    written, read = json.loads(game.save()), json.loads(path.read_text("utf-8"))
    assert {key: written[key] for key in read if key not in ("format", "rules")} == {
        key: value for key, value in read.items() if key not in ("format", "rules")
    }
    assert not game.notice
    analysis = th.analyse(path)
    assert analysis.winners == game.winners
    if game.slug != "heroes":  # a game without dice
        assert analysis.summary()[0]["dice"] > 0
    assert 3 <= len(analysis.key_moments()) <= 6


def test_two_rivers_has_names_a_branch_and_notes() -> None:
    game = th.load(FOLDER / "demigods" / "two_rivers.json")
    assert [seat.name for seat in game.seats] == ["Aglaia", "Bronteas"]
    assert game.names["title"] == "Two rivers"
    ((at, line),) = game.tree.branches()
    assert game.tree.nodes[line[0]].name == "Nobody attacks"
    assert game.tree.nodes[at].note
    assert game.tree.nodes[line[-1]].note
