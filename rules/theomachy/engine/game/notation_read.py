"""A record of a game, read back. Nothing in it is executed; every answer goes through the gate like a typed one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from .. import bounds
from ..errors import SaveError, TheoError, shown
from ..runtime import sampling
from ..runtime.decision import CHANCE, LogEntry, Secret
from ..runtime.position import Position
from ..runtime.system import System
from . import commands, document
from .briefly import changed
from .game import Game
from .notation import HEAD, SIGNED, VERSION, jumps, offers, speaker
from .registry import game as system_class
from .tree import Tree

KEYS: dict[str, type | tuple[type, ...]] = {
    "players": list, "options": dict, "rulings": dict, "overlay": dict, "seed": (int, str), "names": dict,
    "start": dict,
}  # fmt: skip
MOST_LINE = 2_000_000  # signs; that of a start is long
ESCAPE = re.compile(r"((?:\\u[0-9a-f]{4})+)|\\(.|$)")


def read(text: str) -> Game:
    """The game of a record, standing where the record says.

    Answers may also be written as they are typed at the table: "attack f4 g5". Raises `SaveError` with one sentence
    that names the line, for anything that is no sound record.
    """
    if len(text) > bounds.LARGEST:
        raise SaveError(f"the record is longer than {bounds.LARGEST // 1_000_000} MB")
    bounds.whole(text, "the record")
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    at = [1]
    try:
        return _whole(lines, at)
    except TheoError as fault:
        raise SaveError(f"line {at[0]}: {fault}") from fault
    except document.CRASHES as fault:
        raise SaveError(f"line {at[0]}: it cannot be read ({fault!s:.200})") from fault


def _whole(lines: list[str], at: list[int]) -> Game:
    """All lines; `at` holds the number of the one that is read."""
    _title(lines[0])
    said: dict[str, Any] = {}
    for line in lines[1:]:
        at[0] += 1
        if not line.strip():
            break
        _head(line, said)
    reader = _Reader(said)
    for line in lines[at[0] :]:
        at[0] += 1
        reader.read(line.strip())
    return reader.end()


def is_record(text: str) -> bool:
    """Does a text begin as records do?"""
    return text.removeprefix("\ufeff").startswith(HEAD)


def _title(line: str) -> None:
    found = re.fullmatch(rf"{HEAD} (\d{{1,6}})\s*", line)
    if found is None:
        raise SaveError(f"a record begins with “{HEAD} {VERSION}”")
    if int(found[1]) != VERSION:
        raise SaveError(f"the record is of version {found[1]}; this library reads version {VERSION}")


def _head(line: str, said: dict[str, Any]) -> None:
    key, colon, value = line.partition(":")
    key, value = key.strip(), value.strip()
    if not colon or key not in (*KEYS, "game", "dice"):
        raise SaveError(f"the head knows game, {', '.join(KEYS)} and dice, not {shown(line)}; an empty line ends it")
    if key in said:
        raise SaveError(f"the head says {key} twice")
    if key == "game":
        said[key] = value
    elif key == "dice":
        if value != "by hand":
            raise SaveError(f"dice are “by hand”, or nothing is said of them, not {shown(value)}")
        said[key] = True
    else:
        said[key] = _value(value, KEYS[key], key)


def _value(text: str, kind: type | tuple[type, ...], key: str) -> Any:
    if len(text) > MOST_LINE:
        raise SaveError(f"{key} is longer than {MOST_LINE // 1_000_000} million signs")
    value = document.parse(text)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise SaveError(f"{key} is of the wrong type")
    return value


def _begun(said: dict[str, Any]) -> tuple[System, Position]:
    """The configured game and its first position."""
    if "game" not in said:
        raise SaveError("the head does not name the game")
    system = system_class(said["game"]).build(
        players=said.get("players"),
        options=said.get("options"),
        rulings=said.get("rulings"),
        overlay=said.get("overlay") or None,
    )
    start = changed(system, said["start"]) if "start" in said else system.start()
    if wrong := system.violations(start):
        raise SaveError(f"the position at the start is impossible: {wrong[0][1]}")
    return system, Position(system, start)


class _Reader:
    """The tree as it grows, line by line."""

    def __init__(self, said: dict[str, Any]) -> None:
        bounds.names(said.get("names", {}))
        self.system, root = _begun(said)
        self.said, self.tree = said, Tree(root)
        self.at, self.outer, self.here = 0, list[int](), -1
        self.seats = {speaker(self.system, seat.index).lower(): seat.index for seat in self.system.seats}
        self.seats |= {f"seat {seat.index + 1}": seat.index for seat in self.system.seats}
        self.seats |= {seat.name.lower(): seat.index for seat in self.system.seats}
        self.seed = sampling.seed(said.get("seed", 0))

    def read(self, line: str) -> None:
        """One line behind the head."""
        if not line or line.startswith(("--", "#")):
            return
        if line == "(":
            if self.tree.nodes[self.at].parent < 0:
                raise SaveError("“(” begins another way to answer; there is no answer above it")
            self.outer.append(self.at)
            self.at = self.tree.nodes[self.at].parent
        elif line == ")":
            if not self.outer:
                raise SaveError("“)” ends a variation, and none is open")
            self.at = self.outer.pop()
        elif line.startswith("{"):
            self._remark("note", _inside(line, "{}"))
        elif line.startswith("["):
            self._remark("name", _inside(line, "[]"))
        elif line.startswith("@"):
            self._mark(line)
        else:
            self._speak(line)

    def _remark(self, word: str, value: Any) -> None:
        node = self.tree.nodes[self.at]
        if getattr(node, word):
            raise SaveError(f"the position has a {word.removesuffix('s')} already")
        bounds.remark(word, value)
        setattr(node, word, value)

    def _mark(self, line: str) -> None:
        word, _, rest = line[1:].partition(" ")
        if word == "here" and not rest:
            if self.here >= 0:
                raise SaveError("the record says twice where it stands")
            self.here = self.at
        elif word in ("rings", "arrows"):
            value = _value(rest, list, word)
            bounds.remark(word, value)
            node = self.tree.nodes[self.at]
            setattr(node, word, tuple(value) if word == "rings" else tuple((a, b) for a, b in value))
        else:
            raise SaveError(f"{shown(line)} is none of @rings, @arrows and @here")

    def _speak(self, line: str) -> None:
        name, colon, rest = line.partition(":")
        name = " ".join(name.lower().split())
        if not colon or (name not in self.seats and name not in ("dice", "chance")):
            known = ", ".join(speaker(self.system, seat.index) for seat in self.system.seats)
            raise SaveError(f"a line begins with who answers ({known}, chance or dice) and a colon, not {shown(line)}")
        said = False
        for text, sign in _parts(rest):
            said = True
            if name == "dice":
                self._dice(text)
            else:
                self._answer(CHANCE if name == "chance" else self.seats[name], text)
            if sign:
                self._remark("sign", sign)
        if not said:
            raise SaveError("nothing is answered there")

    def _asked(self, who: int) -> Position:
        """The position, if this one is asked there."""
        position = self.tree.nodes[self.at].position.clone()
        decision = position.decision
        if decision is None:
            raise SaveError("the game is over there: nothing is asked any more")
        asked = decision.waiting if isinstance(decision, Secret) else [decision.player]
        if who not in asked:
            found = f"{' and '.join(map(self.system.name_of, asked))} {'are' if len(asked) > 1 else 'is'}"
            raise SaveError(f"{found} asked {shown(decision.what)} there, not {self.system.name_of(who)}")
        return position

    def _dice(self, text: str) -> None:
        position = self._asked(CHANCE)
        assert position.decision is not None
        dice = position.decision.dice
        if dice is None or not re.fullmatch(r"-?\d{1,4}(?: -?\d{1,4})*", text):
            what = shown(position.decision.what)
            raise SaveError(f"{shown(text)} are no faces of dice" if dice else f"{what} is no roll of dice")
        faces = [int(face) for face in text.split()]
        position.play(dice[0].thrown(dice[1], faces), faces)
        self._took(position)

    def _answer(self, who: int, text: str) -> None:
        if text.startswith("! "):
            position = self.tree.nodes[self.at].position.clone()
            answer = next((one for words, one in jumps(position, who) if words == text), None)
        else:
            position = self._asked(who)
            answer = next((one for words, one in offers(position, who) if words == text), None)
        if answer is not None:
            position.play(answer)
            self._took(position)
            return
        for entry in commands.spoken(position, text, None if who == CHANCE else who):  # as people type it
            position = position.clone()
            position.play(entry.answer, entry.faces)
            self._took(position)

    def _took(self, position: Position) -> None:
        entry = position.last
        assert entry is not None
        self.tree.room(1)
        self.at = self._known(entry) or self.tree.append(self.at, position, entry)

    def _known(self, entry: LogEntry) -> int:
        """The node where this very answer leads already, 0 for none."""
        return next((n for n in self.tree.nodes[self.at].children if self.tree.nodes[n].entry == entry), 0)

    def end(self) -> Game:
        """The game when all lines are read."""
        if self.outer:
            raise SaveError("the record ends within “(”: a “)” is missing")
        game = Game(self.system, seed=self.seed, tree=self.tree)
        game.names.update(self.said.get("names", {}))
        game.dice_by_hand = bool(self.said.get("dice"))
        return game.go(self.at if self.here < 0 else self.here)


def _inside(line: str, brackets: str) -> str:
    """What stands in brackets, with its escapes undone."""
    body, ends = line[1:], brackets[1]
    bare = ESCAPE.sub("", body)
    if not bare.endswith(ends) or bare.count(ends) > 1 or not body.endswith(ends):
        raise SaveError(f"“{brackets[0]}” is closed by one “{ends}”, at the end of its line")
    return ESCAPE.sub(_escape, body[:-1])


def _escape(found: re.Match[str]) -> str:
    if found[1]:
        return bounds.whole(json.loads(f'"{found[1]}"'), "the record").decode()
    return "\n" if found[2] == "n" else found[2]


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """(words, sign) of each answer of a line."""
    left = text.strip()
    while left:
        if left.startswith('"'):
            try:
                said, end = json.JSONDecoder().raw_decode(left)
            except ValueError:
                raise SaveError("a quotation is not closed") from None
            bounds.whole(said, "the record")
            rest, semicolon, left = left[end:].partition(";")
            sign = rest.strip()
            if sign and sign not in bounds.SIGNS:
                raise SaveError(f"{shown(sign)} follows a quotation, and is no sign")
        else:
            said, semicolon, left = left.partition(";")
            said, sign = said.strip(), ""
            if found := SIGNED.search(said):
                said, sign = said[: found.start()].rstrip(), found[1]
        if not said and not sign:
            raise SaveError("an answer is missing between two semicolons")
        if semicolon and not left.strip():
            raise SaveError("a semicolon stands at the end, and no answer follows it")
        left = left.strip()
        yield " ".join(said.split()), sign
