"""The Ancients: Cathedrals, Dematerialization, spellbooks and requirements."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.answers.test_calculator import brute_force
from tests.cthulhu_wars.bots import busy
from tests.cthulhu_wars.outside import guests
from tests.cthulhu_wars.scene import AR, EA, area, asked, at, dice, labels, left, script, system, table, why_not
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.answers.calculator import reckon
from theomachy.answers.work import finish
from theomachy.engine.runtime.ability import No
from theomachy.engine.runtime.layers import Changes, add
from theomachy.engine.runtime.line_up import Setting
from theomachy.engine.runtime.position import Position, trace_of
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.powers import ancients as an
from theomachy.games.cthulhu_wars.rules.config import MONSTER, TERROR
from theomachy.games.cthulhu_wars.rules.domains import HELD_GATE, KILL, OPEN_GATE, POOL
from theomachy.games.cthulhu_wars.rules.fight import Resolution, declare
from theomachy.games.cthulhu_wars.rules.score import gathered
from theomachy.games.cthulhu_wars.rules.state import State
from theomachy.games.cthulhu_wars.rules.timings import Power
from theomachy.games.cthulhu_wars.rules.topics import CostOf

WAF, ANT, AUS, IND = "West Africa", "Antarctica", "Australia", "Indian Ocean"
EU, SAM, NAM, ARC, PAC = "Europe", "South America", "North America", "Arctic Ocean", "North Pacific"
FESTIVAL, BRAINLESS, EXTINCTION = "Festival", "Brainless", "Extinction"
GROUND, CONSECRATION, WORSHIP = "Unholy Ground", "Consecration", "Worship Services"
DOOM = {"phase": "doom", "first": "AN"}
ALL_FOUR = {"cathedral": f"{AR}, {EA}, {SAM}, {ARC}"}


def churches(p: Position) -> set[str]:
    """Areas with a Cathedral."""
    names = p.state.config.map.names
    return {name for i, name in enumerate(names) if an.cathedrals(p.state) >> i & 1}


def gate(p: Position, name: str) -> int:
    """What is in the gate's place of an area."""
    found: int = p.state.gate[area(p, name)]
    return found


def income(p: Position, seat: int) -> dict[str, int]:
    """Power that a seat would gather, by its source."""
    return {part.name: part.change for part in gathered(p.state, seat).parts}


# -- card and set-up --------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-AN-001", "CW-AN-002", "CW-AN-011", "CW-AN-012", "CW-AN-013", "CW-AN-014")
def test_the_card_has_its_units_cathedrals_books_and_slots():
    config = system("AN GC BG").config
    card = config.factions[0]
    rows = [(u.name, u.figures, u.costs[0], u.combat, u.rank) for u in card.units]
    assert rows == [
        ("Acolyte", 6, 1, 0, 0), ("Un-Man", 3, 3, 0, MONSTER), ("Reanimated", 3, 4, 2, MONSTER),
        ("Yothan", 3, 6, 7, TERROR),
    ]  # fmt: skip
    assert [(token.key, token.figures, token.seat) for token in config.tokens] == [("cathedral", 4, 0)]
    assert (config.goos[0], config.favoured[0]) == ((), ())
    assert [book.name for book in card.books] == [FESTIVAL, BRAINLESS, EXTINCTION, GROUND, CONSECRATION, WORSHIP]
    assert len(card.slots) == 6
    assert [u.key for u in card.units][an.UN_MAN : an.YOTHAN + 1] == ["un_man", "reanimated", "yothan"]


@pytest.mark.rule("CW-AN-002")
def test_a_ritual_of_theirs_gives_no_sign_by_itself():
    p = table("AN YS BG", {"AN": {EA: "Acolyte, Yothan"}}, gates={EA: "AN"}, **DOOM)
    script(p, ("AN", "doom phase", "ritual"))
    assert (p.state.doom[0], p.state.signs[0]) == (1, ())


@pytest.mark.rule("CW-AN-003", "CW-AN-004")
def test_they_start_after_the_printed_ones_and_before_opener_without_a_faction_s_glyph():
    game = system("OW AN GC YS")
    p = Position(game, game.start())
    assert asked(p) == ("AN", "start area")
    glyphs = {"South Pacific", EU, WAF, "South Asia"}  # of Black Goat and Crawling Chaos too, though nobody plays them
    assert not labels(p) & {*glyphs, "North America", ARC}  # nor in Sleeper's and Windwalker's
    assert {AR, EA, SAM, "Indian Ocean"} <= labels(p)  # Yellow Sign's three glyphs, and the sea
    script(p, ("AN", "start area", AR))
    assert (at(p, "AN", AR), gate(p, AR), p.state.power[1]) == ({"Acolyte": 6}, HELD_GATE + 1, 8)
    assert p.state.start[1] == area(p, AR)
    assert asked(p) == ("OW", "start area")
    assert EU not in labels(p)
    assert WAF in labels(p)  # to whom it matters, matters


@pytest.mark.rule("CW-AN-003")
def test_they_choose_before_the_tcho_tcho_and_opener_whoever_sits_first():
    p = Position(game := system("OW TT AN GC"), game.start())
    assert asked(p) == ("AN", "start area")
    script(p, ("AN", "start area", AR))
    assert asked(p)[0] == "TT"


# -- Dematerialization ------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-AN-010")
def test_units_of_one_area_go_to_any_other_area_as_many_as_they_like():
    units = {"AN": {EA: "2 Acolyte, Un-Man, Yothan", AR: "Acolyte"}, "YS": {NAM: "Undead"}}
    p = table("AN YS BG", units, gates={EA: "AN"}, **DOOM)
    script(p, ("AN", "doom phase", "Dematerialization"))
    assert asked(p) == ("AN", "fades from")
    assert labels(p) == {EA, AR}
    script(p, ("AN", "fades from", EA))
    assert labels(p) == set(p.state.config.map.names) - {EA}
    script(p, ("AN", "fades to", NAM))
    assert "Done" not in labels(p)  # one at least
    script(p, ("AN", "goes along", "Yothan"), ("AN", "goes along", "Acolyte on the gate"), ("AN", "goes along", "done"))
    assert (at(p, "AN", NAM), at(p, "AN", EA)) == ({"Acolyte": 1, "Yothan": 1}, {"Acolyte": 1, "Un-Man": 1})
    assert (gate(p, EA), at(p, "AN", AR), p.state.moved) == (OPEN_GATE, {"Acolyte": 1}, ())
    assert asked(p) != ("AN", "doom phase") or "Dematerialization" not in labels(p)  # once a phase


@pytest.mark.rule("CW-AN-010")
def test_nobody_fades_without_units_on_the_map_nor_in_the_phase_of_another():
    p = table("AN YS BG", {"YS": {EA: "Acolyte"}}, **DOOM)
    assert p.decision is not None
    assert "Dematerialization" not in p.decision.options
    q = table("AN YS BG", {"AN": {EA: "Acolyte"}, "YS": {AR: "Acolyte"}}, phase="doom", first="YS", active="YS")
    assert asked(q) == ("YS", "doom phase")
    assert "Dematerialization" not in q.decision.options
    act = table("AN YS BG", {"AN": {EA: "Acolyte"}})
    assert not any("Dematerialization" in label for label in labels(act))


@pytest.mark.rule("CW-AN-010")
def test_all_may_fade_and_then_nothing_is_left_to_ask():
    p = table("AN YS BG", {"AN": {EA: "Un-Man, Acolyte", AR: "Acolyte"}}, **DOOM)
    script(p, ("AN", "doom phase", "Dematerialization"), ("AN", "fades from", EA), ("AN", "fades to", IND))
    script(p, ("AN", "goes along", "Un-Man"), ("AN", "goes along", "Acolyte"))
    assert (at(p, "AN", IND), at(p, "AN", EA)) == ({"Acolyte": 1, "Un-Man": 1}, {})
    assert asked(p)[1] != "goes along"


