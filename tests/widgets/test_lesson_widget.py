"""The lesson player without a browser: grading, the learner's own move, leaving, closing; lists of lessons."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from ipywidgets.widgets.widget import _instances

from tests.engine.conftest import pocket_alone  # noqa: F401
from theomachy.engine.authoring import classwork, scenario
from theomachy.engine.authoring.lesson import Lesson
from theomachy.engine.errors import ScenarioError
from theomachy_widgets.cell import module
from theomachy_widgets.lesson import LessonPlayer, entries, lessons

BATTLE = Path(__file__).parents[1] / "engine" / "pocket_scenarios" / "battle.toml"
TEXT = """
title = "Two islands"
about = "A short one."
game = "pocket"
[[step]]
play = ["0", "0"]
[[step]]
say = "Now it is her turn."
ask = { question = "Raise an army.", kind = "play", answer = "raise kos", hint = "PG-DEE-001", why = "Kos is hers." }
[[step]]
ask = { question = "Mean of a die?", kind = "number", answer = 3.5, hint = "Between 3 and 4." }
[[step]]
ask = { question = "Which number is even?", kind = "what", options = ["1", "2", "3"], answer = "2" }
[[step]]
play = "raise kos"
"""


pytestmark = pytest.mark.usefixtures("no_widget_is_left")


def made(source: object = None) -> LessonPlayer:
    return LessonPlayer(source if source is not None else Lesson(scenario.read(TEXT)), renderer="svg")  # type: ignore[arg-type]


def side(player: LessonPlayer) -> dict:
    return player.models()["lessonside"]


def until(player: LessonPlayer) -> dict:
    """On to the next question."""
    for _ in range(20):
        if player.lesson.waits:
            return side(player)["ask"]
        player.do("next")
    raise AssertionError("no question came")


def test_which_several_tries_and_the_hint() -> None:
    player = made(BATTLE)
    asked = until(player)
    assert asked["kind"] == "which"
    assert asked["options"][0]["text"] == "Attack kos delos"
    player.do("next")
    assert "the question comes first" in player.error.lower()
    player.do("choose", i=1).do("check")
    asked = side(player)["ask"]
    assert asked["open"]
    assert asked["tries"] == 1
    assert "PG-BAT-001" in asked["said"]
    player.do("choose", i=3).do("enter")
    asked = side(player)["ask"]
    assert (asked["state"], asked["open"]) == ("later", False)
    assert [o["note"] for o in asked["options"]] == ["legal", "not legal", "legal", "not legal"]
    assert "two islands away" in asked["said"]
    player.do("choose", i=2)
    assert side(player)["ask"]["options"][1]["on"] is False
    at = player.lesson.at
    player.do("enter")
    assert player.lesson.at == at + 1
    assert side(player)["dashes"][at] == "later"
    player.close()


def test_a_move_is_made_and_graded() -> None:
    player = made()
    asked = until(player)
    assert asked["kind"] == "play"
    nodes = len(player.lesson.game.tree.nodes)
    m = player.trial
    assert m is not None
    labels = [o.label for o in m.decision.options]  # type: ignore[union-attr]
    wrong = next(i for i, o in enumerate(m.decision.options) if o.value == "end")  # type: ignore[union-attr]
    player.do("answer", i=wrong)
    assert side(player)["ask"]["tries"] == 1
    assert player.lesson.waits
    assert side(player)["decision"] is not None
    right = next(i for i, label in enumerate(labels) if "kos" in label.lower() and "raise" in label.lower())
    player.do("answer", i=right)
    asked = side(player)["ask"]
    assert (asked["state"], asked["said"]) == ("later", "Right. Kos is hers.")
    assert side(player)["decision"] is None
    assert len(player.lesson.game.tree.nodes) == nodes, "a trial is no line of the lesson"
    assert player.errors == []
    player.close()


def test_a_click_on_the_board_is_a_move() -> None:
    player = made()
    until(player)
    kos = next(a for a in player.boards["board"].table.board.areas if a.name == "Kos")
    player.do("pick", targets=[f"area:{kos.id}"])
    assert player.control is None or player.control.view_state.picked
    assert player.error == ""
    player.close()


def test_a_stale_click_is_not_the_move_of_another_question() -> None:
    player = made()
    until(player)
    assert player.control is not None
    stamp = player.parts["lessonside"].stamp
    player.do("show")  # and so the question is over
    for message in ({"do": "answer", "i": 0}, {"do": "press", "x": 0.5, "y": 0.5}, {"do": "key", "n": 1}):
        player._heard(None, {**message, "stamp": stamp}, None)
        assert "had changed before that click" in player.error
        player._heard(None, message, None)
        assert "had changed before that click" in player.error, "without a stamp"
        player.do("calm")
    player.boards["board"]._on_message(None, {"event": "pick", "target": "area:1", "stamp": stamp}, None)
    assert "had changed before that click" in player.error
    assert player.errors == []
    player.close()


def test_numbers_options_and_giving_up() -> None:
    player = made()
    until(player)
    player.do("show")
    assert side(player)["ask"]["state"] == "shown"
    assert player.control is None
    until(player)
    player.do("check", text="many")
    assert "no number" in player.error
    assert side(player)["ask"]["tries"] == 0
    player.do("hint")
    assert side(player)["ask"]["hint"] == "Between 3 and 4."
    player.do("check", text="3,5")
    assert side(player)["ask"]["state"] == "first"
    until(player)
    player.do("key", n=3).do("key", n=2)
    asked = side(player)["ask"]
    assert [(o["mark"], o["note"]) for o in asked["options"]] == [
        ("", ""),
        ("right", "right"),
        ("wrong", "your first try"),
    ]
    assert side(player)["points"] == [1, 2, 3]
    player.do("next")
    assert side(player)["over"]
    assert side(player)["rows"]
    assert any(r["say"] for r in side(player)["rows"])
    player.do("next")
    assert player.error == ""
    player.do("again")
    assert player.lesson.at == 0
    player.do("rule", id="PG-BAT-001")
    assert side(player)["rule"]["id"] == "PG-BAT-001"
    player.close()


def test_every_stop_is_plain_json_and_forward_and_back_agree() -> None:
    player = made(BATTLE)
    seen = []
    while True:
        if player.lesson.waits:
            player.do("show")
        seen.append(json.dumps(player.models()["lessonside"]["rows"]))
        if player.lesson.over:
            break
        player.do("next")
    for text in reversed(seen):
        assert json.dumps(side(player)["rows"]) == text
        player.do("back")
    assert player.errors == []
    assert player.error == ""
    player.close()


def test_leaving_and_coming_back() -> None:
    player = made()
    player.do("next")
    player.do("play")
    assert player.dashboard is not None
    game, told = player.dashboard.game, player.lesson.game
    assert game.position.log() == told.position.log()
    line = player.dashboard.regions["foot"].timeline
    assert len(told.tree.line(told.here)) > len(told.tree.path(told.here))
    assert (line["now"], line["branches"]) == (line["last"], [])  # nothing of what the lesson goes on with
    assert not game.can_redo
    lesson_nodes = len(told.tree.nodes)
    game.play(game.options[0])
    assert len(told.tree.nodes) == lesson_nodes
    assert len(player.widget.children) == 2
    dashboard = player.dashboard
    player.do("lesson")
    assert dashboard.closed
    assert len(player.widget.children) == 1
    player.do("play").close()
    assert player.closed


def test_unknown_messages_and_faults_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    player = made()
    for message in ("nonsense", {"do": 7}, {"do": "go", "at": 99}, {"do": "choose"}):
        player._heard(None, message, None)
        assert player.error
    assert player.parts["lessonbar"].lessonbar["error"] == player.error
    player.do("calm")
    assert player.parts["lessonbar"].lessonbar["error"] == ""
    player.close()


def test_closing_leaves_no_channel() -> None:
    before = set(_instances)
    player = made()
    assert set(_instances) - before
    player.close()
    player.close()
    assert set(_instances) == before


def test_what_cannot_be_opened(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("title = 1", encoding="utf-8")
    with pytest.raises(ScenarioError):
        LessonPlayer(tmp_path / "bad.toml")
    with pytest.raises(ValueError, match="renderer"):
        LessonPlayer(Lesson(scenario.read(TEXT)), renderer="oil")
    with pytest.raises(ValueError, match="theme"):
        LessonPlayer(Lesson(scenario.read(TEXT)), theme="sepia")


def test_a_list_of_lessons(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(TEXT, encoding="utf-8")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "b.toml").write_text(
        'title = "x"\ngame = "pocket"\n[[step]]\nplay = ["0", "0"]', encoding="utf-8"
    )
    (tmp_path / "c.toml").write_text("title = 3", encoding="utf-8")
    (tmp_path / "d.toml").write_bytes(BATTLE.read_bytes())
    found, faults = entries("pocket", tmp_path)
    assert [(e.name, e.asks) for e in found] == [("a.toml", 3), ("d.toml", 3)]
    assert len(faults) == 1
    (tmp_path / "deep" / "lesson_1.toml").write_text(TEXT, encoding="utf-8")
    assert [e.name for e in entries("pocket", tmp_path)[0]] == ["deep/lesson_1.toml", "a.toml", "d.toml"]
    (tmp_path / "deep" / "lesson_1.toml").unlink()
    shown = lessons("pocket", tmp_path, renderer="svg")
    assert len(shown) == 2
    assert [e.name for e in shown] == ["a.toml", "d.toml"]
    shown.do("open", i=1)
    first = shown.player
    assert first is not None
    assert first.lesson.scenario.name == "d.toml"
    assert shown.models()["lessonlist"]["rows"][1]["on"]
    shown.do("open", i=0)
    assert first.closed
    shown.do("open", i=9)
    assert "not in the list" in shown.error
    assert shown.player is not None
    shown.do("readings", i=0)
    assert shown.error == ""
    assert shown.player is None
    assert shown.twice is not None
    assert shown.twice.view_state.readings is not None
    assert [row["on"] for row in shown.models()["lessonlist"]["rows"]] == [True, False]
    twice = shown.twice
    shown.do("open", i=1)
    assert twice.closed
    shown.close()
    assert shown.player is None
    assert shown.twice is None


def test_the_modules_parse(tmp_path: Path) -> None:
    import shutil
    import subprocess

    for cls in (LessonPlayer, type(lessons("pocket", BATTLE.parent, renderer="svg"))):
        for panel, place in cls.parts_at.items():
            code = module(panel, place, cls.script, cls.sheets, cls.kind)
            assert f"region({{ {panel} }}, " in code
            if node := shutil.which("node"):
                (tmp_path / "m.mjs").write_text(code, encoding="utf-8")
                done = subprocess.run([node, "--check", str(tmp_path / "m.mjs")], capture_output=True, check=False)
                assert done.returncode == 0, done.stderr


def test_dice_of_an_own_move_are_typed_as_faces_and_refused_in_a_wrong_number() -> None:
    text = """
