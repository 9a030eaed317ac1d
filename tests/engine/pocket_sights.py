"""The pocket game with what can be measured, advised and barred: islands see one another unless one lies between.

The islands of the pocket game lie in a ring, so that two of them are neighbours or have a way round. A line is stopped
by the armies of others at its middle; what an attack could not reach is told; plans say how many armies to send.
"""

from __future__ import annotations

from dataclasses import replace

from tests.engine.pocket_rules import ISLANDS, MOST, near
from tests.engine.pocket_things import PocketThings
from theomachy.engine.errors import IllegalAnswer
from theomachy.engine.runtime.forecast import Advice, Barred, Plan
from theomachy.engine.tabletop.beside import (
    Amount,
    CardPower,
    CardSheet,
    Column,
    DiceSet,
    Slide,
    Stack,
    Sum,
    Term,
    Throw,
    ThrownDie,
    ThrowStep,
)
from theomachy.engine.tabletop.table import Fight, Figure, Hand, LegendRow, Ray, RayRow, Side, Stage


def place(s, target):
    """The island of a target: of a piece or an area."""
    kind, _, rest = target.partition(":")
    if kind == "area":
        return int(rest)
    return int(rest.split(":")[0])


class PocketSights(PocketThings):
    measuring = "Line of sight"

    def measure(self, s, start, end):
        a, b = place(s, start), place(s, end)
        if a == b:
            raise IllegalAnswer("an island is seen from itself")
        if {a, b} == {0, 2}:
            return None
        beside = b in near(a)
        stops = () if beside else (0.5,)
        rows = (RayRow(beside, "they are neighbours", "" if beside else "water", "PG-DEE-003"),)
        return Ray(a, b, "clear" if beside else "hidden", beside, stops, rows=rows, rule="PG-DEE-003")

    def rays(self, s, decision, option):
        if isinstance(option, tuple) and option[:1] == ("attack",):
            return (self.measure(s, f"area:{option[1]}", f"area:{option[2]}"),)
        return ()

    def barred(self, s, decision):
        return (Barred("Delos: too far", "PG-DEE-003"),) if decision.kind == "action" else ()

    def advice(self, s, decision, objective=""):
        if decision is not None and decision.kind != "action":
            return None
        most = (Plan("Send all", 2.5, (("0", 0.1), ("3", 0.9)), ("2.50", "90 %")),
                Plan("Send one", 0.5, (("0", 0.5), ("1", 0.5)), ("0.50", "0 %"), taken=True))  # fmt: skip
        sure = most[::-1]
        options = decision.options if decision is not None else ()
        passing = next((o for o in options if isinstance(o, str)), None)
        if passing is not None:
            most = (*most, Plan("Wait", 0.0, (("0", 1.0),), ("0.00", "0 %"), answer=passing))
        plans = most if objective in ("", "most") else sure
        return Advice("What to send", plans, (("most", "most"), ("sure", "surest")), objective or "most",
                      ("killed", "3 or more"), "Killed on Delos", (("0", 0.4), ("1", 0.6)), "before", "3",
                      "2 plans compared.", "PG-DEE-003")  # fmt: skip

    def table(self, s, viewer=None):
        """Dashboards of the armies, hands in stacks, and a fight told step under step."""
        plain = super().table(s, viewer)
        hands = []
        for p in range(len(self.seats)):
            mine = viewer is None or viewer == p
            kinds = {c: s.hands[p].count(c) for c in sorted(set(s.hands[p]))} if mine else {}
            stacks = tuple(Stack(f"Card {c}", "scroll-unfurled", n, -1, 0, "special") for c, n in kinds.items())
            islands = Figure("islands", s.owner.count(p), 3, sign=Amount("island", 1, shape="gem"))
            hands.append(Hand(p, (), len(s.hands[p]), stacks=stacks, deck=sum(s.deck), discard=0, figure=islands))
        cards = tuple(
            CardSheet(
                f"army{i}", owner, ISLANDS[i], (Column("armies", tuple(str(n) for n in range(MOST, -1, -1))),),
                MOST - s.army[i], "spartan", ISLANDS[i],
                (CardPower("March", "To a neighbour.", "PG-DEE-003", (0, MOST - 1), letter="M", kind="active",
                           cost="1 coin", cost_icon="two-coins", target=f"area:{i}"),
                 CardPower("Hold", "It stays.", "PG-DEE-003", kind="talent")),
                piece=f"piece:{i}:{owner}:army", stack=Stack("Army", hand=s.army[i], deck=0, discard=1),
                here=(Term("the sea", fact="near", rule="PG-DEE-003"), Term("a storm", -1, bad=True)),
                here_name=ISLANDS[i],
            )
            for i, owner in enumerate(s.owner)
            if owner >= 0
        )  # fmt: skip
        legend = (
            LegendRow("ground", "forest", "Forest", "hides", "PG-DEE-003"),
            LegendRow("border", "wall", "Wall"),
            LegendRow("height", "normal", "Arrows", "point down"),
            LegendRow("full", "4", "Full"),
            LegendRow("sign", "4", "Room for 4"),
            LegendRow("trail", "skulls", "Skulls"),
            LegendRow("prop", "tree", "Tree"),
        )
        return replace(plain, hands=tuple(hands), cards=cards, legend=legend, **self.told(s, plain))

    def told(self, s, plain):
        """The fight, after its first throw."""
        if s.fight is None:
            return {}
        a, b = s.fight.home, s.fight.target
        me, foe = s.owner[a], s.owner[b]
        throw = Throw("Throw", (ThrowStep("thrown", (DiceSet((ThrownDie(6, "wound"), ThrownDie(1, "out"))),)),), me)
        stages = (
            Stage("Values", f"{s.army[a]} against {s.army[b]}", "done"),
            Stage("Throw", "", "now", "throw"),
            Stage("Losses", "", "ahead", "slide"),
        )
        sides = tuple(
            Side(seat, role, (), str(s.army[i]), sums=(Sum("Dice", s.army[i], (Term("armies", s.army[i]),)),),
                 name=f"{ISLANDS[i]} {role}", note="an army")
            for seat, role, i in ((me, "attacks", a), (foe, "defends", b))
        )  # fmt: skip
        fight = Fight(f"{ISLANDS[a]} attacks {ISLANDS[b]}", b, stages, sides, "PG-BAT-001", True, f"area:{b}",
                      (Slide(f"army{b}", max(0, MOST - s.army[b] - 1), "it falls", "PG-BAT-002"),))  # fmt: skip
        return {"fight": fight, "throws": (throw,)}
