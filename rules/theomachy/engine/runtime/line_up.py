"""What a game tells the calculator: which fights there can be, how one is set up, who gives up what, what is told.

A game that has fights brings one `Fights` in its room `reckoning` and names it in its `System`. The walk of a fight
(`answers/walk.py`) runs the game's own rules: nothing here rolls dice or counts losses a second time.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar, Generic

from ..errors import TheoError
from ..state.declare import Record
from ..state.typing import S
from ..tabletop.board import Target
from .decision import Answer, Asking, Decision
from .dice import Dice

Measured = tuple[int, ...]  # a number a row of the line-up
UNSET = -1  # a die that nobody has set


@dataclass(frozen=True, slots=True)
class Place:
    """One fight that can be thought of: its stable id, its name, the thing on the board, who fights whom."""

    id: str
    name: str
    target: Target
    sides: tuple[int, ...]  # attacker, defender; a third who fights there too
    whence: tuple[Target, ...] = ()  # other areas that attackers stand in, to be seen too


@dataclass(frozen=True, slots=True)
class Setting:
    """A fight as somebody imagines it: only what is otherwise than on the board stands here, so it is short and stays.

    `counts` are steppers that were changed, `powers` switches; `policies` what each side does with its losses, "" the
    first; `orders` who goes first where a side says it by hand; `dice` the faces that lie, by hand (`Throw.hands`).
    """

    place: str
    counts: tuple[tuple[str, int], ...] = ()
    powers: tuple[tuple[str, bool], ...] = ()
    policies: tuple[str, ...] = ("", "")
    orders: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    dice: tuple[tuple[int, ...], ...] = ()

    def lies(self, hand: int) -> tuple[int, ...]:
        """The faces of a hand of dice that were set; none where it is no hand (-1)."""
        return tuple(f for f in self.dice[hand] if f != UNSET) if 0 <= hand < len(self.dice) else ()

    def showing(self, hand: int, i: int, face: int) -> Setting:
        """The same with a die of a hand that shows a face, or (`UNSET`) is yet to be rolled."""
        rows = [list(row) for row in self.dice] + [[] for _ in range(hand + 1 - len(self.dice))]
        rows[hand] += [UNSET] * (i + 1 - len(rows[hand]))
        rows[hand][i] = face
        for row in rows:
            while row and row[-1] == UNSET:
                row.pop()
        while rows and not rows[-1]:
            rows.pop()
        return replace(self, dice=tuple(map(tuple, rows)))

    def count(self, id_: str, board: int) -> int:
        """How many there are, where the board has so many."""
        return dict(self.counts).get(id_, board)

    def power(self, id_: str, board: bool) -> bool:
        """Is a power used, where the board says so?"""
        return dict(self.powers).get(id_, board)

    def policy(self, side: int) -> str:
        """The policy of a side; "" where none is named."""
        return self.policies[side] if side < len(self.policies) else ""

    def counting(self, id_: str, n: int) -> Setting:
        """The same with another number."""
        return replace(self, counts=tuple(sorted({**dict(self.counts), id_: n}.items())))

    def switching(self, id_: str, on: bool) -> Setting:
        """The same with a power used, or not."""
        return replace(self, powers=tuple(sorted({**dict(self.powers), id_: on}.items())))

    def giving(self, side: int, policy: str) -> Setting:
        """The same with another policy of a side."""
        found = [*self.policies, *[""] * (side + 1 - len(self.policies))]
        found[side] = policy
        return replace(self, policies=tuple(found))

    def ordering(self, side: int, order: Sequence[str], by: str) -> Setting:
        """The same with losses in an order given by hand, under the policy of that name."""
        orders = (tuple(order), self.orders[1]) if side == 0 else (self.orders[0], tuple(order))
        return replace(self.giving(side, by), orders=orders)


@dataclass(frozen=True, slots=True)
class Stepper:
    """A number that can be changed: how many of a kind fight, at most `most`, of which `board` stand there now."""

    id: str
    name: str
    n: int
    board: int
    most: int
    figure: str = ""  # "3 dice"
    note: str = ""  # "on the gate"
    icon: str = ""
    rule: str = ""
    least: int = 0
    of: str = ""  # where "of 5" is not what it is out of


@dataclass(frozen=True, slots=True)
class Switch:
    """A power that is used, or not; one that cannot be says why."""

    id: str
    name: str
    text: str
    on: bool
    board: bool
    rule: str
    why: str = ""  # why it cannot be used


@dataclass(frozen=True, slots=True)
class SideUp:
    """One side of a line-up."""

    seat: int
    role: str  # "attacks"
    total: str  # "11 dice"
    steppers: tuple[Stepper, ...] = ()
    switches: tuple[Switch, ...] = ()
    policies: tuple[tuple[str, str], ...] = ()  # (stable name, words), the first unless another is named
    policy: str = ""
    order: tuple[tuple[str, str, str], ...] = ()  # (id, name, icon) in which units go
    parts: tuple[tuple[str, str, str], ...] = ()  # other figures: (name, figure, rule)
    name: str = ""  # where the side is one unit: "Achilles"
    icon: str = ""
    asks: str = "Gives up first"  # the heading of its policies


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that is measured, a whole number: an event (0 or 1), how many are lost, or an amount."""

    id: str
    words: str
    group: str = "chance"  # "chance", "fate" (of a kind: how many), "loss" (of a side, or wounds: the distribution)
    seat: int = -1
    mean: bool = False  # told by its average, not by how often it comes
    rule: str = ""
    least: int = 1  # of an event: how much it takes
    n: int = 1  # of a fate: how many of the kind there are
    of: str = ""  # of a fate: the id of the row that counts all who are gone, routed ones too
    icon: str = ""
    head: str = ""  # the heading that it opens: "Cerberus guards"


