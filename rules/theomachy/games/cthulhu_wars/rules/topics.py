"""What the timings of Cthulhu Wars may be about; a list is named after its timing."""

from __future__ import annotations

from ....engine.runtime.topic import Topic


class CostOf(Topic):
    """The price of what?"""

    SUMMON = "summon"
    AWAKEN = "awaken"
    DESECRATE = "desecrate"  # of no kind of unit (-1), as all that follow
    RECRUIT = "recruit"
    GATE = "gate"
    MOVE = "move"  # of one unit; to an area: once an action
    BATTLE = "battle"
    CAPTURE = "capture"
    ACTION = "action"  # any other


class Adjacent(Topic):
    """Next to one another for what?"""

    MOVE = "move"
    RETREAT = "retreat"
    POWER = "power"  # that names an adjacent area


class GainOf(Topic):
    """What comes to a seat, and why?"""

    GATE_DOOM = "gate doom"
    RITUAL_DOOM = "ritual doom"
    RITUAL_SIGNS = "ritual signs"


class Limit(Topic):
    """How many of what?"""

    SUMMONS = "summons"  # of one action
    RESULTS = "results"  # on one unit of a kind


class CountsAs(Topic):
    """What may a unit be?"""

    KEEPER = "keeper"  # it builds and holds gates
    GATE = "gate"  # it is a gate of its faction, for whoever counts them
    PORTAL = "portal"  # units come to its area as to a gate


class WhoDecides(Topic):
    """What does the side that scored it give out?"""

    RESULTS = "results"


class WouldBeEliminated(Topic):
    """Why would a unit be eliminated?"""

    KILLED = "killed"
    ELIMINATED = "eliminated"  # by a result, or by a power of another
    SURROUNDED = "surrounded"
    CAPTURED = "captured"
    SACRIFICED = "sacrificed"  # by its owner


class FixedResults(Topic):
    """Results of which sort, that no die gives?"""

    KILL = "kill"
    PAIN = "pain"
    ELIMINATION = "elimination"


class MayTarget(Topic):
    """What would pick a unit?"""

    RESULT = "result"  # of a battle


class MayPlace(Topic):
    """What would come where?"""

    START = "start"  # a faction's first units, to an area
    BOOK = "book"  # a spellbook, by its bit, onto the card


class OnPlacement(Topic):
    """What has come?"""

    AWAKEN = "awaken"  # a unit
    DESECRATE = "desecrate"  # a marker


class Watches(Topic):
    """After what is a slot of requirements looked at?"""

    ANYTHING = ""  # after every action, battle and phase
    AWAKENED = "awakened"
    CAPTURED = "captured"
    BATTLE = "battle"
    DOOM = "doom"  # the own slot of the doom phase
    DESECRATED = "desecrated"
    ACTION = "action"  # an action that fills it
