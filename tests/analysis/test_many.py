"""Any number of saved games as tables: each figure against the games themselves; bad files are named, not believed."""

from __future__ import annotations

import csv
import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import theomachy as th
from theomachy import cli
from theomachy.engine.errors import SaveError, TheoError, UnknownName
from theomachy.engine.game.game import Game
from theomachy.play import record

pytest.importorskip("duckdb")
from theomachy.analysis import many, rows_kept
from theomachy.analysis.many import ManyGames, analyse_many
from theomachy.analysis.reading import TABLES

SHORT = {"turns": 6}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six games of Demigods and two of the Gods War, and three files that are no saves."""
    place = tmp_path_factory.mktemp("saves")
    for number in range(6):
        record("demigods", ["busy"], seed=number, players=2, options=SHORT).save(place / f"demigods-{number}.json")
    (place / "below").mkdir()
    for number in range(2):
        game = record("gods_war", ["busy"], seed=number, players=3, options={"rounds": 2})
        game.save(place / "below" / f"war-{number}.json")
    (place / "broken.json").write_text("{", "utf-8")
    (place / "list.json").write_text("[1, 2]", "utf-8")
    text = json.loads((place / "demigods-0.json").read_text("utf-8"))
    (place / "strange.json").write_text(json.dumps(text | {"game": "chess"}), "utf-8")
    return place


@pytest.fixture(scope="module")
def games(folder: Path) -> ManyGames:
    return analyse_many(folder, processes=1)


def saved(folder: Path) -> list[Game]:
    return [th.load(folder / f"demigods-{number}.json") for number in range(6)]


def test_games_and_files_that_are_none(games: ManyGames) -> None:
    assert games.count() == (8, 8)
    assert games.count("gods_war") == (2, 2)
    assert games.slugs == ["demigods", "gods_war"]
    assert [row["name"] for row in games.broken()] == ["broken.json", "list.json", "strange.json"]
    assert "chess" in games.broken()[2]["why"]
    assert games.games("gods_war")[0]["name"] == "below/war-0.json"
    assert "3 files could not be read" in games.heading


def test_wins_are_those_of_the_games(games: ManyGames, folder: Path) -> None:
    whole = saved(folder)
    wins = {row["name"]: row for row in games.wins(game="demigods")}
    for seat in whole[0].seats:
        expected = sum(1 / len(game.winners) for game in whole if seat.name in game.winners)
        assert wins[seat.name]["wins"] == pytest.approx(expected)
        assert wins[seat.name]["share"] == pytest.approx(expected / 6)
        assert 0 < wins[seat.name]["half"] < 1
    assert [row["games"] for row in games.wins("seat", "gods_war")] == [2, 2, 2]
    assert sum(row["wins"] for row in games.wins("map", "demigods")) == pytest.approx(6)
    ahead = games.wins("faction", "demigods", "ahead")
    assert sum(row["wins"] for row in ahead) == pytest.approx(6)
    for wrong in (lambda: games.wins("colour"), lambda: games.wins(measure="luck")):
        with pytest.raises(UnknownName):
            wrong()


def test_decisions_are_the_log(games: ManyGames, folder: Path) -> None:
    for number, game in enumerate(saved(folder)[:2]):
        row = next(row for row in games.games() if row["name"] == f"demigods-{number}.json")
        rows = games.sql("SELECT seat, question, answer FROM decisions WHERE game = ? ORDER BY number", [row["game"]])
        mine = [(e.who, e.what, json.dumps(e.answer, separators=(",", ":"))) for e in game.position.log() if e.who >= 0]
        assert [(r["seat"], r["question"], r["answer"]) for r in rows] == mine
        assert row["answers"] == len(mine)
        assert row["turns"] == 6


@pytest.mark.parametrize("name", ["demigods-1.json", "below/war-1.json"])
def test_luck_and_events_are_those_of_one_game(games: ManyGames, folder: Path, name: str) -> None:
    """One pass hears what the analysis of one game finds by running every step again."""
    one = th.analyse(folder / name)
    at = next(row["game"] for row in games.games() if row["name"] == name)
    mine: dict[tuple[str, str, str], list[float]] = {}
    for row in one.luck():
        if row["group"] != "face":
            sums = mine.setdefault((row["seat"], row["what"], row["group"]), [0, 0.0, 0.0])
            for i, key in enumerate(("dice", "outcome", "expected")):
                sums[i] += row[key]
    rows = games.sql("SELECT s.name, l.* FROM luck l JOIN seats s USING (game, seat) WHERE game = ?", [at])
    assert {
        (r["name"], r["what"], r["part"]): [r["dice"], r["outcome"], pytest.approx(r["expected"])] for r in rows
    } == mine
    told = games.sql("SELECT rule, kind FROM events WHERE game = ? ORDER BY number", [at])
    assert [(r["rule"], r["kind"]) for r in told] == [(e["rule"], e["kind"]) for e in one.events()]


def test_powers_are_counted_with_and_without(games: ManyGames) -> None:
    for row in games.powers("gods_war"):
        assert row["seats"] + row["others"] in (2, 4, 6)
        assert row["used"] >= row["seats"] > 0
        if row["others"]:
            assert -1 <= row["paid"] <= 1
            assert row["within"] > 0
        else:
            assert row["paid"] is None


def test_what_a_power_does_to_others_is_no_use_of_theirs(games: ManyGames) -> None:
    """Decree of Runes gives runes and power to others: only the Sky has used it."""
    rows = games.sql("SELECT DISTINCT p.rule, s.faction FROM powers p JOIN seats s USING (game, seat)")
    homes = {"GW-SKY": "Sky", "GW-STO": "Storm", "GW-DAR": "Darkness"}
    users = {(row["rule"], row["faction"]) for row in rows if row["rule"][:6] in homes}
    assert ("GW-SKY-014", "Sky") in users
    assert {(rule, homes[rule[:6]]) for rule, _ in users} == users


def test_openings_tempo_and_lengths(games: ManyGames) -> None:
    openings = games.openings("demigods", most=100)
    assert sum(row["games"] for row in openings) == 12
    assert all(1 <= len(row["opening"].split(", ")) <= 3 for row in openings)
    tempo = games.tempo("demigods")
    assert {row["turn"] for row in tempo} == set(range(1, 7))
    assert all(row["games"] == 6 for row in tempo)
    assert games.lengths("demigods")[0]["games"] == 6


def test_processes_read_what_one_reads(folder: Path, games: ManyGames) -> None:
    two = analyse_many(folder, processes=2)
    for name in TABLES:
        query = f"SELECT * FROM {name} ORDER BY ALL"
        assert two.sql(query) == games.sql(query), name


def test_a_game_with_branches_is_read_along_its_line(tmp_path: Path) -> None:
    game = record("demigods", ["busy"], seed=3, players=2, options=SHORT)
    end = game.here
    game.go(game.tree.main()[40])
    asked = game.position.decision
    assert asked is not None
    taken = game.tree.nodes[game.tree.main()[41]].entry
    assert taken is not None
    game.play(next(option for option in asked.options if option != taken.answer))
    game.go(end)
    game.save(tmp_path / "branch.json")
    found = analyse_many(tmp_path).games()[0]
    assert (found["turns"], found["over"]) == (6, True)


def test_an_answer_that_does_not_hold_ends_the_game_there(tmp_path: Path) -> None:
    game = record("demigods", ["busy"], seed=3, players=2, options=SHORT)
    raw = json.loads(game.save())
    raw["nodes"][60][3] = "no such answer"
    (tmp_path / "old.json").write_text(json.dumps(raw), "utf-8")
    found = analyse_many(tmp_path).games()[0]
    assert not found["over"]
    assert found["notice"]
    assert 0 < found["answers"] <= 60


def test_tables_go_to_parquet_and_come_back(games: ManyGames, tmp_path: Path) -> None:
    written = games.parquet(tmp_path / "tables")
    assert {path.stem for path in written} == set(TABLES)
    back = analyse_many(tmp_path / "tables")
    assert back.wins() == games.wins()
    (tmp_path / "tables" / "seats.parquet").write_bytes(b"PAR1 is not enough")
    with pytest.raises(SaveError, match=r"seats\.parquet is a damaged Parquet file"):
        analyse_many(tmp_path / "tables")
    (tmp_path / "tables" / "seats.parquet").write_bytes(b"game,seat\n1,2\n")
    with pytest.raises(SaveError, match=r"seats\.parquet is no Parquet file"):
        analyse_many(tmp_path / "tables")
    other = tmp_path / "tables" / "games.parquet"
    (tmp_path / "tables" / "seats.parquet").write_bytes(other.read_bytes())
    with pytest.raises(SaveError, match=r"seats\.parquet is no table of seats: it lacks"):
        analyse_many(tmp_path / "tables")


def test_places_without_saves(tmp_path: Path) -> None:
    for wrong, said in (
        (tmp_path, "there is no saved game in"),
        (tmp_path / "nowhere", "is no folder"),
        ([], "this list"),
    ):
        with pytest.raises(SaveError, match=said):
            analyse_many(wrong)


def test_a_wrong_query_is_a_sentence_and_a_hostile_one_reaches_no_network(games: ManyGames) -> None:
    with pytest.raises(TheoError, match="DuckDB: "):
        games.sql("SELEC 1")
    with pytest.raises(TheoError):
        games.sql("SELECT * FROM 'http://127.0.0.1:9/x.parquet'")


def test_without_duckdb_one_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setitem(__import__("sys").modules, "duckdb", None)
    with pytest.raises(TheoError, match=r"theomachy\[analysis\]"):
        analyse_many(folder)


def test_the_command(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["analyse", str(folder), "-j", "1", "--page", str(tmp_path / "page.html")]) == 0
    said = capsys.readouterr().out
    assert said.startswith("6 of demigods, 2 of gods_war")
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "Most strength" in page or "Wins by faction" in page
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert cli.main(["analyse", str(folder), "-j", "1", "--table", "wins", "--csv", str(tmp_path / "wins.csv")]) == 0
    rows = list(csv.DictReader(io.StringIO((tmp_path / "wins.csv").read_text("utf-8"))))
    assert len(rows) == 5
    capsys.readouterr()
    for words in (
        [str(folder), str(folder)],
        [str(folder / "demigods-0.json"), "--serve"],
        [str(folder), "--table", "x"],
    ):
        assert cli.main(["analyse", *words]) == 2
        assert capsys.readouterr().err.startswith("theomachy: ")


def test_the_page_says_how_many_were_left_out_and_names_the_other_games(tmp_path: Path) -> None:
    from theomachy_widgets.folder_page import folder_page

    record("demigods", ["busy"], seed=1, players=["A", "B"], options=SHORT).save(tmp_path / "a.json")
    th.new("heroes", players=2, seed=1).save(tmp_path / "b.json")
    html = folder_page(tmp_path, game="demigods", left_out=3).html()
    assert "also Heroes II; 3 older ones are left out" in html
    assert "older ones" not in folder_page(tmp_path, game="demigods").html()


def test_names_of_a_file_are_texts_on_the_page(tmp_path: Path) -> None:
    from theomachy_widgets.folder_page import folder_page

    game = record("demigods", ["busy"], seed=1, players=["<img src=x>", "B"], options=SHORT)
    game.save(tmp_path / "a.json")
    (tmp_path / "<b>.json").write_text("{", "utf-8")
    html = folder_page(tmp_path).html()
    assert "<img src=x>" not in html
    assert "&lt;img src=x&gt;" in html
    assert "<b>.json" not in html


@pytest.fixture
def kept_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Rows of few saves are kept too, in a folder of the test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for module in (many, rows_kept):
        monkeypatch.setattr(module, "FEWEST", 1)
    return tmp_path / "cache" / "theomachy" / "tables"


def forbid(monkeypatch: pytest.MonkeyPatch) -> None:
    """No save is played again in this process."""

    def read(number: int, path: Path, name: str, *, events: bool = False) -> dict[str, list[Any]]:
        raise AssertionError(f"{name} is played again")

    monkeypatch.setattr(many, "rows_of_save", read)


def all_rows(found: ManyGames) -> dict[str, Any]:
    return {name: found.sql(f"SELECT * FROM {name} ORDER BY ALL") for name in TABLES}


def test_what_was_read_before_is_not_played_again(
    folder: Path, games: ManyGames, kept_at_once: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    saves = tmp_path / "saves"
    shutil.copytree(folder, saves, ignore=shutil.ignore_patterns("broken.json", "list.json", "strange.json"))
    first = all_rows(analyse_many(saves, processes=1))
    assert {name: len(rows) for name, rows in first.items()} == {
        name: len(rows) for name, rows in all_rows(games).items()
    } | {"broken": 0}
    with monkeypatch.context() as now:
        forbid(now)
        assert all_rows(analyse_many(saves)) == first
        # under other names and numbers they are the same games
        (saves / "demigods-0.json").rename(saves / "zz.json")
        moved = analyse_many(saves)
        assert [row["name"] for row in moved.games()][-1] == "zz.json"
        assert moved.count() == (8, 8)
    with monkeypatch.context() as now:  # a file that has changed, and events that were not read
        forbid(now)
        with pytest.raises(AssertionError, match="is played again"):
            analyse_many(saves, events=False)
        text = json.loads((saves / "zz.json").read_text("utf-8"))
        (saves / "zz.json").write_text(json.dumps(text | {"names": {"title": "Another"}}), "utf-8")
        with pytest.raises(AssertionError, match=r"zz\.json is played again"):
            analyse_many(saves)
        with pytest.raises(AssertionError, match="is played again"):
            analyse_many(saves, keep=False)


def test_what_is_kept_is_bound_to_the_rules_and_bounded(
    folder: Path, kept_at_once: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    analyse_many(folder / "below", processes=1)
    (batch,) = kept_at_once.glob("*/*")
    with monkeypatch.context() as now:  # other rules
        now.setattr(rows_kept, "everything", lambda: "0123456789abcdef")
        forbid(now)
        with pytest.raises(AssertionError, match="is played again"):
            analyse_many(folder / "below")
    with monkeypatch.context() as now:  # rules of this process alone
        now.setattr(rows_kept, "only_here", lambda: True)
        forbid(now)
        with pytest.raises(AssertionError, match="is played again"):
            analyse_many(folder / "below")
    (batch / "seats.parquet").write_bytes(b"PAR1 was cut off")
    assert analyse_many(folder / "below", processes=1).count() == (2, 2)
    assert not batch.exists()  # what is damaged is thrown away, and read anew
    monkeypatch.setattr(rows_kept, "MOST_BYTES", 1)
    monkeypatch.setattr(rows_kept.KeptRows.__init__, "__defaults__", (1,))
    assert analyse_many(folder, processes=1).count() == (8, 8)
    assert list(kept_at_once.glob("*/*")) == []


def test_rows_of_a_file_that_was_written_meanwhile_are_not_kept(
    folder: Path, kept_at_once: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "one.json"
    shutil.copy(folder / "demigods-1.json", path)
    real = many.rows_of_save

    def read(number: int, path: Path, name: str, *, events: bool = False) -> dict[str, list[Any]]:
        found = real(number, path, name, events=events)
        shutil.copy(folder / "demigods-2.json", path)
        return found

    monkeypatch.setattr(many, "rows_of_save", read)
    analyse_many([path], processes=1)
    assert list(kept_at_once.glob("*/*")) == []


def test_reading_can_be_stopped_and_what_was_read_is_kept(
    folder: Path, kept_at_once: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(many, "WATCHED", 2)
    so_far: list[tuple[int, int]] = []
    saves = [folder / f"demigods-{number}.json" for number in range(6)]
    with pytest.raises(many.Stopped, match=r"stopped after [24] of 6 saved games"):
        analyse_many(saves, progress=lambda *told: so_far.append(told), stopped=lambda: bool(so_far and so_far[-1][0]))
    assert so_far[0] == (0, 6)
    again: list[tuple[int, int]] = []
    assert analyse_many(saves, processes=1, progress=lambda *told: again.append(told)).count() == (6, 6)
    assert again[0] == so_far[-1]  # what was read until then


def test_who_watches_does_not_play_the_saves_himself(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forbid(monkeypatch)  # in this process, not in another
    found = analyse_many(folder / "below", processes=1, stopped=lambda: False)
    assert found.count() == (2, 2)
