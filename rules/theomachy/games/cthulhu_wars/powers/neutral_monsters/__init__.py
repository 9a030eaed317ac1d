"""Neutral Monsters: seven cards of the Dreamlands, each with an ability of its own."""

from __future__ import annotations

from typing import Any

from .....engine.runtime.ability import MUST
from .....engine.runtime.decision import choose
from .....engine.runtime.trace import report
from ...rules.common import Unit, arrive, carry, gain_doom, says, title
from ...rules.config import MARKET
from ...rules.domains import DOOM, DOOMED, KILL, KIND, PAIN, POOL, pains_on
from ...rules.fight import Resolution
from ...rules.movement import rested, travel
from ...rules.results import recall
from ...rules.state import State, bits
from ...rules.timings import Power
from ...rules.topics import OnGain, OnPlacement
from ...rules.ways import may_enter
from ..market import of_card, own_gates, to_own_gate

GHAST, GNORRI, LENG_SPIDER, MOONBEAST, PENGUIN, SHANTAK = (
    "ghast", "gnorri", "leng_spider", "moonbeast", "penguin", "shantak",
)  # fmt: skip


# -- Ghast ------------------------------------------------------------------------------------------------------------
class Hordeling(Power):
    """One price in a Summon brings every Ghast of your pool, each to a gate of yours."""

    rule, on, forced, about = "CW-NM-014", f"card.{GHAST}", True, (OnPlacement.SUMMON,)

    def may_on_placement(self, s: State, me: int, owner: int, kind: int, how: OnPlacement, area: int) -> bool:
        return owner == me and how is OnPlacement.SUMMON and kind == of_card(s, me, GHAST) and s.n(me, kind, POOL) > 0

    async def on_placement(self, s: State, me: int, owner: int, kind: int, how: OnPlacement, area: int) -> None:
        for _ in range(s.n(me, kind, POOL)):
            await to_own_gate(s, me, kind, self.rule)


# -- Gnorri -----------------------------------------------------------------------------------------------------------
class Grottos(Power):
    """As a Doom phase begins: 1 Doom with two Gnorri in play, 2 with three."""

    rule, on, forced = "CW-NM-009", f"card.{GNORRI}", True

    def _doom(self, s: State, me: int) -> int:
        n, amounts = s.total(me, of_card(s, me, GNORRI)), s.config.amounts
        return amounts["grottos_three"] if n > 2 else amounts["grottos_two"] if n > 1 else 0

    def may_phase_start(self, s: State, me: int, phase: int) -> bool:
        return phase == DOOM and self._doom(s, me) > 0

    async def phase_start(self, s: State, me: int, phase: int) -> None:
        gain_doom(s, me, self._doom(s, me), self.rule, self.name)


# -- Shantak ----------------------------------------------------------------------------------------------------------
class HorrorSteed(Power):
    """A Shantak moves to any area of the map, and may take a Cultist of its area along for nothing."""

    rule, on, asks_itself, beyond_reach = "CW-NM-016", f"card.{SHANTAK}", True, True

    def may_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int) -> bool | None:
        return True if seat == me and kind == of_card(s, me, SHANTAK) and not s.config.map.islands >> to & 1 else None

    def _riders(self, s: State, me: int, area: int) -> list[Unit]:
        cultists = s.config.cultists[me]
        return [unit for unit in rested(s, me) if unit[1] == area and unit[2] & KIND in cultists]

    def may_on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> bool:
        return seat == me and kind == of_card(s, me, SHANTAK) and bool(self._riders(s, me, area))

    async def on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> None:
        options: list[Any] = ["done", *self._riders(s, me, area)]
        unit = await choose(
            me, "unit", options, self, "rides along", argument="fighter", prompt="Horror Steed: who rides along?"
        )
        if unit != "done":
            await travel(s, me, unit[2], area, to, self.rule, carried=True)


