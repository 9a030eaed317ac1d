"""The index of the search over rules and docs: written once, so that a page finds with neither server nor Python.

It is the one by which the laboratory finds rules (`engine/reference/finding.py`); `docs/find.js` reads it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from theomachy.engine.reference.finding import Index

LEAD = 180  # signs of a text that are shown below its title


def index(entries: Sequence[dict[str, Any]]) -> str:
    """The file: the entries as they are shown, and the counts of their words."""
    counted = Index((entry["title"], entry["text"]) for entry in entries).plain()
    shown = [
        {name: entry.get(name, "") for name in ("title", "at", "id", "in")} | {"lead": lead(entry["lead"])}
        for entry in entries
    ]
    return json.dumps({"entries": shown, **counted}, ensure_ascii=False, separators=(",", ":"))


def lead(text: str) -> str:
    """The beginning of a text, cut between words."""
    text = " ".join(text.split())
    return text if len(text) <= LEAD else text[:LEAD].rpartition(" ")[0] + " …"
