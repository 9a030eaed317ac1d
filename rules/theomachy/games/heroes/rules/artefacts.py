"""Artefacts: the condition to collect one, and what happens when one changes hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.masks import bits
from ....engine.runtime.ability import window
from ....engine.runtime.trace import report
from .maps import MOUNTAIN
from .movement import terrain
from .state import CIRCLED, TWICE
from .stock import can_pay, pay
from .timings import VOCABULARY, asked
from .topics import CostOf, RequirementMet

if TYPE_CHECKING:
    from .config import Artefact
    from .state import State


def artefact_here(s: State, me: int) -> int:
    """The artefact of the current region, or -1."""
    region, rows = s.sheets[me].region, s.config.map.artefacts
    return rows.index(region) if region in rows else -1


def printed(s: State, me: int, artefact: int) -> Artefact:
    """The artefact as this player's board prints it."""
    return s.config.factions[me].artefacts[artefact]


def progress(s: State, me: int, artefact: int) -> int:
    """How much of its condition there is: the very figure that the rule compares (HE-ART-002 to HE-ART-007)."""
    kind, sheet = printed(s, me, artefact).condition, s.sheets[me]
    for _, _, met in VOCABULARY.mine(s.key, "requirement_met", me):
        found: int | None = met(s, me, kind, "")
        if found is not None:
            return found
    if kind is RequirementMet.FOUNDATIONS:
        return len(sheet.founded)
    if kind is RequirementMet.VICTORIES:
        return victories(s, me)
    if kind is RequirementMet.MOUNTAINS_VISITED:
        return sum(1 for region in bits(sheet.visited) if terrain(s, me, region) == MOUNTAIN)
    return 0


def victories(s: State, me: int) -> int:
    """Victories in combat: seized fortresses and circled monsters (HE-ART-006)."""
    twice = 2 if s.config.rulings.twice_beaten_is_two else 1
    monsters = sum(twice if fate == TWICE else fate in CIRCLED for fate in s.sheets[me].monsters)
    return monsters + sum(1 for region, owner in s.seized.items() if owner == me and not s.bound >> region & 1)


def met(s: State, me: int, artefact: int) -> bool:
    """Is the condition fulfilled now?"""
    card = printed(s, me, artefact)
    if free(s, me, artefact):
        return True
    if card.condition is RequirementMet.PAY:
        return can_pay(s, me, card.pay)
    return progress(s, me, artefact) >= card.amount


def free(s: State, me: int, artefact: int) -> bool:
    """Does it ask nothing at all of this player (HE-CUL-029)?"""
    return not asked(s, "cost_of", CostOf.COLLECT, me, artefact, 1, own=True)


async def collect(s: State, me: int, artefact: int) -> None:
    """Pay what it asks, and take it (HE-ART-008, HE-ART-009)."""
    card = printed(s, me, artefact)
    if card.condition is RequirementMet.PAY and not free(s, me, artefact):
        await pay(s, me, "HE-ART-008", card.pay)
    await hand_over(s, me, artefact)


async def hand_over(s: State, me: int, artefact: int) -> None:
    """An artefact gets an owner: the old one loses what lasts, the new one has the effect (HE-ART-009, HE-ART-010)."""
    old, bit = s.held[artefact], 1 << artefact
    s.held[artefact] = me
    s.sheets[me].copies &= ~bit
    s.rekey()
    card = printed(s, me, artefact)
    region = s.config.map.names[card.region]
    report(s, "HE-ART-009", "gets the artefact of {}: {}", region, card.name, who=me, touched=(f"artefact:{artefact}",))
    if old >= 0:
        await window(s, VOCABULARY, "on_control", old, s, old, artefact, True)
        s.rekey()
    await take_effect(s, me, artefact)


async def take_effect(s: State, me: int, artefact: int) -> None:
    """The effect of an artefact that has just come into force; what works at once works once a game (HE-ART-010)."""
    await window(s, VOCABULARY, "on_control", me, s, me, artefact, False)
    s.sheets[me].had |= 1 << artefact
    s.rekey()
