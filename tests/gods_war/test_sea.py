"""Sea where a scenario has no words: what lies in the box, sunken land on every map, odds, sheets, saves, games."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import pytest

from theomachy.answers.calculator import Reckoned, reckon
from theomachy.answers.work import finish
from theomachy.engine.authoring import scenario
from theomachy.engine.masks import bits
from theomachy.engine.reference.rulings import opposite
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.runtime.line_up import Setting
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.sampling import sample_chance
from theomachy.engine.state import schema
from theomachy.engine.tabletop.describe import describe
from theomachy.games.gods_war import SYSTEM, GodsWar
from theomachy.games.gods_war.display.table import board, notes
from theomachy.games.gods_war.powers.sea import KRAKEN, MAGASTA, MERMAID, SEA_SERPENT
from theomachy.games.gods_war.reckoning import evaluation
from theomachy.games.gods_war.rules.adjacency import OPEN, POOLED, SPIKE
from theomachy.games.gods_war.rules.arguments import sinkable
from theomachy.games.gods_war.rules.config import GREATER, HERO, LESSER, MINION
from theomachy.games.gods_war.rules.maps import adrift, posed
from theomachy.games.gods_war.rules.movement import rating
from theomachy.games.gods_war.rules.reach import drifts
from theomachy.games.gods_war.rules.state import State
from theomachy.games.gods_war.rules.timings import quests_of

OTHERS = ["storm", "sky", "chaos", "darkness", "earth", "invisible_god"]
MAPS = ["3p", "4p_a", "4p_b", "5p", "6p", "7p_a", "7p_b"]
COVERED = {"SE": {"Three serpents": "Drowning", "The Kraken wakes": "Constrict", "The Churner comes": "Aquatic"}}


def game(*others: str, map_: str = "", **rulings: str) -> GodsWar:
    options = {"empires": ["sea", *(others or ("storm", "sky"))]} | ({"map": map_} if map_ else {})
    return SYSTEM.build(options=options, rulings=rulings)


def on(map_: str, **rulings: str) -> GodsWar:
    return game(*OTHERS[: int(map_[0]) - 1], map_=map_, **rulings)


def table(*others: str, **words: Any) -> State:
    return game(*others).arrange({"phase": "action", "active": "SE", **words})


# -- what lies in the box ---------------------------------------------------------------------------------------------
@pytest.mark.rule("GW-CMP-016", "GW-CMP-020")
def test_nine_figures_and_one_token() -> None:
    config = game().config
    units = [unit for kind, unit in enumerate(config.empires[0].units) if not config.shared[0] >> kind & 1]
    assert {unit.key: unit.figures for unit in units} == {"mermaid": 4, "kraken": 1, "sea_serpent": 3, "magasta": 1}
    assert [unit.key for unit in units] == ["mermaid", "kraken", "sea_serpent", "magasta"]
    assert (MERMAID, KRAKEN, SEA_SERPENT, MAGASTA) == (0, 1, 2, 3)
    s = table(sunken="Teshnos, Fonrit")
    assert [text for _, text, _ in GodsWar.violations(s)] == ["more than one land is sunken"]


@pytest.mark.rule("GW-SEA-005", "GW-SEA-006", "GW-SEA-007", "GW-SEA-008")
def test_units_of_sea() -> None:
    found = {u.key: (u.rank, u.cost, u.combat, u.in_hell, u.needs) for u in game().config.empires[0].units}
    assert found["mermaid"] == (MINION, 1, 1, 1, ())
    assert found["kraken"] == (HERO, 3, 1, 1, ())
    assert found["sea_serpent"] == (LESSER, 2, 1, 1, ())
    assert found["magasta"] == (GREATER, 4, 1, 1, ())


@pytest.mark.rule("GW-SEA-006", "GW-SEA-007")
def test_the_sheet_may_be_read_the_other_way() -> None:
    one, other = (game(earth_classes=choice).config.rank[0][:4] for choice in ("by_row", "by_nature"))
    assert one == (MINION, HERO, LESSER, GREATER)
    assert other == (MINION, LESSER, HERO, GREATER)


@pytest.mark.rule("GW-SEA-001")
@pytest.mark.parametrize("map_", MAPS)
def test_it_begins_on_every_map(map_: str) -> None:
    system = on(map_)
    s = system.start()
    assert system.check(s, {"buildings": {"SE": {"Brown Sea": "Shrine"}}, "power": {"SE": 6}, "sunken": "none"}) == []
    assert not s.playing(0)


@pytest.mark.rule("GW-SEA-008")
def test_the_rating_of_magasta_by_what_lies_in_the_middle() -> None:
    s = table(units={"SE": {"Teshnos": "The Churner Magasta"}})
    found = {}
    for s.rift in (SPIKE, OPEN, POOLED):
        s.derive()
        found[s.rift] = [rating(s, 0, kind, 3) for kind in range(4)]
    assert found == {SPIKE: [1, 1, 1, 1], OPEN: [1, 1, 1, 1], POOLED: [1, 1, 1, 3]}


@pytest.mark.rule("GW-SEA-010")
def test_what_happens_is_met_when_it_happens() -> None:
    """The sheet does not say before that the Spike has shattered, a building fallen, or the Ziggurat been placed."""
    s = table()
    parts = {quest.key: [p.met for p in quest.requirement_met(s, 0, None)] for quest in quests_of("sea")}  # type: ignore[attr-defined]
    assert parts == {key: [False] for key in parts}
    assert list(parts) == [slot.key for slot in s.config.empires[0].slots]


# -- sunken land ------------------------------------------------------------------------------------------------------
@pytest.mark.rule("GW-SEA-002", "GW-FAQ-074")
@pytest.mark.parametrize("map_", MAPS)
def test_each_land_that_may_sink_is_a_sea_without_arrows_and_doors(map_: str) -> None:
    """The rest of the world stays as it was."""
    system = on(map_, vithela_hell="vithela_too")
    s, map__ = system.start(), system.config.map
    lands = list(sinkable(s, 0))
    assert lands == [a for a in bits(map__.lands) if a not in (map__.isle, map__.spike)]
    far = map__.hell | map__.dome
    for area in lands:
        s = system.start()
        before = s.ways
        s.sink(area)
        assert s.ways.seas == map__.seas | 1 << area
        assert not s.ways.step[area] & far
        assert not any(s.ways.step[a] >> area & 1 for a in bits(far))
        assert s.ways.step[area] == s.ways.flown[area] == s.ways.border[area] == map__.near[area]
        for a in set(range(len(before.step))) - {area}:
            gone = before.step[a] & ~s.ways.step[a]
            assert gone in (0, 1 << area)
            assert not s.ways.step[a] & ~before.step[a]
            assert s.ways.border[a] == before.border[a]
        assert map__.exit == system.config.map.index["gates_of_dawn"]
        assert not sinkable(s, 0).count(area)


@pytest.mark.rule("GW-SEA-002")
def test_the_pool_opens_no_way_to_hell_in_sunken_land() -> None:
    s = table(sunken="Teshnos", middle="magasta's pool")
    doors = s.ways.doors
    assert not doors >> s.config.map.index["teshnos"] & 1
    assert doors & s.config.map.seas == s.config.map.pool_seas == s.config.map.seas


@pytest.mark.rule("GW-SEA-002", "GW-KYL-008")
@pytest.mark.parametrize("map_", MAPS)
def test_kylerela_has_a_place_in_each_land_by_the_other_ruling(map_: str) -> None:
    """Within its outline, and away from what stands there; in the game it goes there when the land is a sea."""
    system = on(map_, kylerela_sunken="as_a_sea")
    config, here = system.config, adrift(system.config.map)
    assert config.places == (*config.map.places, *here)
    assert [place.sea for place in here] == list(sinkable(system.start(), 0))
    for place in here:
        area = next(a for a in config.map.board.areas if a.id == place.sea)
        ring = area.polygons[0][0]
        inside = [_within(point, ring) for point in posed(config.map.tile["tile"], place)]
        assert sum(inside) >= 0.6 * len(inside), place.name
        assert not place.docks
    assert on(map_).config.places == config.map.places
    assert game("storm", "sky", kylerela_sunken="as_a_sea").config.places != config.map.places
    s = system.start()
    target = next(i for i, place in enumerate(config.places) if place.key == "teshnos:sunken")
    s.island = next(i for i, place in enumerate(config.places) if place.name == "Sea of Fog")
    s.reground()
    assert target not in drifts(s)
    s.sink(config.map.index["teshnos"])
    assert target in drifts(s)
    s.island = target
    s.reground()
    assert s.ways.border[config.map.isle] == 1 << config.map.index["teshnos"]
    assert not system.violations(s)
    assert system.from_json(system.to_json(s)) == s


def _within(at: tuple[float, float], ring: Any) -> bool:
    """Does a point lie in an outline? By its turns round the point."""
    turned = 0.0
    for (x1, y1), (x2, y2) in zip(ring, (*ring[1:], ring[0]), strict=True):
        a, b = math.atan2(y1 - at[1], x1 - at[0]), math.atan2(y2 - at[1], x2 - at[0])
        turned += (b - a + math.pi) % (2 * math.pi) - math.pi
    return abs(turned) > math.pi


@pytest.mark.rule("GW-SEA-002", "GW-KYL-008", "GW-CMP-020")
def test_what_cannot_be_is_found() -> None:
    s = table()
    s.sunken = 1 << s.config.map.spike
    assert [text for _, text, _ in GodsWar.violations(s)] == ["The Spike cannot sink"]
    s.sunken = 1 << s.config.map.index["brown_sea"]
    assert [text for _, text, _ in GodsWar.violations(s)] == ["Brown Sea cannot sink"]
    s = game(kylerela_sunken="as_a_sea").arrange({"phase": "action", "active": "SE"})
    s.island = len(s.config.places) - 1
    assert [text for _, text, _ in GodsWar.violations(s)] == ["Kylerela lies where no sea is"]


# -- what people see --------------------------------------------------------------------------------------------------
@pytest.mark.rule("GW-SEA-002", "GW-FAQ-074")
def test_the_board_shows_sunken_land() -> None:
    units = {"ST": {"Brithos": "Barbarian"}}
    dry, wet = table(units=units), table(units=units, sunken="Brithos")
    before, after = board(dry), board(wet)
    kinds = {area.name: area.kind for area in after.areas}
    assert kinds["Brithos"] == "sunken"
    assert {name: kind for name, kind in kinds.items() if name != "Brithos"} == {
        area.name: area.kind for area in before.areas if area.name != "Brithos"
    }
    assert before.key != after.key
    doors = [[door.name for door in b.doors].count("To Hell") for b in (before, after)]
    assert doors[1] == doors[0] - 1
    shut = {link.name for link in after.links if link.shut} - {link.name for link in before.links if link.shut}
    assert {name.split("sea-crossing ")[1] for name in shut} == {"Brithos-Jrustela", "Brithos-Fonrit"}
    assert notes(wet)[1] == "Brithos lies under the sea"
    assert "Brithos (sunken)" in describe(game().table(wet))
    assert "From Hell" in [door.name for door in board(table(sunken="Gates of Dawn")).doors]


def test_words_of_sunken_land_are_there_with_sea_alone() -> None:
    """Where nobody sinks land there is nothing to say, in the editor neither; and old saves have no such word."""
    for system, there in ((game(), True), (SYSTEM.build(options={"empires": ["sky", "storm", "chaos"]}), False)):
        s = system.start()
        assert any(tool.id.startswith("sunken") for tool in schema.palette(s)) is there
        assert any(row.key == "sunken" for row in schema.keys(State, system.config)) is there
        raw = system.to_json(s)
        assert "sunken" not in raw
        assert system.from_json(raw) == s


def test_land_is_sunk_in_the_editor() -> None:
    """And ways follow at once."""
    s = table()
    area = s.config.map.index["fonrit"]
    wet = schema.edit(s, "sunken", f"area:{area}", 1)
    assert (wet.sunken, wet.ways.seas) == (1 << area, s.ways.seas | 1 << area)
    assert schema.placed(wet, "sunken", f"area:{area}") == 1
    assert schema.edit(wet, "sunken", f"area:{area}", 0) == s


def test_options_say_what_an_action_does() -> None:
    system = game()
    slots = {"SE": {**COVERED["SE"], "Walls fall": "Tidal Surge"}}
    words = {"power": {"SE": 6}, "units": {"SE": {"Teshnos": "Sea Serpent"}, "ST": {"Teshnos": "Barbarian"}}}
    s = system.arrange({"phase": "action", "active": "SE", "slots": slots, **words})
    position = Position(system, s)
    assert position.decision is not None
    labels = {system.label(s, position.decision, option) for option in position.decision.options}
    assert {"Submerge: Teshnos becomes a sea", "Tidal Surge: out of Teshnos, units of Storm"} <= labels


def test_a_row_of_actions_ends_by_a_word() -> None:
    system = game()
    words = {"power": {"SE": 3}, "units": {"SE": {"Brown Sea": "The Churner Magasta"}}, "slots": COVERED}
    position = Position(system, system.arrange({"phase": "action", "active": "SE", "middle": "chaos rift", **words}))
    area = position.state.config.map.index["brown_sea"]
    position.play(("build", 0, area))
    assert position.decision is not None
    assert {"enough", "drop"} <= set(position.decision.options)
    assert system.label(position.state, position.decision, "enough") == "No further action"
    assert position.state.began == area
    raw = system.to_json(position.state)
    again = system.from_json(raw)
    assert again == position.state
    assert set(Position(system, again).decision.options) == set(position.decision.options)  # type: ignore[union-attr]


def test_who_leaves_in_a_row_of_actions_ends_it() -> None:
    system = game()
    words = {"power": {"SE": 3, "ST": 2}, "units": {"SE": {"Brown Sea": "The Churner Magasta"}}, "slots": COVERED}
    s = system.arrange({"phase": "action", "active": "SE", "middle": "chaos rift", **words})
    position = Position(system, s)
    position.play(("build", 0, s.config.map.index["brown_sea"]))
    s = position.state.copy()
    s.left |= 1
    position = Position(system, s)
    assert (position.state.active, position.state.power[0], position.state.began) == (1, 0, -1)


# -- what is reckoned -------------------------------------------------------------------------------------------------
def reckoned(system: GodsWar, s: State, place: str, **powers: bool) -> Reckoned:
    """What the calculator expects of a battle, with powers turned on or off ("side_name")."""
    setting = Setting(place)
    for id_, switched in powers.items():
        setting = setting.switching(id_.replace("_", ":"), switched)
    return finish(reckon(system, s, setting, how="exact"))


@pytest.mark.rule("GW-SEA-012", "GW-SEA-013")
def test_the_calculator_knows_constrict() -> None:
    system = game()
    units = {"SE": {"Teshnos": "Kraken"}, "ST": {"Teshnos": "Barbarian"}}
    words = {"phase": "action", "active": "SE", "units": units, "vp": {"ST": 2}}
    without, with_it = system.arrange(words), system.arrange({**words, "slots": COVERED})
    place = f"{with_it.config.map.index['teshnos']}:0:1"
    assert reckoned(system, without, place).chance("dead:1:0") == pytest.approx(1 / 6)
    assert reckoned(system, with_it, place).chance("dead:1:0") == 1
    assert reckoned(system, without, place, **{"0_Constrict": True}).chance("dead:1:0") == 1


@pytest.mark.rule("GW-SEA-008")
def test_the_calculator_knows_magasta() -> None:
    system = game()
    units = {"SE": {"Teshnos": "The Churner Magasta"}, "ST": {"Teshnos": "Barbarian"}}
    rift, pool = (
        system.arrange({"phase": "action", "active": "SE", "units": units, "middle": middle})
        for middle in ("chaos rift", "magasta's pool")
    )
    place = f"{rift.config.map.index['teshnos']}:0:1"
    assert reckoned(system, rift, place).chance("dead:1:0") == pytest.approx(1 / 6)
    assert reckoned(system, pool, place).chance("dead:1:0") == pytest.approx(1 - (5 / 6) ** 3)


@pytest.mark.rule("GW-SEA-011")
def test_evaluation_counts_what_aquatic_brings() -> None:
    words = {"buildings": {"ST": {"Teshnos": "Ziggurat"}}, "slots": COVERED}
    dry, wet = (evaluation.parts(table(**words, **more), 0) for more in ({}, {"sunken": "Teshnos"}))
    assert wet["income to come"] - dry["income to come"] == pytest.approx(3 * evaluation.WEIGHTS["income to come"])


@pytest.mark.rule("GW-SEA-003")
def test_evaluation_knows_that_sea_crosses_no_arrow() -> None:
    """A building beyond a sea-crossing is in no danger by it."""
    found = {}
    for who, letters in (("Mermaid", "SE"), ("Archer", "SK")):
        s = table(units={letters: {"Fonrit": who}}, buildings={"ST": {"Jrustela": "Shrine"}}, power={"SE": 3, "SK": 3})
        found[letters] = evaluation.parts(s, 1).get("buildings in danger", 0.0)
    assert found["SE"] == 0
    assert found["SK"] < 0


# -- games ------------------------------------------------------------------------------------------------------------
LINES = [
    ["sea", "storm", "sky"], ["sky", "sea", "chaos"], ["chaos", "darkness", "sea"], ["sea", "earth", "invisible_god"],
    ["storm", "sea", "chaos", "darkness"], ["earth", "invisible_god", "sea", "storm"],
    ["storm", "sea", "earth", "chaos", "sky"], ["sea", "darkness", "chaos", "invisible_god", "sky", "earth"],
]  # fmt: skip


def played(empires: list[str], seed: int, rulings: dict[str, str]) -> set[str]:
    """A game at random, its positions looked at; what was asked and done in it."""
    system = SYSTEM.build(options={"empires": empires}, rulings=rulings)
    begun = system.start()
    if seed % 3 == 2:  # Magasta has come already
        sea = {"Brown Sea": "The Churner Magasta"}
        begun = system.arrange({"phase": "action", "active": "SE", "middle": "chaos rift", "units": {"SE": sea}})
    position, rng, seen, n = Position(system, begun), Random(f"{empires} {seed}"), set[str](), 0
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
            if s.began >= 0:
                seen.add("in a row")
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
    assert {"submerge", "in a row"} <= seen


def test_all_scenes_of_sea_say_what_they_prove() -> None:
    """Each rule of its tier stands at the top of a scene, or at a test here."""
    proved = {rule for path in scenario.files("examples/scenarios/gods_war") for rule in scenario.load(path).rules}
    wanted = {rule.id for rule in GodsWar.rulebook if rule.tier == "faction:sea"}
    assert len(wanted) == 22
    assert wanted - proved <= {"GW-SEA-005", "GW-SEA-006", "GW-SEA-007"}
