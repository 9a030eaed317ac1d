"""Investigators: cards that are given away, units that any player moves, and what each is bad for."""

from __future__ import annotations

from typing import Any

import pytest

import theomachy as th
from tests.cthulhu_wars.awakened import card, pool
from tests.cthulhu_wars.scene import AR, EA, area, asked, at, dice, labels, script, system, table, why_not
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.powers.market import of_card
from theomachy.games.cthulhu_wars.rules.domains import HELD, OVER, POOL
from theomachy.games.cthulhu_wars.rules.menu import known
from theomachy.games.cthulhu_wars.rules.score import gathered
from theomachy.games.cthulhu_wars.rules.within import elsewhere
from theomachy_widgets.present import Moment, ViewState, models

EU, NA, WAF, SPA, ANT = "Europe", "North Asia", "West Africa", "South Pacific", "Antarctica"
BOX = ("investigators",)
NAMES = [
    "Amelia Azcvedo", "Andrew Patorius", "John Dark", "Hannah Hazard", "Naomi Johnson", "Moose Kowalski", "Tarang",
    "Victor Steele",
]  # fmt: skip
AMELIA, ANDREW, JOHN, HANNAH, NAOMI, MOOSE, TARANG, VICTOR = NAMES


def scene(seats: str, units: dict[str, dict[str, str]], **more: Any) -> Position:
    """A table with Investigators in the box; `cards` says who holds which."""
    return table(seats, units, **{"things": BOX, **more})


def slot(seats: str, units: dict[str, dict[str, str]], **more: Any) -> Position:
    """The first seat is in its slot of the Doom phase, without rituals that anybody can pay unless `power` says so."""
    return scene(seats, units, **{"phase": "doom", "power": 0, "doom": dict.fromkeys(seats.split(), 5), **more})


def action(p: Position) -> set[str]:
    """The verbs that are offered."""
    return {option[0] if isinstance(option, tuple) else option for option in p.decision.options}


# -- the box, and buying ----------------------------------------------------------------------------------------------
@pytest.mark.rule(
    "CW-INV-005", "CW-INV-002", "CW-INV-009", "CW-INV-010", "CW-INV-011", "CW-INV-012", "CW-INV-013", "CW-INV-014",
    "CW-INV-015", "CW-INV-016",
)  # fmt: skip
def test_eight_cultists_that_bring_no_power_and_hold_no_gate() -> None:
    config = system("GC YS BG", things=BOX).config
    assert [one.name for one in config.cards] == NAMES
    assert {(one.doom, one.power, one.given) for one in config.cards} == {(1, 0, True)}
    rows = {u.name: (u.figures, u.costs, u.combat, u.rank) for u in config.factions[0].units if u.neutral}
    assert rows == dict.fromkeys(NAMES, (1, (1,), 1, 0)) | {NAOMI: (1, (0,), -3, 0), VICTOR: (1, (2,), 1, 0)}
    printed = system("GC YS BG", rulings=(("investigator_costs", "printed"),), things=BOX).config
    rows = {u.name: (u.costs, u.combat) for u in printed.factions[0].units if u.neutral}
    assert {name for name, row in rows.items() if row == ((3,), 1)} == {AMELIA, JOHN, HANNAH, VICTOR}
    assert (rows[NAOMI], rows[MOOSE]) == (((0,), 2), ((1,), 1))
    units = {"GC": {AR: MOOSE, EA: "Acolyte"}, "YS": {EU: "Acolyte"}}
    p = scene("GC YS BG", units, cards={MOOSE: "GC"})
    assert gathered(p.state, 0).value == 1
    assert "CW-CRG-001" in why_not(p, "GC", "gate", area(p, AR))
    assert "control" not in action(scene("GC YS BG", units, cards={MOOSE: "GC"}, gates={AR: "abandoned"}))
    assert not system("GC YS BG").config.cards


@pytest.mark.rule("CW-INV-005")
def test_they_are_recruited_and_captured_as_cultists_are() -> None:
    p = scene("GC YS BG", {"GC": {AR: "Acolyte"}}, cards={VICTOR: "GC"}, power={"GC": 5})
    script(p, ("GC", "action", f"Recruit a Cultist in {AR}"), ("GC", "who is recruited", "Victor Steele"))
    assert (at(p, "GC", AR), p.state.power[0]) == ({"Acolyte": 1, "Victor Steele": 1}, 3)
    p = scene("YS GC BG", {"YS": {AR: "Byakhee"}, "GC": {AR: "Tarang"}}, cards={TARANG: "GC"})
    script(p, ("YS", "action", f"Capture a Cultist in {AR} from Great Cthulhu"))
    assert at(p, "GC", AR) == {}


