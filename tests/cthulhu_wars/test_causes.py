"""Prices of any place and cause, gains by cause, who may act where, what is told of: words for outside packages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from tests.cthulhu_wars.outside import guests
from tests.cthulhu_wars.scene import AR, EA, area, asked, at, labels, script, table, why_not
from theomachy.engine.runtime.decision import choose
from theomachy.engine.runtime.layers import Changes, add, set_to
from theomachy.games.cthulhu_wars.rules.act import Act
from theomachy.games.cthulhu_wars.rules.common import Gain, gain_doom, gain_power, ritual_price, units_in
from theomachy.games.cthulhu_wars.rules.domains import CARD, HELD
from theomachy.games.cthulhu_wars.rules.leaving import Leaving, eliminate
from theomachy.games.cthulhu_wars.rules.menu import in_hand
from theomachy.games.cthulhu_wars.rules.movement import travel
from theomachy.games.cthulhu_wars.rules.score import gathered
from theomachy.games.cthulhu_wars.rules.state import State
from theomachy.games.cthulhu_wars.rules.timings import Power
from theomachy.games.cthulhu_wars.rules.topics import (
    CostOf,
    CountsAs,
    GainOf,
    Ignores,
    MayPlace,
    OnGain,
    OnPlacement,
    WouldBeEliminated,
)
from theomachy.games.cthulhu_wars.rules.within import act_within

ACOLYTE, DEEP_ONE = 0, 1
NA = "North Asia"


def define() -> None:
    """The powers of the package."""

    class Frost(Power):
        """Whatever others do in Arabia costs 1 more."""

        rule = "CW-ACT-002"
        about = (CostOf.RECRUIT, CostOf.BATTLE, CostOf.DESECRATE, CostOf.ACTION)

        def cost_of(self, s: State, me: int, seat: int, what: CostOf, kind: int, area: int) -> Changes:
            return add(1) if seat != me and area == s.config.map.index[AR] else None

    class Cheap(Power):
        """Your rituals cost 2."""

        rule, about = "CW-RIT-001", (CostOf.RITUAL,)

        def cost_of(self, s: State, me: int, seat: int, what: CostOf, kind: int, area: int) -> Changes:
            return set_to(2) if seat == me else None

    class Nap(Act, Power):
        """An action that takes place where your Acolytes are."""

        rule, verb = "CW-ACT-002", "nap"

        def ends(self, s: State, me: int, *args: object) -> int:
            return s.where(me, ACOLYTE)[0]

        async def do(self, s: State, me: int) -> None:
            gain_doom(s, me, 1, self.rule)

    class Refund(Power):
        """A Move that cost 2 or more gives 1 back; you gain 1 for whoever leaves Arabia."""

        rule, forced = "CW-MOV-001", True

        def may_on_pay(self, s: State, me: int, seat: int, n: int, verb: str) -> bool:
            return seat == me and verb == "move" and n > 1

        async def on_pay(self, s: State, me: int, seat: int, n: int, verb: str) -> None:
            gain_power(s, me, 1, self.rule)

    class Toll(Power):
        """What an enemy pays to leave Arabia is yours."""

        rule, forced = "CW-MOV-001", True

        def may_on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> bool:
            return seat != me and area == s.config.map.index[AR]

        async def on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> None:
            gain_power(s, me, paid, self.rule)

    class Train(Power):
        """Acolytes go along with a Deep One, for nothing."""

        rule = "CW-MOV-001"

        def may_on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> bool:
            return seat == me and kind == DEEP_ONE and bool(units_in(s, me, area, (ACOLYTE,)))

        async def on_move(self, s: State, me: int, seat: int, kind: int, area: int, to: int, paid: int) -> None:
            while units := units_in(s, me, area, (ACOLYTE,)):
                unit = await choose(me, "unit", ["done", *units], self, "goes along", prompt="Who goes along?")
                if unit == "done":
                    return
                await travel(s, me, unit[2], area, to, self.rule)

    class Worship(Power):
        """1 Power more for every faction; your units are worth nothing as captives."""

        rule, about = "CW-POW-005", (GainOf.INCOME, GainOf.CAPTIVE)

        def gain_of(self, s: State, me: int, seat: int, what: GainOf, owner: int, kind: int) -> Changes:
            if what is GainOf.INCOME:
                return add(1)
            return set_to(0) if owner == me and kind == ACOLYTE else None

    class Flattery(Power):
        """An enemy's ritual brings that enemy one Doom less, and you one."""

        rule, forced = "CW-RIT-003", True

        def may_would_gain(self, s: State, me: int, event: Gain) -> bool:
            return event.seat != me and event.what is GainOf.RITUAL_DOOM

        async def would_gain(self, s: State, me: int, event: Gain) -> Gain:
            gain_doom(s, me, 1, self.rule)
            return event._replace(n=max(event.n - 1, 0))

    class Alone(Power):
        """Where no Great Old One of yours is, you begin no battle and capture nobody."""

        rule = "CW-ACT-005"

        def may_act(self, s: State, me: int, seat: int, verb: str, area: int) -> bool | None:
            there = area >= 0 and not s.has(me, s.config.goos[me], area)
            return False if seat == me and verb in ("battle", "capture") and there else None

    class Shelter(Power):
        """Your Cultists are captured by no Monster."""

        rule, about = "CW-CAP-001", (Ignores.CAPTURE,)

        def ignores(self, s: State, me: int, owner: int, kind: int, area: int, what: Ignores, by: int) -> bool:
            return owner == me and not s.has(by, s.config.goos[by], area)

    class Breach(Power):
        """You summon at the gates of others, and not in the sea."""

        rule, about = "CW-SUM-002", (MayPlace.SUMMONED,)

        def may_place(self, s: State, me: int, seat: int, what: MayPlace, thing: int) -> bool | None:
            if seat != me:
                return None
            return not s.config.map.ocean[thing] and s.holder(thing) not in (-1, me)

    class Welcome(Power):
        """A Doom for each of your Monsters that is summoned, and for each spellbook of anybody."""

        rule, forced, about = "CW-SUM-001", True, (OnPlacement.SUMMON, OnGain.BOOK)

        def may_on_placement(self, s: State, me: int, owner: int, kind: int, how: OnPlacement, area: int) -> bool:
            return owner == me and how is OnPlacement.SUMMON

        async def on_placement(self, s: State, me: int, owner: int, kind: int, how: OnPlacement, area: int) -> None:
            gain_doom(s, me, 1, self.rule)

        async def on_gain(self, s: State, me: int, seat: int, what: OnGain, thing: int) -> None:
            gain_doom(s, me, 5 + thing, self.rule)

    class Doomed(Power):
        """Your Acolytes leave the game when they are lost."""

        rule, forced = "CW-UNI-006", True
        about = (WouldBeEliminated.CAPTURED, WouldBeEliminated.ELIMINATED)

        def may_would_be_eliminated(self, s: State, me: int, event: Leaving) -> bool:
            return event.seat == me

        def would_be_eliminated(self, s: State, me: int, event: Leaving) -> Leaving:
            return event._replace(to=s.out(me))

    class Banish(Act, Power):
        """A Deep One of yours leaves the game."""

        rule, verb = "CW-UNI-006", "banish"

        async def do(self, s: State, me: int) -> None:
            area = s.where(me, DEEP_ONE)[0]
            await eliminate(s, me, DEEP_ONE, area, me, self.rule, to=s.out(me))

    class Keepsake(Power):
        """A Doom for each unit that leaves the game."""

        rule, forced, about = "CW-UNI-006", True, (WouldBeEliminated.REMOVED,)

        def may_would_be_eliminated(self, s: State, me: int, event: Leaving) -> bool:
            return event.cause is WouldBeEliminated.REMOVED

        def would_be_eliminated(self, s: State, me: int, event: Leaving) -> Leaving:
            gain_doom(s, me, 1, self.rule)
            return event

    class Interlude(Power):
        """Before a battle, anybody's, where an Acolyte of yours is: one of your actions."""

        rule = "CW-BAT-001"

        def may_battle_declared(self, s: State, me: int, area: int, attacker: int, defender: int) -> bool:
            return s.n(me, ACOLYTE, area) > 0

        async def battle_declared(self, s: State, me: int, area: int, attacker: int, defender: int) -> None:
            await act_within(s, me, in_hand(s, me), self, "interlude")

    class Refuge(Power):
        """Your submerged Cultists may be given up as those on the map."""

        rule, about = "CW-ABI-001", (CountsAs.PRESENT,)

        def counts_as(self, s: State, me: int, kind: int, role: CountsAs) -> bool:
            return role is CountsAs.PRESENT and kind == ACOLYTE


