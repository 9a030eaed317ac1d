"""A table that several share: who may sit where, who has left, and what the host may do."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.walks import game as pocket
from theomachy.engine.errors import IllegalAnswer, UnknownName
from theomachy.play.opponents import NOBODY, PERSON
from theomachy_widgets.asked import AddressError
from theomachy_widgets.entrance import LASTS, REPLACED, WRONG, Tickets
from theomachy_widgets.keys import HOST
from theomachy_widgets.present import SPECTATOR
from theomachy_widgets.serve import told_address
from theomachy_widgets.shared_table import ENDS, PATIENCE, WAITS, Screen, SharedTable
from theomachy_widgets.tablebar import TableBar
from theomachy_widgets.tables import Tables


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


class Person:
    """Somebody at a screen."""

    def __init__(self, table: SharedTable, who: int | str) -> None:
        self.there, self.told = True, list[str]()
        self.screen = Screen(who, lambda: self.there, self.told.append)
        table.enter(self.screen)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def table(clock: Clock) -> SharedTable:
    return SharedTable(pocket(seed=7), clock=clock)


def test_keys_open_seats_and_a_new_link_shuts_the_old_one(table: SharedTable) -> None:
    one, two = table.keys.seats
    assert [table.opens(key) for key in ("", one, two, table.keys.host)] == [
        (SPECTATOR, ""), (0, ""), (1, ""), (HOST, "")
    ]  # fmt: skip
    assert table.opens("guessed") == (SPECTATOR, WRONG)
    sat, other = Person(table, 0), Person(table, 1)
    link = table.renew(0)
    assert link == f"./#{table.keys.seats[0]}"
    assert (sat.told, other.told) == ([REPLACED], [])
    assert table.opens(one) == (SPECTATOR, REPLACED)
    assert not table.here(0)
    with pytest.raises(IllegalAnswer, match="no such seat"):
        table.link(7)


@pytest.mark.parametrize("leaves", [WAITS, "easy", ENDS])
def test_a_seat_that_is_left_does_what_the_host_says_and_who_comes_back_goes_on(
    table: SharedTable, clock: Clock, leaves: str
) -> None:
    me, watcher = Person(table, 0), Person(table, SPECTATOR)
    table.when_left(leaves)
    me.there = False
    table.look()
    clock.now = PATIENCE - 1
    table.look()
    assert table.opponents.words == [PERSON, PERSON], "a page may be loaded anew"
    clock.now = PATIENCE
    table.look()
    assert table.opponents.word_of(0) == {WAITS: PERSON, "easy": "easy", ENDS: NOBODY}[leaves]
    assert table.opponents.word_of(1) == (NOBODY if leaves == ENDS else PERSON), "who has never come has not left"
    assert bool(table.ended) == (leaves == ENDS)
    assert watcher.told == ([table.ended] if leaves == ENDS else [])
    Person(table, 0)
    assert table.opponents.word_of(0) == (NOBODY if leaves == ENDS else PERSON)
    with pytest.raises(IllegalAnswer, match="has left"):
        table.when_left("greedy, please")


def test_only_the_host_gives_links_and_no_model_holds_a_key(table: SharedTable) -> None:
    host, seat = TableBar(table, HOST), TableBar(table, 0)
    sent: list[Any] = []
    host.parts["tablebar"].send = sent.append  # type: ignore[method-assign]
    seat.parts["tablebar"].send = sent.append  # type: ignore[method-assign]
    for what in ({"do": "link", "seat": 1}, {"do": "renew", "seat": 1}, {"do": "leaves", "what": ENDS}, {"do": "end"}):
        seat._heard(None, what, None)
        assert "only the host" in seat.error.lower()
    assert (sent, table.leaves, table.ended) == ([], WAITS, "")
    host._heard(None, {"do": "link", "seat": 1}, None)
    assert sent == [{"do": "link", "seat": 1, "link": f"./#{table.keys.seats[1]}"}]
    host._heard(None, {"do": "leaves", "what": "easy"}, None)
    host._heard(None, {"do": "end"}, None)
    assert (table.leaves, table.ended) == ("easy", "The host has ended the game.")
    for bar in (host, seat):
        said = str(bar.models())
        assert not any(key in said for key in (table.keys.host, *table.keys.seats))
        bar.close()


def test_tickets_are_good_once_and_for_a_minute(table: SharedTable, clock: Clock) -> None:
    tickets = Tickets(lambda name, key: table.opens(key), clock)
    ticket = tickets.give("", 1)
    assert tickets.good(ticket)
    assert tickets.take(ticket) == ("", 1)
    assert (tickets.good(ticket), tickets.take(ticket)) == (False, None)
    late = tickets.give("", 1)
    clock.now += LASTS + 1
    assert tickets.take(late) is None


def test_a_table_is_begun_from_the_home_page(clock: Clock) -> None:
    tables = Tables()
    table = tables.begin(pocket(seed=7), "link,person")
    assert (table.host_seat, table.host_sees_all, table.seat_of(HOST)) == (1, False, 1)
    name = table.address.partition("table=")[2]
    assert tables.named(name) is table
    assert tables.opens(name, table.keys.seats[0]) == (0, "")
    assert tables.opens("other", table.keys.seats[0])[1]
    with pytest.raises(AddressError, match="one person sits at each screen"):
        tables.begin(pocket(seed=7), "person,person")
    with pytest.raises(UnknownName, match="not here any more"):
        tables.named("other")


def test_a_server_answers_under_one_address_of_its_machine() -> None:
    assert told_address("127.0.0.1") == "127.0.0.1"
    for several in ("0.0.0.0", "::", ""):
        with pytest.raises(AddressError, match="name the one address"):
            told_address(several)
    for strange in ("192.0.2.77", "300.1.1.1", "x" * 300):
        with pytest.raises(AddressError, match="no address of this machine"):
            told_address(strange)
