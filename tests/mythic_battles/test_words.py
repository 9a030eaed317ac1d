"""Questions of Mythic Battles are sentences, and an option that costs cards says so."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from theomachy.engine.game.game import Game
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.timing import CANON, REPLACEMENT, WINDOW
from theomachy.games import mythic_battles
from theomachy.games.mythic_battles import MythicBattles
from theomachy.games.mythic_battles.display.labels import PROMPTS
from theomachy.games.mythic_battles.rules.timings import VOCABULARY

FOLDER = Path(mythic_battles.__file__).parent
WHAT = {"choose": 4, "number": 4, "yes": 2, "roll": 3, "draw": 3, "throw": 3}  # at which place the short name stands


def asked() -> Iterator[tuple[str, str]]:
    """(file, short name) of each question that the game asks without words of its own."""
    for path in sorted(FOLDER.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in WHAT:
                if any(word.arg == "prompt" for word in node.keywords) or len(node.args) <= WHAT[node.func.id]:
                    continue
                found = node.args[WHAT[node.func.id]]
                ways = [found.body, found.orelse] if isinstance(found, ast.IfExp) else [found]
                yield from ((path.name, way.value) for way in ways if isinstance(way, ast.Constant))


def test_every_question_has_a_sentence() -> None:
    questions = list(asked())
    assert len(questions) > 40
    assert [(file, what) for file, what in questions if what not in PROMPTS] == []
    windows = {name for name in VOCABULARY.uses if CANON[name].kind in (WINDOW, REPLACEMENT)}
    assert windows - {"on_pay"} <= set(PROMPTS)  # which asks nothing
    for what, text in PROMPTS.items():
        assert text.endswith("?")
        assert len(text.split()) > 2, f"{what}: {text} is no sentence"
        assert "_" not in text


def at(setup: dict[str, Any], *armies: list[str]) -> Game:
    """A game that stands in a position."""
    options = {"armies": list(armies), "board": "sunken_sanctuary"}
    system = MythicBattles.build(players=["Anna", "Ben"], options=options)
    state = system.arrange(setup)
    assert not system.violations(state)
    return Game(system, Position(system, state), seed=1)


def labels(game: Game) -> list[str]:
    return [option.label for option in game.options]


COSTS = " (costs one Art of War card)"
HANDS = {"hand": {"Anna": "Zeus, Hoplites, 3 Art of War", "Ben": "Kalais, 2 Art of War"}, "deck": {"Anna": "Zeus"}}
AREAS = {"area": {"Zeus": "c3", "Hoplites": "c1", "Hades": "c6", "Kalais": "c3"}}
ARMIES = ["zeus", "hoplites"], ["hades", "kalais"]


@pytest.mark.rule("MB-TURN-009")
def test_a_further_unit_says_what_it_costs() -> None:
    game = at(HANDS | AREAS, *ARMIES)
    assert "Activate Hoplites" in labels(game), "the first unit of a turn is free"
    game.play("activate Zeus", "simple", "end")
    assert labels(game) == [f"Activate Hoplites{COSTS}", "No further unit"]


@pytest.mark.rule("MB-TURN-010")
def test_a_recall_says_what_it_costs() -> None:
    game = at(HANDS | AREAS | {"stage": "end of turn"}, *ARMIES)
    assert labels(game) == [f"Hoplites{COSTS}", "No troop recall"]
    game.play(game.options[0].label)  # what a person reads can be typed
    assert game.state.place[1] == game.state.place[0]


@pytest.mark.rule("MB-POW-003", "MB-MAN-004", "MB-MAN-001", "MB-RET-001")
def test_powers_and_manoeuvres_say_what_they_cost() -> None:
    game = at(HANDS | AREAS | {"activation": {"unit": "Zeus"}}, *ARMIES)
    assert f"Lightning on Kalais the Boread{COSTS}" in labels(game)
    assert "Attack Kalais the Boread" in labels(game)
    assert [jump.label for jump in game.legal().anytime] == [f"Anna: {what}{COSTS}" for what in
                                                             ("draw cards", "search for a card")]  # fmt: skip
    game.play("attack Kalais")
    assert labels(game) == ["Evade", "Stay"], "it costs Kalais nothing"
    game.play("no", dice="1 1 1 1 1 1 1 1")
    game.play("done")
    assert labels(game) == ["Strike back for an activation card", "Do not strike back"]
