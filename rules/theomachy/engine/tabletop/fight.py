"""A battle under way: its stages, its sides, and what they stake."""

from __future__ import annotations

from dataclasses import dataclass

from .beside import Slide, Sum
from .board import Target
from .pieces import Piece
from .sheet import Figure


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of a long resolution (a battle): name, and what came of it or what it waits for."""

    name: str
    note: str
    state: str  # "done", "now", "ahead"
    shows: str = ""  # of a stepwise fight: "throw" or "slide", what has its place there even before it comes
    timing: str = ""  # once it is done, its note names the powers that have spoken at this timing


@dataclass(frozen=True, slots=True)
class Waiting:
    """A battle that waits until the one inside it is over: who attacks whom, and what is still to come of it."""

    title: str
    sides: tuple[int, int]
    note: str


@dataclass(frozen=True, slots=True)
class Force:
    """One row of one side of a battle: a class of units, the number it adds, and what has happened to it."""

    piece: Piece
    figure: str  # "3", "2 dice"
    rule: str = ""
    fate: str = ""  # "killed", "eliminated", "pained", "kill and pain", "survives a kill", "stays", "eaten ...", ""
    note: str = ""  # "to Arabia": where it has gone


@dataclass(frozen=True, slots=True)
class Side:
    seat: int
    role: str  # "attacks", "defends"
    forces: tuple[Force, ...]
    total: str  # "9 dice"
    parts: tuple[tuple[str, str, str], ...] = ()  # other sources: (name, figure, rule)
    sums: tuple[Sum, ...] = ()  # the figures that decide, with their parts
    name: str = ""  # "Achilles attacks", where the side is one piece; with its icon
    note: str = ""  # "vitality 5 of 7, range 0"
    icon: str = ""
    figures: tuple[Figure, ...] = ()  # of a contest of many sides: what each can still pay
    stake: Stake | None = None
    verdict: str = ""  # what it loses or gains by the contest: "-1 VP, committed least"
    ahead: tuple[tuple[str, str, str], ...] = ()  # powers that may still act: (name, when, rule)
    owed: tuple[tuple[str, int, str], ...] = ()  # results that it has still to take: (result, how many, from what)
    spared: tuple[str, ...] = ()  # results that were given to it and came to nothing, a sentence each
    takes: str | None = None  # "4 kills, 2 pains", "" before it is counted; None: what the dice of the other say
    own: tuple[str, ...] = ()  # powers that are figures of its units: these tell them, and no list of powers


@dataclass(frozen=True, slots=True)
class Stake:
    """What one side of a contest has staked: nobody knows, or so much; what that counts may be less."""

    low: int
    high: int  # equal when it is known
    said: int | None = None  # what it had set, once it is shown
    given: int = 0  # what it has laid down before
    against: bool = False  # it hinders


@dataclass(frozen=True, slots=True)
class Contest:
    """Many sides against dice: how likely each sum of them is, and what they came to."""

    name: str  # what throws: "the Chaos Rift"
    chances: tuple[tuple[int, float], ...]
    rolled: int | None = None
    dice: str = ""  # "4 dice"
    rule: str = ""
    total: str = "total"  # what the stakes come to is called


@dataclass(frozen=True, slots=True)
class Fight:
    """A battle under way: the stages and the two sides.

    One that is told `stepwise` stands in front, step under step: the place, the sums of its sides, the throws of the
    table, and the cards that slide down.
    """

    title: str
    area: int
    stages: tuple[Stage, ...]
    sides: tuple[Side, ...]
    rule: str = ""
    stepwise: bool = False
    target: Target = ""  # what is attacked
    slides: tuple[Slide, ...] = ()
    contest: Contest | None = None  # one of many sides, told as a ledger
    waits: tuple[Waiting, ...] = ()  # fights that it is inside of, the outermost first
    beside: tuple[Piece, ...] = ()  # who is there and takes no part
    tells_lost: bool = False  # its sides hold all who have fallen: no earlier table has to be compared
