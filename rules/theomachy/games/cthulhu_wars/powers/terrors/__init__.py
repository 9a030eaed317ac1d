"""Terrors: seven cards, each with an ability of its own."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any

from .....engine.runtime.ability import MUST
from .....engine.runtime.decision import choose, die
from .....engine.runtime.layers import Changes, add
from .....engine.runtime.requirement import Requirement, is_met
from .....engine.runtime.trace import Source, report
from ...rules.act import COMMON, Act
from ...rules.awakening import GreatOldOne
from ...rules.commanded import out_of_reach, prisoners
from ...rules.common import (
    Unit,
    arrive,
    gain_doom,
    gain_power,
    gain_signs,
    pick,
    price_now,
    price_of,
    says,
    tell,
    title,
    units_in,
)
from ...rules.config import BUILDING, TERROR
from ...rules.domains import GATHER, HELD, KIND, POOL, figure, kind_of, plain
from ...rules.fight import EXEMPT, Resolution
from ...rules.leaving import eliminate
from ...rules.menu import in_hand
from ...rules.score import captives
from ...rules.state import State, bits
from ...rules.timings import Power
from ...rules.topics import CostOf, MayPlace, Watches
from ..market import of_card, to_own_gate

BROWN_JENKIN, CACODEMON, DHOLE, ELDER_SHOGGOTH, QUACHIL_UTTAUS, WORM, YITH = (
    "brown_jenkin", "cacodemon", "dhole", "elder_shoggoth", "quachil_uttaus", "worm_of_ghroth", "great_race_of_yith",
)  # fmt: skip
NOT_LOST = (EXEMPT, "replaced")  # what has become of units that are gone from a battle, and yet not lost in it


def fought(fight: Resolution, me: int, kind: int) -> bool:
    """Was a unit of this kind in the battle on this side, whatever has become of it?"""
    if not fight.fights(me):
        return False
    side = fight.side(me)
    return fight.count(me, kind) > 0 or any(f == side and c & KIND == kind for f, c, _, _ in fight.b.fates)


def lost_in(fight: Resolution, seat: int) -> list[int]:
    """The kinds of the units that a side has lost in the battle, whoever took them: to dice, or before these."""
    side = fight.side(seat)
    return [c & KIND for f, c, fate, to in fight.b.fates if f == side and to < 0 and fate not in NOT_LOST]


# -- Great Race of Yith -----------------------------------------------------------------------------------------------
class Possession(Act, Power):
    """The Great Race of Yith captures a Cultist of its area whoever guards it. While it is in play each captive that
    you give up brings 1 Power more.
    """

    rule, on, verb, shape, category = "CW-TER-007", f"card.{YITH}", "possess", ("front", "foe there"), COMMON
    phrase = "Possess a Cultist in {} of {}"
    requirements = (
        Requirement(
            "CW-TER-007",
            "The Great Race of Yith is in {0}",
            lambda s, me, area: s.n(me, of_card(s, me, YITH), area) > 0,
        ),
        Requirement(
            "CW-TER-007",
            "{1} has a Cultist in {0}",
            lambda s, me, area, foe: bool(prisoners(s, me, area, foe, s.config.captured[foe])),
            fault=lambda s, me, area, foe: out_of_reach(s, me, area, foe, s.config.captured[foe]),
        ),
    )

    def price(self, s: State, me: int, area: int = -1) -> int:
        return price_of(s, me, CostOf.CAPTURE, -1, s.config.prices["capture"], area)

    async def do(self, s: State, me: int, area: int, foe: int) -> None:
        unit = await pick(s, foe, prisoners(s, me, area, foe, s.config.captured[foe]), "CW-CAP-007", "captured")
        await eliminate(s, foe, unit[2], area, me, self.rule, to=HELD + me)
        tell(s, Watches.CAPTURED, me, foe)

    def income(self, s: State, me: int) -> Changes:
        """Beside what each brings, which others may change or put something else in the place of (CW-TT-025)."""
        n = sum(n for _, _, n in captives(s, me)) if s.total(me, of_card(s, me, YITH)) else 0
        return add(n * s.config.amounts["possession"]) if n else None


# -- Quachil Uttaus ---------------------------------------------------------------------------------------------------
class DustToDust(Power):
    """For each enemy unit lost in a battle with Quachil Uttaus its owner chooses: it leaves the game, or you gain an
    Elder Sign.
    """

    rule, on, printed = "CW-TER-008", f"card.{QUACHIL_UTTAUS}", "Dust to Dust"

    def may_battle_end(self, fight: Resolution, me: int) -> Any:
        here = fought(fight, me, of_card(fight.s, me, QUACHIL_UTTAUS))
        theirs = here and fight.foe(me) in fight.s.config.seats  # who is wild has nobody to choose
        return MUST if theirs and lost_in(fight, fight.foe(me)) else False

    async def battle_end(self, fight: Resolution, me: int) -> None:
        s, foe = fight.s, fight.foe(me)
        left = lost_in(fight, foe)
        for _ in range(len(left)):
            there = [k for k in dict.fromkeys(left) if s.n(foe, k, POOL)]
            names: dict[Any, str] = {figure(foe, k): f"{s.config.name[foe][k]} leaves the game" for k in there}
            names |= {"sign": f"{title(s, me)} gains an Elder Sign"}
            said = await choose(
                foe, "choice", [*names], self, "dust to dust", names=names, argument="figure",
                prompt="Dust to Dust: does a lost unit leave the game?",
            )  # fmt: skip
            if said == "sign":
                await gain_signs(s, me, s.config.amounts["dust_to_dust"], self.rule)
                continue
            kind = kind_of(said)
            left.remove(kind)
            s.move(foe, kind, POOL, s.out(foe))
            says(s, self, foe, "has a {} out of the game", s.config.name[foe][kind], touched=(f"seat:{foe}",))


# -- Dhole ------------------------------------------------------------------------------------------------------------
class PlanetaryDestruction(Power):
    """Lost in a battle the Dhole brings you 2 Elder Signs, and the enemy 2 Doom or 2 Power, as you choose."""

    rule, on = "CW-TER-009", f"card.{DHOLE}"

    def may_battle_end(self, fight: Resolution, me: int) -> Any:
        return MUST if fight.fights(me) and of_card(fight.s, me, DHOLE) in lost_in(fight, me) else False

    async def battle_end(self, fight: Resolution, me: int) -> None:
        s, foe, amounts = fight.s, fight.foe(me), fight.s.config.amounts
        await gain_signs(s, me, amounts["planetary_signs"], self.rule)
        if foe not in s.config.seats:
            return
        n = amounts["planetary_doom"]
        names = {"doom": f"{n} Doom for {title(s, foe)}", "power": f"{n} Power for {title(s, foe)}"}
        said = await choose(
            me, "choice", list(names), self, "doom or power", names=names, prompt="What does the enemy get?"
        )
        if said == "doom":
            gain_doom(s, foe, n, self.rule, self.name)
        else:
            why: list[Source] = [(self.name, n, self.rule)]
            gain_power(s, foe, n, self.rule, why)


# -- Brown Jenkin -----------------------------------------------------------------------------------------------------
class LoathsomeTitter(Power):
    """Gather Power: Brown Jenkin at a gate of an enemy brings 2 Power, and 1 for each enemy Cultist there."""

    rule, on = "CW-TER-010", f"card.{BROWN_JENKIN}"

    def income(self, s: State, me: int) -> Changes:
        kind = of_card(s, me, BROWN_JENKIN)
        for area in s.where(me, kind):
            if any(s.gate_mask(foe) >> area & 1 for foe in s.config.foes[me]):
                cultists = sum(s.n(f, k, area) for f in s.config.foes[me] for k in s.config.cultists[f])
                return add(s.config.amounts["titter"] + cultists * s.config.amounts["titter_cultist"])
        return None


class Familiar(Power):
    """Killed or eliminated Brown Jenkin comes back: as soon as you have 2 Power you pay them, and he is at a gate of
    yours.
    """

    rule, on, forced = "CW-TER-010", f"card.{BROWN_JENKIN}", True

    def may_on_elimination(self, s: State, me: int, owner: int, by: int, kinds: tuple[int, ...]) -> bool:
        return owner == me and of_card(s, me, BROWN_JENKIN) in kinds and s.n(me, of_card(s, me, BROWN_JENKIN), POOL) > 0

    async def on_elimination(self, s: State, me: int, owner: int, by: int, kinds: tuple[int, ...]) -> None:
        s.count_to(me, self.name, 1)

    def may_any_time(self, s: State, me: int) -> bool:
        gone = s.counter(me, self.name) > 0 and s.n(me, of_card(s, me, BROWN_JENKIN), POOL) > 0
        return gone and s.power[me] >= s.config.amounts["familiar"] and bool(s.gate_mask(me))

    async def any_time(self, s: State, me: int) -> None:
        s.count_to(me, self.name, 0)
        gain_power(s, me, -s.config.amounts["familiar"], self.rule)
        await to_own_gate(s, me, of_card(s, me, BROWN_JENKIN), self.rule)


# -- Cacodemon --------------------------------------------------------------------------------------------------------
class CosmicTerror(Power):
    """No enemy moves, retreats or is taken into the Cacodemon's area, but Great Old Ones and who comes with one."""

    rule, on, about = "CW-TER-011", f"card.{CACODEMON}", (MayPlace.ENTER,)

    def _bars(self, s: State, me: int, seat: int, kind: int, to: int) -> bool:
        kept_out = seat != me or s.config.rulings.cosmic_terror_binds_all
        return kept_out and kind not in s.config.goos[seat] and s.n(me, of_card(s, me, CACODEMON), to) > 0

    def may_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int) -> bool | None:
        with_one = any((goo, to) in s.moved for goo in s.config.goos[seat])
        return False if not with_one and self._bars(s, me, seat, kind, to) else None

    def may_place(self, s: State, me: int, seat: int, what: MayPlace, thing: tuple[int, int]) -> bool | None:
        if what is not MayPlace.ENTER:
            return None
        return False if self._bars(s, me, seat, *thing) else None


