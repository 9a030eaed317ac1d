"""What a browser may send: every message takes what it declares, and refuses all else with a sentence."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import theomachy as th
from tests.engine.walks import game as pocket
from theomachy.engine.errors import IllegalAnswer
from theomachy_widgets.admit import call
from theomachy_widgets.cell import Cell
from theomachy_widgets.compare import Compare
from theomachy_widgets.control import Controller
from theomachy_widgets.dashboard import Dashboard
from theomachy_widgets.editor import PositionEditor
from theomachy_widgets.lesson import LessonPlayer, lessons
from theomachy_widgets.library import Library
from theomachy_widgets.panels import region
from theomachy_widgets.present import ViewState
from theomachy_widgets.rules import rule_page
from theomachy_widgets.text import whole

LESSONS = Path(__file__).parents[2] / "examples" / "scenarios" / "demigods"
WRONG: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 7, 99, 10**6, 10**12, 1.5, float("nan"), float("inf"), "", "x", "{0}", "\ud800",
    "area:1", "area:99", "area:x", "area:²", "piece:0", "dark", [], {}, ["x"], [1], ["area:x"], [None], [[]],
    ["area:1", "area:2"], {"a": 1}, b"x",
)  # fmt: skip


def played() -> Any:
    game = pocket(seed=7)
    game.play((0, 0), (1, 0))
    return game


def compared() -> Compare:
    game = played()
    return Compare(game, 0, game.here, renderer="svg")


PAGES: dict[str, Any] = {  # none is painted: that takes longer than all messages
    "dashboard": lambda: Controller(played(), ViewState()),
    "editor": lambda: PositionEditor(pocket(seed=7), renderer="svg"),
    "comparison": compared,
    "lesson": lambda: LessonPlayer(LESSONS / "lesson_08_battle.toml", renderer="svg"),
    "lessons": lambda: lessons("demigods", LESSONS),
    "rules": lambda: rule_page("demigods", "", LESSONS),
}


@pytest.mark.parametrize("page", PAGES)
def test_every_message_is_done_or_refused_with_a_sentence(page: str) -> None:
    rng, shown = Random(f"messages {page}"), PAGES[page]()
    cell = isinstance(shown, Cell)
    owner, prefix = (type(shown), "_do_") if cell else (Controller, "do_")
    faults = shown.errors if cell else shown.faults
    for name in [name for name in dir(owner) if name.startswith(prefix)]:
        wanted = [each for each in inspect.signature(getattr(owner, name)).parameters if each != "self"]
        for _ in range((4 if cell else 16) if wanted else 1):
            said = {each.rstrip("_"): rng.choice(WRONG) for each in wanted if rng.random() < 0.9}
            shown.do(name.removeprefix(prefix), **said)
            assert faults == [], (name, said)
        shown.do(name.removeprefix(prefix), nobody="knows this")
        assert shown.error if cell else shown.view_state.error, name
    if cell:
        shown.close()


def test_true_is_no_number() -> None:
    screen = Controller(played(), ViewState())
    before = screen.game.here
    for wrong in (True, False, "0", 0.0, None, [0]):
        screen.do("answer", i=wrong)
        assert screen.game.here == before
        assert "nothing was done" in screen.view_state.error
    screen.do("answer", i=screen.game.options[0].index)
    assert screen.game.here != before


def test_a_name_that_no_file_could_hold_is_refused(tmp_path: Path) -> None:
    dash = Dashboard(th.new("demigods", players=2, seed=1))
    for what in ("name", "line", "note"):
        dash.do(what, text="half a sign: \ud83d")
        assert "nothing was done" in dash.control.view_state.error
    dash.do("name", text="a whole one: \U0001f600")
    dash.game.save(tmp_path / "game.json")
    assert th.load(tmp_path / "game.json").tree.nodes[dash.game.here].name == "a whole one: \U0001f600"


def test_only_what_is_declared_is_called() -> None:
    def method(n: int, x: float = 0, targets: list[str] = [], seat: int | None = None) -> None:  # noqa: B006
        pass

    for good in ({"n": 1}, {"n": 1, "x": 1}, {"n": 0, "x": 0.5, "targets": ["a"], "seat": None}):
        call(method, good)
    for bad in ({}, {"n": True}, {"n": 1, "more": 1}, {"n": 1, "x": True}, {"n": 1, "x": float("nan")},
                {"n": 1, "targets": "a"}, {"n": 1, "targets": ["a"] * 1_001}, {"n": 1, "seat": "0"}):  # fmt: skip
        with pytest.raises(IllegalAnswer):
            call(method, bad)


def test_no_half_sign_is_sent(tmp_path: Path) -> None:
    """A title with half a surrogate could not be encoded: it broke the start page, and every page of an error."""
    game = th.new("demigods", players=2, seed=1)
    game.names["title"] = "TITLE"
    (tmp_path / "half.json").write_text(game.save().replace("TITLE", "half \\ud800"))
    rows = Library(tmp_path, LESSONS).model()
    assert [(row["id"], row["fault"]) for row in rows["saves"]] == [
        ("half.json", "the head of this file holds text that is no text: half a sign")
    ]
    made = region("start")
    made.show({"start": rows | {"alone": True, "own": {}, "error": "half \udc00 and whole \U0001f600"}}, {})
    assert made.start["error"] == "half \ufffd and whole \U0001f600"
    json.dumps(made.start, ensure_ascii=False).encode()
    assert whole({"a": ["\ud800"]}) == {"a": ["\ufffd"]}
    plain = {"a": [1, "b", None]}
    assert whole(plain) is plain
