"""Setting up, Power, first player, Doom, rituals, Elder Signs and the end."""

import pytest

import theomachy as th
from tests.cthulhu_wars.scene import AR, EA, asked, at, left, script, system, table, who, why_not
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.engine.runtime.layers import Total
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.rules import maps as boards
from theomachy.games.cthulhu_wars.rules.domains import HELD
from theomachy.games.cthulhu_wars.rules.timings import SLOTS, VOCABULARY, Power, SpellbookSlot


# -- setting up -------------------------------------------------------------------------------------------------------
@pytest.mark.rule(
    "CW-SET-001", "CW-SET-002", "CW-SET-003", "CW-SET-005", "CW-MAP-001", "CW-MAP-002", "CW-MAP-008", "CW-MAP-004"
)
@pytest.mark.parametrize(
    ("name", "areas", "edges", "oceans"),
    [
        ("earth_3p", 13, 33, 6),
        ("earth_4p_3w5e", 17, 45, 6),
        ("earth_4p_5w3e", 17, 44, 6),
        ("earth_5p", 21, 56, 6),
        ("earth_6p", 24, 64, 8),
    ],
)
def test_each_map_has_its_areas_links_and_oceans(name, areas, edges, oceans):
    e = boards.load_map(name)
    assert len(e.names) == areas
    assert sum(map(len, e.near)) == 2 * edges
    assert sum(e.ocean) == oceans
    assert all(a in e.near[b] for a, bs in enumerate(e.near) for b in bs)
    assert all(
        (e.glyph[a] == "") is (e.ocean[a] or n in ("Antarctica", "Mountains of Madness")) for a, n in enumerate(e.names)
    )
    assert not e.ocean[e.index["Antarctica"]]
    assert e.board.areas[0].near == e.near[0]
    for row in CthulhuWars.build(players=4).facts.table("faction.yellow_sign.start").items():
        assert row[1] in boards.load_map(row[0]).index


@pytest.mark.rule("CW-MAP-005", "CW-MAP-006", "CW-MAP-007")
def test_the_map_goes_round_the_world():
    e = boards.load_map("earth_4p_3w5e")

    def near(a: str) -> set[str]:
        return {e.names[i] for i in e.near[e.index[a]]}

    assert "South Pacific" in near("Indian Ocean")
    assert "North Pacific" in near("North Atlantic")
    assert near(EA) == {AR, "West Africa", "Indian Ocean", "South Atlantic"}


@pytest.mark.rule("CW-SET-006")
@pytest.mark.parametrize("players", range(2, 12))
def test_the_ritual_marker_begins_at_five_whoever_plays(players):
    s = th.new("cthulhu_wars", players=players, seed=1).state
    assert (s.ritual_cost(), min(s.config.track)) == (5, 5)


@pytest.mark.rule("CW-SET-007", "CW-ES-001")
def test_any_of_the_signs_in_the_bag_may_be_drawn():
    units = {"GC": {EA: "Acolyte, Cthulhu"}, "YS": {AR: "Acolyte"}, "BG": {"Europe": "Acolyte"}}
    p = script(table("GC YS BG", units, phase="doom"), ("GC", "doom phase", "ritual"))
    assert asked(p) == ("chance", "elder sign")
    assert dict(zip(p.decision.options, p.decision.weights, strict=True)) == {1: 18, 2: 12, 3: 6}


