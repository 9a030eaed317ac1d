"""Shaggai: Worms, areas that vanish, moves over them, the Cosmic Power, and the World's End."""

from __future__ import annotations

from typing import Any

import pytest

import theomachy as th
from tests.cthulhu_wars.scene import (
    MOMENTS,
    area,
    asked,
    at,
    elsewhere,
    labels,
    left,
    script,
    table,
    unsaid,
    who,
    why_not,
)  # fmt: skip
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars.powers.azathoth import MARKER
from theomachy.games.cthulhu_wars.rules import maps
from theomachy.games.cthulhu_wars.rules.domains import NO_GATE, OVER, POOL, WON, figure
from theomachy.games.cthulhu_wars.rules.maps import load_map
from theomachy.games.cthulhu_wars.rules.score import winners
from theomachy.games.cthulhu_wars.rules.state import State, bits

BOARDS = [key for key in maps.names() if key.startswith("shaggai")]
NEST, DOOM_CITY, LOWER, UPPER = "The Worm that Gnaws in the Night", "City of Doom", "Lower Pole", "Upper Pole"
RED, ORANGE, YELLOW, GREEN = (f"Ocean Belt: {name}" for name in ("Red", "Orange", "Yellow", "Green"))
RESIDUE, DAWN, SPIRES, TOWER, SUN = (
    "Haddathic Residue",
    "Emerald Dawn",
    "Grey Spires",
    "Tower of the Third Moon",
    "Double Sun",
)
OBSERVATORY = "Observatory"
THREE = {"eradication": ", ".join((NEST, RESIDUE, ORANGE))}  # of the example


def scene(seats: str = "GC YS BG", units: dict[str, dict[str, str]] | None = None, **more: Any) -> Position:
    """A table on the smallest board."""
    units = units or {"GC": {GREEN: "Acolyte"}, "YS": {TOWER: "Acolyte"}, "BG": {DAWN: "Acolyte"}}
    return table(seats, units, board="shaggai_3p", **{"power": 9} | more)


def after_doom(seats: str = "GC YS BG", units: dict[str, dict[str, str]] | None = None, **more: Any) -> Position:
    """The same, when the last has only to say that the Doom phase is over: what follows is asked."""
    last = seats.split()[-1]
    p = scene(
        seats, units, **{"phase": "doom", "round": 2, "power": 1, "first": seats.split()[0], "active": last} | more
    )
    while asked(p)[1] == "doom phase":
        p.play("done")
    return p


def rolled(p: Position, *faces: int) -> Position:
    """The dice of the Worms."""
    return script(p, *(("chance", "worm", face) for face in faces))


def calm(p: Position) -> Position:
    """The Oath of High Priests, offered in between, is left alone."""
    while asked(p)[1] == "any_time":
        p.play("done")
    return p


def lying(p: Position, key: str) -> set[str]:
    """Where a marker lies."""
    s: State = p.state
    return {s.config.map.names[a] for a in bits(s.tokens[s.config.token(key)])}


def gone(p: Position) -> set[str]:
    """The areas that are no more."""
    return lying(p, "eradication")


# -- the board, and the beginning -------------------------------------------------------------------------------------
@pytest.mark.rule("CW-SHA-002")
@pytest.mark.parametrize("key", BOARDS)
def test_the_oceans_are_the_belt(key: str) -> None:
    board = load_map(key)
    assert all(wet == ("Ocean Belt" in name) for name, wet in zip(board.names, board.ocean, strict=True))
    assert [board.names[a] for a in bits(board.printed("worm"))] == [NEST]
    assert {board.names[a] for a in board.near[board.index[NEST]]} >= {LOWER, DOOM_CITY}


@pytest.mark.rule("CW-SHA-002")
def test_a_worm_lies_at_its_nest_before_the_first_turn() -> None:
    game = th.new("cthulhu_wars", players=3, factions=["GC", "YS", "BG"], map="shaggai_3p")
    p = game.position
    assert lying(p, "worm_1") == set()
    script(p, ("GC", "direction", 1))
    assert lying(p, "worm_1") == {NEST}
    assert [lying(p, f"worm_{n}") for n in range(2, 7)] == [set()] * 5
    assert asked(p) == ("GC", "action")


@pytest.mark.rule("CW-SHA-001")
def test_there_are_six_worms_and_boards_for_two_to_eight() -> None:
    p = scene()
    tokens = [token for token in p.state.config.tokens if token.face]
    assert [token.face for token in tokens] == list("123456")
    assert {token.figures for token in tokens} == {1}
    void = next(token for token in p.state.config.tokens if token.gone)
    assert void.figures >= 15  # those of the box, and more where more play (as the data say)
    assert {len(load_map(key).names) for key in BOARDS} == {14, 17, 20, 26, 29, 32}


@pytest.mark.rule("CW-AN-009")
def test_the_ancients_do_not_begin_with_the_worm() -> None:
    p = th.new("cthulhu_wars", players=3, factions=["GC", "BG", "AN"], map="shaggai_3p").position
    assert asked(p) == ("AN", "start area")
    assert NEST not in labels(p)
    assert LOWER not in labels(p)  # Windwalker's glyph
    assert {ORANGE, YELLOW, RESIDUE} <= labels(p)


@pytest.mark.rule("CW-SHA-002", "CW-OW-002")
def test_the_opener_may_begin_with_the_worm() -> None:
    p = th.new("cthulhu_wars", players=3, factions=["GC", "BG", "OW"], map="shaggai_3p").position
    assert asked(p) == ("OW", "start area")
    assert NEST in labels(p)
    assert not {GREEN, DOOM_CITY} & labels(p)  # others are there


# -- worms ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-SHA-003", "CW-SHA-001")
def test_a_worm_whose_number_shows_takes_its_area_along() -> None:
    p = rolled(after_doom(markers={"worm_3": NEST, "worm_5": DOOM_CITY}), 3, 3, 1)
    assert gone(p) == {NEST}
    assert (lying(p, "worm_3"), lying(p, "worm_5")) == (set(), {DOOM_CITY})
    without = rolled(after_doom(markers={"worm_3": NEST}), 1, 2, 6)
    assert (gone(without), lying(without, "worm_3")) == (set(), {NEST})
    four = after_doom("GC YS BG CC", {"GC": {GREEN: "Acolyte"}}, markers={"worm_3": NEST})
    assert gone(rolled(four, 1, 2, 4, 3)) == {NEST}  # a die for each player


@pytest.mark.rule("CW-SHA-003", "CW-VIC-002")
@pytest.mark.parametrize("doom", [29, 30])
def test_the_worms_gnaw_in_the_last_doom_phase_too(doom: int) -> None:
    units = {"GC": {DOOM_CITY: "Cthulhu"}, "YS": {TOWER: "Acolyte"}, "BG": {DAWN: "Acolyte"}}
    p = rolled(after_doom(units=units, markers={"worm_1": DOOM_CITY}, doom={"YS": doom, "GC": 29}), 1, 1, 1)
    script(p, ("chance", "elder sign", 3))
    assert (gone(p), p.state.power[0]) == ({DOOM_CITY}, 2)
    if doom < 30:
        assert asked(p)[1] == "worm comes"
    else:
        assert (p.decision, p.state.doom[0]) == (None, 29 + 3)  # its sign is revealed with the others


