"""What the terminal prints with a question: the moment, the board, the players and the options, and no more."""

from __future__ import annotations

import io

import pytest

import theomachy as th
from theomachy.engine.tabletop import brief
from theomachy.terminal import KEYS, MOST_SHOWN, Terminal, few

GAMES = ("demigods", "cthulhu_wars", "heroes", "mythic_battles", "gods_war")


def typed(table: th.Game, *lines: str) -> list[str]:
    """What is printed before each line is read."""
    out = io.StringIO()
    Terminal(table, lines, out).run()
    return out.getvalue().split("> ")


@pytest.mark.parametrize("slug", GAMES)
def test_a_question_takes_a_screen_at_most(slug: str) -> None:
    game = th.new(slug, seed=3)
    for said in typed(game, *["1"] * 20)[1:-1]:
        rows = said.splitlines()
        assert len(rows) <= 45, said
        assert rows[-1] == f"({KEYS})" or "is not offered" in said or game.over
    assert len(brief.brief(game.table())) <= 13 + len(game.seats)
    assert len(game.position.log()) > 10  # a bare number was the number in the list


@pytest.mark.parametrize("slug", GAMES)
def test_the_rest_comes_when_it_is_asked_for(slug: str) -> None:
    game = th.new(slug, seed=3)
    name = game.seats[1].name
    _, board, hand, one, each, whole, _ = typed(game, "board", "hand", f"sheet {name}", "sheet", "table", "log")[:7]
    assert board.splitlines()[1].startswith(game.title)
    assert name in hand or "no hands of cards" in hand
    assert one.startswith(name)
    assert one in each
    assert len(each) > len(one)
    assert all(seat.name in whole for seat in game.seats)
    for word in ("board", "hand", "sheet", "log", "help", "why", "rule", "undo", "options"):
        assert word in KEYS


def test_of_many_actions_each_kind_is_listed() -> None:
    game = th.new("gods_war", seed=3)
    game.play(game.options[0]).play(game.options[0])
    verbs = {option.value if isinstance(option.value, str) else option.value[0] for option in game.options}
    shown = few(game.options)
    assert len(game.options) > MOST_SHOWN >= len(shown)
    assert {option.value if isinstance(option.value, str) else option.value[0] for option in shown} == verbs


def test_a_bare_number_is_the_number_in_the_list_unless_an_option_is_called_so() -> None:
    game = th.new("cthulhu_wars", seed=3)
    assert [option.label for option in game.options] == ["Clockwise", "Counterclockwise"]
    assert game.play("2").position.log()[-1].answer == game.undo().options[1].value
    world = th.new("demigods", seed=3).play("no")
    third = world.options[2]
    assert world.play("3").position.log()[-1].answer == third.value
