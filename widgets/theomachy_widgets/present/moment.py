"""What a person looks at: the choices of the screen (`ViewState`), and a game as that person may see it (`Moment`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from theomachy.engine.game import plans
from theomachy.engine.game.game import DecisionView, Game
from theomachy.engine.runtime.decision import CHANCE, QUIET_NO, Answer, LogEntry
from theomachy.engine.runtime.forecast import Forecast
from theomachy.engine.runtime.position import Position, trace_of
from theomachy.engine.runtime.trace import Event
from theomachy.engine.tabletop.sheet import WAITS, Sheet
from theomachy.engine.tabletop.table import HAZARD, NEUTRAL, Card, Piece, Place, Ray, Seat, Table, Target

from ..scene.buildings import silhouette
from ..scene.grounds import look_of
from ..scene.style import owner_colour
from .bout import VisibleEvent, muster, with_fallen
from .calculating import Calculation
from .charted import Charted
from .hinted import Hinted
from .measuring import Measure, measured
from .reread import TwoReadings
from .sought import Sought

if TYPE_CHECKING:
    from theomachy.play.telling import Told

THEMES = ("auto", "light", "dark")
RENDERERS = ("canvas", "svg")
ALL, SPECTATOR = "all", "spectator"
View = int | str  # a seat, ALL (the laboratory's own look) or SPECTATOR
LEAST_STORY = 24  # events: how a turn ended is still told while the next one has hardly begun
SIZES = {"great": 5, "toothed": 4, "elite": 3, "common": 2, "place": 1}


@dataclass
class Why:
    """The open question "why not?": typed, or picked from the list of actions and from the board."""

    text: str = ""
    action: int = -1  # index into the actions of the seat
    args: list[Any] = field(default_factory=list)
    error: str = ""
    lit: bool = False  # light what would be legal
    note: str = ""  # why it stands there once more


@dataclass
class Thinks:
    """A bot that thinks now: its seat, what it is called, and how far it is, where that may be told."""

    seat: int
    name: str
    done: int = 0
    of: int = 0


@dataclass
class ViewState:
    """The choices of one screen; nothing in here belongs to the game."""

    view: View = ALL
    locked: bool = False
    curtain: bool = False  # several people pass this screen on
    drawn: bool = False  # between two of them: the curtain is drawn
    bots: frozenset[int] = frozenset()  # the seats that no person plays: bots, or nobody yet
    bots_wait: bool = False  # a bot is asked, and waits to be told to go on
    thinks: Thinks | None = None  # the bot that thinks now
    whyof: int | None = None  # the position whose bot is asked for its reason
    reason: Told | None = None  # that reason, once it is found
    reasoned: tuple[int, int] = (0, 0)  # how far it is looked for
    seating: bool = False  # the list of who plays which seat is open
    theme: str = "auto"
    renderer: str = "canvas"  # "svg" is the accessible board
    stamp: int = 0  # counts the changes of the game: an answer to an older picture is refused
    event: int | None = None
    glance: int | None = None
    picked: list[Target] = field(default_factory=list)  # targets that narrow the options
    path: tuple[Any, ...] = ()  # first parts of the options that narrow them
    find: str = ""
    hot: int | None = None  # the option that the solid button answers
    pointed: int | None = None  # the option under the pointer: its lines are drawn
    why: Why | None = None
    rule: str = ""
    sheet: int | None = None
    hand: int | None = None
    tab: str = ""
    ink: int | None = None  # whose ink the map shows, -1 nobody's; None: as the game tells
    front: str = ""  # what stands in the main place: "board", "cards", "side" or the number of a seat; "": as asked
    rules: str = ""
    error: str = ""
    told: bool = False  # the notice about the file of the game has been read
    name: str = ""  # the name that the next new branch gets
    plays: int = 0  # how often play or pause was asked by key
    by: str = "answer"  # what the buttons of the timeline step by
    sought: Sought | None = None  # the goal that is asked about: can it be reached?
    readings: TwoReadings | None = None  # the two readings of the rules that are compared
    hints: Hinted | None = None  # what was asked for, and found so far
    leaving: int | None = None  # whose leaving is to be confirmed; -1: who leaves is still to be said
    pen: bool = False  # clicks on the board draw marks instead of answering
    zoom: bool = True  # a fight is drawn larger
    near: bool = False  # so is, without a fight, where something may be done: for a small screen
    middle: int | None = None  # the area round which, once somebody has looked elsewhere
    boardsheet: int | None = None  # the sheet of the board that is seen alone, -1: all of them; None: nobody has said
    boardsheet_at: int = 0  # the `stamp` at which that was said
    beyond: tuple[int, ...] = ()  # areas to which a way leads that somebody has looked along
    asked: bool = False  # the list of rules shows only those with an open question
    legend: bool = False  # the key of the board is open
    objective: str = ""  # of the advice that is asked for
    plan: int | None = None  # the plan of it whose distribution is shown
    measure: Measure | None = None  # what is measured on the board
    calculation: Calculation | None = None  # the calculator, while it is open
    other: int | None = None  # the end of the line that is compared with the present position
    charted: Charted | None = None  # the chance to win under the timeline, while it is open
    study: int = 0  # how many positions were asked to be chapters of a study
    report: bool = False  # is the report of the game shown below?

    def let_go(self) -> None:
        """Forget what has been picked for the present decision."""
        self.picked, self.path, self.find, self.hot, self.plan = [], (), "", None, None
        self.pointed = self.leaving = None


class Memory:
    """What does not change and is costly to make again: traces of finished steps, figures of past positions."""

    def __init__(self) -> None:
        self.traces: dict[tuple[int, tuple[LogEntry, ...]], tuple[Any, list[tuple[int, Event]]]] = {}
        self.figures: dict[tuple[int, View], tuple[list[float], list[dict[str, int]]]] = {}
        self.musters: dict[tuple[Any, ...], Table] = {}  # the tables at the beginnings of fights
        self.printed: dict[str, list[str]] = {}  # names of things -> where their values are printed, once somebody asks
        self.scenarios: dict[str, list[str]] | None = None  # rule -> files that show it, once somebody asks
        self.rows: tuple[list[VisibleEvent], list[dict[str, Any]]] | None = None  # a story and its rows
        self.last: dict[str, tuple[Position, View, Any]] = {}  # of the position that was looked at last, by name

    def of_position(self, name: str, position: Position, view: View, make: Callable[[], Any]) -> Any:
        """What hangs on the position and the view alone: most clicks change neither. (A played position is another.)"""
        found = self.last.get(name)
        if found is None or found[0] is not position or found[1] != view:
            found = self.last[name] = (position, view, make())
        return found[2]

    def trace(self, game: Game, segment: tuple[Any, tuple[LogEntry, ...]]) -> list[tuple[int, Event]]:
        """The events of a finished step."""
        key = (id(segment[0]), segment[1])  # branches share a checkpoint and part in their answers
        if key not in self.traces:
            if len(self.traces) > 200:
                self.traces.clear()
            self.traces[key] = (
                segment[0],
                list(trace_of(game.system, segment).walk()),
            )  # the base is kept: ids stay true
        return self.traces[key][1]


class Moment:
    """A game at this moment, seen by the viewer of a look."""

    def __init__(self, game: Game, view_state: ViewState, memory: Memory | None = None) -> None:
        self.game, self.view_state = game, view_state
        self.memory = memory if memory is not None else Memory()
        self.system = game.system
        self.all = view_state.view == ALL
        self.viewer: int | None = view_state.view if isinstance(view_state.view, int) else None
        self._colours: dict[int | str, str] = {}
        self.kept: dict[str, Any] = {}  # what several panels ask of this moment, by name

    # -- what is seen -------------------------------------------------------------------------------------------------
    def seen(self, state: Any) -> Any:
        """A state without what the viewer may not know."""
        return state if self.all else self.system.view(state, self.viewer)

    def table_of(self, state: Any) -> Table:
        """What lies on the table in a state."""
        return self.system.table(self.seen(state), self.viewer)

    @cached_property
    def state(self) -> Any:
        """The present state, seen."""
        return self.seen(self.game.state)

    @cached_property
    def table(self) -> Table:
        """The present table."""
        found: Table = self._of_position("table", self._table)
        return found

    def _table(self) -> Table:
        table = self.system.table(self.state, self.viewer)
        return self.game.with_plans(table, self.viewer, all_seen=self.all)

    def of_position(self, name: str, make: Callable[[], Any]) -> Any:
        """What hangs on the position and the view alone, made once."""
        return self._of_position(name, make)

    def _of_position(self, name: str, make: Callable[[], Any]) -> Any:
        return self.memory.of_position(name, self.game.position, self.view_state.view, make)

    @cached_property
    def shown(self) -> Table:
        """The table on the board: of the event that is looked at, or the present one."""
        told = self.told
        table = self.table if told is None or told.event.state is None else self.table_of(told.event.state)
        ink = self.view_state.ink
        if ink is not None and ink != table.ink and table.layers:
            table = replace(table, ink=ink)
        first, known = muster(self) if table.fight is not None else None, self.memory.musters
        if first is None:
            return table
        key = (self.view_state.view, first.node, first.event.answers, first.text)
        if key not in known:
            if len(known) > 30:
                known.clear()
            known[key] = self.table_of(first.event.state)
        return with_fallen(table, known[key])

    @cached_property
    def decision(self) -> DecisionView | None:
        """The pending decision, seen."""

        def seen() -> DecisionView | None:
            return self.game.decision if self.all else self.game.legal(self.viewer, all_seen=False).decision

        found: DecisionView | None = self._of_position("decision", seen)
        return found

    @cached_property
    def forecasts(self) -> tuple[Forecast, ...]:
        """The bars of the decision that is due."""
        found: tuple[Forecast, ...] = self._of_position("odds", lambda: self.game.odds(self.viewer, all_seen=self.all))
        return found

    @cached_property
    def path(self) -> list[int]:
        """The positions from the beginning to here."""
        return self.game.tree.path(self.game.here)

    @cached_property
    def may_answer(self) -> bool:
        """May this screen answer? A locked one answers for its own seat only, and none for a bot."""
        d = self.decision
        if d is None or d.hidden or d.player in self.view_state.bots:
            return False
        return not self.view_state.locked or d.player == self.viewer or (d.kind == "secret" and bool(d.options))

    @cached_property
    def me(self) -> int | None:
        """The seat of the person at this screen: whose view it is, else the only one that no bot plays."""
        bots = self.view_state.bots
        if not self.all:
            return None if self.viewer in bots else self.viewer
        people = [seat.index for seat in self.seats if seat.index not in bots]
        return people[0] if bots and len(people) == 1 else None

    def status(self, sheet: Sheet) -> str:
        """What a player does now, for the row of a table: "to act", "waits", and which of them is "you"."""
        if sheet.seat != self.me:
            return sheet.status
        return "you" if sheet.status == WAITS else f"you, {sheet.status}"

    def hides(self, entry: LogEntry) -> bool:
        """May the viewer not know what was answered?"""
        return not self.all and entry.owner not in (None, self.viewer)

    def silent(self, entry: LogEntry) -> bool:
        """May the viewer not even know that somebody was asked?"""
        return not self.all and entry.quiet and entry.who != self.viewer and entry.answer in QUIET_NO

    # -- what of the tree is seen -------------------------------------------------------------------------------------
    @cached_property
    def unfinished(self) -> list[int]:
        """The positions since the plans began that are being made here in secret; none for who sees all."""
        return [] if self.all else plans.unfinished(self.game.tree, self.game.here, self.game.position)

    @cached_property
    def cuts(self) -> frozenset[int]:
        """Positions that no other line is seen to leave: while plans are made, an earlier try would tell of them."""
        if self.all or plans.open_secret(self.game.position) is None:
            return frozenset()
        since = self.unfinished
        return frozenset([*since, self.game.tree.nodes[since[0]].parent if since else self.game.here])

    def visible(self, run: list[int]) -> list[int]:
        """The positions of a run, up to its last one, that the viewer may know of.

        Left out are quiet questions, and what others have answered in plans that are not all in at the end of the run:
        not even how many answers there are.
        """
        nodes = self.game.tree.nodes
        if self.all or not run:
            return run
        sealed = {*self.unfinished, *plans.unfinished(self.game.tree, run[-1])}
        found = []
        for n in run:
            entry = nodes[n].entry
            others = entry is not None and entry.who != self.viewer and not entry.what.startswith("!")
            if entry is None or not (self.silent(entry) or (others and n in sealed)):
                found.append(n)
        return found

    def depth(self, node: int) -> int:
        """How many answers that the viewer may know of led to a position."""
        tree = self.game.tree
        return tree.nodes[node].depth if self.all else len(self.visible(tree.path(node))) - 1

    @cached_property
    def stands(self) -> int:
        """The last position on the way here that the viewer may know of: its marks and names are his."""
        return self.visible(self.path)[-1]

    @cached_property
    def line(self) -> list[int]:
        """The positions of the present line where the viewer may stand, from the beginning.

        A screen of one player sees nothing beyond plans that are being made: the line might tell of them.
        """
        tree = self.game.tree
        cut = self.view_state.locked and bool(self.cuts)
        return self.visible(self.path if cut else tree.line(self.game.here))

    # -- the story ----------------------------------------------------------------------------------------------------
    @cached_property
    def story(self) -> list[VisibleEvent]:
        """All that happened in the present turn and the one before it as far as it is short, oldest first."""
        found: list[VisibleEvent] = self._of_position("story", self._story)
        return found

    def _story(self) -> list[VisibleEvent]:
        game, out = self.game, []
        segments = game.position.segments()
        path = self.path
        now = self.system.moment(game.state)[0]
        after = len(path) - 1
        for i in range(len(segments) - 1, -1, -1):
            base, entries = segments[i]
            after -= len(entries)
            events = (
                list(game.position.explain().walk()) if i == len(segments) - 1 else self.memory.trace(game, segments[i])
            )
            out.append(
                [
                    self._told(depth, e, path[max(0, min(after + e.answers, len(path) - 1))])
                    for depth, e in events
                    if self.all or not e.hidden(self.viewer)
                ]
            )
            told = sum(map(len, out))
            if (self.system.moment(base)[0] < now and told >= LEAST_STORY) or told > 400:
                break
        return [told for part in reversed(out) for told in part]

    def _told(self, depth: int, event: Event, node: int) -> VisibleEvent:
        secret = not self.all and event.secret is not None and event.secret[0] != self.viewer
        return VisibleEvent(depth, event, event.text if self.all else event.seen(self.viewer), secret, node)

    @cached_property
    def told(self) -> VisibleEvent | None:
        """The event at which the board stands."""
        k = self.view_state.event
        return self.story[k] if k is not None and 0 <= k < len(self.story) else None

    @cached_property
    def seen_state(self) -> Any:
        """The state at which the board stands, seen: of the event that is looked at, or the present one."""
        told = self.told
        return self.state if told is None or told.event.state is None else self.seen(told.event.state)

    @cached_property
    def ray(self) -> tuple[Ray | None, str]:
        """The line that somebody measures at the board, and what went wrong."""
        return measured(self.system, self.seen_state, self.view_state.measure)

    # -- signs --------------------------------------------------------------------------------------------------------
    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.table.seats

    def colour(self, owner: int | str) -> str:
        """The word of an owner's colour; chance is "chance", nobody "rule"."""
        if owner not in self._colours:
            self._colours[owner] = self._colour(owner)
        return self._colours[owner]

    def _colour(self, owner: int | str) -> str:
        if owner == CHANCE:
            return "chance"
        if isinstance(owner, int) and not 0 <= owner < len(self.seats):
            who = self._nobody(owner)
            return owner_colour(who.colour, self.seats) if who is not None else "rule"
        return owner_colour(owner, self.seats)

    def seat_token(self, seat: int) -> dict[str, Any] | None:
        """The token of a player, or of an owner that nobody plays."""
        who = self._nobody(seat) if not 0 <= seat < len(self.seats) else self.seats[seat]
        return {"o": self.colour(seat), "i": who.icon} if who is not None else None

    def seat_name(self, seat: int) -> str:
        """What a player is called at the table, or an owner that nobody plays."""
        who = self._nobody(seat) or self.seats[seat]
        return who.title or who.name

    def person(self, seat: int) -> str:
        """Who plays a seat, with what he plays where that is another name: his own first, that in brackets."""
        who = self.seats[seat]
        return f"{who.name} ({who.title})" if who.title and who.title != who.name else who.name

    def _nobody(self, owner: int) -> Seat | None:
        return next((each for each in self.table.nobodys if each.index == owner), None)

    def piece_token(self, piece: Piece) -> dict[str, Any]:
        """The token of pieces."""
        found: dict[str, Any] = {"o": self.colour(piece.owner), "i": piece.icon}
        if form := silhouette(piece.form):
            found["f"] = form
        if piece.size == "toothed":
            found["r"] = "toothed"
        if piece.count > 1:
            found["n"] = piece.count
        mark = next((x for x in piece.marks if x in ("kill", "pain")), "")
        if mark:
            found["m"] = mark
        return found

    @cached_property
    def _pieces(self) -> dict[Target, Piece]:
        beside = [p for sheet in self.table.sheets for _, pieces in sheet.pieces for p in pieces]
        return {p.target: p for p in (*beside, *self.table.pieces)}

    @cached_property
    def _places(self) -> dict[Target, Place]:
        return {place.target: place for place in self.table.places}

    def pictured(self, value: Answer) -> tuple[Target, ...]:
        """What an answer to the present decision is about: things whose token may stand beside it."""
        asked = self.game.position.decision
        return () if asked is None else self.system.pictured(self.state, asked, value)

    @cached_property
    def _best(self) -> dict[int, Piece]:
        """The piece that stands for an area: the largest that is somebody's; none where several owners have some."""
        best: dict[int, Piece] = {}
        owners: dict[int, set[int]] = {}
        for p in self.table.pieces:
            if p.area >= 0 and isinstance(p.owner, int):
                owners.setdefault(p.area, set()).add(p.owner)
        for p in self.table.pieces:
            if len(owners.get(p.area, ())) > 1:
                continue
            if (
                p.area >= 0
                and p.owner != HAZARD
                and (p.area not in best or SIZES.get(p.size, 2) > SIZES.get(best[p.area].size, 2))
            ):
                best[p.area] = p
        return best

    @cached_property
    def cards(self) -> dict[Target, Card]:
        """The cards that the viewer may see, by target."""
        return {c.target: c for hand in self.table.hands for c in hand.cards if c.name}

    @cached_property
    def stacks(self) -> dict[Target, dict[str, Any]]:
        """The signs of the cards that lie in stacks, by target."""
        return {
            stack.target: {"o": self.colour(hand.seat), "i": stack.icon} if not stack.kind else {"i": stack.icon}
            for hand in self.table.hands
            for stack in hand.stacks
            if stack.target
        }

    def sign(self, targets: tuple[Target, ...]) -> dict[str, Any] | None:
        """The token or icon that stands for what an option points at: its last target that has one."""
        for target in reversed(targets):
            if target in self._pieces:
                return self.piece_token(self._pieces[target])
            kind, _, rest = target.partition(":")
            if kind == "card" and target in self.cards:
                return {"i": self.cards[target].icon}
            if kind == "card" and target in self.stacks:
                return self.stacks[target]
            if target in self._places:
                place = self._places[target]
                return {"o": self.colour(NEUTRAL if place.holder is None else place.holder), "i": place.icon}
            if kind == "piece" and (face := self.system.face(self.state, target)) is not None:
                return self.piece_token(face)
            if kind == "area" and look_of(self.table.board).crowded:
                continue  # many stand there, and none for all
            if kind == "area" and rest.isdigit() and int(rest) in self._best:
                return self.piece_token(self._best[int(rest)])
            if kind == "seat" and rest.isdigit():
                return self.seat_token(int(rest))
        faces = (self.system.face(self.state, target) for target in reversed(targets))
        return next((self.piece_token(piece) for piece in faces if piece is not None), None)

    # -- history ------------------------------------------------------------------------------------------------------
    def history(self) -> list[tuple[str, list[float], list[dict[str, int]]]]:
        """(turn, strength a seat, figures a seat) at the first position of every turn up to here, and here."""
        tree, out, last = self.game.tree, [], None
        path = self.path
        for node in path:
            turn = tree.nodes[node].moment[0]
            if turn != last or node == path[-1]:
                out.append((str(turn), *self._figures(node)))
                last = turn
        return out

    def _figures(self, node: int) -> tuple[list[float], list[dict[str, int]]]:
        key = (node, self.view_state.view)
        if key not in self.memory.figures:
            state = self.game.state if node == self.game.here else self.game.tree.nodes[node].position.state
            seen = self.seen(state)
            self.memory.figures[key] = (
                [round(float(x), 2) for x in self.system.strength(seen)],
                [dict(f) for f in self.system.figures(seen)],
            )
        return self.memory.figures[key]
