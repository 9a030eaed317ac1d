"""The position editor: undo, tools by name, faults and mending, and texts that are read but never executed."""

import json
import re
from typing import Any

import pytest

import theomachy as th
from tests.engine.pocket import ISLANDS, Pocket
from theomachy.engine.authoring.editor import Editor
from theomachy.engine.errors import SaveError, ScenarioError, TheoError, UnknownName
from theomachy.engine.game import registry
from theomachy.engine.state import Number
from theomachy.engine.tabletop.palette import Choice, EditError, Tool, Violation, area_of, groups


class Workshop(Pocket):
    """The pocket game with a palette."""

    def palette(self, s: Any) -> tuple[Tool, ...]:
        army = [
            Tool(f"army:{p}", "Pieces", "Army", "place", "spartan", p, p, value=sum(s.army), piece=True) for p in (0, 1)
        ]
        coins = [Tool(f"coins:{p}", "Coins", "Coins", "number", seat=p, value=s.coins[p], high=200) for p in (0, 1)]
        phases = tuple(Choice(i, name) for i, name in enumerate(self.phases))
        return (*army, *coins, Tool("phase", "Turn", "Phase", "choice", value=s.phase, choices=phases),
                Tool("saved", "Turn", "Saved", "toggle", value=s.saved, high=1))  # fmt: skip

    def placed(self, s: Any, tool: str, target: str) -> int:
        i = area_of(target)
        return s.army[i] if s.owner[i] == int(tool[-1]) else 0

    def edit(self, s: Any, tool: str, target: str, value: Any) -> Any:
        s = s.copy()
        word, _, seat = tool.partition(":")
        if word == "army":
            s.owner[area_of(target)], s.army[area_of(target)] = (int(seat) if value else -1), value
        elif word == "coins":
            s.coins[int(seat)] = value
        else:
            setattr(s, word, value)
        return s

    def checks(self, s: Any) -> tuple[tuple[str, str], ...]:
        return (("PG-DEE-002", "Armies have a spirit"), ("PG-PAY-001", "Coins are in range"))


@pytest.fixture(autouse=True)
def workshop_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "games", lambda: {"pocket": Workshop})


@pytest.fixture
def editor() -> Editor:
    return th.editor("pocket", players=2)


def test_tools_by_name_and_areas_by_name(editor: Editor) -> None:
    assert groups(editor.tools) == ("Pieces", "Coins", "Turn")
    assert editor.tool("Aglaia Army").id == editor.tool("army ag").id == "army:0"
    editor.put("Bronteas", "army", Naxos=7, delos=2).set("Phase", "harvest").set("Saved", True)
    assert editor.placed("army:1", editor.area("Naxos")) == 7
    assert (editor.tool("phase").value, editor.tool("saved").value) == (2, 1)
    with pytest.raises(UnknownName, match="did you mean 'Aglaia Army'"):
        editor.tool("Aglaia Armu")
    with pytest.raises(UnknownName, match="no area 'Rhodos'"):
        editor.put("army:0", Rhodos=1)


def test_undo_and_redo(editor: Editor) -> None:
    told: list[int] = []
    stop = editor.listen(lambda e: told.append(e.state.coins[0]))
    start = editor.state.coins[0]
    editor.add("coins:0").add("coins:0", n=2)
    assert editor.state.coins[0] == start + 3
    editor.set("coins:0", start + 3)  # as it is: no step
    editor.undo()
    assert (editor.state.coins[0], editor.can_redo) == (start + 1, True)
    editor.redo().undo().undo()
    assert (editor.can_undo, editor.state.coins[0]) == (False, start)
    with pytest.raises(EditError, match="nothing to undo"):
        editor.undo()
    editor.add("coins:1")
    with pytest.raises(EditError, match="nothing to redo"):
        editor.redo()
    stop()
    editor.undo()
    assert told == [start + 1, start + 3, start + 1, start + 3, start + 1, start, start]


