"""What the timings of Mythic Battles may be about; a list that belongs to one timing is named after it."""

from __future__ import annotations

from ....engine.runtime.topic import Topic
from .maps import BOUNDARIES, TERRAINS


class How(Topic):
    """How does a unit move?"""

    WALK = "walk"
    RUN = "run"
    FLIGHT = "flight"
    DEPLOY = "deploy"
    MOVED = "moved"  # by others
    ADVANCE = "advance"  # a movement of a power: like a walk to the ground, but none


class Manoeuvre(Topic):
    """What Art of War cards buy."""

    DRAW = "draw"
    SEARCH = "search"
    EVADE = "evade"  # for a unit


class ShotFrom(Topic):
    """Does the terrain that the attacker stands on matter?"""

    FOOT = "on foot"
    AIR = "aerial"


class MayAct(Topic):
    """A bar, to what (besides movement)?"""

    ACTIVATE = "activate"
    SIMPLE = "simple"  # simple actions
    RETALIATE = "retaliate"
    TALENTS = "talents"  # of a unit
    POWERS = "powers"  # of a unit
    MOVE = "move"  # by others
    CLAIM = "claim"  # in an area


class Obstacle(Topic):
    """A type of terrain or boundary: does it hide what lies behind, does a unit ignore it?"""

    CAGE = "cage"
    CLIFF = "cliff"
    FOREST = "forest"
    LAVA = "lava"
    OPEN_GROUND = "open ground"
    POLAR = "polar"
    RIFT = "rift"
    ROCK = "rock"
    RUINS = "ruins"
    STAIRS = "stairs"
    SWAMP = "swamp"
    WATER = "water"
    NORMAL = "normal"
    CHAINS = "chains"
    CAGE_WALLS = "cage walls"
    ESCARPMENT = "escarpment"
    WALL = "wall"


class Ignores(Topic):
    """What besides ground does a unit ignore?"""

    BLOCK = "block"
    ATTACKED = "attacked"  # that it has, before it walks


class CountsAs(Topic):
    """What may an area be?"""

    FULL = "full"


class Adjacent(Topic):
    """A mask of further areas, for what?"""

    CLAIM = "claim"


class Limit(Topic):
    """How many of what (besides areas of a movement)?"""

    UNITS = "units"  # of a turn
    ACTIONS = "actions"  # simple ones of an activation
    SECOND = "second"  # second assaults of an attack
    WATER = "water"  # further areas in it


class CostOf(Topic):
    """The price of what (besides manoeuvres)?"""

    ANOTHER = "another"  # unit


TERRAIN = tuple(Obstacle(name) for name in TERRAINS)  # by the number of a type
BOUNDARY = tuple(Obstacle(name) for name in BOUNDARIES)
