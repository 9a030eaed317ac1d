"""The files of the site as the page unpacks them, against Python's own LZMA."""

from __future__ import annotations

import lzma
import subprocess
from pathlib import Path
from random import Random

import pytest

from tests.browser.conftest import ROOT

pytestmark = pytest.mark.browser
KIND = {"id": lzma.FILTER_LZMA1, "preset": 6, "dict_size": 2**24}


def unpacked(place: Path, told: bytes, size: int, piece: int) -> subprocess.CompletedProcess[bytes]:
    """What comes out of a file that comes in pieces."""
    place.write_bytes(told)
    words = ["node", str(ROOT / "tests" / "browser" / "unpacked.mjs"), str(place), str(size), str(piece)]
    return subprocess.run(words, capture_output=True, check=False, timeout=60)


@pytest.mark.parametrize(
    ("kind", "piece"), [({"lc": 3, "lp": 0, "pb": 0}, 65_536), ({"lc": 1, "lp": 2, "pb": 2}, 1), ({}, 23)]
)
def test_what_was_packed_comes_out_again(tmp_path: Path, kind: dict[str, int], piece: int) -> None:
    """Text, a long run, what cannot be packed, and text again from far behind."""
    words = (ROOT / "site" / "build.py").read_bytes()
    data = words + bytes(70_000) + Random(1).randbytes(9_000) + words[::-1] + words
    told = lzma.compress(data, format=lzma.FORMAT_ALONE, filters=[KIND | kind])
    found = unpacked(tmp_path / "x.lzma", told, len(data), piece)
    assert (found.stdout, found.stderr) == (data, b"")


@pytest.mark.parametrize("spoilt", ["short", "changed"])
def test_what_is_cut_off_or_points_beyond_its_beginning_is_refused(tmp_path: Path, spoilt: str) -> None:
    data = (ROOT / "site" / "build.py").read_bytes()
    told = lzma.compress(data, format=lzma.FORMAT_ALONE, filters=[KIND])
    told = told[:-900] if spoilt == "short" else told[:18] + bytes(255 - each for each in told[18:])
    found = unpacked(tmp_path / "x.lzma", told, len(data), 4_096)
    assert b"not packed as it should be" in found.stderr
