"""Library at Celaeno: two floors and Archways, Tomes that seats hold, the Custodian and the Librarian."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import theomachy as th
from tests.cthulhu_wars.awakened import holder
from tests.cthulhu_wars.scene import (
    MOMENTS,
    area,
    asked,
    at,
    elsewhere,
    labels,
    script,
    system,
    table,
    unsaid,
    who,
    why_not,
)  # fmt: skip
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars.powers.worlds.library import AGONY, LONG_AGONY, overdue, tomes
from theomachy.games.cthulhu_wars.rules import maps
from theomachy.games.cthulhu_wars.rules.domains import ACTION, GATHER, HELD, OPEN_GATE, POOL
from theomachy.games.cthulhu_wars.rules.maps import load_map
from theomachy.games.cthulhu_wars.rules.state import State, bits
from theomachy.games.cthulhu_wars.rules.topics import Adjacent
from theomachy.games.cthulhu_wars.rules.ways import goals, ways

BOARDS = [key for key in maps.names() if key.startswith("library")]
SIDES = {"3p": 3, "4p_a": 4, "4p_b": 4, "5p": 5, "6p": 6, "7p_a": 7, "7p_b": 7, "8p": 8}
YR, LARVAE, GUARDIAN, BARRIER = (
    "Yr and the Nhhngr", "Larvae of the Outer Gods", "Guardian Under the Lake", "Barrier of Naach-Tith",
)  # fmt: skip
TOWER, FOUNTAIN, LOFT, OVERLOOK = "Floating Tower", "Fountain (Sea)", "Gloomloft (Sea)", "Lake of Hali Overlook (Sea)"
SNGAC, OUBLIETTE, BLUE, BLACK = "Chamber of Sn'gac", "The Oubliette (Sea)", "Blue Hall", "Black Hall"
HYPER, APKALLU, CRAWLING = "Hyperquarium (Sea)", "Chamber of Apkallu", "The Crawling Ones"
HOME = {"GC": {HYPER: "Acolyte"}, "YS": {TOWER: "Acolyte"}, "CC": {BLUE: "Acolyte"}}


def scene(seats: str = "YS GC CC", units: dict[str, dict[str, str]] | None = None, **more: Any) -> Position:
    """A table on the smallest board; who is not told of has an Acolyte at home."""
    units = {name: HOME[name] for name in seats.split() if name in HOME} | (units or {})
    return table(seats, units, board="library_3p", **{"power": 3} | more)


def silent(*names: str, n: int = 1) -> list[list[Any]]:
    """So many Silence tokens for each of these."""
    return [[name, "silence", n] for name in names]


def roll(p: Position, n: int) -> Position:
    assert asked(p) == ("chance", "agony")
    p.play(n)
    return p


def stands(p: Position, key: str) -> set[str]:
    s: State = p.state
    return {s.config.map.names[a] for a in bits(s.tokens[s.config.token(key)])}


def tokens(p: Position) -> list[int]:
    return [p.state.counter(f, "silence") for f in p.state.config.seats]


def pick_unit(p: Position, name: str) -> Position:
    """The unit of this name of whoever is asked."""
    p.play(next(o for o in p.decision.options if p.system.label(p.state, p.decision, o).startswith(name)))  # type: ignore[union-attr]
    return p


def shown(p: Position) -> Position:
    """An Elder Sign that is given up is asked for even if there is one alone: the question tells nothing."""
    if asked(p)[1] == "elder sign given up":
        p.play(1)
    return p


def end(p: Position) -> Position:
    """The turn of Yellow Sign is over, by itself if nothing is left to do."""
    if asked(p) == ("YS", "action"):
        p.play("end")
    return p


# -- the boards -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-LIB-001")
@pytest.mark.parametrize("key", BOARDS)
def test_two_floors_that_do_not_wrap(key: str) -> None:
    players, board = SIDES[key.removeprefix("library_")], load_map(key)
    assert th.new("cthulhu_wars", players=players, map=key).position.state.config.map.key == key
    assert [sheet.name for sheet in board.board.sheets] == ["Upper floor", "Lower floor"]
    assert not board.board.wraps
    assert {*board.parts} == {"upper", "lower"}
    floors = {each: load_map(f"library_{each}").on_part("upper").bit_count() for each in SIDES}
    assert floors["4p_a"] == floors["5p"] != floors["4p_b"] == floors["3p"]


@pytest.mark.rule("CW-LIB-002")
@pytest.mark.parametrize("key", BOARDS)
def test_each_tome_lies_in_its_room_and_two_figures_wait(key: str) -> None:
    game = th.new("cthulhu_wars", players=SIDES[key.removeprefix("library_")], map=key)
    s: State = game.position.state
    found = {s.config.cards[i].name: s.config.map.names[a] for i, a in tomes(s)}
    assert found == {name: name for name in (YR, LARVAE, GUARDIAN, BARRIER)}
    assert sum(1 << a for _, a in tomes(s)) == s.config.map.printed("tome")
    assert s.config.map.on_part("upper") & s.config.map.printed("tome") == s.config.map.printed("tome")
    assert {*s.cards} == {-1}
    assert stands(game.position, "librarian") == stands(game.position, "custodian") == set()
    assert not any(card.sort == "tome" for card in system("GC YS BG", "earth_3p").config.cards)


@pytest.mark.rule("CW-LIB-002", "CW-AN-008")
@pytest.mark.parametrize("letters", ["OW", "AN"])
def test_some_are_not_set_up_beside_a_tome(letters: str) -> None:
    p = th.new("cthulhu_wars", players=3, factions=["GC", "BG", letters], map="library_3p").position
    assert asked(p) == (letters, "start area")
    assert not labels(p) & {YR, LARVAE, GUARDIAN, BARRIER}
    assert {APKALLU, CRAWLING} <= labels(p)  # with stairs and Archways


@pytest.mark.rule("CW-LIB-003")
@pytest.mark.parametrize("key", BOARDS)
def test_a_lake_is_no_sea(key: str) -> None:
    board = load_map(key)
    assert {a for a, name in enumerate(board.names) if "(Sea)" in name} == set(bits(board.wet))
    assert not board.wet >> board.index[GUARDIAN] & 1


@pytest.mark.rule("CW-LIB-004")
@pytest.mark.parametrize("key", BOARDS)
def test_stairs_alone_join_the_floors(key: str) -> None:
    board = load_map(key)
    letters = {a: text for a, signs in enumerate(board.signs) for kind, text in signs if kind == "stair"}
    assert Counter(letters.values()) == dict.fromkeys("ABCDEF", 2)
    joined = {frozenset((a, b)) for a in letters for b in letters if a != b and letters[a] == letters[b]}
    crossing = {
        frozenset((a, b)) for a, near in enumerate(board.near) for b in near if board.parts[a] != board.parts[b]
    }
    assert crossing == joined


@pytest.mark.rule("CW-LIB-004", "CW-LIB-005")
def test_a_pained_unit_takes_the_stairs_and_not_the_archway() -> None:
    p = scene("GC YS CC", {"GC": {FOUNTAIN: "Cthulhu"}, "YS": {FOUNTAIN: "Acolyte"}})
    p.play(("battle", area(p, FOUNTAIN), who(p, "YS")))
    dice = [(0, 1), (0, 0)]
    while p.decision is not None and (p.decision.player == CHANCE or len(dice) == 2):
        p.play(dice.pop(0) if p.decision.player == CHANCE else "done")
    assert asked(p) == ("YS", "retreat to")
    assert labels(p) == {OUBLIETTE, LOFT, YR, GUARDIAN}


@pytest.mark.rule("CW-LIB-005")
def test_archways_are_next_to_one_another_for_moves() -> None:
    p = scene("YS GC CC", {"YS": {TOWER: "Acolyte", LOFT: "Acolyte"}})
    s: State = p.state
    moves = {s.config.map.names[a] for a in goals(s, 0, 0, area(p, TOWER), 1)}
    assert moves == {YR, GUARDIAN, FOUNTAIN, SNGAC, OUBLIETTE, BLUE, BLACK, APKALLU}
    assert {s.config.map.names[a] for a in goals(s, 0, 0, area(p, LOFT), 1)} == {FOUNTAIN, OVERLOOK}
    for what in (Adjacent.RETREAT, Adjacent.POWER):
        assert {s.config.map.names[a] for a in ways(s, 0, area(p, TOWER), what)} == {YR, GUARDIAN}


@pytest.mark.rule("CW-LIB-005", "CW-TT-030")
def test_idolatry_comes_through_archways() -> None:
    units = {"TT": {TOWER: "Acolyte, Proto-Shoggoth", LOFT: "Proto-Shoggoth", SNGAC: "Acolyte"}}
    p = table("TT GC CC", units, board="library_3p", books={"TT": "Idolatry"})
    script(p, ("TT", "action", f"idolatry {BLUE}"))  # where Crawling Chaos starts
    assert labels(p) == {f"{unit}, {room}" for unit, room in (
        ("Acolyte", TOWER), ("Proto-Shoggoth", TOWER), ("Acolyte", SNGAC),
    )}  # fmt: skip
    q = table("TT GC CC", units, board="library_3p", books={"TT": "Idolatry"})
    assert "CW-TT-030" in why_not(q, "TT", "idolatry", area(q, HYPER))  # with stairs, and no Archway


@pytest.mark.rule("CW-LIB-005", "CW-DS-025")
def test_a_chaos_gate_goes_through_archways() -> None:
    more: dict[str, Any] = {"gates": {TOWER: "DS"}, "gate_sorts": {TOWER: "Chaos"}, "books": {"DS": "Animate Matter"}}
    p = table("DS GC YS", {"DS": {TOWER: "Acolyte"}}, board="library_3p", **more)
    assert "CW-DS-025" in why_not(p, "DS", "animate matter", area(p, TOWER), area(p, LOFT))
    script(p, ("DS", "action", f"animate matter {TOWER} / {BLACK}"))
    assert (p.state.holder(area(p, BLACK)), at(p, "DS", BLACK)) == (0, {"Acolyte": 1})


# -- Tomes ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-LIB-006")
def test_gates_appear_once_beside_the_tomes() -> None:
    units = {"YS": {YR: "Acolyte", TOWER: "Acolyte"}}
    p = scene("YS GC CC", units, phase="gather power", round=1, gates={YR: "YS", TOWER: "YS"}, power=0)
    while asked(p)[1] != "action":
        p.play(p.decision.options[0])  # type: ignore[union-attr, index]
    gates = [p.state.gate[area(p, name)] for name in (LARVAE, GUARDIAN, BARRIER)]
    assert gates == [OPEN_GATE] * 3
    assert p.state.holder(area(p, YR)) == 0
    late = scene("YS GC CC", units, phase="gather power", round=2, gates={YR: "YS", TOWER: "YS"}, power=0)
    while asked(late)[1] != "action":
        late.play(late.decision.options[0])  # type: ignore[union-attr, index]
    assert [late.state.gate[area(late, name)] for name in (LARVAE, GUARDIAN, BARRIER)] == [0] * 3


@pytest.mark.rule("CW-LIB-006", "CW-CMP-002")
@pytest.mark.parametrize(("said", "n"), [("limit", 3), ("endless", 4)])
def test_no_more_gates_appear_than_there_are(said: str, n: int) -> None:
    seats = "YS GC CC BG SL WW OW BB"
    board = load_map("library_8p")
    rooms = [name for name in board.names if name not in (YR, LARVAE, GUARDIAN, BARRIER)]
    p = table(seats, {}, board="library_8p", gates=dict.fromkeys(rooms, "abandoned"), round=1,
              phase="gather power", power=0, rulings={"gate_supply": said})  # fmt: skip
    while p.state.phase != ACTION:
        p.play(p.decision.options[0])  # type: ignore[union-attr, index]
    assert p.system.violations(p.state) == []
    assert sum(p.state.gate[a] == OPEN_GATE for _, a in tomes(p.state)) == n


@pytest.mark.rule("CW-LIB-008", "CW-LIB-009")
def test_whoever_controls_the_gate_takes_the_tome_and_keeps_it_overdue() -> None:
    p = scene("YS GC CC", {"YS": {YR: "Acolyte"}}, gates={YR: "abandoned", BARRIER: "abandoned"}, doom={"GC": 5})
    assert holder(p, YR) == -1
    assert "CW-ABI-001" in why_not(p, "YS", "yr")
    p.play(("control", area(p, YR), 0))
    assert (holder(p, YR), holder(p, BARRIER)) == (0, -1)
    assert why_not(p, "YS", "yr") == {}
    assert overdue(p.state, 0) == []
    p.play(("abandon", area(p, YR)))
    assert holder(p, YR) == 0
    assert overdue(p.state, 0) == [i for i, a in tomes(p.state) if a == area(p, YR)]
    assert why_not(p, "YS", "yr") == {}  # it is in use all the same
    # Another who controls the gate does not get it.
    other = scene("YS GC CC", {"YS": {YR: "Acolyte"}}, gates={YR: "abandoned"}, cards={YR: "GC"})
    other.play(("control", area(other, YR), 0))
    assert holder(other, YR) == 1


@pytest.mark.rule("CW-LIB-007")
def test_a_tome_is_no_spellbook_of_the_card() -> None:
    books = "Passion, The Screaming Dead, Shriek of the Byakhee, The Third Eye, Zingaya"
    p = scene("YS GC CC", {"YS": {YR: "2 Acolyte"}, "GC": {YR: "Acolyte"}}, gates={YR: "YS"}, cards={YR: "YS"},
              books={"YS": books})  # fmt: skip
    assert p.state.count_books(0) == 5
    assert not p.state.unlimited_battle(0)
    assert not any(book.name == YR for book in p.state.config.factions[0].books)


@pytest.mark.rule("CW-LIB-007")
def test_larvae_bring_an_elder_sign_against_more_power() -> None:
    p = scene("YS GC CC", cards={LARVAE: "YS"}, power={"YS": 2, "GC": 3})
    p.play(("larvae",))
    p.play(2)
    assert p.state.is_spent(0, LARVAE)
    assert (p.state.signs[0], p.state.power[0]) == ((2,), 1)
    poor = scene("YS GC CC", cards={LARVAE: "YS"}, power={"YS": 3, "GC": 3})
    assert "CW-LIB-007" in why_not(poor, "YS", "larvae")
    down = scene("YS GC CC", cards={LARVAE: "YS"}, power={"YS": 2, "GC": 3}, spent={"YS": LARVAE})
    assert set(why_not(down, "YS", "larvae")) == {"CW-LIB-012"}


@pytest.mark.rule("CW-LIB-007")
@pytest.mark.parametrize(("said", "open_"), [("active", False), ("any", True)])
def test_a_ruling_says_whether_one_who_hibernates_is_active(said: str, open_: bool) -> None:
    p = scene("YS GC WW", {"WW": {BLUE: "Acolyte"}}, cards={LARVAE: "YS"}, power={"YS": 2, "WW": 5, "GC": 1},
              spent={"WW": "Hibernate"}, rulings={"larvae_power": said})  # fmt: skip
    assert ("CW-LIB-007" not in why_not(p, "YS", "larvae")) is open_


@pytest.mark.rule("CW-LIB-007", "CW-LIB-027")
def test_a_ruling_takes_of_the_tomes_what_the_rulebook_tells() -> None:
    more: dict[str, Any] = {"cards": {YR: "YS", LARVAE: "YS", GUARDIAN: "YS"}, "gates": {TOWER: "YS"}}
    more |= {"power": {"YS": 2, "GC": 3}, "rulings": {"tome_texts": "told"}}
    p = scene("YS GC CC", {"GC": {FOUNTAIN: "Acolyte"}}, **more)
    assert set(why_not(p, "YS", "larvae")) == {"CW-LIB-007"}
    assert set(why_not(p, "YS", "guardian", area(p, FOUNTAIN), 1, area(p, BLACK))) == {"CW-LIB-007"}
    p.play(("yr",))  # nobody has more Doom, and it brings Power alone
    assert (p.state.power[0], p.state.is_spent(0, YR)) == (3, True)


@pytest.mark.rule("CW-LIB-007")
def test_the_guardian_sends_one_faction_from_archway_to_archway() -> None:
    units = {"GC": {FOUNTAIN: "2 Acolyte, Deep One", HYPER: "Acolyte"}, "CC": {FOUNTAIN: "Acolyte"}}
    p = scene("YS GC CC", units, cards={GUARDIAN: "YS"}, gates={FOUNTAIN: "GC"})
    assert "CW-LIB-007" in why_not(p, "YS", "guardian", area(p, HYPER), 1, area(p, BLACK))
    assert "CW-LIB-007" in why_not(p, "YS", "guardian", area(p, FOUNTAIN), 1, area(p, LOFT))
    assert "CW-LIB-007" in why_not(p, "YS", "guardian", area(p, FOUNTAIN), 0, area(p, BLACK))  # who is not there
    down = scene("YS GC CC", units, cards={GUARDIAN: "YS"}, gates={FOUNTAIN: "GC"}, spent={"YS": GUARDIAN})
    assert set(why_not(down, "YS", "guardian", area(p, FOUNTAIN), 1, area(p, BLACK))) == {"CW-LIB-012"}
    assert "CW-LIB-007" in why_not(p, "YS", "guardian", area(p, FOUNTAIN), 1, area(p, FOUNTAIN))
    p.play(("guardian", area(p, FOUNTAIN), 1, area(p, BLACK)))
    assert p.state.is_spent(0, GUARDIAN)
    assert at(p, "GC", BLACK) == {"Acolyte": 2, "Deep One": 1}
    assert (at(p, "GC", FOUNTAIN), at(p, "CC", FOUNTAIN)) == ({}, {"Acolyte": 1})
    assert p.state.gate[area(p, FOUNTAIN)] == OPEN_GATE
    assert p.state.power[0] == 2


@pytest.mark.rule("CW-LIB-007", "CW-WW-039")
@pytest.mark.parametrize(("frozen", "price"), [(FOUNTAIN, 1), (BLACK, 2)])
def test_the_ice_age_taxes_the_guardian_where_the_units_end(frozen: str, price: int) -> None:
    units = {"WW": {OUBLIETTE: "Acolyte"}, "GC": {FOUNTAIN: "Acolyte"}}
    p = scene("YS GC WW", units, cards={GUARDIAN: "YS"}, markers={"ice_age": frozen}, books={"WW": "Ice Age"})
    p.play(("guardian", area(p, FOUNTAIN), 1, area(p, BLACK)))
    assert p.state.power[0] == 3 - price


@pytest.mark.rule("CW-LIB-027")
def test_yr_brings_two_power_for_one_and_needs_one() -> None:
    more = {"cards": {YR: "YS"}, "gates": {TOWER: "YS"}}
    p = scene("YS GC CC", doom={"GC": 5}, **more)
    script(p, ("YS", "action", "yr"), ("YS", "yr", "power"))
    assert p.state.power[0] == 4
    assert "CW-LIB-012" in why_not(p, "YS", "yr")
    p = scene("YS GC CC", doom={"GC": 5}, **more)
    p.play(("yr",))
    pick_unit(p, "Undead")
    assert (at(p, "YS", TOWER), p.state.power[0]) == ({"Acolyte": 1, "Undead": 1}, 2)
    assert "CW-LIB-027" in why_not(scene("YS GC CC", doom={"GC": 5, "YS": 5}, **more), "YS", "yr")
    broke = scene("YS GC CC", doom={"GC": 5}, power={"YS": 0, "GC": 3}, active="GC", **more)
    assert why_not(broke, "YS", "yr")
    assert broke.state.config.prices["yr"] == 1


@pytest.mark.rule("CW-LIB-027")
def test_yr_brings_no_terror_and_nothing_to_gates_of_others() -> None:
    hound = {"Hound of Tindalos": "OW"}
    units = {"OW": {SNGAC: "Acolyte"}, "GC": {HYPER: "Acolyte"}}
    p = scene("OW GC CC", units, cards={YR: "OW"} | hound, gates={SNGAC: "OW", HYPER: "GC"}, doom={"GC": 5},
              books={"OW": "They Break Through"}, things=("beyond_time_and_space",), power=9)  # fmt: skip
    assert f"Summon at {HYPER}: Mutant" in labels(p)
    assert f"Summon at {SNGAC}: Hound of Tindalos" in labels(p)
    p.play(("yr",))
    assert labels(p) == {"2 Power", *(f"{unit}, {SNGAC}" for unit in ("Mutant", "Abomination", "Spawn of Yog-Sothoth"))}


@pytest.mark.rule("CW-LIB-012")
@pytest.mark.parametrize("given", ["captive", "silence", "sign"])
def test_a_tome_is_turned_down_and_up_again_for_a_price(given: str) -> None:
    has: dict[str, Any] = {
        "captive": {}, "silence": {"counters": silent("YS")}, "sign": {"signs": {"YS": [1]}}
    }[given]  # fmt: skip
    p = scene("YS GC CC", cards={YR: "YS"}, doom={"GC": 5}, spent={"YS": YR}, **has)
    if given == "captive":
        s: State = p.state
        s.move(1, 0, area(p, HYPER), HELD)
    assert "CW-LIB-012" in why_not(p, "YS", "yr")
    p.play(("turn up",))
    shown(p)
    assert why_not(p, "YS", "yr") == {}
    assert (tokens(p)[0], p.state.signs[0], p.state.n(1, 0, HELD)) == (0, (), 0)
    assert "CW-LIB-012" in why_not(p, "YS", "turn up")  # it lies up
    nothing = scene("YS GC CC", cards={YR: "YS"}, doom={"GC": 5}, spent={"YS": YR})
    assert "CW-LIB-012" in why_not(nothing, "YS", "turn up")
    up = scene("YS GC CC", cards={YR: "YS"}, counters=silent("YS"))  # there is a token, and no Tome to turn
    assert "CW-LIB-012" in why_not(up, "YS", "turn up")


@pytest.mark.rule("CW-LIB-012")
def test_own_cultists_out_of_the_game_are_no_captives() -> None:
    """The figure of a unique High Priest is out of the game as long as nobody has recruited him."""
    lying = {"cards": {YR: "YS"}, "doom": {"GC": 5}, "spent": {"YS": YR}, "things": ("unique_high_priests",)}
    p = scene("YS GC CC", **lying)
    s: State = p.state
    assert any(s.n(0, kind, s.out(0)) for kind in s.config.cultists[0])
    assert "CW-LIB-012" in why_not(p, "YS", "turn up")
    s.move(1, 0, area(p, HYPER), HELD)
    assert why_not(p, "YS", "turn up") == {}


@pytest.mark.rule("CW-LIB-012", "CW-LIB-025")
@pytest.mark.parametrize("given", ["silence", "sign", "captive"])
def test_the_barrier_is_passed_for_a_price(given: str) -> None:
    has: dict[str, Any] = {"silence": {"counters": silent("YS")}, "sign": {"signs": {"YS": [1]}}, "captive": {}}[given]
    p = scene("YS GC CC", {"YS": {HYPER: "Undead, 2 Byakhee"}}, cards={BARRIER: "GC"}, **has)
    if given == "captive":
        p.state.move(2, 0, area(p, BLUE), HELD)  # of a third faction
    assert f"Battle in {HYPER} against Great Cthulhu" in labels(p)
    p.play(("battle", area(p, HYPER), 1))
    shown(p)
    assert p.state.battle is not None
    assert (tokens(p)[0], p.state.signs[0], p.state.n(2, 0, HELD)) == (0, (), 0)


@pytest.mark.rule("CW-LIB-026")
def test_without_a_price_nobody_battles_behind_the_barrier() -> None:
    p = scene("YS GC CC", {"YS": {HYPER: "Undead, 2 Byakhee"}, "CC": {HYPER: "Acolyte"}}, cards={BARRIER: "GC"})
    battles = {label for label in labels(p) if label.startswith("Battle")}
    assert battles == {f"Battle in {HYPER} against Crawling Chaos"}
    assert "CW-LIB-026" in why_not(p, "YS", "battle", area(p, HYPER), 1)
    free = scene("YS GC CC", {"YS": {HYPER: "Undead, 2 Byakhee"}})
    assert f"Battle in {HYPER} against Great Cthulhu" in labels(free)


@pytest.mark.rule("CW-LIB-012", "CW-LIB-025")
def test_only_a_captured_cultist_is_released() -> None:
    """Not what has left the game of one's own, and no Monster."""
    p = scene("YS GC CC", {"YS": {HYPER: "Undead, 2 Byakhee", TOWER: "2 Acolyte"}, "CC": {BLUE: "Nightgaunt"}},
              cards={BARRIER: "GC", YR: "YS"}, spent={"YS": YR})  # fmt: skip
    s: State = p.state
    s.move(0, 0, area(p, TOWER), s.out(0))
    s.move(2, s.config.name[2].index("Nightgaunt"), area(p, BLUE), HELD)
    assert "CW-LIB-026" in why_not(p, "YS", "battle", area(p, HYPER), 1)
    assert "CW-LIB-012" in why_not(p, "YS", "turn up")
    s.move(1, 0, area(p, HYPER), HELD)
    s.move(1, 0, POOL, area(p, HYPER))
    assert "CW-LIB-012" not in why_not(p, "YS", "turn up")


