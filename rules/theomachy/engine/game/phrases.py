"""Actions as people say them: "build temple d3", "g5 attack from f4", "put a Deep One at the gate in Asia".

The words of a phrase are shared out: some say which action it is (its verb, the words of its phrase, what else it is
called), some name its arguments, in any order; a small word before a name ("from", "into") says which argument it is,
as in the action's own phrase. Who acts may be named first ("Zeus attacks Medusa"). What is read so means exactly what
"verb name name" means.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import NamedTuple

from ..plain import Json
from ..reference.finding import stem
from ..runtime.decision import Answer
from ..runtime.requirement import Action, Args, Menu
from ..state.declare import Declared
from ..tabletop.argument import ACTOR, ArgumentTypes
from ..wording import SMALL, all_words

# small words that say the same of a place
SIDES = {
    **dict.fromkeys(("from", "of"), "from"),
    **dict.fromkeys(("to", "into", "onto", "toward", "towards"), "to"),
    **dict.fromkeys(("in", "on", "at"), "at"),
    **dict.fromkeys(("against", "with", "versus", "vs"), "with"),
}
# words that add nothing
EMPTY = SMALL | frozenset(
    """please can could cannot cant may i we my our me us you your it its this that these those some any another one not
    why do does want would like try now then let lets cast play against toward towards onto versus vs""".split()
)


class Word(NamedTuple):
    """A word of a phrase that counts, and what the small words before it say of its place."""

    text: str
    side: str


class Name(NamedTuple):
    """A value of an argument that some words name: those from `start` to `end`; `parts` of its name are missing."""

    start: int
    end: int
    value: Json
    parts: int


class Reading(NamedTuple):
    """An action with arguments (None: not named), and how well it fits; the best is the least."""

    action: Action
    args: tuple[Answer, ...]
    unread: tuple[str, ...]  # words that it does not explain
    cost: tuple[int, ...]

    @property
    def by_verb(self) -> bool:
        """Is the action called by its verb, or another name that it has, and not by a word of its phrase alone?"""
        return not self.cost[2]


def read(text: str) -> list[Word]:
    """The words of a phrase that count."""
    found, side = [], ""
    for word in map(str.lower, all_words(text)):
        side = SIDES.get(word, side)
        if word not in EMPTY:
            found.append(Word(word, side))
            side = ""
    return found


@lru_cache(1024)
def _stems(text: str) -> tuple[str, ...]:
    words = [word.lower() for word in all_words(text)]
    return tuple(stem(word) for word in words if word not in SMALL) or tuple(map(stem, words))


def called(action: Action) -> tuple[frozenset[str], frozenset[str]]:
    """(what says that it is meant, what may be said beside): the stems of its verb and names; of its phrase."""
    head = frozenset(word for name in (action.verb, *action.also) for word in _stems(name))
    return head, frozenset(word for part in action.phrase.split("{}") for word in _stems(part)) - {""}


def sides(action: Action) -> tuple[str, ...]:
    """What the small word before each argument says in the action's own phrase."""
    parts = [part.split() for part in action.phrase.split("{}")[:-1]]
    found = [SIDES.get(part[-1].lower(), "") if part else "" for part in parts]
    return tuple((found + [""] * len(action.shape))[: len(action.shape)])


def readings(
    types: ArgumentTypes, actions: Iterable[Action], s: Declared, me: int, words: Sequence[Word]
) -> list[Reading]:
    """What a phrase may mean, the best first; only actions of which something is said."""
    known: dict[str, list[Name]] = {}
    found = []
    for action in actions:
        if (reading := _reading(types, action, s, me, words, known)) is not None:
            found.append(reading)
    return sorted(found, key=lambda reading: reading.cost)


def _reading(
    types: ArgumentTypes, action: Action, s: Declared, me: int, words: Sequence[Word], known: dict[str, list[Name]]
) -> Reading | None:
    head, beside = called(action)
    said = [stem(word.text) for word in words]
    verb = set(_stems(action.verb)) <= set(said) or any(set(_stems(name)) <= set(said) for name in action.also)
    named = [at for at, word in enumerate(said) if word in head or word in beside]
    if not named and len(action.shape) < 2:
        return None
    bases = [types[word].base or word for word in action.shape]
    for base in (*bases, *({ACTOR} & types.keys())):
        if base not in known:
            known[base] = list(_names(types, base, s, me, words, said))
    extra = {word for base in bases for word in _stems(base.removeprefix("any "))}
    free = {at for at, word in enumerate(said) if word in head or word in beside or word in extra}
    who = max((name.end for name in known.get(ACTOR, ()) if not name.start), default=0)  # the words of who acts
    best: Reading | None = None
    for args in _shared([known[base] for base in bases]):
        taken = {at for name in args if name is not None for at in range(name.start, name.end)}
        if not set(named) - taken and (len(args) < 2 or None in args):
            continue  # nothing is left that says which action it is
        acts = set(range(who)) - taken if verb else set()
        unread = tuple(word.text for at, word in enumerate(words) if at not in taken | free | acts)
        wrong = sum(
            bool(words[name.start].side and side and words[name.start].side != side)
            for name, side in zip(args, sides(action), strict=True)
            if name is not None
        )
        order = [name.start for name in args if name is not None]
        cost = (
            len(unread),
            wrong,
            not verb,
            sum(name is None for name in args),
            sum(name.parts for name in args if name is not None),
            order != sorted(order),
            order[:1] == [0],
        )
        values = tuple(None if name is None else name.value for name in args)
        if best is None or cost < best.cost:
            best = Reading(action, values, unread, cost)
    return best


