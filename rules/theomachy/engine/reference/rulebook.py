"""The rule index of a game: id, title, the rule in our words, and where the rulebook has it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .. import files
from ..errors import DataError, unknown
from .finding import Index

LARGEST = 2_000_000  # bytes


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. `ruling` names the switch that decides an open question, "" if the text is clear."""

    id: str
    title: str
    text: str
    where: str
    tier: str = "core"
    ruling: str = ""


class Rulebook:
    """All rules of one game, in rulebook order."""

    def __init__(self, rules: list[Rule]) -> None:
        self.rules = rules
        self._by_id = {rule.id: rule for rule in rules}
        self._index: Index | None = None  # made when somebody searches
        twice = [id_ for id_, count in Counter(rule.id for rule in rules).items() if count > 1]
        if twice:
            first, second, *_ = (rule.title for rule in rules if rule.id == twice[0])
            raise DataError(f"the rule id {twice[0]} stands twice in the rule index, for {first!r} and for {second!r}")

    @classmethod
    def read(cls, path: Path) -> Rulebook:
        """Read a `rulebook.toml`: an array `rule` of tables with id, title, text, where (tier, ruling)."""
        raw = files.read_toml(path, "rule index", LARGEST)
        try:
            return cls([Rule(**row) for row in raw["rule"]])
        except (KeyError, TypeError) as fault:
            raise DataError(f"{path.name}: a rule has a wrong or missing key ({fault})") from fault
        except DataError as fault:
            raise DataError(f"{path.name}: {fault}") from fault

    def extended(self, path: Path) -> Rulebook:
        """This index with the rules of another file behind it, as an outside package brings them.

        A rule that is there word for word already is taken once. Raises `DataError` for an id with another text.
        """
        more = [rule for rule in Rulebook.read(path) if self._by_id.get(rule.id) != rule]
        for rule in more:
            if rule.id in self._by_id:
                raise DataError(f"{path.name}: there is a rule {rule.id} already, {self[rule.id].title!r}")
        return Rulebook([*self.rules, *more])

    def __getitem__(self, rule_id: str) -> Rule:
        try:
            return self._by_id[rule_id.upper()]
        except KeyError:
            raise unknown("rule", rule_id, self._by_id) from None

    def __contains__(self, rule_id: object) -> bool:
        return isinstance(rule_id, str) and rule_id.upper() in self._by_id

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules)

    def __len__(self) -> int:
        return len(self.rules)

    def search(self, words: str) -> list[Rule]:
        """The rules that answer words or a whole question ("how do mountains defend"), the best match first.

        Part of an id finds the rules whose ids hold it.
        """
        part = words.strip().upper()
        if re.fullmatch(r"[A-Z]{2}-[A-Z]{2,3}(-\d*)?", part):
            return [rule for rule in self.rules if part in rule.id]
        if self._index is None:
            self._index = Index((rule.title, f"{rule.text} {rule.where}") for rule in self.rules)
        return [self.rules[at] for at in self._index.best(words)]
