"""The powers of the Halflings."""

from __future__ import annotations

from ....engine.masks import bits
from ....engine.runtime.ability import No, window
from ....engine.runtime.decision import Answer, choose
from ....engine.runtime.layers import Change, add, at_least, set_to
from ....engine.runtime.requirement import Action, Requirement
from ....engine.runtime.trace import report
from ....engine.tabletop.beside import BoxRow, WriteBox
from ..rules.actions import IN_COMBAT
from ..rules.battle import fight
from ..rules.building import found, founding, is_foundation
from ..rules.maps import FOREST, MEADOW, MOUNTAIN, TERRAINS
from ..rules.movement import terrain as terrain_of
from ..rules.state import BEATEN, BUILT, CIRCLED, FOUGHT_MONSTER, MONSTER_FIGHT, TWICE, Combat, State
from ..rules.stock import any_of, receive, said
from ..rules.timings import VOCABULARY, Points, Power, asked
from ..rules.topics import CostOf, Limit, MayAct, OnGain, RequirementMet
from . import common
from .common import is_artefact, is_block, join, note, unit_named

BOARD = "faction.halflings"
STRATEGIC = (FOREST, MEADOW, MOUNTAIN)  # the terrains of the block of strategic regions
FARTHEST = 99  # borders away: any region


class HalflingPower(Power, abstract=True):
    """A thing on the board of the Halflings."""

    faction = "halflings"


# -- looking ----------------------------------------------------------------------------------------------------------
def empire(s: State, me: int) -> int:
    """The regions of the empire."""
    return s.layer(me, "empire")


def inside(s: State, me: int, who: int) -> bool:
    """Is a player in the empire?"""
    region = s.sheets[who].region
    return region >= 0 and bool(empire(s, me) >> region & 1)


def guests(s: State, me: int) -> int:
    """How many opponents are in the empire."""
    return sum(1 for who in s.config.seats if who != me and inside(s, me, who))


def marked(s: State, me: int, terrain: int) -> int:
    """How many strategic regions of a terrain are marked in the block, whatever they count as on a map (HE-HAL-010)."""
    regions = s.config.map.regions
    return sum(1 for region in bits(empire(s, me)) if regions[region].strategic == terrain)


def strategic(s: State, me: int, terrain: int) -> int:
    """How many strategic regions of a terrain there are for the effects of structures (HE-HAL-031)."""
    return asked(s, "limit", Limit.STRATEGIC, me, terrain, marked(s, me, terrain), own=True)


def strategic_all(s: State, me: int) -> int:
    """The same of all terrains."""
    return sum(strategic(s, me, terrain) for terrain in STRATEGIC)


def by_level(s: State, me: int, power: Power) -> int:
    """The figure of a structure at the level that is built (HE-HAL-019)."""
    figures: list[int] = s.config.fact(f"{power.at}.by_level")
    return figures[s.stands(me, power.item.partition(":")[2]) - 1]


def growth(s: State, me: int) -> int:
    """The regions that the empire can add (HE-HAL-003)."""
    map_, have = s.config.map, empire(s, me)
    if asked(s, "limit", Limit.GROW, me, -1, 1, own=True) > 1:
        return map_.open & ~have
    near = 0
    for region in bits(have):
        near |= map_.near_mask[region]
    return near & ~have


# -- the empire -------------------------------------------------------------------------------------------------------
class Empire(HalflingPower):
    """The starting region is the empire; each structure adds a region that borders on it, wherever you stand."""

    rule = "HE-HAL-003"
    forced = True
    layers = ("empire", "start")
    shows = (("empire", "realm", "Empire of the Halflings"),)

    def may_act(self, s: State, me: int, what: MayAct, who: int, it: int) -> bool | No:
        if what is MayAct.BUILD and who == me and s.config.rulings.growth_needed and not growth(s, me):
            return No("no region is left that the empire can add")
        return True

    async def setup(self, s: State, me: int) -> None:
        region = s.sheets[me].region
        s.draw(me, "start", region)
        await self._add(s, me, region, s.config.rulings.start_gives_bonus)

    def may_on_placement(self, s: State, me: int, block: int) -> bool:
        return bool(growth(s, me))

    async def on_placement(self, s: State, me: int, block: int) -> None:
        prompt = "Which region joins the empire?"
        options = list(bits(growth(s, me)))
        region = await choose(me, "area", options, self, "region for the empire", prompt=prompt)
        await self._add(s, me, region, True)

    async def _add(self, s: State, me: int, region: int, bonus: bool) -> None:
        s.draw(me, "empire", region)
        report(s, self.rule, "adds {} to the empire", s.config.map.names[region], who=me, touched=(f"area:{region}",))
        if bonus:
            await window(s, VOCABULARY, "on_gain", me, s, me, OnGain.REGION, region)


