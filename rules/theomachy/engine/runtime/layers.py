"""Numbers that several powers change, in layers; and events that powers replace.

A query answers with a `Change` (or None); `fold` applies all of them, layer after layer, and keeps what each has done,
so that people see the sum. A replacement is offered an event once; what it makes of the event is offered to the others.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from ..errors import RulesError
from ..tabletop.beside import Sum, Term
from .ability import (
    MOST_ROUNDS,
    MUST,
    Holder,
    Hook,
    Keyed,
    Later,
    No,
    Offer,
    Vocabulary,
    for_holder,
    not_used,
    offered,
    seat_of,
    wanted,
)
from .decision import choose
from .trace import Source, group

SET, ADD, HALVE, AT_LEAST, AT_MOST = LAYERS = ("set", "add", "halve", "at least", "at most")
E = TypeVar("E")
H = TypeVar("H")


class Change(NamedTuple):
    """What one power does to a number, in one layer."""

    layer: str
    n: int = 0


def set_to(n: int) -> Change:
    """The number is n, whatever it was; the last of several counts."""
    return Change(SET, n)


def add(n: int) -> Change:
    """n more, or fewer."""
    return Change(ADD, n)


def halve(*, up: bool = True) -> Change:
    """Half of it, rounded up or down."""
    return Change(HALVE, int(up))


def at_least(n: int) -> Change:
    """Not below n."""
    return Change(AT_LEAST, n)


def at_most(n: int) -> Change:
    """Not above n."""
    return Change(AT_MOST, n)


Changes = Change | Iterable[Change] | None  # what a query answers: one change, several, or none


class Part(NamedTuple):
    """One part of a sum: who is the reason, and by how much the number has changed."""

    name: str
    change: int
    rule: str
    holder: Holder | None = None


class Total(NamedTuple):
    """A number, and the parts that it is the sum of; those that changed nothing are left out."""

    value: int
    parts: tuple[Part, ...] = ()

    def rule(self, otherwise: str) -> str:
        """The rule of the last power that changed it, where one did."""
        return next((part.rule for part in reversed(self.parts) if part.rule), otherwise)

    def within(self, low: int, high: int, name: str, rule: str) -> Total:
        """The same between two bounds of the rules, which are a part of the sum where they cut it."""
        value = min(max(self.value, low), high)
        return self if value == self.value else Total(value, (*self.parts, Part(name, value - self.value, rule)))


def summed(total: Total, name: str, *, rule: str = "", seat: int = -1, head: str = "", note: str = "") -> Sum:
    """A total as it lies on the table: what people see wherever the figure decides."""
    terms = tuple(Term(part.name, part.change, part.rule) for part in total.parts)
    return Sum(name, total.value, terms, rule, seat, head, note)


def sources(total: Total) -> list[Source]:
    """The parts of a total as an event tells them (`report(..., why=sources(total))`)."""
    return [(part.name, part.change, part.rule) for part in total.parts]


def fold(start: int | Total, hooks: Iterable[Hook], *args: Any) -> Total:
    """The number after all changes. Each hook is called with `args`, the second of which is its own holder.

    Within a layer changes come in the order of the hooks. `start` may be a sum already (the printed figure by name).
    """
    if not hooks:
        return start if isinstance(start, Total) else Total(start)
    total, parts = (start.value, list(start.parts)) if isinstance(start, Total) else (start, [])
    for change, hook in _in_layers((hook[2](args[0], hook[0], *args[2:]), hook) for hook in hooks):
        after = _applied(total, change)
        if after != total:
            parts.append(Part(hook[1].name, after - total, hook[1].rule, hook[0]))
        total = after
    return Total(total, tuple(parts))


def folded(start: int, hooks: Sequence[Hook], s: Any, me: int, *args: Any) -> int:
    """The number of `fold` alone: for menus, which ask often and show no sum. Most powers say nothing, most often."""
    if not hooks:
        return start
    said = [(given, None) for holder, _, query in hooks if (given := query(s, holder, *args)) is not None]
    if said:
        for change, _ in _in_layers(said):
            start = _applied(start, change)
    return start


def counted(start: int, hooks: Sequence[Hook], s: Any, me: int, *args: Any) -> Total:
    """The number of `fold`; with its parts only while somebody traces."""
    return Total(folded(start, hooks, s, me, *args)) if s.trace is None else fold(start, hooks, s, me, *args)


def _in_layers(said: Iterable[tuple[Changes, H]]) -> list[tuple[Change, H]]:
    """What powers have said, layer after layer."""
    found: list[tuple[Change, H]] = []
    for given, hook in said:
        if given is not None:
            found += ((change, hook) for change in ((given,) if isinstance(given, Change) else given))
    return found if len(found) < 2 else [each for layer in LAYERS for each in found if each[0].layer == layer]


def _applied(total: int, change: Change) -> int:
    if change.layer == SET:
        return change.n
    if change.layer == ADD:
        return total + change.n
    if change.layer == HALVE:
        return -(-total // 2) if change.n else total // 2
    return max(total, change.n) if change.layer == AT_LEAST else min(total, change.n)


async def replaced(
    s: Keyed,
    vocabulary: Vocabulary,
    timing: str,
    affected: int,
    event: E,
    *,
    seats: Iterable[int],
    quiet: bool = False,
    plain: bool = False,
) -> E | None:
    """What becomes of an event after everybody who may say "instead" has spoken; None: it does not happen.

    Each power replaces an event once, and what it makes of the event is offered to those that have not spoken. The
    affected player says in which order they speak, and whether, unless they must. A replacement is written
    `def would_...(self, s, me, event)` (async, if it asks) and returns the event as it is now, or None; it is open
    where `may_would_...` says so. `quiet`: nobody else learns that the affected player was asked. `plain`: a power that
    is alone, and that no unit bears, is a question of yes or no.
    """
    ready = [hook for seat in seats for hook in vocabulary.mine(s.key, timing, seat)]
    if not ready:
        return event
    now: E | None = event
    may, silenced = f"may_{timing}", "may_use" in vocabulary.uses

    def asked(hook: Hook) -> Any:
        if silenced and vocabulary.hooks(s.key, "may_use") and not (leave := vocabulary.leave(s, hook)):
            return leave
        test = getattr(hook[1], may, None)
        return True if test is None else test(s, hook[0], now)

    def open_now() -> list[Hook]:
        return [hook for hook in vocabulary.still(s, timing, ready) if asked(hook)]

    for _ in range(MOST_ROUNDS):
        if now is None:  # it does not happen: there is nothing left to replace
            return None
        menu: list[Hook] = []
        forced: list[Hook] = []
        later: list[Hook] = []
        for hook in ready:
            answer = asked(hook)
            if answer:
                menu.append(hook)
                if answer is MUST or hook[1].forced:
                    forced.append(hook)
            elif isinstance(answer, No):
                if isinstance(answer, Later):
                    later.append(hook)
                if s.trace is not None:
                    not_used(s, hook, affected, quiet, "{}: {}", str(answer))
        if not menu and not later:
            return now
        if plain and len(menu) == 1 and not forced and isinstance(menu[0][0], int):
            pick = menu[0]
            if not await wanted(affected, pick[1], quiet=quiet):
                return now
        else:
            ways = Offer(menu, open_now)
            must = offered(forced)
            secret = quiet and not forced  # what must happen is nobody's secret, and there is no quiet way out of it
            given = await choose(
                affected, "power", must or ways, (menu or later)[0][1], timing, quiet=secret, private=secret
            )
            if given == "done":
                return now
            pick = forced[must.index(given)] if forced else ways.named(given)
        ready.remove(pick)
        with group(s, pick[1].rule, "{}", pick[1].name, who=seat_of(pick[0])):
            changed = pick[2](*for_holder(pick, (s, seat_of(pick[0]), now)))
            now = await changed if inspect.isawaitable(changed) else changed
        ready = vocabulary.still(s, timing, ready)
    raise RulesError(f"the replacements {timing!r} do not come to an end")
