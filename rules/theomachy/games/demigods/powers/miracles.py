"""The 26 cards, in the order of the list. Each is an action of the own miracle phase, unless it says otherwise.

Where the text is silent the card follows the proposed readings: no range, any owner (DG-MIR-003), losses in battle
order (DG-MIR-004).
"""

from __future__ import annotations

from typing import ClassVar

from ....engine.runtime.ability import No, words_of
from ....engine.runtime.decision import choose, die, number
from ....engine.runtime.dice import D6
from ....engine.runtime.layers import Changes, at_least, set_to
from ....engine.runtime.requirement import Action, Requirement
from ....engine.runtime.trace import group, report
from ..rules.actions import CONTROL, ENTER, YOUR_TURN, area, may_enter, phase_is, room_for, travel, travellers
from ..rules.arguments import terrain_name
from ..rules.battle import lose, lose_population, report_losses
from ..rules.common import announce, card_of, discard_surplus, draw_cards, draw_terrain, gain, grows
from ..rules.domains import (
    ARMY,
    DESERTS,
    FORESTS,
    MIRACLES,
    MONSTER,
    MOST,
    MOUNTAINS,
    POPULATION,
    SWAMPS,
    TEMPLE,
    TERRAINS,
)
from ..rules.maps import bits, open_sea
from ..rules.state import State
from ..rules.timings import Power
from ..rules.topics import Until


class MiracleCard(Power, Action, abstract=True):
    """A card of the own miracle phase. `reacts`: it acts at another time; `lasts`: it goes on having an effect."""

    when: tuple[Requirement, ...] = (YOUR_TURN, phase_is(MIRACLES, "DG-MIR-001", "miracle"))
    asked = 0
    asks: ClassVar[tuple[str, ...]] = ("Which hex?",)
    icon: ClassVar[str] = ""
    reacts: ClassVar[bool] = False
    lasts: ClassVar[bool] = False
    until: ClassVar[Until | None] = None  # how long; for ever, where it names nothing
    short: ClassVar[tuple[str, str]] = ("", "")  # the ruling and choice with which it ends with the turn already
    marker: ClassVar[str] = ""  # the icon of the counter that it leaves on the map

    def __init_subclass__(cls, abstract: bool = False) -> None:
        super().__init_subclass__(abstract)
        # A question names its card: who comes to it later, in a puzzle or a saved game, has not seen it played.
        name = cls.printed or words_of(cls.__name__)
        own = cls.__dict__.get("asks", MiracleCard.asks)
        cls.asks = tuple(f"{name}: {ask[:1].lower()}{ask[1:]}" for ask in own)

    def __init__(self) -> None:
        held = Requirement(
            "DG-MIR-001", f"{self.name} is in your hand", lambda s, me: s.config.number[self.name] in s.hands[me]
        )
        self.when = (*type(self).when, held)


def terrain_is(terrain: int) -> Requirement:
    """The target must be of this terrain."""
    word = TERRAINS[terrain]
    return Requirement(
        "DG-MIR-003",
        f"{{0}} is {'a ' if word.endswith('s') else ''}{word[:-1] if word.endswith('s') else word}",
        lambda s, me, h: s.terrain[h] == terrain,
        fact=lambda s, me, h: TERRAINS[s.terrain[h]].replace("_", " "),
        against=lambda s, me, h: area(h),
    )


WATER = Requirement(
    "DG-WLD-008",
    "{0} is water",
    lambda s, me, h: not s.terrain[h],
    fact=lambda s, me, h: TERRAINS[s.terrain[h]].replace("_", " "),
    against=lambda s, me, h: area(h),
)
OPEN_SEA = Requirement(
    "DG-CRD-026",
    "{0} is no inland sea",
    lambda s, me, h: s.config.rulings.any_water or open_sea(s.config.grid.cols, s.config.grid.rows, s.land) >> h & 1,
    against=lambda s, me, h: area(h),
)
LAND = WATER._replace(text="{0} is land", test=lambda s, me, h: s.land >> h & 1)
COAST = Requirement(
    "DG-MIR-005",
    "{0} is land beside water",
    lambda s, me, h: s.coastal(h),
    fact=lambda s, me, h: TERRAINS[s.terrain[h]].replace("_", " "),
    against=lambda s, me, h: area(h),
)
EMPTY = Requirement(
    "DG-GRO-004",
    "no counter stands on {0}",
    lambda s, me, h: not s.owner[h],
    fact=lambda s, me, h: s.config.seats[s.owner[h] - 1].name if s.owner[h] else "empty",
    against=lambda s, me, h: area(h),
)
UNBLIGHTED = Requirement(
    "DG-CRD-019",
    "counters may enter {0}",
    lambda s, me, h: may_enter(s, me, h),
    against=lambda s, me, h: area(h),
)


