"""A simulation in a folder, written as its games end: whoever is killed loses the games in hand and nothing else.

simulation.json     the plan, and the rules under which it was begun
games.jsonl         a line a game; a line that was cut off is no game
decisions.jsonl     a line a game with its decisions, where they are wanted
error-N.json, .txt  a game that went wrong, as a saved game, and how to play it again
games.csv, games.parquet, decisions.parquet     the tables, made when the simulation ends or is stopped
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from types import ModuleType
from typing import Any

from ..engine import files
from ..engine.errors import SaveError, TheoError, cause
from ..engine.game import save
from ..engine.game.edition import edition
from ..engine.game.registry import game as system_class
from .plan import Plan
from .run import Row

locks: ModuleType | None
try:
    import fcntl as locks
except ImportError:  # no such locks there
    locks = None

PLAN, GAMES, DECISIONS = "simulation.json", "games.jsonl", "decisions.jsonl"
LARGEST_PLAN, LARGEST, LARGEST_DECISIONS = 1_000_000, 2_000_000_000, 64_000_000_000
LONGEST_LINE = 4_000_000  # signs of a game
WHOLE = ("number", "turns", "decisions", "choices")
LEFT_OUT = ("save", "answers")  # of a line a game: they have files of their own


class Kept:
    """The folder. `rows` are the games that were played so far; it is open, for one process alone, until `close`."""

    def __init__(self, folder: Path, plan: Plan, rows: list[Row], handles: dict[str, Any]) -> None:
        self.folder, self.plan, self.rows, self._handles = folder, plan, rows, handles

    @classmethod
    def begin(cls, folder: str | Path, plan: Plan) -> Kept:
        """A new simulation in a folder, or the same one that was begun there. Raises `SaveError` for another one, and
        `OSError`.
        """
        folder = Path(folder)
        files.place(folder / PLAN)
        if not (folder / PLAN).exists():
            if any((folder / name).exists() for name in (GAMES, DECISIONS)):
                raise SaveError(f"{folder} holds games, but not the plan of their simulation; name another folder")
            folder.mkdir(parents=True, exist_ok=True)
            _write_plan(folder, plan)
        else:
            known = read_plan(folder)
            if known.same != plan.same:
                other = [key for key, value in known.same.items() if plan.same[key] != value]
                raise SaveError(f"{folder} holds a simulation with other {', '.join(other)}; name another folder")
            if known != plan:
                _write_plan(folder, plan)
        return cls._opened(folder, plan)

    @classmethod
    def resume(cls, folder: str | Path) -> Kept:
        """The simulation that was begun in a folder. Raises `SaveError` where there is none."""
        return cls._opened(Path(folder), read_plan(Path(folder)))

    @classmethod
    def _opened(cls, folder: Path, plan: Plan) -> Kept:
        told = _document(folder).get("rules")
        here = dict(edition(system_class(plan.slug).build()))
        if told != here:
            raise SaveError(
                f"the simulation in {folder} was begun under other rules or values of {plan.slug}; its games are all "
                "there, but more of them would be of another game: name another folder"
            )
        handles: dict[str, Any] = {}
        try:
            for name in (GAMES, *((DECISIONS,) if plan.decisions else ())):
                handles[name] = _appending(folder / name)
            rows = list(read_rows(folder))
            for name, handle in handles.items():
                handle.truncate(_sound(folder / name))
                handle.seek(0, os.SEEK_END)
        except BaseException:
            for handle in handles.values():
                handle.close()
            raise
        return cls(folder, plan, rows, handles)

    def add(self, row: Row) -> None:
        """Keep one more game. Raises `TheoError` when it cannot be written; what is there stays as it was."""
        try:
            if row.error:
                trouble(self.folder, row)
            if self.plan.decisions:
                self._append(DECISIONS, {"game": row.number, "rows": row.answers})
            self._append(GAMES, plain(row))  # last: the game counts once its line is whole
        except OSError as fault:
            raise TheoError(f"the folder {self.folder} cannot be written: {cause(fault)}") from fault
        self.rows.append(row)

    def _append(self, name: str, what: Any) -> None:
        handle = self._handles[name]
        before = handle.tell()
        data = json.dumps(what, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        try:
            left = memoryview(data)
            while left:  # a disk that is nearly full takes a part
                left = left[handle.write(left) :]
        except OSError:  # a full disk: half a line is taken back
            with suppress(OSError):
                os.ftruncate(handle.fileno(), before)
                handle.seek(before)
            raise

    def close(self) -> None:
        """Let others have the folder."""
        for handle in self._handles.values():
            with suppress(OSError):
                handle.close()


def trouble(folder: Path, row: Row) -> list[Path]:
    """Write what went wrong in a game, how to play it again, and its position as a saved game. Returns the files."""
    saved = folder / f"error-{row.number}.json"
    again = f"it stands one answer before that: theomachy play {saved.name}\n" if row.save else ""
    save.write(folder / f"error-{row.number}.txt", f"seed {row.seed}\n{row.error}\n{again}\n{row.trouble}")
    if not row.save:
        return [folder / f"error-{row.number}.txt"]
    save.write(saved, row.save)
    return [folder / f"error-{row.number}.txt", saved]


def read_plan(folder: Path) -> Plan:
    """The plan of the simulation in a folder. Raises `SaveError`."""
    return Plan.read(_document(folder)["plan"])


def _document(folder: Path) -> dict[str, Any]:
    if not (folder / PLAN).is_file():
        raise SaveError(f"there is no simulation in {folder}: no file {PLAN}")
    found = _json(files.text(folder / PLAN, "plan of a simulation", LARGEST_PLAN, SaveError), PLAN)
    if not isinstance(found, dict) or not isinstance(found.get("plan"), dict):
        raise SaveError(f"{PLAN} is no plan of a simulation")
    return found


def _write_plan(folder: Path, plan: Plan) -> None:
    rules = dict(edition(system_class(plan.slug).build()))
    save.write(folder / PLAN, json.dumps({"plan": plan.document(), "rules": rules}, ensure_ascii=False, indent=1))


def _json(text: str, name: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise SaveError(f"{name} is no JSON, or was cut off: {fault}") from fault


def _appending(path: Path) -> Any:
    if path.exists() and not path.is_file():
        raise SaveError(f"{path.name} is no file")
    handle = path.open("ab", buffering=0)
    try:
        if locks is not None:
            locks.flock(handle.fileno(), locks.LOCK_EX | locks.LOCK_NB)
    except OSError as fault:
        handle.close()
        raise SaveError(f"another process plays the simulation in {path.parent}") from fault
    return handle


def _sound(path: Path) -> int:
    """How many bytes of a file are whole lines."""
    with path.open("rb") as file:
        end = file.seek(0, os.SEEK_END)
        while end > 0:
            start = max(0, end - 65_536)
            file.seek(start)
            if (at := file.read(end - start).rfind(b"\n")) >= 0:
                return start + at + 1
            end = start
    return 0


def read_rows(folder: Path) -> Iterator[Row]:
    """The games that were played, each once, in the order in which they ended. Raises `SaveError` for a line that is
    none.
    """
    path, known = folder / GAMES, set[int]()
    if not path.exists():
        return
    if path.stat().st_size > LARGEST:
        raise SaveError(f"{path.name} is larger than {LARGEST // 1_000_000} MB")
    with path.open("rb") as file:
        for count, data in enumerate(iter(lambda: file.readline(LONGEST_LINE), b""), 1):
            if not data.endswith(b"\n"):
                if len(data) >= LONGEST_LINE:
                    raise SaveError(f"line {count} of {path.name} is no game")
                return  # the game in whose line the process was killed is played again
            row = _row(data, f"line {count} of {path.name}")
            if row.number not in known:
                known.add(row.number)
                yield row


def plain(row: Row) -> dict[str, Any]:
    """A row a game as JSON."""
    return {one.name: getattr(row, one.name) for one in fields(Row) if one.name not in LEFT_OUT}


def _row(data: bytes, where: str) -> Row:
    try:
        raw = _json(data.decode(), where)
    except UnicodeDecodeError as fault:
        raise SaveError(f"{where} is no text") from fault
    if not isinstance(raw, dict) or not {"number", "seed", "seats", "bots"} <= raw.keys():
        raise SaveError(f"{where} is no game of a simulation")
    given: dict[str, Any] = {
        one.name: raw[one.name] for one in fields(Row) if one.name in raw and one.name not in LEFT_OUT
    }
    sound = (
        all(type(given.get(key, 0)) is int and given.get(key, 0) >= 0 for key in WHOLE)
        and all(isinstance(given.get(key, ""), str) for key in ("seed", "error", "trouble"))
        and all(_all(given.get(key, []), str) for key in ("seats", "bots"))
        and _all(given.get("winners", []), int)
        and all(0 <= seat < len(given["seats"]) for seat in given.get("winners", []))
        and _all(given.get("strength", []), (int, float))
        and _all(given.get("figures", []), dict)
        and all(_all([*one.values()], (int, float)) for one in given.get("figures", []))
        and isinstance(given.get("seconds", 0.0), int | float)
    )
    if not sound:
        raise SaveError(f"{where} is no game of a simulation")
    given |= {key: tuple(value) for key, value in given.items() if isinstance(value, list)}
    return Row(**given)


def _all(found: Any, kind: Any) -> bool:
    return isinstance(found, list) and all(isinstance(one, kind) for one in found)
