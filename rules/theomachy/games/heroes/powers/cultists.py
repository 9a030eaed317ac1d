"""The powers of the Cultists."""

from __future__ import annotations

from ....engine.masks import bits
from ....engine.runtime.ability import No, window
from ....engine.runtime.decision import Answer, choose, number, some, yes
from ....engine.runtime.layers import Change, add, at_least, folded, set_to
from ....engine.runtime.requirement import Action, Requirement
from ....engine.runtime.trace import report
from ....engine.tabletop.beside import BoxRow, WriteBox
from ..rules.actions import IN_COMBAT, IN_FINDS, TAKE
from ..rules.artefacts import artefact_here, hand_over, printed
from ..rules.battle import fort_here, fort_of, skipped
from ..rules.config import BUILD
from ..rules.maps import MEADOW, RESOURCES
from ..rules.movement import portals, terrain
from ..rules.state import (
    BEATEN,
    COLLECTED,
    ENSLAVED,
    FOUGHT,
    FOUGHT_MONSTER,
    FREE,
    PLAYERS_FIGHT,
    SLAVES,
    SPENT,
    STORMED,
    TAMED,
    TAMED_SPENT,
    TOOK_ARTEFACT,
    Combat,
    State,
)
from ..rules.stock import KINDS, of_kind, pay_any, receive, said, spend
from ..rules.timings import VOCABULARY, Fighter, Points, Power
from ..rules.topics import CostOf, Limit, OnGain, RequirementMet
from . import common
from .common import join

BLOCK = "faction.cultists.sacrifice"
ROWS = tuple((f"{kind} marks", f"Marks of {kind}", 14) for kind in RESOURCES)
MARKED = (OnGain.WOOD_MARK, OnGain.IRON_MARK, OnGain.GOLD_MARK)
RESTORED = {SPENT: ENSLAVED, TAMED_SPENT: TAMED}
USED = {ENSLAVED: SPENT, TAMED: TAMED_SPENT}


class CultistPower(Power, abstract=True):
    """A thing on the board of the Cultists."""

    faction = "cultists"


# -- looking ----------------------------------------------------------------------------------------------------------
def marks(s: State, me: int, row: int) -> int:
    """How many marks stand in the row of a resource."""
    return s.counter(me, f"{RESOURCES[row]} marks")


def bonus(s: State, row: int, box: int) -> str:
    """Where the data of the bonus above a box stand; "" for a box without one."""
    key = f"{BLOCK}.{RESOURCES[row]}"
    return f"{key}.{box}" if str(box) in s.config.names(key) else ""


def reached(s: State, me: int, kind: str) -> list[str]:
    """Where the data of all bonuses of a kind stand that a Cultist has reached."""
    found = [bonus(s, row, box) for row in KINDS for box in range(1, marks(s, me, row) + 1)]
    return [key for key in found if key and s.config.fact(f"{key}.kind") == kind]


def opens(s: State, me: int, symbols: tuple[str, ...], need: str) -> bool:
    """Do the symbols that a Cultist has reached enslave a thing: one of those that it shows, or all (HE-CUL-014)?"""
    hooks = VOCABULARY.mine(s.key, "requirement_met", me)
    if need == "never" or not symbols:
        return False
    has = (any(met(s, me, RequirementMet.SYMBOL, symbol) for _, _, met in hooks) for symbol in symbols)
    return any(has) if need == "one" else all(has)


def enslaved(s: State, me: int) -> dict[str, int]:
    """How many monsters, fortresses and artefacts are enslaved."""
    return {
        "monsters": sum(1 for fate in s.sheets[me].monsters if fate in SLAVES),
        "fortresses": sum(1 for region in bits(s.bound) if s.seized.get(region) == me),
        "artefacts": sum(1 for artefact in bits(s.chained) if s.held[artefact] == me),
    }


def slave_power(s: State, me: int, power: int) -> int:
    """The power of something enslaved in a combat."""
    return folded(power, VOCABULARY.mine(s.key, "strength", me), s, me, -1)


def beside(s: State, region: int) -> int:
    """A region and those with a common border."""
    return s.config.map.near_mask[region] | 1 << region


# -- sacrifices -------------------------------------------------------------------------------------------------------
def mark_price(s: State, n: int) -> int:
    """What so many marks of one row cost, bought together (HE-CUL-003)."""
    prices: list[int] = s.config.fact(f"{BLOCK}.mark_prices")
    if s.config.rulings.eighth_mark_36 and n == len(prices):
        return n * (n + 1) // 2
    return prices[n - 1]


