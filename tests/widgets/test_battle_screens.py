"""A battle of the factions of other boxes on the screen: its own events, results as they stand, dice of units."""

from __future__ import annotations

from typing import Any

from tests.cthulhu_wars.scene import table
from tests.widgets.typed import wrong
from theomachy.engine.game.game import Game
from theomachy_widgets.models import PANELS
from theomachy_widgets.present import Moment, ViewState, marks, models
from theomachy_widgets.present.bout import bout
from theomachy_widgets.present.fight import spoken_at

GC = {"Arabia": "2 Deep One"}
SL = {"Arabia": "2 Wizard, Formless Spawn, Tsathoggua"}
WW = {"Arabia": "Rhan-Tegoth, 2 Wendigo"}
POWER = {"GC": 9, "SL": 9, "WW": 9}


def begun(*answers: str, **rest: Any) -> Game:
    p = table("GC SL WW", {"GC": GC, "SL": SL, "WW": WW}, power=POWER, **({"books": {"SL": "Energy Nexus"}} | rest))
    return on(Game(p.system, p, dice_by_hand=True), "battle Arabia Windwalker", *answers)


def on(game: Game, *answers: str) -> Game:
    for answer in answers:
        game.play(answer)
    return game


def seen(game: Game, **look: Any) -> dict[str, Any]:
    found = models(Moment(game, ViewState(**look)))
    for panel in ("stages", "fight"):
        assert wrong(found[panel], PANELS[panel], panel) == []
    return found


def sides(game: Game, **look: Any) -> dict[str, dict[str, Any]]:
    return {side["name"]: side for side in seen(game, **look)["fight"]["sides"]}


def stages(game: Game) -> dict[str, tuple[str, str]]:
    return {stage["name"]: (stage["note"], stage["state"]) for stage in seen(game)["stages"]["stages"]}


def fought_out(game: Game) -> Game:
    """The battle inside the other one, in which both sides lose somebody, to its end."""
    on(game, "Energy Nexus", "battle Arabia Windwalker", "Done")
    while len(game.state.outer or ()):
        what = game.decision.what
        if what == "battle dice":
            on(game, " ".join(["6"] * 2 + ["1"] * (game.position.decision.dice[1] - 2)))
        else:
            game.play(next((o for o in game.options if o.label in ("Wendigo", "Wizard", "Done")), game.options[0]))
    return game


# -- a battle inside a battle -----------------------------------------------------------------------------------------
def test_a_battle_that_is_declared_has_a_stage_where_somebody_may_act_first() -> None:
    assert stages(begun())["Declared"] == ("Energy Nexus", "now")
    assert stages(begun())["Pre-battle"] == ("", "ahead")
    assert stages(begun("Done"))["Declared"] == ("nothing used", "done")
    assert "Declared" not in stages(begun(books={}))


def test_what_an_inner_battle_did_is_none_of_the_outer_one() -> None:
    game = fought_out(begun(books={"SL": "Energy Nexus", "WW": "Howl"}))
    inner = [t for t in Moment(game, ViewState()).story if "is killed" in t.text or "are killed" in t.text]
    assert inner, "somebody died in there"
    while game.decision.what in ("energy nexus", "battle_declared"):
        on(game, "Done")
    told = sides(game)
    assert [force["fate"] for side in told.values() for force in side["forces"]] == [""] * sum(
        len(side["forces"]) for side in told.values()
    )
    assert all(side["dice"] is None and side["takes"] == "" for side in told.values())
    assert not any(spoke for side in told.values() for *_, spoke in side["parts"])
    assert stages(game)["Declared"] == ("Energy Nexus", "done")
    (stands,) = seen(game)["fight"]["others"]
    assert (stands["name"], [row[0] for row in stands["parts"]]) == ("Sleeper", ["Energy Nexus"])


def test_an_event_of_the_inner_battle_shows_the_inner_battle() -> None:
    game = fought_out(begun())
    story = Moment(game, ViewState()).story
    rolls = [k for k, t in enumerate(story) if t.event.dice is not None]
    assert list(sides(game, event=rolls[0])) == ["Sleeper", "Windwalker"]
    assert sides(game, event=rolls[1])["Sleeper"]["dice"]["say"].startswith("11 dice")
    found = [bout(Moment(game, ViewState(event=k))) for k in rolls]
    assert found[0] is not None
    assert found[0].events[-1] <= found[1].events[-1]  # type: ignore[union-attr]
    assert spoken_at(Moment(game, ViewState(event=rolls[0])), "battle_declared") == []
    nexus = next(k for k, t in enumerate(story) if t.text == "Energy Nexus")
    outer = bout(Moment(game, ViewState(event=nexus)))
    assert outer is not None
    assert not set(outer.events) & set(found[0].events)


def test_a_state_tells_how_many_battles_wait_as_its_table_does() -> None:
    game, found = begun(), list[int]()
    for answer in ("Energy Nexus", "battle Arabia Windwalker", "Done"):
        found.append(game.system.fight_depth(game.state))
        assert found[-1] == len(game.table().fight.waits)  # type: ignore[union-attr]
        on(game, answer)
    assert found == [0, 0, 1]


