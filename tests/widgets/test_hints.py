"""Hints at the dashboard: the button, rows, numbers and Enter, arrows on the board; who is not asked learns nothing."""

from __future__ import annotations

import asyncio
import math
from dataclasses import replace
from typing import Any

import pytest

import theomachy as th
from tests.engine.pocket import Pocket
from tests.engine.pocket_rules import DEEDS
from tests.engine.sketch import Sketch
from theomachy.answers.moves import Step
from theomachy.answers.told import FIGURES, Hint, Hints
from theomachy.answers.work import Budget
from theomachy.engine.errors import IllegalAnswer
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.position import Position
from theomachy.engine.tabletop.table import Marks, Proposal
from theomachy_widgets import slices
from theomachy_widgets.control import Controller
from theomachy_widgets.dashboard import Dashboard
from theomachy_widgets.present import SPECTATOR, ViewState, models
from theomachy_widgets.present.hinted import Hinted
from theomachy_widgets.present.hints import ways
from theomachy_widgets.present.leaves import brief
from theomachy_widgets.present.marks import marks
from theomachy_widgets.scene.build import build
from theomachy_widgets.scene.proposals import ROUND, Numbers, standing
from theomachy_widgets.scene.shapes import Disc, TextShape
from theomachy_widgets.scene.style import STYLE


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "AT_ONCE", Budget(pieces=40))


def at_sea(**looks: Any) -> Controller:
    """Ada is asked what she does in the game of harbours."""
    return Controller(Game(Sketch.build(players=2)), ViewState(**looks))


def panel(c: Controller, name: str = "hints") -> dict[str, Any]:
    found: dict[str, Any] = models(c.moment)[name]
    return found


def test_the_button_brings_three_rows_with_figures_and_reasons_and_what_they_leave() -> None:
    c = at_sea()
    assert panel(c) == {}
    assert panel(c, "decision")["hints"] == "off"
    c.do("hints")
    found = panel(c)
    assert panel(c, "decision")["hints"] == "on"
    assert found["title"] == "Three best moves"
    assert [row["n"] for row in found["rows"]] == [1, 2, 3]
    assert found["rows"][0]["label"].startswith("Launch")
    assert found["rows"][0]["why"] == "At once: isles +1; coins \u22121"
    assert found["rows"][0]["unit"].startswith("\u00b1 ")
    assert found["button"] == "Play 1"
    assert found["others"] == len(c.game.options) - 3
    left = panel(c, "leaves")
    assert [row["name"] for row in left["rows"]] == ["Isles", "Coins"]
    assert left["rows"][0]["each"][0] == ("2", "+1")
    c.do("hints")
    assert panel(c) == panel(c, "leaves") == {}


def test_a_number_lights_a_row_and_enter_plays_it() -> None:
    c = at_sea()
    c.do("hints")
    before = len(c.game.position.log())
    c.do("key", n=2)
    found = panel(c)
    assert [row["lit"] for row in found["rows"]] == [False, True, False]
    assert found["button"] == "Play 2"
    wanted = found["rows"][1]["label"]
    answer = c.view_state.hints.found.best[1].answer
    c.do("key", n=9)
    assert panel(c)["button"] == "Play 2"
    assert len(c.game.position.log()) == before
    c.do("confirm")
    assert not c.view_state.error
    assert c.game.position.log()[before].answer == answer, wanted
    assert c.view_state.hints is None


def test_who_has_lit_one_is_brought_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    async def lit() -> tuple[bool, str]:
        c = at_sea()
        c.do("hints")
        for _ in range(400):
            await asyncio.sleep(0.01)
            if len(panel(c)["rows"]) == 3:
                break
        c.do("hint", n=2)
        before = panel(c)
        await asyncio.sleep(0.3)
        assert panel(c) == before
        return c.slices.busy("hints"), before["button"]

    assert asyncio.run(lit()) == (False, "Play 2")


def test_escape_closes_them_and_playing_on_forgets_them() -> None:
    c = at_sea()
    c.do("hints")
    c.do("letgo")
    assert panel(c) == {}
    c.do("hints")
    c.game.listen(lambda _, what: c.changed(what))
    c.game.play("end")
    assert panel(c) == {}
    c.do("hints")
    assert panel(c)
    c.do("pick", targets=["area:1"])  # who chooses at the board has done with hints
    assert panel(c) == {}


