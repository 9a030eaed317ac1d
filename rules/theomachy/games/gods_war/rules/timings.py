"""Which timings of the closed list the Gods War uses, and what they receive.

`s` is the state, `fight` the battle under way, `me` the seat that holds the power, `foe` its enemy in the battle, `who`
the seat that acts (its own or another's), `kind` a row of units of a sheet.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from re import sub
from typing import Any, ClassVar, NamedTuple

from ....engine.runtime.ability import Ability, Hook, words_of
from ....engine.runtime.layers import folded
from ....engine.runtime.seat_abilities import Topical, Watching
from ....engine.runtime.topic import Topic
from .topics import (
    Adjacent,
    CostOf,
    CountsAs,
    FixedResults,
    GainOf,
    InPhase,
    Limit,
    MayAct,
    MayMove,
    MayPlace,
    MayTarget,
    OnElimination,
    OnGain,
    OnPay,
    PhaseEnd,
    Setup,
    Until,
    Watches,
)

VOCABULARY = Topical(
    {
        "do": (),
        # numbers and permissions; what each may be about stands in `rules/topics.py`
        "may_act": ("s", "me", "what", "who", "it"),
        "cost_of": ("s", "me", "what", "who", "it"),
        "limit": ("s", "me", "what", "who", "it"),
        # may a building of `who` stand there? True: it may although another stands there; `No`: it may not
        "may_place": ("s", "me", "who", "building", "area", "how"),
        "may_move": ("s", "me", "who", "what", "it"),
        "adjacent": ("s", "me", "who", "how", "area"),  # a mask of further areas
        "counts_as": ("s", "me", "kind", "role"),
        "may_target": ("s", "me", "owner", "kind", "what"),  # a unit of `owner`, by a gift, an ability or a result
        "may_battle": ("s", "me", "area", "foe"),
        "strength": ("s", "me", "kind", "area", "foe"),  # the rating of one unit there, against somebody (or -1)
        "dice": ("fight", "me", "seat"),  # those of a side, after its units
        "fixed_results": ("fight", "me", "foe", "building", "what"),  # changes of what a building adds
        "gain_of": ("s", "me", "what"),
        "income": ("s", "me"),  # Power of the Power Phase
        "game_over": ("s", "me"),  # is it over at once?
        # instead of
        "would_score": ("s", "me", "event"),  # a `Score`
        "would_be_eliminated": ("s", "me", "event"),  # a `Loss`; None: it stays in play
        "would_retreat": ("s", "me", "event"),  # a `Sending`: where a side's routed may be sent
        "would_be_placed": ("s", "me", "event"),  # a `Taking` of a building; None: nothing is taken
        # windows
        "setup": ("s", "me", "what"),
        "in_phase": ("s", "me", "phase"),  # the own slot; of what nobody plays, that of everybody who is active
        "phase_end": ("s", "me", "phase"),
        "after_action": ("s", "me", "who"),  # an action of anybody is over; what it did is in `happened`
        "on_move": ("s", "me", "who", "kind"),  # an action is over in which this unit has gone to an area outside Hell
        "battle_declared": ("fight", "me"),  # the forces are counted, no power has spoken; outsiders too
        "pre_battle": ("fight", "me", "foe"),
        "before_dice": ("fight", "me", "foe"),  # outsiders too, with foe -1
        "dice_rolled": ("fight", "me", "foe"),
        "post_battle": ("fight", "me"),  # losses and routs are done; outsiders too
        "battle_end": ("fight", "me"),  # buildings are settled
        "on_elimination": ("s", "me", "owner", "kind", "cause"),
        "on_placement": ("s", "me", "owner", "building", "area"),
        "on_pay": ("s", "me", "what", "who"),
        "on_gain": ("s", "me", "what", "it"),  # of one's own, just laid
        "any_time": ("s", "me"),  # what a rune does
    },
    words=(
        "empire item card counters until token about alone binding at figure public"
        " verb shape phrase asks asked when requirements price purse also begins told"
    ).split(),
    topics={
        "may_act": MayAct,
        "cost_of": CostOf,
        "limit": Limit,
        "may_place": MayPlace,
        "may_move": MayMove,
        "may_target": MayTarget,
        "adjacent": Adjacent,
        "counts_as": CountsAs,
        "fixed_results": FixedResults,
        "gain_of": GainOf,
        "in_phase": InPhase,
        "phase_end": PhaseEnd,
        "on_elimination": OnElimination,
        "on_gain": OnGain,
        "on_pay": OnPay,
        "setup": Setup,
        "until": Until,
    },
)


# What a Heroquest may watch besides events: sorts of things that have one door, a bit each of `State.stirred`.
STIRS = {
    Watches.UNITS: 1,
    Watches.BUILDINGS: 2,
    Watches.KEPT: 4,
    Watches.GIFTS: 8,
    Watches.RUNES: 16,
    Watches.VP: 32,
    Watches.COUNTERS: 64,
}
(
    STIRRED_UNITS,
    STIRRED_BUILDINGS,
    STIRRED_KEPT,
    STIRRED_GIFTS,
    STIRRED_RUNES,
    STIRRED_VP,
    STIRRED_COUNTERS,
) = STIRS.values()
STIRRED_ALL = sum(STIRS.values())
STANDING = frozenset((Watches.ANYTHING, *STIRS))


class Slots(Watching):
    """Heroquests. An event is a word, or a mask of sorts of things (`STIRS`): who looks at one of them, or at whatever
    changes.
    """

    def watches(self, ability: Any, event: Watches | int) -> bool:
        if isinstance(event, Watches):
            return event in ability.watches
        return bool(event & watched(ability.watches))


@cache
def watched(watches: tuple[Watches, ...]) -> int:
    """The sorts of things that a Heroquest looks at, a bit each; all for one that looks at whatever changes."""
    return -1 if Watches.ANYTHING in watches else sum(STIRS.get(word, 0) for word in watches)


QUESTS = Slots(
    {"requirement_met": ("s", "me", "thing")},
    words="empire key watches at figure reward".split(),
    topics={"watches": Watches},
)


class Part(NamedTuple):
    """One part of what a Heroquest asks for: the same that fires it says how near it is."""

    name: str
    have: int
    need: int = 1
    seat: int = -1
    target: str = ""

    @property
    def met(self) -> bool:
        """Is this part there?"""
        return self.have >= self.need


class Power(Ability, abstract=True):
    """A printed thing of an empire: `item` is "abilities.nightfall", "gifts.fear", "units.mad_god" or
    "buildings.imbedded_chaos_nest". Or a rune: `card` is its key.
    """

    vocabulary = VOCABULARY
    empire: ClassVar[str] = ""
    item: ClassVar[str] = ""
    card: ClassVar[str] = ""
    until: ClassVar[Until | None] = None  # when a rune that lasts is over
    counters: ClassVar[tuple[tuple[Any, ...], ...]] = ()  # (key, title, highest value, icon) that it writes down
    about: ClassVar[tuple[Topic, ...]] = ()
    binding: ClassVar[bool] = False  # forced, and bound to be so by any ruling
    alone: ClassVar[tuple[str, ...]] = ()  # timings at which it speaks of its own empire alone: nobody else asks it

    @property
    def at(self) -> str:
        """Where the data of its printed item stand."""
        return f"rune.{self.card}" if self.card else f"empire.{self.empire}.{self.item}"

    def figure(self, s: Any, name: str) -> Any:
        """A number of its effect."""
        return s.config.figure(self, name)


class Quest(Ability, abstract=True):
    """A Heroquest: `key` is its table in the data. `watches` are the events after which it is looked at; one that asks
    for certain sorts of things alone says so, and is spared the rest. `requirement_met` tells its parts one by one, so
    that whoever asks whether it is met stops at the first that is not.
    """

    vocabulary = QUESTS
    empire: ClassVar[str] = ""
    key: ClassVar[str] = ""
    watches: ClassVar[tuple[Watches, ...]] = (Watches.ANYTHING,)

    @property
    def thing(self) -> Hashable:
        return self.empire, self.key

    @property
    def name(self) -> str:
        """In sentence case: "A world in arms"."""
        return self.printed or words_of(sub("^A(?=[A-Z])", "A ", type(self).__name__)).capitalize()

    @property
    def at(self) -> str:
        """Where its data stand."""
        return f"empire.{self.empire}.heroquests.{self.key}"

    def figure(self, s: Any, name: str) -> Any:
        """A number of what it asks for, or of its reward."""
        return s.config.figure(self, name)


def of_state(quest: Quest) -> bool:
    """Is it met by what is there, and not by what happens?"""
    return not STANDING.isdisjoint(quest.watches)


def powers_of(slug: str) -> tuple[Power, ...]:
    """All powers that are written for an empire, in printed order."""
    return tuple(a for a in VOCABULARY.abilities if isinstance(a, Power) and a.empire == slug)


def rune_of(card: str) -> Power:
    """The power of a rune."""
    return next(a for a in VOCABULARY.abilities if isinstance(a, Power) and a.card == card)


def quests_of(slug: str) -> tuple[Quest, ...]:
    """The Heroquests that are written for an empire."""
    return tuple(q for q in QUESTS.abilities if isinstance(q, Quest) and q.empire == slug)


def on(s: Any, timing: str, what: Topic) -> tuple[Hook, ...]:
    """Everybody who may have something to say on one topic now."""
    return VOCABULARY.about(s.key, timing, what)


def asked(s: Any, timing: str, what: Topic, who: int, it: int | str, start: int = 0, *, own: bool = False) -> int:
    """What powers make of a number on one topic ("cost_of" a "battle"): those of all seats, or only one's `own`."""
    hooks = VOCABULARY.about(s.key.seats[who] if own else s.key, timing, what)
    return folded(start, hooks, s, who, what, who, it) if hooks else start


def rule_by(s: Any, timing: str, what: Topic, who: int, it: int, default: str) -> str:
    """The rule of the power that makes something of a number on one topic; `default` where none does."""
    speaking = VOCABULARY.about(s.key, timing, what)
    return next((power.rule for me, power, method in speaking if method(s, me, what, who, it) is not None), default)
