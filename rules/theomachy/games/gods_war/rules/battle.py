"""Battle up to the results: who takes part, Pre-Battle, the dice, what they come to. It names no empire.

All that the stages share lies in `s.battle`, so that each may begin from the state alone. What becomes of the results
is in `losses`.
"""

from __future__ import annotations

from typing import NamedTuple

from ....engine.runtime.battle_sides import Sides
from ....engine.runtime.decision import roll
from ....engine.runtime.dice import number_of_dice
from ....engine.runtime.layers import Part, Total, fold, sources
from ....engine.runtime.trace import report
from .common import actor, affect, instead, piece, title, unit_name, window
from .config import GREATER
from .domains import POOL
from .movement import rated as dice_rating
from .movement import rating, rolled, thrown_late
from .packing import KIND
from .runes import in_battle
from .state import NOTHING, BattleRecord, State
from .timings import VOCABULARY
from .topics import FixedResults

LEFT_OUT = "left out"  # the fate of who counts as absent


class Score(NamedTuple):
    """Results that are counted, none assigned: kills and routs to be taken by the attacker and by the defender."""

    fight: Resolution
    kills: tuple[int, int]
    routs: tuple[int, int]
    step: str  # "battle", the rolls, or "post-battle": each power speaks in the step that it names (GW-GAB-032)

    def struck(self, now: Score) -> list[int]:
        """Whom it affects that they were changed: who has other results to take."""
        sides = self.fight.b.sides
        old, new = zip(self.kills, self.routs, strict=True), zip(now.kills, now.routs, strict=True)
        return [seat for seat, a, b in zip(sides, old, new, strict=True) if a != b]


class Resolution(Sides[State, BattleRecord]):
    """The battle as the author of a power sees it. Holds nothing of its own."""

    __slots__ = ()
    kind = KIND

    def has_god(self, seat: int) -> bool:
        """Does a greater god of that side take part?"""
        return any(self.s.config.rank[seat][c & KIND] == GREATER for c in self.units(seat))

    def fought(self, seat: int) -> set[int]:
        """Kinds of units of a side that take part, or did until they were killed or routed."""
        side = self.side(seat)
        gone = {c & KIND for f, c, how in self.b.fates if f == side and how != LEFT_OUT}
        return gone | {c & KIND for c in self.b.roster[side]}

    def fallen(self, seat: int) -> list[int]:
        """Kinds of the dead of a side that lie in its pool: neither out of the game, nor back in play since."""
        kinds = [kind for who, kind in self.b.dead if who == seat]
        for who, kind in self.b.gone:
            if who == seat:
                kinds.remove(kind)
        return [kind for kind in dict.fromkeys(kinds) if self.s.n(seat, kind, POOL)]

    def stands(self, seat: int) -> bool:
        """Has a side a unit in the area, one that came after the losses too? Who is left out counts as absent."""
        return self.s.crowd(seat, self.b.area) > sum(who == seat for who, _ in self.b.apart)

    def building(self, seat: int) -> int:
        """The building of a side in the area, or -1."""
        return self.s.mine_in(seat, self.b.area)

    # -- who takes part -----------------------------------------------------------------------------------------------
    def leave_out(self, seat: int, kind: int) -> None:
        """A unit stays in the area, but counts as absent until the battle is over."""
        self.change(seat, kind)
        self.b.apart += ((seat, kind),)
        self.b.fates += ((self.side(seat), kind, LEFT_OUT),)

    # -- dice ---------------------------------------------------------------------------------------------------------
    def rating(self, seat: int, kind: int, area: int) -> int:
        """The rating of one unit in this battle."""
        if self.b.calm:
            return 0
        thrown = next((n for who, k, n in self.b.rated if (who, k) == (seat, kind)), 0)
        return rating(self.s, seat, kind, area, self.foe(seat)) + thrown

    def total(self, seat: int) -> Total:
        """The dice of a side, with where each comes from (GW-ROL-002)."""
        if self.b.calm > 1:
            return Total(0)
        b, config, side = self.b, self.s.config, self.side(seat)
        parts: list[Part] = []

        def put(name: str, n: int, rule: str) -> None:
            if n:
                parts.append(Part(name, n, rule))

        kinds = self.kinds(seat)
        for kind, n in kinds.items():
            unit = config.empires[seat].units[kind]
            put(f"{n} × {unit.name}" if n > 1 else unit.name, n * self.rating(seat, kind, b.area), unit.rule)
        for who, area, kind, n, rule in b.allies:
            if who == seat:
                name = f"{n} × {unit_name(self.s, seat, kind)} from elsewhere"
                put(name, n * self.rating(seat, kind, area), rule)
        for who, kind, n in b.silent if not b.calm else ():
            if who == seat and kind in kinds:  # who has left the battle takes only his own dice with him
                put(f"{unit_name(self.s, seat, kind)} rolls apart", -n, "GW-ROL-004")
        for who, by, kind, n in b.less if not b.calm else ():  # a rating of 0 takes nothing
            if who == seat:
                put(f"{unit_name(self.s, by, kind)} of {title(self.s, by)}", -n, config.empires[by].units[kind].rule)
        put("further dice", b.extra[side], "GW-ROL-004")
        start = Total(sum(part.change for part in parts), tuple(parts))
        if hooks := self.s.hooks("dice"):
            start = fold(start, hooks, self, seat, seat)
        return start._replace(value=max(start.value, 0))

    def fixed(self, seat: int, what: FixedResults) -> Total:
        """Kills or routs that the building of a side adds (GW-ROL-006)."""
        code = self.building(seat)
        if code < 0:
            return Total(0)
        building = self.s.building(code, self.b.area)
        n = building.kills if what is FixedResults.KILLS else building.routs
        start = Total(n, (Part(building.name, n, building.rule),) if n else ())
        return fold(start, self.s.mine(seat, "fixed_results"), self, seat, self.foe(seat), code, what)

    async def throw(self, seat: int, n: int, rule: str, what: str) -> tuple[int, int]:
        """Dice of a side: kills and routs."""
        s = self.s
        outcome = await roll(s.config.die, n, rule, what, prompt=prompt_of(s, seat))
        assert isinstance(outcome, tuple)
        kills, routs = outcome
        self.b.rolled += ((self.side(seat), n, kills, routs),)
        if s.trace is not None:
            report(
                s,
                rule,
                "{} rolls {}: {}",
                title(s, seat),
                number_of_dice(n),
                s.config.die.say(outcome),
                who=actor(s, seat),
                dice=(s.config.die, n, outcome),
                figure=number_of_dice(n),
                touched=tuple(piece(s, seat, self.b.area, c & KIND) for c in self.units(seat)),
            )
        return kills, routs


