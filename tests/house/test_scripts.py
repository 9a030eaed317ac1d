"""The checks of the JavaScript, the linter and the type checker of `make lint`: each fails where it should."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOUND = """// @ts-check
/** @type {(names: string[]) => number} */
export const longest = (names) => Math.max(...names.map((name) => name.length));
"""


@pytest.fixture(scope="module")
def tools() -> Path:
    """Where the two programs are; `make lint` has put them there already."""
    if not (ROOT / "node_modules" / ".ready").exists():
        subprocess.run([str(ROOT / "tools" / "node.sh")], check=True, timeout=110)
    return ROOT / "node_modules"


@pytest.fixture
def tree(tools: Path, tmp_path: Path) -> Path:
    """A made-up tree with the real settings and one sound file."""
    for name in ("biome.json", "tsconfig.json", "package.json"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "node_modules").symlink_to(tools)
    (tmp_path / "widgets").mkdir()
    (tmp_path / "widgets" / "sound.js").write_text(SOUND, encoding="utf-8")
    return tmp_path


def commands() -> list[list[str]]:
    """What `make lint` runs of them, as it is written there."""
    lint = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\nlint:")[2].partition("\n\n")[0]
    return [line.split() for line in lint.splitlines() if line.startswith("\tnode_modules/")]


def run(command: list[str], folder: Path) -> tuple[int, str]:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=60)
    return done.returncode, done.stdout + done.stderr


def test_a_sound_tree_passes(tree: Path) -> None:
    linter, types = commands()
    assert (linter[0], types[0]) == ("node_modules/.bin/biome", "node_modules/.bin/tsc")
    for command in (linter, types):
        code, said = run(command, tree)
        assert code == 0, said


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("export const f = () => nowhere();\n", "noUndeclaredVariables"),
        ('import { longest } from "./sound.js";\n\nexport const f = 1;\n', "noUnusedImports"),
        ("export function f(a) {\n  const b = a;\n}\n", "noUnusedVariables"),
        ("export const f = (a, b) => a;\n", "noUnusedFunctionParameters"),
        ("export const f = (a) => a == 1;\n", "noDoubleEquals"),
        ("export const f = (a)=>a\n", "format"),
        ('export const f = ["' + '", "'.join(["word"] * 30) + '"];\n', "format"),
        ("var f = 1;\nexport { f };\n", "noVar"),
        ("let f = 1;\nexport { f };\n", "useConst"),
        ("for (const f of []) [].forEach((a) => a + f);\n", "useIterableCallbackReturn"),
    ],
)
def test_the_linter_fails_on(code: str, says: str, tree: Path) -> None:
    (tree / "widgets" / "bad.js").write_text(code, encoding="utf-8")
    status, said = run(commands()[0], tree)
    assert status != 0
    assert "widgets/bad.js" in said
    assert says in said


def test_the_type_checker_fails_on_each(tree: Path) -> None:
    """One run for all: it takes as long as one alone."""
    wrong = {
        "a": ('import { longest } from "./sound.js";\nlongest("word");\n', "TS2345"),
        "b": ('import { shortest } from "./sound.js";\nshortest();\n', "TS2305"),
        "c": ('import { longest } from "./sounds.js";\nlongest([]);\n', "TS2307"),
        "d": ('document.querySelector(".a").remove();\n', "TS2531"),
        "e": ('document.createElement("a").words = "";\n', "TS2339"),
        "f": ("export const f = () => nowhere();\n", "TS2304"),
    }
    assert complaints(tree / "widgets", wrong) == {name: {says} for name, (_, says) in wrong.items()}


def test_what_a_panel_gets_and_gives_is_typed(tree: Path) -> None:
    """The helpers that all panels draw with, used wrongly: a call with too little, a wrong tag, a letter too many."""
    panels = tree / "widgets" / "panels"
    shutil.copytree(ROOT / "widgets" / "theomachy_widgets" / "panels", panels)
    wrong = {
        "bad_tag": ('import { h } from "./dom.js";\nh("dvi");\n', "TS2345"),
        "bad_call": ('import { button } from "./dom.js";\nbutton("btn");\n', "TS2555"),
        "bad_token": ('import { token } from "./signs.js";\ntoken({ o: "red" });\n', "TS2741"),
        "bad_event": (
            '/** @type {import("./types.js").Panel} */\nexport const f = (_, ui) => ui.acts("go");\n',
            "TS2551",
        ),
    }
    assert complaints(panels, wrong) == {name: {says} for name, (_, says) in wrong.items()}


def complaints(folder: Path, files: dict[str, tuple[str, str]]) -> dict[str, set[str]]:
    """The type checker's codes for each of these files, which nothing but this call puts into the folder."""
    for name, (code, _) in files.items():
        (folder / f"{name}.js").write_text(code, encoding="utf-8")
    tree = next(above for above in folder.parents if (above / "tsconfig.json").exists())
    status, said = run(commands()[1], tree)
    assert status != 0
    found: dict[str, set[str]] = {}
    for name, code in re.findall(r"(\w+)\.js[(:].*?error (TS\d+)", said):
        found.setdefault(name, set()).add(code)
    return found


WHOLE = (
    *(f"panels/{name}.js" for name in ("style", "dom", "signs", "common", "watch", "region")),
    "data/svg_board.js",
    "data/key_moments.js",
)


def test_nothing_is_left_untyped_in_what_all_panels_share_and_in_the_boards(tree: Path) -> None:
    """In the panels a parameter may be of any type, since their models are; not in the modules that they draw with."""
    for folder in ("panels", "data"):
        shutil.copytree(ROOT / "widgets" / "theomachy_widgets" / folder, tree / folder)
    strict = {
        "extends": "./tsconfig.json",
        "compilerOptions": {"noImplicitAny": True},
        "include": WHOLE,
    }
    (tree / "strict.json").write_text(json.dumps(strict), encoding="utf-8")
    command = [*commands()[1], "--project", "strict.json"]
    assert run(command, tree) == (0, "")
    (tree / "panels" / "dom.js").write_text("export const f = (a) => a;\n", encoding="utf-8")
    status, said = run(command, tree)
    assert status != 0
    assert "TS7006" in said


def test_the_versions_of_the_tools_are_exact_and_each_brings_only_its_own_program(tools: Path) -> None:
    """So a lock file, which would name where packages come from, has nothing to say."""
    told = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    assert told["private"] is True
    wanted = told["devDependencies"]
    for name, version in wanted.items():
        package = json.loads((tools / name / "package.json").read_text(encoding="utf-8"))
        assert package["version"] == version
        if name == "pyodide":  # what it needs beside its own files, it needs for what the site does not do
            continue
        assert not package.get("dependencies")
        assert set(package.get("optionalDependencies", {}).values()) <= {version}


def test_every_browser_test_stands_where_make_browser_looks() -> None:
    """Collecting all tests would take it three times as long as collecting those of one folder."""
    mark = re.compile(r"^ *(@|pytestmark\b.*)pytest\.mark\.browser\b", re.MULTILINE)
    marked = {path.parent for path in (ROOT / "tests").rglob("test_*.py") if mark.search(path.read_text("utf-8"))}
    assert marked == {ROOT / "tests" / "browser"}
    assert "tests/browser" in (ROOT / "Makefile").read_text("utf-8").partition("\nbrowser:")[2].partition("\n\n")[0]
