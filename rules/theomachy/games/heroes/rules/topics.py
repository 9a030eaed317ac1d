"""What the timings of Heroes may be about; a list is named after its timing, `it` is what else is told."""

from __future__ import annotations

from ....engine.runtime.topic import Topic


class CostOf(Topic):
    """The price of what?"""

    ENTER = "enter"  # it: a region
    HIRE = "hire"  # it: a unit
    PRICES = "prices"  # further prices of a unit: a tuple of them
    BUILD = "build"  # it: a block; so much less, of any kinds
    SEAL = "seal"  # the same with a rune
    GOLD = "gold"  # of a block
    SEALED_GOLD = "sealed gold"  # of a block with a rune
    VISIT = "visit"  # it: a region
    TAVERN = "tavern"
    STEP = "step"  # to another Server; it: its level
    COLLECT = "collect"  # an artefact: 1, and at 0 it asks nothing


class Limit(Topic):
    """How many, or how high?"""

    LEVEL = "level"  # of a block that may be built
    RAISE = "raise"  # the level of an action
    HIRE = "hire"  # so many of a unit, the same in all positions
    SPLIT = "split"  # a discount over several kinds
    UNCHOSEN = "unchosen"  # the level of the action that nobody has chosen
    GROW = "grow"  # so many borders away from an empire
    STRATEGIC = "strategic"  # regions of a terrain
    DRAW_IN = "draw in"  # players from next door
    TAVERN = "tavern"


class GainOf(Topic):
    """What is gathered, or received?"""

    WOOD = "wood"
    IRON = "iron"
    GOLD = "gold"
    MOVEMENT = "movement"  # in points
    CORE = "core"


class MayAct(Topic):
    """A bar, to what?"""

    BUILD = "build"  # it: a block
    FOUND = "found"  # it: a region
    PUT = "put"  # a level on one's own foundation; it: a block


class RequirementMet(Topic):
    """Which condition of an artefact? How much of it is there?"""

    PAY = "pay"
    FOUNDATIONS = "foundations"
    VICTORIES = "victories"
    MOUNTAINS_VISITED = "mountains_visited"
    EMPIRE_FOUNDATIONS = "empire_foundations"
    EMPIRE_MOUNTAINS = "empire_mountains"
    ENSLAVED = "enslaved"
    SYMBOL = "symbol"  # it: its name


class OnGain(Topic):
    """What has a player got?"""

    WOOD = "wood"  # a stock value is reached
    IRON = "iron"
    GOLD = "gold"
    MONSTER = "monster"  # beaten
    FORTRESS = "fortress"  # seized
    REGION = "region"  # of an empire
    WOOD_MARK = "wood mark"  # a mark stands in a box of the row
    IRON_MARK = "iron mark"
    GOLD_MARK = "gold mark"
    GUEST = "guest"  # who has paid
