"""The models of what frames a page: bar, fronts, stages, tabs, key, measured lines, tracks, players, timeline."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from .common import Chosen, Figure, Named, Nothing, Seated, Token


class ActionBox(Chosen):
    id: str
    name: str
    level: str | int
    state: str
    icon: str
    said: str


class ActionRow(TypedDict):
    """The announced actions of a round in order."""

    name: str
    boxes: list[ActionBox]
    first: Named | None
    rule: str


class BarWho(TypedDict):
    seats: list[Token]
    text: str


class BarView(TypedDict):
    k: int | str
    label: str
    short: str
    t: Token | None


class BarLeaveSeat(TypedDict):
    seat: int
    name: str
    t: Token


class BarLeave(TypedDict):
    open: bool
    rule: str
    text: str
    seats: list[BarLeaveSeat]


class BarModel(TypedDict):
    actions: ActionRow | Nothing
    title: str
    place: str
    where: str
    phases: list[tuple[str, str]]  # (label, at)
    who: BarWho
    renderer: str
    board: str  # The name of the board for who does not see it.
    undo: bool
    redo: bool
    views: list[BarView]
    view: int | str
    theme: str
    locked: bool
    curtain: bool  # Several people pass this screen on.
    error: str
    notice: str  # What is to be known of the file of the game.
    name: str
    pen: bool
    compare: bool
    lines: bool
    marked: bool
    leave: BarLeave | None
    bots: str  # "due": a bot is asked, "on": bots play some seats, "": none does.


class FrontsTab(TypedDict):
    k: str
    name: str
    t: NotRequired[Token]
    figure: NotRequired[str]
    closed: NotRequired[bool]
    may: NotRequired[bool]


class FrontsAskEnd(TypedDict):
    i: int
    label: str


class FrontsAsk(TypedDict):
    t: Token | None
    prompt: str
    button: str
    ends: list[FrontsAskEnd]


class FrontsModel(TypedDict):
    tabs: list[FrontsTab]
    on: str
    ask: NotRequired[FrontsAsk | None]  # The question in one line, where the main place leaves it no room.


class StagesStage(TypedDict):
    name: str
    note: str
    state: str
    jump: bool


class StagesWaiting(TypedDict):
    """A fight that waits until the one inside it is over: the tokens of its two sides, and what is to come of it."""

    a: Token
    b: Token
    say: str
    note: str


class StagesModel(TypedDict):
    stages: list[StagesStage]
    waits: NotRequired[list[StagesWaiting]]  # Fights that this one is inside of.
    by: NotRequired[Token]  # Who began the inner one.


class AsidesTab(TypedDict):
    k: str
    name: str
    n: str


class AsidesModel(TypedDict):
    """The tabs of the side column; what is `opened` comes to the front, `key`: the key of the board is open."""

    tabs: list[AsidesTab]
    opened: dict[str, str | int | None]
    key: bool


class CurtainSeat(TypedDict):
    seat: int
    name: str
    t: Token | None
    asked: bool


class CurtainModel(TypedDict):
    asked: str  # Who is asked, in words; "" while nobody at this screen is.
    one: bool  # Just one is: the first of the seats.
    seats: list[CurtainSeat]


class ZoomModel(TypedDict):
    on: bool
    name: str
    fight: bool


class LegendRow(TypedDict):
    kind: str
    name: str
    text: str
    rule: str
    pictures: list[str]


class LegendModel(TypedDict):
    """What the signs of a board mean; `pictures` are by day and at night."""

    open: bool
    rows: list[LegendRow]


class MeasuredModel(TypedDict):
    """A line between two things, and how each thing along it stands."""

    name: str
    title: str
    words: str
    clear: bool
    rows: list[tuple[bool, str, str, str]]  # (holds, text, fact, rule)
    rule: str
    things: list[tuple[str, str]]  # (target, name)
    start: str
    end: str
    fault: str


class BoardSheetTab(TypedDict):
    k: int
    name: str
    n: int  # How many of its areas can be chosen now.


class BoardsheetsModel(TypedDict):
    """The sheets of a board: which is `at` (-1: all). `asked`: nobody has said, and narrow pages show the `first`."""

    at: int
    asked: bool
    first: int
    sheets: list[BoardSheetTab]


class BoardWay(TypedDict):
    """A printed way, where it leads, what it serves, and who stands there: tokens, and how many of whom."""

    k: str
    name: str
    start: str
    ends: list[str]
    serves: str
    there: list[Token]
    come: str
    may: bool


class WaysModel(TypedDict):
    rows: list[BoardWay]
    whole: bool


class NotesModel(TypedDict):
    notes: list[str]


class TrackMarker(Named):
    """A track that all share: a marker a seat, where the next count takes it, and flags where something happens."""

    at: int
    next: int | None
    icon: str
    guest: bool  # It is no score, and hangs below the track.


class TracksTrackFlag(TypedDict):
    at: int
    name: str
    icon: str


class TracksTrack(TypedDict):
    name: str
    cells: list[str]
    at: int
    rule: str
    note: str
    house: bool
    markers: list[TrackMarker]
    flags: list[TracksTrackFlag]


class TracksModel(TypedDict):
    tracks: list[TracksTrack]
    notes: list[str]


class StripSeat(Seated):
    letters: str
    status: str
    you: bool  # the person at this screen
    figures: list[Figure]
    books: list[tuple[str, list[int], list[int]]]  # (name, squares: 0 empty, 1 full, 2 of no use now; groups)
    spark: list[float]
    now: bool
    brief: str
    extra: str  # a figure that this player alone has, in words
    pick: NotRequired[str]  # The target, while this player may be chosen.
    closed: str  # Why nobody may look at the sheet now; of its figures the first alone is there.


class StripModel(TypedDict):
    seats: list[StripSeat]


class Branch(TypedDict):
    b: int
    at: int
    n: int
    name: str
    o: str


class TimelineTurn(TypedDict):
    label: str
    marks: list[tuple[int, str, int]]  # (k, owner, kind)


class ChanceSpot(TypedDict):
    """A point of the graph: its place on the line, the chance and half its interval in per cent (None: no figure)."""

    k: int
    turn: int
    p: float | None
    e: float
    fault: str


class ChanceSwing(TypedDict):
    at: int  # the spot before it
    o: str
    came: str


class ChanceSeat(TypedDict):
    i: int
    o: str
    name: str
    on: bool


class ChanceStrip(TypedDict):
    """The chance to win under the timeline; `term` is what the game calls its turns."""

    who: str
    term: str
    seats: list[ChanceSeat]
    spots: list[ChanceSpot]
    swings: list[ChanceSwing]
    says: str
    note: str


class TimelineMenu(TypedDict):
    """What the menu of the timeline opens; with "" it is not offered."""

    graph: Literal["", "off", "on"]
    report: Literal["", "off", "on"]


class TimelineModel(TypedDict):
    turns: list[TimelineTurn]
    now: int
    last: int
    branches: list[Branch]
    names: dict[str, str]
    command: int
    unit: str
    event: int | None
    begin: bool
    end: bool
    by: NotRequired[str]  # A replay goes by events, and play at its end begins it again.
    anew: NotRequired[bool]
    chance: NotRequired[ChanceStrip | None]  # of a dashboard alone, as is the menu
    menu: NotRequired[TimelineMenu]
