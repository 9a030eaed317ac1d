"""The two sides of a fight, or all sides of a contest.

The table tells the sides, the story tells rolls, retreats and powers. Everything goes by kinds of things.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from theomachy.engine.runtime.timing import CANON, WINDOW
from theomachy.engine.runtime.trace import Event
from theomachy.engine.tabletop.beside import Sum, Term
from theomachy.engine.tabletop.table import Contest, Fight, Side

from .bout import VisibleEvent, told_of
from .fought import shown
from .fronts import FIGHT, front
from .moment import Moment
from .story import brief, faces, told_faces
from .sums import sum_of

FATE_MARK = {"killed": "kill", "eliminated": "kill"} | dict.fromkeys(
    ("pained", "kill and pain", "survives a kill"), "pain"
)
STAY = ("", "stays", "pained", "kill and pain", "survives a kill")  # fates of those who live
MOST_LINES = 3  # of one power


def model(m: Moment) -> dict[str, Any]:
    """The two sides of the fight that is looked at, unless they stand in front."""
    fight = shown(m)
    if fight is None or front(m) == FIGHT:
        return {}
    told = told_of(m)
    if fight.contest is not None:
        return {"title": fight.title, "rule": fight.rule, "sides": [], "ledger": _ledger(m, fight, fight.contest)}
    beside = [
        {"t": m.piece_token(replace(piece, count=1)), "name": piece.name, "n": piece.count} for piece in fight.beside
    ]
    seats = {side.seat for side in fight.sides}
    sides = [_side(m, side, told, seats) for side in fight.sides]
    others = [
        {"t": m.seat_token(seat.index), "name": m.seat_name(seat.index), "parts": rows}
        for seat in m.seats
        if seat.index not in seats and (rows := _spoken(m, seat.index, told)[0])
    ]
    found = {"title": fight.title, "rule": fight.rule, "sides": sides}
    return found | ({"beside": beside} if beside else {}) | ({"others": others} if others else {})


def _ledger(m: Moment, fight: Fight, contest: Contest) -> dict[str, Any]:
    """A row a side, the stakes as far as the viewer may know them, and the dice against them."""
    sealing = m.table.sealing if m.told is None else None
    plans = {plan.seat: plan for plan in sealing.plans} if sealing is not None else {}
    rows = []
    for side in fight.sides:
        plan, stake = plans.get(side.seat), side.stake
        own = int(plan.lines[-1]) if plan is not None and plan.lines and plan.lines[-1].isdigit() else None
        state = "shown" if stake is not None and stake.said is not None else plan.state if plan is not None else ""
        given = [
            {"t": m.piece_token(replace(force.piece, count=1)), "name": force.piece.name, "n": force.piece.count,
             "figure": force.figure}
            for force in side.forces
        ]  # fmt: skip
        rows.append(
            {
                "t": m.seat_token(side.seat),
                "name": m.seat_name(side.seat),
                "role": side.role,
                "given": given,
                "laid": stake.given if stake is not None else 0,
                "state": state,
                "said": stake.said if stake is not None and stake.said is not None else own,
                "low": stake.low if stake is not None else 0,
                "high": stake.high if stake is not None else 0,
                "against": stake is not None and stake.against,
                "purse": [[f.value, f.most] for f in side.figures[:1]],
                "verdict": side.verdict,
            }
        )
    low, high = 0, 0
    for stake in (side.stake for side in fight.sides if side.stake is not None):
        low += stake.given + (-stake.high if stake.against else stake.low)
        high += stake.given + (-stake.low if stake.against else stake.high)
    return {
        "name": contest.name,
        "rows": rows,
        "low": low,
        "high": high,
        "total": contest.total,
        "dice": contest.dice,
        "rolled": contest.rolled,
        "faces": told_faces(m, str(contest.rolled)) if contest.rolled is not None else [],
        "chances": [[n, round(p, 5)] for n, p in contest.chances],
        "rule": contest.rule,
    }


def _side(m: Moment, side: Side, told: list[VisibleEvent], seats: set[int]) -> dict[str, Any]:
    mine, theirs = _roll(told, {side.seat}), _roll(told, seats - {side.seat})
    dice, taken = mine and mine.event.dice, theirs and theirs.event.dice
    takes = side.takes if side.takes is not None else taken[0].say(taken[2]) if taken else ""
    parts, said = _powers(m, side, told, mine), [sum_of(m, each) for each in side.sums]
    if not said and not dice and (summed := _announced(side, told)) is not None:
        said, parts = _with_its_parts(m, summed, parts)
    return {
        "t": m.seat_token(side.seat),
        "name": m.seat_name(side.seat),
        "role": side.role,
        "total": "" if dice else side.total,
        "parts": parts,
        "sums": said,
        "dice": mine and _dice(mine.event, side.total),
        "takes": f"takes {takes}" if takes else "",
        "owed": [
            [what, f"{n} {what}{'s' * (n > 1)} owed: {m.system.source_name(source)}"] for what, n, source in side.owed
        ],
        "spared": list(side.spared),
        "forces": _units(m, side),
        "remarks": _remarks(m, side, told),
    }


def _roll(told: list[VisibleEvent], seats: set[int]) -> VisibleEvent | None:
    """The last roll of a side: of nobody who stands by."""
    return next((t for t in reversed(told) if t.event.dice is not None and t.event.who in seats and not t.secret), None)


def _announced(side: Side, told: list[VisibleEvent]) -> Sum | None:
    """The total of a side that throws no dice, with the parts that it was told with."""
    for e in (t.event for t in reversed(told) if not t.secret and t.event.who == side.seat and t.event.why):
        terms = tuple(Term(name, n, rule) for name, n, rule in e.why if isinstance(n, int))
        if len(terms) == len(e.why) and str(sum(term.n for term in terms)) == side.total:
            return Sum("In all", int(side.total), terms, e.rule, side.seat)
    return None


def _with_its_parts(m: Moment, summed: Sum, parts: list[list[Any]]) -> tuple[list[dict[str, Any]], list[list[Any]]]:
    """The sum, each power in it with the sentences of what it did; and the powers that are no part of it."""
    named = {term.name: list[str]() for term in summed.terms}
    left = []
    for part in parts:
        name, _, said = part[0].partition(": ")
        if name in named and part[3]:
            named[name] += [said] if said else []
        else:
            left.append(part)
    shown = sum_of(m, summed)
    for term in shown["terms"]:
        term[3] = "; ".join(named[term[0]])
    return [shown], left


def _dice(e: Event, total: str) -> dict[str, Any]:
    """The last roll of a side; of dice that were thrown apart the side tells all."""
    assert e.dice is not None
    kind, n, outcome = e.dice
    means = [x for x in kind.expected(n) if x is not None]
    return {
        "say": total if "; " in total else f"{n} {'die' if n == 1 else 'dice'}: {kind.say(outcome)}",
        "expected": "expected " + " and ".join(f"{x:.1f}" for x in means) if means else "",
        "faces": faces(e),
    }


def _abilities(m: Moment) -> dict[str, dict[str, bool]]:
    """All powers by their rules, which several may share: name -> whether it speaks in windows alone."""
    if "abilities" not in m.kept:
        known = m.kept["abilities"] = {}
        for vocabulary in m.system.vocabularies:
            for ability in vocabulary.abilities:
                kinds = {CANON[name].kind for name in vocabulary.uses if hasattr(ability, name)}
                known.setdefault(ability.rule, {})[ability.name] = kinds == {WINDOW}
    found: dict[str, dict[str, bool]] = m.kept["abilities"]
    return found


def _timings(m: Moment) -> dict[str, set[str]]:
    """The timings at which each power speaks, by name."""
    if "timings" not in m.kept:
        m.kept["timings"] = {
            ability.name: {name for name in vocabulary.uses if hasattr(ability, name)}
            for vocabulary in m.system.vocabularies
            for ability in vocabulary.abilities
        }
    found: dict[str, set[str]] = m.kept["timings"]
    return found


def _power(m: Moment, told: list[VisibleEvent], i: int) -> str:
    """The power by which something happened: the one under whose name it stands; else the only one of its rule.

    What a power does in a window stands under its name, so anything else of its rule is the rules' own doing.
    """
    rule, depth = told[i].event.rule, told[i].depth + 1
    names = _abilities(m).get(rule, {})
    for t in reversed(told[: i + 1]) if names else ():
        if t.depth < depth:
            depth = t.depth
            if t.event.rule == rule and t.text in names:
                return t.text
    return next((name for name, windows in names.items() if len(names) == 1 and not windows), "")


def spoken_at(m: Moment, timing: str) -> list[str]:
    """The powers that have spoken at a timing in the fight that is looked at, anybody's, each once."""
    told, found = told_of(m), dict[str, None]()
    for i, t in enumerate(told):
        name = "" if t.secret or t.event.kind == "not used" else _power(m, told, i)
        if name and timing in _timings(m).get(name, ()):
            found[name] = None
    return list(found)


