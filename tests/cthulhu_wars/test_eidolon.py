"""The Eidolon: who places and recruits him, and what all must do who have written it down."""

from __future__ import annotations

from typing import Any

import pytest

from tests.conformance.twins import sight
from tests.cthulhu_wars.awakened import pool, printed
from tests.cthulhu_wars.scene import AR, area, asked, at, labels, script, system, table, who, why_not
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.decision import Secret
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars.rules.score import gathered

EU, WAF = "Europe", "West Africa"
BOX, HE = ("eidolon",), "Eidolon"
UNITS = {"GC": {EU: f"{HE}, Acolyte"}, "YS": {AR: "Acolyte, Byakhee"}, "BG": {WAF: "Acolyte"}}
DOWN = "Eidolon face down"


def scene(seats: str = "YS GC BG", units: dict[str, dict[str, str]] | None = None, **more: Any) -> Position:
    """A table with the Eidolon in the box; Great Cthulhu has his card, if nothing else is said."""
    return table(seats, UNITS if units is None else units, **{"things": BOX, "cards": {HE: "GC"}, "power": 4, **more})


def verbs(p: Position) -> set[str]:
    """The actions that are offered."""
    return {option[0] if isinstance(option, tuple) else option for option in p.decision.options}


def can_write(p: Position, name: str) -> set[str]:
    """What a player may write down."""
    assert isinstance(p.decision, Secret)
    return {verb for seat, verb in p.decision.options if seat == who(p, name)}


def written(p: Position) -> dict[str, str]:
    """What has been written and shown."""
    rows = [(f, word) for f, word, _ in p.state.counters if word.startswith("written: ")]
    return {p.system.seats[f].letters: word.removeprefix("written: ") for f, word in rows}


def warfare(p: Position, **words: str) -> Position:
    """Yellow Sign recruits, Great Cthulhu turns the card down, and these write."""
    script(p, ("YS", "action", f"Recruit a Cultist in {AR}"), ("GC", "after_action", "Emotion Warfare"))
    for name, verb in words.items():
        p.play((who(p, name), verb))
    return p


@pytest.mark.rule("CW-EID-002", "CW-EID-003")
def test_a_cultist_for_two_power_that_brings_one_and_holds_no_gate() -> None:
    assert printed("eidolon") == {HE: (1, (2,), 0)}
    as_printed = system("GC YS BG", rulings=(("prophetess_cost", "printed"),), things=BOX).config
    assert [u.costs for u in as_printed.factions[0].units if u.neutral] == [(1,)]
    p = scene("GC YS BG", {"GC": {AR: HE, EU: "Acolyte"}})
    assert gathered(p.state, 0).value == 2
    assert "CW-CRG-001" in why_not(p, "GC", "gate", area(p, AR))
    assert "control" not in verbs(scene("GC YS BG", {"GC": {AR: HE, EU: "Acolyte"}}, gates={AR: "abandoned"}))
    taken = scene("YS GC BG", {"YS": {AR: "Byakhee"}, "GC": {AR: HE, EU: "Acolyte"}})
    script(taken, ("YS", "action", f"Capture a Cultist in {AR} from Great Cthulhu"))
    assert (gathered(taken.state, 0).value, at(taken, "GC", AR)) == (1, {})


@pytest.mark.rule("CW-EID-001")
def test_whoever_buys_his_card_places_him_anywhere() -> None:
    p = scene("GC YS BG", {"GC": {AR: "Acolyte"}}, cards={}, phase="doom", doom=5)
    script(p, ("GC", "doom phase", "Buy Eidolon"), ("GC", "where it comes", EU))
    assert (p.state.doom[0], at(p, "GC", EU)) == (3, {HE: 1})
    assert "Buy Eidolon" not in labels(scene("GC YS BG", {"GC": {AR: "Acolyte"}}, cards={}, phase="doom", doom=1))


@pytest.mark.rule("CW-EID-002", "CW-REC-002", "CW-ACT-001", "CW-ACT-003", "CW-ACT-005")
def test_any_player_recruits_him_and_he_stays_his_owners() -> None:
    units = {"GC": {EU: "Acolyte"}, "YS": {AR: "Acolyte"}}
    p = scene("YS GC BG", units)
    assert pool(p, "GC", HE) == 1
    script(p, ("YS", "action", f"Recruit the Eidolon in {AR}"))
    assert (at(p, "GC", AR), p.state.power[0]) == ({HE: 1}, 2)
    assert "CW-EID-002" in why_not(p, "YS", "recruit eidolon", area(p, AR))
    assert "CW-EID-002" in why_not(scene("YS GC BG", units, cards={}), "YS", "recruit eidolon", area(p, AR))
    assert "CW-REC-002" in why_not(scene("YS GC BG", units), "YS", "recruit eidolon", area(p, EU))
    assert "CW-ACT-001" in why_not(scene("GC YS BG", units), "YS", "recruit eidolon", area(p, AR))
    assert "CW-ACT-003" in why_not(scene("YS GC BG", units, part="after"), "YS", "recruit eidolon", area(p, AR))
    broke = scene("GC YS BG", units, power={"GC": 3, "YS": 0})
    assert "CW-ACT-005" in why_not(broke, "YS", "recruit eidolon", area(p, AR))
    sultan = scene("DS GC BG", {"GC": {EU: "Acolyte"}})  # no Cultists before its first Chaos Gate
    assert "CW-DS-002" in why_not(sultan, "DS", "recruit eidolon", area(p, EU))


