"""Every address that the form of a new game writes opens that game; one that nobody wrote gets a sentence."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

import theomachy as th
from theomachy.engine.errors import TheoError
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.line_up import Setting
from theomachy_widgets import asked, serve
from theomachy_widgets.addressed import Addressed
from theomachy_widgets.asked import AddressError
from theomachy_widgets.lesson import Lessons
from theomachy_widgets.library import Library, line_up, offered
from theomachy_widgets.serve import Site

GAMES = ("cthulhu_wars", "demigods", "gods_war", "heroes", "mythic_battles")


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> object:
    site = Site(Library())

    def at(**words: str) -> Game | None:
        given = {name.replace("__", "."): [text.encode()] for name, text in words.items()}
        monkeypatch.setattr(asked, "source", lambda: given)
        return site.game()

    return at


@pytest.mark.parametrize("slug", GAMES)
def test_each_quick_start_opens_at_its_address(opened, slug: str) -> None:  # type: ignore[no-untyped-def]
    """Which names no number of players."""
    for row in offered(slug)["presets"]:
        game = opened(game=slug, preset=row["name"], seed="7")
        assert (game.slug, game.names["title"], game.seed) == (slug, row["title"], 7)


@pytest.mark.parametrize("slug", GAMES)
def test_each_option_opens_at_its_address(opened, slug: str) -> None:  # type: ignore[no-untyped-def]
    for players, rows in offered(slug)["choices"].items():
        words = {}
        for row in rows:
            if row["unless"]:
                continue
            told = [word for word, _ in row["words"]]
            words[f"o__{row['name']}"] = (  # fmt: skip
                "3"
                if row["range"]
                else ",".join(told[::-1][: int(players)])
                if row["each"]
                else ",".join(told[:2])  # not all of them need go together
                if row["some"]
                else told[-1]
            )
        game = opened(game=slug, players=players, seed="1", **words)
        assert len(game.seats) == int(players)
        for name, text in words.items():
            value = game.system.options[name.removeprefix("o__")]
            assert text == (",".join(value) if isinstance(value, list) else str(value))


@pytest.mark.parametrize(
    "words",
    [
        {"o__size": "9"},
        {"o__map": "9x9"},
        {"o__turns": "-1"},
        {"preset": "atlantis"},
        {"preset": "island", "o__map": "12x12"},
        {"players": "9", "o__map": "10x10"},
    ],
)
def test_an_address_that_nobody_wrote_gets_a_sentence(opened, words: dict[str, str]) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(TheoError, match=r"\w+ \w+ \w+"):
        opened(game="demigods", **words)


def test_any_of_the_expansions_may_be_chosen(opened) -> None:  # type: ignore[no-untyped-def]
    (row,) = [row for row in offered("cthulhu_wars")["choices"]["4"] if row["title"] == "Expansions"]
    words = {word for word, _ in row["words"]}
    assert words >= {"high_priests", "tribes", "unique_high_priests", "colour_out_of_space"}
    game = opened(game="cthulhu_wars", players="3", o__factions="tcho_tcho,black_goat,sleeper",
                  o__things="tribes,high_priests")  # fmt: skip
    assert game.system.options["things"] == ["tribes", "high_priests"]
    assert {"tribes", "leng"} <= {card.key for card in game.state.config.cards}
    assert "High Priest" in game.state.config.name[1]


def test_all_seats_and_all_expansions_may_be_named_but_no_book_be_written(opened) -> None:  # type: ignore[no-untyped-def]
    rows = {row["name"]: [word for word, _ in row["words"]] for row in offered("cthulhu_wars")["choices"]["11"]}
    seats = ",".join(rows["factions"][::-1])
    game = opened(game="cthulhu_wars", players="11", o__factions=seats)
    assert ",".join(game.system.options["factions"]) == seats
    sold = [word for word in rows["things"] if word != "unique_high_priests"]
    game = opened(game="cthulhu_wars", players="3", o__things=",".join(sold))
    assert set(game.system.options["things"]) == {*sold}
    with pytest.raises(AddressError, match="longer than 2000 signs"):
        opened(game="cthulhu_wars", players="3", o__things="tribes," * 300)


def test_the_calculator_and_the_editor_know_every_faction() -> None:
    library, every = Library(), dict(offered("cthulhu_wars")["choices"]["4"][0]["words"])
    assert len(every) == 11
    for first in every:
        seats = [first, *(slug for slug in every if slug != first)][:2]
        game = library.fight("cthulhu_wars", 2, {"factions": seats})
        assert [card.slug for card in game.state.config.factions] == seats
        place = game.system.fights.anything(game.state)
        up = game.system.fights.line_up(game.state, Setting(place.id))
        assert {side.seat for side in up.sides} == {0, 1}
        assert all(side.steppers for side in up.sides)
    shown = line_up(library.fight("cthulhu_wars").system)
    assert shown is not None
    assert (shown["option"], len(shown["seats"]), len(shown["words"])) == ("factions", 4, 11)
    assert line_up(th.editor("demigods").system) is None, "nobody is chosen there by a word for each seat"


def test_the_pages_of_calculator_and_editor_take_who_sits_there(monkeypatch: pytest.MonkeyPatch) -> None:
    site, shown = Site(Library()), list[Any]()
    monkeypatch.setattr(serve, "with_way_home", lambda page, seating=None: shown.append((page, seating)))
    monkeypatch.setattr(serve, "dashboard_of", lambda game, options, opens="": game)
    monkeypatch.setattr(serve, "shown", lambda cell: cell.editor)
    for page in ("calculator", "edit"):
        words = {page: "cthulhu_wars", "players": "3", "o.factions": "bubastis,ancients,tcho_tcho"}
        words |= {"o.map": "dreamlands_3p", "o.things": "high_priests,tribes"}
        given = {name: [text.encode()] for name, text in words.items()}
        monkeypatch.setattr(asked, "source", partial(dict, given))
        site.page({})
        made, seating = shown.pop()
        assert [seat.title for seat in made.system.seats] == ["Bubastis", "Ancients", "Tcho-Tcho"]
        assert seating["seats"] == ["bubastis", "ancients", "tcho_tcho"]
        (ground,) = seating["grounds"]
        assert (ground["option"], ground["value"]) == ("map", "dreamlands_3p")
        assert {word for word, _ in ground["words"]} == set(type(made.system).choices(3)["map"].among)


def test_a_list_of_lessons_opens_the_one_that_its_address_names(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    words = {"lessons": [b"demigods"], "open": [b"lesson_08_battle.toml"]}
    monkeypatch.setattr(asked, "source", lambda: words)
    page = Addressed(Library(tmp_path)).cell()
    assert isinstance(page, Lessons)
    assert page.player is not None
    assert page.player.lesson.scenario.title.startswith("8.")
    words["open"] = [b"../lesson_08_battle.toml"]  # no lesson of the list: the list alone
    other = Addressed(Library(tmp_path)).cell()
    assert isinstance(other, Lessons)
    assert other.player is None
    page.close()
    other.close()
