"""Who wins from here: bots play on from where a game stands, and leave it alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import theomachy as th
from theomachy.engine.errors import UnknownName
from theomachy.engine.game import save
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.decision import CHANCE
from theomachy.games.demigods.rules.domains import BATTLE
from theomachy.play import Stopped, record, simulate, who_wins
from theomachy.play.bots import BusyBot
from theomachy.play.run import Job, beginning


def late() -> Game:
    """Two rivers, in the middle of a step: an attack has been declared, and a fight goes on."""
    game = record("demigods", ["busy"], players=["Aglaia", "Bronteas"], seed=8, options={"turns": 10})
    for node in range(2 * len(game.tree.nodes) // 3, len(game.tree.nodes)):
        position = game.go(node).position
        asked = position.decision
        if position.state.phase == BATTLE and position.entries and asked is not None and asked.player != CHANCE:
            return game
    raise AssertionError("nobody fights so late")


def test_games_go_on_from_where_the_game_stands() -> None:
    game = late()
    before, here = game.system.to_json(game.state), game.here
    found = who_wins(game, 6, seed=5)
    assert found.ok
    assert len(found.rows) == 6
    assert all(row.seats == ("Aglaia", "Bronteas") and row.turns == 10 for row in found.rows)
    assert all(row.choices < len(game.tree.nodes) for row in found.rows)
    assert (game.system.to_json(game.state), game.here) == (before, here)
    assert sum(share for share, _, _ in found.wins("players").values()) == pytest.approx(1)


def test_the_same_seed_gives_the_same_answer_also_on_two_processes() -> None:
    game = late()
    one, two = (who_wins(game, 4, seed=8, processes=n) for n in (1, 2))
    assert [row.winners for row in one.rows] == [row.winners for row in two.rows]
    assert [row.decisions for row in one.rows] == [row.decisions for row in two.rows]
    assert [row.decisions for row in one.rows] != [row.decisions for row in who_wins(game, 4, seed=9).rows]


def test_a_seat_asks_without_knowing_what_is_hidden() -> None:
    """The answer to a seat is the same, whatever the others hold."""
    game = late()
    while not game.state.hands[1]:
        game.undo()
    text, hands = save.dump(game), set()
    for number in range(8):
        state = beginning(Job(number, "demigods", {}, ("busy",), str(number), start=text, view=0)).state
        assert state.hands[0] == game.state.hands[0]
        hands.add(state.hands[1])
    assert len(hands) > 1
    assert beginning(Job(0, "demigods", {}, ("busy",), "0", start=text)).state.hands == game.state.hands
    assert len(who_wins(game, 3, view="Aglaia").rows) == 3
    with pytest.raises(UnknownName):
        who_wins(game, 3, view="Nobody")


def test_a_game_that_is_over_has_its_winner() -> None:
    game = record("demigods", ["busy"], players=2, seed=3, options={"turns": 4})
    won = game.system.winners(game.state)
    assert all(row.winners == won and not row.choices for row in who_wins(game, 2).rows)


def test_it_says_who_wins_how_surely_and_for_how_long_it_was_asked() -> None:
    found = who_wins(late(), 5)
    text, html = str(found), found._repr_html_()
    assert "Bronteas" in text
    assert "±" in text
    assert "5 by busy" in text
    assert "population at the end" in text
    assert html.count("<tr>") == 3


def test_interrupted_it_answers_from_what_was_played() -> None:
    game, left = late(), iter((False, False, True))

    def told(done: int, wanted: int, errors: int) -> None:
        if next(left):
            raise KeyboardInterrupt

    found = who_wins(game, 9, progress=told)
    assert len(found.rows) == 3
    assert found.missing == tuple(range(3, 9))
    assert "6 were not played" in str(found)


def test_stopped_before_the_first_game_there_is_no_answer() -> None:
    class Stops(BusyBot):
        def choose(self, observation: Any, rng: Any) -> Any:
            raise KeyboardInterrupt

    with pytest.raises(Stopped):
        who_wins(late(), 2, Stops())


def test_a_fault_is_a_row_with_the_position_in_which_it_happened(tmp_path: Path) -> None:
    class Breaks(BusyBot):
        def choose(self, observation: Any, rng: Any) -> Any:
            raise ZeroDivisionError("broken")

    found = who_wins(late(), 1, Breaks())
    assert "1 went wrong" in str(found)
    (note, kept) = found.keep(tmp_path)[1:]
    assert "broken" in note.read_text()
    assert th.load(kept).system.to_json(th.load(kept).state) == late().system.to_json(late().state)


def test_a_simulation_still_begins_at_the_beginning() -> None:
    assert simulate("demigods", 1, "busy", players=2, options={"turns": 3}).rows[0].turns == 3
