"""Beyond Time and Space: Vooniths, Wamps and the Hound of Tindalos."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cthulhu_wars.scene import AR, EA, area, asked, at, dice, labels, script, system, table, who
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.engine.runtime.position import Position
from theomachy.games.cthulhu_wars.rules.domains import POOL

EU, NA, WAF, ANT = "Europe", "North Asia", "West Africa", "Antarctica"
BOX = ("beyond_time_and_space",)
VOONITH, WAMP, HOUND = NAMES = "Voonith", "Wamp", "Hound of Tindalos"


def scene(seats: str, units: dict[str, dict[str, str]], card: str = "", **more: Any) -> Position:
    """A table with the box; the first seat has the card, if one is named."""
    held = {"cards": {card: seats.split()[0]}} if card else {}
    return table(seats, units, **{"things": BOX, **held, **more})


def pool(p: Position, name: str, unit: str) -> int:
    """Figures in the pool."""
    s, seat = p.state, who(p, name)
    found: int = s.n(seat, s.config.name[seat].index(unit), POOL)
    return found


@pytest.mark.rule("CW-BTS-001", "CW-BTS-003", "CW-TER-013")
def test_three_cards_are_in_the_box() -> None:
    config = system("GC YS BG", things=BOX).config
    assert tuple(one.name for one in config.cards) == NAMES
    assert [(one.doom, one.power) for one in config.cards] == [(2, 0), (2, 0), (2, 2)]
    rows = {u.name: (u.figures, u.costs, u.combat, u.rank) for u in config.factions[0].units if u.neutral}
    assert rows == {VOONITH: (2, (3,), 1, 1), WAMP: (4, (1,), 0, 1), HOUND: (1, (4,), 4, 3)}


# -- Voonith ----------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-BTS-001")
def test_vooniths_score_a_kill_each_at_least() -> None:
    units = {"GC": {EA: "2 Voonith, Deep One"}, "YS": {EA: "6 Undead"}}
    p = scene("GC YS BG", units, VOONITH)
    script(p, fight("GC", "YS"), roll(0, 0), roll(0, 0))
    assert (at(p, "YS", EA), p.state.battle) == ({"Undead": 4}, None)
    more = scene("GC YS BG", units, VOONITH)
    script(more, fight("GC", "YS"), roll(2, 0), roll(0, 0))
    assert at(more, "YS", EA) == {"Undead": 4}
    elsewhere = scene("GC YS BG", {"GC": {EA: "3 Deep One", AR: "2 Voonith"}, "YS": {EA: "6 Undead"}}, VOONITH)
    script(elsewhere, fight("GC", "YS"), roll(0, 0), roll(0, 0))
    assert at(elsewhere, "YS", EA) == {"Undead": 6}


# -- Wamp -------------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-BTS-001")
def test_an_enemy_places_all_wamps_where_no_gate_is() -> None:
    units = {"GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}}
    p = scene("GC YS BG", units, gates={AR: "GC", EU: "abandoned"}, phase="doom", power=0, doom={"GC": 5})
    script(p, ("GC", "doom phase", "Buy Wamp"), ("GC", "who places the Wamps", "Yellow Sign"))
    assert {AR, EU}.isdisjoint(labels(p))
    script(p, *[("YS", "where a Wamp comes", place) for place in (NA, NA, ANT, WAF)])
    assert (at(p, "GC", NA), at(p, "GC", ANT), pool(p, "GC", WAMP)) == ({WAMP: 2}, {WAMP: 1}, 0)


@pytest.mark.rule("CW-BTS-001")
def test_in_a_later_doom_phase_they_come_again_and_they_are_summoned_too() -> None:
    units = {"GC": {AR: "Acolyte", NA: "2 Wamp"}, "YS": {EU: "Acolyte"}}
    p = scene("GC YS BG", units, WAMP, phase="doom", power=0)
    script(p, ("GC", "doom phase", "Crypt Dweller"), ("GC", "who places the Wamps", "Black Goat"))
    script(p, ("BG", "where a Wamp comes", NA), ("BG", "where a Wamp comes", NA))
    assert at(p, "GC", NA) == {WAMP: 4}
    none = scene("GC YS BG", {"GC": {AR: "Acolyte", NA: "4 Wamp"}}, WAMP, phase="doom", power=0, doom={"GC": 5})
    assert "Crypt Dweller" not in labels(none)
    everywhere = dict.fromkeys(none.state.config.map.names, "abandoned")
    full = scene("GC YS BG", {"GC": {AR: "Acolyte"}}, gates=everywhere, phase="doom", power=0, doom={"GC": 5})
    script(full, ("GC", "doom phase", "Buy Wamp"))
    assert pool(full, "GC", WAMP) == 4  # there is no area without a gate
    summoned = scene("GC YS BG", units, WAMP, gates={AR: "GC"})
    assert f"Summon at {AR}: {WAMP}" in labels(summoned)


# -- the Hound --------------------------------------------------------------------------------------------------------
@pytest.mark.rule("CW-BTS-002")
def test_the_hound_comes_to_any_gate_for_two_doom_and_two_power() -> None:
    units = {"GC": {AR: "Acolyte"}, "YS": {EU: "Acolyte"}}
    p = scene("GC YS BG", units, gates={EU: "YS", NA: "abandoned"}, phase="doom", power={"GC": 4}, doom={"GC": 5})
    script(p, ("GC", "doom phase", f"Buy {HOUND}"))
    assert labels(p) == {EU, NA}
    script(p, ("GC", "figure to a gate", EU))
    assert (at(p, "GC", EU), p.state.doom[0], p.state.power[0]) == ({HOUND: 1}, 3, 2)


@pytest.mark.rule("CW-BTS-004")
def test_it_does_not_move_by_itself_and_goes_from_gate_to_gate_when_another_moves() -> None:
    units = {"GC": {EU: HOUND, AR: "Acolyte"}, "YS": {EU: "Acolyte"}}
    gates = {EU: "YS", NA: "abandoned", WAF: "abandoned"}
    p = scene("GC YS BG", units, HOUND, gates=gates)
    script(p, ("GC", "action", "move"))
    assert labels(p) == {f"Acolyte, {AR}"}
    script(p, ("GC", "unit to move", f"Acolyte, {AR}"), ("GC", "move to", EA))
    assert (asked(p), labels(p)) == (("GC", "the Hound goes"), {"Done", NA, WAF})
    script(p, ("GC", "the Hound goes", NA))
    assert (at(p, "GC", NA), p.state.power[0]) == ({HOUND: 1}, 8)
    other = scene("YS GC BG", units, cards={HOUND: "GC"}, gates=gates)
    script(other, ("YS", "action", "move"), ("YS", "unit to move", f"Acolyte on the gate, {EU}"))
    script(other, ("YS", "move to", NA))
    assert asked(other)[1] != "the Hound goes"  # a unit of somebody else


@pytest.mark.rule("CW-BTS-005")
def test_no_kill_is_put_on_it_but_a_pain_is_and_without_a_gate_it_is_gone() -> None:
    units = {"GC": {EA: f"{HOUND}, Acolyte"}, "YS": {EA: "3 Undead"}}
    p = scene("GC YS BG", units, HOUND, gates={EA: "GC"})
    script(p, fight("GC", "YS"), roll(0, 0), roll(2, 0))
    assert at(p, "GC", EA) == {HOUND: 1}  # the second kill finds nobody
    gates = {EA: "abandoned", AR: "abandoned"}
    pained = scene("GC YS BG", {"GC": {EA: HOUND}, "YS": {EA: "3 Undead"}}, HOUND, gates=gates)
    script(pained, fight("GC", "YS"), roll(0, 0), roll(0, 1), ("GC", "retreat to", WAF))
    assert (at(pained, "GC", WAF), pool(pained, "GC", HOUND)) == ({}, 1)
    saved = scene("GC YS BG", {"GC": {EA: HOUND}, "YS": {EA: "3 Undead"}}, HOUND, gates=gates)
    script(saved, fight("GC", "YS"), roll(0, 0), roll(0, 1), ("GC", "retreat to", AR))
    assert at(saved, "GC", AR) == {HOUND: 1}
    both = scene("GC YS BG", {"GC": {EA: HOUND}, "YS": {EA: "3 Undead"}}, HOUND, gates=gates)
    script(both, fight("GC", "YS"), roll(0, 1), roll(0, 1), ("GC", "retreat to", WAF))
    assert (asked(both), at(both, "GC", WAF)) == (("YS", "retreat to"), {})  # at once: an enemy may come there
    assert WAF in labels(both)


@pytest.mark.rule("CW-BTS-005")
def test_it_is_gone_when_the_gate_is_and_when_it_is_surrounded() -> None:
    p = scene("GC YS BG", {"GC": {NA: HOUND, AR: "Acolyte"}}, HOUND, gates={NA: "abandoned"})
    s = p.state.copy()
    s.close_gate(area(p, NA))
    q = Position(p.system, s)
    script(q, ("GC", "action", "pass"))
    assert (at(q, "GC", NA), pool(q, "GC", HOUND)) == ({}, 1)
    around = {place: "Undead" for place in q.state.config.map.names if q.state.config.map.index[place]
              in q.state.config.map.near[area(q, EA)]}  # fmt: skip
    units = {"GC": {EA: HOUND}, "YS": {EA: "Byakhee", **dict(list(around.items())[:6])}}
    r = scene("GC YS BG", units, HOUND, gates={EA: "abandoned"})
    script(r, fight("GC", "YS"), roll(0, 0), roll(0, 1))
    assert (at(r, "GC", EA), pool(r, "GC", HOUND)) == ({}, 1)


@pytest.mark.rule("CW-BTS-003")
def test_it_rolls_four_dice_or_one_as_the_rulebook_prints_it() -> None:
    units = {"GC": {EA: HOUND}, "YS": {EA: "3 Undead"}}
    p = scene("GC YS BG", units, HOUND, gates={EA: "abandoned"})
    script(p, fight("GC", "YS"))
    assert dice(p) == 4
    one = scene("GC YS BG", units, HOUND, gates={EA: "abandoned"}, rulings={"hound_combat": "one"})
    script(one, fight("GC", "YS"))
    assert dice(one) == 1
