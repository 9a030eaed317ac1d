"""Dreamlands: two sheets and four tunnels, Citadels that win at once, the Bhole and the Zoogs, whom nobody plays."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import theomachy as th
from tests.cthulhu_wars.scene import area, asked, at, labels, left, script, system, table, who, why_not
from theomachy.answers.calculator import reckon
from theomachy.answers.work import finish as finished
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.runtime.line_up import Setting
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars.powers.worlds.dreamlands import SURFACE, UNDERWORLD, citadels, numbered
from theomachy.games.cthulhu_wars.rules import maps
from theomachy.games.cthulhu_wars.rules.domains import HELD, NO_GATE, OPEN_GATE, OVER, PAIN, POOL
from theomachy.games.cthulhu_wars.rules.fight import Resolution, combat, muster
from theomachy.games.cthulhu_wars.rules.maps import load_map
from theomachy.games.cthulhu_wars.rules.results import count
from theomachy.games.cthulhu_wars.rules.score import winners
from theomachy.games.cthulhu_wars.rules.state import State, bits
from theomachy.games.cthulhu_wars.rules.ways import goals

BOARDS = [key for key in maps.names() if key.startswith("dreamlands")]
SIDES = {"3p": (3, 17), "4p_a": (4, 20), "4p_b": (4, 20), "5p": (5, 23), "6p": (6, 25), "7p_a": (7, 28),
         "7p_b": (7, 28), "8p": (8, 31)}  # fmt: skip
KADATH, ULTHAR, CELEPHAIS, NGRANEK = "Kadath", "Ulthar", "Celephais", "Mount Ngranek"
PITCH, ZIN, GUGS, THOK = "Sea of Pitch", "Vaults of Zin", "City of the Gugs", "Peaks of Thok"
VALE, KOTH, KAROTH, ZURA, WOOD, LENG = (
    "Vale of Pnath (Sea)", "Tower of Koth", "Ruins of Karoth", "Zura", "Enchanted Wood", "Leng",
)  # fmt: skip
GHOULS, CERENARIAN, SUNKEN = "Plain of Ghouls", "Cerenarian Sea", "Sunken Sea"
BHOLE, ZOOGS = "BH", "ZG"


def scene(seats: str = "GC YS BG", units: dict[str, dict[str, str]] | None = None, **more: Any) -> Position:
    """A table on the smallest board; the Bhole is in its Vale unless it is said to be elsewhere."""
    units = {BHOLE: {VALE: "Bhole"}} | (units or {seats.split()[0]: {CERENARIAN: "Acolyte"}})
    return table(seats, units, board="dreamlands_3p", **{"power": 3} | more)


def after_doom(units: dict[str, dict[str, str]], seats: str = "GC YS BG", **more: Any) -> Position:
    """The end of a Doom phase in which nobody can pay for a ritual: the Bhole and the Zoogs are next."""
    return scene(seats, units, **{"phase": "doom", "round": 3} | more)


def roll(p: Position, *faces: int) -> Position:
    """Dice of what nobody plays."""
    for face in faces:
        assert p.decision is not None
        assert p.decision.player == CHANCE
        p.play(face)
    return p


def battle(p: Position, foe: str, place: str, mine: tuple[int, int], theirs: tuple[int, int] = (0, 0)) -> Position:
    """The first player battles, all powers before the dice are left out; then the dice of both, (kills, pains)."""
    p.play(("battle", area(p, place), seat(p, foe)))
    dice = [mine, theirs]
    while p.decision is not None and (p.decision.player == CHANCE or len(dice) == 2):
        p.play(dice.pop(0) if p.decision.player == CHANCE else "done")
    return p


def seat(p: Position, name: str) -> int:
    """An owner by its letters, one that nobody plays too."""
    return next(i for i, card in enumerate(p.state.config.factions) if card.letters == name)


def wild(p: Position, name: str) -> dict[str, int]:
    """Where what nobody plays is: how many by area."""
    s: State = p.state
    owner = seat(p, name)
    return {s.config.map.names[a]: s.n(owner, 0, a) for a in s.areas(owner)}


def finish(p: Position) -> Position:
    """Take the first option of whoever is asked, until an action is to be chosen or the game is over."""
    while p.decision is not None and p.decision.what not in ("action", "bhole", "zoog"):
        p.play(p.decision.options[0])
    return p


# -- the boards -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-DRM-001")
def test_each_number_of_players_has_a_side_of_both_boards() -> None:
    assert {key.removeprefix("dreamlands_") for key in BOARDS} == {*SIDES}
    for name, (players, areas) in SIDES.items():
        board = load_map(f"dreamlands_{name}")
        assert len(board.names) == areas
        assert [sheet.name for sheet in board.board.sheets] == ["The Surface", "The Underworld"]
        game = th.new("cthulhu_wars", players=players, map=board.key)
        assert game.position.state.config.map is board
    # The first of the two for four has the Surface of five players, which is told for a first game.
    surface = {key: load_map(f"dreamlands_{key}").on_part(SURFACE).bit_count() for key in ("4p_a", "4p_b", "5p", "3p")}
    assert surface["4p_a"] == surface["5p"] > surface["4p_b"] == surface["3p"]
    assert "first game" in system("GC YS BG CC", "dreamlands_4p_a").config.facts["maps.dreamlands_4p_a.title"]


@pytest.mark.rule("CW-DRM-002", "CW-DRM-003")
@pytest.mark.parametrize("key", BOARDS)
def test_the_bhole_begins_in_the_vale_and_six_zoogs_wait(key: str) -> None:
    game = th.new("cthulhu_wars", players=SIDES[key.removeprefix("dreamlands_")][0], map=key)
    s: State = game.position.state
    bhole, zoogs = s.config.wild
    assert [s.config.factions[f].title for f in s.config.wild] == ["Bhole", "Zoogs"]
    assert [s.config.map.names[a] for a in s.areas(bhole)] == [VALE]
    assert (s.total(bhole, 0), s.n(zoogs, 0, POOL), s.areas(zoogs)) == (1, 6, ())


@pytest.mark.rule("CW-DRM-004", "CW-DRM-006")
@pytest.mark.parametrize("key", BOARDS)
def test_the_boards_are_flat_and_tunnels_alone_join_them(key: str) -> None:
    board = load_map(key)
    assert not board.board.wraps
    letters = {a: text for a, signs in enumerate(board.signs) for kind, text in signs if kind == "tunnel"}
    ends = {part: {a for a in letters if board.parts[a] == part} for part in (SURFACE, UNDERWORLD)}
    assert {part: len(areas) for part, areas in ends.items()} == {SURFACE: 4, UNDERWORLD: 4}
    joined = {(a, b) for a in ends[SURFACE] for b in ends[UNDERWORLD] if letters[a] == letters[b]}
    assert len(joined) == 4
    crossing = {
        (a, b) for a, near in enumerate(board.near) for b in near if board.parts[a] == SURFACE != board.parts[b]
    }
    assert crossing == joined
    assert (board.index[ZURA], board.index[KAROTH]) in joined
    # What lies at the left edge of a sheet is not next to what lies at its right edge.
    left_, right = board.index[LENG], board.index[CELEPHAIS]
    assert right not in board.near[left_]


@pytest.mark.rule("CW-DRM-005")
@pytest.mark.parametrize("key", BOARDS)
def test_what_is_called_a_sea_is_one(key: str) -> None:
    board = load_map(key)
    seas = {a for a, name in enumerate(board.names) if "Sea" in name}
    assert seas == set(bits(board.wet))
    assert {board.parts[a] for a in seas} == {SURFACE, UNDERWORLD}
    assert board.index[VALE] in seas


@pytest.mark.rule("CW-DRM-014")
@pytest.mark.parametrize("key", BOARDS)
def test_four_citadels_of_each_board_bear_the_six_numbers(key: str) -> None:
    s: State = th.new("cthulhu_wars", players=SIDES[key.removeprefix("dreamlands_")][0], map=key).position.state
    for part in (SURFACE, UNDERWORLD):
        assert citadels(s, part).bit_count() == 4
        assert {numbered(s, part, face) for face in range(1, 7)} == set(bits(citadels(s, part)))
    names = s.config.map.names
    assert [names[numbered(s, UNDERWORLD, face)] for face in (1, 2, 3)] == [PITCH, PITCH, ZIN]


# -- tunnels ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-DRM-007")
def test_nyarlathotep_goes_through_the_tunnel_and_on() -> None:
    p = scene("CC YS BG", {"CC": {ZURA: "Nyarlathotep", SUNKEN: "Acolyte"}}, books={"CC": "Abduct"})
    script(p, ("CC", "action", "move"))
    p.play(next(o for o in p.decision.options if o[1] == area(p, ZURA)))  # type: ignore[union-attr]
    assert {KAROTH, KOTH, VALE} <= labels(p)
    script(p, ("CC", "move to", KOTH))
    assert at(p, "CC", KOTH) == {"Nyarlathotep": 1}
    slow = scene("YS CC BG", {"YS": {ZURA: "Acolyte"}})
    s: State = slow.state
    assert area(slow, KAROTH) in goals(s, 0, 0, area(slow, ZURA), 1)
    assert area(slow, KOTH) not in goals(s, 0, 0, area(slow, ZURA), 1)


@pytest.mark.rule("CW-DRM-006")
def test_the_pained_retreat_through_a_tunnel() -> None:
    p = scene("GC YS BG", {"GC": {ZURA: "Cthulhu"}, "YS": {ZURA: "Acolyte", SUNKEN: "Acolyte"}})
    p = battle(p, "YS", ZURA, (0, 1))
    assert asked(p) == ("YS", "retreat to")
    assert KAROTH in labels(p)
    script(p, ("YS", "retreat to", KAROTH))
    assert at(p, "YS", KAROTH) == {"Acolyte": 1}


@pytest.mark.rule("CW-DRM-008")
def test_powers_that_move_units_reach_both_boards() -> None:
    p = scene("BG YS GC", {"BG": {GHOULS: "Shub-Niggurath"}, "YS": {CELEPHAIS: "Acolyte"}})
    p.play(("avatar", area(p, CELEPHAIS), who(p, "YS")))
    assert (at(p, "BG", CELEPHAIS), at(p, "YS", GHOULS)) == ({"Shub-Niggurath": 1}, {"Acolyte": 1})
    p = scene("GC YS BG", {"GC": {"submerged": "Cthulhu, Starspawn", SUNKEN: "Acolyte"}}, books={"GC": "Submerge"})
    emerging = {o[1] for o in p.decision.options if isinstance(o, tuple) and o[0] == "emerge"}  # type: ignore[union-attr]
    assert {area(p, VALE), area(p, CERENARIAN), area(p, KADATH), area(p, ZIN)} <= emerging
    units = {"CC": {GHOULS: "Flying Polyp", KADATH: "Hunting Horror"}, "YS": {GHOULS: "Acolyte"}}
    p = scene("CC YS BG", units, books={"CC": "Seek and Destroy"})
    p.play(("battle", area(p, GHOULS), who(p, "YS")))
    while p.decision is not None and p.decision.player != CHANCE and at(p, "CC", GHOULS).get("Hunting Horror", 0) < 1:
        p.play(next(o for o in p.decision.options if o != "done"))
    assert at(p, "CC", GHOULS) == {"Flying Polyp": 1, "Hunting Horror": 1}


@pytest.mark.rule("CW-DRM-037")
def test_a_shantak_crosses_from_one_board_to_the_other() -> None:
    p = scene("GC YS BG", {"GC": {GHOULS: "Shantak, Acolyte"}}, things=("neutral_monsters",),
              cards={"Shantak": "GC"})  # fmt: skip
    s: State = p.state
    shantak = s.config.name[0].index("Shantak")
    assert area(p, CELEPHAIS) in goals(s, 0, shantak, area(p, GHOULS), 1)
    assert area(p, CELEPHAIS) not in goals(s, 0, 0, area(p, GHOULS), 1)


# -- victory ----------------------------------------------------------------------------------------------------------
def four(places: list[str], **more: Any) -> Position:
    """Yellow Sign at Citadels, about to step onto the last of their gates."""
    units = {"YS": dict.fromkeys(places, "Acolyte"), "GC": {CERENARIAN: "Acolyte"}}
    gates = dict.fromkeys(places[:-1], "YS") | {places[-1]: "abandoned"}
    return scene("YS GC BG", units, gates=gates, **more)


@pytest.mark.rule("CW-DRM-009")
@pytest.mark.parametrize("places", [[KADATH, ULTHAR, CELEPHAIS, NGRANEK], [PITCH, ZIN, GUGS, THOK]])
def test_all_four_citadels_of_a_board_win_at_once(places: list[str]) -> None:
    p = four(places, doom={"GC": 29})
    p.play(("control", area(p, places[-1]), 0))
    assert p.state.phase == OVER
    assert winners(p.state) == (0,)
    assert p.state.count_books(0) == 0


@pytest.mark.rule("CW-DRM-010", "CW-DRM-011")
@pytest.mark.parametrize(
    "places", [[KADATH, ULTHAR, ZIN, THOK], [KADATH, ULTHAR, CELEPHAIS, PITCH], [PITCH, ZIN, GUGS]]
)
def test_citadels_of_both_boards_do_not_count_together(places: list[str]) -> None:
    p = four(places)
    p.play(("control", area(p, places[-1]), 0))
    assert p.state.phase != OVER
    assert p.decision is not None
    # Else the game ends as ever: at 30 Doom, after the rituals, and the spellbooks count.
    late = scene("YS GC BG", {"YS": {KADATH: "Acolyte"}}, phase="doom", round=3, doom={"YS": 30}, books={"GC": "all"})
    roll(late, 6, *[6] * 6)  # the Bhole and the Zoogs come in the last Doom phase too
    assert late.decision is None
    assert (late.state.phase, winners(late.state)) == (OVER, (1,))


@pytest.mark.rule("CW-DRM-017", "CW-VIC-002")
def test_the_bhole_attacks_in_the_doom_phase_that_ends_the_game() -> None:
    p = after_doom({"YS": {THOK: "Acolyte"}, BHOLE: {THOK: "Bhole"}}, gates={THOK: "YS"}, doom={"YS": 30})
    while p.decision is not None:
        p.play(p.decision.options[0])
    assert (p.state.phase, p.state.round) == (OVER, 3)
    assert p.state.gate[area(p, THOK)] == NO_GATE


@pytest.mark.rule("CW-DRM-012", "CW-DRM-027", "CW-DRM-013")
def test_yog_sothoth_is_a_gate_at_a_citadel() -> None:
    held = {"OW": {KADATH: "Acolyte", ULTHAR: "Acolyte", NGRANEK: "Acolyte, Yog-Sothoth", SUNKEN: "Acolyte"}}
    rest = {"YS": {CELEPHAIS: "Acolyte"}, ZOOGS: {CELEPHAIS: "Zoog"}}
    gates = {KADATH: "OW", ULTHAR: "OW", NGRANEK: "OW"}
    p = scene("OW YS BG", held | rest, gates=gates, power=9)
    script(p, ("OW", "action", "recruit Kadath"))
    assert p.state.phase != OVER  # four gates in three areas
    assert p.state.count_gates(0) == 4
    yog = {"OW": {KADATH: "Acolyte", ULTHAR: "Acolyte", NGRANEK: "Acolyte", CERENARIAN: "Yog-Sothoth"}}
    p = scene("OW YS BG", yog | rest, gates=gates, power=9)
    script(p, ("OW", "action", "move"))
    p.play(next(o for o in p.decision.options if o[1] == area(p, CERENARIAN)))  # type: ignore[union-attr]
    script(p, ("OW", "move to", CELEPHAIS))
    while p.decision is not None:
        p.play("done")
        break
    assert (p.state.phase, winners(p.state)) == (OVER, (0,))  # among Zoogs, and with the units of another


# -- the Bhole at the end of the Doom phase ---------------------------------------------------------------------------
@pytest.mark.rule("CW-DRM-015", "CW-DRM-016")
def test_the_bhole_stays_where_a_gate_is_and_destroys_it() -> None:
    units = {
        "YS": {THOK: "Acolyte, Undead"},
        "GC": {CERENARIAN: "Acolyte"},
        BHOLE: {THOK: "Bhole"},
        ZOOGS: {KADATH: "6 Zoog"},
    }
    p = finish(after_doom(units, gates={THOK: "YS"}, books={"YS": "Passion"}, power={"YS": 2, "GC": 3}))
    assert wild(p, BHOLE) == {THOK: 1}  # without a die
    assert at(p, "YS", THOK) == {"Undead": 1}
    assert not p.state.gate[area(p, THOK)]
    assert p.state.power[1] == 3  # an enemy has eliminated a Cultist
    other = after_doom(units, gates={THOK: "abandoned"}, power={"YS": 2, "GC": 3})
    assert at(other, "YS", THOK) == {"Acolyte": 1, "Undead": 1}  # nobody controlled it
    assert not other.state.gate[area(other, THOK)]


@pytest.mark.rule("CW-DRM-017")
def test_the_bhole_goes_where_its_die_says() -> None:
    units = {"YS": {PITCH: "2 Acolyte"}, "GC": {CERENARIAN: "Acolyte"}, ZOOGS: {KADATH: "6 Zoog"}}
    p = after_doom(units, gates={PITCH: "YS"})
    assert asked(p) == ("chance", "bhole")
    roll(p, 1)
    assert wild(p, BHOLE) == {PITCH: 1}
    assert (at(p, "YS", PITCH), p.state.gate[area(p, PITCH)]) == ({"Acolyte": 1}, 0)
    for face, place in ((3, ZIN), (4, GUGS), (6, THOK)):
        p = roll(after_doom(units, gates={PITCH: "YS"}), face)
        assert wild(p, BHOLE) == {place: 1}
        assert at(p, "YS", PITCH) == {"Acolyte": 2}
        assert p.state.gate[area(p, PITCH)]


@pytest.mark.rule("CW-DRM-018")
def test_the_bhole_eliminates_yog_sothoth() -> None:
    units = {"OW": {ZIN: "Yog-Sothoth, Acolyte"}, "YS": {ZIN: "2 Acolyte"}, ZOOGS: {KADATH: "6 Zoog"}}
    p = roll(after_doom(units, "OW YS BG", gates={ZIN: "YS"}), 3)
    assert at(p, "OW", ZIN) == {"Acolyte": 1}
    assert at(p, "YS", ZIN) == {"Acolyte": 1}
    assert not p.state.gate[area(p, ZIN)]
    alone = after_doom({"OW": {ZIN: "Yog-Sothoth"}, BHOLE: {ZIN: "Bhole"}, ZOOGS: {KADATH: "6 Zoog"}}, "OW YS BG")
    assert (at(alone, "OW", ZIN), wild(alone, BHOLE)) == ({}, {ZIN: 1})


@pytest.mark.rule("CW-DRM-022")
def test_a_killed_bhole_comes_back_to_the_vale_without_a_die() -> None:
    units = {"YS": {VALE: "2 Acolyte"}, BHOLE: {}, ZOOGS: {KADATH: "6 Zoog"}}
    p = after_doom(units, gates={VALE: "YS"})
    assert wild(p, BHOLE) == {VALE: 1}
    assert asked(p)[1] == "action"
    assert (at(p, "YS", VALE), p.state.gate[area(p, VALE)]) == ({"Acolyte": 1}, 0)


# -- battles with the Bhole -------------------------------------------------------------------------------------------
def hunt(place: str, units: str = "Cthulhu, 2 Starspawn, Deep One", **more: Any) -> Position:
    return scene("GC YS BG", {"GC": {place: units}, "YS": {CELEPHAIS: "Acolyte"}, BHOLE: {place: "Bhole"}}, **more)


@pytest.mark.rule("CW-DRM-019")
def test_a_kill_destroys_the_bhole_which_has_six_dice() -> None:
    p = hunt(THOK)
    assert f"Battle in {THOK} against Bhole" in labels(p)
    p.play(("battle", area(p, THOK), seat(p, BHOLE)))
    while p.decision.player != CHANCE:  # type: ignore[union-attr]
        p.play("done")
    p.play((1, 0))
    assert (6, 0) in p.decision.options  # type: ignore[union-attr]
    assert (7, 0) not in p.decision.options  # type: ignore[union-attr]
    p.play((0, 0))
    assert wild(finish(p), BHOLE) == {}
    alone = scene("GC YS BG", {"GC": {ZIN: "Cthulhu"}})
    assert not any("against Bhole" in label for label in labels(alone))


@pytest.mark.rule("CW-DRM-019")
def test_a_pain_sends_the_bhole_to_the_vale_whoever_is_there() -> None:
    for there in ({}, {"GC": {THOK: "Cthulhu, 2 Starspawn, Deep One", VALE: "Acolyte"}}):
        p = scene("GC YS BG", {"GC": {THOK: "Cthulhu, 2 Starspawn, Deep One"}, BHOLE: {THOK: "Bhole"}} | there)
        p = finish(battle(p, BHOLE, THOK, (0, 2)))
        assert wild(p, BHOLE) == {VALE: 1}
    s: State = p.state
    assert s.config.factions[seat(p, BHOLE)].lair


@pytest.mark.rule("CW-DRM-020")
def test_in_the_vale_the_bhole_ignores_a_pain() -> None:
    p = finish(battle(hunt(VALE), BHOLE, VALE, (0, 3)))
    assert wild(p, BHOLE) == {VALE: 1}
    assert wild(finish(battle(hunt(VALE), BHOLE, VALE, (1, 3))), BHOLE) == {}


@pytest.mark.rule("CW-DRM-020")
@pytest.mark.parametrize(("mine", "open_"), [((0, 1), False), ((0, 0), True), ((1, 0), True)])
def test_nobody_follows_a_pained_bhole_to_the_vale(mine: tuple[int, int], open_: bool) -> None:
    p = battle(hunt(KAROTH), BHOLE, KAROTH, mine, (0, 1))
    while asked(p)[1] != "retreat to":
        p.play(p.decision.options[0])  # type: ignore[union-attr]
    assert (VALE in labels(p)) is open_


@pytest.mark.rule("CW-DRM-020")
def test_madness_does_not_send_the_bhole_elsewhere() -> None:
    units = {"CC": {KAROTH: "Nyarlathotep"}, BHOLE: {KAROTH: "Bhole"}}
    p = scene("CC YS BG", units, books={"CC": "Madness"})
    p = battle(p, BHOLE, KAROTH, (0, 1), (0, 0))
    while p.decision is not None and p.decision.what != "action":
        assert p.decision.what != "retreat to"  # nobody is asked where it goes
        p.play(p.decision.options[0])
    assert wild(p, BHOLE) == {VALE: 1}


@pytest.mark.rule("CW-DRM-020")
def test_nor_does_anybody_once_it_has_gone_there() -> None:
    """By Madness the Bhole leaves first, and then a unit that fought it."""
    units = {"CC": {KAROTH: "Nyarlathotep, Nightgaunt"}, BHOLE: {KAROTH: "Bhole"}}
    p = battle(scene("CC YS BG", units, books={"CC": "Madness"}), BHOLE, KAROTH, (0, 1), (0, 1))
    while asked(p)[1] != "who leaves next":
        p.play(p.decision.options[0])  # type: ignore[union-attr]
    p.play(next(unit for unit in p.decision.options if unit[0] == seat(p, BHOLE)))  # type: ignore[union-attr]
    assert wild(p, BHOLE) == {VALE: 1}
    assert asked(p)[1] == "retreat to"
    assert VALE not in labels(p)


@pytest.mark.rule("CW-DRM-020")
def test_in_the_vale_a_pain_lies_on_nobody() -> None:
    p = battle(hunt(VALE), BHOLE, VALE, (0, 2), (0, 1))
    while asked(p)[1] != "retreat to":
        p.play(p.decision.options[0])  # type: ignore[union-attr]
    assert p.state.battle.roster[1] == {0: 1}


@pytest.mark.rule("CW-DRM-021")
def test_powers_do_not_touch_the_bhole() -> None:
    p = scene("WW YS BG", {"WW": {THOK: "2 Wendigo"}, BHOLE: {THOK: "Bhole"}}, books={"WW": "Howl"})
    p.play(("battle", area(p, THOK), seat(p, BHOLE)))
    script(p, ("WW", "pre_battle", "Howl"))
    assert asked(p) == ("chance", "battle dice")
    assert wild(p, BHOLE) == {THOK: 1}
    gc = hunt(THOK)
    gc.play(("battle", area(gc, THOK), seat(gc, BHOLE)))
    assert asked(gc)[1] == "battle dice"  # Devour finds nobody
    s: State = p.state
    owner = seat(p, BHOLE)
    assert (s.power_of(owner), s.doom_of(owner), s.count_books(owner)) == (0, 0, 0)
    assert s.config.rank[owner][0] == 3  # a Terror
    assert s.config.cost[owner] == (0,)


@pytest.mark.rule("CW-DRM-021")
@pytest.mark.parametrize(
    ("who_", "units", "dice"), [("WW", "Ithaqua", 0), ("CC", "Nyarlathotep", 2), ("SL", "Tsathoggua", 2)]
)
def test_dice_that_go_by_the_enemy_find_nothing(who_: str, units: str, dice: int) -> None:
    books = {"CC": {"CC": "Abduct, Madness"}}.get(who_, {})
    p = scene(f"{who_} YS BG", {who_: {THOK: units}, BHOLE: {THOK: "Bhole"}}, books=books, doom=20, power=9)
    assert combat(p.state, area(p, THOK), 0, seat(p, BHOLE)) == dice


@pytest.mark.rule("CW-DRM-021")
def test_demand_sacrifice_does_not_touch_the_bhole() -> None:
    p = scene("SL YS BG", {"SL": {THOK: "Tsathoggua"}, BHOLE: {THOK: "Bhole"}}, books={"SL": "Demand Sacrifice"})
    p.play(("battle", area(p, THOK), seat(p, BHOLE)))
    assert asked(p) == ("chance", "battle dice")
    roll_ = [(0, 0), (1, 0)]
    for outcome in roll_:
        p.play(outcome)
    assert at(finish(p), "SL", THOK) == {}  # a Kill stays one


# -- Zoogs ------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-DRM-024", "CW-DRM-025")
def test_zoogs_appear_by_dice_after_the_bhole() -> None:
    p = roll(after_doom({"GC": {CERENARIAN: "Acolyte"}}, round=2), 3)
    roll(p, 1, 2, 3, 4, 5, 6)  # six dice in the first Doom phase
    assert wild(p, ZOOGS) == {KADATH: 2, ULTHAR: 1, CELEPHAIS: 1, NGRANEK: 2}
    p = roll(after_doom({"GC": {CERENARIAN: "Acolyte"}, ZOOGS: {ULTHAR: "3 Zoog"}}), 3)
    roll(p, 1, 6, 6)
    assert wild(p, ZOOGS) == {ULTHAR: 3, KADATH: 1, NGRANEK: 2}
    assert asked(p)[1] == "action"


@pytest.mark.rule("CW-DRM-026")
def test_who_controls_a_gate_leaves_it_to_the_zoogs() -> None:
    units = {"GC": {KADATH: "2 Acolyte", ULTHAR: "Acolyte"}, ZOOGS: {ULTHAR: "5 Zoog"}, BHOLE: {}}
    p = after_doom(units, gates={KADATH: "GC"})
    roll(p, 2)
    assert p.state.gate[area(p, KADATH)] == OPEN_GATE
    assert at(p, "GC", KADATH) == {"Acolyte": 2}
    assert f"Control the gate in {KADATH}" not in " ".join(labels(p))
    assert set(why_not(p, "GC", "control", area(p, KADATH), 0)) == {"CW-GAT-003"}
    free = scene("GC YS BG", {"GC": {KADATH: "Acolyte"}}, gates={KADATH: "abandoned"})
    assert not why_not(free, "GC", "control", area(free, KADATH), 0)


@pytest.mark.rule("CW-DRM-023")
def test_a_zoog_is_a_monster_without_dice() -> None:
    p = scene("GC YS BG", {"GC": {KADATH: "Cthulhu"}, ZOOGS: {KADATH: "2 Zoog"}})
    p.play(("battle", area(p, KADATH), seat(p, ZOOGS)))
    assert asked(p) == ("GC", "pre_battle")  # Devour: a Monster
    script(p, ("GC", "pre_battle", "Devour"))
    assert wild(p, ZOOGS) == {KADATH: 1}
    p.play((0, 0))
    finish(p)
    assert p.decision is None or p.decision.what == "action"  # no die of theirs was thrown
    assert combat(p.state, area(p, KADATH), seat(p, ZOOGS), 0) == 0


@pytest.mark.rule("CW-DRM-028")
def test_a_kill_kills_a_zoog_and_a_pain_pains_one_of_the_attackers() -> None:
    units = {"GC": {KADATH: "Cthulhu, Starspawn, Deep One"}, ZOOGS: {KADATH: "2 Zoog", ULTHAR: "Zoog"}}
    p = finish(battle(scene("GC YS BG", units), ZOOGS, KADATH, (1, 0)))
    assert wild(p, ZOOGS) == {KADATH: 1, ULTHAR: 1}
    assert at(p, "GC", KADATH) == {"Cthulhu": 1, "Starspawn": 1, "Deep One": 1}
    p = battle(scene("GC YS BG", units), ZOOGS, KADATH, (0, 1))
    assert asked(p) == ("GC", "takes a pain")
    script(p, ("GC", "takes a pain", "Deep One"))
    if asked(p)[1] != "retreat to":
        finish(p)
    assert ULTHAR not in labels(p)
    p = finish(p)
    assert wild(p, ZOOGS) == {KADATH: 1, ULTHAR: 1}
    assert at(p, "GC", KADATH) == {"Cthulhu": 1, "Starspawn": 1}


@pytest.mark.rule("CW-GC-026")
def test_a_zoog_that_is_pained_away_is_no_kill() -> None:
    units = {"GC": {KADATH: "Starspawn"}, ZOOGS: {KADATH: "2 Zoog"}}
    for mine, earned in (((0, 2), False), ((2, 0), True)):
        p = scene("GC YS BG", units, open={"GC": "Kill or devour one, Kill or devour two", "YS": "", "BG": ""})
        p = battle(p, ZOOGS, KADATH, mine)
        while p.decision is not None and p.decision.what not in ("action", "spellbook"):
            p.play(p.decision.options[0])
        assert wild(p, ZOOGS) == {}
        assert (asked(p)[1] == "spellbook") is earned


@pytest.mark.rule("CW-DRM-032")
def test_kills_come_before_pains() -> None:
    p = scene("GC YS BG", {"GC": {KADATH: "Cthulhu, 2 Starspawn"}, ZOOGS: {KADATH: "3 Zoog"}})
    p = battle(p, ZOOGS, KADATH, (2, 3))
    assert asked(p) == ("GC", "takes a pain")
    p = finish(p)
    assert wild(p, ZOOGS) == {}
    assert p.state.crowd(0, area(p, KADATH)) == 2  # one pain came back, not three


@pytest.mark.rule("CW-DRM-033")
def test_ghouls_of_necrophagy_are_pained_by_the_zoogs_that_they_pain() -> None:
    units = {"GC": {KADATH: "Cthulhu, 2 Starspawn, Deep One"}, "BG": {GHOULS: "2 Ghoul"}, ZOOGS: {KADATH: "3 Zoog"}}
    p = battle(scene("GC YS BG", units, books={"BG": "Necrophagy"}), ZOOGS, KADATH, (1, 0))
    came = 0
    while p.decision is not None and p.decision.what != "action":
        name, what = asked(p)
        if what == "post_battle":
            p.play("Necrophagy" if "Necrophagy" in p.decision.options else p.decision.options[0])
        elif what == "ghoul from":
            came += 1
            script(p, (name, what, GHOULS))
        elif what == "retreat to" and name == "BG":
            assert at(p, "BG", KADATH).get("Ghoul", 0) > 0
            p.play(p.decision.options[0])
        else:
            p.play(p.decision.options[0])
    assert came == 2
    assert wild(p, ZOOGS) == {}  # one killed, two pained away
    assert p.state.crowd(0, area(p, KADATH)) == 2  # two of the attacker's are pained, as ever
    assert at(p, "BG", KADATH) == {}  # and both Ghouls
    assert left(p, "BG", "Ghoul") == 2


@pytest.mark.rule("CW-DRM-029")
def test_howl_eliminates_a_zoog_without_a_pain_back() -> None:
    p = scene("WW YS BG", {"WW": {KADATH: "Wendigo"}, ZOOGS: {KADATH: "2 Zoog"}}, books={"WW": "Howl"})
    p.play(("battle", area(p, KADATH), seat(p, ZOOGS)))
    script(p, ("WW", "pre_battle", "Howl"))
    assert wild(p, ZOOGS) == {KADATH: 1}
    while p.decision is not None and p.decision.what != "action":
        p.play((0, 0) if p.decision.player == CHANCE else p.decision.options[0])
    assert at(p, "WW", KADATH) == {"Wendigo": 1}
    assert p.state.n(seat(p, ZOOGS), 0, POOL) == 5


@pytest.mark.rule("CW-DRM-030", "CW-DRM-035")
@pytest.mark.parametrize(("home", "zoogs"), [(LENG, {}), (ULTHAR, {ULTHAR: 1}), (THOK, {THOK: 1})])
def test_shub_niggurath_trades_places_with_a_zoog(home: str, zoogs: dict[str, int]) -> None:
    p = scene("BG YS GC", {"BG": {home: "Shub-Niggurath"}, ZOOGS: {KADATH: "Zoog"}})
    p.play(("avatar", area(p, KADATH), seat(p, ZOOGS)))
    assert at(p, "BG", KADATH) == {"Shub-Niggurath": 1}
    assert wild(p, ZOOGS) == zoogs


@pytest.mark.rule("CW-DRM-026")
def test_a_zoog_that_is_brought_to_a_gate_drives_its_keeper_off() -> None:
    units = {"BG": {ULTHAR: "Shub-Niggurath, 2 Acolyte"}, ZOOGS: {KADATH: "Zoog"}}
    p = scene("BG YS GC", units, gates={ULTHAR: "BG"})
    p.play(("avatar", area(p, KADATH), seat(p, ZOOGS)))
    assert p.state.gate[area(p, ULTHAR)] == OPEN_GATE


@pytest.mark.rule("CW-DRM-031")
def test_killed_and_eliminated_zoogs_come_back() -> None:
    units = {"GC": {KADATH: "Cthulhu"}, ZOOGS: {KADATH: "4 Zoog"}, BHOLE: {}}
    p = battle(scene("GC YS BG", units), ZOOGS, KADATH, (1, 1))
    p = finish(p)
    assert p.state.n(seat(p, ZOOGS), 0, POOL) == 4
    p = after_doom({"GC": {CERENARIAN: "Acolyte"}, ZOOGS: {KADATH: "2 Zoog"}, BHOLE: {}})
    roll(p, 3, 3, 3, 3)
    assert wild(p, ZOOGS) == {KADATH: 2, ULTHAR: 4}
    assert asked(p)[1] == "action"


@pytest.mark.rule("CW-DRM-034")
def test_the_dread_curse_reaches_neither() -> None:
    units = {
        "OW": {GHOULS: "2 Abomination"},
        ZOOGS: {KADATH: "2 Zoog"},
        BHOLE: {THOK: "Bhole"},
        "YS": {ZURA: "Acolyte"},
    }
    books = {"OW": "Dread Curse of Azathoth"}
    p = scene("OW YS BG", units, books=books, power=9)
    assert {o[1] for o in p.decision.options if isinstance(o, tuple) and "curse" in str(o[0])} == {area(p, ZURA)}  # type: ignore[union-attr]


@pytest.mark.rule("CW-DRM-036")
def test_tsathoggua_captures_a_zoog_until_power_is_gathered() -> None:
    units = {"SL": {KADATH: "Tsathoggua"}, ZOOGS: {KADATH: "2 Zoog"}, BHOLE: {}}
    p = scene("SL YS BG", units, books={"SL": "Capture Monster"})
    zoogs = seat(p, ZOOGS)
    p.play(("capture monster", area(p, KADATH), zoogs))
    assert p.state.n(zoogs, 0, HELD) == 1
    assert wild(p, ZOOGS) == {KADATH: 1}
    held = scene("SL YS BG", units | {ZOOGS: {}}, captives={"SL": {"ZG": "Zoog"}}, books={"SL": "Capture Monster"},
                 phase="gather power")  # fmt: skip
    assert held.state.n(zoogs, 0, HELD) == 0
    assert held.state.n(zoogs, 0, POOL) == 6


# -- factions ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-AN-006")
def test_the_ancients_start_at_no_citadel_but_beside_a_tunnel() -> None:
    game = th.new("cthulhu_wars", players=3, map="dreamlands_3p", factions=["GC", "AN", "YS"])
    p = game.position
    assert p.decision is not None
    assert p.decision.what == "start area"
    found = labels(p)
    assert {ZURA, LENG, KOTH} <= found
    assert not found & {KADATH, ULTHAR, NGRANEK, PITCH, ZIN, GUGS, THOK, CELEPHAIS}


# -- for people -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-DRM-028", "CW-DRM-019")
def test_the_calculator_knows_what_nobody_plays() -> None:
    p = scene("GC YS BG", {"GC": {KADATH: "Deep One"}, ZOOGS: {KADATH: "Zoog"}, BHOLE: {KADATH: "Bhole"}})
    fights = p.system.fights
    assert fights is not None
    names = {place.name: place.id for place in fights.places(p.state)}
    zoog = finished(reckon(p.system, p.state, Setting(names[f"Great Cthulhu attacks Zoogs in {KADATH}"]), how="exact"))
    assert zoog.fraction("dead:1:0") == Fraction(1, 2)  # a Pain is the end of it, too
    assert zoog.fraction("gone:0:1") == Fraction(1, 3)  # pained in turn
    bhole = finished(reckon(p.system, p.state, Setting(names[f"Great Cthulhu attacks Bhole in {KADATH}"]), how="exact"))
    assert bhole.fraction("dead:1:0") == Fraction(1, 6)
    assert bhole.fraction("gone:1:0") == Fraction(1, 2)
    assert bhole.fraction("dead:0:1") == 1 - Fraction(5, 6) ** 6


@pytest.mark.rule("CW-DRM-009")
def test_the_table_tells_how_near_somebody_is_to_all_citadels() -> None:
    p = four([PITCH, ZIN, GUGS, THOK])
    rows = {one.name: one for one in p.system.table(p.state).conditions}
    below, above = rows["Citadels of the Underworld"], rows["Citadels of the Surface"]
    assert (below.seat, below.value, above.seat, above.value) == (0, 3, -1, 0)
    assert {part.name for part in below.parts} == {f"1-2 {PITCH}", f"3 {ZIN}", f"4 {GUGS}", f"5-6 {THOK}"}
    assert [each.name for each in p.system.table(p.state).nobodys] == ["Bhole", "Zoogs"]


@pytest.mark.rule("CW-DRM-030")
def test_whatever_moves_a_zoog_it_is_at_a_citadel_or_gone() -> None:
    s: State = scene("GC YS BG", {ZOOGS: {KADATH: "2 Zoog"}}).state.copy()
    zoogs, index = s.config.wild[1], s.config.map.index
    s.move(zoogs, 0, index[KADATH], index[THOK])
    s.move(zoogs, 0, index[KADATH], index[LENG])
    assert (s.areas(zoogs), s.n(zoogs, 0, POOL)) == ((index[THOK],), 5)


@pytest.mark.rule("CW-DRM-021")
@pytest.mark.parametrize(("name", "outcome"), [(BHOLE, False), ("YS", True)])
def test_what_the_bhole_scores_is_as_it_fell(name: str, outcome: bool) -> None:
    units = {"SL": {THOK: "Tsathoggua"}, BHOLE: {THOK: "Bhole"}, "YS": {THOK: "King in Yellow"}}
    s: State = scene("SL YS BG", units, books={"SL": "Demand Sacrifice"}).state.copy()
    foe = next(i for i, card in enumerate(s.config.factions) if card.letters == name)
    s.battle = muster(s, s.config.map.index[THOK], 0, foe)
    s.battle.used, s.battle.rolled = ((foe, "Demand Sacrifice"),), ((0, 0, 0), (6, 2, 0))
    with pytest.raises(StopIteration):  # nothing is asked
        count(Resolution(s, s.battle), foe, 0).send(None)
    assert bool(Resolution(s, s.battle).scored(PAIN, 0)) is outcome


@pytest.mark.rule("CW-DRM-021")
def test_a_pain_of_a_power_does_not_lie_on_the_bhole() -> None:
    units = {"GC": {THOK: "2 Starspawn"}, "BG": {GHOULS: "Ghoul"}, BHOLE: {THOK: "Bhole"}}
    p = battle(scene("GC YS BG", units, books={"BG": "Necrophagy"}), BHOLE, THOK, (0, 0))
    script(p, ("BG", "ghoul from", GHOULS))
    p = finish(p)
    assert wild(p, BHOLE) == {THOK: 1}
    assert p.state.crowd(0, area(p, THOK)) == 1  # the attacker has it
