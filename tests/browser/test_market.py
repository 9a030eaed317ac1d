"""A market of all boxes in a real browser: one row that scrolls, with what can be had first."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.conftest import Serve
from tests.cthulhu_wars.scene import AR, EA, table
from theomachy.engine.game.game import Game
from theomachy.games.cthulhu_wars.powers import AWAKENED, SOLD

pytestmark = [pytest.mark.browser, pytest.mark.nightly]


@pytest.mark.parametrize("phase", ["doom", "action"])
def test_each_market_is_one_row_in_which_what_can_be_had_comes_first(
    serve: Serve, tmp_path: Path, screenshot: Callable[..., Path], phase: str
) -> None:
    units = {"GC": {AR: "Acolyte, Cthulhu"}, "YS": {EA: "Acolyte"}}
    power = {"GC": 5 if phase == "action" else 1}
    p = table("GC YS BG", units, gates={AR: "GC"}, phase=phase, power=power, doom={"GC": 5},
              things=(*SOLD, *AWAKENED), cards={"Ghast": "YS"})  # fmt: skip
    Game(p.system, p, seed=1).save(tmp_path / "one.json")
    shown = serve.open(serve.theomachy(str(tmp_path / "one.json")), viewport={"width": 1440, "height": 900})
    page = shown.page
    rows = page.locator("[data-panel=lines] .lis")
    rows.first.wait_for()
    screenshot(f"market-{phase}", page)
    assert rows.count() == 2
    heights = rows.evaluate_all("all => all.map(x => x.getBoundingClientRect().height)")
    assert max(heights) < 40  # a line each, however many there are
    mine = rows.nth(0 if phase == "doom" else 1)
    order = mine.locator("[data-item]").evaluate_all(
        "all => all.map(x => x.querySelector('.li-who') ? 2 : x.matches('.pale') ? 1 : 0)"
    )
    assert order == sorted(order)  # what can be had now, then what cannot, then what somebody has
    assert {0, 1} <= {*order}
    page.set_viewport_size({"width": 1000, "height": 900})
    screenshot(f"market-{phase}-narrow", page)
    last = mine.locator("[data-item]").last
    last.scroll_into_view_if_needed()
    assert last.is_visible()
    assert shown.errors == []