@pytest.mark.rule("CW-LIB-025", "CW-ES-004")
def test_an_elder_sign_that_is_due_is_not_revealed_first() -> None:
    more: dict[str, Any] = {"cards": {BARRIER: "GC"}, "signs": {"YS": [1], "CC": [2]}}
    units = {"YS": {HYPER: "Undead, 2 Byakhee"}}
    p = scene("YS GC CC", units, **more)
    assert ("!", "reveal", 0, 1) in p.anytime_actions
    p.play(("battle", area(p, HYPER), 1))
    assert asked(p) == ("YS", "elder sign given up")
    assert p.anytime_actions == (("!", "reveal", 2, 2),)  # another may
    p.play(1)
    assert (p.state.signs[0], p.state.doom[0]) == ((), 0)
    # While it is asked what is given up it may be: then it is no choice any more.
    q = scene("YS GC CC", units, counters=silent("YS"), **more)
    q.play(("battle", area(q, HYPER), 1))
    assert [*q.decision.options] == ["silence", "sign"]  # type: ignore[union-attr]
    q.play(("!", "reveal", 0, 1))
    assert [*q.decision.options] == ["silence"]  # type: ignore[union-attr]
    q.play("silence")
    assert (tokens(q)[0], q.state.battle is not None) == (0, True)