def muster(s: State, area: int, attacker: int, defender: int, keeper: int = NOTHING) -> BattleRecord:
    """All units of both sides in the area take part, and the building of each (GW-BAT-009). Who attacks a monster, or
    makes it attack, decides for it as its `keeper`.
    """
    b = BattleRecord.fresh(s.config)
    b.area, b.sides = area, (attacker, defender)
    b.roster = [{kind: s.n(f, kind, area) for kind in s.kinds_in(f, area)} for f in b.sides]
    b.sent = [NOTHING, NOTHING]
    b.keeper = attacker if s.config.nobodys >> defender & 1 and keeper < 0 else keeper
    if b.keeper < 0:
        b.keeper = next((s.decider(f, b.sides) for f in b.sides if not s.played(f)), NOTHING)
    return b


def onlookers(s: State, b: BattleRecord) -> list[int]:
    """Everybody else, in turn order; then what nobody plays."""
    return [owner for owner in (*s.order(s.active), *s.config.neutrals) if owner not in b.sides]


def prompt_of(s: State, seat: int) -> str:
    """The question for the dice of a side."""
    return f"The dice of {title(s, seat)}"


# -- stages -----------------------------------------------------------------------------------------------------------
async def begin(fight: Resolution, attacker: int, defender: int) -> None:
    """Dice of those whose rating is a die; then the totals as they stand before any power, and who speaks first."""
    s, b = fight.s, fight.b
    await rate(fight, late=False)
    b.initial = [fight.total(seat).value for seat in b.sides]
    if s.hooks("battle_declared"):
        for seat in (attacker, defender, *onlookers(s, b)):
            await window(s, "battle_declared", seat, fight, seat)