@pytest.mark.rule("CW-SHA-003", "CW-VIC-002")
def test_no_worm_gnaws_when_somebody_has_won_at_once() -> None:
    last = {"phase": "doom", "round": 2, "power": 1, "first": "GC", "active": "BG"}
    web = {
        "things": ("great_old_one_pack_2",),
        "cards": {"Atlach-Nacha": "YS"},
        "card_spellbooks": {"YS": "Atlach-Nacha"},
    }
    p = scene(markers={"worm_1": DOOM_CITY}, doom={"YS": 30}, counters=[["YS", WON, 1]], **last, **web)
    assert (p.decision, winners(p.state), gone(p)) == (None, (1,), set())


@pytest.mark.rule("CW-SHA-004", "CW-VIC-002")
def test_doom_of_a_cathedral_ends_the_game_with_its_doom_phase() -> None:
    units = {"AN": {SPIRES: "Acolyte"}, "YS": {TOWER: "Acolyte"}, "BG": {DAWN: "Acolyte"}}
    for doom in (28, 29):
        markers = {"worm_1": DOOM_CITY, "cathedral": DOOM_CITY}
        p = rolled(after_doom("AN YS BG", units, markers=markers, doom={"AN": doom}), 1, 1, 1)
        assert (p.decision is None) == (doom == 29)  # else Worms come


@pytest.mark.rule("CW-SHA-004")
def test_gates_and_markers_go_and_who_had_them_is_paid() -> None:
    units = {"GC": {DOOM_CITY: "Acolyte"}, "AN": {SPIRES: "Acolyte"}, "BG": {DAWN: "Acolyte"}}
    more: dict[str, Any] = {
        "gates": {DOOM_CITY: "GC", ORANGE: "abandoned"},
        "markers": {"worm_1": DOOM_CITY, "worm_2": ORANGE, "cathedral": f"{DOOM_CITY}, {SPIRES}"},
        "doom": 5,
    }
    p = after_doom("GC AN BG", units, **more)
    rolled(p, 1, 2, 2)
    assert asked(p) == ("chance", "elder sign")
    script(p, ("chance", "elder sign", 1))
    assert asked(p) == ("GC", "worm comes")  # no other sign
    s = p.state
    assert gone(p) == {DOOM_CITY, ORANGE}
    assert [s.gate[area(p, name)] for name in (DOOM_CITY, ORANGE)] == [NO_GATE, NO_GATE]
    assert [len(signs) for signs in s.signs] == [1, 0, 0]  # for the gate that was held, none for the other
    assert (lying(p, "cathedral"), s.doom) == ({SPIRES}, [5, 6, 5])


@pytest.mark.rule("CW-SHA-004")
def test_no_marker_stays_where_an_area_goes() -> None:
    units = {"GC": {GREEN: "Acolyte"}, "YS": {TOWER: "Acolyte"}, "BG": {DAWN: "Acolyte"}}
    markers = {"worm_1": DOOM_CITY, "desecration": f"{DOOM_CITY}, {TOWER}"}
    p = rolled(after_doom(units=units, markers=markers), 1, 1, 1)
    assert (gone(p), lying(p, "desecration")) == ({DOOM_CITY}, {TOWER})


@pytest.mark.rule("CW-SHA-005")
def test_bastet_counts_as_a_great_old_one_when_her_area_goes() -> None:
    units = {
        "BB": {DOOM_CITY: "Bastet, Earth Cat", "Moon": "Earth Cat"},
        "GC": {GREEN: "Acolyte"},
        "BG": {DAWN: "Acolyte"},
    }
    p = rolled(after_doom("BB GC BG", units, markers={"worm_1": DOOM_CITY}), 1, 1, 1)
    script(p, ("chance", "elder sign", 1))
    assert asked(p) == ("BB", "worm comes")
    assert (p.state.power[0], len(p.state.signs[0]), left(p, "BB", "Bastet")) == (1 + 2, 1, 0)


@pytest.mark.rule("CW-SHA-005")
def test_the_first_player_is_paid_first_for_what_is_eliminated() -> None:
    units = {"GC": {DOOM_CITY: "Cthulhu"}, "YS": {DOOM_CITY: "Hastur"}, "BG": {DAWN: "Acolyte"}}
    p = rolled(after_doom(units=units, markers={"worm_1": DOOM_CITY}, first="YS", active="GC"), 1, 1, 1)
    script(p, ("chance", "elder sign", 2))
    assert [len(signs) for signs in p.state.signs] == [0, 1, 0]
    script(p, ("chance", "elder sign", 3))
    assert asked(p) == ("YS", "worm comes")


@pytest.mark.rule("CW-SHA-005", "CW-AN-026")
@pytest.mark.parametrize("book", [True, False])
def test_a_yothan_of_extinction_is_out_of_the_game_with_its_area(book: bool) -> None:
    units = {"AN": {DOOM_CITY: "Yothan", SPIRES: "Acolyte"}, "YS": {TOWER: "Acolyte"}, "BG": {DAWN: "Acolyte"}}
    books: dict[str, Any] = {"books": {"AN": "Extinction"}} if book else {}
    p = rolled(after_doom("AN YS BG", units, markers={"worm_1": DOOM_CITY}, **books), 1, 1, 1)
    s, yothan = p.state, p.state.config.name[0].index("Yothan")
    assert (s.power[0], s.n(0, yothan, s.out(0)), s.n(0, yothan, POOL)) == (2, book, 3 - book)


@pytest.mark.rule("CW-SHA-005")
def test_units_go_for_a_power_each_and_great_old_ones_for_a_sign() -> None:
    units = {"GC": {DOOM_CITY: "Cthulhu, 2 Deep One, Acolyte", GREEN: "Acolyte"}, "YS": {DOOM_CITY: "Undead"}}
    p = rolled(after_doom(units=units, markers={"worm_1": DOOM_CITY}), 1, 1, 1)
    script(p, ("chance", "elder sign", 2))
    s = p.state
    assert s.power == [1 + 4, 1 + 1, 1]
    assert [len(signs) for signs in s.signs] == [1, 0, 0]
    assert (at(p, "GC", DOOM_CITY), left(p, "GC", "Acolyte"), left(p, "YS", "Undead")) == ({}, 1, 0)


@pytest.mark.rule("CW-SHA-005", "CW-SHA-021")
def test_yog_sothoth_is_a_great_old_one_and_a_gate() -> None:
    units = {"OW": {DOOM_CITY: "Yog-Sothoth", GREEN: "Acolyte"}, "YS": {TOWER: "Acolyte"}, "BG": {DAWN: "Acolyte"}}
    p = rolled(after_doom("OW YS BG", units, markers={"worm_1": DOOM_CITY}), 1, 1, 1)
    script(p, ("chance", "elder sign", 1), ("chance", "elder sign", 2))
    assert (p.state.power[0], len(p.state.signs[0])) == (1 + 1, 2)
    assert asked(p)[1] == "worm comes"


