"""A study as one file: JSON, or the page that was shared with the JSON in it; bounded and typed before it is believed.

Nothing of a file is executed: of a page only the data of the study is read, and the drawings in it are made anew.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Protocol

from .. import bounds, files
from ..errors import SaveError, UnknownName
from ..game import document, registry
from ..plain import Json
from . import chapter as chapters
from .chapter import Chapter

FORMAT, VERSION = "theomachy study", 1
LARGEST = 4_000_000  # bytes of the JSON
LARGEST_PAGE = 60_000_000  # bytes of a page that holds one
MOST_CHAPTERS = 100
HOLDER = "theomachy-study"  # the id of the element of a page that holds the JSON
KEYS: dict[str, Any] = {
    "format": str, "version": int, "game": str, "title": str, "about": str, "seat": (int, type(None)),
    "chapters": list,
}  # fmt: skip


class Told(Protocol):
    """What a document tells of a study."""

    slug: str
    seat: int | None

    @property
    def title(self) -> str: ...

    @property
    def about(self) -> str: ...

    @property
    def chapters(self) -> tuple[Chapter, ...]: ...


def plain_json(value: Json) -> str:
    """One way to write a value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def dump(study: Told, path: str | Path | None = None) -> str:
    """The document as text, a line a key so that people can read and compare it; also written to a file."""
    told = {
        "format": FORMAT,
        "version": VERSION,
        "game": study.slug,
        "title": study.title,
        "about": study.about,
        "seat": study.seat,
        "chapters": [each.document() for each in study.chapters],
    }
    text = json.dumps(told, ensure_ascii=False, indent=1) + "\n"
    if len(bounds.whole(text, "the study")) > LARGEST:
        raise SaveError(f"the study is larger than {LARGEST // 1_000_000} MB, and could not be read again")
    if path is not None:
        document.write(Path(path), text)
    return text


def is_study(text: str) -> bool:
    """Does a text look like a study, sound or not?"""
    return f'"{FORMAT}"' in text[:400] or f'id="{HOLDER}"' in text


def load(path: str | Path) -> dict[str, Any]:
    """The checked document in a file: JSON, or a page. Raises `SaveError`."""
    return read(files.text(path, "study", LARGEST_PAGE, SaveError))


def read(text: str) -> dict[str, Any]:
    """The checked document in a text: JSON, or a page; chapters as `Chapter`. Raises `SaveError` with one sentence."""
    if text.lstrip()[:1] == "<":
        found = re.search(rf'<script type="application/json" id="{HOLDER}">(.*?)</script>', text, re.DOTALL)
        if found is None:
            raise SaveError("the page holds no study")
        text = found[1]
    if len(text.encode("utf-8", "surrogatepass")) > LARGEST:
        raise SaveError(f"the file is larger than {LARGEST // 1_000_000} MB: no study is")
    raw = document.parse(text)
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise SaveError("the file is no study")
    if raw.get("version") != VERSION:
        raise SaveError(
            f"the study is of version {bounds.shown(raw.get('version'))}; this library reads version {VERSION}"
        )
    for key, kind in KEYS.items():
        if key not in raw:
            raise SaveError(f"the study lacks {key!r}")
        if not isinstance(raw[key], kind) or isinstance(raw[key], bool):
            raise SaveError(f"the study: {key!r} is not of the right kind, but {bounds.shown(raw[key])}")
    if more := sorted(set(raw) - set(KEYS)):
        raise SaveError(f"the study has an unknown key {bounds.shown(more[0])}")
    if raw["game"] not in registry.games():
        raise UnknownName(f"the study is of a game {bounds.shown(raw['game'])} that is not installed here")
    if not bounds.text(raw["title"], "the title of the study", chapters.MOST_TITLE).strip():
        raise SaveError("the study has no title")
    bounds.text(raw["about"], "what the study is about", chapters.MOST_WRITTEN)
    if raw["seat"] is not None and not 0 <= raw["seat"] < bounds.MOST_SEATS:
        raise SaveError("the study is of a seat that no game has")
    if len(raw["chapters"]) > MOST_CHAPTERS:
        raise SaveError(f"a study has at most {MOST_CHAPTERS} chapters, not {len(raw['chapters'])}")
    rows = [
        chapters.chapter_of(each, f"chapter {i}", raw["game"], raw["seat"]) for i, each in enumerate(raw["chapters"], 1)
    ]
    return {**raw, "chapters": tuple(rows)}
