"""The panels' files: the browser half of the escaping door, the colours, the modules; and that no game is named."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from importlib import resources
from pathlib import Path

import pytest

from theomachy.engine.game.registry import games
from theomachy.engine.tabletop.table import HAZARD
from theomachy_widgets.esm import read
from theomachy_widgets.panels import REGIONS, look, module_of, region
from theomachy_widgets.scene.style import STYLE
from theomachy_widgets.text import escape
from theomachy_widgets.variables import variables

FOLDER = Path(str(resources.files("theomachy_widgets")))
SCRIPTS = sorted((FOLDER / "panels").glob("*.js"))
# Whatever turns text into markup or code, and whatever asks another server.
FORBIDDEN = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|DOMParser|srcdoc|\beval\b|"
    r"new Function|setTimeout\(\s*[\"'`]|https?://(?!www\.w3\.org/2000/svg)|\bfetch\(|XMLHttpRequest|javascript:|\.src\s*="
)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_panels_write_text_and_never_markup(script: Path) -> None:
    assert FORBIDDEN.findall(script.read_text(encoding="utf-8")) == []


def test_the_check_for_markup_can_fail() -> None:
    for bad in (
        "e.innerHTML = x",
        "eval(x)",
        'fetch("x")',
        "a.src = x",
        'setTimeout("x()", 1)',
        "https://example.org/x.js",
    ):
        assert FORBIDDEN.search(bad), bad


def test_every_panel_is_exported_by_a_file_of_its_name() -> None:
    named = {name for names in REGIONS.values() for name in names}
    for name in named:
        code = (FOLDER / "panels" / f"{name}.js").read_text(encoding="utf-8")
        assert re.search(rf"^export (?:const|function) {name}\b", code, re.M), name


@pytest.mark.parametrize("name", REGIONS)
def test_a_region_is_one_module_that_parses(name: str, tmp_path: Path) -> None:
    code = module_of(name)
    assert code.count("export default") == 1
    assert re.findall(r"^import .*", code, re.M) == []
    node = shutil.which("node")
    if node:
        (tmp_path / "module.mjs").write_text(code, encoding="utf-8")
        done = subprocess.run(
            [node, "--check", str(tmp_path / "module.mjs")], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr


def test_the_colours_of_the_panels_are_those_of_the_style() -> None:
    css = look()
    blocks = re.findall(r"\{([^}]*--page:[^}]*)\}", css)
    assert len(blocks) == 2
    for theme, block in zip(("light", "dark"), blocks, strict=True):
        told = dict(re.findall(r"--([\w-]+): ([^;]+);", block))
        assert {k: told[k.replace("_", "-")] for k in STYLE["theme"][theme]} == STYLE["theme"][theme]
        assert {k: told[k.replace("_", "-")] for k in STYLE["paper"][theme]} == STYLE["paper"][theme]
        assert {told[f"o-{owner}"] for owner in STYLE["owner"]} == {row[theme] for row in STYLE["owner"].values()}


@pytest.mark.parametrize("sheet", ["look", "beside", "cell", "editor", "analysis", "svg_board"])
def test_a_sheet_uses_no_variable_that_nobody_sets(sheet: str) -> None:
    css = read(f"data/{sheet}.css")
    elsewhere = "".join(path.read_text("utf-8") for path in [*FOLDER.rglob("*.js"), *FOLDER.rglob("*.py")])
    elsewhere += css + "".join(read(f"data/{name}.css") for name in ("look", "beside"))
    known = set(re.findall(r"--([\w-]+):", variables("theo")))
    for name, fallback in re.findall(r"var\(--([\w-]+)(,?)", css):
        assert fallback or name in known or re.search(rf"--{name}\b[\"']?\s*[,:\]]", elsewhere), name


@pytest.mark.parametrize("sheet", ["look", "beside", "cell", "editor", "analysis", "svg_board"])
def test_a_sheet_repeats_no_colour_of_the_style(sheet: str) -> None:
    themes = {
        value for table in ("theme", "paper", "panel") for theme in STYLE[table].values() for value in theme.values()
    }
    told = {value for value in themes if value not in ("#ffffff",)} | {STYLE["mark"][name] for name in ("ink", "paper")}
    assert told & set(re.findall(r"#[0-9a-f]{6}", read(f"data/{sheet}.css"))) == set()


def test_shapes_and_owners_come_from_the_style() -> None:
    told = re.findall(r"^Object\.assign\(STYLE, (.*)\);$", module_of("bar"), re.M)
    owners = json.loads(told[0])["owners"]
    assert owners[HAZARD] == [STYLE["owner"][HAZARD]["shape"], STYLE["owner"][HAZARD]["icon"]]
    assert set(owners) == set(STYLE["owner"])


def test_equal_models_are_not_sent_again() -> None:
    made = region("side")
    sent: list[set[str]] = []
    made.send_state = lambda key=None: sent.append({key} if isinstance(key, str) else set(key or ()))  # type: ignore
    assert made.show({"hand": {"note": "2", "cards": [], "seats": []}, "odds": {}}, {"star": "M0 0"}) == 1
    assert made.show({"hand": {"note": "2", "cards": [], "seats": []}, "odds": {}}, {"star": "M0 0"}) == 0
    assert sent == [{"icons", "hand"}]
    made.layout.close()
    made.close()


def names_of_games() -> set[str]:
    """Titles of games, and what is printed in them: each power under its printed name and as its class is written."""
    words = {"demigod", "cthulhu", "glorantha", "pantheon", "mythic", "heroes_ii", "gods_war"}
    for slug, system in games().items():
        made = system.build(**system.samples()[0])
        words |= {slug, system.title.lower(), *(seat.title.lower() for seat in made.seats)}
        for ability in (a for vocabulary in system.vocabularies for a in vocabulary.abilities):
            words |= {ability.name.lower(), type(ability).__name__.lower()}
    for rules in Path(str(resources.files("theomachy"))).glob("games/*/powers/*.py"):
        # Bases that several share are printed nowhere: a single English word ("server") says nothing of a game.
        shared = re.findall(r"^class ((?:[A-Z][a-z]+){2,})\(.*abstract=True", rules.read_text("utf-8"), re.M)
        words |= {name.lower() for name in shared}
    return {word for word in words if len(word) >= 5}


def test_no_file_of_the_widgets_names_a_game_or_a_power() -> None:
    """Interfaces go by kinds: the names of all games, seats, cards and powers are looked for in every file."""
    common = {"blight", "monsters", "sacrifice", "burst", "shield", "sanctuary", "chasm", "draught", "plague", "famine"}
    common |= {"seal", "capsule", "embers", "heights", "phases", "whirlpool", "spread", "from below", "convert"}
    common |= {"change", "light", "block", "shadow", "infinity", "death", "beast", "water", "forest"}
    words = names_of_games() - common  # words of the map, of drawing and of English, which name no power here
    for path in sorted([*FOLDER.rglob("*.py"), *FOLDER.rglob("*.js"), *FOLDER.rglob("*.css")]):
        text = path.read_text("utf-8").lower()
        found = [w for w in words if w in text and re.search(rf"\b{re.escape(w)}\b", text)]
        assert not found, (path.name, found)


@pytest.mark.parametrize(
    ("raw", "safe"),
    [
        ("<b>&\"'", "&lt;b&gt;&amp;&quot;&#x27;"),
        ("a\x00b\ud800", "a\ufffdb\ufffd"),
        (7, "7"),
        ("line\nline", "line\nline"),
    ],
)
def test_the_door_for_text(raw: object, safe: str) -> None:
    assert escape(raw) == safe
