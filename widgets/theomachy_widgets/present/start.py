"""The start page of a served folder: everything that there is to open, or the way back to it."""

from __future__ import annotations

from typing import Any

from ..library import Library

Model = dict[str, Any]


def model(library: Library, error: str = "") -> Model:
    """Everything that a library has, with what went wrong with the address that was asked for."""
    return library.model() | {"error": error}


def way_home(**more: str) -> Model:
    """No list, only the way back to it, and perhaps an `error`."""
    return {"home": "./", **more}
