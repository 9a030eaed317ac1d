"""The powers of the Mechanisms, in the order of their board: Servers, units, structures, artefacts."""

from __future__ import annotations

from ....engine.masks import bits
from ....engine.runtime.decision import choose, yes
from ....engine.runtime.layers import Change, add, at_least, fold, set_to
from ....engine.runtime.trace import report
from ..rules.building import barred, block_of, found, is_foundation, level_of
from ..rules.config import MOVE
from ..rules.maps import GOLD, IRON, MOUNTAIN, NOTHING, WOOD
from ..rules.movement import points, terrain
from ..rules.state import BUILT, BUILT_SERVER, FOUNDED, Combat, State
from ..rules.stock import pay_any
from ..rules.timings import VOCABULARY, Gain, Power, Way, asked
from ..rules.topics import CostOf, GainOf, Limit, MayAct
from . import common
from .common import join, kinds_of

SERVERS = range(1, 5)


class MechanismPower(Power, abstract=True):
    """A thing on the board of the Mechanisms."""

    faction = "mechanisms"


# -- what several of them need ----------------------------------------------------------------------------------------
def mountains(s: State, me: int) -> int:
    """The available mountain regions of one's own map, converted ones among them (HE-MEC-017)."""
    return sum(1 for region in bits(s.config.map.open) if terrain(s, me, region) == MOUNTAIN)


def receive_cores(s: State, me: int, by: Power, n: int) -> None:
    """Cores from a region, a Server, a monster or a fortress, with what comes besides (HE-MEC-012)."""
    join(s, me, by, "core", fold(n, VOCABULARY.mine(s.key, "gain_of", me), s, me, GainOf.CORE).value)


def server_block(s: State, me: int, level: int) -> int:
    """The block of the Server of a level."""
    return next(i for i, block in enumerate(s.faction(me).blocks) if block.key == f"server_{level}")


def step_price(s: State, me: int, level: int) -> int:
    """What a step away from a Server costs; 0 while the player must not step (HE-MEC-004, HE-MEC-005)."""
    printed = f"faction.{s.config.slugs[me]}.structures.server_{level}.step_price.any"
    base = s.config.fact(printed) if s.config.rulings.steps_without_proxy else 0
    return asked(s, "cost_of", CostOf.STEP, me, level, base, own=True)


def means(s: State, me: int) -> int:
    """How much there is to pay steps with: wood and gold, or points of the Movement that is still to come."""
    if s.config.rulings.steps_cost_movement:
        return points(s, me, s.numbers[MOVE]).value if s.numbers[MOVE] > s.level else 0
    return s.sheets[me].stock[WOOD] + s.sheets[me].stock[GOLD]


def way_to(s: State, me: int, start: int, end: int) -> int:
    """The price of all steps from one Server to another; -1 if the player must not step."""
    step = 1 if end > start else -1
    prices = [step_price(s, me, level) for level in range(start, end, step)]
    return sum(prices) if all(prices) else -1


# -- Servers ----------------------------------------------------------------------------------------------------------
class Servers(MechanismPower):
    """No iron is gathered. The Server works whose level is that of the action, or one to which the player may step."""

    rule = "HE-MEC-001"
    forced = True
    counters = (("owed", "Movement points owed for steps", 9, True),)

    def may_would_gain(self, s: State, me: int, event: Gain) -> bool:
        return event.source == "gathering" and bool(event.amounts[IRON])

    async def would_gain(self, s: State, me: int, event: Gain) -> Gain:
        level = min(event.level, SERVERS[-1])
        prices = {server_block(s, me, end): way_to(s, me, level, end) for end in SERVERS}
        can = [block for block, price in prices.items() if 0 <= price <= means(s, me)]
        block = await choose(me, "choice", can, "HE-MEC-004", "which Server", argument="structure")
        if prices[block] and s.config.rulings.steps_cost_movement:
            s.write(me, "owed", s.counter(me, "owed") + prices[block])
            report(s, "HE-MEC-004", "owes {} points of the next Movement", prices[block], who=me)
        elif prices[block]:
            await pay_any(s, me, "HE-MEC-004", prices[block], "pay for the steps")
        return Gain(NOTHING, "server", block_of(s, me, block).level)

    def gain_of(self, s: State, me: int, kind: GainOf) -> Change | None:
        return add(-s.counter(me, "owed")) if kind is GainOf.MOVEMENT else None

    def may_announced(self, s: State, me: int) -> bool:
        return s.counter(me, "owed") > 0

    async def announced(self, s: State, me: int) -> None:
        s.write(me, "owed", 0)  # what no Movement has taken off is not owed in another round


