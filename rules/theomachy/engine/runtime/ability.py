"""Printed powers: small stateless classes, found from the state by one table look-up."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import Any, ClassVar, Protocol

from ..errors import RulesError
from .decision import Answer, choose
from .timing import Hook, Source, Vocabulary, seat_of
from .trace import group, report

MOST_ROUNDS = 200  # of one window: a loop that neither asks nor ends cannot be seen by the driver


class Ability:
    """Subclass once a printed item, with its printed name; the docstring is the rule in our words.

    Methods are named after timings of the game's vocabulary. Whatever an ability must remember lives in the state.
    `forced`: the rules say "must". `asks_itself`: it may be declined, but its own first question offers that ("from
    which area, or none?"). A window opens both without asking before.
    """

    vocabulary: ClassVar[Vocabulary]
    rule: ClassVar[str] = ""
    forced: ClassVar[bool] = False
    asks_itself: ClassVar[bool] = False
    printed: ClassVar[str] = ""  # the printed name where no class name can spell it

    def __init_subclass__(cls, abstract: bool = False) -> None:
        if abstract:
            return
        cls.vocabulary.check(cls)
        cls.vocabulary.add(cls())

    @cached_property
    def name(self) -> str:
        """The printed name."""
        return self.printed or words_of(type(self).__name__)

    @property
    def text(self) -> str:
        """The rule in our words."""
        return " ".join((type(self).__doc__ or "").split())

    def __repr__(self) -> str:
        return f"<{self.name} {self.rule}>"


def words_of(name: str) -> str:
    """ "VolcanicEruption" -> "Volcanic Eruption"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)


class No(str):
    """A refusal that knows its reason: false, and a sentence. What `may_<timing>` may return instead of False."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return False


class Keyed(Protocol):
    """A state that knows which abilities are in force."""

    trace: Any

    def copy(self) -> Any: ...

    @property
    def key(self) -> Hashable: ...


async def window(
    s: Keyed,
    vocabulary: Vocabulary,
    timing: str,
    player: int,
    *args: Any,
    among: Sequence[int] | None = None,
    until: Callable[[], Any] | None = None,
    quiet: bool = False,
    say_could: bool = True,
) -> bool:
    """One player's chance at a timing: first what is forced or asks itself, then what the player likes, each once.

    `player` chooses, and has the powers; with `among` the powers are those of these seats and their units, in the order
    that `player` likes. Where units bear powers the second argument of a method is the `Source`, and an option names
    power and unit. `until()` true ends the window early. `quiet`: nobody else learns that this player was asked.
    Returns whether anything was done.
    """
    if among is None:
        hooks = vocabulary.mine(s.key, timing, player)
    else:
        hooks = tuple(hook for seat in among for hook in vocabulary.mine(s.key, timing, seat))
    if not hooks:
        return False
    ready, acted, may, said = list(hooks), False, f"may_{timing}", set[Answer]()
    for _ in range(MOST_ROUNDS):
        if not ready or (until is not None and until()):
            break
        menu: list[Hook] = []
        for hook in ready:
            test = getattr(hook[1], may, None)
            answer = True if test is None else test(*for_holder(hook, args))
            if answer:
                menu.append(hook)
            elif say_could and s.trace is not None and isinstance(answer, No) and option(hook) not in said:
                said.add(option(hook))  # once, however often the others are offered again
                not_used(s, hook, player, quiet, "{}: {}", str(answer))
        if not menu:
            break
        pick = next((hook for hook in menu if hook[1].forced or hook[1].asks_itself), None)
        if pick is None:
            options = tuple(map(option, menu))
            given: Answer = await choose(
                player, "power", (*options, "done"), menu[0][1], timing, quiet=quiet, private=quiet
            )
            if given == "done":
                for hook in menu:
                    not_used(s, hook, player, quiet, "{} is not used")
                break
            pick = menu[options.index(given)]
        ready.remove(pick)
        acted = True
        with group(s, pick[1].rule, "{}", pick[1].name, who=seat_of(pick[0])):
            await pick[2](*for_holder(pick, args))
    else:
        raise RulesError(f"the window {timing!r} does not come to an end")
    return acted


def option(hook: Hook) -> Answer:
    """How a power is offered: by its name, and by the unit that bears it."""
    return (hook[1].name, hook[0].unit) if isinstance(hook[0], Source) else hook[1].name


def for_holder(hook: Hook, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of a method: a power that a unit bears is told which unit."""
    return (args[0], hook[0], *args[2:]) if isinstance(hook[0], Source) else args


def not_used(s: Keyed, hook: Hook, player: int, quiet: bool, text: str, *more: str) -> None:
    kept = (player, "") if quiet else None
    report(s, hook[1].rule, text, hook[1].name, *more, who=player, kind="not used", secret=kept)
