"""A visitor's first minute on a served page, measured and as a film of screenshots: python -m tools.first_minute

He comes to the home page, picks a game and plays a bot; of every game the clicks and seconds until his first move has
been played are printed. Then a second person comes by the link of a seat.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from time import monotonic

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tests.browser import servers
from tests.browser.conftest import CHROMIUM_OPTIONS
from theomachy.engine.game.registry import games

FILE = Path(__file__).parents[1] / "docs" / "pictures" / "first_minute.webp"
LONG = 90_000  # milliseconds
SCREEN: ViewportSize = {"width": 1440, "height": 900}
SMALL, ACROSS, GAP, WORDS = (576, 360), 3, 16, 34  # pixels of a picture, pictures in a row, round them, for the words
FILMED = "Cthulhu Wars"
Seen = Callable[[str], None]


@dataclass(slots=True)
class Visit:
    """How many clicks and seconds it took from the address to a first move that has been played."""

    game: str
    clicks: int = 0
    seconds: float = 0.0


def first_move(page: Page, address: str, title: str, seen: Seen = lambda _: None) -> Visit:
    """Come, pick a game, play, and answer the first question of one's own as it is offered."""
    visit, begun = Visit(title), monotonic()
    page.set_default_timeout(LONG)
    page.goto(address)
    card = page.get_by_role("radio", name=f"Choose {title}")
    card.wait_for()
    seen("The page opens")
    if card.get_attribute("aria-checked") != "true":
        card.click()
        visit.clicks += 1
    expect(card).to_have_attribute("aria-checked", "true", timeout=LONG)
    seen(f"{title} is picked: one of you, the rest bots")
    page.get_by_role("button", name=f"Play {title}").click()
    visit.clicks += 1
    solid = page.locator("[data-panel=decision] .btn.solid")
    solid.first.wait_for()
    seen("The first decision, with what wins")
    asked = page.locator("[data-panel=decision]").inner_text()
    solid.first.click()
    visit.clicks += 1
    expect(page.locator("[data-panel=decision]")).not_to_have_text(asked, timeout=LONG, use_inner_text=True)
    visit.seconds = monotonic() - begun
    seen("Played: what came of it is told at the side")
    return visit


def second_person(browser: Browser, address: str, seen: Callable[[str, Page], None]) -> None:
    """A game with a friend who comes by the link of his seat, from a browser of his own."""
    host = browser.new_context(viewport=SCREEN).new_page()
    host.set_default_timeout(LONG)
    host.goto(address)
    host.get_by_role("radiogroup", name="Who plays Bronteas").get_by_role("radio", name="friend").click()
    host.get_by_role("radio", name="by a link").click()
    host.get_by_role("button", name="Play Demigods").click()
    host.get_by_role("button", name="Show the link of Bronteas").click()
    link = host.get_by_role("textbox", name="Link of Bronteas").input_value()
    seen("With a friend: the link of a seat", host)
    friend = browser.new_context(viewport=SCREEN).new_page()
    friend.set_default_timeout(LONG)
    friend.goto(link)
    friend.locator("canvas:visible").first.wait_for()
    friend.wait_for_timeout(2500)
    expect(host.get_by_text("Bronteas: here")).to_be_visible(timeout=LONG)
    seen("He opens it and sits there", friend)
    for page in (host, friend):
        page.context.close()


def film(frames: list[tuple[str, bytes]]) -> Image.Image:
    """Some screenshots in rows, each with its words below it."""
    rows = -(-len(frames) // ACROSS)
    wide, high = SMALL[0] + GAP, SMALL[1] + WORDS + GAP
    sheet = Image.new("RGB", (ACROSS * wide + GAP, rows * high + GAP), "#ffffff")
    pen, font = ImageDraw.Draw(sheet), ImageFont.load_default(17)
    for n, (words, data) in enumerate(frames):
        x, y = GAP + n % ACROSS * wide, GAP + n // ACROSS * high
        sheet.paste(Image.open(BytesIO(data)).convert("RGB").resize(SMALL, Image.Resampling.LANCZOS), (x, y))
        pen.rectangle((x - 1, y - 1, x + SMALL[0], y + SMALL[1]), outline="#c9c6bc")
        pen.text((x + 2, y + SMALL[1] + 7), f"{n + 1}  {words}", fill="#1f2328", font=font)
    return sheet


def main() -> None:
    """Measure all games, and take the film with one of them."""
    frames: list[tuple[str, bytes]] = []
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        browser = playwright.chromium.launch(executable_path=servers.chromium(), args=CHROMIUM_OPTIONS)
        with servers.theomachy(folder / "work", folder) as server:
            titles = [system.title for system in games().values()]
            for title in titles:
                context = browser.new_context(viewport=SCREEN)
                page = context.new_page()

                def take(words: str, page: Page = page) -> None:
                    page.wait_for_timeout(2500)
                    frames.append((words, page.screenshot()))

                visit = first_move(page, server.url(""), title)
                print(f"{title}: {visit.clicks} clicks, {visit.seconds:.1f} s")
                if title == FILMED:
                    page.goto("about:blank")
                    first_move(page, server.url(""), title, take)
                context.close()
            second_person(browser, server.url(""), lambda words, page: frames.append((words, page.screenshot())))
        browser.close()
    FILE.parent.mkdir(exist_ok=True)
    film(frames).save(FILE, quality=70, method=6)
    print(f"{FILE.name}: {len(frames)} pictures, {FILE.stat().st_size / 1024:.0f} KiB")


if __name__ == "__main__":
    main()
