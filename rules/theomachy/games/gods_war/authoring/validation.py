"""What no position can be besides the bounds of its declaration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ....engine.masks import bits
from ....engine.state import schema
from ....engine.tabletop.table import Target
from ..rules.adjacency import OPEN, SPIKE
from ..rules.common import Loss, area_name, title
from ..rules.domains import PEN, PLACES, POOL, RIFT
from ..rules.packing import KIND, kind_of
from ..rules.state import NOTHING, OVER, STRUGGLE, BattleRecord, State
from ..rules.topics import OnElimination

CHECKS = (
    ("GW-BAS-008", "Every unit is on the map, in a pool, in the Rift, in Oblivion or on a sheet"),
    ("GW-BLD-007", "No area holds two buildings, save a Nest beside another one"),
    ("GW-BLD-014", "Only a building with a second face shows it"),
    ("GW-CMP-020", "Who joins another empire stands on the map as a unit of that one; one land may be sunken"),
    ("GW-KYL-008", "Kylerela lies in a sea"),
    ("GW-BAS-011", "Only units of other players are held off the map"),
    ("GW-MAP-031", "Nothing stands where the Spike was"),
    ("GW-RIF-014", "Pieces lie in the Rift only while it is open"),
    ("GW-SPK-001", "The Spike is gone once somebody has the points that shatter it"),
    ("GW-GAB-011", "No gift is twice on a sheet, or in a slot that is not for it"),
    ("GW-GAB-009", "Only a gift on the sheet is turned face-down"),
    ("GW-RIF-001", "There is a Struggle only while the Rift is open"),
    ("GW-SPC-006", "At least one player is there"),
    ("GW-BAT-009", "Who fights stands in the area of the battle"),
    ("GW-CMP-023", "Units of an elder race are its ally's, or nobody's"),
    ("GW-CMP-024", "Only an ally gives the gift of an elder race"),
    ("GW-CMP-023", "Nobody has two allies, but one that may be there besides"),
    ("GW-CMP-023", "A figure with stages is one of them at a time"),
)
SAVED = "would_be_eliminated"
Violation = tuple[str, str, tuple[Target, ...]]


def violations(s: State) -> list[Violation]:
    """What is impossible about this state."""
    found = schema.violations(s)
    if found:
        return found
    fight = _battle(s, s.battle) if s.battle is not None else ()
    return [*_map(s), *_middle(s), *_sheets(s), *_players(s), *_races(s), *fight]


def _map(s: State) -> Iterator[Violation]:
    config = s.config
    for area in range(len(s.site)):
        here = (f"area:{area}",)
        layers = Counter(
            building.nest
            for seat in config.owners
            for kind, building in enumerate(config.empires[seat].buildings)
            for _ in range(s.stock(seat, kind, area))
        )
        if any(n > 1 for n in layers.values()):
            yield "GW-BLD-007", f"more than one building stands in {area_name(s, area)}", here
        code = s.nest[area]
        if s.faced >> area & 1 and (code < 0 or config.second[code >> 3][code & 7] < 0):
            yield "GW-BLD-014", f"no building in {area_name(s, area)} has a second face", here
        if s.ways.closed >> area & 1 and (layers or any(_lost(s, seat, area) for seat in config.owners)):
            yield "GW-MAP-031", f"there is no {area_name(s, area)} any more, but pieces stand there", here
    for seat in config.owners:
        for kind in config.kinds[seat]:
            if config.joined[seat][kind][0] != seat and (there := s.where(seat, kind)):
                other = title(s, config.joined[seat][kind][0])
                yield "GW-CMP-020", f"the {config.name[seat][kind]} has not joined {other}", (f"area:{there[0]}",)
        if s.crowd(seat, PEN) and (config.jailer in (NOTHING, seat) or seat not in config.seats):
            yield "GW-BAS-011", f"{title(s, seat)} has units in the {config.pen or 'place of prisoners'}", ()
    sunken, firm = bits(s.sunken), ~config.map.lands | 1 << config.map.isle | 1 << config.map.spike
    for area in bits(s.sunken & firm):
        yield "GW-CMP-020", f"{area_name(s, area)} cannot sink", (f"area:{area}",)
    if len(sunken) > 1:
        yield "GW-CMP-020", "more than one land is sunken", tuple(f"area:{area}" for area in sunken)
    if not (config.map.seas | s.sunken) >> config.places[s.island].sea & 1:
        yield "GW-KYL-008", "Kylerela lies where no sea is", (f"area:{config.map.isle}",)
    if s.on != [sum(1 << a for a in range(len(s.site)) if s.crowd(f, a)) for f in config.owners]:
        yield "GW-BAS-008", "the index of occupied areas is wrong", ()


def _lost(s: State, seat: int, area: int) -> bool:
    """Is a unit of a seat there that no power saves? Who is saved is asked about where it stands, the last of all."""

    def saved(loss: Loss) -> bool:
        tests = [getattr(power, f"may_{SAVED}", None) for _, power, _ in s.mine(seat, SAVED)]
        return any(test is None or test(s, seat, loss) for test in tests)

    return not all(saved(Loss(seat, kind, area, OnElimination.SPIKE, -1)) for kind in s.kinds_in(seat, area))


def _middle(s: State) -> Iterator[Violation]:
    config = s.config
    if s.rift == SPIKE and max(s.vp) >= config.fact("victory.spike_at") and s.phase != OVER:
        yield "GW-SPK-001", f"somebody has {max(s.vp)} VP, and the Spike stands", (f"area:{config.map.spike}",)
    thrown = any(s.crowd(f, RIFT) or any(s.stock(f, k, RIFT) for k in range(config.width_b)) for f in config.owners)
    if s.rift != OPEN and thrown:
        yield "GW-RIF-014", "pieces lie in the Rift, which is not open", (f"area:{config.map.spike}",)
    if s.phase == STRUGGLE and s.rift != OPEN:
        yield "GW-RIF-001", "there is no Struggle, since the Rift is not open", ()


def _sheets(s: State) -> Iterator[Violation]:
    for seat in s.config.seats:
        empire, who, row = s.config.empires[seat], (f"seat:{seat}",), s.slots[seat]
        for gift, n in Counter(gift for gift in row if gift >= 0).items():
            if n > 1:
                yield "GW-GAB-011", f"{title(s, seat)} has the gift {empire.gifts[gift].name} {n} times", who
        bound = {slot.only for slot in empire.slots if slot.only}
        for slot, gift in zip(empire.slots, row, strict=True):
            key = empire.gifts[gift].key if gift >= 0 else ""
            if gift >= 0 and key != slot.only and (slot.only or key in bound):
                yield "GW-GAB-011", f"the gift {empire.gifts[gift].name} is not for {slot.title}", who
        for gift in bits(s.down[seat] & ~s.gifts(seat)):
            yield "GW-GAB-009", f"{title(s, seat)} has no gift {empire.gifts[gift].name} to turn face-down", who
        for i, (slot, gift) in enumerate(zip(empire.slots, row, strict=True)):
            if not slot.of or s.is_ally(s.config.race(slot.of), seat):
                continue
            if gift >= 0:
                yield "GW-CMP-024", f"{title(s, seat)} has the gift {empire.gifts[gift].name} of no ally", who
            elif s.owed[seat] >> i & 1:
                yield "GW-CMP-024", f"{title(s, seat)} is owed a gift for {slot.title}, of no ally", who
        if any(row[slot] >= 0 for slot in bits(s.owed[seat])):
            yield "GW-GAB-018", f"{title(s, seat)} is owed a gift for a slot that is covered", who


def _players(s: State) -> Iterator[Violation]:
    if all(s.left >> seat & 1 for seat in s.config.seats):
        yield "GW-SPC-006", "every empire is uncontrolled: nobody is there to decide", ()


def _races(s: State) -> Iterator[Violation]:
    config = s.config
    for race, row in enumerate(config.races):
        whose = s.allies[race]
        if whose >= 0 and not s.included >> race & 1:
            yield "GW-CMP-023", f"the {row.title} are allies, but not in the game", (f"seat:{whose}",)
        holder = whose if whose >= 0 else config.elders if s.included >> race & 1 else -1
        for owner in config.owners:
            for kind in map(kind_of, config.guests[owner][race]):
                out = sum(s.n(owner, kind, place) for place in range(PLACES) if place != POOL)
                if out and owner != holder:
                    yield "GW-CMP-023", f"{title(s, owner)} has {out} {config.name[owner][kind]}, but no alliance", ()
        figures = Counter(unit.figure for unit in row.units if unit.figure)
        for figure in figures:
            out = sum(
                s.n(owner, kind, place)
                for owner in config.owners
                for kind, unit in enumerate(config.empires[owner].units)
                if unit.figure == figure
                for place in range(PLACES)
                if place != POOL
            )
            if out > 1:
                yield "GW-CMP-023", f"{out} stages of one figure are out of the pool", ()
    for seat in config.seats:
        alone = [race for race in s.allied(seat) if not config.races[race].beside]
        if len(alone) > 1:
            yield "GW-CMP-023", f"{title(s, seat)} has {len(alone)} allies", (f"seat:{seat}",)


def _battle(s: State, b: BattleRecord) -> Iterator[Violation]:
    here = (f"area:{b.area}",)
    if b.sides[0] == b.sides[1]:
        yield "GW-BAT-001", "nobody fights himself", here
    for seat, roster in zip(b.sides, b.roster, strict=True):
        fighting: Counter[int] = Counter()
        for code, n in roster.items():
            fighting[code & KIND] += n
        for kind, n in fighting.items():
            if kind not in s.config.kinds[seat] or n > s.n(seat, kind, b.area):
                name = s.config.name[seat][kind] if kind in s.config.kinds[seat] else f"unit {kind}"
                yield "GW-BAT-009", f"more {name} fight than are there", here
