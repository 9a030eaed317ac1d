"""How a secret link is entered: its key stands behind `#`, where no server sees it, no log and no Referer.

The address of a shared table is answered by a small page that reads the key, hands it over in the body of a request,
and goes on with a ticket in the address: good once and for a minute, and only for what the key opens. Whoever comes
without a key gets a ticket to watch.
"""

from __future__ import annotations

import json
import secrets
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic
from typing import Any

from tornado.httputil import HTTPServerRequest
from tornado.routing import Matcher, Rule
from tornado.web import RequestHandler

from .door import page

TICKET, TABLE = "ticket", "table"
LASTS = 60.0  # seconds
MOST = 10_000  # tickets that wait to be used
LONGEST = 4_000  # bytes of what the page hands over
WRONG = "This link is of no seat of this table. Whoever keeps the table can give you one."
REPLACED = "The host has made a new link for this seat, and this one opens it no more: ask for the new one."
GONE = "This table is not here any more."

# Who has a key: a seat, the host, or nobody. Keys that open nothing: a sentence why.
Opens = Callable[[str, str], "tuple[int | str, str]"]
SCRIPT = """
const fail = (text) => { document.querySelector("[role=alert]").textContent = text; };
addEventListener("hashchange", () => location.reload());
const table = new URLSearchParams(location.search).get("table") || "";
fetch("enter", {
  method: "POST", headers: { "Content-Type": "application/json" }, referrerPolicy: "no-referrer",
  body: JSON.stringify({ table, key: location.hash.slice(1) }),
}).then((answer) => answer.json()).then((said) => {
  if (said.ticket) location.replace(`./?ticket=${said.ticket}${location.hash}`);
  else fail(said.fault);
}).catch(() => fail("The server does not answer."));
"""


class Tickets:
    """What may be entered once, by whom, for a minute: (table, seat or host or watcher)."""

    def __init__(self, opens: Opens, clock: Callable[[], float] = monotonic) -> None:
        self.opens, self._clock = opens, clock
        self._open: OrderedDict[str, tuple[float, tuple[str, Any]]] = OrderedDict()

    def give(self, table: str, who: object) -> str:
        """A new one."""
        while len(self._open) >= MOST:
            self._open.popitem(last=False)
        made = secrets.token_urlsafe(18)
        self._open[made] = (self._clock() + LASTS, (table, who))
        return made

    def good(self, ticket: str) -> bool:
        """Can it still be used?"""
        return ticket in self._open and self._open[ticket][0] >= self._clock()

    def take(self, ticket: str) -> tuple[str, Any] | None:
        """What it opens, once; None for another."""
        if not self.good(ticket):
            return None
        return self._open.pop(ticket)[1]


class AtTheDoor(Matcher):
    """Matches addresses of a shared table without a good ticket; `always` where the server has but one table."""

    def __init__(self, tickets: Tickets, always: bool) -> None:
        self.tickets, self.always = tickets, always

    def match(self, request: HTTPServerRequest) -> dict[str, Any] | None:
        words = request.query_arguments
        if request.path != "/" or not (self.always or TABLE in words or TICKET in words):
            return None
        found = [word.decode("ascii", "replace") for word in words.get(TICKET, [])]
        return None if len(found) == 1 and self.tickets.good(found[0]) else {}


class Entrance(RequestHandler):
    """The small page that reads the key of a link."""

    def get(self) -> None:
        self.set_header("Content-Type", "text/html; charset=UTF-8")
        self.set_header("Referrer-Policy", "no-referrer")
        self.set_header("Cache-Control", "no-store")
        self.write(page("", script=SCRIPT, noscript="A link of a table needs JavaScript."))


class Enter(RequestHandler):
    """`/enter`: a key for a ticket. Only a page of this server may ask."""

    def initialize(self, tickets: Tickets) -> None:
        self.tickets = tickets

    def check_xsrf_cookie(self) -> None:
        """The origin is checked instead: there is no cookie that could be misused."""

    def post(self) -> None:
        self.set_header("Cache-Control", "no-store")
        if self.request.headers.get("Origin", "") != f"{self.request.protocol}://{self.request.host}":
            self._refuse("A key is taken from a page of this server alone.")
            return
        if not self.request.headers.get("Content-Type", "").startswith("application/json"):
            self._refuse("A key is handed over as JSON.")
            return
        try:
            if len(self.request.body) > LONGEST:
                raise ValueError
            said = json.loads(self.request.body)
            table, key = said[TABLE], said["key"]
            if not (isinstance(table, str) and isinstance(key, str) and key.isprintable()):
                raise ValueError
            key.encode()
        except (ValueError, LookupError, TypeError, RecursionError):
            self._refuse("That is no key.")
            return
        who, fault = self.tickets.opens(table, key)
        if fault:
            self._refuse(fault)
        else:
            self.write({"ticket": self.tickets.give(table, who)})

    def _refuse(self, sentence: str) -> None:
        self.set_status(403)
        self.write({"fault": sentence})


def rules(tickets: Tickets, always: bool) -> list[Rule]:
    """What goes before the pages of the server."""
    return [Rule(AtTheDoor(tickets, always), Entrance)]
