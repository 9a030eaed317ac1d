"""The runes that the rulebook names, in its order."""

from __future__ import annotations

from typing import Any, ClassVar

from ....engine.runtime.decision import Answer, choose
from ....engine.runtime.requirement import Menu
from ..rules.actions import COMMON, needs_met, offered
from ..rules.arguments import ARGUMENT_TYPES
from ..rules.common import (
    anywhere,
    area_name,
    cost_of_building,
    eliminate,
    erect,
    everywhere,
    gain_power,
    gain_vp,
    lose_vp,
    pick,
    raze,
    reached,
    says,
    title,
    unit_name,
)
from ..rules.config import LESSER, MINION
from ..rules.domains import POOL
from ..rules.packing import kind_of, unit_code
from ..rules.runes import effect
from ..rules.state import ACTION, State
from ..rules.topics import MayAct, OnElimination, Until
from .rune_card import Rune, building_name, cheap, place, sites, upgrades


class Life(Rune):
    """Place one unit of cost 2 or less from your pool at a building of yours."""

    rule, card = "GW-RNC-001", "life"

    def _kinds(self, s: State, me: int) -> list[int]:
        most = self.figure(s, "cost")
        return [
            code
            for code in s.summonable[me]
            for k in [kind_of(code)]
            if s.n(me, k, POOL) and cheap(s, me, k, most) and needs_met(s, me, k)
        ]

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(self._kinds(s, me)) and bool(s.sites(me))

    async def any_time(self, s: State, me: int) -> None:
        fid = await choose(me, "unit", self._kinds(s, me), self, "life", argument="unit kind")
        await place(s, me, kind_of(fid), await choose(me, "area", s.sites(me), self, "life where"), self)


class Change(Rune):
    """Exchange two buildings of equal cost between their areas."""

    rule, card = "GW-RNC-002", "change"

    def _pairs(self, s: State) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        rows = [(a, code, cost_of_building(s, code, a)) for a in range(len(s.site)) for code in s.buildings_in(a)]
        found = []
        for i, (a, one, price) in enumerate(rows):
            for b, other, cost in rows[i + 1 :]:
                if a == b or price != cost:
                    continue
                nests = s.nest[a] == one, s.nest[b] == other
                if nests[0] == nests[1] or self._free(s, a, b, nests):
                    found.append(((a, one), (b, other)))
        return found

    def _free(self, s: State, a: int, b: int, nests: tuple[bool, bool]) -> bool:
        into_a, into_b = (s.nest if nests[1] else s.site)[a], (s.nest if nests[0] else s.site)[b]
        return into_a < 0 and into_b < 0

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(self._pairs(s))

    async def any_time(self, s: State, me: int) -> None:
        pairs = self._pairs(s)
        firsts = list(dict.fromkeys(one for one, _ in pairs))
        one = await choose(me, "choice", firsts, self, "change", argument="any building")
        others = [other for first, other in pairs if first == one]
        other = await choose(me, "choice", others, self, "change with", argument="any building")
        (a, x), (b, y) = one, other
        faced = s.faced >> a & 1, s.faced >> b & 1
        s.shift(x >> 3, x & 7, a, POOL)
        s.shift(y >> 3, y & 7, b, POOL)
        s.shift(x >> 3, x & 7, POOL, b)
        s.shift(y >> 3, y & 7, POOL, a)
        for area, code, face in ((b, x, faced[0]), (a, y, faced[1])):
            if face and s.config.second[code >> 3][code & 7] >= 0:
                s.turn_over(area, True)
        what = [f"{s.building(code, area).name} to {area_name(s, area)}" for area, code in ((b, x), (a, y))]
        says(s, self, me, "exchanges two buildings: {}", ", ".join(what))


