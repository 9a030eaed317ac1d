"""Unique High Priests: who is recruited as what, the eight cards, and what Tcho-Tcho makes of them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.cthulhu_wars.scene import AR, EA, area, asked, at, labels, left, script, system, table, who, why_not
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars.display.sheets import page, sheet
from theomachy.games.cthulhu_wars.rules.domains import HELD, HELD_GATE, NO_GATE, OPEN_GATE, POOL
from theomachy.games.cthulhu_wars.rules.maps import load_map
from theomachy.games.cthulhu_wars.rules.score import gathered
from theomachy.games.cthulhu_wars.rules.timings import VOCABULARY

EU, SAS, WAF, ANT = "Europe", "South Asia", "West Africa", "Antarctica"
PRIEST, UNIQUE, UBBO = "High Priest", "Unique High Priest", "Ubbo-Sathla"
ALL = ("high_priests", "unique_high_priests")
NAMES = [
    "Asenath Waite", "Crawford Tillinghast", "Ermengarde Stubbs", "Herbert West", "Joseph Curwen", "Keziah Mason",
    "Lavinia Whateley", "Pitpipo",
]  # fmt: skip


def scene(seats: str, units: dict[str, dict[str, str]], **more: Any) -> Position:
    """A table with all cards in the box; `cards` says who holds which."""
    return table(seats, units, **{"things": ALL, **more})


def label(p: Position, option: Any) -> str:
    """An option of the question that is open, in words."""
    return p.system.label(p.state, p.decision, option)


def pool(p: Position, name: str, unit: str = PRIEST) -> int:
    """Figures in the pool."""
    s, seat = p.state, who(p, name)
    found: int = s.n(seat, s.config.name[seat].index(unit), POOL)
    return found


def holder(p: Position, card: str) -> int:
    """Who holds a card."""
    found: int = p.state.cards[NAMES.index(card)]
    return found


# -- recruiting -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-UHP-001", "CW-UHP-002")
def test_eight_cards_are_in_the_box_and_a_form_of_the_high_priest_on_each_card_that_has_one():
    config = system("GC TT BB", things=ALL).config
    assert [card.name for card in config.cards] == NAMES
    assert config.forms == ({6: 5}, {4: 1}, {})
    assert [unit.costs for unit in config.factions[0].units if unit.key == "unique_high_priest"] == [(3,)]
    assert not system("GC TT BB", things=ALL[:1]).config.cards
    assert system("GC TT BB", things=ALL[1:]).config.forms == config.forms  # the High Priests come with them


@pytest.mark.rule("CW-UHP-002", "CW-UHP-005")
def test_a_high_priest_is_recruited_plain_or_as_one_of_the_cards_that_nobody_has_had():
    units = {"GC": {AR: "Acolyte"}, "YS": {EA: "Acolyte"}}
    p = scene("GC YS BG", units, cards={"Pitpipo": "BG"})
    script(p, ("GC", "action", f"unique priest {AR}"))
    assert asked(p) == ("GC", "which priest")
    assert labels(p) == {*NAMES} - {"Pitpipo"}
    script(p, ("GC", "which priest", "Keziah Mason"))
    assert (at(p, "GC", AR), p.state.power[0], holder(p, "Keziah Mason")) == ({"Acolyte": 1, UNIQUE: 1}, 6, 0)
    assert (pool(p, "GC"), p.system.violations(p.state)) == (0, [])
    script(p, ("YS", "action", f"unique priest {EA}"))
    assert labels(p) == {*NAMES} - {"Pitpipo", "Keziah Mason"}
    plain = scene("GC YS BG", units)
    script(plain, ("GC", "action", f"recruit {AR}"), ("GC", "who is recruited", PRIEST))
    assert at(plain, "GC", AR) == {"Acolyte": 1, PRIEST: 1}
    script(plain, ("GC", "oath", "done"), ("YS", "action", f"unique priest {EA}"))
    assert len(labels(plain)) == 8  # a plain one has taken no card


@pytest.mark.rule("CW-UHP-002")
def test_he_costs_three_needs_a_unit_of_his_own_and_his_figure():
    units = {"GC": {AR: "Acolyte"}, "YS": {EA: "Acolyte"}}
    p = scene("GC YS BG", units, power={"GC": 2, "YS": 9})
    assert set(why_not(p, "GC", "unique priest", area(p, AR))) == {"CW-ACT-002"}
    p = scene("GC YS BG", units)
    assert set(why_not(p, "GC", "unique priest", area(p, EA))) == {"CW-REC-002"}
    here = scene("GC YS BG", {"GC": {AR: PRIEST}, "YS": {EA: "Acolyte"}})
    assert set(why_not(here, "GC", "unique priest", area(here, AR))) == {"CW-HP-001"}
    gone = scene("GC YS BG", units, cards=dict.fromkeys(NAMES, "YS"))
    assert set(why_not(gone, "GC", "unique priest", area(gone, AR))) == {"CW-UHP-005"}


@pytest.mark.rule("CW-UHP-002", "CW-UHP-007")
def test_both_actions_are_main_actions_of_ones_own_turn_with_power():
    units = {"GC": {AR: "Acolyte", ANT: "Deep One"}, "YS": {EA: f"Acolyte, {UNIQUE}", EU: "Acolyte", AR: "Undead"}}
    more: dict[str, Any] = {"cards": {"Lavinia Whateley": "YS"}, "gates": {EU: "YS"}}
    for verb, who_, args in (("unique priest", "GC", [AR]), ("bride", "YS", [])):
        for rule, rest in (
            ("CW-ACT-001", {"active": "BG"}),
            ("CW-ACT-003", {"active": who_, "part": "after"}),
            ("CW-ACT-005", {"active": who_, "power": {"BG": 9}}),
        ):
            p = scene("GC YS BG", units, **more, **rest)
            assert rule in why_not(p, who_, verb, *[area(p, name) for name in args]), (verb, rule)
        p = scene("GC YS BG", units, **more, active=who_)
        assert not why_not(p, who_, verb, *[area(p, name) for name in args])


@pytest.mark.rule("CW-UHP-007")
def test_the_bride_is_lavinias_alone():
    """Another unique High Priest in play is none, and is not given up for it."""
    units = {"GC": {AR: f"Acolyte, {UNIQUE}", "South Pacific": "Acolyte"}, "YS": {EA: "Acolyte"}}
    for card, rules in (("Lavinia Whateley", set()), ("Keziah Mason", {"CW-ABI-001"})):
        p = scene("GC YS BG", units, cards={card: "GC"}, gates={"South Pacific": "GC"})
        assert set(why_not(p, "GC", "bride")) == rules
        assert any(option[0] == "bride" for option in p.decision.options) is (not rules)


@pytest.mark.rule("CW-UHP-004", "CW-UHP-005")
def test_the_first_unique_one_is_the_only_one_and_a_plain_one_may_follow():
    p = scene("GC YS BG", {"GC": {AR: "Acolyte"}, "YS": {EA: "Acolyte"}}, cards={"Herbert West": "GC"})
    assert pool(p, "GC") == 1  # he has died
    script(p, ("GC", "action", f"unique priest {AR}"))
    assert (at(p, "GC", AR), asked(p)) == ({"Acolyte": 1, UNIQUE: 1}, ("GC", "reanimated"))  # none of the others
    q = scene("GC YS BG", {"GC": {AR: "Acolyte"}, "YS": {EA: "Acolyte"}}, cards={"Keziah Mason": "GC"})
    script(q, ("GC", "action", f"recruit {AR}"), ("GC", "who is recruited", PRIEST), ("GC", "oath", "done"))
    script(q, ("YS", "action", f"unique priest {EA}"))
    assert "Keziah Mason" not in labels(q)


@pytest.mark.rule("CW-UHP-003")
def test_a_unique_high_priest_has_no_oath_and_is_a_cultist_in_all_else():
    units = {"GC": {AR: f"Acolyte, {UNIQUE}"}, "YS": {EA: f"Acolyte, {PRIEST}", AR: "Byakhee"}}
    p = scene("GC YS BG", units, cards={"Keziah Mason": "GC"}, gates={EA: "YS"})
    assert gathered(p.state, 0).value == 2
    script(p, ("GC", "action", f"gate {AR}"))
    assert asked(p) == ("YS", "oath")  # the plain one alone
    script(p, ("YS", "oath", "done"), ("GC", "action", f"control {AR} {UNIQUE}"), ("YS", "oath", "done"))
    assert p.state.gate[area(p, AR)] == HELD_GATE
    script(p, ("GC", "action", "end"), ("YS", "action", f"capture {AR}"), ("GC", "captured", f"{UNIQUE} on the gate"))
    assert (p.state.gate[area(p, AR)], pool(p, "GC"), p.state.n(0, 6, HELD + 1)) == (OPEN_GATE, 0, 1)
    script(p, ("YS", "oath", "done"))
    assert set(why_not(p, "GC", "unique priest", area(p, AR))) >= {"CW-HP-001", "CW-UHP-004"}
    s = p.state.copy()
    s.move(0, 6, HELD + 1, POOL)  # given back
    assert (s.n(0, 5, POOL), s.n(0, 6, POOL), s.gone(0, 5), s.gone(0, 6)) == (1, 0, 0, 0)


def test_who_is_out_of_the_game_is_told_by_figures_and_not_by_forms():
    p = scene("GC YS BG", {"GC": {AR: f"Acolyte, {UNIQUE}"}, "YS": {EA: "Acolyte"}}, cards={"Pitpipo": "GC"})
    text = p.system.arrange_text(p.state)
    assert "out_of_game" not in text
    names = [name for name, _ in sheet(p.state, 0).pieces]
    assert "Out of the game" not in names
    assert "has the card: Pitpipo" in str(sheet(p.state, 0))
    assert "The Pit of Despair" in {one.name for _, rows in page(p.state, 0).passages for one in rows}
    lost = scene("GC YS BG", {"GC": {AR: "Acolyte"}, "YS": {EA: "Acolyte"}}, out_of_game={"GC": PRIEST})
    assert "out_of_game" in p.system.arrange_text(lost.state)
    assert "Out of the game" in [name for name, _ in sheet(lost.state, 0).pieces]
    held = scene("GC YS BG", {"GC": {AR: "Acolyte"}, "YS": {EA: "Acolyte"}}, captives={"YS": {"GC": UNIQUE}})
    assert (pool(held, "GC"), held.state.n(0, 6, HELD + 1)) == (0, 1)


def test_two_figures_cannot_be_one():
    game = system("GC YS BG", things=ALL)
    s = game.arrange({"units": {"GC": {AR: f"{PRIEST}, {UNIQUE}"}}, "active": "GC"})
    assert [fault[0] for fault in game.violations(s)] == ["CW-UNI-006"]


@pytest.mark.rule("CW-UHP-001")
@pytest.mark.parametrize(
    ("ruling", "names"),
    [("eight", {*NAMES}), ("named", {"Asenath Waite", "Keziah Mason", "Lavinia Whateley"})],
)
def test_which_of_them_may_be_recruited(ruling, names):
    p = scene("GC YS BG", {"GC": {AR: "Acolyte"}}, rulings={"unique_priest_count": ruling})
    assert labels(script(p, ("GC", "action", f"unique priest {AR}"))) == names
    had = dict.fromkeys(names, "YS")
    gone = scene("GC YS BG", {"GC": {AR: "Acolyte"}}, rulings={"unique_priest_count": ruling}, cards=had)
    assert set(why_not(gone, "GC", "unique priest", area(gone, AR))) == {"CW-UHP-005"}


# -- after anybody's action -------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-UHP-010")
def test_the_thing_from_beyond_takes_an_enemy_and_comes_from_the_own_pool():
    units = {"GC": {AR: f"Acolyte, {UNIQUE}"}, "YS": {EA: "Acolyte, Byakhee, King in Yellow"}, "BG": {ANT: "Ghoul"}}
    p = scene("YS GC BG", units, cards={"Asenath Waite": "GC"}, gates={AR: "GC"})
    script(p, ("YS", "action", f"recruit {EA}"), ("YS", "who is recruited", "Acolyte"))
    assert asked(p) == ("GC", "replaced")
    assert not any("King" in label for label in labels(p))  # no Great Old One
    script(p, ("GC", "replaced", f"Byakhee, {EA}"))
    assert labels(p) == {"Acolyte", "Deep One", "Shoggoth", "Starspawn"}  # not Cthulhu, and not herself
    script(p, ("GC", "replaced by", "Starspawn"))
    assert (at(p, "GC", EA), at(p, "YS", EA)) == ({"Starspawn": 1}, {"Acolyte": 2, "King in Yellow": 1})
    assert (at(p, "GC", AR), pool(p, "GC"), pool(p, "YS", "Byakhee")) == ({"Acolyte": 1}, 1, 4)
    q = scene("YS GC BG", units, cards={"Asenath Waite": "GC"}, gates={AR: "GC"})
    script(q, ("YS", "action", f"recruit {EA}"), ("YS", "who is recruited", "Acolyte"), ("GC", "replaced", "done"))
    assert (asked(q), left(q, "GC", UNIQUE)) == (("GC", "action"), 1)


GNOPH, THESIS = "Gnoph-Keh", "Avatar Thesis"


def heirs(p: Position) -> set[str]:
    """Who may come for whom The Thing from Beyond takes."""
    script(p, (asked(p)[0], "replaced", next(unit for unit in p.decision.options if unit != "done")))
    return labels(p)


@pytest.mark.rule("CW-UHP-010", "CW-WW-009")
@pytest.mark.parametrize(("on_the_map", "comes"), [(0, False), (1, True), (3, True)])
def test_a_gnoph_keh_comes_from_beyond_at_the_price_that_it_has_now(on_the_map, comes):
    gnophs = {"Scandinavia": f"{on_the_map} {GNOPH}"} if on_the_map else {}
    units = {"WW": {AR: f"Acolyte, {UNIQUE}", **gnophs}, "YS": {EA: "Byakhee"}}
    p = scene("WW YS BG", units, cards={"Asenath Waite": "WW"})
    script(p, ("WW", "action", f"recruit {AR}"))
    assert (GNOPH in heirs(p)) is comes


@pytest.mark.rule("CW-UHP-010", "CW-DS-010")
@pytest.mark.parametrize(("marker", "comes"), [(8, False), (4, False), (3, True)])
def test_avatar_thesis_comes_from_beyond_at_the_price_of_the_marker(marker, comes):
    units = {"DS": {AR: f"Acolyte, {UNIQUE}"}, "YS": {EA: "Byakhee"}}
    counters = [["table", "Azathoth marker", marker]]
    p = scene("DS YS BG", units, cards={"Asenath Waite": "DS"}, counters=counters, start={"DS": AR})
    script(p, ("DS", "action", f"recruit {AR}"))
    there = heirs(p)
    assert (THESIS in there) is comes
    assert ("Avatar Antithesis" in there) is (marker == 8)  # it costs the rest of 8


@pytest.mark.rule("CW-UHP-001", "CW-BG-026")
@pytest.mark.parametrize(("books", "comes"), [("", False), ("The Thousand Young", True)])
def test_powers_that_change_a_price_count_for_the_ultra_violet(books, comes):
    """With Shub-Niggurath awake Fungi cost 1 and a Dark Young 2: together as much as may join."""
    units = {"BG": {AR: UNIQUE, EA: "Shub-Niggurath"}, "YS": {EA: "2 Byakhee"}}
    p = scene("YS BG GC", units, cards={"Crawford Tillinghast": "BG"}, books={"BG": books})
    script(p, fight("YS", "BG"), ("BG", "pre_battle", "The Ultra-Violet"), ("BG", "who joins", "Fungi"))
    assert ("Dark Young" in labels(p)) is comes


@pytest.mark.rule("CW-UHP-001")
@pytest.mark.parametrize(("n", "came", "stays"), [(0, 1, 1), (2, 3, 0), (3, 4, 0)])
def test_the_reanimator_serum_brings_acolytes_to_his_area(n, came, stays):
    units = {"GC": {AR: UNIQUE, ANT: "2 Acolyte"}, "YS": {EA: "Acolyte"}}
    p = scene("YS GC BG", units, cards={"Herbert West": "GC"})
    script(p, ("YS", "action", f"recruit {EA}"), ("YS", "who is recruited", "Acolyte"), ("GC", "reanimated", n))
    assert (at(p, "GC", AR).get("Acolyte", 0), left(p, "GC", UNIQUE)) == (came - 1, stays)
    none = scene("YS GC BG", {"GC": {AR: f"6 Acolyte, {UNIQUE}"}, "YS": {EA: "Acolyte"}}, cards={"Herbert West": "GC"})
    script(none, ("YS", "action", f"recruit {EA}"), ("YS", "who is recruited", "Acolyte"))
    assert asked(none) == ("GC", "action")


@pytest.mark.rule("CW-UHP-001")
def test_beyond_the_spheres_takes_a_gate_away_or_puts_one():
    units = {"GC": {AR: f"Acolyte, {UNIQUE}", ANT: "Deep One"}, "YS": {EA: "Acolyte"}}
    first = ("YS", "action", f"recruit {EA}"), ("YS", "who is recruited", "Acolyte")
    p = scene("YS GC BG", units, cards={"Joseph Curwen": "GC"}, gates={AR: "GC"})
    script(p, *first)
    assert labels(p) == {"Done", f"Take the gate in {AR} away", f"A gate in {ANT}"}
    script(p, ("GC", "gate or none", f"away {area(p, AR)}"))
    assert (at(p, "GC", AR), p.state.gate[area(p, AR)], pool(p, "GC")) == ({"Acolyte": 1}, NO_GATE, 1)
    q = scene("YS GC BG", units, cards={"Joseph Curwen": "GC"}, gates={AR: "GC"})
    script(q, *first, ("GC", "gate or none", f"gate {area(q, ANT)}"))
    assert (q.state.gate[area(q, ANT)], q.state.gate[area(q, AR)]) == (OPEN_GATE, HELD_GATE + 1)
    kept = scene("YS GC BG", {"GC": {AR: UNIQUE}, "YS": {EA: "Acolyte"}}, cards={"Joseph Curwen": "GC"},
                 gates={AR: f"GC: {UNIQUE}"})  # fmt: skip
    script(kept, *first)
    assert asked(kept) == ("GC", "action")  # neither the gate that he keeps, nor one for himself alone
    fixed = scene("YS GC BG", {"GC": {AR: f"Acolyte, {UNIQUE}"}, "YS": {EA: "Acolyte"}}, cards={"Joseph Curwen": "GC"},
                  gates={AR: "GC"})  # fmt: skip
    s = fixed.state.copy()
    s.make_sort(area(fixed, AR), "fixed")
    assert asked(script(Position(fixed.system, s), *first)) == ("GC", "action")


# -- awakening --------------------------------------------------------------------------------------------------------
KING, BRIDE = "King in Yellow", "The Bride"


@pytest.mark.rule("CW-UHP-007")
@pytest.mark.parametrize(("power", "then"), [(1, 0), (3, 2), (9, 8)])
def test_the_bride_makes_an_awakening_three_power_cheaper(power, then):
    """By an action of hers, where there is too little Power without her."""
    units = {"YS": {AR: f"Undead, {UNIQUE}", EU: "Acolyte"}, "GC": {EA: "Acolyte"}}
    p = scene("YS GC BG", units, cards={"Lavinia Whateley": "YS"}, power={"YS": power, "GC": 5}, gates={EU: "YS"})
    script(p, ("YS", "action", "bride"))
    assert (left(p, "YS", KING), left(p, "YS", UNIQUE), p.state.power[0], pool(p, "YS")) == (1, 0, then, 1)


@pytest.mark.rule("CW-UHP-007")
def test_the_bride_is_given_up_after_an_awakening_too_or_kept():
    units = {"YS": {AR: f"Undead, {UNIQUE}", EU: "Acolyte"}, "GC": {EA: "Acolyte"}}
    for said, power, there in ((BRIDE, 8, 0), ("done", 5, 1)):
        p = scene("YS GC BG", units, cards={"Lavinia Whateley": "YS"}, gates={EU: "YS"})
        script(p, ("YS", "action", f"awaken king in yellow {AR}"), ("YS", "on_placement", said))
        assert (p.state.power[0], left(p, "YS", UNIQUE)) == (power, there), said
    none = scene("YS GC BG", units, cards={"Pitpipo": "YS"}, gates={EU: "YS"})
    assert asked(script(none, ("YS", "action", f"awaken king in yellow {AR}")))[1] == "action"


@pytest.mark.rule("CW-UHP-009")
@pytest.mark.parametrize(("for_whom", "gained"), [("Hastur", 7), (KING, 1)])
def test_for_cthugha_she_takes_three_off_his_own_price_and_what_is_below_nothing_is_gained(for_whom: str, gained: int):
    """6 less 3 for her, less 10 for Hastur or 4 for the King in Yellow; given up before the awakening or after it."""
    units = {"YS": {EU: f"{KING}, Hastur, Acolyte", AR: UNIQUE}, "GC": {EA: "Acolyte"}}
    box = {"cards": {"Lavinia Whateley": "YS"}, "gates": {EU: "YS"}, "things": (*ALL, "great_old_one_pack_1")}
    verb = f"awaken cthugha {EU} {for_whom.lower()}"
    first = scene("YS GC BG", units, **box, power=5)
    script(first, ("YS", "action", "bride"), ("YS", "awaken", verb))
    after = scene("YS GC BG", units, **box, power=5)
    script(after, ("YS", "action", verb), ("YS", "on_placement", BRIDE))
    for p in (first, after):
        assert (p.state.power[0], left(p, "YS", "Cthugha"), left(p, "YS", for_whom), left(p, "YS", UNIQUE)) == (
            5 + gained, 1, 0, 0,
        )  # fmt: skip


@pytest.mark.rule("CW-UHP-008")
def test_for_the_independent_king_in_yellow_she_refunds_a_power():
    units = {"GC": {EU: "Cthulhu, Acolyte", AR: UNIQUE}, "CC": {EA: "Acolyte"}}
    box = {"cards": {"Lavinia Whateley": "GC"}, "gates": {EU: "GC"}, "things": (*ALL, "faction_great_old_ones")}
    first = scene("GC CC BG", units, **box, power=1)  # less than he costs without her
    script(first, ("GC", "action", "bride"), ("GC", "awaken", f"awaken independent king {EU}"))
    after = scene("GC CC BG", units, **box, power=5)
    script(after, ("GC", "action", f"awaken independent king {EU}"), ("GC", "on_placement", BRIDE))
    for p, before in ((first, 1), (after, 5)):
        assert (p.state.power[0], left(p, "GC", "The King in Yellow"), left(p, "GC", UNIQUE)) == (before + 1, 1, 0)
    without = scene("GC CC BG", units | {"GC": {EU: "Cthulhu, Acolyte"}}, **box, power=5)
    script(without, ("GC", "action", f"awaken independent king {EU}"))
    assert without.state.power[0] == 3


@pytest.mark.rule("CW-UHP-007")
def test_the_bride_needs_one_who_can_be_awakened_when_she_is_gone():
    units = {"YS": {AR: f"Undead, {UNIQUE}", EU: "Acolyte"}, "GC": {EA: "Acolyte"}}
    more: dict[str, Any] = {"cards": {"Lavinia Whateley": "YS"}, "gates": {EU: "YS"}}
    assert not why_not(scene("YS GC BG", units, **more), "YS", "bride")
    here = units | {"YS": {EU: "King in Yellow", AR: f"{UNIQUE}, Hastur"}}
    assert set(why_not(scene("YS GC BG", here, cards=more["cards"]), "YS", "bride")) == {"CW-UHP-007"}
    alone = units | {"YS": {EU: "Acolyte", AR: UNIQUE}}  # without her nobody of its own is where the King could come
    assert set(why_not(scene("YS GC BG", alone, **more), "YS", "bride")) == {"CW-UHP-007"}
    gone = units | {"YS": {EU: "Acolyte", AR: "Undead"}}
    assert set(why_not(scene("YS GC BG", gone, **more), "YS", "bride")) == {"CW-UHP-007"}


@pytest.mark.rule("CW-UHP-007")
def test_what_is_less_than_nothing_is_gained():
    """As the FAQ has it of the King in Yellow as an independent: here Ubbo-Sathla, who is awakened for nothing."""
    units = {"TT": {EA: "Acolyte", AR: f"{UNIQUE}, {PRIEST}"}, "YS": {EU: "Acolyte"}}
    p = scene("TT YS BG", units, gates={EA: "TT"}, cards={"Lavinia Whateley": "TT"}, phase="doom", power=1)
    script(p, ("TT", "oath", "done"), ("TT", "doom phase", "Awaken Ubbo-Sathla"))
    script(p, ("TT", "priest given up", PRIEST), ("TT", "on_placement", BRIDE))
    assert (p.state.power[0], left(p, "TT", UBBO), pool(p, "TT")) == (4, 1, 3)


# -- battle -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-UHP-006")
def test_a_kill_on_keziah_is_two_more_on_her_enemy_and_a_pain_two_pains():
    units = {"YS": {EA: "4 Byakhee"}, "GC": {EA: f"{UNIQUE}, Starspawn"}}
    p = scene("YS GC BG", units, cards={"Keziah Mason": "GC"})
    script(p, fight("YS", "GC"), roll(1, 1), roll(0, 0), ("GC", "takes a kill", UNIQUE))
    script(p, ("GC", "retreat to", AR))
    assert (at(p, "YS", EA), left(p, "GC", UNIQUE), pool(p, "GC")) == ({"Byakhee": 2}, 0, 1)
    q = scene("YS GC BG", units, cards={"Keziah Mason": "GC"})
    script(q, fight("YS", "GC"), roll(0, 1), roll(0, 0), ("GC", "takes a pain", UNIQUE))
    script(q, *[("YS", "retreat to", AR)] * 2, ("GC", "retreat to", WAF))
    assert (at(q, "YS", AR), at(q, "YS", EA)) == ({"Byakhee": 2}, {"Byakhee": 2})


@pytest.mark.rule("CW-UHP-006")
def test_a_kill_on_another_or_without_the_card_is_one_kill():
    units = {"YS": {EA: "4 Byakhee"}, "GC": {EA: f"{UNIQUE}, Starspawn"}}
    p = scene("YS GC BG", units, cards={"Keziah Mason": "GC"})
    script(p, fight("YS", "GC"), roll(1, 0), roll(0, 0), ("GC", "takes a kill", "Starspawn"))
    assert at(p, "YS", EA) == {"Byakhee": 4}
    q = scene("YS GC BG", units, cards={"Pitpipo": "GC"})
    script(q, fight("YS", "GC"), roll(1, 0), roll(0, 0), ("GC", "takes a kill", UNIQUE))
    assert at(q, "YS", EA) == {"Byakhee": 4}


@pytest.mark.rule("CW-UHP-001")
def test_a_simple_rustic_maid_costs_whoever_declares_a_battle_there_a_doom():
    units = {"YS": {EA: "3 Byakhee", AR: "Byakhee"}, "GC": {EA: UNIQUE, AR: "Acolyte"}}
    for doom, where, then in ((3, EA, 2), (0, EA, 0), (3, AR, 3)):
        p = scene("YS GC BG", units, cards={"Ermengarde Stubbs": "GC"}, doom={"YS": doom})
        assert script(p, fight("YS", "GC", where)).state.doom[0] == then
    own = scene("GC YS BG", units | {"GC": {EA: f"{UNIQUE}, Starspawn"}}, cards={"Ermengarde Stubbs": "GC"},
                doom={"GC": 2})  # fmt: skip
    assert script(own, fight("GC", "YS")).state.doom[0] == 1
    other = scene("YS GC BG", units | {"BG": {EA: "Ghoul"}}, cards={"Ermengarde Stubbs": "GC"}, doom={"YS": 2})
    assert script(other, fight("YS", "BG")).state.doom[0] == 1  # she only looks on


@pytest.mark.rule("CW-UHP-001")
def test_a_simple_rustic_maid_costs_whoever_is_nobodys_nothing():
    land = load_map("yuggoth_3p").names[0]
    units = {"GC": {land: UNIQUE}, "YS": {land: "Byakhee"}, "BG": {land: "Ghoul"}}
    p = scene("GC YS BG", units, board="yuggoth_3p", cards={"Ermengarde Stubbs": "GC"}, doom={"YS": 1})
    maid, s = VOCABULARY.named("A Simple Rustic Maid"), p.state
    said = {attacker: maid.may_battle_declared(s, 0, area(p, land), attacker, 0) for attacker in (1, 2, *s.config.wild)}
    assert said == {1: True} | dict.fromkeys((2, *s.config.wild), False)
    assert len(said) > 2


@pytest.mark.rule("CW-UHP-001")
def test_pitpipo_takes_a_kill_from_afar():
    units = {"YS": {EA: "4 Byakhee"}, "GC": {EA: "Starspawn, Acolyte", AR: UNIQUE}}
    for said, left_, here in (("yes", 0, {"Starspawn": 1, "Acolyte": 1}), ("no", 1, {"Acolyte": 1})):
        p = scene("YS GC BG", units, cards={"Pitpipo": "GC"})
        script(p, fight("YS", "GC"), roll(1, 0), roll(0, 0), ("GC", "takes a kill", "Starspawn"))
        assert asked(p) == ("GC", "use The Pit of Despair")
        script(p, ("GC", "use The Pit of Despair", said))
        assert (left(p, "GC", UNIQUE), at(p, "GC", EA)) == (left_, here)
    pain = scene("YS GC BG", units, cards={"Pitpipo": "GC"})
    script(pain, fight("YS", "GC"), roll(0, 1), roll(0, 0), ("GC", "takes a pain", "Starspawn"))
    assert asked(pain)[1] == "retreat to"
    there = scene("YS GC BG", {**units, "GC": {EA: f"Starspawn, {UNIQUE}"}}, cards={"Pitpipo": "GC"})
    script(there, fight("YS", "GC"), roll(1, 0), roll(0, 0), ("GC", "takes a kill", "Starspawn"))
    assert (at(there, "GC", EA), asked(there)[1]) == ({UNIQUE: 1}, "action")  # in the battle he is a unit like others


@pytest.mark.rule("CW-UHP-001", "CW-BAT-017")
def test_who_is_spared_by_pitpipo_was_given_nothing_and_takes_the_next_kill():
    units = {"YS": {EA: "4 Byakhee"}, "GC": {EA: "Starspawn", AR: UNIQUE}}
    p = scene("YS GC BG", units, cards={"Pitpipo": "GC"})
    script(p, fight("YS", "GC"), roll(2, 0), roll(0, 0), ("GC", "use The Pit of Despair", "yes"))
    assert (left(p, "GC", UNIQUE), at(p, "GC", EA), asked(p)[1]) == (0, {}, "action")
    pain = scene("YS GC BG", units, cards={"Pitpipo": "GC"})
    script(pain, fight("YS", "GC"), roll(1, 1), roll(0, 0), ("GC", "use The Pit of Despair", "yes"))
    assert asked(pain) == ("GC", "retreat to")
    one = scene("YS GC BG", units, cards={"Pitpipo": "GC"})
    script(one, fight("YS", "GC"), roll(1, 0), roll(0, 0), ("GC", "use The Pit of Despair", "yes"))
    assert at(one, "GC", EA) == {"Starspawn": 1}


@pytest.mark.rule("CW-UHP-001", "CW-WW-025", "CW-CC-009")
def test_what_pitpipo_takes_no_other_unit_has_taken():
    """So a Gnoph-Keh is in no frenzy, and Nyarlathotep has nothing of a god; but a kill it was for who scored it."""
    mad = {"YS": {EA: "4 Byakhee"}, "WW": {EA: "Gnoph-Keh, Wendigo", AR: UNIQUE}}
    p = scene("YS WW BG", mad, cards={"Pitpipo": "WW"}, books={"WW": "Berserkergang"})
    script(p, fight("YS", "WW"), roll(1, 0), roll(0, 0), ("WW", "takes a kill", "Gnoph-Keh"))
    script(p, ("WW", "use The Pit of Despair", "yes"))
    assert (at(p, "YS", EA), at(p, "WW", EA)) == ({"Byakhee": 4}, {"Gnoph-Keh": 1, "Wendigo": 1})
    gods = {"CC": {EA: "Nyarlathotep"}, "GC": {EA: "Cthulhu", AR: UNIQUE}}  # nobody whom he could devour
    q = scene("CC GC BG", gods, cards={"Pitpipo": "GC"}, books={"CC": "Abduct, Madness"})
    script(q, fight("CC", "GC"), roll(1, 0), roll(0, 0))
    script(q, ("GC", "use The Pit of Despair", "yes"))
    assert (asked(q)[1], left(q, "GC", "Cthulhu")) == ("action", 1)
    own = {"GC": {EA: "2 Starspawn"}, "YS": {EA: "Undead", AR: UNIQUE}}
    r = scene("GC YS BG", own, cards={"Pitpipo": "YS"}, open={"GC": "Kill or devour one"})
    script(r, fight("GC", "YS"), roll(1, 0))
    while asked(r)[1] == "battle dice":
        script(r, roll(0, 0))
    script(r, ("YS", "use The Pit of Despair", "yes"))
    assert (asked(r), at(r, "YS", EA)) == (("GC", "spellbook"), {"Undead": 1})


@pytest.mark.rule("CW-UHP-001", "CW-2PL-006", "CW-2PL-014")
def test_with_two_players_pitpipo_is_lost_and_nobody_was_spared():
    units = {"YS": {EA: "4 Byakhee"}, "GC": {EA: "Starspawn", AR: UNIQUE}}
    p = scene("YS GC", units, cards={"Pitpipo": "GC"}, board="earth_4p_3w5e")
    script(p, fight("YS", "GC"), roll(1, 0), roll(0, 0), ("GC", "use The Pit of Despair", "yes"))
    assert p.state.doom == [3, 0]


@pytest.mark.rule("CW-UHP-001")
def test_the_ultra_violet_brings_units_for_one_battle():
    units = {"YS": {EA: "2 Byakhee"}, "GC": {EA: "Starspawn", AR: UNIQUE}}
    p = scene("YS GC BG", units, cards={"Crawford Tillinghast": "GC"})
    script(p, fight("YS", "GC"), ("GC", "pre_battle", "The Ultra-Violet"))
    assert (left(p, "GC", UNIQUE), labels(p)) == (0, {"Acolyte", "Deep One", "Shoggoth", "Starspawn", "Done"})
    script(p, ("GC", "who joins", "Shoggoth"), ("GC", "who joins", "Deep One"))
    assert (at(p, "GC", EA), asked(p)) == ({"Starspawn": 1, "Shoggoth": 1, "Deep One": 1}, ("chance", "battle dice"))
    script(p, roll(1, 1), roll(0, 0), ("GC", "takes a kill", "Shoggoth"), ("GC", "takes a pain", "Deep One"))
    script(p, ("GC", "retreat to", AR))
    assert (at(p, "GC", EA), at(p, "GC", AR), pool(p, "GC", "Deep One")) == ({"Starspawn": 1}, {}, 4)
    q = scene("YS GC BG", units, cards={"Crawford Tillinghast": "GC"})
    script(q, fight("YS", "GC"), ("GC", "pre_battle", "done"), roll(0, 0), roll(0, 0))
    assert (left(q, "GC", UNIQUE), at(q, "GC", EA)) == (1, {"Starspawn": 1})


@pytest.mark.rule("CW-UHP-001", "CW-CC-019")
def test_who_takes_no_part_in_the_battle_any_more_may_be_given_up_as_from_elsewhere():
    """Crawford Tillinghast is made invisible before he is asked."""
    units = {"CC": {EA: "Flying Polyp"}, "GC": {EA: f"Starspawn, {UNIQUE}"}}
    p = scene("CC GC YS", units, cards={"Crawford Tillinghast": "GC"}, books={"CC": "Invisibility"})
    script(p, fight("CC", "GC"), ("CC", "pre_battle", "Invisibility"))
    while asked(p)[0] == "CC":
        p.play(next((o for o in p.decision.options if o != "done" and "Priest" in label(p, o)), "done"))
    script(p, ("GC", "pre_battle", "The Ultra-Violet"))
    assert (left(p, "GC", UNIQUE), asked(p)) == (0, ("GC", "who joins"))


@pytest.mark.rule("CW-UHP-001")
def test_who_was_there_before_stays_when_the_ultra_violet_fades():
    units = {"YS": {EA: "2 Byakhee"}, "GC": {EA: f"Deep One, {UNIQUE}"}}
    p = scene("YS GC BG", units, cards={"Crawford Tillinghast": "GC"})
    script(p, fight("YS", "GC"), ("GC", "pre_battle", "The Ultra-Violet"), ("GC", "who joins", "Deep One"))
    script(p, ("GC", "who joins", "done"))
    assert at(p, "GC", EA) == {"Deep One": 2}  # he himself has left the battle
    script(p, roll(0, 0), roll(0, 0))
    assert at(p, "GC", EA) == {"Deep One": 1}
    dead = scene("YS GC BG", units, cards={"Crawford Tillinghast": "GC"})
    script(dead, fight("YS", "GC"), ("GC", "pre_battle", "The Ultra-Violet"), ("GC", "who joins", "Deep One"))
    script(dead, ("GC", "who joins", "done"), roll(1, 0), roll(0, 0))
    assert at(dead, "GC", EA) == {"Deep One": 1}  # of two the one that had come is lost


@pytest.mark.rule("CW-UHP-001", "CW-WW-032", "CW-CC-019")
@pytest.mark.parametrize(("own", "stay"), [("Starspawn", 0), ("Starspawn, Deep One", 1)])
def test_who_came_by_the_ultra_violet_and_left_the_battle_alive_fades_too(own, stay):
    """Howled away, or hidden by Invisibility; of two that are alike one stays."""
    joins = (
        ("GC", "pre_battle", "The Ultra-Violet"), ("GC", "who joins", "Deep One"), ("GC", "who joins", "done"),
    )  # fmt: skip
    units = {"GC": {EA: own, AR: UNIQUE}, "WW": {EA: "Wendigo, Acolyte"}}
    p = scene("GC WW BG", units, cards={"Crawford Tillinghast": "GC"}, books={"WW": "Howl"})
    script(p, fight("GC", "WW"), *joins, ("WW", "pre_battle", "Howl"), ("GC", "howled away", "Deep One"))
    script(p, ("GC", "retreat to", AR), roll(0, 0), roll(0, 0))
    assert (left(p, "GC", "Deep One"), left(p, "GC", "Starspawn"), asked(p)[1]) == (stay, 1, "action")
    units = {"GC": {EA: own, AR: UNIQUE}, "CC": {EA: "Flying Polyp, Acolyte"}}
    q = scene("GC CC BG", units, cards={"Crawford Tillinghast": "GC"}, books={"CC": "Invisibility"})
    script(q, fight("GC", "CC"), *joins, ("CC", "pre_battle", "Invisibility"), ("CC", "invisible", "GC Deep One"))
    script(q, roll(0, 0), roll(0, 0))
    assert (left(q, "GC", "Deep One"), left(q, "GC", "Starspawn"), asked(q)[1]) == (stay, 1, "action")


# -- Tcho-Tcho --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-UHP-006")
def test_complex_battle_9_without_yig():
    """Whose kills become pains by Martyrdom keep what they have caused: Keziah's two are among them, the one that was
    put on her stays.
    """
    units = {"OW": {EA: f"2 Abomination, {UNIQUE}"}, "TT": {EA: f"Acolyte, {PRIEST}, {UBBO}"}}
    more: dict[str, Any] = {"books": {"TT": "Martyrdom"}, "counters": [["TT", "growth", 3]]}
    p = scene("TT OW BG", units, cards={"Keziah Mason": "OW"}, **more)
    script(p, fight("TT", "OW"), roll(1, 0), roll(1, 0), ("TT", "takes a kill", "Acolyte"))
    script(p, ("OW", "takes a kill", UNIQUE), ("TT", "takes a kill", PRIEST), ("TT", "post_battle", "Martyrdom"))
    script(p, ("TT", "retreat to", AR), ("TT", "retreat to", AR))
    assert (at(p, "TT", AR), at(p, "TT", EA), left(p, "TT", PRIEST)) == ({"Acolyte": 1, UBBO: 1}, {}, 0)
    assert (at(p, "OW", EA), left(p, "OW", UNIQUE)) == ({"Abomination": 2}, 0)


@pytest.mark.rule("CW-TT-034")
def test_it_is_one_of_their_high_priests_for_tablets_martyrdom_and_awakening():
    units = {"TT": {EA: f"Acolyte, {UNIQUE}", ANT: "Acolyte"}, "YS": {EU: "Acolyte"}}
    more: dict[str, Any] = {"cards": {"Pitpipo": "TT"}, "gates": {EA: "TT"}}
    p = scene("TT YS BG", units, books={"TT": "Tablets of the Gods"}, phase="doom", first="TT", **more)
    script(p, ("TT", "doom phase", "ritual"), ("chance", "elder sign", 1))
    assert (len(p.state.signs[0]), left(p, "TT", UNIQUE), pool(p, "TT")) == (1, 0, 3)
    q = scene("TT YS BG", units, **more)
    script(q, ("TT", "action", f"awaken ubbo-sathla {EA}"))
    assert (left(q, "TT", UBBO), left(q, "TT", UNIQUE)) == (1, 0)
    fought = {"YS": {EA: "4 Byakhee"}, "TT": {EA: f"{UNIQUE}, 2 Acolyte"}}
    m = scene("YS TT BG", fought, books={"TT": "Martyrdom"}, cards={"Herbert West": "TT"})
    script(m, fight("YS", "TT"), roll(2, 0), ("TT", "takes a kill", UNIQUE))
    script(m, ("TT", "post_battle", "Martyrdom"), ("TT", "retreat to", AR))
    assert (at(m, "TT", EA), at(m, "TT", AR), left(m, "TT", UNIQUE)) == ({"Acolyte": 1}, {"Acolyte": 1}, 0)


@pytest.mark.rule("CW-TT-034", "CW-UHP-003")
def test_tcho_tchos_unique_high_priest_has_no_oath_and_the_others_have():
    units = {"TT": {EA: f"Acolyte, {UNIQUE}"}, "YS": {EU: "Acolyte"}}
    p = scene("YS TT BG", units, cards={"Keziah Mason": "TT"})
    script(p, ("YS", "action", f"recruit {EU}"), ("YS", "who is recruited", "Acolyte"))
    assert asked(p) == ("TT", "action")
    q = scene("YS TT BG", {**units, "TT": {EA: f"Acolyte, {UNIQUE}, {PRIEST}"}}, cards={"Keziah Mason": "TT"})
    script(q, ("YS", "action", f"recruit {EU}"), ("YS", "who is recruited", "Acolyte"))
    assert (asked(q), labels(q)) == (("TT", "oath"), {f"{PRIEST}, {EA}", "Done"})


@pytest.mark.rule("CW-TT-034")
def test_dark_rituals_know_a_unique_high_priest_too():
    units = {"TT": {SAS: "Acolyte", EU: UNIQUE}, "YS": {AR: "Acolyte"}, "GC": {EA: "Acolyte"}}
    more: dict[str, Any] = {"things": (*ALL, "tribes"), "cards": {"Pitpipo": "TT"}, "books": {"TT": "Dark Rituals"}}
    p = scene("TT YS GC", units, start={"TT": SAS, "YS": EU}, doom={"YS": 3}, **more)
    script(p, ("TT", "action", "dark rituals"), ("YS", "dark rituals", "power"))
    assert p.state.power[:2] == [11, 7]


@pytest.mark.rule("CW-TT-036")
def test_of_three_high_priests_one_may_be_unique():
    units = {"TT": {EA: f"Acolyte, {UNIQUE}"}, "YS": {EU: "Acolyte"}}
    p = scene("TT YS BG", units, cards={"Keziah Mason": "TT"})
    assert pool(p, "TT") == 2
    assert set(why_not(p, "TT", "unique priest", area(p, EA))) == {"CW-UHP-004"}
    script(p, ("TT", "action", f"recruit {EA}"), ("TT", "who is recruited", PRIEST))
    assert (at(p, "TT", EA), pool(p, "TT")) == ({"Acolyte": 1, UNIQUE: 1, PRIEST: 1}, 1)


@pytest.mark.parametrize("seats", ["GC TT YS SL", "OW AN BB DS"])
def test_random_games_in_which_everybody_takes_one_stay_possible(seats):
    game, luck = system(seats, things=(*ALL, "tribes")), Random(seats)
    p, asked_of = Position(game, game.start()), set[str]()
    for i in range(400):
        if p.decision is None:
            break
        asked_of.add(p.decision.what)
        ours = [o for o in p.decision.options if isinstance(o, tuple) and o[0] == "unique priest"]
        p.play(luck.choice(ours or list(p.decision.options)))
        if not i % 5:
            assert not game.violations(p.state)
            assert game.from_json(game.to_json(p.state)) == p.state
    assert "which priest" in asked_of


# -- what no other test would miss ------------------------------------------------------------------------------------
FIRST = ("YS", "action", f"recruit {EA}"), ("YS", "who is recruited", "Acolyte")


@pytest.mark.rule("CW-UHP-002", "CW-WW-038")
@pytest.mark.parametrize(("marked", "price"), [(AR, 4), (EU, 3)])
def test_ice_age_asks_for_more_where_a_unique_high_priest_is_recruited(marked, price):
    units = {"GC": {AR: "Acolyte"}, "WW": {ANT: "Acolyte"}}
    p = scene("GC WW BG", units, books={"WW": "Ice Age"}, markers={"ice_age": marked})
    script(p, ("GC", "action", f"unique priest {AR}"), ("GC", "which priest", "Pitpipo"))
    assert p.state.power[0] == 9 - price


@pytest.mark.rule("CW-UHP-010", "CW-2PL-006")
def test_with_two_players_who_is_replaced_from_beyond_brings_no_doom_and_asenath_does():
    units = {"GC": {AR: f"Acolyte, {UNIQUE}"}, "YS": {EA: "Acolyte, Byakhee"}}
    p = scene("YS GC", units, cards={"Asenath Waite": "GC"}, board="earth_4p_3w5e")
    script(p, *FIRST, ("GC", "replaced", f"Byakhee, {EA}"), ("GC", "replaced by", "Starspawn"))
    assert p.state.doom == [3, 0]


@pytest.mark.rule("CW-UHP-001")
def test_from_a_card_herbert_west_reanimates_nobody():
    """As the keeper of Sleeper's sleeping gate he could be given up, but he is in no area."""
    for where, asked_for in (("submerged", "action"), (AR, "reanimated")):
        units = {"SL": {ANT: "2 Acolyte", where: UNIQUE}, "YS": {EA: "Acolyte"}}
        p = scene("YS SL BG", units, cards={"Herbert West": "SL"}, gates_on_cards=[["SL", 1]] * (where != AR))
        assert asked(script(p, *FIRST)) == ("SL", asked_for)


