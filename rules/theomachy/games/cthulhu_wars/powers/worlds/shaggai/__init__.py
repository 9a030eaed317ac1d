"""Shaggai: Worms gnaw at the world. Areas vanish at the end of Doom phases, with all that is there, until hardly any is
left; and whoever holds a gate beside a Worm may do with Power what is otherwise not to be had.
"""

from __future__ import annotations

from ......engine.masks import with_bit
from ......engine.runtime.decision import Answer, choose, die
from ......engine.runtime.requirement import Requirement, depth
from ......engine.runtime.trace import group, report
from ......engine.state import GROUND as NOBODY
from ......engine.tabletop.table import Condition, ConditionPart
from ....rules.act import Act
from ....rules.awakening import GreatOldOne, may_awaken
from ....rules.common import (
    Unit,
    control_changed,
    cover,
    earn,
    gain_doom,
    gain_power,
    gain_signs,
    pick,
    price_of,
    says,
)
from ....rules.domains import ACTION, DOOM, KEEPER, KIND, LEADS, NO_GATE, kind_of
from ....rules.leaving import Leaving, eliminate, leaves, lost, taken
from ....rules.score import ending
from ....rules.state import State, bits
from ....rules.summoning import Summon, bring_more
from ....rules.timings import SLOTS, Power
from ....rules.topics import CostOf, CountsAs, WouldBeEliminated
from ...ancients import TOKEN as CATHEDRAL
from ...ancients import CreateCathedral, of_a_kind
from ...independents import Awakening, kind_on_card

GROUND, MAP = "ground.shaggai", "map.shaggai"
NEST = "worm"  # the sign of The Worm that Gnaws in the Night
GONE = "eradication"
WORMS = tuple(f"worm_{n}" for n in range(1, 7))

PROMPTS = {
    "worm": "A Worm Degradation die",
    "worm comes": "{who}, where does a Worm of Ghroth come?",
    "lost on the way": "Over areas that are gone: which unit is lost?",
    "cosmic power": "Which spellbook do you buy, in place of its requirement?",
}


def worms(s: State) -> int:
    """The areas with a Worm, as a mask."""
    found = 0
    for key in WORMS:
        found |= s.tokens[s.config.token(key)]
    return found


def put(s: State, key: str, area: int, *, there: bool = True) -> None:
    """A marker of the world comes to an area, or goes from it."""
    token = s.config.token(key)
    mask = with_bit((s.tokens[token],), 0, area, on=there)[0]
    s.tokens = (*s.tokens[:token], mask, *s.tokens[token + 1 :])


def spare_worms(s: State) -> list[str]:
    """Worms that are not on the map. Their numbers are alike to the dice, so the lowest comes."""
    return [key for key in WORMS if not s.tokens[s.config.token(key)]]


def nest(s: State) -> int:
    """The area where the first Worm gnaws."""
    return bits(s.config.map.printed(NEST))[0]


def fields(s: State) -> list[int]:
    """Where a Worm may come: next to the first one's area, or to one that is gone. What a faction has brought beside
    the board is next to nothing.
    """
    gone, near = s.vanished(), s.config.map.near_mask
    found = near[nest(s)]
    for area in bits(gone):
        found |= near[area]
    return list(bits(found & ~gone & ~worms(s)))


def left(s: State) -> int:
    """Areas that there still are. What a faction has brought is one (CW-BB-006), or by a ruling is not."""
    beside = s.config.map.islands if s.config.rulings.board_alone_counts else 0
    return len(s.config.map.names) - (s.vanished() | beside).bit_count()


def needed(s: State) -> int:
    """So many there must be, or the world ends."""
    return int(s.config.facts["worlds.shaggai.areas_each"]) * len(s.config.seats)


# -- worms ------------------------------------------------------------------------------------------------------------
class TheFirstWorm(Power):
    """Before the first Action phase a Worm lies in The Worm that Gnaws in the Night."""

    rule, on, forced, printed = "CW-SHA-002", GROUND, True, "The first Worm"

    def may_phase_start(self, s: State, me: int, phase: int) -> bool:
        return phase == ACTION and s.round == 1 and not worms(s)

    async def phase_start(self, s: State, me: int, phase: int) -> None:
        area = nest(s)
        put(s, WORMS[0], area)
        report(s, self.rule, "A Worm of Ghroth lies in {}", s.config.map.names[area], touched=(f"area:{area}",))


