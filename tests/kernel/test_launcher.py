"""The tile of JupyterLab's launcher: what the proxy is told, and the program that it starts."""

import contextlib
import http.client
import os
import socket
import subprocess
import sys
import time
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from jupyter_server_proxy.config import ServerProcess, make_handlers
from traitlets import TraitError

from theomachy_kernel import launcher


def test_the_proxy_finds_it_and_understands_what_it_says() -> None:
    (entry,) = entry_points(group="jupyter_serverproxy_servers", name="theomachy")
    told = entry.load()()
    process = ServerProcess(name="theomachy", **told)
    assert make_handlers("/", [process]), "the proxy makes addresses of it"
    assert process.launcher_entry.title == "Theomachy"
    assert "<svg" in Path(process.launcher_entry.icon_path).read_text("utf-8")
    assert not process.new_browser_tab, "it opens in JupyterLab"
    with pytest.raises(TraitError):
        ServerProcess(name="theomachy", **told | {"launcher_entry": {"title": None}})


def test_a_folder_with_braces_in_its_name_is_no_template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "{port}"
    place.mkdir()
    monkeypatch.chdir(place)
    words = [word.format(port=1, unix_socket="x", base_url="/") for word in launcher.command(0, "/run/a")]
    assert words[-2:] == [str(place), "/run/a"]
    assert launcher.command(8123, "")[-1] == "8123"


class Asked(http.client.HTTPConnection):
    """A request through the file of a socket."""

    def __init__(self, path: Path) -> None:
        super().__init__("localhost", timeout=60)
        self.path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(60)
        self.sock.connect(str(self.path))


def answer(path: Path, host: str) -> tuple[int, str]:
    with contextlib.closing(Asked(path)) as asked:
        asked.request("GET", "/", headers={"Host": host})
        said = asked.getresponse()
        return said.status, said.read().decode()


@pytest.mark.skipif(os.name != "posix", reason="sockets with a file are not of this system")
def test_the_program_hears_at_once_answers_the_proxy_and_nobody_else(tmp_path: Path) -> None:
    at = tmp_path / "socket"
    command = [sys.executable, "-m", "theomachy_kernel.launcher", str(tmp_path), str(at)]
    environment = os.environ | {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        try:
            late = time.monotonic() + 60
            while not at.exists() and process.poll() is None and time.monotonic() < late:
                time.sleep(0.02)
            assert at.stat().st_mode & 0o077 == 0, "others of this machine do not come in"
            status, page = answer(at, "localhost")  # waits until the pages are there
            assert (status, "Theomachy" in page) == (200, True)
            status, page = answer(at, "example.org")
            assert status == 400
            assert "under its own address only" in page
        finally:
            process.terminate()
            process.communicate(timeout=20)
