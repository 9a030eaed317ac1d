"""The models of the panels: plain, complete for every kind of decision, and free of what a viewer may not know."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import theomachy as th
from tests.engine.pocket import HITS, Pocket
from tests.engine.walks import game as pocket
from theomachy.engine.game.game import Game
from theomachy.engine.runtime.decision import QUIET_NO, Secret
from theomachy.engine.runtime.dice import D6, Dice
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.trace import Event
from theomachy_widgets.board import CanvasBoard
from theomachy_widgets.present import (
    ALL,
    SPECTATOR,
    Moment,
    ViewState,
    Why,
    decision,
    icons_of,
    lab,
    marks,
    models,
    odds,
    rule,
    rules,
    timeline,
)
from theomachy_widgets.present import story as happened

VIEWS = (ALL, SPECTATOR, 0, 1)


def walked(seed: int, answers: int, game: Game | None = None) -> Game:
    game, rng = game or pocket(seed=seed), Random(seed)
    for _ in range(answers):
        if game.over:
            break
        game.play(rng.choice(game.options))
    return game


def seen(game: Game, view: int | str = ALL, **look: Any) -> Moment:
    return Moment(game, ViewState(view=view, **look))


@pytest.mark.parametrize("view", [*VIEWS[:-1], pytest.param(VIEWS[-1], marks=pytest.mark.nightly)])
def test_every_model_is_plain_json_at_every_decision(view: int | str) -> None:
    game, rng, kinds = pocket(seed=3), Random(5), set()
    for step in range(120):
        tab = ("tree", "chart", "rules", "")[step % 4]
        m = seen(game, view, tab=tab, sheet=step % 2, rule="PG-BAT-001", event=step % 5 if step % 3 == 0 else None)
        found = models(m)
        assert json.loads(json.dumps(found)) == found
        assert set(icons_of(found)) >= {"death-skull"}
        assert marks(m).touched or not (m.told and m.told.event.touched) or m.told.secret
        if game.over:
            break
        kinds.add(game.position.decision.kind if game.position.decision else "")
        game.play(rng.choice(game.options))
    assert {"secret", "action", "number"} <= kinds


def test_a_seat_sees_the_same_whatever_the_hidden_things_are() -> None:
    """Everything hidden is drawn anew: not one letter of any model may change."""
    compared = 0
    for seed in range(6):
        game, rng = walked(seed, 30), Random(seed)
        system, state = game.system, game.state
        if game.over or isinstance(game.position.decision, Secret):
            state = pocket(seed=seed).state
        state = state.copy()
        state.hands, state.deck = [(0, 2), (1, 1)], [2, 2, 2]
        for view in (0, 1, SPECTATOR):
            seat = view if isinstance(view, int) else None
            other = system.resample(state, seat, rng)
            pair = [Game(system, Position(system, s), seed=1) for s in (state, other)]
            a, b = (seen(g, view, tab="chart") for g in pair)
            assert models(a) == models(b)
            assert marks(a) == marks(b)
            assert a.shown == b.shown
            compared += state.hands != other.hands
    assert compared


def test_secret_choices_of_others_are_not_in_the_models() -> None:
    game = pocket(seed=7)
    assert isinstance(game.position.decision, Secret)
    mine = models(seen(game, 0))["decision"]
    assert len(mine["rows"]) == sum(o.value[0] == 0 for o in game.options)
    game.play((0, 1))
    waiting = models(seen(game, 0))["decision"]
    assert "rows" not in waiting
    assert "does not show" in waiting["hidden"]
    assert models(seen(game, SPECTATOR))["decision"]["hidden"]


def test_a_spectator_has_no_options_of_private_decisions_and_no_odds() -> None:
    game = pocket(seed=7)
    game.play((0, 0), (1, 0))
    assert game.position.decision is not None
    assert game.position.decision.private
    other = 1 - game.position.decision.player
    found = models(seen(game, other))
    assert "rows" not in found["decision"]
    assert found["odds"] == {}
    assert models(seen(game, game.position.decision.player))["decision"]["rows"]


def test_a_locked_screen_answers_for_its_own_seat_only() -> None:
    game = pocket(seed=7)
    game.play((0, 0), (1, 0))
    asked = game.position.decision.player
    assert seen(game, asked, locked=True).may_answer
    assert not seen(game, 1 - asked, locked=True).may_answer


def test_rows_have_keys_and_one_is_hot() -> None:
    game = pocket(seed=7)
    game.play((0, 0), (1, 0))
    rows = models(seen(game))["decision"]["rows"]
    assert [r["key"] for r in rows if r["label"].startswith("End")] == ["0"]
    assert [r["key"] for r in rows if r["key"] != "0"] == [str(i + 1) for i in range(len(rows) - 1)]
    assert sum(r["hot"] for r in rows) == 1
    assert rows[0]["hot"]
    assert models(seen(game))["decision"]["button"] == rows[0]["label"]


def test_what_ends_something_stands_last_and_answers_with_nought() -> None:
    game = th.new("cthulhu_wars", players=3, seed=4)
    rng = Random(2)
    while (d := game.decision) is None or d.kind != "action" or d.options[0].value != "pass":
        game.play(rng.choice(game.options))
    rows = models(seen(game, ALL))["decision"]["rows"]
    single = [row for row in rows if "i" in row]
    assert [row["low"] for row in single] == sorted(row["low"] for row in single)
    assert rows[-1]["label"] == "Pass"
    assert rows[-1]["key"] == "0"


def test_many_options_are_grouped_and_found_by_words(monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng = pocket(seed=7), Random(1)
    while (
        game.position.decision is None
        or game.position.decision.kind != "action"
        or len({o.value[0] for o in game.options}) + 2 > len(game.options)
    ):
        game.play(rng.choice(game.options))
    monkeypatch.setattr(decision, "MOST_ROWS", 2)
    look = ViewState()
    shown = models(Moment(game, look))["decision"]
    paths = decision.group_paths(Moment(game, look))
    groups = [r for r in shown["rows"] if "g" in r]
    assert [g["g"] for g in groups] == list(range(len(paths)))
    assert groups
    assert sum(r.get("count", 1) for r in shown["rows"]) == len(game.options)
    look.path = paths[0]
    inside = models(Moment(game, look))["decision"]
    assert inside["chips"] == [groups[0]["label"]]
    assert all(o.value[0] == paths[0][0] for o in decision.narrowed(Moment(game, look)))
    word = game.options[-1].label.split()[0].lower()
    assert {o.label for o in decision.narrowed(seen(game, find=word))} == {
        o.label for o in game.options if word in f"{o.label} {o.detail}".lower()
    }


def test_a_number_is_a_stepper() -> None:
    from theomachy.engine.game.game import DecisionView, Option

    d = DecisionView(
        0, "A", "number", "n", "How many?", "", tuple(Option(i, v, str(v)) for i, v in enumerate((5, 4, 3, 2)))
    )
    assert decision._number(d) == {"low": 2, "high": 5, "at": 5}
    gaps = DecisionView(
        0, "A", "number", "n", "How many?", "", tuple(Option(i, v, str(v)) for i, v in enumerate((6, 4, 2, 0)))
    )
    assert decision._number(gaps) is None


def test_dice_by_hand_offer_outcomes_and_faces() -> None:
    game, rng = pocket(seed=7), Random(2)
    game.dice_by_hand = True
    while game.position.decision is None or game.position.decision.dice is None:
        game.play(rng.choice(game.options))
    shown = models(seen(game))["decision"]
    assert shown["faces"]["n"] == game.position.decision.dice[1]
    assert sum(r["p"] for r in shown["rows"]) == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize(
    ("dice", "faces", "outcome", "shown"),
    [
        (HITS, (1, 5, 6), 2, [[6, "hit"], [5, "hit"], [1, "miss"]]),
        (D6, (4,), 4, [[4, "miss"]]),
        (
            Dice("two", (("kill", (6,)), ("pain", (4, 5)))),
            (3, 4, 6, 5, 1),
            (1, 2),
            [[6, "hit"], [5, "half"], [4, "half"], [3, "miss"], [1, "miss"]],
        ),
        (Dice("sum", total=True), (3, 6), 9, [[3, "miss"], [6, "miss"]]),
    ],
)
def test_dice_are_drawn_with_the_faces_that_were_typed(
    dice: Dice, faces: tuple[int, ...], outcome: Any, shown: list[list[Any]]
) -> None:
    event = Event("PG-BAT-001", "rolls", ())
    event.dice, event._faces = (dice, len(faces), outcome), faces
    assert happened.faces(event) == shown


@pytest.mark.parametrize(
    ("dice", "n", "outcome", "kinds"),
    [
        (HITS, 3, 2, ["hit", "hit", "miss"]),
        (Dice("two", (("kill", (6,)), ("pain", (4, 5)))), 4, (1, 2), ["hit", "half", "half", "miss"]),
        (Dice("sum", total=True), 2, 9, ["miss", "miss"]),
    ],
)
def test_where_only_the_outcome_is_known_dice_show_faces_that_give_it(
    dice: Dice, n: int, outcome: Any, kinds: list[str]
) -> None:
    event = Event("PG-BAT-001", "rolls", ())
    event.dice = (dice, n, outcome)
    shown = happened.faces(event)
    assert [kind for _, kind in shown] == kinds
    assert dice.thrown(n, [face for face, _ in shown]) == outcome


def test_bars_keep_what_was_rolled() -> None:
    rows = [[str(i), 1 / (1 + abs(i - 20)), i == 0] for i in range(30)]
    kept = odds.trimmed(rows)
    assert len(kept) == odds.MOST_BARS
    assert [r[0] for r in kept if r[2]] == ["0"]


def test_the_timeline_counts_along_what_may_be_seen() -> None:
    game = walked(4, 60)
    for view in VIEWS:
        m = seen(game, view)
        line, model = m.line, timeline.model(m)
        drawn = [k for turn in model["turns"] for k, _, _ in turn["marks"]]
        assert drawn == sorted(set(drawn))
        assert max(drawn) <= model["last"] == len(line) - 1
        assert line[model["now"]] == game.here or view != ALL
        quiet = [n for n in game.tree.line(game.here) if (e := game.tree.nodes[n].entry) and m.silent(e)]
        assert not set(quiet) & set(line)
        assert view == ALL or all(game.tree.nodes[n].entry.answer in QUIET_NO for n in quiet)


@pytest.mark.parametrize("slug", th.catalogue())
def test_the_line_of_a_viewer_has_the_answers_that_he_hears_of(slug: str) -> None:
    """However a quiet question is declined ("none", "end"): timeline, replay and film leave out what the log does."""
    game = Game(th.new(slug, seed=3).system, seed=3)
    rng = Random(slug)
    for _ in range(120):
        if game.over:
            break
        game.play(rng.choice(game.options))
        for view in (SPECTATOR, 0):
            m = seen(game, view)
            assert len(m.visible(m.path)) - 1 == len(game.position.seen_by(m.viewer))


def test_a_screen_of_one_player_is_told_no_name_that_a_person_gave_a_line() -> None:
    game = Game(th.new("demigods", seed=3).system, seed=3)
    while len(game.options) < 2:
        game.play(game.options[0])
    here = game.here
    game.play(game.options[0])
    game.tree.nodes[game.tree.path(game.here)[-1]].name = "a telling name"
    game.go(here).play(game.options[1])
    for locked in (False, True):
        branches = timeline.model(seen(game, 0, locked=locked))["branches"]
        assert [row["name"] == "a telling name" for row in branches] == [not locked]


def test_long_timelines_stay_small() -> None:
    turns = [{"marks": [[t * 40 + i, "red", 0] for i in range(40)]} for t in range(50)]
    timeline._shorten(turns, 1500)
    assert sum(len(t["marks"]) for t in turns) <= timeline.MOST_MARKS + 40
    assert len(turns[37]["marks"]) == 40
    assert all(t["marks"] for t in turns)


def test_branches_have_names_places_and_ends() -> None:
    game = walked(4, 20)
    end = game.here
    game.undo(3)
    fork = game.here
    known = {game.tree.nodes[c].entry.answer for c in game.tree.nodes[fork].children}
    game.play(next(o for o in game.options if o.value not in known))
    game.tree.nodes[game.here].name = "another way"
    model = timeline.model(seen(game))
    assert [b["n"] for b in model["branches"]] == [len(game.tree.path(end)) - len(game.tree.path(fork))]
    game.go(end)
    assert [b["name"] for b in timeline.model(seen(game))["branches"]] == ["another way"]
    drawn = lab.tree(seen(game, tab="tree"))
    assert [line["name"] for line in drawn["lines"]] == ["main line", "another way"]
    places = lab.stations(seen(game))
    assert game.tree.nodes[places[drawn["lines"][1]["end"]][1]].name == "another way"
    assert {n["n"] for n in drawn["nodes"]} == set(range(len(places)))


def test_why_not_tells_every_requirement_and_lights_the_faults() -> None:
    game = pocket(seed=7)
    game.play((0, 0), (1, 0))
    me = game.position.decision.player
    own = next(i for i in range(5) if game.state.owner[i] == me)
    away = next(i for i in range(5) if i not in (own, (own + 1) % 5, (own - 1) % 5))
    look = ViewState(why=Why(action=2, args=[own, away]))
    shown = models(Moment(game, look))["why"]
    assert shown["hold"] + shown["fail"] == len(shown["verdicts"])
    assert shown["fail"] > 0
    assert all(v["rule"] and v["text"][0].isupper() for v in shown["verdicts"])
    assert "not possible now" in shown["title"]
    lit = marks(Moment(game, look))
    assert f"area:{own}" in lit.selected | lit.faults
    assert models(Moment(game, look))["decision"] == {}


def test_why_not_of_nonsense_is_one_sentence() -> None:
    from theomachy_widgets.present import why

    found = why.typed(seen(pocket(seed=7)), "dance wildly")
    assert "begins with no action" in found.error
    assert found.error.endswith(".")
    assert models(Moment(pocket(seed=7), ViewState(why=found)))["why"]["verdicts"] == []


def test_markup_in_a_name_stays_text() -> None:
    bad = "<img src=x onerror=alert(1)>"
    game = Game(Pocket.build(players=[bad, "B & C"]), seed=1)
    found = models(seen(game))
    assert bad in json.dumps(found)  # plain data: the browser sets it as text
    board = CanvasBoard(seen(game).shown, marks(seen(game)))
    try:
        assert "<img" not in board._repr_mimebundle_()["image/svg+xml"]
    finally:
        board.close()


def test_the_end_names_the_winners() -> None:
    game = walked(2, 5000)
    assert game.over
    shown = models(seen(game))["decision"]
    assert all(w in shown["over"] for w in game.winners)
    assert models(seen(game))["bar"]["undo"]


def test_a_group_of_actions_of_one_piece_shows_that_piece() -> None:
    """As the acts of a Monster do, which go to areas where others stand."""
    setup = {"phase": "action", "active": "ST", "power": {"ST": 5}, "buildings": {"SK": {"Kimos": "Shrine"}},
             "units": {"MM": {"Artmali Empire": "Mother of Monsters"}, "ST": {"Kralorela": "4 Barbarian"}}}  # fmt: skip
    game = th.editor("gods_war", players=8, monsters=["mother_of_monsters"], setup=setup).game()
    m = Moment(game, ViewState())
    row = next(row for row in decision.model(m)["rows"] if row["label"] == "Birth")
    mother = next(piece for piece in game.table().pieces if piece.kind == "mother_of_monsters")
    assert row["count"] > 1
    assert row["t"] == m.piece_token(mother)


def test_a_rule_leads_to_its_page_where_there_are_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    m = Moment(pocket(seed=1), ViewState(view=ALL, rule="PG-BAT-001"))
    book = m.system.rulebook
    assert "page" not in rule.model(m)
    assert "page" not in rules.opened(m.system, "PG-BAT-001", {})
    monkeypatch.setitem(rule.PAGES, "pocket", "rules/pocket/")
    assert rule.model(m)["page"] == "rules/pocket/PG-BAT-001.html"
    assert rules.opened(m.system, "PG-BAT-001", {})["page"] == "rules/pocket/PG-BAT-001.html"
    assert rule.read(book, "PG-BAT-999", "pocket") is None
    assert "page" not in (rule.read(book, "PG-BAT-001", "another") or {})
