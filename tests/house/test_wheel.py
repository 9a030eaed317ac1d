"""The wheel holds all three packages, with their data and all that people open, and works away from the checkout.

Three installations: with nothing beside it, where the rules play; with the packages that the extra `lab` names, lent by
the environment that the tests run in, where JupyterLab opens; and, at night, truly bare ones from the registry.
"""

import json
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

from tests.browser import servers
from tests.browser.servers import Server
from theomachy import shipped

ROOT = Path(__file__).parents[2]
PACKAGES = {"theomachy": "rules", "theomachy_widgets": "widgets", "theomachy_kernel": "kernel_ext"}
TOP = {name.split(".")[0] for name in PACKAGES}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
Done = subprocess.CompletedProcess[str]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=60)
    (built,) = folder.glob("*.whl")
    return built


class Environment:
    """A virtual environment of its own, in which nothing of this one is seen."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        subprocess.run([sys.executable, "-m", "venv", *options, str(folder)], check=True, timeout=120)
        self.bin = folder / "bin"

    @property
    def packages(self) -> Path:
        (found,) = self.folder.glob("lib/python*/site-packages")
        return found

    def run(self, *words: str, where: Path, code: int = 0) -> Done:
        """A program of the environment, with only the most ordinary variables."""
        told = {"PATH": f"{self.bin}:/usr/bin:/bin", "HOME": str(where), "PYTHONWARNINGS": "error"}
        command = [str(self.bin / words[0]), *words[1:]]
        done = subprocess.run(command, cwd=where, env=told, capture_output=True, text=True, timeout=100)
        assert done.returncode == code, done.stdout + done.stderr
        return done


def alone(wheel: Path, folder: Path) -> Environment:
    """A wheel and nothing else: pip has nowhere to look, so one dependency would be one too many."""
    made = Environment(folder, "--without-pip")
    install = [sys.executable, "-m", "pip", "--python", str(made.bin / "python"), "install", "--no-index", str(wheel)]
    nowhere = {key: value for key, value in os.environ.items() if not key.startswith("PIP_")}
    nowhere |= {"PIP_CONFIG_FILE": os.devnull, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    subprocess.run(install, check=True, env=nowhere, capture_output=True, timeout=100)
    return made


@pytest.fixture(scope="module")
def bare(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    return alone(wheel, tmp_path_factory.mktemp("bare") / "venv")


# -- what it holds ----------------------------------------------------------------------------------------------------
def test_the_wheel_holds_every_file_of_the_packages_all_that_is_laid_and_no_other(wheel: Path) -> None:
    expected = {
        path.relative_to(ROOT / folder).as_posix()
        for package, folder in PACKAGES.items()
        for path in (ROOT / folder / package).rglob("*")
        if path.is_file() and not {"__pycache__", ".ipynb_checkpoints"}.intersection(path.parts)
    }
    expected |= {f"theomachy/share/{path.as_posix()}" for path in shipped.files()}
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    # What is put beside Jupyter's own settings.
    settings = sorted(name for name in held if name.startswith("theomachy-"))
    assert [name.partition(".data/data/etc/jupyter/")[2] for name in settings] == [
        "jupyter_server_config.d/theomachy.json",
        "labconfig/default_setting_overrides.json",
    ]
    assert held - set(settings) == expected
    assert {"theomachy/py.typed", f"theomachy/share/{shipped.START}"} <= held


def test_the_wheel_says_what_can_be_called_and_what_it_needs(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (entries,) = [name for name in archive.namelist() if name.endswith(".dist-info/entry_points.txt")]
        text = archive.read(entries).decode()
        told = archive.read(entries.replace("entry_points.txt", "METADATA")).decode()
        licenses = {Path(name).name for name in archive.namelist() if ".dist-info/licenses/" in name}
    assert "theomachy = theomachy.cli:main" in text
    assert "demigods = theomachy.games.demigods:SYSTEM" in text
    assert "[jupyter_serverproxy_servers]\ntheomachy = theomachy_kernel.launcher:library\n" in text
    assert {"LICENSE", "NOTICE"} <= licenses
    requirements = re.findall(r"^Requires-Dist: (.*)", told, re.M)
    assert requirements
    assert [need for need in requirements if "extra ==" not in need] == [], "the rules need nothing"
    extras = {"lab", "analysis", "cluster", "rl"}
    assert set(re.findall(r"^Provides-Extra: (.*)", told, re.M)) == extras, "tools are no extra"


# -- with nothing beside it -------------------------------------------------------------------------------------------
LOADED = """
import sys, theomachy, theomachy.cli
from theomachy.engine.game import registry
from theomachy.play import simulate
registry.games()
print(*sorted({name.partition(".")[0] for name in sys.modules} - set(sys.stdlib_module_names)))
print(theomachy.__file__)
"""


def test_with_nothing_beside_it_the_rules_load_nothing_but_themselves(bare: Environment, tmp_path: Path) -> None:
    names, file = bare.run("python", "-c", LOADED, where=tmp_path).stdout.splitlines()
    assert [name for name in names.split() if not name.startswith(("__m", "_sysconfig"))] == ["theomachy"]
    assert Path(file).is_relative_to(bare.packages)


def test_with_nothing_beside_it_games_are_played_kept_and_simulated(bare: Environment, tmp_path: Path) -> None:
    kept = tmp_path / "game.json"
    words = ("play", "demigods", "--option", "turns=2", "--bots", "random", "--save", str(kept))
    assert "Won by " in bare.run("theomachy", *words, where=tmp_path).stdout
    assert len(json.loads(kept.read_text("utf-8"))["nodes"]) > 50
    assert "Demigods" in bare.run("theomachy", "analyse", str(kept), where=tmp_path).stdout
    words = ("simulate", "demigods", "-n", "2", "--option", "turns=2", "--out", "out")
    bare.run("theomachy", *words, where=tmp_path)
    assert len(list((tmp_path / "out").glob("*.csv"))) == 1


def test_with_nothing_beside_it_scenarios_and_rules_are_found(bare: Environment, tmp_path: Path) -> None:
    """`verify` without a name runs all that came; here those of a folder, for the time it takes."""
    told = bare.run("theomachy", "rules", "demigods", "DG-BAT-001", where=tmp_path).stdout
    assert "shown by " in told
    place = bare.packages / "theomachy" / "share" / "examples" / "homebrew" / "scenarios"
    assert place.is_dir()
    scenarios = bare.packages / "theomachy" / "share" / "examples" / "scenarios"
    for name in ("demigods/the_fords", "cthulhu_wars/lesson_28_neutral_monsters"):  # the second needs a box's own files
        assert "0 failed" in bare.run("theomachy", "verify", str(scenarios / f"{name}.toml"), where=tmp_path).stdout


def test_with_nothing_beside_it_what_needs_more_says_so_in_one_sentence(bare: Environment, tmp_path: Path) -> None:
    for words in (("lab",), ("serve",), ("show", "demigods", "--png", "a.png")):
        said = bare.run("theomachy", *words, where=tmp_path, code=2).stderr
        assert said.startswith("theomachy: ")
        assert said.endswith(', which is not installed here: pip install "theomachy[lab]"\n') or words == ("lab",)
        assert 'pip install "theomachy[lab]"' in said
        assert said.count("\n") == 1
    assert list(tmp_path.iterdir()) == [], "nothing was laid"


# -- with the packages of the extra -----------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def lent(bare: Environment) -> Iterator[Environment]:
    """The same, with the packages of the test environment behind its own: those of the wheel come first."""
    path = bare.packages / "lent.pth"
    path.write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    yield bare
    path.unlink()


@pytest.fixture(scope="module")
def opened(lent: Environment, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Path]]:
    """`theomachy lab` in a folder in which one notebook is somebody's own, as a person starts it; the folder."""
    folder = tmp_path_factory.mktemp("lab")
    (folder / "notebooks").mkdir()
    (folder / "notebooks" / "what_if.ipynb").write_text("mine", "utf-8")
    port = servers.free_port()
    flags = (f"--ServerApp.port={port}", "--ServerApp.port_retries=0", "--IdentityProvider.token=sesame")
    # What lies beside Python and not among its packages: the pages of JupyterLab.
    share = Path(sys.prefix) / "share" / "jupyter"
    settings = f"{servers.SETTINGS}{os.pathsep}{Path(sys.prefix) / 'etc' / 'jupyter'}"
    more = {
        "JUPYTER_PATH": str(share),
        "JUPYTERLAB_DIR": str(share / "lab"),
        "JUPYTER_CONFIG_PATH": settings,
        "PYTHONPATH": "",
    }
    command = [str(lent.bin / "theomachy"), "lab", "--no-browser", "--", *flags]
    work = tmp_path_factory.mktemp("work")
    with servers.serving(command, work, folder, port, "api/status", "sesame", more) as server:
        yield server, folder