@pytest.mark.rule("CW-INV-001", "CW-INV-002", "CW-INV-003")
def test_one_is_bought_for_one_doom_and_given_to_somebody_beside_another_card() -> None:
    p = slot("GC YS BG", {"GC": {AR: "Acolyte"}}, power=9, things=(*BOX, "neutral_monsters"))
    assert not any("Buy Moose" in label and " for " not in label for label in labels(p))
    script(p, ("GC", "doom phase", "Buy Moose Kowalski for Yellow Sign"))
    assert (p.state.doom, p.state.cards[card(p, MOOSE)]) == ([4, 5, 5], 1)
    assert (pool(p, "YS", MOOSE), pool(p, "GC", MOOSE)) == (1, 0)
    assert "CW-INV-001" in why_not(p, "GC", "give", card(p, JOHN), 2)
    assert "CW-INV-003" in why_not(p, "GC", "give", card(p, MOOSE), 2)
    assert not any("John" in label for label in labels(p))
    script(p, ("GC", "doom phase", "Buy Gug"))
    assert p.state.doom[0] == 2
    script(p, ("GC", "doom phase", "ritual"))  # it may follow
    assert asked(p)[0] == "YS"
    assert any("John" in label for label in labels(p))  # of another player in the same phase


@pytest.mark.rule("CW-INV-002")
def test_none_without_doom_nor_after_the_ritual_nor_in_a_turn() -> None:
    poor = slot("GC YS BG", {"GC": {AR: "Acolyte"}}, doom={"GC": 0, "YS": 1})
    assert asked(poor)[0] == "YS"
    assert "CW-INV-002" in why_not(poor, "GC", "give", card(poor, JOHN), 1)
    p = slot("GC YS BG", {"GC": {AR: "Acolyte"}}, power=9)
    script(p, ("GC", "doom phase", "ritual"))
    assert asked(p)[0] == "YS"
    either = slot("GC YS BG", {"GC": {AR: "Acolyte"}}, power=9, rulings={"card_before_ritual": "either"})
    script(either, ("GC", "doom phase", "ritual"), ("GC", "doom phase", "Buy John Dark for Great Cthulhu"))
    assert "CW-DOM-003" in why_not(scene("GC YS BG", {"GC": {AR: "Acolyte"}}), "GC", "give", card(p, JOHN), 1)


@pytest.mark.rule("CW-INV-004")
def test_nobody_has_two_and_one_may_be_kept() -> None:
    p = slot("GC YS BG", {"GC": {AR: "Acolyte"}}, cards={MOOSE: "YS"})
    assert "CW-INV-004" in why_not(p, "GC", "give", card(p, JOHN), 1)
    assert "Buy John Dark for Yellow Sign" not in labels(p)
    script(p, ("GC", "doom phase", "Buy John Dark for Great Cthulhu"))
    assert p.state.cards[card(p, JOHN)] == 0


@pytest.mark.rule("CW-INV-003")
def test_cards_by_lot_leave_the_investigators_alone() -> None:
    lot = CthulhuWars.build(players=3, options={"things": ["investigators", "neutral_monsters"], "lot": 2})
    p = Position(lot, lot.start())
    drawn = []
    while p.decision.what == "card of the market":
        assert not {p.system.config.cards[i].name for i in p.decision.options} & {*NAMES}
        drawn.append(p.decision.options[-1])
        p.play(drawn[-1])
    assert len(drawn) == 2
    assert p.state.offer.bit_count() == 2 + len(NAMES)


# -- what all have ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-INV-007")
def test_any_player_moves_any_investigator_once() -> None:
    p = scene(
        "GC YS BG", {"GC": {AR: "Acolyte"}, "YS": {EU: "Victor Steele, Acolyte"}}, cards={VICTOR: "YS"}, power={"GC": 4}
    )
    script(p, ("GC", "action", "move"))
    assert labels(p) == {"Acolyte, Arabia", "Victor Steele, Europe"}
    script(p, ("GC", "unit to move", "Victor Steele, Europe"), ("GC", "move to", "Arabia"))
    assert at(p, "YS", AR) == {"Victor Steele": 1}
    assert labels(p) == {"Acolyte, Arabia", "Done"}  # each once
    script(p, ("GC", "unit to move", "done"))
    assert p.state.power[0] == 3
    away = scene("GC YS BG", {"YS": {EU: "Victor Steele, Acolyte"}}, cards={VICTOR: "YS"})
    assert "move" in action(away)
    none = scene("GC YS BG", {"YS": {EU: "Acolyte"}}, cards={VICTOR: "YS"})
    assert "move" not in action(none)


