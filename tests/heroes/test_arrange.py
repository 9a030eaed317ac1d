"""Set-ups of Heroes: sheets say only what is otherwise than at the start."""

from __future__ import annotations

import tomllib

import pytest

from theomachy.engine.errors import TheoError
from theomachy.games.heroes import Heroes

SYSTEM = Heroes.build(players=["James", "Emma"], options={"factions": ["gremlins", "mechanisms"]})


def test_what_a_set_up_does_not_name_stays_as_at_the_start():
    s = SYSTEM.arrange({"sheet": {"James": {"stock": {"gold": 7}}}})
    assert s.sheets[0].stock == [0, 0, 7]
    assert s.sheets[0].army == [3, 0, 0], "three Goons of the beginning"
    assert s.sheets[1].stock == [0, 0, 0]


def test_an_arranged_position_is_told_in_few_words_and_read_again():
    said = {"action": "building", "level": 3, "sheet": {"James": {"stock": {"gold": 7}, "built": {"Slums": 1}}}}
    s = SYSTEM.arrange(said)
    text = SYSTEM.arrange_text(s)
    assert "Emma" not in text.split("sheet", 1)[1], "nothing of hers is otherwise"
    assert SYSTEM.arrange(tomllib.loads(text)) == s


def test_a_word_that_no_sheet_has_is_refused():
    with pytest.raises(TheoError, match="gems"):
        SYSTEM.arrange({"sheet": {"James": {"gems": 3}}})


@pytest.mark.parametrize(("one", "other"), [("Suleen", "Harrax"), ("Suleen", "Suleen"), ("Odmoor", "nowhere")])
def test_starting_regions_that_could_not_have_been_chosen_are_no_lawful_position(one, other):
    said = {"stage": "starting regions", "sheet": {"James": {"region": one}, "Emma": {"region": other}}}
    assert {rule for rule, *_ in SYSTEM.violations(SYSTEM.arrange(said))} == {"HE-SET-008"}


def test_a_set_up_may_stand_between_two_starting_regions():
    said = {"stage": "starting regions", "first": "James", "waits": "all", "sheet": {"Emma": {"region": "Suleen"}}}
    assert not list(SYSTEM.violations(SYSTEM.arrange(said)))