@dataclass(frozen=True, slots=True)
class Grid:
    """A table beside the figures, of the setting in hand: the cheapest force for each height, plans of dice."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    lit: int = -1
    rules: tuple[str, ...] = ()
    sets: tuple[tuple[tuple[str, int], ...], ...] = ()  # of each row the steppers that make it the setting in hand


@dataclass(frozen=True, slots=True)
class Mark:
    """A height that somebody could reach, or that must be exceeded."""

    at: int
    words: str
    seat: int = -1


@dataclass(frozen=True, slots=True)
class Ladder:
    """Heights of power on one line: the own one in hand, what others could come to, and those to which the own one can
    be set, each with the steppers that make it.
    """

    mine: int
    marks: tuple[Mark, ...]
    steps: tuple[tuple[int, tuple[tuple[str, int], ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Hand:
    """Dice of one throw that may be set as they were rolled: whose, how many, which; what lies in the game already."""

    name: str
    n: int
    dice: Dice
    lie: tuple[int, ...] = ()
    seat: int = -1


@dataclass(frozen=True, slots=True)
class Throw:
    """The first dice of a fight, a hand for each side that rolls; `plans`: what comes next is a choice."""

    hands: tuple[Hand, ...]
    rule: str = ""
    note: str = ""
    plans: bool = False


@dataclass(frozen=True, slots=True)
class LineUp:
    """Sides drawn up against one another, mostly two, and what is measured of their fight."""

    title: str
    place: Place
    sides: tuple[SideUp, ...]
    rows: tuple[Row, ...]
    rule: str = ""
    note: str = ""
    warning: str = ""
    warning_rule: str = ""
    grids: tuple[Grid, ...] = ()
    ladder: Ladder | None = None
    fault: str = ""  # why it cannot be fought: "Put a unit on each side."
    dice: bool = True  # is there any chance in it?

    def row(self, id_: str) -> int:
        """The place of a row in what is measured."""
        return next(i for i, row in enumerate(self.rows) if row.id == id_)


@dataclass(frozen=True, slots=True)
class Picker:
    """One thing that is chosen of a fight that somebody puts together: where, who attacks, whom."""

    id: str
    name: str
    options: tuple[tuple[str, str], ...]  # (stable name, words)
    at: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What a policy answers. One that is only `assumed` is told to whoever reads the figures."""

    answer: Answer
    assumed: str = ""


