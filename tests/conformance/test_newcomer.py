"""Somebody in a python shell who does everything wrongly: each wrong use ends in one sentence and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import theomachy as th

GAMES = ("demigods", "cthulhu_wars", "heroes", "mythic_battles", "gods_war")
WRONG: tuple[Any, ...] = (
    True, -1, 10**400, 1.5, float("nan"), "zzz", "\0", "\ud800", "{x}", "a" * 5000, b"x", ["a"], [[[]]], {"a": 1},
    (1, 2), ("build", None), ("attack", 10**9, "x"), ("move", True), ("!", "leaves", 99), object(), int,
    Path("none/of/these"),
    "! zzz leaves", "9" * 400, Exception("x"),
)  # fmt: skip
CALLS: dict[str, Callable[[th.Game, Any], Any]] = {
    "play": lambda game, v: game.play(v),
    "dice": lambda game, v: game.play(game.options[0], dice=v),
    "undo": lambda game, v: game.undo(v),
    "redo": lambda game, v: game.redo(v),
    "go": lambda game, v: game.go(v),
    "story": lambda game, v: game.story(v),
    "why not": lambda game, v: game.why_not(v),
    "whose why not": lambda game, v: game.why_not("move", v),
    "view": lambda game, v: game.view(v),
    "table": lambda game, v: game.table(v),
    "decision": lambda game, v: game.legal(v, all_seen=False).decision,
    "note": lambda game, v: game.note(v),
    "mark": lambda game, v: game.mark(v),
    "arrows": lambda game, v: game.mark([], v),
    "fork": lambda game, v: game.fork(v),
    "leave": lambda game, v: game.leave(v),
    "save": lambda game, v: game.save(v),
    "seed": lambda game, v: setattr(game, "seed", v),
}
NEVER = ("undo", "redo", "go", "view", "table", "decision", "leave", "whose why not")  # no wrong value passes


def judged(call: Callable[[], Any], told: str) -> bool:
    """Was it refused? Then in one sentence that can be printed."""
    try:
        call()
    except th.TheoError as fault:
        said = str(fault)
        said.encode()
        assert 10 < len(said) < 900, (told, said)
        assert "\n" not in said, (told, said)
        return True
    return False


@pytest.mark.parametrize("slug", GAMES)
def test_whatever_is_given_a_game_answers_with_a_sentence(
    slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game, rng = th.new(slug, seed=1), Random(2)
    for step in range(25):
        if step in (0, 24):
            for name, call in CALLS.items():
                for value in WRONG:
                    told = f"{name}({value!r:.40})"
                    tried = game.fork() if name != "seed" else th.new(slug)
                    length = len(tried.position.log())
                    refused = judged(lambda call=call, tried=tried, value=value: call(tried, value), told)  # type: ignore[misc]
                    assert refused or name not in NEVER, told
                    assert not refused or len(tried.position.log()) == length, told
        game.play(rng.choice(game.options))
    assert isinstance(str(game.trace), str)
    assert isinstance(game.odds(), tuple)


@pytest.mark.parametrize("slug", GAMES)
def test_whatever_a_game_is_set_up_with_it_answers_with_a_sentence(slug: str) -> None:
    for value in WRONG[GAMES.index(slug) :: len(GAMES)]:  # to set a game up takes a tenth of a second
        for key in ("players", "seed", "rulings", "overlay", "zzz"):
            refused = judged(lambda key=key, value=value: th.new(slug, **{key: value}), f"{key}={value!r:.40}")  # type: ignore[misc]
            assert refused or key == "seed", (key, value)


def test_what_is_no_game_and_no_file_is_told() -> None:
    for call in (th.new, th.load, th.editor):
        assert all(judged(lambda call=call, value=value: call(value), repr(call)) for value in WRONG)  # type: ignore[misc]


def test_sentences_say_what_is_wrong_and_what_there_is() -> None:
    game = th.new("demigods", seed=1)
    for call, sentence in (
        (lambda: game.undo(-1), "how often is a whole number from 0 on, not -1"),
        (lambda: game.story("x"), "how many turns the story goes back is a whole number, not 'x'"),
        (lambda: game.why_not(("attack", True)), "True is no area that there is; 'attack' takes an area and an area"),
        (lambda: game.why_not(("build", 1, 2)), "2 arguments are too many: 'build' takes an area"),
        (lambda: game.view(True), "there is no seat 'True'; there is Aglaia, Bronteas"),
        (lambda: game.legal(7, all_seen=False).decision, "there is no seat '7'; there is Aglaia, Bronteas"),
        (lambda: game.save("\ud800"), "'\\ud800' cannot be written: that is no name of a file"),
    ):
        with pytest.raises(th.TheoError) as found:
            call()
        assert str(found.value) == sentence
