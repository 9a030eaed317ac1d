"""Nobody learns what he may not know: secret choices, private hands, hidden draws, quiet questions."""

from random import Random

import pytest

from tests.engine.pocket import CARDS
from tests.engine.walks import begin, game, walk
from theomachy.engine.game.game import Game
from theomachy.engine.state import schema


def answers_seen(played: Game, viewer: str | None) -> list[object]:
    return [entry.answer for entry in played.view(viewer).log]


def test_a_secret_answer_is_hidden_until_all_are_in() -> None:
    played = game(3).play("Bronteas 2")
    assert answers_seen(played, "Bronteas") == [(1, 2)]
    assert answers_seen(played, "Aglaia") == answers_seen(played, None) == []
    played.play("Aglaia 1")
    assert answers_seen(played, "Aglaia") == [(0, 1)]
    assert answers_seen(played, "Circe") == []
    played.play("Circe 0")
    assert answers_seen(played, None) == [(1, 2), (0, 1), (2, 0)]


def test_an_any_time_action_between_secret_answers_shows_none_of_them() -> None:
    played = game().play((0, 2), ("!", "bless", 1, 1))
    assert answers_seen(played, "Bronteas") == [("!", "bless", 1, 1)]
    played.play(("!", "omen", 1))
    assert played.position.decision.what == "guess"  # type: ignore[union-attr]
    assert answers_seen(played, "Bronteas") == [("!", "bless", 1, 1), ("!", "omen", 1)]


def test_secret_options_are_shown_to_whoever_chooses() -> None:
    played = game()
    assert [o.value for o in played.view("Bronteas").decision.options] == [(1, 0), (1, 1), (1, 2)]  # type: ignore[union-attr]
    assert played.view(None).decision.hidden  # type: ignore[union-attr]
    played.play("Bronteas 1")
    assert played.view("Bronteas").decision.hidden  # type: ignore[union-attr]
    assert not played.view("Aglaia").decision.hidden  # type: ignore[union-attr]


def test_the_secret_of_a_player_says_nothing_to_the_next_who_looks() -> None:
    views = [game().play((0, bid)).view("Bronteas") for bid in (0, 1, 2)]
    assert len({(repr(v.decision), repr(v.log), repr(v.table)) for v in views}) == 1


def test_a_private_menu_is_for_its_player_alone() -> None:
    played = game().play((0, 0), (1, 0))
    mine, theirs = played.view("Aglaia").decision, played.view("Bronteas").decision
    assert mine is not None
    assert theirs is not None
    assert mine.options
    assert (theirs.hidden, theirs.options, theirs.who) == (True, (), "Aglaia")


def test_a_hidden_draw_is_seen_by_its_owner() -> None:
    played = game().play((0, 0), (1, 0), "end", "end")
    drawn = [entry for entry in played.position.log() if entry.what == "card"]
    assert [entry.owner for entry in drawn] == [0, 1]
    for viewer in (0, 1, None):
        seen = [entry.answer for entry in played.view(viewer).log if entry.what == "card"]
        assert seen == [entry.answer if entry.owner == viewer else None for entry in drawn]
    played.dice_by_hand = True
    waiting = played.undo().view("Bronteas").decision
    assert waiting is not None


def test_the_draw_that_waits_is_hidden_too() -> None:
    played = game().play((0, 0), (1, 0), "end")
    played.dice_by_hand = True
    played.play("end")
    for viewer in ("Aglaia", "Bronteas", None):  # who draws sees the card, and not what else is left in the deck
        decision = played.view(viewer).decision
        assert decision is not None
        assert decision.hidden
        assert not decision.options
    assert played.position.decision is not None
    assert played.position.decision.options


def test_a_quiet_question_names_nobody_and_a_quiet_no_leaves_no_line() -> None:
    played = game().play((0, 0), (1, 0), "attack kos delos", "done")
    assert played.position.decision.player == 1  # type: ignore[union-attr]
    other = played.view("Aglaia").decision
    assert other is not None
    assert (other.who, other.rule, other.options) == ("Somebody", "", ())
    assert played.view("Bronteas").decision.options  # type: ignore[union-attr]
    played.play("done")
    before = [entry.what for entry in played.view("Aglaia").log]
    assert before.count("pre_battle") == 1
    assert [entry.what for entry in played.view("Bronteas").log].count("pre_battle") == 2


@pytest.mark.parametrize("seed", range(6))
def test_views_are_the_same_when_hidden_things_are_drawn_anew(seed: int) -> None:
    changed = 0
    for position, _ in walk(seed):
        system, s = position.system, position.state
        for viewer in (None, *range(len(system.seats))):
            other = system.resample(s, viewer, Random(seed))
            changed += other.hands != s.hands
            assert system.view(other, viewer) == system.view(s, viewer)
            assert repr(system.table(system.view(other, viewer), viewer)) == repr(
                system.table(system.view(s, viewer), viewer)
            )
    assert changed > 10


def test_a_spectator_sees_no_card() -> None:
    played = game(seed=3).play((0, 0), (1, 0), "end", "end")
    shown = repr(played.view(None).table) + repr(played.view(None).state.hands)
    assert not any(name.capitalize() in shown for name in CARDS)
    assert any(name.capitalize() in repr(played.view("Aglaia").table) for name in CARDS)
    assert any(name.capitalize() in repr(played.table()) for name in CARDS)


def test_secret_sentences_have_a_version_for_others() -> None:
    played = game().play((0, 0), (1, 0), "end", "end")
    event = next(event for event in played.trace if event.secret)
    assert event.seen(0) == event.text
    assert event.seen(1) == event.seen(None) == "Aglaia draws a card"
    assert begin().explain() is not None


def test_a_table_hides_the_cards_of_others_from_a_viewer_even_of_the_whole_state() -> None:
    system = begin().system
    s = system.start()
    s.hands = [(0, 2), (1,)]
    hands = [[card.name for card in hand.cards] for hand in system.table(s, 1).hands]
    assert hands == [[], ["Flood"]]
    assert [hand.count for hand in system.table(s, 1).hands] == [2, 1]
    assert [len(hand.cards) for hand in system.table(s, None).hands] == [2, 1]


def test_a_sheet_says_who_is_to_act_who_waits_and_who_is_out_and_a_figure_has_the_title_of_its_field() -> None:
    s = begin(players=3).system.start()
    rows = [{"coins": 2, "islands": n} for n in range(3)]
    sheets = schema.sheets(s, rows, 1, out=1 << 2, shown=lambda key, n: key == "coins" or n > 0)
    assert [sheet.status for sheet in sheets] == ["waits", "to act", "out"]
    assert [[(f.label, f.value, f.key) for f in sheet.figures] for sheet in sheets[:2]] == [
        [("Coins", 2, "coins")],
        [("Coins", 2, "coins"), ("islands", 1, "islands")],
    ]
