"""Of a position: gates on the map and on cards, their sorts, and the units that count as gates."""

from __future__ import annotations

from ....engine.masks import bits
from ....engine.state import part
from .domains import FIXED, HELD_GATE, NO_GATE, OPEN_GATE, UNKEPT
from .timings import VOCABULARY
from .topics import CountsAs, MayPlace
from .units import Units

ON_CARD = " gate on a card"  # of a counter: such a gate of a sort lies there


@part
class Gates(Units):
    """Who controls which gate, and the one door through which gates come and go."""

    warden: bytearray
    sorts: tuple[tuple[int, str], ...]
    stowed: tuple[tuple[int, int], ...]
    gated: list[int]

    def keeper(self, seat: int, area: int) -> int:
        """The kind of the seat's unit on the gate here, or -1."""
        return self.warden[area] if self.gate[area] == HELD_GATE + seat else -1

    def gates(self, seat: int) -> tuple[int, ...]:
        """Areas with a gate that the seat controls."""
        return bits(self.gated[HELD_GATE + seat])

    def holder(self, area: int) -> int:
        """Who controls the gate here, or -1."""
        return max(self.gate[area] - HELD_GATE, -1)

    def deserted(self, area: int) -> bool:
        """Is the gate here held by a unit that is not there?"""
        seat, kind = self.holder(area), self.warden[area]
        return seat >= 0 and kind != UNKEPT and not self.n(seat, kind, area)

    def abandoned(self) -> int:
        """Gates that nobody holds, on the map and on cards."""
        n = self.gate.count(OPEN_GATE)
        return n + dict(self.stowed).get(-1, 0) if self.stowed else n

    def gates_out(self) -> int:
        """Gates that are not in the supply. One of a sort of its own is a piece of its own: it never was there."""
        others = {area for area, word in (*self.sorts, *self.config.printed_gates) if word != FIXED}
        n = len(self.gate) - self.gate.count(NO_GATE) - len(others)
        return n + sum(count for _, count in self.stowed) if self.stowed else n

    def hold(self, seat: int, kind: int, area: int) -> None:
        """A unit steps onto the gate; UNKEPT: it is held without one."""
        self._set_gate(area, HELD_GATE + seat, kind)

    def open_gate(self, area: int) -> None:
        """A gate that nobody holds: a new one, or its keeper has gone."""
        self._set_gate(area, OPEN_GATE, 0)

    def close_gate(self, area: int) -> None:
        """No gate is here any more."""
        self._set_gate(area, NO_GATE, 0)
        if self.sorts:
            self.make_sort(area, "")

    def _set_gate(self, area: int, gate: int, keeper: int) -> None:
        """The only door through which gates come and go."""
        bit = 1 << area
        self.gated[self.gate[area]] &= ~bit
        self.gated[gate] |= bit
        self.gate[area], self.warden[area] = gate, keeper

    # -- what counts as a gate ----------------------------------------------------------------------------------------
    def gate_kinds(self, seat: int, role: CountsAs) -> list[int]:
        """Kinds of units of a seat that count as a gate: for numbers (GATE), or for who comes through one (PORTAL)."""
        hooks = VOCABULARY.about(self.key.seats[seat], "counts_as", role)
        if not hooks:
            return []
        return [kind for kind in self.config.kinds[seat] if any(says(self, seat, kind, role) for _, _, says in hooks)]

    def count_gates(self, seat: int) -> int:
        """Gates that a seat controls: on the map, on its card, and units of it that count as such."""
        n = self.gated[HELD_GATE + seat].bit_count()
        if self.stowed:
            n += sum(count for f, count in self.stowed if f == seat)
        if seat in self.key.as_gates:
            n += sum(self.total(seat, kind) for kind in self.gate_kinds(seat, CountsAs.GATE))
        return n

    def gate_mask(self, seat: int = -1, among: int = -1) -> int:
        """Areas, `among` these, with a gate that a seat controls, or (-1) with any; units that count as gates too."""
        if among < 0:
            among = (1 << len(self.gate)) - 1
        found = among & (self.gated[HELD_GATE + seat] if seat >= 0 else ~self.gated[NO_GATE])
        for f in self.key.as_gates:
            if seat in (-1, f):
                found |= among & self._units_as_gates(f, CountsAs.GATE)
        return found

    def _units_as_gates(self, seat: int, role: CountsAs) -> int:
        return sum(1 << a for a in {a for kind in self.gate_kinds(seat, role) for a in self.where(seat, kind)})

    def portals(self, seat: int) -> tuple[int, ...]:
        """Areas where units may be summoned and awakened: at gates that the seat controls, and what counts as such."""
        found = self.gated[HELD_GATE + seat]
        if seat in self.key.as_portals:
            found |= self._units_as_gates(seat, CountsAs.PORTAL)
        if self.key.open_portals:
            found = self._opened(seat, found)
        return bits(found)

    def _opened(self, seat: int, found: int) -> int:
        """These areas after powers that open others to units that are summoned, or close some."""
        what, hooks = MayPlace.SUMMONED, self.key.open_portals
        for area in range(len(self.gate)):
            said = [place(self, me, seat, what, area) for me, _, place in hooks]
            found = found & ~(1 << area) if False in said else found | (True in said) << area
        return found

    def is_portal(self, seat: int, area: int) -> bool:
        """Is this one of them?"""
        if self.key.open_portals:
            return area in self.portals(seat)
        return self.gate[area] == HELD_GATE + seat or bool(
            seat in self.key.as_portals and self._units_as_gates(seat, CountsAs.PORTAL) >> area & 1
        )

    def count_gates_in(self, area: int, seat: int = -1) -> int:
        """Gates in an area that a seat controls, or (-1) any: the one on the ground, and units that count as such."""
        n = int(self.gate[area] == HELD_GATE + seat if seat >= 0 else self.gate[area] != NO_GATE)
        for f in self.key.as_gates:
            if seat in (-1, f):
                n += sum(self.n(f, kind, area) for kind in self.gate_kinds(f, CountsAs.GATE))
        return n

    def count_gates_among(self, among: int) -> int:
        """Gates in these areas, a bit each, whoever controls them; units that count as such beside the one on the
        ground.
        """
        n = (among & ~self.gated[NO_GATE]).bit_count()
        for f in self.key.as_gates:
            for kind in self.gate_kinds(f, CountsAs.GATE):
                n += sum(self.n(f, kind, area) for area in self.where(f, kind) if among >> area & 1)
        return n

    def units_as_gates(self, area: int) -> list[tuple[int, int]]:
        """(seat, kind) of the units in an area that count as gates: who replaces a gate there may replace one."""
        kinds = [(f, k) for f in self.key.as_gates for k in self.gate_kinds(f, CountsAs.GATE)]
        return [(f, k) for f, k in kinds if self.n(f, k, area)]

    # -- sorts of gates -----------------------------------------------------------------------------------------------
    def sort(self, area: int) -> str:
        """What sort of gate is here; "" for a plain one, or none."""
        return next((word for a, word in self.sorts if a == area), "")

    def make_sort(self, area: int, word: str) -> None:
        """The gate here is of a sort from now on; "": a plain one."""
        self.sorts = tuple(row for row in self.sorts if row[0] != area) + (((area, word),) if word else ())

    def is_fixed(self, area: int) -> bool:
        """Is the gate here one that nobody may move, replace, remove or leave?"""
        return bool(self.sorts) and self.sort(area) == FIXED

    # -- gates on cards -----------------------------------------------------------------------------------------------
    def stow(self, seat: int, area: int) -> None:
        """A gate goes from the map onto a card, where it is held; whoever stood on it stays in its area."""
        word = self.sort(area) if self.sorts else ""
        self.close_gate(area)
        self._stow(seat, 1)
        if word:
            self.count_to(seat, word + ON_CARD, 1)

    def unstow(self, seat: int, area: int) -> None:
        """A gate comes from a card to an area, held by nobody yet."""
        self._stow(seat, -1)
        self.open_gate(area)
        if word := self._asleep(seat):
            self.count_to(seat, word + ON_CARD, 0)
            self.make_sort(area, word)

    def forsake(self, seat: int) -> None:
        """A gate on a card loses who kept it: it is abandoned, though it stays there; `unstow(-1, ...)` takes it."""
        self._stow(seat, -1)
        self._stow(-1, 1)
        if word := self._asleep(seat):
            self.count_to(seat, word + ON_CARD, 0)
            self.count_to(-1, word + ON_CARD, 1)

    def sorts_on_cards(self) -> tuple[tuple[int, str], ...]:
        """(seat, word) of gates of a sort that lie on cards; -1: nobody holds it there."""
        return tuple((f, word.removesuffix(ON_CARD)) for f, word, _ in self.counters if word.endswith(ON_CARD))

    def _asleep(self, seat: int) -> str:
        return next((word for f, word in self.sorts_on_cards() if f == seat), "")

    def _stow(self, seat: int, n: int) -> None:
        there = dict(self.stowed)
        there[seat] = there.get(seat, 0) + n
        self.stowed = tuple(row for row in sorted(there.items()) if row[1])
