"""Battle to the letter, stage by stage; it names no faction.

All that the stages share lies in `s.battle`, so that each may begin from the state alone. What a power sees of it is
`fight.py`, how results are scored and given out `results.py`.
"""

from __future__ import annotations

from collections.abc import Collection

from ....engine.errors import RulesError
from ....engine.runtime.decision import checkpoint, choose
from ....engine.runtime.layers import folded, replaced
from ....engine.runtime.trace import group, report
from ....engine.wording import whose
from .commanded import disband, dismiss, enlist, is_guest
from .common import MOST_ROUNDS, arrow, notice, piece, tell, title, unit_name, window
from .domains import DOOMED, KEEPER, KILL, KIND, PAIN, kills_on, plain
from .fight import Resolution, Routing, muster
from .leaving import Leaving, eliminate, leaves, lost, repay
from .results import give_out, roll_dice
from .state import State, bits
from .timings import CARD_BIT, SLOTS, VOCABULARY
from .topics import Adjacent, Watches, WouldBeEliminated
from .ways import may_enter, ways


async def fight_out(s: State) -> None:
    """The battle that was declared last, to its end, as one event."""
    assert s.battle is not None
    area = s.battle.area
    name = s.config.map.names[area]
    with group(s, "CW-BAT-001", "Battle in {}", name, kind="rule", touched=(f"area:{area}",)):
        await battle(s)


async def battle(s: State) -> None:
    """The stages in their order; a side that is gone before the dice ends it at once (CW-BAT-004, CW-BAT-010)."""
    b = s.battle
    assert b is not None
    fight = Resolution(s, b)
    if not b.declared:
        if s.hooks("battle_declared") or s.key.commands:
            for seat in fight.everybody():
                await window(s, "battle_declared", seat, s, seat, b.area, *b.sides, say_could=False)
            enlist(s, b.area, b.sides)
            b.roster = muster(s, b.area, *b.sides).roster  # whoever is here by now
            if fight.decided:  # nobody to fight: there is no battle, and no power of battles (CW-BAT-010)
                report(s, "CW-BAT-010", "Nobody is left on one side: there is no battle", kind="rule")
                await leave_field(s)
                return
        b.declared = True
    while b.stage < len(STAGES):
        name, rule, stage = STAGES[b.stage]
        if b.stage <= ROLLING and fight.decided:
            b.stage = END
            continue
        if b.stage == END and not s.hooks("battle_end"):
            break
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
    for seat in s.config.seats if Watches.BATTLES in SLOTS.watched else ():
        tell(s, Watches.BATTLES, seat, fight)
    await leave_field(s)


async def leave_field(s: State) -> None:
    """The battle is over; one that waits goes on. Units that fought for another are their owners' again."""
    assert s.battle is not None
    silent = any(s.muted)
    if s.led and not any(b.area == s.battle.area for b in s.outer or ()):
        await disband(s, s.battle.area, all_=not s.outer)
    s.battle = s.outer.pop() if s.outer else None
    s.outer = s.outer or None
    if silent:
        s.rekey()  # what has fallen here is nowhere from now on


async def attacker_before(fight: Resolution, attacker: int, defender: int) -> None:
    """All pre-battle powers of the attacker, in any order (CW-BAT-006)."""
    await window(fight.s, "pre_battle", attacker, fight, attacker, defender, until=lambda: fight.decided)


async def defender_before(fight: Resolution, attacker: int, defender: int) -> None:
    """Then those of the defender (CW-BAT-006, CW-BAT-007)."""
    await window(fight.s, "pre_battle", defender, fight, defender, attacker, until=lambda: fight.decided)


async def dice(fight: Resolution, attacker: int, defender: int) -> None:
    """Both sides roll (CW-BAT-013, CW-BAT-014)."""
    s = fight.s
    if s.config.rulings.asks_plain_powers:
        for me, foe in ((attacker, defender), (defender, attacker)):
            for hook in s.mine(me, "dice"):  # what a spellbook adds; a printed Combat is no choice
                if hook[1].bit < CARD_BIT:  # type: ignore[attr-defined]
                    if any(folded(0, (hook,), fight, me, foe, c & KIND, 1) for c in fight.units(me)):
                        await fight.wanted(me, hook[1])
    if s.hooks("before_dice"):
        for me, foe in ((attacker, defender), (defender, attacker)):
            await window(s, "before_dice", me, fight, me, foe)
    await roll_dice(fight, attacker, defender)


async def take_kills(fight: Resolution, attacker: int, defender: int) -> None:
    """Each side takes the eliminations and kills of the other (CW-BAT-016 to CW-BAT-018)."""
    await give_out(fight, pains=False)


