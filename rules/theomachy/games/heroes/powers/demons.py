"""The powers of the Demons: runes on foundations, and structures that work near them."""

from __future__ import annotations

from ....engine.runtime.ability import No
from ....engine.runtime.decision import Answer, choose
from ....engine.runtime.layers import Change, add
from ....engine.runtime.requirement import Action, Requirement
from ....engine.runtime.trace import report
from ..rules import building
from ..rules.actions import IN_BUILDING, Build
from ..rules.config import BUILD
from ..rules.flow import gather
from ..rules.maps import GOLD, RESOURCES, Amounts
from ..rules.state import DREW_RUNE, FOUNDED, Combat, State
from ..rules.stock import can_pay, pay, said
from ..rules.timings import Power, asked
from ..rules.topics import CostOf, GainOf, MayAct, RequirementMet
from . import common

LENT = ("folen", "odmoor", "togeed")  # the artefacts that the Contract knows


class DemonPower(Power, abstract=True):
    """A thing on the board of the Demons."""

    faction = "demons"


# -- runes ------------------------------------------------------------------------------------------------------------
def runes(s: State, me: int) -> int:
    """The regions whose foundations bear a rune."""
    return s.layer(me, "rune")


def near_rune(s: State, me: int) -> bool:
    """Does one stand in a region with a rune, or next to one? Portals make nothing adjacent here (HE-DEM-005)."""
    region, marked = s.sheets[me].region, runes(s, me)
    return region >= 0 and bool((s.config.map.near_mask[region] | 1 << region) & marked)


def takes_rune(s: State, me: int) -> bool:
    """Is there a foundation without a rune in one's region (HE-DEM-002)?"""
    region = s.sheets[me].region
    return building.is_foundation(s, me, region) and not runes(s, me) >> region & 1


def draw_rune(s: State, me: int, by: str) -> None:
    """A rune on the foundation of one's region, in the place of a level (HE-DEM-002, HE-DEM-003)."""
    sheet = s.sheets[me]
    s.draw(me, "rune", sheet.region)
    sheet.founded.pop(sheet.region, None)
    sheet.do(FOUNDED)
    sheet.do(DREW_RUNE)
    name = s.config.map.names[sheet.region]
    report(s, by, "draws a rune on the foundation of {}", name, who=me, touched=(f"area:{sheet.region}",))


def is_runic(s: State, me: int, block: int) -> bool:
    """Is this one of the runic structures?"""
    return building.block_of(s, me, block).kind == "runic"


class Runes(DemonPower):
    """Runic structures need a foundation without a rune, and draw one on it; nobody builds on that any more."""

    rule = "HE-DEM-002"
    layers = ("rune",)
    shows = (("rune", "rune", "Rune"),)
    forced = True

    def may_act(self, s: State, me: int, what: MayAct, who: int, it: int) -> bool | No:
        if what is MayAct.BUILD and who == me and is_runic(s, me, it) and not takes_rune(s, me):
            return No("there is no foundation without a rune in your region")
        if what is MayAct.FOUND and runes(s, me) >> it & 1:
            return No("a rune is written on the foundation") if self._bars(s, me, who, it) else True
        return True

    def _bars(self, s: State, me: int, who: int, region: int) -> bool:
        """Not a level that was there before the rune, nor one of the same action (HE-DEM-004, HE-DEM-009)."""
        if who != me and region in s.sheets[who].founded:
            return not s.config.rulings.may_raise_beside_rune
        sheet = s.sheets[me]
        return who == me or not (sheet.did(DREW_RUNE) and sheet.region == region)

    def may_on_placement(self, s: State, me: int, block: int) -> bool:
        return is_runic(s, me, block)

    async def on_placement(self, s: State, me: int, block: int) -> None:
        draw_rune(s, me, self.rule)

    def requirement_met(self, s: State, me: int, kind: RequirementMet, it: str) -> int | None:
        """What bears a rune is a structure on a foundation too (HE-ART-005)."""
        return len(s.sheets[me].founded) + runes(s, me).bit_count() if kind is RequirementMet.FOUNDATIONS else None


# -- units ------------------------------------------------------------------------------------------------------------
class Succubus(DemonPower):
    """Each Succubus of the army takes something off the price of a structure that brings a rune onto the map."""

    rule = "HE-DEM-012"
    item = "unit:succubus"
    about = (CostOf.GOLD, CostOf.SEALED_GOLD, CostOf.BUILD, CostOf.SEAL)

    def cost_of(self, s: State, me: int, what: CostOf, who: int, it: int) -> Change | None:
        if who != me or what not in self.about:
            return None
        less = self.figure(s, "special.amount") * common.has(s, me, "succubus")
        if not less or not (what in (CostOf.SEAL, CostOf.SEALED_GOLD) or is_runic(s, me, it)):
            return None
        if s.config.rulings.discount_on_gold:
            return add(-less) if what in (CostOf.GOLD, CostOf.SEALED_GOLD) else None
        return add(less) if what in (CostOf.BUILD, CostOf.SEAL) else None


