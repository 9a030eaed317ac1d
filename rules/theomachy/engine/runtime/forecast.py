"""A distribution for people: what a game forecasts, and what the dice have said."""

from __future__ import annotations

from dataclasses import dataclass

from .decision import Answer


@dataclass(frozen=True, slots=True)
class Forecast:
    """A distribution for people: bars of outcomes before (or after) a roll. With `each`, every row is a chance of its
    own (that it closes, say, by the total that is reached), and they share nothing."""

    title: str
    note: str
    rule: str
    rows: tuple[tuple[str, float], ...]
    actual: str = ""  # the label that was rolled
    expected: float | None = None
    each: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """One way to go on, with what comes of it: its mean and its distribution. `answer` is the option that it is, if it
    is one answer to the present decision; `targets` are the things on the table that it uses."""

    name: str
    mean: float
    rows: tuple[tuple[str, float], ...] = ()
    figures: tuple[str, ...] = ()  # one a column of its advice
    taken: bool = False
    answer: Answer = None
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Advice:
    """Plans compared, the best first, for one of several objectives; `before` is the distribution as it was earlier."""

    name: str
    plans: tuple[Plan, ...]
    objectives: tuple[tuple[str, str], ...] = ()  # (stable name, words) each
    objective: str = ""  # which of them it is for
    columns: tuple[str, ...] = ()
    of: str = ""  # what is distributed: "Wounds on Cerberus"
    before: tuple[tuple[str, float], ...] = ()
    before_note: str = ""
    rolled: str = ""  # the label that came up
    note: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Barred:
    """What the present decision does not offer, and why: a row in grey below the options."""

    text: str
    rule: str = ""
    targets: tuple[str, ...] = ()
