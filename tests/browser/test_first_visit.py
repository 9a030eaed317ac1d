"""Who comes for the first time plays a bot within a minute and three clicks; a friend comes by a link."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Serve
from theomachy.engine.game.registry import games
from tools.first_minute import first_move, second_person

pytestmark = [pytest.mark.browser, pytest.mark.nightly]


@pytest.mark.parametrize("slug", games())
def test_a_first_move_takes_a_minute_and_three_clicks(serve: Serve, slug: str) -> None:
    shown = serve.open(serve.library(), "", viewport={"width": 1440, "height": 900})
    visit = first_move(shown.page, shown.server.url(""), games()[slug].title)
    print(f"{visit.game}: {visit.clicks} clicks, {visit.seconds:.1f} s")
    assert visit.clicks <= 3
    assert visit.seconds < 60
    assert shown.errors == []


def test_a_second_person_comes_by_the_link_of_a_seat(serve: Serve, browser: Browser) -> None:
    seen = list[str]()

    def look(words: str, page: Page) -> None:
        seen.append(page.locator("[data-panel=decision]").inner_text() if "sits" in words else page.url)

    second_person(browser, serve.library().url(""), look)
    host, friend = seen
    assert "#" in host
    assert "Aglaia" in friend, "he is told for whom he waits"
