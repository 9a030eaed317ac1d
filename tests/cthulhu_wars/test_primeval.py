"""Primeval Earth: where Glaciers come, what they cover, and each faction that has a rule of its own there."""

from __future__ import annotations

from typing import Any

import pytest

import theomachy as th
from tests.cthulhu_wars.scene import area, asked, at, labels, script, system, table, why_not
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars.rules import maps
from theomachy.games.cthulhu_wars.rules.domains import ACTION, DOOM, OPEN_GATE
from theomachy.games.cthulhu_wars.rules.maps import load_map
from theomachy.games.cthulhu_wars.rules.score import gathered
from theomachy.games.cthulhu_wars.rules.state import State, bits

BOARDS = [key for key in maps.names() if key.startswith("primeval")]
LOMAR, ANTARCTICA, TETHYS, MNAR, ZOBNA, MU = "Lomar", "Antarctica", "Tethys Ocean", "Mnar", "Zobna", "Mu"
GLYPHS = {"Antarctica", "Atlantis", "Hyperborea", "Lemuria", "Lomar", "Mu", "Tethys Ocean"}  # of the smallest board


def scene(seats: str = "GC YS BG", units: dict[str, dict[str, str]] | None = None, **more: Any) -> Position:
    """A table on the smallest board, everybody with a little Power."""
    units = units or {"GC": {TETHYS: "Acolyte"}, "YS": {"Atlantis": "Acolyte"}, "BG": {MU: "Acolyte"}}
    return table(seats, units, board="primeval_3p", **{"power": 3} | more)


def after_doom(seats: str = "GC YS BG", units: dict[str, dict[str, str]] | None = None, **more: Any) -> Position:
    """The same in the Doom phase, in which nobody can pay for a ritual: what comes after it is asked, if anything."""
    return scene(seats, units, **{"phase": "doom", "round": 3} | more)


def iced(p: Position) -> set[str]:
    """The areas under Glaciers."""
    s: State = p.state
    return {s.config.map.names[a] for a in bits(s.tokens[s.config.token("glacier")])}


def holder(p: Position, place: str) -> int:
    """Who holds the gate in an area."""
    found: int = p.state.holder(area(p, place))
    return found


# -- the board --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-PRI-001")
def test_the_two_boards_of_four_players_have_nine_and_eleven_glyphs() -> None:
    glyphs = {key: load_map(key).printed("glacier").bit_count() for key in BOARDS}
    assert (glyphs["primeval_4p_a"], glyphs["primeval_4p_b"]) == (9, 11)
    assert max(glyphs.values()) == 13
    assert {len(load_map(key).names) for key in BOARDS} == {13, 17, 21, 24, 28, 32}
    game = th.new("cthulhu_wars", players=4, map="primeval_4p_a")
    s = game.position.state
    assert [s.power, [s.crowd(f, home) for f, home in enumerate(s.start)]] == [[8] * 4, [6] * 4]


@pytest.mark.rule("CW-PRI-001")
def test_a_ruling_says_whether_more_than_thirteen_glaciers_come() -> None:
    thirteen = {key: {"glacier": ", ".join(_areas("primeval_6p", 13))} for key in ["markers"]}
    for said, n in (("more", 15), ("none", 13)):
        rulings = {"glaciers_beyond_thirteen": said}
        units = {"GC": {TETHYS: "Acolyte"}}
        rest: dict[str, Any] = {"phase": "doom", "round": 3, "power": 3, **thirteen}
        p = table("GC YS BG CC SL WW", units, board="primeval_6p", rulings=rulings, **rest)
        while asked(p)[1] == "area that freezes":
            p.play(p.decision.options[0])  # type: ignore[union-attr, index]
        assert len(iced(p)) == n


def _areas(key: str, n: int) -> list[str]:
    """So many areas, those with Glacier Glyphs last."""
    board = load_map(key)
    glyphs = bits(board.printed("glacier"))
    return [board.names[a] for a in [*(a for a in range(len(board.names)) if a not in glyphs), *glyphs][:n]]


@pytest.mark.rule("CW-PRI-002")
@pytest.mark.parametrize("key", BOARDS)
def test_the_oceans_are_those_with_the_word(key: str) -> None:
    board = load_map(key)
    assert all(wet == ("Ocean" in name) for name, wet in zip(board.names, board.ocean, strict=True))
    assert 4 <= sum(board.ocean) <= 9
    lands = _pieces(board)
    assert len(lands) == 4
    assert any({LOMAR, ANTARCTICA, "Atlantis"} <= land for land in lands)  # from pole to pole


