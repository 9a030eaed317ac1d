"""Things in a row beside the board: one that brings nothing has its name there, in full."""

from pathlib import Path

import pytest

import theomachy as th
from tests.browser.conftest import Serve

pytestmark = pytest.mark.browser

LONG = 60_000
RACES = ["ducks", "maidstone_archers", "vadeli", "giants", "boggles", "scorpion_folk"]


@pytest.mark.nightly
def test_each_elder_race_has_its_name(serve: Serve, tmp_path: Path) -> None:
    empires = ["sky", "storm", "darkness", "chaos", "invisible_god"]
    setup = {"phase": "action", "allies": {"Maidstone Archers": "SK"}}
    file = tmp_path / "evening.json"
    th.editor("gods_war", setup=setup, empires=empires, races=RACES).game().save(file)
    shown = serve.open(serve.theomachy(str(file)), viewport={"width": 1440, "height": 900})
    row = shown.page.locator('.lis[aria-label="Elder Races"] .li-n')
    row.first.wait_for(timeout=LONG)
    names = row.all_inner_texts()
    assert sorted(names) == ["Boggles", "Ducks", "Giants", "Maidstone Archers", "Scorpion Folk", "Vadeli"]
    assert row.evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth && one.clientHeight < 30)")
