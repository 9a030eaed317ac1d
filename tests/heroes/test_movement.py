"""The cheapest ways of Heroes against a plain search over all steps, and what is remembered against what is asked."""

from random import Random

import pytest

from tests.heroes.ways import trips
from theomachy.engine.masks import bits
from theomachy.engine.runtime import sampling
from theomachy.engine.runtime.position import Playout, Position
from theomachy.games.heroes import Heroes
from theomachy.games.heroes.rules import movement
from theomachy.games.heroes.rules.state import State

TABLES = (
    ("gremlins", "mechanisms", "elementals", "demons"),
    ("halflings", "cultists", "elementals"),
    ("mechanisms", "halflings"),
)


def plain(s: State, me: int) -> dict[int, int]:
    """Points to each region: every step from every region again and again, until nothing gets nearer."""
    costs = [movement.entry(s, me, region).value for region in range(len(s.config.map.names))]
    near, gates, here = s.config.map.near, movement.portals(s, me), s.sheets[me].region
    ways = movement.ways(s, me)
    best = {here: 0}
    while True:
        before = dict(best)
        for at, spent in before.items():
            open_ = bits(s.config.map.open)
            jump = set(open_) if at == here and any(way.jump for way in ways) else set()
            through = set(bits(gates)) if gates >> at & 1 else set()
            for to in {*near[at], *through, *jump} - {at}:
                steps = [costs[to]]
                if to in {*near[at], *through}:
                    steps += [way.first for way in ways if way.first >= 0 and at == here]
                if to in through:
                    steps += [way.portal for way in ways if way.portal >= 0]
                best[to] = min(best.get(to, 999), spent + min(steps))
        if best == before:
            return best


@pytest.mark.parametrize("factions", TABLES)
def test_the_cheapest_ways_are_those_of_a_plain_search(factions: tuple[str, ...]) -> None:
    """At every plan of random games; the remembered prices are those that the powers say now."""
    system, compared, prices = Heroes.build(options={"factions": list(factions)}), 0, set()
    for seed in range(3):
        position, rng, moment = Playout(Position(system, system.start())), Random(seed), (0, 0)
        while (decision := position.decision) is not None:
            s = position.state
            if decision.kind == "secret" and moment != (s.round, s.level):
                moment = s.round, s.level
                for me in s.config.seats:
                    wanted, found = plain(s, me), trips(s, me)
                    assert {region: trip.cost for region, trip in found.items()} == wanted
                    for region, trip in found.items():
                        assert sum(trip.costs) == trip.cost
                        assert trip.path[-1:] == ((region,) if trip.path else ())
                    near = movement.waves(s, me, 3)
                    assert {r for _, wave in near for r in bits(wave)} == {r for r, cost in wanted.items() if cost <= 3}
                    prices.add(movement.entries(s, me).costs)
                    assert all(
                        movement.entries(s, me).costs[r] == movement.entry(s, me, r).value
                        for r in bits(s.config.map.open)
                    )
                    compared += 1
            position.play(sampling.sample_chance(decision, rng))
    assert compared > 40
    assert len(prices) > len(factions)  # the prices change in these games, or nothing was compared