class DegradeWorms(Power):
    """At the end of each Doom phase a die for each player: every Worm with a number that shows goes, and its area with
    it.
    """

    rule, on, forced, printed = "CW-SHA-003", GROUND, True, "Degrade Worms"

    def may_phase_end(self, s: State, me: int, phase: int) -> bool:
        return phase == DOOM and bool(worms(s))

    async def phase_end(self, s: State, me: int, phase: int) -> None:
        faces = [await die(self, "worm") for _ in s.config.seats]
        report(s, self.rule, "The Worm Degradation dice: {}", ", ".join(map(str, sorted(faces))))
        for number in sorted({*faces}):
            key = WORMS[number - 1]
            for area in bits(s.tokens[s.config.token(key)]):
                put(s, key, area, there=False)
                await eradicate(s, area)
        await earn(s)  # at once (CW-SPB-001): the world may end now
        if left(s) < needed(s) and s.config.rulings.the_leader_or_nobody:
            s.count_to(-1, LEADS, 1)


async def eradicate(s: State, area: int) -> None:
    """An area is no more: its gate and markers go, then its units; their owners get what is printed for that."""
    names = s.config.map.names
    with group(s, "CW-SHA-004", "{} is eradicated", names[area], touched=(f"area:{area}",)):
        put(s, GONE, area)
        holder, gate = s.holder(area), s.gate[area]
        if gate != NO_GATE:
            s.close_gate(area)
            report(s, "CW-SHA-004", "The gate in {} is gone", names[area], touched=(f"area:{area}",))
        if holder >= 0:
            await control_changed(s, area, holder)
            await gain_signs(s, holder, 1, "CW-SHA-004")
        for i, token in enumerate(s.config.tokens):
            if s.marked(i, area) and token.key != GONE:
                s.tokens = with_bit(s.tokens, i, area, on=False)
                if token.key == CATHEDRAL:
                    gain_doom(s, token.seat, 1, "CW-SHA-004", f"{token.name} in {names[area]}")
        for seat in s.order(s.first):
            await end_units(s, seat, area)


async def end_units(s: State, seat: int, area: int) -> None:
    """All units of a seat there are eliminated, in one event; nothing keeps one where nothing is."""
    rule, gone = "CW-SHA-005", list[int]()
    living, signs, units = s.gate_kinds(seat, CountsAs.GATE), 0, s.config.factions[seat].units
    while codes := s.codes(seat, area):
        kind = codes[0] & KIND
        event = Leaving(seat, codes[0], area, WouldBeEliminated.ELIMINATED, NOBODY)
        await taken(s, await leaves(s, event) or event, rule, together=gone)
        signs += (kind in s.config.goos[seat] and not units[kind].independent) + (kind in living)
    if gone:
        gain_power(s, seat, len(gone), rule)
        await gain_signs(s, seat, signs, rule)
        await lost(s, seat, NOBODY, gone)


class NewWorms(Power):
    """Then everybody, the first player first, places a Worm next to The Worm that Gnaws in the Night or to an area that
    is gone, one in an area, as long as there are Worms and such areas.
    """

    rule, on, forced, printed = "CW-SHA-006", GROUND, True, "New Worms"

    def may_phase_end(self, s: State, me: int, phase: int) -> bool:
        over = ending(s) or s.instant_death  # then nothing comes of where they lie
        return phase == DOOM and left(s) >= needed(s) and not over

    async def phase_end(self, s: State, me: int, phase: int) -> None:
        for seat in s.order(s.first):
            spare, open_ = spare_worms(s), fields(s)
            if not spare or not open_:
                return
            area = await choose(seat, "area", open_, self, "worm comes")
            put(s, spare[0], area)
            says(s, self.rule, seat, "places a Worm in {}", s.config.map.names[area], touched=(f"area:{area}",))


class WorldsEnd(Power):
    """With fewer than two areas for each player the game ends at once. Who leads wins, with all spellbooks; else
    nobody.
    """

    rule, on, printed = "CW-SHA-016", GROUND, "The World's End"

    def game_over(self, s: State, me: int) -> bool:
        return left(s) < needed(s)

    def progress(self, s: State) -> tuple[Condition, ...]:
        """How many areas there are, and how few there may be."""
        n, least = left(s), needed(s)
        part = ConditionPart(f"{n} areas are left; fewer than {least} end the world", n < least)
        text = f"{n} areas are left; with fewer than {least} the game ends at once"
        return (Condition("worlds end", "The World's End", (part,), text=text, reward="", rule=self.rule),)


