"""The runes of an element or a power that the rulebook leaves open."""

from __future__ import annotations

from ....engine.masks import bits
from ....engine.runtime.decision import Answer, choose, nested, yes
from ....engine.runtime.requirement import Menu
from ..rules.actions import MOVE, Act, Battle, forbidden, needs_met, price_of
from ..rules.adjacency import void
from ..rules.arguments import ARGUMENT_TYPES
from ..rules.common import area_name, can_pay_vp, erect, gain_power, gain_vp, lose_vp, says, title
from ..rules.config import MINION
from ..rules.domains import POOL
from ..rules.losses import battle
from ..rules.movement import gone, travel
from ..rules.packing import kind_of
from ..rules.reach import flight
from ..rules.runes import gain_runes, holds, look
from ..rules.state import NOTHING, State
from ..rules.topics import MayMove, Until
from .rune_card import Rune, building_name, place, sites, upgrades


def for_nothing(s: State, me: int, action: Act) -> list[Answer]:
    """The ways to take an action that a rune gives; none while another rune forbids it."""
    return [] if forbidden(s, me, action.verb) else Menu(ARGUMENT_TYPES, s, me).options(action)


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
        a = await choose(me, "area", self._from(s, me), self, "from")
        to = await choose(me, "area", bits(self._ways(s, me, a) & ~(1 << a | s.ways.closed)), self, "to")
        began = False
        while kinds := [(me, a, kind) for kind in s.kinds_in(me, a)]:
            options: list[Answer] = [*kinds, "done"] if began else [*kinds]
            answer = await choose(me, "unit", options, self, "unit", argument="unit")
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
        return s.ways.seas if s.ways.seas >> area & 1 else 0


class MoonRune(Rune):
    """Look at the top 3 cards of the rune deck and put them back in any order."""

    card, printed = "moon", "Moon (rune)"

    async def any_time(self, s: State, me: int) -> None:
        n = await look(s, me, self.figure(s, "cards"), self.rule)
        rest = s.on_top()[n:]
        left, top = [card for _, card in s.on_top()[:n]], list[int]()
        while len(left) > 1:
            card = await choose(
                me, "card", tuple(dict.fromkeys(left)), self, "next on top", argument="rune", private=True,
                owner=me,
            )  # fmt: skip
            left.remove(card)
            top.append(card)
        s.lay_on_top([*((me, card) for card in (*top, *left)), *rest])
        says(s, self, me, "looks at {} runes", n)


class SecretDarkness(Rune):
    """Until the Action Phase ends your units leave Hell without leave."""

    card, until, about = "secret_darkness", Until.PHASE, (MayMove.LEAVE_HELL,)

    async def any_time(self, s: State, me: int) -> None:
        s.last(self.card, me, NOTHING, "hell")

    def may_move(self, s: State, me: int, who: int, what: MayMove, it: int) -> bool | None:
        return True if what is MayMove.LEAVE_HELL and who == me else None


class SecretSky(Rune):
    """The owner of an enemy Temple or Castle gives you 1 Power or 1 VP, as he chooses."""

    card = "secret_sky"

    def _rows(self, s: State, me: int) -> list[tuple[int, int]]:
        return [
            (a, c)
            for a in range(len(s.site))
            for c in s.buildings_in(a)
            if c >> 3 != me and (s.building(c, a).conquered_as == "temple" or s.building(c, a).type == "castle_of_lead")
        ]

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(self._rows(s, me))

    async def any_time(self, s: State, me: int) -> None:
        _, code = await choose(me, "choice", self._rows(s, me), self, "secret sky", argument="any building")
        foe, power, vp = code >> 3, self.figure(s, "power"), self.figure(s, "vp")
        options = [*(["power"] if s.power[foe] >= power else []), *(["vp"] if can_pay_vp(s, foe, vp) else [])]
        if not options:
            return
        names = {"power": f"Give {power} Power", "vp": f"Give {vp} VP"}
        if await choose(foe, "choice", options, self, "toll", names=names) == "power":
            gain_power(s, foe, -power, self.rule)
            gain_power(s, me, power, self.rule)
        else:
            lose_vp(s, foe, vp, self.rule)
            await gain_vp(s, me, vp, self.rule)


