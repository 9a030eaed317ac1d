"""The rows of several settings of a fight as one list, and what each setting says to each of them.

A row that only one setting has is told too: what comes of a power that is switched off stands beside "–". Rows are the
same where they say the same of the same units; one that asks for a number is answered by every setting that counts it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from theomachy.answers.calculator import Reckoned
    from theomachy.engine.runtime.line_up import LineUp, Row

Headed = tuple[str, "Row"]  # the heading under which a row stands


@dataclass(frozen=True, slots=True)
class Part:
    """One line-up of a setting, and what is known of it by now."""

    line_up: LineUp
    known: Reckoned | None
    aside: bool = False  # told with another: only what stands under its own heading


@dataclass(frozen=True, slots=True)
class Column:
    """A setting: its own line-up, and where there is one that which is told aside."""

    parts: tuple[Part, ...]

    @property
    def rows(self) -> list[Headed]:
        """All rows of chances in their order: what is told aside follows the first heading."""
        main = list(_headed(self.parts[0].line_up))
        own = _first_group(main)
        for part in self.parts[1:]:
            rows = list(_headed(part.line_up))
            main[own:own] = rows[: _first_group(rows)]
        return main

    def of(self, asked: Headed) -> Part | None:
        """The part that answers a row, and None where that cannot come about in this setting."""
        for part in self.parts:
            rows = list(_headed(part.line_up))
            if any(answers(row, asked) for row in (rows[: _first_group(rows)] if part.aside else rows)):
                return part
        return None


def _headed(line_up: LineUp) -> Iterator[Headed]:
    head = ""
    for row in line_up.rows:
        if row.group == "chance":
            head = row.head or head
            yield head, row


def _first_group(rows: Sequence[Headed]) -> int:
    return next((i for i, (_, row) in enumerate(rows) if i and row.head), len(rows))


def answers(had: Headed, asked: Headed) -> bool:
    """Does a setting that has one row tell the other? "2 wounds or more" is counted where "3 wounds or more" is."""
    (head, mine), (other, row) = had, asked
    same = mine.words == row.words or mine.least != row.least
    return head == other and (mine.id, mine.seat) == (row.id, row.seat) and same


def united(lists: Iterable[Sequence[Headed]]) -> list[Headed]:
    """The rows of the first list and those that only the others have, each behind what it follows there."""
    found: list[Headed] = []
    for rows in lists:
        after = 0
        for one in rows:
            at = next((i for i, known in enumerate(found) if _same(known, one)), -1)
            if at < 0:
                while after < len(found) and answers(found[after], one):
                    after += 1  # the own number of a question comes first
                found.insert(after, one)
                at = after
            after = max(after, at + 1)
    return found


def _same(a: Headed, b: Headed) -> bool:
    return answers(a, b) and a[1].words == b[1].words


def all_rows(line_ups: Iterable[LineUp], group: str) -> list[Row]:
    """The rows of a group of all line-ups: of fates by their words, of losses by whose they are."""
    found: dict[tuple[object, ...], Row] = {}
    for line_up in line_ups:
        for row in line_up.rows:
            if row.group == group:
                found.setdefault((row.id, row.seat, row.words if group == "fate" else ""), row)
    return list(found.values())