def test_all_that_the_extra_names_is_lent() -> None:
    for need in PROJECT["optional-dependencies"]["lab"]:
        assert metadata.version(re.split(r"[^\w.-]", need)[0])


def test_lab_lays_everything_opens_the_start_notebook_and_overwrites_nothing(opened: tuple[Server, Path]) -> None:
    server, folder = opened
    said = server.log.read_text("utf-8")
    assert re.search(rf"^\d+ files are laid in {re.escape(str(folder))} \(examples, notebooks\)$", said, re.M)
    assert "stays as you have it: notebooks/what_if.ipynb" in said
    assert (folder / "notebooks" / "what_if.ipynb").read_text("utf-8") == "mine"
    assert "/lab/tree/00_start.ipynb" in said, "the printed address opens it"
    there = {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}
    assert set(shipped.files()) <= there
    page = server.ask("lab/tree/00_start.ipynb")
    assert b"JupyterLab" in page
    book = json.loads(server.ask("api/contents/00_start.ipynb"))["content"]
    wanted = json.loads((ROOT / shipped.START).read_text("utf-8"))
    assert [cell["source"] for cell in book["cells"]] == ["".join(cell["source"]) for cell in wanted["cells"]]


def test_its_launcher_has_a_tile_for_the_library(opened: tuple[Server, Path]) -> None:
    (told,) = json.loads(opened[0].ask("server-proxy/servers-info"))["server_processes"]
    assert (told["name"], told["launcher_entry"]["title"]) == ("theomachy", "Theomachy")
    assert opened[0].ask("server-proxy/icon/theomachy").startswith(b"<svg")