# -- Elder Shoggoth ---------------------------------------------------------------------------------------------------
class PrimeCause(Power):
    """Before a battle with the Elder Shoggoth one of your units there is replaced by another of your pool: itself for
    nothing, another for half the price of the new one; then for a Terror the enemy gains 1 Doom, for a Great Old One an
    Elder Sign.
    """

    rule, on = "CW-TER-012", f"card.{ELDER_SHOGGOTH}"

    def _heirs(self, s: State, me: int, old: int) -> dict[int, int]:
        """The kinds of the pool that may come for a unit of this kind, with what each costs."""
        config, itself, found = s.config, old == of_card(s, me, ELDER_SHOGGOTH), dict[int, int]()
        for kind in config.kinds[me]:
            price = 0 if itself else price_now(s, me, kind) // 2
            if not s.n(me, kind, POOL) or kind == old or config.rank[me][kind] == BUILDING or price > s.power[me]:
                continue
            if kind not in config.goos[me] or (s.was_awake(me, kind) and could_awaken(s, me, kind)):
                found[kind] = price
        return found

    def _able(self, s: State, me: int, units: list[Unit]) -> list[Unit]:
        return [unit for unit in units if self._heirs(s, me, unit[2] & KIND)]

    def may_pre_battle(self, fight: Resolution, me: int, foe: int) -> bool:
        s = fight.s
        if s.config.rulings.prime_cause_after_the_battle or not fight.count(me, of_card(s, me, ELDER_SHOGGOTH)):
            return False
        return bool(self._able(s, me, fight.options(me, fight.units(me))))

    async def pre_battle(self, fight: Resolution, me: int, foe: int) -> None:
        fight.note(me, self)
        await self._replace(fight, me, foe, self._able(fight.s, me, fight.options(me, fight.units(me))))

    def may_battle_end(self, fight: Resolution, me: int) -> bool:
        s, area = fight.s, fight.b.area
        if not s.config.rulings.prime_cause_after_the_battle or not fight.fights(me):
            return False
        here = s.n(me, of_card(s, me, ELDER_SHOGGOTH), area) > 0
        return here and bool(self._able(s, me, units_in(s, me, area)))

    async def battle_end(self, fight: Resolution, me: int) -> None:
        s = fight.s
        await self._replace(fight, me, fight.foe(me), self._able(s, me, units_in(s, me, fight.b.area)), over=True)

    async def _replace(self, fight: Resolution, me: int, foe: int, units: list[Unit], *, over: bool = False) -> None:
        s, area = fight.s, fight.b.area
        _, _, code = await choose(me, "unit", units, self, "who is replaced", argument="fighter",
                                  prompt="Prime Cause: who is replaced?")  # fmt: skip
        heirs = {figure(me, k): n for k, n in self._heirs(s, me, code & KIND).items()}
        names = {fid: f"{s.config.name[me][kind_of(fid)]}, for {n} Power" for fid, n in heirs.items()}
        fid = await choose(me, "choice", list(heirs), self, "replaced by", argument="figure", names=names,
                           prompt="Prime Cause: by whom?")  # fmt: skip
        if heirs[fid]:
            gain_power(s, me, -heirs[fid], self.rule)
        kind = kind_of(fid)
        if over:
            s.move(me, plain(code), area, POOL)
        else:
            fight.leave(me, code, "replaced")
            s.move(me, plain(code), area, POOL)
        await arrive(s, me, kind, area, "placed", self.rule)
        if not over:
            fight.join(me, kind)
        if code & KIND == of_card(s, me, ELDER_SHOGGOTH):
            return
        if s.config.rank[me][kind] == TERROR:
            gain_doom(s, foe, s.config.amounts["prime_doom"], self.rule, self.name)
        elif kind in s.config.goos[me]:
            await gain_signs(s, foe, s.config.amounts["prime_signs"], self.rule)


