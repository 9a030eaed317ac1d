"""Battle to the letter; it names no faction. Units are counted by class: kind, keeper, marks and results make the code.

All that the stages share lies in `s.battle`, so that each may begin from the state alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ....engine.errors import RulesError
from ....engine.runtime.ability import Ability, Hook
from ....engine.runtime.battle_sides import Sides
from ....engine.runtime.decision import checkpoint, choose, roll, yes
from ....engine.runtime.dice import number_of_dice
from ....engine.runtime.layers import Part, Total, fold, folded, replaced, sources
from ....engine.runtime.trace import group, report
from .common import MOST_ROUNDS, Unit, arrow, eliminate, lost, notice, piece, repay, tell, title, unit_name, window
from .config import GOO
from .domains import DOOMED, KEEPER, KILL, KIND, PAIN, POOL, kills_on, pains_on, plain
from .state import BattleRecord, State, battle_of
from .timings import CARD_BIT, VOCABULARY
from .topics import Limit, Watches, WhoDecides, WouldBeEliminated

RESULTS = {KILL: "a kill", PAIN: "a pain", DOOMED: "an elimination"}
QUESTIONS = {KILL: "takes a kill", PAIN: "takes a pain", DOOMED: "is eliminated"}


class Hit(NamedTuple):
    """A result that is about to be put on a unit, by `foe`: a power of its owner may make another result of it."""

    fight: Resolution
    foe: int
    code: int
    result: int

    def becomes(self, result: int, me: int, ability: Ability) -> Hit:
        """The same with another result: a power of `me` has spoken, and says so."""
        self.fight.note(me, ability)
        report(self.fight.s, ability.rule, "{} becomes {}", RESULTS[self.result], RESULTS[result], who=me)
        return self._replace(result=result)


class Loss(NamedTuple):
    """A unit that is about to be eliminated without a result."""

    fight: Resolution
    foe: int
    code: int
    cause: WouldBeEliminated


class Routing(NamedTuple):
    """Units are about to retreat: who says where all of them go; -1: the owner of each."""

    fight: Resolution
    router: int


class Resolution(Sides[State, BattleRecord]):
    """The battle as the author of a power sees it. Holds nothing of its own."""

    __slots__ = ()
    kind = KIND

    def minions(self, seat: int) -> list[int]:
        """The classes of Monsters and Cultists of a side."""
        return self.units(seat, self.s.config.minions[seat])

    def has_goo(self, seat: int) -> bool:
        """Does a Great Old One of that side take part, or did it until it was killed or driven away?"""
        rank, side = self.s.config.rank[seat], self.side(seat)
        here = any(rank[c & KIND] == GOO for c in self.b.roster[side])
        return here or any(f == side and rank[c & KIND] == GOO for f, c, _ in self.b.fates)

    @property
    def decided(self) -> bool:
        """Is one side gone (CW-BAT-010)?"""
        return not self.b.roster[0] or not self.b.roster[1]

    def guests(self, seat: int, kind: int) -> int:
        """Units of a kind in the area that a power has brought, though they take no part."""
        return self.b.came.count((seat, kind))

    async def wanted(self, seat: int, ability: Ability, *, again: bool = False) -> bool:
        """Does the owner use a power that works by itself? Asked by the ruling `plain_powers`: once a battle, or each
        time.
        """
        item = (seat, ability.name)
        if self.s.config.rulings.asks_plain_powers and (again or item not in self.b.used + self.b.declined):
            self.b.declined = tuple(x for x in self.b.declined if x != item)
            if await yes(seat, ability, f"use {ability.name}", prompt=f"{ability.name}: {ability.text}"):
                self.note(seat, ability)
            else:
                self.b.declined += (item,)
        return item not in self.b.declined

    def sources(self, me: int, foe: int) -> list[tuple[int, str, int, str]]:
        """What powers add to the dice of a side: (kind of unit, power, dice, rule)."""
        found = []
        for kind in self.s.config.kinds[me]:
            if n := self.count(me, kind):
                for part in fold(0, self.hooks(me), self, me, foe, kind, n).parts:
                    found.append((kind, part.name, part.change, part.rule))
        return found

    def hooks(self, me: int) -> Sequence[Hook]:
        """The powers that change the dice of a side, without those that it does not use in this battle."""
        hooks = self.s.mine(me, "dice")
        return [h for h in hooks if (me, h[1].name) not in self.b.declined] if self.b.declined else hooks

    def leave(self, seat: int, code: int, fate: str) -> None:
        """One unit takes no further part."""
        self.change(seat, code)
        self.b.fates += ((self.side(seat), code, fate),)

    async def lose(
        self,
        seat: int,
        code: int,
        by: int,
        rule: str,
        fate: str = "eliminated",
        together: list[int] | None = None,
    ) -> None:
        """Eliminated: out of the battle and off the map. `together` is that of `eliminate`."""
        self.leave(seat, code, fate)
        unit = plain(code)
        await eliminate(self.s, seat, unit, self.b.area, by, rule, note=fate, together=together)

    def dice(self, me: int, foe: int) -> Total:
        """The Combat of a side (CW-BAT-011): its units, and what powers make of it, with where each die comes from."""
        config, combat = self.s.config, self.s.config.combat[me]
        hooks, value, parts = self.hooks(me), 0, list[Part]()
        for kind, n in self.kinds(me).items():
            base, name = combat[kind] * n, config.name[me][kind]
            printed = Part(f"{n} × {name}" if n > 1 else name, base, config.factions[me].units[kind].rule)
            of_kind = fold(Total(base, (printed,) if base else ()), hooks, self, me, foe, kind, n)
            value += of_kind.value
            parts += of_kind.parts
        return Total(max(value, 0), tuple(parts))


def muster(s: State, area: int, attacker: int, defender: int) -> BattleRecord:
    """All units of both factions in the area take part (CW-BAT-002)."""
    roster = [
        {c: 1 if c & KEEPER else s.n(f, c, area) - (s.keeper(f, area) == c) for c in s.codes(f, area)}
        for f in (attacker, defender)
    ]
    return battle_of(area, (attacker, defender), roster)


class Preview(Resolution):
    """A battle that nobody has declared; the sides are drawn up when a power looks at them."""

    __slots__ = ("_area", "_found", "_pair")

    def __init__(self, s: State, area: int, me: int, foe: int) -> None:
        self.s, self._area, self._pair = s, area, (me, foe)
        self._found: BattleRecord | None = None

    @property
    def b(self) -> BattleRecord:  # type: ignore[override]
        if self._found is None:
            self._found = muster(self.s, self._area, *self._pair)
        return self._found


def combat(s: State, area: int, me: int, foe: int) -> int:
    """The Combat that a side would have there now."""
    fight, total, hooks, printed = Preview(s, area, me, foe), 0, s.mine(me, "dice"), s.config.combat[me]
    units, at = s.units, s.row(me, area)
    for kind in s.config.kinds[me]:
        if n := units[at + kind]:
            total += folded(printed[kind] * n, hooks, fight, me, foe, kind, n) if hooks else printed[kind] * n
    return max(total, 0)


async def battle(s: State) -> None:
    """The stages in their order; a side that is gone before the dice ends it at once (CW-BAT-004, CW-BAT-010)."""
    b = s.battle
    assert b is not None
    fight = Resolution(s, b)
    while b.stage < len(STAGES) and not (b.stage <= ROLLING and fight.decided):
        name, rule, stage = STAGES[b.stage]
        if s.trace is None:
            await stage(fight, *b.sides)
        else:
            empty = ": nothing to use" if b.stage < ROLLING and not s.mine(b.sides[b.stage], "pre_battle") else ""
            with group(s, rule, "{}{}", name, empty, kind="rule", touched=(f"area:{b.area}",)):
                await stage(fight, *b.sides)
        notice(s)  # met in the battle is met, though the spellbook comes after it (CW-SPB-006)
        b.stage += 1
        await checkpoint()
    for seat in b.sides:
        tell(s, Watches.BATTLE, seat, fight)
    s.battle = None


async def attacker_before(fight: Resolution, attacker: int, defender: int) -> None:
    """All pre-battle powers of the attacker, in any order (CW-BAT-006)."""
    await window(fight.s, "pre_battle", attacker, fight, attacker, defender, until=lambda: fight.decided)


async def defender_before(fight: Resolution, attacker: int, defender: int) -> None:
    """Then those of the defender (CW-BAT-006, CW-BAT-007)."""
    await window(fight.s, "pre_battle", defender, fight, defender, attacker, until=lambda: fight.decided)


async def dice(fight: Resolution, attacker: int, defender: int) -> None:
    """Both sides roll (CW-BAT-013, CW-BAT-014)."""
    s, b = fight.s, fight.b
    pairs = ((attacker, defender), (defender, attacker))
    if s.config.rulings.asks_plain_powers:
        for me, foe in pairs:
            for hook in s.mine(me, "dice"):  # what a spellbook adds; a printed Combat is no choice
                if hook[1].bit < CARD_BIT:  # type: ignore[attr-defined]
                    if any(folded(0, (hook,), fight, me, foe, c & KIND, 1) for c in fight.units(me)):
                        await fight.wanted(me, hook[1])
    for me, foe in pairs:
        total = fight.dice(me, foe)
        n = total.value
        outcome = await roll(s.config.die, n, "CW-BAT-013", "battle dice", prompt=f"The dice of {title(s, me)}")
        assert isinstance(outcome, tuple)
        kills, pains = outcome
        b.kills[fight.side(foe)] += kills
        b.pains[fight.side(foe)] += pains
        b.rolled += ((n, kills, pains),)
        if s.trace is not None:
            report(
                s,
                "CW-BAT-013",
                "{} rolls {}: {}",
                title(s, me),
                number_of_dice(n),
                s.config.die.say(outcome),
                who=me,
                dice=(s.config.die, n, outcome),
                why=sources(total),
                figure=number_of_dice(n),
                touched=tuple(piece(s, me, b.area, plain(c)) for c in fight.units(me)),
            )


async def take_kills(fight: Resolution, attacker: int, defender: int) -> None:
    """Each side takes the eliminations and kills of the other (CW-BAT-016 to CW-BAT-018)."""
    for me, foe in in_turn(fight, attacker, defender):
        side = fight.side(me)
        await assign(fight, me, foe, DOOMED, fight.b.dooms[side])
        await assign(fight, me, foe, KILL, fight.b.kills[side])


async def between(fight: Resolution, attacker: int, defender: int) -> None:
    """Powers after the kills, bystanders' too (CW-BAT-018 to CW-BAT-020)."""
    await speak(fight, attacker, defender, KILL)