KERNEL = """
import json, sys
from jupyter_client.manager import start_new_kernel
manager, client = start_new_kernel(kernel_name="python3")
code = "import theomachy, theomachy_widgets as w; w.Dashboard(theomachy.new('demigods')); print(theomachy.__file__)"
def hear(message):
    print(message["content"].get("text") or message["content"].get("traceback") or "")
client.execute_interactive(code, output_hook=hear, timeout=60)
manager.shutdown_kernel()
"""


def test_a_kernel_there_has_the_boards_of_the_wheel(lent: Environment, opened: tuple[Server, Path]) -> None:
    _, folder = opened
    said = lent.run("python", "-W", "ignore", "-c", KERNEL, where=folder / "notebooks").stdout
    assert str(lent.packages / "theomachy" / "__init__.py") in said


# -- the source archive ------------------------------------------------------------------------------------------------
@pytest.mark.nightly
def test_the_source_archive_makes_the_same_wheel_which_plays_alone(wheel: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", str(tmp_path / "dist")]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120)
    (archive,) = (tmp_path / "dist").glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path / "source", filter="data")
    (source,) = (tmp_path / "source").iterdir()
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path / "again")]
    subprocess.run(command, cwd=source, check=True, capture_output=True, timeout=120)
    (again,) = (tmp_path / "again").glob("*.whl")
    assert again.name == wheel.name
    with zipfile.ZipFile(wheel) as one, zipfile.ZipFile(again) as other:
        assert sorted(one.namelist()) == sorted(other.namelist())
        differ = [name for name in one.namelist() if one.read(name) != other.read(name)]
    assert differ == []
    made = alone(again, tmp_path / "venv")
    assert "demigods" in made.run("theomachy", "games", where=tmp_path).stdout


# -- at night: truly bare ---------------------------------------------------------------------------------------------
@pytest.mark.nightly
@pytest.mark.parametrize("tool", ["pip", "uv"])
def test_the_wheel_works_in_a_fresh_environment(wheel: Path, tmp_path: Path, tool: str) -> None:
    made = Environment(tmp_path / "venv")
    python = str(made.bin / "python")
    install = {
        "pip": [python, "-m", "pip", "install", "-q"],
        "uv": [sys.executable, "-m", "uv", "pip", "install", "-q", "--python", python],
    }[tool]
    constraints = ("-c", str(ROOT / "constraints.txt"))
    subprocess.run([*install, str(wheel)], check=True, cwd=tmp_path, timeout=300)
    assert "demigods" in made.run("theomachy", "games", where=tmp_path).stdout
    assert "0 failed" in made.run("theomachy", "verify", "-q", where=tmp_path).stdout
    # As the sentence says that a person reads who lacks it; what is installed already is not looked for.
    subprocess.run([*install, *constraints, "theomachy[lab]"], check=True, cwd=tmp_path, timeout=900)
    subprocess.run([python, "-m", "pip", "check"], check=True, cwd=tmp_path, timeout=60)
    folder, port = tmp_path / "new", servers.free_port()
    command = [str(made.bin / "theomachy"), "lab", "new", "--no-browser", "--", f"--ServerApp.port={port}"]
    more = {"PYTHONPATH": "", "JUPYTER_TOKEN": "sesame"}
    with servers.serving(command, tmp_path / "work", tmp_path, port, "api/status", "sesame", more) as server:
        assert b"JupyterLab" in server.ask("lab/tree/00_start.ipynb")
        assert b'"theomachy"' in server.ask("server-proxy/servers-info")
        assert b"Theomachy" in server.ask("theomachy/")
    for name in ("00_start", "saved_game", "home_brew"):
        run = ("jupyter", "execute", f"{name}.ipynb")
        environment = {**servers.private_environment(tmp_path / "work"), "PYTHONPATH": ""}
        words = [str(made.bin / run[0]), *run[1:]]
        subprocess.run(words, check=True, cwd=folder / "notebooks", env=environment, timeout=600)