async def thrown(s: State, me: int, card: MiracleCard) -> int:
    """The die of a card."""
    face = await die(card, card.verb, prompt=f"{card.name}: how many?")
    report(s, card.rule, "rolls a die for {}", card.name, who=me, figure=str(face), dice=(D6, 1, face))
    return face


class Earthquake(MiracleCard):
    """The target hex loses 1D6 counters."""

    rule, verb, icon, shape = "DG-CRD-002", "earthquake", "earth-crack", ("hex",)

    async def do(self, s: State, me: int, h: int) -> None:
        await lose(s, h, await thrown(s, me, self), self.rule, miracle=True)


class Crumble(MiracleCard):
    """A temple is destroyed."""

    rule, verb, icon, shape = "DG-CRD-003", "crumble", "ancient-ruins", ("temple",)
    requirements = (
        Requirement(
            rule, "{0} has a temple", lambda s, me, h: s.counters[TEMPLE][h] > 0, against=lambda s, me, h: area(h)
        ),
    )

    async def do(self, s: State, me: int, h: int) -> None:
        owner, before = s.holder(h), s.stack(h)
        s.destroy(h, TEMPLE, 1)
        report_losses(s, h, owner, [0, 0, 1, 0], before, self.rule)


class TidalWave(MiracleCard):
    """A coastal hex loses 1D6 counters."""

    rule, verb, icon, shape, requirements = "DG-CRD-004", "tidal wave", "big-wave", ("land",), (COAST,)

    async def do(self, s: State, me: int, h: int) -> None:
        await lose(s, h, await thrown(s, me, self), self.rule, miracle=True)


class VolcanicEruption(MiracleCard):
    """A mountain loses 1D6 counters; its defence does not help."""

    rule, verb, icon, shape = "DG-CRD-005", "volcanic eruption", "volcano", ("land",)
    requirements = (terrain_is(MOUNTAINS),)

    async def do(self, s: State, me: int, h: int) -> None:
        await lose(s, h, await thrown(s, me, self), self.rule, miracle=True)


class Flood(MiracleCard):
    """A coastal hex and each of its neighbours lose one population counter."""

    rule, verb, icon, shape, requirements = "DG-CRD-006", "flood", "flood", ("land",), (COAST,)

    async def do(self, s: State, me: int, h: int) -> None:
        await lose_population(s, s.config.grid.around[h][1], self.rule)


class AlterLand(MiracleCard):
    """A terrain counter is drawn from the reserve and takes the place of the one on the target, which goes there."""

    rule, verb, icon, shape, requirements = "DG-CRD-007", "alter land", "hills", ("land",), (LAND,)

    async def do(self, s: State, me: int, h: int) -> None:
        terrain = await draw_terrain(s, self.rule)
        if not terrain:
            report(s, self.rule, "finds the reserve empty", who=me)
            return
        old, name, at = s.terrain[h], s.config.grid.names[h], area(h)
        s.pile[old - 1] += 1
        s.paint(h, terrain)
        told, figure = terrain_name(terrain), f"limit {s.limit(h)}"
        report(s, self.rule, "turns {} into {}", name, told, who=me, figure=figure, touched=at)
        for kind in (POPULATION, ARMY, MONSTER, TEMPLE):  # DG-TER-008: population before armies, the temple last
            if n := min(max(s.total(h) - s.limit(h), 0), s.counters[kind][h]):
                owner, gone = s.holder(h), s.config.tally(kind, n)
                s.remove(h, kind, n)
                told = "loses {} over the limit of {}"
                report(s, "DG-TER-008", told, gone, name, who=owner, figure=f"−{n}", touched=at)