@pytest.mark.rule("CW-SHA-005")
def test_nothing_is_given_up_for_whom_the_world_takes() -> None:
    units = {"DS": {DOOM_CITY: "Avatar Thesis", TOWER: "Avatar Synthesis, Avatar Antithesis"}, "GC": {GREEN: "Acolyte"}}
    p = rolled(after_doom("DS GC BG", units, markers={"worm_1": DOOM_CITY}), 1, 1, 1)
    assert asked(p) == ("chance", "elder sign")
    script(p, ("chance", "elder sign", 1))
    assert asked(p) == ("DS", "worm comes")
    assert [left(p, "DS", f"Avatar {name}") for name in ("Thesis", "Antithesis", "Synthesis")] == [0, 1, 1]


@pytest.mark.rule("CW-SHA-005")
def test_azathoth_himself_does_not_stay_where_nothing_is() -> None:
    units = {"GC": {DOOM_CITY: "Azathoth", GREEN: "Acolyte"}, "YS": {TOWER: "Acolyte"}}
    more: dict[str, Any] = {"things": ("azathoth",), "cards": {"Azathoth": "GC"}, "counters": [["table", MARKER, 5]]}
    p = rolled(after_doom("GC YS BG", units, markers={"worm_1": DOOM_CITY}, **more), 1, 1, 1)
    s = p.state
    assert asked(p) == ("GC", "worm comes")  # no sign: he is no faction's
    assert (left(p, "GC", "Azathoth"), s.power[0], s.signs[0]) == (0, 1 + 1, ())
    assert s.counter(-1, MARKER) in (0, 5)  # no die of his is taken in his place


@pytest.mark.rule("CW-SHA-020")
@pytest.mark.parametrize("book", [True, False])
def test_passion_pays_for_cultists_that_are_eradicated(book: bool) -> None:
    units = {"GC": {GREEN: "Acolyte"}, "YS": {DOOM_CITY: "2 Acolyte"}, "BG": {DAWN: "Acolyte"}}
    books: dict[str, Any] = {"books": {"YS": "Passion"}} if book else {}
    p = rolled(after_doom(units=units, markers={"worm_1": DOOM_CITY}, **books), 1, 1, 1)
    if book:
        script(p, ("YS", "on_elimination", "Passion"))
    assert p.state.power[1] == 1 + 2 + book  # once for both
    assert asked(p)[1] == "worm comes"


@pytest.mark.rule("CW-SHA-006")
def test_everybody_places_a_worm_next_to_the_nest_or_to_what_is_gone() -> None:
    p = rolled(after_doom(markers={"worm_3": NEST, "eradication": UPPER}, first="YS", active="GC"), 1, 1, 1)
    first = {DOOM_CITY, RESIDUE, LOWER, ORANGE, YELLOW} | {DAWN, SPIRES, OBSERVATORY, TOWER}
    assert asked(p) == ("YS", "worm comes")
    assert labels(p) == first
    script(p, ("YS", "worm comes", RESIDUE))
    assert labels(p) == first - {RESIDUE}  # one in an area
    script(p, ("BG", "worm comes", DAWN), ("GC", "worm comes", ORANGE))
    assert asked(p)[1] == "action"
    assert [lying(p, f"worm_{n}") for n in range(1, 7)] == [{RESIDUE}, {DAWN}, {NEST}, {ORANGE}, set(), set()]


@pytest.mark.rule("CW-SHA-006", "CW-SHA-012")
def test_no_worm_comes_where_nothing_is() -> None:
    p = rolled(after_doom(markers={"worm_3": NEST, "eradication": f"{RESIDUE}, {ORANGE}"}), 1, 1, 1)
    assert asked(p) == ("GC", "worm comes")
    assert labels(p) >= {GREEN, DOOM_CITY, LOWER}
    assert not {RESIDUE, ORANGE} & labels(p)  # each is next to the nest, and to another one that is gone


@pytest.mark.rule("CW-SHA-006")
def test_without_worms_or_places_nobody_places_any() -> None:
    five = {"worm_1": RED, "worm_2": LOWER, "worm_3": YELLOW, "worm_4": DOOM_CITY, "worm_6": UPPER}
    p = rolled(after_doom(markers=five), 5, 5, 5)
    assert asked(p) == ("GC", "worm comes")
    script(p, ("GC", "worm comes", RESIDUE))
    assert asked(p)[1] == "action"  # there was one Worm left
    all_ = {"worm_1": RESIDUE, "worm_2": LOWER, "worm_3": YELLOW, "worm_4": DOOM_CITY, "worm_6": ORANGE}
    assert asked(rolled(after_doom(markers=all_), 5, 5, 5))[1] == "action"  # no place


@pytest.mark.rule("CW-SHA-007")
def test_a_worm_changes_nothing_where_it_lies() -> None:
    units = {"GC": {DOOM_CITY: "Acolyte, Deep One"}, "YS": {DOOM_CITY: "Acolyte, Undead"}, "BG": {DAWN: "Acolyte"}}
    with_, without = (
        scene(units=units, gates={DOOM_CITY: "YS"}, markers=markers) for markers in ({"worm_1": DOOM_CITY}, {})
    )
    assert labels(with_) == labels(without)
    assert not any("Worm" in label for label in labels(with_))


@pytest.mark.rule("CW-SHA-023")
def test_no_worm_comes_to_the_moon() -> None:
    units = {"GC": {GREEN: "Acolyte"}, "BB": {"Moon": "Earth Cat"}, "BG": {DAWN: "Acolyte"}}
    p = rolled(after_doom("GC BB BG", units, markers={"worm_3": NEST}), 1, 1, 1)
    moon = next(iter(bits(p.state.config.map.islands)))
    assert p.state.config.map.names[moon] not in labels(p)
    script(p, ("GC", "worm comes", RESIDUE))
    assert asked(p) == ("BB", "worm comes")
    assert p.state.config.map.names[moon] not in labels(p)


# -- areas that are gone ----------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-SHA-012")
def test_nothing_comes_into_an_area_that_is_gone() -> None:
    units = {"GC": {GREEN: "Acolyte, Deep One"}, "YS": {TOWER: "Acolyte"}, "BG": {DAWN: "Acolyte"}}
    p = scene(units=units, markers={"eradication": RESIDUE})
    script(p, ("GC", "action", ("move",)))
    p.play(p.decision.options[0])  # type: ignore[union-attr]
    assert RESIDUE not in labels(p)
    assert LOWER in labels(p)  # over it
    none = scene("GC YS BG", {"YS": {TOWER: "Acolyte"}, "BG": {DAWN: "Acolyte"}}, markers={"eradication": RESIDUE})
    assert not any(RESIDUE in label for label in labels(none))  # recruiting anywhere
    shriek = scene(
        "YS GC BG", {"YS": {TOWER: "Byakhee, Acolyte"}, "GC": {GREEN: "Acolyte"}}, markers={"eradication": RESIDUE},
        books={"YS": "Shriek of the Byakhee"},
    )  # fmt: skip
    assert not any(RESIDUE in label for label in labels(shriek))


