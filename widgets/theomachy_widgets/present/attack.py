"""A fight told step under step: the sums of its sides, the throws, the cards that slide down."""

from __future__ import annotations

from typing import Any

from theomachy.engine.tabletop.beside import CardSheet, Slide
from theomachy.engine.tabletop.describe import slide_words
from theomachy.engine.tabletop.table import Side

from .bout import bout
from .fought import shown, table_of
from .fronts import FIGHT, front
from .moment import Moment
from .sums import sum_of
from .throws import throw_of

Model = dict[str, Any]


def model(m: Moment, *, every: bool = False) -> Model:
    """The model of the panel, when the fight stands in front; with `every` also on a page that has no front."""
    fight = shown(m)
    if fight is None or not fight.stepwise or not (every or front(m) == FIGHT):
        return {}
    table = table_of(m)
    throws = {throw.name: throw for throw in table.throws}
    cards = {card.id: card for card in table.cards}
    sections: list[Model] = []
    for stage in fight.stages:
        throw = throws.get(stage.name)
        if throw is None and not stage.shows:
            continue
        slides = [_slide(m, cards[each.card], each) for each in fight.slides if each.card in cards]
        mine = slides if stage.shows == "slide" and stage.state != "ahead" else []
        sections.append(
            {
                "name": stage.name,
                "note": throw.note if throw is not None else mine[0]["note"] if mine else stage.note,
                "rule": throw.rule if throw is not None else mine[0]["rule"] if mine else "",
                "state": stage.state,
                "throw": throw_of(m, throw) if throw is not None else None,
                "slides": mine,
            }
        )
    return {"title": fight.title, "rule": fight.rule, "sides": [_side(m, side) for side in fight.sides],
            "sections": sections, "spot": not every}  # fmt: skip


def _side(m: Moment, side: Side) -> Model:
    token = m.seat_token(side.seat) or {"o": "neutral", "i": side.icon}
    forces = [f"{force.piece.name}{f', {force.fate}' if force.fate else ''}" for force in side.forces]
    return {
        "t": {**token, "i": side.icon or token["i"]},
        "name": side.name or m.seat_name(side.seat),
        "note": side.note or ", ".join(forces),
        "sums": [sum_of(m, each) for each in side.sums],
        "parts": [[name, figure, rule] for name, figure, rule in side.parts],
    }


def _slide(m: Moment, card: CardSheet, slide: Slide) -> Model:
    rows = card.rows
    first = max(0, min(slide.before, card.row))
    powers = [power for power in card.powers if power.railed]
    return {
        "name": card.name,
        "note": slide.note,
        "rule": slide.rule,
        "columns": [{"name": column.name, "icon": column.icon} for column in card.columns]
        + [{"name": power.name, "icon": ""} for power in powers],
        "rows": [
            [column.values[row] for column in card.columns]
            + [(power.values[row] if power.values else "●") if card.has(power, row) else "–" for power in powers]
            for row in range(first, rows)
        ],
        "now": card.row - first,
        "before": slide.before - first,
        "beads": list(card.beads) if card.beads is not None else None,
        "says": slide_words(card, slide.before),
    }


def stage_event(m: Moment, k: int) -> int | None:
    """The last event of the story at which stage number `k` of the fight was under way; None for the present one."""
    fight, found = shown(m), bout(m)
    if fight is None or found is None or not 0 <= k < len(fight.stages):
        return None
    if m.told is None and fight.stages[k].state == "now":
        return None
    for i in reversed(found.events):
        state = m.story[i].event.state
        then = m.table_of(state).fight if state is not None else None
        if then is not None and k < len(then.stages) and then.stages[k].state == "now":
            return i
    return None
