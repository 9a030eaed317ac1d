"""The powers of the Elementals, in the order of their board: units, structures, shards, artefacts."""

from __future__ import annotations

from ....engine.runtime.decision import choose
from ....engine.runtime.layers import Change, add, at_least, fold, set_to
from ....engine.runtime.requirement import Action, Requirement
from ....engine.runtime.trace import report
from ..rules.actions import IN_BUILDING, IN_FINDS
from ..rules.artefacts import artefact_here, met, printed, take_effect
from ..rules.battle import beat_monster, leftmost, may_take, power_of
from ..rules.config import ACTION_TITLES, BUILD
from ..rules.flow import begin
from ..rules.maps import RESOURCES
from ..rules.state import ACTED_ALONE, MOST, RAISED_POWER, TOOK_STEP, State
from ..rules.stock import can_pay, pay, receive, said
from ..rules.timings import VOCABULARY, Points, Power, Way
from ..rules.topics import Limit, OnGain, RequirementMet
from . import common
from .common import has, join, price_of, unit_named


class ElementalPower(Power, abstract=True):
    """A thing on the board of the Elementals."""

    faction = "elementals"


# -- units ------------------------------------------------------------------------------------------------------------
class Zephyra(ElementalPower):
    """Visiting a fortress that nobody has seized brings 1 of its resources for each Zephyra, no more than it holds."""

    rule, item = "HE-ELE-013", "unit:zephyra"
    forced = True

    def may_on_move(self, s: State, me: int, who: int, region: int) -> bool:
        fort = s.config.map.regions[region].fort
        return who == me and fort is not None and region not in s.seized and has(s, me, "zephyra") > 0

    async def on_move(self, s: State, me: int, who: int, region: int) -> None:
        fort = s.config.map.regions[region].fort
        assert fort is not None
        if has(s, me, "zephyra") >= sum(fort.gains):
            await receive(s, me, self, fort.gains, "effect")
            return
        left, taken = list(fort.gains), [0, 0, 0]
        for _ in range(has(s, me, "zephyra")):
            kinds = [kind for kind, n in enumerate(left) if n]
            kind = await choose(me, "choice", kinds, self, "tribute", argument="resource")
            left[kind] -= 1
            taken[kind] += 1
        wood, iron, gold = taken
        await receive(s, me, self, (wood, iron, gold), "effect")


class Jazeer(common.StrongerUnits, ElementalPower):
    """A Jazeer has 1 power more for each shard that one has when the combat takes place."""

    rule, item, unit = "HE-ELE-017", "unit:jazeer", "jazeer"

    def _times(self, s: State, me: int) -> int:
        return s.sheets[me].ticks.bit_count()


def maya_power(s: State, me: int) -> int:
    """The power of a Maya now."""
    return power_of(s, me, unit_named(s, me, "maya"))


class Maya(ElementalPower, Action[State]):
    """Once in each Building action pay 4 iron: all Mayas, present and future, have 2 power more, up to 14."""

    rule, item, unit = "HE-ELE-016", "unit:maya", "maya"
    counters = (("maya", "Power of the Mayas raised by", MOST),)
    verb = "raise"
    phrase = "Raise the power of the Mayas"
    when = (
        *IN_BUILDING,
        Requirement(
            "HE-ELE-003",
            "The block of the Mayas is not crossed out",
            lambda s, me: not s.crossed(me, s.config.factions[me].units[unit_named(s, me, "maya")].home),
        ),
    )
    requirements = (
        Requirement(
            "HE-ELE-016", "Their power was not raised in this action", lambda s, me: not s.sheets[me].did(RAISED_POWER)
        ),
        Requirement(
            "HE-ELE-016",
            "Their power can still rise",
            lambda s, me: maya_power(s, me) < _maya(s).figure(s, "raise_power.max"),
            lambda s, me: f"{maya_power(s, me)} of {_maya(s).figure(s, 'raise_power.max')}",
        ),
        Requirement(
            "HE-ELE-016",
            "The price can be paid",
            lambda s, me: can_pay(s, me, price_of(s, _maya(s), "raise_power.pay")),
            lambda s, me: said(price_of(s, _maya(s), "raise_power.pay")),
            lambda s, me: f"you have {said(s.sheets[me].stock)}",
        ),
    )

    async def do(self, s: State, me: int) -> None:
        await pay(s, me, self, price_of(s, self, "raise_power.pay"))
        s.sheets[me].do(RAISED_POWER)
        more = min(self.figure(s, "raise_power.amount"), self.figure(s, "raise_power.max") - maya_power(s, me))
        s.write(me, "maya", s.counter(me, "maya") + more)
        report(s, self.rule, "raises the power of the Mayas to {}", maya_power(s, me), who=me)

    def strength(self, s: State, me: int, unit: int) -> Change | None:
        raised = s.counter(me, "maya")
        return add(raised) if raised and s.config.factions[me].units[unit].key == self.unit else None


