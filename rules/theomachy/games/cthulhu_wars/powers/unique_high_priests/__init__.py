"""Unique High Priests: eight cards with an ability each, for the High Priests of any faction."""

from __future__ import annotations

from typing import Any

from .....engine.runtime.ability import MUST
from .....engine.runtime.decision import choose
from .....engine.runtime.requirement import Menu, Requirement
from .....engine.runtime.trace import Source, report
from ...rules.act import COMMON, Act, unbarred
from ...rules.arguments import ARGUMENT_TYPES
from ...rules.awakening import GreatOldOne
from ...rules.common import Unit, arrive, everywhere, gain_power, gate_left, price_now, price_of, says, title, units_in
from ...rules.config import BUILDING
from ...rules.domains import KILL, KIND, NO_GATE, POOL, figure, kind_of
from ...rules.fight import EXEMPT, Hit, Resolution
from ...rules.leaving import eliminate
from ...rules.menu import in_hand
from ...rules.recruiting import OWN_UNIT
from ...rules.state import State
from ...rules.timings import Power
from ...rules.topics import CostOf, OnPlacement, WouldBeEliminated
from ...rules.within import do_one
from ..high_priests import priest

KEY, SORT = "unique_high_priest", "unique high priest"  # of the unit; of the cards


def unique(s: State, seat: int) -> int:
    """The kind of a faction's unique High Priest, or -1."""
    return s.config.kind(seat, KEY)


def there(s: State, seat: int) -> list[Unit]:
    """Where a faction's unique High Priest is, if he is in play: one unit or none."""
    return everywhere(s, seat, (unique(s, seat),))


def choices(s: State, seat: int) -> list[str]:
    """The cards that a seat may recruit: its own, or any that nobody has had (CW-UHP-004, CW-UHP-005)."""
    cards = [i for i, card in enumerate(s.config.cards) if card.sort == SORT and in_the_box(s, card.key)]
    own = [i for i in cards if s.cards[i] == seat]
    return [s.config.cards[i].key for i in own or [i for i in cards if s.cards[i] < 0]]


def in_the_box(s: State, card: str) -> bool:
    """Is it one of those that may be recruited (ruling `unique_priest_count`)?"""
    named = s.config.facts.fact(f"cards.{card}.sort").source == "rulebook"
    return named or not s.config.rulings.only_the_priests_of_the_text


async def given_up(s: State, me: int, rule: str, fight: Resolution | None = None) -> bool:
    """The unique High Priest goes back to the pool, out of the battle too; False: a power has kept him."""
    [(_, area, code)] = there(s, me)
    fights = fight.units(me, (code & KIND,)) if fight is not None and area == fight.b.area else []
    if fight is not None and fights:
        return await fight.lose(me, fights[0], me, rule, "given up")
    return await eliminate(s, me, code, area, me, rule)


class RecruitUniqueHighPriest(Act, Power):
    """Recruit a High Priest as one of the eight: at the price of any, he has the ability of his card in place of the
    Oath. The first that you take is your only one, and nobody else's, for the whole game.
    """

    rule, on, verb, shape, category = "CW-UHP-002", "row.unique_high_priest", "unique priest", ("haven",), COMMON
    phrase = "Recruit a unique High Priest in {}"
    requirements = (
        unbarred("unique priest"),
        Requirement("CW-HP-001", "A High Priest is in your pool", lambda s, me: s.n(me, priest(s, me), POOL) > 0),
        Requirement("CW-UHP-004", "You have no unique High Priest", lambda s, me: not taken(s, me)),
        Requirement("CW-UHP-005", "One is left for you", lambda s, me: bool(choices(s, me))),
        OWN_UNIT,
    )

    def price(self, s: State, me: int, area: int = -1) -> int:
        return price_of(s, me, CostOf.RECRUIT, -1, s.config.cost[me][unique(s, me)], area)

    async def do(self, s: State, me: int, area: int) -> None:
        cards = {card.key: i for i, card in enumerate(s.config.cards)}
        names = {key: s.config.cards[cards[key]].name for key in cards}
        key = str(await choose(me, "choice", choices(s, me), self, "which priest", names=names, prompt="Who is he?"))
        s.take_card(me, cards[key])
        says(s, self.rule, me, "recruits {}", names[key])
        await arrive(s, me, unique(s, me), area, "recruit", self.rule)


