"""No page with a board is higher than a screen: each game at its start, under way, in a fight, a sheet in front."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from tests.browser.conftest import Serve
from tests.browser.driver import Notebook, wait_still

pytestmark = pytest.mark.browser
MOST = 900
LIST = Path(__file__).parents[2] / "build" / "heights.txt"  # for whoever wants to read them
LAB, WIDE = 1440, 1900  # with its side bar; a wide page

HOLDER = """
import random
import ipywidgets
import theomachy as th
from theomachy_widgets.dashboard import Dashboard
from theomachy_widgets.present import Moment, ViewState

def under_way(slug, answers, fight=False, players=None):
    game, rng = th.new(slug, players=players, seed=5), random.Random(8)
    for n in range(2000):
        if n >= answers and not game.decision.hidden and (not fight or Moment(game, ViewState()).shown.fight):
            return game
        game.play(rng.choice(game.options))
    raise AssertionError(f"no such position of {slug}")

def battle():
    units = {"GC": {"Africa": "Cthulhu, 2 Starspawn"}, "BG": {"Africa": "2 Ghoul, Dark Young"}}
    setup = {"active": "GC", "units": units, "power": {"GC": 5, "BG": 4}}
    editor = th.editor("cthulhu_wars", factions=["great_cthulhu", "black_goat"], setup=setup)
    return editor.game(dice_by_hand=True).play("battle africa")

holder, shown = ipywidgets.VBox(), []
def show(game, **front):
    for each in shown:
        each.close()
    shown[:] = [Dashboard(game)]
    for what, k in front.items():
        shown[0].do(what, **({"k": k} if what == "front" else {"seat": k}))
    assert not shown[0].view_state.error, shown[0].view_state.error
    holder.children = [shown[0].widget]
holder
"""
PAGES = {
    "demigods, start": "show(th.new('demigods', players=3, seed=5))",
    "demigods, under way": "show(th.load(SAVE))",
    "cthulhu_wars, start": "show(th.new('cthulhu_wars', players=4, seed=5))",
    "cthulhu_wars, fight": "show(battle())",
    "heroes, under way": "show(under_way('heroes', 60, players=4))",
    "heroes, sheet": "show(shown[0].game, front='0')",
    "mythic_battles, draft": "show(th.new('mythic_battles', seed=5))",
    "mythic_battles, fight": "show(under_way('mythic_battles', 60, fight=True))",
    "mythic_battles, cards": "show(shown[0].game, front='cards')",
    "mythic_battles, board": "show(shown[0].game, front='board')",
    "gods_war, start": "show(th.new('gods_war', players=4, seed=5))",
    "gods_war, fight": "show(under_way('gods_war', 40, fight=True, players=4))",
    "gods_war, sheet": "show(shown[0].game, sheet=0)",
}
HIGH = "() => Math.round(document.querySelector('.theo-box').getBoundingClientRect().height)"


@pytest.mark.parametrize(
    "widths", [(LAB,), pytest.param((LAB, WIDE), marks=pytest.mark.nightly)], ids=["lab", "wide too"]
)
def test_no_page_with_a_board_is_higher_than_a_screen(
    widths: tuple[int, ...], notebook: Callable[..., Notebook]
) -> None:
    save = next((Path(__file__).parents[2] / "examples" / "saves" / "demigods").glob("*.json"))
    book = notebook([HOLDER], viewport={"width": widths[-1], "height": 900})
    page, found = book.page, dict[str, list[int]]()
    for name, code in PAGES.items():
        widths = widths[::-1]  # each page begins at the width at which the one before ended
        book.kernel_exec(code.replace("SAVE", repr(str(save))))
        page.locator(".theo-side .q, .ask1").first.wait_for(state="attached")
        high = {}
        for width in widths:
            page.set_viewport_size({"width": width, "height": 900})
            wait_still(page)
            high[width] = page.evaluate(HIGH)
        found[name] = [high[width] for width in sorted(high)]
    LIST.parent.mkdir(exist_ok=True)
    rows = [f"{name:28}" + "".join(f"{high:8}" for high in highs) for name, highs in found.items()]
    LIST.write_text("\n".join([f"{'page':28}" + "".join(f"{w:8}" for w in sorted(widths)), *rows, ""]))
    assert {name: highs for name, highs in found.items() if max(highs) > MOST} == {}
    assert book.errors == []


@pytest.mark.parametrize("game", ["demigods&preset=island", "mythic_battles&preset=clash"])
def test_a_served_page_fits_a_screen(serve: Serve, new_context: Callable[..., BrowserContext], game: str) -> None:
    server = serve.library()
    page = new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(server.url(f"?game={game}"), timeout=60_000)
    page.locator("canvas.theo-at-board").wait_for(timeout=60_000)
    wait_still(page, 60)
    page.wait_for_function("() => document.documentElement.scrollHeight <= 900", timeout=40_000)
