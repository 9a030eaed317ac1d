"""The calculator by keyboard alone, on a page of its own: every figure has a name, and + and − change it."""

from __future__ import annotations

import json

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
