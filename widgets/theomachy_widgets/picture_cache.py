"""Pictures kept from one run to the next: in the user's cache folder, bounded, found by what they show.

Those of the start page lie in `$XDG_CACHE_HOME/theomachy/pictures`, else in `~/.cache/theomachy/pictures`; the grounds
of boards in `grounds` beside it. Where nothing can be written, nothing is kept; what lies there and is no whole PNG is
drawn anew. The name of a file says what it was drawn from: the contents of the source and the version of all code and
data that draw it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
import threading
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import theomachy
from theomachy.engine import files
from theomachy.engine.errors import DataError

LARGEST = 2 * 2**20  # bytes of one picture
MOST_BYTES = 64 * 2**20  # of all
MOST_KEPT = 1_000  # pictures
HEAD, TAIL = b"\x89PNG\r\n\x1a\n", b"IEND\xaeB`\x82"


def usual_folder(of: str = "pictures") -> Path | None:
    """Where pictures of a kind are kept for this user; None for a user without a home."""
    return files.cache_folder(of)


@cache
def version() -> str:
    """Of everything that a picture comes from: it changes with any file of the two packages."""
    found = hashlib.sha256(theomachy.__version__.encode())
    for package in (Path(theomachy.__file__).parent, Path(__file__).parent):
        for path in sorted(package.rglob("*")):
            if path.suffix != ".pyc" and path.is_file():
                stat = path.stat()
                found.update(f"{path.relative_to(package)} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    return found.hexdigest()


def name_of(parts: Iterable[str], source: bytes) -> str:
    """The name of the picture that shows `source` as `parts` say."""
    found = hashlib.sha256("\0".join([version(), *parts]).encode("utf-8", "surrogatepass"))
    found.update(hashlib.sha256(source).digest())
    return found.hexdigest() + ".png"


class PictureCache:
    """Pictures by name in a folder; the ones that nobody has looked at for longest go first."""

    def __init__(self, folder: Path | None, most_bytes: int = MOST_BYTES, most_kept: int = MOST_KEPT) -> None:
        self.folder, self.most_bytes, self.most_kept = folder, most_bytes, most_kept
        self.lock = threading.Lock()

    def get(self, name: str) -> bytes | None:
        """The picture, if it is there whole."""
        if self.folder is None:
            return None
        path = self.folder / name
        try:
            found = files.read(path, "picture", LARGEST)
        except DataError:
            return None
        if not (found.startswith(HEAD) and found.endswith(TAIL)):
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        return found

    def put(self, name: str, picture: bytes) -> None:
        """Keep a picture, and let the oldest go if there are too many. What cannot be written is not kept."""
        if self.folder is None or len(picture) > LARGEST:
            return
        with self.lock, contextlib.suppress(OSError):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, half = tempfile.mkstemp(suffix=".part", dir=self.folder)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(picture)
                os.replace(half, self.folder / name)
            except OSError:
                Path(half).unlink(missing_ok=True)
                raise
            self._clear()

    def _clear(self) -> None:
        assert self.folder is not None
        there = []
        for path in [*self.folder.glob("*.png"), *self.folder.glob("*.part")]:
            with contextlib.suppress(OSError):  # another server has thrown it away
                stat = path.lstat()
                there.append((stat.st_mtime_ns, stat.st_size, path))
        there.sort(key=lambda row: row[0], reverse=True)
        kept = 0
        for n, (_, size, path) in enumerate(there, 1):
            kept += size
            if n > self.most_kept or kept > self.most_bytes:
                path.unlink(missing_ok=True)