@pytest.mark.rule(
    "CW-SET-010",
    "CW-SET-011",
    "CW-SET-012",
    "CW-SET-006",
    "CW-SET-007",
    "CW-SET-009",
    "CW-SET-013",
    "CW-SET-016",
    "CW-ES-001",
    "CW-GC-001",
    "CW-CC-001",
    "CW-BG-001",
    "CW-YS-001",
    "CW-CMP-001",
    "CW-UNI-001",
    "CW-UNI-007",
    "CW-SET-004",
)
def test_the_start_of_a_game_of_four():
    game = th.new("cthulhu_wars", factions=["black_goat", "crawling_chaos", "great_cthulhu", "yellow_sign"], seed=1)
    s = game.state
    assert game.system.options["map"] == "earth_4p_3w5e"
    assert s.bag == [18, 12, 6]
    assert s.ritual_cost() == 5
    assert s.power == [8] * 4
    assert s.doom == [0] * 4
    assert s.phase == -1
    assert game.decision.who == "Great Cthulhu"
    starts = dict(zip(("BG", "CC", "GC", "YS"), ("West Africa", "South Asia", "South Pacific", "Europe"), strict=True))
    for name, place in starts.items():
        seat = game.seat(name)
        a = s.config.map.index[place]
        assert s.n(seat, 0, a) == 6
        assert s.gates(seat) == (a,)
        assert s.keeper(seat, a) == 0
    assert {o.label for o in game.options} == {"Clockwise", "Counterclockwise"}
    assert s.tokens == (0,)
    assert [(s.config.factions[token.seat].letters, token.figures) for token in s.config.tokens] == [("YS", 12)]
    assert s.config.supply == 24
    assert [s.free_books(seat) for seat in range(4)] == [[0, 1, 2, 3, 4, 5]] * 4
    game.play("counterclockwise")
    assert game.state.order(2) == (2, 1, 0, 3)


@pytest.mark.rule("CW-SET-014")
@pytest.mark.parametrize(("ruling", "first"), [("alphabet", "Black Goat"), ("seat", "Yellow Sign")])
def test_without_great_cthulhu_the_alphabet_decides(ruling, first):
    game = th.new(
        "cthulhu_wars", factions=["yellow_sign", "crawling_chaos", "black_goat"], rulings={"first_player": ruling}
    )
    assert game.decision.who == first


@pytest.mark.rule("CW-SET-005", "CW-SET-018", "CW-SET-008", "CW-BB-002", "CW-2PL-005")
def test_options_that_do_not_fit_are_refused_with_a_sentence(tmp_path):
    for options, words in (
        ({"map": "earth_5p"}, "for 5 players, not 4"),
        ({"map": "mars"}, "no map 'mars'"),
        ({"factions": ["great_cthulhu"]}, "2 to 11 players"),
        ({"factions": ["great_cthulhu", "GC"]}, "once only"),
        ({"factions": ["sleepr", "GC"]}, "no faction 'sleepr'"),
        ({"factions": "random"}, "needs draw"),
        ({"colour": 1}, "no option"),
    ):
        with pytest.raises(th.UnknownName, match=words):
            th.new("cthulhu_wars", **options)
    drawn = th.new("cthulhu_wars", players=3, factions="random", draw=5).system.options["factions"]
    assert len(set(drawn)) == 3
    assert drawn == th.new("cthulhu_wars", players=3, factions="random", draw=5).system.options["factions"]
    facts = {"two_player": {"forbidden": ["crawling_chaos black_goat"]}}
    with pytest.raises(th.UnknownName, match="may not meet"):
        th.new("cthulhu_wars", factions=["crawling_chaos", "black_goat"], overlay=facts)


@pytest.mark.rule("CW-SET-018")
def test_another_package_may_add_a_faction(monkeypatch, tmp_path):
    from theomachy.games.cthulhu_wars.rules.config import DATA

    text = (
        (DATA / "black_goat.toml")
        .read_text("utf-8")
        .replace("black_goat", "test_goat")
        .replace("Black Goat", "Test Goat")
        .replace("west_africa", "australia")
    )
    prices, start = text.index("[faction.test_goat.price]"), text.index("[faction.test_goat.start]")
    text = text[:prices] + text[start:]  # each price has a name of its own
    file = tmp_path / "test_goat.toml"
    file.write_text(text.replace('letters = "BG"', 'letters = "TG"'), "utf-8")
    monkeypatch.setattr(CthulhuWars, "faction_files", dict(CthulhuWars.faction_files))
    monkeypatch.setattr(VOCABULARY, "abilities", list(VOCABULARY.abilities))
    monkeypatch.setattr(SLOTS, "abilities", list(SLOTS.abilities))
    for bit in range(6):
        card = {"__doc__": "Nothing.", "rule": "CW-BG-001", "faction": "test_goat", "bit": bit}
        type(f"Book{bit}", (Power,), card | {"income": lambda self, s, me: None})
        type(f"Slot{bit}", (SpellbookSlot,), card | {"requirement_met": lambda self, s, me, thing: False})
    CthulhuWars.add_faction("test_goat", file)
    factions = ["great_cthulhu", "crawling_chaos", "black_goat", "yellow_sign", "test_goat"]
    game = th.new("cthulhu_wars", factions=factions, map="earth_5p")
    assert len(game.seats) == 5
    assert game.state.config.track[:3] == (5, 6, 6)
    assert game.seat("TG") == 4
    with pytest.raises(th.DataError):
        CthulhuWars.add_faction("test_goat", DATA / "core.toml")


