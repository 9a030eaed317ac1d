"""Empty the outputs, counters and widget state of notebooks, so that a commit holds only what a person wrote.

usage: strip_notebooks.py PATH...     (files or folders; says which files it changed)
"""

import json
import sys
from pathlib import Path
from typing import Any

KEPT_METADATA = {"kernelspec", "language_info"}


def strip(notebook: dict[str, Any]) -> None:
    """Take out of a notebook, given as parsed JSON, all that running it has left there; works in place."""
    notebook["metadata"] = {key: value for key, value in notebook.get("metadata", {}).items() if key in KEPT_METADATA}
    notebook["metadata"].get("language_info", {}).pop("version", None)
    for cell in notebook.get("cells", []):
        cell["metadata"] = {key: value for key, value in cell.get("metadata", {}).items() if key == "tags"}
        if cell.get("cell_type") == "code":
            cell["outputs"] = []
            cell["execution_count"] = None


def notebooks(paths: list[Path]) -> list[Path]:
    """Return the notebooks among the paths and below them, without checkpoints, in order."""
    found = [path for path in paths if path.suffix == ".ipynb"]
    found += [path for folder in paths if folder.is_dir() for path in folder.rglob("*.ipynb")]
    return sorted(path for path in found if ".ipynb_checkpoints" not in path.parts)


def main(arguments: list[str]) -> int:
    for path in notebooks([Path(argument) for argument in arguments]):
        before = path.read_text(encoding="utf-8")
        notebook = json.loads(before)
        strip(notebook)
        after = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
        if after != before:
            path.write_text(after, encoding="utf-8")
            print(f"emptied {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
