"""Other worlds in a real browser: chosen where a game is set up, drawn in their own light, answered by a click."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Serve
from tests.browser.driver import Watched, wait_drawn
from tests.cthulhu_wars.scene import table
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.position import Position

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

UNITS = {
    "GC": {
        "Tethys Ocean": "Cthulhu, Acolyte", "Iapetus Ocean": "2 Deep One, Acolyte", "Mhu Thulan": "Deep One, Acolyte",
        "K'naa": "Acolyte, Shoggoth", "Panthalassic Ocean": "Starspawn, Acolyte",
    },
    "CC": {
        "Lemuria": "Acolyte, Nyarlathotep, Flying Polyp", "Shamballah": "Nightgaunt",
        "Valusia": "Acolyte, Flying Polyp", "Sarnath": "Hunting Horror, Acolyte", "Eiglophian Mountains": "Nightgaunt",
    },
    "YS": {"Atlantis": "King in Yellow, Acolyte", "Poseidonis": "Acolyte, 3 Undead", "Rheic Ocean": "Byakhee"},
    "AN": {"Commoriom": "Reanimated, Acolyte", "Mnar": "Acolyte, Yothan", "Cimmeria": "Un-Man"},
    "WW": {"Lomar": "Rhan-Tegoth, 2 Wendigo", "Zobna": "Acolyte, Gnoph-Keh", "Antarctica": "Wendigo, Acolyte"},
}  # fmt: skip
COVERED = dict.fromkeys(("Lomar", "Tethys Ocean", "Atlantis", "Lemuria", "Commoriom"), "abandoned")
HELD = {"K'naa": "GC", "Panthalassic Ocean": "GC", "Valusia": "CC", "Poseidonis": "YS", "Mnar": "AN", "Zobna": "WW"}


def frozen() -> Position:
    """The fourth round on the board of five players: the Ancients say what freezes next."""
    markers = {"glacier": ", ".join([*COVERED, "Cimmeria"]), "cathedral": "Poseidonis, Yaddith-Gho, Mnar"}
    rest: dict[str, Any] = {"phase": "doom", "round": 4, "power": 3, "first": "AN", "doom": 14}
    return table("GC CC YS AN WW", UNITS, board="primeval_5p", gates=COVERED | HELD, markers=markers, **rest)


def opened(serve: Serve, place: Path, p: Position, size: tuple[int, int], theme: str) -> Watched:
    """A position on a served page, as soon as its board is drawn."""
    Game(p.system, p, seed=1).save(place / "one.json")
    width, height = size
    shown = serve.open(
        serve.theomachy(str(place / "one.json")), viewport={"width": width, "height": height}, color_scheme=theme
    )
    shown.page.locator("[data-option]").nth(1).wait_for()
    wait_drawn(shown.canvas())
    return shown


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844)], ids=lambda size: str(size[0]))
def test_two_areas_freeze_by_clicks_on_the_board(
    serve: Serve, tmp_path: Path, screenshot: Callable[..., Path], theme: str, size: tuple[int, int]
) -> None:
    shown = opened(serve, tmp_path, frozen(), size, theme)
    page, width = shown.page, size[0]
    expect(page.get_by_text("The Doom phase ends. Which area with a Glacier Glyph freezes?").first).to_be_visible()
    screenshot(f"primeval-{width}-{theme}", page)
    if width == 390:  # answered as every other question of a phone (`test_phone.py`)
        assert shown.errors == []
        return
    for name in ("Zobna", "K'naa"):
        page.locator("[data-option]").filter(has_text=name).dblclick()
    expect(page.get_by_text("8 Glaciers").first).to_be_attached()
    expect(page.get_by_text("What does Ancients do?").first).to_be_visible()
    wait_drawn(shown.canvas())
    screenshot(f"primeval-after-{width}-{theme}", page)
    assert shown.errors == []


def void() -> Position:
    """The example of Arctic Wind, on the board of five players: Windwalker's army is at the Lower Pole."""
    units = {
        "GC": {"Ocean Belt: Green": "Cthulhu, Acolyte, Deep One", "Hive of Ghorl": "Starspawn, 2 Acolyte"},
        "CC": {"Grey Portals": "Nyarlathotep, Acolyte", "Ocean Belt: Blue": "Flying Polyp, Acolyte"},
        "BG": {"Conical Domes": "Shub-Niggurath, Acolyte", "Ocean Belt: Violet": "2 Ghoul, Acolyte"},
        "YS": {"Tower of the Third Moon": "King in Yellow, Acolyte", "Grey Spires": "3 Undead, Acolyte"},
        "WW": {"Lower Pole": "Ithaqua, Rhan-Tegoth, 2 Wendigo, Acolyte", "City of Doom": "Gnoph-Keh, Acolyte"},
    }
    gates = {"Ocean Belt: Green": "GC", "Grey Portals": "CC", "Conical Domes": "BG", "Tower of the Third Moon": "YS"}
    gone = "The Worm that Gnaws in the Night, Haddathic Residue, Ocean Belt: Orange"
    worms = {"worm_2": "Tower of the Third Moon", "worm_4": "Lower Pole", "worm_6": "Ocean Belt: Yellow"}
    rest: dict[str, Any] = {"power": 6, "round": 4, "doom": 14, "markers": {"eradication": gone} | worms}
    return table("WW GC CC BG YS", units, board="shaggai_5p", gates=gates, books={"WW": "Arctic Wind"}, **rest)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844)], ids=lambda size: str(size[0]))
