"""The position editor of Demigods: every field of a position can be reached, and what is lawful can be played."""

from random import Random

import pytest

import theomachy as th
from theomachy.engine.authoring.editor import Editor
from theomachy.engine.tabletop.palette import EditError

WORLD = {"plains": "C3 D3 E3 C4 D4 E4 G7 H7", "forests": "F4", "mountains": "G4 G5", "swamps": "F5"}


def lab(**options: object) -> Editor:
    """Two players on a small island, Aglaia's turn to fight."""
    editor = th.editor("demigods", players=["Aglaia", "Bronteas"], **options)  # type: ignore[arg-type]
    for terrain, hexes in WORLD.items():
        editor.put(terrain, **dict.fromkeys(hexes.split(), 1))
    editor.put("Aglaia", "population", D3=12, C4=3).put("Aglaia", "army", F4=5)
    editor.put("Bronteas", "population", G5=2, H7=9).put("Bronteas", "army", G5=3)
    return editor.set("turn", 3).set("phase", "Battle")


def same(one: Editor, other: Editor) -> bool:
    return one.system.to_json(one.state) == other.system.to_json(other.state)


def test_a_position_is_built_and_played() -> None:
    editor = lab()
    assert editor.violations == ()
    game = editor.game(seed=5)
    assert game.decision is not None
    assert game.decision.who == "Aglaia"
    assert any("F4" in option.label for option in game.options)
    assert not game.why_not("attack f4 g5")


def test_the_reserve_and_the_deck_follow() -> None:
    editor = lab()
    assert editor.tool("plains").value == 8
    assert editor.state.pile[2] == 12
    editor.set("Aglaia Plague", 2)
    plague = editor.system.number["Plague"]
    assert editor.state.deck[plague] == 0
    assert editor.violations == ()
    editor.set("Bronteas Plague", 1)
    assert [(f.rule, f.sentence) for f in editor.violations] == [("DG-CRD-001", "there are 3 cards Plague, not 2")]


@pytest.mark.parametrize(
    ("put", "rule", "words"),
    [
        ({"Aglaia population": {"D3": 21}}, "DG-GRO-002", "its limit is 20"),
        ({"Aglaia army": {"A1": 1}}, "DG-MOV-005", "A1, which is water"),
        ({"Aglaia temple": {"D3": 2}}, "DG-TMP-002", "one is the most"),
        ({"have attacked": {"F4": 6}}, "DG-BAT-011", "more fighters of F4 have attacked than stand there"),
        ({"have attacked twice": {"F4": 1}}, "DG-BAT-011", "more fighters of F4"),
        ({"river valleys": dict.fromkeys(("A5", "B5", "C5", "D5", "E5", "F6"), 1)}, "DG-WLD-002", "6 terrain counters"),
    ],
)
def test_faults_name_their_rule_and_are_mended(put: dict[str, dict[str, int]], rule: str, words: str) -> None:
    editor = lab()
    for tool, numbers in put.items():
        editor.put(tool, **numbers)
    assert [fault.rule for fault in editor.violations] == [rule]
    assert words in editor.violations[0].sentence
    with pytest.raises(EditError, match=rule):
        editor.game()
    assert rule not in {check.rule for check in editor.checks}
    fix = editor.fix(editor.violations[0])
    if editor.violations[0].targets:
        assert fix is not None
        editor.set(fix.tool, fix.value, fix.target)
        assert editor.violations == ()
        editor.undo()
    assert editor.undo().violations == ()


@pytest.mark.parametrize(
    ("tool", "value", "area", "rule"),
    [
        ("out:0", 1, "", "DG-GEN-002"),
        ("phase", "Who builds first", "", ""),
        ("phase", "Settling", "", ""),
        ("phase", "Growth", "", "DG-BAT-001"),
        ("whose turn", "Bronteas", "", "DG-BAT-001"),
    ],
)
def test_what_only_an_editor_can_say(tool: str, value: int | str, area: str, rule: str) -> None:
    editor = lab()
    if rule == "DG-BAT-001":
        editor.put("attacked hex", G5=1)
        assert editor.placed("attackers", editor.area("F4")) == 5
    editor.set(tool, value)
    assert {fault.rule for fault in editor.violations} == ({rule} if rule else set())


def test_settling_needs_room() -> None:
    editor = th.editor("demigods", players=2).set("phase", "Settling").set("start:1", 14)
    assert [fault.rule for fault in editor.violations] == ["DG-SET-002"]
    editor.put("plains", D3=1)
    assert editor.violations == ()


def test_a_battle_is_set_up() -> None:
    editor = lab().put("attacked hex", G5=1)
    assert editor.placed("attackers", editor.area("F4")) == 5
    editor.put("attackers", F4=2).set("rounds fought", 1)
    with pytest.raises(EditError, match="needs an attacker"):
        editor.put("attackers", F4=0)
    game = editor.game(seed=1)
    assert game.decision is not None
    assert (game.decision.what, game.decision.prompt) == ("fight on", "Fight on for G5?")
    assert any("roll 4 dice" in event.text for _, event in game.play("yes").trace.walk())


def test_refusals_say_why_and_change_nothing() -> None:
    editor = lab()
    before = editor.system.to_json(editor.state)
    for tool, value, area, words in [
        ("Bronteas army", 1, "D3", "D3 is held by Aglaia"),
        ("fought", 256, "F4", "a number from 0 to 255"),
        ("attacked hex", 1, "A1", "no fighters of Aglaia stand beside A1"),
        ("Aglaia army", 100, "F4", "a number from 0 to 99"),
        ("phase", "Teatime", "", "Phase can be Draw"),
        ("turn", 3, "F4", "has no area"),
        ("water", 0, "A1", "lay another"),
    ]:
        with pytest.raises(EditError, match=words):
            editor.set(tool, value, editor.area(area) if area else "")
    with pytest.raises(EditError, match="no area of the board"):
        editor.set("Aglaia army", 1, "area:100")
    with pytest.raises(EditError, match="to take away"):
        editor.add("Aglaia army", editor.area("A1"), -1)
    with pytest.raises(th.UnknownName, match="did you mean"):
        editor.set("Aglaia armee", 1, "area:3")
    assert editor.system.to_json(editor.state) == before


