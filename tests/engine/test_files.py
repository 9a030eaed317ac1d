"""The one door for files that a person names, and for TOML: nothing hangs or eats memory, each fault a sentence."""

import ast
import os
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import theomachy as th
from theomachy import app
from theomachy.cli import main
from theomachy.engine import bounds, files
from theomachy.engine.authoring import scenario
from theomachy.engine.authoring.editor import Editor
from theomachy.engine.authoring.scenario_write import toml
from theomachy.engine.errors import DataError, SaveError, ScenarioError, TheoError
from theomachy.engine.game import journal
from theomachy.engine.reference import rulebook, rulings
from theomachy.engine.reference.facts import Facts

ROOT = Path(__file__).parents[2]
DOORS: dict[str, Callable[[Path], object]] = {
    "saved game": th.load,
    "journal, read": journal.recover,
    "journal, written": journal.Journal,
    "scenario": scenario.load,
    "overlay": lambda path: th.new("pocket", overlay=path),
    "overlay of an editor": lambda path: th.editor("pocket", overlay=str(path)),
    "data file": Facts.read,
    "rulings": rulings.read,
    "rule index": rulebook.Rulebook.read,
    "rule report": app.proven,
    "anything": lambda path: app.open_game(str(path)),
}
doors = pytest.mark.parametrize("door", DOORS.values(), ids=list(DOORS))


@contextmanager
def within(seconds: float) -> Iterator[None]:
    began = time.perf_counter()
    yield
    assert time.perf_counter() - began < seconds