class SecretSea(Rune):
    """A sea-crossing arrow is out of use until the next Council."""

    card, until = "secret_sea", Until.PHASE

    async def any_time(self, s: State, me: int) -> None:
        gone = sum({1 << about for _, _, about, word in s.lasting if word == "arrow"}) | void(s.config.map, s.sunken)
        arrows = [i for i in range(len(s.config.map.arrows)) if not gone >> i & 1]
        names = {i: "-".join(s.config.map.names[e] for e in s.config.map.arrows[i].ends) for i in arrows}
        s.last(self.card, me, await choose(me, "choice", arrows, self, "secret sea", names=names), "arrow")


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
            which = tuple(dict.fromkeys(new))
            keep = await choose(me, "card", which, self, "keep", argument="rune", private=True, owner=me)
            new.remove(keep)
            for card in new:
                s.part_with(me, card)
                s.discard[card] += 1


class Man(Rune):
    """Up to two mortal minions come from your pool to one building of yours."""

    card = "man"

    def _kinds(self, s: State, me: int) -> list[int]:
        rank, found = s.config.rank[me], s.summonable[me]
        return [c for c in found if rank[k := kind_of(c)] == MINION and s.n(me, k, POOL) and needs_met(s, me, k)]

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(self._kinds(s, me)) and bool(s.sites(me))

    async def any_time(self, s: State, me: int) -> None:
        area = await choose(me, "area", s.sites(me), self, "man where")
        for i in range(self.figure(s, "units")):
            kinds = self._kinds(s, me)
            if not kinds:
                return
            options: list[Answer] = [*kinds, "done"] if i else [*kinds]
            fid = await choose(me, "unit", options, self, "man", argument="unit kind")
            if fid == "done":
                return
            await place(s, me, kind_of(fid), area, self)


# -- powers -----------------------------------------------------------------------------------------------------------
class Mobility(Rune):
    """Take a Move Units action for nothing, out of turn."""

    card = "mobility"

    def _areas(self, s: State, me: int) -> list[int]:
        return [area for _, area in for_nothing(s, me, FREE_MOVE)]

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(self._areas(s, me))

    async def any_time(self, s: State, me: int) -> None:
        area = await choose(me, "area", self._areas(s, me), self, "mobility")
        s.doing = MOVE.verb
        await nested(MOVE.do(s, me, area))
        s.doing = ""


class Mastery(Rune):
    """Gain 1 Power for each Temple, Ziggurat and Castle of yours, at most 4."""

    card = "mastery"

    async def any_time(self, s: State, me: int) -> None:
        n = len(s.sites(me, ("temple", "ziggurat", "castle_of_lead", "castle")))
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
        left: list[Answer] = [f for f in s.order(me)[1:] if not s.left >> f & 1]  # who is there to agree
        begun = False
        while left:
            foe = await choose(me, "player", [*left, "done"] if begun else left, self, "trade")
            begun = True
            if foe == "done":
                return
            if await yes(foe, self, "trade with"):
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
        foe = await choose(me, "player", self._foes(s, me), self, "communication")
        theirs = [*holds(s, foe), "done"]
        other = await choose(me, "card", theirs, self, "rune of theirs", argument="rune", private=True, owner=me)
        if other == "done" or not s.hands[me]:
            return
        mine = await choose(me, "card", holds(s, me), self, "rune of yours", argument="rune", private=True, owner=me)
        for seat, out, come in ((me, mine, other), (foe, other, mine)):
            s.part_with(seat, out)
            s.take(seat, come)


class Cold(Rune):
    """Until the Action Phase ends no unit leaves an area of your choice by Move Units."""

    card, until, about = "cold", Until.PHASE, (MayMove.LEAVE_AREA,)

    async def any_time(self, s: State, me: int) -> None:
        areas = [a for a in range(len(s.site)) if not s.ways.closed >> a & 1]
        s.last(self.card, me, await choose(me, "area", areas, self, "cold"), "area")

    def may_move(self, s: State, me: int, who: int, what: MayMove, it: int) -> bool | None:
        cold = what is MayMove.LEAVE_AREA and any((w, about) == ("area", it) for _, _, about, w in s.lasting)
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
        less = self.figure(s, "less")
        price = {row: max(price_of(s, me, row[0]) - less, 0) for row in rows}
        names = {row: f"{building_name(s, row[0])}, {area_name(s, row[1])}, for {price[row]} Power" for row in rows}
        row: tuple[int, int] = await choose(me, "choice", rows, self, self.card, names=names)
        gain_power(s, me, -price[row], self.rule)
        return row


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
        return [option[1:] for option in for_nothing(s, me, FREE_BATTLE)]

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(self._options(s, me))

    async def any_time(self, s: State, me: int) -> None:
        options = self._options(s, me)
        names = {o: f"{area_name(s, o[0])}, against {title(s, o[1])}" for o in options}
        area, foe = await choose(me, "choice", options, self, "war", names=names)
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
