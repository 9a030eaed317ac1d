"""Do all links of the built pages lead somewhere? A broken one fails the build.

Looked at are the links of each page to files of the folder, to places in them, and to what the laboratory opens by an
address (`?lesson=GAME/FILE` and the like). What leads to another site is only counted: no page may load from one.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

LINK = re.compile(r"""<[a-z]+\b[^>]*?\s(href|src|srcset|action)="([^"]*)\"""")
ID = re.compile(r"""<[a-z][a-z0-9]*\b[^>]*?\sid="([^"]*)\"""")
POLICY = re.compile(r"""<script(?![^>]*\ssrc=)|<style|\sstyle="|\son[a-z]+=["']|javascript:""", re.I)
TEXT = re.compile(r"(<pre.*?</pre>|<code.*?</code>)", re.S)


class Links:
    """The pages of a folder; `folders` are those whose pages are read, whatever they lead to is looked up in all."""

    def __init__(self, out: Path, folders: tuple[str, ...], opens: dict[str, set[str]]) -> None:
        self.out = out.resolve()
        self.pages = [page for folder in folders for page in sorted((self.out / folder).rglob("*.html"))]
        self.opens = opens
        self._ids: dict[Path, set[str]] = {}
        self._there: dict[Path, bool] = {}

    def faults(self) -> Iterator[str]:
        """A sentence for each link that leads nowhere, and for whatever the policy of the pages would not run."""
        for page in self.pages:
            text = page.read_text("utf-8")
            where = page.relative_to(self.out).as_posix()
            for kind, found in dict.fromkeys(LINK.findall(text)):
                if fault := self._fault(page, kind, html.unescape(found)):
                    yield f"{where}: {found} {fault}"
            if found := POLICY.search(TEXT.sub("", text)):
                yield f"{where}: {found[0]!r} is not run under the policy of the page"

    def _fault(self, page: Path, kind: str, link: str) -> str:
        if link.startswith("data:"):
            return ""
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            return "" if kind == "href" and parts.scheme in ("https", "http", "mailto") else "is of another site"
        place = (page.parent / unquote(parts.path)).resolve() if parts.path else page
        if place.is_dir() or parts.path.endswith("/"):
            place = place / "index.html"
        if not place.is_relative_to(self.out) or not self._is_there(place):
            return "leads to no file"
        if parts.fragment and place.suffix == ".html" and unquote(parts.fragment) not in self._ids_of(place):
            return "leads to no such place in the page"
        if place.parent == self.out and parts.query:
            return self._opened(parse_qs(parts.query, keep_blank_values=True))
        return ""

    def _is_there(self, place: Path) -> bool:
        if place not in self._there:
            self._there[place] = place.is_file()
        return self._there[place]

    def _ids_of(self, place: Path) -> set[str]:
        if place not in self._ids:
            self._ids[place] = {html.unescape(found) for found in ID.findall(place.read_text("utf-8"))}
        return self._ids[place]

    def _opened(self, words: dict[str, list[str]]) -> str:
        """Is there what the laboratory is asked to open?"""
        for name, known in self.opens.items():
            if name in words and words[name][0] not in known:
                return f"names no {name} that there is"
        return "" if self.opens.keys() & words.keys() else "names nothing that opens"
