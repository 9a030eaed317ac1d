"""What the exhaustive run needs of Mythic Battles: armies of all units, a player who fights, and late positions.

Armies of random games stay apart, and what one of thirty-five units can do comes up once in many games. So armies are
dealt anew for each game, and the player goes where enemies are. In late positions they stand side by side already, some
wounded, some with stones, with cards in hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from typing import Any

from tests.conformance.explorer import Explorer
from theomachy.engine.game.registry import games
from theomachy.engine.reference.rulings import opposite
from theomachy.engine.runtime import sampling
from theomachy.engine.runtime.position import Position
from theomachy.games.mythic_battles.reckoning import advice, solver
from theomachy.games.mythic_battles.rules.cards import card_of
from theomachy.games.mythic_battles.rules.config import ART_OF_WAR
from theomachy.games.mythic_battles.rules.maps import LAVA
from theomachy.games.mythic_battles.rules.movement import closed
from theomachy.games.mythic_battles.rules.state import State
from theomachy.games.mythic_battles.rules.timings import DEPLOY, Step
from theomachy.play.observation import Observation

SLUG = "mythic_battles"
BOARDS = ("sunken_sanctuary", "gates_of_tartarus")
ROUNDS, LATE = 40, 5  # of a whole game; of one that begins late
EACH = 240  # late positions
LEADS, TROOPS = 3, 2  # units of an army besides its divinity: with a dashboard, and troops
# What whole games show too seldom: units that come up in few of them, in a place or at a moment that is rarer still.
LATE_ONLY = ("Healing Song", "Frenzy", "Bathed in Fire", "Gale Landing", "Twelve Trophies")
# Whose such powers are.
RARE = (("ares",), ("bull_of_kolchis",), ("kalais",), ("veteran_heracles",), ("abaris", "medusa"), ("keres",))
HOMES = {"bull_of_kolchis": LAVA}  # the ground where such a unit waits, wounded
FREE = ("Normal Boundary", "Open Ground")  # by the rules they have no effect


def units(kinds: Sequence[str]) -> list[str]:
    """The units of the box of these types."""
    facts = games()[SLUG].build().facts
    return [key for key in facts.names("unit") if facts[f"unit.{key}.type"] in kinds]


def dealt(rng: Random, wanted: Sequence[str] = ()) -> dict[str, Any]:
    """Two armies of any units, those that are wanted among them, the first two on different sides; on either board, or
    on the one with their ground. Every third time with the rulings the other way round.
    """
    cls = games()[SLUG]
    gods, troops = rng.sample(units(("god", "titan")), 2), rng.sample(units(("troop",)), 2 * TROOPS)
    others = units(("hero", "monster"))
    rng.shuffle(others)
    facts = cls.build().facts
    if not wanted and rng.random() < 0.15:  # what she does is undone by him alone
        wanted = ("abaris", "medusa")
    gods = list(dict.fromkeys((*(key for key in wanted if key in units(("god", "titan"))), *gods)))[:2]
    troops = list(dict.fromkeys((*(key for key in wanted if key in units(("troop",))), *troops)))[: 2 * TROOPS]
    first = [key for key in wanted if key in others]
    others = list({facts.table(f"unit.{key}").get("character", key): key for key in (*others, *first)}.values())
    others = [*first, *(key for key in others if key not in first)][: 2 * LEADS]
    armies = [[gods[i], *others[i::2], *troops[i::2]] for i in range(2)]
    rulings = opposite(cls.questions) if rng.random() < 0.33 else {}
    board = BOARDS[-1] if any(key in HOMES for key in wanted) else rng.choice(BOARDS)
    return {"options": {"armies": armies, "board": board, "rounds": ROUNDS}, "rulings": rulings}


def set_ups() -> Iterator[Position]:
    """Armies that are dealt, and the samples in turn, for ever."""
    cls = games()[SLUG]
    samples = cls.samples()
    for i in count():
        rng = sampling.rng_at("mythic_battles/armies", i)
        system = cls.build(**(samples[i // 4 % len(samples)] if i % 4 == 3 else dealt(rng)))
        yield Position(system, system.start())


def positions() -> Iterator[Position]:
    """Late positions: everybody is on the board, close together."""
    for turn in range(EACH):
        rng = sampling.rng_at("mythic_battles/late", turn)
        given = dealt(rng, RARE[turn % len(RARE)] if turn % 2 else ())
        given["options"]["rounds"] = LATE
        system = games()[SLUG].build(**given)
        s: State = system.arrange({"round": 2})
        _side_by_side(s, rng)
        s.derive()
        assert not system.violations(s), system.violations(s)
        yield Position(system, s)


def _side_by_side(s: State, rng: Random) -> None:
    """Units within few areas of one another, some wounded, with cards of their own and some of Art of War."""
    s.active = s.lead = rng.randrange(2)
    board, waits = s.config.map.boards[s.board], _homes(s)
    middle = rng.choice([area for areas in waits.values() for area in areas] or board.areas)
    far = s.config.map.distance[middle]
    near = sorted(board.areas, key=lambda area: (far[area], rng.random()))[:9]
    order = list(range(len(s.owner)))
    rng.shuffle(order)
    for unit in order:
        card = s.config.units[unit]
        if card.is_token or s.owner[unit] < 0:
            continue
        s.derive()
        free = [a for a in near if not s.full(a) and s.bodies(a) < 3 and not closed(s, unit, Step(-1, a, DEPLOY))]
        if not free:
            continue
        home = [area for area in waits.get(unit, ()) if not s.full(area)]
        s.put(unit, rng.choice(home or free))
        if home:
            s.vitality[unit] = rng.randint(2, card.most - 1)
        elif rng.random() < 0.6:
            s.vitality[unit] = rng.randint(1, card.most)
    s.derive()
    for token, kind in enumerate(s.config.tokens):
        enemies = [u for u, p in enumerate(s.place) if p >= 0 and not s.friends(kind.maker, u)]
        if kind.key == "stone" and s.place[kind.maker] >= 0:
            for unit in rng.sample(enemies, 2):
                s.lay(token, unit)
    for lying in s.stones:
        for area in range(len(lying)):
            lying[area] = 0
    for area in rng.sample(near, 4):
        s.stones[0][area] += 1
    for seat in range(len(s.hands)):
        deck = [card_of(u) for u in s.army(seat) for _ in range(s.config.units[u].cards)]
        deck += [ART_OF_WAR] * 8
        rng.shuffle(deck)
        s.hands[seat], s.decks[seat] = tuple(sorted(deck[:9])), tuple(sorted(deck[9:]))


def _homes(s: State) -> dict[int, list[int]]:
    """Where units wait that need a ground of their own."""
    areas = s.config.map.boards[s.board].areas
    homes = {unit: HOMES.get(s.config.units[unit].key, -1) for unit, owner in enumerate(s.owner) if owner >= 0}
    return {unit: [a for a in areas if s.terrain(a) == home] for unit, home in homes.items() if home >= 0}


def names() -> list[str]:
    """All that has an effect can come up in these positions."""
    every = [ability.name for vocabulary in games()[SLUG].vocabularies for ability in vocabulary.abilities]
    return [name for name in every if name not in FREE]


class WarBot(Explorer):
    """Goes where enemies are, fights, and uses of its powers what was used least; one answer in eight is any."""

    name = "war"

    def choose(self, observation: Observation, rng: Random) -> Any:
        decision, s = observation.decision, observation.state
        if rng.random() < 0.12:
            return super().choose(observation, rng)
        if decision.what == "simple or complex":
            return "simple" if rng.random() < 0.75 else "complex"
        if decision.what in advice.CHOICES and s.fight is not None:
            plan = advice.plans(s, s.fight, decision.what, solver.MOST)[0]
            if decision.what == "second assault":
                return plan.rolled
            return plan.discards[0] if plan.discards else "done"
        if decision.kind == "action":
            return self._act(observation, rng)
        if decision.what in ("walk on", "run on", "flight on", "advance on"):
            return self._nearest(s, observation.me, list(observation.options), rng)
        return super().choose(observation, rng)

    def _act(self, observation: Observation, rng: Random) -> Any:
        s, me = observation.state, observation.me
        options = [option for option in observation.options if isinstance(option, tuple)]
        moves = [o for o in options if o[0] in ("walk", "run", "fast flight")]
        deeds = [o for o in options if o not in moves]
        if deeds and (not moves or rng.random() < 0.8):
            return self.rarest(deeds, rng)
        if moves:
            verb = rng.choice(sorted({o[0] for o in moves}))
            return verb, self._nearest(s, me, [o[1] for o in moves if o[0] == verb], rng)
        return observation.options[-1]

    @staticmethod
    def _nearest(s: State, me: int, areas: list[Any], rng: Random) -> Any:
        """The area that is nearest to an enemy; "done" where one stands with it."""
        foes = [p for u, p in enumerate(s.place) if p >= 0 and not s.allied(me, s.owner[u])]
        here = s.place[s.activation.unit] if s.activation is not None else -1
        if not foes or rng.random() < 0.15:
            return rng.choice(areas)
        if here in foes and "done" in areas:
            return "done"
        known = [area for area in areas if isinstance(area, int)]
        far = {area: min(s.config.map.distance[area][p] for p in foes) for area in known}
        return min(known, key=lambda area: (far[area], rng.random())) if known else areas[0]


PLAYER = WarBot
