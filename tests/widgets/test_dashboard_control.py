"""Every click as a message, without a browser: it plays, narrows, asks, goes back, and never throws."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import theomachy as th
from tests.engine.walks import game as pocket
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.position import Position
from theomachy_widgets.control import OF_ONE_PLAYER, Controller
from theomachy_widgets.present import ALL, SPECTATOR, ViewState, models, why

NAMES = ("Ana", "Ben", "Cleo")


def control(game: Game | None = None, **look: Any) -> Controller:
    made = Controller(game or pocket(seed=7), ViewState(**look))
    made.game.listen(lambda _, what: made.changed(what))
    return made


def acting() -> Controller:
    made = control()
    made.game.play((0, 0), (1, 0))
    return made


def rows(c: Controller) -> list[dict[str, Any]]:
    return models(c.moment)["decision"]["rows"]


def do(c: Controller, what: str, **arguments: Any) -> Controller:
    c.do(what, **arguments)
    return c


def test_answers_by_click_by_key_and_by_the_button() -> None:
    for way in ("answer", "key", "confirm"):
        c = acting()
        label, before = rows(c)[0]["label"], len(c.game.position.log())
        do(c, way, **{"answer": {"i": rows(c)[0]["i"]}, "key": {"n": 1}, "confirm": {}}[way])
        assert len(c.game.position.log()) > before, way
        assert c.view_state.error == ""
        assert label


def test_a_hot_option_is_the_one_that_the_button_answers() -> None:
    c = acting()
    last = rows(c)[-1]
    do(c, "hot", i=last["i"])
    assert [r["i"] for r in rows(c) if r["hot"]] == [last["i"]]
    value = next(o.value for o in c.game.options if o.index == last["i"])
    do(c, "confirm")
    assert c.game.position.log()[-1].answer == value


def test_a_click_on_an_old_picture_does_nothing() -> None:
    c = acting()
    stamp = c.view_state.stamp
    do(c, "answer", i=0, stamp=stamp)
    here = c.game.here
    do(c, "answer", i=0, stamp=stamp)
    assert c.game.here == here
    assert "had changed before that click" in c.view_state.error
    assert c.stale


def test_a_click_on_the_board_answers_or_narrows_and_escape_lets_go() -> None:
    c, rng = acting(), Random(3)
    narrowed = answered = False
    for _ in range(300):
        if c.game.over:
            break
        targets = [o.targets for o in c.game.options if o.targets]
        if targets and c.game.position.decision and c.game.position.decision.player >= 0:
            first = rng.choice(targets)[0]
            before = len(c.game.position.log())
            c.forget()
            c.pick([first])
            c.forget()
            if c.view_state.picked:
                narrowed = True
                assert c.view_state.picked == [first]
                assert 0 < len(rows(c)) <= len(c.game.options)
                do(c, "letgo")
                assert c.view_state.picked == []
            else:
                answered = answered or len(c.game.position.log()) > before
        if not c.game.over:
            c.game.play(rng.choice(c.game.options))
    assert narrowed
    assert answered


def test_a_click_beside_what_can_be_chosen_lets_go() -> None:
    c = acting()
    here = c.game.here
    c.pick(["area:99"])
    assert c.game.here == here
    assert c.view_state.picked == []


def test_back_forward_jump_undo_redo() -> None:
    c, rng = acting(), Random(1)
    for _ in range(12):
        c.game.play(rng.choice(c.game.options))
    end = c.game.here
    do(do(c, "back"), "back")
    assert c.game.tree.path(end)[-3] == c.game.here
    do(c, "forward")
    do(c, "jump", k=0)
    assert c.game.here == 0
    do(c, "jump", k=10**6)
    assert c.game.here == end
    do(c, "undo")
    assert c.game.here != end
    do(c, "redo")
    assert c.game.here == end
    assert c.view_state.error == ""


def test_an_event_stands_the_board_there_and_can_be_branched_from() -> None:
    c, rng = acting(), Random(1)
    for _ in range(30):
        if not c.game.over:
            c.game.play(rng.choice(c.game.options))
    story = c.moment.story
    k = next(i for i, t in enumerate(story) if t.event.touched)
    do(c, "event", k=k)
    assert c.moment.told is story[k] or c.moment.told.text == story[k].text
    assert c.view_state.rule == story[k].event.rule
    shown = models(c.moment)
    assert [r["k"] for r in shown["story"]["rows"] if r["now"]] == [k]
    assert shown["decision"].get("past") or c.game.over
    do(c, "eventbranch", k=k)
    assert c.game.here == story[k].node
    assert c.view_state.event is None
    do(c, "event", by=-1)
    assert c.view_state.event == len(c.moment.story) - 1
    do(c, "event", by=1)
    assert c.view_state.event is None


def test_a_named_line_begins_with_the_next_answer() -> None:
    c = acting()
    fork = c.game.here
    do(c, "line", text="what if")
    assert models(c.moment)["bar"]["name"] == "what if"
    do(c, "answer", i=rows(c)[-1]["i"])
    path = c.game.tree.path(c.game.here)
    assert c.game.tree.nodes[path[path.index(fork) + 1]].name == "what if"
    assert c.view_state.name == ""
    do(c, "note", text="a note")
    assert c.game.tree.nodes[c.game.here].note == "a note"
    do(c, "promote")
    assert c.game.here in c.game.tree.main()


def test_dice_by_hand() -> None:
    c, rng = acting(), Random(2)
    do(c, "byhand")
    while not (c.game.position.decision and c.game.position.decision.dice and c.game.position.decision.dice[1] > 1):
        c.game.play(rng.choice(c.game.options))
    n = c.game.position.decision.dice[1]
    do(c, "faces", text="9 9 9 9 9 9 9 9 9")
    assert c.view_state.error
    assert c.game.position.decision.dice
    do(c, "faces", text="1")
    assert c.view_state.error == f"1 face for {n} dice."
    assert c.game.position.decision.dice
    do(c, "faces", text=" ".join(["6"] * n))
    assert c.view_state.error == ""
    assert c.game.position.log()[-1].who == -1
    assert c.game.position.log()[-1].faces == (6,) * n
    while not (c.game.position.decision and c.game.position.decision.dice):
        c.game.play(rng.choice(c.game.options))
    here = c.game.here
    do(c, "roll")
    assert c.game.here != here
    assert c.game.dice_by_hand
    do(c, "byhand")
    assert not c.game.dice_by_hand
    assert c.game.over or c.game.position.decision.player >= 0


def test_jumping_in_at_any_time() -> None:
    c = acting()
    jump = models(c.moment)["decision"]["jumps"][0]["acts"][0]
    do(c, "jumpin", i=jump["i"])
    assert any(e.what.startswith("!") for e in c.game.position.log())
    assert c.view_state.error == ""
    seat = control(view=0)
    assert {row["name"] for row in models(seat.moment)["decision"]["jumps"]} == {"Aglaia"}
    assert "jumps" not in models(control(view=SPECTATOR).moment)["decision"]


def test_asking_why_not_by_word_by_list_and_by_the_board() -> None:
    c = acting()
    me = c.game.position.decision.player
    own = c.game.state.owner.index(me)
    name = c.game.system.argument_types["island"].name(c.game.state, own)
    do(c, "why", text=f"raise {name}")
    assert models(c.moment)["why"]["verdicts"]
    do(do(c, "why"), "whyaction", i=1)
    c.pick([f"area:{own}"])
    c.forget()
    assert c.view_state.why.args == [own]
    c.pick(["area:3"])
    c.forget()
    assert c.view_state.why.args == [own, 3]
    assert models(c.moment)["why"]["title"]
    c.pick(["area:4"])
    assert c.view_state.why.args == [own, 4]  # a further click names the last argument anew
    do(c, "whyarg", at=0, i=2)
    assert c.view_state.why.args == [2]
    do(c, "whylight")
    assert c.view_state.why.lit
    do(c, "letgo")
    assert c.view_state.why is None


def test_why_not_of_a_card_that_cannot_be_bought_says_what_stands_against_it() -> None:
    game = th.new("cthulhu_wars", players=4, seed=3, things=["neutral_monsters"], lot=3).play("clockwise")
    c = control(game, view=0)
    names = {name: i for i, name in models(c.moment)["why"]["actions"]} if do(c, "why") else {}
    assert "Awaken Cthulhu" in names  # a name keeps its capitals
    shown = models(do(c, "whyaction", i=names["Buy"]).moment)["why"]
    assert shown["asks"] == "Which card?"  # no click on the board names one
    assert models(do(c, "whyaction", i=names["Summon"]).moment)["why"]["asks"].endswith(
        "A click on the board names it."
    )


@pytest.mark.parametrize("view", [ALL, 0, 1, 2])
def test_why_not_knows_the_board_of_the_asker_while_all_plan(view: int | None) -> None:
    """Boards differ: a number that is a structure of one player is none of another's."""
    game = th.new("heroes", players=list(NAMES), factions=["gremlins", "mechanisms", "cultists"], seed=1)
    state = game.system.arrange({"action": "movement", "level": 2, "turn": "Ana"})
    c = control(Game(game.system, Position(game.system, state), seed=1), view=view)
    me = why.asker(c.moment)
    for k, action in enumerate(why.actions(c.moment)):
        do(c, "whyaction", i=k)
        for at in range(len(action.shape)):
            do(c, "whyarg", at=at, i=len(models(c.moment)["why"]["slots"][at]["options"]) - 1)
        assert models(c.moment)["why"]["title"], action.verb
    do(c, "whyaction", i=0)
    named = [name for _, name in models(c.moment)["why"]["slots"][0]["options"]]
    assert named == [block.name for block in game.system.config.factions[me].blocks]
    assert c.faults == []


