"""Whatever is handed to the public face, and to the editor: it is taken, or refused with one sentence."""

from __future__ import annotations

import inspect
from random import Random
from typing import Any

import pytest

from tests.engine.walks import game as pocket
from theomachy.engine.authoring.editor import Editor
from theomachy.engine.errors import IllegalAnswer, TheoError
from theomachy.engine.game.game import Game

WRONG: tuple[Any, ...] = (
    None, True, False, -1, 0, 1, 2, 99, 10**12, 1.5, float("nan"), "", "x", "{0}", "\ud800", "area:1", "end", [], {},
    ["x"], [1], [None], [[]], {"a": 1}, {1: 2}, b"x", (1, 2), (0, 0), object(), len,
)  # fmt: skip


def played() -> Game:
    game = pocket(seed=7)
    game.play((0, 0), (1, 0))
    return game


@pytest.mark.parametrize("make", [played, lambda: Editor.of(pocket(seed=7))], ids=["game", "editor"])
def test_every_method_takes_or_refuses_what_it_is_given(make: Any, tmp_path: Any, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)  # a name may be that of a file
    rng, kind = Random(26), type(make())
    names = [name for name in dir(kind) if not name.startswith("_") and inspect.isroutine(getattr(kind, name))]
    assert len(names) > 12
    refused = 0
    for name in names:
        wanted = inspect.signature(getattr(make(), name)).parameters.values()
        for _ in range(12 if wanted else 1):
            thing = make()
            free = [rng.choice(WRONG) for each in wanted if each.kind is each.VAR_POSITIONAL for _ in range(2)]
            given = {
                each.name: rng.choice(WRONG)
                for each in wanted
                if not free and each.kind is not each.VAR_KEYWORD and (each.default is each.empty or rng.random() < 0.6)
            }
            try:
                getattr(thing, name)(*free, **given)
            except TheoError as fault:
                refused += 1
                assert 10 < len(str(fault).encode()) < 900  # noqa: PT017
    assert refused > 50


def test_true_is_no_seat_and_no_number() -> None:
    game = played()
    for given in (True, False):
        with pytest.raises(TheoError):
            game.leave(given)
        with pytest.raises(TheoError):
            game.go(given)
        with pytest.raises(IllegalAnswer):
            game.story(given)