def affordable(s: State, me: int, row: int) -> int:
    """The most marks that can be bought for a row now (HE-CUL-004)."""
    room = s.config.fact(f"{BLOCK}.boxes_per_row") - marks(s, me, row)
    most = min(room, s.config.fact(f"{BLOCK}.most_per_row_and_round"))
    return sum(1 for n in range(1, most + 1) if mark_price(s, n) <= s.sheets[me].stock[row])


async def place_marks(s: State, me: int, by: Power, row: int, n: int) -> None:
    """Marks go into the leftmost empty boxes, and bring what stands above them at once (HE-CUL-006, HE-CUL-007)."""
    kind = RESOURCES[row]
    for _ in range(n):
        box = marks(s, me, row) + 1
        s.write(me, f"{kind} marks", box)
        report(s, "HE-CUL-006", "marks box {} of the {} row", box, kind, who=me)
        await window(s, VOCABULARY, "on_gain", me, s, me, MARKED[row], box)


class Sacrifice(CultistPower):
    """Right after building buy marks with the resources that are red in the cost, for the rows of these resources."""

    rule = "HE-CUL-002"
    asks_itself = True
    counters = ROWS

    def rows(self, s: State, me: int) -> tuple[BoxRow, ...]:
        places = [counter.key for counter in s.config.factions[me].counters]
        most = s.config.fact(f"{BLOCK}.boxes_per_row")
        return tuple(
            BoxRow(title, tuple(_box(s, me, row, box, places.index(key)) for box in range(1, most + 1)), rule=self.rule)
            for row, (key, title, _) in enumerate(ROWS)
        )

    def tell(self, s: State, me: int, what: str, option: Answer) -> tuple[str, str]:
        if what == "row of the sacrifice" and isinstance(option, int):
            return f"{marks(s, me, option)} marks stand there; up to {affordable(s, me, option)} more can be paid", ""
        if what == "marks" and isinstance(option, int):
            return "", f"for {mark_price(s, option)}"
        return "", ""

    def may_on_placement(self, s: State, me: int, block: int) -> bool | No:
        red = s.config.factions[me].blocks[block].marks
        return any(affordable(s, me, row) for row in red) or No("no mark can be paid")

    async def on_placement(self, s: State, me: int, block: int) -> None:
        done: list[int] = []

        def rows() -> list[int]:
            red = s.config.factions[me].blocks[block].marks
            return [row for row in red if row not in done and affordable(s, me, row)]

        async for row in some(me, "choice", rows, self, "row of the sacrifice", argument="resource"):
            done.append(row)
            most = affordable(s, me, row)
            n = await number(me, 1, most, "HE-CUL-003", "marks", prompt=f"How many marks of {RESOURCES[row]}?")
            spend(s, me, "HE-CUL-003", of_kind(row, mark_price(s, n)))
            await place_marks(s, me, self, row, n)


def _box(s: State, me: int, row: int, box: int, counter: int) -> WriteBox:
    """One box of the sacrifice block, with what stands above it."""
    key, mark = bonus(s, row, box), "tick" if box <= marks(s, me, row) else ""
    told = _brings(s, key)
    short = told.removeprefix("the symbol ").removeprefix("1 ") if told else str(box)
    name = told if short == "VP" else short
    return WriteBox(name, mark, brings=told, tool=f"sheets:{me}:counters:{counter}={box}")


def _brings(s: State, key: str) -> str:
    """A bonus in words; "" where there is none."""
    if not key:
        return ""
    kind = s.config.fact(f"{key}.kind")
    if kind == "symbol":
        return f"the symbol {s.config.fact(f'{key}.name')}"
    if kind == "resources":
        return said(s.config.amounts(f"{key}.amount"))
    n = s.config.fact(f"{key}.amount")
    return f"{n} VP" if kind == "vp" else f"{n} {kind.capitalize() if kind == 'pilgrim' else kind}"


