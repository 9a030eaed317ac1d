"""The beginning: who plays what, what is crossed out, and the starting regions (HE-SET-001 to HE-SET-009)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....engine.masks import bits
from ....engine.reference.facts import Facts
from ....engine.reference.rulings import Rulings
from ....engine.reference.values import Kinds
from ....engine.runtime.ability import window
from ....engine.runtime.decision import choose, draw
from ....engine.runtime.trace import group
from .config import DATA, Config, read_faction, read_monsters
from .maps import load
from .state import ANNOUNCEMENT, START, State
from .stock import receive
from .timings import VOCABULARY, powers_of

if TYPE_CHECKING:
    from collections.abc import Sequence

FILES: dict[str, Path] = {}  # faction -> its data file


def config(
    factions: Sequence[str],
    players: Sequence[str],
    facts: Facts,
    rulings: Rulings,
    options: Mapping[str, Any],
) -> Config:
    """What is in the box for these factions, in seating order."""
    map_ = load(facts, len(factions))
    boards = tuple(read_faction(facts, slug, map_, powers_of(slug)) for slug in factions)
    names = tuple(players) or tuple(board.title for board in boards)
    rounds = options["rounds"] or facts["rounds.count"]
    return Config(facts, rulings, map_, boards, read_monsters(facts), names, rounds)


def facts(overlay: Any, kinds: Kinds) -> Facts:
    """All data files with an overlay laid over them."""
    paths = (DATA / "tracks.toml", DATA / "map.toml", DATA / "drawing.toml", *FILES.values())
    return Facts.read(*paths, overlay=overlay, kinds=kinds) if overlay else _printed(paths).knowing(kinds)


@lru_cache(4)
def _printed(paths: tuple[Path, ...]) -> Facts:
    """The data files as they are: read once, since most games lay nothing over them."""
    return Facts.read(*paths)


def begin(config: Config) -> State:
    """Before the first decision: armies are written, and the last player is asked for his starting region."""
    s = State.fresh(config)
    s.round, s.stage, s.action, s.waits = 1, START, -1, (1 << len(config.seats)) - 1
    for seat, sheet in enumerate(s.sheets):
        unit, n = config.factions[seat].start
        sheet.army[unit] = n
        sheet.built = [block.stands for block in config.factions[seat].blocks]
    s.derive()
    return s


async def starting_region(s: State) -> None:
    """Who begins is drawn; then each chooses a portal region, counter-clockwise from the first player's right."""
    if not any(sheet.region >= 0 for sheet in s.sheets):
        seats = list(s.config.seats)
        s.first = await draw(seats, [1] * len(seats), "HE-SET-007", "first player", argument="player")
    me = s.turn = next(seat for seat in _counter_clockwise(s) if s.sheets[seat].region < 0)
    taken = {sheet.region for sheet in s.sheets}
    free = [region for region in bits(s.config.map.portals) if region not in taken]
    region = await choose(
        me, "area", free, "HE-SET-008", "starting region", prompt="In which region with a portal do you start?"
    )
    sheet, printed = s.sheets[me], s.config.map.regions[region]
    sheet.region, sheet.visited = region, 1 << region
    with group(s, "HE-SET-008", "starts in {}", printed.name, who=me, touched=(f"area:{region}",)):
        await receive(s, me, "HE-SET-009", printed.gains, "region")
        await window(s, VOCABULARY, "setup", me, s, me)
    if all(other.region >= 0 for other in s.sheets):
        s.stage, s.turn, s.waits = ANNOUNCEMENT, s.first, 0
        for other in s.sheets:
            other.was = other.amounts


def _counter_clockwise(s: State) -> list[int]:
    """From the player to the right of the first one, to the first player himself."""
    n = len(s.sheets)
    return [(s.first - 1 - i) % n for i in range(n)]
