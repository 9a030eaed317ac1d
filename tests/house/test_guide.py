"""The guide says what is true: its lists are up to date, and the files, names and rules that it mentions exist."""

import dataclasses
import importlib
import re
import subprocess
import sys
import typing
from pathlib import Path

import house
import make_timings
import pytest

import theomachy as th
from theomachy.engine.game.game import Game
from theomachy.engine.reference.rulebook import Rulebook
from theomachy.engine.runtime.system import System
from theomachy.engine.runtime.timing import CANON
from theomachy.engine.tabletop.table import Board, Table
from theomachy.games.mythic_battles.rules import components
from tools import table_pictures

ROOT = Path(__file__).parents[2]
MADE_BY_TOOLS = {"docs/timings.md", "docs/scenario_keys.md"}
GUIDES = (
    "CONTRIBUTING.md",
    "SECURITY.md",
    *sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("docs/*.md")),
)
WRITTEN = tuple(guide for guide in GUIDES if guide not in MADE_BY_TOOLS)
MOST_WORDS = 3_000  # of the page that everybody reads
# Where a path may begin, as one writes it in a text: from the root, or inside one of the packages.
STARTS = (
    "", "rules/theomachy", "widgets/theomachy_widgets", "kernel_ext/theomachy_kernel",
    *(path.relative_to(ROOT).as_posix() for path in sorted(ROOT.glob("rules/theomachy/games/*/")) if path.is_dir()),
)  # fmt: skip
SUFFIXES = (".py", ".toml", ".md", ".sh", ".ipynb", ".json", ".js", ".css", ".txt")
TOP = ("rules", "widgets", "kernel_ext", "tests", "docs", "tools", "examples", "notebooks", ".ci")
MADE = {"build", ".venv", "dist"}  # made by the make targets, not kept
BOOKS = sorted(ROOT.glob("rules/theomachy/games/**/rulebook.toml"))
RULE_ID = re.compile(r"\b(DG|CW|GW|HE|MB)-[A-Z0-9]+-\d{3}\b")
PREFIXES = {"demigods": "DG", "cthulhu_wars": "CW", "gods_war": "GW", "heroes": "HE", "mythic_battles": "MB"}


def read(guide: str) -> str:
    return (ROOT / guide).read_text(encoding="utf-8")