class LordsBonus(CultistPower, abstract=True):
    """A bonus of the lord above a box of the sacrifice block, received at once."""

    forced = True
    _bonus = ""

    def may_on_gain(self, s: State, me: int, what: OnGain, n: int) -> bool:
        key = self._key(s, what, n)
        return bool(key) and s.config.fact(f"{key}.kind") == self._bonus

    async def on_gain(self, s: State, me: int, what: OnGain, n: int) -> None:
        await self._brings(s, me, self._key(s, what, n))

    def _key(self, s: State, what: OnGain, n: int) -> str:
        return bonus(s, MARKED.index(what), n) if what in MARKED else ""

    async def _brings(self, s: State, me: int, key: str) -> None:
        raise NotImplementedError


class BonusOfPilgrims(LordsBonus):
    """A Pilgrim joins the army at once."""

    rule = "HE-CUL-009"
    _bonus = "pilgrim"

    async def _brings(self, s: State, me: int, key: str) -> None:
        join(s, me, self, "pilgrim", s.config.fact(f"{key}.amount"))


class BonusOfPortals(LordsBonus):
    """At once draw a portal in any available region: it is a portal for you alone."""

    rule = "HE-CUL-010"
    layers = ("portals",)
    shows = (("portals", "portal", "Portal of the Cultists"),)
    _bonus = "portal"

    def adjacent(self, s: State, me: int) -> int:
        return s.layer(me, "portals")

    async def _brings(self, s: State, me: int, key: str) -> None:
        for _ in range(s.config.fact(f"{key}.amount")):
            free = list(bits(s.config.map.open & ~portals(s, me)))
            if not free:
                return
            prompt = "Where does your portal open?"
            region = await choose(me, "area", free, self, "region for a portal", prompt=prompt)
            s.draw(me, "portals", region)
            name = s.config.map.names[region]
            report(s, self.rule, "draws a portal in {}", name, who=me, touched=(f"area:{region}",))


class BonusOfPoints(CultistPower):
    """Victory points above boxes with a mark count at the end."""

    rule = "HE-CUL-011"

    def victory_points(self, s: State, me: int) -> tuple[Points, ...]:
        n = sum(s.config.fact(f"{key}.amount") for key in reached(s, me, "vp"))
        return (Points("marks", "Marks", n),)


class BonusOfResources(LordsBonus):
    """Resources come into the stock at once."""

    rule = "HE-CUL-012"
    _bonus = "resources"

    async def _brings(self, s: State, me: int, key: str) -> None:
        await receive(s, me, self, s.config.amounts(f"{key}.amount"), "effect")


class Symbols(CultistPower):
    """A symbol above a box with a mark enslaves as often as you like."""

    rule = "HE-CUL-013"

    def requirement_met(self, s: State, me: int, kind: RequirementMet, it: str) -> int | None:
        if kind is not RequirementMet.SYMBOL:
            return None
        return sum(1 for key in reached(s, me, "symbol") if s.config.fact(f"{key}.name") == it)


# -- enslaving --------------------------------------------------------------------------------------------------------
def _symbols(symbols: tuple[str, ...], need: str) -> str:
    """ "thorn or chain"; "root and sun"."""
    return (" or " if need == "one" else " and ").join(symbols) if symbols and need != "never" else "cannot be enslaved"


def _monster_symbols(s: State, me: int, place: int) -> str:
    monster = s.config.monsters[place]
    return _symbols(monster.symbols, monster.need)


class EnslaveMonster(CultistPower, Action[State]):
    """Enslave a monster of the line instead of fighting one: it brings nothing, and fights for you."""

    verb, rule, shape, when = "enslave", "HE-CUL-015", ("next monster",), IN_COMBAT
    phrase = "Enslave: {}"
    requirements = (
        Requirement(
            "HE-CUL-015",
            "No monster was fought or enslaved in this round",
            lambda s, me: not s.sheets[me].tasks >> FOUGHT_MONSTER & 1,
        ),
        Requirement(
            "HE-CUL-018",
            "It is neither beaten nor enslaved",
            lambda s, me, place: s.sheets[me].monsters[place] == FREE,
            implied_by=("next monster",),
        ),
        Requirement(
            "HE-CUL-016",
            "It can be enslaved at all",
            lambda s, me, place: s.config.monsters[place].need != "never",
        ),
        Requirement(
            "HE-CUL-014",
            "You have its symbols",
            lambda s, me, place: (
                s.config.monsters[place].need == "never"
                or opens(s, me, s.config.monsters[place].symbols, s.config.monsters[place].need)
            ),
            _monster_symbols,
        ),
        Requirement(
            "HE-MON-003",
            "Points are left to skip those before it",
            lambda s, me, place: skipped(s, me, place) <= s.sheets[me].points,
            lambda s, me, place: f"{skipped(s, me, place)} of {s.sheets[me].points}",
        ),
    )

    def tell(self, s: State, me: int, what: str, option: Answer) -> tuple[str, str]:
        if not isinstance(option, tuple) or option[0] != self.verb:
            return "", ""
        monster, n = s.config.monsters[option[1]], skipped(s, me, option[1])
        skip = f"; {n} point{'' if n == 1 else 's'} to skip those before it" if n else ""
        return f"fights for you, and brings nothing{skip}", f"power {slave_power(s, me, monster.power)}"

    async def do(self, s: State, me: int, *args: Answer) -> None:
        (place,) = args
        sheet = s.sheets[me]
        sheet.points -= skipped(s, me, place)
        sheet.tasks |= 1 << FOUGHT_MONSTER
        sheet.monsters[place] = ENSLAVED
        sheet.fresh_monsters |= 1 << place
        power = s.config.monsters[place].power
        report(s, "HE-CUL-019", "enslaves the monster of power {}", power, who=me, touched=(f"monster:{place}",))


