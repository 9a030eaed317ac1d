"""The panels: one JavaScript file each, drawn from plain models; a region is one widget that holds a few of them.

Each panel is a function in the browser; the files of a region are joined into one module, since a widget's module
cannot import its neighbours. The same module serves JupyterLab, Notebook 7, Voila and a Panel server.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from importlib import resources
from typing import Any

import anywidget
import traitlets

from ..scene.style import STYLE, UNKNOWN_ICON

REGIONS: dict[str, tuple[str, ...]] = {
    "bar": ("bar",),
    "head": ("stages",),
    "side": ("why", "decision", "hand", "sheet", "story", "odds", "rule"),
    "foot": ("timeline", "fight", "tracks", "rows"),
    "base": ("strip", "lab"),
    "over": ("zoom",),
    "start": ("start",),
}
SAME = {"rows": "strip"}  # panels that are drawn by another panel's file
NEEDS = {"base": ("rule",)}  # files that a region's panels call


def _read(*path: str) -> str:
    return resources.files("theomachy_widgets").joinpath(*path).read_text(encoding="utf-8")


@cache
def module_of(region: str) -> str:
    """The JavaScript module of a region: constants from the style, the shared part, its panels, and the widget."""
    names = REGIONS[region]
    owners = {word: [row["shape"], row["icon"]] for word, row in STYLE["owner"].items()}
    parts = [
        f"const OWNERS = {json.dumps(owners)}, UNKNOWN = {json.dumps(UNKNOWN_ICON)}, LOOK = {json.dumps(look())};",
        _read("panels", "common.js"),
    ]
    files = dict.fromkeys([*NEEDS.get(region, ()), *(SAME.get(name, name) for name in names)])
    parts += ["{\n" + _read("panels", f"{file}.js") + "}" for file in files]  # a block, so that helpers stay apart
    parts += [f"PANELS.{name} = PANELS.{SAME[name]};" for name in names if name in SAME]
    parts.append(f"export default region({json.dumps(names)}, {json.dumps(region)});")
    return "\n".join(parts)


@cache
def look() -> str:
    """The style sheet of all panels."""
    return _read("data", "look.css")


class Region(anywidget.AnyWidget):
    """One widget with a few panels; `show` sends only what has changed. Clicks come back as `on_msg` messages."""

    region = ""
    icons = traitlets.Dict().tag(sync=True)
    theme = traitlets.Unicode("auto").tag(sync=True)
    stamp = traitlets.Int(0).tag(sync=True)  # of the picture that the panels show; messages bring it back

    def show(
        self, models: dict[str, dict[str, Any]], icons: dict[str, str] | Callable[[Any], dict[str, str]], stamp: int = 0
    ) -> int:
        """Show new models; returns how many panels have changed. Equal models and known icons are not sent again.

        `icons` are the paths of the icons that the models name, or what tells those of some models.
        """
        changed = {k: v for k, v in models.items() if k in REGIONS[self.region] and v != getattr(self, k)}
        named = icons if isinstance(icons, dict) else icons(changed) if changed else {}
        new = {k: v for k, v in named.items() if k not in self.icons}
        if changed or new or stamp != self.stamp:
            with self.hold_sync():
                self.stamp = stamp
                if new:
                    self.icons = {**self.icons, **new}
                for name, model in changed.items():
                    setattr(self, name, model)
        return len(changed)


@cache
def _class_of(region: str) -> type[Region]:
    traits: dict[str, Any] = {panel: traitlets.Dict().tag(sync=True) for panel in REGIONS[region]}
    module = traitlets.Unicode(module_of(region)).tag(sync=True)
    return type(f"Region_{region}", (Region,), {**traits, "region": region, "_esm": module})


def region(name: str, theme: str = "auto") -> Region:
    """A new, empty region: "bar", "head", "side", "foot", "base", "over" or "start"."""
    made = _class_of(name)(theme=theme)
    made.add_class("theo-at-" + name)
    return made
