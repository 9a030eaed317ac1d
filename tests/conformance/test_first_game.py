"""The first game that the home page offers begins with a question; every switch names what there is, and can be off."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

import theomachy as th
from theomachy.engine.errors import DataError
from theomachy.engine.game.registry import games
from theomachy.engine.runtime.first_game import READY, read
from theomachy_widgets.first_game import first_game
from theomachy_widgets.seats import seats_of

GAMES = [slug for slug, kind in games().items() if kind.__module__.startswith("theomachy.games.")]


@pytest.mark.parametrize("slug", GAMES)
def test_a_first_game_names_what_there_is(slug: str) -> None:
    kind, (least, most) = games()[slug], seats_of(slug)
    first = kind.first_game
    assert first.line.endswith(".")
    assert 20 < len(first.aim) <= 130
    assert first.aim.endswith(".")
    assert least <= first.players <= most
    assert 3 <= len(first.switches) <= 4, "as many as stand beside each other"
    assert first.players in first.ready
    for players, name in first.ready.items():
        assert kind.presets[name].players == players
        settled = set(kind.presets[name].options)
        for row in first.switches:
            assert not settled & set(row.options), "a quick start settles it"
            assert set(row.opens) <= {READY, *kind.choices(players)}
            assert set(row.options) <= set(kind.choices(players))
    short = [row for row in first.switches if row.changes]
    assert len(short) == 1, "one short game, and it says that it changes the rules"
    assert short[0].options
    assert set(short[0].options) == set(short[0].opens)


@pytest.mark.parametrize("slug", GAMES)
def test_whatever_is_on_or_off_a_person_is_asked(slug: str) -> None:
    kind, (least, most) = games()[slug], seats_of(slug)
    first = kind.first_game
    for players, short in product(range(least, most + 1), (True, False)):
        options: dict[str, Any] = {k: v for row in first.switches if short for k, v in row.options.items()}
        for preset in {"", first.ready.get(players, "")}:
            game = th.new(slug, players=players, preset=preset, seed=1, **options)
            assert game.decision is not None
            assert len(game.seats) == players


@pytest.mark.parametrize("slug", GAMES)
def test_each_seat_has_a_face_and_says_what_it_leads(slug: str) -> None:
    kind, (least, most) = games()[slug], seats_of(slug)
    offered = first_game(kind, least, most)
    assert offered["rules"] == len(kind.rulebook)
    for name, preset in kind.presets.items():
        seats = offered["seats"][name]
        assert len(seats) == preset.players
        assert all(seat["leads"] for seat in seats), name
        assert len({seat["name"] for seat in seats}) == preset.players
    each = next((option for option in kind.choices(most).values() if option.each), None)
    assert set(offered["faces"]) == (set(each.among) if each else set())
    for word, face in offered["faces"].items():
        assert each is not None
        assert face["name"] == each.names[word]
        assert face["leads"].startswith(face["anywhere"])


def test_a_note_is_told_to_so_many_players_and_to_more(tmp_path: Path) -> None:
    file = tmp_path / "first_game.toml"
    file.write_text("notes = { 5 = 'Long.', 7 = 'Very long.' }", "utf-8")
    first = read(file)
    assert [first.note(n) for n in (2, 4, 5, 6, 7, 12)] == ["", "", "Long.", "Long.", "Very long.", "Very long."]


@pytest.mark.rule("CW-XMP-006")
def test_more_than_eight_players_of_cthulhu_wars_are_told_that_it_is_a_show() -> None:
    offered = first_game(games()["cthulhu_wars"], *seats_of("cthulhu_wars"))
    assert set(offered["notes"]) == {"9", "10", "11"}
    for word in ("show", "house data", "long"):
        assert all(word in note for note in offered["notes"].values())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("lines = 'x'", "has no 'lines'"),
        ("ready = { two = 'x' }", "for each number of players"),
        ("notes = { two = 'x' }", "for each number of players"),
        ("notes = { 2 = 3 }", "for each number of players"),
        ("switch = 3", "a list of tables"),
        ("[[switch]]\ntitle = 'A'", "lacks its value"),
        ("[[switch]]\ncolour = 'red'", "strange word"),
    ],
)
def test_a_wrong_file_is_told(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "first_game.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(DataError, match=said):
        read(file)
