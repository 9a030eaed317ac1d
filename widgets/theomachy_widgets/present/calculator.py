"""The calculator: two settings of a fight side by side, who wins, who dies, how the losses are spread."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from theomachy.engine.runtime.line_up import UNSET, Hand, LineUp, Row

from ..models.calculator import (
    CalcBar,
    CalcDie,
    CalcFate,
    CalcGrid,
    CalcLadder,
    CalcRow,
    CalcSide,
    CalcSpread,
    CalcThrow,
    CalculatorModel,
)
from ..models.common import Nothing
from .calcrows import Column, Part, all_rows, united
from .calculating import MOST_KEPT
from .story import KINDS

if TYPE_CHECKING:
    from fractions import Fraction

    from theomachy.answers.calculator import Reckoned
    from theomachy.engine.runtime.line_up import Grid, Setting, SideUp

    from ..models.common import Token
    from .calcrows import Headed
    from .calculating import Calculation
    from .moment import Moment

NEVER = "\u2013"  # it cannot come about in this setting
LEAST_CHANGE, MEAN_POINT = 0.005, 10  # a change that is spoken of: half a point, or a twentieth on average
MOST_PLACES, MOST_BARS, MOST_OF_KIND, LONGEST_HEAD = 40, 9, 3, 14
OF_KIND = ("", "a second ", "a third ", "a fourth ")


def model(m: Moment) -> CalculatorModel | Nothing:
    """The page of the calculator, while it is open."""
    calc = m.view_state.calculation
    if calc is None:
        return {}
    line_up = calc.line_up(calc.setting)
    known = _known(calc, calc.setting)
    other = _known(calc, calc.beside[0]) if calc.beside else None
    line_ups = [calc.line_up(one) for one in (calc.setting, *calc.beside[:1])]
    columns = _labels(calc, line_up)
    nobody = "nobody can fight as the board stands: put any fight together" if calc.free else ""
    return {
        "title": line_up.title,
        "note": (nobody if line_up.fault else line_up.note or nobody)
        or "as the board stands; nothing here changes the game",
        "places": _places(m, calc),
        "picks": [
            {"id": p.id, "name": p.name, "options": [{"k": k, "name": name, "on": k == p.at} for k, name in p.options]}
            for p in calc.fights.pickers(calc.position.state, calc.setting)
        ],
        "sides": [_side(m, calc, side, up) for side, up in enumerate(line_up.sides)],
        "columns": columns,
        "late": [not _counted_out(calc, one) for one in (calc.setting, *calc.beside)],
        "said": known.said if known is not None else "" if line_up.fault or calc.fault else "Reckoning \u2026",
        "choices": _choices(line_up, known),
        "how": calc.how,
        "dice": line_up.dice,
        "busy": not _counted_out(calc, calc.setting) and not line_up.fault,
        "same": calc.setting == calc.board,
        "fixed": calc.swapped()[1],
        "keeps": _keeps(calc),
        "kept": bool(calc.kept),
        "copied": calc.copied == calc.setting,
        "rows": _rows(m, calc),
        "fates": list(_fates(m, line_ups, known, other)),
        "spreads": list(_spreads(line_ups, known, other)),
        "grids": [_grid(g) for g in line_up.grids],
        "thrown": _thrown(m, calc),
        "ladder": _ladder(m, calc, line_up),
        "tip": _tip(_columns(calc), line_up.dice),
        "warning": line_up.warning,
        "warned": line_up.warning_rule,
        "rule": line_up.rule,
        "empty": line_up.fault,
        "fault": calc.fault,
        "opens": not line_up.fault,
    }  # fmt: skip


def _known(calc: Calculation, setting: Setting) -> Reckoned | None:
    found = calc.latest(setting)
    return found if found is not None and found.chances else None


def _counted_out(calc: Calculation, setting: Setting) -> bool:
    return (setting, calc.how) in calc.done


def _columns(calc: Calculation) -> list[Column]:
    """The setting in hand and those beside it, each with what is told aside."""
    return [_column(calc, one) for one in (calc.setting, *calc.beside)]


def _column(calc: Calculation, setting: Setting) -> Column:
    line_up = calc.line_up(setting)
    main = Part(line_up, _known(calc, setting))
    aside = calc.aside(setting) if not line_up.fault else None
    return Column((main,) if aside is None else (main, Part(calc.line_up(aside), _known(calc, aside), aside=True)))


def _rows(m: Moment, calc: Calculation) -> list[CalcRow]:
    """The events that are measured in any of the settings, each under its heading."""
    columns = _columns(calc)
    rows, before = united([column.rows for column in columns]), ""
    found = []
    for asked in rows:
        head = asked[0] if asked[0] != before else ""
        before = asked[0]
        found.append(_row(m, asked, head, [column.of(asked) for column in columns]))
    return found


def _grid(grid: Grid) -> CalcGrid:
    return {"title": grid.title, "columns": list(grid.columns), "rows": [list(row) for row in grid.rows],
            "lit": grid.lit, "rules": list(grid.rules), "picks": bool(grid.sets)}  # fmt: skip


def _thrown(m: Moment, calc: Calculation) -> CalcThrow | Nothing:
    """Dice as rolled, by whose they are, and the plans for those that lie."""
    throw = calc.throw()
    if throw is None:
        return {}
    lie = [face for face in throw.hands[0].lie if face != UNSET] if throw.plans else []
    plans = calc.fights.plans(calc.position.state, calc.setting, lie) if lie else None
    return {
        "note": throw.note, "rule": throw.rule,
        "hands": [{"name": hand.name, "t": _token(m, hand.seat, "") if hand.seat >= 0 else {},
                   "dice": [_die(hand, face) for face in hand.lie]} for hand in throw.hands],
        "plans": _grid(plans) if plans is not None else {}, "planned": throw.plans,
    }  # fmt: skip


def _die(hand: Hand, face: int) -> CalcDie:
    """What a die shows, and how that is painted: as in a fight, by what it counts for."""
    dice = hand.dice
    if face == UNSET:
        return {"face": face, "kind": "", "words": "not set"}
    if dice.total or dice.pick or dice.by_face:
        return {"face": face, "kind": "half" if dice.by_face and face == max(dice.faces) else "",
                "words": str(face) if face else "blank"}  # fmt: skip
    group = dice.group(face)
    kind, word = (KINDS[min(group, 2)], dice.groups[group][0]) if group >= 0 else ("miss", "nothing")
    return {"face": face, "kind": kind, "words": word}


def _ladder(m: Moment, calc: Calculation, line_up: LineUp) -> CalcLadder | Nothing:
    ladder = line_up.ladder
    if ladder is None:
        return {}
    others = [other.mine for one in calc.beside if (other := calc.line_up(one).ladder) is not None]
    mine = line_up.place.sides[0]
    return {
        "mine": ladder.mine,
        "most": max(5, ladder.mine, *others, *(mark.at for mark in ladder.marks)) + 1,
        "steps": [height for height, _ in ladder.steps],
        "others": sorted({*others} - {ladder.mine}),
        "marks": [{"at": mark.at, "words": mark.words, "o": m.colour(mark.seat) if mark.seat >= 0 else "",
                   "own": mark.seat == mine} for mark in sorted(ladder.marks, key=lambda mark: mark.at)],
    }  # fmt: skip


def _keeps(calc: Calculation) -> str:
    if calc.setting in calc.kept or len(calc.kept) == MOST_KEPT:
        return "Compare with the board"
    return "Compare a third" if calc.kept else "Keep to compare"


def told(m: Moment, calc: Calculation) -> str:
    """The result as text: who fights, by which policies, and every figure."""
    line_up, known = calc.line_up(calc.setting), _known(calc, calc.setting)
    lines = [f"{line_up.title}: {line_up.place.name}"]
    for side, up in enumerate(line_up.sides):
        page = _side(m, calc, side, up)
        there = [f"{s['n']} {s['name']}" for s in page["steppers"] if s["n"]]
        there += [s["name"] for s in page["switches"] if s["on"]] + [p["name"] for p in page["policies"] if p["on"]]
        lines.append(f"{page['name']} {up.role}, {up.total}: {', '.join(there)}")
    lines.append(known.said if known is not None else "Not reckoned yet")
    for row in _rows(m, calc):
        head = f"{row['head']}: " if row["head"] else ""
        beside = f" ({' / '.join(row['was'])})" if row["was"] else ""
        lines.append(f"{head}{row['words']}: {row['now']}{beside}")
    return "\n".join(lines)


def _places(m: Moment, calc: Calculation) -> list[Any]:
    found: dict[str, str] = {}
    for place in calc.fights.places(calc.position.state):
        found[place.id] = place.name
        if len(found) >= MOST_PLACES:
            break
    here = calc.fights.place(calc.position.state, calc.setting.place)
    if here is not None and here.id not in found:
        found = {here.id: here.name, **found}
    return [{"k": id_, "name": name, "on": id_ == calc.setting.place} for id_, name in found.items()]


def _token(m: Moment, seat: int, icon: str) -> Token | Nothing:
    if icon:
        return {"o": m.colour(seat) if seat >= 0 else "rule", "i": icon}
    found: Token | Nothing = m.seat_token(seat) or {}  # type: ignore[assignment]
    return found


def _side(m: Moment, calc: Calculation, side: int, up: SideUp) -> CalcSide:
    name = up.name or (m.seat_name(up.seat) if up.seat >= 0 else "")
    policy = up.policy or (up.policies[0][0] if up.policies else "")
    return {
        "t": _token(m, up.seat, up.icon),
        "name": name,
        "role": up.role,
        "total": up.total,
        "steppers": [
            {"id": s.id, "t": _token(m, up.seat, s.icon) if s.icon else {}, "name": s.name, "note": s.note,
             "figure": s.figure, "n": s.n, "board": s.board, "least": s.least, "most": s.most,
             "of": s.of or f"of {s.most}", "rule": s.rule}
            for s in up.steppers
        ],
        "parts": [{"name": a, "figure": b, "rule": c} for a, b, c in up.parts],
        "switches": [
            {"id": s.id, "name": s.name, "text": s.text.split(". ")[0], "on": s.on, "changed": s.on != s.board,
             "why": s.why, "rule": s.rule}
            for s in up.switches
        ],
        "asks": up.asks,
        "policies": [{"k": k, "name": words, "on": k == policy} for k, words in up.policies],
        "order": [{"id": id_, "name": name, "t": _token(m, up.seat, icon)} for id_, name, icon in up.order],
    }  # fmt: skip


# -- figures ----------------------------------------------------------------------------------------------------------
def percent(p: float) -> str:
    """ "4 %", "0.1 %", "99.9 %": whole numbers, but for what hardly ever or nearly always happens."""
    small = 0 < p < 0.005 or 0.995 < p < 1
    told = f"{min(max(100 * p, 0.1), 99.9):.1f}" if small else f"{100 * p:.0f}"
    return f"{told}\u2009%"


def _change(now: float, then: float) -> str:
    points = 100 * (now - then)
    return "=" if abs(points) < 0.5 else f"{points:+.0f}".replace("-", "\u2212")


def _figure(row: Row, part: Part | None) -> tuple[str, float]:
    if part is None:
        return NEVER, 0.0
    if part.known is None:
        return "\u2026", 0.0
    if row.mean:
        mean = float(part.known.mean(row.id))
        return f"{mean:.2f}" if mean != int(mean) else f"{mean:.0f}", mean
    p = part.known.chance(row.id, row.least)
    return (percent(p) if part.line_up.dice else "yes" if p else "no"), p


def _row(m: Moment, asked: Headed, head: str, parts: list[Part | None]) -> CalcRow:
    row = asked[1]
    (said, p), *others = [_figure(row, part) for part in parts]
    change = ""
    if len(parts) == 2 and all(part is not None and part.known is not None for part in parts):
        q = others[0][1]
        change = f"{p - q:+.2f}".replace("-", "\u2212") if row.mean else _change(p, q)
        change = "" if not row.mean and parts[0] is not None and not parts[0].line_up.dice else change
        change = "=" if change in ("+0.00", "\u22120.00") else change
    token: Any = m.seat_token(row.seat) or {}
    return {"head": head, "o": token.get("o", ""), "i": "", "words": row.words, "now": said,
            "was": [figure for figure, _ in others], "change": change, "rule": row.rule}  # fmt: skip


def _fates(m: Moment, line_ups: list[LineUp], now: Reckoned | None, then: Reckoned | None) -> Iterator[CalcFate]:
    """Who dies, unit by unit: the first of a kind, a second, a third; of units that only one setting has too."""
    for row in all_rows(line_ups, "fate") if now is not None else ():
        for k in range(1, min(row.n, MOST_OF_KIND) + 1):
            mine, theirs = _there(now, row, k), _there(then, row, k)
            dead = mine.chance(row.id, k) if mine is not None else 0.0
            gone = mine.chance(row.of, k) if row.of and mine is not None else dead
            was = None if then is None else theirs.chance(row.id, k) if theirs is not None else 0.0
            words = f"{OF_KIND[k - 1]}{row.words}"
            other = NEVER if theirs is None else percent(was or 0.0)
            yield {"t": _token(m, row.seat, row.icon), "words": words[0].upper() + words[1:], "dead": dead,
                   "gone": gone, "was": was, "now": percent(dead) if mine is not None else NEVER,
                   "then": other if was is not None else percent(gone - dead) if row.of else "",
                   "routed": bool(row.of)}  # fmt: skip


def _there(found: Reckoned | None, asked: Row, k: int) -> Reckoned | None:
    """What is reckoned of a unit, if so many of its kind fight."""
    if found is None:
        return None
    same = (row for row in found.line_up.rows if (row.id, row.words) == (asked.id, asked.words))
    return found if any(row.n >= k for row in same) else None


def _spreads(line_ups: list[LineUp], now: Reckoned | None, then: Reckoned | None) -> Iterator[CalcSpread]:
    first = False
    for row in all_rows(line_ups, "loss") if now is not None else ():
        a, b = _spread(now, row), _spread(then, row)
        if not a and not b:
            continue
        highest = max((*a, *b), default=0)
        bars = [
            CalcBar(str(n), float(a.get(n, 0)), None if not b else float(b.get(n, 0)))
            for n in range(min(highest, MOST_BARS - 1) + 1)
        ]
        if highest >= MOST_BARS:
            more = float(sum(p for n, p in a.items() if n >= MOST_BARS - 1))
            was = None if not b else float(sum(p for n, p in b.items() if n >= MOST_BARS - 1))
            bars[-1] = CalcBar(f"{MOST_BARS - 1}+", more, was)
        yield {"title": row.words if first else f"{row.words}, in 100", "bars": bars}
        first = True


def _spread(found: Reckoned | None, asked: Row) -> Mapping[int, Fraction]:
    """How the losses of a side are spread; nothing where it does not fight."""
    if found is None or (asked.id, asked.seat) not in {(row.id, row.seat) for row in found.line_up.rows}:
        return {}
    return found.spread(asked.id)


# -- words ------------------------------------------------------------------------------------------------------------
def _labels(calc: Calculation, line_up: LineUp) -> list[str]:
    """What the settings are called: by what they differ in, where that is one thing."""
    if not calc.beside:
        return ["chance"] if line_up.dice else ["result"]
    if len(calc.beside) > 1:
        return ["as set", "first kept", "second kept"]
    a, b = line_up, calc.line_up(calc.beside[0])
    found: list[list[str]] = []
    for mine, theirs in zip(a.sides, b.sides, strict=False):
        there = {s.id: s.on for s in theirs.switches if not s.why}
        found += [[s.name, "without"] if s.on else ["without", s.name]
                  for s in mine.switches if not s.why and s.on != there.get(s.id, s.on)]  # fmt: skip
        counts = {s.id: s.n for s in theirs.steppers}
        found += [_counted(s.n, counts[s.id], s.name) for s in mine.steppers if s.n != counts.get(s.id, s.n)]
        words = dict(mine.policies)
        if mine.policy != theirs.policy and mine.policy in words:
            found.append([words[mine.policy], words.get(theirs.policy, "else")])
    if calc.setting.dice != calc.beside[0].dice:
        found.append(["as rolled", "as rolled" if calc.beside[0].dice else "not rolled"])
    one = found[0] if len(found) == 1 and calc.setting.place == calc.beside[0].place else []
    if len({*one}) == 2 and max(map(len, one)) <= LONGEST_HEAD:
        return one
    return ["as set", "kept" if calc.kept else "board"]


def _counted(n: int, other: int, name: str) -> list[str]:
    """ "Army: 2" and "1"; of a long name the numbers alone."""
    return [f"{name}: {n}", str(other)] if len(name) <= 11 else [f"with {n}", f"with {other}"]


def _choices(line_up: LineUp, found: Reckoned | None) -> str:
    if found is None:
        return ""
    told = "choices by the policies of both sides" if any(side.policies for side in line_up.sides) else ""
    if found.assumed:
        told += f"; of other questions the plain answer is taken: {', '.join(found.assumed)}"
    return f"{told[:1].upper()}{told[1:]}." if told else ""


def _tip(columns: list[Column], dice: bool) -> str:
    """Where the two settings differ most, in one sentence; what only one of them can bring counts too."""
    if len(columns) != 2 or not dice or any(column.parts[0].known is None for column in columns):
        return ""
    found: list[tuple[float, str]] = []
    alone = [Column(column.parts[:1]) for column in columns]
    for asked in united([column.rows for column in alone]):
        row, (a, b) = asked[1], [column.of(asked) for column in alone]
        (now, p), (was, q) = _figure(row, a), _figure(row, b)
        not_at_all = "none" if row.mean else "never"
        now, was = (not_at_all if figure == NEVER else figure for figure in (now, was))
        size = abs(p - q) / MEAN_POINT if row.mean else abs(p - q)
        words = f"{asked[0]}, {row.words}" if asked[0] else row.words
        found.append((size, f"{words[:1].upper()}{words[1:]}: {now} instead of {was}."))
    size, said = max(found, default=(0.0, ""), key=lambda one: one[0])
    return said if size >= LEAST_CHANGE else "That changes nothing worth speaking of."