def _pieces(board: maps.Map) -> list[set[str]]:
    """The lands that hang together."""
    left, found = {a for a, wet in enumerate(board.ocean) if not wet}, list[set[str]]()
    while left:
        land, last = set[int](), {min(left)}
        while last:
            land |= last
            last = {b for a in last for b in board.near[a] if not board.ocean[b]} - land
        found.append({board.names[a] for a in land})
        left -= land
    return found


@pytest.mark.rule("CW-AN-005")
@pytest.mark.parametrize("key", BOARDS)
def test_the_ancients_begin_at_no_glyph_though_it_is_nobodys_start(key: str) -> None:
    """On the smallest board each glyph lies in a start area, where they do not begin anyway."""
    factions = "GC BG CC YS SL TT WW".split()[: int(key.split("_")[1].removesuffix("p")) - 1]
    p = th.new("cthulhu_wars", factions=[*factions, "AN"], map=key).position
    board, sigils = p.state.config.map, p.state.config.sigils
    assert asked(p) == ("AN", "start area")
    glyphs = {board.names[a] for a in bits(board.printed("glacier"))}
    assert not glyphs & labels(p)
    assert bool(board.printed("glacier") & ~sigils) is (key != "primeval_3p")


@pytest.mark.rule("CW-AN-005")
def test_the_ancients_are_set_up_where_no_glacier_glyph_is() -> None:
    p = th.new("cthulhu_wars", players=3, factions=["GC", "BG", "AN"], map="primeval_3p").position
    assert asked(p) == ("AN", "start area")
    board = p.state.config.map
    starts = {board.names[a] for areas in board.starts.values() for a in areas}
    assert labels(p) == {*board.names} - GLYPHS - starts
    opener = th.new("cthulhu_wars", players=3, factions=["GC", "BG", "OW"], map="primeval_3p").position
    assert asked(opener) == ("OW", "start area")
    assert labels(opener) & GLYPHS


# -- when they come ---------------------------------------------------------------------------------------------------
FIRST: dict[str, Any] = {"round": 1}


@pytest.mark.rule("CW-PRI-003", "CW-PRI-015")
def test_the_first_doom_phase_freezes_the_start_areas_of_those_who_play() -> None:
    gates = {TETHYS: "GC", "Atlantis": "YS", MNAR: "BG"}
    units = {
        "GC": {TETHYS: "2 Acolyte, Deep One"}, "YS": {"Atlantis": "Acolyte"}, "BG": {MU: "Acolyte", MNAR: "Acolyte"}
    }  # fmt: skip
    p = after_doom(units=units, gates=gates, **FIRST)
    assert p.state.phase == ACTION
    assert iced(p) == {TETHYS, "Atlantis", MU}  # not those of factions that are not here
    assert [holder(p, place) for place in (TETHYS, "Atlantis", MNAR)] == [-1, -1, 2]
    assert p.state.gate[area(p, TETHYS)] == OPEN_GATE
    assert at(p, "GC", TETHYS) == {"Acolyte": 2, "Deep One": 1}  # who has stood on it stays
    assert "area that freezes" not in [entry.what for entry in p.log()]
    later = after_doom(units=units, gates=gates, round=2)
    assert asked(later) == ("GC", "area that freezes")
    assert iced(later) == set()


@pytest.mark.rule("CW-PRI-004")
def test_only_the_area_where_windwalker_has_started_freezes() -> None:
    for home, other in ((LOMAR, ANTARCTICA), (ANTARCTICA, LOMAR)):
        units = {"GC": {TETHYS: "Acolyte"}, "WW": {home: "Acolyte"}}
        p = after_doom("GC WW BG", units, start={"GC": TETHYS, "WW": home, "BG": MU}, **FIRST)
        assert home in iced(p)
        assert other not in iced(p)