@pytest.mark.rule("CW-LIB-012", "CW-ES-004")
def test_no_tome_is_turned_up_for_an_elder_sign_that_is_revealed_meanwhile() -> None:
    p = scene("YS GC CC", cards={YR: "YS", LARVAE: "YS"}, spent={"YS": [YR, LARVAE]}, signs={"YS": [1]})
    p.play(("turn up",))
    assert asked(p) == ("YS", "tome turned up")
    p.play(("!", "reveal", 0, 1))
    p.play(p.decision.options[0])  # type: ignore[union-attr, index]
    assert asked(p) == ("YS", "action")
    assert p.state.is_spent(0, YR)
    assert p.state.is_spent(0, LARVAE)


# -- Silence tokens ---------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-LIB-010", "CW-BB-009")
def test_tokens_come_with_the_doom_phase_and_go_with_gather_power() -> None:
    p = table("YS GC BB", {k: HOME[k] for k in ("YS", "GC")}, board="library_3p", round=2,
              power={"YS": 1}, counters=[*silent("YS"), *silent("BB", n=2)])  # fmt: skip
    p.play("pass")
    while asked(p)[1] not in ("direction", "first player"):
        p.play(p.decision.options[0])  # type: ignore[union-attr, index]
    assert tokens(p) == [0, 0, 0]
    while asked(p)[1] in ("direction", "first player"):
        p.play(p.decision.options[0])  # type: ignore[union-attr, index]
    assert tokens(p) == [1, 1, 2]
    while p.state.phase != GATHER:  # nobody does anything, and nobody gets more
        p.play("pass" if "pass" in p.decision.options else p.decision.options[-1])  # type: ignore[union-attr, operator, index]
        if asked(p)[1] in ("direction", "first player"):
            break
    assert tokens(p) == [0, 0, 0]


