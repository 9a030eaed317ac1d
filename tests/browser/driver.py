"""What a browser test does with a page: run a notebook, ask its kernel, click a canvas, read a pixel, measure."""

import json
import math
import re
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, WebSocket
from playwright.sync_api import TimeoutError as Late

from tests.browser.servers import Server

Colour = tuple[int, int, int]

# The kernel's own "idle" is too early: before the session is ready a dialog asks for a kernel, and runs wait for it.
READY = """async () => {
  const session = window.jupyterapp.shell.currentWidget.sessionContext;
  await session.ready;
  const kernel = session.session?.kernel;
  return session.isReady && !session.hasNoKernel && !!kernel
    && kernel.status === 'idle' && kernel.connectionStatus === 'connected';
}"""

OPEN = "() => window.jupyterapp?.shell?.currentWidget?.content?.widgets?.length > 0"

ALL_RUN = """() => window.jupyterapp.shell.currentWidget.content.widgets
  .filter(cell => cell.model.type === 'code' && cell.model.sharedModel.getSource().trim())
  .every(cell => cell.model.executionCount !== null && cell.model.executionState !== 'running')"""

OUTPUTS = """() => window.jupyterapp.shell.currentWidget.content.widgets
  .filter(cell => cell.model.type === 'code').map(cell => cell.model.outputs.toJSON())"""

EVALUATE = """async (expression) => {
  const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const request = {code: '', silent: true, store_history: false, user_expressions: {value: expression}};
  const value = (await kernel.requestExecute(request).done).content.user_expressions.value;
  return value.status === 'ok' ? [true, value.data['text/plain']] : [false, value.ename + ': ' + value.evalue];
}"""

EXECUTE = """async (code) => {
  const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const future = kernel.requestExecute({code, silent: false, store_history: false});
  let printed = '', error = '';
  future.onIOPub = (message) => {
    if (message.header.msg_type === 'stream') printed += message.content.text;
    if (message.header.msg_type === 'error') error = message.content.ename + ': ' + message.content.evalue;
  };
  await future.done;
  return [printed, error];
}"""

RGBA = "(canvas, [x, y]) => Array.from(canvas.getContext('2d').getImageData(x, y, 1, 1).data)"

IS_COLOUR = """([canvas, x, y, colour, tolerance]) => {
  const found = canvas.getContext('2d').getImageData(x, y, 1, 1).data;
  return found[3] > 0 && colour.every((value, i) => Math.abs(value - found[i]) <= tolerance);
}"""

IS_DRAWN = """canvas => canvas.width && canvas.height
  && canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some(value => value)"""

STILL = """() => {
  const seen = [...document.querySelectorAll('canvas')].map((c) => c.width ? c.toDataURL('image/jpeg', 0.1).length : 0);
  const told = seen.join() + ' ' + document.body.scrollHeight + ' ' + document.body.innerHTML.length;
  const now = performance.now(), was = globalThis.stillSince;
  if (!was || was.told !== told) { globalThis.stillSince = {told, at: now}; return false; }
  return now - was.at >= 200;
}"""

# ipycanvas shows a frame by drawing its hidden canvas onto the visible one, so that call ends a redraw.
PROBE = """canvas => {
  if (canvas.probe) return;
  const context = canvas.getContext('2d');
  const probe = canvas.probe = {down: null, shown: []};
  const draw = context.drawImage.bind(context);
  context.drawImage = (...what) => {
    draw(...what);
    if (probe.down !== null) probe.shown.push(performance.now() - probe.down);
  };
  canvas.addEventListener('mousedown', () => { probe.down = performance.now(); probe.shown = []; }, true);
}"""


class Watched:
    """A page and what went wrong on it: errors of its scripts, errors on its console, addresses asked outside."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page = page
        self.server = server
        self.errors: list[str] = []
        self.console: list[str] = []
        self.outside: list[str] = []
        self.sockets: list[WebSocket] = []  # those that were opened after this
        page.on("websocket", lambda socket: self.sockets.append(socket))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self.console.append(message.text) if message.type == "error" else None)
        page.on("request", lambda request: self.note(request.url))

    def note(self, url: str) -> None:
        if not url.startswith((self.server.base, "data:", "blob:", "about:")):
            self.outside.append(url)

    def canvas(self, index: int = 0) -> Locator:
        """The board with this number among the canvases of the page, Bokeh's own left out; waits until it is drawn."""
        found = self.page.locator("canvas:not(.bk-layer):visible").nth(index)
        found.wait_for()
        wait_drawn(found)
        return found


