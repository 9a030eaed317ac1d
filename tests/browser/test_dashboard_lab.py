"""The dashboard in the real JupyterLab and in Voila: clicked, keyed, narrowed, reloaded, run again, measured."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.driver import Notebook, Watched, click_canvas, figures, latency, place

pytestmark = pytest.mark.browser

START = """
import random
import theomachy as th
from theomachy_widgets.dashboard import Dashboard
game = th.new("demigods", players=["Aglaia", "<b>Bronteas</b>"], seed=7)
rng = random.Random(3)
def walk_to(wanted, most=3000):
    for _ in range(most):
        if game.over or wanted(game):
            return
        game.play(rng.choice(game.options))
walk_to(lambda g: g.decision.kind == "action" and len(g.options) > 2 and g.system.moment(g.state)[0] > 6)
"""
PLAIN = [START, "dash = Dashboard(game); dash"]
LOG = "len(game.position.log())"


def spot(book: Notebook, target: str) -> tuple[float, float]:
    """The middle of an area in the canvas's own pixels."""
    x, y = json.loads(
        book.kernel_eval(f"__import__('json').dumps(dash.board.scene.ground.centre({target.split(':')[1]}))")[1:-1]
    )
    return 2 * x, 2 * y


def test_options_keys_and_the_board_answer(notebook: Callable[..., Notebook], screenshot: Callable[..., Path]) -> None:
    book = notebook(PLAIN, viewport={"width": 1600, "height": 1300})
    page = book.page
    options = page.locator(".opt")
    expect(options.first).to_be_visible()
    screenshot("dashboard-lab", page.locator(".theo-frame"))
    log = int(book.kernel_eval(LOG))
    # A click makes an option hot, the solid button answers.
    cells = page.locator(".jp-Notebook .jp-Cell").count()
    options.nth(1).click()
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    page.locator(".btn.solid").click()
    book.wait_kernel(f"{LOG} > {log}", True)
    # Keys: undo, redo, then b, which must name a branch and never insert a cell.
    page.keyboard.press("u")
    book.wait_kernel(LOG, log)
    page.keyboard.press("r")
    book.wait_kernel(f"{LOG} > {log}", True)
    page.keyboard.press("u")
    book.wait_kernel(LOG, log)
    page.keyboard.press("b")
    page.locator("input[data-keep=name]").fill("what if")
    page.keyboard.press("Enter")
    book.wait_kernel("dash.view_state.name", "what if")
    assert page.locator(".jp-Notebook .jp-Cell").count() == cells
    # A lit hex answers, or narrows.
    target = book.kernel_eval("next(o.targets[0] for o in game.options if o.targets)").strip("'")
    click_canvas(book.canvas(), *spot(book, target))
    book.wait_kernel(f"{LOG} > {log} or bool(dash.view_state.picked)", True)
    page.get_by_role("tab", name="Lines").click()
    expect(page.locator(".node").first).to_be_visible()
    page.get_by_role("tab", name="Rules").click()
    page.locator("input[data-keep=rules]").fill("monster")
    expect(page.locator(".list .line").first).to_contain_text("DG-")
    # A name with markup is shown as it was written.
    expect(page.locator(".pl", has_text="<b>Bronteas</b>")).to_be_visible()
    assert page.locator(".pl b").count() == 0
    assert book.kernel_eval("dash.control.faults") == "[]"
    assert (book.errors, book.outside) == ([], [])


def test_why_not_events_and_the_timeline(notebook: Callable[..., Notebook], screenshot: Callable[..., Path]) -> None:
    book = notebook(PLAIN, viewport={"width": 1600, "height": 1300}, theme="dark", color_scheme="dark")
    page = book.page
    page.get_by_text("Why not").click()
    page.locator("input[data-keep=why]").fill(book.kernel_eval("game.system.verbs[0]").strip("'") + " A1")
    page.keyboard.press("Enter")
    expect(page.locator(".req.bad").first).to_be_visible()
    page.locator(".req .rid").first.click()
    expect(page.locator(".rule-text")).to_be_visible()
    screenshot("dashboard-why-dark", page.locator(".theo-frame"))
    assert page.locator(".theo-box").get_attribute("data-theme") == "dark"
    book.wait_kernel("dash.board.theme", "dark")
    page.get_by_role("button", name="Close").first.click()
    page.locator("[data-aside=story]").click()
    page.locator("[data-event] button.act").first.click()
    book.wait_kernel("dash.view_state.event is not None", True)
    page.keyboard.press("Escape")
    book.wait_kernel("dash.view_state.event", None)
    here = book.kernel_eval("game.here")
    page.locator(".theo-box").focus()  # on the tab arrows go to its neighbours
    page.keyboard.press("ArrowLeft")
    book.wait_kernel(f"game.here != {here}", True)
    page.get_by_role("button", name="To the beginning").click()
    book.wait_kernel("game.here", 0)
    page.get_by_role("button", name="Play", exact=True).click()
    book.wait_kernel("game.here >= 2", True)
    page.get_by_role("button", name="Pause", exact=True).click()
    page.get_by_role("button", name="To the end of the line").click()
    book.wait_kernel("game.here", int(here))
    assert book.errors == []


