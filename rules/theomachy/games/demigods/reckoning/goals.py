"""What a demigod may strive for in a turn: temples, ground, and the fall of what others have."""

from __future__ import annotations

from collections.abc import Callable

from ....engine.masks import bits
from ....engine.runtime.goals import Goal, threshold
from ....engine.runtime.requirement import Verdict
from ..rules.domains import DRAW, TEMPLE
from ..rules.state import State


def goals(s: State, seat: int) -> tuple[Goal, ...]:
    """A temple and a hex more, then for each other demigod a temple fallen and all gone (DG-TMP-001, DG-GEN-002)."""
    if s.phase < DRAW or seat not in s.living():
        return ()
    temples, ground = s.sums(seat)[2], s.held[seat].bit_count()
    found = [
        threshold(
            "temple",
            f"Have {temples + 1} temple{'s' * (temples > 0)}",
            "DG-TMP-001",
            lambda s: s.sums(seat)[2],
            temples + 1,
            what="temples",
            one="temple",
            group="Thresholds",
        ),
        threshold(
            "ground",
            f"Hold {ground + 1} hexes",
            "DG-MOV-001",
            lambda s: s.held[seat].bit_count(),
            ground + 1,
            what="hexes",
            one="hex",
            group="Thresholds",
        ),
    ]
    for foe in s.living():
        if foe != seat:
            found += _against(s, foe)
    return tuple(found)


def goals_at(s: State, seat: int, area: int) -> tuple[Goal, ...]:
    """To hold a hex, and to have a temple there (DG-MOV-001, DG-TMP-001)."""
    if s.phase < DRAW or seat not in s.living():
        return ()
    name = s.config.grid.names[area]
    held: Callable[[State], bool] = lambda s: bool(s.held[seat] >> area & 1)  # noqa: E731
    return (
        Goal(f"hold:{area}", f"Hold {name}", "DG-MOV-001", held, "In this area"),
        Goal(
            f"temple:{area}",
            f"Have a temple in {name}",
            "DG-TMP-001",
            lambda s: held(s) and bool(s.count(area, TEMPLE)),
            "In this area",
        ),
    )


def _against(s: State, foe: int) -> list[Goal]:
    name, standing = s.config.names[foe], s.sums(foe)[2]
    out = Goal(
        f"out:{foe}",
        f"{name} is out",
        "DG-GEN-002",
        lambda s: foe not in s.living(),
        "Against others",
        far=lambda s: float(sum(s.sums(foe)[:3])) / 2,
        parts=lambda s: tuple(
            Verdict("DG-GEN-002", f"{name} has no {what}", not n, str(n))
            for what, n in zip(("population", "army", "temple"), s.sums(foe)[:3], strict=True)
        ),
    )
    if not standing:
        return [out]
    temples = tuple(f"area:{h}" for h in bits(s.held[foe]) if s.count(h, TEMPLE))
    fewer: Callable[[State], bool] = lambda s: s.sums(foe)[2] < standing  # noqa: E731
    return [
        Goal(
            f"fall:{foe}",
            f"A temple of {name} falls",
            "DG-OPN-001",
            fewer,
            "Against others",
            far=lambda s: 0.0 if fewer(s) else 0.5 + _guards(s, foe) / 2,
            about=temples,
        ),
        out,
    ]


def _guards(s: State, foe: int) -> int:
    """The counters beside the temple that has fewest."""
    return min([s.total(h) - 1 for h in bits(s.held[foe]) if s.count(h, TEMPLE)], default=0)
