"""Saved games: one JSON document, bounded and typed before it is believed, every answer led through the gate.

Nothing from a file is executed, imported or unpickled: a save names a game, and holds numbers and short strings.
"""

from __future__ import annotations

import errno
import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

from . import files
from .errors import IllegalAnswer, RulesError, SaveError, TheoError, UnknownName
from .position import Position, thaw
from .tree import Tree

if TYPE_CHECKING:
    from .game import Game

FORMAT = 1
LARGEST = 20_000_000  # bytes of a file
DEEPEST = 40  # nested lists and objects
MOST_NODES, MOST_TEXT = 200_000, 20_000
# What code that trusts its input raises on hostile input; SaveError is a ValueError, so it must be let through first.
CRASHES = (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, AssertionError, RecursionError)
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


def dump(game: Game) -> str:
    """The document as text; equal games give equal text."""
    document = opening(game) | {
        "nodes": rows(game.tree),
        "here": game.here,
        "names": game.names,
        "remarks": remarks(game.tree),
        "digest": digest(game),
        "by_hand": game.dice_by_hand,
    }
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False)


def opening(game: Game) -> dict[str, Any]:
    """What a document says before the first answer."""
    root = game.tree.nodes[0].position
    start = game.system.to_json(root.beginning) if game.system.edited(root) else None
    return {"format": FORMAT, "game": game.slug, "setup": game.system.setup(), "seed": game.seed, "start": start}


def rows(tree: Tree, first: int = 1) -> list[list[Any]]:
    """The answers from a node on: [the node before, who, question, answer], and the faces of dice that were thrown."""
    return [
        [n.parent, e.who, e.what, e.answer, *([] if e.faces is None else [list(e.faces)])]
        for n in tree.nodes[first:]
        if (e := n.entry) is not None
    ]


def remarks(tree: Tree) -> dict[str, dict[str, Any]]:
    """Names, notes and marks by node; and the order of its lines, where somebody has changed it."""
    found: dict[str, dict[str, Any]] = {}
    for i, node in enumerate(tree.nodes):
        said = {
            "name": node.name,
            "note": node.note,
            "rings": list(node.rings),
            "arrows": [list(a) for a in node.arrows],
            "order": list(node.children) if node.children != sorted(node.children) else [],
        }
        if kept := {key: value for key, value in said.items() if value}:
            found[str(i)] = kept
    return found


def digest(game: Game) -> int:
    """A checksum of the state that is looked at: notices that the rules have changed since."""
    text = json.dumps(game.system.to_json(game.state), sort_keys=True, separators=(",", ":"))
    return crc32(text.encode())


def write(path: Path, text: str) -> None:
    """Write a file so that it is either the old one or the new one, never half of it. Raises `OSError`."""
    if path.is_dir():  # else the fault would name the file of the moment, which nobody knows
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as fault:
        raise type(fault)(fault.errno, fault.strerror, str(path)) from fault
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read(path: Path) -> str:
    """The text of a saved game. Raises `SaveError` if there is none or it is too large."""
    return files.text(path, "saved game", LARGEST, SaveError)


def load(text: str) -> Game:
    """A game from its document. Raises `SaveError` with one sentence for anything that is not a sound save."""
    return rebuild(checked(parse(text)))


def rebuild(raw: dict[str, Any]) -> Game:
    """The game that a checked document describes; a digest of None is not compared."""
    from .game import Game
    from .registry import game as system_class

    try:
        system = system_class(raw["game"]).restore(raw["setup"])
        base = system.start() if raw["start"] is None else system.from_json(raw["start"])
        if raw["start"] is not None and (wrong := system.faults(base)):
            raise SaveError(f"the position in the file is impossible: {wrong[0][1]}")
        tree = Tree(Position(system, base))
    except SaveError:
        raise
    except UnknownName as fault:
        hint = "perhaps a package that adds it is not installed here"
        raise SaveError(f"the saved game cannot be set up: {fault} ({hint})") from fault
    except TheoError as fault:
        raise SaveError(f"the saved game cannot be set up: {fault}") from fault
    except CRASHES as fault:
        raise SaveError(f"the saved game cannot be set up: its set-up is not of the right shape ({fault})") from fault
    _replay(tree, raw["nodes"])
    _remark(tree, raw["remarks"])
    if not 0 <= raw["here"] < len(tree.nodes):
        raise SaveError(f"the file stands at position {raw['here']}, but has only {len(tree.nodes)}")
    game = Game(system, seed=raw["seed"], tree=tree)
    game.names = {str(k)[:100]: str(v)[:MOST_TEXT] for k, v in raw["names"].items()}
    game.dice_by_hand = raw["by_hand"]
    game.go(raw["here"])
    if raw["digest"] is not None and digest(game) != raw["digest"]:
        raise SaveError(
            "the answers in the file lead to another position than it was saved at: "
            "the file was changed, or the rules were"
        )
    return game


