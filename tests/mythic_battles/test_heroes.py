"""Heroes: profiles as the book tells them, and what their powers ask, one condition after the other."""

from __future__ import annotations

from typing import Any

import pytest

from theomachy.engine.game.game import Game
from theomachy.engine.runtime.position import Position
from theomachy.games.mythic_battles import SYSTEM
from theomachy.games.mythic_battles.powers import heroes
from theomachy.games.mythic_battles.rules.config import HERO, KINDS, Unit
from theomachy.games.mythic_battles.rules.setup import facts
from theomachy.games.mythic_battles.rules.setup_options import read_unit
from theomachy.games.mythic_battles.rules.sight import hides
from theomachy.games.mythic_battles.rules.timings import VOCABULARY, Power

FACTS = facts(None, {})
UNITS: dict[str, Unit] = {key: read_unit(FACTS, key) for key in FACTS.names("unit")}
TOLD = ("heracles", "achilles", "leonidas", "odysseus", "atalanta")  # the heroes that the text describes
MINE = [power for power in VOCABULARY.abilities if type(power).__module__ == heroes.__name__]
OFFENCE, DEFENCE, RANGE, MOVEMENT = range(4)
LEAST, MOST = {OFFENCE: 5, DEFENCE: 6, MOVEMENT: 1}, {OFFENCE: 8, DEFENCE: 8, MOVEMENT: 2}  # of heroes, by our table


def first(key: str, stat: int) -> int:
    """A value of the first row."""
    return UNITS[key].rows[UNITS[key].most].stats[stat]


def others(key: str) -> list[str]:
    return [other for other in TOLD if other != key]


# -- profiles ---------------------------------------------------------------------------------------------------------
@pytest.mark.rule("MB-UTL-013", "MB-UTL-016", "MB-UTL-019", "MB-UTL-022", "MB-UTL-025")
@pytest.mark.parametrize(
    ("key", "rp", "talents"),
    [
        ("heracles", 4, {"monster_slayer"}), ("achilles", 4, {"close_combat"}), ("leonidas", 3, {"guard", "bolster"}),
        ("odysseus", 3, {"leader"}), ("atalanta", 2, {"climb"}),
    ],
)  # fmt: skip
def test_a_hero_of_the_text_has_its_price_and_talents(key: str, rp: int, talents: set[str]) -> None:
    unit = UNITS[key]
    assert unit.kind == HERO
    assert unit.rp == rp
    assert set(unit.talents) == talents
    assert unit.classes == (), "no class is told of it: terrestrial (MB-CLS-001)"


@pytest.mark.rule("MB-UTL-013")
def test_heracles_is_strong_at_close_quarters_and_has_no_range() -> None:
    assert first("heracles", OFFENCE) == max(first(key, OFFENCE) for key in TOLD) == MOST[OFFENCE]
    assert all(row.stats[RANGE] == 0 for row in UNITS["heracles"].rows)


@pytest.mark.rule("MB-UTL-015")
def test_what_heracles_throws_is_as_hard_as_his_own_blow() -> None:
    unit = UNITS["heracles"]
    at = next(i for i, power in enumerate(unit.powers) if power.key == "heraclean_strength")
    assert unit.powers[at].dice
    assert unit.rows[unit.most].powers[at] == first("heracles", OFFENCE)


@pytest.mark.rule("MB-UTL-016")
def test_achilles_is_hard_strong_and_slow() -> None:
    assert all(first("achilles", DEFENCE) > first(key, DEFENCE) for key in others("achilles"))
    assert all(first("achilles", MOVEMENT) < first(key, MOVEMENT) for key in others("achilles"))
    assert first("achilles", OFFENCE) > LEAST[OFFENCE]
    assert all(row.stats[RANGE] == 0 for row in UNITS["achilles"].rows)
    assert UNITS["achilles"].talents == UNITS["ares"].talents, "like a small Ares"


@pytest.mark.rule("MB-UTL-019", "MB-EXA-001", "MB-EXA-004", "MB-EXA-005")
def test_leonidas_has_the_figures_of_the_worked_example_and_average_ones() -> None:
    unit = UNITS["leonidas"]
    assert unit.most == 6
    assert unit.rows[6].stats[DEFENCE] == 7
    assert unit.rows[5].stats[OFFENCE] == 6
    assert LEAST[OFFENCE] < first("leonidas", OFFENCE) < MOST[OFFENCE]
    assert LEAST[DEFENCE] < first("leonidas", DEFENCE) < MOST[DEFENCE]


