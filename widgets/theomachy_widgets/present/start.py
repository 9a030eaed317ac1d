"""The start page of a served folder: everything that there is to open, or the way back to it."""

from __future__ import annotations

from typing import Any

from ..library import Library

Model = dict[str, Any]


def model(library: Library, error: str = "", simulations: bool = False) -> Model:
    """Everything that a library has, with what went wrong with the address that was asked for, and whether simulations
    are played here.
    """
    return library.model() | {"error": error, "simulations": simulations}


def way_home(line_up: Model | None = None, **more: str) -> Model:
    """No list, only the way back to it, perhaps an `error`, and who sits at the table where that is for choice."""
    return {"home": "./", **({"seating": line_up} if line_up else {}), **more}
