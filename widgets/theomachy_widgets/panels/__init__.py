"""The panels: one JavaScript module each, drawn from plain models; a region is one widget that holds a few of them.

Each panel is a function in the browser, exported under its name. The modules that a region needs are joined into one
(`esm.py`), since a widget is sent as one module. It serves JupyterLab, Notebook 7, Voila and a Panel server alike.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import anywidget
import traitlets

from ..esm import bundle, module, sheet
from ..scene.buildings import SILHOUETTES
from ..scene.style import STYLE, UNKNOWN_ICON
from ..text import whole
from ..variables import variables

REGIONS: dict[str, tuple[str, ...]] = {
    "bar": ("bar",),
    "head": ("fronts", "stages", "boardsheets"),
    "front": ("paper", "cards", "attack", "tableau"),
    "side": tuple(
        "curtain why decision calcopen opponents hints reach measured sealed advice odds asides story hand conditions "
        "sheet thumbs legend rule".split()
    ),
    "foot": ("ways", "leaves", "lines", "timeline", "hands", "fight", "sums", "throws", "tracks", "strip", "notes"),
    "base": ("lab", "readings"),
    "over": ("zoom", "inks"),
    "calc": ("calcmap", "calculator"),
    "start": ("start",),
}

SHEETS = {"calc": ("calculator",), "start": ("home",)}  # style sheets of one region alone


def entry(panels: dict[str, str], where: str, kind: str = "", sheets: tuple[str, ...] = ()) -> str:
    """The module that a widget begins with: it takes the panels from their files, and tells them what Python knows.

    `panels` are the file of each panel, `where` is their place in the grid, `kind` the kind of cell; `sheets` are style
    sheets beside the common one.
    """
    lines = ['import { region } from "./panels/region.js";', 'import { STYLE } from "./panels/style.js";']
    lines += [f'import {{ {name} }} from "./panels/{file}.js";' for name, file in panels.items()]
    whole_look = look() + "".join(sheet(f"data/{name}.css") for name in sheets)
    lines.append(f"Object.assign(STYLE, {json.dumps(told(whole_look))});")
    lines.append(f"export default region({{ {', '.join(panels)} }}, {json.dumps(where)}, {json.dumps(kind)});")
    return "\n".join(lines)


def told(look: str) -> dict[str, Any]:
    """What `panels/style.js` holds."""
    owners = {word: [row["shape"], row["icon"]] for word, row in STYLE["owner"].items()}
    forms = {name: [body, lines, *cut] for name, (body, lines, cut) in SILHOUETTES.items()}
    return {"owners": owners, "unknown": UNKNOWN_ICON, "forms": forms, "look": look}


def module_of(region: str) -> str:
    """The JavaScript module of a region."""
    own = SHEETS.get(region, ())
    return module(
        f"region {region}", lambda: bundle(entry({name: name for name in REGIONS[region]}, region, sheets=own))
    )


@cache
def look() -> str:
    """The style sheet of all panels."""
    sheets = ("look", "beside", "hints", "chance", "opponents", "help", "reach", "readings", "phone")
    return variables("theo", "theo-box") + "".join(sheet(f"data/{name}.css") for name in sheets)


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
                    setattr(self, name, whole(model))
        return len(changed)


@cache
def _class_of(region: str) -> type[Region]:
    traits: dict[str, Any] = {panel: traitlets.Dict().tag(sync=True) for panel in REGIONS[region]}
    code = traitlets.Unicode(module_of(region)).tag(sync=True)
    return type(f"Region_{region}", (Region,), {**traits, "region": region, "_esm": code})


def region(name: str, theme: str = "auto") -> Region:
    """A new, empty region: "bar", "head", "front", "side", "foot", "base", "over", "calc" or "start"."""
    made = _class_of(name)(theme=theme)
    made.add_class("theo-at-" + name)
    return made
