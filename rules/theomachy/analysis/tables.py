"""Rows of plain numbers and words, as CSV, as HTML, and as a pandas data frame where pandas is installed."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from html import escape
from io import StringIO
from typing import Any

from ..engine.errors import TheoError

Row = dict[str, Any]
Rows = list[Row]


def columns(rows: Iterable[Row]) -> list[str]:
    """The names of all columns, in the order in which they first come."""
    return list(dict.fromkeys(name for row in rows for name in row))


def csv_text(rows: Rows) -> str:
    """The rows as CSV. A text that a spreadsheet would take for a formula gets an apostrophe in front."""
    text = StringIO()
    writer = csv.DictWriter(text, columns(rows), restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _harmless(value) for name, value in row.items()} for row in rows)
    return text.getvalue()


def _harmless(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def frame(rows: Rows) -> Any:
    """The rows as a pandas data frame. Raises `TheoError` when pandas is not installed."""
    try:
        import pandas
    except ImportError as fault:
        raise TheoError("data frames need pandas: pip install pandas; the rows themselves are plain lists") from fault
    return pandas.DataFrame(rows, columns=columns(rows))


def html_table(rows: Rows, names: Sequence[str] | None = None, caption: str = "") -> str:
    """A plain table; every cell is escaped."""
    wanted = columns(rows) if names is None else names
    head = "".join(f"<th>{escape(name)}</th>" for name in wanted)
    body = "".join("<tr>" + "".join(f"<td>{_cell(row.get(name))}</td>" for name in wanted) + "</tr>" for row in rows)
    title = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return escape(f"{value:.2f}" if isinstance(value, float) else str(value))
