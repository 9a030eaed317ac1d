"""Earth where a scenario has no words: what lies in the box, whose a Queen is, odds, sheets, saves, games at random."""

from __future__ import annotations

from fractions import Fraction
from random import Random
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
from theomachy.games.gods_war.powers.earth import AXE_MAIDEN, BEHEMOTH, QUEENS, TITAN
from theomachy.games.gods_war.reckoning import evaluation, odds
from theomachy.games.gods_war.reckoning.line_up import BATTLES
from theomachy.games.gods_war.rules.battle import Resolution, muster
from theomachy.games.gods_war.rules.config import GREATER, HERO, LESSER, MINION
from theomachy.games.gods_war.rules.domains import POOL
from theomachy.games.gods_war.rules.movement import rating
from theomachy.games.gods_war.rules.state import State

WEDDED = {"EA": {"A wedding": "Quake", "The axe falls": "Chastity", "A Titan wakes": "Extinction"}}
COLOURS = ["chaos", "darkness", "invisible_god", "moon", "sea", "sky", "storm"]


def game(*others: str, **rulings: str) -> GodsWar:
    return SYSTEM.build(options={"empires": ["earth", *(others or ("storm", "sky"))]}, rulings=rulings)


def table(*others: str, **words: Any) -> State:
    return game(*others).arrange({"phase": "action", "active": "EA", "slots": WEDDED, **words})


# -- what lies in the box ---------------------------------------------------------------------------------------------
@pytest.mark.rule("GW-EAR-019", "GW-CMP-015", "GW-CMP-020", "GW-CMP-021")
def test_fourteen_figures_of_which_seven_are_queens() -> None:
    config = game().config
    units = [unit for kind, unit in enumerate(config.empires[0].units) if not config.shared[0] >> kind & 1]
    assert sum(unit.figures for unit in units) == 14
    assert {unit.key: unit.figures for unit in units if not unit.joins} == {
        "axe_maiden": 4, "behemoth": 1, "titan": 2,
    }  # fmt: skip
    assert [unit.joins for unit in units if unit.joins] == COLOURS, "none of the colour of Earth, one of each other"
    assert all(unit.figures == 1 for unit in units if unit.joins)


@pytest.mark.rule("GW-EAR-007", "GW-EAR-008", "GW-EAR-009", "GW-EAR-010")
def test_units_of_earth() -> None:
    s = table()
    found = {
        unit.key: (unit.rank, unit.cost, unit.combat, unit.in_hell, unit.needs) for unit in s.config.empires[0].units
    }
    assert found["axe_maiden"] == (MINION, 1, 1, 1, ())
    assert found["behemoth"] == (HERO, 4, 4, 4, ())
    assert all(found[f"{colour}_queen"] == (LESSER, 2, 1, 1, ()) for colour in COLOURS)
    assert found["titan"] == (GREATER, 4, 5, 5, ("temple", "ziggurat"))


@pytest.mark.rule("GW-EAR-008", "GW-EAR-009")
def test_the_sheet_may_be_read_the_other_way() -> None:
    """On the sheets of the spouses too; and an overlay may say it as well."""
    one, other = (game(earth_classes=choice).config.rank for choice in ("by_row", "by_nature"))
    assert (one[0][BEHEMOTH], one[0][QUEENS[0]], one[1][6]) == (HERO, LESSER, LESSER)
    assert (other[0][BEHEMOTH], other[0][QUEENS[0]], other[1][6]) == (LESSER, HERO, HERO)
    assert other[0][AXE_MAIDEN] == MINION
    assert other[0][TITAN] == GREATER
    assert other[1][:4] == one[1][:4]


@pytest.mark.rule("GW-EAR-001")
@pytest.mark.parametrize("map_", ["3p", "4p_a", "4p_b", "5p"])
def test_it_begins_on_every_map(map_: str) -> None:
    others = ["storm", "sky", "chaos", "darkness"][: int(map_[0]) - 1]
    system = SYSTEM.build(options={"empires": ["earth", *others], "map": map_})
    s = system.start()
    assert system.check(s, {"buildings": {"EA": {"Genert's Garden": "Shrine"}}, "power": {"EA": 6}}) == []
    assert not s.playing(0)


