"""The common actions with their requirements: build, recruit, fight, seize, collect; and where one may go."""

from __future__ import annotations

from functools import cache

from ....engine.runtime.requirement import Action, Requirement
from . import building
from .artefacts import artefact_here, collect, free, met, printed, progress
from .battle import beat_monster, fight, fort_here, may_take, seize, skipped
from .building import barred, block_of, level_limit, level_of, recruit, recruits
from .movement import points, purchase, waves
from .state import (
    BUILDING,
    BUILDING_OVER,
    COLLECTED,
    COMBAT,
    FINDS,
    FORTRESS_FIGHT,
    FOUGHT_MONSTER,
    FREE,
    MONSTER_FIGHT,
    RECRUITED,
    ROUTES,
    STORMED,
    TOOK_ARTEFACT,
    State,
)
from .stock import can_pay, said
from .timings import VOCABULARY, powers_of
from .topics import MayAct


def _your(stage: int, rule: str, text: str) -> tuple[Requirement, ...]:
    return (Requirement(rule, text, lambda s, me: s.stage == stage and s.waits >> me & 1),)


IN_BUILDING = _your(BUILDING, "HE-BLD-001", "You perform a Building action")
IN_COMBAT = _your(COMBAT, "HE-MOV-012", "It is the time for combats of your Movement")
IN_FINDS = _your(FINDS, "HE-MOV-012", "All combats are over, and you may collect")
ON_THE_WAY = _your(ROUTES, "HE-MOV-002", "You choose your destination")


def _requires(s: State, me: int, block: int) -> str:
    return " or ".join(block_of(s, me, other).name for other in block_of(s, me, block).requires)


class Build(Action[State]):
    """Build one structure (HE-BLD-002)."""

    verb, rule, shape, when = "build", "HE-BLD-002", ("next structure",), IN_BUILDING
    phrase = "Build {}"
    requirements = (
        Requirement(
            "HE-BLD-001",
            "Building comes before recruiting, or after it",
            lambda s, me: not s.sheets[me].did(BUILDING_OVER),
            fault=lambda s, me: "you have built and then recruited",
        ),
        Requirement(
            "HE-BLD-004",
            "{0} can still be built",
            lambda s, me, b: s.sheets[me].built[b] < block_of(s, me, b).times,
            lambda s, me, b: f"built {s.sheets[me].built[b]} of {block_of(s, me, b).times}",
            implied_by=("next structure",),
        ),
        Requirement(
            "HE-BLD-002",
            "Nothing of its sort is built yet in this action",
            lambda s, me, b: building.room(s, me, b),
        ),
        Requirement(
            "HE-BLD-002",
            "Its level is within the action",
            lambda s, me, b: level_of(s, me, b) <= level_limit(s, me, b),
            lambda s, me, b: f"{level_of(s, me, b)} to {level_limit(s, me, b)}",
        ),
        Requirement(
            "HE-BLD-003",
            "A required structure stands",
            building.required,
            lambda s, me, b: _requires(s, me, b) or "none needed",
            against=lambda s, me, b: tuple(f"block:{me}:{o}" for o in block_of(s, me, b).requires),
            implied_by=("next structure",),
        ),
        Requirement(
            "HE-SCO-005",
            "No structure that stands has crossed it out",
            lambda s, me, b: not s.crossed(me, b),
            implied_by=("next structure",),
        ),
        Requirement(
            "HE-SCO-005",
            "The board does not forbid it",
            lambda s, me, b: not barred(s, MayAct.BUILD, me, b),
            fault=lambda s, me, b: barred(s, MayAct.BUILD, me, b),
        ),
        Requirement(
            "HE-BLD-002",
            "Its price can be paid",
            lambda s, me, b: can_pay(s, me, building.price_of(s, me, b), building.discount(s, me, b)),
            building.priced,
            lambda s, me, b: f"you have {said(s.sheets[me].stock)}",
        ),
    )

    async def do(self, s: State, me: int, block: int) -> None:
        await building.build(s, me, block)


