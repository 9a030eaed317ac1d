"""Azathoth, who is no faction's, with four neutral Monsters and six spellbooks that everybody may take."""

from __future__ import annotations

from typing import Any

from .....engine.masks import bits
from .....engine.runtime.ability import Holder, No, seat_of
from .....engine.runtime.decision import Answer, choose, die, number, sealed
from .....engine.runtime.layers import Changes, add
from .....engine.runtime.requirement import Menu, Requirement
from .....engine.runtime.trace import Source
from .....engine.wording import article
from ...rules.act import Act
from ...rules.arguments import ARGUMENT_TYPES
from ...rules.battle import LOSSES
from ...rules.commanded import is_guest, lent_by, obedient
from ...rules.common import (
    Unit,
    carry,
    everywhere,
    gain_doom,
    gain_power,
    gain_signs,
    may_come,
    price_now,
    says,
    title,
    unit_name,
    window,
)
from ...rules.domains import DOOM, KEEPER, KILL, KIND, POOL
from ...rules.fight import Resolution
from ...rules.flow import reveal
from ...rules.leaving import Leaving, eliminate
from ...rules.state import State
from ...rules.timings import Power, SpellbookSlot
from ...rules.topics import CostOf, GainOf, MayPlace, OnGain, OnPlacement, Watches, WouldBeEliminated
from ...rules.ways import may_enter
from ..daemon_sultan import MARKER, marker
from ..daemon_sultan import SLUG as SULTAN
from ..independents import Awakening, kind_on_card, terms
from ..market import of_card
from ..neutral_monsters import get_up

AZATHOTH, ELDER_THING, SERVITOR, SHAMBLER, STAR_VAMPIRE = (
    "azathoth", "elder_thing", "servitor", "dimensional_shambler", "star_vampire",
)  # fmt: skip
PROMPTS = {
    "cultist for power": "Which Cultist of {who} is given up for 1 Power?",
    "shriveled": "Shriveling: which unit is eliminated?",
    "who is rearranged": "Which unit of {who} goes to another area?",
    "sign turned in": "Which Elder Sign does {who} turn in?",
}


# -- Azathoth ---------------------------------------------------------------------------------------------------------
class AwakenAzathoth(Awakening, Power):
    """At a gate that you control, with a Great Old One of yours and 8 Power or more: you lose a die and 2 more. Each
    enemy shows a number from 1 to 6 in secret, all at once, and gains as much Power; whoever has shown the lowest loses
    2 Doom. The marker is set to their sum.
    """

    rule, on, verb, phrase = "CW-AZA-018", f"box.{AZATHOTH}", "awaken azathoth", "Awaken Azathoth in {}"
    requirements = (
        *terms(AZATHOTH),
        Requirement(
            "CW-AZA-018",
            "You have 8 Power or more",
            lambda s, me: s.power[me] >= s.config.amounts["azathoth_needs"],
            fact=lambda s, me: s.power[me],
        ),
    )

    async def steps(self, s: State, me: int, area: int, *more: Any) -> None:
        thrown = await die(self, "azathoth awakens", prompt="The die of the awakening")
        loss = thrown + s.config.amounts["azathoth_loss"]
        gain_power(s, me, -min(loss, s.power[me]), self.rule)
        foes = s.order(me)[1:]
        prompt = "Azathoth awakens: which number do you show? You gain it as Power; the lowest lose Doom."
        shown = await sealed(
            {foe: number(foe, 1, 6, self, "azathoth die", prompt=prompt) for foe in foes}, self, "azathoth dice",
            prompt="Each enemy of Azathoth shows a die in secret",
        )  # fmt: skip
        for foe in foes:
            says(s, self, foe, "shows {}", shown[foe], touched=(f"seat:{foe}",))
            gain_power(s, foe, shown[foe], self.rule)
        for foe in foes:
            if shown[foe] == min(shown.values()) and (n := min(s.config.amounts["azathoth_doom"], s.doom[foe])):
                s.doom[foe] -= n
                says(s, self, foe, "loses {} Doom", n, figure=f"{s.doom[foe] + n} → {s.doom[foe]}",
                     touched=(f"seat:{foe}",))  # fmt: skip
        rulings = s.config.rulings
        shared = SULTAN in s.config.slugs and not rulings.azathoth_is_the_sum
        n = loss if rulings.azathoth_is_the_die or shared else sum(shown.values())
        s.count_to(-1, MARKER, n)
        says(s, self, me, "has the Azathoth marker at {}", n, touched=(f"card:{s.config.card(AZATHOTH)}",))