class Plant(Rune):
    """Build for nothing what needs no building beneath it, or upgrade; a Nest may be imbedded without the gift."""

    rule, card = "GW-RNC-003", "plant"

    def _options(self, s: State, me: int) -> list[tuple[str, int, int]]:
        found = [("build", code, a) for code, a in sites(s, me)]
        found += [("upgrade", code, a) for code, a in upgrades(s, me)]
        return found + [("imbed", s.nest[a], a) for a in standard_nests(s, me)]

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(self._options(s, me))

    async def any_time(self, s: State, me: int) -> None:
        options = self._options(s, me)
        names = {o: f"{o[0].capitalize()}: {building_name(s, o[1])}, {area_name(s, o[2])}" for o in options}
        how, code, a = await choose(me, "choice", options, self, "plant", names=names)
        if how == "imbed":
            s.turn_over(a, True)
            says(s, self, me, "turns a building over: {}, {}", s.building(code, a).name, area_name(s, a))
            return
        if how == "upgrade":
            old = s.mine_in(me, a)
            s.shift(me, old & 7, a, POOL)
        await erect(s, me, code & 7, a, self.rule)


def standard_nests(s: State, me: int) -> list[int]:
    """Areas with a building of one's own whose second face does not lie up."""
    return [
        a
        for a, code in enumerate(s.nest)
        if code >= 0 and code >> 3 == me and s.config.second[me][code & 7] >= 0 and not s.faced >> a & 1
    ]


class Heat(Rune):
    """The cheapest building of an enemy is returned to its pool; its owner chooses among equals."""

    rule, card = "GW-RNC-004", "heat"

    def _foes(self, s: State, me: int) -> list[int]:
        return [f for f in s.order(me)[1:] if s.built[f]]

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(self._foes(s, me))

    async def any_time(self, s: State, me: int) -> None:
        foe = await choose(me, "player", self._foes(s, me), self, "heat")
        rows = [(a, code) for a in range(len(s.site)) for code in s.buildings_in(a) if code >> 3 == foe]
        least = min(cost_of_building(s, code, a) for a, code in rows)
        options = [(a, code) for a, code in rows if cost_of_building(s, code, a) == least]
        a, code = await choose(foe, "choice", options, self, "heated", argument="any building")
        raze(s, a, code, self.rule)


class Disorder(Rune):
    """Each other player loses 1 VP or 1 Power, as he chooses; one without Power loses the point."""

    rule, card = "GW-RNC-005", "disorder"

    async def any_time(self, s: State, me: int) -> None:
        vp, power = self.figure(s, "vp"), self.figure(s, "power")
        names = {"vp": f"Lose {vp} VP", "power": f"Lose {power} Power"}
        for foe in s.order(me)[1:]:
            options = ("vp", "power") if s.power[foe] else ("vp",)
            if await choose(foe, "choice", options, self, "disorder", names=names) == "vp":
                lose_vp(s, foe, vp, self.rule)
            else:
                gain_power(s, foe, -power, self.rule)


class Fate(Rune):
    """The player with the fewest VP gains 2, counted after your own point."""

    rule, card = "GW-RNC-006", "fate"

    async def any_time(self, s: State, me: int) -> None:
        lowest = [f for f in s.order(me) if s.vp[f] == min(s.vp)]
        who = await choose(me, "player", lowest, self, "fate")
        await gain_vp(s, who, self.figure(s, "other_vp"), self.rule)


class Infinity(Rune):
    """In your turn, or in your next one, take two actions. Repeated by another rune: one action out of turn."""

    rule, card = "GW-RNC-007", "infinity"

    async def any_time(self, s: State, me: int) -> None:
        copied = s.config.runes[s.rune].key == Illusion.card
        if copied:
            after = next((f for f in s.order(s.turn) if s.more[f]), s.turn)
            s.extra += ((me, after),)
        else:
            s.more[me] += self.figure(s, "actions") - 1


class Illusion(Rune):
    """Repeat the rune that was played just before, as its player."""

    rule, card = "GW-RNC-008", "illusion"

    def may_any_time(self, s: State, me: int) -> bool:
        return s.last_rune >= 0 and s.config.runes[s.last_rune].key != self.card

    async def any_time(self, s: State, me: int) -> None:
        says(s, self, me, "repeats {}", s.config.runes[s.last_rune].name)
        await effect(s, me, s.last_rune)


class Chaosium(Rune):
    """Repeat any rune of the discard pile, without its points."""

    rule, card = "GW-RNC-009", "chaosium"

    def _cards(self, s: State) -> list[int]:
        own = next(i for i, row in enumerate(s.config.runes) if row.key == self.card)
        return [card for card, n in enumerate(s.discard) if n and card != own]

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(self._cards(s))

    async def any_time(self, s: State, me: int) -> None:
        card = await choose(me, "card", self._cards(s), self, "chaosium", argument="rune")
        await effect(s, me, card, points=False)