title = "Three dice"
game = "pocket"
[[step]]
play = ["0", "0", "attack kos delos", "done", "done"]
[[step]]
ask = { question = "Throw two hits.", kind = "play", answer = "2 hits" }
[[step]]
roll = ["6 5 1", "1 1 1"]
"""
    lesson = LessonPlayer(scenario.read(text))
    while lesson.control is None:
        lesson.do("next")
    lesson.do("faces", text="6 5")
    assert lesson.error == "2 faces for 3 dice."
    assert lesson.lesson.waits
    lesson.do("faces", text="6 5 1")
    assert lesson.error == ""
    assert not lesson.lesson.waits


def test_what_was_answered_is_handed_in_and_graded_again() -> None:
    player = made(BATTLE)
    asked = until(player)
    assert asked["kind"] == "which"
    player.do("choose", i=1).do("check")  # one of two: not so
    assert not player.lesson.progress.solved
    player.do("show")
    until(player)
    player.do("check", text="3")
    answers = player.answers("Ada")
    task = classwork.of_lesson(BATTLE)
    assert (answers.digest, answers.task) == (task.digest, task.name)
    graded = classwork.graded(classwork.read(classwork.dump(answers)), task)
    assert [mark.state for mark in graded.marks] == ["shown", "first", "open"]
    assert graded.notes == ()
    player.close()


def test_answers_leave_as_a_small_file_from_the_panel(monkeypatch: pytest.MonkeyPatch) -> None:
    player = made(BATTLE)
    sent: list[tuple[dict, list[bytes]]] = []
    monkeypatch.setattr(player.parts["lessonside"], "send", lambda said, buffers: sent.append((said, buffers)))
    until(player)
    assert not side(player)["answered"], "nothing to hand in yet"
    player.do("choose", i=1).do("check")
    assert side(player)["answered"]
    player.do("handin", name="  ")
    assert sent == []
    assert "name" in player.error
    player.do("handin", name="Ada\x07")
    assert sent == [], "a name can be printed"
    player.do("handin", name="Ada L.")
    ((said, (data,)),) = sent
    assert said == {"do": "save", "name": f"ada-l-{BATTLE.stem}.answers.json", "type": "application/json"}
    told = classwork.read(data.decode())
    assert (told.name, told.kind, told.task, len(told.rows[0].tries)) == ("Ada L.", "lesson", BATTLE.name, 1)
    for _ in range(classwork.MOST_TRIES + 5):
        player.do("choose", i=1).do("check")
        player.do("choose", i=1)
    player.do("handin", name="Ada")
    assert len(classwork.read(sent[-1][1][0].decode()).rows[0].tries) == classwork.MOST_TRIES, "it can be read again"
    player.close()
