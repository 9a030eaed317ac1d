"""The position editor with a person's steps: pick, click, see a fault, undo it, copy, play; light, dark and served."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator

from tests.browser import servers
from tests.browser.driver import Notebook, Watched, click_canvas, pixel, place, wait_changed, wait_pixel, wait_still
from theomachy_widgets.board import DENSITY

pytestmark = pytest.mark.browser

SET_UP = {
    "phase": "Battle",
    "turn": 11,
    "map": [
        "~~~~~~~~~~",
        "~~~FPP~~~~",
        "~PPPMFD~~~",
        "~RPPFPMMD~",
        "~DPPDFMPP~",
        "~~~PDSDFS~",
        "~PPMSDRDM~",
        "~~PD~~MFD~",
        "~~~~~~RFS~",
        "~~~~~~~P~~",
    ],
    "stacks": {
        "C3": "Aglaia: temple, 4 population",
        "D3": "Aglaia: 11 population",
        "F4": "Aglaia: 5 armies",
        "D4": "Aglaia: 2 armies, 6 population",
        "C7": "Aglaia: 5 population",
        "G4": "Bronteas: 2 armies",
        "H5": "Bronteas: temple, 3 armies, 2 population",
        "G7": "Bronteas: 12 population",
        "H8": "Bronteas: 9 population",
    },
    "hands": {"Aglaia": "Plague, 2 Fire", "Bronteas": "Abjuration"},
    "effects": {"F5": "Blight by Bronteas"},
}
CELLS = [
    "import theomachy as th\nfrom theomachy_widgets.editor import PositionEditor",
    f"""lab = PositionEditor("demigods", players=["Aglaia", "Bronteas"], name="The fords",
                     setup={SET_UP!r})
lab""",
]
# What Notebook 7 says of itself, whatever notebook it opens.
NOTEBOOK_7 = {
    "Cannot read properties of undefined (reading 'schema')",
    "Command 'filebrowser:open-path' not registered.",
}
BLUE = (9, 76, 137)


def spot(book: Notebook, area: str) -> tuple[float, float]:
    """The middle of an area in the canvas's own pixels."""
    found = book.kernel_eval(f"lab.board.scene.ground.centre(int(lab.editor.area({area!r}).split(':')[1]))")
    x, y = (float(part) for part in found.strip("()").split(","))
    return DENSITY * x, DENSITY * y


def box(page: Watched) -> Locator:
    found = page.page.locator(".theo-box").first
    found.wait_for()
    return found


def tool(book: Watched, name: str) -> Locator:
    return book.page.locator(f'[data-tool="{name}"]')


def test_a_person_makes_a_position(notebook: Callable[..., Notebook], screenshot: Callable[..., Path]) -> None:
    book = notebook(CELLS, viewport={"width": 1440, "height": 1250})
    page, canvas = book.page, book.canvas()
    box(book)
    page.get_by_text("Aglaia").first.wait_for()
    wait_still(page)

    # A piece is picked and placed: the board shows it.
    x, y = spot(book, "B4")
    before = pixel(canvas, x - 20, y + 4)
    tool(book, "counter:0:1").click()
    page.locator('[data-tool="counter:0:1"][aria-pressed="true"]').wait_for()
    click_canvas(canvas, x, y)
    book.wait_kernel("lab.editor.placed('Aglaia army', 'area:31')", 1)
    wait_pixel(canvas, x - 20, y + 4, BLUE, 45)  # the pointer is over it, which makes it paler
    assert pixel(canvas, x - 20, y + 4) != before
    click_canvas(canvas, x, y)
    book.wait_kernel("lab.editor.placed('Aglaia army', 'area:31')", 2)

    # Shift takes away, and so does the right button.
    page.keyboard.down("Shift")
    click_canvas(canvas, x, y)
    page.keyboard.up("Shift")
    book.wait_kernel("lab.editor.placed('Aglaia army', 'area:31')", 1)
    page.mouse.click(*place(canvas, x, y), button="right")
    book.wait_kernel("lab.editor.placed('Aglaia army', 'area:31')", 0)
    assert page.locator(".lm-Menu").count() == 0

    # An army at sea is a fault, said in a sentence with its rule, and lit.
    sea = spot(book, "A1")
    click_canvas(canvas, *sea)
    fault = page.locator('[data-fault="0"]')
    fault.wait_for()
    assert "Counters stand on A1, which is water" in fault.inner_text()
    assert "DG-MOV-005" in fault.inner_text()
    assert page.get_by_role("button", name="Play from here").is_disabled()
    fault.hover()
    page.wait_for_timeout(300)
    screenshot("editor-light", box(book))
    page.locator(".bar").first.hover()
    page.get_by_role("button", name="Undo").first.click()
    book.wait_kernel("lab.editor.violations", ())
    fault.wait_for(state="detached")

    # The rule of a check is told; a scenario is copied.
    page.get_by_role("button", name="Scenario").click()
    page.locator("textarea.text").wait_for()
    text = page.locator("textarea.text").input_value()
    assert text.startswith('title = "The fords"')
    book.kernel_exec(f"again = th.Editor.read({text!r})")
    assert (
        book.kernel_eval("again.system.to_json(again.state) == lab.editor.system.to_json(lab.editor.state)") == "True"
    )
    screenshot("editor-copied", box(book))

    # And the game begins here.
    page.get_by_role("button", name="Play from here").click()
    book.wait_kernel("lab.game is not None and lab.game.decision.prompt", "From which hex is an attack made?")
    page.get_by_text("attack", exact=False).first.wait_for()
    wait_still(page)
    screenshot("editor-playing", page)
    page.get_by_role("button", name="Edit").click()
    box(book).get_by_text("Position editor", exact=False).first.wait_for()
    assert book.kernel_eval("(lab.errors, lab.error, lab.board.errors, lab.dashboard)") == "([], '', [], None)"
    assert book.errors == []


