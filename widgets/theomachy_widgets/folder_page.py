"""The page of many saved games: who wins, from which seat and map, how they open, which powers pay, tempo and luck.

from theomachy_widgets.folder_page import folder_page
folder_page("saves")            # HTML with SVG charts, which needs no kernel
folder_page("saves").panel()    # on a served page: one chooses the game, and by what wins are told
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from theomachy.analysis.many import ManyGames, analyse_many
from theomachy.engine.errors import TheoError, UnknownName
from theomachy.engine.game.registry import games as all_games
from theomachy.engine.tabletop.table import Seat

from .analysis_page import css
from .charts import Chart, Counts, Lines, Series, Shares, svg
from .present.moment import THEMES
from .present.why import sentence
from .reading import DONE, FAILED, Reading
from .text import escape
from .visit import until_left

MOST_NAMES, MOST_LENGTHS, MOST_ROWS, MOST_BROKEN = 8, 14, 10, 8
FEWEST = 0.05  # of the games must go so far for a turn to be drawn
BY = (("faction", "faction"), ("seat", "seat at the table"), ("players", "number of players"))
MEASURES = (("won", "wins"), ("ahead", "most strength at the end"))
# A pane of Panel stands in a shadow: there the page round it is known by the reader's own choice alone.
BY_READER = """
.theo-analysis[data-when][data-theme="light"] { display: block; }
.theo-analysis[data-when][data-theme="dark"] { display: none; }
.theo-analysis { max-width: none; padding-left: 0; padding-right: 0; }
@media (prefers-color-scheme: dark) {
  .theo-analysis.theo-analysis[data-when][data-theme="light"] { display: none; }
  .theo-analysis.theo-analysis[data-when][data-theme="dark"] { display: block; }
}
"""
# Panel's own fields are white by night too.
CHOICE = """
label, select.bk-input { font: 400 12px / 18px system-ui, sans-serif; }
@media (prefers-color-scheme: dark) {
  label { color: #b9bec6; }
  select.bk-input { background-color: #23272e; color: #eceef1; border-color: #444b55; color-scheme: dark; }
}
"""


BUTTON = """
.bk-btn.bk-btn-default { font: 500 13px / 20px system-ui, sans-serif; border-radius: 6px; }
@media (prefers-color-scheme: dark) {
  .bk-btn.bk-btn-default { background-color: #23272e; color: #eceef1; border-color: #444b55; }
}
"""
LOOK = 300  # milliseconds between two looks how far the saves are read


def folder_page(
    source: str | Path | Sequence[str | Path] | ManyGames,
    *,
    game: str = "",
    by: str = "faction",
    measure: str = "",
    theme: str = "auto",
    left_out: int = 0,
) -> FolderPage:
    """The page of a folder of saved games, of a list of them, or of their tables. Of several games it shows one, and
    says how many saved games were `left_out`.

    What a folder holds is read when it is first looked at. Raises `ValueError` for a theme that is none; `SaveError`,
    `UnknownName` and `TheoError` as `analyse_many` does.
    """
    return FolderPage(source, game=game, by=by, measure=measure, theme=theme, left_out=left_out)


class FolderPage:
    """Shows itself as HTML. `game` is the short name of the game that is shown, `by` and `measure` those of `wins`."""

    def __init__(
        self,
        source: Any,
        *,
        game: str = "",
        by: str = "faction",
        measure: str = "",
        theme: str = "auto",
        left_out: int = 0,
    ) -> None:
        if theme not in THEMES:
            raise ValueError(f"theme is {theme!r}; it can be {', '.join(THEMES)}")
        self._source, self._found = source, source if isinstance(source, ManyGames) else None
        self._game, self.by, self._measure, self.theme = game, by, measure, theme
        self.left_out = left_out

    @property
    def games(self) -> ManyGames:
        """The tables."""
        if self._found is None:
            self._found = analyse_many(self._source)
        return self._found

    @property
    def game(self) -> str:
        """The game that is shown: the one that was asked for, else the one that there are most of."""
        slugs = self.games.slugs
        if self._game and self._game not in slugs:
            raise UnknownName(f"there is no saved game of {self._game!r:.60} here")
        return self._game or (slugs[0] if slugs else "")

    @property
    def measure(self) -> str:
        """What is compared: wins, or strength at the end where hardly anybody has won."""
        if self._measure:
            return self._measure
        rows = self.games.wins("faction", self.game)
        won, games = sum(row["wins"] for row in rows), sum(row["games"] for row in rows)
        return "won" if won * 10 > games / max(len(rows), 1) else "ahead"

    # -- what it says -------------------------------------------------------------------------------------------------
    def _seats(self) -> dict[str, Seat]:
        rows = self.games.sql(
            "SELECT s.faction, min(s.colour) AS colour, min(s.icon) AS icon FROM seats s JOIN games g USING (game) "
            "WHERE g.slug = ? GROUP BY s.faction HAVING count(DISTINCT s.colour) = 1",
            [self.game],
        )
        return {row["faction"]: Seat(0, row["faction"], row["colour"], row["icon"]) for row in rows}

    @property
    def figures(self) -> list[tuple[str, str]]:
        """(number, what it is)."""
        n, over = self.games.count(self.game)
        row = self.games.sql(
            "SELECT avg(turns) AS turns, avg(answers) AS answers, count(*) FILTER (winners <> '') AS won FROM games "
            "WHERE over AND slug = ?",
            [self.game],
        )[0]
        luck = self.games.luck(self.game)
        dice = sum(one["dice"] for one in luck if one["part"] == luck[0]["part"]) if luck else 0
        return [
            (f"{n:,}", "games"),
            (f"{n - over:,}", "not over, left out"),
            (f"{row['won'] or 0:,}", "won by anybody"),
            (f"{row['turns'] or 0:.1f}", "turns a game"),
            (f"{row['answers'] or 0:,.0f}", "answers a game"),
            (f"{dice:,}", "dice rolled"),
        ]

    def wins(self) -> Shares:
        """Shares of wins, or of strength, with their intervals."""
        rows = self.games.wins(self.by, self.game, self.measure)
        seats, said = self._seats(), dict(MEASURES)[self.measure]
        _, over = self.games.count(self.game)
        places = self.games.sql(
            "SELECT count(*) AS n FROM seats s JOIN games g USING (game) WHERE g.over AND g.slug = ?", [self.game]
        )[0]["n"]
        by = dict(BY).get(self.by, self.by)
        return Shares(
            f"{said[:1].upper()}{said[1:]} by {by}",
            f"share of {over:,} games with its 95 % interval; the line is an even share",
            tuple(
                (row["name"], seats.get(row["name"]), 100 * row["share"], 100 * row["half"])
                for row in rows[:MOST_NAMES]
            ),
            100 * over / max(places, 1),
        )

    def lengths(self) -> Counts:
        """Games by the turn in which they ended."""
        count = {row["turns"]: row["games"] for row in self.games.lengths(self.game)}
        low, high = min(count, default=0), max(count, default=0)
        wide = max(1, -(-(high - low + 1) // MOST_LENGTHS))
        bars = []
        for first in range(low, high + 1, wide):
            n = sum(count.get(turn, 0) for turn in range(first, first + wide))
            bars.append((str(first) if wide == 1 else f"{first}-{first + wide - 1}", n))
        return Counts("Length of a game", "games by the turn in which they ended", tuple(bars))

    def tempo(self) -> Lines:
        """The mean strength of each faction, turn by turn."""
        rows = self.games.tempo(self.game)
        n, _ = self.games.count(self.game)
        seats = self._seats()
        kept = [row for row in rows if row["games"] >= FEWEST * n and row["faction"] in seats]
        names = list(dict.fromkeys(row["faction"] for row in kept))[:MOST_NAMES]
        series = tuple(
            Series(name, seats[name], tuple((row["turn"], row["strength"]) for row in kept if row["faction"] == name))
            for name in names
        )
        return Lines("Tempo", "mean strength at the end of each turn, of the games that go so far", series)

    def by_seat(self) -> Shares:
        """Shares by the seat at the table, beside those by faction."""
        rows = self.games.wins("seat", self.game, self.measure)
        even = 100 / max(len(rows), 1)
        return Shares(
            f"{dict(MEASURES)[self.measure].capitalize()} by seat",
            "whoever sits there; the line is an even share",
            tuple((row["name"], None, 100 * row["share"], 100 * row["half"]) for row in rows[:MOST_NAMES]),
            even,
        )

    def charts(self) -> tuple[Chart, ...]:
        """All charts."""
        return (self.wins(), self.tempo(), self.lengths(), self.by_seat())

    # -- as HTML ------------------------------------------------------------------------------------------------------
    def html(self) -> str:
        """The whole page, standing by itself; one that goes by the page round it is drawn for day and for night."""
        themes = [(t, " data-when") for t in ("light", "dark")] if self.theme == "auto" else [(self.theme, "")]
        charts, below = self.charts(), self._below()
        parts = "".join(
            f'<div class="theo-analysis" data-theme="{t}"{when}>{self._head()}{_drawn(charts, t)}{below}</div>'
            for t, when in themes
        )
        return f"<style>{css()}</style>{parts}"

    def document(self) -> str:
        """The page as a whole HTML document."""
        head = f'<meta charset="utf-8"><title>{escape(self._title())}: many games</title>'
        return f'<!doctype html><html lang="en">{head}<body>{self.html()}</body></html>'

    def _title(self) -> str:
        return self._named(self.game) or "No game"

    @staticmethod
    def _named(slug: str) -> str:
        return all_games()[slug].title if slug in all_games() else slug

    def _head(self) -> str:
        others = [self._named(one) for one in self.games.slugs if one != self.game]
        more = f"; also {', '.join(others)}" if others else ""
        if self.left_out:
            more += f"; {self.left_out:,} older ones are left out: theomachy analyse reads them all"
        figures = "".join(f"<div><b>{escape(n)}</b><span>{escape(what)}</span></div>" for n, what in self.figures)
        return (
            f"<header><h2>{escape(self._title())}</h2><span>{escape('saved games as tables' + more)}</span></header>"
            f'<div class="theo-figures">{figures}</div>'
        )

    def _below(self) -> str:
        tables = [self._openings(), self._powers(), self._luck(), self._map()]
        return f'<div class="theo-charts">{"".join(tables)}</div>{self._broken()}'

    def _openings(self) -> str:
        rows = [
            (row["faction"], row["opening"], f"{row['games']:,}", _told(row["share"], row["half"]))
            for row in self.games.openings(self.game, MOST_ROWS, self.measure)
        ]
        return _table("Openings", f"the first three actions of a seat, and its {dict(MEASURES)[self.measure]}", rows,
                      ("", "opening", "seats", "share, %"))  # fmt: skip

    def _powers(self) -> str:
        rows = [
            (row["power"], row["rule"], f"{row['seats']:,}", f"{row['used'] / row['seats']:.1f}",
             "" if row["paid"] is None else _told(row["paid"], row["within"], sign=True))
            for row in self.games.powers(self.game, MOST_ROWS, self.measure) if row["seats"]
        ]  # fmt: skip
        note = f"by how much more {dict(MEASURES)[self.measure]} than for the same factions without; not why"
        return _table("Powers that were used", note, rows, ("", "rule", "seats", "a seat", "paid, %"))

    def _luck(self) -> str:
        rows = [
            (
                row["what"],
                row["part"],
                row["who"],
                f"{row['dice']:,}",
                _told(row["difference"] / 100, row["half"] / 100, True),
            )
            for row in self.games.luck(self.game)[:MOST_ROWS]
        ]
        note = "rolled less expected, a seat and game: of those who won, and of the others"
        return _table("Luck", note, rows, ("", "face", "who", "dice", "difference"))

    def _map(self) -> str:
        found = self.games.sql(
            "SELECT o.option, count(DISTINCT o.value) AS n FROM options o JOIN games g USING (game) WHERE g.slug = ? "
            "AND o.option IN ('map', 'board', 'scenario') GROUP BY o.option ORDER BY n DESC, o.option LIMIT 1",
            [self.game],
        )
        if not found:
            return ""
        rows = [
            (*row["name"].rsplit(", ", 1), f"{row['games']:,}", _told(row["share"], row["half"]))
            for row in self.games.wins(found[0]["option"], self.game, self.measure)[: 2 * MOST_ROWS]
        ]
        said = dict(MEASURES)[self.measure]
        return _table(f"By {found[0]['option']}", f"{said}, in %", rows, ("", "who", "games", said.split()[0] + ", %"))

    def _broken(self) -> str:
        rows = self.games.broken()
        if not rows:
            return ""
        cells = "".join(
            f"<tr><td>{escape(row['name'])}</td><td></td><td>{escape(row['why'])}</td><td></td><td></td></tr>"
            for row in rows[:MOST_BROKEN]
        )
        more = f" <small>and {len(rows) - MOST_BROKEN:,} more</small>" if len(rows) > MOST_BROKEN else ""
        return (
            f'<section class="theo-moments"><h3>Files that could not be read <small>{len(rows):,}</small>{more}</h3>'
            f"<table><tbody>{cells}</tbody></table></section>"
        )

    def _repr_html_(self) -> str:
        return self.html()

    # -- alive --------------------------------------------------------------------------------------------------------
    def panel(self, reading: Reading | None = None) -> Any:
        """The page in Panel: one chooses the game, by what wins are told, and what is compared. On a served page the
        saves are read by a `reading`: how far it is stands there, with a way to cancel it, until the page comes.
        """
        import panel as pn

        shown = pn.Column(sizing_mode="stretch_width", styles={"padding": "0 max(16px, calc(50% - 660px))"})
        if reading is None or self._found is not None:
            shown.append(self._alive())
        else:
            _Awaited(self, reading, shown)
        return shown

    def take(self, games: ManyGames) -> Any:
        """Show these tables: the page in Panel."""
        self._found = games
        return self._alive()

    def _alive(self) -> Any:
        import panel as pn

        names = {all_games()[slug].title if slug in all_games() else slug: slug for slug in self.games.slugs}
        options = {said: name for name, said in BY}
        compared = {said: name for name, said in MEASURES}

        def select(name: str, options: dict[str, str], value: str) -> Any:
            return pn.widgets.Select(label=name, options=options, value=value, width=220, stylesheets=[css(), CHOICE])

        chosen, by = select("Game", names, self.game), select("By", options, self.by)
        measure = select("Compared", compared, self.measure)
        page = pn.pane.HTML(self._marked(), stylesheets=[css(), BY_READER], sizing_mode="stretch_width")

        def turn(_event: object) -> None:
            if chosen.value != self._game:  # another game: what is compared follows from it
                self._game, self._measure = chosen.value, ""
                measure.value = self.measure
            self.by, self._measure = by.value, measure.value
            page.object = self._marked()

        for one in (chosen, by, measure):
            one.param.watch(turn, "value")
        return pn.Column(pn.Row(chosen, by, measure), page, sizing_mode="stretch_width")

    def _marked(self) -> str:
        return self.html().partition("</style>")[2]


class _Awaited:
    """What stands there until the saves are read: looks now and then how far it is, in the turn of its page."""

    def __init__(self, page: FolderPage, reading: Reading, shown: Any) -> None:
        import panel as pn

        self.page, self.reading, self.shown = page, reading, shown
        self.looks = False
        self.said = pn.pane.HTML("", stylesheets=[css(), BY_READER], sizing_mode="stretch_width")
        self.button = pn.widgets.Button(label="Cancel", width=120, stylesheets=[css(), BUTTON])
        self.button.on_click(lambda _event: self.leave() if self.looks else self.enter())
        self.document = pn.state.curdoc
        self.timer: Any = None
        shown.objects = [self.said, self.button]
        self.enter()
        until_left(self.gone)

    def enter(self) -> None:
        """Look, and go on looking."""
        self.looks = True
        self.reading.enter()
        if self.document is not None:
            self.timer = self.document.add_periodic_callback(self.look, LOOK)
        self.look()

    def gone(self) -> None:
        """Look no more; who alone looked ends the reading."""
        if self.looks:
            self.looks = False
            self.reading.leave()

    def leave(self) -> None:
        """The same of somebody whose page stays."""
        self.gone()
        self.rest()
        self.tell()

    def rest(self) -> None:
        """There is nothing more to look for."""
        if self.timer is not None and self.document is not None:
            self.document.remove_periodic_callback(self.timer)
        self.timer = None

    def look(self) -> None:
        """How far is it?"""
        state = self.reading.state
        if self.looks and state == DONE:
            self.rest()
            try:
                self.shown.objects = [self.page.take(self.reading.games())]
            except TheoError as fault:  # no saved game of the game that was asked for
                self.say(sentence(fault))
                self.button.visible = False
        elif self.looks and state == FAILED:
            self.leave()
            self.say(self.reading.why)
        else:
            self.tell()

    def tell(self) -> None:
        """Say it."""
        done, wanted = self.reading.done, self.reading.wanted
        far = f"{done:,} of {wanted:,} saved games are read" if wanted else "Saved games are looked for"
        told = f"{far}." if self.looks else f"Reading was cancelled: {far[:1].lower()}{far[1:]}."
        self.say(told, f'<progress max="{max(wanted, 1)}" value="{done}" aria-label="{escape(far)}"></progress>')

    def say(self, words: str, more: str = "") -> None:
        """A sentence, and what stands below it."""
        parts = "".join(
            f'<div class="theo-analysis" data-theme="{theme}" data-when><header><h2>Saved games</h2>'
            f'<span role="status">{escape(words)}</span></header>{more}</div>'
            for theme in ("light", "dark")
        )
        if parts != self.said.object:
            self.said.object = parts
        self.button.label = "Cancel" if self.looks else "Read on"


def _drawn(charts: Sequence[Chart], theme: str) -> str:
    parts = "".join(
        f"<section><h3>{escape(c.title)}</h3><p>{escape(c.note)}</p>{svg(c, theme)}</section>" for c in charts
    )
    return f'<div class="theo-charts">{parts}</div>'


def _told(value: float, half: float, sign: bool = False) -> str:
    number = f"{100 * value:+.1f}" if sign else f"{100 * value:.1f}"
    wide = f" ± {100 * half:.1f}" if half != float("inf") else " ± ?"
    return number.replace("-", "\N{MINUS SIGN}") + wide


def _table(title: str, note: str, rows: Sequence[Sequence[str]], heads: Sequence[str]) -> str:
    if not rows:
        return ""
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    body = "".join(
        "<tr>" + f"<th>{escape(row[0])}</th>" + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:]) + "</tr>"
        for row in rows
    )
    return (
        f'<section class="theo-list"><h3>{escape(title)}</h3><p>{escape(note)}</p>'
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></section>"
    )
