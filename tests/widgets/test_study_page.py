"""The page of a study without a browser: what it sends, what its clicks do, the one file, and what stays hidden."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import theomachy as th
from tests.engine.conftest import pocket_alone  # noqa: F401
from tests.engine.test_study import BATTLE, begun, told
from theomachy import classroom
from theomachy.engine.authoring import classwork
from theomachy.engine.authoring.lesson import Lesson
from theomachy.engine.authoring.study import Study
from theomachy.engine.errors import SaveError
from theomachy.engine.game.game import Game
from theomachy_widgets.class_page import ClassPage, class_html
from theomachy_widgets.dashboard import Dashboard
from theomachy_widgets.editor import PositionEditor
from theomachy_widgets.lesson import LessonPlayer
from theomachy_widgets.study import study_html
from theomachy_widgets.study_page import StudyPage

pytestmark = pytest.mark.usefixtures("no_widget_is_left")


def model(page: StudyPage) -> dict[str, Any]:
    return page.models()["study"]


def test_the_page_is_made_by_clicks_and_every_click_is_undone() -> None:
    page = StudyPage(told(), renderer="svg")
    before = page.study.save()
    page.do("editing").do("at", at=1)
    assert model(page)["chapters"][1]["draft"] is not None
    hits = model(page)["chapters"][1]["hits"]
    assert {"area", "piece"} <= {hit["t"].partition(":")[0] for hit in hits}
    page.do("write", n=2, key="text", text="**Now**").do("write", n=2, key="say", text="Look.")
    page.do("mark", n=2, kind="area", target="area:0").do("mark", n=2, kind="arrow", target="area:0", end="area:1")
    page.do("mark", n=2, kind="ring", target=next(hit["t"] for hit in hits if hit["t"].startswith("piece:")))
    asked = {"question": "Two?", "kind": "number", "options": [], "answer": ["2"], "hint": "", "why": ""}
    page.do("ask", n=2, i=0, **asked)
    assert page.study.answer(2, 1, "2").right
    page.do("rename", text="Other").do("move", n=2, to=1)
    assert not page.error
    first = model(page)["chapters"][0]
    assert first["blocks"] == [("p", [[("strong", "Now")]])]
    assert first["here"][-1]["text"] == "1 area, 1 circle and 1 arrow drawn by the author"
    assert first["questions"][0]["at"] == "1.1"
    assert len(first["draft"]["drawn"]) == 3
    page.do("unask", n=1, i=0).do("remove", n=1)
    assert len(page.study) == 1
    while model(page)["undo"]:
        page.do("undo")
    assert len(page.study) == 0, "the study itself was begun empty"
    while model(page)["redo"]:
        page.do("redo")
    assert len(page.study) == 1
    assert page.study.save() != before
    page.close()


def test_clicks_that_mean_nothing_become_a_sentence() -> None:
    page = StudyPage(told(), renderer="svg")
    text = page.study.save()
    for what, arguments in (
        ("write", {"n": 1, "key": "position", "text": "x"}),
        ("write", {"n": 9, "key": "text", "text": "x"}),
        ("mark", {"n": 1, "kind": "area", "target": "area:77"}),
        (
            "ask",
            {"n": 1, "i": 0, "question": "?", "kind": "number", "options": [], "answer": ["x"], "hint": "", "why": ""},
        ),
        ("unask", {"n": 1, "i": 7}),
        ("add", {"line": "theo1.nothing"}),
        ("open", {"text": "{}"}),
        ("bring", {"text": "{}"}),
        ("here", {}),
        ("moment", {"node": 0}),
    ):
        page.do(what, **arguments)
        assert page.error, what
        assert model(page)["error"] == "", "the error goes into the first panel by the cell"
        assert page.parts["study"].study["error"] == page.error  # type: ignore[attr-defined]
    assert page.study.save() == text
    assert page.errors == []
    page.close()


def test_it_is_kept_in_its_file_or_handed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "two.json"
    told().save(path)
    page = StudyPage(path, renderer="svg")
    page.do("write", n=1, key="title", text="Anew").do("save")
    assert th.study(path).chapters[0].title == "Anew"
    sent: list[tuple[dict[str, Any], bytes]] = []
    part = page.parts["study"]
    monkeypatch.setattr(part, "send", lambda message, buffers: sent.append((message, buffers[0])))
    page.open(told()).do("save").do("share")
    assert [(message["name"], message["type"]) for message, _ in sent] == [
        ("two_islands.json", "application/json"),
        ("two_islands.html", "text/html"),
    ]
    assert all(Study.read(data.decode()).save() == told().save() for _, data in sent)
    page.do("open", text=path.read_text("utf-8"))
    assert page.study.chapters[0].title == "Anew"
    page.close()


def test_moments_of_a_saved_game_are_chosen() -> None:
    game = begun()
    for _ in range(30):
        if not game.over:
            game.play(game.options[0])
    page = StudyPage(Study("pocket"), renderer="svg", editing=True)
    page.do("bring", text=game.save())
    moments = model(page)["brought"]["moments"]
    assert len(moments) >= 2
    page.do("moment", node=moments[-1]["node"])
    assert page.study.table(1) == game.copy().go(moments[-1]["node"]).table()
    page.close()


def test_a_board_an_editor_and_a_lesson_make_studies() -> None:
    game = begun()
    board = Dashboard(game, renderer="svg")
    board.do("study")
    assert board._study is not None
    game.play("0")
    board.do("study")
    assert len(board._study.study) == 2
    assert board._study.study.table(2) == game.table()
    board.close()

    watched = Dashboard(begun(), renderer="svg", view="spectator").do("study")
    assert watched._study is None
    assert "kept by a player" in watched.view_state.error
    watched.close()

    seated = Dashboard(begun(), renderer="svg", view=1).do("study")
    assert seated._study is not None
    assert seated._study.study.seat == 1
    seated.close()

    editor = PositionEditor("pocket", renderer="svg", players=2)
    editor.do("study").do("study")
    assert editor.study_page is not None
    assert len(editor.study_page.study) == 2
    editor.close()

    lesson = LessonPlayer(BATTLE, renderer="svg").do("study")
    assert lesson.study_page.study.asks == 3
    lesson.do("play").do("lesson")
    assert lesson.study_page in (lesson._below,), "the study is there again"
    lesson.close()


def test_one_plays_on_from_a_chapter_and_comes_back() -> None:
    page = StudyPage(told(), renderer="svg")
    page.do("play", n=2)
    assert page.playing
    assert page.dashboard is not None
    assert page.dashboard.game.table() == page.study.table(2)
    page.do("back")
    assert not page.playing
    page.close()


# -- the one file -----------------------------------------------------------------------------------------------------
def test_the_file_forbids_itself_all_but_its_own_and_holds_the_study(tmp_path: Path) -> None:
    study = told().write(1, text="</script><img src=x onerror=alert(1)> “é”", title="<b>One</b>")
    text = study_html(study, tmp_path / "one.html")
    assert th.study(tmp_path / "one.html").save() == study.save()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    assert policy is not None
    assert re.fullmatch(
        r"default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; img-src data:; base-uri 'none'; "
        r"form-action 'none'",
        policy[1],
    )
    assert text.count("<script") == text.count("</script>") == 3
    assert "<img" not in text
    assert "<b>One" not in text
    assert not re.search(r"https?://(?!www\.w3\.org)", text), "nothing is fetched from anywhere"
    held = json.loads(re.findall(r'id="study-drawn">(.*?)</script>', text, re.DOTALL)[0])["model"]
    assert [option["right"] for option in held["chapters"][0]["questions"][0]["options"]] == [True, False]
    with pytest.raises(SaveError, match="without a chapter"):
        study_html(Study("pocket"))
    with pytest.raises(ValueError, match="theme"):
        study_html(study, theme="sepia")


def test_moves_are_chosen_in_the_file_and_legal_commands_say_why_not() -> None:
    study = th.study("pocket")
    page = StudyPage(study, renderer="svg")
    study.add_lesson(Lesson(BATTLE))
    study.ask(1, "Raise an army on Kos.", "raise kos", kind="play")
    asked = model(page)["chapters"][0]["questions"]
    which, play = asked[0], asked[-1]
    assert all(bool(option["amiss"]) != option["right"] for option in which["options"])
    assert [option for option in play["options"] if option["right"]]
    assert sum(option["right"] for option in play["options"]) == 1
    page.close()


# -- secrets ----------------------------------------------------------------------------------------------------------
def with_hand(cards: str, seat: int | None) -> Study:
    words = {
        "players": ["Aglaia", "Bronteas"],
        "setup": {
            "phase": "Miracles",
            "active": "Aglaia",
            "stacks": {"D4": "Aglaia: 2 population", "G5": "Bronteas: 2 population"},
            "hands": {"Aglaia": "Plague", "Bronteas": cards},
        },
    }
    whole = th.study("demigods", title="Hands").add(words, "The hands")
    return th.study(whole.game(1), title="Hands", seat=seat)


@pytest.fixture
def all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()


@pytest.mark.usefixtures("all_games")
def test_a_study_of_a_seat_is_the_same_whatever_lies_hidden() -> None:
    one, other = with_hand("Flood", 0), with_hand("Famine", 0)
    assert one.save() == other.save()
    assert study_html(one) == study_html(other)
    assert "may know of each position, and nothing else" in one.holds()
    assert with_hand("Flood", None).save() != with_hand("Famine", None).save()
    assert "lies hidden" in with_hand("Flood", None).holds()
    raw = json.loads(with_hand("Flood", None).save()) | {"seat": 0}
    with pytest.raises(SaveError, match="holds more than the seat"):
        Study.read(json.dumps(raw))
    with pytest.raises(SaveError, match="holds more than the seat"):
        one.add(with_hand("Flood", 1).chapters[0].position)
    noted: Game = with_hand("Flood", None).game(1).note("Bronteas has Flood.")
    assert "Flood" not in one.add(noted).chapters[-1].text, "a note may tell what the seat does not know"


def test_a_class_is_a_page_without_scripts(tmp_path: Path) -> None:
    task = classwork.of_lesson(BATTLE)
    rows = [classwork.Row(task.asked[1].at, (("4",), ("3",)))]
    classwork.dump(classwork.claimed("<i>Ada</i>", task, rows), tmp_path / "ada.json")
    text = class_html(classroom.read(tmp_path, BATTLE.parent), tmp_path / "class.html")
    assert (tmp_path / "class.html").read_text("utf-8") == text
    assert "<script" not in text
    assert "&lt;i&gt;Ada" in text
    assert "<i>Ada" not in text
    assert "1 of 3" in text
    assert "most often “4”" in text
    assert "script-src" not in text


def test_a_class_in_a_cell_is_read_again_and_says_why_there_is_none(tmp_path: Path) -> None:
    page = ClassPage(tmp_path / "none", BATTLE.parent)
    assert "is no folder" in page._repr_html_()
    page = ClassPage(tmp_path, BATTLE.parent)
    before = page.stamp()
    assert "there are no answers" in page._repr_html_()
    task = classwork.of_lesson(BATTLE)
    classwork.dump(classwork.claimed("Ada", task, [classwork.Row(task.asked[1].at, (("3",),))]), tmp_path / "ada.json")
    assert page.stamp() != before
    shown = page._repr_html_()
    assert "1 learner, 1 task" in shown
    assert '[data-jp-theme-light="false"] .cl-page' in shown, "dark where JupyterLab is"
    assert page.panel()[0].object == page.body(), "without a server it is read at once"
    (tmp_path / "bad.json").write_text('{"format": "theomachy answers", "version": 9}', "utf-8")
    assert "bad.json: the answers are of version 9" in page.body()
