"""What the powers that are in force say all together: worked out once for each table, since menus ask all the time."""

from __future__ import annotations

from functools import cached_property

from ....engine.runtime.ability import Hook
from ....engine.runtime.seat_abilities import ActiveAbilities
from ....engine.runtime.topic import Topic
from .topics import ControllerOf, CostOf, CountsAs, Ignores, MayPlace

FIXED = frozenset(
    {CostOf.RECRUIT, CostOf.GATE, CostOf.MOVE, CostOf.BATTLE, CostOf.CAPTURE, CostOf.CONTROL, CostOf.ACTION}
)


def _users(timing: str) -> cached_property[tuple[Hook, ...]]:
    """Who uses a timing that is asked for so often that even `State.hooks` would be felt."""
    return cached_property(lambda table: table.found[timing])


class TablePowers(ActiveAbilities):
    """Who uses a timing for one purpose. Mostly it is nobody, and then nothing else need be looked at."""

    may_act, may_battle, takes_part = _users("may_act"), _users("may_battle"), _users("takes_part")
    controller_of, strength = _users("controller_of"), _users("strength")
    after_action, any_time, game_over = _users("after_action"), _users("any_time"), _users("game_over")
    may_move, on_pay = _users("may_move"), _users("on_pay")

    @cached_property
    def as_gates(self) -> tuple[int, ...]:
        """Seats with units that may count as gates wherever gates are counted."""
        return self._counting(CountsAs.GATE)

    @cached_property
    def as_portals(self) -> tuple[int, ...]:
        """Seats with units at which figures may be summoned and awakened as at a gate."""
        return self._counting(CountsAs.PORTAL)

    @cached_property
    def as_keepers(self) -> tuple[int, ...]:
        """Seats with more units than usual that may build and hold gates."""
        return self._counting(CountsAs.KEEPER)

    @cached_property
    def as_shared(self) -> tuple[int, ...]:
        """Seats with units that everybody may move."""
        return self._counting(CountsAs.SHARED)

    @cached_property
    def commands(self) -> tuple[Hook, ...]:
        """Powers by which units have another commander than their owner."""
        return self._about("controller_of", ControllerOf.UNIT)

    @cached_property
    def picks_fighters(self) -> bool:
        """May not everybody in an area fight there, or not for the owner?"""
        return bool(self.takes_part or self.commands)

    @cached_property
    def bars_moves(self) -> bool:
        """Does a power bar units from moving, or actions by where they end?"""
        return bool(self.may_move or self.bars_by_ends)

    @cached_property
    def tolls(self) -> tuple[Hook, ...]:
        """Powers that change prices which are otherwise fixed."""
        hooks = self.found["cost_of"]
        return tuple([h for h in hooks if not (about := getattr(h[1], "about", ())) or FIXED.intersection(about)])

    @cached_property
    def bars_by_ends(self) -> bool:
        """Does a power bar actions of all sorts, or by where they end?"""
        return any(getattr(power, "bars", False) for _, power, _ in self.found["may_act"])

    @cached_property
    def open_portals(self) -> tuple[Hook, ...]:
        """Powers that open areas to units that are summoned, or close some."""
        return self._about("may_place", MayPlace.SUMMONED)

    @cached_property
    def bar_monsters(self) -> tuple[Hook, ...]:
        """Powers that bar some Monsters from being summoned."""
        return self._about("may_place", MayPlace.MONSTER)

    @cached_property
    def bar_books(self) -> tuple[Hook, ...]:
        """Powers that bar some spellbooks from coming."""
        return self._about("may_place", MayPlace.BOOK)

    @cached_property
    def bar_recruits(self) -> tuple[Hook, ...]:
        """Powers that bar some Cultists from being recruited."""
        return self._about("may_place", MayPlace.RECRUITED)

    @cached_property
    def bar_entry(self) -> tuple[Hook, ...]:
        """Powers that keep units out of areas to which a pain or a power sends them."""
        return self._about("may_place", MayPlace.ENTER)

    @cached_property
    def spare_captives(self) -> tuple[Hook, ...]:
        """Powers by which some units are not captured."""
        return self._about("ignores", Ignores.CAPTURE)

    @cached_property
    def edges(self) -> bool:
        """Does a power speak when phases end or begin?"""
        return bool(self.found["phase_end"] or self.found["phase_start"])

    def _counting(self, role: CountsAs) -> tuple[int, ...]:
        if not self.found["counts_as"]:
            return ()
        return tuple([f for f, seat in enumerate(self.seats[:-1]) if self.vocabulary.about(seat, "counts_as", role)])

    def _about(self, timing: str, what: Topic) -> tuple[Hook, ...]:
        found: tuple[Hook, ...] = self.vocabulary.about(self, timing, what)
        return found

    def forget(self) -> None:
        super().forget()
        self.__dict__.clear()