def could_awaken(s: State, me: int, kind: int) -> bool:
    """Do the conditions for awakening a Great Old One hold, but for its price?"""
    for action in in_hand(s, me):
        if isinstance(action, GreatOldOne) and action.kind == kind:
            areas = s.standing() if action.shape else (-1,)
            return any(_holds(action, s, me, area) for area in areas)
    return False


def _holds(action: GreatOldOne, s: State, me: int, area: int) -> bool:
    args = (area,)[: len(action.shape)]
    return all(is_met(requirement, s, me, *args) for requirement in action.requirements)


# -- Worms of Ghroth --------------------------------------------------------------------------------------------------
class Eradication(Power):
    """When Power is gathered: a die up to the Worms in play brings an Elder Sign and takes as much Power."""

    rule, on, forced = "CW-TER-014", f"card.{WORM}", True

    def may_any_time(self, s: State, me: int) -> bool:
        due = s.phase == GATHER and not s.is_spent(me, self.name)
        return due and s.total(me, of_card(s, me, WORM)) > 0

    async def any_time(self, s: State, me: int) -> None:
        s.spent = tuple(sorted({*s.spent, (me, self.name)}))
        n, rolled = (
            s.total(me, of_card(s, me, WORM)),
            await die(self, "eradication", prompt="Eradication: the die against the Worms in play"),
        )
        report(s, self.rule, "{} against {} Worms", rolled, n, who=me, figure=str(rolled))
        if rolled <= n:
            await gain_signs(s, me, s.config.amounts["eradication"], self.rule)
            gain_power(s, me, -min(rolled, s.power[me]), self.rule)


