"""The component values of a game in a cell or on a page: where each comes from, and what one's own box prints.

Each value is checked as soon as it is typed. What is one's own is kept in a file in a notebook, on a served page in the
browser, and can be saved and opened as a file of either.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from theomachy.engine import files
from theomachy.engine.errors import DataError, IllegalAnswer, TheoError
from theomachy.engine.game.own_values import OwnValue, OwnValues
from theomachy.engine.plain import Json
from theomachy.engine.wording import toml

from .cell import Cell, Model
from .models.values import ValueRow, ValuespageModel
from .present.why import sentence

MOST_ROWS = 60
MOST_UNDONE = 200  # changes that can be taken back
SOURCES = ("rulebook", "published", "house")


class ValuesPage(Cell):
    """What `%theo values GAME` shows. `file` is where values of one's own are kept: it is read first if it is there,
    and written with every change; without one they are kept as long as the page. `overlay` are those to begin with.

    `own` has them: `th.new(..., overlay=page.own.overlay)`. Raises `UnknownName` for a game that is not there, and
    `DataError` for a file that does not fit.
    """

    parts_at = {"valuespage": "bar"}  # noqa: RUF012
    script = "valuespage"
    sheets = ("values",)
    kind = "values"
    looks = frozenset(("group", "find", "only", "put", "reset", "all", "save", "open", "more", "undo", "redo"))

    def __init__(
        self,
        slug: str,
        file: str | Path | None = None,
        *,
        overlay: Mapping[str, Any] | None = None,
        served: bool = False,
        theme: str = "auto",
    ) -> None:
        super().__init__(theme)
        self.file = None if file is None else Path(file)
        kept = self.file if self.file is not None and self.file.is_file() else None
        self.own = OwnValues(slug, kept if overlay is None else overlay)
        self.served = served
        self.group, self.text, self.only, self.most = next(iter(self.own.groups())), "", "", MOST_ROWS
        self.fault: tuple[str, str, str] | None = None  # key, what was typed, why it does not fit
        # All values of one's own before each change, and after each that was taken back: a file that is opened puts
        # its own in the place of all, and what was typed must not be lost by that.
        self.past: list[dict[str, Json]] = []
        self.future: list[dict[str, Json]] = []
        self.changed: Callable[[], None] = lambda: None
        self._assemble()

    # -- looking ------------------------------------------------------------------------------------------------------
    def _found(self) -> list[OwnValue]:
        words = self.text.lower().split()
        return [
            row
            for row in self.own
            if (self.only not in SOURCES or row.source == self.only)
            and (self.only != "own" or row.own is not None)
            and (words or self.only or self.own.group_of(row.key) == self.group)
            and all(word in f"{row.key} {row.printed} {row.where}".lower().replace("_", " ") for word in words)
        ]

    def models(self) -> dict[str, Model]:
        found, rows = self._found(), list(self.own)
        counts = [(source, sum(row.source == source for row in rows)) for source in SOURCES]
        model: ValuespageModel = {
            "title": self.own.kind.title,
            "slug": self.own.slug,
            "groups": [(name, _words(name.replace(".", ": ")), n) for name, n in self.own.groups().items()],
            "group": self.group,
            "text": self.text,
            "only": self.only,
            "sources": [(source, n) for source, n in counts if n],
            "rows": [self._row(row) for row in found[: self.most]],
            "found": len(found),
            "all": len(rows),
            "own": dict(self.own.own),
            "file": "" if self.file is None else self.file.name,
            "served": self.served,
            "undo": bool(self.past),
            "redo": bool(self.future),
        }
        return {"valuespage": dict(model)}

    def _row(self, row: OwnValue) -> ValueRow:
        *above, last = row.key.split(".")
        typed, fault = self.fault[1:] if self.fault is not None and self.fault[0] == row.key else ("", "")
        return {
            "key": row.key,
            "path": " \u203a ".join(map(_words, above)),
            "name": _words(last),
            "printed": _typed(row.printed),
            "source": row.source,
            "where": row.where,
            "may": row.may,
            "own": "" if row.own is None else _typed(row.own),
            "typed": typed,
            "fault": fault,
        }

    def words(self) -> str:
        """The values of one's own, in words."""
        return self.own.toml()

    # -- what a person says -------------------------------------------------------------------------------------------
    def _do_group(self, name: str) -> None:
        if name not in self.own.groups():
            raise IllegalAnswer("there are no values of that name")
        self.group, self.text, self.only, self.most = name, "", "", MOST_ROWS

    def _do_find(self, text: str) -> None:
        self.text, self.most = text[:80], MOST_ROWS

    def _do_only(self, k: str) -> None:
        self.only = k if k in ("own", *SOURCES) and k != self.only else ""
        self.most = MOST_ROWS

    def _do_more(self) -> None:
        self.most += 5 * MOST_ROWS

    def _do_put(self, key: str, text: str) -> None:
        """A value as it was typed; nothing at all is that of the house."""
        self.fault, before = None, self.own.own
        try:
            if text.strip():
                self.own.type(key, text[:4_000])
            else:
                self.own.reset(key)
        except TheoError as fault:
            self.own.row(key)  # a key that is not there is an error of the page
            self.fault = key, text[:200], sentence(fault)
            return
        self._done(before)

    def _do_reset(self, key: str) -> None:
        self.fault, before = None, self.own.own
        self.own.reset(key)
        self._done(before)

    def _do_all(self) -> None:
        self.fault, before = None, self.own.own
        self.own.reset()
        self._done(before)

    def _do_open(self, text: str) -> None:
        self.fault, before = None, self.own.own
        self.own.open(text)
        self.only, self.text = "own", ""
        self._done(before)

    def _do_undo(self) -> None:
        """All values as they were before the last change: also those that a file, or resetting all, took away."""
        self._back(self.past, self.future)

    def _do_redo(self) -> None:
        self._back(self.future, self.past)

    def _back(self, of: list[dict[str, Json]], to: list[dict[str, Json]]) -> None:
        self.fault = None
        if of:
            to.append(self.own.own)
            self.own.own = of.pop()
            self._keep()

    def _done(self, before: dict[str, Json]) -> None:
        """Keeps what a change has made, and what was there before it."""
        if self.own.own == before:
            return
        self.past = [*self.past, before][-MOST_UNDONE:]
        self.future = []
        self._keep()

    def _do_save(self) -> None:
        """The overlay as a file for the person at the screen."""
        name = f"{self.own.slug}_values.toml"
        self.parts["valuespage"].send({"do": "file", "name": name, "text": self.own.toml()})

    def _keep(self) -> None:
        if self.file is not None:
            try:
                files.place(self.file)
                self.file.write_text(self.own.toml(), "utf-8")
            except (OSError, ValueError) as fault:
                raise DataError(f"{self.file.name} cannot be written: {sentence(fault)}") from fault
        self.changed()


def _words(key: str) -> str:
    return key.replace("_", " ")


def _typed(value: Any) -> str:
    """A value as a person types it."""
    return value if isinstance(value, str) else toml(value)


def values_page(slug: str, file: str | Path | None = None, *, theme: str = "auto") -> ValuesPage:
    """The component values of a game; see `ValuesPage`."""
    return ValuesPage(slug, file, theme=theme)
