"""The tabs of the side column: what happened stands there, and one click away all that is only looked up."""

from __future__ import annotations

from typing import Any

from .moment import Moment

Model = dict[str, Any]
NAMES = {
    "story": "What happened",
    "hand": "Hand",
    "conditions": "Progress",
    "sheet": "Player",
    "thumbs": "Sheets",
    "legend": "Key",
    "rule": "Rule",
}


def model(m: Moment, shown: dict[str, Model]) -> Model:
    """The tabs of those panels that there are; `opened` are what a person has opened, which comes to the front."""
    tabs = [{"k": k, "name": name, "n": _count(k, shown[k])} for k, name in NAMES.items() if shown[k]]
    if not tabs:
        return {}
    look = m.view_state
    told = m.told.event.rule if m.told is not None else ""  # the rule of an event comes along unasked
    return {
        "tabs": tabs,
        "opened": {"sheet": look.sheet if shown["sheet"] else None, "rule": look.rule if look.rule != told else ""},
        "key": bool(shown["legend"].get("open")),
    }


def _count(k: str, panel: Model) -> str:
    """What a tab says of what is in it."""
    if k == "hand":
        return str(len(panel["cards"])) if panel["cards"] else ""
    return f"{sum(row['reached'] for row in panel['rows'])} of {len(panel['rows'])}" if k == "conditions" else ""
