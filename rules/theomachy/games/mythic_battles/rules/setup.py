"""Setting up: who leads, boards and sides, armies, troops, decks and hands (MB-SET-001 to 009, MB-TBL-001 to 006)."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from ....engine.errors import UnknownName
from ....engine.plain import Json
from ....engine.reference.facts import Facts
from ....engine.reference.values import Kinds
from ....engine.runtime.decision import choose
from ....engine.runtime.trace import group, report
from .battle import throw
from .cards import card_of, draw_cards
from .config import ART_OF_WAR, CONSTRUCTED, DATA, READY
from .custom_content import fresh
from .domains import sides_of
from .recruit import divinities, finish, pick_divinity, pick_unit
from .state import BOARDS, DIVINITIES, HANDS, LEAD, PROPOSALS, RECRUITMENT, SIDES, TROOPS, TURN, State
from .timings import DEPLOY, Step

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from .config import Config

FOLDERS = ("units", "boards", "scenarios")
MORE: list[Path] = []  # data files of outside packages


def files() -> tuple[Path, ...]:
    """All data files, in a fixed order."""
    own = (path for folder in FOLDERS for path in sorted((DATA / folder).glob("*.toml")))
    return (DATA / "tables.toml", *own, *MORE)


def facts(overlay: Any, kinds: Kinds, more: Mapping[str, Json] | None = None) -> Facts:
    """All data files, those of outside packages too, boards brought along, and an overlay laid over them."""
    printed = _printed(files()).knowing(kinds)
    if not overlay and not more:
        return printed
    fresh(more or {}, printed)
    return Facts.read(*files(), overlay=overlay, kinds=kinds, more=more)


@lru_cache(2)
def _printed(paths: tuple[Path, ...]) -> Facts:
    """The data files as they are: read once, since most games lay nothing over them."""
    return Facts.read(*paths)


def begin(config: Config) -> State:
    """Before the first decision: scenery and stones lie on the board, armies that are ready have their units."""
    s = State.fresh(config)
    n = len(config.players)
    s.lead = config.lead
    s.active = max(config.lead, 0)
    for area, printed in enumerate(config.map.areas):
        s.elements[area] = len(printed.elements)
    for unit, card in enumerate(config.units):
        s.vitality[unit] = card.most
    s.points = list(config.rp)
    for seat, army in enumerate(config.armies):
        if army.side:
            s.side[seat] = sides_of(config).index(army.side)
    if config.recruitment == READY:
        for seat, army in enumerate(config.armies):
            for unit in army.units:
                s.owner[unit] = seat
                s.points[seat] -= config.units[unit].rp
            for unit, card in enumerate(config.units):
                if card.is_token and card.maker in army.units:
                    s.owner[unit] = seat
        s.finished, s.points = (1 << n) - 1, [0] * n
    s.stage = {READY: LEAD, CONSTRUCTED: PROPOSALS}.get(config.recruitment, LEAD)
    if len(config.map.boards) == 1:
        lay_stones(s)
        if config.recruitment == CONSTRUCTED:
            s.stage = RECRUITMENT
    s.derive()
    for army in config.armies:
        for unit, area in army.placed:
            s.put(unit, area)
    return s


def lay_stones(s: State) -> None:
    """Divine stones lie where the scenario, or the board, says (MB-UNI-017)."""
    if s.config.stones:
        for stone, areas in enumerate(s.config.stones):
            for area in areas:
                s.stones[stone][area] += 1
        return
    for area in s.config.map.boards[s.board].stones.get(s.config.zones, ()):
        s.stones[0][area] += 1


# -- lead player, board, side -----------------------------------------------------------------------------------------
async def proposals(s: State) -> None:
    """Constructed: each player proposes a board (MB-SET-003)."""
    boards = range(len(s.config.map.boards))
    for seat in range(s.turn, len(s.proposed)):
        s.proposed[seat] = await choose(seat, "choice", boards, "MB-SET-003", "propose a board", argument="board")
        s.turn = seat + 1
    s.turn = 0
    s.stage = RECRUITMENT


async def lead_roll(s: State) -> None:
    """Everybody rolls a die, the highest leads; who ties rolls again (MB-SET-004)."""
    if s.lead < 0:
        left = list(range(len(s.hands)))
        while len(left) > 1:
            shown = [(await throw(s, 1, "MB-SET-004", "lead player"))[0] for _ in left]
            for seat, face in zip(left, shown, strict=True):
                report(s, "MB-SET-004", "rolls {}", face or "a blank", who=seat)
            left = [seat for seat, face in zip(left, shown, strict=True) if face == max(shown)]
        s.lead = left[0]
    s.active = s.lead
    report(s, "MB-SET-004", "leads", who=s.lead)
    s.stage = BOARDS if s.config.recruitment == CONSTRUCTED and len(s.config.map.boards) > 1 else SIDES


async def boards(s: State) -> None:
    """Constructed: the lead player picks one of the boards that were proposed (MB-SET-003)."""
    offered = sorted(set(s.proposed))
    s.board = await choose(s.lead, "choice", offered, "MB-SET-003", "board", argument="board")
    report(s, "MB-SET-003", "chooses {}", s.config.map.boards[s.board].name, who=s.lead)
    lay_stones(s)
    s.stage = SIDES


async def sides(s: State) -> None:
    """The next player clockwise chooses a side, then those after him; teams share one (MB-SET-005)."""
    n = len(s.hands)
    names = sides_of(s.config)
    known = s.config.map.boards[s.board].zones.get(s.config.zones, {})
    free = [names.index(side.replace("_", "-")) for side in known]
    for seat in [(s.lead + 1 + i) % n for i in range(n)]:
        if s.side[seat] >= 0:
            continue
        mates = [other for other in range(n) if s.config.sides[other] == s.config.sides[seat]]
        taken = next((s.side[mate] for mate in mates if s.side[mate] >= 0), -1)
        if taken >= 0:
            s.side[seat] = taken
            continue
        left = [side for side in free if side not in s.side]
        s.side[seat] = await choose(seat, "choice", left, "MB-SET-005", "side", argument="side")
        report(s, "MB-SET-005", "deploys in the {}", names[s.side[seat]], who=seat)
    s.stage = TROOPS if s.finished == (1 << n) - 1 else DIVINITIES
    s.turn = 0


# -- recruitment ------------------------------------------------------------------------------------------------------
async def choose_divinities(s: State) -> None:
    """From the lead player clockwise everybody takes a divinity (MB-REC-004)."""
    n = len(s.hands)
    await pick_divinity(s, (s.lead + s.turn) % n)
    s.turn += 1
    if s.turn == n:
        s.turn, s.stage = 0, RECRUITMENT


async def recruitment(s: State) -> None:
    """Units one by one, counter-clockwise from whoever chose the last divinity (MB-REC-005); or whole armies."""
    if s.config.recruitment == CONSTRUCTED:
        await _construct(s)
        return
    n = len(s.hands)
    seat = (s.lead - 1 - s.turn) % n
    s.turn += 1
    if not s.finished >> seat & 1 and (not await pick_unit(s, seat) or not s.points[seat]):
        finish(s, seat)
    if s.finished == (1 << n) - 1:
        s.turn, s.stage = 0, TROOPS


def check_collection(config: Config) -> None:
    """Can an army of exactly its points be made of the units that there are (MB-REC-013)? Raises `UnknownName`."""
    s = begin(config)
    for seat in range(len(set(config.sides))):
        if not divinities(s, seat):
            raise UnknownName(f"no army of exactly {config.rp[seat]} points can be made of these units (MB-REC-013)")


async def _construct(s: State) -> None:
    """One player puts an army together that costs exactly its points (MB-REC-012, MB-REC-013)."""
    seat = next(seat for seat in range(len(s.hands)) if not s.finished >> seat & 1)
    if s.divinity(seat) < 0:
        if divinities(s, seat):
            await pick_divinity(s, seat)
            return
    if not await pick_unit(s, seat) or not s.points[seat]:
        finish(s, seat)
    if s.finished == (1 << len(s.hands)) - 1:
        s.turn, s.stage = 0, LEAD


# -- the table --------------------------------------------------------------------------------------------------------
def unplaced(s: State, seat: int) -> list[int]:
    """Troops that are still to be placed (MB-TBL-003)."""
    return [u for u in s.army(seat) if s.config.units[u].is_troop and s.place[u] < 0 and not s.entered >> u & 1]


def troop_areas(s: State, seat: int, unit: int) -> list[int]:
    """Where a troop may be placed."""
    from .movement import closed

    return [area for area in s.zone(seat) if not s.full(area) and not closed(s, unit, Step(-1, area, DEPLOY))]


async def troops(s: State) -> None:
    """From the lead player clockwise everybody places one troop, until all are on the board (MB-TBL-003)."""
    n = len(s.hands)
    seat = (s.lead + s.turn) % n
    s.turn += 1
    options = [unit for unit in unplaced(s, seat) if troop_areas(s, seat, unit)]
    if options:
        unit = await choose(seat, "unit", options, "MB-TBL-003", "troop to place", argument="unit")
        area = await choose(seat, "area", troop_areas(s, seat, unit), "MB-TBL-003", "deployment area", argument="area")
        s.put(unit, area)
        told = s.config.units[unit].name, s.config.map.names[area]
        report(s, "MB-TBL-003", "places {} in {}", *told, who=seat, touched=(f"area:{area}",))
    if not any(troop_areas(s, o, u) for o in range(n) for u in unplaced(s, o)):
        s.turn, s.stage = 0, HANDS


async def hands(s: State) -> None:
    """Decks of activation and Art of War cards, then the opening hands (MB-TBL-005, MB-TBL-006)."""
    for seat in range(s.turn, len(s.hands)):
        with group(s, "MB-TBL-006", "makes a deck and takes a hand", who=seat):
            deal(s, seat)
            told = len(s.decks[seat]), len(s.hands[seat])
            report(s, "MB-TBL-005", "shuffles a deck of {} cards and begins with {} Art of War cards", *told, who=seat)
            await draw_cards(s, seat, s.config.fact("hand.cards"), "MB-TBL-006")
        s.turn = seat + 1
    s.turn, s.round, s.active = 0, 1, s.lead
    s.stage = TURN


def deal(s: State, seat: int) -> None:
    """The deck of an army, and the Art of War cards of the opening hand."""
    units, deck = s.config.units, list[int]()
    for unit in s.army(seat):
        deck += [card_of(unit)] * units[unit].cards + [ART_OF_WAR] * units[unit].art_of_war
    s.decks[seat] = tuple(sorted(deck))
    s.tops[seat], s.discards[seat] = (), ()
    s.hands[seat] = (ART_OF_WAR,) * (s.config.fact("hand.art_of_war") + s.extra[seat])
