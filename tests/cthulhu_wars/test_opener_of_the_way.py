"""Opener of the Way: The Beyond One, Yog-Sothoth as a gate, spellbooks and requirements."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.cthulhu_wars.outside import guests
from tests.cthulhu_wars.scene import AR, EA, area, asked, at, dice, labels, left, script, system, table, why_not
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.powers import opener_of_the_way as ow
from theomachy.games.cthulhu_wars.rules.config import GOO, Unit
from theomachy.games.cthulhu_wars.rules.domains import FIXED, GATHER, HELD_GATE, NO_GATE, OPEN_GATE, PAIN, POOL
from theomachy.games.cthulhu_wars.rules.fight import Resolution, declare
from theomachy.games.cthulhu_wars.rules.leaving import Leaving
from theomachy.games.cthulhu_wars.rules.score import gathered
from theomachy.games.cthulhu_wars.rules.state import State
from theomachy.games.cthulhu_wars.rules.timings import Power
from theomachy.games.cthulhu_wars.rules.topics import WouldBeEliminated

WAF, ANT, AUS, IND = "West Africa", "Antarctica", "Australia", "Indian Ocean"
YOG, SPAWN = "Yog-Sothoth", "Spawn of Yog-Sothoth"
CHANNEL, ASCENDING, DESCENDING = "Channel Power", "Dragon Ascending", "Dragon Descending"
CURSE, MILLION, THROUGH = "Dread Curse of Azathoth", "The Million Favored Ones", "They Break Through"


def duel(units: dict[str, dict[str, str]], **more: Any) -> Position:
    """A table of two players, on a map that has these areas."""
    return table("OW YS", units, board="earth_4p_3w5e", **more)


def gate(p: Position, name: str) -> int:
    """What is in the gate's place of an area."""
    found: int = p.state.gate[area(p, name)]
    return found


@pytest.mark.rule(
    "CW-OW-001", "CW-OW-006", "CW-OW-007", "CW-OW-008", "CW-OW-009", "CW-OW-010",
)  # fmt: skip
def test_the_card_has_its_units_books_and_slots():
    card = system("OW GC BG").config.factions[0]
    rows = [(u.name, u.figures, u.costs[0], u.combat, u.rank) for u in card.units]
    assert rows == [
        ("Acolyte", 6, 1, 0, 0), ("Mutant", 4, 2, 1, 1), ("Abomination", 3, 3, 2, 1), (SPAWN, 2, 4, 3, 1),
        (YOG, 1, 6, 0, 2),
    ]  # fmt: skip
    assert [book.name for book in card.books] == [CHANNEL, ASCENDING, DESCENDING, CURSE, MILLION, THROUGH]
    assert len(card.slots) == 6
    assert (card.units[ow.MUTANT].key, card.units[ow.SPAWN].key) == ("mutant", "spawn_of_yog_sothoth")


@pytest.mark.rule("CW-OW-002", "CW-OW-003")
def test_opener_is_set_up_last_in_an_empty_area_of_its_choice():
    game = system("OW GC YS BG")
    p = Position(game, game.start())
    assert asked(p) == ("OW", "start area")
    taken = {p.state.config.map.names[p.state.start[seat]] for seat in (1, 2, 3)}
    assert labels(p) == set(p.state.config.map.names) - taken
    script(p, ("OW", "start area", ANT))
    assert (at(p, "OW", ANT), gate(p, ANT), p.state.power) == ({"Acolyte": 6}, HELD_GATE, [8, 8, 8, 8])
    assert p.state.start[0] == area(p, ANT)
    assert asked(p) == ("GC", "direction")


# -- The Beyond One ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-OW-005")
def test_a_dear_unit_takes_gate_and_keeper_along_whoever_that_is():
    units = {"OW": {EA: "Abomination, 2 Mutant"}, "YS": {EA: "2 Acolyte"}}
    p = table("OW YS BG", units, gates={EA: "YS", AR: ""})
    script(p, ("OW", "action", f"beyond one {EA} / {ANT}"))
    assert (gate(p, EA), gate(p, ANT)) == (NO_GATE, HELD_GATE + 1)
    assert (at(p, "OW", ANT), at(p, "YS", ANT)) == ({"Abomination": 1}, {"Acolyte": 1})
    assert (at(p, "OW", EA), at(p, "YS", EA), p.state.power[0]) == ({"Mutant": 2}, {"Acolyte": 1}, 8)
    q = table("OW YS BG", units, gates={EA: "YS", AR: ""})
    assert set(why_not(q, "OW", "beyond one", area(q, EA), area(q, AR))) == {"CW-OW-005"}
    for place, unit in ((EA, "2 Mutant"), (AR, "Abomination")):  # none dear enough there; no gate to take along
        q = table("OW YS BG", {"OW": {place: unit}}, gates={EA: ""})
        assert set(why_not(q, "OW", "beyond one", area(q, place), area(q, ANT))) == {"CW-OW-005"}
    q = table("OW YS BG", {"OW": {EA: SPAWN}}, gates={EA: ""})  # an abandoned gate goes alone
    script(q, ("OW", "action", f"beyond one {EA} / {ANT}"))
    assert (gate(q, EA), gate(q, ANT), at(q, "OW", ANT)) == (NO_GATE, OPEN_GATE, {SPAWN: 1})


@pytest.mark.rule("CW-OW-005")
def test_its_owner_says_which_of_several_goes_and_the_own_keeper_goes_too():
    p = table("OW YS BG", {"OW": {EA: f"Abomination, {SPAWN}, Acolyte"}}, gates={EA: "OW"})
    script(p, ("OW", "action", f"beyond one {EA} / {ANT}"), ("OW", "beyond one", SPAWN))
    assert (at(p, "OW", ANT), at(p, "OW", EA)) == ({"Acolyte": 1, SPAWN: 1}, {"Abomination": 1})
    assert gate(p, ANT) == HELD_GATE


@pytest.mark.rule("CW-OW-029")
@pytest.mark.parametrize(("rulings", "free"), [({}, False), ({"beyond_one_cancel": "gate_owner"}, True)])
def test_an_enemy_great_old_one_forbids_it_though_the_gate_is_anothers(rulings, free):
    units = {"OW": {EA: "Abomination"}, "YS": {EA: "Acolyte"}, "BG": {EA: "Shub-Niggurath"}}
    p = table("OW YS BG", units, gates={EA: "YS"}, rulings=rulings)
    assert set(why_not(p, "OW", "beyond one", area(p, EA), area(p, ANT))) == (set() if free else {"CW-OW-029"})
    own = table("OW YS BG", {"OW": {EA: f"{YOG}, Abomination"}}, gates={EA: ""})
    assert not why_not(own, "OW", "beyond one", area(own, EA), area(own, ANT))
    for owner in ("BG", "YS", "OW"):  # an independent one too, whoever's the gate is; but not its own
        units = {"OW": {EA: "Abomination"}, "YS": {EA: "Acolyte"}, "BG": {AR: "Acolyte"}}
        units[owner] = {EA: ", ".join(filter(None, [units[owner].get(EA), "Yig"]))} | {AR: "Acolyte"}
        q = table("OW YS BG", units, gates={EA: "YS"}, cards={"Yig": owner}, rulings=rulings,
                  things=("great_old_one_pack_1",))  # fmt: skip
        barred = owner == "YS" or (owner == "BG" and not free)
        assert set(why_not(q, "OW", "beyond one", area(q, EA), area(q, ANT))) == ({"CW-OW-029"} if barred else set())


