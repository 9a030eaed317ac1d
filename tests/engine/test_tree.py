"""A game on its tree: undo, redo, forks, notes, promotion; a command is taken whole or not at all."""

from pathlib import Path

import pytest

import theomachy as th
from tests.engine.pocket import Pocket
from tests.engine.walks import begin, game, snapshot, walk
from theomachy.engine.errors import IllegalAnswer, RulesError, SaveError, UnknownName
from theomachy.engine.game import save
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.position import Position


def deeds(seed: int = 7) -> Game:
    """A game at its first deed: Aglaia to act, three coins each."""
    return game(seed=seed).play((0, 0), (1, 0))


def test_new_plays_the_readme() -> None:
    played = th.new("pocket", players=["Aglaia", "Bronteas"], seed=7)
    assert played.decision is not None
    assert played.decision.what == "bid"
    played.play("Aglaia 1", "Bronteas 0")
    assert played.state.coins == [2, 3]
    assert repr(played) == "<Pocket war, turn 1, deeds, Aglaia; Aglaia: Deed? (4 answers)>"


def test_undo_and_redo_walk_the_line() -> None:
    played = deeds()
    seen = [snapshot(played.position)]
    for command in ("raise kos", "march kos ios 1", "end"):
        played.play(command)
        seen.append(snapshot(played.position))
    assert not played.can_redo
    for wanted in seen[-2::-1]:
        while snapshot(played.position) != wanted:
            played.undo()
        assert played.can_redo
    played.undo(2)
    assert not played.can_undo
    with pytest.raises(IllegalAnswer, match="nothing to undo"):
        played.undo()
    while played.can_redo:
        played.redo()
    assert snapshot(played.position) == seen[-1]
    with pytest.raises(IllegalAnswer, match="nothing to redo"):
        played.redo()


def test_undo_takes_back_the_chance_that_followed() -> None:
    played = deeds().play("march kos ios 1", "end")
    before = snapshot(played.position)
    played.play("end")
    assert [entry.what for entry in played.position.log()[-4:]] == ["deed", "card", "card", "storm"]
    assert snapshot(played.undo().position) == before
    assert played.redo().decision.what == "bid"  # type: ignore[union-attr]


def test_dice_by_hand_wait_and_can_be_undone_one_by_one() -> None:
    played = deeds().play("end")
    played.dice_by_hand = True
    played.play("end")
    assert played.decision is not None
    assert played.decision.who == "Chance"
    assert sum(option.chance or 0 for option in played.options) == pytest.approx(1)
    played.play("flood", "rain", "1")
    assert played.state.army == [2, 2, 0, 0, 0]
    assert played.undo().position.decision.what == "storm"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "answers",
    [
        ("raise kos", "raise ios"),
        ("raise kos", None),
        ("raise kos", "march kos delos"),
        ("raise kos", 17),
        ("end", "end", "x"),
    ],
)
def test_a_fault_in_the_middle_of_several_answers_leaves_no_trace(answers: tuple[object, ...]) -> None:
    played = deeds().play("end").undo()
    before, text = snapshot(played.position), played.save()
    with pytest.raises(IllegalAnswer):
        played.play(*answers)
    assert snapshot(played.position) == before
    assert played.save() == text
    assert played.redo().save() != text


@pytest.mark.parametrize("dice", ["1", "1 1 1 1 1 1 1", "7 1 1", "x", "1 2 2 / 1 2 3 / 4"])
def test_scripted_dice_must_fit_and_be_used(dice: str) -> None:
    played = deeds()
    text = played.save()
    with pytest.raises(IllegalAnswer):
        played.play("attack kos delos", "done", "done", dice=dice)
    assert played.save() == text


def test_scripted_dice_come_before_luck() -> None:
    played = deeds().play("attack kos delos", "done", "done", dice="6 6 1 / 1 1 1")
    assert played.state.army[:2] == [3, 2]  # Phoenix paid for one of two
    assert played.state.coins == [3, 2]
    again = deeds().play("attack kos delos", "done", "done", dice=[5, 5, 4]).undo()
    assert again.position.decision.what == "pre_battle"  # type: ignore[union-attr]