# -- whose a Queen is -------------------------------------------------------------------------------------------------
@pytest.mark.rule("GW-EAR-002", "GW-EAR-003", "GW-CMP-020")
def test_a_queen_is_of_two_sheets_and_out_of_one_pool() -> None:
    s = table()
    config, storm = s.config, QUEENS[COLOURS.index("storm")]
    assert config.giver == 0
    assert config.spouses == (1, 2)
    assert config.joined[0][storm] == (1, config.name[1].index("Storm Queen"))
    absent = [kind for kind, colour in zip(QUEENS, COLOURS, strict=True) if colour not in ("storm", "sky")]
    assert [config.joined[0][kind] for kind in absent] == [(0, kind) for kind in absent]
    owner, own = s.bring(0, storm, 3)
    assert (owner, s.n(owner, own, 3), s.n(0, storm, POOL), s.n(owner, own, POOL)) == (1, 1, 0, 0)
    assert (s.is_married(1), s.is_married(2), s.is_married(0)) == (True, False, False)
    s.move(owner, own, 3, POOL)
    assert (s.n(0, storm, POOL), s.n(owner, own, POOL)) == (1, 1)
    assert s.is_married(1)


@pytest.mark.rule("GW-EAR-002")
def test_a_spouse_does_not_summon_her_and_nobody_keeps_her_from_her_spouse() -> None:
    system = game()
    setup = {"phase": "action", "active": "ST", "power": {"ST": 6}, "buildings": {"ST": {"Teshnos": "Shrine"}}}
    position = Position(system, system.arrange(setup))
    assert position.decision is not None
    summoned = {option[1] for option in position.decision.options if option[0] == "summon"}
    assert summoned == set(position.state.config.own[1][:3]), "Barbarian, Champion, Stormbrother"
    s = table(units={"EA": {"Teshnos": "Moon Queen"}})
    assert not SYSTEM.violations(s)
    kind = QUEENS[COLOURS.index("storm")]
    s.move(0, kind, POOL, 3)
    assert [text for _, text, _ in GodsWar.violations(s)] == ["the Storm Queen has not joined Storm"]


@pytest.mark.rule("GW-EAR-009", "GW-FAQ-050")
def test_her_rating_is_0_against_earth_alone() -> None:
    s = table(units={"ST": {"Teshnos": "Storm Queen", "Inner Hell": "Barbarian"}, "EA": {"Teshnos": "Moon Queen"}})
    own, moon, area = 6, QUEENS[3], s.config.map.index["teshnos"]
    assert [rating(s, 1, own, area, foe) for foe in (-1, 0, 2)] == [1, 0, 1]
    assert [rating(s, 1, own, s.config.map.index["inner_hell"], foe) for foe in (-1, 0, 2)] == [1, 0, 1]
    assert [rating(s, 0, moon, area, foe) for foe in (-1, 1, 2)] == [1, 1, 1]


# -- what is reckoned -------------------------------------------------------------------------------------------------
@pytest.mark.rule("GW-FAQ-050", "GW-EAR-009")
def test_odds_know_that_queens_spare_earth() -> None:
    words = {"Teshnos": "Storm Queen, Barbarian"}
    s = table(units={"ST": words, "EA": {"Teshnos": "Axe Maiden"}, "SK": {"Teshnos": "Archer"}})
    area = s.config.map.index["teshnos"]
    dice = {foe: odds.before(s, area, 1, foe)[0].dice for foe in (0, 2)}
    assert dice == {0: (1,), 2: (2,)}


@pytest.mark.rule("GW-EAR-016")
def test_a_calm_battle_has_no_odds_left() -> None:
    s = table(units={"ST": {"Teshnos": "4 Barbarian"}, "EA": {"Teshnos": "Titan"}})
    area = s.config.map.index["teshnos"]
    b = muster(s, area, 1, 0)
    assert odds.outlook(s, b)[1].emptied > Fraction(1, 2)
    b.calm = 1
    assert [side.dice for side in odds.outlook(s, b)] == [(0,), (0,)]
    assert [side.emptied for side in odds.outlook(s, b)] == [0, 0]
    b.extra = [3, 0]
    assert Resolution(s, b).total(1).value == 3
    b.calm = 2
    assert Resolution(s, b).total(1).value == 0


def reckoned(system: GodsWar, s: State, place: str, **powers: bool) -> Reckoned:
    """What the calculator expects of a battle, with powers turned on or off ("side_name")."""
    setting = Setting(place)
    for id_, on in powers.items():
        setting = setting.switching(id_.replace("_", ":"), on)
    return finish(reckon(system, s, setting, how="exact"))