class Azathoth(Power):
    """He rolls as many dice as the number of the Azathoth marker."""

    rule, on = "CW-AZA-019", f"card.{AZATHOTH}"

    def dice(self, fight: Resolution, me: int, foe: int, kind: int, n: int) -> Changes:
        return add(marker(fight.s)) if kind == kind_on_card(fight.s, me, self) else None

    def worth(self, s: State, me: int, area: int) -> float:
        """He costs nothing: an evaluation holds him for as much as his dice."""
        return float(marker(s))


class MarkerGoes(Power):
    """With him his marker goes from the track, if no other faction uses it."""

    rule, on, forced, aside, printed = "CW-AZA-002", f"box.{AZATHOTH}", True, True, "Azathoth's marker goes"

    def may_any_time(self, s: State, me: int) -> bool:
        nobody = marker(s) > 0 and s.cards[s.config.card(AZATHOTH)] < 0
        return nobody and s.battle is None and SULTAN not in s.config.slugs

    async def any_time(self, s: State, me: int) -> None:
        s.count_to(-1, MARKER, 0)


class DaemonSultanOfKills(Power):
    """A kill on Azathoth, or a pain where he is surrounded, takes a die from the marker in place of his life, once a
    battle; an elimination takes 1. At 0 he is lost.
    """

    rule, on, forced = "CW-AZA-019", f"card.{AZATHOTH}", True
    special, printed = AZATHOTH, "Daemon Sultan"
    about = (WouldBeEliminated.KILLED, WouldBeEliminated.SURROUNDED, WouldBeEliminated.ELIMINATED)

    def may_would_be_eliminated(self, s: State, me: int, event: Leaving) -> bool:
        his = event.seat == me and event.code & KIND == kind_on_card(s, me, self) and event.cause in self.about
        stays = not s.vanished() >> event.area & 1  # nothing does where an area is gone
        return his and stays and not self._too_much(s, me, event)

    def _too_much(self, s: State, me: int, event: Leaving) -> bool:
        """Has this battle taken its die already, or a kill more than his side has units for?"""
        fight = event.fight
        if not isinstance(fight, Resolution) or event.cause is WouldBeEliminated.ELIMINATED:
            return False
        more = event.cause is WouldBeEliminated.KILLED and fight.missed(me, KILL) > 0
        return (me, self.name) in fight.b.used or (more and not s.config.rulings.azathoth_loses_no_second_kill)

    async def would_be_eliminated(self, s: State, me: int, event: Leaving) -> Leaving | None:
        n = s.config.amounts["azathoth_eliminated"]
        if event.cause is not WouldBeEliminated.ELIMINATED:
            n = await die(self, "azathoth loses", prompt="The die that Azathoth loses")
            if isinstance(event.fight, Resolution):
                event.fight.note(me, self)
        before, left = marker(s), max(marker(s) - n, 0)
        s.count_to(-1, MARKER, left)
        says(s, self, me, "has the marker of Azathoth lowered by {}", n, figure=f"{before} → {left}",
             touched=(f"card:{s.config.card(AZATHOTH)}",))  # fmt: skip
        return None if left else event


class AllHaveGreatOldOnes(SpellbookSlot):
    """Every player has a Great Old One in play; a faction that has none on its card does not count."""

    rule, on, watches = "CW-AZA-008", f"card.{AZATHOTH}", Watches.ANYTHING

    def requirement_met(self, s: State, me: int, thing: Any) -> bool:
        return not self.far(s, me)

    def far(self, s: State, me: int) -> int:
        return sum(self._lacks(s, f) for f in s.config.seats)

    def _lacks(self, s: State, seat: int) -> bool:
        units, gods = s.config.factions[seat].units, s.config.goos[seat]
        return any(not units[k].independent for k in gods) and not any(s.total(seat, k) for k in gods)


