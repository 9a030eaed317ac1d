"""Investigators: eight Cultists that nobody wants. Whoever buys the card of one gives it to a player."""

from __future__ import annotations

from typing import Any

from .....engine.runtime.ability import MUST
from .....engine.runtime.decision import choose, yes
from .....engine.runtime.layers import Changes, add, set_to
from .....engine.runtime.requirement import Requirement
from ...rules.act import COMMON, YOUR_SLOT, Act
from ...rules.common import Gain, Unit, carry, price_now, says, title, window
from ...rules.domains import ACTION, DOOM, KILL, KIND
from ...rules.fight import Resolution, Scored
from ...rules.state import State
from ...rules.timings import VOCABULARY, Power
from ...rules.topics import Adjacent, CostOf, CountsAs, FixedResults, GainOf, Ignores, MayTarget, OnGain
from ...rules.ways import driven, may_enter, ways
from ..market import holder_named, of_card, pay_doom
from ..market.plans import PLANNED, in_words, must_wait, planned, to_name
from ..market.single import PlacedByTheBuyer, RecruitForItsOwner, anywhere, in_pool, place_of, recruited_by_all

SLUG = "investigators"
AMELIA, ANDREW, JOHN, HANNAH, NAOMI, MOOSE, TARANG, VICTOR = (
    "amelia_azcvedo", "andrew_patorius", "john_dark", "hannah_hazard", "naomi_johnson", "moose_kowalski", "tarang",
    "victor_steele",
)  # fmt: skip
LAID = "laid down in area"  # a counter
PROMPTS = {
    "where they flee": "{who}, where do your Cultists flee?",
    "who plans": "{who}, who names your first action?",
    "planned action": "{who}, which action must be the first?",
}


def holds_one(s: State, seat: int) -> bool:
    """Has a seat the card of an Investigator?"""
    return any(s.config.given >> card & 1 and holder == seat for card, holder in enumerate(s.cards))


# -- all of them ------------------------------------------------------------------------------------------------------
class GiveInvestigator(Act, Power):
    """In your slot of the Doom phase, before a ritual: one Investigator for 1 Doom, beside another card. You give it to
    a player who has none, perhaps to yourself, for the rest of the game.
    """

    rule, on, verb, category, in_doom = "CW-INV-003", f"set.{SLUG}", "give", COMMON, True
    shape = ("given card", "player")
    phrase = "Buy {} for {}"
    when = (YOUR_SLOT,)
    requirements = (
        Requirement(
            "CW-INV-002",
            "You have performed no ritual in this phase",
            lambda s, me: "ritual" not in (s.slot or ()) or not s.config.rulings.cards_come_before_the_ritual,
        ),
        Requirement(
            "CW-INV-001", "You have bought no Investigator in this phase", lambda s, me: "give" not in (s.slot or ())
        ),
        Requirement(
            "CW-INV-003",
            "The card {0} is still to be had",
            lambda s, me, card: bool(s.offer >> card & 1),
            fault=lambda s, me, card: holder_named(s, card),
        ),
        Requirement(
            "CW-INV-002",
            "You have the Doom that {0} costs",
            lambda s, me, card: s.doom[me] >= s.config.cards[card].doom,
            fact=lambda s, me, card: f"{s.doom[me]} of {s.config.cards[card].doom}",
        ),
        Requirement("CW-INV-004", "{1} has no Investigator", lambda s, me, card, seat: not holds_one(s, seat)),
    )

    async def do(self, s: State, me: int, card: int, seat: int) -> None:
        pay_doom(s, me, s.config.cards[card].doom, "CW-INV-002")
        s.take_card(seat, card)
        says(s, self.rule, me, "gives {} to {}", s.config.cards[card].name, title(s, seat), touched=(f"card:{card}",))
        await window(s, "on_gain", seat, s, seat, seat, OnGain.CARD, card, say_could=False)


