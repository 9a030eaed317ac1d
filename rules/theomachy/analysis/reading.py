"""One saved game as plain rows, in one pass: its answers are played again, each through the gate, nothing is kept.

What happened is heard while it happens (a trace that copies no states), so that luck goes to whoever rolled, and a
power to whoever used it. A game that is not one plain line, or does not hold under the rules of today, takes the long
way, through the whole save.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from ..engine.errors import SaveError, TheoError
from ..engine.game import save as saves
from ..engine.game.document import checked, meant, parse
from ..engine.game.registry import game as system_class
from ..engine.runtime.decision import CHANCE, QUIET_NO, Answer, Decision, LogEntry, Secret
from ..engine.runtime.dice import Dice, Outcome
from ..engine.runtime.position import Playout, Position, answer_from_json
from ..engine.runtime.system import System
from ..engine.runtime.trace import Trace
from .walk import parts

DICE = 3  # of what a trace is told after the figure: note, touched, arrow, dice
OPENING = 3  # actions of a seat that are its opening
LONGEST = 200  # signs of an answer in a row
Line = list[tuple[int, str, Answer, Any]]  # who, question, answer, faces

# The tables and their columns, as DuckDB names their kinds.
TABLES: dict[str, dict[str, str]] = {
    "games": {
        "game": "BIGINT", "name": "VARCHAR", "slug": "VARCHAR", "players": "BIGINT", "turns": "BIGINT",
        "answers": "BIGINT", "over": "BOOLEAN", "winners": "VARCHAR", "seed": "VARCHAR", "notice": "VARCHAR",
        "title": "VARCHAR",
    },
    "options": {"game": "BIGINT", "option": "VARCHAR", "value": "VARCHAR"},
    "seats": {
        "game": "BIGINT", "seat": "BIGINT", "name": "VARCHAR", "faction": "VARCHAR", "won": "DOUBLE",
        "ahead": "DOUBLE", "strength": "DOUBLE", "opening": "VARCHAR", "answers": "BIGINT", "colour": "VARCHAR",
        "icon": "VARCHAR",
    },
    "decisions": {
        "game": "BIGINT", "number": "BIGINT", "turn": "BIGINT", "seat": "BIGINT", "kind": "VARCHAR",
        "question": "VARCHAR", "rule": "VARCHAR", "options": "BIGINT", "answer": "VARCHAR",
    },
    "events": {
        "game": "BIGINT", "number": "BIGINT", "turn": "BIGINT", "seat": "BIGINT", "depth": "BIGINT", "rule": "VARCHAR",
        "kind": "VARCHAR", "figure": "VARCHAR",
    },
    "figures": {"game": "BIGINT", "turn": "BIGINT", "seat": "BIGINT", "figure": "VARCHAR", "value": "DOUBLE"},
    "powers": {"game": "BIGINT", "seat": "BIGINT", "rule": "VARCHAR", "power": "VARCHAR", "used": "BIGINT"},
    "luck": {
        "game": "BIGINT", "seat": "BIGINT", "what": "VARCHAR", "part": "VARCHAR", "rolls": "BIGINT", "dice": "BIGINT",
        "outcome": "DOUBLE", "expected": "DOUBLE",
    },
    "broken": {"name": "VARCHAR", "why": "VARCHAR"},
}  # fmt: skip
Rows = dict[str, list[Sequence[Any]]]


@dataclass(slots=True)
class Heard:
    """What a game has told so far."""

    decisions: list[Sequence[Any]] = field(default_factory=list)
    events: list[Sequence[Any]] = field(default_factory=list)
    figures: list[Sequence[Any]] = field(default_factory=list)
    powers: Counter[tuple[int, str]] = field(default_factory=Counter)
    luck: dict[tuple[int, str, str], list[float]] = field(default_factory=lambda: defaultdict(lambda: [0, 0, 0.0, 0.0]))
    openings: defaultdict[int, list[str]] = field(default_factory=lambda: defaultdict(list))
    answers: Counter[int] = field(default_factory=Counter)


def rows_of(game: int, path: Path, name: str, *, events: bool = False) -> Rows:
    """The rows of all tables for the saved game in a file; of one that cannot be read a row of `broken` alone."""
    found: Rows = {table: [] for table in TABLES}
    try:
        _read(game, path, name, events, found)
    except TheoError as fault:
        found = {table: [] for table in TABLES}
        found["broken"].append((name, str(fault)))
    except Exception as fault:  # the rules went wrong on it: the others are read all the same
        found = {table: [] for table in TABLES}
        found["broken"].append((name, f"the rules went wrong: {type(fault).__name__}: {fault}"[:400]))
    return found


def _read(game: int, path: Path, name: str, events: bool, found: Rows) -> None:
    raw = checked(parse(saves.read(path)))
    plain = not raw.get("unread") and raw["start"] is None
    line = _line(raw["nodes"], raw["here"]) if plain else None
    system: System[Any] | None = None
    heard, notice, end = Heard(), "", (None, False)
    if line is not None:
        try:
            system = _system(raw["game"], json.dumps(raw["setup"], sort_keys=True))
            end = _play(system, Position(system, system.start()), line, game, heard, events)
        except (TheoError, KeyError, TypeError, ValueError):
            system = None  # the long way says how far it holds
    if system is None:
        whole = saves.rebuild(raw)
        system, notice = whole.system, whole.notice
        last = whole.tree.nodes[whole.tree.line(whole.here)[-1]].position
        heard = Heard()
        filed = system.answer_to_file
        log: Line = [(entry.who, entry.what, filed(entry.answer), entry.faces) for entry in last.log()]
        end = _play(system, Position(system, whole.tree.nodes[0].position.beginning), log, game, heard, events)
    _tell(game, name, raw, system, end, heard, notice, found)


def _line(nodes: Sequence[Any], here: int) -> Line | None:
    """The answers of a game without branches; None for any other."""
    found: Line = []
    for number, row in enumerate(nodes):
        if not (isinstance(row, list) and len(row) in (4, 5) and row[0] == number and type(row[1]) is int):
            return None
        found.append((row[1], row[2], answer_from_json(row[3]), row[4] if len(row) == 5 else None))
    return found


@lru_cache(256)
def _system(slug: str, setup: str) -> System[Any]:
    return system_class(slug).restore(json.loads(setup))


@lru_cache(16)
def _powers(slug: str) -> dict[str, str]:
    """The printed powers of a game: the rule of each, and its name."""
    return {
        one.rule: one.name for vocabulary in system_class(slug).vocabularies for one in vocabulary.abilities if one.rule
    }


class _Listener(Trace):
    """Hears what is told at the moment at which it is told, and keeps neither events nor states nor sentences."""

    words = False

    def __init__(self, system: System[Any], state: Any, game: int, found: Heard, events: bool) -> None:
        super().__init__()
        self.seats = (*system.seats, *system.nobodys)
        state.trace = self
        self.game, self.found, self.events = game, found, events
        self.inside: list[str] = []  # the rules of the events that are open
        self.powers = _powers(system.slug)
        self.turn = self.active = 0  # whose turn it is
        self.rolls: list[tuple[Dice, int, Outcome, int]] = []  # of which nothing was told yet, and whose turn it was

    def tell(self, rule: str, template: str, args: Any, who: int, kind: str, figure: str, *more: Any) -> str:
        """Count what is told. What a power does to others is told inside its use, and is no use of theirs."""
        found, dice = self.found, more[DICE]
        if dice is not None:
            if kind == "did" and who == CHANCE:
                kind = "chance"
            if self.rolls:
                self._roll(dice, who)
        if who >= 0 and kind == "did" and rule in self.powers and rule not in self.inside:
            found.powers[who, rule] += 1
        if self.events:
            found.events.append((self.game, len(found.events), self.turn, who, len(self.inside), rule, kind, figure))
        return rule

    def heard(self, asked: Decision, entry: LogEntry) -> None:
        """Answers are known from the file."""

    def enter(self, rule: str) -> None:  # type: ignore[override]  # events are not kept
        """What follows was caused by what was told last."""
        self.inside.append(rule)

    def leave(self) -> None:
        """What follows was not."""
        self.inside.pop()

    def _roll(self, told: tuple[Dice, int, Outcome], who: int) -> None:
        """The dice that are told of are those of the oldest roll that is like them."""
        for i, (dice, n, outcome, active) in enumerate(self.rolls):
            if told == (dice, n, outcome):
                del self.rolls[i]
                self._count(dice, n, outcome, who if who >= 0 else active)
                return

    def _count(self, dice: Dice, n: int, outcome: Outcome, who: int) -> None:
        for (part, value), mean in zip(parts(dice, outcome), dice.expected(n), strict=True):
            row = self.found.luck[who, dice.name, part]
            row[0] += 1
            row[1] += n
            row[2] += value
            row[3] += mean

    def finish(self) -> None:
        """Rolls of which nothing was told belong to whoever's turn it was."""
        for dice, n, outcome, active in self.rolls:
            self._count(dice, n, outcome, active)
        self.rolls.clear()