def prose(text: str) -> str:
    """A text without its fenced blocks: what they hold is an example, not a promise."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)


def quoted(text: str) -> list[str]:
    """Everything in backticks outside the fenced blocks."""
    return [found.strip() for found in re.findall(r"`([^`\n]+)`", prose(text))]


def looks_like_path(word: str) -> bool:
    """A path has a slash below a folder of ours, or the ending of a file; patterns and placeholders are none."""
    if re.search(r"[<>*{}\s$(,=:]|\.\.\.", word) or word.startswith(("/", "http", "-")):
        return False
    return word.endswith(SUFFIXES) or (word.split("/")[0] in TOP and "/" in word)


def exists(word: str) -> bool:
    if word.split("/")[0] in MADE:
        return True
    return any((ROOT / start / word).exists() for start in STARTS)


def module_of(word: str) -> str:
    """ "engine/runtime/requirement.py" as "theomachy.engine.runtime.requirement"."""
    for start in STARTS:
        path = ROOT / start / word
        if path.is_file():
            inside = path.relative_to(ROOT).with_suffix("").parts[1:]
            return ".".join(part for part in inside if part != "__init__")
    raise AssertionError(f"{word} is no module")


# -- the lists --------------------------------------------------------------------------------------------------------
def test_the_list_of_timings_is_up_to_date() -> None:
    wanted = make_timings.page(make_timings.uses(), make_timings.topics())
    assert read("docs/timings.md") == wanted, "run: python tools/make_timings.py"


def test_every_timing_stands_once_in_the_list() -> None:
    listed = re.findall(r"^\| `(\w+)` \|", read("docs/timings.md"), re.M)
    assert sorted(listed) == sorted(CANON)


def test_the_list_shows_who_uses_what() -> None:
    page = make_timings.page({"a_game": {"dice": ("fight", "me")}})
    assert "| `dice` |" in page
    assert "A Game `(fight, me)`" in page


def test_the_script_writes_a_file(tmp_path: Path) -> None:
    assert make_timings.main([str(tmp_path / "new" / "timings.md")]) == 0
    assert (tmp_path / "new" / "timings.md").read_text(encoding="utf-8") == make_timings.page(
        make_timings.uses(), make_timings.topics()
    )


# -- paths, names, rules ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("guide", GUIDES)
def test_every_path_in_the_guide_exists(guide: str) -> None:
    paths = [word for word in quoted(read(guide)) if looks_like_path(word)]
    assert [word for word in paths if not exists(word)] == []


@pytest.mark.parametrize("guide", WRITTEN)
def test_every_link_of_the_guide_leads_somewhere(guide: str) -> None:
    """To a file beside the page, a picture, or a heading of the page itself."""
    text = prose(read(guide))
    headings = {re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-") for line in re.findall(r"^#+ (.*)$", text, re.M)}
    for link in re.findall(r"\]\(\s*([^)\s]+)\s*\)", text):
        if link.startswith("#"):
            assert link[1:] in headings, link
        else:
            assert (ROOT / guide).parent.joinpath(link).exists(), link


@pytest.mark.parametrize("guide", WRITTEN)
def test_every_name_that_is_said_to_stand_in_a_file_does(guide: str) -> None:
    """Written as `engine/runtime/requirement.py:Menu.options`."""
    names = [word for word in quoted(read(guide)) if re.fullmatch(r"[\w./]+\.py:[\w.]+", word)]
    missing = []
    for word in names:
        path, _, dotted = word.partition(":")
        if path.startswith("tests/"):  # a test is read, not imported
            if not re.search(rf"^def {dotted}\(", read(path), re.M):
                missing.append(word)
            continue
        thing: object = importlib.import_module(module_of(path))
        for part in dotted.split("."):
            thing = getattr(thing, part, None)
        if thing is None:
            missing.append(word)
    assert missing == []


@pytest.mark.parametrize("guide", GUIDES)
def test_every_rule_that_is_mentioned_is_in_a_rule_index(guide: str) -> None:
    known = {rule.id for path in BOOKS for rule in Rulebook.read(path)}
    named = {found.group() for found in RULE_ID.finditer(read(guide))}
    assert sorted(named - known) == []


def test_the_guides_name_paths_names_and_rules() -> None:
    """What the checks above look at is there."""
    words = [word for guide in WRITTEN for word in quoted(read(guide))]
    assert sum(looks_like_path(word) for word in words) > 200
    assert sum(".py:" in word for word in words) > 80
    assert sum(bool(RULE_ID.search(read(guide))) for guide in WRITTEN) > 3


def test_every_public_name_in_the_guide_is_public() -> None:
    names = {word.partition("(")[0] for guide in WRITTEN for word in quoted(read(guide)) if word.startswith("th.")}
    assert names
    assert [name for name in names if not hasattr(th, name.removeprefix("th.").split(".")[0])] == []


def test_every_part_of_a_class_in_the_guide_exists() -> None:
    """Written as `System.step`."""
    classes = {"System": System, "Game": Game}
    found = [word.partition("(")[0].split(".") for guide in WRITTEN for word in quoted(read(guide))]
    named = {(word[0], word[1]) for word in found if len(word) == 2 and word[0] in classes}
    assert len(named) > 15
    assert sorted(f"{of}.{name}" for of, name in named if not hasattr(classes[of], name)) == []


def test_every_key_of_a_board_is_told() -> None:
    page = read("docs/boards.md")
    keys = {key for table in (components.AREA, components.BOUNDARY, components.ARMY, components.GOAL) for key in table}
    assert sorted(key for key in keys if f"`{key}`" not in page) == []


def test_every_make_target_in_the_guide_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", read("Makefile"), re.M))
    words = [word for guide in WRITTEN for word in quoted(read(guide))]
    named = {word.split()[1] for word in words if re.fullmatch(r"make [a-z]+( .*)?", word)}
    assert {"lint", "unit", "browser"} <= named
    assert named <= targets


def test_the_page_that_everybody_reads_is_short() -> None:
    assert len(read("CONTRIBUTING.md").split()) <= MOST_WORDS


def test_every_page_is_named_in_the_guide_or_in_the_readme() -> None:
    named = read("CONTRIBUTING.md") + read("README.md") + read("docs/scenarios.md") + read("docs/new_game.md")
    assert [guide for guide in GUIDES[1:] if guide not in named] == []


def test_a_new_game_is_told_every_file_that_it_must_have() -> None:
    page = read("docs/new_game.md")
    assert [name for name in house.GAME_FILES if f"`{name}`" not in page] == []


def things(of: type) -> set[str]:
    """The names of the descriptions that are fields of another."""
    found = set()
    for hint in typing.get_type_hints(of).values():
        inner = [hint, *typing.get_args(hint)]
        found |= {each.__name__ for each in inner if isinstance(each, type) and dataclasses.is_dataclass(each)}
    return found


@pytest.mark.parametrize("of", [Table, Board], ids=lambda of: of.__name__)
def test_all_that_can_lie_on_a_table_is_told(of: type) -> None:
    """A new sort of thing has a row in its page."""
    named = things(of)
    assert {Table: "Gauge", Board: "Trail"}[of] in named
    assert sorted(named - set(re.findall(r"`(\w+)`", read("docs/table.md")))) == []


def test_every_hard_case_is_answered() -> None:
    numbers = [int(n) for n in re.findall(r"^### (\d+)\. ", read("docs/hard_cases.md"), re.M)]
    assert numbers == list(range(1, 41))


def test_the_pictures_of_things_are_small_and_all_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that the script takes are those that lie there, and those of the page."""
    kept = {path.stem: path.stat().st_size for path in table_pictures.FOLDER.glob("*.png")}
    assert kept.keys() == table_pictures.PICTURES.keys()
    assert kept.keys() == set(re.findall(r"pictures/table/(\w+)\.png", read("docs/table.md")))
    assert max(kept.values()) < 60_000
    assert sum(kept.values()) < 600_000
    monkeypatch.setattr(table_pictures, "FOLDER", tmp_path / "new")
    assert table_pictures.main(["carried"]) == 0
    assert (tmp_path / "new" / "carried.png").stat().st_size > 1_000
    with pytest.raises(LookupError, match="area:99 is not drawn"):
        table_pictures.box(table_pictures.drawn(table_pictures.outline_table, None, 900)[0], ["area:99"], 4)