def parse(text: str) -> Any:
    """JSON within bounds: size, depth, no repeated keys, no NaN."""
    if len(text) > LARGEST:
        raise SaveError(f"the text is longer than {LARGEST // 1_000_000} MB: no saved game is")
    depth = deepest = 0
    quoted = escaped = False
    for sign in text:
        if quoted:
            escaped, quoted = (not escaped and sign == "\\"), (escaped or sign != '"')
        elif sign == '"':
            quoted = True
        elif sign in "[{":
            depth += 1
            deepest = max(deepest, depth)
            if deepest > DEEPEST:
                raise SaveError("the file is nested too deeply for a saved game")
        elif sign in "]}":
            depth -= 1
    try:
        found = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
        if "\\u" in text:
            json.dumps(found, ensure_ascii=False).encode()  # half a sign could be read, but never written again
        return found
    except UnicodeEncodeError as fault:
        raise SaveError("the file holds text that is no text: half a sign") from fault
    except (ValueError, RecursionError) as fault:
        if isinstance(fault, SaveError):
            raise
        raise SaveError(f"the file is no JSON, or was cut off: {fault}") from fault


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
    if raw.get("format") != FORMAT:
        raise SaveError(f"the file has format {raw.get('format')!r:.100}; this library reads format {FORMAT}")
    for key, kind in KEYS.items():
        if key not in raw:
            raise SaveError(f"the saved game lacks {key!r}")
        if not isinstance(raw[key], kind) or (isinstance(raw[key], bool) and kind is not bool):
            raise SaveError(f"{key!r} of the saved game is of the wrong type")
    if extra := sorted(set(raw) - set(KEYS)):
        raise SaveError(f"the saved game has an unknown key {extra[0][:100]!r}")
    if len(raw["nodes"]) > MOST_NODES:
        raise SaveError(f"the saved game has more than {MOST_NODES} positions")
    return raw


def _replay(tree: Tree, nodes: list[Any]) -> None:
    position: Position | None = None
    for number, row in enumerate(nodes, 1):
        if not (
            isinstance(row, list)
            and len(row) in (4, 5)
            and type(row[0]) is int
            and type(row[1]) is int
            and isinstance(row[2], str)
        ):
            raise SaveError(f"answer {number} of the file is not [position, player, question, answer]")
        parent, who, what, answer = row[0], row[1], row[2], thaw(row[3])
        faces = row[4] if len(row) == 5 else None
        if len(row) == 5 and not (isinstance(faces, list) and all(type(face) is int for face in faces)):
            raise SaveError(f"the faces of answer {number} of the file are no list of whole numbers")
        if not 0 <= parent < number or parent >= len(tree.nodes):
            raise SaveError(f"answer {number} of the file follows on position {parent}, which does not come before it")
        if not _plain(answer):
            raise SaveError(f"answer {number} of the file is not made of whole numbers and short words")
        if position is None or parent != number - 1:  # else the line goes on from where it just came to
            position = tree.nodes[parent].position.clone()
        try:
            ask = position.decision
            if ask is None:
                raise SaveError(f"answer {number} of the file ({what[:100]!r}) comes after the end of the game")
            jump = isinstance(answer, tuple) and answer[:1] == ("!",)
            if not jump and what != ask.what:
                raise SaveError(f"answer {number} of the file answers {what[:100]!r}, but the rules ask {ask.what!r}")
            position.play(answer, faces)
            entry = position.last
            if entry is None or (entry.who, entry.what) != (who, what):
                raise SaveError(f"answer {number} of the file is said to be of player {who}, which it is not")
            tree.add(parent, position, entry)
        except SaveError:
            raise
        except (IllegalAnswer, RulesError) as fault:
            raise SaveError(f"answer {number} of the file is not possible: {fault}") from fault
        except CRASHES as fault:
            raise SaveError(f"the rules break down at answer {number} of the file: {fault!r}") from fault
        if len(tree.nodes) != number + 1:
            raise SaveError(f"answer {number} of the file stands there twice")


def _plain(answer: Any, depth: int = 0) -> bool:
    if isinstance(answer, tuple):
        return depth < 4 and len(answer) <= 50 and all(_plain(part, depth + 1) for part in answer)
    if type(answer) is int:
        return abs(answer) < 10**9
    return isinstance(answer, str) and len(answer) <= 100


def _remark(tree: Tree, remarks: dict[str, Any]) -> None:
    for key, said in remarks.items():
        if not (key.isdecimal() and len(key) < 9 and int(key) < len(tree.nodes) and isinstance(said, dict)):
            raise SaveError(f"a remark of the file stands at position {key[:100]!r}, which it does not have")
        node = tree.nodes[int(key)]
        for word, value in said.items():
            if word in ("name", "note") and isinstance(value, str) and len(value) <= MOST_TEXT:
                setattr(node, word, value)
            elif (
                word == "rings" and isinstance(value, list) and all(isinstance(v, str) and len(v) < 100 for v in value)
            ):
                node.rings = tuple(value)
            elif word == "arrows" and isinstance(value, list) and all(_pair(v) for v in value):
                node.arrows = tuple((a, b) for a, b in value)
            elif (
                word == "order"
                and isinstance(value, list)
                and all(type(v) is int for v in value)
                and sorted(value) == sorted(node.children)
            ):
                node.children = value
            else:
                raise SaveError(f"the remark {word[:100]!r} at position {key} of the file is unknown or ill-formed")


def _pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(v) is int and 0 <= v < 1000 for v in value)