def _fort_open(s: State, me: int) -> bool:
    fort = fort_here(s, me)
    return fort is not None and fort.region not in s.seized


def _fort_can(s: State, me: int) -> bool:
    fort = fort_here(s, me)
    return fort is None or fort.enslavable


def _fort_symbols(s: State, me: int) -> bool:
    fort = fort_here(s, me)
    return fort is None or not fort.enslavable or opens(s, me, fort.symbols, fort.need)


def _fort_shows(s: State, me: int) -> str:
    fort = fort_here(s, me)
    return "no fortress" if fort is None else _symbols(fort.symbols, fort.need)


class EnslaveFortress(CultistPower, Action[State]):
    """Enslave the fortress or citadel of your region instead of storming it."""

    verb, rule, when = "enslave the fortress", "HE-CUL-017", IN_COMBAT
    phrase = "Enslave the fortress"
    requirements = (
        Requirement("HE-CUL-017", "A fortress stands in your region that nobody has", _fort_open),
        Requirement(
            "HE-CUL-018", "You have not stormed it in this action", lambda s, me: not s.sheets[me].did(STORMED)
        ),
        Requirement("HE-CUL-025", "It can be enslaved at all", _fort_can),
        Requirement("HE-CUL-014", "You have its symbols", _fort_symbols, _fort_shows),
        TAKE,
    )

    def tell(self, s: State, me: int, what: str, option: Answer) -> tuple[str, str]:
        fort = fort_here(s, me)
        if option != (self.verb,) or fort is None:
            return "", ""
        return "fights for you here and next door, and brings nothing", f"power {slave_power(s, me, fort.power)}"

    async def do(self, s: State, me: int, *args: Answer) -> None:
        fort = fort_here(s, me)
        assert fort is not None
        s.seized[fort.region] = me
        s.bound |= 1 << fort.region
        s.sheets[me].fresh_regions |= 1 << fort.region
        s.sheets[me].do(STORMED)
        name, what = s.config.map.names[fort.region], "citadel" if fort.citadel else "fortress"
        report(s, "HE-CUL-019", "enslaves the {} of {}", what, name, who=me, touched=(f"area:{fort.region}",))


class EnslaveArtefact(CultistPower, Action[State]):
    """Enslave the artefact of your region instead of meeting its condition."""

    verb, rule, when = "enslave the artefact", "HE-CUL-023", IN_FINDS
    phrase = "Enslave the artefact"
    requirements = (
        Requirement(
            "HE-CUL-023",
            "An artefact lies in your region that nobody has",
            lambda s, me: artefact_here(s, me) >= 0 and s.held[artefact_here(s, me)] < 0,
        ),
        Requirement(
            "HE-CUL-031",
            "It can be enslaved at all",
            lambda s, me: artefact_here(s, me) < 0 or printed(s, me, artefact_here(s, me)).need != "never",
        ),
        Requirement(
            "HE-CUL-023",
            "You have its symbols",
            lambda s, me: (
                artefact_here(s, me) < 0
                or printed(s, me, artefact_here(s, me)).need == "never"
                or opens(s, me, printed(s, me, artefact_here(s, me)).symbols, printed(s, me, artefact_here(s, me)).need)
            ),
            lambda s, me: (
                _symbols(printed(s, me, artefact_here(s, me)).symbols, printed(s, me, artefact_here(s, me)).need)
                if artefact_here(s, me) >= 0
                else "no artefact"
            ),
        ),
        Requirement(
            "HE-PVP-013",
            "You took no artefact from a player in this round",
            lambda s, me: not s.sheets[me].tasks >> TOOK_ARTEFACT & 1,
        ),
        TAKE,
    )

    async def do(self, s: State, me: int, *args: Answer) -> None:
        artefact = artefact_here(s, me)
        s.sheets[me].do(COLLECTED)
        s.chained |= 1 << artefact
        report(s, self.rule, "enslaves the artefact", who=me, touched=(f"artefact:{artefact}",))
        await hand_over(s, me, artefact)


