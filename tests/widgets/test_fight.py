"""A fight as the panels and the board tell it: where it is, both sides, who fell, and nothing hidden."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image

import theomachy as th
from tests.widgets.fixtures import WEST_AFRICA, unfolded
from theomachy.engine.authoring import scenario
from theomachy.engine.game.game import Game
from theomachy.engine.tabletop.table import Fight, Force, Piece, Side, Table
from theomachy_widgets import pictures
from theomachy_widgets.control import Controller
from theomachy_widgets.pictures import strip_png
from theomachy_widgets.present import ALL, SPECTATOR, Moment, ViewState, focus, marks, models, story
from theomachy_widgets.present.bout import bout, with_fallen
from theomachy_widgets.present.film import moment_of
from theomachy_widgets.replay import _Replay
from theomachy_widgets.scene import fight_at

SCENARIOS = Path(__file__).parents[2] / "examples" / "scenarios"
DICE = ("6 6 6 5 4 3 3 2 2 1 1", "6 4 3 1")
WANTED = {"takes a kill": ("Starspawn", "Ghoul", "Fungi"), "takes a pain": ("Dark Young", "Shoggoth", "Acolyte")}


def africa() -> Game:
    """A battle in West Africa before its first question."""
    game: Game = th.editor("cthulhu_wars", **WEST_AFRICA).game(dice_by_hand=True)
    game.play("battle west africa")
    return game


def rolled(game: Game) -> Game:
    for answer in ("Absorb", "Deep One to Shoggoth", "Done", *DICE):
        game.play(answer)
    return game


def assigned(game: Game) -> Game:
    """All results are given out: the first question of a retreat waits."""
    while game.decision.what in WANTED:
        first = WANTED[game.decision.what]
        game.play(min(game.options, key=lambda o: not o.label.startswith(first)))
    assert game.decision.what == "retreat to"
    return game


def ended(game: Game) -> Game:
    while game.table().fight is not None:
        game.play(next((o for o in game.options if o.label in ("Arabia", "South Atlantic")), game.options[0]))
    return game


def seen(game: Game, view: int | str = ALL, **look: Any) -> Moment:
    return Moment(game, ViewState(view=view, **look))


def event(game: Game, words: str) -> int:
    return next(k for k, t in enumerate(seen(game).story) if words in t.text)


def attacked(seed: int = 3, deaths: bool = True) -> Game:
    """A battle of hexes under way, in which somebody has fallen already."""
    game: Game = th.new("demigods", players=["Aglaia", "Bronteas"], seed=seed)
    rng = Random(seed)
    for _ in range(6000):
        options = [o for o in game.options if "ttack" in o.label or "Yes" in o.label] or game.options
        game.play(rng.choice(options if rng.random() < 0.8 else game.options))
        table = game.table()
        if table.fight is not None and game.decision.prompt.startswith("Fight on"):
            m = seen(game)
            found = bout(m)
            assert found is not None
            if not deaths or any("loses" in t.text for t in m.story[found.first :]):
                return game
    raise AssertionError("no battle with losses in that game")


# where it is --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("slug", ["cthulhu_wars", "demigods"])
def test_a_state_tells_where_it_fights_as_its_table_does(slug: str) -> None:
    game = attacked(deaths=False) if slug == "demigods" else ended(assigned(rolled(africa())))
    nodes, fights = game.tree.nodes, 0
    for node in game.tree.path(game.here)[-30:]:
        state = nodes[node].position.state
        found = game.system.table(state).fight
        assert game.system.fight_area(state) == (None if found is None else found.area)
        fights += found is not None
    assert 0 < fights < len(game.tree.path(game.here)[-30:])


def test_the_board_comes_nearer_while_there_is_a_fight_and_for_its_events() -> None:
    game = africa()
    here = game.table().fight.area  # type: ignore[union-attr]
    assert focus(seen(game)) == here
    ended(assigned(rolled(game)))
    assert focus(seen(game)) is None
    assert models(seen(game))["zoom"] == {"on": False, "name": "", "fight": False}, "larger on a telephone alone"
    for words in ("Absorb", "rolls 11 dice", "takes a kill", "retreats to", "Battle in West Africa"):
        m = seen(game, event=event(game, words))
        assert focus(m) == here, words
        assert models(m)["zoom"] == {"on": True, "name": "West Africa", "fight": True}
        assert models(m)["fight"]["sides"], "and below it stands what happened"
    whole = seen(game, event=event(game, "takes a kill"), zoom=False)
    assert focus(whole) is None
    assert models(whole)["zoom"] == {"on": False, "name": "West Africa", "fight": True}


def test_the_choice_of_the_whole_board_is_remembered() -> None:
    control = Controller(africa(), ViewState(view=ALL, locked=False))
    control.do("zoom")
    assert focus(control.moment) is None
    rolled(control.game)
    control.changed()
    assert focus(control.moment) is None
    control.do("event", k=2)
    assert focus(control.moment) is None
    control.do("zoom")
    assert focus(control.moment) is not None
    locked = Controller(africa(), ViewState(view=0, locked=True))
    locked.do("zoom")
    assert (locked.view_state.zoom, locked.view_state.error) == (False, ""), (
        "a screen of one player may look as it likes"
    )


def test_two_fights_in_one_place_are_two() -> None:
    game = attacked(deaths=False)
    m = seen(game)
    found = bout(m)
    assert found is not None
    openings = [t for t in m.story[found.first : found.last + 1] if t.depth == 0 and "attack" in t.text]
    assert len(openings) == 1
    assert found.last == len(m.story) - 1


# what is told -------------------------------------------------------------------------------------------------------
def test_both_sides_with_powers_dice_and_fates() -> None:
    game = assigned(rolled(africa()))
    mine, theirs = models(seen(game))["fight"]["sides"]
    assert (mine["role"], theirs["role"]) == ("attacks", "defends")
    assert [(say, figure, rule, ok) for say, figure, rule, ok in mine["parts"]] == [
        ("Absorb: a Shoggoth eats Deep One", "+3 dice", "CW-GC-018", True),
        ("Devour: Cthulhu is not in this battle", "", "CW-GC-010", False),
    ]
    assert ["Frenzy", "+1", "CW-BG-018", True] in theirs["parts"]
    assert mine["dice"]["say"] == "11 dice: 3 kills, 2 pains"
    assert mine["dice"]["expected"] == "expected 1.8 and 3.7"
    assert [kind for _, kind in mine["dice"]["faces"]] == ["hit"] * 3 + ["half"] * 2 + ["miss"] * 6
    assert (mine["takes"], theirs["takes"]) == ("takes 1 kill, 1 pain", "takes 3 kills, 2 pains")
    fates = {(row["name"], row["fate"]) for row in theirs["forces"]}
    assert ("2 × Ghoul, Fungi from Yuggoth", "killed") in fates
    assert ("Dark Young", "pained") in fates
    assert ("Starspawn", "survives a kill") in {(row["name"], row["fate"]) for row in mine["forces"]}
    assert ("Starspawn", "stays") in {(row["name"], row["fate"]) for row in mine["forces"]}
    assert ("Deep One", "eaten before the dice") in {(row["name"], row["fate"]) for row in mine["forces"]}
    json.dumps(models(seen(game)))


def test_what_a_power_makes_the_enemy_do_stands_with_its_holder() -> None:
    """Devour is Great Cthulhu's, though the enemy says who is eaten."""
    game: Game = th.editor(
        "cthulhu_wars",
        factions=["great_cthulhu", "yellow_sign"],
        map="earth_3p",
        setup={
            "active": "GC",
            "units": {"GC": {"Africa": "Cthulhu"}, "YS": {"Africa": "2 Undead, King in Yellow"}},
            "power": {"GC": 5, "YS": 4},
        },
    ).game(dice_by_hand=True)
    game.play("battle africa", "Devour")
    mine, theirs = models(seen(game))["fight"]["sides"]
    assert ["Devour: Yellow Sign loses an Undead in Africa", "", "CW-GC-010", True] in mine["parts"]
    assert not [part for part in theirs["parts"] if "Devour" in part[0]]