class Server(MechanismPower, abstract=True):
    """One effect of one Server: the enhanced one while it is built, the basic one before."""

    forced = True
    _level = 0

    @property
    def at(self) -> str:
        effect = "enhanced" if self.item else "basic"
        return f"faction.{self.faction}.structures.server_{self._level}.{effect}_effect"

    def may_would_gain(self, s: State, me: int, event: Gain) -> bool:
        built = bool(s.stands(me, f"server_{self._level}"))
        return event.source == "server" and event.level == self._level and built == bool(self.item)


class ServerGains(Server, abstract=True):
    """Wood and gold in any mix."""

    async def would_gain(self, s: State, me: int, event: Gain) -> None:
        await common.gain(s, me, self)


class RelayServerUnbuilt(ServerGains):
    """Gain 1 resource, wood or gold."""

    printed, rule = "Relay Server, unbuilt", "HE-MEC-003"
    _level = 1


class RelayServer(ServerGains):
    """Gain 2 resources, wood or gold in any mix."""

    rule, item = "HE-MEC-002", "structure:server_1"
    _level = 1


def convert(s: State, me: int, by: Power, region: int) -> None:
    """A region becomes a mountain for the rest of the game."""
    s.draw(me, "mountains", region)
    name = s.config.map.names[region]
    report(s, by.rule, "turns {} into a mountain", name, who=me, touched=(f"area:{region}",))


class DrillControlServerUnbuilt(Server):
    """The current region becomes a mountain for the rest of the game."""

    printed, rule = "Drill Control Server, unbuilt", "HE-MEC-003"
    _level = 2

    async def would_gain(self, s: State, me: int, event: Gain) -> None:
        if terrain(s, me, s.sheets[me].region) != MOUNTAIN:
            convert(s, me, self, s.sheets[me].region)


class DrillControlServer(Server):
    """The current region, or one that borders on it, becomes a mountain. Portals make no neighbours here."""

    rule, item = "HE-MEC-009", "structure:server_2"
    _level = 2

    async def would_gain(self, s: State, me: int, event: Gain) -> None:
        here = s.sheets[me].region
        flat = [region for region in (here, *s.config.map.near[here]) if terrain(s, me, region) != MOUNTAIN]
        if flat:
            region = await choose(me, "area", flat, self, "turn into a mountain", argument="region")
            convert(s, me, self, region)


class ServerCores(Server, abstract=True):
    """Cores."""

    async def would_gain(self, s: State, me: int, event: Gain) -> None:
        receive_cores(s, me, self, self.figure(s, "gain_units.amount"))


class AssemblyServerUnbuilt(ServerCores):
    """Gain 2 Cores."""

    printed, rule = "Assembly Server, unbuilt", "HE-MEC-003"
    _level = 3


class AssemblyServer(ServerCores):
    """Gain 4 Cores."""

    rule, item = "HE-MEC-002", "structure:server_3"
    _level = 3


class ArchiveServerUnbuilt(ServerGains):
    """Gain 3 resources, wood or gold in any mix."""

    printed, rule = "Archive Server, unbuilt", "HE-MEC-003"
    _level = 4


class ArchiveServer(common.ScoresNoted, ServerGains):
    """Gain 3 resources, wood or gold in any mix, and note 1 VP on this Server."""

    rule, item = "HE-MEC-002", "structure:server_4"
    counters = (("archive", "VP on the Archive Server"),)
    _level = 4

    async def would_gain(self, s: State, me: int, event: Gain) -> None:
        await common.gain(s, me, self)
        common.note(s, me, self, "archive", self.figure(s, "vp_note.vp"))


class MountainsOfTheDrill(MechanismPower):
    """A converted region is a mountain in everything that the Mechanisms count and pay; for others by a ruling."""

    rule = "HE-MEC-017"
    layers = ("mountains",)

    def counts_as(self, s: State, me: int, who: int, region: int) -> int:
        mine = who == me or s.config.rulings.mountains_for_all
        return MOUNTAIN if mine and s.layer(me, "mountains") >> region & 1 else -1


