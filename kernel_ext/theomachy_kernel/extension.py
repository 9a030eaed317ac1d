"""Putting the extension into a shell, and taking it out again."""

from __future__ import annotations

import atexit
from typing import Any

from theomachy.app import sentence
from theomachy.engine.errors import TheoError
from theomachy.play import show_progress

from .complete import Completion
from .display import FORMATS, displays
from .magics import TheoMagics
from .progress import ProgressBar
from .session import Session

_loaded: dict[int, tuple[TheoMagics, Any, tuple[Any, Any]]] = {}


def load(shell: Any) -> None:
    """Add everything to a shell; a second time does nothing."""
    if id(shell) in _loaded:
        return
    session = Session(shell.user_ns)
    magics = TheoMagics(shell, session)
    shell.register_magics(magics)
    matcher = Completion(session).matcher()
    shell.Completer.custom_matchers.append(matcher)
    for mime in FORMATS:
        formatter = shell.display_formatter.formatters[mime]
        for kind, show in displays(mime).items():
            formatter.for_type(kind, show)
    before = shell.custom_exceptions, shell.CustomTB
    shell.set_custom_exc((TheoError,), told)
    show_progress(ProgressBar)
    _loaded[id(shell)] = magics, matcher, before
    atexit.register(session.close)


def unload(shell: Any) -> None:
    """Take everything out of a shell."""
    if id(shell) not in _loaded:
        return
    magics, matcher, before = _loaded.pop(id(shell))
    shell.Completer.custom_matchers.remove(matcher)
    for mime in FORMATS:
        formatter = shell.display_formatter.formatters[mime]
        for kind in displays(mime):
            formatter.pop(kind, None)
    for name in ("theo", "lesson"):
        shell.magics_manager.magics["line"].pop(name, None)
    shell.magics_manager.magics["cell"].pop("scenario", None)
    shell.custom_exceptions, shell.CustomTB = before
    show_progress(None)
    atexit.unregister(magics.session.close)
    magics.session.close()


def told(shell: Any, kind: type, fault: BaseException, trace: Any, tb_offset: int | None = None) -> list[str]:
    """An error that a person can mend is one sentence; no traceback of the library's insides."""
    text = [f"{kind.__name__}: {sentence(fault)}"]
    shell._showtraceback(kind, fault, text)
    return text