AROUND = partial(guests, define)  # in the knock-out net, too


@pytest.fixture(autouse=True)
def package() -> Iterator[None]:
    with AROUND():
        yield


UNITS = {"GC": {AR: "Acolyte", EA: "2 Acolyte"}, "YS": {AR: "Acolyte, Byakhee", EA: "Acolyte"}}


@pytest.mark.rule("CW-ACT-002")
def test_an_action_says_where_it_ends_and_is_priced_there():
    for lent, price in (({}, 0), ({"YS": "Frost"}, 1)):
        p = table("GC YS BG", UNITS, lent={"GC": "Nap", **lent})
        before = p.state.power[0]
        script(p, ("GC", "action", "nap"))
        assert (before - p.state.power[0], p.state.doom[0]) == (price, 1)
    p = table("GC YS BG", UNITS, lent={"GC": "Nap", "YS": "Frost"}, gates={AR: "GC"})
    script(p, ("GC", "action", f"abandon {AR}"))  # leaving a gate has a price of its own kind: none
    assert p.state.power[0] == 9
    p = table("YS GC BG", {"YS": {AR: "King in Yellow"}, "GC": {EA: "Acolyte"}}, lent={"GC": "Frost"}, power={"YS": 5})
    script(p, ("YS", "action", "desecrate"))
    assert p.state.power[0] == 2  # 2, and 1 for the place