def _play(
    system: System[Any], position: Position, line: Line, game: int, heard: Heard, events: bool
) -> tuple[Any, bool]:
    """Play the answers; returns the last state, and whether the game is over. Raises `TheoError` for one that does not
    hold.
    """
    playout = Playout(position)
    state = playout.state
    listener = _Listener(system, state, game, heard, events)
    moment, verbs = system.moment, system.verbs
    turn = moment(state)[0]
    for number, (who, what, said, faces) in enumerate(line):
        asked = playout.decision
        if asked is None:
            raise SaveError("the game is over, and the file goes on")
        answer = meant(playout, asked, said)
        now, _, listener.active = moment(state)
        if now != turn:
            _figures(system, state, game, turn, heard)
            turn = now
        listener.turn = now
        if who != CHANCE:
            _decision(asked, who, what, answer, said, game, number, now, heard, verbs)
        elif asked.player != CHANCE or asked.what != what:
            raise SaveError("another question is asked")
        elif asked.dice is not None and not asked.dice[0].pick:  # a face that is picked is neither good nor bad
            listener.rolls.append((*asked.dice, answer, listener.active))
        playout.play(answer, faces)
    listener.finish()
    _figures(system, state, game, moment(state)[0] or turn, heard)
    return state, playout.decision is None


