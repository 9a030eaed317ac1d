"""Vitality lost and regained, units destroyed, stones and tokens that they leave (MB-ATK-011, MB-DST-001 to 003)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.runtime.ability import window
from ....engine.runtime.decision import Ruled, nested, rule_of
from ....engine.runtime.layers import replaced
from ....engine.runtime.trace import group, report
from ....engine.wording import of_many
from .score import judge
from .state import FOR_TURN, OFF
from .timings import VOCABULARY, Death, barred_by
from .topics import MayAct

if TYPE_CHECKING:
    from .state import State


def name(s: State, unit: int) -> str:
    """A unit in a sentence."""
    return s.config.units[unit].name


def plural(s: State, unit: int) -> bool:
    """Is a unit spoken of as many ("the Hoplites attack")?"""
    return s.config.units[unit].is_troop


def does(s: State, unit: int, sentence: str) -> str:
    """ "{} attacks {}", or "{} attack {}" of a troop: the words of an event after the name of a unit."""
    return f"{{}} {of_many(sentence.removeprefix('{} '), plural(s, unit))}"


def heal(s: State, unit: int, n: int, by: Ruled | str) -> int:
    """A unit regains vitality, never beyond what its dashboard shows (MB-UNI-009); a troop gets miniatures back."""
    card = s.config.units[unit]
    gained = min(n, card.most - s.vitality[unit])
    if gained > 0:
        s.vitality[unit] += gained
        s.touch(unit)
        what = "miniature" if card.is_troop else "vitality"
        report(
            s,
            rule_of(by),
            does(s, unit, "{} regains {} {}"),
            card.name,
            gained,
            what,
            who=s.owner[unit],
            touched=(f"piece:{unit}",),
        )
    return max(gained, 0)


async def harm(s: State, unit: int, n: int, by: Ruled | str, slayer: int = -1) -> None:
    """A unit loses vitality; at 0 it is destroyed, and what is too much is lost (MB-ATK-011)."""
    lost = min(n, s.vitality[unit])
    if lost <= 0 or s.place[unit] < 0:
        return
    before = s.vitality[unit]
    s.vitality[unit] -= lost
    s.touch(unit)
    told = "1 wound" if lost == 1 else f"{lost} wounds"
    report(
        s, rule_of(by), does(s, unit, "{} suffers {}"), name(s, unit), told, who=s.owner[unit],
        figure=f"{before} to {s.vitality[unit]}", touched=(f"piece:{unit}",),
    )  # fmt: skip
    if not s.vitality[unit]:
        await destroy(s, unit, slayer)


async def destroy(s: State, unit: int, slayer: int = -1) -> None:
    """A unit is destroyed (MB-DST-001): it drops what it carries, tokens leave it, powers speak, a game may end."""
    seat, area = s.owner[unit], s.place[unit]
    death = await replaced(
        s, VOCABULARY, "would_be_eliminated", seat, Death(unit, area, slayer), seats=s.order(s.active)
    )
    if death is None:
        return
    card = s.config.units[unit]
    rule = "MB-DST-001" if not card.is_token else "MB-TOK-004"
    with group(s, rule, does(s, unit, "{} is destroyed"), card.name, who=seat, touched=(f"area:{area}",)):
        drop(s, unit, "MB-DST-002")
        shed(s, unit)
        s.vitality[unit] = 0
        s.fallen |= 1 << unit
        s.put(unit, OFF)
        if card.is_token:  # it goes back to its pool
            s.fallen &= ~(1 << unit)
            s.vitality[unit] = card.most
            s.touch()
            return
        await nested(_mourned(s, death))
        if card.is_divinity:
            _eliminated(s, seat)
            judge(s)


async def _mourned(s: State, death: Death) -> None:
    """Powers that look at a death; the active player orders them (MB-GEN-005)."""
    await window(s, VOCABULARY, "on_elimination", s.active, s, s.active, death, among=s.order(s.active), order=True)


def drop(s: State, unit: int, by: Ruled | str) -> bool:
    """A stone that a unit carries lies in its area (MB-STN-003); False when it carries none."""
    stone, area = s.carries[unit], s.place[unit]
    if stone < 0 or area < 0:
        return False
    s.carries[unit] = -1
    s.stones[stone][area] += 1
    report(
        s, rule_of(by), does(s, unit, "{} drops its {}"), name(s, unit), s.config.stone_names[stone], who=s.owner[unit],
        touched=(f"area:{area}",),
    )  # fmt: skip
    return True


def shed(s: State, unit: int) -> None:
    """Tokens on a unit go back to their pools, and what they or powers did to it is over (MB-DST-002, MB-RCL-002).

    What it has done itself for a whole turn goes on.
    """
    if s.tokens or s.lasting:
        s.tokens = {at: n for at, n in s.tokens.items() if at[1] != unit}
        s.lasting = tuple(row for row in s.lasting if row[2] != unit or (row[0], row[3]) == (unit, FOR_TURN))
        s.touch()


def in_pool(s: State, token: int) -> int:
    """How many tokens of a kind are left in their pool (MB-TOK-001)."""
    kind = s.config.tokens[token]
    lying = sum(n for (t, _), n in s.tokens.items() if t == token)
    standing = len(s.standing_tokens(kind.maker)) if stands(s, token) else 0
    return kind.n - lying - standing - s.gone[token]


def stands(s: State, token: int) -> bool:
    """Do tokens of this kind stand on the board?"""
    kind = s.config.tokens[token]
    return any(unit.maker == kind.maker and unit.is_token for unit in s.config.units)


def _eliminated(s: State, seat: int) -> None:
    """With three or four players each for himself, all that a fallen divinity led leaves the game (MB-DST-003)."""
    if len(s.hands) < 3 or s.config.mode == "teams":
        return
    s.out |= 1 << seat
    report(s, "MB-DST-003", "is out of the game with everything that was his", who=seat)
    for unit, owner in enumerate(s.owner):
        if owner == seat:
            if s.config.rulings.carried_stones_leave:
                s.carries[unit] = -1
            drop(s, unit, "MB-DST-003")
            s.tokens = {at: n for at, n in s.tokens.items() if at[1] != unit and s.config.tokens[at[0]].maker != unit}
            s.lasting = tuple(row for row in s.lasting if unit not in (row[0], row[2]))
            s.fallen |= 1 << unit
            s.vitality[unit] = 0
            s.put(unit, OFF)
    s.hands[seat], s.decks[seat], s.tops[seat], s.discards[seat] = (), (), (), ()
    s.absorbed[seat] = 0
    s.owed = tuple(unit for unit in s.owed if s.owner[unit] != seat)


def movable(s: State, unit: int) -> bool:
    """Can talents and powers of others move this unit (MB-CLS-007)?"""
    return not s.config.units[unit].is_token and not barred_by(s, MayAct.MOVE, unit)
