"""An outside package, built as it would be installed, and seen from processes with and without it. No network."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from theomachy.engine.errors import DataError
from theomachy.engine.reference import rulings
from theomachy.engine.reference.rulebook import Rulebook
from theomachy.games.cthulhu_wars import powers

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "examples" / "homebrew"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the installed package, with its entry point."""
    folder = tmp_path_factory.mktemp("home")
    source = folder / "source"
    shutil.copytree(PACKAGE, source, ignore=shutil.ignore_patterns("__pycache__", "dist"))
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True, timeout=60)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def python(*command: str, site: Path | None = None, cwd: Path = ROOT) -> "subprocess.CompletedProcess[str]":
    """Another process of this Python; `site` is where an installed package lies."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    if site is not None:
        environment["PYTHONPATH"] = str(site)
    return subprocess.run(
        [sys.executable, "-W", "error", *command],
        cwd=cwd, env=environment, capture_output=True, text=True, timeout=110,
    )  # fmt: skip


def told(script: str, *arguments: str, site: Path | None = None, cwd: Path = ROOT) -> str:
    """What a short script prints."""
    head = "import sys\nimport theomachy as th\n"
    done = python("-c", head + script, *arguments, site=site, cwd=cwd)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def addition(folder: Path, name: str, text: str, entry: str) -> Path:
    """A package of one module, written by hand, with an entry point."""
    (folder / f"{name}.py").write_text(text, encoding="utf-8")
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[theomachy.games]\n{entry} = {name}\n", encoding="utf-8")
    return folder


CATALOGUE = """
try:
    print(sorted(th.catalogue()["cthulhu_wars"].faction_files))
except th.TheoError as fault:
    print(type(fault).__name__, fault)
"""


def test_the_faction_is_listed_where_the_package_is_and_nowhere_else(home: Path) -> None:
    assert "'ember_court'" in told(CATALOGUE, site=home)
    assert "'great_cthulhu'" in told(CATALOGUE)
    assert "ember_court" not in told(CATALOGUE)


@pytest.mark.nightly
def test_the_tests_of_the_package_pass(home: Path) -> None:
    """Scenarios, knock-outs, random games, ruling and overlay: `examples/homebrew/tests`."""
    done = python("-m", "pytest", "-q", "-x", "-c", str(PACKAGE / "pyproject.toml"), str(PACKAGE / "tests"), site=home)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    passed = int(done.stdout.split(" passed")[0].split()[-1])
    assert passed > 30


def test_theomachy_verifies_its_scenarios(home: Path) -> None:
    command = ("-m", "theomachy.cli", "verify", str(PACKAGE / "scenarios"))
    done = python(*command, site=home)
    assert done.returncode == 0, done.stdout
    without = python(*command)
    assert without.returncode != 0
    assert "there is no faction 'ember_court'" in without.stdout + without.stderr


SAVE = """
game = th.new("cthulhu_wars", factions=["ember_court", "black_goat"], seed=5)
game.play("clockwise", "kindle australia")
game.save(sys.argv[1])
print(th.load(sys.argv[1]).save() == game.save())
"""
REFUSED = """
for run in (
    lambda: th.new("cthulhu_wars", factions=["great_cthulhu", "ember_court"]),
    lambda: th.load(sys.argv[1]),
):
    try:
        run()
    except th.TheoError as fault:
        print(type(fault).__name__, fault)
