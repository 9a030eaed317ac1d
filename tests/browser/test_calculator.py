"""The calculator by keyboard alone, on a page of its own: every figure has a name, and + and − change it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.answers import fights_of_games as small
from tests.browser.test_press import PAGE
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.position import Position
from theomachy_widgets.control import Controller
from theomachy_widgets.panels import module_of
from theomachy_widgets.present import ViewState, calculator, icons_of

pytestmark = pytest.mark.browser


def test_two_line_ups_are_read_and_changed_by_keyboard(page: Page) -> None:
    system, s, _ = small.cthulhu()
    control = Controller(Game(system, Position(system, s.copy()), seed=1), ViewState())
    control.do("calc")
    shown = calculator.model(control.moment)
    page.set_content("<!doctype html><body></body>")
    values = {"calculator": shown, "calcmap": {}, "icons": icons_of(shown), "theme": "light", "stamp": 1}
    page.evaluate(PAGE, [module_of("calc"), json.loads(json.dumps(values))])
    count = page.get_by_role("spinbutton", name="Starspawn")
    expect(count).to_have_attribute("aria-valuenow", "1")
    page.get_by_role("button", name="more Starspawn").click()
    frenzy = page.get_by_role("switch", name="Frenzy")
    frenzy.focus()
    page.keyboard.press("Space")
    page.get_by_role("radio", name="By hand").first.focus()
    page.keyboard.press("Enter")
    sent = page.evaluate("() => sent")
    assert [message["do"] for message in sent] == ["calccount", "calcpower", "calcpolicy"]
    assert (sent[0]["id"], sent[0]["by"], sent[1]["id"], sent[2]["k"]) == ("0:3", 1, "1:Frenzy", "hand")
    small_text = page.evaluate("""() => [...document.querySelectorAll('.theo *')].filter((e) =>
        [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())
        && e.tagName !== 'STYLE' && parseFloat(getComputedStyle(e).fontSize) < 11).length""")
    assert small_text == 0


def test_its_keys_are_heard_after_a_click_and_the_pin_is_drawn(serve: Any) -> None:
    """What was clicked is hidden then, and had the focus."""
    server = serve.library()
    system, s, _ = small.cthulhu()
    line = Game(system, Position(system, s.copy()), seed=1).line()
    page = serve.open(server, f"?position={line}").page
    page.locator(".calcopen").click(timeout=40_000)
    die = page.locator("[data-cdie='0']").first
    die.wait_for()
    expect(page.locator(".theo-calc:focus-within").first).to_be_attached()
    page.keyboard.press("d")
    expect(die).to_be_focused()
    page.keyboard.press("6")
    expect(die).to_have_attribute("title", "kill")
    expect(page.locator("[data-cdie='1']").first).to_be_focused()
    page.keyboard.press("Escape")
    page.locator(".calcopen").wait_for()
    page.wait_for_timeout(400)
    page.keyboard.press("k")
    die.wait_for()

    system, s, _ = small.heroes()
    line = Game(system, Position(system, s.copy()), seed=1).line()
    page.goto(server.url(f"?position={line}"))
    page.locator(".theo-box").first.focus(timeout=40_000)
    page.keyboard.press("k")
    pin = page.get_by_role("slider", name="Power in hand")
    expect(pin).to_have_attribute("aria-valuenow", "4")
    page.get_by_text("Exact: no dice").wait_for()  # nothing is drawn anew from now on
    pin.hover()
    box = pin.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + 20
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 150, y, steps=3)
    page.mouse.up()
    expect(pin).to_have_attribute("aria-valuenow", "3")
    pin.focus()
    page.keyboard.press("ArrowLeft")
    expect(pin).to_have_attribute("aria-valuenow", "2")
