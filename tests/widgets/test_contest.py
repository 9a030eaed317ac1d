"""A contest of many sides as a ledger, single dice of a sum, a sheet in front, cards told with their words."""

import random
from collections.abc import Callable

import pytest

import theomachy as th
from theomachy.engine.game.game import Game
from theomachy_widgets.panels import told
from theomachy_widgets.present import ALL, Moment, ViewState, models
from theomachy_widgets.scene.style import STYLE

EMPIRES = ["sky", "storm", "darkness", "chaos"]


def played(until: Callable[[Game], bool], seed: int = 5) -> Game:
    game, hand = th.new("gods_war", seed=seed, empires=EMPIRES), random.Random(seed)
    while game.decision is not None and not until(game):
        game.play(hand.choice(game.options).value)
    assert game.decision is not None
    return game


@pytest.fixture(scope="module")
def bidding() -> Game:
    return played(lambda game: game.decision is not None and game.decision.what == "bid")


def test_a_ledger_tells_a_row_a_side_and_hides_what_is_sealed(bidding: Game) -> None:
    found = models(Moment(bidding, ViewState(view=1)))
    ledger = found["fight"]["ledger"]
    assert [row["state"] for row in ledger["rows"]] == ["planning"] * 4
    assert [row["said"] for row in ledger["rows"]] == [None] * 4
    assert ledger["low"] < ledger["high"]
    assert ledger["rolled"] is None
    assert found["sealed"] == {}
    assert found["sums"] == {}


def test_an_own_stake_is_seen_by_its_owner_alone(bidding: Game) -> None:
    game = bidding.branch() if hasattr(bidding, "branch") and callable(bidding.branch) else bidding
    here = game.here
    answer = next(option.value for option in game.options if option.value[0] == 1 and option.value[1] == 2)
    game.play(answer)
    for view, said in ((1, 2), (0, None), (ALL, 2)):
        rows = models(Moment(game, ViewState(view=view)))["fight"]["ledger"]["rows"]
        mine = next(row for row in rows if row["name"] == "Storm")
        assert mine["state"] == "sealed"
        assert mine["said"] == said
    game.go(here)


def test_options_of_several_are_grouped_by_whose_they_are(bidding: Game) -> None:
    rows = models(Moment(bidding, ViewState(view=ALL)))["decision"]["rows"]
    assert {row["label"] for row in rows} == {"Sky", "Storm", "Darkness", "Chaos"}
    assert all(row["t"] for row in rows)


def test_the_single_dice_of_a_sum_are_told() -> None:
    begun = []

    def over(game: Game) -> bool:
        begun.extend([game.here] if game.state.struggle is not None else [])
        return bool(begun) and game.state.struggle is None

    game = played(over)
    moment = Moment(game, ViewState())
    rolls = [t.event for t in moment.story if t.event.dice is not None and t.event.dice[0].total]
    assert rolls
    total, faces = rolls[-1].dice[2], rolls[-1].faces
    assert sum(faces) == total
    assert len(faces) == len(EMPIRES)
    seen = 0
    for k, told_ in enumerate(moment.story):
        state = told_.event.state
        if state is not None and state.struggle is not None and state.struggle.strength:
            looked = models(Moment(game, ViewState(event=k)))
            assert looked["fight"]["ledger"]["faces"] == list(faces)
            (thrown,) = looked["throws"]["throws"]
            assert [die["face"] for die in thrown["steps"][0]["sets"][0]["dice"]] == list(faces)
            seen += 1
    assert seen


def test_a_full_sheet_stands_in_front() -> None:
    game = th.new("gods_war", empires=EMPIRES)
    shut, opened = models(Moment(game, ViewState())), models(Moment(game, ViewState(sheet=1)))
    assert shut["tableau"] == {}
    assert opened["sheet"] == {}
    found = opened["tableau"]
    assert found["name"] == "Storm"
    assert [len(group["slots"]) for group in found["groups"]] == [2, 2, 2]
    assert all(slot["condition"] for group in found["groups"] for slot in group["slots"])
    assert [table["name"] for table in found["tables"]] == ["Units", "Buildings"]
    assert [row["on"] for row in found["others"]] == [False, True, False, False]


def test_buildings_are_silhouettes_in_panels_too() -> None:
    forms = told("")["forms"]
    assert {look["draw"] for look in STYLE["form"].values()} <= set(forms)
    game = th.new("gods_war", empires=EMPIRES)
    seats = models(Moment(game, ViewState()))["strip"]["seats"]
    pieces = [piece for seat in seats for figure in seat["figures"] for piece in figure.get("pieces", ())]
    assert pieces
    assert {piece["t"]["f"] for piece in pieces} <= set(forms)


def test_what_all_conditions_bring_is_said_once() -> None:
    found = models(Moment(th.new("gods_war", empires=EMPIRES), ViewState()))["conditions"]
    assert found["reward"] == "a gift"
    assert {row["reward"] for row in found["rows"]} == {""}


def test_a_power_that_is_offered_is_asked_by_name() -> None:
    game = played(
        lambda game: game.decision is not None and game.decision.kind == "yes_no" and len(game.decision.prompt) > 60
    )
    model = models(Moment(game, ViewState()))["decision"]
    assert model["prompt"].endswith("?")
    assert len(model["prompt"]) < 60
    assert model["note"]
