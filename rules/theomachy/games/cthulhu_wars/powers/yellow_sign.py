"""Yellow Sign."""

from __future__ import annotations

from typing import ClassVar

from ....engine.runtime.decision import choose, die, number
from ....engine.runtime.layers import Changes, add, set_to
from ....engine.runtime.requirement import Requirement
from ....engine.runtime.trace import report
from ..rules.act import Act, SlotAct, slot_open
from ..rules.awakening import OWN_GATE, GreatOldOne, asleep, awake
from ..rules.common import (
    arrive,
    carry,
    gain_doom,
    gain_power,
    gain_signs,
    has_acolyte,
    has_cultist,
    pick,
    placed,
    price_of,
    tell,
    units_in,
)
from ..rules.domains import POOL, figure, kind_of
from ..rules.fight import Resolution
from ..rules.leaving import eliminate
from ..rules.state import State
from ..rules.timings import AwakeningSlot, Power, SpellbookSlot
from ..rules.topics import Adjacent, CostOf, OnPlacement, Watches, WhoDecides
from ..rules.ways import leads_over, may_enter, ways

SLUG = "yellow_sign"
UNDEAD, BYAKHEE, KING, HASTUR = 1, 2, 3, 4
TOKEN = "desecration"
PROMPTS = {"lost to Zingaya": "{who}, which Acolyte is lost to Zingaya?"}  # what its question asks


def desecrated(s: State) -> int:
    """Areas with a marker, a bit each; none when Yellow Sign is not in the game."""
    token = s.config.token(TOKEN)
    return s.tokens[token] if token >= 0 else 0


class Feast(Power):
    """Gather Power: 1 Power for each desecrated area with a unit of yours."""

    rule, faction, unique = "CW-YS-002", SLUG, True

    def income(self, s: State, me: int) -> Changes:
        return add(s.config.amounts["feast"] * (desecrated(s) & s.on[me]).bit_count())


class Undead(Power):
    """Undead roll one die less than there are in the battle."""

    rule, faction = "CW-YS-004", SLUG

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        return add(max(0, n - fight.s.config.amounts["undead"])) if kind == UNDEAD else None


class Byakhee(Power):
    """Byakhee roll one die more than there are in the battle."""

    rule, faction = "CW-YS-005", SLUG

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        return add(n + fight.s.config.amounts["byakhee"]) if kind == BYAKHEE else None


class AwakenKingInYellow(GreatOldOne, Power):
    """In an area without a gate where you have a unit, for 4 Power."""

    rule, faction, verb, kind, shape = "CW-YS-007", SLUG, "awaken king in yellow", KING, ("my area",)
    phrase = "Awaken the King in Yellow in {}"
    printed = "Awaken the King in Yellow"
    requirements = (
        asleep(KING),
        Requirement(
            "CW-YS-007", "You have a unit in {0}", lambda s, me, area: s.here(me, area), implied_by=("my area",)
        ),
        Requirement("CW-YS-007", "No gate is in {0}", lambda s, me, area: not s.gate_mask() >> area & 1),
    )


