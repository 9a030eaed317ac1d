"""The knock-out net: with any one power or spellbook's requirement taken out, some scene must break; and with any one
requirement of an action.

Scenes are the scenario files of Cthulhu Wars, and every test of these rules that needs no fixture.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cthulhu_wars.scene import system
from tests.knockout import (
    SCENARIOS,
    Gap,
    broken_already,
    broken_by_that_alone,  # noqa: F401  (of every test here)
    first_broken,
    gaps,
    likely,
    of_file,
    of_tests,
    unnoticed,
)
from theomachy.engine.runtime.requirement import Action
from theomachy.games.cthulhu_wars.powers import MORE, THINGS
from theomachy.games.cthulhu_wars.powers.worlds import WORLDS
from theomachy.games.cthulhu_wars.rules.actions import BASIC, RITUAL_ACT
from theomachy.games.cthulhu_wars.rules.timings import SLOTS, VOCABULARY

ITEMS = [(v, a.name) for v in (VOCABULARY, SLOTS) for a in v.abilities]
BOXES = {
    f"test_{slug}" for slug in (*MORE, *THINGS, *WORLDS)
}  # the tests of a faction of another box, or a world, bear its name
RULES = {"test_factions", "test_battle", "test_actions", "test_round", "test_two_players", "test_causes"} | BOXES
APART = {path.stem for path in Path(__file__).parent.glob("test_*.py")} - RULES
FILES = sorted((SCENARIOS / "cthulhu_wars").glob("*.toml"))
SCENES = [*(of_file(path, "factions") for path in FILES), *of_tests(__file__, APART)]

# Said for the sake of its sentence: whoever fails here fails at the next requirement too, which names the same rule.
# Who has no unit in an area has no Monster or Cultist there either; nothing is next to a King who is not
# there, and nobody with Bastet; no other unit of Sleeper outranks a Monster. An enemy with an overdue Tome who is in an
# area has one.
SAID_TWICE = {
    "avatar: {1} has a unit in {0}",
    "capture monster: Tsathoggua is in {0}",
    "catnapping: Bastet is on the map",
    "control: A unit of yours is in {0}",
    "librarian: An enemy has an overdue Tome",
    "screaming dead: The King in Yellow is on the map",
    "shriek of the byakhee: A Byakhee is on the map",
}
ACTIONS = [*BASIC, RITUAL_ACT, *(a for a in VOCABULARY.abilities if isinstance(a, Action))]
ALL = [*gaps(ACTIONS, "requirements"), *gaps(ACTIONS, "when")]
GAPS = [gap for gap in ALL if str(gap) not in SAID_TWICE]


@pytest.fixture(autouse=True)
def games_with_everything(broken_by_that_alone: None) -> Iterator[None]:  # noqa: F811
    """A game that was made while something was missing is made anew."""
    yield
    system.cache_clear()


def test_there_is_enough_to_take_out_and_to_break() -> None:
    assert len(SCENES) > 300
    assert {str(gap) for gap in ALL} >= SAID_TWICE
    assert len(ITEMS) == len({name for _, name in ITEMS}) >= 70


@pytest.mark.nightly
def test_no_scene_is_broken_before_anything_is_missing() -> None:
    assert broken_already(SCENES) == []


@pytest.mark.parametrize(("vocabulary", "name"), ITEMS, ids=[name for _, name in ITEMS])
def test_without_this_item_a_scene_breaks(vocabulary: Any, name: str) -> None:
    item = vocabulary.named(name)
    with vocabulary.without(name):
        broken = first_broken(likely(SCENES, name, rule=item.rule, of=item))
    assert broken, f"no scene notices that {name} is missing"


@pytest.mark.parametrize("gap", GAPS, ids=str)
def test_a_missing_requirement_is_missed(gap: Gap) -> None:
    """Those of the moment too: "why not?" must know whose turn it is, and which part of it."""
    assert unnoticed(VOCABULARY, SCENES, gap) == ""
