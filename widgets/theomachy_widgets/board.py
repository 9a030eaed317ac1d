"""The live board: a scene on ipycanvas, with picking, hovering and motion.

Made for the traps of the stack: the first frame travels in the state of the widgets (page reloads and served pages
show it with no message at all); every later frame is one message that is complete in itself; callbacks run under a
lock and their errors are shown, never lost; nothing of a frame is sent when making it fails.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from theomachy.engine.tabletop.table import NO_MARKS, Marks, Table, Target

from .board_view import BoardView
from .canvas_manager import BoardCanvas
from .motion import Motion, Way
from .painter import beside
from .render.canvas import ALPHA, CommandBatch, SpriteSheet, draw, faces
from .render.png import ground_kept, ground_png, png
from .scene.build import Scene, build
from .scene.shapes import Face, Poly, Shape, TextShape, Token
from .scene.style import STYLE, owner_colour
from .scene.window import Focus

DENSITY = 2
SHEET_SIDE = 1280
HOVER_PAUSE = 0.03  # seconds between two frames of hovering, at least
FRAME_PAUSE = 1 / 40
MOST_SIGHTINGS = 6  # how often a page may have the whole board sent again
Wanted = tuple[str, str, int | None]  # a ground by board, theme and focus

_named: weakref.WeakValueDictionary[str, CanvasBoard] = weakref.WeakValueDictionary()
_naming = threading.Lock()


class CanvasBoard(BoardView):
    """A board that shows one table and says where a person points.

    `table` and `marks` are what is seen first; `theme` is "light" or "dark"; `width` is in CSS pixels. With
    `motion=False` everything happens at once and the trails remain. A board with a `name` closes its predecessor of
    the same name, so that a cell that is run again leaves no channels open. `snapshot` puts a picture of the pieces
    into the state of the widget, for pages that are served before a message can reach them; by default wherever no
    notebook kernel runs. `focus` is the area round which the board is drawn larger, None for the whole of it.

    `widget` is the ipywidget to lay out; the board also displays by itself, with SVG, PNG and text for hosts without
    widgets.
    """

    def __init__(
        self,
        table: Table,
        marks: Marks = NO_MARKS,
        theme: str = "light",
        width: float = 876,
        *,
        motion: bool = True,
        name: str = "",
        snapshot: bool | None = None,
        focus: int | None = None,
    ) -> None:
        super().__init__(table, marks, theme, width, focus)
        self.motion = motion
        self._snaps = _in_no_kernel() if snapshot is None else snapshot
        self._sightings = 0
        self._pressed: tuple[Target, int] = ("", -1)
        self._hovered: Target = ""
        self._hover_at = 0.0
        self._hover_waits = False
        self._strip = ""
        self._live = False  # whether a browser has been heard of
        self._steps: list[Way] = []
        self._task: asyncio.Task[None] | None = None
        self._painting: Wanted | None = None  # the ground that is waited for
        self._board = table.board  # that is drawn: another one may wait for its ground
        self._sheet = SpriteSheet(SHEET_SIDE, DENSITY)
        self.canvas = BoardCanvas(
            round(self.scene.width),
            round(self.scene.height),
            DENSITY,
            SHEET_SIDE,
            ground_png(self.scene, DENSITY),
            self._picture() if self._snaps else None,
        )
        self.canvas.top.on_client_ready(self._on_ready)
        self.canvas.on_mouse_down(self._on_down)
        self.canvas.on_mouse_up(self._on_up)
        self.canvas.on_mouse_move(self._on_move)
        self.canvas.on_mouse_out(self._on_out)
        self.canvas.on_touch_start(self._on_touch)
        if name:
            with _naming:
                before = _named.pop(name, None)
                _named[name] = self
            if before is not None:
                before.close()

    @property
    def widget(self) -> BoardCanvas:
        """The ipywidget of the board."""
        return self.canvas

    # what a program does --------------------------------------------------------------------------------------------
    def show(self, table: Table | None = None, marks: Marks | None = None, focus: Focus = "same") -> None:
        """Show another table or other marks, at once; a motion under way ends here.

        `focus` is the area round which the board is drawn larger, None for the whole board. A ground that has never
        been seen is painted a moment later, so that a click is answered at once. A table of another board (another key
        or size) changes the ground as well. Raises what building the scene raises, and then shows what it showed
        before.
        """
        with self.lock:
            self._stop()
            self._turn_to(table, marks, focus)
            self._send()

    def _turn_to(self, table: Table | None, marks: Marks | None, focus: Focus = "same") -> None:
        table, marks = table if table is not None else self.table, marks if marks is not None else self.marks
        wanted = self.focus if focus == "same" else focus
        waits = self._waits_for(table, wanted)
        drawn = table if not waits else replace(table, board=self._board)
        seen = self.scene.ground.focus if waits else wanted
        scene = build(drawn, marks, self.theme, self.width, seen)
        self.focus, self._board = wanted, drawn.board
        other = scene.ground is not self.scene.ground
        self.table, self.marks, self.scene = table, marks, scene
        if other:
            self._new_ground()
        if not self._live:
            self._snapshot()

    def _waits_for(self, table: Table, focus: int | None) -> bool:
        """Is the ground for this focus, or of a board with the same areas, still to be painted? It then comes in a turn
        of its own.
        """
        board, now = table.board, self._board
        alike = (board.style, board.size, len(board.areas)) == (now.style, now.size, len(now.areas))
        if (
            not alike
            or (board.key == now.key and focus == self.scene.ground.focus)
            or ground_kept(board, self.theme, self.width, focus, DENSITY)
        ):
            return False
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return False
        wanted = (board.key, self.theme, focus)
        if self._painting != wanted:
            self._painting = wanted
            beside(partial(self._paint, wanted, table, loop))
        return True

    def _paint(self, wanted: Wanted, table: Table, loop: asyncio.AbstractEventLoop) -> None:
        """Paint a ground beside everything else, unless another one is waited for by now; then tell."""
        if self._painting != wanted or self.closed:
            return
        _, theme, focus = wanted
        then: Callable[[], None] = partial(self._come, wanted)
        try:
            if not ground_kept(table.board, theme, self.width, focus, DENSITY):  # it may have been asked for twice
                ground_png(build(table, NO_MARKS, theme, self.width, focus), DENSITY, apart=True)
        except Exception as error:
            then = partial(self._give_up, wanted, error)
        with contextlib.suppress(RuntimeError):  # the loop is gone, and the page with it
            loop.call_soon_threadsafe(self._guard, then)

    def _give_up(self, wanted: Wanted, error: Exception) -> None:
        """A ground that cannot be painted is not waited for any more."""
        if self._painting == wanted:
            self._painting, self.focus = None, self.scene.ground.focus
        raise error

    def _come(self, wanted: Wanted) -> None:
        """Show the ground that was waited for, when nothing moves any more; one that comes late is left where it is."""
        if self._painting != wanted:
            return
        if self._steps:
            asyncio.get_running_loop().call_later(4 * FRAME_PAUSE, self._guard, partial(self._come, wanted))
            return
        self._painting = None
        if self.focus != self.scene.ground.focus or self.table.board.key != self._board.key:
            self._turn_to(None, None)
            self._send()

    def repaint(self, theme: str | None = None) -> None:
        """Draw everything anew, in another theme if one is given."""
        with self.lock:
            self._stop()
            self.theme = theme or self.theme
            self.scene = build(self.table, self.marks, self.theme, self.width, self.focus)
            self._board = self.table.board
            self._new_ground()
            self._snapshot()
            self._send()

    def redraw(self) -> None:
        """Send the whole picture once more."""
        with self.lock:
            self._stop()
            self._painted, self._blocks = None, 0
            self._send()

    def report(self, error: BaseException) -> None:
        """Show an error where it cannot be missed, and go on."""
        self._steps, self._hovered = [], ""
        if text := self._failed(error):
            self._strip = text
            self._send()

    def animate(
        self,
        events: Sequence[Motion],
        table: Table | None = None,
        marks: Marks | None = None,
        focus: Focus = "same",
    ) -> asyncio.Task[None] | None:
        """Show `table` and `marks`, and the motions that led there; `focus` as for `show`.

        The motion runs on the event loop of the caller and ends at the next `show`, `animate` or click. Without a
        running loop, without events or with `motion=False` the end is shown at once. Returns the task to wait for, or
        None.
        """
        with self.lock:
            self._stop()
            before, stood = self.scene, (self.table, self.marks)
            self._turn_to(table, marks, focus)
            ground = self.scene.ground
            if before.ground is not ground and before.ground.board.key == ground.board.key:
                before = build(*stood, self.theme, self.width, ground.focus)
            try:
                loop = asyncio.get_running_loop()
            except RuntimeError:
                loop = None
            ways = self._ways(events, before) if self.motion and loop else []
            if loop is None or not ways:
                self._send()
                return None
            self._steps = ways
            self._send(now=0.0)
            self._task = loop.create_task(self._run(ways))
            return self._task

    def seen(self) -> None:
        """A served page shows the board now: send it everything. It tells a few times, for the first may be too early.

        What a page gets when it is loaded it has already; but when a board is added to a page under way, the browser's
        side of a canvas cannot read the picture in its state, and nothing would tell.
        """
        with self.lock:
            if self._snaps and self._sightings < MOST_SIGHTINGS and not self.closed:
                self._sightings += 1
                self._live, self._painted, self._blocks = True, None, 0
                self._fresh_ground = self.canvas.ground.image_data
                self._send()

    def close(self) -> None:
        """Close all channels to the browser. A closed board draws nothing any more."""
        with self.lock:
            if self.closed:
                return
            self._stop()
            self.closed = True
            self.canvas.close_all()

    # motion -----------------------------------------------------------------------------------------------------------
    def _ways(self, events: Sequence[Motion], before: Scene) -> list[Way]:
        out: list[Way] = []
        clock, kind = 0.0, ""
        for each in events:
            a = self._stood(before, each, each.start)
            b = self._stood(self.scene, each, each.end)
            if a is None and b is None:
                continue
            if kind and each.kind != kind:  # one kind of thing at a time
                clock = max(way.ends for way in out)
            elif out:
                clock += STYLE["motion"]["stagger"]
            kind = each.kind
            known = self.scene.token(each.arrives) if each.arrives else before.token(each.piece.target)
            rank = STYLE["token"].get(each.piece.size, STYLE["token"]["common"])
            face = (
                known.face
                if known
                else Face(
                    owner_colour(each.piece.owner, self.table.seats),
                    each.piece.icon,
                    round(rank * self.scene.ground.scale, 1),
                    self.theme,
                )
            )
            if each.kind == "remove":
                face = Face(face.colour, face.icon, face.size, face.theme, "killed", "kill")
            start = a or b or (0.0, 0.0)
            out.append(Way(each, face, start, b or start, clock))
        return out

    @staticmethod
    def _stood(scene: Scene, each: Motion, area: int | None) -> tuple[float, float] | None:
        if area is None or area not in scene.ground.areas:
            return None
        if each.arrives and each.end == area:
            token = scene.token(each.arrives)
            if token:
                return token.x, token.y
        near = [
            t
            for t in scene.pieces
            for hit in (scene.hit(t.target),)
            if hit and hit.area == area and t.face.icon == each.piece.icon
        ]
        return (near[0].x, near[0].y) if near else scene.ground.centre(area)

    async def _run(self, ways: list[Way]) -> None:
        start, end = time.monotonic(), max(way.ends for way in ways)
        try:
            while True:
                await asyncio.sleep(FRAME_PAUSE)
                now = (time.monotonic() - start) * 1000
                with self.lock:
                    if self._steps is not ways:
                        return
                    if now >= end:
                        self._steps, self._task = [], None
                        self._send()
                        return
                    self._send(now=now)
        except Exception as error:
            self._steps = []
            self.report(error)

    def _stop(self) -> None:
        task, self._task, self._steps = self._task, None, []
        if task is not None and not task.done():
            try:
                task.get_loop().call_soon_threadsafe(task.cancel)
            except RuntimeError:  # its loop is gone, and the task with it
                return

    # frames -----------------------------------------------------------------------------------------------------------
    _painted: tuple[Token, ...] | None = None  # what the unseen canvas of pieces shows to the browser that listens
    _resting: tuple[tuple[Shape, ...], ...] = ()  # what the unseen canvas of all that rests shows, if `_painted` does
    _blocks = 0  # pictures of the sheet that were sent
    _fresh_ground: bytes | None = None  # a picture of the ground that goes along with the next frame

    def _send(self, *, now: float | None = None) -> None:
        """One message: new sprites, the pieces and all that rests if they changed, and the top.

        `now` is the moment of a motion. Lines cost the browser far more than pictures do, so what a hover or a motion
        does not change is drawn once, and copied from then on.
        """
        if self.closed:
            return
        coming = {way.motion.arrives for way in self._steps if now is not None and way.ends > now} - {""}
        pieces = (
            tuple(token for token in self.scene.pieces if token.target not in coming and token.on not in coming)
            if coming
            else self.scene.pieces
        )
        try:
            frame = CommandBatch()
            self._draw_sheet(frame)
            if self._fresh_ground is not None:
                self._draw_ground(frame, self._fresh_ground)
            rests = (self.scene.under, pieces, self.scene.ui)
            if new := pieces != self._painted:
                self._draw_pieces(frame, pieces)
            if new or rests != self._resting:
                self._draw_resting(frame)
            self._draw_top(frame, now)
            self.canvas.frames.send_frame(frame)
        except BaseException:  # the browser has got nothing of this frame: send everything next time
            self._painted, self._blocks = None, 0
            raise
        self._painted, self._resting, self._fresh_ground = pieces, rests, None

    def _draw_sheet(self, frame: CommandBatch) -> None:
        scene, sheet = self.scene, self._sheet
        sheet.add([*faces(scene.under, scene.pieces, scene.ui), *(way.face for way in self._steps)])
        if sheet.fresh:
            self._blocks, self._painted = 0, None
        if self._blocks < len(sheet.blocks) or sheet.fresh:
            frame.on(self.canvas.sheet.model_id, 1, wipe=(SHEET_SIDE, SHEET_SIDE) if self._blocks == 0 else None)
            for x, y, picture in sheet.blocks[self._blocks :]:
                frame.put(picture, x, y)
            self._blocks, sheet.fresh = len(sheet.blocks), False

    def _draw_pieces(self, frame: CommandBatch, pieces: tuple[Token, ...]) -> None:
        frame.on(self.canvas.pieces.model_id, DENSITY, wipe=(self.canvas.width, self.canvas.height))
        draw(frame, pieces, self._sheet, self.canvas.sheet.model_id)

    def _draw_resting(self, frame: CommandBatch) -> None:
        sheet, scene = self.canvas.sheet.model_id, self.scene
        frame.on(self.canvas.resting.model_id, DENSITY, wipe=(self.canvas.width, self.canvas.height))
        draw(frame, scene.under, self._sheet, sheet)
        frame.picture(self.canvas.pieces.model_id, 0, 0, scene.width, scene.height)
        draw(frame, scene.ui, self._sheet, sheet)

    def _draw_top(self, frame: CommandBatch, now: float | None) -> None:
        sheet, scene = self.canvas.sheet.model_id, self.scene
        frame.on(self.canvas.top.model_id, DENSITY, wipe=(self.canvas.width, self.canvas.height))
        frame.picture(self.canvas.resting.model_id, 0, 0, scene.width, scene.height)
        if self._hovered:
            draw(frame, scene.hover(self._hovered), self._sheet, sheet)
        for way in self._steps if now is not None else ():
            step = way.at(now or 0.0)
            if step is not None:
                frame.need(ALPHA, f"{step.alpha:.2f}")
                frame.parts += self._sheet.draw(step.face, step.x, step.y, sheet, step.zoom)
        frame.need(ALPHA, "1")
        if self._strip:
            draw(frame, self._strip_shapes(), self._sheet, sheet)

    def _strip_shapes(self) -> tuple[Poly, TextShape]:
        w, h, look = self.scene.width, self.scene.height, STYLE["theme"][self.theme]
        box = ((0.0, h - 26), (w, h - 26), (w, h), (0.0, h))
        words = " ".join(self._strip.split())[:160]
        return Poly((box,), fill=look["bad_soft"], stroke=look["bad"]), TextShape(
            10, h - 9, words, 12, anchor="start", fill=look["bad"]
        )

    def _snapshot(self) -> None:
        """The state as a picture inside the widget: what a page shows before it has heard a single message."""
        if self._snaps:
            self.canvas.top.set_trait("image_data", self._picture())

    def _picture(self) -> bytes:
        return png(self.scene, DENSITY, ("under", "pieces", "ui"))

    def _new_ground(self) -> None:
        """Another ground: resize if need be, and paint it by message, for a canvas reads its state only once."""
        w, h = round(self.scene.width) * DENSITY, round(self.scene.height) * DENSITY
        picture = ground_png(self.scene, DENSITY)
        if (self.canvas.width, self.canvas.height) != (w, h):
            self.canvas.width, self.canvas.height = w, h
            for unseen in (self.canvas.pieces, self.canvas.resting):
                unseen.width, unseen.height = w, h
            self.canvas.layout.width, self.canvas.layout.height = f"{w // DENSITY}px", f"{h // DENSITY}px"
        self.canvas.ground.set_trait("image_data", picture)
        self._painted, self._fresh_ground = None, picture

    def _draw_ground(self, frame: CommandBatch, picture: bytes) -> None:
        frame.on(self.canvas.ground.model_id, 1, wipe=(self.canvas.width, self.canvas.height))
        frame.put(picture, 0, 0)

    # what the browser says --------------------------------------------------------------------------------------------
    def _guard(self, action: Callable[[], None]) -> None:
        with self.lock:
            if self.closed:
                return
            try:
                action()
            except Exception as error:
                self.report(error)

    def _on_ready(self) -> None:
        """A page was opened or loaded again: it has the state, and needs everything that was sent since."""

        def wake() -> None:
            self._live, self._painted, self._blocks = True, None, 0
            self._send()

        self._guard(wake)

    def _point(self, x: float, y: float) -> tuple[float, float]:
        return x / DENSITY, y / DENSITY

    def _on_down(self, x: float, y: float) -> None:
        def pick() -> None:
            self._live = True
            if self._steps:
                self._stop()
                self._send()
            self._strip = ""
            px, py = self._point(x, y)
            self._pressed = self._under(px, py)
            for callback in list(self._picks):
                callback(*self._pressed, px, py)

        self._guard(pick)

    def _under(self, x: float, y: float) -> tuple[Target, int]:
        """The nearest thing under a point and its area; "" and -1 beside everything."""
        targets = self.scene.at(x, y)
        hit = self.scene.hit(targets[0]) if targets else None
        return (hit.target, hit.area) if hit else ("", -1)

    def _on_up(self, x: float, y: float) -> None:
        def stroke() -> None:
            for callback in list(self._strokes):
                callback(self._pressed, self._under(*self._point(x, y)))

        self._guard(stroke)

    def _on_touch(self, touches: list[tuple[float, float]]) -> None:
        if touches:
            self._on_down(*touches[0])

    def _on_move(self, x: float, y: float) -> None:
        def hover() -> None:
            self._live = True
            targets = self.scene.at(*self._point(x, y))
            target = targets[0] if targets else ""
            if target != self._hovered:
                self._hovered = target
                self._hover_soon()
                for callback in list(self._hovers):
                    callback(target)

        self._guard(hover)

    def _on_out(self, _x: float, _y: float) -> None:
        self._on_move(-1.0, -1.0)

    def _hover_soon(self) -> None:
        """Draw the hover now, or once for all the moves of the next moment."""
        if self._hover_waits or self._steps:
            return
        wait = self._hover_at + HOVER_PAUSE - time.monotonic()
        if wait <= 0:
            self._hover_now()
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._hover_now()
            return
        self._hover_waits = True
        loop.call_later(wait, self._guard, self._hover_now)

    def _hover_now(self) -> None:
        self._hover_waits, self._hover_at = False, time.monotonic()
        self._send()

    # display --------------------------------------------------------------------------------------------------------
    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        with self.lock:
            return dict(self.canvas._repr_mimebundle_() or {}) | self._stills()


def _in_no_kernel() -> bool:
    """Whether this process is a server or a script: a kernel's page asks for the pieces itself."""
    try:
        from IPython import get_ipython
    except ImportError:
        return True
    return getattr(get_ipython(), "kernel", None) is None
