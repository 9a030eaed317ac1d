"""Tools of the position editor that are this game's own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ....engine.masks import with_bit
from ....engine.state import Trick
from ....engine.tabletop.palette import EditError, Tool, Value
from ....engine.tabletop.table import HAZARD, NEUTRAL
from ..rules.common import keepers, may_hold
from ..rules.domains import HELD, NO_GATE, POOL, UNKEPT
from ..rules.sorts import sorts_of
from ..rules.state import State

MOST_SIGNS, MOST_CAPTIVES = 40, 30
SORT = "sort"


def of_the_market(s: State, tools: list[Tool]) -> list[Tool]:
    """The tools for cards: those that are sold are nobody's secret, and one says that they are to be had. What stands
    for units of others in a battle is nowhere else, so that nobody puts it anywhere.
    """

    def sold(tool: Tool) -> bool:
        last = tool.id.rpartition(":")[2]
        return last.isdecimal() and bool(s.config.market >> int(last) & 1)

    found = [tool for tool in tools if not (tool.id.startswith(("kept:", "deck:")) and sold(tool))]
    found = [tool for tool in found if not _is_guest(s, tool)]
    if not any(s.config.copiers):  # nobody who could have a spellbook as if it were another
        found = [tool for tool in found if not tool.id.startswith("copied:")]
    return [replace(tool, name=f"{tool.name}, to be had") if tool.id.startswith("offer:") else tool for tool in found]


def _is_guest(s: State, tool: Tool) -> bool:
    """Is it for such a figure, on the map or beside it?"""
    names = {s.config.name[seat][kind] for seat, kind in enumerate(s.config.guests) if kind >= 0}
    return any(name in tool.name for name in names)


class Gates(Trick):
    """Gates, and who stands on them."""

    word = "gates"

    def tools(self, s: State) -> Iterator[Tool]:
        n, most = s.gates_out(), s.config.supply
        tool = Tool("gates:", "Pieces", "Gate", "place", "magic-portal", HAZARD, high=1, most=most, rule="CW-GAT-001")
        yield tool.of("place", value=n, text="Abandoned, until somebody steps on it.")
        for seat in s.config.seats:
            mine = Tool(f"gates:{seat}", "Pieces", "Held gate", "place", "magic-portal", seat, seat)
            yield mine.of("place", value=len(s.gates(seat)), high=1, rule="CW-GAT-001")
        pieces = {sort.name: sort.figures for sort in s.config.gate_sorts}
        for word, power in sorts_of(s.config).items():
            tool = Tool(f"gates:sort:{word}", "Pieces", f"Gate: {word}", "place", "magic-portal", HAZARD)
            n, text = sum(each == word for _, each in s.sorts), "The gate there becomes one; else one comes."
            yield tool.of("place", value=n, high=1, most=pieces.get(word, 0), rule=power.rule, text=text)

    def placed(self, s: State, args: list[str], area: int) -> int:
        if args[0] == SORT:
            return int(s.sort(area) == args[1])
        return int(s.holder(area) == int(args[0]) if args[0] else s.gate[area] != NO_GATE)

    def edit(self, s: State, args: list[str], area: int, change: Value) -> None:
        if args[0] == SORT:
            if change and s.gate[area] == NO_GATE:
                s.open_gate(area)
            s.make_sort(area, args[1] if change else "")
            return
        seat = int(args[0] or -1)
        if seat < 0 and not change:
            s.close_gate(area)
        elif seat < 0 and s.gate[area] == NO_GATE:
            s.open_gate(area)
        elif seat >= 0 and s.holder(area) == seat and not change:
            s.open_gate(area)
        elif seat >= 0 and s.holder(area) != seat and change:
            kinds = [kind for kind in keepers(s, seat) if s.n(seat, kind, area) and may_hold(s, seat, kind, area)]
            if not kinds:
                who, where = s.config.factions[seat].title, s.config.map.names[area]
                raise EditError(f"{who} has nobody in {where} who could stand on the gate")
            s.hold(seat, kinds[0], area)


class Markers(Trick):
    """Markers that lie on areas."""

    word = "marker"

    def tools(self, s: State) -> Iterator[Tool]:
        for i, token in enumerate(s.config.tokens):
            look = token.seat if token.owned else NEUTRAL
            tool = Tool(f"marker:{i}", "Pieces", token.name, "place", token.icon, look, token.seat, rule="CW-CMP-005")
            yield tool.of("place", value=s.tokens[i].bit_count(), high=1, most=token.figures)

    def placed(self, s: State, args: list[str], area: int) -> int:
        return s.marked(int(args[0]), area)

    def edit(self, s: State, args: list[str], area: int, change: Value) -> None:
        s.tokens = with_bit(s.tokens, int(args[0]), area, bool(change))
        seat, kind = s.holder(area), s.warden[area]
        if seat >= 0 and kind != UNKEPT and not may_hold(s, seat, kind, area):  # it lets nobody hold the gate there
            s.open_gate(area)


class Signs(Trick):
    """Elder Signs by their value: those of a seat come from the bag, and go back."""

    word = "sign"

    def tools(self, s: State) -> Iterator[Tool]:
        for v in (1, 2, 3):
            for seat in s.config.seats:
                tool = Tool(f"sign:{v}:{seat}", "Tracks", f"Elder Signs worth {v}", "number", seat=seat)
                yield tool.of("number", value=s.signs[seat].count(v), high=MOST_SIGNS, rule="CW-ES-002")
            tool = Tool(f"sign:{v}", "Turn", f"Elder Signs worth {v} in the bag", "number", section="Elder Signs left")
            yield tool.of("number", value=s.bag[v - 1], high=200, rule="CW-ES-001")

    def edit(self, s: State, args: list[str], area: int, change: Value) -> None:
        v, n = int(args[0]), int(change)
        if len(args) == 1:
            s.bag[v - 1] = n
            return
        seat = int(args[1])
        before = s.signs[seat].count(v)
        s.signs[seat] = tuple(sorted([*(x for x in s.signs[seat] if x != v), *[v] * n]))
        most = s.config.bag[v - 1] - sum(signs.count(v) for signs in s.signs)
        s.bag[v - 1] = max(min(s.bag[v - 1] + before - n, most), 0)


class Captives(Trick):
    """Cultists on the cards of others."""

    word = "captive"

    def tools(self, s: State) -> Iterator[Tool]:
        for seat in s.config.seats:
            for foe in s.config.foes[seat]:
                for kind in self._kinds(s, seat, foe):
                    first = kind == self._kinds(s, seat, foe)[0]
                    of = s.config.factions[foe].title
                    name = f"Captives of {of}" if first else f"Captive {s.config.name[foe][kind]} of {of}"
                    id_ = f"captive:{seat}:{foe}" + ("" if first else f":{kind}")
                    tool = Tool(id_, "Tracks", name, "number", "", foe, seat, "Captives")
                    n = s.n(foe, kind, HELD + seat)
                    yield tool.of("number", value=n, high=MOST_CAPTIVES, rule="CW-CAP-001")

    def _kinds(self, s: State, captor: int, owner: int) -> list[int]:
        """The kinds that this captor may hold; the first Cultist always comes first."""
        ranks = s.config.factions[captor].captures
        return [
            k
            for k in s.config.kinds[owner]
            if s.config.rank[owner][k] in ranks and (k not in s.config.neutral[owner] or self._of_card(s, owner, k))
        ]

    def _of_card(self, s: State, owner: int, kind: int) -> bool:
        """Is it a neutral unit that is captured as Cultists are, and its card the owner's?"""
        card = s.config.owned[owner].get(kind, -1)
        return kind in s.config.captured[owner] and card >= 0 and s.cards[card] == owner

    def edit(self, s: State, args: list[str], area: int, change: Value) -> None:
        captor, owner, *kinds = map(int, args)
        kind = kinds[0] if kinds else self._kinds(s, captor, owner)[0]
        more = int(change) - s.n(owner, kind, HELD + captor)
        s.units[s.row(owner, HELD + captor) + kind] = int(change)
        s.units[s.row(owner, POOL) + kind] = max(s.n(owner, kind, POOL) - more, 0)


class UnderWay(Trick):
    """An action under way, which can be ended."""

    word = "under_way"

    def tools(self, s: State) -> Iterator[Tool]:
        if s.battle is not None or s.doing:
            tool = Tool("under_way", "Turn", "An action is under way", "toggle", section="This turn", rule="CW-BAT-001")
            yield tool.of("toggle", value=1, high=1, text="Switch it off to stand before the next action.")

    def edit(self, s: State, args: list[str], area: int, change: Value) -> None:
        if not change:
            s.battle, s.outer, s.doing = None, None, ""


TRICKS = (Gates(), Markers(), Signs(), Captives(), UnderWay())