def test_the_proposals_lie_on_the_board_with_their_numbers() -> None:
    c = at_sea()
    c.do("hints")
    lit = marks(c.moment)
    assert {each.n for each in lit.proposals} == {1, 2, 3}
    assert [each.n for each in lit.proposals if each.lit] == [1]
    assert not lit.selectable
    table = c.moment.shown
    arrow = Proposal(1, "area:0", "area:2", lit=True)
    plain, one, aimed = build(table), build(table, Marks(proposals=(Proposal(2, "area:0"),))), build(
        table, Marks(proposals=(arrow, Proposal(2, "card:3"))))  # fmt: skip
    more = [shape for shape in aimed.ui if shape not in plain.ui]
    assert [shape.text for shape in more if isinstance(shape, TextShape)] == ["1"]
    assert any(getattr(shape, "stroke", "") == STYLE["mark"]["proposed"] for shape in more)
    pooled = build(table, Marks(proposals=(Proposal(3, "piece:pool", "area:2"), Proposal(1, "piece:pool"))))
    assert [s.text for s in pooled.ui if s not in plain.ui and isinstance(s, TextShape)] == ["3"]  # off the board
    more = [shape for shape in one.ui if shape not in plain.ui]
    assert [shape.text for shape in more if isinstance(shape, TextShape)] == ["2"]
    assert all(getattr(shape, "stroke", "") != STYLE["mark"]["proposed"] for shape in more)
    for also, said in (((1, 4), "1 2 4"), ((5,), "2 5"), ((3, 4, 5), "2\u20135")):
        together = build(table, Marks(proposals=(Proposal(2, "area:0", also=also),)))
        new = [shape for shape in together.ui if shape not in plain.ui]
        assert [shape.text for shape in new if isinstance(shape, TextShape)] == [said], "one sign says all numbers"


@pytest.mark.parametrize("n", range(7))
def test_a_number_covers_neither_tokens_nor_another_number(n: int) -> None:
    """Three numbers of one area, with more and more tokens in it."""
    table = th.new("cthulhu_wars", players=2, seed=1).view().table
    first = table.pieces[0]
    crowd = [replace(first, kind=f"more{i}", count=1 + i % 2) for i in range(n)]
    area = next(each.target for each in table.board.areas if each.id == first.area)
    asked = Marks(proposals=tuple(Proposal(k, area) for k in (1, 2, 3)))
    plain, scene = (build(replace(table, pieces=(*table.pieces, *crowd)), each) for each in (Marks(), asked))
    discs = [shape for shape in scene.ui if isinstance(shape, Disc) and shape.r == ROUND and shape not in plain.ui]
    assert len(discs) == 3
    taken = [*standing(scene.pieces), *((disc.x, disc.y, ROUND) for disc in discs)]
    for disc in discs:
        over = [r + ROUND - math.dist((disc.x, disc.y), (x, y)) for x, y, r in taken if (x, y) != (disc.x, disc.y)]
        assert max(over) < 1.0
        assert math.dist((disc.x, disc.y), scene.ground.centre(first.area)) < 90, "it hangs near its thing"


def test_a_proposal_with_arrows_has_no_other_numbers_and_none_lies_under_an_arrow() -> None:
    """Two units go the same way and a third is only pointed at: one number is enough, and that of 2 stays in sight."""
    table = th.new("cthulhu_wars", players=2, seed=1).view().table
    one, two, three = (area.target for area in table.board.areas[3:6])
    ways = [(one, two), (one, two), (three, ""), (one, three)]
    lit = [Proposal(1, start, end, lit=True) for start, end in ways]
    asked = Marks(proposals=(Proposal(2, one), *lit))
    plain, scene = build(table), build(table, asked)
    mine = [shape for shape in scene.ui if shape not in plain.ui]
    said = [shape.text for shape in mine if isinstance(shape, TextShape)]
    assert said == ["2", "1", "1"]
    discs = [at for at, shape in enumerate(mine) if isinstance(shape, Disc) and shape.r == ROUND]
    lines = [at for at, shape in enumerate(mine) if not isinstance(shape, Disc | TextShape)]
    assert lines
    assert max(lines) < min(discs)


