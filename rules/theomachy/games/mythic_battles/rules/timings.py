"""Which timings of the closed list Mythic Battles uses, and what they receive.

`s` is the state; `me` who has the power: a `Bearer` of seat and unit for what a unit bears (talent, class, power), and
`GROUND` for terrain and boundaries, which speak to everybody. `unit` is the unit that it is about, `fight` the attack
under way.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from ....engine.runtime.ability import Ability, Hook
from ....engine.runtime.layers import Changes
from ....engine.runtime.seat_abilities import Topical
from ....engine.runtime.topic import Topic
from .topics import Adjacent, CostOf, CountsAs, How, Ignores, Limit, Manoeuvre, MayAct, Obstacle, ShotFrom

WALK, RUN, FLIGHT, DEPLOY, MOVED, ADVANCE = How

VOCABULARY = Topical(
    {
        "do": (),
        # numbers and permissions; what each may be about stands in `rules/topics.py`
        # a unit would enter an area from another (deploying: from nowhere): a bar
        "may_move": ("s", "me", "unit", "step"),
        "may_act": ("s", "me", "what", "unit"),  # a bar
        "ignores": ("s", "me", "what", "unit", "how"),  # this unit ignores it while it moves so
        "blocks_sight": ("s", "me", "what", "where"),  # where: the area or piece of boundary
        "counts_as": ("s", "me", "what", "area"),
        "may_target": ("s", "me", "shot"),  # does a unit see over obstacles into an area?
        "reach": ("s", "me", "unit", "how"),  # areas that one walk or run enters
        "adjacent": ("s", "me", "unit", "what"),  # a mask of further areas
        "range": ("s", "me", "shot"),
        "strength": ("s", "me", "fight"),  # the offence of the attacker
        "defence": ("s", "me", "fight"),  # of the target
        "limit": ("s", "me", "what", "unit"),
        "cost_of": ("s", "me", "what", "unit"),
        # instead of
        "would_gain": ("s", "me", "event"),  # a `Draw`
        "would_be_targeted": ("s", "me", "event"),  # a `Choice`
        "would_take_result": ("s", "me", "event"),  # `Wounds`
        "would_be_eliminated": ("s", "me", "event"),  # a `Death`
        # windows
        "turn_start": ("s", "me"),  # phase 1.a of the owner
        "activation_start": ("s", "me", "unit"),
        "activation_end": ("s", "me", "unit"),
        "on_move": ("s", "me", "unit", "step"),  # it has entered an area
        "battle_declared": ("s", "me", "fight"),  # the target is fixed
        "pre_battle": ("s", "me", "fight"),  # before effective values are worked out
        "dice_rolled": ("s", "me", "fight"),  # of the first assault, blanks among them
        "result_assigned": ("s", "me", "fight"),  # vitality is lost to an attack
        "battle_end": ("s", "me", "fight"),  # after the last step of an attack, retaliation included
        "on_elimination": ("s", "me", "death"),
        "on_pay": ("s", "me", "what", "unit"),  # a price was named and paid
    },
    words=(
        "of key lasts ground standing ashore alone figure at verb shape phrase asks asked when requirements price purse"
        " aim before done needs work targets allies"
    ).split(),
    topics={
        "may_act": (MayAct, How),
        "ignores": (Obstacle, Ignores),
        "blocks_sight": Obstacle,
        "counts_as": CountsAs,
        "may_target": ShotFrom,
        "reach": How,
        "adjacent": Adjacent,
        "range": ShotFrom,
        "limit": (Limit, How),
        "cost_of": (CostOf, Manoeuvre),
        "on_pay": Manoeuvre,
    },
)


class Step(NamedTuple):
    """One area entered: from where (-1: from off the board), to where, and how.

    `ignored` are the kinds of boundary that the unit ignored when it set out; None before it does.
    """

    origin: int
    area: int
    how: How
    ignored: tuple[int, ...] | None = None


class Shot(NamedTuple):
    """An attack of a unit from one area into another, to be measured. `aerial`: its own terrain does not matter."""

    unit: int
    origin: int
    area: int
    aerial: bool = False


class Draw(NamedTuple):
    """The card of phase 1.b that a seat is about to draw."""

    seat: int


class Choice(NamedTuple):
    """A target that was chosen for an attack."""

    attacker: int
    target: int
    area: bool = False
    spared: int = 0  # mask of units that cannot step in any more
    kinds: frozenset[int] = frozenset()  # types of unit that the attack may hit; none: all
    guarded: bool = False  # somebody has stepped in: nobody does so for him


class Wounds(NamedTuple):
    """Wounds that an attack inflicts on a unit."""

    unit: int
    n: int


class Death(NamedTuple):
    """A unit that is destroyed: where, and by which unit (-1: by none)."""

    unit: int
    area: int
    by: int


class Power(Ability, abstract=True):
    """A printed power, talent, class, terrain or boundary.

    A power names the dashboard and its key there (`of = "zeus"`, `key = "lightning"`), a talent or class its key. A
    terrain or boundary is `ground`. `lasts`: what it has done goes on when it is no longer available, as its row in
    `State.lasting` says.
    """

    vocabulary = VOCABULARY
    of: ClassVar[str] = ""
    key: ClassVar[str] = ""
    ground: ClassVar[str] = ""
    standing: ClassVar[bool] = False  # a talent that also speaks while others act
    ashore: ClassVar[bool] = False  # a talent that speaks of the step out of an area
    alone: ClassVar[tuple[str, ...]] = ()  # timings at which it speaks of its bearer alone: nobody else asks it
    lasts: ClassVar[bool] = False
    about: ClassVar[tuple[Topic, ...]] = ()  # the `what` on which it answers; any, where it names none

    @property
    def at(self) -> str:
        """Where the numbers of its printed item stand."""
        if self.of:
            return f"unit.{self.of}.power.{self.key}.figures"
        return self.ground or f"talent.{self.key}"

    def figure(self, s: Any, name: str) -> Any:
        """A number of its effect."""
        return s.config.figure(self.at, name)


class Talent(Power, abstract=True):
    """A talent of the list (MB-TAL-001)."""


class UnitClass(Power, abstract=True):
    """A class of units (MB-UNI-006)."""

    @property
    def at(self) -> str:
        return f"class.{self.key}"


class Ground(Power, abstract=True):
    """A type of terrain or boundary (MB-TER-001, MB-BND-001): `ground = "terrain.lava"`."""


def once(hooks: tuple[Hook, ...], s: Any, *args: Any) -> list[tuple[Changes, Hook]]:
    """What queries say; talents of one name are asked until one has said something (MB-TAL-001)."""
    said: set[str] = set()
    found: list[tuple[Changes, Hook]] = []
    for hook in hooks:
        talent = isinstance(hook[1], Talent)
        if talent and hook[1].name in said:
            continue
        change = hook[2](s, hook[0], *args)
        if change is not None:
            found.append((change, hook))
            if talent:
                said.add(hook[1].name)
    return found


class Bar(NamedTuple):
    """Why something may not be: in words, and by which rule."""

    why: str
    rule: str


def bar(hooks: tuple[Hook, ...], s: Any, *args: Any) -> Bar | None:
    """The first bar that a query of permission names."""
    for holder, ability, query in hooks:
        if (said := query(s, holder, *args)) is not None:
            return Bar(str.__str__(said), ability.rule)
    return None


def bar_to(s: Any, what: MayAct | How, unit: int) -> Bar | None:
    """Why a unit may not do something just now."""
    return bar(VOCABULARY.about(s.key, "may_act", what), s, what, unit)


def barred_by(s: Any, what: MayAct | How, unit: int) -> str:
    """The same in words, or ""."""
    for holder, _, query in VOCABULARY.about(s.key, "may_act", what):
        if (said := query(s, holder, what, unit)) is not None:
            return str.__str__(said)
    return ""


def ignored(s: Any, what: Obstacle | Ignores, unit: int, how: How | None = None) -> bool:
    """Does a unit ignore something (a terrain, a boundary, Block) just now?"""
    for holder, _, query in VOCABULARY.about(s.key, "ignores", what):  # asked at every step
        if query(s, holder, what, unit, how):
            return True
    return False
