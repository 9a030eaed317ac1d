"""One rule."""

from __future__ import annotations

from theomachy.engine.reference.rulebook import Rulebook

from ..models.common import Nothing, RuleText
from .moment import Moment

# Of a game the folder in which each of its rules has a page of its own. The site fills it; elsewhere there are none.
PAGES: dict[str, str] = {}


def model(m: Moment) -> RuleText | Nothing:
    """The rule that is open; empty when none is open."""
    return read(m.system.rulebook, m.view_state.rule, m.system.slug) or {}


def read(book: Rulebook, name: str, slug: str) -> RuleText | None:
    """A rule to be read, None for one that is not there."""
    if not name or name not in book:
        return None
    r = book[name]
    text: RuleText = {"id": r.id, "title": r.title, "text": r.text, "where": r.where, "ruling": r.ruling}
    if slug in PAGES:
        text["page"] = f"{PAGES[slug]}{r.id}.html"
    return text
