"""Bubastis: the Moon, Cats, Bastet, spellbooks and requirements."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cthulhu_wars.outside import guests
from tests.cthulhu_wars.scene import AR, EA, area, asked, at, dice, labels, left, script, system, table, why_not
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.engine.errors import UnknownName
from theomachy.engine.runtime.layers import Changes, add
from theomachy.engine.runtime.position import Position, trace_of
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.powers import AWAKENED
from theomachy.games.cthulhu_wars.powers import bubastis as bb
from theomachy.games.cthulhu_wars.rules.arguments import haven
from theomachy.games.cthulhu_wars.rules.config import ELDER_GOD, MONSTER
from theomachy.games.cthulhu_wars.rules.domains import HELD_GATE, NO_GATE, OPEN_GATE, POOL, UNKEPT
from theomachy.games.cthulhu_wars.rules.fight import Resolution, combat
from theomachy.games.cthulhu_wars.rules.menu import known
from theomachy.games.cthulhu_wars.rules.results import throw_pool
from theomachy.games.cthulhu_wars.rules.score import gathered
from theomachy.games.cthulhu_wars.rules.timings import Power
from theomachy.games.cthulhu_wars.rules.topics import Adjacent, FixedResults
from theomachy.games.cthulhu_wars.rules.ways import ways

ARC = "Arctic Ocean"
EU, NAM, SAM, PAC, AUS = "Europe", "North America", "South America", "South Pacific", "Australia"
EARTH, MARS, SATURN, URANUS = "Earth Cat", "Cat from Mars", "Cat from Saturn", "Cat from Uranus"
MOON, BASTET = "Moon", "Bastet"
AIL, CATAB, NAP, PRED, SAV, ZAG = "Ailurophobia", "Catabolism", "Catnapping", "Predator", "Savagery", "Zagazig"
DOOM = {"phase": "doom", "first": "BB"}
ALL_KINDS = {"BB": {MOON: EARTH, AR: f"{MARS}, {SATURN}, {URANUS}"}}


def income(p: Position, seat: int = 0) -> dict[str, int]:
    """Power that a seat would gather, by its source."""
    return {part.name: part.change for part in gathered(p.state, seat).parts}


# -- card and set-up --------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-BB-001", "CW-BB-012", "CW-BB-013", "CW-BB-014", "CW-BB-015")
def test_the_card_has_its_units_books_and_slots():
    config = system("BB GC YS").config
    card = config.factions[0]
    rows = [(u.name, u.figures, u.costs[0], u.combat, u.rank) for u in card.units]
    assert rows == [
        (EARTH, 6, 1, 0, MONSTER), (MARS, 2, 2, 1, MONSTER), (SATURN, 2, 3, 2, MONSTER), (URANUS, 2, 4, 3, MONSTER),
        (BASTET, 1, 6, 0, ELDER_GOD),
    ]  # fmt: skip
    assert [book.name for book in card.books] == [AIL, CATAB, NAP, PRED, SAV, ZAG]
    assert (len(card.slots), config.cultists[0], config.favoured[0]) == (6, (), ())


@pytest.mark.rule("CW-BB-003", "CW-BB-005")
def test_six_cats_begin_on_the_moon_with_a_gate_and_eight_power():
    game = system("BB GC YS")
    p = Position(game, game.start())
    s = p.state
    assert (at(p, "BB", MOON), s.power[0], left(p, "BB", MARS)) == ({EARTH: 6}, 8, 0)
    moon = area(p, MOON)
    assert (s.start[0], s.holder(moon), s.warden[moon], s.count_gates(0)) == (moon, 0, UNKEPT, 1)
    assert not s.config.map.ocean[moon]
    assert s.gates_out() == 2  # those of the other two: that of the Moon is printed
    assert not s.owed[0]


@pytest.mark.rule("CW-BB-002")
def test_bubastis_and_crawling_chaos_do_not_meet_with_two():
    for pair in (["BB", "CC"], ["CC", "BB"]):
        with pytest.raises(UnknownName, match=r"may not meet .*\(CW-2PL-005, CW-BB-002\)"):
            CthulhuWars.build(options={"factions": pair})
    assert system("BB GC", "earth_3p").config.two
    assert not system("BB CC GC", "earth_3p").config.two  # with a third they may
    free = {"faction": {"bubastis": {"two_player": {"not_with": []}}}}
    assert CthulhuWars.build(options={"factions": ["BB", "CC"]}, overlay=free).config.two


@pytest.mark.rule("CW-BB-005")
def test_the_gate_of_the_moon_gives_power_and_doom_and_nobody_takes_it():
    p = table("GC BB YS", {"GC": {MOON: "2 Acolyte"}, "BB": {EU: EARTH}})
    moon = area(p, MOON)
    assert (p.state.holder(moon), income(p, 1)["1 gates"]) == (1, 2)
    assert set(why_not(p, "GC", "gate", moon)) == {"CW-GAT-004"}
    assert "CW-UNL-004" in why_not(p, "GC", "control", moon, 0)
    q = table("BB GC YS", {"BB": {EU: EARTH}})
    assert "CW-UNL-006" in why_not(q, "BB", "abandon", area(q, MOON))
    assert q.state.is_fixed(area(q, MOON))
    q = table("BB GC YS", {"BB": {EU: EARTH}, "GC": {AR: "Acolyte"}}, phase="first player", power={"BB": 2})
    doom = q.state.doom[0]
    while asked(q)[1] != "direction":
        q.play(q.decision.options[0])
    q.play(q.decision.options[0])
    assert q.state.doom[0] == doom + 1


@pytest.mark.rule("CW-BB-005")
def test_a_position_without_the_gate_of_the_moon_is_none():
    p = table("BB GC YS", {"BB": {MOON: EARTH}})
    for change in (p.state.open_gate, p.state.close_gate):
        s = p.state.copy()
        getattr(s, change.__name__)(area(p, MOON))
        assert [rule for rule, *_ in p.system.violations(s)] == ["CW-GAT-001"]
    text = p.system.arrange_text(p.state)
    assert "Moon" in text
    gate = next(x for x in p.system.table(p.state).places if x.area == area(p, MOON))
    assert gate.name == "Gate"


# -- the Moon ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-BB-006", "CW-BB-046", "CW-BB-034")
def test_cats_go_anywhere_from_the_moon_and_back_and_others_only_leave_it():
    s = table("BB GC YS", {"BB": {MOON: EARTH}}).state
    moon, n = s.config.map.index[MOON], len(s.gate)
    for what in (Adjacent.MOVE, Adjacent.RETREAT):
        for seat in (0, 1):
            assert len(ways(s, seat, moon, what)) == n - 1
            assert (moon in ways(s, seat, 3, what)) is (seat == 0)
            assert moon not in ways(s, seat, moon, what)
    assert moon in ways(s, 1, 3, Adjacent.POWER)
    assert moon in ways(s, 0, 3, Adjacent.POWER)


@pytest.mark.rule("CW-BB-006")
def test_a_move_to_the_moon_and_a_retreat_there():
    p = table("BB GC YS", {"BB": {EU: EARTH, EA: URANUS}, "GC": {EA: "Cthulhu"}})
    script(p, ("BB", "action", "move"), ("BB", "unit to move", f"{EARTH}, {EU}"))
    assert MOON in labels(p)
    script(p, ("BB", "move to", MOON))
    assert at(p, "BB", MOON) == {EARTH: 1}
    q = table("GC BB YS", {"BB": {EA: URANUS}, "GC": {EA: "Cthulhu"}, "YS": {AR: "Undead"}}, books={})
    script(q, fight("GC", "BB"), ("GC", "pre_battle", "done"), roll(0, 1), roll(0, 1))
    while asked(q)[1] != "retreat to" or asked(q)[0] != "BB":
        assert MOON not in labels(q)
        q.play(q.decision.options[0])
    assert MOON in labels(q)


@pytest.mark.rule("CW-BB-034")
def test_powers_that_set_units_down_anywhere_reach_the_moon_and_those_like_a_move_do_not():
    p = table("GC BB YS", {"GC": {AR: "Acolyte", "submerged": "Cthulhu"}, "BB": {EU: EARTH}}, books={"GC": "Submerge"})
    assert any(MOON in label for label in labels(p))
    q = table("YS BB GC", {"YS": {AR: "King in Yellow, Undead"}, "BB": {EU: EARTH}}, books={"YS": "The Screaming Dead"})
    assert set(why_not(q, "YS", "screaming dead", area(q, MOON))) == {"CW-YS-017"}
    assert not why_not(q, "YS", "screaming dead", area(q, EA))


@pytest.mark.rule("CW-BB-006", "CW-BB-034")
def test_any_area_of_a_power_is_the_moon_too():
    units = {"YS": {AR: "Byakhee, Hastur"}, "BB": {MOON: EARTH, EU: EARTH}}
    p = table("YS BB BG", units, books={"YS": "He Who is Not to be Named, Shriek of the Byakhee"})
    for verb in ("shriek of the byakhee", "he who is not to be named"):
        assert not why_not(p, "YS", verb, area(p, MOON))
    units = {"BG": {AR: "Shub-Niggurath, Fungi from Yuggoth"}, "BB": {MOON: EARTH, EU: EARTH}}
    p = table("BG BB YS", units, books={"BG": "Ghroth"})
    assert not why_not(p, "BG", "avatar", area(p, MOON), 1)
    script(p, ("BG", "action", "ghroth"), ("chance", "ghroth", 6), ("BG", "whose acolyte", "Black Goat"))
    script(p, ("BG", "acolyte to", MOON))
    assert (at(p, "BG", MOON), p.state.holder(area(p, MOON))) == ({"Acolyte": 1}, 1)
    p = table("YS BB GC", {"YS": {"Blue Hall": "Acolyte"}, "BB": {MOON: EARTH}}, board="library_3p",
              counters=[["YS", "silence", 1]])  # fmt: skip
    p.play(("custodian", area(p, MOON)))
    assert asked(p) == ("chance", "agony")


@pytest.mark.rule("CW-BB-038", "CW-BB-005")
def test_earth_cats_are_summoned_on_the_moon_and_not_elsewhere():
    p = table("BB GC YS", {"BB": {EU: MARS}}, power=1)
    script(p, ("BB", "action", f"summon {MOON} {EARTH}"))
    assert (at(p, "BB", MOON), p.state.power[0]) == ({EARTH: 1}, 0)
    q = table("BB GC YS", {"BB": {EU: MARS}})
    assert set(why_not(q, "BB", "summon", area(q, EU), 0)) == {"CW-SUM-002"}


@pytest.mark.rule("CW-BB-039")
def test_opener_and_the_moon():
    units = {"OW": {AR: "2 Abomination", MOON: "Spawn of Yog-Sothoth"}, "BB": {EU: EARTH}, "GC": {AR: "Acolyte"}}
    p = table("OW BB GC", units, gates={AR: "GC"}, books={"OW": "They Break Through"})
    moon = area(p, MOON)
    assert not why_not(p, "OW", "summon", moon, 2)
    assert not why_not(p, "OW", "awaken yog-sothoth", moon)
    assert "CW-OW-005" in why_not(p, "OW", "beyond one", moon, area(p, EU))
    assert "CW-OW-005" in why_not(p, "OW", "beyond one", area(p, AR), moon)
    assert not why_not(p, "OW", "beyond one", area(p, AR), area(p, EU))


# -- Cats -------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-BB-012", "CW-BB-013", "CW-BB-014", "CW-BB-015")
@pytest.mark.parametrize(("choice", "power"), [("one", {SATURN: 2, URANUS: 1}), ("printed", None)])
def test_each_cat_gives_power(choice, power):
    units = {"BB": {EU: f"3 {EARTH}, {MARS}, 2 {SATURN}, {URANUS}, {BASTET}"}}
    p = table("BB GC YS", units, rulings={"cat_power": choice})
    found = income(p)
    assert (found[EARTH], found[MARS], found[SATURN], found[URANUS]) == (3, 1, 2, 1)
    assert sum(found.values()) == 9 + (0 if power else 4)  # and the Moon's 2


@pytest.mark.rule("CW-BB-013", "CW-BB-014", "CW-BB-015")
@pytest.mark.parametrize(("choice", "less"), [("two_three_four", 0), ("one_two_three", 1)])
def test_what_cats_cost(choice, less):
    for kind, cost in ((MARS, 2), (SATURN, 3), (URANUS, 4)):
        p = table("BB GC YS", {"BB": {MOON: EARTH}}, rulings={"cat_costs": choice})
        script(p, ("BB", "action", f"summon {MOON} {kind}"))
        assert p.state.power[0] == 9 - cost + less
    p = table("BB GC YS", {"BB": {MOON: EARTH}}, rulings={"cat_costs": choice})
    script(p, ("BB", "action", f"summon {MOON} {EARTH}"))
    assert p.state.power[0] == 8


@pytest.mark.rule("CW-BB-011", "CW-BB-037")
def test_earth_cats_are_acolytes_for_dreams_and_zingaya_and_are_not_captured_or_on_gates():
    units = {"GC": {AR: "Acolyte"}, "BB": {EU: f"{EARTH}, {MARS}"}}
    p = table("GC BB YS", units, books={"GC": "Dreams"})
    assert not why_not(p, "GC", "dreams", area(p, EU), 1)
    p.play(next(o for o in p.decision.options if o[0] == "dreams"))
    assert (at(p, "BB", EU), at(p, "GC", EU)) == ({MARS: 1}, {"Acolyte": 1})
    q = table("GC BB YS", {"GC": {EU: "Cthulhu"}, "BB": {EU: EARTH}}, gates={EU: "abandoned"})
    assert "CW-CAP-001" in why_not(q, "GC", "capture", area(q, EU), 1)
    r = table("BB GC YS", {"BB": {EU: EARTH, AR: EARTH}}, gates={EU: "abandoned"})
    assert "CW-GAT-003" in why_not(r, "BB", "control", area(r, EU), 0)
    assert "CW-CRG-001" in why_not(r, "BB", "gate", area(r, AR))
    assert set(why_not(r, "BB", "recruit", area(r, EU))) == {"CW-UNI-006"}
    z = table("YS BB GC", {"YS": {EU: "Undead"}, "BB": {EU: EARTH}}, books={"YS": "Zingaya"})
    assert not why_not(z, "YS", "zingaya", area(z, EU), 1)
    assert not system("BB GC YS").config.cultists[0]
    assert haven(r.state, 0) == r.state.areas(0)


@pytest.mark.rule("CW-BB-011")
def test_ghroth_takes_earth_cats_as_cultists():
    units = {"BG": {EU: "Fungi", AR: "Fungi"}, "BB": {MOON: EARTH, EU: MARS}}
    p = table("BG BB GC", units, books={"BG": "Ghroth"})
    p.play(next(o for o in p.decision.options if o[0] == "ghroth"))
    while asked(p)[1] != "action":
        options = p.decision.options
        p.play(1 if 1 in options else options[0] if "yes" not in options else "yes")
    assert left(p, "BB", EARTH) == 0
    assert left(p, "BB", MARS) == 1


@pytest.mark.rule("CW-BB-004")
@pytest.mark.parametrize(("things", "choice", "power"), [(1, "one_power", 4), (1, "nothing", 3), (0, "one_power", 3)])
def test_with_high_priests_it_has_none_and_gathers_one_more(things, choice, power):
    options = {"factions": ["BB", "GC", "YS"], "things": ["high_priests"] * things}
    game = CthulhuWars.build(options=options, rulings={"bubastis_priests": choice})
    p = Position(game, game.arrange({"units": {"BB": {EU: EARTH}}}))
    assert sum(income(p).values()) == power
    assert [u.key for u in game.config.factions[0].units][bb.BASTET :] == ["bastet"]
    assert sum(income(p, 1).values()) == 0


# -- Bastet -----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-BB-016", "CW-BB-027")
def test_bastet_awakens_with_all_four_kinds_where_no_enemy_is():
    units = {**ALL_KINDS, "GC": {EA: "Acolyte"}}
    p = table("BB GC YS", units, open={"BB": "Bastet awake"}, power=7)
    assert set(why_not(p, "BB", "awaken bastet", area(p, EA))) == {"CW-BB-016"}
    script(p, ("BB", "action", f"awaken bastet {EU}"))
    assert (at(p, "BB", EU), p.state.power[0], asked(p)) == ({BASTET: 1}, 1, ("BB", "spellbook"))
    for missing in (EARTH, MARS, SATURN, URANUS):
        cats = ", ".join(k for k in (EARTH, MARS, SATURN, URANUS) if k != missing)
        q = table("BB GC YS", {"BB": {AR: cats}})
        assert set(why_not(q, "BB", "awaken bastet", area(q, EU))) == {"CW-BB-016"}
    again = table("BB GC YS", {"BB": {AR: f"{EARTH}, {MARS}, {SATURN}, {URANUS}, {BASTET}"}})
    assert set(why_not(again, "BB", "awaken bastet", area(again, EU))) == {"CW-AWK-004"}


@pytest.mark.rule("CW-BB-017", "CW-BB-021", "CW-BB-007")
def test_bastet_alone_kills_one_and_turns_one_kill_away_without_dice():
    p = table("GC BB YS", {"GC": {EA: "2 Deep One, Shoggoth"}, "BB": {EA: f"{BASTET}, {MARS}"}})
    script(p, fight("GC", "BB"), roll(2, 0))
    assert dice(p) == 1  # that of the Cat
    script(p, roll(0, 0))
    assert p.state.battle.scored == ((1, bb.KILL, 1, "dice"), (0, bb.KILL, 1, "Awaken Bastet"))
    q = table("GC BB YS", {"GC": {EA: "2 Deep One"}, "BB": {EA: BASTET}})
    script(q, fight("GC", "BB"), roll(1, 0))
    if asked(q)[1] == "battle dice":
        script(q, roll(0, 0))
    while asked(q)[1] != "action":
        q.play(q.decision.options[0])
    assert (at(q, "BB", EA), at(q, "GC", EA)) == ({BASTET: 1}, {"Deep One": 1})


@pytest.mark.rule("CW-BB-017")
def test_bastet_elsewhere_does_nothing():
    p = table("GC BB YS", {"GC": {EA: "2 Deep One"}, "BB": {EA: MARS, EU: BASTET}})
    script(p, fight("GC", "BB"), roll(1, 0), roll(0, 0))
    assert p.state.battle is None
    assert (at(p, "BB", EA), at(p, "GC", EA)) == ({}, {"Deep One": 2})


@pytest.mark.rule("CW-BB-008", "CW-BB-007")
def test_harbinger_brings_half_of_bastet_s_price():
    p = table("CC BB GC", {"CC": {EA: "Nyarlathotep"}, "BB": {EA: BASTET}}, books={"CC": "Abduct, Madness"})
    script(p, fight("CC", "BB"), roll(2, 0))
    while asked(p)[1] in ("battle dice", "takes a kill"):
        p.play((0, 0) if asked(p)[1] == "battle dice" else p.decision.options[0])
    assert asked(p)[0] == "CC"
    assert any("3" in label for label in labels(p))


@pytest.mark.rule("CW-BB-007")
def test_bastet_guards_and_captures_as_a_great_old_one_and_gives_no_sign():
    p = table("BB GC YS", {"BB": {EA: BASTET}, "GC": {EA: "Acolyte, Shoggoth"}})
    assert not why_not(p, "BB", "capture", area(p, EA), 1)
    q = table("BB GC YS", {"BB": {EA: BASTET}}, **DOOM)
    script(q, ("BB", "doom phase", "ritual"))
    assert (q.state.doom[0], q.state.signs[0]) == (1, ())


SIGNS = [
    ({"GC": {EA: "Acolyte"}}, {}, 4, 0),
    ({"GC": {EA: "Acolyte"}}, {EA: "GC"}, 4, 1),
    ({"GC": {EA: "Acolyte, Cthulhu"}}, {}, 4, 2),
    ({"GC": {EA: "Acolyte, Cthulhu"}}, {EA: "GC"}, 4, 3),
    ({"GC": {EA: "Deep One"}}, {}, 1, 0),
    ({"GC": {EU: "Acolyte"}}, {EU: "GC"}, 1, 0),
]


@pytest.mark.rule("CW-BB-018", "CW-BB-019")
@pytest.mark.parametrize(("units", "gates", "doom", "signs"), SIGNS)
def test_a_ritual_beside_an_enemy_cultist_gives_exactly_four_doom(units, gates, doom, signs):
    p = table("BB GC YS", {"BB": {EA: BASTET}, **units}, gates=gates, **DOOM)
    script(p, ("BB", "doom phase", "ritual"))
    drawn = 0
    while asked(p)[1] == "elder sign":
        p.play(1)
        drawn += 1
    assert (p.state.doom[0], drawn) == (doom, signs)


@pytest.mark.rule("CW-BB-018")
def test_by_the_ruling_any_enemy_unit_requires_attention():
    units = {"BB": {EA: BASTET}, "GC": {EA: "Deep One"}}
    p = table("BB GC YS", units, rulings={"requires_attention": "enemy_unit"}, **DOOM)
    script(p, ("BB", "doom phase", "ritual"))
    assert p.state.doom[0] == 4


@pytest.mark.rule("CW-BB-018")
def test_a_ritual_of_another_gives_what_it_gave():
    p = table("GC BB YS", {"BB": {EA: BASTET}, "GC": {EA: "Acolyte"}}, gates={EA: "GC"}, phase="doom", first="GC")
    script(p, ("GC", "doom phase", "ritual"))
    assert (p.state.doom, p.state.signs[0]) == ([1, 0, 0], ())


@pytest.mark.rule("CW-BB-018", "CW-RIT-003")
@pytest.mark.parametrize(("there", "note"), [(EA, ""), (EU, "one for each gate")])
def test_what_is_told_of_the_doom_of_a_ritual(there, note):
    p = table("BB GC YS", {"BB": {EA: BASTET}, "GC": {there: "Acolyte"}}, **DOOM)
    script(p, ("BB", "doom phase", "ritual"))
    told = [event for segment in p.segments() for event in trace_of(p.system, segment)]
    assert [event.note for event in told if event.rule == "CW-RIT-003"] == [note]


@pytest.mark.rule("CW-BB-020")
@pytest.mark.parametrize("gates", [{}, {EA: "OW"}])
def test_yog_sothoth_gives_three_signs_with_another_gate_too(gates):
    p = table("BB OW GC", {"BB": {EA: BASTET}, "OW": {EA: "Yog-Sothoth, Acolyte"}}, gates=gates, **DOOM)
    script(p, ("BB", "doom phase", "ritual"))
    drawn = 0
    while asked(p)[1] == "elder sign":
        p.play(1)
        drawn += 1
    assert (p.state.doom[0], drawn) == (4, 3)


# -- spellbooks -------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-BB-029")
@pytest.mark.parametrize(("choice", "doom"), [("beside_enemies", 2), ("on_map", 3)])
def test_ailurophobia_scores_for_kinds_beside_enemies_off_the_moon(choice, doom):
    units = {
        "BB": {MOON: EARTH, EA: f"2 {MARS}, {SATURN}", AR: SATURN, EU: URANUS},
        "GC": {EA: "Acolyte", AR: "Acolyte", MOON: "Acolyte"},
    }
    start = {**DOOM, "power": {"BB": 20}, "rulings": {"ailurophobia": choice}}
    p = script(table("BB GC YS", units, books={"BB": AIL}, **start), ("BB", "doom phase", AIL))
    assert (p.state.doom[0], labels(p)) == (doom, {"Done", "Ritual of Annihilation for 5 Power"})  # once
    q = table("BB GC YS", units, **start)
    assert AIL not in labels(q)
    declined = script(table("BB GC YS", units, books={"BB": AIL}, **start), ("BB", "doom phase", "done"))
    assert declined.state.doom[0] == 0  # nobody must gain the Doom that ends the game


@pytest.mark.rule("CW-BB-029", "CW-DOM-004")
@pytest.mark.parametrize(("goes", "doom"), [(True, 0), (False, 1)])
def test_ailurophobia_is_scored_in_ones_own_part_of_the_doom_phase(goes, doom):
    """Whoever comes first round the table may have gone away, or have come, by then."""
    units = {"BB": {EA: MARS, MOON: EARTH}, "AN": {EA: "Acolyte"}, "YS": {EU: "Acolyte"}}
    p = table("AN BB YS", units, books={"BB": AIL}, phase="doom", first="AN")
    assert asked(p) == ("AN", "doom phase")
    if goes:
        script(p, ("AN", "doom phase", "Dematerialization"), ("AN", "fades to", AUS))
    script(p, ("AN", "doom phase", "done"))
    assert asked(p) == ("BB", "doom phase")
    assert (AIL in labels(p)) is (doom > 0)
    if doom:
        script(p, ("BB", "doom phase", AIL))
    assert p.state.doom[1] == doom


@pytest.mark.rule("CW-BB-031")
@pytest.mark.parametrize(("ruling", "verb"), [("recruit", "catabolism"), ("destroy_gates", "destroy gate")])
def test_whether_catabolism_brings_cats_or_takes_gates_away(ruling, verb):
    units = {"BB": {EA: EARTH, AR: MARS, EU: EARTH}, "GC": {EA: "Acolyte", AR: "Acolyte"}}
    more: dict[str, Any] = {"gates": {EA: "GC", AR: "GC", EU: ""}, "books": {"BB": CATAB}}
    p = table("BB GC YS", units, power=1, rulings={"catabolism": ruling}, **more)
    offered = {option[0] for option in p.decision.options if option[0] in ("catabolism", "destroy gate")}
    assert offered == {verb}
    assert offered == {action.verb for action in known(p.state, 0)} & {"catabolism", "destroy gate"}
    if ruling == "recruit":
        return
    for place in (AR, EU):  # no Earth Cat; nobody controls the gate
        assert set(why_not(p, "BB", verb, area(p, place))) == {"CW-BB-031"}
    script(p, ("BB", "action", f"destroy gate {EA}"))
    assert (at(p, "GC", EA), p.state.gate[area(p, EA)], p.state.power[0]) == ({"Acolyte": 1}, NO_GATE, 0)
    for rule, rest in (
        ("CW-ACT-001", {"active": "YS"}),
        ("CW-ACT-003", {"part": "after"}),
        ("CW-ACT-005", {"power": {"GC": 9}}),
        ("CW-ABI-001", {"books": {"BB": AIL}}),
        ("CW-ACT-002", {"power": {"BB": 0, "GC": 9}}),
    ):
        q = table("BB GC YS", units, rulings={"catabolism": ruling}, **{**more, **rest})
        assert rule in why_not(q, "BB", verb, area(q, EA)), rule


@pytest.mark.rule("CW-BB-031")
def test_catabolism_brings_cats_to_an_earth_cat_without_a_gate():
    units = {"BB": {EA: EARTH, AR: MARS, MOON: EARTH}}
    p = table("BB GC YS", units, books={"BB": CATAB}, power=4)
    assert set(why_not(p, "BB", "catabolism", area(p, AR), bb.MARS)) == {"CW-BB-031"}
    script(p, ("BB", "action", f"catabolism {EA} {URANUS}"))
    assert (at(p, "BB", EA), p.state.power[0]) == ({EARTH: 1, URANUS: 1}, 0)
    q = table("BB GC YS", {"BB": {EA: f"{EARTH}, 2 {MARS}"}}, books={"BB": CATAB}, power=1)
    assert set(why_not(q, "BB", "catabolism", area(q, EA), bb.MARS)) == {"CW-UNI-006", "CW-ACT-002"}
    assert "CW-BB-031" in why_not(q, "BB", "catabolism", area(q, EA), bb.BASTET)
    script(q, ("BB", "action", f"catabolism {EA} {EARTH}"))
    assert at(q, "BB", EA) == {EARTH: 2, MARS: 2}


@pytest.mark.rule("CW-BB-028")
def test_catnapping_takes_all_units_of_chosen_factions_to_the_moon_but_not_bastet():
    units = {
        "BB": {EA: f"{BASTET}, 2 {MARS}", AR: EARTH},
        "GC": {EA: "2 Acolyte, Cthulhu"},
        "YS": {EA: "Undead", AR: "Undead"},
    }
    p = table("BB GC YS", units, books={"BB": NAP}, gates={EA: "GC"}, power=1)
    script(p, ("BB", "action", "catnapping"))
    assert (asked(p), labels(p)) == (("BB", "who naps"), {"Bubastis", "Great Cthulhu", "Yellow Sign"})
    script(p, ("BB", "who naps", "Great Cthulhu"))
    assert (at(p, "GC", MOON), p.state.gate[area(p, EA)]) == ({"Acolyte": 2, "Cthulhu": 1}, OPEN_GATE)
    assert p.state.gate[area(p, MOON)] == HELD_GATE
    assert "Nobody else" in labels(p)
    script(p, ("BB", "who naps", "Bubastis"), ("BB", "who naps", "done"))
    assert (at(p, "BB", EA), at(p, "BB", MOON), at(p, "YS", EA)) == ({BASTET: 1}, {MARS: 2}, {"Undead": 1})
    assert p.state.power[0] == 0


@pytest.mark.rule("CW-BB-028")
def test_catnapping_needs_bastet_off_the_moon_with_somebody_and_by_the_ruling_takes_one_faction():
    units = {"BB": {EA: BASTET}, "GC": {EA: "Acolyte"}, "YS": {EA: "Undead"}}
    one = table("BB GC YS", units, books={"BB": NAP}, rulings={"catnapping": "one"})
    script(one, ("BB", "action", "catnapping"), ("BB", "who naps", "Great Cthulhu"))
    assert (at(one, "YS", EA), asked(one)[1]) == ({"Undead": 1}, "action")
    for where, book in (({EU: BASTET}, NAP), ({MOON: BASTET}, NAP), ({EU: EARTH}, NAP)):
        p = table("BB GC YS", {"BB": where, "GC": {MOON: "Acolyte"}}, books={"BB": book})
        assert set(why_not(p, "BB", "catnapping")) == {"CW-BB-028"}


@pytest.mark.rule("CW-BB-028", "CW-BB-041")
def test_what_others_pay_to_leave_the_moon_she_gains():
    units = {"SL": {MOON: "2 Wizard", AR: "Serpent Man"}, "BB": {MOON: EARTH}}
    for books, gain in (({"SL": "Burrow", "BB": NAP}, 2), ({"SL": "Burrow"}, 0)):
        p = table("SL BB GC", units, books=books, power=5)
        wizard = f"Wizard, {MOON}"
        script(p, ("SL", "action", "move"), ("SL", "unit to move", wizard), ("SL", "move to", EU))
        script(p, ("SL", "unit to move", wizard), ("SL", "move to", EU), ("SL", "unit to move", "done"))
        assert (p.state.power[0], p.state.power[1]) == (4, 5 + gain)
    q = table("SL BB GC", units, books={"BB": NAP}, power=5)
    script(q, ("SL", "action", "move"), ("SL", "unit to move", f"Serpent Man, {AR}"), ("SL", "move to", EA))
    assert q.state.power[1] == 5
    r = table("BB SL GC", units, books={"BB": NAP}, power=5)
    script(r, ("BB", "action", "move"))
    r.play(r.decision.options[0])
    r.play(area(r, EA))
    assert r.state.power[0] == 4


@pytest.mark.rule("CW-BB-033")
@pytest.mark.parametrize(("choice", "chooser"), [("owner", "GC"), ("bubastis", "BB")])
def test_predator_takes_a_second_unit_of_a_kind_that_was_lost(choice, chooser):
    units = {"BB": {EA: URANUS}, "GC": {EA: "Deep One", AR: "Deep One", EU: "Deep One, Acolyte"}}
    p = table("BB GC YS", units, books={"BB": PRED}, rulings={"predator": choice})
    script(p, fight("BB", "GC"), roll(1, 0), roll(0, 0))
    assert asked(p) == ("BB", "predator")
    assert labels(p) >= {"None", "Deep One"}
    p.play(next(o for o in p.decision.options if o != "done"))
    assert asked(p) == (chooser, "eliminated too")
    script(p, (chooser, "eliminated too", f"Deep One, {EU}"))
    assert (at(p, "GC", EU), at(p, "GC", AR)) == ({"Acolyte": 1}, {"Deep One": 1})


@pytest.mark.rule("CW-BB-033", "CW-OW-024")
@pytest.mark.parametrize("prey", [EA, AR])
def test_who_was_taken_by_predator_is_not_promoted_any_more(prey):
    units = {"BB": {EA: URANUS}, "OW": {EA: "2 Mutant", AR: "Mutant"}}
    p = table("BB OW YS", units, books={"BB": PRED, "OW": "The Million Favored Ones"})
    script(p, fight("BB", "OW"), roll(1, 0), roll(0, 0))
    p.play(next(o for o in p.decision.options if o != "done"))
    script(p, ("OW", "eliminated too", f"Mutant, {prey}"))
    assert (asked(p) == ("OW", "promoted")) is (prey == AR)


@pytest.mark.rule("CW-BB-033", "CW-SL-035", "CW-SL-036")
@pytest.mark.parametrize("choice", ["owner", "bubastis"])
def test_predator_finds_no_sleeping_cultist_unless_its_owner_gives_it_up(choice):
    units = {"BB": {EA: URANUS}, "SL": {EA: "Acolyte", AR: "Acolyte", "submerged": "Acolyte"}}
    p = table("BB SL YS", units, books={"BB": PRED}, rulings={"predator": choice}, gates_on_cards=[["SL", 1]])
    script(p, fight("BB", "SL"), roll(1, 0))
    p.play(next(o for o in p.decision.options if o != "done"))
    if choice == "owner":
        assert (asked(p), labels(p)) == (("SL", "eliminated too"), {f"Acolyte, {AR}", "Acolyte, on the card"})
    else:
        assert (at(p, "SL", AR), p.state.count_gates(1), p.state.abandoned()) == ({}, 1, 0)


@pytest.mark.rule("CW-BB-033")
@pytest.mark.parametrize(
    ("cat", "book", "kills", "speaks"),
    [(URANUS, PRED, 1, True), (URANUS, PRED, 0, False), (SATURN, PRED, 1, False), (URANUS, "", 1, False)],
)
def test_predator_needs_a_cat_from_uranus_and_a_loss(cat, book, kills, speaks):
    units = {"BB": {EA: cat, AR: URANUS if cat != URANUS else EARTH}, "GC": {EA: "Deep One", EU: "Deep One, Acolyte"}}
    p = table("BB GC YS", units, books={"BB": book} if book else {})
    script(p, fight("BB", "GC"), roll(kills, 0), roll(0, 0))
    assert (asked(p)[1] == "predator") is speaks
    if speaks:
        script(p, ("BB", "predator", "done"))
        assert at(p, "GC", EU) == {"Deep One": 1, "Acolyte": 1}


@pytest.mark.rule("CW-BB-033")
def test_predator_speaks_for_a_cat_that_was_killed_and_not_without_a_second_unit():
    units = {"BB": {EA: URANUS}, "GC": {EA: "Shoggoth, Deep One", EU: "Acolyte, Deep One"}}
    p = table("BB GC YS", units, books={"BB": PRED})
    script(p, fight("BB", "GC"), roll(1, 0), roll(1, 0), ("GC", "takes a kill", "Deep One"))
    assert asked(p) == ("BB", "predator")
    q = table("BB GC YS", {"BB": {EA: URANUS}, "GC": {EA: "Shoggoth", EU: "Acolyte"}}, books={"BB": PRED})
    script(q, fight("BB", "GC"), roll(1, 0), roll(0, 0))
    assert asked(q)[1] == "action"


@pytest.mark.rule("CW-BB-032")
def test_savagery_gives_each_cat_from_saturn_four_dice_for_one_power_in_all():
    units = {"BB": {EA: f"2 {SATURN}, {MARS}"}, "GC": {EA: "Cthulhu"}}
    p = table("BB GC YS", units, books={"BB": SAV}, power=3)
    script(p, fight("BB", "GC"), ("BB", "pre_battle", SAV))
    assert p.state.power[0] == 1
    while asked(p)[1] != "battle dice":
        p.play("done")
    assert dice(p) == 13
    q = table("BB GC YS", units, books={"BB": SAV}, power=3)
    script(q, fight("BB", "GC"), ("BB", "pre_battle", "done"))
    while asked(q)[1] != "battle dice":
        q.play("done")
    assert (dice(q), q.state.power[0]) == (5, 2)
    last = table("BB GC YS", units, books={"BB": SAV}, power=2)
    script(last, fight("BB", "GC"), ("BB", "pre_battle", SAV))
    assert last.state.power[0] == 0
    for power, cats in ((1, f"2 {SATURN}"), (5, f"2 {MARS}")):
        r = table("BB GC YS", {"BB": {EA: cats}, "GC": {EA: "Deep One"}}, books={"BB": SAV}, power=power)
        script(r, fight("BB", "GC"))
        assert asked(r)[1] == "battle dice"


@pytest.mark.rule("CW-BB-030", "CW-BB-035")
def test_zagazig_exchanges_kills_and_pains_of_both_sides():
    units = {"BB": {EA: f"{MARS}, {URANUS}"}, "GC": {EA: "3 Deep One, Shoggoth"}}
    p = table("BB GC YS", units, books={"BB": ZAG})
    script(p, fight("BB", "GC"), ("BB", "pre_battle", ZAG), roll(1, 2), roll(2, 1))
    scored = {row[:3] for row in p.state.battle.scored}
    assert scored == {(1, bb.PAIN, 1), (1, bb.KILL, 2), (0, bb.PAIN, 2), (0, bb.KILL, 1)}
    q = table("BB GC YS", units, books={"BB": ZAG})
    script(q, fight("BB", "GC"), ("BB", "pre_battle", "done"), roll(1, 2), roll(2, 1))
    assert {row[:3] for row in q.state.battle.scored} >= {(1, bb.KILL, 1), (1, bb.PAIN, 2)}
    r = table("BB GC YS", {"BB": {EA: URANUS}, "GC": {EA: "Deep One"}}, books={"BB": ZAG})
    script(r, fight("BB", "GC"))
    assert asked(r)[1] == "battle dice"


@pytest.mark.rule("CW-BB-030", "CW-BB-017")
def test_zagazig_leaves_bastet_s_kill_alone_and_she_looks_at_the_dice_after_it():
    units = {"BB": {EA: f"{MARS}, {BASTET}"}, "GC": {EA: "3 Deep One, Shoggoth"}}
    p = table("BB GC YS", units, books={"BB": ZAG})
    script(p, fight("BB", "GC"), ("BB", "pre_battle", ZAG), roll(0, 1), roll(1, 2))
    scored = sorted(row[:3] for row in p.state.battle.scored)
    assert scored == sorted([(1, bb.KILL, 1), (1, bb.KILL, 1), (0, bb.PAIN, 1), (0, bb.KILL, 1)])


@pytest.mark.rule("CW-BB-036")
def test_zagazig_comes_before_demand_sacrifice():
    units = {"BB": {EA: f"{MARS}, {URANUS}"}, "SL": {EA: "3 Serpent Man", AR: "Tsathoggua"}}
    p = table("BB SL GC", units, books={"BB": ZAG, "SL": "Demand Sacrifice"})
    script(p, fight("BB", "SL"), ("BB", "pre_battle", ZAG), ("SL", "pre_battle", "Demand Sacrifice"))
    script(p, ("BB", "demand sacrifice", "pains"), roll(1, 2), roll(2, 1))
    scored = sorted(row[:3] for row in p.state.battle.scored)
    assert scored == sorted([(1, bb.PAIN, 1), (1, bb.PAIN, 2), (0, bb.PAIN, 2), (0, bb.KILL, 1)])


@pytest.mark.rule("CW-BB-040")
def test_ancient_sorcery_copies_nothing_from_her():
    units = {"SL": {AR: "Serpent Man"}, "BB": {MOON: EARTH}}
    p = table("SL BB GC", units, books={"SL": "Ancient Sorcery"})
    p.play(next(o for o in p.decision.options if o[0] == "ancient sorcery" and o[2] == 1))
    assert p.state.lent == ()


# -- requirements -----------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-BB-022")
def test_two_power_bring_a_spellbook():
    p = table("BB GC YS", {"BB": {MOON: EARTH}}, open={"BB": "Payment"}, power=2)
    script(p, ("BB", "action", "pay for a spellbook"))
    assert (asked(p), p.state.power[0]) == (("BB", "spellbook"), 0)
    q = table("BB GC YS", {"BB": {MOON: EARTH}}, power=2)
    assert set(why_not(q, "BB", "pay for a spellbook")) == {"CW-ACT-014"}
    r = table("BB GC YS", {"BB": {MOON: EARTH}}, open={"BB": "Payment"}, power=1)
    assert set(why_not(r, "BB", "pay for a spellbook")) == {"CW-ACT-002"}


def earned(units: Any, slot: str, *play: tuple[str, str, Any], seats: str = "BB GC YS", **more: Any) -> Position:
    """What is asked once this has been played with one slot open."""
    return script(table(seats, units, open={"BB": slot}, **more), *play)


@pytest.mark.rule("CW-BB-023")
def test_the_last_earth_cat_leaves_the_moon():
    slot = "No Earth Cat on the Moon"
    p = earned({"BB": {MOON: f"{EARTH}, {MARS}"}}, slot)
    p = script(p, ("BB", "action", "move"), ("BB", "unit to move", f"{EARTH}, {MOON}"), ("BB", "move to", EU))
    script(p, ("BB", "unit to move", "done"))
    assert asked(p) == ("BB", "spellbook")
    q = earned({"BB": {MOON: f"2 {EARTH}"}}, slot)
    q = script(q, ("BB", "action", "move"), ("BB", "unit to move", f"{EARTH}, {MOON}"), ("BB", "move to", EU))
    script(q, ("BB", "unit to move", "done"))
    assert asked(q)[1] == "action"


@pytest.mark.rule("CW-BB-024")
def test_a_cat_in_every_start_area_brings_a_power_for_each_enemy():
    slot, homes = "Cats in all start areas", {PAC: EARTH, EU: URANUS}
    p = earned({"BB": {MOON: EARTH, **homes}}, slot, ("BB", "action", f"summon {MOON} {EARTH}"))
    assert asked(p) == ("BB", "spellbook")
    script(p, ("BB", "spellbook", AIL))
    assert p.state.power == [10, 9, 9]
    for there in ({PAC: EARTH}, {PAC: EARTH, EU: BASTET}, {}):
        q = earned({"BB": {MOON: EARTH, **there}}, slot, ("BB", "action", f"summon {MOON} {EARTH}"))
        assert asked(q)[1] == "action"
    slots = system("BB GC YS").config.factions[0].slots
    assert slots[2].far(table("BB GC YS", {"BB": {PAC: EARTH}}).state, 0) == 1
    ds = earned({"BB": {MOON: EARTH, PAC: EARTH}}, slot, ("BB", "action", f"summon {MOON} {EARTH}"), seats="BB GC DS")
    assert asked(ds)[1] == "action"  # Daemon Sultan has none yet


@pytest.mark.rule("CW-BB-025", "CW-BB-026")
@pytest.mark.parametrize(
    ("cat", "slot", "met"),
    [
        (MARS, "Cat from Mars or Saturn lost", True), (SATURN, "Cat from Mars or Saturn lost", True),
        (URANUS, "Cat from Mars or Saturn lost", False), (URANUS, "Cat from Uranus lost", True),
        (MARS, "Cat from Uranus lost", False), (EARTH, "Cat from Mars or Saturn lost", False),
    ],
)  # fmt: skip
def test_cats_that_are_killed_bring_spellbooks(cat, slot, met):
    p = table("GC BB YS", {"BB": {EA: cat, AR: EARTH}, "GC": {EA: "3 Deep One"}}, open={"BB": slot})
    script(p, fight("GC", "BB"), roll(1, 0))
    if asked(p)[1] == "battle dice":
        script(p, roll(0, 0))
    assert (asked(p) == ("BB", "spellbook")) is met


@pytest.mark.rule("CW-BB-033")
def test_who_has_retreated_is_not_lost_to_predator():
    p = table("BB GC YS", {"BB": {EA: URANUS}, "GC": {EA: "Deep One", EU: "Acolyte"}}, books={"BB": PRED})
    script(p, fight("BB", "GC"), roll(0, 1), roll(0, 0), ("GC", "retreat to", AR))
    assert (asked(p)[1], at(p, "GC", AR)) == ("action", {"Deep One": 1})


# -- what others have to do with her ----------------------------------------------------------------------------------
@pytest.mark.rule("CW-BB-007", "CW-TT-017")
def test_bastet_killed_is_a_great_old_one_killed_for_tcho_tcho():
    units = {"YS": {EA: "4 Byakhee"}, "BB": {EA: BASTET, MOON: EARTH}, "TT": {"Antarctica": "Acolyte"}}
    p = table("YS BB TT", units, open={"TT": "A Great Old One killed"})
    script(p, fight("YS", "BB"), roll(2, 0))  # she turns one away
    while asked(p)[0] == "chance":
        script(p, roll(0, 0))
    while asked(p)[1] in ("takes a kill", "takes a pain"):
        p.play(p.decision.options[0])
    assert (left(p, "BB", BASTET), asked(p)) == (0, ("TT", "spellbook"))


@pytest.mark.rule("CW-BB-007", "CW-BTA-003")
def test_bastet_without_dice_declares_no_battle():
    p = table("BB GC YS", {"BB": {EA: BASTET}, "GC": {EA: "Deep One"}})
    assert set(why_not(p, "BB", "battle", area(p, EA), 1)) == {"CW-BTA-003"}
    q = table("BB GC YS", {"BB": {EA: f"{BASTET}, {MARS}"}, "GC": {EA: "Deep One"}})
    assert not why_not(q, "BB", "battle", area(q, EA), 1)


@pytest.mark.rule("CW-BB-011", "CW-BG-020")
def test_a_failed_ghroth_brings_an_earth_cat_and_says_so():
    p = table("BG BB GC", {"BG": {EU: "Fungi"}, "BB": {MOON: EARTH}}, books={"BG": "Ghroth"})
    script(p, ("BG", "action", "ghroth"), ("chance", "ghroth", 6), ("BG", "whose acolyte", "Bubastis"))
    script(p, ("BG", "acolyte to", EU))
    assert at(p, "BB", EU) == {EARTH: 1}
    told = [event.text for segment in p.segments() for event in trace_of(p.system, segment)]
    assert f"An {EARTH} of Bubastis comes to {EU}" in told


@pytest.mark.rule("CW-BB-033")
def test_predator_is_silent_in_battles_of_others_and_without_a_cat_from_uranus_of_her_own():
    # a Starspawn stands in the same row of its card as the Cat from Uranus
    other = {"BB": {EA: SATURN}, "GC": {EA: "Starspawn", EU: "Starspawn"}}
    q = table("BB GC YS", other, books={"BB": PRED})
    script(q, fight("BB", "GC"), roll(1, 0), roll(0, 0))
    assert (asked(q)[1], at(q, "GC", EA), at(q, "GC", EU)) == ("action", {}, {"Starspawn": 1})
    units = {"GC": {EA: "Shoggoth"}, "YS": {EA: "Undead", EU: "Undead"}, "BB": {EA: URANUS}}
    p = table("GC YS BB", units, books={"BB": PRED})
    script(p, fight("GC", "YS"), roll(1, 0))
    while asked(p)[0] == "chance":
        script(p, roll(0, 0))
    assert (asked(p)[1], at(p, "YS", EU)) == ("action", {"Undead": 1})


@pytest.mark.rule("CW-BB-028", "CW-WW-024")
def test_who_leaves_the_moon_for_nothing_pays_her_nothing():
    units = {"WW": {MOON: "Ithaqua, Wendigo"}, "BB": {MOON: EARTH}}
    p = table("WW BB GC", units, books={"WW": "Arctic Wind", "BB": NAP}, power=5)
    script(p, ("WW", "action", "move"), ("WW", "unit to move", f"Ithaqua, {MOON}"), ("WW", "move to", EU))
    script(p, ("WW", "along with Ithaqua", "Wendigo"))
    assert (at(p, "WW", EU), p.state.power[:2]) == ({"Ithaqua": 1, "Wendigo": 1}, [4, 6])


@pytest.mark.rule("CW-BB-016")
def test_a_great_old_one_alone_is_an_enemy_too_where_bastet_would_come():
    p = table("BB GC YS", {**ALL_KINDS, "GC": {EU: "Cthulhu"}})
    assert set(why_not(p, "BB", "awaken bastet", area(p, EU))) == {"CW-BB-016"}


def results_of_others() -> None:
    """Powers of another package: a kill without dice, and a die that is thrown apart."""

    class SureKill(Power):
        """One kill more, whatever the dice."""

        rule, about = "CW-BAT-016", (FixedResults.KILL,)

        def fixed_results(self, fight: Resolution, me: int, foe: int, what: FixedResults) -> Changes:
            return add(1) if what is FixedResults.KILL else None

    class DieApart(Power):
        """A die is thrown apart from the others."""

        rule, forced = "CW-BAT-013", True

        def may_before_dice(self, fight: Resolution, me: int, foe: int) -> bool:
            return fight.fights(me)

        async def before_dice(self, fight: Resolution, me: int, foe: int) -> None:
            await throw_pool(fight, me, 1, self.name)


@pytest.mark.rule("CW-BB-017", "CW-BB-021")
@pytest.mark.parametrize(
    ("lent", "apart", "rolled", "scored"),
    [
        ("Sure Kill", 0, 0, 1),  # no die has given it: she does not turn it away
        ("Sure Kill", 0, 1, 1),
        ("Die Apart", 1, 1, 1),  # one of two, wherever they were thrown
        ("Die Apart", 1, 0, 0),
    ],
)
def test_bastet_turns_away_one_kill_that_was_rolled_and_no_other(lent, apart, rolled, scored):
    with guests(results_of_others):
        units = {"GC": {EA: "Deep One"}, "BB": {EA: f"{BASTET}, {MARS}"}}
        p = table("GC BB YS", units, lent={"GC": lent})
        script(p, fight("GC", "BB"), *[roll(apart, 0)] * (lent == "Die Apart"), roll(rolled, 0), roll(0, 0))
        assert Resolution(p.state, p.state.battle).scored(bb.KILL, 1) == scored if scored else p.state.battle is None


@pytest.mark.rule("CW-BB-030", "CW-BB-035")
def test_zagazig_exchanges_what_was_thrown_apart_too_and_nothing_that_was_not_rolled():
    with guests(results_of_others):
        units = {"GC": {EA: "Deep One"}, "BB": {EA: f"{URANUS}, 2 {MARS}"}}
        for lent, rows in (("Die Apart", {(0, bb.KILL, 1)}), ("Sure Kill", {(0, bb.KILL, 1), (0, bb.PAIN, 1)})):
            p = table("BB GC YS", units, books={"BB": ZAG}, lent={"GC": lent})
            script(p, fight("BB", "GC"), ("BB", "pre_battle", ZAG), *[roll(0, 1)] * (lent == "Die Apart"))
            script(p, roll(0, 0), roll(lent == "Sure Kill", 0))
            assert {row[:3] for row in p.state.battle.scored} == rows


@pytest.mark.rule("CW-BB-018", "CW-HP-005")
def test_a_high_priest_requires_attention_as_any_cultist():
    units = {"BB": {EA: BASTET}, "GC": {EA: "High Priest"}}
    p = table("BB GC YS", units, things=("high_priests",), **DOOM)
    script(p, ("GC", "oath", "done"), ("BB", "doom phase", "ritual"))
    assert p.state.doom[0] == 4


@pytest.mark.rule("CW-BB-018")
def test_two_great_old_ones_give_no_more_signs_than_one():
    units = {"BB": {EA: BASTET}, "GC": {EA: "Acolyte, Cthulhu"}, "YS": {EA: "King in Yellow"}}
    p = table("BB GC YS", units, **DOOM)
    script(p, ("BB", "doom phase", "ritual"), *[("chance", "elder sign", 1)] * 2)
    assert asked(p)[0] != "chance"


@pytest.mark.rule("CW-BB-033", "CW-CC-019")
def test_who_is_hidden_is_not_lost_to_predator():
    units = {"BB": {EA: URANUS}, "CC": {EA: "Flying Polyp, Nightgaunt", EU: "Nightgaunt"}}
    p = table("BB CC GC", units, books={"BB": PRED, "CC": "Invisibility"})
    script(p, fight("BB", "CC"), ("CC", "pre_battle", "Invisibility"), ("CC", "invisible", "CC Nightgaunt"))
    script(p, roll(0, 0), roll(0, 0))
    assert asked(p)[1] == "action"


@pytest.mark.rule("CW-BB-033", "CW-BAT-032")
def test_who_was_eliminated_is_lost_to_predator_as_the_killed_are():
    ring = dict.fromkeys((AR, "West Africa", "Indian Ocean", "South Atlantic"), EARTH)
    units = {"BB": {EA: URANUS, **ring}, "GC": {EA: "Deep One", EU: "Deep One"}}
    p = table("BB GC YS", units, books={"BB": PRED})
    script(p, fight("BB", "GC"), roll(0, 1), roll(0, 0))
    assert (asked(p), labels(p)) == (("BB", "predator"), {"None", "Deep One"})


@pytest.mark.rule("CW-BB-028", "CW-WW-038")
@pytest.mark.parametrize(("marked", "price"), [(EA, 2), (MOON, 2), (EU, 1)])
def test_ice_age_asks_for_more_where_they_nap_and_where_they_come_from(marked, price):
    units = {"BB": {EA: f"{BASTET}, {MARS}"}, "WW": {ARC: "Acolyte"}}
    p = table("BB WW YS", units, books={"BB": NAP, "WW": "Ice Age"}, markers={"ice_age": marked})
    script(p, ("BB", "action", "catnapping"))
    assert p.state.power[0] == 9 - price


# -- Great Old Ones of no faction -------------------------------------------------------------------------------------
INDIAN, WEST = "Indian Ocean", "West Africa"


def owner_of(card: str, units: dict[str, str], of: str = "BB", *, book: bool = False, **more: Any) -> Position:
    """Somebody has the card of an independent Great Old One, with its spellbook or without; `of` is to act."""
    seats = {"BB": "BB GC YS", "GC": "GC BB YS"}[of]
    held = {"cards": {card: of}, "card_spellbooks": {of: card} if book else {}}
    there = {"GC": {SAM: "Acolyte"}, "YS": {AUS: "Acolyte"}} | {"BB": units}
    if of == "GC":
        there["GC"] = {SAM: "Acolyte", EA: card}
    return table(seats, there, **{"things": AWAKENED, **held, **more})


@pytest.mark.rule("CW-BB-045")
def test_eihort_makes_broods_of_earth_cats_when_it_comes_and_no_other_cats():
    p = owner_of("Eihort", {MOON: f"{BASTET}, {EARTH}", AR: f"2 {EARTH}, {MARS}"}, cards={})
    script(p, ("BB", "action", f"awaken eihort {MOON}"))
    assert at(p, "BB", MOON) == {BASTET: 1, "Eihort": 1, "Brood": 1}
    assert (at(p, "BB", AR), left(p, "BB", EARTH)) == ({MARS: 1, "Brood": 2}, 0)
    assert p.system.violations(p.state) == []


@pytest.mark.rule("CW-BB-045")
def test_the_innsmouth_look_takes_an_earth_cat_and_glaaki_counts_those_of_the_pool():
    units = {MOON: "Father Dagon", AR: f"{EARTH}, {MARS}"}
    p = owner_of("Father Dagon", units, book=True, phase="first player", power=9)
    script(p, ("BB", "first player", 0), ("BB", "direction", 1))
    assert (at(p, "BB", AR), left(p, "BB", EARTH), p.state.power[0]) == ({MARS: 1}, 0, 15)
    glaaki = owner_of("Gla'aki", {MOON: "Gla'aki", AR: f"2 {EARTH}"}).state
    assert next(part.change for part in gathered(glaaki, 0).parts if part.name == "The Tomb-Herd") == 4


@pytest.mark.rule("CW-BB-045")
@pytest.mark.parametrize(("unit", "kills"), [(EARTH, 1), (MARS, 0)])
def test_snakebite_answers_a_kill_on_an_earth_cat(unit: str, kills: int):
    p = owner_of("Yig", {EA: f"Yig, {unit}"}, open={"BB": ""})
    s = p.state.copy()
    s.move(1, 1, POOL, area(p, EA))  # Great Cthulhu's Deep One
    q = Position(p.system, s)
    script(q, fight("BB", "GC"))
    while asked(q)[1] != "battle dice":
        q.play(q.decision.options[-1])
    script(q, roll(0, 0), roll(1, 0), ("BB", "takes a kill", unit))
    assert at(q, "GC", EA) == ({} if kills else {"Deep One": 1})


@pytest.mark.rule("CW-BB-045")
def test_those_who_drive_cultists_out_drive_earth_cats_and_no_others():
    hydra = owner_of("Mother Hydra", {INDIAN: f"{EARTH}, {MARS}"}, "GC")
    script(hydra, ("GC", "action", f"agony sting {INDIAN}"), ("BB", "where it goes", AR))
    assert (at(hydra, "BB", INDIAN), at(hydra, "BB", AR)) == ({MARS: 1}, {EARTH: 1})
    dagon = owner_of("Father Dagon", {INDIAN: "Father Dagon", WEST: f"{EARTH}, {MARS}"})
    script(dagon, ("BB", "action", f"tsunami {WEST}"), ("BB", "where it goes", "South Atlantic"))
    assert (at(dagon, "BB", WEST), at(dagon, "BB", "South Atlantic")) == ({MARS: 1}, {EARTH: 1})
    byatis = owner_of("Byatis", {AR: f"{EARTH}, {MARS}"}, "GC", book=True)
    script(byatis, ("GC", "action", f"god of forgetfulness {AR}"))
    assert (at(byatis, "BB", AR), at(byatis, "BB", EA)) == ({MARS: 1}, {EARTH: 1})


@pytest.mark.rule("CW-BB-045")
def test_ghatanothoa_counts_earth_cats_and_lays_them_down():
    p = owner_of("Ghatanothoa", {EA: f"2 {EARTH}, {MARS}", AR: EARTH}, "GC")
    assert combat(p.state, area(p, EA), 0, 1) == 3
    script(p, ("GC", "action", "mummify"))
    assert p.state.counter(1, f"mummies in {EA}") == 2
    for n, comes in ((3, True), (5, False)):  # with the gate of the Moon, fewer than 6
        q = owner_of("Ghatanothoa", {EA: "Ghatanothoa", AR: f"{n} {EARTH}, {MARS}"}, phase="doom", power=9)
        assert bool(q.state.earned[0]) is comes