async def between(fight: Resolution, attacker: int, defender: int) -> None:
    """Powers after the kills, bystanders' too (CW-BAT-018 to CW-BAT-020); once more when they have added kills."""
    for _ in range(MOST_ROUNDS):
        kills = fight.scored(KILL)
        await speak(fight, KILL)
        await give_out(fight, pains=False)  # pains wait for the others
        if fight.scored(KILL) == kills:
            return
    raise RulesError("powers add kills to a battle without end")


async def take_pains(fight: Resolution, attacker: int, defender: int) -> None:
    """Then the pains; while there are new ones, powers may speak again (CW-BAT-021, CW-BAT-023)."""
    if not fight.scored(PAIN):
        return  # nobody assigns anything: the window after the kills was the last
    await give_out(fight, pains=True)
    for _ in range(MOST_ROUNDS):
        if not await speak(fight, PAIN):
            return
        await give_out(fight, pains=True)
    raise RulesError("powers add results to a battle without end")


async def speak(fight: Resolution, given: int) -> bool:
    """Powers after kills or pains were given out, bystanders' too. Returns whether they added anything."""
    before = fight.b.scored
    for seat in fight.everybody():
        await window(fight.s, "post_battle", seat, fight, seat, given)
    return fight.b.scored != before


async def remove(fight: Resolution, attacker: int, defender: int) -> None:
    """Eliminated units leave first, then the killed, both sides at once (CW-BAT-026, CW-BAT-027)."""
    s, b = fight.s, fight.b
    pairs = ((attacker, defender), (defender, attacker))
    gone: dict[int, list[int]] = {attacker: [], defender: []}
    for doomed in (True, False):
        for me, foe in pairs:
            for code, n in list(b.roster[fight.side(me)].items()):
                if code >= DOOMED if doomed else fight.killed(me, code):
                    gone[me] += await fall(fight, me, foe, code, n)
                elif not doomed and kills_on(code) and code < DOOMED and s.config.two:
                    for _ in range(n):  # a kill that did not kill
                        repay(s, me, code & KIND, spared=True)
    for me, foe in pairs:
        await lost(s, me, foe, gone[me])


async def fall(fight: Resolution, me: int, foe: int, code: int, n: int) -> list[int]:
    """The units of a class that are eliminated or killed leave play, but for those that a power keeps: these stay as if
    nothing had been given to them. Returns the kinds of the lost.
    """
    s, b = fight.s, fight.b
    gone: list[int] = []
    cause = WouldBeEliminated.ELIMINATED if code >= DOOMED else WouldBeEliminated.KILLED
    for _ in range(n):
        event = await leaves(s, Leaving(me, code, b.area, cause, foe, fight=fight))
        if event is None:
            fight.change(me, code, code % KILL)
            continue
        fight.leave(me, code, str(cause))
        gone.append(code & KIND)
        owner, kind = me, code & KIND
        if is_guest(s, me, code):
            owner, kind = await dismiss(s, me, b.area, event.to)
        else:
            s.move(me, plain(code), b.area, event.to)
        if s.config.two:
            repay(s, owner, kind)
        count = b.slain if cause is WouldBeEliminated.KILLED else b.ousted
        count[fight.side(foe)] += 1
    if gone and s.trace is not None:
        report(
            s,
            "CW-BAT-026",
            "{} of {} {} {}",
            f"{len(gone)} × {unit_name(s, me, code)}" if len(gone) > 1 else unit_name(s, me, code),
            title(s, me),
            "is" if len(gone) == 1 else "are",
            str(cause),
            who=me,
            touched=(piece(s, me, b.area, plain(code)),),
        )
    return gone


async def retreat(fight: Resolution, attacker: int, defender: int) -> None:
    """The attacker's pained leave first, then the defender's, for areas free of the enemy (CW-BAT-028 to 034)."""
    s, b = fight.s, fight.b
    if any(s.muted):
        s.rekey()  # whoever silenced a power has perhaps fallen
    away = {me: {c: n for c, n in b.roster[fight.side(me)].items() if c >= KILL} for me in b.sides}
    if not any(away.values()) and not b.routed:
        return
    await find_router(fight)
    while left := [f for f in b.sides if away[f]]:
        if b.router >= 0:  # any order, the defender before the attacker too
            options = [unit for f in left for unit in fight.options(f, able(fight, f, away[f]))]
            me, _, code = await choose(
                b.router, "unit", options, "CW-BAT-034", "who leaves next", argument="any fighter"
            )
        else:
            me = left[0]
            code = next(iter(able(fight, me, away[me])))
        foe = b.sides[1 - fight.side(me)]
        free = refuges(fight, me, code)
        if not free:
            await surrounded(fight, me, foe, away[me])
            away[me] = {}
            continue
        name = unit_name(s, me, code)
        to = await choose(
            fight.voice(me) if b.router < 0 else b.router,
            "area",
            free,
            "CW-BAT-028",
            "retreat to",
            prompt=f"Where does {whose(title(s, me))} {name} retreat?",
        )
        away[me][code] -= 1
        if not away[me][code]:
            del away[me][code]
        unit = plain(code)
        fight.leave(me, code, f"to {s.config.map.names[to]}", to)
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
        if is_guest(s, me, code):
            await dismiss(s, me, to, to)
            continue
        if s.hooks("on_retreat"):
            for seat in fight.everybody():
                await window(s, "on_retreat", seat, fight, seat, me, plain(code), to, say_could=False)
    await rout(fight)


