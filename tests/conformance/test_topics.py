"""Topics of the games: a slip in a power fails at import, no list holds a dead word, and no rule asks in free text."""

import ast
import importlib
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import theomachy
from theomachy.engine.runtime.ability import Vocabulary
from theomachy.engine.runtime.timing import CANON, WINDOW
from theomachy.engine.runtime.topic import Topic

FOLDER = Path(theomachy.__file__).parent / "games"
GAMES = sorted(path.parents[1].name for path in FOLDER.glob("*/rules/topics.py"))
RUNNERS = {"window", "fold", "folded", "counted"}


def vocabularies(game: str) -> list[tuple[Vocabulary, type]]:
    """Each vocabulary of a game, with the abstract class of its abilities."""
    importlib.import_module(f"theomachy.games.{game}")
    timings = importlib.import_module(f"theomachy.games.{game}.rules.timings")
    found = {id(thing): thing for thing in vars(timings).values() if isinstance(thing, Vocabulary)}
    classes = [thing for thing in vars(timings).values() if isinstance(thing, type) and hasattr(thing, "vocabulary")]
    return [(found[key], next(c for c in classes if c.vocabulary is found[key])) for key in found]


@cache
def texts(game: str) -> dict[str, str]:
    """The files of a game."""
    paths = sorted((FOLDER / game).rglob("*.py"))
    return {path.relative_to(FOLDER).as_posix(): path.read_text("utf-8") for path in paths}


def declared(game: str) -> Iterator[tuple[Vocabulary, type, str, type[Topic]]]:
    for words, base in vocabularies(game):
        for name, classes in words.topics.items():
            for listed in classes:
                if listed.__module__.startswith("theomachy."):
                    yield words, base, name, listed


def silent(name: str, parameters: tuple[str, ...]) -> Any:
    """An answer to a timing that no power of the house uses yet."""

    def said(*given: Any) -> None:
        return None

    async def spoken(*given: Any) -> None:
        return None

    answer: Any = spoken if CANON[name].kind is WINDOW else said
    names = ("self", *parameters)
    answer.__signature__ = inspect.Signature([inspect.Parameter(n, inspect.Parameter.POSITIONAL_ONLY) for n in names])
    return answer


def power(words: Vocabulary, base: type, name: str, word: str, slip: object) -> None:
    """A power with a slip in what it is about, or in a word of it."""
    body: dict[str, Any] = {"__doc__": "A rule.", "rule": "XX-XXX-001", word: slip}
    if name in words.uses:
        body[name] = next((getattr(type(known), name) for known in words.abilities if hasattr(known, name)), None)
        body[name] = body[name] or silent(name, words.uses[name])
    type("Slipped", (base,), body)


@pytest.mark.parametrize("game", GAMES)
def test_a_misspelt_topic_fails_at_import(game: str) -> None:
    """Of every list of every game: the sentence names class, file, slip, and what was meant."""
    tried = 0
    for words, base, name, listed in declared(game):
        word = name if name in words.words else "about"
        meant = max(listed, key=len)
        with pytest.raises(TypeError, match=rf"Slipped \(.*\): {word} names '{meant[:-1]}', .*did you mean") as caught:
            power(words, base, name, word, (meant[:-1],))
        assert f"'{meant}'" in str(caught.value)
        tried += 1
    assert tried
    assert all(ability.name != "Slipped" for words, _ in vocabularies(game) for ability in words.abilities)


@pytest.mark.parametrize("game", GAMES)
def test_every_topic_is_named_by_a_power_or_by_the_core(game: str) -> None:
    """One that only its list knows is dead. A list that data name is read by value, and held against the data."""
    text = "\n".join(text for name, text in texts(game).items() if not name.endswith("/topics.py"))
    lists = (FOLDER / game / "rules" / "topics.py").read_text("utf-8")
    dead = [
        f"{listed.__name__}.{topic.name}"
        for listed in {listed for *_, listed in declared(game)}
        for topic in listed
        if not re.search(rf"\b{listed.__name__}\.{topic.name}\b", text)
        and not re.search(rf"\b{listed.__name__}\((?!Topic)|(=|in) {listed.__name__}\b(?!\.)", text + lists)
    ]
    assert not dead


@pytest.mark.parametrize("game", GAMES)
def test_a_list_of_a_game_is_declared_for_a_timing_or_a_word(game: str) -> None:
    topics = importlib.import_module(f"theomachy.games.{game}.rules.topics")
    lists = {thing for thing in vars(topics).values() if isinstance(thing, type) and issubclass(thing, Topic)}
    assert lists - {Topic} == {listed for *_, listed in declared(game)}


def spoken(tree: ast.AST, lists: set[str]) -> Iterator[tuple[int, str]]:
    """Where free text stands for a topic: compared with one, or told to a power."""
    hooks = {
        node.target.elts[2].id
        for node in ast.walk(tree)
        if isinstance(node, (ast.For, ast.comprehension))
        and isinstance(node.target, ast.Tuple)
        and len(node.target.elts) == 3
        and isinstance(node.target.elts[2], ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RUNNERS | hooks:
            said = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            said = said[1:] if node.func.id == "window" else said  # its timing
            yield from ((node.lineno, word) for word in said if word)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            kinds = {arg.arg: ast.unparse(arg.annotation) for arg in node.args.args if arg.annotation is not None}
            typed = {name for name, kind in kinds.items() if set(kind.split(" | ")) & lists}
            for test in (test for test in ast.walk(node) if isinstance(test, ast.Compare)):
                if isinstance(test.left, ast.Name) and test.left.id in typed:
                    parts = [part for other in test.comparators for part in ast.walk(other)]
                    words = [part.value for part in parts if isinstance(part, ast.Constant)]
                    yield from ((test.lineno, word) for word in words if isinstance(word, str))


@pytest.mark.parametrize("game", GAMES)
def test_no_rule_compares_a_topic_with_text_or_asks_in_text(game: str) -> None:
    lists = {listed.__name__ for *_, listed in declared(game)}
    found = [(name, *slip) for name, text in texts(game).items() for slip in spoken(ast.parse(text), lists)]
    assert not found


def test_the_check_of_free_text_sees_each_of_its_cases() -> None:
    text = """
def cost_of(self, s, me, what: CostOf | How):
    if what == "batle" or what in ("a", CostOf.B):
        return None

async def ask(s, me):
    await window(s, "on_gain", me, s, me, "gift")
    return any(may(s, holder, "leave") for holder, _, may in s.hooks("may_move")) and folded(1, (), s, me, "hire")
"""
    assert [word for _, word in spoken(ast.parse(text), {"CostOf"})] == ["batle", "a", "gift", "hire", "leave"]
