"""Positions in words: every mistake gets one clear sentence."""

from typing import Any

import pytest

from theomachy.engine.errors import TheoError
from theomachy.games.demigods import SYSTEM


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ({"stack": {}}, "no key of [setup] 'stack'; did you mean 'stacks'"),
        ({"phase": "Batle"}, "did you mean 'battle'"),
        ({"phase": 3}, "no phase '3'"),
        ({"active": "Chloris"}, "no player 'Chloris'"),
        ({"turn": -1}, "'turn' must be a whole number from 0"),
        ({"turn": True}, "must be a whole number"),
        ({"map": "iland"}, "did you mean 'island'"),
        ({"map": ["PP"]}, "the map must have 10 rows of 10 letters"),
        ({"map": ["PPPPPPPPPX", *["~" * 10] * 9]}, "row 1 of the map is 'PPPPPPPPPX'"),
        ({"stacks": {"Z9": "Aglaia: temple"}}, "no hex 'Z9'"),
        ({"stacks": {"D4": "5 armies"}}, "does not say whose"),
        ({"stacks": {"D4": "Aglaia: 5 elephants"}}, "no counter 'elephants'"),
        ({"stacks": {"D4": "Aglaia: 256 armies"}}, "from 0 to 255"),
        ({"stacks": {"D4": ["Aglaia"]}}, "must be text"),
        ({"stacks": "D4"}, "must be a table"),
        ({"hands": {"Aglaia": "Plage"}}, "did you mean 'Plague'"),
        ({"effects": {"D4": "Famine"}}, "does not say who played it"),
        ({"fight": {"target": "D5", "from": {"D4": 0}}}, "'fight.from' must be a whole number from 1"),
        ({"fight": {"target": "D5", "from": {"D4": 1}, "of": 2}}, "no word of fight 'of'"),
        ({"fought": {"D4": 1.5}}, "'fought.D4' must be a whole number"),
        ({"out": {"Aglaia": 1}}, "out: {'Aglaia': 1} must be text"),
        ({"begun": 1}, "'begun' must be true or false"),
    ],
)
def test_a_mistake_in_a_set_up(setup: Any, words: str) -> None:
    with pytest.raises(TheoError) as caught:
        SYSTEM.build().arrange(setup)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ({"map": ["SSSSSS~~~~", *["~" * 10] * 9]}, "there are 6 terrain counters swamps, not 5"),
        ({"hands": {"Aglaia": "3 Plague"}}, "there are 3 cards Plague, not 2"),
        ({"hands": {"Aglaia": "Fire"}, "deck": "2 Fire"}, "there are 3 cards Fire, not 2"),
        ({"effects": {"D4": "Fire by Aglaia"}}, "Fire has no lasting effect"),
        ({"effects": {"everywhere": "Famine by Aglaia"}}, "Famine is in force on a hex"),
        ({"fight": {"target": "D5"}}, "a battle is under way that nobody could have begun"),
        ({"fight": {"target": "D5", "from": {"D4": 2}}}, "2 fighters of D4 are in a battle, but do not stand there"),
    ],
)
def test_a_set_up_that_cannot_be(setup: Any, words: str) -> None:
    system = SYSTEM.build()
    state = system.arrange({"phase": "battle", **setup})
    assert words in " ".join(sentence for _, sentence, _ in system.violations(state))


@pytest.mark.parametrize(
    ("expect", "words"),
    [
        ({"D44": "empty"}, "no expectation 'D44'"),
        ({"popluation": {"Aglaia": 1}}, "did you mean 'population'"),
        ({"D4": 3}, "must be text"),
        ({"terrain": {"D4": "meadow"}}, "no terrain 'meadow'"),
        ({"hands": {"Circe": 1}}, "no player 'Circe'"),
    ],
)
def test_a_mistake_in_an_expectation(expect: Any, words: str) -> None:
    system = SYSTEM.build()
    with pytest.raises(TheoError) as caught:
        system.check(system.arrange({"phase": "Battle"}), expect)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("expect", "line"),
    [
        ({"D4": "Aglaia: 1 army"}, "D4: expected Aglaia: 1 army, found Aglaia: 2 armies, 3 population"),
        ({"D5": "Aglaia: 1 army"}, "D5: expected Aglaia: 1 army, found empty"),
        ({"d4": "empty"}, "d4: expected empty, found Aglaia: 2 armies, 3 population"),
        ({"armies": {"Aglaia": 3}}, "armies.Aglaia: expected 3, found 2"),
        ({"hands": {"Aglaia": "2 Fire"}}, "hands.Aglaia: expected 2 Fire, found Fire"),
        ({"hands": {"Bronteas": 1}}, "hands.Bronteas: expected 1, found 0"),
        ({"terrain": {"D4": "swamp"}}, "terrain.D4: expected swamps, found plains"),
        ({"pile": 4}, "pile: expected 4, found 5"),
        ({"pile": {"deserts": 0}}, "pile.deserts: expected 0, found 1"),
        ({"deck": 50}, "deck: expected 50, found 51"),
        ({"discard": "Fire"}, "discard: expected Fire, found none"),
        ({"effects": {"D4": "none"}}, "effects.D4: expected none, found Famine by Bronteas"),
        ({"phase": "Draw"}, "phase: expected draw, found battle"),
        ({"active": "Bronteas"}, "active: expected Bronteas, found Aglaia"),
        ({"turn": 2}, "turn: expected 2, found 1"),
        ({"out": ["Aglaia"]}, "out: expected Aglaia, found none"),
        ({"redraws": {"Aglaia": 1}}, "redraws.Aglaia: expected 1, found 0"),
    ],
)
def test_a_difference_is_said_in_one_line(expect: Any, line: str) -> None:
    system = SYSTEM.build()
    setup = {
        "phase": "Battle",
        "stacks": {"D4": "Aglaia: 3 population, 2 armies"},
        "hands": {"Aglaia": "fire"},
        "effects": {"D4": "Famine by Bronteas"},
    }
    assert system.check(system.arrange(setup), expect) == [line]


def test_names_of_people_go_there_and_back() -> None:
    import tomllib

    system = SYSTEM.build(players=['A "quoted"\\ name', "<b>Bold</b>"])
    state = system.arrange({"phase": "Temples", "stacks": {"D4": "<b>Bold</b>: temple", "D6": "a quoted name: 1 army"}})
    assert system.arrange(tomllib.loads(system.arrange_text(state))) == state
