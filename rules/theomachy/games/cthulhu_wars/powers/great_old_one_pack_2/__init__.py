"""Great Old One Pack 2: Father Dagon, Bokrug, Ghatanothoa and Atlach-Nacha."""

from __future__ import annotations

from typing import Any

from .....engine.runtime.ability import MUST
from .....engine.runtime.decision import Answer, Options, choose, draw
from .....engine.runtime.layers import Changes, add, set_to
from .....engine.runtime.requirement import Requirement
from .....engine.runtime.trace import Source, report
from ...rules.act import COMMON, Act
from ...rules.common import arrive, gain_power, on_the_map, pick, price_of, says, title
from ...rules.domains import ACTION, CARD, DOOM, HELD, KIND, POOL, WON
from ...rules.fight import Resolution
from ...rules.leaving import Leaving, eliminate
from ...rules.state import State, bits
from ...rules.timings import Power, SpellbookSlot
from ...rules.topics import CostOf, GainOf, Watches, WouldBeEliminated
from ..independents import Awakening, ForItsSpellbook, area_of, hand_over, kind_on_card, not_earned, terms
from ..independents.driven import drive_out, leaving, oceans_beside
from ..market import of_card

DAGON, BOKRUG, GHATANOTHOA, ATLACH = "father_dagon", "bokrug", "ghatanothoa", "atlach_nacha"
PROMPTS = {
    "leaves the game": "Which Acolyte of {who} leaves the game?",
    "taken": "Which unit does {who} take?",
    "sign taken": "Which Elder Sign is taken, unseen",
}


# -- Father Dagon -----------------------------------------------------------------------------------------------------
class AwakenFatherDagon(Awakening, Power):
    """At a gate that you control, with a Great Old One of yours; 4 Power."""

    rule, on, verb, phrase = "CW-IGO-014", f"box.{DAGON}", "awaken father dagon", "Awaken Father Dagon in {}"
    requirements = terms(DAGON)


class FatherDagon(Power):
    """He rolls 6 dice in an ocean."""

    rule, on = "CW-IGO-014", f"card.{DAGON}"

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        s = fight.s
        wet = s.config.map.wet >> fight.b.area & 1
        return set_to(s.config.amounts["dagon_ocean"]) if wet and kind == kind_on_card(s, me, self) else None


class Tsunami(Act, Power):
    """Action, 1 Power: all Cultists of one land area beside an ocean, yours too, go to oceans next to it, where their
    owners like; you say whose go first.
    """

    rule, on, verb, shape, category = "CW-IGO-014", f"card.{DAGON}", "tsunami", ("area",), COMMON
    special = DAGON
    phrase = "Drive the Cultists from {} into the oceans"
    requirements = (
        Requirement("CW-IGO-014", "{0} is land", lambda s, me, area: not s.config.map.wet >> area & 1),
        Requirement(
            "CW-IGO-014",
            "A Cultist is in {0}, and an ocean beside it",
            lambda s, me, area: any(leaving(s, me, f, area, oceans_beside) for f in s.config.seats),
        ),
    )

    async def do(self, s: State, me: int, area: int) -> None:
        await drive_out(s, me, area, s.order(me), oceans_beside, self)


class EightInTheOceans(SpellbookSlot):
    """You have 8 units in oceans."""

    rule, on, watches = "CW-IGO-014", f"card.{DAGON}", Watches.ANYTHING

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return sum(s.crowd(me, a) for a in bits(s.config.map.wet)) >= s.config.amounts["dagon_units"]


class TheInnsmouthLook(Power):
    """As a Doom phase begins one of your Acolytes on the map leaves the game, and you gain 6 Power; you must."""

    rule, on, forced = "CW-IGO-014", f"book.{DAGON}", True

    def may_phase_start(self, s: State, me: int, phase: int) -> bool:
        return phase == DOOM and bool(on_the_map(s, me, s.config.acolytes[me]))

    async def phase_start(self, s: State, me: int, phase: int) -> None:
        unit = await pick(s, me, on_the_map(s, me, s.config.acolytes[me]), self, "leaves the game")
        await eliminate(s, me, unit[2], unit[1], me, self.rule, to=s.out(me))
        why: list[Source] = [(self.name, s.config.amounts["innsmouth"], self.rule)]
        gain_power(s, me, s.config.amounts["innsmouth"], self.rule, why)


# -- Bokrug -----------------------------------------------------------------------------------------------------------
class AwakenBokrug(Awakening, Power):
    """At a gate that you control, with a Great Old One of yours; 4 Power."""

    rule, on, verb, phrase = "CW-IGO-015", f"box.{BOKRUG}", "awaken bokrug", "Awaken Bokrug in {}"
    requirements = terms(BOKRUG)

    def price(self, s: State, me: int, area: int = -1) -> int:
        if not s.config.rulings.bokrug_is_dear:
            return super().price(s, me, area)
        return price_of(s, me, CostOf.AWAKEN, kind_on_card(s, me, self), s.config.amounts["bokrug_dear"], area)