class Traitor(Power):
    """Any player may move any Investigator in a Move."""

    rule, on, about = "CW-INV-007", f"set.{SLUG}", (CountsAs.SHARED,)

    def counts_as(self, s: State, me: int, kind: int, role: CountsAs) -> bool:
        return role is CountsAs.SHARED and kind in kinds(s, me)


def kinds(s: State, me: int) -> list[int]:
    """The kinds of a seat's units that are Investigators."""
    found: list[int] | None = s.config.memory.get((SLUG, me))
    if found is None:  # asked for every kind of unit by each menu
        given = [i for i, card in enumerate(s.config.cards) if card.given]
        found = [kind for kind, card in s.config.owned[me].items() if card in given]
        VOCABULARY.remember(s.config, (SLUG, me), found)
    return found


# -- Amelia Azcvedo ---------------------------------------------------------------------------------------------------
class SelfSacrificing(Power):
    """In a battle with Amelia she takes your first kill. In one without her the enemy may say that the Monster of yours
    there that costs most takes it.
    """

    rule, on, forced, about, priority = "CW-INV-009", f"card.{AMELIA}", True, (MayTarget.KILL,), 100

    def _fights(self, fight: Resolution, me: int) -> bool:
        side, kind = fight.side(me), of_card(fight.s, me, AMELIA)
        return fight.count(me, kind) > 0 or any(f == side and c & KIND == kind for f, c, _, _ in fight.b.fates)

    def _dearest(self, fight: Resolution, me: int) -> list[int]:
        s = fight.s
        prices = {c & KIND: price_now(s, me, c & KIND) for c in fight.units(me, s.config.monsters[me])}
        return [kind for kind, price in prices.items() if price == max(prices.values())]

    def may_would_score(self, s: State, me: int, event: Scored) -> bool:
        fight = event.fight
        hit = event.foe == me and any(result == KILL for result, _, _ in event.rows)
        return hit and not self._fights(fight, me) and bool(self._dearest(fight, me))

    async def would_score(self, s: State, me: int, event: Scored) -> Scored:
        names = " or ".join(s.config.name[me][k] for k in self._dearest(event.fight, me))
        if await yes(
            event.me, self, "names the first kill", prompt=f"{self.name}: does the {names} take the first kill?"
        ):
            event.fight.note(me, self)
        return event

    def may_target(self, fight: Resolution, me: int, owner: int, code: int, what: MayTarget, source: str) -> Any:
        if owner != me or fight.scored(KILL, me) != fight.open(me, KILL):  # not the first
            return None
        if code & KIND == of_card(fight.s, me, AMELIA):
            return MUST
        return MUST if (me, self.name) in fight.b.used and code & KIND in self._dearest(fight, me) else None


# -- Andrew Patorius --------------------------------------------------------------------------------------------------
class ThePlaceOfAndrew(PlacedByTheBuyer):
    """Whoever buys the card places Andrew, anywhere on the map."""

    rule, on, printed = "CW-INV-010", f"card.{ANDREW}", "The place of Andrew"


class ShortAttentionSpan(Power):
    """An action of yours that ends where Andrew is lays him down: your next action cannot end in that area. Then he
    stands up again.
    """

    rule, on, forced, bars = "CW-INV-010", f"card.{ANDREW}", True, True

    def _lies(self, s: State, me: int) -> bool:
        return s.counter(me, LAID) > 0 and place_of(s, me, ANDREW) >= 0

    def may_act(self, s: State, me: int, seat: int, verb: str, area: int) -> bool | None:
        there = seat == me and 0 <= area == s.counter(me, LAID) - 1
        return False if there and s.phase == ACTION and self._lies(s, me) else None

    def may_after_action(self, s: State, me: int) -> bool:
        home = place_of(s, me, ANDREW)
        return s.active == me and (s.counter(me, LAID) > 0 or (home >= 0 and bool(s.ended >> home & 1)))

    async def after_action(self, s: State, me: int) -> None:
        home = place_of(s, me, ANDREW)
        if home >= 0 and s.ended >> home & 1:
            s.count_to(me, LAID, home + 1)
            says(s, self.rule, me, "lays Andrew down in {}", s.config.map.names[home], touched=(f"area:{home}",))
        else:
            s.count_to(me, LAID, 0)
            says(s, self.rule, me, "stands Andrew up again")


