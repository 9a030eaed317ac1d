"""The pictures of the README, taken from the served product by a real Chromium: `make pictures`.

Each is a small walk that a person could take. They are kept small by a palette, since a repository remembers every
version of a picture.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

import theomachy as th
from tests.browser import servers
from tests.browser.conftest import CHROMIUM_OPTIONS
from theomachy.engine.authoring import scenario
from theomachy.engine.runtime.position import Position
from theomachy.play.run import record

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "pictures"
SCENARIOS = ROOT / "examples" / "scenarios"
LONG = 90_000  # milliseconds
COLOURS = 200
TO_TOP = "e => window.scrollTo(0, e.getBoundingClientRect().top + window.scrollY - 24)"


def saves(folder: Path) -> None:
    """What is opened: battles of two games, a field of two demigods, a hero and a hound, an age of gods, warlords."""
    battle = scenario.load(SCENARIOS / "cthulhu_wars" / "example_complex_battle_1.toml").run().game
    path = battle.tree.path(battle.here)
    asked = [battle.tree.nodes[node].position.decision for node in path]
    battle.go([node for node, ask in zip(path, asked, strict=True) if ask and ask.what == "retreat to"][-1])
    battle.save(folder / "battle.json")
    fords = (SCENARIOS / "demigods" / "the_fords.toml").read_text(encoding="utf-8")
    th.Editor.read(fords).game(seed=7).save(folder / "fords.json")
    scenario.load(SCENARIOS / "mythic_battles" / "two_roads_round_eleven.toml").run().game.save(folder / "hound.json")
    world = scenario.load(SCENARIOS / "gods_war" / "example_complex_battle.toml").run().game
    path = world.tree.path(world.here)
    asked = [world.tree.nodes[node].position.decision for node in path]
    world.go([node for node, ask in zip(path, asked, strict=True) if ask and ask.what == "takes a kill"][-1])
    world.save(folder / "world.json")
    age, hand = th.new("gods_war", seed=5, empires=["sky", "storm", "darkness", "chaos"]), random.Random(5)
    left = 14
    while age.decision is not None and (left := left - (age.decision.what == "move to")) > 0:
        does = [option for option in age.options if option.value != "drop"]
        age.play(hand.choice(does or list(age.options)).value)
    age.save(folder / "age.json")
    options = {"factions": ["mechanisms", "cultists", "gremlins"]}
    rounds = record("heroes", ["greedy-1"] * 3, seed=11, options=options)
    path = rounds.tree.path(rounds.here)
    rounds.go(next(node for node in path if building(rounds.tree.nodes[node].position)))
    rounds.save(folder / "rounds.json")


def building(position: Position) -> bool:
    """Does the first player, who is the one that looks, stand before many things to build, late in a game?"""
    asked = position.decision
    if asked is None or asked.what != "what to build or recruit" or position.state.round < 7:
        return False
    return asked.player == 0 and len(asked.options) > 4


def battle(page: Page) -> None:
    page.get_by_role("link", name="Open battle.json").click(timeout=LONG)
    drawn(page)


def why_not(page: Page) -> None:
    page.get_by_role("link", name="Open fords.json").click(timeout=LONG)
    drawn(page)
    page.get_by_role("button", name="Why not").click()
    field = page.locator(".field input:visible").first
    field.fill("attack f4 h5")
    field.press("Enter")
    page.get_by_text("not possible").first.wait_for(timeout=LONG)


def lesson(page: Page) -> None:
    page.get_by_role("link", name="Lessons of Cthulhu Wars", exact=True).click(timeout=LONG)
    page.locator('[data-lesson="lesson_07_first_battle.toml"]').click(timeout=LONG)
    drawn(page)
    while not page.locator("[data-choice]").count():
        page.get_by_role("button", name="Go on", exact=True).click()
        page.wait_for_timeout(800)
    page.get_by_text("lesson from the scenario").evaluate(
        "e => window.scrollTo(0, e.getBoundingClientRect().top + window.scrollY - 24)"
    )


def editor(page: Page) -> None:
    page.get_by_role("link", name="Edit the position of battle.json").click(timeout=LONG)
    drawn(page)


def sheet(page: Page) -> None:
    page.get_by_role("link", name="Open rounds.json").click(timeout=LONG)
    drawn(page)
    page.locator("[data-front]", has_text="Mechanisms").click()
    page.wait_for_timeout(5000)


def attack(page: Page) -> None:
    page.get_by_role("link", name="Open hound.json").click(timeout=LONG)
    drawn(page)


def sight(page: Page) -> None:
    attack(page)
    page.locator("[data-front]", has_text="Board").click()
    page.wait_for_timeout(4000)


def world(page: Page) -> None:
    page.get_by_role("link", name="Open world.json").click(timeout=LONG)
    drawn(page)


def age(page: Page) -> None:
    page.get_by_role("link", name="Open age.json").click(timeout=LONG)
    drawn(page)
    page.wait_for_timeout(8000)  # a whole world is painted anew for the night


def realm(page: Page) -> None:
    age(page)
    page.locator('[data-seat="1"]').first.click()
    page.wait_for_timeout(4000)


def drawn(page: Page) -> None:
    """Wait for the board, and for the frames that follow it."""
    page.locator("canvas.theo-at-board:visible, .theo-at-board canvas:visible").first.wait_for(timeout=LONG)
    page.wait_for_timeout(4000)


# name: (what is done, theme, height of the window)
PICTURES: dict[str, tuple[Callable[[Page], None], Literal["dark", "light"], int]] = {
    "battle": (battle, "dark", 1000),
    "why_not": (why_not, "light", 860),
    "lesson": (lesson, "light", 760),
    "editor": (editor, "light", 880),
    "sheet": (sheet, "light", 1000),
    "attack": (attack, "light", 980),
    "sanctuary": (sight, "dark", 900),
    "world": (world, "light", 960),
    "age": (age, "dark", 900),
    "realm": (realm, "light", 960),
}


def take(browser: Browser, address: str, name: str) -> None:
    """One picture, as a person of his own."""
    steps, theme, height = PICTURES[name]
    context = browser.new_context(
        viewport={"width": 1360, "height": height}, device_scale_factor=1.25, color_scheme=theme
    )
    page = context.new_page()
    page.goto(address, timeout=LONG)
    steps(page)
    page.mouse.move(2, 2)
    page.wait_for_timeout(1000)
    seen = Image.open(BytesIO(page.screenshot())).convert("RGB")
    # By the most different colours, not the most frequent: the small tokens must keep theirs.
    few = seen.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE)
    few.save(FOLDER / f"{name}.png", optimize=True)
    context.close()


def main() -> None:
    """Take all, or those that are named."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        saves(folder)
        browser = playwright.chromium.launch(executable_path=servers.chromium(), args=CHROMIUM_OPTIONS)
        with servers.theomachy(folder / "work", folder, "--scenarios", str(SCENARIOS)) as server:
            for each in sys.argv[1:] or PICTURES:
                take(browser, server.url(""), each)
        browser.close()


if __name__ == "__main__":
    main()