@pytest.mark.parametrize(
    "message",
    [
        None, 7, [], {}, {"do": None}, {"do": "__init__"}, {"do": "answer"}, {"do": "answer", "i": "x"},
        {"do": "answer", "i": 10**9},
        {"do": "view", "k": "nobody"}, {"do": "jump", "k": "x"}, {"do": "theme", "theme": "<b>"}, {"do": "go", "n": 99},
        {"do": "branch", "b": 4}, {"do": "group", "g": -9}, {"do": "faces", "text": "1 2 3"}, {"do": "jumpin", "i": 77},
        {"do": "number", "n": 5}, {"do": "answer", "i": 0, "extra": 1}, {"do": "whyarg", "at": 5, "i": 5},
        {"do": "fail", "fault": 1},
    ],
)  # fmt: skip
def test_bad_messages_change_nothing(message: Any) -> None:
    c = control()
    here = c.game.here
    c.handle(message)
    assert c.game.here == here
    models(c.moment)
    if c.view_state.error:
        assert not c.view_state.error[0].islower()
        assert len(c.view_state.error) <= 600


def test_a_locked_screen_may_only_what_one_player_may() -> None:
    game = pocket(seed=7)
    game.play((0, 0), (1, 0))
    asked = game.position.decision.player
    c = control(game, view=1 - asked, locked=True)
    here = game.here
    for what in ("undo", "redo", "back", "jump", "byhand", "view", "go", "promote"):
        do(c, what)
        assert "belongs to one player" in c.view_state.error
        assert what not in OF_ONE_PLAYER
    do(c, "confirm")
    do(c, "answer", i=0)
    assert game.here == here


