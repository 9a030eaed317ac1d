"""Named switches for the questions that a rulebook leaves open, each with a default and the rule that it settles."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .errors import DataError, unknown


@dataclass(frozen=True, slots=True)
class Ruling:
    """One open question: `choices` maps each answer to what it means, `default` is one of them."""

    name: str
    question: str
    rule: str
    choices: Mapping[str, str]
    default: str


def read(path: Path) -> dict[str, Ruling]:
    """Read `data/rulings.toml`: a table a ruling with question, rule, default and a table of choices."""
    found = {}
    for name, raw in tomllib.loads(path.read_text("utf-8")).items():
        ruling = Ruling(name, raw["question"], raw["rule"], raw["choices"], raw["default"])
        if ruling.default not in ruling.choices:
            raise DataError(f"{path.name}: the default of {name} is none of its choices")
        found[name] = ruling
    return found


def settle(known: Mapping[str, Ruling], given: Mapping[str, str] | None) -> dict[str, str]:
    """The choice for every ruling; raises `UnknownName` for a ruling or choice that does not exist."""
    chosen = {name: ruling.default for name, ruling in known.items()}
    for name, choice in (given or {}).items():
        if name not in known:
            raise unknown("ruling", name, known)
        if not isinstance(choice, str) or choice not in known[name].choices:
            raise unknown(f"choice of the ruling {name!r}", choice, known[name].choices)
        chosen[name] = choice
    return chosen
