"""The copy of a declared class, from its fields: one line of Python a field, compiled once when the class is made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .. import generated


def copier(cls: type, shared: Iterable[str], copies: Mapping[str, str], traced: bool) -> Callable[[Any], Any]:
    """A function that copies an object of a class. `copies` are expressions of `s`; a trace is not copied."""
    names = [*shared, *copies]
    if not all(name.isidentifier() for name in names):
        raise TypeError(f"{cls.__name__} has a field whose name is no name")
    lines = ["def copy(s):", '    """An independent copy; the trace is not copied."""', "    t = new(cls)"]
    lines += [f"    t.{name} = s.{name}" for name in shared]
    lines += [f"    t.{name} = {copied}" for name, copied in copies.items()]
    lines += ["    t.trace = None"] * traced + ["    return t"]
    made = generated.run(f"copy of {cls.__name__}", lines, {"new": object.__new__, "cls": cls})
    copy: Callable[[Any], Any] = made["copy"]
    return copy
