"""A position is a checkpoint and the answers given since; the coroutine is never kept, only run again.

The checkpoint is the state at the start of the current step (an action, a phase's turn), or at a marked point inside a
long one. A clone shares everything and runs nothing until somebody looks; undo is one answer fewer; a fault in the
rules leaves the position as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic

from ..errors import IllegalAnswer, RulesError, shown
from ..plain import Json
from ..state.declare import Declared
from ..state.typing import S
from .decision import CHECKPOINT, LEAVES, QUIET_NO, Answer, Asking, Checkpoint, Decision, LogEntry, Secret
from .trace import Trace

if TYPE_CHECKING:
    from .system import System

new = tuple.__new__  # an entry an answer: the call of a named tuple costs three times as much
EVERY = 8  # of the checkpoints of the past so many-th are kept
MOST_ANSWERS, MOST_STEPS, MOST_NESTED = 5_000, 2_000, 20  # within one step; silent steps in a row; any-time actions
STEPS = range(MOST_STEPS)
CUT = 1  # a checkpoint inside a step is taken when at least so many answers would have to be run again (never 0)


class Segment:
    """The past: a chain of (checkpoint, the answers that led on from it).

    Of the checkpoints of steps that are over only every eighth is kept, since to keep them all takes longer than to
    make them; `lacking` says how many before this one were not. Whoever looks back runs those few steps again.
    """

    __slots__ = ("_base", "entries", "inner", "lacking", "past")
    lacking: int

    def __init__(self, past: Segment | None, base: Any, entries: tuple[LogEntry, ...], inner: bool, every: int) -> None:
        self.past, self.entries, self.inner = past, entries, inner  # inner: it ended at a checkpoint inside a step
        self.lacking = 0 if past is None or past.lacking >= every - 1 else past.lacking + 1
        self._base = None if self.lacking else base

    def base(self, system: System[Any]) -> Any:
        """The checkpoint; one that was not kept is made again, and those before it, and then they stay."""
        if self._base is None:
            run = [self]
            while run[-1]._base is None:
                assert run[-1].past is not None  # the first of all was kept
                run.append(run[-1].past)
            again = Replayed(system, run[-1]._base, [entry for part in reversed(run) for entry in part.entries])
            found = again.steps()
            for part, base in zip(reversed(run), found, strict=False):  # silent steps may have followed
                part._base = base
        return self._base


class Position(Generic[S]):
    """One moment of a game. Nobody may write to `state`; to change something, play or build another position."""

    _every = EVERY
    __slots__ = ("_decision", "_script", "_state", "_waiting", "base", "entries", "past", "system")

    def __init__(
        self,
        system: System[S],
        base: S,
        entries: list[LogEntry] | tuple[LogEntry, ...] = (),
        past: Segment | None = None,
    ) -> None:
        self.system, self.base, self.entries, self.past = system, base, list(entries), past
        self._script: Asking[None] | bool | None = None  # None: asleep; True: over
        self._state: Any = None  # a state, while awake
        self._decision: Decision | None = None
        self._waiting: list[tuple[Any, Decision]] = []

    # -- looking ------------------------------------------------------------------------------------------------------
    @property
    def state(self) -> S:
        """The state at this moment (plain data; read only)."""
        if self._script is None:
            self._wake()
        state: S = self._state
        return state

    @property
    def decision(self) -> Decision | None:
        """What is asked now; None when the game is over."""
        if self._script is None:
            self._wake()
        return self._decision

    @property
    def anytime_actions(self) -> tuple[Answer, ...]:
        """What somebody may do at this moment although nobody is asked ("at any time")."""
        decision = self.decision
        return () if decision is None else self.system.anytime_at(self._state, decision)

    @property
    def leavings(self) -> tuple[Answer, ...]:
        """Whose players may leave the table for good at this moment: ("!", "leaves", seat) each.

        Such an answer is kept, taken back and played again like any other; no bot gives it, since nothing offers it.
        """
        if self.decision is None or not self.system.may_leave:
            return ()
        return tuple(("!", LEAVES, seat) for seat in self.system.leavers(self._state))

    @property
    def unasked(self) -> tuple[Answer, ...]:
        """All that the gate lets through although nobody is asked for it."""
        return (*self.anytime_actions, *self.leavings)

    # -- playing ------------------------------------------------------------------------------------------------------
    def play(self, answer: Answer, faces: Sequence[int] | None = None) -> None:
        """Answer the decision. Raises `IllegalAnswer` for anything that is not offered, and changes nothing then.

        `faces` are kept with the answer of a roll; they must be faces of its dice that give exactly this answer.
        """
        if self._script is None:
            self._wake()
        decision = self._decision
        if decision is None:
            raise IllegalAnswer("the game is over: nothing is asked any more")
        jump = type(answer) is tuple and bool(answer) and answer[0] == "!"
        options = self.unasked if jump else decision.options
        try:
            if type(answer) is bool or type(answer) is float:
                raise ValueError
            answer = options[options.index(answer)]  # the option itself: a look-alike (1.0, a numpy int) is not kept
        except (TypeError, ValueError):
            said = shown(answer, 200)
            raise IllegalAnswer(
                f"{said} is not possible at this moment"
                if jump
                else f"{said} is not offered by the question {decision.what!r}"
            ) from None
        thrown = None if faces is None else _shown(decision, answer, faces)
        base, past, entries, known = self.base, self.past, self.entries, len(self.entries)
        try:
            self._take(answer, thrown)
        except BaseException:  # a fault in the rules, or Ctrl-C: as if nothing had happened
            self.base, self.past, self.entries = base, past, entries[:known]
            self._script = None
            raise

    def _take(self, answer: Answer, faces: tuple[int, ...] | None = None) -> None:
        asked, trace = self._decision, self._state.trace
        assert asked is not None
        if type(answer) is tuple and answer and answer[0] == "!":
            self._act_anytime(answer, asked)
        elif type(asked) is Secret:
            mine = asked.asks[answer[0]]
            self._note(LogEntry(answer[0], mine.what, answer, mine.owner, mine.quiet))
            if asked.take(answer):
                self._send(dict(asked.given))
        else:
            entry = new(LogEntry, (asked.player, asked.what, answer, asked.owner, asked.quiet, faces))
            if trace is None and len(self.entries) < MOST_ANSWERS:
                self.entries.append(entry)
            else:
                self._note(entry)
                if trace is not None and asked.owner is None and not asked.quiet:
                    trace.heard(asked, entry)
            self._send(answer)

    def _act_anytime(self, answer: Answer, asked: Decision) -> None:
        self._note(LogEntry(answer[2], f"!{answer[1]}", answer))
        _ = asked.options  # a menu that was begun before the any-time action must not be finished after it
        script = None
        if answer[1] == LEAVES:
            self.system.leave(self._state, answer[2])
        else:
            script = self.system.act_anytime(self._state, answer)
        if script is None:
            asked.stale()
            if (given := self._passed_by(asked)) is not None:
                self._send(given)
            return
        # it asks something itself: the waiting rule waits a little longer
        if len(self._waiting) >= MOST_NESTED:
            script.close()  # it never began
            raise RulesError("any-time actions inside any-time actions without end")
        self._waiting.append((self._script, asked))
        self._script = script
        self._send(None)

    def _passed_by(self, asked: Decision) -> Answer | None:
        """What the rules answer themselves to a question whose player has left, if it is handed on to nobody."""
        if not self.system.may_leave or not (absent := self.system.absent(self._state)):
            return None
        if type(asked) is Secret:
            while (gone := next((player for player in asked.waiting if absent >> player & 1), -1)) >= 0:
                if asked.take((gone, self.system.lapse(self._state, asked.asks[gone]))):
                    return dict(asked.given)
        elif asked.player >= 0 and absent >> asked.player & 1:
            if (answer := self.system.lapse(self._state, asked)) is not None:
                return answer
            gone = asked.player if asked.instead_of < 0 else asked.instead_of
            asked.player, asked.instead_of = self.system.stands_in(self._state, gone), gone
        return None

    def _note(self, entry: LogEntry) -> None:
        if len(self.entries) >= MOST_ANSWERS:
            raise RulesError(f"one step takes more than {MOST_ANSWERS} answers ({self._where()})")
        self.entries.append(entry)
        if self._state.trace is not None:
            self._state.trace.answers = len(self.entries)

    def _wake(self, trace: Trace | None = None) -> None:
        before = self.base, self.past
        known, self.entries, self._state, self._waiting = self.entries, [], self.base.copy(), []
        if trace is not None:
            self._state.trace = trace
            trace.source = self._state
        try:
            if self.system.over(self._state):
                self._script, self._decision = True, None
                return
            self._script = self.system.step(self._state)
            self._send(None)
            for entry in known:
                self._take(entry.answer, entry.faces)
        except BaseException:
            (self.base, self.past), self.entries, self._script = before, known, None
            raise

    def _send(self, answer: Answer) -> None:
        state = self._state
        for _ in STEPS:
            script = self._script
            try:
                asked = script.send(answer)  # type: ignore[union-attr]
            except StopIteration:
                if self._waiting:  # an any-time action has ended
                    self._script, self._decision = self._waiting.pop()
                    self._decision.stale()
                    if (answer := self._passed_by(self._decision)) is None:
                        return
                    continue
                if state.trace is not None and not self.system.over(state) and state.trace.one_step:
                    self._script, self._decision = True, None
                    return
                self._cut(inner=False)
                if self.system.over(state):
                    self._script, self._decision = True, None
                    return
                self._script, answer = self.system.step(state), None
                continue
            except RecursionError as fault:
                raise RulesError(f"rules call one another without end ({self._where()})") from fault
            if type(asked) is not Checkpoint:
                self._decision = asked
                if type(asked) is Secret:
                    asked.began = len(self.entries)
                if not self.system.may_leave or (answer := self._passed_by(asked)) is None:
                    return
                continue
            if asked is CHECKPOINT and len(self.entries) >= CUT and not self._waiting:
                self._cut(inner=True)
            answer = None
        self._script.close()  # type: ignore[union-attr]  # perhaps it never began
        raise RulesError(f"more than {MOST_STEPS} steps without a decision ({self._where()})")

    def _where(self) -> str:
        recent = [entry.what for entry in self.entries[-4:]]
        return f"in {self.system.where(self._state)}, after {', '.join(recent) or 'nothing'}"

    def _cut(self, *, inner: bool) -> None:
        if self._state.trace is not None:
            return
        self.past = Segment(self.past, self.base, tuple(self.entries), inner, self._every)
        self.base, self.entries = self._state.copy(), []

    # -- going back, branching ----------------------------------------------------------------------------------------
    def clone(self) -> Position:
        """Another position at the same moment; shares the checkpoint and the past, runs nothing yet."""
        return Position(self.system, self.base, self.entries, self.past)

    def undo(self) -> Position:
        """The position before the last answer. Raises `IllegalAnswer` at the very beginning."""
        if self.entries:
            return Position(self.system, self.base, self.entries[:-1], self.past)
        segment = self.past
        while segment is not None and not segment.entries:  # steps that asked nothing are stepped over
            segment = segment.past
        if segment is None:
            raise IllegalAnswer("there is nothing to undo: this is the beginning")
        return Position(self.system, segment.base(self.system), segment.entries[:-1], segment.past)

    def log(self) -> list[LogEntry]:
        """All answers from the beginning."""
        parts, segment = [tuple(self.entries)], self.past
        while segment is not None:
            parts.append(segment.entries)
            segment = segment.past
        return [entry for part in reversed(parts) for entry in part]

    def seen_by(self, viewer: int | None) -> list[LogEntry]:
        """The log as one player (None: a spectator) may see it: no draw of others, no early secret, no quiet "no"."""
        early = self.unrevealed()
        seen = []
        for entry in self.log():
            if entry.who != viewer and (id(entry) in early or (entry.quiet and entry.answer in QUIET_NO)):
                continue
            hidden = entry.owner not in (None, viewer)
            seen.append(entry._replace(answer=None, faces=None) if hidden else entry)
        return seen

    def pending(self) -> list[Decision]:
        """What is asked now, and the questions that wait while an any-time action goes on."""
        now = self.decision
        return [] if now is None else [now, *(decision for _, decision in self._waiting)]

    def unrevealed(self) -> set[int]:
        """Answers of plans that are not all done, also while an any-time action goes on: not even their number
        is seen.
        """
        found: set[int] = set()
        for decision in self.pending():
            if isinstance(decision, Secret):
                found |= {
                    id(e)
                    for e in self.entries[decision.began :]
                    if e.who in decision.plans and not e.what.startswith("!")
                }
        return found

    @property
    def last(self) -> LogEntry | None:
        """The last answer; None at the very beginning."""
        if self.entries:
            return self.entries[-1]
        segment = self.past
        while segment is not None and not segment.entries:
            segment = segment.past
        return segment.entries[-1] if segment is not None else None

    @property
    def beginning(self) -> S:
        """The state from which everything was played."""
        segment = self.past
        if segment is None:
            return self.base
        while segment.past is not None:
            segment = segment.past
        first: S = segment.base(self.system)
        return first

    # -- explaining ---------------------------------------------------------------------------------------------------
    def explain(self) -> Trace:
        """The tree of what has happened in the current step so far, made by running it again."""
        began, entries, segment = None, tuple(self.entries), self.past
        while segment is not None and segment.inner:  # the segment with which the step began
            began, entries, segment = segment, segment.entries + entries, segment.past
        base = self.base if began is None else began.base(self.system)
        return _replay(self.system, (base, entries), one_step=False)

    def segments(self) -> list[tuple[Declared, tuple[LogEntry, ...]]]:
        """All steps from the beginning: (state at the start, answers); inner checkpoints are joined.

        The last is unfinished.
        """
        parts = [(self.base, tuple(self.entries), False)]
        segment = self.past
        while segment is not None:
            parts.append((segment.base(self.system), segment.entries, segment.inner))
            segment = segment.past
        found: list[tuple[Declared, tuple[LogEntry, ...]]] = []
        open_base: Any = None
        gathered: tuple[LogEntry, ...] = ()
        for base, entries, inner in reversed(parts):
            open_base, gathered = (base if open_base is None else open_base), gathered + entries
            if not inner:
                found.append((open_base, gathered))
                open_base, gathered = None, ()
        return found


class Replayed(Position):
    """Steps that are run again for their checkpoints, all of which are kept."""

    __slots__ = ()
    _every = 1

    def steps(self) -> list[Any]:
        """The checkpoints at which steps began that are over, in order."""
        self._wake()
        found, segment = [], self.past
        while segment is not None:
            found.append(segment._base)
            segment = segment.past
        return found[::-1]


class Playout(Position):
    """A game that is only played on: no past, no clone, no undo, no explanation, and so nothing that must be kept.

    For bulk play, whose games can be played again from their seed. It does not outlive a fault in the rules.
    """

    __slots__ = ()

    def __init__(self, position: Position) -> None:
        super().__init__(position.system, position.base, position.entries)
        super()._wake()  # stands where the other stands, with a state of its own

    def _wake(self, trace: Trace | None = None) -> None:
        raise RulesError("a playout does not outlive a fault: play the game again from its beginning")

    def _cut(self, *, inner: bool) -> None:
        self.entries = []

    def give(self, answer: Answer) -> None:
        """Answer with one of the options of the decision. They are not looked through for it: whoever drew it from
        them knows that it is there, and of a long menu that look is a tenth of a random game.
        """
        asked = self._decision
        if type(asked) is not Decision or (type(answer) is tuple and answer[:1] == ("!",)):
            self._take(answer)
            return
        if len(self.entries) >= MOST_ANSWERS:
            raise RulesError(f"one step takes more than {MOST_ANSWERS} answers ({self._where()})")
        self.entries.append(asked)  # type: ignore[arg-type]  # for `_where` alone: there is no log
        self._send(answer)

    def clone(self) -> Position:
        raise _no_past()

    def undo(self) -> Position:
        raise _no_past()

    def log(self) -> list[LogEntry]:
        raise _no_past()

    def explain(self) -> Trace:
        raise _no_past()

    def segments(self) -> list[tuple[Declared, tuple[LogEntry, ...]]]:
        raise _no_past()

    @property
    def last(self) -> LogEntry | None:
        raise _no_past()

    @property
    def beginning(self) -> Any:
        raise _no_past()


def _no_past() -> RulesError:
    return RulesError("a playout has no past: ask the position that it began from")


def _shown(asked: Decision, answer: Answer, faces: Sequence[int]) -> tuple[int, ...]:
    """The faces of a roll, when they give this answer. Raises `IllegalAnswer`."""
    if asked.dice is None or (isinstance(answer, tuple) and answer[:1] == ("!",)):
        raise IllegalAnswer(f"faces of dice do not answer {asked.what!r}")
    dice, n = asked.dice
    if (come := dice.thrown(n, faces)) != answer:
        raise IllegalAnswer(f"the faces {' '.join(map(str, faces))} give {dice.say(come)}, not {dice.say(answer)}")
    return tuple(int(face) for face in faces)


def trace_of(system: System, segment: tuple[Declared, tuple[LogEntry, ...]]) -> Trace:
    """The tree of one finished step."""
    return _replay(system, segment, one_step=True)


def _replay(system: System, segment: tuple[Declared, tuple[LogEntry, ...]], *, one_step: bool) -> Trace:
    trace = Trace()
    trace.seats = (*system.seats, *system.nobodys)
    trace.filed = system.answer_to_file
    trace.one_step, trace.seed = one_step, repr(system.moment(segment[0]))
    again = Position(system, segment[0], segment[1])
    again._wake(trace)
    again._state.trace = None
    return trace


def answer_from_json(value: Json) -> Any:
    """Lists of a JSON document as tuples, as answers are."""
    return tuple(map(answer_from_json, value)) if isinstance(value, list) else value
