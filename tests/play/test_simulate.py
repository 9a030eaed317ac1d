"""Simulation: whole games, the same for the same seed wherever they are played; a fault is a row, not an end."""

import csv
import io
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import theomachy as th
from theomachy.engine.errors import TheoError, UnknownName
from theomachy.engine.game.registry import game as system_class
from theomachy.games.demigods.rules import flow
from theomachy.play import RandomBot, Stopped, bot, record, simulate, tournament
from theomachy.play.run import Job, play
from theomachy.play.simulate import player_counts

SHORT = {"turns": 8}


def told(result: Any) -> list[Any]:
    return [{key: value for key, value in line.items() if key != "seconds"} for line in result.table]


def test_games_of_all_player_counts_end_without_errors() -> None:
    result = simulate("demigods", 6, seed=3, options=SHORT)
    assert result.ok
    assert [len(row.seats) for row in result.rows] == [2, 3, 4, 2, 3, 4]
    assert all(row.turns == 8 for row in result.rows)
    assert all(row.decisions > row.choices > 50 for row in result.rows)
    assert all(row.figures[0]["population"] >= 0 for row in result.rows)


def test_an_option_that_names_who_plays_leaves_one_number_of_players() -> None:
    table = ["storm", "sky", "chaos", "darkness"]
    jobs = simulate("gods_war", 2, seed=1, options={"empires": table, "rounds": 1}).rows
    assert [len(row.seats) for row in jobs] == [4, 4]
    assert player_counts("gods_war") == (3, 4, 5, 6, 7, 8)
    assert player_counts("cthulhu_wars") == (2, 3, 4)


def test_without_options_the_cap_of_the_game_holds() -> None:
    assert simulate("demigods", 1, seed=3, players=2).rows[0].turns <= 100


def test_two_processes_play_the_same_games_as_one() -> None:
    one, two = (simulate("demigods", 4, "busy", seed=5, options=SHORT, processes=n) for n in (1, 2))
    assert told(one) == told(two)
    assert two.workers == 2
    assert told(one) != told(simulate("demigods", 4, "busy", seed=6, options=SHORT))


def test_progress_is_told_after_every_game() -> None:
    seen: list[tuple[int, int, int]] = []
    simulate("demigods", 3, seed=1, options=SHORT, progress=lambda *so_far: seen.append(so_far))
    assert seen == [(1, 3, 0), (2, 3, 0), (3, 3, 0)]


def test_each_game_is_written_as_a_saved_game(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"seed": 1, "players": 2, "options": SHORT}
    result = simulate("demigods", 3, "busy", games="1-2", saves=tmp_path / "games", **asked)
    assert sorted(path.name for path in tmp_path.rglob("*.json")) == ["00001.json", "00002.json"]
    assert [row.save for row in result.rows] == ["", ""]  # it is not kept in memory too
    assert told(result) == told(simulate("demigods", 3, "busy", games="1-2", **asked))
    for row in result.rows:
        game = th.load(tmp_path / "games" / f"{row.number:05}.json")
        assert game.over
        assert len(game.position.log()) == row.decisions
        assert tuple(game.system.winners(game.state)) == row.winners
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(NotADirectoryError):
        simulate("demigods", 1, saves=tmp_path / "file", **asked)
    with pytest.raises(TheoError, match="name one of the two"):
        simulate("demigods", 1, saves=tmp_path, keep=tmp_path / "kept", **asked)


