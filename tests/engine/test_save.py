"""Saved games: both ways at every decision; hostile and truncated documents are refused in one sentence."""

import gc
import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import theomachy as th
from tests.engine.pocket import Pocket
from tests.engine.walks import game, snapshot, walk
from theomachy.engine import bounds
from theomachy.engine.errors import SaveError
from theomachy.engine.game import document as documents
from theomachy.engine.game import save
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.position import Position


@pytest.mark.parametrize("seed", range(6))
def test_a_save_at_every_decision_loads_as_the_same_game(seed: int) -> None:
    for position, _ in walk(seed):
        table = Game(position.system, position.clone(), dice_by_hand=True)
        text = table.save()
        again = save.load(text)
        assert snapshot(again.position) == snapshot(position)
        assert again.save() == text
        assert again.dice_by_hand


def test_branches_notes_marks_and_names_are_kept(tmp_path: Path) -> None:
    played = game(seed="luck").play((0, 1), (1, 0)).note("the first <b>deed</b>")
    played.fork("bold").play("attack kos delos")
    played.play("raise kos").note('said "so"\n\u2028')
    played.tree.nodes[1].rings, played.tree.nodes[1].arrows = ("area:3",), ((0, 1),)
    played.names["title"] = "A tale"
    played.tree.promote(played.here)
    path = tmp_path / "game.json"
    played.save(path)
    again = th.load(path)
    assert again.save() == played.save() == path.read_text("utf-8")
    assert [(n.note, n.name, n.rings, n.arrows, n.children) for n in again.tree.nodes] == [
        (n.note, n.name, n.rings, n.arrows, n.children) for n in played.tree.nodes
    ]
    assert again.names == {"title": "A tale"}
    assert again.seed == "luck"
    assert [n.entry for n in again.tree.nodes] == [n.entry for n in played.tree.nodes]
    assert again.undo().redo().save() == played.save()


def test_an_edited_position_is_saved_with_its_state() -> None:
    system = Pocket.build()
    owner, army = {"Kos": "Aglaia", "Ios": "Bronteas"}, {"Kos": 5, "Ios": 2}
    state = system.arrange({"phase": "deeds", "owner": owner, "army": army})
    played = Game(system, Position(system, state)).play("raise kos")
    again = save.load(played.save())
    assert snapshot(again.position) == snapshot(played.position)
    assert again.tree.nodes[0].position.state.army == [5, 0, 0, 0, 2]


# -- what is refused --------------------------------------------------------------------------------------------------
def document() -> dict[str, Any]:
    played = game().play((0, 1), ("!", "omen", 1), 3, (1, 0), "raise kos").note("a note")
    played.undo().play("end")
    found: dict[str, Any] = json.loads(played.save())
    return found


def put(*path: Any) -> Callable[[dict[str, Any]], None]:
    """Write the last argument at the place that the others name."""

    def change(raw: dict[str, Any]) -> None:
        *keys, last, value = path
        at: Any = raw
        for key in keys:
            at = at[key]
        at[last] = value

    return change


def drop(*path: Any) -> Callable[[dict[str, Any]], None]:
    def change(raw: dict[str, Any]) -> None:
        at: Any = raw
        for key in path[:-1]:
            at = at[key]
        del at[path[-1]]

    return change


def start(**fields: Any) -> Callable[[dict[str, Any]], None]:
    def change(raw: dict[str, Any]) -> None:
        system = Pocket.build()
        raw["start"] = system.to_json(system.start()) | fields

    return change


DEEP: Any = 0
for _ in range(60):
    DEEP = [DEEP]

