"""What travels with the package is found and laid in a folder; `theomachy lab` starts JupyterLab on it."""

import errno
import io
import json
import os
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest

from theomachy import cli, lab, shipped
from theomachy.engine.errors import TheoError

ROOT = Path(__file__).parents[2]
Started = list[tuple[list[str], dict[str, str]]]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# -- laying -----------------------------------------------------------------------------------------------------------
def test_all_that_notebooks_open_is_laid_in_an_empty_folder(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "one"
    laid = shipped.lay(folder)
    there = contents(folder)
    assert sorted(there) == sorted(name.as_posix() for name in laid.new)
    assert not laid.kept
    for pattern in ("notebooks/*.ipynb", "examples/scenarios/*/*.toml", "examples/saves/*/*.json"):
        wanted = {path.relative_to(ROOT).as_posix() for path in ROOT.glob(pattern)}
        assert wanted, pattern
        assert wanted <= set(there)
    assert {"examples/homebrew/pyproject.toml", "examples/homebrew/theomachy_ember/powers.py"} <= set(there)
    assert all(data == (ROOT / name).read_bytes() for name, data in there.items())
    assert list(laid.lines(folder)) == [f"{len(there)} files are laid in {folder} (examples, notebooks)"]


def test_what_is_there_stays_and_is_named_and_what_is_gone_comes_again(tmp_path: Path) -> None:
    shipped.lay(tmp_path)
    changed, mine, gone = (tmp_path / "notebooks" / name for name in ("00_start.ipynb", "mine.ipynb", "what_if.ipynb"))
    changed.write_text("changed", "utf-8")
    mine.write_text("mine", "utf-8")
    gone.unlink()
    laid = shipped.lay(tmp_path)
    assert [path.as_posix() for path in laid.new] == ["notebooks/what_if.ipynb"]
    assert [path.as_posix() for path in laid.kept] == ["notebooks/00_start.ipynb"]
    assert (changed.read_text("utf-8"), mine.read_text("utf-8")) == ("changed", "mine")
    said = list(laid.lines(tmp_path))
    assert said[0] == f"1 file is laid in {tmp_path} (notebooks)"
    assert said[1] == "1 file is not as it came and stays as you have it: notebooks/00_start.ipynb"
    assert list(shipped.lay(tmp_path).lines(tmp_path)) == said[1:], "nothing is laid twice"


def test_many_changed_files_are_counted_and_some_named(tmp_path: Path) -> None:
    for name in shipped.lay(tmp_path).new[-10:]:
        (tmp_path / name).write_text("changed", "utf-8")
    (said,) = shipped.lay(tmp_path).lines(tmp_path)
    assert said.startswith("10 files are not as they came and stay as you have them: ")
    assert said.endswith(" and 2 more")


def test_links_and_folders_in_the_way_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notebooks" / "what_if.ipynb").mkdir(parents=True)
    (tmp_path / "notebooks" / "demigods.ipynb").symlink_to(tmp_path / "nowhere")
    laid = shipped.lay(tmp_path)
    assert [path.name for path in laid.kept] == ["demigods.ipynb", "what_if.ipynb"]
    assert not (tmp_path / "nowhere").exists()


def test_a_write_that_fails_leaves_no_half_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped, "files", lambda: [Path("notebooks/a.ipynb")])
    monkeypatch.setattr(shipped, "home", lambda: tmp_path / "home")
    (tmp_path / "home" / "notebooks").mkdir(parents=True)
    (tmp_path / "home" / "notebooks" / "a.ipynb").write_bytes(b"1")
    opened: Callable[..., Any] = Path.open

    class Full(io.BytesIO):
        def write(self, data: object) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    def on_a_full_disk(path: Path, mode: str = "r", *more: Any) -> Any:
        file = opened(path, mode, *more)
        if mode != "xb":
            return file
        file.close()
        return Full()

    monkeypatch.setattr(Path, "open", on_a_full_disk)
    with pytest.raises(OSError, match="No space left"):
        shipped.lay(tmp_path / "there")
    assert contents(tmp_path / "there") == {}


def test_caches_are_not_laid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped, "home", lambda: tmp_path)
    for name in ("a.py", "__pycache__/a.cpython-311.pyc", ".pytest_cache/README.md"):
        (tmp_path / "examples" / "homebrew" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "examples" / "homebrew" / name).write_text("x", "utf-8")
    assert [path.as_posix() for path in shipped.files()] == ["examples/homebrew/a.py"]


# -- finding ----------------------------------------------------------------------------------------------------------
def test_scenarios_and_saves_are_found_here_above_or_as_they_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert shipped.scenarios() == ROOT / "examples" / "scenarios"
    assert shipped.scenarios("demigods") == ROOT / "examples" / "scenarios" / "demigods"
    assert shipped.scenarios("chess") == ROOT / "examples" / "scenarios"
    there = sorted((ROOT / "examples" / "saves").rglob("*.json"))
    assert shipped.saves() == there
    mine, below = tmp_path / "examples" / "scenarios", tmp_path / "notebooks"
    mine.mkdir(parents=True)
    below.mkdir()
    monkeypatch.chdir(below)
    assert shipped.scenarios("demigods") == mine
    assert shipped.saves() == there


def test_an_installed_package_has_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shipped, "__file__", str(tmp_path / "theomachy" / "shipped.py"))
    assert shipped.files() == []
    (tmp_path / "theomachy" / "share" / "notebooks").mkdir(parents=True)
    (tmp_path / "theomachy" / "share" / "notebooks" / "00_start.ipynb").write_text("{}", "utf-8")
    assert [path.as_posix() for path in shipped.files()] == [shipped.START]