class GhostsOfIb(Power):
    """Killed or eliminated Bokrug waits on its card, which you keep without its spellbook. At the end of the next
    Doom phase it returns to an area without enemies, if there is one.
    """

    rule, on, forced, printed = "CW-IGO-015", f"card.{BOKRUG}", True, "Ghosts of Ib"
    special = BOKRUG
    about = (WouldBeEliminated.KILLED, WouldBeEliminated.ELIMINATED, WouldBeEliminated.SURROUNDED)

    def may_would_be_eliminated(self, s: State, me: int, event: Leaving) -> bool:
        mine = event.seat == me and event.code & KIND == kind_on_card(s, me, self)
        return mine and event.cause in self.about

    async def would_be_eliminated(self, s: State, me: int, event: Leaving) -> Leaving:
        card = s.config.card(BOKRUG)
        s.take_card(me, card)  # its spellbook falls off
        says(s, self, me, "has Bokrug wait on its card", touched=(f"card:{card}",))
        return event._replace(to=s.out(me))

    def _free(self, s: State, me: int) -> list[int]:
        open_ = [a for a in s.standing() if not s.config.map.islands >> a & 1]
        return [a for a in open_ if not any(s.here(f, a) for f in s.config.foes[me])]

    def may_phase_end(self, s: State, me: int, phase: int) -> bool:
        waits = s.n(me, kind_on_card(s, me, self), s.out(me)) > 0
        return phase == DOOM and waits and bool(self._free(s, me))

    async def phase_end(self, s: State, me: int, phase: int) -> None:
        kind = kind_on_card(s, me, self)
        area = await choose(me, "area", self._free(s, me), self, "returns to", prompt="Where does Bokrug return?")
        s.move(me, kind, s.out(me), POOL)
        await arrive(s, me, kind, area, "placed", self.rule)


class GiveBokrugAway(ForItsSpellbook, Power):
    """As your action give the card to another player: its spellbook is upon it then."""

    rule, on, verb, shape, phrase = "CW-IGO-015", f"card.{BOKRUG}", "give bokrug", ("foe",), "Give Bokrug to {}"
    requirements = (
        not_earned(BOKRUG, "CW-IGO-015"),
        Requirement(
            "CW-IGO-015",
            "Bokrug is on the map, or waits on its card",
            lambda s, me: not s.n(me, of_card(s, me, BOKRUG), CARD),
            fault=lambda s, me: "It is submerged: another could not bring it up.",
        ),
    )

    async def do(self, s: State, me: int, foe: int) -> None:
        hand_over(s, me, foe, s.config.card(BOKRUG))
        await super().do(s, foe)


class GivenToAnother(SpellbookSlot):
    """Another player has given you the card."""

    rule, on, watches = "CW-IGO-015", f"card.{BOKRUG}", Watches.ACTION

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return bool(thing == GiveBokrugAway.verb)


class DoomThatCameToSarnath(Power):
    """At the end of a Doom phase you name an enemy: he takes a Monster or Cultist of yours captive or one of your Elder
    Signs; which of the two is your choice. You must.
    """

    rule, on, forced, printed = "CW-IGO-015", f"book.{BOKRUG}", True, "Doom that Came to Sarnath"

    def may_phase_end(self, s: State, me: int, phase: int) -> bool:
        return phase == DOOM and bool(s.signs[me] or on_the_map(s, me, s.config.minions[me]))

    async def phase_end(self, s: State, me: int, phase: int) -> None:
        foe = await choose(me, "player", s.config.foes[me], self, "who takes something", prompt="Who takes something?")
        units = on_the_map(s, me, s.config.minions[me])
        names: dict[Answer, str] = {"unit": "A Monster or Cultist", "sign": "An Elder Sign"}

        def there() -> list[Answer]:  # Elder Signs may be revealed while somebody is asked
            return [*(("unit",) if units else ()), *(("sign",) if s.signs[me] else ())]

        if not there():
            return
        options: Options = there if len(there()) > 1 else there()
        said = await choose(me, "choice", options, self, "unit or sign", names=names, prompt="What is taken?")
        if said == "unit":
            unit = await pick(s, foe, units, self, "taken")
            await eliminate(s, me, unit[2], unit[1], foe, self.rule, to=HELD + foe)
            return
        values = sorted(set(s.signs[me]))
        v = await draw(values, [s.signs[me].count(x) for x in values], self, "sign taken", argument="sign", owner=foe)
        left = list(s.signs[me])
        left.remove(v)
        s.signs[me], s.signs[foe] = tuple(left), tuple(sorted((*s.signs[foe], v)))
        says(s, self, foe, "takes an Elder Sign from {}", title(s, me), touched=(f"seat:{me}", f"seat:{foe}"))