def token(s: State, me: int, key: str) -> int:
    """The kind of a rune's token in a seat's row."""
    return next(i for i, unit in enumerate(s.config.empires[me].units) if unit.key == key)


class Monster(Rune):
    """A Monster token comes to an area with a piece of yours, until the Council ends."""

    rule, card = "GW-RNC-010", "monster"
    token: ClassVar[str] = "monster"

    def _areas(self, s: State, me: int) -> list[int]:
        return sorted({*s.areas(me), *s.sites(me)})

    def may_any_time(self, s: State, me: int) -> bool:
        return s.n(me, token(s, me, self.token), POOL) > 0 and bool(self._areas(s, me))

    async def any_time(self, s: State, me: int) -> None:
        area = await choose(me, "area", self._areas(s, me), self, self.token)
        await place(s, me, token(s, me, self.token), area, self)


class Dragon(Monster):
    """A Dragon token comes to an area with a piece of yours, until the Action Phase ends."""

    rule, card, token = "GW-RNC-011", "dragon", "dragon"


class Spirit(Rune):
    """A lesser god of yours comes for nothing, or one of an enemy if you have none."""

    rule, card = "GW-RNC-012", "spirit"

    def _gods(self, s: State, seat: int) -> list[int]:
        kinds = map(kind_of, s.summonable[seat])  # without units that come out of the pool of another
        return [k for k in kinds if s.config.rank[seat][k] == LESSER and s.n(seat, k, POOL)]

    def _options(self, s: State, me: int) -> list[int]:
        return [me] if self._gods(s, me) else [f for f in s.order(me)[1:] if self._gods(s, f)]

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(s.sites(me)) and bool(self._options(s, me))

    async def any_time(self, s: State, me: int) -> None:
        seat = await choose(me, "player", self._options(s, me), self, "spirit of")
        area = await choose(me, "area", s.sites(me), self, "spirit")
        gods = [unit_code(seat, k) for k in self._gods(s, seat)]
        fid = await choose(me, "unit", gods, self, "spirit which", argument="unit kind")
        await place(s, seat, kind_of(fid), area, self)
        s.note("summon", me, kind_of(fid), POOL, area)  # who plays it summons, also the god of another


class Law(Rune):
    """Name a kind of action: nobody takes it until you have had your next turn."""

    rule, card, until, about = "GW-RNC-013", "law", Until.TURN, (MayAct.ACTION,)

    async def any_time(self, s: State, me: int) -> None:
        verbs = sorted({a.verb for f in s.config.seats for a in (*COMMON, *offered(s, f, broke=True))})
        verb = await choose(me, "choice", verbs, self, "law", names={v: v.capitalize() for v in verbs})
        s.last(self.card, me, int(s.active == s.turn == me and s.phase == ACTION), verb)  # 1: not this turn, the next
        says(s, self, me, "forbids: {}", verb)

    def may_act(self, s: State, me: int, what: MayAct, who: int, it: int | str) -> bool | None:
        named = any(word == it for card, *_, word in s.lasting if s.config.runes[card].key == self.card)
        return False if named else None


class Truth(Rune):
    """Another player says his next action, in kind or exactly, and takes it in his turn if he still can."""

    rule, card, until = "GW-RNC-014", "truth", Until.TARGET

    def _options(self, s: State, foe: int) -> list[Answer]:
        return list(Menu(ARGUMENT_TYPES, s, foe).all(*offered(s, foe)))

    def _foes(self, s: State, me: int) -> list[int]:
        return [f for f in s.order(me)[1:] if s.power[f] and not s.left >> f & 1 and self._options(s, f)]

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(self._foes(s, me))

    async def any_time(self, s: State, me: int) -> None:
        foe = await choose(me, "player", self._foes(s, me), self, "truth")
        names: dict[Any, str] = {"kind": "The kind of action", "exact": "Exactly"}
        exact = await choose(me, "choice", ("kind", "exact"), self, "how exact", names=names) == "exact"
        options = self._options(s, foe)
        if exact:
            said = await choose(foe, "action", options, self, "the truth")
            s.last(self.card, me, foe, repr(said))
        else:
            said = await choose(foe, "choice", list(dict.fromkeys(o[0] for o in options)), self, "the truth")
            s.last(self.card, me, foe, said)
        says(s, self, foe, "is bound to: {}", said if isinstance(said, str) else said[0])


