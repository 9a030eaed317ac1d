"""Every address that the form of a new game writes opens that game; one that nobody wrote gets a sentence."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from theomachy.engine.errors import TheoError
from theomachy.engine.game.game import Game
from theomachy_widgets import asked
from theomachy_widgets.library import Library, offered
from theomachy_widgets.serve import Site

GAMES = ("cthulhu_wars", "demigods", "gods_war", "heroes", "mythic_battles")


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> object:
    site = Site(Library())

    def at(**words: str) -> Game | None:
        given = {name.replace("__", "."): [text.encode()] for name, text in words.items()}
        monkeypatch.setattr(asked.pn, "state", SimpleNamespace(session_args=given))
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
                else ",".join(told)
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
