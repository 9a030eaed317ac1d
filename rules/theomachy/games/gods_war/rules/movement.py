"""Move Units: one unit after the other, Kylerela, and the leave to come out of Hell (GW-MOV, GW-KYL, GW-MAP-019 on).

Each unit that has moved is a mark from which the state alone goes on: `origin`, `moved`, `drifted` and `exit` hold what
the action has done so far.
"""

from __future__ import annotations

from ....engine.masks import bits
from ....engine.runtime.decision import Answer, Decision, checkpoint, choose, die, yes
from ....engine.runtime.layers import folded
from ....engine.runtime.trace import report
from .adjacency import POOLED
from .common import (
    Unit,
    actor,
    area_name,
    arrow,
    can_pay_vp,
    eliminate,
    lose_vp,
    piece,
    says,
    tell,
    the,
    title,
    unit_name,
    units_in,
    window,
)
from .reach import drifts, moves, open_to, routs, steps
from .state import NOTHING, Exit, State
from .timings import VOCABULARY, Power, on
from .topics import CountsAs, MayMove, OnElimination, Watches

MOVES = "GW-MOV-001"
UNCARRIED = ("rout", "own way", "swept")  # ways of a unit that no power of a player is behind


# -- ratings ----------------------------------------------------------------------------------------------------------
def rolled(s: State, seat: int, kind: int) -> bool:
    """Is the rating of such a unit a die?"""
    hooks = s.mine(seat, "counts_as")
    return any(c(s, seat, kind, CountsAs.ROLLED) for _, _, c in hooks) if hooks else False


def thrown_late(s: State, seat: int, kind: int) -> bool:
    """Is that die thrown with the dice of a battle, and not with its forces?"""
    return any(c(s, seat, kind, CountsAs.LATE) for _, _, c in s.mine(seat, "counts_as"))


def rating(s: State, seat: int, kind: int, area: int, foe: int = NOTHING) -> int:
    """The combat rating of a unit in an area, against somebody; for one that is rolled what it has without the die."""
    unit = s.config.empires[seat].units[kind]
    base = unit.in_hell if s.config.map.hell >> area & 1 else unit.combat
    if unit.against_own >= 0 and foe >= 0 and s.config.slugs[foe] == unit.of:
        base = unit.against_own
    return max(folded(base, s.mine(seat, "strength"), s, seat, kind, area, foe), 0)


def ratings(s: State, seat: int, kind: int) -> tuple[str, str]:
    """The rating of a unit as it is now, outside Hell and in it, for people."""
    if rolled(s, seat, kind):
        return "a die", "a die"
    hell = bits(s.config.map.hell)
    places = (next(area for area in range(len(s.site)) if area not in hell), hell[0])
    above, below = [str(rating(s, seat, kind, area)) for area in places]
    return above, below


def rolling(s: State, seat: int, kind: int) -> Power:
    """The power that makes the rating of such a unit a die."""
    powers = (power for _, power, counts in s.mine(seat, "counts_as") if counts(s, seat, kind, CountsAs.ROLLED))
    return next(power for power in powers if isinstance(power, Power))


def faces(s: State, seat: int, kind: int) -> tuple[int, ...]:
    """What each face of that die makes of the rating."""
    return s.config.faces(rolling(s, seat, kind))


async def rated(s: State, seat: int, kind: int) -> int:
    """The die of a unit whose rating is one, by the power that makes it one."""
    power = rolling(s, seat, kind)
    n = await die(power, "rating", prompt=f"The rating of {unit_name(s, seat, kind)}")
    says(s, power, seat, "rolls {} for {}", n, unit_name(s, seat, kind))
    return s.config.faces(power)[n - 1]


def thrown(s: State, seat: int, kind: int) -> int:
    """The die of such a unit in the action under way: one throw decides for all of it; -1 while there was none."""
    rows = s.exit.thrown if s.exit is not None else ()
    return next((n for who, k, n in rows if (who, k) == (seat, kind)), NOTHING)


def at_most(s: State, seat: int, kind: int, area: int) -> int:
    """The highest rating that such a unit can have for the leave of this action."""
    die = thrown(s, seat, kind) if rolled(s, seat, kind) else 0
    return rating(s, seat, kind, area) + (max(faces(s, seat, kind)) if die < 0 else die)


