"""How other worlds are told to a screen: what is nobody's, gates that nobody could hold, belts of their own colour."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cthulhu_wars.scene import table
from theomachy.engine.runtime.position import Position
from theomachy.engine.tabletop.table import HAZARD, Place
from theomachy.engine.tabletop.ways import ways_of
from theomachy.games.cthulhu_wars.rules import maps
from theomachy.games.cthulhu_wars.rules.maps import load_map

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
            assert end in board.near[way.area] or (way.serves and board.arches >> way.area & board.arches >> end & 1)
            assert any(way.area in back.ends and back.name == way.name for back in ways if back.area == end)
    signs = [(a, i) for a, row in enumerate(board.signs) for i, (kind, _) in enumerate(row)
             if kind in ("tunnel", "stair", "archway")]  # fmt: skip
    assert len(ways) == len(signs)
