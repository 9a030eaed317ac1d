"""Number, and verbs after names of many: said in one place for all sentences."""

from __future__ import annotations

import pytest

from theomachy.engine.runtime.goals import threshold
from theomachy.engine.wording import acted, number_of, of_many, whose


@pytest.mark.parametrize(
    ("one", "many"),
    [("goes to D4", "go to D4"), ("is wounded", "are wounded"), ("has its gate", "have their gate"),
     ("attacks Hades", "attack Hades"), ("passes", "pass"), ("loses 3 Cores", "lose 3 Cores"),
     ("carries a stone", "carry a stone"), ("plays a card", "play a card"), ("reaches 5", "reach 5"),
     ("seizes it", "seize it"), ("does nothing", "do nothing"), ("may not move", "may not move")],
)  # fmt: skip
def test_what_is_said_of_one_is_said_of_many(one: str, many: str) -> None:
    assert of_many(one) == many
    assert of_many(one, many=False) == one


def test_numbers_and_whose() -> None:
    assert [number_of(n, "rout") for n in (0, 1, 2)] == ["0 routs", "1 rout", "2 routs"]
    assert number_of(2, "army", "armies") == "2 armies"
    assert (whose("Bronteas"), whose("Aglaia")) == ("Bronteas'", "Aglaia's")


def test_a_sentence_agrees_with_whoever_acts() -> None:
    assert acted("loses 3 Cores", "Mechanisms", many=True) == "Mechanisms lose 3 Cores"
    assert acted("loses 3 Cores", "Emma") == "Emma loses 3 Cores"
    assert acted("Mechanisms are asked", "Mechanisms", many=True) == "Mechanisms are asked"


def test_a_threshold_of_one_is_no_plural() -> None:
    said = [threshold("t", "", "", int, n, what="temples", one="temple").parts(0)[0].text for n in (1, 2)]
    assert said == ["1 temple", "2 temples"]
