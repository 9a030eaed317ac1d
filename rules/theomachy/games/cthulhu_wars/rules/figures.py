"""Of a position: figures that come and go, and those that wait where no area is."""

from __future__ import annotations

from collections.abc import Sequence

from ....engine.errors import RulesError
from ....engine.state import part
from .domains import CARD, KEEPER, KIND, POOL, UNKEPT
from .field_kinds import FIGURES
from .gates import Gates

WAITING = " on the card"  # of a counter: so many of such a unit wait there


@part
class Figures(Gates):
    """The one door through which figures go. A form in play holds a figure of its kind; some lie in no pool."""

    cards: tuple[int, ...]

    def move(self, seat: int, code: int, a: int, b: int) -> None:
        """The only door through which figures go; a keeper that leaves abandons its gate."""
        config, kind, units = self.config, code & KIND, self.units
        if b == POOL and kind in config.poolless[seat]:
            b = self.out(seat)
        if seat in config.wild:
            b = self.bound_for(seat, kind, b)
        if kind in config.forms[seat] and POOL in (a, b):  # its figure is one of another kind
            out, base = self.out(seat), config.forms[seat][kind]
            self.move(seat, base, *((POOL, out) if a == POOL else (out, POOL)))
            a, b = (out, b) if a == POOL else (a, out)
        if b == POOL and kind in config.owned[seat] and self.cards[config.owned[seat][kind]] != seat:
            b = self.out(seat)  # a token that outlasts its card goes back to all
        i, width = seat * config.row, config.width
        leave, come = i + a * width, i + b * width
        if not units[leave + kind]:
            raise RulesError(f"{config.factions[seat].title} has no {config.name[seat][kind]} in place {a}")
        units[leave + kind] -= 1
        units[come + kind] += 1
        if kind in config.neutral[seat] and kind not in config.owned[seat]:
            FIGURES.share(self.at("units"), units, seat, kind)
        if a < POOL:
            if units[leave : leave + width] == config.nobody:
                self.on[seat] &= ~(1 << a)
            if code & KEEPER:
                self.open_gate(a)
        if b < POOL:
            self.on[seat] |= 1 << b
        if kind in config.bearing[seat] or (kind in config.goos[seat] and self.hooks("may_use")):
            self.rekey()

    def bound_for(self, seat: int, kind: int, to: int) -> int:
        """Where a figure comes that goes to a place: one that must not lie in the pool leaves it, and one that is
        in no area but those that it haunts goes to the pool.
        """
        if to < POOL and not self.config.haunted[seat][kind] >> to & 1:
            return POOL
        return self.out(seat) if to == POOL and kind in self.config.poolless[seat] else to

    def codes(self, seat: int, area: int, kinds: Sequence[int] | None = None) -> list[int]:
        """The classes of units of a seat in a place: a keeper differs from its fellows."""
        i, units = self.row(seat, area), self.units
        keeper = self.keeper(seat, area) if area < POOL else -1
        found = []
        for kind in self.config.kinds[seat] if kinds is None else kinds:
            n = units[i + kind]
            if n:
                if kind == keeper:
                    if n > 1:
                        found.append(kind)
                    found.append(kind | KEEPER)
                else:
                    found.append(kind)
        return found

    def carry_gate(self, area: int, to: int) -> None:
        """A gate goes to another area, with its sort and with whoever stands on it."""
        seat, kind, word = self.holder(area), self.warden[area], self.sort(area)
        if seat >= 0 and kind != UNKEPT:
            self.move(seat, kind | KEEPER, area, to)
        self.close_gate(area)
        self.open_gate(to)
        if seat >= 0:
            self.hold(seat, kind, to)
        if word:
            self.make_sort(to, word)

    # -- on the own card ----------------------------------------------------------------------------------------------
    def waiting(self, seat: int, kind: int) -> int:
        """Units of a kind on the own card that a power of their own brings from there, and no other."""
        return self.counter(seat, f"{self.config.name[seat][kind]}{WAITING}") if self.counters else 0

    def wait(self, seat: int, kind: int, place: int) -> None:
        """A unit goes from a place to its owner's card, and waits there."""
        self.move(seat, kind, place, CARD)
        self.count_to(seat, f"{self.config.name[seat][kind]}{WAITING}", self.waiting(seat, kind) + 1)

    def wait_no_more(self, seat: int, kind: int, area: int) -> None:
        """One that waits comes to an area."""
        self.count_to(seat, f"{self.config.name[seat][kind]}{WAITING}", self.waiting(seat, kind) - 1)
        self.move(seat, kind, CARD, area)

    # -- forms and what no pool holds ---------------------------------------------------------------------------------
    def fit_forms(self) -> None:
        """A form in play holds a figure of its kind, which waits out of the game; one that is not lies there itself."""
        for seat, forms in enumerate(self.config.forms):
            pool, out = self.row(seat, POOL), self.row(seat, self.out(seat))
            for form, kind in forms.items():
                taken = self._formed(seat, form)
                self.units[pool + form], self.units[out + form] = 0, max(self.config.limit[seat][form] - taken, 0)
                if taken > self.units[out + kind] and self.units[pool + kind]:
                    self.units[pool + kind] -= 1
                    self.units[out + kind] += 1

    def _formed(self, seat: int, form: int) -> int:
        """Figures that are such a form now: in play, or captives."""
        i, width = seat * self.config.row + form, self.config.width
        rest = self.n(seat, form, POOL) + self.n(seat, form, self.out(seat))
        return sum(self.units[i : (seat + 1) * self.config.row : width]) - rest

    def fit_fragile(self) -> None:
        """What must not lie in a pool is out of the game, or beside it."""
        for seat, kinds in enumerate(self.config.poolless):
            pool, out = self.row(seat, POOL), self.row(seat, self.out(seat))
            for kind in kinds:
                self.units[out + kind] += self.units[pool + kind]
                self.units[pool + kind] = 0

    def _edit_poolless(self) -> None:
        """Figures that no pool holds have come from beside it, where somebody has put them on the map."""
        config = self.config
        for seat, kinds in enumerate(config.poolless):
            for kind in kinds:
                i, out = seat * config.row + kind, self.row(seat, self.out(seat)) + kind
                n = sum(self.units[i : (seat + 1) * config.row : config.width])
                self.units[out] -= min(max(n - config.limit[seat][kind], 0), self.units[out])
        self.fit_fragile()