def taken(s: State, me: int) -> bool:
    """Is the unique High Priest in play, or a captive?"""
    return s.n(me, unique(s, me), s.out(me)) == 0


# -- after anybody's action -------------------------------------------------------------------------------------------
class TheThingFromBeyond(Power):
    """After anybody's action give Asenath Waite up: an enemy Monster or Cultist on the map is replaced by a unit of
    your pool that costs 3 Power at most, not by herself.
    """

    rule, on, asks_itself, printed = "CW-UHP-010", "card.asenath_waite", True, "The Thing from Beyond"

    def _victims(self, s: State, me: int) -> list[Unit]:
        config = s.config
        return [unit for f in config.foes[me] for a in s.areas(f) for unit in units_in(s, f, a, config.minions[f])]

    def _heirs(self, s: State, me: int) -> list[int]:
        most, rank = s.config.amounts["thing_from_beyond"], s.config.rank[me]
        there = [k for k in s.config.kinds[me] if s.n(me, k, POOL) and rank[k] != BUILDING]
        return [k for k in there if price_now(s, me, k) <= most]

    def may_after_action(self, s: State, me: int) -> bool:
        return bool(there(s, me) and self._heirs(s, me) and self._victims(s, me))

    async def after_action(self, s: State, me: int) -> None:
        heirs = [figure(me, k) for k in self._heirs(s, me)]  # before she is in the pool herself
        options: list[Any] = ["done", *self._victims(s, me)]
        unit = await choose(me, "unit", options, self, "replaced", argument="unit", prompt="Who is replaced?")
        if unit == "done":
            return
        foe, area, code = unit
        heir = await choose(me, "choice", heirs, self, "replaced by", argument="figure", prompt="By whom?")
        if await given_up(s, me, self.rule) and await eliminate(s, foe, code, area, me, self.rule, replaced=True):
            await arrive(s, me, kind_of(heir), area, "placed", self.rule)


class TheReanimatorSerum(Power):
    """After anybody's action give Herbert West up: up to 3 Acolytes of your pool come to his area."""

    rule, on, asks_itself, printed = "CW-UHP-001", "card.herbert_west", True, "The Reanimator Serum"

    def _dead(self, s: State, me: int) -> list[int]:
        """The kinds of the Acolytes in the pool, each as often as there are, 3 at most."""
        found = [k for k in s.config.acolytes[me] for _ in range(s.n(me, k, POOL))]
        return found[: s.config.amounts["reanimator_serum"]]

    def may_after_action(self, s: State, me: int) -> bool:
        return any(area < POOL for _, area, _ in there(s, me)) and bool(self._dead(s, me))

    async def after_action(self, s: State, me: int) -> None:
        [(_, area, _)] = there(s, me)
        dead = self._dead(s, me)
        n = await choose(me, "choice", [0, *range(1, len(dead) + 1)], self, "reanimated",
                         prompt="The Reanimator Serum: for how many Acolytes is Herbert West given up?")  # fmt: skip
        if n and await given_up(s, me, self.rule):
            for kind in dead[:n]:
                await arrive(s, me, kind, area, "placed", self.rule)


class BeyondTheSpheres(Power):
    """After anybody's action give Joseph Curwen up: take a gate of yours off the map, whose keeper stays, or put a gate
    into an area with a unit of yours and none.
    """

    rule, on, asks_itself, printed = "CW-UHP-001", "card.joseph_curwen", True, "Beyond the Spheres"

    def _ways(self, s: State, me: int) -> dict[str, str]:
        """What he can do, in words; he himself neither keeps the one nor is the unit for the other."""
        names, kind = s.config.map.names, unique(s, me)
        found = {
            f"away {a}": f"Take the gate in {names[a]} away"
            for a in s.gates(me)
            if s.warden[a] != kind and not s.is_fixed(a)
        }
        if gate_left(s):
            sites = [a for a in s.areas(me) if s.gate[a] == NO_GATE and s.crowd(me, a) > s.n(me, kind, a)]
            found |= {f"gate {a}": f"A gate in {names[a]}" for a in sites}
        return found

    def may_after_action(self, s: State, me: int) -> bool:
        return bool(there(s, me) and self._ways(s, me))

    async def after_action(self, s: State, me: int) -> None:
        ways = self._ways(s, me)
        prompt = "Beyond the Spheres: what does Joseph Curwen do?"
        way = await choose(me, "choice", ["done", *ways], self, "gate or none", names=ways, prompt=prompt)
        if way == "done" or not await given_up(s, me, self.rule):
            return
        word, area = str(way).split()
        name, touched = s.config.map.names[int(area)], (f"place:{area}:gate",)
        if word == "away":
            s.close_gate(int(area))
            says(s, self.rule, me, "takes the gate in {} away", name, touched=touched)
        else:
            s.open_gate(int(area))
            says(s, self.rule, me, "puts a gate into {}", name, touched=touched)


