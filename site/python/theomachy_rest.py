"""The rest of the standard library: what the screens name is there, anything else comes when it is imported.

The archive of compiled modules has what `site/compiled.py` saw; a module that is only in the whole library is found in
that, which is loaded then, at once and checked. It is imported before any screen.
"""

from __future__ import annotations

import json
import sys
import zlib
from collections.abc import Sequence
from hashlib import sha256
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from zipimport import zipimporter

NAMES, TOLD, WHOLE = Path("/rest.json"), Path("/whole.json"), Path("/lib/whole.zip")


class Rest:
    """Finds modules in the whole library."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = frozenset(names)

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where it is; None for what the library has not. Raises `ImportError` if the library cannot be loaded."""
        if name not in self.names:
            return None
        if not WHOLE.exists():
            fetch()
        return zipimporter("/".join([str(WHOLE), *name.split(".")[:-1]])).find_spec(name)


def fetch() -> None:
    """Load the whole library: a page that waits in the middle of an import has no other way than this one."""
    import js

    address, digest = json.loads(TOLD.read_text("utf-8"))
    asked = js.XMLHttpRequest.new()
    asked.open("GET", address, False)
    asked.responseType = "arraybuffer"
    asked.send()
    if asked.status != 200:
        raise ImportError(f"the whole library could not be loaded ({asked.status})")
    data = zlib.decompress(asked.response.to_bytes(), 31)
    if sha256(data).hexdigest() != digest:
        raise ImportError("the whole library is not the file of this site")
    WHOLE.write_bytes(data)


if NAMES.exists():
    sys.meta_path.append(Rest(json.loads(NAMES.read_text("utf-8"))))