class MovementOfTheEmpire(HalflingPower):
    """A region of the empire takes 1 movement point, any other 2, whatever the terrain."""

    rule = "HE-HAL-014"
    about = (CostOf.ENTER,)

    def cost_of(self, s: State, me: int, what: CostOf, who: int, it: int) -> Change | None:
        if what is not CostOf.ENTER or who != me:
            return None
        return set_to(s.config.fact(f"{BOARD}.empire.{'inside' if empire(s, me) >> it & 1 else 'outside'}"))


class FoundationsOfTheEmpire(HalflingPower):
    """The structure just built stands at once on the foundation of the region that joins the empire."""

    rule = "HE-HAL-015"
    forced = True

    def may_act(self, s: State, me: int, what: MayAct, who: int, it: int) -> bool | No:
        if what is MayAct.PUT and who == me and not s.config.rulings.own_foundations_too:
            return No("Halflings build on the foundations of regions that join the empire")
        return True

    def may_on_gain(self, s: State, me: int, what: OnGain, n: int) -> bool:
        return what is OnGain.REGION and s.sheets[me].did(BUILT) and founding(s, me, n, self._level(s, me))

    async def on_gain(self, s: State, me: int, what: OnGain, n: int) -> None:
        await found(s, me, n, self._level(s, me), self._block(s, me))

    def _block(self, s: State, me: int) -> int:
        """The structure of this action: one a Building action, one Building action a round."""
        return max(bits(s.sheets[me].fresh_blocks))

    def _level(self, s: State, me: int) -> int:
        return s.sheets[me].built[self._block(s, me)]


class PointsOfTheEmpire(HalflingPower):
    """At the end the regions of the empire that are not strategic bring points by their number."""

    rule = "HE-HAL-016"

    def victory_points(self, s: State, me: int) -> tuple[Points, ...]:
        scale: list[int] = s.config.fact(f"{BOARD}.empire.scale")
        regions = s.config.map.regions
        n = sum(1 for region in bits(empire(s, me)) if regions[region].strategic < 0)
        return (Points("empire", "Empire", scale[min(n, len(scale)) - 1] if n else 0),)


# -- the block of strategic regions -----------------------------------------------------------------------------------
class StrategicRow(HalflingPower, abstract=True):
    """The bonus of a strategic region that joins the empire: resources, Gladiators or power at once, points at the end
    (HE-HAL-007).
    """

    forced = True
    _terrain = -1

    def may_on_gain(self, s: State, me: int, what: OnGain, n: int) -> bool:
        return what is OnGain.REGION and s.config.map.regions[n].strategic == self._terrain

    async def on_gain(self, s: State, me: int, what: OnGain, n: int) -> None:
        key = self._key(s, n)
        bonus, amount = s.config.fact(f"{key}.kind"), s.config.fact(f"{key}.amount")
        if bonus == "resources":
            await receive(s, me, self, s.config.amounts(f"{key}.resources"), "effect")
        elif bonus == "gladiators":
            join(s, me, self, "gladiator", amount)
        elif bonus == "power":
            raise_power(s, me, self, amount)

    def victory_points(self, s: State, me: int) -> tuple[Points, ...]:
        regions, without = s.config.map.regions, 0
        if not s.config.rulings.start_gives_bonus:
            without = s.layer(me, "start")
        found = [r for r in bits(empire(s, me) & ~without) if regions[r].strategic == self._terrain]
        keys = [(regions[r].name, self._key(s, r)) for r in found]
        return tuple(
            Points("empire", name, s.config.fact(f"{key}.amount"))
            for name, key in keys
            if s.config.fact(f"{key}.kind") == "vp"
        )

    def tell(self, s: State, me: int, what: str, option: Answer) -> tuple[str, str]:
        mine = isinstance(option, int) and s.config.map.regions[option].strategic == self._terrain
        if what != "region for the empire" or not mine:
            return "", ""
        return f"strategic {TERRAINS[self._terrain]}: {self._bonus(s, option)}", ""

    def rows(self, s: State, me: int) -> tuple[BoxRow, ...]:
        regions, have = s.config.map.regions, empire(s, me)
        fresh = s.sheets[me].fresh_regions & have
        boxes = tuple(
            WriteBox(region.name, "tick" if have >> i & 1 else "", fresh=bool(fresh >> i & 1), brings=self._bonus(s, i))
            for i, region in enumerate(regions)
            if region.strategic == self._terrain
        )
        row = f"{BOARD}.opponents.{TERRAINS[self._terrain]}"
        note = s.config.fact(f"{row}.text")
        works = marked(s, me, self._terrain) >= s.config.fact(f"{row}.needs")
        title = f"Strategic {TERRAINS[self._terrain]}s"
        return (BoxRow(title, boxes, note=f"{'At work' if works else 'From two on'}: {note}", rule=self.rule),)

    def _bonus(self, s: State, region: int) -> str:
        """What a region brings, in words."""
        key = self._key(s, region)
        kind, n = s.config.fact(f"{key}.kind"), s.config.fact(f"{key}.amount")
        if kind == "resources":
            return said(s.config.amounts(f"{key}.resources"))
        return {"gladiators": f"{n} Gladiators", "power": f"{n} power", "vp": f"{n} VP at the end"}[kind]

    def _key(self, s: State, region: int) -> str:
        return f"{BOARD}.strategic.{s.config.map.regions[region].slug}"