"""


def test_without_the_package_its_name_and_its_saves_are_refused_in_a_sentence(home: Path, tmp_path: Path) -> None:
    file = str(tmp_path / "ember.json")
    assert told(SAVE, file, site=home) == "True"
    known = f"there is {', '.join(sorted((*powers.CORE, *powers.MORE)))}"
    name, save = told(REFUSED, file).splitlines()
    assert name == f"UnknownName there is no faction 'ember_court'; {known}"
    assert save == (
        f"SaveError the saved game cannot be set up: there is no faction 'ember_court'; {known} "
        "(perhaps a package that adds it is not installed here)"
    )
    assert told(REFUSED, file, site=home) == ""


CORE = """
game = th.new("cthulhu_wars", factions=["yellow_sign", "black_goat"], seed=5).play("clockwise")
game.save(sys.argv[1])
print(game.decision.who)
"""


def test_a_game_without_the_faction_is_saved_for_everybody(home: Path, tmp_path: Path) -> None:
    """The changed default stands in the save, so the game goes on as it began where the package is not."""
    file = str(tmp_path / "core.json")
    assert told(CORE, file, site=home) == "Yellow Sign"
    assert told("print(th.load(sys.argv[1]).decision.who)", file) == "Yellow Sign"
    assert told(CORE, file) == "Black Goat"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "1 / 0",
            "the package bad says that it adds 'bad_court', but fails: ZeroDivisionError: division by zero "
            "(bad.py, line 1)",
        ),
        ("extends = 'cthulhu_wars'", "the addition 'bad_court' is neither a game nor has it `extends` and `register`"),
        (
            "extends = 'cthulhu_war'\ndef register(system): pass",
            "there is no game 'cthulhu_war'; did you mean 'cthulhu_wars'?",
        ),
        (
            "extends = 'demigods'\ndef register(system): system.faction_files",
            "the addition 'bad_court' to demigods fails: AttributeError: type object 'Demigods' has no attribute "
            "'faction_files' (bad.py, line 2, in register)",
        ),
    ],
)
def test_a_package_that_fails_says_so_in_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    said = told(CATALOGUE, site=addition(tmp_path, "bad", text, "bad_court"))
    assert said.partition(" ")[2] == sentence


def test_verify_names_the_package_with_a_slip_for_each_file_and_ends(tmp_path: Path) -> None:
    text = "class Power:\n    pass\nextends = 'cthulhu_wars'\ndef register(system):\n    Power.lost"
    site = addition(tmp_path, "bad", text, "bad_court")
    done = python("-m", "theomachy.cli", "verify", str(PACKAGE / "scenarios"), site=site)
    assert done.returncode == 1, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == len(list((PACKAGE / "scenarios").glob("*.toml"))) + 1
    assert all(line.startswith("FAIL  ") for line in lines[:-1])
    assert "has no attribute 'lost' (bad.py, line 5, in register)" in lines[0]
    assert lines[-1].endswith("11 failed")


def test_two_packages_of_one_name_are_refused(home: Path, tmp_path: Path) -> None:
    shutil.copytree(home, tmp_path, dirs_exist_ok=True)
    site = addition(tmp_path, "twin", "extends = 'cthulhu_wars'\ndef register(system): pass", "ember_court")
    said = told(CATALOGUE, site=site)
    assert said.startswith("DataError two packages say that they add 'ember_court'")


BUILD = """
try:
    th.new("cthulhu_wars", factions=["ember_court", "great_cthulhu"])
    print("fine")
except th.TheoError as fault:
    print(fault)
"""


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"),
    [
        ("ember_court.toml", "kindle = 1", "kindle = 1\ndreams = 0", "there is a price with the name dreams already"),
        ("ember_court.toml", 'letters = "EC"', 'letters = "gc"', "the faction great_cthulhu is called 'gc' already"),
        ("ember_court.toml", 'icon = "wyvern"\n', "", "the data of the faction ember_court lack the value 'icon'"),
        ("ember_court.toml", 'earth_3p = "australia"', 'earth_3p = "atlantis"', "names no area of that map"),
        (
            "ember_court.toml",
            'earth_3p = "australia"',
            'earth_3p = "south_pacific"',
            "Great Cthulhu and Ember Court both start in South Pacific",
        ),
        ("powers.py", '"HB-EC-021", SLUG, 5', '"HB-EC-021", SLUG, 4', "must have 6 spellbooks, bit 0 to 5"),
        ("powers.py", "def income", "def incomes", "incomes is no timing of this game"),
        ("rulebook.toml", 'id = "HB-EC-001"', 'id = "CW-GC-001"', "there is a rule CW-GC-001 already"),
        ("rulings.toml", '"seat"', '"eldest"', "the default of first_player is none of its choices"),
        ("rulings.toml", "default", 'question = "Who?"\ndefault', "there is a ruling first_player already"),
    ],
)
def test_a_slip_of_the_author_is_named(
    home: Path, tmp_path: Path, file: str, old: str, new: str, sentence: str
) -> None:
    shutil.copytree(home, tmp_path, dirs_exist_ok=True)
    path = tmp_path / "theomachy_ember" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    said = told(BUILD, site=tmp_path)
    assert sentence in said
    assert "\n" not in said


# -- what a package may do to rulings and rules, file by file ---------------------------------------------------------
KNOWN = {
    "storm": rulings.Ruling("storm", "What does a storm do?", "PG-1", {"spare": "Nothing.", "drown": "All."}, "spare")
}


def extended(folder: Path, text: str) -> dict[str, rulings.Ruling]:
    (folder / "rulings.toml").write_text(text, encoding="utf-8")
    return rulings.extend(KNOWN, folder / "rulings.toml")


def test_a_package_may_add_a_ruling_a_choice_and_a_default(tmp_path: Path) -> None:
    text = """
