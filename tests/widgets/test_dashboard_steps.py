"""Going along a line by every unit, branching from an event, the pen, as messages without a browser."""

from __future__ import annotations

from random import Random

import pytest

import theomachy
from tests.cthulhu_wars.scene import table
from tests.engine.walks import game as pocket
from tests.widgets.test_dashboard_control import control, do
from theomachy.engine.game import save
from theomachy.engine.game.game import Game
from theomachy_widgets.control import Controller
from theomachy_widgets.motion import Motion
from theomachy_widgets.present import models, steps, timeline


def walked(answers: int = 60, **look: object) -> Controller:
    made, rng = control(**look), Random(4)
    while len(made.game.position.log()) < answers and not made.game.over:
        made.game.play(rng.choice(made.game.options))
    return made


def place(c: Controller) -> int:
    return timeline.at(c.moment, c.moment.line)


@pytest.mark.parametrize("unit", ["answer", "action", "phase", "round"])
def test_steps_go_from_stop_to_stop_and_end_at_the_ends(unit: str) -> None:
    c = walked()
    stops, back, forth = steps.stops(c.moment, unit), [place(c)], []
    assert len(stops) > 3
    for _ in range(len(stops) + 2):
        do(c, "step", n=-1, by=unit)
        back.append(place(c))
    assert list(dict.fromkeys(back))[::-1] == stops
    for _ in range(len(stops) + 2):
        forth.append(place(c))
        do(c, "step", n=1, by=unit)
    assert list(dict.fromkeys(forth)) == stops
    assert c.view_state.error == ""


def test_a_round_begins_where_the_turn_changes() -> None:
    c = walked()
    nodes, line = c.game.tree.nodes, c.moment.line
    for k in steps.stops(c.moment, "round")[1:-1]:
        assert nodes[line[k]].moment[0] != nodes[line[k - 1]].moment[0]
    for k in steps.stops(c.moment, "action")[1:-1]:
        assert isinstance(nodes[line[k + 1]].entry.answer, tuple)


def test_steps_by_event_go_through_every_event_of_the_line() -> None:
    c = walked(30)
    do(c, "jump", k=0)
    seen, last = [], len(c.moment.line) - 1
    for _ in range(2000):
        if place(c) == last and c.view_state.event is None:
            break
        do(c, "step", n=1, by="event")
        assert c.view_state.error == ""
        if c.moment.told is not None:
            seen.append(c.moment.told.text)
    assert place(c) == last
    told = [e.text for segment in c.game.position.segments() for _, e in c.memory.trace(c.game, segment)]
    assert seen == told
    for _ in range(2000):
        if c.game.here == 0 and c.view_state.event is None:
            break
        do(c, "step", n=-1, by="event")
        assert c.view_state.error == ""
    assert place(c) == 0


def test_an_answer_step_leaves_an_event_on_its_own_side() -> None:
    c = walked(30)
    k = next(i for i, t in enumerate(c.moment.story) if t.node != c.game.here)
    at = steps.place(c.moment, c.moment.story[k])
    do(do(c, "event", k=k), "step", n=1, by="answer")
    assert (place(c), c.view_state.event) == (at, None)


def test_the_buttons_step_by_the_chosen_unit_and_an_unknown_one_is_refused() -> None:
    c = walked()
    do(c, "unit", by="round")
    assert models(c.moment)["timeline"]["unit"] == "round"
    before = steps.stops(c.moment, "round")
    do(c, "step", n=-1)
    assert place(c) == before[-2]
    do(c, "unit", by="<b>")
    assert c.view_state.by == "answer"
    do(c, "step", by="mile")
    assert "steps by" in c.view_state.error


def test_a_locked_screen_reads_events_but_does_not_move_the_game() -> None:
    c = walked(30)
    c.view_state.locked, c.view_state.view = True, 0
    c.forget()
    here = c.game.here
    do(c, "step", n=-1, by="event")
    assert c.view_state.event is not None
    assert c.view_state.error == ""
    do(c, "step", n=-1, by="round")
    assert "belongs to one player" in c.view_state.error
    assert c.game.here == here


def test_a_branch_from_a_roll_stands_before_it_with_dice_by_hand() -> None:
    c, rng = control(), Random(2)
    while not any(t.event.dice for t in c.moment.story):
        c.game.play(rng.choice(c.game.options))
        c.forget()
    k, told = next((k, t) for k, t in enumerate(c.moment.story) if t.event.dice)
    dice, n, outcome = told.event.dice
    do(c, "eventbranch", k=k)
    assert c.game.dice_by_hand
    assert c.game.position.decision.dice == (dice, n)
    other = next(o for o in c.game.options if o.value != outcome)
    before = len(c.game.tree.nodes)
    c.game.play(other)
    assert len(c.game.tree.nodes) == before + 1
    assert len(list(c.game.tree.branches())) == 1


