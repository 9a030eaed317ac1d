"""Sealed plans as they lie on the table: who is done, the viewer's own plan so far, and all once the seals are open.

Nothing else of a plan leaves this file, not even how many answers it has.
"""

from __future__ import annotations

from ..runtime.decision import Answer, LogEntry, Secret
from ..runtime.position import Position
from ..runtime.system import System
from ..tabletop.beside import PLANNING, SEALED, SHOWN, SealedPlan, Sealing
from ..tabletop.table import Target
from .tree import Tree

MOST_BACK = 200  # answers that are looked through for the last plans
Line = tuple[LogEntry, str, tuple[Target, ...]]


def open_secret(position: Position) -> Secret | None:
    """The plans that are being made, also while an any-time action goes on."""
    return next((d for d in position.pending() if isinstance(d, Secret)), None)


def unfinished(tree: Tree, node: int, position: Position | None = None) -> list[int]:
    """The positions since the plans began that are still being made at a node."""
    at = tree.nodes[node].position if position is None else position
    secret = open_secret(at)
    many = 0 if secret is None else len(at.entries) - secret.began
    return tree.path(node)[-many:] if many else []


def sealing(
    system: System, position: Position, tree: Tree, here: int, viewer: int | None, all_seen: bool
) -> Sealing | None:
    """The plans that are being made, or those of the present step whose seals are open; None where there are none."""
    secret = open_secret(position)
    if secret is not None:
        told = _told(system, tree, unfinished(tree, here, position))
        players = sorted(secret.plans)
        plans = [_plan(told, p, SEALED if p in secret.given else PLANNING, viewer, all_seen) for p in players]
        return Sealing(system.prompt(position.state, secret), tuple(plans), secret.rule)
    return _open(system, position, tree, here, viewer, all_seen)


def made(tree: Tree, position: Position, here: int, seat: int) -> tuple[tuple[str, Answer], ...]:
    """What a seat has answered in the plans that are being made: (name of the question, answer) each, no "done"."""
    found: list[tuple[str, Answer]] = []
    for node in unfinished(tree, here, position):
        entry, secret = tree.nodes[node].entry, _before(tree, node)
        if entry is None or secret is None or entry.who != seat:
            continue
        asked = secret.asks.get(seat)
        answer: Answer = entry.answer
        if answer[1] != "done":
            found.append((asked.what if asked is not None else secret.what, answer[1]))
    return tuple(found)


def _plan(told: list[Line], seat: int, state: str, viewer: int | None, all_seen: bool) -> SealedPlan:
    """What this viewer may know of the plan of a seat."""
    if state != SHOWN and not (all_seen or seat == viewer):
        return SealedPlan(seat, state)
    mine = [
        (label if all_seen or entry.owner in (None, viewer) else "hidden", targets)
        for entry, label, targets in told
        if entry.who == seat and entry.answer[1] != "done"
    ]
    own = seat == viewer or all_seen
    return SealedPlan(
        seat,
        state,
        tuple(label for label, _ in mine),
        tuple(target for _, targets in mine for target in targets) if own else (),
    )


def _told(system: System, tree: Tree, nodes: list[int]) -> list[Line]:
    """The answers of plans that led to these positions, for people."""
    found = []
    for node in nodes:
        entry, secret = tree.nodes[node].entry, _before(tree, node)
        if entry is not None and secret is not None:
            s = tree.nodes[tree.nodes[node].parent].position.state
            seat, answer = entry.answer
            label = system.plan_line(s, secret.asks[seat], answer)
            found.append((entry, label, system.targets(s, secret, entry.answer)))
    return found


def _before(tree: Tree, node: int) -> Secret | None:
    """The plans to which the answer that led to a position belongs."""
    entry, parent = tree.nodes[node].entry, tree.nodes[node].parent
    if entry is None or parent < 0 or not in_plan(entry):
        return None
    decision = tree.nodes[parent].position.decision
    return decision if isinstance(decision, Secret) else None


def in_plan(entry: LogEntry) -> bool:
    """Is it of the shape of an answer of a plan? (What was asked says whether it is one.)"""
    answer: Answer = entry.answer
    return type(answer) is tuple and len(answer) == 2 and answer[0] == entry.who and entry.what[:1] != "!"


def _open(
    system: System, position: Position, tree: Tree, here: int, viewer: int | None, all_seen: bool
) -> Sealing | None:
    """The last plans of the present step, side by side."""
    given = len(position.segments()[-1][1])
    path = tree.path(here)
    back = path[max(1, len(path) - min(given, MOST_BACK)) :]
    last = next((k for k in range(len(back) - 1, -1, -1) if _before(tree, back[k]) is not None), -1)
    if last < 0:
        return None
    secret = _before(tree, back[last])
    assert secret is not None
    first = last
    while first > 0 and _waits(tree, back[first - 1], secret):
        first -= 1
    told = _told(system, tree, back[first : last + 1])
    plans = [_plan(told, p, SHOWN, viewer, all_seen) for p in sorted(secret.plans)]
    return Sealing(system.prompt(position.state, secret), tuple(plans), secret.rule)


def _waits(tree: Tree, node: int, secret: Secret) -> bool:
    """Was a position reached while these plans were being made (by an any-time action too)?"""
    known = open_secret(tree.nodes[tree.nodes[node].parent].position)
    return known is not None and (known.what, known.began) == (secret.what, secret.began)
