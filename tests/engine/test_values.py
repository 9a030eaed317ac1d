"""What a component value may be: every kind takes what it is for, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from theomachy.engine.errors import DataError
from theomachy.engine.reference.values import (
    Among,
    Figured,
    Fixed,
    Flag,
    Kinds,
    Many,
    Name,
    Pair,
    Place,
    Printed,
    Real,
    Text,
    Value,
    Whole,
    kind_of,
)

PRINTED = Printed(
    {
        "map.one.area.delos.name": "Delos",
        "map.one.area.kos.name": "Kos",
        "unit.hero.figures.dice": 2,
        "unit.hero.figures.by_level": [1, 2],
        "unit.hero.figures.word": "two",
        "unit.hero.icon": "shield",
        "unit.monster.icon": "claw",
        "unit.hero.icons": ["sword"],
        "unit.hero.short": "Throws {dice} dice.",
        "unit.hero.first": True,
        "unit.hero.spots": [[1, 2], [3, 4]],
    }
)
HALF, BIDI, HIDDEN = "a\ud800b", "a\u202eb", "a\u200bb"
TAKES: list[tuple[Value, list[Any], list[Any]]] = [
    (Whole(0, 9), [0, 9], [-1, 10, True, False, 1.0, "1", None, [], 10**5000, float("nan")]),
    (Real(0, 9), [0, 9.0, 1.5], [-0.1, 9.5, float("nan"), float("inf"), True, "1", None]),
    (Flag(), [True, False], [0, 1, "true", None]),
    (Text(5), ["Delos", "ä", "D{}"], ["", "Athena", HALF, BIDI, HIDDEN, "a\nb", "a\x00", 3, None, ["a"]]),
    (Text(200), ["two\nlines"], ["two\rlines", "a\tb"]),
    (Figured(), ["", "plain", "{dice}", "{dice:die} and {by_level}"],
     ["{", "}", "{{", "{0}", "{}", "{word}", "{dice!r}", "{dice:{dice}}", "{dice.__class__}", "{lost}", HALF,
      "{icon}", "{dice[0]}", 3]),
    (Among(("a", "b")), ["a"], ["c", "", None, ["a"], [], {}, 1]),
    (Among(), ["shield", "claw"], ["sword", HALF, []]),
    (Name("map.*.area", ("choice",)), ["delos", "kos", "choice"], ["area", "name", "", None, [], HALF]),
    (Pair(Name("map.*.area")), ["delos kos", "kos delos"],
     ["delos", "delos delos", "delos  kos", " kos delos", "delos kos kos", "delos\nkos", "", None, ["delos"]]),
    (Many(Whole(0, 9), 1, 2), [[1], [1, 2]], [[], [1, 2, 3], [True], (1,), "12", {}, None]),
    (Many(Many(Real(), 2, 2)), [[[1, 2], [3.5, 4]]], [[[1, 2]], [[1, 2], [3]], [[1, 2], None], [1, 2]]),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "good", "bad"), TAKES, ids=lambda value: type(value).__name__)
def test_a_kind_takes_what_it_is_for(kind: Value, good: list[Any], bad: list[Any]) -> None:
    key = "unit.hero.spots" if kind == TAKES[-1][0] else "unit.hero.short"
    place = Place(key, "unit.*.icon", PRINTED)
    assert [value for value in good if not kind.takes(value, place)] == []
    assert [value for value in bad if kind.takes(value, place)] == []
    assert 5 < len(kind.told(place)) < 300


def test_the_first_pattern_that_fits_counts() -> None:
    kinds: Kinds = {
        "unit.*.icon": Among(), "**.figures.dice": Whole(1, 3), "**.dice": Whole(), "unit.h*.first": Fixed(),
    }  # fmt: skip
    assert [type(kind_of(key, kinds, PRINTED)[0]) for key in PRINTED] == [
        Fixed, Fixed, Whole, Fixed, Fixed, Among, Among, Fixed, Fixed, Fixed, Fixed,
    ]  # fmt: skip
    found, place = kind_of("unit.hero.figures.dice", kinds, PRINTED)
    assert (found, place.pattern) == (Whole(1, 3), "**.figures.dice")
    assert kind_of("unit.hero.first", {}, PRINTED)[0].takes(False, place)


def test_a_name_is_one_of_its_own_table() -> None:
    """A star is the word of the value's own key, where both begin alike."""
    printed = Printed({"empire.sky.gifts.calm.name": "Calm", "empire.storm.gifts.rage.name": "Rage"})
    place = Place("empire.sky.buildings.shrine.gift", "", printed)
    assert Name("empire.*.gifts").takes("calm", place)
    assert not Name("empire.*.gifts").takes("rage", place)


def test_a_text_names_figures_and_nothing_else() -> None:
    from theomachy.engine.reference.values import figure_of, filled

    figure = figure_of(PRINTED.get, "unit.hero", ("figures", ""))
    assert filled("{dice:die} in {by_level}: {dice}", figure, "x") == "2 dies in 1 or 2: 2"
    for text, said in (("{lost}", "no figure of it"), ("{", "a brace"), ("{word}", "no figure"), ("}{", "a brace")):
        with pytest.raises(DataError, match=said):
            filled(text, figure, "x")
