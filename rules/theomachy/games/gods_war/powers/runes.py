"""The rune cards. Those of Victory Points alone need no class; the others say here what they do."""

from __future__ import annotations

from typing import Any, ClassVar

from ....engine.masks import bits
from ....engine.runtime.decision import choose, nested, number, yes
from ....engine.runtime.requirement import Menu
from ..actions import COMMON, MOVE, Battle, active, bars, beneath, needs_met, offered, price_of, room
from ..arguments import ARGUMENT_TYPES
from ..battle import Resolution
from ..common import (
    area_name,
    can_pay_vp,
    decider,
    eliminate,
    erect,
    everywhere,
    gain_power,
    gain_vp,
    lose_vp,
    pick,
    raze,
    says,
    tell,
    title,
    unit_name,
)
from ..config import LESSER, MINION
from ..domains import POOL
from ..losses import battle
from ..movement import gone, travel
from ..reach import flight
from ..runes import effect, gain_runes, holds, look
from ..state import ACTION, KIND, NOTHING, State
from ..timings import Power


class Rune(Power, abstract=True):
    """A rune card."""

    rule: ClassVar[str] = "GW-RNC-022"


def homes(s: State, me: int) -> list[int]:
    """Areas with a building of one's own."""
    return s.sites(me)


def cheap(s: State, seat: int, kind: int, most: int) -> bool:
    """Does a unit cost no more than this?"""
    return s.config.cost[seat][kind] <= most


async def another(s: State, me: int, by: Power, what: str) -> int:
    """Another player of one's choice."""
    return int(await choose(decider(s, me), "player", list(s.order(me))[1:], by, what))


async def place(s: State, seat: int, kind: int, area: int, by: Power) -> None:
    """A unit comes from the pool for nothing."""
    s.move(seat, kind, POOL, area)
    says(s, by, seat, "places {} in {}", unit_name(s, seat, kind), area_name(s, area), touched=(f"area:{area}",))


# -- those that the text names ----------------------------------------------------------------------------------------
class Life(Rune):
    """Place one unit of cost 2 or less from your pool at a building of yours."""

    rule, card = "GW-RNC-001", "life"

    def _kinds(self, s: State, me: int) -> list[int]:
        most, shared = self.figure(s, "cost"), {row[me] for row in s.config.common}
        return [
            me << 4 | k
            for k in s.config.kinds[me]
            if k not in shared and s.n(me, k, POOL) and cheap(s, me, k, most) and needs_met(s, me, k)
        ]

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(self._kinds(s, me)) and bool(homes(s, me))

    async def any_time(self, s: State, me: int) -> None:
        who = decider(s, me)
        fid = await choose(who, "unit", self._kinds(s, me), self, "life", argument="unit kind")
        await place(s, me, fid & 15, await choose(who, "area", homes(s, me), self, "life where"), self)


class Change(Rune):
    """Exchange two buildings of equal cost between their areas."""

    rule, card = "GW-RNC-002", "change"

    def _pairs(self, s: State) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        rows = [(a, code) for a in range(len(s.site)) for code in s.buildings_in(a)]
        found = []
        for i, (a, one) in enumerate(rows):
            for b, other in rows[i + 1 :]:
                if a == b or s.building(one, a).cost != s.building(other, b).cost:
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
        who = decider(s, me)
        one = await choose(who, "choice", firsts, self, "change", argument="any building")
        others = [other for first, other in pairs if first == one]
        other = await choose(who, "choice", others, self, "change with", argument="any building")
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
        names = {o: f"{o[0].capitalize()}: {_what(s, o[1])}, {area_name(s, o[2])}" for o in options}
        how, code, a = await choose(decider(s, me), "choice", options, self, "plant", names=names)
        if how == "imbed":
            s.turn_over(a, True)
            says(s, self, me, "turns a building over: {}, {}", s.building(code, a).name, area_name(s, a))
            return
        if how == "upgrade":
            old = s.mine_in(me, a)
            s.shift(me, old & 7, a, POOL)
        await erect(s, me, code & 7, a, self.rule)


