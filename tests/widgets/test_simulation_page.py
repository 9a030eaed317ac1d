"""The page of a simulation, with real games on real processes: set up, watched, paused, cancelled, gone on with."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.widgets.typed import faults
from theomachy.play import simulate
from theomachy.play.against import against
from theomachy.play.run import Row
from theomachy_widgets import asked, serve
from theomachy_widgets.allowance import Everybody, Served
from theomachy_widgets.library import Library
from theomachy_widgets.present import simulation as present
from theomachy_widgets.serve import Site
from theomachy_widgets.simulating import DONE, PAUSED, RUNS, Simulating
from theomachy_widgets.simulation_page import BESIDE, SimulationPage


def page(**more: Any) -> SimulationPage:
    """Demigods of six turns for two, played at random."""
    made = SimulationPage("demigods", **more)
    made.do("set", name="players", value="2")
    for seat in range(2):
        made.do("seat", seat=seat, side=0, name="random")
    assert made.error == ""
    made.n = 24
    made.options["turns"] = [6, ""]  # type: ignore[list-item]  # the form has only options of words
    return made


def models(made: SimulationPage) -> dict[str, Any]:
    """What the page has been sent."""
    made.refresh()
    found = {name: getattr(part, name) for name, part in made.parts.items()}
    for name, model in found.items():
        assert faults(name, model) == []
    return found


def test_it_plays_what_simulate_plays_and_tells_the_same_shares() -> None:
    made = page()
    assert models(made)["simbar"]["start"] == "Play 24 games"
    ahead = {title: told for _, title, told in models(made)["simview"]["ahead"]}
    assert ahead["Wins, by player"].startswith("a share of 24 games each")
    assert ahead["Wins, by player"].endswith("even is 50\N{THIN SPACE}%")
    made.do("start")
    assert made.error == ""
    assert models(made)["simset"]["fixed"]
    assert models(made)["simview"]["ahead"] == [], "figures come where it stood"
    made.do("set", name="n", value="100")
    assert "fixed while games run" in made.error
    made.wait()
    assert made.state == DONE
    view = models(made)["simview"]
    table = simulate("demigods", 24, "random", seed=7, players=2, processes=1, options={"turns": 6})
    assert sorted(row.decisions for row in made.sides[0].rows) == sorted(row.decisions for row in table.rows)
    wins = {row["name"]: (row["p"], row["e"]) for row in view["wins"]}
    assert wins == {name: (100 * p, 100 * e) for name, (p, e, _) in table.wins("players").items()}
    assert sum(n for _, n, _ in view["lengths"]) == 24
    assert view["settle"]["points"][-1]["n"] == 24
    assert models(made)["simset"]["state"] == "done"
    made.close()


def test_a_paused_one_waits_goes_on_and_a_cancelled_one_is_gone_on_with(tmp_path: Path) -> None:
    made = page(folder=tmp_path)
    made.n = 400
    made.do("start")
    until(lambda: len(made.sides[0].rows) >= 3)
    made.do("pause")
    assert made.state == PAUSED
    time.sleep(0.6)
    before = len(made.sides[0].rows)
    time.sleep(0.6)
    assert len(made.sides[0].rows) == before
    assert models(made)["simbar"]["pause"] == "Go on"
    made.do("pause")
    assert made.state == RUNS
    until(lambda: len(made.sides[0].rows) > before)
    made.do("cancel")
    made.wait()
    played = len(made.sides[0].rows)
    assert 3 <= played < 400
    assert models(made)["simset"]["state"] == f"stopped at {played}"
    made.close()
    again = page(folder=tmp_path)
    ((name, title, told),) = models(again)["simset"]["unfinished"]
    assert title == "Demigods"
    assert told.startswith(f"{played} of 400 games")
    again.do("resume", name="../../etc")
    assert "not in the list" in again.error
    again.do("resume", name=name)
    assert again.error == ""
    assert again.n == 400
    until(lambda: len(again.sides[0].rows) > played)
    again.close()
    assert again.sides[0].control.stopped  # nobody plays on for a page that is closed


def until(done: Any) -> None:
    limit = time.monotonic() + 60
    while not done():
        assert time.monotonic() < limit
        time.sleep(0.02)


def test_who_has_no_time_left_pauses_and_goes_on_when_there_is_some_again() -> None:
    clock = [0.0]
    there = [True]
    visit = Served(lambda: there[0], Everybody(lambda: clock[0]))
    made = page()
    plan = made.plan(0)
    one = Simulating(plan, processes=1, visit=visit)
    one.start()
    until(lambda: one.rows)
    assert visit.purses[True].used > 0  # the time that games took is paid for
    visit.pay(10_000, bots=True)
    one.tend()
    assert one.state == PAUSED
    assert "used up its time for bots" in one.why
    clock[0] += 100_000
    one.tend()
    assert (one.state, one.why) == (RUNS, "")
    there[0] = False
    one.tend()
    assert (one.state, one.why) == (PAUSED, "nobody is looking")
    one.stop()
    one.join(20)
    assert one.over
    made.close()


def test_a_served_page_names_nothing_of_the_machine() -> None:
    made = page(served=True)
    assert not models(made)["simset"]["clusters"]
    for message in ({"name": "place", "value": "cluster"}, {"name": "cluster", "value": "tcp://10.0.0.1:1"}):
        made.do("set", **message)
        assert made.error
    made.n = 5_000
    made.do("start")
    assert "1,000 games are the most" in made.error
    assert made.sides == []
    made.close()


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("set", {"name": "game", "value": "chess"}),
        ("set", {"name": "players", "value": "9"}),
        ("set", {"name": "n", "value": "0"}),
        ("set", {"name": "n", "value": "1e9"}),
        ("set", {"name": "stop", "value": "99"}),
        ("set", {"name": "ruling", "value": "nope"}),
        ("set", {"name": "key", "value": "nope"}),
        ("set", {"name": "folder", "value": "/"}),
        ("seat", {"seat": 7, "side": 0, "name": "busy"}),
        ("seat", {"seat": 0, "side": 0, "name": "gredy"}),
        ("option", {"name": "map", "side": 0, "value": "atlantis"}),
        ("option", {"name": "map", "side": 2, "value": ""}),
        ("measure", {"k": "beauty"}),
        ("open", {"side": "", "number": 3}),
        ("start", {"more": 1}),
    ],
)
def test_what_cannot_be_is_a_sentence(what: str, message: dict[str, Any]) -> None:
    made = page()
    made.do(what, **message)
    assert made.error
    assert "Something went wrong" not in made.error
    assert made.sides == []
    made.close()


def test_a_wrong_address_is_a_sentence() -> None:
    made = page()
    made.do("set", name="place", value="cluster")
    made.do("start")
    assert "Name the address" in made.error
    made.do("set", name="cluster", value="file:///etc/passwd")
    made.do("start")
    assert "tcp://10.0.0.5:8786" in made.error
    made.close()


def test_a_against_b_plays_the_same_seeds() -> None:
    made = page()
    made.do("set", name="two", value="yes")
    made.do("start")
    assert "A and B are the same" in made.error
    made.do("seat", seat=1, side=1, name="busy")
    made.do("start")
    assert made.error == ""
    made.wait()
    view = models(made)["simview"]
    whole = against(
        "demigods",
        {"bots": ["random", "random"]},
        {"bots": ["random", "busy"]},
        24,
        seed=7,
        players=2,
        processes=1,
        options={"turns": 6},
    )
    assert view["pairs"] == 24 == len(whole.pairs)
    assert [row["what"] for row in view["differences"]] == [one.what for one in whole.rows]
    assert [row["clear"] for row in view["differences"]] == [one.clear for one in whole.rows]
    assert "against('demigods', {'bots': ['random', 'random']" in made.python()
    made.close()


def test_a_comparison_that_was_cancelled_is_gone_on_with_as_one(tmp_path: Path) -> None:
    made = page(folder=tmp_path)
    made.n = 300
    made.do("set", name="two", value="yes")
    made.do("seat", seat=1, side=1, name="busy")
    made.do("set", name="key", value="start.gap")
    made.do("option", name="=value", side=1, value="3")
    plans = [made.plan(side) for side in (0, 1)]
    made.do("start")
    until(lambda: all(one.rows for one in made.sides))
    made.do("cancel")
    made.wait()
    played = sum(len(one.rows) for one in made.sides)
    made.close()
    again = page(folder=tmp_path)
    ((name, _, told),) = models(again)["simset"]["unfinished"]
    assert told.startswith(f"{played} of 600 games · random against random, busy")
    again.do("resume", name=name)
    assert again.error == ""
    assert again.two
    shown = [again.plan(side) for side in (0, 1)]
    assert [replace(plan, options={}) for plan in shown] == [replace(plan, options={}) for plan in plans]
    until(lambda: sum(len(one.rows) for one in again.sides) > played)
    again.close()


@pytest.mark.parametrize("written", [b"\xff\xfe", b"../other", b"a\x00b", b"x" * 10_000, b"", None])
def test_a_file_that_names_no_folder_beside_a_simulation_is_passed_over(tmp_path: Path, written: bytes | None) -> None:
    made = page(folder=tmp_path)
    made.n = 300
    made.do("start")
    until(lambda: made.sides[0].rows)
    made.do("cancel")
    made.wait()
    made.close()
    (folder,) = tmp_path.iterdir()
    if written is None:  # one that would be waited for without end
        os.mkfifo(folder / BESIDE)
    else:
        (folder / BESIDE).write_bytes(written)
    again = page(folder=tmp_path)
    assert [row[0] for row in models(again)["simset"]["unfinished"]] == [folder.name]
    again.close()


def test_the_value_that_is_proposed_is_one_of_the_game() -> None:
    made = page()
    such = models(made)["simset"]["such"]
    made.do("set", name="key", value=such)
    assert (made.error, made.key) == ("", such)
    made.close()


def test_a_ruling_and_a_value_go_into_the_plan() -> None:
    made = page()
    made.do("set", name="two", value="yes")
    made.do("set", name="ruling", value="start_distance")
    made.do("option", name="=ruling", side=1, value="exactly")
    assert [made.plan(side).rulings for side in (0, 1)] == [{"start_distance": "more"}, {"start_distance": "exactly"}]
    made.do("option", name="=ruling", side=1, value="sometimes")
    assert "no such choice" in made.error
    made.do("set", name="key", value="start.gap")
    made.do("option", name="=value", side=1, value="3")
    assert made.error == ""
    assert made.plan(0).overlay is None
    assert made.plan(1).overlay == {"start": {"gap": 3}}
    made.do("option", name="=value", side=1, value="many")
    assert made.error
    assert models(made)["simset"]["values"] in (("", "3"), ["", "3"])
    made.close()


def rows(n: int, winners: tuple[int, ...], error: str = "") -> list[Row]:
    return [
        Row(i, f"1/{i}", ("A", "B"), ("x", "x"), winners, 5, 40, 30, 0.1, strength=(2.0, 1.0), error=error)
        for i in range(n)
    ]


def told(found: list[Row], measure: str = "won") -> Any:
    return present.view(
        found, None, slug="demigods", n=100, seats={}, measure=measure, spent=1.0, fresh=len(found), running=True,
        term="turn", kept=False,
    )  # fmt: skip


def test_figures_come_from_twenty_games_on_and_say_when_nobody_wins() -> None:
    assert told(rows(19, (0,)))["wins"] == []
    assert "first 20 games" in told(rows(19, (0,)))["empty"]
    nobody = told(rows(40, ()))
    assert nobody["warn"][0] == "Partial, and nobody has won."
    assert [row["p"] for row in nobody["wins"]] == [0, 0]
    assert all(row["e"] > 3 for row in nobody["wins"])  # never ± 0
    ahead = told(rows(40, ()), "ahead")
    assert [row["p"] for row in ahead["wins"]] == [100, 0]
    assert ahead["warn"] is None
    wrong = told([*rows(40, (0,)), *rows(3, (), "it went wrong")])
    assert "7.0" in wrong["warn"][0]
    assert len(wrong["faults"]) == 3


def unfinished(made: SimulationPage) -> list[Any]:
    found: list[Any] = models(made)["simset"]["unfinished"]
    return found


def test_a_visitor_sees_his_own_simulations_and_whoever_serves_those_of_all(tmp_path: Path) -> None:
    told: list[str] = []
    mine = page(folder=tmp_path, served=True)
    mine.begun = lambda: told.append(mine.owner)
    assert mine.owner == ""  # who only looks has none
    mine.n = 400
    mine.do("start")
    assert mine.error == ""
    assert told == [mine.owner]
    assert len(mine.owner) == 24
    until(lambda: len(mine.sides[0].rows) >= 3)
    mine.do("cancel")
    mine.wait()
    mine.close()
    ((name, title, _),) = unfinished(page(folder=tmp_path, served=True, owner=told[0]))
    assert title == "Demigods"
    others = [
        page(folder=tmp_path, served=True),
        page(folder=tmp_path, served=True, owner="A" * 24),
        *(page(folder=tmp_path, served=True, owner=word) for word in ("..", "*", "?" * 24, f"../{told[0]}")),
    ]
    for other in others:
        assert unfinished(other) == []
        other.do("resume", name=name)
        assert "not in the list" in other.error
        assert other.sides == []
        other.close()
    whole = page(folder=tmp_path, served=True, sees_all=True)
    assert [row[0] for row in unfinished(whole)] == [name]
    again = page(folder=tmp_path, served=True, owner=told[0])
    again.do("resume", name=name)
    assert again.error == ""
    until(lambda: len(again.sides[0].rows) > again.sides[0].before >= 3)
    again.do("cancel")
    again.wait()
    again.close()


def test_two_visitors_play_the_same_plan_each_for_himself(tmp_path: Path) -> None:
    both = [page(folder=tmp_path, served=True) for _ in range(2)]
    for made in both:
        made.do("start")
        assert made.error == ""
        made.do("cancel")
        made.wait()
        made.close()
    assert both[0].owner != both[1].owner
    assert len(list(tmp_path.glob("*/*/simulation.json"))) == 2


def test_the_address_says_whose_simulations_are_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / ("B" * 24)).mkdir()
    site, shown = Site(Library(), simulations=tmp_path), list[SimulationPage]()
    monkeypatch.setattr(serve, "shown", shown.append)
    monkeypatch.setattr(serve, "under", lambda home, page: None)
    homes: list[Any] = []
    monkeypatch.setattr(
        serve, "region", lambda name: SimpleNamespace(show=lambda models, more: homes.append(models["start"]))
    )
    for words, owner in (({}, ""), ({"host": "x"}, ""), ({"owner": "B" * 24}, "B" * 24), ({"owner": "../etc"}, "")):
        given = {name: [word.encode()] for name, word in {"simulation": "demigods", **words}.items()}
        monkeypatch.setattr(asked, "source", partial(dict, given))
        site.page({})
        made = shown.pop()
        assert (made.sees_all, made.owner, made.served) == (False, owner, True)
        made.owner = owner or "C" * 24
        made.begun()  # the browser is told, so that it can come back
        assert homes[-1]["place"]["words"] == {"simulation": "demigods", "owner": made.owner}
        made.close()
    site.simulation(sees_all=True)  # what the host's own link opens
    assert shown.pop().sees_all