# -- Cathedrals -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-AN-015", "CW-AN-016", "CW-AN-018")
def test_a_cathedral_is_created_where_a_cultist_is_beside_a_gate_too():
    p = table("AN YS BG", {"AN": {EA: "Acolyte, Un-Man", AUS: "Un-Man"}}, gates={EA: "AN"}, power=1)
    assert set(why_not(p, "AN", "cathedral", area(p, AUS))) == {"CW-AN-015"}
    script(p, ("AN", "action", f"cathedral {EA}"))
    assert (churches(p), gate(p, EA), p.state.power[0]) == ({EA}, HELD_GATE, 0)
    shown = {piece.name: piece.owner for piece in p.system.table(p.state).pieces if piece.area == area(p, EA)}
    sheet = p.system.table(p.state).sheets[0]
    assert shown["Cathedral"] == 0
    told = [(name, pieces[0].count) for name, pieces in sheet.pieces if name.startswith("Cathedrals")]
    assert told == [("Cathedrals, 3 left", 3)]
    other = table("YS AN BG", {"YS": {EA: "Acolyte"}})
    assert not any("Cathedral" in label for label in labels(other))


@pytest.mark.rule("CW-AN-015")
def test_a_gate_may_come_where_a_cathedral_is_and_costs_what_it_costs():
    p = table("AN YS BG", {"AN": {EA: "Acolyte"}}, markers={"cathedral": EA}, power=3)
    script(p, ("AN", "action", f"gate {EA}"))
    assert (churches(p), gate(p, EA) != 0, p.state.power[0]) == ({EA}, True, 0)


@pytest.mark.rule("CW-AN-016")
@pytest.mark.parametrize(("there", "price"), [(AR, 3), (IND, 3), (NAM, 1), ("", 1)])
def test_next_to_another_one_it_costs_three(there, price):
    units = {"AN": {EA: "Acolyte"}}
    p = table("AN YS BG", units, markers={"cathedral": there}, power=price)
    script(p, ("AN", "action", f"cathedral {EA}"))
    assert (EA in churches(p), p.state.power[0]) == (True, 0)
    poor = table("AN YS BG", units, markers={"cathedral": there}, power=price - 1 or 1)
    wrong = why_not(poor, "AN", "cathedral", area(poor, EA))
    assert set(wrong) == ({"CW-ACT-002"} if price > 1 else set())


@pytest.mark.rule("CW-AN-016")
def test_price_of_a_cathedral_next_to_another():
    p = table("AN YS BG", {"AN": {EA: "Acolyte"}}, markers={"cathedral": AR}, power=4)
    script(p, ("AN", "action", f"cathedral {EA}"))
    assert p.state.power[0] == 1


@pytest.mark.rule("CW-AN-019")
def test_one_cathedral_for_each_glyph_and_one_where_there_is_none():
    places = (WAF, EA, NAM, EU, IND, ANT)
    p = table("AN YS BG", {"AN": dict.fromkeys(places, "Acolyte")}, markers={"cathedral": f"{WAF}, {AR}, {ARC}"})
    for place in (WAF, EA, EU, IND, ANT):  # the sea is without a glyph as Antarctica is
        assert set(why_not(p, "AN", "cathedral", area(p, place))) == {"CW-AN-019"}
    assert not why_not(p, "AN", "cathedral", area(p, NAM))
    full = table("AN YS BG", {"AN": {NAM: "Acolyte"}}, markers=ALL_FOUR)
    assert "CW-AN-015" in why_not(full, "AN", "cathedral", area(full, NAM))


@pytest.mark.rule("CW-AN-015")
def test_the_supply_of_cathedrals_may_be_less_than_the_kinds_of_areas():
    game = type(system("AN YS BG")).build(
        options={"factions": ["AN", "YS", "BG"], "map": "earth_4p_3w5e", "any_map": True},
        overlay={"faction": {"ancients": {"tokens": {"cathedral": {"figures": 1}}}}},
    )
    s = game.arrange({"units": {"AN": {EA: "Acolyte"}}, "active": "AN", "power": 9, "markers": {"cathedral": NAM}})
    p = Position(game, s)
    assert set(why_not(p, "AN", "cathedral", area(p, EA))) == {"CW-AN-015"}


@pytest.mark.rule("CW-AN-017", "CW-AN-037")
def test_a_cathedral_stays_without_units_fights_not_and_is_nobody_to_recruit_with():
    units = {"AN": {EA: "Reanimated", AR: "Acolyte"}, "YS": {EA: "3 Undead"}}
    p = table("AN YS BG", units, markers={"cathedral": f"{EA}, {NAM}"})
    assert set(why_not(p, "AN", "recruit", area(p, NAM))) == {"CW-REC-002"}
    script(p, fight("AN", "YS"))
    assert dice(p) == 2
    script(p, roll(0, 0), roll(1, 0))
    assert (at(p, "AN", EA), churches(p)) == ({}, {EA, NAM})


@pytest.mark.rule("CW-AN-040")
def test_in_whole_games_nothing_but_unholy_ground_takes_a_cathedral_away():
    seen = 0
    for seed in range(2):
        game, rng = system("AN BG YS"), random.Random(seed)
        p = Position(game, game.start())
        before = p.state.tokens
        for _ in range(500):
            decision = p.decision
            if decision is None:
                break
            asked_for, answer = decision.what, busy(p, rng)
            p.play(answer)
            gone = an.TOKEN and before[0] & ~p.state.tokens[0]
            assert not gone or (asked_for == "cathedral removed" and gone == 1 << answer)
            before = p.state.tokens
            seen |= before[0]
    assert seen


# -- Festival ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-AN-024", "CW-AN-012", "CW-ABI-004")
def test_an_un_man_costs_nothing_and_an_enemy_must_gain_a_power():
    p = table("AN YS BG", {"AN": {EA: "Acolyte"}}, gates={EA: "AN"}, books={"AN": FESTIVAL}, power=1)
    script(p, ("AN", "action", f"summon {EA} Un-Man"))
    assert (asked(p), labels(p)) == (("AN", "festival"), {"Yellow Sign", "Black Goat"})
    script(p, ("AN", "festival", "Black Goat"))
    assert (p.state.power, at(p, "AN", EA)) == ([1, 1, 2], {"Acolyte": 1, "Un-Man": 1})
    dear = table("AN YS BG", {"AN": {EA: "Acolyte"}}, gates={EA: "AN"}, power=3)
    script(dear, ("AN", "action", f"summon {EA} Un-Man"))
    assert (dear.state.power, asked(dear)[1]) == ([0, 3, 3], "action")


@pytest.mark.rule("CW-AN-024")
def test_other_monsters_and_those_of_others_are_no_festival():
    p = table("AN YS BG", {"AN": {EA: "Acolyte"}}, gates={EA: "AN"}, books={"AN": FESTIVAL}, power=9)
    script(p, ("AN", "action", f"summon {EA} Reanimated"))
    assert (p.state.power[0], asked(p)[1]) == (5, "action")
    q = table("YS AN BG", {"YS": {EA: "Acolyte"}}, gates={EA: "YS"}, books={"AN": FESTIVAL}, power=2)
    script(q, ("YS", "action", f"summon {EA} Undead"))  # it has the place of an Un-Man on its card
    assert (q.state.power, asked(q)[1]) == ([1, 2, 2], "action")


