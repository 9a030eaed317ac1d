"""What a faction may strive for: its open spellbook requirements, a gate more, the Doom that ends the game."""

from __future__ import annotations

from ....engine.runtime.goals import Goal, threshold
from ....engine.runtime.requirement import Verdict, is_met, plan
from ..rules.act import SlotAct
from ..rules.domains import HELD_GATE
from ..rules.menu import known
from ..rules.state import State
from ..rules.timings import SpellbookSlot


def goals(s: State, seat: int) -> tuple[Goal, ...]:
    """Open requirements in printed order, then thresholds (CW-SPB-001, CW-GAT-001, CW-VIC-001)."""
    found = [_of_slot(s, seat, slot) for slot in s.config.factions[seat].slots if s.open[seat] >> slot.bit & 1]
    gates, doom = s.count_gates(seat), s.config.goal
    found.append(
        threshold(
            "gate",
            f"Control {gates + 1} gates" if gates else "Control a gate",
            "CW-GAT-001",
            lambda s: s.count_gates(seat),
            gates + 1,
            what="gates under your control",
            one="gate under your control",
            group="Thresholds",
        )
    )
    if s.doom[seat] < doom:
        found.append(
            threshold(
                "doom",
                f"Reach {doom} Doom",
                "CW-VIC-001",
                lambda s: s.doom[seat],
                doom,
                what="Doom on the track",
                group="Thresholds",
            )
        )
    return tuple(found)


def goals_at(s: State, seat: int, area: int) -> tuple[Goal, ...]:
    """The gate of an area, and a unit there (CW-GAT-001, CW-MOV-001)."""
    name = s.config.map.names[area]
    return (
        Goal(
            f"gate:{area}",
            f"Control the gate in {name}",
            "CW-GAT-001",
            lambda s: bool(s.gated[HELD_GATE + seat] >> area & 1),
            "In this area",
        ),
        Goal(
            f"unit:{area}",
            f"Have a unit in {name}",
            "CW-MOV-001",
            lambda s: bool(s.on[seat] >> area & 1),
            "In this area",
        ),
    )


def _of_slot(s: State, seat: int, slot: SpellbookSlot) -> Goal:
    """One requirement of the card. What its own action asks ("pay 4 Power") is told as "why not?" tells it."""
    short = getattr(slot, "far", None)

    def far(s: State) -> float:
        if not s.open[seat] >> slot.bit & 1 or s.is_owed(seat, slot.bit):
            return 0.0
        return float(short(s, seat)) if short is not None else 1.0

    def parts(s: State) -> tuple[Verdict, ...]:
        found = []
        if short is not None and (missing := short(s, seat)):
            found.append(Verdict(slot.rule, slot.text, False, f"{missing:g} more"))
        for act in known(s, seat):
            if isinstance(act, SlotAct) and act.rule == slot.rule and not act.shape:
                found += [
                    Verdict(r.rule, r.text, is_met(r, s, seat), str(r.fact(s, seat)) if r.fact else "")
                    for r in act.requirements
                ]
                price = act.price(s, seat) if plan(act).priced == 0 else 0
                if price:
                    power = s.power[seat]
                    found.append(Verdict("CW-ACT-002", f"You can pay {price} Power", price <= power, str(power)))
        return tuple(found)

    return Goal(
        f"slot:{slot.bit}",
        slot.name,
        slot.rule,
        lambda s: not s.open[seat] >> slot.bit & 1,
        "Spellbooks",
        slot.text,
        far,
        parts,
        about=(f"slot:{seat}:{slot.bit}",),
    )
