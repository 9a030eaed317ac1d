"""What lies beside the board, told by the rules of the scrolls: sheets, cards, sums, dice, plans; all in words."""

from __future__ import annotations

import pytest

from tests.engine.pocket_scrolls import dice_of, scrolls
from theomachy.engine.errors import RulesError
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.layers import sources
from theomachy.engine.tabletop.beside import (
    Block,
    BlockGroup,
    CardPower,
    CardSheet,
    Column,
    DiceSet,
    SealedPlan,
    ThrownDie,
    ThrowStep,
    WriteBox,
    WriteSheet,
)
from theomachy.engine.tabletop.beside_words import box_in_words, card_in_words, paper_in_words, throw_in_words
from theomachy.engine.tabletop.describe import describe


def begin(players: int = 3, *answers: object, seed: int = 5) -> Game:
    return Game(scrolls(players), seed=seed).play(*answers)  # type: ignore[arg-type]


def states(game: Game, viewer: int | None) -> list[tuple[str, tuple[str, ...]]]:
    sealing = game.view(viewer).table.sealing
    assert sealing is not None
    return [(plan.state, plan.lines) for plan in sealing.plans]


# -- plans -------------------------------------------------------------------------------------------------------------
def test_of_a_plan_others_see_only_whether_it_is_done() -> None:
    game = begin(3, (1, 2), (0, 1), (1, "done"))
    assert states(game, 0) == [("planning", ("Delos",)), ("sealed", ()), ("planning", ())]
    assert states(game, 1) == [("planning", ()), ("sealed", ("Naxos",)), ("planning", ())]
    assert states(game, None) == [("planning", ()), ("sealed", ()), ("planning", ())]


def test_one_answer_more_of_a_plan_changes_nothing_that_others_see() -> None:
    game = begin(3, (1, 2))
    before = {seat: game.view(seat) for seat in (0, 2, None)}
    game.play((1, 3))
    for seat, view in before.items():
        now = game.view(seat)
        assert (now.table, now.decision, now.log) == (view.table, view.decision, view.log)


def test_whoever_sees_all_sees_the_plans() -> None:
    sealing = begin(3, (1, 2), (1, "done")).table().sealing
    assert sealing is not None
    assert [plan.lines for plan in sealing.plans] == [(), ("Naxos",), ()]


def test_open_seals_lie_side_by_side_until_the_step_ends() -> None:
    game = begin(2, (1, 2), (0, "done"), (1, 3), (1, "done"))
    for viewer in (0, 1, None):
        assert states(game, viewer) == [("shown", ()), ("shown", ("Naxos", "Paros"))]
    game.play("go on")
    assert game.view(0).table.sealing is None


# -- sheets ------------------------------------------------------------------------------------------------------------
def test_a_sheet_tells_what_is_written_and_what_of_it_is_new() -> None:
    game = begin(2, (0, "done"), (1, "done"), "go on", 0, 1)
    box = game.table().papers[0].groups[0].blocks[0].box
    assert box is not None
    assert (box.mark, box.fresh, box_in_words(box)) == ("tick", True, "ticked, written this round")
    assert "box:0:3" in {option.targets[0] for option in game.options if option.targets}
    text = describe(game.table())
    assert "[tick, new] Quay (1 point): A voyage may be one island longer; costs 2 stone" in text
    assert (
        "[ ] Temple (3 points): End: 1 point for each island of your voyage; costs 4 stone, 3 gold; after Beacon"
        in text
    )


def test_a_closed_sheet_says_why_and_nothing_else() -> None:
    assert paper_in_words(WriteSheet(0, "Scroll", closed="closed until all have moved")) == [
        "closed until all have moved"
    ]


def test_an_arrow_begins_at_a_block_that_is_there() -> None:
    with pytest.raises(RulesError, match="no block b"):
        BlockGroup("x", (Block("a", "A", after=("b",)),))
    with pytest.raises(RulesError, match="same id"):
        BlockGroup("x", (Block("a", "A"), Block("a", "B")))
    with pytest.raises(RulesError, match="scribble"):
        WriteBox(mark="scribble")


# -- cards and sums ----------------------------------------------------------------------------------------------------
def card(row: int = 0) -> CardSheet:
    powers = (CardPower("Rage", "More dice.", "PG-GFT-001", (0, 1)), CardPower("Calm", "Fewer wounds.", "PG-GFT-002"))
    columns = (Column("vitality", ("3", "2", "1")), Column("offence", ("4", "4", "2")))
    return CardSheet("c", 0, "Ajax", columns, row, powers=powers)


def test_a_card_tells_what_the_next_rows_change() -> None:
    assert card().falls() == ((2, "offence 2, Rage ends"),)
    assert [card(row).has(card().powers[0]) for row in range(4)] == [True, True, False, False]
    assert "vitality 1: offence 2, Rage ends" in card_in_words(card())
    assert card_in_words(card(2))[1:] == ["Rage, not in this row: More dice.", "Calm: Fewer wounds."]
    assert card_in_words(card(3))[0] == "lost"


def test_a_card_has_rows_and_the_current_one_is_among_them() -> None:
    with pytest.raises(RulesError, match="as long as"):
        CardSheet("c", 0, "Ajax", (Column("a", ("1",)), Column("b", ("1", "2"))), 0)
    with pytest.raises(RulesError, match="current row"):
        card(4)


def test_a_sum_names_its_parts_and_says_where_the_most_was_reached() -> None:
    game = begin(2, (0, "done"), (1, "done"), "go on", 0, 1)
    [found] = game.table().sums
    assert (found.value, [(t.name, t.n) for t in found.terms]) == (4, [("offence of the row", 3), ("Smithy", 1)])
    assert sum(term.n for term in found.terms) == found.value
    assert "The hero attacks: Dice 4 = offence of the row 3, Smithy +1" in describe(game.table())
    assert sources(dice_of(game.state, 0))[1] == ("Smithy", 1, "PG-DEE-002")


# -- dice --------------------------------------------------------------------------------------------------------------
def test_dice_tell_their_fates() -> None:
    game = begin(2, (0, "done"), (1, "done"), "go on", 0, 1).play("done", dice="4/3/5/3")
    [throw] = game.table().throws
    assert [die.fate for die in throw.steps[0].dice] == ["kept", "kept", "wound", "kept"]
    assert throw_in_words(throw) == ["thrown: 4 kept, 3 kept, 5 wound, 3 kept"]
    game.play(1)  # the first three goes to the four
    assert throw_in_words(game.table().throws[0]) == ["thrown: 4 kept, 3 spent (+1 to a 4), 5 wound, 3 kept"]


def test_a_die_adds_to_one_that_is_there_and_has_a_fate_that_is_known() -> None:
    with pytest.raises(RulesError, match="adds to die 3"):
        ThrowStep("x", (DiceSet((ThrownDie(2, "spent", 3, 1),)),))
    with pytest.raises(RulesError, match="eaten"):
        ThrownDie(2, "eaten")
    with pytest.raises(RulesError, match="the plan of seat 0"):
        SealedPlan(0, "peeped at")