class EnslavedMonsters(CultistPower):
    """Enslaved monsters fight for you anywhere, as long as they have power."""

    rule = "HE-CUL-019"

    def takes_part(self, s: State, me: int, combat: Combat) -> tuple[Fighter, ...]:
        fates, line = s.sheets[me].monsters, s.config.monsters
        return tuple(
            Fighter("monster", place, slave_power(s, me, line[place].power))
            for place, fate in enumerate(fates)
            if fate in USED
        )


class EnslavedFortresses(CultistPower):
    """Enslaved fortresses fight for you in their regions and in those with a common border."""

    rule = "HE-CUL-020"

    def takes_part(self, s: State, me: int, combat: Combat) -> tuple[Fighter, ...]:
        ready = s.bound & ~s.drained & beside(s, combat.region)
        forts = (fort_of(s, me, region) for region in bits(ready) if s.seized.get(region) == me)
        return tuple(Fighter("fortress", fort.region, slave_power(s, me, fort.power)) for fort in forts if fort)


class UsedPower(CultistPower):
    """The enslaved do not perish in a combat, but their power is used."""

    rule = "HE-CUL-021"
    forced = True

    def may_post_battle(self, s: State, me: int, combat: Combat) -> bool:
        return any(who == me for who, *_ in combat.helpers)

    async def post_battle(self, s: State, me: int, combat: Combat) -> None:
        monsters = s.sheets[me].monsters
        for who, fortress, at, _ in combat.helpers:
            if who == me and fortress:
                s.drained |= 1 << at
            elif who == me:
                monsters[at] = USED[monsters[at]]
        report(s, self.rule, "has used the power of {} enslaved", len(combat.helpers), who=me)


class Citadels(CultistPower):
    """Some regions have a citadel instead of a foundation: a fortress that exists for you alone."""

    rule = "HE-CUL-025"
    citadels = True

    def may_place(self, s: State, me: int, region: int) -> bool | No:
        return No("a citadel stands there") if s.config.map.regions[region].citadel is not None else False


# -- structures -------------------------------------------------------------------------------------------------------
class PilgrimsRest(common.Recruits, CultistPower):
    """Recruit Pilgrims."""

    printed = "Pilgrims' Rest"
    item = "structure:pilgrims_rest"


class Sanctuary(CultistPower):
    """Meadows take 1 movement point from now on."""

    rule = "HE-BLD-007"
    item = "structure:sanctuary"
    about = (CostOf.ENTER,)

    def cost_of(self, s: State, me: int, what: CostOf, who: int, it: int) -> Change | None:
        if what is CostOf.ENTER and who == me and terrain(s, me, it) == MEADOW:
            return set_to(self.figure(s, "move_cost.to"))
        return None


class AlmsTable(common.GathersMore, CultistPower):
    """Every gold gathering brings 1 more."""

    item = "structure:alms_table"
    kind = "gold"


class HouseOfProphets(common.Recruits, CultistPower):
    """Recruit Prophets."""

    item = "structure:house_of_prophets"


