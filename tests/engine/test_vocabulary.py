"""The closed vocabulary: what is misspelt fails at import."""

from typing import Any

import pytest

from tests.engine.pocket import VOCABULARY, Gale, Pocket
from theomachy.engine.errors import RulesError
from theomachy.engine.runtime.ability import Ability, Vocabulary, words_of
from theomachy.engine.runtime.timing import ACTION, CANON, QUERY, REPLACEMENT, WINDOW

KINDS = {QUERY, REPLACEMENT, WINDOW, ACTION}


def made(**body: Any) -> type:
    words = Vocabulary({"pre_battle": ("s", "me"), "strength": ("s", "me", "unit"), "do": ()}, words=("reach_of_mine",))
    base = type("Base", (Ability,), {"vocabulary": words}, abstract=True)
    return type("Made", (base,), {"__doc__": "A rule.", "rule": "PG-GFT-001", **body})


def right_window(self: Any, s: Any, me: int) -> Any: ...


async def right_body(self: Any, s: Any, me: int) -> Any: ...


def right_query(self: Any, s: Any, me: int, unit: int) -> Any: ...


def test_what_is_written_rightly_is_taken() -> None:
    cls = made(may_pre_battle=right_window, pre_battle=right_body, strength=right_query, reach_of_mine=3, _own=1)
    assert [type(found) for found in cls.vocabulary.abilities] == [cls]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"pre_batle": right_body}, "Made.pre_batle is no timing"),
        ({"may_pre_batle": right_window}, "Made.may_pre_batle is no timing"),
        ({"may_strength": right_query}, "Made.may_strength is no timing"),
        ({"post_battle": right_body}, "Made.post_battle is no timing of this game"),
        ({"helper": right_body}, "no timing"),
        ({"pre_battle": right_window}, r"write async def pre_battle\(self, s, me\)"),
        ({"strength": right_body}, r"write def strength\(self, s, me, unit\)"),
        ({"strength": right_window}, r"write def strength\(self, s, me, unit\), not \('s', 'me'\)"),
        ({"pre_battle": right_body, "may_pre_battle": right_query}, r"write def may_pre_battle\(self, s, me\)"),
        ({"pre_battle": right_body, "may_pre_battle": right_body}, r"write def may_pre_battle\(self, s, me\)"),
        ({"__doc__": None}, "needs its rule text as docstring"),
        ({"__doc__": ""}, "needs its rule text as docstring"),
        ({"rule": ""}, "and a rule id"),
    ],
)
def test_what_is_written_wrongly_fails_at_import(body: dict[str, Any], sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):
        made(**body)


def test_a_printed_name_stands_for_one_ability() -> None:
    words = Vocabulary({"do": ()})
    base = type("Base", (Ability,), {"vocabulary": words}, abstract=True)
    body = {"__doc__": "A rule.", "rule": "PG-GFT-001", "__module__": "my.cards"}
    type("SpearDance", (base,), body)
    type("ShieldDance", (base,), body)
    for name, more in (("SpearDance", {}), ("SpearDance2", {"printed": "spear dance"})):
        sentence = f"my.cards.{name}: there is an ability called 'Spear Dance' already, my.cards.SpearDance"
        with pytest.raises(TypeError, match=sentence):
            type(name, (base,), body | more)
    assert [ability.name for ability in words.abilities] == ["Spear Dance", "Shield Dance"]
    elsewhere = type("Other", (Ability,), {"vocabulary": Vocabulary({"do": ()})}, abstract=True)
    assert type("SpearDance", (elsewhere,), body).rule == "PG-GFT-001"  # another game may print the same name


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("VolcanicEruption", "Volcanic Eruption"),
        ("AFullSheet", "A Full Sheet"),
        ("NestsAmongEnemies", "Nests Among Enemies"),
    ],
)
def test_the_name_of_a_class_in_words(name: str, words: str) -> None:
    assert words_of(name) == words


def test_a_timing_outside_the_canon_cannot_be_used() -> None:
    with pytest.raises(TypeError, match="'before_tea' is no timing"):
        Vocabulary({"before_tea": ()})


def test_every_word_of_the_canon_says_when_and_in_which_order() -> None:
    for name, timing in CANON.items():
        assert timing.kind in KINDS, name
        assert timing.when, name
        assert timing.order, name


def test_abilities_are_found_by_holder_and_can_be_knocked_out() -> None:
    key = Pocket.build(players=2).start().key
    assert [ability.name for _, ability, _ in VOCABULARY.hooks(key, "pre_battle")] == [
        "Gale", "Spear Dance", "Spear Dance", "Shield Wall",
    ]  # fmt: skip
    assert [hook[1].name for hook in VOCABULARY.mine(key, "pre_battle", 1)] == ["Spear Dance", "Shield Wall"]
    with VOCABULARY.without("Spear Dance"):
        assert [hook[1].name for hook in VOCABULARY.mine(key, "pre_battle", 1)] == ["Shield Wall"]
        assert not VOCABULARY.lives(VOCABULARY.named("Spear Dance"))
    assert len(VOCABULARY.mine(key, "pre_battle", 1)) == 2
    with pytest.raises(RulesError, match="no ability is called 'Tea'"), VOCABULARY.without("Tea"):
        pass


def test_an_ability_knows_its_printed_name_and_its_text() -> None:
    gale = next(found for found in VOCABULARY.abilities if isinstance(found, Gale))
    assert (gale.name, gale.rule) == ("Gale", "PG-GFT-001")
    assert gale.text == "Before a battle one army of a side of more than three is blown away."
    assert VOCABULARY.named("Spear Dance").name == "Spear Dance"