def raise_power(s: State, me: int, by: Power, n: int) -> None:
    """The power noted at Conscription grows."""
    s.write(me, "conscription", s.counter(me, "conscription") + n)
    report(s, by.rule, "notes {} power", n, who=me)


class StrategicMountains(StrategicRow):
    """Harrax, Lox, Vurt and Tog' Eed each bring their bonus when they join the empire."""

    rule = "HE-HAL-004"
    _terrain = MOUNTAIN


class StrategicForests(StrategicRow):
    """Asander, Folen, Odmoor and Wirs each bring their bonus when they join the empire."""

    rule = "HE-HAL-005"
    _terrain = FOREST


class StrategicMeadows(StrategicRow):
    """Esmore, Nikleen, Paskaar and Yreel each bring their bonus when they join the empire."""

    rule = "HE-HAL-006"
    _terrain = MEADOW


class NotedPower(HalflingPower):
    """The power noted at Conscription joins every combat, with or without units, though Conscription be not built."""

    rule = "HE-HAL-008"
    counters = (("conscription", "Power of Conscription"),)

    def fixed_results(self, s: State, me: int, combat: Combat | None) -> Change | None:
        return add(s.counter(me, "conscription"))


class OpponentsBonus(HalflingPower, abstract=True):
    """Two marks of one terrain give a bonus to each opponent who acts in the empire (HE-HAL-009)."""

    _bonus = ""

    def _row(self, s: State) -> str:
        rows = f"{BOARD}.opponents"
        found = (f"{rows}.{name}" for name in TERRAINS if name in s.config.names(rows))
        return next((row for row in found if s.config.fact(f"{row}.bonus") == self._bonus), "")

    def _gives(self, s: State, me: int, who: int) -> int:
        """What it gives a player where he is: its amount, perhaps for each two marks; 0 when it does not work."""
        if who == me or who < 0 or not inside(s, me, who) or not (row := self._row(s)):
            return 0
        n = marked(s, me, TERRAINS.index(row.rpartition(".")[2])) // s.config.fact(f"{row}.needs")
        amount: int = s.config.fact(f"{row}.amount")
        return amount * int(n if s.config.rulings.bonus_each_two else min(n, 1))


class OpponentsSpoils(OpponentsBonus):
    """Opponents who win any combat in the empire get 2 resources more, of kinds of their choice."""

    rule = "HE-HAL-011"
    forced = True
    _bonus = "win_plus_2"

    def may_post_battle(self, s: State, me: int, combat: Combat) -> bool:
        return self._gives(s, me, combat.winner) > 0

    async def post_battle(self, s: State, me: int, combat: Combat) -> None:
        await any_of(s, combat.winner, self, self._gives(s, me, combat.winner))


