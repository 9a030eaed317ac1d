"""The extension in a kernel of its own, spoken to as a notebook does; and what is left when that kernel is killed."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jupyter_client.manager import KernelManager

from tests.browser.servers import CACHE

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 60


class Kernel:
    """A kernel in a folder."""

    def __init__(self, folder: Path) -> None:
        paths = [str(ROOT / part) for part in ("rules", "widgets", "kernel_ext")]
        env = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([*paths, os.environ.get("PYTHONPATH", "")]),
            "IPYTHONDIR": str(folder / "ipython"),
            "XDG_CACHE_HOME": str(CACHE),
            "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        }
        self.manager = KernelManager(kernel_name="python3")
        self.manager.start_kernel(cwd=str(folder), env=env)
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=SECONDS)

    def run(self, code: str) -> tuple[dict[str, Any], dict[str, str], str]:
        """The reply, the data of the last result, and what was printed."""
        data: dict[str, str] = {}
        printed: list[str] = []

        def heard(message: Any) -> None:
            content = message["content"]
            if message["msg_type"] in ("execute_result", "display_data"):
                data.update(content["data"])
            elif message["msg_type"] == "stream":
                printed.append(content["text"])
            elif message["msg_type"] == "error":
                printed.extend(content["traceback"])

        reply = self.client.execute_interactive(code, timeout=SECONDS, output_hook=heard, allow_stdin=False)
        return reply["content"], data, "".join(printed)

    def run_cell(self, code: str, cell: str) -> str:
        """Run a cell as JupyterLab does, which tells its id; what it printed or complained of."""
        message = self.client.session.msg("execute_request", {"code": code, "silent": False, "allow_stdin": False})
        message["metadata"]["cellId"] = cell
        self.client.shell_channel.send(message)
        printed: list[str] = []
        while True:
            told = self.client.get_iopub_msg(timeout=SECONDS)
            if told["parent_header"].get("msg_id") != message["header"]["msg_id"]:
                continue
            if told["msg_type"] == "stream":
                printed.append(told["content"]["text"])
            elif told["msg_type"] == "error":
                printed.extend(told["content"]["traceback"])
            elif told["msg_type"] == "status" and told["content"]["execution_state"] == "idle":
                return "".join(printed)

    def shell(self, send: Any, kind: str, *arguments: Any) -> dict[str, Any]:
        """A question on the shell channel and its answer."""
        asked = send(*arguments)
        while True:
            reply = self.client.get_shell_msg(timeout=SECONDS)
            if reply["parent_header"].get("msg_id") == asked and reply["msg_type"] == kind:
                content: dict[str, Any] = reply["content"]
                return content

    def close(self) -> None:
        self.client.stop_channels()
        if self.manager.has_kernel:
            self.manager.shutdown_kernel(now=True)
        self.manager.context.destroy()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("book")


@pytest.fixture(scope="module")
def kernel(folder: Path) -> Iterator[Kernel]:
    found = Kernel(folder)
    found.run("%load_ext theomachy_kernel")
    yield found
    found.close()


def test_a_game_is_played_in_a_notebook(kernel: Kernel) -> None:
    reply, data, said = kernel.run("%theo new demigods players=Aglaia,Bronteas seed=7")
    assert reply["status"] == "ok", said
    assert "application/vnd.jupyter.widget-view+json" in data  # the dashboard
    assert "<svg" in data["image/svg+xml"]  # and its picture for where no kernel runs
    reply, data, said = kernel.run("%theo options")
    assert reply["status"] == "ok", said
    assert "Aglaia" in data["text/html"]
    assert "Aglaia" in data["text/plain"]
    reply, data, said = kernel.run("%theo do 1")
    assert reply["status"] == "ok", said
    reply, data, said = kernel.run("%theo show static")
    assert "<svg" in data["text/html"]


def test_an_error_is_one_sentence_and_stops_a_run(kernel: Kernel) -> None:
    reply, _, said = kernel.run("%theo new demigod")
    assert reply["status"] == "error"
    assert reply["ename"] == "UnknownName"
    assert said == "UnknownName: there is no game 'demigod'; did you mean 'demigods'?"
    reply, _, said = kernel.run("import theomachy; theomachy.new('demigods', players=2).play('dance')")
    assert reply["status"] == "error"
    assert "Traceback" not in said
    assert "\n" not in said


def test_words_are_completed(kernel: Kernel) -> None:
    text = "%theo rule DG-BAT-00"
    found = kernel.shell(kernel.client.complete, "complete_reply", text, len(text))
    assert "DG-BAT-001" in found["matches"]
    assert (found["cursor_start"], found["cursor_end"]) == (len("%theo rule "), len(text))


def test_help_is_there_for_the_asking(kernel: Kernel) -> None:
    found = kernel.shell(kernel.client.inspect, "inspect_reply", "%theo", 5)
    assert found["found"]
    assert "%theo help" in found["data"]["text/plain"]


def test_a_scenario_runs_in_a_cell(kernel: Kernel) -> None:
    cell = "%%scenario\ngame = 'demigods'\nseed = 1\nplayers = 2\n[[step]]\nover = true"
    reply, data, _ = kernel.run(cell)
    assert reply["status"] == "ok"
    assert "over: expected true, found false" in data["text/html"]


def test_a_lesson_is_played_in_a_notebook(kernel: Kernel) -> None:
    path = ROOT / "examples" / "scenarios" / "demigods" / "lesson_mountain_defence.toml"
    reply, data, said = kernel.run(f"%lesson {path}")
    assert reply["status"] == "ok", said
    assert "application/vnd.jupyter.widget-view+json" in data
    assert "<svg" in data["image/svg+xml"]
    assert "Into the mountains" in data["text/plain"]


@pytest.mark.timeout(300)
@pytest.mark.parametrize("runs", [12, pytest.param(200, marks=pytest.mark.nightly)])
def test_many_runs_of_a_cell_leave_no_comm_open(kernel: Kernel, runs: int) -> None:
    """Lesson, comparison and editor in one cell, on real comms; with canvases in the first and in the last runs."""
    lesson = ROOT / "examples" / "scenarios" / "demigods" / "lesson_mountain_defence.toml"
    kernel.run_cell(
        "import theomachy, comm; from IPython.display import display; from theomachy_widgets import *\n"
        "runs, counts = 0, []\n"
        "two = theomachy.new('demigods', seed=3)\n"
        "for _ in range(6): two.play(two.options[0])",
        "cell-a",
    )
    code = (
        f"look = 'canvas' if runs in (0, 1, {runs - 1}) else 'svg'\n"
        f"display(LessonPlayer({str(lesson)!r}, renderer=look), Compare(two, 2, two.here, renderer=look))\n"
        "display(PositionEditor('demigods', players=2, renderer=look))\n"
        "runs += 1; counts.append(len(comm.get_comm_manager().comms))"
    )
    for _ in range(runs):
        assert kernel.run_cell(code, "cell-b") == ""
    _, data, _ = kernel.run("(runs, counts[0] == counts[1] == counts[-1], len(set(counts[3:-1])), counts[0] > 20)")
    assert data["text/plain"] == f"({runs}, True, 1, True)"


def test_a_killed_kernel_loses_nothing_and_another_goes_on(tmp_path: Path) -> None:
    folder, kernel = tmp_path, Kernel(tmp_path)
    kernel.run("%load_ext theomachy_kernel")
    kernel.run("import theomachy; game = theomachy.new('demigods', players=2, seed=7)")
    for _ in range(3):
        reply, _, said = kernel.run("%theo do 1")
        assert reply["status"] == "ok", said
    _, data, _ = kernel.run("len(game.position.log())")
    answers = int(data["text/plain"])
    (journal,) = (folder / ".theomachy").glob("demigods-*.journal")

    second = Kernel(folder)
    try:
        second.run("%load_ext theomachy_kernel")
        _, _, said = second.run(f"%theo load {journal.relative_to(folder)} as=copy")
        assert "Another kernel writes this journal" in said
        before = journal.read_bytes()
        kernel.manager.signal_kernel(signal.SIGKILL)
        deadline = time.monotonic() + 20
        while kernel.manager.is_alive() and time.monotonic() < deadline:
            time.sleep(0.05)
        reply, _, said = second.run(f"%theo load {journal.relative_to(folder)}")
        assert reply["status"] == "ok", said
        assert "Another kernel" not in said
        _, data, _ = second.run("len(game.position.log())")
        assert int(data["text/plain"]) == answers
        reply, _, said = second.run("%theo do 1")
        assert reply["status"] == "ok", said
        assert journal.read_bytes().startswith(before)
        assert len(journal.read_bytes()) > len(before)
    finally:
        kernel.close()
        second.close()
