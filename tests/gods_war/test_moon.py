"""Moon where a scenario has no words: what lies in the box, the Slave Pen, neutral units, odds, sheets, saves, games at
random.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from theomachy.answers.calculator import Reckoned, reckon
from theomachy.answers.work import finish
from theomachy.engine.authoring import scenario
from theomachy.engine.reference.rulings import opposite
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.runtime.line_up import Setting
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.sampling import sample_chance
from theomachy.engine.state import schema
from theomachy.games.gods_war import SYSTEM, GodsWar
from theomachy.games.gods_war.display.labels import detail
from theomachy.games.gods_war.powers.moon import (
    ASSASSIN,
    CRIMSON_BAT,
    CYCLE,
    DYING,
    FULL,
    PHASES,
    RED_GODDESS,
    SELENE,
    WANING,
    WAXING,
)
from theomachy.games.gods_war.reckoning import evaluation, odds
from theomachy.games.gods_war.reckoning.line_up import BATTLES
from theomachy.games.gods_war.rules import setup
from theomachy.games.gods_war.rules.battle import muster
from theomachy.games.gods_war.rules.config import GREATER, HERO, LESSER, MINION
from theomachy.games.gods_war.rules.domains import HELD, PEN, POOL
from theomachy.games.gods_war.rules.movement import rating
from theomachy.games.gods_war.rules.state import State

BLASTING = {"MO": {"Full Moon": "Mindblast", "Dying Moon": "Eclipse"}}


def game(*others: str, **rulings: str) -> GodsWar:
    return SYSTEM.build(options={"empires": ["moon", *(others or ("storm", "sky"))]}, rulings=rulings)


def table(*others: str, phase: int = WAXING, **words: Any) -> State:
    counters = {"MO": {"Lunar Cycle": PHASES[phase]}}
    return game(*others).arrange({"phase": "action", "active": "MO", "counters": counters, **words})


# -- what lies in the box ---------------------------------------------------------------------------------------------
@pytest.mark.rule("GW-CMP-017")
def test_nine_figures_and_a_marker_for_the_cycle() -> None:
    empire = game().config.empires[0]
    units = {unit.key: unit.figures for unit in empire.units if not unit.leaves}
    assert units == {"assassin": 4, "crimson_bat": 1, "selene": 3, "red_goddess": 1}
    (cycle,) = empire.counters
    assert (cycle.key, cycle.names, cycle.most) == (CYCLE, PHASES, 3)


@pytest.mark.rule("GW-MOO-006", "GW-MOO-007", "GW-MOO-008", "GW-MOO-009")
def test_units_of_moon() -> None:
    rows = {unit.key: (unit.rank, unit.cost, unit.needs, unit.needed) for unit in game().config.empires[0].units}
    assert rows["assassin"] == (MINION, 1, (), 0)
    assert rows["crimson_bat"] == (HERO, 3, (), 0)
    assert rows["selene"] == (LESSER, 2, (), 0)
    assert rows["red_goddess"] == (GREATER, 4, ("temple", "ziggurat"), 1)


@pytest.mark.rule("GW-MOO-003", "GW-MOO-006", "GW-MOO-007", "GW-MOO-008", "GW-MOO-009")
def test_ratings_by_the_phase_are_the_same_in_hell() -> None:
    found = {}
    for phase in range(len(PHASES)):
        s = table(phase=phase)
        areas = [s.config.map.index[name] for name in ("teshnos", "inner_hell")]
        rows = [tuple(rating(s, 0, kind, area) for kind in range(4)) for area in areas]
        assert rows[0] == rows[1]
        found[phase] = rows[0]
    assert found == {DYING: (0, 2, 1, 1), WAXING: (1, 3, 1, 3), FULL: (2, 4, 1, 5), WANING: (1, 3, 1, 3)}
    assert [ASSASSIN, CRIMSON_BAT, SELENE, RED_GODDESS] == list(range(4))


@pytest.mark.rule("GW-MOO-008")
def test_the_classes_may_be_read_the_other_way() -> None:
    """The ruling of another empire leaves Moon as it is."""
    one, other, third = (
        game("earth", "sky", **ruling).config.rank[0][:4]
        for ruling in ({}, {"moon_classes": "selene_is_hero"}, {"earth_classes": "by_nature"})
    )
    assert one == third == (MINION, HERO, LESSER, GREATER)
    assert other == (MINION, LESSER, HERO, GREATER)


OTHERS = ["storm", "sky", "chaos", "darkness", "earth", "invisible_god"]


@pytest.mark.rule("GW-MOO-001")
@pytest.mark.parametrize("map_", ["3p", "4p_a", "4p_b", "5p", "6p", "7p_b"])
def test_it_begins_on_every_map(map_: str) -> None:
    system = SYSTEM.build(options={"empires": ["moon", *OTHERS[: int(map_[0]) - 1]], "map": map_})
    position = Position(system, system.start())
    while position.decision is not None and position.decision.what != "phase of the Moon":
        position.play(position.decision.options[0])
    assert position.decision is not None
    assert position.decision.options == (DYING, WAXING, FULL, WANING)
    position.play(FULL)
    expected = {
        "buildings": {"MO": {"Moon": "Shrine"}},
        "power": {"MO": 6},
        "counters": {"MO": {"Lunar Cycle": "Full Moon"}},
    }
    assert system.check(position.state, expected) == []
    assert not position.state.playing(0)


# -- the Slave Pen and the Moonburn box -------------------------------------------------------------------------------
@pytest.mark.rule("GW-BAS-011", "GW-FAQ-065", "GW-MOO-014")
def test_who_is_in_the_pen_is_in_play_but_on_no_area() -> None:
    s = table(units={"ST": {"Teshnos": "Barbarian", "pen": "2 Barbarian, Champion"}})
    assert (s.playing(1), s.playing(1, 0), s.playing(1, 1)) == (4, 3, 1)
    assert (s.mapped(1), s.areas(1), s.where(1, 1)) == (1, (s.config.map.index["teshnos"],), [])
    assert s.n(1, 0, POOL) == 1
    assert not s.here(1, PEN)


@pytest.mark.rule("GW-CMP-020", "GW-BAS-011")
def test_words_of_the_pen_are_there_with_moon_alone() -> None:
    """And nobody but others' empires has units in it."""
    with_moon, without = game(), SYSTEM.build(options={"empires": ["sky", "storm", "chaos"]})
    assert (with_moon.config.pen, with_moon.config.jailer, without.config.pen, without.config.jailer) == (
        "Slave Pen", 0, "", -1,
    )  # fmt: skip
    for system, there in ((with_moon, True), (without, False)):
        s = system.start()
        assert any(tool.name.endswith(", pen") for tool in schema.palette(s)) is there
    s = table()
    s.move(1, 0, POOL, PEN)
    assert not SYSTEM.violations(s)
    s.move(0, ASSASSIN, POOL, PEN)
    assert [text for _, text, _ in GodsWar.violations(s)] == ["Moon has units in the Slave Pen"]


