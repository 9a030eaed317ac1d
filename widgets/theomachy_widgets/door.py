"""What is refused before a page is made: addresses that no page of ours writes, and that the server trips over."""

from __future__ import annotations

from typing import Any

from tornado.httputil import HTTPServerRequest
from tornado.routing import Matcher, Rule
from tornado.web import RequestHandler

from .scene.style import STYLE
from .text import escape

LONGEST = 2_000  # signs of an address
MOST_WORDS = 20


class Strange(Matcher):
    """Matches the addresses that are refused."""

    def match(self, request: HTTPServerRequest) -> dict[str, Any] | None:
        """Words for the handler, or None if the address is let through."""
        sentence = fault(request)
        return {"path_kwargs": {"sentence": sentence}} if sentence else None


class Refused(RequestHandler):
    """A page with the sentence why, whatever was asked for."""

    async def prepare(self) -> None:
        self.set_status(400)
        self.set_header("Content-Type", "text/html; charset=UTF-8")
        await self.finish(page(str(self.path_kwargs.get("sentence", ""))))

    def check_xsrf_cookie(self) -> None:
        """Nothing is changed here."""


def rules() -> list[Rule]:
    """What goes before the pages of the server."""
    return [Rule(Strange(), Refused)]


def fault(request: HTTPServerRequest) -> str:
    """Why an address is refused; "" if it is not."""
    if len(request.uri or "") > LONGEST:
        return f"The address is longer than {LONGEST:,} signs."
    if len(request.query_arguments) > MOST_WORDS:
        return f"The address asks for more than {MOST_WORDS} things."
    if any(not name.isprintable() for name in request.query_arguments):
        return "The address has signs in it that cannot be seen."
    if "bokeh-session-id" in request.query_arguments:
        return "A page is opened by its own address, not by the session of another."
    return ""


def page(sentence: str) -> str:
    """A sentence as a whole page, light or dark as the reader's."""
    day, night = STYLE["theme"]["light"], STYLE["theme"]["dark"]
    return (
        '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Theomachy</title>'
        f"<style>body {{ font: 400 14px/20px {STYLE['font']['ui']}; margin: 48px auto; max-width: 560px; "
        f"padding: 0 24px; background: {day['page']}; color: {day['ink']} }} a {{ color: {day['accent']} }} "
        f"@media (prefers-color-scheme: dark) {{ body {{ background: {night['page']}; color: {night['ink']} }} "
        f"a {{ color: {night['accent']} }} }}</style>"
        f'<p role="alert">{escape(sentence)}</p><p><a href="/">Theomachy</a></p></html>'
    )
