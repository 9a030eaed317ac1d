"""Great Old Ones of factions that do not play, as independent ones: each has a card with an ability and a spellbook."""

from __future__ import annotations

from typing import Any

from .....engine.runtime.ability import No
from .....engine.runtime.decision import choose, die
from .....engine.runtime.layers import Changes, add, at_most, set_to
from .....engine.runtime.requirement import Requirement
from .....engine.runtime.trace import Source, report
from ...rules.act import COMMON, Act
from ...rules.common import (
    Gain,
    arrive,
    carry,
    control_changed,
    gain_doom,
    gain_power,
    gain_signs,
    price_now,
    says,
    step_off,
    tell,
    title,
)
from ...rules.config import glyphs_of
from ...rules.domains import DOOM, DOOMED, KILL, KIND, NO_GATE, PAIN, POOL, figure, kills_on, kind_of
from ...rules.fight import Resolution
from ...rules.leaving import repay
from ...rules.state import State
from ...rules.timings import Power, SpellbookSlot
from ...rules.topics import Adjacent, CostOf, CountsAs, GainOf, Ignores, Limit, Watches, WhoDecides
from ...rules.ways import may_enter, ways
from ..black_goat import trade_places, traded
from ..independents import Awakening, ForItsSpellbook, area_of, kind_on_card, not_earned, terms
from ..market import of_card
from ..opener_of_the_way import gods_of_its_own
from ..sleeper import FromBelow, not_alone
from ..windwalker import Asleep
from ..yellow_sign import TOKEN as DESECRATION
from ..yellow_sign import desecrated

KING, HASTUR, CTHULHU, SHUB = "lone_king_in_yellow", "lone_hastur", "lone_cthulhu", "lone_shub_niggurath"
NYARLATHOTEP, YOG, TSATHOGGUA = "lone_nyarlathotep", "lone_yog_sothoth", "lone_tsathoggua"
UBBO, RHAN, ITHAQUA = "lone_ubbo_sathla", "lone_rhan_tegoth", "lone_ithaqua"
GROWTH, KEPT = "growth of Ubbo-Sathla", "kept by Ithaqua"  # words of counters
HIBERNATES = "Hibernate (independent)"
BESIDE_A_KEEPER = "desecrated beside an enemy"  # what a slot is told


def start_areas(s: State, slug: str) -> list[int]:
    """Where a faction that does not play would start on this map."""
    return [*glyphs_of(s.config.facts, s.config.map, slug)]


def holds_a_start(s: State, me: int, slug: str) -> bool:
    """Does the seat control a gate where that faction would start?"""
    return any(s.gate_mask(me) >> area & 1 for area in start_areas(s, slug))


def where_it_is(s: State, me: int, key: str) -> int:
    """The area of a Great Old One of a card, or -1."""
    return area_of(s, me, of_card(s, me, key))


def on_the_map(key: str, name: str) -> Requirement:
    """It is in an area."""
    return Requirement("CW-IGO-024", f"{name} is on the map", lambda s, me: where_it_is(s, me, key) >= 0)


# -- The King in Yellow -----------------------------------------------------------------------------------------------
class AwakenLoneKing(Awakening, Power):
    """At a gate that you control, with a Great Old One of yours; 2 Power."""

    rule, on, verb = "CW-IGO-024", f"box.{KING}", "awaken independent king"
    printed, phrase = "Awaken the independent King in Yellow", "Awaken the King in Yellow in {}"
    requirements = terms(KING)


def defilers(s: State, me: int) -> list[int]:
    """Kinds of Monsters and Cultists in the pool that are cheap enough to come."""
    most, cost = s.config.amounts["defile_cost"], s.config.cost[me]
    return [k for k in s.config.minions[me] if cost[k] <= most and s.n(me, k, POOL)]