def full() -> Editor:
    """A position that uses every family of tools."""
    editor = lab(name="West Island falls")
    editor.put("Aglaia temple", C3=1).put("Bronteas monster", G4=1)
    editor.set("Aglaia Blight in force", 1, editor.area("F5")).set("Bronteas Holy War in force", 1)
    editor.set("hands:0:4", 2).set("hands:1:6", 1).set("discard:2", 1)
    editor.put("attacked hex", G5=1).put("fought", F4=5).put("raised", D3=1).put("lost:1:1", G5=2)
    return editor.set("who went first", "Bronteas")


@pytest.mark.parametrize("way", ["as_json", "as_python", "as_scenario"])
def test_a_position_reads_back(way: str) -> None:
    editor = full()
    assert editor.violations == ()
    again = Editor.read(getattr(editor, way)())
    assert same(again, editor)
    assert again.name == editor.name
    assert again.system.setup() == editor.system.setup()


def test_the_python_runs() -> None:
    editor = full()
    space: dict[str, Editor] = {}
    exec(editor.as_python(), space)  # noqa: S102
    assert same(space["editor"], editor)


def test_every_field_of_a_played_position_can_be_edited_away() -> None:
    """From any position of real play the tools lead back to the beginning: no field is out of reach."""
    rng = Random(3)
    game = th.new("demigods", players=3, seed=3)
    while not game.over and game.state.turn < 12:
        game.play(rng.choice(game.options))
    editor, start = Editor.of(game), th.editor("demigods", players=3)
    assert not same(editor, start)
    for _ in range(3):  # what rests on other things is gone once they are
        for tool in editor.tools:
            first = start.tool(tool.id) if any(t.id == tool.id for t in start.tools) else None
            for area in editor.table().board.areas if tool.kind == "place" else ():
                wanted = start.placed(tool.id, area.target) if first else 0
                if editor.placed(tool.id, area.target) != wanted and (wanted or tool.id != "terrain:0"):
                    editor.set(tool.id, wanted, area.target)
            if first is not None and tool.kind != "place" and editor.tool(tool.id).value != first.value:
                editor.set(tool.id, first.value)
    assert same(editor, start)


@pytest.mark.parametrize("seed", range(8))
def test_what_has_no_fault_can_be_played(seed: int) -> None:
    """Random edits; whenever nothing is impossible, a game goes on from there without breaking the rules."""
    rng, played = Random(seed), 0
    editor = lab() if seed % 2 else th.editor("demigods", players=2 + seed % 3)
    areas = [area.target for area in editor.table().board.areas]
    for _ in range(150):
        tool = rng.choice(editor.tools)
        target = rng.choice(areas) if tool.kind == "place" else ""
        value = rng.choice(tool.choices).value if tool.kind == "choice" else rng.randint(0, min(tool.high, 6))
        try:
            editor.set(tool.id, value, target)
        except EditError:
            continue
        if editor.violations:
            if rng.random() < 0.9:
                editor.undo()
            continue
        if rng.random() < 0.3:
            game = editor.game(seed=seed)
            for _ in range(15):
                if game.over:
                    break
                game.play(rng.choice(game.options))
            assert not editor.system.violations(game.position.base)
            played += 1
    assert played > 1


def test_every_rule_that_is_named_exists() -> None:
    editor = lab()
    named = {tool.rule for tool in editor.tools} | {check.rule for check in editor.checks}
    assert sorted(rule for rule in named - {""} if rule not in editor.system.rulebook) == []
    assert len({tool.id for tool in editor.tools}) == len(editor.tools)


def attacking() -> Editor:
    """An editor of a position in which an attack has its target, and waits for the number of its fighters."""
    game = lab().game(seed=5).play("attack f4 g5")
    assert game.position.decision is not None
    assert game.position.decision.what == "attackers"
    return Editor.of(game)


def test_an_edit_gives_up_the_action_under_way() -> None:
    editor = attacking()
    names = editor.system.grid.names
    assert (editor.state.doing, [names[h] for h in editor.state.asked]) == ("attack", ["F4", "G5"])
    assert editor.violations == ()
    assert editor.game(seed=5).position.decision.what == "attackers"  # the step goes on inside
    for change in ({"Aglaia army": {"F4": 4}}, {"have attacked": {"F4": 1}}):  # a tool of the game's own, and a field
        editor = attacking()
        for tool, areas in change.items():
            editor.put(tool, **areas)
        assert (editor.state.doing, editor.state.asked) == ("", ())
        assert editor.game(seed=5).position.decision.what == "battle"


@pytest.mark.parametrize(
    "bent",
    [
        {"doing": "move"},
        {"doing": "fly"},
        {"doing": ""},
        {"asked": [0, 1]},
        {"asked": [0, 1, 2]},
        {"phase": 1},
        {"owner": "00" * 100},  # nobody holds anything
    ],
)
def test_an_action_under_way_is_one_that_could_have_been_chosen(bent: dict[str, object]) -> None:
    editor = attacking()
    raw = editor.system.to_json(editor.state)
    assert "an action is under way" not in str(editor.system.violations(editor.system.from_json(raw)))
    assert "an action is under way" in str(editor.system.violations(editor.system.from_json({**raw, **bent})))