# -- Yog-Sothoth ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-OW-011", "CW-OW-019")
def test_yog_sothoth_takes_the_place_of_a_spawn_without_a_gate():
    p = table("OW YS BG", {"OW": {EA: f"{SPAWN}, Acolyte", AR: "Acolyte"}}, power=6, open={"OW": "Yog-Sothoth Awake"})
    assert set(why_not(p, "OW", "awaken yog-sothoth", area(p, AR))) == {"CW-OW-011"}
    script(p, ("OW", "action", f"awaken yog-sothoth {EA}"))
    assert (at(p, "OW", EA), left(p, "OW", SPAWN), p.state.power[0]) == ({"Acolyte": 1, YOG: 1}, 0, 0)
    script(p, ("OW", "spellbook", MILLION))
    again = table("OW YS BG", {"OW": {EA: f"{SPAWN}, {YOG}"}})
    assert "CW-AWK-004" in why_not(again, "OW", "awaken yog-sothoth", area(again, EA))
    poor = table("OW YS BG", {"OW": {EA: SPAWN}}, power=5)
    assert set(why_not(poor, "OW", "awaken yog-sothoth", area(poor, EA))) == {"CW-ACT-002"}


@pytest.mark.rule("CW-OW-010")
def test_his_combat_is_twice_the_enemy_great_old_ones_and_four_with_two_players():
    units = {"OW": {EA: YOG}, "YS": {EA: "Undead", AR: "King in Yellow, Hastur"}, "BG": {ANT: "Shub-Niggurath"}}
    p = script(table("OW YS BG", units), fight("OW", "YS"))
    assert dice(p) == 6
    two = script(duel({"OW": {EA: YOG}, "YS": {EA: "Undead"}}), fight("OW", "YS"))
    assert dice(two) == 4
    nobody = table("OW YS BG", {"OW": {EA: YOG}, "YS": {EA: "Undead"}})
    assert "CW-BTA-003" in why_not(nobody, "OW", "battle", area(nobody, EA), 1)


@pytest.mark.rule("CW-OW-010", "CW-BB-007")
@pytest.mark.parametrize(("god", "combat"), [("Bastet", 2), ("Cat from Mars", 0)])
def test_an_elder_god_counts_for_him_as_a_great_old_one(god, combat):
    p = table("OW BB YS", {"OW": {EA: f"Mutant, {YOG}"}, "BB": {EA: god}, "YS": {AR: "Acolyte"}})
    script(p, ("OW", "action", f"battle {EA} Bubastis"))
    assert dice(p) == 1 + combat


@pytest.mark.rule("CW-OW-010")
@pytest.mark.parametrize("independent", [True, False])
def test_an_independent_great_old_one_of_an_enemy_does_not_count_for_him(independent):
    box = system("OW YS BG")
    mine, yellow, goat = box.config.factions
    guest = Unit("guest", "Guest", GOO, 1, (6,), 4, "cultist", "CW-UNI-006", independent=independent)
    config = replace(box.config, factions=(mine, yellow._replace(units=(*yellow.units, guest)), goat))
    game = CthulhuWars(box.seats, box.options, box.rulings, box.facts, config)
    s = game.arrange(
        {"units": {"OW": {EA: f"Mutant, {YOG}"}, "YS": {EA: "Undead", AR: "Guest"}}, "active": "OW", "power": {"OW": 9}}
    )
    p = script(Position(game, s), fight("OW", "YS"))
    assert dice(p) == (1 if independent else 3)


@pytest.mark.rule("CW-OW-012", "CW-OW-013")
def test_yog_sothoth_is_a_gate_for_power_doom_rituals_and_monsters():
    p = table("OW YS BG", {"OW": {EA: YOG}, "YS": {EA: "Acolyte"}}, gates={EA: "YS"})
    assert p.state.count_gates(0) == 1
    assert [(part.name, part.change) for part in gathered(p.state, 0).parts] == [("1 gates", 2)]
    script(p, ("OW", "action", f"summon {EA} Mutant"))  # beside a gate of somebody else
    assert at(p, "OW", EA) == {"Mutant": 1, YOG: 1}
    assert gate(p, EA) == HELD_GATE + 1
    q = table("OW YS BG", {"OW": {EA: "Acolyte"}, "YS": {EA: "Acolyte"}}, gates={EA: "YS"})
    assert set(why_not(q, "OW", "summon", area(q, EA), ow.MUTANT)) == {"CW-SUM-002"}
    ritual = table("OW YS BG", {"OW": {EA: YOG}}, phase="doom", power=9)
    script(ritual, ("OW", "doom phase", "ritual"), ("chance", "elder sign", 2))
    assert (ritual.state.doom[0], ritual.state.signs[0]) == (1, (2,))


@pytest.mark.rule("CW-OW-012")
def test_a_spawn_of_his_is_no_gate():
    p = table("OW YS BG", {"OW": {EA: f"{SPAWN}, Acolyte"}})
    assert (p.state.count_gates(0), p.state.count_gates_in(area(p, EA))) == (0, 0)
    assert set(why_not(p, "OW", "summon", area(p, EA), ow.MUTANT)) == {"CW-SUM-002"}


@pytest.mark.rule("CW-OW-012", "CW-OW-013")
def test_nobody_abandons_or_controls_him_and_the_doom_phase_counts_him():
    p = table("OW YS BG", {"OW": {EA: YOG, AR: "Acolyte"}, "YS": {EA: "Acolyte"}}, phase="gather power", power=0)
    script(p, ("OW", "direction", 1))
    assert p.state.doom == [1, 0, 0]
    q = table("OW YS BG", {"OW": {EA: f"{YOG}, Acolyte"}, "YS": {EA: "Acolyte"}})
    verbs = {o[0] for o in q.decision.options if isinstance(o, tuple)}
    assert not verbs & {"control", "abandon"}


@pytest.mark.rule("CW-OW-026")
def test_yog_sothoth_in_an_ocean_feeds_yha_nthlei():
    p = table("GC OW YS", {"GC": {AR: "Cthulhu"}, "OW": {IND: YOG}}, books={"GC": "Y'ha Nthlei"})
    assert ("Y'ha Nthlei", 1) in [(part.name, part.change) for part in gathered(p.state, 0).parts]
    units = {"GC": {AR: "Cthulhu"}, "OW": {IND: f"{YOG}, Acolyte"}}
    both = table("GC OW YS", units, books={"GC": "Y'ha Nthlei"}, gates={IND: "OW"})
    assert ("Y'ha Nthlei", 2) in [(part.name, part.change) for part in gathered(both.state, 0).parts]


@pytest.mark.rule("CW-OW-028")
def test_the_beyond_one_brings_a_gate_to_yog_sothoth_but_never_takes_him_for_one():
    p = table("OW YS BG", {"OW": {EA: "Abomination", ANT: YOG}}, gates={EA: ""})
    assert not why_not(p, "OW", "beyond one", area(p, EA), area(p, ANT))
    assert set(why_not(p, "OW", "beyond one", area(p, ANT), area(p, AR))) == {"CW-OW-005"}
    script(p, ("OW", "action", f"beyond one {EA} / {ANT}"))
    assert (gate(p, ANT), sum(p.state.count_gates_in(a) for a in range(17))) == (OPEN_GATE, 2)