class Desecrate(Act, Power):
    """Action, 2 Power, in the King's area without a marker: a die up to your units there places one; a figure of cost
    2 or less comes anyway.
    """

    rule, faction, verb, phrase = "CW-YS-008", SLUG, "desecrate", "Desecrate"
    special = "king_in_yellow"
    requirements = (
        awake(KING, "The King in Yellow", "CW-YS-008"),
        Requirement(
            "CW-YS-008", "No Desecration marker is in his area", lambda s, me: not desecrated(s) >> s.home(me, KING) & 1
        ),
        Requirement(
            "CW-CMP-005",
            "A Desecration marker is left",
            lambda s, me: desecrated(s).bit_count() < s.config.tokens[s.config.token(TOKEN)].figures,
        ),
        Requirement(
            "CW-ABI-006",
            "A figure cheap enough to come is in your pool",
            lambda s, me: bool(cheap(s, me)),
            fact=lambda s, me: f"cost {s.config.amounts['desecrate_cost']} or less",
        ),
    )

    def price(self, s: State, me: int) -> int:
        home = s.home(me, KING)
        return price_of(s, me, CostOf.DESECRATE, -1, s.config.prices["desecrate"], home if home < POOL else -1)

    async def do(self, s: State, me: int) -> None:
        area = s.home(me, KING)
        units = s.crowd(me, area)
        rolled = await die(self, "desecrate")
        if rolled <= units:
            await self._succeed(s, me, area, rolled, units)
        elif s.trace is not None:
            report(
                s, self.rule, "The desecration fails: {} against {} units", rolled, units, who=me, figure=str(rolled)
            )
        fid = await choose(
            me, "choice", [figure(me, k) for k in cheap(s, me)], "CW-YS-009", "figure that comes", argument="figure"
        )
        await arrive(s, me, kind_of(fid), area, "placed", "CW-YS-009")

    async def _succeed(self, s: State, me: int, area: int, rolled: int, units: int) -> None:
        token = s.config.token(TOKEN)
        s.tokens = tuple(mask | (1 << area if i == token else 0) for i, mask in enumerate(s.tokens))
        if s.trace is not None:
            report(
                s,
                self.rule,
                "{} is desecrated: {} against {} units",
                s.config.map.names[area],
                rolled,
                units,
                who=me,
                figure=str(rolled),
                touched=(f"area:{area}", f"place:{area}:desecration"),
            )
        tell(s, Watches.DESECRATED, me, s.config.map.glyph[area])
        await placed(s, me, -1, OnPlacement.DESECRATE, area)


def cheap(s: State, me: int) -> list[int]:
    """Kinds of Cultists and Monsters of cost 2 or less in the pool."""
    most = s.config.amounts["desecrate_cost"]
    return [k for k in s.config.minions[me] if s.config.cost[me][k] <= most and s.n(me, k, POOL)]


class AwakenHastur(GreatOldOne, Power):
    """Where the King stands with a gate of yours, for 10 Power. His Combat is the present price of a ritual."""

    rule, faction, verb, kind, shape = "CW-YS-011", SLUG, "awaken hastur", HASTUR, ("my gate",)
    phrase = "Awaken Hastur in {}"
    requirements = (
        asleep(HASTUR),
        awake(KING, "The King in Yellow", "CW-YS-011"),  # wherever a power lets Hastur come
        Requirement("CW-YS-011", "The King in Yellow is in {0}", lambda s, me, area: s.n(me, KING, area) > 0),
        OWN_GATE,
    )

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        return add(fight.s.ritual_cost()) if kind == HASTUR else None


class Vengeance(Power):
    """With Hastur in the battle you decide which enemy units take its results, also those that others have added."""

    rule, faction = "CW-YS-012", SLUG
    special = "hastur"
    blind = True

    def who_decides(self, fight: Resolution, me: int, foe: int, what: WhoDecides) -> bool:
        return what is WhoDecides.RESULTS and fight.count(me, HASTUR) > 0


# -- spellbooks -------------------------------------------------------------------------------------------------------
class HeWhoIsNotToBeNamed(Act, Power):
    """Action, 1 Power: Hastur goes to any area with a Cultist; then at once a second, different action."""

    rule, faction, bit, verb, shape, double = "CW-YS-018", SLUG, 0, "he who is not to be named", ("occupied",), True
    printed, phrase = "He Who is Not to be Named", "He Who is Not to be Named: Hastur to {}"
    requirements = (
        awake(HASTUR, "Hastur", "CW-YS-018"),
        Requirement("CW-YS-018", "{0} is another area than his", lambda s, me, area: s.home(me, HASTUR) != area),
        Requirement(
            "CW-YS-018",
            "A Cultist is in {0}",
            lambda s, me, area: any(s.has(f, s.config.devoted[f], area) for f in s.config.seats),
        ),
    )

    async def do(self, s: State, me: int, area: int) -> None:
        carry(s, me, HASTUR, s.home(me, HASTUR), area, self.rule)