# -- over areas that are gone -----------------------------------------------------------------------------------------
class OverTheVoid(Power):
    """Who has moved over areas that are gone loses one of all the units of that action."""

    rule, on, forced, printed = "CW-SHA-013", GROUND, True, "Over the void"

    def may_after_action(self, s: State, me: int) -> bool:
        return any(over for _, _, _, _, over in s.trek)

    async def after_action(self, s: State, me: int) -> None:
        for mover in dict.fromkeys(row[0] for row in s.trek if row[4]):
            options = self._travellers(s, mover)
            if options:
                seat, area, code = await pick(s, mover, options, self, "lost on the way")
                await eliminate(s, seat, code, area, mover, self.rule, note="lost on the way")
        s.trek = ()

    def _travellers(self, s: State, mover: int) -> list[Unit]:
        found = dict[Unit, None]()
        for who, owner, kind, area, _ in s.trek:
            if who == mover:
                wanted = [kind] if kind & KEEPER else [kind, kind | KEEPER]  # one that stands on a gate has stepped on
                codes = [code for code in wanted if code in s.codes(owner, area)]
                found |= dict.fromkeys((owner, area, code) for code in codes[:1])
        return list(found)


# -- the Cosmic Power -------------------------------------------------------------------------------------------------
def taps(s: State, me: int) -> bool:
    """Does a seat control a gate in an area with a Worm?"""
    return bool(s.gate_mask(me) & worms(s))


def has_island(s: State, me: int) -> bool:
    """Has a seat a gate of its own beside the board, where no Worm can come?"""
    return any(seat == me for _, seat in s.config.printed_gates)


def to_be_had(s: State, me: int) -> list[Answer]:
    """Open requirements of the own card, and of loyalty cards that one holds."""
    found: list[Answer] = [("slot", slot.bit) for slot in s.config.factions[me].slots if s.is_open(me, slot.bit)]
    for i, card in enumerate(s.config.cards):
        if s.cards[i] == me and not s.has_earned(me, i) and SLOTS.on(f"card.{card.key}"):
            found.append(("card", i))
    return found if s.free_books(me) else [one for one in found if isinstance(one, tuple) and one[0] == "card"]


BESIDE_A_WORM = Requirement("CW-SHA-009", "You control a gate in an area with a Worm", lambda s, me: taps(s, me))
NO_ISLAND = Requirement(
    "CW-BB-010", "You have no gate of your own beside the board", lambda s, me: not has_island(s, me)
)


class CosmicPower(Act, Power):
    """Action, 6 Power, with a gate in an area with a Worm: a spellbook in place of its requirement, of an independent
    Great Old One too.
    """

    rule, on, verb, phrase = "CW-SHA-008", MAP, "cosmic power", "Cosmic Power: a spellbook"
    printed = "Cosmic Power"
    requirements = (
        Requirement(
            "CW-SHA-008",
            "You control a gate in an area with a Worm",
            lambda s, me: taps(s, me) or has_island(s, me),
        ),
        Requirement("CW-SHA-008", "A spellbook is still to be had", lambda s, me: bool(to_be_had(s, me))),
    )

    def price(self, s: State, me: int) -> int:
        return int(s.config.facts["worlds.shaggai.spellbook"])

    async def do(self, s: State, me: int) -> None:
        slots, options = s.config.factions[me].slots, to_be_had(s, me)
        names: dict[Answer, str] = {
            one: next(slot.name for slot in slots if slot.bit == one[1]) if one[0] == "slot" else
            f"The spellbook of {s.config.cards[one[1]].name}"
            for one in options if isinstance(one, tuple)
        }  # fmt: skip
        what, i = await choose(me, "choice", options, self, "cosmic power", names=names)
        if what == "slot":
            await cover(s, me, next(slot for slot in slots if slot.bit == i))
            return
        s.earn_of_card(me, i)
        says(s, self.rule, me, "earns the spellbook of {}", s.config.cards[i].name, touched=(f"card:{i}",))


def sleeper(s: State, me: int, kind: int) -> GreatOldOne | None:
    """The awakening of a Great Old One of the own card; by a ruling of one of no faction too, where no more than the
    place is asked for.
    """
    free = s.config.rulings.independents_come_anywhere
    for _, action, _ in s.mine(me, "do"):
        if isinstance(action, Awakening):
            if free and len(action.shape) == 1 and kind_on_card(s, me, action) == kind:
                return action
        elif isinstance(action, GreatOldOne) and action.kind == kind:
            return action
    return None


