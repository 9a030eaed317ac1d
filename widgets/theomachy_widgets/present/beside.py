"""What lies beside the board, as plain models: sheets to write on, cards with a current row, sums, dice, plans."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from theomachy.engine.game.game import Option
from theomachy.engine.tabletop.beside import (
    SHOWN,
    Amount,
    Block,
    BlockGroup,
    BoxRow,
    CardSheet,
    Throw,
    ThrownDie,
    WriteBox,
    WriteSheet,
)
from theomachy.engine.tabletop.beside_words import box_in_words
from theomachy.engine.tabletop.table import Condition, Target

from ..models.common import Amount as AmountModel
from ..models.sheets import CardSheetStack
from . import fight as fights
from .advice import advice, open_plan, option_of
from .decision import deed, hottest, narrowed, plain
from .marks import marks
from .moment import Moment
from .story import told_faces
from .sums import sum_of

Model = dict[str, Any]
BOARD, CARDS, SIDE, FIGHT = "board", "cards", "side", "fight"  # what else may stand in front than the sheet of a seat


# -- what may be pointed at -------------------------------------------------------------------------------------------
def _live(m: Moment) -> dict[Target, Option]:
    """The targets that an option of the present question names, with the first option that does."""
    if "live" not in m.kept:
        d, found = m.decision, dict[Target, Option]()
        for option in d.options if d is not None and m.may_answer and m.told is None else ():
            for target in option.targets:
                found.setdefault(target, option)
        m.kept["live"] = found
    live: dict[Target, Option] = m.kept["live"]
    return live


def _hot(m: Moment) -> tuple[Target, ...]:
    """The targets of the option that the solid button answers."""
    if "hot" not in m.kept:
        hot = hottest(m, narrowed(m)) if _live(m) else None
        m.kept["hot"] = hot.targets if hot is not None else ()
    hot_: tuple[Target, ...] = m.kept["hot"]
    return hot_


def _faults(m: Moment) -> frozenset[Target]:
    """What stands against a why-not."""
    return marks(m).faults if m.view_state.why is not None else frozenset()


def can(m: Moment, target: Target) -> Model:
    """Whether a thing may be picked now, whether the button would answer with it, and what it would bring."""
    option = _live(m).get(target) if target else None
    if option is None:
        return {"fault": True} if target and target in _faults(m) else {}
    brings = " · ".join(part for part in (option.detail, option.figure.replace("\n", ", ")) if part)
    return {"target": target, "hot": target in _hot(m), "brings": brings, "label": option.label}


# -- what stands in front ---------------------------------------------------------------------------------------------
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
    live = set(_live(m))
    if any(target.partition(":")[0] in ("area", "piece", "place", "corner") for target in live):
        return BOARD
    asked = m.decision.player if m.decision is not None else -1
    for paper in sorted(m.shown.papers, key=lambda paper: paper.seat != asked):  # the own before those of others
        if any(box.target in live for box in paper.boxes if box.target):
            return str(paper.seat)
    return CARDS if CARDS in known and any(card.target in live for card in m.shown.cards) else BOARD


def stepwise_fight(m: Moment) -> bool:
    """Is a fight looked at that is told step under step?"""
    fight = fights.shown(m)
    return fight is not None and fight.stepwise


def fronts(m: Moment) -> Model:
    """The tabs that put the board, a sheet or the cards in front; a dot where something may be written now."""
    t, live = m.shown, set(_live(m))
    stepwise = stepwise_fight(m)
    if not t.papers and not t.cards and not stepwise:
        return {}
    tabs: list[Model] = [{"k": BOARD, "name": "Map" if t.board.style == "outlines" else "Board"}]
    for paper in t.papers:
        may = any(box.target in live for box in paper.boxes if box.target)
        tab = {"k": str(paper.seat), "name": m.seat_name(paper.seat), "t": m.seat_token(paper.seat)}
        tabs.append({**tab, "figure": paper.figure, "closed": bool(paper.closed), "may": may})
    if len(t.papers) > 1:
        tabs.append({"k": SIDE, "name": "Side by side"})
    if t.cards:
        tabs.append({"k": CARDS, "name": "Cards", "may": any(_card_live(card, live) for card in t.cards)})
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


def _card_live(card: CardSheet, live: set[Target]) -> bool:
    return card.target in live or any(power.target in live for power in card.powers if power.target)


# -- sheets to write on -----------------------------------------------------------------------------------------------
def paper(m: Moment, *, every: bool = False) -> Model:
    """The sheet that stands in front; with `every` all of them, for a page without tabs of its own."""
    on = front(m)
    found = [sheet for sheet in m.shown.papers if every or on == SIDE or str(sheet.seat) == on]
    beside = {"beside": True} if on == SIDE and not every else {}
    return {"sheets": [sheet_of(m, sheet) for sheet in found], **beside} if found else {}


def sheet_of(m: Moment, sheet: WriteSheet) -> Model:
    """A sheet as a plain model."""
    return {
        "seat": sheet.seat,
        "t": m.seat_token(sheet.seat),
        "name": m.seat_name(sheet.seat),
        "title": sheet.title,
        "note": sheet.note,
        "closed": sheet.closed,
        "rounds": [_box(m, box) for box in sheet.rounds],
        "groups": _groups(m, sheet.groups),
        "aside": _groups(m, sheet.aside),
    }


def _groups(m: Moment, groups: tuple[BlockGroup, ...]) -> list[Model]:
    """The groups, without what folds: an empty row that nobody may write in, and a group of nothing else."""
    found = []
    for group in groups:
        rows = [row for row in group.rows if not group.folds or any(_used(m, box) for box in row.boxes)]
        if rows or group.blocks or not group.folds:
            found.append(_group(m, replace(group, rows=tuple(rows))))
    return found


def _used(m: Moment, box: WriteBox) -> bool:
    """Is something written in a box, or may it be: by an answer, or by a tool of the editor?"""
    return bool(box.text or box.written) or box.target in _live(m)


def _group(m: Moment, group: BlockGroup) -> Model:
    at = {block.id: block for block in group.blocks}
    ticked = {block.id for block in group.blocks if block.box is not None and block.box.written}
    house = bool(group.name and group.blocks) and all(block.house for block in group.blocks)
    return {
        "name": group.name,
        "note": group.note,
        "rule": group.rule,
        "columns": group.columns,
        "levels": list(group.levels),
        "open": group.open,
        "house": house,  # all of it is ours: said once
        "blocks": [_block(m, block) | {"house": block.house and not house} for block in group.blocks],
        "arrows": [
            [*at[before].cell, *block.cell, before in ticked]
            for block in group.blocks
            for before in block.after
        ],
        "rows": [_row(m, row) for row in group.rows],
    }  # fmt: skip


def _block(m: Moment, block: Block) -> Model:
    box = _box(m, block.box) if block.box is not None else None
    known = [each for each in (box, *(_box(m, one) for row in block.rows for one in row.boxes)) if each is not None]
    state = (
        "fault" if box is not None and box.get("fault")
        else "hot" if any(each.get("hot") for each in known)
        else "lit" if any(each.get("target") for each in known)
        else "fresh" if box is not None and box["fresh"]
        else "done" if box is not None and box["said"] != "empty"
        else "quiet"
    )  # fmt: skip
    return {
        "id": block.id,
        "name": block.name,
        "text": block.text,
        "state": state,
        "box": box,
        "price": [amount_of(amount) for amount in block.price],
        "worth": amount_of(block.worth) if block.worth is not None else None,
        "rows": [_row(m, row) for row in block.rows],
        "cell": list(block.cell),
        "note": block.note,
        "rule": block.rule,
        "house": block.house,
    }


def _box(m: Moment, box: WriteBox) -> Model:
    may = can(m, box.target)
    brings = may.get("brings") or box.brings
    return {
        "name": box.name,
        "mark": box.mark,
        "text": box.text,
        "was": box.was,
        "fresh": box.fresh,
        "said": box_in_words(box),
        **may,
        "brings": brings,
    }


def _row(m: Moment, row: BoxRow) -> Model:
    return {
        "name": row.name,
        "sign": amount_of(row.sign) if row.sign is not None else None,
        "boxes": [_box(m, box) for box in row.boxes],
        "goals": [amount_of(goal) for goal in row.goals],
        "reached": row.reached,
        "note": row.note,
        "rule": row.rule,
    }


def amount_of(amount: Amount) -> AmountModel:
    """So much of something, as a plain model."""
    return {
        "name": amount.name,
        "n": amount.n,
        "letter": amount.letter,
        "icon": amount.icon,
        "shape": amount.shape,
        "tint": amount.tint,
    }


# -- cards ------------------------------------------------------------------------------------------------------------
def cards(m: Moment, *, every: bool = False) -> Model:
    """The cards with a current row, when they stand in front: which one is open is the page's own affair."""
    if not m.shown.cards or not (every or front(m) == CARDS):
        return {}
    seats = list(dict.fromkeys(card.seat for card in m.shown.cards))
    asked = m.decision.player if m.decision is not None else -1
    mine = next((seat for seat in (m.viewer, asked, m.shown.active) if seat in seats), seats[0])
    acting = {piece.target for piece in m.shown.pieces if "acting" in piece.marks}
    return {
        "open": next((card.id for card in m.shown.cards if card.piece in acting and card.seat == mine), ""),
        "mine": mine,
        "seats": [{"seat": seat, "t": m.seat_token(seat), "name": m.seat_name(seat)} for seat in seats],
        "cards": [_card(m, card) for card in m.shown.cards],
    }