def at_least(s: State, seat: int, kind: int, area: int) -> int:
    """The lowest one."""
    die = thrown(s, seat, kind) if rolled(s, seat, kind) else 0
    return rating(s, seat, kind, area) + (min(faces(s, seat, kind)) if die < 0 else die)


async def sure_rating(s: State, seat: int, kind: int, area: int) -> int:
    """The rating as it is needed now: a die is thrown for one that is rolled, once in an action."""
    if rolled(s, seat, kind) and thrown(s, seat, kind) < 0:
        assert s.exit is not None
        s.exit.thrown += ((seat, kind, await rated(s, seat, kind)),)
    return at_least(s, seat, kind, area)


# -- out of Hell ------------------------------------------------------------------------------------------------------
def is_free(s: State, me: int, area: int) -> bool:
    """Do units of this seat need no leave to come out of Hell?"""
    hooks = VOCABULARY.about(s.key.seats[me], "may_move", MayMove.LEAVE_HELL)
    return any(may(s, holder, me, MayMove.LEAVE_HELL, area) is True for holder, _, may in hooks) if hooks else False


def granted(s: State, me: int, kind: int, area: int) -> tuple[int, ...]:
    """Who has given such units leave here, in this action."""
    rows = s.exit.granted if s.exit is not None else ()
    return tuple(seat for seat, _, hell, who, k in rows if (hell, who, k) == (area, me, kind))


def bound(s: State, me: int, kind: int, area: int) -> bool:
    """Must this unit stay, since it has given leave itself (GW-MAP-021)? One of its kind is enough."""
    rows = s.exit.granted if s.exit is not None else ()
    given = any((seat, k, hell) == (me, kind, area) for seat, k, hell, _, _ in rows)
    return given and s.n(me, kind, area) < 2


def givers(s: State, asker: int, me: int, kind: int, area: int) -> list[tuple[int, int]]:
    """Who might give leave to such a unit: (seat, kind), with a rating that can be higher (GW-MAP-019, GW-MAP-022).

    An Uncontrolled Faction gives none, unless somebody decides for it (ruling `uncontrolled_acts`).
    """
    least = at_least(s, me, kind, area)
    refused = s.exit.refused if s.exit is not None else ()
    return [
        (seat, k)
        for seat in s.order(me)
        if (seat, me, kind) not in refused and (seat == asker or s.tended(seat))
        for k in s.kinds_in(seat, area)
        if (seat, k) != (me, kind) and at_most(s, seat, k, area) > least
    ]


def may_leave(s: State, me: int, kind: int, area: int, *, carried_by: int = NOTHING) -> bool:
    """Is there any way for such a unit to come out of Hell? Some powers free who moves, not who is carried."""
    moves, asker = carried_by < 0, me if carried_by < 0 else carried_by
    if bound(s, me, kind, area):
        return False
    free = (moves and is_free(s, me, area)) or (s.exit is not None and s.exit.paid)
    if free or granted(s, me, kind, area):
        return True
    price = s.config.fact("hell.vp_to_leave")
    return (s.rift == POOLED and can_pay_vp(s, asker, price)) or bool(givers(s, asker, me, kind, area))


async def leave(s: State, me: int, kind: int, area: int, *, carried_by: int = NOTHING) -> bool:
    """Does such a unit get out? Its player, or who carries it, pays or asks, one after the other (GW-MAP-019 to
    GW-MAP-026). Leave is for all units of the kind for which it was asked.
    """
    moves, asker = carried_by < 0, me if carried_by < 0 else carried_by
    free = (moves and is_free(s, me, area)) or (s.exit is not None and s.exit.paid)
    if free or granted(s, me, kind, area):
        return True
    if s.exit is None:
        s.exit = Exit.fresh(s.config)
    price = s.config.fact("hell.vp_to_leave")
    while True:
        ways: list[Answer] = [("ask", seat, k) for seat, k in givers(s, asker, me, kind, area)]
        if s.rift == POOLED and can_pay_vp(s, asker, price):
            ways.append("pay")
        if not ways:
            return False
        answer = await Decision(asker, "choice", (*ways, "stay"), "GW-MAP-019", "leave Hell", argument="giver")
        if answer == "stay":
            return False
        if answer == "pay":
            s.exit.paid = True
            lose_vp(s, asker, price, "GW-MAP-025")
            return True
        _, seat, k = answer
        own = await sure_rating(s, me, kind, area)
        if at_most(s, seat, k, area) <= own or await sure_rating(s, seat, k, area) <= own:
            continue  # its die is too low: its player has not been asked
        n, name = s.n(me, kind, area), unit_name(s, me, kind)
        units = f"{n} × {name}" if n > 1 else name
        agrees = seat == asker or await yes(
            s.decider(seat, (asker,)),
            "GW-MAP-020",
            "give leave",
            prompt=f"{title(s, asker)} asks for leave to come out of Hell: {units}. Give it?",
        )
        if agrees:
            s.exit.granted += ((seat, k, area, me, kind),)
            says(s, "GW-MAP-020", seat, "gives leave to {} of {}", name, title(s, me))
            return True
        s.exit.refused += ((seat, me, kind),)


