"""Which samples a conformance test takes in `make test`. A module of its own: the golden digests, which the Python of a
page plays too, know no pytest.
"""

from typing import Any

import pytest

from tests.conformance.support import CASES, games

TURNS = 3


def tried(turn: int) -> list[Any]:
    """All cases for a test: of the samples that other boxes and worlds add it takes every third, the others at night.
    Tests that take different turns try each of them between them.
    """
    found = []
    for slug, i in CASES:
        core = games()[slug].core_samples
        later = core is not None and i >= core and (i + turn) % TURNS
        found.append(pytest.param(slug, i, marks=[pytest.mark.nightly] if later else []))
    return found
