"""What no position of Heroes can be, beyond the bounds of its fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ....engine.masks import bits
from ....engine.state.parts import Violation
from ..rules.battle import fort_of
from ..rules.building import is_foundation
from ..rules.config import ACTION_TITLES, BUILD, MOVE
from ..rules.state import (
    ACTION_BEGINS,
    ANNOUNCED,
    ANNOUNCEMENT,
    ARRIVAL,
    BUILDING,
    COMBAT,
    FINDS,
    GATHERING,
    NEXT,
    OVER,
    ROUTES,
    START,
    STRIFE,
)

if TYPE_CHECKING:
    from ..rules.state import State

LAWS = (
    ("HE-RND-002", "four actions of five bear the numbers 1 to 4 once they are announced"),
    ("HE-RND-003", "the action under way has its number"),
    ("HE-RND-006", "who is still to act takes part in the action"),
    ("HE-SET-006", "nobody stands, writes or has been in a region that is crossed out"),
    ("HE-SET-008", "everybody has a region once the game has begun"),
    ("HE-GTH-002", "a stock has circled the values that it has reached"),
    ("HE-FND-001", "levels stand where there is a foundation"),
    ("HE-FRT-002", "what is seized or enslaved is a fortress"),
    ("HE-CUL-021", "only what is enslaved is depleted"),
    ("HE-CUL-024", "an enslaved artefact has an owner"),
    ("HE-ELE-001", "of two structures that exclude each other one is built"),
    ("HE-CBT-001", "combats are fought at stage 5 of Movement"),
)
IN_TURN = (GATHERING, BUILDING, COMBAT, FINDS)


def violations(s: State) -> Iterator[Violation]:
    """Each law that is broken."""
    yield from _round(s)
    for seat in s.config.seats:
        yield from _sheet(s, seat)
    yield from _shared(s)


def _round(s: State) -> Iterator[Violation]:
    if s.stage == START:
        chosen = [sheet.region for sheet in s.sheets if sheet.region >= 0]
        if len(chosen) == len(s.sheets):
            yield "HE-SET-008", "everybody has a starting region, and the first round has not begun", ()
        if len(set(chosen)) < len(chosen) or any(not s.config.map.portals >> region & 1 for region in chosen):
            yield "HE-SET-008", "starting regions are regions with a portal, another for each player", ()
    written = sorted(n for n in s.numbers if n)
    if s.stage > ANNOUNCEMENT and s.stage not in (OVER,) and written != [1, 2, 3, 4] and not _before_next(s):
        yield "HE-RND-002", f"the numbers of the actions are {written or 'missing'}", ()
    under_way = ACTION_BEGINS <= s.stage <= FINDS
    if under_way and (s.action < 0 or s.level < 1):
        yield "HE-RND-003", "no action is under way", ()
    elif under_way and not s.alone and s.numbers[s.action] != s.level:
        yield "HE-RND-003", f"the action under way has the number {s.numbers[s.action]}, not {s.level}", ()
    elif under_way and not _fits(s.stage, s.action):
        yield "HE-RND-003", f"{ACTION_TITLES[s.action]} has no such stage", ()
    if under_way and not s.acting:
        yield "HE-RND-006", "nobody takes part in the action", ()
    if under_way and s.waits & ~s.acting:
        yield "HE-RND-006", "somebody is still to act who takes no part", ()
    if s.stage in IN_TURN and not s.waits:
        yield "HE-RND-006", "nobody is still to act", ()
    if s.combat is not None and s.stage not in (STRIFE, COMBAT):
        yield "HE-CBT-001", "a combat is under way outside its time", ()
    if s.stage == ANNOUNCED and (s.level or s.action >= 0):
        yield "HE-RND-003", "an action has begun before the powers after the announcement have spoken", ()


def _fits(stage: int, action: int) -> bool:
    """Is this a stage of the action under way?"""
    if stage == GATHERING:
        return action not in (MOVE, BUILD)
    if stage == BUILDING:
        return action == BUILD
    return action == MOVE if ROUTES <= stage <= FINDS else action != MOVE


def _before_next(s: State) -> bool:
    return s.stage == NEXT and not any(s.numbers)


def _sheet(s: State, seat: int) -> Iterator[Violation]:
    sheet, faction, map_ = s.sheets[seat], s.config.factions[seat], s.config.map
    name, me = s.config.players[seat], (f"seat:{seat}",)
    if sheet.region < 0:
        if s.stage > START:
            yield "HE-SET-008", f"{name} has no region", me
    elif not map_.open >> sheet.region & 1:
        yield "HE-SET-006", f"{name} stands in {map_.names[sheet.region]}, which is crossed out", me
    elif not sheet.visited >> sheet.region & 1 and not (ROUTES <= s.stage <= ARRIVAL):
        yield "HE-SET-008", f"{name} stands in {map_.names[sheet.region]} and has not visited it", me
    written = sheet.visited
    for layer in sheet.layers:
        written |= layer
    for region in bits(written & ~map_.open):
        yield "HE-SET-006", f"{name} has written in {map_.names[region]}, which is crossed out", (f"area:{region}",)
    for kind, n in enumerate(sheet.stock):
        if kind not in faction.keeps and (n or sheet.reached[kind]):
            yield "HE-MEC-001", f"{name} has no box for that resource", me
        elif sheet.reached[kind] < sum(1 for value in faction.thresholds if n >= value):
            yield "HE-GTH-002", f"{name} has {n} and has circled {sheet.reached[kind]} of the values", me
    for region in sheet.founded:
        if not is_foundation(s, seat, region):
            yield "HE-FND-001", f"{map_.names[region]} has no foundation for {name}", (f"area:{region}",)
    for i, block in enumerate(faction.blocks):
        if sheet.built[i] and block.excludes >= 0 and sheet.built[block.excludes] and i < block.excludes:
            other = faction.blocks[block.excludes].name
            yield "HE-ELE-001", f"{name} has built {block.name} and {other}", me


def _shared(s: State) -> Iterator[Violation]:
    names = s.config.map.names
    for region, seat in s.seized.items():
        if fort_of(s, seat, region) is None or not s.config.map.open >> region & 1:
            yield "HE-FRT-002", f"{names[region]} has no fortress for {s.config.players[seat]}", (f"area:{region}",)
    for region in bits((s.bound | s.drained) & ~sum(1 << held for held in s.seized)):
        yield "HE-FRT-002", f"the fortress of {names[region]} is enslaved by nobody", (f"area:{region}",)
    for region in bits(s.drained & ~s.bound):
        yield "HE-CUL-021", f"the fortress of {names[region]} is depleted, but not enslaved", (f"area:{region}",)
    for artefact in bits(s.chained):
        if s.held[artefact] < 0:
            yield "HE-CUL-024", f"the artefact of {_place(s, artefact)} is enslaved, and nobody has it", ()
    regions = [sheet.region for sheet in s.sheets if sheet.region >= 0]
    if s.stage == START and len(set(regions)) < len(regions):
        yield "HE-SET-008", "two players start in one region", ()


def _place(s: State, artefact: int) -> str:
    return s.config.map.names[s.config.map.artefacts[artefact]]
