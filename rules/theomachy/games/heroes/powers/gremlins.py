"""The powers of the Gremlins: taverns where three regions meet, and what a thrifty gang lives on."""

from __future__ import annotations

from ....engine.masks import bits
from ....engine.runtime.ability import No, window
from ....engine.runtime.decision import choose, number
from ....engine.runtime.layers import Change, add, fold, set_to, sources
from ....engine.runtime.trace import report
from ..rules.battle import plunder
from ..rules.config import BUILD
from ..rules.maps import GOLD, IRON, RESOURCES, WOOD, Amounts
from ..rules.state import EMPTY, OPENED, State
from ..rules.stock import KINDS, any_of, can_pay, of_kind, pay, pay_any, receive, spend
from ..rules.timings import VOCABULARY, Points, Power, asked
from ..rules.topics import CostOf, GainOf, Limit, OnGain
from . import common

TAVERN = "faction.gremlins.tavern"
MARKETS = tuple(f"market: {kind}" for kind in RESOURCES)


class GremlinPower(Power, abstract=True):
    """A thing on the board of the Gremlins."""

    faction = "gremlins"


# -- taverns ----------------------------------------------------------------------------------------------------------
def taverns_in(s: State, me: int, region: int) -> int:
    """How many taverns stand in a region (HE-GRE-002)."""
    corners = s.config.map.corners
    return sum(1 for corner in bits(s.sheets[me].corners) if region in corners[corner].regions)


def free_corners(s: State, me: int) -> list[int]:
    """The points where a tavern can be opened: three available regions meet, and none stands there (HE-GRE-003)."""
    taken = s.sheets[me].corners
    return [corner for corner in range(len(s.config.map.corners)) if not taken >> corner & 1]


def tavern_price(s: State, me: int) -> Amounts:
    """What opening a tavern costs now."""
    wood, iron, gold = s.config.amounts(f"{TAVERN}.price")
    return wood, iron, asked(s, "cost_of", CostOf.TAVERN, me, 0, gold, own=True)


def open_tavern(s: State, me: int, by: Power, corner: int) -> None:
    """Draw the triangle; all copy it (HE-GRE-002)."""
    s.sheets[me].corners |= 1 << corner
    regions = s.config.map.corners[corner].regions
    a, b, c = (s.config.map.names[region] for region in regions)
    report(s, by.rule, "opens a tavern in {}, {} and {}", a, b, c, who=me,
           touched=tuple(f"area:{region}" for region in regions))  # fmt: skip


class Taverns(GremlinPower):
    """An opponent who comes into a region with taverns visits each, which fills circles, and loses resources."""

    rule = "HE-GRE-005"
    corners = True
    counters = (("circles", "Circles of the Business Plan", 99), ("plan", "VP of the Business Plan", 999))
    forced = True

    def may_on_move(self, s: State, me: int, who: int, region: int) -> bool:
        return who != me and taverns_in(s, me, region) > 0

    async def on_move(self, s: State, me: int, who: int, region: int) -> None:
        n, guest = taverns_in(s, me, region), s.config.players[who]
        report(s, "HE-GRE-005", "{} visits {}", guest, "1 tavern" if n == 1 else f"{n} taverns", who=me)
        self._fill(s, me, s.counter(me, "circles") + n)
        start = s.config.fact(f"{TAVERN}.loss")
        loss = fold(start, VOCABULARY.about(s.key.seats[me], "cost_of", CostOf.VISIT), s, me, CostOf.VISIT, who, region)
        report(s, "HE-GRE-007", "must lose {}", loss.value, who=who, why=sources(loss))
        if sum(s.sheets[who].stock) < loss.value and s.config.rulings.poor_guest_goes_empty:
            s.sheets[who].do(EMPTY)
        paid = await pay_any(s, who, "HE-GRE-007", loss.value, "lose to the tavern")
        if any(paid):
            await window(s, VOCABULARY, "on_gain", me, s, me, OnGain.GUEST, who)

    def _fill(self, s: State, me: int, circles: int) -> None:
        full, left = divmod(circles, len(s.sheets))
        s.write(me, "circles", left)
        if full:
            more = full * s.config.fact(f"{TAVERN}.vp_per_fill")
            s.write(me, "plan", s.counter(me, "plan") + more)
            report(s, "HE-GRE-006", "notes {} VP", more, who=me)

    def victory_points(self, s: State, me: int) -> tuple[Points, ...]:
        if not s.stands(me, "business_plan") and not s.config.rulings.unbuilt_plan_scores:
            return ()
        return (Points("structures", self.name, s.counter(me, "plan")),)