HOSTILE: dict[str, Callable[[dict[str, Any]], None]] = {
    "no format": drop("format"),
    "a later format": put("format", 99),
    "a format that equals by chance": put("format", True),
    "no game": drop("game"),
    "an unknown game": put("game", "chess"),
    "a game that is a path": put("game", "../../etc/passwd"),
    "a game that is a module": put("game", "os:system"),
    "a game of another type": put("game", ["pocket"]),
    "an unknown key": put("evil", 1),
    "no nodes": drop("nodes"),
    "nodes of another type": put("nodes", {}),
    "a seed of another type": put("seed", 1.5),
    "a seed that is true": put("seed", True),
    "here as text": put("here", "0"),
    "here as a truth": put("here", True),
    "here beyond the end": put("here", 99),
    "here before the beginning": put("here", -1),
    "a digest of another type": put("digest", None),
    "dice by hand as a number": put("by_hand", 1),
    "names as a list": put("names", []),
    "no set-up": put("setup", {}),
    "a set-up with more": put("setup", "x", 1),
    "players of another type": put("setup", "players", "Aglaia"),
    "players that are numbers": put("setup", "players", [1, 2]),
    "too many players": put("setup", "players", ["p"] * 13),
    "one player": put("setup", "players", ["p"]),
    "a name of a megabyte": put("setup", "players", 0, "x" * 1_000_000),
    "an option of another type": put("setup", "options", "coins", [1]),
    "an option out of range": put("setup", "options", "coins", 10**40),
    "a ruling that is a list": put("setup", "rulings", "storm", []),
    "an overlay that is a path": put("setup", "overlay", "/etc/passwd"),
    "an overlay of lists": put("setup", "overlay", {"deck": {"rain": DEEP[0]}}),
    "an answer that is no row": put("nodes", 0, 7),
    "an answer that is too short": put("nodes", 0, [0, 0, "bid"]),
    "an answer after nobody": put("nodes", 0, 0, -1),
    "an answer after itself": put("nodes", 0, 0, 1),
    "an answer after a later one": put("nodes", 1, 0, 3),
    "an answer after a truth": put("nodes", 1, 0, True),
    "an answer by nobody there is": put("nodes", 0, 1, 10**9),
    "a question of a megabyte": put("nodes", 0, 2, "x" * 1_000_000),
    "an answer that is a fraction": put("nodes", 0, 3, [0, 1.0]),
    "an answer that is a truth": put("nodes", 0, 3, [0, True]),
    "an answer that is nothing": put("nodes", 0, 3, None),
    "an answer that is an object": put("nodes", 0, 3, {"a": 1}),
    "an answer of a thousand numbers": put("nodes", 0, 3, [0] * 1000),
    "an answer that is nested": put("nodes", 0, 3, DEEP[0]),
    "an answer that is huge": put("nodes", 0, 3, [0, 10**60]),
    "an answer twice": lambda raw: raw["nodes"].append(list(raw["nodes"][-1])),
    "answers in another order": lambda raw: raw["nodes"].reverse(),
    "an answer left out": drop("nodes", 0),
    "remarks as a list": put("remarks", []),
    "a remark nowhere": put("remarks", {"99": {"note": "x"}}),
    "a remark at a word": put("remarks", {"first": {"note": "x"}}),
    "a remark at a strange digit": put("remarks", {"²": {"note": "x"}}),
    "a remark at a huge number": put("remarks", {"1" * 5000: {"note": "x"}}),
    "a remark below nought": put("remarks", {"-1": {"note": "x"}}),
    "a remark of another kind": put("remarks", {"1": {"parent": 0}}),
    "a remark that is a number": put("remarks", {"1": 3}),
    "a note that is a number": put("remarks", {"1": {"note": 3}}),
    "a note that is too long": put("remarks", {"1": {"note": "x" * 30_000}}),
    "rings that are numbers": put("remarks", {"1": {"rings": [1]}}),
    "arrows to nowhere": put("remarks", {"1": {"arrows": [[0, 10**9]]}}),
    "arrows that are words": put("remarks", {"1": {"arrows": ["ab"]}}),
    "an order of other children": put("remarks", {"4": {"order": [7, 8]}}),
    "a position without fields": put("start", {}),
    "a position with a field of another type": start(coins="3"),
    "a position of another length": start(owner=[0]),
    "a position with a truth": start(turn=True),
    "an impossible position": start(owner=[0, 0, 0, 0, 0]),
    "a position with a player too many": start(owner=[0, 7, -1, -1, -1]),
    "a position with a card that is none": start(hands=[[9], []]),
    "a position with a battle nowhere": start(fight=[0]),
}  # fmt: skip


@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_document_is_refused(change: Callable[[dict[str, Any]], None]) -> None:
    raw = document()
    save.load(json.dumps(raw))
    change(raw)
    refused(json.dumps(raw))


