"""The Earth maps: drawn borders and links are exactly the published adjacency."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from earth import check, pack

ROOT = Path(__file__).parents[2]
MAPS = ROOT / "rules/theomachy/games/cthulhu_wars/data/maps"
TRUTH: dict[str, Any] = json.loads((ROOT / "tools/earth/adjacency.json").read_text(encoding="utf-8"))
# Published; larger ones are cut out of that of six players (`test_worlds.py`).
SIZES = {"earth_3p": 13, "earth_4p_3w5e": 17, "earth_4p_5w3e": 17, "earth_5p": 21, "earth_6p": 24}
CUT = ("earth_7p_a", "earth_7p_b", "earth_8p", "earth_9_11p")
LIMIT = 75_000  # bytes of one file
WORLDS = MAPS.parents[1] / "powers/worlds"
HOUSE = sorted([*MAPS.glob("earth_[789]*.json"), *WORLDS.glob("*/boards/*.json")])


def load(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((MAPS / f"{name}.json").read_text(encoding="utf-8"))
    return data


def test_there_are_the_five_maps_and_four_that_are_cut_further() -> None:
    assert set(SIZES) == set(TRUTH)
    assert {path.stem for path in MAPS.glob("*.json")} == {*SIZES, *CUT}


@pytest.mark.parametrize("path", HOUSE, ids=[path.stem for path in HOUSE])
def test_the_drawing_of_a_house_board_is_its_adjacency(path: Path) -> None:
    raw = path.read_text(encoding="utf-8")
    assert check.faults(json.loads(raw)) == []
    assert pack.text(json.loads(raw)) == raw
    assert len(raw.encode()) < LIMIT
    assert json.loads(raw)["house"] == "this board is house data"


@pytest.mark.parametrize("name", SIZES)
def test_drawing_and_adjacency_agree(name: str) -> None:
    assert check.faults(load(name)) == []


@pytest.mark.parametrize("name", SIZES)
def test_the_file_says_what_is_published(name: str) -> None:
    board, truth = load(name), TRUTH[name]
    assert len(board["areas"]) == SIZES[name]
    names = {area["key"]: area["name"] for area in board["areas"]}
    found = {
        area["name"]: {
            "kind": area["kind"],
            "glyph": area.get("glyph"),
            "adjacent": sorted(names[key] for key in area["near"]),
        }
        for area in board["areas"]
    }
    assert found == {key: value | {"adjacent": sorted(value["adjacent"])} for key, value in truth.items()}


@pytest.mark.parametrize("name", SIZES)
def test_the_file_is_small_and_as_packed(name: str) -> None:
    raw = (MAPS / f"{name}.json").read_text(encoding="utf-8")
    assert len(raw.encode()) < LIMIT
    assert pack.text(json.loads(raw)) == raw
    assert load(name)["house"]


def broken(change: Any) -> list[str]:
    board = copy.deepcopy(load("earth_3p"))
    change(board, {area["key"]: area for area in board["areas"]})
    return check.faults(board)


def test_the_check_finds_a_wrong_neighbour() -> None:
    def befriend(board: Any, areas: Any) -> None:
        areas["africa"]["near"].append("australia")
        areas["australia"]["near"].append("africa")

    def forget(board: Any, areas: Any) -> None:
        areas["africa"]["near"].remove("asia")
        areas["asia"]["near"].remove("africa")

    def half(board: Any, areas: Any) -> None:
        areas["africa"]["near"].append("australia")

    assert broken(befriend) == ["africa and australia are neighbours, but share only 0.0"]
    assert [fault.rsplit(" ", 1)[0] for fault in broken(forget)] == ["africa and asia are no neighbours, but share"]
    assert "africa: neighbour australia does not know it" in broken(half)


def test_the_check_finds_links_slots_and_gaps() -> None:
    def unlink(board: Any, areas: Any) -> None:
        board["links"].clear()

    def stray(board: Any, areas: Any) -> None:
        areas["asia"]["gate"] = [10, 450]

    def gap(board: Any, areas: Any) -> None:
        areas["europe"]["polygons"][0][0][0] += 5

    def lettering(board: Any, areas: Any) -> None:
        areas["europe"]["label_at"] = [1500, 880]

    def unsourced(board: Any, areas: Any) -> None:
        board["source"]["outlines"]["source"] = "hearsay"

    assert broken(unlink) == ["north_atlantic and north_pacific are neighbours, but share only 0.0"]
    assert any("no room for a token" in fault for fault in broken(stray))
    assert any("belongs to" in fault or "cover" in fault for fault in broken(gap))
    assert broken(lettering) == ["europe: lettering outside"]
    assert broken(unsourced) == ["outlines has no source"]
