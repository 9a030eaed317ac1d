"""Servers for browser tests: each private, on loopback, and ended with all its children."""

import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

START_SECONDS = 60

# What the package puts beside Jupyter's own settings, as the tree has it now.
SETTINGS = Path(__file__).parents[2] / "kernel_ext" / "etc" / "jupyter"

# Pictures of start pages, kept from one server to the next; they go by what they show, so none is ever old.
CACHE = Path(__file__).parents[2] / "build" / "cache"

# A Bokeh server hands out its scripts and style sheets itself; told to put them inline, it names the network's instead.
OWN_FILES = {"PANEL_INLINE": "", "BOKEH_RESOURCES": "server"}


@dataclass(frozen=True)
class Server:
    """A running server: where it answers, its token if it has one, the folder that it serves, its log and process."""

    base: str
    token: str
    root: Path
    log: Path
    process: int = 0

    @property
    def port(self) -> int:
        return int(self.base.rpartition(":")[2])

    def url(self, path: str) -> str:
        """The address of a path of this server, with the token."""
        mark = "&" if "?" in path else "?"
        return f"{self.base}/{path}{mark}token={self.token}" if self.token else f"{self.base}/{path}"

    def ask(self, path: str, method: str = "GET") -> bytes:
        """Ask the server itself, past the browser."""
        request = urllib.request.Request(self.url(path), method=method)
        with urllib.request.urlopen(request, timeout=10) as answer:
            return bytes(answer.read())


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def private_environment(work: Path) -> dict[str, str]:
    """An environment in which nothing of the user's own Jupyter is read or written, and nothing asks the network."""
    return {
        **os.environ,
        "JUPYTER_CONFIG_DIR": str(work / "config"),
        "JUPYTER_CONFIG_PATH": str(SETTINGS),
        "JUPYTER_DATA_DIR": str(work / "data"),
        "JUPYTER_RUNTIME_DIR": str(work / "runtime"),
        "JUPYTER_PREFER_ENV_PATH": "1",
        "IPYTHONDIR": str(work / "ipython"),
        "XDG_CONFIG_HOME": str(work / "xdg-config"),
        "XDG_DATA_HOME": str(work / "xdg-data"),
        "XDG_CACHE_HOME": str(CACHE),
        "XDG_STATE_HOME": str(work / "xdg-state"),
        "PANEL_INLINE": "true",
        "BOKEH_RESOURCES": "inline",
        "PYTHONUNBUFFERED": "1",
    }


@contextlib.contextmanager
def serving(
    command: Sequence[str], work: Path, root: Path, port: int, ready: str, token: str = "", more: Mapping[str, str] = {}
) -> Iterator[Server]:
    """Start a server, wait until the path `ready` answers, and end its whole process group afterwards.

    Raises RuntimeError with the server's log if it ends early or does not answer in time.
    """
    work.mkdir(parents=True, exist_ok=True)
    server = Server(f"http://127.0.0.1:{port}", token, root, work / "server.log")
    with server.log.open("wb") as log:
        process = subprocess.Popen(
            list(command),
            cwd=root,
            env=private_environment(work) | dict(more),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            wait_until_it_answers(server, process, ready)
            yield replace(server, process=process.pid)
        finally:
            end(process)


def wait_until_it_answers(server: Server, process: "subprocess.Popen[bytes]", ready: str) -> None:
    late = time.monotonic() + START_SECONDS
    while process.poll() is None and time.monotonic() < late:
        try:
            server.ask(ready)
            return
        except urllib.error.HTTPError as error:
            error.close()
            if error.code < 500:
                raise RuntimeError(f"{server.url(ready)}: {error}\n{log_tail(server)}") from error
        except OSError:
            pass
        time.sleep(0.1)
    how = "did not answer in time" if process.poll() is None else f"ended with {process.returncode}"
    raise RuntimeError(f"the server {how}\n{log_tail(server)}")


def log_tail(server: Server) -> str:
    return "\n".join(server.log.read_text(encoding="utf-8", errors="replace").splitlines()[-40:])


def end(process: "subprocess.Popen[bytes]") -> None:
    """End a process and every child that it started in its session: kernels too."""
    for how in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, how)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            continue
    # What outlived its parent is not to outlive the test.
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def jupyter(work: Path, root: Path) -> contextlib.AbstractContextManager[Server]:
    """A JupyterLab that serves `root`; the same server answers for Notebook 7 and Voila."""
    port, token = free_port(), secrets.token_hex(16)
    command = [
        sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root",
        "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}", "--ServerApp.port_retries=0",
        f"--IdentityProvider.token={token}", f"--ServerApp.root_dir={root}",
        "--LabApp.expose_app_in_browser=True", "--LabApp.extension_manager=readonly", "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        f"--LabApp.workspaces_dir={work / 'workspaces'}", f"--LabApp.user_settings_dir={work / 'settings'}",
        "--JupyterNotebookApp.expose_app_in_browser=True",
    ]  # fmt: skip
    return serving(command, work, root, port, "api/status", token)


def panel(work: Path, app: Path, *options: str) -> contextlib.AbstractContextManager[Server]:
    """`panel serve APP`; the page is at `/<name of the file>`."""
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "panel",
        "serve",
        str(app),
        "--port",
        str(port),
        "--address",
        "127.0.0.1",
        *options,
    ]
    return serving(command, work, app.parent, port, app.stem, more=OWN_FILES)


def theomachy(work: Path, root: Path, *arguments: str) -> contextlib.AbstractContextManager[Server]:
    """`theomachy serve ARGUMENTS`; the page is at `/`."""
    port = free_port()
    command = [sys.executable, "-m", "theomachy.cli", "serve", *arguments, "--port", str(port)]
    return serving(command, work, root, port, "", more=OWN_FILES)


def voila(work: Path, notebook: Path, theme: str = "light") -> contextlib.AbstractContextManager[Server]:
    """Voila on one notebook, as a teacher would start it; the page is at `/`."""
    port = free_port()
    command = [
        sys.executable, "-m", "voila", str(notebook), "--no-browser", f"--port={port}", "--Voila.ip=127.0.0.1",
        f"--theme={theme}",
    ]  # fmt: skip
    return serving(command, work, notebook.parent, port, "")


def chromium() -> str:
    """The path of Chromium.

    Raises FileNotFoundError when there is none: a browser test never skips, it fails.
    """
    found = shutil.which("chromium")
    if not found:
        raise FileNotFoundError("no program named `chromium` on the PATH; `tools/chromium.sh` says how to install it")
    return found