async def rout(fight: Resolution) -> None:
    """Units that a power brought and that are pained, though they take no part, leave after all others. Of those of one
    owner with nowhere to go one is lost, and the rest stays.
    """
    s, b = fight.s, fight.b
    lost: list[int] = []
    for seat, kind, foe in b.routed:
        if seat in lost or not s.n(seat, kind, b.area):
            continue
        free = [
            a for a in ways(s, seat, b.area, Adjacent.RETREAT) if not blocked(s, foe, a) and may_enter(s, seat, kind, a)
        ]
        if not free:
            lost.append(seat)
            surrounded = WouldBeEliminated.SURROUNDED
            await eliminate(s, seat, kind, b.area, foe, "CW-BAT-032", note="surrounded", cause=surrounded)
            continue
        name, names = s.config.name[seat][kind], s.config.map.names
        to = await choose(
            seat if b.router < 0 else b.router, "area", free, "CW-BAT-028", "retreat to",
            prompt=f"Where does {whose(title(s, seat))} {name} retreat?",
        )  # fmt: skip
        s.move(seat, kind, b.area, to)
        if s.trace is not None:
            touched, way = (piece(s, seat, to, kind),), arrow(b.area, to, "retreat")
            report(s, "CW-BAT-028", "{} retreats to {}", name, names[to], who=seat, arrow=way, touched=touched)


def able(fight: Resolution, me: int, pained: dict[int, int]) -> Collection[int]:
    """The classes of the pained that have somewhere to go, or all if none has; mostly all go alike."""
    if not fight.s.key.bar_entry:
        return pained
    return [code for code in pained if refuges(fight, me, code)] or pained


def blocked(s: State, foe: int, area: int) -> bool:
    """Is somebody of an enemy there who keeps the pained out (CW-BAT-028)? Some kinds alone do not."""
    if not s.here(foe, area):
        return False
    yielding = s.config.yielding[foe]
    return not yielding or any(code & KIND not in yielding for code in s.codes(foe, area))


def refuges(fight: Resolution, me: int, code: int) -> list[int]:
    """Areas where a pained unit may go: free of the enemy, and no power bars it."""
    s, foe, from_ = fight.s, fight.foe(me), fight.b.area
    if lairs := s.config.lairs(me):
        return list(bits(lairs))  # who is wild and has a lair goes there, wherever it is and whoever is there
    found = [a for a in ways(s, me, from_, Adjacent.RETREAT) if not blocked(s, foe, a)]
    return [a for a in found if may_enter(s, me, code & KIND, a)]


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
        fight.voice(me), "unit", fight.options(me, list(pained)), "CW-BAT-032", "lost as surrounded", argument="fighter"
    )
    with group(s, "CW-BAT-032", "{} has nowhere to go", title(s, me), who=me, touched=(f"area:{fight.b.area}",)):
        by = foe if s.config.rulings.enemy_chooses_surrounded else me
        await fight.lose(me, code, by, "CW-BAT-032", "surrounded", cause=WouldBeEliminated.SURROUNDED)


async def over(fight: Resolution, attacker: int, defender: int) -> None:
    """Losses and retreats are applied: powers that end a battle, bystanders' too."""
    for seat in fight.everybody():
        await window(fight.s, "battle_end", seat, fight, seat, say_could=False)


STAGES = (
    ("Pre-battle, attacker", "CW-BAT-006", attacker_before),
    ("Pre-battle, defender", "CW-BAT-006", defender_before),
    ("Dice", "CW-BAT-013", dice),
    ("Kills", "CW-BAT-017", take_kills),
    ("After the kills", "CW-BAT-020", between),
    ("Pains", "CW-BAT-021", take_pains),
    ("Losses", "CW-BAT-026", remove),
    ("Retreats", "CW-BAT-030", retreat),
    ("End", "CW-BAT-034", over),
)
ROLLING, LOSSES, END = 2, 6, len(STAGES) - 1