@pytest.mark.rule("CW-INV-008")
def test_a_captive_costs_its_captor_a_power() -> None:
    game = system("YS GC BG", things=BOX)
    s = game.arrange({"units": {"YS": {EU: "2 Acolyte"}, "GC": {AR: "4 Acolyte"}}, "cards": {VICTOR: "BG"},
                      "phase": "gather power", "active": "YS", "power": 0})  # fmt: skip
    victor, before = s.config.name[2].index(VICTOR), gathered(s, 0).value
    s.move(2, victor, POOL, HELD)
    assert (before, gathered(s, 0).value, gathered(s, 1).value) == (2, 1, 4)
    s.move(0, s.config.cultists[0][0], area(Position(game, s), EU), POOL)
    s.move(0, s.config.cultists[0][0], s.areas(0)[0], POOL)
    assert gathered(s, 0).value == -1
    p = Position(game, s)  # all gather; nobody has less than half of the most
    assert p.state.power == [2, 4, 2]
    assert p.state.n(2, victor, POOL) == 1  # it goes home


# -- each of them -----------------------------------------------------------------------------------------------------
def rolled(p: Position, first: tuple[int, int], second: tuple[int, int]) -> Position:
    """The dice of attacker and defender."""
    for outcome in (first, second):
        assert p.decision.dice is not None, asked(p)
        p.play(outcome)
    return p


@pytest.mark.rule("CW-INV-009", "CW-INV-006")
def test_amelia_takes_the_first_kill_of_her_side() -> None:
    units = {"GC": {AR: "Starspawn"}, "YS": {AR: "Byakhee, 2 Undead, Amelia Azcvedo"}}
    p = scene("GC YS BG", units, cards={AMELIA: "YS"})
    script(p, ("GC", "action", f"Battle in {AR} against Yellow Sign"))
    rolled(p, (2, 0), (0, 0))
    assert labels(p) == {"Byakhee", "Undead"}  # the first is hers without a question, the second is not
    script(p, ("YS", "takes a kill", "Undead"))
    assert at(p, "YS", AR) == {"Byakhee": 1, "Undead": 1}


@pytest.mark.rule("CW-INV-009")
@pytest.mark.parametrize("named", [True, False])
def test_without_amelia_the_enemy_may_name_the_dearest_monster(named: bool) -> None:
    units = {"GC": {AR: "Starspawn"}, "YS": {AR: "Byakhee, 2 Undead", EU: "Amelia Azcvedo"}}
    p = scene("GC YS BG", units, cards={AMELIA: "YS"})
    script(p, ("GC", "action", f"Battle in {AR} against Yellow Sign"))
    rolled(p, (2, 0), (0, 0))
    assert asked(p) == ("GC", "names the first kill")
    p.play("yes" if named else "no")
    if not named:
        assert labels(p) == {"Byakhee", "Undead"}
        return
    assert at(p, "YS", AR) == {"Undead": 1}  # the Byakhee first, without a question, then an Undead


@pytest.mark.rule("CW-INV-009")
def test_the_first_kill_alone_is_named() -> None:
    units = {"GC": {AR: "Starspawn"}, "YS": {AR: "2 Byakhee, Undead"}}
    p = scene("GC YS BG", units, cards={AMELIA: "YS"})
    script(p, ("GC", "action", f"Battle in {AR} against Yellow Sign"))
    rolled(p, (2, 0), (0, 0))
    p.play("yes")
    assert (asked(p), labels(p)) == (("YS", "takes a kill"), {"Byakhee", "Undead"})


@pytest.mark.rule("CW-INV-009")
def test_amelia_asks_nothing_without_kills_or_monsters_or_of_whoever_has_not_the_card() -> None:
    for units, held, kills in (
        ({"GC": {AR: "Starspawn"}, "YS": {AR: "Byakhee, Undead"}}, "YS", 0),
        ({"GC": {AR: "Starspawn"}, "YS": {AR: "2 Acolyte"}}, "YS", 1),
        ({"GC": {AR: "Starspawn"}, "YS": {AR: "Byakhee, Undead"}}, "BG", 1),
    ):
        p = scene("GC YS BG", units, cards={AMELIA: held})
        script(p, ("GC", "action", f"Battle in {AR} against Yellow Sign"))
        outcome = (kills, 0)
        while p.decision.dice is not None and p.state.battle is not None:
            p.play(outcome)
            outcome = (0, 0)
        assert p.decision.what != "names the first kill"


