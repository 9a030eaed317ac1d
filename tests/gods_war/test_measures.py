"""The tools that weigh and balance: even tables, honest intervals, an evaluation that can be taken apart."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from theomachy.engine.errors import TheoError
from theomachy.games.gods_war import GodsWar
from theomachy.games.gods_war.powers import CORE
from theomachy.games.gods_war.reckoning import evaluation
from theomachy.play.run import Row, play
from tools import gods_balance, gods_strength


def test_every_empire_sits_everywhere_as_often_as_the_others_and_beside_each_of_them() -> None:
    played = [job.build["options"] for job in gods_balance.jobs(96, "random", "even")]
    at = Counter((len(o["empires"]), seat, empire) for o in played for seat, empire in enumerate(o["empires"]))
    assert set(at.values()) == {12}
    assert Counter(o["map"] for o in played) == {"3p": 48, "4p_a": 24, "4p_b": 24}
    after = Counter((o["map"], o["empires"][k - 1], empire) for o in played for k, empire in enumerate(o["empires"]))
    assert {n for (board, _, _), n in after.items() if board == "3p"} == {12}
    assert {n for (board, _, _), n in after.items() if board != "3p"} == {8}


def row(number: int, seats: int, winner: int) -> Row:
    figures = tuple({"victory points": 30 + 5 * (seat == winner), "buildings": 6 - seat} for seat in range(seats))
    return Row(number, str(number), tuple("abcd"[:seats]), ("random",), (winner,), turns=5, figures=figures)


def test_the_tables_count_wins_by_empire_and_by_seat() -> None:
    """At every table the first seat wins: each empire gets its even share, and seat 1 everything."""
    played = gods_balance.jobs(96, "random", "told")
    told = gods_balance.report(played, [row(job.number, len(job.build["options"]["empires"]), 0) for job in played])
    assert "| 1 | 48 | 100% (93% to 100%) | 35.0 (35 to 35) | +5.0 ± 0.0 |" in told
    assert told.count("| 36 | 33% (") == 4
    assert told.count("| 48 | 25% (") == 4
    assert "48 games, 5.0 rounds on average (48 of 5)." in told
    assert "| empire | buildings |" in told
    assert "| Sky Storm Darkness | 33% (14% to 61%) | 33% (14% to 61%) | 33% (14% to 61%) |  | 12 |" in told


def test_a_game_that_went_wrong_is_no_row_of_a_table() -> None:
    played = gods_balance.jobs(2, "random", "wrong")
    rows = [row(0, 4, 0), Row(1, "1", ("a", "b", "c"), ("random",), error="RulesError: broken")]
    with pytest.raises(SystemExit, match="game 1: RulesError: broken"):
        gods_balance.report(played, rows)


def test_the_page_has_the_tables_of_the_tool() -> None:
    page = (Path(__file__).parents[2] / "docs" / "gods_war_balance.md").read_text(encoding="utf-8")
    played = gods_balance.jobs(24, "busy", "heads")
    told = gods_balance.report(played, [play(job) for job in played])
    heads = [
        line for line in told.splitlines() if line.startswith(("## ", "| empire", "| seat", "| wins", "| line-up"))
    ]
    assert len(heads) == 12
    for head in heads:
        assert head in page


def test_where_points_come_from_is_read_from_what_games_tell() -> None:
    told = gods_balance.sources(gods_balance.jobs(4, "busy", "told")[::2], CORE)
    head, _, *rows = told.splitlines()
    assert head == "| Victory Points a game | Sky | Storm | Darkness | Chaos |"
    counted = next(row for row in rows if "GW-CNC-006" in row).split("|")[2:6]
    assert all(float(cell) > 3 for cell in counted)


def test_tables_of_all_boxes_come_by_lot_alone_and_with_others_beside_them() -> None:
    played = [job.build["options"] for job in gods_balance.boxes(40, "random", "lot")]
    assert Counter(len(o["empires"]) for o in played) == dict.fromkeys(gods_balance.LARGE, 8)
    assert {empire for o in played for empire in o["empires"]} == set(gods_balance.ALL)
    for alone, joined in zip(played[::2], played[1::2], strict=True):
        assert "races" not in alone
        assert joined == alone | {"races": "by lot"} | {word: joined[word] for word in ("dragon", "chaos_monster")} | (
            {"cosmic_monster": joined["cosmic_monster"]}
        )
        config = GodsWar.build(options=joined).config
        assert len(config.wild) >= 3
        assert config.races


def test_the_tables_of_all_boxes_count_wins_and_leads_by_empire() -> None:
    """At every table the first seat wins: each empire as often as it sat there."""
    played = gods_balance.boxes(80, "random", "told")
    told = gods_balance.of_boxes(played, [row(j.number, len(j.build["options"]["empires"]), 0) for j in played])
    alone, joined = told.partition("### With Elder Races and Monsters")[::2]
    first = Counter(job.build["options"]["empires"][0] for job in played[::2])
    sat = Counter(empire for job in played[::2] for empire in job.build["options"]["empires"])
    for empire, name in gods_balance.NAMES.items():
        for part in (alone, joined.partition("### By players")[0]):
            assert f"| {name} | {sat[empire]} | {first[empire] / sat[empire]:.0%} (" in part
    assert "40 games, 5.0 rounds on average." in alone
    assert "Invisible God" in joined.partition("### By players")[2]


def test_an_evaluation_without_a_part_says_nothing_about_it() -> None:
    s = GodsWar.build(players=3).start()
    whole, less = gods_strength.player("greedy-1"), gods_strength.player("greedy-1:-Power")
    assert whole.strength is None
    for seat, (all_, rest) in enumerate(zip(evaluation.strength(s), less.strength(s), strict=True)):
        assert all_ - rest == pytest.approx(evaluation.WEIGHTS["Power"] * s.power[seat])
    assert gods_strength.player("greedy-1:guessed").strength is gods_strength.guessed
    for wrong in ("greedy-1:-Pwer", "random:guessed", "greedy-1/quiet/x"):
        with pytest.raises(TheoError):
            gods_strength.player(wrong)


def test_what_is_measured_is_what_is_weighed() -> None:
    assert {*gods_strength.LEVELS, "Victory Points"} == set(evaluation.WEIGHTS)
    for name, levels in gods_strength.LEVELS.items():
        assert min(levels) <= evaluation.WEIGHTS[name] <= max(levels)


def test_weights_are_measured_and_bots_matched(capsys: pytest.CaptureFixture[str]) -> None:
    gods_strength.match("random", "busy", 2, "small", {})
    assert "random against busy, 2 pairs of games: wins" in capsys.readouterr().out