def test_undo_is_bounded(editor: Editor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("theomachy.engine.authoring.editor.MOST_STATES", 5)
    for n in range(20):
        editor.set("coins:0", n + 30)
    while editor.can_undo:
        editor.undo()
    assert editor.state.coins[0] == editor.system.options["coins"]


def test_a_faulty_position_is_made_named_mended_and_not_played(editor: Editor) -> None:
    editor.put("army:0", Naxos=43)
    fault = Violation("PG-DEE-002", "Army of Naxos must be a number from 0 to 40, not 43", ("area:2",))
    assert editor.violations == (fault,)
    assert [check.rule for check in editor.checks] == ["PG-PAY-001"]
    with pytest.raises(EditError, match=r"cannot be played: Army of Naxos .* \[PG-DEE-002\]"):
        editor.game()
    fix = editor.fix(fault)
    assert fix is not None
    assert (fix.sentence, fix.value) == ("Take 3 from Naxos: army of Aglaia", 40)
    editor.set(fix.tool, fix.value, fix.target)
    assert editor.violations == ()
    assert editor.game(seed=3).state.army[2] == 40


def test_a_fault_beside_the_map_is_mended(editor: Editor) -> None:
    editor.set("coins:1", 100)
    (fault,) = editor.violations
    fix = editor.fix(fault)
    assert fix is not None
    assert fix.sentence == "Set Bronteas Coins to 99"
    editor.set("coins:1", 150)
    assert editor.fix(editor.violations[0]) is None


@pytest.mark.parametrize(
    ("tool", "value", "target", "words"),
    [
        ("army:0", 1, "", "no area"),
        ("army:0", 1, "area:9", "no area"),
        ("army:0", 1, "piece:1", "no area"),
        ("army:0", -1, "area:1", "from 0 to 99"),
        ("army:0", True, "area:1", "from 0 to 99"),
        ("coins:0", "many", "", "from 0 to 200"),
        ("coins:0", 1.0, "", "from 0 to 200"),
        ("coins:0", 3, "area:1", "has no area"),
        ("phase", 3, "", "can be omens, deeds, harvest"),
        ("saved", 2, "", "from 0 to 1"),
    ],
)
def test_a_wrong_edit_is_refused(editor: Editor, tool: str, value: Any, target: str, words: str) -> None:
    with pytest.raises(EditError, match=words):
        editor.set(tool, value, target)
    assert not editor.can_undo


def test_taking_what_is_not_there(editor: Editor) -> None:
    with pytest.raises(EditError, match=f"no Bronteas Army on {ISLANDS[0]} to take away"):
        editor.add("army:1", "area:0", -1)
    with pytest.raises(EditError, match="chosen, not counted"):
        editor.add("phase")


def test_the_state_given_is_not_changed() -> None:
    system = Workshop.build(players=2)
    state = system.start()
    Editor(system, state).put("army:0", Naxos=4)
    assert state.army[2] == 0


# -- texts ------------------------------------------------------------------------------------------------------------
PYTHON = """import theomachy as th

editor = th.editor("pocket", players=["Ann", "Bo"])
editor.put("Ann", "army", Naxos=5, Paros=1)
editor.set("Bo coins", 4).add("Bo coins")
game = editor.game(seed=7)
"""


def test_python_with_edits_is_read() -> None:
    editor = Editor.read(PYTHON)
    assert editor.state.coins[1] == 5
    assert editor.placed("Ann army", editor.area("Naxos")) == 5


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("import os\neditor(1)", "imports something else"),
        ("import theomachy, os", "imports something else"),
        ("import theomachy\n__import__('os').system('true')", "line 2 calls '__import__'"),
        ("import theomachy as th\neditor = th.editor(open('x').read())", "something else than plain values"),
        ("import theomachy as th\neditor = th.editor('pocket', **{'players': 2})", "unpacks"),
        ("import theomachy as th\neditor = th.editor('pocket', overlay='x.toml')", "overlay is written out"),
        ("import theomachy as th\nx = 3", "no call of an editor"),
        ("import theomachy as th\nfor x in y: pass", "no call of an editor"),
        ("import theomachy as th", "makes no editor"),
        ("import theomachy as th\neditor.put('plains', D3=1)", "before the editor is made"),
        ("import theomachy as th\neditor = th.editor('pocket')\neditor.replace(1)", "which is no edit"),
        ("import theomachy as th\neditor = th.editor('pocket')\neditor.put(1)", "a tool is given by its name"),
        ("import theomachy as th\neditor = th.editor(5)", "short name"),
        ("import theomachy as th\neditor = th.editor('pocket', name=5)", "name of a position is text"),
        ("import theomachy as th\neditor = th.editor('pocket', position={})", "missing or unknown fields"),
        ("import theomachy as th\neditor = th.editor('pocket', setup={}, position={})", "not by both"),
        ("import theomachy as th\neditor(", "no Python"),
        ("import theomachy as th\neditor(" + "(" * 5000, "no Python"),
        ("import theomachy as th\neditor(" + "-" * 50000 + "1)", "no Python|plain values"),
        ("import theomachy as th\nth.editor('pocket').system.build()", "no call of an editor"),
        ("import theomachy as th\n(lambda: 0)()", "no call of an editor"),
        ("", "empty"),
        ("x" * 600_000, "longer"),
    ],
)
def test_python_that_is_no_position_is_refused_unexecuted(text: str, words: str) -> None:
    with pytest.raises(TheoError, match=words):
        Editor.read(text)


