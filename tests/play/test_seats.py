"""Who plays which seat: in the save, in the journal, changed in mid-game; and bots that other packages bring."""

from __future__ import annotations

import time
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random
from typing import Any

import pytest

import theomachy as th
from theomachy.engine.errors import UnknownName
from theomachy.engine.game import journal, save
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.decision import Answer
from theomachy.play import bots, outside, telling
from theomachy.play.observation import Observation
from theomachy.play.opponents import Opponents, choices, opponents_of
from theomachy.play.search import SearchBot
from theomachy.play.thinking import Thought, ended


def begun(**bots: str) -> Game:
    """Two players of Demigods, some of them bots."""
    game = th.new("demigods", players=["Aglaia", "Bronteas"], seed=3, turns=4)
    opponents_of(game, dict(bots))
    return game


def first_is(name: str) -> tuple[Game, Opponents]:
    """A game in which a bot is asked first, and a person plays the other seat."""
    game = begun()
    assert game.position.decision is not None
    table = opponents_of(game)
    table.sit(game.position.decision.player, name)
    return game, table


def played(game: Game, answers: int = 40) -> list[Answer]:
    """Bots play; a person takes the first option that is offered."""
    table = opponents_of(game)
    for _ in range(answers):
        if game.over:
            break
        if not table.answer():
            game.play(game.options[0])
    return [entry.answer for entry in game.position.log()]


def test_who_plays_is_in_the_save_and_a_game_opened_again_goes_on_with_its_bots() -> None:
    game = begun(Aglaia="greedy-1", Bronteas="easy")
    assert game.names["seats"] == "greedy-1, easy"
    played(game, 12)
    again = save.load(game.save())
    assert list(opponents_of(again).bots) == [0, 1]
    assert played(again, 14) == played(game, 14)


def test_a_save_of_people_alone_says_nothing_and_an_older_one_opens() -> None:
    game = begun()
    assert "seats" not in game.names
    opened = save.load(game.save())
    assert opponents_of(opened).people == (0, 1)
    assert opponents_of(opened).due is None


def test_a_journal_that_ends_in_the_midst_of_a_thought_goes_on_alike(tmp_path: Path) -> None:
    game = begun(Aglaia="middling", Bronteas="middling")
    kept = journal.Journal(tmp_path / "game.journal").attach(game)
    played(game, 6)
    thinking = opponents_of(game).think()
    next(thinking)  # killed here
    kept.close()
    again = journal.recover(tmp_path / "game.journal")
    assert opponents_of(again).words == ["middling", "middling"]
    assert played(again, 8) == played(game, 8)


def test_a_seat_changes_hands_in_mid_game() -> None:
    game = begun(Bronteas="busy")
    table = opponents_of(game)
    assert table.bots.keys() == {1}
    table.sit("Aglaia", "easy")
    table.sit("Bronteas", "person")
    assert (table.words, table.people) == (["easy", "person"], (1,))
    table.sit(0, "nobody")
    assert (table.vacant, table.due) == ((0,), None)
    with pytest.raises(UnknownName, match="clever"):
        table.sit(0, "clever")
    with pytest.raises(UnknownName, match="Nemo"):
        table.sit("Nemo", "easy")
    assert save.load(game.save()).names["seats"] == "nobody, person"


def test_the_seat_of_a_bot_that_is_not_installed_waits_for_somebody() -> None:
    game = begun()
    game.remark("seats", "from afar, person")
    table = opponents_of(game)
    assert (table.missing, table.vacant, table.bots) == (["from afar"], (0,), {})
    assert "from afar" in save.load(game.save()).names["seats"]


def test_a_greedy_bot_thinks_in_pieces_and_says_what_it_looked_at() -> None:
    game = th.new("gods_war", players=3, seed=2)
    table = opponents_of(game, dict.fromkeys(range(3), "greedy-1"))
    while game.position.decision is None or game.position.decision.kind != "action":
        table.answer()
    thinking, counts = table.think(), list[int]()
    end: Thought | None = None
    while end is None:
        try:
            counts.append(next(thinking).done)
        except StopIteration as stop:
            end = stop.value
    assert counts == sorted(counts)
    assert counts[-1] == end.of > 3
    first = end.looks[0]
    assert first.option == end.answer
    assert "Victory Points" in dict(first.parts) or first.parts
    assert sum(x for _, x in first.parts) == pytest.approx(first.gain, abs=0.05)


def test_a_searching_bot_tells_how_often_it_wins_by_play() -> None:
    game = th.new("demigods", players=2, preset="fords", seed=5)
    table = opponents_of(game, dict.fromkeys(range(2), "search-32"))
    seat = table.due
    assert seat is not None
    assert table.answer()
    said = telling.last_reason(game, table, None)
    assert "It played on 32 times: after this it wins" in said[0]
    own = telling.last_reason(game, table, seat, all_seen=True)
    assert "It played on 32 times: after this it wins" in own[0]
    assert own != said, "its own figures rest on a hand that others do not see"


def test_a_busy_bot_has_no_reason() -> None:
    game = begun(Aglaia="easy", Bronteas="easy")
    table = opponents_of(game)
    assert telling.last_reason(game, table, None) == ["no bot has had anything to choose yet"]
    table.answer()
    assert "No reason: it does what it can." in telling.last_reason(game, table, None)[0]


# -- bots from outside ------------------------------------------------------------------------------------------------
class Sleeper:
    def choose(self, observation: Observation, rng: Random) -> Answer:
        time.sleep(0.4)
        return observation.options[0]


