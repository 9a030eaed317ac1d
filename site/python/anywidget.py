"""What the screens of this package use of anywidget, on a page without a server: each module is a file there."""

from __future__ import annotations

from typing import Any

import ipywidgets


class AnyWidget(ipywidgets.Widget):
    """A widget whose module draws it. `_esm` is the address of the module, `_css` its style sheet."""

    _esm = ""
    _css = ""

    def opening(self) -> dict[str, Any]:
        return {**super().opening(), "module": self._esm, "css": self._css}
