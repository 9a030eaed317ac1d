"""Yuggoth: Surgery and Brain Cylinders, Slime Molds, the Green Pyramid, and the Watcher, steered by each in turn."""

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
    system,
    table,
    unsaid,
    who,
    why_not,
)
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars.powers.worlds import yuggoth
from theomachy.games.cthulhu_wars.rules import maps
from theomachy.games.cthulhu_wars.rules.domains import HELD, KIND, POOL, WAITS, figure
from theomachy.games.cthulhu_wars.rules.fight import combat
from theomachy.games.cthulhu_wars.rules.maps import load_map
from theomachy.games.cthulhu_wars.rules.score import gathered
from theomachy.games.cthulhu_wars.rules.state import State, bits

BOARDS = [key for key in maps.names() if key.startswith("yuggoth")]
PLAYERS = {"3p": 3, "4p_a": 4, "4p_b": 4, "5p": 5, "6p": 6, "7p_a": 7, "7p_b": 7, "8p": 8}
LAB, OVERLOOK, POSTERN, SLOPES = "Laboratory", "Slime Sea Overlook", "Watcher Postern", "Pyramid Slopes"
NORTH, SOUTH, GARDENS, TOWERS = "North Slime Sea", "South Slime Sea", "Fungus Gardens", "Windowless Towers"
TWIN, METHANE, AMMONIA, NITROGEN = "Twin Desolations", "Methane Sea", "Ammonia Sea", "Nitrogen Sea"
PLAIN, POLAR, POLE = "Plain of Colossi", "Polar Sea", "South Polar Sea"
WATCHER, SLIMES, FIGURE = "WP", "SM", "Watcher of the Green Pyramid"
CYLINDER, SLIME = "Brain Cylinder", "Slime Mold"


def scene(seats: str = "GC YS BG", units: dict[str, dict[str, str]] | None = None, **more: Any) -> Position:
    """A table on the smallest board."""
    return table(seats, units or {}, board="yuggoth_3p", **{"power": 9} | more)


def dawn(units: dict[str, dict[str, str]], seats: str = "GC YS BG", *, worn: int = 0, **more: Any) -> Position:
    """A Doom phase is over in which nobody could do anything; the Watcher is awake, on its Postern if nobody says
    where, and its attacks are next.
    """
    units = {WATCHER: {POSTERN: FIGURE}} | units
    counters = [["table", yuggoth.WORN, worn]] if worn else []
    rest = {"phase": "doom", "round": 2, "power": 1, "first": seats.split()[0], "active": seats.split()[-1]}
    return scene(seats, units, **rest | {"counters": counters} | more)


def after_doom(units: dict[str, dict[str, str]], seats: str = "GC YS BG", **more: Any) -> Position:
    """The end of a Doom phase in which nobody can do anything, with the Watcher asleep."""
    rest = {"phase": "doom", "round": 2, "power": 1, "first": seats.split()[0], "active": seats.split()[-1]}
    return scene(seats, units, **rest | more)


def wild(p: Position, letters: str) -> int:
    """An owner whom nobody plays, by its letters."""
    s: State = p.state
    return next(f for f in s.config.wild if s.config.factions[f].letters == letters)


def lies(p: Position, letters: str) -> dict[str, int]:
    """Where units of nobody are: how many by area."""
    s: State = p.state
    owner = wild(p, letters)
    return {s.config.map.names[a]: s.n(owner, 0, a) for a in s.areas(owner)}


def until(p: Position, what: str) -> None:
    """First options, until this is asked; where it is not asked soon something is missing."""
    for _ in range(99):
        if asked(p)[1] == what:
            return
        p.play(p.decision.options[0])  # type: ignore[union-attr]
    raise AssertionError(f"{what} is never asked")


def fight(p: Position, *rolls: tuple[int, int]) -> Position:
    """A battle that has begun: the dice of both, (kills, pains); all else is left out, or the first option is taken,
    until somebody is asked where a unit goes or what is done next.
    """
    dice = list(rolls)
    while p.decision is not None and p.decision.what not in ("action", "watcher goes", "watcher battles", "retreat to"):
        if p.decision.player == CHANCE:
            p.play(dice.pop(0))
        else:
            p.play("done" if "done" in p.decision.options else p.decision.options[0])

    return p


def battle(p: Position, foe: int, place: str, mine: tuple[int, int], theirs: tuple[int, int]) -> Position:
    """The active seat battles somebody."""
    p.play(("battle", area(p, place), foe))
    return fight(p, mine, theirs)


def plays(p: Position, *answers: Any) -> Position:
    """Answers one after the other."""
    for answer in answers:
        p.play(answer)
    return p


def pick(p: Position, *what: str) -> Position:
    """Answers by what they are called."""
    for word in what:
        decision = p.decision
        assert decision is not None
        found = [o for o in decision.options if p.system.label(p.state, decision, o) == word]
        assert found, (word, sorted(labels(p)))
        p.play(found[0])
    return p


# -- the boards -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-YUG-003")
@pytest.mark.parametrize("key", BOARDS)
def test_what_ends_in_sea_is_one_and_the_overlook_is_not(key: str) -> None:
    board = load_map(key)
    assert {n for n, wet in zip(board.names, board.ocean, strict=True) if wet} == {
        n for n in board.names if n.endswith("Sea")
    }
    assert not board.ocean[board.index[OVERLOOK]]


@pytest.mark.rule("CW-YUG-004", "CW-YUG-024")
@pytest.mark.parametrize("key", BOARDS)
def test_chevrons_are_the_laboratory_the_overlook_and_the_pyramid(key: str) -> None:
    board = load_map(key)
    pyramid = [board.names[a] for a in bits(board.printed(yuggoth.PYRAMID))]
    assert 2 <= len(pyramid) <= 4
    assert POSTERN in pyramid
    assert {n for n, glyph in zip(board.names, board.glyph, strict=True) if glyph == "AA"} == {LAB, OVERLOOK, *pyramid}
    faces = [int(face) for a in bits(board.printed(yuggoth.DICE)) for face in dict(board.signs[a])["watcher"].split()]
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("CW-OW-004", "CW-YUG-004")
def test_opener_starts_in_no_chevron_and_beside_no_tome() -> None:
    config = system("OW GC YS", "yuggoth_3p").config
    names = {config.map.names[a] for a in config.starts[0]}
    assert not names & {LAB, OVERLOOK, POSTERN, SLOPES}
    assert NORTH in names
    library = system("OW GC YS", "library_3p").config
    assert not library.map.printed("tome") & sum(1 << a for a in library.starts[0])
    assert len(library.starts[0]) == len(library.map.names) - 4


@pytest.mark.rule("CW-AN-007")
def test_the_ancients_start_neither_there_nor_in_the_slime_sea() -> None:
    config = system("AN GC YS", "yuggoth_3p").config
    names = {config.map.names[a] for a in config.starts[0]}
    assert names
    assert not names & {LAB, OVERLOOK, POSTERN, SLOPES, NORTH, SOUTH}


@pytest.mark.rule("CW-YUG-049")
@pytest.mark.parametrize("key", [key for key in BOARDS if "4p" in key])
def test_the_twin_desolations_lie_by_three_seas(key: str) -> None:
    board = load_map(key)
    near = {board.names[a] for a in board.near[board.index[TWIN]]}
    assert near >= {METHANE, AMMONIA, NITROGEN, POSTERN}


@pytest.mark.parametrize("world", ["earth", "primeval", "dreamlands", "shaggai", "library", "yuggoth"])
def test_every_world_has_boards_for_six_seven_and_eight_with_six_gates_more(world: str) -> None:
    few: State = th.new("cthulhu_wars", players=5, map=f"{world}_5p").position.state
    for size, players in (("6p", 6), ("7p_a", 7), ("7p_b", 7), ("8p", 8)):
        s: State = th.new("cthulhu_wars", players=players, map=f"{world}_{size}").position.state
        assert s.config.supply == few.config.supply + 6
        assert len(s.config.map.names) > len(few.config.map.names)


# -- the beginning ----------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-YUG-001", "CW-YUG-002")
@pytest.mark.parametrize("key", BOARDS)
def test_what_there_is_and_that_the_watcher_sleeps_at_twelve(key: str) -> None:
    s: State = th.new("cthulhu_wars", players=PLAYERS[key.removeprefix("yuggoth_")], map=key).position.state
    watcher, slimes = yuggoth.owner(s, "watcher"), yuggoth.owner(s, "slimes")
    assert (s.areas(watcher), s.areas(slimes)) == ((), ())
    assert not yuggoth.awake(s)
    assert yuggoth.strength(s) == 12
    assert yuggoth.spare_slimes(s) == 6
    assert [yuggoth.spare(s, seat) for seat in s.config.seats] == [4] * len(s.config.seats)


@pytest.mark.rule("CW-YUG-001")
def test_the_editor_puts_them_where_one_likes_and_as_many_as_there_are() -> None:
    editor = th.editor("cthulhu_wars", players=["Guy", "Yara", "Boris"], factions=["GC", "YS", "BG"],
                       map="yuggoth_3p").set("phase", "Action")  # fmt: skip
    editor.put(FIGURE, **{TWIN: 1}).put(SLIME, **{NORTH: 2}).put(f"GC {CYLINDER}", **{LAB: 3, POLE: 1})
    assert editor.violations == ()
    s = editor.state
    assert (s.n(yuggoth.owner(s, "watcher"), 0, s.config.map.index[TWIN]), yuggoth.spare(s, 0)) == (1, 0)
    editor.put(f"GC {CYLINDER}", **{POLE: 2})
    assert [fault.sentence for fault in editor.violations] == [f"Great Cthulhu has 5 of 4 {CYLINDER}"]
    editor.put(f"GC {CYLINDER}", **{POLE: 1}).put(f"GC {SLIME}", **{SOUTH: 4})
    assert editor.violations == ()
    editor.put(f"GC {SLIME}", **{SOUTH: 5})
    assert [fault.sentence for fault in editor.violations] == [f"there are 7 of 6 {SLIME} in all"]


# -- Surgery ----------------------------------------------------------------------------------------------------------
LABORATORY = {"BG": {LAB: "2 Acolyte", PLAIN: "Acolyte"}, "GC": {POLE: "Acolyte"}, "YS": {TOWERS: "Acolyte"}}


@pytest.mark.rule("CW-YUG-005", "CW-YUG-007")
def test_surgery_replaces_cultists_where_they_are_on_gates_too() -> None:
    p = scene("BG GC YS", LABORATORY, gates={LAB: "BG"}, power=5)
    p.play(("surgery",))
    while p.decision is not None and p.decision.what == "operated on":
        p.play(p.decision.options[0])
    assert (at(p, "BG", LAB), at(p, "BG", PLAIN)) == ({CYLINDER: 2}, {CYLINDER: 1})
    s: State = p.state
    assert s.power[0] == 4
    assert s.keeper(0, area(p, LAB)) == yuggoth.kind_on_card(s, 0, yuggoth.CYLINDER)


