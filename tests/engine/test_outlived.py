"""Saves under rules that have changed since: opened as far as they hold, the rest kept, and told in a sentence."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.engine.pocket import Pocket
from tests.engine.pocket_rules import ACTIONS, Raise
from tests.engine.test_save import document, drop, put, start
from tests.engine.walks import game
from theomachy.engine.errors import SaveError
from theomachy.engine.game import save
from theomachy.engine.game.edition import edition
from theomachy.engine.game.game import Game
from theomachy.engine.game.journal import Journal, recover

CHANGED = "The rules have changed since this game was saved (Theomachy 0.0.9). "


def older(raw: dict[str, Any]) -> dict[str, Any]:
    """The same, as other rules wrote it."""
    return raw | {"rules": {"version": "0.0.9", "code": "other", "values": "other"}}


class Dear(Raise):
    """Too dear for anybody."""

    def price(self, s: Any, me: int) -> int:
        return 99


def forbid_raising(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("tests.engine.pocket.ACTIONS", (Dear(), *ACTIONS[1:]))


def opened(raw: dict[str, Any]) -> Game:
    return save.load(json.dumps(older(raw)))


NOT_HELD: dict[str, tuple[Callable[[dict[str, Any]], None], str, int]] = {
    "by another player": (put("nodes", 0, 1, 1), "Bronteas was asked 'bid' and answered '0 1'", 1),
    "an any-time action by another": (put("nodes", 1, 1, 0), "'!omen' and answered '! omen 1', but now that", 2),
    "another question": (put("nodes", 0, 2, "deed"), "Aglaia was asked 'deed' and answered '0 1', but now", 1),
    "an any-time action of another name": (put("nodes", 1, 2, "!bless"), "'!bless'", 2),
    "not offered": (put("nodes", 0, 3, [0, 9]), "everybody is asked 'bid' in secret", 1),
    "markup": (put("nodes", 0, 3, "<script>alert(1)</script>"), "answered '<script>alert(1)</script>'", 1),
    "an any-time action that is none": (put("nodes", 1, 3, ["!"]), "that is not possible there", 2),
    "a deed that is none": (put("nodes", 5, 3, "sing"), "'sing', but now Aglaia is asked 'deed', and offered", 6),
    "a bid that is none": (put("nodes", 4, 3, "nothing"), "everybody is asked 'bid' in secret, and that is not", 5),
}


@pytest.mark.parametrize(("change", "sentence", "answer"), NOT_HELD.values(), ids=NOT_HELD)
def test_a_save_opens_at_the_last_position_that_holds(
    change: Callable[[dict[str, Any]], None], sentence: str, answer: int
) -> None:
    raw = document()
    change(raw)
    found = opened(raw)
    assert found.unread.stops[0].answer == answer
    assert sentence in found.unread.stops[0].why
    assert found.here == found.unread.stops[0].node or answer == 6  # the line that is looked at goes on
    assert found.notice.startswith(f"{CHANGED}Answer {answer}: ")
    assert "kept, and read again" in found.notice
    assert "\n" not in found.notice
    assert len(found.unread.rows) + len(found.tree.nodes) - 1 == len(raw["nodes"])


def test_other_lines_go_on_where_one_stops() -> None:
    played = game().play((0, 1), (1, 0))
    fork = played.here
    played.play("raise kos").note("lost for now")
    played.go(fork).play("end")
    raw = json.loads(played.save())
    raw["nodes"][2][2] = "action"
    found = opened(raw)
    assert [row[2:] for row in found.unread.rows] == [["action", ["raise", 0]]]
    assert found.unread.remarks == {"0": {"note": "lost for now"}}
    assert [entry.answer for entry in found.position.log()] == [entry.answer for entry in played.position.log()]
    assert found.state == played.state


def test_the_rest_stays_in_the_file_and_comes_back_when_the_rules_do(monkeypatch: pytest.MonkeyPatch) -> None:
    played = game().play((0, 1), (1, 0), "raise kos").note("a note")
    text = json.dumps(older(json.loads(played.save())))
    with monkeypatch.context() as meanwhile:
        forbid_raising(meanwhile)
        found = save.load(text)
        assert len(found.unread.rows) == 1
        assert "offered" in found.unread.stops[0].why
        assert list(found.unread.lines(found.system)) == ["Aglaia, deed: raise 0"]
        again = save.load(found.save())
        assert again.save() == found.save()
        assert (again.unread, again.notice) == (found.unread, found.notice)
        again.play("end")
        kept = again.save()
        assert save.load(kept).unread.rows == found.unread.rows
    back = save.load(kept)
    assert (back.unread.rows, back.notice) == ((), "")
    assert [back.tree.nodes[child].entry.answer for child in back.tree.nodes[2].children] == ["end", ("raise", 0)]
    assert back.tree.nodes[-1].note == "a note"
    assert '"unread"' not in back.save()


def test_answers_that_hold_but_lead_elsewhere_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = json.loads(game().play((0, 1), (1, 0), "raise kos").save())
    monkeypatch.setattr(Raise, "price", lambda self, s, me: 2)
    found = opened(raw)
    assert found.notice == CHANGED + "Its answers all hold, but lead to another position than it was saved at."
    assert not found.unread
    assert save.load(found.save()).notice == ""


def test_rules_that_break_down_stop_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = document()

    async def broken(self: Pocket, s: Any) -> None:
        raise IndexError("no such island")

    monkeypatch.setattr(Pocket, "deed", broken)
    found = opened(raw)
    assert "the rules break down there (IndexError: no such island)" in found.notice
    assert len(found.unread.rows) == 3


def test_a_game_that_ends_earlier_now_is_over_there(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = json.loads(game().play((0, 1), (1, 0), "raise kos").save())
    monkeypatch.setattr(Pocket, "over", lambda self, s: s.turn > 1 or s.phase == 1)
    found = opened(raw)
    assert "but now the game is over there" in found.notice
    assert found.over


SETUPS: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "an option that is no more": (put("setup", "options", "magic", 1), "There is no option 'magic' any more."),
    "a ruling that is no more": (put("setup", "rulings", "rain", "wet"), "There is no ruling 'rain' any more."),
    "a choice that is no more": (
        put("setup", "rulings", "storm", "blow"), "The ruling 'storm' has no choice 'blow' any more.",
    ),
    "a key that is no more": (put("setup", "overlay", {"deck": {"joker": 1}}), "no component value 'deck.joker'"),
    "a table that is no more": (put("setup", "overlay", {"fleet": {"ships": 1}}), "'fleet'"),
    "a value out of its bounds": (put("setup", "overlay", {"purse": {"coins": 10**9}}), "purse.coins must be"),
    "a field that is no more": (start(weather="fine"), "says 'weather', which the rules do not know any more."),
}  # fmt: skip


@pytest.mark.parametrize(("change", "sentence"), SETUPS.values(), ids=SETUPS)
def test_a_set_up_is_read_without_what_is_no_more(change: Callable[[dict[str, Any]], None], sentence: str) -> None:
    raw = document()
    change(raw)
    found = opened(raw)
    assert found.notice.startswith(CHANGED)
    assert sentence in found.notice
    assert len(found.tree.nodes) == len(raw["nodes"]) + 1
    again = save.load(found.save())
    assert again.save() == found.save()
    assert (again.unread, again.notice) == (found.unread, found.notice)


def test_a_field_that_the_file_lacks_is_as_at_the_start() -> None:
    raw = document()
    start()(raw)
    drop("start", "coins")(raw)
    found = opened(raw)
    assert "does not say 'coins', which is as at the start." in found.notice
    assert save.load(found.save()).notice == ""


def test_a_file_that_names_its_very_rules_was_changed_by_somebody() -> None:
    raw = document()
    put("nodes", 0, 3, [0, 9])(raw)
    assert save.load(json.dumps(raw)).notice.startswith("This game was saved by these very rules, but not as it stands")
    raw["rules"]["values"] = "other"
    assert save.load(json.dumps(raw)).notice.startswith("The values of the game have changed since")


def test_a_file_of_the_first_format_is_read() -> None:
    raw = document()
    del raw["rules"]
    raw["format"] = 1
    found = save.load(json.dumps(raw))
    assert (found.notice, json.loads(found.save())["format"]) == ("", 2)


def test_a_save_names_the_rules_that_wrote_it() -> None:
    system, dear = Pocket.build(), Pocket.build(overlay={"purse": {"coins": 4}})
    assert json.loads(Game(system).save())["rules"] == edition(system)
    assert edition(system)["code"] == edition(dear)["code"] != ""
    assert edition(system)["values"] != edition(dear)["values"]


HOSTILE: dict[str, Callable[[dict[str, Any]], None]] = {
    "rules that are numbers": put("rules", "version", 3),
    "rules that are a list": put("rules", []),
    "rules of a megabyte": put("rules", "code", "x" * 1_000_000),
    "a rest that is a list": put("unread", []),
    "a rest with more": put("unread", {"evil": 1}),
    "a rest of rows that are none": put("unread", {"rows": [7]}),
    "rows after nobody": put("unread", {"rows": [[-9, 0, "bid", 1]]}),
    "rows after themselves": put("unread", {"rows": [[-1, 0, "bid", 1]]}),
    "rows after a truth": put("unread", {"rows": [[True, 0, "bid", 1]]}),
    "rows beyond the end": put("unread", {"rows": [[99, 0, "bid", 1]]}),
    "remarks nowhere": put("unread", {"remarks": {"0": {"note": "x"}}}),
    "a set-up that is a list": put("unread", {"setup": []}),
}


@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_rest_is_refused(change: Callable[[dict[str, Any]], None]) -> None:
    raw = document()
    change(raw)
    with pytest.raises(SaveError):
        save.load(json.dumps(raw))


def test_a_journal_keeps_the_rest_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.journal"
    with Journal(path) as kept:
        kept.attach(game())
        assert kept.game is not None
        kept.game.play((0, 1), (1, 0), "raise kos")
    with monkeypatch.context() as meanwhile:
        forbid_raising(meanwhile)
        found = recover(path)
        assert len(found.unread.rows) == 1
        with Journal(path) as kept:
            kept.attach(found)
            found.play("end")
        again = recover(path)
        assert (again.save(), again.notice) == (found.save(), found.notice)
        with Journal(path) as kept:  # it follows as it stands, without being written anew
            kept.attach(again)
            again.play("end")
        assert recover(path).save() == again.save()
    back = recover(path)
    assert not back.unread
    assert ("raise", 0) in [node.entry.answer for node in back.tree.nodes[1:]]
    with Journal(path) as kept:
        kept.attach(back)
    assert recover(path).save() == back.save()


def test_a_fork_knows_of_the_rest() -> None:
    raw = document()
    put("nodes", 0, 3, [0, 9])(raw)
    found = opened(raw)
    assert found.fork().unread is found.unread
