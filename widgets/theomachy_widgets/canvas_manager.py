"""A private canvas manager: a frame is sent whole or not at all, from any thread, to the right session.

ipycanvas keeps one manager for all canvases of a process, which is bound to the first session, and its `hold_canvas`
stays shut after an exception. This one belongs to one board and sends finished frames. It uses names of ipycanvas
0.14 that are not public (`_CanvasManager`, `_canvas_manager`, `_current_canvas`, `_canvases`): a test watches them.
"""

from __future__ import annotations

import threading

from ipycanvas import Canvas, MultiCanvas
from ipycanvas.canvas import COMMANDS, _CanvasManager
from ipywidgets import Layout, Widget, widget_serialization
from traitlets import Instance, List

from .render.canvas import CommandBatch


class FrameManager(_CanvasManager):
    """Sends one message a frame. Drawing through the methods of its canvases is not meant to happen."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.sent = 0
        self.rest = ""  # an unseen canvas on which every frame ends
        super().__init__()

    def send_frame(self, frame: CommandBatch) -> None:
        """Send a finished frame; an empty one is no message.

        The browser shows the canvas on which the last frame ended once more with the next one. So each ends on a canvas
        that nobody sees: else every frame is put together and shown twice.
        """
        if not len(frame):
            return
        if self.rest:
            frame.parts.append(f'[{COMMANDS["switchCanvas"]},["IPY_MODEL_{self.rest}"]]')
        payload = frame.payload()
        with self.lock:
            self._current_canvas = None
            self.sent += 1
            self.send({"shape": [len(payload)], "dtype": "uint8"}, buffers=[payload, *frame.buffers])


class PaintedCanvas(Canvas):
    """A canvas that shows a PNG from the start: the browser reads the picture only when it makes its side of the
    canvas."""

    def __init__(self, picture: bytes | None, **keywords: object) -> None:
        self._picture = picture
        super().__init__(**keywords)

    def open(self) -> None:
        """Open the channel, with the picture in the first state."""
        if self._picture is not None:
            self.set_trait("image_data", self._picture)
        super().open()


class BoardCanvas(MultiCanvas):
    """The visible stack: the ground below, one layer on top. Beside it, unseen: the pieces, the sheet of sprites, and
    all that rests (the pieces with the marks below and above them).

    `width` and `height` are CSS pixels; `ground` is the picture below, `top` the first one above it, if any.
    """

    # A page of a server is told only of widgets that the shown one names, so the unseen ones are named too.
    _unseen = List(Instance(Canvas)).tag(sync=True, **widget_serialization)

    def __init__(
        self, width: int, height: int, density: int, sheet_side: int, ground: bytes, top: bytes | None
    ) -> None:
        manager = FrameManager()
        shared = Layout()

        def canvas(w: int, h: int, picture: bytes | None = None) -> Canvas:
            return PaintedCanvas(picture, width=w, height=h, _canvas_manager=manager, layout=shared)

        w, h = width * density, height * density
        below, above = canvas(w, h, ground), canvas(w, h, top)
        pieces, sheet, resting = canvas(w, h), canvas(sheet_side, sheet_side), canvas(w, h)
        # `MultiCanvas.__init__` would make canvases of the common manager.
        super(MultiCanvas, self).__init__(
            _canvases=[below, above],
            _unseen=[pieces, sheet, resting],
            _canvas_manager=manager,
            width=w,
            height=h,
            layout=Layout(width=f"{width}px", height=f"{height}px", flex="0 0 auto"),
        )
        self.on_msg(above._handle_frontend_event)
        self._shared = shared
        manager.rest = sheet.model_id

    @property
    def ground(self) -> Canvas:
        return self._canvases[0]

    @property
    def top(self) -> Canvas:
        return self._canvases[1]

    @property
    def pieces(self) -> Canvas:
        return self._unseen[0]

    @property
    def sheet(self) -> Canvas:
        return self._unseen[1]

    @property
    def resting(self) -> Canvas:
        return self._unseen[2]

    @property
    def frames(self) -> FrameManager:
        return self._canvas_manager

    def widgets(self) -> list[Widget]:
        """Everything that has a channel to the browser."""
        return [self, self.layout, self.ground, self.top, *self._unseen, self._shared, self.frames]

    def close_all(self) -> None:
        """Close every channel."""
        for widget in self.widgets():
            widget.close()
