"""Games, positions, decisions and the rest as HTML and text. Every word of a person or file is escaped."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count
from typing import Any

from theomachy import app
from theomachy.analysis import Analysis
from theomachy.engine.authoring.lesson import Beat
from theomachy.engine.authoring.scenario import ScenarioResult
from theomachy.engine.game.game import DecisionView, Game, Option, View, WhyNot
from theomachy.engine.reference.rulebook import Rule
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.runtime.forecast import Forecast
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.trace import Trace
from theomachy.engine.tabletop.beside_words import line
from theomachy.engine.tabletop.describe import describe
from theomachy.engine.tabletop.table import NO_MARKS, Marks, Table
from theomachy.play import SimulationResult
from theomachy_widgets.text import escape

FORMATS = ("text/html", "text/plain")
MOST_OPTIONS = 40
_numbers = count(1)

STYLE = (
    "<style>.theo-out{font:13px/18px var(--jp-ui-font-family,system-ui,sans-serif);max-width:900px}"
    ".theo-out h4{margin:2px 0 4px;font-size:14px}.theo-out .s{opacity:.68;font-size:11.5px}"
    # The class more than once, since the notebook's own style of tables and lists is more particular than one.
    ".theo-out.theo-out table{border-collapse:collapse;margin:4px 0;font-size:13px}"
    ".theo-out.theo-out.theo-out tr{background:none}.theo-out.theo-out td,.theo-out.theo-out th{text-align:left;"
    "padding:1px 10px 1px 0;border:0;background:none;vertical-align:top}"
    ".theo-out .id{font:11px/16px var(--jp-code-font-family,monospace);opacity:.68}"
    ".theo-out.theo-out ul{list-style:none;margin:0;padding-left:14px}.theo-out.theo-out>ul{padding-left:0}"
    ".theo-out .bar{display:inline-block;height:9px;background:#3b6ea5;vertical-align:middle;border-radius:2px}"
    ".theo-out .no{font-weight:650}.theo-out .no::before{content:'\\2717\\a0'}"
    ".theo-out .yes::before{content:'\\2713\\a0'}"
    ".theo-out pre{font-size:12px;line-height:15px;overflow-x:auto}.theo-out svg{max-width:100%;height:auto}</style>"
)


def page(*parts: str) -> str:
    """Parts of HTML in the frame that the style knows."""
    return f'{STYLE}<div class="theo-out">{"".join(part for part in parts if part)}</div>'


def tag_id(rule: str) -> str:
    return f'<span class="id">{escape(rule)}</span>' if rule else ""


# -- pictures ---------------------------------------------------------------------------------------------------------
def board(table: Table, marks: Marks = NO_MARKS) -> str:
    """The board as a picture that needs no kernel and follows a dark page; in words where nothing can draw."""
    try:
        from theomachy_widgets.render import svg
        from theomachy_widgets.scene import build
    except ImportError:
        return f"<pre>{escape(describe(table))}</pre>"
    night = build(table, marks, "dark")
    return svg(build(table, marks), prefix=f"theo{next(_numbers)}-", night=night)


def lit(options: Iterable[Option]) -> Marks:
    """What the options are on the table, lit."""
    return Marks(selectable=frozenset(target for option in options for target in option.targets))


# -- kinds of things --------------------------------------------------------------------------------------------------
def decision_html(decision: DecisionView | None) -> str:
    """Who is asked what, and the options with their figures and chances."""
    if decision is None:
        return "<h4>Nothing is asked: the game is over.</h4>"
    rows = []
    for option in decision.options[:MOST_OPTIONS]:
        more = " · ".join(escape(text) for text in (option.detail, option.figure) if text)
        chance = bar(option.chance) if option.chance is not None else ""
        rows.append(
            f'<tr><td class="id">{option.index + 1}</td><td>{escape(option.label)}</td>'
            f'<td>{chance}</td><td class="s">{more}</td></tr>'
        )
    left = len(decision.options) - len(rows)
    rest = f'<p class="s">and {left} more</p>' if left > 0 else ""
    hidden = '<p class="s">The options are hidden from this view.</p>' if decision.hidden else ""
    head = f"<h4>{escape(decision.who)}: {escape(decision.prompt)} {tag_id(decision.rule)}</h4>"
    return f"{head}{hidden}<table>{''.join(rows)}</table>{rest}"


def bar(chance: float) -> str:
    return f'<span class="bar" style="width:{round(160 * chance)}px"></span> {100 * chance:.1f} %'


def forecast_html(forecast: Forecast) -> str:
    """A distribution as bars."""
    rows = "".join(
        f"<tr><td>{'<b>' if label == forecast.actual else ''}{escape(label)}</td><td>{bar(chance)}</td></tr>"
        for label, chance in forecast.rows
    )
    mean = f'<p class="s">expected {forecast.expected:.2f}</p>' if forecast.expected is not None else ""
    note = f'<p class="s">{escape(forecast.note)}</p>' if forecast.note else ""
    return f"<h4>{escape(forecast.title)} {tag_id(forecast.rule)}</h4>{note}<table>{rows}</table>{mean}"


def why_html(why: WhyNot) -> str:
    """Every requirement: holds or fails, with its figure and rule."""
    rows = "".join(
        f'<tr><td class="{"yes" if v.holds else "no"}">{escape(v.text)}</td><td>{escape(v.fact)}</td>'
        f'<td class="s">{escape(v.fault)}</td><td>{tag_id(v.rule)}</td></tr>'
        for v in why.verdicts
    )
    head = "is legal" if why.legal else f"is not legal: {len(why.faults)} of {len(why.verdicts)} requirements fail"
    instead = f'<p class="s">Possible: {escape(", ".join(why.instead))}</p>' if why.instead and not why.legal else ""
    return f"<h4>{escape(why.action)} {head}</h4><table>{rows}</table>{instead}"


def trace_html(trace: Trace) -> str:
    """The tree of events with their rules."""

    def branch(events: Iterable[Any]) -> str:
        found = []
        for event in events:
            figure = f" <b>{escape(event.beside)}</b>" if event.beside else ""
            dim = ' class="s"' if event.kind == "not used" else ""
            below = f"<ul>{branch(event.children)}</ul>" if event.children else ""
            found.append(f"<li{dim}>{escape(trace.told(event))}{figure} {tag_id(event.rule)}{below}</li>")
        return "".join(found)

    return (
        f"<ul>{branch(trace.root.children)}</ul>"
        if trace.root.children
        else '<p class="s">Nothing has happened yet.</p>'
    )


def rule_html(rule: Rule, scenarios: Iterable[str] = ()) -> str:
    """One rule in full."""
    shown = ", ".join(scenarios)
    more = [rule.where, f"ruling: {rule.ruling}" if rule.ruling else "", f"shown by {shown}" if shown else ""]
    return (
        f"<h4>{tag_id(rule.id)} {escape(rule.title)}</h4><p>{escape(rule.text)}</p>"
        f'<p class="s">{escape(" · ".join(part for part in more if part))}</p>'
    )


def result_html(result: ScenarioResult) -> str:
    """How a scenario went, with the difference."""
    if result.ok:
        return f'<h4 class="yes">{escape(result.title)}</h4><p class="s">{result.steps} steps hold</p>'
    where = f"step {result.step}: " if result.step else ""
    lines = "\n".join(result.differences)
    return f'<h4 class="no">{escape(result.title)}</h4><p>{where}{escape(result.fault)}</p>' + (
        f"<pre>{escape(lines)}</pre>" if lines else ""
    )


def beat_html(beat: Beat) -> str:
    """One stop of a lesson."""
    question = ""
    if beat.question is not None:
        options = "".join(f"<li>{escape(option)}</li>" for option in beat.question.options)
        question = f"<p><b>{escape(beat.question.question)}</b></p><ul>{options}</ul>"
    return f"<p>{escape(beat.say)}</p><p>{escape(beat.did)} {tag_id(', '.join(beat.rules))}</p>{question}"


def view_html(view: View) -> str:
    """A game as one seat sees it: safe to show that person."""
    who = "a spectator" if view.viewer is None else view.table.seats[view.viewer].name
    head = f'<p class="s">{escape(view.table.title)}, {escape(view.table.place)}, seen by {escape(who)}</p>'
    return (
        head
        + board(view.table, lit(view.decision.options) if view.decision else NO_MARKS)
        + decision_html(view.decision)
    )


def game_html(game: Game) -> str:
    """The board with everything seen, and the question."""
    decision = game.decision
    head = f'<p class="s">{escape(game.title)}, {escape(game.system.where(game.state))}</p>'
    won = f"<p>Won by {escape(', '.join(game.winners) or 'nobody')}.</p>" if game.over else ""
    return head + board(game.table(), lit(decision.options) if decision else NO_MARKS) + decision_html(decision) + won


def position_html(position: Position) -> str:
    """A position of a game, with everything seen; chance is not thrown."""
    return game_html(Game(position.system, position.clone(), dice_by_hand=True))


def decision_text(decision: DecisionView) -> str:
    """The question in words, for hosts that show no HTML."""
    head = f"{line(decision.who)}: {line(decision.prompt)}  [{decision.rule}]"
    rows = [f"{o.index + 1:>4}  {line(o.label)}" for o in decision.options]
    if decision.player == CHANCE:
        rows = [f"{row}  {100 * (o.chance or 0):.1f} %" for row, o in zip(rows, decision.options, strict=True)]
    return "\n".join([head, *rows])


HTML: dict[type, Callable[[Any], str]] = {
    Game: game_html,
    Position: position_html,
    DecisionView: decision_html,
    Forecast: forecast_html,
    WhyNot: why_html,
    Trace: trace_html,
    View: view_html,
    Rule: rule_html,
    ScenarioResult: result_html,
    Beat: beat_html,
}
TEXT: dict[type, Callable[[Any], str]] = {
    DecisionView: decision_text,
    Forecast: lambda forecast: "\n".join(app.forecast_lines(forecast)),
    WhyNot: str,
    Trace: str,
    Rule: lambda rule: "\n".join(app.rule_lines(rule)),
    ScenarioResult: str,
    View: lambda view: f"{describe(view.table)}\n\n{decision_text(view.decision) if view.decision else 'over'}",
}


def displays(mime: str) -> dict[type, Callable[..., Any]]:
    """The functions that IPython calls for our types."""
    if mime == "text/html":
        return {kind: _framed(show) for kind, show in HTML.items()} | {Analysis: analysis, SimulationResult: simulation}
    return {kind: _plain(show) for kind, show in TEXT.items()}


def _framed(show: Callable[[Any], str]) -> Callable[[Any], str]:
    return lambda thing: page(show(thing))


def _plain(show: Callable[[Any], str]) -> Callable[[Any, Any, bool], None]:
    return lambda thing, printer, cycle: printer.text(show(thing))


def analysis(found: Analysis) -> str:
    """The page of a saved game: figures, charts, key moments; it brings its own style."""
    from theomachy_widgets.analysis_page import page as whole

    return whole(found)._repr_html_()


def simulation(found: SimulationResult) -> str:
    """The page of many games by bots."""
    from theomachy_widgets.runs_page import runs_page

    return runs_page(found).html()


class MagicResult:
    """Several things shown together, as what a magic answers."""

    def __init__(self, html: str, text: str) -> None:
        self.html, self.text = html, text

    def _repr_html_(self) -> str:
        return page(self.html)

    def __repr__(self) -> str:
        return self.text