@pytest.mark.rule("CW-YUG-005")
def test_surgery_needs_the_gate_and_takes_four_at_most() -> None:
    assert why_not(scene("BG GC YS", LABORATORY, gates={PLAIN: "BG"}), "BG", "surgery").keys() == {"CW-YUG-005"}
    p = scene("BG GC YS", LABORATORY | {"BG": {LAB: "6 Acolyte"}}, gates={LAB: "BG"})
    p.play(("surgery",))
    while p.decision is not None and p.decision.what == "operated on":
        p.play(p.decision.options[0])
    assert at(p, "BG", LAB) == {"Acolyte": 2, CYLINDER: 4}


@pytest.mark.rule("CW-YUG-006")
def test_yog_sothoth_in_the_laboratory_is_enough_and_so_is_the_gate_of_another() -> None:
    units = {"OW": {LAB: "Yog-Sothoth", PLAIN: "Acolyte"}, "BG": {LAB: "Acolyte"}, "YS": {TOWERS: "Acolyte"}}
    for active in ("OW", "BG"):
        p = scene("OW BG YS", units, gates={LAB: "BG"}, active=active)
        assert why_not(p, active, "surgery") == {}
    p = scene("OW BG YS", units, gates={LAB: "abandoned"}, active="BG")
    assert "CW-YUG-005" in why_not(p, "BG", "surgery")


@pytest.mark.rule("CW-YUG-007")
def test_the_submerged_may_be_operated_on() -> None:
    units = {"GC": {LAB: "Acolyte", "submerged": "Cthulhu, Acolyte"}, "BG": {PLAIN: "Acolyte"}}
    p = scene("GC BG YS", units | {"YS": {TOWERS: "Acolyte"}}, gates={LAB: "GC"}, books={"GC": "Submerge"})
    p.play(("surgery",))
    while p.decision is not None and p.decision.what == "operated on":
        p.play(p.decision.options[0])
    s: State = p.state
    kind = yuggoth.kind_on_card(s, 0, yuggoth.CYLINDER)
    assert left(p, "GC", CYLINDER) == 2
    assert s.total(0, kind) - s.on_map(0, (kind,)) == 1


@pytest.mark.rule("CW-YUG-008", "CW-YUG-045")
def test_cylinders_and_slimes_lie_in_no_pool() -> None:
    s: State = scene("YS GC BG", {"YS": {LAB: f"{CYLINDER}, Acolyte"}, "GC": {POLE: "Acolyte"}}).state
    for seat in s.config.seats:
        for key in (yuggoth.CYLINDER, yuggoth.SLIME):
            kind = yuggoth.kind_on_card(s, seat, key)
            assert s.n(seat, kind, POOL) == 0
            assert s.gone(seat, kind) == 0
            assert kind not in s.config.recruited[seat]
            assert kind not in s.config.summoned[seat]
    kind = yuggoth.kind_on_card(s, 0, yuggoth.CYLINDER)
    s.move(0, kind, s.config.map.index[LAB], POOL)
    assert (s.n(0, kind, POOL), yuggoth.spare(s, 0)) == (0, 4)


@pytest.mark.rule("CW-YUG-009")
def test_a_cylinder_holds_gates_gathers_and_does_not_move() -> None:
    p = scene(
        "BG GC YS", {"BG": {LAB: CYLINDER}, "GC": {POLE: "Acolyte"}, "YS": {TOWERS: "Acolyte"}}, gates={LAB: "BG"}
    )
    s: State = p.state
    assert gathered(s, 0).value == 3
    assert "move" not in {o[0] for o in p.decision.options if isinstance(o, tuple)}  # type: ignore[union-attr]
    assert ("recruit", area(p, LAB)) in p.decision.options  # type: ignore[union-attr]


@pytest.mark.rule("CW-YUG-010")
def test_whoever_moves_takes_cylinders_along_for_nothing() -> None:
    p = scene(
        "BG GC YS", {"BG": {LAB: f"Acolyte, 2 {CYLINDER}"}, "GC": {POLE: "Acolyte"}, "YS": {TOWERS: "Acolyte"}}, power=5
    )
    p.play(("move",))
    while p.decision is not None and p.decision.what in ("unit to move", "move to"):
        p.play(area(p, POLAR) if p.decision.what == "move to" else p.decision.options[0])
    assert asked(p) == ("BG", "carried along")
    p.play(p.decision.options[1])  # type: ignore[union-attr]
    p.play("done")
    assert (at(p, "BG", LAB), at(p, "BG", POLAR)) == ({CYLINDER: 1}, {"Acolyte": 1, CYLINDER: 1})
    assert p.state.power[0] == 4


@pytest.mark.rule("CW-YUG-010")
def test_a_power_that_names_who_moves_takes_no_cylinder_along() -> None:
    units = {"YS": {LAB: f"King in Yellow, Undead, {CYLINDER}"}, "GC": {POLE: "Acolyte"}, "BG": {PLAIN: "Acolyte"}}
    p = scene("YS GC BG", units, books={"YS": "Screaming Dead"})
    option = next(o for o in p.decision.options if isinstance(o, tuple) and o[0] == "screaming dead")  # type: ignore[union-attr]
    p.play(option)
    while asked(p)[1] not in ("action", "carried along"):
        p.play(next(o for o in p.decision.options if o != "done" or len(p.decision.options) == 1))  # type: ignore[union-attr]
    assert asked(p) == ("YS", "action")
    assert at(p, "YS", LAB) == {CYLINDER: 1}


@pytest.mark.rule("CW-YUG-010", "CW-NM-016")
def test_a_shantak_takes_cylinders_beside_its_rider() -> None:
    units = {"GC": {PLAIN: f"Shantak, Acolyte, 2 {CYLINDER}"}, "YS": {TOWERS: "Acolyte"}, "BG": {POLE: "Acolyte"}}
    p = scene("GC YS BG", units, things=("neutral_monsters",), cards={"Shantak": "GC"})
    script(p, ("GC", "action", "move"), ("GC", "unit to move", f"Shantak, {PLAIN}"), ("GC", "move to", LAB))
    seen = set()
    while (what := asked(p)[1]) in ("rides along", "carried along"):
        seen.add(what)
        assert CYLINDER not in labels(p) or what == "carried along"
        p.play(next(o for o in p.decision.options if o != "done"))  # type: ignore[union-attr]
    assert seen == {"rides along", "carried along"}
    assert at(p, "GC", LAB) == {"Shantak": 1, "Acolyte": 1, CYLINDER: 2}


@pytest.mark.rule("CW-YUG-010")
def test_who_rearranges_takes_cylinders_where_others_have_gone() -> None:
    units = {"GC": {PLAIN: f"Deep One, {CYLINDER}", LAB: "Acolyte", POLE: "Shoggoth"}, "YS": {TOWERS: "Acolyte"}}
    p = scene("GC YS BG", units, things=("azathoth",), books={"GC": "Undimensioned"})
    script(p, ("GC", "action", "undimensioned"))
    assert not any(CYLINDER in label for label in labels(p))
    script(p, ("GC", "who is rearranged", f"Deep One, {PLAIN}"), ("GC", "rearranged to", LAB))
    script(p, ("GC", "who is rearranged", f"{CYLINDER}, {PLAIN}"))  # there is one way
    assert at(p, "GC", LAB) == {"Acolyte": 1, "Deep One": 1, CYLINDER: 1}
    assert (at(p, "GC", PLAIN), at(p, "GC", POLE)) == ({}, {"Shoggoth": 1})


@pytest.mark.rule("CW-YUG-010", "CW-YUG-021")
def test_a_gate_whose_keeper_is_carried_away_is_abandoned_at_once() -> None:
    units = {
        "GC": {OVERLOOK: f"Deep One, {CYLINDER}", SOUTH: SLIME},
        "YS": {TOWERS: "Acolyte"},
        "BG": {POLE: "Acolyte"},
    }
    p = scene("GC YS BG", units, gates={OVERLOOK: "GC"})
    script(p, ("GC", "action", "move"), ("GC", "unit to move", f"Deep One, {OVERLOOK}"), ("GC", "move to", NORTH))
    assert asked(p) == ("GC", "carried along")
    p.play(next(o for o in p.decision.options if o != "done"))  # type: ignore[union-attr]
    assert (at(p, "GC", OVERLOOK), at(p, "GC", NORTH)) == ({}, {"Deep One": 1, CYLINDER: 1})
    assert p.state.holder(area(p, OVERLOOK)) == -1
    assert (lies(p, SLIMES), at(p, "GC", SOUTH)) == ({SOUTH: 1}, {})


@pytest.mark.rule("CW-YUG-010")
def test_dematerialization_and_idolatry_take_cylinders_with_others() -> None:
    units = {"AN": {PLAIN: f"Un-Man, {CYLINDER}", POLE: CYLINDER}, "YS": {TOWERS: "Acolyte"}, "BG": {LAB: "Acolyte"}}
    rest = {"phase": "doom", "round": 2, "first": "AN", "active": "AN", "power": {"AN": 5, "YS": 1, "BG": 1}}
    p = scene("AN YS BG", units, **rest)
    script(p, ("AN", "doom phase", "Dematerialization"))
    if asked(p)[1] == "fades from":
        assert labels(p) == {PLAIN}  # nobody leaves the Pole by himself
        pick(p, PLAIN)
    script(p, ("AN", "fades to", LAB))
    while asked(p)[1] == "goes along":
        p.play(next(o for o in p.decision.options if o != "done"))  # type: ignore[union-attr]
    assert at(p, "AN", LAB) == {"Un-Man": 1, CYLINDER: 1}
    units = {"TT": {PLAIN: f"Acolyte, {CYLINDER}", POLE: CYLINDER, TOWERS: "Proto-Shoggoth"}, "YS": {LAB: "Acolyte"}}
    p = scene(
        "TT YS BG", units | {"BG": {LAB: "Acolyte"}}, books={"TT": "Idolatry"}, start={"YS": TOWERS, "BG": GARDENS}
    )
    p.play(next(o for o in p.decision.options if o[:2] == ("idolatry", area(p, GARDENS))))  # type: ignore[union-attr]
    assert not any(CYLINDER in label for label in labels(p))
    pick(p, f"Acolyte, {PLAIN}")
    pick(p, f"{CYLINDER}, {PLAIN}")
    assert at(p, "TT", GARDENS) == {"Acolyte": 1, CYLINDER: 1}
    assert not any(POLE in label for label in labels(p))