# -- John Dark --------------------------------------------------------------------------------------------------------
class Hellbound(Power):
    """While John is in your pool, he comes anywhere on the map for nothing, in place of an Elder Sign that is due to
    you.
    """

    rule, on, forced = "CW-INV-011", f"card.{JOHN}", True

    def may_would_gain(self, s: State, me: int, event: Gain) -> bool:
        return event.seat == me and event.what is GainOf.SIGN and in_pool(s, me, JOHN)

    async def would_gain(self, s: State, me: int, event: Gain) -> None:
        says(s, self.rule, me, "gains no Elder Sign: John Dark comes instead")
        await anywhere(s, me, me, JOHN, self.rule)


# -- Hannah Hazard ----------------------------------------------------------------------------------------------------
class Loner(Power):
    """With Hannah on the map you declare battles next to her area alone. In her battles she adds a pain to your
    results. No result of an enemy touches her, in a battle or beside one.
    """

    rule, on, about = "CW-INV-012", f"card.{HANNAH}", (FixedResults.PAIN, MayTarget.RESULT, Ignores.RESULTS)

    def may_act(self, s: State, me: int, seat: int, verb: str, area: int) -> bool | None:
        if seat != me or verb != "battle" or area < 0 or (home := place_of(s, me, HANNAH)) < 0:
            return None
        return None if area in ways(s, me, home, Adjacent.POWER) else False

    def fixed_results(self, fight: Resolution, me: int, foe: int, what: FixedResults) -> Changes:
        there = what is FixedResults.PAIN and fight.count(me, of_card(fight.s, me, HANNAH)) > 0
        return add(fight.s.config.amounts["loner"]) if there else None

    def may_target(self, fight: Resolution, me: int, owner: int, code: int, what: MayTarget, source: str) -> Any:
        return False if owner == me and code & KIND == of_card(fight.s, me, HANNAH) else None

    def ignores(self, s: State, me: int, owner: int, kind: int, area: int, what: Ignores, by: int) -> bool:
        """What an enemy rolls beside battles does not touch her either: she is no power of a battle."""
        return owner == me != by and what is Ignores.RESULTS and kind == of_card(s, me, HANNAH)


# -- Naomi Johnson ----------------------------------------------------------------------------------------------------
class ConsumedByVengeance(RecruitForItsOwner, Power):
    """Any player may recruit Naomi, for nothing: she comes to an area with a unit of whoever does, and stays her
    owner's.
    """

    rule, on, verb, category = "CW-INV-013", f"box.{NAOMI}", "recruit naomi", COMMON
    phrase = "Recruit Naomi Johnson in {}"
    requirements = recruited_by_all(NAOMI, "recruit naomi", "CW-INV-013")


# -- Moose Kowalski ---------------------------------------------------------------------------------------------------
class Overconfident(Power):
    """A battle that you declare in an area without Moose costs 1 Doom in place of 1 Power."""

    rule, on, forced, about = "CW-INV-014", f"card.{MOOSE}", True, (CostOf.BATTLE,)

    def _away(self, s: State, me: int, area: int) -> bool:
        return area >= 0 and place_of(s, me, MOOSE) != area

    def cost_of(self, s: State, me: int, seat: int, what: CostOf, kind: int, area: int) -> Changes:
        return set_to(0) if seat == me and what is CostOf.BATTLE and self._away(s, me, area) else None

    def may_act(self, s: State, me: int, seat: int, verb: str, area: int) -> bool | None:
        poor = seat == me and verb == "battle" and s.doom[me] < s.config.amounts["overconfident"]
        return False if poor and self._away(s, me, area) else None

    def may_battle_declared(self, s: State, me: int, area: int, attacker: int, defender: int) -> bool:
        return attacker == me and s.doing == "battle" and self._away(s, me, area)

    async def battle_declared(self, s: State, me: int, area: int, attacker: int, defender: int) -> None:
        n = s.config.amounts["overconfident"]
        s.doom[me] -= n
        says(s, self.rule, me, "pays {} Doom for the battle", n, figure=f"{s.doom[me] + n} → {s.doom[me]}",
             touched=(f"seat:{me}",))  # fmt: skip


