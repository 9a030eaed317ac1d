"""What an action is called and what it does are one row of the story where both say the same."""

from __future__ import annotations

from random import Random

import pytest

import theomachy as th
from theomachy_widgets.control import Controller
from theomachy_widgets.present import Moment, ViewState, models


@pytest.mark.parametrize("slug", ["cthulhu_wars", "gods_war"])
def test_a_summons_is_told_once(slug: str) -> None:
    game, rng = th.new(slug, players=3, seed=5), Random(2)
    for _ in range(400):
        answers = [x for x in game.position.decision.options if isinstance(x, tuple) and x[0] == "summon"]
        if game.position.decision.kind == "action" and answers:
            break
        game.play(rng.choice(game.position.decision.options))
    game.play(answers[0])
    control = Controller(game, ViewState())
    rows = models(control.moment)["story"]["rows"]
    end = [row for row in rows if row["rule"].endswith("-SUM-001")][-1:]
    assert [row["say"].split()[0] for row in end] == ["summons"]
    assert end[0]["d"] == 0
    assert end[0]["fig"]  # what it costs is still told
    assert not any(row["say"].startswith("Summon") for row in rows)
    at = end[0]["k"] - 1
    control.do("event", k=at)  # one who steps to the action stands at its row
    assert [row["k"] for row in models(control.moment)["story"]["rows"] if row["now"]] == [end[0]["k"]]


def test_hands_that_say_all_leave_out_the_row_of_players() -> None:
    """In Mythic Battles it would repeat them; while armies are chosen it tells points that no hand does."""
    game, rng = th.new("mythic_battles", seed=5), Random(8)
    seen = set()
    for n in range(70):
        if n % 6 == 0:
            m = Moment(game, ViewState())
            found = models(m)
            labels = {figure.label for sheet in m.shown.sheets for figure in sheet.figures}
            told = bool(found["hands"]) and labels == {"absorbed", "hand"}
            assert (found["strip"] == {}) is told, n
            if told:
                sides = found["hands"]["sides"]
                assert {side["seat"] for side in sides if side["now"]} == set(m.shown.to_act)
                assert {side["seat"] for side in sides} == {sheet.seat for sheet in m.shown.sheets}
            seen.add(told)
        game.play(rng.choice(game.options))
    assert True in seen
    assert models(Moment(th.new("demigods", seed=5), ViewState()))["strip"]