# -- excerpts and examples --------------------------------------------------------------------------------------------
def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"^```(?:{language})\n(.*?)^```$", text, re.M | re.S)


def excerpts(text: str) -> list[tuple[str, str]]:
    """Blocks that begin with the path of the file they are taken from: path and text."""
    found = []
    for block in (*blocks(text, "python"), *blocks(text, "toml")):
        head = re.match(r"# ([\w./]+\.(?:py|toml))\n(.*)", block, re.S)
        if head:
            found.append((head[1], head[2]))
    return found


def test_every_excerpt_stands_in_its_file() -> None:
    found = [excerpt for guide in WRITTEN for excerpt in excerpts(read(guide))]
    assert len(found) >= 8
    assert [path for path, text in found if text not in read(path)] == []


def files_of(text: str) -> dict[str, str]:
    """The files that a page shows whole: blocks whose first line is the name of one, a colon, and what it is."""
    named = [
        (block, re.match(r"# (\w+\.(?:py|toml)): ", block))
        for name in ("python", "toml")
        for block in blocks(text, name)
    ]
    return {head[1]: block for block, head in named if head}


def examples_of(text: str) -> list[str]:
    """The blocks that are neither excerpts nor files."""
    return [block for block in blocks(text, "python") if not block.startswith("# ")]


EXAMPLES = [guide for guide in WRITTEN if examples_of(read(guide))]


@pytest.mark.parametrize("guide", EXAMPLES)
def test_every_example_of_the_guide_runs(guide: str, tmp_path: Path) -> None:
    """In a process of its own, beside the files that the page shows: what it adds to the box ends with it."""
    text = read(guide)
    for name, block in files_of(text).items():
        (tmp_path / name).write_text(block, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "\n".join(examples_of(text))],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def test_examples_and_files_are_found() -> None:
    assert {"CONTRIBUTING.md", "docs/new_game.md", "docs/boards.md"} <= set(EXAMPLES)
    assert files_of(read("CONTRIBUTING.md")).keys() == {"bounty.py", "bounty_rules.toml", "bounty.toml"}


# -- the checks can fail ----------------------------------------------------------------------------------------------
def test_a_path_is_told_from_other_words() -> None:
    text = "see `engine/runtime/decision.py`, `a<b>.py`, `th.new`, `x/y`, `tests/house`\n```py\n`no.py`\n```\n"
    assert [word for word in quoted(text) if looks_like_path(word)] == ["engine/runtime/decision.py", "tests/house"]


def test_a_wrong_path_or_name_is_found() -> None:
    assert not exists("engine/nowhere.py")
    assert exists("engine/runtime/requirement.py")
    assert module_of("engine/runtime/requirement.py") == "theomachy.engine.runtime.requirement"
    assert not hasattr(importlib.import_module("theomachy.engine.runtime.requirement"), "Nobody")
