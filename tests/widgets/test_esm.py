"""Several ES modules as one text: names stay apart, each file runs once and in order, and nothing passes unread."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from importlib import resources
from pathlib import Path

import pytest

from theomachy_widgets.esm import bundle

FILES = {
    "a/one.js": """import { count as n, Box } from "../b/two.js";
import {
  word,
} from "./three.js";
const inner = "one";
export const one = () => `${inner} ${word} ${n()} ${new Box().inner}`;
export async function later() {
  return inner;
}
""",
    "b/two.js": """// import { nothing } from "./nowhere.js";
import { said } from "./said.js";
const inner = "two";
said.push(inner);
let counted = 0;
export function count() {
  counted += 1;
  return counted;
}
export class Box {
  inner = inner;
}
""",
    "a/three.js": """import { count } from "../b/two.js";
import { said } from "../b/said.js";
const inner = "three";
said.push(inner);
count();
const hidden = inner;
export { hidden as word, inner };
""",
    "b/said.js": "export const said = [];\n",
}
ENTRY = """import { one } from "./a/one.js";
import { said } from "./b/said.js";
import "./a/three.js";
export default { told: one(), said };
"""


def run(code: str, folder: Path) -> str:
    node = shutil.which("node")
    if not node:
        pytest.skip("node is not installed here; the browser tests run these modules too")
    path = folder / "made.mjs"
    path.write_text(code, encoding="utf-8")
    return subprocess.run([node, str(path)], capture_output=True, text=True, check=True, timeout=30).stdout.strip()


def test_modules_run_once_in_the_order_of_their_imports_and_keep_their_names(tmp_path: Path) -> None:
    code = bundle(ENTRY, FILES.__getitem__)
    assert [line for line in code.splitlines() if line.startswith("// ") and line.endswith(".js")] == [
        "// b/said.js",
        "// b/two.js",
        "// a/three.js",
        "// a/one.js",
        "// entry.js",
    ]
    told = code.replace("export default ", "const all = ") + "console.log(JSON.stringify(all));"
    assert json.loads(run(told, tmp_path)) == {"told": "one three 2 two", "said": ["two", "three"]}


def test_the_joined_text_does_what_the_modules_do(tmp_path: Path) -> None:
    """Against the imports of node itself."""
    (tmp_path / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    for name, text in {**FILES, "entry.js": ENTRY}.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (tmp_path / "joined.js").write_text(bundle(ENTRY, FILES.__getitem__), encoding="utf-8")
    ask = 'const all = await import("./{}.js"); console.log(JSON.stringify(all.default));'
    assert run(ask.format("joined"), tmp_path) == run(ask.format("entry"), tmp_path) != ""


def test_a_script_has_neither_imports_nor_exports_and_is_strict(tmp_path: Path) -> None:
    code = bundle(
        'import { said } from "./b/said.js";\nconsole.log(said.length, this);\n', FILES.__getitem__, script=True
    )
    assert code.startswith("'use strict';\n")
    assert re.findall(r"^(?:import|export)\b.*", code, re.M) == []
    assert run(code, tmp_path) == "0 undefined"


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ('import x from "./b/said.js";', "entry.js: this import or export is not understood: import x from"),
        ('import * as all from "./b/said.js";', "import * as all"),
        ('import { said } from "somewhere";', "somewhere"),
        ('import { said } from "../b/said.js";', "entry.js: no module of this package: ../b/said.js"),
        ('import data from "./data.json" with { type: "json" };', "data.json"),
        ('import { unsaid } from "./b/said.js";', "entry.js: b/said.js exports no unsaid"),
        ('import { said as } from "./b/said.js";', "this name is not understood: said as"),
        ("export let changing = 1;", "export let changing"),
        ('export * from "./b/said.js";', "export * from"),
        ("export const { a } = b;", "export const { a }"),
        ('const x = await import("./b/said.js");', "import("),
        ("console.log(import.meta.url);", "import.meta"),
    ],
)
def test_what_is_not_understood_is_refused_with_the_file(entry: str, says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        bundle(entry, FILES.__getitem__)


def test_the_second_of_two_declared_constants_is_not_lost_in_silence() -> None:
    with pytest.raises(ValueError, match=re.escape("entry.js: two.js exports no b")):
        bundle('import { a, b } from "./two.js";', {"two.js": "export const a = 1, b = 2;\n"}.__getitem__)


def test_a_circle_is_refused_with_its_files() -> None:
    files = {"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'}
    with pytest.raises(ValueError, match=re.escape("entry.js -> a.js -> b.js -> a.js")):
        bundle('import { a } from "./a.js";\n', files.__getitem__)


FOLDER = Path(str(resources.files("theomachy_widgets")))


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.js")), ids=lambda path: path.stem)
def test_every_file_of_the_widgets_can_be_joined(path: Path) -> None:
    bundle(f'import "./{path.relative_to(FOLDER).as_posix()}";')
