"""Powers that are found by seat: what is known about one seat is not asked again when another gets a power."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol
from weakref import WeakSet

from ..errors import RulesError
from .ability import Holder, Hook, Vocabulary, keep
from .topic import Topic, Topics


class SeatAbilities:
    """Which items of one seat are in force, as one small object that is its own key."""

    __slots__ = ("__weakref__", "found", "pairs", "topics")

    def __init__(self, pairs: Sequence[tuple[Holder, Any]]) -> None:
        self.pairs = tuple(pairs)
        self.found: dict[str, tuple[Hook, ...]] | None = None  # by timing, all at once; None: nobody has asked yet
        self.topics: dict[Any, Any] = {}


class ActiveAbilities:
    """The same for a whole table. Look-ups are remembered by seat: a new spellbook forgets nothing about the others."""

    __slots__ = ("__weakref__", "found", "seats", "topics")

    def __init__(self, seats: Sequence[SeatAbilities]) -> None:
        self.seats = tuple(seats)
        self.found: dict[str, tuple[Hook, ...]] = {}
        self.topics: dict[Any, Any] = {}  # hooks by what they are about, and what games work out from what is in force

    @property
    def pairs(self) -> tuple[tuple[Holder, Any], ...]:
        """All of them, by seat."""
        return tuple(pair for force in self.seats for pair in force.pairs)


class Boxed(Protocol):
    """A configuration that remembers what follows from it and from the powers in force."""

    @property
    def memory(self) -> dict[Hashable, Any]: ...


class Seated(Vocabulary):
    """A vocabulary whose keys are `ActiveAbilities`, put together from what is known about each seat."""

    def __init__(
        self, uses: dict[str, tuple[str, ...]], words: Iterable[str] = (), topics: Topics | None = None
    ) -> None:
        super().__init__(uses, words, topics)
        self.active_abilities = lambda key: key.pairs
        self.order: dict[Any, int] = {}  # of the abilities, as they were written
        # Timings that any ability answers, and "timing topic" where it may be about one: of others nobody asks a table.
        self.spoken: set[str] = set()
        self._printed: dict[Hashable, list[Any]] = {}  # by the thing on which they are printed
        self._answers: dict[tuple[Holder, Any], tuple[tuple[str, Hook], ...]] = {}
        self._keys: WeakSet[Any] = WeakSet()  # those that remember something
        self._rows: dict[Any, SeatAbilities] = {}
        self._tables: dict[Any, ActiveAbilities] = {}
        self._boxes: WeakSet[Boxed] = WeakSet()

    def add(self, ability: Any) -> None:
        super().add(ability)
        self.order[ability] = len(self.order)
        self._printed.setdefault(ability.thing, []).append(ability)
        self._forget()
        self.spoken.update(self._said_by(ability))

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
        return keep(self._rows, pairs, SeatAbilities(pairs)) if found is None else found

    def table(self, seats: tuple[SeatAbilities, ...]) -> ActiveAbilities:
        """What is in force of a whole table: one object."""
        found = self._tables.get(seats)
        return keep(self._tables, seats, ActiveAbilities(seats)) if found is None else found

    @property
    def remembered(self) -> Mapping[str, Mapping[Any, Any]]:
        """What is remembered: a bound number of seats and tables, each with the look-ups that were made of it."""
        return {"seats": self._rows, "tables": self._tables}

    def hooks(self, key: Any, timing: str) -> tuple[Hook, ...]:
        found = key.found
        if found is None:
            found = self._table(key)
        hooks: tuple[Hook, ...] | None = found.get(timing)
        if hooks is None:
            if type(key) is SeatAbilities:
                return ()
            hooks = ()
            for seat in key.seats:
                table = self._table(seat) if seat.found is None else seat.found
                if timing in table:
                    hooks += table[timing]
            if not found:
                self._keys.add(key)
            found[timing] = hooks
        return hooks

    def mine(self, key: Any, timing: str, holder: int) -> tuple[Hook, ...]:
        seat = key.seats[holder]
        return (self._table(seat) if seat.found is None else seat.found).get(timing, ())

    def _table(self, seat: SeatAbilities) -> dict[str, tuple[Hook, ...]]:
        """All that a seat uses, by timing: a power says once which timings it answers, of one holder or another."""
        found: dict[str, list[Hook]] = {}
        for pair in seat.pairs:
            answers = self._answers.get(pair)
            if answers is None:
                answers = keep(self._answers, pair, self._answered(*pair))
            for timing, hook in answers:
                if timing in found:
                    found[timing].append(hook)
                else:
                    found[timing] = [hook]
        seat.found = table = {timing: tuple(hooks) for timing, hooks in found.items()}
        self._keys.add(seat)
        return table

    def _answered(self, holder: Holder, ability: Any) -> tuple[tuple[str, Hook], ...]:
        """The timings that a power of a holder answers, each with how."""
        if not self.lives(ability):
            return ()
        return tuple(
            [(name, (holder, ability, getattr(ability, name))) for name in self.uses if hasattr(ability, name)]
        )

    def clear(self) -> None:
        self._forget()
        self.spoken = {word for ability in self.abilities for word in self._said_by(ability)}

    def _said_by(self, ability: Any) -> Iterator[str]:
        about = getattr(ability, "about", ())
        for name in self.uses:
            if hasattr(ability, name):
                yield name
                yield from (f"{name} {what}" for what in self.about_what(name) if not about or what in about)

    def _forget(self) -> None:
        super().clear()
        self._answers.clear()
        for key in self._keys:
            key.found = None if isinstance(key, SeatAbilities) else {}
            key.topics = {}
        self._keys.clear()
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
                if not key.found:
                    self._keys.add(key)
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
