"""A made-up world: papers and motifs by the data, a sideboard above and one at the left, doors, a tile over the sea."""

from dataclasses import replace

import pytest

from theomachy.engine.errors import RulesError
from theomachy.engine.tabletop.table import Area, Board, Door, Point, Ring, Seat, Sideboard, Table, Tile, Zone
from theomachy_widgets.render.svg import SvgElement, text, tree
from theomachy_widgets.scene.build import build
from theomachy_widgets.scene.shapes import Path, Shape, Stamp, TextShape
from theomachy_widgets.scene.sideboards import blend, mixed
from theomachy_widgets.scene.style import STYLE
from theomachy_widgets.scene.world import WorldGround
from theomachy_widgets.scene.world_motifs import motif


def box(x: float, y: float, w: float, h: float) -> tuple[Ring, ...]:
    return (((x, y), (x + w, y), (x + w, y + h), (x, y + h)),)


def area(i: int, name: str, kind: str, at: tuple[float, float, float, float], sign: str = "", *near: int) -> Area:
    x, y, w, h = at
    middle: Point = (x + w / 2, y + h / 2)
    label: Point = (x + w / 2, y + 0.3 * h)
    return Area(i, name, kind, near, polygons=(box(*at),), label=(name,), label_at=label, gate_at=middle, motif=sign)


AREAS = (
    area(6, "Islet", "land", (480, 420, 100, 60), "isle", 2),
    area(0, "Icy", "land", (200, 200, 250, 600), "ice", 2),
    area(1, "Dunes", "land", (650, 200, 250, 600), "dune", 2),
    area(2, "Strait", "sea", (450, 200, 200, 300), "", 0, 1),
    area(3, "Hub", "peak", (450, 500, 200, 300), "", 0, 1),
    area(4, "Sky", "dome", (200, 80, 700, 60)),
    area(5, "Pit", "hell", (20, 200, 140, 600)),
)
BOARD = Board(
    "made-up world", "world", (1000, 900), AREAS,
    frame=((200, 200), (900, 200), (900, 800), (200, 800)),
    sideboards=(Sideboard("hell", (5,)), Sideboard("dome", (4,))),
    doors=(Door("Up", (325, 200)), Door("Down", (200, 500), "hell", -90)),
    tiles=(Tile(6, ((480, 450), (580, 450)), 20.0),),
)  # fmt: skip
ZONES = (Zone("sky", "The sky", (4,), "board", plate=False),)
SEATS = (Seat(0, "Ana", "red", "castle"),)


def table(board: Board = BOARD, **more: object) -> Table:
    return Table("made-up", "Made up", "", None, SEATS, ("play",), 0, 0, board, (), **more)  # type: ignore[arg-type]


def drawn(board: Board = BOARD, theme: str = "light", focus: int | None = None) -> tuple[Shape, ...]:
    return build(table(board), theme=theme, width=900, focus=focus).ground.shapes


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_each_land_has_the_paper_of_its_motif(theme: str) -> None:
    ground = build(table(), theme=theme, width=900).ground
    assert isinstance(ground, WorldGround)
    fills = {shape.fill for shape in ground.shapes if isinstance(shape, Path)}
    papers = {ground.paper(i) for i in (0, 1, 6)}
    assert len(papers) == 3
    assert papers <= fills
    assert ground.base(2) == STYLE["world"][theme]["sea"][0]
    assert ground.base(4) == STYLE["world"][theme]["dome"][1]


def test_motifs_stand_in_their_lands_and_off_names_and_places() -> None:
    ground = build(table(), width=900).ground
    assert isinstance(ground, WorldGround)
    for land in (0, 1):
        look = STYLE["motif"][ground.areas[land].motif]
        sign = motif(ground.areas[land].motif, round(1.12 * ground.z, 3), look["body"], look["line"])
        stamps = [shape for shape in ground.shapes if isinstance(shape, Stamp) and shape.body == sign]
        assert len(stamps) > 8
        x0, y0, x1, y1 = ground.hit_box(land)
        assert all(x0 < each.x < x1 and y0 < each.y < y1 for each in stamps)
        home = ground.at(ground.areas[land].gate_at or (0, 0))
        assert all((each.x - home[0]) ** 2 + (each.y - home[1]) ** 2 > (26 * ground.z) ** 2 for each in stamps)


@pytest.mark.parametrize("name", [*STYLE["motif"], "unheard of"])
def test_every_motif_draws_something_of_its_own_ink(name: str) -> None:
    assert motif(name, 1.0, "#112233", "#445566")
    assert motif(name, 1.0, "#112233", "#445566") != motif(name, 1.0, "#665544", "#332211")


def test_doors_say_where_they_lead() -> None:
    found = {shape.text: shape for shape in drawn() if isinstance(shape, TextShape)}
    assert found["Up"].turn == 0
    assert found["Down"].turn == -90
    without = [shape.text for shape in drawn(replace(BOARD, key="no doors", doors=())) if isinstance(shape, TextShape)]
    assert {"Up", "Down"} - set(without) == {"Up", "Down"}
    element: SvgElement = tree(build(table(), width=900))
    assert "rotate(-90" in text(element)


def test_a_tile_lies_on_the_sea_and_is_what_a_pointer_means() -> None:
    scene = build(table(), width=900)
    x, y = scene.ground.at((500, 440))  # type: ignore[attr-defined]
    assert scene.at(x, y)[0] == "area:6"
    names = {shape.text: shape for shape in scene.ground.shapes if isinstance(shape, TextShape)}
    assert names["ISLET"].y > scene.ground.hit_box(6)[3]
    planks = [shape for shape in scene.ground.shapes if isinstance(shape, Path) and shape.turn == 20.0]
    assert len(planks) == 4


def test_a_sideboard_has_no_rim_of_a_zone() -> None:
    plain = replace(BOARD, key="bare", sideboards=())
    with_rim, without = build(table(plain, zones=ZONES), width=900), build(table(zones=ZONES), width=900)
    assert len(with_rim.under) > len(without.under) == len(build(table(), width=900).under)


@pytest.mark.parametrize("kind", ["peak", "chasm", "whirlpool"])
def test_the_middle_has_a_face(kind: str) -> None:
    areas = tuple(replace(each, kind=kind) if each.id == 3 else each for each in AREAS)
    other = drawn(replace(BOARD, key=f"middle {kind}", areas=areas))
    plain = tuple(replace(each, kind="land", motif="ice") if each.id == 3 else each for each in AREAS)
    assert set(map(repr, other)) - set(map(repr, drawn(replace(BOARD, key="plain middle", areas=plain))))


def test_it_is_drawn_larger_round_an_area() -> None:
    near = build(table(), width=900, focus=0).ground
    assert isinstance(near, WorldGround)
    assert near.z > build(table(), width=900).ground.z  # type: ignore[attr-defined]
    assert near.shapes


def test_colours_blend() -> None:
    assert mixed("#000000", "#ffffff", 0.5) == "#808080"
    assert blend(["#000000", "#ffffff"], [0.0, 1.0], 0.0) == "#000000"
    assert blend(["#000000", "#ffffff"], [0.0, 1.0], 1.0) == "#ffffff"
    with pytest.raises(RulesError):
        Sideboard("cellar", (1,))
