"""Random games with boxes by lot: nothing impossible ever stands on the table, and everything is used many times over.

At night each box and each world has a part of about 2,000 games, from their set-up. What whole games cannot show often
enough is played from late positions, and counted apart. A file a part in `build` keeps the counts.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.conformance.uses import counted
from tests.cthulhu_wars import beginnings
from tests.cthulhu_wars.at_random import (
    ENOUGH,
    FOLDERS,
    SOLD_OR_AWAKENED,
    Counts,
    Wanted,
    card_of,
    choice,
    drawn,
    play,
    play_on,
    printed_on,
)  # fmt: skip
from tests.cthulhu_wars.scene import AR, EA, table
from theomachy.engine.runtime import sampling
from theomachy.games.cthulhu_wars import CthulhuWars
from theomachy.games.cthulhu_wars.powers import AWAKENED, SOLD

PARTS = [box for box in FOLDERS if printed_on().get(box)]
ROUNDS, SHORT = 40, 60  # of the late positions: how often each is played on, and for how many answers
BUILD = Path(__file__).parents[2] / "build" / "uses_cthulhu_wars_boxes"
TABLES: dict[str, dict[str, Any]] = {
    "cards by lot": {"things": SOLD, "lot": 6},
    "great old ones by lot": {"things": AWAKENED, "great_old_ones": 4},
    "Azathoth and others": {"things": ["azathoth", "neutral_monsters", "high_priests"]},
    "masks and insects": {"things": ["masks_of_nyarlathotep", "ramsey_campbell_horrors_1"]},
    "a few cards of all": {},
    "a long game": {"doom": 60},
}
ASKED = {  # questions of a box that no ability of its own stands for
    "azathoth": (
        "azathoth dice", "azathoth loses", "nuclear chaos", "cultist for power", "spellbook given back", "shriveled",
        "who is rearranged", "walks to", "who gets the servitors", "sign turned in",
    ),
    "masks_of_nyarlathotep": ("trapezohedron",),
}  # fmt: skip


def games_of(box: str) -> int:
    """How many whole games a part has at least: more where there is more to be seen."""
    return max(50, 5 * len(printed_on()[box]))


LATE: dict[str, str] = {  # what whole games show too seldom, and why; it is played from late positions
    "Cthughas Worth": "by a ruling, when Crawling Chaos has hurt Cthugha, whom somebody else must have awakened",
    "Filth Of Nobody": "Abhoth must be gone, its Filth still there, and a battle be fought beside it",
    "Awaken Cthugha Alone": "all Cathedrals of the Ancients must be out before anybody has awakened Cthugha",
    "The Harbinger": "the spellbook of the independent Nyarlathotep, and a battle of his with a Great Old One",
    "Cosmic Web": "who has six webs and does it wins: once a game at most",
    "Nodens leaves the game": "he must be lost in a way that takes units out of the game",
    "Non-Euclidean": "its spellbook needs many kills in one battle, and it a third faction where Dire Cthulhu fights",
    "Doomsday": "one tribe of three, and an independent Great Old One for 2 or 4 Power that nobody has awakened",
    "Inerrant": "one tribe of three, whose Great Old One must stand at the gate of an enemy in a ritual of its own",
    "Otherworld Alliances": "one tribe of three, and Monsters or Terrors of cards in a battle",
    "Fulmination": "one tribe of three, and Ubbo-Sathla killed with its spellbook on the card",
    "Dark Rituals": "one tribe of three, and a High Priest where an enemy began",
    "Her units go home": "by a ruling, when the Bloated Woman is killed with units on her card",
    "Azathoth's marker goes": "he must go with a number left: by two kills in one battle",
}


@pytest.mark.parametrize("name", TABLES)
def test_nothing_impossible_stands_on_the_table(name: str) -> None:
    p = play(name, most=600, **TABLES[name])
    assert p.state.round > 1
    if name == "cards by lot":
        assert max(p.state.cards) >= 0  # somebody has bought one


def test_lot_and_player_lean_to_what_was_used_least() -> None:
    """The same seed and counts give the same game; with other counts other cards are drawn, and other things done."""
    names = printed_on()["terrors"]
    used = {
        key: Counter({name: ENOUGH for name in names if name not in printed_on()[key]})
        for key in ("dhole", "cacodemon")
    }
    for key, counts in used.items():
        tables = [drawn(seed, Wanted(counts, names), box="terrors")[0] for seed in range(8)]
        drawn_most = Counter(card for table in tables for card in table.options["cards"]).most_common(1)
        assert drawn_most[0][0] == key
    units = {"GC": {EA: "Acolyte"}, "YS": {AR: "Acolyte"}, "BG": {EA: "Acolyte"}}
    p = table("GC YS BG", units, things=("terrors",), phase="doom", doom=20, power=9)
    for key in used:
        wanted = Wanted(used[key], names)
        bought = Counter(card_of(p.state, choice(p, Random(seed), wanted)) for seed in range(20))
        assert bought.most_common(1)[0][0] == f"buy {SOLD_OR_AWAKENED[key]}"
    games = [play("lean", Wanted(Counter(used["dhole"]), names), box="terrors", most=200) for _ in range(2)]
    assert games[0].log() == games[1].log()


@pytest.mark.nightly
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("box", PARTS)
def test_each_card_is_bought_and_each_ability_used(box: str) -> None:
    names = [*printed_on()[box], *(f"asked {what}" for what in ASKED.get(box, ()))]
    with counted(CthulhuWars.slug) as uses:
        wanted = Wanted(uses, names)
        most, games = games_of(box), 0
        while games < most or (games < 3 * most and any(wanted.lack(name) for name in names if name not in LATE)):
            play(f"{box} {games}", wanted, box=box)
            games += 1
    rare = [name for name in names if uses[name] < ENOUGH]
    late = from_late_positions(box, rare)
    told = {"games": games, "uses": {name: uses[name] for name in names}}
    BUILD.mkdir(parents=True, exist_ok=True)
    (BUILD / f"{box}.json").write_text(
        json.dumps(told | {"late": {name: late[name] for name in rare}}, indent=1), "utf-8"
    )
    assert {name: uses[name] for name in rare if name not in LATE} == {}
    assert {name: late[name] for name in rare if late[name] < ENOUGH} == {}


def from_late_positions(box: str, names: list[str]) -> Counts:
    """Uses in short games from positions of the tests and scenarios of a box: first each once, then those again that
    showed something which is still missing, or all as long as none has.
    """
    if not names:
        return Counter()
    every = [*beginnings.of_scenarios(box), *beginnings.of_tests(box), *beginnings.of_its_own(box)]
    starts = [position for position in every if beginnings.is_sound(position)]
    shown: dict[int, set[str]] = {}  # what each has shown
    with counted(CthulhuWars.slug) as uses:
        wanted = Wanted(uses, names, short=True)
        for turn in range(ROUNDS):
            shown_so_far = set[str]().union(*shown.values())
            for i, start in enumerate(starts):
                missing = {name for name in names if wanted.lack(name)}
                if not missing:
                    return uses
                if shown.get(i, missing) & missing or missing - shown_so_far:
                    before = {name: uses[name] for name in names}
                    play_on(start.clone(), sampling.rng_at(f"late {box}/{i}", turn), wanted, every=SHORT, most=SHORT)
                    shown.setdefault(i, set()).update(name for name in names if uses[name] > before[name])
    return uses