def test_a_world_with_holes_in_it(
    serve: Serve, tmp_path: Path, screenshot: Callable[..., Path], theme: str, size: tuple[int, int]
) -> None:
    shown = opened(serve, tmp_path, void(), size, theme)
    page, width = shown.page, size[0]
    screenshot(f"shaggai-{width}-{theme}", page)
    expect(page.get_by_text("3 areas gone").first).to_be_attached()
    assert shown.errors == []


def test_a_world_is_chosen_where_a_game_is_set_up(serve: Serve, screenshot: Callable[..., Path]) -> None:
    shown = serve.open(serve.theomachy(), viewport={"width": 1440, "height": 900})
    page = shown.page
    page.get_by_role("radio", name="Choose Cthulhu Wars").click()
    page.get_by_role("switch", name="Ready map").click()
    for _ in range(4):
        page.get_by_role("button", name="Add a seat").click()
    boards = page.get_by_label("Map", exact=True)
    expect(boards.locator("option")).to_contain_text(["Earth, 8 players", "Primeval Earth, 8 players"])
    boards.select_option(label="Primeval Earth, 8 players")
    screenshot("worlds-set-up", page)
    page.get_by_role("button", name="Play Cthulhu Wars").click()
    page.locator("[data-option]").nth(1).wait_for()
    assert "o.map=primeval_8p" in page.url
    wait_drawn(shown.canvas())
    screenshot("worlds-eight", page)
    assert shown.errors == []


DREAMERS = {
    "GC": {"Cerenarian Sea": "Cthulhu, Acolyte"}, "YS": {"Celephais": "King in Yellow, Acolyte"},
    "BG": {"Tower of Koth": "Ghoul, Acolyte", "Plain of Ghouls": "2 Acolyte"}, "BH": {"Sea of Pitch": "Bhole"},
    "ZG": {"Ulthar": "2 Zoog"},
}  # fmt: skip


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_click_on_the_other_sheet_leads_through_a_tunnel(
    serve: Serve, tmp_path: Path, screenshot: Callable[..., Path], theme: str
) -> None:
    gates = {"Celephais": "YS", "Tower of Koth": "BG", "Ulthar": "abandoned"}
    p = table("BG GC YS", DREAMERS, board="dreamlands_3p", gates=gates, power=5)
    p.play(("move",))
    p.play(next(unit for unit in p.decision.options if unit[1] == p.state.config.map.index["Tower of Koth"]))  # type: ignore[union-attr]
    shown = opened(serve, tmp_path, p, (1440, 900), theme)
    page = shown.page
    screenshot(f"dreamlands-{theme}", page)
    board = p.state.config.map.board
    x, y = board.areas[p.state.config.map.index["Enchanted Wood"]].label_at
    box = shown.canvas().bounding_box()
    assert box is not None
    page.mouse.dblclick(box["x"] + x / board.size[0] * box["width"], box["y"] + y / board.size[1] * box["height"])
    expect(page.get_by_text("moves from Tower of Koth to Enchanted Wood").first).to_be_attached()
    assert shown.errors == []


AGONY = {
    "GC": {
        "Hyperquarium (Sea)": "2 Deep One, Acolyte", "The Oubliette (Sea)": "Cthulhu, Shoggoth, 2 Deep One",
        "Barrier of Naach-Tith": "Acolyte",
    },
    "CC": {"Blue Hall": "2 Acolyte", "Black Hall": "Nyarlathotep, 2 Nightgaunt, Acolyte"},
    "YS": {"Floating Tower": "3 Acolyte, Undead", "Barrier of Naach-Tith": "King in Yellow, Acolyte"},
    "BG": {"Fountain (Sea)": "Acolyte, Ghoul", "Yr and the Nhhngr": "Acolyte, 2 Fungi from Yuggoth"},
    "SL": {"Chamber of Sn'gac": "Acolyte, Wizard", "Larvae of the Outer Gods": "Acolyte",
           "The Crawling Ones": "Wizard"},
}  # fmt: skip


