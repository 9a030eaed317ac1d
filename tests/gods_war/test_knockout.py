"""The knock-out net: with any one ability, weakness, gift, Heroquest or rune taken out, or any one moment of one, some
scene must break.

Scenes are the scenario files of the Gods War, and every test in this folder that needs no fixture. That they hold when
nothing is missing is proven where they are at home.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from theomachy.engine.authoring import scenario
from theomachy.engine.runtime.ability import Ability
from theomachy.engine.runtime.requirement import Action
from theomachy.games.gods_war import setup
from theomachy.games.gods_war.timings import QUESTS, VOCABULARY, Power, Quest

FOLDER = Path(__file__).parents[2] / "examples" / "scenarios" / "gods_war"
ITEMS: dict[str, tuple[Any, Ability]] = {a.name: (v, a) for v in (VOCABULARY, QUESTS) for a in v.abilities}
MOMENTS = [
    *((name, timing) for name, (v, a) in ITEMS.items() for timing in v.uses if hasattr(a, timing)),
    *((name, "reward") for name, (_, a) in ITEMS.items() if hasattr(a, "reward")),
]


class Scene(NamedTuple):
    """One thing that holds as long as nothing is missing."""

    name: str
    rules: frozenset[str]
    text: str  # where names of powers are looked for
    empires: tuple[str, ...]  # who plays in it; () where that is not known
    run: Callable[[], None]


def _file(path: Path) -> Scene:
    script = scenario.load(path)
    object.__setattr__(script, "build", cache(script.build))  # once: what is missing is looked up while it runs

    def run() -> None:
        result = script.run().result
        assert result.ok, str(result)

    played = tuple(script.options.get("empires", ()))
    return Scene(path.stem, frozenset(script.rules), path.read_text("utf-8").lower(), played, run)


def _tests() -> Iterator[Scene]:
    """Every test of this folder that needs no fixture, with every set of its parameters."""
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        if path == Path(__file__):
            continue
        module = importlib.import_module(f"tests.gods_war.{path.stem}")
        for name, test in vars(module).items():
            if not name.startswith("test_"):
                continue
            marks = getattr(test, "pytestmark", [])
            rules = frozenset(rule for m in marks if m.name == "rule" for rule in m.args)
            for chosen in product(*(_rows(m) for m in marks if m.name == "parametrize")):
                given = {k: v for part in chosen for k, v in part.items()}
                if set(inspect.signature(test).parameters) == set(given):
                    yield Scene(name, rules, inspect.getsource(test).lower(), (), lambda t=test, g=given: t(**g))


def _rows(mark: Any) -> list[dict[str, Any]]:
    names, values = mark.args
    names = [n.strip() for n in names.split(",")] if isinstance(names, str) else list(names)
    return [dict(zip(names, v if len(names) > 1 else (v,), strict=True)) for v in values]


SCENES = [*map(_file, sorted(FOLDER.glob("*.toml"))), *_tests()]


def breaks(name: str) -> str:
    """The first scene that fails now, likely ones first; "" when all still hold."""
    _, item = ITEMS[name]
    assert isinstance(item, Power | Quest)
    words, empire = name.lower().removesuffix(" (rune)"), item.empire

    def unlikely(scene: Scene) -> tuple[bool, bool]:
        return words not in scene.text, item.rule not in scene.rules

    for scene in sorted((s for s in SCENES if not (s.empires and empire) or empire in s.empires), key=unlikely):
        try:
            scene.run()
        except Exception:
            return scene.name
        except BaseException as fault:  # pytest's own failures are no exceptions
            if isinstance(fault, KeyboardInterrupt | SystemExit):
                raise
            return scene.name
    return ""


def test_every_power_is_that_of_a_sheet_or_of_a_rune() -> None:
    assert len(ITEMS) == len(VOCABULARY.abilities) + len(QUESTS.abilities) > 120
    for _, item in ITEMS.values():
        assert isinstance(item, Power | Quest)
        assert item.empire in setup.FILES or (isinstance(item, Power) and item.card)


@pytest.mark.parametrize("name", ITEMS)
def test_a_missing_power_is_missed(name: str) -> None:
    with ITEMS[name][0].without(name):
        assert breaks(name), f"no scene notices that {name} is missing"


@pytest.mark.parametrize(("name", "timing"), MOMENTS)
def test_a_missing_moment_is_missed(name: str, timing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each method of a power or Heroquest: without it a scene breaks."""
    vocabulary, item = ITEMS[name]
    if timing == "do":
        assert isinstance(item, Action)

        async def nothing(self: Any, s: Any, me: int, *args: Any) -> None: ...

        monkeypatch.setattr(type(item), "do", nothing)
    else:
        monkeypatch.setattr(type(item), "__getattribute__", _without(timing))
    vocabulary.clear()
    try:
        assert breaks(name), f"no scene notices that {name} says nothing at {timing}"
    finally:
        monkeypatch.undo()
        vocabulary.clear()


def _without(timing: str) -> Callable[[Any, str], Any]:
    def look(self: Any, attribute: str) -> Any:
        if attribute == timing:
            raise AttributeError(attribute)
        return object.__getattribute__(self, attribute)

    return look