# -- Tarang -----------------------------------------------------------------------------------------------------------
class PlacedByItsOwner(Power):
    """Tarang is placed anywhere on the map by whoever gets him; from the pool he may come so again in the own slot of
    the Doom phase, for nothing.
    """

    rule, on, forced, about = "CW-INV-015", f"card.{TARANG}", True, (OnGain.CARD,)
    printed = "The place of Tarang"

    def may_on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> bool:
        mine = seat == me and what is OnGain.CARD and thing == s.config.card(TARANG)
        return mine and in_pool(s, me, TARANG)

    async def on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> None:
        await anywhere(s, me, me, TARANG, self.rule)

    def may_in_phase(self, s: State, me: int) -> bool:
        return in_pool(s, me, TARANG)

    async def in_phase(self, s: State, me: int) -> None:
        await anywhere(s, me, me, TARANG, self.rule)


class Cowardice(Power):
    """When a Great Old One moves into Tarang's area, he and all your other Cultists there flee to one adjacent area, as
    you like.
    """

    rule, on, forced = "CW-INV-015", f"card.{TARANG}", True

    def _who(self, s: State, me: int, area: int, goal: int) -> list[Unit]:
        """Powers may keep some of them out of an area, or where they are: it is a retreat."""
        codes = driven(s, me, me, s.codes(me, area, s.config.devoted[me]), area)
        return [(me, area, code) for code in codes if may_enter(s, me, code & KIND, goal)]

    def _goals(self, s: State, me: int, area: int) -> list[int]:
        return [a for a in ways(s, me, area, Adjacent.POWER) if self._who(s, me, area, a)]

    def may_on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> bool:
        flees = kind in s.config.goos[seat] and place_of(s, me, TARANG) == to
        return flees and bool(self._goals(s, me, to))

    async def on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> None:
        goal = await choose(me, "area", self._goals(s, me, to), self, "where they flee")
        while units := self._who(s, me, to, goal):
            carry(s, me, units[0][2], to, goal, self.rule, moved=False)


# -- Victor Steele ----------------------------------------------------------------------------------------------------
class PoorPlanning(Power):
    """With Victor off the map when the Doom phase ends, a player of your choice names an action that you could take:
    it must be your first in the Action phase. With which units and where is up to you.
    """

    rule, on, forced, bars = "CW-INV-016", f"card.{VICTOR}", True, True

    def may_act(self, s: State, me: int, seat: int, verb: str, area: int) -> bool | None:
        return False if seat == me and must_wait(s, me, verb, PLANNED) else None

    def may_phase_end(self, s: State, me: int, phase: int) -> bool:
        return phase == DOOM and place_of(s, me, VICTOR) < 0 and s.power[me] > 0

    async def phase_end(self, s: State, me: int, phase: int) -> None:
        if not (verbs := to_name(s, me)):
            return
        names = {f: title(s, f) for f in s.config.foes[me]}
        foe = await choose(me, "player", list(s.config.foes[me]), self, "who plans", argument="player", names=names)
        words = in_words(verbs)
        verb = await choose(foe, "choice", verbs, self, "planned action", names=words)
        s.count_to(me, PLANNED + verb, 1)
        says(s, self.rule, foe, "names the first action of {}: {}", title(s, me), words[verb])

    def may_after_action(self, s: State, me: int) -> bool:
        return s.active == me and bool(planned(s, me, PLANNED))

    async def after_action(self, s: State, me: int) -> None:
        s.count_to(me, PLANNED + planned(s, me, PLANNED), 0)
