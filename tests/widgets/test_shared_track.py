"""A track that all share: where each stands, where the next count takes him, and what happens on the way."""

import pytest

from theomachy.engine.errors import RulesError
from theomachy.engine.tabletop.describe import describe
from theomachy.engine.tabletop.table import Board, Seat, Table, Track, TrackFlag, TrackMarker

SEATS = (Seat(0, "Ana", "red", "castle"), Seat(1, "Bo", "purple", "moon"))
SHARED = Track(
    "Renown", tuple(map(str, range(11))), 6, "X-1", markers=(TrackMarker(0, 4, 6), TrackMarker(1, 6)),
    flags=(TrackFlag(10, "the end", "laurel-crown"),),
)  # fmt: skip


def table(*tracks: Track) -> Table:
    board = Board("no ground", "hexes", (1, 1), ())
    return Table("made-up", "Made up", "", None, SEATS, ("play",), 0, 0, board, (), tracks=tracks)


def test_it_is_told_in_words() -> None:
    assert "Renown to 10: Ana 4 (then 6), Bo 6; 10 the end" in describe(table(SHARED))
    assert "Doom: 0 [1] 2" in describe(table(Track("Doom", ("0", "1", "2"), 1)))


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(RulesError, match="marker"):
        TrackMarker(-1, 3)
    with pytest.raises(RulesError, match="flag"):
        TrackFlag(-2, "nowhere")
