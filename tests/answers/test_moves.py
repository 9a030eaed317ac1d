"""Answers as moves in words: what hints and reports tell of a line."""

from __future__ import annotations

import pytest

from theomachy.answers.hints import hints
from theomachy.answers.moves import Step, moves, places_of, step_of, told
from theomachy.engine.runtime.decision import Secret
from theomachy.play.run import record

PLACES = frozenset(("Europe", "Arabia", "East Africa"))


def step(kind: str, what: str, label: str, answer: object = 0, *, forced: bool = False) -> Step:
    declines = answer in ("done", "end", "no", "none")
    said = f"{what}: {label}" if kind in ("yes_no", "number") else label
    return Step(answer, said, (), False, kind, what, label, declines, forced)


MOVE, UNIT, TO = step("action", "action", "Move"), "unit to move", "move to"
ACOLYTE, DONE = step("unit", UNIT, "Acolyte, Europe"), step("unit", UNIT, "Done", "done")
RUN = step("action", "action", "Run to Arabia")


@pytest.mark.parametrize(
    ("steps", "wanted"),
    [
        ([MOVE, ACOLYTE, step("area", TO, "East Africa")], ["Move", "Acolyte to East Africa"]),
        (
            [MOVE, step("unit", UNIT, "Acolyte on the gate, Europe"), step("area", TO, "Arabia")],
            ["Move", "Acolyte on the gate to Arabia"],
        ),
        ([MOVE, *[ACOLYTE, step("area", TO, "Arabia")] * 3], ["Move", "Acolyte to Arabia ×3"]),
        ([MOVE, ACOLYTE, step("area", TO, "Arabia"), DONE], ["Move", "Acolyte to Arabia"]),
        # a comma in a name is no place
        ([step("unit", UNIT, "The God, Yelm, Europe"), step("area", TO, "Arabia")], ["The God, Yelm to Arabia"]),
        ([step("unit", UNIT, "The God, Yelm"), step("area", TO, "Arabia")], ["The God, Yelm to Arabia"]),
        # the one unit that there is was not asked for, or could be answered in one way
        ([step("action", "action", "Move units from Europe"), step("area", TO, "Arabia")],
         ["Move units from Europe to Arabia"]),
        ([MOVE, step("unit", UNIT, "Acolyte, Europe", forced=True), step("area", TO, "Arabia")],
         ["Move", "Acolyte to Arabia"]),
        ([MOVE, step("choice", "pay", "Gold", forced=True)], ["Move"]),
        # a way with several steps
        ([RUN, step("area", "run on", "Europe"), step("area", "run on", "Arabia")],
         ["Run to Arabia, on to Europe, on to Arabia"]),
        ([step("unit", UNIT, "Acolyte, Europe"), step("unit", UNIT, "Acolyte, Arabia")],
         ["Acolyte, Europe", "Acolyte, Arabia"]),
        # what says nothing without its question, and what says it with any
        ([step("yes_no", "use Hunger", "Yes", "yes")], ["use Hunger: yes"]),
        ([step("number", "deploy Core", "3", 3)], ["deploy Core: 3"]),
        ([step("card", "gift", "Courage")], ["gift: Courage"]),
        ([step("choice", "resource", "Wood"), step("choice", "resource", "Gold")], ["resource: Wood", "Gold"]),
        ([step("power", "pre_battle", "Whirlwind")], ["Whirlwind"]),
        ([step("area", "retreat to", "Arabia")], ["retreat to Arabia"]),
        ([step("area", "whirlwind from", "Arabia")], ["whirlwind from Arabia"]),
        ([step("action", "action", "Pass", "none")], ["Pass"]),
    ],
)  # fmt: skip
def test_answers_as_moves(steps: list[Step], wanted: list[str]) -> None:
    assert told(moves(steps, PLACES)) == wanted


def test_where_the_question_stands_beside_it_the_first_is_told_without_but_from_where() -> None:
    assert told(moves([step("choice", "resource", "Wood")], PLACES, asked=True)) == ["Wood"]
    steps = [ACOLYTE, step("area", TO, "Arabia"), ACOLYTE, step("area", TO, "East Africa")]
    assert told(moves(steps, PLACES, asked=True)) == ["Acolyte from Europe to Arabia", "Acolyte to East Africa"]
    only = step("choice", "resource", "Wood", forced=True)
    assert told(moves([only, step("card", "gift", "Courage")], PLACES, asked=True)) == ["Wood", "gift: Courage"]


def test_every_step_is_told_of_once() -> None:
    found = moves([MOVE, ACOLYTE, step("area", TO, "Arabia"), step("yes_no", "fight", "Yes", "yes")], PLACES)
    assert [move.steps for move in found] == [[0], [1, 2], [3]]
    assert [move.action for move in found] == [True, False, False]


@pytest.mark.parametrize("slug", ["cthulhu_wars", "gods_war", "heroes", "mythic_battles", "demigods"])
def test_moves_of_whole_games_have_words(slug: str) -> None:
    """A unit that goes somewhere is one move; no text is empty or ends in the air."""
    game = record(slug, ["busy"] * (3 if slug == "gods_war" else 2), seed=2)
    nodes, merged, run = game.tree.nodes, 0, list[Step]()
    places = places_of(game.system, nodes[0].position.state)
    assert places
    for node in game.tree.main()[1:400]:
        entry, position = nodes[node].entry, nodes[nodes[node].parent].position
        asked = position.decision
        if entry is None or asked is None or entry.who < 0 or entry.what.startswith("!"):
            continue
        one = step_of(game.system, position.state, asked, entry.answer)
        assert isinstance(asked, Secret) or one.kind == asked.kind
        run = [*([] if one.kind == "action" else run), one]
        found = moves(run, places)
        assert all(move.text and not move.text.endswith((":", ",")) for move in found)
        merged += any(len(move.steps) > 1 for move in found)
    assert bool(merged) == (slug in ("cthulhu_wars", "gods_war", "mythic_battles"))


def test_a_hint_names_who_goes_where() -> None:
    """At the question which unit moves, each proposal says where it goes as well, and from where."""
    game = record("cthulhu_wars", ["busy"] * 4, seed=5)
    nodes = game.tree.nodes
    asked = [
        n
        for n in game.tree.main()
        if (question := nodes[n].position.decision) is not None
        and question.what == UNIT
        and len(question.options) > 2
        and "done" not in question.options
    ]
    found = hints(game.go(asked[0]), seconds=1.0)
    assert found.best
    for hint in found.best:
        assert hint.label.startswith("Acolyte")
        if len(hint.line) > 1:
            assert " from " in hint.label
            assert " to " in hint.label
    assert any(len(hint.line) > 1 for hint in found.best)
