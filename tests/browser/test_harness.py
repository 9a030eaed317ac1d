"""The harness itself, on a plain canvas: it opens what it says, clicks where it says, and sees what is there."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import TimeoutError as Late

from tests.browser import servers
from tests.browser.conftest import Serve
from tests.browser.driver import (
    Notebook,
    Watched,
    click_canvas,
    figures,
    hover_canvas,
    latency,
    notebook_of,
    pixel,
    wait_pixel,
)

# A plain canvas of 200 x 100, shown at half its size; a click paints a red square there and counts.
CELLS = [
    """
from ipycanvas import Canvas, hold_canvas
from ipycanvas.canvas import _CANVAS_MANAGER
clicks, hovers = [], []
canvas = Canvas(width=200, height=100, layout={"width": "100px", "height": "50px"})
def square(x, y, colour):
    with hold_canvas():
        canvas.fill_style = colour
        canvas.fill_rect(x - 10, y - 10, 20, 20)
def clicked(x, y):
    clicks.append((round(x), round(y)))
    square(x, y, "rgb(200, 30, 40)")
canvas.on_mouse_down(clicked)
canvas.on_mouse_move(lambda x, y: hovers.append((round(x), round(y))))
def background():
    _CANVAS_MANAGER._current_canvas = None
    with hold_canvas():
        canvas.fill_style = "rgb(20, 120, 220)"
        canvas.fill_rect(0, 0, 200, 100)
# In Voila the page comes after the cells: what was drawn before it is lost, and so is the word which canvas is meant.
canvas.on_client_ready(background)
background()
canvas
"""
]
BLUE, RED = (20, 120, 220), (200, 30, 40)

APP = """
import panel as pn
pn.extension()
button = pn.widgets.Button(name="strike")
said = pn.pane.Str("nothing yet")
button.on_click(lambda event: setattr(said, "object", "struck"))
pn.Column(button, said).servable()
"""


@pytest.mark.browser
def test_a_canvas_in_jupyterlab(notebook: Callable[..., Notebook], screenshot: Callable[..., Path]) -> None:
    book = notebook(CELLS)
    canvas = book.canvas()
    wait_pixel(canvas, 150, 50, BLUE)
    click_canvas(canvas, 150, 50)
    wait_pixel(canvas, 150, 50, RED)
    assert pixel(canvas, 20, 20)[:3] == BLUE
    book.wait_kernel("[abs(x - 150) < 3 and abs(y - 50) < 3 for x, y in clicks]", [True])
    hover_canvas(canvas, 30, 40)
    book.wait_kernel("abs(hovers[-1][0] - 30) < 3 and abs(hovers[-1][1] - 40) < 3", True)
    assert book.kernel_exec("print(len(clicks))") == "1\n"
    measured = figures(latency(canvas, [(40, 30), (60, 60), (80, 30)]))
    assert measured.count == 3
    assert 0 < measured.median < 5000
    assert screenshot("harness-lab", book.page).stat().st_size > 10_000
    assert book.errors == []
    assert book.outside == []


@pytest.mark.browser
@pytest.mark.nightly
def test_the_harness_fails_where_it_should(notebook: Callable[..., Notebook]) -> None:
    book = notebook(CELLS)
    with pytest.raises(AssertionError, match=r"is \(20, 120, 220, 255\), not \(200, 30, 40\)"):
        wait_pixel(book.canvas(), 150, 50, RED, seconds=0.5)
    with pytest.raises(RuntimeError, match="NameError"):
        book.kernel_eval("nobody")
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        book.kernel_exec("1 / 0")
    with pytest.raises(AssertionError, match="not 7"):
        book.wait_kernel("len(clicks)", 7, seconds=0.3)
    with pytest.raises(Late):
        latency(book.page.locator("canvas").first, [(500, 500)], seconds=0.5)
    with pytest.raises(AssertionError, match="ValueError: a bad cell"):
        notebook(["raise ValueError('a bad cell')"])


@pytest.mark.browser
def test_a_page_cannot_leave_the_machine(notebook: Callable[..., Notebook]) -> None:
    book = notebook(["1"])
    reached = book.page.evaluate("() => fetch('http://example.com/').then(() => true, () => false)")
    assert reached is False
    assert book.outside == ["http://example.com/"]


@pytest.mark.browser
@pytest.mark.nightly
def test_a_canvas_in_notebook_7_in_the_dark(notebook: Callable[..., Notebook], screenshot: Callable[..., Path]) -> None:
    book = notebook(CELLS, app="notebook", theme="dark")
    assert re.search("/notebooks/", book.page.url)
    click_canvas(book.canvas(), 150, 50)
    book.wait_kernel("len(clicks)", 1)
    background = "() => getComputedStyle(document.body).getPropertyValue('--jp-layout-color0')"
    assert book.page.evaluate(background).strip() in {"#111111", "#111", "var(--md-grey-900, #212121)"}
    screenshot("harness-notebook-dark", book.page)


@pytest.mark.browser
@pytest.mark.nightly
def test_a_canvas_in_voila(voila: Callable[..., Watched], screenshot: Callable[..., Path]) -> None:
    canvas = voila(CELLS).canvas()
    click_canvas(canvas, 150, 50)
    wait_pixel(canvas, 150, 50, RED)
    screenshot("harness-voila", canvas.page)


@pytest.mark.browser
@pytest.mark.nightly
def test_served_pages_in_two_sessions(serve: Serve, tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text(APP)
    server = serve.panel(tmp_path / "app.py")
    first, second = serve.open(server, "app"), serve.open(server, "app")
    first.page.get_by_role("button", name="strike").click()
    first.page.get_by_text("struck").wait_for()
    second.page.get_by_text("nothing yet").wait_for()
    assert first.outside == []


@pytest.mark.browser
@pytest.mark.nightly
def test_voila_as_a_server_of_its_own(serve: Serve, tmp_path: Path) -> None:
    (tmp_path / "a.ipynb").write_text(notebook_of(CELLS))
    wait_pixel(serve.open(serve.voila(tmp_path / "a.ipynb")).canvas(), 150, 50, BLUE)


def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    (tmp_path / "app.py").touch()
    with pytest.raises(RuntimeError, match=r"(?s)ended with .*--no-such-option"):
        with servers.panel(tmp_path / "work", tmp_path / "app.py", "--no-such-option"):
            raise AssertionError("it started")


def test_without_chromium_a_test_fails_and_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(FileNotFoundError, match="chromium"):
        servers.chromium()


def test_figures() -> None:
    told = figures([5.0, 1.0, 3.0])
    assert (told.least, told.median, told.p95, told.most) == (1.0, 3.0, 5.0, 5.0)
    assert figures([float(n) for n in range(1, 101)]).p95 == 95.0
    assert str(told) == "n=3 min=1 median=3 p95=5 max=5 ms"
