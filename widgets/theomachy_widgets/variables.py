"""The numbers of the look as variables of a style sheet: `data/style.toml` tells them, and no sheet repeats them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from .scene.style import STYLE, THEMES

FIXED = {"mark-ink": ("mark", "ink"), "mark-paper": ("mark", "paper"), "mark-bad": ("mark", "bad")}  # day and night


@cache
def variables(*classes: str) -> str:
    """A rule of variables for each theme, on elements of these classes; the dark ones hold for `data-theme="dark"`.

    `ink_2` of a theme is `--ink-2`, the owner "blue" is `--o-blue`, the fonts are `--ui`, `--map` and `--mono`.
    """
    always = {name: STYLE[table][key] for name, (table, key) in FIXED.items()}
    always |= {name: STYLE["font"][name] for name in ("ui", "map", "mono")}
    rules = []
    for theme in THEMES:
        told = {**(always if theme == THEMES[0] else {}), **dict(_of(theme))}
        heads = [f".{name}" if theme == THEMES[0] else f'.{name}[data-theme="{theme}"]' for name in classes]
        rules.append(f"{', '.join(heads)} {{ {' '.join(f'--{name}: {value};' for name, value in told.items())} }}\n")
    return "".join(rules)


def _of(theme: str) -> Iterator[tuple[str, str]]:
    """The variables whose values go with the theme."""
    for table in ("theme", "paper", "panel"):
        for name, value in STYLE[table][theme].items():
            yield name.replace("_", "-"), value
    for owner, row in STYLE["owner"].items():
        yield f"o-{owner}", row[theme]
