"""Charts as plain data, and as SVG that stands by itself: in a notebook without a kernel, on a page, in a picture.

Every text goes through `escape`; colours are those of the style, written into the marks, so that a host which drops
style sheets still shows them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from theomachy.engine.tabletop.table import Seat

from .scene.forms import outline
from .scene.style import STYLE, owner_colour, owner_paint
from .text import escape

WIDTH, HEIGHT = 460, 250
LEFT, RIGHT, TOP, BOTTOM = 42, 14, 24, 26
LETTERS, LEAST = 12, 11  # pixels: of the text as it is drawn, and as it may be seen
NARROWEST = WIDTH * LEAST // LETTERS + 1  # a chart on less room is not made smaller
WIDEST = WIDTH * 5 // 4  # and on more room not much larger: its letters would outgrow those of the page
ROW = 16  # of a legend


@dataclass(frozen=True, slots=True)
class Series:
    """One line of a chart: its name, whose it is, and points from left to right."""

    name: str
    seat: Seat
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines over turns. `marks` are dotted uprights with a word (what happened there)."""

    title: str
    note: str
    series: tuple[Series, ...]
    marks: tuple[tuple[float, str], ...] = ()
    signed: bool = False
    percent: bool = False

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """Least and largest of both axes; the upright one from nought unless it is signed."""
        xs = [x for line in self.series for x, _ in line.points] or [0.0, 1.0]
        ys = [y for line in self.series for _, y in line.points] or [0.0]
        if self.percent:
            return min(xs), max(max(xs), min(xs) + 1), 0.0, 100.0
        return min(xs), max(max(xs), min(xs) + 1), min(*ys, 0.0), max(*ys, 1.0)


@dataclass(frozen=True, slots=True)
class Bars:
    """Pairs of bars: what was expected, and what came."""

    title: str
    note: str
    rows: tuple[tuple[str, float, float], ...]


@dataclass(frozen=True, slots=True)
class Shares:
    """Shares in per cent with half of their intervals, a bar each; `even` is the share if all were alike."""

    title: str
    note: str
    rows: tuple[tuple[str, Seat | None, float, float], ...]
    even: float


@dataclass(frozen=True, slots=True)
class Counts:
    """How many of each; the largest are lit."""

    title: str
    note: str
    rows: tuple[tuple[str, int], ...]


