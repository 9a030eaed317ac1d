"""JupyterLab on the notebooks: `theomachy lab` and `make lab` start it here, with the same settings."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path
from urllib.parse import quote

from .app import INSTALL
from .engine.errors import TheoError

SETTINGS = {
    # In a notebook Panel and Bokeh must not ask the network for their scripts; a served page has its server.
    "PANEL_INLINE": "true",
    "BOKEH_RESOURCES": "inline",
    # A kernel of the same name in the home folder must not stand in for this one.
    "JUPYTER_PREFER_ENV_PATH": "1",
}


def require() -> None:
    """Is all here that notebooks need? Raises `TheoError`, which says how to install it."""
    missing = [name for name in wanted() if not _installed(name)]
    if missing:
        some = ", ".join(missing[:3]) + (f" and {len(missing) - 3} more" if len(missing) > 3 else "")
        raise TheoError(f"notebooks need packages that are not installed here ({some}): {INSTALL}")


def wanted() -> list[str]:
    """The packages of the extra `lab`, as the installed package names them."""
    try:
        named = metadata.requires("theomachy") or []
    except metadata.PackageNotFoundError:  # a source tree that is not installed
        named = []
    found = [re.split(r"[^\w.-]", text, maxsplit=1)[0] for text in named if re.search(r"extra *== *.lab\b", text)]
    return found or ["jupyterlab"]


def _installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def command(notebook: Path, flags: Sequence[str] = ()) -> list[str]:
    """How JupyterLab is started: its address is the notebook's, and the file browser stands beside it.

    Nobody is asked about news, over the board; a setting of the package (`kernel_ext/etc/jupyter/labconfig`) holds
    that too. Containers often run as root, where Jupyter wants to be told that this is meant.
    """
    notebook = notebook.resolve()
    return [
        *(sys.executable, "-m", "jupyterlab"),
        *(["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.extension_manager=readonly",
        f"--ServerApp.root_dir={notebook.parent}",
        f"--LabApp.default_url=/lab/tree/{quote(notebook.name)}",
        *flags,
    ]


def start(notebook: Path, flags: Sequence[str] = ()) -> int:
    """Become JupyterLab on a notebook, so that Ctrl-C and signals are its own; returns only where that is not known."""
    words, environment = command(notebook, flags), os.environ | SETTINGS
    sys.stdout.flush()
    if os.name == "posix":
        os.execve(words[0], words, environment)
    return subprocess.call(words, env=environment)