def _what(s: State, code: int) -> str:
    return s.config.empires[code >> 3].buildings[code & 7].name


def sites(s: State, me: int) -> list[tuple[int, int]]:
    """What may be built where, its price left aside: (code, area)."""
    found = []
    for kind, row in enumerate(s.config.empires[me].buildings):
        code = me << 3 | kind
        if row.on or not s.stock(me, kind) or (row.gift and not active(s, me, row.gift)):
            continue
        found += [
            (code, a)
            for a in range(len(s.site))
            if not s.ways.closed >> a & 1 and room(s, me, code, a) and not bars(s, me, code, a, "build")
        ]
    return found


def upgrades(s: State, me: int) -> list[tuple[int, int]]:
    """What may be upgraded where, its price left aside: (code, area)."""
    found = []
    for kind, row in enumerate(s.config.empires[me].buildings):
        code = me << 3 | kind
        if row.on and s.stock(me, kind) and not (row.gift and not active(s, me, row.gift)):
            found += [
                (code, a) for a in s.sites(me) if beneath(s, me, code, a) >= 0 and not bars(s, me, code, a, "build")
            ]
    return found


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
        foe = await choose(decider(s, me), "player", self._foes(s, me), self, "heat")
        rows = [(a, code) for a in range(len(s.site)) for code in s.buildings_in(a) if code >> 3 == foe]
        least = min(s.building(code, a).cost for a, code in rows)
        options = [(a, code) for a, code in rows if s.building(code, a).cost == least]
        a, code = await choose(decider(s, foe), "choice", options, self, "heated", argument="any building")
        raze(s, a, code, self.rule)


class Disorder(Rune):
    """Each other player loses 1 VP or 1 Power, as he chooses; one without Power loses the point."""

    rule, card = "GW-RNC-005", "disorder"

    async def any_time(self, s: State, me: int) -> None:
        vp, power = self.figure(s, "vp"), self.figure(s, "power")
        names = {"vp": f"Lose {vp} VP", "power": f"Lose {power} Power"}
        for foe in s.order(me)[1:]:
            options = ("vp", "power") if s.power[foe] else ("vp",)
            if await choose(decider(s, foe), "choice", options, self, "disorder", names=names) == "vp":
                lose_vp(s, foe, vp, self.rule)
            else:
                gain_power(s, foe, -power, self.rule)


class Fate(Rune):
    """The player with the fewest VP gains 2, counted after your own point."""

    rule, card = "GW-RNC-006", "fate"

    async def any_time(self, s: State, me: int) -> None:
        lowest = [f for f in s.order(me) if s.vp[f] == min(s.vp)]
        who = await choose(decider(s, me), "player", lowest, self, "fate")
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
        card = await choose(decider(s, me), "card", self._cards(s), self, "chaosium", argument="rune")
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
        area = await choose(decider(s, me), "area", self._areas(s, me), self, self.token)
        await place(s, me, token(s, me, self.token), area, self)


class Dragon(Monster):
    """A Dragon token comes to an area with a piece of yours, until the Action Phase ends."""

    rule, card, token = "GW-RNC-011", "dragon", "dragon"


class Spirit(Rune):
    """A lesser god of yours comes for nothing, or one of an enemy if you have none."""

    rule, card = "GW-RNC-012", "spirit"

    def _gods(self, s: State, seat: int) -> list[int]:
        return [k for k in s.config.kinds[seat] if s.config.rank[seat][k] == LESSER and s.n(seat, k, POOL)]

    def _options(self, s: State, me: int) -> list[int]:
        return [me] if self._gods(s, me) else [f for f in s.order(me)[1:] if self._gods(s, f)]

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(homes(s, me)) and bool(self._options(s, me))

    async def any_time(self, s: State, me: int) -> None:
        who = decider(s, me)
        seat = await choose(who, "player", self._options(s, me), self, "spirit of")
        area = await choose(who, "area", homes(s, me), self, "spirit")
        gods = [seat << 4 | k for k in self._gods(s, seat)]
        fid = await choose(who, "unit", gods, self, "spirit which", argument="unit kind")
        await place(s, seat, fid & 15, area, self)


