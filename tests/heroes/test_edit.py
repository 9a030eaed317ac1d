"""The position editor of Heroes: boxes of sheets, maps, armies, monsters, artefacts, and play from what is lawful."""

from __future__ import annotations

from random import Random

import pytest

import theomachy as th
from theomachy.engine.authoring.editor import Editor
from theomachy.engine.tabletop.beside import WriteBox
from theomachy_widgets.present.desk import painted

FACTIONS = ["gremlins", "elementals", "halflings", "cultists"]
PLAYERS = ["James", "Kate", "Hal", "Greg"]


def lab() -> Editor:
    setup = {"action": "building", "level": 3}
    return th.editor("heroes", players=PLAYERS, factions=FACTIONS, setup=setup)


def same(one: Editor, other: Editor) -> bool:
    return one.system.to_json(one.state) == other.system.to_json(other.state)


def tool(editor: Editor, seat: str, section: str, name: str) -> str:
    """The tool of this name on the page of a player."""
    at = PLAYERS.index(seat)
    (found,) = [t.id for t in editor.system.palette(editor.state) if (t.seat, t.section, t.name) == (at, section, name)]
    return found


def test_each_page_has_sections_in_the_order_of_the_board_and_no_traces_of_the_round() -> None:
    pages: dict[int, list[str]] = {}
    for t in lab().system.palette(lab().state):
        if t.seat >= 0 and t.section not in pages.setdefault(t.seat, []):
            pages[t.seat].append(t.section)
    first = ["Map", "Stock", "Stock values", "Army", "Built"]
    for seat, sections in pages.items():
        assert [s for s in sections if s in first] == first, PLAYERS[seat]
        assert not {s for s in sections if "this round" in s and s != "Done in this round"} - {"Lent for the round"}
    assert "Taverns" in pages[0]
    assert "Taverns" not in pages[1], "only Gremlins have them"
    assert "Drawn on the map" in pages[2]


def test_stock_army_and_structures_are_written() -> None:
    editor = lab()
    editor.set(tool(editor, "James", "Stock", "gold"), 7)
    editor.set(tool(editor, "James", "Army", "Goon"), 5)
    editor.set(tool(editor, "James", "Built", "Slums"), 1)
    sheet = editor.state.sheets[0]
    assert (sheet.stock, sheet.army[0], sheet.built[0]) == ([0, 0, 7], 5, 1)
    assert editor.violations == ()
    assert editor.game().why_not("recruit Goon", who="James").faults == ()


def boxes(editor: Editor, seat: int) -> dict[str, WriteBox]:
    """The boxes of a sheet that a click writes into, by their tools."""
    paper = next(paper for paper in editor.table().papers if paper.seat == seat)
    return {box.tool: box for box in paper.boxes if box.tool}


@pytest.mark.parametrize("seat", range(4))
def test_a_click_on_any_box_of_a_sheet_writes_there(seat: int) -> None:
    """Not on a round: a box of every structure, unit, stock, number, circle and artefact shows what was done."""
    before = boxes(lab(), seat)
    sorts = {tool.split(":")[2].split("=")[0] for tool in before if tool.startswith("sheets:")}
    assert {"built", "army", "stock"} <= sorts
    for tool_, box in before.items():
        editor = lab()
        id_, _, to = tool_.partition("=")
        full = editor.tool(id_).value == editor.tool(id_).high > 1  # with shift a click takes away
        editor.set(id_, painted(editor.tool(id_), take=full, to=to))
        after = boxes(editor, seat)[tool_]
        assert (after.mark, after.text) != (box.mark, box.text), f"{tool_}: {box}"


@pytest.mark.parametrize("seat", range(4))
def test_every_structure_unit_and_artefact_of_a_board_has_its_box(seat: int) -> None:
    editor, faction = lab(), lab().system.config.factions[seat]
    found = boxes(editor, seat)
    assert {f"sheets:{seat}:army:{i}" for i in range(len(faction.units))} <= set(found)
    assert {f"held:{i}={seat}" for i in range(6)} <= set(found)
    assert sum(tool_.startswith(f"sheets:{seat}:built:") for tool_ in found) >= len(faction.blocks)


def test_a_stock_that_has_reached_a_value_has_circled_it() -> None:
    editor = lab()
    editor.set(tool(editor, "James", "Stock", "wood"), 14)
    (fault,) = editor.violations
    assert fault.rule == "HE-GTH-002"
    fix = editor.fix(fault)
    assert fix is not None
    editor.set(fix.tool, fix.value, fix.target)
    assert editor.violations == ()


def test_regions_are_painted() -> None:
    editor = lab()
    kosleen, lox = editor.area("Kosleen"), editor.area("Lox")
    editor.set("sheets:0:region", 1, kosleen)
    editor.set("sheets:0:visited", 1, kosleen)
    editor.set("sheets:0:visited", 1, lox)
    editor.set("sheets:0:founded", 2, lox)
    names = editor.system.config.map.names
    sheet = editor.state.sheets[0]
    assert names[sheet.region] == "Kosleen"
    assert sheet.founded == {names.index("Lox"): 2}
    assert editor.violations == ()
    editor.set("sheets:0:founded", 2, kosleen)
    assert [fault.rule for fault in editor.violations] == ["HE-FND-001"], "no foundation is there"


def test_monsters_and_artefacts() -> None:
    editor = lab()
    editor.set("sheets:3:monsters:0", "beaten")
    editor.set("held:1", "Greg")
    assert editor.system.check(editor.state, {"artefacts": {"Vurt": "Greg"}, "monsters": {"Greg": 1}}) == []
    assert editor.violations == ()


@pytest.mark.parametrize("way", ["as_json", "as_python", "as_scenario"])
def test_a_position_reads_back(way: str) -> None:
    editor = lab()
    editor.set(tool(editor, "James", "Stock", "wood"), 12).set(tool(editor, "Kate", "Army", "Tur"), 6)
    editor.set("sheets:2:layers:0", 1, editor.area("Yreel")).set("sheets:3:monsters:1", "beaten")
    editor.set("held:0", "Kate").set(tool(editor, "Hal", "Built", "Bath House"), 2).set("round", 7)
    assert same(Editor.read(getattr(editor, way)()), editor)


@pytest.mark.parametrize("seed", range(3))
def test_any_lawful_edit_can_be_played_from(seed: int) -> None:
    """Random changes; those after which nothing is impossible make a game that is played a little."""
    rng, editor, played = Random(seed), lab(), 0
    for _ in range(25):
        found = [t for t in editor.system.palette(editor.state) if t.section in ("Stock", "Army", "Built", "Monsters")]
        one = rng.choice(found)
        value = rng.choice(one.choices).value if one.choices else rng.randint(one.low, min(one.high, 9))
        editor.set(one.id, value)
        if editor.violations:
            editor.undo()
            continue
        game = editor.game(seed=seed)
        for _ in range(6):
            if game.over:
                break
            game.play(rng.choice(game.options))
            played += 1
    assert played > 30
