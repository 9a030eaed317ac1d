"""Each level plays better than the one below it, in every game: short games, as docs/levels.md keeps them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance.support import SLUGS
from theomachy.play import LEVELS
from tools.levels import SHORT, STEPS, WALKS, played

KEPT = Path(__file__).resolve().parents[2] / "docs" / "levels.md"


def test_every_game_has_a_short_form_and_a_kept_table() -> None:
    assert sorted(SHORT) == SLUGS
    text = KEPT.read_text(encoding="utf-8")
    for slug in SLUGS:
        for one, other in STEPS:
            assert f"| {slug} | {one if one != 'search' else f'search-{WALKS}'} against {other} |" in text
    assert [LEVELS[level] for level in LEVELS] == ["busy", "greedy", "search"]


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("one", "other"), [("greedy", "random"), ("search", "greedy")])
@pytest.mark.parametrize("slug", SLUGS)
def test_the_higher_level_wins(slug: str, one: str, other: str) -> None:
    found = played(slug, one, other, walks=200, seed="nightly")
    assert found.verdict == "better", str(found)