@pytest.mark.rule("CW-RIT-001", "CW-RIT-003")
def test_rituals_have_a_price_of_their_own_and_what_they_bring_may_be_less():
    for lent, price, doom in (({}, 5, 2), ({"GC": "Cheap", "YS": "Flattery"}, 2, 1)):
        p = table(
            "GC YS BG", UNITS, phase="doom", power=7, lent=lent, gates={AR: "GC", EA: "GC"}, doom={"GC": 0, "YS": 0}
        )
        assert ritual_price(p.state, 0) == price
        assert any(f"for {price} Power" in label for label in labels(p))
        script(p, ("GC", "doom phase", "ritual"))
        assert (p.state.power[0], p.state.doom[0], p.state.doom[1]) == (7 - price, doom, 2 - doom)


@pytest.mark.rule("CW-MOV-001")
def test_a_move_is_told_when_all_of_it_is_paid_and_each_unit_what_it_cost():
    p = table("GC YS BG", UNITS, lent={"GC": "Refund", "YS": "Toll"}, power={"GC": 5, "YS": 1})
    script(p, ("GC", "action", "move"), ("GC", "unit to move", f"Acolyte, {AR}"), ("GC", "move to", EA))
    assert p.state.power[:2] == [4, 2]
    script(p, ("GC", "unit to move", f"Acolyte, {EA}"), ("GC", "move to", AR))
    assert p.state.power[:2] == [3, 2]
    script(p, ("GC", "unit to move", "done"))
    assert (p.state.power[:2], p.state.paid) == ([4, 2], 0)
    q = table("GC YS BG", UNITS, lent={"GC": "Refund"}, power={"GC": 5})
    script(q, ("GC", "action", "move"), ("GC", "unit to move", f"Acolyte, {AR}"), ("GC", "move to", EA))
    script(q, ("GC", "unit to move", "done"))
    assert q.state.power[0] == 4  # 1 only: nothing comes back