class Butcher(DemonPower):
    """Each Butcher is hired at one of two prices."""

    rule = "HE-DEM-014"
    item = "unit:butcher"
    about = (CostOf.PRICES,)

    def cost_of(self, s: State, me: int, what: CostOf, who: int, it: int) -> tuple[Amounts, ...] | None:
        if what is not CostOf.PRICES or it != common.unit_named(s, me, "butcher"):
            return None
        price = common.price_of(s, self, "unit_price_option.price")
        return ((0, 0, sum(price)),) if s.config.rulings.butchers_for_gold else (price,)


# -- structures -------------------------------------------------------------------------------------------------------
class SummoningCircle(DemonPower):
    """Each Building action begins with a free Imp for each rune on the map."""

    rule = "HE-DEM-011"
    item = "structure:summoning_circle"
    forced = True

    def may_phase_start(self, s: State, me: int, action: int) -> bool:
        return action == BUILD and runes(s, me) > 0

    async def phase_start(self, s: State, me: int, action: int) -> None:
        common.join(s, me, self, "imp", runes(s, me).bit_count())


class Purgatory(common.GathersMore, DemonPower):
    """Near a rune every gathering brings more."""

    rule = "HE-DEM-005"
    item = "structure:purgatory"

    def _gathers(self, s: State, me: int, kind: GainOf) -> bool:
        return kind in RESOURCES and near_rune(s, me)


class Contract(DemonPower):
    """After the announcement gold lends the effect of one of three artefacts until the round ends."""

    rule = "HE-DEM-016"
    item = "structure:contract"

    def may_announced(self, s: State, me: int) -> bool | No:
        if s.sheets[me].erased or s.sheets[me].borrowed:
            return No("it comes before the early harvest, once a round")
        if not self._choices(s, me):
            return No("all three artefacts are yours")
        return can_pay(s, me, common.price_of(s, self, "special.price")) or No("it cannot be paid")

    async def announced(self, s: State, me: int) -> None:
        artefact = await choose(
            me,
            "choice",
            self._choices(s, me),
            self,
            "lent effect",
            argument="artefact",
            prompt="The effect of which artefact do you have until the round ends?",
        )
        await pay(s, me, self, common.price_of(s, self, "special.price"))
        s.sheets[me].borrowed |= 1 << artefact
        s.rekey()
        name = s.config.map.names[s.config.map.artefacts[artefact]]
        report(s, self.rule, "has the effect of the artefact of {} until the round ends", name, who=me)

    def _choices(self, s: State, me: int) -> list[int]:
        cards = enumerate(s.config.factions[me].artefacts)
        return [i for i, card in cards if card.key in LENT and not s.in_force(me, i)]


class Bones(common.CombatPower, DemonPower):
    """Near a rune one has more power in every combat."""

    rule = "HE-DEM-005"
    item = "structure:bones"

    def _holds(self, s: State, me: int) -> bool:
        return near_rune(s, me)


class HouseofWhispers(common.Recruits, DemonPower):
    """Succubi can be recruited."""

    printed = "House of Whispers"
    item = "structure:house_of_whispers"


def _seal_price(s: State, me: int, block: int) -> tuple[Amounts, int]:
    """The price of a structure with what the Seal asks besides, and how much less is paid."""
    wood, iron, gold = _sealed(s, me, block)
    return (wood, iron, gold + seal_fee(s)[GOLD]), _saved(s, me, block)


def _sealed(s: State, me: int, block: int) -> Amounts:
    """The price of a structure that brings a rune by the Seal, without what the rune costs."""
    wood, iron, gold = building.price_of(s, me, block)
    return wood, iron, max(asked(s, "cost_of", CostOf.SEALED_GOLD, me, block, gold), 0)


def _saved(s: State, me: int, block: int) -> int:
    return building.discount(s, me, block) + building.discount(s, me, block, CostOf.SEAL)


def seal_fee(s: State) -> Amounts:
    """What the Seal asks for a rune."""
    return common.price_of(s, SEAL, "special.price")


class Seal(DemonPower, Action[State]):
    """Build a regular structure on the foundation of the region and write a rune there, not its level."""

    rule = "HE-DEM-015"
    item = "structure:seal"
    verb, shape = "seal", ("next structure",)
    phrase = "Build {} with a rune"
    when = (
        *IN_BUILDING,
        Requirement("HE-DEM-015", "The Seal is built", lambda s, me: s.stands(me, "seal") > 0),
    )
    requirements = (
        *Build.requirements[:-1],
        Requirement("HE-DEM-015", "{0} is a regular structure", lambda s, me, b: not is_runic(s, me, b)),
        Requirement("HE-DEM-002", "Your region has a foundation without a rune", takes_rune),
        Requirement(
            "HE-DEM-015",
            "The rune can be paid",
            lambda s, me: can_pay(s, me, seal_fee(s)),
            lambda s, me: said(seal_fee(s)),
        ),
        Requirement(
            "HE-BLD-002",
            "Its price can be paid besides",
            lambda s, me, b: can_pay(s, me, *_seal_price(s, me, b)),
            lambda s, me, b: said(_seal_price(s, me, b)[0]),
            lambda s, me, b: f"you have {said(s.sheets[me].stock)}",
        ),
    )

    async def do(self, s: State, me: int, block: int) -> None:
        await pay(s, me, self, seal_fee(s))
        await pay(s, me, "HE-BLD-004", _sealed(s, me, block), _saved(s, me, block))
        await building.erect(s, me, block)
        draw_rune(s, me, self.rule)

    def tell(self, s: State, me: int, what: str, option: Answer) -> tuple[str, str]:
        if not isinstance(option, tuple) or option[0] != self.verb:
            return "", ""
        (price, less), block = _seal_price(s, me, option[1]), building.block_of(s, me, option[1])
        paid = said(price) + (f", less {min(less, sum(block.cost))}" if less else "")
        return f"{paid}, with the rune; {block.text}", f"{building.points_of(s, me, option[1])} VP"


