"""Ink on the map, corners, planned ways, a line of things and the order of a round."""

from dataclasses import replace

import pytest

from tests.widgets.inked import CORNER, actions_of, inked_table, line_of
from theomachy.engine.errors import RulesError
from theomachy.engine.tabletop.beside import ActionBox, Line, LineItem
from theomachy.engine.tabletop.describe import describe
from theomachy.engine.tabletop.table import AreaMark, Corner, RouteStep


# words ----------------------------------------------------------------------------------------------------------------
def test_words_tell_what_is_printed_and_what_the_shown_pen_has_made_of_it() -> None:
    mine, theirs, nobody = (describe(inked_table(ink)) for ink in (0, 1, -1))
    assert "Gate of Olives (forest): visited, new, wood, gold (crossed out, new)" in mine
    assert "High Court (mountain): visited, Core (crossed out), Core (crossed out), gold (crossed out)" in mine
    assert "counts as mountain, new" in mine
    assert "Foundation held by nobody, level 2" in mine
    assert "Gate of Olives (forest): wood, gold" in theirs
    assert "iron, iron, gold" in theirs
    assert "Core" not in theirs
    assert "visited" in theirs
    assert "visited" not in nobody
    assert "level 2" not in nobody


def test_words_tell_places_corners_ways_lines_and_the_order_of_the_round() -> None:
    said = describe(inked_table())
    assert "Fortress 6 held by nobody, 3 victory points, brings 2 wood, 1 gold" in said
    assert "Fortress 7 held by Xanthos, crossed out" in said
    assert "Tavern of Xanthos (tavern ground of Myrtle Wood, High Court and Nymphs' Pool)" in said
    assert "Army of Xanthos (sealed)" in said
    assert "Army of Zoe (10)" in said
    way = "Nymphs' Pool, Northern Steps for 2, High Court for 1, Oracle through a portal for 1; 4 of 5 points"
    assert f"Way of Zoe: {way}" in said
    assert "Monster 2: 1 victory points; brings 2 wood; beaten by Zoe; enslaved by Xanthos" in said
    assert "actions 1 Gold (done), 2 Wood (now), 3 Movement, Iron (left out), Xanthos is first" in said
    assert "phase" not in said


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Corner((1, 1, 2)), "between three areas"),
        (lambda: AreaMark(1, "smudge"), "a mark in area 1 is 'smudge'"),
        (lambda: AreaMark(1, "level", "plinth"), "has no text"),
        (lambda: RouteStep(3, link="tunnel"), "the way to area 3"),
        (lambda: RouteStep(3, -1), "the cost of the way"),
        (lambda: ActionBox("x", "X", state="later"), "the action X"),
        (lambda: Line("m", "Monsters", (LineItem("1", "A"), LineItem("1", "B"))), "the same id"),
    ],
)
def test_what_no_pen_can_draw_is_refused(make, says) -> None:
    with pytest.raises(RulesError, match=says):
        make()


def test_targets_have_a_shape_of_their_own_unless_one_is_given() -> None:
    row, actions = line_of(), actions_of()
    assert [row.target(item) for item in row.items[1:3]] == ["line:monsters:3", "monster:8"]
    assert [box.chosen_by for box in actions.boxes[:2]] == ["action:gold", "action:wood"]
    assert replace(actions.boxes[0], target="x:1").chosen_by == "x:1"
    assert CORNER.target == "corner:1:2:7"