# -- Leng Spider ------------------------------------------------------------------------------------------------------
class Bloodthirst(Power):
    """After a battle each Leng Spider that was in it may turn two pains against one side into a kill: pains that units
    have taken, and those for which there was no unit.
    """

    rule, on, asks_itself = "CW-NM-015", f"card.{LENG_SPIDER}", True

    def _word(self, fight: Resolution, seat: int) -> str:
        """What is noted in the battle when pains of a side have become a kill."""
        return f"{self.name}: {fight.side(seat)}"

    def _left(self, fight: Resolution, me: int) -> int:
        """Spiders that have not done it yet: those that were killed or sent away in the battle count too."""
        kind, side = of_card(fight.s, me, LENG_SPIDER), fight.side(me)
        there = fight.count(me, kind) + sum(f == side and c & KIND == kind for f, c, _, _ in fight.b.fates)
        return there - sum(fight.b.used.count((me, self._word(fight, seat))) for seat in fight.b.sides)

    def _pains(self, fight: Resolution, me: int, seat: int) -> int:
        """Pains against a side that have not become anything else."""
        side, done = fight.side(seat), fight.b.used.count((me, self._word(fight, seat)))
        other = sum(f == side and result == PAIN != took for f, _, result, took in fight.b.given)
        return fight.scored(PAIN, seat) - other - done * fight.s.config.amounts["bloodthirst"]

    def _sides(self, fight: Resolution, me: int) -> list[int]:
        """Against whom there are pains enough."""
        n = fight.s.config.amounts["bloodthirst"]
        return [seat for seat in (fight.foe(me), me) if self._pains(fight, me, seat) >= n]

    def may_post_battle(self, fight: Resolution, me: int, given: int) -> bool:
        if not fight.fights(me) or (given == PAIN and not fight.s.config.rulings.bloodthirst_changes_pains_that_lie):
            return False
        return self._left(fight, me) > 0 and bool(self._sides(fight, me))

    async def post_battle(self, fight: Resolution, me: int, given: int) -> None:
        s, n = fight.s, fight.s.config.amounts["bloodthirst"]
        while self._left(fight, me) and (sides := self._sides(fight, me)):
            names = {seat: f"Two pains of {title(s, seat)} become a kill" for seat in sides} | {"done": "No more"}
            seat = await choose(
                me, "choice", ["done", *sides], self, "pains to a kill", names=names,
                prompt="Bloodthirst: whose pains become a kill?",
            )  # fmt: skip
            if seat == "done":
                return
            spare = max(self._pains(fight, me, seat) - lying(fight, seat), 0)  # for which there was no unit
            await recall(fight, seat, PAIN, max(n - spare, 0))
            fight.b.used += ((me, self._word(fight, seat)),)
            fight.owe(seat, KILL, 1, self.name)
            report(s, self.rule, "{} pains of {} become a kill", n, title(s, seat), who=me)


def lying(fight: Resolution, seat: int) -> int:
    """Pains that a side has still to take, or that lie on its units."""
    lie = sum(pains_on(c) * n for c, n in fight.b.roster[fight.side(seat)].items() if c < DOOMED)
    return fight.open(seat, PAIN) + lie


# -- Moonbeast --------------------------------------------------------------------------------------------------------
def books_to_silence(s: State, me: int) -> list[tuple[int, int]]:
    """(seat, bit) of the spellbooks of enemies that lie face up and speak."""
    lain = {(foe, book) for _, _, foe, book in s.perched}
    return [(f, b) for f in s.config.foes[me] for b in bits(s.books[f] & ~s.down[f]) if (f, b) not in lain]


async def lie_down(s: State, me: int, kind: int, rule: str) -> None:
    """A Moonbeast of the pool lies down on a spellbook of an enemy, if there is one."""
    books = books_to_silence(s, me)
    if not books or not s.n(me, kind, POOL):
        return
    named = {i: f"{s.config.factions[f].books[b].name}, {title(s, f)}" for i, (f, b) in enumerate(books)}
    i = await choose(
        me, "choice", list(named), rule, "book to silence", names=named,
        prompt="On which spellbook does the Moonbeast lie down?",
    )  # fmt: skip
    foe, book = books[i]
    s.perch(me, kind, foe, book)
    says(s, rule, foe, "has {} silenced", named[i], touched=(f"book:{foe}:{book}",))


