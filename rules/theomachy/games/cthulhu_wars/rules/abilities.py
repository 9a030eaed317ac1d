"""Of a position: which powers may speak, and what they remember. They are found from what the fields show."""

from __future__ import annotations

from ....engine.runtime.ability import Hook
from ....engine.runtime.seat_abilities import ActiveAbilities
from ....engine.state import Declared, part
from .config import Config
from .domains import ACTION, DOOM, FIRST, GATHER, OVER, SETUP
from .table_powers import TablePowers
from .timings import SLOTS, VOCABULARY, Power
from .topics import Watches


@part
class Abilities(Declared):
    """The abilities in force, the counters that they keep, and the edges of phases at which they speak."""

    config: Config
    lent: tuple[tuple[int, str], ...]
    hushed: tuple[tuple[int, str], ...]
    spent: tuple[tuple[int, str], ...]
    counters: tuple[tuple[int, str, int], ...]
    phase: int
    round: int
    edges: int
    muted: list[tuple[str, ...]]
    key: TablePowers
    opening: ActiveAbilities

    def rekey(self) -> None:
        """Look up again which abilities are in force. (The state does, whose declaration says what shows them.)"""
        raise NotImplementedError

    def hooks(self, timing: str) -> tuple[Hook, ...]:
        """Everybody who uses this timing now."""
        return self.key.found[timing]

    def mine(self, seat: int, timing: str) -> tuple[Hook, ...]:
        """The same, of one seat."""
        return self.key.seats[seat].found[timing]

    def watching(self, event: Watches) -> tuple[Hook, ...]:
        """Open slots that look at an event."""
        found: tuple[Hook, ...] | None = self.opening.topics.get(event)
        return SLOTS.watching(self.opening, event) if found is None else found

    def is_silent(self, seat: int, power: str) -> bool:
        """Has the seat lost a power for a while, though its spellbook is on the card?"""
        return (seat, power) in self.hushed or power in self.muted[seat]

    def is_spent(self, seat: int, name: str) -> bool:
        """Has a power that works once a phase been used?"""
        return (seat, name) in self.spent

    def lend(self, seat: int, power: str) -> None:
        """A seat has a power, by its printed name, until it is taken back."""
        self.lent = tuple(sorted({*self.lent, (seat, power)}))
        self.rekey()

    def unlend(self, seat: int, power: str) -> None:
        """It has it no more."""
        self.lent = tuple(row for row in self.lent if row != (seat, power))
        self.rekey()

    def counter(self, seat: int, word: str) -> int:
        """A number that a power keeps; seat -1: the table's."""
        for f, key, n in self.counters:
            if f == seat and key == word:
                return n
        return 0

    def count_to(self, seat: int, word: str, n: int) -> None:
        """It is this from now on."""
        rows = [row for row in self.counters if row[:2] != (seat, word)]
        self.counters = tuple(sorted([*rows, (seat, word, n)] if n else rows))

    # -- edges of phases ----------------------------------------------------------------------------------------------
    def has_edges(self) -> bool:
        """Can anybody in this box speak when phases end and begin, now or with a book that is still to come?"""
        found: bool | None = self.config.memory.get("edges")
        return self.key.edges or (self._box_has_edges() if found is None else found)

    def _box_has_edges(self) -> bool:
        box = [power for power in VOCABULARY.abilities if isinstance(power, Power)]
        speak = [power for power in box if hasattr(power, "phase_end") or hasattr(power, "phase_start")]
        slugs, cards = self.config.slugs, {card.key for card in self.config.cards}
        here = {self.config.map.key, self.config.map.world}
        words = ((power, power.on.partition(".")) for power in speak)
        found = any(
            power.faction in slugs or key in (here if sort in ("map", "ground") else cards)
            for power, (sort, _, key) in words
        )
        VOCABULARY.remember(self.config, "edges", found)
        return found

    def under_way(self, *, begins: bool = False) -> None:
        """The phase has begun already: nobody is told again. `begins`: it begins now, and is still to be told."""
        if self.phase == SETUP or not self.has_edges():
            self.edges = 0
            return
        last = {FIRST: GATHER, OVER: DOOM}.get(self.phase, self.phase)  # of whose edge powers are told
        if begins:
            last = {ACTION: DOOM - 8, GATHER: ACTION, DOOM: GATHER}[last]
        self.edges = 0 if begins and self.phase == ACTION and self.round == 1 else 8 * self.round + last

    @property
    def begins_now(self) -> bool:
        """Has a phase begun of which powers are still to be told?"""
        told = self.phase not in (ACTION, GATHER, DOOM) or self.edges == 8 * self.round + self.phase
        return not told and self.has_edges()