class CreateLand(MiracleCard):
    """A terrain counter is drawn from the reserve and put on a water hex."""

    rule, verb, icon, shape, requirements = "DG-CRD-008", "create land", "island", ("water",), (WATER,)

    async def do(self, s: State, me: int, h: int) -> None:
        terrain = await draw_terrain(s, self.rule)
        if not terrain:
            report(s, self.rule, "finds the reserve empty", who=me)
            return
        s.paint(h, terrain)
        told = terrain_name(terrain)
        report(s, self.rule, "raises {} out of the sea on {}", told, s.config.grid.names[h], who=me, touched=area(h))


class DestroyLand(MiracleCard):
    """An empty coastal hex becomes water; its counter goes to the reserve."""

    rule, verb, icon, shape, requirements = "DG-CRD-009", "destroy land", "sinking-ship", ("land",), (EMPTY, COAST)

    async def do(self, s: State, me: int, h: int) -> None:
        s.pile[s.terrain[h] - 1] += 1
        s.paint(h, 0)
        report(s, self.rule, "sinks {} into the sea", s.config.grid.names[h], who=me, touched=area(h))


class Sacrifice(MiracleCard):
    """Give up three population counters from anywhere to draw two cards."""

    rule, verb, icon = "DG-CRD-010", "sacrifice", "sacrificial-dagger"
    requirements = (
        Requirement(
            rule,
            "you have the population counters to give up",
            lambda s, me: people(s, me) >= s.config.amounts["sacrifice_population"],
            fact=lambda s, me: f"{people(s, me)} of {s.config.amounts['sacrifice_population']}",
        ),
    )

    async def do(self, s: State, me: int) -> None:
        for _ in range(s.config.amounts["sacrifice_population"]):
            homes = [h for h in bits(s.held[me]) if s.counters[POPULATION][h]]
            h = await choose(me, "area", homes, self, "sacrificed", prompt="Where is a population counter given up?")
            s.remove(h, POPULATION, 1)
            report(
                s, self.rule, "gives up 1 person on {}", s.config.grid.names[h], who=me, figure="−1", touched=area(h)
            )
        await draw_cards(s, me, s.config.amounts["sacrifice_cards"], self.rule)
        if s.config.rulings.limit_at_once:
            await discard_surplus(s, me)


def people(s: State, me: int) -> int:
    """Population counters of a seat, wherever they stand."""
    return sum(s.counters[POPULATION][h] for h in bits(s.held[me]))


class Prophet(MiracleCard):
    """The target and its neighbours, as far as they could grow, each gain one population counter at once."""

    rule, verb, icon, shape = "DG-CRD-011", "prophet", "sun-priest", ("hex",)

    async def do(self, s: State, me: int, h: int) -> None:
        for x in bits(s.config.grid.around[h][1]):
            if grows(s, x):
                gain(s, x, 1, self.rule)


class HolyWar(MiracleCard):
    """Your armies that survive their first attack may attack once more in this turn."""

    rule, verb, icon, lasts = "DG-CRD-012", "holy war", "swords-power", True
    until = Until.TURN

    async def do(self, s: State, me: int) -> None:
        s.last(card_of(s, self), me)

    def limit(self, s: State, me: int) -> Changes:
        return at_least(2) if me == s.active else None  # "once more": the rule itself, no number to replace


class Chasm(MiracleCard):
    """All armies and monsters of a hex are destroyed."""

    rule, verb, icon, shape = "DG-CRD-013", "chasm", "edge-crack", ("settled",)
    requirements = (
        Requirement(
            rule,
            "an army or monster stands on {0}",
            lambda s, me, h: s.fighters(h) > 0,
            against=lambda s, me, h: area(h),
        ),
    )

    async def do(self, s: State, me: int, h: int) -> None:
        owner, before, gone = s.holder(h), s.stack(h), [0, 0, 0, 0]
        for kind in (ARMY, MONSTER):
            gone[kind] = s.counters[kind][h]
            s.destroy(h, kind, gone[kind])
        report_losses(s, h, owner, gone, before, self.rule)