async def take_pains(fight: Resolution, attacker: int, defender: int) -> None:
    """Then the pains; while there are new ones, powers may speak again (CW-BAT-021, CW-BAT-023)."""
    due = fight.b.pains
    if not any(due):
        return  # nobody assigns anything: the window after the kills was the last
    for me, foe in in_turn(fight, attacker, defender):
        await assign(fight, me, foe, PAIN, due[fight.side(me)])
    for _ in range(MOST_ROUNDS):
        if not await speak(fight, attacker, defender, PAIN):
            return
    raise RulesError("powers add results to a battle without end")


async def speak(fight: Resolution, attacker: int, defender: int, given: int) -> bool:
    """Powers after kills or pains were given out, bystanders' too; what they add is given out as well, pains in their
    time. Returns whether they added anything.
    """
    s, b = fight.s, fight.b
    before = b.dooms[:], b.kills[:], b.pains[:]
    for seat in (attacker, defender, *(x for x in s.order(s.active) if x not in b.sides)):
        await window(s, "post_battle", seat, fight, seat, given)
    added = False
    for result, now, old in zip((DOOMED, KILL, PAIN), (b.dooms[:], b.kills[:], b.pains[:]), before, strict=True):
        added = added or now != old
        if result == PAIN and given == KILL:
            continue  # they wait for the others
        for me, foe in in_turn(fight, attacker, defender):
            side = fight.side(me)
            await assign(fight, me, foe, result, now[side] - old[side])
    return added