@pytest.mark.rule("CW-LIB-011")
def test_a_token_is_an_action_for_no_power() -> None:
    p = scene("YS GC CC", counters=silent("YS"), cards={YR: "GC"})
    assert {"Activate the Custodian in Black Hall", f"Activate the Librarian in {HYPER}"} <= labels(p)
    p.play(("custodian", area(p, BLACK)))
    roll(p, 1)
    assert (tokens(p), p.state.power[0]) == ([0, 0, 0], 3)
    assert stands(p, "custodian") == {BLACK}
    none = scene("YS GC CC", cards={YR: "GC"})
    assert "CW-LIB-011" in why_not(none, "YS", "custodian", area(none, BLACK))
    assert "CW-LIB-011" in why_not(none, "YS", "librarian", area(none, HYPER))
    mine = scene("YS GC CC", counters=silent("YS"), cards={YR: "YS"})
    assert "CW-LIB-018" in why_not(mine, "YS", "librarian", area(mine, TOWER))


# -- the Custodian ----------------------------------------------------------------------------------------------------
CHAMBER = {
    "YS": {BLACK: "King in Yellow"}, "GC": {BLACK: "Cthulhu, 2 Acolyte"}, "CC": {BLACK: "Nightgaunt, 2 Acolyte"},
}  # fmt: skip


