"""The format of a map file: one JSON object, one line for each area, points as flat lists of numbers.

`packed` takes what `build.py` worked out and says where each part comes from; `unpacked` gives the rings back as
points.
"""

from __future__ import annotations

import json
from typing import Any

TITLES = {
    "earth_3p": "Earth, 3 players",
    "earth_4p_3w5e": "Earth, 4 players: 3-player west, 5-player east",
    "earth_4p_5w3e": "Earth, 4 players: 5-player west, 3-player east",
    "earth_5p": "Earth, 5 players",
    "earth_6p": "Earth, 6 players",
}
SOURCE = {
    "areas": {"source": "published", "where": "the printed map and two independent open reimplementations of the game"},
    "near": {"source": "published", "where": "the same; the rulebook agrees on 13, 17 and 21 areas"},
    "outlines": {"source": "house", "where": "drawn for this project on Natural Earth coast lines (public domain)"},
    "slots": {"source": "house", "where": "placed for this project"},
}


def flat(ring: list[list[float]]) -> list[float]:
    """[[x, y], ...] -> [x, y, ...], whole numbers without a point."""
    return [int(value) if value == int(value) else value for point in ring for value in point]


def points(values: list[float]) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in zip(values[::2], values[1::2], strict=True)]


def packed(board: dict[str, Any]) -> dict[str, Any]:
    """A board as the builder makes it -> a map file."""
    areas = []
    for area in board["areas"]:
        row = {
            "key": area["key"],
            "name": area["name"],
            "kind": area["kind"],
            "glyph": area["glyph"] or "",
            "near": area["adjacent"],
            "label": area["label"]["lines"],
            "label_at": area["label"]["at"],
            "more_labels": [{"lines": each["lines"], "at": each["at"]} for each in area["more_labels"]],
            "glyph_at": area["glyph_at"],
            "gate": area["slots"]["gate"],
            "slots": area["slots"]["units"],
            "polygons": [[flat(ring) for ring in rings] for rings in area["polygons"]],
        }
        areas.append({key: value for key, value in row.items() if value or key == "near"})
    names = {"islets": "islet", "lakes": "lake", "shoal_islands": "shoal", "graticule": "graticule"}
    return {
        "key": board["board"],
        "title": TITLES[board["board"]],
        "size": [board["width"], board["height"]],
        "house": "area outlines are house data",
        "source": SOURCE,
        "areas": areas,
        "links": board["links"],
        "wraps": board["wraps"],
        "decoration": {
            name: [flat(ring) for ring in board["decoration"][old]]
            for old, name in names.items()
            if board["decoration"][old]
        },
    }


def text(map_file: dict[str, Any]) -> str:
    """The file: small, and still readable in a difference."""

    def tight(value: object) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    lines = []
    for key, value in map_file.items():
        if key == "areas":
            lines.append('"areas":[\n' + ",\n".join(tight(area) for area in value) + "\n]")
        elif key == "source":
            lines.append('"source":{\n' + ",\n".join(f"{tight(k)}:{tight(v)}" for k, v in value.items()) + "\n}")
        else:
            lines.append(f"{tight(key)}:{tight(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
