"""A game as a record that people read, and that `notation_read.read` reads back: the same tree, word for word.

A head of `key: value` lines up to the first empty line; then who answered what, in the words of the options, several
answers of one speaker in a line. Dice are written as their faces.

    Aglaia: Build a temple on C3; No more temples !?
    {the only one for a long time}
    (
      [no temple]
      Aglaia: No more temples
    )
    dice: 1 4

`{...}` is a note at the position reached, `[...]` the name of a line that begins there, `( ... )` another way to answer
what the answer above it answers. A line that begins with "--" or "#" is for readers alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..bounds import SIGNS
from ..runtime.decision import CHANCE, Answer, Decision, LogEntry, Secret
from ..wording import tokens
from .briefly import briefly, changes
from .commands import plain
from .document import Playing, asked_by

if TYPE_CHECKING:
    from ..runtime.position import Position
    from ..runtime.system import System
    from .tree import Node

VERSION = 1
HEAD = "Theomachy record"
WIDE = 100  # signs of a line, until the next answer of the same speaker begins a new one
DEEP = 12  # steps of indentation, though lines may branch deeper
SPOKEN = re.compile(r"\w[\w .'’-]*")  # names that are written as they are
ENDS = "|".join(re.escape(sign) for sign in sorted(SIGNS, key=len, reverse=True))
SIGNED = re.compile(rf"(?:^|\s)({ENDS})$")
STRANGE = re.compile(r'[";\x00-\x1f\x7f-\x9f\u2028\u2029]')


def write(game: Playing) -> str:
    """The whole game with its lines, names, notes, signs and marks as a record."""
    return "\n".join([*head(game), "", *_Record(game).lines()]) + "\n"


def head(game: Playing) -> Iterator[str]:
    """What stands before the first answer."""
    system = game.system
    told = briefly(system)
    yield f"{HEAD} {VERSION}"
    yield f"game: {game.slug}"
    for key in ("players", "options", "rulings", "overlay"):
        if told[key]:
            yield f"{key}: {_json(told[key])}"
    yield f"seed: {_json(game.seed)}"
    if game.dice_by_hand:
        yield "dice: by hand"
    if game.names:
        yield f"names: {_json(dict(game.names))}"
    beginning = game.tree.nodes[0].position.beginning
    if system.edited(beginning):
        yield f"start: {_json(changes(system, beginning))}"


def _json(value: Any) -> str:
    """On one line, with nothing in it that some program takes for the end of a line."""
    text = json.dumps(value, ensure_ascii=False)
    return "".join(f"\\u{ord(sign):04x}" if sign in "\x7f\x85\u2028\u2029" else sign for sign in text)


# -- words ------------------------------------------------------------------------------------------------------------
def speaker(system: System, seat: int) -> str:
    """What a seat is called before a colon."""
    name = system.seats[seat].name
    if SPOKEN.fullmatch(name) and name == name.strip() and tokens(name)[0] not in ("dice", "chance", "seat"):
        return name
    return f"seat {seat + 1}"


def offers(position: Position, seat: int) -> list[tuple[str, Answer]]:
    """Every answer of a seat (or of chance) to what is asked, with its words: no two have the same."""
    system, s, decision = position.system, position.state, position.decision
    assert decision is not None
    found = []
    for option in decision.options:
        if isinstance(decision, Secret) and option[0] != seat:
            continue
        label = system.label(s, decision, option) or plain(option)
        found.append((_asked(decision, option) + label, option))
    return _told_apart(found)


def jumps(position: Position, seat: int) -> list[tuple[str, Answer]]:
    """The same of what a seat may do although nobody is asked; the words begin with "! "."""
    system, s = position.system, position.state
    return _told_apart([(f"! {system.unasked_label(s, a)}", a) for a in position.unasked if a[2] == seat])


def _asked(decision: Decision, option: Answer) -> str:
    """The question, where an answer alone ("Yes") would tell a reader nothing."""
    return "" if decision.kind == "action" else f"{asked_by(decision, option)} "


def _told_apart(found: Sequence[tuple[str, Answer]]) -> list[tuple[str, Answer]]:
    """Of several with the same words the second is "... #2", and so on."""
    told: list[tuple[str, Answer]] = []
    seen: dict[str, int] = {}
    for words, answer in found:
        words = " ".join(words.split()).removeprefix("! ") if not _is_jump(answer) else " ".join(words.split())
        seen[words] = n = seen.get(words, 0) + 1
        told.append((words if n == 1 else f"{words} #{n}", answer))
    if len({words for words, _ in told}) < len(told):  # "a", "a" and "a #2"
        told = [(f"{words} #{at}", answer) for at, (words, answer) in enumerate(told, 1)]
    return told


def _is_jump(answer: Answer) -> bool:
    return isinstance(answer, tuple) and answer[:1] == ("!",)


def words(position: Position, entry: LogEntry) -> tuple[str, str]:
    """Who speaks, and what: the answer that was given at a position."""
    if entry.faces is not None:
        return "dice", " ".join(map(str, entry.faces))
    who = "chance" if entry.who == CHANCE else speaker(position.system, entry.who)
    among = jumps(position, entry.who) if _is_jump(entry.answer) else offers(position, entry.who)
    return who, next(text for text, answer in among if answer == entry.answer)


def quoted(text: str) -> str:
    """Words of an answer so that they end where they end."""
    if STRANGE.search(text) or SIGNED.search(text) or text != text.strip() or not text:
        return _json(text)
    return text


def bracketed(text: str, brackets: str) -> str:
    """A note or name on one line, in brackets."""
    text = text.replace("\\", "\\\\").replace(brackets[1], f"\\{brackets[1]}").replace("\n", "\\n")
    escaped = "".join(sign if sign.isprintable() else _units(sign) for sign in text)
    return f"{brackets[0]}{escaped}{brackets[1]}"


def _units(sign: str) -> str:
    """A sign that cannot be seen, as JSON writes it."""
    units = sign.encode("utf-16-be").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


# -- lines ------------------------------------------------------------------------------------------------------------
class _Record:
    """The lines of a record as they are written."""

    def __init__(self, game: Playing) -> None:
        self.game, self.nodes, self.system = game, game.tree.nodes, game.system
        self.out: list[str] = []
        self.deep = 0
        self.who, self.parts = "", list[str]()
        self.moment = ""

    def lines(self) -> list[str]:
        """All of them; a stack instead of recursion, since lines may branch deeply."""
        self._marks(0, self.nodes[0])
        waiting: list[tuple[str, int]] = [("go on", 0)]
        while waiting:
            do, node = waiting.pop()
            if do == "close":
                self._flush()
                self.deep -= 1
                self._line(")")
                continue
            if do == "open":
                self._flush()
                self._line("(")
                self.deep += 1
                self._answer(node)
            while children := self.nodes[node].children:
                first, *others = children
                self._heading(node)
                self._answer(first)
                node = first
                if others:
                    waiting.append(("go on", node))
                    for other in reversed(others):
                        waiting += [("close", other), ("open", other)]
                    break
        self._flush()
        return self.out

    def _line(self, text: str) -> None:
        self.out.append("  " * min(self.deep, DEEP) + text)

    def _heading(self, node: int) -> None:
        """A line for readers where a turn or phase begins, on the main line."""
        at = self.nodes[node]
        before = self.nodes[at.parent].moment[:2] if at.parent >= 0 else None
        if not self.deep and at.moment[:2] != before:
            self._flush()
            where = " ".join(self.system.where(at.position.state).split())
            self.out += [*([""] if self.out else []), f"-- {where} --"]

    def _answer(self, number: int) -> None:
        node = self.nodes[number]
        assert node.entry is not None
        who, text = words(self.nodes[node.parent].position, node.entry)
        part = quoted(text) + (f" {node.sign}" if node.sign else "")
        if who != self.who or len(who) + sum(map(len, self.parts)) + 2 * len(self.parts) + len(part) > WIDE:
            self._flush()
        self.who = who
        self.parts.append(part)
        self._marks(number, node)

    def _flush(self) -> None:
        if self.parts:
            self._line(f"{self.who}: {'; '.join(self.parts)}")
        self.who, self.parts = "", []

    def _marks(self, number: int, node: Node) -> None:
        said = []
        if node.name:
            said.append(bracketed(node.name, "[]"))
        if node.note:
            said.append(bracketed(node.note, "{}"))
        if node.rings:
            said.append(f"@rings {_json(list(node.rings))}")
        if node.arrows:
            said.append(f"@arrows {_json([list(arrow) for arrow in node.arrows])}")
        if number == self.game.here:
            said.append("@here")
        if said:
            self._flush()
            for line in said:
                self._line(line)