class Fire(MiracleCard):
    """A forest loses 1D6 counters."""

    rule, verb, icon, shape, requirements = "DG-CRD-014", "fire", "burning-forest", ("land",), (terrain_is(FORESTS),)

    async def do(self, s: State, me: int, h: int) -> None:
        await lose(s, h, await thrown(s, me, self), self.rule, miracle=True)


class Famine(MiracleCard):
    """The target and its neighbours gain no population, until your next miracle phase."""

    rule, verb, icon, shape, lasts = "DG-CRD-015", "famine", "wheat", ("hex",), True
    until, short = Until.MIRACLES, ("famine", "this_turn")

    async def do(self, s: State, me: int, h: int) -> None:
        s.last(card_of(s, self), me, h)

    def gain_of(self, s: State, me: int, hex_: int) -> Changes:
        zone = s.config.grid.around[hex_][1]
        return set_to(0) if any(who == me and zone >> h & 1 for _, who, h in s.lasting(card_of(s, self))) else None


class Plague(MiracleCard):
    """All but 1D6 counters of a hex die."""

    rule, verb, icon, shape = "DG-CRD-016", "plague", "plague-doctor-profile", ("hex",)

    async def do(self, s: State, me: int, h: int) -> None:
        await lose(s, h, max(s.stack(h) - await thrown(s, me, self), 0), self.rule, miracle=True)


class Fertility(MiracleCard):
    """The population counters of a hex double, as far as the limit lets them."""

    rule, verb, icon, shape = "DG-CRD-017", "fertility", "seedling", ("settled",)
    requirements = (
        Requirement(
            rule,
            "population stands on {0}",
            lambda s, me, h: s.counters[POPULATION][h] > 0,
            against=lambda s, me, h: area(h),
        ),
    )

    async def do(self, s: State, me: int, h: int) -> None:
        gain(s, h, s.counters[POPULATION][h], self.rule)


class Monsters(MiracleCard):
    """1D3 monsters of yours appear on an empty land hex. They fight as armies, never move, never turn back."""

    rule, verb, icon, shape = "DG-CRD-018", "monsters", "minotaur", ("land",)
    requirements = (LAND, EMPTY, UNBLIGHTED)

    async def do(self, s: State, me: int, h: int) -> None:
        n = (await thrown(s, me, self) + 1) // 2  # DG-CRD-028: a D3 is half a D6, rounded up
        n = min(n, s.room(h, MONSTER))
        s.add(h, me, MONSTER, n)
        told, name = s.config.tally(MONSTER, n), s.config.grid.names[h]
        report(s, self.rule, "puts {} on {}", told, name, who=me, figure=f"+{n}", touched=area(h))


class Blight(MiracleCard):
    """No counter may enter an empty hex. When a miracle phase begins a die is rolled: on a 1 the blight is gone."""

    rule, verb, icon, shape, lasts, forced = "DG-CRD-019", "blight", "virus", ("hex",), True, True
    marker = "skull-crossed-bones"
    requirements = (EMPTY, UNBLIGHTED)

    async def do(self, s: State, me: int, h: int) -> None:
        s.last(card_of(s, self), me, h)

    def may_move(self, s: State, me: int, hex_: int) -> object:
        blighted = any(h == hex_ for _, _, h in s.lasting(card_of(s, self)))
        return No(f"{s.config.grid.names[hex_]} is blighted") if blighted else True

    async def phase_start(self, s: State, me: int) -> None:
        if s.config.rulings.blight_own_turn and me != s.active:
            return
        for effect in [e for e in s.lasting(card_of(s, self)) if e[1] == me]:
            face = await die(self, "blight", prompt=f"Does the blight on {s.config.grid.names[effect[2]]} go? On a 1")
            if face == 1:
                s.expire(effect)
            told = "the blight on {} " + ("is gone" if face == 1 else "stays")
            name, at = s.config.grid.names[effect[2]], area(effect[2])
            report(s, self.rule, told, name, kind="rule", figure=str(face), touched=at)


