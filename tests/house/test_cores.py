"""The core of a game knows none of its factions, not even by a rule id: which rule speaks is a property of what speaks.

Heroes is left out: no further faction will come there, and its core tells on the boards of six what each box is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import theomachy as th
from theomachy.engine.game.registry import games
from theomachy.engine.reference.facts import Facts
from theomachy.games.cthulhu_wars import CthulhuWars, powers
from theomachy.games.cthulhu_wars.rules.arguments import PROMPTS

GAMES = Path(th.__file__).parent / "games"
RULE = re.compile(r"[A-Z]{2}-[A-Z0-9]{2,3}-[0-9]{3}")
# tables for people, open questions of the box, and what is not played yet
TELLS = {"presets.toml", "first_game.toml", "rulings.toml", "not_yet.toml"}
OWN = ("faction:", "expansion:")


def own_rules(slug: str) -> set[str]:
    """The rules of the chapters that a faction or another box has for itself: the core has none in them."""
    rules = list(games()[slug].rulebook)
    chapters: dict[str, set[str]] = {}
    for rule in rules:
        chapters.setdefault(rule.id.rpartition("-")[0], set()).add(rule.tier)
    own = {
        chapter
        for chapter, tiers in chapters.items()
        if "core" not in tiers and any(tier.startswith(OWN) for tier in tiers)
    }
    return {rule.id for rule in rules if rule.id.rpartition("-")[0] in own}


def core_files(slug: str, own_data: set[str]) -> list[Path]:
    """The code outside of the powers, and the data that is no card's."""
    code = [path for path in sorted((GAMES / slug).rglob("*.py")) if "powers" not in path.parts]
    data = [path for path in sorted((GAMES / slug / "data").glob("*.toml")) if path.name not in TELLS | own_data]
    return [*code, *data]


def faults(files: list[Path], own: set[str], names: set[str]) -> Iterator[tuple[str, str]]:
    """Each file with a rule of a faction, or with its name, that stands in it."""
    words = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, sorted(names)))})(?![\w-])") if names else None
    for path in files:
        text = path.read_text("utf-8")
        yield from ((path.name, rule) for rule in sorted(own & set(RULE.findall(text))))
        if words is not None:
            yield from ((path.name, name) for name in sorted(set(words.findall(text))))


def cthulhu_wars() -> tuple[list[Path], set[str], set[str]]:
    """Files, rules and names of its factions and sets of things."""
    data = CthulhuWars.faction_files
    facts = Facts.read(*data.values())
    names = {*data, *CthulhuWars.thing_files, *(facts[f"faction.{slug}.title"] for slug in data)}
    return core_files("cthulhu_wars", {f"{slug}.toml" for slug in powers.CORE}), own_rules("cthulhu_wars"), names


@pytest.mark.parametrize(("slug", "least"), [("cthulhu_wars", 370), ("gods_war", 100)])
def test_a_core_names_no_rule_of_a_faction(slug: str, least: int) -> None:
    own = own_rules(slug)
    assert len(own) > least
    files = core_files(slug, {f"{name}.toml" for name in powers.CORE})
    assert len(files) > 20
    assert list(faults(files, own, set())) == []


def test_the_core_of_cthulhu_wars_names_no_faction() -> None:
    files, own, names = cthulhu_wars()
    assert {"CW-BB-002", "CW-HP-006", "CW-TTT-001"} <= own
    assert {"bubastis", "Great Cthulhu", "high_priests"} <= names
    assert list(faults(files, own, names)) == []


def test_no_question_of_the_core_of_cthulhu_wars_names_a_card() -> None:
    """Units that every faction has are the core's."""
    facts = Facts.read(*CthulhuWars.faction_files.values())
    cards = [
        {facts[f"faction.{slug}.units.{unit}.name"] for unit in facts.names(f"faction.{slug}.units")}
        for slug in (*powers.CORE, *powers.MORE)
    ]
    books = {ability.name for words in CthulhuWars.vocabularies for ability in words.abilities}
    names = (set[str]().union(*cards) | books) - {"Acolyte", "Pay"}
    assert len(names) > 150
    said = [
        (what, name) for what, text in PROMPTS.items() for name in names if re.search(rf"\b{re.escape(name)}\b", text)
    ]
    assert said == []
    assert {"The die of Ghroth", "{who}, which High Priest is the martyr?"} <= set(powers.PROMPTS.values())


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("setup.py", 'FORBIDDEN_2 = "CW-2PL-005, CW-BB-002"', [("setup.py", "CW-BB-002")]),
        ("core.toml", 'pairs = ["black_goat bubastis"]', [("core.toml", "black_goat"), ("core.toml", "bubastis")]),
        ("components.py", 'Name("faction", ("bubastis",))', [("components.py", "bubastis")]),
        ("flow.py", "await gap(s)  # Power again (CW-HP-006)", [("flow.py", "CW-HP-006")]),
        ("setup.py", '"""Great Cthulhu\'s player begins (CW-SET-013)."""', [("setup.py", "Great Cthulhu")]),
        ("state.py", "# Cthulhu Wars: who is next (CW-ACT-005)", []),
    ],
)  # fmt: skip
def test_the_check_finds_what_it_looks_for(tmp_path: Path, name: str, text: str, found: list[tuple[str, str]]) -> None:
    _, own, names = cthulhu_wars()
    (tmp_path / name).write_text(text, "utf-8")
    assert list(faults([tmp_path / name], own, names)) == found
