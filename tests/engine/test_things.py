"""What lies on edges, on pieces and over several areas, as plain descriptions with bounds."""

import pytest

from theomachy.engine.errors import RulesError
from theomachy.engine.tabletop.table import Border, Carried, Condition, ConditionPart, Gauge, Zone


def test_targets_are_stable_names() -> None:
    assert Border((4, 2), "wall").target == Border((2, 4), "river").target == "border:2:4"
    assert Border((2, 4), "wall", id="north").target == "border:2:4:north"
    assert Gauge("piece:2:0:army", 3).target == "gauge:piece:2:0:army"
    assert Gauge("area:2", 3, name="fortress").target == "gauge:area:2:fortress"
    assert Carried("omphalos:1", "stone", "Omphalos", "area:1").target == "carried:omphalos:1"
    assert Zone("west", "The west", (1, 2)).target == "zone:west"


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Border((1, 1), "wall"), "two areas"),
        (lambda: Border((-1, 1), "wall"), "two areas"),
        (lambda: Border((1, 2), "height", fall=3), "falls to 3"),
        (lambda: Border((1, 2), "wall", line=((1.0, 1.0),)), "one point"),
        (lambda: Gauge("area:1", -1, name="fortress"), "fortress of area:1 is -1"),
        (lambda: Gauge("area:1", 10_000), "from 0 to 9999"),
        (lambda: Gauge("area:1", 1, -2), "the most of"),
        (lambda: Zone("z", "Nowhere", ()), "at least one"),
        (lambda: Zone("z", "Twice", (1, 1)), "each once"),
        (lambda: ConditionPart("temples", 0, 0), "what temples needs is 0"),
        (lambda: ConditionPart("temples", -1), "what there is of temples"),
        (lambda: Condition("c", "Quest", ()), "the number of parts of Quest"),
        (lambda: Condition("c", "Quest", (ConditionPart("a", 1),), need=2), "what Quest needs"),
    ],
)
def test_what_cannot_lie_on_a_table_is_refused(make, says) -> None:
    with pytest.raises(RulesError, match=says):
        make()


def test_the_progress_of_a_condition_is_counted_from_its_parts() -> None:
    both = Condition("c", "Quest", (ConditionPart("a shrine", 1), ConditionPart("islands", 2, 3)))
    assert (both.value, both.most, both.holds) == (1, 2, False)
    some = Condition("c", "Quest", both.parts, need=1)
    assert (some.value, some.most, some.holds) == (1, 1, True)
    one = Condition("c", "Quest", (ConditionPart("points", 40, 35),))
    assert (one.value, one.most, one.holds) == (35, 35, True)
    kept = Condition("c", "Quest", (ConditionPart("points", 3, 35),), reached=True)
    assert (kept.value, kept.holds) == (35, True)