class NuclearChaos(Act, Power):
    """Action, 0 Power, once between two Gather Power phases: each player throws a die; you may change yours by 1, to 0
    or 7 too. The highest gain as much Power, the lowest as many Elder Signs.
    """

    rule, on, verb, phrase = "CW-AZA-020", f"book.{AZATHOTH}", "nuclear chaos", "Nuclear Chaos"
    requirements = (
        Requirement(
            "CW-AZA-020",
            "It lies face up",
            lambda s, me: not s.is_spent(me, "Nuclear Chaos"),
            fault=lambda s, me: "It was used; it is turned up in Gather Power.",
        ),
    )

    async def do(self, s: State, me: int) -> None:
        s.spent = tuple(sorted({*s.spent, (me, self.name)}))
        thrown = {}
        for f in s.order(me):
            thrown[f] = await die(self, "nuclear chaos", prompt=f"The die of {title(s, f)}")
            says(s, self, f, "throws {}", thrown[f], figure=str(thrown[f]))
        names = {by: str(thrown[me] + by) for by in (0, 1, -1)}
        prompt = f"Nuclear Chaos: what is your die of {thrown[me]} to be?"
        by = await choose(me, "choice", (0, 1, -1), self, "chaos changed", names=names, prompt=prompt)
        thrown[me] += by
        if by:
            says(s, self, me, "makes {} of its die", thrown[me], figure=str(thrown[me]))
        high, low = max(thrown.values()), min(thrown.values())
        for f in s.order(me):
            if thrown[f] == high:
                gain_power(s, f, high, self.rule)
        for f in s.order(me):
            if thrown[f] == low:
                await gain_signs(s, f, low, self.rule)


# -- Star Vampire -----------------------------------------------------------------------------------------------------
class Vampirism(Power):
    """Star Vampires throw their dice apart, however few the others are: each kill takes 1 Doom from the enemy at once,
    each pain 1 Power, as far as it has any. The results count in the battle all the same.
    """

    rule, on, forced = "CW-AZA-024", f"card.{STAR_VAMPIRE}", True

    def _scored(self, fight: Resolution, me: int) -> tuple[int, int]:
        """Kills and pains that they have thrown."""
        name = fight.s.config.name[me][kind_on_card(fight.s, me, self)]
        mine = [row for row in fight.b.pools if row[:2] == (fight.side(me), name)]
        return sum(row[3] for row in mine), sum(row[4] for row in mine)

    def may_dice_rolled(self, fight: Resolution, me: int) -> bool:
        return fight.fights(me) and (me, self.name) not in fight.b.used and any(self._scored(fight, me))

    async def dice_rolled(self, fight: Resolution, me: int) -> None:
        s, foe = fight.s, fight.foe(me)
        fight.note(me, self)
        kills, pains = self._scored(fight, me)
        doom, power = min(kills, s.doom_of(foe)), min(pains, s.power_of(foe))
        why: list[Source] = [(self.name, power, self.rule)]
        if doom:
            s.doom[foe] -= doom
            says(s, self, foe, "loses {} Doom", doom, figure=f"{s.doom[foe] + doom} → {s.doom[foe]}",
                 touched=(f"seat:{foe}",))  # fmt: skip
            gain_doom(s, me, doom, self.rule, self.name)
        if power:
            gain_power(s, foe, -power, self.rule)
            gain_power(s, me, power, self.rule, why)


