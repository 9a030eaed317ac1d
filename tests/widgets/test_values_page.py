"""Component values of one's own: checked as they are typed, kept as an overlay, used by all that plays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import theomachy as th
from theomachy.engine.errors import DataError
from theomachy.engine.game.own_values import OwnValues
from theomachy.engine.game.registry import games
from theomachy_widgets import asked
from theomachy_widgets.asked import AddressError
from theomachy_widgets.library import Library
from theomachy_widgets.serve import Site
from theomachy_widgets.values import Values
from theomachy_widgets.values_page import ValuesPage

KEY = "temple.population"


@pytest.mark.parametrize("slug", games())
def test_every_value_tells_its_source_and_what_it_may_be(slug: str) -> None:
    own = OwnValues(slug)
    rows = list(own)
    assert len(rows) == sum(own.groups().values()) == len(own)
    assert {row.source for row in rows} <= {"rulebook", "published", "house"}
    assert all(row.where for row in rows)
    numbers = [row for row in rows if type(row.printed) is int and row.may]
    for row in numbers[:: max(1, len(numbers) // 20)]:
        assert row.may.startswith(("a whole number", "a number", "one of")), row.key
        with pytest.raises(DataError, match="must be"):
            own.type(row.key, "999999999")
    assert own.own == {}


def test_values_are_typed_kept_reset_and_read_again(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    page = ValuesPage("demigods", file)
    page.do("put", key=KEY, text="5")
    page.do("put", key="hand.limit", text=" 9 ")
    assert page.own.own == {KEY: 5, "hand.limit": 9}
    assert th.new("demigods", overlay=file).system.facts[KEY] == 5
    again = ValuesPage("demigods", file)
    assert again.own.own == page.own.own
    page.do("put", key=KEY, text="many")
    shown = (
        {row["key"]: row for row in page.models()["valuespage"]["rows"]} if page.do("find", text="population") else {}
    )
    assert shown[KEY]["fault"].startswith("The value temple.population must be a whole number")
    assert (shown[KEY]["typed"], shown[KEY]["own"]) == ("many", "5"), "the last good one stays"
    page.do("reset", key=KEY)
    assert page.own.own == {"hand.limit": 9}
    page.do("put", key="hand.limit", text="7")  # what is printed anyway is none of one's own
    assert page.own.own == {}
    page.do("open", text="[temple]\npopulation = 4\n")
    assert page.own.own == {KEY: 4}
    page.do("open", text="[temple]\nbuilders = 4\n")
    assert "no component value 'temple.builders'" in page.error
    page.do("open", text="[temples]\npopulation = 4\n")
    assert "no component value 'temples.population'; did you mean 'temple.population'?" in page.error
    assert page.own.own == {KEY: 4}, "a file that does not fit changes nothing"
    page.do("all")
    assert (page.own.own, OwnValues("demigods", file).own) == ({}, {})
    page.close()
    again.close()


def test_what_was_typed_comes_back_after_a_file_was_opened_or_all_was_reset(tmp_path: Path) -> None:
    file = tmp_path / "box.toml"
    page = ValuesPage("demigods", file)

    def offered() -> tuple[bool, bool]:
        model = page.models()["valuespage"]
        return model["undo"], model["redo"]

    assert offered() == (False, False)
    page.do("undo").do("redo")  # nothing to take back is no error
    assert page.error == ""
    typed = {KEY: 5, "hand.limit": 9}
    page.do("put", key=KEY, text="5").do("put", key="hand.limit", text="9")
    page.do("open", text="[temple]\npopulation = 4\n")
    page.do("undo")
    assert page.own.own == typed == OwnValues("demigods", file).own, "on the page and in the file"
    assert offered() == (True, True)
    page.do("redo")
    assert (page.own.own, offered()) == ({KEY: 4}, (True, False))
    page.do("open", text="[hand]\nlimit = 8\n").do("all").do("reset", key=KEY)  # which was none any more: no change
    page.do("undo").do("undo").do("undo")
    assert page.own.own == typed, "through a second file, and through resetting all"
    page.do("undo")
    assert page.own.own == {KEY: 5}
    page.do("put", key=KEY, text="many")  # what does not fit changes nothing, and takes nothing from redo
    page.do("open", text="[temples]\npopulation = 4\n")
    assert offered() == (True, True)
    page.do("put", key=KEY, text="3")
    assert (page.own.own, offered()) == ({KEY: 3}, (True, False))
    page.close()


def test_filters_count() -> None:
    page = ValuesPage("cthulhu_wars")

    def found() -> tuple[int, int, int]:
        model = page.models()["valuespage"]
        return model["found"], len(model["rows"]), model["all"]

    every = len(page.own)
    page.do("only", k="house")
    assert found() == (sum(row.source == "house" for row in page.own), found()[1], every)
    page.do("only", k="house")
    page.do("find", text="cost")
    number, shown, _ = found()
    assert 0 < shown <= 60 < number < every
    page.do("more")
    assert found()[1] > 60
    page.do("only", k="own")
    assert found()[:2] == (0, 0)
    page.close()


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Any:
    def go(**words: str) -> None:
        given = {name: [text.encode()] for name, text in words.items()}
        monkeypatch.setattr(asked, "source", lambda: given)

    return go


def test_a_served_page_plays_by_the_values_of_its_address_or_of_the_server(at: Any, tmp_path: Path) -> None:
    site = Site(Library())
    at(game="demigods", players="2", own='{"temple.population": 5}')
    game = site.game()
    assert game is not None
    assert game.system.facts[KEY] == 5
    for wrong in ("[]", "{", "nan", '{"": 1}', "[" * 3_000):
        at(game="demigods", players="2", own=wrong)
        with pytest.raises(AddressError):
            site.game()
    at(game="demigods", players="2", own='{"temple.population": 5000}')
    with pytest.raises(DataError, match=KEY):
        site.game()
    file = tmp_path / "box.toml"
    file.write_text("[temple]\npopulation = 3\n")
    served = Site(Library(), overlay=file)
    at(game="demigods", players="2")
    assert served.game().system.facts[KEY] == 3  # type: ignore[union-attr]
    assert served.values.lists() == {"demigods": "box.toml"}
    at(game="demigods", players="2", own="{}")  # reset on the page
    assert served.game().system.facts[KEY] == 6  # type: ignore[union-attr]
    file.write_text("[nothing]\nof = 1\n")
    with pytest.raises(DataError, match="fits no game"):
        Values(file)