# -- spellbooks -------------------------------------------------------------------------------------------------------
def fought(power: int = 3, books: str = CHANNEL, **more: Any) -> Position:
    """Two Abominations attack six Undead, four dice against five."""
    return table(
        "OW YS BG", {"OW": {EA: "2 Abomination"}, "YS": {EA: "6 Undead"}}, books={"OW": books}, power={"OW": power},
        **more,
    )  # fmt: skip


@pytest.mark.rule("CW-OW-020", "CW-OW-038")
def test_channel_power_throws_all_misses_again_as_often_as_it_is_paid():
    p = script(fought(), fight("OW", "YS"), roll(1, 0), roll(0, 0), ("OW", "dice_rolled", CHANNEL))
    assert dice(p) == 3
    script(p, roll(0, 1), ("OW", "dice_rolled", CHANNEL))
    assert (dice(p), p.state.power[0]) == (2, 0)
    script(p, roll(1, 0))
    assert asked(p)[1] != "dice_rolled"  # a miss is left, but no Power
    assert p.state.battle.rolled[0] == (4, 2, 1)


@pytest.mark.rule("CW-OW-020")
def test_channel_power_needs_a_miss_and_power_and_the_own_battle():
    for power, rolled in ((3, (2, 2)), (1, (0, 0))):  # nothing missed; the battle itself took the last Power
        p = script(fought(power), fight("OW", "YS"), roll(*rolled), roll(0, 0))
        assert asked(p)[1] != "dice_rolled"
    away = table("YS BG OW", {"YS": {EA: "3 Undead"}, "BG": {EA: "Ghoul"}}, books={"OW": CHANNEL})
    script(away, fight("YS", "BG"), roll(0, 0))
    assert asked(away) == ("BG", "action")
    declined = script(fought(), fight("OW", "YS"), roll(0, 0), roll(0, 0), ("OW", "dice_rolled", "done"))
    assert (asked(declined)[1], declined.state.power[0]) == ("action", 2)


@pytest.mark.rule("CW-OW-021", "CW-OW-039")
def test_dragon_ascending_comes_after_anybodys_action_once_even_without_power():
    units = {"YS": {AR: "Acolyte"}, "BG": {ANT: "Acolyte"}, "OW": {EA: "Acolyte"}}
    p = table("YS BG OW", units, books={"OW": ASCENDING}, power={"YS": 4, "BG": 7, "OW": 0})
    script(p, ("YS", "action", f"recruit {AR}"))
    assert asked(p) == ("OW", "any_time")
    script(p, ("OW", "any_time", ASCENDING))
    assert (p.state.power, p.state.count_books(2), p.state.has_book(2, 1)) == ([3, 7, 7], 1, False)
    script(p, ("BG", "action", f"recruit {ANT}"))
    assert asked(p) == ("OW", "action")
    rich = table("YS BG OW", units, books={"OW": ASCENDING}, power={"YS": 4, "BG": 7, "OW": 9})
    assert asked(script(rich, ("YS", "action", f"recruit {AR}"))) == ("BG", "action")


@pytest.mark.rule("CW-OW-021", "CW-OW-020", "CW-OW-039")
def test_dragon_ascending_pays_for_channel_power_in_the_midst_of_a_battle():
    """The battle has cost the last Power; a miss could be thrown again, so now is a time like any other."""
    units = {"OW": {EA: "Mutant"}, "YS": {EA: "Byakhee"}, "BG": {ANT: "Acolyte"}}
    books, power = {"OW": f"{CHANNEL}, {ASCENDING}"}, {"OW": 1, "YS": 2, "BG": 3}
    p = table("OW YS BG", units, books=books, power=power)
    script(p, fight("OW", "YS"), roll(0, 0), roll(0, 0))
    assert (asked(p), labels(p)) == (("OW", "dice_rolled"), {ASCENDING, "Done"})
    script(p, ("OW", "dice_rolled", ASCENDING))
    assert (p.state.power, p.state.has_book(0, 1)) == ([3, 2, 3], False)
    script(p, ("OW", "dice_rolled", CHANNEL), roll(1, 0))
    assert (p.state.power[0], left(p, "YS", "Byakhee")) == (2, 0)
    for rest, thrown in (
        ({"power": {"OW": 2, "YS": 9}}, roll(0, 0)),  # there is Power for Channel Power itself
        ({"power": {"OW": 1}}, roll(0, 0)),  # nobody has more
        ({"books": {"OW": ASCENDING}}, roll(0, 0)),  # it would buy nothing here: after the battle is as good
        ({}, roll(1, 0)),  # no die has missed
    ):
        q = table("OW YS BG", units, **{"books": books, "power": power, **rest})
        script(q, fight("OW", "YS"), thrown, roll(0, 0))
        assert ASCENDING not in labels(q) or asked(q)[1] != "dice_rolled"
    units["BG"] = {EA: "Ghoul"}
    other = table("YS BG OW", units, books=books, power={"YS": 3, "BG": 3})
    script(other, fight("YS", "BG"), roll(0, 0))
    assert asked(other) == ("OW", "any_time")  # who does not fight has time until the battle is over


@pytest.mark.rule("CW-OW-021")
def test_dragon_ascending_lets_a_move_go_on():
    units = {"OW": {EA: "3 Acolyte"}, "YS": {ANT: "Acolyte"}, "BG": {ANT: "Ghoul"}}
    power = {"OW": 2, "YS": 2, "BG": 3}
    move = ("OW", "action", "move"), ("OW", "unit to move", "Acolyte"), ("OW", "move to", AR)
    more = ("OW", "unit to move", f"Acolyte, {EA}"), ("OW", "move to", AR)
    p = script(table("OW YS BG", units, books={"OW": ASCENDING}, power=power), *move)
    assert asked(p) == ("OW", "unit to move")  # there is Power for another one
    script(p, *more)
    assert asked(p) == ("OW", "on_move")
    script(p, ("OW", "on_move", ASCENDING), ("OW", "unit to move", f"Acolyte, {EA}"), ("OW", "move to", AR))
    assert (at(p, "OW", AR), p.state.power) == ({"Acolyte": 3}, [2, 2, 3])
    whole = {"OW": {EA: "2 Acolyte"}, "YS": {ANT: "Acolyte"}}
    q = script(table("OW YS BG", whole, books={"OW": ASCENDING}, power=power), *move, *more)
    assert asked(q) == ("OW", "any_time")  # nobody is left to move: the action is over


@pytest.mark.rule("CW-OW-039")
def test_in_gather_power_it_makes_a_tie_that_the_old_first_player_decides():
    units = {"YS": {AR: "3 Acolyte"}, "OW": {EA: "2 Acolyte"}}
    p = table("YS BG OW", units, books={"OW": ASCENDING}, phase="gather power", power=0, first="YS")
    script(p, ("OW", "any_time", ASCENDING))
    assert p.state.power == [3, 2, 3]
    assert asked(p) == ("YS", "first player")
    assert labels(p) == {"Yellow Sign", "Opener of the Way"}


