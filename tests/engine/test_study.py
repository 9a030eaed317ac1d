"""A study: made, changed, undone, kept as one file and read again; what it refuses; its markup."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import theomachy as th
from tests.engine.pocket import Pocket
from theomachy.engine.authoring import markup
from theomachy.engine.authoring.lesson import Lesson
from theomachy.engine.authoring.study import Study
from theomachy.engine.errors import IllegalAnswer, SaveError, TheoError, UnknownName
from theomachy.engine.game.game import Game

BATTLE = Path(__file__).parent / "pocket_scenarios" / "battle.toml"


def begun(seed: int = 1) -> Game:
    return Game(Pocket.build(players=2), seed=seed)


def told() -> Study:
    """Two chapters, the first with all that a chapter may have."""
    game = begun()
    study = th.study(game, title="Two islands", about="How it begins.")
    study.write(
        1,
        title="The bids",
        say="Both bid in secret.",
        text="Nobody **knows**.\n\n- one\n- two",
        near="Kos",
        areas=["Kos"],
        rings=["Delos"],
        arrows=[["Kos", "Delos"]],
    )
    study.ask(1, "Who has three armies?", "both", options=["both", "nobody"], hint="PG-BAT-001", why="Look.")
    study.ask(1, "How many islands are there?", 5, kind="number")
    game.play("0")
    game.play("0")
    return study.add(game, "After the bids")


def test_a_study_is_one_file_that_is_read_again(tmp_path: Path) -> None:
    study = told()
    path = tmp_path / "two.json"
    text = study.save(path)
    again = th.study(path)
    assert again.save() == text == path.read_text("utf-8")
    assert (again.title, again.about, len(again), again.asks) == ("Two islands", "How it begins.", 2, 2)
    assert again.digest == study.digest
    assert [each.title for each in again.chapters] == ["The bids", "After the bids"]
    assert again.table(1).board.areas[0].target in again.chapters[0].areas
    assert again.game(2).decision is not None
    assert again.game(1).table() != again.game(2).table()
    assert again.faults() == []
    page = (
        f'<!doctype html><script type="application/json" id="theomachy-study">{json.dumps(json.loads(text))}</script>'
    )
    assert Study.read(page).save() == text


def test_every_change_is_undone_and_made_again() -> None:
    study = told()
    heard: list[str] = []
    end = study.listen(lambda one: heard.append(one.title))
    texts = [study.save()]
    for change in (
        lambda: study.rename("Other islands"),
        lambda: study.write(2, text="More."),
        lambda: study.mark(2, "area", "Naxos"),
        lambda: study.mark(2, "ring", "Kos"),
        lambda: study.mark(2, "arrow", "Kos", "Delos"),
        lambda: study.mark(2, "near", "Paros"),
        lambda: study.ask(2, "Which?", ["1"], kind="which", options=["1", "2"]),
        lambda: study.move(2, 1),
        lambda: study.remove(1),
    ):
        change()
        texts.append(study.save())
    assert len(set(texts)) == len(texts) == len(heard) + 1
    for text in texts[-2::-1]:
        assert study.undo().save() == text
    for text in texts[1:]:
        assert study.redo().save() == text
    with pytest.raises(IllegalAnswer, match="nothing to redo"):
        study.redo()
    end()
    study.undo()
    assert heard[-1] == "Other islands"
    assert len(heard) == 3 * (len(texts) - 1)


def test_what_is_drawn_twice_is_wiped_out() -> None:
    study = told()
    before = study.chapter(1)
    for what, *ends in (("area", "Naxos"), ("ring", "Naxos"), ("arrow", "Naxos", "Paros"), ("near", "Naxos")):
        study.mark(1, what, *ends)
        assert study.chapter(1) != before
        study.mark(1, what, *ends)
        if what == "near":
            study.mark(1, "near", "Kos")
        assert study.chapter(1) == before, what
    study.mark(1, "clear", "")
    assert (study.chapter(1).areas, study.chapter(1).rings, study.chapter(1).arrows) == ((), (), ())


def test_answers_are_graded_as_in_a_lesson() -> None:
    study = told()
    wrong = study.answer(1, 1, "nobody")
    assert (wrong.right, wrong.text.startswith("Not so. PG-BAT-001, Attack:")) == (False, True)
    assert study.answer(1, 1, "both").text == "Right. Look."
    assert study.answer(1, 2, "5,0").right
    assert not study.answer(1, 2, 4).right
    assert study.give_up(1, 2).answer == ("5",)
    with pytest.raises(IllegalAnswer, match="is no number"):
        study.answer(1, 2, "many")
    for n, q in ((1, 3), (3, 1), (0, 1)):
        with pytest.raises(IllegalAnswer, match=r"no (question|chapter)"):
            study.answer(n, q, "x")


def test_a_study_is_made_of_moments_of_an_editor_and_of_a_lesson() -> None:
    game = begun()
    game.play("0")
    game.play("0")
    middle = game.tree.nodes[game.here]
    middle.note, middle.arrows, middle.rings = "Here.", ((0, 1),), ("area:2",)
    moments = th.study(game, moments=[0, game.here], title="Moments")
    assert [each.text for each in moments.chapters] == ["", "Here."]
    assert moments.chapters[1].arrows == (("area:0", "area:1"),)
    assert moments.chapters[1].rings == ("area:2",)
    assert not moments.undo().chapters, "all moments are one step"
    editor = th.Editor(begun().system, name="Set up")
    assert th.study(editor).chapters[0].title == "Set up"

    lesson = Lesson(BATTLE)
    study = th.study(lesson)
    asked = [beat.question for beat in lesson.beats if beat.question is not None]
    assert [q for each in study.chapters for q in each.questions] == asked
    assert study.faults() == []
    assert lesson.beats[0].say in study.chapters[0].text
    assert study.answer(1, 1, ["raise kos", "attack kos delos"]).right
    with pytest.raises(IllegalAnswer, match="begins with a file, a game"):
        th.study(7)  # type: ignore[arg-type]
    with pytest.raises(IllegalAnswer, match="rename it afterwards"):
        th.study(BATTLE, title="x")


def test_a_position_may_be_told_in_the_words_of_a_scenario() -> None:
    words = {"players": ["Aglaia", "Bronteas"], "step": [{"play": ["0", "0"]}]}
    study = th.study("pocket").add(words, "In words")
    line = th.study("pocket").add(study.game(1))
    assert study.table(1) == line.table(1)
    assert Study.read(study.save()).chapters == study.chapters
    for wrong, said in (
        ({"step": [{"play": ["9", "9"]}]}, "cannot be a chapter"),
        ({"step": [{"expect": {}}]}, "only play"),
        ({"exec": "1"}, "unknown key 'exec'"),
        ({"players": ["A", "A"]}, "cannot be a chapter"),
    ):
        with pytest.raises(SaveError, match=said):
            th.study("pocket").add(wrong, "Wrong")  # type: ignore[arg-type]


def test_a_position_that_does_not_hold_is_named_and_the_rest_is_read() -> None:
    raw = json.loads(told().save())
    raw["chapters"][0]["position"] = {"players": ["A", "B"], "setup": {"nothing": 1}}
    study = Study.read(json.dumps(raw))
    assert study.fault(1)
    assert not study.fault(2)
    assert study.faults()[0].startswith("chapter 1: ")
    with pytest.raises(SaveError, match="position of chapter 1 does not hold"):
        study.game(1)
    with pytest.raises(SaveError, match="position of chapter 1 does not hold"):
        study.mark(1, "area", "area:0")
    assert study.write(1, text="still to be written").chapter(1).text == "still to be written"


def test_what_the_rules_say_against_a_question_is_told() -> None:
    study = th.study(Lesson(BATTLE))
    study.ask(1, "Which are legal?", ["attack kos naxos"], kind="which", options=["attack kos naxos", "raise kos"])
    study.ask(1, "Move.", "attack kos naxos", kind="play")
    study.write(1, text="See [PG-NOP-001] and [PG-BAT-001].")
    assert [said.partition(": ")[2] for said in study.faults()] == [
        "there is no rule PG-NOP-001",
        "'attack kos naxos' is not legal",
        "'raise kos' is legal",
        "the move 'attack kos naxos' is not legal",
    ]


Change = Callable[[dict[str, Any]], Any]
FIRST = "chapters", 0


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda d: d.update(format="other"), "no study"),
        (lambda d: d.update(version=2), "version 2; this library reads version 1"),
        (lambda d: d.update(version=True), "not of the right kind"),
        (lambda d: d.pop("about"), "lacks 'about'"),
        (lambda d: d.update(more=1), "unknown key 'more'"),
        (lambda d: d.update(title="  "), "no title"),
        (lambda d: d.update(title="x" * 121), "may have 120 signs"),
        (lambda d: d.update(seat=99), "seat that no game has"),
        (lambda d: d.update(seat="A"), "not of the right kind"),
        (lambda d: d.update(seat=0), "chapter 1 holds more than the seat"),
        (lambda d: d.update(chapters=d["chapters"] * 51), "at most 100 chapters"),
        (lambda d: d["chapters"].append(7), "chapter 3 is no table"),
        (lambda d: d["chapters"][0].update(script="x"), "unknown key 'script'"),
        (lambda d: d["chapters"][0].update(title=""), "has no title"),
        (lambda d: d["chapters"][0].update(text=["x"]), "not of the right kind"),
        (lambda d: d["chapters"][0].update(say="x" * 241), "may have 240 signs"),
        (lambda d: d["chapters"][0].update(near="piece:1"), "area:NUMBER"),
        (lambda d: d["chapters"][0].update(near="area:99999"), "area:NUMBER"),
        (lambda d: d["chapters"][0].update(arrows=[["area:0"]]), "joins two areas"),
        (lambda d: d["chapters"][0].update(areas=["area:0"] * 61), "at most 60 areas"),
        (lambda d: d["chapters"][0].update(rings=[1]), "a ring is a text"),
        (lambda d: d["chapters"][0].update(position="theo1.pocket.x.00000000"), "checksum"),
        (lambda d: d["chapters"][0].update(position="theo1." + "x" * 30_000), "too long"),
        (lambda d: d["chapters"][0].pop("position"), "has no position"),
        (lambda d: d["chapters"][0]["questions"][0].update(answer="neither"), "none of the options"),
        (lambda d: d["chapters"][0]["questions"][0].update(kind="essay"), "kind must be"),
        (lambda d: d["chapters"][0]["questions"][0].update(options=list("abcdefghijklm"), answer="a"), "12 options"),
        (lambda d: d["chapters"][0]["questions"].append("x"), "no table"),
        (lambda d: d["chapters"][0].update(questions=d["chapters"][0]["questions"] * 11), "at most 20 questions"),
        (lambda d: d["chapters"][0].update(text="\ud800"), "half a sign"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_sound_study_is_refused_in_one_sentence(change: Change, said: str) -> None:
    raw = json.loads(told().save())
    change(raw)
    with pytest.raises(SaveError, match=said) as fault:
        Study.read(json.dumps(raw))
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize("text", ["", "[1]", "{", "<p>nothing</p>", "[" * 50_000, '{"format": "theomachy study"}'])
def test_other_files_are_refused(text: str) -> None:
    with pytest.raises(SaveError):
        Study.read(text)


def test_a_game_that_is_not_here_and_a_file_that_is_not_there(tmp_path: Path) -> None:
    raw = json.loads(told().save()) | {"game": "chess"}
    with pytest.raises(UnknownName, match="not installed here"):
        Study.read(json.dumps(raw))
    with pytest.raises(TheoError, match="no such file"):
        th.study(tmp_path / "none.json")
    with pytest.raises(UnknownName, match="chess"):
        Study("chess")


def test_a_change_that_cannot_be_made_changes_nothing() -> None:
    study = told()
    text = study.save()
    for change in (
        lambda: study.write(1, near="Atlantis"),
        lambda: study.write(1, colour="red"),
        lambda: study.mark(1, "area", "Atlantis"),
        lambda: study.mark(1, "arrow", "Kos", "Kos"),
        lambda: study.mark(1, "blob", "Kos"),
        lambda: study.ask(1, "?", "c", options=["a", "b"]),
        lambda: study.add("no line"),
        lambda: study.rename(""),
        lambda: study.remove(3),
        lambda: study.add_moments(begun(), [0, 999]),
    ):
        with pytest.raises(TheoError):
            change()
        assert study.save() == text


def test_the_markup_gives_plain_runs_and_nothing_else() -> None:
    assert markup.blocks("One **two** *three* [DG-BAT-001].\nstill\n\n- a\n- b\n\n<script>x</script>") == [
        (
            "p",
            [
                [
                    ("text", "One "),
                    ("strong", "two"),
                    ("text", " "),
                    ("stress", "three"),
                    ("text", " "),
                    ("rule", "DG-BAT-001"),
                    ("text", "."),
                    ("text", " "),
                    ("text", "still"),
                ]
            ],
        ),
        ("list", [[("text", "a")], [("text", "b")]]),
        ("p", [[("text", "<script>x</script>")]]),
    ]
    assert markup.blocks("") == []
    assert markup.runs("2 * 3 ** 4 [no]") == [("text", "2 * 3 ** 4 [no]")]
    assert markup.plain("**a** [DG-BAT-001]\n\n- b") == "a DG-BAT-001\n\n- b"
    assert markup.rules_of("[DG-BAT-001] [DG-BAT-001] [X]") == ["DG-BAT-001"]
