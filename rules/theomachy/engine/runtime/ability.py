"""Printed powers: small stateless classes, found from the state by one table look-up."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, cached_property
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar

from ..errors import RulesError
from .decision import Answer, choose, yes
from .timing import ACTION, CANON, REPLACEMENT, WINDOW
from .topic import Topic, Topics, refuse
from .topic import check as check_topics
from .trace import group, report

MOST_ROUNDS = 200  # of one window: a loop that neither asks nor ends cannot be seen by the driver


MOST_KEYS = 4096  # look-ups that are remembered of one timing: a long simulation must not grow for ever


K = TypeVar("K")


V = TypeVar("V")


def keep(memo: dict[K, V], key: K, found: V) -> V:
    """Remember a look-up; a memory that is full begins anew."""
    if len(memo) >= MOST_KEYS:
        memo.clear()
    memo[key] = found
    return found


def parameters_of(method: Any) -> tuple[str, ...]:
    """The names of a method's parameters. A game has hundreds: what Python finds itself takes ten times as long."""
    code = getattr(method, "__code__", None)
    if code is None or hasattr(method, "__wrapped__") or code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS):
        return tuple(inspect.signature(method).parameters)
    names: tuple[str, ...] = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return names


class Bearer(NamedTuple):
    """Who has a power that a unit bears: the seat that commands it, and the unit."""

    seat: int
    unit: int


Holder = int | Bearer  # a seat, or a unit of a seat


Hook = tuple[Any, "Ability", Callable[..., Any]]  # holder, ability, bound method


AbilityLookup = Callable[[Any], Iterable[tuple[Any, "Ability"]]]


def seat_of(holder: Holder) -> int:
    """The seat behind a holder."""
    return holder.seat if isinstance(holder, Bearer) else holder


LEAVE = ("s", "me", "power", "bearer")  # what `may_use` is asked with: the power, and who has it