class Law(Rune):
    """Name a kind of action: nobody takes it until you have had your next turn."""

    rule, card, until = "GW-RNC-013", "law", "turn"

    async def any_time(self, s: State, me: int) -> None:
        verbs = sorted({a.verb for f in s.config.seats for a in (*COMMON, *offered(s, f, broke=True))})
        verb = await choose(decider(s, me), "choice", verbs, self, "law", names={v: v.capitalize() for v in verbs})
        s.last(self.card, me, int(s.active == s.turn == me and s.phase == ACTION), verb)  # 1: not this turn, the next
        says(s, self, me, "forbids: {}", verb)

    def may_act(self, s: State, me: int, what: str, who: int, it: int) -> bool | None:
        named = any(word == what for card, *_, word in s.lasting if s.config.runes[card].key == self.card)
        return False if named else None


class Truth(Rune):
    """Another player says his next action, in kind or exactly, and takes it in his turn if he still can."""

    rule, card, until = "GW-RNC-014", "truth", "target"

    def _options(self, s: State, foe: int) -> list[Any]:
        return list(Menu(ARGUMENT_TYPES, s, foe).all(*offered(s, foe)))

    def _foes(self, s: State, me: int) -> list[int]:
        return [f for f in s.order(me)[1:] if s.power[f] and not s.left >> f & 1 and self._options(s, f)]

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(self._foes(s, me))

    async def any_time(self, s: State, me: int) -> None:
        foe = await choose(decider(s, me), "player", self._foes(s, me), self, "truth")
        names: dict[Any, str] = {"kind": "The kind of action", "exact": "Exactly"}
        exact = await choose(decider(s, me), "choice", ("kind", "exact"), self, "how exact", names=names) == "exact"
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
        a, code = await choose(decider(s, me), "choice", self._rows(s), self, "farm", argument="any building")
        raze(s, a, code, self.rule, whole=True)


class SecretChaos(Rune):
    """A mortal minion on the map is eliminated."""

    rule, card = "GW-RNC-016", "secret_chaos"

    def _units(self, s: State, me: int) -> list[Any]:
        return [u for f in s.order(me) for u in everywhere(s, f) if s.config.rank[f][u[2]] == MINION]

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(self._units(s, me))

    async def any_time(self, s: State, me: int) -> None:
        seat, area, kind = await pick(s, decider(s, me), self._units(s, me), self, "secret chaos")
        await eliminate(s, seat, kind, area, "eliminated", me, self.rule)


class Kill(Rune):
    """A unit of cost 2 or less is killed."""

    rule, card = "GW-RNC-017", "kill"

    def _units(self, s: State, me: int) -> list[Any]:
        most = self.figure(s, "cost")
        return [u for f in s.order(me) for u in everywhere(s, f) if cheap(s, f, u[2], most)]

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(self._units(s, me))

    async def any_time(self, s: State, me: int) -> None:
        seat, area, kind = await pick(s, decider(s, me), self._units(s, me), self, "kill")
        if await eliminate(s, seat, kind, area, "killed", me, self.rule):
            tell(s, "killed", (seat, kind, me))


class Earth(Rune):
    """Another player gives you 2 Power, or all he has, or lets you gain 1 VP."""

    rule, card = "GW-RNC-019", "earth"

    async def any_time(self, s: State, me: int) -> None:
        foe = await another(s, me, self, "earth")
        n, vp = min(self.figure(s, "power"), s.power[foe]), self.figure(s, "vp")
        names = {"power": f"Give {n} Power", "vp": f"{title(s, me)} gains {vp} VP"}
        options = ("power", "vp") if n else ("vp",)
        if await choose(decider(s, foe), "choice", options, self, "earth answer", names=names) == "power":
            gain_power(s, foe, -n, self.rule)
            gain_power(s, me, n, self.rule)
        else:
            await gain_vp(s, me, vp, self.rule)


class SecretEarth(Rune):
    """An empire of your choice loses 1 VP."""

    rule, card = "GW-RNC-020", "secret_earth"

    async def any_time(self, s: State, me: int) -> None:
        foe = await choose(decider(s, me), "player", list(s.order(me)), self, "secret earth")
        lose_vp(s, foe, self.figure(s, "vp"), self.rule)


