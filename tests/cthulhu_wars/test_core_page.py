"""The page for authors of factions names words that the core has, and no rule that is not written yet."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
CORE = ROOT / "rules" / "theomachy" / "games" / "cthulhu_wars" / "rules"
ENGINE = ROOT / "rules" / "theomachy" / "engine" / "runtime"


def test_every_word_of_the_page_is_one_of_the_core() -> None:
    page = (ROOT / "docs" / "cthulhu_wars_core.md").read_text("utf-8")
    files = [*CORE.glob("*.py"), *ENGINE.glob("*.py")]
    known = set(re.findall(r"\w+", "\n".join(path.read_text("utf-8") for path in files)))
    words = set(re.findall(r"`(\w+)`", page))
    assert len(words) > 100
    assert sorted(words - known) == []


def test_every_faction_of_the_page_has_a_power_in_each_line() -> None:
    page = (ROOT / "docs" / "cthulhu_wars_core.md").read_text("utf-8")
    rows = re.findall(r"^\| .+ \| ((?:OW|SL|WW|TT|TTT|HP|AN|BB|DS) \d{3}.*) \| (.+) \|$", page, re.M)
    assert len(rows) > 70
    assert [ids for ids, how in rows if "`" not in how and not how.startswith("an action")] == []
