"""The fight that is looked at, and its table."""

from __future__ import annotations

from theomachy.engine.tabletop.table import Arrow, Fight, Table

from .bout import bout, told_of
from .moment import Moment


def shown(m: Moment) -> Fight | None:
    """The fight on the board; of an event that ended it, as it last was."""
    return table_of(m).fight


def table_of(m: Moment) -> Table:
    """The table with that fight: its dice and cards belong to it."""
    if "fight" not in m.kept:
        found = bout(m) if m.shown.fight is None and m.told is not None else None
        m.kept["fight"] = m.shown if found is None else m.table_of(m.story[found.last].event.state)
    table: Table = m.kept["fight"]
    return table


def retreats(m: Moment) -> tuple[Arrow, ...]:
    """The retreats of the fight so far, each way once."""
    ways = [t.event.arrow for t in told_of(m) if not t.secret and t.event.arrow and t.event.arrow.kind == "retreat"]
    return tuple(dict.fromkeys(ways))