class Recruit(Action[State]):
    """Recruit units of one kind (HE-BLD-011)."""

    verb, rule, shape, when = "recruit", "HE-BLD-011", ("unit for hire",), IN_BUILDING
    also = ("hire", "buy")
    phrase = "Recruit {}"
    requirements = (
        Requirement(
            "HE-BLD-001",
            "Recruiting is not over",
            lambda s, me: not s.sheets[me].did(RECRUITED),
            fault=lambda s, me: "you have recruited and then built",
        ),
        Requirement(
            "HE-BLD-011",
            "The structure stands that recruits {0}",
            recruits,
            lambda s, me, u: block_of(s, me, s.config.factions[me].units[u].home).name,
            against=lambda s, me, u: (f"block:{me}:{s.config.factions[me].units[u].home}",),
            implied_by=("unit for hire",),
        ),
        Requirement(
            "HE-BLD-013",
            "One of them can be paid",
            lambda s, me, u: any(can_pay(s, me, price) for price in building.prices(s, me, u)),
            lambda s, me, u: " or ".join(said(price) for price in building.prices(s, me, u)) or "never hired",
            lambda s, me, u: f"you have {said(s.sheets[me].stock)}",
        ),
    )

    async def do(self, s: State, me: int, unit: int) -> None:
        await recruit(s, me, unit)


class Fight(Action[State]):
    """Fight a monster of the line (HE-MON-002)."""

    verb, rule, shape, when = "fight", "HE-MON-002", ("next monster",), IN_COMBAT
    also = ("attack", "battle", "slay")
    phrase = "Fight: {}"
    requirements = (
        Requirement(
            "HE-MON-005",
            "No monster was fought in this round",
            lambda s, me: not s.sheets[me].tasks >> FOUGHT_MONSTER & 1,
        ),
        Requirement(
            "HE-MON-005",
            "It is neither beaten nor enslaved",
            lambda s, me, place: s.sheets[me].monsters[place] == FREE,
            implied_by=("next monster",),
        ),
        Requirement(
            "HE-MON-003",
            "Points are left to skip those before it",
            lambda s, me, place: skipped(s, me, place) <= s.sheets[me].points,
            lambda s, me, place: f"{skipped(s, me, place)} of {s.sheets[me].points}",
            implied_by=("next monster",),
        ),
    )

    async def do(self, s: State, me: int, place: int) -> None:
        sheet = s.sheets[me]
        sheet.points -= skipped(s, me, place)
        sheet.tasks |= 1 << FOUGHT_MONSTER
        if await fight(s, me, MONSTER_FIGHT, place, s.config.monsters[place].power):
            await beat_monster(s, me, self, place)
        s.combat = None


def _fort_stands(s: State, me: int) -> bool:
    fort = fort_here(s, me)
    return fort is not None and fort.region not in s.seized


TAKE = Requirement(
    "HE-MOV-011",
    "You are alone in the region, have won the combat there, or the others agree",
    may_take,
    against=lambda s, me: tuple(
        f"seat:{o}" for o, x in enumerate(s.sheets) if o != me and x.region == s.sheets[me].region
    ),
)


class Seize(Action[State]):
    """Storm the fortress of the region (HE-FRT-001)."""

    verb, rule, when = "seize", "HE-FRT-001", IN_COMBAT
    also = ("take fortress", "conquer fortress", "capture fortress", "besiege fortress")
    phrase = "Seize the fortress"
    requirements = (
        Requirement("HE-FRT-001", "A fortress stands in your region that nobody has", _fort_stands),
        Requirement("HE-FRT-001", "You have not stormed it yet", lambda s, me: not s.sheets[me].did(STORMED)),
        TAKE,
    )

    async def do(self, s: State, me: int) -> None:
        fort = fort_here(s, me)
        assert fort is not None
        s.sheets[me].do(STORMED)
        if await fight(s, me, FORTRESS_FIGHT, 0, fort.power):
            await seize(s, me, fort)
        s.combat = None