class Spread(Power):
    """For each Worm killed or eliminated a die above those in play lets you put up to two into areas without units."""

    rule, on, asks_itself = "CW-TER-014", f"card.{WORM}", True

    def may_on_elimination(self, s: State, me: int, owner: int, by: int, kinds: tuple[int, ...]) -> bool:
        return owner == me and of_card(s, me, WORM) in kinds

    async def on_elimination(self, s: State, me: int, owner: int, by: int, kinds: tuple[int, ...]) -> None:
        kind = of_card(s, me, WORM)
        for _ in range(kinds.count(kind)):
            n, rolled = s.total(me, kind), await die(self, "spread", prompt="Spread: the die against the Worms in play")
            report(s, self.rule, "{} against {} Worms", rolled, n, who=me, figure=str(rolled))
            for _ in range(s.config.amounts["spread"] if rolled > n else 0):
                free = ~reduce(or_, s.on) & (1 << len(s.gate)) - 1 & ~s.config.map.islands
                if not free or not s.n(me, kind, POOL):
                    break
                area = await choose(me, "area", ["done", *bits(free)], self, "worm spreads",
                                    prompt="Spread: where does a Worm come?")  # fmt: skip
                if area == "done":
                    break
                await arrive(s, me, kind, area, "placed", self.rule)
