"""Ways and prices that powers change: what is next to what, and for what; tolls of areas; gains by their cause."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.cthulhu_wars.outside import guests
from tests.cthulhu_wars.scene import AR, EA, area, asked, labels, script, table
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.engine.runtime.layers import Changes, add
from theomachy.games.cthulhu_wars.rules.common import Gain
from theomachy.games.cthulhu_wars.rules.state import State
from theomachy.games.cthulhu_wars.rules.timings import Power
from theomachy.games.cthulhu_wars.rules.topics import Adjacent, CostOf, GainOf
from theomachy.games.cthulhu_wars.rules.ways import ways

ALL = (1 << 48) - 1


def define() -> None:
    """The powers of the package."""

    class Tunnel(Power):
        """East Africa and Antarctica are next to each other, for moves of yours."""

        rule = "CW-MOV-001"

        def adjacent(self, s: State, me: int, seat: int, area: int, what: Adjacent) -> tuple[int, int] | None:
            ends = [s.config.map.index[name] for name in (EA, "Antarctica")]
            if seat != me or what is not Adjacent.MOVE or area not in ends:
                return None
            return 1 << ends[1 - ends.index(area)], 0

    class Siege(Power):
        """No enemy retreats from where you stand."""

        rule = "CW-BAT-032"

        def adjacent(self, s: State, me: int, seat: int, area: int, what: Adjacent) -> tuple[int, int] | None:
            return (0, ALL) if what is Adjacent.RETREAT and seat != me and s.here(me, area) else None

    class Ward(Power):
        """No enemy moves to Arabia; you gain a Doom when one moves anywhere."""

        rule, forced = "CW-MOV-001", True

        def may_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int) -> bool:
            return seat == me or s.config.map.names[to] != AR

        def may_on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> bool:
            return seat != me

        async def on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> None:
            s.doom[me] += 1

    class Frost(Power):
        """What enemies do in Arabia costs 1 more, once an action; you gain a Power for what they pay anywhere."""

        rule, forced = "CW-ACT-002", True

        def cost_of(self, s: State, me: int, seat: int, what: CostOf, kind: int, area: int) -> Changes:
            return add(1) if seat != me and area >= 0 and s.config.map.names[area] == AR else None

        def may_on_pay(self, s: State, me: int, seat: int, n: int, verb: str) -> bool:
            return seat != me

        async def on_pay(self, s: State, me: int, seat: int, n: int, verb: str) -> None:
            s.power[me] += 1

    class Tribute(Power):
        """Rituals of enemies give 1 Doom less; their Elder Signs of rituals never come."""

        rule, forced = "CW-RIT-003", True

        def gain_of(self, s: State, me: int, seat: int, what: GainOf, owner: int, kind: int) -> Changes:
            return add(-1) if seat != me and what is GainOf.RITUAL_DOOM else None

        def may_would_gain(self, s: State, me: int, event: Gain) -> bool:
            return event.seat != me and event.what is GainOf.RITUAL_SIGNS

        def would_gain(self, s: State, me: int, event: Gain) -> None:
            return None


@pytest.fixture(autouse=True)
def package() -> Iterator[None]:
    with guests(define):
        yield


@pytest.mark.rule("CW-MOV-001")
def test_a_way_that_a_power_opens_is_there_for_its_purpose_and_its_owner():
    p = table("GC YS BG", {"GC": {EA: "Acolyte"}, "YS": {EA: "Undead"}}, lent={"GC": "Tunnel"})
    s, here, there = p.state, area(p, EA), area(p, "Antarctica")
    near = s.config.map.near[here]
    assert there not in near
    assert set(ways(s, 0, here, Adjacent.MOVE)) == {*near, there}
    assert ways(s, 0, here, Adjacent.RETREAT) == ways(s, 1, here, Adjacent.MOVE) == near
    assert set(s.config.map.near[there]) - {here} <= set(ways(s, 0, here, Adjacent.MOVE, 2))
    script(p, ("GC", "action", "move"), ("GC", "unit to move", "Acolyte"), ("GC", "move to", "Antarctica"))
    assert p.state.here(0, there)


@pytest.mark.rule("CW-BAT-032")
def test_who_is_cut_off_by_a_power_is_surrounded():
    p = table("GC YS BG", {"GC": {EA: "Shoggoth"}, "YS": {EA: "Undead"}}, lent={"GC": "Siege"})
    script(p, fight("GC", "YS"), roll(0, 1))
    assert p.state.on[1] == 0


@pytest.mark.rule("CW-MOV-001")
def test_a_power_bars_moves_and_sees_those_that_are_made():
    for lent, to in (({"YS": "Ward"}, False), ({}, True)):
        p = table("GC YS BG", {"GC": {EA: "Acolyte"}}, lent=lent)
        script(p, ("GC", "action", "move"), ("GC", "unit to move", "Acolyte"))
        assert (AR in labels(p)) is to
        script(p, ("GC", "move to", "South Africa" if "South Africa" in labels(p) else sorted(labels(p))[-1]))
        assert p.state.doom[1] == (0 if to else 1)


@pytest.mark.rule("CW-ACT-002")
def test_a_price_knows_the_place_and_who_pays_is_seen():
    p = table("GC YS BG", {"GC": {EA: "2 Acolyte", AR: "Acolyte"}}, lent={"YS": "Frost"}, power={"GC": 4})
    script(p, ("GC", "action", f"recruit {AR}"))
    assert p.state.power[:2] == [2, 1]
    p = table("GC YS BG", {"GC": {EA: "2 Acolyte", AR: "Acolyte"}}, lent={"YS": "Frost"}, power={"GC": 1})
    found = labels(p)
    assert "Recruit a Cultist in East Africa" in found
    assert "Recruit a Cultist in Arabia" not in found  # 1 Power is too little there
    p = table("GC YS BG", {"GC": {EA: "3 Acolyte"}}, lent={"YS": "Frost"}, power={"GC": 4})
    script(p, ("GC", "action", "move"), ("GC", "unit to move", "Acolyte"), ("GC", "move to", AR))
    assert p.state.power[0] == 2
    script(p, ("GC", "unit to move", f"Acolyte, {EA}"), ("GC", "move to", AR))
    assert p.state.power[0] == 1  # the toll is paid once


@pytest.mark.rule("CW-RIT-003", "CW-RIT-004")
def test_a_gain_knows_its_cause():
    for lent, doom, chance in (({"YS": "Tribute"}, 1, False), ({}, 2, True)):
        units = {"GC": {EA: "Acolyte, Cthulhu", AR: "Acolyte"}}
        p = table("GC YS BG", units, lent=lent, gates={EA: "GC", AR: "GC"}, phase="doom")
        script(p, ("GC", "doom phase", "ritual"))
        assert (p.state.doom[0], asked(p)[1] == "elder sign") == (doom, chance)