@pytest.mark.rule("CW-SHA-013")
def test_a_move_over_what_is_gone_costs_one_unit() -> None:
    units = {"GC": {GREEN: "2 Acolyte, Deep One"}, "YS": {TOWER: "Acolyte"}, "BG": {DAWN: "Acolyte"}}
    p = scene(units=units, markers={"eradication": RESIDUE})
    script(
        p, ("GC", "action", ("move",)), ("GC", "unit to move", "Deep One, Ocean Belt: Green"), ("GC", "move to", LOWER),
        ("GC", "unit to move", "Acolyte, Ocean Belt: Green"), ("GC", "move to", LOWER), ("GC", "unit to move", "done"),
    )  # fmt: skip
    assert asked(p) == ("GC", "lost on the way")
    script(p, ("GC", "lost on the way", "Acolyte"))
    assert (at(p, "GC", LOWER), at(p, "GC", GREEN)) == ({"Deep One": 1}, {"Acolyte": 1})
    plain = scene(units=units, markers={"eradication": RESIDUE})
    script(
        plain, ("GC", "action", ("move",)), ("GC", "unit to move", "Deep One, Ocean Belt: Green"),
        ("GC", "move to", SUN), ("GC", "unit to move", "done"),
    )  # fmt: skip
    assert at(plain, "GC", SUN) == {"Deep One": 1}


@pytest.mark.rule("CW-SHA-014")
def test_who_does_not_walk_loses_nobody() -> None:
    units = {"GC": {GREEN: "Acolyte"}, "YS": {GREEN: "King in Yellow, 2 Undead"}, "BG": {DAWN: "Acolyte"}}
    more: dict[str, Any] = {"markers": {"eradication": RESIDUE}, "books": {"YS": "The Screaming Dead"}}
    p = scene("YS GC BG", units, **more)
    script(p, ("YS", "action", ("screaming dead", area(p, LOWER))), ("YS", "undead along", 2))
    assert asked(p) == ("YS", "lost on the way")
    script(p, ("YS", "lost on the way", "Undead"))
    assert at(p, "YS", LOWER) == {"King in Yellow": 1, "Undead": 1}
    near = scene("YS GC BG", units, **more)
    script(near, ("YS", "action", ("screaming dead", area(near, SUN))), ("YS", "undead along", 2))
    assert at(near, "YS", SUN) == {"King in Yellow": 1, "Undead": 2}
    flown = scene(
        "YS GC BG", {"YS": {GREEN: "Byakhee, Acolyte"}, "GC": {UPPER: "Acolyte"}, "BG": {DAWN: "Acolyte"}},
        books={"YS": "Shriek of the Byakhee"}, markers={"eradication": RESIDUE},
    )  # fmt: skip
    script(flown, ("YS", "action", ("shriek of the byakhee", area(flown, LOWER))))
    while asked(flown)[0] == "YS" and asked(flown)[1] != "action":
        flown.play(flown.decision.options[-1])  # type: ignore[union-attr]
    assert at(flown, "YS", LOWER) == {"Byakhee": 1}


@pytest.mark.rule("CW-SHA-015")
def test_nobody_retreats_into_or_over_what_is_gone() -> None:
    units = {"GC": {NEST: "2 Deep One"}, "YS": {NEST: "2 Undead", TOWER: "Acolyte"}, "BG": {DAWN: "Acolyte"}}
    free = {"eradication": f"{RESIDUE}, {ORANGE}, {YELLOW}, {DOOM_CITY}"}
    shut = {"eradication": f"{RESIDUE}, {ORANGE}, {YELLOW}, {DOOM_CITY}, {LOWER}"}
    for markers, to in ((free, "retreat to"), (shut, "lost as surrounded")):
        p = scene(units=units, markers=markers)
        script(p, ("GC", "action", ("battle", area(p, NEST), who(p, "YS"))))
        while asked(p)[1] not in ("retreat to", "lost as surrounded", "action"):
            decision = p.decision
            assert decision is not None
            if asked(p)[1] == "battle dice":
                p.play((0, 1))
            else:
                p.play(decision.options[0])
        if to == "retreat to":
            assert at(p, "YS", LOWER) | at(p, "GC", LOWER) or asked(p)[1] == "retreat to"
            assert {name for name in gone(p) if at(p, "YS", name) or at(p, "GC", name)} == set()
        else:
            assert left(p, "YS", "Undead") + left(p, "GC", "Deep One") == 2  # one of each is lost


@pytest.mark.rule("CW-SHA-017", "CW-SHA-018")
def test_the_example_of_arctic_wind() -> None:
    units = {
        "WW": {LOWER: "Ithaqua, Rhan-Tegoth, 2 Wendigo, Acolyte", DOOM_CITY: "Gnoph-Keh"},
        "GC": {GREEN: "Acolyte"}, "YS": {TOWER: "Acolyte"},
    }  # fmt: skip
    p = scene("WW GC YS", units, markers=THREE, books={"WW": "Arctic Wind"})
    script(p, ("WW", "action", ("move",)), ("WW", "unit to move", f"Ithaqua, {LOWER}"), ("WW", "move to", RED))
    while asked(p)[1] != "unit to move":
        decision = p.decision
        assert decision is not None
        p.play(decision.options[-1])
    assert p.state.power[0] == 8
    there = at(p, "WW", RED)
    assert there["Ithaqua"] == 1
    script(
        p,
        ("WW", "unit to move", f"Gnoph-Keh, {DOOM_CITY}"),
        ("WW", "move to", YELLOW),
    )
    assert p.state.power[0] == 7
    assert asked(p) == ("WW", "lost on the way")
    assert len(labels(p)) >= 2
    script(p, ("WW", "lost on the way", f"Gnoph-Keh, {YELLOW}"))
    assert at(p, "WW", RED) == there  # one for the whole action
    assert asked(p)[1] == "action"


@pytest.mark.rule("CW-SHA-019")
def test_flight_counts_no_step_over_what_is_gone_and_saves_nobody() -> None:
    units = {"CC": {LOWER: "2 Nightgaunt"}, "GC": {GREEN: "Acolyte"}, "YS": {TOWER: "Acolyte"}}
    p = scene("CC GC YS", units, markers={"eradication": NEST})
    script(p, ("CC", "action", ("move",)), ("CC", "unit to move", f"Nightgaunt, {LOWER}"))
    assert TOWER in labels(p)  # the Worm is none, then the Belt, then this
    assert UPPER not in labels(p)
    script(p, ("CC", "move to", TOWER), ("CC", "unit to move", "done"))
    assert left(p, "CC", "Nightgaunt") == 1
    whole = scene("CC GC YS", units)
    script(whole, ("CC", "action", ("move",)), ("CC", "unit to move", f"Nightgaunt, {LOWER}"))
    assert TOWER not in labels(whole)


