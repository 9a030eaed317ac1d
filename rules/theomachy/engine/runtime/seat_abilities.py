"""Powers that are found by seat: what is known about one seat is not asked again when another gets a power."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol, TypeVar
from weakref import WeakSet

from ..errors import RulesError
from .ability import Holder, Hook, Vocabulary, keep
from .topic import Topic, Topics

K = TypeVar("K", "SeatAbilities", "ActiveAbilities")


class Found(dict[str, tuple[Hook, ...]]):
    """Who uses a timing: `found[timing]` works it out when it is asked for the first time."""

    __slots__ = ("look_up",)

    def __init__(self, look_up: Callable[[Found, str], tuple[Hook, ...]]) -> None:
        self.look_up = look_up

    def __missing__(self, timing: str) -> tuple[Hook, ...]:
        found = self[timing] = self.look_up(self, timing)
        return found


class SeatAbilities:
    """Which items of one seat are in force, as one small object that is its own key."""

    __slots__ = ("__weakref__", "found", "pairs", "topics")

    def __init__(self, pairs: Sequence[tuple[Holder, Any]], vocabulary: Seated) -> None:
        self.pairs = tuple(pairs)
        self.found = Found(partial(vocabulary.of_seat, self.pairs))  # the first who asks has all timings looked up
        self.topics: dict[Any, Any] = {}

    def forget(self) -> None:
        """The powers are others now: all look-ups begin anew."""
        self.found.clear()
        self.topics.clear()


class ActiveAbilities:
    """The same for a whole table. Look-ups are remembered by seat: a new spellbook forgets nothing about the others.

    A game may have a class of its own, with what it works out from what is in force (`Seated.of_table`).
    """

    __slots__ = ("__weakref__", "found", "seats", "topics", "vocabulary")

    def __init__(self, seats: Sequence[SeatAbilities], vocabulary: Any = None) -> None:
        self.seats, self.vocabulary = tuple(seats), vocabulary
        self.found = Found(_of_seats(self.seats))
        self.topics: dict[Any, Any] = {}  # hooks by what they are about

    def forget(self) -> None:
        """The powers are others now: all look-ups begin anew."""
        self.found.clear()
        self.topics.clear()

    @property
    def pairs(self) -> tuple[tuple[Holder, Any], ...]:
        """All of them, by seat."""
        return tuple(pair for force in self.seats for pair in force.pairs)


def _of_seats(seats: tuple[SeatAbilities, ...]) -> Callable[[Found, str], tuple[Hook, ...]]:
    return lambda found, timing: tuple([hook for seat in seats for hook in seat.found[timing]])


class Boxed(Protocol):
    """A configuration that remembers what follows from it and from the powers in force."""

    @property
    def memory(self) -> dict[Hashable, Any]: ...


class Seated(Vocabulary):
    """A vocabulary whose keys are `ActiveAbilities`, put together from what is known about each seat."""

    of_table: type[ActiveAbilities] = ActiveAbilities

    def __init__(
        self, uses: dict[str, tuple[str, ...]], words: Iterable[str] = (), topics: Topics | None = None
    ) -> None:
        super().__init__(uses, words, topics)
        self.active_abilities = lambda key: key.pairs
        self.order: dict[Any, int] = {}  # of the abilities, as they were written
        self._printed: dict[Hashable, list[Any]] = {}  # by the thing on which they are printed
        self._answers: dict[tuple[Holder, Any], tuple[tuple[str, Hook], ...]] = {}
        self._keys: WeakSet[SeatAbilities | ActiveAbilities] = WeakSet()  # all that there are: each remembers look-ups
        self._rows: dict[Any, SeatAbilities] = {}
        self._tables: dict[Any, ActiveAbilities] = {}
        self._boxes: WeakSet[Boxed] = WeakSet()

    def add(self, ability: Any) -> None:
        super().add(ability)
        self.order[ability] = len(self.order)
        self._printed.setdefault(ability.thing, []).append(ability)
        self._forget()

    def on(self, thing: Hashable) -> Sequence[Any]:
        """The abilities that are printed on a thing, in printed order."""
        return self._printed.get(thing, ())

    def remember(self, config: Boxed, key: Hashable, found: Any) -> None:
        """Let a box remember something, as long as the powers stay what they are: it goes with the look-ups."""
        self._boxes.add(config)
        keep(config.memory, key, found)

    def row(self, pairs: tuple[tuple[Holder, Any], ...]) -> SeatAbilities:
        """What is in force of a seat: one object, in whatever game."""
        found = self._rows.get(pairs)
        return self._new(self._rows, pairs, SeatAbilities(pairs, self)) if found is None else found

    def table(self, seats: tuple[SeatAbilities, ...]) -> ActiveAbilities:
        """What is in force of a whole table: one object."""
        found = self._tables.get(seats)
        return self._new(self._tables, seats, self.of_table(seats, self)) if found is None else found

    def _new(self, memo: dict[Any, K], at: Any, key: K) -> K:
        self._keys.add(key)
        return keep(memo, at, key)

    @property
    def remembered(self) -> Mapping[str, Mapping[Any, Any]]:
        """What is remembered: a bound number of seats and tables, each with the look-ups that were made of it."""
        return {"seats": self._rows, "tables": self._tables}

    def hooks(self, key: Any, timing: str) -> tuple[Hook, ...]:
        found: tuple[Hook, ...] = key.found[timing]
        return found

    def mine(self, key: Any, timing: str, holder: int) -> tuple[Hook, ...]:
        found: tuple[Hook, ...] = key.seats[holder].found[timing]
        return found

    def of_seat(self, pairs: Sequence[tuple[Holder, Any]], found: Found, timing: str) -> tuple[Hook, ...]:
        """Who of these uses a timing. A power says once which timings it answers, of one holder or another, so all are
        put into `found` at once; what is missing then nobody uses.
        """
        if found:
            return ()
        table: dict[str, list[Hook]] = {timing: []}
        for pair in pairs:
            answers = self._answers.get(pair)
            if answers is None:
                answers = keep(self._answers, pair, self._answered(*pair))
            for name, hook in answers:
                if name in table:
                    table[name].append(hook)
                else:
                    table[name] = [hook]
        found.update({name: tuple(hooks) for name, hooks in table.items()})  # at once: other threads look at it too
        return found[timing]

    def _answered(self, holder: Holder, ability: Any) -> tuple[tuple[str, Hook], ...]:
        """The timings that a power of a holder answers, each with how."""
        if not self.lives(ability):
            return ()
        return tuple(
            [(name, (holder, ability, getattr(ability, name))) for name in self.uses if hasattr(ability, name)]
        )

    def clear(self) -> None:
        self._forget()

    def _forget(self) -> None:
        super().clear()
        self._answers.clear()
        for key in self._keys:
            key.forget()
        memos: list[dict[Any, Any]] = [self._rows, self._tables, *(config.memory for config in self._boxes)]
        for memo in memos:
            memo.clear()


class Watching(Seated):
    """Requirements to earn something, found among those that are still open by what they watch.

    `watched` are the events that any of them looks at: of others nobody asks a table.
    """

    @property
    def watched(self) -> set[Any]:
        """The events that any requirement watches."""
        found: set[Any] | None = self._events
        if found is None:
            said = [ability.watches for ability in self.abilities]  # type: ignore[attr-defined]
            found = {event for one in said for event in (one if isinstance(one, tuple) else (one,))}
            self._events = found
        return found

    _events: set[Any] | None = None

    def _forget(self) -> None:
        super()._forget()
        self._events = None

    def watching(self, key: Any, event: Any) -> tuple[Hook, ...]:
        """The open ones that look at this event."""
        found: tuple[Hook, ...] | None = key.topics.get(event)
        if found is None:
            if type(key) is SeatAbilities:
                found = tuple([hook for hook in self.hooks(key, "requirement_met") if self.watches(hook[1], event)])
            else:
                found = ()
                for seat in key.seats:
                    mine = seat.topics.get(event)
                    found += self.watching(seat, event) if mine is None else mine
            key.topics[event] = found
        return found

    def watches(self, ability: Any, event: Any) -> bool:
        """Does a requirement look at this event?"""
        watched = ability.watches
        return event in watched if isinstance(watched, tuple) else bool(watched == event)


class Topical(Seated):
    """Some queries are asked about many things ("what": the price of a step, of a unit). A power that names what it
    speaks `about` is asked about nothing else; one that names nothing is asked always.
    """

    def __init__(
        self, uses: dict[str, tuple[str, ...]], words: Iterable[str] = (), topics: Topics | None = None
    ) -> None:
        super().__init__(uses, (*words, "about"), topics)

    def about(self, key: ActiveAbilities | SeatAbilities, timing: str, what: Topic) -> tuple[Hook, ...]:
        """Those who use a timing now and may have something to say about this, of all seats or of one."""
        found = key.topics.get((timing, what))
        if found is None:
            if not isinstance(what, self.topics.get(timing, ())):
                raise RulesError(f"{timing} is asked about {str(what)!r}, which is none of its topics")
            hooks = self.hooks(key, timing)
            found = tuple([hook for hook in hooks if not (about := getattr(hook[1], "about", ())) or what in about])
            key.topics[timing, what] = found
        return found

    def check(self, cls: type) -> None:
        super().check(cls)
        inherited = next((vars(base)["about"] for base in cls.__mro__[1:] if "about" in vars(base)), ())
        asked = [name for name in vars(cls) if "what" in self.uses.get(name, ())]
        if asked and inherited and "about" not in vars(cls):
            raise TypeError(f"{cls.__name__}.{asked[0]}: its base speaks about {inherited}; say what this one is about")