def _spoken(
    m: Moment, seat: int, told: list[VisibleEvent]
) -> tuple[list[list[Any]], set[tuple[str, str]], dict[str, str]]:
    """(sentence, figure, rule, True) of the powers of a seat that spoke, with the rule and name of each; and what could
    have spoken, by sentence.
    """
    rules = _abilities(m)
    spoke: dict[tuple[str, str], dict[str, str]] = {}  # rule and power -> sentence -> figure
    silent: dict[str, str] = {}  # sentence -> rule
    for i, t in enumerate(told):
        e = t.event
        above = next((up for up in reversed(told[:i]) if up.depth < t.depth), None)
        # What a power makes the enemy do is told of the enemy, and yet it is the power of its holder.
        holder = above.event.who if above is not None and above.event.rule == e.rule else e.who
        if holder != seat or e.rule not in rules or t.secret:
            continue
        if e.kind == "not used":
            silent.setdefault(t.text, e.rule)
            continue
        name = _power(m, told, i)
        if not name:
            continue
        lines = spoke.setdefault((e.rule, name), {})
        opens = i + 1 < len(told) and told[i + 1].depth > t.depth
        further = above is not None and above.event.rule == e.rule and told[i - 1] is not above
        if further or (opens and t.text == name):
            continue  # what it did stands below; of that the first sentence is enough
        said, called = brief(m, t), m.system.source_name(name)
        if said == f"uses {name}":
            said = f"{called}: {e.note}" if e.note else called
        elif holder != e.who:
            said = f"{called}: {t.text}"
        elif said.startswith(name):
            said = called + said.removeprefix(name)
        elif not said.startswith(called):
            said = f"{called}: {said[:1].lower()}{said[1:]}"
        lines[said] = e.figure
    rows: list[list[Any]] = [
        [said, figure, rule, True]
        for (rule, name), lines in spoke.items()
        for said, figure in list((lines or {m.system.source_name(name): ""}).items())[:MOST_LINES]
    ]
    return rows, set(spoke), silent


