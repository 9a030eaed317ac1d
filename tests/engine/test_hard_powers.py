"""The hardest meetings of printed powers of three games to come, each written as powers of a bare state.

The numbers are those of `docs/hard_cases.md`. Tested is that the engine carries them; the games bring the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from tests.engine.bare import Stage, begin, play
from theomachy.engine.runtime.ability import Ability, Bearer, No, Vocabulary, window
from theomachy.engine.runtime.decision import checkpoint, choose, nested, sealed, simultaneous, some, yes
from theomachy.engine.runtime.layers import Part, Total, add, fold, replaced, set_to
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.trace import Trace

WORDS = Vocabulary(
    {
        "may_use": ("s", "me", "power", "bearer"),
        "strength": ("s", "me"),
        "turn_start": ("s", "me"),
        "on_elimination": ("s", "me", "unit"),
        "would_be_eliminated": ("s", "me", "event"),
        "would_retreat": ("s", "me", "event"),
        "would_be_targeted": ("s", "me", "event"),
        "battle_declared": ("s", "me"),
    }
)


class Talent(Ability, abstract=True):
    vocabulary = WORDS
    rule = "PG-GFT-001"


@pytest.fixture(autouse=True)
def powers() -> Iterator[None]:
    yield
    WORDS.active_abilities = lambda key: ()
    WORDS.clear()


def give(*pairs: tuple[Any, str]) -> None:
    WORDS.active_abilities = lambda key: [(holder, WORDS.named(name)) for holder, name in pairs]
    WORDS.clear()


def give_living(*pairs: tuple[Any, str]) -> None:
    """Powers of units that live: the key of the state says which."""
    WORDS.active_abilities = lambda key: [
        (holder, WORDS.named(name)) for holder, name in pairs if not isinstance(holder, Bearer) or holder.unit in key
    ]
    WORDS.clear()


# -- 22, 28: a death becomes a rout, and the rout another place: a replacement inside a replacement
class Nightfall(Talent):
    """The god is routed to Hell instead of killed, wherever his rout may end."""

    def may_would_be_eliminated(self, s, me, event):
        return event == "Yelm" or No("it is not the sun")

    async def would_be_eliminated(self, s, me, event):
        await rout(s, me, event, "Hell")


class Enslavement(Talent):
    """Who is routed comes into the Slave Pen."""

    def would_retreat(self, s, me, event):
        return "Slave Pen"


class Fear(Talent):
    """Whoever comes to Hell is worth a reward."""

    forced = True

    async def on_elimination(self, s, me, unit):
        s.rewards += 1


async def rout(s: Any, me: int, unit: str, place: str) -> None:
    s.places = [*s.places, await replaced(s, WORDS, "would_retreat", me, place, seats=(0, 1))]


async def kill(s: Any) -> None:
    if await replaced(s, WORDS, "would_be_eliminated", 0, s.victim, seats=(0, 1)) is not None:
        await window(s, WORDS, "on_elimination", 1, s, 1, s.victim)
    s.done = True


def test_a_death_becomes_a_rout_and_the_rout_ends_elsewhere():
    give((0, "Nightfall"), (1, "Enslavement"), (1, "Fear"))
    position = begin(kill, victim="Yelm", places=[], rewards=0)
    assert position.decision.options == ("Nightfall", "done")
    play(position, "Nightfall", "Enslavement")
    assert (position.state.places, position.state.rewards) == (["Slave Pen"], 0)
    other = play(begin(kill, victim="Yelm", places=[], rewards=0), "done")
    assert (other.state.places, other.state.rewards) == ([], 1)
    assert begin(kill, victim="Broo", places=[], rewards=0).state.rewards == 1


# -- 29: a copied power: two seats have the same, another player orders, the copier acts out of turn
class Infinity(Talent):
    """Two actions in a row."""

    async def turn_start(self, s, me):
        s.turns = [*s.turns, me, me]


def test_two_seats_with_the_same_power_are_told_apart_and_each_acts_for_itself():
    async def rule(s: Any) -> None:
        await window(s, WORDS, "turn_start", 2, s, 2, among=(0, 1))
        s.done = True

    give((0, "Infinity"), (1, "Infinity"))
    position = begin(rule, turns=[])
    assert position.decision.player == 2
    assert position.decision.options == (("Infinity", "of", 0), ("Infinity", "of", 1), "done")
    system = Stage(rule)
    system.seats = tuple(SimpleNamespace(name=name) for name in ("Aglaia", "Bronteas", "Circe"))  # type: ignore[assignment]
    labels = [system.label(position.state, position.decision, option) for option in position.decision.options[:2]]
    assert labels == ["Infinity: Aglaia", "Infinity: Bronteas"]
    assert system.targets(position.state, position.decision, ("Infinity", "of", 1)) == ("seat:1",)
    play(position, ("Infinity", "of", 1), "Infinity")
    assert position.state.turns == [1, 1, 0, 0]


def test_a_copied_replacement_of_two_seats_is_told_apart_too():
    async def rule(s: Any) -> None:
        s.place = await replaced(s, WORDS, "would_retreat", 0, "Dorastor", seats=(0, 1))
        s.done = True

    give((0, "Enslavement"), (1, "Enslavement"))
    position = begin(rule, place="")
    assert position.decision.options == (("Enslavement", "of", 0), ("Enslavement", "of", 1), "done")
    assert play(position, ("Enslavement", "of", 1), "done").state.place == "Slave Pen"


# -- 25: layers with a name for each part, and the bounds of the rules
class Pacifism(Talent):
    """The rating is nothing."""

    def strength(self, s, me):
        return set_to(0)


class Mindblast(Talent):
    """Three fewer."""

    def strength(self, s, me):
        return add(-3)


def test_a_rating_of_nothing_is_cut_at_nothing_and_says_why():
    give((Bearer(0, 4), "Pacifism"), (1, "Mindblast"))
    s = begin(None).base  # type: ignore[arg-type]
    printed = Total(3, (Part("Crimson Bat", 3, "GW"),))
    total = fold(printed, WORDS.hooks(0, "strength"), s, 0).within(0, 10, "never below nothing", "GW")
    assert total.value == 0 == sum(part.change for part in total.parts)
    assert [part.name for part in total.parts] == ["Crimson Bat", "Pacifism", "Mindblast", "never below nothing"]
    assert total.within(0, 10, "again", "GW") == total


# -- 15: a power is silenced where another stands
class MindControl(Talent):
    """In its area no enemy power is used."""

    printed = "Mind Control"

    def may_use(self, s, me, power, bearer):
        near = isinstance(bearer, Bearer) and s.area[bearer.unit] == s.area[me.unit] and bearer.seat != me.seat
        return No(f"{power.name} fails beside the Elder Thing") if near else True


class Flight(Talent):
    """The unit flies off."""

    async def turn_start(self, s, me):
        s.area = [9 if unit == me.unit else area for unit, area in enumerate(s.area)]

    def strength(self, s, me):
        return add(2)

    def would_retreat(self, s, me, event):
        return "the sky"


def test_a_silenced_power_is_neither_offered_nor_counted_and_the_reason_is_told():
    async def rule(s: Any) -> None:
        s.trace = trace
        await window(s, WORDS, "turn_start", 0, s, 0)
        s.place = await replaced(s, WORDS, "would_retreat", 0, "home", seats=(0,))
        s.done = True

    trace = Trace()
    give((Bearer(0, 0), "Flight"), (Bearer(0, 1), "Flight"), (Bearer(1, 2), "Mind Control"))
    position = begin(rule, area=[5, 6, 5], place="")
    assert position.decision.options == (("Flight", 1), "done")
    assert "Flight: Flight fails beside the Elder Thing" in str(trace)
    s = position.state
    assert fold(1, WORDS.usable(s, WORDS.hooks(0, "strength")), s, 0).value == 3  # one of two flies
    play(position, ("Flight", 1), "done")
    assert (position.state.area, position.state.place) == ([5, 9, 5], "home")


def test_leave_is_asked_with_the_power_and_its_bearer():
    with pytest.raises(TypeError, match="may_use is asked with s, me, power, bearer"):
        Vocabulary({"may_use": ("s", "me")})


# -- 36: deaths between two targets, and a bearer that dies in its own window
class SoulCulling(Talent):
    """Each death heals."""

    printed = "Soul Culling"

    async def on_elimination(self, s, me, unit):
        s.healed = [*s.healed, (me.unit, unit)]


class DeathThroes(Talent):
    """Strikes another unit before anybody else does anything; what it was goes with it."""

    printed = "Death Throes"

    async def on_elimination(self, s, me, unit):
        s.key = frozenset(s.key) - {await choose(me.seat, "unit", sorted(s.key - {me.unit}), self, "strike"), me.unit}


async def area_attack(s: Any) -> None:
    for unit in s.targets:
        if unit in s.key:
            s.key = s.key - {unit}
            await window(s, WORDS, "on_elimination", 0, s, 0, unit, among=(0, 1))
    s.done = True


def test_each_death_is_answered_before_the_next_and_the_active_player_orders():
    give_living((Bearer(0, 7), "Soul Culling"), (Bearer(1, 8), "Death Throes"))
    position = begin(area_attack, key=frozenset({1, 2, 7, 8}), targets=[1, 2], healed=[])
    assert position.decision.player == 0
    assert position.decision.options == (("Soul Culling", 7), ("Death Throes", 8), "done")
    play(position, ("Soul Culling", 7), "done", ("Soul Culling", 7), "done")
    assert position.state.healed == [(7, 1), (7, 2)]


def test_a_bearer_that_dies_in_a_window_uses_nothing_more_in_it():
    give_living((Bearer(0, 7), "Soul Culling"), (Bearer(1, 8), "Death Throes"))
    position = begin(area_attack, key=frozenset({1, 2, 7, 8}), targets=[1, 2], healed=[])
    play(position, ("Death Throes", 8), 7)  # the soul culler dies, and so does the striker
    assert position.decision is None
    assert position.state.healed == []
    assert position.state.key == frozenset()


# -- 34: a guard steps in and strikes first, inside the attack
class Guard(Talent):
    """The unit becomes the target."""

    def would_be_targeted(self, s, me, event):
        return me.unit


class Initiative(Talent):
    """The target strikes first: an attack inside the attack, with marks of its own."""

    def may_battle_declared(self, s, me):
        return (me.unit == s.frames[-1][1] and len(s.frames) == 1) or No("it is not the target")

    async def battle_declared(self, s, me):
        await nested(strike(s, me.unit, s.frames[-1][0]))


async def strike(s: Any, attacker: int, target: int) -> None:
    stood = await replaced(s, WORDS, "would_be_targeted", s.seats[target], target, seats=(s.seats[target],))
    s.frames = [*s.frames, (attacker, stood)]
    await window(s, WORDS, "battle_declared", s.seats[stood], s, s.seats[stood])
    await checkpoint()
    if s.vitality[attacker] > 0 and await yes(s.seats[attacker], "MB", "use a power"):
        s.vitality[stood] -= 1
    s.frames = s.frames[:-1]


async def attack(s: Any) -> None:
    begun = s.begun = s.begun + 1  # a step that began again at the inner mark would count twice
    await nested(strike(s, 0, 1))
    s.ended = begun
    s.done = True


def test_a_guard_with_initiative_strikes_first_and_the_attack_goes_on_if_it_can():
    give((Bearer(1, 2), "Guard"), (Bearer(1, 2), "Initiative"), (Bearer(1, 1), "Initiative"))
    values: dict[str, Any] = {"seats": [0, 1, 1], "vitality": [2, 3, 3], "frames": [], "begun": 0, "ended": 0}
    position = begin(attack, **values)
    assert position.decision.options == (("Guard", 2), "done")
    play(position, ("Guard", 2))
    assert position.decision.options == (("Initiative", 2), "done")
    play(position, ("Initiative", 2), "yes", "yes")
    assert position.state.vitality == [1, 3, 2]  # each struck once: the guard, not the target
    assert (position.state.frames, position.state.ended) == ([], 1)
    fallen = play(begin(attack, **(values | {"vitality": [1, 3, 3]})), ("Guard", 2), ("Initiative", 2), "yes")
    assert fallen.state.vitality == [0, 3, 3]  # who has fallen strikes nobody
    assert fallen.decision is None


# -- 38: hidden movements of several questions, an any-time action between, the reveal, and bids after it
class Table(Stage):
    """Anybody may shut a road at any time, but once."""

    def anytime_actions(self, s: Any) -> tuple[Any, ...]:
        return () if s.shut else (("!", "shut", 1, 3),)

    async def act_anytime(self, s: Any, answer: Any) -> None:
        s.shut = answer[3]


async def route(s: Any, me: int) -> tuple[int, ...]:
    way: list[int] = []
    async for region in some(
        me, "area", lambda: [r for r in range(5) if r not in way and r != s.shut], "HE", "route", most=3, private=True
    ):
        way.append(region)
    return tuple(way)


async def movement(s: Any) -> None:
    if not s.routes:
        s.routes = sorted((await sealed({p: route(s, p) for p in (0, 1)}, "HE", "movement")).items())
        await checkpoint()
    met = s.routes[0][1][-1:] == s.routes[1][1][-1:]
    s.bids = sorted((await simultaneous({0: (0, 1, 2), 1: (0, 1)}, "HE", "deployment")).items()) if met else []
    s.done = True


def test_a_plan_looks_again_at_its_options_when_something_happened_between():
    position = Position(Table(movement), begin(movement, routes=[], bids=[], shut=0).base)
    play(position, (0, 1), (1, 2))
    assert (0, 3) in position.decision.options
    position.play(("!", "shut", 1, 3))
    assert (0, 3) not in position.decision.options
    assert (1, 3) not in position.decision.options
    again = position.clone()
    assert again.decision.options == position.decision.options
    back = position.undo()
    assert (0, 3) in back.decision.options
    play(position, (0, 4), (0, "done"), (1, 4), (1, "done"))
    assert position.state.routes == [(0, (1, 4)), (1, (2, 4))]
    play(position, (1, 1), (0, 2))
    assert position.state.bids == [(0, 2), (1, 1)]
