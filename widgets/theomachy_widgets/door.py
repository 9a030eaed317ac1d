"""What is refused before a page is made: addresses that no page of ours writes, and that the server trips over.

A page of another site may let its name mean this machine (DNS rebinding), and then be of one origin with what a server
here answers: neither the browser nor the check of websockets stops it. So pages and websockets are for those hosts
alone under which the server is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bokeh.server.util import check_allowlist
from bokeh.settings import settings
from tornado.httputil import HTTPServerRequest
from tornado.routing import Matcher, Rule
from tornado.web import RequestHandler

from .scene.style import STYLE
from .text import escape

LONGEST = 8_000  # signs of an address; that of a position holds all of it
MOST_WORDS = 20


class Strange(Matcher):
    """Matches the addresses that are refused; `hosts` are those of the server."""

    def __init__(self, hosts: Sequence[str]) -> None:
        self.hosts = hosts

    def match(self, request: HTTPServerRequest) -> dict[str, Any] | None:
        """Words for the handler, or None if the address is let through."""
        sentence = fault(request) or strange_host(request, [*self.hosts, *settings.allowed_ws_origin()])
        return {"path_kwargs": {"sentence": sentence}} if sentence else None


class Refused(RequestHandler):
    """A page with the sentence why, whatever was asked for."""

    async def prepare(self) -> None:
        self.set_status(400)
        self.set_header("Content-Type", "text/html; charset=UTF-8")
        await self.finish(page(str(self.path_kwargs.get("sentence", ""))))

    def check_xsrf_cookie(self) -> None:
        """Nothing is changed here."""


def rules(hosts: Sequence[str]) -> list[Rule]:
    """What goes before the pages of the server, which answers under these hosts."""
    return [Rule(Strange(hosts), Refused)]


def strange_host(request: HTTPServerRequest, hosts: Sequence[str]) -> str:
    """Why a request is refused that was meant for another host; "" if it is for one of these."""
    said = request.headers.get("Host", "").lower()
    if said.isascii() and said.isprintable() and check_allowlist(said, hosts):
        return ""
    return "This server answers under its own address only, the one that it told when it was started."


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


def page(sentence: str, script: str = "", noscript: str = "") -> str:
    """A sentence as a whole page, light or dark as the reader's; a `script` of ours may run in it."""
    day, night = STYLE["theme"]["light"], STYLE["theme"]["dark"]
    return (
        '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Theomachy</title>'
        f"<style>body {{ font: 400 14px/20px {STYLE['font']['ui']}; margin: 48px auto; max-width: 560px; "
        f"padding: 0 24px; background: {day['page']}; color: {day['ink']} }} a {{ color: {day['accent']} }} "
        f"@media (prefers-color-scheme: dark) {{ body {{ background: {night['page']}; color: {night['ink']} }} "
        f"a {{ color: {night['accent']} }} }}</style>"
        f'<p role="alert">{escape(sentence)}</p><p><a href="/">Theomachy</a></p>'
        + (f"<noscript><p>{escape(noscript)}</p></noscript><script>{script}</script>" if script else "")
        + "</html>"
    )
