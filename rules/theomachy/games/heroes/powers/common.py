"""Effects that stand on several boards: each board names the printed thing, its figures stand in the data."""

from __future__ import annotations

from typing import ClassVar

from ....engine.runtime.decision import choose, some
from ....engine.runtime.layers import Change, add, at_least, set_to
from ....engine.runtime.topic import Topic
from ....engine.runtime.trace import report
from ..rules.config import BUILD
from ..rules.maps import RESOURCES, Amounts
from ..rules.state import MOST, Combat, State
from ..rules.stock import KINDS, any_of, counted, of_kind, receive, spend
from ..rules.timings import VOCABULARY, Offer, Points, Power
from ..rules.topics import CostOf, GainOf, Limit


# -- looking ----------------------------------------------------------------------------------------------------------
def unit_named(s: State, me: int, key: str) -> int:
    """The place of a kind of unit on a board, by its key in the data."""
    return s.config.kinds[me][key]


def has(s: State, me: int, key: str) -> int:
    """How many units of a kind an army holds."""
    return s.sheets[me].army[unit_named(s, me, key)]


def is_block(s: State, me: int, power: Power, block: int) -> bool:
    """Is this block the printed thing of a power?"""
    return power.item == f"structure:{s.config.factions[me].blocks[block].key}"


def is_artefact(s: State, me: int, power: Power, artefact: int) -> bool:
    """Is this artefact the printed thing of a power?"""
    return power.item == f"artefact:{s.config.factions[me].artefacts[artefact].key}"


def box_of(power: Power) -> str:
    """The box of a board in which a power's points are counted."""
    return "artefacts" if power.item.startswith("artefact:") else "structures"


def price_of(s: State, power: Power, name: str) -> Amounts:
    """A price among the figures of a power: `price_of(s, power, "special.price")`."""
    return s.config.amounts(f"{power.at}.figures.{name}")


def kinds_of(s: State, power: Power, name: str) -> tuple[tuple[int, ...], int]:
    """What may be paid, of one kind ("wood = 1") or of any ("any = 1"): the kinds, and how much."""
    at = "kinds", power, name
    found: tuple[tuple[int, ...], int] | None = s.config.memory.get(at)
    if found is None:
        row = {kind: n for kind, n in s.config.table(f"{power.at}.figures.{name}").items() if n}
        ((kind, n),) = row.items()
        found = (tuple(KINDS), n) if kind == "any" else ((RESOURCES.index(kind),), n)
        VOCABULARY.remember(s.config, at, found)
    return found


# -- doing ------------------------------------------------------------------------------------------------------------
def join(s: State, me: int, by: Power, key: str, n: int) -> None:
    """Units join an army free of charge."""
    unit = unit_named(s, me, key)
    s.sheets[me].army[unit] += n
    if n:
        report(s, by.rule, "adds {}", counted(n, s.config.factions[me].units[unit].name), who=me)


async def gain(s: State, me: int, by: Power, name: str = "gain.resources") -> None:
    """Receive what the figures of a power say: so much of named kinds, and so much of any."""
    row = s.config.table(f"{by.at}.figures.{name}")
    wood, iron, gold = (row.get(kind, 0) for kind in RESOURCES)
    await receive(s, me, by, (wood, iron, gold), "effect")
    await any_of(s, me, by, row.get("any", 0))


async def swap(s: State, me: int, by: Power, most: int) -> None:
    """Exchange up to so many resources one for one into other kinds."""
    keeps, stock = s.config.factions[me].keeps, s.sheets[me].stock
    if len(keeps) < 2:
        return

    def left() -> list[int]:
        return [kind for kind in keeps if stock[kind]]

    async for kind in some(me, "choice", left, by, "give a resource", most=most, argument="resource"):
        to = await choose(me, "choice", [k for k in keeps if k != kind], by, "for", argument="resource")
        spend(s, me, by, of_kind(kind))
        await receive(s, me, by, of_kind(to), "effect")


def note(s: State, me: int, by: Power, counter: str, n: int) -> None:
    """Write down so many points more on the board."""
    s.write(me, counter, s.counter(me, counter) + n)
    if n:
        report(s, by.rule, "notes {} VP", n, who=me)