@pytest.mark.rule("CW-PRI-005")
def test_later_the_first_player_freezes_two_areas_with_a_glyph() -> None:
    units = {"GC": {TETHYS: "Acolyte, Deep One"}, "YS": {"Atlantis": "Acolyte"}, "BG": {MNAR: "Acolyte"}}
    gates = {TETHYS: "GC", "Atlantis": "YS", MNAR: "BG"}
    p = after_doom(units=units, gates=gates, markers={"glacier": LOMAR}, first="YS", active="BG")
    assert asked(p) == ("YS", "area that freezes")
    assert labels(p) == GLYPHS - {LOMAR}
    assert p.system.moment(p.state)[:2] == (3, DOOM)  # that phase is not over yet, for people
    assert p.system.where(p.state).startswith("round 3, Doom")
    script(p, ("YS", "area that freezes", TETHYS))
    assert labels(p) == GLYPHS - {LOMAR, TETHYS}
    assert iced(p) == {LOMAR}  # both come together
    script(p, ("YS", "area that freezes", "Hyperborea"))
    assert iced(p) == {LOMAR, TETHYS, "Hyperborea"}
    assert (holder(p, TETHYS), holder(p, "Atlantis")) == (-1, 1)
    assert at(p, "GC", TETHYS) == {"Acolyte": 1, "Deep One": 1}
    assert p.state.phase == ACTION
    assert p.system.moment(p.state)[:2] == (4, ACTION)


@pytest.mark.rule("CW-PRI-006")
def test_a_chaos_gate_becomes_a_plain_one_under_the_ice() -> None:
    units = {"GC": {TETHYS: "Acolyte"}, "DS": {MU: "Acolyte", ZOBNA: "Acolyte"}, "BG": {MNAR: "Acolyte"}}
    more: dict[str, Any] = {"gates": {MU: "DS", ZOBNA: "DS"}, "gate_sorts": {MU: "Chaos", ZOBNA: "Chaos"}}
    p = after_doom("GC DS BG", units, **more)
    script(p, ("GC", "area that freezes", MU), ("GC", "area that freezes", LOMAR))
    s = p.state
    assert (s.sort(area(p, MU)), s.gate[area(p, MU)], holder(p, MU)) == ("", OPEN_GATE, -1)
    assert (s.sort(area(p, ZOBNA)), holder(p, ZOBNA)) == ("Chaos", 1)
    assert at(p, "DS", MU) == {"Acolyte": 1}


@pytest.mark.rule("CW-PRI-003", "CW-PRI-006")
@pytest.mark.parametrize(("rulings", "sort"), [({}, ""), ({"first_glacier_chaos": "exchanged"}, ""),
                                               ({"first_glacier_chaos": "stays"}, "Chaos")])  # fmt: skip
def test_whether_a_chaos_gate_under_the_first_ice_becomes_a_plain_one_is_a_ruling(
    rulings: dict[str, str], sort: str
) -> None:
    """It is nobody's in any case, and a later Glacier always changes one."""
    units = {"GC": {TETHYS: "Acolyte"}, "DS": {MU: "Acolyte", LOMAR: "Acolyte"}, "BG": {MNAR: "Acolyte"}}
    more: dict[str, Any] = {"gates": {MU: "DS", LOMAR: "DS"}, "gate_sorts": {MU: "Chaos", LOMAR: "Chaos"}}
    more |= {"start": {"GC": TETHYS, "DS": MU, "BG": MNAR}, "rulings": rulings}
    p = after_doom("GC DS BG", units, **more, **FIRST)
    assert (MU in iced(p), p.state.sort(area(p, MU)), holder(p, MU)) == (True, sort, -1)
    assert (at(p, "DS", MU), p.state.sort(area(p, LOMAR))) == ({"Acolyte": 1}, "Chaos")
    later = after_doom("GC DS BG", units, **more)
    script(later, ("GC", "area that freezes", LOMAR), ("GC", "area that freezes", "Hyperborea"))
    assert (later.state.sort(area(later, LOMAR)), later.state.sort(area(later, MU))) == ("", "Chaos")


@pytest.mark.rule("CW-CMP-002")
def test_under_the_ice_it_stays_a_chaos_gate_when_no_plain_one_is_left() -> None:
    game = system("GC DS BG", "primeval_3p")
    few = type(game).build(options=game.options, overlay={"supply": {"gates": 1}})
    setup: dict[str, Any] = {
        "gates": {MU: "DS", ZOBNA: ""},
        "gate_sorts": {MU: "Chaos"},
        "units": {"DS": {MU: "Acolyte"}},
    }
    p = Position(few, few.arrange({"phase": "doom", "round": 3, "active": "GC", "power": 3, **setup}))
    script(p, ("GC", "area that freezes", MU), ("GC", "area that freezes", LOMAR))
    assert (p.state.sort(area(p, MU)), holder(p, MU), p.state.gates_out()) == ("Chaos", -1, 1)
    assert MU in iced(p)


