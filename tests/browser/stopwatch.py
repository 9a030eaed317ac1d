"""From a person's press to the last pixel that it changes in a whole dashboard: time, work and traffic of each click.

A click is over when nothing has changed on the dashboard for a while. What counts is the picture after the last
change: a change of a panel is seen with the next picture of the page, a board when its canvas has been drawn.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

from tests.browser.driver import Notebook, figures

QUIET = 350  # milliseconds without a change after which a click is over

# Two tasks after a frame was asked for, the page has been laid out and painted.
WATCH = """([box, canvas]) => {
  const watch = window.stopwatch = {from: null, last: null, shown: 0, pending: false};
  const painted = () => {
    if (watch.from === null) return;
    watch.last = performance.now();
    if (watch.pending) return;
    watch.pending = true;
    requestAnimationFrame(() => {
      const after = new MessageChannel();
      after.port1.onmessage = () => { watch.pending = false; watch.shown = performance.now(); };
      after.port2.postMessage(null);
    });
  };
  new MutationObserver(painted).observe(box, {subtree: true, childList: true, characterData: true});
  const context = canvas.getContext('2d'), draw = context.drawImage.bind(context);
  context.drawImage = (...what) => { draw(...what); painted(); };
  watch.arm = (kind) => {
    watch.from = watch.last = null;
    const heard = (event) => { watch.from = event.timeStamp; watch.last = null; };
    box.addEventListener(kind, heard, {capture: true, once: true});
  };
}"""
# Asked seldom: a page that is asked at every frame has work that no person gives it.
OVER = """([quiet, most]) => new Promise((done, late) => {
  const w = window.stopwatch, start = performance.now();
  const look = () => {
    const now = performance.now();
    if (w.from !== null && w.last !== null && !w.pending && now - w.last > quiet) done(w.shown - w.from);
    else if (now - start > most) late(new Error(w.from === null ? 'no such event came' : 'nothing was drawn'));
    else setTimeout(look, 100);
  };
  look();
})"""

# In the kernel: the work of the thread that hears a click, from the handler's first line to its last.
COUNT = """
import time as _time
class _Work:
    handler, deep = 0.0, 0
def _timed(owner, name):
    inner = getattr(owner, name)
    def timed(*given, **named):
        start, _Work.deep = _time.thread_time(), _Work.deep + 1
        try:
            return inner(*given, **named)
        finally:
            _Work.deep -= 1
            if not _Work.deep:
                _Work.handler += _time.thread_time() - start
    setattr(owner, name, timed)
_timed(dash, "_act")
_timed(dash.board, "_guard")
"""


class Clicks:
    """Measures clicks on a whole dashboard, in a notebook or served: milliseconds of each, by kind."""

    def __init__(self, page: Page, canvas: Locator) -> None:
        self.page = page
        self.times: dict[str, list[float]] = {}
        self.page.evaluate(WATCH, [page.locator(".theo-box").element_handle(), canvas.element_handle()])

    def forget(self) -> None:
        """Measure anew."""
        self.times.clear()

    def click(self, kind: str, act: Callable[[], None], event: str = "click", seconds: float = 20) -> float:
        """Milliseconds from the event to the picture after the last change that follows `act`; kept under `kind`."""
        self.page.evaluate("kind => window.stopwatch.arm(kind)", event)
        act()
        took = float(self.page.evaluate(OVER, [QUIET, seconds * 1000]))
        self.times.setdefault(kind, []).append(took)
        return took

    def press(self, kind: str, what: Locator) -> float:
        """Click a thing of the panels, with the pointer already there, as a hand would be."""
        what.scroll_into_view_if_needed()
        box = what.bounding_box()
        assert box is not None, "it is not to be seen"
        return self.point(kind, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def point(self, kind: str, x: float, y: float, event: str = "click") -> float:
        """Click a point of the page; a canvas hears the press, a button its end."""
        self.page.mouse.move(x, y)
        self.page.wait_for_timeout(QUIET)  # what hovering draws has been drawn when a person presses

        def act() -> None:
            self.page.mouse.down()
            self.page.mouse.up()

        return self.click(kind, act, event)


class Stopwatch(Clicks):
    """Measures clicks on the dashboard `dash` of a notebook, and their work; `report` writes what was found."""

    def __init__(self, book: Notebook) -> None:
        super().__init__(book.page, book.canvas())
        self.book = book
        self.work: dict[str, dict[str, float]] = {}
        book.kernel_exec(COUNT)
        self.cdp = self.page.context.new_cdp_session(self.page)
        self.cdp.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.traffic = {"messages": 0, "bytes": 0}
        for socket in book.sockets:
            socket.on("framereceived", self._came)

    def _came(self, frame: str | bytes) -> None:
        raw = frame.encode() if isinstance(frame, str) else frame
        # A frame begins with how many parts it has and where each begins; the second is the header of the message.
        parts = int.from_bytes(raw[:8], "little")
        if 4 < parts < 1000:
            begin, end = (int.from_bytes(raw[8 * k : 8 * k + 8], "little") for k in (2, 3))
            if b'"comm_msg"' in raw[begin:end]:
                self.traffic["messages"] += 1
                self.traffic["bytes"] += len(raw)

    def forget(self) -> None:
        super().forget()
        self.work.clear()

    def click(self, kind: str, act: Callable[[], None], event: str = "click", seconds: float = 20) -> float:
        before, sent = self._counters(), dict(self.traffic)
        took = super().click(kind, act, event, seconds)
        after = self._counters()
        sums = self.work.setdefault(kind, {})
        for name, value in after.items():
            sums[name] = sums.get(name, 0.0) + value - before[name]
        for name, count in self.traffic.items():
            sums[name] = sums.get(name, 0.0) + count - sent[name]
        return took

    def _counters(self) -> dict[str, float]:
        metrics = {m["name"]: m["value"] * 1000 for m in self.cdp.send("Performance.getMetrics")["metrics"]}
        kernel = json.loads(self.book.kernel_eval("[_Work.handler * 1000]"))
        return {
            "handler ms": kernel[0],
            "browser ms": metrics["TaskDuration"],
            "script ms": metrics["ScriptDuration"],
            "layout ms": metrics["LayoutDuration"] + metrics["RecalcStyleDuration"],
        }

    def report(self, path: Path) -> dict[str, Any]:
        """Print and write the figures: of all clicks together, and of every kind with its work a click."""
        everything = [t for times in self.times.values() for t in times]
        found: dict[str, Any] = {"all": vars(figures(everything))}
        print(f"all: {figures(everything)}")
        for kind, times in self.times.items():
            each = {name: round(total / len(times), 2) for name, total in self.work[kind].items()}
            found[kind] = {**{k: round(v, 1) for k, v in vars(figures(times)).items()}, **each}
            print(f"{kind}: {figures(times)}; a click {each}")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(found, indent=1), encoding="utf-8")
        return found
