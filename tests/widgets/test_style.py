"""The numbers of the look: owners that everybody can tell apart, open tables, no game by name."""

import itertools
import json
import math
import re
from pathlib import Path

import pytest

from theomachy_widgets.scene.style import (
    COLOURS,
    STYLE,
    THEMES,
    brightness,
    icon_path,
    icons,
    kind,
    map_colours,
    owner_colour,
)

ROOT = Path(__file__).parents[2]
WIDGETS = ROOT / "widgets/theomachy_widgets"
Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

# Machado, Oliveira and Fernandes 2009, severity 1, on linear light.
SEEN: dict[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE = (0.95047, 1.0, 1.08883)


def times(matrix: Matrix, v: Vector) -> Vector:
    a, b, c = (sum(m * x for m, x in zip(row, v, strict=True)) for row in matrix)
    return a, b, c


def linear(colour: str) -> Vector:
    a, b, c = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    r, g, bl = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in (a, b, c))
    return r, g, bl


def lab(light: Vector) -> Vector:
    clipped = tuple(min(1.0, max(0.0, x)) for x in light)
    xyz = times(TO_XYZ, (clipped[0], clipped[1], clipped[2]))
    f = [
        t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116
        for t in (x / w for x, w in zip(xyz, WHITE, strict=True))
    ]
    return 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])


