"""The scenario files prove the rules; and each card, each requirement and each action is missed when it is gone."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.knockout import (
    Gap,
    broken_by_that_alone,  # noqa: F401  (of every test here)
    first_broken,
    gaps,
    likely,
    of_file,
    silent,
    unnoticed,
)
from theomachy.engine.authoring import scenario
from theomachy.engine.runtime.ability import Ability
from theomachy.engine.runtime.requirement import Action
from theomachy.games.demigods.powers.miracles import MiracleCard
from theomachy.games.demigods.rules import actions
from theomachy.games.demigods.rules.timings import VOCABULARY

FOLDER = Path(__file__).parents[2] / "examples" / "scenarios" / "demigods"
FILES = sorted(FOLDER.glob("*.toml"))
CARDS = [ability.name for ability in VOCABULARY.abilities]
ACTIONS: list[Action] = [*actions.ALL, *(a for a in VOCABULARY.abilities if isinstance(a, Action))]
GAPS = [*gaps(ACTIONS, "requirements"), *gaps(ACTIONS, "when")]
MOMENTS = [
    (card, timing)
    for card in VOCABULARY.abilities
    for timing in VOCABULARY.uses
    if hasattr(card, timing) and not (timing == "do" and isinstance(card, MiracleCard) and card.reacts)
]  # a card of another moment does its work in the method of that moment


def test_there_are_lessons_enough() -> None:
    assert len(FILES) >= 40


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path: Path, proves: Callable[..., None]) -> None:
    read = scenario.load(path)
    proves(*read.rules)
    result = read.run(rehearse=True).result
    assert result.ok, str(result)
    assert read.rules


# -- what is knocked out is missed ------------------------------------------------------------------------------------
SCENES = [of_file(path) for path in FILES]


def broken(*words: str) -> str:
    """The first scenario that fails now, those that speak of these words first; "" when all still hold."""
    return first_broken(likely(SCENES, *words))


@pytest.mark.parametrize("name", CARDS)
def test_a_missing_card_is_missed(name: str) -> None:
    with VOCABULARY.without(name):
        assert broken(name)


@pytest.mark.parametrize("action", actions.ALL, ids=lambda action: action.verb)
def test_a_missing_action_is_missed(action: Action, monkeypatch: pytest.MonkeyPatch) -> None:
    for phase, offered in actions.BY_PHASE.items():
        monkeypatch.setitem(actions.BY_PHASE, phase, tuple(a for a in offered if a is not action))
    assert broken(f'"{action.verb}')


@pytest.mark.parametrize("gap", GAPS, ids=str)
def test_a_missing_requirement_is_missed(gap: Gap) -> None:
    """Those of the moment too: "why not?" must know whose turn and which phase it is."""
    assert unnoticed(VOCABULARY, SCENES, gap) == ""


@pytest.mark.parametrize(("ability", "timing"), MOMENTS, ids=lambda value: getattr(value, "name", value))
def test_a_missing_timing_is_missed(ability: Ability, timing: str) -> None:
    """Each method of a card: without it, or doing nothing, a scenario breaks."""
    with silent(VOCABULARY, ability, timing):
        assert broken(ability.name)