@pytest.mark.rule("CW-CMP-003")
def test_the_ritual_track_depends_on_the_number_of_players():
    assert system("GC CC BG", "earth_3p").config.track == (5, 6, 7, 8, 9, 10)
    assert system("GC CC BG YS").config.track == (5, 6, 7, 7, 8, 8, 9, 10) == system("GC CC", "earth_3p").config.track


def test_an_overlay_replaces_a_number_and_a_wrong_one_is_refused():
    game = th.new("cthulhu_wars", overlay={"faction": {"great_cthulhu": {"units": {"cthulhu": {"combat": 8}}}}})
    assert game.state.config.combat[0][4] == 8
    with pytest.raises(th.DataError, match="did you mean"):
        th.new("cthulhu_wars", overlay={"faction": {"great_cthulhu": {"units": {"cthulhu": {"combta": 8}}}}})


# -- gather power and first player ------------------------------------------------------------------------------------
@pytest.mark.rule(
    "CW-POW-001",
    "CW-POW-002",
    "CW-POW-003",
    "CW-POW-004",
    "CW-POW-005",
    "CW-POW-008",
    "CW-POW-010",
    "CW-MIN-001",
    "CW-MIN-004",
    "CW-FPL-001",
    "CW-FPL-003",
    "CW-FPL-004",
)
def test_gathering_counts_cultists_gates_captives_and_abandoned_gates_and_lifts_the_poorest_to_half():
    p = table(
        "GC YS BG",
        {"GC": {EA: "2 Acolyte", AR: "Acolyte"}, "YS": {"Europe": "Acolyte"}},
        gates={EA: "GC", AR: "GC", "South Asia": ""},
        captives={"GC": {"YS": 1}},
        power=0,
        phase="gather power",
    )
    script(p, ("GC", "direction", "clockwise"))
    assert p.state.power == [3 + 4 + 1 + 1, 5, 5]
    assert p.state.n(1, 0, HELD) == 0
    assert p.state.doom == [2, 0, 0]


@pytest.mark.rule("CW-MIN-001", "CW-MIN-002", "CW-MIN-003", "CW-POW-009")
@pytest.mark.parametrize(("most", "mine", "raised"), [(13, 4, 7), (13, 7, 7), (12, 6, 6), (23, 5, 12)])
def test_nobody_stays_below_half_of_the_most(most, mine, raised):
    from theomachy.games.cthulhu_wars.rules.score import gather_power

    p = table("GC YS BG", {"GC": {EA: "Acolyte"}}, power=0)
    s = p.state.copy()
    s.config = system("GC YS BG").config
    totals = iter((most, mine, most))
    import theomachy.games.cthulhu_wars.rules.score as score

    before, score.gathered = score.gathered, lambda *_: Total(next(totals))
    try:
        gather_power(s)
    finally:
        score.gathered = before
    assert s.power == [most, raised, most]


@pytest.mark.rule("CW-FPL-002", "CW-FPL-004")
def test_on_a_tie_the_last_first_player_decides():
    units = {"GC": {EA: "3 Acolyte"}, "YS": {AR: "3 Acolyte"}, "BG": {"Europe": "Acolyte"}}
    p = table("GC YS BG", units, power=0, phase="gather power", first="BG", active="BG")
    assert asked(p) == ("BG", "first player")
    assert p.decision.options == (0, 1)
    script(p, ("BG", "first player", 1), ("YS", "direction", -1))
    assert p.state.first == 1
    assert asked(p)[0] == "YS"


