"""What costs something says so where it is chosen: in the option, in the line beside it, or in its figure."""

from __future__ import annotations

import re

import pytest

from tests.conformance.support import CASES, SLUGS, games, walk
from theomachy.engine.runtime.decision import Decision
from theomachy.engine.runtime.position import Position
from theomachy.engine.runtime.requirement import plan

DECISIONS, OPTIONS = 400, 8


def unpriced(position: Position, decision: Decision) -> list[str]:
    """Options of a menu that do not say what they cost."""
    system, s, found = position.system, position.state, []
    options = decision.options
    for option in options[:: max(len(options) // OPTIONS, 1)]:
        action = system.action(s, decision.player, option[0]) if isinstance(option, tuple) else None
        looks = -1 if action is None else plan(action).priced
        if action is None or not 0 <= looks < len(option):
            continue
        price = action.price(s, decision.player, *option[1 : 1 + looks])
        said = " ".join((system.label(s, decision, option), *system.detail(s, decision, option)))
        if price and not re.search(rf"\b{price}\b", said):
            found.append(said)
    return found


PRICED = [slug for slug in SLUGS if slug in ("cthulhu_wars", "gods_war")]  # whose actions cost the coin of the game


@pytest.mark.parametrize("slug", PRICED)
def test_what_an_action_costs_is_told(slug: str) -> None:
    sample = [sample for s, sample in CASES if s == slug][-1]
    asked = 0
    for n, (position, decision, _) in enumerate(walk(slug, sample, "prices")):
        if n >= DECISIONS:
            break
        if decision.kind == "action" and n % 3 == 0:
            asked += 1
            assert unpriced(position, decision) == []
    assert asked > 5


def test_leave_marks_and_runes_tell_their_prices() -> None:
    """Questions of their own, outside of any menu."""
    gods = games()["gods_war"].build(options={"empires": ["storm", "sky", "darkness"]})
    words = {
        "active": "ST",
        "power": {"ST": 5},
        "runes": {"ST": "Fertility"},
        "buildings": {"ST": {"Teshnos": "Shrine"}},
    }
    position = Position(gods, gods.arrange({**words, "units": {"ST": {"Teshnos": "Barbarian"}}}))
    position.play(next(jump for jump in position.anytime_actions if jump[1] == "rune"))
    decision = position.decision
    assert decision is not None
    assert decision.what == "fertility"
    assert all(re.search(r"for \d+ Power$", gods.label(position.state, decision, o)) for o in decision.options)
    pay = Decision(0, "choice", ("pay", "stay"), "GW-MAP-019", "leave Hell", argument="giver")
    assert gods.detail(position.state, pay, "pay")[1] == f"{gods.config.fact('hell.vp_to_leave')} VP"
    heroes = games()["heroes"].build(options={"factions": ["cultists", "demons"]})
    marks = Decision(0, "number", (3, 2, 1), "HE-CUL-003", "marks")
    assert [heroes.detail(heroes.start(), marks, n)[1] for n in (1, 2, 3)] == ["for 1", "for 3", "for 6"]
