"""The one door for text that Python writes into HTML or SVG.

Names of players, notes and everything from a file go through `escape`; the panels in the browser use text nodes.
"""

from __future__ import annotations

from html import escape as _escape


def escape(value: object) -> str:
    """`value` as text for between tags and inside quoted attributes; characters that XML forbids become U+FFFD."""
    return _escape("".join(c if _allowed(c) else "\ufffd" for c in str(value)), quote=True)


def _allowed(sign: str) -> bool:
    if sign < " ":
        return sign in "\t\n\r"
    return not ("\x7f" <= sign <= "\x9f" or "\ud800" <= sign <= "\udfff" or sign in "\ufffe\uffff")
