"""Combats reckoned beforehand: what an army comes to where it stands, and the cheapest part of it that is enough.

No combat of Heroes has chance in it, so these are answers and no odds. Nothing here changes a position: it looks at a
copy, in which the combat has been declared.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from ..rules.battle import Deployment, defence, fighters, fort_of, offers, total
from ..rules.building import prices
from ..rules.maps import RESOURCES
from ..rules.state import FORTRESS_FIGHT, MONSTER_FIGHT, PLAYERS_FIGHT, Combat
from ..rules.stock import counted

if TYPE_CHECKING:
    from ..rules.state import State

MOST = 20_000  # deployments that are looked at; a larger army is thinned out


class Force(NamedTuple):
    """What is sent: so many of each unit, slaves, resources paid for power; and what it comes to."""

    units: tuple[tuple[str, int], ...]
    slaves: tuple[str, ...]
    paid: tuple[tuple[str, int], ...]
    power: int
    worth: int  # in resources: what the units cost to hire, and what is paid

    def __str__(self) -> str:
        parts = [counted(n, name) for name, n in self.units]
        parts += [*self.slaves, *(f"{n} {kind}" for kind, n in self.paid)]
        return ", ".join(parts) or "nobody"


def most(s: State, me: int, *, region: int | None = None) -> Force:
    """The highest power that a player can reach in a combat between players, where he stands or in another region."""
    found = declared(s, me, PLAYERS_FIGHT, region)
    sheet, left, bought = found.sheets[me], list(found.sheets[me].stock), []
    for offer in offers(found, me):
        times = sum(left[kind] for kind in offer.kinds) // offer.n
        bought.append((offer, paid_with(left, offer.kinds, min(times, offer.times or times) * offer.n)))
    return _force(found, me, Deployment(tuple(sheet.army), tuple(fighters(found, me)), tuple(bought)))


def monster(s: State, me: int, place: int) -> Force | None:
    """The cheapest force with which a player beats a monster of the line (0: the leftmost); None if there is none."""
    power = s.config.monsters[place].power
    found = declared(s, me, MONSTER_FIGHT, None, place, power)
    return _enough(found, me, defence(found, me, power).value)


def fortress(s: State, me: int, region: int | None = None) -> Force | None:
    """The same for the fortress of the region where a player stands, or of another one; None too where none stands."""
    region = s.sheets[me].region if region is None else region
    fort = fort_of(s, me, region) if region >= 0 else None
    if fort is None or region in s.seized:
        return None
    found = declared(s, me, FORTRESS_FIGHT, region, 0, fort.power)
    return _enough(found, me, defence(found, me, fort.power).value)


def declared(s: State, me: int, sort: int, region: int | None, foe: int = 0, power: int = 0) -> State:
    """A copy in which the combat is declared."""
    found = s.copy()
    if region is not None:
        found.sheets[me].region = region
    found.combat = combat = Combat.fresh(s.config)
    combat.sort, combat.region, combat.foe, combat.power = sort, found.sheets[me].region, foe, power
    combat.parties, combat.starter, combat.winner = (me,), me, -1
    return found


def _enough(s: State, me: int, against: int) -> Force | None:
    """The force of least worth whose power is higher; of equals the one with fewest units."""
    found = [force for force in (_force(s, me, sent) for sent in deployments(s, me)) if force.power > against]
    return min(found, key=lambda force: (force.worth, len(force.slaves), force.power), default=None)


def deployments(s: State, me: int, most: int = MOST) -> Iterator[Deployment]:
    """What can be sent: each number of each unit (of a very large army only some), slaves or none, and payments."""
    army, slaves = s.sheets[me].army, fighters(s, me)
    found = offers(s, me)
    limits = [offer.times or sum(s.sheets[me].stock) for offer in found]
    sizes = [n + 1 for n in army] + [n + 1 for n in limits] + [2] * len(slaves)
    step = 1
    while prod(-(-n // step) for n in sizes) > most:
        step += 1
    ranges = [sorted({*range(0, n + 1, step), n}) for n in army]
    times = [sorted({*range(0, n + 1, step), n}) for n in limits]
    for sent in product(*ranges, *times, *([(0, 1)] * len(slaves))):
        left, bought = list(s.sheets[me].stock), []
        for offer, n in zip(found, sent[len(army) :], strict=False):
            if n and sum(left[kind] for kind in offer.kinds) < n * offer.n:
                break
            if n:
                bought.append((offer, paid_with(left, offer.kinds, n * offer.n)))
        else:
            chosen = sent[len(army) + len(found) :]
            helpers = tuple(slave for slave, goes in zip(slaves, chosen, strict=True) if goes)
            yield Deployment(tuple(sent[: len(army)]), helpers, tuple(bought))


def paid_with(left: list[int], kinds: tuple[int, ...], n: int) -> tuple[int, ...]:
    """So many resources of these kinds, of the largest stock first; they are taken from `left`."""
    paid = [0, 0, 0]
    for _ in range(n):
        kind = max(kinds, key=lambda kind: left[kind])
        left[kind] -= 1
        paid[kind] += 1
    return tuple(paid)


def cost_of(s: State, me: int, sent: Deployment) -> int:
    """What a deployment is worth in resources: to hire its units again, and what is paid."""
    worth = sum(sum(row) for _, row in sent.bought)
    for unit, n in enumerate(sent.units):
        if n:
            rows = prices(s, me, unit)
            worth += n * (min(map(sum, rows)) if rows else 1)
    return worth


def sent_words(s: State, me: int, sent: Deployment) -> str:
    """What a deployment is, for people."""
    return str(_force(s, me, sent))


def _force(s: State, me: int, sent: Deployment) -> Force:
    faction = s.config.factions[me]
    paid = [sum(row[kind] for _, row in sent.bought) for kind in range(len(RESOURCES))]
    slaves = tuple(
        f"monster of {s.config.monsters[f.at].power}" if f.kind == "monster" else s.config.map.names[f.at]
        for f in sent.helpers
    )
    return Force(
        tuple((faction.units[unit].name, n) for unit, n in enumerate(sent.units) if n),
        slaves,
        tuple((kind, n) for kind, n in zip(RESOURCES, paid, strict=True) if n),
        total(s, me, sent).value,
        cost_of(s, me, sent),
    )
