"""A cell that is run again closes what its last run has shown, so that no channel to the browser stays open."""

from __future__ import annotations

import threading
from typing import Protocol


class Closable(Protocol):
    """Whatever a cell shows."""

    def close(self) -> None: ...


_shown: dict[str, tuple[str, list[Closable]]] = {}  # cell -> (its run, what that run shows)
_showing = threading.Lock()


def shown() -> list[Closable]:
    """What all cells show now."""
    with _showing:
        return [each for _, row in _shown.values() for each in row]


def register(thing: Closable) -> None:
    """Close what the last run of the same cell has shown."""
    cell, run = _cell()
    if not cell:
        return
    with _showing:
        before = _shown.get(cell)
        if before is None or before[0] != run:
            _shown[cell] = (run, [])
        _shown[cell][1].append(thing)
    if before is not None and before[0] != run:
        for old in before[1]:
            old.close()


def _cell() -> tuple[str, str]:
    """The notebook cell that runs now, and which run of it this is; empty outside of a notebook."""
    try:
        from IPython import get_ipython
    except ImportError:
        return "", ""
    shell = get_ipython()
    if shell is None or not hasattr(shell, "kernel"):
        return "", ""
    parent = shell.get_parent() if hasattr(shell, "get_parent") else {}
    header, metadata = parent.get("header", {}), parent.get("metadata", {})
    return str(metadata.get("cellId", "")), str(header.get("msg_id", ""))