@pytest.mark.rule("MB-UTL-022", "MB-UNI-004")
def test_odysseus_brings_many_cards_shoots_far_and_is_weak_in_defence() -> None:
    heroes_all = [key for key, unit in UNITS.items() if unit.kind == HERO]
    assert all(UNITS["odysseus"].art_of_war > UNITS[key].art_of_war for key in heroes_all if key != "odysseus")
    assert first("odysseus", RANGE) == max(first(key, RANGE) for key in heroes_all)
    assert first("odysseus", DEFENCE) == min(first(key, DEFENCE) for key in TOLD) == LEAST[DEFENCE]


@pytest.mark.rule("MB-UTL-025")
def test_atalanta_is_cheap_fast_and_looks_weak() -> None:
    assert first("atalanta", RANGE) == 2
    assert all(UNITS["atalanta"].rp < UNITS[key].rp for key in others("atalanta"))
    assert first("atalanta", OFFENCE) == min(first(key, OFFENCE) for key in TOLD)
    assert first("atalanta", DEFENCE) == min(first(key, DEFENCE) for key in TOLD)
    assert {row.stats[MOVEMENT] for row in UNITS["atalanta"].rows} == {MOST[MOVEMENT]}, "fast to the last"


@pytest.mark.rule("MB-UTL-044")
def test_the_veterans_are_dearer_and_stronger_than_their_namesakes() -> None:
    for key in ("achilles", "heracles"):
        veteran = f"veteran_{key}"
        assert UNITS[veteran].rp == 5 > UNITS[key].rp
        assert UNITS[veteran].character == UNITS[key].character == key
        assert UNITS[veteran].most >= UNITS[key].most
        assert first(veteran, OFFENCE) >= first(key, OFFENCE)
        assert first(veteran, DEFENCE) >= first(key, DEFENCE)


@pytest.mark.rule("MB-UNI-005", "MB-POW-002", "MB-POW-004")
def test_no_power_comes_back_in_a_lower_row() -> None:
    for unit in UNITS.values():
        for at in range(len(unit.powers)):
            shown = [unit.rows[v].powers[at] for v in range(unit.most, 0, -1)]
            assert shown == sorted(shown, reverse=True), (unit.key, unit.powers[at].name)


@pytest.mark.parametrize("power", MINE, ids=lambda power: power.name)
def test_a_power_has_its_printed_name_and_stands_on_its_dashboard(power: Power) -> None:
    printed = next(card for card in UNITS[power.of].powers if card.key == power.key)
    assert power.name == printed.name


def test_every_power_of_a_hero_has_its_class() -> None:
    wanted = {(key, power.key) for key, unit in UNITS.items() if unit.kind == HERO for power in unit.powers}
    assert {(power.of, power.key) for power in MINE} == wanted


@pytest.mark.rule("MB-POW-001")
def test_the_powers_of_the_heroes_are_of_all_four_types() -> None:
    found = {KINDS[power.kind] for unit in UNITS.values() if unit.kind == HERO for power in unit.powers}
    assert found == set(KINDS)


# -- what every active or offensive power asks ------------------------------------------------------------------------
# bearer, printed power, its key, the command
POWERS = (
    ("heracles", "Heraclean Strength", "heraclean_strength", "throw Infernal Hounds"),
    ("achilles", "Achilles' Prowess", "achilles_prowess", "prowess"),
    ("odysseus", "Cunning", "cunning", "cunning"),
    ("atalanta", "Huntress", "huntress", "hunt Infernal Hounds"),
    ("abaris", "Ride the Golden Arrow", "golden_arrow", "ride Gate of Olives"),
    ("abaris", "Healing Song", "healing_song", "sing Hoplites"),
)
each = pytest.mark.parametrize(("unit", "power", "key", "command"), POWERS, ids=[row[2] for row in POWERS])


def game(armies: list[list[str]], **setup: Any) -> Game:
    """A position, said in the words of a scenario."""
    system = SYSTEM.build(options={"armies": armies, "board": "sunken_sanctuary"})
    state = system.arrange(setup)
    assert not system.violations(state)
    return Game(system, Position(system, state), seed=1, dice_by_hand=True)