def test_hostile_json_is_refused() -> None:
    good = json.loads(th.editor("pocket").as_json())
    for change in (
        {"format": 2}, {"format": True}, {"game": "chess"}, {"name": 3}, {"setup": {}}, {"position": {}}, {"extra": 1},
        {"setup": good["setup"] | {"players": [[]]}}, {"setup": good["setup"] | {"options": {"coins": []}}},
        {"position": good["position"] | {"army": "ff"}}, {"position": good["position"] | {"hands": [["x"], []]}},
    ):  # fmt: skip
        with pytest.raises(TheoError):
            Editor.read(json.dumps(good | change))
    with pytest.raises(SaveError, match="nested too deeply"):
        Editor.read('{"a":' * 100)
    with pytest.raises(SaveError, match="says one thing twice"):
        Editor.read('{"a": 1, "a": 2}')


def test_what_is_nothing_at_all_is_read_as_a_scenario() -> None:
    with pytest.raises(ScenarioError, match="no TOML"):
        Editor.read("hello")
    with pytest.raises(ScenarioError, match="lacks 'game'"):
        Editor.read('title = "A"')


def test_a_scenario_without_setup_is_the_start() -> None:
    editor = Editor.read('title = "Begin"\ngame = "pocket"\nplayers = 3\n[[step]]\nsay = "Hello"\n')
    assert (editor.name, len(editor.system.seats)) == ("Begin", 3)
    assert editor.system.to_json(editor.state) == editor.system.to_json(editor.system.start())


def test_names_are_quoted_in_every_text() -> None:
    name = 'A "title"\n[[step]] \\ <b>'
    editor = th.editor("pocket", players=['An"n', "Bo\\"], name=name)
    for text in (editor.as_json(), editor.as_python()):
        again = Editor.read(text)
        assert [seat.name for seat in again.system.seats] == ['An"n', "Bo\\"]
        assert again.name == name
    for text in (th.editor("pocket", name=name).as_scenario(), th.editor("pocket").as_scenario(name)):
        again = Editor.read(text)
        assert again.name == name


def test_a_position_that_words_cannot_say_is_no_scenario(editor: Editor, monkeypatch: pytest.MonkeyPatch) -> None:
    said = Workshop.arrange_text  # a game that has no word for what is saved
    monkeypatch.setattr(Workshop, "arrange_text", lambda self, s: re.sub("(?m)^saved.*$", "", said(self, s)))
    editor.put("army:0", Naxos=4).set("saved", True)
    with pytest.raises(EditError, match="copy it as JSON"):
        editor.as_scenario()
    again = Editor.read(editor.as_python())
    assert "position=" in editor.as_python()
    assert again.system.to_json(again.state) == editor.system.to_json(editor.state)
    editor.set("saved", False)
    assert "setup=" in editor.as_python()
    for text in (editor.as_python(), editor.as_scenario("Naxos")):
        assert Editor.read(text).state == editor.state


def test_a_game_without_a_palette_says_so() -> None:
    class Bare(Pocket):
        def palette(self, s: Any) -> tuple[Tool, ...]:
            return ()

    editor = Editor(Bare.build(players=2))
    assert editor.tools == ()
    with pytest.raises(UnknownName, match="none at all"):
        editor.set("army", 3)


def test_a_change_of_one_area_makes_one_brush_and_not_those_of_all_areas(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    brushes = Number.brushes

    def counted(self: Number, at: Any) -> Any:
        for brush in brushes(self, at):
            made.append(1)
            yield brush

    system = Pocket.build(players=2)
    tool = next(tool.id for tool in system.palette(system.start()) if tool.name == "Army")
    monkeypatch.setattr(Number, "brushes", counted)
    after = system.edit(system.start(), tool, "area:2", 7)
    assert (after.army[2], len(made)) == (7, 1)
    assert (system.placed(after, tool, "area:2"), len(made)) == (7, 2)
