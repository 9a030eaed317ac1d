"""The journal: nothing acknowledged is lost, one writer, torn tails are cut, damage in the middle is refused."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.engine.walks import game, snapshot
from theomachy.engine.errors import IllegalAnswer, SaveError
from theomachy.engine.game import journal as module
from theomachy.engine.game.game import Game
from theomachy.engine.game.journal import Journal, recover

ROOT = Path(__file__).resolve().parents[2]


def busy(path: Path) -> Game:
    """A game of all kinds of changes, written to a journal that is closed again."""
    played = game(3)
    with Journal(path).attach(played):
        played.play((0, 1), (1, 0), (2, 0), "raise kos")
        played.note("well & good").undo().play("march kos ios 1")
        played.names["title"] = "A tale"
        played.fork().play("raise ios")
        played.play(("!", "bless", 1, 1))
        played.tree.promote(played.here)
        played.undo()
    return played


def test_a_recovered_game_is_the_game(tmp_path: Path) -> None:
    played = busy(tmp_path / "a.journal")
    again = recover(tmp_path / "a.journal")
    assert again.save() == played.save()
    assert again.here == played.here


def test_a_journal_can_be_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "a.journal"
    played = busy(path)
    again = recover(path)
    with Journal(path).attach(again) as journal:
        assert journal.warning == ""
        assert not journal.read_only
        again.play("end")
    assert recover(path).save() == again.save() != played.save()


def test_a_journal_begun_late_holds_what_was_before(tmp_path: Path) -> None:
    played = game().play((0, 0), (1, 0), "raise kos").undo().play("end")
    with Journal(tmp_path / "a").attach(played):
        played.play("end")
    assert recover(tmp_path / "a").save() == played.save()


def test_an_edited_beginning_is_kept(tmp_path: Path) -> None:
    from theomachy.engine.game import save

    text = game().play((0, 0), (1, 0), "march kos ios 2").save()
    raw = json.loads(text)
    raw["start"] = game().system.to_json(save.load(text).state)
    raw |= {"nodes": [], "here": 0, "digest": save.digest(save.load(text))}
    played = save.load(json.dumps(raw))
    with Journal(tmp_path / "a").attach(played):
        played.play("raise ios")
    assert snapshot(recover(tmp_path / "a").position) == snapshot(played.position)


def test_another_game_needs_a_journal_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "a"
    busy(path)
    for other in (game(2), game(3, seed=8), game(3)):
        with Journal(path) as journal, pytest.raises(SaveError, match="holds another game"):
            journal.attach(other)
    with Journal(path).attach(recover(path)) as journal, pytest.raises(SaveError, match="already follows a game"):
        journal.attach(game(3))


def test_a_second_journal_of_the_same_file_can_only_read(tmp_path: Path) -> None:
    played = game()
    with Journal(tmp_path / "a").attach(played):
        played.play((0, 0))
        size = (tmp_path / "a").stat().st_size
        with Journal(tmp_path / "a") as second:
            assert second.read_only
            with pytest.raises(SaveError, match="written by another process"):
                second.attach(game())
        assert recover(tmp_path / "a").save() == played.save()
        assert (tmp_path / "a").stat().st_size == size
    with Journal(tmp_path / "a") as third:
        assert not third.read_only


def test_a_closed_journal_follows_no_more(tmp_path: Path) -> None:
    played = busy(tmp_path / "a")
    size = (tmp_path / "a").stat().st_size
    played.play("end")
    assert (tmp_path / "a").stat().st_size == size


def test_an_answer_that_cannot_be_written_is_told_and_the_next_one_mends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = game()
    with Journal(tmp_path / "a").attach(played):
        real = os.write

        def short(fd: int, data: bytes) -> int:
            real(fd, data[: len(data) // 2])
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as full:
            full.setattr(os, "write", short)
            with pytest.raises(SaveError, match="cannot be written: No space left"):
                played.play((0, 0))
        played.play((1, 0))
    assert recover(tmp_path / "a").save() == played.save()


def test_every_cut_of_the_tail_gives_a_sound_game(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    played = busy(whole)
    data = whole.read_bytes()
    first = data.index(b"\n") + 1
    seen = set()
    for cut in range(first, len(data), 3):
        path = tmp_path / "cut"
        path.write_bytes(data[:cut])
        again = recover(path)
        seen.add(len(again.tree.nodes))
        assert len(again.tree.nodes) <= len(played.tree.nodes)
    assert seen == set(range(1, len(played.tree.nodes) + 1))


def test_a_torn_tail_is_cut_off_with_a_sentence_and_then_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "a"
    busy(path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]) + lines[-1][:-4])
    again = recover(path)
    with Journal(path) as journal:
        assert journal.warning == f"the last {len(lines[-1]) - 4} bytes of the journal a were cut off and are dropped"
        journal.attach(again)
        again.play("end")
    assert recover(path).save() == again.save()


@pytest.mark.parametrize("seed", range(20))
def test_of_a_damaged_journal_the_sound_beginning_is_kept_with_a_sentence(tmp_path: Path, seed: int) -> None:
    path, rng = tmp_path / "a", Random(seed)
    played = busy(path)
    data = bytearray(path.read_bytes())
    first, last = data.index(b"\n") + 1, data.rindex(b"\n", 0, len(data) - 1)
    at = rng.randrange(first, last)
    data[at] ^= 1 << rng.randrange(7)
    path.write_bytes(data)
    line = data[:at].count(b"\n")
    again = recover(path)
    assert f"the journal a is damaged after line {line}: the game is kept as it stood there" in again.notice
    assert again.tree.nodes[-1].entry == played.tree.nodes[len(again.tree.nodes) - 1].entry
    assert path.read_bytes() == data  # to look changes nothing
    with Journal(path) as journal:
        assert journal.warning == f"{again.notice}; the file as it was is kept as a.damaged"
        assert (tmp_path / "a.damaged").read_bytes() == data
        journal.attach(again)
        again.note("gone on with")
    mended = recover(path)
    assert mended.save() == again.save()
    assert mended.notice == ""


def test_damage_in_the_first_line_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a"
    busy(path)
    data = bytearray(path.read_bytes())
    data[30] ^= 1
    path.write_bytes(data)
    for opens in (recover, Journal):
        with pytest.raises(SaveError, match="damaged from its first line on"):
            opens(path)
    assert path.read_bytes() == data
    assert list(tmp_path.iterdir()) == [path]


def test_a_second_damage_has_a_copy_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "a"
    for name in ("a.damaged", "a-2.damaged"):
        busy(path)
        data = path.read_bytes()
        path.write_bytes(data[:-200] + b"x" + data[-199:])
        with Journal(path) as journal:
            assert journal.warning.endswith(f"is kept as {name}")
        path.unlink()
    assert {file.name for file in tmp_path.iterdir()} == {"a.damaged", "a-2.damaged"}


def test_a_journal_cut_anywhere_is_the_game_up_to_there(tmp_path: Path) -> None:
    whole, path = tmp_path / "whole", tmp_path / "cut"
    played = busy(whole)
    data, before = whole.read_bytes(), 0
    for cut in range(len(data) + 1):
        path.write_bytes(data[:cut])
        if cut <= data.index(b"\n"):
            with pytest.raises(SaveError, match="is empty"):
                recover(path)
            continue
        again = recover(path)
        nodes = [(node.parent, node.entry) for node in again.tree.nodes]
        assert nodes == [(node.parent, node.entry) for node in played.tree.nodes[: len(nodes)]]
        assert before <= len(nodes)
        assert bool(again.notice) is not (data[:cut].endswith(b"\n"))
        before = len(nodes)
    assert before == len(played.tree.nodes)


def test_a_changed_order_of_lines_may_be_cut_off_from_the_answer_that_follows(tmp_path: Path) -> None:
    path, played = tmp_path / "a", game()
    with Journal(path).attach(played):
        for answer in (0, 1):
            played.play((0, answer)).undo()
        played.tree.promote(2)
        played.play((0, 2))
    data = path.read_bytes()
    for cut in range(data.index(b"\n") + 1, len(data)):
        path.write_bytes(data[:cut])
        recover(path)
    path.write_bytes(data)
    assert recover(path).save() == played.save()


# -- what cannot be read again is not written -------------------------------------------------------------------------
def test_a_note_is_written_once(tmp_path: Path) -> None:
    path, played = tmp_path / "a", game()
    with Journal(path).attach(played):
        for number in range(300):
            played.play(played.options[0]).note(f"{number:04}" * 500)
            if played.over or number % 50 == 49:
                played.go(0)
    assert path.stat().st_size < 300 * 2500
    assert recover(path).save() == played.save()


def test_what_nobody_could_read_is_left_out_and_told_and_the_rest_is_kept(tmp_path: Path) -> None:
    path, played = tmp_path / "a", game()
    with Journal(path).attach(played):
        played.tree.nodes[0].note = "half a \ud800"
        with pytest.raises(SaveError, match=r"not everything is kept in the journal a: .* half a sign"):
            played.play((0, 0))
        played.play((1, 0))
        with pytest.raises(SaveError, match="half a sign"):
            played.save()
        played.tree.nodes[0].rings = ("x" * 101,)
        with pytest.raises(SaveError, match="not everything is kept"):
            played.play(played.options[0])
    again = recover(path)
    assert [node.entry for node in again.tree.nodes] == [node.entry for node in played.tree.nodes]
    assert again.tree.nodes[0].note == ""


def test_a_journal_that_has_grown_too_long_is_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST", 30_000)
    path, played = tmp_path / "a", game()
    with Journal(path).attach(played) as journal:
        for number in range(200):
            played.note(f"{number:04}" * 100)
            if number % 40 == 0:
                played.play(played.options[0])
            assert path.stat().st_size <= 30_000
            if number % 20 == 0:
                assert recover(path).save() == played.save()
                with Journal(path) as second:
                    assert second.read_only  # the new file is locked too
        assert not journal.read_only
        with pytest.raises(SaveError, match="too large for a journal"):
            played.note("x" * 20_000).go(0).note("y" * 20_000)
        played.note("short")
        assert recover(path).save() == played.save()
    assert list(tmp_path.iterdir()) == [path]


def test_a_journal_that_is_thrown_away_or_shortened_is_written_again(tmp_path: Path) -> None:
    path, played = tmp_path / "deep" / "a", game()
    with Journal(path).attach(played):
        played.play((0, 0))
        shutil.rmtree(path.parent)
        played.play((1, 0))
        assert recover(path).save() == played.save()
        os.truncate(path, 40)
        played.note("and on")
        assert recover(path).save() == played.save()
        path.write_bytes(path.read_bytes() + b"somebody else wrote here\n")
        played.note("and on and on")
        assert recover(path).save() == played.save()


def test_another_file_in_its_place_is_left_alone(tmp_path: Path) -> None:
    path, played = tmp_path / "a", game()
    with Journal(path).attach(played):
        (tmp_path / "other").write_text("precious")
        os.replace(tmp_path / "other", path)
        with pytest.raises(SaveError, match="was replaced by another file"):
            played.play((0, 0))
    assert path.read_text() == "precious"


def test_a_journal_behind_a_link_stays_behind_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST", 6_000)
    path, real, played = tmp_path / "a", tmp_path / "real", game()
    path.symlink_to(real)
    with Journal(path).attach(played):
        for number in range(30):
            played.note(f"{number}" * 200)
    assert path.is_symlink()
    assert recover(real).save() == played.save()


def test_a_disk_without_locks_is_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(module.fcntl, "flock", none)
    played = game()
    with Journal(tmp_path / "a").attach(played):
        played.play((0, 0))
    assert recover(tmp_path / "a").save() == played.save()


def test_a_read_only_disk_gives_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.open

    def refused(path: Any, flags: int, *mode: int) -> int:
        if flags & (os.O_RDWR | os.O_WRONLY):
            raise OSError(30, "Read-only file system")
        return real(path, flags, *mode)

    busy(tmp_path / "a")
    monkeypatch.setattr(os, "open", refused)
    with pytest.raises(SaveError, match="cannot be opened: Read-only file system"):
        Journal(tmp_path / "a")
    assert recover(tmp_path / "a").notice == ""
    with pytest.raises(SaveError, match="cannot be written: Read-only file system"):
        game().save(tmp_path / "b")


def test_an_interruption_at_any_moment_of_writing_loses_and_doubles_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ftruncate", "lseek", "write", "fsync"):
        for before in (True, False):
            path, played = tmp_path / f"{name}-{before}", game()
            with Journal(path).attach(played):
                real = getattr(os, name)

                def stopped(*args: Any, real: Any = real, before: bool = before) -> Any:
                    if not before:
                        real(*args)
                    raise KeyboardInterrupt

                with monkeypatch.context() as patched:
                    patched.setattr(os, name, stopped)
                    with pytest.raises(KeyboardInterrupt):
                        played.play((0, 0))
                played.play((1, 0))
            assert recover(path).save() == played.save()


@pytest.mark.parametrize("data", [b"hello\nworld\n", b"{}", b"\x89PNG\r\n", b"00000000 [1,2]\n00000000 []\n"])
def test_a_file_that_is_no_journal_is_refused_and_kept(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a"
    path.write_bytes(data)
    with pytest.raises(SaveError, match="damaged from its first line on"):
        Journal(path)
    assert path.read_bytes() == data


def forge(path: Path, *lines: object) -> None:
    crc, data = 0, b""
    for line in lines:
        body = json.dumps(line).encode()
        crc = module.crc32(body, crc)
        data += b"%08x %s\n" % (crc, body)
    path.write_bytes(data)


OPENING = {"journal": 2, "format": 1, "game": "pocket", "setup": game().system.setup(), "seed": 1, "start": None}


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ([], "is empty"),
        ([["answer", []]], "is no journal of a game"),
        ([["game", {**OPENING, "journal": 1}]], "another version"),
        ([["game", {**OPENING, "game": "chess"}]], "no game 'chess'"),
        ([["game", {**OPENING, "evil": 1}]], "unknown key 'evil'"),
        ([["game", OPENING], ["run", "rm -rf"]], "holds a line 'run'"),
        ([["game", OPENING], ["here", 3]], "holds a line 'here'"),
        ([["game", OPENING], ["here", ["0", 0, False]]], "'here' of the saved game is of the wrong type"),
        ([["game", OPENING], ["answer", [0, 0, "bid", 1.5]]], "answer 1 of the file is not made of"),
        ([["game", OPENING], ["unread", 7]], "an answer that was not read before"),
        ([["game", OPENING], ["left out", 7]], "holds a line 'left out'"),
        ([["game", OPENING], ["left out", {"evil": 7}]], "unknown key 'evil'"),
        ([["game", OPENING], ["remark", 3]], "holds a line 'remark'"),
        ([["game", OPENING], ["remark", ["7", {"note": "x"}]]], "position '7', which the game does not have"),
        ([["game", OPENING], ["remark", ["0", 3]]], "position '0', which the game does not have"),
        ([["game", OPENING], ["remark", ["0", {"evil": 3}]]], "there is no remark 'evil'"),
        ([["game", OPENING], ["name", ["title", 3]]], "a name is a text"),
        ([["game", {**OPENING, "seed": "x" * 101}]], "a seed may have 100 signs"),
    ],
)
def test_a_forged_journal_is_refused_in_a_sentence(tmp_path: Path, lines: list[object], sentence: str) -> None:
    forge(tmp_path / "a", *lines)
    with pytest.raises(SaveError, match=sentence):
        recover(tmp_path / "a")


def test_a_folder_and_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="cannot be read"):
        recover(tmp_path / "none")
    with pytest.raises(SaveError, match="cannot be opened"):
        Journal(tmp_path)


PLAYER = """
import sys
from random import Random
from theomachy.engine.game import registry
from tests.engine.pocket import Pocket
registry.games = lambda: {"pocket": Pocket}
from tests.engine.walks import game
from theomachy.engine.game.journal import Journal
rng, table = Random(int(sys.argv[2])), game(3, int(sys.argv[2]))
journal = Journal(sys.argv[1]).attach(table)
print(len(table.tree.nodes), flush=True)
while True:
    while table.over or (table.can_undo and rng.random() < 0.1):
        table.undo()
    table.play(table.options[int(rng.random() * len(table.options))].value)
    print(len(table.tree.nodes), flush=True)  # acknowledged to the player