class Notebook(Watched):
    """A notebook open in JupyterLab or Notebook 7."""

    def wait_ready(self, seconds: float = 60) -> None:
        """Wait until the kernel is there, connected and idle."""
        self.page.wait_for_function(OPEN, timeout=seconds * 1000)
        self.page.wait_for_function(READY, timeout=seconds * 1000)

    def command(self, name: str, **arguments: Any) -> None:
        """Run one of JupyterLab's commands and wait until it is done."""
        run = "([name, given]) => window.jupyterapp.commands.execute(name, given).then(() => null)"
        self.page.evaluate(run, [name, arguments])

    def run_all(self, seconds: float = 90) -> None:
        """Run every cell; raise AssertionError with the traceback if one of them fails."""
        # Not awaited: the command waits for ever behind a dialog, the look at the cells has a limit.
        self.page.evaluate("() => { window.jupyterapp.commands.execute('notebook:run-all-cells') }")
        try:
            self.page.wait_for_function(ALL_RUN, timeout=seconds * 1000)
        finally:
            self.check()
        self.wait_ready(seconds)

    def run_cell(self, id_: str) -> None:
        """What a person does: click into the cell, Shift and Enter; then wait until it has run."""
        found = "([id]) => window.jupyterapp.shell.currentWidget.content.widgets.findIndex(c => c.model.id === id)"
        number = self.page.evaluate(found, [id_])
        assert number >= 0, f"there is no cell {id_!r}"
        self.page.evaluate(
            """async ([n]) => {
              const notebook = window.jupyterapp.shell.currentWidget.content;
              notebook.activeCellIndex = n;
              await window.jupyterapp.commands.execute('notebook:run-cell');
            }""",
            [number],
        )
        self.check()

    def outputs(self) -> list[list[dict[str, Any]]]:
        """The outputs of each code cell, as in the notebook file."""
        found: list[list[dict[str, Any]]] = self.page.evaluate(OUTPUTS)
        return found

    def check(self) -> None:
        """Raise AssertionError if any cell shows an error: one in a callback stops nothing and is easily missed."""
        for number, outputs in enumerate(self.outputs(), 1):
            for output in outputs:
                if output["output_type"] == "error":
                    plain = re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(output["traceback"]))
                    raise AssertionError(f"cell {number}: {plain}")

    def kernel_eval(self, expression: str) -> str:
        """The repr of a Python expression in the notebook's kernel; RuntimeError if it raises there."""
        good, value = self.page.evaluate(EVALUATE, expression)
        if not good:
            raise RuntimeError(f"{expression}: {value}")
        return str(value)

    def kernel_exec(self, code: str) -> str:
        """Run Python statements in the notebook's kernel, return what they print; RuntimeError if they raise."""
        printed, error = self.page.evaluate(EXECUTE, code)
        if error:
            raise RuntimeError(error)
        return str(printed)

    def wait_kernel(self, expression: str, value: object, seconds: float = 40) -> None:
        """Wait until an expression in the kernel has this value; AssertionError with the last one otherwise."""
        found = "never asked"
        for _ in range(math.ceil(seconds / 0.1)):
            found = self.kernel_eval(expression)
            if found == repr(value):
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"{expression} is {found}, not {value!r}")

    def reload(self) -> None:
        """Save, then reload the page as a person would, and wait for the kernel, which goes on."""
        self.command("docmanager:save")
        self.page.reload()
        self.wait_ready()


def wait_drawn(canvas: Locator, seconds: float = 20) -> None:
    """Wait until a canvas shows anything at all."""
    canvas.page.wait_for_function(IS_DRAWN, arg=canvas.element_handle(), timeout=seconds * 1000)


def place(canvas: Locator, x: float, y: float) -> tuple[float, float]:
    """Where on the page a point of the canvas lies, however it is scaled by the style sheet."""
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    assert box is not None, "the canvas is not to be seen"
    width, height = canvas.evaluate("canvas => [canvas.width, canvas.height]")
    return box["x"] + x * box["width"] / width, box["y"] + y * box["height"] / height


