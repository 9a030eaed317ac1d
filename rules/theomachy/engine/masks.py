"""Sets of small numbers as the bits of an int: what is asked most often is asked of these."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(65536)  # the same few thousand masks come again and again in a game
def bits(mask: int) -> tuple[int, ...]:
    """The members of a mask, in order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def with_bit(masks: tuple[int, ...], row: int, bit: int, on: bool = True) -> tuple[int, ...]:
    """Masks of which one has a bit more, or less."""
    mask = masks[row] | 1 << bit if on else masks[row] & ~(1 << bit)
    return (*masks[:row], mask, *masks[row + 1 :])
