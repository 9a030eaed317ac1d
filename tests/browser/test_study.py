"""A study made, presented and shared on the served page, and opened elsewhere without a kernel or a network."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import theomachy as th
from tests.browser.conftest import Serve
from theomachy.engine.authoring import classwork

pytestmark = pytest.mark.browser


def at(page: Page) -> str | None:
    return page.locator(".st-stage").get_attribute("data-at")


def test_a_study_is_made_presented_shared_and_opened_elsewhere(
    serve: Serve, tmp_path: Path, new_context: Callable[..., BrowserContext]
) -> None:
    shown = serve.open(
        serve.library(), "?newstudy=demigods", viewport={"width": 1440, "height": 900}, accept_downloads=True
    )
    page = shown.page
    # Who has no position yet is led to the editor of this game, which gives the line of one; the study stays open.
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Set up a position").click()
    editor = opened.value
    editor.get_by_role("button", name="Line", exact=True).click(timeout=60_000)
    expect(editor.get_by_role("textbox", name="The position as line")).to_have_value(re.compile(r"^theo1\.demigods\."))
    editor.close()
    # Made: two positions by their lines, a text, an area, an arrow and a question.
    game = th.new("demigods", players=2, seed=7, preset="island")
    first, second = game.line(), game.play("build c3").line()
    for n, line in enumerate((first, second), 1):
        if n > 1:
            page.locator("[data-do=adding]").click()
        page.get_by_role("textbox", name="Line of a position").fill(line)
        page.locator("[data-do=line]").click()
        expect(page.locator(".st-chapter")).to_have_count(n)
    page.locator("[data-chapter='1']").click()
    page.locator("textarea[data-keep=st-text]").fill("A **temple** [DG-TMP-001].")
    page.locator("input[data-keep=st-say]").fill("Six counters buy a temple.")
    page.locator("[data-tool=area]").click()
    c3 = next(area.target for area in game.table().board.areas if area.name == "C3")
    page.locator(f".st-pen [data-hit='{c3}']").click()
    expect(page.locator(".st-tools button", has_text="Wipe out")).to_be_visible()
    page.locator("[data-do=ask]").click()
    form = page.locator("[data-ask='0']")
    form.locator("input[data-keep^=st-question]").fill("What is built?")
    for k, text in enumerate(("a temple", "a wall")):
        form.locator(f"input[data-keep$='-{k}']").fill(text)
    # Whoever forgets to say which is right is told, and has lost nothing of what he has written.
    form.locator("[data-do=keep-question]").click()
    expect(form).to_contain_text("needs one answer that is right")
    expect(form.locator("input[data-keep^=st-question]")).to_have_value("What is built?")
    form.get_by_role("radio", name="Answer 1 is right").check()
    page.locator("[data-ask='0'] [data-do=keep-question]").click()
    expect(page.locator(".st-bar")).to_contain_text("2 chapters, 1 question")
    expect(page.locator(".st-ask")).to_have_count(1)
    # Presented: by keys alone, and back.
    page.get_by_role("button", name="Present").click()
    expect(page.locator(".st-say p")).to_have_text("Six counters buy a temple.")
    whole, screen = (page.locator(what).bounding_box() for what in (".st-as-stage", ".st-screen"))
    assert whole
    assert screen
    assert whole["height"] <= screen["height"] + 1, "the board is cut"
    for key, there in (("ArrowRight", "2"), ("Home", "1"), ("End", "2"), ("ArrowLeft", "1")):
        page.keyboard.press(key)
        assert at(page) == there, key
    page.keyboard.press("b")
    expect(page.locator(".st-stage.blank")).to_be_visible()
    page.keyboard.press("b")
    page.keyboard.press("Escape")
    expect(page.locator(".st-dialog")).to_be_hidden()
    # On paper, while the handout on the screen keeps its boards.
    page.get_by_role("button", name="Handout").click()
    page.locator("[data-do=print]").click()
    expect(page.frame_locator(".st-frame").locator(".st-paper-board .st-svg")).to_have_count(2)
    expect(page.locator(".st-paper-board .st-svg")).to_have_count(2)
    page.get_by_role("button", name="Back to the study").click()
    # Shared: one file.
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as loaded:
        page.locator("[data-do=share]").click()
    path = tmp_path / "shared.html"
    loaded.value.save_as(path)
    assert (shown.errors, shown.outside) == ([], [])
    study = th.study(path)
    assert (len(study), study.asks, study.chapters[0].areas) == (2, 1, (c3,))
    assert study.faults() == []
    # Opened elsewhere: no network, no kernel; answered, printed, handed in.
    away = new_context(offline=True, accept_downloads=True)
    other, errors = away.new_page(), list[str]()
    other.on("pageerror", lambda error: errors.append(str(error)))
    other.on("console", lambda said: errors.append(said.text) if said.type in ("error", "warning") else None)
    other.goto(path.as_uri())
    other.locator(".st-board svg").wait_for()
    other.keyboard.press("2")
    expect(other.locator(".verdict.bad")).to_contain_text("Not so.")
    other.keyboard.press("1")
    expect(other.locator(".verdict.good")).to_contain_text("Right.")
    other.get_by_role("textbox", name="Your name").fill("Ada")
    with other.expect_download() as given:
        other.get_by_role("button", name="Hand in").click()
    given.value.save_as(tmp_path / "ada.json")
    answers = classwork.load(tmp_path / "ada.json")
    assert answers.points == (0, 1, 1) == classwork.graded(answers, classwork.of_study(path)).points
    assert json.loads((tmp_path / "ada.json").read_text("utf-8"))["of"]["digest"] == classwork.of_study(path).digest
    other.emulate_media(media="print")
    expect(other.locator(".st-only-print .st-sheet")).to_have_count(2)
    expect(other.locator(".st-three")).to_be_hidden()
    for paper in ("A4", "Letter"):  # a sheet of questions and one of answers
        assert len(re.findall(rb"/Type /Page\b", other.pdf(format=paper))) == 2, paper
    assert errors == []
