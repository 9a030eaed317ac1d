"""The models of the page of a simulation."""

from __future__ import annotations

from typing import TypedDict


class SimbarModel(TypedDict):
    title: str
    line: str
    start: str  # what the button says; "" where there is nothing to begin
    pause: str  # "Pause", "Go on", ""
    cancel: str
    table: bool  # may be taken as CSV
    home: bool  # games of this simulation are played on: the way back
    error: str


class SimSeat(TypedDict):
    o: str
    i: str
    name: str
    a: str  # the bot under A
    b: str  # under B, "" for the same


class SimOption(TypedDict):
    """An option of the game, or a ruling: `words` are (value, words for people)."""

    name: str
    title: str
    words: list[tuple[str, str]]
    a: str
    b: str


class SimsetModel(TypedDict):
    state: str  # waiting, running, paused, stopped at 412, done; "" before the start
    fixed: bool
    games: list[tuple[str, str]]
    slug: str
    counts: list[int]
    players: int
    options: list[SimOption]
    seats: list[SimSeat]
    bots: list[tuple[str, str]]
    rulings: list[tuple[str, str]]  # name, question
    ruling: SimOption | None  # the one that is settled
    key: str  # a component value that is another one
    such: str  # one that this game has
    values: tuple[str, str]
    house: str  # what the value is if nothing is said
    two: bool  # A against B
    n: int
    ns: list[int]
    stop: str
    stops: list[tuple[str, str]]
    seed: str
    place: str  # machine, cluster
    machine: str
    cluster: str  # address of its scheduler
    clusters: bool  # may one be named here
    python: str
    unfinished: list[tuple[str, str, str]]  # folder, title, line: those that can go on


class SimWin(TypedDict):
    o: str
    i: str
    name: str
    p: float
    e: float
    b: tuple[float, float] | None  # the same under B
    d: tuple[float, float, bool] | None  # what B adds to A, half its interval, and whether that is clear


class SimPlaces(TypedDict):
    heads: list[str]
    rows: list[tuple[str, str, str, list[tuple[float, int] | None]]]  # owner, icon, name, cells: per cent, games


class SimPoint(TypedDict):
    n: int
    p: float
    e: float


class SimSettle(TypedDict):
    o: str
    name: str
    points: list[SimPoint]
    n: int


class SimFault(TypedDict):
    side: str
    number: int
    what: str
    answers: int
    seconds: str
    opens: bool


class SimDifference(TypedDict):
    what: str
    a: str
    b: str
    d: str
    clear: bool


class SimviewModel(TypedDict):
    done: int
    n: int
    left: str
    said: str  # for who listens: at most every ten seconds another
    figures: list[tuple[str, str]]
    warn: tuple[str, str] | None  # strong, plain
    measure: str
    measures: list[tuple[str, str]]
    title: str
    note: str
    even: float
    wins: list[SimWin]
    places: SimPlaces | None
    placed: str
    lengths: list[tuple[str, int, float]]
    term: str
    settle: SimSettle | None
    faults: list[SimFault]
    out: str
    differences: list[SimDifference]
    pairs: int
    empty: str
    ahead: list[tuple[str, str, str]]  # before the start, what will stand there: its sketch, title, what it tells
