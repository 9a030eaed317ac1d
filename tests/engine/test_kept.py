"""Whatever the public face of a game accepts can be saved and loaded, journalled and recovered; the rest is refused."""

import json
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import theomachy as th
from tests.engine.pocket import Pocket
from theomachy.engine import bounds
from theomachy.engine.errors import IllegalAnswer, SaveError, TheoError
from theomachy.engine.game import document as documents
from theomachy.engine.game import save
from theomachy.engine.game.game import Game
from theomachy.engine.game.journal import Journal, recover
from theomachy.engine.runtime import sampling

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=30) | st.sampled_from(
    ["", "x" * 100, "x" * 101, "x" * 20_000, "x" * 20_001, "\ud800", "a\udfffb", "\0", "\n\u2028", "\U0001f3db"]
)
ANY_SEED = st.integers() | ANY_TEXT | st.none() | st.floats() | st.booleans() | st.sampled_from([10**100, -(10**99)])
ANYTHING: Any = ANY_TEXT | st.integers() | st.none()
AREA: Any = st.integers(-1, 5) | st.sampled_from([999, 1000, True, "a"])
DEED: Any = st.one_of(
    st.tuples(st.just("play"), st.integers(0, 50)),
    st.tuples(st.just("undo")),
    st.tuples(st.just("go"), st.integers(0, 30)),
    st.tuples(st.just("note"), ANYTHING),
    st.tuples(st.just("fork"), ANYTHING),
    st.tuples(st.just("name"), ANYTHING, ANYTHING),
    st.tuples(st.just("rings"), st.lists(ANYTHING, max_size=3)),
    st.tuples(st.just("arrows"), st.lists(st.tuples(AREA, AREA), max_size=3)),
    st.tuples(st.just("promote")),
)


def do(game: Game, deed: Any) -> None:
    """One call of the public face."""
    word, *args = deed
    if word == "play":
        options = game.options
        if options:
            game.play(options[args[0] % len(options)])
    elif word == "undo":
        if game.can_undo:
            game.undo()
    elif word == "go":
        game.go(args[0] % len(game.tree.nodes))
    elif word == "note":
        game.note(args[0])
    elif word == "fork":
        game.fork(args[0])
    elif word == "name":
        game.names[args[0]] = args[1]
        game.go(game.here)
    elif word == "rings":
        game.mark(rings=args[0])
    elif word == "arrows":
        game.mark(arrows=args[0])
    else:
        game.tree.promote(game.here)


@settings(max_examples=150, deadline=None)
@given(ANY_SEED, st.lists(ANY_TEXT, max_size=4) | st.integers(-1, 5), st.lists(DEED, max_size=25))
def test_what_is_accepted_is_kept_and_the_rest_is_refused_in_a_sentence(seed: Any, players: Any, deeds: Any) -> None:
    try:
        game = Game(Pocket.build(players=players), seed=seed)
    except TheoError as fault:
        said(fault)
        return
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.journal"
        with Journal(path).attach(game):
            for deed in deeds:
                before = game.save()
                try:
                    do(game, deed)
                except TheoError as fault:
                    said(fault)
                    assert game.save() == before
            game.go(game.here)
        text = game.save(Path(folder) / "a.json")
        assert th.load(Path(folder) / "a.json").save() == text
        assert save.load(text).save() == text
        again = recover(path)
        assert again.notice == ""
        assert again.save() == text


def said(fault: TheoError) -> None:
    assert 10 < len(str(fault)) < 500
    assert "\n" not in str(fault)
    str(fault).encode()


@pytest.mark.parametrize(
    "seed", [None, 1.5, True, [], b"7", 10**5000, "9" * 5000, "\ud800", object(), [10**5000]], ids=range(10)
)
def test_a_seed_of_a_wrong_kind_is_refused_wherever_it_enters(seed: Any) -> None:
    for enter in (
        lambda: sampling.seed(seed),
        lambda: th.new("pocket", seed=seed),
        lambda: setattr(th.new("pocket"), "seed", seed),
    ):
        with pytest.raises(TheoError, match="seed"):
            enter()


@pytest.mark.parametrize(("text", "seed"), [("7", 7), ("007", 7), ("luck", "luck"), ("-3", "-3"), ("", ""), ("²", "²")])
def test_a_typed_seed(text: str, seed: int | str) -> None:
    assert sampling.typed(text) == seed
    assert type(sampling.typed(text)) is type(seed)


def test_a_number_of_another_kind_is_a_seed() -> None:
    class Seven:
        def __index__(self) -> int:
            return 7

    seven: Any = Seven()
    assert json.loads(Game(Pocket.build(), seed=seven).save())["seed"] == 7


def test_the_last_position_that_can_be_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from theomachy.engine.game import tree

    for module in (bounds, tree):
        monkeypatch.setattr(module, "MOST_NODES", 6)
    game, rng = Game(Pocket.build(), seed=1, dice_by_hand=True), Random(1)
    with Journal(tmp_path / "a").attach(game):
        while len(game.tree.nodes) < 6:
            game.play(rng.choice(game.options))
        before = game.save()
        with pytest.raises(IllegalAnswer, match="go on in a new game"):
            game.play(rng.choice(game.options))
        assert game.save() == before
    assert save.load(before).save() == recover(tmp_path / "a").save() == before


def test_a_game_that_is_too_large_for_a_file_is_not_written_over_the_one_there_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = Game(Pocket.build(), seed=1)
    game.save(tmp_path / "a.json")
    before = (tmp_path / "a.json").read_bytes()
    monkeypatch.setattr(documents, "LARGEST", 2000)
    with pytest.raises(SaveError, match="could not be read again"):
        game.note("ü" * 1000).save(tmp_path / "a.json")  # two bytes each
    assert (tmp_path / "a.json").read_bytes() == before


def test_a_full_disk_leaves_the_old_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import os

    game = Game(Pocket.build(), seed=1)
    game.save(tmp_path / "a.json")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SaveError, match=r"a\.json cannot be written: No space left"):
        game.note("more").save(tmp_path / "a.json")
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]
    assert th.load(tmp_path / "a.json").tree.nodes[0].note == ""


def test_a_link_stays_a_link_and_leave_stays_as_it_was(tmp_path: Path) -> None:
    game = Game(Pocket.build(), seed=1)
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    game.save(real)
    real.chmod(0o640)
    link.symlink_to(real)
    game.note("through the link").save(link)
    assert link.is_symlink()
    assert th.load(real).save() == game.save()
    assert real.stat().st_mode & 0o777 == 0o640


def test_a_name_that_no_file_can_have(tmp_path: Path) -> None:
    game = Game(Pocket.build(), seed=1)
    for name in ("a\0b", "x" * 300):
        with pytest.raises(SaveError, match="cannot be written"):
            game.save(tmp_path / name)