@pytest.mark.rule("CW-SHA-013", "CW-SHA-019")
@pytest.mark.parametrize(("void", "lost"), [(NEST, True), (f"{NEST}, {RED}", True), (RED, False)])
def test_nyarlathotep_of_no_faction_who_goes_two_areas_pays_for_the_void_too(void: str, lost: bool) -> None:
    units = {"GC": {LOWER: "Nyarlathotep"}, "YS": {GREEN: "Acolyte"}, "BG": {DAWN: "Acolyte"}}
    more: dict[str, Any] = {"things": ("faction_great_old_ones",), "cards": {"Nyarlathotep": "GC"}}
    p = scene("GC YS BG", units, markers={"eradication": void}, **more)
    script(p, ("GC", "action", ("move",)), ("GC", "unit to move", f"Nyarlathotep, {LOWER}"))
    script(p, ("GC", "move to", TOWER if lost else ORANGE))
    assert left(p, "GC", "Nyarlathotep") == (not lost)


@pytest.mark.rule("CW-SHA-014", "CW-TT-030")
def test_idolatry_calls_over_what_is_gone_too_for_one_unit() -> None:
    units = {"TT": {LOWER: "2 Acolyte", SUN: "Acolyte"}, "GC": {UPPER: "Acolyte"}, "YS": {TOWER: "Acolyte"}}
    more: dict[str, Any] = {"start": {"TT": DAWN, "GC": GREEN, "YS": TOWER}, "books": {"TT": "Idolatry"}}
    p = scene("TT GC YS", units, markers={"eradication": RESIDUE}, **more)
    script(p, ("TT", "action", ("idolatry", area(p, GREEN))), ("TT", "who comes", f"Acolyte, {SUN}"))
    script(p, ("TT", "who comes", f"Acolyte, {LOWER}"), ("TT", "who comes", f"Acolyte, {LOWER}"))
    assert (at(p, "TT", GREEN), left(p, "TT", "Acolyte")) == ({"Acolyte": 2}, 2)
    near = scene("TT GC YS", units, markers={"eradication": RESIDUE}, **more)
    script(near, ("TT", "action", ("idolatry", area(near, GREEN))), ("TT", "who comes", f"Acolyte, {SUN}"))
    script(near, ("TT", "who comes", "done"))
    assert left(near, "TT", "Acolyte") == 3  # nobody went over it
    whole = scene("TT GC YS", units, **more)
    script(whole, ("TT", "action", ("idolatry", area(whole, GREEN))))
    assert left(whole, "TT", "Acolyte") == 3  # the pole is too far


@pytest.mark.rule("CW-SHA-014")
def test_whom_a_shantak_carries_goes_over_nothing() -> None:
    units = {"GC": {GREEN: "Shantak, 2 Acolyte"}, "YS": {TOWER: "Acolyte"}, "BG": {DAWN: "Acolyte"}}
    more: dict[str, Any] = {"things": ("neutral_monsters",), "cards": {"Shantak": "GC"}}
    p = scene("GC YS BG", units, markers={"eradication": RESIDUE}, **more)
    script(p, ("GC", "action", ("move",)), ("GC", "unit to move", f"Shantak, {GREEN}"), ("GC", "move to", LOWER))
    script(p, ("GC", "rides along", "Acolyte"), ("GC", "unit to move", "done"))
    assert asked(p)[1] == "action"  # nobody is lost
    assert at(p, "GC", LOWER) == {"Shantak": 1, "Acolyte": 1}
    walk = scene("GC YS BG", units, markers={"eradication": RESIDUE}, **more)
    script(walk, ("GC", "action", ("move",)), ("GC", "unit to move", f"Acolyte, {GREEN}"), ("GC", "move to", LOWER))
    script(walk, ("GC", "unit to move", "done"))
    assert at(walk, "GC", LOWER) == {}


@pytest.mark.rule("CW-DS-040")
@pytest.mark.parametrize("void", [True, False])
def test_a_chaos_gate_goes_over_what_is_gone_without_its_keeper(void: bool) -> None:
    units = {"DS": {GREEN: "Acolyte"}, "GC": {UPPER: "Acolyte"}, "YS": {TOWER: "Acolyte"}}
    more: dict[str, Any] = {
        "gates": {GREEN: "DS"},
        "gate_sorts": {GREEN: "Chaos"},
        "books": {"DS": "Animate Matter"},
    }
    p = scene("DS GC YS", units, markers={"eradication": RESIDUE} if void else {}, **more)
    to = LOWER if void else RESIDUE
    script(p, ("DS", "action", ("animate matter", area(p, GREEN), area(p, to))))
    s = p.state
    assert (s.sort(area(p, to)), s.gate[area(p, GREEN)]) == ("Chaos", NO_GATE)
    assert (at(p, "DS", to), s.holder(area(p, to))) == (({}, -1) if void else ({"Acolyte": 1}, 0))


@pytest.mark.rule("CW-DS-040")
def test_it_is_the_keeper_of_a_chaos_gate_that_is_lost_and_nobody_else() -> None:
    units = {"DS": {GREEN: "Acolyte", LOWER: "Acolyte"}, "GC": {UPPER: "Acolyte"}, "YS": {TOWER: "Acolyte"}}
    more: dict[str, Any] = {"gates": {GREEN: "DS"}, "gate_sorts": {GREEN: "Chaos"}, "books": {"DS": "Animate Matter"}}
    p = scene("DS GC YS", units, markers={"eradication": RESIDUE}, **more)
    script(p, ("DS", "action", ("animate matter", area(p, GREEN), area(p, LOWER))))
    assert (at(p, "DS", LOWER), p.state.holder(area(p, LOWER))) == ({"Acolyte": 1}, -1)


@pytest.mark.rule("CW-SHA-013")
def test_who_has_gone_over_the_void_and_goes_on_is_known_by_where_it_is_then() -> None:
    s = scene().state
    for a, b, over in ((1, 2, True), (2, 3, False), (4, 5, False)):
        s.note_trek(0, 0, 0, a, b, over=over)
    assert s.trek == ((0, 0, 0, 3, True), (0, 0, 0, 5, False))


@pytest.mark.rule("CW-TTT-009")
def test_who_has_no_start_area_any_more_is_immune_to_dark_rituals() -> None:
    units = {"TT": {GREEN: "High Priest", TOWER: "High Priest"}, "GC": {UPPER: "Acolyte"}, "YS": {SPIRES: "Acolyte"}}
    start = {"TT": DAWN, "GC": GREEN, "YS": TOWER}
    more: dict[str, Any] = {
        "things": ("high_priests", "tribes"),
        "start": start,
        "doom": 5,
        "books": {"TT": "Dark Rituals"},
    }
    both = script(calm(scene("TT GC YS", units, **more)), ("TT", "action", ("dark rituals",)))
    assert asked(both) == ("GC", "dark rituals")
    units = {**units, "TT": {UPPER: "High Priest", TOWER: "High Priest"}}
    one = calm(scene("TT GC YS", units, markers={"eradication": GREEN}, **more))
    assert RESIDUE not in gone(one)
    script(one, ("TT", "action", ("move",)), ("TT", "unit to move", f"High Priest, {TOWER}"))
    assert GREEN not in labels(one)
    again = script(
        scene("TT GC YS", units, markers={"eradication": GREEN}, **more), ("TT", "action", ("dark rituals",))
    )
    assert asked(again) == ("YS", "dark rituals")


