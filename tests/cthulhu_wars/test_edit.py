"""The position editor of Cthulhu Wars: figures and pools, gates and keepers, cards, and play from what is lawful."""

from random import Random

import pytest

import theomachy as th
from theomachy.engine.authoring.editor import Editor
from theomachy.engine.errors import ScenarioError, UnknownName
from theomachy.engine.tabletop.palette import EditError
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.rules.domains import POOL


def lab(players: int = 4) -> Editor:
    return th.editor("cthulhu_wars", players=players).set("phase", "Action")


def same(one: Editor, other: Editor) -> bool:
    return one.system.to_json(one.state) == other.system.to_json(other.state)


def test_figures_come_from_the_pool() -> None:
    editor = lab().put("GC Deep One", Arabia=2, Europe=1).put("GC Starspawn", Arabia=2).put("GC Shoggoth", Arabia=1)
    assert editor.violations == ()
    assert editor.tool("GC Deep One").value == 3
    editor.put("GC Deep One", Scandinavia=2)
    (fault,) = editor.violations
    assert (fault.rule, fault.sentence) == ("CW-UNI-006", "Great Cthulhu has 5 of 4 Deep One")
    fix = editor.fix(fault)
    assert fix is not None
    editor.set(fix.tool, fix.value, fix.target)
    assert editor.violations == ()
    assert editor.tool("GC Deep One").value == 4


def test_gates_have_keepers() -> None:
    editor = lab().put("GC Acolyte", Arabia=1).put("GC held gate", Arabia=1)
    area = editor.area("Arabia")
    assert (editor.placed("GC held gate", area), editor.placed("Gate", area)) == (1, 1)
    with pytest.raises(EditError, match="nobody in Arabia who could stand on the gate"):
        editor.put("BG held gate", Arabia=1)
    editor.put("GC Acolyte", Arabia=0)
    assert (editor.placed("GC held gate", area), editor.placed("Gate", area)) == (0, 1)
    editor.put("Gate", Arabia=0)
    assert editor.placed("Gate", area) == 0
    assert editor.violations == ()


def test_signs_come_from_the_bag() -> None:
    editor = lab()
    bag = editor.state.bag
    editor.set("GC Elder Signs worth 1", 3)
    assert (editor.state.signs[0], editor.state.bag) == ((1, 1, 1), [bag[0] - 3, *bag[1:]])
    editor.set("GC Elder Signs worth 1", 0)
    assert editor.state.bag == bag
    editor.set("GC Elder Signs worth 3", bag[2] + 1)
    assert [fault.rule for fault in editor.violations] == ["CW-ES-001"]


def test_a_spellbook_needs_a_requirement_met() -> None:
    editor = lab().set("books:0:1", 1)
    assert [fault.rule for fault in editor.violations] == ["CW-SPB-001"]
    fix = editor.fix(editor.violations[0])
    assert fix is not None
    editor.set("open:0:2", 1)
    assert editor.violations == ()
    assert editor.state.count_books(0) == 1


@pytest.mark.parametrize("way", ["as_json", "as_python", "as_scenario"])
def test_a_position_reads_back(way: str) -> None:
    editor = (
        lab().put("GC Cthulhu", Arabia=1).put("GC Acolyte", south_pacific=4, Arabia=1).put("GC held gate", Arabia=1)
    )
    editor.set("open:0:0", 1).set("books:0:3", 1).set("GC power", 9).set("CC doom", 12).set("ritual track", 2)
    editor.set("sign:2:1", 2).set("captive:1:0", 1).put("BG Ghoul", Arabia=2).set("round", 4)
    editor.set("whose turn", "Black Goat").set("direction", "Counterclockwise")
    assert editor.violations == ()
    again = Editor.read(getattr(editor, way)())
    assert same(again, editor)


def test_an_action_under_way_can_be_ended() -> None:
    rng = Random(1)
    game = th.new("cthulhu_wars", players=3, seed=1)
    while game.state.battle is None:
        game.play(rng.choice(game.options))
    editor = Editor(game.system, game.state)
    editor.set("an action is under way", 0)
    assert (editor.state.battle, editor.state.doing) == (None, "")
    assert editor.game().decision is not None


@pytest.mark.parametrize("seed", range(6))
def test_what_has_no_fault_can_be_played(seed: int) -> None:
    """Random edits; whenever nothing is impossible, a game goes on from there without breaking the rules."""
    rng, played = Random(seed), 0
    editor = lab(2 + seed % 3)
    areas = [area.target for area in editor.table().board.areas]
    for _ in range(120):
        tool = rng.choice(editor.tools)
        target = rng.choice(areas) if tool.kind == "place" else ""
        value = rng.choice(tool.choices).value if tool.kind == "choice" else rng.randint(tool.low, min(tool.high, 3))
        try:
            editor.set(tool.id, value, target)
        except EditError:
            continue
        if editor.violations:
            editor.undo()
            continue
        if rng.random() < 0.2:
            game = editor.game(seed=seed)
            for _ in range(12):
                if game.over:
                    break
                game.play(rng.choice(game.options))
            assert not editor.system.violations(game.position.base)
            played += 1
    assert played > 3


def test_every_rule_that_is_named_exists() -> None:
    editor = lab()
    named = {tool.rule for tool in editor.tools} | {check.rule for check in editor.checks}
    assert sorted(rule for rule in named - {""} if rule not in editor.system.rulebook) == []
    assert len({tool.id for tool in editor.tools}) == len(editor.tools)


