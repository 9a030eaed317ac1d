"""The site: a folder of static files in which the laboratory runs in the visitor's browser. `python site/build.py`.

What is there afterwards, under build/site (or `--out`): the start page with its pictures, Python for the browser, the
rules and screens as compiled archives, one for each game, the modules of all widgets as files, and the pages that are
read (`written.py`): docs, rules, their code. Any web host serves it, `python -m http.server` too; it asks nobody else
for anything. It is built anew as a whole each time.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import lzma
import pkgutil
import re
import shutil
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module, metadata
from pathlib import Path
from typing import Any

import written
from headers import headers

import theomachy_widgets
from theomachy import shipped
from theomachy.engine.authoring.study_text import HOLDER
from theomachy_widgets import cell, esm, panels
from theomachy_widgets.dashboard import PLACES
from theomachy_widgets.gallery import Gallery
from theomachy_widgets.library import Library
from theomachy_widgets.present import icons_of, start
from theomachy_widgets.scene.style import icon_path

ROOT = Path(__file__).resolve().parents[1]
HERE = Path(__file__).resolve().parent
# Opened by our own code, packed. Of the last only what another import than ours asks for: Python unpacks that.
RUNTIME = ("pyodide.asm.wasm", "pyodide.asm.mjs", "pyodide.mjs", "pyodide-lock.json", "python_stdlib.zip")
REST = "runtime/python_stdlib.zip"
# SHA-256 of the runtime that was looked at; another version is to be looked at first.
PINNED = json.loads((HERE / "runtime.json").read_text("utf-8"))
LEFT_OUT = {"__pycache__", "py.typed"}
# What no page can use: servers, notebooks, processes, and pictures that the browser draws itself.
NOT_IN_A_PAGE = {
    *("theomachy/" + name for name in ("terminal.py", "lab.py", "bench.py", "cli.py", "play/aec.py")),
    *("theomachy_widgets/" + name for name in ("serve.py", "paned.py", "gallery.py", "canvas_manager.py", "board.py")),
}
FEW = "demigods"  # the game whose rules have pages even where only some pages are written
# Of the start page.
SHELVES = {"save": "saves", "position": "positions", "lesson": "lessons", "study": "studies", "puzzle": "puzzles"}


def main() -> None:
    """Build it and say how large it is."""
    parser = argparse.ArgumentParser(description="build the site")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site")
    parser.add_argument("--games-only", action="store_true", help="paint no positions, lessons, studies and saves")
    parser.add_argument("--few", action="store_true", help="only some of the docs, and the rules of one game")
    parsed = parser.parse_args()
    for line in build(parsed.out, games_only=parsed.games_only, few=parsed.few):
        print(line)


def build(out: Path, *, games_only: bool = False, few: bool = False) -> Iterator[str]:
    """Make the site in a folder, which is emptied first, and say how large it is.

    Raises `ValueError` for a runtime that was not looked at, for docs that are not sound and for a broken link.
    """
    shutil.rmtree(out, ignore_errors=True)
    stage = out.with_name(out.name + ".stage")
    shutil.rmtree(stage, ignore_errors=True)
    out.mkdir(parents=True)
    slugs = games()
    for name in ("index.html", "embed.html", "site.css", "site.js", "worker.js"):
        shutil.copy(HERE / "page" / name, out / name)
    (out / "loader.js").write_text(loader(), "utf-8")
    names = modules(out)
    lay(stage, slugs, names)
    read = slugs if not few else [slug for slug in slugs if slug == FEW]
    (stage / "core" / "rule_pages.json").write_text(json.dumps(read), "utf-8")
    compiled(stage)
    known = packed(out, runtime() | parts(stage), quick=few)
    for name in ("site.js", "worker.js", "loader.js"):  # by these too goes what a browser keeps of a start
        data = (out / name).read_bytes()
        known[name] = [len(data), hashlib.sha256(data).hexdigest()]
    library = Library(None, None)
    model = home(out, known, names, library, games_only)
    painted(out, model, library)
    yield from written.write(out, stage / "docs", slugs, read, few=few)
    shutil.rmtree(stage)
    (out / "_headers").write_text(headers(out), "utf-8")
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    yield f"{out}: {size / 1e6:.1f} MB"
    first = [*(f"runtime/{name}" for name in RUNTIME[:-1]), "parts/stdlib.zip", "parts/core.pack"]
    for slug in slugs:
        sent = sum((out / f"{name}.xz").stat().st_size for name in (*first, f"parts/{slug}.pack"))
        yield f"  a first game of {slug}: {sent / 1e6:.2f} MB compressed"


def games() -> list[str]:
    """The games of this package."""
    return sorted(
        entry.name for entry in metadata.entry_points(group="theomachy.games") if "theomachy.games." in entry.value
    )


def packed(out: Path, files: dict[str, bytes], *, quick: bool) -> dict[str, list[Any]]:
    """Write files packed, each as large as it need be or `quick`; their sizes and hashes, which the page checks."""
    kind = {"id": lzma.FILTER_LZMA2, "preset": 1 if quick else 9 | lzma.PRESET_EXTREME, "pb": 0, "dict_size": 2**24}

    def write(name: str, data: bytes) -> tuple[str, list[Any]]:
        place = out / name
        place.parent.mkdir(parents=True, exist_ok=True)
        if name == REST:
            place.with_name(place.name + ".gz").write_bytes(gzip.compress(data, 9, mtime=0))
        else:
            told = lzma.compress(data, check=lzma.CHECK_CRC32, filters=[kind])
            place.with_name(place.name + ".xz").write_bytes(told)
        return name, [len(data), hashlib.sha256(data).hexdigest()]

    with ThreadPoolExecutor() as several:
        return dict(several.map(write, files.keys(), files.values()))


def looked_at(package: str, name: str) -> bytes:
    """A file of an npm package, checked."""
    path = ROOT / "node_modules" / package / name
    if not path.is_file():
        raise SystemExit(f"{package} of package.json is not installed: `make site` does it, or tools/node.sh")
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != PINNED[Path(name).name]:
        raise ValueError(f"{name} is not the file that was looked at: see site/runtime.json")
    return data


def runtime() -> dict[str, bytes]:
    """Python for the browser."""
    found = dict[str, bytes]()
    for name in RUNTIME:
        data = looked_at("pyodide", name)
        if name == "pyodide-lock.json":  # of packages that we do not use
            data = json.dumps(json.loads(data) | {"packages": {}}).encode()
        found[f"runtime/{name}"] = data
    return found


def parts(stage: Path) -> dict[str, bytes]:
    """The library and the packs."""
    return {f"parts/{part.name}": part.read_bytes() for part in sorted((*stage.glob("*.pack"), stage / "stdlib.zip"))}


def loader() -> str:
    """The worker that loads files, as one text: it is started from that, and could find no other beside it."""
    library = looked_at("xz-decompress", "dist/package/xz-decompress.min.js").decode()
    own = (HERE / "page" / "loader.js").read_text("utf-8")
    own = re.sub(r"^import (.*) from (.*);$", r"const \1 = self[\2];", own, flags=re.M)
    # Both are one module then, in which the library would not find where to put itself.
    return f"(function () {{\n{library}\n}}).call(self);\n{own}"


def modules(out: Path) -> dict[str, str]:
    """Every module that a widget may be sent, as a file; the name of each is what the page is told in its place."""
    for info in pkgutil.iter_modules(theomachy_widgets.__path__, "theomachy_widgets."):
        import_module(info.name)  # so that each kind of cell is known
    for region in panels.REGIONS:
        panels.module_of(region)
    kinds = [cell.Cell]
    for kind in kinds:
        kinds += kind.__subclasses__()
        for panel, place in kind.parts_at.items():
            cell.module(panel, place, kind.script, kind.sheets, kind.kind)
    (out / "modules").mkdir()
    names = {}
    for name, code in esm.MODULES.items():
        names[name] = hashlib.sha256(code.encode()).hexdigest()[:16]
        (out / "modules" / f"{names[name]}.js").write_text(code, "utf-8")
    return names


def lay(stage: Path, slugs: list[str], names: dict[str, str]) -> None:
    """The sources of each archive in a folder of its own."""
    core = stage / "core"
    rules, widgets = ROOT / "rules" / "theomachy", ROOT / "widgets" / "theomachy_widgets"
    for tree in (rules, widgets):
        for path in sorted(tree.rglob("*")):
            inside = path.relative_to(tree)
            script = tree == widgets and path.suffix in (".js", ".ts", ".css") and path.name != "svg_board.css"
            game = inside.parts[1] if inside.parts[0] == "games" and len(inside.parts) > 2 else ""
            if (
                not path.is_file()
                or LEFT_OUT & {*inside.parts}
                or f"{tree.name}/{inside.as_posix()}" in NOT_IN_A_PAGE
                or script
            ):
                continue
            if path.suffix in (".ttf", ".woff2", ".png", ".jpg", ".webp"):
                continue
            copy(path, (stage / game if game in slugs else core) / tree.name / inside)
    import traitlets

    traits = Path(traitlets.__file__).parent
    for path in sorted(traits.rglob("*.py")):
        if not {"tests", "config"} & {*path.relative_to(traits).parts}:
            copy(path, core / "traitlets" / path.relative_to(traits))
    for path in (HERE / "python").glob("*.py"):
        copy(path, core / path.name)
    (core / "modules.json").write_text(json.dumps(names), "utf-8")
    for slug in slugs:  # where an installed package has what travels with the code
        share = stage / slug / "theomachy" / "share" / "examples"
        for path in sorted((ROOT / "examples" / "scenarios" / slug).rglob("*.toml")):
            copy(path, share / path.relative_to(ROOT / "examples"))
        for path in (*shipped.studies(slug), ROOT / "examples" / "puzzles" / f"{slug}.json"):
            copy(path, share / path.relative_to(ROOT / "examples"))
    told = core / f"theomachy-{metadata.version('theomachy')}.dist-info" / "METADATA"
    told.parent.mkdir()
    told.write_text(f"Metadata-Version: 2.1\nName: theomachy\nVersion: {metadata.version('theomachy')}\n", "utf-8")


def copy(path: Path, to: Path) -> None:
    """Copy a file, with the folders it needs."""
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(path, to)


def compiled(stage: Path) -> None:
    """Each folder as an archive of compiled files, made by the Python of the page itself."""
    subprocess.run(["node", str(HERE / "compile.mjs"), str(stage)], check=True, stdout=subprocess.DEVNULL)


def home(
    out: Path, known: dict[str, list[Any]], names: dict[str, str], library: Library, games_only: bool
) -> dict[str, Any]:
    """The start page as data, so that it is there before Python, and the saved games of the examples."""
    model = start.model(library, alone=True) | {"serverless": True, "docs": "docs/index.html"}
    (out / "saves").mkdir()
    for row in model["saves"]:
        shutil.copy(library.place(row["id"]), out / "saves" / row["id"])
    if games_only:
        for kind in SHELVES.values():
            model[kind] = [row | {"undrawn": True} for row in model[kind]]
    told = {
        "known": known,
        "games": [game["slug"] for game in model["games"]],
        "icons": icons_of({"start": model}) | {"rolling-dices": icon_path("rolling-dices")},
        "start": model,
        "home": names["region start"],
        "board": [names[name] for name in ("board svg", *(f"region {place}" for place in PLACES))],
        "holder": HOLDER,
    }
    (out / "site.json").write_text(json.dumps(told, ensure_ascii=False, separators=(",", ":")), "utf-8")
    return model


def painted(out: Path, model: dict[str, Any], library: Library) -> None:
    """The pictures of the start page: those of the games are there already, the others are painted, or were before."""
    gallery = Gallery(library)
    wanted = [("game", row["slug"], "") for row in model["games"]]
    for kind, shelf in SHELVES.items():
        wanted += [
            (kind, row["slug"], row["id"]) for row in model[shelf] if not (row.get("undrawn") or row.get("fault"))
        ]
    for theme in ("light", "dark"):
        for kind, slug, name in wanted:
            place = out / "pictures" / theme / kind / slug / f"{name or 'board'}.png"
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(gallery.found(theme, kind, slug, name))


if __name__ == "__main__":
    main()
