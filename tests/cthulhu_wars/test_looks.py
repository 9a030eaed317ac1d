"""How other worlds are told to a screen: what is nobody's, gates that nobody could hold, belts of their own colour."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.cthulhu_wars.scene import table
from theomachy.engine.runtime.position import Position
from theomachy.engine.tabletop.table import HAZARD, Board, Place
from theomachy.engine.tabletop.ways import ways_of
from theomachy.games.cthulhu_wars.rules import maps
from theomachy.games.cthulhu_wars.rules.maps import load_map
from theomachy_widgets.scene.geometry import box_of, inside
from theomachy_widgets.scene.ground import Ground
from theomachy_widgets.scene.grounds import ground_of
from theomachy_widgets.scene.sheets import alone
from theomachy_widgets.scene.style import STYLE

UNITS = {"GC": {"Cerenarian Sea": "Cthulhu, Acolyte"}, "BH": {"Sea of Pitch": "Bhole"}, "ZG": {"Ulthar": "2 Zoog"}}
BOARDS = [key for key in maps.names() if load_map(key).board.light]


def told(p: Position) -> Any:
    return p.system.table(p.state, None)


def gate(p: Position, area: str) -> Place:
    return next(place for place in told(p).places if place.area == p.state.config.map.index[area])


def test_a_gate_that_nobody_could_hold_is_barred_and_says_by_what() -> None:
    gates = {"Ulthar": "abandoned", "Kadath": "abandoned", "Cerenarian Sea": "GC"}
    p = table("GC YS BG", UNITS, board="dreamlands_3p", gates=gates)
    assert [gate(p, area).barred != "" for area in gates] == [True, False, False]
    assert "Zoog" in gate(p, "Ulthar").barred
    free = table("GC YS BG", {"GC": UNITS["GC"]}, board="dreamlands_3p", gates=gates)
    assert gate(free, "Ulthar").barred == ""


def test_units_of_nobody_have_letters_and_those_of_seats_do_not() -> None:
    pieces = told(table("GC YS BG", UNITS, board="dreamlands_3p")).pieces
    assert {piece.name: piece.letters for piece in pieces if piece.owner == HAZARD} == {"Bhole": "BH", "Zoog": "ZG"}
    assert {piece.letters for piece in pieces if piece.owner != HAZARD} == {""}


def test_figures_that_are_no_units_have_a_form_and_letters() -> None:
    markers = {"librarian": "Gloomloft (Sea)", "custodian": "Fountain (Sea)"}
    p = table("GC YS BG", {"GC": {"Blue Hall": "Acolyte"}}, board="library_3p", markers=markers)
    found = {piece.name: (piece.form, piece.letters) for piece in told(p).pieces if piece.owner == HAZARD}
    assert found == {"Librarian": ("guest", "LI"), "Custodian": ("guest", "CU")}


def test_a_worm_stands_beside_a_gate_and_a_glacier_upon_it() -> None:
    p = table("GC YS BG", {"GC": {"City of Doom": "Acolyte"}}, board="shaggai_3p", gates={"City of Doom": "GC"},
              markers={"worm_3": "City of Doom"})  # fmt: skip
    (worm,) = (piece for piece in told(p).pieces if piece.name.startswith("Worm"))
    assert (worm.form, worm.face) == ("sun", "3")
    assert gate(p, "City of Doom").covered == ""
    p = table("GC YS BG", {"GC": {"Lemuria": "Acolyte"}}, board="primeval_3p", gates={"Lemuria": "abandoned"},
              markers={"glacier": "Lemuria"})  # fmt: skip
    assert gate(p, "Lemuria").covered == "ice"
    assert [piece for piece in told(p).pieces if piece.form == "ice"] == []


@pytest.mark.parametrize("key", [key for key in BOARDS if load_map(key).world == "shaggai"])
def test_each_belt_of_the_ocean_names_its_colour(key: str) -> None:
    belts = [area for area in load_map(key).board.areas if area.kind == "ocean"]
    assert len(belts) >= 4
    assert [area.paper for area in belts] == [area.name.rpartition(" ")[2].lower() for area in belts]


@pytest.mark.parametrize("key", BOARDS)
def test_every_printed_way_leads_to_a_neighbour_or_through_the_archways(key: str) -> None:
    board = load_map(key)
    ways = ways_of(board.board)
    for way in ways:
        for end in way.ends:
            assert end in board.near[way.area] or (way.serves and board.joined >> way.area & board.joined >> end & 1)
            assert any(way.area in back.ends and back.name == way.name for back in ways if back.area == end)
    signs = [(a, i) for a, row in enumerate(board.signs) for i, (kind, _) in enumerate(row)
             if kind in ("tunnel", "stair", "archway")]  # fmt: skip
    assert len(ways) == len(signs)


# what is lettered ----------------------------------------------------------------------------------------------------
Box = tuple[float, float, float, float]
WHOLE, EDGE = 940.0, 1.0


def meet(one: Box, other: Box) -> bool:
    return (
        one[0] < other[2] - EDGE and other[0] < one[2] - EDGE and one[1] < other[3] - EDGE and other[1] < one[3] - EDGE
    )


def lettered(ground: Ground) -> dict[tuple[str, str], Box]:
    """The boxes of names and of rows of signs, from what is drawn: a little narrower than a browser's letters."""
    out: dict[tuple[str, str], Box] = {}
    for area in ground.areas.values():
        at = ground.name_at(area.id)  # type: ignore[attr-defined]
        if at is None:
            continue
        (x, y), half = at
        _, lead, _ = ground.lettering(area)  # type: ignore[attr-defined]
        high = len(area.label) * lead / 2
        out[area.name, "name"] = x - 0.88 * half, y - high, x + 0.88 * half, y + high
        signs = [ground.sign_at(area.id, i) for i in range(len(area.signs))]
        for i, spot in enumerate(signs):
            assert spot is not None
            u, v, r = spot
            out[area.name, f"sign {i}"] = u - 0.85 * r, v - 0.85 * r, u + 0.85 * r, v + 0.85 * r
    return out