def test_tabs_numbers_cards_and_keys(notebook: Callable[..., Notebook], screenshot: Callable[..., Path]) -> None:
    book = notebook(CELLS, theme="dark", viewport={"width": 1440, "height": 1250})
    page, canvas = book.page, book.canvas()
    book.wait_kernel("lab.shown", "dark")
    page.wait_for_timeout(500)
    page.get_by_role("tab", name="Cards", exact=True).click()
    card = tool(book, "hands:0:5")
    card.click()
    book.wait_kernel("lab.editor.tool('hands:0:5').value", 1)
    card.click(button="right")
    book.wait_kernel("lab.editor.tool('hands:0:5').value", 0)
    screenshot("editor-cards-dark", box(book))
    page.get_by_role("tab", name="Turn", exact=True).click()
    tool(book, "phase").get_by_text("Movement").click()
    book.wait_kernel("lab.editor.tool('phase').value", 6)
    field = page.get_by_label("Turn", exact=True).last
    field.fill("30")
    field.press("Enter")
    book.wait_kernel("lab.editor.state.turn", 30)
    screenshot("editor-turn-dark", box(book))
    page.get_by_role("tab", name="Ground", exact=True).click()
    tool(book, "terrain:2").wait_for()
    box(book).focus()
    page.keyboard.press("2")
    book.wait_kernel("lab.view_state.tool", "terrain:2")
    x, y = spot(book, "A1")
    before = pixel(canvas, x, y)
    click_canvas(canvas, x, y)
    book.wait_kernel("lab.editor.state.terrain[0]", 2)
    wait_changed(canvas, x, y, before)
    box(book).focus()
    page.keyboard.press("Escape")
    book.wait_kernel("lab.view_state.tool", "")
    click_canvas(canvas, *spot(book, "H5"))
    page.locator('[data-more="counter:1:1"]').click()
    book.wait_kernel("lab.editor.placed('Bronteas army', lab.editor.area('H5'))", 4)
    screenshot("editor-dark", box(book))
    box(book).focus()
    page.keyboard.press("u")
    book.wait_kernel("lab.editor.placed('Bronteas army', lab.editor.area('H5'))", 3)
    assert book.kernel_eval("(lab.errors, lab.board.errors)") == "([], [])"
    assert book.errors == []


EARTH = [
    CELLS[0],
    """lab = PositionEditor("cthulhu_wars", name="West Africa falls", setup={
    "units": {"GC": {"South Pacific": "3 Acolyte, Cthulhu", "Indian Ocean": "2 Acolyte, 2 Deep One",
                     "West Africa": "2 Starspawn, Shoggoth, Deep One"},
              "CC": {"North Asia": "Acolyte, Flying Polyp", "South Asia": "Acolyte, Nyarlathotep, 2 Nightgaunt"},
              "BG": {"West Africa": "Acolyte, 2 Dark Young, Ghoul", "Arabia": "Acolyte, Dark Young"},
              "YS": {"Europe": "2 Acolyte, King in Yellow, 3 Undead", "Scandinavia": "2 Byakhee, Acolyte"}},
    "gates": {"South Pacific": "GC", "North Asia": "CC", "West Africa": "BG", "Europe": "YS", "North Atlantic": ""},
    "power": {"GC": 6}, "doom": {"GC": 14}, "round": 5})
lab""",
]