def test_where_the_pained_have_gone_and_the_arrows_that_led_there() -> None:
    game = assigned(rolled(africa()))
    game.play(next(o for o in game.options if o.label == "South Atlantic"))
    rows = models(seen(game))["fight"]["sides"][0]["forces"]
    assert any(row["note"] == "to South Atlantic" and row["fate"] == "survives a kill" for row in rows)
    ended(game)
    last = event(game, "Retreats")
    ways = marks(seen(game, event=last)).arrows
    assert {w.kind for w in ways} == {"retreat"}
    assert len(ways) == len(set(ways)) >= 2
    assert marks(seen(game)).arrows[-1:] == ways[-1:] or not marks(seen(game)).arrows


def test_units_of_one_kind_stand_apart_by_what_they_suffer() -> None:
    game = rolled(africa())
    game.play(min(game.options, key=lambda o: not o.label.startswith("Starspawn")))
    table = game.table()
    stars = [p for p in table.pieces if p.kind == "starspawn" and p.area == table.fight.area]  # type: ignore[union-attr]
    assert sorted((p.marks, p.count) for p in stars) == [((), 1), (("kill",), 1)]
    assert len({p.target for p in stars}) == 2


def test_the_story_leaves_out_the_name_that_the_mark_tells() -> None:
    game = assigned(rolled(africa()))
    m = seen(game)
    said = {row["say"] for row in models(m)["story"]["rows"]}
    assert {"Battle in West Africa against Black Goat", "rolls 11 dice: 3 kills, 2 pains", "Ghoul takes a kill"} <= said
    assert "Pre-battle, defender: nothing to use" in said
    figures = {row["say"]: row["fig"] for row in models(m)["story"]["rows"]}
    assert figures["Ghoul takes a kill"] == "", "the sentence has said it"
    assert figures["Battle in West Africa against Black Goat"] == "5 → 4"
    assert sum("Devour: Cthulhu" in text for text in said) == 1
    assert len([row for row in models(m)["story"]["rows"] if "Devour" in row["say"]]) == 1, "once, not after each power"
    for told in m.story:
        if told.event.who >= 0:
            assert not story.brief(m, told).startswith(m.seat_name(told.event.who))


