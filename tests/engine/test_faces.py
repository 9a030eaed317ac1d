"""Faces of dice: refused in a wrong number, kept where somebody threw them, else the same picture every time."""

import json
from collections import Counter
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.engine.pocket import HITS
from tests.engine.walks import game, snapshot
from theomachy.engine.authoring import scenario
from theomachy.engine.authoring.scenario_write import compose
from theomachy.engine.errors import IllegalAnswer, SaveError
from theomachy.engine.game import commands, save
from theomachy.engine.game.game import Game
from theomachy.engine.game.journal import Journal, recover
from theomachy.engine.runtime import sampling
from theomachy.engine.runtime.decision import CHANCE, Decision, LogEntry
from theomachy.engine.runtime.dice import D6, Dice
from theomachy.engine.runtime.trace import Trace, report
from theomachy.games.demigods import Demigods

PAIRS = Dice("two", (("kill", (6,)), ("pain", (4, 5))))
ATTACK = ("attack kos delos", "done", "done")


def before_dice() -> Game:
    """Three dice of an attack wait for a hand; on 5 and 6 they hit."""
    played = game(seed=7).play((0, 0), (1, 0))
    played.dice_by_hand = True
    return played.play(*ATTACK)


def thrown(played: Game) -> list[tuple[int, ...]]:
    """The faces of all rolls that the story tells, in order."""
    return [event.faces for _, event in played.story() if event.dice is not None]


# -- a wrong number ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1 1", "2 faces for 3 dice"),
        ("1 1 6 6", "4 faces for 3 dice"),
        ("11", "2 faces for 3 dice"),
        ("6", "1 face for 3 dice"),
        ("1 1 done", "2 faces for 3 dice"),
        ("2 1 6 1 1 1", "6 faces for 3 dice"),
    ],
)
def test_a_wrong_number_of_faces_is_refused_and_never_passes_for_an_outcome(text: str, sentence: str) -> None:
    played = before_dice()
    here = snapshot(played.position)
    with pytest.raises(IllegalAnswer, match=sentence):
        commands.resolve(played.position, text)
    with pytest.raises(IllegalAnswer, match=sentence):
        played.play(text)
    assert snapshot(played.position) == here


def test_scripted_dice_of_a_wrong_number_are_refused_in_the_same_words() -> None:
    with pytest.raises(IllegalAnswer, match="2 faces for 3 dice"):
        before_dice().play(dice="1 1")
    with pytest.raises(IllegalAnswer, match="2 faces for 1 die"):
        PAIRS.thrown(1, [6, 6])


def test_faces_may_stand_in_a_longer_command() -> None:
    said = commands.spoken(before_dice().position, "2 hits 1 2 3 no")
    assert [(entry.what, entry.answer, entry.faces) for entry in said] == [
        ("attack dice", 2, None),
        ("defence dice", 0, (1, 2, 3)),
        ("retreat", "no", None),
    ]


def test_a_sum_is_its_number_and_faces_are_faces() -> None:
    dice = Dice("2D6", total=True)
    assert dice.thrown(2, [6, 5]) == 11
    rng, played = Random(7), Game(Demigods.build(players=["Aglaia", "Bronteas"]), dice_by_hand=True).go(0)
    while (asked := played.position.decision) is not None and not (asked.dice and asked.dice[0].total):
        played.play(rng.choice(played.options))
    assert played.position.decision is not None
    assert played.position.decision.dice is not None
    assert played.position.decision.dice[1] == 4
    for text, answer in (("12", 12), ("6666", 24), ("6 6 6 6", 24), ("10", 10), ("1 2 1 1", 5)):
        assert commands.resolve(played.position, text) == [answer]
    with pytest.raises(IllegalAnswer, match="3 faces for 4 dice"):
        commands.resolve(played.position, "1 2 3")


# -- kept -------------------------------------------------------------------------------------------------------------
def test_typed_faces_stay_with_the_answer_wherever_it_goes(tmp_path: Path) -> None:
    played = before_dice()
    with Journal(tmp_path / "journal").attach(played):
        played.play("6 1 5")
        assert played.position.last is not None
        assert played.position.last.faces == (6, 1, 5)
        played.play(dice="1 2 3")
        assert thrown(played) == [(6, 1, 5)]  # the test game tells only of the attack
    here = snapshot(played.position)
    assert snapshot(played.position.clone()) == here
    assert snapshot(played.undo().redo().position) == here
    for again in (save.load(played.save()), recover(tmp_path / "journal"), Game(played.system, played.position)):
        assert snapshot(again.position)[-1] == here[-1]
        assert (6, 1, 5) in [entry.faces for entry in again.position.log()]
        assert thrown(again) == thrown(played)
    assert save.load(played.save()).save() == played.save()
    assert (6, 1, 5) in [entry.faces for entry in played.view(1).log]


def test_a_scenario_shows_and_writes_the_faces_of_its_script() -> None:
    played = before_dice()
    played.play(dice="5 1 6 / 4 1 2")
    text = compose(played, "An attack")
    assert '"5 1 6", "4 1 2"' in text
    run = scenario.read(text).run(rehearse=True)
    assert run.result.ok, str(run.result)
    assert (5, 1, 6) in [entry.faces for entry in run.game.position.log()]