# -- units ------------------------------------------------------------------------------------------------------------
class Goon(common.StrongerUnits, GremlinPower):
    """In a combat in a region with a tavern of one's own each Goon is stronger."""

    rule = "HE-GRE-010"
    item = "unit:goon"
    unit = "goon"

    def _times(self, s: State, me: int) -> int:
        region = s.sheets[me].region
        return int(region >= 0 and taverns_in(s, me, region) > 0)


class Tapster(GremlinPower):
    """While the army holds a Tapster, a guest of the taverns loses more."""

    rule = "HE-GRE-008"
    item = "unit:tapster"
    about = (CostOf.VISIT,)

    def cost_of(self, s: State, me: int, what: CostOf, who: int, it: int) -> Change | None:
        more = what is CostOf.VISIT and who != me and common.has(s, me, "tapster")
        return add(self.figure(s, "special.amount")) if more else None


class Flyer(common.MovesFarther, GremlinPower):
    """While the army holds a Flyer, every Movement action has a movement point more."""

    item = "unit:flyer"

    def _holds(self, s: State, me: int) -> bool:
        return common.has(s, me, "flyer") > 0


# -- structures -------------------------------------------------------------------------------------------------------
class Slums(common.Recruits, GremlinPower):
    """Goons can be recruited."""

    item = "structure:slums"


class Market(common.WhenBuilt, common.GathersMore, GremlinPower):
    """When built, one resource is circled: each gathering of it brings more from then on."""

    rule = "HE-GRE-012"
    item = "structure:market"
    ticks = MARKETS

    async def _effect(self, s: State, me: int) -> None:
        kind = await choose(me, "choice", tuple(KINDS), self, "circle", argument="resource")
        s.tick(me, MARKETS[kind])
        report(s, self.rule, "circles {}", RESOURCES[kind], who=me)

    def _gathers(self, s: State, me: int, kind: GainOf) -> bool:
        return kind in RESOURCES and s.ticked(me, MARKETS[RESOURCES.index(kind)])


class BusinessPlan(GremlinPower):
    """At the end of a Building action a tavern may be opened, one a round."""

    rule = "HE-GRE-001"
    item = "structure:business_plan"
    asks_itself = True

    def may_phase_end(self, s: State, me: int, action: int) -> bool | No:
        if action != BUILD or s.sheets[me].tasks >> OPENED & 1 or not free_corners(s, me):
            return False
        return can_pay(s, me, tavern_price(s, me)) or No("a tavern cannot be paid")

    async def phase_end(self, s: State, me: int, action: int) -> None:
        at_most = s.config.fact(f"{TAVERN}.per_round")
        for _ in range(asked(s, "limit", Limit.TAVERN, me, 0, at_most, own=True)):
            price, free = tavern_price(s, me), free_corners(s, me)
            if not free or not can_pay(s, me, price):
                return
            corner = await choose(
                me, "choice", (*free, "none"), self, "open a tavern", prompt="Where do you open a tavern?",
                argument="corner", names={"none": "Nowhere"},
            )  # fmt: skip
            if corner == "none":
                return
            await pay(s, me, self, price)
            s.sheets[me].tasks |= 1 << OPENED
            open_tavern(s, me, self, corner)


class PowderKegs(common.BuysPower, GremlinPower):
    """Before a combat wood buys power, with or without units."""

    rule = "HE-GRE-013"
    item = "structure:powder_kegs"


