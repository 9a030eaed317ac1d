"""A click is heard though its panel has something new to show between press and release."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.engine.walks import game
from theomachy_widgets.panels import module_of
from theomachy_widgets.present import Moment, ViewState, models

pytestmark = pytest.mark.browser
# A region alone on a page: `show` is the kernel that sends a model, `sent` is what the kernel would hear.
PAGE = """async ([code, values]) => {
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  const region = (await import(url)).default, heard = {};
  window.sent = [];
  const model = {
    get: (name) => values[name],
    on: (name, f) => { heard[name] = f; },
    off: () => {},
    send: (message) => window.sent.push(message),
  };
  window.show = async (name, value) => {
    values[name] = value;
    heard[`change:${name}`]();
    for (let k = 0; k < 3; k += 1) await new Promise(requestAnimationFrame);
  };
  region.render({ model, el: document.body });
}"""


def shown(answers: int) -> tuple[dict[str, object], str]:
    """The models of a game after so many answers, and where its line says that one stands."""
    found = game(seed=3)
    for _ in range(answers):
        found.play(found.options[0])
    all_ = models(Moment(found, ViewState()))
    return all_, json.dumps(all_["timeline"])


def test_a_click_on_a_panel_that_is_about_to_be_redrawn_is_heard(page: Page) -> None:
    (first, _), (_, later) = shown(3), shown(4)
    page.set_content("<body></body>")
    values = {**first, "icons": {}, "theme": "light", "stamp": 1}
    page.evaluate(PAGE, [module_of("foot"), json.loads(json.dumps(values))])
    button = page.get_by_role("button", name="To the beginning")
    old = button.element_handle()
    button.hover()
    page.mouse.down()
    page.evaluate(f"() => show('timeline', {later})")
    assert old.evaluate("e => e.isConnected"), "it waits for the release"
    page.mouse.up()
    page.wait_for_function("() => sent.length")
    assert [message["do"] for message in page.evaluate("() => sent")] == ["jump"]
    page.wait_for_function("e => !e.isConnected", arg=old)


def test_who_drags_or_holds_on_sees_what_has_come(page: Page) -> None:
    (first, early), (_, later) = shown(3), shown(4)
    page.set_content("<body></body>")
    values = {**first, "icons": {}, "theme": "light", "stamp": 1}
    page.evaluate(PAGE, [module_of("foot"), json.loads(json.dumps(values))])
    button = page.get_by_role("button", name="To the beginning")
    for told, go_on in ((later, lambda: page.mouse.move(400, 300)), (early, lambda: None)):
        old = button.element_handle()
        button.hover()
        page.mouse.down()
        page.evaluate(f"() => show('timeline', {told})")
        assert old.evaluate("e => e.isConnected")
        go_on()
        page.wait_for_function("e => !e.isConnected", arg=old, timeout=3_000)
        expect(button).to_be_visible()
        page.mouse.up()
    assert page.evaluate("() => sent") == []