class Dragonewt(Rune):
    """A unit of cost 2 or less goes to its pool, and a Monster token of yours takes its place."""

    rule, card = "GW-RNC-021", "dragonewt"

    def _units(self, s: State, me: int) -> list[Any]:
        most = self.figure(s, "cost")
        return [u for f in s.order(me) for u in everywhere(s, f) if cheap(s, f, u[2], most)]

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(self._units(s, me))

    async def any_time(self, s: State, me: int) -> None:
        seat, area, kind = await pick(s, decider(s, me), self._units(s, me), self, "dragonewt")
        s.move(seat, kind, area, POOL)
        says(s, self, seat, "has {} replaced", unit_name(s, seat, kind))
        if s.n(me, token(s, me, "monster"), POOL):
            await place(s, me, token(s, me, "monster"), area, self)


# -- moves of the elements --------------------------------------------------------------------------------------------
class Travel(Rune, abstract=True):
    """Any of your units go from one area to another."""

    def _ways(self, s: State, me: int, area: int) -> int:
        raise NotImplementedError

    def _from(self, s: State, me: int) -> list[int]:
        return [a for a in s.areas(me) if self._ways(s, me, a) & ~(1 << a | s.ways.closed)]

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(self._from(s, me))

    async def any_time(self, s: State, me: int) -> None:
        who = decider(s, me)
        a = await choose(who, "area", self._from(s, me), self, "from")
        to = await choose(who, "area", bits(self._ways(s, me, a) & ~(1 << a | s.ways.closed)), self, "to")
        began = False
        while kinds := [(me, a, kind) for kind in s.kinds_in(me, a)]:
            options: list[Any] = [*kinds, "done"] if began else [*kinds]
            answer = await choose(who, "unit", options, self, "unit", argument="unit")
            if answer == "done":
                break
            began = True
            travel(s, me, answer[2], a, to, "rune", self.rule)
            s.moved += ((answer[2], to),)
        await gone(s, me)


class DarknessRune(Travel):
    """Any of your units go from one area to any area of Hell."""

    card, printed = "darkness", "Darkness (rune)"

    def _ways(self, s: State, me: int, area: int) -> int:
        return s.config.map.hell


class SkyRune(Travel):
    """Any of your units go from one area outside Hell to an area of the Sky Dome."""

    card, printed = "sky", "Sky (rune)"

    def _ways(self, s: State, me: int, area: int) -> int:
        return 0 if s.config.map.hell >> area & 1 else s.config.map.dome


class StormRune(Travel):
    """Any of your units go from one area outside Hell to an area of the surface at most two areas away."""

    card, printed = "storm", "Storm (rune)"

    def _ways(self, s: State, me: int, area: int) -> int:
        if s.config.map.hell >> area & 1:
            return 0
        return flight(s, area, self.figure(s, "steps")) & s.config.map.surface


class SeaRune(Travel):
    """Any of your units go from one sea to another."""

    card, printed = "sea", "Sea (rune)"

    def _ways(self, s: State, me: int, area: int) -> int:
        return s.config.map.seas if s.config.map.seas >> area & 1 else 0


class MoonRune(Rune):
    """Look at the top 3 cards of the rune deck and put them back in any order."""

    card, printed = "moon", "Moon (rune)"

    async def any_time(self, s: State, me: int) -> None:
        n = await look(s, me, self.figure(s, "cards"), self.rule)
        left, top = list(s.foreseen[me]), list[int]()
        while len(left) > 1:
            card = await choose(
                decider(s, me), "card", tuple(dict.fromkeys(left)), self, "next on top", argument="rune", private=True,
                owner=me,
            )  # fmt: skip
            left.remove(card)
            top.append(card)
        s.foreseen[me] = (*top, *left)
        says(s, self, me, "looks at {} runes", n)