def faults(board: Board, width: float) -> list[str]:
    """What is lettered over a door, a gate or what is lettered elsewhere."""
    ground = ground_of(board, "light", width)
    boxes, found = lettered(ground), list[str]()
    doors = [box_of([ground.placed(border.line)]) for border in board.borders if border.line]
    r, gate = 2.5 * ground.pen, STYLE["token"]["gate"] / 2 * ground.scale - 2
    for (name, what), mine in boxes.items():
        if any(meet(mine, (x0 - r, y0 - r, x1 + r, y1 + r)) for x0, y0, x1, y1 in doors):
            found.append(f"{name}: {what} on a door")
        for (other, that), theirs in boxes.items():
            if other > name and meet(mine, theirs):
                found.append(f"{name}: {what} on {that} of {other}")
        x, y = ground.centre(next(area.id for area in board.areas if area.name == name))
        if math.hypot(max(mine[0] - x, 0, x - mine[2]), max(mine[1] - y, 0, y - mine[3])) < gate:
            found.append(f"{name}: {what} under its gate")
    return found


@pytest.mark.parametrize(
    "key", [key if key.endswith(("5p", "8p")) else pytest.param(key, marks=pytest.mark.nightly) for key in BOARDS]
)
def test_names_and_signs_keep_clear_of_doors_gates_and_one_another(key: str) -> None:
    """On the whole board and on each sheet by itself."""
    board = load_map(key).board
    assert faults(board, WHOLE) == []
    assert [faults(alone(board, n), 876.0) for n in range(len(board.sheets))] == [[] for _ in board.sheets]


@pytest.mark.parametrize("key", [key for key in BOARDS if key.endswith("5p")])
def test_no_piece_of_a_usual_army_covers_a_name(key: str) -> None:
    """A gate, a Monster and two Cultists stand clear of all names, at the size of a page of 1440 pixels."""
    ground = ground_of(load_map(key).board, "dark", WHOLE)
    boxes, small = lettered(ground), STYLE["token"]["common"] * ground.scale
    for area in ground.areas.values():
        sizes = (36.0 * ground.scale, 30.0 * ground.scale, small, small)
        for (x, y, zoom), size in zip(ground.spots(area.id, sizes, 1), sizes, strict=True):
            r = size * zoom / 2 - 1.5
            for (name, what), (x0, y0, x1, y1) in boxes.items():
                away = math.hypot(max(x0 - x, 0, x - x1), max(y0 - y, 0, y - y1))
                assert away > r or (name != area.name and what != "name"), f"a piece in {area.name} on {what} of {name}"