def giver_to(s: State, me: int, kind: int, area: int) -> int:
    """Who else has given such a unit leave in this action, or -1."""
    return next((seat for seat in reversed(granted(s, me, kind, area)) if seat != me), NOTHING)


# -- one unit ---------------------------------------------------------------------------------------------------------
def held(s: State, me: int, area: int) -> bool:
    """Does a power keep all units in an area?"""
    hooks = on(s, "may_move", MayMove.LEAVE_AREA)
    return any(may(s, holder, me, MayMove.LEAVE_AREA, area) is False for holder, _, may in hooks) if hooks else False


def anybody_goes(s: State, me: int, area: int) -> bool:
    """Does a way lead from an area that each unit there may go, whatever its kind?"""
    hell, ways = s.config.map.hell, steps(s, me)[area]
    return bool(ways & hell if hell >> area & 1 else ways) and not held(s, me, area)


def destinations(s: State, me: int, kind: int, area: int) -> int:
    """Where such a unit may go in a move, as a mask."""
    if area >= len(s.site) or held(s, me, area):
        return 0
    found, map_ = moves(s, me, area), s.config.map
    if map_.hell >> area & 1:
        if not may_leave(s, me, kind, area):
            return found & map_.hell
        found |= 1 << map_.exit
    return found


def kept_by(s: State, owner: int, kind: int, what: MayMove) -> str:
    """The rule by which such a unit is not moved so, or ""."""
    hooks = VOCABULARY.about(s.key.seats[owner], "may_move", what)
    return next((power.rule for holder, power, may in hooks if may(s, holder, owner, what, kind) is False), "")


def carries(s: State, owner: int, kind: int, what: MayMove = MayMove.CARRIED) -> bool:
    """May a power of a player take such a unit elsewhere? Or may it be swept along with its area?"""
    return not kept_by(s, owner, kind, what)


def travel(s: State, seat: int, kind: int, a: int, b: int, how: str, rule: str) -> None:
    """The one door for a unit that goes from area to area; `how` is "move", "dawn", "rune", "teleport", "whirl",
    "call", "surge", "rout", "nightfall", or of monsters "own way" and "swept" (along with all units of an area). A
    monster that no power carries stays where it is.
    """
    if s.config.nobodys >> seat & 1 and how not in UNCARRIED and (by := kept_by(s, seat, kind, MayMove.CARRIED)):
        says(s, by, seat, "stays in {}: no power of a player moves it", area_name(s, a), kind="not used")
        return
    s.move(seat, kind, a, b)
    s.note(how, seat, kind, a, b)
    if s.trace is not None:
        name, whose = unit_name(s, seat, kind), title(s, seat)
        report(
            s,
            rule,
            "{} goes from {} to {}",
            name if name == whose else f"{name} of {whose}",  # a card of one Monster has its name
            area_name(s, a),
            area_name(s, b),
            who=actor(s, seat),
            note="" if how == "move" else how,
            arrow=arrow(a, b, "retreat" if how == "rout" else "move"),
            touched=(piece(s, seat, a, kind), piece(s, seat, b, kind)),
        )
    if s.config.map.hell >> a & 1 and not s.config.map.hell >> b & 1:
        if (giver := giver_to(s, seat, kind, a)) >= 0:
            s.spent += ((seat, f"leave {kind}", giver),)  # who let it out: a Heroquest may thank him
        tell(s, Watches.LEFT_HELL, (seat, kind))