def _maya(s: State) -> Power:
    """The unit block of the Mayas, where the figures of raising their power stand."""
    found: Power | None = s.config.memory.get("Maya")
    if found is None:
        named = VOCABULARY.named("Maya")
        assert isinstance(named, Power)
        VOCABULARY.remember(s.config, "Maya", found := named)
    return found


# -- structures -------------------------------------------------------------------------------------------------------
class MagicLamp(common.Swaps, ElementalPower):
    """At the start of each Building action up to 2 resources are exchanged one for one into other kinds."""

    rule, item = "HE-ELE-006", "structure:magic_lamp"


class GuidingThread(ElementalPower):
    """A step through a portal may be paid with 2 movement points, whatever the terrain."""

    rule, item = "HE-ELE-010", "structure:guiding_thread"

    def reach(self, s: State, me: int) -> tuple[Way, ...]:
        return (Way(self.name, self.rule, portal=self.figure(s, "portal_cost.to")),)


class FlyingCarpet(ElementalPower):
    """The first step of a round to an adjacent region costs 1 movement point."""

    rule, item = "HE-ELE-019", "structure:flying_carpet"

    def reach(self, s: State, me: int) -> tuple[Way, ...]:
        if s.sheets[me].tasks >> TOOK_STEP & 1:
            return ()
        return (Way(self.name, self.rule, first=self.figure(s, "first_step_cost.to")),)


class GreenTerraces(common.Recruits, ElementalPower):
    """Turs can be recruited. The Floating Towers and the Zephyras are crossed out."""

    rule, item = "HE-ELE-002", "structure:green_terraces"


class FloatingTowers(common.Recruits, common.WhenBuilt, ElementalPower):
    """Zephyras can be recruited. The Green Terraces and the Turs are crossed out: Turs of the army leave."""

    rule, item = "HE-ELE-001", "structure:floating_towers"

    async def _effect(self, s: State, me: int) -> None:
        n = has(s, me, "tur")
        s.sheets[me].army[unit_named(s, me, "tur")] = 0
        report(s, self.rule, "crosses out {} Tur", n, who=me)
        if s.config.rulings.turs_become_zephyras:
            join(s, me, self, "zephyra", n)


def full_kinds(s: State, me: int) -> int:
    """Kinds of resource of which there is enough for the Bottomless Bag."""
    least = s.config.fact("faction.elementals.structures.bottomless_bag.figures.vp_each.least")
    return sum(1 for n in s.sheets[me].stock if n >= least)


class BottomlessBag(common.ScoresEach, ElementalPower):
    """At the end 1 VP for each kind of resource of which one owns 6 or more."""

    rule, item = "HE-ELE-007", "structure:bottomless_bag"

    def _count(self, s: State, me: int) -> int:
        return full_kinds(s, me)


class BurningPalace(common.Recruits, ElementalPower):
    """Jazeers can be recruited. The Crystal Halls and the Mayas are crossed out."""

    rule, item = "HE-ELE-003", "structure:burning_palace"


