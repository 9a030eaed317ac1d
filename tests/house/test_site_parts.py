"""What the site is made of: packs of compiled modules, the library that they need, and where the rest is found."""

import ast
import importlib.util
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

from theomachy.engine import files
from theomachy.engine.errors import DataError

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
    texts = {"theomachy/data.toml": "a = 1\nb = [1.0, 'é']\n", "theomachy/day.toml": "a = 2026-11-28\n",
             "theomachy/share/lesson.toml": "a = 1\n"}  # fmt: skip
    for name, text in texts.items():
        (stage / "core" / name).parent.mkdir(parents=True, exist_ok=True)
        (stage / "core" / name).write_text(text, "utf-8")
    compiled.make(stage, library(tmp_path), ["sys", "first"])
    with zipfile.ZipFile(stage / "stdlib.zip") as archive:
        got = set(archive.namelist())
    assert got == {"few.pyc", "first.pyc", "second/__init__.pyc", "second/inner.pyc", "second/beside.pyc"}
    line, _, data = (stage / "core.pack").read_bytes().partition(b"\n")
    lengths = json.loads(line)
    assert {*lengths} == {"ours/page.pyc", *texts, "rest.json"}
    assert sum(lengths.values()) == len(data)
    held = {}
    for name, length in lengths.items():
        held[name], data = data[:length], data[length:]
    # Data are read before, as far as JSON can say them; what people read stays as it was written.
    assert held["theomachy/data.toml"] == '{"a":1,"b":[1.0,"é"]}'.encode()
    assert [held[name].decode() for name in (*texts,)[1:]] == [*texts.values()][1:]
    rest = json.loads(held["rest.json"])
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


def test_data_of_the_games_are_read_as_they_are_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "read_toml", files.read_toml)  # it is put back afterwards
    data = opened(SITE / "python" / "theomachy_data.py")
    monkeypatch.setattr(data, "OURS", tmp_path / "ours")
    monkeypatch.setattr(data, "TO_READ", tmp_path / "ours" / "share")
    for name, text in {"ours/as_json.toml": '{"a": [1.0]}', "ours/plain.toml": "a = [1.0]", "ours/share/x.toml": "{}",
                       "visitor.toml": "{}"}.items():  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    for name in ("ours/as_json.toml", "ours/plain.toml"):
        assert files.read_toml(tmp_path / name, "data file", 99) == {"a": [1.0]}
    for name in ("ours/share/x.toml", "visitor.toml"):
        with pytest.raises(DataError, match="is no TOML"):
            files.read_toml(tmp_path / name, "data file", 99)


ON_THE_SITE = """
import ipywidgets, theomachy as th
told = []
ipywidgets.post = told.append
from theomachy_widgets.dashboard import Dashboard
made = Dashboard(th.new("demigods", players=2, seed=1), renderer="svg")
first = made.view_state.stamp
made.do("answer", i=0)
told.clear()
answers = len(made.game.position.log())
made.regions["side"].heard({"do": "answer", "i": 0, "stamp": first})
again = {name for one in told if one["do"] == "state" for name in one["state"]}
print(len(made.game.position.log()) == answers, made.control.faults, {"play", "reach", "decision"} <= again)
print(made.view_state.error)
"""


def test_a_click_on_an_older_picture_plays_nothing_and_all_is_drawn_once_more() -> None:
    """With what the site has in the place of ipywidgets."""
    told = {"PATH": os.environ["PATH"], "PYTHONPATH": str(SITE / "python")}
    done = subprocess.run([sys.executable, "-c", ON_THE_SITE], capture_output=True, text=True, env=told)
    assert done.returncode == 0, done.stderr
    first, error = done.stdout.splitlines()
    assert first == "True [] True"
    assert "had changed before that click" in error