def _condition(s: State, me: int) -> str:
    artefact = artefact_here(s, me)
    card = printed(s, me, artefact)
    if free(s, me, artefact):
        return "nothing"
    if card.condition == "pay":
        return said(card.pay)
    return f"{progress(s, me, artefact)} of {card.amount}"


class Collect(Action[State]):
    """Collect the artefact of the region (HE-ART-008)."""

    verb, rule, when = "collect", "HE-ART-008", IN_FINDS
    also = ("take artefact", "pick up artefact")
    phrase = "Collect the artefact"
    requirements = (
        Requirement(
            "HE-ART-009",
            "An artefact lies in your region that nobody has",
            lambda s, me: artefact_here(s, me) >= 0 and s.held[artefact_here(s, me)] < 0,
        ),
        Requirement(
            "HE-PVP-013",
            "You took no artefact from a player in this round",
            lambda s, me: not s.sheets[me].tasks >> TOOK_ARTEFACT & 1,
        ),
        TAKE,
        Requirement(
            "HE-ART-008",
            "Its condition is met",
            lambda s, me: artefact_here(s, me) >= 0 and met(s, me, artefact_here(s, me)),
            lambda s, me: _condition(s, me) if artefact_here(s, me) >= 0 else "",
        ),
    )

    async def do(self, s: State, me: int) -> None:
        s.sheets[me].do(COLLECTED)
        await collect(s, me, artefact_here(s, me))


def _far(s: State, me: int, region: int) -> int:
    return next((cost for cost, wave in waves(s, me) if wave >> region & 1), 99)


def _most(s: State, me: int) -> int:
    way = purchase(s, me)
    have = points(s, me, s.level).value
    if way is None:
        return have
    return have + sum(s.sheets[me].stock[kind] for kind in way.kinds) // way.n * way.gain


class Move(Action[State]):
    """Choose where to go: the question of the plan, so that "why not?" knows it (HE-MOV-002)."""

    verb, rule, shape, when = "move", "HE-MOV-002", ("region",), ON_THE_WAY
    also = ("travel", "walk", "march", "go")
    phrase = "Move to {}"
    requirements = (
        Requirement(
            "HE-SET-006",
            "{0} is available with so many players",
            lambda s, me, region: s.config.map.open >> region & 1,
            implied_by=("region",),
            against=lambda s, me, region: (f"area:{region}",),
        ),
        Requirement(
            "HE-MOV-002",
            "Your movement points suffice",
            lambda s, me, region: _far(s, me, region) <= _most(s, me),
            lambda s, me, region: f"{_far(s, me, region)} of {_most(s, me)}",
        ),
    )


BUILD_ACTIONS: tuple[Action[State], ...] = (Build(), Recruit())
COMBAT_ACTIONS: tuple[Action[State], ...] = (Seize(), Fight())
FIND_ACTIONS: tuple[Action[State], ...] = (Collect(),)
CORE: tuple[Action[State], ...] = (*BUILD_ACTIONS, *COMBAT_ACTIONS, *FIND_ACTIONS, Move())
BY_STAGE = {BUILDING: BUILD_ACTIONS, COMBAT: COMBAT_ACTIONS, FINDS: FIND_ACTIONS}


@cache
def of_faction(slug: str) -> tuple[Action[State], ...]:
    """The actions that a faction has besides: its powers that are actions."""
    return tuple(power for power in powers_of(slug) if isinstance(power, Action))


def known(s: State, me: int) -> tuple[Action[State], ...]:
    """Every action of a seat."""
    return (*CORE, *of_faction(s.config.slugs[me]))


def offered(s: State, me: int) -> tuple[Action[State], ...]:
    """Those of this stage."""
    own = tuple(action for action in in_force(s, me) if all(moment.test(s, me) for moment in action.when))
    return (*own, *BY_STAGE.get(s.stage, ())) if s.waits >> me & 1 else ()


def in_force(s: State, me: int) -> tuple[Action[State], ...]:
    """The actions of a seat's own powers that are in force."""
    return tuple(hook[1] for hook in VOCABULARY.mine(s.key, "do", me) if isinstance(hook[1], Action))