def test_the_view_changes_and_forgets_what_was_picked() -> None:
    c = acting()
    c.view_state.picked = ["area:0"]
    do(c, "view", k=1)
    assert c.view_state.view == 1
    assert c.view_state.picked == []
    assert c.moment.viewer == 1
    do(c, "view", k="spectator")
    assert c.moment.viewer is None
    assert not c.moment.all


def empires() -> Game:
    made = th.new("gods_war", players=["Ana", "Ben", "Cleo"], empires=["sky", "storm", "darkness"], seed=3)
    while made.position.decision.what != "action":
        made.play(made.options[0])
    return made


def test_a_player_leaves_by_two_clicks_from_the_bar_or_from_the_sheet() -> None:
    c = control(empires())
    bar = models(c.moment)["bar"]["leave"]
    assert not bar["open"]
    assert [row["name"] for row in bar["seats"]] == [f"{n} leaves the game" for n in NAMES]
    asked = models(do(c, "leaving", seat=-1).moment)["bar"]["leave"]
    assert asked["open"]
    assert len(asked["seats"]) == 3
    assert asked["rule"] == "GW-SPC-006"
    assert "Undo takes it back" in asked["text"]
    assert not models(do(c, "letgo").moment)["bar"]["leave"]["open"], "Escape"
    sheet = models(do(c, "sheet", seat=1).moment)["tableau"]
    assert sheet["leave"] == [1, "Ben leaves the game"]
    one = models(do(c, "leaving", seat=1).moment)["bar"]["leave"]
    assert [row["seat"] for row in one["seats"]] == [1]
    do(c, "leave", seat=1)
    assert c.game.state.left == 0b10
    assert not c.view_state.error
    after = models(c.moment)
    assert [row["seat"] for row in after["bar"]["leave"]["seats"]] == [0, 2]
    assert not after["bar"]["leave"]["open"]
    assert after["tableau"]["leave"] is None
    assert "uncontrolled" in after["tableau"]["tokens"]
    do(c, "leave", seat=1)
    assert "Nobody can leave for that seat" in c.view_state.error
    do(c, "undo")
    assert not c.game.state.left


