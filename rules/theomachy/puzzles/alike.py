"""How alike two puzzles of a theme are, so that of much the same at most three are kept.

A puzzle's sign is the set of the words by which people know it: what is asked for, the words in the labels of its
options, whole labels where a number is in them (dice, forces), and the words of right ones once more with a mark.
Likeness is the share of the words of both that both have (Jaccard); from two thirds on two are alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ..engine.runtime.system import System
from .puzzle import Puzzle, answers_of, opened_decision

ALIKE = 2 / 3
MOST = 3
WORD = re.compile(r"[^\W\d_]{3,}")

NUMBER = re.compile(r"\d")

Sign = frozenset[str]


def sign_of(system: System[Any], s: Any, puzzle: Puzzle) -> Sign:
    """The words of a puzzle at its position."""
    decision = opened_decision(puzzle)
    labels = [system.label(s, decision, option) for option in answers_of(puzzle)]
    words = {*words_of([puzzle.aim, decision.what, *labels]), *(label for label in labels if NUMBER.search(label))}
    return frozenset(
        words | {f"!{word}" for i in puzzle.right for word in words_of([labels[i]])} | {f"seat {puzzle.seat}"}
    )


def words_of(texts: Iterable[str]) -> set[str]:
    """The words of some texts, without numbers and single letters, in small letters."""
    return {word.lower() for text in texts for word in WORD.findall(text)}


def likeness(one: Sign, other: Sign) -> float:
    """From 0, no word in common, to 1, all of them."""
    return len(one & other) / len(one | other) if one or other else 1.0


@dataclass(slots=True)
class Alikeness:
    """What was admitted so far, theme by theme."""

    signs: dict[str, list[Sign]] = field(default_factory=dict)

    def admits(self, theme: str, sign: Sign) -> bool:
        """Are there fewer than three like it? Then it is noted."""
        known = self.signs.setdefault(theme, [])
        if sum(likeness(sign, other) >= ALIKE for other in known) >= MOST:
            return False
        known.append(sign)
        return True