[storm]
default = "half"
choices = { half = "Half of all." }
[night]
question = "Is it dark?"
rule = "PG-2"
default = "yes"
choices = { yes = "Yes.", no = "No." }
"""
    found = extended(tmp_path, text)
    assert list(found["storm"].choices) == ["spare", "drown", "half"]
    assert rulings.settle(found, {"night": "no"}) == {"storm": "half", "night": "no"}
    assert KNOWN["storm"].default == "spare"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[storm]\nchoices = { drown = "Some." }', "the choice drown of storm means something else already"),
        ('[storm]\nrule = "PG-2"', "there is a ruling storm already, and it asks something else"),
        ('[night]\ndefault = "yes"', "the ruling night lacks 'question'"),
        ("[night", "rulings.toml is no TOML"),
    ],
)
def test_but_never_change_what_is_there(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(DataError, match=sentence):
        extended(tmp_path, text)


def test_a_rule_that_is_there_word_for_word_is_taken_once() -> None:
    path = PACKAGE / "theomachy_ember" / "rulebook.toml"
    book = Rulebook.read(path)
    assert list(book.extended(path)) == list(book)
    assert [r.id for r in Rulebook(book.rules[:3]).extended(path)] == [r.id for r in book]


def test_an_id_that_stands_twice_is_named_with_both_rules_and_the_file(tmp_path: Path) -> None:
    row = '[[rule]]\nid = "PG-1"\ntitle = "{}"\ntext = "A rule."\nwhere = "1"\n'
    path = tmp_path / "rulebook.toml"
    path.write_text(row.format("First") + row.format("Second"))
    sentence = r"^rulebook\.toml: the rule id PG-1 stands twice in the rule index, for 'First' and for 'Second'$"
    with pytest.raises(DataError, match=sentence):
        Rulebook.read(path)


ADDED = """
sys.path.insert(0, "examples/homebrew")
import theomachy_ember
th.add(theomachy_ember)
th.add(theomachy_ember)
game = th.new("cthulhu_wars", factions=["ember_court", "black_goat"], seed=5)
game.play("clockwise", "kindle australia")
print(game.decision.who, "ember_court" in game.save())
"""


@pytest.mark.parametrize("installed", [False, True], ids=["bare", "installed"])
def test_a_module_is_added_by_hand_and_only_once(home: Path, installed: bool) -> None:
    """Twice by hand, or installed and by hand: its card, rules and rulings would say that they are there already."""
    assert told(ADDED, site=home if installed else None) == "Ember Court True"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("th.add(th)", "DataError the addition 'theomachy' is neither a game nor has it `extends` and `register`"),
        ("th.add(thing)", "DataError the addition 'storm' to demigods fails: ZeroDivisionError: division by zero"),
        ("thing.extends='demigod'; th.add(thing)", "UnknownName there is no game 'demigod'; did you mean 'demigods'?"),
        ("th.add(type('Twin', (th.catalogue()['demigods'],), {}))", "DataError there is a game 'demigods' already"),
    ],
)
def test_what_cannot_be_added_says_so_in_a_sentence(line: str, sentence: str) -> None:
    script = """
from types import ModuleType
thing = ModuleType("storm")
thing.extends, thing.register = "demigods", lambda system: 1 / 0
try:
    LINE
except th.TheoError as fault:
    print(type(fault).__name__, fault)
"""
    assert told(script.replace("LINE", line)) == sentence


@pytest.mark.parametrize("installed", [False, True], ids=["bare", "installed"])
def test_the_notebook_runs_installed_or_not(home: Path, monkeypatch: pytest.MonkeyPatch, installed: bool) -> None:
    monkeypatch.delenv("PYTHONPATH", raising=False)
    if installed:
        monkeypatch.setenv("PYTHONPATH", str(home))
    book = nbformat.read(ROOT / "notebooks" / "home_brew.ipynb", as_version=4)
    assert any("python -m pip install examples/homebrew" in cell.source for cell in book.cells)
    NotebookClient(book, timeout=100, resources={"metadata": {"path": str(ROOT / "notebooks")}}).execute()
    shown = {cell.id: str(cell.get("outputs")) for cell in book.cells}
    assert "Gate held by Ember Court" in shown["first-board"]
    assert "An Ember is lit in Asia" in shown["kindle"]
    assert "FAILS  You have a unit in Europe" in shown["why-not"]
    assert "HB-EC-009" in shown["why-not"]
    assert "Scorch" in shown["dice"]
    assert "('Ember Court', 'Black Goat')" in shown["ruling"]
    assert "value=[6]" in shown["overlay"]
    assert "ok" in shown["proof"]