def test_the_bar_tells_turn_and_fight_in_few_words() -> None:
    game = africa()
    bar = models(seen(game))["bar"]
    assert bar["place"] == "round 1 · battle in West Africa"
    assert "3-player west" in bar["where"]
    assert models(seen(ended(assigned(rolled(game)))))["bar"]["place"] == "round 1"


# who fell -----------------------------------------------------------------------------------------------------------
def test_the_fallen_of_a_game_that_only_counts_are_told() -> None:
    game = attacked()
    m = seen(game)
    before = m.table.fight
    assert before is not None
    assert not any(force.fate for side in before.sides for force in side.forces)
    shown = m.shown.fight
    assert shown is not None
    dead = [force for side in shown.sides for force in side.forces if force.fate == "killed"]
    lost = [t for t in m.story[bout(m).first :] if "loses" in t.text]  # type: ignore[union-attr]
    assert dead
    assert lost
    figures = [t.event.figure.split(" → ") for t in lost]
    assert sum(force.piece.count for force in dead) == sum(int(a) - int(b) for a, b in figures)
    rows = [row for side in models(m)["fight"]["sides"] for row in side["forces"]]
    assert any(row["fate"] == "killed" and row["gone"] for row in rows)


def _fight(*forces: Force) -> Fight:
    return Fight("F", 0, (), (Side(0, "attacks", forces, ""),))


def test_the_fallen_are_what_is_missing() -> None:
    army = Piece("1:0:army", 1, 0, "army", "Army", "spartan-helmet", count=5)
    table = africa().table()
    then: Table = replace(table, fight=_fight(Force(army, "10 dice")))
    now = replace(table, fight=_fight(Force(replace(army, count=3), "6 dice")))
    told = with_fallen(now, then).fight
    assert told is not None
    assert [(f.piece.count, f.fate, f.piece.area) for f in told.sides[0].forces] == [(3, "", 1), (2, "killed", 1)]
    assert with_fallen(then, then) is then
    own = replace(table, fight=_fight(Force(replace(army, area=-1, id="lost"), "", fate="killed")))
    assert with_fallen(own, then) is own, "a game that tells its dead is believed"


@pytest.mark.parametrize("view", [SPECTATOR, 0, 1, 2])
def test_a_view_is_told_no_more_than_it_may_know(view: int | str) -> None:
    """What a seat sees of a fight is made from its own story: of a secret event neither sentence nor rule."""
    game = attacked(deaths=False) if view != 2 else assigned(rolled(africa()))
    m = seen(game, view)
    sentences = {t.text for t in m.story if t.secret}
    told = json.dumps(models(m)["fight"])
    assert all(text not in told for text in sentences if text)
    hidden = [t for t in seen(game).story if not m.all and t.event.hidden(m.viewer)]
    assert all(t.event.text not in told for t in hidden)


# pictures -----------------------------------------------------------------------------------------------------------
def test_pictures_of_a_fight_show_the_fight(monkeypatch: pytest.MonkeyPatch) -> None:
    game = assigned(rolled(africa()))
    here = fight_at(game.table())
    drawn: list[int | None] = []
    build = pictures.build
    monkeypatch.setattr(
        pictures,
        "build",
        lambda table, marks, theme, width, place: drawn.append(place) or build(table, marks, theme, width, place),
    )
    near = strip_png(game, width=160, scale=0.5)
    assert set(drawn) == {here}
    drawn.clear()
    whole = strip_png(game, width=160, scale=0.5, zoom=False)
    assert set(drawn) == {None}
    assert near != whole
    assert Image.open(io.BytesIO(near)).size == Image.open(io.BytesIO(whole)).size
    frames = pictures._frames(game, None, None, None, False)
    assert "Ghoul takes a kill" in [pictures._sentence(frame) for frame in frames], "no name, and no figure said twice"


