"""The list of rules that wait (`docs/cthulhu_wars_core.md`) is true: nothing proves them, all others are proved."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

from theomachy.games.cthulhu_wars import CthulhuWars

ROOT = Path(__file__).parents[2]
MARK = re.compile(r"(?:mark\.rule|proves)\(([^)]*)\)")
RULE = re.compile(r"CW-[A-Z0-9]+-\d{3}")
ROW = re.compile(r"^\| ([A-Z0-9]{2,3}) (\d{3}) \| (.+) \|$", re.M)
PAGE, FIRST, SECOND = "docs/cthulhu_wars_core.md", "In the rule index, and proved by nothing:", "Not in the rule index:"


def claimed(text: str) -> set[str]:
    """The rules that the tests of a file are marked with."""
    return {rule for mark in MARK.findall(text) for rule in RULE.findall(mark)}


@cache
def claims() -> set[str]:
    """The rules that any test or scenario claims to prove."""
    found: set[str] = set()
    for path in ROOT.glob("tests/**/*.py"):
        if path != Path(__file__):
            found |= claimed(path.read_text("utf-8"))
    for path in (ROOT / "examples").rglob("*.toml"):
        found |= {rule for rule in tomllib.loads(path.read_text("utf-8")).get("rules", ()) if isinstance(rule, str)}
    return found


def listed() -> tuple[dict[str, str], dict[str, str]]:
    """The rules of both lists, with their reasons."""
    _, _, page = (ROOT / PAGE).read_text("utf-8").partition(FIRST)
    parts = page.split(SECOND)
    assert len(parts) == 2
    first, second = ({f"CW-{chapter}-{n}": why for chapter, n, why in ROW.findall(part)} for part in parts)
    return first, second


def test_marks_are_found() -> None:
    text = """
        @pytest.mark.rule("CW-BAT-001", "CW-BAT-002")
        pytest.param(1, marks=pytest.mark.rule("CW-SL-012"))
        proves("CW-GC-003")  # CW-YS-001
    """
    assert claimed(text) == {"CW-BAT-001", "CW-BAT-002", "CW-SL-012", "CW-GC-003"}
    assert len(claims() & {rule.id for rule in CthulhuWars.rulebook}) > 600


def test_exactly_the_rules_of_the_first_list_are_proved_by_nothing() -> None:
    first, _ = listed()
    assert {rule.id for rule in CthulhuWars.rulebook if rule.id.startswith("CW-")} - claims() == set(first)


def test_the_rules_of_the_second_list_are_not_played() -> None:
    _, second = listed()
    assert second
    assert [rule for rule in second if rule in CthulhuWars.rulebook or rule in claims()] == []


def test_each_has_a_reason() -> None:
    first, second = listed()
    assert not first.keys() & second.keys()
    assert [rule for rule, why in (first | second).items() if len(why.split()) < 4] == []
