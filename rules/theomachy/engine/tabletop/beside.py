"""What lies beside the board, as plain descriptions: sheets to write on, cards with a current row, sums, throws, plans.

Part of the description of a table (`table.py`): a game tells names, numbers and targets, an interface draws. A target
is the same short string that options name; whatever has one is lit while an option names it, and a click on it answers.
"""

from __future__ import annotations

from dataclasses import dataclass

from theomachy.engine.errors import RulesError

MARKS = ("", "tick", "circle", "cross")  # what a pen leaves in a box
FATES = ("", "counts", "kept", "placed", "spent", "thrown again", "wound", "out")  # what became of a die
STACKS = ("", "special", "gem")
PLANNING, SEALED, SHOWN = PLAN_STATES = ("planning", "sealed", "shown")


def one_of(what: str, said: str, known: tuple[str, ...]) -> None:
    """Refuse a word that is not one of a closed list."""
    if said not in known:
        raise RulesError(f"{what} is {said!r}; it can be {', '.join(word or 'nothing' for word in known)}")


# -- sheets to write on ------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Amount:
    """So much of something: a price, a gain. Its sign is a letter or an icon in a `shape` of a `tint`, never only a
    colour.
    """

    name: str  # "wood"
    n: int
    letter: str = ""
    icon: str = ""
    shape: str = "disc"  # disc, square, hexagon, octagon, star, gem
    tint: str = "grey"  # brown, gold, grey, blue, green, red, paper


@dataclass(frozen=True, slots=True)
class WriteBox:
    """One box to write in: empty, marked by a pen, or with a number or word in it; `was` is struck out beside it.

    `fresh`: written in this round. `brings` says what writing here would bring. `tool` is the id of the editor's tool
    that sets what stands here: a position is made by clicking on the box. "ID=N" sets it to N, or takes that back.
    """

    name: str = ""
    mark: str = ""  # one of MARKS
    text: str = ""
    was: str = ""
    fresh: bool = False
    target: str = ""
    brings: str = ""
    tool: str = ""

    def __post_init__(self) -> None:
        one_of(f"the mark of the box {self.name or self.target}", self.mark, MARKS)

    @property
    def written(self) -> bool:
        """Has a pen been here?"""
        return bool(self.mark or self.text)


@dataclass(frozen=True, slots=True)
class BoxRow:
    """Boxes in a row: a stock with its thresholds, the actions of a round, the power of an army."""

    name: str
    boxes: tuple[WriteBox, ...]
    sign: Amount | None = None
    goals: tuple[Amount, ...] = ()  # thresholds with what they bring, the value as the name
    reached: int = 0  # how many of them are circled, for good
    note: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """A printed field of a sheet: a building, an artefact, a kind of unit; `box` is the one that is ticked.

    `cell` is its place in the grid of its group, (column, row) from the top left. `after` names the blocks of the group
    that must be ticked before it: arrows lead from them.
    """

    id: str
    name: str
    text: str = ""
    box: WriteBox | None = None
    price: tuple[Amount, ...] = ()
    worth: Amount | None = None
    rows: tuple[BoxRow, ...] = ()
    after: tuple[str, ...] = ()
    cell: tuple[int, int] = (0, 0)
    note: str = ""
    rule: str = ""
    house: bool = False


@dataclass(frozen=True, slots=True)
class BlockGroup:
    """A part of a sheet: blocks in a grid of so many columns, then rows of boxes; `levels` name rows of the grid, of
    which the `open` are those whose blocks may be written now.
    """

    name: str
    blocks: tuple[Block, ...] = ()
    rows: tuple[BoxRow, ...] = ()
    columns: int = 3
    levels: tuple[str, ...] = ()
    note: str = ""
    rule: str = ""
    open: int = -1  # how many rows from below; -1: nothing is said of it
    folds: bool = False  # rows in which nothing is written, nor may be, are left out: they are kept for the rules

    def __post_init__(self) -> None:
        known = [block.id for block in self.blocks]
        if len(set(known)) != len(known):
            raise RulesError(f"two blocks of {self.name or 'a sheet'} have the same id")
        if lost := sorted({name for block in self.blocks for name in block.after} - set(known)):
            raise RulesError(f"{self.name or 'a sheet'} has no block {', '.join(lost)} for an arrow to begin at")


@dataclass(frozen=True, slots=True)
class WriteSheet:
    """The sheet on which one player writes. `aside` stands in a narrower column at the right.

    `closed` is why nobody may look at it now: then it has no parts.
    """

    seat: int
    title: str
    groups: tuple[BlockGroup, ...] = ()
    aside: tuple[BlockGroup, ...] = ()
    figure: str = ""  # the one number that stands on its tab
    rounds: tuple[WriteBox, ...] = ()  # the row of rounds at the top: gone by, now, to come
    note: str = ""
    closed: str = ""

    @property
    def boxes(self) -> tuple[WriteBox, ...]:
        """All boxes of the sheet, from top to bottom."""
        found = list(self.rounds)
        for group in (*self.groups, *self.aside):
            for block in group.blocks:
                found += [block.box] if block.box is not None else []
                found += [box for row in block.rows for box in row.boxes]
            found += [box for row in group.rows for box in row.boxes]
        return tuple(found)