@pytest.mark.rule("CW-LIB-013", "CW-LIB-014", "CW-LIB-017")
def test_the_example_of_the_custodian() -> None:
    p = scene("YS GC CC", CHAMBER, counters=silent("YS"), markers={"custodian": BLACK})
    script(p, ("YS", "action", ("custodian", area(p, BLACK))))
    roll(p, 2)
    assert asked(p) == ("YS", "shared by the Custodian")
    assert all(sum(share) == 3 for share in p.decision.options)  # type: ignore[union-attr, arg-type, misc]
    script(p, ("YS", "shared by the Custodian", (1, 0, 2)))
    for _ in range(2):
        assert asked(p) == ("CC", "sent to the Oubliette")
        pick_unit(p, "Acolyte")
    assert at(p, "YS", OUBLIETTE) == {"King in Yellow": 1}
    assert at(p, "CC", OUBLIETTE) == {"Acolyte": 2}
    assert at(p, "CC", BLACK) == {"Nightgaunt": 1}
    assert at(p, "GC", BLACK) == {"Cthulhu": 1, "Acolyte": 2}


@pytest.mark.rule("CW-LIB-013", "CW-LIB-028")
def test_one_more_where_it_stays_and_never_two() -> None:
    fresh = scene("YS GC CC", CHAMBER, counters=silent("YS"), markers={"custodian": TOWER})
    fresh.play(("custodian", area(fresh, BLACK)))
    roll(fresh, 2)
    assert {sum(share) for share in fresh.decision.options} == {2}  # type: ignore[union-attr, arg-type, misc]
    # Twice in a row in the same area: 1 more each time.
    units = {**CHAMBER, "GC": {BLACK: "4 Acolyte, 4 Deep One"}}
    p = scene("YS GC CC", units, counters=silent("YS", "GC"), markers={"custodian": BLACK})
    p.play(("custodian", area(p, BLACK)))
    roll(p, 1)
    script(p, ("YS", "shared by the Custodian", (0, 0, 2)))
    while asked(p)[1] == "sent to the Oubliette":
        pick_unit(p, "Acolyte")
    script(end(p), ("GC", "action", ("custodian", area(p, BLACK))))
    roll(p, 1)
    assert {sum(share) for share in p.decision.options} == {2}  # type: ignore[union-attr, arg-type, misc]
    assert AGONY.outcomes(1) == ((1, 2, 3), (2, 2, 2))
    assert LONG_AGONY.outcomes(1) == ((1, 2, 3, 4), (1, 2, 2, 1))


