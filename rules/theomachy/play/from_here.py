"""Who wins from here? Bots play on from a position, many times, and the share of games that each seat wins is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from html import escape
from statistics import fmean

from ..engine.game import save
from ..engine.game.game import Game
from ..engine.runtime import sampling
from .bots import Bot
from .run import Job
from .simulate import Progress, SimulationResult, Stopped, run

BAR = 200  # pixels of a chance of 1


@dataclass(slots=True)
class FromHere(SimulationResult):
    """The games that were played on from a position, as a table; shown, it is the answer to who wins."""

    @property
    def summary(self) -> list[tuple[str, str]]:
        """Each player with the share of games won, half of its 95 % interval, and the figures at the end on average."""
        told = [
            (name, f"{100 * share:.0f} % ± {100 * half:.0f}{self._ends(name)}")
            for name, (share, half, _) in self.wins("players").items()
        ]
        played = [row for row in self.rows if not row.error]
        bots = " and ".join(dict.fromkeys(name for row in played for name in row.bots))
        note = f"{len(played)} by {bots}, {self.seconds:.0f} s"
        note += f"; {len(self.errors)} went wrong" if self.errors else ""
        note += f"; stopped, {len(self.missing)} were not played" if self.missing else ""
        return [*told, ("games", note)]

    def _ends(self, name: str) -> str:
        """The first of the open figures of a player at the end: ", 31 victory points at the end"."""
        ends = [row.figures[row.seats.index(name)] for row in self.rows if not row.error]
        key = next(iter(ends[0]), "") if ends else ""
        return f", {fmean(end[key] for end in ends):.0f} {key} at the end" if key else ""

    def _repr_html_(self) -> str:
        shares = {name: share for name, (share, _, _) in self.wins("players").items()}
        lines = []
        for name, value in self.summary:
            wide = f"width:{round(BAR * shares.get(name, 0.0))}px"
            drawn = f'<span style="display:inline-block;height:9px;{wide};background:#3b6ea5;border-radius:2px"></span>'
            lines.append(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td><td>{drawn}</td></tr>")
        return f"<table>{''.join(lines)}</table>"


def who_wins(
    game: Game,
    n: int = 60,
    bots: str | Bot | Sequence[str | Bot] = "busy",
    *,
    view: int | str | None = None,
    seed: int | str = 0,
    processes: int = 1,
    progress: Progress | None = None,
) -> FromHere:
    """Let bots play on `n` times from where a game stands; the game itself is left alone.

    Cards that lie hidden are as they are. With `view` (a seat, by number, name, title or letters) all that this player
    cannot know is drawn anew in each game: the answer that he may have. `bots` is one for all seats or one a seat;
    "busy" plays fast, "greedy-1" better, and some fifty times as long. Stopped with Ctrl-C it answers from the games
    that were played. Raises `UnknownName` for a seat or bot that does not exist, and `Stopped` when it was stopped
    before the first game was over.
    """
    sampling.seed(f"{sampling.seed(seed)}/{n}")
    names: tuple[str | Bot, ...] = (bots,) if isinstance(bots, str) or not isinstance(bots, Sequence) else tuple(bots)
    seat, text, slug = game.seat(view), save.dump(game), game.system.slug
    jobs = [Job(number, slug, {}, names, f"{seed}/{number}", start=text, view=seat) for number in range(n)]
    try:
        found = run(slug, jobs, processes=processes, progress=progress)
    except Stopped as stopped:
        if not stopped.result.rows:
            raise
        found = stopped.result
    return FromHere(*(getattr(found, field.name) for field in fields(found)))
