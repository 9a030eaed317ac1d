"""What a screen tells somebody who knows no rules: whose turn it is, how to win, what to do next, where bots were."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import theomachy as th
from theomachy.engine.authoring.editor import Editor
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.decision import CHANCE
from theomachy.play.bots import BusyBot
from theomachy.play.observation import Observation
from theomachy.play.opponents import opponents_of
from theomachy_widgets.present import Moment, ViewState, marks
from theomachy_widgets.present.bar import model as bar
from theomachy_widgets.present.decision import model as decision
from theomachy_widgets.present.opponents import discs, rows
from theomachy_widgets.scene.build import build

GAMES = ("cthulhu_wars", "demigods", "gods_war", "heroes", "mythic_battles")


def against_bots(slug: str, **given: Any) -> Game:
    """A first game of the home page; the first seat is a person's."""
    first = th.new(slug).system.first_game
    game = th.new(slug, preset=first.ready[first.players], seed=2, **given)
    for seat in game.seats[1:]:
        opponents_of(game).sit(seat.index, "easy")
    return game


def screen(game: Game) -> Moment:
    return Moment(game, ViewState(view=0))


def on_to_the_person(game: Game, rng: Random) -> None:
    """Bots and luck answer until the person is asked."""
    while game.decision is not None and game.position.decision is not None and game.position.decision.player != 0:
        asked = game.position.decision
        chosen = rng.choice(game.options).value if asked.player == CHANCE else None
        game.play(chosen if chosen is not None else BusyBot().choose(Observation(game.position), rng))


def proposed(game: Game) -> str:
    """What the solid button says."""
    return str(decision(screen(game))["button"])


@pytest.mark.parametrize("slug", GAMES)
def test_how_to_win_stands_there_until_the_first_answer(slug: str) -> None:
    game, rng = against_bots(slug), Random(1)
    on_to_the_person(game, rng)
    assert decision(screen(game))["aim"] == game.system.first_game.aim
    assert bar(screen(game))["who"]["text"].startswith(f"Your turn, {screen(game).seat_name(0)}")
    game.play(game.options[0])
    on_to_the_person(game, rng)
    assert decision(screen(game))["aim"] == ""


def test_nobody_is_told_to_abandon_what_he_holds() -> None:
    """After the action of a turn only giving up a gate is left, and ending the turn: the button ends it."""
    game = against_bots("cthulhu_wars")
    game.play("summon deep one")
    words = [str(option.label) for option in game.options]
    assert any(word.startswith("Abandon") for word in words)
    assert proposed(game) == "End the turn"


def test_nobody_is_told_to_disband_what_he_has_raised() -> None:
    system = th.new("demigods", players=["Aglaia", "Bronteas"]).system
    stacks = {"C3": "Aglaia: 3 armies", "I9": "Bronteas: 12 population"}
    setup = {"phase": "armies", "active": "Aglaia", "map": "island", "stacks": stacks}
    game = Editor(system, system.arrange(setup)).game()
    assert any(option.label.startswith("Disband") for option in game.options)
    assert proposed(game) == "No more armies"


def test_a_game_without_luck_offers_no_dice() -> None:
    assert not decision(screen(against_bots("heroes")))["luck"]
    assert decision(screen(against_bots("demigods")))["luck"]


def test_a_short_game_of_the_gods_war_ends_where_its_compromise_is() -> None:
    flags = {flag.at: flag.name for track in against_bots("gods_war", points=20).table().tracks for flag in track.flags}
    assert flags[20] == "Compromise, the end"
    flags = {flag.at: flag.name for track in against_bots("gods_war").table().tracks for flag in track.flags}
    assert (flags[20], flags[35]) == ("Compromise", "the end")


@pytest.mark.parametrize("slug", ["cthulhu_wars", "gods_war"])
def test_what_came_to_the_board_has_its_disc_there(slug: str) -> None:
    """A unit that a bot has summoned, a building: the number of the row stands on the board."""
    game, rng = against_bots(slug), Random(3)
    told = drawn = 0
    for _ in range(12):
        on_to_the_person(game, rng)
        m = screen(game)
        numbers, scene = {n for disc in discs(m) for n in (disc.n, *disc.also)}, build(m.shown, marks(m), "light", 900)
        for n, row in enumerate(rows(m), 1):
            if any(word in row.text.casefold() for word in ("summon", "builds", "control the gate")):
                told += 1
                drawn += n in numbers
        assert len({disc.start for disc in discs(m)}) == len(discs(m)), "one sign at one thing"
        for disc in discs(m):
            assert scene.hit(disc.start) is not None, disc.start
        game.play(rng.choice(game.options))
    assert told == drawn > 0


def test_a_bot_that_moves_says_what_and_where() -> None:
    """No row says that units move and leaves it at that."""
    game, rng, said = against_bots("cthulhu_wars"), Random(1), set()
    for _ in range(70):
        on_to_the_person(game, rng)
        if game.over:
            break
        said |= {row.text for row in rows(screen(game))}
        game.play(rng.choice(game.options))
    assert any(" moves from " in text for text in said), said
    assert not any(text.endswith("Move units") for text in said)
