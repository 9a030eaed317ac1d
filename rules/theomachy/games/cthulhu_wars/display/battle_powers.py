"""What is still to come in a battle: the powers that may act in it, whose they are and when; results owed by source."""

from __future__ import annotations

from ..rules.battle import STAGES
from ..rules.domains import DOOMED, KILL, KIND, PAIN
from ..rules.state import BattleRecord, State

_AT = {name: i for i, (name, _, _) in enumerate(STAGES)}
RESULTS = {KILL: "kill", PAIN: "pain", DOOMED: "elimination"}
# Timing -> the last stage at which it speaks, and how people say when that is.
WHEN = {
    "pre_battle": (_AT["Pre-battle, defender"], "before the dice"),
    "before_dice": (_AT["Dice"], "right before the dice"),
    "dice_rolled": (_AT["Dice"], "once the dice lie"),
    "fixed_results": (_AT["Dice"], "with the dice"),
    "would_score": (_AT["Dice"], "once the dice lie"),
    "would_take_result": (_AT["Pains"], "in place of a result"),
    "result_assigned": (_AT["Pains"], "with each result"),
    "post_battle": (_AT["Pains"], "after the kills or the pains"),
    "would_retreat": (_AT["Retreats"], "when units retreat"),
    "on_retreat": (_AT["Retreats"], "when units retreat"),
    "battle_end": (_AT["End"], "when the battle is over"),
}


def ahead(s: State, b: BattleRecord, seat: int) -> tuple[tuple[str, str, str], ...]:
    """(name, when, rule) of the powers of a seat that may still act in the battle, the next first; each once."""
    over = {name for who, name in (*b.used, *b.declined) if who == seat}
    own = 0 if seat == b.sides[0] else 1
    found: dict[str, tuple[str, str, str]] = {}
    for timing, (last, when) in WHEN.items():
        last = own if timing == "pre_battle" else last
        for _, power, _ in s.mine(seat, timing) if b.stage <= last else ():
            if power.name not in over:
                found.setdefault(power.name, (power.name, when, power.rule))
    return tuple(found.values())


def owed(b: BattleRecord, at: int) -> tuple[tuple[str, int, str], ...]:
    """(result, how many, source) of what a side has still to take."""
    return tuple((RESULTS[result], n, source) for side, result, n, source in b.open if side == at and n)


def not_taken(s: State, b: BattleRecord, at: int) -> tuple[str, ...]:
    """Results that were given to units of a side and came to nothing."""
    names, found = s.config.name[b.sides[at]], list[str]()
    for side, code, result, became in b.given:
        if side == at and not became:
            found.append(f"{names[code & KIND]}: {RESULTS.get(result, 'result')} given, not taken")
    return tuple(found)