@pytest.mark.rule("CW-UHP-001", "CW-CMP-002")
def test_no_gate_comes_from_beyond_when_none_is_left_or_where_he_is_alone():
    units = {"GC": {AR: "Acolyte", EU: UNIQUE}, "YS": {EA: "Acolyte"}}
    p = scene("YS GC BG", units, cards={"Joseph Curwen": "GC"})
    script(p, *FIRST)
    assert labels(p) == {"Done", f"A gate in {AR}"}  # not in Europe: he is to be given up
    full = type(p.system).build(
        options={"factions": ["YS", "GC", "BG"], "map": "earth_4p_3w5e", "any_map": True, "things": list(ALL)},
        overlay={"supply": {"gates": 1}},
    )
    setup = {"units": units, "active": "YS", "power": 9, "cards": {"Joseph Curwen": "GC"}, "gates": {ANT: ""}}
    assert asked(script(Position(full, full.arrange(setup)), *FIRST)) == ("GC", "action")


@pytest.mark.rule("CW-UHP-007")
def test_the_bride_is_no_matter_when_another_awakens_somebody():
    units = {"YS": {AR: f"Undead, {UNIQUE}"}, "GC": {EA: "Acolyte"}}
    p = scene("GC YS BG", units, cards={"Lavinia Whateley": "YS"}, gates={"South Pacific": ""}, power={"GC": 10})
    script(p, ("GC", "action", "awaken cthulhu"), ("GC", "on_placement", "done"))
    assert (asked(p)[1], left(p, "GC", "Cthulhu"), left(p, "YS", UNIQUE)) == ("first player", 1, 1)


@pytest.mark.rule("CW-UHP-001")
def test_no_more_join_by_the_ultra_violet_than_are_in_the_pool():
    units = {"YS": {EA: "2 Byakhee"}, "GC": {EA: "3 Deep One", AR: UNIQUE, ANT: "6 Acolyte"}}
    p = scene("YS GC BG", units, cards={"Crawford Tillinghast": "GC"})
    script(p, fight("YS", "GC"), ("GC", "pre_battle", "The Ultra-Violet"), ("GC", "who joins", "Deep One"))
    assert labels(p) == {"Shoggoth", "Done"}