@pytest.mark.rule("CW-OW-022")
def test_dragon_descending_doubles_the_doom_of_one_ritual():
    def ritual(**more: Any) -> Position:
        units = {"OW": {EA: "Acolyte", AR: "Acolyte"}, "YS": {ANT: "Acolyte"}}
        gates = {EA: "OW", AR: "OW", ANT: "YS"}
        power = {"OW": 5, "YS": 9}
        books = {"OW": DESCENDING}
        return table("OW YS BG", units, gates=gates, books=books, phase="doom", power=power, first="OW", **more)

    p = script(ritual(), ("OW", "doom phase", "ritual"), ("OW", "use Dragon Descending", "yes"))
    assert (p.state.doom[0], p.state.has_book(0, 2), p.state.count_books(0)) == (4, False, 1)
    one = table(
        "OW YS BG", {"OW": {EA: "Acolyte"}}, gates={EA: "OW"}, books={"OW": DESCENDING}, phase="doom", first="OW"
    )
    script(one, ("OW", "doom phase", "ritual"), ("OW", "use Dragon Descending", "yes"))
    assert one.state.doom[0] == 2
    kept = script(ritual(), ("OW", "doom phase", "ritual"), ("OW", "use Dragon Descending", "no"))
    assert (kept.state.doom[0], kept.state.has_book(0, 2)) == (2, True)
    script(kept, ("YS", "doom phase", "ritual"))  # not that of another
    assert asked(kept)[0] != "OW"
    cheap = ritual(rulings={"dragon_descending": "half_cost"})
    script(cheap, ("OW", "doom phase", DESCENDING))
    assert (cheap.state.power[0], cheap.state.doom[0], cheap.state.ritual) == (2, 2, 1)
    assert asked(cheap) == ("YS", "doom phase")  # no second ritual


CURSED = {"OW": {ANT: f"2 Abomination, {SPAWN}", WAF: "Mutant"}, "YS": {EA: "2 Undead"}, "BG": {EA: "Ghoul, Acolyte"}}


@pytest.mark.rule("CW-OW-023", "CW-OW-034", "CW-OW-035", "CW-OW-036")
def test_dread_curse_is_shared_by_opener_and_taken_by_the_victims():
    p = table("OW YS BG", CURSED, books={"OW": CURSE, "BG": "Necrophagy"})
    script(p, ("OW", "action", f"dread curse {EA}"))
    assert (dice(p), p.state.power[0], p.state.battle) == (3, 7, None)
    script(
        p,
        roll(1, 2),
        ("OW", "curse: kill", "Black Goat"),
        ("OW", "curse: pain", "Yellow Sign"),
        ("OW", "curse: pain", "Black Goat"),  # and no Necrophagy: it is no battle
    )
    assert (asked(p), at(p, "YS", EA)) == (("OW", "retreat to"), {"Undead": 2})
    assert WAF in labels(p)  # where Opener stands
    script(p, ("OW", "retreat to", WAF), ("BG", "takes a kill", "Ghoul"), ("OW", "retreat to", AR))
    assert asked(p)[1] == "action"
    assert (at(p, "YS", EA), at(p, "YS", WAF)) == ({"Undead": 1}, {"Undead": 1})
    assert (at(p, "BG", EA), at(p, "BG", AR), left(p, "BG", "Ghoul")) == ({}, {"Acolyte": 1}, 0)


@pytest.mark.rule("CW-OW-036", "CW-DS-034")
def test_who_was_given_up_for_another_is_not_driven_away():
    units = {"OW": {ANT: f"2 Abomination, {SPAWN}"}, "DS": {EA: "Avatar Thesis, Avatar Synthesis"}}
    p = table("OW DS BG", units, books={"OW": CURSE})
    script(p, ("OW", "action", f"dread curse {EA}"), roll(1, 1))
    script(p, ("DS", "takes a kill", "Avatar Thesis"))
    p.play(next(o for o in p.decision.options if o != "done"))  # Cosmic Ruler: Synthesis in its place
    assert (asked(p)[1], at(p, "DS", EA)) == ("action", {"Avatar Thesis": 1})


@pytest.mark.rule("CW-OW-023")
def test_dread_curse_needs_monsters_in_play_and_enemies_there_and_ends_with_them():
    p = table("OW YS BG", {"OW": {ANT: "Mutant"}, "YS": {EA: "Undead"}}, books={"OW": CURSE})
    assert set(why_not(p, "OW", "dread curse", area(p, EA))) == {"CW-OW-023"}
    p = table("OW YS BG", CURSED, books={"OW": CURSE})
    assert set(why_not(p, "OW", "dread curse", area(p, ANT))) == {"CW-OW-023"}
    few = table("OW YS BG", {"OW": {ANT: f"3 Abomination, 2 {SPAWN}"}, "YS": {EA: "Undead"}}, books={"OW": CURSE})
    script(few, ("OW", "action", f"dread curse {EA}"), roll(2, 2))  # three results find nobody
    assert (asked(few)[1], at(few, "YS", EA), left(few, "YS", "Undead")) == ("action", {}, 0)
    two = duel({"OW": {ANT: f"2 Abomination, {SPAWN}"}, "YS": {EA: "2 Undead"}}, books={"OW": CURSE})
    script(two, ("OW", "action", f"dread curse {EA}"))
    assert dice(two) == 2
    script(two, roll(1, 0))
    assert two.state.doom == [1, 0]


@pytest.mark.rule("CW-OW-024", "CW-OW-031")
def test_survivors_are_promoted_once_each_in_any_order():
    units = {"OW": {EA: "2 Acolyte, Mutant, Abomination", AR: f"2 Abomination, {SPAWN}"}, "YS": {EA: "Undead"}}
    p = table("OW YS BG", units, gates={EA: "OW"}, books={"OW": MILLION})
    script(p, fight("OW", "YS"), roll(0, 0))
    assert asked(p) == ("OW", "promoted")
    # all three Abominations are on the map: one has to become a Spawn before the Mutant can go on
    assert labels(p) == {f"Abomination, {EA}", f"Acolyte, {EA}", f"Acolyte on the gate, {EA}", "Done"}
    script(p, ("OW", "promoted", f"Abomination, {EA}"))
    assert f"Mutant, {EA}" in labels(p)
    script(p, ("OW", "promoted", f"Mutant, {EA}"), ("OW", "promoted", f"Acolyte on the gate, {EA}"))
    assert gate(p, EA) == OPEN_GATE
    script(p, ("OW", "promoted", "done"))
    assert at(p, "OW", EA) == {"Acolyte": 1, "Mutant": 1, "Abomination": 1, SPAWN: 1}
    assert asked(p)[1] == "action"


@pytest.mark.rule("CW-OW-024", "CW-OW-032")
def test_a_pained_spawn_shatters_where_it_has_gone_and_not_when_it_is_lost():
    units = {"YS": {EA: "King in Yellow, 6 Undead"}, "OW": {EA: SPAWN}}
    p = table("YS OW BG", units, books={"OW": MILLION})
    script(p, fight("YS", "OW"), roll(0, 1), roll(0, 0), ("OW", "retreat to", WAF))
    script(p, ("OW", "promoted", f"{SPAWN}, {WAF}"), ("OW", "mutants", 3))
    assert (at(p, "OW", WAF), p.state.n(1, ow.SPAWN, POOL)) == ({"Mutant": 3}, 2)
    ring = dict.fromkeys((AR, WAF, IND, "South Atlantic"), "Byakhee")
    lost = table("YS OW BG", {"YS": {EA: "King in Yellow, 6 Undead"} | ring, "OW": {EA: SPAWN}}, books={"OW": MILLION})
    script(lost, fight("YS", "OW"), roll(0, 1), roll(0, 0))
    assert (asked(lost)[1], left(lost, "OW", SPAWN), left(lost, "OW", "Mutant")) == ("action", 0, 0)
    short = table("YS OW BG", units | {"OW": {EA: SPAWN, ANT: "3 Mutant"}}, books={"OW": MILLION})
    script(short, fight("YS", "OW"), roll(0, 0), roll(0, 0))
    assert asked(short)[1] == "action"  # two Mutants it must be


