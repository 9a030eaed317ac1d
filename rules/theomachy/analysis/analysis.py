"""The tables of one game. Everything goes by kinds (events, rolls, figures, answers); no game is named."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Any

from ..engine.errors import unknown
from ..engine.game import save as saves
from ..engine.game.game import Game
from ..engine.runtime.trace import Event
from .tables import Rows, csv_text, frame, html_table
from .walk import Roll, Walk, moment_words, parts

TABLES = ("summary", "events", "figures", "luck", "rolls", "actions", "key_moments")


class Analysis:
    """A game to be looked at from afar. Each table is a method that gives a list of dictionaries.

    Texts are those of a person who may know everything, or of `viewer` alone (a seat).
    """

    def __init__(self, game: Game, *, node: int | None = None, viewer: int | None = None, name: str = "") -> None:
        self.game, self.system, self.viewer = game, game.system, viewer
        self.name = name or game.names.get("title", "")
        self._walk = Walk(game, node)

    # -- tables -------------------------------------------------------------------------------------------------------
    @property
    def players(self) -> tuple[str, ...]:
        """Names of the seats, in their order."""
        return tuple(seat.name for seat in self.system.seats)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won; empty while the game goes on."""
        return tuple(self.players[w] for w in self.system.winners(self._walk.final)) if self._walk.over else ()

    def events(self) -> Rows:
        """All that happened: number, turn, phase, seat, depth, rule, kind, text, figure, dice, result and node."""
        return [row for row, _ in self._events]

    @cached_property
    def _events(self) -> list[tuple[dict[str, Any], Event]]:
        found: list[tuple[dict[str, Any], Event]] = []
        for step, depth, event in self._walk.events():
            text = event.text if self.viewer is None else event.seen(self.viewer)
            if not text:
                continue  # what this viewer may not even know to have happened
            turn, phase = moment_words(self.system, step.before)
            dice = event.dice
            row = {
                "number": len(found),
                "turn": turn,
                "phase": phase,
                "seat": self._seat(event.who),
                "depth": depth,
                "rule": event.rule,
                "kind": event.kind,
                "text": text,
                "figure": event.figure,
                "dice": dice[1] if dice else 0,
                "result": dice[0].say(dice[2]) if dice else "",
                "node": self._walk.node(step, event),
            }
            found.append((row, event))
        return found

    def _seat(self, who: int) -> str:
        return self.players[who] if 0 <= who < len(self.players) else ""

    def figures(self) -> Rows:
        """At the end of each turn, a row a seat: turn, seat, strength, and the game's own open numbers."""
        rows: Rows = []
        for turn, state in self._walk.turns().items():
            numbers, strength = self.system.figures(state), self.system.strength(state)
            for seat, name in enumerate(self.players):
                rows.append({"turn": turn, "seat": name, "strength": strength[seat], **numbers[seat]})
        return rows

    @cached_property
    def _rolls(self) -> list[Roll]:
        return list(self._walk.rolls())

    def luck(self) -> Rows:
        """Each roll, and each group of its results: outcome, expected, difference, running sum.

        The seat is the one that the rules report as rolling, else the one whose turn it is. The sum runs over the rolls
        of one seat with the same dice.
        """
        rows: Rows = []
        sums: defaultdict[tuple[str, str, str], float] = defaultdict(float)
        for roll in self._rolls:
            seat = self._seat(roll.who)
            for (group, value), mean in zip(parts(roll.dice, roll.outcome), roll.dice.expected(roll.n), strict=True):
                key = (seat, roll.dice.name, group)
                sums[key] += value - mean
                rows.append(
                    {
                        "turn": roll.turn,
                        "seat": seat,
                        "rule": roll.rule,
                        "question": roll.question,
                        "what": roll.dice.name,
                        "group": group,
                        "dice": roll.n,
                        "outcome": value,
                        "expected": mean,
                        "difference": value - mean,
                        "sum": sums[key],
                        "node": roll.node,
                    }
                )
        return rows

    def rolls(self) -> Rows:
        """How often each result came in a roll, beside how often it was to be expected of just these rolls."""
        rolled: defaultdict[tuple[str, str], Counter[int]] = defaultdict(Counter)
        due: defaultdict[tuple[str, str], defaultdict[int, float]] = defaultdict(lambda: defaultdict(float))
        for roll in self._rolls:
            for group, value in parts(roll.dice, roll.outcome):
                rolled[roll.dice.name, group][value] += 1
            outcomes, weights = roll.dice.outcomes(roll.n)
            total = sum(weights)
            for possible, weight in zip(outcomes, weights, strict=True):
                for group, value in parts(roll.dice, possible):
                    due[roll.dice.name, group][value] += weight / total
        return [
            {"what": what, "group": group, "value": value, "rolled": rolled[what, group][value], "expected": mean}
            for (what, group), means in due.items()
            for value, mean in sorted(means.items())
        ]

    def actions(self) -> Rows:
        """How often each seat took which action."""
        verbs, counts = set(self.system.verbs), Counter[tuple[int, str]]()
        for step in self._walk.steps:
            for entry in step.answers:
                verb = entry.answer[0] if isinstance(entry.answer, tuple) and entry.answer else entry.answer
                if entry.who >= 0 and isinstance(verb, str) and verb in verbs:
                    counts[entry.who, verb] += 1
        return [{"seat": self._seat(who), "action": verb, "count": n} for (who, verb), n in sorted(counts.items())]

    def key_moments(self, n: int = 6) -> Rows:
        """The steps that changed most who stands better, in the order of play; what happens by itself is left out.

        `swing` is by how much the share of `seat` in all strength changed, in points of per cent. The text is that of
        the event within the step that changed most.
        """
        playing = self.system.moment(self._walk.final)[0] > 0
        found: list[tuple[float, dict[str, Any]]] = []
        for step in self._walk.steps:
            turn, phase = moment_words(self.system, step.before)
            tops = [event for depth, event in step.events if depth == 0 and event.state is not None]
            if not step.answers or not tops or (playing and turn == 0):
                continue
            shares = [self._shares(s) for s in (step.before, *(e.state for e in tops[:-1]), step.after)]
            most = max(range(len(tops)), key=lambda i: _distance(shares[i], shares[i + 1]))
            event, change = tops[most], [b - a for a, b in zip(shares[0], shares[-1], strict=True)]
            text = event.text if self.viewer is None else event.seen(self.viewer)
            if not text:
                continue
            seats = range(len(change))
            who = event.who if event.who in seats else max(seats, key=lambda seat: change[seat])
            row = {
                "turn": turn,
                "phase": phase,
                "seat": self._seat(who),
                "text": text,
                "swing": change[who],
                "rule": event.rule,
                "node": self._walk.node(step, event),
            }
            found.append((_distance(shares[0], shares[-1]), row))
        best = sorted(range(len(found)), key=lambda i: -found[i][0])[:n]
        return [found[i][1] for i in sorted(best) if found[i][0] > 0]

    def _shares(self, state: Any) -> list[float]:
        """Each seat's share of all strength on the table, in per cent."""
        strength = self.system.strength(state)
        total = sum(strength)
        return [100 * x / total if total else 0.0 for x in strength]

    def chances(self, samples: int = 10, bot: str = "busy", seed: int | str = 0) -> Rows:
        """The share of games that each seat wins when bots play on from the end of each turn; slow on purpose.

        A row a turn and seat: turn, seat, chance, samples. Hidden things are as they are in the game.
        """
        from ..engine.runtime.position import Position
        from ..play.bots import bot as named
        from ..play.run import play_out, unburdened

        rows: Rows = []
        for turn, state in self._walk.turns().items():
            won = [0.0] * len(self.players)
            for sample in range(samples):
                players = [named(bot)] * len(self.players)
                position = unburdened(Position(self.system, state.copy()), players)
                play_out(position, players, f"{seed}/{turn}/{sample}")
                winners = self.system.winners(position.state)
                for seat in winners:
                    won[seat] += 1 / len(winners) / samples
            rows += [
                {"turn": turn, "seat": name, "chance": won[seat], "samples": samples}
                for seat, name in enumerate(self.players)
            ]
        return rows

    def summary(self) -> Rows:
        """One row: name, game, players, turns, answers, events, rolls, dice, luck of each seat, winners."""
        luck: dict[str, float] = {}
        what, group = self.main_dice
        rows = [r for r in self.luck() if (r["what"], r["group"]) == (what, group)]
        for name in self.players:
            luck[f"luck {name}"] = sum(r["difference"] for r in rows if r["seat"] == name)
        turns = self._walk.turns()
        return [
            {
                "name": self.name,
                "game": self.system.slug,
                "players": ", ".join(self.players),
                "turns": max(turns),
                "answers": self._walk.answers,
                "events": len(self._events),
                "rolls": len(rows),
                "dice": sum(r["dice"] for r in rows),
                "dice are": what,
                **luck,
                "winners": ", ".join(self.winners),
            }
        ]

    @cached_property
    def main_dice(self) -> tuple[str, str]:
        """The kind of dice, and the group of its results, that was thrown most: what a chart of luck is about."""
        counts: Counter[tuple[str, str]] = Counter()
        for row in self.luck():
            counts[row["what"], row["group"]] += row["dice"]
        return counts.most_common(1)[0][0] if counts else ("", "")

    # -- handing on ---------------------------------------------------------------------------------------------------
    def table(self, name: str) -> Rows:
        """A table by name. Raises `UnknownName`."""
        if name not in TABLES:
            raise unknown("table", name, TABLES)
        rows: Rows = getattr(self, name)()
        return rows

    def frame(self, name: str = "events") -> Any:
        """A table as a pandas data frame. Raises `UnknownName`, or `TheoError` when pandas is not installed."""
        return frame(self.table(name))

    def csv(self, name: str = "events", path: str | Path | None = None) -> str:
        """A table as CSV text; written when a path is given."""
        text = csv_text(self.table(name))
        if path is not None:
            saves.write(Path(path), text)
        return text

    @property
    def heading(self) -> str:
        """One line: game, players, turns, answers, and who won."""
        row = self.summary()[0]
        state = f"{' and '.join(self.winners)} win{'s' if len(self.winners) == 1 else ''}" if self.winners else ""
        if self._walk.over and not self.winners:
            state = "nobody wins"
        parts = (
            self.system.title,
            f"{len(self.players)} players",
            f"{row['turns']} turns",
            f"{row['answers']} answers",
            state or "not over yet",
        )
        return " · ".join(parts)

    def _repr_html_(self) -> str:
        head = f"<p><b>{escape(self.name)}</b> {escape(self.heading)}</p>"
        last = [row for row in self.figures() if row["turn"] == max(self._walk.turns())]
        parts = [
            html_table(last, caption="Figures at the end"),
            html_table(self.key_moments(), ("turn", "seat", "text", "swing", "rule"), "Key moments"),
            html_table(self.rolls(), caption="Rolls, and what was to be expected"),
        ]
        return head + "".join(parts)

    def __repr__(self) -> str:
        return f"<analysis of {self.name or 'a game'}: {self.heading}>"


def _distance(before: Sequence[float], after: Sequence[float]) -> float:
    return max(abs(b - a) for a, b in zip(before, after, strict=True))


def analyse(
    saved: Game | str | Path, *, node: int | None = None, viewer: int | str | None = None, name: str = ""
) -> Analysis:
    """Analyse a game, or a saved one by its path, along the line through `node` (where it stands) to the end.

    With `viewer` the texts are those that this seat may read. Raises `SaveError` or `UnknownName`.
    """
    game = saved if isinstance(saved, Game) else saves.load(saves.read(saved))
    if not name and not isinstance(saved, Game):
        name = Path(saved).stem
    return Analysis(game, node=node, viewer=game.seat(viewer), name=name)


def compare(games: Iterable[Game | str | Path | Analysis]) -> Rows:
    """A row a game: what `summary` says of each."""
    found: Sequence[Analysis] = [g if isinstance(g, Analysis) else analyse(g) for g in games]
    return [row for analysis in found for row in analysis.summary()]