async def get_up(s: State, row: tuple[int, int, int, int], rule: str) -> None:
    """A Moonbeast goes from a spellbook to a gate of its owner, or of anybody by a ruling; without one to the pool."""
    seat, kind, foe, book = row
    s.unperch(row)
    name = s.config.factions[foe].books[book].name
    says(s, rule, foe, "can use {} again", name, touched=(f"book:{foe}:{book}",))
    if areas := gates_to_return(s, seat):
        prompt = "To which gate goes the Moonbeast?"
        area = await choose(seat, "area", areas, rule, "figure to a gate", prompt=prompt)
        await arrive(s, seat, kind, area, "placed", rule)


def gates_to_return(s: State, seat: int) -> tuple[int, ...]:
    """Where a Moonbeast may come back."""
    if not s.config.rulings.moonbeasts_go_to_any_gate:
        return own_gates(s, seat)
    held = 0
    for f in s.config.seats:
        held |= s.gate_mask(f)
    return bits(held)


class BlasphemousObeisance(Power):
    """A Moonbeast that is summoned lies down on a spellbook of an enemy: it counts, but cannot be used anew. In the
    next Doom phase the beast goes to a gate of yours.
    """

    rule, on, forced, about = "CW-NM-017", f"card.{MOONBEAST}", True, (OnPlacement.SUMMON, OnGain.CARD)

    def may_on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> bool:
        mine = seat == me and what is OnGain.CARD and thing == s.config.card(MOONBEAST)
        return mine and bool(books_to_silence(s, me))

    async def on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> None:
        await lie_down(s, me, of_card(s, me, MOONBEAST), self.rule)

    def may_on_placement(self, s: State, me: int, owner: int, kind: int, how: OnPlacement, area: int) -> bool:
        mine = owner == me and how is OnPlacement.SUMMON and kind == of_card(s, me, MOONBEAST)
        return mine and bool(books_to_silence(s, me))

    async def on_placement(self, s: State, me: int, owner: int, kind: int, how: OnPlacement, area: int) -> None:
        s.move(me, kind, area, POOL)
        await lie_down(s, me, kind, self.rule)

    def _back(self, s: State, me: int) -> list[tuple[int, int, int, int]]:
        return [row for row in s.perched if row[0] == me] if gates_to_return(s, me) else []

    def may_phase_start(self, s: State, me: int, phase: int) -> bool:
        return phase == DOOM and bool(self._back(s, me))

    async def phase_start(self, s: State, me: int, phase: int) -> None:
        for row in self._back(s, me):
            await get_up(s, row, self.rule)


class MoonbeastRansom(Power):
    """At any time pay 1 Doom, and a Moonbeast that lies on a spellbook of yours goes to a gate of its owner."""

    rule, on, asks_itself = "CW-NM-017", MARKET, True

    def _mine(self, s: State, me: int) -> dict[int, str]:
        books = s.config.factions[me].books
        return {i: books[book].name for i, (_, _, foe, book) in enumerate(s.perched) if foe == me}

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(self._mine(s, me)) and s.doom[me] >= s.config.amounts["moonbeast_ransom"]

    async def any_time(self, s: State, me: int) -> None:
        n = s.config.amounts["moonbeast_ransom"]
        while self.may_any_time(s, me):
            names = {i: f"{name}: pay {n} Doom" for i, name in self._mine(s, me).items()} | {"done": "Pay nothing"}
            i = await choose(
                me, "choice", ["done", *self._mine(s, me)], self, "ransom", names=names,
                prompt="Does a Moonbeast go from a spellbook of yours?",
            )  # fmt: skip
            if i == "done":
                return
            row = s.perched[i]
            s.doom[me] -= n
            says(s, self, me, "pays {} Doom", n, figure=f"{s.doom[me] + n} → {s.doom[me]}", touched=(f"seat:{me}",))
            await get_up(s, row, self.rule)