class Sanctuary(MiracleCard):
    """The target may not be attacked, until your next turn begins."""

    rule, verb, icon, shape, lasts = "DG-CRD-020", "sanctuary", "slumbering-sanctuary", ("hex",), True
    until, short = Until.NEXT_TURN, ("sanctuary", "this_turn")

    async def do(self, s: State, me: int, h: int) -> None:
        s.last(card_of(s, self), me, h)

    def may_battle(self, s: State, me: int, hex_: int) -> object:
        safe = any(who == me and h == hex_ for _, who, h in s.lasting(card_of(s, self)))
        return No(f"{s.config.grid.names[hex_]} is a sanctuary") if safe else True


class Draught(MiracleCard):
    """A desert and each of its neighbours lose one population counter. (The printed name; a drought is meant.)"""

    rule, verb, icon, shape, requirements = "DG-CRD-021", "draught", "desert-skull", ("land",), (terrain_is(DESERTS),)

    async def do(self, s: State, me: int, h: int) -> None:
        await lose_population(s, s.config.grid.around[h][1], self.rule)


class Godspeed(MiracleCard):
    """Counters of one of your hexes, temples and monsters aside, go to a hex at most three away, over water too."""

    rule, verb, icon, shape = "DG-CRD-022", "godspeed", "wingfoot", ("settled", "land")
    asks = ("From which hex?", "From {0} to which hex?")
    requirements = (
        CONTROL._replace(test=lambda s, me, a: s.owner[a] == me + 1 or (s.config.rulings.godspeed_any and s.owner[a])),
        Requirement(
            rule,
            "population or an army stands on {0}",
            lambda s, me, a: s.counters[POPULATION][a] or s.counters[ARMY][a],
            fault=lambda s, me, a: "temples and monsters stay",
            against=lambda s, me, a: area(a),
        ),
        Requirement(
            rule,
            "{1} is another hex that they reach",
            lambda s, me, a, b: a != b and s.config.grid.around[a][s.config.amounts["godspeed_hexes"]] >> b & 1,
            fact=lambda s, me, a, b: (
                f"distance {s.config.grid.distance(a, b)}, {s.config.amounts['godspeed_hexes']} at most"
            ),
            against=lambda s, me, a, b: area(b),
        ),
        *ENTER,
        room_for(State.count),
    )

    async def do(self, s: State, me: int, a: int, b: int) -> None:
        kinds, moved = [kind for kind, _ in travellers(s, a, b, State.count)], 0
        for kind in kinds:  # population first; somebody must go
            most = dict(travellers(s, a, b, State.count)).get(kind, 0)
            least = 1 if not moved and kind == kinds[-1] else 0
            what, prompt = (
                s.config.plural(kind, 2),
                f"How many {s.config.plural(kind, 2)} go to {s.config.grid.names[b]}?",
            )
            if n := most and await number(me, least, most, self, f"{what} to move", prompt=prompt):
                travel(s, me, a, b, kind, n, self.rule)
                moved += n


class Pestilence(MiracleCard):
    """A swamp and each of its neighbours lose one population counter."""

    rule, verb, icon, shape, requirements = (
        "DG-CRD-023",
        "pestilence",
        "amber-mosquito",
        ("land",),
        (terrain_is(SWAMPS),),
    )

    async def do(self, s: State, me: int, h: int) -> None:
        await lose_population(s, s.config.grid.around[h][1], self.rule)