class Defilement(Act, Power):
    """Action, 2 Power, in the King's area without a marker: a die up to your units there, himself too, places one; a
    Monster or Cultist of cost 2 or less comes there anyway.
    """

    rule, on, verb, phrase, category = "CW-IGO-024", f"card.{KING}", "defile", "Defile the area of the King", COMMON
    special = KING
    requirements = (
        on_the_map(KING, "The King in Yellow"),
        Requirement(
            "CW-IGO-024",
            "No Desecration marker is in his area",
            lambda s, me: not desecrated(s) >> max(where_it_is(s, me, KING), 0) & 1,
        ),
        Requirement(
            "CW-CMP-005",
            "A Desecration marker is left",
            lambda s, me: desecrated(s).bit_count() < s.config.tokens[s.config.token(DESECRATION)].figures,
        ),
        Requirement("CW-ABI-006", "A figure cheap enough to come is in your pool", lambda s, me: bool(defilers(s, me))),
    )

    def ends(self, s: State, me: int, *args: Any) -> int:
        return where_it_is(s, me, KING)

    async def do(self, s: State, me: int) -> None:
        area = where_it_is(s, me, KING)
        units, n = s.crowd(me, area), await die(self, "defilement", prompt="The die of Defilement")
        name = s.config.map.names[area]
        if n <= units:
            token = s.config.token(DESECRATION)
            s.tokens = tuple(mask | (1 << area if i == token else 0) for i, mask in enumerate(s.tokens))
            touched = (f"area:{area}",)
            says(s, self, me, "desecrates {}: {} against {} units", name, n, units, figure=str(n), touched=touched)
            holder = s.holder(area)
            if (holder >= 0 and holder != me) or any(s.gate_mask(f) >> area & 1 for f in s.config.foes[me]):
                tell(s, Watches.ACTION, me, BESIDE_A_KEEPER)
        else:
            says(s, self, me, "fails to desecrate {}: {} against {} units", name, n, units, figure=str(n))
        options = [figure(me, k) for k in defilers(s, me)]
        fid = await choose(me, "choice", options, self, "who comes defiling", argument="figure", prompt="Who comes?")
        await arrive(s, me, kind_of(fid), area, "placed", self.rule)


class DesecratedBesideAnEnemy(SpellbookSlot):
    """You place a Desecration marker in an area where an enemy controls a gate."""

    rule, on, watches = "CW-IGO-024", f"card.{KING}", Watches.ACTION

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return bool(thing == BESIDE_A_KEEPER)


class LoneFeast(Power):
    """Gather Power: 1 Power for each area with a Desecration marker."""

    rule, on, printed = "CW-IGO-024", f"book.{KING}", "Feast (independent)"

    def income(self, s: State, me: int) -> Changes:
        return add(s.config.amounts["defile_power"] * desecrated(s).bit_count())


# -- Hastur -----------------------------------------------------------------------------------------------------------
class SignOnComing(Awakening):
    """An awakening that brings an Elder Sign."""

    async def _come(self, s: State, me: int, kind: int, area: int) -> None:
        await super()._come(s, me, kind, area)
        await gain_signs(s, me, s.config.amounts["awakening_sign"], self.rule)


class AwakenLoneHastur(SignOnComing, Power):
    """At a gate that you control, with a Great Old One of yours; 6 Power, and an Elder Sign comes with him. His Combat
    is half the present price of a ritual, rounded down.
    """

    rule, on, verb = "CW-IGO-024", f"box.{HASTUR}", "awaken independent hastur"
    printed, phrase = "Awaken the independent Hastur", "Awaken Hastur in {}"
    requirements = terms(HASTUR)