class CrystalHalls(common.Recruits, ElementalPower):
    """Mayas can be recruited. The Burning Palace and the Jazeers are crossed out."""

    rule, item = "HE-ELE-003", "structure:crystal_halls"


class InvisibilityHat(ElementalPower):
    """After the announcement, before the first action, perform the action that was not chosen, alone, at level 1."""

    rule, item = "HE-ELE-021", "structure:invisibility_hat"

    def may_announced(self, s: State, me: int) -> bool:
        return 0 in s.numbers and not s.sheets[me].tasks >> ACTED_ALONE & 1

    async def announced(self, s: State, me: int) -> None:
        action = s.numbers.index(0)
        hooks = VOCABULARY.mine(s.key, "limit", me)
        level = fold(self.figure(s, "unchosen_action.level"), hooks, s, me, Limit.UNCHOSEN, me, action).value
        report(s, self.rule, "performs {} alone", ACTION_TITLES[action], who=me)
        begin(s, action, level, 1 << me, alone=True)


class SandsOfTime(ElementalPower):
    """Each foundation with a level scores 1 VP more. With the blue shard seized fortresses serve as foundations."""

    rule, item = "HE-ELE-018", "structure:sands_of_time"

    def may_place(self, s: State, me: int, region: int) -> bool:
        seized = region in s.seized and s.config.map.regions[region].fort is not None
        return seized and s.ticked(me, "blue")

    def victory_points(self, s: State, me: int) -> tuple[Points, ...]:
        n = len(s.sheets[me].founded) * self.figure(s, "foundation_plus.vp")
        return (Points("foundations", self.name, n),)


def _other_owner(s: State, me: int) -> bool:
    artefact = artefact_here(s, me)
    return artefact >= 0 and s.held[artefact] not in (-1, me)


class DistortingMirror(ElementalPower, Action[State]):
    """At the end of Movement copy an artefact of an opponent, in its region and under its condition."""

    rule, item = "HE-ELE-023", "structure:distorting_mirror"
    verb = "copy"
    phrase = "Copy the artefact"
    when = (
        *IN_FINDS,
        Requirement(
            "HE-ELE-023", "The Distorting Mirror is built", lambda s, me: bool(s.stands(me, "distorting_mirror"))
        ),
    )
    requirements = (
        Requirement("HE-ELE-023", "An opponent has the artefact of your region", _other_owner),
        Requirement(
            "HE-ELE-024",
            "You have no copy of it",
            lambda s, me: artefact_here(s, me) < 0 or not s.sheets[me].copies >> artefact_here(s, me) & 1,
        ),
        Requirement(
            "HE-ELE-023",
            "Its condition is met",
            lambda s, me: artefact_here(s, me) >= 0 and met(s, me, artefact_here(s, me)),
        ),
        Requirement(
            "HE-ELE-023",
            "Nobody in the region keeps you from it",
            lambda s, me: not s.config.rulings.copies_need_the_region or may_take(s, me),
            fault=lambda s, me: "you have lost the combat there, or others are there",
        ),
    )

    async def do(self, s: State, me: int) -> None:
        artefact = artefact_here(s, me)
        card = printed(s, me, artefact)
        if card.condition is RequirementMet.PAY:
            await pay(s, me, self, card.pay)
        s.sheets[me].copies |= 1 << artefact
        s.rekey()
        report(s, self.rule, "copies {}", card.name, who=me, touched=(f"artefact:{artefact}",))
        await take_effect(s, me, artefact)


class HeartShrine(common.ScoresEach, ElementalPower):
    """At the end 1 VP for each full 2 shards."""

    rule, item = "HE-ELE-005", "structure:heart_shrine"

    def _count(self, s: State, me: int) -> int:
        return s.sheets[me].ticks.bit_count()