# -- Ghatanothoa ------------------------------------------------------------------------------------------------------
class AwakenGhatanothoa(Awakening, Power):
    """At a gate that you control, with a Great Old One of yours; 4 Power."""

    rule, on, verb, phrase = "CW-IGO-016", f"box.{GHATANOTHOA}", "awaken ghatanothoa", "Awaken Ghatanothoa in {}"
    requirements = terms(GHATANOTHOA)


class Ghatanothoa(Power):
    """It rolls a die for each Cultist that the opponent has on the map."""

    rule, on = "CW-IGO-016", f"card.{GHATANOTHOA}"

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        s = fight.s
        return add(s.on_map(foe, s.config.devoted[foe])) if kind == kind_on_card(s, me, self) else None


LAID = "mummies in "  # of a counter: so many lie in this area


def mummies(s: State, seat: int, area: int) -> int:
    """Acolytes of a seat that are laid down there."""
    n = s.counter(seat, LAID + s.config.map.names[area])
    return min(n, upright(s, seat, area)) if n else 0


def upright(s: State, seat: int, area: int) -> int:
    """All its Acolytes there, laid down or not."""
    return sum(s.n(seat, k, area) for k in s.config.acolytes[seat])


def lay_down(s: State, me: int, area: int, rule: str) -> None:
    """All enemy Acolytes of an area are laid down."""
    for foe in s.config.foes[me]:
        if n := upright(s, foe, area):
            s.count_to(foe, LAID + s.config.map.names[area], n)
            where = s.config.map.names[area]
            says(s, rule, foe, "has its Acolytes in {} laid down", where, touched=(f"area:{area}",), figure=str(n))


def prey(s: State, me: int) -> int:
    """Where Ghatanothoa can lay somebody down, or -1."""
    area = area_of(s, me, of_card(s, me, GHATANOTHOA))
    there = area >= 0 and any(upright(s, f, area) > mummies(s, f, area) for f in s.config.foes[me])
    return area if there else -1


class Mummify(Act, Power):
    """Action, 1 Power: enemy Acolytes of its area are laid down until the Doom phase. They neither move nor fight, nor
    bring Power, though they keep gates and can be captured.
    """

    rule, on, verb, phrase, category = "CW-IGO-016", f"card.{GHATANOTHOA}", "mummify", "Mummify Acolytes", COMMON
    special = GHATANOTHOA
    requirements = (
        Requirement(
            "CW-IGO-016", "Enemy Acolytes that stand are in the area of Ghatanothoa", lambda s, me: prey(s, me) >= 0
        ),
        Requirement(
            "CW-IGO-016",
            "It is still an action",
            lambda s, me: not s.has_earned(me, s.config.card(GHATANOTHOA)),
            fault=lambda s, me: "With Execration of Mu it happens by itself.",
        ),
    )

    def ends(self, s: State, me: int, *args: Any) -> int:
        return area_of(s, me, of_card(s, me, GHATANOTHOA))

    async def do(self, s: State, me: int) -> None:
        lay_down(s, me, prey(s, me), self.rule)


class Mummies(Power):
    """Acolytes that were laid down neither move nor fight, nor bring Power, until the Doom phase begins."""

    rule, on, aside, forced, about = "CW-IGO-016", f"box.{GHATANOTHOA}", True, True, (GainOf.INCOME,)

    def _all(self, s: State, me: int, kind: int, area: int) -> bool:
        n = mummies(s, me, area) if kind in s.config.acolytes[me] else 0
        return n > 0 and n >= upright(s, me, area)

    def may_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int) -> bool | None:
        return False if seat == me and self._all(s, me, kind, area) else None

    def takes_part(self, s: State, me: int, owner: int, kind: int, area: int) -> bool | None:
        return False if owner == me and self._all(s, me, kind, area) else None

    def gain_of(self, s: State, me: int, seat: int, what: GainOf, owner: int, kind: int) -> Changes:
        if seat != me or what is not GainOf.INCOME:
            return None
        n = sum(mummies(s, me, a) for a in s.areas(me))
        return add(-n * s.config.gathers["cultist"]) if n else None

    def _gone(self, s: State, me: int) -> list[int]:
        """Areas from which some of them have gone: whoever comes there later stands."""
        index = s.config.map.index
        rows = [(index[word.removeprefix(LAID)], n) for f, word, n in s.counters if f == me and word.startswith(LAID)]
        return sorted(a for a, n in rows if n > upright(s, me, a))

    def may_any_time(self, s: State, me: int) -> bool:
        return bool(s.counters) and bool(self._gone(s, me))

    async def any_time(self, s: State, me: int) -> None:
        for area in self._gone(s, me):
            s.count_to(me, LAID + s.config.map.names[area], upright(s, me, area))

    def may_phase_start(self, s: State, me: int, phase: int) -> bool:
        return phase == DOOM and any(f == me and word.startswith(LAID) for f, word, _ in s.counters)

    async def phase_start(self, s: State, me: int, phase: int) -> None:
        s.counters = tuple(row for row in s.counters if row[0] != me or not row[1].startswith(LAID))
        report(s, self.rule, "The Acolytes of {} rise again", title(s, me), who=me)