async def rout(s: State, seat: int, kind: int, area: int, by: int, rule: str, areas: int = -1) -> bool:
    """A unit is routed though there is no battle, to an area that `by` names, of some `areas` or where routs lead. One
    that can go nowhere stays, or is lost if its card says so. Returns whether it has left the area.
    """
    open_ = open_to(s, seat, routs(s, seat, area) & areas)
    if not open_:
        return await corner(s, seat, kind, area, by, rule)
    to = await choose(
        by, "area", bits(open_), rule, "rout to",
        prompt=lambda: f"Where is {the(s, seat, kind)} of {title(s, seat)} sent?",
    )  # fmt: skip
    travel(s, seat, kind, area, to, "rout", rule)
    return True


async def corner(s: State, seat: int, kind: int, area: int, by: int, rule: str) -> bool:
    """A unit can be routed nowhere: is it lost by that?"""
    hooks = s.mine(seat, "counts_as")
    doomed = any(counts(s, seat, kind, CountsAs.CORNERED) for _, _, counts in hooks)
    return doomed and await eliminate(s, seat, kind, area, OnElimination.CORNERED, by, rule)


def movers(s: State, me: int) -> list[Unit]:
    """Units at the origin that may still go somewhere."""
    return [unit for unit in units_in(s, me, s.origin) if destinations(s, me, unit[2], s.origin)]


def may_drift(s: State) -> bool:
    """May Kylerela itself be moved in this action (GW-KYL-006)? Who has activated it might (GW-KYL-003)."""
    return s.origin == s.config.map.isle and not s.drifted and bool(drifts(s))


async def move_units(s: State, me: int) -> None:
    """The action, from its mark on: unit after unit, and the island (GW-MOV-001 to GW-MOV-009)."""
    while True:
        begun = bool(s.moved) or s.drifted or s.exit is not None
        options: list[Answer] = [*movers(s, me), *(["island"] if may_drift(s) else []), *(["done"] if begun else [])]
        if not options or options == ["done"]:
            break
        answer = await choose(me, "unit", options, MOVES, "unit to move", argument="unit")
        if answer == "done":
            break
        if answer == "island":
            await drift(s, me)
        else:
            await step(s, me, answer[2], s.origin, "move", MOVES)
        await checkpoint()


async def step(s: State, me: int, kind: int, a: int, how: str, rule: str) -> bool:
    """One unit goes to an area of its player's choice; out of Hell only with leave. Has it gone?"""
    to = await choose(
        me, "area", bits(destinations(s, me, kind, a)), rule, "move to",
        prompt=lambda: f"Where does {the(s, me, kind)} of {area_name(s, a)} go?",
    )  # fmt: skip
    hell = s.config.map.hell
    if hell >> a & 1 and not hell >> to & 1 and not await leave(s, me, kind, a):
        return False
    travel(s, me, kind, a, to, how, rule)
    s.moved += ((kind, to),)
    return True


async def drift(s: State, me: int) -> None:
    """Kylerela goes to another place, in its sea or the next one (GW-KYL-001, GW-KYL-006)."""
    map_, all_, open_ = s.config.map, s.config.places, drifts(s)
    seas = sorted({all_[i].sea for i in open_})
    sea = await choose(me, "area", seas, "GW-KYL-006", "island to")
    places = [i for i in open_ if all_[i].sea == sea]
    s.island = await choose(me, "choice", places, "GW-KYL-008", "island place", argument="isle")
    s.drifted = True
    s.reground()
    says(s, "GW-KYL-001", me, "moves Kylerela: {}", all_[s.island].name, touched=(f"area:{map_.isle}",))


async def gone(s: State, me: int) -> None:
    """A move is over: what looks at where units have gone, then all that it remembered is forgotten."""
    if s.hooks("on_move"):
        hell = s.config.map.hell
        for kind in sorted({kind for kind, to in s.moved if not hell >> to & 1}):
            for seat in s.order(s.active):
                await window(s, "on_move", seat, s, seat, me, kind, say_could=False)
    s.moved, s.drifted, s.exit, s.origin = (), False, None, NOTHING