class Fights(Generic[S]):
    """The fights of a game, for the calculator. What is asked about a state changes nothing in it."""

    widest: ClassVar[Mapping[str, Any]] = {}  # how a game is begun that knows the most units, for a calculator alone
    asked: ClassVar[tuple[str, ...]] = ()  # questions beside which it is offered, other than those for an action

    def places(self, s: S) -> Iterator[Place]:
        """Every fight that the position makes thinkable, the likeliest first."""
        raise NotImplementedError

    def place(self, s: S, id_: str) -> Place | None:
        """The fight of an id; None where there is none."""
        return next((place for place in self.places(s) if place.id == id_), None)

    def anything(self, s: S) -> Place | None:
        """A fight to begin with where the position has none: nobody need be there. None where that cannot be."""
        return None

    def pickers(self, s: S, setting: Setting) -> tuple[Picker, ...]:
        """What can be chosen of any fight, whoever stands there; none where only those of the board can be fought."""
        return ()

    def picked(self, s: S, setting: Setting, picker: str, key: str) -> str:
        """The id of the place when something else is picked. Raises `TheoError` for what cannot be."""
        raise TheoError("only fights of the board can be reckoned here")

    def swaps(self, s: S, setting: Setting) -> tuple[str, str]:
        """The picker, and what is picked of it, by which attacker and defender change places."""
        rows = {one.id: one.at for one in self.pickers(s, setting)}
        return ("attacks", rows["defends"]) if "defends" in rows else ("", "")

    def one_way(self, s: S, setting: Setting) -> str:
        """Why attacker and defender cannot change places, in a sentence; "" where they can."""
        return ""

    def line_up(self, s: S, setting: Setting) -> LineUp:
        """A setting drawn up: steppers, switches, policies, and the rows that are measured."""
        raise NotImplementedError

    def begin(self, s: S, setting: Setting) -> S:
        """A copy of the position in which the fight of a setting has begun."""
        raise NotImplementedError

    def on_board(self, s: S, setting: Setting) -> S:
        """The position of a setting as one can play on from it: in the fight, or just before it."""
        return self.begin(s, setting)

    def step(self, s: S) -> Asking[None]:
        """The rules of a fight from `begin` to its end; where a position stands at a mark, from there."""
        raise NotImplementedError

    def within(self, s: S, rules: Callable[[S], Asking[None]]) -> Asking[None]:
        """The game's own step where a fight is under way already; a game may keep what `measure` wants to know."""
        return rules(s)

    def over(self, s: S) -> bool:
        """Has the fight ended?"""
        raise NotImplementedError

    def under_way(self, s: S) -> str:
        """The id of the place of the fight that a position is in the midst of; ""."""
        return ""

    def answer(self, s: S, decision: Decision, setting: Setting) -> Reply | None:
        """What the policies answer; None where they say nothing of such a question."""
        return None

    def measure(self, begun: S, s: S, setting: Setting) -> Measured:
        """A number for each row of `line_up`, when the fight that began so is over."""
        raise NotImplementedError

    def key(self, s: S) -> Hashable:
        """Equal where a fight goes on alike: the whole state, unless a game knows what no longer matters."""
        return frozen(s)

    def idle(self, s: S, decision: Decision) -> bool:
        """Is all that chance may bring here alike for the fight (which card is drawn)? One option stands for all."""
        return False

    def jump(self, s: S, decision: Decision, setting: Setting) -> list[tuple[Fraction, S]] | None:
        """Where a stretch of chance and choices is known in closed form: what it comes to, as states from which `step`
        goes on, each with its chance. None where it has to be walked.
        """
        return None

    def aside(self, s: S, setting: Setting) -> Setting | None:
        """The setting that is told with another one, under a heading of its own: as if nobody guarded."""
        return None

    def throw(self, s: S, setting: Setting) -> Throw | None:
        """The dice of a setting that can be set as they were rolled."""
        return None

    def hand(self, begun: S, base: S, s: S, decision: Decision) -> int:
        """Which hand of the throw a roll is that is asked for, -1 for a later one. `base` is the state at the last mark
        of the rules, `begun` that with which the fight began.
        """
        return UNSET

    def plans(self, s: S, setting: Setting, faces: Sequence[int]) -> Grid | None:
        """What can be done with dice that lie so, the best first; None where there is nothing to choose."""
        return None

    def jumped(self, s: S, setting: Setting) -> str:
        """What a jump has counted, in words: "all 60,466,176 rolls of 10 dice"."""
        return ""


def frozen(record: Any, skip: Sequence[str] = ()) -> Hashable:
    """A state, or a part of one, as something that can be looked up; `skip` names fields that do not matter."""
    if isinstance(record, Record):
        return tuple(frozen(getattr(record, name)) for name in record.fields if name not in skip)
    if isinstance(record, bytearray):
        return bytes(record)
    if isinstance(record, list | tuple):
        return tuple(map(frozen, record))
    if isinstance(record, dict):
        return tuple(sorted((key, frozen(value)) for key, value in record.items()))
    return record  # type: ignore[no-any-return]