@pytest.mark.rule("CW-PRI-007")
def test_when_every_glyph_is_under_ice_no_more_come() -> None:
    p = after_doom(markers={"glacier": ", ".join(sorted(GLYPHS - {MU}))})
    assert (asked(p)[1], iced(p)) == ("action", GLYPHS)  # the last one is no choice
    p = after_doom(markers={"glacier": ", ".join(sorted(GLYPHS))})
    assert (asked(p)[1], iced(p)) == ("action", GLYPHS)


@pytest.mark.rule("CW-PRI-011")
def test_the_map_may_be_played_without_glaciers() -> None:
    for turn in (1, 3):
        p = after_doom(rulings={"glaciers": "no"}, round=turn, gates={TETHYS: "GC"})
        assert (asked(p)[1], iced(p), holder(p, TETHYS)) == ("action", set(), 0)


@pytest.mark.rule("CW-XMP-001")
def test_glaciers_are_of_this_world_alone_and_go_with_other_boxes() -> None:
    units = {"GC": {"South Pacific": "Acolyte"}, "YS": {"Europe": "Acolyte"}, "BG": {"Africa": "Acolyte"}}
    p = table("GC YS BG", units, board="earth_3p", phase="doom", round=1, power=3)
    assert asked(p)[1] == "action"
    assert p.state.config.token("glacier") == -1
    assert "glacier" not in set(p.system.config.facts.names("worlds.primeval.tokens"))
    things = ("neutral_monsters", "great_old_one_pack_1", "high_priests", "tribes", "colour_out_of_space")
    game = system("TT OW SL BB", "primeval_4p_a", (), things)
    assert {"neutral_monsters", "tribes"} <= {*game.config.sets}
    assert game.config.token("glacier") >= 0
    assert [n for n in range(2, 9) if any(key.startswith("primeval") for key in _boards(n))] == [2, 3, 4, 5, 6, 7, 8]


def _boards(players: int) -> list[str]:
    from theomachy.games.cthulhu_wars import CthulhuWars

    return [*CthulhuWars.choices(players)["map"].among]


# -- what they do -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-PRI-009")
def test_covered_gates_pay_one_power_to_everybody() -> None:
    units = {"GC": dict.fromkeys((TETHYS, LOMAR, MU, "Lemuria"), "Acolyte"), "YS": {MNAR: "Acolyte"}}
    gates = dict.fromkeys((TETHYS, LOMAR, MU, "Lemuria"), "abandoned")
    p = scene("GC YS", units, gates=gates, markers={"glacier": ", ".join(gates)})
    assert [gathered(p.state, f).value for f in (0, 1)] == [4 + 4, 1 + 4]
    without = scene("GC YS", units, gates=dict.fromkeys(gates, "GC"))
    assert [gathered(without.state, f).value for f in (0, 1)] == [4 + 8, 1]


@pytest.mark.rule("CW-PRI-010")
def test_a_gate_that_is_created_on_a_glacier_is_never_controlled() -> None:
    p = scene(markers={"glacier": TETHYS}, power=9)
    script(p, ("GC", "action", f"gate {TETHYS}"))
    assert p.state.gate[area(p, TETHYS)] == OPEN_GATE
    assert not any("Control" in label for label in labels(p))
    assert "CW-GAT-003" in why_not(p, "GC", "control", area(p, TETHYS), 0)
    assert iced(p) == {TETHYS}
    q = script(scene(power=9), ("GC", "action", f"gate {TETHYS}"))
    assert any("Control" in label for label in labels(q))


@pytest.mark.rule("CW-PRI-008")
def test_yog_sothoth_is_covered_by_nothing() -> None:
    units = {"GC": {TETHYS: "Acolyte"}, "OW": {MU: "Yog-Sothoth, Acolyte"}, "BG": {MNAR: "Acolyte"}}
    p = after_doom("GC OW BG", units, gates={MU: "OW"})
    script(p, ("GC", "area that freezes", MU), ("GC", "area that freezes", LOMAR))
    s = p.state
    assert (holder(p, MU), s.count_gates(1), s.gate_mask(1)) == (-1, 1, 1 << area(p, MU))
    assert gathered(s, 1).value == 1 + 2 + 1  # his Acolyte, himself as a gate, and the one under the ice
    assert area(p, MU) in s.portals(1)


