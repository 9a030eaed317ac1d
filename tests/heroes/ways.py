"""The cheapest way to each region that can be reached."""

from theomachy.games.heroes.rules.movement import Trip, trip
from theomachy.games.heroes.rules.state import State


def trips(s: State, me: int) -> dict[int, Trip]:
    found = {region: trip(s, me, region) for region in range(len(s.config.map.regions))}
    return {region: way for region, way in found.items() if way is not None}
