"""Two positions side by side, and the rule browser: generic differences, views, faults, channels."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from ipywidgets.widgets.widget import _instances

import theomachy as th
from tests.engine.walks import game as pocket
from tests.widgets.fixtures import hex_table
from theomachy.engine.errors import IllegalAnswer, UnknownName
from theomachy.engine.game.game import Game
from theomachy.engine.tabletop.table import Place, Sheet, Slot, Track
from theomachy_widgets.compare import Compare
from theomachy_widgets.present.compare import Pair, differences, node_of
from theomachy_widgets.rules import rule_page

BATTLE = Path(__file__).parents[1] / "engine" / "pocket_scenarios"


pytestmark = pytest.mark.usefixtures("no_widget_is_left")


def branched(seed: int = 3) -> tuple[Game, int, int]:
    """A game with two ends: the second line leaves the first at a person's answer, after about ten answers."""
    game, rng = pocket(seed=seed), Random(seed)
    while len(game.position.log()) < 24 and not game.over:
        game.play(rng.choice(game.options))
    end, tree = game.here, game.tree
    path = tree.path(end)
    for at in range(10, len(path) - 1):
        decision, entry = tree.nodes[path[at]].position.decision, tree.nodes[path[at + 1]].entry
        if (
            decision is not None
            and entry is not None
            and decision.player >= 0
            and len(decision.options) > 1
            and entry.who >= 0
        ):
            game.go(path[at])
            game.play(next(o for o in game.options if o.value != entry.answer))
            break
    while tree.nodes[game.here].depth < 20 and not game.over:
        game.play(game.options[-1])
    assert game.here not in path
    return game, end, game.here


def fork_of(game: Game, a: int, b: int) -> int:
    """The last position that both lines share."""
    return [n for n in game.tree.path(a) if n in game.tree.path(b)][-1]


# -- what differs -----------------------------------------------------------------------------------------------------
def test_every_kind_of_thing_on_a_table_is_compared() -> None:
    a = hex_table()
    area = a.board.areas[12]
    sheet = Sheet(0, "waits", (), slots=(("Books", (Slot("Storm", "", "", False),)),))
    a = replace(
        a, tracks=(Track("Ritual", ("5", "6"), 0),), sheets=(sheet,), places=(Place(area.id, "gate", "Gate", "g"),)
    )
    moved = [replace(p, count=p.count + 2) if i == 0 else p for i, p in enumerate(a.pieces)]
    ground = tuple(replace(x, kind="swamps") if x.id == area.id else x for x in a.board.areas)
    b = replace(
        a,
        pieces=tuple(moved),
        board=replace(a.board, areas=ground),
        tracks=(Track("Ritual", ("5", "6"), 1),),
        sheets=(replace(sheet, slots=(("Books", (Slot("Storm", "", "", True),)),), tokens=("first player",)),),
        places=(Place(area.id, "gate", "Gate", "g", 1),),
        tints=(),
    )
    found = {d.what: (d.before, d.after) for d in differences(a, b)}
    first = a.pieces[0]
    where = next(x.name for x in a.board.areas if x.id == first.area)
    assert found == {
        f"Ground of {area.name}": (area.kind.replace("_", " "), "swamps"),
        f"{where}: {first.name}": (str(first.count), str(first.count + 2)),
        f"{area.name}: Gate": ("nobody's", "Bronteas'"),
        "F5: Blight": ("yes", "no"),
        "Ritual": ("5", "6"),
        "Books: Storm": ("no", "yes"),
        "First player": ("no", "yes"),
    }
    assert differences(a, a) == []
    assert [(d.before, d.after) for d in differences(b, a)] != []


def test_counts_that_are_split_in_two_are_the_same() -> None:
    a = hex_table()
    first = a.pieces[0]
    halves = (replace(first, count=first.count - 1), replace(first, id=first.id + "b", count=1))
    assert differences(a, replace(a, pieces=(*halves, *a.pieces[1:]))) == []