class SecretDarkness(Rune):
    """Until the Action Phase ends your units leave Hell without leave."""

    card, until = "secret_darkness", "phase"

    async def any_time(self, s: State, me: int) -> None:
        s.last(self.card, me, NOTHING, "hell")

    def may_move(self, s: State, me: int, who: int, what: str, it: int) -> bool | None:
        return True if what == "leave hell" and who == me else None


class SecretSky(Rune):
    """The owner of an enemy Temple or Castle gives you 1 Power or 1 VP, as he chooses."""

    card = "secret_sky"

    def _rows(self, s: State, me: int) -> list[tuple[int, int]]:
        return [
            (a, c)
            for a in range(len(s.site))
            for c in s.buildings_in(a)
            if c >> 3 != me and s.building(c, a).type in ("temple", "castle_of_lead")
        ]

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(self._rows(s, me))

    async def any_time(self, s: State, me: int) -> None:
        _, code = await choose(decider(s, me), "choice", self._rows(s, me), self, "secret sky", argument="any building")
        foe, power, vp = code >> 3, self.figure(s, "power"), self.figure(s, "vp")
        options = [*(["power"] if s.power[foe] >= power else []), *(["vp"] if can_pay_vp(s, foe, vp) else [])]
        if not options:
            return
        names = {"power": f"Give {power} Power", "vp": f"Give {vp} VP"}
        if await choose(decider(s, foe), "choice", options, self, "toll", names=names) == "power":
            gain_power(s, foe, -power, self.rule)
            gain_power(s, me, power, self.rule)
        else:
            lose_vp(s, foe, vp, self.rule)
            await gain_vp(s, me, vp, self.rule)


class SecretSea(Rune):
    """A sea-crossing arrow is out of use until the next Council."""

    card, until = "secret_sea", "phase"

    async def any_time(self, s: State, me: int) -> None:
        shut = {about for _, _, about, word in s.lasting if word == "arrow"}
        arrows = [i for i in range(len(s.config.map.arrows)) if i not in shut]
        names = {i: "-".join(s.config.map.names[e] for e in s.config.map.arrows[i].ends) for i in arrows}
        s.last(self.card, me, await choose(decider(s, me), "choice", arrows, self, "secret sea", names=names), "arrow")


class SecretMoon(Rune):
    """Draw two runes, keep one and discard the other."""

    card = "secret_moon"

    async def any_time(self, s: State, me: int) -> None:
        before = list(s.hands[me])
        await gain_runes(s, me, self.figure(s, "cards"), self.rule)
        new = list(s.hands[me])
        for card in before:
            new.remove(card)
        if len(new) > 1:
            keep = await choose(
                decider(s, me), "card", tuple(new), self, "keep", argument="rune", private=True, owner=me
            )
            new.remove(keep)
            for card in new:
                hand = list(s.hands[me])
                hand.remove(card)
                s.hands[me] = tuple(hand)
                s.discard[card] += 1


class Man(Rune):
    """Up to two mortal minions come from your pool to one building of yours."""

    card = "man"

    def _kinds(self, s: State, me: int) -> list[int]:
        shared = {row[me] for row in s.config.common}
        return [
            me << 4 | k
            for k in s.config.kinds[me]
            if s.config.rank[me][k] == MINION and k not in shared and s.n(me, k, POOL)
        ]

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(self._kinds(s, me)) and bool(homes(s, me))

    async def any_time(self, s: State, me: int) -> None:
        who = decider(s, me)
        area = await choose(who, "area", homes(s, me), self, "man where")
        for i in range(self.figure(s, "units")):
            kinds = self._kinds(s, me)
            if not kinds:
                return
            options: list[Any] = [*kinds, "done"] if i else [*kinds]
            fid = await choose(who, "unit", options, self, "man", argument="unit kind")
            if fid == "done":
                return
            await place(s, me, fid & 15, area, self)


# -- powers -----------------------------------------------------------------------------------------------------------
class Mobility(Rune):
    """Take a Move Units action for nothing, out of turn."""

    card = "mobility"

    def _areas(self, s: State, me: int) -> list[int]:
        return [option[1] for option in Menu(ARGUMENT_TYPES, s, me, paid=True).all(FREE_MOVE)]

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(self._areas(s, me))

    async def any_time(self, s: State, me: int) -> None:
        area = await choose(decider(s, me), "area", self._areas(s, me), self, "mobility")
        s.doing = MOVE.verb
        await nested(MOVE.do(s, me, area))
        s.doing = ""