class Vocabulary:
    """The timings of one game with their parameters, its abilities, and the table that finds them.

    `active_abilities(key)` is given by the game: a pure function from a small hashable key of the state to (holder,
    ability) pairs in asking order. The holder need not be the seat the ability was printed for: powers can be copied.
    Where units bear powers the holder is a `Bearer`; a unit that bears the same power as another is a holder of its
    own.

    `topics` are closed lists: what a timing may be about, and what a word of a class may name.
    """

    def __init__(
        self, uses: dict[str, tuple[str, ...]], words: Iterable[str] = (), topics: Topics | None = None
    ) -> None:
        for name in uses:
            if name not in CANON:
                raise TypeError(f"{name!r} is no timing: engine/runtime/timing.py holds the closed list")
        if uses.get("may_use", LEAVE) != LEAVE:
            raise TypeError(f"may_use is asked with {', '.join(LEAVE)}, not {uses['may_use']}")
        self.uses = uses
        self.words = frozenset(words) | {"rule", "forced", "asks_itself", "printed"}
        windows = {f"may_{name}" for name in uses if CANON[name].kind in (WINDOW, REPLACEMENT)}
        self.allowed = frozenset(uses) | windows | self.words
        self.topics: dict[str, tuple[type[Topic], ...]] = {}
        for name, given in (topics or {}).items():
            for listed in given if isinstance(given, tuple) else (given,):
                self.add_topics(name, listed)
        self.abilities: list[Ability] = []
        self._called: dict[str, Ability] = {}  # in small letters
        self.active_abilities: AbilityLookup = lambda key: ()
        self._knocked: frozenset[str] = frozenset()
        self._hooks: dict[str, dict[Hashable, tuple[Hook, ...]]] = {name: {} for name in uses}
        self._mine: dict[str, dict[tuple[Hashable, int], tuple[Hook, ...]]] = {name: {} for name in uses}

    def add(self, ability: Ability) -> None:
        """Take an ability in. Raises `TypeError` when its printed name is taken: answers, saves and tests use names."""
        known = self._called.get(ability.name.casefold())
        if known is not None and any(each is known for each in self.abilities):
            new, old = type(ability), type(known)
            raise TypeError(
                f"{new.__module__}.{new.__qualname__}: there is an ability called {known.name!r} already, "
                f"{old.__module__}.{old.__qualname__}; a printed name stands for one ability"
            )
        self._called[ability.name.casefold()] = ability
        self.abilities.append(ability)

    def add_topics(self, name: str, listed: type[Topic]) -> None:
        """What else a timing may be about, or a word name: an outside package has topics of its own.

        Raises `TypeError` for a name that is neither, and for a topic that is there already.
        """
        if name not in self.uses and name not in self.words:
            raise TypeError(f"{listed.__name__}: {name!r} is no timing or word of this game")
        for topic in listed:
            if known := next((known for known in self.about_what(name) if known == topic), None):
                raise TypeError(f"{name} has a topic {str(topic)!r} already: {type(known).__name__}.{known.name}")
        self.topics[name] = (*self.topics.get(name, ()), listed)

    def about_what(self, name: str) -> tuple[Topic, ...]:
        """What a timing may be about, or a word name."""
        return tuple(topic for listed in self.topics.get(name, ()) for topic in listed)

    def _check_topics(self, cls: type) -> None:
        """What a class is about is asked at one of its timings; its methods take topics, not any text."""
        answers = [name for name in self.uses if name in self.topics and hasattr(cls, name)]
        for word in self.words.intersection(("about", *self.topics)):
            of = answers if word == "about" else [word]
            said = getattr(cls, word, None) or ()
            known = tuple(topic for name in of for topic in self.about_what(name))
            check_topics(cls, word, (said,) if isinstance(said, str) else said, known, " or ".join(of) or "its timings")
        for name in answers:
            types = inspect.get_annotations(getattr(cls, name))
            listed = [each.__name__ for each in self.topics[name]]
            if not any(each in str(kind) for kind in types.values() for each in (*listed, Topic.__name__)):
                for parameter in (parameter for parameter, kind in types.items() if kind in (str, "str")):
                    refuse(cls, f"{name} is about topics; write {parameter}: {' | '.join(listed)}")

    def check(self, cls: type) -> None:
        """Refuse an ability with a misspelt timing or topic, wrong parameters, no docstring or no rule id."""
        if not cls.__doc__ or not getattr(cls, "rule", ""):
            raise TypeError(f"{cls.__name__}: an ability needs its rule text as docstring and a rule id")
        bases = [
            base
            for base in cls.__mro__
            if hasattr(base, "vocabulary") and base.__module__ != "theomachy.engine.runtime.ability"
        ]
        for name, value in (pair for base in bases for pair in vars(base).items()):
            if name.startswith("_") or name in ("vocabulary", "name", "text", "thing"):
                continue
            if name not in self.allowed:
                raise TypeError(f"{cls.__name__}.{name} is no timing of this game")
            if name in self.uses and CANON[name].kind is not ACTION:
                given = parameters_of(value)[1:]
                asks, kind_of = inspect.iscoroutinefunction(value), CANON[name].kind
                # a replacement may ask or not, as it needs
                if given != self.uses[name] or (kind_of is not REPLACEMENT and asks is not (kind_of is WINDOW)):
                    kind = "async " if kind_of is WINDOW else ""
                    raise TypeError(
                        f"{cls.__name__}: write {kind}def {name}(self, {', '.join(self.uses[name])}), not {given}"
                    )
            moment = name.removeprefix("may_")
            if moment != name and name not in self.uses and moment in self.uses:
                given = parameters_of(value)[1:]
                if given != self.uses[moment] or inspect.iscoroutinefunction(value):
                    raise TypeError(
                        f"{cls.__name__}: write def {name}(self, {', '.join(self.uses[moment])}), not {given}"
                    )
        self._check_topics(cls)

    def hooks(self, key: Hashable, timing: str) -> tuple[Hook, ...]:
        """Everybody who uses this timing now, in asking order."""
        memo = self._hooks[timing]
        found = memo.get(key)
        if found is None:
            hooks = tuple(
                (holder, ability, getattr(ability, timing))
                for holder, ability in self.active_abilities(key)
                if hasattr(ability, timing) and ability.name not in self._knocked
            )
            found = keep(memo, key, hooks)
        return found

    def mine(self, key: Hashable, timing: str, holder: int) -> tuple[Hook, ...]:
        """The same, of one seat and its units only."""
        memo = self._mine[timing]
        found = memo.get((key, holder))
        if found is None:
            found = keep(memo, (key, holder), tuple(h for h in self.hooks(key, timing) if seat_of(h[0]) == holder))
        return found

    def leave(self, s: Keyed, hook: Hook) -> bool | No:
        """May a power be used here and now? One other source that says no is enough (`may_use`)."""
        if "may_use" in self.uses:
            for holder, ability, may_use in self.hooks(s.key, "may_use"):
                if ability is not hook[1]:
                    answer: bool | No = may_use(s, holder, hook[1], hook[0])
                    if not answer:
                        return answer
        return True

    def usable(self, s: Keyed, hooks: Iterable[Hook]) -> tuple[Hook, ...]:
        """Those that may be used here and now: what a fold is given where powers can be silenced."""
        return tuple(hook for hook in hooks if self.leave(s, hook))

    def still(self, s: Keyed, timing: str, ready: list[Hook]) -> list[Hook]:
        """Without the powers of units that have lost them, or are no more, since the window opened."""
        if not any(isinstance(hook[0], Bearer) for hook in ready):
            return ready
        now = self.hooks(s.key, timing)
        return [hook for hook in ready if not isinstance(hook[0], Bearer) or hook in now]

    def answers(self, ability: Ability) -> bool:
        """Does an ability answer any timing? One that is an action alone changes no look-up."""
        return any(hasattr(ability, name) for name in self.uses if CANON[name].kind is not ACTION)

    def lives(self, ability: Ability) -> bool:
        """False while a test has knocked the ability out."""
        return ability.name not in self._knocked

    def named(self, name: str) -> Ability:
        """The ability with this printed name."""
        for ability in self.abilities:
            if ability.name == name:
                return ability
        raise RulesError(f"no ability is called {name!r}")

    @contextmanager
    def without(self, *names: str) -> Iterator[None]:
        """For tests: these abilities do not exist meanwhile."""
        for name in names:
            self.named(name)
        before, self._knocked = self._knocked, self._knocked | frozenset(names)
        self.clear()
        try:
            yield
        finally:
            self._knocked = before
            self.clear()

    @property
    def remembered(self) -> Mapping[str, Mapping[Hashable, tuple[Hook, ...]]]:
        """The look-ups that `hooks` has made so far, by timing and key; what is missing is to be asked for there."""
        return self._hooks

    def clear(self) -> None:
        """Forget all look-ups (an ability was knocked out or patched)."""
        for memo in self._hooks.values():
            memo.clear()
        for mine in self._mine.values():
            mine.clear()


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
    def thing(self) -> Hashable:
        """What it is printed on, where a game tells powers by that: a book of a card, a kind of unit."""
        return None

    @property
    def text(self) -> str:
        """The rule in our words."""
        return " ".join((type(self).__doc__ or "").split())

    def __repr__(self) -> str:
        return f"<{self.name} {self.rule}>"


