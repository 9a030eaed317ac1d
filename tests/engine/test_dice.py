"""Dice tables against brute force over every throw."""

from collections import Counter
from itertools import product

import pytest

from theomachy.engine.authoring.scenario_write import faces_for
from theomachy.engine.errors import IllegalAnswer
from theomachy.engine.runtime.decision import CHANCE, Decision
from theomachy.engine.runtime.dice import D6, Dice, faces

DICE = [
    Dice("one group", (("hit", (5, 6)),)),
    Dice("two groups", (("kill", (6,)), ("pain", (4, 5)))),
    Dice("three groups", (("kill", (6,)), ("pain", (4, 5)), ("miss", (1,)))),
    Dice("no rest", (("odd", (1, 3, 5)), ("even", (2, 4, 6)))),
    Dice("always", (("face", (1, 2, 3, 4, 5, 6)),)),
    Dice("sum", total=True),
    Dice("d4", (("hit", (4,)),), sides=4),
    Dice("sum of d8", sides=8, total=True),
]


@pytest.mark.parametrize("dice", DICE, ids=lambda d: d.name)
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_outcomes_and_weights_are_those_of_all_throws(dice: Dice, n: int) -> None:
    brute = Counter(dice.read(throw) for throw in product(range(1, dice.sides + 1), repeat=n))
    outcomes, weights = dice.outcomes(n)
    assert dict(zip(outcomes, weights, strict=True)) == brute
    assert list(outcomes) == sorted(outcomes)
    assert len(set(outcomes)) == len(outcomes)


@pytest.mark.parametrize("dice", DICE, ids=lambda d: d.name)
@pytest.mark.parametrize("n", [1, 3])
def test_expected_is_the_mean(dice: Dice, n: int) -> None:
    outcomes, weights = dice.outcomes(n)
    for i, mean in enumerate(dice.expected(n)):
        values = [o if isinstance(o, int) else o[i] for o in outcomes]
        assert sum(v * w for v, w in zip(values, weights, strict=True)) / sum(weights) == pytest.approx(mean)


@pytest.mark.parametrize("dice", DICE, ids=lambda d: d.name)
def test_every_outcome_can_be_written_as_faces(dice: Dice) -> None:
    outcomes, weights = dice.outcomes(3)
    decision = Decision(CHANCE, "dice", outcomes, "X", "roll", weights=weights, dice=(dice, 3))
    for outcome in outcomes:
        assert dice.read(faces(faces_for(decision, outcome))) == outcome


def test_one_die_shows_its_face() -> None:
    assert D6.outcomes(1) == ((1, 2, 3, 4, 5, 6), (1, 1, 1, 1, 1, 1))
    assert D6.read([4]) == 4
    assert D6.expected(1) == (3.5,)
    assert D6.say(4) == "4"


def test_outcomes_in_words() -> None:
    assert [DICE[0].say(n) for n in (0, 1, 2)] == ["0 hits", "1 hit", "2 hits"]
    assert DICE[1].say((1, 2)) == "1 kill, 2 pains"
    assert DICE[5].say(11) == "11"


@pytest.mark.parametrize("face", [0, 7, -1, 99])
def test_a_face_that_the_die_does_not_have(face: int) -> None:
    with pytest.raises(IllegalAnswer, match=f"does not show {face}"):
        DICE[0].read([1, face])


@pytest.mark.parametrize(
    ("text", "thrown"),
    [
        ("6 6 4 1", [6, 6, 4, 1]),
        ("6,6,4,1", [6, 6, 4, 1]),
        ("6641", [6, 6, 4, 1]),
        ("6-6", [6, 6]),
        ("3", [3]),
        ("", []),
    ],
)
def test_faces_as_people_write_them(text: str, thrown: list[int]) -> None:
    assert faces(text) == thrown


@pytest.mark.parametrize("text", ["x", "6 six", "6.5", "²", "1²", "9" * 10 + " 1", "½"])
def test_what_is_no_face(text: str) -> None:
    with pytest.raises(IllegalAnswer, match="dice are written as faces"):
        faces(text)


def test_chances_are_said_for_people_without_those_that_hardly_ever_come() -> None:
    assert DICE[0].chances(1) == (("0 hits", pytest.approx(4 / 6)), ("1 hit", pytest.approx(2 / 6)))
    assert len(DICE[0].chances(9)) < len(DICE[0].chances(9, least=0)) == 10


def test_dice_by_their_faces_say_those_that_came() -> None:
    faces = Dice("faces", tuple((name, (i,)) for i, name in enumerate(("blank", "one", "two"))), 3, shows=(0, 1, 2))
    assert faces.by_face
    assert faces.say((1, 0, 2)) == "1 blank, 2 twos"
    assert faces.say((0, 0, 0)) == "no dice"
    assert not Dice("two", (("kill", (6,)), ("pain", (5,)))).by_face


def test_faces_that_come_twice_are_added_up_as_often() -> None:
    die = Dice("one to three", total=True, shows=(1, 1, 2, 2, 3, 3))
    assert die.outcomes(1) == ((1, 2, 3), (2, 2, 2))
    assert die.outcomes(2) == ((2, 3, 4, 5, 6), (4, 8, 12, 8, 4))
