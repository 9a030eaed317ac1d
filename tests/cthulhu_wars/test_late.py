"""The late positions of the exhaustive run are lawful, differ, and meet no requirement by themselves."""

import json

from tests.cthulhu_wars import exhaustive
from theomachy.engine.game.registry import games


def test_no_late_position_meets_a_requirement_by_itself() -> None:
    """What the run counts is done by moves; the positions are lawful, and each faction stands in all of its pieces."""
    found = list(exhaustive.positions())
    assert len({json.dumps(p.system.to_json(p.state), sort_keys=True) for p in found}) == len(found) > 300
    for position in found:
        assert not position.system.violations(position.state)
        assert not exhaustive.met(position.state)
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
