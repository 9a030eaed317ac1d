"""What follows from the declaration of a state: data, the words of scenarios, checks, the tools of an editor."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from ..errors import SaveError, TheoError, unknown
from ..plain import Json, Said
from ..tabletop.palette import EditError, Tool, Value, area_of
from ..tabletop.table import Card, Figure, Hand, Sheet, Slot, Target
from ..wording import toml, toml_key
from .declare import ALL, Declared, Field
from .domain import Domain, StatePath
from .each import Each
from .parts import Phrase, Trick, Violation
from .secrets import seen_by
from .some import Many, Mask

S = TypeVar("S", bound=Declared)
NOTHING = ("{}", '"none"')  # how the example of an empty value reads


# -- data -------------------------------------------------------------------------------------------------------------
def to_json(s: Declared) -> dict[str, Json]:
    """The state as JSON-able data, without what is derived."""
    found = {}
    for name, item in s.fields.items():
        at, value = StatePath(s.config, name), getattr(s, name)
        if not item.later or value != item.kind.fresh(at):
            found[name] = item.kind.dump(at, value)
    return found


def from_json(cls: type[S], config: Any, raw: Json) -> S:
    """The state again, every field checked (`SaveError`); what is derived is made anew."""
    later = {name for name, item in cls.fields.items() if item.later}
    if not isinstance(raw, Mapping) or not set(cls.fields) - later <= set(raw) <= set(cls.fields):
        raise SaveError("the position in the file has missing or unknown fields")
    s = cls.fresh(config)
    for name, item in cls.fields.items():
        if name not in raw:
            continue
        setattr(s, name, item.kind.load(StatePath(config, name), raw[name]))
    s.derive()
    return s


def violations(s: Declared) -> list[Violation]:
    """What no position can be: values out of their bounds, and stocks that do not add up."""
    found: list[Violation] = []
    for name, item in s.fields.items():
        said = item.kind.violations(StatePath(s.config, item.title or name), getattr(s, name))
        found += [(item.rule, *fault) for fault in said]
    for stock in s.stocks:
        found += stock.violations(s)
    return found


# -- the words of scenarios -------------------------------------------------------------------------------------------
def words(cls: type[Declared], *, covered: bool = False) -> dict[str, Field | Phrase]:
    """Everything that can be said of a state, by its key, in the order in which it is read.

    With `covered` also the fields that a phrase tells, and words of expectations alone: a set-up says each thing in one
    way, an expectation in any.
    """
    told = {name for phrase in cls.phrases for name in phrase.covers} if not covered else ()
    found: dict[str, Field | Phrase] = {
        item.key or name: item for name, item in cls.fields.items() if item.said and name not in told
    }
    return found | {phrase.key: phrase for phrase in cls.phrases if covered or phrase.read is not None}


def seat_domain(cls: type[Declared]) -> Domain:
    """The domain of the seats, as the fields name it."""
    for item in cls.fields.values():
        of = getattr(item.kind, "of", None)
        if isinstance(of, Domain) and of.target == "seat:{}":
            return of
    raise TypeError(f"{cls.__name__} has no field over the seats, a domain with the target 'seat:{{}}'")


def attribute(cls: type[Declared], key: str) -> str:
    """The attribute that a key names."""
    return next(name for name, item in cls.fields.items() if (item.key or name) == key)


def read(s: Declared, said: Mapping[str, Said]) -> None:
    """Write what a `[setup]` says into a state. Raises `TheoError` for a word, name or number that does not fit."""
    known = words(type(s))
    for key in said:
        if key not in known:
            raise unknown("key of [setup]", key, known)
    for key, item in known.items():
        if key in said:
            if isinstance(item, Field):
                name = attribute(type(s), key)
                setattr(s, name, item.kind.amended(StatePath(s.config, key), said[key], getattr(s, name)))
            elif item.read is not None:
                item.read(s, said[key])
    named = {attribute(type(s), key) for key in said if isinstance(known[key], Field)}
    for stock in s.stocks:
        stock.fill(s, named)


def said(s: Declared) -> dict[str, Any]:
    """What `read` would take to say a whole state, in the order of the words."""
    return {key: value for key, item in words(type(s)).items() if (value := _told(s, key, item)) is not None}


def _told(s: Declared, key: str, item: Field | Phrase) -> Any:
    """What one word says of a state."""
    if isinstance(item, Phrase):
        return item.say(s)
    return item.kind.whole(StatePath(s.config, key), getattr(s, attribute(type(s), key)))


def _says(s: Declared, whole: Mapping[str, Any], first: str) -> bool:
    """Does a state say just this? The word is asked first by which it would most likely differ."""
    known = words(type(s))
    keys = [first, *(key for key in known if key != first)] if first in known else known
    return all(_told(s, key, known[key]) == whole.get(key) for key in keys)


def text(words_: Mapping[str, Json]) -> str:
    """Words with what they say, as lines of TOML."""
    return "\n".join(f"{key} = {toml(value)}" for key, value in words_.items())


def briefly(s: Declared, arrange: Callable[[Mapping[str, Any]], Declared]) -> dict[str, Any]:
    """As few of the words of a state as `arrange` needs to make it: what goes without saying is left out."""

    def enough(words_: Mapping[str, Json], first: str = "") -> bool:
        try:
            return _says(arrange(words_), whole, first)
        except TheoError:  # a word that makes no sense without another
            return False

    whole, start = said(s), said(arrange({}))
    chosen = {key: value for key, value in whole.items() if start.get(key) != value}
    if not enough(chosen):  # a word that is not said has another meaning beside others
        chosen = dict(whole)
    for key in reversed(list(chosen)):
        fewer = {other: value for other, value in chosen.items() if other != key}
        if enough(fewer, key):
            chosen = fewer
    for key, value in chosen.items():
        if isinstance(value, Mapping) and key in words(type(s)):
            chosen[key] = _fewer(value, lambda less, key=key: enough(chosen | {key: less}, key))  # type: ignore[misc]
    return chosen


def _fewer(said_: Mapping[str, Any], enough: Callable[[Any], bool]) -> dict[str, Any]:
    """A table without the rows, and its tables without theirs, that go without saying."""
    left = dict(said_)
    for key in reversed(list(left)):
        less = {other: value for other, value in left.items() if other != key}
        if enough(less):
            left = less
        elif isinstance(left[key], Mapping):
            rest = dict(left)
            left[key] = _fewer(left[key], lambda inner, key=key, rest=rest: enough(rest | {key: inner}))  # type: ignore[misc]
    return left


def differences(s: Declared, expected: Mapping[str, Said], more: Mapping[str, Json] | None = None) -> list[str]:
    """What is otherwise than a scenario expects, a line each. `more` are words of another origin, for messages."""
    known, found = words(type(s), covered=True), list[str]()
    for key, wanted in expected.items():
        item = known.get(key)
        if item is None and (phrase := _of_member(s, key)) is not None:
            item, wanted = phrase, {key: wanted}
        if isinstance(item, Phrase) and item.differences is not None:
            found += item.differences(s, wanted)
        elif isinstance(item, Field):
            found += item.kind.differences(StatePath(s.config, key), getattr(s, attribute(type(s), key)), wanted)
        else:
            raise unknown("expectation", key, [*known, *(more or ())])
    return found


def _of_member(s: Declared, key: str) -> Phrase | None:
    """The phrase that has a line for the member of this name."""
    for phrase in s.phrases:
        if phrase.alone is not None and key.upper() in map(str.upper, phrase.alone.all(s.at(phrase.key))):
            return phrase
    return None


class KeyRow(NamedTuple):
    """One key of `[setup]` or `expect`: an example of the value as TOML, and what it says."""

    key: str
    example: str
    title: str

    @property
    def line(self) -> str:
        """The example as it stands in a file."""
        return f"{toml_key(self.key)} = {self.example}"


def keys(cls: type[Declared], config: Any, *, expected: bool = False) -> list[KeyRow]:
    """The page of keys of `[setup]`, or of `expect`."""
    rows = []
    for key, item in words(cls, covered=expected).items():
        at = StatePath(config, key)
        if isinstance(item, Phrase):
            if not expected or item.differences is not None:
                rows.append(KeyRow(key, item.example, item.shape))
        else:
            title = f"{item.title}: {item.kind.shape(at)}" if item.title else item.kind.shape(at)
            example = item.example or toml(item.kind.say(at, item.kind.sample(at)))
            if not (item.later and example in NOTHING):  # only some boxes hold it: in others there is nothing to say
                rows.append(KeyRow(key, example, title))
    return rows


# -- the editor -------------------------------------------------------------------------------------------------------
def palette(s: Declared) -> Iterator[Tool]:
    """All tools, with how they stand: those of the fields, then the game's own."""
    found = [
        tool
        for name, item in s.fields.items()
        if item.group
        for tool in item.kind.tools(StatePath(s.config, name), getattr(s, name), item.tool(name))
    ]
    found += [tool for trick in s.tricks for tool in trick.tools(s)]
    order = dict.fromkeys((*s.groups, *(tool.group for tool in found)))
    for group in order:
        yield from (tool for tool in found if tool.group == group)


