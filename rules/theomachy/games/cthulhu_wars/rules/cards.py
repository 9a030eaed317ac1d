"""Of a position: cards besides those of the factions, open and secret, and the figures that come with them."""

from __future__ import annotations

from collections.abc import Sequence

from ....engine.masks import with_bit
from ....engine.state import part
from .domains import POOL
from .figures import Figures

STRUCK = " is out of the game"  # of a counter: this card is


@part
class Cards(Figures):
    """Who holds which card, which of them are to be had, and whose the figures of each are."""

    copied: tuple[int, ...]
    earned: tuple[int, ...]
    offer: int
    perched: tuple[tuple[int, int, int, int], ...]
    laid: tuple[tuple[int, int, int], ...]
    led: tuple[tuple[int, int, int], ...]
    kept: list[tuple[int, ...]]
    deck: list[int]

    def take_card(self, seat: int, card: int) -> None:
        """A card comes to a seat, or with -1 goes from whoever holds it; the figures that come with it too."""
        self.cards = (*self.cards[:card], seat, *self.cards[card + 1 :])
        self._forget_copies(card)
        if self.config.awakened >> card & 1:
            self.offer |= (seat < 0) << card
            self.earned = tuple([books & ~(1 << card) for books in self.earned])
        self.bring_out(card, seat)
        if self.config.market or self.config.awakened:
            self.fit_cards()
        self.rekey()

    def strike_card(self, card: int) -> None:
        """A card goes from its holder out of the game: nobody can have it any more."""
        self.take_card(-1, card)
        self.offer &= ~(1 << card)
        self.count_to(-1, f"{self.config.cards[card].name}{STRUCK}", 1)

    def _forget_copies(self, card: int) -> None:
        """With the card of a unit that copies goes what it has copied."""
        for seat, kinds in enumerate(self.config.copiers if any(self.copied) else ()):
            if seat < len(self.copied) and any(self.config.owned[seat].get(kind) == card for kind in kinds):
                self.copied = (*self.copied[:seat], 0, *self.copied[seat + 1 :])

    def has_earned(self, seat: int, card: int) -> bool:
        """Does the spellbook of a card lie on it, and is the card this seat's?"""
        return bool(self.earned[seat] >> card & 1)

    def earn_of_card(self, seat: int, card: int) -> None:
        """The spellbook of a card that a seat holds comes onto it."""
        self.earned = with_bit(self.earned, seat, card)
        self.rekey()

    @property
    def to_draw(self) -> tuple[tuple[int, int], ...]:
        """Cards that are still to be drawn for this game, as masks, with how many of them: none is to be had yet, and
        nobody has one.
        """
        config, held = self.config, sum(1 << card for card, seat in enumerate(self.cards) if seat >= 0)
        lots = (config.lot, config.market & ~config.given), (config.sleepers, config.awakened)
        struck = any(word.endswith(STRUCK) for _, word, _ in self.counters)
        return () if struck else tuple([(n, of) for n, of in lots if n and of and not (self.offer | held) & of])

    def keep_card(self, seat: int, among: Sequence[int], card: int) -> None:
        """A seat keeps one of these cards to itself, and nobody sees the others."""
        self.kept[seat] = (*self.kept[seat], card)
        self.deck = [n + (i in among and i != card) for i, n in enumerate(self.deck)]

    def show_card(self, seat: int, card: int) -> None:
        """A secret card is turned up: it is held openly, and the others of its kind are out of the game."""
        key = self.config.cards[card].sort
        self.kept[seat] = tuple(x for x in self.kept[seat] if x != card)
        self.deck = [0 if self.config.cards[i].sort == key else n for i, n in enumerate(self.deck)]
        self.take_card(seat, card)

    # -- figures that come with cards ---------------------------------------------------------------------------------
    def exists(self, seat: int, kind: int) -> bool:
        """Has a seat such figures now, by who holds the card that brings them?"""
        if kind == self.config.guests[seat]:
            return self.total(seat, kind) > 0
        if kind in self.config.brought[seat]:
            return self.cards[self.config.brought[seat][kind]] >= 0 or self.total(seat, kind) > 0
        card = self.config.owned[seat].get(kind, -1)
        return card < 0 or self.cards[card] == seat or self.total(seat, kind) > 0

    def gone(self, seat: int, kind: int) -> int:
        """Figures of a kind that are out of the game; those that are a form now are not, nor is what a card would bring
        or what lies on a spellbook.
        """
        forms, owned = self.config.forms[seat], self.config.owned[seat]
        if kind in owned:
            mine = self.cards[owned[kind]] == seat and kind != self.config.guests[seat]
            return self.n(seat, kind, self.out(seat)) - self.perches(seat, kind) if mine else 0
        if not self.exists(seat, kind):
            return 0
        apart = kind in forms or kind in self.config.aside[seat]  # beside the game, not out of it
        n = 0 if apart else self.n(seat, kind, self.out(seat)) - self.perches(seat, kind)
        return n - sum(self._formed(seat, form) for form, base in forms.items() if base == kind)

    def perches(self, seat: int, kind: int) -> int:
        """Units of a kind that lie on spellbooks of others or on loyalty cards, or fight for another."""
        there = [row[:2] for rows in (self.perched, self.laid, self.led) for row in rows]
        return there.count((seat, kind)) if there else 0

    def lay(self, seat: int, kind: int, card: int) -> None:
        """A unit of the pool comes onto a loyalty card, whoever has it: it is in nobody's pool."""
        self.move(seat, kind, POOL, self.out(seat))
        self.laid = (*self.laid, (seat, kind, card))

    def unlay(self, seat: int, kind: int, card: int) -> None:
        """It is in its owner's pool again."""
        rows = list(self.laid)
        rows.remove((seat, kind, card))
        self.laid = tuple(rows)
        self.move(seat, kind, self.out(seat), POOL)

    def fit_cards(self) -> None:
        """Figures that come with a card are in the pool of whoever holds it; all others have none of them. What is held
        is to be had no more.
        """
        self.offer &= ~sum(1 << card for card, seat in enumerate(self.cards) if seat >= 0)
        for seat, owned in enumerate(self.config.owned):
            pool, out = self.row(seat, POOL), self.row(seat, self.out(seat))
            for kind, card in owned.items():
                if self.cards[card] != seat or kind == self.config.guests[seat]:
                    self.units[out + kind] += self.units[pool + kind]
                    self.units[pool + kind] = 0
            for kind, card in self.config.brought[seat].items():
                if self.cards[card] < 0:
                    self.units[out + kind] += self.units[pool + kind]
                    self.units[pool + kind] = 0

    def bring_out(self, card: int, seat: int) -> None:
        """The figures of a card come to its holder's pool, those that it brings for everybody to each faction's."""
        for f, brought in enumerate(self.config.brought if seat >= 0 else ()):
            for kind in [kind for kind, of in brought.items() if of == card]:
                n = self.n(f, kind, self.out(f)) - self.perches(f, kind)
                self.units[self.row(f, POOL) + kind] += n
                self.units[self.row(f, self.out(f)) + kind] -= n
        if seat >= 0:
            pool, out = self.row(seat, POOL), self.row(seat, self.out(seat))
            for kind, of in self.config.owned[seat].items():
                if of == card and kind != self.config.guests[seat]:
                    left = self.config.limit[seat][kind] - sum(self._in_play(kind, f, seat) for f in self.config.seats)
                    n = max(min(self.units[out + kind] - self.perches(seat, kind), left), 0)
                    self.units[pool + kind] += n
                    self.units[out + kind] -= n

    def _in_play(self, kind: int, seat: int, by: int) -> int:
        """Units of another seat in play that are of the neutral kind which is `kind` for `by`."""
        if seat == by:
            return 0
        key = self.config.factions[by].units[kind].key
        at = next((k for k in self.config.owned[seat] if self.config.factions[seat].units[k].key == key), -1)
        return self.total(seat, at) if at >= 0 else 0

    def _edit_cards(self) -> None:
        """Figures that somebody has put on the map bring their card to whose they are, if nobody has it."""
        for seat, owned in enumerate(self.config.owned):
            for kind, card in {**owned, **self.config.brought[seat]}.items():
                out = self.row(seat, self.out(seat)) + kind
                i, width = seat * self.config.row + kind, self.config.width
                n = sum(self.units[i : (seat + 1) * self.config.row : width])
                self.units[out] -= min(max(n - self.config.limit[seat][kind], 0), self.units[out])
                if self.total(seat, kind) and self.cards[card] < 0 and not self.config.outlasts(seat, kind):
                    self.cards = (*self.cards[:card], seat, *self.cards[card + 1 :])
                    self.bring_out(card, seat)
        self.fit_cards()
        self.rekey()