@pytest.mark.rule("CW-INV-010")
def test_andrew_comes_where_the_buyer_likes() -> None:
    p = slot("GC YS BG", {"GC": {AR: "Acolyte"}})
    script(p, ("GC", "doom phase", "Buy Andrew Patorius for Yellow Sign"), ("GC", "where it comes", AR))
    assert at(p, "YS", AR) == {ANDREW: 1}
    other = slot("GC YS BG", {"GC": {AR: "Acolyte"}})
    script(other, ("GC", "doom phase", "Buy Moose Kowalski for Yellow Sign"))
    assert (asked(other), pool(other, "YS", MOOSE)) == (("YS", "doom phase"), 1)


@pytest.mark.rule("CW-INV-010")
def test_no_action_ends_where_andrew_lies_until_another_has_been_done() -> None:
    units = {"GC": {AR: "Andrew Patorius, 2 Acolyte", EA: "Acolyte, Deep One"}, "YS": {EU: "Acolyte"}}
    p = scene("GC YS BG", units, cards={ANDREW: "GC"}, power={"GC": 9})
    assert f"Recruit a Cultist in {AR}" in labels(p)
    script(p, ("GC", "action", f"Recruit a Cultist in {AR}"))
    assert p.state.counter(0, "laid down in area") == area(p, AR) + 1
    found = labels(p)
    assert f"Recruit a Cultist in {EA}" in found
    assert not {f"Recruit a Cultist in {AR}", f"Create a gate in {AR}"} & found
    assert "CW-INV-010" in why_not_there(p, "recruit", area(p, AR))
    q = p.clone()
    script(q, ("GC", "action", "move"), ("GC", "unit to move", "Deep One, East Africa"))
    assert AR not in labels(q)
    q.play(area(q, "Indian Ocean"))
    script(q, ("GC", "unit to move", "done"))
    assert f"Create a gate in {AR}" in labels(q)
    script(p, ("GC", "action", f"Recruit a Cultist in {EA}"))
    assert f"Recruit a Cultist in {AR}" in labels(p)


def why_not_there(p: Position, verb: str, place: int) -> set[str]:
    """The rules that bar an action there, with those that look at more than the action."""
    act = next(a for a in known(p.state, 0) if a.verb == verb)
    return {verdict.rule for verdict in elsewhere(p.state, 0, act, (place,)) if not verdict.holds}


@pytest.mark.rule("CW-INV-010")
def test_a_move_to_andrew_lays_him_down_too_and_that_of_another_does_not() -> None:
    units = {"GC": {AR: "Andrew Patorius", EA: "2 Acolyte"}, "YS": {EA: "Acolyte"}}
    p = scene("GC YS BG", units, cards={ANDREW: "GC"}, power={"GC": 9})
    script(
        p, ("GC", "action", "move"), ("GC", "unit to move", "Acolyte, East Africa"), ("GC", "move to", AR),
        ("GC", "unit to move", "done"), ("GC", "action", "move"),
        ("GC", "unit to move", "Acolyte, East Africa"),
    )  # fmt: skip
    assert AR not in labels(p)
    other = scene("YS GC BG", units, cards={ANDREW: "GC"}, power={"YS": 9, "GC": 9})
    script(
        other, ("YS", "action", "move"), ("YS", "unit to move", "Acolyte, East Africa"), ("YS", "move to", AR),
        ("YS", "unit to move", "done"),
    )  # fmt: skip
    assert f"Recruit a Cultist in {AR}" in labels(other)


@pytest.mark.rule("CW-INV-011")
def test_john_comes_in_place_of_an_elder_sign_while_he_is_in_the_pool() -> None:
    units = {"GC": {AR: "Acolyte, Cthulhu"}, "YS": {EU: "Acolyte"}}
    p = slot("GC YS BG", units, cards={JOHN: "GC"}, power={"GC": 9})
    script(p, ("GC", "doom phase", "ritual"), ("GC", "where it comes", EU))
    assert (at(p, "GC", EU), p.state.signs[0]) == ({JOHN: 1}, ())
    there = slot("GC YS BG", {"GC": {AR: "Acolyte, Cthulhu, John Dark"}}, cards={JOHN: "GC"}, power={"GC": 9})
    script(there, ("GC", "doom phase", "ritual"))
    assert asked(there) == ("chance", "elder sign")
    other = slot("GC YS BG", units, cards={JOHN: "YS"}, power={"GC": 9})
    script(other, ("GC", "doom phase", "ritual"))
    assert asked(other) == ("chance", "elder sign")