# -- Dimensional Shambler ---------------------------------------------------------------------------------------------
class WalkBetweenWorlds(Power):
    """Dimensional Shamblers that you summon, and one with the card, wait on your faction card. After any action of
    anybody any of them may go to any areas.
    """

    rule, on, about = "CW-AZA-003", f"card.{SHAMBLER}", (OnPlacement.SUMMON, OnGain.CARD)
    forced, printed = True, "Walk Between Worlds"

    def may_on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> bool:
        return seat == me and what is OnGain.CARD and thing == s.config.card(SHAMBLER)

    async def on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> None:
        self._wait(s, me, POOL)

    def may_on_placement(self, s: State, me: int, owner: int, kind: int, how: OnPlacement, area: int) -> bool:
        return owner == me and how is OnPlacement.SUMMON and kind == of_card(s, me, SHAMBLER)

    async def on_placement(self, s: State, me: int, owner: int, kind: int, how: OnPlacement, area: int) -> None:
        self._wait(s, me, area)

    def _wait(self, s: State, me: int, place: int) -> None:
        kind = of_card(s, me, SHAMBLER)
        s.wait(me, kind, place)
        says(s, self, me, "has {} wait on its card", article(s.config.name[me][kind]), touched=(f"seat:{me}",))

    def _ways(self, s: State, me: int) -> list[int]:
        kind = of_card(s, me, SHAMBLER)
        if not s.waiting(me, kind):
            return []
        return [a for a in s.standing() if not s.config.map.islands >> a & 1 and may_enter(s, me, kind, a)]

    def may_after_action(self, s: State, me: int) -> bool:
        return bool(self._ways(s, me))

    async def after_action(self, s: State, me: int) -> None:
        kind = of_card(s, me, SHAMBLER)
        name = s.config.name[me][kind]
        while areas := self._ways(s, me):
            prompt = f"Where does a {name} come from your card? {s.waiting(me, kind)} wait there."
            area = await choose(me, "area", ["done", *areas], self, "walks to", prompt=prompt)
            if area == "done":
                return
            s.wait_no_more(me, kind, area)
            where = s.config.map.names[area]
            says(s, self, me, "has {} walk to {}", article(name), where, touched=(f"area:{area}",))


# -- Elder Thing ------------------------------------------------------------------------------------------------------
def fallen(s: State, seat: int, kind: int) -> bool:
    """Has such a unit fallen to results of the battle under way?"""
    b = s.battle
    return b is not None and seat in b.sides and Resolution(s, b).fell(seat, kind)


def where_silenced(s: State, seat: int, power: Power) -> list[int]:
    """The areas of the Great Old One whose special ability this is. One that has fallen speaks of a battle, if it still
    may, from where it was.
    """
    kinds = [kind for kind, unit in enumerate(s.config.factions[seat].units) if unit.key == power.special]
    areas = [a for kind in kinds for a in s.where(seat, kind)]
    if not areas and s.battle is not None and any(fallen(s, seat, kind) for kind in kinds):
        return [s.battle.area]
    return areas


class MindControl(Power):
    """The special ability of an enemy Great Old One is silent while an Elder Thing of yours is in its area; spellbooks
    speak, but for those that need it.
    """

    rule, on = "CW-AZA-031", f"unit.{ELDER_THING}"

    def may_use(self, s: State, me: int, power: Power, bearer: Holder) -> bool:
        seat = seat_of(bearer)
        if not power.special or seat == me:
            return True
        elder, areas = of_card(s, me, ELDER_THING), where_silenced(s, seat, power)
        return not areas or not all(s.n(me, elder, area) for area in areas)


class MindControlToTheEnd(Power):
    """An Elder Thing that falls in a battle silences whoever falls there with it: all losses are at once."""

    rule, on, aside, printed = "CW-AZA-031", f"card.{ELDER_THING}", True, "Mind Control to the end"

    def may_use(self, s: State, me: int, power: Power, bearer: Holder) -> bool:
        seat, b = seat_of(bearer), s.battle
        if not power.special or seat == me or b is None or b.stage != LOSSES:
            return True
        return where_silenced(s, seat, power) != [b.area] or not fallen(s, me, of_card(s, me, ELDER_THING))


# -- Servitor of the Outer Gods ---------------------------------------------------------------------------------------
class BurdenOfServitors(Power):
    """Whoever buys the card gives it to another player, who keeps it for the rest of the game."""

    rule, on, forced, about = "CW-NM-020", f"card.{SERVITOR}", True, (OnGain.CARD,)

    def may_on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> bool:
        return seat == me and what is OnGain.CARD and thing == s.config.card(SERVITOR)

    async def on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> None:
        foe = await choose(
            me, "player", s.config.foes[me], self, "who gets the servitors", argument="foe",
            prompt="Who gets the card of the Servitors?",
        )  # fmt: skip
        s.take_card(foe, thing)
        says(s, self, foe, "has the card {} from now on", s.config.cards[thing].name, touched=(f"card:{thing}",))