# -- sums --------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Term:
    """One part of a sum: what it comes from, by how much, by which rule. One that is no number (a tick) says `fact`."""

    name: str
    n: int = 0
    rule: str = ""
    fact: str = ""
    bad: bool = False  # it hinders


@dataclass(frozen=True, slots=True)
class Sum:
    """A figure that decides, and the parts that it is the sum of (`engine.runtime.layers.summed` makes it)."""

    name: str
    value: int
    terms: tuple[Term, ...] = ()
    rule: str = ""
    seat: int = -1
    head: str = ""  # who or what it is the figure of: "Achilles attacks"
    note: str = ""  # "10 is the most that any modifier can reach"


# -- cards of one name ----------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Stack:
    """Cards of one name that one player has: how many are in hand, in the deck, discarded; -1 where a viewer may not
    know it. Whoever may play one names `target`. A "special" one lies apart from the others, a "gem" is a stone.
    """

    name: str
    icon: str = ""
    hand: int = -1
    deck: int = -1
    discard: int = 0
    kind: str = ""  # one of STACKS
    target: str = ""
    note: str = ""
    text: str = ""
    rule: str = ""

    def __post_init__(self) -> None:
        one_of(f"the kind of the cards {self.name}", self.kind, STACKS)


# -- cards with a current row ------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Column:
    """A column of a card: a value a row, from the first row (unhurt) down."""

    name: str
    values: tuple[str, ...]
    icon: str = ""


@dataclass(frozen=True, slots=True)
class CardPower:
    """A power of a card that lives in some rows: `rows` are the first and the last in which it can be used.

    `values` are its own figures, one a row, where it has any. A power without rows is always there.
    """

    name: str
    text: str
    rule: str
    rows: tuple[int, int] | None = None
    values: tuple[str, ...] = ()
    letter: str = ""
    dark: bool = False  # its rail is black
    kind: str = ""  # "passive"
    cost: str = ""  # "free", "1 Art of War"
    target: str = ""
    house: bool = False
    icon: str = ""  # in the place of the letter
    cost_icon: str = ""  # of what it costs: written small as a number and this

    @property
    def railed(self) -> bool:
        """Has it a column of its own in the table of its card?"""
        return self.rows is not None or bool(self.values)


@dataclass(frozen=True, slots=True)
class CardSheet:
    """A card with rows of values, of which the current one counts (a dashboard whose marker slides down).

    `row` is the index of the current row, the number of rows when it is lost. `sums` are figures of the moment that
    differ from the printed ones, with the reason.
    """

    id: str  # the target is `sheet:<id>`
    seat: int
    name: str
    columns: tuple[Column, ...]
    row: int
    icon: str = ""
    line: str = ""  # "terrestrial hero, Upper Terrace"
    powers: tuple[CardPower, ...] = ()
    sums: tuple[Sum, ...] = ()
    marks: tuple[str, ...] = ()  # short open remarks: "2 in hand", "acted"
    beads: tuple[int, int] | None = None  # miniatures left, of so many: the rows do not fall
    rule: str = ""
    piece: str = ""  # the target of its token on the board
    stack: Stack | None = None  # the cards of its name
    here: tuple[Term, ...] = ()  # what counts where it stands
    here_name: str = ""  # "Upper Terrace, carrying a stone"
    brief: str = ""  # its line where it stands small: "hero, Upper Terrace"

    def __post_init__(self) -> None:
        if not self.columns or len({len(column.values) for column in self.columns}) != 1:
            raise RulesError(f"the columns of {self.name} have to be as long as each other")
        if not 0 <= self.row <= self.rows:
            raise RulesError(f"the current row of {self.name} is {self.row}; it has {self.rows}")

    @property
    def target(self) -> str:
        return f"sheet:{self.id}"

    @property
    def rows(self) -> int:
        return len(self.columns[0].values)

    def has(self, power: CardPower, row: int | None = None) -> bool:
        """Can a power be used in a row (by default the current one)?"""
        at = self.row if row is None else row
        return at < self.rows and (power.rows is None or power.rows[0] <= at <= power.rows[1])

    def falls(self) -> tuple[tuple[int, str], ...]:
        """What every row below the current one changes, (row, sentence) each; rows that change nothing are not told."""
        found = []
        for row in range(self.row + 1, self.rows):
            said = [
                f"{column.name} {column.values[row]}"
                for column in self.columns[1:]
                if column.values[row] != column.values[row - 1]
            ]
            said += [f"{power.name} ends" for power in self.powers if self.has(power, row - 1) > self.has(power, row)]
            if said:
                found.append((row, ", ".join(said)))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Slide:
    """A card whose current row has gone down (or up) in a fight, from the row in which it was `before`."""

    card: str  # the id of a `CardSheet`
    before: int
    note: str = ""
    rule: str = ""


