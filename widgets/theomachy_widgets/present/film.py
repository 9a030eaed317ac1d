"""A line of a game as frames: one after each event, and one after each answer that told nothing.

Replays, strips of pictures and animations are made from these. `Moment` is the only door to the game, so that a frame
holds nothing that its viewer may not see.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from theomachy.engine.game.game import Game
from theomachy.engine.runtime.trace import Trace
from theomachy.engine.tabletop.table import Marks, Table

from . import timeline, why
from .bout import VisibleEvent
from .moment import ALL, SPECTATOR, Moment, View, ViewState


@dataclass(frozen=True, slots=True)
class Frame:
    """One stand of the board.

    `node` is the position of the tree that the answer before it led to; `step` counts the steps of the line from its
    beginning; `told` is the event, None for the beginning and for an answer that told nothing. `turn` and `strength`
    (a number a seat) are what the line of strength is drawn from.
    """

    node: int
    step: int
    told: VisibleEvent | None
    text: str
    who: str  # the word of a colour, or "not used", "chance", "rule"
    rule: str
    table: Table
    marks: Marks
    turn: int = 0
    strength: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the tree. `path` goes from the root to its end; `parent` is the index of the line that it leaves after
    `depth` answers, -1 for the first."""

    path: tuple[int, ...]
    parent: int = -1
    depth: int = -1


def moment_of(game: Game, view: int | str | None) -> Moment:
    """The game as a seat (index, name, title or letters), as "spectator", or, for None, with nothing hidden.

    Raises `UnknownName` for a seat that is not there.
    """
    seat = view if view in (None, ALL, SPECTATOR) else game.seat(view)
    wanted: View = ALL if seat is None else seat
    return Moment(game, ViewState(view=wanted))


def lines(m: Moment, node: int) -> list[Line]:
    """The line through a node to its end, then all that leave it or leave one of those, as far as they show.

    A line stands behind the one that it leaves, so that the first few can be taken alone.
    """
    tree = m.game.tree
    way = tree.path if tree.check(node) in m.cuts else tree.line
    found = [Line(tuple(way(node)))]
    seen = set(found[0].path)
    for i, line in enumerate(found):  # the list grows while it is read
        for depth in range(line.depth + 1, len(line.path)):
            for child in tree.nodes[line.path[depth]].children:
                if child in seen:
                    continue
                run = [child]
                while tree.nodes[run[-1]].children:
                    run.append(tree.nodes[run[-1]].children[0])
                if line.path[depth] in m.cuts or child not in m.visible(run):
                    continue
                seen.update(run)
                found.append(Line((*line.path[: depth + 1], *run), i, depth))
    return found


def film(m: Moment, path: tuple[int, ...], after: int = -1) -> list[Frame]:
    """The frames of the line `path` (positions from the root), without those of its first `after` answers."""
    tree = m.game.tree
    end = tree.nodes[path[-1]].position
    segments = end.segments()
    told: dict[int, list[tuple[int, VisibleEvent]]] = {}  # answers given -> what happened then, with its step
    given = 0
    for step, segment in enumerate(segments):
        first, given = given, given + len(segment[1])
        if given <= after:
            continue
        last = step == len(segments) - 1
        for depth, event in list(end.explain().walk()) if last else m.memory.trace(m.game, segment):
            at = min(first + event.answers, len(path) - 1)
            if at > after and (m.all or not event.hidden(m.viewer)):
                told.setdefault(at, []).append((step, m._told(depth, event, path[at])))
    found: list[Frame] = []
    steps, visible = _steps(segments), set(m.visible(list(path)))
    for at in range(after + 1, len(path)):
        node = path[at]
        entry = tree.nodes[node].entry
        rows, asked = told.get(at, ()), tree.nodes[node].position.state
        for i, (step, one) in enumerate(rows, 1):
            state = one.event.state if one.event.state is not None else asked
            table, turn, strength = _shown(m, state)
            if i == len(rows):  # phases begin without a word after the last
                turn, strength = _stands(m, m.seen(asked))
            lit = marks_of(m, one)
            found.append(Frame(node, step, one, one.text, who_of(m, one), rule_of(one), table, lit, turn, strength))
        if at not in told and node in visible:
            text = timeline.said(m, node)
            who = m.colour(entry.who) if entry is not None else "rule"
            table, turn, strength = _shown(m, asked)
            lit = marks_of(m, None, node)
            found.append(Frame(node, steps[at], None, capital(text), who, "", table, lit, turn, strength))
    return found


def _shown(m: Moment, state: Any) -> tuple[Table, int, tuple[float, ...]]:
    """The table, the turn and the strength of every seat, all from what the viewer sees of a state."""
    seen = m.seen(state)
    return m.system.table(seen, m.viewer), *_stands(m, seen)


def _stands(m: Moment, seen: Any) -> tuple[int, tuple[float, ...]]:
    """The turn and the strength of every seat in a view."""
    return m.system.moment(seen)[0], tuple(round(float(x), 2) for x in m.system.strength(seen))


def _steps(segments: list) -> list[int]:
    """The step in which each answer is given, by the number of answers before it and itself."""
    found = [0]
    for step, (_, entries) in enumerate(segments):
        found += [step] * len(entries)
    return found


def of_trace(m: Moment, trace: Trace) -> list[Frame]:
    """The frames of one resolution."""
    found = []
    for depth, event in trace.walk():
        if event.state is None or not (m.all or not event.hidden(m.viewer)):
            continue
        one = m._told(depth, event, m.game.here)
        found.append(
            Frame(m.game.here, 0, one, one.text, who_of(m, one), event.rule, m.table_of(event.state), marks_of(m, one))
        )
    return found


def who_of(m: Moment, told: VisibleEvent) -> str:
    """The mark of an event: its owner's colour, or could, chance, rule."""
    e = told.event
    if e.kind in ("not used", "chance"):
        return e.kind
    return "rule" if e.kind == "rule" and e.who < 0 else m.colour(e.who)


def rule_of(told: VisibleEvent) -> str:
    """The rule of an event; of a secret one not even that, for the rule of a card would tell the card."""
    return "" if told.secret else told.event.rule


def marks_of(m: Moment, told: VisibleEvent | None, node: int = -1) -> Marks:
    """What a frame lights: what the event touched, and what a person has drawn there (only where nothing is hidden)."""
    at = m.game.tree.nodes[told.node if told is not None else node] if m.all else None
    rings = frozenset(at.rings) if at is not None else frozenset()
    drawn = why.arrows(at.arrows) if at is not None else ()
    if told is None or told.secret:
        return Marks(rings=rings, drawn=drawn, dim=False)
    arrows = (told.event.arrow,) if told.event.arrow is not None else ()
    return Marks(touched=frozenset(told.event.touched), arrows=arrows, rings=rings, drawn=drawn, dim=False)


def capital(text: str) -> str:
    """A sentence begins with a capital."""
    return text[:1].upper() + text[1:]
