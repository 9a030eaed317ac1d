"""The guide says what is true: its lists are up to date, and the files, names and rules that it mentions exist."""

import importlib
import re
from pathlib import Path

import make_timings
import pytest

import theomachy as th
from theomachy.engine.reference.rulebook import Rulebook
from theomachy.engine.runtime.timing import CANON

ROOT = Path(__file__).parents[2]
GUIDES = ("CONTRIBUTING.md", "docs/hard_cases.md", "docs/design.md", "docs/timings.md", "docs/boards.md")
# Where a path may begin, as one writes it in a text: from the root, or inside one of the packages.
STARTS = (
    "", "rules/theomachy", "widgets/theomachy_widgets", "kernel_ext/theomachy_kernel",
    *(f"rules/theomachy/games/{game}" for game in ("demigods", "cthulhu_wars", "mythic_battles")),
)  # fmt: skip
SUFFIXES = (".py", ".toml", ".md", ".sh", ".ipynb", ".json", ".js", ".css", ".txt")
TOP = ("rules", "widgets", "kernel_ext", "tests", "docs", "tools", "examples", "notebooks", ".ci")
MADE = {"build", ".venv", "dist"}  # made by the make targets, not kept
BOOKS = sorted(ROOT.glob("rules/theomachy/games/*/rulebook.toml"))
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
    wanted = make_timings.page(make_timings.uses())
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
    assert (tmp_path / "new" / "timings.md").read_text(encoding="utf-8") == make_timings.page(make_timings.uses())


# -- paths, names, rules ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("guide", GUIDES)
def test_every_path_in_the_guide_exists(guide: str) -> None:
    paths = [word for word in quoted(read(guide)) if looks_like_path(word)]
    assert paths
    assert [word for word in paths if not exists(word)] == []


@pytest.mark.parametrize("guide", GUIDES[:3])
def test_every_name_that_is_said_to_stand_in_a_file_does(guide: str) -> None:
    """Written as `engine/runtime/requirement.py:Menu.options`."""
    names = [word for word in quoted(read(guide)) if re.fullmatch(r"[\w./]+\.py:[\w.]+", word)]
    assert names
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
    """A rule of a game that is not built yet cannot be looked up; its prefix says so."""
    known = {rule.id for path in BOOKS for rule in Rulebook.read(path)}
    built = {PREFIXES[path.parent.name] for path in BOOKS}
    named = {found.group() for found in RULE_ID.finditer(read(guide))}
    assert sorted(rule for rule in named if rule[:2] in built and rule not in known) == []


def test_every_public_name_in_the_guide_is_public() -> None:
    names = {word.partition("(")[0] for word in quoted(read("CONTRIBUTING.md")) if word.startswith("th.")}
    assert names
    assert [name for name in names if not hasattr(th, name.removeprefix("th.").split(".")[0])] == []


def test_every_make_target_in_the_guide_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", read("Makefile"), re.M))
    named = {word.split()[1] for word in quoted(read("CONTRIBUTING.md")) if re.fullmatch(r"make [a-z]+( .*)?", word)}
    assert named
    assert named <= targets


def test_every_hard_case_is_answered() -> None:
    numbers = [int(n) for n in re.findall(r"^### (\d+)\. ", read("docs/hard_cases.md"), re.M)]
    assert numbers == list(range(1, 41))


# -- excerpts and examples --------------------------------------------------------------------------------------------
def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


def excerpts(text: str) -> list[tuple[str, str]]:
    """Blocks that begin with the path of the file they are taken from: path and text."""
    found = []
    for block in (*blocks(text, "python"), *blocks(text, "toml")):
        head = re.match(r"# ([\w./]+\.(?:py|toml))\n(.*)", block, re.S)
        if head:
            found.append((head[1], head[2]))
    return found


def test_every_excerpt_stands_in_its_file() -> None:
    found = excerpts(read("CONTRIBUTING.md"))
    assert len(found) >= 4
    assert [path for path, text in found if text not in read(path)] == []


def test_every_example_of_the_guide_runs() -> None:
    examples = [block for block in blocks(read("CONTRIBUTING.md"), "python") if not block.startswith("# ")]
    assert len(examples) >= 2
    for block in examples:
        exec(compile(block, "CONTRIBUTING.md", "exec"), {"__name__": "guide"})  # noqa: S102 - our own file


# -- the checks can fail ----------------------------------------------------------------------------------------------
def test_a_path_is_told_from_other_words() -> None:
    text = "see `engine/runtime/decision.py`, `a<b>.py`, `th.new`, `x/y`, `tests/house`\n```py\n`no.py`\n```\n"
    assert [word for word in quoted(text) if looks_like_path(word)] == ["engine/runtime/decision.py", "tests/house"]


def test_a_wrong_path_or_name_is_found() -> None:
    assert not exists("engine/nowhere.py")
    assert exists("engine/runtime/requirement.py")
    assert module_of("engine/runtime/requirement.py") == "theomachy.engine.runtime.requirement"
    assert not hasattr(importlib.import_module("theomachy.engine.runtime.requirement"), "Nobody")