# -- Brainless --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-AN-025", "CW-AN-013")
def test_a_reanimated_costs_one_with_brainless_and_nobody_else_does():
    p = table("AN YS BG", {"AN": {EA: "Acolyte"}}, gates={EA: "AN"}, books={"AN": BRAINLESS}, power=9)
    script(p, ("AN", "action", f"summon {EA} Reanimated"))
    assert p.state.power[0] == 8
    q = table("AN YS BG", {"AN": {EA: "Acolyte"}}, gates={EA: "AN"}, books={"AN": BRAINLESS}, power=9)
    script(q, ("AN", "action", f"summon {EA} Un-Man"))
    assert q.state.power[0] == 6
    other = table("YS AN BG", {"YS": {EA: "Acolyte"}}, gates={EA: "YS"}, books={"AN": BRAINLESS}, power=9)
    script(other, ("YS", "action", f"summon {EA} Byakhee"))
    assert other.state.power[0] == 7


ALONE = {"AN": {EA: "2 Reanimated"}, "YS": {EA: "Acolyte"}}
LED = {"AN": {EA: "2 Reanimated, Acolyte"}, "YS": {EA: "Acolyte"}}


@pytest.mark.rule("CW-AN-025", "CW-ABI-004")
def test_reanimated_alone_do_not_move_capture_or_begin_a_battle():
    p = table("AN YS BG", ALONE, books={"AN": BRAINLESS})
    assert set(why_not(p, "AN", "move")) == {"CW-ABI-004"}
    for verb in ("battle", "capture"):
        assert set(why_not(p, "AN", verb, area(p, EA), 1)) == {"CW-ABI-004"}
    verbs = {option[0] for option in p.decision.options if isinstance(option, tuple)}
    assert not verbs & {"move", "battle", "capture"}
    for units, books in ((LED, BRAINLESS), (ALONE, "")):
        free = table("AN YS BG", units, books={"AN": books})
        verbs = {option[0] for option in free.decision.options if isinstance(option, tuple)}
        assert verbs >= {"move", "battle", "capture"}
        assert not why_not(free, "AN", "move")
        assert not why_not(free, "AN", "battle", area(free, EA), 1)
        assert not why_not(free, "AN", "capture", area(free, EA), 1)


@pytest.mark.rule("CW-AN-025")
def test_the_mindless_of_the_ancients_bind_no_enemy_and_no_other_unit():
    p = table("YS AN BG", {"YS": {EA: "2 Byakhee"}, "AN": {EA: "Reanimated"}}, books={"AN": BRAINLESS})
    assert not why_not(p, "YS", "battle", area(p, EA), 1)
    assert not why_not(p, "YS", "move")  # a Byakhee has the place of a Reanimated on its card
    q = table("AN YS BG", {"AN": {EA: "2 Un-Man"}, "YS": {EA: "Acolyte"}}, books={"AN": BRAINLESS})
    assert not why_not(q, "AN", "capture", area(q, EA), 1)
    assert not why_not(q, "AN", "move")


@pytest.mark.rule("CW-AN-025", "CW-AN-034")
def test_attacked_they_fight_and_what_is_not_barred_they_do():
    p = table("YS AN BG", {"YS": {EA: "3 Undead"}, "AN": {EA: "2 Reanimated"}}, books={"AN": BRAINLESS})
    script(p, fight("YS", "AN"), roll(0, 1))
    assert dice(p) == 4
    script(p, roll(0, 0), ("AN", "retreat to", AR))  # to retreat is no Move
    assert at(p, "AN", AR) == {"Reanimated": 1}
    q = table("AN YS BG", ALONE, books={"AN": BRAINLESS})
    script(q, ("AN", "action", f"recruit {EA}"))
    assert at(q, "AN", EA) == {"Acolyte": 1, "Reanimated": 2}
    fade = table("AN YS BG", ALONE, books={"AN": BRAINLESS}, **DOOM)
    script(fade, ("AN", "doom phase", "Dematerialization"))
    script(fade, ("AN", "fades to", IND), ("AN", "goes along", "done"))  # one of two that are alike goes
    assert at(fade, "AN", IND) == {"Reanimated": 1}


@pytest.mark.rule("CW-AN-035")
def test_it_is_enough_that_their_move_begins_beside_another_unit():
    p = table("AN YS BG", {"AN": {EA: "2 Reanimated, Un-Man", NAM: "Reanimated"}}, books={"AN": BRAINLESS})
    script(p, ("AN", "action", "move"))
    assert labels(p) == {f"Reanimated, {EA}", f"Un-Man, {EA}"}
    script(p, ("AN", "unit to move", f"Reanimated, {EA}"), ("AN", "move to", AR))
    assert at(p, "AN", AR) == {"Reanimated": 1}
    script(p, ("AN", "unit to move", f"Un-Man, {EA}"), ("AN", "move to", IND))
    assert (asked(p)[1], at(p, "AN", EA)) == ("action", {"Reanimated": 1})  # who stayed without it stays


@pytest.mark.rule("CW-AN-025")
def test_they_bind_only_where_they_are():
    units = {"AN": {EA: "Reanimated", AR: "Un-Man"}, "YS": {EA: "Acolyte", AR: "Acolyte"}}
    p = table("AN YS BG", units, books={"AN": BRAINLESS})
    assert not why_not(p, "AN", "capture", area(p, AR), 1)
    assert set(why_not(p, "AN", "capture", area(p, EA), 1)) == {"CW-ABI-004"}
    script(p, ("AN", "action", "move"))
    assert labels(p) == {f"Un-Man, {AR}"}


# -- Extinction -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-AN-026", "CW-AN-014")
@pytest.mark.parametrize(("rulings", "price"), [({}, 3), ({"yothan_extinction": "two"}, 2)])
def test_a_yothan_costs_less_with_extinction(rulings, price):
    units, gates = {"AN": {EA: "Acolyte"}}, {EA: "AN"}
    p = table("AN YS BG", units, gates=gates, books={"AN": EXTINCTION}, power=9, rulings=rulings)
    script(p, ("AN", "action", f"summon {EA} Yothan"))
    assert p.state.power[0] == 9 - price
    q = table("AN YS BG", units, gates=gates, books={"AN": EXTINCTION}, power=9, rulings=rulings)
    script(q, ("AN", "action", f"summon {EA} Un-Man"))
    assert q.state.power[0] == 6
    dear = table("AN YS BG", units, gates=gates, power=9, rulings=rulings)
    script(dear, ("AN", "action", f"summon {EA} Yothan"))
    assert dear.state.power[0] == 3


@pytest.mark.rule("CW-AN-026", "CW-AN-014")
def test_extinction_makes_yothans_cheap_and_no_others():
    p = table("AN YS BG", {"AN": {EA: "Acolyte"}}, gates={EA: "AN"}, books={"AN": EXTINCTION}, power=4)
    script(p, ("AN", "action", f"summon {EA} Yothan"))
    assert p.state.power[0] == 1
    other = table("OW AN BG", {"OW": {EA: "Acolyte"}}, gates={EA: "OW"}, books={"AN": EXTINCTION}, power=9)
    script(other, ("OW", "action", f"summon {EA} Spawn of Yog-Sothoth"))  # it has the place of a Yothan on its card
    assert other.state.power[0] == 5


def out(p: Position, seat: int = 0) -> int:
    """Yothans that are out of the game."""
    found: int = p.state.n(seat, an.YOTHAN, p.state.out(seat))
    return found