class OpponentsBuilding(OpponentsBonus):
    """Opponents in the empire build structures of any level, whatever the level of the action."""

    rule = "HE-HAL-012"
    _bonus = "ignore_level"
    about = (Limit.LEVEL,)

    def limit(self, s: State, me: int, what: Limit, who: int, it: int) -> Change | None:
        highest = self._gives(s, me, who) if what is Limit.LEVEL else 0
        return at_least(highest) if highest else None


class OpponentsLevel(OpponentsBonus):
    """Opponents in the empire perform one announced action of a round at a level that is 1 higher."""

    rule = "HE-HAL-013"
    _bonus = "level_plus_1"
    about = (Limit.RAISE,)

    def limit(self, s: State, me: int, what: Limit, who: int, it: int) -> Change | None:
        more = self._gives(s, me, who) if what is Limit.RAISE else 0
        return add(more) if more else None


# -- structures -------------------------------------------------------------------------------------------------------
class SmallSchool(common.Recruits, HalflingPower):
    """Recruit Gladiators, who cost 4, 3 or 2 gold by level. Level 1 stands from the start."""

    rule = "HE-HAL-018"
    item = "structure:small_school"
    about = (CostOf.HIRE,)

    def cost_of(self, s: State, me: int, what: CostOf, who: int, it: int) -> Change | None:
        if what is CostOf.HIRE and who == me and it == unit_named(s, me, "gladiator"):
            return set_to(by_level(s, me, self))
        return None


class BathHouse(common.ScoresNoted, HalflingPower):
    """At stage 5 of Movement note 1 VP if an opponent is in an empire that is large enough for the level."""

    rule = "HE-HAL-021"
    item = "structure:bath_house"
    counters = (("bath", "Points of the Bath House"),)
    forced = True

    def may_in_phase(self, s: State, me: int) -> bool | No:
        if not s.acting >> me & 1 or not guests(s, me):
            return No("no opponent is in the empire")
        return empire(s, me).bit_count() >= by_level(s, me, self) or No("the empire is too small")

    async def in_phase(self, s: State, me: int) -> None:
        note(s, me, self, "bath", self.figure(s, "vp_note.vp"))


