"""A real battle in the real JupyterLab: the board comes nearer, a person goes to the whole board and back, clicks mean
what is seen, and what has happened stands below."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.driver import Notebook, click_canvas, wait_pixel
from tests.widgets.fixtures import WEST_AFRICA

pytestmark = pytest.mark.browser

AFRICA = f"""
import theomachy as th
from theomachy_widgets.dashboard import Dashboard
game = th.editor("cthulhu_wars", **{WEST_AFRICA!r}).game(dice_by_hand=True)
dash = Dashboard(game); dash
"""
# A point of the board where the whole board shows water and the larger view land, far from borders, names and pieces.
POINT = """
from theomachy_widgets.scene import build
def seen_otherwise(focus):
    whole, near = build(game.table(), width=900), build(game.table(), width=900, focus=focus)
    def calm(scene, x, y):
        ring = {scene.area_at(x + dx, y + dy) for dx in (-30, 0, 30) for dy in (-14, 0, 14)}
        apart = all(abs(t.x - x) + abs(t.y - y) > 60 for t in scene.pieces)
        words = [s for s in scene.ground.shapes if type(s).__name__ == "Text"]
        return len(ring) == 1 and None not in ring and apart and all(abs(s.x - x) + abs(s.y - y) > 90 for s in words)
    kinds = {a.id: a.kind for a in game.table().board.areas}
    for x in range(100, 800, 6):
        for y in range(60, 440, 6):
            if calm(whole, x, y) and calm(near, x, y):
                a, b = whole.area_at(x, y), near.area_at(x, y)
                if kinds[a] == "ocean" and kinds[b] != "ocean":
                    return [x, y]
"""
HEXES = """
import random
import theomachy as th
from theomachy_widgets.dashboard import Dashboard
game = th.new("demigods", players=["Aglaia", "Bronteas"], seed=7)
rng = random.Random(2)
while not any("ttack" in o.label for o in game.options):
    game.play(rng.choice(game.options))
