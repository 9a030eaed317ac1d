"""What becomes of the results of a battle: kills, routs, conquest or destruction, and the end (GW-PST, GW-CON)."""

from __future__ import annotations

from typing import NamedTuple

from ....engine.masks import bits
from ....engine.runtime.decision import checkpoint, choose
from ....engine.runtime.layers import fold, folded, sources
from ....engine.runtime.trace import group, report
from .battle import EARLY, Resolution, onlookers
from .common import STOPPED, area_name, eliminate, erect, instead, notice, raze, says, settle, tell, title, window
from .domains import GONE
from .movement import corner, travel
from .packing import KILL, KIND, ROUT, kills_on, routs_on
from .reach import bars, open_to
from .reach import routs as rout_ways
from .runes import in_battle
from .state import CONQUERED, NOTHING, State
from .timings import VOCABULARY, rule_by
from .topics import Limit, MayPlace, MayTarget, OnElimination, Watches

QUESTIONS = {KILL: "takes a kill", ROUT: "takes a rout"}
RULES = {KILL: "GW-PST-002", ROUT: "GW-PST-004"}


class Sending(NamedTuple):
    """A side's routed are about to be sent somewhere by its enemy: a mask of areas."""

    fight: Resolution
    seat: int
    by: int
    areas: int

    def struck(self, now: Sending) -> tuple[int, ...]:
        """Whom it affects that it was changed."""
        return (self.seat,)


class Taking(NamedTuple):
    """A building is about to be taken by the winner: the kind that he puts in its place, -1: none, it is destroyed."""

    fight: Resolution
    winner: int
    loser: int
    code: int
    kind: int
    settled: bool = False

    def struck(self, now: Taking) -> tuple[int, ...]:
        """Whom it affects that it was changed."""
        return (self.loser,)


# -- taking results ---------------------------------------------------------------------------------------------------
def most_results(fight: Resolution, seat: int, code: int) -> int:
    """How many results a unit may take: one, or more by a power."""
    return folded(1, fight.s.mine(seat, "limit"), fight.s, seat, Limit.RESULTS, seat, code & KIND)


def weighs(s: State, seat: int) -> bool:
    """Do all kills of a battle together decide what a side takes, so that those of a power before the dice wait?"""
    return bool(VOCABULARY.about(s.key.seats[seat], "limit", Limit.KILLS))


def taken(fight: Resolution, seat: int, what: Limit, n: int) -> int:
    """Of the results that were scored against a side those that it takes: its card or its enemy's may say otherwise."""
    s = fight.s
    hooks = [hook for f in fight.b.sides for hook in VOCABULARY.about(s.key.seats[f], "limit", what)]
    if not hooks:
        return n
    total = fold(n, hooks, s, seat, what, seat, n)
    if s.trace is not None and total.value != n:
        said = "{} of the {} " + f"{what} that were scored count"
        says(s, total.rule("GW-PST-002"), seat, "takes " + said, total.value, n, kind="not used", why=sources(total))
    return max(total.value, 0)


def pickable(fight: Resolution, seat: int, codes: list[int]) -> list[int]:
    """Those classes of units to which a kill may be given: all, unless a power says which."""
    s, what = fight.s, MayTarget.KILL
    hooks = [hook for f in fight.b.sides for hook in VOCABULARY.about(s.key.seats[f], "may_target", what)]
    if not hooks:
        return codes
    free = [c for c in codes if not any(may(s, h, seat, c & KIND, what) is False for h, _, may in hooks)]
    return free or codes


async def assign(fight: Resolution, seat: int, result: int, n: int) -> None:
    """The owner gives results to his units; what finds no unit is lost (GW-PST-002, GW-PST-004)."""
    s = fight.s
    roster = fight.b.roster[fight.side(seat)]
    while n > 0:
        fresh = [c for c in roster if c < KILL]
        more = [c for c in roster if c >= KILL and kills_on(c) + routs_on(c) < most_results(fight, seat, c)]
        if not fresh and not more:
            says(s, RULES[result], seat, "has no unit for {} more", n, kind="not used")
            return
        codes = [*fresh, *more]
        options = fight.options(seat, pickable(fight, seat, codes) if result == KILL else codes)
        unit = await choose(seat, "unit", options, RULES[result], QUESTIONS[result], argument="unit")
        code = unit[2]
        fight.change(seat, code, code + result)
        n -= 1