class LoneHastur(Power):
    """He rolls half as many dice as a ritual costs now, rounded down."""

    rule, on, printed = "CW-IGO-024", f"card.{HASTUR}", "Hastur (independent)"

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        if kind != kind_on_card(fight.s, me, self):
            return None
        return add(fight.s.ritual_cost() // fight.s.config.amounts["hastur_half"])


class StarsAreWrong(Power):
    """As a Doom phase begins: an Elder Sign, if you control a gate where Yellow Sign would start."""

    rule, on, forced, printed = "CW-IGO-024", f"card.{HASTUR}", True, "The Stars Are Wrong"
    special = HASTUR

    def may_phase_start(self, s: State, me: int, phase: int) -> bool:
        return phase == DOOM and holds_a_start(s, me, "yellow_sign")

    async def phase_start(self, s: State, me: int, phase: int) -> None:
        await gain_signs(s, me, s.config.amounts["stars_sign"], self.rule)


class DoomForHastur(ForItsSpellbook, Power):
    """As your action another player gains 3 Doom."""

    rule, on, verb, shape = "CW-IGO-024", f"card.{HASTUR}", "doom for hastur", ("foe",)
    phrase = "Give Doom to {} for Hastur's spellbook"
    requirements = (not_earned(HASTUR, "CW-IGO-024"),)

    async def do(self, s: State, me: int, foe: int) -> None:
        gain_doom(s, foe, s.config.amounts["hastur_doom"], self.rule)
        await super().do(s, me)


class DoomWasGiven(SpellbookSlot):
    """As your action another player has gained 3 Doom."""

    rule, on, watches = "CW-IGO-024", f"card.{HASTUR}", Watches.ACTION

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return bool(thing == DoomForHastur.verb)


class LoneVengeance(Power):
    """With Hastur in the battle you decide which enemy units take its results."""

    rule, on, printed = "CW-IGO-024", f"book.{HASTUR}", "Vengeance (independent)"
    blind = True

    def who_decides(self, fight: Resolution, me: int, foe: int, what: WhoDecides) -> bool:
        return what is WhoDecides.RESULTS and fight.count(me, kind_on_card(fight.s, me, self)) > 0


# -- Cthulhu ----------------------------------------------------------------------------------------------------------
class AwakenLoneCthulhu(SignOnComing, Power):
    """At a gate that you control, with a Great Old One of yours; 6 Power, and an Elder Sign comes with him."""

    rule, on, verb = "CW-IGO-024", f"box.{CTHULHU}", "awaken independent cthulhu"
    printed, phrase = "Awaken the independent Cthulhu", "Awaken Cthulhu in {}"
    requirements = terms(CTHULHU)


class StarsAreRight(Power):
    """As a Doom phase begins: an Elder Sign, if you control a gate where Great Cthulhu would start."""

    rule, on, forced, printed = "CW-IGO-024", f"card.{CTHULHU}", True, "The Stars Are Right (independent)"
    special = CTHULHU

    def may_phase_start(self, s: State, me: int, phase: int) -> bool:
        return phase == DOOM and holds_a_start(s, me, "great_cthulhu")

    async def phase_start(self, s: State, me: int, phase: int) -> None:
        await gain_signs(s, me, s.config.amounts["stars_sign"], self.rule)


class GatesInOceans(SpellbookSlot):
    """You control three gates in oceans, or four exist there, whoever controls them."""

    rule, on, watches = "CW-IGO-024", f"card.{CTHULHU}", Watches.ANYTHING

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        sea, wanted = s.config.map.wet, s.config.amounts
        mine = (sea & s.gate_mask(me)).bit_count()
        return mine >= wanted["ocean_gates_of_mine"] or s.count_gates_among(sea) >= wanted["ocean_gates_of_all"]


class LoneDevour(Power):
    """Before a battle with Cthulhu: the enemy eliminates one of its Monsters or Cultists in the battle."""

    rule, on, printed = "CW-IGO-024", f"book.{CTHULHU}", "Devour (independent)"

    def may_pre_battle(self, fight: Resolution, me: int, foe: int) -> bool | No:
        if not fight.count(me, kind_on_card(fight.s, me, self)):
            return No("Cthulhu is not in this battle")
        return bool(fight.minions(foe)) or No("only Great Old Ones face him")

    async def pre_battle(self, fight: Resolution, me: int, foe: int) -> None:
        options = fight.options(foe, fight.minions(foe))
        prey = await choose(foe, "unit", options, self, "devoured", argument="fighter", prompt="Devour: who is eaten?")
        fight.note(me, self)
        await fight.lose(foe, prey[2], me, self.rule, "devoured", slain=True)


# -- Shub-Niggurath ---------------------------------------------------------------------------------------------------
class AwakenLoneShub(Awakening, Power):
    """At a gate that you control, with a Great Old One of yours; 4 Power. Her Combat is the number of gates that you
    control.
    """

    rule, on, verb = "CW-IGO-024", f"box.{SHUB}", "awaken independent shub-niggurath"
    printed, phrase = "Awaken the independent Shub-Niggurath", "Awaken Shub-Niggurath in {}"
    requirements = terms(SHUB)


class LoneShub(Power):
    """She rolls as many dice as you control gates."""

    rule, on, printed = "CW-IGO-024", f"card.{SHUB}", "Shub-Niggurath (independent)"

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        return add(fight.s.count_gates(me)) if kind == kind_on_card(fight.s, me, self) else None


class Fertile(Power):
    """One Recruit may bring any number of Cultists, to several areas."""

    rule, on = "CW-IGO-024", f"card.{SHUB}"
    special = SHUB

    def limit(self, s: State, me: int, what: Limit, kind: int) -> Changes:
        return set_to(99) if what is Limit.RECRUITS else None


class AreasSharedWithAll(SpellbookSlot):
    """You share areas with all enemies: with each of them one area at least."""

    rule, on, watches = "CW-IGO-024", f"card.{SHUB}", Watches.ANYTHING

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return all(s.on[me] & s.on[foe] for foe in s.config.foes[me])


class LoneAvatar(Act, Power):
    """Action, 1 Power: Shub-Niggurath trades places with a Monster or Cultist of a named faction in a named area; its
    owner picks it.
    """

    rule, on, verb, shape = "CW-IGO-024", f"book.{SHUB}", "trade places", ("occupied", "owner there")
    printed, phrase, category = "Avatar (independent)", "Shub-Niggurath to {}, for a unit of {}", COMMON
    requirements = (
        on_the_map(SHUB, "Shub-Niggurath"),
        Requirement(
            "CW-IGO-024", "{0} is another area than hers", lambda s, me, area: where_it_is(s, me, SHUB) != area
        ),
        Requirement(
            "CW-IGO-024",
            "{1} has a Monster or Cultist in {0}",
            lambda s, me, area, seat: s.has(seat, traded(s, me, seat), area),
        ),
    )

    def ends(self, s: State, me: int, *args: Any) -> tuple[int, ...]:
        home = where_it_is(s, me, SHUB)  # one of the two ends there
        return (args[0], home) if args and home >= 0 else (-1,)

    async def do(self, s: State, me: int, area: int, seat: int) -> None:
        await trade_places(s, me, kind_on_card(s, me, self), seat, area, self)


# -- Nyarlathotep -----------------------------------------------------------------------------------------------------
class AwakenLoneNyarlathotep(Awakening, Power):
    """At a gate that you control, with a Great Old One of yours; 6 Power. His Combat is the number of your opponent's
    spellbooks.
    """

    rule, on, verb = "CW-IGO-024", f"box.{NYARLATHOTEP}", "awaken independent nyarlathotep"
    printed, phrase = "Awaken the independent Nyarlathotep", "Awaken Nyarlathotep in {}"
    requirements = terms(NYARLATHOTEP)


class LoneNyarlathotep(Power):
    """He rolls as many dice as the opponent has spellbooks on the faction card."""

    rule, on, printed = "CW-IGO-024", f"card.{NYARLATHOTEP}", "Nyarlathotep (independent)"

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        return add(fight.s.count_books(foe)) if kind == kind_on_card(fight.s, me, self) else None


class Chaos(Power):
    """Nyarlathotep may move two areas, over anything."""

    rule, on, forced, beyond_reach = "CW-IGO-024", f"card.{NYARLATHOTEP}", True, True
    special = NYARLATHOTEP

    def may_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int) -> bool | None:
        his = seat == me and kind == kind_on_card(s, me, self)
        return True if his and to in ways(s, me, area, Adjacent.MOVE, self._steps(s)) else None

    def _steps(self, s: State) -> int:
        return s.config.amounts["nyarlathotep_steps"]

    def may_on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> bool:
        his = seat == me and kind == kind_on_card(s, me, self)
        return his and bool(s.vanished()) and to not in ways(s, me, area, Adjacent.MOVE, self._steps(s), over=False)

    async def on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> None:
        """He has gone over areas that are gone: that costs a unit, as it does whoever flies (CW-SHA-019)."""
        s.note_trek(me, me, kind, to, to, over=True)


