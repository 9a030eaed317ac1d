"""Code that the library writes for itself: the copy of a declared class, and the walk of a menu.

In such a text stand names of attributes, words of games and expressions that kinds of value write; never anything from
a person or a file. The lines are known to `linecache`, so that a traceback and a debugger show them.
"""

from __future__ import annotations

import linecache
from collections.abc import Sequence
from typing import Any


def run(what: str, lines: Sequence[str], names: dict[str, Any]) -> dict[str, Any]:
    """The names after the text has been run with `names`. `what` says in a traceback where the text comes from."""
    text = "\n".join(lines) + "\n"
    file = f"<{what} #{len(linecache.cache)}>"  # two games may have an action of one verb
    # Without a time of change it is never looked for on the disk, and stays.
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    made = dict(names)
    exec(compile(text, file, "exec"), made)  # noqa: S102
    return made
