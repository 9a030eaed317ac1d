"""Checks of the house itself: what no linter knows about this repository.

usage: house.py [ROOT]     (prints one line for each complaint; ends with 1 if there is any)

Each check is a function from the root folder to complaints, so that `tests/house` can show on a made-up tree that it
fails where it should.
"""

import ast
import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

SKIPPED = {
    ".git", ".venv", "venv", "build", "dist", "node_modules", "__pycache__", ".ipynb_checkpoints",
    ".pytest_cache", ".mypy_cache", ".ruff_cache", ".import_linter_cache", ".hypothesis",
}  # fmt: skip

# Chance is a player and a position is its answers: a rule that asks a clock or dice of its own cannot be replayed.
UNREPEATABLE = {"random", "secrets", "time", "datetime", "uuid"}
# Files are data: nothing from them may be executed, and the rules start no programs.
DANGEROUS = {"pickle", "marshal", "shelve", "subprocess", "multiprocessing", "ctypes", "socket"}
DANGEROUS_CALLS = {"eval", "exec", "compile", "__import__", "os.system", "os.popen"}
# The one door for luck; a new exception needs a reason here.
ALLOWED_IN_RULES = {
    "rules/theomachy/engine/runtime/sampling.py": {"random"},
    # The one door for code that the library writes for itself: copies of declared classes, loops of menus.
    "rules/theomachy/engine/generated.py": {"exec", "compile"},
}

UNPICKLERS = {"pickle", "cPickle", "_pickle", "dill", "cloudpickle", "joblib", "marshal", "shelve", "jsonpickle"}
UNPICKLING_CALLS = {"read_pickle", "to_pickle"}

GAME_FILES = (
    "__init__.py", "rulebook.toml", "data/rulings.toml", "data/presets.toml", "data/first_game.toml",
    "powers/__init__.py",
    *(f"rules/{name}.py" for name in (
        "actions", "arguments", "battle", "components", "domains", "flow", "score", "setup", "state", "timings",
    )),
    "display/ending.py", "display/labels.py", "display/table.py",
    "authoring/scenario_words.py", "authoring/validation.py",
)  # fmt: skip

REGISTRY_HOST = re.compile(
    r"pypi\.org|pythonhosted\.org|registry\.npmjs|npmjs\.(?:com|org)|deb\.debian\.org|conda\.anaconda", re.IGNORECASE
)
# A folder of one machine, at the start of a path; `/usr/bin/env` and web addresses are no such thing.
MACHINE_PATH = re.compile(r"(?<![A-Za-z0-9_.~:/\-\]})>])/(?:work|farm|root|home|Users|tmp|mnt|opt|srv)/[A-Za-z0-9_.]")


def files(root: Path, *patterns: str) -> list[Path]:
    """Return the files of the tree that belong to the project, in order; patterns are of `Path.match`."""
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in SKIPPED]  # what is skipped is not walked through
        found += [path for name in names if name not in SKIPPED and (path := Path(folder, name)).is_file()]
    return sorted(path for path in found if not patterns or any(path.match(pattern) for pattern in patterns))


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line and dotted name of every module that is imported anywhere in a parsed file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.lineno, node.module
            for alias in node.names:
                yield node.lineno, f"{node.module}.{alias.name}"