# -- awakening --------------------------------------------------------------------------------------------------------
class TheBride(Act, Power):
    """When you awaken a Great Old One give Lavinia Whateley up: it costs 3 less, and what falls below 0 is gained."""

    rule, on, verb, about = "CW-UHP-007", "card.lavinia_whateley", "bride", (OnPlacement.AWAKEN,)
    phrase = "Awaken with Lavinia Whateley"
    requirements = (
        Requirement("CW-UHP-007", "Lavinia Whateley is in play", lambda s, me: bool(there(s, me))),
        Requirement(
            "CW-UHP-007",
            "A Great Old One can be awakened without her, for 3 Power less",
            lambda s, me: not there(s, me) or could_awaken(s, me),
        ),
    )

    async def do(self, s: State, me: int) -> None:
        if not await given_up(s, me, self.rule):
            return
        self._gain(s, me)
        await do_one(s, me, awakenings(s, me), self, "awaken", prompt="Who awakens?")

    def may_on_placement(self, s: State, me: int, owner: int, kind: int, how: OnPlacement, area: int) -> bool:
        return owner == me and how is OnPlacement.AWAKEN and bool(there(s, me))

    async def on_placement(self, s: State, me: int, owner: int, kind: int, how: OnPlacement, area: int) -> None:
        if await given_up(s, me, self.rule):
            self._gain(s, me)

    def _gain(self, s: State, me: int) -> None:
        n = s.config.amounts["bride"]
        why: list[Source] = [(self.name, n, self.rule)]
        gain_power(s, me, n, self.rule, why)


def awakenings(s: State, me: int) -> list[Act]:
    """The actions by which a seat awakens Great Old Ones."""
    return [action for action in in_hand(s, me) if isinstance(action, GreatOldOne)]


def could_awaken(s: State, me: int) -> bool:
    """Is there one that may be awakened once she is gone?"""
    after = s.copy()
    [(_, area, code)] = there(s, me)
    after.move(me, code, area, POOL)
    after.power[me] += s.config.amounts["bride"]
    return Menu(ARGUMENT_TYPES, after, me).any(*awakenings(after, me))


# -- battle -----------------------------------------------------------------------------------------------------------
class DaemonHeroine(Power):
    """A kill on Keziah Mason adds 2 kills to what her enemy takes, a pain 2 pains."""

    rule, on, forced = "CW-UHP-006", "card.keziah_mason", True

    def may_result_assigned(self, fight: Resolution, me: int, owner: int, code: int, result: int) -> bool:
        return owner == me and code & KIND == unique(fight.s, me)

    async def result_assigned(self, fight: Resolution, me: int, owner: int, code: int, result: int) -> None:
        s, n, foe = fight.s, fight.s.config.amounts["daemon_heroine"], fight.foe(me)
        fight.owe(foe, result, n, self.name)
        fight.note(me, self)
        what = "kills" if result == KILL else "pains"
        report(s, self.rule, "{} is to take {} {} more", title(s, foe), n, what, who=me)


