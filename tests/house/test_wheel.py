"""The wheel holds all three packages with their data, and works when installed away from the checkout."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = {"theomachy": "rules", "theomachy_widgets": "widgets", "theomachy_kernel": "kernel_ext"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=60)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_holds_every_file_of_the_packages_and_no_other(wheel: Path) -> None:
    expected = {
        path.relative_to(ROOT / folder).as_posix()
        for package, folder in PACKAGES.items()
        for path in (ROOT / folder / package).rglob("*")
        if path.is_file() and not {"__pycache__", ".ipynb_checkpoints"}.intersection(path.parts)
    }
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    # What is put beside Jupyter's own settings.
    settings = sorted(name for name in held if name.startswith("theomachy-"))
    assert [name.partition(".data/data/etc/jupyter/")[2] for name in settings] == [
        "jupyter_server_config.d/theomachy.json",
        "labconfig/default_setting_overrides.json",
    ]
    assert held - set(settings) == expected
    assert "theomachy/py.typed" in held


def test_the_wheel_says_what_can_be_called(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (entries,) = [name for name in archive.namelist() if name.endswith(".dist-info/entry_points.txt")]
        text = archive.read(entries).decode()
        licenses = {Path(name).name for name in archive.namelist() if ".dist-info/licenses/" in name}
    assert "theomachy = theomachy.cli:main" in text
    assert "demigods = theomachy.games.demigods:SYSTEM" in text
    assert {"LICENSE", "NOTICE"} <= licenses


@pytest.mark.nightly
def test_the_wheel_works_in_a_fresh_environment(wheel: Path, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True, timeout=120)
    python = str(tmp_path / "venv" / "bin" / "python")
    install = [python, "-m", "pip", "install", "-q", "-c", str(ROOT / "constraints.txt"), str(wheel)]
    subprocess.run(install, check=True, cwd=tmp_path, timeout=900)
    subprocess.run([python, "-m", "pip", "check"], check=True, cwd=tmp_path, timeout=60)
    told = subprocess.run(
        [str(tmp_path / "venv" / "bin" / "theomachy"), "games"],
        check=True, cwd=tmp_path, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert "demigods" in told.stdout
    subprocess.run([python, "-c", "import theomachy_widgets, theomachy_kernel"], check=True, cwd=tmp_path, timeout=60)