def is_limited(s: State, me: int, area: int, fid: int) -> bool:
    """Is it the place alone that keeps a Great Old One from an area?"""
    action = sleeper(s, me, kind_of(fid))
    if action is None or may_awaken(s, me, action, area) != (True, False):
        return False
    return not isinstance(action, Awakening) or has_somewhere(s, me, action)


def has_somewhere(s: State, me: int, action: Awakening) -> bool:
    """What one of no faction asks for beside its figure, a gate and a Great Old One say, is on the map, if not
    together.
    """
    local = [wanted.test for wanted in action.requirements if depth(wanted.test)]
    return all(any(test(s, me, area) for area in range(len(s.gate))) for test in local)


class AwakenAnywhere(Act, Power):
    """Action, 2 Power more, with a gate in an area with a Worm: awaken a Great Old One of your own card in any area;
    whatever else is asked for stays. By a ruling one of no faction too.
    """

    rule, on, verb, shape = "CW-SHA-009", MAP, "awaken anywhere", ("area", "figure")
    printed, phrase = "Cosmic Awakening", "Cosmic Power: awaken in {}: {}"
    requirements = (
        BESIDE_A_WORM,
        NO_ISLAND,
        Requirement("CW-SHA-009", "Only the place keeps a {1} of yours from awakening in {0}", is_limited),
    )

    def price(self, s: State, me: int, area: int, fid: int) -> int:  # type: ignore[override]
        action = sleeper(s, me, kind_of(fid))
        return more(s) + (action.price(s, me, area) if action is not None else 0)

    async def do(self, s: State, me: int, area: int, fid: int) -> None:
        action = sleeper(s, me, kind_of(fid))
        assert action is not None
        await action.do(s, me, area)


class SummonAnywhere(Act, Power):
    """Action, 2 Power more, with a gate in an area with a Worm: summon a Monster to any area."""

    rule, on, verb, shape = "CW-SHA-009", MAP, "summon anywhere", ("area", "monster")
    printed, phrase, joins = "Cosmic Summons", "Cosmic Power: summon in {}: {}", Summon.verb
    requirements = (
        BESIDE_A_WORM,
        NO_ISLAND,
        Requirement("CW-SHA-009", "You could not summon in {0}", lambda s, me, area: not s.is_portal(me, area)),
        *Summon.requirements[1:],
    )

    def price(self, s: State, me: int, area: int, fid: int) -> int:  # type: ignore[override]
        kind = kind_of(fid)
        there = -1 if s.tolled >> area & 1 else area
        return more(s) + price_of(s, me, CostOf.SUMMON, kind, s.config.cost[me][kind], there)

    async def do(self, s: State, me: int, area: int, fid: int) -> None:
        await self.brings(s, me, area, fid)
        await bring_more(s, me, area, fid, self.rule)


def builder(s: State, me: int) -> CreateCathedral | None:
    """How the Ancients build."""
    return next((action for _, action, _ in s.mine(me, "do") if isinstance(action, CreateCathedral)), None)


def may_build(s: State, me: int, area: int) -> bool:
    """Is it the glyph alone that keeps a Cathedral from an area?"""
    action = builder(s, me)
    if action is None or not of_a_kind(s, area):
        return False
    first, cultist, _ = action.requirements
    return bool(first.test(s, me) and cultist.test(s, me, area)) and not s.marked(s.config.token(CATHEDRAL), area)


class CathedralAnywhere(Act, Power):
    """Action, 2 Power more, with a gate in an area with a Worm: a Cathedral, though there is one of that glyph."""

    rule, on, verb, shape = "CW-SHA-011", MAP, "cathedral anywhere", ("my area",)
    printed, phrase = "Cosmic Cathedral", "Cosmic Power: a Cathedral in {}"
    requirements = (
        BESIDE_A_WORM,
        Requirement("CW-SHA-011", "Only its glyph keeps a Cathedral of yours from {0}", may_build),
    )

    def price(self, s: State, me: int, area: int) -> int:  # type: ignore[override]
        action = builder(s, me)
        return more(s) + (action.price(s, me, area) if action is not None else 0)

    async def do(self, s: State, me: int, area: int) -> None:
        action = builder(s, me)
        assert action is not None
        await action.do(s, me, area)


def more(s: State) -> int:
    """What the Cosmic Power costs beside the price of what it serves for."""
    return int(s.config.facts["worlds.shaggai.anywhere"])
