"""Answers as people type them: "attack f4 g5", "move acolyte south_pacific -> australia", "no", "3".

Words are compared without case, punctuation and small words; a command may answer several questions in a row.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from ..errors import IllegalAnswer, shown
from ..plain import Json
from ..runtime.decision import CHANCE, LEAVES, Answer, Decision, Secret, unasked
from ..runtime.dice import faces
from ..runtime.requirement import ORDINAL, Action, Args, Menu
from ..state.declare import Declared
from ..tabletop.argument import ArgumentTypes
from ..wording import article, tokens
from . import phrases

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
    left: Sequence[str] = tokens(text, position.system.small_names)
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
        elif decision.kind == "action":
            with unasked() as numbers:
                left = _deed(trial, decision, left, text, who, alone=last is None)
            last, left = trial.last, _without(numbers, trial, left)
            continue
        elif decision.dice is not None and (hand := _faces(trial, decision, left, alone=last is None)) is not None:
            thrown, left = hand
            answer = decision.dice[0].thrown(decision.dice[1], thrown)
        else:
            answer, left = _one(trial, left, text, who)
        with unasked() as numbers:
            trial.play(answer, thrown)
        last, left = trial.last, _without(numbers, trial, left)
    return trial.log()[before:]


def _without(numbers: list[int], trial: Position, left: Sequence[str]) -> Sequence[str]:
    """What is left of a command without the numbers that the rules took unasked ("attack f4 g5 1" of one army).

    Where a roll follows, numbers that are just its faces are its faces.
    """
    decision = trial.decision
    for number in numbers:
        if not left or not left[0].isdecimal() or int(left[0]) != number:
            break
        if decision is not None and decision.kind == "number":
            break
        faces_ = next((at for at, word in enumerate(left) if not word.isdecimal()), len(left))
        if decision is not None and decision.dice is not None and faces_ == decision.dice[1] > 1:
            break
        left = left[1:]
    return left


def _faces(
    trial: Position, decision: Decision, left: Sequence[str], *, alone: bool
) -> tuple[list[int], Sequence[str]] | None:
    """The faces at the beginning of what is left, and what follows them; None when an outcome is named instead.

    Raises `IllegalAnswer` for too many or too few faces: a part of them must never pass for an outcome. A bare number
    is one when it stands `alone`, without a command before it.
    """
    assert decision.dice is not None
    dice, n = decision.dice
    many = next((i for i, word in enumerate(left) if not word.isdecimal()), len(left))
    if not many:
        return None
    if many < len(left):  # "2 hits" names an outcome
        labels = (_label(trial, decision, option) for option in decision.options)
        if any(len(words) > many and tuple(left[: len(words)]) == words for words in labels):
            return None
    thrown = faces(" ".join(left[:many]))
    bare = len(left) == 1 and (dice.total or (alone and len(thrown) != n))
    if bare and int(left[0]) in decision.options:
        return None
    dice.thrown(n, thrown)
    return thrown, left[many:]


def _deed(
    trial: Position, decision: Decision, left: Sequence[str], text: str, who: int | None, *, alone: bool
) -> Sequence[str]:
    """Play the action that is said, and give what is left of the command: by its exact words, else as people speak."""
    phrase = text if alone else " ".join(left)
    read = _spoken_order(trial, decision, phrase) if alone else None
    if read is not None:
        return _carry(trial, decision, *read)
    if (whole := _whole(trial, decision, left)) is not None:
        return whole
    try:
        answer, rest = _one(trial, left, text, who)
    except IllegalAnswer:
        read = _phrase(trial, decision, phrase)
        if read is None or not _begun(decision, read[0], read[1]):
            raise
        return _carry(trial, decision, *read)
    trial.play(answer)
    return rest


def _spoken_order(trial: Position, decision: Decision, phrase: str) -> tuple[Action, Args, Sequence[str]] | None:
    """What a phrase says whose small words name two places of a kind in another order: "attack g5 from f4"."""
    system, s, me = trial.system, trial.state, decision.player
    action, rest = _verb(system.actions(s, me), tokens(phrase))
    if action is None or not phrases.turned(system.argument_types, action, phrase):
        return None
    exact, _ = _arguments(system.argument_types, action, s, me, rest)
    read = _phrase(trial, decision, phrase)
    return read if read is not None and read[0] is action and read[1] != exact else None


def _phrase(trial: Position, decision: Decision, phrase: str) -> tuple[Action, Args, Sequence[str]] | None:
    """The action and its arguments that a phrase clearly means, and the words that must answer what is asked then."""
    system, s, me = trial.system, trial.state, decision.player
    found = phrases.readings(system.argument_types, system.actions(s, me), s, me, phrases.read(phrase))
    if not found or (len(found) > 1 and found[0].cost == found[1].cost) or (found[0].unread and not found[0].by_verb):
        return None
    args = phrases.filled(system.argument_types, found[0], s, me)
    return None if args is None else (found[0].action, args, found[0].unread)


def _carry(trial: Position, decision: Decision, action: Action, args: Args, rest: Sequence[str]) -> Sequence[str]:
    """Play an action with these arguments, more of them than the menu asks perhaps; gives back the rest.

    An argument with one legal value is never asked, yet people write it; it must then be that value.
    """
    words, s, me = trial.system.argument_types, trial.state, decision.player
    meant = _begun(decision, action, args)
    if len(meant) != 1:
        label = trial.system.action_label(s, me, (action.verb, *args[: action.asked]))
        raise _ambiguous(trial, meant, label) if meant else IllegalAnswer(f"{label!r} is not offered now")
    for at in range(action.asked, len(args)):
        legal = Menu(words, s, me).next(action, args[:at])
        if args[at] not in legal:
            name = words[action.shape[at]].name
            raise IllegalAnswer(
                f"{action.verb} is not possible with {name(s, args[at])}; "
                f"there is {', '.join(name(s, value) for value in legal[:8]) or 'nothing'}"
            )
    trial.play(meant[0])
    for at in range(action.asked, len(args)):
        asked = trial.decision
        if asked is not None and asked.what == f"{action.verb} {ORDINAL[at]}":
            trial.play(args[at])
    return rest


def _begun(decision: Decision, action: Action, args: Args) -> list[Answer]:
    """The options that are this action with these arguments, as far as the menu asks them."""
    said = (action.verb, *args[: action.asked])
    return [option for option in decision.options if isinstance(option, tuple) and option[: len(said)] == said]


def _whole(trial: Position, decision: Decision, left: Sequence[str]) -> Sequence[str] | None:
    """An action typed with arguments that the menu does not ask; plays it and gives what is left of the command."""
    words, s, me = trial.system.argument_types, trial.state, decision.player
    action, rest = _verb(trial.system.offered(s, me), left)
    if action is None or action.asked >= len(action.shape):
        return None
    args, rest = _arguments(words, action, s, me, rest)
    if len(args) <= action.asked or (action.verb, *args[: action.asked]) not in decision.options:
        return None
    return _carry(trial, decision, action, args, rest)


def _label(position: Position, decision: Decision, option: Answer) -> tuple[str, ...]:
    """The words of an option as people read it."""
    return tokens(position.system.label(position.state, decision, option), position.system.small_names)


def _jump(position: Position, left: Sequence[str], text: str, who: int | None) -> tuple[Answer, Sequence[str]]:
    """An any-time action: its label, or its plain words without the name of whoever makes it."""
    names = position.system.small_names
    mine = [jump for jump in position.unasked if who in (None, jump[2])]  # what others could do is not told
    named = [
        (words, jump)
        for jump in mine
        for words in (
            tokens(position.system.unasked_label(position.state, jump), names),
            *([] if jump[1] == LEAVES else [tokens(plain((jump[1], *jump[3:])))]),
            *(tokens(f"{name} {LEAVES}{end}", names) for name in _called(position, jump) for end in ("", " the game")),
        )
    ]
    hits = _meant(left, named)
    if len(hits) == 1:
        return hits[0], ()
    labels = [position.system.unasked_label(position.state, jump) for jump in hits or mine]
    if hits:
        raise IllegalAnswer(f"{text!r} can mean {len(hits)} things: {'; '.join(labels[:5])}")
    raise IllegalAnswer(f"{text!r} cannot be thrown in now; there is {'; '.join(labels[:6]) or 'nothing'}")


def _called(position: Position, jump: Answer) -> tuple[str, ...]:
    """What the seat of a player who leaves is called; nothing for other any-time actions."""
    seat = position.system.seats[jump[2]]
    return tuple(name for name in (seat.name, seat.title, seat.letters) if name) if jump[1] == LEAVES else ()


def _meant(typed: Sequence[str], named: Iterable[tuple[tuple[str, ...], Answer]]) -> list[Answer]:
    """Whose words are those that are typed; else whose whole words they are, in order; else the beginnings of whose."""
    known = list(named)
    for same in (
        lambda words: tuple(typed) == words,
        lambda words: _abbreviates(typed, words, whole=True),
        lambda words: _abbreviates(typed, words),
    ):
        if hits := list(dict.fromkeys(option for words, option in known if same(words))):
            return hits
    return []


def _one(position: Position, left: Sequence[str], text: str, who: int | None) -> tuple[Answer, Sequence[str]]:
    decision, system, s = position.decision, position.system, position.state
    assert decision is not None
    options = decision.options
    if decision.kind == "number" or (decision.dice is not None and len(left) == 1):
        if left[0].isdecimal() and int(left[0]) in options:
            return int(left[0]), left[1:]
    if not isinstance(decision, Secret) and decision.dice is None and (at := _in_list(position, decision, text)) >= 0:
        return options[at], ()
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
    if decision.kind == "action":  # "gate asia" is never short for "abandon the gate in asia"
        action, _ = _verb(system.actions(s, decision.player), left)
        if action is not None:
            named = [(words, o) for words, o in named if isinstance(o, tuple) and o[0] == action.verb]
    loose = _meant(left, named)
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


def _in_list(position: Position, decision: Decision, text: str) -> int:
    """Which option a bare number means as its number in the list, -1 for none: one that is called so comes first."""
    said = tokens(text)
    if len(said) != 1 or not said[0].isdecimal() or not 1 <= int(said[0]) <= len(decision.options):
        return -1
    called = any(_label(position, decision, option) == said for option in decision.options)
    return -1 if called else int(said[0]) - 1


def _named(position: Position, decision: Decision, who: int | None) -> Iterator[tuple[tuple[str, ...], Answer]]:
    """Every way to say every option."""
    system, s = position.system, position.state
    if isinstance(decision, Secret):
        speaks = decision.player if who is None else who
        for player, value in decision.options:
            label = system.label(s, decision, (player, value))
            yield tokens(f"{system.name_of(player)} {label}", system.small_names), (player, value)
            if player == speaks:
                yield tokens(label, system.small_names), (player, value)
                yield tokens(plain(value)), (player, value)
        return
    for option in decision.options:
        yield _label(position, decision, option), option
        if (offer := system.offer(s, decision, option)) != system.label(s, decision, option):
            yield tokens(offer, system.small_names), option
        yield tokens(plain(option)), option
        if decision.kind == "action" and isinstance(option, tuple):
            action = system.action(s, decision.player, option[0])
            if action is not None:
                names = (
                    system.argument_types[word].named(s, decision.player, v)
                    for word, v in zip(action.shape, option[1:], strict=False)
                )
                yield tokens(" ".join([action.verb, *names])), option


def plain(option: Answer) -> str:
    """An answer as bare words: ("attack", 4, 5) is "attack 4 5"."""
    return " ".join(plain(part) for part in option) if isinstance(option, tuple) else str(option)


def _abbreviates(typed: Sequence[str], words: Sequence[str], *, whole: bool = False) -> bool:
    """Each typed word begins a word of the option (or is it, the `whole` of it), in order; a number is that number."""
    at = 0
    for word in typed:
        exact = whole or word.isdecimal()
        while at < len(words) and not (words[at] == word if exact else words[at].startswith(word)):
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
    words: ArgumentTypes, actions: Iterable[Action], s: Declared, me: int, text: str
) -> tuple[Action, tuple[Answer, ...]]:
    """An action and its arguments, legal or not, from a typed command or phrase; the last arguments may be missing."""
    if len(text) > LONGEST:
        raise IllegalAnswer(f"the command is longer than {LONGEST} signs")
    known = list(actions)
    action, left = _verb(known, tokens(text))
    args: Args = ()
    if action is not None:
        args, left = _arguments(words, action, s, me, left)
        if not left and not phrases.turned(words, action, text):
            return action, args
    found = phrases.readings(words, known, s, me, phrases.read(text))
    alike = [reading for reading in found if reading.cost == found[0].cost]
    if len(alike) == 1 and not alike[0].unread:
        filled = phrases.filled(words, alike[0], s, me)
        if filled is not None:
            return alike[0].action, filled
    raise IllegalAnswer(_unread(words, known, s, me, text, action, args, left, found))


def known_arguments(words: ArgumentTypes, action: Action, s: Declared, me: int, given: Sequence[Json]) -> Args:
    """Arguments that are given as values, each one that there is. Raises `IllegalAnswer`."""
    kinds = [(words[word].base or word).removeprefix("any ") for word in action.shape]
    if len(given) > len(kinds):
        raise IllegalAnswer(f"{len(given)} arguments are too many: {_takes(action.verb, kinds)}")
    for value, word, kind in zip(given, action.shape, kinds, strict=False):
        there = tuple(words[words[word].base or word].candidates(s, me))
        if isinstance(value, bool | float) or value not in there:
            raise IllegalAnswer(f"{shown(value)} is no {kind} that there is; {_takes(action.verb, kinds)}")
    return tuple(given)


def _unread(
    words: ArgumentTypes,
    known: Sequence[Action],
    s: Declared,
    me: int,
    text: str,
    action: Action | None,
    args: Args,
    left: Sequence[str],
    found: Sequence[phrases.Reading],
) -> str:
    """Why a command is not understood, and what may have been meant. `action` is what it begins with, if anything."""
    alike = [reading for reading in found if reading.cost == found[0].cost]
    if len(alike) > 1 and not alike[0].unread:
        return f"{text!r} can mean {len(alike)} things: {'; '.join(_said(words, s, me, r) for r in alike[:5])}"
    near = _nearest(words, known, s, me, text, found)
    if action is None and near:
        return f"{text!r} is not understood: {near}"
    if action is None:
        verbs = list(dict.fromkeys(action.verb for action in known))
        more = ", ..." if len(verbs) > 16 else ""
        return f"{text!r} begins with no action; the actions are: {', '.join(verbs[:16])}{more}"
    kinds = [(words[word].base or word).removeprefix("any ") for word in action.shape]
    near = f"; {near}" if near else ""
    if not left:
        return f"{text!r} names one of two alone; {_takes(action.verb, kinds)}{near}"
    if len(args) < len(kinds):
        return f"{' '.join(left)!r} names no {kinds[len(args)]}; {_takes(action.verb, kinds)}{near}"
    return f"{' '.join(left)!r} is too much: {_takes(action.verb, kinds)}{near}"


def _nearest(
    words: ArgumentTypes, known: Sequence[Action], s: Declared, me: int, text: str, found: Sequence[phrases.Reading]
) -> str:
    """What may have been meant: names that a word is short for, a slip of the pen mended, a phrase without a word."""
    if found and (vague := phrases.vague(words, found[0], s, me)):
        return vague
    mended = phrases.mended(words, known, s, me, text)
    better = phrases.readings(words, known, s, me, phrases.read(mended)) if mended else []
    for best in (*better[:1], *found[:1]):
        if None not in best.args and (best.by_verb or not best.unread):
            if best.unread and text.lower().startswith(best.unread[0]) and (who := phrases.actor(words, s, me)):
                return f"it is {who} who acts now"
            return f"did you mean {_said(words, s, me, best)!r}?"
    return ""


def _said(words: ArgumentTypes, s: Declared, me: int, reading: phrases.Reading) -> str:
    """A reading as a command in words."""
    pairs = zip(reading.action.shape, reading.args, strict=True)
    names = [f"({words[word].base or word})" if v is None else words[word].named(s, me, v) for word, v in pairs]
    return " ".join([reading.action.verb, *names])


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
    words: ArgumentTypes, action: Action, s: Declared, me: int, left: Sequence[str]
) -> tuple[Args, Sequence[str]]:
    """As many arguments as the words name, legal or not, and the words that follow."""
    args: Args = ()
    for word in action.shape:
        hit: tuple[int, Answer] = (0, None)
        for value in words[words[word].base or word].candidates(s, me):
            name = tokens(words[word].named(s, me, value))
            if len(name) > hit[0] and tuple(left[: len(name)]) == name:
                hit = (len(name), value)
        if not hit[0]:
            break
        args, left = (*args, hit[1]), left[hit[0] :]
    return args, left