class CultistCaptured(SpellbookSlot):
    """You capture an enemy Cultist."""

    rule, on, watches = "CW-IGO-024", f"card.{NYARLATHOTEP}", Watches.CAPTURED

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return True


class LoneHarbinger(Power):
    """With Nyarlathotep in the battle each enemy Great Old One killed or pained gives half its price in Power, or 2
    Elder Signs.
    """

    rule, on, asks_itself, printed = "CW-IGO-024", f"book.{NYARLATHOTEP}", True, "The Harbinger"
    blind = True

    def _word(self, kind: int) -> str:
        return f"{self.name}: {kind}"

    def may_result_assigned(self, fight: Resolution, me: int, owner: int, code: int, result: int) -> bool:
        his = owner != me and fight.count(me, kind_on_card(fight.s, me, self)) > 0
        again = (me, self._word(code & KIND)) in fight.b.used
        return his and code & KIND in fight.s.config.goos[owner] and not again

    async def result_assigned(self, fight: Resolution, me: int, owner: int, code: int, result: int) -> None:
        s, kind = fight.s, code & KIND
        half, signs = price_now(s, owner, kind) // s.config.amounts["half_price"], s.config.amounts["harbingers_signs"]
        names = {"power": f"{half} Power", "signs": f"{signs} Elder Signs", "no": "Nothing"}
        said = await choose(
            me, "choice", list(names), self, "the harbinger", names=names, prompt="The Harbinger: what does it bring?"
        )
        if said != "no" and s.config.limit[owner][kind] > 1:
            fight.b.used += ((me, self._word(kind)),)
        if said == "power":
            gain_power(s, me, half, self.rule)
        elif said == "signs":
            await gain_signs(s, me, signs, self.rule)