class Ressurrection(MiracleCard):
    """At the end of a battle phase all your counters destroyed this turn in one hex come back, within its limit."""

    rule, verb, icon, shape, reacts = "DG-CRD-024", "ressurrection", "ankh", ("hex",), True
    when = (
        Requirement(rule, "a battle phase is ending", lambda s, me: False, fault=lambda s, me: "it is offered then"),
    )
    requirements = (
        Requirement(
            rule,
            "counters of yours were destroyed on {0} in this turn",
            lambda s, me, h: bool(fallen(s, me, h)),
            against=lambda s, me, h: area(h),
        ),
        Requirement(
            rule,
            "no enemy stands on {0}",
            lambda s, me, h: s.owner[h] in (0, me + 1) or any(s.owner[h] == who + 1 for who, _ in fallen(s, me, h)),
            against=lambda s, me, h: area(h),
        ),
        UNBLIGHTED,
        Requirement(
            "DG-TER-007",
            "{0} has room for one of them",
            lambda s, me, h: not fallen(s, me, h) or bool(space(s, me, h)),
            fact=lambda s, me, h: f"{s.total(h)} of {s.limit(h)}",
            against=lambda s, me, h: area(h),
        ),
    )

    def may_phase_end(self, s: State, me: int) -> object:
        if s.config.rulings.only_own_turn and me != s.active:
            return No("it is not your turn")
        return self._graves(s, me) or No("nothing of yours was destroyed this turn")

    def _graves(self, s: State, me: int) -> list[int]:
        """The hexes where it would bring something back."""
        return [h for h in sorted({h for h, _ in s.lost}) if all(n.test(s, me, h) for n in self.requirements)]

    async def phase_end(self, s: State, me: int) -> None:
        h = await choose(me, "area", self._graves(s, me), self, "who rises", prompt="Ressurrection: in which hex?")
        title = f"{self.name} on {s.config.grid.names[h]}"
        with group(s, self.rule, "plays {}", title, who=me, touched=area(h)):
            if await announce(s, me, card_of(s, self), title):
                for who, dead in fallen(s, me, h):
                    rise(s, h, who, dead, self.rule)
                    s.lost.pop((h, who))


def space(s: State, me: int, h: int) -> list[int]:
    """The kinds that were destroyed in a hex and have room there now."""
    dead = fallen(s, me, h)
    return [kind for kind in range(4) if s.room(h, kind) and any(row[kind] for _, row in dead)]


def rise(s: State, h: int, who: int, dead: tuple[int, ...], rule: str) -> None:
    """Counters come back as far as the hex has room, the precious ones first."""
    for kind in (TEMPLE, ARMY, MONSTER, POPULATION):
        room = s.room(h, kind) if kind != TEMPLE or not s.counters[TEMPLE][h] else 0
        n = min(dead[kind], room, 1 if kind == TEMPLE else MOST) if s.owner[h] in (0, who + 1) else 0
        if n:
            s.add(h, who, kind, n)
            told, name = s.config.tally(kind, n), s.config.grid.names[h]
            report(s, rule, "brings back {} on {}", told, name, who=who, figure=f"+{n}", touched=area(h))


def fallen(s: State, me: int, h: int) -> list[tuple[int, tuple[int, ...]]]:
    """Whose counters were destroyed in a hex this turn, own ones only unless ruled otherwise; who is out stays out."""
    return [
        (who, dead)
        for (x, who), dead in s.lost.items()
        if x == h and (who == me or (s.config.rulings.revive_everybody and not s.out >> who & 1))
    ]


class Abjuration(MiracleCard):
    """When another player announces a card, play this: the card has no effect. Another Abjuration may answer it."""

    rule, verb, icon, reacts = "DG-CRD-025", "abjuration", "cancel", True
    when = (
        Requirement(
            rule,
            "another player has just announced a card",
            lambda s, me: False,
            fault=lambda s, me: "it is offered then",
        ),
    )

    def would_take_effect(self, s: State, me: int, by: int, card: int) -> bool:
        return me != by


class Hurricane(MiracleCard):
    """Every neighbour of an ocean hex loses one population counter."""

    rule, verb, icon, shape, requirements = "DG-CRD-026", "hurricane", "tornado", ("water",), (WATER, OPEN_SEA)

    async def do(self, s: State, me: int, h: int) -> None:
        await lose_population(s, s.config.grid.near_mask[h], self.rule)


class Repopulate(MiracleCard):
    """A hex of yours gains 1D6 population counters."""

    rule, verb, icon, shape, requirements = "DG-CRD-027", "repopulate", "family-tree", ("my hex",), (CONTROL,)

    async def do(self, s: State, me: int, h: int) -> None:
        gain(s, h, await thrown(s, me, self), self.rule)