# -- gates of a sort ---------------------------------------------------------------------------------------------------
SULTAN = ["daemon_sultan", "great_cthulhu", "black_goat", "yellow_sign"]


def sultan() -> Editor:
    return th.editor("cthulhu_wars", factions=SULTAN).set("phase", "Action")


def test_a_gate_of_a_sort_is_laid_and_taken_by_its_own_tool() -> None:
    editor = sultan().put("DS Acolyte", Arabia=1).put("DS held gate", Arabia=1).put("Gate: Chaos", Arabia=1)
    index, s = editor.state.config.map.index, editor.state
    area, europe = index["Arabia"], index["Europe"]
    assert (s.sort(area), s.holder(area), editor.tool("Gate: Chaos").value) == ("Chaos", 0, 1)
    editor.put("Gate: Chaos", Arabia=0)
    assert (editor.state.sort(area), editor.state.holder(area)) == ("", 0), "the gate stays, a plain one"
    editor.put("Gate: Chaos", Europe=1)
    assert (editor.state.sort(europe), editor.placed("Gate", editor.area("Europe"))) == ("Chaos", 1), (
        "it brings its gate"
    )
    editor.put("Gate", Europe=0)
    assert (editor.state.sorts, editor.violations) == ((), ())


def test_only_who_can_make_such_gates_brings_the_tool() -> None:
    with pytest.raises(UnknownName):
        lab().put("Gate: Chaos", Arabia=1)


@pytest.mark.parametrize("way", ["as_json", "as_python", "as_scenario"])
def test_a_position_with_a_gate_of_a_sort_reads_back(way: str) -> None:
    editor = sultan().put("DS Acolyte", Arabia=2).put("DS held gate", Arabia=1).put("Gate: Chaos", Arabia=1, Europe=1)
    again = Editor.read(getattr(editor, way)())
    assert same(again, editor)
    assert again.state.sort(again.state.config.map.index["Arabia"]) == "Chaos"


def test_a_scenario_says_and_expects_the_sort_of_a_gate() -> None:
    game = CthulhuWars.build(options={"factions": SULTAN})
    setup = {"units": {"DS": {"Arabia": "Acolyte"}}, "gates": {"Arabia": "DS", "Europe": "abandoned"}}
    s = game.arrange(setup | {"gate_sorts": {"Arabia": "chaos"}})
    assert s.sort(s.config.map.index["Arabia"]) == "Chaos"
    assert game.check(s, {"gate_sorts": {"Arabia": "Chaos", "Europe": "plain"}}) == []
    assert game.check(s, {"gate_sorts": {"Europe": "Chaos"}}) == ["gate_sorts.Europe: expected Chaos, found plain"]
    with pytest.raises(ScenarioError, match="no sort of gate in this game: plain, chaos"):
        game.arrange(setup | {"gate_sorts": {"Arabia": "Order"}})
    with pytest.raises(ScenarioError, match=r"no sort of gate in this game: plain$"):
        CthulhuWars.build(players=4).arrange({"units": {}, "gate_sorts": {"Arabia": "Chaos"}})


def test_there_is_no_sort_without_a_gate() -> None:
    game = CthulhuWars.build(options={"factions": SULTAN})
    s = game.arrange({"units": {"DS": {"Arabia": "Acolyte"}}, "gate_sorts": {"Europe": "Chaos"}})
    assert [fault[:2] for fault in game.violations(s)] == [
        ("CW-GAT-001", "there is no gate in Europe that could be Chaos")
    ]


def test_a_colour_gate_is_laid_once_and_its_tools_are_those_of_a_table_with_the_box() -> None:
    editor = th.editor("cthulhu_wars", players=3, things=["colour_out_of_space"]).set("phase", "Action")
    tools = [tool for tool in editor.tools if tool.name.startswith("Gate: ")]
    assert [(tool.name, tool.most) for tool in tools][:2] == [("Gate: Blue", 1), ("Gate: Green", 1)]
    assert len(tools) == 10
    editor.put("Gate: Blue", Africa=1)
    africa = editor.state.config.map.index["Africa"]
    assert (editor.state.sort(africa), editor.violations) == ("Blue", ())
    editor.put("Gate: Blue", Europe=1)
    assert [fault[1] for fault in editor.violations] == ["there are more than 1 gates of the sort Blue"]
    assert same(Editor.read(editor.as_json()), editor)


def test_a_demon_on_the_map_brings_its_card_and_nobody_puts_a_unit_that_stands_for_another() -> None:
    things = ["masks_of_nyarlathotep", "ramsey_campbell_horrors_1"]
    editor = th.editor("cthulhu_wars", players=3, things=things).set("phase", "Action")
    assert not [tool.name for tool in editor.tools if "Commanded" in tool.name]
    demon = next(tool for tool in editor.tools if tool.name == "Dark Demon" and tool.seat == 1)
    editor.put(demon.id, Africa=1)
    s = editor.state
    kinds = [next(k for k, u in enumerate(card.units) if u.key == "dark_demon") for card in s.config.factions]
    assert (s.cards[0], [s.n(f, k, POOL) for f, k in enumerate(kinds)], editor.violations) == (1, [1, 0, 1], ())
    guest = s.config.guests[0]
    s.take_card(0, s.config.owned[0][guest])
    assert editor.system.violations(s) == []
    s.move(0, guest, s.out(0), 3)
    assert [fault[0] for fault in editor.system.violations(s)] == ["CW-BAT-002"]
    assert same(Editor.read(editor.as_json()), editor)
