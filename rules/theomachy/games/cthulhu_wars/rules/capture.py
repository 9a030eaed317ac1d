"""Capturing Cultists, and who protects them (CW-CAP-001)."""

from __future__ import annotations

from collections.abc import Sequence

from ....engine.runtime.requirement import Requirement
from ....engine.tabletop.table import Target
from .act import COMMON, Act
from .commanded import out_of_reach, prisoners
from .common import may_act, pick, piece, tell
from .config import GUARDS
from .domains import HELD, KIND
from .leaving import eliminate
from .state import State
from .topics import CostOf, Ignores, Watches


def guard(s: State, seat: int, area: int) -> int:
    """How strong the strongest of a seat's units is there against captures (0: Cultists alone), or -1."""
    if not s.on[seat] >> area & 1:
        return -1
    units, at = s.units, s.row(seat, area)
    for strength, kinds in s.config.guarding[seat]:
        for kind in kinds:
            if units[at + kind]:
                return strength
    return 0


def captor(s: State, seat: int, area: int) -> int:
    """The same of those that may capture: some guard alone. The menu asks it for every area, so it looks itself."""
    if not s.on[seat] >> area & 1:
        return -1
    units, at = s.units, s.row(seat, area)
    for strength, kinds in s.config.capturing[seat]:
        for kind in kinds:
            if units[at + kind]:
                return strength
    return 0


class Capture(Act):
    """Capture an enemy Cultist that no unit of its own faction of your rank or more protects."""

    verb, rule, shape, category = "capture", "CW-CAP-001", ("front", "foe there"), COMMON
    also = ("seize", "grab", "take prisoner")
    phrase = "Capture a Cultist in {} from {}"
    costs = CostOf.CAPTURE
    requirements = (
        Requirement(
            "CW-CAP-003", "You have a Monster or Great Old One in {0}", lambda s, me, area: captor(s, me, area) > 0
        ),
        Requirement(
            "CW-ABI-004",
            "No power bars you from it in {0}",
            lambda s, me, area: may_act(s, me, "capture", area),
            implied_by=("front",),
        ),
        Requirement(
            "CW-CAP-001",
            "{1} has a Cultist in {0}",
            lambda s, me, area, foe: (
                s.has(foe, prey(s, me, area, foe) if s.key.spare_captives else s.config.captured[foe], area)
                and (not s.key.commands or bool(prisoners(s, me, area, foe, prey(s, me, area, foe))))
            ),
            fault=lambda s, me, area, foe: out_of_reach(s, me, area, foe, prey(s, me, area, foe)),
        ),
        Requirement(
            "CW-CAP-004",
            "Your highest unit in {0} outranks every unit of {1} there",
            lambda s, me, area, foe: captor(s, me, area) > guard(s, foe, area),
            fault=lambda s, me, area, foe: (
                f"A {('Cultist', 'Monster', 'Great Old One')[guard(s, foe, area)]} guards it."
            ),
            against=lambda s, me, area, foe: guards(s, foe, area),
        ),
    )

    async def do(self, s: State, me: int, area: int, foe: int) -> None:
        unit = await pick(s, foe, prisoners(s, me, area, foe, prey(s, me, area, foe)), "CW-CAP-007", "captured")
        await eliminate(s, foe, unit[2], area, me, self.rule, to=HELD + me)
        tell(s, Watches.CAPTURED, me, foe)


def prey(s: State, me: int, area: int, foe: int, kinds: Sequence[int] | None = None) -> Sequence[int]:
    """Kinds of units of an enemy there, Cultists or `kinds`, that a seat may capture, whoever guards them."""
    found = s.config.captured[foe] if kinds is None else kinds
    hooks = s.key.spare_captives
    if not hooks:
        return found
    what = Ignores.CAPTURE
    return [k for k in found if not any(said(s, seat, foe, k, area, what, me) for seat, _, said in hooks)]


def guards(s: State, seat: int, area: int) -> tuple[Target, ...]:
    """The units that protect Cultists there."""
    top = guard(s, seat, area)
    rank = s.config.rank[seat]
    return tuple(piece(s, seat, area, c) for c in s.codes(seat, area) if GUARDS[rank[c & KIND]] == top)
