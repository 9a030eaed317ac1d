"""A made-up world: papers and motifs by the data, a sideboard above and one at the left, doors, a tile over the sea."""

from dataclasses import replace

import pytest

from theomachy.engine.errors import RulesError
from theomachy.engine.tabletop.table import (
    Area,
    Board,
    Door,
    Marks,
    Piece,
    Point,
    Ring,
    Seat,
    Sideboard,
    Table,
    Tile,
    Zone,
)
from theomachy_widgets.render.svg import SvgElement, text, tree
from theomachy_widgets.scene.build import build
from theomachy_widgets.scene.doors import half_of
from theomachy_widgets.scene.shapes import Path, Shape, Stamp, TextShape, Token
from theomachy_widgets.scene.sideboards import blend, mixed
from theomachy_widgets.scene.style import STYLE
from theomachy_widgets.scene.tokens import face_shapes
from theomachy_widgets.scene.world import WorldGround
from theomachy_widgets.scene.world_motifs import lore, motif


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
    area(4, "Sky", "sky", (200, 80, 700, 60)),
    area(5, "Pit", "underworld", (20, 200, 140, 600)),
)
BOARD = Board(
    "made-up world", "world", (1000, 900), AREAS,
    frame=((200, 200), (900, 200), (900, 800), (200, 800)),
    sideboards=(Sideboard("underworld", (5,)), Sideboard("sky", (4,))),
    doors=(Door("Up", (325, 200)), Door("Down", (200, 500), "underworld", -90)),
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
    assert ground.base(4) == STYLE["world"][theme]["sky"][1]


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


def signs(board: Board = BOARD) -> dict[str, tuple[Token, TextShape]]:
    found = {}
    for token in build(table(board), width=900).pieces:
        if token.face.body == "door":
            words = next(shape for shape in face_shapes(token.face) if isinstance(shape, TextShape))
            found[words.text] = token, words
    return found


def test_doors_say_where_they_lead() -> None:
    assert signs()["Up"][1].turn == 0
    assert signs()["Down"][1].turn == -90
    assert not signs(replace(BOARD, key="no doors", doors=()))
    element: SvgElement = tree(build(table(), width=900))
    assert "rotate(-90" in text(element)


def test_a_door_is_read_above_a_lit_land_and_cannot_be_picked() -> None:
    lit = build(table(), Marks(selectable=frozenset({"area:0"})), width=900)
    layers = dict(lit.layers)
    assert any(isinstance(shape, Token) and shape.face.body == "door" for shape in layers["pieces"])
    names = [name for name, _ in lit.layers]
    assert names.index("under") < names.index("pieces")
    x, y = lit.ground.at((325, 200))  # type: ignore[attr-defined]
    assert set(lit.at(x, y + 4)) <= {"area:0", "area:4"}


def test_a_door_that_opens_in_a_land_stands_below_its_name_and_off_its_pieces() -> None:
    opened = replace(BOARD, key="opened", doors=(*BOARD.doors, Door("In here", kind="underworld", area=0)))
    token, _ = signs(opened)["In here"]
    ground = build(table(opened), width=900).ground
    assert isinstance(ground, WorldGround)
    name = next(shape for shape in ground.shapes if isinstance(shape, TextShape) and shape.text == "ICY")
    assert name.y < token.y < name.y + 40
    pieces = tuple(Piece(str(i), 0, 0, "army", "Army", "castle") for i in range(6))
    scene = build(replace(table(opened), pieces=pieces), width=900)
    stand = [each for each in scene.pieces if each.target]
    half = half_of("In here", "underworld", ground.ink)
    assert len(stand) == 6
    assert not any(abs(each.x - token.x) < half and abs(each.y - token.y) < 8 * ground.ink for each in stand)


def test_a_piece_stands_on_the_printed_spot_that_it_names() -> None:
    spots = tuple(replace(each, stands=(("corner", (240.0, 700.0)),)) if each.id == 0 else each for each in AREAS)
    board = replace(BOARD, key="spots", areas=spots)
    den = Piece("den", 0, 0, "den", "Den", "castle", "place", stand="corner")
    hall = Piece("hall", 0, 0, "hall", "Hall", "castle", "place")
    scene = build(replace(table(board), pieces=(den, hall)), width=900)
    at = {token.target: (token.x, token.y) for token in scene.pieces}
    assert at["piece:den"] == scene.ground.at((240, 700))  # type: ignore[attr-defined]
    assert at["piece:hall"] == scene.ground.centre(0)


def test_the_lore_of_a_map_is_drawn() -> None:
    told = replace(BOARD, key="lore", decoration=(("serpent", (((550.0, 300.0),),)), ("compass", (((960.0, 860.0),),))))
    assert len(drawn(told)) == len(drawn()) + 2
    assert lore("no such beast", 1.0, "#112233", 1.0) == ()
    fog = tuple(replace(each, motif="fog") if each.id == 2 else each for each in AREAS)
    brown = tuple(replace(each, motif="brown") if each.id == 2 else each for each in AREAS)
    assert len(drawn(replace(BOARD, key="fog", areas=fog))) > len(drawn())
    assert len(drawn(replace(BOARD, key="brown", areas=brown))) == len(drawn()) + 1


def test_a_tile_lies_on_the_sea_and_is_what_a_pointer_means() -> None:
    scene = build(table(), width=900)
    x, y = scene.ground.at((500, 440))  # type: ignore[attr-defined]
    assert scene.at(x, y)[0] == "area:6"
    names = {shape.text: shape for shape in scene.ground.shapes if isinstance(shape, TextShape)}
    assert names["ISLET"].y > scene.ground.hit_box(6)[3]
    planks = [shape for shape in scene.ground.shapes if isinstance(shape, Path) and shape.turn == 20.0]
    assert len(planks) == 5  # two of each dock, and the light on the island


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


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_sunken_land_lies_under_the_sea(theme: str) -> None:
    """It is water with borders of a sea, and its old paper, its signs and its coast shine through."""
    wet = replace(
        BOARD,
        key="a world where land has sunk",
        areas=tuple(replace(a, kind="sunken") if a.name == "Icy" else a for a in AREAS),
    )
    before, after = (build(table(board), theme=theme, width=900).ground for board in (BOARD, wet))
    assert isinstance(before, WorldGround)
    assert isinstance(after, WorldGround)
    assert after.base(0) == STYLE["world"][theme]["sea"][0] != before.base(0)
    paper = after.paper(0)
    ghosts = [s for s in after.shapes if isinstance(s, Path) and s.fill == paper]
    assert [0 < ghost.fill_opacity < 0.5 for ghost in ghosts] == [True]
    assert [s.fill_opacity for s in before.shapes if isinstance(s, Path) and s.fill == paper] == [1.0]
    signs = [s for s in after.shapes if isinstance(s, Stamp) and s.opacity == 0.24]
    assert signs
    assert any(isinstance(s, Path) and s.dash and s.stroke == after.look["coast"] for s in after.shapes)
    name = next(s for s in after.shapes if isinstance(s, TextShape) and s.text.lower() == "icy")
    assert (name.text, name.family) == ("Icy", "map")