@pytest.mark.rule("GW-EAR-016")
def test_nobody_reckons_with_pacifism_unless_he_says_so() -> None:
    """It can be used but once: neither the side that has it nor who looks on spends it on every battle."""
    system = game()
    sides = {"ST": {"Teshnos": "Barbarian"}, "SK": {"Teshnos": "Archer"}, "EA": {"Teshnos": "Titan"}}
    slots = {"EA": {"The axe falls": "Pacifism", "A Titan wakes": "Quake"}}
    s = system.arrange({"phase": "action", "active": "ST", "units": sides, "slots": slots})
    area = s.config.map.index["teshnos"]
    assert reckoned(system, s, f"{area}:1:2").chance("dead:0:0") == pytest.approx(1 / 6), "Earth looks on"
    assert reckoned(system, s, f"{area}:1:0").chance("dead:0:0") == pytest.approx(1 - (5 / 6) ** 5)
    assert reckoned(system, s, f"{area}:1:0", **{"1_Pacifism": True}).chance("dead:0:0") == 0
    switches = {switch.name: switch for switch in BATTLES.line_up(s, Setting(f"{area}:1:0")).sides[1].switches}
    assert not switches["Pacifism"].on
    assert not switches["Pacifism"].board


@pytest.mark.rule("GW-EAR-013")
def test_chastity_can_be_turned_up_in_the_calculator() -> None:
    system = game()
    s = system.arrange({
        "phase": "action", "active": "ST", "buildings": {"EA": {"Teshnos": "Temple"}},
        "units": {"ST": {"Teshnos": "2 Barbarian"}, "EA": {"Teshnos": "Axe Maiden"}},
    })  # fmt: skip
    place = f"{s.config.map.index['teshnos']}:1:0"
    assert reckoned(system, s, place).chance("first alone") > 0
    with_it = reckoned(system, s, place, **{"1_Chastity": True})
    assert with_it.chance("first alone") == 0, "one rout of the Temple, one of Chastity: both are gone"
    assert ("Temple", "0 kills, 2 routs", "GW-EAR-005") in with_it.line_up.sides[1].parts


def test_the_calculator_gives_queens_to_their_spouses() -> None:
    s = table()
    area = s.config.map.index["teshnos"]
    names = [[row.name for row in side.steppers] for side in BATTLES.line_up(s, Setting(f"{area}:1:0")).sides]
    assert "Storm Queen" in names[0]
    assert "Storm Queen" not in names[1]
    assert {"Moon Queen", "Sea Queen", "Titan"} <= set(names[1])


@pytest.mark.rule("GW-EAR-002")
def test_evaluation_counts_what_a_marriage_brings() -> None:
    words = {"units": {"EA": {"Teshnos": "Axe Maiden"}}}
    single, married = (evaluation.parts(table(**words, **more), 0) for more in ({}, {"married": "ST, SK"}))
    gained = married["income to come"] - single["income to come"]
    assert gained == pytest.approx(2 * evaluation.WEIGHTS["income to come"])


# -- what people see --------------------------------------------------------------------------------------------------
def test_sheets_say_who_is_married_and_where_queens_are() -> None:
    s = table(married="ST", units={"ST": {"Teshnos": "Storm Queen"}, "EA": {"Fonrit": "Moon Queen"}})
    earth, storm, sky = (sheet for sheet in game().table(s).sheets)
    assert "married to Storm" in earth.tokens
    assert "married to Earth" in storm.tokens
    assert not [mark for mark in sky.tokens if "married" in mark]
    rows = {row.name: row for row in earth.tables[0].rows}
    assert (rows["Storm Queen"].have, rows["Moon Queen"].have, rows["Sky Queen"].have) == (1, 1, 0)
    assert rows["Storm Queen"].line.endswith("marries Storm")
    assert rows["Moon Queen"].line.endswith("no spouse here")
    guest = next(row for row in storm.tables[0].rows if row.name == "Storm Queen")
    assert (guest.have, guest.line) == (1, "lesser god, from Earth, 0 dice against it")
    pools = {name: [piece.name for piece in row] for name, row in sky.pieces}
    assert "Sky Queen" not in pools["Pool"], "she lies in the pool of Earth"


def test_options_say_whom_a_queen_marries() -> None:
    system = game()
    words = {"active": "EA", "power": {"EA": 4}, "buildings": {"EA": {"Teshnos": "Shrine"}}, "slots": WEDDED}
    position = Position(system, system.arrange({"phase": "action", **words}))
    assert position.decision is not None
    told = {
        system.label(position.state, position.decision, option): detail(position.state, position.decision, option)[0]
        for option in position.decision.options
        if option[0] == "summon"
    }
    assert "marries Storm" in told["Summon: Storm Queen in Teshnos"]
    assert "no spouse here" in told["Summon: Sea Queen in Teshnos"]
    assert "marries" not in told["Summon: Behemoth in Teshnos"]
    area = position.state.config.map.index["teshnos"]
    position.play(("upgrade", 1, area))
    assert position.decision is not None
    assert position.decision.what == "betrothal"
    assert detail(position.state, position.decision, position.decision.options[-2])[0] == "marries Storm"