@pytest.mark.rule("CW-OW-030")
def test_who_was_taken_out_of_the_battle_is_not_promoted():
    units = {"CC": {EA: "Flying Polyp, Hunting Horror"}, "OW": {EA: "Mutant, Acolyte"}}
    p = table("CC OW BG", units, books={"CC": "Invisibility", "OW": MILLION})
    script(
        p, fight("CC", "OW"), ("CC", "pre_battle", "Invisibility"), ("CC", "invisible", "OW Mutant"), roll(0, 0),
    )  # fmt: skip
    assert labels(p) == {f"Acolyte, {EA}", "Done"}


@pytest.mark.rule("CW-OW-024", "CW-2PL-006")
def test_a_promotion_and_an_awakening_are_no_losses_with_two_players():
    p = duel({"OW": {EA: f"Mutant, {SPAWN}"}, "YS": {EA: "Undead"}}, books={"OW": MILLION}, power=9)
    script(p, fight("OW", "YS"), roll(0, 0), ("OW", "promoted", f"Mutant, {EA}"), ("OW", "promoted", "done"))
    assert (p.state.doom, at(p, "OW", EA)) == ([0, 0], {"Abomination": 1, SPAWN: 1})
    q = script(duel({"OW": {EA: SPAWN}}, power=9), ("OW", "action", f"awaken yog-sothoth {EA}"))
    assert q.state.doom == [0, 0]


@pytest.mark.rule("CW-OW-025", "CW-OW-044")
def test_they_break_through_at_gates_of_enemies_and_of_nobody():
    units = {"OW": {WAF: "Acolyte"}, "YS": {EA: "Acolyte"}}
    p = table("OW YS BG", units, gates={EA: "YS", ANT: ""}, books={"OW": THROUGH})
    assert set(why_not(p, "OW", "summon", area(p, WAF), ow.SPAWN)) == {"CW-SUM-002"}
    assert not why_not(p, "OW", "summon", area(p, EA), ow.SPAWN)
    script(p, ("OW", "action", f"summon {ANT} {SPAWN}"))
    assert (at(p, "OW", ANT), p.state.power[0]) == ({SPAWN: 1}, 5)
    q = table("OW YS BG", units, gates={EA: "YS", ANT: ""})
    for place in (EA, ANT):
        assert set(why_not(q, "OW", "summon", area(q, place), ow.SPAWN)) == {"CW-SUM-002"}
    other = table("YS OW BG", {"YS": {EA: "Acolyte"}}, gates={ANT: ""}, books={"OW": THROUGH})
    assert "CW-SUM-002" in why_not(other, "YS", "summon", area(other, ANT), 1)


# -- requirements -----------------------------------------------------------------------------------------------------
MANY = (
    AR,
    EA,
    WAF,
    ANT,
    AUS,
    IND,
    "Europe",
    "South Asia",
    "North Asia",
    "Scandinavia",
    "South America",
    "North America",
)


@pytest.mark.rule("CW-OW-014", "CW-OW-015", "CW-OW-012")
@pytest.mark.parametrize(
    ("seats", "slot", "n"),
    [("OW YS BG", "Eight Gates", 8), ("OW YS BG", "Twelve Gates", 10), ("OW YS BG GC", "Twelve Gates", 12)],
)
@pytest.mark.parametrize("short", [False, True])
def test_so_many_gates_are_on_the_map_yog_sothoth_among_them(seats, slot, n, short):
    gates = dict.fromkeys(MANY[: n - 1], "")
    units = {"OW": {"North Atlantic": "Acolyte" if short else f"Acolyte, {YOG}"}}
    p = table(seats, units, gates=gates, open={"OW": slot})
    script(p, ("OW", "action", "recruit North Atlantic"))
    assert (asked(p)[1] == "spellbook") is not short


@pytest.mark.rule("CW-OW-016")
@pytest.mark.parametrize(
    ("places", "rulings", "earns"),
    [
        ((EA, AR), {}, True), ((EA, ANT), {}, False), ((EA,), {}, False),
        ((EA, AR), {"opener_enemy_gates": "three"}, False), ((EA, AR, WAF), {"opener_enemy_gates": "three"}, True),
    ],
)  # fmt: skip
def test_units_stand_at_enough_enemy_gates(places, rulings, earns):
    units = {"OW": dict.fromkeys(places, "Mutant"), "YS": {EA: "Acolyte", AR: "Acolyte"}, "BG": {WAF: "Acolyte"}}
    gates = {EA: "YS", AR: "YS", WAF: "BG", ANT: ""}
    p = table("OW YS BG", units, gates=gates, open={"OW": "Enemy Gates"}, rulings=rulings)
    script(p, ("OW", "action", f"recruit {places[0]}"))
    assert (asked(p)[1] == "spellbook") is earns


@pytest.mark.rule("CW-OW-017")
def test_a_unit_is_lost_in_a_battle_of_the_own():
    units = {"OW": {EA: "2 Mutant"}, "YS": {EA: "3 Undead"}}
    for rolled, earns in ((roll(1, 0), True), (roll(0, 0), False)):
        p = table("OW YS BG", units, open={"OW": "Unit Lost"})
        script(p, fight("OW", "YS"), roll(0, 0), rolled)
        assert (asked(p)[1] == "spellbook") is earns
    hidden = table(
        "CC OW BG", {"CC": {EA: "Flying Polyp"}, "OW": {EA: "Mutant, Acolyte"}}, books={"CC": "Invisibility"},
        open={"OW": "Unit Lost"},
    )  # fmt: skip
    script(
        hidden, fight("CC", "OW"), ("CC", "pre_battle", "Invisibility"), ("CC", "invisible", "OW Mutant"), roll(0, 0)
    )
    assert asked(hidden)[1] == "action"  # invisible is not lost
    pained = table("YS OW BG", {"YS": {EA: "3 Undead"}, "OW": {EA: "Mutant"}}, open={"OW": "Unit Lost"})
    script(pained, fight("YS", "OW"), roll(0, 1), roll(0, 0), ("OW", "retreat to", WAF))
    assert asked(pained)[1] == "action"


@pytest.mark.rule("CW-OW-018")
@pytest.mark.parametrize(("where", "earns"), [(EA, True), (AR, False)])
def test_great_old_ones_meet(where, earns):
    p = table("OW YS BG", {"OW": {EA: YOG}, "YS": {where: "King in Yellow"}}, open={"OW": "Great Old Ones Meet"})
    script(p, ("OW", "action", f"recruit {EA}"))
    assert (asked(p)[1] == "spellbook") is earns