@pytest.mark.rule("CW-INV-012")
def test_hannahs_owner_declares_battle_next_to_her_alone() -> None:
    units = {"GC": {AR: "Deep One", WAF: "Deep One, Hannah Hazard", EA: "Deep One", NA: "Deep One"}}
    units["YS"] = dict.fromkeys((AR, WAF, EA, NA), "Acolyte")
    p = scene("GC YS BG", units, cards={HANNAH: "GC"})
    near = p.state.config.map.within(1)[area(p, WAF)]
    wanted = {f"Battle in {n} against Yellow Sign" for n in (AR, EA, NA) if area(p, n) in near}
    assert wanted
    assert {label for label in labels(p) if "Battle in" in label} == wanted
    assert "CW-ABI-004" in why_not(p, "GC", "battle", area(p, WAF), 1)
    del units["GC"][WAF]
    free = scene("GC YS BG", units, cards={HANNAH: "GC"})
    assert len({label for label in labels(free) if "Battle in" in label}) == 3
    other = scene(
        "YS GC BG", {"YS": {AR: "Byakhee"}, "GC": {AR: "Acolyte", WAF: "Hannah Hazard"}}, cards={HANNAH: "GC"}
    )
    assert f"Battle in {AR} against Great Cthulhu" in labels(other)


@pytest.mark.rule("CW-INV-012", "CW-INV-006")
def test_hannah_adds_a_pain_and_no_result_touches_her() -> None:
    p = scene("YS GC BG", {"YS": {AR: "Byakhee"}, "GC": {AR: "Hannah Hazard, Acolyte"}}, cards={HANNAH: "GC"})
    script(p, ("YS", "action", f"Battle in {AR} against Great Cthulhu"))
    rolled(p, (1, 1), (0, 0))
    assert asked(p) == ("YS", "retreat to")  # the pain that she adds; the kill was the Acolyte's
    assert at(p, "GC", AR) == {HANNAH: 1}
    away = scene("YS GC BG", {"YS": {AR: "Byakhee"}, "GC": {AR: "2 Acolyte", EU: HANNAH}}, cards={HANNAH: "GC"})
    script(away, ("YS", "action", f"Battle in {AR} against Great Cthulhu"))
    away.play((1, 0))
    assert (at(away, "GC", AR), at(away, "YS", AR), away.state.battle) == ({"Acolyte": 1}, {"Byakhee": 1}, None)


@pytest.mark.rule("CW-INV-012", "CW-OW-035", "CW-IGO-028")
def test_what_is_rolled_beside_battles_does_not_touch_hannah_either() -> None:
    units = {"OW": {EA: "2 Spawn of Yog-Sothoth", WAF: "2 Abomination"}, "GC": {AR: "Hannah Hazard, 2 Deep One"}}
    units |= {"BG": {EU: "Acolyte"}}
    more: dict[str, Any] = {"books": {"OW": "Dread Curse of Azathoth"}, "cards": {HANNAH: "GC"}}
    p = scene("OW GC BG", units, **more)
    script(p, ("OW", "action", f"dread curse {AR}"))
    p.play((2, 0))
    assert at(p, "GC", AR) == {HANNAH: 1}
    assert "CW-OW-023" in why_not(
        scene("OW GC BG", {**units, "GC": {AR: HANNAH}}, **more), "OW", "dread curse", area(p, AR)
    )
    units = {"YS": {EA: "Dire Cthulhu"}, "BG": {EA: "2 Ghoul"}, "GC": {EA: "Hannah Hazard"}}
    more = {"things": (*BOX, "dire_cthulhu"), "cards": {"Dire Cthulhu": "YS", HANNAH: "GC"}}
    for there, asks in (("Hannah Hazard", False), ("Hannah Hazard, Acolyte", True)):
        p = scene("YS BG GC", {**units, "GC": {EA: there}}, card_spellbooks={"YS": "Dire Cthulhu"}, **more)
        script(p, ("YS", "action", f"Battle in {EA} against Black Goat"))
        p.play((1, 0))
        while p.decision.what not in ("would_score", "use Non-Euclidean", "result beside the battle", "action"):
            p.play(p.decision.options[0])
        if p.decision.what == "use Non-Euclidean":
            p.play("yes")
        assert (p.decision.what == "result beside the battle") is asks