def test_a_reload_and_a_narrow_page(notebook: Callable[..., Notebook], screenshot: Callable[..., Path]) -> None:
    book = notebook(PLAIN, viewport={"width": 1500, "height": 1200})
    book.reload()
    page = book.page
    expect(page.locator(".opt").first).to_be_visible()
    log = int(book.kernel_eval(LOG))
    page.locator(".btn.solid").click()
    book.wait_kernel(f"{LOG} > {log}", True)
    page.set_viewport_size({"width": 900, "height": 1200})
    board, side = page.locator(".theo-at-board").first, page.locator(".theo-side")
    expect(side).to_be_visible()
    a, b = board.bounding_box(), side.bounding_box()
    assert a is not None
    assert b is not None
    assert b["y"] >= a["y"] + a["height"] - 40  # the side column goes below
    screenshot("dashboard-narrow", page.locator(".theo-frame"))
    assert book.errors == []


@pytest.mark.nightly
def test_a_click_is_drawn_in_time(notebook: Callable[..., Notebook], record_property: Callable[..., None]) -> None:
    book = notebook(PLAIN, viewport={"width": 1600, "height": 1300})
    canvas = book.canvas()
    # Two hexes that can be asked about: each click names the last argument anew and lights it.
    book.kernel_exec("dash.do('whyaction', i=0)")
    scene = json.loads(
        book.kernel_eval("__import__('json').dumps([dash.board.scene.ground.centre(a) for a in (33, 34, 44, 45)])")[
            1:-1
        ]
    )
    points = [(2 * x, 2 * y) for x, y in scene] * 7
    measured = figures(latency(canvas, points))
    print(measured)
    record_property("click to redraw", str(measured))
    assert measured.p95 < 400


def test_a_cell_that_is_run_again_leaves_no_channel_open(notebook: Callable[..., Notebook]) -> None:
    book = notebook(PLAIN)
    count = "len(__import__('comm').get_comm_manager().comms)"
    first = int(book.kernel_eval(count))
    for _ in range(6):
        book.command("notebook:run-cell")
        book.wait_ready()
    assert int(book.kernel_eval(count)) <= first
    assert book.kernel_eval("len(game._listeners)") == "1"
    expect(book.page.locator(".theo-box")).to_have_count(1)


def test_what_is_out_of_sight_is_drawn_when_it_comes_to_the_screen(notebook: Callable[..., Notebook]) -> None:
    book = notebook([START, "dash = Dashboard(game); dash", "below = Dashboard(game); below"])
    book.wait_kernel("(dash._on_screen, below._on_screen)", (True, False))
    book.page.wait_for_timeout(3300)  # a page tells what it shows a few times, and is drawn each time
    drawn, log = (int(book.kernel_eval(each)) for each in ("below.renders", LOG))
    book.page.locator(".btn.solid").first.click()
    book.wait_kernel(f"{LOG} > {log}", True)
    assert int(book.kernel_eval("below.renders")) == drawn
    book.page.locator(".theo-box").nth(1).scroll_into_view_if_needed()
    book.wait_kernel(f"below.renders > {drawn}", True)
    book.wait_kernel("below.regions['foot'].timeline == dash.regions['foot'].timeline", True)


def test_a_seat_has_nothing_hidden_in_the_page(notebook: Callable[..., Notebook]) -> None:
    book = notebook(
        [
            START,
            "walk_to(lambda g: g.state.hands[1] and g.decision.player == 0)",
            "dash = Dashboard(game, view=0); dash",
        ]
    )
    expect(book.page.locator(".theo-side")).to_be_visible()
    hand = "{{game.system.cards[c].name for c in game.state.hands[{}]}}"
    other = f"sorted({hand.format(1)} - {hand.format(0)})"
    names = json.loads(book.kernel_eval(f"__import__('json').dumps({other})")[1:-1])
    assert names
    state = book.kernel_eval("str(__import__('ipywidgets').Widget.get_manager_state()['state'])")
    shown = book.page.locator("[data-panel=hand]").inner_text()
    for name in names:
        assert name not in shown
        assert f"draws {name}" not in state
        assert name not in json.dumps(book.outputs())


