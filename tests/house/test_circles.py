"""No files import one another in a circle: not at the top, not inside a function, not for annotations alone."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("rules/theomachy", "widgets/theomachy_widgets", "kernel_ext/theomachy_kernel")


def modules(root: Path) -> dict[str, Path]:
    """All files of the packages that are no face of a package, by module name."""
    found = {}
    for package in PACKAGES:
        for path in (root / package).rglob("*.py"):
            if path.name != "__init__.py":
                found[".".join(path.relative_to((root / package).parent).with_suffix("").parts)] = path
    return found


def imported(name: str, path: Path) -> Iterator[str]:
    """Every module, and every name of a module, that a file imports anywhere."""
    parts = name.split(".")
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = [*parts[: len(parts) - node.level]] if node.level else []
            home = ".".join([*base, *([node.module] if node.module else [])])
            yield home
            yield from (f"{home}.{alias.name}" for alias in node.names)


def circles(root: Path) -> list[frozenset[str]]:
    """Files that reach one another, as sets (Kosaraju: out along the arrows, back against them)."""
    files = modules(root)
    ahead = {name: {other for other in imported(name, path) if other in files} - {name} for name, path in files.items()}
    back: dict[str, set[str]] = {name: set() for name in files}
    for name, others in ahead.items():
        for other in others:
            back[other].add(name)

    def reached(start: str, arrows: dict[str, set[str]]) -> set[str]:
        seen, open_ = {start}, [start]
        while open_:
            for other in arrows[open_.pop()] - seen:
                seen.add(other)
                open_.append(other)
        return seen

    rings = {frozenset(reached(name, ahead) & reached(name, back)) for name in sorted(files)}
    return sorted((ring for ring in rings if len(ring) > 1), key=sorted)


def test_no_files_import_one_another_in_a_circle() -> None:
    assert circles(ROOT) == []


@pytest.mark.parametrize("line", ["from .b import x", "def f():\n    from . import b", "import theomachy.b"])
def test_a_circle_is_found(tmp_path: Path, line: str) -> None:
    for package in PACKAGES:
        (tmp_path / package).mkdir(parents=True)
    (tmp_path / "rules/theomachy/a.py").write_text(line)
    (tmp_path / "rules/theomachy/b.py").write_text("if TYPE_CHECKING:\n    from .a import y\n")
    assert circles(tmp_path) == [frozenset({"theomachy.a", "theomachy.b"})]
    (tmp_path / "rules/theomachy/b.py").write_text("")
    assert circles(tmp_path) == []