Chart = Lines | Bars | Shares | Counts


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers that span a range, about so many."""
    raw = (high - low) / max(about - 1, 1) or 1.0
    power = 10.0 ** floor(log10(raw))
    step = next(m * power for m in (1, 2, 2.5, 5, 10) if m * power >= raw - 1e-9)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [round(i * step, 9) for i in range(first, last + 1)]


def figure(value: float, signed: bool = False, percent: bool = False) -> str:
    """A number on an axis, with a true minus."""
    text = f"{abs(value):g}"
    sign = "−" if value < 0 else "+" if signed and value > 0 else ""
    return f"{sign}{text}{' %' if percent else ''}"


def svg(chart: Chart, theme: str = "light") -> str:
    """The chart as one SVG element, with a title for those who listen."""
    if isinstance(chart, Lines):
        body = _lines(chart, theme)
    elif isinstance(chart, Bars):
        body = _bars(chart, theme)
    else:
        body = _shares(chart, theme) if isinstance(chart, Shares) else _counts(chart, theme)
    font = STYLE["font"]["ui"].replace('"', "'")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'style="display:block;width:100%;min-width:{NARROWEST}px;max-width:{WIDEST}px;height:auto" '
        f'font-family="{font}" font-size="{LETTERS}">'
        f"<title>{escape(chart.title)}: {escape(spoken(chart))}</title>{body}</svg>"
    )


def spoken(chart: Chart) -> str:
    """What the chart shows, in words."""
    if isinstance(chart, Shares):
        return "; ".join([chart.note, *(f"{name} {share:.1f} % ± {half:.1f}" for name, _, share, half in chart.rows)])
    if isinstance(chart, Counts):
        return "; ".join([chart.note, *(f"{name}: {n}" for name, n in chart.rows)])
    if isinstance(chart, Bars):
        parts = [f"{name} {came:g}, expected {due:.1f}" for name, due, came in chart.rows]
    else:
        unit = {"signed": chart.signed, "percent": chart.percent}
        parts = [
            f"{line.name} from {figure(round(line.points[0][1], 1), **unit)} "
            f"to {figure(round(line.points[-1][1], 1), **unit)}"
            for line in chart.series
            if line.points
        ]
    return f"{chart.note}; {'; '.join(parts)}"


def _text(x: float, y: float, words: str, colour: str, anchor: str = "start", weight: int = 400) -> str:
    bold = f' font-weight="{weight}"' if weight != 400 else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" text-anchor="{anchor}"{bold}>{escape(words)}</text>'


def _rule(x1: float, y1: float, x2: float, y2: float, colour: str, more: str = "") -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}"{more}/>'


def _lines(chart: Lines, theme: str) -> str:
    look = STYLE["theme"][theme]
    left, right, low, high = chart.bounds
    grid = ticks(low, high)
    low, high = grid[0], grid[-1]
    legend, rows = _legend(chart.series, theme, look["ink"]) if len(chart.series) > 1 else ("", 1)
    top = TOP + ROW * (rows - 1)

    def at(x: float, y: float) -> tuple[float, float]:
        across, down = WIDTH - LEFT - RIGHT, HEIGHT - top - BOTTOM
        return LEFT + (x - left) / (right - left) * across, top + (high - y) / (high - low) * down

    parts = []
    for value in grid:
        _, y = at(left, value)
        parts.append(_rule(LEFT, y, WIDTH - RIGHT, y, look["line_strong" if value == 0 else "line"]))
        words = figure(value, chart.signed, chart.percent)
        parts.append(_text(LEFT - 7, y + 4, words, look["ink_3"], "end"))
    for turn in turn_ticks(left, right):
        parts.append(_text(at(turn, low)[0], HEIGHT - 8, f"{turn:g}", look["ink_3"], "middle"))
    for x, words in chart.marks:
        across, _ = at(x, low)
        parts.append(_rule(across, top, across, HEIGHT - BOTTOM, look["ink_3"], ' stroke-dasharray="2 3"'))
        room = across < WIDTH - 150
        parts.append(_text(across + (5 if room else -5), top + 10, words, look["ink_2"], "start" if room else "end"))
    for line in chart.series:
        parts.append(_line(line, at, theme, look["page"]))
    return "".join([*parts, legend])


def turn_ticks(left: float, right: float) -> list[int]:
    """Turns to be named under a chart: at most eight, the first and the last among them."""
    first, last = int(left), int(right)
    step = max(1, ceil((last - first) / 7))
    found = list(range(first, last + 1, step))
    if found[-1] != last:
        if last - found[-1] < step / 2 and len(found) > 1:
            found.pop()
        found.append(last)
    return found


def _line(line: Series, at: Callable[[float, float], tuple[float, float]], theme: str, page: str) -> str:
    paint, _, shape = owner_paint(owner_colour(line.seat.index, (line.seat,) * (line.seat.index + 1)), theme)
    points = [at(x, y) for x, y in line.points]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    parts = [f'<polyline points="{path}" fill="none" stroke="{paint}" stroke-width="2" stroke-linejoin="round"/>']
    every = max(1, len(points) // 7)
    mark = outline(shape, 4.2)
    for x, y in [*points[::every], *points[-1:]]:
        parts.append(
            f'<path d="{mark}" transform="translate({x:.1f} {y:.1f})" fill="{paint}" stroke="{page}" stroke-width="1"/>'
        )
    return "".join(parts)


def _legend(series: Sequence[Series], theme: str, ink: str) -> tuple[str, int]:
    """Whose lines they are, in as many rows as they need."""
    parts, x, row = [], float(LEFT), 0
    for line in series:
        paint, _, shape = owner_paint(owner_colour(line.seat.index, (line.seat,) * (line.seat.index + 1)), theme)
        name = line.name if len(line.name) <= 22 else line.name[:21] + "…"
        wide = 14 + 7.2 * len(name)
        if x + wide > WIDTH and x > LEFT:
            x, row = float(LEFT), row + 1
        y = 12 + ROW * row
        parts.append(f'<path d="{outline(shape, 4.5)}" transform="translate({x + 4:.1f} {y - 4})" fill="{paint}"/>')
        parts.append(_text(x + 14, y, name, ink))
        x += wide + 18
    return "".join(parts), row + 1


def _bars(chart: Bars, theme: str) -> str:
    look, accent = STYLE["theme"][theme], STYLE["owner"]["blue"][theme]
    floor_, wide = HEIGHT - BOTTOM, WIDTH - LEFT - RIGHT
    most = max([1.0, *(max(due, came) for _, due, came in chart.rows)])
    parts = [_rule(LEFT - 20, floor_, WIDTH - RIGHT, floor_, look["line_strong"])]
    share = wide / max(len(chart.rows), 1)
    thick = min(34.0, share * 0.36)
    for i, (name, due, came) in enumerate(chart.rows):
        middle = LEFT + share * (i + 0.5)
        for value, x, colour, ink, weight in (
            (due, middle - thick - 1, look["line_strong"], look["ink_2"], 400),
            (came, middle + 1, accent, look["ink"], 650),
        ):
            tall = value / most * (floor_ - TOP - 12)
            parts.append(
                f'<rect x="{x:.1f}" y="{floor_ - tall:.1f}" width="{thick:.1f}" height="{tall:.1f}" rx="2" '
                f'fill="{colour}"/>'
            )
            words = f"{value:.0f}" if value >= 0.95 or value == 0 else f"{value:.1f}"
            parts.append(_text(x + thick / 2, floor_ - tall - 5, words, ink, "middle", weight))
        parts.append(_text(middle, HEIGHT - 8, name, look["ink_3"], "middle"))
    return "".join(parts)


def _shares(chart: Shares, theme: str) -> str:
    look, accent = STYLE["theme"][theme], STYLE["theme"][theme]["accent"]
    first, last, step = 150, WIDTH - 110, min(34.0, (HEIGHT - 20) / max(len(chart.rows), 1))
    most = max([chart.even, *(min(share + half, 100.0) for _, _, share, half in chart.rows)]) or 1.0

    def at(share: float) -> float:
        return first + max(share, 0.0) / most * (last - first)

    parts = []
    for i, (name, seat, share, half) in enumerate(chart.rows):
        middle, colour = 14 + step * (i + 0.5), accent
        if seat is not None:
            colour, _, shape = owner_paint(owner_colour(seat.index, (seat,) * (seat.index + 1)), theme)
            parts.append(f'<path d="{outline(shape, 6)}" transform="translate(10 {middle:.1f})" fill="{colour}"/>')
        told = name if len(name) <= 19 else name[:18] + "…"
        parts.append(_text(24 if seat is not None else 2, middle + 4, told, look["ink"], weight=650))
        parts.append(
            f'<rect x="{first}" y="{middle - 7:.1f}" width="{at(share) - first:.1f}" height="14" rx="2" '
            f'fill="{colour}"/>'
        )
        parts.append(
            _rule(
                at(max(share - half, 0.0)),
                middle,
                at(min(share + half, 100.0)),
                middle,
                look["ink"],
                ' stroke-width="2"',
            )
        )
        parts.append(_text(WIDTH, middle + 4, f"{share:.1f} % ± {half:.1f}", look["ink"], "end", 650))
    foot = 14 + step * len(chart.rows)
    parts.append(_rule(at(chart.even), 8, at(chart.even), foot + 4, look["ink_3"]))
    return "".join(parts)


def _counts(chart: Counts, theme: str) -> str:
    look = STYLE["theme"][theme]
    floor_, most = HEIGHT - BOTTOM, max([1, *(n for _, n in chart.rows)])
    share = (WIDTH - 20) / max(len(chart.rows), 1)
    thick = min(44.0, share * 0.78)
    parts = [_rule(10, floor_, WIDTH - 10, floor_, look["line_strong"])]
    for i, (name, n) in enumerate(chart.rows):
        middle, tall = 10 + share * (i + 0.5), n / most * (floor_ - TOP - 12)
        colour = look["accent"] if n > 0.8 * most else look["line_strong"]
        parts.append(
            f'<rect x="{middle - thick / 2:.1f}" y="{floor_ - tall:.1f}" width="{thick:.1f}" height="{tall:.1f}" '
            f'rx="2" fill="{colour}"/>'
        )
        if n:
            parts.append(_text(middle, floor_ - tall - 5, str(n), look["ink"], "middle", 650))
        parts.append(_text(middle, HEIGHT - 8, name, look["ink_3"], "middle"))
    return "".join(parts)