@pytest.mark.rule("CW-EID-004")
def test_all_write_in_secret_and_then_it_is_shown() -> None:
    p = warfare(scene(gates={AR: "abandoned"}))  # which Yellow Sign could step on
    assert p.state.counter(who(p, "GC"), DOWN) == 1
    assert can_write(p, "GC") == {"recruit", "gate", "move"}
    assert {"recruit", "move"} <= can_write(p, "YS")  # though it has just acted
    assert not {"control", "abandon", "pass", "end"} & can_write(p, "YS")
    p.play((who(p, "GC"), "move"))
    assert written(p) == {}  # nothing before all have written
    twin = warfare(scene(gates={AR: "abandoned"}), GC="gate")  # who has not written sees no difference
    for viewer in (who(p, "YS"), None):
        sights = [sight(Game(q.system, q.clone(), seed=1), viewer, deep=True) for q in (p, twin)]
        assert sights[0] == sights[1]
    p.play((who(p, "YS"), "recruit"))
    p.play((who(p, "BG"), "recruit"))
    assert written(p) == {"GC": "move", "YS": "recruit", "BG": "recruit"}


@pytest.mark.rule("CW-EID-004")
def test_what_was_written_must_be_the_next_action_and_that_alone() -> None:
    p = warfare(scene(), YS="gate", GC="move", BG="recruit")
    assert (asked(p), verbs(p)) == (("GC", "action"), {"move"})  # no passing either
    me = who(p, "GC")
    game = Game(p.system, p.clone(), seed=1)
    assert {v.rule for v in game.why_not(("recruit", area(p, EU)), me).verdicts if not v.holds} == {"CW-EID-004"}
    script(p, ("GC", "action", "move"), ("GC", "unit to move", "Acolyte, Europe"))
    p.play(p.decision.options[0])
    script(p, ("GC", "unit to move", "done"))
    assert written(p) == {"YS": "gate", "BG": "recruit"}
    assert p.state.counter(me, DOWN) == 1  # and nobody writes again
    assert (asked(p), verbs(p)) == (("BG", "action"), {"recruit"})


@pytest.mark.rule("CW-EID-004")
def test_what_has_become_impossible_binds_nobody() -> None:
    gone = scene("GC YS BG", counters=[["GC", "written: battle", 1], ["GC", DOWN, 1]])
    assert {"recruit", "move", "pass"} <= verbs(gone)
    script(gone, ("GC", "action", f"Recruit a Cultist in {EU}"))
    assert written(gone) == {}  # that was the next action


@pytest.mark.rule("CW-EID-004", "CW-INV-016")
def test_of_two_actions_that_are_named_in_different_ways_either_may_come_first() -> None:
    boxes = {"things": ("eidolon", "investigators"), "cards": {HE: "GC", "Victor Steele": "GC"}}
    both = [["GC", "written: recruit", 1], ["GC", "planned: move", 1], ["GC", DOWN, 1]]
    p = scene("GC YS BG", counters=both, **boxes)
    assert verbs(p) == {"recruit", "move"}
    script(p, ("GC", "action", f"Recruit a Cultist in {EU}"), ("GC", "who is recruited", "Acolyte"))
    assert p.state.counters == ((0, DOWN, 1),)
    p = scene("GC YS BG", counters=[["GC", "written: battle", 1], ["GC", "planned: move", 1]], **boxes)
    assert verbs(p) == {"move"}  # the other has become impossible


@pytest.mark.rule("CW-EID-004")
def test_he_must_be_in_play_and_his_card_face_up() -> None:
    away = scene(units={**UNITS, "GC": {EU: "Acolyte"}})
    script(away, ("YS", "action", f"Recruit a Cultist in {AR}"))
    assert asked(away) == ("GC", "action")
    down = scene(counters=[["GC", DOWN, 1]])
    script(down, ("YS", "action", f"Recruit a Cultist in {AR}"))
    assert asked(down) == ("GC", "action")
    kept = scene()
    script(kept, ("YS", "action", f"Recruit a Cultist in {AR}"), ("GC", "after_action", "done"))
    assert (written(kept), kept.state.counter(who(kept, "GC"), DOWN)) == ({}, 0)


@pytest.mark.rule("CW-EID-004")
def test_who_is_out_of_power_has_nothing_to_write() -> None:
    p = warfare(scene(power={"YS": 4, "GC": 4, "BG": 0}))
    assert can_write(p, "BG") == set()
    p.play((who(p, "GC"), "move"))
    p.play((who(p, "YS"), "move"))
    assert written(p) == {"GC": "move", "YS": "move"}


@pytest.mark.rule("CW-EID-004")
def test_the_card_is_turned_up_in_the_next_doom_phase() -> None:
    p = scene("GC YS BG", phase="gather power", counters=[["GC", DOWN, 1]])
    assert p.state.counter(0, DOWN) == 1
    assert (asked(p)[1], p.state.counter(0, DOWN)) == ("direction", 1)
    while asked(p)[1] in ("first player", "direction"):
        p.play(p.decision.options[0])
    assert p.state.counter(0, DOWN) == 0


@pytest.mark.rule("CW-EID-004")
def test_by_a_ruling_one_enemy_writes() -> None:
    p = scene(rulings={"eidolon_scope": "one_enemy"})
    script(p, ("YS", "action", f"Recruit a Cultist in {AR}"), ("GC", "after_action", "Emotion Warfare"))
    script(p, ("GC", "who writes", "Black Goat"))
    assert (can_write(p, "YS"), can_write(p, "GC")) == (set(), set())
    p.play((who(p, "BG"), "move"))
    assert written(p) == {"BG": "move"}
