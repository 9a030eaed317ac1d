"""The pages of the site that are read: whatever there is has a place on them, and a link that leads nowhere is seen."""

from __future__ import annotations

import tomllib
from pathlib import Path

import doc_pages
import link_check
import pytest
import rule_pages

import theomachy as th
from theomachy.engine.reference.rulebook import Rulebook

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def demigods() -> rule_pages.GamePages:
    return rule_pages.gathered(["demigods"])[0]


def ids() -> dict[str, set[str]]:
    """All rule ids, by game: those that are played, and those that are not yet."""
    found = {}
    for slug, kind in th.catalogue().items():
        later = ROOT / "rules" / "theomachy" / "games" / slug / "data" / "not_yet.toml"
        found[slug] = {rule.id for rule in kind.rulebook} | (
            {rule.id for rule in Rulebook.read(later)} if later.is_file() else set()
        )
    return found


def test_a_rule_that_is_played_waits_no_more() -> None:
    for slug, kind in th.catalogue().items():
        later = ROOT / "rules" / "theomachy" / "games" / slug / "data" / "not_yet.toml"
        if later.is_file():
            assert not {rule.id for rule in kind.rulebook} & {rule.id for rule in Rulebook.read(later)}


def test_every_topic_of_every_game_has_a_title() -> None:
    titles = tomllib.loads((ROOT / "site" / "docs" / "topics.toml").read_text("utf-8"))
    assert {name.rpartition("-")[0] for names in ids().values() for name in names} == set(titles)


def test_every_page_of_the_docs_and_every_notebook_has_a_place() -> None:
    guide = {name for names in doc_pages.GUIDE.values() for name in names}
    assert guide == {path.stem for path in (ROOT / "docs").glob("*.md")} | {"contributing"}
    assert set(doc_pages.TUTORIALS) == {path.stem for path in (ROOT / "notebooks").glob("*.ipynb")}


def test_a_rule_knows_its_reading_its_questions_and_what_proves_it(demigods: rule_pages.GamePages) -> None:
    pages = {page.id: page for page in demigods.rules}
    assert set(pages) == ids()["demigods"]
    temple, objective = pages["DG-TMP-003"], pages["DG-GEN-002"]
    assert "Our reading" not in objective.words
    assert objective.reading.startswith("this is looked at")
    assert [question["name"] for question in objective.questions] == ["all_gone", "monsters_keep_alive"]
    assert [sum(choice["default"] for choice in question["choices"]) for question in objective.questions] == [1, 1]
    proofs = {
        path.name
        for path in (ROOT / "examples/scenarios/demigods").glob("*.toml")
        if "DG-TMP-003" in path.read_text("utf-8")
    }
    assert {one.name for one in temple.scenarios} == proofs
    assert [one.order for one in temple.scenarios] == sorted(one.order for one in temple.scenarios)
    assert any(place.path.endswith("demigods/rules/actions.py") for place in temple.places)


def test_an_ability_is_shown_with_its_code(demigods: rule_pages.GamePages) -> None:
    shown = [place for page in demigods.rules for place in page.places if place.ability]
    assert shown
    for place in shown:
        lines = (ROOT / "rules" / place.path).read_text("utf-8").splitlines()
        assert lines[place.line - 1].startswith(f"class {place.name}")
        assert place.name in place.excerpt


def test_what_is_proved_together_is_near(demigods: rule_pages.GamePages) -> None:
    pages = {page.id: page for page in demigods.rules}
    temple = pages["DG-TMP-003"]
    together = [
        set(scenario.rules) for _, scenario in rule_pages.all_scenarios("demigods") if temple.id in scenario.rules
    ]
    assert temple.related
    for other in temple.related:
        assert any(other.id in rules for rules in together)
    counts = [sum(other.id in rules for rules in together) for other in temple.related]
    assert counts == sorted(counts, reverse=True)
    assert temple not in temple.related


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ('<a href="there.html">a</a>', ""),
        ('<a href="there.html#part">a</a>', ""),
        ('<a href="../index.html?lesson=pocket/a.toml">a</a>', ""),
        ('<a href="https://example.org/">a</a>', ""),
        ("<pre>&lt;script&gt; onclick=1</pre>", ""),
        ('<a href="gone.html">a</a>', "leads to no file"),
        ('<a href="there.html#gone">a</a>', "leads to no such place in the page"),
        ('<a href="../index.html?lesson=pocket/b.toml">a</a>', "names no lesson that there is"),
        ('<a href="../index.html?what=1">a</a>', "names nothing that opens"),
        ('<a href="../../secret.html">a</a>', "leads to no file"),
        ('<img src="https://example.org/x.png">', "is of another site"),
        ("<script>go()</script>", "is not run under the policy"),
        ('<p style="color: red">a</p>', "is not run under the policy"),
        ('<p onclick="go()">a</p>', "is not run under the policy"),
    ],
)
def test_a_link_that_leads_nowhere_is_a_fault(tmp_path: Path, body: str, fault: str) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "index.html").write_text("<main></main>", "utf-8")
    (tmp_path / "docs" / "there.html").write_text('<h2 id="part">a</h2>', "utf-8")
    (tmp_path / "docs" / "page.html").write_text(body, "utf-8")
    (tmp_path.parent / "secret.html").write_text("", "utf-8")
    found = list(link_check.Links(tmp_path, ("docs",), {"lesson": {"pocket/a.toml"}}).faults())
    assert len(found) == bool(fault), found
    assert all(fault in line for line in found)