# -- structures -------------------------------------------------------------------------------------------------------
class Recruits(Power, abstract=True):
    """The unit beside the structure can be hired: from powers alone, whatever the position."""

    rule = "HE-BLD-011"
    about: ClassVar[tuple[Topic, ...]] = (Limit.HIRE,)

    def limit(self, s: State, me: int, what: Limit, who: int, it: int) -> Change | None:
        home = what is Limit.HIRE and who == me and s.config.factions[me].units[it].home
        return at_least(MOST) if home is not False and is_block(s, me, self, home) else None


class MovesFarther(Power, abstract=True):
    """So many movement points more in every Movement action (`move_plus.amount`)."""

    rule = "HE-MOV-001"

    def gain_of(self, s: State, me: int, kind: GainOf) -> Change | None:
        return add(self.figure(s, "move_plus.amount")) if kind is GainOf.MOVEMENT and self._holds(s, me) else None

    def _holds(self, s: State, me: int) -> bool:
        return True


class GathersMore(Power, abstract=True):
    """So much more of a kind at each gathering of it (`gather_plus.amount`)."""

    rule = "HE-GTH-001"

    def gain_of(self, s: State, me: int, kind: GainOf) -> Change | None:
        return add(self.figure(s, "gather_plus.amount")) if self._gathers(s, me, kind) else None

    def _gathers(self, s: State, me: int, kind: GainOf) -> bool:
        return kind == self.kind


class ScoresEach(Power, abstract=True):
    """At the end points for each so many things that one has (`vp_each`: per, vp, cap)."""

    rule = "HE-SCO-001"

    def victory_points(self, s: State, me: int) -> tuple[Points, ...]:
        n = self._count(s, me) // self.figure(s, "vp_each.per") * self.figure(s, "vp_each.vp")
        cap = self.figure(s, "vp_each.cap")
        return (Points(box_of(self), self.name, min(n, cap) if cap else n),)

    def _count(self, s: State, me: int) -> int:
        raise NotImplementedError


class Scores(Power, abstract=True):
    """So many points at the end (`vp.vp`)."""

    rule = "HE-SCO-001"

    def victory_points(self, s: State, me: int) -> tuple[Points, ...]:
        return (Points(box_of(self), self.name, self.figure(s, "vp.vp")),)


class ScoresNoted(Power, abstract=True):
    """Points that were written down during the game count at the end; the first of `counters` holds them."""

    rule = "HE-SCO-001"

    def victory_points(self, s: State, me: int) -> tuple[Points, ...]:
        return (Points(box_of(self), self.name, s.counter(me, self.counters[0][0])),)


class StrongerUnits(Power, abstract=True):
    """Units of a kind have so much more power (`unit_power_plus.amount`), for each thing that counts, or at all."""

    rule = "HE-CBT-002"

    def strength(self, s: State, me: int, unit: int) -> Change | None:
        if s.config.factions[me].units[unit].key != self.unit:
            return None
        times = self._times(s, me)
        return add(times * self.figure(s, "unit_power_plus.amount")) if times else None

    def _times(self, s: State, me: int) -> int:
        return 1


class SetsPower(Power, abstract=True):
    """The power of a kind of unit is written anew (`unit_power.to`)."""

    rule = "HE-BLD-007"

    def strength(self, s: State, me: int, unit: int) -> Change | None:
        return set_to(self.figure(s, "unit_power.to")) if s.config.factions[me].units[unit].key == self.unit else None


class CombatPower(Power, abstract=True):
    """So much more power in a combat, with or without units (`combat_plus.amount`)."""

    rule = "HE-CBT-002"

    def fixed_results(self, s: State, me: int, combat: Combat | None) -> Change | None:
        return add(self.figure(s, "combat_plus.amount")) if self._holds(s, me) else None

    def _holds(self, s: State, me: int) -> bool:
        return True


class BuysPower(Power, abstract=True):
    """Before a combat resources buy power, with or without units (`buy_power`: pay, gain, times)."""

    def dice(self, s: State, me: int, combat: Combat | None) -> Offer:
        kinds, n = kinds_of(s, self, "buy_power.pay")
        gain_, times = self.figure(s, "buy_power.gain"), self.figure(s, "buy_power.times")
        return Offer(self.name, self.rule, kinds, n, gain_, times)