def test_the_number_of_a_short_arrow_hides_no_other() -> None:
    ground = build(th.new("demigods", players=2, seed=1).view().table).ground
    x, y = ground.centre(44)
    line = [(x + 2.0 * i, y) for i in range(31)]
    free, full = Numbers(ground, ()), Numbers(ground, ((*line[3], ROUND),))
    assert free.upon(line, short=True) == line[3]
    assert math.dist(full.upon(line, short=True), line[3]) > 1.5 * ROUND


def test_a_figure_is_told_apart_from_its_reason() -> None:
    """What changes at once, and what it comes to later; a win has no such figure."""
    c = at_sea()
    c.do("hints")
    assert panel(c)["legend"] == FIGURES
    assert all(row["why"].startswith(("At once: ", "Nothing changes at once")) for row in panel(c)["rows"])
    assert FIGURES in str(c.view_state.hints.found)
    best = [replace(hint, wins=0.5) for hint in c.view_state.hints.found.best]
    c.view_state.hints.found = replace(c.view_state.hints.found, best=tuple(best))
    c.forget()
    assert panel(c)["legend"] == ""
    assert FIGURES not in str(c.view_state.hints.found)


@pytest.mark.parametrize(
    ("labels", "wanted"),
    [
        (["Summon at Europe", "Summon at Arabia", "Summon at the Arctic"], ["Europe", "Arabia", "The Arctic"]),
        (["Go to Ys (1 Power)", "Go to Thule (2 Power)"], ["Ys (1 Power)", "Thule (2 Power)"]),
        (["Two to Ys, dry", "Two to Thule, dry"], ["Ys", "Thule"]),
        (
            ["Control the gate in Ys with: Acolyte", "Control the gate in Thule with: Acolyte", "Pass"],
            ["Control … Ys", "Control … Thule", "Pass"],
        ),
        (["Move", "Move to Ys"], ["Move", "Move to Ys"]),
        (["Pass", "Pass"], ["Pass", "Pass"]),
    ],
)
def test_headers_say_what_differs(labels: list[str], wanted: list[str]) -> None:
    assert brief(labels) == wanted


@pytest.mark.parametrize(
    ("targets", "wanted"),
    [
        ([("piece:1",), ("area:2",)], [("piece:1", "area:2")]),
        ([("area:1", "area:2")], [("area:1", "area:2")]),
        ([("area:1",), ("area:4",)], [("area:1", ""), ("area:4", "")]),
        ([("area:1",), ("area:4", "onward")], [("area:1", "area:4")]),
        ([("piece:1",), ("area:2",), ("piece:3",), ("area:4",)], [("piece:1", "area:2"), ("piece:3", "area:4")]),
        ([("card:1",), ()], []),
        ([("area:1",), ("area:1",)], [("area:1", "")]),
    ],
)
def test_ways_of_a_proposal(targets: list[tuple[str, ...]], wanted: list[tuple[str, str]]) -> None:
    line = tuple(
        Step(i, "", tuple(t for t in each if t != "onward"), "onward" in each) for i, each in enumerate(targets)
    )
    assert ways(Hint(0, "", 0.0, None, 1, True, line=line)) == wanted


# -- who may ask -------------------------------------------------------------------------------------------------------
def test_a_locked_screen_asks_only_where_its_own_seat_decides() -> None:
    mine, other, watcher = at_sea(view=0, locked=True), at_sea(view=1, locked=True), at_sea(view=SPECTATOR, locked=True)
    mine.do("hints")
    assert len(panel(mine)["rows"]) == 3
    for c in (other, watcher):
        assert panel(c, "decision").get("hints", "") == ""
        c.do("hints")
        assert "no hints" in c.view_state.error
        assert panel(c) == panel(c, "leaves") == {}
        assert marks(c.moment).proposals == ()


def bidding() -> tuple[Game, Controller, Controller]:
    """Both bid in secret, each at a screen of his own."""
    game = Game(Pocket.build(players=2))
    screens = [Controller(game, ViewState(view=seat, locked=True)) for seat in (0, 1)]
    for c in screens:
        game.listen(lambda _, what, c=c: c.changed(what))
    return game, *screens


