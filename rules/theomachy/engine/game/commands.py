"""Answers as people type them: "attack f4 g5", "move acolyte south_pacific -> australia", "no", "3".

Words are compared without case, punctuation and small words; a command may answer several questions in a row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import IllegalAnswer
from ..runtime.decision import CHANCE, LEAVES, Answer, Decision, Secret
from ..runtime.dice import faces
from ..runtime.requirement import ORDINAL, Action, Args, Menu
from ..tabletop.argument import ArgumentTypes
from ..wording import article, tokens

if TYPE_CHECKING:
    from ..runtime.decision import LogEntry
    from ..runtime.position import Position

LONGEST = 500  # signs of one command


def resolve(position: Position, text: str, who: int | None = None) -> list[Answer]:
    """The answers that a command gives, one after the other; see `spoken`."""
    return [entry.answer for entry in spoken(position, text, who)]


def spoken(position: Position, text: str, who: int | None = None) -> list[LogEntry]:
    """The entries of the log that a command gives, one after the other, tried on a copy; dice keep their faces.

    `who` is the seat that speaks, where that matters: a secret choice, an any-time action. Without it a secret choice
    is that of the first player who is missing, unless the command begins with a name ("Bronteas 2"). Any-time actions
    may be marked with "!". Raises `IllegalAnswer` with the nearest options when a part cannot be understood or is
    ambiguous.
    """
    if len(text) > LONGEST:
        raise IllegalAnswer(f"the command is longer than {LONGEST} signs")
    left: Sequence[str] = tokens(text)
    if not left:
        raise IllegalAnswer("the command is empty: write an option, such as its name or its number in the list")
    trial = position.clone()
    before = len(trial.log())
    last: LogEntry | None = None
    while left:
        decision, thrown = trial.decision, None
        if decision is None:
            raise IllegalAnswer("the game is over: nothing is asked any more")
        if last is not None and decision.player == CHANCE and decision.dice is None:
            raise IllegalAnswer(
                f"the command goes on after {last.answer!r}, but now it is for chance to answer {decision.what!r}"
            )
        if last is None and text.lstrip().startswith("!"):
            answer, left = _jump(trial, left, text, who)
        elif decision.kind == "action" and (whole := _whole(trial, decision, left)) is not None:
            last, left = trial.last, whole
            continue
        elif decision.dice is not None and (hand := _faces(trial, decision, left)) is not None:
            thrown, left = hand
            answer = decision.dice[0].thrown(decision.dice[1], thrown)
        else:
            answer, left = _one(trial, left, text, who)
        trial.play(answer, thrown)
        last = trial.last
    return trial.log()[before:]


def _faces(trial: Position, decision: Decision, left: Sequence[str]) -> tuple[list[int], Sequence[str]] | None:
    """The faces at the beginning of what is left, and what follows them; None when an outcome is named instead.

    Raises `IllegalAnswer` for too many or too few faces: a part of them must never pass for an outcome.
    """
    assert decision.dice is not None
    dice, n = decision.dice
    many = next((i for i, word in enumerate(left) if not word.isdecimal()), len(left))
    if not many:
        return None
    if many < len(left):  # "2 hits" names an outcome
        labels = (tokens(trial.system.label(trial.state, decision, option)) for option in decision.options)
        if any(len(words) > many and tuple(left[: len(words)]) == words for words in labels):
            return None
    thrown = faces(" ".join(left[:many]))
    if len(left) == 1 and (dice.total or len(thrown) != n) and int(left[0]) in decision.options:
        return None
    dice.thrown(n, thrown)
    return thrown, left[many:]


def _whole(trial: Position, decision: Decision, left: Sequence[str]) -> Sequence[str] | None:
    """An action typed with arguments that the menu does not ask; plays it and gives what is left of the command.

    An argument with one legal value is never asked, yet people write it; it must then be that value.
    """
    words, s, me = trial.system.argument_types, trial.state, decision.player
    action, rest = _verb(trial.system.offered(s, me), left)
    if action is None or action.asked >= len(action.shape):
        return None
    args, rest = _arguments(words, action, s, me, rest)
    if len(args) <= action.asked or (action.verb, *args[: action.asked]) not in decision.options:
        return None
    for at in range(action.asked, len(args)):
        legal = Menu(words, s, me).next(action, args[:at])
        if args[at] not in legal:
            name = words[action.shape[at]].name
            raise IllegalAnswer(
                f"{action.verb} is not possible with {name(s, args[at])}; "
                f"there is {', '.join(name(s, value) for value in legal[:8]) or 'nothing'}"
            )
    trial.play((action.verb, *args[: action.asked]))
    for at in range(action.asked, len(args)):
        asked = trial.decision
        if asked is not None and asked.what == f"{action.verb} {ORDINAL[at]}":
            trial.play(args[at])
    return rest


def _jump(position: Position, left: Sequence[str], text: str, who: int | None) -> tuple[Answer, Sequence[str]]:
    """An any-time action: its label, or its plain words without the name of whoever makes it."""
    named = [
        (words, jump)
        for jump in position.unasked
        if who in (None, jump[2])
        for words in (
            tokens(position.system.unasked_label(position.state, jump)),
            *([] if jump[1] == LEAVES else [tokens(plain((jump[1], *jump[3:])))]),
            *(tokens(f"{name} {LEAVES} the game") for name in _called(position, jump) if jump[1] == LEAVES),
        )
    ]
    hits = list(dict.fromkeys(jump for words, jump in named if tuple(left) == words)) or list(
        dict.fromkeys(jump for words, jump in named if _abbreviates(left, words))
    )
    if len(hits) == 1:
        return hits[0], ()
    labels = [position.system.unasked_label(position.state, jump) for jump in hits or position.unasked]
    if hits:
        raise IllegalAnswer(f"{text!r} can mean {len(hits)} things: {'; '.join(labels[:5])}")
    raise IllegalAnswer(f"{text!r} cannot be thrown in now; there is {'; '.join(labels[:6]) or 'nothing'}")


def _called(position: Position, jump: Answer) -> tuple[str, ...]:
    """What else than by name a seat is called."""
    seat = position.system.seats[jump[2]]
    return tuple(name for name in (seat.title, seat.letters) if name)


def _one(position: Position, left: Sequence[str], text: str, who: int | None) -> tuple[Answer, Sequence[str]]:
    decision, system, s = position.decision, position.system, position.state
    assert decision is not None
    options = decision.options
    if decision.kind == "number" or (decision.dice is not None and len(left) == 1):
        if left[0].isdecimal() and int(left[0]) in options:
            return int(left[0]), left[1:]
    named = list(_named(position, decision, who))
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
    if len(left) == 1 and left[0].isdecimal():
        at = int(left[0])
        if decision.dice is None and len(tokens(text)) == 1 and 1 <= at <= len(options):  # its number in the list
            return options[at - 1], ()
        named = []
    loose = list(dict.fromkeys(option for words, option in named if _abbreviates(left, words)))
    if decision.kind == "action":  # "gate asia" is never short for "abandon the gate in asia"
        action, _ = _verb(system.actions(s, decision.player), left)
        if action is not None:
            loose = [option for option in loose if isinstance(option, tuple) and option[0] == action.verb]
    if len(loose) == 1:
        return loose[0], ()
    if loose:
        raise _ambiguous(position, loose, text)
    if position.anytime_actions and who not in (None, decision.player):
        return _jump(position, left, text, who)
    shown = "; ".join(system.label(s, decision, option) for option in options[:6]) + (
        "; ..." if len(options) > 6 else ""
    )
    raise IllegalAnswer(f"{' '.join(left)!r} is not offered; {system.prompt(s, decision)} {shown}")


def _named(position: Position, decision: Decision, who: int | None) -> Iterator[tuple[tuple[str, ...], Answer]]:
    """Every way to say every option."""
    system, s = position.system, position.state
    if isinstance(decision, Secret):
        speaks = decision.player if who is None else who
        for player, value in decision.options:
            label = system.label(s, decision, (player, value))
            yield tokens(f"{system.name_of(player)} {label}"), (player, value)
            if player == speaks:
                yield tokens(label), (player, value)
                yield tokens(plain(value)), (player, value)
        return
    for option in decision.options:
        yield tokens(system.label(s, decision, option)), option
        yield tokens(plain(option)), option
        if decision.kind == "action" and isinstance(option, tuple):
            action = system.action(s, decision.player, option[0])
            if action is not None:
                names = (
                    system.argument_types[word].name(s, v) for word, v in zip(action.shape, option[1:], strict=False)
                )
                yield tokens(" ".join([action.verb, *names])), option


def plain(option: Any) -> str:
    """An answer as bare words: ("attack", 4, 5) is "attack 4 5"."""
    return " ".join(plain(part) for part in option) if isinstance(option, tuple) else str(option)


def _abbreviates(typed: Sequence[str], words: Sequence[str]) -> bool:
    """Each typed word begins a word of the option, in order; a number is that number."""
    at = 0
    for word in typed:
        while at < len(words) and not (words[at] == word if word.isdecimal() else words[at].startswith(word)):
            at += 1
        if at == len(words):
            return False
        at += 1
    return True


def _ambiguous(position: Position, hits: Sequence[Answer], text: str) -> IllegalAnswer:
    decision = position.decision
    assert decision is not None
    shown = "; ".join(position.system.label(position.state, decision, option) for option in hits[:5])
    return IllegalAnswer(f"{text!r} can mean {len(hits)} things: {shown}")


def read_action(
    words: ArgumentTypes, actions: Iterable[Action], s: Any, me: int, text: str
) -> tuple[Action, tuple[Any, ...]]:
    """An action and its arguments, legal or not, from a typed command; the last arguments may be missing."""
    if len(text) > LONGEST:
        raise IllegalAnswer(f"the command is longer than {LONGEST} signs")
    known = list(actions)
    action, left = _verb(known, tokens(text))
    if action is None:
        verbs = ", ".join(dict.fromkeys(action.verb for action in known))
        raise IllegalAnswer(f"{text!r} begins with no action; the actions are: {verbs}")
    args, left = _arguments(words, action, s, me, left)
    kinds = [(words[word].base or word).removeprefix("any ") for word in action.shape]
    if left and len(args) < len(kinds):
        raise IllegalAnswer(f"{' '.join(left)!r} names no {kinds[len(args)]}; {_takes(action.verb, kinds)}")
    if left:
        raise IllegalAnswer(f"{' '.join(left)!r} is too much: {_takes(action.verb, kinds)}")
    return action, args


def _takes(verb: str, kinds: Sequence[str]) -> str:
    """ "move takes a hex and a hex": what a command names after its verb, in the words that people know."""
    return f"{verb!r} takes {' and '.join(map(article, kinds)) if kinds else 'nothing more'}"


def _verb(actions: Iterable[Action], left: Sequence[str]) -> tuple[Action | None, Sequence[str]]:
    """The action with the longest verb that a command begins with, and the words that follow."""
    best: tuple[int, Action | None] = (0, None)
    for action in actions:
        verb = tokens(action.verb)
        if tuple(left[: len(verb)]) == verb and len(verb) > best[0]:
            best = (len(verb), action)
    return best[1], left[best[0] :]


def _arguments(
    words: ArgumentTypes, action: Action, s: Any, me: int, left: Sequence[str]
) -> tuple[Args, Sequence[str]]:
    """As many arguments as the words name, legal or not, and the words that follow."""
    args: Args = ()
    for word in action.shape:
        hit: tuple[int, Any] = (0, None)
        for value in words[words[word].base or word].candidates(s, me):
            name = tokens(words[word].named(s, me, value))
            if len(name) > hit[0] and tuple(left[: len(name)]) == name:
                hit = (len(name), value)
        if not hit[0]:
            break
        args, left = (*args, hit[1]), left[hit[0] :]
    return args, left
