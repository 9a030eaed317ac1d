"""Requirements: the menu is the filtered product, and the same list answers "why not?"."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.engine.pocket import ACTIONS, ARGUMENT_TYPES, Pocket, State
from tests.engine.walks import begin, game, walk
from theomachy.engine.errors import IllegalAnswer, UnknownName
from theomachy.engine.runtime import requirement
from theomachy.engine.runtime.decision import Decision
from theomachy.engine.runtime.requirement import Action, Menu, Requirement, domain, evaluate, is_met, legal


def filtered(s: State, me: int) -> set[tuple[object, ...]]:
    found = set()
    for action in ACTIONS:
        for args in domain(ARGUMENT_TYPES, action, s, me):
            if legal(ARGUMENT_TYPES, action, s, me, args):
                found.add((action.verb, *args[: action.asked]))
    return found


@pytest.mark.parametrize("seed", range(15))
def test_the_menu_is_the_filtered_product(seed: int) -> None:
    seen = 0
    for position, _ in walk(seed):
        decision = position.decision
        assert decision is not None
        if decision.what != "deed":
            continue
        s, me = position.state, decision.player
        seen += 1
        assert set(decision.options) - {"end"} == filtered(s, me)
        assert len(set(decision.options)) == len(decision.options)
        for action in ACTIONS:
            for args in domain(ARGUMENT_TYPES, action, s, me):
                verdicts = evaluate(ARGUMENT_TYPES, action, s, me, args, Pocket.afford)
                assert all(v.holds for v in verdicts) is legal(ARGUMENT_TYPES, action, s, me, args)
    assert seen > 2


def test_options_that_were_not_read_yet_follow_an_any_time_action() -> None:
    position = begin(options={"coins": 20})
    for answer in ((0, 0), (1, 0), *[("raise", 0)] * 2):
        position.play(answer)
    position = position.clone()
    position.play(("!", "bless", 0, 0))  # Kos is full now
    assert position.decision is not None
    assert set(position.decision.options) - {"end"} == filtered(position.state, 0)
    assert ("raise", 0) not in position.decision.options


def test_a_later_argument_offers_the_legal_values_only() -> None:
    played = game(3).play((0, 0), (1, 0), (2, 0))
    s = played.state
    march = next(action for action in ACTIONS if action.verb == "march")
    assert Menu(ARGUMENT_TYPES, s, 0).next(march, (0,)) == [4]
    assert Menu(ARGUMENT_TYPES, s, 1).next(march, (1,)) == []


def test_what_a_requirement_looks_at_is_read_off_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Panels ask thirty times a click why something is not offered."""
    s, read = game().play((0, 0), (1, 0)).state, list[object]()
    inspected = requirement.signature
    monkeypatch.setattr(requirement, "signature", lambda fn: (read.append(fn), inspected(fn))[1])
    requirement.depth.cache_clear()
    for _ in range(5):
        for action in ACTIONS:
            evaluate(ARGUMENT_TYPES, action, s, 0, ())
    assert 0 < len(read) == len(set(read))


def test_why_not_names_every_failing_requirement() -> None:
    played = game().play((0, 0), (1, 0))
    found = played.why_not("attack kos paros")
    assert found.legal is False
    assert bool(found) is True
    assert [(v.rule, v.holds) for v in found.verdicts] == [
        ("PG-DEE-001", True), ("PG-DEE-001", True), ("PG-DEE-003", True), ("PG-DEE-003", False), ("PG-BAT-001", False),
        ("PG-BAT-001", True),
    ]  # fmt: skip
    assert [v.text for v in found.faults] == ["Kos and Paros are neighbours", "Paros is another's"]
    assert found.instead == ("Kos Delos",)
    assert found.instead_targets == ("area:0", "area:1")
    assert str(found).splitlines()[0] == "Attack from Kos into Paros: 4 hold, 2 fail"
    assert "FAILS  Kos and Paros are neighbours  [PG-DEE-003]" in str(found)


