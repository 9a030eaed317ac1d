"""The late positions of the exhaustive run are lawful, differ, and meet no requirement by themselves."""

import json

from tests.conformance.explorer import Explorer
from tests.conformance.test_menus import offered_and_permitted
from tests.cthulhu_wars import exhaustive
from theomachy.engine.game.registry import games
from theomachy.engine.runtime import sampling
from theomachy.engine.runtime.decision import CHANCE
from theomachy.play.observation import Observation


def test_no_late_position_meets_a_requirement_by_itself() -> None:
    """What the run counts is done by moves; the positions are lawful, and each faction stands in all of its pieces."""
    found = list(exhaustive.positions())
    assert len({json.dumps(p.system.to_json(p.state), sort_keys=True) for p in found}) == len(found) > 300
    for position in found:
        s = position.state
        assert not position.system.violations(s)
        assert not exhaustive.met(s)
        for seat, card in enumerate(s.config.factions):  # no gate of another lies where one of these is needed
            wanted = [len(piece["gates"]) for piece in exhaustive.PIECES[card.letters]]
            assert card.letters not in ("DS", "AN", "SL") or len(s.gates(seat)) in wanted
        assert all(s.holder(area) == s.config.slugs.index("daemon_sultan") for area, _ in s.sorts)
        assert position.decision is not None
        assert position.decision.kind == "action"


def test_a_requirement_that_a_position_meets_is_seen() -> None:
    """The test above can fail: Great Cthulhu with three ocean gates, and with five books before a Doom phase."""
    setup = {"units": {"GC": dict.fromkeys(("South Pacific", "North Pacific", "Indian Ocean"), "Acolyte")}}
    game = games()[exhaustive.SLUG].build(options={"factions": ["great_cthulhu", "black_goat"]})
    gates = dict.fromkeys(setup["units"]["GC"], "GC")
    oceans = game.arrange({**setup, "gates": gates, "open": {"GC": "Ocean gates"}, "round": 4})
    assert exhaustive.met(oceans) == ["Ocean gates"]
    books = "Dreams, Devolve, Absorb, Regenerate, Submerge"
    five = game.arrange({**setup, "books": {"GC": books}, "open": {"GC": "Five other spellbooks"}, "round": 4})
    assert exhaustive.met(five) == ["Five other spellbooks"]


def test_what_is_offered_late_is_what_the_moment_permits() -> None:
    """In the second action of a pair, and with Unlimited Battles, which random games seldom come to."""
    bot, stages = Explorer(), set()
    for i, position in enumerate(list(exhaustive.positions())[::6]):
        rng = sampling.rng_at("moments", i)
        for _ in range(150):
            decision = position.decision
            if decision is None:
                break
            if decision.kind == "action" and position.state.guest < 0:  # a guest is offered what a power allows
                stages.add((position.state.stage, position.state.unlimited_battle(decision.player)))
                for offered, permitted in offered_and_permitted(position):
                    assert offered == permitted
            position.play(
                sampling.sample_chance(decision, rng)
                if decision.player == CHANCE
                else bot.choose(Observation(position), rng)
            )
    assert {stage for stage, _ in stages} == {0, 1, 2}
    assert (2, True) in stages
