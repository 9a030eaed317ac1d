"""What the exhaustive run needs of Heroes: a player with plans, games as long as the box says, and late positions.

A sample of Heroes is over after six rounds; the last row of a building zone, the artefacts and the long scales need
the sixteen of the box. A second part of the run begins late: all but the last structures stand, stocks are nearly
enough for an artefact, its other conditions want one more foundation, victory or mountain, and nobody has one yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, permutations
from random import Random
from typing import Any

from tests.conformance.explorer import Explorer
from theomachy.engine.game.registry import games
from theomachy.engine.masks import bits
from theomachy.engine.runtime import sampling
from theomachy.engine.runtime.decision import Secret
from theomachy.engine.runtime.position import Position
from theomachy.games.heroes.powers import CORE
from theomachy.games.heroes.rules.artefacts import met, printed
from theomachy.games.heroes.rules.battle import fort_of
from theomachy.games.heroes.rules.building import for_hire, is_foundation, next_blocks, required
from theomachy.games.heroes.rules.config import BUILD, MOVE
from theomachy.games.heroes.rules.maps import GOLD, MOUNTAIN
from theomachy.games.heroes.rules.movement import FAR
from theomachy.games.heroes.rules.score import power
from theomachy.games.heroes.rules.state import BEATEN, NOBODY, State
from theomachy.play.observation import Observation

SLUG = "heroes"
LATE, LAST = 11, 16  # the round in which late positions begin, and the last of all
STOCK, MARKS, HAND = 13, 6, 3  # of each resource, of marks in each row, of each kind of unit
DEAR = (("mechanisms", "gremlins"), ("gremlins", "mechanisms"))  # their artefacts are the hardest to come by
HALF, PLENTY = 8, 16  # rounds, and of one resource: there is no use in hoarding more
OPEN = 3  # one in two structures of this level stands, none above, three in four below
EACH = 16  # positions of each table


def positions() -> Iterator[Position]:
    """Late positions of each table of the samples, every time with other regions and structures."""
    for sample in games()[SLUG].samples():
        given = sample | {"options": sample["options"] | {"rounds": LAST}}
        for turn in range(EACH):
            yield arranged(given, turn)


def arranged(sample: dict[str, Any], turn: int) -> Position:
    """One late position, at the announcement of a round."""
    game = games()[SLUG].build(**sample)
    s: State = game.arrange({"round": LATE, "stage": "announcement"})
    rng = sampling.rng_at(f"heroes/late/{s.config.slugs}/{len(sample)}", turn)
    s.first = s.turn = turn % len(s.sheets)
    for me in s.config.seats:
        _sheet(s, me, rng)
    s.derive()
    assert not game.violations(s), game.violations(s)
    return Position(game, s)


def _sheet(s: State, me: int, rng: Random) -> None:
    faction, sheet, map_ = s.config.factions[me], s.sheets[me], s.config.map
    regions = list(bits(map_.open))
    sheet.region = rng.choice(regions)
    for i, block in enumerate(faction.blocks):
        late = block.level > OPEN or rng.random() < (0.5 if block.level == OPEN else 0.25)
        rival = (block.excludes >= 0 and sheet.built[block.excludes]) or s.crossed(me, i)
        if not late and not rival and required(s, me, i):
            sheet.built[i] = max(sheet.built[i], min(block.times, 2))
    mountains = [r for r in regions if map_.regions[r].terrain == MOUNTAIN]
    others = [r for r in regions if r not in mountains]
    for region in (*rng.sample(mountains, min(3, len(mountains))), *rng.sample(others, 5), sheet.region):
        sheet.visited |= 1 << region
    for kind in faction.keeps:
        sheet.stock[kind] = STOCK
        sheet.reached[kind] = sum(1 for value in faction.thresholds if value <= STOCK)
    sheet.was = sheet.amounts
    for unit, card in enumerate(faction.units):
        sheet.army[unit] = 0 if s.crossed(me, card.home) else HAND
    for place in range(3):
        sheet.monsters[place] = BEATEN
    for i, counter in enumerate(faction.counters):
        sheet.counters[i] = MARKS if counter.key.endswith(" marks") else 0
    for layer in faction.layers:
        _draw(s, me, layer, rng)
    s.rekey()
    ground = [r for r in regions if is_foundation(s, me, r)]
    for region in rng.sample(ground, min(3, len(ground))):
        sheet.founded[region] = 1


def _draw(s: State, me: int, layer: str, rng: Random) -> None:
    """What a board has drawn by now: an empire of ten regions that hang together, some of anything else."""
    near, open_ = s.config.map.near_mask, s.config.map.open
    at = s.config.factions[me].layers.index(layer)
    if layer == "start":
        return
    if layer != "empire":
        for region in rng.sample(list(bits(open_)), 4):
            s.sheets[me].layers[at] |= 1 << region
        return
    start = rng.choice(list(bits(s.config.map.portals)))
    have = 1 << start
    while have.bit_count() < 10:
        beside = 0
        for region in bits(have):
            beside |= near[region]
        have |= 1 << rng.choice(list(bits(beside & open_ & ~have)))
    s.sheets[me].layers[at] = have
    s.draw(me, "start", start)


def set_ups() -> Iterator[Position]:
    """Samples, pairs, and twice the pair with the hardest artefacts, in turn, as long as the box says, for ever."""
    samples, pairs = games()[SLUG].samples(), list(permutations(CORE, 2))
    for i in count():
        sample, kind = samples[i // 4 % len(samples)], i % 4
        options = sample["options"] | {"rounds": 0}
        if kind:
            options = {"factions": list(pairs[i // 4 % len(pairs)] if kind == 1 else DEAR[kind - 2])}
        game = games()[SLUG].build(**(sample | {"options": options}))
        yield Position(game, game.start())


def names() -> list[str]:
    """All can come up in these positions."""
    return [ability.name for vocabulary in games()[SLUG].vocabularies for ability in vocabulary.abilities]


class WarlordBot(Explorer):
    """Builds what it built least, hoards for artefacts, goes where something can be had; one answer in twelve is any.

    A round ends with Building and Movement at their highest levels, but for one who hoards. It fights
    what it can beat, and players for the fun of it. While it hoards it hires nobody.
    """

    name = "warlord"
    finds = ("collect", "copy")

    def choose(self, observation: Observation, rng: Random) -> Any:
        if rng.random() < 0.08:
            return super().choose(observation, rng)
        decision = observation.decision
        if decision.kind == "action":
            return self._act(observation, rng)
        if isinstance(decision, Secret):
            asked = decision.asks[observation.me]
            if asked.what == "destination":
                return observation.me, rng.choice(self._goals(observation, asked.options, rng))
        if decision.what.startswith("action "):
            return self._announce(observation, rng)
        if decision.what.startswith("deploy ") and decision.kind == "number":
            return self._enough(observation.state, observation.me, observation.options)
        if decision.what == "how many":
            return max(observation.options) if rng.random() < 0.6 else rng.choice(observation.options)
        return super().choose(observation, rng)

    @staticmethod
    def _announce(observation: Observation, rng: Random) -> Any:
        level = int(observation.decision.what.rpartition(" ")[2])
        great = [action for action in observation.options if action in (BUILD, MOVE)]
        rest = [action for action in observation.options if action not in (BUILD, MOVE)]
        gathers = WarlordBot._hoards(observation.state, observation.me) and rng.random() < 0.6
        late = level < 3 if gathers else level > 2
        return rng.choice((great or rest) if late else (rest or great))

    def _act(self, observation: Observation, rng: Random) -> Any:
        s, me = observation.state, observation.me
        options = [option for option in observation.options if isinstance(option, tuple)]
        if best := [option for option in options if option[0] in self.finds]:
            return rng.choice(best)
        mine = power(s, me)
        sane = [o for o in options if o[0] != "fight" or s.config.monsters[o[1]].power < mine]
        cards = s.config.factions[me].blocks
        if self._hoards(s, me):
            sane = [o for o in sane if o[0] != "recruit" and (o[0] != "build" or cards[o[1]].level > OPEN)]
        blocks = [o for o in sane if o[0] == "build"]
        if blocks and rng.random() < 0.7:
            high = max(cards[o[1]].level for o in blocks)
            blocks = [o for o in blocks if cards[o[1]].level == high]
            return self._least(s.config.slugs[me], blocks, rng)
        fights = [o for o in sane if o[0] == "fight"]
        if fights and rng.random() < 0.7:
            return fights[0]  # the weakest
        saves = any(cards[block].level > OPEN for block in next_blocks(s, me)) and (s.round + me) % 3
        if rng.random() < 0.6 if s.config.slugs[me] == "mechanisms" else saves:  # for the dearest, if at all
            heavy = max(for_hire(s, me), key=lambda unit: s.config.factions[me].units[unit].cost[GOLD], default=-1)
            sane = [o for o in sane if o[0] != "recruit" or (o[1] == heavy and rng.random() < 0.7)]
        if units := [o for o in sane if o[0] == "recruit"]:
            return self._least(s.config.slugs[me], units, rng)
        return self.rarest(sane, rng) if sane else "end"

    def _least(self, slug: str, options: list[Any], rng: Random) -> Any:
        """What this faction has taken least."""
        pick = min(options, key=lambda o: (self.taken[f"{slug} {o}"], rng.random()))
        self.taken[f"{slug} {pick}"] += 1
        return pick

    @staticmethod
    def _enough(s: State, me: int, options: Sequence[int]) -> int:
        """The share of a kind of unit with which the foe is beaten, and nothing more: who fights perishes."""
        assert s.combat is not None
        most = max(options)
        return min(most, -(-most * (s.combat.power + 1) // max(power(s, me), 1)))

    @staticmethod
    def _hoards(s: State, me: int) -> bool:
        """Till it has an artefact; half of the seats in the first half of a game, the others in the second."""
        owners = {owner for artefact, owner in enumerate(s.held) if printed(s, me, artefact).condition == "pay"}
        if me in owners or NOBODY not in owners or max(s.sheets[me].stock) > PLENTY:
            return False
        began = s.first - s.round + 1
        return bool((s.round // HALF + me + began % len(s.sheets)) & 1)

    @staticmethod
    def _goals(observation: Observation, options: Iterable[int], rng: Random) -> list[int]:
        """The best of the regions that can be reached: artefacts first, then fortresses and whatever counts."""
        s, me = observation.state, observation.me
        map_, sheet, mine = s.config.map, s.sheets[me], power(s, me)
        copies = bool(s.stands(me, "distorting_mirror"))
        can_have = [
            region
            for artefact, region in enumerate(map_.artefacts)
            if (s.held[artefact] < 0 or (copies and not s.in_force(me, artefact))) and met(s, me, artefact)
        ]
        far = _steps(s, can_have) if can_have and rng.random() < 0.8 else {}
        if far:
            least = min(far.get(region, FAR) for region in options)
            return [region for region in options if far.get(region, FAR) == least]

        def worth(region: int) -> int:
            printed_ = map_.regions[region]
            if any(o.region == region for i, o in enumerate(s.sheets) if i != me) and mine > 5 and rng.random() < 0.3:
                return 8
            fort = fort_of(s, me, region)
            if fort is not None and region not in s.seized and fort.power < mine:
                return 7
            if is_foundation(s, me, region) and region not in sheet.founded:
                return 7
            if not sheet.visited >> region & 1:
                return 6 if printed_.terrain == MOUNTAIN else 4
            return 1

        rated = {region: worth(region) for region in options}
        best = max(rated.values())
        return [region for region, n in rated.items() if n == best]


def _steps(s: State, goals: Iterable[int]) -> dict[int, int]:
    """How many borders lie between each region and the nearest of these."""
    near, found, wave, n = s.config.map.near_mask, dict[int, int](), set(goals), 0
    while wave:
        found |= dict.fromkeys(wave, n)
        wave = {other for region in wave for other in bits(near[region]) if other not in found}
        n += 1
    return found


PLAYER = WarlordBot