def test_a_fault_in_the_rules_is_a_row_with_its_seed_and_position(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def broken(s: Any) -> None:
        if s.turn >= 5:
            raise ZeroDivisionError("the fifth turn is broken")

    monkeypatch.setattr(flow, "judge", broken)
    result = simulate("demigods", 2, seed=1, players=2, options=SHORT)
    assert not result.ok
    assert [row.error for row in result.rows] == ["ZeroDivisionError: the fifth turn is broken"] * 2
    assert "game 0, seed 1/0: ZeroDivisionError" in str(result)
    assert "in broken" in result.rows[0].trouble
    files = result.keep(tmp_path)
    assert {path.name for path in files} == {
        "games.csv",
        *(f"error-{n}.{kind}" for n in (0, 1) for kind in ("txt", "json")),
    }
    monkeypatch.undo()
    game = th.load(tmp_path / "error-0.json")
    assert game.state.turn == 5
    assert not game.over


def test_a_game_without_an_end_is_an_error() -> None:
    row = play(Job(0, "demigods", {"players": 2, "options": {"turns": 0}}, ("random",), "1", most=300))
    assert "has not ended after 300 decisions" in row.error
    assert row.save


@pytest.mark.parametrize(("slug", "options"), [("demigods", SHORT), ("cthulhu_wars", {})])
@pytest.mark.parametrize("name", ["random", "busy"])
def test_games_without_a_past_are_the_same_games(slug: str, options: dict[str, Any], name: str) -> None:
    class Rememberer(type(bot(name))):  # type: ignore[misc]
        """The same choices, but it does not say that it needs no past."""

        def choose(self, observation: Any, rng: Any) -> Any:
            return super().choose(observation, rng)

    assert told(simulate(slug, 3, name, seed=7, options=options)) == told(
        simulate(slug, 3, Rememberer(), seed=7, options=options)
    )


def test_a_wrong_word_is_said_before_any_game() -> None:
    for wrong in (
        lambda: simulate("demigod"),
        lambda: simulate("demigods", bots="gredy"),
        lambda: simulate("demigods", 0),
        lambda: simulate("demigods", options={"turn": 3}),
        lambda: simulate("demigods", players=7),
        lambda: tournament("demigods", ["busy"], 2),
    ):
        with pytest.raises(UnknownName):
            wrong()


def test_csv_holds_every_game() -> None:
    result = simulate("demigods", 3, seed=2, options=SHORT)
    lines = list(csv.DictReader(io.StringIO(result.csv())))
    assert [line["game"] for line in lines] == ["0", "1", "2"]
    assert [line["players"] for line in lines] == ["2", "3", "4"]
    assert lines[0]["population 4"] == ""


def test_a_tournament_moves_bots_round_the_table() -> None:
    result = tournament("demigods", ["random", "busy"], 4, seed=1, options=SHORT)
    assert [row.bots for row in result.rows] == [("random", "busy"), ("busy", "random")] * 2
    shares = result.wins()
    assert set(shares) == {"random", "busy"}
    assert shares["random"][0] + shares["busy"][0] == pytest.approx(1)
    ahead = result.ahead()
    assert ahead["random", "busy"] + ahead["busy", "random"] == pytest.approx(1)


def test_names_are_escaped_in_html() -> None:
    class Sly(RandomBot):
        name = "<b>sly</b>"

    result = simulate("demigods", 2, [Sly(), "random"], players=2, seed=1, options=SHORT)
    assert "<b>sly" not in result._repr_html_()
    assert "&lt;b&gt;sly" in result._repr_html_()


def test_without_dask_a_scheduler_is_refused_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(TheoError, match=r"theomachy\[cluster\]"):
        simulate("demigods", 1, scheduler="tcp://127.0.0.1:1")


@pytest.mark.parametrize("trouble", [ValueError("missing port number"), TimeoutError("too late")])
def test_an_address_where_no_scheduler_answers(monkeypatch: pytest.MonkeyPatch, trouble: Exception) -> None:
    def client(address: str) -> None:
        raise trouble

    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=client))
    with pytest.raises(TheoError, match="no Dask scheduler answers at 'nope'"):
        simulate("demigods", 1, scheduler="nope")


def test_a_scheduler_gets_every_game_and_rows_come_back_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    class Client:
        def __init__(self, address: str) -> None:
            assert address == "tcp://127.0.0.1:8786"

        def __enter__(self) -> "Client":
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def scheduler_info(self) -> dict[str, Any]:
            return {"workers": {"a": 1, "b": 2, "c": 3}}

        def map(self, function: Any, jobs: Any, pure: bool) -> list[Any]:
            assert not pure  # else Dask would take two games of one kind for the same
            return [SimpleNamespace(result=lambda job=job: function(job)) for job in jobs]

    module = ModuleType("distributed")
    module.Client, module.as_completed = Client, reversed  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "distributed", module)
    there = simulate("demigods", 3, seed=2, options=SHORT, scheduler="tcp://127.0.0.1:8786")
    assert there.workers == 3
    assert told(there) == told(simulate("demigods", 3, seed=2, options=SHORT))


def test_a_recorded_game_can_be_saved_stepped_and_is_the_same_again() -> None:
    game = record("demigods", ["busy", "random"], seed=4, options=SHORT, players=["Aglaia", "Bronteas"])
    assert game.over
    assert [seat.name for seat in game.seats] == ["Aglaia", "Bronteas"]
    text = game.save()
    assert text == record("demigods", ["busy", "random"], seed=4, options=SHORT, players=["Aglaia", "Bronteas"]).save()
    game.undo(5)
    assert not game.over


def test_the_first_game_does_not_wait_until_all_are_built(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each table is built once, not each game: ten thousand of Mythic Battles took five minutes before the first."""
    cls = system_class("demigods")
    tables = len(player_counts("demigods"))
    built: list[Any] = []
    seen: list[int] = []
    build = cls.build

    def counted(**named: Any) -> Any:
        built.append(named["players"])
        return build(**named)

    def stop(done: int, n: int, errors: int) -> None:
        seen.append(len(built))
        if done == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(cls, "build", counted)
    with pytest.raises(Stopped, match="after 2 of 3000 games") as stopped:
        simulate("demigods", 3_000, options={"turns": 4}, progress=stop, processes=1)
    assert seen[0] <= tables + 1
    assert len(built) <= tables + 2
    assert [row.number for row in stopped.value.result.rows] == [0, 1]
