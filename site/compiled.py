"""The Python of the site, compiled by the very Python that the page runs: `site/compile.mjs` calls `make` in it.

The runtime's package brings the standard library as sources, all of it: a page that starts from that compiles two
hundred modules at each visit, and loads twice what it uses. Here the modules that the screens can name are compiled
into an archive of their own; what else an import may ask for stays in the whole archive, which a page loads only then
(`site/python/theomachy_rest.py`).

The data of the games travel as JSON under their own names, which Python reads in a tenth of the time that TOML takes
(`site/python/theomachy_data.py`). Scenarios and lessons stay what they are: people read them.

What no reader of the page sees is left out: docstrings of modules and functions (those of classes are shown: a
requirement is told by its own), and the columns of tracebacks, for which the caller sets PYTHONNODEBUGRANGES.
"""

from __future__ import annotations

import ast
import json
import sys
import tomllib
import zipfile
from collections.abc import Iterable, Iterator
from importlib.abc import SourceLoader
from pathlib import Path
from types import CodeType
from typing import Any

# What the library itself imports inside of functions that every start runs through.
LATER = ("importlib.resources._adapters", "importlib.readers", "encodings.cp437")
# What is named and yet not run in a page: it stands in for a module of C that is there.
NOT_RUN = {"_pydatetime", "_pydecimal", "_pyio", "sre_compile"}
ELSEWHERE = ("TYPE_CHECKING", "__main__", "win32")  # in a test of what is not so in a page
OURS, TO_READ = "theomachy/", "theomachy/share/"  # data of the games; what people read beside them
WITH_WORDS = ("pyodide", "_pyodide")  # the runtime gives its own functions their docstrings as it starts


def make(stage: Path, whole: Path, loaded: Iterable[str]) -> None:
    """Each folder of `stage` as a pack beside it, and as stdlib.zip what they need of the library `whole`.

    `loaded` names the modules that Python has when it has started.
    """
    library = Library(whole)
    wanted = {*loaded, *LATER}
    packs = dict[str, dict[str, bytes]]()
    for folder in sorted(path for path in stage.iterdir() if path.is_dir()):
        files = packs[folder.name] = {}
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            name, data = path.relative_to(folder).as_posix(), path.read_bytes()
            if path.suffix == ".py":
                tree = ast.parse(data, name)
                wanted |= set(named(tree, name.removesuffix(".py").replace("/", "."), inside=True))
                name, data = f"{name}c", compiled(tree, data, name)
            elif path.suffix == ".toml" and name.startswith(OURS) and not name.startswith(TO_READ):
                data = as_json(data)
            files[name] = data
    used = library.reached(wanted)
    library.write(used, stage / "stdlib.zip")
    packs["core"]["rest.json"] = json.dumps(sorted(set(library.sources) - used)).encode()
    for name, files in packs.items():
        (stage / f"{name}.pack").write_bytes(pack(files))


def as_json(data: bytes) -> bytes:
    """A TOML document as JSON; what JSON cannot say the same way stays as it is."""
    read = tomllib.loads(data.decode("utf-8"))
    try:
        told = json.dumps(read, ensure_ascii=False, separators=(",", ":"))
    except TypeError:  # a date
        return data
    return told.encode("utf-8") if json.loads(told) == read else data


def pack(files: dict[str, bytes]) -> bytes:
    """Files as one: a line of JSON, with the length of each by its name, and their bytes one behind the other."""
    told = json.dumps({name: len(data) for name, data in files.items()}, separators=(",", ":"))
    return told.encode() + b"\n" + b"".join(files.values())


def compiled(tree: ast.Module, source: bytes, name: str, *, words: bool = False) -> bytes:
    """A compiled file, which is used without its source. `words`: with the docstrings of functions."""
    if not words:
        for node in (tree, *statements(tree)):
            if isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef):
                if ast.get_docstring(node, clean=False) is not None:
                    # A function of words alone keeps a body.
                    node.body[0:1] = [] if len(node.body) > 1 else [ast.copy_location(ast.Pass(), node.body[0])]
    loader = Made(tree, source, name)
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, False
    try:
        loader.get_code(name)
    finally:
        sys.dont_write_bytecode = before
    return loader.file


