"""The common actions. Legal means that none of an action's requirements fails."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from ....engine.runtime import requirement
from ....engine.runtime.ability import Ability, words_of
from ....engine.runtime.decision import Answer, choose
from ....engine.runtime.requirement import Menu, Requirement
from .arguments import ARGUMENT_TYPES
from .battle import muster
from .common import (
    affect,
    area_name,
    can_pay_vp,
    charged,
    cost_of_building,
    erect,
    in_play,
    joins,
    lose_vp,
    raze,
    says,
    tell,
    title,
    unit_name,
    vp_of,
)
from .domains import POOL
from .movement import anybody_goes, destinations, gone, move_units
from .packing import kind_of, unit_code
from .reach import bars, beneath, drifts, homes, learnt, room
from .runes import bound
from .state import ACTION, State
from .timings import VOCABULARY, Power, asked, on, rule_by
from .topics import CostOf, MayAct, Watches

YOUR_TURN = Requirement(
    "GW-ACT-004",
    "It is your turn",
    lambda s, me: s.active == me and s.phase == ACTION,
    fact=lambda s, me: f"turn of {title(s, s.active)}",
)
HAS_POWER = Requirement(
    "GW-ACT-010",
    "You have Power left",
    lambda s, me: s.power[me] >= s.config.fact("turn.power_for_an_action"),
    fact=lambda s, me: s.power[me],
)


BARRED = "GW-RUN-006"  # the rule of what a rune on the table forbids


def forbidden(s: State, me: int, verb: str) -> bool:
    """Does a rune on the table say that a player may not act so?"""
    bars = on(s, "may_act", MayAct.ACTION)
    return any(may(s, holder, MayAct.ACTION, me, verb) is False for holder, _, may in bars)


def allowed(verb: str) -> Requirement:
    """No rune on the table forbids it."""
    return Requirement(
        BARRED,
        "No rune forbids it",
        lambda s, me: not forbidden(s, me, verb),
    )


def in_force(cls: type[Any]) -> Requirement:
    """The power whose action it is works now: its gift is active, or the unit that carries it in play. One for all
    works whoever has it.
    """
    return Requirement(
        "GW-GAB-024",
        f"{cls.printed or words_of(cls.__name__)} is in force",
        lambda s, me: any(
            isinstance(power, cls) for _, power, _ in (s.hooks("do") if cls.public else s.mine(me, "do"))
        ),
    )


def may_go_on(s: State, me: int, area: int) -> bool:
    """Does a power let a player act several times in a row, if an action begins there?"""
    hooks = VOCABULARY.about(s.key.seats[me], "may_act", MayAct.AGAIN)
    return any(may(s, holder, MayAct.AGAIN, me, area) is True for holder, _, may in hooks) if hooks else False


class Act(requirement.Action):
    """An action of this game; one that is `public` may be taken by everybody (GW-UNQ-003)."""

    public: ClassVar[bool] = False
    when: tuple[Requirement, ...] = (YOUR_TURN, HAS_POWER)

    def __init_subclass__(cls, **more: Any) -> None:
        if cls.verb and "when" not in vars(cls) and not any(r.rule == BARRED for r in cls.when):
            cls.when = (*cls.when, allowed(cls.verb))
            if issubclass(cls, Power) and not cls.item.startswith("heroquests"):  # a Great Decree is always in force
                cls.when = (*cls.when, in_force(cls))
        super().__init_subclass__(**more)

    def purse(self, s: State, me: int) -> int:
        return s.power[me]

    def told(self, s: State, me: int, *args: Any) -> str:
        """A line for who considers it with these arguments: what it does, or what it would do now."""
        return self.text

    def begins(self, s: State, me: int, *args: Any) -> int:
        """The area where the action begins, or -1: the last of its arguments that is one."""
        pairs = zip(self.shape, args, strict=False)
        areas = [arg for word, arg in pairs if "area" in (word, ARGUMENT_TYPES[word].base)]
        return int(areas[-1]) if areas else -1


# -- building ---------------------------------------------------------------------------------------------------------
def price_of(s: State, me: int, code: int) -> int:
    """What a building costs now."""
    return max(asked(s, "cost_of", CostOf.BUILD, me, code, cost_of_building(s, code), own=True), 0)


def price_by(s: State, me: int, verb: str, code: int) -> int:
    """What it costs to come by a building with a common action."""
    if not s.mine(me, "cost_of"):  # nothing changes a price, as mostly: menus ask it of each option
        return s.config.empires[me].buildings[code & 7].cost
    return charged(s, me, verb, price_of(s, me, code))


IN_POOL = Requirement(
    "GW-BLD-009", "{0} is in your pool", lambda s, me, code: s.stock(me, code & 7) > 0,
    fact=lambda s, me, code: s.stock(me, code & 7), implied_by=("basic building", "higher building"),
)  # fmt: skip
LEARNT = Requirement(
    "GW-BLD-011",
    "The gift that {0} needs is active",
    lambda s, me, code: learnt(s, me, code & 7),
    implied_by=("basic building", "higher building"),
)
AN_AREA = Requirement(
    "GW-MAP-031",
    "{1} is an area",
    lambda s, me, code, area: not s.ways.closed >> area & 1,
    implied_by=("ground for it",),
)
NO_BAR = Requirement(
    "GW-BLD-006",
    "No power keeps {0} out of {1}",
    lambda s, me, code, area: not bars(s, me, code, area, "build"),
    implied_by=("ground for it", "home for it"),
)


class Build(Act):
    """Build a building that needs none beneath it."""

    verb, rule, shape = "build", "GW-BLD-001", ("basic building", "ground for it")
    also = ("place", "put")
    phrase = "Build: {} in {}"
    requirements = (
        Requirement(
            "GW-BLD-010",
            "{0} needs no building beneath it",
            lambda s, me, code: not s.config.empires[me].buildings[code & 7].on,
            implied_by=("basic building",),
        ),
        IN_POOL,
        LEARNT,
        AN_AREA,
        Requirement(
            "GW-BLD-007",
            "There is room in {1}",
            lambda s, me, code, area: room(s, me, code, area),
            implied_by=("ground for it",),
            fault=lambda s, me, code, area: "a building stands there",
            against=lambda s, me, code, area: (f"area:{area}",),
        ),
        NO_BAR,
    )

    def price(self, s: State, me: int, code: int) -> int:  # type: ignore[override]
        return price_by(s, me, self.verb, code)

    async def do(self, s: State, me: int, code: int, area: int) -> None:
        await erect(s, me, code & 7, area, self.rule)


class Upgrade(Act):
    """Upgrade a building: another one of the pool takes its place."""

    verb, rule, shape = "upgrade", "GW-BLD-003", ("higher building", "home for it")
    also = ("improve",)
    phrase = "Upgrade to: {} in {}"
    requirements = (
        IN_POOL,
        LEARNT,
        Requirement(
            "GW-BLD-010",
            "Your building in {1} can become a {0}",
            lambda s, me, code, area: beneath(s, me, code, area) >= 0,
            implied_by=("home for it",),
        ),
        NO_BAR,
    )

    def price(self, s: State, me: int, code: int) -> int:  # type: ignore[override]
        return price_by(s, me, self.verb, code)

    async def do(self, s: State, me: int, code: int, area: int) -> None:
        old = s.mine_in(me, area)
        s.shift(me, old & 7, area, POOL)
        await erect(s, me, code & 7, area, self.rule, "upgrades to")


# -- summoning --------------------------------------------------------------------------------------------------------
def may_come(s: State, me: int, kind: int) -> bool:
    """Does no power keep such a unit in the pool? That holds also where nothing else is asked of who comes."""
    bars = VOCABULARY.about(s.key.seats[me], "may_act", MayAct.SUMMON)
    return not bars or all(may(s, holder, MayAct.SUMMON, me, kind) is not False for holder, _, may in bars)


def needs_met(s: State, me: int, kind: int) -> bool:
    """Is what the unit needs on the map (GW-SUM-004), and may it come at all?"""
    unit = s.config.empires[me].units[kind]
    if not may_come(s, me, kind):
        return False
    if not unit.needs:
        return True
    return bool(s.built[me] & s.config.needed[me][kind]) and len(s.sites(me, unit.needs)) >= unit.needed


class Summon(Act):
    """Summon a unit: from the pool to a building of yours."""

    verb, rule, shape = "summon", "GW-SUM-001", ("unit at hand", "home")
    also = ("call", "recruit", "bring")
    phrase = "Summon: {} in {}"
    requirements = (
        Requirement(
            "GW-SUM-005",
            "{0} is in your pool",
            lambda s, me, fid: s.n(me, kind_of(fid), POOL) > 0 and fid in s.summonable[me],
            fact=lambda s, me, fid: s.n(me, kind_of(fid), POOL) if fid in s.summonable[me] else "not yours to summon",
            implied_by=("unit at hand",),
        ),
        Requirement("GW-SUM-004", "What {0} needs is in play", lambda s, me, fid: needs_met(s, me, kind_of(fid))),
        Requirement(
            "GW-SUM-001",
            "You have a building in {1}",
            lambda s, me, fid, area: bool(homes(s, me) >> area & 1),
            implied_by=("home",),
        ),
    )

    def price(self, s: State, me: int, fid: int) -> int:  # type: ignore[override]
        return charged(s, me, self.verb, s.config.cost[me][kind_of(fid)])

    async def do(self, s: State, me: int, fid: int, area: int) -> None:
        summon(s, me, kind_of(fid), area, self.rule)


def summon(s: State, seat: int, kind: int, area: int, rule: str) -> None:
    """A unit comes from the pool."""
    owner, own = s.bring(seat, kind, area)
    s.note("summon", seat, kind, POOL, area)  # who summons is meant, also where the unit joins another
    says(s, rule, seat, "summons {} in {}", unit_name(s, seat, kind), area_name(s, area), touched=(f"area:{area}",))
    joins(s, seat, owner, own, area)
    tell(s, Watches.SUMMONED, (seat, kind, area), (seat,))


# -- moving -----------------------------------------------------------------------------------------------------------
def vp_rule(s: State, what: CostOf, me: int, area: int) -> str:
    """The rule by which it does."""
    return rule_by(s, "cost_of", what, me, area, "GW-BAT-001" if what is CostOf.BATTLE_VP else "GW-MOV-001")


def pay_vp(s: State, what: CostOf, me: int, area: int) -> None:
    """They are paid, and whoever asks for them by a gift has affected the player."""
    if not (n := vp_of(s, what, me, area)):
        return
    lose_vp(s, me, n, vp_rule(s, what, me, area))
    for holder, power, cost in on(s, "cost_of", what):
        if cost(s, holder, what, me, area) is not None:
            affect(s, holder, power, (me,))


def can_go(s: State, me: int, area: int) -> bool:
    """May a unit there go somewhere, or the island?"""
    if s.here(me, area):
        if anybody_goes(s, me, area):
            return True
        if any(destinations(s, me, kind, area) for kind in s.kinds_in(me, area)):
            return True
    return area == s.config.map.isle and bool(drifts(s))


class Move(Act):
    """Move units: all from one area."""

    verb, rule, shape = "move", "GW-MOV-001", ("ground",)
    also = ("march", "walk", "send", "go")
    phrase = "Move units from {}"
    requirements = (
        Requirement(
            "GW-MOV-001",
            "You have a unit in {0}, or, if it is Kylerela, a building",
            lambda s, me, area: (
                s.here(me, area)
                or (area == s.config.map.isle and not s.config.rulings.island_needs_a_unit and s.mine_in(me, area) >= 0)
            ),
        ),
        Requirement("GW-MOV-001", "Somebody may go from {0}", lambda s, me, area: can_go(s, me, area)),
        Requirement(
            "GW-MOV-001",
            "You can pay the Victory Points that leaving {0} costs",
            lambda s, me, area: not (n := vp_of(s, CostOf.MOVE_VP, me, area)) or can_pay_vp(s, me, n),
            fact=lambda s, me, area: vp_of(s, CostOf.MOVE_VP, me, area),
            ruled=lambda s, me, area: vp_rule(s, CostOf.MOVE_VP, me, area),
            implied_by=("ground",),
        ),
    )

    def price(self, s: State, me: int) -> int:
        return charged(s, me, self.verb, s.config.fact("price.move"))

    async def do(self, s: State, me: int, area: int) -> None:
        pay_vp(s, CostOf.MOVE_VP, me, area)
        s.origin = area
        await self.go_on(s, me)

    async def go_on(self, s: State, me: int) -> None:
        """From a mark inside the move."""
        await move_units(s, me)
        await gone(s, me)


# -- battle -----------------------------------------------------------------------------------------------------------
def forbidding(s: State, me: int, area: int, foe: int) -> Ability:
    """The power that keeps an empire from declaring battle there."""
    return next(power for h, power, may in s.mine(me, "may_battle") if may(s, h, area, foe) is False)


def peace_with(s: State, foe: int) -> str:
    """The rule by which nobody fights a peaceful owner, as its card has it."""
    rule: str = s.config.fact(f"empire.{s.config.slugs[foe]}.rule")
    return rule


class Battle(Act):
    """Declare battle on one enemy empire in one area."""

    verb, rule, shape = "battle", "GW-BAT-001", ("front", "foe there")
    also = ("fight", "attack")
    phrase = "Battle in {} against {}"
    requirements = (
        Requirement(
            "GW-BAT-001", "You have a unit in {0}", lambda s, me, area: s.here(me, area), implied_by=("front",)
        ),
        Requirement(
            "GW-BAT-001",
            "You can pay the Victory Points that a battle in {0} costs",
            lambda s, me, area: not (n := vp_of(s, CostOf.BATTLE_VP, me, area)) or can_pay_vp(s, me, n),
            fact=lambda s, me, area: vp_of(s, CostOf.BATTLE_VP, me, area),
            ruled=lambda s, me, area: vp_rule(s, CostOf.BATTLE_VP, me, area),
        ),
        Requirement(
            "GW-BAT-001",
            "{1} is an enemy",
            lambda s, me, area, foe: foe in s.config.enemies[me],
            ruled=lambda s, me, area, foe: "GW-BAT-001" if foe == me else peace_with(s, foe),
            implied_by=("foe there",),
        ),
        Requirement(
            "GW-BAT-001",
            "{1} has a unit or a building in {0}",
            lambda s, me, area, foe: s.here(foe, area) or s.mine_in(foe, area) >= 0,
            implied_by=("foe there",),
        ),
        Requirement(
            "GW-BAT-001",
            "No power forbids a battle in {0}",
            lambda s, me, area, foe: (
                not (hooks := s.mine(me, "may_battle")) or not any(may(s, h, area, foe) is False for h, _, may in hooks)
            ),
            fault=lambda s, me, area, foe: f"{forbidding(s, me, area, foe).name} does",
            ruled=lambda s, me, area, foe: forbidding(s, me, area, foe).rule,
        ),
    )

    def price(self, s: State, me: int, area: int, foe: int) -> int:  # type: ignore[override]
        n = asked(s, "cost_of", CostOf.BATTLE, me, foe, s.config.fact("price.battle"), own=True)
        return charged(s, me, self.verb, n)

    async def do(self, s: State, me: int, area: int, foe: int) -> None:
        pay_vp(s, CostOf.BATTLE_VP, me, area)
        s.battle = muster(s, area, me, foe)  # the flow goes on with it


# -- rebirth ----------------------------------------------------------------------------------------------------------
def knocked_out(s: State, me: int) -> bool:
    """Has a player lost everything, and can build nowhere (GW-SPC-003, ruling `rebirth_when`)?"""
    if in_play(s, me):
        return False
    if s.config.rulings.rebirth_without_pieces:
        return True
    codes = [me << 3 | k for k, b in enumerate(s.config.empires[me].buildings) if not b.on and s.stock(me, k)]
    return not any(
        room(s, me, code, area) and not s.ways.closed >> area & 1 and not bars(s, me, code, area, "build")
        for code in codes
        for area in range(len(s.site))
    )


def fits_instead(s: State, at: tuple[int, int], code: int) -> bool:
    """May a building stand in the place of another: two Nests, or two others, never share an area."""
    area, old = at
    nest, was = (s.config.empires[c >> 3].buildings[c & 7].nest for c in (code, old))
    return nest == was or (s.nest if nest else s.site)[area] < 0


class Rebirth(Act):
    """Put any building of yours in the place of any building, with units worth some Power."""

    verb, rule, shape = "rebirth", "GW-SPC-003", ("any building", "building kind")
    phrase = "Rebirth: in the place of {}, {}"
    requirements = (
        Requirement("GW-SPC-005", "You are knocked out", lambda s, me: knocked_out(s, me)),
        Requirement("GW-SPC-003", "{1} is in your pool", lambda s, me, at, code: s.stock(me, code & 7) > 0),
        Requirement(
            "GW-BLD-016",
            "There is room for {1} once {0} is gone",
            lambda s, me, at, code: fits_instead(s, at, code),
        ),
    )

    def price(self, s: State, me: int) -> int:
        return int(s.config.fact("price.rebirth"))

    def begins(self, s: State, me: int, *args: Any) -> int:
        return int(args[0][0])

    async def do(self, s: State, me: int, at: tuple[int, int], code: int) -> None:
        area, old = at
        raze(s, area, old, self.rule, whole=True)
        await erect(s, me, code & 7, area, self.rule, "is reborn with")
        left = s.config.fact("rebirth.power")
        while True:
            kinds = [
                unit_code(me, kind)
                for kind in map(kind_of, s.summonable[me])
                if 0 < s.config.cost[me][kind] <= left
                and s.n(me, kind, POOL)
                and (may_come if s.config.rulings.reborn_gods_need_nothing else needs_met)(s, me, kind)
            ]
            if not kinds:
                return
            fid = await choose(me, "unit", [*kinds, "done"], "GW-SPC-004", "reborn unit", argument="unit kind")
            if fid == "done":
                return
            summon(s, me, kind_of(fid), area, "GW-SPC-004")
            left -= s.config.cost[me][kind_of(fid)]


MOVE = Move()
COMMON: tuple[Act, ...] = (Build(), Upgrade(), Summon(), MOVE, Battle(), Rebirth())


class Brought(NamedTuple):
    """What the powers of a seat that are in force bring to menus."""

    own: tuple[Act, ...]
    public: tuple[Act, ...]  # for everybody
    bars: bool  # one of them may forbid an action


def brought(s: State, seat: int) -> Brought:
    """That of a seat now, remembered."""
    key = s.key.seats[seat]
    found: Brought | None = s.config.memory.get(key)
    if found is None:
        acts = [a for _, a, _ in s.mine(seat, "do") if isinstance(a, Act)]
        bars = bool(VOCABULARY.about(key, "may_act", MayAct.ACTION))
        found = Brought(tuple(a for a in acts if not a.public), tuple(a for a in acts if a.public), bars)
        VOCABULARY.remember(s.config, key, found)
    return found


def offered(s: State, me: int, *, broke: bool = False) -> tuple[Act, ...]:
    """Actions that may be taken at this point of the turn, whatever they need; `broke`: also without any Power, and
    those that a rune forbids.
    """
    if not broke and s.power[me] < s.config.fact("turn.power_for_an_action"):
        return ()
    acts, barred = COMMON, False
    public: tuple[Act, ...] = ()
    memory = s.config.memory
    for seat, key in enumerate(s.key.seats):
        brings: Brought = memory.get(key) or brought(s, seat)
        if seat == me:
            acts += brings.own
        public += brings.public
        barred = barred or brings.bars
    acts += public
    return tuple(a for a in acts if not forbidden(s, me, a.verb)) if barred and not broke else acts


def chosen(s: State, me: int, verb: str) -> Act:
    """The action that was offered under this verb."""
    return next((a for a in COMMON if a.verb == verb), None) or next(a for a in offered(s, me) if a.verb == verb)


def known(s: State, me: int) -> tuple[Act, ...]:
    """Every action that this seat could ever take: what "why not?" knows."""
    own: tuple[Act, ...] | None = s.config.memory.get(("known", me))
    if own is None:
        mine, here = {s.config.slugs[me], *(race.slug for race in s.config.races)}, set(s.config.slugs)
        found: list[Act] = []
        for a in VOCABULARY.abilities:
            if isinstance(a, Power) and isinstance(a, Act) and (a.empire in mine or (a.public and a.empire in here)):
                found.append(a)
        own = tuple(found)
        VOCABULARY.remember(s.config, ("known", me), own)
    return (*COMMON, *own)


def menu(s: State, me: int) -> list[Answer]:
    """What the active player may do now; there is always something, also after a rune has changed everything."""
    if s.ending:
        return ["end"]
    if not s.power[me]:
        return ["out"]
    if s.began >= 0:
        found = in_a_row(s, me)
        return bound(s, me, found) or [*found, "enough", "drop"]
    found = Menu(ARGUMENT_TYPES, s, me).all(*offered(s, me))
    return bound(s, me, found) or [*found, "drop"]


def in_a_row(s: State, me: int) -> list[Answer]:
    """Actions that a player may take at once after one of his own."""
    acts = {action.verb: action for action in offered(s, me)}
    options = Menu(ARGUMENT_TYPES, s, me).all(*acts.values())
    return [o for o in options if may_go_on(s, me, acts[o[0]].begins(s, me, *o[1:]))]