def test_why_not_shows_figures_faults_and_what_stands_against() -> None:
    played = game().play((0, 0), (1, 0), "march kos ios 2")
    (verdict,) = played.why_not(("attack", 0, 1)).faults
    assert (verdict.fact, verdict.fault, verdict.against) == ("1", "one must stay behind", ("area:0",))


def test_why_not_of_a_legal_action_is_no_objection() -> None:
    found = game().play((0, 0), (1, 0)).why_not("raise kos")
    assert found.legal
    assert not found
    assert not found.faults
    assert str(found).startswith("Raise an army in Kos: legal")


def test_why_not_counts_the_price() -> None:
    played = game(options={"coins": 0}).play((0, 0), (1, 0))
    (verdict,) = played.why_not("raise kos").faults
    assert (verdict.rule, verdict.text, verdict.fact) == ("PG-PAY-001", "The price of 1 can be paid", "0")


def test_why_not_for_another_player_and_another_moment() -> None:
    played = game().play((0, 0), (1, 0))
    (verdict,) = played.why_not("raise delos", "Bronteas").faults
    assert verdict.text == "It is your turn to act"
    assert game().why_not("raise kos").faults[0].text == "It is your turn to act"


def test_why_not_with_arguments_missing() -> None:
    played = game().play((0, 0), (1, 0))
    assert played.why_not("attack kos").legal
    lonely = played.play("march kos ios 2")
    found = lonely.why_not("march ios")
    assert found.legal
    full = lonely.why_not("attack ios")
    assert [v.text for v in full.faults] == ["an island is there for which all holds"]
    assert [v.fault for v in full.faults] == ["Nearest is Kos: not so: Kos is another's"]


@pytest.mark.parametrize("text", ["", "dance kos", "attack kos mars", "raise kos delos", "???"])
def test_a_command_that_is_no_action_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(IllegalAnswer) as refused:
        game().play((0, 0), (1, 0)).why_not(text)
    assert len(str(refused.value)) > 20


def test_an_unknown_verb_in_data_is_unknown() -> None:
    with pytest.raises(UnknownName, match="did you mean 'raise'"):
        game().why_not(("raize", 0))


def test_a_prompt_that_names_things_is_made_when_it_is_read() -> None:
    read = []
    asked = Decision(0, "area", (0, 1), "PG-DEE-001", "where to", lambda: read.append(1) or "From Kos to where?")
    assert asked.options == (0, 1)
    assert not read
    assert game(3).system.prompt(game(3).state, asked) == "From Kos to where?"
    assert Decision(0, "area", (0, 1), "PG-DEE-001", "where to").prompt == ""


def test_a_fixed_price_is_looked_at_once_where_the_menu_is_told_so() -> None:
    s = game(options={"coins": 0}).play((0, 0), (1, 0)).state
    dear = next(action for action in ACTIONS if action.verb == "raise")
    assert not Menu(ARGUMENT_TYPES, s, 0, paid=True).any(dear)  # its price may change: it is looked at

    class Fixed(type(dear)):
        fixed = True

    assert not Menu(ARGUMENT_TYPES, s, 0).options(Fixed())
    assert ("raise", 0) in Menu(ARGUMENT_TYPES, s, 0, paid=True).options(Fixed())


class Warded(Action[Any]):
    """What a ward alone could bar, and always does."""

    verb = "pass the gate"
    requirements = (Requirement("PG-PAY-001", "No ward bars you", lambda s, me: False, only_with="wards"),)


@pytest.mark.parametrize(("wards", "free"), [((), True), (("a ward",), False)])
def test_what_only_certain_powers_could_bar_is_met_where_there_are_none(wards: tuple[str, ...], free: bool) -> None:
    warded, s = Warded(), cast(State, SimpleNamespace(key=SimpleNamespace(wards=wards)))
    menu = Menu(ARGUMENT_TYPES, s, 0)
    assert is_met(warded.requirements[0], s, 0) is free
    assert menu.options(warded) == [("pass the gate",)] * free
    assert menu.any(warded) is free
    assert legal(ARGUMENT_TYPES, warded, s, 0, ()) is free
    assert [verdict.holds for verdict in evaluate(ARGUMENT_TYPES, warded, s, 0, ())] == [free]