@pytest.mark.rule("CW-INV-013")
def test_anybody_recruits_naomi_for_nothing_and_she_stays_her_owners() -> None:
    p = scene("GC YS BG", {"GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}}, cards={NAOMI: "YS"}, power={"GC": 4})
    script(p, ("GC", "action", f"Recruit Naomi Johnson in {AR}"))
    assert (at(p, "YS", AR), p.state.power[0]) == ({NAOMI: 1}, 4)
    assert f"Recruit Naomi Johnson in {AR}" not in labels(p)
    assert "CW-INV-013" in why_not(p, "GC", "recruit naomi", area(p, AR))
    assert f"Recruit Naomi Johnson in {EU}" not in labels(
        scene("GC YS BG", {"GC": {AR: "Acolyte"}}, cards={NAOMI: "YS"})
    )
    away = scene("GC YS BG", {"GC": {AR: "Acolyte"}}, cards={NAOMI: "YS"})
    assert "CW-REC-002" in why_not(away, "GC", "recruit naomi", area(p, EU))
    sultan = scene("DS YS BG", {"YS": {EU: "Acolyte"}}, cards={NAOMI: "YS"})
    assert "CW-DS-002" in why_not(sultan, "DS", "recruit naomi", area(p, EU))  # before its first Chaos Gate
    nobody = scene("GC YS BG", {"GC": {AR: "Acolyte"}})
    assert "recruit naomi" not in action(nobody)
    own = scene("YS GC BG", {"YS": {EU: "Acolyte"}}, cards={NAOMI: "YS"})
    script(own, ("YS", "action", f"Recruit Naomi Johnson in {EU}"))
    assert at(own, "YS", EU) == {"Acolyte": 1, NAOMI: 1}


@pytest.mark.rule("CW-INV-013")
def test_naomi_takes_dice_from_her_side() -> None:
    units = {"GC": {AR: "Cthulhu"}, "YS": {AR: "2 Byakhee, Hastur, Naomi Johnson"}}
    p = scene("GC YS BG", units, cards={NAOMI: "YS"}, power={"GC": 9, "YS": 0})
    without = scene("GC YS BG", {"GC": {AR: "Cthulhu"}, "YS": {AR: "2 Byakhee, Hastur"}}, power={"GC": 9, "YS": 0})
    found = []
    for q in (p, without):
        script(q, ("GC", "action", f"Battle in {AR} against Yellow Sign"))
        while q.decision.dice is None:
            q.play("no" if "no" in q.decision.options else q.decision.options[0])
        q.play((0, 0))
        found.append(dice(q))
    assert found[0] == max(found[1] - 3, 0) < found[1]


@pytest.mark.rule("CW-INV-014")
def test_battles_without_moose_cost_a_doom_in_place_of_a_power() -> None:
    units = {"GC": {AR: "Deep One", EA: "Deep One, Moose Kowalski"}, "YS": {AR: "Acolyte", EA: "Acolyte"}}
    more: dict[str, Any] = {"cards": {MOOSE: "GC"}, "power": {"GC": 4}}
    p = scene("GC YS BG", units, doom={"GC": 2}, **more)
    script(p, ("GC", "action", f"Battle in {AR} against Yellow Sign"))
    assert (p.state.power[0], p.state.doom[0]) == (4, 1)
    there = scene("GC YS BG", units, doom={"GC": 2}, **more)
    script(there, ("GC", "action", f"Battle in {EA} against Yellow Sign"))
    assert (there.state.power[0], there.state.doom[0]) == (3, 2)
    poor = scene("GC YS BG", units, doom={"GC": 0}, **more)
    assert {label for label in labels(poor) if "Battle in" in label} == {f"Battle in {EA} against Yellow Sign"}
    assert "CW-ABI-004" in why_not(poor, "GC", "battle", area(p, AR), 1)
    enemy = scene(
        "YS GC BG", {"YS": {AR: "Byakhee"}, "GC": {AR: "Acolyte"}}, cards={MOOSE: "GC"}, doom={"YS": 2, "GC": 2}
    )
    script(enemy, ("YS", "action", f"Battle in {AR} against Great Cthulhu"))
    assert enemy.state.doom[:2] == [2, 2]


@pytest.mark.rule("CW-INV-015")
def test_tarang_is_placed_by_his_owner_and_comes_back_for_nothing() -> None:
    p = slot("GC YS BG", {"GC": {AR: "Acolyte"}})
    script(p, ("GC", "doom phase", "Buy Tarang for Yellow Sign"), ("YS", "where it comes", EU))
    assert at(p, "YS", EU) == {TARANG: 1}
    back = slot("GC YS BG", {"GC": {AR: "Acolyte"}}, cards={TARANG: "GC"}, doom=0)
    script(back, ("GC", "doom phase", "The place of Tarang"), ("GC", "where it comes", EU))
    assert at(back, "GC", EU) == {TARANG: 1}
    there = slot("GC YS BG", {"GC": {AR: "Acolyte, Tarang"}}, cards={TARANG: "GC"}, doom={"YS": 1})
    assert asked(there)[0] == "YS"  # nothing to do in the slot


@pytest.mark.rule("CW-INV-002", "CW-VIC-001")
@pytest.mark.parametrize(("ruling", "over"), [("phase_end", False), ("reached", True)])
def test_an_investigator_may_take_its_buyer_below_the_doom_that_ends_the_game(ruling: str, over: bool) -> None:
    for doom, ends in ((30, over), (29, False)):
        p = slot("GC YS BG", {"GC": {AR: "Acolyte"}}, doom={"GC": doom}, rulings={"doom_at_thirty": ruling})
        script(p, ("GC", "doom phase", "Buy Moose Kowalski for Yellow Sign"))
        while p.decision is not None and asked(p)[1] == "doom phase":
            p.play("done")
        assert (p.state.doom[0], p.state.phase == OVER) == (doom - 1, ends)


@pytest.mark.rule("CW-INV-015", "CW-INV-006")
def test_tarang_flees_from_a_great_old_one_with_all_cultists_there() -> None:
    units = {"GC": {AR: "Cthulhu, Deep One"}, "YS": {EA: "Tarang, 2 Acolyte, Byakhee", EU: "Acolyte"}}
    p = scene("GC YS BG", units, cards={TARANG: "YS"}, gates={EA: "YS"})
    script(p, ("GC", "action", "move"), ("GC", "unit to move", "Cthulhu, Arabia"), ("GC", "move to", EA))
    assert asked(p) == ("YS", "where they flee")
    script(p, ("YS", "where they flee", AR))
    assert (at(p, "YS", AR), at(p, "YS", EA)) == ({TARANG: 1, "Acolyte": 2}, {"Byakhee": 1})
    less = scene("GC YS BG", units, cards={TARANG: "YS"})
    script(less, ("GC", "action", "move"), ("GC", "unit to move", "Deep One, Arabia"), ("GC", "move to", EA))
    assert asked(less)[0] == "GC"
    assert at(less, "YS", EA) == {TARANG: 1, "Acolyte": 2, "Byakhee": 1}
    elsewhere = scene("GC YS BG", {**units, "YS": {EA: "Acolyte", EU: TARANG}}, cards={TARANG: "YS"})
    script(elsewhere, ("GC", "action", "move"), ("GC", "unit to move", "Cthulhu, Arabia"), ("GC", "move to", EA))
    assert asked(elsewhere)[0] == "GC"


@pytest.mark.rule("CW-INV-015", "CW-TER-011", "CW-BB-045")
def test_tarang_flees_where_no_power_keeps_them_out_and_earth_cats_flee_with_him() -> None:
    units = {"GC": {AR: "Cthulhu"}, "BB": {EA: "Tarang, 2 Earth Cat"}, "YS": {AR: "Cacodemon", EU: "Acolyte"}}
    things = (*BOX, "terrors")
    p = scene("GC BB YS", units, cards={TARANG: "BB", "Cacodemon": "YS"}, things=things)
    script(p, ("GC", "action", "move"), ("GC", "unit to move", "Cthulhu, Arabia"), ("GC", "move to", EA))
    assert asked(p) == ("BB", "where they flee")
    assert AR not in labels(p)
    script(p, ("BB", "where they flee", WAF))
    assert (at(p, "BB", WAF), at(p, "BB", EA)) == ({TARANG: 1, "Earth Cat": 2}, {})


def planned(units: str = "Acolyte, Deep One", **more: Any) -> Position:
    """The Doom phase is about to end, and Great Cthulhu holds the card of Victor Steele."""
    p = slot("GC YS BG", {"GC": {AR: units}, "YS": {AR: "Acolyte", EU: "Acolyte"}, "BG": {SPA: "Acolyte"}},
             cards={VICTOR: "GC"}, power={"GC": 4, "YS": 3, "BG": 3}, doom=0, **more)  # fmt: skip
    while p.state.phase == 3 and p.decision.what in ("doom phase", "first player"):
        p.play("done")
    return p


@pytest.mark.rule("CW-INV-016")
def test_another_names_the_first_action_of_victors_owner() -> None:
    p = planned(gates={AR: "GC"})
    while asked(p)[1] == "doom phase":
        p.play("done")
    script(p, ("GC", "who plans", "Yellow Sign"))
    assert asked(p) == ("YS", "planned action")
    assert {"Recruit", "Move", "Battle"} <= labels(p)
    assert not {"Control", "Abandon", "Desecrate"} & labels(p)  # unlimited, or not its own
    script(p, ("YS", "planned action", "Move"))
    assert (asked(p), action(p)) == (("GC", "action"), {"move"})  # no passing either
    assert "CW-INV-016" in why_not_there(p, "recruit", area(p, AR))
    script(p, ("GC", "action", "move"), ("GC", "unit to move", "Deep One, Arabia"), ("GC", "move to", EA),
           ("GC", "unit to move", "done"))  # fmt: skip
    while asked(p)[0] != "GC" or p.state.stage:
        p.play("end" if "end" in p.decision.options else "pass")
    assert {"recruit", "pass"} <= action(p)  # the first alone


@pytest.mark.rule("CW-INV-016")
def test_nobody_plans_for_victor_on_the_map_and_what_cannot_be_done_is_not_asked_for() -> None:
    p = planned("Acolyte, Victor Steele")
    while asked(p)[1] == "doom phase":
        p.play("done")
    assert asked(p) == ("GC", "action")
    gone = scene("GC YS BG", {"GC": {AR: "Acolyte"}}, cards={VICTOR: "GC"}, counters=[["GC", "planned: battle", 1]])
    assert {"recruit", "move", "pass"} <= action(gone)
    bound = scene("GC YS BG", {"GC": {AR: "Acolyte"}}, cards={VICTOR: "GC"}, counters=[["GC", "planned: recruit", 1]])
    assert action(bound) == {"recruit"}


# -- on the screen ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-INV-002")
def test_the_market_tells_price_figures_and_why_not() -> None:
    p = slot("GC YS BG", {"GC": {AR: "Acolyte"}}, cards={MOOSE: "YS"}, doom={"GC": 0}, power={"GC": 9})
    line = next(line for line in p.system.table(p.state, 0).lines if line.name == "Loyalty cards")
    notes = {item.name: item.note for item in line.items}
    assert "1 Doom" in notes[JOHN]
    assert "1 figure, 1 Power, Combat 1. It brings no Power. A captor pays 1 Power for it" in notes[JOHN]
    assert "1 figure, 0 Power, Combat -3" in notes[NAOMI]
    assert "Not met: you have the Doom" in notes[JOHN]
    assert "Overconfident" in notes[MOOSE]


def test_a_card_that_is_picked_in_its_row_is_named() -> None:
    p = slot("GC YS BG", {"GC": {AR: "Acolyte"}})
    look = ViewState(view=0, picked=[f"card:{card(p, MOOSE)}"])
    assert models(Moment(Game(p.system, p, seed=1), look))["decision"]["chips"] == [MOOSE]


def test_the_editor_gives_one_card_to_a_seat_and_knows_their_captives() -> None:
    editor = th.editor("cthulhu_wars", players=3, things="investigators").set("phase", "Action")
    editor.set("Victor Steele", 1)
    assert (editor.violations, editor.state.n(1, of_card(editor.state, 1, "victor_steele"), POOL)) == ((), 1)
    tool = next(tool for tool in editor.tools if "Captive Victor Steele" in tool.name)
    editor.set(tool.id, 1)
    assert editor.violations == ()
    assert editor.state.n(1, of_card(editor.state, 1, "victor_steele"), HELD) == 1
    editor.set("Tarang", 1)
    assert [fault.rule for fault in editor.violations] == ["CW-INV-016"]


def test_a_bot_holds_an_investigator_for_a_burden() -> None:
    p = scene("GC YS BG", {"GC": {AR: "Acolyte"}}, cards={MOOSE: "YS"})
    assert p.system.parts(p.state, 1)["loyalty cards"] == -2.0
    assert "loyalty cards" not in p.system.parts(p.state, 0)
