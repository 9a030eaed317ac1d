"""The page of a class: who has what, and where they are stuck; one file without scripts, a cell, or a served page.

from theomachy_widgets.class_page import ClassPage
ClassPage("answers")    # a folder of what learners have handed in; run the cell again to read it again
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from theomachy import classroom
from theomachy.classroom import STATES, Classroom, Group, told_of
from theomachy.engine.errors import TheoError
from theomachy.engine.game.document import write

from .alone import document
from .esm import sheet as css
from .scene.style import STYLE
from .text import escape
from .variables import variables

LOOK = 3_000  # milliseconds after which a served page looks whether something was handed in
ALONE = ":root { color-scheme: light dark; } body { margin: 0; }\n"


def class_html(room: Classroom, path: str | Path | None = None) -> str:
    """A class as one HTML document; also written to `path` if given. It holds names, answers and points."""
    page = STYLE["theme"]["dark"]["page"]
    night = f"@media (prefers-color-scheme: dark) {{ body {{ background: {page}; }} }}\n"
    text = document("A class", "", ALONE + night + look(), {}, "", body=f"<main>{_body(room)}</main>")
    if path is not None:
        write(Path(path), text)
    return text


class ClassPage:
    """A folder of answers, graded again whenever it is looked at: HTML in a cell, `panel()` on a served page.

    `scenarios` is where the lessons lie (by default `examples/scenarios`, here, above or as it came).
    """

    def __init__(self, folder: str | Path, scenarios: str | Path | None = None) -> None:
        self.folder = Path(folder)
        self.scenarios = None if scenarios is None else Path(scenarios)

    def body(self) -> str:
        """What is said of the class now, or why there is nothing to say."""
        try:
            return _body(classroom.read(self.folder, self.scenarios))
        except TheoError as fault:
            return f"<div class='cl-page'><h1>Class</h1><p class='s2'>{escape(fault)}</p></div>"

    def stamp(self) -> object:
        """What changes when something is handed in."""
        try:
            found = [(path.name, path.stat().st_mtime_ns) for path in self.folder.rglob("*.json")]
        except OSError:
            return None
        return sorted(found)

    def _repr_html_(self) -> str:
        return f"<style>{look()}</style>{self.body()}"

    def panel(self) -> Any:
        """The page in Panel. It grades in a thread of its own, and again when something was handed in."""
        import panel as pn

        said = "<div class='cl-page'><h1>Class</h1><p class='s2'>The answers are graded.</p></div>"
        shown = pn.pane.HTML(said, stylesheets=[look()], sizing_mode="stretch_width")
        seen: list[object] = []

        async def refresh() -> None:
            stamp = self.stamp()
            if seen != [stamp]:
                seen[:] = [stamp]
                shown.object = await asyncio.to_thread(self.body)

        if pn.state.curdoc is not None:
            pn.state.onload(refresh)
            pn.state.add_periodic_callback(refresh, LOOK)  # type: ignore[arg-type]  # it waits for what it is given
        else:
            shown.object = self.body()
        return pn.Column(shown, sizing_mode="stretch_width")


def look() -> str:
    """The style sheet: dark where the page round it is, or without one where the reader's machine is."""
    dark = variables("cl-page").split('[data-theme="dark"]')[1].strip()
    return (
        variables("cl-page").split("\n")[0]
        + "\n"
        + css("data/class.css")
        + f'[data-jp-theme-light="false"] .cl-page {dark}\n'
        + f"@media (prefers-color-scheme: dark) {{ .cl-page:not([data-jp-theme-light] *) {dark} }}\n"
    )


def _body(room: Classroom) -> str:
    parts = [f"<h1>Class</h1><p class='s2'>{_counted(room)}</p>", *map(_group, room.groups)]
    if room.faults:
        rows = "".join(f"<li>{escape(fault)}</li>" for fault in room.faults)
        parts.append(f"<h2>Not read</h2><ul class='cl-faults'>{rows}</ul>")
    signs = " ".join(f"<span>{_cell(state)} {said}</span>" for state, said in STATES.items())
    return f"<div class='cl-page'>{''.join(parts)}<p class='s3 sm cl-signs'>{signs}</p></div>"


def _counted(room: Classroom) -> str:
    n, tasks = len(room.learners), len(room.groups)
    return f"{n} learner{'' if n == 1 else 's'}, {tasks} task{'' if tasks == 1 else 's'}; every answer was graded again"


def _cell(state: str, title: str = "") -> str:
    told = f" title='{escape(title)}'" if title else ""
    sign = {"first": "+", "later": "~", "shown": "?", "tried": "x", "open": "·"}[state]
    return f"<span class='cl-{state}'{told}>{sign}</span>"


def _group(group: Group) -> str:
    task = group.task
    heads = "".join(f"<th title='{escape(each.question.question)}'>{escape(each.told)}</th>" for each in task.asked)
    rows = []
    for each in group.graded:
        cells = "".join(
            f"<td>{_cell(mark.state, f'{STATES[mark.state]}: ' + ', '.join(mark.wrong) if mark.wrong else '')}</td>"
            for mark in each.marks
        )
        first, right, of = each.points
        notes = f"<div class='cl-note'>{escape('; '.join(each.notes))}</div>" if each.notes else ""
        rows.append(
            f"<tr><th class='cl-name'>{escape(each.answers.name)}{notes}</th>{cells}"
            f"<td class='cl-n'>{right} of {of}</td><td class='cl-n s3'>{first} at once</td></tr>"
        )
    stuck = sorted((row for row in group.stuck() if row.trouble), key=lambda row: -row.trouble)
    told = "".join(
        f"<li><b>{escape(row.at)}</b> {escape(row.question)} <span class='s2'>"
        + escape(", ".join(f"{n} {STATES[s]}" for s in STATES if (n := row.counts[s]) and s != "open"))
        + (f"; most often “{escape(row.wrong[0][0])}” ({row.wrong[0][1]})" if row.wrong else "")
        + "</span></li>"
        for row in stuck[:8]
    )
    where = f"<h3>Where they are stuck</h3><ul class='cl-stuck'>{told}</ul>" if told else ""
    what = escape(told_of(task))
    return (
        f"<section><h2>{escape(task.title)} <span class='s3'>{what}</span></h2>"
        f"<div class='cl-wide'><table><tr><th></th>{heads}<th></th><th></th></tr>{''.join(rows)}</table></div>"
        f"{where}</section>"
    )
