"""Moves that report themselves: pieces go through the game's door, and who looks is told in one sentence."""

from __future__ import annotations

import pytest

from tests.engine.sketch import POOL, Sketch, State
from tests.engine.test_declared import HOUND, HUNT, WILD, WOLF, Wild, beasts, begin, wild
from tests.engine.test_declared import POOL as POND
from tests.engine.test_declared import State as Whole
from theomachy.engine.errors import RulesError
from theomachy.engine.runtime.trace import Trace
from theomachy.engine.runtime.verbs import Moves, Spot, gain

RULE = "PG-DEE-003"


def sail(s: State, owner: int, kind: int, a: int, b: int, n: int) -> None:
    for _ in range(n):
        s.sail(owner, a, b)


def put(s: Whole, owner: int, kind: int, a: int, b: int, n: int) -> None:
    counts = Whole.fields["units"].kind
    s.units[counts.index(s.at("units"), owner, a, kind)] -= n  # type: ignore[attr-defined]
    s.units[counts.index(s.at("units"), owner, b, kind)] += n  # type: ignore[attr-defined]


def herd(s: Wild, owner: int, kind: int, a: int, b: int, n: int) -> None:
    WILD.move(s.at("beasts"), s.beasts, owner, kind, a, b, n)


SHIPS, UNITS, BEASTS = Moves("ships", sail), Moves("units", put), Moves("beasts", herd)


def watched(state):
    state.trace = Trace()
    return state


def test_pieces_go_through_the_door_and_the_arrow_is_told() -> None:
    s = watched(Sketch.build(players=2).start())
    SHIPS.carry(s, RULE, Spot(0, 0, 0), 1)
    (event,) = s.trace
    assert (s.at_isle(0, 0), s.at_isle(0, 1)) == (0, 1)
    assert event.text == "ship of Ada goes from Aea to Bute"
    assert (event.rule, event.who, event.touched) == (RULE, 0, ("area:0", "area:1"))
    assert event.arrow is not None
    assert (event.arrow.start, event.arrow.end) == (0, 1)


def test_the_supply_is_a_place_without_an_arrow() -> None:
    s = watched(Sketch.build(players=2).start())
    SHIPS.carry(s, RULE, Spot(0, 0, POOL), 2, 3)
    (event,) = s.trace
    assert event.text == "3 ship of Ada go from harbour to Coll"
    assert (event.arrow, event.touched) == (None, ("area:2",))


def test_what_is_not_there_cannot_move_and_nothing_has_changed() -> None:
    s = watched(Sketch.build(players=2).start())
    before = s.copy()
    with pytest.raises(RulesError, match="Ada has 1 ship in Aea, not 2"):
        SHIPS.carry(s, RULE, Spot(0, 0, 0), 1, 2)
    assert s == before
    assert len(s.trace) == 0


def test_two_pieces_swap() -> None:
    s = watched(begin())
    put(s, 0, 1, 6, 0, 1)
    put(s, 1, 2, 6, 3, 1)
    UNITS.swap(s, RULE, Spot(0, 1, 0), Spot(1, 2, 3))
    (event,) = s.trace
    assert event.text == "Deep One of Aglaia changes places with Nyx of Bronteas, Kos and South Paros"
    counts, at = Whole.fields["units"].kind, s.at("units")
    assert s.units[counts.index(at, 0, 3, 1)] == s.units[counts.index(at, 1, 0, 2)] == 1  # type: ignore[attr-defined]


def test_pieces_turn_into_others_out_of_the_supply() -> None:
    s = watched(begin())
    put(s, 0, 0, 6, 2, 2)
    UNITS.turn_into(s, RULE, Spot(0, 0, 2), 1, 2)
    (event,) = s.trace
    assert event.text == "2 Acolyte of Aglaia turn into Deep One in Naxos"
    counts, at = Whole.fields["units"].kind, s.at("units")
    assert s.units[counts.index(at, 0, 6, 0)] == 6  # type: ignore[attr-defined]
    assert s.units[counts.index(at, 0, 2, 1)] == 2  # type: ignore[attr-defined]


def test_nothing_turns_into_what_the_supply_has_not() -> None:
    s = begin()
    put(s, 1, 0, 6, 2, 2)
    before = s.copy()
    with pytest.raises(RulesError, match="Bronteas has 1 Nyx in pool, not 2"):
        UNITS.turn_into(s, RULE, Spot(1, 0, 2), 2, 2)
    assert s == before


def test_a_common_piece_is_lost_to_the_supply_and_taken_by_another() -> None:
    s = watched(wild(HUNT))
    BEASTS.carry(s, RULE, Spot(0, HOUND[0], 0), POND)
    BEASTS.carry(s, RULE, Spot(2, HOUND[2], POND), 1, 2)
    BEASTS.turn_into(s, RULE, Spot(2, HOUND[2], 1), WOLF[2])
    assert [event.text for event in s.trace] == [
        "Hound of Aglaia goes from Kos to pool", "2 Hound of Circe go from pool to Delos",
        "Hound of Circe turns into Wolf in Delos",
    ]  # fmt: skip
    assert (beasts(s, HOUND, 1), beasts(s, HOUND, POND)) == ([0, 0, 1], [1, 1, 1])
    assert (beasts(s, WOLF, 1), beasts(s, WOLF, POND)) == ([0, 0, 1], [0, 0, 0])
    with pytest.raises(RulesError, match="Aglaia has 0 Wolf in pool, not 1"):
        BEASTS.carry(s, RULE, Spot(0, WOLF[0], POND), 1)


def test_a_common_piece_is_given_to_another_where_it_is() -> None:
    s = watched(wild(HUNT))
    BEASTS.give(s, RULE, Spot(1, WOLF[1], 0), 0)
    (event,) = s.trace
    assert (event.text, event.who, event.touched) == ("Wolf of Bronteas goes over to Aglaia in Kos", 1, ("area:0",))
    assert (beasts(s, WOLF, 0), beasts(s, WOLF, POND)) == ([1, 0, 0], [1, 1, 1])
    before = s.copy()
    for spot, n, sentence in (
        (Spot(1, 1, 0), 1, "Ghoul of Bronteas can belong to nobody else"),
        (Spot(0, HOUND[0], 0), 2, "Aglaia has 1 Hound in Kos, not 2"),
        (Spot(0, HOUND[0], POND), 1, "belongs to nobody"),
    ):
        with pytest.raises(RulesError, match=sentence):
            BEASTS.give(s, RULE, spot, 2, n)
    assert s == before


def test_a_number_of_a_seat_is_told_with_what_it_was() -> None:
    s = watched(begin())
    gain(s, RULE, "power", 1, 4)
    gain(s, RULE, "power", 1, -1)
    gain(s, RULE, "power", 1, 0)
    assert [(event.text, event.figure) for event in s.trace] == [
        ("Bronteas gains 4 Power", "0 → 4"), ("Bronteas loses 1 Power", "4 → 3"),
    ]  # fmt: skip
    with pytest.raises(RulesError, match="Bronteas has 3 Power, and cannot get -4"):
        gain(s, RULE, "power", 1, -4)
    assert s.power[1] == 3


def test_nothing_is_told_while_nobody_looks() -> None:
    s = Sketch.build(players=2).start()
    SHIPS.carry(s, RULE, Spot(1, 0, 1), 2)
    assert s.at_isle(1, 2) == 1
    assert s.trace is None