@pytest.mark.rule("CW-LIB-013")
def test_a_ruling_says_which_die_it_is() -> None:
    p = scene("YS GC CC", counters=silent("YS"), rulings={"agony_die": "to_four"})
    p.play(("custodian", area(p, BLACK)))
    assert [*p.decision.options] == [1, 2, 3, 4]  # type: ignore[union-attr]


@pytest.mark.rule("CW-LIB-014", "CW-LIB-024")
def test_all_go_where_there_are_fewer_and_take_no_gate_there() -> None:
    gates = {HYPER: "GC", OUBLIETTE: "abandoned"}
    p = scene("YS GC CC", {"GC": {HYPER: "Acolyte, Deep One"}}, counters=silent("YS"), gates=gates)
    p.play(("custodian", area(p, HYPER)))
    roll(p, 3)
    assert at(p, "GC", OUBLIETTE) == {"Acolyte": 1, "Deep One": 1}
    assert p.state.gate[area(p, HYPER)] == p.state.gate[area(p, OUBLIETTE)] == OPEN_GATE
    end(p)
    assert f"Control the gate in {OUBLIETTE} with: Acolyte" in labels(p)


@pytest.mark.parametrize(
    "key",
    [pytest.param("custodian", marks=pytest.mark.rule("CW-LIB-015", "CW-LIB-016")),
     pytest.param("librarian", marks=pytest.mark.rule("CW-LIB-021"))],
)  # fmt: skip
def test_no_gate_is_taken_where_one_of_the_two_stands(key: str) -> None:
    units = {"YS": {LOFT: "2 Acolyte, Undead", TOWER: "Acolyte"}}
    p = scene("YS GC CC", units, gates={LOFT: "abandoned"}, markers={key: LOFT})
    assert not any(label.startswith(f"Control the gate in {LOFT}") for label in labels(p))
    assert not any(label.startswith("Battle") for label in labels(p))
    assert not p.state.config.wild
    away = scene("YS GC CC", units, gates={LOFT: "abandoned"}, markers={key: TOWER})
    assert any(label.startswith(f"Control the gate in {LOFT}") for label in labels(away))
    built = scene("YS GC CC", units, markers={key: LOFT}, power=9)
    built.play(("gate", area(built, LOFT)))
    assert built.state.gate[area(built, LOFT)] == OPEN_GATE
    assert not any(label.startswith(f"Control the gate in {LOFT}") for label in labels(built))
    kept = scene("YS GC CC", units, gates={LOFT: "YS"}, markers={key: LOFT})
    kept.play(("recruit", area(kept, TOWER)))
    assert kept.state.holder(area(kept, LOFT)) == 0


# -- the Librarian ----------------------------------------------------------------------------------------------------
def agony(n: int, *, stays: bool = True, **more: Any) -> Position:
    """Yellow Sign sends the Librarian against Great Cthulhu in the Oubliette, who has an overdue Tome."""
    units = {"GC": {OUBLIETTE: "Cthulhu, 3 Acolyte", HYPER: "Deep One"}, "CC": {OUBLIETTE: "Acolyte"}}
    units |= more.pop("units", {})
    more = {"doom": {"GC": 5}, "cards": {YR: "GC"}} | more
    p = scene("YS GC CC", units, counters=silent("YS"), markers={"librarian": OUBLIETTE} if stays else {}, **more)
    p.play(("librarian", area(p, OUBLIETTE)))
    return roll(p, n)


@pytest.mark.rule("CW-LIB-019", "CW-ES-004")
def test_who_suffers_may_reveal_a_sign_and_pay_with_its_doom() -> None:
    p = agony(2, stays=False, units={"GC": {OUBLIETTE: "2 Acolyte"}}, doom=0, signs={"GC": [2]})
    p.play("tome yr_and_the_nhhngr")
    assert asked(p) == ("GC", "agony paid")
    p.play(next(o for o in p.anytime_actions if o[1] == "reveal"))
    p.play("doom")
    assert (p.state.doom[1], at(p, "GC", OUBLIETTE)) == (1, {"Acolyte": 2})


@pytest.mark.rule("CW-LIB-018", "CW-LIB-019", "CW-LIB-023")
def test_the_example_of_the_librarian() -> None:
    p = agony(3)
    pays = ("GC", "agony paid")
    script(p, (*pays, "tome yr_and_the_nhhngr"), (*pays, "unit"))
    pick_unit(p, "Acolyte")
    script(p, (*pays, "doom"), (*pays, "doom"))
    assert asked(end(p)) == ("GC", "action")  # 3 and 1 for staying: paid
    assert (holder(p, YR), p.state.doom[1]) == (-1, 3)
    assert at(p, "GC", OUBLIETTE) == {"Cthulhu": 1, "Acolyte": 2}