@pytest.mark.rule("CW-AN-026", "CW-ABI-004")
def test_a_killed_yothan_is_out_of_the_game():
    units = {"YS": {EA: "4 Undead"}, "AN": {EA: "Yothan, Un-Man"}}
    for books, gone in ((EXTINCTION, 1), ("", 0)):
        p = table("YS AN BG", units, books={"AN": books})
        script(p, fight("YS", "AN"), roll(1, 0), roll(0, 0), ("AN", "takes a kill", "Yothan"))
        assert (out(p), p.state.n(1, an.YOTHAN, POOL)) == (0, 3 - out(p, 1))
        assert (out(p, 1), left(p, "AN", "Yothan")) == (gone, 0)
    man = table("YS AN BG", units, books={"AN": EXTINCTION})
    script(man, fight("YS", "AN"), roll(1, 0), roll(0, 0), ("AN", "takes a kill", "Un-Man"))
    assert man.state.n(1, an.UN_MAN, POOL) == 3


@pytest.mark.rule("CW-AN-026")
def test_a_surrounded_yothan_is_eliminated_for_good_and_an_enemy_s_dead_are_not():
    ring = dict.fromkeys((AR, WAF, IND, "South Atlantic"), "Byakhee")
    p = table("YS AN BG", {"YS": {EA: "6 Undead"} | ring, "AN": {EA: "Yothan"}}, books={"AN": EXTINCTION})
    script(p, fight("YS", "AN"), roll(0, 1), roll(1, 0))
    assert (out(p, 1), left(p, "YS", "Undead")) == (1, 5)
    assert p.state.n(0, 1, POOL) == 1
    q = table("GC AN BG", {"GC": {EA: "2 Starspawn"}, "AN": {EA: "Yothan"}}, books={"AN": EXTINCTION})
    script(q, fight("GC", "AN"), roll(0, 0), roll(1, 0))
    assert q.state.n(0, 3, POOL) == 1  # a Starspawn has the place of a Yothan on its card


@pytest.mark.rule("CW-AN-026")
def test_a_yothan_that_is_eliminated_by_a_result_is_out_of_the_game():
    s = table("AN YS BG", {"AN": {EA: "Yothan"}}, books={"AN": EXTINCTION}).state
    power = an.Extinction()
    for cause in an.WouldBeEliminated:
        event = an.Leaving(0, an.YOTHAN, area_of(s, EA), cause, 1)
        gone = power.may_would_be_eliminated(s, 0, event)
        assert gone is (str(cause) in ("killed", "eliminated", "surrounded", "sacrificed"))
    assert power.would_be_eliminated(s, 0, event).to == s.out(0)


def area_of(s: Any, name: str) -> int:
    """The number of an area."""
    found: int = s.config.map.index[name]
    return found


@pytest.mark.rule("CW-2PL-010", "CW-AN-012", "CW-AN-013", "CW-AN-014")
def test_with_two_players_their_losses_are_worth_the_average_of_both_prices():
    p = table("AN YS", {"AN": {AR: "Acolyte"}}, board="earth_4p_3w5e")
    assert p.state.config.worth[0] == (1, 2, 3, 5)


@pytest.mark.rule("CW-AN-014")
@pytest.mark.parametrize(("rulings", "rank"), [({}, TERROR), ({"yothan_type": "monster"}, MONSTER)])
def test_a_yothan_is_a_terror_or_by_the_ruling_a_monster(rulings, rank):
    units = {"GC": {EA: "Cthulhu"}, "AN": {EA: "Yothan, Acolyte"}}
    p = table("GC AN BG", units, rulings=rulings)
    assert p.state.config.rank[1][an.YOTHAN] == rank
    script(p, fight("GC", "AN"), ("GC", "pre_battle", "Devour"))
    if rank == MONSTER:
        assert labels(p) == {"Yothan", "Acolyte"}
    else:  # devoured is who may be: nobody was asked
        assert (at(p, "AN", EA), asked(p)) == ({"Yothan": 1}, ("chance", "battle dice"))


@pytest.mark.rule("CW-AN-014")
def test_a_terror_is_summoned_guards_and_captures_as_a_monster_does():
    p = table("AN YS BG", {"AN": {EA: "Yothan"}, "YS": {EA: "Acolyte"}})
    assert not why_not(p, "AN", "capture", area(p, EA), 1)
    guarded = table("AN YS BG", {"AN": {EA: "Un-Man"}, "YS": {EA: "Acolyte, Undead"}})
    assert set(why_not(guarded, "AN", "capture", area(guarded, EA), 1)) == {"CW-CAP-004"}


# -- Unholy Ground ----------------------------------------------------------------------------------------------------
def ground(markers: str, units: str = "King in Yellow, Hastur", books: str = GROUND, **more: Any) -> Position:
    """Three Reanimated attack Yellow Sign's gods."""
    return table(
        "AN YS BG", {"AN": {EA: "Un-Man, 3 Reanimated"}, "YS": {EA: units}}, markers={"cathedral": markers},
        books={"AN": books}, **more,
    )  # fmt: skip


REMOVED = "cathedral removed"


@pytest.mark.rule("CW-AN-029", "CW-AN-030")
def test_cathedrals_go_and_for_each_the_enemy_eliminates_a_great_old_one_of_its_choice():
    p = ground(f"{EA}, {NAM}, {AR}")
    script(p, fight("AN", "YS"), roll(0, 0), roll(0, 0))
    assert (asked(p), labels(p)) == (("AN", REMOVED), {EA, NAM, AR, "Done"})
    script(p, ("AN", REMOVED, NAM))
    assert (asked(p), labels(p)) == (("YS", "lost to unholy ground"), {"King in Yellow", "Hastur"})
    script(p, ("YS", "lost to unholy ground", "King in Yellow"))
    assert (asked(p), labels(p)) == (("AN", REMOVED), {EA, AR, "Done"})
    script(p, ("AN", REMOVED, EA))
    assert (at(p, "YS", EA), churches(p), asked(p)[1]) == ({}, {AR}, "action")


@pytest.mark.rule("CW-AN-029")
def test_it_may_be_left_and_needs_a_cathedral_there_and_a_great_old_one():
    p = script(ground(EA), fight("AN", "YS"), roll(0, 0), roll(0, 0), ("AN", REMOVED, "done"))
    assert (churches(p), len(at(p, "YS", EA)), asked(p)[1]) == ({EA}, 2, "action")
    for markers, units, books in ((NAM, "Hastur", GROUND), (EA, "2 Undead", GROUND), (EA, "Hastur", "")):
        q = script(ground(markers, units, books), fight("AN", "YS"), roll(0, 0), roll(0, 0))
        assert asked(q)[1] == "action"
    first = script(ground(f"{EA}, {AR}"), fight("AN", "YS"), roll(0, 0), roll(0, 0), ("AN", REMOVED, EA))
    script(first, ("YS", "lost to unholy ground", "Hastur"))  # with the one that was there the ground is lost
    assert (asked(first)[1], churches(first), at(first, "YS", EA)) == ("action", {AR}, {"King in Yellow": 1})


@pytest.mark.rule("CW-AN-029")
@pytest.mark.parametrize(
    ("markers", "units", "said"),
    [(EA, "Hastur", True), (NAM, "Hastur", False), (EA, "2 Undead", No("no enemy Great Old One takes part"))],
)
def test_whether_it_may_be_used_and_why_not(markers, units, said):
    s = ground(markers, units).state
    declare(s, area_of(s, EA), 0, 1)
    assert an.UnholyGround().may_post_battle(Resolution(s, s.battle), 0, KILL) == said
    assert an.UnholyGround().may_post_battle(Resolution(s, s.battle), 2, KILL) is False  # Black Goat looks on


@pytest.mark.rule("CW-AN-029")
def test_by_the_ruling_only_the_cathedral_of_the_battle_goes():
    p = ground(f"{EA}, {NAM}", rulings={"cathedral_removed": "there"})
    script(p, fight("AN", "YS"), roll(0, 0), roll(0, 0))
    assert labels(p) == {EA, "Done"}
    script(p, ("AN", REMOVED, EA), ("YS", "lost to unholy ground", "Hastur"))
    assert churches(p) == {NAM}