@pytest.mark.rule("CW-DOM-003", "CW-RIT-001")
def test_why_not_a_ritual_says_when_and_how_often():
    """The menu of the Doom phase does not look at these needs: only "why not?" does."""
    units = {"BG": {EA: "2 Acolyte, Shub-Niggurath"}, "GC": {AR: "Acolyte"}}
    power = {"BG": 12, "GC": 4, "YS": 5}
    p = table("BG GC YS", units, phase="doom", gates={EA: "BG"}, power=power, books={"BG": "Blood Sacrifice"})
    assert asked(p) == ("BG", "doom phase")
    assert why_not(p, "BG", "ritual") == {}
    assert set(why_not(p, "YS", "ritual")) == {"CW-DOM-003"}  # not in another's slot
    script(p, ("BG", "doom phase", "ritual"), ("chance", "elder sign", 1))
    assert asked(p) == ("BG", "doom phase")  # the sacrifice is still open, and there is Power for a second ritual
    assert set(why_not(p, "BG", "ritual")) == {"CW-DOM-003"}
    q = table("BG GC YS", units, gates={EA: "BG"}, power=power)
    assert set(why_not(q, "BG", "ritual")) == {"CW-DOM-003"}  # not in the Action phase


# -- doom and rituals -------------------------------------------------------------------------------------------------
@pytest.mark.rule(
    "CW-DOM-001",
    "CW-DOM-002",
    "CW-RIT-001",
    "CW-RIT-002",
    "CW-RIT-003",
    "CW-RIT-004",
    "CW-RIT-005",
    "CW-DOM-003",
    "CW-DOM-007",
    "CW-TIP-001",
)
def test_worked_example_of_a_ritual():
    units = {"CC": {EA: "Acolyte, Nyarlathotep", AR: "Acolyte", "Europe": "Acolyte"}, "GC": {"Antarctica": "Acolyte"}}
    p = table(
        "CC GC YS", units, gates={EA: "CC", AR: "CC", "Europe": "CC", "Australia": ""}, power=6, phase="first player"
    )
    assert asked(p) == ("CC", "first player")
    script(p, ("CC", "first player", 0), ("CC", "direction", 1))
    assert p.state.doom == [3, 0, 0]
    assert asked(p) == ("CC", "doom phase")
    script(p, ("CC", "doom phase", "ritual"), ("chance", "elder sign", 1))
    assert p.state.doom[0] == 6
    assert p.state.power[0] == 1
    assert p.state.ritual_cost() == 6
    assert p.state.signs[0] == (1,)
    script(p, ("GC", "doom phase", "done"), ("YS", "doom phase", "done"))
    assert p.state.phase == 0
    assert p.state.round == 2
    assert asked(p)[0] == "CC"


@pytest.mark.rule("CW-RIT-006", "CW-RIT-007", "CW-RIT-008", "CW-VIC-004", "CW-DOM-005", "CW-BG-017", "CW-VIC-005")
def test_black_goat_orders_sacrifice_and_ritual_and_instant_death_ends_the_game_after_the_phase():
    p = table(
        "BG GC YS",
        {"BG": {EA: "3 Acolyte, Shub-Niggurath"}},
        gates={EA: "BG"},
        books={"BG": "Blood Sacrifice"},
        power={"BG": 10, "GC": 10, "YS": 9},
        phase="doom",
        ritual=5,
    )
    script(p, ("BG", "doom phase", "Blood Sacrifice"), ("BG", "cultist given up", "Acolyte"))
    script(p, ("chance", "elder sign", 2), ("BG", "doom phase", "ritual"), ("chance", "elder sign", 1))
    assert p.state.instant_death
    script(p, ("GC", "doom phase", "ritual"))
    assert p.decision is None
    assert p.state.doom == [1 + 3, 0, 0]
    assert p.state.power == [0, 0, 9]
    assert p.system.winners(p.state) == ()


