"""Which timings of the closed list Cthulhu Wars uses, and what they receive.

`s` is the state, `fight` the battle under way, `me` the seat that holds the power (not always the one it was printed
for), `foe` its enemy in the battle, `code` a class of units (see `state`), `kind` a row of a faction card.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, ClassVar

from ....engine.runtime.ability import Ability, words_of
from ....engine.runtime.seat_abilities import Topical, Watching
from .table_powers import TablePowers
from .topics import (
    Adjacent,
    ControllerOf,
    CostOf,
    CountsAs,
    FixedResults,
    GainOf,
    Ignores,
    Limit,
    MayPlace,
    MayTarget,
    OnGain,
    OnPlacement,
    Watches,
    WhoDecides,
    WouldBeEliminated,
)

CARD_BIT = 16  # in force from the beginning: printed on the card


VOCABULARY = Topical(
    {
        "do": (),
        # numbers, as changes in layers, and permissions; what each may be about stands in `rules/topics.py`
        "reach": ("s", "me"),  # areas that a unit may cross in one move
        "cost_of": ("s", "me", "seat", "what", "kind", "area"),  # of `seat`; area -1: wherever that may be
        "adjacent": ("s", "me", "seat", "area", "what"),  # (masks of areas that are next to it too, that are not)
        # False: such a unit does not move there; True: it does, however far it is
        "may_move": ("s", "me", "seat", "kind", "area", "to"),
        "may_place": ("s", "me", "seat", "what", "thing"),  # False: not there, not this one; True: there as well
        "gain_of": ("s", "me", "seat", "what", "owner", "kind"),  # of `seat`; for which unit, if it is for one
        "limit": ("s", "me", "what", "kind"),
        "counts_as": ("s", "me", "kind", "role"),
        "dice": ("fight", "me", "foe", "kind", "n"),  # of the n units of a kind in the battle
        "controller_of": ("s", "me", "area", "seat", "code", "what"),  # of a gate with this unit of `seat`, or of it
        "who_decides": ("fight", "me", "foe", "what"),
        "income": ("s", "me"),
        # False: no turns (verb ""), not this action, or not there; True: turns, and this action, without Power too
        "may_act": ("s", "me", "seat", "verb", "area"),
        "may_battle": ("s", "me", "seat", "foe", "area"),  # False: `seat` does not battle `foe` there
        # False: a special ability (`Power.special`) is silent here and now; asked of nothing else
        "may_use": ("s", "me", "power", "bearer"),
        "ignores": ("s", "me", "owner", "kind", "area", "what", "by"),  # True: `by` does not do that to such a unit
        "game_over": ("s", "me"),  # True: the game ends at once
        "strength": ("fight", "me", "seat", "foe", "n"),  # of the n dice of a whole side, its own or another's
        "takes_part": ("s", "me", "owner", "kind", "area"),  # False: not in a battle; True: though its rank does not
        "fixed_results": ("fight", "me", "foe", "what"),  # what a side scores beside its dice
        "may_target": ("fight", "me", "owner", "code", "what", "source"),  # False: not such a unit; MUST: before others
        # instead of
        "would_take_result": ("s", "me", "event"),  # a `Hit`, perhaps with another result; None: it comes to nothing
        "would_be_eliminated": ("s", "me", "event"),  # a `Leaving`, perhaps to another place; None: it stays
        "would_gain": ("s", "me", "event"),  # a `Gain`, perhaps of less; None: nothing comes
        "would_score": ("s", "me", "event"),  # a `Scored`, perhaps with other rows
        "would_retreat": ("s", "me", "event"),  # a `Routing`: who takes over the routes of all who retreat
        # windows
        "setup": ("s", "me"),  # the own faction is in its start area, if it has any
        "battle_declared": ("s", "me", "area", "attacker", "defender"),  # before the sides are drawn up
        "pre_battle": ("fight", "me", "foe"),
        "before_dice": ("fight", "me", "foe"),  # all that comes before the dice is done
        "dice_rolled": ("fight", "me"),  # also when others have changed them
        "result_assigned": ("fight", "me", "owner", "code", "result"),  # KILL or PAIN, whatever has come of it
        "post_battle": ("fight", "me", "given"),  # given: KILL or PAIN, which of them lie on the units since just now
        "on_retreat": ("fight", "me", "owner", "code", "to"),
        "battle_end": ("fight", "me"),
        "on_elimination": ("s", "me", "owner", "by", "kinds"),  # units of `owner` left the map because of `by`
        "on_control": ("s", "me", "area", "seat", "before"),  # a gate has gone from one to another (-1: nobody)
        "on_move": ("s", "me", "seat", "kind", "area", "to", "paid"),
        "on_pay": ("s", "me", "seat", "n", "verb"),  # an action was paid; for a Move, once all of it is
        "on_gain": ("s", "me", "seat", "what", "thing"),  # which spellbook of it, by its bit, or which card
        "on_placement": ("s", "me", "owner", "kind", "how", "area"),
        "after_action": ("s", "me"),
        "in_phase": ("s", "me"),  # the own slot of the doom phase
        "phase_start": ("s", "me", "phase"),
        "phase_end": ("s", "me", "phase"),  # the next one has not begun
        "any_time": ("s", "me"),  # after every action or pass, before each thing of the doom phase, in Gather Power
        "end_of_game": ("s", "me"),
    },
    words=(
        "faction bit on kind verb shape phrase when requirements price unlimited double category steps fixed "
        "aside unique priority ends paid_late spends by_enemy_power blind comes_with once in_use makes opens worth "
        "in_doom finishes bars special progress gives_up joins brings speaks_of as_dice beyond_reach"
    ).split(),
    topics={
        "cost_of": CostOf,
        "adjacent": Adjacent,
        "gain_of": GainOf,
        "limit": Limit,
        "counts_as": CountsAs,
        "controller_of": ControllerOf,
        "who_decides": WhoDecides,
        "would_be_eliminated": WouldBeEliminated,
        "fixed_results": FixedResults,
        "may_target": MayTarget,
        "may_place": MayPlace,
        "ignores": Ignores,
        "on_gain": OnGain,
        "on_placement": OnPlacement,
    },
)
VOCABULARY.of_table = TablePowers
SLOTS = Watching(
    {
        "requirement_met": ("s", "me", "thing"),
        "on_gain": ("s", "me"),  # its own spellbook has come: what else is printed
    },
    words="faction bit on watches signs far near blind kind".split(),
    topics={"watches": Watches},
)


class Power(Ability, abstract=True):
    """A printed power: on the card of its `faction`, in a spellbook (its `bit`), or of a Great Old One.

    What is no faction's says what it is printed `on`: "unit.hound" (in force for whoever has one in play), "card.tome"
    (for whoever holds it), "book.tome" (for whoever has its spellbook upon it), "box.tome" (for everybody in whose game
    there is such a card), "map.earth_3p" or "map.earth" (for everybody on this map, or on each of this world),
    "ground.earth" (the same, of nobody: its holder is `GROUND`, and it speaks after all others), "set.storms" (for
    everybody, if that set of things is in the box), "row.hound" (for whoever has such a unit on the card, in play or
    not), "neutral.hymn" (for whoever has this spellbook of no faction on the card), "market" (for everybody where cards
    are sold), "independents" (for everybody where Great Old Ones of no faction may be awakened).

    `progress(s)` is no rule: how near somebody is to what it asks for, as the table tells it. Nor is
    `worth(s, me, area)`: what an evaluation holds the gate there for, if it is of the sort that this makes, or
    (area -1) the Great Old One of its card, beside the price.
    """

    vocabulary = VOCABULARY
    faction: ClassVar[str] = ""
    bit: ClassVar[int] = CARD_BIT
    # The unit, or the type of unit, of its owner of which a spellbook speaks, where another unit may have it as if it
    # were one: then the power asks `State.alike` or `State.copiers` who that is.
    speaks_of: ClassVar[str] = ""
    as_dice: ClassVar[bool] = False  # its fixed results stand for the Combat dice of a unit that rolls none
    # The set of things that brings this spellbook, where it is not in the faction's box; of what is printed on the
    # card, the unit or card without which it is nothing.
    comes_with: ClassVar[str] = ""
    on: ClassVar[str] = ""
    aside: ClassVar[bool] = False  # only of the set-up, or of a ruling: no sheet tells it
    special: ClassVar[str] = ""  # the key of the Great Old One whose special ability it is: it can be silenced by place
    finishes: ClassVar[bool] = False  # it ends what its book has begun: a book that is silenced keeps it
    makes: ClassVar[str] = ""  # a sort of gate that comes with it (`State.make_sort`): editor and scenarios know it
    opens: ClassVar[bool] = False  # of one that speaks when a phase begins: in the Doom phase before the Doom for gates
    # of one that bars actions of all sorts, or by where they end: that is noted then (`State.ended`), and asked of each
    bars: ClassVar[bool] = False
    beyond_reach: ClassVar[bool] = False  # of one that takes a unit further than its reach: its `may_move` may say True
    unique: ClassVar[bool] = False  # the unique ability of a faction card, by role: it may act for another holder
    priority: ClassVar[int] = 0  # of those that change what is scored: the lowest speaks first
    spends: ClassVar[bool] = False  # it costs Power in a battle: how much there is can be set in the calculator
    once: ClassVar[bool] = False  # it is used up for good: the calculator does without it, and says so
    by_enemy_power: ClassVar[bool] = (
        False  # of a Great Old One: its dice go by the enemy's Power, which can be set there too
    )
    blind: ClassVar[bool] = False  # once dice lie it asks for neither them nor sources of results: faster odds

    @property
    def thing(self) -> Hashable:
        return self.on or (self.faction, self.bit)


class SpellbookSlot(Ability, abstract=True):
    """A requirement of the faction card; `signs` Elder Signs come with its spellbook.

    `watches` is the event after which it is looked at, or several. Slots of "action" are filled by an action. One that
    asks for a number says with `far(s, me)` how much of it is missing.
    """

    vocabulary = SLOTS
    faction: ClassVar[str] = ""
    bit: ClassVar[int] = 0
    watches: ClassVar[Watches | tuple[Watches, ...]] = Watches.ANYTHING
    signs: ClassVar[int] = 0
    blind: ClassVar[bool] = False  # of one that watches battles: it asks for neither dice nor sources of results
    on: ClassVar[str] = ""  # the card on which it is printed, where that is no faction's: "card.tome"

    @property
    def thing(self) -> Hashable:
        return self.on or (self.faction, self.bit)

    @property
    def name(self) -> str:
        """In sentence case: "Kill or devour one"."""
        return self.printed or words_of(type(self).__name__).capitalize()

    def near(self, s: Any, me: int) -> float:
        """How near it is, 0 to 1: no rule, but what an evaluation asks of one that is open. From `far`, if there is no
        better measure.
        """
        far = getattr(self, "far", None)
        return 1 / (1 + far(s, me)) if far is not None else 0.0


class AwakeningSlot(SpellbookSlot, abstract=True):
    """A requirement to awaken a Great Old One of one's own, by its `kind`."""

    watches: ClassVar[Watches | tuple[Watches, ...]] = Watches.AWAKENED
    kind: ClassVar[int]

    def requirement_met(self, s: Any, me: int, thing: int) -> bool:
        return thing == self.kind