class JunkShop(common.PerishedBring, GremlinPower):
    """After a combat perished units bring wood or iron."""

    item = "structure:junk_shop"

    async def _brings(self, s: State, me: int, n: int) -> None:
        found = [0, 0, 0]
        for _ in range(n // self.figure(s, "perish_gain.per") * self.figure(s, "perish_gain.wood_or_iron")):
            kind = await choose(
                me,
                "choice",
                (WOOD, IRON),
                self,
                "wood or iron",
                argument="resource",
                prompt="What is found in the junk?",
            )
            found[kind] += 1
        wood, iron, gold = found
        await receive(s, me, self, (wood, iron, gold), "effect")


class KvassBrewery(common.Recruits, GremlinPower):
    """Tapsters can be recruited."""

    item = "structure:kvass_brewery"


class LaunchRamp(common.Recruits, GremlinPower):
    """Flyers can be recruited."""

    item = "structure:launch_ramp"


class GamblingClub(common.WhenBuilt, common.ScoresNoted, GremlinPower):
    """Any amount of gold is paid besides, none included; it brings victory points, up to a limit."""

    rule = "HE-GRE-014"
    item = "structure:gambling_club"
    counters = (("club", "VP of the Gambling Club", 999),)

    async def _effect(self, s: State, me: int) -> None:
        gold = await number(me, 0, s.sheets[me].stock[GOLD], self, "gold", prompt="How much gold do you stake?")
        spend(s, me, self, of_kind(GOLD, gold))
        won = gold // self.figure(s, "vp_note.per") * self.figure(s, "vp_note.vp")
        common.note(s, me, self, "club", min(won, self.figure(s, "vp_note.cap")))


class Pawnshop(common.Swaps, GremlinPower):
    """At the start of each Building action some resources can be exchanged one for one."""

    item = "structure:pawnshop"


class GangHall(common.SetsCost, common.SetsPower, GremlinPower):
    """Goons are cheaper and stronger from now on."""

    item = "structure:gang_hall"
    unit = "goon"


class NightBazaar(common.ScoresEach, GremlinPower):
    """At the end taverns bring victory points."""

    item = "structure:night_bazaar"

    def _count(self, s: State, me: int) -> int:
        return s.sheets[me].corners.bit_count()


class GuildofHosts(GremlinPower):
    """With the Business Plan more taverns can be opened in a Building action, and cheaper."""

    rule = "HE-GRE-001"
    printed = "Guild of Hosts"
    item = "structure:guild_of_hosts"
    about = (
        Limit.TAVERN,
        CostOf.TAVERN,
    )

    def limit(self, s: State, me: int, what: Limit, who: int, it: int) -> Change | None:
        return set_to(self.figure(s, "special.limit")) if what is Limit.TAVERN else None

    def cost_of(self, s: State, me: int, what: CostOf, who: int, it: int) -> Change | None:
        return set_to(common.price_of(s, self, "special.price")[GOLD]) if what is CostOf.TAVERN else None


# -- artefacts --------------------------------------------------------------------------------------------------------
class OakenSceptre(common.AtOnce, GremlinPower):
    """At once resources are taken from opponents, from whom and of which kinds one likes."""

    rule = "HE-GRE-015"
    printed = "Oaken Sceptre of the Gremlins"
    item = "artefact:paskaar"

    async def _effect(self, s: State, me: int) -> None:
        others = [seat for seat in s.order(me) if seat != me]
        await plunder(s, me, self, others, self.figure(s, "special.amount"))


class IronDiadem(common.StrongerUnits, GremlinPower):
    """Goons are stronger."""

    printed = "Iron Diadem of the Gremlins"
    item = "artefact:vurt"
    unit = "goon"


class GoldenScales(common.AtOnce, GremlinPower):
    """At once taverns are opened free of charge; their visits count without the Business Plan too."""

    rule = "HE-GRE-016"
    printed = "Golden Scales of the Gremlins"
    item = "artefact:dortal"

    async def _effect(self, s: State, me: int) -> None:
        for _ in range(min(self.figure(s, "special.amount"), len(free_corners(s, me)))):
            corner = await choose(
                me, "choice", tuple(free_corners(s, me)), self, "open a tavern", prompt="Where do you open a tavern?",
                argument="corner",
            )  # fmt: skip
            open_tavern(s, me, self, corner)


class MasonsPlumb(common.Scores, GremlinPower):
    """At the end it brings victory points."""

    printed = "Mason's Plumb of the Gremlins"
    item = "artefact:folen"


class WarHorn(GremlinPower):
    """Each opponent who loses resources to a tavern brings a resource of one's own choice."""

    rule = "HE-GRE-009"
    printed = "War Horn of the Gremlins"
    item = "artefact:odmoor"
    forced = True

    def may_on_gain(self, s: State, me: int, what: OnGain, n: int) -> bool:
        return what is OnGain.GUEST

    async def on_gain(self, s: State, me: int, what: OnGain, n: int) -> None:
        await any_of(s, me, self, self.figure(s, "special.amount"))


class EaglesEye(common.MovesFarther, GremlinPower):
    """Every Movement action has a movement point more."""

    printed = "Eagle's Eye of the Gremlins"
    item = "artefact:togeed"