def click_canvas(canvas: Locator, x: float, y: float) -> None:
    """Click with the mouse at a point given in the canvas's own pixels; exact to one pixel of the page."""
    canvas.page.mouse.click(*place(canvas, x, y))


def hover_canvas(canvas: Locator, x: float, y: float) -> None:
    """Move the mouse to a point given in the canvas's own pixels."""
    canvas.page.mouse.move(*place(canvas, x, y))


def pixel(canvas: Locator, x: float, y: float) -> tuple[int, int, int, int]:
    """Red, green, blue and alpha (0 to 255) at a point of the canvas, at this moment."""
    red, green, blue, alpha = canvas.evaluate(RGBA, [x, y])
    return red, green, blue, alpha


def wait_pixel(
    canvas: Locator, x: float, y: float, colour: Sequence[int], tolerance: int = 6, seconds: float = 10
) -> None:
    """Wait until a point of the canvas has this colour; AssertionError with the one that it has otherwise."""
    wanted = [canvas.element_handle(), x, y, list(colour[:3]), tolerance]
    try:
        canvas.page.wait_for_function(IS_COLOUR, arg=wanted, timeout=seconds * 1000)
    except Late:
        raise AssertionError(f"the pixel at {x}, {y} is {pixel(canvas, x, y)}, not {tuple(colour)}") from None


def wait_changed(canvas: Locator, x: float, y: float, before: Sequence[int], seconds: float = 10) -> None:
    """Wait until a point of the canvas has another colour than before."""
    changed = "([c, x, y, was]) => c.getContext('2d').getImageData(x, y, 1, 1).data.some((v, i) => v !== was[i])"
    wanted = [canvas.element_handle(), x, y, list(before)]
    canvas.page.wait_for_function(changed, arg=wanted, timeout=seconds * 1000)


def wait_still(page: Page, seconds: float = 20) -> None:
    """Wait until what the page's canvases show and how it is laid out has not changed for a fifth of a second."""
    page.evaluate("() => { globalThis.stillSince = null }")
    page.wait_for_function(STILL, polling=100, timeout=seconds * 1000)


def latency(canvas: Locator, points: Iterable[tuple[float, float]], seconds: float = 5) -> list[float]:
    """Click each point and return the milliseconds from the press to the last frame that followed it.

    A click that draws nothing in time raises AssertionError: choose points that change the picture.
    """
    canvas.evaluate(PROBE)
    found: list[float] = []
    for x, y in points:
        click_canvas(canvas, x, y)
        drawn = "canvas => canvas.probe.shown.length > 0"
        try:
            canvas.page.wait_for_function(drawn, arg=canvas.element_handle(), timeout=seconds * 1000)
        except Late:
            raise AssertionError(f"click {len(found)}, on {x}, {y}, draws nothing") from None
        canvas.page.wait_for_timeout(200)
        found.append(canvas.evaluate("canvas => canvas.probe.shown.at(-1)"))
    return found


@dataclass(frozen=True)
class Figures:
    """A measurement in milliseconds."""

    count: int
    least: float
    median: float
    p95: float
    most: float

    def __str__(self) -> str:
        return f"n={self.count} min={self.least:.0f} median={self.median:.0f} p95={self.p95:.0f} max={self.most:.0f} ms"


def figures(values: Sequence[float]) -> Figures:
    """Least, median, 95th percentile (the nearest rank) and most of at least one value."""
    ordered = sorted(values)
    p95 = ordered[math.ceil(0.95 * len(ordered)) - 1]
    return Figures(len(ordered), ordered[0], statistics.median(ordered), p95, ordered[-1])


def notebook_of(cells: Sequence[str]) -> str:
    """The file of a notebook with these code cells."""
    return json.dumps(
        {
            "cells": [
                {
                    "cell_type": "code",
                    "id": f"cell-{number}",
                    "metadata": {},
                    "outputs": [],
                    "execution_count": None,
                    "source": source,
                }
                for number, source in enumerate(cells, 1)
            ],
            "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}},
            "nbformat": 4,
            "nbformat_minor": 5,
        }
    )