GOLEM = """
[empire.golem]
source = "house"
where = "a test"
title = "Golem"
letters = "GO"
colour = "#888888"
icon = "rat"
[empire.golem.units.golem]
name = "Golem"
kind = "greater god"
count = 1
cost = 0
combat = 1
in_hell = 1
icon = "rat"
rule = "GW-FAQ-066"
[empire.golem.start.units.golem]
area = "altinela"
count = 1
"""
MICE = """
[empire.elder_races]
source = "house"
where = "a test"
title = "Elder Races"
letters = "ER"
colour = "#888888"
icon = "rat"
[empire.mice]
source = "house"
where = "a test"
title = "Mice"
icon = "rat"
text = "Small folk."
rule = "GW-FAQ-066"
home = "teshnos"
[empire.mice.units.mouse]
name = "Mouse"
kind = "mortal minion"
count = 3
cost = 1
combat = 1
in_hell = 1
icon = "rat"
rule = "GW-FAQ-066"
[empire.mice.start.units.mouse]
area = "teshnos"
count = 1
"""


@contextmanager
def neutrals() -> Iterator[GodsWar]:
    """A table with an owner that nobody plays, and with a folk that may be somebody's ally."""
    before = dict(setup.MONSTERS), dict(setup.RACES)
    with TemporaryDirectory() as folder:
        for known, slug, text in ((setup.MONSTERS, "golem", GOLEM), (setup.RACES, "mice", MICE)):
            path = Path(folder) / f"{slug}.toml"
            path.write_text(text, encoding="utf-8")
            known[slug] = path
        try:
            empires = ["moon", "storm", "sky"]
            yield SYSTEM.build(options={"empires": empires, "monsters": ["golem"], "races": ["mice"]})
        finally:
            for known, rows in zip((setup.MONSTERS, setup.RACES), before, strict=True):
                known.clear()
                known.update(rows)


