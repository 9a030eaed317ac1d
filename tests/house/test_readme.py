"""What the README promises: its Python runs from top to bottom, and its test command is the one that is checked."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def python_blocks(text: str) -> str:
    """All fenced Python blocks of a Markdown text, one after the other, on their own line numbers."""
    lines = []
    inside = False
    for line in text.splitlines():
        if line.startswith("```"):
            inside = line.strip() == "```python"
            lines.append("")
        else:
            lines.append(line if inside else "")
    return "\n".join(lines)


def test_blocks_keep_their_lines_and_leave_out_the_rest() -> None:
    assert python_blocks("a\n```python\nb = 1\n```\n```sh\nmake\n```") == "\n\nb = 1\n\n\n\n"


def test_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = python_blocks(README)
    assert "import theomachy" in code
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "README.md", "exec"), {"__name__": "readme"})  # noqa: S102 - our own file


def run_ci(root: Path, readme: str) -> "subprocess.CompletedProcess[str]":
    (root / ".ci").mkdir()
    (root / ".ci" / "run").write_text((ROOT / ".ci" / "run").read_text(encoding="utf-8"), encoding="utf-8")
    (root / "README.md").write_text(readme, encoding="utf-8")
    return subprocess.run(["bash", ".ci/run"], cwd=root, capture_output=True, text=True, timeout=30)


def block(command: str) -> str:
    return f"# x\n```sh\nmake lab\n```\n<!-- test command -->\n```sh\n{command}\n```\n```sh\nfalse\n```\n"


def test_the_ci_runs_the_marked_command_and_ends_with_the_closing_line(tmp_path: Path) -> None:
    done = run_ci(tmp_path, block("echo '==== 3 passed, 1 skipped in 2.10s ===='; echo bye"))
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "==== 3 passed, 1 skipped in 2.10s ===="


@pytest.mark.parametrize(
    "command",
    [
        "echo '==== 1 failed, 3 passed in 2.10s ===='; exit 1",
        "echo '==== 3 passed in 2.10s ===='; false",
        "echo nothing was run",
        "echo '==== no tests ran in 0.01s ===='",
    ],
)
def test_the_ci_fails_when_a_test_fails_or_none_runs(tmp_path: Path, command: str) -> None:
    assert run_ci(tmp_path, block(command)).returncode == 1


def test_the_ci_fails_without_a_command(tmp_path: Path) -> None:
    assert run_ci(tmp_path, "# nothing here\n").returncode == 1


def test_the_readme_names_the_test_command() -> None:
    marked = re.search(r"<!-- test command -->\n```sh\n(.+)\n```", README)
    assert marked
    assert marked[1] == "make test"