class Mastery(Rune):
    """Gain 1 Power for each Temple, Ziggurat and Castle of yours, at most 4."""

    card = "mastery"

    async def any_time(self, s: State, me: int) -> None:
        n = len(s.sites(me, ("temple", "ziggurat", "castle_of_lead")))
        gain_power(s, me, min(n, self.figure(s, "most")), self.rule)


class Magic(Rune):
    """Gain 3 Power."""

    card = "magic"

    async def any_time(self, s: State, me: int) -> None:
        gain_power(s, me, self.figure(s, "power"), self.rule)


class Trade(Rune):
    """You and another player who agrees each gain 2 Power."""

    card = "trade"

    async def any_time(self, s: State, me: int) -> None:
        left: list[Any] = list(s.order(me))[1:]
        while left:
            begun = len(left) < len(s.power) - 1
            foe = await choose(decider(s, me), "player", [*left, "done"] if begun else left, self, "trade")
            if foe == "done":
                return
            if await yes(decider(s, foe), self, "trade with"):
                for seat in (me, foe):
                    gain_power(s, seat, self.figure(s, "power"), self.rule)
                return
            left.remove(foe)


class Communication(Rune):
    """Look at the runes of a player, and exchange one of yours with one of them if you like."""

    card = "communication"

    def _foes(self, s: State, me: int) -> list[int]:
        return [f for f in s.order(me)[1:] if s.hands[f]]

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(self._foes(s, me))

    async def any_time(self, s: State, me: int) -> None:
        who = decider(s, me)
        foe = await choose(who, "player", self._foes(s, me), self, "communication")
        theirs = [*holds(s, foe), "done"]
        other = await choose(who, "card", theirs, self, "rune of theirs", argument="rune", private=True, owner=me)
        if other == "done" or not s.hands[me]:
            return
        mine = await choose(who, "card", holds(s, me), self, "rune of yours", argument="rune", private=True, owner=me)
        for seat, out, come in ((me, mine, other), (foe, other, mine)):
            hand = list(s.hands[seat])
            hand.remove(out)
            s.hands[seat] = tuple(sorted((*hand, come)))


class Cold(Rune):
    """Until the Action Phase ends no unit leaves an area of your choice by Move Units."""

    card, until = "cold", "phase"

    async def any_time(self, s: State, me: int) -> None:
        areas = [a for a in range(len(s.site)) if not s.ways.closed >> a & 1]
        s.last(self.card, me, await choose(decider(s, me), "area", areas, self, "cold"), "area")

    def may_move(self, s: State, me: int, who: int, what: str, it: int) -> bool | None:
        cold = what == "leave area" and any((w, about) == ("area", it) for _, _, about, w in s.lasting)
        return False if cold else None


class Light(Rune):
    """Each player with more runes than you gives you 1 Power."""

    card = "light"

    async def any_time(self, s: State, me: int) -> None:
        for seat in s.order(me):
            names = ", ".join(s.config.runes[card].name for card in s.hands[seat] if card >= 0)
            says(s, self, seat, "shows: {}", names or "no rune")
        for foe in s.order(me)[1:]:
            if len(s.hands[foe]) > len(s.hands[me]):
                n = min(self.figure(s, "power"), s.power[foe])
                gain_power(s, foe, -n, self.rule)
                gain_power(s, me, n, self.rule)


class Cheaper(Rune, abstract=True):
    """A building for less Power than it is printed with: what it may be is the rune's own."""

    def _offers(self, s: State, me: int) -> list[tuple[int, int]]:
        """Codes of buildings and areas, as if price were no matter."""
        raise NotImplementedError

    def _rows(self, s: State, me: int) -> list[tuple[int, int]]:
        """Those that can be paid."""
        less = self.figure(s, "less")
        return [(code, a) for code, a in self._offers(s, me) if price_of(s, me, code) - less <= s.power[me]]

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(self._rows(s, me))

    async def _chosen(self, s: State, me: int) -> tuple[int, int]:
        """The player picks one and pays for it."""
        rows = self._rows(s, me)
        names = {row: f"{_what(s, row[0])}, {area_name(s, row[1])}" for row in rows}
        code, a = await choose(decider(s, me), "choice", rows, self, self.card, names=names)
        gain_power(s, me, -max(price_of(s, me, code) - self.figure(s, "less"), 0), self.rule)
        return code, a


