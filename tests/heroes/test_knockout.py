"""The knock-out net: with any one power, or any one moment of a power, taken out, some scene must break.

Scenes are the scenario files of Heroes, and every test in this folder that needs no fixture. That they hold when
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
from theomachy.engine.runtime.requirement import Action
from theomachy.games.heroes import setup
from theomachy.games.heroes.timings import VOCABULARY

FOLDER = Path(__file__).parents[2] / "examples" / "scenarios" / "heroes"
POWERS = {ability.name: ability for ability in VOCABULARY.abilities}
MOMENTS = [(name, timing) for name, a in POWERS.items() for timing in VOCABULARY.uses if hasattr(a, timing)]


class Scene(NamedTuple):
    """One thing that holds as long as nothing is missing."""

    name: str
    rules: frozenset[str]
    text: str  # where names of powers are looked for
    factions: tuple[str, ...]  # who plays in it; () where that is not known
    run: Callable[[], None]


def _file(path: Path) -> Scene:
    script = scenario.load(path)
    object.__setattr__(script, "build", cache(script.build))  # once: what is missing is looked up while it runs

    def run() -> None:
        result = script.run().result
        assert result.ok, str(result)

    played = tuple(script.options.get("factions", ()))
    return Scene(path.stem, frozenset(script.rules), path.read_text("utf-8").lower(), played, run)


def _tests() -> Iterator[Scene]:
    """Every test of this folder that needs no fixture, with every set of its parameters."""
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        if path == Path(__file__):
            continue
        module = importlib.import_module(f"tests.heroes.{path.stem}")
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
    power, words = POWERS[name], name.lower()

    def unlikely(scene: Scene) -> tuple[bool, bool, bool]:
        return words not in scene.text, power.rule not in scene.rules, power.faction not in scene.text

    for scene in sorted((s for s in SCENES if not s.factions or power.faction in s.factions), key=unlikely):
        try:
            scene.run()
        except Exception:
            return scene.name
        except BaseException as fault:  # pytest's own failures are no exceptions
            if isinstance(fault, KeyboardInterrupt | SystemExit):
                raise
            return scene.name
    return ""


def test_every_power_is_that_of_a_board_and_of_a_printed_thing() -> None:
    assert POWERS
    assert {power.faction for power in POWERS.values()} <= set(setup.FILES)


@pytest.mark.parametrize("name", POWERS)
def test_a_missing_power_is_missed(name: str) -> None:
    with VOCABULARY.without(name):
        assert breaks(name), f"no scene notices that {name} is missing"


@pytest.mark.parametrize(("name", "timing"), MOMENTS)
def test_a_missing_moment_is_missed(name: str, timing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each method of a power: without it a scene breaks."""
    power = POWERS[name]
    if timing == "do":
        assert isinstance(power, Action)

        async def nothing(self: Any, s: Any, me: int, *args: Any) -> None: ...

        monkeypatch.setattr(type(power), "do", nothing)
    else:
        monkeypatch.setattr(type(power), "__getattribute__", _without(timing))
    VOCABULARY.clear()
    try:
        assert breaks(name), f"no scene notices that {name} says nothing at {timing}"
    finally:
        monkeypatch.undo()
        VOCABULARY.clear()


def _without(timing: str) -> Callable[[Any, str], Any]:
    def look(self: Any, attribute: str) -> Any:
        if attribute == timing:
            raise AttributeError(attribute)
        return object.__getattribute__(self, attribute)

    return look
