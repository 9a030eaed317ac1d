"""The saved games that people have: each version opens them, whatever its rules say by then, and loses nothing."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.saves.make import hides, made
from theomachy import cli
from theomachy.engine.game import save
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.decision import CHANCE, Decision
from theomachy.engine.runtime.position import Position

HERE = Path(__file__).parent
SAVES = sorted(HERE.glob("*.json"))
SLUGS = ["cthulhu_wars", "demigods", "gods_war", "heroes", "mythic_battles"]


@cache
def text_of(slug: str) -> str:
    return made(slug).save()


def today(slug: str) -> dict[str, Any]:
    """A document of the rules of today, made as the files were."""
    found: dict[str, Any] = json.loads(text_of(slug))
    return found


def opened(raw: dict[str, Any]) -> Game:
    """The game of a document. Nothing of it is lost, and what is written again is opened as the same."""
    game = save.load(json.dumps(raw))
    assert len(game.tree.nodes) - 1 + len(game.unread.rows) == len(raw["nodes"])
    again = save.load(game.save())
    assert again.save() == game.save()
    assert (again.unread, again.state) == (game.unread, game.state)
    return game


@pytest.mark.parametrize("path", SAVES, ids=[path.stem for path in SAVES])
def test_it_opens(path: Path) -> None:
    game = opened(json.loads(path.read_text("utf-8")))
    assert all(stop.why and stop.answer > 0 and str(stop.answer) in game.notice for stop in game.unread.stops[:1])
    assert game.over or game.options
    assert game.table().board.areas


def test_there_is_one_of_each_game() -> None:
    assert {path.stem.partition("_first")[0] for path in SAVES} >= set(SLUGS)


@pytest.mark.parametrize("slug", SLUGS)
def test_they_have_lines_beside_the_game_and_hidden_hands(slug: str) -> None:
    game = opened(today(slug))
    assert not game.notice
    assert len(list(game.tree.branches())) >= 3
    assert len(game.tree.nodes) > 150
    assert slug == "heroes" or hides(game, game.here)  # nothing is hidden in the middle of such a game


@pytest.mark.parametrize("slug", SLUGS)
def test_an_answer_that_is_no_longer_legal_stops_its_line_alone(slug: str) -> None:
    raw = today(slug)
    main = save.load(json.dumps(raw)).tree.main()
    at = main[len(main) // 2]
    raw["nodes"][at - 1][3] = "sing"
    game = opened(raw)
    (stop,) = game.unread.stops
    assert "answered 'sing', but now" in stop.why
    assert ("offered" in stop.why) or ("in secret" in stop.why)
    assert game.here == stop.node
    assert 1 < len(game.unread.rows) < len(raw["nodes"])
    assert f"Answer {stop.answer}: " in game.notice
    assert "\n" not in game.notice


@pytest.mark.parametrize("slug", SLUGS)
def test_a_question_that_is_another_one_now_stops_its_line(slug: str) -> None:
    raw = today(slug)
    raw["nodes"][-1][2] = "what song"
    game = opened(raw)
    assert len(game.unread.rows) == 1
    assert "was asked 'what song' and answered" in game.unread.stops[0].why


@pytest.mark.parametrize("slug", SLUGS)
def test_a_question_of_another_kind_is_read_as_far_as_its_options_go(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rules ask yes or no now where they asked for something else: an old answer is refused, not misread."""
    raw = today(slug)
    whole = save.load(json.dumps(raw))
    decisions = (whole.tree.nodes[node].position.decision for node in whole.tree.main()[:-1])
    asked = next(d for d in decisions if type(d) is Decision and d.player != CHANCE and d.kind != "yes_no")
    real = Position.decision.fget
    assert real is not None

    def other(self: Position) -> Decision | None:
        found: Decision | None = real(self)
        if found is not None and found.what == asked.what and type(found) is Decision:
            found.kind, found._options = "yes_no", ("perhaps", "perhaps not")
        return found

    monkeypatch.setattr(Position, "decision", property(other))
    game = save.load(json.dumps(raw))
    assert game.unread.rows
    assert game.unread.stops[0].why.endswith("offered perhaps, perhaps not")


@pytest.mark.parametrize("slug", SLUGS)
def test_an_option_and_a_ruling_that_are_no_more_are_left_out(slug: str) -> None:
    raw = today(slug)
    raw["setup"]["options"]["magic"] = 3
    raw["setup"]["rulings"]["weather"] = "fine"
    game = opened(raw)
    assert "There is no option 'magic' any more." in game.notice
    assert "There is no ruling 'weather' any more." in game.notice
    assert game.unread.setup == {"options": {"magic": 3}, "rulings": {"weather": "fine"}}
    assert not game.unread.rows


@pytest.mark.parametrize("slug", SLUGS)
def test_a_field_that_is_no_more_is_left_out_of_the_beginning(slug: str) -> None:
    whole = save.load(json.dumps(today(slug)))
    raw = today(slug) | {"nodes": [], "here": 0, "remarks": {}}
    raw["start"] = whole.system.to_json(whole.state) | {"weather": "fine"}
    game = opened(raw)
    assert "says 'weather', which the rules do not know any more." in game.notice
    assert game.position.beginning == whole.state


@pytest.mark.parametrize("slug", SLUGS)
def test_other_house_values_are_told_where_they_matter(slug: str) -> None:
    raw = today(slug)
    raw["rules"]["values"] = "00000000"
    raw["digest"] += 1
    assert "lead to another position than it was saved at" in save.load(json.dumps(raw)).notice


def test_the_terminal_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    raw = today("demigods")
    raw["nodes"][4][3] = "sing"
    path = tmp_path / "old.json"
    path.write_text(json.dumps(raw))
    assert cli.main(["show", str(path)]) == 0
    complaint = capsys.readouterr().err
    assert complaint.startswith("theomachy: ")
    assert "Answer 5: " in complaint
    assert "no longer" not in complaint