def _card(m: Moment, card: CardSheet) -> Model:
    token = m.seat_token(card.seat) or {"o": "neutral", "i": card.icon}
    powers, carried = [], [thing for thing in m.shown.carried if card.piece and thing.by == card.piece]
    for power in card.powers:
        values = [power.values[row] if row < len(power.values) else "" for row in range(card.rows)]
        powers.append(
            {
                "name": power.name,
                "text": power.text,
                "rule": power.rule,
                "letter": power.letter or power.name[:1],
                "dark": power.dark,
                "kind": power.kind,
                "cost": power.cost,
                "house": power.house,
                "icon": power.icon,
                "cost_icon": power.cost_icon,
                "railed": power.railed,
                "rail": [card.has(power, row) for row in range(card.rows)],
                "values": values,
                "live": card.has(power),
                **can(m, power.target),
            }
        )
    return {
        "id": card.id,
        "seat": card.seat,
        "t": {**token, "i": card.icon or token["i"]},
        "name": card.name,
        "line": card.line,
        "brief": card.brief or card.line,
        "row": card.row,
        "columns": [
            {"name": column.name, "icon": column.icon, "values": list(column.values)} for column in card.columns
        ],
        "powers": powers,
        "falls": [[f"{card.columns[0].name} {card.columns[0].values[row]}", said, row] for row, said in card.falls()],
        "sums": [sum_of(m, each) for each in card.sums],
        "marks": list(card.marks),
        "carried": [{"name": thing.name, "kind": thing.kind, "icon": thing.icon} for thing in carried],
        "stack": _stack(card),
        "here": [[term.name, term.fact or f"{term.n:+d}", term.rule, term.bad] for term in card.here],
        "here_name": card.here_name,
        "beads": list(card.beads) if card.beads is not None else None,
        "rule": card.rule,
        **can(m, card.target),
    }


