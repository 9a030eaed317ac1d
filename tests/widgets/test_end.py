"""The end of a game: who has won and why, by figures that are true; the report, and another game of the kind."""

from __future__ import annotations

import re

import pytest

import theomachy as th
from tests.answers.fights_of_games import demigods
from theomachy.engine.game.game import Game
from theomachy.engine.game.registry import game as system_class
from theomachy.engine.wording import ranked
from theomachy.games.cthulhu_wars.rules.domains import OVER as CTHULHU_OVER
from theomachy.games.heroes.rules.state import OVER as HEROES_OVER
from theomachy.play.opponents import opponents_of
from theomachy.play.run import record
from theomachy_widgets.control import Controller
from theomachy_widgets.present import ALL, ViewState, models

SLUGS = ("demigods", "cthulhu_wars", "heroes", "mythic_battles", "gods_war")
SEATS = {"gods_war": 3, "cthulhu_wars": 3}


@pytest.fixture(scope="module", params=SLUGS)
def ended(request: pytest.FixtureRequest) -> Game:
    """A short game that busy bots have played to its end."""
    slug = request.param
    options = dict(system_class(slug).simulation)
    return record(slug, ["busy"] * SEATS.get(slug, 2), seed=5, options=options)


def test_a_game_that_is_over_says_who_has_won_and_why(ended: Game) -> None:
    assert ended.over
    shown = models(Controller(ended, ViewState(view=ALL)).moment)["decision"]
    reason, rule = ended.system.outcome(ended.state)
    assert (shown["reason"], shown["rule"]) == (reason, rule)
    assert re.fullmatch(r"[A-Z0-9].*\.", reason), reason
    assert rule in ended.system.rulebook
    assert shown["over"].endswith("won.")


def test_another_game_of_the_kind_begins_with_the_same_players(ended: Game) -> None:
    opponents_of(ended, {1: "busy"})
    screen = Controller(ended, ViewState(view=ALL))
    screen.do("again", seed=77)
    other = screen.what_if
    assert other is not None
    assert not other.over
    assert (other.slug, other.seed, len(other.tree.nodes) < len(ended.tree.nodes)) == (ended.slug, 77, True)
    assert opponents_of(other).words == opponents_of(ended).words
    screen = Controller(th.new(ended.slug, seed=1), ViewState(view=ALL))
    screen.do("again", seed=77)
    assert screen.what_if is None
    assert screen.view_state.error == "The game is not over yet."


def test_a_tie_of_points_is_broken_by_what_lies_in_stock_and_that_is_told() -> None:
    """HE-SCO-003: level on points, the fuller stock wins."""
    system = th.new("heroes", players=2, seed=3).system
    for first, second, told in (
        ((3, 0, 0), (1, 0, 0), "0 VP each; 3 resources in stock to 1."),
        ((2, 1, 0), (1, 1, 1), "0 VP each; 3 resources in stock each."),
    ):
        s = system.arrange({"sheet": {seat.name: {"stock": dict(zip(("wood", "iron", "gold"), stock, strict=True))}
                                      for seat, stock in zip(system.seats, (first, second), strict=True)}})  # fmt: skip
        s.stage = HEROES_OVER
        assert system.outcome(s) == (told, "HE-SCO-003")


def test_nobody_wins_without_the_spellbooks_and_that_is_told() -> None:
    """CW-VIC-008."""
    system = th.new("cthulhu_wars", players=3, seed=3).system
    s = system.start()
    s.doom[:] = [31, 12, 4]
    s.phase = CTHULHU_OVER
    reason, rule = system.outcome(s)
    assert rule == "CW-VIC-008"
    assert reason.startswith("Nobody has the 6 spellbooks")
    assert "the most Doom, 31; Humanity wins." in reason


def test_who_is_left_alone_has_won_for_that() -> None:
    """DG-GEN-002."""
    system, s, _ = demigods()
    s.out |= 1 << 1
    assert system.outcome(s) == ("Nobody else is left.", "DG-GEN-002")
    s.out |= 1
    assert system.outcome(s) == ("The last of them fell at once.", "DG-GEN-002")


@pytest.mark.parametrize(
    ("others", "said"),
    [([], "5 VP"), ([("a", 4)], "5 VP to 4"), ([("a", 1), ("b", 3)], "5 VP; b 3, a 1")],
)
def test_figures_in_a_row(others: list[tuple[str, int]], said: str) -> None:
    assert ranked(5, others, "VP") == said