# -- shards -----------------------------------------------------------------------------------------------------------
class ShardsOfTheHeart(ElementalPower):
    """A shard is obtained by what its row names, and kept; that of Odmoor goes with the artefact."""

    printed, rule = "Shards of the Heart", "HE-ELE-005"
    forced = True

    def may_on_placement(self, s: State, me: int, block: int) -> bool:
        return bool(self._by(s, me, f"structure {s.config.factions[me].blocks[block].key}"))

    async def on_placement(self, s: State, me: int, block: int) -> None:
        self._obtain(s, me, f"structure {s.config.factions[me].blocks[block].key}")

    def may_on_gain(self, s: State, me: int, what: OnGain, n: int) -> bool:
        return bool(self._by(s, me, self._event(s, what, n)))

    async def on_gain(self, s: State, me: int, what: OnGain, n: int) -> None:
        self._obtain(s, me, self._event(s, what, n))

    def may_on_control(self, s: State, me: int, artefact: int, lost: bool) -> bool:
        return bool(self._by(s, me, f"artefact {s.config.factions[me].artefacts[artefact].key}", on=lost))

    async def on_control(self, s: State, me: int, artefact: int, lost: bool) -> None:
        self._obtain(s, me, f"artefact {s.config.factions[me].artefacts[artefact].key}", lost=lost)

    def _event(self, s: State, what: OnGain, n: int) -> str:
        if what in RESOURCES:
            return f"stock {what} {n}"
        return f"monster {n + 1}" if what is OnGain.MONSTER else f"{what} {s.config.map.regions[n].slug}"

    def _by(self, s: State, me: int, event: str, on: bool = False) -> list[str]:
        """The shards that this brings (or takes), among those that are circled, or not."""
        return [shard for shard in self._events(s, me).get(event, ()) if s.ticked(me, shard) == on]

    def _events(self, s: State, me: int) -> dict[str, list[str]]:
        """The shards by what brings them, as the data say: remembered."""
        at = "shards", self, me
        found: dict[str, list[str]] | None = s.config.memory.get(at)
        if found is None:
            found = {}
            for shard in s.config.factions[me].ticks:
                found.setdefault(s.config.fact(f"{self.at}.shards.{shard}.event"), []).append(shard)
            VOCABULARY.remember(s.config, at, found)
        return found

    def _obtain(self, s: State, me: int, event: str, lost: bool = False) -> None:
        for shard in self._by(s, me, event, on=lost):
            s.tick(me, shard, on=not lost)
            rule = next(power.rule for power in s.config.factions[me].powers if power.item == f"tick:{shard}")
            report(s, rule, "loses the {} shard" if lost else "obtains the {} shard", shard, who=me)


class BlueShard(ElementalPower):
    """Each Building action begins with 1 free Maya, if the Crystal Halls stand, or 1 free Jazeer."""

    rule, item = "HE-ELE-006", "tick:blue"
    ticks = ("blue",)
    forced = True

    def may_phase_start(self, s: State, me: int, action: int) -> bool:
        return action == BUILD and bool(self._unit(s, me))

    async def phase_start(self, s: State, me: int, action: int) -> None:
        unit = self._unit(s, me)
        join(s, me, self, unit, self.figure(s, f"units_at_{unit}.amount"))

    def _unit(self, s: State, me: int) -> str:
        if s.stands(me, "crystal_halls"):
            return "maya"
        return "jazeer" if s.stands(me, "burning_palace") else ""


class AmberShard(ElementalPower):
    """The Bottomless Bag counts 2 VP instead of 1 for each kind."""

    rule, item = "HE-ELE-007", "tick:amber"
    ticks = ("amber",)

    def victory_points(self, s: State, me: int) -> tuple[Points, ...]:
        if not s.stands(me, "bottomless_bag"):
            return ()
        bag = s.config.fact("faction.elementals.structures.bottomless_bag.figures.vp_each.vp")
        more = self.figure(s, "special.vp") - bag
        return (Points("structures", "Bottomless Bag, amber shard", full_kinds(s, me) * more),)