@pytest.mark.rule("CW-YUG-001", "CW-YUG-005")
def test_surgery_needs_a_cylinder_and_somebody_who_is_none() -> None:
    rest = {"GC": {POLE: "Acolyte"}, "YS": {TOWERS: "Acolyte"}}
    p = scene("BG GC YS", rest | {"BG": {LAB: f"2 {CYLINDER}"}}, gates={LAB: "BG"})
    assert why_not(p, "BG", "surgery") == {"CW-YUG-005": "You have a Cultist in play that is none"}
    p = scene("BG GC YS", rest | {"BG": {LAB: f"Acolyte, 4 {CYLINDER}"}}, gates={LAB: "BG"})
    assert why_not(p, "BG", "surgery") == {"CW-YUG-001": "A Brain Cylinder of yours is left"}
    p = scene("BG GC YS", rest | {"BG": {LAB: f"2 Acolyte, 3 {CYLINDER}"}}, gates={LAB: "BG"})
    plays(p, ("surgery",))
    p.play(p.decision.options[0])  # type: ignore[union-attr]
    assert at(p, "BG", LAB) == {"Acolyte": 1, CYLINDER: 4}


@pytest.mark.rule("CW-YUG-007")
def test_who_sleeps_with_a_gate_may_be_operated_on_and_wakes_with_it() -> None:
    units = {"SL": {LAB: "Acolyte", TOWERS: "Acolyte"}, "YS": {POLE: "Acolyte"}, "BG": {PLAIN: "Acolyte"}}
    p = scene("SL YS BG", units, books={"SL": "Cursed Slumber"}, gates={LAB: "SL", TOWERS: "SL"})
    p.play(("cursed slumber", area(p, TOWERS)))
    s: State = p.state.copy()
    s.active, s.stage = 0, 0
    p = Position(p.system, s)
    assert len(yuggoth.patients(s, 0)) == 2
    p.play(("surgery",))
    while asked(p)[1] == "operated on":
        p.play(p.decision.options[0])  # type: ignore[union-attr]
    kind = yuggoth.kind_on_card(p.state, 0, yuggoth.CYLINDER)
    assert (left(p, "SL", CYLINDER), left(p, "SL", "Acolyte")) == (2, 0)
    s = p.state.copy()
    s.active, s.stage = 0, 0
    p = Position(p.system, s)
    p.play(("wake gate", area(p, GARDENS)))
    assert (at(p, "SL", GARDENS), p.state.keeper(0, area(p, GARDENS))) == ({CYLINDER: 1}, kind)


@pytest.mark.rule(*MOMENTS)
@pytest.mark.parametrize("rule", MOMENTS)
def test_its_actions_are_taken_in_the_own_turn_as_the_main_one_with_power_left(rule: str) -> None:
    p = scene("GC YS BG", SEAS, **elsewhere(rule, "YS"))
    assert unsaid(p, "GC", "yuggoth", rule) == []


@pytest.mark.rule("CW-YUG-010")
def test_submerge_takes_cylinders_along() -> None:
    p = scene("GC BG YS", {"GC": {POLE: f"Cthulhu, {CYLINDER}"}, "BG": {LAB: "Acolyte"}, "YS": {TOWERS: "Acolyte"}},
              books={"GC": "Submerge"})  # fmt: skip
    p.play(("submerge",))
    assert asked(p) == ("GC", "submerge too")
    p.play(p.decision.options[0])  # type: ignore[union-attr]
    assert at(p, "GC", POLE) == {}
    assert left(p, "GC", CYLINDER) == 1


@pytest.mark.rule("CW-YUG-011", "CW-YUG-041", "CW-YUG-046")
def test_a_cylinder_is_a_cultist_and_no_acolyte() -> None:
    units = {"BG": {LAB: f"2 {CYLINDER}"}, "GC": {LAB: "Acolyte"}, "YS": {TOWERS: "Acolyte"}}
    s: State = scene("BG GC YS", units, books={"BG": "Frenzy"}).state
    kind = yuggoth.kind_on_card(s, 0, yuggoth.CYLINDER)
    assert kind in s.config.cultists[0]
    assert kind not in s.config.acolytes[0]
    assert combat(s, s.config.map.index[LAB], 0, 1) == 2
    assert combat(scene("BG GC YS", units).state, s.config.map.index[LAB], 0, 1) == 0


@pytest.mark.rule("CW-YUG-012", "CW-YUG-039")
@pytest.mark.parametrize("killed", [CYLINDER, "Ghoul"])
def test_a_kill_and_a_pain_on_a_cylinder_and_a_unit(killed: str) -> None:
    units = {"GC": {LAB: "Starspawn"}, "BG": {LAB: f"{CYLINDER}, Ghoul", PLAIN: "Acolyte"}, "YS": {TOWERS: "Acolyte"}}
    p = scene("GC BG YS", units)
    p.play(("battle", area(p, LAB), who(p, "BG")))
    while p.decision is not None and p.decision.what != "takes a kill":
        p.play((1, 1) if p.decision.player == CHANCE and p.state.battle.rolled == () else
               (0, 0) if p.decision.player == CHANCE else
               "done" if "done" in p.decision.options else p.decision.options[-1])  # fmt: skip
    pick(p, killed)
    fight(p)
    if killed == CYLINDER:
        assert asked(p) == ("BG", "retreat to")
    else:
        assert at(p, "BG", LAB) == {CYLINDER: 1}


@pytest.mark.rule("CW-YUG-013")
def test_cylinders_alone_keep_nobody_out_who_retreats() -> None:
    for there, open_ in ((CYLINDER, True), (f"{CYLINDER}, Acolyte", False)):
        units = {"GC": {LAB: "Starspawn", POLAR: there}, "BG": {LAB: "Ghoul"}, "YS": {TOWERS: "Acolyte"}}
        p = battle(scene("GC BG YS", units), 1, LAB, (0, 1), (0, 0))
        assert (POLAR in labels(p)) is open_


@pytest.mark.rule("CW-YUG-014", "CW-YUG-040")
def test_a_captured_cylinder_may_be_converted_and_passion_pays_for_it() -> None:
    units = {"GC": {LAB: "Deep One"}, "YS": {LAB: CYLINDER, TOWERS: "Acolyte"}, "BG": {PLAIN: "Acolyte"}}
    for answer, converted in (("yes", True), ("no", False)):
        p = scene("GC YS BG", units, books={"YS": "Passion"}, power=5)
        p.play(("capture", area(p, LAB), who(p, "YS")))
        p.play(answer)
        if asked(p)[0] == "YS":
            p.play(p.decision.options[0])  # type: ignore[union-attr]
        s: State = p.state
        assert at(p, "YS", LAB) == {}
        assert s.power[1] == 6
        assert at(p, "GC", LAB) == ({"Deep One": 1, CYLINDER: 1} if converted else {"Deep One": 1})
        assert s.n(1, yuggoth.kind_on_card(s, 1, yuggoth.CYLINDER), HELD) == (not converted)
    full = units | {"GC": {LAB: "Deep One", POLE: f"4 {CYLINDER}"}}
    p = scene("GC YS BG", full)
    p.play(("capture", area(p, LAB), who(p, "YS")))
    assert p.state.n(1, yuggoth.kind_on_card(p.state, 1, yuggoth.CYLINDER), HELD) == 1


@pytest.mark.rule("CW-YUG-040")
def test_surgery_is_no_loss_for_passion() -> None:
    p = scene("YS GC BG", {"YS": {LAB: "Acolyte"}, "GC": {POLE: "Acolyte"}, "BG": {PLAIN: "Acolyte"}},
              gates={LAB: "YS"}, books={"YS": "Passion"}, power=5)  # fmt: skip
    p.play(("surgery",))
    assert (p.state.power[0], at(p, "YS", LAB)) == (4, {CYLINDER: 1})


@pytest.mark.rule("CW-YUG-005", "CW-2PL-006")
@pytest.mark.parametrize(("choice", "doom"), [("no", 3), ("yes", 4)])
def test_with_two_players_surgery_is_a_loss_by_the_ruling_alone(choice: str, doom: int) -> None:
    p = scene("GC BG", {"GC": {LAB: "Acolyte"}, "BG": {PLAIN: "Acolyte"}}, gates={LAB: "GC"}, doom=3,
              rulings={"replaced": choice})  # fmt: skip
    p.play(("surgery",))
    assert (at(p, "GC", LAB), p.state.doom) == ({CYLINDER: 1}, [3, doom])


# -- Slime Molds ------------------------------------------------------------------------------------------------------
SEAS = {"GC": {OVERLOOK: "Acolyte", POLE: "Acolyte"}, "YS": {TOWERS: "Acolyte"}, "BG": {PLAIN: "Acolyte"}}


def call(p: Position, place: str) -> Position:
    """The active seat calls a Slime Mold."""
    p.play(next(o for o in p.decision.options if o[:2] == ("call slime", area(p, place))))  # type: ignore[union-attr]
    return p


@pytest.mark.rule("CW-YUG-016", "CW-YUG-018", "CW-YUG-019")
def test_the_first_slime_is_free_and_each_further_one_costs_one() -> None:
    p = scene("GC YS BG", SEAS, gates={OVERLOOK: "GC"}, power={"GC": 5, "YS": 5, "BG": 5})
    call(p, NORTH)
    assert (at(p, "GC", NORTH), p.state.power[0]) == ({SLIME: 1}, 5)
    assert p.state.cards[p.state.config.card(yuggoth.LOYALTY)] == 0
    p = scene("GC YS BG", SEAS | {"GC": SEAS["GC"] | {NORTH: SLIME}}, gates={OVERLOOK: "GC"}, power=5)
    call(p, SOUTH)
    assert (at(p, "GC", SOUTH), p.state.power[0]) == ({SLIME: 1}, 4)
    assert combat(p.state, area(p, SOUTH), 0, 1) == 2
    p = scene("GC YS BG", SEAS, gates={POLE: "GC"})
    assert "CW-YUG-016" in why_not(p, "GC", "call slime")


@pytest.mark.rule("CW-YUG-017")
def test_yog_sothoth_calls_unless_another_holds_the_gate() -> None:
    units = {"OW": {OVERLOOK: "Yog-Sothoth"}, "BG": {OVERLOOK: "Acolyte"}, "YS": {TOWERS: "Acolyte"}}
    p = scene("OW BG YS", units)
    assert yuggoth.master(p.state) == 0
    assert yuggoth.master(scene("OW BG YS", units, gates={OVERLOOK: "abandoned"}).state) == 0
    assert yuggoth.master(scene("OW BG YS", units, gates={OVERLOOK: "BG"}).state) == 1
    assert at(call(p, NORTH), "OW", NORTH) == {SLIME: 1}
    held = scene("OW BG YS", units, gates={OVERLOOK: "BG"})
    kind = yuggoth.kind_on_card(held.state, 0, yuggoth.SLIME)
    assert set(why_not(held, "OW", "call slime", area(held, NORTH), figure(0, kind))) >= {"CW-YUG-016"}
    assert not any(o[0] == "call slime" for o in held.decision.options if isinstance(o, tuple))  # type: ignore[union-attr]


