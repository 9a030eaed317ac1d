"""What the Gods War names: empires, areas, arrows, places of Kylerela, runes; and by empire its units, buildings,
gifts, slots and numbers.
"""

from __future__ import annotations

from dataclasses import replace

from ....engine.state import Appearance, Domain
from .config import MOST_SEATS, Config

MOST_AREAS = 40  # there is room for, with one place that is no area, but whose units are in play
PEN = MOST_AREAS - 1
POOL, RIFT, GONE, HELD = MOST_AREAS, MOST_AREAS + 1, MOST_AREAS + 2, MOST_AREAS + 3
PLACES = HELD + MOST_SEATS  # held by seat 0, 1, ...: trophies


def _seat(c: Config, seat: int) -> Appearance:
    return Appearance(c.empires[seat].icon, title=c.empires[seat].title)


def _others(c: Config) -> list[tuple[str, int]]:
    return [(name, f) for f in c.seats for name in (c.empires[f].title, c.players[f]) if name]


def _owners(c: Config) -> list[tuple[str, int]]:
    return [*_others(c), *((c.empires[f].title, f) for f in c.neutrals)]


def _spouses(c: Config) -> list[tuple[str, int]]:
    return [(c.empires[f].title, i) for i, f in enumerate(c.spouses)]


def _race(c: Config, race: int) -> Appearance:
    row = c.races[race]
    return Appearance(row.icon, row.rule, row.text)


def _monster(c: Config, i: int) -> Appearance:
    row = c.empires[c.neutrals[i]]
    return Appearance(row.icon, row.units[0].rule)


def _marker(c: Config, i: int) -> Appearance:
    return _monster(c, c.neutrals.index(c.markers[i]))


def _weaver(c: Config, i: int) -> Appearance:
    return _monster(c, c.neutrals.index(c.weavers[i]))


def _unit(c: Config, seat: int, kind: int) -> Appearance:
    unit = c.empires[seat].units[kind]
    return Appearance(unit.icon, unit.rule)


def _building(c: Config, seat: int, kind: int) -> Appearance:
    row = c.empires[seat].buildings[kind]
    return Appearance(rule=row.rule, form=row.shape)


def _gift(c: Config, seat: int, gift: int) -> Appearance:
    row = c.empires[seat].gifts[gift]
    return Appearance(rule=row.rule, text=row.text)


def _slot(c: Config, seat: int, slot: int) -> Appearance:
    row = c.empires[seat].slots[slot]
    return Appearance(rule=row.rule, text=row.text)


def _rune(c: Config, card: int) -> Appearance:
    return Appearance(rule=c.runes[card].rule, text=c.runes[card].text)


def _plain(name: str) -> str:
    """A printed name without its comma, so that it can stand in a list: "The Sun God Yelm"."""
    return name.replace(",", "")


SEAT = Domain("empire", lambda c: [c.empires[f].letters for f in c.seats], target="seat:{}", others=_others, look=_seat)
# whoever has pieces: the seats, and owners that nobody plays
HOLDER = Domain(
    "empire", lambda c: [e.letters for e in c.empires], target="seat:{}", others=_owners, look=_seat,
    nobody=lambda c: len(c.seats),
)  # fmt: skip
# the seats whom units of another empire may join
SPOUSE = Domain("empire", lambda c: [c.empires[f].letters for f in c.spouses], others=_spouses)
RACE = Domain("elder race", lambda c: [race.title for race in c.races], look=_race)
MONSTER = Domain("monster", lambda c: [c.empires[f].title for f in c.neutrals], look=_monster)
# those of them whose marks lie in areas, and those whose marks come out of a supply and lie on sheets too
MARKER = Domain("monster", lambda c: [c.empires[f].title for f in c.markers], look=_marker)
WEAVER = Domain("monster", lambda c: [c.empires[f].title for f in c.weavers], look=_weaver)
AREA = Domain("area", lambda c: c.map.names, target="area:{}")
OFF_MAP = {"pool": POOL, "chaos rift": RIFT, "oblivion": GONE}
PLACE = Domain("area", lambda c: c.map.names, target="area:{}", beside=OFF_MAP)
# where a unit may be: there is a place off the map whose units are in play, if an empire of the game has it
STAND = replace(PLACE, beside=lambda c: {**OFF_MAP, "pen": PEN} if c.pen else OFF_MAP)
UNIT = Domain("unit", lambda c, seat: [_plain(name) for name in c.name[seat]], keyed=1, look=_unit)
BUILDING = Domain("building", lambda c, seat: [b.name for b in c.empires[seat].buildings], keyed=1, look=_building)
GIFT = Domain("gift", lambda c, seat: [_plain(g.name) for g in c.empires[seat].gifts], keyed=1, look=_gift)
# the same inside a slot of a seat: a domain sees the last members on the way
LAID = Domain(
    "gift",
    lambda c, seat, slot: [_plain(g.name) for g in c.empires[seat].gifts],
    keyed=2,
    look=lambda c, seat, slot, gift: _gift(c, seat, gift),
)
SLOT = Domain("Heroquest", lambda c, seat: [slot.title for slot in c.empires[seat].slots], keyed=1, look=_slot)
COUNTER = Domain("number", lambda c, seat: [counter.title for counter in c.empires[seat].counters], keyed=1)
RUNE = Domain("rune", lambda c: [rune.name for rune in c.runes], target="rune:{}", look=_rune)
# lands that may be a sea by now, by the numbers of areas; where nobody sinks one there are none
SINKING = Domain("area", lambda c: c.map.names if c.sinks else (), target="area:{}")
ARROW = Domain("arrow", lambda c: [arrow_name(c, i) for i in range(len(c.map.arrows))])
ISLE = Domain("place of Kylerela", lambda c: [place.name for place in c.places], target="isle:{}")
SIDE = Domain("side", ("attacker", "defender"))


def arrow_name(c: Config, arrow: int) -> str:
    """An arrow by its ends: "Brithos-Jrustela"."""
    return "-".join(c.map.names[end] for end in c.map.arrows[arrow].ends)
