"""The monsters as the book tells them: type, talents, classes, and where their figures stand among the units."""

import pytest

from theomachy.games.mythic_battles.rules.config import MONSTER, Unit
from theomachy.games.mythic_battles.rules.setup import facts
from theomachy.games.mythic_battles.rules.setup_options import read_unit

FACTS = facts(None, {})
UNITS: dict[str, Unit] = {key: read_unit(FACTS, key) for key in FACTS.names("unit")}
TOLD = ("minotaur", "hydra", "cerberus", "medusa")  # the monsters that the text describes
OFFENCE, DEFENCE, RANGE, MOVEMENT = range(4)


def first(key: str, stat: int) -> int:
    """A value of the first row."""
    return UNITS[key].rows[UNITS[key].most].stats[stat]


def rank(key: str, values: dict[str, int]) -> int:
    """How many of the others have more."""
    return sum(1 for other, value in values.items() if other != key and value > values[key])


@pytest.mark.rule("MB-UTL-028", "MB-UTL-031", "MB-UTL-034", "MB-UTL-036")
@pytest.mark.parametrize(
    ("key", "rp", "talents"),
    [
        ("minotaur", 3, {"mighty_throw"}), ("hydra", 4, set()), ("cerberus", 4, {"guard", "block"}),
        ("medusa", 3, {"climb"}),
    ],
)  # fmt: skip
def test_a_monster_of_the_text_has_its_price_and_talents(key: str, rp: int, talents: set[str]) -> None:
    unit = UNITS[key]
    assert unit.kind == MONSTER
    assert unit.rp == rp
    assert set(unit.talents) == talents
    assert unit.classes == (), "no class is told of it: terrestrial (MB-CLS-001)"


@pytest.mark.rule("MB-UTL-031")
def test_the_hydra_is_tough_and_has_range_1() -> None:
    assert all(row.stats[RANGE] == 1 for row in UNITS["hydra"].rows)
    monsters = {key: first(key, OFFENCE) for key in TOLD}
    assert rank("hydra", monsters) == 0, "high offence"
    assert rank("hydra", {key: UNITS[key].most for key in TOLD}) == 0, "high vitality"
    defences = sorted(first(key, DEFENCE) for key in TOLD)
    assert defences[0] <= first("hydra", DEFENCE) <= defences[-1], "average defence"
    assert first("hydra", DEFENCE) < first("cerberus", DEFENCE)


@pytest.mark.rule("MB-UTL-034")
def test_cerberus_is_fast_strong_and_hard() -> None:
    assert rank("cerberus", {key: first(key, MOVEMENT) for key in TOLD}) == 0
    assert first("cerberus", MOVEMENT) > max(first(key, MOVEMENT) for key in TOLD if key != "cerberus")
    assert rank("cerberus", {key: first(key, DEFENCE) for key in TOLD}) == 0
    assert rank("cerberus", {key: first(key, OFFENCE) for key in TOLD}) == 0
    assert rank("cerberus", {key: UNITS[key].most for key in TOLD}) <= 1


@pytest.mark.rule("MB-UTL-036")
def test_medusa_shoots_far_and_moves_well() -> None:
    assert rank("medusa", {key: first(key, RANGE) for key in TOLD}) == 0
    assert first("medusa", RANGE) > 1
    assert first("medusa", MOVEMENT) >= first("minotaur", MOVEMENT) > first("hydra", MOVEMENT)


@pytest.mark.rule("MB-UTL-044")
def test_units_that_the_text_names_alone_have_their_price() -> None:
    assert UNITS["phoenix"].kind == MONSTER
    assert [UNITS[key].rp for key in ("phoenix", "veteran_achilles", "veteran_heracles")] == [3, 5, 5]
    assert UNITS["veteran_achilles"].character == UNITS["achilles"].character == "achilles"
    assert UNITS["veteran_heracles"].character == UNITS["heracles"].character == "heracles"


@pytest.mark.rule("MB-UNI-005", "MB-POW-002", "MB-POW-004")
def test_no_power_comes_back_in_a_lower_row() -> None:
    for key in (*TOLD, "phoenix", "ismenian_drakon", "bull_of_kolchis", "ketos"):
        unit = UNITS[key]
        for at in range(len(unit.powers)):
            shown = [unit.rows[v].powers[at] for v in range(unit.most, 0, -1)]
            assert shown == sorted(shown, reverse=True), (key, unit.powers[at].name)
