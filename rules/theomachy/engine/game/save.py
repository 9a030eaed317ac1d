"""A game from its document: set up again, every answer led through the gate."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from ..errors import DataError, SaveError, TheoError, UnknownName, shown
from ..plain import Json, Said
from ..runtime.position import Position
from ..runtime.system import System
from .document import BRACKETS as BRACKETS
from .document import CRASHES as CRASHES
from .document import FORMAT as FORMAT
from .document import KEYS as KEYS
from .document import QUOTED as QUOTED
from .document import checked as checked
from .document import digest as digest
from .document import dump as dump
from .document import opening as opening
from .document import parse as parse
from .document import read as read
from .document import remark, replay
from .document import remarks as remarks
from .document import rows as rows
from .document import write as write
from .game import Game
from .registry import game as system_class
from .tree import Tree
from .unread import Stop, Unread, changed


def load(text: str) -> Game:
    """A game from its document, as far as it holds under the rules of today: `game.unread` is the rest.

    Raises `SaveError` with one sentence for anything that is not a sound save.
    """
    return rebuild(checked(parse(text)))


def rebuild(raw: dict[str, Any]) -> Game:
    """The game that a checked document describes; a digest of None is not compared.

    What does not hold under the rules of today is `game.unread`, and `game.notice` tells of it.
    """
    before, written = raw.get("unread", {}), raw.get("rules", {})
    system, setup, left = _set_up(raw["game"], _joined(raw["setup"], before.get("setup", {})))
    try:
        base, start, more = _beginning(system, raw["start"], before.get("start", {}))
        tree = Tree(Position(system, base))
    except SaveError:
        raise
    except TheoError as fault:
        raise SaveError(f"the saved game cannot be set up: {fault}") from fault
    except CRASHES as fault:
        raise SaveError(f"the saved game cannot be set up: its set-up is not of the right shape ({fault})") from fault
    rows = raw["nodes"] + _again(before.get("rows", []), len(raw["nodes"]))
    with collecting_later():
        place, stops = replay(tree, rows, len(before.get("rows", [])))
    said = raw["remarks"] | {str(int(key) + len(raw["nodes"]) + 1): r for key, r in before.get("remarks", {}).items()}
    remark(tree, said, place)
    if not 0 <= raw["here"] <= len(raw["nodes"]):
        raise SaveError(f"the file stands at position {raw['here']}, but has only {len(raw['nodes']) + 1}")
    game = Game(system, seed=raw["seed"], tree=tree)
    game.names.update(raw["names"])
    game.dice_by_hand = raw["by_hand"]
    here = raw["here"]
    while place[here] < 0:
        here = rows[here - 1][0]
    game.go(place[here])
    rules = before.get("rules", written) if before else written
    game.unread = _rest(rows, said, place, setup, start, rules, stops, (*left, *more))
    game.notice = game.unread.notice(system)
    if here == raw["here"] and not (left or more) and raw["digest"] is not None and digest(game) != raw["digest"]:
        elsewhere = "Its answers all hold, but lead to another position than it was saved at."
        game.notice = f"{changed(written, system)} {elsewhere} {game.notice}".rstrip()
    return game


# -- what a file says, and the rules of today do not know -------------------------------------------------------------
def _set_up(slug: str, raw: Any) -> tuple[System, dict[str, Any], tuple[str, ...]]:
    """The configured game; what of its set-up the rules do not know, which is left out, and a sentence for each."""
    out: dict[str, Any] = {}
    left: list[str] = []
    try:
        kind, setup = system_class(slug), raw
        while True:
            try:
                return kind.restore(setup), out, tuple(left)
            except UnknownName as fault:  # an option or a ruling that is no more
                if not (found := _unknown(setup, fault)):
                    raise
                table, key, sentence = found
                setup = setup | {table: {word: value for word, value in setup[table].items() if word != key}}
                out.setdefault(table, {})[key] = raw[table][key]
                left.append(sentence)
            except DataError as fault:  # a value of an overlay that is no more, or may not be so any more
                if not fault.key or not (value := _taken(setup := deepcopy(setup), fault.key)):
                    raise
                merge(out.setdefault("overlay", {}), value)
                left.append(f"A value of the overlay is left out: {fault}")
    except SaveError:
        raise
    except UnknownName as fault:
        hint = "perhaps a package that adds it is not installed here"
        raise SaveError(f"the saved game cannot be set up: {fault} ({hint})") from fault
    except TheoError as fault:
        raise SaveError(f"the saved game cannot be set up: {fault}") from fault
    except CRASHES as fault:
        raise SaveError(f"the saved game cannot be set up: its set-up is not of the right shape ({fault})") from fault


def _unknown(setup: dict[str, Any], fault: UnknownName) -> tuple[str, str, str] | None:
    """What of a set-up a fault is about: a table of it, a key in there, a sentence. None: it cannot do without."""
    name = fault.name
    if fault.what.startswith("option of ") and isinstance(name, str) and name in setup["options"]:
        return "options", name, f"There is no option {shown(name)} any more"
    for ruling, choice in setup["rulings"].items():
        if (fault.what, name) == ("ruling", ruling):
            return "rulings", ruling, f"There is no ruling {shown(ruling)} any more"
        if isinstance(choice, str) and (fault.what, name) == (f"choice of the ruling {ruling!r}", choice):
            return "rulings", ruling, f"The ruling {shown(ruling)} has no choice {shown(choice)} any more"
    return None


def _taken(setup: dict[str, Said], key: str) -> dict[str, Json]:
    """Take what a dotted key names out of the overlay of a set-up: it in its tables, {} if it is nowhere."""
    at, *words = setup["overlay"], *key.split(".")
    for i in range(len(words)):
        name = ".".join(words[i:])  # a key of a table may have dots
        if isinstance(at, dict) and name in at:
            found: Any = {name: at.pop(name)}
            for word in reversed(words[:i]):
                found = {word: found}
            return dict(found)
        at = at.get(words[i]) if isinstance(at, dict) else None
    return {}


def _joined(setup: dict[str, Said], unread: dict[str, Json]) -> dict[str, Json]:
    """A set-up with what was left out of it before: perhaps the rules know it again."""
    if not unread:
        return setup
    found = deepcopy(setup)
    merge(found, {key: value for key, value in unread.items() if isinstance(found.get(key), dict)})
    return found


def merge(table: dict[str, Any], more: dict[str, Any]) -> None:
    """Lay tables over tables, value by value."""
    for key, value in more.items():
        if isinstance(value, dict) and isinstance(table.get(key), dict):
            merge(table[key], value)
        else:
            table[key] = value


def _beginning(
    system: System, start: dict[str, Json] | None, before: dict[str, Json]
) -> tuple[Any, dict[str, Json], tuple[str, ...]]:
    """The state that the file begins with; its fields that the rules do not know, and a sentence for each change."""
    if start is None and not before:
        return system.start(), {}, ()
    fields = getattr(system.state, "fields", {})
    said = (system.to_json(system.start()) if start is None else start) | before
    out = {key: value for key, value in said.items() if key not in fields}
    lacks = [key for key, item in fields.items() if key not in said and not item.later]
    if not said.keys().isdisjoint(fields):  # else it is no position of this game at all
        fresh = system.to_json(system.start()) if lacks else {}
        said = {key: value for key, value in said.items() if key in fields} | {key: fresh[key] for key in lacks}
    else:
        out, lacks = {}, []
    base = system.from_json(said)
    if wrong := system.violations(base):
        raise SaveError(f"the position in the file is impossible: {wrong[0][1]}")
    left = [f"The position at its beginning says {shown(key)}, which the rules do not know any more" for key in out]
    left += [f"The position at its beginning does not say {shown(key)}, which is as at the start" for key in lacks]
    return base, out, tuple(left)


def _again(rows: list[Json], sound: int) -> list[Any]:
    """Rows that were not read before, counted on behind those that were."""
    found = []
    for row in rows:
        if not (isinstance(row, list) and row and type(row[0]) is int and -len(rows) <= row[0] <= sound):
            raise SaveError("an answer that was not read before follows on no position of the file")
        found.append([row[0] if row[0] >= 0 else sound - row[0], *row[1:]])
    return found


def _rest(
    rows: list[Any],
    remarks: dict[str, Any],
    place: list[int],
    setup: dict[str, Any],
    start: dict[str, Any],
    rules: dict[str, str],
    stops: list[Stop],
    left: tuple[str, ...],
) -> Unread:
    """What does not hold, counted anew."""
    if -1 not in place and not (setup or start or left):
        return Unread()
    numbers = {number: i for i, number in enumerate(n for n, node in enumerate(place) if node < 0)}
    kept = tuple(
        [-1 - numbers[rows[n - 1][0]] if rows[n - 1][0] in numbers else place[rows[n - 1][0]], *rows[n - 1][1:]]
        for n in numbers
    )
    theirs = {
        str(numbers[int(key)]): {word: value for word, value in said.items() if word != "order"}
        for key, said in remarks.items()
        if int(key) in numbers
    }
    return Unread(kept, theirs, setup, start, rules, tuple(stops), left)


@contextlib.contextmanager
def collecting_later() -> Iterator[None]:
    """What was thrown away is looked for afterwards: while a game is played again there is hardly any, and to look for
    it again and again takes a sixth of the time.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
