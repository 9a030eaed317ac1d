"""Handicap: a grey Acolyte in the place of one of a strong faction, or as a seventh of a weak one."""

from __future__ import annotations

from typing import Any

import pytest

import theomachy as th
from tests.cthulhu_wars.scene import AR, EA, SLUGS, asked, at, script
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.engine.errors import UnknownName
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.display.sheets import sheet
from theomachy.games.cthulhu_wars.rules.domains import POOL
from theomachy.games.cthulhu_wars.rules.score import gathered

GREY = "Grey Acolyte"


def built(seats: str, **options: Any) -> CthulhuWars:
    """A game with a handicap, on the map for four."""
    given = {"factions": seats.split(), "map": "earth_4p_3w5e", "any_map": True}
    return CthulhuWars.build(options=given | options)


def scene(
    seats: str, units: dict[str, dict[str, str]], setup: dict[str, Any] | None = None, **options: Any
) -> Position:
    """A position of the Action phase; the first of `seats` is to act, and is too strong."""
    game = built(seats, **{"handicap": f"strong:{seats.split()[0]}"} | options)
    s = game.arrange({"units": units, "active": seats.split()[0], "power": 9} | (setup or {}))
    assert not game.violations(s)
    return Position(game, s)


def greys(p: Position, seat: int = 0) -> tuple[int, int, int]:
    """Grey Acolytes of a seat in play, in its pool, and out of the game."""
    s = p.state
    kind = s.config.name[seat].index(GREY)
    return s.total(seat, kind), s.n(seat, kind, POOL), s.gone(seat, kind)


@pytest.mark.rule("CW-HAN-001", "CW-HAN-002")
def test_five_acolytes_and_the_grey_one_start_together():
    p = Position(game := built("GC YS BG", handicap=["strong:GC"]), game.start())
    s, area = p.state, p.state.start[0]
    assert {name: s.n(0, k, area) for k, name in enumerate(s.config.name[0]) if s.n(0, k, area)} == {
        "Acolyte": 5,
        GREY: 1,
    }
    assert (s.config.limit[0][0], s.config.limit[1][0]) == (5, 6)
    assert GREY not in s.config.name[1]
    assert (greys(p), s.crowd(1, s.start[1]), s.has(1, s.config.cultists[1], POOL)) == ((1, 0, 0), 6, False)
    assert gathered(s, 0).value == gathered(s, 1).value  # it gathers as any Cultist


@pytest.mark.rule("CW-HAN-002")
def test_it_creates_holds_and_moves_as_an_acolyte_does_and_may_be_captured():
    p = scene("GC YS BG", {"GC": {AR: GREY}, "YS": {AR: "Undead"}})
    script(p, ("GC", "action", f"gate {AR}"), ("GC", "action", f"control {AR}"), ("GC", "action", "end"))
    assert p.state.holder(p.state.config.map.index[AR]) == 0
    script(p, ("YS", "action", f"capture {AR} Great Cthulhu"))
    assert greys(p)[:2] == (0, 0)


@pytest.mark.rule("CW-HAN-003")
def test_a_captive_that_would_go_home_leaves_the_game():
    p = scene("GC YS BG", {"GC": {AR: "Acolyte"}, "YS": {EA: "Acolyte"}},
              {"captives": {"YS": {"GC": GREY}}, "power": {"GC": 1, "YS": 0, "BG": 0}})  # fmt: skip
    assert greys(p) == (0, 0, 0)  # a captive is not yet lost
    script(p, ("GC", "action", "pass"))
    assert (greys(p), p.state.power[1]) == ((0, 0, 1), 2)


@pytest.mark.rule("CW-HAN-003")
@pytest.mark.parametrize(("unit", "pool", "out"), [(GREY, 4, 1), ("Acolyte", 4, 0)])
def test_who_is_changed_by_devolve_goes_out_of_the_game_or_to_the_pool(unit, pool, out):
    units = {"GC": {AR: "Acolyte", EA: GREY}, "YS": {"Europe": "Acolyte"}}
    p = scene("GC YS BG", units, {"books": {"GC": "Devolve"}})
    assert p.state.n(0, 0, POOL) == 4
    script(p, ("GC", "action", f"recruit {AR}"), ("GC", "devolve", f"{unit}, {EA if unit == GREY else AR}"))
    assert (p.state.n(0, 0, POOL), greys(p)) == (pool - (unit == GREY), (1 - out, 0, out))


@pytest.mark.rule("CW-HAN-002", "CW-HAN-003", "CW-OW-024")
def test_it_is_promoted_as_an_acolyte_and_goes_out_of_the_game():
    for unit, out, pool in ((GREY, 1, 4), ("Acolyte", 0, 5)):
        units = {"OW": {EA: f"{GREY}, Acolyte, Mutant"}, "YS": {EA: "Undead", AR: "Acolyte"}}
        p = scene("OW YS BG", units, {"books": {"OW": "The Million Favored Ones"}})
        script(p, fight("OW", "YS"), roll(0, 0), ("OW", "promoted", f"{unit}, {EA}"), ("OW", "promoted", "done"))
        assert greys(p) == (1 - out, 0, out)
        assert (at(p, "OW", EA)["Mutant"], p.state.n(0, 0, POOL)) == (2, pool)


@pytest.mark.rule("CW-HAN-003")
def test_who_has_lost_it_reads_so_on_its_sheet():
    p = scene("GC YS BG", {"GC": {AR: "Acolyte"}})
    assert greys(p) == (0, 0, 1)  # it is nowhere on the map, so it is gone
    out = dict(sheet(p.state, 0).pieces)["Out of the game"]
    assert [piece.name for piece in out] == [GREY]
    assert not any("Out of the game" in dict(sheet(p.state, seat).pieces) for seat in (1, 2))