# -- a pair -----------------------------------------------------------------------------------------------------------
def test_where_two_lines_part() -> None:
    game, a, b = branched()
    pair = Pair(game, a, b, "all")
    paths = game.tree.path(a), game.tree.path(b)
    assert pair.parted == fork_of(game, a, b)
    at = paths[0].index(pair.parted) + 1
    base = pair.base()
    steps = base["parting"]["steps"]
    entries = [game.tree.nodes[p[at]].entry for p in paths]
    assert [s["who"] for s in steps] == [game.system.name_of(e.who) for e in entries if e]
    assert steps[0] != steps[1]
    for row in base["figures"]:
        assert all(y - x == change for x, y, change in row["cells"])
    assert json.loads(json.dumps(base)) == base


def test_a_position_and_a_later_one_of_its_line() -> None:
    game, a, _ = branched()
    early = game.tree.path(a)[5]
    steps = Pair(game, early, a, "all").base()["parting"]["steps"]
    assert steps[0]["say"] == "stays here"
    assert steps[1]["say"] != "stays here"
    same = Pair(game, a, a, "all")
    assert same.found == []
    assert {s["say"] for s in same.base()["parting"]["steps"]} == {"stays here"}


def test_positions_by_name() -> None:
    game, a, b = branched()
    path = game.tree.path(b)
    first = path[path.index(fork_of(game, a, b)) + 1]
    game.tree.nodes[first].name = "Plague on G6"
    game.tree.nodes[game.tree.path(a)[4]].name = "first temple"
    assert node_of(game, "main line") == a
    assert node_of(game, "plague on g6") == b
    assert node_of(game, "first temple") == game.tree.path(a)[4]
    with pytest.raises(UnknownName, match="first temple"):
        node_of(game, "no such line")
    with pytest.raises(IllegalAnswer):
        node_of(game, 10_000)


def test_a_line_keeps_its_name_as_the_main_line_and_as_a_fork() -> None:
    game, a, b = branched()
    path = game.tree.path(b)
    game.tree.nodes[path[path.index(fork_of(game, a, b)) + 1]].name = "Plague on G6"
    game.tree.promote(b)
    pair = Pair(game, a, b, "all")
    assert game.tree.main()[-1] == b
    assert node_of(game, "Plague on G6") == node_of(game, "main line") == b
    assert pair.side(1)["name"] == dict(pair.lines())[b] == "Plague on G6"
    assert [row["name"] for row in pair.tree()["lines"] if row["end"] == b] == ["Plague on G6"]
    assert Pair(game, a, b, "spectator").side(1)["name"] == "Main line", "a name may tell what is hidden"
    at = next(
        n for n in path
        if (d := game.tree.nodes[n].position.decision)
        and d.player >= 0
        and len(d.options) > len(game.tree.nodes[n].children)
    )  # fmt: skip
    other = game.go(at).fork("neither")
    tried = {entry.answer for n in game.tree.nodes[at].children if (entry := game.tree.nodes[n].entry)}
    other.play(next(o for o in other.options if o.value not in tried))
    assert node_of(game, "neither") == other.here


def test_the_widget_rings_what_differs_and_swaps() -> None:
    game, a, b = branched()
    here = game.here
    pair = Compare(game, a, b, renderer="svg")
    marks = pair.boards["board"].marks
    assert marks == pair.boards["board2"].marks
    assert marks.aimed == {d.target for d in pair.differences if d.target}
    assert game.here == here, "to look is not to go"
    before = pair.models()["cmpbase"]["figures"]
    pair.do("swap")
    for old, new in zip(before, pair.models()["cmpbase"]["figures"], strict=True):
        assert [(y, x, -c) for x, y, c in new["cells"]] == [tuple(cell) for cell in old["cells"]]
    pair.do("stand", i=1)
    assert game.here == a
    pair.do("rule", id="PG-BAT-001")
    assert pair.models()["cmpbase"]["rule"]["id"] == "PG-BAT-001"
    assert pair.error == ""
    assert pair.errors == []
    assert "parted at" in pair.words()
    before_closing = set(_instances)
    pair.close()
    assert len(set(_instances)) < len(before_closing)


