"""The Colour out of Space: ten gates of their own, and a die that says what they do in a Doom phase; a set of things
that any table may add.

What each gate does in which column of the chart stands in `things.toml`, by a word of `EFFECTS`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import ClassVar

from .....engine.runtime.decision import choose, die
from .....engine.runtime.layers import Changes, add
from .....engine.runtime.requirement import Requirement
from .....engine.runtime.trace import group, report
from ...rules.act import COMMON, Act
from ...rules.common import (
    Unit,
    gain_doom,
    gain_power,
    gate_left,
    keepers,
    pick,
    price_now,
    price_of,
    says,
    units_in,
)
from ...rules.config import Sort
from ...rules.domains import DOOM, KIND, NO_GATE
from ...rules.leaving import eliminate
from ...rules.state import State
from ...rules.timings import Power
from ...rules.topics import CostOf, GainOf

BOX = "set.colour_out_of_space"
DIE = "Colour die"  # what it shows: a counter of the table, until the Doom phase is over
SIGNS, BARRED = "extra Elder Signs", "no ritual"  # counters of a seat, as long
METEORITE, DEPARTURE = 1, 6
COLUMNS = {2: "fertility", 3: "feasting", 4: "madness", 5: "blight"}
SHOWN = {METEORITE: "Meteorite", DEPARTURE: "Departure"} | {face: word.capitalize() for face, word in COLUMNS.items()}
SWAP = "swap"  # the effect that comes before all others
GLOW = "Glow"

PROMPTS = {
    "colour die": "The Colour die",
    "gate of the meteorite": "Meteorite: which plain gate of {who} becomes a Colour gate?",
    "colour of the meteorite": "Meteorite: which Colour gate comes?",
    "gate that departs": "Departure: does {who} make a Colour gate plain?",
    "gate to swap": "Which Colour gate does {who} swap?",
    "gate to swap it with": "With which other Colour gate?",
    "gate that becomes plain": "Which Colour gate of {who} becomes plain?",
    "effect copied": "The Glow: which effect does {who} choose?",
    "cheapest eliminated": "Which of the cheapest is eliminated?",
    "own unit eliminated": "Which unit of its own does {who} eliminate?",
}


# -- where they lie ---------------------------------------------------------------------------------------------------
def colour_gates(s: State) -> dict[int, Sort]:
    """All Colour gates on the map, by their areas."""
    sorts = {sort.name: sort for sort in s.config.gate_sorts}
    return {area: sorts[word] for area, word in s.sorts if word in sorts}


def held(s: State, seat: int) -> list[int]:
    """Areas of the Colour gates that a seat controls."""
    return [area for area in colour_gates(s) if s.holder(area) == seat]


def plain_gates(s: State, seat: int) -> list[int]:
    """Areas of the gates that a seat controls and that are of no sort of their own."""
    return [area for area in s.gates(seat) if not s.sort(area)]


def unused(s: State) -> list[Sort]:
    """Colour gates that are neither on the map nor on a card."""
    lying = {word for _, word in (*s.sorts, *s.sorts_on_cards())}
    return [sort for sort in s.config.gate_sorts if sort.name not in lying]


def becomes(s: State, area: int, seat: int, word: str, rule: str) -> None:
    """The gate here becomes one of this sort; "": a plain one."""
    before = s.sort(area)
    s.make_sort(area, word)
    text = "makes the gate in {} the {} gate" if word else "makes the gate in {}, the {} one, a plain gate"
    says(s, rule, seat, text, s.config.map.names[area], word or before, touched=(f"place:{area}:gate",))


# -- what gates do ----------------------------------------------------------------------------------------------------
Effect = Callable[[State, int, int, str], Awaitable[None]]  # the controller, the area of the gate, the rule


async def gains_power(s: State, me: int, area: int, rule: str) -> None:
    gain_power(s, me, 1, rule)


async def loses_power(s: State, me: int, area: int, rule: str) -> None:
    gain_power(s, me, -min(1, s.power[me]), rule)


async def gains_doom(s: State, me: int, area: int, rule: str) -> None:
    gain_doom(s, me, 1, rule)


async def loses_doom(s: State, me: int, area: int, rule: str) -> None:
    if s.doom[me]:
        s.doom[me] -= 1
        figure = f"{s.doom[me] + 1} → {s.doom[me]}"
        says(s, rule, me, "loses 1 Doom", figure=figure, touched=(f"seat:{me}",))


async def more_signs(s: State, me: int, area: int, rule: str) -> None:
    s.count_to(me, SIGNS, s.counter(me, SIGNS) + 1)
    says(s, rule, me, "gains an Elder Sign more if it performs a Ritual of Annihilation", touched=(f"seat:{me}",))


async def no_ritual(s: State, me: int, area: int, rule: str) -> None:
    s.count_to(me, BARRED, 1)
    says(s, rule, me, "may perform no Ritual of Annihilation in this phase", touched=(f"seat:{me}",))


def cheapest(s: State, me: int, area: int) -> list[Unit]:
    """The enemy Cultists and Monsters in an area that cost least."""
    there = [unit for foe in s.config.foes[me] for unit in units_in(s, foe, area, s.config.minions[foe])]
    prices = [price_now(s, seat, code & KIND) for seat, _, code in there]
    return [unit for unit, price in zip(there, prices, strict=True) if price == min(prices)]


async def enemy_lost(s: State, me: int, area: int, rule: str) -> None:
    units, who = cheapest(s, me, area), me
    if not units:
        return
    if s.config.rulings.owner_picks_cheapest:  # of several owners the first in turn order
        who = next(seat for seat in s.order(s.first) if any(unit[0] == seat for unit in units))
        units = [unit for unit in units if unit[0] == who]
    unit: Unit = await choose(who, "unit", units, rule, "cheapest eliminated", argument="any fighter")
    seat, _, code = unit
    await eliminate(s, seat, code, area, me, rule)


async def own_lost(s: State, me: int, area: int, rule: str) -> None:
    if units := units_in(s, me, area):
        _, _, code = await pick(s, me, units, rule, "own unit eliminated")
        await eliminate(s, me, code, area, me, rule)


async def swaps(s: State, me: int, area: int, rule: str) -> None:
    gates = colour_gates(s)
    if len(gates) < 2:
        return
    one = await choose(me, "area", sorted(gates), rule, "gate to swap")
    two = await choose(me, "area", sorted({*gates} - {one}), rule, "gate to swap it with")
    s.make_sort(one, gates[two].name)
    s.make_sort(two, gates[one].name)
    names = [s.config.map.names[a] for a in (one, two)]
    text, where = "swaps the {} gate in {} and the {} gate in {}", (f"place:{one}:gate", f"place:{two}:gate")
    says(s, rule, me, text, gates[one].name, names[0], gates[two].name, names[1], touched=where)


async def grows_plain(s: State, me: int, area: int, rule: str) -> None:
    if not gate_left(s):
        return
    at = await choose(me, "area", sorted(held(s, me)), rule, "gate that becomes plain")
    becomes(s, at, me, "", rule)


async def copies(s: State, me: int, area: int, rule: str) -> None:
    """The effect of any other colour in the column."""
    column, ways = COLUMNS[s.counter(-1, DIE)], dict[str, list[str]]()
    for sort in s.config.gate_sorts:
        if (effect := effect_of(s, sort, column)) != COPY:
            ways.setdefault(effect, []).append(sort.name)
    names = {effect: f"As {', '.join(like)}: {WORDS[effect]}" for effect, like in ways.items()}
    effect = await choose(me, "choice", list(ways), rule, "effect copied", names=names)
    await EFFECTS[str(effect)](s, me, area, rule)


COPY = "copy"
EFFECTS: dict[str, Effect] = {
    "gain power": gains_power, "lose power": loses_power, "gain doom": gains_doom, "lose doom": loses_doom,
    "sign": more_signs, "no ritual": no_ritual, "enemy": enemy_lost, "own": own_lost, SWAP: swaps,
    "plain": grows_plain, COPY: copies,
}  # fmt: skip
WORDS = {
    "gain power": "gain 1 Power", "lose power": "lose 1 Power", "gain doom": "gain 1 Doom", "lose doom": "lose 1 Doom",
    "sign": "an Elder Sign more for a ritual of this phase", "no ritual": "no ritual in this phase",
    "enemy": "eliminate the cheapest enemy Cultist or Monster at the gate", "own": "eliminate a unit of yours there",
    SWAP: "swap two Colour gates before all effects", "plain": "a Colour gate of yours becomes a plain one",
    COPY: "as any other colour",
}  # fmt: skip
# No rule, but what an effect is held to be worth, in Doom; a ritual that is barred or rich is performed half the time.
WORTH = {
    "gain power": 0.4, "lose power": -0.4, "gain doom": 1.0, "lose doom": -1.0, "sign": 0.9, "enemy": 0.8, SWAP: 0.3,
    "plain": -0.1,
}  # fmt: skip
PER_FACE = 1 / 6


def effect_of(s: State, sort: Sort, column: str) -> str:
    """The word of what a colour does in a column."""
    return str(s.config.facts[f"gate_sorts.{sort.key}.{column}"])


# -- the die ----------------------------------------------------------------------------------------------------------
class ColourOutOfSpace(Power):
    """At the very start of each Doom phase the Colour die is thrown. 1: whoever is first without a Colour gate must
    make a plain gate of its own one. 2 to 5: each Colour gate does to its controller what the chart says, swaps before
    all else. 6: who has the least Doom may make a Colour gate plain, then the die is thrown once more.
    """

    rule, on, forced, opens, printed = "CW-COL-004", BOX, True, True, "The Colour out of Space"
    about = (GainOf.RITUAL_SIGNS,)

    def may_phase_start(self, s: State, me: int, phase: int) -> bool:
        return phase == DOOM and me == s.first

    async def phase_start(self, s: State, me: int, phase: int) -> None:
        face = await self._throw(s, me)
        if face == DEPARTURE:
            await self._departure(s)
            face = await self._throw(s, me)
        if face == METEORITE:
            await self._meteorite(s)
        await self._early(s)

    async def _early(self, s: State) -> None:
        """What comes before all other effects, each gate once: one may bring another into other hands. What is a swap
        for sure comes before what may become another effect.
        """
        done: set[Colour] = set()
        for _ in s.config.gate_sorts:
            turns = [(seat, colour) for seat in s.order(s.first) for colour in self._first(s, seat)]
            left = [turn for turn in turns if turn[1] not in done]
            if not left:
                break
            seat, colour = next((turn for turn in left if now(s, turn[1], turn[0]) == SWAP), left[0])
            done.add(colour)
            with group(s, colour.rule, "{}", colour.name, who=seat):
                await colour.phase_start(s, seat, DOOM)

    async def _throw(self, s: State, me: int) -> int:
        face = await die(self, "colour die")
        s.count_to(-1, DIE, face)
        says(s, self.rule, me, "throws the Colour die: {}", SHOWN[face], figure=str(face))
        return face

    def _first(self, s: State, seat: int) -> list[Colour]:
        """Colours whose gates the seat controls, and that come before the others now."""
        powers = [power for _, power, _ in s.mine(seat, "phase_start") if isinstance(power, Colour)]
        return [power for power in powers if now(s, power, seat) and early(s, power)]

    async def _meteorite(self, s: State) -> None:
        rule, bare = "CW-COL-005", [seat for seat in s.order(s.first) if not held(s, seat)]
        pool = [sort for sort in unused(s) if s.config.rulings.meteorite_brings_the_glow or sort.name != GLOW]
        if s.config.rulings.meteorite_looks_further:
            bare = [seat for seat in bare if plain_gates(s, seat)]
        if not bare or not pool or not plain_gates(s, bare[0]):
            return
        at = await choose(bare[0], "area", plain_gates(s, bare[0]), rule, "gate of the meteorite")
        i = await choose(
            bare[0], "choice", [s.config.gate_sorts.index(sort) for sort in pool], rule, "colour of the meteorite",
            argument="gate sort",
        )  # fmt: skip
        becomes(s, int(at), bare[0], s.config.gate_sorts[i].name, rule)

    async def _departure(self, s: State) -> None:
        rule, least = "CW-COL-006", min(s.doom)
        for seat in [seat for seat in s.order(s.first) if s.doom[seat] == least]:
            if (areas := sorted(colour_gates(s))) and gate_left(s):
                at = await choose(seat, "area", ["done", *areas], rule, "gate that departs")
                if at != "done":
                    becomes(s, int(at), seat, "", rule)

    def gain_of(self, s: State, me: int, seat: int, what: GainOf, owner: int, kind: int) -> Changes:
        n = s.counter(me, SIGNS) if seat == me else 0
        return add(n) if n else None

    def may_act(self, s: State, me: int, seat: int, verb: str, area: int) -> bool | None:
        return False if seat == me and verb == "ritual" and s.counter(me, BARRED) else None

    def may_phase_end(self, s: State, me: int, phase: int) -> bool:
        return phase == DOOM and me == s.first

    async def phase_end(self, s: State, me: int, phase: int) -> None:
        s.count_to(-1, DIE, 0)
        for seat in s.config.seats:
            s.count_to(seat, SIGNS, 0)
            s.count_to(seat, BARRED, 0)


class CreateAColourGate(Act, Power):
    """Create a Gate, and take for it a Colour gate that is not on the map; the Glow only if you control another one."""

    rule, on, category, verb, shape = "CW-COL-002", BOX, COMMON, "colour gate", ("site", "gate sort")
    phrase = "Create a Colour gate in {}: {}"
    requirements = (
        Requirement(
            "CW-GAT-004", "No gate is in {0}", lambda s, me, area: s.gate[area] == NO_GATE, implied_by=("site",)
        ),
        Requirement(
            "CW-CRG-001",
            "A Cultist of yours is in {0}",
            lambda s, me, area: s.has(me, keepers(s, me), area),
            implied_by=("site",),
        ),
        Requirement(
            "CW-COL-001",
            "The {1} gate is not on the map",
            lambda s, me, area, i: s.config.gate_sorts[i] in unused(s),
        ),
        Requirement(
            "CW-COL-002",
            "You control a Colour gate already, if it is to be the Glow",
            lambda s, me, area, i: s.config.gate_sorts[i].name != GLOW or bool(held(s, me)),
        ),
    )

    def price(self, s: State, me: int, area: int = -1) -> int:
        return price_of(s, me, CostOf.GATE, -1, s.config.prices["gate"], area)

    async def do(self, s: State, me: int, area: int, i: int) -> None:
        s.open_gate(area)
        s.make_sort(area, s.config.gate_sorts[i].name)
        names = s.config.gate_sorts[i].name, s.config.map.names[area]
        report(s, self.rule, "The {} gate opens in {}", *names, who=me, touched=(f"place:{area}:gate",))


# -- the colours ------------------------------------------------------------------------------------------------------
class Colour(Power, abstract=True):
    """A Colour gate: at the start of the Doom phase it does to its controller what the column of the die says."""

    on: ClassVar[str] = BOX
    forced: ClassVar[bool] = True

    def may_phase_start(self, s: State, me: int, phase: int) -> bool:
        return phase == DOOM and bool(now(s, self, me)) and not early(s, self)

    async def phase_start(self, s: State, me: int, phase: int) -> None:
        await EFFECTS[now(s, self, me)](s, me, lies(s, self, me), self.rule)

    def worth(self, s: State, me: int, area: int) -> float:
        sort = sort_of(s, self)
        return PER_FACE * sum([self._value(s, me, area, effect_of(s, sort, column)) for column in COLUMNS.values()])

    def _value(self, s: State, me: int, area: int, effect: str) -> float:
        config = s.config
        if effect == "no ritual":  # what half a ritual would bring
            return -0.5 * (s.count_gates(me) + 1.7 * sum(s.total(me, k) > 0 for k in config.favoured[me]))
        if effect == "own":
            here = [config.cost[me][k] for k in config.kinds[me] if s.n(me, k, area)]
            return -0.5 * min(here, default=0) - (2.5 if len(here) == 1 and s.crowd(me, area) == 1 else 0.0)
        if effect == "enemy":
            return WORTH[effect] if cheapest(s, me, area) else 0.0
        return WORTH.get(effect, 0.0)


def sort_of(s: State, power: Colour) -> Sort:
    """The gate of a colour."""
    return next(sort for sort in s.config.gate_sorts if sort.name == power.makes)


def lies(s: State, power: Colour, me: int) -> int:
    """Where a seat controls it, or -1."""
    return next((area for area, word in s.sorts if word == power.makes and s.holder(area) == me), -1)


def now(s: State, power: Colour, me: int) -> str:
    """What it does to this seat, by the die; "" for nothing."""
    face = s.counter(-1, DIE)
    return effect_of(s, sort_of(s, power), COLUMNS[face]) if face in COLUMNS and lies(s, power, me) >= 0 else ""


def early(s: State, power: Colour) -> bool:
    """Does it come before all others: is it a swap, or may it become one? None does by the ruling `colour_swap`."""
    if s.config.rulings.swaps_come_in_turn:
        return False
    column = COLUMNS[s.counter(-1, DIE)]
    effect = effect_of(s, sort_of(s, power), column)
    return effect == SWAP or (effect == COPY and SWAP in [effect_of(s, sort, column) for sort in s.config.gate_sorts])


class BlueGate(Colour):
    """Fertility and madness: you gain 1 Power. Feasting and blight: you lose 1."""

    rule, makes = "CW-COL-007", "Blue"


class GreenGate(Colour):
    """Fertility and feasting: a ritual of yours in this Doom phase brings an Elder Sign more. Madness and blight: you
    may perform none.
    """

    rule, makes = "CW-COL-008", "Green"


class OrangeGate(Colour):
    """Fertility and feasting: you gain 1 Power. Madness and blight: you lose 1."""

    rule, makes = "CW-COL-009", "Orange"


class PurpleGate(Colour):
    """Fertility and madness: you gain 1 Doom. Feasting and blight: you lose 1."""

    rule, makes = "CW-COL-010", "Purple"


class RedGate(Colour):
    """Fertility and madness: you eliminate the cheapest enemy Cultist or Monster at this gate. Feasting and blight: you
    eliminate a unit of your own there.
    """

    rule, makes = "CW-COL-011", "Red"


class PinkGate(Colour):
    """Fertility and madness: a ritual of yours in this Doom phase brings an Elder Sign more. Feasting and blight: you
    may perform none.
    """

    rule, makes = "CW-COL-012", "Pink"


class LightBlueGate(Colour):
    """Fertility and madness: you eliminate the cheapest enemy Cultist or Monster at this gate. Feasting and blight: you
    eliminate a unit of your own there.
    """

    rule, makes = "CW-COL-013", "Light Blue"


class YellowGate(Colour):
    """Fertility and feasting: you gain 1 Doom. Madness and blight: you lose 1."""

    rule, makes = "CW-COL-014", "Yellow"


class TurquoiseGate(Colour):
    """Fertility and feasting: before all effects you swap two Colour gates, whosever they are. Madness and blight: a
    Colour gate of yours becomes a plain one.
    """

    rule, makes = "CW-COL-015", "Turquoise"


class GlowGate(Colour):
    """You choose the effect of any other colour in the column; a swap comes before all effects."""

    rule, makes = "CW-COL-016", GLOW

    def _value(self, s: State, me: int, area: int, effect: str) -> float:
        return 0.6 if effect == COPY else super()._value(s, me, area, effect)
