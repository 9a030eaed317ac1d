"""The tools of the position editor that are Demigods' own; all others follow from the declaration of the state."""

from __future__ import annotations

from collections.abc import Iterator

from ....engine.state import Trick
from ....engine.tabletop.palette import EditError, Tool, Value
from ....engine.tabletop.table import HAZARD
from ..rules.domains import ARMY, ICONS, POPULATION, TEMPLE
from ..rules.state import State


class Counters(Trick):
    """Population, armies, temples and monsters of a seat."""

    word = "counter"

    def tools(self, s: State) -> Iterator[Tool]:
        for seat in range(len(s.hands)):
            for kind, (name, n) in enumerate(zip(s.config.counter_names, s.sums(seat), strict=True)):
                high, id_ = 9 if kind == TEMPLE else 99, f"counter:{seat}:{kind}"
                tool = Tool(id_, "Pieces", name, "place", ICONS[kind], seat, seat, rule="DG-GRO-003", piece=True)
                yield tool.of("place", value=n, high=high)

    def placed(self, s: State, args: list[str], area: int) -> int:
        seat, kind = map(int, args)
        return s.counters[kind][area] if s.owner[area] == seat + 1 else 0

    def edit(self, s: State, args: list[str], area: int, change: Value) -> None:
        seat, kind = map(int, args)
        n = int(change) - self.placed(s, args, area)
        if n > 0 and s.owner[area] not in (0, seat + 1):
            names = s.config.grid.names[area], s.config.names[s.holder(area)]
            raise EditError(f"{names[0]} is held by {names[1]}: take those counters away first")
        s.add(area, seat, kind, max(n, 0))
        s.remove(area, kind, max(-n, 0))
        for moved in (POPULATION, ARMY):
            s.came[moved][area] = min(s.came[moved][area], s.counters[moved][area])


class Effects(Trick):
    """Cards that go on having an effect: on a hex, or everywhere."""

    word = "effect"

    def tools(self, s: State) -> Iterator[Tool]:
        for seat in range(len(s.hands)):
            for number in sorted(s.config.lasting):
                card, n = s.config.cards[number], sum(e[:2] == (number, seat) for e in s.effects)
                kind, owner = ("place", HAZARD) if card.shape else ("toggle", seat)
                id_, name, icon = f"effect:{seat}:{number}", f"{card.name} in force", card.marker or card.icon
                yield Tool(
                    id_, "Effects", name, kind, icon, owner, seat, value=n if card.shape else min(n, 1), high=1,
                    rule=card.rule, text=card.text,
                )  # fmt: skip

    def placed(self, s: State, args: list[str], area: int) -> int:
        seat, number = map(int, args)
        return int((number, seat, area) in s.effects)

    def edit(self, s: State, args: list[str], area: int, change: Value) -> None:
        seat, number = map(int, args)
        effect = (number, seat, area)
        s.effects = (*(e for e in s.effects if e != effect), *[effect] * bool(change))


TRICKS = (Counters(), Effects())