# -- throws ------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class ThrownDie:
    """A die on the table: its face (0 is blank), and what became of it. A spent one adds `adds` to the die `to`, an
    index into all dice of the step.

    Equal dice may have one target. Where a choice names two dice (one goes, another gains), `second` is the target of a
    die as the other of the two, once the first is picked.
    """

    face: int
    fate: str = ""  # one of FATES
    to: int = -1
    adds: int = 0
    target: str = ""
    second: str = ""

    def __post_init__(self) -> None:
        one_of(f"the fate of a die that shows {self.face}", self.fate, FATES)


@dataclass(frozen=True, slots=True)
class DiceSet:
    """Dice that belong together: what they are called, what is said of them, and what they come to."""

    dice: tuple[ThrownDie, ...]
    name: str = ""  # "4 fives"
    note: str = ""  # "may be thrown again"
    total: str = ""  # "9": they are added up


@dataclass(frozen=True, slots=True)
class ThrowStep:
    """A moment of a throw: how the dice lie after it."""

    name: str
    sets: tuple[DiceSet, ...]
    note: str = ""
    rule: str = ""

    def __post_init__(self) -> None:
        n = len(self.dice)
        for die in self.dice:
            if not -1 <= die.to < n:
                raise RulesError(f"a die of {self.name!r} adds to die {die.to}; there are {n}")

    @property
    def dice(self) -> tuple[ThrownDie, ...]:
        return tuple(die for each in self.sets for die in each.dice)


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that somebody threw, step by step (thrown, spent, thrown again), with the fate of each."""

    name: str
    steps: tuple[ThrowStep, ...]
    seat: int = -1
    note: str = ""
    rule: str = ""


# -- sealed choices ----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class SealedPlan:
    """The plan of one player: whether it is done, and its lines where the viewer may know them."""

    seat: int
    state: str  # one of PLAN_STATES
    lines: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()  # what the lines point at, for the viewer's own plan

    def __post_init__(self) -> None:
        one_of(f"the plan of seat {self.seat}", self.state, PLAN_STATES)


@dataclass(frozen=True, slots=True)
class Sealing:
    """Plans made at the same time and in secret: who has done, who has not, and nothing else before all are in."""

    name: str
    plans: tuple[SealedPlan, ...]
    rule: str = ""

    @property
    def shown(self) -> bool:
        """Are all seals open?"""
        return all(plan.state == SHOWN for plan in self.plans)


# -- a row that each does for himself ----------------------------------------------------------------------------------
LINE_SIGNS = ("disc", "horned")  # what each thing of a line is drawn as


@dataclass(frozen=True, slots=True)
class LineMark:
    """That a seat has done a thing of a line: its shape below it, full or hollow, which `name` says in words."""

    seat: int
    full: bool = True
    name: str = "done"
    fresh: bool = False  # in this round


@dataclass(frozen=True, slots=True)
class LineItem:
    """One thing of a line: a monster, a quest. Whoever has his mark below it sees it ringed and its gains crossed."""

    id: str
    name: str
    text: str = ""  # the figure in its middle
    icon: str = ""
    worth: Amount | None = None
    gains: tuple[Amount, ...] = ()
    marks: tuple[LineMark, ...] = ()
    target: str = ""
    note: str = ""
    rule: str = ""
    house: bool = False
    tool: str = ""  # the editor's tool that sets it, as of a `WriteBox`
    tag: str = ""  # a figure beside its name: what it costs
    pale: bool = False  # it cannot be had now; the note says why

    def by(self, seat: int) -> LineMark | None:
        """The mark of a seat."""
        return next((mark for mark in self.marks if mark.seat == seat), None)


@dataclass(frozen=True, slots=True)
class Line:
    """Things in a row that each seat does for itself. An item without a target has `line:<id>:<item>`."""

    id: str
    name: str
    items: tuple[LineItem, ...]
    note: str = ""  # what full and hollow marks mean
    rule: str = ""
    sign: str = "disc"  # one of LINE_SIGNS

    def __post_init__(self) -> None:
        one_of(f"the sign of the line {self.name}", self.sign, LINE_SIGNS)
        if len({item.id for item in self.items}) != len(self.items):
            raise RulesError(f"two things of the line {self.name} have the same id")

    def target(self, item: LineItem) -> str:
        return item.target or f"line:{self.id}:{item.id}"


# -- the order of a round ----------------------------------------------------------------------------------------------
ACTION_STATES = ("", "ahead", "now", "done", "out")


@dataclass(frozen=True, slots=True)
class ActionBox:
    """One action of a round: "" while nothing is said of it, "out" when it is left out. Its target is `action:<id>`,
    unless another is given.
    """

    id: str
    name: str
    level: str = ""  # "3": the number written on it
    state: str = ""  # one of ACTION_STATES
    icon: str = ""
    target: str = ""

    def __post_init__(self) -> None:
        one_of(f"the action {self.name}", self.state, ACTION_STATES)

    @property
    def chosen_by(self) -> str:
        """The target that an option names to choose it."""
        return self.target or f"action:{self.id}"


@dataclass(frozen=True, slots=True)
class ActionRow:
    """The actions of a round in order, and the one left out; `first` is the seat that announces them."""

    boxes: tuple[ActionBox, ...]
    name: str = "Actions"
    first: int = -1
    rule: str = ""
