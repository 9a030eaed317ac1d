"""A position as text: JSON, lines of Python, a scenario; and the position again from each.

Python is parsed and compared with the few shapes that the editor writes; nothing of it is ever executed.
"""

from __future__ import annotations

import ast
import json
from typing import Any, Protocol, Self, TypeVar

from .. import files
from ..errors import SaveError, TheoError
from ..game import save
from ..game.briefly import briefly
from ..game.registry import game as system_class
from ..plain import Json
from ..runtime.system import System
from ..tabletop.palette import EditError
from ..wording import toml
from . import scenario
from .scenario_write import NOT_EXACT, words_of

LARGEST = 500_000  # characters
FORMAT = 1
WIDE = 100  # columns of the Python that is written
KEYS: dict[str, type] = {"format": int, "game": str, "name": str, "setup": dict, "position": dict}
EDITS = ("set", "add", "put")


class Edited(Protocol):
    """What the texts know of the editor of a position."""

    system: System
    name: str

    def __init__(self, system: System, state: Any = None, *, name: str = "") -> None: ...

    @property
    def state(self) -> Any: ...

    @property
    def title(self) -> str: ...

    @property
    def slug(self) -> str: ...

    @classmethod
    def new(cls, *args: Any, **named: Any) -> Self: ...


E = TypeVar("E", bound=Edited)


# -- out --------------------------------------------------------------------------------------------------------------
def as_json(editor: Edited) -> str:
    """One document: the game, how it is set up, and the position."""
    system = editor.system
    document = {
        "format": FORMAT,
        "game": system.slug,
        "name": editor.name,
        "setup": system.setup(),
        "position": system.to_json(editor.state),
    }
    return json.dumps(document, ensure_ascii=False, indent=1)


def as_python(editor: Edited) -> str:
    """An import and one call of `editor`, by the game's own words where they can say it exactly."""
    system, told = editor.system, briefly(editor.system)
    given: dict[str, Any] = {"players": told["players"]}
    given |= {key: told[key] for key in ("rulings", "overlay") if told[key]}
    given |= told["options"]
    if editor.name:
        given["name"] = editor.name
    words = words_of(editor.system, editor.state)
    if words is None:
        given["position"] = system.to_json(editor.state)
    else:
        given["setup"] = files.toml(words, "the set-up")
    rows = [f"    {key}={_literal(value)}," for key, value in given.items()]
    return "\n".join(["import theomachy as th", "", "editor = th.editor(", f"    {system.slug!r},", *rows, ")"]) + "\n"


def _literal(value: Json, indent: int = 4) -> str:
    """A plain value as Python writes it, on several lines where it is long."""
    short = repr(value)
    if len(short) + indent <= WIDE or not isinstance(value, dict | list) or not value:
        return short
    pad = " " * (indent + 4)
    if isinstance(value, dict):
        rows = [f"{pad}{key!r}: {_literal(part, indent + 4)}," for key, part in value.items()]
        return "\n".join(["{", *rows, " " * indent + "}"])
    return "\n".join(["[", *(f"{pad}{_literal(part, indent + 4)}," for part in value), " " * indent + "]"])


def as_scenario(editor: Edited, title: str = "") -> str:
    """A scenario of one step that says where we are. Raises `EditError` when its words cannot say the position."""
    words = words_of(editor.system, editor.state)
    if words is None:
        raise EditError(f"{NOT_EXACT}; copy it as JSON")
    told = briefly(editor.system)
    name = title.strip() or editor.name.strip() or f"A position of {editor.title}"
    lines = [f"title = {toml(name)}", f"game = {toml(editor.slug)}", f"players = {toml(told['players'])}"]
    lines += [f"{key} = {toml(told[key])}" for key in ("options", "rulings", "overlay") if told[key]]
    lines += ["", "[setup]", words.strip(), "", "[[step]]", f"say = {toml(editor.system.where(editor.state) + '.')}"]
    return "\n".join(lines) + "\n"


# -- in ---------------------------------------------------------------------------------------------------------------
def read(text: str, maker: type[E]) -> E:
    """A position from any of the three. Raises `TheoError` with one sentence."""
    if len(text) > LARGEST:
        raise EditError(f"the text is longer than {LARGEST} characters: no position is")
    begins = text.lstrip()
    if not begins:
        raise EditError("the text is empty")
    if begins.startswith("{"):
        return _from_json(text, maker)
    if any(line.startswith(("import theomachy", "from theomachy")) or "editor(" in line for line in text.splitlines()):
        return _from_python(text, maker)
    return _from_scenario(text, maker)


