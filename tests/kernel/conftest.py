"""A shell with the extension, in this process, in a folder of its own."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from traitlets.config import Config

from tests.engine.pocket import Pocket
from theomachy.engine.game import registry


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[InteractiveShell]:
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.setattr(registry, "games", lambda: {"pocket": Pocket})
    (tmp_path / "book").mkdir()
    monkeypatch.chdir(tmp_path / "book")
    config = Config()
    config.HistoryManager.enabled = False
    found = InteractiveShell(config=config)
    # so that a result is kept as every front end would show it
    found.display_formatter.active_types = list(found.display_formatter.formatters)
    found.run_line_magic("load_ext", "theomachy_kernel")
    yield found
    found.run_line_magic("unload_ext", "theomachy_kernel")


class Cell:
    """What came of a cell: its value, what it printed, and its error."""

    def __init__(self, shell: InteractiveShell, code: str) -> None:
        with capture_output() as printed:
            result = shell.run_cell(code, store_history=False)
        self.value: Any = result.result
        self.error: BaseException | None = result.error_before_exec or result.error_in_exec
        self.out: str = printed.stdout + printed.stderr
        self.shown: dict[str, Any] = shell.display_formatter.format(self.value)[0] if self.value is not None else {}

    @property
    def html(self) -> str:
        return str(self.shown.get("text/html", ""))

    @property
    def text(self) -> str:
        return str(self.shown.get("text/plain", ""))


@pytest.fixture
def cell(shell: InteractiveShell) -> Callable[..., Cell]:
    def run(code: str, *, fails: bool = False) -> Cell:
        found = Cell(shell, code)
        assert (found.error is not None) is fails, found.error or found.out
        return found

    return run