def _decision(
    asked: Decision,
    who: int,
    what: str,
    answer: Answer,
    said: Answer,
    game: int,
    number: int,
    turn: int,
    heard: Heard,
    verbs: Any,
) -> None:
    mine = asked
    if type(answer) is tuple and answer and answer[0] == "!":  # at any time, or somebody leaves the table
        kind, rule, options = "anytime", "", 0
    else:
        if isinstance(asked, Secret):
            mine = asked.asks[who]
        if mine.what != what or mine.player != who:
            raise SaveError("another question is asked")
        kind, rule, options = mine.kind, mine.rule, len(mine.options)
    heard.decisions.append((game, number, turn, who, kind, what, rule, options, written(said)))
    heard.answers[who] += 1
    if len(opening := heard.openings[who]) < OPENING:
        verb = answer[0] if type(answer) is tuple and answer else answer
        if isinstance(verb, str) and verb in verbs:
            opening.append(verb)
        elif kind in ("action", "card") and answer not in QUIET_NO:
            opening.append(_said(mine, answer))


@lru_cache(65_536)
def written(answer: Answer) -> str:
    """An answer as it stands in a row."""
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))[:LONGEST]


def _said(asked: Decision, answer: Answer) -> str:
    known = (asked.names or {}).get(answer)
    return str(known or (answer if isinstance(answer, str) else asked.what))


def _figures(system: System[Any], state: Any, game: int, turn: int, heard: Heard) -> None:
    if turn <= 0:
        return
    strength = system.strength(state)
    for seat, figures in enumerate(system.figures(state)):
        heard.figures.append((game, turn, seat, "strength", float(strength[seat])))
        heard.figures += [(game, turn, seat, name, float(value)) for name, value in figures.items()]


def _tell(
    game: int,
    name: str,
    raw: dict[str, Any],
    system: System[Any],
    end: tuple[Any, bool],
    heard: Heard,
    notice: str,
    found: Rows,
) -> None:
    state, over = end
    seats = system.seats
    winners = tuple(system.winners(state)) if over else ()
    strength, names = system.strength(state), _powers(system.slug)
    best = [seat for seat, x in enumerate(strength) if x == max(strength)]
    title = str(raw["names"].get("title") or "")
    won = ", ".join(seats[w].name for w in winners)
    turns = max((row[1] for row in heard.figures), default=0)
    answers = len(heard.decisions)
    told = (game, name, system.slug, len(seats), turns, answers, over, won, str(raw["seed"]), notice, title)
    found["games"].append(told)
    found["options"] += [(game, option, _word(value)) for option, value in system.setup()["options"].items()]
    for seat in seats:
        share = 1 / len(winners) if seat.index in winners else 0.0
        ahead = 1 / len(best) if seat.index in best else 0.0
        opening = ", ".join(heard.openings[seat.index])
        stands, given = float(strength[seat.index]), heard.answers[seat.index]
        found["seats"].append(
            (
                game,
                seat.index,
                seat.name,
                seat.title or seat.name,
                share,
                ahead,
                stands,
                opening,
                given,
                seat.colour,
                seat.icon,
            )
        )
    found["decisions"], found["events"], found["figures"] = heard.decisions, heard.events, heard.figures
    found["powers"] = [(game, seat, rule, names[rule], n) for (seat, rule), n in heard.powers.items()]
    found["luck"] = [(game, *key, *row) for key, row in heard.luck.items()]


def _word(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def files_of(folder: Path) -> Iterator[Path]:
    """The files in a folder, and in those below it, that may be saved games, in the order of their names."""
    for path in sorted(folder.rglob("*.json")):
        if path.is_file() and not path.name.startswith("."):
            yield path
