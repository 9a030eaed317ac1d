"""The event tree."""

from __future__ import annotations

from typing import Any

from theomachy.engine.runtime.trace import Event

from .bout import VisibleEvent
from .moment import Moment

MOST_EVENTS, MOST_DICE = 160, 40
KINDS = ("hit", "half", "half")  # how the groups of a die are painted, the first of them best


def model(m: Moment) -> dict[str, Any]:
    """The model of the event tree."""
    told = m.story
    first = max(0, len(told) - MOST_EVENTS)
    while first < len(told) and first and told[first].depth > 0:
        first += 1
    rows = _rows(m, first, told)
    if m.told is not None:
        k = m.view_state.event or 0
        at = k + restated(m, told, k)
        rows = [_shown(m, at, told, now=k) if row["k"] == at else row for row in rows]
    if not rows:
        return {}
    return {
        "turn": m.table.place.rpartition(", ")[2],
        "rows": rows,
        "folds": any(r["open"] for r in rows),
    }


def _rows(m: Moment, first: int, told: list[VisibleEvent]) -> list[dict[str, Any]]:
    """The rows while no event is looked at: a click that changes nothing of the story finds them made."""
    kept = m.memory.rows
    if kept is None or kept[0] is not told:
        kept = m.memory.rows = (told, [])
        kept[1].extend(_shown(m, k, told) for k in range(first, len(told)) if not restated(m, told, k))
    return kept[1]


def restated(m: Moment, told: list[VisibleEvent], k: int) -> bool:
    """Is all that an action's own row says told again by the one event below it ("Summon: Ghoul in Asia", "summons a
    Ghoul in Asia")? Then that event alone is shown, in its place.
    """
    if k + 1 >= len(told) or told[k + 1].depth != told[k].depth + 1:
        return False
    if k + 2 < len(told) and told[k + 2].depth > told[k].depth:
        return False
    head, below = told[k], told[k + 1]
    one, other = head.event, below.event
    if (one.kind, one.who, one.rule) != (other.kind, other.who, other.rule) or head.secret or below.secret or one.dice:
        return False
    first, *more = brief(m, head).replace(":", "").split() or [""]
    words = brief(m, below).replace(":", "").split()
    return (
        bool(words)
        and words[0] in (f"{first.lower()}s", f"{first.lower()}es")
        and {word for word in more if word[:1].isupper()} <= set(words)
    )


def _shown(m: Moment, k: int, told: list[VisibleEvent], now: int | None = None) -> dict[str, Any]:
    """The row of an event; where it stands for the action above it too, at its place and with its figure."""
    row = _row(m, k, told, plain=now is None)
    if k and restated(m, told, k - 1):
        above = _row(m, k - 1, told, plain=now is None)
        row |= {"d": above["d"], "now": row["now"] or above["now"]}
        if not row["fig"]:
            row |= {"fig": above["fig"], "why": above["why"]}
    return row


def _row(m: Moment, k: int, told: list[VisibleEvent], plain: bool = False) -> dict[str, Any]:
    t, e = told[k], told[k].event
    who = (
        "not used"
        if e.kind == "not used"
        else "chance"
        if e.kind == "chance"
        else "rule"
        if e.kind == "rule" and e.who < 0
        else m.colour(e.who)
    )
    now, say = m.told is t and not plain, t.text if e.kind == "not used" else brief(m, t)
    return {
        "k": k,
        "d": t.depth,
        "who": who,
        "say": say,
        "by": m.seat_name(e.who) if say != t.text else "",  # for those who do not see the mark
        "fig": "" if t.secret else e.beside,  # nothing is said twice
        "dice": [] if t.secret else faces(e),
        "rule": e.rule,
        "open": k + 1 < len(told) and told[k + 1].depth > t.depth,
        "now": now,
        "note": e.note if (now or e.kind == "not used") and not t.secret else "",
        "why": [[m.system.source_name(name), str(figure), rule] for name, figure, rule in (() if t.secret else e.why)],
        "lit": bool(e.touched or e.arrow) and not t.secret,
    }


def brief(m: Moment, told: VisibleEvent) -> str:
    """The sentence without the name of who did it: his mark stands before it."""
    text, who = told.text, told.event.who
    if not 0 <= who < len(m.seats):
        return text
    for name in dict.fromkeys((m.seat_name(who), m.seats[who].name)):
        for opening in (f"{name}: ", f"{name} "):
            text = text.removeprefix(opening)
        text = text.replace(f" of {name} ", " ").removesuffix(f" of {name}")
    return text


def faces(e: Event) -> list[list[Any]]:
    """The dice of an event as [face, kind], by what they count for, the highest first; those of a sum as thrown."""
    if e.dice is None:
        return []
    dice = e.dice[0]
    if dice.pick or dice.total:
        return [[face, "miss"] for face in e.faces[:MOST_DICE]]
    if dice.by_face:
        return [[face, "miss"] for face in sorted(e.faces, reverse=True)[:MOST_DICE]]
    shown = sorted((dice.group(face) % (len(dice.groups) + 1), -face) for face in e.faces)
    return [[-face, KINDS[min(group, 2)] if group < len(dice.groups) else "miss"] for group, face in shown[:MOST_DICE]]


def told_faces(m: Moment, total: str) -> list[int]:
    """The single dice of a sum of which the rules keep the sum alone: as they lay when they were thrown."""
    last = len(m.story) - 1 if m.view_state.event is None else m.view_state.event
    for told in reversed(m.story[: last + 1] if total else ()):
        e = told.event
        if e.dice is not None and e.dice[0].total and not told.secret and str(e.dice[2]) == total:
            return list(e.faces)
    return []
