"""Which timings of the closed list Heroes uses, and what they receive.

`s` is the state, `me` the seat that holds the power, `who` the seat that acts (its own or another's), `combat` the
combat under way. Structures, artefacts, units and shards are all powers: `item` says which printed thing one belongs
to, and the power is in force while that thing is.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from ....engine.runtime.ability import Ability
from ....engine.runtime.decision import Answer
from ....engine.runtime.layers import folded
from ....engine.runtime.seat_abilities import Topical
from ....engine.runtime.topic import Topic
from ....engine.tabletop.beside import BoxRow
from .maps import Amounts
from .topics import CostOf, GainOf, Limit, MayAct, OnGain, RequirementMet

VOCABULARY = Topical(
    {
        "do": (),
        # numbers and permissions; what each may be about stands in `rules/topics.py`
        "cost_of": ("s", "me", "what", "who", "it"),
        "limit": ("s", "me", "what", "who", "it"),
        "gain_of": ("s", "me", "kind"),
        "counts_as": ("s", "me", "who", "region"),  # the terrain that a region has on somebody's board, or -1
        "adjacent": ("s", "me"),  # mask of further portals of one's own
        "reach": ("s", "me"),  # ways of moving besides plain steps: a tuple of `Way`
        "may_act": ("s", "me", "what", "who", "it"),  # a bar
        # does a region take one's levels like a foundation? `No`: not even if one is printed there
        "may_place": ("s", "me", "region"),
        "strength": ("s", "me", "unit"),  # of one unit of one's own in a combat; -1: of one of the enslaved
        "fixed_results": ("s", "me", "combat"),  # power that no unit gives
        "dice": ("s", "me", "combat"),  # power that may be bought: an `Offer`
        "takes_part": ("s", "me", "combat"),  # fighters besides the units: a tuple of `Fighter`
        "defence": ("s", "me", "combat"),  # the power of a monster or fortress against this seat
        "requirement_met": ("s", "me", "kind", "it"),  # how much of an artefact's condition of this kind there is
        "victory_points": ("s", "me"),  # a tuple of `Points`
        # instead of
        "would_gain": ("s", "me", "event"),  # a `Gain`
        "would_be_placed": ("s", "me", "event"),  # a `Level` on a foundation
        # windows
        "setup": ("s", "me"),  # the starting region is chosen
        "announced": ("s", "me"),  # the actions of the round are announced, none is begun
        "phase_start": ("s", "me", "action"),  # an action begins for this seat
        "phase_end": ("s", "me", "action"),  # ... and is over
        "on_placement": ("s", "me", "block"),  # this seat has built
        "on_move": ("s", "me", "who", "region"),  # a player has come into a region, and has received nothing yet
        "in_phase": ("s", "me"),  # stage 5 of Movement begins: everybody is where he goes
        "battle_declared": ("s", "me", "combat"),
        # losses are taken off, rewards are still to come; players who were not in it are asked too
        "post_battle": ("s", "me", "combat"),
        "on_gain": ("s", "me", "what", "n"),
        "on_control": ("s", "me", "artefact", "lost"),  # this seat has got an artefact, or lost it
    },
    words=(
        "faction item shows layers counters ticks corners citadels unit kind at figure rows tell"
        " verb shape phrase asks asked when requirements price purse"
    ).split(),
    topics={
        "cost_of": CostOf,
        "limit": Limit,
        "gain_of": GainOf,
        "may_act": MayAct,
        "requirement_met": RequirementMet,
        "on_gain": OnGain,
    },
)


class Way(NamedTuple):
    """A way of moving: the first step may cost `first`; one step may go anywhere (`jump`); a portal may cost `portal`;
    `n` resources of `kinds` buy `gain` points.
    """

    name: str
    rule: str
    first: int = -1
    jump: bool = False
    portal: int = -1
    kinds: tuple[int, ...] = ()
    n: int = 1
    gain: int = 0


class Offer(NamedTuple):
    """Power that may be bought in a combat: each `pay` brings `gain`, at most `times` (0: as often as it can be paid).

    `kinds` are the resources that may be paid with, `n` how many a time.
    """

    name: str
    rule: str
    kinds: tuple[int, ...]
    n: int
    gain: int
    times: int = 0


class Fighter(NamedTuple):
    """What may be sent into a combat besides units: an enslaved monster ("monster", place), a fortress, a citadel."""

    kind: str
    at: int
    power: int


class Points(NamedTuple):
    """Victory points: in which box of the board they stand, for what."""

    box: str
    name: str
    n: int


class Gain(NamedTuple):
    """Resources on their way to a seat. `source`: "gathering", "region", "monster", "fortress", "losers", "effect".

    What a power makes of a gain may have a source of its own ("server").
    """

    amounts: Amounts
    source: str
    level: int = 0  # of a gathering action


class Level(NamedTuple):
    """A level that is about to be written on a foundation."""

    region: int
    level: int
    block: int


class Power(Ability, abstract=True):
    """A printed thing of a faction board. `item` is "structure:slums", "artefact:vurt", "unit:goon", "tick:blue"; a
    rule of the whole board has none and is always in force.

    What a power writes on the board it declares: `layers` on regions, `counters` (key, title, highest value), `ticks`.
    A layer that everybody copies says how the map `shows` it: "realm" (a band round its regions), "marked" (a line
    round them), "rune" (in the foundation), "portal".
    """

    vocabulary = VOCABULARY
    faction: ClassVar[str] = ""
    item: ClassVar[str] = ""
    layers: ClassVar[tuple[str, ...]] = ()
    shows: ClassVar[tuple[tuple[str, str, str], ...]] = ()  # (layer, how the map shows it, name for people)
    counters: ClassVar[tuple[tuple[Any, ...], ...]] = ()
    ticks: ClassVar[tuple[str, ...]] = ()
    corners: ClassVar[bool] = False
    citadels: ClassVar[bool] = False
    unit: ClassVar[str] = ""  # the key of the unit of which it speaks
    kind: ClassVar[str] = ""  # the resource of which it speaks
    about: ClassVar[tuple[Topic, ...]] = ()  # the `what` on which it answers; any, where it names none

    @property
    def at(self) -> str:
        """Where the data of its printed item stand."""
        table, _, key = self.item.partition(":")
        return f"faction.{self.faction}" + (f".{TABLES[table]}.{key}" if key else "")

    def rows(self, s: Any, me: int) -> tuple[BoxRow, ...]:
        """Rows of boxes in which the sheet shows what this writes; none: `counters` are shown as numbers."""
        return ()

    def tell(self, s: Any, me: int, what: str, option: Answer) -> tuple[str, str]:
        """One line of why, and one figure, for an option of a question that this asks."""
        return "", ""

    def figure(self, s: Any, name: str) -> Any:
        """A number of its effect: `figure(s, "gather_plus.amount")`."""
        return s.config.figure(self, name)


TABLES = {"structure": "structures", "artefact": "artefacts", "unit": "units", "tick": "shards"}


def asked(s: Any, timing: str, what: Topic, who: int, it: int, start: int = 0, *, own: bool = False) -> int:
    """What powers make of a number on one topic ("limit" of "hire"): those of all seats, or only one's `own`."""
    key = s.key.seats[who] if own else s.key
    return folded(start, VOCABULARY.about(key, timing, what), s, who, what, who, it)


def powers_of(slug: str) -> tuple[Power, ...]:
    """All powers that are written for a faction, in printed order."""
    return tuple(a for a in VOCABULARY.abilities if isinstance(a, Power) and a.faction == slug)