def _powers(m: Moment, side: Side, told: list[VisibleEvent], roll: VisibleEvent | None) -> list[list[Any]]:
    """(sentence, figure, rule, whether it spoke) of the powers of a side: those that spoke, then the others.

    What powers added to the dice is told by the roll once it is made, for the sides change afterwards. What is the
    figure of a unit itself stands with the unit.
    """
    rules = _abilities(m)
    rows, spoke, silent = _spoken(m, side.seat, told)
    parts = side.parts
    if roll is not None:
        parts = tuple(
            (name, f"+{n}" if isinstance(n, int) and n > 0 else str(n), rule) for name, n, rule in roll.event.why
        )
    printed = {force.rule for force in side.forces}
    own = {*side.own, *(name for name, _, rule in parts if rule in printed and name not in rules.get(rule, {}))}
    known = {rule for rule, name in spoke if len(rules[rule]) == 1} | {name for _, name in spoke}
    rows += [
        [name, figure, rule, True]
        for name, figure, rule in parts
        if rule in rules and name not in own and rule not in known and name not in known
    ]
    known = {rule for _, _, rule, _ in rows}
    rows += [[said, "", rule, False] for said, rule in silent.items() if rule not in known]
    known |= set(silent.values())
    ahead = [(m.system.source_name(name), when, rule) for name, when, rule in side.ahead if rule not in known]
    return rows + [[f"{name}, {when}", "", rule, False] for name, when, rule in ahead]


def _units(m: Moment, side: Side) -> list[dict[str, Any]]:
    """Who fights, with what became of each; like ones together."""
    found: dict[tuple[Any, ...], dict[str, Any]] = {}
    for force in side.forces:
        piece, gone = force.piece, force.fate not in STAY
        # The killed are one row; others stand together when all that is said of them is the same.
        key = (force.fate,) if force.fate in ("killed", "eliminated") and gone and piece.area < 0 else (piece.id, force)
        row = found.get(key)
        if row is None:
            token = m.piece_token(replace(piece, count=1, marks=()))
            if force.fate in FATE_MARK:
                token["m"] = FATE_MARK[force.fate]
            if gone:
                token["b"] = 0.45
            row = found[key] = {
                "t": token,
                "names": {},
                "figure": force.figure,
                "rule": force.rule,
                "fate": force.fate,
                "note": force.note,
                "gone": gone,
            }
        row["names"][piece.name] = row["names"].get(piece.name, 0) + piece.count
    return [_named(row) for row in found.values()]


def _named(row: dict[str, Any]) -> dict[str, Any]:
    names = row.pop("names")
    if len(names) > 1:
        row["rule"] = ""
    row["name"] = ", ".join(f"{n} × {name}" if n > 1 else name for name, n in names.items())
    row["n"] = sum(names.values())
    return row


def _remarks(m: Moment, side: Side, told: list[VisibleEvent]) -> list[list[str]]:
    """What found nobody, and the like: what could have been and is no power."""
    rules = _abilities(m)
    return [
        [brief(m, t), t.event.rule]
        for t in told
        if t.event.kind == "not used" and t.event.who == side.seat and t.event.rule not in rules and not t.secret
    ]