@pytest.mark.rule("CW-OW-012")
def test_on_the_table_he_stands_in_a_ring_of_his_own():
    p = table("OW YS BG", {"OW": {EA: f"{YOG}, Acolyte"}, "YS": {EA: "Acolyte"}}, gates={EA: "YS"})
    shown, here = p.system.table(p.state), area(p, EA)
    assert {(place.kind, place.holder) for place in shown.places if place.area == here} == {("gate", 1), ("living", 0)}
    assert {piece.name: piece.seat for piece in shown.pieces if piece.area == here} == {
        YOG: "living", "Acolyte": "", "Acolyte on the gate": "gate",
    }  # fmt: skip


# -- what a strict reader asks ----------------------------------------------------------------------------------------
@pytest.mark.rule("CW-OW-005")
def test_only_the_keepers_great_old_one_bars_by_the_ruling_and_a_fixed_gate_stays():
    units = {"OW": {EA: "Abomination"}, "BG": {EA: "Shub-Niggurath, Acolyte"}}
    p = table("OW YS BG", units, gates={EA: "BG"}, rulings={"beyond_one_cancel": "gate_owner"})
    assert set(why_not(p, "OW", "beyond one", area(p, EA), area(p, ANT))) == {"CW-OW-029"}
    own = table("OW YS BG", {"OW": {EA: "Abomination"}}, gates={EA: ""})
    own.state.make_sort(area(own, EA), FIXED)
    assert set(why_not(own, "OW", "beyond one", area(own, EA), area(own, ANT))) == {"CW-OW-005"}


@pytest.mark.rule("CW-OW-005")
def test_a_keeper_that_is_dear_itself_goes_once_and_the_sea_is_no_hindrance():
    p = table("OW YS BG", {"OW": {EA: SPAWN}}, gates={EA: "OW"}, lent={"OW": "The Red Sign"})
    script(p, ("OW", "action", f"beyond one {EA} / {IND}"))
    assert (at(p, "OW", IND), at(p, "OW", EA), gate(p, IND)) == ({SPAWN: 1}, {}, HELD_GATE)


@pytest.mark.rule("CW-OW-028", "CW-OW-012")
def test_yog_sothoth_may_be_the_unit_that_takes_a_gate_along():
    p = table("OW YS BG", {"OW": {EA: YOG}, "YS": {EA: "Acolyte"}}, gates={EA: "YS"})
    script(p, ("OW", "action", f"beyond one {EA} / {IND}"))
    assert (at(p, "OW", IND), at(p, "YS", IND), gate(p, IND)) == ({YOG: 1}, {"Acolyte": 1}, HELD_GATE + 1)


@pytest.mark.rule("CW-OW-010")
def test_the_dice_for_enemy_great_old_ones_are_his_alone():
    units = {"OW": {EA: f"Mutant, {YOG}"}, "YS": {EA: "Undead", AR: "Hastur"}}
    assert dice(script(table("OW YS BG", units), fight("OW", "YS"))) == 3
    units = {"OW": {EA: "Mutant, Abomination"}, "YS": {EA: "Undead", AR: "Hastur"}}
    assert dice(script(table("OW YS BG", units), fight("OW", "YS"))) == 3


@pytest.mark.rule("CW-OW-012")
def test_enemies_awaken_at_gates_of_their_own_not_at_him_but_he_is_the_gate_of_a_start_area():
    units = {"CC": {EA: "Acolyte"}, "OW": {EA: YOG}, "YS": {EA: "Undead"}}
    p = table("CC OW YS", units, power=20)
    assert "CW-AWK-001" in why_not(p, "CC", "awaken nyarlathotep", area(p, EA))
    king = table("YS OW CC", units, power=20)
    assert set(why_not(king, "YS", "awaken king in yellow", area(king, EA))) == {"CW-YS-007"}
    start = table("GC OW YS", {"OW": {"South Pacific": YOG}}, power=20)
    assert not why_not(start, "GC", "awaken cthulhu", area(start, "South Pacific"))


@pytest.mark.rule("CW-OW-012", "CW-GC-016")
@pytest.mark.parametrize(("him", "earns"), [(IND, True), (EA, False)])
def test_he_and_the_gate_beside_him_are_two_gates_of_an_ocean(him, earns):
    seas = (IND, "North Atlantic", "South Atlantic")
    units = {"GC": {AR: "Acolyte"}, "OW": {him: YOG}}
    p = table("GC OW YS", units, gates=dict.fromkeys(seas, ""), open={"GC": "Ocean Gates"})
    script(p, ("GC", "action", f"recruit {AR}"))
    assert (asked(p)[1] == "spellbook") is earns


@pytest.mark.rule("CW-OW-020")
def test_channel_power_is_the_defenders_too():
    units = {"YS": {EA: "3 Undead"}, "OW": {EA: "2 Mutant"}}
    p = script(table("YS OW BG", units, books={"OW": CHANNEL}), fight("YS", "OW"), roll(0, 0), roll(0, 0))
    script(p, ("OW", "dice_rolled", CHANNEL))
    assert (dice(p), p.state.power[1]) == (2, 8)


@pytest.mark.rule("CW-OW-022")
def test_half_a_ritual_is_the_only_one_and_never_doubled():
    units, gates = {"OW": {EA: "Acolyte"}, "YS": {AR: "Acolyte"}}, {EA: "OW"}
    at_half = {"books": {"OW": DESCENDING}, "phase": "doom", "rulings": {"dragon_descending": "half_cost"}}
    p = table("OW YS BG", units, gates=gates, power={"OW": 20, "YS": 20}, **at_half)
    script(p, ("OW", "doom phase", "ritual"))
    assert (asked(p), p.state.doom[0], p.state.has_book(0, 2)) == (("YS", "doom phase"), 1, True)
    p = table("OW YS BG", units, gates=gates, power={"OW": 20, "YS": 20}, **at_half)
    script(p, ("OW", "doom phase", DESCENDING))
    assert (asked(p), p.state.doom[0], p.state.power[0]) == (("YS", "doom phase"), 1, 17)
    assert (p.state.has_book(0, 2), p.state.count_books(0)) == (False, 1)  # spent for good
    for power, may in ((2, False), (3, True)):  # half of 5, rounded up
        p = table("OW YS BG", units, gates=gates, power={"OW": power, "YS": 20}, **at_half)
        assert (asked(p) == ("OW", "doom phase")) is may


@pytest.mark.rule("CW-OW-022", "CW-2PL-023")
def test_dragon_descending_doubles_with_two_players_too():
    p = duel({"OW": {EA: f"{YOG}, Acolyte"}}, gates={EA: "OW"}, books={"OW": DESCENDING}, phase="doom", first="OW")
    script(p, ("OW", "doom phase", "ritual"), ("OW", "use Dragon Descending", "yes"), ("chance", "elder sign", 1))
    assert (p.state.doom, p.state.signs[0]) == ([4, 0], (1,))


@pytest.mark.rule("CW-OW-021", "CW-2PL-019")
def test_with_two_players_dragon_ascending_comes_before_decay_rises():
    p = table("YS OW", {"YS": {AR: "Acolyte"}, "OW": {EA: "Acolyte"}}, board="earth_4p_3w5e", books={"OW": ASCENDING},
              power={"YS": 5, "OW": 0})  # fmt: skip
    script(p, ("YS", "action", f"recruit {AR}"), ("OW", "any_time", ASCENDING))
    assert (asked(p), p.state.power, p.state.decay) == (("OW", "action"), [4, 4], 0)


