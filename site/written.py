"""What is read on the site: docs, a page for each rule, their code, the search over all of it; links are checked.

`build.py` calls it once the laboratory stands in the folder. Nothing of it needs Python in the browser.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import doc_pages
import link_check
import rule_pages
import search_index

from theomachy import shipped


def write(out: Path, stage: Path, slugs: list[str], read: list[str], *, few: bool = False) -> Iterator[str]:
    """All pages, into the folder of the site; how many there are. Raises `ValueError` for a link that leads nowhere.

    `slugs` are all games that can be opened here, `read` those whose rules get pages; `few` leaves most docs out.
    """
    begun = time.perf_counter()
    site = rule_pages.Site(out)
    site.assets()
    games = rule_pages.gathered(read)
    docs = doc_pages.Docs(out, stage, rule_pages.addresses(games), few=few)
    docs.build()
    rule_pages.write(site, games, docs.code)
    site.page("docs/find.html", "find.html", "find")
    found = [*rule_pages.entries(games), *docs.entries]
    (out / "pages" / "find.json").write_text(search_index.index(found), "utf-8")
    checked(out, slugs)
    rules, pages = sum(len(game.rules) for game in games), sum(1 for _ in out.rglob("*.html"))
    yield f"  {rules} rules among {pages} pages in {time.perf_counter() - begun:.0f} s"


def checked(out: Path, slugs: list[str]) -> None:
    """Follow every link of the pages. Raises `ValueError` with those that lead nowhere."""
    lessons = {
        f"{slug}/{path.relative_to(folder).as_posix()}"
        for slug in slugs
        for folder in (shipped.scenarios(slug),)
        for path in folder.rglob("*.toml")
    }
    links = link_check.Links(out, ("docs", "rules", "code"), {"lesson": lessons, "game": set(slugs)})
    if faults := list(links.faults()):
        raise ValueError(f"{len(faults)} links of the pages are broken:\n" + "\n".join(faults[:40]))
