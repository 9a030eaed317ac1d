"""The public face says a sentence, whatever it is given; and names of players are bounded at one door."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import theomachy as th
from theomachy.cli import main
from theomachy.engine.bounds import MOST_SEAT
from theomachy.engine.errors import SaveError, TheoError
from theomachy.engine.game import save
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.players import named

BAD: list[Any] = [
    None, "x", "", 5, -1, 2.5, float("nan"), True, b"x", [], {}, (), set(), object(), ["x"], ("x",), {"x": 1}, {1: 2},
    [None], (1, 2, 3), 10**30, 10**5000, "\ud800", "a\0b", "x" * 10_000,
]  # fmt: skip
METHODS = "go undo redo fork note seat table view play why_not save mark".split()


def game() -> Game:
    fresh = th.new("pocket", seed=1)
    return fresh.play(fresh.options[0]).note("here")


def answers(call: Callable[[], object]) -> bool:
    """Does a call give a result? Else it must be a sentence."""
    said = ""
    try:
        call()
    except TheoError as fault:
        said = str(fault) or "\n"
    assert "\n" not in said
    assert len(said) < 700
    return not said


@pytest.mark.parametrize("number", range(len(BAD)))
@pytest.mark.parametrize("method", METHODS)
def test_wrong_values_get_a_sentence_and_change_nothing_unsound(method: str, number: int) -> None:
    bad, one = BAD[number], game()
    if method == "save" and isinstance(bad, str):
        return  # a path as good as any
    if answers(lambda: getattr(one, method)(bad)):
        save.load(one.save())


@pytest.mark.parametrize("number", range(len(BAD)))
def test_wrong_further_values_get_a_sentence(number: int) -> None:
    bad, one = BAD[number], game()
    answers(lambda: one.play(one.options[0], dice=bad))
    answers(lambda: one.play(one.options[0], bad))
    answers(lambda: one.why_not("raise kos", bad))
    answers(lambda: one.note("x", bad))
    for key in ("rings", "arrows", "node"):
        answers(lambda key=key: one.mark(**{key: bad}))  # type: ignore[misc]
    save.load(one.save())


@pytest.mark.parametrize("number", range(len(BAD)))
def test_wrong_set_ups_get_a_sentence(number: int) -> None:
    bad = BAD[number]
    for key in ("players", "seed", "rulings", "overlay", "coins", "nothing"):
        answers(lambda key=key: save.load(th.new("pocket", **{key: bad}).save()))  # type: ignore[misc]
        answers(lambda key=key: th.editor("pocket", **{key: bad}))  # type: ignore[misc]
    for key in ("setup", "position", "name"):
        if not (key == "setup" and isinstance(bad, dict)):  # the words of the game are tested elsewhere
            answers(lambda key=key: th.editor("pocket", **{key: bad}))  # type: ignore[misc]
    answers(lambda: th.new(bad))
    answers(lambda: th.load(bad))
    answers(lambda: th.analyse(bad))


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda g: g.go("x"), "a position of the tree is a whole number, not 'x'"),
        (lambda g: g.undo("x"), "how often is a whole number, not 'x'"),
        (lambda g: g.note(5), "a note is a text, not 5"),
        (lambda g: g.why_not(5), "an action is a command or a tuple (verb, *arguments), not 5"),
        (lambda g: g.mark(arrows=[(1, "x")]), "an arrow joins two areas by their numbers, from 0 to 999"),
        (lambda g: g.save(5), "where a game is kept is a path, not 5"),
        (lambda g: th.new("pocket", seed=None), "a seed is a whole number or a short text, not None"),
        (lambda g: th.new("pocket", players=2.5), "the players are a number or a list of names, not 2.5"),
        (lambda g: th.new("pocket", rulings=["x"]), "rulings are a table of names and choices, not ['x']"),
        (lambda g: th.load(None), "a file is named by its path, not by None"),
    ],
)
def test_the_sentences(call: Callable[[Game], object], sentence: str) -> None:
    with pytest.raises(TheoError) as fault:
        call(game())
    assert str(fault.value) == sentence


# -- names ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["x" * (MOST_SEAT + 1), "b"], "has 81 signs: at most 80 fit"),
        (["a\nb", "b"], "cannot be seen or printed"),
        (["a\u202eb", "b"], "cannot be seen or printed"),
        (["a\ud800", "b"], "cannot be seen or printed"),
        (["\x1b[2J", "b"], "cannot be seen or printed"),
        (["", "b"], "no letter or digit"),
        (["...", "b"], "no letter or digit"),
        (["Nobody", "b"], "it means something else"),
        (["a spectator", "b"], "it means something else"),
        (["Ann", "ann!"], "the players need names that differ ('Ann' and 'ann!' read alike)"),
        (["Ann", "Ann"], "the players need names that differ"),
        (["Ann", 5], "the name of a player is text, not 5"),
        ("Ann", "a number or a list of names, not 'Ann'"),
        (["x"] * 1000, "1000 players are more than any game seats"),
    ],
)
def test_names_that_cannot_be_typed_drawn_or_kept_are_refused(names: Any, sentence: str) -> None:
    with pytest.raises(TheoError) as fault:
        th.new("pocket", players=names)
    assert sentence in str(fault.value)
    raw = save.parse(game().save())
    raw["setup"]["players"] = names
    if isinstance(names, list):
        with pytest.raises(SaveError):
            save.rebuild(save.checked(raw))


def test_names_of_all_peoples_pass() -> None:
    names = ["Ménélas", "Ζεύς", "天照", "O'Neil 3rd", "x" * MOST_SEAT, "<b>Bold</b>", 'the "Great" \\', "\U0001f3db 1"]
    assert named(names) == tuple(names)
    assert named(2) == 2
    assert named(None) is None


# -- where a file goes ------------------------------------------------------------------------------------------------
def test_the_place_of_a_file_is_looked_at_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Before a game is played, not after it."""
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for place in (tmp_path, tmp_path / "file" / "game.json", Path("/dev/null")):
        assert main(["play", "pocket", "--bots", "random", "--save", str(place)]) == 2
        assert main(["new", "pocket", "-o", str(place)]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.count("cannot be written: ") == 2
        with pytest.raises(SaveError, match="cannot be written"):
            game().save(place)
    assert Path("/dev/null").is_char_device()
    assert main(["play", "pocket", "--bots", "random", "--save", str(tmp_path / "new" / "game.json")]) == 0
    assert th.load(tmp_path / "new" / "game.json").over
