"""Late positions of a box or a world: those in which its tests and its scenarios are. Each can be played on from."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from tests.cthulhu_wars.at_random import BOXES
from tests.cthulhu_wars.scene import AR, EA, kept, table
from theomachy.engine.authoring import scenario
from theomachy.engine.errors import TheoError
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars.rules import setup
from theomachy.games.cthulhu_wars.rules.maps import load_map

SCENARIOS = Path(__file__).parents[2] / "examples" / "scenarios" / "cthulhu_wars"


def of_tests(box: str) -> list[Position]:
    """The positions in which tests of a box give an answer: they are run once, without those that need more than their
    own rows.
    """
    name = f"tests.cthulhu_wars.test_{box}"
    if importlib.util.find_spec(name) is None:
        return []
    with kept() as found:
        for test in vars(importlib.import_module(name)).values():
            if inspect.isfunction(test) and test.__name__.startswith("test_") and test.__module__ == name:
                for given in rows(test):
                    test(**given)
    return list({(id(p.base), len(p.entries)): p for p in found}.values())  # a line may be rehearsed on clones


def rows(test: Any) -> Iterator[dict[str, Any]]:
    """What a test is run with; nothing, where it is nightly or needs a fixture."""
    marks = getattr(test, "pytestmark", [])
    if any(mark.name == "nightly" for mark in marks):
        return
    tables = [list(given_by(*mark.args)) for mark in marks if mark.name == "parametrize"]
    for parts in product(*tables):
        given = {name: value for part in parts for name, value in part.items()}
        if given.keys() == inspect.signature(test).parameters.keys():
            yield given


def given_by(names: str | Sequence[str], values: Iterable[Any]) -> Iterator[dict[str, Any]]:
    """The rows of `parametrize`."""
    several = [name.strip() for name in names.split(",")] if isinstance(names, str) else [*names]
    for value in values:
        row = getattr(value, "values", None) if type(value).__name__ == "ParameterSet" else None
        if row is None:
            row = [value] if isinstance(names, str) and len(several) == 1 else value
        yield dict(zip(several, row, strict=True))


def of_scenarios(box: str) -> list[Position]:
    """The positions before each step of the scenarios with something of a box, or on its world."""
    cards = setup.loyalty_cards(BOXES[box]) if box in BOXES else {}
    found = []
    for path in scenario.files(SCENARIOS):
        script = scenario.load(path)
        options = script.options
        named = {*listed(options.get("things")), *(cards.keys() & {*listed(options.get("cards"))} and {box})}
        world = load_map(options["map"]).world if options.get("map") else ""
        if box in named | {world}:
            found += [game.position.clone() for game in script.games()[:-1]]
    return found


def listed(named: Any) -> list[str]:
    """An option that is a name or a list of names."""
    return [named] if isinstance(named, str) else list(named or ())


def is_sound(p: Position) -> bool:
    """Is it lawful, and comes about by the rules alone? Tests arrange what must be refused, and change rules."""
    try:
        return p.system.violations(p.state) == []
    except TheoError:
        return False


def of_its_own(box: str) -> list[Position]:
    """What neither tests nor scenarios have: somebody looks at the price of Cthugha."""
    if box != "great_old_one_pack_1":
        return []
    units = {"CC": {EA: "Nyarlathotep, 3 Flying Polyp"}, "GC": {EA: "Cthugha, Acolyte"}, "BG": {AR: "Acolyte"}}
    more: dict[str, Any] = {"cards": {"Cthugha": "GC"}, "things": (box,)}
    return [table("CC GC BG", units, rulings={"cthugha_worth": "nothing"}, **more)]