def suffering() -> Position:
    """Sleeper keeps the Librarian in the Oubliette: Great Cthulhu suffers 4 Agony."""
    gates = {
        "Barrier of Naach-Tith": "YS", "Yr and the Nhhngr": "BG", "Larvae of the Outer Gods": "SL",
        "Floating Tower": "YS", "Blue Hall": "CC", "Guardian Under the Lake": "abandoned",
        "Gloomloft (Sea)": "abandoned",
    }  # fmt: skip
    cards = {"Barrier of Naach-Tith": "GC", "Yr and the Nhhngr": "BG", "Larvae of the Outer Gods": "SL"}
    p = table(
        "SL GC CC BG YS", AGONY, board="library_5p", gates=gates, cards=cards, round=4, doom=13, power=5,
        markers={"librarian": "The Oubliette (Sea)", "custodian": "Gloomloft (Sea)"},
        counters=[["SL", "silence", 1], ["GC", "silence", 1]],
    )  # fmt: skip
    p.play(("librarian", p.state.config.map.index["The Oubliette (Sea)"]))
    p.play(3)
    return p


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844)], ids=lambda size: str(size[0]))
def test_agony_is_paid_point_by_point(
    serve: Serve, tmp_path: Path, screenshot: Callable[..., Path], theme: str, size: tuple[int, int]
) -> None:
    shown = opened(serve, tmp_path, suffering(), size, theme)
    page, width = shown.page, size[0]
    expect(page.get_by_text("Great Cthulhu suffers 4 Agony").first).to_be_visible()
    screenshot(f"library-{width}-{theme}", page)
    if width > 390:
        page.locator("[data-option]").filter(has_text="Return Barrier of Naach-Tith").dblclick()
        expect(page.get_by_text("Great Cthulhu suffers 3 Agony").first).to_be_visible()
    assert shown.errors == []


STEERED = {
    "GC": {
        "Twin Desolations": "Cthulhu", "Tok'l Mines": "2 Deep One, Acolyte", "Ammonia Sea": "2 Deep One",
        "South Polar Sea": "Starspawn, Shoggoth, Acolyte", "Ghooric Zone": "2 Acolyte",
    },
    "CC": {
        "Laboratory": "3 Brain Cylinder, Flying Polyp", "Pyramid Slopes: North": "Acolyte, Nyarlathotep",
        "Pyramid Slopes: East": "Acolyte", "Watcher Postern": "Hunting Horror", "Round Towers": "Acolyte, Nightgaunt",
        "Pyramid Slopes: South": "Nightgaunt",
    },
    "BG": {
        "Slime Sea Overlook": "Acolyte, Dark Young", "West Slime Sea": "Shub-Niggurath",
        "North Slime Sea": "2 Slime Mold", "South Slime Sea": "Slime Mold",
        "Fungus Gardens": "Acolyte, Fungi from Yuggoth", "Cyclopean Bridges": "Acolyte",
        "Plain of Colossi": "2 Ghoul, Acolyte",
    },
    "YS": {
        "Methane Sea": "Hastur, King in Yellow, 2 Byakhee", "Windowless Towers": "2 Acolyte",
        "Landing Fields": "Acolyte", "Polar Sea": "2 Undead",
    },
    "BB": {
        "Moon": "Earth Cat, Bastet, 2 Cat from Mars", "Nitrogen Sea": "Cat from Uranus, Earth Cat",
        "Fungus Gardens": "Earth Cat", "Ammonia Sea": "Cat from Saturn", "Cyclopean Bridges": "Earth Cat",
    },
    "WP": {"Twin Desolations": "Watcher of the Green Pyramid"},
}  # fmt: skip


def steered() -> Position:
    """The Watcher stands in the Twin Desolations, with 7 dice; Black Goat is the first to steer it."""
    gates = {
        "Laboratory": "CC", "Pyramid Slopes: North": "CC", "Round Towers": "CC", "Slime Sea Overlook": "BG",
        "Fungus Gardens": "BG", "Windowless Towers": "YS", "Landing Fields": "YS", "South Polar Sea": "GC",
        "Ghooric Zone": "GC",
    }  # fmt: skip
    counters = [["table", "Watcher worn down", 5], ["table", "before the first turn", 5]]
    return table(
        "BG YS BB GC CC", STEERED, board="yuggoth_5p", gates=gates, phase="action", round=5, first="BG", power=6,
        doom=14, counters=counters, cards={"Slime Mold Loyalty Card": "BG"},
        books={"BG": "Frenzy, Red Sign", "YS": "Passion, Screaming Dead", "CC": "Madness, Abduct"},
    )  # fmt: skip


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844)], ids=lambda size: str(size[0]))
def test_the_watcher_is_steered_by_a_click(
    serve: Serve, tmp_path: Path, screenshot: Callable[..., Path], theme: str, size: tuple[int, int]
) -> None:
    shown = opened(serve, tmp_path, steered(), size, theme)
    page, width = shown.page, size[0]
    expect(page.get_by_text("Black Goat steers the Watcher: where does it go?").first).to_be_visible()
    screenshot(f"yuggoth-{width}-{theme}", page)
    if width > 390:
        page.locator("[data-option]").filter(has_text="Methane Sea").dblclick()
        expect(page.get_by_text("sends the Watcher from Twin Desolations to Methane Sea").first).to_be_attached()
    assert shown.errors == []
