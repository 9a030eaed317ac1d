"""The page of many games by bots: who wins how surely, who ends ahead of whom, how long games are, which to look at.

from theomachy_widgets.runs_page import runs_page
runs_page(simulate(slug, 200))      # HTML with SVG charts, which needs no kernel
"""

from __future__ import annotations

from collections import Counter, defaultdict

from theomachy.engine.game.registry import game as system_class
from theomachy.engine.tabletop.table import Seat
from theomachy.play import SimulationResult
from theomachy.play.run import Row

from .analysis_page import css
from .charts import Counts, Shares, svg
from .present.moment import THEMES
from .text import escape

MOST_NAMES = 8  # bots or players that are compared
MOST_LENGTHS = 14  # bars of the lengths of games


def runs_page(result: SimulationResult, *, theme: str = "auto") -> RunsPage:
    """The page of a simulation; `theme` is "auto", "light" or "dark". Raises `ValueError` for a theme that is none."""
    return RunsPage(result, theme=theme)


class RunsPage:
    """Shows itself as HTML. Bots are compared where there are several, else the seats by the names of their players."""

    def __init__(self, result: SimulationResult, *, theme: str = "auto") -> None:
        if theme not in THEMES:
            raise ValueError(f"theme is {theme!r}; it can be {', '.join(THEMES)}")
        self.result, self.theme = result, theme
        self.rows = [row for row in result.rows if not row.error]
        several = len({bot for row in self.rows for bot in row.bots}) > 1
        self.by = "bots" if several else "players"
        self.seats = {seat.name: seat for seat in self._seats()}

    def _seats(self) -> tuple[Seat, ...]:
        """The players of the first game, with their colours; of games for bots no colour says anything."""
        if self.by == "bots" or not self.rows:
            return ()
        first = self.rows[0].seats
        return tuple(s for s in system_class(self.result.slug).build(players=len(first)).seats if s.name in first)

    def _names(self, row: Row) -> tuple[str, ...]:
        return row.bots if self.by == "bots" else row.seats

    # -- what it says -------------------------------------------------------------------------------------------------
    @property
    def figures(self) -> list[tuple[str, str]]:
        """(number, what it is)."""
        found, n = self.result, max(len(self.rows), 1)
        seconds = max(found.seconds, 1e-9)
        return [
            (f"{len(found.rows) / seconds:.1f}", "games a second"),
            (f"{sum(row.decisions for row in found.rows) / seconds:,.0f}", "answers a second"),
            (f"{sum(row.turns for row in self.rows) / n:.1f}", "turns a game"),
            (f"{sum(row.decisions for row in self.rows) / n:,.0f}", "answers a game"),
            (str(len(found.errors)), "games went wrong"),
        ]

    @property
    def wins(self) -> Shares:
        """Shares of wins with their intervals, beside the share that would be even."""
        rows = list(self.result.wins(self.by).items())[:MOST_NAMES]
        seats = sum(len(row.seats) for row in self.rows) / max(len(self.rows), 1)
        return Shares(
            f"Wins by {'bot' if self.by == 'bots' else 'player'}",
            f"share of {len(self.rows):,} games with its 95 % interval; the line is an even share",
            tuple((name, self.seats.get(name), 100 * share, 100 * half) for name, (share, half, _) in rows),
            100 / max(seats, 1),
        )

    @property
    def lengths(self) -> Counts:
        """Games by the turn in which they ended; the commonest lengths are lit."""
        count = Counter(row.turns for row in self.rows)
        low, high = min(count, default=0), max(count, default=0)
        wide = max(1, -(-(high - low + 1) // MOST_LENGTHS))
        bars = []
        for first in range(low, high + 1, wide):
            n = sum(count[turn] for turn in range(first, first + wide))
            bars.append((str(first) if wide == 1 else f"{first}-{first + wide - 1}", n))
        return Counts("Length of a game", "games by the turn in which they ended", tuple(bars))

    @property
    def ahead(self) -> dict[tuple[str, str], float]:
        """(row, column) -> in how many games of a hundred the row ended with more strength."""
        better, met = defaultdict[tuple[str, str], float](float), Counter[tuple[str, str]]()
        for row in self.rows:
            names = self._names(row)
            for a, mine in zip(names, row.strength, strict=False):
                for b, theirs in zip(names, row.strength, strict=False):
                    if a != b:
                        met[a, b] += 1
                        better[a, b] += 1.0 if mine > theirs else 0.5 * (mine == theirs)
        return {pair: 100 * better[pair] / n for pair, n in met.items()}

    @property
    def worth(self) -> list[tuple[str, Row]]:
        """Games worth a look: (why, which)."""
        if not self.rows:
            return []

        def gap(row: Row) -> float:
            best = sorted(row.strength, reverse=True)
            return best[0] - best[1] if len(best) > 1 else 0.0

        found = [
            ("the longest", max(self.rows, key=lambda row: (row.turns, row.decisions))),
            ("the shortest", min(self.rows, key=lambda row: (row.turns, row.decisions))),
            ("the closest at the end", min(self.rows, key=gap)),
            ("the clearest at the end", max(self.rows, key=gap)),
        ]
        seen = dict[int, tuple[str, Row]]()
        for why, row in found:
            said = seen.get(row.number)
            seen[row.number] = (f"{said[0]}, {why}" if said else why, row)
        return list(seen.values())

    # -- as HTML ------------------------------------------------------------------------------------------------------
    def html(self) -> str:
        """The whole page, standing by itself; one that goes by the page round it is drawn for day and for night."""
        themes = [(t, " data-when") for t in ("light", "dark")] if self.theme == "auto" else [(self.theme, "")]
        parts = "".join(f'<div class="theo-analysis" data-theme="{t}"{w}>{self._drawn(t)}</div>' for t, w in themes)
        return f"<style>{css()}</style>{parts}"

    def _drawn(self, theme: str) -> str:
        found = self.result
        bots = ", ".join(dict.fromkeys(bot for row in found.rows for bot in row.bots))
        missing = f", {len(found.missing):,} not played" if found.missing else ""
        said = f"{system_class(found.slug).title} · {len(found.rows):,} games{missing} · {bots} · {found.seconds:.1f} s"
        figures = "".join(f"<div><b>{escape(n)}</b><span>{escape(what)}</span></div>" for n, what in self.figures)
        charts = "".join(
            f"<section><h3>{escape(c.title)}</h3><p>{escape(c.note)}</p>{svg(c, theme)}</section>"
            for c in (self.wins, self.lengths)
        )
        return (
            f"<header><h2>Bots and simulation</h2><span>{escape(said)}</span></header>"
            f'<div class="theo-figures">{figures}</div><div class="theo-charts">{charts}{self._matrix()}{self._ends()}'
            f"</div>{self._games()}"
        )

    def _matrix(self) -> str:
        found = self.ahead
        names = list(dict.fromkeys(a for a, _ in found))[:MOST_NAMES]
        if not names:
            return ""

        def cell(a: str, b: str) -> str:
            if (a, b) not in found:
                return "<td></td>"
            n = found[a, b]
            tone = "blue" if n >= 50 else "amber"
            return f'<td class="theo-{tone}" style="--deep:{min(abs(n - 50) * 2.4, 80):.0f}%">{n:.0f}</td>'

        head = "".join(f"<th>{escape(name)}</th>" for name in names)
        rows = "".join(f"<tr><th>{escape(a)}</th>{''.join(cell(a, b) for b in names)}</tr>" for a in names)
        note = "the row ended with more strength than the column, in % of games"
        return (
            f'<section class="theo-ahead"><h3>Who is ahead of whom</h3><p>{note}</p>'
            f"<table><thead><tr><th></th>{head}</tr></thead><tbody>{rows}</tbody></table></section>"
        )

    def _ends(self) -> str:
        """The means of the open figures at the end."""
        sums, counts = dict[tuple[str, str], float](), Counter[str]()
        for row in self.rows:
            for name, figures in zip(self._names(row), row.figures, strict=False):
                counts[name] += 1
                for what, n in figures.items():
                    sums[name, what] = sums.get((name, what), 0.0) + n
        names, whats = list(counts)[:MOST_NAMES], list(dict.fromkeys(what for _, what in sums))[:6]
        if not whats:
            return ""
        head = "".join(f"<th>{escape(what)}</th>" for what in whats)
        rows = "".join(
            f"<tr><th>{escape(name)}</th>"
            + "".join(f"<td>{sums.get((name, what), 0.0) / counts[name]:.1f}</td>" for what in whats)
            + "</tr>"
            for name in names
        )
        return (
            '<section class="theo-ahead"><h3>At the end</h3><p>means of the open figures</p>'
            f"<table><thead><tr><th></th>{head}</tr></thead><tbody>{rows}</tbody></table></section>"
        )

    def _games(self) -> str:
        rows = "".join(
            f"<tr><td>game {row.number}</td><td></td><td>{escape(why)}: won by "
            f"{escape(', '.join(row.seats[w] for w in row.winners) or 'nobody')}</td><td>{row.turns} turns, "
            f"{row.decisions:,} answers</td><td>seed {escape(row.seed)}</td></tr>"
            for why, row in self.worth
        )
        return (
            f'<section class="theo-moments"><h3>Games worth a look</h3><table><tbody>{rows}</tbody></table></section>'
        )

    def _repr_html_(self) -> str:
        return self.html()