@cache
def words_of(name: str) -> str:
    """ "VolcanicEruption" -> "Volcanic Eruption", "AFullSheet" -> "A Full Sheet"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", name)


class No(str):
    """A refusal that knows its reason: false, and a sentence. What `may_<timing>` may return instead of False."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return False


class Later(No):
    """Not now, but what its owner may do at any time could change that: he is asked, though he has nothing to answer
    with yet.
    """

    __slots__ = ()


MUST: Any = object()  # what `may_<timing>` may return for True where the power cannot be left: a ruling says so, say


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
    order: bool = False,
    freely: bool = False,
    plain: bool = False,
    which: Callable[[Hook], bool] | None = None,
    binds: Callable[[Hook], bool] | None = None,
    pause: str = "",
    then: Callable[[Hook], Any] | None = None,
    who: int | None = None,
) -> bool:
    """One player's chance at a timing: first what is forced or asks itself, then what the player likes, each once.

    `player` chooses, and has the powers; with `among` the powers are those of these seats and their units, in the order
    that `player` likes, and the second argument of a method is the holder. Where units bear powers it is the `Bearer`,
    and an option names power and unit; a unit that is gone uses nothing any more. `until()` true ends the window early.
    `quiet`: nobody else learns that this player was asked. `order`: of several that are forced the player says which
    comes first; `freely`: he may put what is not forced before it as well, and is not done while something forced is
    left. `plain`: a power that is alone, and that no unit bears, is a question of yes or no. `which`: these of the
    powers alone; `binds`: who must be used, where that is more or less than `forced`. `pause`: the rule by which a
    player is asked although he has nothing to use, since he might for all that others know; he then uses one power a
    window, for they must not learn whether he has more. `then` hears of each power that has acted. `who` is told to
    have acted, where that is not the holder: he is nobody, say. Returns whether anything was done.
    """
    if among is None:
        hooks = vocabulary.mine(s.key, timing, player)
    else:
        hooks = ()
        for seat in among:
            hooks += vocabulary.mine(s.key, timing, seat)
    may = f"may_{timing}"
    if not pause and (not hooks or (among is None and _nobody(hooks, may, args))):
        return False
    ready, acted = list(hooks), False
    said: set[Any] = set()
    silenced = "may_use" in vocabulary.uses

    def asked(hook: Hook) -> Any:
        if which is not None and not which(hook):
            return False
        if silenced and vocabulary.hooks(s.key, "may_use") and not (leave := vocabulary.leave(s, hook)):
            return leave
        test = getattr(hook[1], may, None)
        if test is None:
            return True
        if among is None and type(hook[0]) is int:  # what `for_holder` says, without asking: most powers are a seat's
            return test(*args)
        return test(*for_holder(hook, args, among is not None))

    def open_now() -> list[Hook]:
        return [hook for hook in vocabulary.still(s, timing, ready) if asked(hook)]

    for _ in range(MOST_ROUNDS):
        if (not ready and not pause) or (until is not None and until()):
            break
        menu: list[Hook] = []  # not list[Hook](), which takes ten times as long
        musts: list[Hook] = []
        later: list[Hook] = []
        for hook in ready:
            answer = asked(hook)
            if answer:
                menu.append(hook)
                must = hook[1].forced if binds is None else binds(hook)
                if answer is MUST or must or hook[1].asks_itself:
                    musts.append(hook)
            elif isinstance(answer, No):
                if isinstance(answer, Later):
                    later.append(hook)
                if say_could and s.trace is not None and hook[:2] not in said:
                    said.add(hook[:2])  # once, however often the others are offered again
                    not_used(s, hook, player, quiet, "{}: {}", str(answer))
        if not menu and not later:
            if pause:
                await choose(player, "power", ("done",), pause, timing, quiet=True, private=True)
            break
        pick = musts[0] if musts else None
        first_of = menu if freely and musts else musts if order else []
        if len(first_of) > 1:
            order_of = offered(first_of)
            first: Answer = await choose(player, "power", order_of, first_of[0][1], f"order of {timing}")
            pick = first_of[order_of.index(first)]
        if pick is None and plain and len(menu) == 1 and isinstance(menu[0][0], int):
            if not await wanted(player, menu[0][1], quiet=quiet):
                not_used(s, menu[0], player, quiet, "{} is not used")
                break
            pick = menu[0]
        if pick is None:
            ways = Offer(menu, open_now)
            given: Answer = await choose(
                player, "power", ways, (menu or later)[0][1], timing, quiet=quiet, private=quiet
            )
            if given == "done":
                for hook in ways.menu:
                    not_used(s, hook, player, quiet, "{} is not used")
                break
            pick = ways.named(given)
        ready.remove(pick)
        acted = True
        with group(s, pick[1].rule, "{}", pick[1].name, who=seat_of(pick[0]) if who is None else who):
            await pick[2](*for_holder(pick, args, among is not None))
        if then is not None:
            then(pick)
        if pause:
            break
        ready = vocabulary.still(s, timing, ready)
    else:
        raise RulesError(f"the window {timing!r} does not come to an end")
    return acted