@pytest.mark.rule("CW-AN-029")
def test_the_defender_has_it_too_but_nobody_in_the_battles_of_others():
    units = {"YS": {EA: "Hastur"}, "AN": {EA: "Un-Man"}, "GC": {EA: "Starspawn"}}
    p = table("YS AN GC", units, markers={"cathedral": EA}, books={"AN": GROUND})
    script(p, fight("YS", "AN"), roll(0, 0))
    assert asked(p) == ("AN", REMOVED)
    away = table("YS GC AN", units, markers={"cathedral": EA}, books={"AN": GROUND})
    script(away, fight("YS", "GC"), roll(0, 0), roll(0, 0))
    assert asked(away)[1] == "action"


@pytest.mark.rule("CW-AN-029", "CW-BAT-018")
def test_it_eliminates_with_the_kills_and_not_when_the_pains_are_out():
    """The doomed take no pain, and whoever waits to see who does has waited too long."""
    p = script(ground(EA, "Hastur, Undead"), fight("AN", "YS"), roll(0, 1), roll(0, 0), ("AN", REMOVED, EA))
    assert (asked(p), left(p, "YS", "Hastur")) == (("YS", "retreat to"), 0)  # the Undead: nobody else is left for it
    script(p, ("YS", "retreat to", AR))
    assert (at(p, "YS", EA), at(p, "YS", AR)) == ({}, {"Undead": 1})
    late = script(ground(EA, "Hastur, Undead"), fight("AN", "YS"), roll(0, 1), roll(0, 0), ("AN", REMOVED, "done"))
    script(late, ("YS", "takes a pain", "Hastur"))
    assert (asked(late), churches(late)) == (("YS", "retreat to"), {EA})


@pytest.mark.rule("CW-AN-036")
def test_nyarlathotep_whose_kill_became_a_pain_is_eliminated():
    units = {"AN": {EA: "3 Reanimated, Un-Man"}, "CC": {EA: "Nyarlathotep"}}
    books = {"AN": GROUND, "CC": "Emissary of the Outer Gods"}
    p = table("AN CC BG", units, markers={"cathedral": EA}, books=books)
    script(p, fight("AN", "CC"), roll(1, 0), roll(0, 0), ("CC", "use Emissary of the Outer Gods", "yes"))
    assert asked(p) == ("AN", REMOVED)
    script(p, ("AN", REMOVED, EA))
    assert (left(p, "CC", "Nyarlathotep"), at(p, "CC", EA), churches(p)) == (0, {}, set())


@pytest.mark.rule("CW-AN-029")
def test_a_great_old_one_with_a_kill_may_be_eliminated_all_the_same():
    p = script(ground(EA, "Hastur"), fight("AN", "YS"), roll(1, 0), roll(0, 0))
    assert asked(p) == ("AN", REMOVED)
    script(p, ("AN", REMOVED, EA))
    assert left(p, "YS", "Hastur") == 0


@pytest.mark.rule("CW-AN-033")
def test_the_one_that_was_removed_comes_back_only_where_its_glyph_is():
    units = {"AN": {WAF: "Acolyte", EU: "Acolyte", ANT: "Acolyte", NAM: "Acolyte"}}
    p = table("AN YS BG", units, markers={"cathedral": f"{AR}, {SAM}, {ARC}"})
    for place in (EU, ANT, NAM):
        assert set(why_not(p, "AN", "cathedral", area(p, place))) == {"CW-AN-019"}
    assert not why_not(p, "AN", "cathedral", area(p, WAF))


# -- Consecration and Worship Services --------------------------------------------------------------------------------
@pytest.mark.rule("CW-AN-028")
def test_a_ritual_gives_a_sign_for_a_cathedral_and_two_for_all_four():
    def ritual(markers: str, books: str = CONSECRATION) -> Position:
        p = table("AN YS BG", {"AN": {EA: "Acolyte"}}, markers={"cathedral": markers}, books={"AN": books}, **DOOM)
        return script(p, ("AN", "doom phase", "ritual"))

    one = script(ritual(f"{EA}, {NAM}, {AR}"), ("chance", "elder sign", 1))
    assert one.state.signs[0] == (1,)
    four = script(ritual(ALL_FOUR["cathedral"]), ("chance", "elder sign", 1), ("chance", "elder sign", 2))
    assert four.state.signs[0] == (1, 2)
    for p in (ritual(""), ritual(ALL_FOUR["cathedral"], "")):
        assert (p.state.signs[0], p.state.ritual) == ((), 1)
        assert asked(p)[0] != "chance"
    other = table(
        "YS AN BG", {"YS": {EA: "Acolyte"}}, markers=ALL_FOUR, books={"AN": CONSECRATION}, phase="doom", first="YS"
    )
    script(other, ("YS", "doom phase", "ritual"))
    assert (other.state.signs, other.state.ritual) == ([(), (), ()], 1)
    assert asked(other)[0] != "chance"


FLOCK = {"AN": {WAF: "Acolyte"}, "YS": {EA: "Acolyte"}, "BG": {NAM: "Acolyte"}}
HOLD = {EA: "YS", NAM: "BG", WAF: "AN", AR: ""}


@pytest.mark.rule("CW-AN-027")
def test_worship_services_feed_the_ancients_and_each_enemy_with_a_gate_there():
    p = table("AN YS BG", FLOCK, gates=HOLD, markers={"cathedral": f"{EA}, {NAM}, {AR}, {IND}"}, books={"AN": WORSHIP})
    assert [income(p, seat).get(WORSHIP, 0) for seat in (0, 1, 2)] == [2, 1, 1]
    two = FLOCK | {"YS": {EA: "Acolyte", NAM: "Acolyte"}}
    both = table(
        "AN YS BG", two, gates={EA: "YS", NAM: "YS"}, markers={"cathedral": f"{EA}, {NAM}"}, books={"AN": WORSHIP}
    )
    assert [income(both, seat).get(WORSHIP, 0) for seat in (0, 1, 2)] == [2, 2, 0]  # as often as there are Cathedrals
    own = table("AN YS BG", FLOCK, gates=HOLD, markers={"cathedral": WAF}, books={"AN": WORSHIP})
    assert [income(own, seat).get(WORSHIP, 0) for seat in (0, 1, 2)] == [0, 0, 0]
    without = table("AN YS BG", FLOCK, gates=HOLD, markers={"cathedral": EA})
    assert [income(without, seat).get(WORSHIP, 0) for seat in (0, 1, 2)] == [0, 0, 0]


@pytest.mark.rule("CW-AN-027")
def test_power_of_worship_is_gathered():
    p = table("AN YS BG", FLOCK, gates={EA: "YS", NAM: "BG", WAF: "AN"}, markers={"cathedral": EA},
              books={"AN": WORSHIP}, phase="gather power", power=0)  # fmt: skip
    assert asked(p)[1] in ("first player", "direction")
    assert p.state.power == [4, 4, 3]


@pytest.mark.rule("CW-AN-027")
def test_yog_sothoth_is_a_gate_of_an_enemy_and_two_gates_there_are_one_cathedral():
    units = {"AN": {WAF: "Acolyte"}, "YS": {EA: "Acolyte"}, "OW": {EA: "Yog-Sothoth"}}
    p = table("AN YS OW", units, gates={EA: "YS"}, markers={"cathedral": EA}, books={"AN": WORSHIP})
    assert [income(p, seat).get(WORSHIP, 0) for seat in (0, 1, 2)] == [1, 1, 1]