def routed(system: GodsWar, s: State, area: int, foe: int) -> State:
    """A battle of Moon in which it scores one rout and the enemy nothing; whoever is asked takes the first."""
    position = Position(system, s)
    position.play(("battle", area, foe))
    while (decision := position.decision) is not None and position.state.battle is not None:
        if decision.player == CHANCE:
            mine = position.state.battle.rolled == () and decision.what == "battle dice"
            routs = [option for option in decision.options if option == ((0, 1) if mine else (0, 0))]
            position.play(routs[0])
        else:
            position.play(decision.options[0])
    return position.state


@pytest.mark.rule("GW-FAQ-066", "GW-MOO-014")
def test_neutral_units_are_never_enslaved_and_allies_are() -> None:
    with neutrals() as system:
        words: dict[str, Any] = {
            "phase": "action", "active": "MO", "power": {"MO": 4}, "slots": {"MO": {"Full Moon": "Enslavement"}},
            "counters": {"MO": {"Lunar Cycle": "Waxing Half"}},
            "units": {"MO": {"Altinela": "Assassin", "Teshnos": "Assassin"}},
        }  # fmt: skip
        s = system.arrange(words)
        golem = next(owner for owner in system.config.neutrals if system.config.slugs[owner] == "golem")
        area, home = (system.config.map.index[name] for name in ("altinela", "teshnos"))
        s.move(golem, 0, POOL, area)
        after = routed(system, s, area, golem)
        assert after.crowd(golem, PEN) == 0
        assert after.crowd(golem, area) == 0
        assert after.playing(golem) == 1
        s = system.arrange(words)
        s.ally(0, 1)
        mouse = next(kind for kind, unit in enumerate(system.config.empires[1].units) if unit.key == "mouse")
        s.bring(1, mouse, home)
        assert s.n(1, mouse, home) == 1
        after = routed(system, s, home, 1)
        assert (after.n(1, mouse, PEN), after.playing(1, mouse)) == (1, 1)


@pytest.mark.rule("GW-MOO-017")
def test_what_lies_in_the_box_is_neither_in_play_nor_in_a_pool() -> None:
    s = table(trophies={"MO": {"ST": "Temple"}})
    temple = next(k for k, b in enumerate(s.config.empires[1].buildings) if b.key == "temple")
    assert (s.stock(1, temple, HELD), s.stock(1, temple), len(s.sites(1))) == (1, 2, 0)


# -- what is reckoned -------------------------------------------------------------------------------------------------
@pytest.mark.rule("GW-MOO-013", "GW-MOO-016")
def test_odds_are_those_of_the_battle_as_it_is_declared() -> None:
    """Eclipse turns the Cycle, then Mindblast takes what the Bat has by then; the position itself stays as it is."""
    s = table(
        slots=BLASTING, units={"MO": {"Teshnos": "Crimson Bat, Assassin"}, "ST": {"Teshnos": "4 Barbarian, Champion"}}
    )
    area = s.config.map.index["teshnos"]
    assert [side.dice for side in odds.before(s, area, 0, 1)] == [(2,), (2,)], (
        "4 of 6 gone, two Assassin dice at Full Moon"
    )
    assert [side.dice for side in odds.before(s, area, 1, 0)] == [(3,), (1,)], "in defence the Moon stays: 3 of 6 gone"
    assert s.counter(0, CYCLE) == WAXING
    plain = table(units={"MO": {"Teshnos": "Crimson Bat, Assassin"}, "ST": {"Teshnos": "4 Barbarian, Champion"}})
    assert [side.dice for side in odds.before(plain, area, 0, 1)] == [(4,), (6,)]


def reckoned(system: GodsWar, s: State, place: str, **powers: bool) -> Reckoned:
    """What the calculator expects of a battle, with powers turned on or off ("side_name")."""
    setting = Setting(place)
    for id_, on in powers.items():
        setting = setting.switching(id_.replace("_", ":"), on)
    return finish(reckon(system, s, setting, how="exact"))


