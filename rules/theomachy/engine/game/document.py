"""Saved games: one JSON document, bounded and typed before it is believed, every answer led through the gate.

Nothing from a file is executed, imported or unpickled: a save names a game, and holds numbers and short strings.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol
from zlib import crc32

from .. import bounds, files
from ..bounds import DEEPEST, LARGEST
from ..errors import IllegalAnswer, RulesError, SaveError, TheoError
from ..plain import Json
from ..runtime import sampling
from ..runtime.decision import Answer, Decision, Secret
from ..runtime.position import Position, answer_from_json
from ..runtime.system import System
from .edition import edition
from .tree import Tree
from .unread import WORDS, Stop, Unread, why


class Playing(Protocol):
    """What a document tells of a game."""

    system: System
    tree: Tree
    seed: int | str
    dice_by_hand: bool
    here: int
    unread: Unread

    @property
    def names(self) -> Mapping[str, str]: ...

    @property
    def slug(self) -> str: ...

    @property
    def state(self) -> Any: ...


FORMAT = 2  # 1 did not name its rules
READS = (1, 2)


# What code that trusts its input raises on hostile input; SaveError is a ValueError, so it must be let through first.
CRASHES = (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, AssertionError, RecursionError)


QUOTED = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)  # a string, closed or not


BRACKETS = re.compile(r"[\[{\]}]")


KEYS: dict[str, Any] = {
    "format": int,
    "game": str,
    "setup": dict,
    "seed": (int, str),
    "start": (dict, type(None)),
    "nodes": list,
    "here": int,
    "names": dict,
    "remarks": dict,
    "digest": int,
    "by_hand": bool,
}
MAY: dict[str, Any] = {"rules": dict, "unread": dict}


def dump(game: Playing) -> str:
    """The document as text; equal games give equal text. Raises `SaveError` when `load` would refuse it."""
    document = opening(game) | {
        "nodes": rows(game.tree),
        "here": game.here,
        "names": dict(game.names),
        "remarks": remarks(game.tree),
        "digest": digest(game),
        "by_hand": game.dice_by_hand,
        **({"unread": game.unread.document()} if game.unread else {}),
    }
    text = json.dumps(checked(document), separators=(",", ":"), ensure_ascii=False)
    if len(bounds.whole(text, "the game")) > LARGEST:
        raise SaveError(f"the game is larger than {LARGEST // 1_000_000} MB, and could not be read again")
    _not_too_deep(text)
    return text


def opening(game: Playing) -> dict[str, Json]:
    """What a document says before the first answer."""
    root = game.tree.nodes[0].position
    start = game.system.to_json(root.beginning) if game.system.edited(root.beginning) else None
    system = game.system
    return {
        "format": FORMAT, "game": game.slug, "rules": dict(edition(system)), "setup": system.setup(),
        "seed": game.seed, "start": start,
    }  # fmt: skip


def rows(tree: Tree, first: int = 1) -> list[list[Any]]:
    """The answers from a node on: [the node before, who, question, answer], and the faces of dice that were thrown."""
    filed = tree.nodes[0].position.system.answer_to_file
    return [
        [n.parent, e.who, e.what, filed(e.answer), *([] if e.faces is None else [list(e.faces)])]
        for n in tree.nodes[first:]
        if (e := n.entry) is not None
    ]


def remarks(tree: Tree) -> dict[str, dict[str, Any]]:
    """Names, notes, signs and marks by node; and the order of its lines, where somebody has changed it."""
    found: dict[str, dict[str, Any]] = {}
    for i, node in enumerate(tree.nodes):
        if not (node.note or node.name or node.sign or node.rings or node.arrows or len(node.children) > 1):
            continue
        said = {
            "name": node.name,
            "note": node.note,
            "sign": node.sign,
            "rings": list(node.rings),
            "arrows": [list(a) for a in node.arrows],
            "order": list(node.children) if node.children != sorted(node.children) else [],
        }
        if kept := {key: value for key, value in said.items() if value}:
            found[str(i)] = kept
    return found


def digest(game: Playing) -> int:
    """A checksum of the state that is looked at: tells that the rules have changed since."""
    text = json.dumps(game.system.to_json(game.state), sort_keys=True, separators=(",", ":"))
    return crc32(text.encode())


def write(path: Path, text: str) -> None:
    """Write a file so that it is either the old one or the new one, never half of it. Raises `OSError`."""
    files.place(path)  # else the fault would name the file of the moment, which nobody knows
    path = Path(os.path.realpath(path))  # a link stays a link; what it points at is written
    path.parent.mkdir(parents=True, exist_ok=True)
    mode = path.stat().st_mode & 0o777 if path.exists() else None
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as fault:
        raise type(fault)(fault.errno, fault.strerror, str(path)) from fault
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
            if mode is not None and hasattr(os, "fchmod"):
                os.fchmod(file.fileno(), mode)  # who might read the old one may read the new one
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read(path: str | Path) -> str:
    """The text of a saved game. Raises `SaveError` if there is none or it is too large."""
    return files.text(path, "saved game", LARGEST, SaveError)


def parse(text: str) -> Any:
    """JSON within bounds: size, depth, no repeated keys, no NaN."""
    if len(text) > LARGEST:
        raise SaveError(f"the text is longer than {LARGEST // 1_000_000} MB: no saved game is")
    _not_too_deep(text)
    try:
        found = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
        if "\\u" in text:  # half a sign could be read, but never written again
            bounds.whole(json.dumps(found, ensure_ascii=False), "the file")
        return found
    except (ValueError, RecursionError) as fault:
        if isinstance(fault, SaveError):
            raise
        raise SaveError(f"the file is no JSON, or was cut off: {fault}") from fault


def _not_too_deep(text: str) -> None:
    depth = 0
    for sign in BRACKETS.findall(QUOTED.sub("", text)):
        depth += 1 if sign in "[{" else -1
        if depth > DEEPEST:
            raise SaveError("the file is nested too deeply for a saved game")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise SaveError("the file says one thing twice: a key is repeated")
    return found


def _no_constant(word: str) -> Any:
    raise SaveError(f"the file holds {word}, which is no number")


def checked(raw: Any) -> dict[str, Any]:
    """The document with every field of the right type. Raises `SaveError`."""
    if not isinstance(raw, dict):
        raise SaveError("a saved game is a JSON object, this is something else")
    if raw.get("format") not in READS:
        known = " and ".join(map(str, READS))
        raise SaveError(f"the file has format {raw.get('format')!r:.100}; this library reads format {known}")
    for key, kind in KEYS.items():
        if key not in raw:
            raise SaveError(f"the saved game lacks {key!r}")
        if not isinstance(raw[key], kind) or (isinstance(raw[key], bool) and kind is not bool):
            raise SaveError(f"{key!r} of the saved game is of the wrong type")
    if extra := sorted(set(raw) - set(KEYS) - set(MAY)):
        raise SaveError(f"the saved game has an unknown key {extra[0][:100]!r}")
    for key, kind in MAY.items():
        if not isinstance(raw.get(key, {}), kind):
            raise SaveError(f"{key!r} of the saved game is of the wrong type")
    _named_rules(raw.get("rules", {}))
    unread = raw.get("unread", {})
    if strange := sorted(set(unread) - set(WORDS)):
        raise SaveError(f"what was not read of the saved game has an unknown key {strange[0][:100]!r}")
    for key in WORDS:
        if not isinstance(unread.get(key, [] if key == "rows" else {}), list if key == "rows" else dict):
            raise SaveError(f"{key!r} of what was not read of the saved game is of the wrong type")
    _named_rules(unread.get("rules", {}))
    bounds.remarks(unread.get("remarks", {}), len(unread.get("rows", ())))
    if len(raw["nodes"]) + len(unread.get("rows", ())) >= bounds.MOST_NODES:
        raise SaveError(f"the saved game has more than {bounds.MOST_NODES} positions")
    try:
        sampling.seed(raw["seed"])
    except SaveError:
        raise
    except TheoError as fault:
        raise SaveError(str(fault)) from fault
    bounds.names(raw["names"])
    bounds.remarks(raw["remarks"], len(raw["nodes"]) + 1)
    return raw


def _named_rules(rules: dict[str, Json]) -> None:
    if len(rules) > 10 or not all(isinstance(value, str) and len(key + value) <= 100 for key, value in rules.items()):
        raise SaveError("the rules that wrote the saved game are not named by a few short words")


class _Stopped(Exception):
    """An answer does not hold; the sentence says why."""


def replay(tree: Tree, nodes: list[Json], again: int = 0) -> tuple[list[int], list[Stop]]:
    """Lead the rows of a file through the gate: the node that each position has become, -1 for what does not hold.

    The last rows, `again` of them, have been left out before, so the tree may know them. Raises `SaveError` for rows
    that are none.
    """
    position: Position | None = None
    place, stops, sound = [0], list[Stop](), len(nodes) - again
    for number, row in enumerate(nodes, 1):
        if not (
            isinstance(row, list)
            and len(row) in (4, 5)
            and type(row[0]) is int
            and type(row[1]) is int
            and isinstance(row[2], str)
        ):
            raise SaveError(f"answer {number} of the file is not [position, player, question, answer]")
        parent, who, what, answer = row[0], row[1], row[2], answer_from_json(row[3])
        faces = row[4] if len(row) == 5 else None
        if len(row) == 5 and not (isinstance(faces, list) and all(type(face) is int for face in faces)):
            raise SaveError(f"the faces of answer {number} of the file are no list of whole numbers")
        if not 0 <= parent < number:
            raise SaveError(f"answer {number} of the file follows on position {parent}, which does not come before it")
        if not _plain(answer) or abs(who) >= 10**9 or len(what) > bounds.MOST_TEXT:
            raise SaveError(f"answer {number} of the file is not made of whole numbers and short words")
        at = place[parent]
        if at < 0:
            place.append(-1)
            continue
        if position is None or parent != number - 1:  # else the line goes on from where it just came to
            position = tree.nodes[at].position.clone()
        known = len(tree.nodes)
        try:
            _played(position, who, what, answer, faces)
            assert position.last is not None
            place.append(tree.add(at, position, position.last))
        except _Stopped as stop:
            stops.append(Stop(at, tree.nodes[at].depth + 1, str(stop)))
            place.append(-1)
        if len(tree.nodes) == known:
            position = None
            if place[-1] >= 0 and number <= sound:
                raise SaveError(f"answer {number} of the file stands there twice")
    return place, stops


def _played(position: Position, who: int, what: str, answer: Any, faces: list[int] | None) -> None:
    """One answer of a file. Raises `_Stopped`."""
    decision: Decision | None = None
    fault: Exception | None = None
    try:
        decision = position.decision
        if decision is not None:
            jump = isinstance(answer, tuple) and answer[:1] == ("!",)
            if jump or what == asked_by(decision, answer):
                answer = meant(position, decision, answer)
                position.play(answer, faces)
                entry = position.last
                if entry is not None and (entry.who, entry.what) == (who, what):
                    return
                position = position.undo()
                decision = position.decision
    except (IllegalAnswer, RulesError) as found:
        fault = found
    except CRASHES as found:
        fault = found
    try:
        said = why(position, decision, who, what, answer, fault)
    except (TheoError, *CRASHES):
        said = "the rules break down there"
    raise _Stopped(said)


def meant(position: Position, decision: Decision, answer: Answer) -> Answer:
    """The answer to this question that a file holds, as the rules put it."""
    jump = isinstance(answer, tuple) and answer[:1] == ("!",)
    return position.system.answer_from_file(answer, position.unasked if jump else decision.options)


def asked_by(decision: Decision, answer: Answer) -> str:
    """What an answer must say that it answers: in a secret plan, the question to its own player."""
    if isinstance(decision, Secret) and isinstance(answer, tuple) and len(answer) == 2:
        mine = decision.asks.get(answer[0]) if isinstance(answer[0], int) else None
        return decision.what if mine is None else mine.what
    return decision.what


def _plain(answer: Answer, depth: int = 0) -> bool:
    if isinstance(answer, tuple):
        return depth < 4 and len(answer) <= 50 and all(_plain(part, depth + 1) for part in answer)
    if type(answer) is int:
        return abs(answer) < 10**9
    return isinstance(answer, str) and len(answer) <= 100


def remark(tree: Tree, remarks: dict[str, Any], place: list[int]) -> None:
    """Put the remarks of a checked document where they belong; `place` says what became of its positions."""
    for key, said in remarks.items():
        if place[int(key)] < 0:
            continue
        node = tree.nodes[place[int(key)]]
        for word, value in said.items():
            if word in ("name", "note", "sign"):
                setattr(node, word, value)
            elif word == "rings":
                node.rings = tuple(value)
            elif word == "arrows":
                node.arrows = tuple((a, b) for a, b in value)
            else:
                order = [place[child] for child in value if 0 <= child < len(place)]
                if len(order) < len(value) or not set(order) - {-1} <= set(node.children):
                    raise SaveError(f"the order of lines at position {key} names others than those that begin there")
                first = [child for child in order if child >= 0]  # lines that it does not name came later
                node.children = first + [child for child in node.children if child not in first]
