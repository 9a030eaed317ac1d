"""The pocket game with all that lies on edges, on armies and over islands: each thing is told from its state.

Borders: two spirits face each other there (the rule of marching), gauges: how many armies stand, carried: who acts
first holds the trident, zones: where each began, a condition: three islands, by the count that ends the game.
"""

from __future__ import annotations

from dataclasses import replace

from tests.engine.pocket import Pocket
from tests.engine.pocket_rules import MOST, near
from theomachy.engine.tabletop.table import Border, Carried, Condition, ConditionPart, Gauge, Zone

EDGES = tuple(sorted({(min(i, j), max(i, j)) for i in range(5) for j in near(i)}))


class PocketThings(Pocket):
    def table(self, s, viewer=None):
        plain = super().table(s, viewer)
        pieces = tuple(replace(piece, count=1) for piece in plain.pieces)  # the gauge says how many
        fronts = [e for e in EDGES if min(s.owner[i] for i in e) >= 0 and s.owner[e[0]] != s.owner[e[1]]]
        first = next((piece for piece in pieces if piece.owner == s.order[0]), None)
        return replace(
            plain,
            pieces=pieces,
            board=replace(plain.board, key="pocket-things", borders=(Border((0, 1), "river", "the Strait"),)),
            borders=tuple(Border(edge, "impassable", rule="PG-DEE-003", id="front") for edge in fronts),
            gauges=tuple(Gauge(piece.target, s.army[piece.area], MOST, "armies", "bead") for piece in pieces),
            carried=(Carried("trident", "artefact", "Trident", first.target, "trident"),) if first else (),
            zones=tuple(Zone(f"home{p}", "Home", (p,), "start", p) for p in range(len(self.seats))),
            conditions=tuple(
                Condition(f"three{p}", "Three islands", (ConditionPart("islands", s.owner.count(p), 3),), seat=p,
                          rule="PG-GEN-001")
                for p in s.order
            ),
        )  # fmt: skip

    def targets(self, s, decision, value):
        """An attack is aimed at the border that it crosses."""
        if isinstance(value, tuple) and value[:1] == ("attack",):
            a, b = sorted(value[1:3])
            return (f"border:{a}:{b}:front",)
        return super().targets(s, decision, value)
