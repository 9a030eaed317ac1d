"""The library as a tile of JupyterLab's launcher: the served pages, in a tab of JupyterLab.

Jupyter Server Proxy reads `library` by an entry point, starts this module as a program when the tile is first clicked,
and ends it with Jupyter. Who has no right to the Jupyter server does not come to the pages: they are behind its token,
and the program answers on a socket in a folder of its own (on Windows, which has none, on a port of this machine).
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from tornado.netutil import bind_unix_socket

TITLE = "Theomachy"
ICON = Path(__file__).with_name("launcher.svg")
PATIENCE = 60  # seconds until the program must have answered
HOST = "localhost"  # what the proxy says whom it asks: the pages answer under no other


def library() -> dict[str, Any]:
    """What Jupyter Server Proxy wants to know of the pages."""
    sockets = os.name == "posix"
    host = HOST if sockets else f"{HOST}:{{port}}"
    return {
        "command": command,
        "unix_socket": sockets,
        "timeout": PATIENCE,
        "new_browser_tab": False,
        # In its first row, the one in which JupyterLab shows pictures.
        "launcher_entry": {"title": TITLE, "icon_path": str(ICON), "category": "Notebook"},
        # Whether a page may ask is seen to by Jupyter, which knows its own names; ours need not know them.
        "request_headers_override": {"Host": host, "Origin": f"http://{host}"},
    }


def command(port: int, unix_socket: str) -> list[str]:
    """How the program is started: on the folder that JupyterLab shows."""
    words = [sys.executable, "-m", "theomachy_kernel.launcher", str(folder()), unix_socket or str(port)]
    return [word.replace("{", "{{").replace("}", "}}") for word in words]  # the proxy fills in what stands in braces


def folder() -> Path:
    """The folder that JupyterLab shows: saved games of notebooks lie there."""
    from jupyter_server.serverapp import ServerApp

    root = Path(ServerApp.instance().root_dir) if ServerApp.initialized() else Path()
    return root.resolve()


def main(where: str, at: str) -> None:
    """Serve the pages of a folder, until ended.

    The socket is there before anything is loaded: the proxy asks, and is answered as soon as that is done. Where it
    finds nobody it asks again after ever longer times, the last of them a quarter of a minute.
    """
    bound = None if at.isdecimal() else bind_unix_socket(at, mode=0o600)
    from theomachy_widgets.serve import serve

    os.chdir(where)
    serve(port=int(at)) if bound is None else serve(socket=bound)


if __name__ == "__main__":
    main(*sys.argv[1:])