def _nobody(hooks: Sequence[Hook], may: str, args: tuple[Any, ...]) -> bool:
    """Does each power of a seat refuse, without a word? So it mostly is, and then nothing else need be looked at."""
    for hook in hooks:
        test = getattr(hook[1], may, None)
        if test is None or type(hook[0]) is not int or (answer := test(*args)) or isinstance(answer, No):
            return False
    return True


async def wanted(player: int, power: Ability, *, quiet: bool = False) -> bool:
    """Does a player use a power that is alone?"""
    prompt = f"{power.name}: {power.text}"
    return await yes(player, power, f"use {power.name}", prompt=prompt, quiet=quiet)


class Offer:
    """The powers that a question offers, and "done": looked up anew when somebody has done something at any time."""

    __slots__ = ("_again", "_known", "menu")

    def __init__(self, menu: list[Hook], again: Callable[[], list[Hook]]) -> None:
        self.menu, self._again, self._known = menu, again, True

    def __call__(self) -> tuple[Answer, ...]:
        if not self._known:
            self.menu = self._again()
        self._known = False
        return (*offered(self.menu), "done")

    def named(self, answer: Answer) -> Hook:
        """The power that was chosen; answers that are run again look at no options before."""
        if answer not in (ways := offered(self.menu)):
            self.menu = self._again()
            ways = offered(self.menu)
        return self.menu[ways.index(answer)]


def offered(menu: Sequence[Hook]) -> tuple[Answer, ...]:
    """How powers are offered: by name, by the unit that bears one, and by the seat where several have the same."""
    names = [hook[1].name for hook in menu if not isinstance(hook[0], Bearer)]
    return tuple(
        (name, holder.unit) if isinstance(holder, Bearer) else (name, "of", holder) if names.count(name) > 1 else name
        for holder, name in ((hook[0], hook[1].name) for hook in menu)
    )


def for_holder(hook: Hook, args: tuple[Any, ...], always: bool = False) -> tuple[Any, ...]:
    """The arguments of a method: a power that a unit bears is told which unit, one among several whose it is."""
    return (args[0], hook[0], *args[2:]) if always or isinstance(hook[0], Bearer) else args


def not_used(s: Keyed, hook: Hook, player: int, quiet: bool, text: str, *more: str) -> None:
    kept = (player, "") if quiet else None
    report(s, hook[1].rule, text, hook[1].name, *more, who=player, kind="not used", secret=kept)
