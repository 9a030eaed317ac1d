"""The served page: a visit leaves nothing behind, a link shows one hand, a strange address gets a sentence."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tornado.httputil import HTTPHeaders, HTTPServerRequest, RequestStartLine

from theomachy_widgets import door
from theomachy_widgets.keys import HOST, SeatKeys

ROOT = Path(__file__).parents[2]
SAVES = ROOT / "examples" / "saves" / "demigods"


def asked(what: str, *arguments: str, seconds: float = 110) -> Any:
    """What a server in a process of its own has found."""
    words = [sys.executable, "-m", "tests.widgets.served", what, *arguments]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=seconds, check=False)
    line = next((x for x in done.stdout.splitlines() if x.startswith("FOUND ")), "")
    assert line, done.stderr[-4000:]
    assert "failed with following error" not in done.stderr, done.stderr[-4000:]
    return json.loads(line.removeprefix("FOUND "))


# -- memory ------------------------------------------------------------------------------------------------------------
def test_visits_of_every_page_leave_no_object_behind() -> None:
    found = asked("memory", "9")
    assert found["before"]["Dashboard"] == found["before"]["widgets"] == found["before"]["kernels"] == 0
    assert found["after"] == found["before"]


@pytest.mark.nightly
@pytest.mark.timeout(1_800)
def test_visits_of_every_game_leave_next_to_no_memory() -> None:
    """After 400 visits at most 20 MiB above that after 100, and what a rush took has gone back to the system."""
    found = asked("growth", "400", seconds=1_700)
    assert found["400"] - found["100"] < 20
    assert found["most"] - found["400"] > 20


@pytest.mark.nightly
@pytest.mark.timeout(900)
def test_two_hundred_visits_leave_no_object_and_next_to_no_memory() -> None:
    found = asked("memory", "200", seconds=850)
    assert found["after"] == found["before"]
    assert found["mib"] < 0.1


# -- a shared table ----------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def table() -> Any:
    return asked("table")


def test_only_its_own_link_shows_a_hand(table: Any) -> None:
    seen, hands = table["seen"], table["hands"]
    assert all(hands)
    for seat, cards in enumerate(hands):
        for card in cards:
            assert card in seen[f"seat {seat}"]
            assert card not in seen[f"seat {1 - seat}"]
            for stranger in ("spectator", "view"):
                assert card not in seen[stranger], f"{card} is in the page of {stranger}"
    assert any(card in seen["host"] for cards in hands for card in cards)


def test_no_page_holds_a_key(table: Any) -> None:
    for page in table["seen"].values():
        assert not any(key in page for key in table["keys"])


def test_a_spectator_who_asks_for_more_is_sent_no_card(table: Any) -> None:
    assert len(table["pried"]) > 15
    for message, page in table["pried"]:
        for card in (card for cards in table["hands"] for card in cards):
            assert card not in page, message


REFUSED = {
    "guessed": "no seat of this table",
    "elsewhere": "a page of this server alone",
    "another port": "a page of this server alone",
    "nowhere": "a page of this server alone",
    "form": "as JSON",
    "no table": "not here any more",
    "no key": "no key",
    "replaced": "made a new link for this seat",
}


def test_a_key_is_taken_from_a_page_of_the_server_alone_and_a_wrong_one_is_told_so(table: Any) -> None:
    assert set(table["refused"]) == set(REFUSED)
    for why, (code, said) in table["refused"].items():
        assert code == 403, why
        assert REFUSED[why] in said["fault"], why
        assert "ticket" not in said
    assert table["new"][0] == 200, "the new link opens the seat"


def test_a_ticket_is_good_once_and_an_address_with_a_key_opens_nothing(table: Any) -> None:
    for path, body in table["plain"].items():
        assert "location.hash" in body, path  # the page at the door, which holds no board
        assert '"token"' not in body, path
        assert not any(key in body for key in table["keys"])


def test_keys_open_what_they_are_for_and_differ_each_time() -> None:
    keys = SeatKeys(["Aglaia", "Bronteas"])
    assert [keys.opens(key) for key in keys.seats] == [0, 1]
    assert keys.opens(keys.host) == HOST
    for wrong in ("", "Aglaia", keys.host[:-1], keys.host + "x", "é", "0"):
        assert keys.opens(wrong) is None
    assert len({keys.host, *keys.seats, SeatKeys(["Aglaia"]).host}) == 4
    assert all(len(key) >= 32 for key in (keys.host, *keys.seats))  # of 6 bits each: 192
    old = keys.seats[1]
    assert keys.opens(keys.renew(1)) == 1
    assert (keys.opens(old), keys.replaced(old), keys.replaced(keys.seats[1])) == (None, True, False)
    links = dict(keys.links("http://127.0.0.1:1/"))
    assert links["Aglaia"] == f"http://127.0.0.1:1/#{keys.seats[0]}", "behind #, where no server sees it"
    assert links["spectators"] == "http://127.0.0.1:1/"
    assert [*links] == ["Aglaia", "Bronteas", "spectators", "host, sees all hands"]


# -- addresses ---------------------------------------------------------------------------------------------------------
STRANGE = {
    "?game=demigods&players=²": "number of players",
    "?game=demigods&players=%C2%B2": "number of players",
    "?game=demigods&players=99999": "number of players",
    "?game=demigods&players=-1": "number of players",
    "?game=demigods&players=9": "2 to 4 players",
    "?game=demigods&players=2&players=3": "2 times",
    "?game=chess": "no game",
    "?game=%ff": "no text",
    "?game=%00": "cannot be seen",
    "?save=a%00b.json": "cannot be seen",
    "?save=../two_rivers.json": "no saved game",
    "?save=large.json": "larger than 4 MiB",
    "?save=broken.json": "",
    "?save=pipe.json": "no saved game",
    "?compare=/etc/passwd": "no saved game",
    "?edit=&save=": "no saved game",
    "?edit=demigods&players=x": "number of players",
    "?lessons=../..": "no game",
    "?lessons=a%00": "cannot be seen",
    "?rules=..": "no game",
    "?rules=demigods&words=" + "w" * 200: "longer than 100",
    "?lesson=demigods/../../x.toml": "among the lessons",
    "?lesson=demigods": "among the lessons",
    "?position=demigods/nothing.toml": "among the lessons",
    "?position=/": "no game",
    "?game=demigods&seed=" + "9" * 1500: "longer than 100",
    "?game=demigods&seed=" + "9" * 12_000: "longer than 8,000",
    "?bokeh-session-id=%00": "session of another",
    "?bokeh-session-id=mine": "session of another",
    "?%00=1": "cannot be seen",
    "?" + "&".join(f"a{i}=1" for i in range(40)): "more than 20",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import os

    made = tmp_path_factory.mktemp("saves")
    text = (SAVES / "two_rivers.json").read_text("utf-8")
    (made / "good.json").write_text(text, "utf-8")
    (made / "large.json").write_text(text + " " * (4 * 2**20), "utf-8")
    (made / "broken.json").write_text(text[:-200], "utf-8")
    (made / ("n" * 150 + ".json")).write_text(text, "utf-8")
    os.mkfifo(made / "pipe.json")
    return made


def test_a_strange_address_gets_a_sentence(folder: Path) -> None:
    for path, code, said in asked("addresses", str(folder), "\n".join(STRANGE)):
        assert code in (200, 400), (path[:80], code)
        assert said, path[:80]
        assert STRANGE[path] in said, (path[:80], said)
        assert "Traceback" not in said
        assert "literal" not in said


HOSTS = {
    "127.0.0.1:PORT": True,
    "LOCALHOST:PORT": True,
    "evil.example": False,
    "evil.example:PORT": False,
    "127.0.0.1": False,
    "127.0.0.1:1": False,
    "127.0.0.1.evil.example:PORT": False,
    "\u00e9:PORT": False,
    "": False,
}


@pytest.fixture(scope="module")
def answers(folder: Path) -> Any:
    """Of one server: to addresses with values that are nearly right, and under other hosts."""
    names = ["game", "save", "lessons", "lesson", "rules", "edit", "compare", "position"]
    paths = [f"?{name}={value}" for name in names for value in ("²", "%00", "%ff", "demigods/", "[")]
    paths += [f"?game=demigods&{name}={value}" for name in ("players", "view") for value in ("", "0", "1e9", "-1")]
    paths += ["widget-files/%00@1/dist/x", "widget-files/..@1/dist/..%2f..%2fx", "pictures/light/save/%00/%00"]
    paths += ["pictures/light/lesson/demigods/..%2f..", "pictures/dark/game/chess/", "pictures/light/nothing/a/b"]
    return asked("answers", str(folder), "\n".join(paths), "\n".join(HOSTS))


def test_only_its_own_host_is_answered(answers: Any) -> None:
    """A page of another site whose name means this machine gets nothing (DNS rebinding)."""
    for host, *codes in answers["hosts"]:
        assert codes == ([200, 404, 426] if HOSTS[host] else [400, 400, 400]), host


def test_no_address_is_an_error_of_the_server(answers: Any) -> None:
    assert [(path, code) for path, code in answers["paths"] if code >= 500] == []


@given(st.text(max_size=60), st.integers(0, 3_000), st.integers(0, 40))
@settings(max_examples=200, deadline=None)
def test_the_door_judges_any_address(name: str, length: int, many: int) -> None:
    from urllib.parse import quote

    words = "&".join([f"{quote(name)}={'x' * length}", *(f"w{i}=1" for i in range(many))])
    request = HTTPServerRequest(
        start_line=RequestStartLine("GET", f"/?{words}", "HTTP/1.1"), headers=HTTPHeaders({"Host": "here"})
    )
    said = door.fault(request)
    assert bool(said) == (
        len(request.uri or "") > door.LONGEST
        or len(request.query_arguments) > door.MOST_WORDS
        or any(not one.isprintable() or one == "bokeh-session-id" for one in request.query_arguments)
    )
    assert "<script" not in door.page(name)


def test_a_slow_machine_has_a_minute_to_load_a_module(answers: Any) -> None:
    """Else messages go unheard and the page stands still; an anywidget that says it otherwise is noticed here."""
    waits = [line for line in answers["waits"] if line.startswith("AbortSignal.timeout(")]
    assert [line.partition(".add")[0] for line in waits] == ["AbortSignal.timeout(6e4)"]