def _stack(card: CardSheet) -> CardSheetStack | None:
    stack = card.stack
    if stack is None:
        return None
    counts = ((stack.hand, "in hand"), (stack.deck, "in the deck"), (stack.discard, "discarded"))
    said = [f"{n} {where}" for n, where in counts if n >= 0]
    return {"hand": stack.hand, "deck": stack.deck, "discard": stack.discard, "said": ", ".join(said)}


# -- sums, dice -------------------------------------------------------------------------------------------------------
def sums(m: Moment, *, every: bool = False) -> Model:
    """The figures that decide at this moment."""
    apart = every or front(m) != FIGHT  # there they stand in their stages
    apart = apart and (every or m.shown.fight is None or m.shown.fight.contest is None)  # a ledger draws them
    return {"sums": [sum_of(m, each) for each in m.shown.sums]} if m.shown.sums and apart else {}


def throws(m: Moment, *, every: bool = False) -> Model:
    """Dice with what became of each, step by step."""
    apart = every or front(m) != FIGHT
    return {"throws": [throw_of(m, throw) for throw in m.shown.throws]} if m.shown.throws and apart else {}


def throw_of(m: Moment, throw: Throw) -> Model:
    """Dice with what became of each, as a plain model."""
    steps, last, known = [], len(throw.steps) - 1, set[Target]()
    for k, step in enumerate(throw.steps):
        sets = []
        for each in step.sets:
            dice = []
            for die in each.dice or tuple(map(ThrownDie, told_faces(m, each.total))):
                may = _die(m, die, known) if k == last else {}
                dice.append({"face": die.face, "fate": die.fate, "to": die.to, "adds": die.adds, **may})
            sets.append({"dice": dice, "name": each.name, "note": each.note, "total": each.total})
        steps.append({"name": step.name, "note": step.note, "rule": step.rule, "sets": sets})
    return {
        "name": throw.name,
        "t": m.seat_token(throw.seat),
        "note": throw.note,
        "rule": throw.rule,
        "steps": steps,
    }


