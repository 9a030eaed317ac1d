"""One script out of several ES modules: a widget is sent as one module, and a replay is one file that asks no network.

The files under `panels` and `data` are true modules, which editors, the type checker and the linter understand as they
stand. They are joined when a widget is first made, so that a changed file is used at once and nothing has to be built.
Each module becomes a function that is called once and hands out what it exports: their names cannot meet.

What is understood is what the files need and no more; all else is refused with the name of the file: imports of names
from a file beside it (`import { a, b as c } from "./x.js";`), and exports of a declared constant, function or class, of
names (`export { a, b as c };`) and of a default. Variables that change are not exported, and no circle is allowed: what
a module hands out is complete when another one takes it.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from functools import cache
from importlib import resources

NAME = r"[A-Za-z_$][\w$]*"
_IMPORT = re.compile(r"^import\b(?:\s*\{(?P<names>[^{}]*)\}\s*from)?\s*\"(?P<path>\.[^\"\n]*)\"\s*;[ \t]*$", re.M)
_DECLARED = re.compile(rf"^export (?=(?:const|class|function\*?|async function\*?) (?P<name>{NAME}))", re.M)
_LIST = re.compile(r"^export \{(?P<names>[^{}]*)\};[ \t]*$", re.M)
_DEFAULT = re.compile(r"^export default ", re.M)
_COMMENT = re.compile(r"//.*$|/\*[\s\S]*?\*/", re.M)
_OTHER = re.compile(r"^(?:import|export)\b.*|\bimport\s*\(.*|\bimport\.meta\b.*", re.M)
_PAIR = re.compile(rf"({NAME})(?:\s+as\s+({NAME}))?")

Read = Callable[[str], str]
# What widgets are sent, by name. A page without a server has each as a file: it puts their addresses here beforehand.
MODULES: dict[str, str] = {}


def module(name: str, make: Callable[[], str]) -> str:
    """The module of a name, made when it is first asked for."""
    if name not in MODULES:
        MODULES[name] = make()
    return MODULES[name]


@cache
def read(path: str) -> str:
    """A file of this package, by its path inside it."""
    return resources.files("theomachy_widgets").joinpath(*path.split("/")).read_text(encoding="utf-8")


@cache
def sheet(path: str) -> str:
    """A style sheet of this package as it is sent: without what stands in it for people alone."""
    return re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", read(path), flags=re.DOTALL)).strip() + "\n"


def bundle(entry: str, read: Read = read, *, script: bool = False) -> str:
    """The text of one module that does what `entry` does, the text of a module that stands in the package's folder.

    Its default export is that of the entry. With `script=True` it is a text for a script element, in strict mode, and
    exports nothing. Raises `ValueError` for what is not understood, and for a circle.
    """
    made: dict[str, tuple[str, dict[str, str]]] = {}  # path -> the constant that holds what it exports, and that
    parts: list[str] = ["'use strict';"] if script else []

    def take(path: str, text: str, above: tuple[str, ...]) -> None:
        taken: list[str] = []
        for found in _IMPORT.finditer(text):
            other = posixpath.normpath(posixpath.join(posixpath.dirname(path), found["path"]))
            if other in above:
                raise ValueError(f"modules import one another in a circle: {' -> '.join((*above, other))}")
            if other.startswith("..") or not other.endswith(".js"):
                raise ValueError(f"{path}: no module of this package: {found['path']}")
            if other not in made:
                take(other, read(other), (*above, other))
            if found["names"] is not None:
                pairs, (holder, there) = _pairs(path, found["names"]), made[other]
                if lacking := [name for name, _ in pairs if name not in there]:
                    raise ValueError(f"{path}: {other} exports no {', '.join(lacking)}")
                taken.append(f"const {{ {_told(pairs)} }} = {holder};\n")
        body, handed = _body(path, text)
        made[path] = f"module{len(made)}", handed
        code = "".join(taken) + body.strip("\n")
        out = _told([(name, inside) for name, inside in handed.items()])
        parts.append(f"// {path}\nconst {made[path][0]} = (() => {{\n{code}\nreturn {{ {out} }};\n}})();")

    take("entry.js", entry, ("entry.js",))
    if not script:
        parts.append(f"export default {made['entry.js'][0]}.default;")
    return "\n".join(parts) + "\n"


def _pairs(path: str, names: str) -> list[tuple[str, str]]:
    """The names in the braces of an import or export: the one at the left of "as", and the one at the right."""
    pairs = []
    for each in filter(None, (part.strip() for part in names.split(","))):
        found = _PAIR.fullmatch(each)
        if found is None:
            raise ValueError(f"{path}: this name is not understood: {each[:80]}")
        pairs.append((found[1], found[2] or found[1]))
    return pairs


def _told(pairs: list[tuple[str, str]]) -> str:
    return ", ".join(a if a == b else f"{a}: {b}" for a, b in pairs)


def _body(path: str, text: str) -> tuple[str, dict[str, str]]:
    """The text without imports and exports, and what it exports: the name outside, and that inside."""
    handed = {found["name"]: found["name"] for found in _DECLARED.finditer(text)}
    for found in _LIST.finditer(text):
        handed |= {outside: inside for inside, outside in _pairs(path, found["names"])}
    if _DEFAULT.search(text):
        handed["default"] = "default_"
    body = _DEFAULT.sub("const default_ = ", _LIST.sub("", _DECLARED.sub("", _IMPORT.sub("", text))))
    if other := _OTHER.search(_COMMENT.sub("", body)):
        raise ValueError(f"{path}: this import or export is not understood: {other[0].strip()[:80]}")
    return body, handed