def placed(s: Declared, tool: str, target: Target) -> int:
    """How many of a placing tool are in an area."""
    word, *args = tool.split(":")
    area = area_of(target)
    if word in s.fields:
        return s.fields[word].kind.placed(StatePath(s.config, word), getattr(s, word), args, area)
    return _trick(s, word).placed(s, args, area)


def edit(s: S, tool: str, target: Target, change: Value) -> S:
    """A copy in which the tool has this value. It may be impossible, which `violations` then says."""
    word, *args = tool.split(":")
    area, other = area_of(target) if target else -1, s.copy()
    if word in s.fields:
        item = s.fields[word]
        try:
            value = item.kind.edit(StatePath(s.config, word), getattr(other, word), args, area, change)
        except EditError:
            raise
        except (IndexError, ValueError) as fault:
            raise EditError(f"{item.title} cannot be changed like that: {tool!r:.80}") from fault
        setattr(other, word, value)
        other.edited(word, args, area, change)
        for stock in other.stocks:
            if word in stock.fields:
                stock.fill(other, (word,))
    else:
        _trick(s, word).edit(other, args, area, change)
        other.edited(word, args, area, change)
    other.derive()
    return other


def _trick(s: Declared, word: str) -> Trick:
    for trick in s.tricks:
        if trick.word == word:
            return trick
    raise unknown("tool", word, [*s.fields, *(trick.word for trick in s.tricks)])


