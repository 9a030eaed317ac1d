"""Component values with sources, overlays, rulings and the rulebook."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import theomachy as th
from tests.engine.pocket import DATA, Pocket
from theomachy.engine.errors import DataError, UnknownName
from theomachy.engine.reference import rulings
from theomachy.engine.reference.facts import SOURCES, Fact, Facts
from theomachy.engine.reference.rulebook import Rulebook


def test_every_value_carries_its_source() -> None:
    facts = Facts.read(DATA / "components.toml")
    assert {fact.key: fact.source for fact in facts} == {
        "purse.coins": "rulebook", "purse.most": "rulebook", "islands.names": "house", "islands.army.start": "house",
        "islands.army.most": "house", "deck.rain": "published", "deck.flood": "published", "deck.star": "published",
        "end.turns": "rulebook",
    }  # fmt: skip
    assert facts.fact("islands.army.start").where == "Five islands are enough for a ring."
    assert facts.table("deck") == {"rain": 4, "flood": 4, "star": 2}
    assert facts.names("islands") == ["names", "army"]
    assert (facts.house("islands"), facts.house("deck"), facts.house("islands.army.most")) == (True, False, True)
    with pytest.raises(DataError, match=r"no component value 'deck.rane'; did you mean 'deck.rain'\?"):
        facts["deck.rane"]


def test_the_names_of_all_tables_are_gathered_at_once() -> None:
    """A game asks for those of each of its sheets whenever it is built, or loaded."""
    walked: list[int] = []

    class Walked(dict[str, Fact]):
        def __iter__(self) -> Iterator[str]:
            walked.append(1)
            return super().__iter__()

    keys = [f"unit.{u}.{part}.{n}" for u in ("b", "a") for part in ("row", "power") for n in ("2", "1")]
    facts = Facts(Walked({key: Fact(key, 1, "house", "") for key in [*keys, "unit.b.name", "army"]}))
    assert facts.names("unit") == ["b", "a"]
    assert facts.names("unit.b") == ["row", "power", "name"]
    assert facts.names("unit.a.power") == ["2", "1"]
    assert facts.names("units") == facts.names("army") == facts.names("unit.a.power.1") == []
    assert len(walked) == 1


def test_a_value_without_a_source_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "data.toml"
    for text in ("[deck]\nrain = 1", "[deck]\nsource = 'hearsay'\nrain = 1", "source = 'overlay'\nrain = 1"):
        path.write_text(text)
        with pytest.raises(DataError, match="rain has no source"):
            Facts.read(path)


def test_an_overlay_replaces_values_and_is_marked() -> None:
    facts = Facts.read(DATA / "components.toml", overlay={"deck": {"rain": 9}, "islands": {"army": {"start": 2}}})
    assert (facts["deck.rain"], facts.fact("deck.rain").source) == (9, "overlay")
    assert facts["islands.army.start"] == 2
    assert facts.overlay == {"deck": {"rain": 9}, "islands": {"army": {"start": 2}}}
    assert set(SOURCES) == {"rulebook", "published", "house", "overlay"}


def test_an_overlay_from_a_file_is_played_and_saved(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("source = 'mine'\n[islands.army]\nwhere = 'I like it'\nstart = 2\n")
    played = th.new("pocket", overlay=path, seed=1)
    assert played.state.army == [2, 2, 0, 0, 0]
    file = tmp_path / "game.json"
    played.save(file)
    path.unlink()
    assert th.load(file).system.facts["islands.army.start"] == 2


@pytest.mark.parametrize(
    ("overlay", "sentence"),
    [
        ({"dek": {"rain": 1}}, "unknown table: .* did you mean 'deck'"),
        ({"deck": {"rane": 1}}, "unknown key: .* did you mean 'deck.rain'"),
        ({"deck": 3}, "unknown key"),
        ({"deck": {"rain": {"a": 1}}}, "unknown table"),
        ({"deck": {"rain": "4"}}, "must be a whole number from 0 to 10,000, not '4'"),
        ({"deck": {"rain": 4.0}}, "must be a whole number"),
        ({"deck": {"rain": True}}, "must be a whole number from 0 to 10,000, not True"),
        ({"deck": {"rain": -1}}, "from 0 to 10,000, not -1"),
        ({"deck": {"rain": 10**30}}, "from 0 to 10,000"),
        ({"deck": {"rain": 10**5000}}, "from 0 to 10,000"),
        ({"purse": {"coins": 21}}, "from 0 to 20, not 21"),
        ({"islands": {"names": "Kos"}}, "must be a list of 5, each a text"),
        ({"islands": {"names": [1, 2]}}, "must be a list of 5, each a text"),
        ({"islands": {"names": ["Kos", "Io", "Ios", "Tinos", "\ud800"]}}, "each a text of at most 80 signs that can"),
        ({"deck": {"rain": None}}, "must be a whole number"),
        ({"deck": {"rain": float("nan")}}, "must be a whole number"),
        ({"deck": {"rain": "x" * 9999}}, "must be a whole number"),
        ({"deck": {"source": ["x"], "rain": 3}}, "the overlay's deck.source must be a text"),
        ({"deck": {"rain": {"value": 3, "where": "\ud800"}}}, "the overlay's deck.rain.where must be a text"),
        ({"deck": {"rain": {"value": 3, "more": []}}}, "a value with its source and where: nothing else"),
        ({"\ud800" * 10**6: 3}, "unknown key"),
    ],
)
def test_a_wrong_overlay_is_refused_in_one_sentence(overlay: dict[str, Any], sentence: str) -> None:
    with pytest.raises(DataError, match=sentence) as refused:
        th.new("pocket", overlay=overlay)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("text", ["deck = [", "[" * 5000, "\x00", "deck.rain = 99999999999999999999\n"])
def test_an_overlay_file_that_is_none(text: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(DataError):
        th.new("pocket", overlay=path)


def test_an_overlay_file_that_is_missing_binary_or_huge(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"none\.toml cannot be read"):
        th.new("pocket", overlay=tmp_path / "none.toml")
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError, match=r"binary\.toml cannot be read"):
        th.new("pocket", overlay=str(binary))
    huge = tmp_path / "huge.toml"
    huge.write_text("#" * 200_001)
    with pytest.raises(DataError, match="larger than"):
        th.new("pocket", overlay=huge)


# -- rulings ----------------------------------------------------------------------------------------------------------
def test_rulings_have_a_default_and_can_be_chosen() -> None:
    assert Pocket.build().rulings == {"storm": "spare"}
    assert Pocket.build(rulings={"storm": "drown"}).rulings == {"storm": "drown"}


@pytest.mark.parametrize("given", [{"strom": "spare"}, {"storm": "spar"}, {"storm": 1}, {"storm": []}, {"storm": None}])
def test_an_unknown_ruling_or_choice_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(UnknownName, match="there is no"):
        th.new("pocket", rulings=given)


def test_a_ruling_changes_what_happens() -> None:
    armies = {}
    for choice in ("spare", "drown"):
        played = th.new("pocket", rulings={"storm": choice}, overlay={"islands": {"army": {"start": 1}}})
        played.dice_by_hand = True
        played.play((0, 0), (1, 0), "end", "end", "rain", "rain", "1")
        armies[choice] = played.state.army
    assert armies == {"spare": [1, 1, 0, 0, 0], "drown": [0, 0, 0, 0, 0]}


def test_a_default_must_be_a_choice(tmp_path: Path) -> None:
    path = tmp_path / "rulings.toml"
    path.write_text('[a]\nquestion="?"\nrule="X"\ndefault="c"\n[a.choices]\nb="B"\n')
    with pytest.raises(DataError, match="the default of a is none"):
        rulings.read(path)


# -- the rulebook -----------------------------------------------------------------------------------------------------
def test_rules_are_found_by_id_and_by_words() -> None:
    book = Pocket.rulebook
    assert book["pg-bat-002"].title == "Rounds"
    assert "PG-BAT-002" in book
    assert "PG-BAT-999" not in book
    assert 3 not in book
    assert [rule.id for rule in book.search("battle before")][:2] == ["PG-GFT-003", "PG-GFT-001"]
    assert [rule.id for rule in book.search("storm")] == ["PG-HAR-002"]
    assert book.search("kraken") == []
    assert len(book) == len(list(book)) == 22
    assert book["PG-HAR-002"].ruling == "storm"
    with pytest.raises(UnknownName, match="did you mean 'PG-BAT-001'"):
        book["PG-BAT-01"]


def test_a_rule_index_with_a_double_or_ill_formed_rule(tmp_path: Path) -> None:
    path = tmp_path / "rulebook.toml"
    row = '[[rule]]\nid="X"\ntitle="T"\ntext="t"\nwhere="w"\n'
    path.write_text(row * 2)
    with pytest.raises(DataError, match="twice"):
        Rulebook.read(path)
    path.write_text(row + 'colour="red"\n')
    with pytest.raises(DataError, match="wrong or missing key"):
        Rulebook.read(path)


# -- setting up -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "arguments",
    [{"game": "poket"}, {"players": 1}, {"players": 9}, {"players": ["A", "A"]}, {"players": ["A", " "]}, {"coin": 3},
     {"coins": "3"}, {"coins": True}],
)  # fmt: skip
def test_a_game_that_cannot_be_set_up_says_why(arguments: dict[str, Any]) -> None:
    with pytest.raises(th.TheoError):
        th.new(arguments.pop("game", "pocket"), **arguments)