# -- Yog-Sothoth and Tsathoggua, who count gods -----------------------------------------------------------------------
def gods_of_enemies(s: State, me: int) -> int:
    """Great Old Ones of enemy factions in play, without those of no faction."""
    return sum(s.total(f, k) for f in s.config.foes[me] for k in gods_of_its_own(s, f))


class AwakenLoneYog(Awakening, Power):
    """At a gate that you control, with a Great Old One of yours; 6 Power."""

    rule, on, verb = "CW-IGO-024", f"box.{YOG}", "awaken independent yog-sothoth"
    printed, phrase = "Awaken the independent Yog-Sothoth", "Awaken Yog-Sothoth in {}"
    requirements = terms(YOG)


class LoneYog(Power):
    """He rolls a die for each Great Old One of an enemy faction in play, without independent ones."""

    rule, on, printed = "CW-IGO-024", f"card.{YOG}", "Yog-Sothoth (independent)"

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        s = fight.s
        if kind != kind_on_card(s, me, self):
            return None
        each = "yog_dice" if s.config.rulings.independent_yog_is_strong else "yog_die"
        return add(s.config.amounts[each] * gods_of_enemies(s, me))


def barred_by(s: State, me: int) -> list[int]:
    """Enemies with a Great Old One where Yog-Sothoth is."""
    area = where_it_is(s, me, YOG)
    return [f for f in s.config.foes[me] if area >= 0 and s.has(f, s.config.goos[f], area)]


def may_come_along(s: State, me: int, to: int) -> bool:
    """Does no power keep him, or an enemy who keeps the gate, out of there? Who is his owner's comes with him."""
    area = where_it_is(s, me, YOG)
    seat = s.holder(area) if area >= 0 else -1
    keeper = s.keeper(seat, area) if seat >= 0 else -1
    barred = seat not in (-1, me) and keeper in s.config.kinds[seat] and not may_enter(s, seat, keeper, to)
    return may_enter(s, me, of_card(s, me, YOG), to) and not barred


class TravelWithTheGate(Act, Power):
    """Action, 1 Power: from an area with a gate and no enemy Great Old One Yog-Sothoth goes to any area without a gate;
    the gate and whoever holds it go along.
    """

    rule, on, verb, shape = "CW-IGO-024", f"card.{YOG}", "travel with the gate", ("area",)
    special = YOG
    printed, phrase, category = "The Beyond One (independent)", "Yog-Sothoth takes the gate along to {}", COMMON
    requirements = (
        Requirement(
            "CW-IGO-024",
            "A gate that may be moved is with him",
            lambda s, me: (a := where_it_is(s, me, YOG)) >= 0 and s.gate[a] != NO_GATE and not s.is_fixed(a),
        ),
        Requirement("CW-IGO-024", "No enemy Great Old One is with him", lambda s, me: not barred_by(s, me)),
        Requirement("CW-IGO-024", "No gate is in {0}", lambda s, me, area: s.gate[area] == NO_GATE),
        Requirement(
            "CW-ABI-004",
            "No power keeps them out of {0}",
            lambda s, me, area: not s.key.bar_entry or may_come_along(s, me, area),
        ),
    )

    def ends(self, s: State, me: int, *args: Any) -> tuple[int, ...]:
        home = where_it_is(s, me, YOG)
        return (home, *args) if args and home >= 0 else (-1,)

    async def do(self, s: State, me: int, area: int) -> None:
        home = where_it_is(s, me, YOG)
        s.carry_gate(home, area)
        carry(s, me, kind_on_card(s, me, self), home, area, self.rule)
        names = s.config.map.names
        report(s, self.rule, "The gate of {} is in {} now", names[home], names[area], who=me,
               touched=(f"place:{area}:gate",))  # fmt: skip
        await step_off(s, area, self.rule)