class ServerAndStructure(MechanismPower):
    """Who builds a Server and a structure in the same action, where there is a foundation, may write their sum."""

    printed, rule = "Server and structure on one foundation", "HE-MEC-007"
    asks_itself = True
    counters = (("first_level", "Level built first in this action", 4, True),)

    async def on_placement(self, s: State, me: int, block: int) -> None:
        sheet, level = s.sheets[me], level_of(s, me, block)
        if not (sheet.did(BUILT) and sheet.did(BUILT_SERVER)):
            s.write(me, "first_level", level)
            return
        both = level + s.counter(me, "first_level")
        free = is_foundation(s, me, sheet.region) and not barred(s, MayAct.FOUND, me, sheet.region)
        if free and both > sheet.founded.get(sheet.region, 0):
            name = s.config.map.names[sheet.region]
            if await yes(me, self, "both on the foundation", prompt=f"Write {both} on the foundation of {name}?"):
                await found(s, me, sheet.region, both, block)
                sheet.do(FOUNDED)


# -- units ------------------------------------------------------------------------------------------------------------
class CoresForIron(MechanismPower):
    """Where others get iron, from a region, a monster or a fortress, Mechanisms get a Core for each."""

    rule = "HE-MEC-011"
    printed = "Cores for iron"
    forced = True

    def may_would_gain(self, s: State, me: int, event: Gain) -> bool:
        return event.source != "gathering" and bool(event.amounts[IRON])

    def would_gain(self, s: State, me: int, event: Gain) -> Gain:
        wood, iron, gold = event.amounts
        receive_cores(s, me, self, iron)
        return event._replace(amounts=(wood, 0, gold))


class Colossus(common.StrongerUnits, MechanismPower):
    """A Colossus has 1 power more for each available mountain region of the map."""

    rule, item, unit = "HE-MEC-015", "unit:colossus", "colossus"

    def _times(self, s: State, me: int) -> int:
        return mountains(s, me)


# -- structures -------------------------------------------------------------------------------------------------------
def perished(s: State, me: int, combat: Combat, table: str, figure: str) -> int:
    """Cores for perished Crushers and Colossi: so many for each as the data say."""
    units = s.config.factions[me].units
    each = {key: s.config.fact(f"{table.format(key)}.figures.{figure.format(key)}.cores") for key in HEAVY}
    return sum(n * each.get(units[unit].key, 0) for unit, n in combat.sent_by(me))


HEAVY = ("crusher", "colossus")


class Capsule(common.Recruits, MechanismPower):
    """Cores can be recruited; perished Crushers and Colossi bring Cores."""

    rule, item = "HE-MEC-014", "structure:capsule"
    forced = True

    def may_post_battle(self, s: State, me: int, combat: Combat) -> bool:
        return self._cores(s, me, combat) > 0

    async def post_battle(self, s: State, me: int, combat: Combat) -> None:
        join(s, me, self, "core", self._cores(s, me, combat))

    def _cores(self, s: State, me: int, combat: Combat) -> int:
        return perished(s, me, combat, "faction.mechanisms.units.{}", "perish_gain")


class Radar(MechanismPower):
    """In a Movement action 2 wood buy 1 movement point, as often as one likes."""

    rule, item = "HE-MEC-022", "structure:radar"

    def reach(self, s: State, me: int) -> tuple[Way, ...]:
        kinds, n = kinds_of(s, self, "buy_move.pay")
        return (Way(self.name, self.rule, kinds=kinds, n=n, gain=self.figure(s, "buy_move.gain")),)


class ProxyServer(MechanismPower):
    """When a Server works, the player may step along the arrows to another, and pays for each step."""

    rule, item = "HE-MEC-004", "structure:proxy_server"
    about = (CostOf.STEP,)

    def cost_of(self, s: State, me: int, what: CostOf, who: int, it: int) -> Change | None:
        return set_to(self.figure(s, "step_price.any")) if what is CostOf.STEP and who == me else None


class Bunker(common.Recruits, MechanismPower):
    """Crushers can be recruited."""

    item = "structure:bunker"


