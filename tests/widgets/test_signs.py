"""The signs inside lines of text, drawn by node as the browser draws them: a token is never cut by its frame."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from theomachy_widgets.esm import bundle

FOLDER = Path(str(resources.files("theomachy_widgets")))
HAIR = 0.5  # pixels
# Elements without a browser.
STUB = """
const node = (tag) => ({ tag, attrs: {}, kids: [], style: { setProperty() {} },
  setAttribute(k, v) { this.attrs[k] = v; }, append(x) { this.kids.push(x); } });
globalThis.Node = Object;
globalThis.document = { createElement: node, createElementNS: (_, tag) => node(tag), createTextNode: (t) => t };
"""
ASK = """import { token } from "./panels/signs.js";
import { STYLE } from "./panels/style.js";
STYLE.owners = { one: ["ears", "ink"], two: ["pentagon", "ink"], three: ["diamond", "ink"] };
STYLE.icons = {};
const sizes = [14, 18, 22, 24, 30, 38];
console.log(JSON.stringify(Object.keys(STYLE.owners).flatMap((o) => sizes.map((size) => token({ o, i: "x" }, size)))));
"""


def drawn() -> list[dict[str, Any]]:
    node = shutil.which("node")
    if not node:
        pytest.skip("node is not installed here")
    code = STUB + bundle(ASK, lambda name: (FOLDER / name).read_text(encoding="utf-8"), script=True)
    told = subprocess.run([node, "-e", code], capture_output=True, text=True, check=True, timeout=30).stdout
    return list(json.loads(told))


def moved(node: dict[str, Any]) -> tuple[float, float]:
    """(how far down, how much larger) a node says."""
    said = node["attrs"].get("transform", "")
    down = re.search(r"translate\(0 ([-.\d]+)\)", said)
    scale = re.search(r"scale\(([.\d]+)\)", said)
    return float(down[1]) if down else 0.0, float(scale[1]) if scale else 1.0


def heights(d: str) -> list[float]:
    """How high and low a path of lines and curves goes."""
    numbers = [float(x) for x in re.findall(r"-?\d+\.\d+", d)]
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    starts, found = points[::3], list[float]()
    for (_, a), (_, b), (_, c) in zip(starts, points[1::3], points[2::3], strict=True):
        found += [(1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c for t in (k / 8 for k in range(9))]
    return found


def test_no_token_is_cut_by_its_own_frame() -> None:
    for svg in drawn():
        half = float(svg["attrs"]["height"]) / 2
        (first, *_) = svg["kids"]
        down, scale = moved(first) if first["tag"] == "g" else (0.0, 1.0)
        paths = first["kids"] if first["tag"] == "g" else svg["kids"]
        for path in paths[:3]:
            aside, _ = moved(path)
            low, high = min(heights(path["attrs"]["d"])), max(heights(path["attrs"]["d"]))
            assert down + scale * (low + aside) >= -half - HAIR, (svg["attrs"], path["attrs"]["d"])
            assert down + scale * (high + aside) <= half + HAIR, (svg["attrs"], path["attrs"]["d"])


def test_the_frame_is_measured_where_curves_bend() -> None:
    assert heights("M0.00 0.00Q5.00 -8.00 10.00 0.00z") == pytest.approx(
        [-16 * t * (1 - t) for t in (k / 8 for k in range(9))]
    )
