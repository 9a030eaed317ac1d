"""Quick starts and the options of a new game: what every game offers to somebody who wants to play at once."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import theomachy as th
from theomachy import app
from theomachy.cli import main
from theomachy.engine.errors import DataError, UnknownName
from theomachy.engine.game.registry import games
from theomachy.engine.runtime.decision import CHANCE
from theomachy.engine.runtime.presets import read

GAMES = [slug for slug, kind in games().items() if kind.__module__.startswith("theomachy.games.")]
PRESETS = [(slug, name) for slug in GAMES for name in games()[slug].presets]
SETTING_UP = (  # questions before the first turn
    "place terrain", "redraw", "starting hex", "direction", "start", "starting region", "divinity", "recruit", "side",
)  # fmt: skip


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_has_quick_starts_that_say_what_they_are(slug: str) -> None:
    presets = games()[slug].presets
    assert len(presets) >= 2
    assert len({preset.title for preset in presets.values()}) == len(presets)
    for preset in presets.values():
        assert 20 < len(preset.about) <= 100
        assert preset.about.endswith((".", "?"))
        assert "\n" not in preset.about


@pytest.mark.parametrize(("slug", "name"), PRESETS)
def test_a_quick_start_begins_with_a_turn(slug: str, name: str, tmp_path: Path) -> None:
    """A lawful position, no question of the set-up, a game that is kept and goes on."""
    preset = games()[slug].presets[name]
    game = th.new(slug, preset=name, seed=1)
    assert len(game.seats) == preset.players
    assert game.names["title"] == preset.title
    assert game.system.violations(game.state) == []
    decision = game.decision
    assert decision is not None
    assert decision.player != CHANCE
    assert len(decision.options) > 1
    for _ in range(3):
        assert game.decision is not None
        assert game.decision.what not in SETTING_UP
        game.play(game.options[0])
    game.save(tmp_path / "kept.json")
    again = th.load(tmp_path / "kept.json")
    assert again.system.to_json(again.state) == game.system.to_json(game.state)
    assert again.names["title"] == preset.title


@pytest.mark.parametrize("slug", GAMES)
def test_players_of_a_quick_start_may_have_names_of_their_own(slug: str) -> None:
    name, preset = next(iter(games()[slug].presets.items()))
    names = ["Ada", "Ben", "Cleo", "Dan"][: preset.players]
    game = th.new(slug, preset=name, players=names, seed=1)
    usual = th.new(slug, preset=name, seed=1)
    assert [seat.name for seat in game.seats] == names
    assert game.system.to_json(game.state) == usual.system.to_json(usual.state)


@pytest.mark.parametrize("slug", GAMES)
def test_what_a_quick_start_settles_is_not_asked_again(slug: str) -> None:
    name, preset = next(iter(games()[slug].presets.items()))
    with pytest.raises(UnknownName, match="atlantis"):
        th.new(slug, preset="atlantis")
    with pytest.raises(UnknownName, match=f"is for {preset.players} players, not {preset.players + 1}"):
        th.new(slug, preset=name, players=preset.players + 1)
    option, value = next(iter(preset.options.items()))
    with pytest.raises(UnknownName, match=f"settles the option {option} itself"):
        th.new(slug, preset=name, **{option: value})


def counts(slug: str) -> list[int]:
    from theomachy_widgets.seats import seats_of

    least, most = seats_of(slug)
    return list(range(least, most + 1))


@pytest.mark.parametrize("slug", GAMES)
def test_each_option_of_the_form_says_what_it_is_and_is_one_of_the_game(slug: str) -> None:
    kind = games()[slug]
    for players in counts(slug):
        choices = kind.choices(players)
        usual = kind.build(players=players, options={name: option.default for name, option in choices.items()})
        assert set(choices) <= set(usual.options)
        for name, option in choices.items():
            assert option.title
            assert 15 < len(option.about) <= 80
            assert option.about.endswith(".")
            if isinstance(option.among, range):
                assert option.zero
                values: list[Any] = [option.among[-1]]
            elif option.each:
                assert len(option.default) == players
                assert set(option.names) == set(option.among)
                values = [list(option.among)[::-1][:players]]
            else:
                assert all(option.names[word] for word in option.among)
                values = list(option.among)
                if option.some:
                    assert "" not in values
                    values.append(list(option.among))
            refused = []
            for value in values:
                try:
                    built = kind.build(players=players, options={name: value})
                except UnknownName as fault:  # of any of these, some may be at home on another map, or all be too many
                    refused.append(str(fault))
                    continue
                assert built.options[name] == value
                assert len(built.seats) == players
            # who begins without Acolytes has no handicap, and some cards meet no faction of theirs
            good = "on this map", "leave out some", "cannot be held", "is not in a game with"
            assert all(any(reason in why for reason in good) for why in refused)
            assert len(refused) < (len(values) / 2 if option.some else 1), refused
            assert option.unless == "" or option.unless in choices


SHORT = (  # a game, an option of its short form, the value that it changes, one that is less
    ("cthulhu_wars", "doom", "victory.doom", 20),
    ("cthulhu_wars", "spellbooks", "victory.books", 3),
    ("gods_war", "points", "victory.goal", 20),
    ("mythic_battles", "stones", "victory.stones", 3),
)


def kinds_of(slug: str) -> Any:
    """The kinds of values of a game."""
    return import_module(f"theomachy.games.{slug}.rules.components").VALUES


@pytest.mark.parametrize(("slug", "option", "key", "less"), SHORT)
def test_a_short_game_is_a_value_of_ours_and_the_usual_one_is_as_printed(
    slug: str, option: str, key: str, less: int, tmp_path: Path
) -> None:
    """A change of the rules says so, also in a game that was kept; it is there only when somebody asks for it."""
    usual, short = (th.new(slug, **{option: n}) for n in (0, less))
    assert usual.system.facts.fact(key) == th.new(slug).system.facts.fact(key)
    assert usual.system.facts.fact(key).source == "rulebook"
    assert usual.system.facts[key] > less
    short.save(tmp_path / "kept.json")
    for game in (short, th.load(tmp_path / "kept.json")):
        assert (game.system.facts[key], game.system.facts.fact(key).source) == (less, "house")
    with pytest.raises(DataError, match=f"the option {option} must be"):
        usual.system.facts.agreed(key, -1, f"the option {option}", kinds_of(slug))


def test_a_quick_start_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "demigods", "--preset", "island", "-o", str(tmp_path / "g.json")]) == 0
    assert th.load(tmp_path / "g.json").names["title"] == "The island"
    assert main(["new", "demigods", "--preset", "island", "--option", "turns=9", "-o", str(tmp_path / "h.json")]) == 0
    assert th.load(tmp_path / "h.json").system.options["turns"] == 9
    assert main(["games", "demigods"]) == 0
    said = capsys.readouterr().out
    assert "preset=island" in said
    assert "turns: The game ends after so many turns" in said
    assert main(["new", "demigods", "--preset", "atlantis", "-o", str(tmp_path / "x.json")]) == 2
    assert "atlantis" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[a]\ntitle = "A"\nabout = "b"', "lacks its players"),
        ('[a]\ntitle = 3\nabout = "b"\nplayers = 2', "strange 'title'"),
        ('[a]\ntitle = "A"\nabout = "b"\nplayers = 2\nmap = "x"', "strange 'map'"),
        ("a = 3", "is a table, not 3"),
    ],
)
def test_a_quick_start_that_is_none_is_named(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "presets.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(DataError, match=said):
        read(path)


def test_words_of_options_are_those_of_the_terminal() -> None:
    game = app.begin("heroes", options=["factions=demons,cultists", "rounds=5"], seats="2")
    assert game.system.options == {"factions": ["demons", "cultists"], "rounds": 5}