def test_a_world_map(notebook: Callable[..., Notebook], screenshot: Callable[..., Path]) -> None:
    """The same editor on outlines, with gates, pools and tracks: one figure too many is told, lit and mended."""
    book = notebook(EARTH, viewport={"width": 1700, "height": 1300})
    page, canvas = book.page, book.canvas()
    tool(book, "units:0:1").click()
    page.locator('[data-tool="units:0:1"][aria-pressed="true"]').wait_for()
    for wanted in (1, 2):
        click_canvas(canvas, *spot(book, "Australia"))
        book.wait_kernel("lab.editor.placed('units:0:1', lab.editor.area('Australia'))", wanted)
    fault = page.locator('[data-fault="0"]')
    fault.wait_for()
    assert "Great Cthulhu has 5 of 4 Deep One" in fault.inner_text()
    for where in ("Indian Ocean 2", "West Africa 1", "Australia 2"):
        assert where in fault.inner_text()
    wait_still(page)
    screenshot("editor-earth", box(book))
    page.get_by_role("button", name="Fix").click()
    book.wait_kernel("lab.editor.violations", ())
    page.get_by_role("tab", name="Tracks", exact=True).click()
    page.locator('[data-more="power:0"]').click()
    book.wait_kernel("lab.editor.state.power[0]", 7)
    screenshot("editor-earth-tracks", box(book))
    page.get_by_role("tab", name="Books", exact=True).click()
    tool(book, "open:0:0").wait_for()
    screenshot("editor-earth-books", box(book))
    assert book.kernel_eval("(lab.errors, lab.board.errors)") == "([], [])"
    assert book.errors == []


@pytest.mark.nightly  # test_hosts shows an editor in both
def test_other_hosts(
    notebook: Callable[..., Notebook], voila: Callable[..., Watched], screenshot: Callable[..., Path]
) -> None:
    """Notebook 7 and Voila show the same editor, and a click is heard."""
    book = notebook(CELLS, app="notebook", viewport={"width": 1440, "height": 1250})
    canvas = book.canvas()
    tool(book, "counter:0:1").wait_for()
    click_canvas(canvas, *spot(book, "H5"))
    book.page.locator('[data-less="counter:1:1"]').click()
    book.wait_kernel("lab.editor.placed('Bronteas army', lab.editor.area('H5'))", 2)
    assert set(book.errors) <= NOTEBOOK_7
    shown = voila(CELLS, viewport={"width": 1440, "height": 1250})
    tool(shown, "counter:0:1").click(timeout=60_000)
    shown.page.locator('[aria-pressed="true"][data-tool="counter:0:1"]').wait_for()
    click_canvas(shown.canvas(), 140, 140)
    shown.page.locator('[data-fault="0"]').get_by_text("Counters stand on A1").wait_for()
    screenshot("editor-voila", shown.page)
    assert shown.errors == []


APP = f"""
import panel as pn
from theomachy_widgets.editor import PositionEditor
from theomachy_widgets.serve import ROUTES, stay_here
stay_here()
def page():
    return PositionEditor("demigods", players=["Aglaia", "Bronteas"], setup={SET_UP!r}).panel()
pn.serve({{"/": page}}, port=PORT, address="127.0.0.1", extra_patterns=ROUTES, show=False, verbose=False)
"""


def test_served_to_two_people(
    tmp_path: Path, new_context: Callable[..., BrowserContext], screenshot: Callable[..., Path]
) -> None:
    """A served page asks no other server, and each visitor has a position of his own."""
    port = servers.free_port()
    command = [sys.executable, "-c", APP.replace("PORT", str(port))]
    with servers.serving(command, tmp_path / "work", tmp_path, port, "") as server:
        people = []
        for _ in range(2):
            person = Watched(new_context(viewport={"width": 1440, "height": 1250}).new_page(), server)
            person.page.goto(server.url(""), timeout=60_000)
            person.canvas()
            tool(person, "counter:0:1").click(timeout=60_000)
            person.page.locator('[aria-pressed="true"][data-tool="counter:0:1"]').wait_for()
            people.append(person)
        click_canvas(people[0].canvas(), 90, 100)
        people[0].page.locator('[data-fault="0"]').wait_for()
        assert people[1].page.locator('[data-fault="0"]').count() == 0
        screenshot("editor-served", people[0].page)
        assert people[0].errors == people[1].errors == []
        assert people[0].outside == people[1].outside == []