class Farm(Rune):
    """A Shrine or Nest is taken off the map whole; that is no destruction."""

    rule, card = "GW-RNC-015", "farm"

    def _rows(self, s: State) -> list[tuple[int, int]]:
        kinds = ("shrine", "chaos_nest")
        return [(a, c) for a in range(len(s.site)) for c in s.buildings_in(a) if s.building(c, a).type in kinds]

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(self._rows(s))

    async def any_time(self, s: State, me: int) -> None:
        a, code = await choose(me, "choice", self._rows(s), self, "farm", argument="any building")
        raze(s, a, code, self.rule, whole=True)


class OneUnit(Rune, abstract=True):
    """Something befalls one unit on the map, of anybody: by itself one of cost 2 or less."""

    _found = staticmethod(everywhere)  # where it looks

    def _fits(self, s: State, seat: int, kind: int) -> bool:
        return cheap(s, seat, kind, self.figure(s, "cost"))

    def _units(self, s: State, me: int) -> list[Answer]:
        return [u for f in reached(s, me) for u in self._found(s, f) if self._fits(s, f, u[2])]

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(self._units(s, me))


class SecretChaos(OneUnit):
    """A mortal minion on the map is eliminated."""

    rule, card = "GW-RNC-016", "secret_chaos"

    def _fits(self, s: State, seat: int, kind: int) -> bool:
        return s.config.rank[seat][kind] == MINION

    async def any_time(self, s: State, me: int) -> None:
        seat, area, kind = await pick(s, me, self._units(s, me), self, "secret chaos")
        await eliminate(s, seat, kind, area, OnElimination.ELIMINATED, me, self.rule)


class Kill(OneUnit):
    """A unit of cost 2 or less is killed, held off the map or not."""

    rule, card, _found = "GW-RNC-017", "kill", staticmethod(anywhere)

    async def any_time(self, s: State, me: int) -> None:
        seat, area, kind = await pick(s, me, self._units(s, me), self, "kill")
        await eliminate(s, seat, kind, area, OnElimination.KILLED, me, self.rule)


class Earth(Rune):
    """Another player gives you 2 Power, or all he has, or lets you gain 1 VP."""

    rule, card = "GW-RNC-019", "earth"

    async def any_time(self, s: State, me: int) -> None:
        foe = await choose(me, "player", list(s.order(me))[1:], self, "earth")
        n, vp = min(self.figure(s, "power"), s.power[foe]), self.figure(s, "vp")
        names = {"power": f"Give {n} Power", "vp": f"{title(s, me)} gains {vp} VP"}
        options = ("power", "vp") if n else ("vp",)
        if await choose(foe, "choice", options, self, "earth answer", names=names) == "power":
            gain_power(s, foe, -n, self.rule)
            gain_power(s, me, n, self.rule)
        else:
            await gain_vp(s, me, vp, self.rule)


class SecretEarth(Rune):
    """An empire of your choice loses 1 VP."""

    rule, card = "GW-RNC-020", "secret_earth"

    async def any_time(self, s: State, me: int) -> None:
        foe = await choose(me, "player", list(s.order(me)), self, "secret earth")
        lose_vp(s, foe, self.figure(s, "vp"), self.rule)


class Dragonewt(OneUnit):
    """A unit of cost 2 or less goes to its pool, and a Monster token of yours takes its place."""

    rule, card = "GW-RNC-021", "dragonewt"

    async def any_time(self, s: State, me: int) -> None:
        seat, area, kind = await pick(s, me, self._units(s, me), self, "dragonewt")
        s.move(seat, kind, area, POOL)
        says(s, self, seat, "has {} replaced", unit_name(s, seat, kind))
        if s.n(me, token(s, me, "monster"), POOL):
            await place(s, me, token(s, me, "monster"), area, self)
