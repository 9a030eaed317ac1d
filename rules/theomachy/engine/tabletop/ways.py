"""Where a printed sign leads: a tunnel, a stair, an archway joins areas that do not touch on paper.

Such a sign has a target of its own, so that a pointer and a key can go through it.
"""

from __future__ import annotations

from dataclasses import dataclass

from .board import Board, Link, PrintedSign, Target

WAY = "way"  # the first word of the target


@dataclass(frozen=True, slots=True)
class Way:
    """One sign of an `area`, the `number`-th in its row, and the areas to which it leads."""

    area: int
    number: int
    name: str
    ends: tuple[int, ...]
    serves: str = ""  # what it is good for, where that is not everything: "moves only"

    @property
    def target(self) -> Target:
        return f"{WAY}:{self.area}:{self.number}"


def ways_of(board: Board) -> tuple[Way, ...]:
    """All signs that lead elsewhere, area by area; those of a sheet by itself lead to others too."""
    out: list[Way] = []
    by: dict[int, list[Link]] = {}
    for link in (board.whole or board).links:
        for end in set(link.between):
            by.setdefault(end, []).append(link)
    for area in board.areas:
        for i, sign in enumerate(area.signs if area.id in by else ()):
            led = [link for link in by[area.id] if link.kind == sign.kind and _ends_at(link, sign)]
            if led:
                ends = tuple(sum(link.between) - area.id for link in led)
                out.append(Way(area.id, i, f"{sign.name} {sign.text}".strip(), ends, led[0].serves))
    return tuple(out)


def _ends_at(link: Link, sign: PrintedSign) -> bool:
    """Is a sign the end of a link? Those with letters are joined by them."""
    return not sign.text or link.name.split()[-1:] == [sign.text]


def way_of(board: Board, target: Target) -> Way | None:
    """The way with a target; None for what is none."""
    if not target.startswith(f"{WAY}:"):
        return None
    return next((way for way in ways_of(board) if way.target == target), None)
