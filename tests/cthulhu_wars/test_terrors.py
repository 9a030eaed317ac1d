"""Terrors: their cards, and what each does and does not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cthulhu_wars.scene import AR, EA, area, asked, at, dice, labels, script, system, table, who, why_not
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars.rules.domains import HELD, POOL
from theomachy.games.cthulhu_wars.rules.score import gathered
from theomachy.games.cthulhu_wars.rules.setup import in_the_box

EU, NA, WAF, ANT, IO, SA = "Europe", "North Asia", "West Africa", "Antarctica", "Indian Ocean", "South Atlantic"
BOX = ("terrors",)
YITH, QUACHIL, DHOLE, JENKIN, CACO, SHOGGOTH, WORM = NAMES = (
    "Great Race of Yith", "Quachil Uttaus", "Dhole", "Brown Jenkin", "Cacodemon", "Elder Shoggoth", "Worm of Ghroth",
)  # fmt: skip


def scene(seats: str, units: dict[str, dict[str, str]], card: str = "", **more: Any) -> Position:
    """A table with Terrors in the box; the first seat has the card, if one is named."""
    held = {"cards": {card: seats.split()[0]}} if card else {}
    return table(seats, units, **{"things": BOX, **held, **more})


def slot(seats: str, units: dict[str, dict[str, str]], **more: Any) -> Position:
    """The first seat is in its slot of the Doom phase."""
    return scene(seats, units, **{"phase": "doom", "power": 4, "doom": dict.fromkeys(seats.split(), 5), **more})


def n(p: Position, name: str, unit: str, place: int) -> int:
    """Figures in a place beside the map."""
    s, seat = p.state, who(p, name)
    found: int = s.n(seat, s.config.name[seat].index(unit), place)
    return found


def out(p: Position, name: str, unit: str) -> int:
    """Figures out of the game."""
    s, seat = p.state, who(p, name)
    return s.gone(seat, s.config.name[seat].index(unit))


def signs(p: Position, name: str) -> int:
    """Elder Signs of a faction."""
    return len(p.state.signs[who(p, name)])


def drawn(p: Position) -> None:
    """Chance draws Elder Signs while it is asked."""
    while asked(p)[1] == "elder sign":
        p.play(p.decision.options[0])


# -- the cards --------------------------------------------------------------------------------------------------------
@pytest.mark.rule(
    "CW-TER-007", "CW-TER-008", "CW-TER-009", "CW-TER-010", "CW-TER-011", "CW-TER-012", "CW-TER-014", "CW-TER-001"
)
def test_seven_cards_are_in_the_box() -> None:
    config = system("GC YS BG", things=BOX).config
    assert tuple(one.name for one in config.cards) == NAMES
    assert {(one.doom, one.power) for one in config.cards} == {(2, 2)}
    rows = {u.name: (u.figures, u.costs, u.combat, u.rank) for u in config.factions[0].units if u.neutral}
    assert rows == {
        YITH: (1, (4,), 3, 3), QUACHIL: (1, (4,), 1, 3), DHOLE: (1, (4,), 5, 3), JENKIN: (1, (2,), 0, 3),
        CACO: (1, (4,), 3, 3), SHOGGOTH: (1, (4,), 2, 3), WORM: (6, (4,), 0, 3),
    }  # fmt: skip


@pytest.mark.rule("CW-TER-004", "CW-TER-006")
def test_a_card_costs_two_doom_and_two_power_and_the_figure_comes_to_a_gate() -> None:
    units = {"GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}}
    p = slot("GC YS BG", units, gates={AR: "GC", EU: "YS"})
    script(p, ("GC", "doom phase", "Buy Dhole"))
    assert (p.state.doom[0], p.state.power[0], at(p, "GC", AR)) == (3, 2, {"Acolyte": 1, DHOLE: 1})
    assert (n(p, "YS", DHOLE, POOL), p.state.cards[NAMES.index(DHOLE)]) == (0, 0)
    assert asked(p) == ("YS", "doom phase")  # with 2 Power there is no ritual
    rich = slot("GC YS BG", units, gates={AR: "GC", EU: "YS"}, power=9)
    script(rich, ("GC", "doom phase", "Buy Dhole"), ("GC", "doom phase", "ritual"))  # it may follow
    assert (rich.state.doom[0], rich.state.power[0], rich.state.ritual) == (4, 2, 1)
    q = scene("YS GC BG", units, gates={AR: "GC", EU: "YS"}, cards={YITH: "GC"})
    assert f"Summon at {EU}: {YITH}" not in labels(q)  # nobody but whoever has the card
    assert f"Summon at {EU}: Undead" in labels(q)


@pytest.mark.rule("CW-TER-001", "CW-TER-006")
def test_a_terror_is_summoned_where_its_owner_has_a_gate() -> None:
    p = scene("GC YS BG", {"GC": {AR: "Acolyte", EU: "Acolyte"}}, DHOLE, gates={AR: "GC"})
    assert f"Summon at {AR}: {DHOLE}" in labels(p)
    assert f"Summon at {EU}: {DHOLE}" not in labels(p)
    script(p, ("GC", "action", f"summon {AR} {DHOLE}"))
    assert (at(p, "GC", AR), p.state.power[0]) == ({"Acolyte": 1, DHOLE: 1}, 5)
    worm = scene("GC YS BG", {"GC": {AR: "Acolyte"}}, WORM, gates={AR: "GC"})
    assert f"Summon at {AR}: {WORM}" not in labels(worm)  # never summoned


@pytest.mark.rule("CW-TER-001")
def test_a_terror_is_no_monster_among_several_that_are_summoned_together() -> None:
    p = scene("BG YS GC", {"BG": {AR: "Acolyte"}}, DHOLE, gates={AR: "BG"})
    q = script(p.clone(), ("BG", "action", f"summon {AR} Ghoul"))
    assert asked(q) == ("BG", "summon more")
    assert f"Fungi from Yuggoth, {AR}" in labels(q)
    assert f"{DHOLE}, {AR}" not in labels(q)
    script(p, ("BG", "action", f"summon {AR} {DHOLE}"))
    assert asked(p)[1] != "summon more"


@pytest.mark.rule("CW-TER-002")
def test_terrors_and_monsters_guard_against_each_other_and_great_old_ones_capture_from_both() -> None:
    def reasons(mine: str, theirs: str, card: str) -> set[str]:
        p = table("GC YS BG", {"GC": {EA: mine}, "YS": {EA: theirs}}, things=BOX, cards={DHOLE: card})
        return set(why_not(p, "GC", "capture", area(p, EA), who(p, "YS")))

    assert reasons(DHOLE, "Acolyte", "GC") == set()
    assert reasons(DHOLE, "Acolyte, Undead", "GC") == {"CW-CAP-004"}
    assert reasons("Deep One", f"Acolyte, {DHOLE}", "YS") == {"CW-CAP-004"}
    assert reasons("Cthulhu", f"Acolyte, {DHOLE}", "YS") == set()


@pytest.mark.rule("CW-TER-003")
def test_what_names_monsters_does_not_touch_a_terror() -> None:
    units = {"SL": {EA: "Tsathoggua"}, "YS": {EA: DHOLE}}
    p = table("SL YS BG", units, things=BOX, cards={DHOLE: "YS"}, books={"SL": "Capture Monster"})
    assert set(why_not(p, "SL", "capture monster", area(p, EA), who(p, "YS"))) == {"CW-SL-020"}
    q = table("SL YS BG", {**units, "YS": {EA: f"{DHOLE}, Undead"}}, things=BOX, cards={DHOLE: "YS"},
              books={"SL": "Capture Monster"})  # fmt: skip
    script(q, ("SL", "action", f"capture monster {EA} Yellow Sign"))
    assert at(q, "YS", EA) == {DHOLE: 1}


# -- Great Race of Yith -----------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-TER-007")
def test_the_yith_capture_from_a_great_old_one_and_nobody_who_is_no_cultist() -> None:
    units = {
        "GC": {EA: YITH, AR: "Deep One"},
        "YS": {EA: "Hastur, Acolyte", AR: "Acolyte"},
    }
    p = scene("GC YS BG", units, YITH)
    assert "CW-CAP-004" in why_not(p, "GC", "capture", area(p, EA), who(p, "YS"))
    assert set(why_not(p, "GC", "possess", area(p, AR), who(p, "YS"))) == {"CW-TER-007"}
    script(p, ("GC", "action", f"possess {EA} Yellow Sign"))
    assert (at(p, "YS", EA), p.state.power[0], n(p, "YS", "Acolyte", HELD)) == ({"Hastur": 1}, 8, 1)
    none = scene("GC YS BG", {"GC": {EA: YITH}, "YS": {EA: "Hastur"}}, YITH)
    assert set(why_not(none, "GC", "possess", area(none, EA), who(none, "YS"))) == {"CW-TER-007"}


@pytest.mark.rule("CW-TER-007")
def test_each_captive_brings_a_power_more_while_the_yith_are_in_play() -> None:
    captives = {"captives": {"GC": {"YS": 2}}}
    p = scene("GC YS BG", {"GC": {EA: YITH}}, YITH, **captives)
    assert gathered(p.state, 0).value == 4
    away = scene("GC YS BG", {"GC": {EA: "Deep One"}}, YITH, **captives)
    assert gathered(away.state, 0).value == 2
    soulless = scene("GC TT BG", {"GC": {EA: YITH}}, YITH, captives={"GC": {"TT": 2}}, books={"TT": "Soulless"})
    assert gathered(soulless.state, 0).value == 2  # 0 each, and 1 more


@pytest.mark.rule("CW-TER-007")
def test_ferox_is_no_help_against_the_yith() -> None:
    units = {"GC": {EA: YITH}, "WW": {EA: "Acolyte", AR: "Ithaqua"}}
    p = scene("GC WW BG", units, YITH)
    assert why_not(p, "GC", "possess", area(p, EA), who(p, "WW")) == {}


# -- Quachil Uttaus ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-TER-008")
def test_for_each_lost_unit_its_owner_gives_it_up_for_good_or_a_sign_to_the_enemy() -> None:
    units = {"GC": {EA: f"{QUACHIL}, 2 Deep One"}, "YS": {EA: "2 Undead, 2 Acolyte"}}
    p = scene("GC YS BG", units, QUACHIL)
    script(p, fight("GC", "YS"), roll(2, 0), roll(0, 0))
    script(p, ("YS", "takes a kill", "Undead"), ("YS", "takes a kill", "Acolyte"))
    assert labels(p) == {"Undead leaves the game", "Acolyte leaves the game", "Great Cthulhu gains an Elder Sign"}
    script(p, ("YS", "dust to dust", "Undead leaves the game"))
    assert labels(p) == {"Acolyte leaves the game", "Great Cthulhu gains an Elder Sign"}
    script(p, ("YS", "dust to dust", "Great Cthulhu gains an Elder Sign"))
    drawn(p)
    assert (signs(p, "GC"), out(p, "YS", "Undead"), out(p, "YS", "Acolyte")) == (1, 1, 0)
    without = scene("GC YS BG", {"GC": {EA: "3 Deep One", AR: QUACHIL}, "YS": {EA: "2 Undead, 2 Acolyte"}}, QUACHIL)
    script(without, fight("GC", "YS"), roll(1, 0), roll(0, 0), ("YS", "takes a kill", "Undead"))
    assert without.state.battle is None
    assert asked(without)[1] != "dust to dust"


@pytest.mark.rule("CW-TER-008")
def test_it_works_though_quachil_uttaus_is_killed_too() -> None:
    p = scene("GC YS BG", {"GC": {EA: QUACHIL}, "YS": {EA: "2 Undead"}}, QUACHIL)
    script(p, fight("GC", "YS"), roll(1, 0), roll(1, 0))
    assert asked(p) == ("YS", "dust to dust")


@pytest.mark.rule("CW-TER-008")
def test_whom_a_power_takes_before_the_dice_is_lost_in_the_battle_too() -> None:
    units = {"GC": {EA: f"{QUACHIL}, Cthulhu"}, "YS": {EA: "2 Undead, Acolyte"}}
    p = scene("GC YS BG", units, QUACHIL)
    script(p, fight("GC", "YS"), ("GC", "pre_battle", "Devour"), ("YS", "devoured", "Acolyte"))
    script(p, roll(0, 0), roll(0, 0))
    assert labels(p) == {"Acolyte leaves the game", "Great Cthulhu gains an Elder Sign"}
    hidden = table("CC YS BG", {"CC": {EA: f"{QUACHIL}, Flying Polyp"}, "YS": {EA: "2 Undead"}}, things=BOX,
                   cards={QUACHIL: "CC"}, books={"CC": "Invisibility"})  # fmt: skip
    script(hidden, fight("CC", "YS"), ("CC", "pre_battle", "Invisibility"), ("CC", "invisible", "YS Undead"))
    while hidden.state.battle is not None:
        assert asked(hidden)[1] != "dust to dust"  # who is hidden is not lost
        script(hidden, roll(0, 0) if asked(hidden)[1] == "battle dice" else ("CC", asked(hidden)[1], "done"))


# -- Dhole ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-TER-009")
@pytest.mark.parametrize(
    ("said", "doom", "power"), [("2 Doom for Yellow Sign", 7, 9), ("2 Power for Yellow Sign", 5, 11)]
)
def test_a_dhole_that_is_lost_brings_two_signs_and_the_enemy_doom_or_power(said: str, doom: int, power: int) -> None:
    units = {"GC": {EA: DHOLE}, "YS": {EA: "2 Undead"}}
    p = scene("GC YS BG", units, DHOLE, doom={"YS": 5})
    script(p, fight("GC", "YS"), roll(0, 0), roll(1, 0))
    drawn(p)
    script(p, ("GC", "doom or power", said))
    assert (signs(p, "GC"), p.state.doom[1], p.state.power[1]) == (2, doom, power)
    lives = scene("GC YS BG", {"GC": {EA: f"{DHOLE}, Deep One"}, "YS": {EA: "2 Undead"}}, DHOLE)
    script(lives, fight("GC", "YS"), roll(0, 0), roll(1, 0), ("GC", "takes a kill", "Deep One"))
    assert signs(lives, "GC") == 0
    assert lives.state.battle is None


# -- Brown Jenkin -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-TER-010")
def test_brown_jenkin_brings_power_at_a_gate_of_an_enemy() -> None:
    def income(units: dict[str, dict[str, str]], gates: dict[str, str]) -> int:
        return gathered(scene("GC YS BG", units, JENKIN, gates=gates).state, 0).value

    there = {"GC": {EA: JENKIN}, "YS": {EA: "3 Acolyte, Undead"}}
    assert income(there, {EA: "YS"}) == 5
    assert income(there, {EA: "abandoned"}) == 1  # an abandoned gate, and nothing by him
    assert income({"GC": {EA: f"{JENKIN}, Acolyte"}, "YS": {EA: "3 Acolyte"}}, {EA: "GC"}) == 3


@pytest.mark.rule("CW-TER-010")
def test_lost_he_comes_back_as_soon_as_his_owner_has_two_power() -> None:
    units = {"GC": {EA: f"{JENKIN}, Deep One", AR: "Acolyte"}, "YS": {EA: "2 Undead"}}
    p = scene("GC YS BG", units, JENKIN, gates={AR: "GC"}, power={"GC": 4, "YS": 4, "BG": 4})
    script(p, fight("GC", "YS"), roll(0, 0), roll(1, 0), ("GC", "takes a kill", JENKIN))
    assert (at(p, "GC", AR), p.state.power[0]) == ({"Acolyte": 1, JENKIN: 1}, 1)
    poor = scene("GC YS BG", units, JENKIN, gates={AR: "GC"}, power={"GC": 2, "YS": 4, "BG": 4})
    script(poor, fight("GC", "YS"), roll(0, 0), roll(1, 0), ("GC", "takes a kill", JENKIN))
    assert (at(poor, "GC", AR), poor.state.power[0], n(poor, "GC", JENKIN, POOL)) == ({"Acolyte": 1}, 1, 1)
    bought = scene("GC YS BG", {"GC": {AR: "Acolyte"}}, JENKIN, gates={AR: "GC"})
    script(bought, ("GC", "action", f"recruit {AR}"))
    assert at(bought, "GC", AR) == {"Acolyte": 2}  # who was never lost does not come


# -- Cacodemon --------------------------------------------------------------------------------------------------------
def moves_to(p: Position, unit: str) -> set[str]:
    """Where a unit of the active faction may go."""
    script(p, (asked(p)[0], "action", "move"), (asked(p)[0], "unit to move", unit))
    return labels(p)


@pytest.mark.rule("CW-TER-011")
def test_no_enemy_moves_to_the_cacodemon_but_a_great_old_one_and_who_comes_with_one() -> None:
    units = {"GC": {EA: "Cthulhu, 2 Deep One"}, "YS": {AR: CACO, IO: "Undead"}}
    p = table("GC YS BG", units, things=BOX, cards={CACO: "YS"})
    assert AR not in moves_to(p.clone(), f"Deep One, {EA}")
    q = p.clone()
    assert AR in moves_to(q, "Cthulhu")
    script(q, ("GC", "move to", AR), ("GC", "unit to move", f"Deep One, {EA}"))
    assert AR in labels(q)
    own = table("YS GC BG", units, things=BOX, cards={CACO: "YS"})
    assert AR in moves_to(own.clone(), "Undead")
    all_ = table("YS GC BG", units, things=BOX, cards={CACO: "YS"}, rulings={"cacodemon_owner": "all"})
    assert AR not in moves_to(all_, "Undead")


@pytest.mark.rule("CW-TER-015", "CW-TER-011")
def test_nobody_is_pained_to_the_cacodemon_though_his_great_old_one_stands_there() -> None:
    units = {"GC": {EA: "Deep One", AR: "Cthulhu"}, "YS": {EA: "2 Undead"}, "BG": {AR: CACO}}
    p = table("GC YS BG", units, things=BOX, cards={CACO: "BG"})
    script(p, fight("GC", "YS"), roll(0, 0), roll(0, 1))
    assert asked(p) == ("GC", "retreat to")
    assert AR not in labels(p)
    goo = table("GC YS BG", {"GC": {EA: "Cthulhu"}, "YS": {EA: "2 Undead, Acolyte"}, "BG": {AR: CACO}}, things=BOX,
                cards={CACO: "BG"})  # fmt: skip
    script(goo, fight("GC", "YS"), ("GC", "pre_battle", "done"), roll(0, 0), roll(0, 1))
    assert AR in labels(goo)


@pytest.mark.rule("CW-TER-011")
def test_who_may_go_nowhere_else_is_surrounded_when_the_others_have_gone() -> None:
    near = dict.fromkeys((IO, SA, WAF), "Byakhee")
    units = {"GC": {EA: "Cthulhu, Deep One"}, "YS": {EA: "3 Undead", **near}, "BG": {AR: CACO}}
    p = table("GC YS BG", units, things=BOX, cards={CACO: "BG"})
    script(p, fight("GC", "YS"), ("GC", "pre_battle", "done"), roll(0, 0), roll(0, 2))
    script(p, ("GC", "takes a pain", "Deep One"))
    assert (at(p, "GC", AR), at(p, "GC", EA), n(p, "GC", "Deep One", POOL)) == ({"Cthulhu": 1}, {}, 4)


def kept_out(seats: str, units: dict[str, dict[str, str]], place: str = AR, **more: Any) -> tuple[Position, Position]:
    """A table with the Cacodemon of another in an area, and one without it: (with, without)."""
    *_, owner = seats.split()
    there = {owner: {place: CACO}}
    tables = [table(seats, {**units, owner: one}, things=BOX, cards={CACO: owner}, **more)
              for one in (there[owner], {ANT: CACO})]  # fmt: skip
    return tables[0], tables[1]


@pytest.mark.rule("CW-TER-011")
def test_what_flies_or_comes_to_a_battle_by_a_power_is_kept_out_too() -> None:
    barred, free = kept_out("YS GC BG", {"YS": {EA: "Byakhee"}}, books={"YS": "Shriek of the Byakhee"})
    for p, wanted in ((barred, {"CW-ABI-004"}), (free, set())):
        assert set(why_not(p, "YS", "shriek of the byakhee", area(p, AR))) == wanted
    units = {"CC": {EA: "Hunting Horror", AR: "Flying Polyp"}, "GC": {AR: "Deep One"}}
    barred, free = kept_out("CC GC BG", units, books={"CC": "Seek and Destroy"})
    for p, what in ((barred, "battle dice"), (free, "pre_battle")):
        script(p, fight("CC", "GC", AR))
        assert asked(p)[1] == what
    units = {"GC": {AR: "2 Deep One"}, "YS": {AR: "2 Undead"}, "BG": {EA: "Ghoul"}}
    barred, free = kept_out("GC YS BG CC", units, books={"BG": "Necrophagy"})
    for p, asks in ((barred, False), (free, True)):
        script(p, fight("GC", "YS", AR), roll(1, 0), roll(0, 0))
        assert (asked(p)[1] == "ghoul from") is asks


@pytest.mark.rule("CW-TER-011")
def test_whom_a_power_takes_along_comes_only_with_a_great_old_one() -> None:
    units = {"AN": {EA: "Un-Man, Yothan"}}
    barred, free = kept_out("AN GC BG", units, phase="doom", power=0)
    for p, inside in ((barred, False), (free, True)):
        script(p, ("AN", "doom phase", "Dematerialization"))
        assert (AR in labels(p)) is inside
    home = "West Africa"
    for caco, wanted in (({home: CACO}, True), ({ANT: CACO}, False)):
        p = table("TT YS BG", {"TT": {EA: "Proto-Shoggoth"}, "BG": caco}, things=BOX, cards={CACO: "BG"},
                  books={"TT": "Idolatry"})  # fmt: skip
        assert bool(why_not(p, "TT", "idolatry", area(p, home))) is wanted
    units = {"OW": {EA: "Abomination, Acolyte"}}
    barred, free = kept_out("OW GC BG", units, gates={EA: "OW"})
    for p, wanted in ((barred, {"CW-ABI-004"}), (free, set())):
        assert set(why_not(p, "OW", "beyond one", area(p, EA), area(p, AR))) == wanted


@pytest.mark.rule("CW-TER-011")
def test_whom_an_enemy_drives_away_is_not_driven_to_it() -> None:
    units = {"WW": {EA: "Wendigo"}, "GC": {EA: "2 Deep One"}}
    barred, free = kept_out("WW GC BG", units, books={"WW": "Howl"})
    for p, inside in ((barred, False), (free, True)):
        script(p, fight("WW", "GC"), ("WW", "pre_battle", "Howl"))
        assert asked(p) == ("GC", "retreat to")
        assert (AR in labels(p)) is inside


# -- Elder Shoggoth ---------------------------------------------------------------------------------------------------
CAUSE = ("GC", "pre_battle", "Prime Cause")


@pytest.mark.rule("CW-TER-012")
def test_the_elder_shoggoth_replaces_a_unit_before_the_dice() -> None:
    units = {"GC": {EA: f"{SHOGGOTH}, Deep One"}, "YS": {EA: "2 Undead"}}
    p = scene("GC YS BG", units, SHOGGOTH)
    script(p, fight("GC", "YS"), CAUSE, ("GC", "who is replaced", "Deep One"))
    assert "Starspawn, for 1 Power" in labels(p)
    assert not any("Cthulhu" in label for label in labels(p))  # never awake
    script(p, ("GC", "replaced by", "Starspawn, for 1 Power"))
    assert (at(p, "GC", EA), p.state.power[0], dice(p)) == ({SHOGGOTH: 1, "Starspawn": 1}, 7, 5)
    itself = scene("GC YS BG", units, SHOGGOTH)
    script(itself, fight("GC", "YS"), CAUSE, ("GC", "who is replaced", SHOGGOTH))
    script(itself, ("GC", "replaced by", "Starspawn, for 0 Power"))
    assert (at(itself, "GC", EA), itself.state.power[0]) == ({"Deep One": 1, "Starspawn": 1}, 8)
    away = scene("GC YS BG", {"GC": {EA: "Deep One", AR: SHOGGOTH}, "YS": {EA: "2 Undead"}}, SHOGGOTH)
    script(away, fight("GC", "YS"))
    assert asked(away)[1] == "battle dice"


@pytest.mark.rule("CW-TER-012")
def test_for_a_terror_the_enemy_gains_a_doom_and_for_a_great_old_one_a_sign() -> None:
    units = {"GC": {EA: f"{SHOGGOTH}, Deep One"}, "YS": {EA: "2 Undead"}}
    p = scene("GC YS BG", units, cards={SHOGGOTH: "GC", DHOLE: "GC"}, doom={"YS": 3})
    script(p, fight("GC", "YS"), CAUSE, ("GC", "who is replaced", "Deep One"))
    script(p, ("GC", "replaced by", f"{DHOLE}, for 2 Power"))
    assert (p.state.doom[1], at(p, "GC", EA)) == (4, {SHOGGOTH: 1, DHOLE: 1})


@pytest.mark.rule("CW-TER-012")
def test_a_great_old_one_comes_only_if_it_was_awake_and_could_be_awakened() -> None:
    units = {"GC": {EA: f"{SHOGGOTH}, Deep One", "South Pacific": "Acolyte"}, "YS": {EA: "2 Undead"}}
    more = {"awoken": {"GC": "Cthulhu"}, "gates": {"South Pacific": "GC"}}
    p = scene("GC YS BG", units, SHOGGOTH, **more)
    script(p, fight("GC", "YS"), CAUSE, ("GC", "who is replaced", "Deep One"))
    script(p, ("GC", "replaced by", "Cthulhu, for 2 Power"))
    drawn(p)
    assert (at(p, "GC", EA), signs(p, "YS"), p.state.power[0]) == ({SHOGGOTH: 1, "Cthulhu": 1}, 1, 6)
    never = scene("GC YS BG", units, SHOGGOTH, gates=more["gates"])
    script(never, fight("GC", "YS"), CAUSE, ("GC", "who is replaced", "Deep One"))
    assert not any("Cthulhu" in label for label in labels(never))
    gateless = scene("GC YS BG", units, SHOGGOTH, awoken={"GC": "Cthulhu"})
    script(gateless, fight("GC", "YS"), CAUSE, ("GC", "who is replaced", "Deep One"))
    assert not any("Cthulhu" in label for label in labels(gateless))


@pytest.mark.rule("CW-TER-012")
def test_by_a_ruling_it_is_after_the_battle() -> None:
    units = {"GC": {EA: f"{SHOGGOTH}, Deep One"}, "YS": {EA: "2 Undead"}}
    p = scene("GC YS BG", units, SHOGGOTH, rulings={"prime_cause_time": "post_battle"})
    script(p, fight("GC", "YS"))
    assert asked(p)[1] == "battle dice"
    script(p, roll(0, 0), roll(0, 0))
    assert asked(p) == ("GC", "battle_end")
    script(p, ("GC", "battle_end", "Prime Cause"), ("GC", "who is replaced", "Deep One"))
    script(p, ("GC", "replaced by", "Starspawn, for 1 Power"))
    assert at(p, "GC", EA) == {SHOGGOTH: 1, "Starspawn": 1}


# -- Worms of Ghroth --------------------------------------------------------------------------------------------------
def power_phase(units: dict[str, dict[str, str]]) -> Position:
    """Power is gathered."""
    return scene("GC YS BG", units, WORM, phase="gather power", power=0)


@pytest.mark.rule("CW-TER-014")
def test_a_die_up_to_the_worms_in_play_brings_a_sign_and_takes_as_much_power() -> None:
    units = {"GC": {EA: f"3 {WORM}", AR: "6 Acolyte"}, "YS": {EU: "4 Acolyte"}}
    p = power_phase(units)
    script(p, ("chance", "eradication", 3))
    drawn(p)
    assert (signs(p, "GC"), p.state.power[0]) == (1, 3)
    over = power_phase(units)
    script(over, ("chance", "eradication", 4))
    assert (signs(over, "GC"), over.state.power[0]) == (0, 6)
    none = power_phase({"GC": {AR: "6 Acolyte"}})
    assert asked(none)[1] != "eradication"


@pytest.mark.rule("CW-TER-014")
def test_a_die_above_the_worms_in_play_lets_up_to_two_spread() -> None:
    units = {"GC": {EA: f"2 {WORM}, Deep One"}, "YS": {EA: "2 Undead"}}
    p = scene("GC YS BG", units, WORM)
    kill = [fight("GC", "YS"), roll(0, 0), roll(1, 0), ("GC", "takes a kill", WORM)]
    script(p, *kill, ("chance", "spread", 2))
    assert EA not in labels(p)
    script(p, ("GC", "worm spreads", NA), ("GC", "worm spreads", EU))
    assert (at(p, "GC", NA), at(p, "GC", EU)) == ({WORM: 1}, {WORM: 1})
    low = scene("GC YS BG", units, WORM)
    script(low, *kill, ("chance", "spread", 1))
    assert asked(low)[1] != "worm spreads"


@pytest.mark.rule("CW-TER-014")
def test_on_the_map_of_shaggai_the_worms_are_not_for_sale() -> None:
    facts = system("GC YS BG", things=BOX).facts
    there = in_the_box(facts, (), "shaggai_3p")
    assert "worm_of_ghroth" in facts.names("cards")
    assert {*facts.names("cards")} - {*there.names("cards")} == {"worm_of_ghroth"}
    assert {*facts.names("neutral.units")} - {*there.names("neutral.units")} == {"worm_of_ghroth"}