# -- JupyterLab -------------------------------------------------------------------------------------------------------
@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Started:
    """What the process would have become, and in what environment."""
    found: Started = []
    monkeypatch.setattr(os, "execve", lambda _, words, environment: found.append((words, environment)))
    monkeypatch.setattr(lab.subprocess, "call", lambda words, env: 0)
    monkeypatch.setattr(lab, "wanted", lambda: ["jupyterlab"])
    return found


def flag(words: list[str], name: str) -> str:
    (value,) = [word.partition("=")[2] for word in words if word.startswith(f"--{name}=")]
    return value


def test_lab_lays_here_or_in_a_folder_and_opens_the_start_notebook(
    started: Started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks" / "00_start.ipynb").write_text("mine", "utf-8")
    assert cli.main(["lab", "--no-browser"]) == 0
    said = capsys.readouterr().out
    assert f" files are laid in {tmp_path} (examples, notebooks)\n" in said
    assert "stays as you have it: notebooks/00_start.ipynb\n" in said
    assert (tmp_path / "notebooks" / "00_start.ipynb").read_text("utf-8") == "mine"
    assert cli.main(["lab", "an other", "--", "--port=1234"]) == 0
    (here, environment), (there, _) = started
    assert cli.main(["lab", "an other", "--no-browser", "--", "--port=1234", "--ip=::1"]) == 0
    assert started.pop()[0][-3:] == ["--no-browser", "--port=1234", "--ip=::1"]
    assert here[1:3] == ["-m", "jupyterlab"]
    assert "--no-browser" in here
    assert "--no-browser" not in there
    assert there[-1] == "--port=1234"
    assert flag(here, "ServerApp.root_dir") == str(tmp_path / "notebooks")
    assert flag(there, "ServerApp.root_dir") == str(tmp_path / "an other" / "notebooks")
    assert flag(here, "LabApp.default_url") == flag(there, "LabApp.default_url") == "/lab/tree/00_start.ipynb"
    assert flag(here, "LabApp.news_url") == "None"
    assert environment.items() >= lab.SETTINGS.items()
    assert (tmp_path / "an other" / "examples" / "saves" / "demigods" / "two_rivers.json").is_file()


def test_flags_of_jupyterlab_need_no_folder(started: Started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["lab", "--", "--port=1234"]) == 0
    ((words, _),) = started
    assert words[-1] == "--port=1234"
    assert flag(words, "ServerApp.root_dir") == str(tmp_path / "notebooks")


def test_a_notebook_is_opened_where_it_is_and_nothing_laid(
    started: Started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(["lab", "--notebook", "my book.ipynb"]) == 2
    assert capsys.readouterr().err == "theomachy: my book.ipynb is no notebook\n"
    (tmp_path / "my book.ipynb").write_text("{}", "utf-8")
    assert cli.main(["lab", "--notebook", "my book.ipynb"]) == 0
    ((words, _),) = started
    assert flag(words, "LabApp.default_url") == "/lab/tree/my%20book.ipynb"
    assert list(contents(tmp_path)) == ["my book.ipynb"]


def test_without_the_lab_extra_one_sentence_says_what_to_install(
    started: Started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(lab, "wanted", lambda: ["pytest", "no-a", "no-b", "no-c", "no-d"])
    assert cli.main(["lab"]) == 2
    said = "notebooks need packages that are not installed here (no-a, no-b, no-c and 1 more): "
    assert capsys.readouterr().err == f'theomachy: {said}pip install "theomachy[lab]"\n'
    assert (started, contents(tmp_path)) == ([], {})


def test_what_is_wanted_is_what_the_extra_names(monkeypatch: pytest.MonkeyPatch) -> None:
    said = ["jupyterlab<5,>=4.4; extra == 'lab'", 'jupyter_bokeh>=4; extra == "lab"', "dask; extra == 'cluster'"]
    monkeypatch.setattr(metadata, "requires", lambda name: said)
    assert lab.wanted() == ["jupyterlab", "jupyter_bokeh"]


def test_an_installation_without_notebooks_says_so(
    started: Started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(shipped, "files", list)
    assert cli.main(["lab"]) == 2
    assert "the notebooks did not come with this installation" in capsys.readouterr().err
    assert not started


def test_a_folder_that_cannot_be_made_gets_a_sentence(
    started: Started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("x", "utf-8")
    assert cli.main(["lab", "file"]) == 2
    assert "cannot be opened or written" in capsys.readouterr().err
    assert not started


def test_make_lab_has_no_settings_of_its_own() -> None:
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8").split("\nlab:", 1)[1].split("\n\n", 1)[0]
    assert recipe == " $(READY)\n\t$(BIN)/theomachy lab --notebook $(NOTEBOOK) -- $(LAB_FLAGS)"


def test_nobody_is_asked_about_news() -> None:
    setting = json.loads((ROOT / "kernel_ext/etc/jupyter/labconfig/default_setting_overrides.json").read_text("utf-8"))
    assert setting["@jupyterlab/apputils-extension:notification"]["fetchNews"] == "false"


def test_missing_parts_are_named_with_the_command_that_brings_them(monkeypatch: pytest.MonkeyPatch) -> None:
    from theomachy import app

    def lacks(name: str) -> None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    monkeypatch.setattr(app, "import_module", lambda _: lacks("panel.io"))
    with pytest.raises(
        TheoError, match=r'^serving needs panel, which is not installed here: pip install "theomachy\[lab\]"$'
    ):
        app.part("theomachy_widgets.serve", "serving")
