"""The chance to win under the timeline: what a screen may know of it, and what is drawn."""

from __future__ import annotations

from theomachy.answers.chance import Chance

from ..models.page import ChanceSpot, ChanceStrip, ChanceSwing
from .moment import SPECTATOR, Moment

THIN = "\u2009"


def untold(m: Moment, what: str = "the graph") -> str:
    """Why this screen is told no chances, as a sentence about `what` would tell them; "" where it may be.

    A seat is told what it could reckon itself: each walk begins in a world as it may imagine it then.
    """
    if m.view_state.view == SPECTATOR:
        return f"{what} of this game is for players and for who sees all"
    if m.view_state.locked and not m.game.over:
        return f"{what} of this game can be read when it is over"
    return ""


def term(m: Moment) -> str:
    """What the game calls its turns: "turn" or "round"."""
    end = m.game.tree.nodes[m.line[-1]].position.state
    return "round" if m.system.where(end).startswith("round") else "turn"


def per_cent(share: float) -> str:
    """ "43 %"."""
    return f"{100 * share:.0f}{THIN}%"


def came(start: Chance, end: Chance, seat: int) -> str:
    """ "43 → 18 %"."""
    return f"{100 * start.shares[seat]:.0f} → {per_cent(end.shares[seat])}"


def strip(m: Moment) -> ChanceStrip | None:
    """The graph under the timeline; None while nobody has it open."""
    asked = m.view_state.charted
    if asked is None or untold(m):
        return None
    seat, found, nodes = asked.seat, asked.graph, m.game.tree.nodes
    places = {node: k for k, node in enumerate(m.line)}
    points = [] if found is None else [point for point in found.points if point.node in places]
    spots: list[ChanceSpot] = [
        {
            "k": places[p.node],
            "turn": p.turn,
            "p": None if p.chance is None else round(100 * p.chance.shares[seat], 1),
            "e": 0.0 if p.chance is None else round(100 * p.chance.errors[seat], 1),
            "fault": p.fault,
        }
        for p in points
    ]
    swings: list[ChanceSwing] = []
    if found is not None and len(points) == len(found.points):
        for at, _ in found.swings(seat):
            start, end = points[at].chance, points[at + 1].chance
            assert start is not None
            assert end is not None
            who = nodes[points[at].node].moment[2]
            swings.append({"at": at, "o": m.colour(who) if who >= 0 else "chance", "came": came(start, end, seat)})
    return {
        "who": m.seat_name(seat),
        "term": term(m),
        "seats": [
            {"i": s.index, "o": m.colour(s.index), "name": m.seat_name(s.index), "on": s.index == seat} for s in m.seats
        ],
        "spots": spots,
        "swings": swings,
        "says": _says(m, len(spots)),
        "note": NOTE if m.viewer is None else f"{NOTE} What {m.seat_name(m.viewer)} cannot know is imagined each time.",
    }  # fmt: skip


NOTE = "Bots play on a little way from each turn, many times; the band is the 95 % interval of that."


def _says(m: Moment, n: int) -> str:
    """How far it is."""
    asked = m.view_state.charted
    if asked is None or asked.graph is None or not n:
        return "two turns make a graph" if asked is not None and not asked.busy else "measuring"
    done = asked.graph.measured
    if n < 2:
        return "two turns make a graph"
    if done < n and asked.busy:
        return f"measuring: {done} of {n}"
    least = min((e.walks for e in asked.graph.estimates if not e.over and e.walks), default=0)
    return f"{least} walks a {term(m)}" if least else ""
