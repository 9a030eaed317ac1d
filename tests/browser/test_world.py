"""The world of the Gods War in a real browser: each kind of place and thing answers where a person would click."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import theomachy as th
from tests.browser import servers
from tests.browser.driver import wait_drawn, wait_still
from tests.browser.servers import Server
from theomachy.engine.game.game import Game, Option
from theomachy_widgets.present import Moment, ViewState, focus, marks, on_board
from theomachy_widgets.present.decision import said
from theomachy_widgets.scene.build import Scene, build

pytestmark = pytest.mark.browser
EMPIRES = ["sky", "storm", "darkness", "chaos"]
Wanted = Callable[[Game, Option], bool]


def to_area(mask: Callable[[Game], int]) -> Wanted:
    return lambda game, option: (
        option.targets[0].startswith("area:") and bool(mask(game) >> int(option.targets[0][5:]) & 1)
    )


def piece(form: bool) -> Wanted:
    def wanted(game: Game, option: Option) -> bool:
        pieces = {p.target: p for p in game.table().pieces}
        return option.targets[0] in pieces and bool(pieces[option.targets[0]].form) == form

    return wanted


CASES: dict[str, Wanted] = {
    "land": to_area(lambda game: game.state.config.map.lands & ~(1 << game.state.config.map.isle)),
    "sea": to_area(lambda game: game.state.config.map.seas),
    "dome": to_area(lambda game: game.state.config.map.dome),
    "hell": to_area(lambda game: game.state.config.map.hell),
    "spike": to_area(lambda game: 1 << game.state.config.map.spike),
    "island": to_area(lambda game: 1 << game.state.config.map.isle),
    "unit": piece(False),
    "building": piece(True),
}


def asked(game: Game) -> str:
    assert game.decision is not None
    return said(game.decision)[0]


def scene_of(game: Game) -> Scene:
    moment = Moment(game, ViewState())
    return build(on_board(moment), marks(moment), width=900, focus=focus(moment))


def spot(scene: Scene, target: str) -> tuple[float, float] | None:
    """A point, in shares of the board, at which a pointer means this thing."""
    hit = scene.hit(target)
    if hit is None:
        return None
    if hit.disc is not None:
        return hit.disc[0] / scene.width, hit.disc[1] / scene.height
    x0, y0, x1, y1 = hit.box
    for i in range(1, 12):
        for j in range(1, 12):
            x, y = x0 + (x1 - x0) * i / 12, y0 + (y1 - y0) * j / 12
            around = ((x, y), (x - 6, y), (x + 6, y), (x, y - 6), (x, y + 6))
            if all(scene.at(*p)[:1] == (target,) for p in around):
                return x / scene.width, y / scene.height
    return None


def positions(folder: Path) -> dict[str, tuple[str, tuple[float, float], str]]:
    """Case -> what is asked, where to click, what is asked then; a save of each lies in the folder."""
    found: dict[str, tuple[str, tuple[float, float], str]] = {}
    for seed in range(40):
        game, hand = th.new("gods_war", seed=seed, empires=EMPIRES), random.Random(seed)
        while game.decision is not None and len(found) < len(CASES):
            for name, wanted in CASES.items():
                if name in found or game.decision.kind == "action":
                    continue
                option = next((o for o in game.options if len(o.targets) == 1 and wanted(game, o)), None)
                at = spot(scene_of(game), option.targets[0]) if option is not None else None
                if option is None or at is None:
                    continue
                game.save(folder / f"{name}.json")
                then = th.load(folder / f"{name}.json")
                before = asked(then)
                then.play(option.value).pass_pauses()  # as a table does on which nothing is hidden
                if then.decision is not None and asked(then) != before:
                    found[name] = before, at, asked(then)
            game.play(hand.choice(game.options).value)
        if len(found) == len(CASES):
            break
    return found


@pytest.fixture(scope="module")
def moments(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, dict[str, tuple]]]:
    folder = tmp_path_factory.mktemp("world")
    found = positions(folder)
    with servers.theomachy(folder / "work", folder) as server:
        yield server, found


def opened(server: Server, name: str, page: Page) -> Page:
    page.goto(server.url(f"?save={name}.json"), timeout=60_000)
    canvas = page.locator("canvas.theo-at-board")
    expect(canvas).to_be_visible(timeout=60_000)
    wait_drawn(canvas, 60)
    wait_still(page, 60)
    return page


def click_at(page: Page, at: tuple[float, float]) -> None:
    """Click the board at a point given in shares of it."""
    box = page.locator("canvas.theo-at-board").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + at[0] * box["width"], box["y"] + at[1] * box["height"])


@pytest.mark.parametrize("name", CASES)
def test_a_click_where_it_lies_answers(
    name: str, moments: tuple[Server, dict[str, tuple]], new_context: Callable[..., BrowserContext]
) -> None:
    server, found = moments
    before, at, then = found[name]
    page = opened(server, name, new_context(viewport={"width": 1440, "height": 900}).new_page())
    question = page.locator(".theo .q").first
    expect(question).to_have_text(before, timeout=60_000)
    click_at(page, at)
    expect(question).to_have_text(then, timeout=60_000)


def test_why_not_is_asked_by_a_click_on_what_is_not_lit(
    moments: tuple[Server, dict[str, tuple]], new_context: Callable[..., BrowserContext]
) -> None:
    server, _ = moments
    game = th.load(server.root / "dome.json")
    page = opened(server, "dome", new_context(viewport={"width": 1440, "height": 900}).new_page())
    page.get_by_role("button", name="Why not").click()
    field = page.locator(".field input:visible").first
    field.fill("move")
    field.press("Enter")
    seat = game.decision.player if game.decision is not None else 0
    empty = next(area for area in game.table().board.areas if not game.state.on[seat] >> area.id & 1 and area.polygons)
    at = spot(scene_of(game), empty.target)
    assert at is not None
    click_at(page, at)
    expect(page.get_by_text("not possible").first).to_be_visible(timeout=60_000)
    expect(page.locator("option:checked", has_text=empty.name).first).to_be_attached()