def test_the_same_outcome_with_other_faces_is_a_throw_of_its_own_and_no_faces_are_any() -> None:
    played = before_dice()
    at = played.here
    first = played.play("6 1 5").here
    assert played.go(at).play("6 1 5").here == first
    assert played.go(at).play(2).here == first
    other = played.go(at).play("5 5 1").here
    assert other != first
    again = save.load(played.save())
    assert [entry.faces for c in again.tree.nodes[at].children if (entry := again.tree.nodes[c].entry)] == [
        (6, 1, 5),
        (5, 5, 1),
    ]


@pytest.mark.parametrize(
    ("faces", "sentence"),
    [
        ([6, 1, 1], "the faces 6 1 1 give 1 hit, not 2 hits"),
        ([6, 5], "2 faces for 3 dice"),
        ([6, 5, 7], "does not show 7"),
    ],
)
def test_a_game_stops_before_a_roll_whose_faces_do_not_belong_to_it(faces: list[int], sentence: str) -> None:
    """Other rules may have had other dice: the roll is due again, and the file says why."""
    raw = json.loads(before_dice().play("6 5 1").save())
    next(row for row in raw["nodes"] if len(row) == 5)[4] = faces
    opened = save.load(json.dumps(raw))
    (stop,) = opened.unread.stops
    assert sentence in stop.why
    decision = opened.go(stop.node).position.decision
    assert decision is not None
    assert decision.dice is not None


@pytest.mark.parametrize(
    ("faces", "sentence"),
    [
        ([6, 5, True], "no list of whole numbers"),
        ([6, 5, 1.0], "no list of whole numbers"),
        ("651", "no list of whole numbers"),
        (None, "no list of whole numbers"),
    ],
)
def test_faces_in_a_file_must_belong_to_the_answer(faces: Any, sentence: str) -> None:
    raw = json.loads(before_dice().play("6 5 1").save())
    assert [row[4] for row in raw["nodes"] if len(row) == 5] == [[6, 5, 1]]
    next(row for row in raw["nodes"] if len(row) == 5)[4] = faces
    with pytest.raises(SaveError, match=sentence):
        save.load(json.dumps(raw))


def test_faces_stand_only_beside_rolls() -> None:
    raw = json.loads(before_dice().save())
    raw["nodes"][0].append([1])
    (stop,) = save.load(json.dumps(raw)).unread.stops
    assert "faces of dice do not answer 'bid'" in stop.why
    played = game(seed=7)
    with pytest.raises(IllegalAnswer, match="faces of dice do not answer"):
        played.position.clone().play((0, 0), [6])


def test_what_luck_has_thrown_is_saved_as_before() -> None:
    played = game(seed=7).play((0, 0), (1, 0), *ATTACK)
    assert all(len(row) == 4 for row in json.loads(played.save())["nodes"])


# -- drawn ------------------------------------------------------------------------------------------------------------
def test_faces_of_luck_are_the_same_picture_every_time_and_give_what_came() -> None:
    played = game(seed=7).play((0, 0), (1, 0), *ATTACK)
    seen = thrown(played)
    assert seen
    for event in (event for _, event in played.story() if event.dice is not None):
        dice, n, outcome = event.dice  # type: ignore[misc]
        assert dice.thrown(n, event.faces) == outcome
    assert thrown(save.load(played.save())) == seen
    assert thrown(played.undo().redo()) == seen
    assert thrown(Game(played.system, played.position.clone())) == seen


@pytest.mark.parametrize("dice", [HITS, PAIRS, D6, Dice("sum", total=True)], ids=lambda d: d.name)
def test_drawn_faces_give_the_outcome_and_come_as_often_as_they_fall(dice: Dice) -> None:
    n = 1 if dice.pick else 3
    for outcome in dice.outcomes(n)[0]:
        assert dice.thrown(n, sampling.faces(dice, n, outcome, "a")) == outcome
        assert sampling.faces(dice, n, outcome, "a") == sampling.faces(dice, n, outcome, "a")
    outcome = dice.outcomes(n)[0][len(dice.outcomes(n)[0]) // 2]
    ways = [throw for throw in product(range(1, 7), repeat=n) if dice.read(throw) == outcome]
    found = Counter(sampling.faces(dice, n, outcome, str(i)) for i in range(60 * len(ways)))
    assert set(found) == set(ways)
    assert max(abs(count - 60) for count in found.values()) < 45  # each some sixty times


def test_what_no_dice_can_show_has_no_faces() -> None:
    assert sampling.faces(HITS, 2, 3, "a") == ()
    assert sampling.faces(PAIRS, 2, (2, 1), "a") == ()
    assert sampling.faces(Dice("sum", total=True), 2, 13, "a") == ()


class _Told:
    trace: Any = None

    def copy(self) -> "_Told":
        return _Told()


def test_two_rolls_told_after_both_keep_their_own_faces() -> None:
    s = _Told()
    s.trace = Trace(s)
    for rule, faces in (("A", (6, 1)), ("B", (1, 5)), ("A", (5, 2))):
        decision = Decision(CHANCE, "dice", *HITS.outcomes(2)[:1], rule, "roll", dice=(HITS, 2))
        s.trace.heard(decision, LogEntry(CHANCE, "roll", 1, faces=faces))
    for rule in ("B", "A", "A"):
        report(s, rule, "rolls", dice=(HITS, 2, 1))
    assert [event.faces for event in s.trace] == [(1, 5), (6, 1), (5, 2)]
