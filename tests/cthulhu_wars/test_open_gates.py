"""Gates of other sorts: units that are gates, gates that nobody keeps, gates on cards, gates that may not be held."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.cthulhu_wars.outside import guests
from tests.cthulhu_wars.scene import AR, EA, area, at, labels, script, table, why_not
from theomachy.games.cthulhu_wars.rules.domains import OPEN_GATE, UNKEPT
from theomachy.games.cthulhu_wars.rules.score import doom_for_gates, figures, gathered
from theomachy.games.cthulhu_wars.rules.state import State
from theomachy.games.cthulhu_wars.rules.timings import Power
from theomachy.games.cthulhu_wars.rules.topics import ControllerOf, CountsAs

YOUNG = 3


def define() -> None:
    """The powers of the package."""

    class LivingGate(Power):
        """A Dark Young is a gate of yours."""

        rule, about = "CW-GAT-001", (CountsAs.GATE, CountsAs.PORTAL)

        def counts_as(self, s: State, me: int, kind: int, role: CountsAs) -> bool:
            return kind == YOUNG

    class Taboo(Power):
        """Nobody but you holds a gate where you have a unit."""

        rule = "CW-GAT-003"

        def controller_of(self, s: State, me: int, area: int, seat: int, code: int, what: ControllerOf) -> int | None:
            return -1 if seat != me and s.here(me, area) else None

    class Gatekeeper(Power):
        """Whenever a gate comes to somebody you gain a Power, and lose one when it goes."""

        rule, forced = "CW-GAT-002", True

        async def on_control(self, s: State, me: int, area: int, seat: int, before: int) -> None:
            s.power[me] += 1 if seat >= 0 else -1


@pytest.fixture(autouse=True)
def package() -> Iterator[None]:
    with guests(define):
        yield


@pytest.mark.rule("CW-GAT-001", "CW-POW-003", "CW-DOM-002")
def test_a_unit_that_is_a_gate_counts_as_one_beside_a_real_one():
    units = {"BG": {EA: "Dark Young, Acolyte"}, "GC": {AR: "Acolyte"}}
    for lent, n in (({"BG": "Living Gate"}, 2), ({}, 1)):
        p = table("BG GC YS", units, gates={EA: "BG"}, lent=lent)
        s = p.state.copy()
        before, power = s.doom[0], gathered(s, 0).value
        with pytest.raises(StopIteration):
            doom_for_gates(s).send(None)
        assert (s.count_gates(0), s.doom[0] - before, figures(s)[0]["gates"], power) == (n, n, n, 1 + 2 * n)
        assert s.gate_mask(0) == s.gate_mask() == 1 << area(p, EA)
    s.move(0, YOUNG, area(p, EA), area(p, AR))
    assert s.gate_mask(0) == 1 << area(p, EA)


@pytest.mark.rule("CW-SUM-002", "CW-UNL-006")
def test_units_are_summoned_at_a_unit_that_is_a_gate_and_nobody_abandons_it():
    units = {"BG": {EA: "Dark Young"}, "GC": {AR: "Acolyte"}}
    p = table("BG GC YS", units, lent={"BG": "Living Gate"})
    assert "Summon at East Africa: Ghoul" in labels(p)
    assert not any("Abandon" in label for label in labels(p))
    script(p, ("BG", "action", f"summon {EA} Ghoul"))
    assert at(p, "BG", EA) == {"Dark Young": 1, "Ghoul": 1}
    p = table("BG GC YS", units)
    assert not any(label.startswith("Summon") for label in labels(p))
    assert why_not(p, "BG", "summon", area(p, EA), 1)["CW-SUM-002"]


@pytest.mark.rule("CW-GAT-001", "CW-GAT-002")
def test_a_gate_without_a_keeper_is_held_whoever_leaves():
    p = table("GC YS BG", {"GC": {EA: "Acolyte"}, "YS": {AR: "Acolyte"}}, gates={EA: "GC: nobody"})
    s = p.state
    assert (s.holder(area(p, EA)), s.warden[area(p, EA)], s.codes(0, area(p, EA))) == (0, UNKEPT, [0])
    assert s.count_gates(0) == 1
    assert p.system.arrange_text(s).count('"GC: nobody"') == 1
    assert p.system.from_json(p.system.to_json(s)) == s
    script(p, ("GC", "action", "move"), ("GC", "unit to move", "Acolyte"), ("GC", "move to", AR))
    assert p.state.holder(area(p, EA)) == 0
    assert p.system.violations(p.state) == []


def test_a_gate_of_a_sort_keeps_it_until_it_is_gone_and_one_on_a_card_counts():
    p = table("GC YS BG", {"GC": {EA: "Acolyte"}}, gates={EA: "GC"})
    s, place = p.state.copy(), area(p, EA)
    s.make_sort(place, "Chaos")
    assert p.system.table(s).places[0].name == "Chaos gate"
    assert p.system.from_json(p.system.to_json(s)) == s
    s.open_gate(place)
    assert s.sort(place) == "Chaos"
    s.stow(0, place)
    assert (s.sort(place), s.sorts, s.count_gates(0), s.gates_out(), s.gates(0)) == ("", (), 1, 1, ())
    assert p.system.from_json(p.system.to_json(s)) == s
    s.unstow(0, place)
    assert (s.gate[place], s.count_gates(0)) == (OPEN_GATE, 0)
    assert s.sort(place) == "Chaos"
    assert "stowed" not in p.system.to_json(s)


@pytest.mark.rule("CW-GAT-003", "CW-UNL-004")
def test_a_gate_that_a_power_forbids_is_not_held():
    units = {"GC": {EA: "Acolyte"}, "YS": {EA: "Undead"}}
    p = table("GC YS BG", units, gates={EA: "abandoned"}, lent={"YS": "Taboo"})
    assert not any(label.startswith("Control") for label in labels(p))
    assert why_not(p, "GC", "control", area(p, EA), 0)["CW-GAT-003"]
    p = table("GC YS BG", {"GC": {EA: "Acolyte"}, "YS": {AR: "Undead"}}, gates={EA: "abandoned"}, lent={"YS": "Taboo"})
    assert any(label.startswith("Control") for label in labels(p))


@pytest.mark.rule("CW-UNL-004", "CW-UNL-006")
def test_a_gate_that_changes_hands_is_told():
    p = table("GC YS BG", {"GC": {EA: "2 Acolyte"}}, gates={EA: "GC"}, lent={"YS": "Gatekeeper"})
    script(p, ("GC", "action", f"abandon {EA}"))
    assert p.state.power[1] == 8
    script(p, ("GC", "action", f"control {EA}"))
    assert p.state.power[1] == 9


@pytest.mark.rule("CW-WW-016", "CW-GAT-002")
@pytest.mark.parametrize(("keeper", "power"), [("YS", 8), ("", 9)])
def test_who_loses_a_gate_to_ithaqua_is_told(keeper, power):
    units = {"WW": {AR: "Acolyte"}, "YS": {"Antarctica": "Acolyte"}}
    p = table("WW YS BG", units, gates={"Antarctica": keeper}, lent={"BG": "Gatekeeper"}, awoken={"WW": "Rhan-Tegoth"})
    script(p, ("WW", "action", "awaken ithaqua Antarctica"))
    assert p.state.power[2] == power


@pytest.mark.rule("CW-OW-025")
@pytest.mark.parametrize("lent", [{"BG": "Living Gate"}, {}])
def test_they_break_through_at_a_unit_of_an_enemy_that_is_a_gate(lent):
    units = {"OW": {AR: "Acolyte"}, "BG": {EA: "Dark Young"}}
    p = table("OW BG YS", units, books={"OW": "They Break Through"}, lent=lent)
    assert ("Summon at East Africa: Mutant" in labels(p)) is bool(lent)