# -- pairs with a faction ---------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-BB-043")
def test_no_glacier_comes_to_the_moon_and_one_there_takes_nothing() -> None:
    units = {"GC": {TETHYS: "Acolyte"}, "BB": {"Moon": "Earth Cat"}, "BG": {MNAR: "Acolyte"}}
    p = after_doom("GC BB BG", units, start={"GC": TETHYS, "BB": "Moon", "BG": MU}, **FIRST)
    assert iced(p) == {TETHYS, MU}
    assert holder(p, "Moon") == 1
    p = scene("GC BB BG", units, markers={"glacier": "Moon"})
    assert (holder(p, "Moon"), p.state.count_gates(1)) == (1, 1)
    assert p.system.violations(p.state) == []


@pytest.mark.rule("CW-BB-043")
def test_in_a_game_from_its_beginning_bubastis_keeps_its_moon() -> None:
    p = th.new("cthulhu_wars", players=3, factions=["GC", "BB", "BG"], map="primeval_3p").position
    while p.state.round == 1 or p.state.phase != ACTION:
        assert p.decision is not None
        options = [*p.decision.options]
        p.play(next((word for word in ("pass", "done", "end") if word in options), options[0]))
    assert iced(p) == {TETHYS, MU}
    assert (holder(p, "Moon"), p.system.violations(p.state)) == (1, [])


@pytest.mark.rule("CW-DS-036", "CW-DS-037")
def test_the_daemon_sultan_has_a_glacier_where_it_has_started_if_it_has() -> None:
    units = {"GC": {TETHYS: "Acolyte"}, "DS": {MNAR: "Acolyte"}, "BG": {MU: "Acolyte"}}
    p = after_doom("GC DS BG", units, start={"GC": TETHYS, "DS": MNAR, "BG": MU}, **FIRST)
    assert MNAR in iced(p)
    assert not p.state.gate[area(p, MNAR)]
    p = after_doom("GC DS BG", {"GC": {TETHYS: "Acolyte"}, "BG": {MU: "Acolyte"}}, **FIRST)
    assert iced(p) == {TETHYS, MU}  # it has passed, and starts nowhere yet
    p = after_doom("GC DS BG", units, start={"GC": TETHYS, "DS": MNAR, "BG": MU}, round=2)
    script(p, ("GC", "area that freezes", MU), ("GC", "area that freezes", LOMAR))
    assert MNAR not in iced(p)


@pytest.mark.rule("CW-PRI-012")
def test_beyond_one_leaves_the_ice_behind_and_finds_it_there() -> None:
    units = {"OW": {MU: "Abomination, Acolyte", MNAR: "Abomination, Acolyte"}, "GC": {TETHYS: "Acolyte"}}
    p = scene("OW GC BG", units, gates={MU: "abandoned", MNAR: "OW"}, markers={"glacier": f"{MU}, {LOMAR}"})
    script(p, ("OW", "action", f"beyond one {MU} / {ZOBNA}"))
    assert iced(p) == {MU, LOMAR}
    assert "Control the gate in Zobna with: Acolyte" not in labels(p)  # nobody is there who could
    p = scene("OW GC BG", units, gates={MU: "abandoned", MNAR: "OW"}, markers={"glacier": f"{MU}, {LOMAR}"})
    script(p, ("OW", "action", f"beyond one {MNAR} / {LOMAR}"))
    assert (holder(p, LOMAR), p.state.gate[area(p, LOMAR)]) == (-1, OPEN_GATE)
    assert at(p, "OW", LOMAR) == {"Abomination": 1, "Acolyte": 1}


@pytest.mark.rule("CW-PRI-012")
def test_yog_sothoth_of_no_faction_finds_the_ice_too() -> None:
    yog = "Yog-Sothoth"
    units = {"GC": {MNAR: f"{yog}, Acolyte"}, "YS": {TETHYS: "Acolyte"}}
    for ice, holds in ((LOMAR, -1), (MU, 0)):
        things, cards = ("faction_great_old_ones",), {yog: "GC"}
        p = scene("GC YS BG", units, gates={MNAR: "GC"}, markers={"glacier": ice}, things=things, cards=cards)
        script(p, ("GC", "action", f"travel with the gate {LOMAR}"))
        assert (holder(p, LOMAR), at(p, "GC", LOMAR)) == (holds, {yog: 1, "Acolyte": 1})