def test_retreats_of_the_inner_battle_are_no_arrows_of_the_outer_one() -> None:
    game = fought_out(begun())
    while game.decision.what in ("energy nexus", "battle_declared"):
        on(game, "Done")
    assert [arrow for arrow in marks(Moment(game, ViewState())).arrows if arrow.kind == "retreat"] == []


# -- results and dice as they stand -----------------------------------------------------------------------------------
CATS = {"Arabia": "Bastet, Cat from Mars, 2 Cat from Saturn"}


def cats() -> Game:
    there = {"BB": CATS, "TT": {"Arabia": "3 Proto-Shoggoth, Acolyte, Ubbo-Sathla"}, "GC": {}}
    books = {"BB": "Zagazig, Predator", "TT": "Terror"}
    p = table("TT BB GC", there, power={"TT": 9, "BB": 9}, books=books, counters=[["TT", "growth", 5]])
    game = on(Game(p.system, p, dice_by_hand=True), "battle Arabia Bubastis", "Zagazig")
    while game.decision.what != "battle dice":
        game.play(next((o for o in game.options if o.label in ("Done", "3 dice more")), game.options[0]))
    return game


def test_what_a_side_takes_is_what_powers_have_made_of_the_dice() -> None:
    game = cats()
    n = game.position.decision.dice[1]
    on(game, " ".join(["6"] * 2 + ["4"] * 3 + ["1"] * (n - 5)))
    assert sides(game)["Bubastis"]["takes"] == "", "nothing is counted yet"
    n = game.position.decision.dice[1]
    on(game, " ".join(["6"] + ["4"] * 2 + ["1"] * (n - 3)))
    told = sides(game)
    assert told["Tcho-Tcho"]["takes"] == "takes 3 kills, 1 pain", "exchanged by Zagazig, and one more by Bastet"
    assert told["Bubastis"]["takes"] == "takes 2 kills, 2 pains", "exchanged, and one kill turned away by Bastet"
    assert {kind for kind, _ in told["Tcho-Tcho"]["owed"]} == {"kill", "pain"}
    assert not any("Awaken" in said for side in told.values() for _, said in side["owed"])


def test_the_combat_of_a_unit_is_told_with_the_unit_and_is_no_power() -> None:
    game = begun("Done", books={"SL": "Energy Nexus"})
    on(game)
    p = table("SL WW GC", {"SL": SL, "WW": WW, "GC": {}}, power={"SL": 9, "WW": 8})
    told = sides(on(Game(p.system, p, dice_by_hand=True), "battle Arabia Windwalker"))["Sleeper"]
    rows = {force["name"]: force["figure"] for force in told["forces"]}
    assert rows == {"2 × Wizard": "0 dice", "Formless Spawn": "2 dice", "Tsathoggua": "8 dice"}
    assert told["total"] == "10 dice"
    assert [row for row in told["parts"] if row[3]] == []


def test_no_unit_passes_for_a_power_once_the_dice_lie() -> None:
    game = cats()
    for _ in range(2):
        on(game, " ".join(["1"] * game.position.decision.dice[1]))
    told = {name: [row[0] for row in side["parts"] if row[3]] for name, side in sides(game).items()}
    assert told == {"Tcho-Tcho": ["Terror: 3 dice more"], "Bubastis": ["Zagazig", "Bastet"]}
    why = {row["say"]: row["why"] for row in seen(game)["story"]["rows"]}
    assert any("Ubbo-Sathla" in [name for name, *_ in rows] for rows in why.values())
    assert not any(name.startswith("Awaken") for rows in why.values() for name, *_ in rows)


def test_an_option_tells_the_dice_of_its_unit_as_they_stand() -> None:
    game = begun("Done", books={"SL": "Energy Nexus", "WW": "Howl"})
    p = table("SL WW GC", {"SL": SL, "WW": WW, "GC": {}}, power={"SL": 9, "WW": 8}, books={"WW": "Howl"})
    game = on(Game(p.system, p, dice_by_hand=True), "battle Arabia Windwalker", "Howl")
    told = {row["label"]: row["detail"] for row in seen(game)["decision"]["rows"]}
    assert told["Tsathoggua"] == "cost 8, Combat 8"
    assert told["Formless Spawn"] == "cost 3, Combat 2"


def test_what_a_roll_is_made_of_names_units_and_not_how_they_awake() -> None:
    p = table("SL WW GC", {"SL": SL, "WW": WW, "GC": {}}, power={"SL": 9, "WW": 8})
    game = on(Game(p.system, p, dice_by_hand=True), "battle Arabia Windwalker")
    assert game.decision.what == "battle dice"
    detail = game.system.dice_detail(game.state, game.position.decision)
    assert detail == "Sleeper: Formless Spawn 2, Tsathoggua 8"