def test_the_pen_rings_and_joins_and_takes_away_and_is_saved() -> None:
    c = control(theomachy.new("demigods", players=2, seed=1))
    do(c, "pen")
    assert models(c.moment)["bar"]["pen"]
    c.mark(["area:1"], ["area:3"])
    c.mark(["piece:x", "area:2"], ["piece:x", "area:2"])
    c.mark([], ["area:2"])
    node = c.game.tree.nodes[c.game.here]
    assert (node.rings, node.arrows) == (("piece:x",), ((1, 3),))
    assert models(control(c.game).moment)["bar"]["marked"]
    again = save.load(save.dump(c.game))
    kept = again.tree.nodes[c.game.here]
    assert (kept.rings, kept.arrows) == (node.rings, node.arrows)
    c.mark(["area:1"], ["area:3"])
    assert node.arrows == ()
    do(c, "wipe")
    assert node.rings == ()
    do(c, "letgo")
    assert not c.view_state.pen


def test_marks_of_a_pen_are_on_the_board_and_it_answers_nothing() -> None:
    from theomachy_widgets.dashboard import Dashboard

    game = pocket(seed=7)
    game.play((0, 0), (1, 0))
    dash = Dashboard(game)
    scene = dash.board.scene

    def at(area: int) -> dict[str, float]:
        x, y = scene.ground.centre(area)
        return {"x": x / scene.width, "y": y / scene.height}

    dash.do("pen")
    dash.do("press", **at(1))
    dash.do("release", **at(1))
    dash.do("press", **at(1))
    dash.do("release", **at(1))  # the same once more takes it away
    assert len(game.position.log()) == 2

    def stroke(a: int, b: int) -> None:
        dash.do("press", **at(a)).do("release", **at(b))

    empty = [k for k in range(len(dash.board.table.board.areas)) if all(p.area != k for p in dash.board.table.pieces)]
    stroke(1, 2)
    stroke(empty[0], empty[0])
    assert [(a.start, a.end) for a in dash.board.marks.drawn] == [(1, 2)]
    assert dash.board.marks.rings == {f"area:{empty[0]}"}
    dash.do("pen")
    dash.do("release", x=0, y=0)
    assert dash.board.marks.rings == {f"area:{empty[0]}"}
    dash.close()


def test_forward_steps_move_and_others_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    from theomachy_widgets.dashboard import Dashboard

    c = walked(40)
    dash = Dashboard(c.game)
    moved: list[tuple[Motion, ...]] = []
    monkeypatch.setattr(dash.board, "animate", lambda motions, *_: moved.append(motions))
    for _ in range(12):
        dash.do("step", n=-1, by="answer")
    assert moved == []
    for _ in range(12):
        dash.do("step", n=1, by="answer")
    by_answers = len(moved)
    assert by_answers > 0
    for _ in range(12):
        dash.do("step", n=-1, by="event")
    assert len(moved) == by_answers
    for _ in range(12):
        dash.do("step", n=1, by="event")
    assert len(moved) > by_answers
    dash.close()


def test_a_lit_card_of_the_hand_answers() -> None:
    c, rng = control(theomachy.new("demigods", players=2, seed=7)), Random(3)
    while not any(t.startswith("card:") for o in c.game.options for t in o.targets):
        c.game.play(rng.choice(c.game.options))
    c.forget()
    card = next(card for card in models(c.moment)["hand"]["cards"] if card["live"])
    log = len(c.game.position.log())
    do(c, "target", target=card["target"], k=card["k"])
    assert len(c.game.position.log()) > log or c.view_state.picked == [card["target"]]
    assert c.view_state.error == ""


def test_two_rolls_that_came_the_same_are_told_apart() -> None:
    """Both sides throw before either roll is told, and throw the same: each event goes back to its own roll."""
    units = {"GC": {"Europe": "2 Deep One"}, "BG": {"Europe": "2 Fungi from Yuggoth"}}
    position = table("GC BG", units)
    c = control(Game(position.system, position, dice_by_hand=True))
    c.game.play(next(o for o in c.game.options if isinstance(o.value, tuple) and o.value[0] == "battle"))
    while c.game.position.decision.dice is None:
        c.game.play(c.game.options[-1])
    rolls = []
    while c.game.position.decision.dice is not None:
        rolls.append(c.game.here)
        c.game.play("1 1")
    c.forget()
    told = [k for k, t in enumerate(c.moment.story) if t.event.dice is not None]
    assert (len(rolls), len(told)) == (2, 2)
    first, second = (c.moment.story[k] for k in told)
    assert first.event.dice == second.event.dice
    end = c.game.here
    for k, roll in zip(told, rolls, strict=True):
        do(c, "eventbranch", k=k)
        assert c.game.here == roll
        c.game.go(end)
        c.forget()


def test_the_button_says_what_is_done_with_a_name() -> None:
    game, rng, said = theomachy.new("demigods", players=2, seed=3), Random(3), {}
    c = control(game)
    for _ in range(400):
        row = next((r for r in models(c.moment)["decision"].get("rows") or [] if r.get("hot")), None)
        if row is not None:
            said[game.decision.what] = (row["label"], models(c.moment)["decision"]["button"])
        game.play(rng.choice(game.options))
    label, button = said["move second"]
    assert button.startswith("Move from ")
    assert button.endswith(f" to {label}")
    assert said["movement"][0] == said["movement"][1]
