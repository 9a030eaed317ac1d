"""An attack under way, told step by step: values, dice with their fates, wounds (MB-ATK-001 to MB-ATK-011)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.runtime.layers import Total, summed
from ....engine.tabletop.beside import DiceSet, Slide, Sum, Throw, ThrownDie, ThrowStep
from ....engine.tabletop.table import Fight as Shown
from ....engine.tabletop.table import Side, Stage
from ..rules.arguments import die_target
from ..rules.assault import FIVE
from ..rules.state import AT_FIRST, AT_RETALIATION, AT_SECOND, AT_TARGET, AT_VALUES, AT_WOUNDS, RETALIATION, Fight
from ..rules.values import defence, offence

if TYPE_CHECKING:
    from ..rules.state import State

NAMES = ("Target", "Effective values", "First assault", "Second assault", "Wounds", "Retaliation")


def fight(s: State) -> Shown | None:
    """The attack under way as it lies on the table; None without one."""
    now = s.fight
    if now is None or s.place[now.attacker] < 0:
        return None
    area = s.place[now.target] if s.place[now.target] >= 0 else now.where
    attacker, target = s.config.units[now.attacker], s.config.units[now.target]
    ends = "" if attacker.is_troop else "s"
    kind = f"retaliate{ends} against" if now.manner == RETALIATION else f"attack{ends}"
    return Shown(
        f"{attacker.name} {kind} {target.name}",
        area,
        tuple(_stages(s, now)),
        (_side(s, now, now.attacker), _side(s, now, now.target)),
        "MB-ATK-001",
        stepwise=True,
        target=f"piece:{now.target}",
        slides=_slides(s, now),
    )


def _stages(s: State, now: Fight) -> list[Stage]:
    target = s.config.units[now.target].short
    guard = f"{s.config.units[now.named].short}; {target} guards" if now.named != now.target else target
    notes = [
        guard,
        f"{now.offence} dice against {now.defence}" if now.step > AT_VALUES or now.offence else "",
        _first_note(now),
        _second_note(now),
        f"{now.wounds} inflicted" if now.step >= AT_WOUNDS else "",
        "offered" if now.step == AT_RETALIATION else "",
    ]
    shows = {2: "throw", 3: "throw", 4: "slide"}
    return [
        Stage(name, notes[i], "done" if i < now.step else "now" if i == now.step else "ahead", shows.get(i, ""))
        for i, name in enumerate(NAMES)
    ]


def _first_note(now: Fight) -> str:
    if now.step < AT_FIRST or not now.rolled:
        return ""
    return f"{len(now.rolled)} dice, {len(now.lifts)} discarded" if now.lifts else f"{len(now.rolled)} dice"


def _second_note(now: Fight) -> str:
    if now.step < AT_SECOND:
        return ""
    return f"{now.again} thrown again" if now.again else ("declined" if now.step > AT_SECOND else "")


def _side(s: State, now: Fight, unit: int) -> Side:
    card = s.config.units[unit]
    attacks = unit == now.attacker
    reach = "range 0" if now.close else f"range {now.distance}"
    what = "miniatures" if card.is_troop else "vitality"
    note = f"{what} {s.vitality[unit]} of {card.most}" + (f", {reach}" if attacks else "")
    deed = ("retaliate" if now.manner == RETALIATION else "attack") if attacks else "defend"
    deed += "" if card.is_troop else "s"
    return Side(
        s.owner[unit], "attacks" if attacks else "defends", (), "", sums=(_sum(s, now, attacks),),
        name=f"{card.short} {deed}",
        note=note, icon=card.icon,
    )  # fmt: skip


def _sum(s: State, now: Fight, attacks: bool) -> Sum:
    total: Total = offence(s, now) if attacks else defence(s, now)
    if now.step > AT_VALUES:  # what was worked out counts, whatever has changed since
        fixed = now.offence if attacks else now.defence
        if fixed != total.value:
            total = Total(fixed)
    name, rule = ("Dice", "MB-ATK-001") if attacks else ("To reach", "MB-ATK-001")
    most = s.config.fact("value.most")
    note = f"{most} is the most that any modifier can reach" if attacks else _reach_note(s, total.value)
    return summed(total, name, rule=rule, seat=-1, note=note)


def _reach_note(s: State, wall: int) -> str:
    five = s.config.fact("dice.five")
    if wall > five:
        return f"A wound needs a die of {wall}: a five and {wall - five} more"
    return f"A wound needs a die of {wall}"


def _slides(s: State, now: Fight) -> tuple[Slide, ...]:
    if now.step < AT_WOUNDS or not now.wounds or s.config.units[now.target].is_token:
        return ()
    card = s.config.units[now.target]
    n = "1 wound" if now.wounds == 1 else f"{now.wounds} wounds"
    before = min(s.vitality[now.target] + now.wounds, card.most)
    row = 0 if card.is_troop else card.most - before
    return (Slide(str(now.target), row, n, "MB-ATK-011"),)


# -- dice -------------------------------------------------------------------------------------------------------------
def throws(s: State) -> tuple[Throw, ...]:
    """The dice of both assaults with what became of each (MB-ATK-004 to MB-ATK-010)."""
    now = s.fight
    if now is None or now.step < AT_FIRST or not now.rolled:
        return ()
    found = [_first(now)]
    if now.thrown:
        found.append(_second(now))
    return tuple(found)


def _first(now: Fight) -> Throw:
    rolled = sorted(now.rolled, reverse=True)
    alive = [die for die in rolled if die]
    spent, lifted = _fates(alive, now.lifts, now.defence)
    dice = []
    for i, die in enumerate(alive):
        if i in spent:
            dice.append(ThrownDie(die, "spent", spent[i], 1))
        else:
            fate = "wound" if die >= now.defence else "thrown again" if die == FIVE else "kept"
            dice.append(_at_hand(die, fate) if die < now.defence and not now.thrown else ThrownDie(die, fate))
    blanks = tuple(ThrownDie(0, "out") for die in rolled if not die)
    n = len(blanks)
    sets = [DiceSet(tuple(dice))] if dice else []
    if blanks:
        sets.append(DiceSet(blanks, "1 blank" if n == 1 else f"{n} blanks", "removed"))
    steps = [ThrowStep("rolled", tuple(sets), rule="MB-ATK-004")]
    if alive and (now.lifts or now.step > AT_FIRST):
        steps.append(ThrowStep("after discards", _after(now, alive, lifted, spent), rule="MB-ATK-005"))
    return Throw("First assault", tuple(steps), now.by, f"{len(now.rolled)} dice", "MB-ATK-004")


def _at_hand(face: int, fate: str, value: int | None = None) -> ThrownDie:
    """A die that takes part, or two that are added up to a value, and may be discarded or raised; -1: it wounds."""
    value = face if value is None else value
    if value < 0:
        return ThrownDie(face, fate)
    return ThrownDie(face, fate, target=die_target(value), second=die_target(value, up=True))


def _fates(alive: list[int], lifts: tuple[tuple[int, int], ...], wall: int) -> tuple[dict[int, int], list[int]]:
    """Which die went onto which, following the discards one by one; and the values after them."""
    values, spent = list(alive), dict[int, int]()
    for gone, raised in lifts:
        free = [i for i in range(len(values)) if i not in spent and values[i] < wall]
        source = next((i for i in free if values[i] == gone), -1)
        target = next((i for i in free if values[i] == raised and i != source), -1)
        if source >= 0 and target >= 0:
            spent[source] = target
            values[target] += 1
    return spent, values


def _after(now: Fight, alive: list[int], values: list[int], spent: dict[int, int]) -> tuple[DiceSet, ...]:
    wall, live = now.defence, _at_hand if not now.thrown else ThrownDie  # what lies there now answers
    wounds = [v for i, v in enumerate(values) if i not in spent and v >= wall]
    fives = [v for i, v in enumerate(values) if i not in spent and v == 5 and v < wall]
    kept = [v for i, v in enumerate(values) if i not in spent and v < wall and v != 5]
    gone = [alive[i] for i in spent]
    sets = []
    if wounds:
        sets.append(DiceSet(tuple(ThrownDie(v, "wound") for v in wounds), _n(len(wounds), "wound"), "set aside"))
    if fives:
        name = "1 five" if len(fives) == 1 else f"{len(fives)} fives"
        sets.append(DiceSet(tuple(live(v, "thrown again") for v in fives), name, "may be thrown again"))
    if kept:
        sets.append(DiceSet(tuple(live(v, "kept") for v in kept), f"{len(kept)} kept", "for +1 later"))
    if gone:
        sets.append(DiceSet(tuple(ThrownDie(v, "out") for v in gone), f"{len(gone)} discarded", "+1 each"))
    return tuple(sets)


def _n(n: int, word: str) -> str:
    return f"1 {word}" if n == 1 else f"{n} {word}s"


def _second(now: Fight) -> Throw:
    """Each five with what it was thrown again to, and with what it got of discarded dice."""
    thrown = sorted(now.thrown, reverse=True)
    values = [5 + face for face in thrown if face]
    kept = list(now.pool)
    spent, lifted = _fates(sorted([*values, *_others(now)], reverse=True), now.spent, now.defence)
    order = sorted([*values, *_others(now)], reverse=True)
    sets = []
    for i, start in enumerate(order):
        if i in spent:
            continue
        end = lifted[i]
        if start < 6:  # it took no part in the second throw
            continue
        added = [ThrownDie(order[j], "spent") for j, to in spent.items() if to == i]
        value = end if end < now.defence else -1
        dice = (_at_hand(FIVE, "thrown again", value), _at_hand(start - FIVE, "", value), *added)
        fate = f"{end}: wound" if end >= now.defence else f"{end}: not enough"
        sets.append(DiceSet(dice, fate, total=str(end)))
    lost = [face for face in thrown if not face]
    sets += [DiceSet((ThrownDie(FIVE, "out"), ThrownDie(0, "out")), note="blank: both lost") for _ in lost]
    rest = [die for die in kept if die < 6]
    if rest:
        sets.append(DiceSet(tuple(_at_hand(die, "kept") for die in rest), note="not needed"))
    note = f"{now.again} of the fives {'is' if now.again == 1 else 'are'} thrown"
    return Throw("Second assault", (ThrowStep("thrown", tuple(sets), rule="MB-ATK-009"),), now.by, note, "MB-ATK-008")


def _others(now: Fight) -> list[int]:
    """The dice below the fives that were there when the second assault began."""
    spent = [gone for gone, _ in now.spent]
    found = [die for die in now.pool if die < 6]
    found += [die for die in spent if die < 6]
    return found


__all__ = ["AT_TARGET", "fight", "throws"]
