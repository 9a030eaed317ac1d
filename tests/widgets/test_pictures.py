"""Strips and animations: the right frames, their words, their size, and nothing hidden."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import pytest
from PIL import Image, ImageChops

from tests.engine.walks import game as pocket
from theomachy.engine.game.game import Game
from theomachy_widgets import pictures
from theomachy_widgets.pictures import gif, strip_png
from theomachy_widgets.present.film import Frame


@pytest.fixture(scope="module")
def game() -> Game:
    game, rng = pocket(seed=3), Random(5)
    while len(game.position.log()) < 40:
        game.play(rng.choice(game.options))
    return game


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))


def told(game: Game, first: int) -> list[Frame]:
    path = game.tree.path(game.here)
    return pictures._frames(game, None, (path[first], path[-1]), None, False)


def test_a_strip_has_a_cell_for_every_event(game: Game, tmp_path: Path) -> None:
    path = game.tree.path(game.here)
    n = len(told(game, -12))
    assert n > 3
    data = strip_png(game, tmp_path / "strip.png", nodes=(path[-12], path[-1]), columns=2, width=200)
    image = opened(data)
    assert (tmp_path / "strip.png").read_bytes() == data
    assert image.width == 2 * 200 + 3 * pictures.GAP
    rows = -(-n // 2)
    assert (image.height - pictures.GAP) % rows == 0
    twice = opened(strip_png(game, nodes=(path[-12], path[-1]), columns=2, width=200, scale=2))
    assert twice.size == (2 * image.width, 2 * image.height)


def test_the_last_step_is_shown_unless_another_trace_is_given(game: Game) -> None:
    def shown(**options: object) -> list[str]:
        return [f.text for f in pictures._frames(game, options.get("trace"), None, None, True)]  # type: ignore[arg-type]

    assert shown() == [event.text for event in game.trace]
    other = game._trace(game.position.segments()[2])
    assert shown(trace=other) == [event.text for event in other]


def test_an_animation_has_a_picture_for_every_event_and_rests_at_the_end(game: Game, tmp_path: Path) -> None:
    path = game.tree.path(game.here)
    frames = told(game, -12)
    image = opened(gif(game, tmp_path / "a.gif", nodes=(path[-12], path[-1]), width=240, hold=700))
    assert image.info["loop"] == 0
    times, last = [], None
    for k in range(image.n_frames):  # type: ignore[attr-defined]
        image.seek(k)
        times.append(image.info["duration"])
        now = image.convert("RGB")
        assert last is None or ImageChops.difference(last, now).getbbox() is not None
        last = now
    assert len(times) == len(frames)
    assert times == [700] * (len(frames) - 1) + [pictures.LAST]
    assert opened((tmp_path / "a.gif").read_bytes()).format == "GIF"


def test_themes_differ_and_pictures_repeat(game: Game) -> None:
    assert strip_png(game, width=200) == strip_png(game, width=200)
    light, dark = (opened(strip_png(game, width=200, theme=theme)) for theme in ("light", "dark"))
    assert light.getpixel((1, 1)) != dark.getpixel((1, 1))


def test_a_viewer_reads_his_own_sentences(game: Game) -> None:
    path = game.tree.path(game.here)
    texts = {
        view: [f.text for f in pictures._frames(game, None, (0, path[-1]), view, False)]
        for view in (None, 0, "spectator")
    }
    secret = [e.text for part in game.position.segments() for e in game._trace(part) if e.secret and e.secret[0] == 1]
    assert secret
    assert set(secret) <= set(texts[None])
    assert not set(secret) & set(texts[0])
    assert not set(secret) & set(texts["spectator"])


def test_long_sentences_are_wrapped(game: Game) -> None:
    frame = told(game, -12)[0]
    long = Frame(0, 0, frame.told, "a very long sentence indeed " * 6, "blue", "PG-BAT-001", frame.table, frame.marks)
    rows = pictures._wrapped(long, 300)
    assert len(rows) == 4
    assert all(pictures._font(False).getlength(row) <= 260 for row in rows)
    assert " ".join(rows) in " ".join(long.text.split())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"width": 10}, "width"),
        ({"theme": "sepia"}, "theme"),
        ({"scale": 9}, "scale"),
        ({"columns": -1}, "columns"),
        ({"nodes": (9, 3)}, "does not lie before"),
        ({"nodes": (3, 3)}, "nothing happened"),
    ],
)
def test_what_cannot_be_drawn(game: Game, options: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        strip_png(game, **options)  # type: ignore[arg-type]


def test_bounds_of_an_animation(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="hold"):
        gif(game, hold=1)
    monkeypatch.setattr(pictures, "MOST", 2)
    with pytest.raises(ValueError, match="at most 2"):
        gif(game, nodes=(0, game.here))
