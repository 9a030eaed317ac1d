"""Independent Great Old Ones in a real browser: their row of cards, and the sheet of who has one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Serve
from tests.cthulhu_wars.scene import AR, EA, table
from theomachy.engine.game.game import Game

pytestmark = [pytest.mark.browser, pytest.mark.nightly]


def test_they_stand_in_a_row_with_who_has_them(serve: Serve, tmp_path: Path, screenshot: Callable[..., Path]) -> None:
    units = {"GC": {AR: "Acolyte, Cthulhu, Yig"}, "YS": {EA: "Acolyte"}}
    p = table("GC YS BG", units, gates={AR: "GC"}, things=("great_old_one_pack_1",), cards={"Yig": "GC"},
              card_spellbooks={"GC": "Yig"})  # fmt: skip
    Game(p.system, p, seed=1).save(tmp_path / "one.json")
    shown = serve.open(serve.theomachy(str(tmp_path / "one.json")), viewport={"width": 1440, "height": 900})
    page = shown.page
    row = page.get_by_role("list", name="Independent Great Old Ones")
    expect(row.locator("[data-item]")).to_have_count(5)
    expect(row.locator("[data-item=yig]")).to_contain_text("Great Cthulhu")
    screenshot("great-old-ones", page)
    assert shown.errors == []