class Made(SourceLoader):
    """Takes a module for what it was parsed to, and the compiled file from who would have written it."""

    def __init__(self, tree: ast.Module, source: bytes, name: str) -> None:
        self.tree, self.source, self.name = tree, source, name
        self.file = b""

    def get_filename(self, fullname: str) -> str:
        return self.name

    def get_data(self, path: str) -> bytes:
        if path != self.name:
            raise FileNotFoundError(path)  # nothing is compiled yet
        return self.source

    def path_stats(self, path: str) -> dict[str, float]:
        return {"mtime": 0, "size": len(self.source)}

    def source_to_code(self, data: Any, path: Any = "") -> CodeType:  # type: ignore[override]  # a class's, there
        return compile(self.tree, self.name, "exec", dont_inherit=True, optimize=0)

    def set_data(self, path: str, data: bytes, **_: Any) -> None:
        self.file = data


class Library:
    """The standard library as sources."""

    def __init__(self, whole: Path) -> None:
        self.sources: dict[str, bytes] = {}
        self.packages: set[str] = set()
        self.trees: dict[str, ast.Module] = {}  # of what is used
        with zipfile.ZipFile(whole) as archive:
            for file in archive.namelist():
                if file.endswith(".py"):
                    name = file.removesuffix(".py").replace("/", ".")
                    if name.endswith(".__init__"):
                        name = name.removesuffix(".__init__")
                        self.packages.add(name)
                    self.sources[name] = archive.read(file)

    def reached(self, wanted: Iterable[str]) -> set[str]:
        """Those modules, with all that they import as they are imported themselves."""
        found: set[str] = set()
        todo = [*wanted]
        while todo:
            name = todo.pop()
            if name in found or name not in self.sources or name.partition(".")[0] in NOT_RUN:
                continue
            found.add(name)
            if above := name.rpartition(".")[0]:
                todo.append(above)
            inside = f"{name}.__init__" if name in self.packages else name
            tree = self.trees[name] = ast.parse(self.sources[name], name)
            todo += named(tree, inside, inside=False)
        return found

    def write(self, names: Iterable[str], place: Path) -> None:
        """Them as an archive of compiled files, as the interpreter reads it; it is compressed as a whole later."""
        with zipfile.ZipFile(place, "w", zipfile.ZIP_STORED) as out:
            for name in sorted(names):
                file = name.replace(".", "/") + ("/__init__.pyc" if name in self.packages else ".pyc")
                words = name.partition(".")[0] in WITH_WORDS
                out.writestr(
                    zipfile.ZipInfo(file), compiled(self.trees[name], self.sources[name], file[:-1], words=words)
                )


def named(tree: ast.AST, module: str, *, inside: bool) -> Iterator[str]:
    """The modules that a module may import; `inside` of its functions too. What is no module is named as well."""
    for node in statements(tree, inside=inside, elsewhere=False):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = module.split(".")[: -node.level] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def statements(tree: ast.AST, *, inside: bool = True, elsewhere: bool = True) -> Iterator[ast.stmt]:
    """All statements below, none of whose expressions is looked at. `inside` of functions; `elsewhere`: also what a
    test leaves to other machines or to readers of types."""
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        found = getattr(tree, part, ())
        if not isinstance(found, list):  # of a lambda
            continue
        if part == "body" and isinstance(tree, ast.If) and not elsewhere:
            if any(word in ast.dump(tree.test) for word in ELSEWHERE):
                continue
        for node in found:
            if isinstance(node, ast.stmt):
                yield node
            if inside or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield from statements(node, inside=inside, elsewhere=elsewhere)
