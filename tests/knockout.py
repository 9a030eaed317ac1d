"""The knock-out net of any game: scenes that hold as long as nothing is missing, and what takes a power's word away.

Scenes are a game's scenario files, and every test of its folder that needs no fixture. That they hold when nothing is
missing is proven by `broken_already`.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from theomachy.engine.authoring import scenario
from theomachy.engine.runtime import requirement
from theomachy.engine.runtime.requirement import Action, Requirement

PARAM = type(pytest.param(None))  # a set of parameters with marks of its own
SCENARIOS = Path(__file__).parents[1] / "examples" / "scenarios"


class Scene(NamedTuple):
    """One thing that holds as long as nothing is missing."""

    name: str
    rules: frozenset[str]
    text: str  # where names of powers are looked for
    played: tuple[str, ...]  # who plays in it; () where that is not known
    run: Callable[[], None]
    home: str = ""  # of a test: what its file is about


def of_file(path: Path, *options: str) -> Scene:
    """A scenario file; these options of it say who plays, or is in the game."""
    script = scenario.load(path)
    object.__setattr__(script, "build", cache(script.build))  # once: what is missing is looked up while it runs

    def run() -> None:
        result = script.run().result
        assert result.ok, str(result)

    said = (script.options.get(option, ()) for option in options)
    played = tuple(name for names in said for name in ((names,) if isinstance(names, str) else names))
    return Scene(path.stem, frozenset(script.rules), path.read_text("utf-8").lower(), played, run)


def of_tests(net: str, apart: Collection[str] = ()) -> Iterator[Scene]:
    """Every test that needs no fixture, with every set of its parameters, of the folder of the file `net` but those
    `apart` and the net itself. A module whose tests hold inside a context alone has it as `AROUND`."""
    here = Path(net)
    for path in sorted(here.parent.glob("test_*.py")):
        if path == here or path.stem in apart:
            continue
        module = importlib.import_module(f"tests.{here.parent.name}.{path.stem}")
        around = getattr(module, "AROUND", nullcontext)
        for name, test in vars(module).items():
            if not name.startswith("test_"):
                continue
            marks = getattr(test, "pytestmark", [])
            if any(m.name == "nightly" for m in marks):  # nobody would hear that it is broken already
                continue
            rules = frozenset(rule for m in marks if m.name == "rule" for rule in m.args)
            for chosen in product(*(_rows(m) for m in marks if m.name == "parametrize")):
                given = {k: v for part in chosen for k, v in part.items()}
                if set(inspect.signature(test).parameters) == set(given):
                    run = partial(_within, around, test, given)
                    named = "".join(f' "{value}"' for value in given.values() if isinstance(value, str))
                    text = (inspect.getsource(test) + named).lower()
                    yield Scene(name, rules, text, (), run, path.stem.removeprefix("test_"))


def _within(around: Callable[[], AbstractContextManager[object]], test: Callable[..., None], given: Any) -> None:
    with around():
        test(**given)


def _rows(mark: Any) -> list[dict[str, Any]]:
    names, values = mark.args
    names = [n.strip() for n in names.split(",")] if isinstance(names, str) else list(names)
    rows = [v.values if isinstance(v, PARAM) else v if len(names) > 1 else (v,) for v in values]
    return [dict(zip(names, row, strict=True)) for row in rows]


def fails(scene: Scene) -> bool:
    """Does a scene not hold now?"""
    try:
        scene.run()
    except Exception:
        return True
    except BaseException as fault:  # pytest's own failures are no exceptions
        if isinstance(fault, KeyboardInterrupt | SystemExit):
            raise
        return True
    return False


BROKEN: list[Scene] = []  # by the test that runs
fails_anyway = cache(fails)  # with nothing missing: asked once


def first_broken(scenes: Iterable[Scene]) -> str:
    """The first scene that fails now; "" when all still hold."""
    for scene in scenes:
        if fails(scene):
            BROKEN.append(scene)
            return scene.name
    return ""


@pytest.fixture(autouse=True)
def broken_by_that_alone() -> Iterator[None]:
    """A scene that breaks when something is missing holds when nothing is."""
    BROKEN.clear()
    yield
    told = [scene.name for scene in BROKEN if fails_anyway(scene)]
    assert not told, f"broken with nothing missing too: {told}"


def broken_already(scenes: Iterable[Scene]) -> list[str]:
    """The scenes that fail though nothing is missing: one of them alone, and the net notices nothing any more."""
    return [scene.name for scene in scenes if first_broken([scene])]


def likely(scenes: Iterable[Scene], *words: str, rule: str = "", of: object = None) -> list[Scene]:
    """The same scenes: first those of the file about the box that something is `of`, then those that speak most of
    these words, and of them those that claim to prove the rule.
    """
    words, box = tuple(word.lower() for word in words), type(of).__module__.rpartition(".")[2]

    def rank(scene: Scene) -> tuple[bool, int, bool]:
        return scene.home != box, -sum(scene.text.count(word) for word in words), rule not in scene.rules

    return sorted(scenes, key=rank)


@contextmanager
def silent(vocabulary: Any, ability: Any, timing: str) -> Iterator[None]:
    """While inside, the ability says nothing at this moment; an action does nothing."""
    try:
        with pytest.MonkeyPatch.context() as patch:
            if timing == "do":
                assert isinstance(ability, Action)
                patch.setattr(type(ability), "do", _nothing)
            else:
                patch.setattr(type(ability), "__getattribute__", _without(timing))
            vocabulary.clear()
            yield
    finally:
        vocabulary.clear()


@contextmanager
def made_anew(vocabulary: Any) -> Iterator[None]:
    """While inside, and again afterwards, what is remembered of actions (plans, fills, words) is made anew."""

    def forget() -> None:
        requirement.plan.cache_clear()
        requirement.fills.cache_clear()
        vocabulary.clear()

    forget()
    try:
        yield
    finally:
        forget()


class Gap(NamedTuple):
    """One requirement of an action, to be taken out."""

    action: Action[Any]
    part: str  # "requirements", or "when": those of the moment, which "why not?" alone asks
    i: int

    @property
    def wanted(self) -> Requirement:
        """The requirement."""
        row: tuple[Requirement, ...] = getattr(self.action, self.part)
        return row[self.i]

    def __str__(self) -> str:
        return f"{self.action.verb}: {self.wanted.text}"


def gaps(actions: Iterable[Action[Any]], part: str) -> list[Gap]:
    """Every requirement of these actions, one by one."""
    return [Gap(action, part, i) for action in actions for i in range(len(getattr(action, part)))]


def alike(rows: Iterable[Gap]) -> dict[str, list[Gap]]:
    """By its words what one action or several ask for."""
    found: dict[str, list[Gap]] = {}
    for gap in rows:
        found.setdefault(gap.wanted.text, []).append(gap)
    return found


def unnoticed(vocabulary: Any, scenes: Iterable[Scene], *missing: Gap) -> str:
    """What no scene notices when these requirements are missing; "" when one breaks."""
    first = missing[0]
    verb = first.action.verb
    with lacking(vocabulary, *missing):
        said = f'"{verb}', f'refuse = "{verb}', f'refuse = ["{verb}'
        refused = re.compile(rf'^refuse = .*"{re.escape(verb)}', re.MULTILINE)  # anywhere in a list of them
        rows = likely(scenes, *said, rule=first.wanted.rule, of=first.action)
        broken = first_broken(sorted(rows, key=lambda scene: refused.search(scene.text) is None))
    return "" if broken else f"no scene notices that this is missing: {first}"


def always(test: Callable[..., Any]) -> Callable[..., bool]:
    """A test that looks at as many arguments, and that everybody passes."""
    return (
        lambda s, me: True,
        lambda s, me, a: True,
        lambda s, me, a, b: True,
        lambda s, me, a, b, c: True,
    )[requirement.depth(test)]


@contextmanager
def lacking(vocabulary: Any, *missing: Gap) -> Iterator[None]:
    """While inside, these actions do without these requirements: everybody meets them."""
    with pytest.MonkeyPatch.context() as patch, made_anew(vocabulary):
        for action, part, i in missing:
            row = list[Requirement](getattr(action, part))
            row[i] = row[i]._replace(test=always(row[i].test))
            patch.setattr(action, part, tuple(row))
        yield


async def _nothing(self: Any, s: Any, me: int, *args: Any) -> None: ...


def _without(timing: str) -> Callable[[Any, str], Any]:
    def look(self: Any, attribute: str) -> Any:
        if attribute == timing:
            raise AttributeError(attribute)
        return object.__getattribute__(self, attribute)

    return look