def refused(text: str) -> str:
    with pytest.raises(SaveError) as fault:
        save.load(text)
    sentence = str(fault.value)
    assert 15 < len(sentence) < 500, sentence
    assert "\n" not in sentence
    return sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "no JSON, or was cut off"),
        ("null", "a saved game is a JSON object"),
        ("[]", "a saved game is a JSON object"),
        ("3", "a saved game is a JSON object"),
        ("{", "cut off"),
        ("\ufeff{}", "no JSON"),
        ("not json", "no JSON"),
        ("cos\nsystem\n(S'echo'\ntR.", "no JSON"),
        ('{"format": 1, "format": 1}', "a key is repeated"),
        ('{"format": NaN}', "NaN, which is no number"),
        ('{"format": Infinity}', "Infinity"),
        ('{"format": 1e999}', "format inf"),
        ('{"format": ' + "1" * 5000 + "}", "no JSON"),
        ('{"format": "\\ud800"}', "half a sign"),
        ("[" * 100_000, "nested too deeply"),
        ('{"a":' * 50 + "1" + "}" * 50, "nested too deeply"),
        ('"' + "[" * 100 + '"', "a saved game is a JSON object"),
        ('"\\"' + "[" * 100 + '"', "a saved game is a JSON object"),
    ],
)
def test_a_text_that_is_no_document_is_refused(text: str, sentence: str) -> None:
    assert sentence in refused(text)


def test_half_a_sign_in_a_name_or_note_is_refused() -> None:
    for change in (put("names", {"title": "\ud800"}), put("remarks", {"1": {"note": "\udfff"}})):
        raw = document()
        change(raw)
        assert "half a sign" in refused(json.dumps(raw))
    raw = document()
    put("names", {"title": "\U0001f3db"})(raw)
    assert save.load(json.dumps(raw)).names == {"title": "\U0001f3db"}


def test_a_document_cut_anywhere_is_refused() -> None:
    text = json.dumps(document())
    for cut in range(0, len(text), 7):
        refused(text[:cut])


def test_a_document_with_a_changed_byte_is_refused_or_is_a_sound_game() -> None:
    text, rng = json.dumps(document()), Random(3)
    for _ in range(400):
        at = rng.randrange(len(text))
        broken = text[:at] + chr(rng.randrange(32, 127)) + text[at + 1 :]
        try:
            table = save.load(broken)
        except SaveError:
            continue
        assert save.load(table.save()).save() == table.save()


def test_too_long_and_too_many(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = json.dumps(document())
    path = tmp_path / "game.json"
    path.write_text(text)
    monkeypatch.setattr(bounds, "MOST_NODES", 4)
    assert "more than 4 positions" in refused(text)
    monkeypatch.setattr(documents, "LARGEST", 100)
    assert "longer than" in refused(text)
    with pytest.raises(SaveError, match="larger than"):
        th.load(path)


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="none.json cannot be read"):  # noqa: RUF043
        th.load(tmp_path / "none.json")
    with pytest.raises(SaveError, match="is no file, but a folder"):
        th.load(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(SaveError, match="pipe is no file"):
        th.load(tmp_path / "pipe")
    (tmp_path / "binary").write_bytes(b"\x80\x04\x95.")
    with pytest.raises(SaveError, match="binary cannot be read"):
        th.load(tmp_path / "binary")


def test_nothing_is_collected_while_a_game_is_loaded_and_all_is_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    text, collects = save.dump(game().play((0, 0), (1, 0))), list[bool]()
    whole = save.replay
    monkeypatch.setattr(save, "replay", lambda *given: (collects.append(gc.isenabled()), whole(*given))[1])
    save.load(text)
    with pytest.raises(SaveError):
        save.load(text.replace("[[0,0,", "[[1,0,", 1))
    assert (collects, gc.isenabled()) == ([False, False], True)


def test_nothing_happens_to_a_game_when_another_cannot_be_loaded(tmp_path: Path) -> None:
    played = game().play((0, 0))
    before = played.save()
    bad = tmp_path / "bad.json"
    bad.write_text(before[:-5])
    with pytest.raises(SaveError):
        th.load(bad)
    assert played.save() == before
    assert bad.read_text() == before[:-5]