@pytest.mark.rule("GW-MOO-016", "GW-MOO-013")
def test_the_calculator_knows_the_gifts_of_the_declaration() -> None:
    system = game()
    s = table(units={"MO": {"Teshnos": "Crimson Bat"}, "ST": {"Teshnos": "3 Barbarian"}})
    place = f"{s.config.map.index['teshnos']}:0:1"
    one_die = 1 - Fraction(5, 6) ** 3
    assert reckoned(system, s, place).chance("dead:0:1") == pytest.approx(float(one_die))
    assert reckoned(system, s, place, **{"0_Mindblast": True}).chance("dead:0:1") == 0, "three dice gone by three"
    s = table(units={"MO": {"Teshnos": "Assassin"}, "ST": {"Teshnos": "Barbarian"}})
    for on, dice in ((False, 1), (True, 2)):
        killed = reckoned(system, s, place, **{"0_Eclipse": on}).chance("dead:1:0")
        assert killed == pytest.approx(1 - (5 / 6) ** dice)


@pytest.mark.rule("GW-MOO-014")
def test_the_calculator_sends_the_routed_to_the_pen() -> None:
    system = game()
    words = {"MO": {"Teshnos": "4 Assassin, Selene"}, "ST": {"Teshnos": "Barbarian"}}
    s = table(units=words, slots={"MO": {"Full Moon": "Enslavement"}})
    found = reckoned(system, s, f"{s.config.map.index['teshnos']}:0:1")
    assert found.chance("first alone") == pytest.approx(1 - (1 / 2) ** 5)


@pytest.mark.rule("GW-MOO-003")
def test_evaluation_and_standing_go_by_the_phase() -> None:
    words = {"units": {"MO": {"Teshnos": "2 Assassin, Crimson Bat"}}}
    army = [evaluation.figures(table(phase=phase, **words))[0] for phase in (DYING, WAXING, FULL)]
    changed = [i for i, row in enumerate(zip(*army, strict=True)) if len(set(row)) > 1]
    assert len(changed) == 1, "the dice alone"
    dice = [row[changed[0]] for row in army]
    assert dice[0] < dice[1] < dice[2]
    s = table(phase=FULL)
    assert BATTLES.kind_of(s, 0, ASSASSIN).figure != BATTLES.kind_of(table(phase=DYING), 0, ASSASSIN).figure


# -- what people see --------------------------------------------------------------------------------------------------
@pytest.mark.rule("GW-MOO-003", "GW-CMP-020")
def test_the_table_shows_the_cycle_the_pen_and_the_box() -> None:
    units = {"ST": {"pen": "Champion, 2 Barbarian"}, "MO": {"Teshnos": "Assassin"}}
    s = table(phase=FULL, units=units, trophies={"MO": {"ST": "Temple"}})
    shown = game().table(s)
    cycle = next(track for track in shown.tracks if track.name == "Lunar Cycle")
    assert (cycle.cells, cycle.at, cycle.rule) == (PHASES, FULL, "GW-MOO-003")
    moon, storm, sky = shown.sheets
    pieces = {name: sorted((piece.name, piece.count) for piece in row) for name, row in moon.pieces}
    assert pieces["Slave Pen"] == [("Barbarian", 2), ("Champion", 1)]
    assert [name for name, _ in pieces["Moonburn box"]] == ["Temple"]
    own = {name: sorted((piece.name, piece.count) for piece in row) for name, row in storm.pieces}
    assert own["In the Slave Pen"] == [("Barbarian", 2), ("Champion", 1)]
    assert not any("Pen" in name for name, _ in sky.pieces)
    assert "Lunar Cycle: Full Moon" in moon.tokens
    assert next(row for row in storm.tables[0].rows if row.name == "Barbarian").have == 0, "none is on the map"
    assert next(figure for figure in storm.figures if figure.key == "units").value == 3, "three are in play"


@pytest.mark.rule("GW-MOO-006")
def test_sheet_and_options_say_the_ratings_of_now() -> None:
    for phase, said in ((DYING, "0"), (FULL, "2")):
        s = table(phase=phase, power={"MO": 3}, buildings={"MO": {"Teshnos": "Shrine"}})
        row = next(row for row in game().table(s).sheets[0].tables[0].rows if row.name == "Assassin")
        assert row.cells == ("1", said, said)
        position = Position(game(), s)
        assert position.decision is not None
        option = next(o for o in position.decision.options if o[0] == "summon" and o[1] & 31 == ASSASSIN)
        assert detail(s, position.decision, option)[0].startswith(f"combat {said}, in Hell {said}")


