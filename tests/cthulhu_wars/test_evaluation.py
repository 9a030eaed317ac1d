"""What the evaluation counts, part by part: what it does not see, no bot plays for."""

from __future__ import annotations

from typing import Any

import pytest

from tests.cthulhu_wars.scene import table
from theomachy.games.cthulhu_wars import SYSTEM
from theomachy.games.cthulhu_wars.reckoning.evaluation import parts, strength
from theomachy.games.cthulhu_wars.rules.state import State

EU, AR, WAF, EA = "Europe", "Arabia", "West Africa", "East Africa"


def state(factions: str = "YS GC BG", units: dict[str, Any] | None = None, **words: Any) -> State:
    return table(
        factions, units or {"YS": {EU: "Acolyte"}}, **{"open": dict.fromkeys(factions.split(), "all"), **words}
    ).state


@pytest.mark.rule("CW-TIP-003")
def test_what_is_told_to_who_is_not_sure_is_spellbooks_and_then_power() -> None:
    """The requirements that are open come first, then a gate more; and bots are better off with either."""
    s = state("GC YS BG", {"GC": {EU: "2 Acolyte"}}, open={"GC": "Cthulhu awake, Ocean gates"}, gates={EU: "GC"})
    goals = SYSTEM.goals(s, 0)
    slots = [slot.name for slot in s.config.factions[0].slots if s.is_open(0, slot.bit)]
    assert [goal.name for goal in goals][:3] == [*slots, "Control 2 gates"]
    book = state(
        "GC YS BG", {"GC": {EU: "2 Acolyte"}}, open={"GC": "Ocean gates"}, gates={EU: "GC"}, books={"GC": "Dreams"}
    )
    more = state("GC YS BG", {"GC": {EU: "Acolyte", AR: "Acolyte"}}, open={"GC": "Cthulhu awake, Ocean gates"},
                 gates={EU: "GC", AR: "GC"})  # fmt: skip
    assert strength(s)[0] < min(strength(book)[0], strength(more)[0])


def test_a_captive_is_worth_something_to_whoever_holds_it() -> None:
    s = state(captives={"YS": {"GC": 1}})
    assert parts(s, 0)["captives"] == 0.4
    assert "captives" not in parts(s, 1)


def test_a_marker_is_worth_something_to_whose_it_is() -> None:
    s = state("YS AN BG", {"YS": {EU: "Acolyte"}}, markers={"cathedral": EU, "desecration": f"{AR}, {EA}"})
    assert (parts(s, 0)["markers"], parts(s, 1)["markers"]) == (1.0, 0.5)


@pytest.mark.parametrize(
    ("units", "tokens", "near"),
    [
        ("King in Yellow, Undead", "", True),
        ("King in Yellow, Undead", WAF, False),  # it is desecrated
        ("Undead, Acolyte", "", False),
    ],
)
def test_desecration_is_near_where_the_king_stands(units: str, tokens: str, near: bool) -> None:
    words = {"markers": {"desecration": tokens}} if tokens else {}
    s = state(units={"YS": {WAF: units}}, **words)
    assert (parts(s, 0).get("towards spellbooks", 0.0) > 0) is near


def test_the_more_stand_with_the_king_the_nearer_is_desecration() -> None:
    found = [
        parts(state(units={"YS": {WAF: f"King in Yellow, {n} Undead"}}), 0)["towards spellbooks"] for n in (1, 3, 5)
    ]
    assert found[0] < found[1] < found[2]


def test_what_is_missing_is_told_by_the_number_that_a_slot_asks_for() -> None:
    """Black Goat asks for units in areas; a slot that is covered is worth its spellbook and no more."""
    one, two = (state(units={"BG": where}) for where in ({EU: "Acolyte"}, {EU: "Acolyte", AR: "Acolyte"}))
    assert parts(one, 2)["towards spellbooks"] < parts(two, 2)["towards spellbooks"]
    assert strength(one)[2] < strength(two)[2]
