"""A click that a person made on a picture which is no longer true: never played for another seat, and told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.driver import Notebook, click_canvas

pytestmark = pytest.mark.browser

GAME = """
import random
import theomachy as th
from theomachy_widgets.dashboard import Dashboard
game = th.new("demigods", players=2, seed=7)
rng = random.Random(3)
def lit(g):
    return sorted({t for o in g.options for t in o.targets if t.startswith("area:")}) if g.position.decision else []
def asked_of_a_player(g):
    return g.position.decision is not None and g.position.decision.player >= 0 and len(g.options) > 2 and bool(lit(g))
while game.system.moment(game.state)[0] < 7 or not asked_of_a_player(game):
    game.play(rng.choice(game.options))
"""
# The kernel is busy until somebody has clicked, and the other player is quicker: it plays, and hears of the click only
# afterwards.
BUSY = """
import pathlib, time
for _ in range(600):
    if pathlib.Path({clicked!r}).exists():
        break
    time.sleep(0.1)
game.play(game.options[-1])
here = game.here
"""


@pytest.mark.parametrize("renderer", ["canvas", "svg"])
def test_a_click_that_comes_too_late_plays_nothing(
    notebook: Callable[..., Notebook], renderer: str, tmp_path: Path
) -> None:
    show = f"dash = Dashboard(game, renderer={renderer!r}); dash"
    book = notebook([GAME, show], viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page = book.page
    expect(page.locator(".opt").first).to_be_visible()
    target = book.kernel_eval("lit(game)[0]").strip("'")

    def click() -> None:
        if renderer == "svg":
            page.locator(f"[data-target='{target}']").dispatch_event("click")  # a piece may lie over its middle
        else:
            x, y = json.loads(book.kernel_eval(f"list(dash.board.scene.ground.centre({target.split(':')[1]}))"))
            click_canvas(book.canvas(), 2 * x, 2 * y)

    place = None
    if renderer == "canvas":  # asked before the kernel is busy
        centre = f"list(dash.board.scene.ground.centre({target.split(':')[1]}))"
        place = json.loads(book.kernel_eval(centre))
        book.canvas()
    clicked = tmp_path / "clicked"
    code = json.dumps(BUSY.format(clicked=str(clicked)))
    page.evaluate(
        f"""() => {{ window.jupyterapp.shell.currentWidget.sessionContext.session.kernel
        .requestExecute({{code: {code}, silent: false, store_history: false}}) }}"""
    )
    page.wait_for_timeout(300)
    if place is not None:
        click_canvas(book.canvas(), 2 * place[0], 2 * place[1])
    else:
        click()
    page.keyboard.press("Enter")
    clicked.touch()
    expect(page.locator(".strip-error")).to_contain_text("had changed before that click")
    assert book.kernel_eval("(game.here == here, dash.view_state.picked, dash.control.faults)") == "(True, [], [])"
    # The picture is the present one now: what is clicked there is done.
    book.wait_kernel("dash.regions['bar'].stamp == dash.view_state.stamp", True)
    before = book.kernel_eval("(game.here, dash.view_state.picked)")
    if book.kernel_eval("bool(lit(game))") == "True":
        target = book.kernel_eval("lit(game)[0]").strip("'")
        click()
    else:
        page.locator(".opt").first.dblclick()
    book.wait_kernel(f"(game.here, dash.view_state.picked) != {before}", True)
    expect(page.locator(".strip-error")).to_have_count(0)
    assert (book.errors, book.kernel_eval("dash.control.faults")) == ([], "[]")
