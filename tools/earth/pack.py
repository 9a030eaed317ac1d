"""The format of a map file: one JSON object, one line for each area, points as flat lists of numbers.

usage: python -m earth.pack BOARD.json... FOLDER     (in the folder `tools`: boards as they were drawn, to map files)

`packed` takes what `build.py` worked out and says where each part comes from; `unpacked` gives the rings back as
points.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

TITLES = {
    "earth_3p": "Earth, 3 players",
    "earth_4p_3w5e": "Earth, 4 players: 3-player west, 5-player east",
    "earth_4p_5w3e": "Earth, 4 players: 5-player west, 3-player east",
    "earth_5p": "Earth, 5 players",
    "earth_6p": "Earth, 6 players",
    "earth_7p_a": "Earth, 7 players: 8-player west, 6-player east",
    "earth_7p_b": "Earth, 7 players: 6-player west, 8-player east",
    "earth_8p": "Earth, 8 players",
    "earth_9_11p": "Earth, 9 to 11 players",
}
EARTH = "earth"
HEAD = 36  # how high the band above several sheets is
SOURCE = {
    "areas": {"source": "published", "where": "the printed map and two independent open reimplementations of the game"},
    "near": {"source": "published", "where": "the same; the rulebook agrees on 13, 17 and 21 areas"},
    "outlines": {"source": "house", "where": "drawn for this project on Natural Earth coast lines (public domain)"},
    "slots": {"source": "house", "where": "placed for this project"},
}
# Boards of six and more players are cut by the house; so are those of other worlds, whose printed boards are lost.
HOUSE_SOURCE = {
    "areas": {"source": "house", "where": "names as far as the rulebook tells them; the printed boards are lost"},
    "near": {
        "source": "house",
        "where": "what the rulebook tells of neighbours holds; all else was drawn for this project",
    },
    "outlines": {"source": "house", "where": "drawn for this project"},
    "slots": {"source": "house", "where": "placed for this project"},
}
CUT_SOURCE = HOUSE_SOURCE | {
    "areas": {"source": "house", "where": "the published board of six players, its largest areas cut further"},
    "near": {"source": "house", "where": "the same: without the cuts it is the published one"},
    "outlines": SOURCE["outlines"],
}
# What is printed below a name, for people; the halves of boards that lie apart; factions by their names in the rules.
SIGNS = {
    "tunnel": "tunnel",
    "citadel": "Citadel",
    "bhole": "the Bhole",
    "stair": "stair",
    "archway": "Archway",
    "tome": "Tome",
    "glacier": "Glacier Glyph",
    "slime": "Slime Sea",
    "laboratory": "Laboratory",
    "power": "1 Power more",
    "watcher": "the Watcher on",
    "worm": "the Worm",
}
SHEETS = {"surface": "The Surface", "underworld": "The Underworld", "upper": "Upper floor", "lower": "Lower floor"}
SLUGS = {"opener": "opener_of_the_way"}
ARCHWAYS = {"kind": "archway", "name": "Archway", "serves": "moves only"}
LIGHTS = {"underworld": "underworld"}  # a sheet in other colours than its world


def flat(ring: list[list[float]]) -> list[float]:
    """[[x, y], ...] -> [x, y, ...], whole numbers without a point."""
    return [int(value) if value == int(value) else value for point in ring for value in point]


def points(values: list[float]) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in zip(values[::2], values[1::2], strict=True)]


def lowered(part: Any, down: float) -> Any:
    """The same further down: every pair of numbers is a point."""
    if isinstance(part, dict):
        return {key: lowered(value, down) for key, value in part.items()}
    if not isinstance(part, list):
        return part
    if len(part) == 2 and all(type(value) in (int, float) for value in part):
        return [part[0], round(part[1] + down, 1)]
    return [lowered(each, down) for each in part]


def headed(board: dict[str, Any]) -> dict[str, Any]:
    """A board of several sheets with a band above them, for their names."""
    if len(board.get("sheets", ())) < 2:
        return board
    moved = {key: lowered(board[key], HEAD) for key in ("areas", "links", "wraps", "doors", "decoration")}
    sheets = [
        each | {"box": [each["box"][0], each["box"][1] + HEAD, each["box"][2], each["box"][3] + HEAD]}
        for each in board["sheets"]
    ]
    return board | moved | {"sheets": sheets, "height": board["height"] + HEAD}


def packed(board: dict[str, Any]) -> dict[str, Any]:
    """A board as the builder makes it -> a map file."""
    board = headed(board)
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
        if board.get("starts"):
            row["half"] = area["half"]
            row["signs"] = [{"kind": sign["kind"], "name": SIGNS[sign["kind"]]} | _text(sign) for sign in area["marks"]]
        areas.append({key: value for key, value in row.items() if value or key == "near"})
    names = {"islets": "islet", "lakes": "lake", "shoal_islands": "shoal", "graticule": "graticule"}
    return {
        "key": board["board"],
        "title": title(board),
        "size": [board["width"], board["height"]],
        "house": "this board is house data" if "starts" in board else "area outlines are house data",
        **more(board),
        "source": source(board),
        "areas": areas,
        "links": board["links"],
        "wraps": board["wraps"],
        "decoration": {
            name: [flat(ring) for ring in board["decoration"][old]]
            for old, name in names.items()
            if board["decoration"][old]
        },
    }


def title(board: dict[str, Any]) -> str:
    """What people call a board: its world, for how many players, and of which halves it is if they differ."""
    if board["board"] in TITLES:
        return TITLES[board["board"]]
    sides: dict[str, int] = board["sides"]
    halves = "" if len({*sides.values()}) == 1 else ": " + ", ".join(f"{n}-player {half}" for half, n in sides.items())
    return f"{board['title']}, {board['players']} players{halves}"


def source(board: dict[str, Any]) -> dict[str, Any]:
    """Where each part comes from."""
    if "starts" not in board:
        return SOURCE
    return CUT_SOURCE if board["map"] == EARTH else HOUSE_SOURCE


def more(board: dict[str, Any]) -> dict[str, Any]:
    """What a board says beside its areas: its world, where factions start or may not, arches and doors, its sheets."""
    if "starts" not in board:
        return {}
    style, sheets = board["style"], board["sheets"] if len(board["sheets"]) > 1 else []
    row = {
        "world": board["map"],
        "light": "" if board["map"] == EARTH else style,
        "starts": board["starts"],
        "barred": {SLUGS.get(who, who): areas for who, areas in board.get("barred", {}).items()},
        **({"joined": ARCHWAYS | {"areas": board["archways"]}} if board["archways"] else {}),
        "doors": board["doors"],
        "sheets": [
            {
                "key": each["key"],
                "name": SHEETS[each["key"]],
                "box": each["box"],
                "light": LIGHTS.get(each["key"], style),
            }
            for each in sheets
        ],
    }
    return {key: value for key, value in row.items() if value}


def _text(sign: dict[str, Any]) -> dict[str, str]:
    return {"text": sign["text"]} if sign["text"] else {}


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


if __name__ == "__main__":
    *drawn, folder = map(Path, sys.argv[1:])
    for path in drawn:
        made = packed(json.loads(path.read_text(encoding="utf-8")))
        (folder / f"{made['key']}.json").write_text(text(made), encoding="utf-8")
