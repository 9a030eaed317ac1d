"""The machine: random games of all tables, clone and undo and JSON, menus, views, tables, speed of nothing."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import theomachy as th
from tests.cthulhu_wars.bots import TABLES, busy, start, uniform
from tests.cthulhu_wars.scene import AR, EA, area, script, system, table
from tests.cthulhu_wars.test_battle import fight, roll
from theomachy.engine import files
from theomachy.engine.errors import IllegalAnswer, SaveError
from theomachy.engine.reference.rulebook import Rulebook
from theomachy.engine.runtime import position as positions
from theomachy.engine.runtime.decision import KINDS
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.requirement import Menu, domain, legal
from theomachy.engine.tabletop.table import with_asked
from theomachy.games.cthulhu_wars.powers import HERE, MORE, THINGS, WORLDS
from theomachy.games.cthulhu_wars.rules.domains import DOOMED, KILL
from theomachy.games.cthulhu_wars.rules.fight import Resolution
from theomachy.games.cthulhu_wars.rules.menu import offered
from theomachy.games.cthulhu_wars.rules.timings import SLOTS, VOCABULARY, Power, SpellbookSlot
from theomachy.games.cthulhu_wars.rules.topics import Watches


def sane(p: Position) -> None:
    """Whatever must hold at every decision."""
    assert p.system.violations(p.state) == []
    decision = p.decision
    assert decision is not None
    assert len(set(decision.options)) == len(decision.options) > 0
    assert decision.kind in KINDS
    assert decision.rule in p.system.rulebook
    for option in decision.options:
        assert p.system.label(p.state, decision, option)


def compare(p: Position, answer: Any) -> None:
    """Clone, JSON, explanation and undo agree with the position; then the answer is played."""
    before, options = p.state.copy(), p.decision.options  # type: ignore[union-attr]
    q = p.clone()
    assert q.state == before
    assert q.decision.options == options
    q.play(answer)
    assert p.state == before, "the clone is not independent"
    raw = p.system.to_json(before)
    assert p.system.to_json(p.system.from_json(raw)) == raw
    assert p.system.from_json(raw) == before
    assert p.explain().source == before
    p.play(answer)
    assert q.state == p.state
    assert p.undo().state == before


@pytest.mark.rule("CW-UNI-006", "CW-UNI-007", "CW-GEN-002", "CW-SET-018", "CW-VIC-001")
@pytest.mark.parametrize("seed", range(len(TABLES)))
def test_random_games_of_every_table_end_and_obey_the_rules(seed):
    rng = random.Random(seed)
    p, bot, n = start(seed), busy if seed % 3 else uniform, 0
    while p.decision is not None:
        answer = bot(p, rng)
        if p.anytime_actions and rng.random() < 0.02:
            answer = rng.choice(p.anytime_actions)
        if rng.random() < 0.15:
            sane(p)
            compare(p, answer)
        else:
            p.play(answer)
        n += 1
        assert n < 4000
    assert p.system.violations(p.state) == []
    assert p.state.phase == 4
    assert max(p.state.doom) >= 30 or p.state.instant_death


@pytest.mark.parametrize("seed", range(3))
def test_games_can_be_seen_drawn_and_saved(seed):
    rng = random.Random(seed)
    game = th.new("cthulhu_wars", factions=list(TABLES[seed + 13]), seed=seed)
    while game.decision is not None and game.state.round < 3:
        game.play(busy(game.position, rng))
        if rng.random() < 0.1:
            seats = game.system.config.seats
            viewer = rng.choice([*seats, None])
            view = game.view(viewer)
            again = game.system.resample(game.state, viewer, rng)
            assert game.system.view(again, viewer) == view.state
            assert with_asked(game.system.table(view.state, viewer), game.asked(viewer)) == view.table
            assert len(view.table.board.areas) == len(game.state.gate)
            assert len(view.table.sheets) == len(seats)
            assert game.trace is not None
            assert all(game.odds()) in (True, False)
            assert game.decision is None or all(o.label for o in game.decision.options)
    again = th.Game(game.system, seed=game.seed)
    text = game.save()
    from theomachy.engine.game.save import load

    loaded = load(text)
    assert loaded.state == game.state
    assert loaded.save() == text
    assert again.state.round == 1


@pytest.mark.parametrize("seed", range(4))
def test_the_menu_is_exactly_what_the_requirements_allow(seed):
    rng, p, looked = random.Random(seed), start(seed + 12), 0
    while (decision := p.decision) is not None:
        if decision.what == "action" and rng.random() < 0.6:
            s, me = p.state, decision.player
            for action in offered(s, me):
                walked = Menu(p.system.argument_types, s, me).options(action)
                wanted = [
                    (action.verb, *a)
                    for a in domain(p.system.argument_types, action, s, me)
                    if legal(p.system.argument_types, action, s, me, a)
                ]
                assert sorted(walked) == sorted(wanted), action.verb
                looked += 1
        p.play(busy(p, rng))
    assert looked > 80


def test_why_not_knows_every_action_of_every_seat():
    p = start(13)
    p.play(p.decision.options[0])
    for me in p.system.config.seats:
        for action in p.system.actions(p.state, me):
            judged = th.Game(p.system, p).evaluate(action, (), me)
            assert judged.rule in p.system.rulebook
            assert judged.verdicts
            assert all(v.rule in p.system.rulebook for v in judged.verdicts), action.verb


def test_checkpoints_inside_an_action_change_nothing(monkeypatch):
    for seed in (12, 13, 17):
        ends = []
        for cut in (1, 4, 10**9):
            monkeypatch.setattr(positions, "CUT", cut)
            rng, p, trail = random.Random(seed), start(seed), []
            for _ in range(250):
                if p.decision is None:
                    break
                p = p.clone()  # asleep: each decision starts again from the last checkpoint
                p.play(busy(p, rng))
                trail.append(p.state.copy())
            ends.append(trail)
        assert ends[0] == ends[1] == ends[2]


def test_a_fault_in_the_middle_of_a_power_leaves_the_position_as_it_was(monkeypatch):
    p = table("GC YS BG", {"GC": {EA: "Cthulhu"}, "YS": {EA: "2 Undead, Acolyte"}})
    script(p, fight("GC", "YS"), ("GC", "pre_battle", "Devour"))
    before = p.state.copy()
    monkeypatch.setattr(Resolution, "lose", lambda *_, **__: 1 / 0)  # after the tally of victims has been raised
    with pytest.raises(ZeroDivisionError):
        p.play(p.decision.options[0])
    monkeypatch.undo()
    assert p.state == before
    script(p, ("YS", "devoured", "Undead"))


def test_a_refused_answer_changes_nothing():
    p = table("GC BG YS", {"GC": {EA: "Shoggoth"}, "BG": {EA: "Acolyte"}})
    before = p.state.copy()
    for answer in (("battle", area(p, AR), 1), ("move", 3), "done", None, ["pass"], ("battle",)):
        with pytest.raises(IllegalAnswer):
            p.play(answer)
    assert p.state == before


def test_a_misspelt_timing_fails_at_import():
    for name, method, words in (("pre_batle", "pre_batle", "no timing"), ("reach", "reach", "write def reach")):
        with pytest.raises(TypeError, match=words):
            type("Wrong", (Power,), {"__doc__": "Wrong.", "rule": "CW-X", method: lambda self, state: 0})
        assert name


def test_every_power_and_slot_names_a_rule_of_the_index_and_its_text():
    book = system("GC CC BG YS").rulebook
    boxes = {slug: Rulebook.read(HERE / slug / "rulebook.toml") for slug in MORE}
    grounds = [f"worlds/{slug}" for slug in WORLDS]
    things = sum(len(Rulebook.read(HERE / slug / "rulebook.toml")) for slug in (*THINGS, "independents", *grounds))
    assert len(book) == 403 + things + sum(map(len, boxes.values()))
    for slug, own in boxes.items():
        assert len(own) > 20
        assert len({rule.id[:6] for rule in own}) <= 2, slug  # its own chapter, and one more at most
    for item in (*VOCABULARY.abilities, *SLOTS.abilities):
        assert item.rule in book
        assert len(item.text) > 10
    for ruling in book:
        assert not ruling.ruling or ruling.ruling in system("GC CC BG YS").rulings


@pytest.mark.rule("CW-BAT-018", "CW-BAT-027", "CW-FAQ-002", "CW-BAT-025")
def test_eliminations_are_given_out_with_the_kills_and_applied_before_them(monkeypatch):
    """No power of the core adds one; a borrowed one does."""
    from theomachy.games.cthulhu_wars.powers.black_goat import Necrophagy

    async def post_battle(self: Any, fight: Resolution, me: int, given: int) -> None:
        if given == KILL:
            fight.owe(fight.b.sides[1], DOOMED, 2, self.name)

    monkeypatch.setattr(Necrophagy, "post_battle", post_battle)
    monkeypatch.setattr(Necrophagy, "may_post_battle", lambda *_: True)
    VOCABULARY.clear()
    units = {"GC": {EA: "Shoggoth"}, "YS": {EA: "Undead, Byakhee, 2 Acolyte"}}
    p = table("GC YS BG", units, books={"BG": "Necrophagy"}, open={"GC": "Kill or devour one, Kill or devour two"})
    script(p, fight("GC", "YS"), roll(1, 1), roll(0, 0), ("YS", "takes a kill", "Acolyte"))
    script(p, ("YS", "is eliminated", "Byakhee"), ("YS", "is eliminated", "Undead"))
    told = [e.text for e in p.explain() if e.rule == "CW-BAT-026"]
    assert [text.rpartition(" ")[2] for text in told if "of" in text] == ["eliminated", "eliminated", "killed"]
    script(p, ("YS", "retreat to", AR), ("GC", "spellbook", 0))  # one kill: an elimination is none
    VOCABULARY.clear()


def test_a_hostile_position_is_refused():
    p = table("GC YS BG", {"GC": {EA: "Acolyte"}})
    good = p.system.to_json(p.state)
    for key, value in (
        ("power", [1, 2]),
        ("power", [-1, 2, 3]),
        ("units", "zz"),
        ("units", "00"),
        ("way", 0),
        ("phase", 9),
        ("slot", [1]),
        ("lent", [[9, "Flight"]]),
        ("tokens", [1, 2]),
        ("battle", {"area": 1}),
        ("gate", good["gate"][:-2] + "ff"),
        ("signs", [[4], [], []]),
    ):
        with pytest.raises(SaveError):
            p.system.from_json(good | {key: value})
    with pytest.raises(SaveError):
        p.system.from_json({k: v for k, v in good.items() if k != "books"})


def test_a_position_goes_into_words_and_back():
    for seed in (12, 14, 17, 3):
        rng, p = random.Random(seed), start(seed)
        for _ in range(120):
            if p.decision is None:
                break
            p.play(busy(p, rng))
            s = p.state
            if s.battle is None and not s.doing and s.phase == 0 and not p.entries:
                import tomllib

                again = p.system.arrange(tomllib.loads(p.system.arrange_text(s)))
                assert p.system.to_json(again) == p.system.to_json(s) | {"bag": again.bag}
                assert sum(again.bag) == sum(s.bag)


def test_the_second_action_of_a_pair_goes_into_words_and_back():
    """It did not: a scenario that was written there began with a whole turn."""
    found = 0
    for seed in range(12):
        rng, p = random.Random(seed), start(seed)
        for _ in range(250):
            if p.decision is None:
                break
            p.play(uniform(p, rng))
            s = p.base
            if s.stage == 1 and not s.doing and s.battle is None and s.phase == 0:
                words = p.system.arrange_text(s)
                assert 'part = "second"' in words
                assert p.system.to_json(p.system.arrange(files.toml(words, "words"))) == p.system.to_json(s)
                found += bool(s.moved)
    assert found


def test_exact_odds_are_a_walk_over_the_chance_decisions():
    p = table("GC YS BG", {"GC": {EA: "2 Deep One"}, "YS": {EA: "2 Undead, King in Yellow"}})
    script(p, fight("GC", "YS"))
    found: Counter[int] = Counter()
    stack = [(p.clone(), 1.0)]
    while stack:
        q, weight = stack.pop()
        while q.state.battle is not None and q.decision.player >= 0:
            q.play(q.decision.options[0])
        if q.state.battle is None:
            found[q.state.total(1, 1)] += weight  # type: ignore[assignment]
            continue
        total = sum(q.decision.weights)
        for option, w in zip(q.decision.options, q.decision.weights, strict=True):
            branch = q.clone()
            branch.play(option)
            stack.append((branch, weight * w / total))
    assert abs(sum(found.values()) - 1) < 1e-9
    assert abs(found[2] - (5 / 6) ** 2) < 1e-9
    assert abs(found[0] - 1 / 36) < 1e-9


def test_slots_and_books_are_six_each_and_events_are_known():
    for slot in SLOTS.abilities:
        assert isinstance(slot, SpellbookSlot)
        watches = slot.watches if isinstance(slot.watches, tuple) else (slot.watches,)
        assert watches
        assert all(isinstance(event, Watches) for event in watches)