@pytest.mark.rule("CW-MOV-001", "CW-MOV-003")
def test_units_travel_with_another_for_nothing_and_have_moved():
    p = table("GC YS BG", {"GC": {EA: "Deep One, 2 Acolyte"}, "YS": {AR: "Acolyte"}}, lent={"GC": "Train"}, power=3)
    script(p, ("GC", "action", "move"), ("GC", "unit to move", "Deep One"), ("GC", "move to", AR))
    script(p, ("GC", "on_move", "Train"), ("GC", "goes along", "Acolyte"), ("GC", "goes along", "done"))
    assert (at(p, "GC", AR), p.state.power[0]) == ({"Acolyte": 1, "Deep One": 1}, 2)
    assert p.state.moved == ((DEEP_ONE, area(p, AR)), (ACOLYTE, area(p, AR)))
    assert labels(p) >= {f"Acolyte, {EA}"}
    assert not any(AR in label for label in labels(p))


@pytest.mark.rule("CW-POW-001", "CW-POW-005")
def test_power_that_is_gathered_and_captives_are_asked_by_cause():
    captives = {"YS": {"GC": 2, "BG": 1}}
    plain = table("GC YS BG", UNITS, captives=captives)
    p = table("GC YS BG", UNITS, captives=captives, lent={"GC": "Worship"})
    before, after = (gathered(q.state, 1) for q in (plain, p))
    assert (after.value - before.value, gathered(p.state, 0).value - gathered(plain.state, 0).value) == (1 - 2, 1)
    assert [part.change for part in after.parts if part.name == "Worship"] == [1]


@pytest.mark.rule("CW-ACT-005", "CW-BTA-001", "CW-CAP-001")
def test_a_power_bars_an_action_in_an_area_and_says_why():
    units = {"GC": {AR: "Acolyte, Cthulhu", EA: "Deep One"}, "YS": {AR: "Acolyte", EA: "Acolyte"}}
    p = table("GC YS BG", units, lent={"GC": "Alone"})
    assert {label for label in labels(p) if "Battle in" in label} == {f"Battle in {AR} against Yellow Sign"}
    assert {label for label in labels(p) if label.startswith("Capture")} == {
        f"Capture a Cultist in {AR} from Yellow Sign"
    }
    assert "CW-ABI-004" in why_not(p, "GC", "battle", area(p, EA), 1)
    assert "CW-ABI-004" not in why_not(p, "GC", "battle", area(p, AR), 1)


@pytest.mark.rule("CW-CAP-001")
def test_cultists_are_sheltered_from_some_captors():
    for unit, lent, open_ in (
        ("Deep One", {}, True),
        ("Deep One", {"YS": "Shelter"}, False),
        ("Cthulhu", {"YS": "Shelter"}, True),
    ):
        p = table("GC YS BG", {"GC": {AR: unit}, "YS": {AR: "Acolyte"}}, lent=lent)
        assert any(label.startswith("Capture") for label in labels(p)) is open_
        assert ("CW-CAP-001" in why_not(p, "GC", "capture", area(p, AR), 1)) is not open_


@pytest.mark.rule("CW-SUM-002")
def test_other_areas_open_to_those_who_are_summoned():
    units = {"GC": {"Indian Ocean": "Acolyte"}, "YS": {AR: "Acolyte"}}
    gates = {"Indian Ocean": "GC", AR: "YS"}
    for lent, there in (({}, "Indian Ocean"), ({"GC": "Breach"}, AR)):
        p = table("GC YS BG", units, gates=gates, lent=lent)
        assert {x.split(" at ")[1].split(":")[0] for x in labels(p) if x.startswith("Summon")} == {there}
    p = table("GC YS BG", units, gates=gates, lent={"GC": "Breach"})
    script(p, ("GC", "action", f"summon {AR} deep one"))
    assert at(p, "GC", AR) == {"Deep One": 1}


@pytest.mark.rule("CW-SUM-001", "CW-SPB-001")
def test_a_summons_and_a_spellbook_are_told():
    p = table("GC YS BG", UNITS, gates={AR: "GC"}, lent={"GC": "Welcome"}, doom={"GC": 0})
    script(p, ("GC", "action", f"summon {AR} deep one"))
    assert p.state.doom[0] == 1
    p = table("GC YS BG", UNITS, gates={AR: "GC"}, lent={"BG": "Welcome"}, doom={"BG": 0}, open={"GC": "all"})
    s = p.state.copy()
    assert s.is_open(0, 4)
    s.owe(0, 4)
    q = type(p)(p.system, s)
    script(q, ("GC", "action", "abandon Arabia"), ("GC", "spellbook", "Dreams"))
    assert q.state.doom[2] == 5 + q.state.books[0].bit_length() - 1  # which book it is, is told