dash = Dashboard(game); dash
"""
FOCUS = "dash.board.scene.ground.focus"


def area(book: Notebook, name: str) -> int:
    return int(book.kernel_eval(f"next(a.id for a in game.table().board.areas if a.name == {name!r})"))


def spot(book: Notebook, where: int) -> tuple[float, float]:
    """Where the pieces of an area stand on the canvas, in its own pixels, as the board is seen now."""
    x, y = json.loads(book.kernel_eval(f"__import__('json').dumps(dash.board.scene.ground.centre({where}))")[1:-1])
    return 2 * x, 2 * y


def colour(book: Notebook, name: str) -> tuple[int, ...]:
    value = book.kernel_eval(f"dash.board.scene.ground.colours[{name!r}]").strip("'")
    return tuple(int(value[i : i + 2], 16) for i in (1, 3, 5))


def land(book: Notebook, x: float, y: float) -> tuple[int, ...]:
    """The paper of the land at a point of the canvas."""
    ground = "dash.board.scene.ground"
    fills = f"[c for c, rings in {ground}._fills().items() if __import__('theomachy_widgets.scene.geometry',"
    found = book.kernel_eval(f"{fills} fromlist=['inside']).inside({x / 2}, {y / 2}, rings)][0]").strip("'")
    return tuple(int(found[i : i + 2], 16) for i in (1, 3, 5))


@pytest.mark.parametrize("theme", [pytest.param("light", marks=pytest.mark.nightly), "dark"])
def test_a_battle_in_africa_is_seen_larger(
    notebook: Callable[..., Notebook], screenshot: Callable[..., Path], theme: str
) -> None:
    book = notebook([AFRICA], viewport={"width": 1600, "height": 1500}, theme=theme, color_scheme=theme)
    page, here = book.page, area(book, "West Africa")
    expect(page.locator(".opt").first).to_be_visible()
    assert book.kernel_eval(FOCUS) == "None"
    expect(page.locator(".btn.zoom:not(.slim)")).to_have_count(0)

    page.locator(".opt", has_text="Battle in West Africa").click()
    page.locator(".btn.solid").click()
    book.wait_kernel(FOCUS, here)
    whole = page.get_by_role("button", name="Show the whole board")
    expect(whole).to_be_visible()
    canvas = book.canvas()
    book.kernel_exec(POINT)
    x, y = (2 * v for v in json.loads(book.kernel_eval(f"seen_otherwise({here})")))
    wait_pixel(canvas, x, y, land(book, x, y), tolerance=10)

    whole.click()
    book.wait_kernel(FOCUS, None)
    wait_pixel(canvas, x, y, colour(book, "water"), tolerance=14)
    page.keyboard.press("z")
    book.wait_kernel(FOCUS, here)
    expect(whole).to_be_visible()

    for option in ("Absorb", "Deep One to Shoggoth", "Done"):
        page.locator(".opt", has_text=option).first.dblclick()
        page.wait_for_timeout(150)
    book.wait_kernel("game.decision.what", "battle dice")
    for faces in ("6 6 6 5 4 3 3 2 2 1 1", "6 4 3 1"):
        field = page.get_by_label(f"Faces of {len(faces.split())} dice")
        field.fill(faces)
        field.press("Enter")
    book.wait_kernel("game.decision.what", "takes a kill")
    region = page.get_by_role("region", name="Battle in West Africa")
    expect(region).to_contain_text("11 dice: 3 kills, 2 pains")
    expect(region).to_contain_text("Absorb: a Shoggoth eats Deep One")
    expect(region).to_contain_text("Devour: Cthulhu is not in this battle")
    expect(region.get_by_role("img", name="11 dice: 3 kills, 2 pains")).to_be_visible()
    book.kernel_exec(
        "wanted = {'takes a kill': ('Starspawn', 'Ghoul', 'Fungi'), 'takes a pain': ('Dark Young', 'Shoggoth')}\n"
        "while game.decision.what in wanted:\n"
        "    names = wanted[game.decision.what]\n"
        "    game.play(min(game.options, key=lambda o: not o.label.startswith(names)))"
    )
    book.wait_kernel("game.decision.what", "retreat to")
    expect(region.locator(".tag.kill")).to_contain_text("killed")
    assert int(book.kernel_eval(FOCUS)) == here
    screenshot(f"battle-earth-{theme}", page.locator(".theo-frame"))

    # A click on the larger board means what is seen there.
    log = int(book.kernel_eval("len(game.position.log())"))
    click_canvas(canvas, *spot(book, area(book, "South Atlantic")))
    book.wait_kernel(f"len(game.position.log()) > {log}", True)
    assert book.kernel_eval("game.position.log()[-1].answer") == str(area(book, "South Atlantic"))
    expect(region).to_contain_text("to South Atlantic")
    book.kernel_exec("while game.decision.what == 'retreat to': game.play(game.options[0])")
    book.wait_kernel(FOCUS, None)
    expect(page.locator(".btn.zoom:not(.slim)")).to_have_count(0)

    # An event of the battle brings its view back, and the choice of the whole board is remembered.
    page.locator(".row", has_text="retreats to South Atlantic").first.locator("button.act").click()
    book.wait_kernel(FOCUS, here)
    screenshot(f"battle-earth-event-{theme}", page.locator(".theo-frame"))
    page.get_by_role("button", name="Show the whole board").click()
    book.wait_kernel(FOCUS, None)
    page.locator(".row", has_text="takes a kill").first.locator("button.act").click()
    book.wait_kernel("dash.view_state.event is not None and dash.board.scene.ground.focus is None", True)
    page.get_by_role("button", name="Show the fight in West Africa larger").click()
    book.wait_kernel(FOCUS, here)
    assert book.kernel_eval("dash.control.faults") == "[]"
    assert (book.errors, book.outside) == ([], [])


def test_a_battle_between_hexes_is_seen_larger(
    notebook: Callable[..., Notebook], screenshot: Callable[..., Path]
) -> None:
    book = notebook([HEXES], viewport={"width": 1600, "height": 1500})
    page = book.page
    expect(page.locator(".opt").first).to_be_visible()
    book.kernel_exec("game.play(next(o for o in game.options if 'ttack' in o.label))")
    book.kernel_exec(
        "for _ in range(9):\n"
        "    if game.table().fight or game.decision.kind == 'yes': break\n"
        "    game.play(game.options[-1 if game.decision.kind == 'number' else 0])"
    )
    book.wait_kernel("game.table().fight is not None", True)
    book.wait_kernel(f"{FOCUS} == game.table().fight.area", True)
    expect(page.get_by_role("button", name="Show the whole board")).to_be_visible()
    screenshot("battle-hexes", page.locator(".theo-frame"))
    page.keyboard.press("Escape")
    page.locator(".theo-box").focus()
    page.keyboard.press("z")
    book.wait_kernel(FOCUS, None)
    assert book.kernel_eval("dash.control.faults") == "[]"
    assert (book.errors, book.outside) == ([], [])


def test_the_accessible_board_comes_nearer_too(notebook: Callable[..., Notebook]) -> None:
    book = notebook(
        [AFRICA.replace("Dashboard(game);", 'Dashboard(game, renderer="svg");')],
        viewport={"width": 1600, "height": 1500},
    )
    page, here = book.page, area(book, "West Africa")
    hits = page.locator(".theomachy-svg-board .th-hit")
    expect(hits.first).to_be_attached()
    many = hits.count()
    book.kernel_exec(
        "for answer in ('battle west africa', 'Done', '6 5 1 1 1 1 1 1 1', '6 5 1 1'):\n"
        "    game.play(answer)\n"
        "while game.decision.what.startswith('takes'):\n"
        "    game.play(game.options[0])"
    )
    book.wait_kernel("game.decision.what", "retreat to")
    book.wait_kernel(FOCUS, here)
    expect(hits).not_to_have_count(many)
    assert hits.count() < many, "what is out of the picture is out of reach"
    # A click on the neighbour that is seen larger.
    goal = area(book, "South Atlantic")
    x, y = (value / 2 for value in spot(book, goal))
    picture = page.locator(".theomachy-svg-board svg").bounding_box()
    assert picture is not None
    scale = picture["width"] / 900
    log = int(book.kernel_eval("len(game.position.log())"))
    page.mouse.click(picture["x"] + x * scale, picture["y"] + y * scale)
    book.wait_kernel(f"len(game.position.log()) > {log}", True)
    assert book.kernel_eval("game.position.log()[-1].answer") == str(goal)
    assert (book.errors, book.outside) == ([], [])
