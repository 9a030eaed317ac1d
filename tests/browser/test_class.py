"""A class: a learner hands in from the page of a lesson, a teacher sees where who is stuck, and nobody else does."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Serve
from theomachy.engine.authoring import classwork

pytestmark = pytest.mark.browser
LESSON = "lesson_temples.toml"
TEXT = """
title = "Temples"
game = "demigods"
players = ["Aglaia", "Bronteas"]
[setup]
phase = "Temples"
active = "Aglaia"
stacks = { D4 = "Aglaia: 8 population", G5 = "Bronteas: 8 population" }
[[step]]
say = "Here is one."
ask = { question = "Who may build?", kind = "what", options = ["Bronteas", "Aglaia"], answer = "Aglaia" }
[[step]]
say = "That was all."
"""
DESK = {"viewport": {"width": 1440, "height": 900}}


def test_answers_leave_from_the_lesson_and_stand_on_the_page_of_the_teacher(
    serve: Serve, tmp_path: Path, screenshot: Callable[..., Path]
) -> None:
    folder, lessons = tmp_path / "class", tmp_path / "lessons"
    folder.mkdir()
    lessons.mkdir()
    (lessons / LESSON).write_text(TEXT, "utf-8")
    server = serve.theomachy("--class", str(folder), "--scenarios", str(lessons))
    link = re.search(r"teaches it: (http\S+)", server.log.read_text("utf-8"))
    assert link is not None
    key = link[1].partition("#")[2]
    # The teacher's page is there before anybody has handed in.
    teacher = serve.open(server, link[1].removeprefix(f"{server.base}/"), **DESK)
    expect(teacher.page.get_by_text("there are no answers in")).to_be_visible()
    # A learner.
    shown = serve.open(server, f"?lesson=demigods/{LESSON}", **DESK)
    page = shown.page
    page.locator(".q").wait_for()
    assert page.locator(".handin").count() == 0, "nothing to hand in yet"
    page.keyboard.press("1")
    page.locator(".verdict.bad").wait_for()
    page.keyboard.press("2")  # before anything was clicked
    page.get_by_role("button", name="Hand in").click()
    expect(page.get_by_role("textbox", name="Your name")).to_be_focused()
    page.get_by_role("textbox", name="Your name").fill("Ada")
    screenshot("lesson-hand-in", page)
    with page.expect_download() as given:
        page.get_by_role("button", name="Hand in").click()
    assert given.value.suggested_filename == "ada-lesson_temples.answers.json"
    expect(page.locator(".handed")).to_have_text("ada-lesson_temples.answers.json is among your downloads.")
    given.value.save_as(folder / given.value.suggested_filename)
    found = classwork.load(folder / given.value.suggested_filename)
    marks = classwork.graded(found, classwork.of_lesson(lessons / LESSON))
    assert (marks.points, marks.notes) == ((0, 1, 1), ())
    # It stands on the teacher's page by itself, and after that is loaded anew.
    expect(teacher.page.locator(".cl-name")).to_have_text("Ada")
    teacher.page.reload()
    expect(teacher.page.locator(".cl-name")).to_have_text("Ada")
    assert teacher.page.url == link[1]
    screenshot("class", teacher.page)
    # Nobody else comes in: without the key, with another, by the words of the address alone.
    for other in ("", f"#{key[:-1]}", "#host"):
        stranger = serve.open(server, f"?table=class{other}")
        expect(stranger.page.get_by_role("alert")).to_contain_text("for its teacher")
        assert stranger.page.locator(".cl-page").count() == 0
    assert shown.errors == teacher.errors == []
    assert key not in server.log.read_text("utf-8").replace(link[0], "")