class Fertility(Cheaper):
    """Build a Shrine or Nest, paying 1 Power less."""

    card = "fertility"

    def _offers(self, s: State, me: int) -> list[tuple[int, int]]:
        return list(sites(s, me))

    async def any_time(self, s: State, me: int) -> None:
        code, a = await self._chosen(s, me)
        await erect(s, me, code & 7, a, self.rule)


class Craft(Cheaper):
    """Upgrade a building of yours, paying 1 Power less."""

    card = "craft"

    def _offers(self, s: State, me: int) -> list[tuple[int, int]]:
        return list(upgrades(s, me))

    async def any_time(self, s: State, me: int) -> None:
        code, a = await self._chosen(s, me)
        old = s.mine_in(me, a)
        s.shift(me, old & 7, a, POOL)
        await erect(s, me, code & 7, a, self.rule, "upgrades to")


class War(Rune):
    """Take a Declare Battle action for nothing, out of turn."""

    card = "war"

    def _options(self, s: State, me: int) -> list[tuple[int, int]]:
        return [option[1:] for option in Menu(ARGUMENT_TYPES, s, me).all(FREE_BATTLE)]

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(self._options(s, me))

    async def any_time(self, s: State, me: int) -> None:
        options = self._options(s, me)
        names = {o: f"{area_name(s, o[0])}, against {title(s, o[1])}" for o in options}
        area, foe = await choose(decider(s, me), "choice", options, self, "war", names=names)
        s.doing = FREE_BATTLE.verb
        await FREE_BATTLE.do(s, me, area, foe)
        await nested(battle(s))
        s.doing = ""


class FreeBattle(Battle):
    """Declare battle, for nothing."""

    def price(self, s: State, me: int, area: int, foe: int) -> int:  # type: ignore[override]
        return 0


class FreeMove(type(MOVE)):  # type: ignore[misc]
    """Move units, for nothing."""

    def price(self, s: State, me: int) -> int:
        return 0


FREE_BATTLE, FREE_MOVE = FreeBattle(), FreeMove()


# -- battle runes -----------------------------------------------------------------------------------------------------
class BattleRune(Rune, abstract=True):
    """A rune of a battle; the battle under way is in the state."""

    def _fight(self, s: State) -> Resolution:
        assert s.battle is not None
        return Resolution(s, s.battle)

    async def _side(self, s: State, me: int, what: str) -> int:
        fight = self._fight(s)
        return int(await choose(decider(s, me), "player", list(fight.b.sides), self, what))


class SecretStorm(BattleRune):
    """Two dice more for one side."""

    card = "secret_storm"

    async def any_time(self, s: State, me: int) -> None:
        fight = self._fight(s)
        fight.b.extra[fight.side(await self._side(s, me, "storm for"))] += self.figure(s, "dice")


class Beast(BattleRune):
    """Each mortal minion of one side rolls a die more, at most three together."""

    card = "beast"

    async def any_time(self, s: State, me: int) -> None:
        fight = self._fight(s)
        seat = await self._side(s, me, "beast for")
        rank = s.config.rank[seat]
        n = sum(k for c, k in fight.b.roster[fight.side(seat)].items() if rank[c & KIND] == MINION)
        fight.b.extra[fight.side(seat)] += min(n * self.figure(s, "dice"), self.figure(s, "most"))