class Liar:
    def choose(self, observation: Observation, rng: Random) -> Answer:
        return "not this"


class Failing:
    def choose(self, observation: Observation, rng: Random) -> Answer:
        raise ValueError(f"my hand is {observation.state.hands}")


class Wise:
    """Thinks in pieces, and answers with what comes last."""

    def choose(self, observation: Observation, rng: Random) -> Answer:
        return observation.options[-1]

    def think(self, observation: Observation, rng: Random) -> Any:
        yield Thought(observation.options[0], 1, 2)
        return Thought(observation.options[-1], 2, 2)


FAKES: dict[str, Any] = {"sleeper": Sleeper, "liar": Liar, "failing": Failing, "wise": Wise, "broken": None}


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package that brings five bots."""
    points = [
        EntryPoint(name, f"{__name__}:{getattr(cls, '__name__', '')}", outside.GROUP) for name, cls in FAKES.items()
    ]
    monkeypatch.setattr(outside, "entry_points", lambda group: points if group == outside.GROUP else [])
    monkeypatch.setattr(EntryPoint, "load", lambda self: FAKES[self.name])
    outside._points.cache_clear()
    yield
    outside._points.cache_clear()


@pytest.mark.usefixtures("installed")
def test_a_bot_from_outside_is_offered_and_plays() -> None:
    assert ("wise", "bot, wise") in choices()
    game, table = first_is("wise")
    last = game.options[-1].value
    assert ended(table.think()).answer == last
    assert table.answer()
    assert ([entry.answer for entry in game.position.log() if entry.who >= 0], table.slips) == ([last], {})


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("liar", "its answer was not one that is offered"),
        ("failing", "it failed (ValueError)"),
        ("broken", "it failed (TypeError)"),
        ("sleeper", "it took longer than 0.05 s"),
    ],
)
def test_a_bot_from_outside_that_fails_is_replaced_and_that_is_said(
    name: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, table = first_is(name)
    monkeypatch.setattr(next(iter(table.bots.values())), "seconds", 0.05)
    before = len(game.position.log())
    offered = [option.value for option in game.options]
    assert table.answer()
    assert game.position.log()[before].answer in offered
    assert [said in text for text in table.slips.values()] == [True]
    noted = [node.note for node in save.load(game.save()).tree.nodes if node.note]
    assert len(noted) == 1
    assert said in noted[0]
    assert "hands" not in noted[0]


@pytest.mark.usefixtures("installed")
def test_a_bot_that_never_comes_back_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun(Aglaia="sleeper", Bronteas="sleeper")
    table = opponents_of(game)
    for made in table.bots.values():
        monkeypatch.setattr(made, "seconds", 0.05)
    began = time.perf_counter()
    for _ in range(6):
        table.answer()
    assert time.perf_counter() - began < 0.35, "one that still sleeps is not waited for again"
    assert len(table.slips) == 6


def test_levels_are_names_of_bots() -> None:
    assert isinstance(bots.bot("easy"), bots.BusyBot)
    assert isinstance(bots.bot("middling"), bots.GreedyBot)
    assert [value for value, _ in choices()][:4] == ["person", "easy", "middling", "hard"]
    assert choices()[-1] == ("nobody", "nobody yet")


def stopped(table: Opponents, pieces: int) -> Thought | None:
    """What the bot that is asked now had come to after some pieces of thought, all of them at most."""
    thinking, thought = table.think(), None
    for _, thought in zip(range(pieces), thinking, strict=False):  # noqa: B007
        pass
    thinking.close()
    return thought


def test_a_search_whose_time_is_over_gives_the_best_that_it_has_found() -> None:
    game, table = first_is("search-200")
    answers, firsts = set(), set()
    while len(answers) < 4:
        seat, offered = table.due, [option.value for option in game.options]
        if seat is not None and len(offered) > 2:
            glances = 2 * len(offered) if len(offered) > 12 else 0
            hasty = table.cut_short(stopped(table, glances + 50))
            look = SearchBot(200).look(Observation(game.position, seat), table._luck(game.position, seat), 200)
            found = next(found for found in look if found.walks + found.lost == 50)
            assert hasty.answer == found.best
            assert not hasty.slip, "nobody has to stand in"
            answers.add(hasty.answer)
            firsts.add(offered[0])
        game.play(game.options[-1])
    assert answers - firsts


def test_a_greedy_bot_whose_time_is_over_gives_the_best_once_it_has_tried_all() -> None:
    game, table = first_is("greedy-4")
    while table.due is None or len(game.options) < 3:
        game.play(game.options[-1])
    n = min(len(game.options), 24)
    early, late, whole = (stopped(table, pieces) for pieces in (n, 3 * n + 1, 4 * n))
    assert early is not None
    assert early.answer is None
    assert late is not None
    assert late.answer in [option.value for option in game.options]
    assert table.cut_short(late) is late
    assert whole is not None
    assert ended(table.think()).answer in [option.value for option in game.options]


def test_a_bot_that_has_looked_at_nothing_yet_is_stood_in_for_and_that_is_said() -> None:
    game, table = first_is("search-200")
    for thought in (None, stopped(table, 1)):
        hasty = table.cut_short(thought)
        assert hasty.slip == "it had no more time"
        assert hasty.answer in [option.value for option in game.options]
    table.give(hasty)
    assert "it had no more time; the house answered for it" in next(iter(table.slips.values()))
    people = begun()
    with pytest.raises(UnknownName):
        opponents_of(people).cut_short(None)