def test_voila_without_panel(voila: Callable[..., Watched], screenshot: Callable[..., Path]) -> None:
    shown = voila(PLAIN, viewport={"width": 1400, "height": 1200})
    page = shown.page
    expect(page.locator(".btn.solid")).to_be_visible(timeout=60_000)
    asked = page.locator(".q").first.inner_text()
    where = page.locator("[data-panel=timeline] svg").first.get_attribute("aria-label")
    page.locator(".btn.solid").click()
    expect(page.locator("[data-panel=timeline] svg").first).not_to_have_attribute("aria-label", where or "")
    screenshot("dashboard-voila", page)
    assert asked
    assert shown.errors == []


def test_steps_marks_and_a_branch_from_a_roll(
    notebook: Callable[..., Notebook], screenshot: Callable[..., Path]
) -> None:
    battle = "walk_to(lambda g: any(t.dice for _, t in g.story(0)) and g.position.decision.player >= 0)"
    book = notebook([START, f"{battle}\ndash = Dashboard(game); dash"], viewport={"width": 1440, "height": 1250})
    page = book.page
    page.locator(".opt").first.wait_for()
    here, moment = book.kernel_eval("game.here"), "game.system.moment(game.state)[0]"
    turn = int(book.kernel_eval(moment))
    page.locator(".theo-box").focus()
    # The keys of the stepper: a round, a phase, an action back, and events within an answer.
    page.keyboard.press("Shift+T")
    book.wait_kernel(f"game.here < {here}", True)
    page.keyboard.press("t")
    book.wait_kernel("game.here", int(here))
    assert int(book.kernel_eval(moment)) == turn
    page.keyboard.press("Shift+ArrowLeft")
    book.wait_kernel("dash.view_state.event is not None", True)
    page.keyboard.press("Escape")
    book.wait_kernel("dash.view_state.event", None)
    # The buttons step by what the menu says.
    page.get_by_role("combobox", name="Step by").select_option("phase")
    book.wait_kernel("dash.view_state.by", "phase")
    page.get_by_role("button", name="Back one phase").click()
    book.wait_kernel(f"game.here < {here}", True)
    page.get_by_role("button", name="Forward one phase").click()
    book.wait_kernel("game.here", int(here))
    # The pen: a drag joins two areas, a click rings one; neither answers.
    page.keyboard.press("z")  # a fight is drawn larger: the whole board again, once its ground is painted
    book.wait_kernel("dash.board.scene.ground.focus", None)
    log = book.kernel_eval(LOG)
    page.keyboard.press("m")
    book.wait_kernel("dash.view_state.pen", True)
    canvas = book.canvas()
    (x0, y0), (x1, y1) = (place(canvas, *spot(book, f"area:{k}")) for k in (34, 45))
    page.mouse.move(x0, y0)
    page.mouse.down()
    page.mouse.move(x1, y1, steps=4)
    page.mouse.up()
    book.wait_kernel("game.tree.nodes[game.here].arrows", ((34, 45),))
    page.mouse.click(x0, y0)
    book.wait_kernel("len(game.tree.nodes[game.here].rings)", 1)
    screenshot("dashboard-marks", page.locator(".theo-frame"))
    page.keyboard.press("Escape")
    book.wait_kernel("dash.view_state.pen", False)
    assert book.kernel_eval(LOG) == log
    # A roll: the row stands the board there, the button goes before it, and the dice are set by hand.
    page.locator("[data-aside=story]").click()
    page.locator(".row", has=page.locator("svg.die")).last.locator("button.act").click()
    page.get_by_role("button", name="Branch from here").click()
    book.wait_kernel("game.dice_by_hand and game.position.decision.dice is not None", True)
    number = int(book.kernel_eval("game.position.decision.dice[1]"))
    lines = int(book.kernel_eval("len(list(game.tree.branches()))"))
    for face in (1, 6):
        page.locator("input[data-keep=faces]").fill(" ".join([str(face)] * number))
        page.keyboard.press("Enter")
        book.wait_kernel("len(dash.view_state.error)", 0)
        if int(book.kernel_eval("len(list(game.tree.branches()))")) > lines:
            break
        page.keyboard.press("ArrowLeft")
        book.wait_kernel("game.position.decision.dice is not None", True)
    book.wait_kernel(f"len(list(game.tree.branches())) > {lines}", True)
    assert book.errors == []
