"""A ground from outside: registered by its name, drawn by all three renderers, with a look of its own."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.metadata import EntryPoint

import pytest
from PIL import Image

from tests.engine.pocket import Pocket
from tests.widgets.fixtures import hex_board, hex_table
from theomachy.engine.errors import RulesError, UnknownName
from theomachy.engine.game.game import Game
from theomachy.engine.tabletop import board as boards
from theomachy.engine.tabletop.table import Board, Marks, Table
from theomachy_widgets.present import Moment, ViewState, fronts, zoom
from theomachy_widgets.render import png, svg
from theomachy_widgets.render.canvas import CommandBatch, SpriteSheet, draw, faces
from theomachy_widgets.scene import build, grounds
from theomachy_widgets.scene.ground import Ground
from theomachy_widgets.scene.shapes import Point, Poly, Ring, Shape

PINK = "#ff00aa"


class Chequers(Ground):
    """Squares in rows: all that a ground has to say, and a look of its own."""

    title, near = "Squares", True

    def __init__(self, *args: object, **more: object) -> None:
        super().__init__(*args, **more)  # type: ignore[arg-type]
        self.side = self.width / self.board.size[0]
        self.height = round(self.side * self.board.size[1])

    def _corner(self, area: int) -> Point:
        column, row = self.areas[area].cell or (0, 0)
        return column * self.side, row * self.side

    def _square(self, area: int, gap: float) -> tuple[Ring, ...]:
        (x, y), d = self._corner(area), self.side - gap
        return (((x + gap, y + gap), (x + d, y + gap), (x + d, y + d), (x + gap, y + d)),)

    def paint(self) -> Sequence[Shape]:
        return [Poly(self.rings(area), fill=PINK) for area in self.areas]

    def rings(self, area: int) -> tuple[Ring, ...]:
        return self._square(area, 2)

    def centre(self, area: int) -> Point:
        x, y = self._corner(area)
        return x + self.side / 2, y + self.side / 2

    def brackets(self, area: int) -> tuple[Ring, ...]:
        return self._square(area, 6)

    def fault_at(self, area: int) -> Point:
        return self.centre(area)

    def spots(
        self, area: int, sizes: tuple[float, ...], places: int, own: tuple[Point | None, ...] = ()
    ) -> tuple[tuple[float, float, float], ...]:
        x, y = self.centre(area)
        return tuple((x + 6 * i, y, 0.5) for i in range(len(sizes)))

    def shared(self, a: int, b: int) -> tuple[Ring, ...]:
        return ()

    def edges_round(self, areas: object) -> tuple[Ring, ...]:
        return ()


@pytest.fixture
def chequers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(boards, "_more", set())
    monkeypatch.setattr(grounds, "_registered", {})
    grounds.register_ground("chequers", Chequers)
    yield
    for key in [key for key in grounds._cache if key[1] == "chequers"]:
        del grounds._cache[key]


def squares() -> Board:
    return replace(hex_board(), key="squares", style="chequers")


def table() -> Table:
    return replace(hex_table(), board=squares())


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.usefixtures("chequers")
def test_a_ground_from_outside_is_drawn_by_all_three_renderers(theme: str) -> None:
    scene = build(table(), Marks(), theme, 600)
    assert isinstance(scene.ground, Chequers)
    assert PINK in svg(scene)
    colours = Image.open(io.BytesIO(png(scene, 1))).convert("RGB").getcolors(1 << 20) or []
    assert max(colours)[1] == (255, 0, 170)
    sheet, batch = SpriteSheet(1280), CommandBatch()
    sheet.add(faces(scene.under, scene.pieces, scene.ui))
    for _, shapes in scene.layers:
        draw(batch, shapes, sheet, "sheet")
    assert PINK in "".join(batch.parts)


@pytest.mark.usefixtures("chequers")
def test_its_areas_are_pointed_at_and_its_look_is_asked_by_the_panels() -> None:
    scene = build(table(), Marks(), "light", 600)
    area = next(iter(scene.ground.areas))
    assert scene.area_at(*scene.ground.centre(area)) == area
    m = Moment(Game(Pocket.build(players=2), seed=1), ViewState(near=True))
    m.__dict__["shown"] = table()
    assert zoom.is_near(m)
    assert fronts.look_of(m.shown.board).title == "Squares"


@pytest.mark.usefixtures("chequers")
def test_a_style_that_nobody_draws_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UnknownName, match="no style of a board named 'chequer'; did you mean 'chequers'"):
        replace(hex_board(), style="chequer")
    with pytest.raises(RulesError, match="not taken, not 'hexes'"):
        grounds.register_ground("hexes", Chequers)
    with pytest.raises(TypeError, match="made from Ground"):
        grounds.register_ground("squares", str)  # type: ignore[arg-type]


def test_an_installed_package_tells_its_grounds_by_entry_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "_more", set())
    monkeypatch.setattr(grounds, "_registered", {})
    points = [
        EntryPoint("mosaic", f"{__name__}:Chequers", boards.GROUNDS),
        EntryPoint("broken", f"{__name__}:Nothing", boards.GROUNDS),
    ]
    for module in (boards, grounds):
        monkeypatch.setattr(module, "entry_points", lambda group: points if group == boards.GROUNDS else [])
    assert grounds.look_of(replace(hex_board(), key="mosaic", style="mosaic")) is Chequers
    with pytest.raises(RulesError, match=r"the ground 'broken' of .*Nothing cannot be loaded"):
        grounds.look_of(replace(hex_board(), key="broken", style="broken"))
