"""A draft shows what is chosen: token, price, values and the text of the powers of each unit, before it is taken."""

from __future__ import annotations

import pytest

import theomachy as th
from theomachy.engine.game.game import Game
from theomachy_widgets.present import ViewState
from theomachy_widgets.present import decision as panel
from theomachy_widgets.present.moment import Moment


@pytest.fixture
def draft() -> Game:
    game = th.new("mythic_battles", players=2, seed=1)
    while game.decision is not None and game.decision.what != "divinity":
        game.play(game.options[0])
    return game


@pytest.mark.parametrize("what", ["divinity", "recruit"])
def test_each_unit_of_a_draft_shows_token_price_values_and_powers(draft: Game, what: str) -> None:
    while draft.decision is not None and draft.decision.what != what:
        draft.play(draft.options[0])
    rows = panel.model(Moment(draft, ViewState()))["rows"]
    units = draft.system.config.units
    assert len(rows) == len(draft.options) >= 5
    for row, option in zip(rows, draft.options, strict=True):
        card = units[option.value]
        assert row["label"] == card.name
        assert row["t"]["i"] == card.icon
        assert row["figure"][0] == f"{card.rp} RP"
        offence, defence, range_, movement = card.rows[card.most].stats
        assert f"offence {offence}, defence {defence}, range {range_}, movement {movement}" in row["detail"]
        assert str(card.most) in row["detail"].partition("movement")[2]
        assert [name for name, _ in row.get("printed", [])] == [power.name for power in card.powers]
        assert all(len(text) > 20 for _, text in row.get("printed", []))


def test_other_questions_print_nothing(draft: Game) -> None:
    assert draft.decision is not None
    game = th.new("mythic_battles", preset="clash", seed=1)
    assert all("printed" not in row for row in panel.model(Moment(game, ViewState()))["rows"])
