"""How often each printed ability did something: what the exhaustive runs count."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.conformance.support import SLUGS
from theomachy.engine.game.registry import games
from theomachy.engine.runtime.ability import Ability
from theomachy.engine.runtime.layers import Change, add
from theomachy.engine.runtime.timing import CANON, QUERY, REPLACEMENT

OWN = {  # what games have of their own for this run
    slug: importlib.import_module(f"tests.{slug}.exhaustive")
    for slug in SLUGS
    if importlib.util.find_spec(f"tests.{slug}.exhaustive")
}


def told(timing: str, result: Any) -> bool:
    """Did an answer make a difference? A bar that bars, a number that changes, an event, anything that is there.

    A game whose answers mean something else says so (`told` of its own; None: as everywhere).
    """
    if CANON[timing].kind == REPLACEMENT:
        return True  # it speaks only where it may and is wanted; None: the event does not happen
    if isinstance(result, Change):
        return result != add(0)
    if timing == "victory_points":
        return any(row.n for row in result)
    return not result if CANON[timing].kind == QUERY and timing.startswith("may_") else bool(result)


class Uses(Counter[str]):
    """How often each ability did something; nothing is counted while `looking`."""

    looking = False

    def note(self, name: str, did: bool, in_menu: bool = False) -> None:
        self[name] += did and (in_menu or not self.looking)


@contextmanager
def counted(slug: str) -> Iterator[Uses]:
    """While inside, every use of every ability is counted: a body that changed something, an answer that did."""
    uses, own = Uses(), OWN.get(slug)
    says: Callable[[str, Any], bool | None] = getattr(own, "told", lambda timing, result: None)
    in_menus = getattr(own, "IN_MENUS", ())
    watched: list[tuple[Ability, str]] = []

    def watch(ability: Ability, timing: str) -> None:
        method, name = getattr(ability, timing), ability.name
        in_menu = name in in_menus
        if inspect.iscoroutinefunction(method):

            async def body(*given: Any) -> Any:
                state = getattr(given[0], "s", given[0])  # a battle holds the state
                before = state.copy()
                result = await method(*given)
                instead = (
                    CANON[timing].kind == REPLACEMENT and result != given[-1]
                )  # of the event that it was asked about
                uses.note(name, state != before or instead)
                return result

            ability.__dict__[timing] = body
        else:

            def answer(*given: Any) -> Any:
                result = method(*given)
                if uses.looking and not in_menu:
                    return result
                if inspect.isgenerator(result):
                    result = tuple(result)
                did = says(timing, result)
                uses.note(name, told(timing, result) if did is None else did, in_menu)
                return result

            ability.__dict__[timing] = answer
        watched.append((ability, timing))

    vocabularies = games()[slug].vocabularies
    for vocabulary in vocabularies:
        for ability in vocabulary.abilities:
            uses[ability.name] = 0
            for timing in vocabulary.uses:
                if hasattr(ability, timing):
                    watch(ability, timing)
        vocabulary.clear()
    try:
        yield uses
    finally:
        for ability, timing in watched:
            del ability.__dict__[timing]
        for vocabulary in vocabularies:
            vocabulary.clear()
