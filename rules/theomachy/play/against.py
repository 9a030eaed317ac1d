"""A against B: the same seeded games under two settings, and by how much they differ, with its interval.

against("cthulhu_wars", {"bots": "busy"}, {"bots": "busy", "rulings": {...}}, n=400, players=4)

A pair is one seed played under A and under B. What both have in common, the luck of the set-up above all, falls out of
the difference, so that it is known better than either figure alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from ..engine.errors import TheoError, UnknownName, unknown
from .interval import mean
from .run import Row
from .simulate import Progress, SimulationResult, simulate

SETTING = ("bots", "players", "options", "rulings", "overlay")
NAMES = ("A", "B")


@dataclass(frozen=True, slots=True)
class Difference:
    """A figure under A and under B, what is to be added to that of A, and half of its 95 % interval."""

    what: str
    a: float
    b: float
    difference: float
    half: float
    pairs: int
    share: bool = True  # to be told in per cent

    @property
    def clear(self) -> bool:
        """Does its interval leave out that there is none?"""
        return self.pairs > 1 and abs(self.difference) > self.half

    def __str__(self) -> str:
        by, unit = (100, " %") if self.share else (1, "")
        said = f"{self.difference * by:+.1f} ± {self.half * by:.1f}".replace("-", "\N{MINUS SIGN}")
        told = f"{self.what}: {self.a * by:.1f}{unit} and {self.b * by:.1f}{unit}, {said}"
        return told if self.clear else f"{told} (may be chance)"


@dataclass(slots=True)
class Against:
    """What came of both: `a` and `b` are the tables of their games, `rows` the differences."""

    a: SimulationResult
    b: SimulationResult

    @property
    def ok(self) -> bool:
        """Did every game end as games do?"""
        return self.a.ok and self.b.ok

    @property
    def pairs(self) -> list[tuple[Row, Row]]:
        """The games of one number that both have; a pair of which one went wrong says nothing."""
        other = {row.number: row for row in self.b.rows if not row.error}
        return [(row, other[row.number]) for row in self.a.rows if not row.error and row.number in other]

    @property
    def rows(self) -> list[Difference]:
        """The differences: wins of each player (by name where both have the same, else by seat), length, answers."""
        pairs = self.pairs
        same = all(one.seats == other.seats for one, other in pairs)
        found: list[Difference] = []
        if same:
            names = sorted({name for row, _ in pairs for name in row.seats})
            found += [_between(f"wins of {n}", _with(pairs, n), _by_name(n)) for n in names]
        if not same or len({len(row.seats) for row, _ in pairs}) == 1:
            most = max((len(row.seats) for pair in pairs for row in pair), default=0)
            if not same:
                found += [_between(f"wins of seat {seat + 1}", pairs, _by_seat(seat)) for seat in range(most)]
        found.append(_between("somebody wins", pairs, lambda row: float(bool(row.winners))))
        found.append(_between("turns", pairs, lambda row: float(row.turns), share=False))
        found.append(_between("answers", pairs, lambda row: float(row.choices), share=False))
        return found

    def __str__(self) -> str:
        lines = [f"{len(self.pairs)} pairs; what B adds to A, with its 95 % interval"]
        return "\n".join(lines + [str(row) for row in self.rows])

    def _repr_html_(self) -> str:
        cells = "".join(
            f"<tr><th>{escape(row.what)}</th><td>{escape(str(row).partition(': ')[2])}</td></tr>" for row in self.rows
        )
        return f"<table><caption>{len(self.pairs)} pairs: A, B, difference</caption>{cells}</table>"


def _with(pairs: Sequence[tuple[Row, Row]], name: str) -> list[tuple[Row, Row]]:
    return [pair for pair in pairs if name in pair[0].seats]


def _by_name(name: str) -> Callable[[Row], float]:
    return lambda row: _won(row, row.seats.index(name))


def _by_seat(seat: int) -> Callable[[Row], float]:
    return lambda row: _won(row, seat)


def _won(row: Row, seat: int) -> float:
    return 1 / len(row.winners) if seat in row.winners else 0.0


def _between(
    what: str, pairs: Sequence[tuple[Row, Row]], of: Callable[[Row], float], *, share: bool = True
) -> Difference:
    a, b = [of(one) for one, _ in pairs], [of(other) for _, other in pairs]
    found, half = mean([y - x for x, y in zip(a, b, strict=True)])
    n = max(len(pairs), 1)
    if share and pairs:  # pairs that all agree do not prove that all pairs would
        half = max(half, 3 / len(pairs)) if half != float("inf") else 1.0
    return Difference(what, sum(a) / n, sum(b) / n, found, half, len(pairs), share)


def against(
    slug: str,
    a: Mapping[str, Any] | None = None,
    b: Mapping[str, Any] | None = None,
    n: int = 100,
    *,
    seed: int | str = 0,
    keep: str | Path | None = None,
    progress: Progress | None = None,
    processes: int | None = None,
    scheduler: str | None = None,
    **both: Any,
) -> Against:
    """Play `n` pairs: under setting `a`, and under `b`, which are dictionaries of bots, players, options, rulings and
    overlay; `both` are those of either where it does not say. `keep` is a folder with a folder for each.

    Raises `UnknownName` for a setting that is none, what `simulate` raises, and `Stopped` whose `result` is that of the
    side that was played; what is kept goes on by the same call.
    """
    sides = [both | dict(side or {}) for side in (a, b)]
    for side in sides:
        for name in side:
            if name not in SETTING:
                raise unknown("setting of a simulation", name, SETTING)
    if sides[0] == sides[1]:
        raise UnknownName("A and B are the same setting: name bots, players, an option, a ruling or an overlay of B")
    if keep is not None and not isinstance(keep, str | Path):
        raise TheoError(f"a folder is named by its path, not by {keep!r}")
    found = []
    for k, side in enumerate(sides):
        told = None if progress is None else _half(progress, k, n)
        folder = None if keep is None else Path(keep) / NAMES[k].lower()
        found.append(
            simulate(slug, n, seed=seed, keep=folder, processes=processes, scheduler=scheduler, progress=told, **side)
        )
    return Against(*found)


def _half(progress: Progress, side: int, n: int) -> Progress:
    return lambda done, _, errors: progress(done + side * n, 2 * n, errors)