@pytest.mark.rule("CW-SHA-024")
@pytest.mark.parametrize("void", [True, False])
def test_bubastis_needs_all_start_areas_and_may_pay_for_the_spellbook(void: bool) -> None:
    cats = {GREEN: "Earth Cat", SUN: "Earth Cat"} | ({} if void else {DOOM_CITY: "Earth Cat"})
    units = {"BB": cats, "GC": {UPPER: "Acolyte"}, "BG": {DAWN: "Acolyte"}}
    markers = {"eradication": DOOM_CITY} if void else {}
    p = scene(
        "BB GC BG", units, start={"GC": GREEN, "BG": DOOM_CITY}, markers=markers, open={"BB": "Cats in all start areas"}
    )
    assert ("cosmic power",) in p.decision.options  # type: ignore[union-attr]
    assert "CW-BB-010" in why_not(p, "BB", "summon anywhere")
    assert "CW-BB-010" in why_not(p, "BB", "awaken anywhere")
    script(p, ("BB", "action", ("move",)), ("BB", "unit to move", f"Earth Cat, {SUN}"), ("BB", "move to", RED))
    script(p, ("BB", "unit to move", "done"))
    assert ("spellbook" == asked(p)[1]) is not void


# -- the Cosmic Power -------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-SHA-008")
def test_six_power_buy_a_spellbook_beside_a_worm() -> None:
    units = {"GC": {DOOM_CITY: "Acolyte"}, "YS": {TOWER: "Acolyte"}, "BG": {DAWN: "Acolyte"}}
    more: dict[str, Any] = {"units": units, "gates": {DOOM_CITY: "GC"}, "open": {"GC": "all"}}
    p = scene(markers={"worm_1": DOOM_CITY}, **more)
    script(p, ("GC", "action", ("cosmic power",)))
    assert asked(p) == ("GC", "cosmic power")
    p.play(p.decision.options[0])  # type: ignore[union-attr]
    assert asked(p) == ("GC", "spellbook")
    p.play(p.decision.options[0])  # type: ignore[union-attr]
    assert (p.state.count_books(0), p.state.power[0]) == (1, 3)
    assert "CW-SHA-008" in why_not(scene(markers={"worm_1": RED}, **more), "GC", "cosmic power")
    poor = scene(markers={"worm_1": DOOM_CITY}, power=5, **more)
    assert ("cosmic power",) not in poor.decision.options  # type: ignore[union-attr]


@pytest.mark.rule("CW-SHA-008")
def test_the_spellbook_of_an_independent_great_old_one_is_to_be_had_too() -> None:
    units = {"GC": {DOOM_CITY: "Acolyte", GREEN: "Yig"}, "YS": {TOWER: "Acolyte"}, "BG": {DAWN: "Acolyte"}}
    more: dict[str, Any] = {"units": units, "gates": {DOOM_CITY: "GC"}, "markers": {"worm_1": DOOM_CITY}}
    p = scene(things=("great_old_one_pack_1",), cards={"Yig": "GC"}, **more)
    yig = next(i for i, card in enumerate(p.state.config.cards) if card.key == "yig")
    assert not p.state.has_earned(0, yig)
    script(p, ("GC", "action", ("cosmic power",)))
    assert p.state.has_earned(0, yig)
    assert p.state.power[0] == 3
    assert "CW-SHA-008" in why_not(p, "GC", "cosmic power")  # there is no other


@pytest.mark.rule("CW-BB-010")
def test_bubastis_buys_on_her_moon_what_others_buy_beside_a_worm() -> None:
    units = {"BB": {"Moon": "Earth Cat"}, "GC": {UPPER: "Acolyte"}, "BG": {DAWN: "Acolyte"}}
    p = scene("BB GC BG", units, open={"BB": "all", "GC": "all"})
    assert ("cosmic power",) in p.decision.options  # type: ignore[union-attr]
    assert not any(option[0] in ("summon anywhere", "awaken anywhere") for option in p.decision.options)  # type: ignore[union-attr]
    other = scene("GC BB BG", units, open={"BB": "all", "GC": "all"})
    assert ("cosmic power",) not in other.decision.options  # type: ignore[union-attr]


@pytest.mark.rule("CW-SHA-009", "CW-SHA-010")
def test_two_power_more_take_cthulhu_anywhere() -> None:
    units = {"GC": {DOOM_CITY: "Acolyte"}, "YS": {TOWER: "Acolyte"}, "BG": {DAWN: "Acolyte"}}
    more: dict[str, Any] = {"units": units, "gates": {DOOM_CITY: "GC"}, "start": {"GC": GREEN}}
    p = scene(markers={"worm_1": DOOM_CITY, "eradication": LOWER}, power=12, **more)
    awakenings = {label for label in labels(p) if "awaken in" in label}
    assert len(awakenings) == 13  # nowhere might he awaken otherwise, and one area is gone
    s = p.state
    fid = next(o[2] for o in p.decision.options if o[0] == "awaken anywhere")  # type: ignore[union-attr]
    script(p, ("GC", "action", ("awaken anywhere", area(p, OBSERVATORY), fid)))
    assert (p.state.power[0], at(p, "GC", OBSERVATORY)) == (0, {"Cthulhu": 1})
    less = scene(markers={"worm_1": DOOM_CITY}, power=11, **more)
    assert not any("awaken in" in label for label in labels(less))
    home = scene(markers={"worm_1": DOOM_CITY}, power=12, **more | {"gates": {DOOM_CITY: "GC", GREEN: "abandoned"}})
    awakenings = {label for label in labels(home) if "Cosmic Power: awaken in" in label}
    assert len(awakenings) == 13  # there he awakens anyhow
    away = scene(markers={"worm_1": RED}, power=12, **more)
    assert not any("Cosmic" in label for label in labels(away))
    assert s.config.map.key == "shaggai_3p"