def ciede2000(p: Vector, q: Vector) -> float:
    (l1, a1, b1), (l2, a2, b2) = p, q
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean**7 / (mean**7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = math.degrees(math.atan2(b1, a1)) % 360, math.degrees(math.atan2(b2, a2)) % 360
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    hm = (h1 + h2) / 2 if abs(h1 - h2) <= 180 else ((h1 + h2 + 360) / 2) % 360
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    cos = lambda k, off: math.cos(math.radians(k * hm + off))  # noqa: E731
    t = 1 - 0.17 * cos(1, -30) + 0.24 * cos(2, 0) + 0.32 * cos(3, 6) - 0.2 * cos(4, -63)
    sl = 1 + 0.015 * (lm - 50) ** 2 / math.sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    rt = -2 * math.sqrt(cm**7 / (cm**7 + 25**7)) * math.sin(math.radians(60 * math.exp(-(((hm - 275) / 25) ** 2))))
    x, y, z = (l2 - l1) / sl, (c2 - c1) / sc, dh / sh
    return math.sqrt(x * x + y * y + z * z + rt * y * z)


def least(colours: dict[str, str], vision: str) -> tuple[float, str]:
    seen = {name: lab(times(SEEN[vision], linear(colour))) for name, colour in colours.items()}
    return min((ciede2000(seen[a], seen[b]), f"{a} and {b}") for a, b in itertools.combinations(seen, 2))


def test_the_distance_is_ciede2000() -> None:
    # three pairs of the table of Sharma, Wu and Dalal
    assert ciede2000((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert ciede2000((50, 2.5, 0), (73, 25, -18)) == pytest.approx(27.1492, abs=1e-4)
    assert ciede2000((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514)) == pytest.approx(0.9082, abs=1e-4)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("vision", SEEN)
def test_owners_differ_for_every_eye(theme: str, vision: str) -> None:
    for owners, least_of_them in ((COLOURS[:8], 14.95), (COLOURS, 11.95)):  # of all eleven shape and letters tell too
        distance, pair = least({name: STYLE["owner"][name][theme] for name in owners}, vision)
        assert distance >= least_of_them, f"{pair} are {distance:.1f} apart in {theme}, {vision}"
    for late in COLOURS[8:]:  # beside each of the four of the boxes everybody has
        distance, pair = least({name: STYLE["owner"][name][theme] for name in (*COLOURS[:4], late)}, vision)
        assert distance >= 14.95, f"{pair} are {distance:.1f} apart in {theme}, {vision}"


def test_the_measure_finds_colours_too_near() -> None:
    near = {name: STYLE["owner"][name]["light"] for name in COLOURS} | {"red": "#b06018"}
    assert min(least(near, vision)[0] for vision in SEEN) < 15


def test_owners_differ_by_shape_too() -> None:
    shapes = [STYLE["owner"][name]["shape"] for name in COLOURS]
    assert len(set(shapes)) == len(COLOURS) == 11


def test_themes_name_the_same_colours() -> None:
    assert set(STYLE["map"]["light"]) == set(STYLE["map"]["dark"])
    assert set(STYLE["theme"]["light"]) == set(STYLE["theme"]["dark"])
    with pytest.raises(ValueError, match="sepia"):
        map_colours("sepia")


@pytest.mark.parametrize("theme", THEMES)
def test_kinds_are_painted_with_colours_that_exist(theme: str) -> None:
    for name, look in STYLE["kind"].items():
        assert look["ground"] in STYLE["map"][theme], name
    assert kind("a kind of tomorrow") == STYLE["kind"]["land"]


def test_tints_use_icons_that_exist() -> None:
    assert all(look["icon"] in icons() for look in STYLE["tint"].values() if "icon" in look)


def test_an_unknown_owner_or_icon_is_still_drawn() -> None:
    assert owner_colour(7, ()) == "neutral"
    assert owner_colour("somebody", ()) == "neutral"
    assert icon_path("no such icon").startswith("M")


def test_icons_are_paths_and_credited() -> None:
    credits = (ROOT / "ATTRIBUTION.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z0-9-]+)`", credits))
    assert len(icons()) > 150
    for name, path in icons().items():
        assert re.fullmatch(r"[MmLlHhVvCcSsQqTtAaZz0-9eE.,\s+-]+", path), name
        assert name in named, f"{name} has no author in ATTRIBUTION.md"


def test_widgets_name_no_game_and_no_power() -> None:
    """Boards paint by kind, icon and tint: writing a power never means writing a widget."""
    games = [path.parent for path in (ROOT / "rules/theomachy/games").glob("*/rulebook.toml")]
    slugs = {game.name for game in games}
    titles = {word for slug in slugs for word in (slug, slug.replace("_", " "), slug.replace("_", "-"))}
    powers = {path.stem for game in games for path in (game / "powers").glob("*.py") if "_" in path.stem.strip("_")}
    assert titles, "no game found to look for"
    for path in sorted(WIDGETS.rglob("*")):
        if path.suffix in (".py", ".js", ".css", ".toml"):
            text = path.read_text(encoding="utf-8").lower()
            found = [word for word in titles | powers if re.search(rf"\b{re.escape(word)}\b", text)]
            assert not found, f"{path.relative_to(ROOT)} names {', '.join(found)}"


def test_icon_data_is_plain_json() -> None:
    data = json.loads((WIDGETS / "data/icons.json").read_text(encoding="utf-8"))
    assert list(data) == sorted(data)


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21."""
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("light", STYLE["light"])
def test_names_and_signs_can_be_read_on_every_ground_of_a_light(light: str, theme: str) -> None:
    m = map_colours(theme, light)
    waters = m.get("waters") or {"water": m["water"]}
    for ground in m["papers"].values():
        assert contrast(m["land_text"], ground) >= 4.5, ground
        assert contrast(m["sign"], ground) >= 3, ground
    for water in waters.values():
        assert contrast(m["sea_text"], water) >= 4.5, water
        assert contrast(m["sign"], water) >= 3, water
    if "page" in m:
        assert contrast(m["page_text"], m["page"]) >= 4.5
    # A token stands out by its ring of paper or, on pale ground, by its dark edge.
    edge, ring = STYLE["token"]["edge"], STYLE["mark"]["paper"]
    for ground in (*m["papers"].values(), *waters.values()):
        assert max(contrast(ring, ground), contrast(edge, ground)) >= 3, ground


def test_the_name_of_what_is_gone_can_be_read_and_nothing_else_shows_through() -> None:
    gone = STYLE["tint"]["gone"]
    assert contrast(gone["named"], gone["veil"]) >= 4.5
    assert gone["opacity"] == 1
