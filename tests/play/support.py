"""Positions for bots: from all over games, and a tiny game of which every position is solved."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from tests.conformance.support import samples_of
from theomachy.engine.game.registry import games
from theomachy.engine.reference.facts import Facts
from theomachy.engine.runtime.decision import CHANCE, Answer, Decision, choose
from theomachy.engine.runtime.players import seated
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.sampling import sample_chance
from theomachy.engine.runtime.system import System
from theomachy.engine.state import Declared, Domain, Number, OneOf, declared, field
from theomachy.play import Observation, bot


def asked_in(slug: str, count: int, seed: int = 1, every: int = 9) -> list[Position]:
    """Decisions of players from all over games of busy bots."""
    samples, rng, found, given = samples_of(slug), Random(f"{slug}/{seed}"), list[Position](), 0
    for n in range(100):
        system = games()[slug].build(**samples[n % len(samples)])
        position = Position(system, system.start())
        while (decision := position.decision) is not None:
            given += 1
            if decision.player == CHANCE:
                position.play(sample_chance(decision, rng))
                continue
            if given % every < 2:
                found.append(position.clone())
                if len(found) == count:
                    return found
            position.play(bot("busy").choose(Observation(position), rng))
    raise AssertionError(f"{slug} has asked no more than {len(found)} times")


SEAT = Domain("player", lambda game: [seat.name for seat in game.seats], target="seat:{}")


@declared
class Heap(Declared):
    left: int = field(Number(0, 99), "Left", group="Heap")
    active: int = field(OneOf(SEAT), "Whose turn", group="Turn")


class Nim(System[Heap]):
    """Take one or two of a heap; whoever takes the last has won."""

    slug, title, phases, state, verbs = "nim", "Nim", ("take",), Heap, ()

    @classmethod
    def build(cls, *, players: Any = None, options: Any = None, rulings: Any = None, overlay: Any = None) -> Nim:
        return cls(seated(cls.title, players, ("Ada", "Ben"), ("blue", "red"), "stone"), {}, {}, Facts({}))

    @classmethod
    def at(cls, heap: int) -> Position:
        system = cls.build()
        s = system.start()
        s.left = heap
        return Position(system, s)

    def start(self) -> Heap:
        return Heap.fresh(self)

    async def step(self, s: Heap) -> None:
        me = s.active
        s.left -= await choose(me, "number", lambda: range(1, min(s.left, 2) + 1), "NM-TAK-001", "take")
        s.active = 1 - me

    def over(self, s: Heap) -> bool:
        return not s.left

    def winners(self, s: Heap) -> Sequence[int]:
        return (1 - s.active,)

    def strength(self, s: Heap) -> tuple[float, ...]:
        return (0.0, 0.0)

    def label(self, s: Heap, decision: Decision, option: Answer) -> str:
        return str(option)

    def targets(self, s: Heap, decision: Decision, option: Answer) -> tuple[str, ...]:
        return ()

    def moment(self, s: Heap) -> tuple[int, int, int]:
        return 1, 0, s.active


class Coins(Nim):
    """Ada takes one of forty coins, of which one alone is good; then Ben says how it is, and the game is over."""

    slug, title = "coins", "Coins"

    @classmethod
    def at(cls, good: int, *more: str) -> Position:
        system = cls.build()
        system.good, system.more = good, more
        return Position(system, system.start())

    async def step(self, s: Heap) -> None:
        taken = await choose(s.active, "number", (*range(1, 41), *self.more), "NM-TAK-001", "take")
        s.left = 50 if taken == self.good else 1
        await choose(1, "action", ("well", "ill"), "NM-TAK-001", "say")
        s.active = 1

    def over(self, s: Heap) -> bool:
        return s.active == 1

    def winners(self, s: Heap) -> Sequence[int]:
        return ()

    def strength(self, s: Heap) -> tuple[float, ...]:
        return (float(s.left), 0.0)