class Creed(CultistPower):
    """At the start of each Building action pay to restore the enslaved whose power is used, each on its own."""

    rule = "HE-CUL-027"
    item = "structure:creed"
    asks_itself = True

    def tell(self, s: State, me: int, what: str, option: Answer) -> tuple[str, str]:
        if what == "restore a slave" and isinstance(option, tuple):
            n = self._price(s, me, *option)
            return f"costs {n} resource{'' if n == 1 else 's'} of any kinds", str(n)
        return "", ""

    def may_phase_start(self, s: State, me: int, action: int) -> bool | No:
        if action != BUILD:
            return False
        return bool(self._payable(s, me)) or No("nothing can be restored")

    async def phase_start(self, s: State, me: int, action: int) -> None:
        sheet = s.sheets[me]
        async for kind, at in some(
            me, "choice", lambda: self._payable(s, me), self, "restore a slave", argument="slave"
        ):
            await pay_any(s, me, self, self._price(s, me, kind, at))
            if kind == "monster":
                sheet.monsters[at] = RESTORED[sheet.monsters[at]]
            else:
                s.drained &= ~(1 << at)
            report(s, self.rule, "restores the {}", self._name(s, kind, at), who=me)

    def _payable(self, s: State, me: int) -> list[tuple[str, int]]:
        used = [("monster", place) for place, fate in enumerate(s.sheets[me].monsters) if fate in RESTORED]
        used += [("fortress", region) for region in bits(s.bound & s.drained) if s.seized.get(region) == me]
        have = sum(s.sheets[me].stock)
        return [(kind, at) for kind, at in used if self._price(s, me, kind, at) <= have]

    def _price(self, s: State, me: int, kind: str, at: int) -> int:
        if kind == "monster":
            return s.config.monsters[at].restore
        fort = fort_of(s, me, at)
        return 0 if fort is None else fort.restore

    def _name(self, s: State, kind: str, at: int) -> str:
        if kind == "monster":
            return f"monster of power {s.config.monsters[at].power}"
        return f"fortress of {s.config.map.names[at]}"


class TitheBarn(common.Swaps, CultistPower):
    """At the start of each Building action exchange up to 3 resources one for one."""

    item = "structure:tithe_barn"


class HallOfChains(CultistPower):
    """Enslaved monsters and fortresses each have 1 power more."""

    rule = "HE-CUL-020"
    item = "structure:hall_of_chains"

    def strength(self, s: State, me: int, unit: int) -> Change | None:
        return add(self.figure(s, "special.amount")) if unit < 0 else None


class LordsBreath(CultistPower):
    """Beginning a combat you may draw in the players of an adjacent region; one that is begun next door you may join.

    Each player has the effects of the region in which he stands.
    """

    printed = "The Lord's Breath"
    rule = "HE-CUL-026"
    item = "structure:lords_breath"
    about = (Limit.DRAW_IN,)

    def limit(self, s: State, me: int, what: Limit, who: int, it: int) -> Change | None:
        if what is not Limit.DRAW_IN or who != me or not s.config.rulings.breath_from_alone or not s.acting >> me & 1:
            return None
        return at_least(1) if self._next_door(s, me) else None

    def may_battle_declared(self, s: State, me: int, combat: Combat) -> bool | No:
        if combat.sort != PLAYERS_FIGHT:
            return False
        if combat.starter == me:
            return bool(self._next_door(s, me)) or No("nobody is next door")
        if me in combat.parties or s.sheets[me].did(FOUGHT):
            return False
        return bool(self._near(s, me) >> combat.region & 1) or No("the combat is too far away")

    async def battle_declared(self, s: State, me: int, combat: Combat) -> None:
        if combat.starter != me:
            combat.parties += (me,)
            report(s, self.rule, "joins the combat in {}", s.config.map.names[combat.region], who=me)
            return
        rooms = sorted({s.sheets[who].region for who in self._next_door(s, me)})
        room = await choose(me, "area", rooms, self, "region next door", prompt="From where do you draw players in?")
        for who in self._next_door(s, me):
            if s.sheets[who].region != room:
                continue
            refuses = s.config.rulings.breath_can_be_refused
            if refuses and not await yes(who, self, "be drawn in", prompt="Do you take part in the combat next door?"):
                continue
            combat.parties += (who,)
            report(s, self.rule, "is drawn into the combat", who=who)

    def _near(self, s: State, me: int) -> int:
        """The regions next to one's own."""
        region = s.sheets[me].region
        near, gates = s.config.map.near_mask[region], portals(s, me)
        if s.config.rulings.breath_through_portals and gates >> region & 1:
            near |= gates
        return near & ~(1 << region)

    def _next_door(self, s: State, me: int) -> list[int]:
        """Players in regions next to one's own who have fought nobody yet in this action."""
        near = self._near(s, me)
        players = ((who, sheet) for who, sheet in enumerate(s.sheets) if who != me and sheet.region >= 0)
        return [who for who, sheet in players if near >> sheet.region & 1 and not sheet.did(FOUGHT)]


