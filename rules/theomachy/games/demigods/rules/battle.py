"""Battle: rounds of dice until one side is gone or the attacker stops. Also how counters are lost anywhere.

Source: DG-BAT-001 to DG-BAT-012, DG-MIR-004.
"""

from __future__ import annotations

from ....engine.runtime.decision import checkpoint, choose, number, roll, yes
from ....engine.runtime.dice import Dice
from ....engine.runtime.trace import Source, report
from .actions import area, travel
from .domains import ARMY, MONSTER, MOUNTAINS, POPULATION, TEMPLE
from .maps import bits
from .state import BattleRecord, State
from .timings import VOCABULARY

HITS = Dice("battle dice", (("hit", (1,)),))  # DG-BAT-004


def attack_dice(fight: BattleRecord) -> int:
    """Two dice a fighter (DG-BAT-002)."""
    return 2 * sum(n for _, n in fight.parties)


def defence_dice(s: State, h: int) -> int:
    """Two dice a fighter, one for every two population counters rounded up; temples roll none (DG-BAT-003)."""
    return 2 * s.fighters(h) + (s.counters[POPULATION][h] + 1) // 2


# -- losses -----------------------------------------------------------------------------------------------------------
async def lose(s: State, h: int, n: int, rule: str, *, miracle: bool = False) -> None:
    """A hex loses up to n counters in battle order; they are remembered for the turn (DG-BAT-005).

    Those that a miracle destroys are for their owner to choose, with that ruling (DG-MIR-004).
    """
    owner, before = s.holder(h), s.stack(h)
    gone = [0, 0, 0, 0]
    while sum(gone) < n and s.owner[h]:
        kinds = [kind for kind in s.config.loss_order if s.counters[kind][h]]
        if miracle and s.config.rulings.owner_chooses_losses and len(kinds) > 1:
            kind, lot = await choose(owner, "choice", kinds, "DG-MIR-004", "counter to lose", argument="counter"), 1
        else:
            kind = kinds[0]
            lot = min(s.counters[kind][h], n - sum(gone))
        s.destroy(h, kind, lot)
        gone[kind] += lot
    if owner >= 0:
        report_losses(s, h, owner, gone, before, rule)


def report_losses(s: State, h: int, owner: int, gone: list[int], before: int, rule: str) -> None:
    """ "loses 1 army, 2 people, 4 → 1"; and what its owner could do about it later."""
    if s.trace is None or not any(gone):
        return
    told = ", ".join(s.config.tally(kind, gone[kind]) for kind in (ARMY, MONSTER, POPULATION, TEMPLE) if gone[kind])
    figure = f"{before} → {before - sum(gone)}"
    report(s, rule, "loses {} on {}", told, s.config.grid.names[h], who=owner, figure=figure, touched=area(h))
    for _, ability, _ in VOCABULARY.mine(s.key, "phase_end", owner):
        may = getattr(ability, "may_phase_end", None)
        if may is None or may(s, owner):
            waits = "{} waits for the end of the battle phase"
            report(s, ability.rule, waits, ability.name, who=owner, kind="not used", secret=(owner, ""))


async def lose_population(s: State, hexes: int, rule: str) -> None:
    """Each hex of a mask loses one population counter, if it has one."""
    for h in bits(hexes):
        if n := s.counters[POPULATION][h]:
            owner = s.holder(h)
            s.destroy(h, POPULATION, 1)
            report_losses(s, h, owner, [1, 0, 0, 0], n, rule)


# -- rounds -----------------------------------------------------------------------------------------------------------
async def battle(s: State) -> None:
    """The battle in `s.fight`, round after round (DG-BAT-006). Between two rounds the state alone can go on."""
    fight = s.fight
    assert fight is not None
    me, target = s.active, fight.target
    name = s.config.grid.names[target]
    while fight.paused or (fight.parties and s.owner[target]):
        if not fight.paused:
            await one_round(s, fight, me)
            if not fight.parties or not s.owner[target]:
                break
            fight.paused = True
            await checkpoint()
        fight.paused = False
        if not await yes(me, "DG-BAT-008", "fight on", prompt=f"Fight on for {name}?"):
            report(s, "DG-BAT-008", "retreats: the attack stops", who=me)
            break
        report(s, "DG-BAT-006", "fights on for {}: round {}", name, fight.rounds + 1, who=me, touched=area(target))
    if not s.owner[target]:
        report(s, "DG-BAT-006", "clears {}", name, who=me, touched=area(target))
    elif not fight.parties:
        report(s, "DG-BAT-006", "has no attacker left", who=me, touched=area(target))
    if s.config.rulings.winner_advances and not s.owner[target] and fight.parties:
        await advance(s, fight, me)
    s.fight = None


async def one_round(s: State, fight: BattleRecord, me: int) -> None:
    """Both sides roll; losses are taken together, or the attacker's hits first with that ruling (DG-BAT-007)."""
    h, foe = fight.target, s.holder(fight.target)
    fight.rounds += 1
    hits = absorb(s, fight, await attackers_roll(s, fight, me))
    if s.config.rulings.attacker_rolls_first:
        await lose(s, h, hits, "DG-BAT-005")
        if s.owner[h]:
            await lose_attackers(s, fight, await defenders_roll(s, h, foe), me)
    else:
        back = await defenders_roll(s, h, foe)
        await lose_attackers(s, fight, back, me)
        await lose(s, h, hits, "DG-BAT-005")