def test_a_story_with_a_short_fight_comes_nearer_only_for_it() -> None:
    game = ended(assigned(rolled(africa())))
    frames = pictures._frames(game, game.trace, None, None, False)
    fights = [fight_at(frame.table) for frame in frames]
    inside = next(frame for frame, area in zip(frames, fights, strict=True) if area is not None)
    calm = replace(inside, table=replace(inside.table, fight=None))
    assert pictures._places([calm, calm, inside, calm, calm]) == [None, None, fight_at(inside.table), None, None]
    assert pictures._places([calm, inside, inside]) == [fight_at(inside.table)] * 3


def test_a_replay_knows_what_to_show_larger() -> None:
    game = ended(assigned(rolled(africa())))
    data = _Replay(moment_of(game, None), game.here, "light", 9).data()
    rows = data["lines"][0]["frames"]
    assert [("z" in row) for row in rows] == [bool(unfolded(data, row["x"])["fight"]) for row in rows]
    assert 0 < sum("z" in row for row in rows) < len(rows)
    ((x, y, w, h, name),) = data["windows"]
    assert name == "West Africa"
    assert 0 <= x <= x + w <= data["box"][0]
    assert 0 <= y <= y + h <= data["box"][1]
    assert w / h == pytest.approx(data["box"][0] / data["box"][1], rel=0.01)


def three_ways() -> Controller:
    """Three armies in Paskaar whose seals are open; the winner is asked for his reward."""
    game = scenario.load(SCENARIOS / "heroes" / "lesson_15_three_way_fight.toml").run().game
    asked = {node: game.tree.nodes[node].position.decision for node in game.tree.path(game.here)}
    game.go(next(node for node, decision in asked.items() if decision and decision.what == "reward"))
    return Controller(game, ViewState(view=ALL))


@pytest.mark.rule("HE-PVP-003")
def test_a_reveal_says_of_what_each_has_sent_so_many() -> None:
    plans = models(three_ways().moment)["sealed"]["plans"]
    assert [plan["lines"] for plan in plans] == [
        ["4 Goons", "1 Tapster", "Powder Kegs: twice"], ["4 Imps"], ["no Pilgrims", "1 Prophet", "Monster of power 5"],
    ]  # fmt: skip


def test_a_rule_that_many_share_names_no_power() -> None:
    """All lose what they have sent, by the rule by which a Junk Shop works as well."""
    sides = models(three_ways().moment)["fight"]["sides"]
    assert [side["role"] for side in sides] == ["wins", "is defeated", "is defeated"]
    told = {side["name"]: [(said, rule) for said, _, rule, _ in side["parts"]] for side in sides}
    assert [rows[0] for rows in told.values() if rows] == [
        ("Used Power: has used the power of 1 enslaved", "HE-CUL-021"),
    ]
    assert not any(rule == "HE-CBT-004" for rows in told.values() for _, rule in rows)
    did = {term[0]: term[3] for side in sides for term in side["sums"][0]["terms"] if term[3]}
    assert did == {"Powder Kegs": "pays 2 wood"}


def test_bought_and_added_power_are_parts_of_the_sum_that_a_side_announces() -> None:
    """Powder Kegs of the Gremlins: what they did stands under them, and whoever has said nothing yet is sealed."""
    game = scenario.load(SCENARIOS / "heroes" / "gremlins_powder_in_a_combat_of_players.toml").run().game
    story = Moment(game, ViewState()).story
    said = [k for k, told in enumerate(story) if told.text.startswith("comes to a power")]
    sides = models(Moment(game, ViewState(event=said[0])))["fight"]["sides"]
    (summed,) = sides[0]["sums"]
    assert summed["terms"] == [
        ["2 Goons of 1", "2", "HE-CBT-002", ""],
        ["Powder Kegs", "+4", "HE-GRE-013", "pays 4 wood"],
    ]
    assert (summed["value"], sides[0]["parts"]) == (6, [])
    assert (sides[1]["total"], sides[1]["sums"]) == ("sealed", [])
    later = models(Moment(game, ViewState(event=said[1])))["fight"]["sides"]
    assert [side["total"] for side in later] == ["6", "5"]
