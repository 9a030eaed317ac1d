"""The knock-out net: with any one power or requirement taken out, some scene must break."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from tests.cthulhu_wars import test_actions, test_battle, test_factions, test_round, test_two_players
from theomachy.games.cthulhu_wars.timings import SLOTS, VOCABULARY

MODULES = (test_factions, test_battle, test_actions, test_round, test_two_players)
ITEMS = [(v, a.name) for v in (VOCABULARY, SLOTS) for a in v.abilities]


def scenes() -> Iterator[tuple[frozenset[str], Callable[[], None]]]:
    """Every test that needs no fixture, with every set of its parameters, and the rules that it proves."""
    for module in MODULES:
        for name, test in vars(module).items():
            if not name.startswith("test_"):
                continue
            marks = getattr(test, "pytestmark", [])
            rules = frozenset(rule for m in marks if m.name == "rule" for rule in m.args)
            rows = [_rows(m) for m in marks if m.name == "parametrize"]
            for chosen in product(*rows):
                given = {k: v for part in chosen for k, v in part.items()}
                if set(inspect.signature(test).parameters) == set(given):
                    yield rules, lambda test=test, given=given: test(**given)


def _rows(mark: Any) -> list[dict[str, Any]]:
    names, values = mark.args
    names = [n.strip() for n in names.split(",")] if isinstance(names, str) else list(names)
    return [dict(zip(names, v if len(names) > 1 else (v,), strict=True)) for v in values]


SCENES = list(scenes())


def breaks(rule: str) -> bool:
    """Does any scene fail now? Those that claim to prove the rule come first."""
    for _, scene in sorted(SCENES, key=lambda row: rule not in row[0]):
        try:
            scene()
        except Exception:
            return True
        except BaseException as fault:  # pytest's own failures are no exceptions
            if isinstance(fault, KeyboardInterrupt | SystemExit):
                raise
            return True
    return False


def test_all_scenes_hold_when_nothing_is_missing():
    for _, scene in SCENES:
        scene()
    assert len(SCENES) > 120
    assert len(ITEMS) == len({name for _, name in ITEMS}) >= 70


@pytest.mark.parametrize(("vocabulary", "name"), ITEMS, ids=[name for _, name in ITEMS])
def test_without_this_item_a_scene_breaks(vocabulary, name):
    with vocabulary.without(name):
        assert breaks(vocabulary.named(name).rule), f"no scene notices that {name} is missing"