def _die(m: Moment, die: ThrownDie, known: set[Target]) -> Model:
    """What a click on a die does; of two that a choice names, which one is picked, or what is advised.

    Of equal dice the first is the one that goes; the others may be named second.
    """
    if not die.second:
        return can(m, die.target)
    picked, again = m.view_state.picked, die.target in known
    known.add(die.target)
    mine = die.target in picked and not again
    second = bool(picked) and not mine and any(die.second in option.targets for option in narrowed(m))
    may = can(m, die.second if second else die.target)
    if "target" not in may:
        return may
    goes, gains = (picked[0], "") if picked else _advised(m)
    mark = "goes" if die.target == goes and not again else "gains" if die.second == gains else ""
    if mark == "gains" and gains in known:
        mark = ""
    elif mark == "gains":
        known.add(gains)
    brings = may["label"] if second else "Put it back" if mine else "Discard this die"
    return {**may, "hot": mine, "label": "", "brings": brings, "mark": mark}


def _advised(m: Moment) -> tuple[Target, Target]:
    """The two dice of the next step of the plan whose odds are shown; nothing where it names no two."""
    found = advice(m)
    option = option_of(m, found.plans[open_plan(m, found)]) if found is not None and found.plans else None
    return option.targets if option is not None and len(option.targets) == 2 else ("", "")


# -- plans in secret, progress ----------------------------------------------------------------------------------------
def sealed(m: Moment) -> Model:
    """Who plans and who is done; the viewer's own plan so far; all plans side by side once the seals are open."""
    found = m.table.sealing
    if found is None or m.told is not None or len(found.plans) < 2:
        return {}
    if m.shown.fight is not None and m.shown.fight.contest is not None:
        return {}  # its ledger tells them
    waits = [m.seat_name(plan.seat) for plan in found.plans if plan.state not in (SHOWN, "sealed")]
    return {
        "name": found.name,
        "rule": found.rule,
        "shown": found.shown,
        "waits": len(waits),
        "plans": [
            {
                "t": m.seat_token(plan.seat),
                "name": m.seat_name(plan.seat),
                "state": plan.state,
                "lines": list(plan.lines),
                "own": plan.seat == m.viewer,
                "known": bool(plan.lines) or plan.seat == m.viewer or m.all or plan.state == SHOWN,
            }
            for plan in found.plans
        ],
    }


def conditions(m: Moment) -> Model:
    """The progress of conditions: those that are nearest come first, those that are reached last."""
    found = sorted(m.shown.conditions, key=lambda c: (c.reached or c.holds, c.most - c.value))
    if not found:
        return {}
    rewards = {one.reward for one in found}
    same = rewards.pop() if len(rewards) == 1 and len(found) > 1 else ""  # what all bring is said once
    return {"rows": [{**condition(m, one), **({"reward": ""} if same else {})} for one in found], "reward": same}


def condition(m: Moment, one: Condition) -> Model:
    """The progress of one condition."""
    return {
        "name": one.name,
        "text": one.text,
        "reward": one.reward,
        "rule": one.rule,
        "t": m.seat_token(one.seat),
        "value": one.value,
        "most": one.most,
        "reached": one.reached or one.holds,
        "parts": [
            {"name": part.name, "t": m.seat_token(part.seat), "have": part.have, "need": part.need, "done": part.done}
            for part in one.parts
        ],
        "near": [{"t": m.seat_token(seat), "name": m.seat_name(seat)} for seat in one.near],
    }