class Passion(Power):
    """When an enemy kills, eliminates or captures Cultists of yours you gain 1 Power, once an event."""

    rule, faction, bit, speaks_of = "CW-YS-022", SLUG, 1, "Cultist"

    def may_on_elimination(self, s: State, me: int, owner: int, by: int, kinds: tuple[int, ...]) -> bool:
        return owner == me and by != me and has_cultist(s, me, kinds)

    async def on_elimination(self, s: State, me: int, owner: int, by: int, kinds: tuple[int, ...]) -> None:
        gain_power(s, me, s.config.amounts["passion"], self.rule)


class ScreamingDead(Act, Power):
    """Action, 1 Power: the King and any Undead with him go to an adjacent area; then at once a second, different
    action.
    """

    rule, faction, bit, verb, shape, double = "CW-YS-017", SLUG, 2, "screaming dead", ("area",), True
    printed, phrase = "The Screaming Dead", "The Screaming Dead: the King to {}"
    requirements = (
        awake(KING, "The King in Yellow", "CW-YS-017"),
        Requirement(
            "CW-YS-017",
            "{0} is next to him",
            lambda s, me, area: (k := s.home(me, KING)) < POOL and area in ways(s, me, k, Adjacent.MOVE),
        ),
    )

    async def do(self, s: State, me: int, area: int) -> None:
        home = s.home(me, KING)
        over = leads_over(s, me, KING, home, area)
        carry(s, me, KING, home, area, self.rule, over=over)
        for _ in range(
            await number(me, 0, s.n(me, UNDEAD, home), self, "undead along", prompt="How many Undead go along?")
        ):
            carry(s, me, UNDEAD, home, area, self.rule, over=over)


class Shriek(Act, Power):
    """Action, 1 Power: any of your Byakhee fly to one area."""

    rule, faction, bit, verb, shape = "CW-YS-023", SLUG, 3, "shriek of the byakhee", ("area",)
    printed, phrase, speaks_of = "Shriek of the Byakhee", "Shriek of the Byakhee to {}", "Byakhee"
    requirements = (
        Requirement("CW-YS-023", "A Byakhee is on the map", lambda s, me: bool(s.homes(me, fliers(s, me)))),
        Requirement(
            "CW-YS-023",
            "A Byakhee is elsewhere than in {0}",
            lambda s, me, area: bool(fliers_to(s, me, area)),
        ),
        Requirement(
            "CW-ABI-004",
            "No power keeps Byakhee out of {0}",
            lambda s, me, area: any(may_enter(s, me, k, area) for k in fliers_to(s, me, area) or fliers(s, me)),
            only_with="bar_entry",
        ),
    )

    async def do(self, s: State, me: int, area: int) -> None:
        kinds = [k for k in fliers_to(s, me, area) if may_enter(s, me, k, area)]
        flown = False
        for kind in kinds:
            name = "A Byakhee" if kind == BYAKHEE else s.config.name[me][kind]
            while areas := [a for a in s.where(me, kind) if a != area]:
                must = not flown and kind == kinds[-1]  # somebody flies
                answer = await choose(
                    me,
                    "area",
                    areas if must else [*areas, "done"],
                    self,
                    "byakhee from",
                    prompt=f"{name} flies from where?",
                )
                if answer == "done":
                    break
                carry(s, me, kind, answer, area, self.rule)
                flown = True


def fliers(s: State, me: int) -> tuple[int, ...]:
    """The kinds that Shriek of the Byakhee calls."""
    return s.alike(me, BYAKHEE, Shriek)


def fliers_to(s: State, me: int, area: int) -> list[int]:
    """Those of them that are elsewhere than in an area."""
    return [kind for kind in fliers(s, me) if s.on_map(me, (kind,)) > s.n(me, kind, area)]


class ThirdEye(Power):
    """With Hastur in play Desecrate costs 1, and its success gives an Elder Sign."""

    rule, faction, bit, printed, about = "CW-YS-024", SLUG, 4, "The Third Eye", (CostOf.DESECRATE,)
    speaks_of = "Hastur"

    def cost_of(self, s: State, me: int, seat: int, what: CostOf, kind: int, area: int) -> Changes:
        if seat != me or what is not CostOf.DESECRATE or not s.totals(me, s.alike(me, HASTUR, self)):
            return None
        return set_to(min(s.config.prices["desecrate"], s.config.amounts["third_eye"]))

    def may_on_placement(self, s: State, me: int, owner: int, kind: int, how: OnPlacement, area: int) -> bool:
        return owner == me and how is OnPlacement.DESECRATE and s.totals(me, s.alike(me, HASTUR, self)) > 0

    async def on_placement(self, s: State, me: int, owner: int, kind: int, how: OnPlacement, area: int) -> None:
        await gain_signs(s, me, 1, self.rule)


