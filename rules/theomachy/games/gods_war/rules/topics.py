"""What the timings of the Gods War may be about; a list is named after its timing, `it` is what else is told."""

from __future__ import annotations

from ....engine.runtime.topic import Topic


class MayAct(Topic):
    """A bar, to what?"""

    FIRST_PLAYER = "first player"
    ACTION = "action"  # it: the verb of the action
    SUMMON = "summon"  # it: a kind of unit
    # True: an action may begin there (it: an area, or -1) that stands in a row of several
    AGAIN = "again"


class CostOf(Topic):
    """The price of what?"""

    BATTLE = "battle"  # in Power; it: the foe
    BATTLE_VP = "battle vp"  # it: the area
    BUILD = "build"  # it: a kind of building
    BUILDING = "building"  # what it costs whoever asks, and for whatever (GW-FAQ-069); it: its code
    MOVE_VP = "move vp"  # in Victory Points, of Move Units; it: the area
    ACTION = "action"  # in Power, of a common action when all else is known; it: its verb


class Limit(Topic):
    """How many of what?"""

    RESULTS = "results"  # that a unit may take; it: its kind
    KILLS = "kills"  # that a side takes of those scored; who: the side, it: how many were
    ROUTS = "routs"  # the same


class MayPlace(Topic):
    """How does a building come to its place?"""

    BUILD = "build"
    CONQUER = "conquer"


class MayMove(Topic):
    """May a unit do what? it: the area."""

    LEAVE_HELL = "leave hell"  # True: without leave
    LEAVE_AREA = "leave area"  # `No`: not by Move Units
    ARROW = "arrow"  # `No`: no sea-crossings, neither moving nor routed (area -1)
    ROUT = "rout"  # `No`: not routed there
    CARRIED = "carried"  # `No`: no power of a player takes it elsewhere; it: the kind
    SWEPT = "swept"  # `No`: it stays even when all units of its area are taken along; it: the kind


class Adjacent(Topic):
    """A mask of which further areas?"""

    MOVE = "move"  # those that a unit may go to
    DOOR = "door"  # all that lead to Hell (area -1)
    SUMMON = "summon"  # those where units may be summoned without a building (area -1)


class CountsAs(Topic):
    """What may a unit be?"""

    ROLLED = "rolled"  # its rating is a die
    CORNERED = "cornered"  # it is lost if it can be routed nowhere
    LATE = "late"  # in a battle that die is thrown with the other dice, and not with the forces


class FixedResults(Topic):
    """Which results does a building add?"""

    KILLS = "kills"
    ROUTS = "routs"


class GainOf(Topic):
    """The amount of what?"""

    BLESSING = "blessing"
    TYPES = "types"  # kinds of building, which bring Power
    BUILDINGS = "buildings"  # those that bring Victory Points
    COUNCIL = "council"  # Power that the Council brings without a choice


class InPhase(Topic):
    """Whose slot is it?"""

    POWER = "power"
    COUNCIL = "council"


class Setup(Topic):
    """What is being set up?"""

    DRAW = "draw"  # what joins the game by lot, before anything else
    START = "start"  # the game
    RIFT = "rift"  # the Chaos Rift has opened
    COMPROMISE = "compromise"  # the Great Compromise has been triggered for the first time


class MayTarget(Topic):
    """How does something come to a unit?"""

    PICKED = "picked"  # a gift or ability: somebody chooses this one
    SWEPT = "swept"  # a gift or ability: it speaks of all units of some kind, and this is one of them
    KILL = "kill"  # its owner gives it a kill of the battle


class PhaseEnd(Topic):
    """What is over?"""

    RIFT = "rift"  # a Struggle, with the Rift open
    COUNCIL = "council"  # all of it


class OnElimination(Topic):
    """Why does a unit leave play?"""

    KILLED = "killed"
    ELIMINATED = "eliminated"
    SPIKE = "spike"
    CORNERED = "cornered"  # it could be routed nowhere


class OnPay(Topic):
    """What has become of Power?"""

    SPENT = "spent"  # somebody has none left


class OnGain(Topic):
    """What was got?"""

    GIFT = "gift"
    STEP = "step"  # a number that a power keeps has gone on by one; it: what it shows now


class Watches(Topic):
    """After what is a Heroquest looked at? From "units" on these are sorts of things that it asks for."""

    ANYTHING = ""  # whatever changes
    PLACED = "placed"
    SUMMONED = "summoned"
    LEFT_HELL = "left hell"
    LOST = "lost"
    BATTLE = "battle"
    SPIKE = "spike"
    ACTION = "action"
    GIFT = "gift"  # one of somebody else has affected an empire
    STEP = "step"  # a number that a power keeps has gone on by one: (seat, its key, what it shows now)
    UNITS = "units"  # that come into play or leave it; where they stand is none of these
    BUILDINGS = "buildings"
    KEPT = "kept"  # pieces on a sheet
    GIFTS = "gifts"
    RUNES = "runes"  # of a hand
    VP = "vp"
    COUNTERS = "counters"  # numbers that powers keep


class Until(Topic):
    """When is a rune over that lasts?"""

    TURN = "turn"  # of its player
    TARGET = "target"  # the turn of the player whom it is about
    PHASE = "phase"