@pytest.mark.rule("CW-OW-021")
def test_dragon_ascending_brings_back_the_turn_after_the_last_action_of_the_others():
    units = {"YS": {AR: "Acolyte"}, "OW": {EA: "Acolyte"}}
    p = table("YS BG OW", units, books={"OW": ASCENDING}, power={"YS": 2, "OW": 0})
    script(p, ("YS", "action", f"recruit {AR}"), ("OW", "any_time", ASCENDING))
    assert (asked(p), p.state.power) == (("OW", "action"), [1, 0, 1])
    late = table("YS BG OW", units, books={"OW": ASCENDING}, power={"YS": 1, "OW": 0})
    script(late, ("YS", "action", f"recruit {AR}"))  # nobody has any Power now: what others gather is the next chance
    assert (asked(late), late.state.phase, late.state.power) == (("OW", "any_time"), GATHER, [2, 1, 1])


@pytest.mark.rule("CW-OW-023", "CW-OW-034", "CW-OW-035")
def test_one_kill_of_the_curse_kills_whom_battles_spare():
    units = {"OW": {ANT: "Abomination"}, "CC": {EA: "Nyarlathotep"}, "GC": {AR: "Starspawn"}}
    books = {"OW": CURSE, "CC": "Emissary of the Outer Gods", "GC": "Regenerate"}
    p = table("OW CC GC", units, books=books)
    script(p, ("OW", "action", f"dread curse {EA}"), roll(1, 0))
    assert left(p, "CC", "Nyarlathotep") == 0
    p = script(table("OW CC GC", units, books=books), ("OW", "action", f"dread curse {AR}"), roll(1, 0))
    assert left(p, "GC", "Starspawn") == 0


def charm() -> None:
    class Charm(Power):
        """A unit of yours that is killed stays, but not one that is eliminated."""

        rule, about, forced = "CW-OW-023", (WouldBeEliminated.KILLED,), True

        def may_would_be_eliminated(self, s: State, me: int, event: Leaving) -> bool:
            return event.seat == me and event.cause in self.about

        def would_be_eliminated(self, s: State, me: int, event: Leaving) -> None:
            return None


@pytest.mark.rule("CW-OW-023", "CW-OW-035")
def test_who_takes_a_kill_of_the_curse_is_killed():
    with guests(charm):
        p = table("OW YS BG", CURSED, books={"OW": CURSE}, lent={"YS": "Charm"})
        script(p, ("OW", "action", f"dread curse {EA}"), roll(2, 0))
        script(p, ("OW", "curse: kill", "Yellow Sign"), ("OW", "curse: kill", "Black Goat"))
        script(p, ("BG", "takes a kill", "Ghoul"))
        assert (at(p, "YS", EA), at(p, "BG", EA)) == ({"Undead": 2}, {"Acolyte": 1})


@pytest.mark.rule("CW-OW-035")
def test_a_unit_takes_one_result_of_the_curse_and_keepers_stand_apart():
    units = {"OW": {ANT: f"2 Abomination, {SPAWN}", EA: "Mutant"}, "YS": {EA: "2 Acolyte"}}
    p = table("OW YS BG", units, gates={EA: "YS"}, books={"OW": CURSE, "YS": "Passion"})
    script(p, ("OW", "action", f"dread curse {EA}"), roll(1, 1))
    assert labels(p) == {"Acolyte", "Acolyte on the gate"}
    script(p, ("YS", "takes a kill", "Acolyte on the gate"), ("YS", "on_elimination", "Passion"))
    assert p.state.power[1] == 10  # though it is no battle
    script(p, ("OW", "retreat to", AR))
    assert (at(p, "YS", EA), at(p, "YS", AR), gate(p, EA)) == ({}, {"Acolyte": 1}, OPEN_GATE)
    assert at(p, "OW", EA) == {"Mutant": 1}


@pytest.mark.rule("CW-OW-023", "CW-OW-035")
def test_several_kills_and_pains_of_the_curse_fall_on_one_faction():
    units = {"OW": {ANT: f"3 Abomination, {SPAWN}"}, "YS": {EA: "4 Undead"}}
    p = table("OW YS BG", units, books={"OW": CURSE})
    script(p, ("OW", "action", f"dread curse {EA}"), roll(2, 2), ("OW", "retreat to", AR), ("OW", "retreat to", WAF))
    assert (at(p, "YS", EA), at(p, "YS", AR), at(p, "YS", WAF)) == ({}, {"Undead": 1}, {"Undead": 1})


@pytest.mark.rule("CW-OW-024", "CW-BAT-010")
def test_a_battle_that_ends_before_the_dice_promotes_nobody():
    units = {"OW": {EA: "Mutant"}, "CC": {EA: "Flying Polyp"}}
    p = table("OW CC BG", units, books={"CC": "Invisibility", "OW": MILLION})
    script(p, fight("OW", "CC"), ("CC", "pre_battle", "Invisibility"), ("CC", "invisible", "CC Flying Polyp"))
    assert (asked(p), at(p, "OW", EA)) == (("CC", "action"), {"Mutant": 1})


@pytest.mark.rule("CW-OW-024", "CW-OW-032")
def test_the_pained_are_promoted_where_madness_sends_them_and_others_where_they_stand():
    units = {"CC": {EA: "2 Hunting Horror"}, "OW": {EA: "Mutant, Acolyte"}}
    p = table("CC OW BG", units, books={"CC": "Madness", "OW": MILLION})
    script(p, fight("CC", "OW"), roll(0, 1), roll(0, 0), ("OW", "takes a pain", "Mutant"))
    script(p, ("CC", "use Madness", "yes"), ("CC", "retreat to", WAF))
    assert labels(p) == {f"Mutant, {WAF}", f"Acolyte, {EA}", "Done"}
    script(p, ("OW", "promoted", f"Mutant, {WAF}"), ("OW", "promoted", f"Acolyte, {EA}"))
    assert (at(p, "OW", WAF), at(p, "OW", EA)) == ({"Abomination": 1}, {"Mutant": 1})


@pytest.mark.rule("CW-OW-024", "CW-BAT-032")
def test_the_pained_that_stay_since_they_were_surrounded_are_promoted_where_they_are():
    ring = dict.fromkeys((AR, WAF, IND, "South Atlantic"), "Byakhee")
    units = {"YS": {EA: "King in Yellow, 6 Undead"} | ring, "OW": {EA: "3 Mutant"}}
    p = table("YS OW BG", units, books={"OW": MILLION})
    script(p, fight("YS", "OW"), roll(0, 2), roll(0, 0))
    assert at(p, "OW", EA) == {"Mutant": 2}
    assert labels(p) == {f"Mutant, {EA}", "Done"}
    script(p, ("OW", "promoted", f"Mutant, {EA}"), ("OW", "promoted", f"Mutant, {EA}"))
    assert at(p, "OW", EA) == {"Abomination": 2}


@pytest.mark.rule("CW-OW-024")
def test_nobody_is_promoted_in_the_battles_of_others():
    units = {"YS": {EA: "3 Undead"}, "BG": {EA: "Ghoul"}, "OW": {EA: "Mutant"}}
    p = script(table("YS BG OW", units, books={"OW": MILLION}), fight("YS", "BG"), roll(0, 0))
    assert asked(p) == ("BG", "action")


