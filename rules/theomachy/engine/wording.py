"""Words as people and files write them: what counts of a name, lists such as "2 Plague, Famine", values in TOML."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from .errors import ScenarioError
from .plain import Json, Said

SMALL = frozenset("to into from the at in on a an of with and by for is".split())
NOTHING = frozenset(("", "none", "nothing", "empty"))
MOST = 1_000  # of one thing in a list
MANY = {"is": "are", "has": "have", "was": "were"}  # of what is no verb in s


@lru_cache(8192)
def tokens(text: str, names: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """The words that count.

    Of small words those of `names` do, where they come first or are written just so: a player may be called "A".
    """
    found = all_words(text)
    low = [word.lower() for word in found]
    kept = tuple(
        word
        for at, word in enumerate(low)
        if word not in SMALL or found[at] in names or (not at and any(word == name.lower() for name in names))
    )
    return kept or tuple(low)


def all_words(text: str) -> list[str]:
    """Every word as it is written, the small ones too; without punctuation."""
    return re.findall(r"\d+|[^\W\d_]+\d*|[^\W_]+", text.replace("_", " ").replace("'", "").replace("-", " "))


def listed(said: Said, at: str) -> list[tuple[int, str]]:
    """ "2 Plague, Famine" as [(2, "Plague"), (1, "Famine")]; a list of such texts will do; "none" is the empty list.

    Raises `ScenarioError` for anything else; `at` says where it stands.
    """
    if isinstance(said, list | tuple):
        return [pair for part in said for pair in listed(part, at)]
    if not isinstance(said, str):
        raise ScenarioError(f"{at}: {said!r:.80} must be text, such as '2 armies, temple'")
    found = []
    for part in () if said.strip().lower() in NOTHING else said.split(","):
        match = re.fullmatch(r"\s*(?:(\d{1,4})\s+)?(\S.*?)\s*", part)
        if match is None or int(match[1] or 1) > MOST:
            raise ScenarioError(f"{at}: {said!r:.80} is no list such as '2 armies, temple'")
        found.append((int(match[1] or 1), match[2]))
    return found


def signed(change: float, places: int = 1) -> str:
    """A change as people read it: "+2", "\u22121.5", "0" for what is nothing when it is rounded."""
    rounded = round(abs(change), places)
    if not rounded:
        return "0"
    sign = "\u2212" if change < 0 else "+"
    return f"{sign}{rounded:.0f}" if rounded == int(rounded) else f"{sign}{rounded:.{places}f}"


def enumerated(names: Iterable[str], plurals: Mapping[str, str] = MappingProxyType({})) -> str:
    """The way back: "2 Plague, Famine", in the order in which each name comes first; "" for nothing."""
    return ", ".join(name if n == 1 else f"{n} {plurals.get(name, name)}" for name, n in Counter(names).items())


def together(names: Sequence[str]) -> str:
    """ "A", "A and B", "A, B and C"."""
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def article(name: str) -> str:
    """ "a Deep One", "an Undead", "a unit"."""
    return f"{'an' if re.match(r'[aeio]|u(?!ni)', name, re.IGNORECASE) else 'a'} {name}"


def number_of(n: int, one: str, many: str = "") -> str:
    """ "1 rout", "2 routs", "3 armies" (`many`, where it is not made with an s)."""
    return f"{n} {one if n == 1 else many or f'{one}s'}"


def of_many(words: str, many: bool = True) -> str:
    """What is said of one, said of `many`: "goes to D4 with its army" is "go to D4 with their army" of the Gremlins."""
    if not many:
        return words
    first, *rest = words.split(" ")
    return " ".join([_of_many(first), *("their" if word == "its" else word for word in rest)])


def _of_many(verb: str) -> str:
    if verb in MANY:
        return MANY[verb]
    if re.search(r"[^aeiou]ies$", verb):
        return f"{verb[:-3]}y"
    if re.search(r"(?:ss|x|zz|sh|ch|o)es$", verb):
        return verb[:-2]
    return verb.removesuffix("s")


def whose(name: str) -> str:
    """ "Great Cthulhu's", "Ancients'"."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def acted(text: str, name: str, title: str = "", many: bool = False) -> str:
    """A sentence with whoever acts: "loses 3 Cores" is "Emma loses 3 Cores", "Mechanisms lose 3 Cores" of one who is
    spoken of as `many`. One that names him already stays.
    """
    if any(who and re.search(rf"(?<!\w){re.escape(who)}(?!\w)", text) for who in (name, title)):
        return text
    return f"{name} {of_many(text, many)}" if text[:1].islower() else f"{title or name}: {text}"


def ranked(best: int, others: Sequence[tuple[str, int]], what: str) -> str:
    """How far one is ahead: "5 VP to 4" of one other, else "12 Doom; Great Cthulhu 6, Crawling Chaos 5"."""
    rest = sorted(others, key=lambda row: -row[1])
    if len(rest) == 1:
        return f"{best} {what} to {rest[0][1]}"
    return "; ".join([f"{best} {what}", *([", ".join(f"{name} {n}" for name, n in rest)] if rest else [])])


def toml(value: Json) -> str:
    """A value as TOML writes it on one line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, Mapping):
        inside = ", ".join(f"{toml_key(str(key))} = {toml(part)}" for key, part in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(toml(part) for part in value)}]"
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(f"\\u{ord(c):04x}" if ord(c) < 32 or ord(c) == 127 else c for c in escaped) + '"'


def toml_key(key: str) -> str:
    """A key as TOML writes it: bare where it may be."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else toml(key)