def test_none_is_no_answer() -> None:
    with pytest.raises(IllegalAnswer):
        deeds().play(None)


def test_an_option_is_an_answer() -> None:
    played = deeds()
    option = next(o for o in played.options if o.label == "Raise an army in Kos")
    played.play(option)
    assert played.state.army[0] == 4
    with pytest.raises(IllegalAnswer):
        deeds().play("end").play(option)


def test_a_fork_is_a_branch_of_the_same_tree() -> None:
    played = deeds().play("raise kos")
    other = played.undo().fork("what if").play("march kos ios 1")
    assert played.here != other.here
    assert played.tree is other.tree
    assert snapshot(played.position) != snapshot(other.position)
    (at, line), *_ = played.tree.branches()
    assert [played.tree.nodes[n].name for n in (at, *line)] == ["", "what if", *([""] * (len(line) - 1))]
    assert line[-1] == other.here


def test_the_same_answer_twice_is_one_line() -> None:
    played = deeds().play("raise kos")
    count = len(played.tree.nodes)
    played.undo().play("raise kos")
    assert len(played.tree.nodes) == count


def test_a_promoted_line_is_the_main_line() -> None:
    played = deeds().play("raise kos").undo().play("end")
    assert played.here not in played.tree.main()
    played.tree.promote(played.here)
    assert played.tree.main()[-1] == played.here
    assert save.load(played.save()).tree.main() == played.tree.main()


def test_going_anywhere_but_nowhere() -> None:
    played = deeds().play("raise kos")
    assert played.go(0).here == 0
    for node in (-1, 99):
        with pytest.raises(IllegalAnswer, match="no position"):
            played.go(node)
    assert played.here == 0


def test_listeners_hear_every_change_and_can_stop() -> None:
    heard: list[str] = []
    played = deeds()
    stop = played.listen(lambda game, what: heard.append(what))
    played.play("raise kos").undo().redo().note("well").go(0)
    assert heard == ["play", "go", "go", "note", "go"]
    stop()
    stop()
    played.redo()
    assert len(heard) == 5


@pytest.mark.parametrize("who", [0, "Aglaia", "aglaia", "Ag"])
def test_seats_are_found_by_name(who: int | str) -> None:
    assert game().seat(who) == 0


@pytest.mark.parametrize("who", ["", "!!", "Zeus", 7, -1])
def test_other_seats_are_not(who: int | str) -> None:
    with pytest.raises(UnknownName, match="no seat"):
        game().seat(who)
    assert game().seat(None) is None


def test_a_game_over_a_position_in_the_middle_keeps_its_past() -> None:
    for position, _ in walk(4):
        if len(position.log()) == 17:
            break
    played = Game(position.system, position.clone(), dice_by_hand=True)
    assert snapshot(played.position) == snapshot(position)
    assert played.tree.nodes[played.here].depth == 17
    assert snapshot(save.load(played.save()).position) == snapshot(position)


def test_looking_at_the_root_does_not_make_it_an_edited_position() -> None:
    played = deeds()
    text = played.save()
    played.go(0)
    _ = played.state, played.tree.nodes[0].position.decision
    assert '"start":null' in played.save()
    assert played.redo(2).save() == text


def test_a_silent_first_step_can_be_saved_and_undone() -> None:
    class Sleepy(Pocket):
        async def omens(self, s: object) -> None:
            s.phase = 1  # type: ignore[attr-defined]

    system = Sleepy.build()
    played = Game(system)
    assert played.position.decision.what == "deed"  # type: ignore[union-attr]
    played.play("end").undo()
    assert '"start":null' in played.save()


def test_the_trace_is_of_this_step_or_of_the_last() -> None:
    played = deeds().play("raise kos")
    assert [event.rule for event in played.trace] == ["PG-DEE-002", "PG-DEE-002"]
    assert str(played.trace).splitlines()[0] == "Aglaia: Raise an army in Kos  [PG-DEE-002]"
    played.play("march kos ios")
    assert [event.text for event in played.trace] == ["March Kos Ios"]
    played.play("2")
    assert "2 armies march from Kos to Ios" in str(played.trace)
    story = [event.text for _, event in played.story(turns=1)]
    assert story[0] == "Aglaia acts first for 0"
    assert story[-1] == "2 armies march from Kos to Ios"


