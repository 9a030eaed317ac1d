"""What the exhaustive run needs of the Gods War: a player with plans, rulings dealt anew, and late positions.

A whole game lasts six rounds, and of fifty runes each player sees a few. So the player plays its runes, saves Power for
what is dear, and goes where enemies are. In late positions armies stand side by side, most gifts are on the sheets,
hands are full, the Spike stands or the Rift gapes or Magasta's Pool turns, and each round has something to fight for.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

from tests.conformance.explorer import Explorer
from theomachy.engine.game.registry import games
from theomachy.engine.masks import bits
from theomachy.engine.reference.rulings import opposite
from theomachy.engine.runtime import sampling
from theomachy.engine.runtime.position import Position
from theomachy.games.gods_war import powers
from theomachy.games.gods_war.powers.elder_races.choice import TheChoiceOfRaces
from theomachy.games.gods_war.powers.monsters.mother_of_monsters import SLUG as MOTHER
from theomachy.games.gods_war.powers.monsters.mother_of_monsters import SPAWN
from theomachy.games.gods_war.powers.monsters.sky_terror import SLUG as TERROR
from theomachy.games.gods_war.rules.adjacency import OPEN, POOLED, SPIKE
from theomachy.games.gods_war.rules.arguments import sinkable
from theomachy.games.gods_war.rules.common import free_gifts
from theomachy.games.gods_war.rules.config import GREATER
from theomachy.games.gods_war.rules.domains import HELD, PEN, POOL
from theomachy.games.gods_war.rules.packing import KIND, kind_of
from theomachy.games.gods_war.rules.reach import routs
from theomachy.games.gods_war.rules.setup import MONSTERS, RACES, at_home, boards
from theomachy.games.gods_war.rules.state import ACTION, NOTHING, State
from theomachy.games.gods_war.rules.timings import Part
from theomachy.play.observation import Observation

SLUG = "gods_war"
EACH = 280  # late positions
HAND, MARKER = 5, 14  # runes of a late hand, and the highest space of the Mad God marker there
IN_MENUS = ("Optimist", "Ubiquitous", "Awakening")  # bars that nobody but a menu asks: there they are counted
# What whole games show too seldom: Cosmic Monsters come late, few Monsters die, and most elder races are won late.
LATE_ONLY: tuple[str, ...] = (
    "Again A Scout", "An elf dies", "Blood Sunset", "Chastity", "Community", "Completing the web", "Constrict",
    "Council of Androgeus", "Crushing coils", "Killing Androgeus", "Killing Cwim", "Killing Juggernaut",
    "Killing Leviathan", "Killing the Brown Dragon", "Killing the Mother of Monsters", "Killing the Sky Terror", "Lust",
    "Major Invasion", "Not carried", "Nothing moves her", "Rewarded", "Rootmother", "Spoils of the Sky Terror",
    "Superhero", "Swallow", "Tangled in the web", "Three seas", "Topsy-Turvy", "Twilight", "Two at once", "Undertow",
    "Unstoppable", "Wind of wings",
)  # fmt: skip
OF_RACES = ("diplomacy", "construction", "eat", "devastate", "stone arrow", "invade")


def told(timing: str, result: Any) -> bool | None:
    """Did an answer make a difference? A Heroquest that is met, leave or a bar where None says neither."""
    if timing == "requirement_met":
        parts: tuple[Part, ...] = result
        return bool(parts) and all(part.met for part in parts)
    if timing.startswith("may_"):
        return result is not None
    return None  # as in any game


def dealt(rng: Random) -> dict[str, Any]:
    """A table of the samples, or one of three to five empires and a few Monsters by lot, mostly with elder races; every
    second one with some rulings the other way round.
    """
    cls = games()[SLUG]
    core, others = cls.samples()[:6], cls.samples()[cls.core_samples :]
    options: dict[str, Any]
    if rng.random() < 0.6:
        empires = rng.sample([*powers.CORE, *powers.MORE], rng.randint(3, 5))
        options = {"empires": empires, "map": rng.choice(boards()[len(empires)])}
        if rng.random() < 0.7:
            options |= {"monsters": rng.sample(list(MONSTERS), 3), "experts": "yes"}
    else:
        options = dict(rng.choice(core if rng.random() < 0.6 else others)["options"])
    options.pop("races", "")
    options.pop("rounds", 0)
    if rng.random() < 0.8:
        map_ = options.setdefault("map", boards()[len(options["empires"])][0])
        there = [slug for slug in RACES if at_home(slug, map_)]
        folk = [slug for slug in there if slug != "scorpion_folk" or "chaos" in options["empires"]]
        by_lot = rng.random() < 0.1
        options["races"] = "by lot" if by_lot else rng.sample(folk, min(len(folk), len(options["empires"])))
    rulings = {name: choice for name, choice in opposite(cls.questions).items() if rng.random() < 0.3}
    return {"options": options, "rulings": rulings if rng.random() < 0.5 else {}}


def set_ups() -> Iterator[Position]:
    """Tables that are dealt, for ever."""
    for i in count():
        system = games()[SLUG].build(**dealt(sampling.rng_at("gods_war/tables", i)))
        yield Position(system, system.start())


def positions() -> Iterator[Position]:
    """Late positions, each an Action Phase of the third round."""
    for turn in range(EACH):
        rng = sampling.rng_at("gods_war/late", turn)
        system = games()[SLUG].build(**dealt(rng))
        s: State = system.arrange({"phase": "action", "round": 3, "units": {}, "buildings": {}})
        _allies(s, rng)
        _world(s, rng)
        for seat in s.config.seats:
            _sheet(s, seat, rng)
        s.derive()
        assert s.phase == ACTION
        assert not system.violations(s), system.violations(s)
        yield Position(system, s)


def _allies(s: State, rng: Random) -> None:
    """Races that have found their masters, and some that wait at home or, as Scorpion Folk, for a Nest."""
    owner, free = s.config.elders, list(s.config.seats)
    for race, row in enumerate(s.config.races):
        if s.included >> race & 1 and free and rng.random() < 0.9:
            s.ally(race, rng.choice(free))
            if not row.beside:
                free.remove(s.allies[race])
        elif s.included >> race & 1:
            for key, area, n in row.start:
                for _ in range(n):
                    s.move(owner, s.config.by_key[owner][key], POOL, s.config.map.index[area])


def _world(s: State, rng: Random) -> None:
    """The middle, the points, and pieces of everybody in few areas."""
    fact, map_ = s.config.fact, s.config.map
    s.rift = rng.choice((SPIKE, OPEN, OPEN, POOLED))
    high = fact("victory.spike_at") if s.rift == SPIKE else fact("victory.goal") - 5
    s.vp = [rng.randint(3, high - 1) for _ in s.config.seats]
    s.power = [rng.randint(5, 14) for _ in s.config.seats]
    s.first = s.active = s.turn = rng.choice([seat for seat in s.config.seats if not s.config.empires[seat].feeds])
    s.island = rng.randrange(len(map_.places))
    if s.config.sinks and rng.random() < 0.4:
        s.sunken = 1 << rng.choice(sinkable(s, s.active))
    s.derive()
    if s.ways.closed & sum(1 << dock for dock in map_.places[s.island].docks):
        s.island = map_.start
        s.derive()
    open_ = [a for a in range(len(s.site)) if not s.ways.closed >> a & 1]
    surface = [a for a in open_ if map_.surface >> a & 1]
    spots = [*rng.sample(surface, 6), *bits(map_.hell), rng.choice(bits(map_.dome)), map_.isle]
    if s.rift == SPIKE:
        spots.append(map_.spike)
    for seat in s.config.seats:
        empire = s.config.empires[seat]
        towers = 0.7 if rng.random() < 0.2 else 0.3  # Ziggurats are there to be fought for
        for kind, building in enumerate(empire.buildings):
            for _ in range(s.stock(seat, kind)):
                free = [a for a in spots if (s.nest if building.nest else s.site)[a] < 0]
                if free and rng.random() < (towers if building.type == "ziggurat" else 0.45):
                    s.shift(seat, kind, POOL, rng.choice(free))
        for kind in map(kind_of, s.summonable[seat]):
            unit = empire.units[kind]
            if unit.figure:  # the stage that its marker will show comes below
                continue
            if unit.of == "waertagi" and rng.random() < 0.3:  # a sea for each
                for sea in rng.sample(bits(map_.seas), s.n(seat, kind, POOL)):
                    s.move(seat, kind, POOL, sea)
            for _ in range(s.n(seat, kind, POOL)):
                if rng.random() < (0.6 if unit.rank == GREATER else 0.5):
                    sunk = unit.key == "sun_god" and rng.random() < 0.6  # he begins in Hell, and is to come out
                    afloat = unit.of == "waertagi" and rng.random() < 0.7
                    near = bits(map_.hell) if sunk else bits(map_.seas) if afloat else spots
                    s.bring(seat, kind, rng.choice(near))
                elif s.config.jailer not in (NOTHING, seat) and rng.random() < 0.3:
                    s.move(seat, kind, POOL, PEN)
    armies = [1 + 4 * max(s.crowd(seat, a) for seat in s.config.seats) for a in spots]
    for owner in s.config.wild:  # monsters where somebody can fight them
        for _ in range(s.config.limit[owner][0]):
            old = next(iter(s.where(owner, 0)), POOL)
            if rng.random() < 0.7:
                s.move(owner, 0, old, rng.choices(spots, armies)[0])
        card = s.config.empires[owner]
        if card.mark and rng.random() < 0.5:  # two wounds are dealt, or the web lacks two
            for area in rng.sample(surface, card.marks - 2 if card.marks else 2):
                s.mark(owner, area)
    _shut_in(s, rng)
    _beset(s, rng)


def _beset(s: State, rng: Random) -> None:
    """The Sky Terror where alone it can be killed, and there all that an empire has left to send."""
    if TERROR not in s.config.slugs or rng.random() < 0.3:
        return
    terror, seat, dome = s.config.slugs.index(TERROR), rng.choice(s.config.seats), rng.choice(bits(s.config.map.dome))
    s.move(terror, 0, next(iter(s.where(terror, 0)), POOL), dome)
    for kind in map(kind_of, s.summonable[seat]):
        if not s.config.empires[seat].units[kind].figure:
            for _ in range(s.n(seat, kind, POOL)):
                s.bring(seat, kind, dome)


def _shut_in(s: State, rng: Random) -> None:
    """Spawn all round their Mother, where there are few ways: who routs her kills her."""
    mother, spawn = (s.config.slugs.index(slug) if slug in s.config.slugs else -1 for slug in (MOTHER, SPAWN))
    if mother < 0 or rng.random() < 0.5:
        return
    for at in s.where(mother, 0):
        ways = bits(routs(s, mother, at))
        for area in ways if len(ways) <= s.config.limit[spawn][0] else ():
            if not s.here(spawn, area):
                s.move(spawn, 0, next(p for p in (POOL, *s.where(spawn, 0)) if s.n(spawn, 0, p)), area)


def _sheet(s: State, seat: int, rng: Random) -> None:
    """Gifts in some of the slots, runes in the hand, numbers and trophies."""
    empire = s.config.empires[seat]
    own = [slot for slot, row in enumerate(empire.slots) if not row.of]
    allied = [slot for slot, row in enumerate(empire.slots) if row.of and s.is_ally(s.config.race(row.of), seat)]
    for slot in [*rng.sample(own, rng.randint(2, len(own) - 1)), *(slot for slot in allied if rng.random() < 0.5)]:
        seldom = empire.slots[slot].key == "sunrise"  # the Sun God needs somebody who lets him out of Hell
        if (free := free_gifts(s, seat, slot)) and not (seldom and rng.random() < 0.8):
            s.lay(seat, slot, rng.choice(free))
    for _ in range(HAND):
        card = rng.choice([card for card, n in enumerate(s.deck) for _ in range(n)])
        s.deck[card] -= 1
        s.take(seat, card)
    for counter in empire.counters:
        s.write(seat, counter.key, rng.randint(0, min(MARKER, counter.most)))
    staged = [kind for kind in map(kind_of, s.summonable[seat]) if empire.units[kind].figure]
    if staged:
        s.write(seat, "evolution", stage := rng.choice((*range(len(staged)), len(staged) - 1, len(staged) - 1)))
        if rng.random() < 0.7:
            s.move(seat, staged[stage], POOL, rng.choice(s.areas(seat) or (s.config.map.isle,)))
    if any(slot.key == "tribute" and s.slots[seat][i] < 0 for i, slot in enumerate(empire.slots)):
        for foe in s.config.seats:  # all trophies but one
            kinds = [kind for kind in map(kind_of, s.config.own[foe]) if s.n(foe, kind, POOL)]
            kinds = [kind for kind in kinds if s.config.joined[foe][kind][0] == foe]
            if foe != seat and kinds and rng.random() < 0.7:
                s.move(foe, rng.choice(kinds), POOL, HELD + seat)


def names() -> list[str]:
    """All but what is drawn before a game can come up in these positions."""
    every = [ability for vocabulary in games()[SLUG].vocabularies for ability in vocabulary.abilities]
    return [ability.name for ability in every if not isinstance(ability, TheChoiceOfRaces)]


class PriestBot(Explorer):
    """Plays its runes, the rarest first, builds and summons what is dear, goes where enemies are and fights them."""

    name = "priest"
    runes, saves = 0.35, 0.5  # how often it plays one before an action; how often it thinks of what is dear alone
    dear = ("upgrade", "summon", "battle", "teleport", "sunspear", *OF_RACES)

    def choose(self, observation: Observation, rng: Random) -> Any:
        if rng.random() < 0.08:
            return super().choose(observation, rng)
        decision = observation.decision
        if decision.kind == "action":
            return self._act(observation, rng)
        if decision.what in ("last rune", "battle rune") and rng.random() < 0.8:
            cards = [card for card in observation.options if card != "done"]
            return self._rarest_card(observation, cards, rng) if cards else "done"
        if decision.what == "bid":
            return rng.choice(observation.options)
        if decision.what in ("takes a kill", "takes a rout"):  # allies go first
            units = observation.state.config.empires[observation.options[0][0]].units
            allies = [option for option in observation.options if units[option[2] & KIND].of]
            return rng.choice(allies or list(observation.options))
        if decision.what in ("move to", "to", "dawn to"):
            neutral = [area for area in observation.options if self._courted(observation, area)]
            return rng.choice(neutral if neutral and rng.random() < 0.5 else self._contested(observation))
        return super().choose(observation, rng)

    def _act(self, observation: Observation, rng: Random) -> Any:
        s, me = observation.state, observation.me
        if rng.random() < self.runes:
            cards = [jump[3] for jump in observation.system.anytime_actions(s) if jump[2] == me]
            if cards:
                return "!", "rune", me, self._rarest_card(observation, cards, rng)
        options = [option for option in observation.options if isinstance(option, tuple)]
        if not options:
            return observation.options[0]
        if rng.random() < self.saves:
            options = [option for option in options if option[0] in self.dear] or options
        return self._least(s, me, options, rng)

    def _least(self, s: State, me: int, options: list[Any], rng: Random) -> Any:
        """What this empire has taken least: by verb, and by the kind of piece that comes."""

        def key(option: Any) -> str:
            piece = option[1] if option[0] in ("build", "upgrade", "summon") else ""
            return f"{s.config.slugs[me]} {option[0]} {piece}"

        least = min(self.taken[key(option)] for option in options)
        rarest = [option for option in options if self.taken[key(option)] == least]
        pick = rng.choice(rarest)
        self.taken[key(pick)] += 1
        same = [option for option in rarest if option[0] == pick[0]]
        if pick[0] == "battle" and rng.random() < 0.7:  # where something is to be had, and few defend it
            return max(same, key=lambda option: (self._prize(s, me, *option[1:]), rng.random()))
        if pick[0] == "move" and rng.random() < 0.5:  # out of Hell
            return rng.choice([option for option in same if s.config.map.hell >> option[1] & 1] or same)
        return pick

    @staticmethod
    def _courted(observation: Observation, area: Any) -> bool:
        """Does a neutral elder race stand there, for who may still ally with it?"""
        s, me = observation.state, observation.me
        return s.config.elders >= 0 and not s.allied(me) and bool(s.here(s.config.elders, area))

    @staticmethod
    def _prize(s: State, me: int, area: int, foe: int) -> int:
        mine = s.mine_in(foe, area)
        wild = 8 * (foe in s.config.wild)
        worth = wild if mine < 0 else 3 + s.building(mine, area).cost
        return worth + 2 * (s.crowd(me, area) - s.crowd(foe, area))

    def _rarest_card(self, observation: Observation, cards: list[int], rng: Random) -> int:
        runes = observation.system.config.runes
        least = min(self.taken[f"rune {runes[card].key}"] for card in cards)
        pick = rng.choice([card for card in cards if self.taken[f"rune {runes[card].key}"] == least])
        self.taken[f"rune {runes[pick].key}"] += 1
        return pick

    @staticmethod
    def _contested(observation: Observation) -> list[Any]:
        """Areas with an enemy, if there are any."""
        s, me = observation.state, observation.me
        enemies = 0
        for seat in s.config.seats:
            if seat != me:
                enemies |= s.on[seat] | s.homes(seat)
        return [area for area in observation.options if enemies >> area & 1] or list(observation.options)


PLAYER = PriestBot
