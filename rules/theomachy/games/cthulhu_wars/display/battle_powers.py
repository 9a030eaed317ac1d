"""A battle in figures and names: the dice of its units, powers that may still act and when, results taken and owed."""

from __future__ import annotations

from ....engine.runtime.ability import Ability
from ....engine.runtime.layers import folded
from ..rules.battle import STAGES
from ..rules.battle_record import BattleRecord, battle_of
from ..rules.domains import DOOMED, KILL, KIND, PAIN, kills_on, pains_on
from ..rules.fight import Resolution
from ..rules.state import State
from ..rules.timings import CARD_BIT, VOCABULARY, Power

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


def takes(s: State, b: BattleRecord, at: int) -> str:
    """What a side takes in all, once it is counted: what lies on its units, and what is open. Powers may have made of
    it something else than the dice of the other say.
    """
    if not b.scored and b.stage <= _AT["Dice"]:
        return ""
    units = [*b.roster[at].items(), *((code, 1) for side, code, _, _ in b.fates if side == at)]
    open_ = {what: sum(n for side, result, n, _ in b.open if side == at and result == what) for what in RESULTS}
    doomed = sum(n for code, n in units if code >= DOOMED) + open_[DOOMED]
    kills = sum(n * kills_on(code) for code, n in units if code < DOOMED) + open_[KILL]
    pains = sum(n * pains_on(code) for code, n in units if code < DOOMED) + open_[PAIN]
    said: str = s.config.die.say((kills, pains))
    return said + (f", {doomed} elimination{'s' * (doomed > 1)}" if doomed else "")


# -- dice -------------------------------------------------------------------------------------------------------------
def is_combat(power: Ability) -> bool:
    """Is what a power adds to the dice just the printed Combat of a unit, which has no fixed number?"""
    return isinstance(power, Power) and power.bit == CARD_BIT and not power.unique and not power.on


def source_name(name: str) -> str:
    """How the source of dice is called: the Combat of a Great Old One, which is printed with how to awaken it, by its
    own name.
    """
    own = next((power for power in VOCABULARY.abilities if power.name == name), None)
    return name.removeprefix("Awaken ") if own is not None and is_combat(own) else name


def parts_of(fight: Resolution, seat: int, foe: int) -> list[tuple[str, int]]:
    """(name, dice) of what the roll of a side is made of: its units by their own Combat, then what else powers say."""
    combat, names, rows = fight.s.config.combat[seat], fight.s.config.name[seat], list[tuple[str, int]]()
    said = [(kind, name, n, is_combat(VOCABULARY.named(name))) for kind, name, n, _ in fight.sources(seat, foe)]
    kinds = fight.kinds(seat)
    for kind, n in kinds.items():
        dice = combat[kind] * n + sum(m for k, _, m, own in said if k == kind and own)
        rows += [(f"{n} × {names[kind]}" if n > 1 else names[kind], dice)] if dice else []
    rows += [(name, n) for _, name, n, own in said if not own]
    told = sum(1 for kind in kinds if combat[kind]) + len(said)
    return rows + [(part.name, part.change) for part in fight.dice(seat, foe).parts[told:]]  # of the whole side


def dice_of(fight: Resolution, seat: int, foe: int) -> dict[int, int]:
    """The dice that each class of units of a side adds as it stands now, with all that powers add to them."""
    found, hooks, combat = dict[int, int](), fight.hooks(seat), fight.s.config.combat[seat]
    for kind, n in fight.kinds(seat).items():
        codes = [code for code in fight.b.roster[fight.side(seat)] if code & KIND == kind]
        whole = folded(combat[kind] * n, hooks, fight, seat, foe, kind, n)
        for code in codes[1:]:
            m = fight.b.roster[fight.side(seat)][code]
            found[code] = folded(combat[kind] * m, hooks, fight, seat, foe, kind, m)
        found[codes[0]] = whole - sum(found[code] for code in codes[1:])
    return {code: max(n, 0) for code, n in found.items()}


def combat(s: State, seat: int, kind: int) -> str:
    """The dice of one unit as it stands now: "4"; by the enemy "2 to 6", unless it is in a battle with one."""
    unit, hooks = s.config.factions[seat].units[kind], s.mine(seat, "dice")
    if not hooks or not unit.plays("fights"):
        return str(unit.combat)
    b = s.battle
    if b is not None and seat in b.sides and (fight := Resolution(s, b)).count(seat, kind):
        found = {folded(unit.combat, fight.hooks(seat), fight, seat, fight.foe(seat), kind, 1)}
    else:
        area, found = next(iter(s.where(seat, kind)), 0), set()
        for foe in s.config.foes[seat] if seat in s.config.seats else s.config.seats:
            fight = Resolution(s, battle_of(area, (seat, foe), [{kind: 1}, {}]))
            found.add(folded(unit.combat, hooks, fight, seat, foe, kind, 1))
    low, high = max(min(found), 0), max(*found, 0)
    return str(low) if low == high else f"{low} to {high}"