# -- saves ------------------------------------------------------------------------------------------------------------
def test_a_battle_without_mindblast_is_saved_as_before() -> None:
    system = game()
    s = table(units={"MO": {"Teshnos": "Crimson Bat"}, "ST": {"Teshnos": "2 Barbarian"}})
    s.battle = muster(s, s.config.map.index["teshnos"], 0, 1)
    raw = system.to_json(s)
    assert "less" not in raw["battle"]
    assert system.from_json(raw) == s
    s.battle.less, s.battle.sent = ((1, 0, CRIMSON_BAT, 2),), [-1, PEN]
    assert system.from_json(system.to_json(s)) == s


def test_prisoners_and_burnt_buildings_are_saved() -> None:
    system = game()
    s = table(phase=WANING, units={"ST": {"pen": "Champion, 2 Barbarian"}}, trophies={"MO": {"SK": "Shrine"}})
    again = system.from_json(system.to_json(s))
    assert again == s
    assert (again.playing(1), again.counter(0, CYCLE)) == (3, WANING)


# -- games ------------------------------------------------------------------------------------------------------------
LINES = [
    ["moon", "storm", "chaos"], ["sky", "moon", "darkness"], ["darkness", "chaos", "moon"],
    ["earth", "moon", "invisible_god"],
    ["moon", "invisible_god", "earth", "darkness"], ["storm", "sky", "moon", "chaos"],
    ["chaos", "earth", "moon", "storm", "sky"], ["moon", "darkness", "sky", "invisible_god", "chaos"],
    ["storm", "sky", "darkness", "chaos", "earth", "moon", "invisible_god"],
]  # fmt: skip
OFTEN = {"moonburn": 6, "adoption": 3, "ransom": 3, "battle": 6, "lunar cycle": 2}


def played(empires: list[str], seed: int, rulings: dict[str, str]) -> set[str]:
    """A game at random, its positions looked at; what was asked and done in it."""
    system = SYSTEM.build(options={"empires": empires, "rounds": 8}, rulings=rulings)
    position, rng, seen, n = Position(system, system.start()), Random(f"{empires} {seed}"), set[str](), 0
    moon = empires.index("moon")
    while (decision := position.decision) is not None:
        s = position.state
        if n % 12 == 0:
            assert not system.violations(s)
            assert system.from_json(system.to_json(s)) == s
            assert system.rebuilt(s) == s
        if any(s.crowd(seat, PEN) for seat in s.config.seats):
            seen.add("pen")
        if any(s.holds_any(seat, HELD + moon) for seat in s.config.seats):
            seen.add("box")
        options, jumps = list(decision.options), position.anytime_actions
        if decision.kind == "action":  # each verb as often, those of Moon more so
            verbs = sorted({option[0] for option in options if isinstance(option, tuple)}) or [""]
            (verb,) = rng.choices(verbs, [OFTEN.get(verb, 1) for verb in verbs])
            options = [o for o in options if isinstance(o, tuple) and o[0] == verb] or options
            seen.add(verb)
        seen.add(decision.what)
        answer = (
            sample_chance(decision, rng) if decision.player == CHANCE
            else rng.choice(jumps) if jumps and rng.random() < 0.1 else rng.choice(options)
        )  # fmt: skip
        position.play(answer)
        n += 1
    assert system.winners(position.state)
    return seen


@pytest.mark.parametrize("empires", LINES, ids=",".join)
def test_games_at_random(empires: list[str]) -> None:
    seen = set[str]()
    for seed in range(2):
        seen |= played(empires, seed, opposite(GodsWar.questions) if seed % 2 else {})
    assert {"lunar cycle", "phase of the Moon"} <= seen


@pytest.mark.nightly
def test_many_games_at_random_show_all_of_moon() -> None:
    seen = set[str]()
    for seed in range(9):
        for empires in LINES:
            seen |= played(empires, 100 + seed, opposite(GodsWar.questions) if seed % 3 == 0 else {})
    assert {
        "pen", "box", "moonburn", "adoption", "ransom", "lunar cycle", "battle_declared", "adopted", "mirror rite",
    } <= seen  # fmt: skip


def test_all_scenes_of_moon_say_what_they_prove() -> None:
    """Each rule of its tier stands at the top of a scene, or at a test here."""
    proved = {rule for path in scenario.files("examples/scenarios/gods_war") for rule in scenario.load(path).rules}
    wanted = {rule.id for rule in GodsWar.rulebook if rule.tier == "faction:moon"}
    assert len(wanted) == 26
    assert wanted <= proved
