"""How much time a served page has for long answers: of a visit, and of all visits together."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from theomachy.play.run import record
from theomachy_widgets.allowance import ASKED, BOTS, Everybody, Purse, Served
from theomachy_widgets.dashboard import Dashboard
from theomachy_widgets.present import ALL, models
from theomachy_widgets.report import Report


class Hand:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def visits(n: int, clock: Hand | None = None) -> list[Served]:
    everybody = Everybody(clock or Hand())
    return [Served(lambda: True, everybody) for _ in range(n)]


def test_what_is_spent_comes_back_with_time() -> None:
    clock = Hand()
    purse = Purse(10.0, 0.25, clock)
    purse.pay(8.0)
    clock.now = 8.0
    assert purse.used == 6.0
    clock.now = 1e6
    assert purse.used == 0.0


def test_a_visit_has_its_own_measure_and_gets_more_with_time() -> None:
    clock = Hand()
    (visit,) = visits(1, clock)
    most, again = ASKED[0]
    visit.pay(most - 1)
    assert visit.out_of_time() == ""
    visit.pay(2)
    assert visit.out_of_time().startswith("This visit has used up its time for long answers")
    clock.now = 2 / again
    assert visit.out_of_time() == ""


def test_bots_have_a_measure_of_their_own() -> None:
    (visit,) = visits(1)
    visit.pay(BOTS[0][0], bots=True)
    assert visit.out_of_time() == ""
    assert "for bots" in visit.out_of_time(bots=True)


def test_all_visits_together_have_no_more_than_the_server_gives() -> None:
    most = ASKED[1][0]
    several = visits(4)
    for visit in several:
        visit.pay(most / 4)
    assert [visit.out_of_time()[:12] for visit in several] == ["All visitors"] * 4
    (other,) = visits(1)
    assert other.out_of_time() == "", "of another server"


def test_who_has_spent_more_than_an_equal_share_leaves_the_rest_to_the_others() -> None:
    most = ASKED[1][0]
    several = visits(9)
    several[0].pay(most / 6)
    assert several[0].out_of_time() == "", "nobody else has asked for anything"
    for visit in several[1:]:
        visit.pay(1.0)
    assert several[0].out_of_time().startswith("All visitors")
    assert [visit.out_of_time() for visit in several[1:]] == [""] * 8


def test_a_visit_that_has_gone_has_no_share() -> None:
    several = visits(9)
    for visit in several[1:]:
        visit.pay(1.0)
    several[0].pay(ASKED[1][0] / 6)
    assert several[0].out_of_time()
    del several[1:], visit
    assert several[0].out_of_time() == ""


@pytest.fixture
def table() -> Iterator[Dashboard]:
    """A table of a visit that has used up all its time, in a game against a bot that thinks in pieces."""
    (visit,) = visits(1)
    for bots in (False, True):
        visit.pay(1e6, bots=bots)
    game = record("demigods", ["busy", "busy"], seed=1, options={"turns": 4})
    nodes = game.tree.nodes
    game.go(
        next(
            n
            for n in reversed(game.tree.main()[:-20])
            if (asked := nodes[n].position.decision) is not None and asked.player >= 0 and len(asked.options) > 3
        )
    )
    shown = Dashboard(game, ALL, renderer="svg")
    shown.redraw_by(lambda call: call(), visit)
    yield shown
    shown.close()


@pytest.mark.parametrize("question", ["hints", "graph"])
def test_the_screen_says_in_a_sentence_that_an_answer_was_cut_short(table: Dashboard, question: str) -> None:
    table.do(question)
    error = models(table.control.moment)["bar"]["error"]
    assert error.startswith("This visit has used up its time for long answers")


def test_a_report_that_was_cut_short_says_so_and_how_far_it_came(table: Dashboard) -> None:
    table.do("report")
    assert isinstance(table._beside, Report)
    shown = table._beside.models()
    assert table._beside.error.startswith("This visit has used up")
    assert table._beside.parts["reportbar"].reportbar["error"] == table._beside.error
    assert shown["reportpoints"]["busy"].startswith("cut short: ")


def test_that_bots_may_think_no_longer_stays_to_be_read_after_they_have_answered(table: Dashboard) -> None:
    async def play() -> str:
        seat = table.game.position.decision.player
        table.do("sit", seat=seat, who="hard")
        table.do("pace", k="once")
        before = table.game.here
        table.do("goon")
        for _ in range(400):
            await asyncio.sleep(0.02)
            if table.game.here != before:
                break
        return table.view_state.error

    assert asyncio.run(play()).startswith("This visit has used up its time for bots")