class BesideAnEnemyGod(SpellbookSlot):
    """Yog-Sothoth shares an area with an enemy Great Old One."""

    rule, on, watches = "CW-IGO-024", f"card.{YOG}", Watches.ANYTHING

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return bool(barred_by(s, me))


class LoneKeyAndTheGate(Power):
    """Yog-Sothoth is a gate of yours: nobody keeps him, and another gate may stand beside him."""

    rule, on, printed = "CW-IGO-024", f"book.{YOG}", "The Key and the Gate (independent)"
    about = (CountsAs.GATE, CountsAs.PORTAL)

    def counts_as(self, s: State, me: int, kind: int, role: CountsAs) -> bool:
        return kind == kind_on_card(s, me, self) and role in self.about


class AwakenLoneTsathoggua(Awakening, Power):
    """At a gate that you control, with a Great Old One of yours; 4 Power."""

    rule, on, verb = "CW-IGO-024", f"box.{TSATHOGGUA}", "awaken independent tsathoggua"
    printed, phrase = "Awaken the independent Tsathoggua", "Awaken Tsathoggua in {}"
    requirements = terms(TSATHOGGUA)


class LoneTsathoggua(Power):
    """He rolls a die for each Great Old One of an enemy faction in play, without independent ones."""

    rule, on, printed = "CW-IGO-024", f"card.{TSATHOGGUA}", "Tsathoggua (independent)"

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        s = fight.s
        return (
            add(s.config.amounts["tsathoggua_die"] * gods_of_enemies(s, me))
            if kind == kind_on_card(s, me, self)
            else None
        )


class LoneDeathFromBelow(FromBelow, Power):
    """Doom phase: a Monster of your pool, one that costs least, comes to any area with a unit of yours."""

    rule, on, printed = "CW-IGO-024", f"card.{TSATHOGGUA}", "Death from Below (independent)"
    special = TSATHOGGUA


class PayForLethargy(ForItsSpellbook, Power):
    """As your action pay 3 Power: an enemy of your choice gains 3 Power."""

    rule, on, verb, shape = "CW-IGO-024", f"card.{TSATHOGGUA}", "pay for lethargy", ("foe",)
    phrase = "Pay for Tsathoggua's spellbook: {} gains Power"
    requirements = (not_earned(TSATHOGGUA, "CW-IGO-024"),)

    async def do(self, s: State, me: int, foe: int) -> None:
        n = s.config.amounts["lethargy_power"]
        why: list[Source] = [(self.name, n, self.rule)]
        gain_power(s, foe, n, self.rule, why)
        await super().do(s, me)


class LethargyWasPaid(SpellbookSlot):
    """As your action you have paid 3 Power, and an enemy has gained 3."""

    rule, on, watches = "CW-IGO-024", f"card.{TSATHOGGUA}", Watches.ACTION

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return bool(thing == PayForLethargy.verb)


class LoneLethargy(Act, Power):
    """Action, 0 Power, with Tsathoggua in play and an enemy who has more Power than you: do nothing."""

    rule, on, verb, category = "CW-IGO-024", f"book.{TSATHOGGUA}", "idle", COMMON
    printed, phrase = "Lethargy (independent)", "Do nothing, by Lethargy"
    requirements = (
        Requirement("CW-IGO-024", "Tsathoggua is in play", lambda s, me: s.total(me, of_card(s, me, TSATHOGGUA)) > 0),
        Requirement(
            "CW-IGO-024",
            "An enemy has more Power than you",
            lambda s, me: any(s.power[f] > s.power[me] for f in s.config.foes[me]),
        ),
        Requirement("CW-SL-011", "Somebody else has turns still", not_alone),  # one who hibernates has Power, too
    )

    def ends(self, s: State, me: int, *args: Any) -> int:
        return where_it_is(s, me, TSATHOGGUA)

    async def do(self, s: State, me: int) -> None:
        report(s, self.rule, "{} does nothing", title(s, me), who=me)


# -- Ubbo-Sathla ------------------------------------------------------------------------------------------------------
class AwakenLoneUbbo(Awakening, Power):
    """At a gate that you control, with a Great Old One of yours; 4 Power. Its Combat is its Growth counter, which
    begins at 0 whenever it is awakened.
    """

    rule, on, verb = "CW-IGO-024", f"box.{UBBO}", "awaken independent ubbo-sathla"
    printed, phrase = "Awaken the independent Ubbo-Sathla", "Awaken Ubbo-Sathla in {}"
    requirements = terms(UBBO)

    async def steps(self, s: State, me: int, area: int, *more: Any) -> None:
        s.count_to(me, GROWTH, 0)