@pytest.mark.rule("CW-HAN-004")
def test_a_weak_faction_has_a_seventh_acolyte_in_its_pool():
    game = built("GC YS BG", handicap="weak:YS")
    p = Position(game, game.start())
    s = p.state
    assert (s.crowd(1, s.start[1]), s.n(1, 0, POOL), s.config.limit[1][0], s.config.limit[0][0]) == (6, 1, 7, 6)
    home = s.config.map.names[s.start[1]]
    setup = {"units": {"YS": {home: "6 Acolyte"}}, "active": "YS", "power": 9}
    q = Position(game, game.arrange(setup))
    script(q, ("YS", "action", f"recruit {home}"))
    assert q.state.n(1, 0, q.state.start[1]) == 7
    plain = Position(other := built("GC YS BG"), other.arrange(setup))
    assert not any(o[0] == "recruit" for o in plain.decision.options)  # type: ignore[union-attr]


@pytest.mark.rule("CW-HAN-005")
def test_on_the_card_of_sleeper_it_is_safe():
    p = scene("SL GC BG", {"SL": {AR: GREY, EA: "Acolyte"}, "GC": {AR: "Deep One"}},
              {"gates": {AR: f"SL: {GREY}"}, "books": {"SL": "Cursed Slumber"}})  # fmt: skip
    script(p, ("SL", "action", f"cursed slumber {AR}"))
    assert (greys(p), p.state.count_gates(0)) == ((1, 0, 0), 1)
    assert asked(p) == ("GC", "action")
    assert not any(o[0] == "capture" for o in p.decision.options)  # type: ignore[union-attr]


@pytest.mark.rule("CW-HAN-005")
@pytest.mark.parametrize(("given", "out", "left"), [(GREY, 1, 0), ("Acolyte", 0, 1)])
def test_father_dagon_may_take_the_grey_one_first(given: str, out: int, left: int):
    """It would be lost for good anyway; one of the others is another loss."""
    dagon = "Father Dagon"
    setup = {"phase": "first player", "cards": {dagon: "GC"}, "card_spellbooks": {"GC": dagon}}
    units = {"GC": {AR: f"{GREY}, Acolyte", EA: dagon}, "YS": {"Europe": "Acolyte"}}
    p = scene("GC YS BG", units, setup, things=["great_old_one_pack_2"])
    script(p, ("GC", "first player", 0), ("GC", "direction", 1))
    assert asked(p) == ("GC", "leaves the game")
    script(p, ("GC", "leaves the game", given))
    s = p.state
    assert (greys(p), p.state.power[0]) == ((left, 0, out), 15)
    assert (s.gone(0, 0), s.total(0, 0)) == (1 - out, left == 0)


@pytest.mark.rule("CW-HAN-001", "CW-HAN-002")
@pytest.mark.parametrize(
    ("seats", "options", "why"),
    [
        ("GC YS BG", {"handicap": ["strong:SX"]}, "no faction 'SX'"),
        ("BB YS BG", {"handicap": ["weak:BB"]}, "no Acolytes"),
        ("DS YS BG", {"handicap": ["strong:DS"]}, "begins without Acolytes"),
        ("GC YS BG", {"handicap": 3}, "a word or a list of words"),
        ("GC YS BG", {"handicap": "gray:GC"}, "no handicap 'gray:GC'"),
    ],
)
def test_who_cannot_have_one_gets_a_sentence(seats, options, why):
    with pytest.raises(UnknownName, match=why):
        built(seats, **options)


@pytest.mark.rule("CW-HAN-001")
def test_of_the_eleven_factions_nine_can_have_a_grey_acolyte():
    """There are nine in the box: two factions have no Acolytes to begin with."""
    able = []
    for letters in SLUGS:
        others = " ".join([who for who in ("GC", "YS", "BG") if who != letters][:2])
        try:
            config = built(f"{letters} {others}", handicap=[f"strong:{letters}"]).config
        except UnknownName:
            continue
        able.append(letters)
        assert [u.figures for u in config.factions[0].units if u.name == GREY] == [1]
    assert {*SLUGS} - {*able} == {"BB", "DS"}
    assert len(able) == 9


@pytest.mark.rule("CW-HAN-001")
def test_a_faction_has_one_grey_acolyte_and_the_last_word_counts():
    for words, limit in ((["strong:GC", "weak:GC"], 7), (["weak:GC", "strong:GC"], 5)):
        config = built("GC YS BG", handicap=words).config
        assert (config.limit[0][0], config.name[0].count(GREY)) == (limit, int(limit == 5))


def test_a_faction_that_does_not_play_may_be_named():
    game = built("GC YS BG", handicap=["strong:SL", "weak:bubastis"])
    assert [unit for names in game.config.name for unit in names if unit == GREY] == []
    assert [limit[0] for limit in game.config.limit] == [6, 6, 6]


def test_a_game_with_a_handicap_is_saved_and_opened(tmp_path):
    game = th.new("cthulhu_wars", factions=["great_cthulhu", "yellow_sign"], handicap="strong:great_cthulhu", seed=3)
    for _ in range(30):
        game.play(game.options[0])
    game.save(tmp_path / "grey.theo.json")
    again = th.load(tmp_path / "grey.theo.json")
    assert again.state == game.state
    assert again.system.options["handicap"] == "strong:great_cthulhu"
    plain = th.new("cthulhu_wars", factions=["great_cthulhu", "yellow_sign"], seed=3)
    assert GREY not in plain.state.config.name[0]