class GreenShard(common.SetsPower, common.FreeUnits, ElementalPower):
    """Zephyras have 2 power. Each Building action begins with 1 free Tur if the Green Terraces stand."""

    rule, item = "HE-ELE-008", "tick:green"
    ticks = ("green",)
    unit = "zephyra"

    def _holds(self, s: State, me: int) -> bool:
        return bool(s.stands(me, "green_terraces"))

    async def phase_start(self, s: State, me: int, action: int) -> None:
        join(s, me, self, "tur", self.figure(s, "units_at.amount"))


class GreyShard(common.SetsPower, common.FreeUnits, ElementalPower):
    """Turs have 3 power. Each Building action begins with 1 free Zephyra if the Floating Towers stand."""

    rule, item = "HE-ELE-009", "tick:grey"
    ticks = ("grey",)
    unit = "tur"

    def _holds(self, s: State, me: int) -> bool:
        return bool(s.stands(me, "floating_towers"))

    async def phase_start(self, s: State, me: int, action: int) -> None:
        join(s, me, self, "zephyra", self.figure(s, "units_at.amount"))


class GoldShard(ElementalPower):
    """With the Guiding Thread a step through a portal costs 1 movement point."""

    rule, item = "HE-ELE-010", "tick:gold"
    ticks = ("gold",)

    def reach(self, s: State, me: int) -> tuple[Way, ...]:
        thread = s.stands(me, "guiding_thread")
        return (Way(self.name, self.rule, portal=self.figure(s, "special.to")),) if thread else ()


class PurpleShard(ElementalPower):
    """With the Invisibility Hat the action that was not chosen is performed at level 2."""

    rule, item = "HE-ELE-011", "tick:purple"
    ticks = ("purple",)
    about = (Limit.UNCHOSEN,)

    def limit(self, s: State, me: int, what: Limit, who: int, it: int) -> Change | None:
        return set_to(self.figure(s, "special.level")) if what is Limit.UNCHOSEN and who == me else None


class WhiteShard(ElementalPower):
    """With the Flying Carpet one step may lead to any available region, at its own price, instead of a cheap one."""

    rule, item = "HE-ELE-012", "tick:white"
    ticks = ("white",)

    def reach(self, s: State, me: int) -> tuple[Way, ...]:
        return (Way(self.name, self.rule, jump=True),) if s.stands(me, "flying_carpet") else ()


# -- artefacts --------------------------------------------------------------------------------------------------------
class OakenSceptre(common.AtOnce, ElementalPower):
    """The leftmost undefeated monster is defeated at once, without combat."""

    printed, rule = "Oaken Sceptre of the Elementals", "HE-ELE-025"
    item = "artefact:paskaar"

    async def _effect(self, s: State, me: int) -> None:
        place = leftmost(s, me)
        if place >= 0:
            await beat_monster(s, me, self, place)


class IronDiadem(common.MovesFarther, ElementalPower):
    """1 movement point more in every Movement action."""

    printed = "Iron Diadem of the Elementals"
    item = "artefact:vurt"


class GoldenScales(ElementalPower):
    """Structures of any level may be built in any Building action; all other conditions hold."""

    printed, rule = "Golden Scales of the Elementals", "HE-ELE-026"
    item = "artefact:dortal"
    about = (Limit.LEVEL,)

    def limit(self, s: State, me: int, what: Limit, who: int, it: int) -> Change | None:
        return at_least(max(s.config.fact("foundation.levels"))) if what is Limit.LEVEL and who == me else None


class MasonsPlumb(common.Scores, ElementalPower):
    """At the end 4 VP."""

    printed = "Mason's Plumb of the Elementals"
    item = "artefact:folen"


class WarHorn(common.GainsAtOnce, ElementalPower):
    """At once 4 resources of kinds of one's own choice; the amber shard comes with it."""

    printed, rule = "War Horn of the Elementals", "HE-ELE-007"
    item = "artefact:odmoor"


class EaglesEye(common.BuysPower, ElementalPower):
    """Before an own combat pay up to 3 resources of any kinds; each adds 2 power."""

    printed, rule = "Eagle's Eye of the Elementals", "HE-ELE-027"
    item = "artefact:togeed"
