"""What a player may do: activate a unit, and the actions of a unit that is activated (MB-ACT-001)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from ....engine.runtime.decision import choose
from ....engine.runtime.layers import folded
from ....engine.runtime.requirement import Action, Requirement
from ....engine.runtime.trace import report
from ....engine.tabletop.table import Target
from .battle import normal_attack
from .cards import funds, holds, take
from .config import OMPHALOS, STONES
from .maps import AQUATIC, RIFT, border_target
from .movement import Journey, closed, enter, gets_out, journey, large, room, shuns_rift, travel
from .score import judge
from .sight import Spec, distance, fits, into_full, range_of, sight, visible, within
from .state import ACTING, ACTIVATE, ATTACKED, CLAIMED, COMPLEX_DONE, WALKED, State
from .timings import DEPLOY, RUN, VOCABULARY, WALK, Bar, Shot, Step, bar_to, barred_by, ignored
from .topics import Adjacent, CostOf, How, Ignores, Limit, MayAct
from .wounds import does


# -- moments ----------------------------------------------------------------------------------------------------------
def acting(s: State) -> int:
    """The unit that acts, or -1."""
    return -1 if s.activation is None else s.activation.unit


def _acts(s: State, me: int, complex_: bool) -> bool:
    a = s.activation
    return s.stage == ACTING and a is not None and a.complex is complex_ and s.commander(a.unit) == me


CHOOSING = (
    Requirement(
        "MB-TURN-002", "It is the time to activate a unit", lambda s, me: s.stage == ACTIVATE and s.active == me
    ),
)
SIMPLE = (Requirement("MB-TURN-006", "A unit of yours carries out simple actions", lambda s, me: _acts(s, me, False)),)
COMPLEX = (
    Requirement("MB-TURN-006", "A unit of yours carries out a complex action", lambda s, me: _acts(s, me, True)),
)


# -- activating -------------------------------------------------------------------------------------------------------
def unit_limit(s: State) -> int:
    """How many units may be activated in this turn (MB-LIM-001)."""
    hooks = VOCABULARY.about(s.key, "limit", Limit.UNITS)
    return folded(s.config.fact("turn.units"), hooks, s, -1, Limit.UNITS, -1)


def another_price(s: State) -> int:
    """The Art of War cards that the next activation costs (MB-TURN-009)."""
    if not s.units_done:
        return 0
    hooks = VOCABULARY.about(s.key, "cost_of", CostOf.ANOTHER)
    return max(folded(s.config.fact("turn.another"), hooks, s, -1, CostOf.ANOTHER, -1), 0)


class Activate(Action[State]):
    """Activate a unit for one of its activation cards (MB-TURN-006)."""

    verb, rule, shape, when = "activate", "MB-TURN-006", ("unit in hand",), CHOOSING
    also = ("use", "choose", "select")
    phrase = "Activate {}"
    requirements = (
        Requirement(
            "MB-LIM-001",
            "The activation limit is not reached",
            lambda s, me: s.units_done < unit_limit(s),
            lambda s, me: f"{s.units_done} of {unit_limit(s)}",
        ),
        Requirement(
            "MB-TURN-009",
            "An Art of War card can be paid for a further unit",
            lambda s, me: funds(s, me) >= another_price(s),
            lambda s, me: f"{funds(s, me)} of {another_price(s)}",
        ),
        Requirement("MB-DST-001", "{0} is not destroyed", lambda s, me, u: not s.fallen >> u & 1),
        Requirement("MB-LIM-001", "{0} has not acted in this turn", lambda s, me, u: not s.acted >> u & 1),
        Requirement(
            "MB-TURN-006",
            "One of its activation cards is in your hand",
            lambda s, me, u: holds(s, me, u),
            implied_by=("unit in hand",),
        ),
        Requirement(
            "MB-UTL-037",
            "Nothing keeps it from acting",
            lambda s, me, u: not barred_by(s, MayAct.ACTIVATE, u),
            fault=lambda s, me, u: barred_by(s, MayAct.ACTIVATE, u),
        ),
    )


# -- what every action of a unit asks ---------------------------------------------------------------------------------
def action_limit(s: State) -> int:
    """How many simple actions the unit may carry out (MB-TURN-008)."""
    hooks = VOCABULARY.about(s.key, "limit", Limit.ACTIONS)
    return folded(s.config.fact("turn.actions"), hooks, s, -1, Limit.ACTIONS, acting(s))


def _left(s: State, me: int) -> bool:
    a = s.activation
    return a is not None and a.simple < action_limit(s)


def _left_by(s: State, me: int) -> str:
    """The rule by which no simple action is left: that of all units, or what has cut this one short."""
    if s.activation is not None and s.activation.simple < s.config.fact("turn.actions"):
        for holder, ability, query in VOCABULARY.about(s.key, "limit", Limit.ACTIONS):
            if query(s, holder, Limit.ACTIONS, acting(s)) is not None:
                return ability.rule
    return "MB-TURN-008"


def one_left() -> Requirement:
    """A simple action is left (MB-TURN-008)."""
    return Requirement(
        "MB-TURN-008",
        "A simple action is left",
        _left,
        lambda s, me: f"{s.activation.simple} of {action_limit(s)}" if s.activation is not None else "",
        ruled=_left_by,
    )


def one_complex() -> Requirement:
    """No complex action was carried out yet (MB-TURN-008)."""
    return Requirement(
        "MB-TURN-008",
        "It has carried out no complex action yet",
        lambda s, me: s.activation is not None and not s.activation.did(COMPLEX_DONE),
    )


def not_done(deed: int, text: str) -> Requirement:
    """The two simple actions are different ones (MB-ACT-002)."""
    return Requirement("MB-ACT-002", text, lambda s, me: s.activation is not None and not s.activation.did(deed))


def on_board() -> Requirement:
    """The unit stands on the board."""
    return Requirement("MB-DEP-001", "It stands on the board", lambda s, me: acting(s) >= 0 and s.place[acting(s)] >= 0)


# -- moving -----------------------------------------------------------------------------------------------------------
def _trip(s: State, how: How) -> Journey:
    return journey(s, acting(s), how)


def _far(s: State, trip: Journey, area: int) -> int:
    return trip.left(s.terrain(area) in AQUATIC)


ON_FOOT = ("walk area", "run area")  # candidates that it may enter already


def steps(how: How, like: How | None = None, trip: Callable[[State], Journey] | None = None) -> tuple[Requirement, ...]:
    """What lets a unit go into a neighbouring area in a walk, a run or the like (MB-WALK-001).

    What bars the action `like`, bars it too; `trip` is the movement of a power.
    """
    like = like or how
    begun = trip or (lambda s: _trip(s, how))

    def shut(s: State, area: int) -> Bar:
        return closed(s, acting(s), Step(s.place[acting(s)], area, how)) or NOTHING

    return (
        on_board(),
        Requirement(
            "MB-TAL-004",
            f"Nothing keeps it from a {like}",
            lambda s, me: not barred_by(s, like, acting(s)),
            fault=lambda s, me: barred_by(s, like, acting(s)),
            ruled=lambda s, me: (bar_to(s, like, acting(s)) or NOTHING).rule,
        ),
        Requirement(
            "MB-WALK-001",
            "{0} is next to it",
            lambda s, me, area: s.config.map.near_mask[s.place[acting(s)]] >> area & 1,
            implied_by=("next area", "flight area", *ON_FOOT),
            against=lambda s, me, area: (f"area:{area}",),
        ),
        Requirement(
            "MB-UNI-008",
            "Its movement suffices",
            lambda s, me, area: _far(s, begun(s), area) > 0,
            lambda s, me, area: str(max(_far(s, begun(s), area), 0)),
            implied_by=ON_FOOT,
        ),
        Requirement(
            "MB-WALK-003",
            "{0} is not full",
            lambda s, me, area: room(s, acting(s), area),
            lambda s, me, area: f"{s.bodies(area)} of {s.config.map.areas[area].capacity}",
            implied_by=ON_FOOT,
            against=lambda s, me, area: (f"area:{area}",),
        ),
        Requirement(
            "MB-WALK-001",
            "Ground and boundary let it in",
            lambda s, me, area: not closed(s, acting(s), Step(s.place[acting(s)], area, how)),
            implied_by=ON_FOOT,
            fault=lambda s, me, area: shut(s, area).why,
            against=lambda s, me, area: (f"area:{area}",),
            ruled=lambda s, me, area: shut(s, area).rule,
        ),
        Requirement(
            "MB-TER-011",
            "It could leave a rift again",
            lambda s, me, area: not shuns_rift(s, acting(s), how, area) or gets_out(s, begun(s), area),
            implied_by=ON_FOOT,
        ),
    )


NOTHING = Bar("", "MB-WALK-001")


class Walk(Action[State]):
    """Simple action: enter up to as many areas as the movement (MB-WALK-001)."""

    verb, rule, shape, when = "walk", "MB-WALK-001", ("walk area",), SIMPLE
    also = ("move", "step", "go")
    phrase = "Walk to {}"
    requirements = (
        one_left(),
        not_done(WALKED, "It has not walked yet"),
        Requirement(
            "MB-ACT-003",
            "It has not attacked yet",
            lambda s, me: (
                s.activation is not None and (not s.activation.did(ATTACKED) or ignored(s, Ignores.ATTACKED, acting(s)))
            ),
        ),
        *steps(WALK),
    )

    async def do(self, s: State, me: int, area: int) -> None:
        assert s.activation is not None
        s.activation.do(WALKED)
        s.activation.simple += 1
        await travel(s, _trip(s, WALK), area, self)


class Run(Action[State]):
    """Complex action: enter up to movement +1 areas (MB-RUN-001)."""

    verb, rule, shape, when = "run", "MB-RUN-001", ("run area",), COMPLEX
    also = ("rush",)
    phrase = "Run to {}"
    requirements = (one_complex(), *steps(RUN))

    async def do(self, s: State, me: int, area: int) -> None:
        assert s.activation is not None
        s.activation.do(COMPLEX_DONE)
        await travel(s, _trip(s, RUN), area, self)


class Deploy(Action[State]):
    """Complex action: a unit enters the game in the zone of its army (MB-DEP-001)."""

    verb, rule, shape, when = "deploy", "MB-DEP-001", ("deployment area",), COMPLEX
    also = ("place", "enter")
    phrase = "Deploy to {}"
    requirements = (
        one_complex(),
        Requirement(
            "MB-DEP-001",
            "It has never been on the board",
            lambda s, me: acting(s) >= 0 and not s.entered >> acting(s) & 1,
        ),
        Requirement(
            "MB-DEP-002",
            "{0} is in your deployment zone",
            lambda s, me, area: area in s.zone(s.owner[acting(s)]),
            implied_by=("deployment area",),
            against=lambda s, me, area: tuple(f"area:{a}" for a in s.zone(s.owner[acting(s)])),
        ),
        Requirement(
            "MB-DEP-002",
            "{0} is not full",
            lambda s, me, area: not s.full(area),
            lambda s, me, area: f"{s.bodies(area)} of {s.config.map.areas[area].capacity}",
        ),
        Requirement(
            "MB-DEP-002",
            "The terrain lets it in",
            lambda s, me, area: not closed(s, acting(s), Step(-1, area, DEPLOY)),
            fault=lambda s, me, area: (closed(s, acting(s), Step(-1, area, DEPLOY)) or NOTHING).why,
            ruled=lambda s, me, area: (closed(s, acting(s), Step(-1, area, DEPLOY)) or NOTHING).rule,
        ),
    )

    async def do(self, s: State, me: int, area: int) -> None:
        assert s.activation is not None
        s.activation.do(COMPLEX_DONE)
        await enter(s, s.activation.unit, area, DEPLOY, self)
        s.halted = False


# -- attacking --------------------------------------------------------------------------------------------------------
Pair = tuple[int, int]  # a target, and the range at which it is attacked


def obstacle_targets(s: State, shot: Shot) -> tuple[Target, ...]:
    """What hides the end of a line of sight, on the table."""
    found = sight(s, shot)
    if found.clear:
        return ()
    map_ = s.config.map
    return (*(f"area:{area}" for area in found.areas), *(border_target(map_, wall) for wall in found.walls))


def hidden_by(s: State, shot: Shot) -> str:
    """Why an area cannot be seen: "a wall; Spartans in Asphodel Strand", or ""."""
    found = sight(s, shot)
    if found.clear:
        return ""
    told = ["a wall"] if found.walls else []
    for area in found.areas:
        units = [s.config.units[u].name for u in s.units_in(area) if not s.config.units[u].is_token]
        name = s.config.map.names[area]
        told.append(f"{units[0]} in {name}" if units and not s.hiding >> area & 1 else name)
    return "hidden by " + " and ".join(told)


class Aimed(Action[State]):
    """An attack on one unit: `aim` says with what."""

    shape = ("target",)

    def aim(self, s: State, unit: int) -> Spec:
        """What the attack is."""
        return Spec(unit)

    def done(self, s: State) -> None:
        """Note that it is being carried out."""
        assert s.activation is not None
        s.activation.do(ATTACKED)
        s.activation.simple += 1

    def before(self) -> tuple[Requirement, ...]:
        """What it asks besides a target."""
        return ()

    @cached_property
    def requirements(self) -> tuple[Requirement, ...]:  # type: ignore[override]  # follows from the aim of the action
        """What it asks."""
        return (*self.before(), on_board(), *aimed(self.aim))

    async def do(self, s: State, me: int, target: Pair) -> None:
        unit = acting(s)
        spec = self.aim(s, unit)
        self.done(s)
        await strike_at(s, spec, target, self)


async def strike_at(s: State, spec: Spec, target: Pair, by: Action[State]) -> None:
    """A normal attack of the unit that acts."""
    await normal_attack(s, spec, *target, by)


AT_HAND = ("target at hand", "target from the air")  # candidates that are targets already


def aimed(aim: Callable[[State, int], Spec]) -> tuple[Requirement, ...]:
    """What makes a unit a target of an attack (MB-TGT-002 to MB-TGT-004)."""

    def spec(s: State) -> Spec:
        return aim(s, acting(s))

    def shot(s: State, pair: Pair) -> Shot:
        return Shot(acting(s), s.place[acting(s)], s.place[pair[0]], spec(s).aerial)

    def seen(s: State, pair: Pair) -> bool:
        return visible(s, acting(s), s.place[pair[0]], aerial=spec(s).aerial)

    def afar(s: State, pair: Pair) -> bool:
        return pair[1] == distance(s, acting(s), s.place[pair[0]])

    return (
        Requirement(
            "MB-UNI-001",
            "{0} is an enemy",
            lambda s, me, pair: not s.friends(acting(s), pair[0]),
            implied_by=("target", *AT_HAND),
        ),
        Requirement(
            "MB-TGT-001",
            "It is of a kind that this attack may hit",
            lambda s, me, pair: fits(s, spec(s), pair[0]) or s.friends(acting(s), pair[0]),
            implied_by=AT_HAND,
        ),
        Requirement(
            "MB-TGT-002",
            "It is within range",
            lambda s, me, pair: not afar(s, pair) or within(s, spec(s), s.place[pair[0]], pair[0]),
            lambda s, me, pair: (
                f"{distance(s, acting(s), s.place[pair[0]])} of {range_of(s, spec(s), s.place[pair[0]], pair[0]).value}"
            ),
            implied_by=AT_HAND,
            against=lambda s, me, pair: (f"area:{s.place[pair[0]]}",),
        ),
        Requirement(
            "MB-TGT-006",
            "It is visible",
            lambda s, me, pair: not afar(s, pair) or seen(s, pair),
            implied_by=AT_HAND,
            fault=lambda s, me, pair: hidden_by(s, shot(s, pair)),
            against=lambda s, me, pair: obstacle_targets(s, shot(s, pair)),
        ),
        Requirement(
            "MB-TGT-004",
            "Its area is full, next door and not walled off",
            lambda s, me, pair: afar(s, pair) or into_full(s, spec(s), s.place[pair[0]]),
            implied_by=AT_HAND,
            against=lambda s, me, pair: (f"area:{s.place[pair[0]]}",),
        ),
    )


class Attack(Aimed):
    """Simple action: attack an enemy (MB-TGT-001)."""

    verb, rule, when, phrase = "attack", "MB-TGT-001", SIMPLE, "Attack {}"
    also = ("fight", "strike", "hit")
    shape = ("target at hand",)

    def before(self) -> tuple[Requirement, ...]:
        return one_left(), not_done(ATTACKED, "It has not attacked yet")


# -- stones -----------------------------------------------------------------------------------------------------------
def claim_areas(s: State, unit: int) -> int:
    """Mask of the areas from which a unit may claim a stone (MB-CLM-001, MB-TAL-012); one in reserve has none."""
    if s.place[unit] < 0:
        return 0
    mask = 1 << s.place[unit]
    for holder, _, query in VOCABULARY.about(s.key, "adjacent", Adjacent.CLAIM):
        mask |= query(s, holder, unit, Adjacent.CLAIM)
    return mask


def stones_in(s: State, area: int) -> list[int]:
    """The kinds of unclaimed stone in an area."""
    return [stone for stone, lying in enumerate(s.stones) if lying[area]]


class Claim(Action[State]):
    """Simple action: take an unclaimed stone onto the base (MB-CLM-001)."""

    verb, rule, shape, when = "claim", "MB-CLM-001", ("claim area",), SIMPLE
    also = ("take stone", "pick up stone", "grab stone")
    phrase = "Claim the stone of {}"
    requirements = (
        one_left(),
        not_done(CLAIMED, "It has not claimed a stone yet"),
        on_board(),
        Requirement("MB-STN-002", "It carries no stone", lambda s, me: s.carries[acting(s)] < 0),
        Requirement(
            "MB-CLM-001",
            "It stands in {0}, or may claim from there",
            lambda s, me, area: claim_areas(s, acting(s)) >> area & 1,
            implied_by=("claim area",),
            against=lambda s, me, area: (f"area:{area}",),
        ),
        Requirement(
            "MB-CLM-001",
            "An unclaimed stone lies in {0}",
            lambda s, me, area: stones_in(s, area),
            implied_by=("claim area",),
        ),
        Requirement(
            "MB-TAL-005",
            "No enemy guards the stone",
            lambda s, me, area: not barred_by(s, MayAct.CLAIM, area),
            fault=lambda s, me, area: barred_by(s, MayAct.CLAIM, area),
        ),
    )

    async def do(self, s: State, me: int, area: int) -> None:
        assert s.activation is not None
        unit = s.activation.unit
        s.activation.do(CLAIMED)
        s.activation.simple += 1
        stone = await choose(me, "choice", stones_in(s, area), self, "which stone", argument="stone")
        s.stones[stone][area] -= 1
        s.carries[unit] = stone
        report(s, self.rule, does(s, unit, "{} claims the {} of {}"), s.config.units[unit].name,
               s.config.stone_names[stone], s.config.map.names[area], who=me,
               touched=(f"piece:{unit}", f"area:{area}"))  # fmt: skip


def absorbable(s: State, unit: int) -> list[tuple[int, int]]:
    """What a divinity may absorb: (-1, kind of stone on the ground) or (carrier, kind) (MB-ABS-001, MB-STN-004)."""
    area = s.place[unit]
    if area < 0:
        return []
    found = [(-1, stone) for stone in stones_in(s, area) if stone < len(STONES)]
    for other in s.units_in(area):
        if 0 <= s.carries[other] < len(STONES) and s.friends(unit, other):
            found.append((other, s.carries[other]))
    return found


class Absorb(Action[State]):
    """Complex action of a divinity: absorb a stone of its area (MB-ABS-001)."""

    verb, rule, when, phrase = "absorb", "MB-ABS-001", COMPLEX, "Absorb a divine stone"
    also = ("swallow",)
    requirements = (
        one_complex(),
        on_board(),
        Requirement(
            "MB-ABS-001",
            "It is a divinity",
            lambda s, me: acting(s) >= 0 and s.config.units[acting(s)].is_divinity,
        ),
        Requirement(
            "MB-ABS-001",
            "A stone lies in its area, or an ally carries one there",
            lambda s, me: absorbable(s, acting(s)),
        ),
    )

    async def do(self, s: State, me: int) -> None:
        assert s.activation is not None
        s.activation.do(COMPLEX_DONE)
        unit = s.activation.unit
        carrier, stone = await choose(
            me, "choice", absorbable(s, unit), self, "which stone", argument="source of a stone"
        )
        if carrier < 0:
            s.stones[stone][s.place[unit]] -= 1
        else:
            s.carries[carrier] = -1
        owner = s.owner[unit]
        s.absorbed[owner] += 1
        n = s.absorbed[owner]
        report(s, self.rule, "{} absorbs {}", s.config.units[unit].name, f"an {s.config.stone_names[stone]}",
               who=owner, figure=f"{n} of {s.config.fact('victory.stones')}", touched=(f"piece:{unit}",))  # fmt: skip
        if stone == 0:  # an omphalos, and all divinities of this box are Greek (MB-ABS-003, MB-STN-005)
            take(s, owner, OMPHALOS)
            report(s, "MB-STN-005", "takes an omphalos card", who=owner)
        judge(s)


CORE: tuple[Action[State], ...] = (Activate(), Walk(), Attack(), Claim(), Run(), Deploy(), Absorb())


def _borne(s: State) -> tuple[Action[State], ...]:
    """The actions that the unit which acts has by its powers, talents and classes."""
    unit = acting(s)
    if unit < 0:
        return ()
    return tuple(action for action in s.config.deeds[unit] if VOCABULARY.lives(action))


def known(s: State, me: int) -> tuple[Action[State], ...]:
    """Every action of a seat just now."""
    return (*CORE, *_borne(s))


def offered(s: State, me: int) -> tuple[Action[State], ...]:
    """Those of them whose moment it is."""
    memory, unit = s.config.memory, acting(s)
    moments: tuple[tuple[Requirement, ...], ...] | None = memory.get(("moments", unit))
    if moments is None:  # actions share their moments
        moments = tuple({id(action.when): action.when for action in known(s, me)}.values())
        VOCABULARY.remember(s.config, ("moments", unit), moments)
    now = tuple([all(moment.test(s, me) for moment in each) for each in moments])
    found: tuple[Action[State], ...] | None = memory.get(("offered", unit, now))
    if found is None:
        here = [id(each) for each, is_now in zip(moments, now, strict=True) if is_now]
        found = tuple(action for action in known(s, me) if id(action.when) in here)
        VOCABULARY.remember(s.config, ("offered", unit, now), found)
    return found


def power_verbs(abilities: tuple[tuple[Any, ...], ...]) -> tuple[str, ...]:
    """The verbs of all powers of a box."""
    return tuple(dict.fromkeys(a.verb for row in abilities for a in row if isinstance(a, Action)))


__all__ = ["CORE", "RIFT", "known", "large"]
