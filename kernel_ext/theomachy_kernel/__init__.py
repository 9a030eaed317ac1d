"""The IPython extension of Theomachy: magics, completion and rich display.

`%load_ext theomachy_kernel`, then `%theo help`.
"""

from __future__ import annotations

from typing import Any

__all__ = ["load_ipython_extension", "unload_ipython_extension"]


def load_ipython_extension(shell: Any) -> None:
    """Add the magics `%theo` and `%%scenario`, their completion, rich display, and plain errors."""
    from .extension import load

    load(shell)


def unload_ipython_extension(shell: Any) -> None:
    """Take all of it away again; the journals are closed."""
    from .extension import unload

    unload(shell)
