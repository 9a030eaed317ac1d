"""What happened, as a tree of events; each keeps the state after it.

A trace is made on demand, by running a step again with the trace switched on, so that play pays nothing. Rules report
with `report` and `group`; both do nothing while nobody looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any, Protocol
from zlib import crc32

from ..tabletop.table import Arrow, Seat, Target
from ..wording import acted
from . import sampling
from .decision import CHANCE, Answer, Decision
from .dice import Dice, Outcome

if TYPE_CHECKING:
    from .decision import LogEntry

Source = tuple[str, int | str, str]  # where a number came from: name, figure, rule id


class Traced(Protocol):
    """A state that may carry a trace."""

    trace: Any

    def copy(self) -> Any: ...


class Event:
    """One thing that happened, or could have happened.

    `kind` is "did", "not used" (a power that was there and did nothing; `note` says why), "chance" or "rule".
    `answers` counts the answers of the step that had been given before the event, so that one can branch here.
    """

    __slots__ = (
        "_faces",
        "_seed",
        "answers",
        "args",
        "arrow",
        "children",
        "dice",
        "figure",
        "kind",
        "note",
        "rule",
        "secret",
        "state",
        "template",
        "touched",
        "who",
        "why",
    )

    def __init__(self, rule: str, template: str, args: tuple[Any, ...]) -> None:
        self.rule, self.template, self.args = rule, template, args
        self.kind, self.who, self.figure, self.note = "did", -2, "", ""
        self.touched: tuple[Target, ...] = ()
        self.arrow: Arrow | None = None
        self.dice: tuple[Dice, int, Outcome] | None = None
        self._faces: tuple[int, ...] | None = None
        self._seed = ""
        self.why: tuple[Source, ...] = ()
        self.secret: tuple[int, str] | None = None  # (who alone may read it, the text for others; "": see `hidden`)
        self.state: Any = None
        self.answers = 0
        self.children: list[Event] = []

    @classmethod
    def of(
        cls,
        rule: str,
        template: str,
        args: tuple[Any, ...],
        who: int,
        kind: str,
        figure: str,
        note: str,
        touched: tuple[Target, ...],
        arrow: Arrow | None,
        dice: tuple[Dice, int, Outcome] | None,
        why: list[Source] | None,
        secret: tuple[int, str] | None,
    ) -> Event:
        """The event of what is told."""
        event = cls(rule, template, args)
        event.who, event.kind, event.figure, event.note, event.touched = who, kind, figure, note, touched
        event.arrow, event.dice, event.why, event.secret = arrow, dice, tuple(why or ()), secret
        if dice is not None and kind == "did":
            event.kind = "chance" if who == CHANCE else "did"
        return event

    @property
    def text(self) -> str:
        """The sentence, for those who may know everything."""
        return self.template.format(*self.args)

    @property
    def beside(self) -> str:
        """The figure as it stands beside the sentence; none where the sentence has it, for nothing is said twice."""
        said, text = f" {self.figure}", self.text
        return "" if text.endswith(said) or (" " in self.figure and f"{said}:" in text) else self.figure

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces of its dice: those that were thrown or typed, else some that come to the same.

        The latter are chosen by a seed, so that they are the same whenever they are shown. Empty without dice, and when
        what is told is no outcome of its dice.
        """
        if self._faces is None:
            self._faces = () if self.dice is None else sampling.faces(*self.dice, self._seed)
        return self._faces

    def hidden(self, viewer: int | None) -> bool:
        """May `viewer` not even know that there was something? (Secret, with no text for the others.)"""
        return self.secret is not None and self.secret[0] != viewer and not self.secret[1]

    def seen(self, viewer: int | None) -> str:
        """The sentence as `viewer` (None: a spectator) may read it."""
        if self.secret and self.secret[0] != viewer:
            return self.secret[1]
        return self.text

    def walk(self, depth: int = 0) -> Iterator[tuple[int, Event]]:
        """All events below this one, with their depth."""
        for child in self.children:
            yield depth, child
            yield from child.walk(depth + 1)


NOBODY = -2


