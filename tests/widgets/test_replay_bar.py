"""The bar of a replay: whom it names at each frame."""

from __future__ import annotations

from tests.engine.walks import game as pocket
from tests.widgets.test_replay import data_of, played, unfolded
from theomachy_widgets.present.film import moment_of
from theomachy_widgets.replay import replay_html


def test_the_bar_names_who_answered_last_and_the_row_of_players_marks_him() -> None:
    """Not whose turn it is: others answer in it."""
    game = played(pocket(seed=3), 24)
    data, m = data_of(replay_html(game)), moment_of(game, None)
    path, others = game.tree.path(game.here), 0
    for row in data["lines"][0]["frames"]:
        before = [game.tree.nodes[n].entry for n in path[1 : row["a"] + 1]]
        answered = [entry.who for entry in before if entry is not None and entry.who >= 0]
        if answered:
            assert data["heads"][row["h"]]["who"][1] == m.seat_name(answered[-1])
            strip = unfolded(data, row["p"])["seats"]
            assert [seat["seat"] for seat in strip if seat["now"]] == [answered[-1]]
            assert [seat["seat"] for seat in strip if seat["status"] == "answers"] in ([], [answered[-1]])
            others += answered[-1] != m.system.table(game.tree.nodes[path[row["a"]]].position.state).active
    assert others
