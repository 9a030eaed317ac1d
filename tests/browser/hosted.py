"""A host of files that says with each what its `_headers` ask for: for tests of the site."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


def rules(text: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """The rules of a file `_headers`: a pattern of addresses, and what is said with them."""
    found: list[tuple[str, list[tuple[str, str]]]] = []
    for line in text.splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if not line[0].isspace():
            found.append((line.strip(), []))
        else:
            name, _, value = line.strip().partition(": ")
            found[-1][1].append((name, value))
    return found


class Host(SimpleHTTPRequestHandler):
    """Serves files, each with the headers of all rules that fit its address."""

    def end_headers(self) -> None:
        path, file = self.path.partition("?")[0], Path(self.directory) / "_headers"
        for pattern, said in rules(file.read_text("utf-8")) if file.is_file() else []:
            if fnmatchcase(path, pattern):
                for name, value in said:
                    self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Nobody reads it."""


@contextlib.contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """The address at which the files of a folder are served."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