class TheUltraViolet(Power):
    """Before a battle of yours give Crawford Tillinghast up: Monsters and Cultists of your pool worth 3 Power at most
    join it; those that survive are eliminated when it ends.
    """

    rule, on, printed = "CW-UHP-001", "card.crawford_tillinghast", "The Ultra-Violet"

    def _helpers(self, s: State, me: int, left: int, pool: dict[int, int]) -> list[int]:
        return [k for k, n in pool.items() if n and price_now(s, me, k) <= left]

    def _pool(self, s: State, me: int) -> dict[int, int]:
        return {k: s.n(me, k, POOL) for k in s.config.minions[me]}

    def may_pre_battle(self, fight: Resolution, me: int, foe: int) -> bool:
        s = fight.s
        helpers = self._helpers(s, me, s.config.amounts["ultra_violet"], self._pool(s, me))
        return bool(there(s, me) and helpers)

    async def pre_battle(self, fight: Resolution, me: int, foe: int) -> None:
        s, left, pool = fight.s, fight.s.config.amounts["ultra_violet"], self._pool(fight.s, me)
        fight.note(me, self)
        if not await given_up(s, me, self.rule, fight):
            return
        while helpers := self._helpers(s, me, left, pool):
            options = [*(figure(me, k) for k in helpers), "done"]
            answer = await choose(me, "choice", options, self, "who joins", argument="figure", prompt="Who joins?")
            if answer == "done":
                return
            kind = kind_of(answer)
            left -= price_now(s, me, kind)
            pool[kind] -= 1
            await arrive(s, me, kind, fight.b.area, "placed", self.rule)
            fight.join(me, kind)
            fight.b.used += ((me, self._word(s, me, kind)),)

    def _word(self, s: State, me: int, kind: int) -> str:
        """What is noted in the battle of a unit that has come."""
        return f"{self.name}: {s.config.name[me][kind]}"

    def _left(self, fight: Resolution, me: int) -> list[tuple[int, int]]:
        """(class, area) of those that have come and are still in play: of its kind the first that were lost."""
        if not fight.fights(me):
            return []
        s, side, found = fight.s, fight.side(me), list[tuple[int, int]]()
        for kind in s.config.minions[me]:
            came = fight.b.used.count((me, self._word(s, me, kind)))
            fates = [(c, fate, to) for f, c, fate, to in fight.b.fates if f == side and c & KIND == kind]
            away = [(kind, fight.b.area if to < 0 else to) for _, fate, to in fates if to >= 0 or fate == EXEMPT]
            units = [unit for unit in fight.survivors(me) if unit[0] & KIND == kind]
            for area in sorted({area for _, area in away}):  # who left the battle alive, not only the pained
                there = s.n(me, kind, area) - sum(at == area for _, at in units)
                units += [unit for unit in away if unit[1] == area][:there]
            lost = sum(to < 0 and fate != EXEMPT for _, fate, to in fates)
            found += units[: max(came - lost, 0)]
        return found

    def may_battle_end(self, fight: Resolution, me: int) -> Any:
        return MUST if self._left(fight, me) else False

    async def battle_end(self, fight: Resolution, me: int) -> None:
        for code, area in self._left(fight, me):
            await eliminate(
                fight.s, me, code, area, me, self.rule, cause=WouldBeEliminated.ELIMINATED, note="the battle is over"
            )


class ASimpleRusticMaid(Power):
    """Whoever declares a battle in the area of Ermengarde Stubbs, you too, loses 1 Doom."""

    rule, on, forced, printed = "CW-UHP-001", "card.ermengarde_stubbs", True, "A Simple Rustic Maid"

    def may_battle_declared(self, s: State, me: int, area: int, attacker: int, defender: int) -> bool:
        if attacker in s.config.wild:  # who is nobody's has no Doom
            return False
        return s.doom[attacker] > 0 and any(at == area for _, at, _ in there(s, me))

    async def battle_declared(self, s: State, me: int, area: int, attacker: int, defender: int) -> None:
        n = min(s.config.amounts["rustic_maid"], s.doom[attacker])
        s.doom[attacker] -= n
        says(s, self.rule, attacker, "loses {} Doom", n, figure=f"{s.doom[attacker] + n} → {s.doom[attacker]}",
             touched=(f"seat:{attacker}",))  # fmt: skip


class ThePitOfDespair(Power):
    """A kill that one of your units would take in any battle may be put on Pitpipo, wherever he is."""

    rule, on, printed = "CW-UHP-001", "card.pitpipo", "The Pit of Despair"

    def may_would_take_result(self, s: State, me: int, event: Hit) -> bool:
        at = [area for _, area, _ in there(s, me)]
        return event.result == KILL and event.fight.fights(me) and bool(at) and at[0] != event.fight.b.area

    async def would_take_result(self, s: State, me: int, event: Hit) -> Hit:
        [(_, area, code)] = there(s, me)
        await eliminate(s, me, code, area, event.foe, self.rule, cause=WouldBeEliminated.KILLED)
        return event.elsewhere(me, self)