class Trace:
    """The events of one step (or of several, joined)."""

    words = True  # are sentences read? One that only counts has none made

    def __init__(self, state: Traced | None = None) -> None:
        self.source = state
        self.root = Event("", "", ())
        self.answers = 0
        self.one_step = False  # stop when the step ends, instead of going on to the next
        self.seats: tuple[Seat, ...] = ()  # who acts, for people
        self.filed: Callable[[Answer], Answer] = lambda answer: answer  # an answer as files hold it
        self.seed = ""  # of the faces that nobody has seen: what everybody may know of the moment
        self._public = 0  # a checksum of the answers of the step that everybody may know
        self._rolls: list[tuple[str, tuple[Dice, int, Outcome], tuple[int, ...] | None, str]] = []  # not told yet
        self._open = [self.root]

    def tell(self, *what: Any) -> Any:
        """What `report` and `group` tell, in the order of `Event.of`; returns what `enter` is to be told."""
        return self.add(Event.of(*what))

    def add(self, event: Event) -> Event:
        """Hang an event under the one that is open, with a copy of the state."""
        event.answers = self.answers
        if event.dice is not None:
            self._lay(event, event.dice)
        if self.source is not None:
            event.state = self.source.copy()
        self._open[-1].children.append(event)
        return event

    def heard(self, asked: Decision, entry: LogEntry) -> None:
        """An answer that everybody may know; a roll waits for the event that tells of it."""
        self._public = crc32(repr((entry.who, entry.what, self.filed(entry.answer))).encode(), self._public)
        if asked.dice is not None:
            seed = f"{self.seed}/{self._public}"
            self._rolls.append((asked.rule, (*asked.dice, entry.answer), entry.faces, seed))

    def _lay(self, event: Event, dice: tuple[Dice, int, Outcome]) -> None:
        """Give an event the faces of its roll: the first that was not told yet, of its own rule if there is one."""
        event._seed = f"{self.seed}/{self._public}"
        same = [roll for roll in self._rolls if roll[1] == dice]
        if same:
            roll = next((roll for roll in same if roll[0] == event.rule), same[0])
            self._rolls.remove(roll)
            event._faces, event._seed = roll[2], roll[3]

    def enter(self, event: Event) -> None:
        self._open.append(event)

    def leave(self) -> None:
        event = self._open.pop()
        if self.source is not None:
            event.state = self.source.copy()  # after everything that it caused

    def walk(self) -> Iterator[tuple[int, Event]]:
        """All events with their depth, in order."""
        return self.root.walk()

    def __iter__(self) -> Iterator[Event]:
        return (event for _, event in self.walk())

    def __len__(self) -> int:
        return sum(1 for _ in self.walk())

    def told(self, event: Event) -> str:
        """The sentence of an event, with whoever acts."""
        return told(event, event.text, self.seats)

    def __str__(self) -> str:
        return "\n".join(
            f"{'  ' * d}{self.told(e)}{f'  {e.beside}' if e.beside else ''}  [{e.rule}]" for d, e in self.walk()
        )


def told(event: Event, text: str, seats: Sequence[Seat]) -> str:
    """A sentence of an event as its reader may know it, with whoever acts: a printed line has no mark beside it."""
    if not text or not 0 <= event.who < len(seats):
        return text
    seat = seats[event.who]
    return acted(text, seat.name, seat.title, seat.many)


class _Group(AbstractContextManager[None]):
    def __init__(self, trace: Trace, event: Event) -> None:
        self.trace, self.event = trace, event

    def __enter__(self) -> None:
        self.trace.enter(self.event)

    def __exit__(self, *_: object) -> None:
        self.trace.leave()


_NOTHING: AbstractContextManager[None] = nullcontext()


def report(
    s: Traced,
    rule: str,
    template: str,
    *args: Any,
    who: int = NOBODY,
    kind: str = "did",
    figure: str = "",
    note: str = "",
    touched: tuple[Target, ...] = (),
    arrow: Arrow | None = None,
    dice: tuple[Dice, int, Outcome] | None = None,
    why: list[Source] | None = None,
    secret: tuple[int, str] | None = None,
) -> None:
    """Report an event; nothing is done unless somebody traces."""
    if s.trace is not None:
        s.trace.tell(rule, template, args, who, kind, figure, note, touched, arrow, dice, why, secret)


def group(
    s: Traced,
    rule: str,
    template: str,
    *args: Any,
    who: int = NOBODY,
    kind: str = "did",
    figure: str = "",
    note: str = "",
    touched: tuple[Target, ...] = (),
    arrow: Arrow | None = None,
    why: list[Source] | None = None,
) -> AbstractContextManager[None]:
    """Report an event and hang under it whatever happens inside the `with` block."""
    if s.trace is None:
        return _NOTHING
    event = s.trace.tell(rule, template, args, who, kind, figure, note, touched, arrow, None, why, None)
    return _Group(s.trace, event)