@pytest.mark.rule("CW-AN-027")
def test_by_the_ruling_cathedrals_stand_next_to_the_gates():
    at_gate = {"cathedral": EA}
    rulings = {"ancients_worship": "beside"}
    p = table("AN YS BG", FLOCK, gates=HOLD, markers=at_gate, books={"AN": WORSHIP}, rulings=rulings)
    assert [income(p, seat).get(WORSHIP, 0) for seat in (0, 1, 2)] == [0, 0, 0]
    q = table(
        "AN YS BG", FLOCK, gates=HOLD, markers={"cathedral": f"{AR}, {IND}"}, books={"AN": WORSHIP}, rulings=rulings
    )
    assert [income(q, seat).get(WORSHIP, 0) for seat in (0, 1, 2)] == [2, 2, 0]


# -- requirements -----------------------------------------------------------------------------------------------------
SLOTS = ("Chevron Cathedral", "Crescent Cathedral", "Thorns Cathedral", "Cathedral without a glyph")


@pytest.mark.rule("CW-AN-021")
def test_each_sort_of_area_with_a_cathedral_brings_a_spellbook():
    for slot, place in zip(SLOTS, (EA, SAM, AR, IND), strict=True):
        for there in (EA, SAM, AR, IND):
            p = table("AN YS BG", {"AN": {there: "Acolyte"}}, open={"AN": slot})
            script(p, ("AN", "action", f"cathedral {there}"))
            assert (asked(p) == ("AN", "spellbook")) is (there == place)
    dry = table("AN YS BG", {"AN": {ANT: "Acolyte"}}, open={"AN": SLOTS[3]})
    script(dry, ("AN", "action", f"cathedral {ANT}"), ("AN", "spellbook", FESTIVAL))
    assert dry.state.count_books(0) == 1


GATES = {EA: "YS", WAF: "YS", AR: "BG"}
CROWD = {"YS": {EA: "Acolyte", WAF: "Acolyte"}, "BG": {AR: "Acolyte"}}
GIFT = "summons for nothing"


@pytest.mark.rule("CW-AN-022")
def test_each_enemy_summons_its_cheapest_monster_where_it_likes():
    p = table("AN YS BG", CROWD, gates=GATES, open={"AN": "Lowest-cost Monsters"}, power={"AN": 1})
    script(p, ("AN", "action", "let lowest come"))
    assert (asked(p), labels(p)) == (("YS", GIFT), {f"Undead, {EA}", f"Undead, {WAF}"})
    script(p, ("YS", GIFT, f"Undead, {WAF}"))  # Black Goat has one gate, and Ghouls
    assert (at(p, "YS", WAF), at(p, "BG", AR)) == ({"Acolyte": 1, "Undead": 1}, {"Acolyte": 1, "Ghoul": 1})
    assert (asked(p), p.state.power) == (("AN", "spellbook"), [1, 0, 0])
    script(p, ("AN", "spellbook", GROUND))
    assert set(why_not(p, "AN", "let lowest come")) >= {"CW-ACT-014"}


@pytest.mark.rule("CW-AN-023")
def test_each_enemy_summons_its_dearest_monster_where_it_likes():
    p = table("AN YS BG", CROWD, gates=GATES, open={"AN": "Highest-cost Monsters"}, power={"AN": 1})
    script(p, ("AN", "action", "let highest come"))
    assert (asked(p), labels(p)) == (("YS", GIFT), {f"Byakhee, {EA}", f"Byakhee, {WAF}"})
    script(p, ("YS", GIFT, f"Byakhee, {WAF}"))
    assert at(p, "BG", AR) == {"Acolyte": 1, "Dark Young": 1}
    assert (asked(p), p.state.power) == (("AN", "spellbook"), [1, 0, 0])
    script(p, ("AN", "spellbook", GROUND))
    assert set(why_not(p, "AN", "let highest come")) >= {"CW-ACT-014"}


@pytest.mark.rule("CW-AN-022", "CW-AN-023")
def test_those_of_the_pool_count_and_who_has_no_gate_or_no_monster_summons_nothing():
    units = {"AN": {NAM: "Acolyte"}, "YS": {EA: "Acolyte, 6 Undead"}, "BG": {AR: "Acolyte"}}
    p = table("AN YS BG", units, gates={EA: "YS", NAM: "AN"}, open={"AN": "Lowest-cost Monsters"})
    script(p, ("AN", "action", "let lowest come"))
    assert (at(p, "YS", EA), at(p, "BG", AR)) == ({"Acolyte": 1, "Undead": 6, "Byakhee": 1}, {"Acolyte": 1})
    assert at(p, "AN", NAM) == {"Acolyte": 1}
    assert asked(p) == ("AN", "spellbook")
    units = {"YS": {EA: "Acolyte, 6 Undead, 4 Byakhee"}, "BG": {AR: "Acolyte"}}
    q = table("AN YS BG", units, gates={EA: "YS"}, open={"AN": "Highest-cost Monsters"})
    script(q, ("AN", "action", "let highest come"))
    assert (at(q, "YS", EA), asked(q)) == ({"Acolyte": 1, "Undead": 6, "Byakhee": 4}, ("AN", "spellbook"))


@pytest.mark.rule("CW-AN-022")
def test_one_action_fills_one_of_the_two_requirements():
    p = table("AN YS BG", CROWD, gates=GATES, open={"AN": "Lowest-cost Monsters, Highest-cost Monsters"})
    script(p, ("AN", "action", "let lowest come"), ("YS", GIFT, f"Undead, {EA}"), ("AN", "spellbook", GROUND))
    assert p.state.open[0] == 1 << 5
    assert asked(p)[1] != "spellbook"
    q = table("AN YS BG", CROWD, gates=GATES, open={"AN": "Lowest-cost Monsters, Highest-cost Monsters"})
    script(q, ("AN", "action", "let highest come"), ("YS", GIFT, f"Byakhee, {EA}"), ("AN", "spellbook", GROUND))
    assert (q.state.open[0], asked(q)[1] != "spellbook") == (1 << 4, True)


@pytest.mark.rule("CW-AN-038")
def test_opener_breaks_through_with_what_the_ancients_let_come():
    units = {"OW": {EA: "Acolyte"}, "YS": {AR: "Acolyte"}}
    for books, places in (("They Break Through", {EA, AR, ANT}), ("", {EA})):
        p = table("AN OW YS", units, gates={EA: "OW", AR: "YS", ANT: ""}, open={"AN": "Lowest-cost Monsters"},
                  books={"OW": books})  # fmt: skip
        script(p, ("AN", "action", "let lowest come"))
        if books:
            assert labels(p) == {f"Mutant, {place}" for place in places}
        else:
            assert at(p, "OW", EA) == {"Acolyte": 1, "Mutant": 1}


# -- what a strict reader asks ----------------------------------------------------------------------------------------
@pytest.mark.rule("CW-AN-015", "CW-AN-016")
def test_what_changes_the_price_of_gates_changes_that_of_cathedrals():
    def define() -> None:
        class Masonry(Power):
            """Creating a gate costs 1 less."""

            rule, about = "CW-CRG-001", (CostOf.GATE,)

            def cost_of(self, s: State, me: int, seat: int, what: CostOf, kind: int, area: int) -> Changes:
                return add(-1) if seat == me and what is CostOf.GATE else None

    with guests(define):
        p = table("AN YS BG", {"AN": {EA: "Acolyte"}}, markers={"cathedral": AR}, lent={"AN": "Masonry"}, power=9)
        script(p, ("AN", "action", f"cathedral {EA}"))
        assert p.state.power[0] == 7


