"""What of a saved game does not hold under the rules of today, and why: kept, told in a sentence, never guessed at.

The line stops at the last position that holds, as a reader of chess games stops at a move that is none; other lines go
on. What was not read stays in every file that the game is written to, and each opening tries it anew: where the rules
have it again (a package is there once more) it is back in the tree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import TheoError, cause, shown
from ..runtime.decision import CHANCE, Answer, Decision, Secret
from ..runtime.position import Position
from ..runtime.system import System
from .edition import edition

MOST_OFFERED = 6  # options that a sentence names
WORDS = ("rows", "remarks", "setup", "start", "rules")


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a line stops: at the position `node`, since the answer that comes there as number `answer` (from 1) no
    longer holds. `why` says what was asked, what was answered and what is offered now: it may tell of a hidden hand.
    """

    node: int
    answer: int
    why: str


@dataclass(frozen=True, slots=True)
class Unread:
    """The rest of a saved game. False when all of it was read.

    `rows` are its answers, [position before, who, question, answer] each, where -1 is the first of these rows, -2 the
    second; `remarks` are theirs, by row. `setup` and `start` hold what the set-up and the position at the beginning say
    that no rule knows. `rules` wrote it all, `stops` say why, `left` says it of the set-up and the beginning.
    """

    rows: tuple[list[Any], ...] = ()
    remarks: Mapping[str, Any] = field(default_factory=dict)
    setup: Mapping[str, Any] = field(default_factory=dict)
    start: Mapping[str, Any] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    stops: tuple[Stop, ...] = ()
    left: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.rows or self.setup or self.start)

    def document(self) -> dict[str, Any]:
        """As a saved game holds it."""
        return {word: value for word in WORDS if (value := getattr(self, word))} | (
            {"rows": list(self.rows)} if self.rows else {}
        )

    def lines(self, system: System) -> Iterator[str]:
        """The answers that were not read, a line each, as the file has them."""
        for _, who, what, answer, *_ in self.rows:
            yield f"{name_of(system, who)}, {what}: {written(answer)}"

    def notice(self, system: System, whole: bool = True) -> str:
        """What a person is to know of it, "" for nothing. Without `whole` nothing that hands may hold is told."""
        if not (self or self.left):
            return ""
        said = [changed(self.rules, system)]
        if whole:
            said += [f"{text}." for text in self.left]
            said += [f"Answer {stop.answer}: {stop.why}." for stop in self.stops[:1]]
            if more := len(self.stops) - 1:
                said.append(f"{more} more line{'s stop' if more > 1 else ' stops'} in the same way.")
        if n := len(self.rows):
            said.append(
                f"{'The answer' if n == 1 else f'The {n} answers'} from there on "
                f"{'is' if n == 1 else 'are'} kept, and read again when the rules have "
                f"{'its' if n == 1 else 'their'} place for {'it' if n == 1 else 'them'}."
            )
        return " ".join(said)


def changed(rules: Mapping[str, str], system: System) -> str:
    """Whether other rules wrote it, or another hand."""
    now = edition(system)
    by = f" (Theomachy {rules['version']})" if "version" in rules else ""
    if rules.get("code") != now["code"] or rules.get("version") != now["version"]:
        return f"The rules have changed since this game was saved{by}."
    if rules.get("values") != now["values"]:
        return f"The values of the game have changed since this game was saved{by}."
    return "This game was saved by these very rules, but not as it stands in the file: somebody has changed it."


def name_of(system: System, who: int) -> str:
    """Who answered, in a file that may name anybody."""
    return system.name_of(who) if who == CHANCE or 0 <= who < len(system.seats) else f"player {who}"


def written(answer: Answer) -> str:
    """An answer as a file has it: "build 12"."""
    if isinstance(answer, list | tuple):
        return " ".join(written(part) for part in answer)
    return str(answer)[:60]


def why(
    position: Position, decision: Decision | None, who: int, what: str, answer: Answer, fault: Exception | None
) -> str:
    """Why an answer does not hold: what was asked, what was answered, and what is asked and offered now."""
    system = position.system
    told = f"{name_of(system, who)} was asked {shown(what)} and answered {shown(written(answer))}, but now"
    if decision is None:
        return f"{told} the game is over there"
    jump = what.startswith("!")
    if fault is not None and (isinstance(fault, RuntimeError) or not isinstance(fault, TheoError)):
        return f"{told} the rules break down there ({type(fault).__name__}: {cause(fault)!s:.200})"
    if jump:
        return f"{told} that is not possible there"
    if fault is not None and (answer in decision.options or "faces" in str(fault)):  # it is its dice that do not fit
        return f"{told} {cause(fault)!s:.200}"
    if isinstance(decision, Secret):
        return f"{told} everybody is asked {shown(decision.what)} in secret, and that is not among the answers"
    asked = f"{name_of(system, decision.player)} is asked {shown(decision.what)}"
    return f"{told} {asked}, and offered {_offered(position, decision)}"


def _label(position: Position, decision: Decision, option: Answer) -> str:
    try:
        return position.system.label(position.state, decision, option)
    except Exception:  # an option that the game has no words for is told as it stands
        return written(option)


def _offered(position: Position, decision: Decision) -> str:
    found = [_label(position, decision, option) for option in decision.options[:MOST_OFFERED]]
    more = len(decision.options) - len(found)
    return ", ".join(found) + (f" and {more} more" if more else "")
