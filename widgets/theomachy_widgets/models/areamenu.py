"""The menu of an area, as it is sent when somebody asks for it."""

from __future__ import annotations

from typing import Any, TypedDict


class AreaMenuRow(TypedDict):
    """One thing to ask: the message that it sends, and the key that does the same."""

    label: str
    icon: str
    key: str
    act: str
    args: dict[str, Any]


class AreaMenu(TypedDict):
    name: str
    rows: list[AreaMenuRow]