# -- saves ------------------------------------------------------------------------------------------------------------
def test_a_battle_that_was_saved_before_opens() -> None:
    """What came later is not in it; and a battle that has nothing of it is written as it was."""
    system = SYSTEM.build(options={"empires": ["sky", "storm", "darkness"]})
    words = {
        "phase": "action",
        "active": "ST",
        "units": {"ST": {"Teshnos": "2 Barbarian"}, "SK": {"Teshnos": "Archer"}},
    }
    s = system.arrange(words)
    s.battle = muster(s, s.config.map.index["teshnos"], 1, 0)
    raw = system.to_json(s)
    assert {"gone", "calm"}.isdisjoint(raw["battle"])
    assert "married" not in raw
    assert system.from_json(raw) == s
    s.battle.calm, s.battle.gone = 1, ((0, 3),)
    assert system.from_json(system.to_json(s)) == s


def test_who_has_a_queen_in_a_set_up_is_married() -> None:
    units = {"ST": {"Teshnos": "Storm Queen"}}
    assert [table(units=units).is_married(seat) for seat in (1, 2)] == [True, False]
    assert [table(units=units, married="SK").is_married(seat) for seat in (1, 2)] == [False, True], "it says so"


def test_who_is_given_a_queen_in_the_editor_is_married() -> None:
    s = table()
    s.move(1, 6, POOL, 3)
    s.edited("units", ["1", "6"], 3, 1)
    assert [s.is_married(seat) for seat in (1, 2)] == [True, False]


def test_words_of_a_marriage_are_there_with_earth_alone() -> None:
    """Where no unit joins another empire there is nothing to say, in the editor neither."""
    for system, there in ((game(), True), (SYSTEM.build(options={"empires": ["sky", "storm", "chaos"]}), False)):
        s = system.start()
        assert any(tool.id.startswith("married") for tool in schema.palette(s)) is there
        assert any(row.key == "married" for row in schema.keys(State, system.config)) is there


# -- games ------------------------------------------------------------------------------------------------------------
LINES = [
    ["earth", "storm", "sky"], ["sky", "earth", "chaos"], ["chaos", "darkness", "earth"],
    ["darkness", "earth", "invisible_god"], ["storm", "earth", "chaos", "darkness"],
    ["earth", "invisible_god", "sky", "storm"], ["storm", "earth", "invisible_god", "chaos", "sky"],
    ["earth", "darkness", "chaos", "storm", "sky"],
]  # fmt: skip


def played(empires: list[str], seed: int, rulings: dict[str, str]) -> set[str]:
    """A game at random, its positions looked at; what was asked and done in it."""
    system = SYSTEM.build(options={"empires": empires}, rulings=rulings)
    position, rng, seen, n = Position(system, system.start()), Random(f"{empires} {seed}"), set[str](), 0
    while (decision := position.decision) is not None:
        s = position.state
        if n % 12 == 0:
            assert not system.violations(s)
            assert system.from_json(system.to_json(s)) == s
            assert system.rebuilt(s) == s
        options, jumps = list(decision.options), position.anytime_actions
        if decision.kind == "action":  # each verb as often: there are a hundred ways to summon
            verbs = sorted({option[0] for option in options if isinstance(option, tuple)}) or [None]
            verb = rng.choice(verbs)
            options = [o for o in options if isinstance(o, tuple) and o[0] == verb] or options
            seen.add(str(verb))
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
def test_random_games_are_lawful(empires: list[str]) -> None:
    seen = set[str]()
    for seed in range(7):
        seen |= played(empires, seed, opposite(GodsWar.questions) if seed > 4 else {})
    assert {"betrothal", "quake", "matrimony"} <= seen


def test_all_scenes_of_earth_say_what_they_prove() -> None:
    """Each rule of its tier stands at the top of a scene, or at a test here."""
    proved = {rule for path in scenario.files("examples/scenarios/gods_war") for rule in scenario.load(path).rules}
    wanted = {rule.id for rule in GodsWar.rulebook if rule.tier == "faction:earth"}
    assert len(wanted) == 26
    assert wanted - proved <= {"GW-EAR-019"}