# -- the table --------------------------------------------------------------------------------------------------------
def hands(
    s: Declared,
    name: str,
    viewer: int | None = None,
    *,
    most: int = 0,
    waits: Callable[[int, int], str] = lambda seat, card: "",
) -> tuple[Hand, ...]:
    """The hands of a field, one a seat, as they lie on the table: what `viewer` may not see is counted only.

    `waits(seat, card)` says why a card cannot be used at this moment; "" if it can.
    """
    kind = s.fields[name].kind
    if not isinstance(kind, Each) or not isinstance(kind.kind, Many):
        raise TypeError(f"{type(s).__name__}.{name} holds no hands")
    cards, found, closed = kind.kind.of, [], seen_by(s.fields[name], s) != ALL
    for seat, hand in enumerate(getattr(s, name)):
        at, shown = kind.within(StatePath(s.config, name), seat), []
        for card in hand if viewer in (None, seat) or not closed else ():
            if card >= cards.first:
                look, note = cards.shown(at, card), waits(seat, card)
                target, title = f"card:{seat}:{card}", cards.name(at, card)
                shown.append(Card(target, title, look.icon, look.text, look.rule, not note, note))
        found.append(Hand(seat, tuple(shown), len(hand), most))
    return tuple(found)


def slots(s: Declared, name: str, seat: int, word: str, icon: str = "", *, filled: bool = True) -> tuple[Slot, ...]:
    """The squares of a seat's sheet: a member each of a field that is a mask a seat, such as the spellbooks it has.

    `word` begins their targets; with `filled` off, those of the mask are the empty ones.
    """
    kind = s.fields[name].kind
    if not isinstance(kind, Each) or not isinstance(kind.kind, Mask):
        raise TypeError(f"{type(s).__name__}.{name} is no mask of each seat")
    of, at, found = kind.kind.of, kind.within(StatePath(s.config, name), seat), []
    for i, member in enumerate(of.members(at)):
        look, there = of.shown(at, member), bool(getattr(s, name)[seat] >> i & 1)
        target = f"{word}:{seat}:{i}"
        found.append(Slot(of.name(at, member), look.text, look.rule, there is filled, icon, target=target))
    return tuple(found)


def sheets(
    s: Declared,
    rows: Sequence[Mapping[str, int]],
    active: int | None,
    *,
    out: int = 0,
    shown: Callable[[str, int], bool] = lambda key, value: True,
) -> tuple[Sheet, ...]:
    """What each player has, for everybody to see: the open figures of a game, and who is to act.

    `rows` are `System.figures`. A figure that a field of the seats declares has its title; another is called as its
    key. `out` is the mask of those who play no more; `shown(key, value)` leaves figures out.
    """
    titles = {item.key or name: item.title for name, item in s.fields.items() if item.title}
    found = []
    for seat, row in enumerate(rows):
        figures = tuple(Figure(titles.get(key, key), n, key=key) for key, n in row.items() if shown(key, n))
        status = "out" if out >> seat & 1 else "to act" if seat == active else "waits"
        found.append(Sheet(seat, status, figures))
    return tuple(found)