@pytest.mark.rule("CW-YUG-020")
def test_slimes_do_not_move_to_the_overlook() -> None:
    p = scene("GC YS BG", SEAS | {"GC": {NORTH: SLIME, OVERLOOK: "Acolyte"}}, gates={OVERLOOK: "GC"})
    p.play(("move",))
    pick(p, *([f"{SLIME}, {NORTH}"] if p.decision.what == "unit to move" else []))  # type: ignore[union-attr]
    assert asked(p) == ("GC", "move to")
    assert OVERLOOK not in labels(p)
    assert {SOUTH, GARDENS} <= labels(p)


@pytest.mark.rule("CW-YUG-021")
def test_slimes_change_hands_with_the_gate_and_are_nobodys_without_one() -> None:
    units = {"GC": {OVERLOOK: "Acolyte", NORTH: f"2 {SLIME}"}, "YS": {OVERLOOK: "Acolyte"}, "BG": {PLAIN: "Acolyte"}}
    p = scene("GC YS BG", units, gates={OVERLOOK: "GC"})
    p.play(("abandon", area(p, OVERLOOK)))
    assert (lies(p, SLIMES), at(p, "GC", NORTH)) == ({NORTH: 2}, {})
    assert p.state.cards[p.state.config.card(yuggoth.LOYALTY)] == -1
    p = scene(
        "YS GC BG", {SLIMES: {NORTH: f"2 {SLIME}"}} | units | {"GC": {POLE: "Acolyte"}}, gates={OVERLOOK: "abandoned"}
    )
    p.play(next(o for o in p.decision.options if o[:2] == ("control", area(p, OVERLOOK))))  # type: ignore[union-attr]
    assert (lies(p, SLIMES), at(p, "YS", NORTH)) == ({}, {SLIME: 2})


@pytest.mark.rule("CW-YUG-022")
def test_free_slimes_fight_back_and_their_enemy_says_where_they_go() -> None:
    p = scene("GC YS BG", SEAS | {"GC": {NORTH: "Starspawn"}, SLIMES: {NORTH: f"2 {SLIME}"}})
    s: State = p.state
    slimes = wild(p, SLIMES)
    assert ("battle", area(p, NORTH), slimes) in p.decision.options  # type: ignore[union-attr]
    assert combat(s, area(p, NORTH), slimes, 0) == 4
    p = battle(p, slimes, NORTH, (0, 1), (0, 0))
    assert asked(p) == ("GC", "retreat to")
    script(p, ("GC", "retreat to", SOUTH))
    assert lies(p, SLIMES) == {NORTH: 1, SOUTH: 1}


@pytest.mark.rule("CW-YUG-022")
def test_capture_monster_takes_a_free_slime() -> None:
    units = {"SL": {NORTH: "Tsathoggua"}, SLIMES: {NORTH: SLIME}, "GC": {POLE: "Acolyte"}, "YS": {TOWERS: "Acolyte"}}
    p = scene("SL GC YS", units, books={"SL": "Capture Monster"})
    p.play(("capture monster", area(p, NORTH), wild(p, SLIMES)))
    assert lies(p, SLIMES) == {}
    assert p.state.n(wild(p, SLIMES), 0, HELD) == 1
    assert yuggoth.spare_slimes(p.state) == 5


@pytest.mark.rule("CW-YUG-044")
def test_the_avatar_trades_places_with_a_free_slime() -> None:
    units = {"BG": {PLAIN: "Shub-Niggurath, Acolyte"}, SLIMES: {NORTH: SLIME}, "GC": {POLE: "Acolyte"}}
    p = scene("BG GC YS", units | {"YS": {TOWERS: "Acolyte"}})
    p.play(("avatar", area(p, NORTH), wild(p, SLIMES)))
    assert (lies(p, SLIMES), at(p, "BG", NORTH)) == ({PLAIN: 1}, {"Shub-Niggurath": 1})


@pytest.mark.rule("CW-YUG-023")
def test_fertility_cult_calls_several_with_other_summons() -> None:
    units = {"BG": {OVERLOOK: "Acolyte"}, "GC": {POLE: "Acolyte"}, "YS": {TOWERS: "Acolyte"}}
    p = scene("BG GC YS", units, gates={OVERLOOK: "BG"}, power={"BG": 5, "GC": 5, "YS": 5})
    call(p, NORTH)
    assert asked(p) == ("BG", "summon more")
    slime = next(o for o in p.decision.options if o != "done" and o[0] == area(p, SOUTH))  # type: ignore[union-attr]
    p.play(slime)
    ghoul = next(o for o in p.decision.options if o != "done" and o[0] == area(p, OVERLOOK))  # type: ignore[union-attr]
    p.play(ghoul)
    assert (at(p, "BG", NORTH), at(p, "BG", SOUTH)) == ({SLIME: 1}, {SLIME: 1})
    assert sum(at(p, "BG", OVERLOOK).values()) == 2


@pytest.mark.rule("CW-YUG-042")
def test_with_the_keeper_killed_his_enemy_retreats_to_slimes() -> None:
    keeper = {OVERLOOK: "Acolyte, Deep One", NORTH: SLIME, SOUTH: SLIME}
    units = {"GC": keeper, "BG": {OVERLOOK: "Dark Young"}}
    p = scene("BG GC YS", units | {"YS": {TOWERS: "Acolyte"}}, gates={OVERLOOK: "GC"})
    p = battle(p, who(p, "GC"), OVERLOOK, (2, 0), (0, 1))
    assert asked(p) == ("BG", "retreat to")
    assert {NORTH, SOUTH} <= labels(p)


@pytest.mark.rule("CW-YUG-001", "CW-YUG-018")
def test_a_slime_is_called_to_slime_seas_while_one_is_left() -> None:
    p = scene("GC YS BG", SEAS, gates={OVERLOOK: "GC"})
    s: State = p.state
    slime = next(o for o in p.decision.options if o[:2] == ("call slime", area(p, NORTH)))[2]  # type: ignore[union-attr]
    assert why_not(p, "GC", "call slime", area(p, POLE), slime) == {"CW-YUG-018": f"{POLE} is a Slime Sea"}
    assert s.config.map.printed(yuggoth.SEA) == 1 << area(p, NORTH) | 1 << area(p, SOUTH)
    full = SEAS | {"GC": SEAS["GC"] | {NORTH: f"5 {SLIME}"}}
    p = scene("GC YS BG", full, gates={OVERLOOK: "GC"})
    assert "call slime" in {o[0] for o in p.decision.options}  # type: ignore[union-attr]
    p = scene("GC YS BG", full, gates={OVERLOOK: "GC"}, captives={"YS": {"SM": SLIME}})
    assert why_not(p, "GC", "call slime", area(p, NORTH), slime) == {"CW-YUG-001": "A Slime Mold is left"}


@pytest.mark.rule("CW-YUG-018")
def test_a_captive_slime_is_not_in_play() -> None:
    p = scene("GC YS BG", SEAS, gates={OVERLOOK: "GC"}, captives={"YS": {"SM": SLIME}}, power=5)
    call(p, NORTH)
    assert p.state.power[0] == 5


@pytest.mark.rule("CW-YUG-021", "CW-YUG-018", "CW-GC-022")
@pytest.mark.parametrize("keeper", ["YS", "abandoned"])
def test_a_submerged_slime_is_in_play_and_comes_up_for_whoever_it_obeys_by_then(keeper: str) -> None:
    """It stays below with Cthulhu whoever takes the gate, comes up with him, and obeys that seat, or nobody."""
    units = {"GC": {POLE: "Acolyte", "submerged": f"Cthulhu, {SLIME}"}, "YS": {OVERLOOK: "Acolyte"}}
    more: dict[str, Any] = {"books": {"GC": "Submerge"}, "gates": {OVERLOOK: keeper}}
    p = scene("YS GC BG", units | {"BG": {PLAIN: "Acolyte"}}, power=5, **more)
    if keeper == "YS":  # it is no first one that would cost nothing, and there are six in all
        assert yuggoth.spare_slimes(p.state) == 5
        call(p, SOUTH)
        assert p.state.power[0] == 4
    s: State = p.state.copy()
    s.active, s.stage = 1, 0
    p = Position(p.system, s)
    assert left(p, "GC", SLIME) == 1
    p.play(next(o for o in p.decision.options if o[:2] == ("emerge", area(p, TOWERS))))  # type: ignore[union-attr]
    assert at(p, "GC", TOWERS) == {"Cthulhu": 1}
    found = (at(p, "YS", TOWERS), lies(p, SLIMES))
    assert found == (({SLIME: 1}, {}) if keeper == "YS" else ({}, {TOWERS: 1}))


@pytest.mark.rule("CW-YUG-020")
def test_slimes_come_to_the_overlook_by_other_ways() -> None:
    units = {"GC": {NORTH: f"Cthulhu, {SLIME}", OVERLOOK: "Acolyte"}, "BG": {LAB: "Acolyte"}, "YS": {TOWERS: "Acolyte"}}
    p = scene("GC BG YS", units, books={"GC": "Submerge"}, gates={OVERLOOK: "GC"})
    p.play(("submerge",))
    p.play(next(o for o in p.decision.options if o != "done"))  # type: ignore[union-attr]
    s: State = p.state.copy()
    s.active, s.stage = 0, 0
    p = Position(p.system, s)
    p.play(next(o for o in p.decision.options if o[:2] == ("emerge", area(p, OVERLOOK))))  # type: ignore[union-attr]
    assert at(p, "GC", OVERLOOK) == {"Cthulhu": 1, "Acolyte": 1, SLIME: 1}
    units = {"GC": {NORTH: "Starspawn"}, "YS": {TOWERS: "Acolyte"}, SLIMES: {NORTH: SLIME}}
    p = scene("GC YS BG", units)
    p = battle(p, wild(p, SLIMES), NORTH, (0, 1), (0, 0))
    assert OVERLOOK in labels(p)


@pytest.mark.rule("CW-YUG-021")
def test_who_moves_off_the_gate_commands_no_slime_for_the_rest_of_the_action() -> None:
    units = {"GC": {OVERLOOK: "Acolyte", NORTH: SLIME, POLE: "Deep One"}, "YS": {TOWERS: "Acolyte"}}
    p = scene("GC YS BG", units | {"BG": {PLAIN: "Acolyte"}}, gates={OVERLOOK: "GC"})
    script(p, ("GC", "action", "move"))
    assert f"{SLIME}, {NORTH}" in labels(p)
    script(p, ("GC", "unit to move", f"Acolyte on the gate, {OVERLOOK}"), ("GC", "move to", SOUTH))
    assert not any(SLIME in label for label in labels(p))
    assert (lies(p, SLIMES), at(p, "GC", NORTH)) == ({NORTH: 1}, {})


