"""A kind of unit in one number: with whose it is, as questions offer it, or with its results, as a battle counts it."""

from __future__ import annotations

MOST_KINDS = 32  # of an owner: there is room for
# The code of a class of units in a battle: its kind, and the results that it was given.
KIND, KILL, ROUT = MOST_KINDS - 1, MOST_KINDS, MOST_KINDS << 2
CODES = ROUT << 2


def kills_on(code: int) -> int:
    """Kills given to each unit of this class."""
    return code // KILL & 3


def routs_on(code: int) -> int:
    """Routs given to each unit of this class."""
    return code // ROUT & 3


# In an answer the first sixteen kinds lie in the four lowest bits, where they lay when there was room for no more, so
# that old saves are read as they were meant; the bit of the others stands above all else.


def unit_code(owner: int, kind: int) -> int:
    """A kind of unit of an owner, as an option of a question."""
    return owner << 4 | kind & 15 | (kind & 16) << 8


def kind_of(code: int) -> int:
    """The kind of such an option."""
    return code & 15 | code >> 8 & 16


def owner_of(code: int) -> int:
    """Whose it is."""
    return code >> 4 & 255