@pytest.mark.rule("CW-ES-006")
def test_an_empty_bag_gives_a_doom_openly():
    units = {"BG": {EA: "2 Acolyte, Shub-Niggurath"}}
    p = table("BG GC YS", units, books={"BG": "Blood Sacrifice"}, phase="doom", power=0, bag=[0, 0, 0])
    script(p, ("BG", "doom phase", "Blood Sacrifice"))
    assert p.state.doom[0] == 1
    assert p.state.signs[0] == ()


# -- at any time ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-ES-003", "CW-ES-004", "CW-ES-005", "CW-VIC-003", "CW-VIC-001", "CW-VIC-009")
def test_an_elder_sign_is_revealed_in_the_middle_of_a_battle_and_the_game_ends_with_the_turn():
    p = table(
        "GC YS BG",
        {"GC": {EA: "Cthulhu"}, "YS": {EA: "2 Undead, Acolyte"}},
        doom={"YS": 28},
        signs={"YS": [1, 3]},
        power=2,
    )
    script(p, fight("GC", "YS"), ("GC", "pre_battle", "Devour"))
    before, bag, q = p.state.copy(), p.state.bag, p.clone()
    p.play(("!", "reveal", 1, 3))
    assert asked(p) == ("YS", "devoured")
    assert p.state.doom[1] == 31
    assert p.state.bag == bag
    assert p.undo().state == before
    assert p.clone().state.doom[1] == 31
    assert q.state.doom[1] == 28
    script(p, ("YS", "devoured", "Acolyte"), roll(0, 0), roll(0, 0))
    assert p.decision is None
    assert p.state.doom[1] == 32


@pytest.mark.rule("CW-ES-002")
def test_nobody_else_sees_the_signs_or_can_tell_them_from_the_bag():
    p = table("GC YS BG", {"GC": {EA: "Acolyte"}}, signs={"YS": [1, 3]})
    view = p.system.view(p.state, 0)
    assert p.state.bag == [17, 12, 5]
    assert view.signs[1] == (0, 0)
    assert view.bag == [18, 12, 6]
    assert p.system.view(p.state, 1).signs[1] == (1, 3)
    assert p.system.view(view, 0) == view
    units = {"BG": {EA: "3 Acolyte, Shub-Niggurath"}}
    p = table("BG GC YS", units, books={"BG": "Blood Sacrifice"}, phase="doom", power=5)
    script(p, ("BG", "doom phase", "Blood Sacrifice"), ("chance", "elder sign", 2))
    assert [e.answer for e in p.seen_by(1)] == ["Blood Sacrifice", None]
    assert [e.answer for e in p.seen_by(0)] == ["Blood Sacrifice", 2]


# -- the end ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-VIC-002", "CW-VIC-006", "CW-VIC-007", "CW-VIC-008", "CW-GEN-001")
@pytest.mark.parametrize(
    ("books", "doom", "won"),
    [
        ({"GC": "Dreams", "YS": "all"}, {"GC": 35, "YS": 18}, (1,)),
        ({"GC": "all", "YS": "all"}, {"GC": 31, "YS": 31}, (0, 1)),
        ({"GC": "Dreams"}, {"GC": 40}, ()),
    ],
)
def test_the_most_doom_wins_among_those_with_six_books(books, doom, won):
    p = table("GC YS BG", {"GC": {EA: "Acolyte"}}, books=books, doom=doom, power=6, phase="doom")
    while p.decision is not None:
        assert p.state.phase == 3  # the whole phase is played
        p.play("done")
    assert p.system.winners(p.state) == won


@pytest.mark.rule("CW-GEN-002")
def test_the_phases_follow_one_another():
    p = table("GC YS BG", {"GC": {EA: "5 Acolyte"}}, power={"GC": 1})
    seen = [p.state.phase]
    script(p, ("GC", "action", f"recruit {EA}"))
    while p.state.phase != 0:
        seen.append(p.state.phase)
        p.play(p.decision.options[0])
    assert seen[0] == 0
    assert 3 in seen
    assert p.state.round == 2
    assert left(p, "GC", "Acolyte") == 6
    assert at(p, "GC", EA) == {"Acolyte": 6}
    assert who(p, "GC") == 0
    assert isinstance(p, Position)
