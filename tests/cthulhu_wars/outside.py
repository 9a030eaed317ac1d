"""Powers that an outside package would bring, in the game only as long as a test needs them; seats have them lent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from theomachy.games.cthulhu_wars.rules.timings import SLOTS, VOCABULARY


@contextmanager
def guests(define: Callable[[], object]) -> Iterator[None]:
    """`define` declares their classes; afterwards nobody has heard of them."""
    known = [(words, len(words.abilities)) for words in (VOCABULARY, SLOTS)]
    try:
        define()
        yield
    finally:
        for words, n in known:
            for ability in words.abilities[n:]:
                del words.order[ability]
                words._printed[ability.thing].remove(ability)
            del words.abilities[n:]
            words.clear()