@pytest.mark.rule("CW-PRI-013")
def test_cursed_slumber_takes_no_covered_gate_and_wakes_one_onto_the_ice_without_its_cultist() -> None:
    units = {"SL": {MU: "Acolyte", MNAR: "Acolyte"}, "GC": {TETHYS: "Acolyte"}}
    p = scene(
        "SL GC BG", units, gates={MU: "abandoned", MNAR: "SL"}, markers={"glacier": MU}, books={"SL": "Cursed Slumber"}
    )
    assert "CW-SL-021" in why_not(p, "SL", "cursed slumber", area(p, MU))
    script(p, ("SL", "action", f"cursed slumber {MNAR}"))
    assert p.state.count_gates(0) == 1
    assert holder(p, MNAR) == -1
    asleep = {"submerged": "Acolyte"}
    p = scene(
        "SL GC BG", {"SL": asleep}, gates_on_cards=[["SL", 1]], markers={"glacier": MU}, books={"SL": "Cursed Slumber"}
    )
    script(p, ("SL", "action", f"wake gate {MU}"))
    assert (holder(p, MU), p.state.gate[area(p, MU)], at(p, "SL", MU)) == (-1, OPEN_GATE, {"Acolyte": 1})
    p = scene("SL GC BG", {"SL": asleep}, gates_on_cards=[["SL", 1]], books={"SL": "Cursed Slumber"})
    assert holder(script(p, ("SL", "action", f"wake gate {MU}")), MU) == 0


@pytest.mark.rule("CW-PRI-014")
def test_they_break_through_at_a_covered_gate() -> None:
    units = {"OW": {MNAR: "Acolyte"}, "GC": {TETHYS: "Acolyte"}}
    with_book: dict[str, Any] = {"gates": {MU: "abandoned"}, "markers": {"glacier": MU}, "power": 9}
    p = scene("OW GC BG", units, books={"OW": "They Break Through"}, **with_book)
    assert f"Summon at {MU}: Mutant" in labels(p)
    assert not any(label.startswith("Summon") for label in labels(scene("OW GC BG", units, **with_book)))


# -- a Chaos Gate that is moved there, the editor, words --------------------------------------------------------------
def test_a_chaos_gate_that_moves_onto_the_ice_is_held_by_nobody() -> None:
    units = {"DS": {ZOBNA: "Acolyte"}, "GC": {TETHYS: "Acolyte"}}
    more: dict[str, Any] = {"gates": {ZOBNA: "DS"}, "gate_sorts": {ZOBNA: "Chaos"}, "books": {"DS": "Animate Matter"}}
    p = scene("DS GC BG", units, markers={"glacier": LOMAR}, **more)
    script(p, ("DS", "action", f"animate matter {ZOBNA} / {LOMAR}"))
    assert (holder(p, LOMAR), p.state.gate[area(p, LOMAR)], at(p, "DS", LOMAR)) == (-1, OPEN_GATE, {"Acolyte": 1})


def test_the_editor_lays_a_glacier_and_who_holds_the_gate_steps_off() -> None:
    p = scene(gates={TETHYS: "GC"})
    s, game = p.state.copy(), p.system
    tool = next(tool for tool in game.palette(s) if tool.name == "Glacier")
    s = game.edit(s, tool.id, f"area:{area(p, TETHYS)}", 1)
    assert s.holder(area(p, TETHYS)) == -1
    assert game.violations(s) == []
    held = next(tool for tool in game.palette(s) if tool.name == "Held gate")
    with pytest.raises(Exception, match="has nobody in Tethys Ocean who could stand on the gate"):
        game.edit(s, held.id, f"area:{area(p, TETHYS)}", 1)
    with pytest.raises(Exception, match="cannot hold the gate in Tethys Ocean"):
        scene(gates={TETHYS: "GC"}, markers={"glacier": TETHYS})


def test_the_table_tells_of_the_ice() -> None:
    p = scene(gates={TETHYS: "abandoned", MNAR: "abandoned"}, markers={"glacier": f"{TETHYS}, {LOMAR}"})
    seen = p.system.table(p.state)
    covered = {place.area: place for place in seen.places}
    assert covered[area(p, TETHYS)].covered == "ice"
    assert not covered[area(p, MNAR)].covered
    assert covered[area(p, TETHYS)].name == "Abandoned gate under a Glacier"
    assert [piece.area for piece in seen.pieces if piece.kind == "glacier"] == [area(p, LOMAR)]
    assert "2 Glaciers" in seen.notes