def test_plans_in_secret_are_asked_for_by_each_alone() -> None:
    game, first, second = bidding()
    second.do("hints")
    found = panel(second)
    assert found["rows"]
    first.do("hints")
    game.play((0, 2))  # another plans: nothing of it is seen, neither in the hints nor by their going
    assert panel(second) == found
    third = Controller(game, ViewState(view=1, locked=True))
    third.do("hints")
    assert panel(third) == found


def test_who_looks_on_while_another_plans_is_not_disturbed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The slices of one go on when another seals his plan: that they stop would tell of it."""
    game = Game(Pocket.build(players=2))

    async def asked() -> tuple[bool, bool]:
        screen = Dashboard(game, 1, locked=True)
        screen.do("hints")
        busy = screen.slices.busy("hints")
        game.play((0, 1))
        still = screen.slices.busy("hints")
        screen.close()
        return busy, still

    assert asyncio.run(asked()) == (True, True)


def test_they_grow_in_slices_and_stop_when_somebody_plays_on() -> None:
    game = Game(Sketch.build(players=2))

    async def asked() -> tuple[str, bool, str, dict[str, Any], bool]:
        screen = Dashboard(game)
        screen.do("hints")
        hints = lambda: models(screen.control.moment)["hints"]  # noqa: E731
        first = hints()
        for _ in range(400):
            await asyncio.sleep(0.01)
            if hints()["rows"]:
                break
        some = hints()
        game.play("end")
        return first["progress"], first["busy"], some["progress"], hints(), screen.slices.busy("hints")

    begun, busy, later, after, still = asyncio.run(asked())
    assert (begun, busy) == ("looking", True)
    assert later.startswith(("looking: ", "of 8"))
    assert after == {}
    assert not still


# -- states ------------------------------------------------------------------------------------------------------------
def told(c: Controller, found: Hints) -> dict[str, Any]:
    c.view_state.hints = Hinted(found, busy=False)
    c.forget()
    return panel(c)


def test_one_move_an_error_and_equals_are_said() -> None:
    c = at_sea()
    only = Hint("end", "End", 0.0, None, 0, True)
    found = told(c, Hints(0, "Ada", best=(only,), options=1, looked=1, settled=True, note="One move is possible."))
    assert (found["note"], found["button"], found["rows"][0]["figure"]) == ("One move is possible.", "Play it", "")
    assert panel(c, "leaves") == {}
    found = told(c, Hints(0, fault="No hint: bots do not know this power (x)."))
    assert found["fault"].startswith("No hint")
    assert found["button"] == ""
    best = tuple(Hint(answer, answer, 1.0, 0.5, 9, True) for answer in ("a", "b"))
    found = told(c, Hints(0, best=best, options=7, looked=7, walks=70, settled=True))
    assert [row["same"] for row in found["rows"]] == ["", ""]  # its note says it once
    assert found["progress"] == "of 7, 70 walks"
    best = (*best, Hint("c", "c", 0.0, 0.5, 9, False))
    found = told(c, Hints(0, best=best, options=7, looked=4, walks=70))
    assert [row["same"] for row in found["rows"]] == ["", "As good as 1, within the error.", ""]
    assert found["progress"] == "best of 4, of 7"  # it was stopped
    found = told(c, Hints(0, best=(Hint("a", "a", 9.0, 0.5, 9, True, wins=0.625),), options=2, looked=2, walks=9))
    assert found["rows"][0]["figure"] == "62 %"
    assert found["rows"][0]["unit"].endswith("wins")


def test_what_is_not_offered_any_more_is_refused() -> None:
    c = at_sea()
    told(c, Hints(0, best=(Hint(("sail", 5), "Sail", 1.0, 0.5, 9, True),), options=2))
    with pytest.raises(IllegalAnswer, match="not possible any more"):
        c.do_hintplay()


def test_what_may_be_done_at_any_time_is_played_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    system = Pocket.build(players=2)
    s = system.start()
    s.phase, s.active, s.coins = DEEDS, 0, [2, 2]
    c = Controller(Game(system, Position(system, s)), ViewState())
    jump = ("!", "bless", 0, 0)
    told(c, Hints(0, best=(Hint(jump, "Aglaia: bless Kos", 1.0, 0.5, 9, True),), options=2))
    c.do("hintplay")
    assert not c.view_state.error
    assert c.game.position.last is not None
    assert c.game.position.last.answer == jump