# -- Giant Blind Albino Penguin ---------------------------------------------------------------------------------------
GUESTS = "Penguins of another"  # a counter: how many fight for a seat that does not own them


class Laughingstock(Power):
    """Before a battle any of your Penguins come to it: to your own side, or in a battle of others to the side that you
    name, whose player has them until it ends.
    """

    rule, on, asks_itself = "CW-NM-013", f"card.{PENGUIN}", True

    def _away(self, s: State, me: int, area: int) -> list[Unit]:
        kind = of_card(s, me, PENGUIN)
        return [(me, a, kind) for a in s.where(me, kind) if a != area] if may_enter(s, me, kind, area) else []

    async def _who(self, s: State, me: int, area: int) -> Any:
        options: list[Any] = ["done", *self._away(s, me, area)]
        return await choose(
            me, "unit", options, self, "comes to the battle", argument="unit", prompt="Laughingstock: who comes?"
        )

    def may_pre_battle(self, fight: Resolution, me: int, foe: int) -> bool:
        return bool(self._away(fight.s, me, fight.b.area))

    async def pre_battle(self, fight: Resolution, me: int, foe: int) -> None:
        s, area = fight.s, fight.b.area
        while self._away(s, me, area) and (unit := await self._who(s, me, area)) != "done":
            carry(s, me, unit[2], unit[1], area, self.rule, moved=False)
            fight.join(me, unit[2])
            fight.note(me, self)

    def may_battle_declared(self, s: State, me: int, area: int, attacker: int, defender: int) -> bool:
        kind = of_card(s, me, PENGUIN)
        return me not in (attacker, defender) and bool(s.where(me, kind)) and may_enter(s, me, kind, area)

    async def battle_declared(self, s: State, me: int, area: int, attacker: int, defender: int) -> None:
        kind = of_card(s, me, PENGUIN)
        units = [(me, a, kind) for a in s.where(me, kind)]
        while units:
            unit: Any = await choose(
                me, "unit", ["done", *units], self, "comes to the battle", argument="unit",
                prompt="Laughingstock: who comes?",
            )  # fmt: skip
            if unit == "done":
                return
            names = {seat: f"For {title(s, seat)}" for seat in (attacker, defender) if seat in s.config.seats}
            seat = await choose(me, "choice", list(names), self, "penguin for whom", names=names,
                                prompt="Laughingstock: on which side?")  # fmt: skip
            s.move(me, kind, unit[1], s.out(me))
            theirs = of_card(s, seat, PENGUIN)
            s.move(seat, theirs, s.out(seat), area)
            s.count_to(seat, GUESTS, s.counter(seat, GUESTS) + 1)
            says(s, self, seat, "has a Penguin of {} in the battle", title(s, me), touched=(f"area:{area}",))
            units = [(me, a, kind) for a in s.where(me, kind)]

    def _lent(self, s: State) -> list[int]:
        return [seat for seat in s.config.seats if s.counter(seat, GUESTS)]

    def may_battle_end(self, fight: Resolution, me: int) -> Any:
        return MUST if self._lent(fight.s) else False

    async def battle_end(self, fight: Resolution, me: int) -> None:
        self._give_back(fight.s, me)

    def may_any_time(self, s: State, me: int) -> Any:
        return MUST if s.battle is None and self._lent(s) else False

    async def any_time(self, s: State, me: int) -> None:
        self._give_back(s, me)

    def _give_back(self, s: State, me: int) -> None:
        """The Penguins are their owner's again, wherever they are now."""
        kind = of_card(s, me, PENGUIN)
        for seat in self._lent(s):
            left, theirs = s.counter(seat, GUESTS), of_card(s, seat, PENGUIN)
            for area in s.where(seat, theirs):
                for _ in range(s.n(seat, theirs, area)):
                    s.move(seat, theirs, area, s.out(seat))
                    s.move(me, kind, s.out(me), area)
                    left -= 1
            for _ in range(left):
                s.move(me, kind, s.out(me), POOL)
            s.count_to(seat, GUESTS, 0)
        s.fit_cards()
        s.rekey()
