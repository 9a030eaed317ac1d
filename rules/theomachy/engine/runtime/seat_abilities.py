"""Powers that are found by seat: what is known about one seat is not asked again when another gets a power."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Protocol
from weakref import WeakSet

from .ability import Holder, Hook, Vocabulary, keep


class SeatAbilities:
    """Which items of one seat are in force, as one small object that is its own key."""

    __slots__ = ("pairs",)

    def __init__(self, pairs: Sequence[tuple[Holder, Any]]) -> None:
        self.pairs = tuple(pairs)


class ActiveAbilities:
    """The same for a whole table. Look-ups are remembered by seat: a new spellbook forgets nothing about the others."""

    __slots__ = ("seats",)

    def __init__(self, seats: Sequence[SeatAbilities]) -> None:
        self.seats = tuple(seats)

    @property
    def pairs(self) -> tuple[tuple[Holder, Any], ...]:
        """All of them, by seat."""
        return tuple(pair for force in self.seats for pair in force.pairs)


class Seated(Vocabulary):
    """A vocabulary whose keys are `ActiveAbilities`, put together from what is known about each seat."""

    def __init__(self, uses: dict[str, tuple[str, ...]], words: Iterable[str] = ()) -> None:
        super().__init__(uses, words)
        self.active_abilities = lambda key: key.pairs

    def hooks(self, key: Hashable, timing: str) -> tuple[Hook, ...]:
        memo = self._hooks[timing]
        found = memo.get(key)
        if found is None:
            if isinstance(key, ActiveAbilities):
                found = ()
                for seat in key.seats:
                    mine = memo.get(seat)
                    found += self.hooks(seat, timing) if mine is None else mine
                keep(memo, key, found)
            else:
                found = super().hooks(key, timing)
        return found

    def mine(self, key: Hashable, timing: str, holder: int) -> tuple[Hook, ...]:
        seat = key.seats[holder]  # type: ignore[attr-defined]  # the keys of such a vocabulary
        found = self._hooks[timing].get(seat)
        return self.hooks(seat, timing) if found is None else found


class Watching(Seated):
    """Requirements to earn something, found among those that are still open by what they watch."""

    def __init__(self, uses: dict[str, tuple[str, ...]], words: Iterable[str] = ()) -> None:
        super().__init__(uses, words)
        self._watching: defaultdict[Any, dict[Hashable, tuple[Hook, ...]]] = defaultdict(dict)

    def watching(self, key: SeatAbilities | ActiveAbilities, event: Any) -> tuple[Hook, ...]:
        """The open ones that look at this event."""
        memo = self._watching[event]
        found = memo.get(key)
        if found is None:
            if isinstance(key, ActiveAbilities):
                found = ()
                for seat in key.seats:
                    mine = memo.get(seat)
                    found += self.watching(seat, event) if mine is None else mine
            else:
                found = tuple(hook for hook in self.hooks(key, "requirement_met") if self.watches(hook[1], event))
            keep(memo, key, found)
        return found

    def watches(self, ability: Any, event: Any) -> bool:
        """Does a requirement look at this event?"""
        return bool(ability.watches == event)

    def clear(self) -> None:
        super().clear()
        self._watching.clear()


class Topical(Seated):
    """Some queries are asked about many things ("what": the price of a step, of a unit). A power that names what it
    speaks `about` is asked about nothing else; one that names nothing is asked always.
    """

    def __init__(self, uses: dict[str, tuple[str, ...]], words: Iterable[str] = ()) -> None:
        super().__init__(uses, (*words, "about"))
        self._about: dict[tuple[Hashable, str, str], tuple[Hook, ...]] = {}

    def about(self, key: ActiveAbilities | SeatAbilities, timing: str, what: str) -> tuple[Hook, ...]:
        """Those who use a timing now and may have something to say about this, of all seats or of one."""
        asked = key, timing, what
        found = self._about.get(asked)
        if found is None:
            if isinstance(key, ActiveAbilities):
                found = ()
                for seat in key.seats:
                    mine = self._about.get((seat, timing, what))
                    found += self.about(seat, timing, what) if mine is None else mine
            else:
                hooks = self.hooks(key, timing)
                found = tuple(hook for hook in hooks if not (about := getattr(hook[1], "about", ())) or what in about)
            keep(self._about, asked, found)
        return found

    def check(self, cls: type) -> None:
        super().check(cls)
        inherited = next((vars(base)["about"] for base in cls.__mro__[1:] if "about" in vars(base)), ())
        asked = [name for name in vars(cls) if "what" in self.uses.get(name, ())]
        if asked and inherited and "about" not in vars(cls):
            raise TypeError(f"{cls.__name__}.{asked[0]}: its base speaks about {inherited}; say what this one is about")

    def clear(self) -> None:
        super().clear()
        self._about.clear()


class Boxed(Protocol):
    """A configuration that remembers what follows from it and from the powers in force."""

    @property
    def memory(self) -> dict[Hashable, Any]: ...


class Remembering(Topical):
    """What a box remembers of the powers in force is forgotten together with the look-ups, and with the box."""

    def __init__(self, uses: dict[str, tuple[str, ...]], words: Iterable[str] = ()) -> None:
        super().__init__(uses, words)
        self._boxes: WeakSet[Boxed] = WeakSet()

    def remember(self, config: Boxed, key: Hashable, found: Any) -> None:
        """Let a box remember something, as long as the powers stay what they are."""
        self._boxes.add(config)
        keep(config.memory, key, found)

    def clear(self) -> None:
        super().clear()
        for config in self._boxes:
            config.memory.clear()