def test_another_line_is_chosen_from_a_list() -> None:
    game, a, b = branched()
    early = game.tree.path(a)[5]
    pair = Compare(game, a, early, renderer="svg")
    lines = dict(pair.models()["cmpleft"]["lines"])
    assert lines.keys() == {a, b, early}
    assert lines[game.tree.main()[-1]] == "Main line"
    pair.do("line", i=1, node=b)
    assert pair.pair.nodes == (a, b)
    pair.do("line", i=0, node=game.tree.path(b)[3])
    assert "not in the list" in pair.error
    assert pair.pair.nodes == (a, b)
    game.tree.nodes[b].name = "a telling name"
    hidden = Compare(game, a, b, view="spectator", renderer="svg")
    assert "telling" not in json.dumps(hidden.models())
    for each in (pair, hidden):
        each.close()


def uneven() -> tuple[Game, int, int, int]:
    """A main line, one that goes on for longer, and one beside that; the ends of all three."""
    game, rng = th.new("demigods", preset="fords", seed=3), Random(3)
    for _ in range(60):
        game.play(rng.choice(game.options))
    a, ends = game.here, []
    for back, further in ((30, 90), (8, 12)):
        game.go(game.tree.path(a)[-back])
        for _ in range(further):
            game.play(rng.choice(game.options))
        ends.append(game.here)
    return game, a, *ends


def test_two_lines_are_compared_at_the_same_moment() -> None:
    """Main line and a longer one: the longer where the shorter ends; each at its end when a person likes."""
    game, a, b, _ = uneven()
    nodes = game.tree.nodes
    assert nodes[b].moment[:2] > nodes[a].moment[:2]
    pair = Compare(game, a, b, renderer="svg")
    left, right = pair.pair.nodes
    assert left == a
    assert right != b
    assert right in game.tree.path(b)
    assert nodes[right].moment[:2] <= nodes[a].moment[:2]
    after = game.tree.path(b)[game.tree.path(b).index(right) + 1]
    assert nodes[after].moment[:2] > nodes[a].moment[:2]
    assert pair.models()["cmpleft"]["name"] == "Main line"
    assert pair.models()["cmpbar"]["level"] is True
    pair.do("level")
    assert pair.pair.nodes == (a, b)
    assert pair.models()["cmpbar"]["level"] is False
    pair.do("level").do("swap")
    assert pair.pair.nodes == (right, a)
    early = Compare(game, game.tree.path(a)[5], a, renderer="svg")
    assert early.pair.nodes == (game.tree.path(a)[5], a), "positions that were named are those that are shown"
    for each in (pair, early):
        each.close()


def test_the_tree_of_lines_stands_above_the_boards() -> None:
    game, a, b, c = uneven()
    game.tree.nodes[b].name = "a telling name"
    pair = Compare(game, a, b, renderer="svg")
    tree = pair.models()["cmpbar"]["tree"]
    rows = {row["end"]: row for row in tree["lines"]}
    assert set(rows) == {a, b, c}
    assert (rows[a]["name"], rows[a]["over"], rows[a]["sides"]) == ("Main line", -1, [0])
    assert (rows[b]["name"], rows[b]["sides"]) == ("A telling name", [1])
    assert tree["lines"][rows[b]["over"]]["end"] == a
    assert rows[b]["from"] < rows[a]["to"] < rows[b]["to"] <= len(tree["turns"])
    assert [side for side, _ in rows[a]["at"]] == [0]
    assert [side for side, _ in rows[b]["at"]] == [1]
    assert int(rows[a]["at"][0][1]) == int(rows[b]["at"][0][1]), "the same turn"
    pair.do("line", i=1, node=c)
    assert {row["end"]: row["sides"] for row in pair.models()["cmpbar"]["tree"]["lines"]} == {a: [0], b: [], c: [1]}
    pair.close()


def test_a_viewer_sees_no_more_than_at_the_table() -> None:
    compared = 0
    for seed in range(8):
        game, a, b = branched(seed)
        game.tree.nodes[b].note = "the quick brown fox"
        game.tree.nodes[b].name = "a telling name"
        for view in (0, 1, "spectator"):
            made = Compare(game, a, b, view=view, renderer="svg")
            text = json.dumps(made.models()) + made.words()
            assert "quick brown" not in text
            assert "a telling name" not in text
            seat = view if isinstance(view, int) else None
            assert made.pair.ends == (a, b)
            for n in made.pair.nodes:
                state = game.tree.nodes[n].position.state
                shown = game.system.table(game.system.view(state, seat), seat)
                assert shown in made.pair.tables
                compared += 1
            made.close()
        assert "quick brown" in json.dumps(Compare(game, a, b, renderer="svg").models())
    assert compared == 48


