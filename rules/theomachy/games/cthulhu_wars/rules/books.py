"""Of a position: spellbooks on the cards of the factions, the slots of their requirements, and who has been awake."""

from __future__ import annotations

from ....engine.masks import with_bit
from ....engine.state import part
from .domains import POOL
from .figures import Figures
from .timings import Power


@part
class Books(Figures):
    """What the card of each faction shows beside its units."""

    books: tuple[int, ...]
    down: tuple[int, ...]
    copied: tuple[int, ...]
    open: tuple[int, ...]
    owed: tuple[int, ...]
    awoken: tuple[int, ...]
    perched: tuple[tuple[int, int, int, int], ...]

    def has_book(self, seat: int, bit: int) -> bool:
        """Is this spellbook on the card, face up?"""
        return bool((self.books[seat] & ~self.down[seat]) >> bit & 1)

    def add_book(self, seat: int, bit: int) -> None:
        """A spellbook comes onto the card."""
        self.books = with_bit(self.books, seat, bit)

    def turn_book(self, seat: int, bit: int, *, down: bool) -> None:
        """A spellbook on the card is turned over; face down it stays there, without power."""
        self.down = with_bit(self.down, seat, bit, on=down)
        self.rekey()

    def face_down(self, seat: int) -> int:
        """The spellbooks on the card that lie face down, a bit each."""
        return self.books[seat] & self.down[seat]

    def swap_book(self, seat: int, old: int, new: int) -> None:
        """A spellbook goes from the card, and another one takes its place. One that lay face down stays so."""
        self.books = with_bit(with_bit(self.books, seat, old, on=False), seat, new)
        self.copied = with_bit(self.copied, seat, old, on=False)
        self.rekey()

    def count_books(self, seat: int) -> int:
        """Spellbooks on the card; of who is wild, who has none, 0."""
        return self.books[seat].bit_count() if seat < len(self.books) else 0

    def unlimited_battle(self, seat: int) -> bool:
        """All spellbooks unlock it; with two players, for both (CW-UNL-011, CW-2PL-017)."""
        wanted = self.config.books[1]
        return self.count_books(seat) >= wanted or (self.config.two and self.count_books(1 - seat) >= wanted)

    def free_books(self, seat: int) -> list[int]:
        """Spellbooks that the seat has not, and may have: one of no faction is to be had while nobody has it."""
        cards = self.config.factions
        own = [len(card.books) - card.shared for card in cards]
        mine = self.books[seat]
        if cards[seat].shared:
            for f, books in enumerate(self.books):
                mine |= books >> own[f] << own[seat]
        return [bit for bit in range(len(cards[seat].books)) if not mine >> bit & 1]

    def reader(self, i: int) -> int:
        """Who has a spellbook of no faction, by its order among them; -1: nobody."""
        for seat, card in enumerate(self.config.played):
            if self.books[seat] >> len(card.books) - card.shared + i & 1:
                return seat
        return -1

    def book_powers(self, seat: int, book: int) -> list[str]:
        """The powers of a spellbook by their names, without those that only end what it has begun."""
        return [p.name for p in self.config.on_book(seat, book) if not p.finishes]

    def copy_book(self, seat: int, bit: int, *, on: bool = True) -> None:
        """A unit that copies has this spellbook from now on, as if it were the one of which it speaks; or no more."""
        self.copied = with_bit(self.copied, seat, bit, on=on)
        self.rekey()

    def copiers(self, seat: int, book: Power | type[Power]) -> tuple[int, ...]:
        """The kinds of a seat that have a spellbook of its own as if they were the unit of which it speaks."""
        if not self.copied[seat] >> book.bit & 1 or book.faction != self.config.slugs[seat]:
            return ()
        return self.config.copiers[seat]

    def alike(self, seat: int, kind: int, book: Power | type[Power]) -> tuple[int, ...]:
        """The kinds of a seat that are, for one of its spellbooks, the unit of which that speaks: `kind`, and what has
        it as if it were one.
        """
        return (kind, *self.copiers(seat, book)) if self.config.copiers[seat] else (kind,)

    def perch(self, seat: int, kind: int, foe: int, book: int) -> None:
        """A unit of the pool lies down on a spellbook of another: it is silent, but for what ends what it has begun."""
        self.move(seat, kind, POOL, self.out(seat))
        self.perched = (*self.perched, (seat, kind, foe, book))
        self.hushed = tuple(sorted({*self.hushed, *((foe, name) for name in self.book_powers(foe, book))}))
        self.rekey()

    def unperch(self, row: tuple[int, int, int, int]) -> None:
        """It is in its owner's pool again, and the spellbook speaks."""
        seat, kind, foe, book = row
        rows = list(self.perched)
        rows.remove(row)
        self.perched = tuple(rows)
        self.move(seat, kind, self.out(seat), POOL)
        if not any(other[2:] == (foe, book) for other in rows):
            names = self.book_powers(foe, book)
            self.hushed = tuple(hush for hush in self.hushed if hush[0] != foe or hush[1] not in names)
        self.rekey()

    # -- requirements -------------------------------------------------------------------------------------------------
    def is_open(self, seat: int, bit: int) -> bool:
        """Is this requirement slot still to be covered?"""
        return bool(self.open[seat] >> bit & 1)

    def cover_slot(self, seat: int, bit: int) -> None:
        """A slot is covered, and nothing is owed for it any more."""
        self.open, self.owed = with_bit(self.open, seat, bit, on=False), with_bit(self.owed, seat, bit, on=False)

    def owe(self, seat: int, bit: int) -> None:
        """A slot is met: its spellbook comes with the next `earn`."""
        self.owed = with_bit(self.owed, seat, bit)

    def is_owed(self, seat: int, bit: int) -> bool:
        """Is a spellbook owed for this slot?"""
        return bool(self.owed[seat] >> bit & 1)

    # -- who has been awake -------------------------------------------------------------------------------------------
    def was_awake(self, seat: int, kind: int) -> bool:
        """Has this Great Old One been awakened before?"""
        return bool(self.awoken[seat] >> self.config.goos[seat].index(kind) & 1)

    def awake(self, seat: int, kind: int) -> None:
        """A Great Old One awakens; it is remembered for good."""
        self.awoken = with_bit(self.awoken, seat, self.config.goos[seat].index(kind))

    def note_awoken(self) -> None:
        """Whoever is in play has been awakened."""
        for seat in self.config.seats:
            for kind in self.config.goos[seat]:
                if self.total(seat, kind):
                    self.awake(seat, kind)
