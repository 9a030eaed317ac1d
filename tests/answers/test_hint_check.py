"""The first hint beside an exhaustive search in small endings of random games; `tools/hint_check.py` lists them all."""

from __future__ import annotations

import pytest

from theomachy.engine.game.registry import games
from tools.hint_check import check


def test_the_hint_of_an_ending_is_the_best_by_exhaustive_search() -> None:
    found = check("cthulhu_wars", 5, 60)
    assert found.lost == 0
    assert found.choice > 0  # there is a worse one
    assert found.best == found.hint


@pytest.mark.nightly
@pytest.mark.parametrize("slug", sorted(games()))
def test_first_hints_agree_with_exhaustive_search(slug: str) -> None:
    """None is thrown out. What they cost where they do not agree is told by the list."""
    found = [check(slug, seed, 400) for seed in range(10)]
    wrong = [str(one) for one in found if not one.lost <= 1e-9]
    assert len(wrong) <= 3, "\n".join(wrong)
