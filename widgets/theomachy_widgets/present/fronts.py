"""What stands in the main place: the board, the cards, a fight, or a sheet; and the tabs that put it there."""

from __future__ import annotations

from typing import Any

from theomachy.engine.tabletop.beside import CardSheet
from theomachy.engine.tabletop.table import Target

from ..scene.grounds import look_of
from .decision import deed, hottest, narrowed, plain
from .fought import shown
from .moment import Moment
from .picking import live

Model = dict[str, Any]
BOARD, CARDS, SIDE, FIGHT = "board", "cards", "side", "fight"  # what else may stand there than the sheet of a seat


def front(m: Moment) -> str:
    """What stands in the main place: the board, the cards, or the sheet of a seat (by its number).

    What a person has chosen; else the sheet on which the present question is answered, if the board has no part in it.
    """
    known = [str(paper.seat) for paper in m.shown.papers] + ([CARDS] if m.shown.cards else [])
    known += [SIDE] if len(m.shown.papers) > 1 else []
    stepwise = stepwise_fight(m)
    known += [FIGHT] if stepwise else []
    if m.view_state.front in known:
        return m.view_state.front
    if m.view_state.front == BOARD:
        return BOARD
    if stepwise:
        return FIGHT
    if m.told is not None:
        return BOARD
    may_pick = set(live(m))
    if any(target.partition(":")[0] in ("area", "piece", "place", "corner") for target in may_pick):
        return BOARD
    asked = m.decision.player if m.decision is not None else -1
    for paper in sorted(m.shown.papers, key=lambda paper: paper.seat != asked):  # the own before those of others
        if any(box.target in may_pick for box in paper.boxes if box.target):
            return str(paper.seat)
    return CARDS if CARDS in known and any(card.target in may_pick for card in m.shown.cards) else BOARD


def stepwise_fight(m: Moment) -> bool:
    """Is a fight looked at that is told step under step?"""
    fight = shown(m)
    return fight is not None and fight.stepwise


def model(m: Moment) -> Model:
    """The tabs that put the board, a sheet or the cards in front; a dot where something may be written now."""
    t, may_pick = m.shown, set(live(m))
    stepwise = stepwise_fight(m)
    if not t.papers and not t.cards and not stepwise:
        return {}
    tabs: list[Model] = [{"k": BOARD, "name": look_of(t.board).title}]
    for paper in t.papers:
        may = any(box.target in may_pick for box in paper.boxes if box.target)
        tab = {"k": str(paper.seat), "name": m.seat_name(paper.seat), "t": m.seat_token(paper.seat)}
        tabs.append({**tab, "figure": paper.figure, "closed": bool(paper.closed), "may": may})
    if len(t.papers) > 1:
        tabs.append({"k": SIDE, "name": "Side by side"})
    if t.cards:
        tabs.append({"k": CARDS, "name": "Cards", "may": any(_card_live(card, may_pick) for card in t.cards)})
    if stepwise:
        tabs.append({"k": FIGHT, "name": "Fight"})
    on = front(m)
    return {"tabs": tabs, "on": on, "ask": _asked(m) if on == CARDS else None}


def _asked(m: Moment) -> Model | None:
    """The question in one line, for a page whose main place leaves no room beside it."""
    d = m.decision
    if d is None or m.told is not None:
        return None
    found = narrowed(m) if m.may_answer else []
    hot = hottest(m, found)
    ends = [{"i": o.index, "label": o.label} for o in found if plain(o) and o is not hot]
    button = deed(m, d, hot) if hot is not None else ""
    return {"t": m.seat_token(d.player), "prompt": d.prompt, "button": button, "ends": ends}


def _card_live(card: CardSheet, may_pick: set[Target]) -> bool:
    return card.target in may_pick or any(power.target in may_pick for power in card.powers if power.target)
