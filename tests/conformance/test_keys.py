"""The page of the keys of scenarios says what the games read, neither less nor more."""

from pathlib import Path
from typing import Any

import pytest

from theomachy.cli import main
from theomachy.engine import files
from theomachy.engine.errors import UnknownName
from theomachy.engine.game.registry import BUILT_IN, game
from tools import make_keys

PAGE = Path(__file__).parents[2] / "docs" / "scenario_keys.md"
AROUND: dict[str, tuple[dict[str, Any], str]] = {  # what an example needs around it
    "cthulhu_wars": (
        {"options": {"factions": ["great_cthulhu", "crawling_chaos", "black_goat", "yellow_sign"]}},
        """
        active = "BG"
        part = "second"
        units = { GC = { Arabia = "Acolyte, Deep One" }, BG = { "North Asia" = "Dark Young" } }
        """,
    ),
    "demigods": (
        {"players": ["Aglaia", "Bronteas"]},
        """
        stacks = { E3 = "Aglaia: 3 armies", D3 = "Bronteas: 2 armies" }
        """,
    ),
    "gods_war": (
        {"options": {"empires": ["sky", "storm", "darkness", "chaos"]}},
        """
        round = 2
        """,
    ),
    "heroes": (
        {},
        """
        stage = "gathering"
        """,
    ),
    "mythic_battles": (
        {"players": 2, "options": {"recruitment": "constructed"}},
        """
        round = 2
        """,
    ),
}
INSTEAD = {("demigods", "map"): {"phase": "who builds"}}  # later phases have this map anyway
ROWS = {slug: {title: {row.key: row for row in rows} for title, rows in game(slug).keys().items()} for slug in BUILT_IN}
SETUP = [(slug, key) for slug in sorted(BUILT_IN) for key in ROWS[slug]["[setup]"]]
EXPECT = [(slug, key) for slug in sorted(BUILT_IN) for key in ROWS[slug]["expect"]]


# a box in which the example says something: whose powers speak when a phase begins, or who keeps cards in secret
TRIBES = {"options": {"factions": ["great_cthulhu", "tcho_tcho", "black_goat", "yellow_sign"], "things": "tribes"}}
FOLK = {"options": {"empires": ["sky", "storm", "darkness", "chaos"], "map": "4p_a", "races": ["elves", "ducks"]}}
BOX = {
    **{("cthulhu_wars", key): TRIBES for key in ("secret_cards", "unseen_cards")},
    **{
        ("cthulhu_wars", key): {"options": {**AROUND["cthulhu_wars"][0]["options"], "things": "great_old_one_pack_1"}}
        for key in ("card_spellbooks", "on_cards")
    },
    **{
        ("cthulhu_wars", key): {
            "options": {"factions": ["great_cthulhu", "daemon_sultan", "black_goat", "yellow_sign"]}
        }
        for key in ("phase_begins", "gate_sorts")
    },
    **{("gods_war", key): FOLK for key in ("races", "allies")},
}


def around(slug: str, key: str = "") -> tuple[Any, dict[str, Any]]:
    given, written = AROUND[slug]
    return game(slug).build(**BOX.get((slug, key), given)), files.toml(
        "\n".join(row.strip() for row in written.splitlines()), "around"
    )


def test_the_page_is_up_to_date(tmp_path: Path) -> None:
    assert make_keys.main([str(tmp_path / "page.md")]) == 0
    assert PAGE.read_text("utf-8") == (tmp_path / "page.md").read_text("utf-8"), "run python tools/make_keys.py"


@pytest.mark.parametrize(("slug", "key"), SETUP)
def test_each_example_of_a_set_up_is_read_and_says_something(slug: str, key: str) -> None:
    system, rest = around(slug, key)
    said = files.toml(ROWS[slug]["[setup]"][key].line, key)[key]
    rest = INSTEAD.get((slug, key), rest)
    rest.pop(key, None)
    before = system.to_json(system.arrange(rest))
    after = system.to_json(system.arrange({key: said, **rest}))
    assert after != before


@pytest.mark.parametrize(("slug", "key"), EXPECT)
def test_each_example_of_an_expectation_is_read(slug: str, key: str) -> None:
    system, rest = around(slug, key)
    said = files.toml(ROWS[slug]["expect"][key].line, key)[key]
    for line in system.check(system.arrange(rest), {key: said}):
        assert ": expected " in line
        assert ", found " in line


@pytest.mark.parametrize("slug", sorted(BUILT_IN))
def test_nothing_else_is_read(slug: str) -> None:
    system, rest = around(slug)
    for key, call in (
        ("setup_keyz", lambda: system.arrange({"setup_keyz": 1})),
        ("expectz", lambda: system.check(system.arrange(rest), {"expectz": 1})),
    ):
        with pytest.raises(UnknownName, match=key):
            call()


@pytest.mark.parametrize("slug", sorted(BUILT_IN))
def test_what_is_written_is_among_what_is_read(slug: str) -> None:
    """The way back uses no word that the table lacks; and each figure of a player can be expected."""
    system, rest = around(slug)
    assert set(files.toml(system.arrange_text(system.arrange(rest)), "it")) <= set(ROWS[slug]["[setup]"])


@pytest.mark.parametrize("slug", sorted(BUILT_IN))
def test_the_figures_of_each_player_can_be_expected(slug: str) -> None:
    system, rest = around(slug)
    assert set(system.figures(system.arrange(rest))[0]) <= set(ROWS[slug]["expect"])


@pytest.mark.parametrize("slug", sorted(BUILT_IN))
def test_the_terminal_prints_the_same(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", "scenario", slug]) == 0
    said = capsys.readouterr().out
    for table in ROWS[slug].values():
        for row in table.values():
            assert f"  {row.line}\n      {row.title}\n" in said


def test_help_without_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help", "scenario"]) == 2
    assert f"name one of {', '.join(sorted(BUILT_IN))}" in capsys.readouterr().err
    assert main(["help"]) == 0
    assert "scenario" in capsys.readouterr().out
