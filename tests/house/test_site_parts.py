"""What the site is made of: packs of compiled modules, the library that they need, and where the rest is found."""

import ast
import importlib.util
import json
import sys
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

SITE = Path(__file__).parents[2] / "site"


def opened(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


compiled = opened(SITE / "compiled.py")
SOURCE = b'''"""Of the module."""
import json
class Seen:
    """Of the class."""
    def f(self):
        """Of the function."""
        assert self
        return 1
    async def words(self):
        """Nothing else."""
'''


def run(data: bytes, folder: Path) -> ModuleType:
    """The module, as the interpreter loads a compiled file."""
    (folder / "made.pyc").write_bytes(data)
    return opened(folder / "made.pyc")


def test_what_is_compiled_keeps_the_words_that_are_shown_and_every_check(tmp_path: Path) -> None:
    data = compiled.compiled(ast.parse(SOURCE), SOURCE, "made.py")
    assert data[:4] == importlib.util.MAGIC_NUMBER
    made = run(data, tmp_path)
    assert (made.__doc__, made.Seen.__doc__) == (None, "Of the class.")
    assert (made.Seen.f.__doc__, made.Seen.words.__doc__, made.Seen().f()) == (None, None, 1)
    with pytest.raises(AssertionError):
        made.Seen.f(None)
    kept = run(compiled.compiled(ast.parse(SOURCE), SOURCE, "made.py", words=True), tmp_path)
    assert kept.Seen.f.__doc__ == "Of the function."


def library(folder: Path) -> Path:
    """A small one: what a start imports, what is imported later, what is for other machines."""
    files = {
        "first.py": "import second.inner\nif __name__ == '__main__':\n    import only_here\n",
        "second/__init__.py": "",
        "second/inner.py": "from . import beside\ndef later():\n    import much\n",
        "second/beside.py": "if TYPE_CHECKING:\n    import much\nelse:\n    import few\n",
        "few.py": "ANSWER = 42\n",
        "much.py": "from ahead import below\n",
        "only_here.py": "",
        "ahead/__init__.py": "",
        "ahead/below.py": "FAR = 7\n",
    }
    with zipfile.ZipFile(folder / "whole.zip", "w") as out:
        for name, text in files.items():
            out.writestr(name, text)
    return folder / "whole.zip"


def test_the_archive_has_what_is_imported_at_once_and_the_list_says_the_rest(tmp_path: Path) -> None:
    stage = tmp_path / "stage"
    (stage / "core" / "ours").mkdir(parents=True)
    (stage / "core" / "ours" / "page.py").write_text("def f():\n    import few\n")
    (stage / "core" / "ours" / "words.toml").write_text("a = 1\n")
    compiled.make(stage, library(tmp_path), ["sys", "first"])
    with zipfile.ZipFile(stage / "stdlib.zip") as archive:
        got = set(archive.namelist())
    assert got == {"few.pyc", "first.pyc", "second/__init__.pyc", "second/inner.pyc", "second/beside.pyc"}
    line, _, data = (stage / "core.pack").read_bytes().partition(b"\n")
    lengths = json.loads(line)
    assert {*lengths} == {"ours/page.pyc", "ours/words.toml", "rest.json"}
    assert sum(lengths.values()) == len(data)
    rest = json.loads(data[-lengths["rest.json"] :])
    assert rest == ["ahead", "ahead.below", "much", "only_here"]


def test_a_module_of_the_rest_is_found_when_it_is_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rest = opened(SITE / "python" / "theomachy_rest.py")
    asked = []

    def fetch() -> None:
        asked.append("whole")
        library(tmp_path)

    monkeypatch.setattr(rest, "WHOLE", tmp_path / "whole.zip")
    monkeypatch.setattr(rest, "fetch", fetch)
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, rest.Rest(["much", "ahead", "ahead.below"])])
    for name in ("much", "ahead", "ahead.below"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("few")  # it is in the archive, so that nothing is loaded for its name
    assert asked == []
    much = importlib.import_module("much")
    assert (much.below.FAR, asked) == (7, ["whole"])
    for name in ("much", "ahead", "ahead.below"):
        del sys.modules[name]
