"""Spellbooks and requirements are two numbers; a book may lie face down, or change places with another."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cthulhu_wars.scene import AR, EA, area, table, why_not
from theomachy.engine.errors import DataError
from theomachy.engine.reference.facts import Facts
from theomachy.games.cthulhu_wars.rules.config import DATA, read_faction

SUBMERGE, DEVOLVE = 4, 1


@pytest.mark.rule("CW-SPB-001", "CW-ABI-001")
def test_a_book_that_lies_face_down_is_on_the_card_and_has_no_power():
    p = table("GC YS BG", {"GC": {"Indian Ocean": "Cthulhu"}, "YS": {AR: "Acolyte"}}, books={"GC": "Submerge, Devolve"})
    s = p.state.copy()
    s.turn_book(0, SUBMERGE, down=True)
    names = {power.name for _, power in s.key.seats[0].pairs}
    assert "Devolve" in names
    assert not names & {"Submerge", "Emerge"}
    assert (s.has_book(0, SUBMERGE), s.has_book(0, DEVOLVE), s.count_books(0)) == (False, True, 2)
    assert p.system.from_json(p.system.to_json(s)) == s
    assert p.system.arrange_text(s).count("Submerge") == 2  # among the books, and among those face down
    s.turn_book(0, SUBMERGE, down=False)
    assert s.has_book(0, SUBMERGE)
    assert "down" not in p.system.to_json(s)


def test_a_book_changes_places_with_another():
    p = table("GC YS BG", {"GC": {EA: "Acolyte"}, "YS": {AR: "Acolyte"}}, books={"GC": "Devolve"})
    s = p.state.copy()
    s.turn_book(0, DEVOLVE, down=True)
    s.swap_book(0, DEVOLVE, 0)
    assert (s.books[0], s.face_down(0), s.has_book(0, 0)) == (1, 0, True)
    assert "Dreams" in {power.name for _, power in s.key.seats[0].pairs}
    assert why_not(p, "GC", "dreams", area(p, AR), 1)["CW-ABI-001"]
    s.swap_book(0, 0, DEVOLVE)  # one that lay face down comes back so
    assert (s.has_book(0, DEVOLVE), s.face_down(0)) == (False, 1 << DEVOLVE)


def test_a_card_says_how_many_books_and_how_many_requirements_it_has(tmp_path: Path):
    text = (DATA / "black_goat.toml").read_text("utf-8")
    file = tmp_path / "goat.toml"
    file.write_text(text.replace("first = false\n", "first = false\nrequirements = 5\n"), "utf-8")
    with pytest.raises(DataError, match="must have 5 requirements, bit 0 to 4, and has 6"):
        read_faction(Facts.read(DATA / "core.toml", file), "black_goat")
    assert len(read_faction(Facts.read(DATA / "core.toml", DATA / "black_goat.toml"), "black_goat").slots) == 6
