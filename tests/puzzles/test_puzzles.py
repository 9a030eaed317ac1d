"""Puzzles that come with the house: files, sets of a day, proofs, grades, likeness, finding, solving, the terminal."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from theomachy import cli, shipped
from theomachy.engine.errors import IllegalAnswer, SaveError, TheoError
from theomachy.engine.game.registry import game as system_class
from theomachy.engine.game.registry import games
from theomachy.play.bots import GreedyBot
from theomachy.play.observation import Observation
from theomachy.puzzles.alike import ALIKE, MOST, Alikeness, likeness, sign_of
from theomachy.puzzles.day import of_the_day, set_of
from theomachy.puzzles.exact import Solver
from theomachy.puzzles.find import Finder, disproved
from theomachy.puzzles.grade import GRADES, graded
from theomachy.puzzles.hunt import hunt
from theomachy.puzzles.puzzle import Puzzle, aim_of, answers_of, dump, load, opened, parse, refused, theme_of, to_json
from theomachy.puzzles.solving import Solving

FILES = shipped.puzzles()
DAY = date(2026, 11, 28)


def of(slug: str) -> list[Puzzle]:
    return load(next(path for path in FILES if path.stem == slug))


def one(slug: str = "demigods") -> Puzzle:
    return of(slug)[0]


# -- what is shipped --------------------------------------------------------------------------------------------------
def test_each_game_has_puzzles_of_several_themes_and_grades() -> None:
    assert {path.stem for path in FILES} == set(games())
    for slug in games():
        found = of(slug)
        assert len({puzzle.id for puzzle in found}) == len(found)
        assert len({puzzle.theme for puzzle in found}) >= 3
        assert {puzzle.grade for puzzle in found} == set(GRADES)
        assert all(0 < len(puzzle.right) < len(puzzle.options) for puzzle in found)


@pytest.mark.parametrize("slug", sorted(games()))
def test_the_rules_bear_a_sample_out(slug: str) -> None:
    """The quickest of each theme: legal, and the right answers are still right; the whole is nightly."""
    by_theme = {puzzle.theme: puzzle for puzzle in sorted(of(slug), key=lambda puzzle: -len(puzzle.options))}
    for puzzle in sorted(by_theme.values(), key=lambda puzzle: len(puzzle.options))[:2]:
        assert disproved(puzzle) == "", puzzle.id


@pytest.mark.nightly
@pytest.mark.parametrize("slug", sorted(games()))
def test_the_rules_bear_all_out(slug: str) -> None:
    found = of(slug)
    assert {puzzle.id: why for puzzle in found if (why := disproved(puzzle))} == {}
    for puzzle in found:
        first = GreedyBot().choose(
            Observation(opened(puzzle).position), Random(f"greedy/{puzzle.source.seed}/{puzzle.source.answers}")
        )
        assert theme_of(puzzle).greedy or first not in {answers_of(puzzle)[i] for i in puzzle.right}, puzzle.id


@pytest.mark.parametrize("slug", sorted(games()))
def test_no_more_than_three_of_a_theme_are_alike_and_each_names_a_rule(slug: str) -> None:
    themes = system_class(slug).themes
    assert len({theme.key for theme in themes}) == len(themes) >= 3
    assert all(theme.key and theme.title for theme in themes)
    known = Alikeness()
    for puzzle in of(slug):
        game = opened(puzzle)
        assert aim_of(puzzle, game).rule in game.system.rulebook, puzzle.aim
        assert known.admits(puzzle.theme, sign_of(game.system, game.state, puzzle)), puzzle.id


def test_the_walk_agrees_with_the_odds_that_a_game_reckons_by_itself() -> None:
    """Dice of Mythic Battles: its own solver knows nothing of the walk, and comes to the same mean."""
    found = [puzzle for puzzle in of("mythic_battles") if (puzzle.theme, puzzle.aim) == ("dice", "wounds")][:4]
    assert found
    for puzzle in found:
        game = opened(puzzle)
        advice = game.system.advice(game.state, game.position.decision)
        worth = Solver(aim_of(puzzle, game), puzzle.seat).option(game.position, puzzle.options[puzzle.right[0]])
        assert advice is not None
        assert float(worth.low) == pytest.approx(advice.plans[0].mean)


# -- files ------------------------------------------------------------------------------------------------------------
def test_a_file_comes_back_as_it_was() -> None:
    found = of("demigods")[:5]
    assert parse(dump("demigods", found, "0", "31", 7)) == found


def spoilt(**changes: Any) -> str:
    row = json.loads(json.dumps(to_json(one()))) | changes
    text = dump("demigods", [], "0", "31", 7).replace("[\n\n]", f"[{json.dumps(row)}]")
    return text


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"options": [1]}, "options"),
        ({"options": [[[[[[[[1]]]]]]], 2], "right": [0]}, "different answers"),
        ({"options": [1.5, 2], "right": [0]}, "different answers"),
        ({"options": [1, 1], "right": [0]}, "different answers"),
        ({"right": []}, "right answers"),
        ({"right": [9]}, "right answers"),
        ({"right": [True]}, "right answers"),
        ({"seat": "0"}, "seat"),
        ({"seat": -1}, "seat"),
        ({"grade": "fiendish"}, "grade"),
        ({"found": [1]}, "who found"),
        ({"from": ["31", "x", "busy"]}, "where puzzle 1"),
        ({"line": 7}, "the line of puzzle 1"),
        ({"theme": "x" * 99}, "the theme of puzzle 1"),
        ({"more": 1}, "is not of"),
    ],
)
def test_a_file_is_typed_before_it_is_believed(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(SaveError, match=said):
        parse(spoilt(**changes))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"puzzles": 1}', "nonsense", '{"a": ' * 90])
def test_what_is_no_file_of_puzzles_is_refused(text: str) -> None:
    with pytest.raises(TheoError):
        parse(text)


def test_a_puzzle_that_the_rules_refuse_is_withdrawn_and_says_so() -> None:
    puzzle = one()
    assert refused(puzzle) == ""
    assert "not offered" in refused(replace(puzzle, options=(*puzzle.options[:-1], ("no such answer",))))
    assert "checksum" in refused(replace(puzzle, line=puzzle.line[:-1] + ("0" if puzzle.line[-1] != "0" else "1")))
    assert "theme" in refused(replace(puzzle, theme="none"))
    assert "not asked" in refused(replace(puzzle, seat=(puzzle.seat + 1) % 2))
    assert "any more" in refused(replace(puzzle, aim="none"))
    wrong = tuple(i for i in range(len(puzzle.options)) if i not in puzzle.right)
    assert refused(replace(puzzle, right=wrong[:1])) == ""
    assert disproved(replace(puzzle, right=wrong[:1])) == "other answers are right now"
    withdrawn = Solving(replace(puzzle, aim="none"))
    assert withdrawn.fault
    with pytest.raises(IllegalAnswer, match="withdrawn"):
        withdrawn.answer(0)


# -- the set of a day -------------------------------------------------------------------------------------------------
def test_the_set_of_a_day_is_the_same_for_all_and_another_the_next_day() -> None:
    first, again = of_the_day(DAY), of_the_day(DAY)
    assert first == again
    assert len(first) == 3 * len(games())
    assert {puzzle.slug for puzzle in first} == set(games())
    assert of_the_day(DAY, "heroes") == [puzzle for puzzle in first if puzzle.slug == "heroes"]
    assert of_the_day(DAY + timedelta(1)) != first


def test_all_of_a_grade_come_before_any_comes_again() -> None:
    found = of("demigods")
    easy = [puzzle for puzzle in found if puzzle.grade == "easy"]
    begins = date.fromordinal(len(easy) * 20_000)  # where a turn begins
    days = [set_of(found, begins + timedelta(n))[0] for n in range(len(easy))]
    assert {puzzle.id for puzzle in days} == {puzzle.id for puzzle in easy}


def test_a_game_without_puzzles_has_no_set(tmp_path: Path) -> None:
    with pytest.raises(TheoError, match="no puzzles"):
        of_the_day(DAY, "demigods", tmp_path)
    with pytest.raises(TheoError, match="chess"):
        of_the_day(DAY, "chess")
    assert set_of([], DAY) == []


# -- solving ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("slug", sorted(games()))
def test_a_wrong_answer_is_refuted_by_a_line_and_the_right_one_is_played(slug: str) -> None:
    puzzle = min(of(slug), key=lambda puzzle: len(puzzle.options))
    solving = Solving(puzzle)
    aim, game = solving.aim, solving.game
    wrong = next(i for i in range(len(puzzle.options)) if i not in puzzle.right)
    reply = solving.answer(wrong)
    assert (reply.right, solving.solved, solving.tried) == (False, False, [wrong])
    assert reply.head.startswith("Not this one: ")
    assert any(bar.bad for bar in reply.bars)
    assert sum(bar.share for bar in reply.bars) == pytest.approx(1)
    good = solving.answer(puzzle.right[0])
    assert (good.right, solving.solved) == (True, True)
    ends = [aim.measure(game.tree.nodes[one.node].position.state) for one in (reply, good)]
    assert ends[0] < ends[1]
    for one in (reply, good):
        path = game.tree.path(one.node)
        assert solving.start in path
        assert game.tree.nodes[path[path.index(solving.start) + 1]].entry is not None
    with pytest.raises(IllegalAnswer):
        solving.answer(len(puzzle.options))


def test_hints_come_one_after_the_other_and_a_shown_answer_solves_nothing() -> None:
    solving = Solving(one())
    assert solving.hinted == ""
    assert "right" in solving.hint()
    assert "The best" in solving.hint()
    assert solving.give_up().right
    assert (solving.shown, solving.solved) == (True, False)


def test_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    puzzle = of_the_day(DAY, "demigods")[0]
    wrong = next(i for i in range(len(puzzle.options)) if i not in puzzle.right) + 1
    given = ["puzzle", "demigods", "--day", "2026-11-28", "--answer"]
    assert cli.main([*given, f"x,h,{wrong},{puzzle.right[0] + 1}"]) == 0
    said = capsys.readouterr().out
    assert said.index("Not this one") < said.index("Right: ")
    assert "One way it goes on" in said
    assert cli.main([*given, str(wrong)]) == 1
    assert cli.main([*given, "q"]) == 1
    assert cli.main([*given, "s"]) == 1
    capsys.readouterr()
    assert cli.main(["puzzle", "demigods", "--number", "9", "--answer", "1"]) == 2
    assert "has 3 puzzles" in capsys.readouterr().err


# -- finding ----------------------------------------------------------------------------------------------------------
@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the beginning of each game is gone through."""
    monkeypatch.setattr("theomachy.puzzles.find.MOST_DECISIONS", 220)


