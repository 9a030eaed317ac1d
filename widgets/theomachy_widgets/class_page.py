"""The page of a class: who has what, and where they are stuck; one file without scripts."""

from __future__ import annotations

from pathlib import Path

from theomachy.classroom import STATES, Classroom, Group
from theomachy.engine.game.document import write

from .alone import document
from .esm import sheet as css
from .panels import look
from .scene.style import STYLE
from .text import escape
from .variables import variables


def class_html(room: Classroom, path: str | Path | None = None) -> str:
    """A class as one HTML document; also written to `path` if given. It holds names, answers and points."""
    parts = [f"<h1>Class</h1><p class='s2'>{_counted(room)}</p>", *map(_group, room.groups)]
    if room.faults:
        rows = "".join(f"<li>{escape(fault)}</li>" for fault in room.faults)
        parts.append(f"<h2>Not read</h2><ul class='cl-faults'>{rows}</ul>")
    parts.append(f"<p class='s3 sm'>{' '.join(f'{_cell(state)} {said}' for state, said in STATES.items())}</p>")
    body = f"<main class='theo-frame'><div class='theo theo-box cl-page'>{''.join(parts)}</div></main>"
    text = document("A class", "", look() + css("data/class.css") + _by_night(), {}, "", body=body)
    if path is not None:
        write(Path(path), text)
    return text


def _by_night() -> str:
    """The dark variables for who reads by night: without a script nothing else tells the page."""
    dark = variables("cl-page").split('[data-theme="dark"]')[1].strip()
    page = STYLE["theme"]["dark"]["page"]
    return f"@media (prefers-color-scheme: dark) {{ .cl-page.cl-page {dark} body {{ background: {page}; }} }}\n"


def _counted(room: Classroom) -> str:
    n, tasks = len(room.learners), len(room.groups)
    return f"{n} learner{'' if n == 1 else 's'}, {tasks} task{'' if tasks == 1 else 's'}; every answer was graded again"


def _cell(state: str, title: str = "") -> str:
    told = f" title='{escape(title)}'" if title else ""
    sign = {"first": "+", "later": "~", "shown": "?", "tried": "x", "open": "·"}[state]
    return f"<span class='cl-{state}'{told}>{sign}</span>"


def _group(group: Group) -> str:
    task = group.task
    heads = "".join(f"<th title='{escape(each.question.question)}'>{escape(each.at)}</th>" for each in task.asked)
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
    where = f"<h3>Where they are stuck</h3><ol class='cl-stuck'>{told}</ol>" if told else ""
    return (
        f"<section><h2>{escape(task.title)} <span class='s3'>{escape(task.kind)} of {escape(task.game)}</span></h2>"
        f"<div class='cl-wide'><table><tr><th></th>{heads}<th></th><th></th></tr>{''.join(rows)}</table></div>"
        f"{where}</section>"
    )