@pytest.mark.rule("CW-YUG-021")
def test_slimes_are_nobodys_when_the_keeper_is_captured_or_their_yog_sothoth_goes() -> None:
    units = {"GC": {OVERLOOK: "Acolyte", NORTH: SLIME}, "YS": {OVERLOOK: "Byakhee", TOWERS: "Acolyte"}}
    p = scene("YS GC BG", units | {"BG": {PLAIN: "Acolyte"}}, gates={OVERLOOK: "GC"})
    p.play(("capture", area(p, OVERLOOK), who(p, "GC")))
    assert (lies(p, SLIMES), at(p, "GC", NORTH)) == ({NORTH: 1}, {})
    units = {"OW": {OVERLOOK: "Yog-Sothoth", NORTH: SLIME, LAB: "Acolyte"}, "YS": {TOWERS: "Acolyte"}}
    p = scene("OW YS BG", units | {"BG": {PLAIN: "Acolyte"}})
    script(p, ("OW", "action", "move"), ("OW", "unit to move", f"Yog-Sothoth, {OVERLOOK}"), ("OW", "move to", SOUTH))
    assert not any(SLIME in label for label in labels(p))
    assert lies(p, SLIMES) == {NORTH: 1}


@pytest.mark.rule("CW-YUG-021")
def test_a_slime_in_the_battle_stays_on_its_side_until_it_is_over() -> None:
    units = {"GC": {OVERLOOK: f"Acolyte, {SLIME}", NORTH: SLIME}, "BG": {OVERLOOK: "2 Dark Young"}}
    p = scene("BG GC YS", units | {"YS": {TOWERS: "Acolyte"}}, gates={OVERLOOK: "GC"})
    plays(p, ("battle", area(p, OVERLOOK), who(p, "GC")), (1, 0), (0, 1))
    pick(p, "Acolyte on the gate")
    assert asked(p) == ("BG", "retreat to")
    assert (at(p, "GC", OVERLOOK), lies(p, SLIMES)) == ({SLIME: 1}, {NORTH: 1})
    p.play(p.decision.options[0])  # type: ignore[union-attr]
    assert lies(p, SLIMES) == {OVERLOOK: 1, NORTH: 1}


@pytest.mark.rule("CW-YUG-042")
def test_with_the_keeper_pained_his_enemy_retreats_to_slimes() -> None:
    keeper = {OVERLOOK: "Acolyte", NORTH: SLIME, SOUTH: SLIME}
    units = {"GC": keeper | {OVERLOOK: f"Acolyte, {SLIME}"}, "BG": {OVERLOOK: "2 Dark Young"}}
    p = scene("GC BG YS", units | {"YS": {TOWERS: "Acolyte"}}, gates={OVERLOOK: "GC"})
    plays(p, ("battle", area(p, OVERLOOK), who(p, "BG")), (0, 1), (0, 1))
    pick(p, "Acolyte on the gate")
    pick(p, NORTH)  # the attacker goes first, and to the Acolyte nobody may follow
    assert at(p, "BG", SOUTH) == {"Dark Young": 1}
    assert lies(p, SLIMES) == {OVERLOOK: 1, NORTH: 1, SOUTH: 1}


@pytest.mark.rule("CW-YUG-042")
def test_with_the_keeper_howled_away_his_enemy_retreats_to_slimes() -> None:
    keeper = {OVERLOOK: f"Acolyte, {SLIME}", NORTH: SLIME, SOUTH: SLIME}
    units = {"WW": {OVERLOOK: "2 Wendigo"}, "GC": keeper, "YS": {TOWERS: "Acolyte"}}
    p = scene("WW GC YS", units, books={"WW": "Howl"}, gates={OVERLOOK: "GC"})
    script(p, ("WW", "action", ("battle", area(p, OVERLOOK), who(p, "GC"))), ("WW", "pre_battle", "Howl"))
    script(p, ("GC", "howled away", "Acolyte on the gate"), ("GC", "retreat to", NORTH))
    plays(p, (0, 0), (0, 1))
    assert at(p, "WW", SOUTH) == {"Wendigo": 1}


@pytest.mark.rule("CW-YUG-022")
def test_madness_says_where_free_slimes_go() -> None:
    units = {
        "GC": {NORTH: "Starspawn"},
        SLIMES: {NORTH: f"2 {SLIME}"},
        "CC": {POLE: "Acolyte"},
        "BG": {PLAIN: "Acolyte"},
    }
    p = scene("GC CC BG", units, books={"CC": "Madness"})
    plays(p, ("battle", area(p, NORTH), wild(p, SLIMES)), (0, 1), (0, 0))
    if asked(p)[1] == "use Madness":
        p.play("yes")
    assert asked(p)[0] == "CC"


@pytest.mark.rule("CW-YUG-022", "CW-GC-025")
def test_a_free_slime_is_devoured_and_the_watcher_is_not() -> None:
    for letters, unit, devours in ((SLIMES, f"2 {SLIME}", True), (WATCHER, FIGURE, False)):
        units = {"GC": {NORTH: "Cthulhu"}, letters: {NORTH: unit}, "YS": {TOWERS: "Acolyte"}, "BG": {PLAIN: "Acolyte"}}
        p = scene("GC YS BG", units)
        p.play(("battle", area(p, NORTH), wild(p, letters)))
        assert (asked(p) == ("GC", "pre_battle")) is devours
        if devours:
            p.play("Devour")
            assert lies(p, SLIMES) == {NORTH: 1}


# -- the Pyramid ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-YUG-024", "CW-YUG-025")
def test_a_controlled_gate_on_the_pyramid_brings_three() -> None:
    units = {"GC": {POSTERN: "Acolyte"}, "YS": {TOWERS: "Acolyte"}, "BG": {PLAIN: "Acolyte"}}
    for gate, power in (("GC", 4), ("abandoned", 2)):
        assert gathered(scene("GC YS BG", units, gates={POSTERN: gate}).state, 0).value == power
    assert gathered(scene("GC YS BG", units, gates={TOWERS: "YS"}).state, 1).value == 3
    yog = {"OW": {SLOPES: "Yog-Sothoth"}, "YS": {TOWERS: "Acolyte"}, "BG": {PLAIN: "Acolyte"}}
    assert gathered(scene("OW YS BG", yog).state, 0).value == 3


# -- the Watcher awakens and decays -----------------------------------------------------------------------------------
PEOPLE = {"GC": {SLOPES: "Acolyte"}, "YS": {TOWERS: "Acolyte"}, "BG": {PLAIN: "Acolyte"}}


@pytest.mark.rule("CW-YUG-026", "CW-YUG-038")
@pytest.mark.parametrize(("face", "wakes"), [(2, True), (5, False)])
def test_the_number_of_a_controlled_gate_awakens_the_watcher(face: int, wakes: bool) -> None:
    p = after_doom(PEOPLE, gates={SLOPES: "GC"})
    assert asked(p) == ("chance", "watcher")
    p.play(face)
    assert yuggoth.awake(p.state) is wakes
    assert lies(p, WATCHER).keys() <= {POSTERN, TWIN, SLOPES}
    assert asked(p)[1] == ("action" if not wakes else asked(p)[1])


@pytest.mark.rule("CW-YUG-026")
def test_without_a_controlled_gate_nobody_rolls() -> None:
    assert asked(after_doom(PEOPLE, gates={SLOPES: "abandoned"})) == ("GC", "action")


@pytest.mark.rule("CW-YUG-028")
def test_yog_sothoth_on_the_pyramid_stirs_it() -> None:
    units = {"OW": {SLOPES: "Yog-Sothoth", LAB: "Acolyte"}, "YS": {TOWERS: "Acolyte"}, "BG": {PLAIN: "Acolyte"}}
    assert asked(after_doom(units, "OW YS BG")) == ("chance", "watcher")


@pytest.mark.rule("CW-YUG-027", "CW-YUG-037")
def test_at_twelve_doom_it_awakens_once_for_each_and_in_doom_phases_alone() -> None:
    people = PEOPLE | {"GC": {LAB: "Acolyte"}}
    p = after_doom(people, doom={"GC": 12, "YS": 3, "BG": 3})
    assert yuggoth.awake(p.state)
    assert p.state.counter(0, yuggoth.PASSED) == 1
    p = after_doom(people, doom={"GC": 12, "YS": 3, "BG": 3}, counters=[["GC", yuggoth.PASSED, 1]])
    assert not yuggoth.awake(p.state)
    p = scene("GC YS BG", people, doom={"GC": 12, "YS": 3, "BG": 3})
    p.play(("recruit", area(p, LAB)))
    assert not yuggoth.awake(p.state)


@pytest.mark.rule("CW-YUG-027")
def test_who_comes_to_twelve_while_it_is_awake_awakens_it_no_more() -> None:
    units = PEOPLE | {"GC": {LAB: "Acolyte"}}
    for there, passed in (({WATCHER: {TWIN: FIGURE}}, 1), ({}, 0)):
        p = scene("GC YS BG", units | there, doom={"GC": 12, "YS": 3, "BG": 3})
        p.play(("recruit", area(p, LAB)))
        assert p.state.counter(0, yuggoth.PASSED) == passed


@pytest.mark.rule("CW-YUG-027", "CW-YUG-029")
def test_who_came_to_twelve_in_the_action_phase_awakens_it_in_the_doom_phase_undecayed() -> None:
    units = PEOPLE | {"GC": {LAB: "Acolyte"}}
    p = scene("GC YS BG", units, phase="gather power", power=0, doom={"GC": 12, "YS": 3, "BG": 3})
    whats = set()
    while asked(p)[1] not in ("action", "watcher goes"):
        whats.add(asked(p)[1])
        p.play(p.decision.options[0])  # type: ignore[union-attr]
    assert whats == {"first player", "direction"}
    assert (lies(p, WATCHER), yuggoth.strength(p.state)) == ({POSTERN: 1}, 12)