async def rate(fight: Resolution, *, late: bool) -> None:
    """The dice that make ratings: those of the forces, or those that are thrown with the dice of the battle."""
    s, b = fight.s, fight.b
    for seat in b.sides:
        for kind in sorted({code & KIND for code in fight.units(seat)}):
            if rolled(s, seat, kind) and (seat, kind) not in {row[:2] for row in b.rated}:
                if late or not thrown_late(s, seat, kind):
                    n = await dice_rating(s, seat, kind)
                    b.rated += ((seat, kind, n),)
                    if late:  # what it began the battle with
                        side = fight.side(seat)
                        gone = sum((who, code & KIND) == (side, kind) for who, code, _ in b.fates)
                        b.initial[side] += n * (fight.count(seat, kind) + gone)


async def attacker_before(fight: Resolution, attacker: int, defender: int) -> None:
    """All Pre-Battle powers of the attacker, in any order (GW-PRE-002)."""
    await window(fight.s, "pre_battle", attacker, fight, attacker, defender)


async def defender_before(fight: Resolution, attacker: int, defender: int) -> None:
    """Then those of the defender."""
    await window(fight.s, "pre_battle", defender, fight, defender, attacker)
    await in_battle(fight.s, "pre-battle")


async def before_dice(fight: Resolution, attacker: int, defender: int) -> None:
    """Who rolls otherwise says so now; who looks on comes last. Then no rating is open any more."""
    s = fight.s
    await rate(fight, late=True)
    for me, foe in ((attacker, defender), (defender, attacker)):
        await window(s, "before_dice", me, fight, me, foe)
    if s.hooks("before_dice"):
        for me in onlookers(s, fight.b):
            await window(s, "before_dice", me, fight, me, NOTHING, say_could=False)


async def dice(fight: Resolution, attacker: int, defender: int) -> None:
    """Both sides roll (GW-ROL-004)."""
    s, b = fight.s, fight.b
    pairs = ((attacker, defender), (defender, attacker))
    totals = [fight.total(me) for me, _ in pairs]
    for (me, foe), total in zip(pairs, totals, strict=True):
        if s.trace is not None and total.parts:
            report(s, "GW-ROL-002", "{} has a total of {}", title(s, me), total.value, who=me, why=sources(total))
        kills, routs = await fight.throw(me, total.value, "GW-ROL-004", "battle dice")
        b.kills[fight.side(foe)] += kills
        b.routs[fight.side(foe)] += routs
    for me, foe in pairs:
        await window(s, "dice_rolled", me, fight, me, foe)
    await in_battle(s, "battle")


async def count(fight: Resolution, attacker: int, defender: int) -> None:
    """Buildings add their results; then powers may change what is scored (GW-ROL-006)."""
    s, b = fight.s, fight.b
    for me, foe in ((attacker, defender), (defender, attacker)):
        kills, routs = fight.fixed(me, FixedResults.KILLS), fight.fixed(me, FixedResults.ROUTS)
        for part in (*kills.parts, *routs.parts):
            if part.holder is not None and part.change > 0:
                affect(s, me, VOCABULARY.named(part.name), (foe,))
        b.kills[fight.side(foe)] += max(kills.value, 0)
        b.routs[fight.side(foe)] += max(routs.value, 0)
        if s.trace is not None and (kills.value or routs.value):
            text = s.config.die.say((kills.value, routs.value))
            report(s, "GW-ROL-006", "The building of {} adds {}", title(s, me), text, who=me,
                   why=sources(kills) + sources(routs))  # fmt: skip
    if s.hooks("would_score"):
        seats = (attacker, defender, *onlookers(s, b))
        for step, seat in ((step, seat) for step in ("battle", "post-battle") for seat in seats):
            score = Score(fight, (b.kills[0], b.kills[1]), (b.routs[0], b.routs[1]), step)
            now = await instead(s, "would_score", seat, score)
            assert now is not None  # results may become others
            b.kills, b.routs = list(now.kills), list(now.routs)
    await in_battle(s, "post-battle")


EARLY = (
    ("Forces", "GW-BAT-009", begin),
    ("Pre-Battle, attacker", "GW-PRE-002", attacker_before),
    ("Pre-Battle, defender", "GW-PRE-002", defender_before),
    ("Before the dice", "GW-ROL-008", before_dice),
    ("Combat rolls", "GW-ROL-004", dice),
    ("Results", "GW-ROL-006", count),
)
STAGE_OF_DICE = next(i for i, (_, _, stage) in enumerate(EARLY) if stage is dice)