async def attackers_roll(s: State, fight: BattleRecord, me: int) -> int:
    """Two dice for each attacker (DG-BAT-002)."""
    n = attack_dice(fight)
    who = sum_of(s, fight.parties) if s.trace is not None else ""
    return await throw(s, me, n, who, "DG-BAT-002", "attack dice", [(f"{who}, two dice each", n, "DG-BAT-002")])


async def defenders_roll(s: State, h: int, foe: int) -> int:
    """Two dice for each fighter, one for two people (DG-BAT-003)."""
    n = defence_dice(s, h)
    why: list[Source] = []
    standing: list[str] = []
    for kind in (ARMY, MONSTER, POPULATION) if s.trace is not None else ():
        if m := s.counters[kind][h]:
            standing.append(s.config.tally(kind, m))
            each, dice = ("one for two", (m + 1) // 2) if kind == POPULATION else ("two dice each", 2 * m)
            why.append((f"{standing[-1]}, {each}", dice, "DG-BAT-003"))
    if not n:
        report(s, "DG-BAT-003", "rolls nothing: a temple does not fight", who=foe, touched=area(h))
        return 0
    return await throw(s, foe, n, ", ".join(standing), "DG-BAT-003", "defence dice", why)


def sum_of(s: State, parties: tuple[tuple[int, int], ...]) -> str:
    """What attacks, in words: "4 armies", "2 armies, 1 monster"; monsters of a hex are named last."""
    armies = sum(min(n, s.counters[ARMY][h]) for h, n in parties)
    monsters = sum(n for _, n in parties) - armies
    return ", ".join(s.config.tally(kind, n) for kind, n in ((ARMY, armies), (MONSTER, monsters)) if n)


async def throw(s: State, who: int, n: int, whose: str, rule: str, what: str, why: list[Source]) -> int:
    """Roll n battle dice and report them."""
    hits = await roll(HITS, n, rule, what)
    assert isinstance(hits, int)
    rolls = "rolls" if whose.startswith("1 ") and "," not in whose else "roll"
    dice = f"{n} {'die' if n == 1 else 'dice'}"
    report(s, rule, "{} {} {}", whose, rolls, dice, who=who, figure=HITS.say(hits), dice=(HITS, n, hits), why=why)
    return hits


def absorb(s: State, fight: BattleRecord, hits: int) -> int:
    """Mountains take one hit of the attacker (DG-BAT-012)."""
    if hits and s.terrain[fight.target] == MOUNTAINS and not (s.config.rulings.mountain_once and fight.defence):
        fight.defence += 1
        figure = f"{hits} → {hits - 1}"
        report(s, "DG-BAT-012", "the mountains take one hit", kind="rule", figure=figure, touched=area(fight.target))
        return hits - 1
    return hits


async def lose_attackers(s: State, fight: BattleRecord, hits: int, me: int) -> None:
    """The attacker takes losses among the armies of this battle; with several hexes he chooses (DG-BAT-010)."""
    left = min(hits, sum(n for _, n in fight.parties))
    while left:
        hexes = [h for h, _ in fight.parties]
        everything = left == sum(n for _, n in fight.parties)
        h = hexes[0]
        if not everything and len(hexes) > 1:
            prompt = f"Where is an attacker lost? ({left} to lose)"
            h = await choose(me, "area", hexes, "DG-BAT-010", "where an attacker is lost", prompt=prompt)
        i = hexes.index(h)
        n = fight.parties[i][1]
        lot = min(n, left) if everything or len(hexes) == 1 else 1
        rest = ((h, n - lot),) if lot < n else ()
        fight.parties = fight.parties[:i] + rest + fight.parties[i + 1 :]
        fall(s, h, lot, me)
        left -= lot


def fall(s: State, h: int, n: int, me: int) -> None:
    """n of the attacking fighters of a hex are destroyed; those with the fewest attacks left go first."""
    before, gone = s.fighters(h), [0, 0, 0, 0]
    s.fought[h] = max(s.fought[h] - n, 0)
    s.again[h] = max(s.again[h] - n, 0)
    for kind in s.config.loss_order:
        if kind in (ARMY, MONSTER):
            gone[kind] = min(n, s.counters[kind][h])
            s.destroy(h, kind, gone[kind])
            n -= gone[kind]
    report_losses(s, h, me, gone, before, "DG-BAT-005")


async def advance(s: State, fight: BattleRecord, me: int) -> None:
    """With that ruling the winner may enter the empty hex at once (DG-BAT-009)."""
    for h, n in fight.parties:
        most = min(n, s.counters[ARMY][h], s.room(fight.target, ARMY))
        if most and await yes(me, "DG-BAT-009", "advance", prompt=f"Advance from {s.config.grid.names[h]}?"):
            lot = await number(me, 1, most, "DG-BAT-009", "number to advance")
            fought, again = s.fought[h], s.again[h]
            twice = min(again, lot)  # who advances has attacked, and goes on having done so
            travel(s, me, h, fight.target, ARMY, lot, "DG-BAT-009")
            s.fought[h], s.again[h] = fought - lot, again - twice
            s.fought[fight.target] += lot
            s.again[fight.target] += twice
