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
    CONTROL = "control"  # of a gate, and leaving it
    RITUAL = "ritual"
    UNIT = "unit"  # of a kind, as it stands: for who looks at it and pays nothing
    ACTION = "action"  # any other
    CARD = "card"  # one of the market, by its number: its Doom


class Adjacent(Topic):
    """Next to one another for what?"""

    MOVE = "move"
    RETREAT = "retreat"
    TRAVEL = "travel"  # a power by which a player's own go to one
    POWER = "power"  # any other that names an adjacent area


class GainOf(Topic):
    """What comes to a seat, and why?"""

    GATE_DOOM = "gate doom"
    RITUAL_DOOM = "ritual doom"
    RITUAL_SIGNS = "ritual signs"
    INCOME = "income"  # Power that is gathered
    CAPTIVE = "captive"  # Power for a unit of another, one by one, in Gather Power
    SIGN = "sign"  # an Elder Sign, one by one, whatever it is for
    REVEALED = "revealed"  # Power for an Elder Sign that is revealed, whose worth stands for the kind


class Limit(Topic):
    """How many of what?"""

    SUMMONS = "summons"  # of one action
    RECRUITS = "recruits"  # the same; of no kind of unit (-1)
    RESULTS = "results"  # on one unit of a kind


class CountsAs(Topic):
    """What may a unit be?"""

    KEEPER = "keeper"  # it builds and holds gates
    GATE = "gate"  # it is a gate of its faction, for whoever counts them
    PORTAL = "portal"  # units come to its area as to a gate
    SHARED = "shared"  # any player may move it in a Move
    PRESENT = "present"  # on the own card it may be given up as on the map


class Ignores(Topic):
    """What does not touch a unit?"""

    CAPTURE = "capture"
    RESULTS = "results"  # that a power deals out among factions, outside battles
    DRIVEN = "driven"  # a power that sends it away like a pain, and is none of a battle


class ControllerOf(Topic):
    """Who commands what?"""

    GATE = "gate"  # one with this unit on it; -1: nobody
    UNIT = "unit"  # this unit: who moves it, for whom it fights, who may capture it


class WhoDecides(Topic):
    """What does somebody else give out?"""

    RESULTS = "results"  # of a battle: the side that scored them
    SIGN = "sign"  # an Elder Sign that is due to an enemy; the state stands for the battle
    BOOK = "book"  # a spellbook that comes to an enemy; likewise


class WouldBeEliminated(Topic):
    """Why would a unit be eliminated?"""

    KILLED = "killed"
    ELIMINATED = "eliminated"  # by a result, or by a power of another
    SURROUNDED = "surrounded"
    CAPTURED = "captured"
    SACRIFICED = "sacrificed"  # by its owner
    REMOVED = "removed"  # from the game


class FixedResults(Topic):
    """Results of which sort, that no die gives?"""

    KILL = "kill"
    PAIN = "pain"
    ELIMINATION = "elimination"


class MayTarget(Topic):
    """What would pick a unit?"""

    RESULT = "result"  # of a battle
    KILL = "kill"  # the same, of a kill alone
    PAIN = "pain"  # of a pain alone


class MayPlace(Topic):
    """What would come where?"""

    START = "start"  # a faction's first units, to an area
    SUMMONED = "summoned"  # units that come to a gate of the own: True opens other areas too
    MONSTER = "monster"  # a kind of Monster, by the action of Summon
    BOOK = "book"  # a spellbook, by its bit, onto the card
    RECRUITED = "recruited"  # a Cultist of the pool that is recruited, by its kind, wherever that be
    ENTER = "enter"  # a unit that is pained, or that a power takes along, to an area: (kind, area)


class OnPlacement(Topic):
    """What has come?"""

    AWAKEN = "awaken"  # a unit
    SUMMON = "summon"
    DESECRATE = "desecrate"  # a marker
    EMERGE = "emerge"  # a unit that was off the map on the own card


class OnGain(Topic):
    """What has somebody got?"""

    BOOK = "spellbook"
    SWAPPED = "swapped spellbook"  # one in the place of another: it is not earned
    CARD = "card"  # one that is bought, by its number
    POWER = "power"  # that is gathered, with the minimum and all that came in between: so much it is then


class Watches(Topic):
    """After what is a slot of requirements looked at? With a word in brackets for what it is told."""

    ANYTHING = ""  # after every action, battle and phase
    BATTLES = "battles"  # anybody's (the battle)
    RITUAL = "ritual"  # anybody's (the seat that performed it)
    SIGN = "sign"  # an Elder Sign has come
    LOST = "lost"  # units of the own (their kinds)
    AWAKENED = "awakened"
    CAPTURED = "captured"
    BATTLE = "battle"
    DOOM = "doom"  # the own slot of the doom phase
    DESECRATED = "desecrated"
    ACTION = "action"  # an action that fills it