# where pieces stand --------------------------------------------------------------------------------------------------
# A small sea between two coasts and the tip of Antarctica: no room beside their own names.
TIGHT = {"Mediterranean Sea", "Antarctica"}
ROOMS = [key for key in BOARDS if load_map(key).world in ("shaggai", "library") and key.endswith(("5p", "8p"))]


def garrison(ground: Ground, area: int, count: int) -> list[tuple[float, float, float]]:
    """Where a gate and so many Cultists stand, and their radii."""
    sizes = (STYLE["token"]["gate"] * ground.scale, *[STYLE["token"]["common"] * ground.scale] * count)
    spots = ground.spots(area, sizes, 1)
    return [(x, y, size * zoom / 2) for (x, y, zoom), size in zip(spots, sizes, strict=True)]


@pytest.mark.parametrize("key", [key for key in maps.names() if key.endswith(("5p", "8p", "11p"))])
def test_a_gate_and_three_cultists_cover_no_name_and_are_whole(key: str) -> None:
    ground = ground_of(load_map(key).board, "light", WHOLE)
    for area in ground.areas.values():
        if area.name in TIGHT:
            continue
        for x, y, r in garrison(ground, area.id, 3):
            assert min(x, y, ground.width - x, ground.height - y) > r - 2, f"{area.name}: a piece is cut"
            for x0, y0, x1, y1 in ground.names:
                away = math.hypot(max(x0 - x, 0, x - x1), max(y0 - y, 0, y - y1))
                assert away >= r - 1.5, f"a piece in {area.name} lies over a name"


@pytest.mark.parametrize("key", ROOMS)
def test_in_rooms_and_hexes_the_place_stands_below_the_name_or_beside_it(key: str) -> None:
    ground = ground_of(load_map(key).board, "light", WHOLE)
    above = []
    for area in ground.areas.values():
        (x, y), half = ground.name_at(area.id)  # type: ignore[attr-defined]
        gate = ground.centre(area.id)
        assert inside(x, y, ground.rings(area.id)), f"{area.name} is named outside of its walls"
        if gate[1] < y and abs(gate[0] - x) < half:
            above.append(area.name)
    assert len(above) <= len(ground.areas) / 3, above


def test_an_army_stands_in_both_halves_of_an_area_that_goes_on_at_the_other_edge() -> None:
    board = load_map("shaggai_8p").board
    ground = ground_of(board, "light", WHOLE)
    area = next(area.id for area in board.areas if area.name == "Double Sun")
    few = [x < WHOLE / 2 for x, _, _ in garrison(ground, area, 1)]
    many = [x < WHOLE / 2 for x, _, _ in garrison(ground, area, 7)]
    assert len(set(few)) == 1
    assert sum(many) >= 2
    assert len(many) - sum(many) >= 2
    assert min(r for _, _, r in garrison(ground, area, 7)[1:]) > 0.8 * STYLE["token"]["common"] / 2 * ground.scale


def test_names_stand_at_the_same_points_by_day_by_night_and_at_every_usual_width() -> None:
    board = load_map("library_8p").board
    wide, dark, narrow = (
        ground_of(board, theme, width) for theme, width in (("light", WHOLE), ("dark", WHOLE), ("light", 876.0))
    )
    for area in board.areas:
        (x, y), _ = wide.name_at(area.id)  # type: ignore[attr-defined]
        assert dark.name_at(area.id)[0] == (x, y)  # type: ignore[attr-defined]
        (u, v), _ = narrow.name_at(area.id)  # type: ignore[attr-defined]
        assert math.dist((u * WHOLE / 876, v * WHOLE / 876), (x, y)) < 0.5


def test_letters_stay_dark_where_an_area_can_be_chosen() -> None:
    """Half the veil of a board without names on it."""
    for key in ("earth_5p", "library_5p"):
        ground = ground_of(load_map(key).board, "light", WHOLE)
        assert ground.lift(0, 0.26) <= 0.16