class Conscription(HalflingPower):
    """At stage 5 of Movement each opponent in the empire raises the power that is noted here, by size and level."""

    rule = "HE-HAL-022"
    item = "structure:conscription"
    forced = True

    def may_in_phase(self, s: State, me: int) -> bool | No:
        if not s.acting >> me & 1 or not guests(s, me):
            return No("no opponent is in the empire")
        return empire(s, me).bit_count() >= by_level(s, me, self) or No("the empire is too small")

    async def in_phase(self, s: State, me: int) -> None:
        raise_power(s, me, self, guests(s, me) * (empire(s, me).bit_count() // by_level(s, me, self)))


class Colosseum(HalflingPower):
    """Mark 1, 2, 3 more regions: they cost you 1 movement point less, and opponents 1 more."""

    rule = "HE-HAL-024"
    item = "structure:colosseum"
    layers = ("colosseum",)
    shows = (("colosseum", "marked", "Colosseum"),)
    forced = True
    about = (CostOf.ENTER,)

    def cost_of(self, s: State, me: int, what: CostOf, who: int, it: int) -> Change | None:
        if what is not CostOf.ENTER or not s.layer(me, "colosseum") >> it & 1:
            return None
        n: int = self.figure(s, "special.amount")
        return add(-n if who == me else n)

    def may_on_placement(self, s: State, me: int, block: int) -> bool:
        return is_block(s, me, self, block)

    async def on_placement(self, s: State, me: int, block: int) -> None:
        n = by_level(s, me, self)
        if not s.config.rulings.colosseum_marks_add_up:
            n -= s.layer(me, "colosseum").bit_count()
        for _ in range(n):
            free = list(bits(s.config.map.open & ~s.layer(me, "colosseum")))
            if not free:
                return
            prompt = "Which region does the Colosseum mark?"
            region = await choose(me, "area", free, self, "region to mark", prompt=prompt)
            s.draw(me, "colosseum", region)
            name = s.config.map.names[region]
            report(s, self.rule, "marks {}", name, who=me, touched=(f"area:{region}",))


def _reach(s: State, me: int) -> int:
    """How many places of the line, from the leftmost circled one, the Colosseum opens (HE-HAL-025)."""
    return strategic_all(s, me) if s.config.rulings.colosseum_counts_all else strategic(s, me, FOREST)


def _place(s: State, me: int, place: int) -> int:
    """The place of a monster, counted from the leftmost that is circled; 0 where there is none."""
    monsters = s.sheets[me].monsters
    first = next((i for i, fate in enumerate(monsters) if fate in CIRCLED), len(monsters))
    return max(place - first + 1, 0)


def _passed(s: State, me: int, place: int) -> int:
    """How many monsters left of one cost a point to pass: those that could be fought again (`second_fight_skips`)."""
    rulings = s.config.rulings
    if rulings.every_place_costs_a_point:
        return max(_place(s, me, place) - 1, 0)
    fates = CIRCLED if rulings.circled_cost_a_point else (BEATEN,)
    return sum(1 for fate in s.sheets[me].monsters[:place] if fate in fates)


class SecondFight(HalflingPower, Action[State]):
    """Fight a monster again that is circled, instead of a usual combat with one: it brings double points."""

    item = "structure:colosseum"
    verb, rule, shape = "fight again", "HE-HAL-025", ("monster",)
    phrase = "Fight again: {}"
    when = (
        *IN_COMBAT,
        Requirement("HE-HAL-025", "The Colosseum stands", lambda s, me: s.stands(me, "colosseum") > 0),
    )
    requirements = (
        Requirement(
            "HE-MON-005",
            "No monster was fought in this round",
            lambda s, me: not s.sheets[me].tasks >> FOUGHT_MONSTER & 1,
        ),
        Requirement(
            "HE-HAL-026",
            "It is circled, and not beaten twice",
            lambda s, me, place: s.sheets[me].monsters[place] == BEATEN,
        ),
        Requirement(
            "HE-HAL-025",
            "Its place, from the leftmost circled monster, is within the strategic regions that count",
            lambda s, me, place: _place(s, me, place) <= _reach(s, me),
            lambda s, me, place: f"{_place(s, me, place)} to {_reach(s, me)}",
        ),
        Requirement(
            "HE-MON-003",
            "Points are left to skip those before it",
            lambda s, me, place: _passed(s, me, place) <= s.sheets[me].points,
            lambda s, me, place: f"{_passed(s, me, place)} of {s.sheets[me].points}",
        ),
    )

    def tell(self, s: State, me: int, what: str, option: Answer) -> tuple[str, str]:
        if not isinstance(option, tuple) or option[0] != self.verb:
            return "", ""
        n = _passed(s, me, option[1])
        skip = f"; {n} point{'' if n == 1 else 's'} to pass those before it" if n else ""
        return f"brings no resources{skip}", f"{s.config.monsters[option[1]].vp} VP more"

    async def do(self, s: State, me: int, *args: Answer) -> None:
        (place,) = args
        sheet, monster = s.sheets[me], s.config.monsters[place]
        sheet.points -= _passed(s, me, place)
        sheet.tasks |= 1 << FOUGHT_MONSTER
        if await fight(s, me, MONSTER_FIGHT, place, monster.power):
            sheet.monsters[place] = TWICE
            sheet.fresh_monsters |= 1 << place
            report(s, "HE-HAL-026", "beats the monster of power {} again: {} VP more", monster.power, monster.vp,
                   who=me, touched=(f"monster:{place}",))  # fmt: skip
        s.combat = None


class Aqueduct(HalflingPower):
    """Fortresses and monsters bring 0, 1 or 2 resources more, and have 1 power less for each strategic mountain."""

    rule = "HE-HAL-028"
    item = "structure:aqueduct"
    forced = True

    def defence(self, s: State, me: int, combat: Combat | None) -> Change | None:
        all_ = s.config.rulings.strategic_counts_all
        n: int = self.figure(s, "special.amount")
        return add(-n * (strategic_all(s, me) if all_ else strategic(s, me, MOUNTAIN)))

    def may_on_gain(self, s: State, me: int, what: OnGain, n: int) -> bool:
        if what is OnGain.MONSTER:  # a mark of victory over players is no monster defeated
            return s.combat is not None and s.combat.sort == MONSTER_FIGHT and by_level(s, me, self) > 0
        return what is OnGain.FORTRESS and by_level(s, me, self) > 0

    async def on_gain(self, s: State, me: int, what: OnGain, n: int) -> None:
        await any_of(s, me, self, by_level(s, me, self))


class MilitaryCamp(common.Recruits, HalflingPower):
    """Recruit Legionnaires of 6, 8 or 10 power by level."""

    rule = "HE-HAL-029"
    item = "structure:military_camp"

    def strength(self, s: State, me: int, unit: int) -> Change | None:
        return set_to(by_level(s, me, self)) if unit == unit_named(s, me, "legionnaire") else None


class Legionnaires(HalflingPower):
    """A Legionnaire costs 1 gold less for each strategic meadow in the empire, but never less than 1."""

    rule = "HE-HAL-029"
    item = "unit:legionnaire"
    about = (CostOf.HIRE,)

    def cost_of(self, s: State, me: int, what: CostOf, who: int, it: int) -> tuple[Change, ...] | None:
        if what is not CostOf.HIRE or who != me or it != unit_named(s, me, "legionnaire"):
            return None
        all_ = s.config.rulings.strategic_counts_all
        n = strategic_all(s, me) if all_ else strategic(s, me, MEADOW)
        return add(-n * self.figure(s, "special.amount")), at_least(self.figure(s, "special.least"))


# -- artefacts --------------------------------------------------------------------------------------------------------
class OakenSceptreOfTheHalflings(HalflingPower):
    """For the effects of your structures you have 1 strategic region more, of a terrain chosen on collecting."""

    printed = "Oaken Sceptre of the Halflings"
    rule = "HE-HAL-031"
    item = "artefact:paskaar"
    ticks = ("one more forest", "one more meadow", "one more mountain")
    forced = True
    about = (Limit.STRATEGIC,)

    def limit(self, s: State, me: int, what: Limit, who: int, it: int) -> Change | None:
        if what is Limit.STRATEGIC and who == me and s.ticked(me, f"one more {TERRAINS[it]}"):
            return add(self.figure(s, "special.amount"))
        return None

    def may_on_control(self, s: State, me: int, artefact: int, lost: bool) -> bool:
        return not lost and is_artefact(s, me, self, artefact) and not any(s.ticked(me, t) for t in self.ticks)

    async def on_control(self, s: State, me: int, artefact: int, lost: bool) -> None:
        terrain = await choose(me, "choice", [TERRAINS[t] for t in STRATEGIC], self, "terrain of one more region")
        s.tick(me, f"one more {terrain}")
        report(s, self.rule, "counts one {} more", terrain, who=me)


class IronDiademOfTheHalflings(common.UnitsAtOnce, HalflingPower):
    """At once 4 Gladiators join the army."""

    printed = "Iron Diadem of the Halflings"
    item = "artefact:vurt"
    unit = "gladiator"


class GoldenScalesOfTheHalflings(common.Discount, HalflingPower):
    """Each structure costs 1 resource less, of a kind of your choice."""

    printed = "Golden Scales of the Halflings"
    item = "artefact:dortal"


class MasonsPlumbOfTheHalflings(common.Scores, HalflingPower):
    """4 VP at the end."""

    printed = "Mason's Plumb of the Halflings"
    item = "artefact:folen"


class WarHornOfTheHalflings(common.StrongerUnits, HalflingPower):
    """Each Gladiator has 1 power more."""

    printed = "War Horn of the Halflings"
    item = "artefact:odmoor"
    unit = "gladiator"


class EaglesEyeOfTheHalflings(HalflingPower):
    """The empire may add any available region, bordering or not; it belongs to the empire in every way."""

    printed = "Eagle's Eye of the Halflings"
    rule = "HE-HAL-033"
    item = "artefact:togeed"
    about = (Limit.GROW,)

    def limit(self, s: State, me: int, what: Limit, who: int, it: int) -> Change | None:
        return at_least(FARTHEST) if what is Limit.GROW and who == me else None


class ConditionsOfTheEmpire(HalflingPower):
    """In Folen the empire must hold 4 regions with a foundation, in Tog' Eed 4 mountains."""

    rule = "HE-HAL-032"

    def requirement_met(self, s: State, me: int, kind: RequirementMet, it: str) -> int | None:
        if kind is RequirementMet.EMPIRE_FOUNDATIONS:
            return sum(1 for region in bits(empire(s, me)) if is_foundation(s, me, region))
        if kind is RequirementMet.EMPIRE_MOUNTAINS:
            return sum(1 for region in bits(empire(s, me)) if terrain_of(s, me, region) == MOUNTAIN)
        return None