async def bury(fight: Resolution, seat: int) -> None:
    """Units of a side with a kill leave play, one after the other."""
    s, b, side = fight.s, fight.b, fight.side(seat)
    for code, n in list(b.roster[side].items()):
        if not kills_on(code):
            continue
        spare = max(most_results(fight, seat, code) - kills_on(code) - routs_on(code), 0)
        for _ in range(n):
            if b.stage >= STOPPED:  # the area is no more, and neither is who stood there
                return
            fight.change(seat, code)
            kind = code & KIND
            b.spare[side] += spare
            b.fates += ((side, kind, str(OnElimination.KILLED)),)
            out = s.n(seat, kind, GONE)
            if await eliminate(s, seat, kind, b.area, OnElimination.KILLED, fight.foe(seat), "GW-PST-002"):
                b.dead += ((seat, kind),)
                b.gone += ((seat, kind),) if s.n(seat, kind, GONE) > out else ()
                tell(s, Watches.LOST, (seat, kind, fight.foe(seat)))


async def send(fight: Resolution, seat: int) -> None:
    """All routed units of a side go to one area that its enemy names (GW-PST-005)."""
    s, b, side = fight.s, fight.b, fight.side(seat)
    away = [(code, n) for code, n in b.roster[side].items() if routs_on(code)]
    if not away:
        return
    foe = fight.foe(seat)
    if b.sent[side] >= 0 and s.ways.closed >> b.sent[side] & 1:
        b.sent[side] = NOTHING  # it was the Spike, and that has shattered since
    areas = 1 << b.sent[side] if b.sent[side] >= 0 else rout_ways(s, seat, b.area)
    if b.sent[side] < 0 and s.mine(foe, "would_retreat"):
        sending = Sending(fight, seat, foe, areas)
        now = await instead(s, "would_retreat", foe, sending)
        if now is not None and open_to(s, seat, now.areas):  # a power that leads nowhere corners nobody
            areas = now.areas
    areas = open_to(s, seat, areas)
    if not areas:
        await stand(fight, seat, away)
        return
    to = await choose(
        foe,
        "area",
        bits(areas),
        "GW-PST-005",
        "rout to",
        prompt=f"Where are the routed units of {title(s, seat)} sent?",
    )
    for code, n in away:
        for _ in range(n):
            fight.change(seat, code)
            b.fates += ((side, code & KIND, f"to {area_name(s, to)}"),)
            b.routed += ((seat, to),)
            travel(s, seat, code & KIND, b.area, to, "rout", "GW-PST-005")


async def stand(fight: Resolution, seat: int, away: list[tuple[int, int]]) -> None:
    """Routed units that can be sent nowhere stay, or are lost by it."""
    s, b = fight.s, fight.b
    for code, n in away:
        for _ in range(n):
            kind = code & KIND
            fight.change(seat, code, kind)
            if await corner(s, seat, kind, b.area, fight.foe(seat), "GW-PST-005"):
                b.dead += ((seat, kind),)
                tell(s, Watches.LOST, (seat, kind, fight.foe(seat)))


def sparing(s: State, seat: int) -> str:
    """The rule by which a unit of an empire takes more than one result."""
    rules = (rule_by(s, "limit", Limit.RESULTS, seat, kind, "") for kind in s.config.kinds[seat])
    return next(filter(None, rules), "GW-PST-004")


async def absorb(fight: Resolution, seat: int, due: int) -> int:
    """Routs that the dead of a side may still take, one by one; gives back how many are left for the living."""
    b, side = fight.b, fight.side(seat)
    living = sum(b.roster[side].values())
    while due and b.spare[side] and living:
        options = ("living", "dead") if due <= living else ("dead",)
        names = {"living": "A living unit takes it", "dead": "A unit that was killed takes it"}
        if await choose(seat, "choice", options, sparing(fight.s, seat), "spare rout", names=names) == "living":
            break
        b.spare[side] -= 1
        due -= 1
    return due


async def take_at_once(fight: Resolution, seat: int, kills: int, routs: int) -> None:
    """Results of a power in Pre-Battle, carried out now; later routs go the same way (GW-PST-016)."""
    if weighs(fight.s, seat):
        fight.b.kills[fight.side(seat)] += kills
    else:
        await assign(fight, seat, KILL, kills)
        await bury(fight, seat)
    before = len(fight.b.routed)
    await assign(fight, seat, ROUT, await absorb(fight, seat, taken(fight, seat, Limit.ROUTS, routs)))
    await send(fight, seat)
    fight.b.spare[fight.side(seat)] = 0  # the dead of this roll take nothing of the next one
    if len(fight.b.routed) > before:
        fight.b.sent[fight.side(seat)] = fight.b.routed[-1][1]


async def rout_away(s: State, owner: int, area: int, by: int, rule: str, kinds: list[int]) -> bool:
    """Outside of a battle units of an owner are routed as in one: all to one area, which somebody names (GW-PST-005).
    Who can go nowhere stays, or is lost if its card says so. Has anybody left the area?
    """
    areas = bits(open_to(s, owner, rout_ways(s, owner, area)))
    to, left = NOTHING, False
    if areas and kinds:
        prompt = f"Where are the routed units of {title(s, owner)} sent?"
        to = await choose(by, "area", areas, rule, "rout to", prompt=prompt)
    for kind in kinds:
        for _ in range(s.n(owner, kind, area)):
            if to >= 0:
                travel(s, owner, kind, area, to, "rout", rule)
                left = True
            elif await corner(s, owner, kind, area, by, rule):
                left = True
    return left