@pytest.mark.usefixtures("short")
def test_a_hunt_finds_proves_and_goes_on_where_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = [found.puzzles for found in hunt("demigods", tmp_path / "a", games=2, seed="t", version="0", most=4)][-1]
    assert whole
    assert all(disproved(puzzle) == "" for puzzle in whole[:3])
    command = ["puzzles", "find", "demigods", "--seed", "t", "--most", "4", "--out", str(tmp_path / "b")]
    assert cli.main([*command, "--games", "1"]) == 0
    assert cli.main([*command, "--games", "2"]) == 0
    assert load(tmp_path / "b" / "demigods.json") == list(whole)
    assert "in all" in capsys.readouterr().out
    with pytest.raises(SaveError, match="seed"):
        list(hunt("demigods", tmp_path / "a", games=3, seed="other", version="0"))
    bad = tmp_path / "bad.json"
    spoilt_one = replace(whole[0], right=tuple(i for i in range(len(whole[0].options)) if i not in whole[0].right)[:1])
    bad.write_text(dump("demigods", [spoilt_one], "0"), "utf-8")
    assert cli.main(["puzzles", "check", str(bad)]) == 1
    assert "other answers are right now" in capsys.readouterr().out


@pytest.mark.usefixtures("short")
def test_what_greedy_finds_at_first_sight_is_thrown_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game: with a greedy bot that always knows, no puzzle is left."""
    found = list(Finder("demigods", "t").game(0))
    assert found
    finder = Finder("demigods", "t")
    monkeypatch.setattr("theomachy.puzzles.find.greedy", lambda position, source: ALWAYS)
    assert list(finder.game(0)) == []
    assert sum(row.greedy for row in finder.looked.values()) > 0


class Always:
    """Equal to every answer."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = None  # type: ignore[assignment]


ALWAYS = Always()


def test_of_much_the_same_three_are_kept() -> None:
    known, sign = Alikeness(), frozenset("abcdef")
    assert [known.admits("x", sign) for _ in range(MOST + 1)] == [True] * MOST + [False]
    assert known.admits("y", sign)
    assert known.admits("x", frozenset("uvwxyz"))
    assert likeness(sign, frozenset("abcd")) == pytest.approx(4 / 6)
    assert likeness(sign, frozenset("abcd")) >= ALIKE > likeness(sign, frozenset("abc"))


def test_grades_go_by_who_finds_it() -> None:
    assert [graded(found) for found in ((8, 4, 4), (8, 4, 0), (1, 1, 0))] == ["easy", "middling", "hard"]