def test_branches_that_part_in_one_step_have_stories_of_their_own() -> None:
    """Both began at the same checkpoint; what was told of the one must not be told of the other."""
    played = deeds()
    moment = played.here
    raised = played.play("raise kos").here
    marched = played.go(moment).play("march kos ios 1").here
    told = {node: (str(played.go(node).trace), played.story()) for node in (raised, marched)}
    assert told[raised][0] != told[marched][0]
    assert "Raise an army in Kos" in told[raised][0]
    assert [event.text for _, event in told[raised][1]] != [event.text for _, event in told[marched][1]]


def test_an_event_says_after_how_many_answers_of_its_step_it_came() -> None:
    played = deeds()
    played.dice_by_hand = True
    played.play("attack kos delos", "spear dance", "6", "done", "1 1 1")
    events = list(played.trace)
    assert [event.answers for event in events] == sorted(event.answers for event in events)
    saved = next(event for event in events if event.text.startswith("Phoenix"))
    assert saved.answers == 3  # after attack, spear dance and its die
    assert saved.state.coins[1] == 2


def test_an_any_time_action_stands_in_the_story_after_its_own_answer() -> None:
    position = begin()
    position.play(("!", "bless", 0, 0))
    (event,) = position.explain()
    assert (event.text, event.answers) == ("Kos is blessed", 1)


def test_odds_before_and_at_a_roll() -> None:
    played = deeds()
    (forecast,) = [f for f in played.odds() if "Delos" in f.title]
    assert dict(forecast.rows)["0 hits"] == pytest.approx((4 / 6) ** 3)
    played.dice_by_hand = True
    played.play("attack kos delos", "done", "done")
    (roll,) = played.odds()
    assert roll.expected == pytest.approx(1)
    assert sum(chance for _, chance in roll.rows) == pytest.approx(1)


def test_save_writes_the_whole_file_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "deep" / "game.json"
    played = deeds()
    played.save(path)
    before = path.read_text()
    monkeypatch.setattr("os.fsync", lambda fd: (_ for _ in ()).throw(OSError("full")))
    with pytest.raises(SaveError, match=r"game\.json cannot be written: full"):
        played.play("raise kos").save(path)
    assert path.read_text() == before
    assert [file.name for file in path.parent.iterdir()] == ["game.json"]


def test_a_fault_in_a_rule_leaves_the_game_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    played = deeds()
    text = played.save()

    async def broken(self: Pocket, s: object) -> None:
        raise RulesError("the sea is gone")

    monkeypatch.setattr(Pocket, "harvest", broken)
    with pytest.raises(RulesError, match="the sea is gone"):
        played.play("end", "end")
    assert played.save() == text
    assert isinstance(played.position, Position)


def test_a_copy_has_a_tree_of_its_own() -> None:
    played = game().play((0, 1), (1, 0)).note("here")
    played.names["title"] = "A tale"
    other = played.copy()
    assert other.save() == played.save()
    before, heard = played.save(), list[str]()
    played.listen(lambda _, what: heard.append(what))
    other.play("raise kos").note("there")
    other.names["title"] = "Another"
    other.undo().note("not here")
    assert (played.save(), heard) == (before, [])
    assert len(other.tree.nodes) == len(played.tree.nodes) + 1


def test_a_game_is_told_in_a_line_and_printed_as_a_board() -> None:
    played = game().play((0, 1), (1, 0))
    n = len(played.options)
    assert repr(played) == f"<Pocket war, turn 1, deeds, Aglaia; Aglaia: Deed? ({n} answers)>"
    *board, last = str(played).splitlines()
    assert last == repr(played)
    assert any("Kos" in line for line in board)
    assert len(str(played)) < 2_000


def test_bots_and_games_by_bots_are_found_in_the_package_itself() -> None:
    from theomachy import play

    assert (th.record, th.simulate, th.bot) == (play.record, play.simulate, play.bot)
    assert th.record("pocket", ["random", "busy"], seed=3).over
    with pytest.raises(AttributeError, match="no attribute 'rekord'"):
        _ = th.rekord