@pytest.mark.rule("CW-YUG-029")
@pytest.mark.parametrize(("choice", "later"), [("later", True), ("never", False)])
def test_who_comes_to_twelve_while_it_rests_awakens_it_later_by_the_ruling(choice: str, later: bool) -> None:
    units = {WATCHER: {TWIN: FIGURE}, "GC": {LAB: "6 Acolyte"}, "YS": {TOWERS: "Acolyte"}, "BG": {PLAIN: "Acolyte"}}
    p = scene("GC YS BG", units, phase="gather power", power=0, doom={"GC": 11, "YS": 3, "BG": 3}, signs={"GC": [1]},
              counters=[["table", yuggoth.WORN, 11]], rulings={"watcher_passed_at_rest": choice})  # fmt: skip
    until(p, "watcher decays")
    p.play(1)
    assert asked(p)[1] == "doom phase"
    p.play(next(o for o in p.anytime_actions if o[1] == "reveal"))
    while asked(p)[1] == "doom phase":
        p.play("done")
    assert (p.state.doom[0], yuggoth.awake(p.state), asked(p)) == (12, False, ("GC", "action"))
    this = p.state.round
    for _ in range(99):
        if p.state.round > this and asked(p)[1] in ("action", "watcher goes"):
            break
        options = p.decision.options  # type: ignore[union-attr]
        p.play(next((o for o in ("pass", "done") if o in options), options[0]))
    assert yuggoth.awake(p.state) is later


@pytest.mark.rule("CW-YUG-027")
def test_the_last_word_of_a_doom_phase_may_awaken_it() -> None:
    rest = {"phase": "doom", "round": 2, "first": "GC", "active": "BG", "power": {"GC": 1, "YS": 1, "BG": 5}}
    p = scene(
        "GC YS BG", PEOPLE | {"GC": {LAB: "Acolyte"}}, doom={"GC": 3, "YS": 3, "BG": 11}, signs={"BG": [1]}, **rest
    )
    assert asked(p) == ("BG", "doom phase")
    plays(p, next(o for o in p.anytime_actions if o[1] == "reveal"), "done")
    assert lies(p, WATCHER) == {POSTERN: 1}


@pytest.mark.rule("CW-YUG-029")
@pytest.mark.parametrize(("worn", "face", "strength"), [(0, 4, 8), (9, 2, 1), (9, 3, 0)])
def test_the_watcher_decays_as_a_doom_phase_begins(worn: int, face: int, strength: int) -> None:
    p = scene("GC YS BG", {WATCHER: {TWIN: FIGURE}} | PEOPLE, phase="gather power", power=0, gates={SLOPES: "GC"},
              counters=[["table", yuggoth.WORN, worn]] if worn else [])  # fmt: skip
    until(p, "watcher decays")
    p.play(face)
    s: State = p.state
    assert yuggoth.awake(s) is (strength > 0)
    assert yuggoth.strength(s) == (strength or 12)
    assert (asked(p)[1] == "action") is (strength == 0)  # it attacks, or sleeps and nobody rolls for it


# -- the Watcher attacks ----------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-YUG-030", "CW-YUG-031", "CW-YUG-036")
def test_each_player_steers_it_once_and_it_never_stays() -> None:
    people = {"GC": {TWIN: "Cthulhu"}, "YS": {SLOPES: "Hastur"}, "BG": {PLAIN: "Shub-Niggurath"}}
    p = dawn(people, worn=11)
    assert asked(p) == ("GC", "watcher goes")
    assert labels(p) == {TWIN, SLOPES}
    script(p, ("GC", "watcher goes", SLOPES))
    fight(p, *[(0, 0)] * 20)
    script(p, ("YS", "watcher goes", TWIN))
    fight(p, *[(0, 0)] * 20)  # Boris has one way only, and is not asked
    assert lies(p, WATCHER) == {SLOPES: 1}
    assert asked(p) == ("GC", "action")
    assert p.state.counter(-1, WAITS) == 0


@pytest.mark.rule("CW-YUG-031")
def test_with_nobody_beside_it_the_watcher_comes_to_anybody() -> None:
    people = {"GC": {LAB: "Cthulhu", POSTERN: "Acolyte"}, "YS": {TOWERS: "Hastur"}, "BG": {POLE: "Acolyte"}}
    p = dawn(people)
    assert asked(p) == ("GC", "watcher goes")
    assert labels(p) == {LAB, TOWERS, POLE}


@pytest.mark.rule("CW-YUG-032")
def test_it_battles_each_faction_there_by_itself_and_no_free_slime() -> None:
    people = {"GC": {TWIN: "Cthulhu"}, "YS": {TWIN: "Hastur"}, "BG": {LAB: "Acolyte"}, SLIMES: {TWIN: SLIME}}
    p = dawn(people, worn=5)
    assert asked(p) == ("GC", "watcher battles")
    assert len(labels(p)) == 2
    p.play(who(p, "YS"))
    assert p.state.battle is not None
    assert p.state.battle.sides == (wild(p, WATCHER), who(p, "YS"))
    assert combat(p.state, area(p, TWIN), wild(p, WATCHER), 1) == 7


@pytest.mark.rule("CW-YUG-033", "CW-GC-025")
def test_each_kill_wears_it_down_and_pains_do_not() -> None:
    units = {"GC": {TWIN: "Cthulhu"}, WATCHER: {TWIN: FIGURE}, "YS": {TOWERS: "Acolyte"}, "BG": {PLAIN: "Acolyte"}}
    p = scene("GC YS BG", units, open={"GC": "Kill or devour one"})
    p = battle(p, wild(p, WATCHER), TWIN, (2, 2), (0, 0))
    assert yuggoth.strength(p.state) == 10
    assert lies(p, WATCHER) == {TWIN: 1}
    assert p.state.count_books(0) == 1


@pytest.mark.rule("CW-YUG-033")
@pytest.mark.parametrize(("choice", "books"), [("each", 2), ("one", 1)])
def test_several_kills_on_it_count_by_the_ruling(choice: str, books: int) -> None:
    units = {"GC": {TWIN: "Cthulhu"}, WATCHER: {TWIN: FIGURE}, "YS": {TOWERS: "Acolyte"}, "BG": {PLAIN: "Acolyte"}}
    p = scene(
        "GC YS BG", units, open={"GC": "Kill or devour one, Kill or devour two"}, rulings={"watcher_kills": choice}
    )
    p = battle(p, wild(p, WATCHER), TWIN, (3, 0), (0, 0))
    assert p.state.count_books(0) == books


@pytest.mark.rule("CW-YUG-033")
def test_kills_beyond_the_last_point_of_its_token_are_none() -> None:
    units = {"GC": {TWIN: "Cthulhu"}, WATCHER: {TWIN: FIGURE}, "YS": {TOWERS: "Acolyte"}, "BG": {PLAIN: "Acolyte"}}
    worn = [["table", yuggoth.WORN, 11]]
    p = scene("GC YS BG", units, counters=worn, open={"GC": "Kill or devour one, Kill or devour two"})
    p = battle(p, wild(p, WATCHER), TWIN, (3, 0), (0, 0))
    assert p.state.count_books(0) == 1


@pytest.mark.rule("CW-YUG-010", "CW-MOV-003")
def test_a_cylinder_goes_along_once_a_turn() -> None:
    units = {"BG": {LAB: f"Acolyte, {CYLINDER}", POLAR: "Ghoul"}, "YS": {TOWERS: "Acolyte"}, "GC": {POLE: "Acolyte"}}
    p = scene("BG YS GC", units, power=5)
    script(p, ("BG", "action", "move"), ("BG", "unit to move", f"Acolyte, {LAB}"), ("BG", "move to", POLAR))
    script(p, ("BG", "carried along", CYLINDER))
    script(p, ("BG", "unit to move", f"Ghoul, {POLAR}"), ("BG", "move to", LAB))
    assert asked(p)[1] != "carried along"
    assert at(p, "BG", POLAR) == {"Acolyte": 1, CYLINDER: 1}


@pytest.mark.rule("CW-YUG-010", "CW-UNL-007")
@pytest.mark.parametrize(("ruling", "goes"), [("no", False), ("yes", True)])
def test_whether_a_cylinder_leaves_its_gate_in_the_second_action_of_a_pair(ruling: str, goes: bool) -> None:
    """As its keeper himself: the ruling binds both. The Cylinder beside the gate goes along anyhow, and in the first
    action of a turn so does the keeper.
    """
    units = {"YS": {LAB: "King in Yellow", PLAIN: f"Acolyte, 2 {CYLINDER}"}, "GC": {TOWERS: "Acolyte"}}
    more: dict[str, Any] = {"gates": {PLAIN: f"YS: {CYLINDER}"}, "books": {"YS": "The Screaming Dead"}}
    for pair in (True, False):
        p = scene("YS GC BG", units | {"BG": {POLE: "Acolyte"}}, rulings={"keeper_in_pair": ruling}, **more)
        assert p.state.holder(area(p, PLAIN)) == 0
        if pair:
            script(p, ("YS", "action", f"screaming dead {POLAR}"))
        script(p, ("YS", "action", "move"), ("YS", "unit to move", f"Acolyte, {PLAIN}"), ("YS", "move to", GARDENS))
        assert labels(p) - {"Done"} == {CYLINDER} | ({f"{CYLINDER} on the gate"} if goes or not pair else set())
        pick(p, f"{CYLINDER} on the gate" if goes or not pair else CYLINDER)
        assert (p.state.holder(area(p, PLAIN)) == -1) is (goes or not pair)
        assert at(p, "YS", GARDENS) == {"Acolyte": 1, CYLINDER: 1}


@pytest.mark.rule("CW-YUG-005", "CW-WW-039")
@pytest.mark.parametrize(("places", "power", "after"), [((LAB, LAB), 5, 3), ((PLAIN,), 5, 4), ((PLAIN,), 1, 0)])
def test_surgery_pays_for_the_ice_age_where_cylinders_end(places: tuple[str, ...], power: int, after: int) -> None:
    units = {"BG": {LAB: "2 Acolyte", PLAIN: "Acolyte"}, "WW": {POLE: "Acolyte"}, "YS": {TOWERS: "Acolyte"}}
    ice: dict[str, Any] = {"markers": {"ice_age": LAB}, "books": {"WW": "Ice Age"}}
    p = scene("BG WW YS", units, gates={LAB: "BG"}, power=power, **ice)
    script(p, ("BG", "action", "surgery"))
    if power == 1:  # in the frozen area it could not be paid: there is one Cultist left to take
        assert at(p, "BG", PLAIN) == {CYLINDER: 1}
    else:
        for place in places:
            plays(p, next(o for o in p.decision.options if o != "done" and o[1] == area(p, place)))  # type: ignore[union-attr]
        plays(p, "done")
    assert p.state.power[0] == after
    assert not p.state.tolled
    units["BG"] = {LAB: "2 Acolyte"}
    assert why_not(scene("BG WW YS", units, gates={LAB: "BG"}, power=1, **ice), "BG", "surgery").keys() == {
        "CW-ACT-002"
    }


