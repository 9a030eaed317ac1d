"""A bot's reason in words, for a screen and for the terminal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..engine.game.game import Game
from ..engine.runtime.decision import Answer
from ..engine.runtime.position import Position
from ..engine.wording import signed
from .opponents import Opponents
from .reasons import GONE, NONE, OWN, SEALED, SEEN, Reason, hides, why
from .thinking import SMALL, Look

OVER = 1e5  # a gain that no evaluation tells: the game is over
MOST_OTHERS = 5  # options that are told beside the one that was taken
SENTENCES = {
    NONE: "No reason: it does what it can.",
    SEALED: "It hangs on what nobody else may know: no reason is told.",
    GONE: "Another plays this seat now.",
}
NOTES = {
    OWN: "An evaluation, no rule: it looks one action ahead and does not know what others plan.",
    SEEN: "An evaluation, no rule, reckoned from what you may know: its own numbers would tell what it holds.",
}

PLAYED = {
    OWN: "Chances by playing on a little way and weighing what comes: no rule, and not what others plan.",
    SEEN: "Chances by playing on from what you may know: its own numbers would tell what it holds.",
}


@dataclass(frozen=True, slots=True)
class Told:
    """A reason in words: a sentence, the gain by its parts, a note, and what else was looked at.

    `others` are such options with why they come to less, and their gain; `looked` is how many were looked at.
    """

    sentence: str
    gain: str = ""
    parts: tuple[tuple[str, float], ...] = ()
    others: tuple[tuple[str, str, str], ...] = ()
    looked: int = 0
    note: str = ""


def told(reason: Reason) -> Told:
    """The words of a reason."""
    if reason.look is None:
        return Told(SENTENCES.get(reason.how, SENTENCES[NONE]))
    mine, position, looked = reason.look, reason.position, len(reason.others) + 1
    assert position is not None
    gains = [look.gain for look in (mine, *reason.others)]
    if max(gains) - min(gains) < SMALL:
        return Told(f"Of {looked} options none makes a difference to it.", looked=looked, note=NOTES[reason.how])
    if mine.tries:
        return _by_play(reason, mine, position)
    better = [look for look in reason.others if look.gain > mine.gain + SMALL]
    equal = sum(abs(look.gain - mine.gain) <= SMALL for look in reason.others)
    alike = f", as well as after {equal} other{'s' if equal > 1 else ''}" if equal else ""
    how = f"Of {looked} options it stands best after this one{alike}" if not better else (
        f"Of {looked} options {len(better)} would leave it as well off; it rather does something than nothing"
    )  # fmt: skip
    rows = tuple(
        (named(position, look.option), _less(mine, look), _gain(look, 2))
        for look in sorted(reason.others, key=lambda look: -look.gain)[:MOST_OTHERS]
    )
    return Told(
        f"{how}: {_gain(mine)}.",
        _gain(mine),
        mine.parts if abs(mine.gain) < OVER else (),
        rows,
        looked,
        f"{position.system.weighed_in}. {NOTES[reason.how]}",
    )


def _by_play(reason: Reason, mine: Look, position: Position) -> Told:
    """The reason of a bot that plays on from each option."""
    tries = sum(look.tries for look in (mine, *reason.others))
    share = f"{mine.gain:.0%}{_give(mine)}"
    rows = tuple(
        (named(position, look.option), f"{look.tries} of them{_give(look)}", f"{look.gain:.0%}")
        for look in sorted(reason.others, key=lambda look: (-look.tries, -look.gain))[:MOST_OTHERS]
    )
    sentence = f"It played on {tries} times: after this it wins {share} of the time."
    return Told(sentence, f"{mine.gain:.0%}", (), rows, len(reason.others) + 1, PLAYED[reason.how])


def _gain(look: Look, places: int = 1) -> str:
    """How much better it stands, or that the game ends."""
    if abs(look.gain) >= OVER:
        return "it wins" if look.gain > 0 else "it loses"
    return signed(look.gain, places)


def _give(look: Look) -> str:
    """How far a chance may be off."""
    return f" ± {look.error:.0%}" if look.error < 1 else ""


def named(position: Position, option: Answer) -> str:
    """An option in words, as whoever is asked there reads it."""
    system, asked = position.system, position.decision
    assert asked is not None
    s: Any = position.state
    if isinstance(option, tuple) and option[:1] == ("!",):
        return system.anytime_label(s, option)
    return system.label(s, asked, option)


def _less(mine: Look, other: Look) -> str:
    """By which part of the evaluation another option comes out worse; "" where that is not known."""
    if not other.parts:
        return ""
    a, b = dict(mine.parts), dict(other.parts)
    lacks = {name: b.get(name, 0.0) - a.get(name, 0.0) for name in (*a, *b)}
    worst = min(lacks, key=lambda name: lacks[name])
    return f"{worst} {signed(lacks[worst])}" if lacks[worst] <= -0.05 and abs(other.gain) < OVER else ""


def last_reason(game: Game, table: Opponents, viewer: int | None, *, all_seen: bool = False) -> list[str]:
    """Why the bot that answered last did so, line by line."""
    nodes = game.tree.nodes
    for node in reversed(game.tree.path(game.here)):
        entry = nodes[node].entry
        if entry is None or entry.who not in table.bots or not (all_seen or not hides(entry, viewer)):
            continue
        if (parent := nodes[nodes[node].parent].position.decision) is None or len(parent.options) < 2:
            continue
        work = why(table, node, viewer, all_seen=all_seen)
        while True:
            try:
                next(work)
            except StopIteration as end:
                return lines(game, entry.who, told(end.value))
    return ["no bot has had anything to choose yet"]


def lines(game: Game, seat: int, said: Told) -> list[str]:
    """A reason as lines of a terminal."""
    found = [f"{game.seats[seat].name}: {said.sentence}"]
    found += [f"  {name:<44} {signed(x, 2):>8}" for name, x in said.parts]
    if said.others:
        found.append("  it also looked at")
        found += [f"  {name[:44]:<44} {x:>8}  {reason}".rstrip() for name, reason, x in said.others]
    return [*found, f"  {said.note}"] if said.note else found