async def grow_by_a_die(s: State, me: int, by: Power) -> None:
    """A die is added to the Growth counter."""
    n, before = await die(by, "growth of it", prompt="The die of Ubbo-Sathla's growth"), s.counter(me, GROWTH)
    s.count_to(me, GROWTH, before + n)
    says(s, by, me, "counts {} Growth more", n, figure=f"{before} → {before + n}", touched=(f"seat:{me}",))


class LoneUbbo(Power):
    """It rolls as many dice as its Growth counter shows."""

    rule, on, printed = "CW-IGO-024", f"card.{UBBO}", "Ubbo-Sathla (independent)"

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        return add(fight.s.counter(me, GROWTH)) if kind == kind_on_card(fight.s, me, self) else None


class LoneSycophancy(Power):
    """When an enemy performs a ritual it says which: you gain 1 Doom, or it gains 1 Doom fewer."""

    rule, on, forced, printed = "CW-IGO-024", f"card.{UBBO}", True, "Sycophancy (independent)"
    special = UBBO

    def may_would_gain(self, s: State, me: int, event: Gain) -> bool:
        return event.seat != me and event.what is GainOf.RITUAL_DOOM

    async def would_gain(self, s: State, me: int, event: Gain) -> Gain:
        n = s.config.amounts["sycophants_doom"]
        names = {"give": f"{title(s, me)} gains {n} Doom", "less": f"{title(s, event.seat)} gains {n} fewer"}
        said = await choose(
            event.seat, "choice", ["give", "less"] if event.n >= n else ["give"], self, "sycophancy of it",
            names=names, prompt="Sycophancy: who has the better of the ritual?",
        )  # fmt: skip
        if said == "give":
            gain_doom(s, me, n, self.rule, self.name)
            return event
        says(s, self, event.seat, "gains {} Doom fewer", n)
        return event._replace(n=event.n - n)


class GiveUpTheStartGate(ForItsSpellbook, Power):
    """As your action remove the gate that you control in your start area; a die is added to the Growth counter."""

    rule, on, verb, shape = "CW-IGO-024", f"card.{UBBO}", "give up the start gate", ("start",)
    phrase = "Remove the gate in {} for Ubbo-Sathla's spellbook"
    requirements = (
        not_earned(UBBO, "CW-IGO-024"),
        Requirement(
            "CW-IGO-024",
            "You control a gate in {0} that may be removed",
            lambda s, me, area: s.holder(area) == me and not s.is_fixed(area),
        ),
    )

    async def do(self, s: State, me: int, area: int) -> None:
        s.close_gate(area)
        names = s.config.map.names
        report(s, self.rule, "The gate in {} is removed", names[area], who=me, touched=(f"area:{area}",))
        await control_changed(s, area, me)
        await grow_by_a_die(s, me, self)
        await super().do(s, me)


class StartGateWasGivenUp(SpellbookSlot):
    """As your action you have removed your gate in your start area."""

    rule, on, watches = "CW-IGO-024", f"card.{UBBO}", Watches.ACTION

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return bool(thing == GiveUpTheStartGate.verb)


class LoneHellsBanquet(Power):
    """As a Doom phase begins a die is added to the Growth counter."""

    rule, on, forced, printed = "CW-IGO-024", f"book.{UBBO}", True, "Hell's Banquet (independent)"

    def may_phase_start(self, s: State, me: int, phase: int) -> bool:
        return phase == DOOM

    async def phase_start(self, s: State, me: int, phase: int) -> None:
        await grow_by_a_die(s, me, self)


# -- Rhan-Tegoth ------------------------------------------------------------------------------------------------------
class AwakenLoneRhan(Awakening, Power):
    """At a gate that you control, with a Great Old One of yours; 4 Power."""

    rule, on, verb = "CW-IGO-024", f"box.{RHAN}", "awaken independent rhan-tegoth"
    printed, phrase = "Awaken the independent Rhan-Tegoth", "Awaken Rhan-Tegoth in {}"
    requirements = terms(RHAN)


