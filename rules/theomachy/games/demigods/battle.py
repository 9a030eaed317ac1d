"""Battle: rounds of dice until one side is gone or the attacker stops. Also how counters are lost anywhere.

Source: DG-BAT-001 to DG-BAT-012, DG-MIR-004.
"""

from __future__ import annotations

from ...engine.ask import checkpoint, choose, number, roll, yes
from ...engine.dice import Dice
from ...engine.table import Arrow
from ...engine.trace import Source, say, under
from .actions import area, travel
from .land import bits
from .state import ARMY, MONSTER, MOUNTAINS, POPULATION, Fight, State

HITS = Dice("battle dice", (("hit", (1,)),))  # DG-BAT-004


def attack_dice(s: State, fight: Fight) -> int:
    """Two dice a fighter (DG-BAT-002)."""
    return 2 * sum(n for _, n in fight.parties)


def defence_dice(s: State, h: int, why: list[Source] | None = None) -> int:
    """Two dice a fighter, one for every two population counters rounded up (DG-BAT-003)."""
    fighters, people = s.fighters(h), s.counters[POPULATION][h]
    if why is not None:
        why += [
            (f"{fighters} armies and monsters", 2 * fighters, "DG-BAT-003"),
            (f"{people} population", (people + 1) // 2, "DG-BAT-003"),
        ]
    return 2 * fighters + (people + 1) // 2


async def lose(s: State, h: int, n: int, rule: str) -> int:
    """A hex loses up to n counters in battle order, remembered for the turn; returns how many it lost."""
    owner, done, names = s.holder(h), 0, s.game.counter_names
    with under(s, rule, "{} loses {} counters", s.game.grid.names[h], min(n, s.total(h)), who=owner, touched=area(h)):
        while done < n and s.owner[h]:
            kinds = [kind for kind in s.game.loss_order if s.counters[kind][h]]
            if s.game.owner_chooses_losses and len(kinds) > 1:
                kind, lot = await choose(owner, "choice", kinds, "DG-MIR-004", "counter to lose", word="counter"), 1
            else:
                kind = kinds[0]
                lot = min(s.counters[kind][h], n - done)
            s.destroy(h, kind, lot)
            done += lot
            say(
                s,
                "DG-BAT-005",
                "{} {} destroyed",
                lot,
                names[kind].lower(),
                who=owner,
                figure=f"−{lot}",
                touched=area(h),
            )
    return done


async def lose_population(s: State, hexes: int, rule: str) -> None:
    """Each hex of a mask loses one population counter, if it has one."""
    for h in bits(hexes):
        if s.counters[POPULATION][h]:
            who = s.holder(h)
            s.destroy(h, POPULATION, 1)
            say(s, rule, "{} loses 1 population", s.game.grid.names[h], who=who, figure="−1", touched=area(h))


async def battle(s: State) -> None:
    """The battle in `s.fight`, round after round (DG-BAT-006). Between two rounds the state alone can go on."""
    fight = s.fight
    assert fight is not None
    me, target = s.active, fight.target
    while fight.paused or (fight.parties and s.owner[target]):
        if not fight.paused:
            await one_round(s, fight, me)
            if not fight.parties or not s.owner[target]:
                break
            fight.paused = True
            await checkpoint()
        fight.paused = False
        if not await yes(me, "DG-BAT-008", "fight on", prompt=f"Fight on for {s.game.grid.names[target]}?"):
            say(s, "DG-BAT-008", "retreats: the attack stops", who=me)
            break
    if s.game.winner_advances and not s.owner[target] and fight.parties:
        await advance(s, fight, me)
    s.fight = None


async def one_round(s: State, fight: Fight, me: int) -> None:
    """Both sides roll; losses are taken together, or the attacker's hits first with that ruling (DG-BAT-007)."""
    h, foe = fight.target, s.holder(fight.target)
    fight.rounds += 1
    names = s.game.grid.names
    arrows = fight.parties[0][0]
    with under(
        s,
        "DG-BAT-006",
        "round {} for {}",
        fight.rounds,
        names[h],
        who=me,
        arrow=Arrow(arrows, h, "attack"),
        touched=(*area(h), *(f"area:{a}" for a, _ in fight.parties)),
    ):
        n = attack_dice(s, fight)
        hits = await throw(
            s, me, n, f"{n // 2} fighters", "DG-BAT-002", "attack dice", [(f"{n // 2} fighters × 2", n, "DG-BAT-002")]
        )
        hits = absorb(s, fight, hits)
        if s.game.attacker_rolls_first:
            await lose(s, h, hits, "DG-BAT-005")
            await answer(s, fight, foe, me)
        else:
            why: list[Source] = []
            m = defence_dice(s, h, why)
            back = await throw(s, foe, m, "defenders", "DG-BAT-003", "defence dice", why)
            await lose(s, h, hits, "DG-BAT-005")
            await lose_attackers(s, fight, back, me)


async def answer(s: State, fight: Fight, foe: int, me: int) -> None:
    """What is left of the defender rolls."""
    if s.owner[fight.target]:
        why: list[Source] = []
        m = defence_dice(s, fight.target, why)
        await lose_attackers(s, fight, await throw(s, foe, m, "defenders", "DG-BAT-003", "defence dice", why), me)


async def throw(s: State, who: int, n: int, whose: str, rule: str, what: str, why: list[Source]) -> int:
    """Roll n battle dice and report them."""
    hits = await roll(HITS, n, rule, what)
    assert isinstance(hits, int)
    say(s, rule, "{} roll {} dice: {}", whose, n, HITS.say(hits), who=who, dice=(HITS, n, hits), why=why)
    return hits


def absorb(s: State, fight: Fight, hits: int) -> int:
    """Mountains take one hit of the attacker (DG-BAT-012)."""
    if hits and s.terrain[fight.target] == MOUNTAINS and not (s.game.mountain_once and fight.defence):
        fight.defence += 1
        say(s, "DG-BAT-012", "the mountains take one hit", figure=f"{hits} → {hits - 1}", touched=area(fight.target))
        return hits - 1
    return hits


async def lose_attackers(s: State, fight: Fight, hits: int, me: int) -> None:
    """The attacker takes losses among the armies of this battle; with several hexes he chooses (DG-BAT-010)."""
    left = min(hits, sum(n for _, n in fight.parties))
    while left:
        hexes = [h for h, _ in fight.parties]
        if left == sum(n for _, n in fight.parties):
            h = hexes[0]
        else:
            h = await choose(
                me, "area", hexes, "DG-BAT-010", "where an attacker is lost", prompt="Where is an attacker lost?"
            )
        i = hexes.index(h)
        n = fight.parties[i][1]
        lot = min(n, left) if len(hexes) == 1 or left == sum(m for _, m in fight.parties) else 1
        fall(s, h, lot, me)
        if lot == n:
            del fight.parties[i]
        else:
            fight.parties[i] = (h, n - lot)
        left -= lot


def fall(s: State, h: int, n: int, me: int) -> None:
    """n of the attacking fighters of a hex are destroyed; those with the fewest attacks left go first."""
    s.fought[h] = max(s.fought[h] - n, 0)
    s.again[h] = max(s.again[h] - n, 0)
    for kind in s.game.loss_order:
        if kind in (ARMY, MONSTER):
            lot = min(n, s.counters[kind][h])
            s.destroy(h, kind, lot)
            n -= lot
            if lot:
                say(
                    s,
                    "DG-BAT-005",
                    "{} {} destroyed on {}",
                    lot,
                    s.game.counter_names[kind].lower(),
                    s.game.grid.names[h],
                    who=me,
                    figure=f"−{lot}",
                    touched=area(h),
                )


async def advance(s: State, fight: Fight, me: int) -> None:
    """With that ruling the winner may enter the empty hex at once (DG-BAT-009)."""
    for h, n in fight.parties:
        most = min(n, s.counters[ARMY][h], s.room(fight.target))
        if most and await yes(me, "DG-BAT-009", "advance", prompt=f"Advance from {s.game.grid.names[h]}?"):
            travel(
                s, me, h, fight.target, ARMY, await number(me, 1, most, "DG-BAT-009", "number to advance"), "DG-BAT-009"
            )