@pytest.mark.rule("CW-AN-025")
def test_nobody_there_is_not_the_same_as_nobody_who_leads():
    p = table("AN YS BG", {"AN": {AR: "Reanimated"}, "YS": {EA: "Acolyte"}}, books={"AN": BRAINLESS})
    assert "CW-ABI-004" not in why_not(p, "AN", "battle", area(p, EA), 1)


@pytest.mark.rule("CW-AN-029", "CW-AN-026")
def test_the_calculator_knows_unholy_ground_and_that_a_yothan_is_lost():
    units = {"AN": {EA: "Yothan"}, "YS": {EA: "King in Yellow"}}
    s = table("AN YS BG", units, markers={"cathedral": EA}, books={"AN": f"{GROUND}, {EXTINCTION}"}).state
    setting = Setting(f"{area_of(s, EA)}:0:1")
    system_ = system("AN YS BG")
    told = finish(reckon(system_, s, setting, how="exact"))
    assert told.chances == brute_force(system_, s, setting)
    king = next(row.id for row in told.line_up.rows if row.words == "King in Yellow" and row.group == "fate")
    assert told.fraction(king) == 1
    off = finish(reckon(system_, s, setting.switching(f"0:{GROUND}", False), how="exact"))
    assert off.fraction(king) == 1 - Fraction(5, 6) ** 7


@pytest.mark.rule("CW-AN-010")
def test_who_has_their_unique_ability_lent_fades_as_they_do():
    p = table("YS AN BG", {"YS": {EA: "2 Undead"}}, lent={"YS": "Dematerialization"}, phase="doom", first="YS")
    script(p, ("YS", "doom phase", "Dematerialization"), ("YS", "fades to", ANT), ("YS", "goes along", "done"))
    assert (at(p, "YS", EA), at(p, "YS", ANT)) == ({"Undead": 1}, {"Undead": 1})


@pytest.mark.rule("CW-AN-029", "CW-2PL-006")
def test_with_two_players_unholy_ground_brings_doom():
    units = {"AN": {EA: "2 Reanimated"}, "YS": {EA: "Hastur"}}
    p = table("AN YS", units, board="earth_4p_3w5e", markers={"cathedral": EA}, books={"AN": GROUND})
    script(p, fight("AN", "YS"), roll(0, 0), roll(0, 0), ("AN", REMOVED, EA))
    assert (p.state.doom, left(p, "YS", "Hastur")) == ([10, 0], 0)


@pytest.mark.rule("CW-AN-022")
def test_the_prices_of_the_moment_say_which_monster_is_the_cheapest():
    units = {"BG": {AR: "Acolyte, 2 Ghoul, 4 Fungi From Yuggoth", EA: "Shub-Niggurath"}}
    p = table(
        "AN BG YS", units, gates={AR: "BG"}, books={"BG": "The Thousand Young"}, open={"AN": "Lowest-cost Monsters"}
    )
    script(p, ("AN", "action", "let lowest come"))
    assert at(p, "BG", AR)["Dark Young"] == 1


@pytest.mark.rule("CW-AN-001", "CW-AN-017")
def test_the_editor_has_a_tool_for_cathedrals_on_the_page_of_the_ancients():
    game = system("YS AN BG")
    p = table("YS AN BG", {"AN": {EA: "Acolyte"}}, markers={"cathedral": f"{EA}, {AR}"})
    tool = next(tool for tool in game.palette(p.state) if tool.name == "Cathedral")
    assert (tool.seat, tool.owner, tool.value, tool.most) == (1, 1, 2, 4)
    desecration = next(tool for tool in game.palette(p.state) if tool.name == "Desecration")
    assert desecration.owner == "neutral"


@pytest.mark.rule("CW-AN-022")
def test_what_they_let_come_is_summoned_and_who_waits_for_that_speaks():
    p = table("AN YS BG", CROWD, gates={EA: "YS"}, open={"AN": "Lowest-cost Monsters"}, lent={"YS": FESTIVAL})
    script(p, ("AN", "action", "let lowest come"))
    assert asked(p) == ("YS", "festival")  # an Undead has the place of an Un-Man on its card


@pytest.mark.rule("CW-AN-031")
def test_eternal_is_no_help_against_unholy_ground():
    """Whether its kill was paid off before, or lies on Rhan-Tegoth still, or none was given."""
    for attacker, foe in (("WW", "AN"), ("AN", "WW")):
        units = {"AN": {EA: "3 Reanimated"}, "WW": {EA: "Rhan-Tegoth"}}
        p = table(f"{attacker} {foe} BG", units, markers={"cathedral": EA}, books={"AN": GROUND})
        mine, theirs = (roll(0, 0), roll(1, 0)) if attacker == "WW" else (roll(1, 0), roll(0, 0))
        script(p, fight(attacker, foe), mine, theirs)
        if attacker == "WW":
            script(p, ("WW", "post_battle", "Eternal"))
        script(p, ("AN", REMOVED, EA))
        assert (left(p, "WW", "Rhan-Tegoth"), asked(p)[1]) == (0, "action")  # and Eternal is not offered any more
    q = table("AN WW BG", units, markers={"cathedral": EA}, books={"AN": GROUND})
    script(q, fight("AN", "WW"), roll(0, 0), roll(0, 0), ("AN", REMOVED, EA))
    assert (left(q, "WW", "Rhan-Tegoth"), q.state.power[1]) == (0, 9)


@pytest.mark.rule("CW-AN-003")
def test_they_choose_before_windwalker():
    p = Position(game := system("WW AN GC"), game.start())
    assert asked(p) == ("AN", "start area")
    assert "Arctic Ocean" not in labels(p)  # one of the two start glyphs of Windwalker


def test_a_title_in_s_takes_an_apostrophe_alone():
    p = table("YS AN BG", {"YS": {EA: "3 Undead"}, "AN": {EA: "Reanimated"}})
    script(p, fight("YS", "AN"), roll(0, 1), roll(0, 0))
    assert (asked(p), p.decision.prompt) == (("AN", "retreat to"), "Where does Ancients' Reanimated retreat?")
    q = table("AN YS BG", {"AN": {EA: "Reanimated"}, "YS": {EA: "Undead"}})
    script(q, fight("AN", "YS"), roll(0, 1))
    assert q.decision.prompt == "Where does Yellow Sign's Undead retreat?"


# -- what no other test would miss ------------------------------------------------------------------------------------
@pytest.mark.rule("CW-AN-015", "CW-WW-038")
@pytest.mark.parametrize(("marked", "price"), [(EA, 2), (AR, 1)])
def test_ice_age_asks_for_more_where_a_cathedral_rises(marked, price):
    units = {"AN": {EA: "Acolyte"}, "WW": {ANT: "Acolyte"}}
    p = table("AN WW BG", units, markers={"ice_age": marked}, books={"WW": "Ice Age"})
    script(p, ("AN", "action", f"cathedral {EA}"))
    assert p.state.power[0] == 9 - price


@pytest.mark.rule("CW-AN-010", "CW-GAT-002")
def test_it_is_told_when_a_gate_is_left_by_who_fades():
    for unit, gone in (("Acolyte on the gate", True), ("Un-Man", False)):
        p = table("AN YS BG", {"AN": {EA: "Acolyte, Un-Man"}}, gates={EA: "AN"}, **DOOM)
        script(p, ("AN", "doom phase", "Dematerialization"), ("AN", "fades to", ANT), ("AN", "goes along", unit))
        script(p, ("AN", "goes along", "done"))
        told = [event.text for segment in p.segments() for event in trace_of(p.system, segment)]
        assert (f"Ancients abandons the gate in {EA}" in told) is gone