class Zingaya(Act, Power):
    """Action, 1 Power: where Undead stand with an enemy Acolyte the enemy loses one, and an Undead comes from your
    pool.
    """

    rule, faction, bit, verb, shape = "CW-YS-025", SLUG, 5, "zingaya", ("front", "foe there")
    phrase, speaks_of = "Zingaya in {} against {}", "Undead"
    requirements = (
        Requirement("CW-ABI-006", "An Undead is in your pool", lambda s, me: s.n(me, UNDEAD, POOL) > 0),
        Requirement(
            "CW-YS-025",
            "An Undead of yours is in {0}",
            lambda s, me, area: s.has(me, s.alike(me, UNDEAD, Zingaya), area),
        ),
        Requirement("CW-YS-025", "{1} has an Acolyte in {0}", has_acolyte),
    )

    async def do(self, s: State, me: int, area: int, foe: int) -> None:
        unit = await pick(s, foe, units_in(s, foe, area, s.config.acolytes[foe]), self, "lost to Zingaya")
        if await eliminate(s, foe, unit[2], area, me, self.rule, replaced=True):
            await arrive(s, me, UNDEAD, area, "placed", self.rule)


# -- requirements -----------------------------------------------------------------------------------------------------
class GiveAwayDoom(SpellbookSlot):
    """As your action another player of your choice gains 3 Doom."""

    rule, faction, bit, watches = "CW-YS-015", SLUG, 0, Watches.ACTION

    def requirement_met(self, s: State, me: int, thing: str) -> bool:
        return thing == GiveDoom.verb


class GiveDoom(SlotAct, Power):
    """As your action another player gains 3 Doom."""

    rule, faction, verb, shape, phrase = "CW-YS-015", SLUG, "give doom", ("foe",), "Give Doom to {} for a spellbook"
    requirements = (slot_open(GiveAwayDoom),)

    async def do(self, s: State, me: int, foe: int) -> None:
        gain_doom(s, foe, s.config.amounts["given_doom"], self.rule)
        await super().do(s, me)


class DesecrateSlot(SpellbookSlot, abstract=True):
    """Desecrate an area with a glyph."""

    watches: ClassVar[Watches | tuple[Watches, ...]] = Watches.DESECRATED
    _glyph: ClassVar[str]

    def requirement_met(self, s: State, me: int, thing: str) -> bool:
        return thing == self._glyph

    def near(self, s: State, me: int) -> float:
        """The chance of the die where the King stands, if the glyph is there."""
        home = s.home(me, KING)
        if home >= POOL or s.config.map.glyph[home] != self._glyph or desecrated(s) >> home & 1:
            return 0.0
        return 0.2 + 0.1 * min(s.crowd(me, home), 6)


class DesecrateChevron(DesecrateSlot):
    """Desecrate an area with the chevron."""

    rule, faction, bit, _glyph = "CW-YS-014", SLUG, 1, "AA"


class DesecrateCrescent(DesecrateSlot):
    """Desecrate an area with the crescent."""

    rule, faction, bit, _glyph = "CW-YS-014", SLUG, 2, "OO"


class DesecrateThorns(DesecrateSlot):
    """Desecrate an area with the thorns."""

    rule, faction, bit, _glyph = "CW-YS-014", SLUG, 3, "WW"


class KingAwake(AwakeningSlot):
    """Awaken the King in Yellow."""

    rule, faction, bit, kind = "CW-YS-013", SLUG, 4, KING


class HasturAwake(AwakeningSlot):
    """Awaken Hastur; an Elder Sign comes with it."""

    rule, faction, bit, kind, signs = "CW-YS-016", SLUG, 5, HASTUR, 1
