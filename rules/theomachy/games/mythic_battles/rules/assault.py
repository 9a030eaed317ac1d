"""The arithmetic of one assault, die by die: pure functions on dice, without a state and without a question.

Dice are a sorted tuple of their values, 0 a blank; equal dice are the same die. What the attacker holds is a `Pool`:
the dice that still take part, and those on his card as wounds. A die that reaches the defence is set aside at once
(MB-ATK-006) and is neither discarded nor raised any more; with the other choice of the ruling `locked_wounds` a five on
the card may still be rolled in the second assault.

In an attack these are called in this order:

    dice -> rerolls, rerolled (powers, before blanks go) -> kept -> discards, discard ... -> fives -> second
         -> discards, discard ... -> wounds

The text leaves the attacker free in all of this, and so do these functions: he may raise a die above 5 in the first
assault (it is then no five any more, MB-ATK-008), stop short of 5, discard fives and dice that were raised before, and
discard one by one, seeing each result. Nothing is free about blanks and about dice that reach the defence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

Roll = tuple[int, ...]  # values of dice, sorted, the lowest first
Discard = tuple[int, int]  # the value of the die that goes, the value of the die that gains 1

BLANK = 0
FIVE = 5  # what a die of the first assault must show to be rolled in the second (MB-ATK-008)
FACES: Roll = (0, 1, 2, 3, 4, 5)  # of the printed die, by default (MB-ATK-003)


class Pool(NamedTuple):
    """Dice in the middle of an attack: those that take part, all below the defence, and those that wound already."""

    dice: Roll
    card: Roll = ()


def rolled(values: Iterable[int]) -> Roll:
    """Dice in the order that all functions here use."""
    return tuple(sorted(values))


def of_counts(counts: Sequence[int], faces: Sequence[int]) -> Roll:
    """Dice from how many show each of these faces: (1, 2) of the faces (0, 5) are a blank and two fives."""
    return rolled(face for n, face in zip(counts, faces, strict=True) for _ in range(n))


def blanks(dice: Roll) -> int:
    """How many blanks there are; Mighty Throw asks before they go (MB-TAL-022)."""
    return dice.count(BLANK)


def rerolls(dice: Roll, most: int) -> tuple[Roll, ...]:
    """Which dice may be rolled again before blanks go, at most so many (MB-TAL-025): none first, then one, then two."""
    return tuple(again for n in range(min(most, len(dice)) + 1) for again in sorted(set(combinations(dice, n))))


def rerolled(dice: Roll, again: Roll, faces: Iterable[int]) -> Roll:
    """The dice after some of them were rolled again and show these faces; the old faces are lost."""
    left = _without(dice, again)
    new = tuple(faces)
    if len(new) != len(again):
        raise ValueError(f"{len(again)} dice were rolled again, and {len(new)} faces came")
    return rolled(left + new)


def kept(dice: Iterable[int], defence: int) -> Pool:
    """The dice of the first assault without the blanks, and those on the card that wound at once (MB-ATK-004, 006).

    A blank is no value: it wounds nobody, also against a defence of 0.
    """
    return _placed(rolled(d for d in dice if d != BLANK), (), defence)


def discards(pool: Pool) -> tuple[Discard, ...]:
    """Every (value discarded, value raised) of two different dice that take part, in ascending order (MB-ATK-005)."""
    values = sorted(set(pool.dice))
    return tuple((d, up) for d in values for up in values if d != up or pool.dice.count(d) > 1)


def discard(pool: Pool, spent: int, raised: int, defence: int) -> Pool:
    """One die goes and another gains 1; if that reaches the defence, it lies on the card at once (MB-ATK-005, 006)."""
    left = _without(pool.dice, (spent, raised))
    return _placed(rolled((*left, raised + 1)), pool.card, defence)


def fives(pool: Pool, *, locked: bool = True) -> int:
    """How many dice may be rolled in the second assault (MB-ATK-007, 008); 0: there is none.

    With `locked` false those fives count too that lie on the card. There are never both: where a five wounds, none
    takes part any longer.
    """
    return pool.dice.count(FIVE) + (0 if locked else pool.card.count(FIVE))


def second(pool: Pool, faces: Iterable[int], defence: int, *, locked: bool = True) -> Pool:
    """So many fives as faces are rolled: a blank takes its five with it, another face is added (MB-ATK-008, 009)."""
    new = tuple(faces)
    here = min(pool.dice.count(FIVE), len(new))
    there = len(new) - here
    if there and (locked or there > pool.card.count(FIVE)):
        raise ValueError(f"{len(new)} dice were rolled, and only {fives(pool, locked=locked)} show a five")
    left = _without(pool.dice, (FIVE,) * here) + tuple(FIVE + face for face in new if face != BLANK)
    return _placed(rolled(left), _without(pool.card, (FIVE,) * there), defence)


def wounds(pool: Pool) -> int:
    """How many wounds the dice on the card inflict (MB-ATK-011)."""
    return len(pool.card)


def _placed(dice: Roll, card: Roll, defence: int) -> Pool:
    """The same dice, those that reach the defence on the card."""
    here = sum(d < defence for d in dice)
    return Pool(dice[:here], rolled(card + dice[here:]) if here < len(dice) else card)


def _without(dice: Roll, gone: Iterable[int]) -> Roll:
    left = list(dice)
    for die in gone:
        if die not in left:
            raise ValueError(f"there is no die of {die} among {dice}")
        left.remove(die)
    return tuple(left)