def test_a_screen_of_one_player_lets_only_him_leave() -> None:
    c = control(empires(), view=2, locked=True)
    bar = models(c.moment)["bar"]["leave"]
    assert [row["seat"] for row in bar["seats"]] == [2]
    assert "Undo" not in bar["text"]
    do(c, "leave", seat=0)
    assert c.view_state.error
    assert not c.game.state.left
    do(c, "leave", seat=2)
    assert c.game.state.left == 0b100
    assert models(c.moment)["bar"]["leave"] is None
    assert models(control(empires(), view=SPECTATOR, locked=True).moment)["bar"]["leave"] is None


def test_where_the_rules_have_no_place_for_it_nobody_is_asked() -> None:
    c = control()
    assert models(c.moment)["bar"]["leave"] is None
    do(c, "leave", seat=0)
    assert "Nobody can leave" in c.view_state.error


def test_the_row_that_the_button_proposes_is_chosen_by_a_click_like_any_other() -> None:
    c = control()
    proposed = next(r for r in rows(c) if r["hot"])
    assert proposed["chosen"] is False
    do(c, "hot", i=proposed["i"])
    assert [r["i"] for r in rows(c) if r["chosen"]] == [proposed["i"]]


def test_arrows_choose_the_row_before_and_after() -> None:
    c = control()
    many = [r["i"] for r in rows(c) if "i" in r]
    for n, k in ((-1, 0), (1, 1), (1, 2), (-1, 1)):
        do(c, "next", n=n)
        assert [r["i"] for r in rows(c) if r.get("chosen")] == [many[min(k, len(many) - 1)]]


def test_arrows_go_through_groups_and_never_past_them() -> None:
    """In a list of groups the only row that is an option may be "drop to 0 Power": it is not the first that comes."""
    game = th.new("gods_war", players=3, seed=4)
    while game.decision is not None and game.decision.what != "action":
        game.play(game.options[0])
    c = control(game)
    assert [r for r in rows(c) if "g" in r]
    before = len(game.position.log())
    walked: list[int] = []
    for _ in game.options:
        do(c, "next", n=1)
        found = [r["i"] for r in rows(c) if r.get("chosen")]
        assert len(found) == 1, "the row that is chosen is in the list"
        assert models(c.moment)["decision"]["button"]
        walked += found
    assert sorted(walked) == [o.index for o in game.options]
    do(c, "next", n=1)
    assert [r["i"] for r in rows(c) if r.get("chosen")] == walked[-1:]
    do(c, "confirm")
    assert len(game.position.log()) > before


def test_what_is_told_of_others_holds_for_names_of_one_and_of_many() -> None:
    """ "Elementals decides" and "Gremlins has won" are no sentences."""
    c, rng = control(view=SPECTATOR), Random(1)
    assert models(c.moment)["decision"]["hidden"].startswith(f"Waiting for {c.moment.decision.who}")  # type: ignore[union-attr]
    while c.game.decision is not None:
        c.game.play(rng.choice(c.game.options))
    assert models(c.moment)["decision"]["over"] == f"{' and '.join(c.game.winners) or 'Nobody'} won."


def test_the_solid_button_plans_for_the_first_player_where_all_plan_at_one_screen() -> None:
    """Many destinations are grouped by whose they are; the button opens the first group, then proposes as always."""
    c = control(th.new("heroes", seed=1))
    while (due := c.game.position.decision) is not None and due.kind != "secret":
        c.game.play(c.game.options[0])
    before = models(c.moment)["decision"]
    assert before["button"] == f"Plan for {before['rows'][0]['label']}"
    do(c, "confirm")
    assert c.view_state.error == ""
    (seat,) = c.view_state.path
    opened = models(c.moment)["decision"]
    assert opened["button"] == opened["rows"][0]["label"]
    do(c, "confirm")
    entry = c.game.position.log()[-1]
    assert entry.what == "route" or entry.answer[0] == seat