class HellsKitchen(common.Recruits, DemonPower):
    """Butchers can be recruited."""

    printed = "Hell's Kitchen"
    item = "structure:hells_kitchen"


class Sins(common.ScoresNoted, DemonPower):
    """Each combat that is won near a rune brings victory points."""

    rule = "HE-DEM-021"
    item = "structure:sins"
    counters = (("sins", "VP of Sins", 999),)
    forced = True

    def may_post_battle(self, s: State, me: int, combat: Combat) -> bool:
        return combat.winner == me and near_rune(s, me)

    async def post_battle(self, s: State, me: int, combat: Combat) -> None:
        common.note(s, me, self, "sins", self.figure(s, "vp_note.vp"))


class AshRoad(common.MovesFarther, DemonPower):
    """Every Movement action has a movement point more."""

    item = "structure:ash_road"


class Flesh(DemonPower):
    """After a combat that is won near a rune half of the perished units come back, each kind rounded down."""

    rule = "HE-DEM-005"
    item = "structure:flesh"
    forced = True

    def may_post_battle(self, s: State, me: int, combat: Combat) -> bool:
        return combat.winner == me and near_rune(s, me) and any(n > 1 for _, n in combat.sent_by(me))

    async def post_battle(self, s: State, me: int, combat: Combat) -> None:
        for unit, n in combat.sent_by(me):
            common.join(s, me, self, s.config.factions[me].units[unit].key, n // 2)


class BlackThrone(common.ScoresEach, DemonPower):
    """At the end runes on the map bring victory points."""

    item = "structure:black_throne"

    def _count(self, s: State, me: int) -> int:
        return runes(s, me).bit_count()


class EmberPit(common.GathersMore, DemonPower):
    """Each iron gathering brings more."""

    item = "structure:ember_pit"
    kind = "iron"


# -- artefacts --------------------------------------------------------------------------------------------------------
class OakenSceptre(DemonPower):
    """Before the first action what one announced gathering brings is taken at once; nothing comes of it later."""

    rule = "HE-DEM-018"
    printed = "Oaken Sceptre of the Demons"
    item = "artefact:paskaar"

    async def announced(self, s: State, me: int) -> None:
        kind = await choose(
            me,
            "choice",
            self._announced(s),
            self,
            "gather early",
            argument="round action",
            prompt="Which gathering is taken now?",
        )
        await gather(s, me, kind, s.numbers[kind])
        s.sheets[me].erased |= 1 << kind

    def _announced(self, s: State) -> list[int]:
        return [kind for kind in range(len(RESOURCES)) if s.numbers[kind]]


class IronDiadem(common.UnitsAtOnce, DemonPower):
    """At once Succubi join the army."""

    printed = "Iron Diadem of the Demons"
    item = "artefact:vurt"
    unit = "succubus"


class GoldenScales(common.PerishedBring, common.ScoresNoted, DemonPower):
    """Each Butcher that perishes brings victory points to whoever owns it at the end."""

    rule = "HE-DEM-020"
    printed = "Golden Scales of the Demons"
    item = "artefact:dortal"
    unit = "butcher"
    counters = (("butchers", "VP of dead Butchers", 999),)

    async def _brings(self, s: State, me: int, n: int) -> None:
        common.note(s, me, self, "butchers", n * self.figure(s, "vp_note.vp"))


class MasonsPlumb(common.CombatPower, DemonPower):
    """More power in every combat, with or without units."""

    printed = "Mason's Plumb of the Demons"
    item = "artefact:folen"


class WarHorn(DemonPower):
    """A Butcher may be hired at a third price."""

    rule = "HE-DEM-014"
    printed = "War Horn of the Demons"
    item = "artefact:odmoor"
    about = (CostOf.PRICES,)

    def cost_of(self, s: State, me: int, what: CostOf, who: int, it: int) -> tuple[Amounts, ...] | None:
        if what is not CostOf.PRICES or it != common.unit_named(s, me, "butcher"):
            return None
        return (common.price_of(s, self, "unit_price_option.price"),)


class EaglesEye(common.MovesFarther, DemonPower):
    """Every Movement action has more movement points."""

    printed = "Eagle's Eye of the Demons"
    item = "artefact:togeed"


SEAL = next(ability for ability in DemonPower.vocabulary.abilities if isinstance(ability, Seal))