@doors
def test_a_pipe_is_not_waited_for(door: Callable[[Path], object], tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with within(1), pytest.raises(TheoError, match="pipe is no file, but a pipe or a device"):
        door(tmp_path / "pipe")


@doors
def test_a_device_is_not_read(door: Callable[[Path], object]) -> None:
    tracemalloc.start()
    with within(1), pytest.raises(TheoError, match="zero is no file, but a pipe or a device"):
        door(Path("/dev/zero"))
    assert tracemalloc.get_traced_memory()[1] < 5_000_000
    tracemalloc.stop()


@doors
def test_a_folder_a_gap_and_no_name_are_told(door: Callable[[Path], object], tmp_path: Path) -> None:
    for bad in (tmp_path, Path("no\0name")):
        with within(1), pytest.raises((TheoError, OSError)) as fault:
            door(bad)
        assert len(app.sentence(fault.value)) < 300


@doors
def test_a_huge_file_is_refused_before_it_is_held(door: Callable[[Path], object], tmp_path: Path) -> None:
    huge = tmp_path / "huge"
    with huge.open("wb") as file:
        file.truncate(3 * bounds.LARGEST)  # a gap: takes no room on the disk
    tracemalloc.start()
    with within(2), pytest.raises(TheoError, match="huge is larger than"):
        door(huge)
    assert tracemalloc.get_traced_memory()[1] < 3 * bounds.LARGEST
    tracemalloc.stop()


def test_what_the_size_of_a_file_says_is_not_believed() -> None:
    """Files of the system have the size 0 and yet hold something."""
    path = Path("/proc/self/maps")
    assert path.stat().st_size == 0
    with pytest.raises(SaveError, match="maps is larger than 1 KB: no saved game is"):
        files.read(path, "saved game", 1000, SaveError)


def test_signs_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes('title = "café"'.encode("latin-1"))
    with pytest.raises(ScenarioError, match=r"latin.toml cannot be read: it is no text \(UTF-8\)"):
        scenario.load(tmp_path / "latin.toml")


# -- TOML -------------------------------------------------------------------------------------------------------------
LONG = ".".join(["a"] * 20_000)  # 40 KB: took the parser 4.7 s
HOSTILE = {
    "a long key": f"{LONG} = 1",
    "a long table": f"[{LONG}]",
    "a long list of tables": f"[[{LONG}]]",
    "a long key inside a table": f"x = {{ {LONG} = 1 }}",
    "quoted parts": ".".join(['"a"', "'b'"] * 5_000) + " = 1",
    "spaced parts": " .\t".join(["a"] * 15_000) + " = 1",
    "after a string": f'x = """a\n"""""\n{LONG} = 1',
    "after a string in a table": f'x = {{ y = """a"""", {LONG} = 1 }}',
    "after a mark of a string in another": f'x = \'"""\'\n{LONG} = 1',
    "after a remark": f"# \"\"\" '''\n{LONG} = 1",
    "after an escaped quote": f'x = "\\""\ny = """\\""""\n{LONG} = 1',
    "digits": f"x = {'9' * 5_000}",
    "digits with lines between": f"x = [{'1_' * 5_000}1]",
    "digits of another base": f"x = 0x{'f' * 100_000}",
    "just too large": "x = 9223372036854775808",
    "lists in lists": f"x = {'[' * 300}{']' * 300}",
    "tables in tables": f"x = {'{a = ' * 300}1{'}' * 300}",
    "lists without end": f"x = {'[' * 200_000}",
    "an open string": '"""' + '\\"""' * 100_000 + "." * 40,
    "open strings": '"\\' * 100_000 + "." * 40,
}
READERS: dict[str, Callable[[str], object]] = {
    "scenario": lambda text: scenario.read(text, "it.toml"),
    "paste box": Editor.read,
    "data": lambda text: files.toml(text, "it.toml"),
}


@pytest.mark.parametrize("read", READERS.values(), ids=list(READERS))
@pytest.mark.parametrize("text", HOSTILE.values(), ids=list(HOSTILE))
def test_hostile_toml_is_refused_at_once(text: str, read: Callable[[str], object]) -> None:
    with within(1), pytest.raises(TheoError) as fault:
        read(text)
    assert "TOML" in str(fault.value) or "deep" in str(fault.value)
    assert "\n" not in str(fault.value)
    assert len(str(fault.value)) < 200


def test_the_longest_text_that_is_read_takes_little_time() -> None:
    row = ".".join(["b"] * (files.MOST_PARTS - 1))
    head = f"[{'.'.join(['b'] * files.MOST_PARTS)}]\n"
    text = head + "\n".join(f"{row}.k{i} = 1" for i in range(scenario.LARGEST // 45))
    assert len(text) > 0.8 * scenario.LARGEST
    with within(8):  # about 1.5 s on an idle machine
        files.toml(text, "it.toml")


@pytest.mark.parametrize(
    "text",
    [
        'say = "one.two.three.four.five.six.seven.eight.nine.ten.eleven.twelve.thirteen.a.b.c.d.e.f.g"',
        'say = """\n1.2.3.4.5.6.7.8.9.10.11.12.13.14.15.16.17.18.19.20\n"""',
        "x = [" + ", ".join(["1.5"] * 100) + "]",
        "# " + LONG + "\nx = 1",
        "\n".join(f"a.b{i} = 1.5" for i in range(100)),
        ".".join(["a"] * files.MOST_PARTS) + " = 1",
        "x = -9223372036854775808",
    ],
)
def test_what_only_looks_hostile_is_read(text: str) -> None:
    assert files.toml(text, "it.toml")


def test_it_is_the_only_door() -> None:
    """No other file of the product opens TOML."""
    found = [
        path.relative_to(ROOT).as_posix()
        for folder in ("rules", "widgets", "kernel_ext")
        for path in (ROOT / folder).rglob("*.py")
        if "tomllib" in (text := path.read_text("utf-8"))
        for node in ast.walk(ast.parse(text))
        if (isinstance(node, ast.Import) and any(name.name == "tomllib" for name in node.names))
        or (isinstance(node, ast.ImportFrom) and node.module == "tomllib")
    ]
    assert found == ["rules/theomachy/engine/files.py"]


def test_the_terminal_says_it_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "long.toml").write_text(f"{LONG} = 1", encoding="utf-8")
    with within(3):
        assert main(["verify", str(tmp_path)]) == 1
        assert main(["show", str(tmp_path / "pipe.toml")]) == 2
        assert main(["new", "pocket", "--overlay", str(tmp_path / "pipe.toml"), "-o", str(tmp_path / "x")]) == 2
    said = capsys.readouterr()
    assert "FAIL  pipe.toml: pipe.toml is no file" in said.out or "FAIL  pipe.toml: is no file" in said.out
    assert "long.toml" in said.out
    assert said.err.count("is no file, but a pipe") == 2


def test_own_data_passes() -> None:
    for path in (ROOT / "examples").rglob("*.toml"):
        assert files.read_toml(path, "file", 1_000_000, DataError)
    assert files.toml(f"x = {toml({'a.b.c': 'd.e'})}", "it")