@pytest.mark.rule("CW-AN-026", "CW-AN-013")
def test_extinction_makes_nobody_cheap_but_yothans():
    p = table("AN YS BG", {"AN": {EA: "Acolyte"}}, gates={EA: "AN"}, books={"AN": EXTINCTION})
    script(p, ("AN", "action", f"summon {EA} Reanimated"))
    assert p.state.power[0] == 5


@pytest.mark.rule("CW-AN-028")
def test_three_cathedrals_are_one_sign():
    three = {"cathedral": f"{EA}, {NAM}, {AR}"}
    p = table("AN YS BG", {"AN": {EA: "Acolyte"}}, markers=three, books={"AN": CONSECRATION}, **DOOM)
    script(p, ("AN", "doom phase", "ritual"), ("chance", "elder sign", 1))
    assert asked(p)[0] != "chance"


@pytest.mark.rule("CW-AN-022", "CW-AN-023", "CW-WW-009")
@pytest.mark.parametrize("there", [3, 1])
def test_what_a_monster_costs_now_says_which_is_the_dearest(there):
    """The last Gnoph-Keh of a pool costs no more than a Wendigo."""
    units = {"WW": {ARC: f"Acolyte, {there} Gnoph-Keh"}}
    p = table("AN WW BG", units, gates={ARC: "WW"}, open={"AN": "Highest-cost Monsters"})
    script(p, ("AN", "action", "let highest come"))
    if there == 3:
        assert labels(p) == {f"Wendigo, {ARC}", f"Gnoph-Keh, {ARC}"}
    else:
        assert at(p, "WW", ARC)["Gnoph-Keh"] == 2


@pytest.mark.rule("CW-AN-022")
@pytest.mark.parametrize(("gates", "crowd"), [({}, "Acolyte"), ({EA: "YS"}, "Acolyte, 6 Undead, 4 Byakhee")])
def test_who_comes_after_an_enemy_that_summons_nothing_summons_all_the_same(gates, crowd):
    units = {"YS": {EA: crowd}, "BG": {AR: "Acolyte"}}
    p = table("AN YS BG", units, gates={AR: "BG", **gates}, open={"AN": "Lowest-cost Monsters"})
    script(p, ("AN", "action", "let lowest come"))
    assert at(p, "BG", AR) == {"Acolyte": 1, "Ghoul": 1}


@pytest.mark.rule("CW-AN-016", "CW-BB-046")
@pytest.mark.parametrize(("there", "here"), [("Moon", NAM), (NAM, "Moon")])
def test_for_the_price_of_a_cathedral_the_moon_is_next_to_every_area(there, here):
    units = {"AN": {here: "Acolyte"}, "BB": {EU: "Earth Cat"}}
    p = table("AN BB YS", units, markers={"cathedral": there}, power=3)
    script(p, ("AN", "action", f"cathedral {here}"))
    assert (here in churches(p), p.state.power[0]) == (True, 0)


@pytest.mark.rule("CW-AN-010", "CW-BB-034")
def test_they_fade_to_the_moon_and_off_it():
    units = {"AN": {EA: "Un-Man"}, "BB": {EU: "Earth Cat"}}
    p = table("AN BB YS", units, **DOOM)
    script(p, ("AN", "doom phase", "Dematerialization"), ("AN", "fades to", "Moon"))
    assert at(p, "AN", "Moon") == {"Un-Man": 1}


@pytest.mark.rule("CW-AN-022", "CW-AN-023")
@pytest.mark.parametrize(
    ("slot", "verb", "come"),
    [("Lowest-cost Monsters", "lowest", {"Hound", "Undead"}), ("Highest-cost Monsters", "highest", {"Byakhee"})],
)
def test_a_terror_is_no_monster_that_they_let_come(slot, verb, come):
    CthulhuWars.thing_files.setdefault("strangers", Path(__file__).with_name("strangers.toml"))
    p = table("AN YS BG", CROWD, gates={EA: "YS"}, open={"AN": slot}, things=("strangers",))
    kinds = p.state.config.name[1]
    assert p.state.config.rank[1][kinds.index("Wraith")] == TERROR
    script(p, ("AN", "action", f"let {verb} come"))
    if len(come) > 1:
        assert labels(p) == {f"{kind}, {EA}" for kind in come}
    else:  # nothing was asked: it has come
        assert at(p, "YS", EA) == {"Acolyte": 1, "Byakhee": 1}


# -- Great Old Ones of no faction -------------------------------------------------------------------------------------
@pytest.mark.rule("CW-AN-020")
@pytest.mark.parametrize(("of", "cathedrals", "places"), [
    ("AN", ALL_FOUR, {AR}), ("AN", {"cathedral": f"{AR}, {EA}, {SAM}"}, set()), ("GC", ALL_FOUR, set()),
])  # fmt: skip
def test_all_four_cathedrals_stand_for_a_great_old_one_at_a_gate_of_the_ancients(
    of: str, cathedrals: dict[str, str], places: set[str]
) -> None:
    units = {of: {AR: "Acolyte", EU: "Acolyte"}, "BG": {WAF: "Acolyte"}}
    seats = "AN GC BG" if of == "AN" else "GC AN BG"
    p = table(seats, units, markers=cathedrals, gates={AR: of}, things=("great_old_one_pack_1",), power=9)
    assert {label for label in labels(p) if "Awaken Yig" in label} == {f"Awaken Yig in {place}" for place in places}
    assert [*why_not(p, of, "awaken yig", area(p, AR))] == ([] if places else ["CW-IGO-008"])
    assert [*why_not(p, of, "awaken yig", area(p, EU))] == ["CW-IGO-008"]  # the gate is asked for all the same
    if places:
        script(p, (of, "action", f"awaken yig {AR}"))
        assert (at(p, of, AR), p.state.power[0]) == ({"Acolyte": 1, "Yig": 1}, 5)


@pytest.mark.rule("CW-AN-020")
def test_cthugha_costs_the_ancients_six_power_then_and_nobody_makes_room() -> None:
    units = {"AN": {AR: "Acolyte, Reanimated", EU: "Acolyte"}, "BG": {WAF: "Acolyte"}}
    box = {"gates": {AR: "AN"}, "things": ("great_old_one_pack_1",)}
    p = table("AN GC BG", units, markers=ALL_FOUR, **box, power=6)
    script(p, ("AN", "action", f"awaken cthugha alone {AR}"))
    assert (at(p, "AN", AR), p.state.power[0]) == ({"Acolyte": 1, "Reanimated": 1, "Cthugha": 1}, 0)
    poor = table("AN GC BG", units, markers=ALL_FOUR, **box, power=5)
    assert not any("Cthugha" in label for label in labels(poor))
    verb = "awaken cthugha alone"
    three = table("AN GC BG", units, markers={"cathedral": f"{AR}, {EA}, {SAM}"}, **box)
    assert [*why_not(three, "AN", verb, area(three, AR))] == ["CW-AN-020"]
    assert not any("Cthugha" in label for label in labels(three))
    full = table("AN GC BG", units, markers=ALL_FOUR, **box)
    assert [*why_not(full, "AN", verb, area(full, EU))] == ["CW-IGO-008"]
    taken = table("AN GC BG", units | {"GC": {EA: "Cthugha"}}, markers=ALL_FOUR, **box, cards={"Cthugha": "GC"})
    assert [*why_not(taken, "AN", verb, area(taken, AR))] == ["CW-IGO-002"]
    for rule, rest in (
        ("CW-ACT-001", {"active": "BG"}), ("CW-ACT-003", {"part": "after"}), ("CW-ACT-005", {"power": {"BG": 9}}),
    ):  # fmt: skip
        other = table("AN GC BG", units, markers=ALL_FOUR, **box | rest)
        assert rule in why_not(other, "AN", verb, area(other, AR)), rule
