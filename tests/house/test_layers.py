"""The layering contracts hold, and each one breaks where it should."""

import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "rules" / "theomachy" / "games"
ROOMS = ("authoring", "game", "runtime", "state", "tabletop", "reference")
CORE = ("rules", "display", "reckoning", "authoring")  # the rooms of a game besides its powers and its data


def lint(root: Path) -> "subprocess.CompletedProcess[str]":
    command = Path(sysconfig.get_path("scripts")) / "lint-imports"
    paths = [root / "rules", root / "widgets", root / "kernel_ext"]
    return subprocess.run(
        [sys.executable, str(command), "--no-cache", "--config", "pyproject.toml"],
        cwd=root,
        env={"PYTHONPATH": ":".join(map(str, paths)), "PATH": ""},
        capture_output=True,
        text=True,
        timeout=100,
    )


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small tree of the shape of ours, with our own contracts and nothing wrong."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    packages = ["rules/theomachy", "widgets/theomachy_widgets", "kernel_ext/theomachy_kernel", "rules/theomachy/engine"]
    packages += ["rules/theomachy/games", "rules/theomachy/answers", "rules/theomachy/play"]
    packages += ["rules/theomachy/puzzles"]
    packages += [f"rules/theomachy/engine/{room}" for room in ROOMS]
    for game in ("one", "two"):
        packages += [f"rules/theomachy/games/{game}", f"rules/theomachy/games/{game}/powers"]
        packages += [f"rules/theomachy/games/{game}/{room}" for room in CORE]
    for package in packages:
        (tmp_path / package).mkdir(parents=True)
        (tmp_path / package / "__init__.py").touch()
    (tmp_path / "rules/theomachy/engine/errors.py").touch()
    for game in ("one", "two"):
        for module in ("rules/state", "rules/flow", "display/table", "reckoning/odds", "authoring/validation"):
            (tmp_path / f"rules/theomachy/games/{game}/{module}.py").touch()
    return tmp_path


def test_the_repository_keeps_its_layers() -> None:
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_contract_of_the_core_covers_every_room() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    (core,) = (contract for contract in settings["contracts"] if contract["id"] == "core-names-no-power")
    assert core["source_modules"] == [f"theomachy.games.*.{room}.**" for room in CORE]
    for game in (path for path in GAMES.iterdir() if (path / "__init__.py").exists()):
        rooms = {path.parent.name for path in game.glob("*/*.py")}
        assert rooms <= {*CORE, "powers"}, game.name
        assert [path.name for path in game.glob("*.py")] == ["__init__.py"], "every other file stands in a room"


def test_a_clean_tree_passes(tree: Path) -> None:
    (tree / "rules/theomachy/games/one/powers/a.py").touch()
    (tree / "rules/theomachy/games/one/__init__.py").write_text(
        "from . import powers\nfrom .rules import state\nfrom .powers import a"
    )
    (tree / "rules/theomachy/games/one/rules/arguments.py").write_text(
        "if TYPE_CHECKING:\n    from theomachy.games import one"
    )
    (tree / "kernel_ext/theomachy_kernel/__init__.py").write_text("import theomachy_widgets, theomachy.engine, IPython")
    done = lint(tree)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        ("rules/theomachy/cli.py", "import theomachy_widgets", "rules <- widgets"),
        ("rules/theomachy/cli.py", "def f():\n    import theomachy_kernel", "rules <- widgets"),
        ("widgets/theomachy_widgets/board.py", "import theomachy_kernel", "rules <- widgets"),
        ("rules/theomachy/engine/runtime/decision.py", "from theomachy.games import one", "the engine imports no game"),
        ("rules/theomachy/engine/runtime/system.py", "from ..game import tree", "rooms of the engine"),
        ("rules/theomachy/engine/tabletop/table.py", "import theomachy.engine.runtime", "rooms of the engine"),
        ("rules/theomachy/engine/errors.py", "from . import reference", "rooms of the engine"),
        ("rules/theomachy/games/one/rules/flow.py", "from theomachy.games.two.rules import flow", "independent"),
        ("rules/theomachy/games/two/powers/a.py", "from theomachy.games.one.powers import b", "independent"),
        ("rules/theomachy/play/bots.py", "import numpy", "nothing of Jupyter"),
        ("rules/theomachy/play/bots.py", "import theomachy.answers", "is answered once for all games"),
        ("rules/theomachy/answers/hints.py", "from theomachy.games import one", "the answers import no game"),
        ("rules/theomachy/answers/hints.py", "import theomachy.puzzles", "is answered once for all games"),
        ("rules/theomachy/puzzles/find.py", "from theomachy.games import one", "the puzzles import no game"),
        ("rules/theomachy/games/one/display/table.py", "from ipycanvas import Canvas", "nothing of Jupyter"),
        ("rules/theomachy/games/one/display/table.py", "from ..powers import a", "none of its powers"),
        ("rules/theomachy/games/one/display/table.py", "from ..between import a", "none of its powers"),
        ("rules/theomachy/games/two/authoring/validation.py", "from theomachy.games.two import powers", "none of its"),
        ("rules/theomachy/games/one/rules/flow.py", "from ..display import table", "the rooms of a game"),
        ("rules/theomachy/games/one/rules/flow.py", "from ..reckoning import odds", "the rooms of a game"),
        ("rules/theomachy/games/two/reckoning/odds.py", "from ..display.table import laid", "the rooms of a game"),
        ("rules/theomachy/games/two/powers/a.py", "from ..authoring import validation", "the rooms of a game"),
    ],
)
def test_an_arrow_the_wrong_way_is_found(tree: Path, module: str, line: str, contract: str) -> None:
    for powers in tree.glob("rules/theomachy/games/*/powers"):
        for name in ("a", "b"):
            (powers / f"{name}.py").touch()
        (powers.parent / "between.py").write_text("from .powers import a")
    (tree / "rules/theomachy/engine/game/tree.py").touch()
    (tree / module).write_text(line)
    done = lint(tree)
    assert done.returncode == 1, done.stdout + done.stderr
    said = " ".join(done.stdout.split())  # long names are wrapped
    judged = re.findall(r"(\S.*?) (KEPT|BROKEN)", said[said.index("dependencies.") :])
    broken = [name for name, found in judged if found == "BROKEN"]
    assert len(broken) == 1, broken
    assert contract in broken[0]
