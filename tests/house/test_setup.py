"""The set-up scripts, with programs made up for them: no network, nothing installed."""

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder that alone is the PATH: a shell, a few tools, and what a test puts there."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("sh", "cat", "mkdir", "chmod", "grep"):
        found = shutil.which(name)
        assert found
        (folder / name).symlink_to(found)
    return folder


def program(programs: Path, name: str, script: str) -> None:
    path = programs / name
    path.write_text(f"#!{shutil.which('sh')}\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


def run(programs: Path, script: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = ["sh", str(ROOT / "tools" / script), *arguments]
    environment = {"PATH": str(programs), "LOG": str(programs / "log")}
    return subprocess.run(command, cwd=programs.parent, env=environment, capture_output=True, text=True, timeout=30)


def log(programs: Path) -> list[str]:
    path = programs / "log"
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def test_chromium_that_is_there_is_left_alone(programs: Path) -> None:
    program(programs, "chromium", "exit 0")
    program(programs, "id", "echo 0")
    program(programs, "apt-get", 'echo "$@" >> "$LOG"')
    assert run(programs, "chromium.sh").returncode == 0
    assert log(programs) == []


def test_root_on_debian_installs_chromium(programs: Path) -> None:
    program(programs, "id", "echo 0")
    program(programs, "apt-get", 'echo "$1" >> "$LOG"; echo > "$(dirname)/chromium"; chmod +x "$(dirname)/chromium"')
    program(programs, "dirname", f"echo {programs}")
    done = run(programs, "chromium.sh")
    assert done.returncode == 0, done.stderr
    assert log(programs) == ["update", "install"]


@pytest.mark.parametrize(("user", "apt"), [("1000", True), ("0", False)])
def test_elsewhere_it_says_what_to_install_and_fails(programs: Path, user: str, apt: bool) -> None:
    program(programs, "id", f"echo {user}")
    if apt:
        program(programs, "apt-get", 'echo "$@" >> "$LOG"')
    done = run(programs, "chromium.sh")
    assert done.returncode == 1
    assert "apt-get install chromium" in done.stderr
    assert log(programs) == []


def test_an_installation_that_brings_no_chromium_fails(programs: Path) -> None:
    program(programs, "id", "echo 0")
    program(programs, "apt-get", "exit 0")
    assert run(programs, "chromium.sh").returncode != 0


PYTHON = """
case "$1 $2" in
    "-m venv") mkdir -p "$3/bin"; cat "$0" > "$3/bin/python"; chmod +x "$3/bin/python";;
    "-m uv") echo "uv $*" >> "$LOG"; exit {uv};;
    "-m pip") echo "pip $*" >> "$LOG"; exit {pip};;
esac
"""


PIP = "pip -m pip install --quiet --disable-pip-version-check"
UV = "uv -m uv pip install --quiet --python venv/bin/python"
WHAT = "--group dev -e .[lab,analysis,cluster,rl]"


@pytest.mark.parametrize(
    ("uv", "pip", "last", "code"),
    [
        (0, 0, [f"{PIP} -c constraints.txt uv", f"{UV} -c constraints.txt {WHAT}"], 0),
        (1, 0, [f"{PIP} pip>=25.1", f"{PIP} -c constraints.txt {WHAT}"], 0),
        (0, 1, [f"{PIP} -c constraints.txt uv", f"{PIP} pip>=25.1"], 1),
    ],
    ids=["uv", "pip where uv fails", "no registry"],
)
def test_uv_installs_and_pip_stands_by(programs: Path, uv: int, pip: int, last: list[str], code: int) -> None:
    program(programs, "python3.11", PYTHON.format(uv=uv, pip=pip))
    done = run(programs, "venv.sh", "venv")
    assert done.returncode == code
    assert log(programs)[-2:] == last
    assert ("package registry" in done.stderr) == bool(code)


def test_the_groups_and_extras_that_are_installed_exist() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    _, group, _, target = WHAT.split()
    named = set(re.findall(r"\w+", target))
    assert group in project["dependency-groups"]
    assert named == set(project["project"]["optional-dependencies"]), "developers have every extra"


def test_an_old_python_is_refused_with_a_sentence(programs: Path) -> None:
    program(programs, "python3", "exit 1")
    done = run(programs, "venv.sh", "venv")
    assert done.returncode == 1
    assert "No Python 3.11 or newer" in done.stderr


def test_the_scripts_may_be_run() -> None:
    for name in ("tools/venv.sh", "tools/chromium.sh", "tools/freeze.sh", ".ci/run"):
        assert os.access(ROOT / name, os.X_OK), name


# -- node.sh ----------------------------------------------------------------------------------------------------------
def test_without_node_there_is_one_sentence_and_no_check_is_skipped(programs: Path) -> None:
    (programs / "dirname").symlink_to(shutil.which("dirname") or "")
    program(programs, "id", "echo 1000")
    done = run(programs, "node.sh")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "need node 18 or newer and npm on the PATH" in done.stderr


def test_where_npm_fails_nothing_is_marked_as_ready(programs: Path) -> None:
    (programs / "dirname").symlink_to(shutil.which("dirname") or "")
    program(programs, "node", "exit 0")
    program(programs, "npm", 'echo "$*" >> "$LOG"; exit 7')
    program(programs, "touch", 'echo touched >> "$LOG"')
    assert run(programs, "node.sh").returncode == 7
    (said,) = log(programs)
    assert said.startswith("install --no-package-lock --ignore-scripts ")
