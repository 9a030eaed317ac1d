"""The text of a game for people, and the line of a position: what is read, and what is refused with which sentence."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode
from pathlib import Path

import pytest

import theomachy as th
from tests.engine.pocket import Pocket
from theomachy.engine.errors import SaveError
from theomachy.engine.game import position_line
from theomachy.engine.game.game import Game

HEAD = 'Theomachy record 1\ngame: pocket\nplayers: ["Ash", "Birch"]\nseed: 3\n\n'


def game() -> Game:
    return Game(Pocket.build(players=["Ash", "Birch"]), seed=3)


def refused(text: str) -> str:
    with pytest.raises(SaveError) as fault:
        th.notation(text)
    return str(fault.value)


def test_a_record_reads_like_the_game() -> None:
    played = game()
    first, *_ = played.options
    played.play(first).sign("!?").note("a bold bid")
    text = played.notation()
    assert text.startswith(HEAD)
    said = f"{played.seats[0].name}: "
    line = next(line for line in text.splitlines() if line.startswith(said))
    assert line.endswith(f"{first.label} !?")
    assert "{a bold bid}" in text
    assert th.notation(text).tree.nodes[1].sign == "!?"


def test_answers_may_be_written_as_they_are_typed() -> None:
    played = game()
    by_number = th.notation(HEAD + "# by hand\nash: 1\n")
    assert by_number.position.log() == played.play("1").position.log()


def test_a_file_of_a_record_is_opened_like_a_saved_game(tmp_path: Path) -> None:
    played = game().play("1")
    (tmp_path / "moves.txt").write_text(played.notation(), encoding="utf-8")
    assert th.load(tmp_path / "moves.txt").position.log() == played.position.log()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1: a record begins with"),
        ("Theomachy record 7\n", "line 1: the record is of version 7"),
        ("Theomachy record 1\n\n", "line 2: the head does not name the game"),
        ("Theomachy record 1\ngame: chess\n\n", "line 3: there is no game 'chess'"),
        ("Theomachy record 1\nplayer: 2\n", "line 2: the head knows game"),
        ("Theomachy record 1\nseed: 1\nseed: 2\n", "line 3: the head says seed twice"),
        ("Theomachy record 1\nseed: [1]\n", "line 2: seed is of the wrong type"),
        ("Theomachy record 1\nplayers: {\n", "line 2: the file is no JSON"),
        (HEAD + "Yew: 1\n", "line 6: a line begins with who answers (Ash, Birch, chance or dice)"),
        (HEAD + "Ash: xyzzy\n", "line 6: 'xyzzy' is not offered"),
        (HEAD + "\n\nAsh:\n", "line 8: nothing is answered there"),
        (HEAD + "Ash: 1;\n", "line 6: a semicolon stands at the end"),
        (HEAD + "Ash: 1;;2\n", "line 6: an answer is missing"),
        (HEAD + 'Ash: "1\n', "line 6: a quotation is not closed"),
        (HEAD + 'Ash: "1" no\n', "line 6: 'no' follows a quotation"),
        (HEAD + "dice: 3\n", "line 6: "),
        (HEAD + "(\n", "line 6: “(” begins another way"),
        (HEAD + "Ash: 1\n)\n", "line 7: “)” ends a variation"),
        (HEAD + "Ash: 1\n(\nAsh: 2\n", "line 9: the record ends within “(”"),
        (HEAD + "{a}\n{b}\n", "line 7: the position has a note already"),
        (HEAD + "{a\n", "line 6: “{” is closed by one “}”"),
        (HEAD + "{a} b}\n", "line 6: “{” is closed by one “}”"),
        (HEAD + "@here\n@here\n", "line 7: the record says twice"),
        (HEAD + "@stand\n", "line 6: '@stand' is none of"),
        (HEAD + "@arrows [[1]]\n", "line 6: an arrow joins two areas"),
        (HEAD + "{\\ud800}\n", "line 6: the record holds text that is no text"),
    ],
)
def test_every_fault_is_one_sentence_with_its_line(text: str, sentence: str) -> None:
    assert refused(text).startswith(sentence)


def test_a_sign_is_one_of_six_and_is_kept() -> None:
    played = game().play("1").sign("??")
    assert th.notation(played.notation()).tree.nodes[1].sign == "??"
    assert json.loads(played.save())["remarks"]["1"]["sign"] == "??"
    with pytest.raises(SaveError, match="the sign of an answer is one of"):
        played.sign("???")
    assert played.sign("").tree.nodes[1].sign == ""


def packed(held: object, game: str = "pocket", version: int = 1) -> str:
    body = urlsafe_b64encode(zlib.compress(json.dumps(held).encode())).decode().rstrip("=")
    line = f"theo{version}.{game}.{body}"
    return f"{line}.{zlib.crc32(line.encode()):08x}"


SETUP = {"players": ["Ash", "Birch"], "options": {}, "rulings": {}, "overlay": {}}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "that is no position"),
        ("rnbqkbnr/pppppppp", "that is no position"),
        (packed({}, version=2), "the line is of version 2"),
        (packed({})[:-1] + "x", "that is no position"),
        (packed({}).replace("pocket", "socket"), "its checksum does not fit"),
        (packed({}), "is not of set-up, state and answers"),
        (packed({"setup": {}, "state": {}, "answers": []}), "the set-up in the line is not of"),
        (packed({"setup": SETUP, "state": {}, "answers": []}, game="chess"), "there is no game 'chess'"),
        (packed({"setup": SETUP, "state": {"coins": "many"}, "answers": []}), "coins"),
        (packed({"setup": SETUP, "state": {}, "answers": [[0, "bid", 99]]}), "do not hold under these rules"),
        (packed({"setup": SETUP, "state": {}, "answers": [7]}), "are not [player, question, answer]"),
        (packed({"setup": SETUP, "state": {}, "answers": [], "seat": 9}), "a seat that the game does not have"),
        (packed("0" * 500_000), "cannot be unpacked"),
        ("theo1.pocket." + "A" * 30_000 + ".00000000", "at most 20,000 signs"),
        ("theo1.pocket.AAAA." + f"{zlib.crc32(b'theo1.pocket.AAAA'):08x}", "cannot be unpacked"),
    ],
)
def test_a_line_that_is_no_position_is_refused_in_a_sentence(line: str, sentence: str) -> None:
    with pytest.raises(SaveError) as fault:
        th.position(line)
    assert sentence in str(fault.value)


def test_a_line_opens_where_it_was_written() -> None:
    played = game().play("1")
    line = played.line()
    assert position_line.is_line(f" {line}\n")
    wrapped = "\n".join(line[at : at + 40] for at in range(0, len(line), 40))
    again = th.position(wrapped, seed="another")
    assert (again.state, again.seed) == (played.state, "another")
    assert again.position.decision is not None
    assert again.line() == line


def test_the_line_of_a_seat_does_not_change_with_what_others_hold() -> None:
    """Birch's sealed bid and hand are no part of what Ash copies; his own are."""
    first, second = game(), game()
    options = [o.value for o in first.options if o.value[0] == 1]
    if len(options) < 2:
        pytest.fail("the pocket game begins with sealed bids")
    first.play(options[0])
    second.play(options[1])
    assert first.line() != second.line()
    assert first.line("Ash") == second.line("Ash")
    assert first.line("Birch") != second.line("Birch")
    opened = th.position(first.line("Ash"))
    assert opened.notice == "This is what Ash knows. What Ash cannot know is drawn anew, and may lie otherwise."
