"""What each component value may be, in the box and in a file of boards and scenarios that somebody brings along."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....engine.reference.values import Among, Figured, Many, Text, Value, Whole
from .config import KINDS, TYPES

MOST = 150  # tables of a kind, entries of a list: a line of sight looks at all of them
NUMBER = Whole(0, 99)
NUMBERS = Many(NUMBER, 0, MOST)
TEXT = Text(1_000)
NAME = Text()  # of one line
NAMES = Many(NAME, 0, MOST)
POINT = Many(Whole(), 2, 2)
POINTS = Many(POINT, 0, MOST)
AREA = {
    "name": NAME, "terrain": NAME, "capacity": NUMBER, "level": NUMBER, "centre": POINT, "outline": POINTS,
    "slots": POINTS, "elements": POINTS, "stones": NUMBER, "skulls": NAMES, "mirror": NAME,
}  # fmt: skip
BOUNDARY = {"between": Many(NAME, 2, 2), "type": NAME, "line": POINTS, "heights": NAME}
ARMY = {"name": NAME, "side": NAME, "units": NAMES, "placed": NAMES, "areas": NAMES}
GOAL = {
    "rule": NAME, "text": TEXT, "seats": NUMBERS, "count": NUMBER, "stone": NAME, "areas": NAMES, "of": NUMBER,
}  # fmt: skip
BROUGHT: dict[str, Any] = {
    "board": {
        "*": {
            "name": NAME, "players": NUMBERS, "size": POINT, "frame": Many(Whole(), 4, 4), "area": {"*": AREA},
            "boundary": {"*": BOUNDARY}, "zones": {"*": {"*": NAMES}}, "stones": {"*": {"areas": NAMES}},
        },
    },
    "scenario": {
        "*": {
            "name": NAME, "text": TEXT, "mode": NAME, "recruitment": NAME, "board": NAME, "players": NUMBER,
            "lead": NUMBER, "rp": NUMBER, "pool": NAMES, "army": {"*": ARMY}, "stones": {"*": NAMES},
            "victory": {"*": GOAL},
        },
    },
}  # fmt: skip


def _by_key(shape: Mapping[str, Any], at: str = "") -> Iterator[tuple[str, Value]]:
    for word, wanted in shape.items():
        if isinstance(wanted, Value):
            yield at + word, wanted
        else:
            yield from _by_key(wanted, f"{at}{word}.")


VALUES: dict[str, Value] = {
    "unit.*.rp": Whole(0, 30),
    "unit.*.row.*.*": Whole(0, 10),
    "unit.*.body.*": Whole(1, 30),
    "unit.*.activation_cards": Whole(1, 12),
    "unit.*.art_of_war_cards": Whole(0, 12),
    "**.cost": Whole(0, 9),
    "**.tokens": Whole(0, 9),
    "**.figures.*": Whole(0, 20),
    "recruitment.*": Whole(1, 60),
    "hand.*": Whole(0, 20),
    "turn.*": Whole(0, 9),
    "value.*": Whole(0, 20),
    "dice.five": Whole(1, 20),
    "dice.faces": Many(Whole(0, 20)),
    "unit.*.type": Among(TYPES),
    "unit.*.classes": Many(Among(), 0, 8),
    "unit.*.name": NAME,
    "unit.*.short": NAME,
    "unit.*.icon": Among(),
    "unit.*.letters": Text(3),
    "unit.*.power.*.name": NAME,
    "unit.*.power.*.kind": Among(KINDS),
    "unit.*.power.*.text": Text(2_000),
    "unit.*.power.*.short": Figured(("figures",)),
    **dict(_by_key(BROUGHT)),
}
