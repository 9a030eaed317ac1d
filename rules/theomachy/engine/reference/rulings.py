"""Named switches for the questions that a rulebook leaves open, each with a default and the rule that it settles.

    [coast]
    question = "Is the edge of the map water?"
    rule = "DG-MIR-005"
    default = "no"
    switches = { edge_is_sea = "yes" }
    choices = { no = "it is the end of the world", yes = "beyond it lies the sea" }

Rules read `rulings.edge_is_sea`, or `rulings["coast"]` where a choice among more than two decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .. import files
from ..errors import DataError, shown, unknown

LARGEST = 500_000  # bytes


@dataclass(frozen=True, slots=True)
class Ruling:
    """One open question: `choices` maps each answer to what it means, `default` is one of them.

    `switches` are names by which rules ask for it, each with the choice that turns it on.
    """

    name: str
    question: str
    rule: str
    choices: Mapping[str, str]
    default: str
    switches: Mapping[str, str] = field(default_factory=dict)


class Rulings(dict[str, str]):
    """The choice for every ruling, by its name; their switches are attributes."""

    def __init__(self, known: Mapping[str, Ruling], chosen: Mapping[str, str]) -> None:
        super().__init__(chosen)
        on = {switch: chosen[name] == choice for name, r in known.items() for switch, choice in r.switches.items()}
        self.__dict__.update(on)

    def __getattr__(self, switch: str) -> bool:
        raise AttributeError(f"no ruling has the switch {switch!r}")


def read(path: Path) -> dict[str, Ruling]:
    """Read `data/rulings.toml`: a table a ruling with question, rule, default and a table of choices."""
    return {name: _ruling(name, raw, path) for name, raw in files.read_toml(path, "list of rulings", LARGEST).items()}


def _ruling(name: str, raw: Mapping[str, Any], path: Path) -> Ruling:
    try:
        ruling = Ruling(name, raw["question"], raw["rule"], raw["choices"], raw["default"], raw.get("switches", {}))
    except KeyError as fault:
        raise DataError(f"{path.name}: the ruling {name} lacks {fault}") from fault
    if ruling.default not in ruling.choices:
        raise DataError(f"{path.name}: the default of {name} is none of its choices")
    for switch, choice in ruling.switches.items():
        if choice not in ruling.choices or hasattr(dict, switch):
            raise DataError(f"{path.name}: the switch {switch} of {name} cannot be, or not by the choice {choice!r}")
    return ruling


def extend(known: Mapping[str, Ruling], path: Path) -> dict[str, Ruling]:
    """Rulings as an outside package changes them: new questions, or another `default` or more `choices` of a known one.

    Raises `DataError` for a known question that is worded anew, or a known choice that is given another meaning.
    """
    new = files.read_toml(path, "list of rulings", LARGEST)
    found = dict(known)
    for name, raw in new.items():
        if name not in known:
            found[name] = _ruling(name, raw, path)
            continue
        old = known[name]
        if any(raw.get(key, getattr(old, key)) != getattr(old, key) for key in ("question", "rule")):
            raise DataError(f"{path.name}: there is a ruling {name} already, and it asks something else")
        choices = raw.get("choices", {})
        if again := [c for c in choices if c in old.choices and choices[c] != old.choices[c]]:
            raise DataError(f"{path.name}: the choice {again[0]} of {name} means something else already")
        whole = {"question": old.question, "rule": old.rule, "default": old.default} | raw
        both = {"choices": {**old.choices, **choices}, "switches": {**old.switches, **raw.get("switches", {})}}
        found[name] = _ruling(name, whole | both, path)
    return found


def opposite(known: Mapping[str, Ruling]) -> dict[str, str]:
    """Each ruling another way than by default: for samples of a game."""
    return {name: next(choice for choice in r.choices if choice != r.default) for name, r in known.items()}


def settle(known: Mapping[str, Ruling], given: Mapping[str, str] | None) -> Rulings:
    """The choice for every ruling; raises `UnknownName` for a ruling or choice that does not exist."""
    chosen = {name: ruling.default for name, ruling in known.items()}
    if given is not None and not isinstance(given, Mapping):
        raise DataError(f"rulings are a table of names and choices, not {shown(given)}")
    for name, choice in (given or {}).items():
        if name not in known:
            raise unknown("ruling", name, known)
        if not isinstance(choice, str) or choice not in known[name].choices:
            raise unknown(f"choice of the ruling {name!r}", choice, known[name].choices)
        chosen[name] = choice
    return Rulings(known, chosen)
