"""The errors of the library: each carries one sentence that says what, where and what to do."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from traceback import extract_tb


class TheoError(Exception):
    """Anything that a person can mend; the message is a sentence made for people, which can be written anywhere."""

    def __str__(self) -> str:
        return super().__str__().encode("utf-8", "backslashreplace").decode()


class IllegalAnswer(TheoError, ValueError):
    """An answer, move or command that the present decision does not offer."""


class UnknownName(TheoError, LookupError):
    """A game, seat, rule, option or ruling that does not exist: `what` it should be, and the `name` that was given."""

    what: str = ""
    name: object = None


class SaveError(TheoError, ValueError):
    """A saved game that cannot be trusted, read or played with these rules."""


class DataError(TheoError, ValueError):
    """A component file or an overlay with a wrong key, type or number. `key` is that of an overlay, with its dots."""

    key: str = ""


class ScenarioError(TheoError, ValueError):
    """A scenario file that is wrongly written (a scenario that fails is a result, not an error)."""


class RulesError(TheoError, RuntimeError):
    """The rules themselves went wrong: no options, no end, an unknown piece. Never the fault of a person."""


def cause(fault: BaseException) -> str:
    """Why a file could not be read or written, without the system's numbers and its way of speaking."""
    if isinstance(fault, FileNotFoundError):
        return "there is no such file or folder"
    if isinstance(fault, IsADirectoryError):
        return "it is a folder, not a file"
    if isinstance(fault, (NotADirectoryError, FileExistsError)):
        return "a file is in the way, where a folder should be"
    if isinstance(fault, PermissionError):
        return "you have no leave to"
    if isinstance(fault, UnicodeDecodeError):
        return "it is no text (UTF-8)"
    return (fault.strerror if isinstance(fault, OSError) else None) or str(fault)


def place(fault: BaseException) -> str:
    """Where a fault was made: the last line of a game, a package or a file that the library has called, "" if none was.

    "powers.py, line 31, in gain_of", with the folder where the file is the one of a package.
    """
    found, library = "", Path(__file__).parents[1]
    for frame in extract_tb(fault.__traceback__):
        path = Path(frame.filename)
        ours = library in path.parents and library / "games" not in path.parents
        if ours or path.suffix != ".py":
            continue
        name = f"{path.parent.name}/{path.name}" if path.name == "__init__.py" else path.name
        inside = "" if frame.name.startswith("<") else f", in {frame.name}"
        found = f"{name}, line {frame.lineno}{inside}"
    return found


def slip(fault: BaseException) -> str:
    """A fault of code in one line: what it is, and its place."""
    said = " ".join(str(fault).split())[:300]
    text = said if isinstance(fault, TheoError) else f"{type(fault).__name__}{f': {said}' if said else ''}"
    at = place(fault)
    return f"{text} ({at})" if at else text


def expect(value: object, kind: type | tuple[type, ...], what: str) -> None:
    """Let a value of the right kind pass (true and false are no numbers). Raises `IllegalAnswer`: "what, not value"."""
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise IllegalAnswer(f"{what}, not {shown(value)}")


def shown(value: object, most: int = 80) -> str:
    """A value as a sentence shows it: cut off, and never too long to be printed at all."""
    try:
        text = repr(value)
    except ValueError:  # a number of thousands of digits
        return f"a {type(value).__name__} that is too long to be shown"
    return text if len(text) <= most else f"{text[:most]}..."


def unknown(what: str, name: object, known: Iterable[str]) -> UnknownName:
    """An `UnknownName` that says what there is, with the nearest spelling first."""
    names = sorted(known)
    text = name if isinstance(name, str) else shown(name)
    said, near = shown(text), get_close_matches(text[:200], names, n=1, cutoff=0.5)
    there = ", ".join(names[:12]) + (", ..." if len(names) > 12 else "")
    hint = f"did you mean {near[0]!r}?" if near else f"there is {there or 'none at all'}"
    found = UnknownName(f"there is no {what} {said}; {hint}")
    found.what, found.name = what, name
    return found