# -- stages -----------------------------------------------------------------------------------------------------------
async def kills(fight: Resolution, attacker: int, defender: int) -> None:
    """Both sides take their kills, the attacker first; then the killed leave (GW-PST-001 to GW-PST-003)."""
    for seat in (attacker, defender):
        await assign(fight, seat, KILL, taken(fight, seat, Limit.KILLS, fight.b.kills[fight.side(seat)]))
    for seat in (attacker, defender):
        await bury(fight, seat)


async def flee(fight: Resolution, attacker: int, defender: int) -> None:
    """The attacker's routed have left before the defender chooses his (GW-PST-006)."""
    for seat in (attacker, defender):
        due = await absorb(fight, seat, taken(fight, seat, Limit.ROUTS, fight.b.routs[fight.side(seat)]))
        await assign(fight, seat, ROUT, due)
        await send(fight, seat)


async def after(fight: Resolution, attacker: int, defender: int) -> None:
    """Post-Battle powers: the attacker's, the defender's, those of others (GW-PST-017)."""
    for seat in (attacker, defender, *onlookers(fight.s, fight.b)):
        if fight.b.stage >= STOPPED:
            return
        await window(fight.s, "post_battle", seat, fight, seat)
    await in_battle(fight.s, "post-battle")


async def conquest(fight: Resolution, attacker: int, defender: int) -> None:
    """Who has a unit left takes the building of an enemy who has none (GW-CON-001 to GW-CON-008)."""
    for winner, loser in ((attacker, defender), (defender, attacker)):
        code = fight.building(loser)
        if fight.stands(winner) and not fight.stands(loser) and code >= 0:
            await take(fight, winner, loser, code)


async def take(fight: Resolution, winner: int, loser: int, code: int) -> None:
    """Conquer or destroy a building."""
    s, b = fight.s, fight.b
    area, kind = b.area, s.config.same[winner][loser][code & 7]
    taking = Taking(fight, winner, loser, code, kind)
    if s.mine(winner, "would_be_placed"):
        found = await instead(s, "would_be_placed", winner, taking)
        if found is None:
            return  # it stands
        taking = found
    kind = taking.kind
    mine = winner << 3 | kind
    may = kind >= 0 and s.stock(winner, kind) > 0 and not bars(s, winner, mine, area, MayPlace.CONQUER)
    names = {"conquer": "Conquer it", "destroy": "Destroy it"}
    how = "conquer"
    if not taking.settled:
        options = ("conquer", "destroy") if may else ("destroy",)
        how = await choose(winner, "choice", options, "GW-CON-004", "conquest", names=names)
    if how == "conquer":
        raze(s, area, code, "GW-CON-004", whole=True)
        await erect(s, winner, kind, area, "GW-CON-004", "conquers it with", word="conquest")
        done = CONQUERED
    else:
        done = raze(s, area, code, "GW-CON-006")
    b.taken += ((winner, loser, code & 7, done),)


async def end(fight: Resolution, attacker: int, defender: int) -> None:
    """Who was left out is back; then what looks at the whole battle."""
    b = fight.b
    b.apart = ()
    for seat in (attacker, defender, *onlookers(fight.s, b)):
        await window(fight.s, "battle_end", seat, fight, seat)


STAGES = (
    *EARLY,
    ("Kills", "GW-PST-001", kills),
    ("Routs", "GW-PST-006", flee),
    ("Post-Battle", "GW-PST-017", after),
    ("Conquest or Destruction", "GW-CON-001", conquest),
    ("The end", "GW-GAB-018", end),
)


async def battle(s: State) -> None:
    """The stages in their order; a battle on the shattering Spike is over at once."""
    b = s.battle
    assert b is not None
    fight = Resolution(s, b)
    while b.stage < len(STAGES):
        name, rule, stage = STAGES[b.stage]
        if s.trace is None:
            await stage(fight, *b.sides)
        else:
            with group(s, rule, "{}", name, kind="rule", touched=(f"area:{b.area}",)):
                await stage(fight, *b.sides)
        if b.stage >= STOPPED and stage is not end:
            if s.trace is not None:
                report(s, "GW-SPK-002", "The battle is over: its area is no more", kind="rule")
            await end(fight, *b.sides)  # what it has cost until then it has cost
        b.stage += 1
        notice(s)  # a Heroquest that is fulfilled now is, whatever the rest of the battle brings
        await checkpoint()
    tell(s, Watches.BATTLE, fight)
    s.battle = None
    await settle(s)