@pytest.mark.rule("CW-OW-017")
def test_a_unit_lost_to_a_power_of_the_battle_counts_and_one_outside_does_not():
    units = {"GC": {EA: "Cthulhu"}, "OW": {EA: "2 Mutant"}, "YS": {AR: "Acolyte"}}
    p = table("GC OW YS", units, open={"OW": "Unit Lost"})
    script(p, fight("GC", "OW"), ("GC", "pre_battle", "Devour"))
    script(p, roll(0, 0), roll(0, 0))
    assert asked(p) == ("OW", "spellbook")
    units = {"YS": {EA: "Undead"}, "OW": {EA: "Acolyte"}}
    p = table("YS OW BG", units, books={"YS": "Zingaya"}, open={"OW": "Unit Lost"})
    script(p, ("YS", "action", f"zingaya {EA} / Opener of the Way"))
    assert (left(p, "OW", "Acolyte"), p.state.owed[1]) == (0, 0)
    assert asked(p)[1] != "spellbook"


@pytest.mark.rule("CW-OW-017")
def test_a_unit_that_is_lost_while_others_fight_is_not_lost_in_that_battle():
    units = {"YS": {EA: "3 Undead"}, "BG": {EA: "Ghoul"}, "OW": {EA: "Mutant"}}
    p = script(table("YS BG OW", units, open={"OW": "Unit Lost"}), fight("YS", "BG"))
    assert p.state.battle.declared
    assert [ow.UnitLost().requirement_met(p.state, seat, (ow.MUTANT,)) for seat in (0, 1, 2)] == [True, True, False]


@pytest.mark.rule("CW-OW-025")
def test_they_break_through_beside_yog_sothoth_of_nobody_else_and_nowhere_without_a_gate():
    p = table("OW YS BG", {"OW": {EA: YOG}}, books={"OW": THROUGH})
    assert not why_not(p, "OW", "summon", area(p, EA), ow.SPAWN)
    assert set(why_not(p, "OW", "summon", area(p, ANT), ow.SPAWN)) == {"CW-SUM-002"}


@pytest.mark.rule("CW-OW-024")
def test_yog_sothoth_and_the_enemys_pained_are_never_promoted():
    units = {"OW": {EA: f"{YOG}, Mutant"}, "YS": {EA: "2 Undead"}}
    p = table("OW YS BG", units, books={"OW": MILLION})
    script(p, fight("OW", "YS"), roll(0, 1), roll(0, 0), ("YS", "retreat to", WAF))
    assert labels(p) == {f"Mutant, {EA}", "Done"}


@pytest.mark.rule("CW-OW-033")
@pytest.mark.parametrize(("pained", "grows"), [(PAIN, True), (0, False)])
def test_who_was_sent_away_before_the_dice_is_not_promoted(pained, grows):
    units = {"OW": {EA: f"Mutant, {YOG}"}, "YS": {EA: "Undead"}}
    s = table("OW YS BG", units, books={"OW": MILLION}).state
    declare(s, s.config.map.index[EA], 0, 1)
    battle = Resolution(s, s.battle)
    battle.change(0, ow.MUTANT, ow.MUTANT + pained)
    battle.leave(0, ow.MUTANT + pained, "to another area", s.config.map.index[WAF])
    s.move(0, ow.MUTANT, s.config.map.index[EA], s.config.map.index[WAF])
    s.battle.rolled = ((1, 0, 0), (1, 0, 0))
    assert ow.MillionFavoredOnes().may_battle_end(battle, 0) is grows


@pytest.mark.rule("CW-OW-024")
def test_what_a_unit_has_become_took_no_part_in_the_battle():
    p = table("OW YS BG", {"OW": {EA: "Mutant, Acolyte"}, "YS": {EA: "Undead"}}, books={"OW": MILLION})
    script(p, fight("OW", "YS"), roll(0, 0), ("OW", "promoted", f"Mutant, {EA}"))
    assert p.state.battle.roster[0] == {0: 1}
    assert p.state.battle.came == ((0, ow.ABOMINATION),)
    assert labels(p) == {f"Acolyte, {EA}", "Done"}  # neither that one again nor what it has become
    script(p, ("OW", "promoted", f"Acolyte, {EA}"))
    assert (asked(p)[1], at(p, "OW", EA)) == ("action", {"Mutant": 1, "Abomination": 1})


@pytest.mark.rule("CW-OW-024")
def test_none_of_the_mutants_of_a_spawn_took_part():
    p = table("OW YS BG", {"OW": {EA: f"{SPAWN}, Acolyte"}, "YS": {EA: "Undead"}}, books={"OW": MILLION})
    script(p, fight("OW", "YS"), roll(0, 0), ("OW", "promoted", f"{SPAWN}, {EA}"), ("OW", "mutants", 3))
    assert (labels(p), at(p, "OW", EA)) == ({f"Acolyte, {EA}", "Done"}, {"Mutant": 3, "Acolyte": 1})
    assert (p.state.battle.roster[0], p.state.battle.came) == ({0: 1}, ((0, ow.MUTANT),) * 3)


@pytest.mark.rule("CW-OW-035")
def test_nobody_is_given_more_results_of_the_curse_than_it_has_units():
    curser = {"OW": {ANT: f"2 Abomination, {SPAWN}"}}
    p = table("OW YS BG", curser | {"YS": {EA: "Undead"}, "BG": {EA: "Ghoul"}}, books={"OW": CURSE})
    script(p, ("OW", "action", f"dread curse {EA}"), roll(1, 2), ("OW", "curse: kill", "Yellow Sign"))
    script(p, ("OW", "retreat to", AR))  # the Ghoul's: one pain of two has found nobody
    assert (left(p, "YS", "Undead"), at(p, "BG", AR), asked(p)[1]) == (0, {"Ghoul": 1}, "action")
    q = table("OW YS BG", curser | {"YS": {EA: "2 Acolyte"}}, gates={EA: "YS"}, books={"OW": CURSE})
    script(q, ("OW", "action", f"dread curse {EA}"), roll(2, 0), ("YS", "takes a kill", "Acolyte"))
    assert (at(q, "YS", EA), gate(q, EA), asked(q)[1]) == ({}, OPEN_GATE, "action")


@pytest.mark.rule("CW-OW-016")
def test_gates_of_the_own_are_no_enemy_gates():
    units = {"OW": {EA: "Mutant", ANT: "Acolyte", AUS: YOG}, "YS": {EA: "Acolyte"}}
    p = table("OW YS BG", units, gates={EA: "YS", ANT: "OW"}, open={"OW": "Enemy Gates"})
    script(p, ("OW", "action", f"recruit {EA}"))
    assert asked(p)[1] == "action"


@pytest.mark.rule("CW-OW-005", "CW-SL-018")
def test_ancient_sorcery_borrows_the_beyond_one():
    units = {"SL": {EA: "Serpent Man, Acolyte"}, "OW": {AR: "Abomination"}, "YS": {ANT: "Acolyte"}}
    p = table("SL OW YS", units, books={"SL": "Ancient Sorcery"})
    script(p, ("SL", "action", f"ancient sorcery {EA} / Opener of the Way"))
    assert p.state.lent == ((0, "The Beyond One"),)
