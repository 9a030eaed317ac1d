"""The public face of one game on the table: play, undo, branch, ask why not, explain, view, save."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from .. import bounds
from ..errors import IllegalAnswer, SaveError, cause, expect, shown, unknown
from ..runtime import sampling
from ..runtime.decision import CHANCE, Answer, LogEntry, Secret, asked_of
from ..runtime.dice import faces
from ..runtime.forecast import Forecast
from ..runtime.position import Position, trace_of
from ..runtime.requirement import Action
from ..runtime.system import System
from ..runtime.trace import Event, Trace
from ..state.declare import Declared
from ..tabletop import brief
from ..tabletop.table import Seat, Table, Target, with_asked
from ..wording import tokens
from . import commands, document, notation, plans, position_line
from .judged import judged
from .questions import covered, odds_of, question_for, question_of
from .tree import Tree
from .unread import Unread
from .views import DecisionView as DecisionView
from .views import Legal as Legal
from .views import Option as Option
from .views import View as View
from .views import WhyNot as WhyNot

Listener = Callable[["Game", str], None]
Line = list[tuple[Position, LogEntry]]  # positions that were played through, each with the answer that led to it


class Game:
    """A game being explored. `game.here` is a node of `game.tree`; nothing is lost by going back.

    Chance is answered by seeded luck unless `dice_by_hand` is set; scripted dice (`play(..., dice="1 1 4")`) come
    first.

    >>> import theomachy as th
    >>> game = th.new("demigods", players=["Aglaia", "Bronteas"], seed=7, preset="island")
    >>> line = game.fork("no temple").play("no more temples")
    >>> game.play("build c3")
    <Demigods, turn 1, Armies, Aglaia; Aglaia: Where are armies raised or disbanded? (2 answers)>
    >>> [game.tree.nodes[n].name for n in game.tree.nodes[game.undo().here].children]
    ['no temple', '']
    """

    def __init__(
        self,
        system: System,
        position: Position | None = None,
        *,
        seed: int | str = 0,
        dice_by_hand: bool = False,
        tree: Tree | None = None,
    ) -> None:
        self.system = system
        self.seed = seed
        self.dice_by_hand = dice_by_hand
        root = Position(system, system.start() if position is None else position.beginning)
        self.tree = tree if tree is not None else Tree(root)
        self.here = 0
        self.names = bounds.Names()  # notes about the whole game: "title", "event", ...
        self.keeps_pauses = False  # does somebody look on who must not learn that a question had no answer?
        self.notice = ""  # what is to be known of the file it came from: a damaged journal, say
        self.unread = Unread()  # what of that file does not hold under these rules; it stays in every file to come
        self._position = self.tree.nodes[0].position.clone()
        self._listeners: list[Listener] = []
        self._called = ""  # the name of the line that the next answer begins
        self._traces: OrderedDict[tuple[int, tuple[LogEntry, ...]], tuple[Declared, Trace]] = OrderedDict()
        if tree is None:
            line: Line = []
            for entry in position.log() if position is not None else ():
                self._take(entry.answer, line, entry.faces)
            self._settle(line)
            self._keep(line)

    # -- looking ------------------------------------------------------------------------------------------------------
    @property
    def slug(self) -> str:
        """The game's short name."""
        return self.system.slug

    @property
    def title(self) -> str:
        """The game's name for people."""
        return self.system.title

    @property
    def seed(self) -> int | str:
        """What luck begins with: a whole number or a short text."""
        return self._seed

    @seed.setter
    def seed(self, value: int | str) -> None:
        self._seed = sampling.seed(value)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players in turn order of seating."""
        return self.system.seats

    @property
    def position(self) -> Position:
        """The position that is looked at (do not play on it; use `play`)."""
        return self._position

    @property
    def state(self) -> Any:
        """The state that is looked at (read only)."""
        return self._position.state

    @property
    def over(self) -> bool:
        """Is the game over here?"""
        return self._position.decision is None

    @property
    def winners(self) -> tuple[str, ...]:
        """Names of the winners once the game is over."""
        return tuple(self.system.seats[w].name for w in self.system.winners(self.state)) if self.over else ()

    @property
    def decision(self) -> DecisionView | None:
        """What is asked now, with every option ready for people; None when the game is over."""
        ask = self._position.decision
        return None if ask is None else question_of(self.system, self.state, ask)

    @property
    def options(self) -> tuple[Option, ...]:
        """The legal answers; empty when the game is over."""
        decision = self.decision
        return decision.options if decision else ()

    def legal(self, viewer: int | str | None = None, *, all_seen: bool = True) -> Legal:
        """All that can be done now: the question with its options, and what may be done although nobody is asked.

        It can be gone through, counted and asked: `for option in game.legal()`, `"attack f4 g5" in game.legal()`. A
        viewer is told what he may know: his own options, and what he himself may do unasked; without `all_seen` and a
        viewer it is what a spectator may know.
        """
        seat = self.seat(viewer)
        whole = seat is None and all_seen
        decision = self.decision if whole else self._decision_for(seat)
        anytime = tuple(option for option in self._anytime() if whole or option.value[2] == seat)
        leaving = tuple(option for option in self._leaving() if whole or option.value[2] == seat)
        return Legal(decision, anytime, leaving)

    def _anytime(self) -> tuple[Option, ...]:
        """What somebody may do now although nobody is asked, in words such as "Bronteas: abjuration"."""
        system, s = self.system, self._position.state
        return tuple(
            Option(i, value, system.anytime_label(s, value), targets=system.anytime_targets(s, value))
            for i, value in enumerate(self._position.anytime_actions)
        )

    def _leaving(self) -> tuple[Option, ...]:
        """Whose players may leave the table for good now; empty in games that do not provide for it."""
        system, s = self.system, self._position.state
        return tuple(
            Option(i, value, system.unasked_label(s, value), targets=(f"seat:{value[2]}",))
            for i, value in enumerate(self._position.leavings)
        )

    def seat(self, who: int | str | None) -> int | None:
        """A seat by index, name, title or letters; None stays None (a spectator). Raises `UnknownName`."""
        if who is None or (isinstance(who, int) and not isinstance(who, bool) and 0 <= who < len(self.seats)):
            return who
        wanted = tokens(who) if isinstance(who, str) else ()
        for seat in self.seats:
            if wanted and wanted in map(tokens, (seat.name, seat.title, seat.letters)):
                return seat.index
        raise unknown("seat", who, [seat.name for seat in self.seats])

    def table(self, viewer: int | str | None = None, *, all_seen: bool = True) -> Table:
        """What lies on the table; with `all_seen` and no viewer nothing is hidden (the laboratory's own look)."""
        seat = self.seat(viewer)
        if seat is None and all_seen:
            return self.with_plans(self.system.table(self.state, None), None, all_seen=True)
        return self.with_plans(self.system.table(self.system.view(self.state, seat), seat), seat)

    def with_plans(self, table: Table, viewer: int | None, *, all_seen: bool = False) -> Table:
        """A table of the present position with who is asked and its sealed plans, as far as this viewer may know."""
        expect(table, Table, "plans are laid on a table")
        table = with_asked(table, self.asked(viewer, all_seen=all_seen))
        found = plans.sealing(self.system, self._position, self.tree, self.here, viewer, all_seen)
        if found is None:
            return table
        if not found.shown:
            s = self.state if all_seen else self.system.view(self.state, viewer)
            for plan in found.plans:
                if all_seen or plan.seat == viewer:
                    answers = plans.made(self.tree, self._position, self.here, plan.seat)
                    table = self.system.planned(s, table, plan.seat, answers)
        return replace(table, sealing=found)

    def asked(self, viewer: int | None = None, *, all_seen: bool = False) -> tuple[int, ...]:
        """The seats that are asked now, as far as this viewer may know: several while they plan in secret."""
        return asked_of(self._position.decision, viewer, all_seen=all_seen)

    def view(self, viewer: int | str | None = None) -> View:
        """The game as one seat, or a spectator, may see it: state, table, decision and log."""
        seat = self.seat(viewer)
        state = self.system.view(self.state, seat)
        table = self.with_plans(self.system.table(state, seat), seat)
        return View(seat, state, table, self._decision_for(seat), tuple(self._position.seen_by(seat)))

    def _decision_for(self, viewer: int | None) -> DecisionView | None:
        """The pending decision without what `viewer` may not see."""
        asked = self._position.decision
        return None if asked is None else question_for(self.system, self.state, asked, self.seat(viewer))

    # -- playing ------------------------------------------------------------------------------------------------------
    def play(self, *answers: Answer | Option, dice: str | Iterable[int] | None = None) -> Game:
        """Answer one or more decisions: options, raw values, or commands in words ("attack f4 g5").

        `dice` scripts the rolls that follow, in order, as faces ("1 1 4 / 6 2"). On any fault the game stays where it
        was (`IllegalAnswer` says what is offered). Returns the game itself.
        """
        before, line = self._position, list[tuple[Position, LogEntry]]()
        scripted = _scripted(dice)
        try:
            for answer in answers:
                if isinstance(answer, Option):
                    answer = answer.value
                typed = isinstance(answer, str) and not self._offers(answer)
                said = commands.spoken(self._position, answer) if typed else ()
                for one, shown in [(e.answer, e.faces) for e in said] if typed else [(answer, None)]:
                    self._take(one, line, shown)
                    self._settle(line, scripted)
            self._settle(line, scripted)
            if scripted:
                raise IllegalAnswer(f"{len(scripted)} scripted rolls were not used")
            self.tree.room(len(line))
        except BaseException:
            self._position = before
            raise
        self._keep(line)
        self._tell("play")
        return self

    def pass_pauses(self, *, alone: bool = False) -> Game:
        """Answer what is asked only lest somebody learn that there is nothing to ask: for tables where all is open.

        `alone`, where nobody else is there to learn it (one person against bots): also what has a single answer.
        """
        while (decision := self._position.decision) is not None and (self.pauses or (alone and self.foregone)):
            self.play(decision.options[0])
        return self

    @property
    def pauses(self) -> bool:
        """Is a question asked only lest somebody learn that there is nothing to ask, and nothing to do meanwhile?"""
        asked = self._position.decision
        return asked is not None and asked.idle and all(o[2] != asked.player for o in self._position.anytime_actions)

    @property
    def foregone(self) -> bool:
        """Is a question asked in private although it has one answer, and is there nothing to do meanwhile?"""
        asked = self._position.decision
        if asked is None or isinstance(asked, Secret) or not asked.private or len(asked.options) > 1:
            return False
        return all(o[2] != asked.player for o in self._position.anytime_actions)

    def leave(self, who: int | str) -> Game:
        """A player leaves the table for good, at whatever moment; the game goes on by its rules for that.

        It is an answer of the game like any other: saved, taken back, branched. Raises `IllegalAnswer` where the rules
        have no place for it, and for the last player. Returns the game itself.
        """
        seat = self.seat(who)
        option = next((o for o in self._leaving() if o.value[2] == seat), None)
        if option is None:
            name = "a spectator" if seat is None else self.seats[seat].name
            if not self.system.may_leave:
                raise IllegalAnswer(f"{name} cannot leave: the rules of {self.title} have no place for it")
            gone = seat is not None and self.system.absent(self.state) >> seat & 1
            why = "has left already" if gone else "cannot leave: the game is over, or nobody else is there to go on"
            raise IllegalAnswer(f"{name} {why}")
        return self.play(option)

    def _offers(self, answer: str) -> bool:
        decision = self._position.decision
        return decision is not None and answer in decision.options

    def _take(self, answer: Answer, line: Line, shown: Sequence[int] | None = None) -> None:
        """One answer, on a line that is not yet in the tree: if a later one fails, nothing is left of it."""
        position = self._position.clone()
        position.play(answer, shown)
        assert position.last is not None
        line.append((position, position.last))
        self._position = position

    def _keep(self, line: Line) -> None:
        for position, entry in line:
            self.here = self.tree.add(self.here, position, entry)
            if self._called:
                self.tree.nodes[self.here].name, self._called = self._called, ""

    def _settle(self, line: Line, scripted: list[list[int]] | None = None) -> None:
        """Let chance answer, as long as it is asked and nobody wants to do it by hand."""
        while (decision := self._position.decision) is not None and decision.player == CHANCE:
            if scripted and decision.dice is not None:
                thrown, (kind, n) = scripted.pop(0), decision.dice
                self._take(kind.thrown(n, thrown), line, thrown)
            elif self.dice_by_hand:
                return
            else:
                depth = self.tree.nodes[self.here].depth + len(line)
                self._take(sampling.sample_chance(decision, sampling.rng_at(self.seed, depth)), line)

    # -- going back, branching ----------------------------------------------------------------------------------------
    def go(self, node: int) -> Game:
        """Stand at any node of the tree."""
        self.tree.check(node)
        for child in self.tree.path(node)[1:]:
            self.tree.nodes[self.tree.nodes[child].parent].latest = child
        self.here, self._position = node, self.tree.nodes[node].position.clone()
        self._tell("go")
        return self

    def undo(self, times: int = 1) -> Game:
        """Back to the decision before the last that a person took (chance that followed it is taken back too)."""
        _often(times)
        node = self.here
        for _ in range(times):
            if self.tree.nodes[node].parent < 0:
                raise IllegalAnswer("there is nothing to undo: this is the beginning")
            node = self.tree.nodes[node].parent
            while not self.dice_by_hand and self._chance_at(node):
                if self.tree.nodes[node].parent < 0:
                    raise IllegalAnswer("there is nothing to undo: only chance has answered so far")
                node = self.tree.nodes[node].parent
        return self.go(node)

    def redo(self, times: int = 1) -> Game:
        """Forward along the line that was visited last."""
        _often(times)
        node = self.here
        for _ in range(times):
            child = self.tree.nodes[node].latest
            if child < 0:
                raise IllegalAnswer("there is nothing to redo: this is the end of the line")
            node = child
            while not self.dice_by_hand and self._chance_at(node) and self.tree.nodes[node].latest >= 0:
                node = self.tree.nodes[node].latest
        return self.go(node)

    def _chance_at(self, node: int) -> bool:
        decision = self.tree.nodes[node].position.decision
        return decision is not None and decision.player == CHANCE

    @property
    def can_undo(self) -> bool:
        """Is there a person's answer to take back?"""
        path = self.tree.path(self.here)[:-1]
        return any(self.dice_by_hand or not self._chance_at(node) for node in reversed(path))

    @property
    def can_redo(self) -> bool:
        """Has this position been gone on from?"""
        return self.tree.nodes[self.here].latest >= 0

    def fork(self, name: str = "") -> Game:
        """Another game at the same position; it shares the tree, so that its line shows up as a branch of this one.

        The name is that of the line: it stands at the position that the first answer of the fork leads to.
        """
        expect(name, str, "the name of a position is text")
        other = Game(self.system, seed=self.seed, tree=self.tree)
        other.here, other._position, other.dice_by_hand = self.here, self._position.clone(), self.dice_by_hand
        other.keeps_pauses, other.unread = self.keeps_pauses, self.unread
        other.names, other._listeners = self.names, list(self._listeners)
        other._called = bounds.text(name, "the name of a branch", bounds.MOST_TEXT)
        return other

    def copy(self) -> Game:
        """Another game at the same place, with a tree of its own: what is played in one is not seen in the other.

        Positions are shared as long as they are the same, so it costs little. Nobody who listens is taken along.
        """
        tree = Tree(self.tree.nodes[0].position)
        tree.nodes = [replace(node, children=list(node.children)) for node in self.tree.nodes]
        other = Game(self.system, seed=self.seed, dice_by_hand=self.dice_by_hand, tree=tree)
        other.here, other._position = self.here, self._position.clone()
        other.keeps_pauses, other.notice, other.unread = self.keeps_pauses, self.notice, self.unread
        other.names.update(self.names)
        return other

    def note(self, text: str, node: int | None = None) -> Game:
        """Write a note at a position. Raises `SaveError` for one that no file could hold."""
        at = self.tree.nodes[self.here if node is None else self.tree.check(node)]
        at.note = bounds.text(text, "a note", bounds.MOST_TEXT)
        self._tell("note")
        return self

    def remark(self, key: str, text: str) -> Game:
        """Write a remark about the whole game (`names`), "" takes it away. Raises `SaveError` as for a note."""
        if text or not isinstance(key, str):
            self.names[key] = text
        else:
            self.names.pop(key, None)
        self._tell("note")
        return self

    def sign(self, sign: str, node: int | None = None) -> Game:
        """Say what you think of the answer that led to a position: "!!", "!", "!?", "?!", "?", "??", or "" for nothing.

        Raises `SaveError` for another sign.
        """
        at = self.tree.nodes[self.here if node is None else self.tree.check(node)]
        if sign:
            bounds.remark("sign", sign)
        at.sign = sign
        self._tell("note")
        return self

    def mark(
        self,
        rings: Iterable[Target] | None = None,
        arrows: Iterable[tuple[int, int]] | None = None,
        node: int | None = None,
    ) -> Game:
        """Keep a person's marks at a position: ringed targets, areas joined by arrows; None leaves them as they are.

        Raises `SaveError` for marks that no file could hold.
        """
        at = self.tree.nodes[self.here if node is None else self.tree.check(node)]
        ringed = _rows(rings, str, "the rings are a list of targets such as 'area:3'")
        joined = _rows(arrows, tuple, "the arrows are a list of pairs of areas")
        bounds.remark("rings", list(ringed or ()))
        bounds.remark("arrows", [list(arrow) for arrow in joined or ()])
        at.rings = at.rings if ringed is None else ringed
        at.arrows = at.arrows if joined is None else joined
        self._tell("note")
        return self

    # -- explaining ---------------------------------------------------------------------------------------------------
    @property
    def trace(self) -> Trace:
        """What has happened since the last step began; when nothing has, the last step that took an answer."""
        segments = self._position.segments()
        if not segments[-1][1]:
            for segment in reversed(segments[:-1]):
                if segment[1]:
                    return self._trace(segment)
        return self._position.explain()

    def story(self, turns: int = 1) -> list[tuple[int, Event]]:
        """(depth, event) of all that happened in the last turns up to here, oldest first."""
        _often(turns, "how many turns the story goes back")
        found: list[Trace] = []
        segments = self._position.segments()
        now = self.system.moment(self.state)[0]
        for i in range(len(segments) - 1, -1, -1):
            base, _ = segments[i]
            found.append(self._position.explain() if i == len(segments) - 1 else self._trace(segments[i]))
            if self.system.moment(base)[0] <= now - turns:
                break
        return [pair for trace in reversed(found) for pair in trace.walk()]

    def _trace(self, segment: tuple[Declared, tuple[LogEntry, ...]]) -> Trace:
        """The trace of a finished step; kept, since the past does not change."""
        key = (id(segment[0]), segment[1])  # branches share a checkpoint and part in their answers
        if key not in self._traces:
            self._traces[key] = (segment[0], trace_of(self.system, segment))
            if len(self._traces) > 400:
                self._traces.popitem(last=False)
        return self._traces[key][1]

    # -- why not ------------------------------------------------------------------------------------------------------
    def why_not(
        self, action: str | tuple[Answer, ...], who: int | str | None = None, *, all_seen: bool = True
    ) -> WhyNot:
        """How each requirement of an action stands, legal or not. `action` is a command or (verb, *arguments).

        Without `all_seen` it is answered from what `who` may know (None: a spectator).
        """
        me = self._me(who, all_seen=all_seen)
        s = self.state if all_seen else self.system.view(self.state, self.seat(who))
        known = self.system.actions(s, me)
        expect(action, (str, tuple), "an action is a command or a tuple (verb, *arguments)")
        if isinstance(action, str):
            found, args = commands.read_action(self.system.argument_types, known, s, me, action)
        else:
            picked = next((a for a in known if action[:1] == (a.verb,)), None)
            if picked is None:
                raise unknown("action", action[0] if action else "", {a.verb for a in known})
            found, args = picked, commands.known_arguments(self.system.argument_types, picked, s, me, action[1:])
        return self.evaluate(found, args, me, s)

    def evaluate(self, action: Action, args: tuple[Any, ...], me: int, state: Any = None) -> WhyNot:
        """The answer to "why not?" for an action that is already understood, perhaps with its first arguments only.

        `state` is what the asker knows, as `system.view` gives it; by default the whole.
        """
        expect(action, Action, "an action is one of the game's own (`system.actions`)")
        expect(args, tuple, "the arguments of an action are a tuple")
        expect(me, int, "a seat is given by its number")
        expect(state if state is not None else self.state, type(self.state), "a state is one of this game's own")
        return judged(self.system, self.state if state is None else state, me, action, args)

    def _me(self, who: int | str | None, *, all_seen: bool = True) -> int:
        """Whose action is meant: that of who is asked, as far as this may be known, if nobody is named."""
        seat = self.seat(who)
        if seat is not None:
            return seat
        decision = self._position.decision if all_seen else self._decision_for(None)
        if decision is not None and decision.player >= 0:
            return decision.player
        return max(self.system.moment(self.state)[2], 0)

    # -- odds ---------------------------------------------------------------------------------------------------------
    def odds(self, viewer: int | str | None = None, *, all_seen: bool = True) -> tuple[Forecast, ...]:
        """Bars for the roll that is due, or for the rolls that the present options lead to.

        As for `table`, nothing is hidden with `all_seen` and no viewer; a seat learns what follows from its view alone.
        """
        seat, ask = self.seat(viewer), self._position.decision
        if seat is not None or not all_seen:
            if isinstance(ask, Secret):  # of plans in secret, the own alone
                ask = ask.asks.get(-1 if seat is None else seat)
            elif ask is not None and covered(ask, seat):
                ask = None
            return () if ask is None else odds_of(self.system, self.system.view(self.state, seat), ask)
        return () if ask is None else odds_of(self.system, self.state, ask)

    # -- keeping ------------------------------------------------------------------------------------------------------
    def save(self, path: str | Path | None = None) -> str:
        """The whole game with its branches as one JSON document; written atomically when a path is given.

        Raises `SaveError` when it could not be read again, or the file cannot be written.
        """
        if path is not None:
            expect(path, (str, Path), "where a game is kept is a path")
        text = document.dump(self)
        if path is not None:
            try:
                document.write(Path(path), text)
            except OSError as fault:
                raise SaveError(f"{path!s:.300} cannot be written: {cause(fault)}") from fault
            except ValueError as fault:  # a NUL in the name, or half a sign
                raise SaveError(f"{shown(str(path))} cannot be written: that is no name of a file") from fault
        return text

    def line(self, seat: int | str | None = None) -> str:
        """The position on one line of text, which `th.position` opens; for a seat, only what that seat may know."""
        return position_line.write(self, self.seat(seat))

    def notation(self) -> str:
        """The whole game with its lines, notes and signs as text for people, which `th.notation` reads back."""
        return notation.write(self)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call `listener(game, what)` after every change; returns a function that stops it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def _tell(self, what: str) -> None:
        faults = []
        for listener in list(self._listeners):  # one that fails (a journal on a full disk) keeps nobody from hearing it
            try:
                listener(self, what)
            except Exception as fault:
                faults.append(fault)
        if faults:
            raise faults[0]

    def __repr__(self) -> str:
        decision = self._position.decision
        waits = f"over, won by {', '.join(self.winners) or 'nobody'}"
        if decision:
            n = len(decision.options)
            asked = f"{self.system.name_of(decision.player)}: {self.system.prompt(self.state, decision)}"
            waits = f"{asked} ({n} answer{'' if n == 1 else 's'})"
        return f"<{self.title}, {self.system.where(self.state)}; {waits}>"

    def __str__(self) -> str:
        """The board in brief, and who is asked what: for `print`."""
        return f"{brief.board(self.table())}\n{self!r}"


def _often(n: object, what: str = "how often") -> None:
    """Raises `IllegalAnswer` for anything but a whole number that is not below 0."""
    expect(n, int, f"{what} is a whole number")
    if isinstance(n, int) and n < 0:
        raise IllegalAnswer(f"{what} is a whole number from 0 on, not {shown(n)}")


def _scripted(dice: str | Iterable[int] | None) -> list[list[int]]:
    """The rolls that follow, as faces."""
    if isinstance(dice, str):
        return [faces(part) for part in dice.split("/")]
    thrown = _rows(dice, int, 'dice are written as faces, such as "6 6 4 1" or [6, 6, 4, 1]')
    return [] if thrown is None else [list(thrown)]


def _rows(given: Any, kind: type, what: str) -> tuple[Any, ...] | None:
    """A list whose parts are of one kind; None stays None. Raises `IllegalAnswer`."""
    if given is None:
        return None
    expect(given, Iterable, what)
    found = tuple(given)
    if isinstance(given, str | bytes) or any(not isinstance(part, kind) for part in found):
        raise IllegalAnswer(f"{what}, not {shown(given)}")
    return found
