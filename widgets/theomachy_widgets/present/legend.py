"""The key of a board: what its grounds, borders and signs mean, each with its picture."""

from __future__ import annotations

import base64
from functools import lru_cache

from theomachy.engine.tabletop.table import LegendRow

from ..models.common import Nothing
from ..models.page import LegendModel
from ..render.svg import shapes_svg
from ..scene.style import THEMES
from ..scene.swatches import HIGH, WIDE, swatch
from .moment import Moment


@lru_cache(maxsize=256)
def picture(row: LegendRow, theme: str) -> str:
    """The picture of a row as the address of an image."""
    drawn = shapes_svg(swatch(row, theme), WIDE, HIGH).encode()
    return f"data:image/svg+xml;base64,{base64.b64encode(drawn).decode()}"


def model(m: Moment) -> LegendModel | Nothing:
    """The model of the panel: its rows only while it is open."""
    rows = m.shown.legend
    if not rows:
        return {}
    if not m.view_state.legend:
        return {"open": False, "rows": []}
    return {
        "open": True,
        "rows": [
            {"kind": row.kind, "name": row.name, "text": row.text, "rule": row.rule,
             "pictures": [picture(row, theme) for theme in THEMES]}
            for row in rows
        ],
    }  # fmt: skip