class Adulation(Power):
    """While a Servitor is in your pool you summon nothing but Servitors; whatever else brings Monsters is open."""

    rule, on, about = "CW-AZA-027", f"card.{SERVITOR}", (MayPlace.MONSTER,)

    def may_place(self, s: State, me: int, seat: int, what: MayPlace, thing: int) -> bool | None:
        if seat != me or what is not MayPlace.MONSTER:
            return None
        kind = of_card(s, me, SERVITOR)
        return False if thing != kind and s.n(me, kind, POOL) else None


# -- neutral spellbooks -----------------------------------------------------------------------------------------------
class MaoCeremony(Power):
    """When all Power is gathered, with the minimum and whatever comes in between: give up any of your Cultists for 1
    Power each.
    """

    rule, on, asks_itself, about = "CW-AZA-013", "neutral.mao_ceremony", True, (OnGain.POWER,)
    printed = "The Mao Ceremony"

    def _cultists(self, s: State, me: int) -> list[Unit]:
        return everywhere(s, me, s.config.devoted[me])

    def may_on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> bool:
        return seat == me and what is OnGain.POWER and bool(self._cultists(s, me))

    async def on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> None:
        while units := self._cultists(s, me):
            unit: Any = await choose(me, "unit", ["done", *units], self, "cultist for power", argument="unit")
            if unit == "done":
                return
            if await eliminate(s, me, unit[2], unit[1], me, self.rule):
                n = s.config.amounts["mao_ceremony"]
                gain_power(s, me, n, self.rule, [(self.name, n, self.rule)])


class Recriminations(Act, Power):
    """Action, 1 Power: another spellbook takes the place of one on your card, this one too. It is of your faction or
    neutral; a neutral one that goes is everybody's again, and one that lay face down stays so.
    """

    rule, on, verb, phrase = "CW-AZA-014", "neutral.recriminations", "recriminations", "Recriminations"

    async def do(self, s: State, me: int) -> None:
        books, mine = s.config.factions[me].books, bits(s.books[me])
        old = await choose(
            me, "card", mine, self, "spellbook given back", names={b: books[b].name for b in mine}, argument="book",
            prompt="Which spellbook goes from your card?",
        )  # fmt: skip
        free, secret = [b for b in s.free_books(me) if may_come(s, me, b)], bool(s.kept[me])
        new = await choose(
            me, "card", free, self, "spellbook in its place", names={b: books[b].name for b in free}, argument="book",
            private=secret, prompt="Which one takes its place?",
        )  # fmt: skip
        for row in [row for row in s.perched if row[2:] == (me, old)]:
            await get_up(s, row, self.rule)
        for power in s.config.on_book(me, old):
            if power.finishes and isinstance(power, Act) and Menu(ARGUMENT_TYPES, s, me, paid=True).any(power):
                s.lend(me, power.name)  # what is begun may be ended
        s.swap_book(me, old, new)
        for power in s.config.on_book(me, new):
            if (me, power.name) in s.lent and power.finishes:
                s.unlend(me, power.name)  # its own book has it again
        says(s, self, me, "has {} in place of {}", books[new].name, books[old].name, touched=(f"book:{me}:{new}",))
        for seat in s.order(me):
            await window(s, "on_gain", seat, s, seat, me, OnGain.SWAPPED, new, say_could=False)


class Shriveling(Power):
    """Before a battle of yours: a Monster or Cultist on the enemy side is eliminated, and its owner gains what it
    would cost now.
    """

    rule, on = "CW-AZA-010", "neutral.shriveling"

    def may_pre_battle(self, fight: Resolution, me: int, foe: int) -> bool | No:
        return bool(fight.minions(foe)) or No("no Monster or Cultist faces it")

    async def pre_battle(self, fight: Resolution, me: int, foe: int) -> None:
        s = fight.s
        _, _, code = await choose(
            me, "unit", fight.options(foe, fight.minions(foe)), self, "shriveled", argument="fighter"
        )
        n, name, owner, led = price_now(s, foe, code & KIND), unit_name(s, foe, code), foe, s.led
        fight.note(me, self)
        if await fight.lose(foe, code, me, self.rule, "shriveled"):
            if is_guest(s, foe, code):
                owner, kind = lent_by(led, s.led)
                n = price_now(s, owner, kind)
            gain_power(s, owner, n, self.rule, [(name, n, self.rule)])