class NightChoir(common.UnitsWhenBuilt, common.SetsPower, CultistPower):
    """At once 3 Pilgrims join the army; Pilgrims have 2 power from now on."""

    rule = "HE-BLD-007"
    item = "structure:night_choir"
    unit = "pilgrim"


class TheComing(CultistPower):
    """At the end 1 VP for each monster and fortress that is enslaved, and each enslaved artefact that you own."""

    rule = "HE-CUL-028"
    item = "structure:the_coming"

    def victory_points(self, s: State, me: int) -> tuple[Points, ...]:
        vp = self.figure(s, "vp_each.vp")
        return tuple(Points("structures", f"The Coming: {what}", n * vp) for what, n in enslaved(s, me).items())


class BlackObelisk(common.ScoresEach, CultistPower):
    """At the end 1 VP for each full 6 marks in all three rows."""

    item = "structure:black_obelisk"

    def _count(self, s: State, me: int) -> int:
        return sum(marks(s, me, row) for row in KINDS)


# -- artefacts --------------------------------------------------------------------------------------------------------
class AnArtefactWithoutACondition(CultistPower):
    """One artefact asks nothing: that of Paskaar, as we read it."""

    rule = "HE-CUL-029"
    about = (CostOf.COLLECT,)

    def cost_of(self, s: State, me: int, what: CostOf, who: int, it: int) -> Change | None:
        if what is not CostOf.COLLECT or who != me:
            return None
        rulings, key = s.config.rulings, printed(s, me, it).key
        free = (rulings.free_at_paskaar and key == "paskaar") or (rulings.free_at_vurt and key == "vurt")
        return set_to(0) if free else None


class OakenSceptreOfTheCultists(common.GainsAtOnce, CultistPower):
    """At once 3 wood, 3 iron and 3 gold."""

    printed = "Oaken Sceptre of the Cultists"
    item = "artefact:paskaar"


class IronDiademOfTheCultists(common.AtOnce, CultistPower):
    """At once 3 marks in rows of your choice, free of charge; their bonuses come as usual."""

    printed = "Iron Diadem of the Cultists"
    item = "artefact:vurt"

    async def _effect(self, s: State, me: int) -> None:
        for _ in range(self.figure(s, "special.amount")):
            most = s.config.fact(f"{BLOCK}.boxes_per_row")
            rows = [row for row in KINDS if marks(s, me, row) < most]
            if not rows:
                return
            row = await choose(me, "choice", rows, self, "row of a free mark", argument="resource")
            await place_marks(s, me, self, row, 1)


class GoldenScalesOfTheCultists(common.AtOnce, CultistPower):
    """Enslave the monster of power 13; restore it if it is; one that was beaten keeps its points and resources."""

    printed = "Golden Scales of the Cultists"
    rule = "HE-CUL-030"
    item = "artefact:dortal"

    async def _effect(self, s: State, me: int) -> None:
        power, sheet = self.figure(s, "special.power"), s.sheets[me]
        fates = {FREE: ENSLAVED, BEATEN: TAMED, **RESTORED}
        for place, monster in enumerate(s.config.monsters):
            if monster.power == power and sheet.monsters[place] in fates:
                sheet.monsters[place] = fates[sheet.monsters[place]]
                sheet.fresh_monsters |= 1 << place
                report(s, self.rule, "enslaves the monster of power {}", power, who=me, touched=(f"monster:{place}",))


class MasonsPlumbOfTheCultists(common.Scores, CultistPower):
    """4 VP at the end."""

    printed = "Mason's Plumb of the Cultists"
    item = "artefact:folen"


class WarHornOfTheCultists(common.CombatPower, CultistPower):
    """3 power more in every combat, with or without units."""

    printed = "War Horn of the Cultists"
    item = "artefact:odmoor"


class EaglesEyeOfTheCultists(common.MovesFarther, CultistPower):
    """2 movement points more in every Movement action."""

    printed = "Eagle's Eye of the Cultists"
    item = "artefact:togeed"


class FiveEnslaved(CultistPower):
    """In Odmoor one must have 5 enslaved monsters, fortresses and artefacts, in any mix."""

    rule = "HE-CUL-031"

    def requirement_met(self, s: State, me: int, kind: RequirementMet, it: str) -> int | None:
        return sum(enslaved(s, me).values()) if kind is RequirementMet.ENSLAVED else None
