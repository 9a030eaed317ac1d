"""What a game answers with: options and questions for people, what can be done, "why not?", the view of one seat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import overload

from ..runtime.decision import Answer, LogEntry
from ..runtime.requirement import Verdict
from ..state.declare import Declared
from ..tabletop.table import Table, Target


@dataclass(frozen=True, slots=True)
class Option:
    """One legal answer, for people: `label`, one line of why (`detail`), one figure, and what it is on the table."""

    index: int
    value: Answer
    label: str
    detail: str = ""
    figure: str = ""
    targets: tuple[Target, ...] = ()
    chance: float | None = None  # for chance: how likely

    def __repr__(self) -> str:
        return f"<Option {self.index}: {self.label}>"


@dataclass(frozen=True, slots=True)
class DecisionView:
    """What is asked now, as one viewer may see it; `options` is empty when he may not see them."""

    player: int
    who: str
    kind: str
    what: str
    prompt: str
    rule: str
    options: tuple[Option, ...]
    hidden: bool = False

    def __repr__(self) -> str:
        n = "hidden" if self.hidden else f"{len(self.options)} answer{'' if len(self.options) == 1 else 's'}"
        return f"<{self.who}: {self.prompt} ({n})>"

    def __str__(self) -> str:
        """The question, and every answer with its number, as `Game.play` takes them."""
        rows = list[str]()
        for o in self.options:
            figure = " ".join(o.figure.split())  # a screen shows some in two lines
            rows.append(f"  {o.index + 1:>3}  {o.label}{f'  ({figure})' if figure else ''}")
        return "\n".join([f"{self.who}: {self.prompt}", *rows])


@dataclass(frozen=True, slots=True)
class WhyNot:
    """How every requirement of an action stands, and what of the same kind would be legal."""

    action: str
    rule: str
    legal: bool
    verdicts: tuple[Verdict, ...]
    instead: tuple[str, ...] = ()  # labels of legal ways to do the same thing at its proper moment
    instead_targets: tuple[Target, ...] = ()

    @property
    def faults(self) -> tuple[Verdict, ...]:
        """The requirements that fail."""
        return tuple(v for v in self.verdicts if not v.holds)

    def __bool__(self) -> bool:
        return not self.legal

    def __str__(self) -> str:
        head = f"{self.action}: " + (
            "legal" if self.legal else f"{len(self.verdicts) - len(self.faults)} hold, {len(self.faults)} fail"
        )
        lines = []
        for v in self.verdicts:
            fact, fault = f" ({v.fact})" if v.fact else "", f": {v.fault}" if v.fault else ""
            lines.append(f"  {'holds' if v.holds else 'FAILS'}  {v.text}{fact}{fault}  [{v.rule}]")
        return "\n".join([head, *lines])


@dataclass(frozen=True, slots=True)
class Legal:
    """What can be done now, as python-chess has legal moves: every option in order, unasked ones last."""

    decision: DecisionView | None
    anytime: tuple[Option, ...] = ()
    leaving: tuple[Option, ...] = ()

    @property
    def options(self) -> tuple[Option, ...]:
        """The answers to what is asked."""
        return self.decision.options if self.decision is not None else ()

    @property
    def _all(self) -> tuple[Option, ...]:
        return (*self.options, *self.anytime, *self.leaving)

    def __iter__(self) -> Iterator[Option]:
        return iter(self._all)

    @overload
    def __getitem__(self, at: int) -> Option: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Option, ...]: ...
    def __getitem__(self, at: int | slice) -> Option | tuple[Option, ...]:
        """An option by its place in that order, from 0; several by a slice."""
        return self._all[at]

    def __len__(self) -> int:
        return len(self.options) + len(self.anytime) + len(self.leaving)

    def __contains__(self, answer: object) -> bool:
        """Is an option, a raw value or a label among them?"""
        wanted = answer.value if isinstance(answer, Option) else answer
        return any(wanted in (option.value, option.label) for option in self)

    def __repr__(self) -> str:
        more = f", {len(self.anytime)} at any time" if self.anytime else ""
        return f"<{len(self.options)} answers{more}>"

    def __str__(self) -> str:
        if not len(self):
            return "nothing: the game is over" if self.decision is None else str(self.decision.prompt)
        return "\n".join(f"{'! ' if option in self.anytime else ''}{option.label}" for option in self)


@dataclass(frozen=True, slots=True)
class View:
    """A game as one seat (None: a spectator) may see it. Everything in here is safe to show that person."""

    viewer: int | None
    state: Declared
    table: Table
    decision: DecisionView | None
    log: tuple[LogEntry, ...]
