"""What a look for hints has found, for people: proposals with gain, error and reason, and what each would leave."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from math import sqrt

from ..engine.runtime.decision import Answer
from ..engine.wording import signed
from .moves import Step

FIGURES = "The figure: strength some twenty answers later, less that of now."


@dataclass(frozen=True, slots=True)
class Hint:
    """One proposal. `gain` is how much better the seat is expected to stand than now, in the strength of the game
    (its own less that of the strongest other), `error` half of the 95 % interval, None after a single walk.

    `wins` is the share of walks that the seat won, where most came to the end of the game: then it is what counts.
    `equal`: it is as good as the first within the error. `line` are the answers of the seat until its action is over;
    `label` and `onward` are these as moves in words, the first one and those that follow.
    """

    answer: Answer
    label: str
    gain: float
    error: float | None
    walks: int
    equal: bool
    wins: float | None = None
    reason: str = ""
    line: tuple[Step, ...] = ()
    onward: tuple[str, ...] = ()

    @property
    def figure(self) -> str:
        """The gain as people read it: "+4.8 ± 0.6", near the end "wins 62 % ± 9"."""
        if self.wins is not None:
            half = 196 * sqrt(max(self.wins * (1 - self.wins), 0.25 / self.walks) / self.walks)
            return f"wins {100 * self.wins:.0f} % \u00b1 {min(half, 100):.0f}"
        return signed(self.gain) + (f" \u00b1 {self.error:.1f}" if self.error is not None else "")


@dataclass(frozen=True, slots=True)
class LeftRow:
    """One figure that the proposals change: how it is now, and what each leaves (None: not known yet)."""

    name: str
    now: float
    each: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Hints:
    """Up to three proposals, best first. `note` says why there are none, or that there is nothing to choose.

    `looked` of `options` were tried so far; `settled` is set once all were, and the best ones often.
    """

    seat: int | None = None
    who: str = ""
    question: str = ""
    best: tuple[Hint, ...] = ()
    options: int = 0
    looked: int = 0
    walks: int = 0
    settled: bool = False
    note: str = ""
    fault: str = ""
    leaves: tuple[LeftRow, ...] = ()

    @property
    def progress(self) -> str:
        """How far it has looked, in words."""
        if not self.options:
            return ""
        if not self.settled:
            return f"looking: {self.looked} of {self.options}"
        return f"of {self.options}, {self.walks:,} walks"

    @property
    def gains(self) -> bool:
        """Is any figure a gain?"""
        return any(hint.walks and hint.wins is None for hint in self.best)

    def __str__(self) -> str:
        if self.fault or not self.best:
            return self.fault or self.note
        lines = [f"{self.who}: {self.question}  ({self.progress})"]
        for at, hint in enumerate(self.best, 1):
            same = "  as good, within the error" if hint.equal and at > 1 else ""
            lines.append(f"  {at}  {hint.label}  {hint.figure}{same}")
            lines += [f"     then {move}" for move in hint.onward]
            lines += [f"     {hint.reason}"] if hint.reason else []
        lines += [self.note] if self.note else []
        lines += [FIGURES] if self.gains else []
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Hints: {'; '.join(hint.label for hint in self.best) or self.fault or self.note}>"

    def _repr_html_(self) -> str:
        if self.fault or not self.best:
            return f"<p>{escape(self.fault or self.note)}</p>"
        rows = []
        for at, hint in enumerate(self.best, 1):
            more = "".join(f"<br>then {escape(move)}" for move in hint.onward)
            why = " ".join(filter(None, [hint.reason, "As good, within the error." if hint.equal and at > 1 else ""]))
            rows.append(
                f"<tr><td>{at}</td><td style='text-align:left'><b>{escape(hint.label)}</b>{more}<br>{escape(why)}</td>"
                f"<td>{escape(hint.figure)}</td></tr>"
            )
        head = f"<caption>{escape(self.who)}: {escape(self.question)} <small>{escape(self.progress)}</small></caption>"
        foot = "".join(f"<p>{escape(text)}</p>" for text in (self.note, FIGURES if self.gains else "") if text)
        return f"<table>{head}{''.join(rows)}</table>{foot}{_leaves_html(self)}"


def _leaves_html(found: Hints) -> str:
    """What each would leave, as a table."""
    if not found.leaves:
        return ""
    head = "".join(f"<th>{at}</th>" for at in range(1, len(found.best) + 1))
    rows = "".join(
        f"<tr><th style='text-align:left'>{escape(row.name)}</th><td>{plain(row.now)}</td>"
        + "".join(f"<td>{'' if one is None else plain(one)}</td>" for one in row.each)
        + "</tr>"
        for row in found.leaves
    )
    return f"<table><tr><th style='text-align:left'>What each would leave</th><th>now</th>{head}</tr>{rows}</table>"


def plain(n: float) -> str:
    """A figure as people read it: whole, or with one place."""
    return f"{n:.0f}" if abs(n - round(n)) < 0.05 else f"{n:.1f}"
