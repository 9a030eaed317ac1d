"""The scene: what lies on a table as layers of plain shapes, before anything is drawn.

`build(table, marks, theme, width)` makes a `Scene`; `theomachy_widgets.render` draws it.
"""

from .build import Hit, Scene, build, fight_at
from .ground import Ground
from .grounds import ground_of
from .shapes import Face, Token
from .style import COLOURS, STYLE, THEMES, icon_path, icons, owner_colour, owner_paint

__all__ = [
    "COLOURS",
    "STYLE",
    "THEMES",
    "Face",
    "Ground",
    "Hit",
    "Scene",
    "Token",
    "build",
    "fight_at",
    "ground_of",
    "icon_path",
    "icons",
    "owner_colour",
    "owner_paint",
]
