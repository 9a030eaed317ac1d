"""The core of a game knows none of its factions, not even by a rule id: which rule speaks is a property of what speaks.

Heroes is left out: no further faction will come there, and its core tells on the boards of six what each box is.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import theomachy as th
from theomachy.engine.game.registry import games

GAMES = Path(th.__file__).parent / "games"


@pytest.mark.parametrize(("slug", "least"), [("cthulhu_wars", 80), ("gods_war", 80)])
def test_a_core_names_no_rule_of_a_faction(slug: str, least: int) -> None:
    rules = list(games()[slug].rulebook)
    shared = {rule.id[:6] for rule in rules if not rule.tier.startswith("faction:")}
    own = {rule.id for rule in rules if rule.id[:6] not in shared}  # the chapters that only a faction has
    assert len(own) > least
    files = [path for path in sorted((GAMES / slug).rglob("*.py")) if "powers" not in path.parts]
    assert len(files) > 20
    for path in files:
        named = own & set(re.findall(r"[A-Z]{2}-[A-Z0-9]{2,3}-[0-9]{3}", path.read_text("utf-8")))
        assert not named, (path.name, named)