@pytest.mark.rule("CW-LIB-018")
def test_the_librarian_needs_an_overdue_tome_of_an_enemy_who_is_there() -> None:
    p = scene("YS GC CC", {"GC": {YR: "Acolyte", HYPER: "Acolyte"}}, counters=silent("YS"), cards={YR: "GC"},
              gates={YR: "GC"})  # fmt: skip
    assert "CW-LIB-018" in why_not(p, "YS", "librarian", area(p, HYPER))  # it is not overdue
    p = scene("YS GC CC", counters=silent("YS"), cards={YR: "GC"})
    assert "CW-LIB-018" in why_not(p, "YS", "librarian", area(p, BLUE))  # Crawling Chaos alone
    assert why_not(p, "YS", "librarian", area(p, HYPER)) == {}
    # Two victims: the die is divided as the activator likes, among them alone.
    units = {"GC": {HYPER: "Acolyte"}, "CC": {HYPER: "2 Acolyte"}}
    two = scene("YS GC CC", units, counters=silent("YS"), cards={YR: "GC", LARVAE: "CC"}, doom=9)
    two.play(("librarian", area(two, HYPER)))
    roll(two, 2)
    assert set(two.decision.options) == {(0, 2), (1, 1), (2, 0)}  # type: ignore[union-attr]


@pytest.mark.rule("CW-LIB-019")
def test_what_cannot_be_paid_is_ignored() -> None:
    p = agony(3, units={"GC": {OUBLIETTE: "Acolyte", HYPER: "2 Deep One"}}, doom=0)
    script(p, ("GC", "agony paid", "unit"))
    assert asked(end(p)) == ("GC", "action")  # 4 Agony, an Acolyte and a Tome
    assert (holder(p, YR), at(p, "GC", OUBLIETTE), at(p, "GC", HYPER)) == (-1, {}, {"Deep One": 2})


@pytest.mark.rule("CW-LIB-019", "CW-YS-022")
@pytest.mark.parametrize(("rulings", "asks"), [({}, False), ({"librarian_loss": "own"}, False),
                                               ({"librarian_loss": "enemy"}, True)])  # fmt: skip
def test_whether_a_unit_given_for_agony_is_lost_to_an_enemy_is_a_ruling(rulings: dict[str, str], asks: bool) -> None:
    """With Passion, once for all that one victim gives."""
    units = {"YS": {HYPER: "3 Acolyte"}, "GC": {TOWER: "Acolyte"}, "CC": {BLUE: "Acolyte"}}
    p = table("GC YS CC", units, board="library_3p", counters=silent("GC"), cards={YR: "YS"}, doom={"YS": 5},
              books={"YS": "Passion"}, rulings=rulings, power=3)  # fmt: skip
    p.play(("librarian", area(p, HYPER)))
    roll(p, 3)
    script(p, ("YS", "agony paid", "unit"), ("YS", "agony paid", "doom"), ("YS", "agony paid", "unit"))
    assert (asked(p) == ("YS", "on_elimination")) is asks
    if asks:
        script(p, ("YS", "on_elimination", "Passion"))
    assert (p.state.power[1], at(p, "YS", HYPER), p.state.doom[1]) == (3 + asks, {"Acolyte": 1}, 4)
    assert asked(p)[1] == "action"


@pytest.mark.rule("CW-LIB-020")
def test_a_returned_tome_goes_on_at_once() -> None:
    p = agony(1, stays=False, units={"CC": {YR: "Acolyte"}}, gates={YR: "CC"})
    assert asked(p) == ("GC", "agony paid")
    script(p, ("GC", "agony paid", "tome yr_and_the_nhhngr"))
    assert holder(p, YR) == 2
    # At once: it can come back again with the next point, and is gone before the rest is paid.
    q = agony(2, stays=False, units={"CC": {YR: "Acolyte"}}, gates={YR: "CC"})
    script(q, ("GC", "agony paid", "tome yr_and_the_nhhngr"))
    assert asked(q) == ("GC", "agony paid")
    assert holder(q, YR) == 2


@pytest.mark.rule("CW-LIB-022")
def test_a_tome_is_never_given_back_otherwise() -> None:
    p = agony(2, stays=False)
    script(p, ("GC", "agony paid", "doom"), ("GC", "agony paid", "doom"))
    assert (holder(p, YR), p.state.doom[1]) == (1, 3)
    end(p)
    assert asked(p) == ("GC", "action")
    assert not any("Return" in label or "give back" in label.lower() for label in labels(p))
    held = scene("YS GC CC", cards={YR: "GC", BARRIER: "CC"}, phase="gather power", power=0, round=2)
    while asked(held)[1] != "action":
        held.play(held.decision.options[0])  # type: ignore[union-attr, index]
    assert (holder(held, YR), holder(held, BARRIER)) == (1, 2)  # without a gate, a whole round on


@pytest.mark.rule("CW-LIB-029")
def test_ice_age_does_not_touch_the_two() -> None:
    units = {"WW": {BLUE: "Acolyte"}, "GC": {HYPER: "2 Acolyte"}}
    p = scene("YS GC WW", units, counters=silent("YS"), cards={YR: "GC"}, markers={"ice_age": HYPER},
              books={"WW": "Ice Age"})  # fmt: skip
    p.play(("custodian", area(p, HYPER)))
    roll(p, 1)
    assert p.state.power[0] == 3
    q = scene("YS GC WW", units, counters=silent("YS"), cards={YR: "GC"}, markers={"ice_age": HYPER},
              books={"WW": "Ice Age"})  # fmt: skip
    q.play(("librarian", area(q, HYPER)))
    assert q.state.power[0] == 3


@pytest.mark.rule(*MOMENTS)
@pytest.mark.parametrize("rule", MOMENTS)
def test_its_actions_are_taken_in_the_own_turn_as_the_main_one_with_power_left(rule: str) -> None:
    assert unsaid(scene(**elsewhere(rule, "GC")), "YS", "library", rule) == []


@pytest.mark.rule("CW-LIB-007")
def test_only_who_holds_a_tome_reads_it() -> None:
    assert unsaid(scene(), "YS", "library", "CW-ABI-001") == []


@pytest.mark.rule("CW-LIB-012")
def test_no_tome_is_turned_up_between_two_actions_of_a_pair() -> None:
    assert unsaid(scene(part="second"), "YS", "library", "CW-UNL-003") == []