class StarsAreRight(Power):
    """An Elder Sign that you turn in for Doom in the Doom phase gives as much Power, too."""

    rule, on, about = "CW-AZA-004", "neutral.stars_are_right", (GainOf.REVEALED,)

    def gain_of(self, s: State, me: int, seat: int, what: GainOf, owner: int, kind: int) -> Changes:
        return add(kind) if seat == me and what is GainOf.REVEALED and s.phase == DOOM else None

    def may_in_phase(self, s: State, me: int) -> bool:
        """In one's own slot, before a ritual is paid; whenever anybody is asked anything signs may be revealed too."""
        return bool(s.signs[me])

    async def in_phase(self, s: State, me: int) -> None:
        def left() -> list[Answer]:  # one may be revealed while the question waits
            return ["done", *sorted(set(s.signs[me]))]

        while s.signs[me]:
            names: dict[Answer, str] = {v: f"Worth {v}" for v in s.signs[me]} | {"done": "No more"}
            v = await choose(me, "choice", left, self, "sign turned in", names=names, private=True)
            if v == "done":
                return
            reveal(s, ("!", "reveal", me, v))


class UmrAtTawil(Power):
    """To create a gate costs you 1 Power less."""

    rule, on, about = "CW-AZA-017", "neutral.umr_at_tawil", (CostOf.GATE,)
    printed = "Umr-at-Tawil"

    def cost_of(self, s: State, me: int, seat: int, what: CostOf, kind: int, area: int) -> Changes:
        return add(-s.config.amounts["umr_at_tawil"]) if seat == me and what is CostOf.GATE else None


class Undimensioned(Act, Power):
    """Action, 2 Power: rearrange your units on the map among the areas where you have any."""

    rule, on, verb, phrase = "CW-AZA-009", "neutral.undimensioned", "undimensioned", "Rearrange your units"
    requirements = (
        Requirement(
            "CW-AZA-009", "You have units in two areas", lambda s, me: s.on[me].bit_count() > 1,
            fact=lambda s, me: s.on[me].bit_count(),
        ),
    )  # fmt: skip

    async def do(self, s: State, me: int) -> None:
        areas = s.areas(me)
        came: dict[tuple[int, int], int] = {}  # who has gone already stays where it came to
        gone = set[tuple[int, int]]()  # from where to where others have gone: who does not move comes after them
        while units := self._left(s, me, areas, came, gone):
            unit: Any = await choose(me, "unit", ["done", *units], self, "who is rearranged", argument="unit")
            if unit == "done":
                return
            _, start, code = unit
            open_ = self._ways(s, me, areas, unit, gone)
            to = await choose(me, "area", open_, self, "rearranged to", prompt="Where to?")
            carry(s, me, code, start, to, self.rule, moved=False)
            came[code & KIND, to] = came.get((code & KIND, to), 0) + 1
            gone.add((start, to))

    def _left(
        self, s: State, me: int, areas: tuple[int, ...], came: dict[tuple[int, int], int], gone: set[tuple[int, int]]
    ) -> list[Unit]:
        """Units that have not gone yet: of each kind more are in an area than have come there."""
        found = list[Unit]()
        for unit in [unit for area in areas for unit in obedient(s, me, area, s.config.along[me])]:
            _, area, code = unit
            rest = s.n(me, code & KIND, area) - (s.keeper(me, area) == code & KIND) - came.get((code & KIND, area), 0)
            if (code & KEEPER or rest > 0) and self._ways(s, me, areas, unit, gone):
                found.append(unit)
        return found

    def _ways(self, s: State, me: int, areas: tuple[int, ...], unit: Unit, gone: set[tuple[int, int]]) -> list[int]:
        _, start, code = unit
        borne = code & KIND in s.config.borne[me]
        open_ = [a for a in areas if a != start and may_enter(s, me, code & KIND, a)]
        return [a for a in open_ if not borne or (start, a) in gone]
