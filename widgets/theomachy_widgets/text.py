"""The one door for text that Python writes into HTML or SVG.

Names of players, notes and everything from a file go through `escape`; the panels in the browser use text nodes, and
what they are sent goes through `whole`.
"""

from __future__ import annotations

import json
from html import escape as _escape
from typing import Any


def escape(value: object) -> str:
    """`value` as text for between tags and inside quoted attributes; characters that XML forbids become U+FFFD."""
    return _escape("".join(c if _allowed(c) else "\ufffd" for c in str(value)), quote=True)


def _allowed(sign: str) -> bool:
    if sign < " ":
        return sign in "\t\n\r"
    return not ("\x7f" <= sign <= "\x9f" or "\ud800" <= sign <= "\udfff" or sign in "\ufffe\uffff")


def whole(model: Any) -> Any:
    """The model of a panel, with U+FFFD for each half sign (a surrogate): nothing can be sent that holds one."""
    try:
        json.dumps(model, ensure_ascii=False, default=str).encode()
    except UnicodeEncodeError:
        return _mended(model)
    return model


def _mended(model: Any) -> Any:
    if isinstance(model, str):
        return "".join("\ufffd" if "\ud800" <= sign <= "\udfff" else sign for sign in model)
    if isinstance(model, dict):
        return {_mended(key): _mended(value) for key, value in model.items()}
    if isinstance(model, list | tuple):
        return [_mended(value) for value in model]
    return model