def standing(unit: str, **more: Any) -> Game:
    """A hero in a forest that may use all of his powers; Medusa has cursed the troop beside him."""
    name = UNITS[unit].name
    setup: dict[str, Any] = {
        "area": {name: "a2", "Hoplites": "a2", "Infernal Hounds": "b1", "Medusa": "d5"},
        "tokens": {"stone": {"Hoplites": 1}},
        "hand": {"Blue": "2 Art of War"},
        "deck": {"Blue": "4 Art of War"},
        "stones": {"omphalos": {"a2": 1}},
        "activation": {"unit": name} | more.pop("activation", {}),
    }
    setup["area"] |= {name: place} if (place := more.pop("place", "")) else {}
    return game([[unit, "hoplites"], ["infernal_hounds", "medusa"]], **(setup | more))


def faults(of: Game, command: str) -> set[str]:
    """The rules that keep from an action."""
    return {fault.rule for fault in of.why_not(command).faults}


@each
def test_it_can_be_used_where_nothing_is_in_the_way(unit: str, power: str, key: str, command: str) -> None:
    assert faults(standing(unit), command) == set()


@each
@pytest.mark.rule("MB-TER-018")
def test_not_in_water(unit: str, power: str, key: str, command: str) -> None:
    here = {"area": {UNITS[unit].name: "b2", "Hoplites": "b2", "Infernal Hounds": "b1", "Medusa": "d5"}}
    assert "MB-TER-018" in faults(standing(unit, **here), command)


@each
@pytest.mark.rule("MB-TER-009")
def test_not_for_who_began_in_a_polar_area(unit: str, power: str, key: str, command: str) -> None:
    cold = standing(unit, activation={"deeds": "began in polar"})
    assert "MB-TER-009" in faults(cold, command)


@each
@pytest.mark.rule("MB-ACT-004", "MB-POW-009", "MB-POW-010")
def test_not_in_a_complex_action(unit: str, power: str, key: str, command: str) -> None:
    assert faults(standing(unit, activation={"complex": True}), command) == {"MB-TURN-006"}


@each
@pytest.mark.rule("MB-POW-009")
def test_not_twice_in_a_turn(unit: str, power: str, key: str, command: str) -> None:
    assert "MB-POW-009" in faults(standing(unit, activation={"used": power}), command)


@each
@pytest.mark.rule("MB-POW-003")
def test_not_without_its_price(unit: str, power: str, key: str, command: str) -> None:
    cost = next(card.cost for card in UNITS[unit].powers if card.key == key)
    assert faults(standing(unit, hand={}), command) == ({"MB-POW-003"} if cost else set())


@each
@pytest.mark.rule("MB-POW-004", "MB-UNI-005")
def test_not_in_a_row_with_a_dash(unit: str, power: str, key: str, command: str) -> None:
    at = next(i for i, card in enumerate(UNITS[unit].powers) if card.key == key)
    rows = UNITS[unit].rows
    for vitality in range(1, UNITS[unit].most + 1):
        found = faults(standing(unit, vitality={UNITS[unit].name: vitality}), command)
        assert found == (set() if rows[vitality].powers[at] else {"MB-POW-004"}), vitality


@each
@pytest.mark.rule("MB-POW-010", "MB-ACT-002")
def test_offensive_powers_stand_in_for_the_attack_and_active_ones_do_not(
    unit: str, power: str, key: str, command: str
) -> None:
    attacked = standing(unit, activation={"deeds": "attacked", "simple": 1})
    offensive = key in ("heraclean_strength", "huntress", "golden_arrow")  # the arrow says so itself
    assert faults(attacked, command) == ({"MB-ACT-002"} if offensive else set())


# -- the arrow and the song ------------------------------------------------------------------------------------------
@pytest.mark.rule("MB-UNI-011")
def test_the_arrow_flies_to_what_is_seen_at_distance_one_to_three() -> None:
    of = standing("abaris")
    s, system = of.state, of.system
    areas = system.config.map.areas
    here = next(i for i, area in enumerate(areas) if area.key == "a2")
    offered = {option.value[1] for option in of.options if option.value[0] == "ride"}
    for area in range(len(areas)):
        far = system.config.map.distance[here][area]
        line = system.config.map.line(here, area)
        hidden = any((s.hiding | s.occupied) >> between & 1 for between in line.areas) or any(
            hides(s, wall) for wall in line.walls
        )
        closed = areas[area].key in ("a4", "e3", "a6", "e1")  # rocks and cliffs
        assert (area in offered) == (1 <= far <= 3 and not hidden and not closed), areas[area].key