# -- cases at the edge ------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-LIB-008")
def test_a_unit_that_counts_as_a_gate_takes_a_tome_unless_another_holds_the_gate_there() -> None:
    units = {"OW": {FOUNTAIN: "Yog-Sothoth", SNGAC: "Acolyte"}}
    p = scene("OW GC CC", units, gates={SNGAC: "OW"})
    script(p, ("OW", "action", "move"), ("OW", "unit to move", f"Yog-Sothoth, {FOUNTAIN}"), ("OW", "move to", YR))
    if asked(p) == ("OW", "unit to move"):
        p.play("done")
    assert holder(p, YR) == 0
    other = scene("OW GC CC", units | {"GC": {YR: "Acolyte"}}, gates={SNGAC: "OW", YR: "GC"})
    assert holder(other, YR) == -1
    script(other, ("OW", "action", "move"), ("OW", "unit to move", f"Yog-Sothoth, {FOUNTAIN}"), ("OW", "move to", YR))
    if asked(other) == ("OW", "unit to move"):
        other.play("done")
    assert holder(other, YR) == 1


@pytest.mark.rule("CW-LIB-006")
def test_no_gate_appears_where_a_unit_counts_as_one() -> None:
    units = {"OW": {YR: "Yog-Sothoth", SNGAC: "Acolyte"}}
    p = scene("OW GC CC", units, phase="gather power", round=1, gates={SNGAC: "OW"}, power=0)
    while asked(p)[1] != "action":
        p.play(p.decision.options[0])  # type: ignore[union-attr, index]
    assert [p.state.gate[area(p, name)] for name in (YR, LARVAE)] == [0, OPEN_GATE]


@pytest.mark.rule("CW-BB-009", "CW-LIB-011")
def test_bubastis_spends_one_of_its_tokens() -> None:
    p = table("BB GC YS", {k: HOME[k] for k in ("GC", "YS")}, board="library_3p", counters=silent("BB", n=2))
    p.play(("custodian", area(p, BLACK)))
    roll(p, 1)
    assert tokens(p)[0] == 1


@pytest.mark.rule("CW-LIB-014")
def test_nobody_is_sent_from_the_oubliette_to_the_oubliette() -> None:
    p = scene("YS GC CC", {"GC": {OUBLIETTE: "Acolyte"}}, counters=silent("YS"), gates={OUBLIETTE: "GC"})
    p.play(("custodian", area(p, OUBLIETTE)))
    roll(p, 3)
    assert (p.state.holder(area(p, OUBLIETTE)), at(p, "GC", OUBLIETTE)) == (1, {"Acolyte": 1})


@pytest.mark.rule("CW-LIB-018")
def test_the_activator_divides_the_agony_among_victims_who_are_there() -> None:
    units = {"GC": {HYPER: "Acolyte"}, "CC": {HYPER: "2 Acolyte"}}
    p = scene("YS GC CC", units, counters=silent("YS"), cards={YR: "GC", LARVAE: "CC"}, doom=9)
    p.play(("librarian", area(p, HYPER)))
    roll(p, 1)
    script(p, ("YS", "shared by the Librarian", (0, 1)))
    assert asked(p) == ("CC", "agony paid")
    far = scene("YS GC CC", {"GC": {HYPER: "Acolyte"}}, counters=silent("YS"), cards={YR: "GC", LARVAE: "CC"}, doom=9)
    far.play(("librarian", area(far, HYPER)))
    roll(far, 3)
    assert asked(far) == ("GC", "agony paid")


@pytest.mark.rule("CW-LIB-019")
def test_a_tome_whose_gate_is_held_is_not_returned() -> None:
    p = agony(1, stays=False, units={"GC": {OUBLIETTE: "Acolyte", LARVAE: "Acolyte"}}, gates={LARVAE: "GC"},
              cards={YR: "GC", LARVAE: "GC"})  # fmt: skip
    assert [*p.decision.options] == ["unit", "doom", "tome yr_and_the_nhhngr"]  # type: ignore[union-attr]


@pytest.mark.rule("CW-LIB-012", "CW-LIB-020")
def test_a_tome_that_is_returned_lies_up_again() -> None:
    p = agony(1, stays=False, spent={"GC": YR})
    script(p, ("GC", "agony paid", "tome yr_and_the_nhhngr"))
    assert not p.state.is_spent(1, YR)


@pytest.mark.rule("CW-LIB-012")
def test_one_price_turns_one_tome_up() -> None:
    p = scene("YS GC CC", cards={YR: "YS", LARVAE: "YS"}, spent={"YS": [YR, LARVAE]}, counters=silent("YS"))
    p.play(("turn up",))
    p.play(next(i for i, a in tomes(p.state) if a == area(p, LARVAE)))
    assert (p.state.is_spent(0, YR), p.state.is_spent(0, LARVAE)) == (True, False)


@pytest.mark.rule("CW-LIB-025")
def test_who_holds_the_barrier_battles_for_nothing() -> None:
    p = scene("YS GC CC", {"YS": {HYPER: "Undead, 2 Byakhee"}}, cards={BARRIER: "YS"}, counters=silent("YS"))
    p.play(("battle", area(p, HYPER), 1))
    assert tokens(p)[0] == 1


@pytest.mark.rule("CW-LIB-008", "CW-DS-023")
def test_a_tome_is_taken_in_the_middle_of_an_action() -> None:
    p = table("DS GC YS", {"DS": {LARVAE: "Acolyte"}}, board="library_3p", gates={LARVAE: "DS"},
              gate_sorts={LARVAE: "Chaos"}, books={"DS": "Traitors!"})  # fmt: skip
    p.play(("traitors", area(p, LARVAE), 1))
    assert asked(p) == ("chance", "elder sign")  # it is not over yet
    assert holder(p, LARVAE) == 1


@pytest.mark.rule("CW-LIB-012")
def test_a_tome_that_is_read_leaves_others_face_down() -> None:
    p = scene("YS GC CC", cards={YR: "YS", LARVAE: "YS"}, gates={TOWER: "YS"}, doom={"GC": 5}, spent={"YS": LARVAE})
    p.play(("yr",))
    p.play("power")
    assert (p.state.is_spent(0, YR), p.state.is_spent(0, LARVAE)) == (True, True)