def called(tree: ast.AST) -> Iterator[tuple[int, str, ast.Call]]:
    """Yield line, dotted name as written, and node of every call in a parsed file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield node.lineno, dotted(node.func), node


def dotted(node: ast.expr) -> str:
    """The name of what is called as written, from where it is a name: "read" of `open(path).read`."""
    if isinstance(node, ast.Name):
        return node.id
    if not isinstance(node, ast.Attribute):
        return ""
    return f"{before}.{node.attr}" if (before := dotted(node.value)) else node.attr


def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


class WithoutTypesOnly(ast.NodeTransformer):
    """Drop `if TYPE_CHECKING:`; a generator may be named in an annotation by who is handed one."""

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        return node.orelse if ast.unparse(node.test).endswith("TYPE_CHECKING") else node


def repeatable_rules(root: Path) -> list[str]:
    """The engine and the games use no chance of their own, no clock, and execute nothing."""
    complaints = []
    for folder in ("engine", "games"):
        for path in files(root / "rules" / "theomachy" / folder, "*.py"):
            where = path.relative_to(root).as_posix()
            allowed = ALLOWED_IN_RULES.get(where, set())
            banned, calls = (UNREPEATABLE | DANGEROUS) - allowed, DANGEROUS_CALLS - allowed
            tree = WithoutTypesOnly().visit(parse(path))
            bad = {(line, name.split(".")[0]) for line, name in imported(tree)}
            complaints += [f"{where}:{line}: imports {name}" for line, name in sorted(bad) if name in banned]
            complaints += [f"{where}:{line}: calls {name}" for line, name, _ in called(tree) if name in calls]
            complaints += [f"{where}:{line}: imports {name}" for line, name in imported(tree) if name in calls]
    return complaints


def no_unpickling(root: Path) -> list[str]:
    """Nothing in the repository unpickles: a saved game is data and must stay so."""
    complaints = []
    for path in files(root, "*.py"):
        where = path.relative_to(root).as_posix()
        tree = parse(path)
        bad = {(line, name.split(".")[0]) for line, name in imported(tree)}
        complaints += [f"{where}:{line}: imports {name}" for line, name in sorted(bad) if name in UNPICKLERS]
        for line, name, call in called(tree):
            allows = any(word.arg == "allow_pickle" and not is_false(word.value) for word in call.keywords)
            if name.split(".")[-1] in UNPICKLING_CALLS or allows:
                complaints.append(f"{where}:{line}: {name} can unpickle")
    return complaints


def is_false(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is False


def no_foreign_names(root: Path) -> list[str]:
    """No file names a package registry's host or a path of one machine."""
    complaints = []
    for path in files(root):
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a picture
        where = path.relative_to(root).as_posix()
        for number, line in enumerate(text.splitlines(), 1):
            for pattern, what in ((REGISTRY_HOST, "a registry host"), (MACHINE_PATH, "a machine's path")):
                found = pattern.search(line)
                if found:
                    complaints.append(f"{where}:{number}: names {what}: {found.group()}")
    return complaints


def bare_notebooks(root: Path) -> list[str]:
    """Notebooks are committed without outputs, counters and widget state."""
    complaints = []
    for path in files(root, "*.ipynb"):
        where = path.relative_to(root).as_posix()
        notebook = json.loads(path.read_text(encoding="utf-8"))
        if "widgets" in notebook.get("metadata", {}):
            complaints.append(f"{where}: holds widget state")
        for number, cell in enumerate(notebook.get("cells", []), 1):
            if cell.get("outputs"):
                complaints.append(f"{where}: cell {number} has outputs")
            if cell.get("execution_count") is not None:
                complaints.append(f"{where}: cell {number} has an execution count")
    return complaints


def same_files_in_every_game(root: Path) -> list[str]:
    """Every game has the same file names, so that who knows one finds the way in all.

    A folder that holds data alone is no game yet.
    """
    complaints = []
    for game in sorted({path.parent for path in root.glob("rules/theomachy/games/*/*.py")}):
        missing = [name for name in GAME_FILES if not (game / name).exists()]
        if missing:
            complaints.append(f"{game.relative_to(root).as_posix()}: lacks {', '.join(missing)}")
    return complaints


def plain_constraints(root: Path) -> list[str]:
    """Every line of constraints.txt is name==version: no address, no path, no option."""
    path = root / "constraints.txt"
    if not path.exists():
        return ["constraints.txt: missing"]
    line_form = re.compile(r"[A-Za-z0-9._-]+==[A-Za-z0-9.!+_-]+")
    return [
        f"constraints.txt:{number}: not name==version: {line}"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if not line_form.fullmatch(line)
    ]


def typed_scripts(root: Path) -> list[str]:
    """JavaScript is typed, nowhere excused from its checks without a reason, and no wider than 120 signs."""
    complaints = []
    for path in files(root, "*.js"):
        where = path.relative_to(root)
        lines = path.read_text(encoding="utf-8").splitlines()
        if not lines or lines[0] != "// @ts-check":
            complaints.append(f"{where}:1: begin with the line `// @ts-check`")
        for number, line in enumerate(lines, 1):
            if len(line) > 120:
                complaints.append(f"{where}:{number}: a line of {len(line)} signs; 120 are the most")
            if re.search(r"@ts-(?:nocheck|ignore|expect-error)\s*(?:\*/)?$|biome-ignore[\w-]*(?: \S+)?:?\s*$", line):
                complaints.append(f"{where}:{number}: say why this is excused")
    return complaints


CHECKS: tuple[Callable[[Path], list[str]], ...] = (
    repeatable_rules,
    no_unpickling,
    no_foreign_names,
    bare_notebooks,
    same_files_in_every_game,
    plain_constraints,
    typed_scripts,
)


def main(arguments: list[str]) -> int:
    root = Path(arguments[0] if arguments else ".").resolve()
    complaints = [complaint for check in CHECKS for complaint in check(root)]
    for complaint in complaints:
        print(complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
