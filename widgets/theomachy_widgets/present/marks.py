"""What is lit on the board: what may be chosen, what is picked, where an event happened, what forbids an action."""

from __future__ import annotations

from dataclasses import replace

from theomachy.engine.game.game import Option
from theomachy.engine.runtime.decision import Secret
from theomachy.engine.tabletop.table import Marks, Ray, Target

from . import hints, measuring, opponents, reach, why
from .bout import VisibleEvent
from .decision import MOST_ROWS, hottest, narrowed
from .fought import retreats
from .moment import Moment

BOARD = why.ON_BOARD


def marks(m: Moment) -> Marks:
    """The marks of the board for this moment; with the areas beyond a way that is looked along."""
    found = _marks(m)
    beyond = frozenset(f"area:{area}" for area in m.view_state.beyond)
    return replace(found, touched=found.touched | beyond) if beyond else found


def _marks(m: Moment) -> Marks:
    node = m.game.tree.nodes[m.stands]
    rings, drawn = frozenset(node.rings), why.arrows(node.arrows)
    glance = m.view_state.glance
    if m.view_state.measure is not None:
        return measuring.marks(m.view_state.measure, m.ray[0], rings=rings, drawn=drawn)
    if proposed := hints.proposals(m) or reach.proposals(m):
        return Marks(rings=rings, drawn=drawn, proposals=proposed, dim=False)
    ways = retreats(m)
    if m.told is not None:
        arrows = tuple(dict.fromkeys((*ways, *_arrows(m.told))))
        return Marks(touched=_touched(m.told), arrows=arrows, rings=rings, drawn=drawn, dim=False)
    if glance is not None and 0 <= glance < len(m.story):
        told = m.story[glance]
        return Marks(touched=_touched(told), arrows=_arrows(told), rings=rings, drawn=drawn, dim=False)
    if m.view_state.why is not None:
        return why.marks(m, rings, drawn)
    last = next((t for t in reversed(m.story[-8:]) if t.event.arrow is not None and not t.secret), None)
    arrows = tuple(dict.fromkeys((*ways, *(_arrows(last) if last else ()))))
    if m.decision is None or not m.may_answer:
        return Marks(arrows=arrows, rings=rings, drawn=drawn, proposals=opponents.discs(m), dim=False)
    options = narrowed(m)
    picked = frozenset(m.view_state.picked)
    hot = hottest(m, options) if len(options) <= MOST_ROWS or m.view_state.hot is not None else None
    pointed = next((o for o in options if o.index == m.view_state.pointed), None)
    measured = hot if pointed is None else pointed
    aimed = frozenset(aim(hot)[-1:]) if hot else frozenset()
    selected = picked | frozenset(aim(hot)[:-1] if hot else ())
    return Marks(
        selectable=frozenset(lit(options, picked)) - selected,
        selected=selected,
        aimed=aimed,
        arrows=arrows,
        rings=rings,
        drawn=drawn,
        proposals=opponents.discs(m),
        rays=_rays(m, measured) if measured is not None else (),
    )


def _rays(m: Moment, option: Option) -> tuple[Ray, ...]:
    """The lines by which an option was measured."""
    asked = m.game.position.decision
    if asked is None or isinstance(asked, Secret):
        return ()
    return tuple(m.system.rays(m.state, asked, option.value))


def aim(option: Option) -> tuple[Target, ...]:
    """The targets of an option that are places or pieces, in order."""
    return tuple(t for t in option.targets if t.partition(":")[0] in BOARD)


def lit(options: list[Option], picked: frozenset[Target]) -> set[Target]:
    """The targets that a click can add: the next one of every option that is left."""
    found: set[Target] = set()
    for option in options:
        left = [t for t in option.targets if t not in picked]
        found.update(left[:1] if len(option.targets) > 1 else left)
    return found


def _touched(told: VisibleEvent) -> frozenset[Target]:
    return frozenset() if told.secret else frozenset(told.event.touched)


def _arrows(told: VisibleEvent) -> tuple:
    return () if told.secret or told.event.arrow is None else (told.event.arrow,)
