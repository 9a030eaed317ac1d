"""Tables of a saved game: they agree with the game, with one another, and with what was put in."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import theomachy as th
from theomachy.analysis import Analysis, analyse, compare, csv_text
from theomachy.analysis.walk import parts
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.dice import Dice
from theomachy.play import record


@pytest.fixture(scope="module")
def game() -> Game:
    return record("demigods", ["busy", "busy"], seed=11, players=["Aglaia", "Bronteas"], options={"turns": 16})


@pytest.fixture(scope="module")
def analysis(game: Game) -> Analysis:
    return analyse(game, name="a game")


def test_a_saved_game_gives_the_same_tables(game: Game, analysis: Analysis, tmp_path: Path) -> None:
    path = tmp_path / "two <b>rivers.json"
    game.save(path)
    again = th.analyse(path)
    assert again.name == "two <b>rivers"
    for name in ("events", "figures", "luck", "rolls", "actions", "key_moments"):
        assert again.table(name) == analysis.table(name), name
    assert "<b>rivers" not in again._repr_html_()
    assert "&lt;b&gt;rivers" in again._repr_html_()


def test_the_line_is_followed_to_its_end_wherever_the_game_stands(game: Game, analysis: Analysis) -> None:
    game.go(5)
    try:
        assert analyse(game).events() == analysis.events()
    finally:
        game.go(len(game.tree.nodes) - 1)


def test_events_are_numbered_and_stand_at_nodes_of_the_tree(game: Game, analysis: Analysis) -> None:
    events = analysis.events()
    assert [row["number"] for row in events] == list(range(len(events)))
    assert [row["node"] for row in events] == sorted(row["node"] for row in events)
    assert {row["seat"] for row in events} == {"Aglaia", "Bronteas", ""}
    assert max(row["turn"] for row in events) == 16
    assert all(row["rule"].startswith("DG-") for row in events)
    for row in events[::25]:
        assert game.tree.nodes[row["node"]].moment[0] in (row["turn"], row["turn"] + 1)


def test_figures_are_those_of_the_game(game: Game, analysis: Analysis) -> None:
    rows = analysis.figures()
    assert [(row["turn"], row["seat"]) for row in rows] == [
        (t, s) for t in range(1, 17) for s in ("Aglaia", "Bronteas")
    ]
    last = {row["seat"]: row for row in rows[-2:]}
    for seat, figures in zip(game.seats, game.system.figures(game.state), strict=True):
        assert {key: last[seat.name][key] for key in figures} == figures
    assert [last[seat.name]["strength"] for seat in game.seats] == list(game.system.strength(game.state))


def test_luck_is_outcome_less_expectation_summed_by_seat_and_dice(analysis: Analysis) -> None:
    sums: dict[Any, float] = {}
    rows = analysis.luck()
    assert {row["what"] for row in rows} >= {"battle dice", "D6"}
    for row in rows:
        key = row["seat"], row["what"], row["group"]
        sums[key] = sums.get(key, 0.0) + row["outcome"] - row["expected"]
        assert row["sum"] == pytest.approx(sums[key])
        assert row["difference"] == pytest.approx(row["outcome"] - row["expected"])
        if row["what"] == "battle dice":
            assert row["expected"] == pytest.approx(row["dice"] / 6)


def test_every_roll_of_the_log_is_in_the_luck(game: Game, analysis: Analysis) -> None:
    rolled = 0
    for node in game.tree.nodes[:-1]:
        decision = node.position.decision
        rolled += decision is not None and decision.dice is not None
    assert len(analysis.luck()) == rolled > 10


def test_defence_dice_are_the_luck_of_the_defender(analysis: Analysis) -> None:
    rolls = [row for row in analysis.luck() if row["what"] == "battle dice"]
    attack = {row["node"]: row["seat"] for row in rolls if row["rule"] == "DG-BAT-002"}
    defence = [row for row in rolls if row["rule"] == "DG-BAT-003"]
    assert defence
    for row in defence:
        last = max(node for node in attack if node <= row["node"])
        assert attack[last] != row["seat"]


def test_rolls_and_their_expectation_add_up_to_the_same_number(analysis: Analysis) -> None:
    kinds = {(row["what"], row["group"]) for row in analysis.rolls()}
    assert ("battle dice", "hit") in kinds
    for kind in kinds:
        rows = [row for row in analysis.rolls() if (row["what"], row["group"]) == kind]
        assert sum(row["rolled"] for row in rows) == pytest.approx(sum(row["expected"] for row in rows))
        assert sum(row["rolled"] for row in rows) == sum((r["what"], r["group"]) == kind for r in analysis.luck())


def test_dice_with_several_groups_are_kept_apart() -> None:
    two = Dice("war dice", (("kill", (6,)), ("pain", (4, 5))))
    assert parts(two, (2, 1)) == [("kill", 2), ("pain", 1)]


def test_actions_are_counted_by_seat(game: Game, analysis: Analysis) -> None:
    counted = {(row["seat"], row["action"]): row["count"] for row in analysis.actions()}
    raised = [e for e in game.position.log() if isinstance(e.answer, tuple) and e.answer[:1] == ("raise",)]
    assert sum(n for (_, verb), n in counted.items() if verb == "raise") == len(raised) > 0
    assert ("Aglaia", "done") not in counted


def test_key_moments_are_the_largest_swings_in_order(game: Game, analysis: Analysis) -> None:
    few, many = analysis.key_moments(3), analysis.key_moments(500)
    assert len(few) == 3
    assert [row["node"] for row in many] == sorted(row["node"] for row in many)
    largest = sorted((abs(row["swing"]) for row in many), reverse=True)[:3]
    assert sorted((abs(row["swing"]) for row in few), reverse=True) == largest
    assert all(row["turn"] > 0 and row["text"] for row in many)


def test_a_viewer_does_not_read_the_cards_of_others(game: Game, analysis: Analysis) -> None:
    own = {row["text"] for row in analyse(game, viewer="Aglaia").events() if row["seat"] == "Aglaia"}
    others = [row for row in analyse(game, viewer="Aglaia").events() if row["seat"] == "Bronteas"]
    names = [card.name for card in game.system.cards]  # type: ignore[attr-defined]
    drawn = [row for row in others if row["text"].startswith("draws")]
    assert drawn
    assert not [row for row in drawn if any(name in row["text"] for name in names)]
    assert any(text.startswith("draws") and any(name in text for name in names) for text in own)


def test_chances_of_all_seats_add_up(game: Game) -> None:
    rows = analyse(game).chances(samples=2, bot="random")
    assert len(rows) == 32
    for turn in range(1, 17):
        assert sum(row["chance"] for row in rows if row["turn"] == turn) == pytest.approx(1)
    winner = game.winners
    assert [row["seat"] for row in rows if row["turn"] == 16 and row["chance"]] == list(winner)


def test_an_unfinished_game_and_one_without_answers_can_be_analysed() -> None:
    fresh = analyse(th.new("demigods", seed=1))
    assert "not over yet" in fresh.heading
    assert fresh.winners == ()
    assert fresh.key_moments() == []
    assert len(fresh.summary()) == 1
    assert "<table>" in fresh._repr_html_()


def test_csv_is_read_back_and_formulas_are_harmless(analysis: Analysis, tmp_path: Path) -> None:
    text = analysis.csv("figures", tmp_path / "figures.csv")
    assert (tmp_path / "figures.csv").read_text() == text
    read = list(csv.DictReader(io.StringIO(text)))
    assert [row["seat"] for row in read] == [row["seat"] for row in analysis.figures()]
    assert csv_text([{"a": "=1+1", "b": -1}]) == "a,b\n'=1+1,-1\n"


def test_frames_have_the_columns_and_rows_of_the_table(analysis: Analysis) -> None:
    frame = analysis.frame("luck")
    assert list(frame.columns) == list(analysis.luck()[0])
    assert len(frame) == len(analysis.luck())
    assert analysis.frame("figures")["strength"].iloc[-1] == analysis.figures()[-1]["strength"]


def test_without_pandas_a_sentence_is_said(analysis: Analysis, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(th.TheoError, match="pandas"):
        analysis.frame()


def test_a_misspelt_table_is_refused(analysis: Analysis) -> None:
    with pytest.raises(th.UnknownName, match="events"):
        analysis.table("event")


def test_games_are_compared_a_row_each(analysis: Analysis) -> None:
    other = record("demigods", ["random", "random"], seed=2, options={"turns": 4})
    rows = compare([analysis, other])
    assert [row["turns"] for row in rows] == [16, 4]
    assert rows[0]["winners"] == ", ".join(analysis.winners)


@pytest.fixture(autouse=True)
def untouched(game: Game) -> Iterator[None]:
    before = game.here, len(game.tree.nodes)
    yield
    assert (game.here, len(game.tree.nodes)) == before