class Shadow(BattleRune):
    """A unit of cost 2 or less is left out of the battle."""

    card = "shadow"

    def _units(self, s: State) -> list[Any]:
        fight, most = self._fight(s), self.figure(s, "cost")
        return [u for f in fight.b.sides for u in fight.options(f, fight.units(f)) if cheap(s, f, u[2] & KIND, most)]

    def may_any_time(self, s: State, me: int) -> bool:
        return s.battle is not None and bool(self._units(s))

    async def any_time(self, s: State, me: int) -> None:
        seat, _, code = await pick(s, decider(s, me), self._units(s), self, "shadow")
        self._fight(s).leave_out(seat, code)


class Luck(BattleRune):
    """One side rolls again any of its dice, once."""

    card = "luck"

    async def any_time(self, s: State, me: int) -> None:
        fight = self._fight(s)
        seat = await self._side(s, me, "luck for")
        foe = fight.foe(seat)
        side, due = fight.side(seat), fight.side(foe)
        _, n, kills, routs = [row for row in fight.b.rolled if row[0] == side][-1]
        who = decider(s, me)
        again = await number(who, 0, n - kills - routs, self, "misses again")
        lost_routs = await number(who, 0, routs, self, "routs again")
        lost_kills = await number(who, 0, kills, self, "kills again")
        fight.b.kills[due] -= lost_kills
        fight.b.routs[due] -= lost_routs
        if again + lost_routs + lost_kills:
            more, others = await fight.throw(seat, again + lost_routs + lost_kills, self.rule, "luck")
            fight.b.kills[due] += more
            fight.b.routs[due] += others

    def may_any_time(self, s: State, me: int) -> bool:
        return s.battle is not None and {row[0] for row in s.battle.rolled} == {0, 1}


COUNTING, AFTERWARDS = 5, 8  # stages of a battle


class Death(BattleRune):
    """One rout scored by one side is a kill."""

    card = "death"

    def may_any_time(self, s: State, me: int) -> bool:
        return s.battle is not None and s.battle.stage == COUNTING and any(s.battle.routs)

    async def any_time(self, s: State, me: int) -> None:
        fight = self._fight(s)
        hit = [f for f in fight.b.sides if fight.b.routs[fight.side(f)]]
        side = fight.side(await choose(decider(s, me), "player", hit, self, "death to"))
        n = self.figure(s, "routs")
        fight.b.routs[side] -= n
        fight.b.kills[side] += n


class Harmony(BattleRune):
    """One kill scored by each side is cancelled."""

    card = "harmony"

    def may_any_time(self, s: State, me: int) -> bool:
        return s.battle is not None and s.battle.stage == COUNTING and any(s.battle.kills)

    async def any_time(self, s: State, me: int) -> None:
        b = self._fight(s).b
        b.kills = [max(n - self.figure(s, "kills"), 0) for n in b.kills]


class Stasis(BattleRune):
    """All routs scored by one side are cancelled."""

    card = "stasis"

    def may_any_time(self, s: State, me: int) -> bool:
        return s.battle is not None and s.battle.stage == COUNTING and any(s.battle.routs)

    async def any_time(self, s: State, me: int) -> None:
        fight = self._fight(s)
        hit = [f for f in fight.b.sides if fight.b.routs[fight.side(f)]]
        fight.b.routs[fight.side(await choose(decider(s, me), "player", hit, self, "stasis for"))] = 0


class Undeath(BattleRune):
    """A mortal minion of yours that was killed in the battle comes to a building of yours."""

    card = "undeath"

    def _kinds(self, s: State, me: int) -> list[int]:
        b = self._fight(s).b
        shared = {row[me] for row in s.config.common}  # tokens are out of the game
        dead = {k for seat, k in b.dead if seat == me and s.config.rank[me][k] == MINION and s.n(me, k, POOL)} - shared
        return [me << 4 | k for k in sorted(dead)]

    def may_any_time(self, s: State, me: int) -> bool:
        at = s.battle is not None and s.battle.stage == AFTERWARDS
        return at and bool(self._kinds(s, me)) and bool(homes(s, me))

    async def any_time(self, s: State, me: int) -> None:
        who = decider(s, me)
        fid = await choose(who, "unit", self._kinds(s, me), self, "undeath", argument="unit kind")
        await place(s, me, fid & 15, await choose(who, "area", homes(s, me), self, "undeath where"), self)