@pytest.mark.rule("CW-SHA-009")
def test_two_power_more_summon_anywhere() -> None:
    units = {"GC": {DOOM_CITY: "Acolyte"}, "YS": {TOWER: "Acolyte"}, "BG": {DAWN: "Acolyte"}}
    p = scene(units=units, gates={DOOM_CITY: "GC"}, markers={"worm_1": DOOM_CITY}, power=3)
    option = next(o for o in p.decision.options if o[0] == "summon anywhere" and o[1] == area(p, RED))  # type: ignore[union-attr]
    assert not any(o[0] == "summon anywhere" and o[1] == area(p, DOOM_CITY) for o in p.decision.options)  # type: ignore[union-attr]
    s, red, deep_one = p.state, area(p, RED), option[2]
    acolyte = figure(0, s.config.name[0].index("Acolyte"))
    assert "CW-SUM-001" in why_not(p, "GC", "summon anywhere", red, acolyte)
    none = scene(units=units | {"GC": {DOOM_CITY: "Acolyte, 4 Deep One"}}, markers={"worm_1": DOOM_CITY})
    assert "CW-UNI-006" in why_not(none, "GC", "summon anywhere", red, deep_one)
    servitor = {"cards": {"Servitor of the Outer Gods": "GC"}, "things": ("azathoth",)}
    barred = scene(units=units, gates={DOOM_CITY: "GC"}, markers={"worm_1": DOOM_CITY}, **servitor)
    assert "CW-AZA-027" in why_not(barred, "GC", "summon anywhere", red, deep_one)
    script(p, ("GC", "action", option))
    assert (p.state.power[0], at(p, "GC", RED)) == (0, {"Deep One": 1})


@pytest.mark.rule("CW-SHA-011")
def test_two_power_more_build_a_second_cathedral_of_a_glyph() -> None:
    units = {
        "AN": {DOOM_CITY: "Acolyte", TOWER: "Acolyte", SPIRES: "Acolyte"},
        "YS": {UPPER: "Acolyte"},
        "BG": {DAWN: "Acolyte"},
    }
    more: dict[str, Any] = {"units": units, "gates": {DOOM_CITY: "AN"}}
    p = scene("AN YS BG", markers={"worm_1": DOOM_CITY, "cathedral": SPIRES}, **more)
    assert ("cathedral anywhere", area(p, SPIRES)) not in p.decision.options  # type: ignore[union-attr]
    script(p, ("AN", "action", ("cathedral anywhere", area(p, TOWER))))
    assert lying(p, "cathedral") == {SPIRES, TOWER}
    assert p.state.power[0] == 9 - 3 - 2  # next to another one
    assert "CW-SHA-009" in why_not(scene("AN YS BG", markers={"cathedral": SPIRES}, **more), "AN", "cathedral anywhere")
    first = scene("AN YS BG", markers={"worm_1": DOOM_CITY}, **more)
    assert not any(o[0] == "cathedral anywhere" for o in first.decision.options)  # type: ignore[union-attr]


@pytest.mark.rule("CW-SHA-022")
@pytest.mark.parametrize("gate", [True, False])
def test_ithaqua_comes_on_yog_sothoth_only_where_he_is_the_only_gate(gate: bool) -> None:
    units = {"WW": {DOOM_CITY: "Acolyte"}, "OW": {SUN: "Yog-Sothoth", UPPER: "Acolyte"}, "BG": {DAWN: "Acolyte"}}
    gates = {DOOM_CITY: "WW"} | ({SUN: "abandoned"} if gate else {})
    p = scene("WW OW BG", units, gates=gates, markers={"worm_1": DOOM_CITY}, awoken={"WW": "Rhan-Tegoth"})
    option = next(o for o in p.decision.options if o[0] == "awaken anywhere" and o[1] == area(p, SUN)  # type: ignore[union-attr]
                  and "Ithaqua" in p.system.label(p.state, p.decision, o))  # type: ignore[arg-type]  # fmt: skip
    comes = {o[1] for o in p.decision.options if o[0] == "awaken anywhere" and o[2] == option[2]}  # type: ignore[union-attr]
    assert comes == {area(p, SUN), area(p, DOOM_CITY)}  # a gate must make room
    script(p, ("WW", "action", option))
    assert (p.state.power[0], at(p, "WW", SUN)) == (1, {"Ithaqua": 1})
    assert left(p, "OW", "Yog-Sothoth") == gate
    assert p.state.gate[area(p, SUN)] == NO_GATE


# -- the end ----------------------------------------------------------------------------------------------------------
LAST = ", ".join((NEST, RESIDUE, ORANGE, YELLOW, SUN, SPIRES, UPPER, LOWER))  # six of fourteen are left
ALL = {"YS": "all"}
FIVE = "Abduct, Emissary of the Outer Gods, Invisibility, Madness, Seek and Destroy"


@pytest.mark.rule("CW-SHA-016")
def test_with_fewer_than_two_areas_each_the_world_ends() -> None:
    units = {"GC": {GREEN: "Acolyte"}, "YS": {TOWER: "Acolyte"}, "BG": {DAWN: "Acolyte"}}
    more: dict[str, Any] = {"units": units, "markers": {"eradication": LAST, "worm_1": RED}}
    on = rolled(after_doom(**more), 2, 3, 4)
    assert asked(on)[1] == "worm comes"
    for doom, rulings, won in (
        ({"GC": 8, "YS": 9, "BG": 3}, {}, (1,)),
        ({"GC": 9, "YS": 8, "BG": 3}, {}, (1,)),
        ({"GC": 8, "YS": 9, "BG": 3}, {"worlds_end": "leader"}, (1,)),
        ({"GC": 9, "YS": 8, "BG": 3}, {"worlds_end": "leader"}, ()),
    ):
        p = rolled(after_doom(**more, doom=doom, books=ALL, rulings=rulings), 1, 3, 4)
        assert p.decision is None
        assert (p.state.phase, winners(p.state)) == (OVER, won)


@pytest.mark.rule("CW-SHA-016")
@pytest.mark.parametrize("ruling", ["counts", "beside"])
def test_the_moon_is_an_area_that_is_left_or_is_not(ruling: str) -> None:
    units = {"GC": {GREEN: "Acolyte"}, "BB": {"Moon": "Earth Cat"}, "BG": {DAWN: "Acolyte"}}
    markers, rulings = {"eradication": LAST, "worm_1": RED}, {"moon_at_the_end": ruling}
    p = rolled(after_doom("GC BB BG", units, markers=markers, rulings=rulings), 1, 3, 4)
    assert (p.decision is None) == (ruling == "beside")  # five areas are left on the board


@pytest.mark.rule("CW-SHA-016")
def test_without_all_spellbooks_nobody_wins_at_the_worlds_end() -> None:
    units = {"GC": {GREEN: "Acolyte"}, "YS": {TOWER: "Acolyte"}, "BG": {DAWN: "Acolyte"}}
    p = after_doom(units=units, markers={"eradication": LAST, "worm_1": RED}, doom={"GC": 8, "YS": 9, "BG": 3})
    rolled(p, 1, 3, 4)
    assert (p.decision, winners(p.state)) == (None, ())


@pytest.mark.rule("CW-SHA-016", "CW-SPB-001")
def test_power_of_what_is_eradicated_meets_a_requirement_before_the_world_ends() -> None:
    units = {"CC": {RED: "Acolyte", GREEN: "Acolyte"}, "YS": {TOWER: "Acolyte"}, "BG": {DAWN: "Acolyte"}}
    last = "Four Gates"
    for power, won in ((14, (0,)), (13, ())):
        more: dict[str, Any] = {"open": {"CC": last}, "books": {"CC": FIVE}, "power": {"CC": power}, "doom": {"CC": 9}}
        p = rolled(after_doom("CC YS BG", units, markers={"eradication": LAST, "worm_1": RED}, **more), 1, 3, 4)
        assert (p.decision, winners(p.state)) == (None, won)