def in_turn(fight: Resolution, attacker: int, defender: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """(who takes results, from whom), in the order of the ruling `assignment`."""
    pairs = ((attacker, defender), (defender, attacker))
    return pairs if fight.s.config.rulings.attacker_assigns else (pairs[1], pairs[0])


async def assign(fight: Resolution, me: int, foe: int, result: int, n: int) -> None:
    """`me` takes n results. Its owner spreads them, unless a power of the enemy does (CW-BAT-016, CW-BAT-022)."""
    if n <= 0:
        return
    s = fight.s
    claims = [
        ability
        for _, ability, claim in s.mine(foe, "who_decides")
        if claim(fight, foe, me, WhoDecides.RESULTS) and await fight.wanted(foe, ability, again=True)
    ]
    chooser, rule = (foe, claims[0].rule) if claims else (me, "CW-BAT-016")
    roster = fight.b.roster[fight.side(me)]
    while n:
        fresh = [c for c in roster if c < KILL]
        extra = [c for c in roster if KILL <= c < DOOMED and kills_on(c) + pains_on(c) < most_results(fight, me, c)]
        if not fresh and not extra:
            if s.trace is not None:
                text = "{} of {} finds no unit and is lost" if n == 1 else "{} of {} find no unit and are lost"
                words = "1 more result" if n == 1 else f"{n} more results"
                report(s, "CW-BAT-017", text, words, title(s, me), who=me, kind="not used")
            return
        options: list[Unit | str] = [*fight.options(me, fresh), *fight.options(me, extra)]
        spare = not fresh and s.config.rulings.may_add_results
        if spare:
            options.append("spare")
        unit = await choose(
            chooser,
            "unit",
            options,
            rule,
            QUESTIONS[result],
            argument="fighter",
            names={"spare": "Nobody: the rest is lost"} if spare else None,
        )
        if unit == "spare":
            return
        await give(fight, me, foe, unit[2], result)
        n -= 1


def most_results(fight: Resolution, me: int, code: int) -> int:
    """How many results a unit may take, and how many kills it needs to die: one, or more by a power."""
    return folded(1, fight.s.mine(me, "limit"), fight.s, me, Limit.RESULTS, code & KIND)


async def give(fight: Resolution, me: int, foe: int, code: int, result: int) -> None:
    """One result is put on one unit; a power of its owner may make another of it."""
    s = fight.s
    saved = False
    if s.mine(me, "would_take_result"):
        hit = Hit(fight, foe, code, result)
        now = await replaced(s, VOCABULARY, "would_take_result", me, hit, seats=(me,), plain=True)
        assert now is not None  # a result may be another one; one that is no more has no word in this game yet
        saved, result = result == KILL != now.result, now.result
    fight.change(me, code, code + result)
    if s.trace is not None:
        report(
            s,
            "CW-BAT-016",
            "{} of {} takes {}",
            unit_name(s, me, code),
            title(s, me),
            RESULTS[result],
            who=me,
            touched=(piece(s, me, fight.b.area, plain(code)),),
            figure=RESULTS[result].split()[1],
        )
    if saved and s.config.two:
        repay(s, me, code & KIND, spared=True)
    if result != DOOMED:
        await window(s, "result_assigned", foe, fight, foe, me, code + result, say_could=False)


async def remove(fight: Resolution, attacker: int, defender: int) -> None:
    """Eliminated units leave first, then the killed, both sides at once (CW-BAT-026, CW-BAT-027)."""
    s, b = fight.s, fight.b
    pairs = ((attacker, defender), (defender, attacker))
    gone: dict[int, list[int]] = {attacker: [], defender: []}
    for doomed in (True, False):
        for me, foe in pairs:
            for code, n in list(b.roster[fight.side(me)].items()):
                dead = (
                    code >= DOOMED
                    if doomed
                    else DOOMED > code and kills_on(code) >= max(1, most_results(fight, me, code))
                )
                if not dead:
                    if not doomed and kills_on(code) and code < DOOMED and s.config.two:
                        for _ in range(n):  # a kill that did not kill
                            repay(s, me, code & KIND, spared=True)
                    continue
                fate = "eliminated" if doomed else "killed"
                for _ in range(n):
                    fight.leave(me, code, fate)
                    s.move(me, plain(code), b.area, POOL)
                    gone[me].append(code & KIND)
                    if s.config.two:
                        repay(s, me, code & KIND)
                b.slain[fight.side(foe)] += 0 if doomed else n
                if s.trace is not None:
                    report(
                        s,
                        "CW-BAT-026",
                        "{} of {} {} {}",
                        f"{n} × {unit_name(s, me, code)}" if n > 1 else unit_name(s, me, code),
                        title(s, me),
                        "is" if n == 1 else "are",
                        fate,
                        who=me,
                        touched=(piece(s, me, b.area, plain(code)),),
                    )
    for me, foe in pairs:
        await lost(s, me, foe, gone[me])


async def retreat(fight: Resolution, attacker: int, defender: int) -> None:
    """The attacker's pained leave first, then the defender's, for areas free of the enemy (CW-BAT-028 to 034)."""
    s, b = fight.s, fight.b
    away = {me: {c: n for c, n in b.roster[fight.side(me)].items() if c >= KILL} for me in b.sides}
    if not any(away.values()):
        return
    await find_router(fight)
    while left := [f for f in b.sides if away[f]]:
        if b.router >= 0:  # any order, the defender before the attacker too
            options = [unit for f in left for unit in fight.options(f, list(away[f]))]
            me, _, code = await choose(
                b.router, "unit", options, "CW-BAT-034", "who leaves next", argument="any fighter"
            )
        else:
            me = left[0]
            code = next(iter(away[me]))
        foe = b.sides[1 - fight.side(me)]
        ways = [a for a in s.config.map.near[b.area] if not s.here(foe, a)]
        if not ways:
            await surrounded(fight, me, foe, away[me])
            away[me] = {}
            continue
        name = unit_name(s, me, code)
        to = await choose(
            me if b.router < 0 else b.router,
            "area",
            ways,
            "CW-BAT-028",
            "retreat to",
            prompt=f"Where does {title(s, me)}'s {name} retreat?",
        )
        away[me][code] -= 1
        if not away[me][code]:
            del away[me][code]
        unit = plain(code)
        fight.leave(me, code, f"to {s.config.map.names[to]}")
        s.move(me, unit, b.area, to)
        if s.trace is not None:
            rule = "CW-BAT-030" if me == attacker else "CW-BAT-028"
            report(
                s,
                rule,
                "{} retreats to {}",
                name,
                s.config.map.names[to],
                who=me,
                arrow=arrow(b.area, to, "retreat"),
                touched=(piece(s, me, b.area, unit), piece(s, me, to, unit & KIND)),
            )
            if unit & KEEPER:
                report(
                    s,
                    "CW-GAT-002",
                    "The gate in {} is abandoned",
                    s.config.map.names[b.area],
                    who=me,
                    touched=(f"place:{b.area}:gate",),
                )


async def find_router(fight: Resolution) -> None:
    """Does somebody take over the routes of all who retreat (CW-BAT-034)?"""
    s = fight.s
    if not s.hooks("would_retreat"):
        return
    for seat in s.order(s.active):
        retreat = Routing(fight, fight.b.router)
        now = await replaced(s, VOCABULARY, "would_retreat", seat, retreat, seats=(seat,), plain=True)
        assert now is not None  # whoever sends them away, they go
        fight.b.router = now.router


async def surrounded(fight: Resolution, me: int, foe: int, pained: dict[int, int]) -> None:
    """One of the pained, chosen by its owner, is eliminated; the others stay as if not pained (CW-BAT-032)."""
    s = fight.s
    _, _, code = await choose(
        me, "unit", fight.options(me, list(pained)), "CW-BAT-032", "lost as surrounded", argument="fighter"
    )
    with group(s, "CW-BAT-032", "{} has nowhere to go", title(s, me), who=me, touched=(f"area:{fight.b.area}",)):
        loss = Loss(fight, foe, code, WouldBeEliminated.SURROUNDED)
        if await replaced(s, VOCABULARY, "would_be_eliminated", me, loss, seats=(me,), plain=True) is None:
            if s.config.two:
                repay(s, me, code & KIND, spared=True)
            return
        by = foe if s.config.rulings.enemy_chooses_surrounded else me
        await fight.lose(me, code, by, "CW-BAT-032", "surrounded")


STAGES = (
    ("Pre-battle, attacker", "CW-BAT-006", attacker_before),
    ("Pre-battle, defender", "CW-BAT-006", defender_before),
    ("Dice", "CW-BAT-013", dice),
    ("Kills", "CW-BAT-017", take_kills),
    ("After the kills", "CW-BAT-020", between),
    ("Pains", "CW-BAT-021", take_pains),
    ("Losses", "CW-BAT-026", remove),
    ("Retreats", "CW-BAT-030", retreat),
)
ROLLING = 2
