"""Answers as people type them: "attack f4 g5", "move acolyte south_pacific -> australia", "no", "3".

Words are compared without case, punctuation and small words; a command may answer several questions in a row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from .ask import CHANCE, Answer
from .dice import faces
from .errors import IllegalAnswer

if TYPE_CHECKING:
    from .need import Action, Words
    from .position import Position

SMALL = frozenset("to into from the at in on a an of with and by for is".split())


@lru_cache(8192)
def tokens(text: str) -> tuple[str, ...]:
    """The words that count."""
    found = re.findall(r"\d+|[^\W\d_]+\d*|[^\W_]+", text.lower().replace("_", " ").replace("'", "").replace("-", " "))
    kept = tuple(word for word in found if word not in SMALL)
    return kept or tuple(found)


def resolve(position: Position, text: str) -> list[Answer]:
    """The answers that a command gives, one after the other, tried on a copy.

    Raises `IllegalAnswer` with the nearest options when a part cannot be understood or is ambiguous.
    """
    left: Sequence[str] = tokens(text)
    if not left:
        raise IllegalAnswer("the command is empty: write an option, such as its name or its number in the list")
    trial = position.clone()
    found: list[Answer] = []
    while left:
        ask = trial.decision
        if ask is None:
            raise IllegalAnswer("the game is over: nothing is asked any more")
        if found and ask.player == CHANCE and ask.dice is None:
            raise IllegalAnswer(
                f"the command goes on after {found[-1]!r}, but now it is for chance to answer {ask.what!r}"
            )
        answer, left = _one(trial, left, text)
        trial.play(answer)
        found.append(answer)
    return found


def _one(position: Position, left: Sequence[str], text: str) -> tuple[Answer, Sequence[str]]:
    ask, system, s = position.decision, position.system, position.state
    assert ask is not None
    options = ask.options
    if ask.dice is not None and all(word.isdigit() for word in left):
        dice, n = ask.dice
        thrown = faces(" ".join(left))
        if len(thrown) == n:
            return dice.read(thrown), ()
    if ask.kind == "number" or (ask.dice is not None and len(left) == 1):
        if left[0].isdigit() and int(left[0]) in options:
            return int(left[0]), left[1:]
    named = [(tokens(system.label(s, ask, option)), option) for option in options]
    named += [(tokens(_plain(option)), option) for option in options]
    best: dict[Answer, int] = {}
    for words, option in named:
        if words and tuple(left[: len(words)]) == words and len(words) > best.get(option, 0):
            best[option] = len(words)
    if best:
        most = max(best.values())
        hits = [option for option in best if best[option] == most]
        if len(hits) == 1:
            return hits[0], left[most:]
        raise _ambiguous(position, hits, text)
    loose = list(dict.fromkeys(option for words, option in named if _abbreviates(left, words)))
    if len(loose) == 1:
        return loose[0], ()
    if loose:
        raise _ambiguous(position, loose, text)
    if len(left) == 1 and left[0].isdigit() and 1 <= int(left[0]) <= len(options):
        return options[int(left[0]) - 1], ()
    shown = "; ".join(system.label(s, ask, option) for option in options[:6]) + ("; ..." if len(options) > 6 else "")
    raise IllegalAnswer(f"{' '.join(left)!r} is not offered; {system.prompt(s, ask)} {shown}")


def _plain(option: Any) -> str:
    return " ".join(_plain(part) for part in option) if isinstance(option, tuple) else str(option)


def _abbreviates(typed: Sequence[str], words: Sequence[str]) -> bool:
    """Each typed word begins a word of the option, in order."""
    at = 0
    for word in typed:
        while at < len(words) and not words[at].startswith(word):
            at += 1
        if at == len(words):
            return False
        at += 1
    return True


def _ambiguous(position: Position, hits: Sequence[Answer], text: str) -> IllegalAnswer:
    ask = position.decision
    assert ask is not None
    shown = "; ".join(position.system.label(position.state, ask, option) for option in hits[:5])
    return IllegalAnswer(f"{text!r} can mean {len(hits)} things: {shown}")


def read_action(words: Words, actions: Iterable[Action], s: Any, me: int, text: str) -> tuple[Action, tuple[Any, ...]]:
    """An action and its arguments, legal or not, from a typed command; the last arguments may be missing."""
    left = tokens(text)
    known = list(actions)
    best: tuple[int, Action] | None = None
    for action in known:
        verb = tokens(action.verb)
        if left[: len(verb)] == verb and (best is None or len(verb) > best[0]):
            best = (len(verb), action)
    if best is None:
        verbs = ", ".join(dict.fromkeys(action.verb for action in known))
        raise IllegalAnswer(f"{text!r} begins with no action; the actions are: {verbs}")
    left = left[best[0] :]
    args: list[Any] = []
    for word in best[1].shape:
        if not left:
            break
        hit: tuple[int, Any] | None = None
        for value in words[words[word].base or word].candidates(s, me):
            name = tokens(words[word].name(s, value))
            if name and left[: len(name)] == name and (hit is None or len(name) > hit[0]):
                hit = (len(name), value)
        if hit is None:
            raise IllegalAnswer(
                f"{' '.join(left)!r} names no {words[word].base or word} ({best[1].verb} needs: {', '.join(best[1].shape)})"
            )
        left = left[hit[0] :]
        args.append(hit[1])
    if left:
        raise IllegalAnswer(
            f"{' '.join(left)!r} is too much: {best[1].verb} needs {', '.join(best[1].shape) or 'nothing more'}"
        )
    return best[1], tuple(args)
