"""Who is asked stands at the top and in the row of players: at every decision of a game, for every viewer."""

from __future__ import annotations

from random import Random

import pytest

import theomachy as th
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.decision import Secret
from theomachy.engine.tabletop.describe import headline
from theomachy_widgets.present import ALL, SPECTATOR, Moment, ViewState
from theomachy_widgets.present.bar import model as bar
from theomachy_widgets.present.strip import players as strip

MOST, EACH = 45, 3  # answers of a game, and decisions between two that are looked at
PLAYERS = {"demigods": 3, "cthulhu_wars": 3, "heroes": 3, "mythic_battles": 2, "gods_war": 3}


def asked(game: Game) -> set[int]:
    """The truth."""
    decision = game.position.decision
    if isinstance(decision, Secret):
        return set(decision.asks)
    return {decision.player} if decision is not None and decision.player >= 0 else set()


@pytest.mark.parametrize("slug", sorted(PLAYERS))
def test_the_bar_names_who_is_asked_and_nobody_else(slug: str) -> None:
    game, rng = th.new(slug, players=PLAYERS[slug], seed=11), Random(2)
    game.dice_by_hand = True
    others_turn = 0
    for n in range(MOST):
        if game.decision is None:
            break
        others_turn += game.table().active not in (None, *asked(game))
        for view in (ALL, SPECTATOR, n % PLAYERS[slug]) if n % EACH == 0 else ():
            m = Moment(game, ViewState(view=view))
            due = game.position.decision
            quiet = due is not None and due.quiet and view != ALL and view not in asked(game)
            names = [m.seat_name(seat) for seat in sorted(asked(game))] if not quiet else []
            said = bar(m)["who"]["text"]
            assert [seat.title or seat.name for seat in m.seats if (seat.title or seat.name) in said] == names, said
            begins = "Your turn, " if view in asked(game) and names else "Waiting for "
            assert said.startswith(begins), "a sentence for names of one and of many"
            assert len(bar(m)["who"]["seats"]) == len(names)
            sheets = strip(m)["seats"]
            assert [s["name"] for s in sheets if s["now"]] == names
            assert [s["name"] for s in sheets if "to act" in s["status"]] == names
            assert (" to act" in headline(m.table)) == bool(names)
        game.play(rng.choice(game.options))
    assert others_turn or slug == "demigods"  # somebody else's turn it was at times


def test_a_quiet_question_names_nobody_to_others() -> None:
    game, rng = th.new("demigods", players=3, seed=4), Random(4)
    while game.position.decision is None or not game.position.decision.quiet:
        game.play(rng.choice(game.options))
    me = game.position.decision.player
    for view in (SPECTATOR, (me + 1) % 3):
        m = Moment(game, ViewState(view=view))
        assert bar(m)["who"] == {"seats": [], "text": "Waiting for anybody who may react"}
        assert m.table.to_act == ()
    own = Moment(game, ViewState(view=me))
    assert bar(own)["who"]["text"] == f"Your turn, {own.seat_name(me)}"