@pytest.mark.rule("CW-SHA-009", "CW-SL-009")
@pytest.mark.parametrize("spawn", [True, False])
def test_tsathoggua_comes_anywhere_if_a_formless_spawn_is_on_the_map(spawn: bool) -> None:
    units = {"SL": {DOOM_CITY: "Acolyte"} | ({SUN: "Formless Spawn"} if spawn else {}), "YS": {TOWER: "Acolyte"}}
    p = scene("SL YS BG", units, gates={DOOM_CITY: "SL"}, markers={"worm_1": DOOM_CITY}, power=12)
    offered = {o[1] for o in p.decision.options if o[0] == "awaken anywhere"}  # type: ignore[union-attr]
    assert bool(offered) is spawn


def comes(p: Position, unit: str) -> set[str]:
    """Where the Cosmic Power may awaken a Great Old One of the active seat."""
    s, options = p.state, p.decision.options  # type: ignore[union-attr]
    fid = figure(s.active, s.config.name[s.active].index(unit))
    return {s.config.map.names[o[1]] for o in options if o[0] == "awaken anywhere" and o[2] == fid}


@pytest.mark.rule("CW-SHA-009", "CW-YS-011")
@pytest.mark.parametrize("king", [True, False])
def test_hastur_comes_anywhere_if_the_king_in_yellow_is_on_the_map(king: bool) -> None:
    units = {"YS": {DOOM_CITY: "Acolyte"} | ({SUN: "King in Yellow"} if king else {}), "GC": {TOWER: "Acolyte"}}
    p = scene("YS GC BG", units, gates={DOOM_CITY: "YS"}, markers={"worm_1": DOOM_CITY}, power=12)
    assert comes(p, "Hastur") == ({*p.state.config.map.names} if king else set())
    if king:
        script(
            p, ("YS", "action", ("awaken anywhere", area(p, RED), figure(0, p.state.config.name[0].index("Hastur"))))
        )
        assert (at(p, "YS", RED), at(p, "YS", SUN), p.state.power[0]) == ({"Hastur": 1}, {"King in Yellow": 1}, 0)


@pytest.mark.rule("CW-SHA-009")
@pytest.mark.parametrize(("rulings", "free"), [({}, False), ({"cosmic_independents": "own_card"}, False),
                                               ({"cosmic_independents": "all"}, True)])  # fmt: skip
def test_whether_those_of_no_faction_come_anywhere_is_a_ruling(rulings: dict[str, str], free: bool) -> None:
    """Your gate is that of the Worm, your Great Old One is anywhere; Cthugha needs one to replace."""
    things = ("great_old_one_pack_1",)
    more: dict[str, Any] = {"things": things, "rulings": rulings, "gates": {DOOM_CITY: "GC"}}
    more |= {"markers": {"worm_1": DOOM_CITY}, "power": 12}
    for god, comes_too in (({SUN: "Starspawn, Cthulhu"}, free), ({SUN: "Starspawn"}, False)):
        units = {"GC": {DOOM_CITY: "Acolyte"} | god, "YS": {TOWER: "Acolyte"}, "BG": {DAWN: "Acolyte"}}
        p = scene(units=units, **more)
        assert comes(p, "Yig") == ({*p.state.config.map.names} if comes_too else set())
        assert comes(p, "Cthugha") == set()
    p = scene(units=units | {"GC": {DOOM_CITY: "Acolyte", SUN: "Cthulhu"}}, **more)
    if free:
        yig = figure(0, p.state.config.name[0].index("Yig"))
        before = p.state.power[0]
        script(p, ("GC", "action", ("awaken anywhere", area(p, RED), yig)))
        assert (at(p, "GC", RED), before - p.state.power[0]) == ({"Yig": 1}, 4 + 2)
        assert p.state.cards[p.state.config.card("yig")] == 0


@pytest.mark.rule("CW-SHA-009", "CW-SHA-010", "CW-BB-006")
def test_any_area_is_the_moon_too_for_the_cosmic_power_and_for_summons() -> None:
    units = {"GC": {DOOM_CITY: "Acolyte"}, "BB": {"Moon": "Earth Cat"}, "BG": {DAWN: "Acolyte"}}
    more: dict[str, Any] = {"gates": {DOOM_CITY: "GC"}, "markers": {"worm_1": DOOM_CITY}, "start": {"GC": GREEN}}
    p = scene("GC BB BG", units, power=12, **more)
    assert "Moon" in comes(p, "Cthulhu")
    script(
        p, ("GC", "action", ("awaken anywhere", area(p, "Moon"), figure(0, p.state.config.name[0].index("Cthulhu"))))
    )
    assert (at(p, "GC", "Moon"), p.state.holder(area(p, "Moon"))) == ({"Cthulhu": 1}, 1)
    q = scene("GC BB BG", units, power=3, **more)
    script(q, ("GC", "action", "summon anywhere Moon Deep One"))
    assert at(q, "GC", "Moon") == {"Deep One": 1}


@pytest.mark.rule("CW-SHA-009", "CW-BG-002")
def test_fertility_cult_brings_several_by_the_cosmic_power() -> None:
    units = {"BG": {DOOM_CITY: "Acolyte"}, "YS": {TOWER: "Acolyte"}, "GC": {DAWN: "Acolyte"}}
    p = scene("BG YS GC", units, gates={DOOM_CITY: "BG"}, markers={"worm_1": DOOM_CITY}, power=12)
    first = next(o for o in p.decision.options if o[0] == "summon anywhere" and o[1] == area(p, RED))  # type: ignore[union-attr]
    p.play(first)
    before = p.state.power[0]
    assert asked(p) == ("BG", "summon more")
    option = next(o for o in p.decision.options if o != "done" and o[0] == area(p, GREEN))  # type: ignore[union-attr]
    p.play(option)
    assert before - p.state.power[0] >= 3
    assert p.state.here(0, area(p, RED))
    assert p.state.here(0, area(p, GREEN))
    q = scene("GC YS BG", {"GC": {DOOM_CITY: "Acolyte"}, "YS": {TOWER: "Acolyte"}}, gates={DOOM_CITY: "GC"},
              markers={"worm_1": DOOM_CITY}, power=12)  # fmt: skip
    q.play(next(o for o in q.decision.options if o[0] == "summon anywhere"))  # type: ignore[union-attr]
    assert asked(q)[1] != "summon more"


@pytest.mark.rule(*MOMENTS)
@pytest.mark.parametrize("rule", MOMENTS)
def test_its_actions_are_taken_in_the_own_turn_as_the_main_one_with_power_left(rule: str) -> None:
    assert unsaid(scene(**elsewhere(rule, "YS")), "GC", "shaggai", rule) == []