@pytest.mark.rule("CW-UNI-006", "CW-CAP-001")
def test_lost_units_leave_the_game_and_are_nobodys_captives():
    units = {"GC": {AR: "Deep One"}, "YS": {AR: "Acolyte"}}
    p = table("GC YS BG", units, lent={"YS": "Doomed"})
    script(p, ("GC", "action", f"capture {AR}"))
    s = p.state
    assert (s.n(1, ACOLYTE, HELD), s.n(1, ACOLYTE, s.out(1)), gathered(s, 1).value) == (0, 1, 0)
    assert not p.system.violations(s)
    text = p.system.arrange_text(s)
    assert "out_of_game = { YS = 1 }" in text
    p = table("GC YS BG", units, lent={"GC": "Banish"}, doom={"GC": 0})
    script(p, ("GC", "action", "banish"))
    assert (p.state.n(0, DEEP_ONE, p.state.out(0)), at(p, "GC", AR)) == (1, {})
    p = table("GC YS BG", units, doom={"GC": 0})
    s = p.state.copy()
    s.lend(0, "Banish")
    s.lend(0, "Keepsake")
    q = script(type(p)(p.system, s), ("GC", "action", "banish"))
    assert (q.state.doom[0], q.state.n(0, DEEP_ONE, q.state.out(0))) == (1, 1)  # it is no captive
    q = table("GC YS BG", {}, out_of_game={"YS": "Undead"}, captives={"GC": {"YS": "Byakhee, Acolyte"}})
    assert (q.state.n(1, 1, q.state.out(1)), q.state.n(1, 2, HELD), q.state.n(1, 0, HELD)) == (1, 1, 1)
    assert gathered(q.state, 0).value == 2


@pytest.mark.rule("CW-BAT-001", "CW-ACT-002", "CW-MOV-001")
def test_a_bystander_acts_before_a_battle_pays_and_is_told_of():
    units = {"GC": {AR: "Cthulhu"}, "YS": {AR: "Byakhee", EA: "Acolyte"}, "BG": {AR: "2 Acolyte, Ghoul"}}
    for power, lent, moves in ((5, [], 2), (5, ["Refund"], 1), (0, [], 0)):
        p = table("GC YS BG", units, lent={"BG": ["Interlude", *lent]}, power={"GC": 5, "YS": 1, "BG": power})
        battle = next(o for o in p.decision.options if o[0] == "battle" and o[2] == 1)
        script(p, ("GC", "action", battle), ("BG", "battle_declared", "Interlude"))
        if not power:
            assert asked(p)[1] != "interlude"  # nothing that it could do is free
            continue
        script(p, ("BG", "interlude", "move"), ("BG", "unit to move", "Acolyte"), ("BG", "move to", EA))
        script(p, ("BG", "unit to move", f"Ghoul, {AR}"), ("BG", "move to", EA), ("BG", "unit to move", "done"))
        assert (p.state.power[2], at(p, "BG", EA)) == (power - moves, {"Acolyte": 1, "Ghoul": 1})
        assert (p.state.active, p.state.doing, p.state.paid, p.state.moved) == (0, "battle", 0, ())
        assert p.state.battle is not None


@pytest.mark.rule("CW-BG-017", "CW-ABI-001")
def test_units_on_the_card_may_be_given_up_where_a_power_says_so():
    units = {"BG": {EA: "Acolyte, Shub-Niggurath", "submerged": "Acolyte"}, "GC": {AR: "Acolyte"}}
    for lent, shown in (({}, False), ({"BG": "Refuge"}, True)):
        p = table("BG GC YS", units, phase="doom", power=0, books={"BG": "Blood Sacrifice"}, lent=lent)
        script(p, ("BG", "doom phase", "Blood Sacrifice"))
        assert (asked(p)[1] == "cultist given up") is shown
        if shown:
            script(p, ("BG", "cultist given up", (0, CARD, ACOLYTE)))
            assert (p.state.n(0, ACOLYTE, CARD), at(p, "BG", EA).get("Acolyte")) == (0, 1)
