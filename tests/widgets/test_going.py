"""Games that one may come back to: after the page was loaded anew, and after the server was started again."""

from __future__ import annotations

from pathlib import Path

import pytest

import theomachy as th
from tests.engine.walks import game as pocket
from theomachy.engine.errors import UnknownName
from theomachy_widgets import going as module
from theomachy_widgets.going import Going, Kept


def test_a_game_goes_on_where_it_was(tmp_path: Path) -> None:
    waits: list[object] = []
    going, game = Going(tmp_path), th.new("demigods", players=2, seed=7)
    token = going.begin(game)
    kept = Kept(going, token, game, lambda seconds, call: waits.append(call))
    assert going.game(token) is game, "two pages of one game show one game"
    game.play(game.options[0])
    game.play(game.options[0])
    assert len(waits) == 1, "changes that follow one another are written once"
    kept.close()
    assert not going._open
    again = Going(tmp_path)  # another server
    assert again.known(token)
    assert again.game(token).save() == game.save()


def test_what_was_not_played_is_not_kept_and_nobody_guesses(tmp_path: Path) -> None:
    going, game = Going(tmp_path), pocket(seed=7)
    token = going.begin(game)
    Kept(going, token, game, lambda seconds, call: None).close()
    assert list(tmp_path.iterdir()) == []
    for strange in (token, "", "../../etc/passwd", "a" * 24, "a" * 25):
        assert not going.known(strange)
        with pytest.raises(UnknownName, match="not kept any more"):
            going.game(strange)


def test_the_folder_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST", 2)
    going = Going(tmp_path)
    for _ in range(4):
        game = pocket(seed=7)
        token = going.begin(game)
        game.play(game.options[0])
        going.write(token)
    assert len(list(tmp_path.glob("*.json"))) == 2
