"""Printed rows with a marker."""

from __future__ import annotations

from typing import Any

from . import notes
from .moment import Moment


def model(m: Moment, *, remarks: bool = False) -> dict[str, Any]:
    """Printed rows with a marker, and, for a page that has no other place for them, remarks."""
    t = m.shown
    said = notes.model(m).get("notes", []) if remarks else []
    if not t.tracks and not said:
        return {}
    rows = [
        {
            "name": x.name,
            "cells": list(x.cells),
            "at": x.at,
            "rule": x.rule,
            "note": x.note,
            "house": x.house,
            "markers": [
                {
                    "t": m.seat_token(k.seat),
                    "name": k.name or m.seat_name(k.seat),
                    "at": k.at,
                    "next": k.next,
                    "icon": k.icon,
                    "guest": bool(k.name),
                }
                for k in x.markers
            ],
            "flags": [{"at": f.at, "name": f.name, "icon": f.icon} for f in x.flags],
        }
        for x in t.tracks
    ]
    return {"tracks": rows, "notes": said}