@pytest.mark.rule("CW-YUG-012", "CW-INV-015")
def test_cylinders_do_not_flee_with_tarang() -> None:
    units = {"GC": {LAB: f"Tarang, Acolyte, {CYLINDER}"}, "YS": {POLAR: "Hastur"}, "BG": {PLAIN: "Acolyte"}}
    p = scene("YS GC BG", units, things=("investigators",), cards={"Tarang": "GC"})
    script(p, ("YS", "action", "move"), ("YS", "unit to move", f"Hastur, {POLAR}"), ("YS", "move to", LAB))
    while asked(p)[1] != "where they flee":
        p.play(p.decision.options[-1])  # type: ignore[union-attr]
    p.play(p.decision.options[0])  # type: ignore[union-attr]
    assert at(p, "GC", LAB) == {CYLINDER: 1}


@pytest.mark.rule("CW-YUG-012", "CW-IGO-009", "CW-IGO-014", "CW-IGO-019")
@pytest.mark.parametrize(("rulings", "goes"), [({}, True), ({"cylinders_driven": "go"}, True),
                                               ({"cylinders_driven": "stay"}, False)])  # fmt: skip
@pytest.mark.parametrize(("rule", "god", "verb", "place", "to", "box"), [
    ("CW-IGO-014", "Father Dagon", "tsunami", LAB, POLAR, 2),
    ("CW-IGO-009", "Mother Hydra", "agony sting", POLAR, LAB, 1),
    ("CW-IGO-019", "Byatis", "god of forgetfulness", POLAR, LAB, 3),
])  # fmt: skip
def test_whether_cylinders_are_driven_out_with_other_cultists_is_a_ruling(
    rule: str, god: str, verb: str, place: str, to: str, box: int, rulings: dict[str, str], goes: bool
) -> None:
    for beside, n in ((f"Acolyte, {CYLINDER}", 1), (CYLINDER, 0)):
        units = {"GC": {LAB if god == "Byatis" else TOWERS: god}, "YS": {place: beside}, "BG": {PLAIN: "Acolyte"}}
        p = scene("GC YS BG", units, things=(f"great_old_one_pack_{box}",), rulings=rulings, cards={god: "GC"},
                  card_spellbooks={"GC": god})  # fmt: skip
        if not goes and not n:
            assert [*why_not(p, "GC", verb, area(p, place))] == [rule]
            continue
        p.play(next(o for o in p.decision.options if o[:2] == (verb, area(p, place))))  # type: ignore[union-attr]
        while asked(p)[1] != "action":
            found = [o for o in p.decision.options if p.system.label(p.state, p.decision, o) == to]  # type: ignore[union-attr, arg-type]
            p.play(found[0] if found else p.decision.options[0])  # type: ignore[union-attr]
        assert at(p, "YS", to) == ({"Acolyte": 1} if n else {}) | ({CYLINDER: 1} if goes else {})
        assert at(p, "YS", place) == ({} if goes else {CYLINDER: 1})


@pytest.mark.rule("CW-YUG-037")
def test_at_nothing_it_is_gone_and_sleeps_at_twelve() -> None:
    units = {"GC": {TWIN: "Cthulhu"}, WATCHER: {TWIN: FIGURE}, "YS": {TOWERS: "Acolyte"}, "BG": {PLAIN: "Acolyte"}}
    p = scene("GC YS BG", units, counters=[["table", yuggoth.WORN, 11]])
    assert combat(p.state, area(p, TWIN), wild(p, WATCHER), 0) == 1
    p = battle(p, wild(p, WATCHER), TWIN, (1, 0), (1, 0))
    assert lies(p, WATCHER) == {}
    assert not yuggoth.awake(p.state)
    assert yuggoth.strength(p.state) == 12


@pytest.mark.rule("CW-YUG-037")
def test_once_gone_another_marker_at_twelve_awakens_it_and_after_all_of_them_the_die_alone() -> None:
    units = PEOPLE | {"GC": {LAB: "Acolyte"}}
    first = [["GC", yuggoth.PASSED, 1]]
    assert yuggoth.awake(after_doom(units, doom={"GC": 20, "YS": 12, "BG": 3}, counters=first).state)
    assert not yuggoth.awake(after_doom(units, doom={"GC": 20, "YS": 11, "BG": 3}, counters=first).state)
    all_ = {"doom": {"GC": 20, "YS": 13, "BG": 12}, "counters": [[f, yuggoth.PASSED, 1] for f in ("GC", "YS", "BG")]}
    assert not yuggoth.awake(after_doom(units, **all_).state)
    p = after_doom(PEOPLE, gates={SLOPES: "GC"}, **all_)
    assert asked(p) == ("chance", "watcher")
    p.play(2)
    assert yuggoth.awake(p.state)


@pytest.mark.rule("CW-YUG-037", "CW-YUG-029")
def test_decayed_to_nothing_it_is_gone_before_anybody_does_anything_in_the_doom_phase() -> None:
    units = {WATCHER: {TWIN: FIGURE}, "GC": {LAB: "6 Acolyte"}, "YS": {TOWERS: "Acolyte"}, "BG": {PLAIN: "Acolyte"}}
    p = scene("GC YS BG", units, phase="gather power", power=0, counters=[["table", yuggoth.WORN, 11]])
    until(p, "watcher decays")
    p.play(1)
    assert asked(p) == ("GC", "doom phase")
    assert (lies(p, WATCHER), yuggoth.strength(p.state)) == ({}, 12)


@pytest.mark.rule("CW-YUG-037", "CW-YUG-027")
def test_who_comes_to_twelve_by_the_battle_that_ends_it_has_passed_it_awake() -> None:
    units = {"GC": {TWIN: "Cthulhu"}, WATCHER: {TWIN: FIGURE}, "YS": {TOWERS: "Acolyte"}, "BG": {PLAIN: "Acolyte"}}
    p = scene("GC YS BG", units, counters=[["table", yuggoth.WORN, 11]], doom={"GC": 12, "YS": 3, "BG": 3})
    p = battle(p, wild(p, WATCHER), TWIN, (1, 0), (0, 0))
    assert (lies(p, WATCHER), p.state.counter(0, yuggoth.PASSED)) == ({}, 1)


@pytest.mark.rule("CW-YUG-034", "CW-AZA-034", "CW-WW-006")
def test_it_is_a_great_old_one_without_power_whom_no_enemy_power_touches() -> None:
    units = {
        "WW": {TWIN: "Wendigo, Ithaqua"},
        WATCHER: {TWIN: FIGURE},
        "YS": {TOWERS: "Acolyte"},
        "BG": {PLAIN: "Acolyte"},
    }
    p = scene("WW YS BG", units, books={"WW": "Howl"}, power={"WW": 9, "YS": 0, "BG": 0})
    s: State = p.state
    watcher = wild(p, WATCHER)
    assert s.config.goos[watcher] == (0,)
    assert (s.power_of(watcher), s.config.cost[watcher][0]) == (0, 0)
    assert s.config.factions[watcher].aloof
    q = p.clone()
    battle(q, watcher, TWIN, (0, 1), (0, 0))
    assert lies(q, WATCHER) == {TWIN: 1}
    p.play(("hibernate",))
    assert p.state.power[0] == 10


@pytest.mark.rule("CW-WW-006", "CW-OW-029")
def test_a_sleeping_watcher_is_no_enemy_and_an_awake_one_bars_the_beyond_one() -> None:
    units = {"WW": {TWIN: "Ithaqua"}, "YS": {TOWERS: "Acolyte"}, "BG": {PLAIN: "Acolyte"}}
    p = scene("WW YS BG", units, power={"WW": 9, "YS": 0, "BG": 0})
    p.play(("hibernate",))
    assert p.state.power[0] == 9
    units = {"OW": {TWIN: "Yog-Sothoth, Acolyte"}, "YS": {TOWERS: "Acolyte"}, "BG": {PLAIN: "Acolyte"}}
    for choice in ("any_enemy", "gate_owner"):
        for more, bars in (({}, False), ({WATCHER: {TWIN: FIGURE}}, True)):
            p = scene("OW YS BG", units | more, gates={TWIN: "OW"}, rulings={"beyond_one_cancel": choice})
            assert ("CW-OW-029" in why_not(p, "OW", "beyond one", area(p, TWIN))) is bars


@pytest.mark.rule("CW-YUG-035")
@pytest.mark.parametrize(("dice", "asked_for"), [((2, 0), True), ((0, 2), False)])
def test_harbinger_asks_once_for_kills_on_it(dice: tuple[int, int], asked_for: bool) -> None:
    units = {"CC": {TWIN: "Nyarlathotep"}, WATCHER: {TWIN: FIGURE}, "YS": {TOWERS: "Acolyte"}, "BG": {PLAIN: "Acolyte"}}
    p = scene("CC YS BG", units, books={"CC": "Abduct, Madness, Emissary of the Outer Gods"})
    p.play(("battle", area(p, TWIN), wild(p, WATCHER)))
    rolls, times = [dice, (0, 0)], 0
    while p.decision is not None and p.decision.what not in ("action", "retreat to"):
        if p.decision.player == CHANCE:
            p.play(rolls.pop(0) if p.decision.dice is not None else p.decision.options[0])
            continue
        times += p.decision.what == "harbinger"
        p.play("signs" if p.decision.what == "harbinger" else p.decision.options[0])
    assert times == asked_for
    assert len(p.state.signs[0]) == 2 * asked_for


@pytest.mark.rule("CW-YUG-043")
def test_the_dread_curse_strikes_neither_it_nor_free_slimes() -> None:
    units = {"OW": {LAB: "Abomination"}, WATCHER: {TWIN: FIGURE}, SLIMES: {NORTH: SLIME}, "YS": {TOWERS: "Acolyte"}}
    p = scene("OW YS BG", units | {"BG": {PLAIN: "Acolyte"}}, books={"OW": "Dread Curse of Azathoth"})
    found = {o[1] for o in p.decision.options if isinstance(o, tuple) and o[0] == "dread curse"}  # type: ignore[union-attr]
    assert found == {area(p, TOWERS), area(p, PLAIN)}


@pytest.mark.rule("CW-YUG-047")
def test_frank_must_attack_himself_as_in_the_example_of_the_book() -> None:
    """The whole example is a scenario, `yuggoth_the_example`."""
    people = {"BG": {LAB: "Acolyte"}, "YS": {METHANE: "Hastur, King in Yellow, Byakhee"}, "GC": {TOWERS: "Acolyte"}}
    p = dawn({WATCHER: {TWIN: FIGURE}} | people, "YS GC BG", worn=5)
    # nobody but Frank stands next to it
    fight(p, (1, 2), (2, 0))
    assert yuggoth.strength(p.state) == 5
    assert lies(p, WATCHER) == {METHANE: 1}