def _from_json(text: str, maker: type[E]) -> E:
    raw = save.parse(text)
    if not isinstance(raw, dict) or set(raw) != set(KEYS) or any(type(raw[k]) is not t for k, t in KEYS.items()):
        raise SaveError("the text is no position: it needs format, game, name, setup and position")
    if raw["format"] != FORMAT:
        raise SaveError(f"the position has format {raw['format']!r:.40}; this library reads format {FORMAT}")
    system = _trusted(lambda: system_class(raw["game"]).restore(raw["setup"]))
    state = _trusted(lambda: system.from_json(raw["position"]))
    return maker(system, state, name=raw["name"][:200])


def _from_scenario(text: str, maker: type[E]) -> E:
    told = scenario.read(text)
    system = _trusted(told.build)
    state = None if told.setup is None else _trusted(lambda: system.arrange(told.setup or {}))
    return maker(system, state, name=told.title[:200])


def _trusted(make: Any) -> Any:
    """The result of code that trusts its input; whatever breaks in it becomes a sentence."""
    try:
        return make()
    except TheoError:
        raise
    except save.CRASHES as fault:
        raise SaveError(f"the text tells no sound position ({type(fault).__name__}: {fault})") from fault


def _from_python(text: str, maker: type[E]) -> E:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as fault:
        raise EditError(f"the text is no Python: {fault}") from fault
    editor: E | None = None
    for line in tree.body:
        if isinstance(line, ast.Import | ast.ImportFrom):
            names = [line.module] if isinstance(line, ast.ImportFrom) else [alias.name for alias in line.names]
            if names != ["theomachy"]:
                raise EditError(f"line {line.lineno} imports something else than theomachy; nothing of it was executed")
            continue
        for called in _calls(line):
            editor = _call(editor, called, maker)
    if editor is None:
        raise EditError("the text makes no editor: it needs a line such as editor = th.editor(...)")
    return editor


def _calls(line: ast.stmt) -> list[ast.Call]:
    """The calls of one line, in order: editor.put(...).set(...) are two."""
    found: list[ast.Call] = []
    node: Any = line.value if isinstance(line, ast.Assign | ast.Expr) else None
    while isinstance(node, ast.Call):
        found.append(node)
        node = node.func.value if isinstance(node.func, ast.Attribute) else node.func
    if not found or not isinstance(node, ast.Name):
        raise EditError(f"line {line.lineno} is no call of an editor; nothing of it was executed")
    return found[::-1]


def _arguments(called: ast.Call) -> tuple[list[Any], dict[str, Json]]:
    try:
        given = [ast.literal_eval(part) for part in called.args]
        named = {str(part.arg): ast.literal_eval(part.value) for part in called.keywords if part.arg is not None}
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError) as fault:
        raise EditError(f"line {called.lineno} holds something else than plain values; it was not executed") from fault
    if len(named) != len(called.keywords):
        raise EditError(f"line {called.lineno} unpacks values; write them out")
    return given, named


def _call(editor: E | None, called: ast.Call, maker: type[E]) -> E:
    at = called.lineno
    method = called.func.attr if isinstance(called.func, ast.Attribute) else getattr(called.func, "id", "")
    if method not in ("editor", "game", *EDITS):
        raise EditError(f"line {at} calls {method!r:.40}, which is no edit; nothing of it was executed")
    given, named = _arguments(called)
    if method == "editor":
        if len(given) != 1 or not isinstance(given[0], str):
            raise EditError(f"line {at}: an editor needs the short name of a game")
        for key in ("overlay", "setup", "position", "rulings"):  # a path would be read from the disk
            if named.get(key) is not None and not isinstance(named[key], dict):
                raise EditError(f"line {at}: {key} is written out as a dictionary")
        made: E = _trusted(lambda: maker.new(given[0], **named))
        return made
    if editor is None:
        raise EditError(f"line {at} comes before the editor is made")
    if method in EDITS:
        _trusted(lambda: getattr(editor, method)(*given, **named))
    return editor
