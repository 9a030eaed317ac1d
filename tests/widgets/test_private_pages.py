"""Pages for one person alone: their keys open them, and stand nowhere but behind `#`."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from theomachy_widgets import entrance, serve
from theomachy_widgets.keys import HOST
from theomachy_widgets.present import SPECTATOR
from theomachy_widgets.private_pages import PrivatePage, PrivatePages


@pytest.fixture
def pages() -> PrivatePages:
    return PrivatePages(class_=PrivatePage(lambda: "the page", "Not for you."), other=PrivatePage(str, "Nor this."))


@pytest.mark.parametrize("wrong", ["", "x", "\u00e9" * 32, "half", "other"])
def test_only_its_own_key_opens_a_page(pages: PrivatePages, wrong: str) -> None:
    key = pages["class_"].key
    assert len(key) >= 32
    assert pages.opens("class_", key) == (HOST, "")
    said = {"half": key[:-1], "other": pages["other"].key}.get(wrong, wrong)
    assert pages.opens("class_", said) == (SPECTATOR, "Not for you.")


def test_the_key_stands_behind_the_fragment_sign_and_only_in_the_link(pages: PrivatePages) -> None:
    assert pages.address("class_") == "?table=class_"
    before, sign, key = pages.address("class_", key=True).partition("#")
    assert (before, sign, key) == ("?table=class_", "#", pages["class_"].key)


@pytest.mark.parametrize(("who", "shown"), [(HOST, "the page"), (SPECTATOR, "Not for you."), (0, "Not for you.")])
def test_a_ticket_of_somebody_else_opens_nothing(
    pages: PrivatePages, who: Any, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tickets = entrance.Tickets(pages.opens)
    given = tickets.give("class_", who)
    monkeypatch.setattr(serve, "asked_for", lambda word: given)
    monkeypatch.setattr(serve, "told", lambda sentence: sentence)
    assert serve.entered(tickets, SimpleNamespace(), pages, {}, alone=True) == shown  # type: ignore[arg-type]