@pytest.mark.parametrize("slug", th.catalogue())
def test_every_game_can_be_compared(slug: str) -> None:
    game, rng = th.new(slug, seed=3), Random(4)
    while len(game.position.log()) < 60:
        game.play(rng.choice(game.options))
    a = game.here
    game.undo(6)
    for _ in range(5):
        game.play(game.options[-1])
    pair = Compare(game, a, game.here, renderer="svg")
    assert pair.errors == []
    assert pair.models()["cmpbase"]["figures"]
    pair.close()


# -- the rule browser -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("slug", th.catalogue())
def test_rules_are_found_and_their_questions_told(slug: str) -> None:
    page = rule_page(slug, folder=BATTLE, renderer="svg")
    shown = page.models()["rulespage"]
    assert len(shown["hits"]) == len(page.system.rulebook)
    assert shown["open"] == {}
    asked = 0
    for hit in shown["hits"]:
        page.do("rule", id=hit["id"])
        opened = page.models()["rulespage"]["open"]
        assert opened["text"]
        for question in opened["questions"]:
            asked += 1
            assert sum(c["on"] for c in question["choices"]) == 1
            assert sum(c["default"] for c in question["choices"]) == 1
    assert asked >= 5
    page.do("rules", text="qwertz zzyzx")
    assert page.models()["rulespage"]["hits"] == []
    assert page.errors == []
    page.close()


def test_the_rulings_of_a_game_under_way_are_marked() -> None:
    game = th.new("demigods", rulings={"redraw": "before"})
    page = rule_page(game, "DG-WLD-007", folder=BATTLE, renderer="svg")
    choices = page.models()["rulespage"]["open"]["questions"][0]["choices"]
    assert [(c["name"], c["on"], c["default"]) for c in choices] == [("after", False, True), ("before", True, False)]
    page.close()


def test_scenarios_that_show_a_rule_open_below(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.engine.pocket import Pocket
    from theomachy.engine.game import registry

    monkeypatch.setattr(registry, "games", lambda: {"pocket": Pocket})
    (tmp_path / "a.toml").write_bytes((BATTLE / "battle.toml").read_bytes())
    page = rule_page("pocket", "PG-BAT-001", tmp_path, renderer="svg")
    assert page.models()["rulespage"]["open"]["files"] == ["a.toml"]
    page.do("open", name="../a.toml")
    assert "not in the list" in page.error
    assert page.player is None
    page.do("open", name="a.toml")
    assert page.player is not None
    assert page.models()["rulesbar"]["playing"] == "a.toml"
    page.do("shut")
    assert page.player is None
    (tmp_path / "b.toml").write_text("title = 3", encoding="utf-8")
    broken = rule_page("pocket", "battle", tmp_path, renderer="svg")
    assert "b.toml" in broken.error.lower()
    assert broken.rule.startswith("PG-")
    for each in (page, broken):
        each.close()


def test_marks_on_lines_and_boxes_of_sheets_are_compared() -> None:
    """Two lines of Heroes that differ in what is written, and not by where anything stands."""
    setup = {
        "action": "movement",
        "stage": "combat",
        "sheet": {"James": {"region": "Suleen", "army": {"Goon": 4}}, "Emma": {"region": "Wirs"}},
    }
    game = th.editor("heroes", players=["James", "Emma"], factions=["gremlins", "demons"], setup=setup).game()
    before = game.table()
    game.play("fight power 2", "4")
    found = {(d.what, d.before, d.after, d.owner) for d in differences(before, game.table())}
    assert ("Monster of power 2", "no mark", "beaten", 0) in found
    assert ("Goon, army", "4", "empty", 0) in found
    assert ("Stock: wood", "0", "2", 0) in found
    assert not any(what.startswith("Monster") and owner == 1 for what, _, _, owner in found)