class Swaps(Power, abstract=True):
    """At the start of each Building action up to so many resources are exchanged one for one (`swap.limit`)."""

    rule = "HE-BLD-001"
    asks_itself = True

    def may_phase_start(self, s: State, me: int, action: int) -> bool:
        return action == BUILD and any(s.sheets[me].stock)

    async def phase_start(self, s: State, me: int, action: int) -> None:
        await swap(s, me, self, self.figure(s, "swap.limit"))


class SetsCost(Power, abstract=True):
    """The gold that a kind of unit costs is written anew (`unit_cost.to`)."""

    rule = "HE-BLD-007"
    about: ClassVar[tuple[Topic, ...]] = (CostOf.HIRE,)

    def cost_of(self, s: State, me: int, what: CostOf, who: int, it: int) -> Change | None:
        if what is CostOf.HIRE and who == me and s.config.factions[me].units[it].key == self.unit:
            return set_to(price_of(s, self, "unit_cost.to")[2])
        return None


class Discount(Power, abstract=True):
    """What one builds costs so many resources less, of kinds of one's own choice (`build_discount.amount`)."""

    rule = "HE-BLD-002"
    about: ClassVar[tuple[Topic, ...]] = (CostOf.BUILD,)

    def cost_of(self, s: State, me: int, what: CostOf, who: int, it: int) -> Change | None:
        return add(self.figure(s, "build_discount.amount")) if what is CostOf.BUILD and who == me else None


class WhenBuilt(Power, abstract=True):
    """An effect at the moment in which its structure is built."""

    rule = "HE-BLD-004"
    forced = True

    def may_on_placement(self, s: State, me: int, block: int) -> bool:
        return is_block(s, me, self, block)

    async def on_placement(self, s: State, me: int, block: int) -> None:
        await self._effect(s, me)

    async def _effect(self, s: State, me: int) -> None:
        raise NotImplementedError


class AtOnce(Power, abstract=True):
    """An effect at the moment in which an artefact is got, once a game."""

    rule = "HE-ART-010"
    forced = True

    def may_on_control(self, s: State, me: int, artefact: int, lost: bool) -> bool:
        return not lost and is_artefact(s, me, self, artefact) and not s.sheets[me].had >> artefact & 1

    async def on_control(self, s: State, me: int, artefact: int, lost: bool) -> None:
        await self._effect(s, me)

    async def _effect(self, s: State, me: int) -> None:
        raise NotImplementedError


class GainsAtOnce(AtOnce, abstract=True):
    """Resources at once (`gain.resources`: named kinds, and "any")."""

    async def _effect(self, s: State, me: int) -> None:
        await gain(s, me, self)


class UnitsWhenBuilt(WhenBuilt, abstract=True):
    """Units when the structure is built (`gain_units.amount`)."""

    async def _effect(self, s: State, me: int) -> None:
        join(s, me, self, self.unit, self.figure(s, "gain_units.amount"))


class UnitsAtOnce(AtOnce, abstract=True):
    """Units at once (`gain_units.amount`)."""

    async def _effect(self, s: State, me: int) -> None:
        join(s, me, self, self.unit, self.figure(s, "gain_units.amount"))


class FreeUnits(Power, abstract=True):
    """Free units at the start of each Building action (`units_at.amount`)."""

    rule = "HE-BLD-001"
    forced = True

    def may_phase_start(self, s: State, me: int, action: int) -> bool:
        return action == BUILD and self._holds(s, me)

    async def phase_start(self, s: State, me: int, action: int) -> None:
        join(s, me, self, self.unit, self.figure(s, "units_at.amount"))

    def _holds(self, s: State, me: int) -> bool:
        return True


class PerishedBring(Power, abstract=True):
    """After a combat perished units of one's own bring something."""

    rule = "HE-CBT-004"
    forced = True

    def may_post_battle(self, s: State, me: int, combat: Combat) -> bool:
        return bool(self._perished(s, me, combat))

    async def post_battle(self, s: State, me: int, combat: Combat) -> None:
        await self._brings(s, me, self._perished(s, me, combat))

    def _perished(self, s: State, me: int, combat: Combat) -> int:
        """How many of the units of which it speaks, of all units where it names none."""
        units = s.config.factions[me].units
        return sum(n for unit, n in combat.sent_by(me) if self.unit in ("", units[unit].key))

    async def _brings(self, s: State, me: int, n: int) -> None:
        raise NotImplementedError