"""


def environment() -> dict[str, str]:
    path = os.pathsep.join([str(ROOT), str(ROOT / "rules"), os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "PYTHONPATH": path}


@pytest.mark.parametrize("seed", range(4))
def test_a_killed_process_loses_nothing_acknowledged(tmp_path: Path, seed: int) -> None:
    path, rng = tmp_path / "killed", Random(seed)
    process = subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(path), str(seed)], env=environment(), stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    wanted, said = 5 + rng.randrange(120), ""
    for _ in range(wanted):
        said = process.stdout.readline()
        if not said:
            break
    with Journal(path) as mine:
        assert mine.read_only  # the other process writes it
    process.send_signal(signal.SIGKILL)
    rest = process.stdout.read().split()
    process.wait()
    process.stdout.close()
    acknowledged = int((rest or [said])[-1])
    again = recover(path)
    assert len(again.tree.nodes) >= acknowledged > 1
    with Journal(path) as mine:
        assert not mine.read_only  # the lock went with the process
        mine.attach(again)
        if not again.over:
            again.play(again.options[0].value)
    assert recover(path).save() == again.save()


def test_a_game_goes_on_if_an_answer_is_refused(tmp_path: Path) -> None:
    played = game()
    with Journal(tmp_path / "a").attach(played):
        with pytest.raises(IllegalAnswer):
            played.play((0, 0), (1, 9))
        played.play((0, 2))
    assert recover(tmp_path / "a").save() == played.save()