def _shared(slots: Sequence[Sequence[Name]], taken: tuple[Name | None, ...] = ()) -> Iterator[tuple[Name | None, ...]]:
    """Every way to give the arguments names that do not overlap."""
    if len(taken) == len(slots):
        yield taken
        return
    for name in slots[len(taken)]:
        if all(other is None or name.end <= other.start or other.end <= name.start for other in taken):
            yield from _shared(slots, (*taken, name))
    yield from _shared(slots, (*taken, None))


def _names(
    types: ArgumentTypes, base: str, s: Declared, me: int, words: Sequence[Word], said: Sequence[str]
) -> Iterator[Name]:
    """The values of a kind that some words name, in full or by a part that no other name has."""
    values = [(_stems(types[base].named(s, me, value)), value) for value in types[base].candidates(s, me)]
    for start in range(len(said)):
        for end in range(len(said), start, -1):
            part = tuple(said[start:end])
            if whole := [value for name, value in values if name == part]:
                yield Name(start, end, whole[0], 0)
                break
            holding = [(len(name) - len(part), value) for name, value in values if _holds(name, part)]
            if len(holding) == 1 and not part[0].isdecimal():
                yield Name(start, end, holding[0][1], holding[0][0])
                break


def _holds(name: tuple[str, ...], part: tuple[str, ...]) -> bool:
    """Are these words of the name, in its order?"""
    left = iter(name)
    return all(word in left for word in part)


def vague(types: ArgumentTypes, reading: Reading, s: Declared, me: int) -> str:
    """What an unread word may be short for: "'asia' can be North Asia or South Asia"; "" for nothing."""
    bases = [types[w].base or w for w, value in zip(reading.action.shape, reading.args, strict=True) if value is None]
    for base in dict.fromkeys(bases):
        names = [types[base].named(s, me, value) for value in types[base].candidates(s, me)]
        for word in reading.unread:
            if meant := [name for name in names if stem(word) in _stems(name)]:
                return f"{word!r} can be {', '.join(meant[:-1])} or {meant[-1]}" if meant[1:] else ""
    return ""


def actor(types: ArgumentTypes, s: Declared, me: int) -> str:
    """The one that acts now, by name; "" where the game has none, or several may."""
    able = list(types[ACTOR].candidates(s, me)) if ACTOR in types else []
    return types[ACTOR].named(s, me, able[0]) if len(able) == 1 else ""


def filled(types: ArgumentTypes, reading: Reading, s: Declared, me: int) -> Args | None:
    """The arguments, as far as they are named without a gap; a gap is filled where one value alone would be legal.

    None where more than one would.
    """
    action, args = reading.action, reading.args
    last = max((at for at, value in enumerate(args) if value is not None), default=-1)
    for at in range(last):
        if args[at] is None:
            menu = Menu(types, s, me)
            fits = [
                value for value in menu.next(action, args[:at]) if args[last] in menu.next(action, (*args[:at], value))
            ]
            if len(fits) != 1 or last != at + 1:
                return None
            args = (*args[:at], fits[0], *args[at + 1 :])
    return args[: last + 1]


def turned(types: ArgumentTypes, action: Action, text: str) -> bool:
    """May small words say of two arguments of a kind that they are named in another order ("to g5 from f4")?"""
    bases = [types[word].base or word for word in action.shape]
    return len(set(bases)) < len(bases) and any(word.side in sides(action) for word in read(text) if word.side)


def mended(types: ArgumentTypes, actions: Iterable[Action], s: Declared, me: int, text: str) -> str:
    """The phrase with unknown words replaced by the nearest that there are; "" where nothing is near."""
    known: set[str] = set()
    for action in actions:
        for name in (action.verb, *action.also, *action.phrase.split("{}")):
            known.update(word.text for word in read(name))
        for base in {types[word].base or word for word in action.shape}:
            for value in types[base].candidates(s, me):
                known.update(word.lower() for word in all_words(types[base].named(s, me, value)))
    stems = {stem(word) for word in known}
    said, changed = [], False
    for word in map(str.lower, all_words(text)):
        near = [] if word in EMPTY or stem(word) in stems else get_close_matches(word, known, n=1, cutoff=0.7)
        changed = changed or bool(near)
        said.append(near[0] if near else word)
    return " ".join(said) if changed else ""