@pytest.mark.rule("CW-AZA-034")
def test_an_elder_thing_beside_it_takes_no_strength_from_it() -> None:
    units = {"GC": {TWIN: "Elder Thing, Acolyte"}, WATCHER: {TWIN: FIGURE}, "YS": {TOWERS: "Acolyte"}}
    p = scene("GC YS BG", units | {"BG": {PLAIN: "Acolyte"}}, things=("azathoth",), cards={"Elder Thing": "GC"})
    assert combat(p.state, area(p, TWIN), wild(p, WATCHER), 0) == 12
    p = battle(p, wild(p, WATCHER), TWIN, (1, 1), (0, 0))
    assert (lies(p, WATCHER), yuggoth.strength(p.state)) == ({TWIN: 1}, 11)


@pytest.mark.rule("CW-YUG-034")
@pytest.mark.parametrize(("seats", "unit", "dice"), [
    ("WW YS BG", "Ithaqua", 0), ("CC YS BG", "Nyarlathotep", 0), ("SL YS BG", "Tsathoggua", 2),
])  # fmt: skip
def test_who_counts_what_an_enemy_has_counts_nothing_of_it(seats: str, unit: str, dice: int) -> None:
    rest = {"YS": {TOWERS: "Acolyte"}, "BG": {PLAIN: "Acolyte"}}
    s: State = scene(seats, {seats[:2]: {TWIN: unit}, WATCHER: {TWIN: FIGURE}} | rest, doom=9).state
    watcher = yuggoth.owner(s, "watcher")
    assert combat(s, s.config.map.index[TWIN], 0, watcher) == dice


@pytest.mark.rule("CW-YUG-034")
@pytest.mark.parametrize(("seats", "units", "books", "offered"), [
    ("CC YS BG", "Nightgaunt, Flying Polyp", "Abduct, Invisibility", {"Invisibility", "Done"}),
    ("SL YS BG", "Tsathoggua, Wizard", "Demand Sacrifice", None),
])  # fmt: skip
def test_powers_touch_their_own_side_alone(seats: str, units: str, books: str, offered: set[str] | None) -> None:
    mine, rest = seats[:2], {"YS": {TOWERS: "Acolyte"}, "BG": {PLAIN: "Acolyte"}}
    p = scene(seats, {mine: {TWIN: units}, WATCHER: {TWIN: FIGURE}} | rest, books={mine: books})
    p.play(("battle", area(p, TWIN), wild(p, WATCHER)))
    if offered is None:
        assert asked(p) == ("chance", "battle dice")
    else:
        assert labels(p) == offered
        p.play("Invisibility")
        assert asked(p)[0] == mine  # one of its own


@pytest.mark.rule("CW-YUG-034")
@pytest.mark.parametrize(("letters", "there", "killed"), [(WATCHER, FIGURE, True), (SLIMES, f"2 {SLIME}", False)])
def test_it_kills_nyarlathotep_in_spite_of_his_emissary(letters: str, there: str, killed: bool) -> None:
    units = {"CC": {TWIN: "Nyarlathotep"}, letters: {TWIN: there}, "YS": {TOWERS: "Acolyte"}, "BG": {PLAIN: "Acolyte"}}
    p = scene("CC YS BG", units, books={"CC": "Emissary of the Outer Gods"})
    p = battle(p, wild(p, letters), TWIN, (0, 0), (1, 0))
    assert (left(p, "CC", "Nyarlathotep") == 0) is killed


@pytest.mark.rule("CW-YUG-031")
def test_it_comes_to_the_moon_by_no_way_but_to_anybody() -> None:
    people = {"BB": {"Moon": "2 Earth Cat"}, "GC": {SLOPES: "Acolyte"}, "YS": {POLE: "Acolyte", LAB: "Acolyte"}}
    assert lies(dawn(people, "BB GC YS"), WATCHER) == {SLOPES: 1}  # there was one way, beside it
    p = dawn(people | {"GC": {POSTERN: "Acolyte"}}, "BB GC YS")
    assert (asked(p), labels(p)) == (("BB", "watcher goes"), {"Moon", POLE, LAB})


@pytest.mark.rule("CW-YUG-026", "CW-YUG-029")
def test_what_is_known_of_it_is_shown() -> None:
    def told(p: Position) -> tuple[str, int]:
        power = next(by for _, by in p.state.key.pairs if by.name == "The Watcher awakens")
        (row,) = power.progress(p.state)
        return row.parts[0].name, row.parts[0].have

    assert told(scene("GC YS BG", PEOPLE, gates={SLOPES: "GC"})) == ("asleep; awakened by 1, 2, 3", 0)
    assert told(scene("GC YS BG", PEOPLE, gates={SLOPES: "abandoned"})) == ("asleep; no gate stirs it", 0)
    p = scene("GC YS BG", PEOPLE | {WATCHER: {TWIN: FIGURE}}, counters=[["table", yuggoth.WORN, 5]])
    assert told(p) == ("awake in Twin Desolations, with 7 dice", 1)


@pytest.mark.rule("CW-YUG-002", "CW-YUG-033")
def test_its_token_lies_on_the_doom_track_and_its_figure_shows_its_dice() -> None:
    for worn, units in ((0, PEOPLE), (5, PEOPLE | {WATCHER: {TWIN: FIGURE}})):
        p = scene("GC YS BG", units, counters=[["table", yuggoth.WORN, worn]] if worn else [])
        shown = p.system.table(p.state, None)
        (track,) = (track for track in shown.tracks if track.name == "Doom")
        assert [(marker.name, marker.at) for marker in track.markers if marker.name] == [("The Watcher", 12 - worn)]
        assert [piece.badge for piece in shown.pieces if piece.kind == "watcher"] == ["7"] * bool(worn)
        assert not any(yuggoth.WORN in note for note in shown.notes)


@pytest.mark.rule("CW-BB-044")
def test_earth_cats_may_become_cylinders() -> None:
    units = {"BB": {LAB: "2 Earth Cat"}, "GC": {POLE: "Acolyte"}, "YS": {TOWERS: "Acolyte"}}
    s: State = scene("BB GC YS", units).state
    kinds = {s.config.name[0][code & KIND] for _, _, code in yuggoth.patients(s, 0)}
    assert kinds == {"Earth Cat"}


@pytest.mark.rule("CW-WW-037", "CW-YUG-012")
def test_howl_moves_no_cylinder() -> None:
    units = {"WW": {LAB: "Wendigo"}, "BG": {LAB: f"{CYLINDER}, Ghoul, Dark Young"}, "YS": {TOWERS: "Acolyte"}}
    p = scene("WW BG YS", units, books={"WW": "Howl"})
    script(p, ("WW", "action", ("battle", area(p, LAB), who(p, "BG"))), ("WW", "pre_battle", "Howl"))
    assert (asked(p), labels(p)) == (("BG", "howled away"), {"Ghoul", "Dark Young"})
    p = scene("WW BG YS", units | {"BG": {LAB: f"2 {CYLINDER}"}}, books={"WW": "Howl"})
    script(p, ("WW", "action", ("battle", area(p, LAB), who(p, "BG"))))
    if asked(p)[1] == "pre_battle":
        p.play("Howl")
    assert asked(p) == ("chance", "battle dice")  # nobody is sent away


@pytest.mark.rule("CW-YUG-012")
def test_no_pain_is_given_to_a_cylinder() -> None:
    units = {"GC": {LAB: "Starspawn"}, "BG": {LAB: f"{CYLINDER}, Ghoul, Dark Young"}, "YS": {TOWERS: "Acolyte"}}
    for result, there in (((0, 1), {"Ghoul", "Dark Young"}), ((1, 0), {"Ghoul", "Dark Young", CYLINDER})):
        p = scene("GC BG YS", units)
        plays(p, ("battle", area(p, LAB), who(p, "BG")), result, (0, 0))
        assert (asked(p)[0], labels(p)) == ("BG", there)
    p = scene("GC BG YS", units | {"BG": {LAB: f"2 {CYLINDER}", PLAIN: "Acolyte"}})
    plays(p, ("battle", area(p, LAB), who(p, "BG")), (0, 1))
    assert (asked(p), at(p, "BG", LAB)) == (("BG", "action"), {CYLINDER: 2})


@pytest.mark.rule("CW-YUG-012")
def test_the_dread_curse_and_dire_cthulhu_drive_no_cylinder_away() -> None:
    units = {"OW": {LAB: "Abomination"}, "BG": {LAB: f"{CYLINDER}, Ghoul, Dark Young"}, "YS": {TOWERS: "Acolyte"}}
    for result, there in (((0, 1), {"Ghoul", "Dark Young"}), ((1, 0), {"Ghoul", "Dark Young", CYLINDER})):
        p = scene("OW BG YS", units, books={"OW": "Dread Curse of Azathoth"})
        plays(p, ("dread curse", area(p, LAB)), result)
        while asked(p)[0] == "OW":
            p.play(p.decision.options[0])  # type: ignore[union-attr]
        assert (asked(p)[0], labels(p)) == ("BG", there)
    only = units | {"BG": {LAB: f"2 {CYLINDER}"}}
    p = scene("OW BG YS", only, books={"OW": "Dread Curse of Azathoth"})
    plays(p, ("dread curse", area(p, LAB)), (0, 1))
    while asked(p) == ("OW", "curse: pain"):
        p.play(p.decision.options[0])  # type: ignore[union-attr]
    assert (asked(p)[1], at(p, "BG", LAB)) == ("action", {CYLINDER: 2})
    units = {
        "YS": {LAB: "Dire Cthulhu, Undead"},
        "GC": {LAB: "Deep One"},
        "BG": {LAB: f"{CYLINDER}, Ghoul, Dark Young"},
    }
    p = scene("YS GC BG", units, things=("dire_cthulhu",), cards={"Dire Cthulhu": "YS"},
              card_spellbooks={"YS": "Dire Cthulhu"})  # fmt: skip
    plays(p, ("battle", area(p, LAB), who(p, "GC")), (0, 1), (0, 0))
    script(p, ("YS", "use Non-Euclidean", "yes"), ("YS", "result beside the battle", "A pain to Black Goat"))
    assert (asked(p)[0], labels(p)) == ("BG", {"Ghoul", "Dark Young"})


@pytest.mark.rule("CW-WW-035")
def test_howl_sends_a_free_slime_where_windwalker_likes_and_the_watcher_nowhere() -> None:
    for letters, unit, goes in ((SLIMES, SLIME, True), (WATCHER, FIGURE, False)):
        units = {"WW": {NORTH: "Wendigo"}, letters: {NORTH: unit}, "YS": {TOWERS: "Acolyte"}, "BG": {PLAIN: "Acolyte"}}
        p = scene("WW YS BG", units, books={"WW": "Howl"})
        p.play(("battle", area(p, NORTH), wild(p, letters)))
        while asked(p)[1] not in ("retreat to", "battle dice"):
            p.play(next(o for o in p.decision.options if o != "done"))  # type: ignore[union-attr]
        assert asked(p) == (("WW", "retreat to") if goes else ("chance", "battle dice"))