class ChargingPost(common.SetsPower, MechanismPower):
    """A Core has 2 power from now on."""

    item, unit = "structure:charging_post", "core"


class TechnologyPark(MechanismPower):
    """1 Core more each time that Cores come from a region, a Server, a monster or a fortress."""

    rule, item = "HE-MEC-012", "structure:technology_park"

    def gain_of(self, s: State, me: int, kind: GainOf) -> Change | None:
        return add(self.figure(s, "special.amount")) if kind is GainOf.CORE else None


class RepairDock(common.SetsCost, MechanismPower):
    """A Crusher costs 4 gold from now on."""

    item, unit = "structure:repair_dock", "crusher"


class PneumaticTubes(common.ScoresEach, MechanismPower):
    """At the end 1 VP for each full 3 available mountain regions of the map."""

    rule, item = "HE-MEC-016", "structure:pneumatic_tubes"

    def _count(self, s: State, me: int) -> int:
        return mountains(s, me)


class Warehouse(common.Recruits, MechanismPower):
    """Colossi can be recruited."""

    rule, item = "HE-MEC-015", "structure:warehouse"


class HallOfTheArchons(common.ScoresEach, MechanismPower):
    """At the end 1 VP for each Server built."""

    printed, rule = "Hall of the Archons", "HE-MEC-008"
    item = "structure:hall_of_archons"

    def _count(self, s: State, me: int) -> int:
        blocks = s.config.factions[me].blocks
        return sum(1 for block, n in zip(blocks, s.sheets[me].built, strict=True) if n and block.kind == "server")


# -- artefacts --------------------------------------------------------------------------------------------------------
class OakenSceptre(common.ScoresEach, MechanismPower):
    """At the end 1 VP for each circled stock value."""

    printed, rule = "Oaken Sceptre of the Mechanisms", "HE-MEC-019"
    item = "artefact:paskaar"

    def _count(self, s: State, me: int) -> int:
        return sum(s.sheets[me].reached)


class IronDiadem(common.MovesFarther, MechanismPower):
    """1 movement point more in every Movement action."""

    printed = "Iron Diadem of the Mechanisms"
    item = "artefact:vurt"


class GoldenScales(MechanismPower):
    """After each combat 1 Core for each perished Crusher and Colossus, with or without the Capsule."""

    printed, rule = "Golden Scales of the Mechanisms", "HE-MEC-020"
    item = "artefact:dortal"
    forced = True

    def may_post_battle(self, s: State, me: int, combat: Combat) -> bool:
        return self._cores(s, me, combat) > 0

    async def post_battle(self, s: State, me: int, combat: Combat) -> None:
        join(s, me, self, "core", self._cores(s, me, combat))

    def _cores(self, s: State, me: int, combat: Combat) -> int:
        return perished(s, me, combat, self.at, "perish_gain_{}")


class MasonsPlumb(common.Discount, MechanismPower):
    """What is built in a Building action costs 2 resources less; a structure and a Server may share the 2."""

    printed, rule = "Mason's Plumb of the Mechanisms", "HE-MEC-021"
    item = "artefact:folen"
    about = (CostOf.BUILD, Limit.SPLIT)

    def cost_of(self, s: State, me: int, what: CostOf, who: int, it: int) -> Change | None:
        left = self.figure(s, "build_discount.amount") - s.sheets[me].saved
        return add(left) if what is CostOf.BUILD and who == me and left > 0 else None

    def limit(self, s: State, me: int, what: Limit, who: int, it: int) -> Change | None:
        sheet = s.sheets[me]
        first = not (sheet.did(BUILT) or sheet.did(BUILT_SERVER))
        return at_least(1) if what is Limit.SPLIT and who == me and first else None


class WarHorn(MechanismPower):
    """2 Cores at the start of each Movement action."""

    printed, rule = "War Horn of the Mechanisms", "HE-MOV-001"
    item = "artefact:odmoor"
    forced = True

    def may_phase_start(self, s: State, me: int, action: int) -> bool:
        return action == MOVE

    async def phase_start(self, s: State, me: int, action: int) -> None:
        join(s, me, self, "core", self.figure(s, "units_at.amount"))


class EaglesEye(common.Scores, MechanismPower):
    """At the end 4 VP."""

    printed = "Eagle's Eye of the Mechanisms"
    item = "artefact:togeed"
