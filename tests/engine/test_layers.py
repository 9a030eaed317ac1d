"""Numbers in layers with their reasons, replacements once an event, and powers that units bear."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.engine.bare import begin, play
from theomachy.engine.runtime.ability import MUST, Ability, Bearer, No, Vocabulary, window
from theomachy.engine.runtime.layers import Part, Total, add, at_least, at_most, fold, folded, halve, replaced, set_to
from theomachy.engine.runtime.trace import Trace

WORDS = Vocabulary(
    {
        "strength": ("s", "me"),
        "turn_start": ("s", "me"),
        "would_be_eliminated": ("s", "me", "event"),
    }
)


class Talent(Ability, abstract=True):
    vocabulary = WORDS
    rule = "PG-GFT-001"


class Giant(Talent):
    """Strength is five."""

    def strength(self, s, me):
        return set_to(5)


class Banner(Talent):
    """Two more, and never below one."""

    def strength(self, s, me):
        return add(2), at_least(1)


class Weak(Talent):
    """Half, rounded up."""

    def strength(self, s, me):
        return halve()


class Lame(Talent):
    """Three at most; nothing while one is alone."""

    def strength(self, s, me):
        return at_most(3) if s.crowd else None


class Regeneration(Talent):
    """The unit heals a wound."""

    def may_turn_start(self, s, me):
        return s.wounds[me.unit] > 0 or No("no wound")

    async def turn_start(self, s, me):
        s.wounds[me.unit] -= 1


class Phoenix(Talent):
    """Instead of dying, it costs a coin."""

    def may_would_be_eliminated(self, s, me, event):
        return event > 0 and s.coins > 0

    def would_be_eliminated(self, s, me, event):
        s.coins -= 1
        return event - 1


class Shield(Talent):
    """Of two that would die only one does."""

    def may_would_be_eliminated(self, s, me, event):
        return event > 1

    async def would_be_eliminated(self, s, me, event):
        return 1


class Doom(Talent):
    """One more dies, whether anybody likes it or not."""

    forced = True

    def would_be_eliminated(self, s, me, event):
        return event + 1


class Ransom(Talent):
    """Whoever would die is bought free, and nobody dies."""

    forced = True

    def would_be_eliminated(self, s, me, event):
        return None


@pytest.fixture(autouse=True)
def powers() -> Iterator[None]:
    yield
    WORDS.active_abilities = lambda key: ()
    WORDS.clear()


def give(*pairs: tuple[Any, str]) -> None:
    WORDS.active_abilities = lambda key: [(holder, WORDS.named(name)) for holder, name in pairs]
    WORDS.clear()


def strength(start: int | Total, crowd: bool = True) -> Total:
    s = begin(None, crowd=crowd).base  # type: ignore[arg-type]
    return fold(start, WORDS.mine(0, "strength", 0), s, 0)


def test_nobody_changes_a_number():
    assert strength(4) == Total(4, ())


@pytest.mark.parametrize(
    ("names", "value"),
    [
        (("Banner",), 6),
        (("Giant", "Banner"), 7),
        (("Banner", "Giant"), 7),  # first it is set, then added to, whatever the order of print
        (("Weak", "Banner"), 3),
        (("Weak", "Giant"), 3),
        (("Lame", "Giant", "Banner"), 3),
    ],
)
def test_layers_come_in_their_order(names: tuple[str, ...], value: int):
    give(*((0, name) for name in names))
    assert strength(4).value == value
    s = begin(None, crowd=True).base  # type: ignore[arg-type]
    assert folded(4, WORDS.mine(0, "strength", 0), s, 0) == value  # the number alone is the same number


def test_the_sum_says_who_did_what():
    give((0, "Lame"), (0, "Banner"), (0, "Giant"))
    total = strength(Total(4, (Part("printed", 4, "PG-DEE-001"),)))
    assert [(part.name, part.change) for part in total.parts] == [
        ("printed", 4), ("Giant", 1), ("Banner", 2), ("Lame", -4),
    ]  # fmt: skip
    assert sum(part.change for part in total.parts) == total.value


def test_a_power_that_says_nothing_changes_nothing():
    give((0, "Lame"))
    assert strength(9, crowd=False) == Total(9, ())


def test_halves_round_as_they_say():
    assert halve() == halve(up=True) != halve(up=False)
    give((0, "Weak"))
    assert strength(5).value == 3


def test_two_bearers_of_one_power_in_one_window():
    async def rule(s: Any) -> None:
        await window(s, WORDS, "turn_start", 0, s, 0)
        s.done = True

    give((Bearer(0, 3), "Regeneration"), (Bearer(0, 5), "Regeneration"), (Bearer(1, 4), "Regeneration"))
    position = begin(rule, wounds=[0, 0, 0, 2, 2, 1])
    assert position.decision.options == (("Regeneration", 3), ("Regeneration", 5), "done")
    play(position, ("Regeneration", 5), ("Regeneration", 3))
    assert position.state.wounds == [0, 0, 0, 1, 2, 0]


def test_another_than_the_holder_may_choose():
    async def rule(s: Any) -> None:
        await window(s, WORDS, "turn_start", 1, s, 0, among=(0, 1))
        s.done = True

    give((Bearer(0, 0), "Regeneration"), (Bearer(1, 1), "Regeneration"))
    position = begin(rule, wounds=[1, 1])
    assert position.decision.player == 1
    assert position.decision.options == (("Regeneration", 0), ("Regeneration", 1), "done")
    play(position, ("Regeneration", 0), "done")
    assert position.state.wounds == [0, 1]


def test_a_bearer_that_cannot_is_told_why_for_each_unit():
    async def rule(s: Any) -> None:
        s.trace = trace
        await window(s, WORDS, "turn_start", 0, s, 0)
        s.done = True

    trace = Trace()
    give((Bearer(0, 0), "Regeneration"), (Bearer(0, 1), "Regeneration"))
    _ = begin(rule, wounds=[0, 0]).decision
    assert str(trace).count("Regeneration: no wound") == 2


async def dying(s: Any) -> None:
    s.dead = await replaced(s, WORDS, "would_be_eliminated", 0, s.event, seats=(0, 1))
    s.done = True


def test_each_replaces_an_event_once_and_the_affected_player_orders():
    give((0, "Phoenix"), (1, "Shield"))
    position = begin(dying, event=3, coins=5, dead=None)
    assert position.decision.player == 0
    assert position.decision.options == ("Phoenix", "Shield", "done")
    first = play(position.clone(), "Shield", "Phoenix")
    assert (first.state.dead, first.state.coins) == (0, 4)
    other = play(position.clone(), "Phoenix", "Shield")  # three, then two: the shield leaves one
    assert (other.state.dead, other.state.coins) == (1, 4)
    assert play(position, "done").state.dead == 3


def test_what_a_replacement_makes_of_an_event_is_offered_to_the_others():
    give((0, "Shield"), (1, "Doom"))
    position = begin(dying, event=1, coins=0, dead=None)
    assert position.decision.options == ("Shield", "done")  # Doom had to speak first, and made two of one
    assert play(position, "Shield").state.dead == 1


def test_a_replacement_that_must_be_made_as_things_are_is_not_asked_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Shield, "may_would_be_eliminated", lambda self, s, me, event: MUST if event > 1 else False)
    give((0, "Phoenix"), (1, "Shield"))
    position = begin(dying, event=3, coins=5, dead=None)
    assert position.decision.options == ("Phoenix", "done")  # the shield has left one already
    assert play(position, "done").state.dead == 1


def test_what_does_not_happen_is_offered_to_nobody():
    give((0, "Ransom"), (0, "Phoenix"), (1, "Shield"))
    position = begin(dying, event=2, coins=5, dead=9)
    assert position.decision is None
    assert (position.state.dead, position.state.coins) == (None, 5)


def test_nothing_is_asked_where_nobody_may_replace():
    give((0, "Phoenix"))
    position = begin(dying, event=1, coins=0, dead=None)
    assert position.decision is None
    assert position.state.dead == 1


def test_a_bearer_replaces_for_itself():
    give((Bearer(0, 7), "Phoenix"), (Bearer(0, 8), "Phoenix"))
    position = begin(dying, event=2, coins=2, dead=None)
    assert position.decision.options == (("Phoenix", 7), ("Phoenix", 8), "done")
    assert play(position, ("Phoenix", 8), ("Phoenix", 7)).state.dead == 0


def test_one_power_alone_may_be_a_question_of_yes_or_no():
    async def rule(s: Any) -> None:
        s.dead = await replaced(s, WORDS, "would_be_eliminated", 0, s.event, seats=(0, 1), plain=True)
        s.done = True

    give((0, "Phoenix"), (1, "Shield"))
    position = begin(rule, event=2, coins=5, dead=None)
    assert position.decision.options == ("Phoenix", "Shield", "done")  # of two one is chosen, as ever
    play(position, "Shield")
    assert (position.decision.what, position.decision.options) == ("use Phoenix", ("yes", "no"))
    assert play(position.clone(), "yes").state.dead == 0
    assert play(position, "no").state.dead == 1
    give((Bearer(0, 3), "Phoenix"))  # of a unit it must be said which
    assert begin(rule, event=1, coins=5, dead=None).decision.options == (("Phoenix", 3), "done")
    give((1, "Doom"))
    assert begin(rule, event=1, coins=0, dead=None).state.dead == 2  # what must be is not asked


@pytest.mark.parametrize("quiet", [True, False])
def test_a_replacement_out_of_a_hidden_hand_is_asked_about_quietly(quiet: bool):
    async def rule(s: Any) -> None:
        s.dead = await replaced(s, WORDS, "would_be_eliminated", 1, 2, seats=(1,), quiet=quiet)
        s.done = True

    give((1, "Phoenix"))
    position = begin(rule, coins=3, dead=None)
    assert (position.decision.quiet, position.decision.private) == (quiet, quiet)
    assert play(position, "done").state.dead == 2
