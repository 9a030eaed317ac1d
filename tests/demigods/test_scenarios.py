"""The scenario files prove the rules; and each card, each requirement and each action is missed when it is gone."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.knockout import made_anew
from theomachy.engine.authoring import scenario
from theomachy.engine.runtime import requirement
from theomachy.engine.runtime.requirement import Action, Requirement
from theomachy.games.demigods import actions
from theomachy.games.demigods.powers.miracles import MiracleCard
from theomachy.games.demigods.timings import VOCABULARY

FOLDER = Path(__file__).parents[2] / "examples" / "scenarios" / "demigods"
FILES = sorted(FOLDER.glob("*.toml"))
CARDS = [ability.name for ability in VOCABULARY.abilities]
ACTIONS: list[Action] = [*actions.ALL, *(a for a in VOCABULARY.abilities if isinstance(a, Action))]
REQUIREMENTS = [(action, i) for action in ACTIONS for i in range(len(action.requirements))]
WHEN = [(action, i) for action in ACTIONS for i in range(len(action.when)) if not isinstance(action, MiracleCard)]
WHEN += [
    (card, i)
    for card in ACTIONS
    if card.verb in ("earthquake", "ressurrection", "abjuration")
    for i in range(len(card.when))
]
MOMENTS = [
    (ability, timing) for ability in VOCABULARY.abilities for timing in VOCABULARY.uses if hasattr(ability, timing)
]


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
def broken(*words: str) -> str:
    """The first scenario that fails now, those that speak of these words first; "" when all still hold."""
    texts = {path: path.read_text("utf-8").lower() for path in FILES}
    order = sorted(FILES, key=lambda path: -sum(texts[path].count(word.lower()) for word in words))
    for path in order:
        if not scenario.load(path).run().result.ok:
            return path.stem
    return ""


@pytest.mark.parametrize("name", CARDS)
def test_a_missing_card_is_missed(name: str) -> None:
    with VOCABULARY.without(name):
        assert broken(name)


@pytest.mark.parametrize("action", actions.ALL, ids=lambda action: action.verb)
def test_a_missing_action_is_missed(action: Action, monkeypatch: pytest.MonkeyPatch) -> None:
    for phase, offered in actions.BY_PHASE.items():
        monkeypatch.setitem(actions.BY_PHASE, phase, tuple(a for a in offered if a is not action))
    assert broken(f'"{action.verb}')


@pytest.fixture
def fresh_plans() -> Iterator[None]:
    """Plans of actions are remembered: they must be made anew for a patched action, and again afterwards."""
    with made_anew(VOCABULARY):
        yield


def always(test: Callable[..., Any]) -> Callable[..., Any]:
    """A test of as many arguments that always holds."""
    return {
        0: lambda s, me: True,
        1: lambda s, me, a: True,
        2: lambda s, me, a, b: True,
    }[requirement.depth(test)]


@pytest.mark.usefixtures("fresh_plans")
@pytest.mark.parametrize(("action", "i"), REQUIREMENTS, ids=lambda value: getattr(value, "verb", None))
def test_a_missing_requirement_is_missed(action: Action, i: int, monkeypatch: pytest.MonkeyPatch) -> None:
    requirements = list[Requirement](action.requirements)
    requirements[i] = requirements[i]._replace(test=always(requirements[i].test))
    monkeypatch.setattr(type(action), "requirements", tuple(requirements))
    assert broken(f'"{action.verb}', requirements[i].rule), requirements[i].text


@pytest.mark.usefixtures("fresh_plans")
@pytest.mark.parametrize(("action", "i"), WHEN, ids=lambda value: getattr(value, "verb", None))
def test_a_missing_moment_is_missed(action: Action, i: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """ "Why not?" must know whose turn and which phase it is."""
    when = list[Requirement](action.when)
    when[i] = when[i]._replace(test=always(when[i].test))
    monkeypatch.setattr(action, "when", tuple(when))
    assert broken(f'refuse = "{action.verb}', when[i].rule), when[i].text


@pytest.mark.usefixtures("fresh_plans")
@pytest.mark.parametrize(("ability", "timing"), MOMENTS, ids=lambda value: getattr(value, "name", value))
def test_a_missing_timing_is_missed(ability: Any, timing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each method of a card: without it, or doing nothing, a scenario breaks."""

    async def nothing(self: Any, s: Any, me: int, *args: Any) -> None: ...

    if timing == "do":
        if ability.reacts:
            return  # a card of another moment does its work in the method of that moment
        monkeypatch.setattr(type(ability), timing, nothing)
    else:
        monkeypatch.delattr(type(ability), timing)
    VOCABULARY.clear()
    assert broken(ability.name)
