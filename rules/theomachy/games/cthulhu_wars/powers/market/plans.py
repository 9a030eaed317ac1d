"""Actions that are named before they are taken: what can be named, and what holds until then."""

from __future__ import annotations

from collections.abc import Sequence

from .....engine.runtime.requirement import Menu
from ...rules.act import Act
from ...rules.arguments import ARGUMENT_TYPES
from ...rules.domains import ACTION, BEFORE, SECOND
from ...rules.menu import affordable, offered, open_to
from ...rules.state import State

WORDS = PLANNED, WRITTEN = "planned: ", "written: "  # counters: what another has named, and what was written down


def planned(s: State, me: int, word: str) -> str:
    """The verb that was named for a seat, kept in a counter that begins with this word, or ""."""
    said = (key for seat, key, _ in s.counters if seat == me and key.startswith(word))
    return next(said, "").removeprefix(word)


def can_take(s: State, me: int, acts: Sequence[Act]) -> list[str]:
    """Those of these actions that the seat can take now, by their verbs."""
    by = {a.verb: a for a in acts}
    found = open_to(s, me, Menu(ARGUMENT_TYPES, s, me).all(*acts), by)
    return list(dict.fromkeys(str(option[0]) for option in found))


def to_name(s: State, me: int) -> list[str]:
    """The actions that can be named for a seat, by their verbs: none that is unlimited, for these do not stand for a
    turn.
    """
    return can_take(s, me, [a for a in affordable(s, me).values() if not a.unlimited])


def in_words(verbs: Sequence[str]) -> dict[str, str]:
    """The verbs for people."""
    return {verb: verb[0].upper() + verb[1:] for verb in verbs}


def next_turn(s: State, seat: int) -> State:
    """The table as it would be if it were this seat's turn now, or still is: for what it could do next."""
    t = s.copy()
    second = seat == s.active and s.stage == SECOND
    t.phase, t.active, t.doing, t.guest, t.begins, t.ended = ACTION, seat, "", -1, -1, 0
    t.battle, t.outer, t.paid, t.tolled, t.trace = None, None, 0, 0, None
    if not second:
        t.stage, t.barred, t.moved, t.fought = BEFORE, (), (), 0
    return t


def must_wait(s: State, me: int, verb: str, word: str) -> bool:
    """Is this another action than the one that was named, which can be taken? Then it has to wait. What a power allows
    outside the own turn is not meant; of two that are named in different ways neither waits for the other.
    """
    if not verb or s.phase != ACTION or s.guest == me or not s.counters or not s.power[me]:
        return False
    plan = planned(s, me, word)
    if not plan or any(verb == planned(s, me, other) for other in WORDS):
        return False
    return bool(can_take(s, me, [a for a in offered(s, me) if a.verb == plan]))
