"""Windows: forced powers first, then optional ones in the player's own order, each once; replacements once a source."""

from typing import Any

import pytest

from tests.engine.walks import begin, game
from theomachy.engine.runtime.ability import MUST, Ability, No, Vocabulary, window
from theomachy.engine.runtime.trace import Trace


def play(
    hooks: list[tuple[str, bool, Any]], answers: list[str], first: str = "forced", **options: Any
) -> tuple[list[str], list[tuple[str, ...]]]:
    """Run one window over made-up powers (name, has `first`, may): what acted, and which menus were shown."""
    words = Vocabulary({"turn_start": ("s", "me")}, words=("printed",))
    acted: list[str] = []

    class Base(Ability, abstract=True):
        vocabulary = words

    for name, early, may in hooks:
        body = {"__doc__": "x", "rule": "PG-GFT-001", first: early, "printed": name}
        body |= {"turn_start": bound(acted, name), "may_turn_start": asked(acted, may)}
        type(name.replace(" ", ""), (Base,), body)
    words.active_abilities = lambda key: [(0, found) for found in words.abilities]
    state = begin().state
    state.trace = options.pop("trace", None)
    quiets: list[bool] = options.pop("quiets", [])
    menus, left = [], list(answers)
    runner = window(state, words, "turn_start", 0, state, 0, **options)
    given: Any = None
    while True:
        try:
            question = runner.send(given)
        except StopIteration as end:
            done = end.value
            break
        menus.append(question.options)
        quiets.append(question.quiet)
        given = left.pop(0)
    assert not left
    assert done is bool(acted)
    return acted, menus


def bound(acted: list[str], name: str) -> Any:
    async def turn_start(self: Any, s: Any, me: int) -> None:
        acted.append(name)

    return turn_start


def asked(acted: list[str], may: Any) -> Any:
    def may_turn_start(self: Any, s: Any, me: int) -> Any:
        return may(acted) if callable(may) else may

    return may_turn_start


@pytest.mark.parametrize("first", ["forced", "asks_itself"])
def test_what_is_forced_or_asks_itself_comes_first_whatever_the_order_of_print(first: str) -> None:
    hooks = [("Wave", False, True), ("Must", True, True), ("Gust", False, True)]
    acted, menus = play(hooks, ["Gust", "Wave"], first)
    assert acted == ["Must", "Gust", "Wave"]
    assert menus == [("Wave", "Gust", "done"), ("Wave", "done")]


def test_a_power_that_must_be_used_as_things_are_comes_first_too() -> None:
    acted, menus = play([("Wave", False, True), ("Debt", False, lambda a: MUST)], ["Wave"])
    assert acted == ["Debt", "Wave"]
    assert menus == [("Wave", "done")]


def test_what_cannot_be_declined_is_not_asked_quietly() -> None:
    """A quiet question has a quiet way out: the order of forced powers has none, the use of others has."""
    quiets: list[bool] = []
    hooks = [("Wave", True, True), ("Gust", True, True), ("Ebb", False, True)]
    acted, menus = play(hooks, ["Gust", "done"], order=True, quiet=True, quiets=quiets)
    assert acted == ["Gust", "Wave"]
    assert menus == [("Wave", "Gust"), ("Ebb", "done")]
    assert quiets == [False, True]


def test_done_ends_the_window() -> None:
    acted, menus = play([("Wave", False, True), ("Gust", False, True)], ["done"])
    assert (acted, menus) == ([], [("Wave", "Gust", "done")])


def test_a_power_that_is_alone_is_plainly_asked_for_by_its_name() -> None:
    hooks = [("Wave", False, True), ("Gust", False, True)]
    assert play(hooks, ["Wave", "yes"], plain=True) == (["Wave", "Gust"], [("Wave", "Gust", "done"), ("yes", "no")])
    assert play(hooks[:1], ["no"], plain=True) == ([], [("yes", "no")])


def test_of_some_powers_alone_those_that_bind_come_first() -> None:
    hooks = [("Wave", True, True), ("Must", True, True), ("Ebb", False, True)]
    acted, menus = play(
        hooks,
        ["Wave"],
        which=lambda hook: hook[1].name != "Ebb",
        binds=lambda hook: hook[1].name == "Must",
    )
    assert (acted, menus) == (["Must", "Wave"], [("Wave", "done")])


def test_each_power_acts_once() -> None:
    acted, menus = play([("Wave", False, True)], ["Wave"])
    assert (acted, menus) == (["Wave"], [("Wave", "done")])


def test_a_power_that_may_not_is_not_offered_and_can_become_possible() -> None:
    acted, menus = play([("Late", False, lambda a: "Wave" in a), ("Wave", False, True)], ["Wave", "Late"])
    assert menus == [("Wave", "done"), ("Late", "done")]
    assert acted == ["Wave", "Late"]


def test_nothing_is_asked_when_nothing_may() -> None:
    assert play([("Wave", False, False)], []) == ([], [])
    assert play([], []) == ([], [])


def test_a_forced_power_that_may_not_waits_in_vain() -> None:
    assert play([("Must", True, False)], []) == ([], [])


def test_until_ends_the_window_early() -> None:
    done: list[bool] = []
    acted, menus = play(
        [("Wave", False, True), ("Gust", False, True)], ["Wave"], until=lambda: done.append(True) or len(done) > 1
    )
    assert (acted, len(menus)) == (["Wave"], 1)


def test_a_refusal_with_a_reason_and_a_power_not_used_stand_in_the_trace() -> None:
    trace = Trace()
    play([("Tide", False, No("the moon is wrong")), ("Wave", False, True)], ["done"], trace=trace)
    assert [(event.kind, event.text) for event in trace] == [
        ("not used", "Tide: the moon is wrong"),
        ("not used", "Wave is not used"),
    ]


@pytest.mark.parametrize("quiet", [True, False])
def test_a_quiet_power_not_used_is_nobody_elses_business(quiet: bool) -> None:
    trace = Trace()
    play([("Wave", False, True)], ["done"], trace=trace, quiet=quiet)
    (event,) = trace
    assert event.seen(1) == ("" if quiet else "Wave is not used")
    assert event.seen(0) == "Wave is not used"


def test_a_replacement_stands_in_once_a_battle() -> None:
    played = game().play((0, 0), (1, 0), "attack kos delos", "done", "done", dice="5 5 5 / 1 1 1")
    assert played.state.army[1] == 1  # three hits, one of them replaced
    assert played.state.coins[1] == 2
    assert "Phoenix saves an army in Delos" in str(played.trace)