class PayForMu(ForItsSpellbook, Power):
    """As your action pay 4 Power."""

    rule, on, verb, phrase = "CW-IGO-016", f"card.{GHATANOTHOA}", "execration", "Pay 4 Power for Execration of Mu"
    requirements = (not_earned(GHATANOTHOA, "CW-IGO-016"),)


class FewGatesAndCultists(SpellbookSlot):
    """Fewer than 6 gates and Cultists together in your slot of a Doom phase, or 4 Power that were paid as an action."""

    rule, on, watches = "CW-IGO-016", f"card.{GHATANOTHOA}", (Watches.DOOM, Watches.ACTION)

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        if thing is not None:
            return bool(thing == PayForMu.verb)
        have = s.count_gates(me) + sum(s.total(me, k) for k in s.config.devoted[me])
        return have < s.config.amounts["mu"]


class ExecrationOfMu(Power):
    """Mummify is no action any more: it happens whenever enemy Acolytes share the area of Ghatanothoa."""

    rule, on, printed = "CW-IGO-016", f"book.{GHATANOTHOA}", "Execration of Mu"
    special = GHATANOTHOA

    def may_any_time(self, s: State, me: int) -> Any:
        return MUST if prey(s, me) >= 0 and s.battle is None and s.phase != DOOM else False

    async def any_time(self, s: State, me: int) -> None:
        lay_down(s, me, prey(s, me), self.rule)

    def may_phase_start(self, s: State, me: int, phase: int) -> Any:
        """Those that have risen in the Doom phase lie down before anybody acts."""
        return MUST if phase == ACTION and prey(s, me) >= 0 else False

    async def phase_start(self, s: State, me: int, phase: int) -> None:
        lay_down(s, me, prey(s, me), self.rule)


# -- Atlach-Nacha -----------------------------------------------------------------------------------------------------
class AwakenAtlachNacha(Awakening, Power):
    """At a gate that you control, with a Great Old One of yours; 6 Power."""

    rule, on, verb, phrase = "CW-IGO-017", f"box.{ATLACH}", "awaken atlach-nacha", "Awaken Atlach-Nacha in {}"
    requirements = terms(ATLACH)


def webs(s: State) -> int:
    """Areas with a web, a bit each."""
    return s.tokens[s.config.token("web")]


class Spinnerets(Act, Power):
    """Action, 1 Power: a web comes to its area, where none is."""

    rule, on, verb, phrase, category = "CW-IGO-017", f"card.{ATLACH}", "spinnerets", "Spin a web", COMMON
    special = ATLACH
    requirements = (
        Requirement(
            "CW-IGO-017",
            "Atlach-Nacha is in an area without a web",
            lambda s, me: (area := area_of(s, me, of_card(s, me, ATLACH))) >= 0 and not webs(s) >> area & 1,
        ),
    )

    def ends(self, s: State, me: int, *args: Any) -> int:
        return area_of(s, me, of_card(s, me, ATLACH))

    async def do(self, s: State, me: int) -> None:
        token, area = s.config.token("web"), area_of(s, me, of_card(s, me, ATLACH))
        s.tokens = tuple(mask | (1 << area if i == token else 0) for i, mask in enumerate(s.tokens))
        says(s, self, me, "spins a web in {}", s.config.map.names[area], touched=(f"area:{area}",))


class SixWebs(SpellbookSlot):
    """There are webs in 6 areas."""

    rule, on, watches = "CW-IGO-017", f"card.{ATLACH}", Watches.ANYTHING

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return webs(s).bit_count() >= s.config.amounts["webs"]


class CosmicWeb(Act, Power):
    """Action, 0 Power: you win at once, with any number of spellbooks."""

    rule, on, verb, phrase = "CW-IGO-017", f"book.{ATLACH}", "cosmic web", "Complete the Cosmic Web and win"

    async def do(self, s: State, me: int) -> None:
        s.count_to(me, WON, 1)
        says(s, self, me, "has completed the Cosmic Web", touched=(f"seat:{me}",))

    def game_over(self, s: State, me: int) -> bool:
        return s.counter(me, WON) > 0