class LoneHerald(Power):
    """A Ritual of Annihilation never costs you more than 5 Power."""

    rule, on, printed, about = "CW-IGO-024", f"card.{RHAN}", "Herald (independent)", (CostOf.RITUAL,)
    special = RHAN

    def cost_of(self, s: State, me: int, seat: int, what: CostOf, kind: int, area: int) -> Changes:
        return at_most(s.config.amounts["ritual_most"]) if seat == me and what is CostOf.RITUAL else None


class GateWhereWindwalkerStarts(SpellbookSlot):
    """You control a gate in one of the areas where Windwalker would start."""

    rule, on, watches = "CW-IGO-024", f"card.{RHAN}", Watches.ANYTHING

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return holds_a_start(s, me, "windwalker")


class LoneEternal(Power):
    """After the kills: for 1 Power a kill on Rhan-Tegoth is a pain."""

    rule, on, printed, spends = "CW-IGO-024", f"book.{RHAN}", "Eternal (independent)", True

    def _wounded(self, fight: Resolution, me: int) -> list[int]:
        kind = kind_on_card(fight.s, me, self)
        return [c for c in fight.units(me) if c & KIND == kind and c < DOOMED and kills_on(c)]

    def may_post_battle(self, fight: Resolution, me: int, given: int) -> bool | No:
        if not fight.fights(me) or not self._wounded(fight, me):
            return False
        return fight.s.power[me] >= fight.s.config.amounts["eternal_price"] or No("you have no Power")

    async def post_battle(self, fight: Resolution, me: int, given: int) -> None:
        s, code = fight.s, self._wounded(fight, me)[0]
        gain_power(s, me, -s.config.amounts["eternal_price"], self.rule)
        fight.note(me, self)
        fight.change(me, code, code - KILL + PAIN)
        fight.b.given += ((fight.side(me), code % KILL, KILL, PAIN),)
        fight.b.slain[fight.side(fight.foe(me))] += 1  # it was given all the same (CW-WW-029)
        if s.config.two:
            repay(s, me, code & KIND, spared=True)
        says(s, self, me, "pays: the kill on Rhan-Tegoth is a pain")


# -- Ithaqua ----------------------------------------------------------------------------------------------------------
class AwakenLoneIthaqua(Awakening, Power):
    """At a gate that you control, with a Great Old One of yours; 4 Power."""

    rule, on, verb = "CW-IGO-024", f"box.{ITHAQUA}", "awaken independent ithaqua"
    printed, phrase = "Awaken the independent Ithaqua", "Awaken Ithaqua in {}"
    requirements = terms(ITHAQUA)


class LoneHibernate(Act, Power):
    """Action, 0 Power: you have no more actions in this phase, and what Power you have stays with you when Power is
    gathered.
    """

    rule, on, verb, category = "CW-IGO-024", f"card.{ITHAQUA}", "hibernate with ithaqua", COMMON
    special = ITHAQUA
    printed, phrase = HIBERNATES, "Hibernate"
    requirements = (
        Requirement("CW-IGO-024", "You do not hibernate yet", lambda s, me: not s.is_spent(me, HIBERNATES)),
    )

    async def do(self, s: State, me: int) -> None:
        s.spent = (*s.spent, (me, self.name))
        says(s, self, me, "hibernates", touched=(f"seat:{me}",))


class Hibernating(Asleep, Power):
    """Who hibernates does so to the end of the phase, and keeps its Power, though it has lost Ithaqua meanwhile."""

    rule, on, forced, printed = "CW-IGO-024", f"box.{ITHAQUA}", True, "Hibernating (independent)"
    _kept, _since = KEPT, HIBERNATES


class GatesWhereWindwalkerStarts(SpellbookSlot):
    """Gates are in both areas where Windwalker would start, whoever controls them."""

    rule, on, watches = "CW-IGO-024", f"card.{ITHAQUA}", Watches.ANYTHING

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        areas = start_areas(s, "windwalker")
        return bool(areas) and all(s.count_gates_in(a) for a in areas)


class LoneFerox(Power):
    """No enemy Monster or Terror captures your Cultists; Great Old Ones may."""

    rule, on, printed, about = "CW-IGO-024", f"book.{ITHAQUA}", "Ferox (independent)", (Ignores.CAPTURE,)

    def ignores(self, s: State, me: int, owner: int, kind: int, area: int, what: Ignores, by: int) -> bool:
        mine = owner == me and kind in s.config.cultists[me]
        return mine and what is Ignores.CAPTURE and not s.has(by, s.config.goos[by], area)
